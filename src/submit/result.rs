//! Shows the outcome of a submission, as the document of `--json` or as a line on the screen.

use serde::Serialize;

use super::find_answer::AnswerToSubmit;
use super::outcome::{SubmitOutcome, SubmitStatus};
use super::part_record::PartRecord;
use super::wait::Wait;
use crate::inputs::{Verdict, date_time};
use crate::puzzle::Puzzle;
use crate::runner::PuzzleResult;
use crate::terminal::style::{BAD, GOLD, GOOD, PLAIN};
use crate::terminal::{Line, Terminal};

/// The JSON document of `aoc submit` (schema `aoc-submit/1`).
#[derive(Serialize)]
pub struct SubmitDocument {
    #[serde(flatten)]
    puzzle: Puzzle,
    part: u8,
    /// The submitted answer. `None` for the last star of an event, and if it is not known which
    /// answer solved the part.
    answer: Option<String>,
    status: SubmitStatus,
    /// The accepted answer, if it is known.
    accepted: Option<String>,
    /// True if the site says that the answer is right for another user's input.
    someone_else: bool,
    /// The time from which the site takes another answer.
    not_before: Option<String>,
    /// The examples that were checked.
    examples: Vec<PuzzleResult>,
    /// The suggested next command.
    next: Option<String>,
    /// The request of a dry run, or the error message.
    message: Option<String>,
}

impl SubmitDocument {
    /// The document of a submission of this part. `found` is `None` if no answer was found.
    /// `site_wait` is the wait that the site asks for.
    pub fn new(
        record: &PartRecord,
        found: Option<&AnswerToSubmit>,
        outcome: &SubmitOutcome,
        site_wait: Option<&Wait>,
        next: Option<String>,
    ) -> Self {
        let accepted = match outcome.status {
            SubmitStatus::Matched | SubmitStatus::Differs | SubmitStatus::Sent(Verdict::Right) => {
                record.accepted(record.part).map(str::to_owned)
            }
            _ => None,
        };
        // It is not known which answer solved the part.
        let is_only_solved = outcome.status == SubmitStatus::Matched && accepted.is_none();
        let mut document = Self {
            puzzle: record.puzzle,
            part: record.part.into(),
            answer: None,
            status: outcome.status,
            accepted,
            someone_else: outcome.someone_else,
            not_before: None,
            examples: Vec::new(),
            next,
            message: outcome.request.clone(),
        };
        if let Some(found) = found {
            let examples = found.examples().iter();
            document.examples = examples.map(PuzzleResult::documented).collect();
            if !record.is_last_star() && !is_only_solved {
                document.answer = Some(found.answer.clone());
            }
        }
        if site_wait.is_some() {
            document.not_before = record.answers.recorded.not_before.map(date_time);
        }
        if let Some(problem) = &outcome.problem {
            document.message = Some(format!("{:#}", problem.error));
        }
        document
    }
}

/// The line about the outcome. `None` if the outcome is an error.
pub fn outcome_line(
    stdout: Terminal,
    record: &PartRecord,
    found: Option<&AnswerToSubmit>,
    outcome: &SubmitOutcome,
) -> Option<String> {
    let answer = match found {
        Some(found) if !record.is_last_star() && !found.answer.trim().is_empty() => &found.answer,
        _ => "the answer",
    };
    let accepted = record.accepted(record.part);
    let (style, text) = match outcome.status {
        SubmitStatus::DryRun => (PLAIN, outcome.request.clone()?),
        SubmitStatus::Sent(Verdict::Right) if record.is_last_star() => {
            (GOLD, "the last star is yours".to_owned())
        }
        SubmitStatus::Sent(Verdict::Right) => (GOOD, format!("{answer} is right")),
        SubmitStatus::Sent(verdict) if verdict.is_wrong() => {
            (BAD, format!("{answer} is {}", verdict.words()))
        }
        SubmitStatus::Matched if accepted.is_none() => (GOOD, "already solved".to_owned()),
        SubmitStatus::Matched => (GOOD, format!("{answer} is the accepted answer")),
        SubmitStatus::Differs => {
            let differs = format!("{answer} differs from the accepted answer {}", accepted?);
            (BAD, differs)
        }
        SubmitStatus::Sent(_) | SubmitStatus::Refused | SubmitStatus::Failed => return None,
    };
    let mut line = Line::new(stdout, 2);
    line.words(PLAIN, format!("{}:", record.name()))
        .gap(1)
        .words(style, text);
    let is_comparison = matches!(
        outcome.status,
        SubmitStatus::Matched | SubmitStatus::Differs
    );
    if is_comparison && !outcome.was_sent {
        line.gap(1).words(PLAIN, "(nothing was sent)");
    }
    Some(line.end())
}

#[cfg(test)]
mod tests {
    use aoc_solution::protocol::Phase;

    use super::*;
    use crate::runner::{PhaseResult, PuzzleHeader, Status};
    use crate::submit::testing::empty_record;

    #[test]
    fn the_message_of_an_example_is_that_of_its_failure_as_in_runs() {
        let puzzle = Puzzle::of(2020, 22);
        let why = "expected 306".to_owned();
        let mut example = PuzzleResult::new(PuzzleHeader::unknown(puzzle));
        example.push(PhaseResult::new(Phase::Part1, Status::Wrong, Some(why)));
        let mut solved = PuzzleResult::new(PuzzleHeader::unknown(puzzle));
        solved.examples = vec![example];
        let found = AnswerToSubmit {
            solved: Some(solved),
            ..AnswerToSubmit::given("5")
        };
        let outcome = SubmitOutcome::new(SubmitStatus::Refused);
        let record = empty_record(puzzle);
        let document = SubmitDocument::new(&record, Some(&found), &outcome, None, None);
        let message = document.examples[0].message.as_deref();
        assert_eq!(message, Some("expected 306"));
    }

    #[test]
    fn outcomes_are_lines_of_any_width() {
        let long = "the-answer-that-has-more-characters-than-a-line";
        let mut text = String::new();
        for width in [80, 40] {
            for (day, answer, status) in [
                (11, "33400", SubmitStatus::Sent(Verdict::Right)),
                (11, "33400", SubmitStatus::Sent(Verdict::TooHigh)),
                (12, "done", SubmitStatus::Sent(Verdict::Right)),
                (11, "33400", SubmitStatus::Differs),
                (11, long, SubmitStatus::Matched),
            ] {
                let mut record = empty_record(Puzzle::of(2026, day));
                record.answers.recorded.accept(record.part, "33401");
                let found = AnswerToSubmit::given(answer);
                let outcome = SubmitOutcome::new(status);
                let line = outcome_line(Terminal::wide(width), &record, Some(&found), &outcome);
                text += &line.expect("a line");
            }
        }
        insta::assert_snapshot!(text, @"
        2026/11 part 2: 33400 is right
        2026/11 part 2: 33400 is too high
        2026/12 part 2: the last star is yours
        2026/11 part 2: 33400 differs from the accepted answer 33401 (nothing was sent)
        2026/11 part 2: the-answer-that-has-more-characters-than-a-line is the accepted
          answer (nothing was sent)
        2026/11 part 2: 33400 is right
        2026/11 part 2: 33400 is too high
        2026/12 part 2: the last star is yours
        2026/11 part 2: 33400 differs from the
          accepted answer 33401 (nothing was
          sent)
        2026/11 part 2:
          the-answer-that-has-more-characters-th
          an-a-line is the accepted answer
          (nothing was sent)
        ");
    }
}
