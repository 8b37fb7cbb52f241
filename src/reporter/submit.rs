//! The result of `aoc submit`.

use std::io::Write;

use aoc_solution::Part;
use serde::Serialize;

use crate::puzzle::{Day, Puzzle, Year};
use crate::runner::PuzzleResult;
use crate::terminal::OutputError;
use crate::terminal::sanitize;
use crate::terminal::screen::Terminal;
use crate::terminal::style::{BAD, GOOD, STRONG};

/// What `aoc submit --json` prints: schema `aoc-submit/1`.
#[derive(Debug, Serialize)]
pub struct SubmitResult {
    schema: &'static str,
    pub year: Year,
    pub day: Day,
    pub part: u8,
    /// `None` where there is none, as for the last star of an event.
    pub answer: Option<String>,
    pub status: SubmitStatus,
    /// The answer that the site has accepted, where it is known.
    pub accepted: Option<String>,
    /// Whether it is the right answer to another user's input.
    pub someone_else: bool,
    /// The site takes no answer before this time.
    pub not_before: Option<String>,
    /// The examples that were checked.
    pub examples: Vec<PuzzleResult>,
    /// The command that comes next.
    pub next: Option<String>,
    /// What would be sent, or what went wrong.
    pub message: Option<String>,
    /// Whether its line was written already.
    #[serde(skip)]
    pub is_shown: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum SubmitStatus {
    Right,
    Wrong,
    TooHigh,
    TooLow,
    /// Not graded: the last answer was submitted too recently.
    TooRecent,
    /// Not graded: the site takes no answer to this part.
    WrongLevel,
    /// Sent, and perhaps graded.
    Unknown,
    /// Not sent: the part is solved, with the same answer.
    Matched,
    /// Not sent: the part is solved, with another answer.
    Differs,
    /// Not sent because of `--dry-run`.
    DryRun,
    /// Not sent: a guard refused it.
    Refused,
    /// Not sent for another reason.
    Failed,
}

impl SubmitResult {
    /// The result before anything is known.
    pub fn new(puzzle: Puzzle, part: Part) -> Self {
        Self {
            schema: "aoc-submit/1",
            year: puzzle.year,
            day: puzzle.day,
            part: part.into(),
            answer: None,
            status: SubmitStatus::Failed,
            accepted: None,
            someone_else: false,
            not_before: None,
            examples: Vec::new(),
            next: None,
            message: None,
            is_shown: false,
        }
    }
}

/// Writes the line of a result that is not an error.
pub fn submitted(
    out: &mut dyn Write,
    terminal: Terminal,
    result: &SubmitResult,
) -> Result<(), OutputError> {
    let place = format!("{} part {}", result.year.day(result.day), result.part);
    let text = |text: &Option<String>| sanitize(text.as_deref().unwrap_or_default()).into_owned();
    let answer = terminal.paint(STRONG, text(&result.answer)).to_string();
    let good = |word| terminal.paint(GOOD, word);
    let bad = |word| terminal.paint(BAD, word);
    let said = match (result.status, &result.answer) {
        (SubmitStatus::Right, None) => format!("the last star is {}", good("yours")),
        (SubmitStatus::Right, Some(_)) => format!("{answer} is {}", good("right")),
        (SubmitStatus::Wrong, _) => format!("{answer} is {}", bad("wrong")),
        (SubmitStatus::TooHigh, _) => format!("{answer} is {}", bad("too high")),
        (SubmitStatus::TooLow, _) => format!("{answer} is {}", bad("too low")),
        (SubmitStatus::Matched, None) => format!("already {}", good("solved")),
        (SubmitStatus::Matched, Some(_)) => {
            format!("{answer} is the {} answer", good("accepted"))
        }
        (SubmitStatus::Differs, _) => format!(
            "{answer} {} from the accepted answer {}",
            bad("differs"),
            text(&result.accepted)
        ),
        (SubmitStatus::DryRun, _) => text(&result.message),
        _ => return Ok(()),
    };
    writeln!(out, "{place}: {said}")?;
    Ok(out.flush()?)
}
