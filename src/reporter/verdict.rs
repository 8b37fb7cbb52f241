//! The outcome of submitting an answer.

use serde::Serialize;

use super::picture::picture_text;
use crate::error::{Exit, Result};
use crate::inputs::Verdict;
use crate::puzzle::Puzzle;
use crate::runner::PuzzleResult;
use crate::site::PictureLine;
use crate::terminal::layout::Line;
use crate::terminal::style::{BAD, GOLD, GOOD, PLAIN};
use crate::terminal::{Console, Terminal, sanitize};

/// The JSON document of `aoc submit`.
#[derive(Serialize)]
pub struct SubmitResult {
    #[serde(flatten)]
    pub puzzle: Puzzle,
    pub part: u8,
    /// The submitted answer; `None` if there is none, as for the last star of an event.
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

#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum SubmitStatus {
    /// The part was solved already, with the same answer.
    Matched,
    /// The part was solved already, with another answer.
    Differs,
    DryRun,
    Refused,
    Failed,
    /// The answer was sent.
    #[serde(untagged)]
    Sent(Verdict),
}

impl SubmitStatus {
    /// The exit code, unless there is an error.
    pub fn exit(self) -> Exit {
        match self {
            SubmitStatus::Sent(verdict) if verdict.is_wrong() => Exit::Wrong,
            SubmitStatus::Differs => Exit::Failed,
            _ => Exit::Done,
        }
    }
}

/// The line about the outcome; `None` if the outcome is an error.
pub fn verdict_line(stdout: Terminal, result: &SubmitResult) -> Option<String> {
    let answer = result.answer.as_deref().unwrap_or_default();
    let (style, verdict) = match result.status {
        SubmitStatus::DryRun => (PLAIN, result.message.clone()?),
        SubmitStatus::Sent(Verdict::Right) if answer.is_empty() => {
            (GOOD, "the last star is yours".to_owned())
        }
        SubmitStatus::Sent(Verdict::Right) => (GOOD, format!("{answer} is right")),
        SubmitStatus::Matched if answer.is_empty() => (GOOD, "already solved".to_owned()),
        SubmitStatus::Matched => (GOOD, format!("{answer} is the accepted answer")),
        SubmitStatus::Differs => {
            let accepted = result.accepted.as_deref()?;
            let differs = format!("{answer} differs from the accepted answer {accepted}");
            (BAD, differs)
        }
        SubmitStatus::Sent(verdict) if verdict.is_wrong() => {
            (BAD, format!("{answer} is {}", verdict.words()))
        }
        _ => return None,
    };
    let SubmitResult { puzzle, part, .. } = result;
    let mut line = Line::new(stdout, 2);
    line.words(PLAIN, format!("{puzzle} part {part}:"))
        .gap(1)
        .words(style, sanitize(&verdict));
    if matches!(result.status, SubmitStatus::Matched | SubmitStatus::Differs) && !result.was_sent {
        line.gap(1).words(PLAIN, "(nothing was sent)");
    }
    Some(line.end())
}

/// Shows a new star: lines of the event's picture, and a label in the colour of stars, with
/// details.
pub fn show_star(
    console: &mut Console,
    picture: &[PictureLine],
    label: &str,
    details: &[String],
) -> Result<()> {
    let stdout = console.stdout;
    let picture = picture_text(stdout, picture, None).unwrap_or_default();
    let star = star_lines(stdout, label, details);
    console.print(&format!("\n{picture}{star}\n"))
}

fn star_lines(stdout: Terminal, label: &str, details: &[String]) -> String {
    let mut line = Line::new(stdout, 6);
    line.gap(2).left(GOLD, label, 2);
    for detail in details {
        line.gap(2).cell(PLAIN, detail);
    }
    line.end()
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
                ("33400", SubmitStatus::Sent(Verdict::Right)),
                ("33400", SubmitStatus::Sent(Verdict::TooHigh)),
                ("", SubmitStatus::Sent(Verdict::Right)),
                ("33400", SubmitStatus::Differs),
                (long, SubmitStatus::Matched),
            ] {
                let result = SubmitResult {
                    puzzle: Puzzle::of(2026, 12),
                    part: 2,
                    answer: Some(answer.to_owned()),
                    accepted: Some("33401".to_owned()),
                    status,
                    someone_else: false,
                    not_before: None,
                    examples: Vec::new(),
                    next: None,
                    message: None,
                    was_sent: false,
                };
                text += &verdict_line(Terminal::wide(width), &result).expect("a line");
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

    #[test]
    fn a_star_takes_a_line_or_several() {
        let details = [
            "12m 34s after the unlock",
            "5 of 24 stars",
            "place 3 of 12, 14m ago",
        ];
        let details = details.map(str::to_owned);
        let mut text = String::new();
        for (width, label) in [
            (80, "*"),
            (40, "**"),
            (40, "** all stars of 2026 are yours **"),
        ] {
            text += &star_lines(Terminal::wide(width), label, &details);
        }
        insta::assert_snapshot!(text, @r"
          *   12m 34s after the unlock  5 of 24 stars  place 3 of 12, 14m ago
          **  12m 34s after the unlock
              5 of 24 stars
              place 3 of 12, 14m ago
          ** all stars of 2026 are yours **
              12m 34s after the unlock
              5 of 24 stars
              place 3 of 12, 14m ago
        ");
    }
}
