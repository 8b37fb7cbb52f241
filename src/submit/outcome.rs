//! The outcome of a submission. The line on the screen, the JSON document and the exit code follow
//! from it.

use aoc_solution::letters::Comparison;
use serde::Serialize;

use super::decision::Refusal;
use super::overrides::Override;
use super::part_record::PartRecord;
use crate::error::{CliError, Exit};
use crate::inputs::{Verdict, compare_answers};
use crate::site::{AnswerReply, SiteError};

pub struct SubmitOutcome {
    pub status: SubmitStatus,
    /// True if an answer was sent before. The outcome is then the outcome of the action after it,
    /// such as a comparison.
    pub was_sent: bool,
    /// True if the site says that the answer is right for another user's input.
    pub someone_else: bool,
    /// The description of the request of a dry run.
    pub request: Option<String>,
    /// Why the answer was not sent or not graded, or why its verdict was not stored.
    pub problem: Option<SubmitError>,
}

/// The end of a submission, with its name in the JSON document.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum SubmitStatus {
    /// The part was already solved. The answer is the accepted one, or the accepted one is not
    /// known.
    Matched,
    /// The part was already solved with another answer.
    Differs,
    DryRun,
    Refused,
    Failed,
    /// The answer was sent.
    #[serde(untagged)]
    Sent(Verdict),
}

impl SubmitOutcome {
    /// An outcome about which nothing else is known.
    pub fn new(status: SubmitStatus) -> Self {
        Self {
            status,
            was_sent: false,
            someone_else: false,
            request: None,
            problem: None,
        }
    }

    /// The outcome for an answer to a solved part. If the accepted answer is not known, or is a
    /// picture with a letter that cannot be read, the answer counts as equal.
    pub fn compared(record: &PartRecord, answer: &str) -> Self {
        Self::new(match record.accepted(record.part) {
            Some(accepted) if compare_answers(accepted, answer) == Comparison::Different => {
                SubmitStatus::Differs
            }
            _ => SubmitStatus::Matched,
        })
    }

    pub fn dry_run(request: String) -> Self {
        Self {
            request: Some(request),
            ..Self::new(SubmitStatus::DryRun)
        }
    }

    /// The outcome after a problem before anything was sent.
    pub fn ended_by(problem: SubmitError) -> Self {
        // A guard or the site refuses. Both have the same exit code, and the status is its name.
        let status = match problem.error.exit {
            Exit::Refused => SubmitStatus::Refused,
            _ => SubmitStatus::Failed,
        };
        Self::new(status).with_problem(problem)
    }

    /// The outcome after this reply to an answer.
    pub fn sent(reply: &AnswerReply) -> Self {
        Self {
            someone_else: reply.someone_else,
            ..Self::new(SubmitStatus::Sent(reply.verdict))
        }
    }

    /// The exit code of the command, or its error.
    pub fn exit(self) -> Result<Exit, SubmitError> {
        if let Some(problem) = self.problem {
            return Err(problem);
        }
        Ok(match self.status {
            SubmitStatus::Sent(verdict) if verdict.is_wrong() => Exit::Wrong,
            SubmitStatus::Differs => Exit::Failed,
            _ => Exit::Done,
        })
    }

    /// The outcome of a sent answer after the next action, such as a look at the page or another
    /// attempt. The result of that action replaces the verdict. If the action fails, the verdict
    /// stays.
    pub fn followed_by(self, next: Result<Self, SubmitError>) -> Self {
        match next {
            Ok(later) => Self {
                was_sent: true,
                ..later
            },
            Err(problem) => self.with_problem(problem),
        }
    }

    /// This outcome with a problem.
    pub fn with_problem(self, problem: impl Into<SubmitError>) -> Self {
        Self {
            problem: Some(problem.into()),
            ..self
        }
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
        for (status, exit) in [
            (SubmitStatus::Matched, Exit::Done),
            (SubmitStatus::Differs, Exit::Failed),
            (SubmitStatus::DryRun, Exit::Done),
            (SubmitStatus::Sent(Verdict::Right), Exit::Done),
            (SubmitStatus::Sent(Verdict::Wrong), Exit::Wrong),
            (SubmitStatus::Sent(Verdict::TooHigh), Exit::Wrong),
            (SubmitStatus::Sent(Verdict::TooLow), Exit::Wrong),
        ] {
            let found = SubmitOutcome::new(status).exit().expect("no problem");
            assert_eq!(found, exit, "{status:?}");
        }
        for (exit, status) in [
            (Exit::Refused, SubmitStatus::Refused),
            (Exit::Network, SubmitStatus::Failed),
        ] {
            let ended = SubmitOutcome::ended_by(CliError::new(exit, "why").into());
            assert_eq!(ended.status, status);
            let problem = ended.exit().expect_err("a problem");
            assert_eq!(problem.error.exit, exit);
        }
    }

    #[test]
    fn an_answer_differs_only_if_both_can_be_read() {
        let a = ".##.\n#..#\n#..#\n####\n#..#\n#..#\n";
        let unread = a.replacen("####", "#.##", 1);
        for (accepted, answer, status) in [
            ("7", "7", SubmitStatus::Matched),
            ("7", "8", SubmitStatus::Differs),
            (a, "B", SubmitStatus::Differs),
            (&unread, "Q", SubmitStatus::Matched),
            (&unread, &unread, SubmitStatus::Matched),
        ] {
            let mut record = empty_record(PUZZLE);
            record.answers.recorded.accept(Part::Two, accepted);
            let compared = SubmitOutcome::compared(&record, answer);
            assert_eq!(compared.status, status, "{accepted} {answer}");
        }
    }

    #[test]
    fn what_follows_an_answer_that_was_sent_replaces_its_verdict_and_an_error_does_not() {
        let sent = || SubmitOutcome::new(SubmitStatus::Sent(Verdict::WrongLevel));
        let compared = SubmitOutcome::new(SubmitStatus::Matched);
        assert!(!compared.was_sent);
        let compared = sent().followed_by(Ok(compared));
        assert_eq!(compared.status, SubmitStatus::Matched);
        assert!(compared.was_sent);
        let failed = sent().followed_by(Err(failure("why").into()));
        assert_eq!(failed.status, sent().status);
        assert!(failed.problem.is_some());
    }
}
