//! The result of a submission: the document of `--json`, and the line on the screen.

use serde::Serialize;

use super::answer_time::AnswerTime;
use super::outcome::{SubmitOutcome, SubmitStatus};
use super::part_record::PartRecord;
use crate::inputs::{Verdict, date_time};
use crate::puzzle::Puzzle;
use crate::runner::PuzzleResult;
use crate::terminal::layout::Line;
use crate::terminal::style::{BAD, GOLD, GOOD, PLAIN};
use crate::terminal::{Terminal, sanitize};

/// The JSON document of `aoc submit`.
#[derive(Serialize)]
pub struct SubmitResult {
    #[serde(flatten)]
    pub puzzle: Puzzle,
    pub part: u8,
    /// The submitted answer; `None` for the last star of an event, and if nobody knows which answer
    /// solved the part.
    pub answer: Option<String>,
    pub status: SubmitStatus,
    /// The accepted answer, if it is known.
    pub accepted: Option<String>,
    /// Whether the site says that the answer is right for another user's input.
    pub someone_else: bool,
    /// The time from which the site takes another answer.
    pub not_before: Option<String>,
    /// The examples that were checked.
    pub examples: Vec<PuzzleResult>,
    /// The suggested next command.
    pub next: Option<String>,
    /// The request of a dry run, or the error message.
    pub message: Option<String>,
    /// Whether an answer was sent before the part was compared.
    #[serde(skip)]
    pub was_sent: bool,
}

impl SubmitResult {
    /// The document of a submission of this part.
    pub fn new(record: &PartRecord, time: AnswerTime, outcome: &SubmitOutcome) -> Self {
        // Nobody knows which answer solved the part.
        let is_only_solved = outcome.status == SubmitStatus::Matched && outcome.accepted.is_none();
        let mut result = Self {
            puzzle: record.puzzle,
            part: record.part.into(),
            answer: None,
            status: outcome.status,
            accepted: outcome.accepted.clone(),
            someone_else: outcome.someone_else,
            not_before: None,
            examples: Vec::new(),
            next: None,
            message: outcome.request.clone(),
            was_sent: outcome.was_sent,
        };
        if let Some(candidate) = &outcome.candidate {
            result.examples = candidate.examples().to_vec();
            if !record.is_last_star() && !is_only_solved {
                result.answer = Some(candidate.answer.clone());
            }
        }
        if time.wait.is_some() {
            result.not_before = record.answers.not_before.map(date_time);
        }
        if let Some(problem) = &outcome.problem {
            result.message = Some(format!("{:#}", problem.source));
        }
        result
    }

    /// The line about the outcome; `None` if the outcome is an error.
    pub fn line(&self, stdout: Terminal) -> Option<String> {
        let (style, verdict) = match (self.status, self.answer.as_deref()) {
            (SubmitStatus::DryRun, _) => (PLAIN, self.message.clone()?),
            (SubmitStatus::Sent(Verdict::Right), None) => {
                (GOLD, "the last star is yours".to_owned())
            }
            (SubmitStatus::Sent(Verdict::Right), Some(answer)) => {
                (GOOD, format!("{answer} is right"))
            }
            (SubmitStatus::Matched, None) => (GOOD, "already solved".to_owned()),
            (SubmitStatus::Matched, Some(answer)) => {
                (GOOD, format!("{answer} is the accepted answer"))
            }
            (SubmitStatus::Differs, Some(answer)) => {
                let accepted = self.accepted.as_deref()?;
                let differs = format!("{answer} differs from the accepted answer {accepted}");
                (BAD, differs)
            }
            (SubmitStatus::Sent(verdict), answer) if verdict.is_wrong() => {
                let answer = answer.unwrap_or("the answer");
                (BAD, format!("{answer} is {}", verdict.words()))
            }
            _ => return None,
        };
        let Self { puzzle, part, .. } = self;
        let mut line = Line::new(stdout, 2);
        line.words(PLAIN, format!("{puzzle} part {part}:"))
            .gap(1)
            .words(style, sanitize(&verdict));
        let is_compared = matches!(self.status, SubmitStatus::Matched | SubmitStatus::Differs);
        if is_compared && !self.was_sent {
            line.gap(1).words(PLAIN, "(nothing was sent)");
        }
        Some(line.end())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outcomes_are_lines_of_any_width() {
        let long = "the-answer-that-has-more-characters-than-a-line";
        let mut text = String::new();
        for width in [80, 40] {
            for (answer, status) in [
                (Some("33400"), SubmitStatus::Sent(Verdict::Right)),
                (Some("33400"), SubmitStatus::Sent(Verdict::TooHigh)),
                (None, SubmitStatus::Sent(Verdict::Right)),
                (Some("33400"), SubmitStatus::Differs),
                (Some(long), SubmitStatus::Matched),
            ] {
                let result = SubmitResult {
                    puzzle: Puzzle::of(2026, 12),
                    part: 2,
                    answer: answer.map(str::to_owned),
                    accepted: Some("33401".to_owned()),
                    status,
                    someone_else: false,
                    not_before: None,
                    examples: Vec::new(),
                    next: None,
                    message: None,
                    was_sent: false,
                };
                text += &result.line(Terminal::wide(width)).expect("a line");
            }
        }
        insta::assert_snapshot!(text, @"
        2026/12 part 2: 33400 is right
        2026/12 part 2: 33400 is too high
        2026/12 part 2: the last star is yours
        2026/12 part 2: 33400 differs from the accepted answer 33401 (nothing was sent)
        2026/12 part 2: the-answer-that-has-more-characters-than-a-line is the accepted
          answer (nothing was sent)
        2026/12 part 2: 33400 is right
        2026/12 part 2: 33400 is too high
        2026/12 part 2: the last star is yours
        2026/12 part 2: 33400 differs from the
          accepted answer 33401 (nothing was
          sent)
        2026/12 part 2:
          the-answer-that-has-more-characters-th
          an-a-line is the accepted answer
          (nothing was sent)
        ");
    }
}
