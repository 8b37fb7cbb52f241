//! The outcome of a submission, from which the line on the screen, the JSON document and the exit
//! code follow.

use aoc_solution::letters::Comparison;
use serde::Serialize;

use super::decision::Refusal;
use super::overrides::Override;
use super::part_record::PartRecord;
use crate::error::{CliError, Exit};
use crate::inputs::{Verdict, compare_answers};
use crate::site::SiteError;

pub enum SubmitOutcome {
    /// The description of the request that a dry run does not send.
    DryRun(String),
    /// The part was already solved, so nothing was sent.
    Compared(Compared),
    /// The answer was sent. The error says why it was not graded, or why its verdict was not
    /// stored.
    Sent(SentAnswer, Option<SubmitError>),
    /// A problem ended the submission before anything was sent.
    NotSent(SubmitError),
}

/// The facts about an answer that was sent.
#[derive(Clone, Copy)]
pub struct SentAnswer {
    pub finding: Finding,
    /// True if the site says that the answer is right for another user's input.
    pub is_for_someone_else: bool,
}

/// What is known about an answer.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Finding {
    Judged(Verdict),
    /// The part was already solved, as its file or the page shows.
    Compared(Compared),
}

/// An answer to a solved part, compared with the accepted one. An event's last star has no answer,
/// so every text matches.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Compared {
    Matched,
    Differs,
    /// One of them is a picture with letters that cannot be read, and the known letters match.
    Unverified,
}

/// The name of an outcome in the JSON document.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum SubmitStatus {
    DryRun,
    Refused,
    Failed,
    #[serde(untagged)]
    Found(Finding),
}

impl Compared {
    /// Compares the answer. Matches if there is no accepted answer to compare it with.
    pub fn of(record: &PartRecord, answer: &str) -> Self {
        let Some(accepted) = record.accepted(record.part) else {
            return Self::Matched;
        };
        match compare_answers(accepted, answer) {
            Comparison::Equal => Self::Matched,
            Comparison::Different => Self::Differs,
            Comparison::Unknown => Self::Unverified,
        }
    }
}

impl SentAnswer {
    pub const fn judged(verdict: Verdict) -> Self {
        Self {
            finding: Finding::Judged(verdict),
            is_for_someone_else: false,
        }
    }
}

impl SubmitOutcome {
    /// The verdict on the answer, or its comparison. `None` if it was neither sent nor compared.
    pub fn finding(&self) -> Option<Finding> {
        match self {
            Self::Compared(compared) => Some(Finding::Compared(*compared)),
            Self::Sent(sent, _) => Some(sent.finding),
            Self::DryRun(_) | Self::NotSent(_) => None,
        }
    }

    /// True if the site says that the answer is right for another user's input.
    pub fn is_of_someone_else(&self) -> bool {
        matches!(self, Self::Sent(sent, _) if sent.is_for_someone_else)
    }

    pub fn status(&self) -> SubmitStatus {
        match self {
            Self::DryRun(_) => SubmitStatus::DryRun,
            Self::Compared(compared) => SubmitStatus::Found(Finding::Compared(*compared)),
            Self::Sent(sent, _) => SubmitStatus::Found(sent.finding),
            // Status 429 counts as a refusal, too: the site asks for a pause.
            Self::NotSent(problem) if problem.error.exit == Exit::Refused => SubmitStatus::Refused,
            Self::NotSent(_) => SubmitStatus::Failed,
        }
    }

    /// The exit code of the command, or its error.
    pub fn exit(self) -> Result<Exit, SubmitError> {
        if let Self::NotSent(problem) | Self::Sent(_, Some(problem)) = self {
            return Err(problem);
        }
        Ok(match self.finding() {
            Some(Finding::Judged(verdict)) if verdict.is_wrong() => Exit::Wrong,
            Some(Finding::Compared(Compared::Differs)) => Exit::Failed,
            Some(Finding::Compared(Compared::Unverified)) => Exit::Refused,
            // An answer that was not graded has an error.
            Some(Finding::Judged(_) | Finding::Compared(Compared::Matched)) | None => Exit::Done,
        })
    }
}

/// The error for an answer that was not submitted or not graded.
#[derive(Debug)]
pub struct SubmitError {
    pub error: CliError,
    /// The option with which the answer passes. `None` if there is none.
    pub lifted_by: Option<Override>,
}

impl From<Refusal> for SubmitError {
    fn from(refusal: Refusal) -> Self {
        Self {
            error: CliError::new(Exit::Refused, refusal.message),
            lifted_by: refusal.lifted_by,
        }
    }
}

