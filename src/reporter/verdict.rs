//! The outcome of submitting an answer.

use serde::Serialize;

use crate::error::Exit;
use crate::inputs::Verdict;
use crate::puzzle::Puzzle;
use crate::runner::PuzzleResult;
use crate::terminal::{Terminal, sanitize, style};

/// The JSON of `aoc submit`.
#[derive(Default, Serialize)]
pub struct SubmitResult {
    #[serde(flatten)]
    pub puzzle: Puzzle,
    pub part: u8,
    /// `None` if there is none, as for the last star of an event.
    pub answer: Option<String>,
    pub status: SubmitStatus,
    /// The accepted answer, if it is known.
    pub accepted: Option<String>,
    /// Whether the site says that it is the right answer for another user's input.
    pub someone_else: bool,
    /// The time before which the site takes no answer.
    pub not_before: Option<String>,
    /// The examples that were checked.
    pub examples: Vec<PuzzleResult>,
    /// The suggested next command.
    pub next: Option<String>,
    /// The request of a dry run, or the error.
    pub message: Option<String>,
}

#[derive(Clone, Copy, Default, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum SubmitStatus {
    /// The part is solved already, with the same answer.
    Matched,
    /// The part is solved already, with another answer.
    Differs,
    DryRun,
    Refused,
    #[default]
    Failed,
    /// The answer was sent.
    #[serde(untagged)]
    Sent(Verdict),
}

impl SubmitStatus {
    /// The exit code, unless there is an error.
    pub const fn exit(self) -> Exit {
        match self {
            Self::Sent(verdict) if verdict.is_wrong() => Exit::Wrong,
            Self::Differs => Exit::Failed,
            _ => Exit::Done,
        }
    }
}

/// The line about the outcome; `None` if the outcome is an error.
pub fn verdict_line(stdout: Terminal, result: &SubmitResult) -> Option<String> {
    let text = match (result.status, &result.answer) {
        (SubmitStatus::DryRun, _) => sanitize(result.message.as_deref()?),
        (SubmitStatus::Sent(Verdict::Right), None) => {
            let yours = stdout.paint(style::GOOD, "yours");
            format!("the last star is {yours}")
        }
        (SubmitStatus::Matched, None) => {
            let solved = stdout.paint(style::GOOD, "solved");
            format!("already {solved}")
        }
        (status, Some(answer)) => {
            let answer = stdout.paint(style::STRONG, sanitize(answer));
            match status {
                SubmitStatus::Sent(Verdict::Right) => {
                    let right = stdout.paint(style::GOOD, "right");
                    format!("{answer} is {right}")
                }
                SubmitStatus::Matched => {
                    let accepted = stdout.paint(style::GOOD, "accepted");
                    format!("{answer} is the {accepted} answer")
                }
                SubmitStatus::Differs => {
                    let accepted = sanitize(result.accepted.as_deref()?);
                    let differs = stdout.paint(style::BAD, "differs");
                    format!("{answer} {differs} from the accepted answer {accepted}")
                }
                SubmitStatus::Sent(verdict) if verdict.is_wrong() => {
                    let verdict = verdict.to_string().replace('-', " ");
                    format!("{answer} is {}", stdout.paint(style::BAD, verdict))
                }
                _ => return None,
            }
        }
        _ => return None,
    };
    Some(format!("{} part {}: {text}\n", result.puzzle, result.part))
}