impl From<CliError> for SubmitError {
    fn from(error: CliError) -> Self {
        Self {
            error,
            lifted_by: None,
        }
    }
}

impl From<SiteError> for SubmitError {
    fn from(error: SiteError) -> Self {
        CliError::from(error).into()
    }
}

impl From<SubmitError> for CliError {
    fn from(error: SubmitError) -> Self {
        error.error
    }
}

#[cfg(test)]
mod tests {
    use aoc_solution::Part;

    use super::*;
    use crate::error::failure;
    use crate::submit::testing::{PUZZLE, empty_record};

    #[test]
    fn an_outcome_has_its_exit_code_and_a_problem_its_status() {
        let sent = |verdict| SubmitOutcome::Sent(SentAnswer::judged(verdict), None);
        for (outcome, status, exit) in [
            (
                SubmitOutcome::Compared(Compared::Matched),
                SubmitStatus::Found(Finding::Compared(Compared::Matched)),
                Exit::Done,
            ),
            (
                SubmitOutcome::Compared(Compared::Differs),
                SubmitStatus::Found(Finding::Compared(Compared::Differs)),
                Exit::Failed,
            ),
            (
                SubmitOutcome::Compared(Compared::Unverified),
                SubmitStatus::Found(Finding::Compared(Compared::Unverified)),
                Exit::Refused,
            ),
            (
                SubmitOutcome::DryRun("would submit".to_owned()),
                SubmitStatus::DryRun,
                Exit::Done,
            ),
            (
                sent(Verdict::Right),
                SubmitStatus::Found(Finding::Judged(Verdict::Right)),
                Exit::Done,
            ),
            (
                sent(Verdict::Wrong),
                SubmitStatus::Found(Finding::Judged(Verdict::Wrong)),
                Exit::Wrong,
            ),
            (
                sent(Verdict::TooHigh),
                SubmitStatus::Found(Finding::Judged(Verdict::TooHigh)),
                Exit::Wrong,
            ),
            (
                sent(Verdict::TooLow),
                SubmitStatus::Found(Finding::Judged(Verdict::TooLow)),
                Exit::Wrong,
            ),
        ] {
            assert_eq!(outcome.status(), status);
            let found = outcome.exit().expect("no problem");
            assert_eq!(found, exit, "{status:?}");
        }
        for (exit, status) in [
            (Exit::Refused, SubmitStatus::Refused),
            (Exit::Network, SubmitStatus::Failed),
        ] {
            let ended = SubmitOutcome::NotSent(CliError::new(exit, "why").into());
            assert_eq!(ended.status(), status);
            let problem = ended.exit().expect_err("a problem");
            assert_eq!(problem.error.exit, exit);
        }
    }

    #[test]
    fn an_answer_matches_or_differs_only_if_both_can_be_read() {
        let a = ".##.\n#..#\n#..#\n####\n#..#\n#..#\n";
        let unread = a.replacen("####", "#.##", 1);
        for (accepted, answer, expected) in [
            ("7", "7", Compared::Matched),
            ("7", "8", Compared::Differs),
            (a, "B", Compared::Differs),
            (&unread, "Q", Compared::Unverified),
            ("Q", &unread, Compared::Unverified),
            (&unread, &unread, Compared::Matched),
        ] {
            let mut record = empty_record(PUZZLE);
            record.answers.recorded.accept(Part::Two, accepted);
            let compared = Compared::of(&record, answer);
            assert_eq!(compared, expected, "{accepted} {answer}");
        }
    }

    #[test]
    fn what_follows_an_answer_that_was_sent_replaces_its_verdict_and_an_error_does_not() {
        let sent = SentAnswer::judged(Verdict::WrongLevel);
        let matched = SentAnswer {
            finding: Finding::Compared(Compared::Matched),
            ..sent
        };
        let compared = SubmitOutcome::Sent(matched, None);
        let status = SubmitStatus::Found(Finding::Compared(Compared::Matched));
        assert_eq!(compared.status(), status);
        assert_eq!(compared.exit().expect("no problem"), Exit::Done);
        let failed = SubmitOutcome::Sent(sent, Some(failure("why").into()));
        let judged = Finding::Judged(Verdict::WrongLevel);
        assert_eq!(failed.finding(), Some(judged));
        assert_eq!(failed.status(), SubmitStatus::Found(judged));
        let problem = failed.exit().expect_err("a problem");
        assert_eq!(problem.error.exit, Exit::Failed);
    }
}
