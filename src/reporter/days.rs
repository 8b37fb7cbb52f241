//! What is known of a day, and the table of days, which `aoc`, `aoc status` and `aoc list`
//! show.
//!
//! ```text
//! day     title         stars examples answers     last
//! 2025/1  Secret Entr…  **           2       2  2.10 ms
//! 2025/2  Gift Shop     *            1       1           no input
//! ```

use anstyle::Style;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::puzzle::{Puzzle, part_count};
use crate::runner::Status;
use crate::terminal::style::{BAD, DIM, DOUBT, PLAIN, STRONG, star_marks, star_style};
use crate::terminal::{Terminal, cut_end, elapsed, one_line, row, width};

/// The last complete run, or the last one at all if none was complete.
#[derive(Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct LastTime {
    /// The time of parsing and both parts, without alternatives.
    pub ns: u64,
    /// Whether a part is missing in `ns`, because it is not written, failed or took too long.
    #[serde(default)]
    pub is_partial: bool,
    pub time: DateTime<Utc>,
    /// The time of each part.
    #[serde(default)]
    pub parts: [Option<u64>; 2],
    /// How the last run ended, even if it was not complete.
    #[serde(default)]
    pub status: Status,
    /// The digest of the day's files that ran; `None` if an older version stored the time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<u64>,
}

impl LastTime {
    /// The time of all phases, as a lower bound if a part is missing.
    pub fn total(&self) -> String {
        let total = elapsed(self.ns);
        if self.is_partial {
            format!("> {total}")
        } else {
            total
        }
    }
}

/// What is known of a day.
#[derive(Clone, Default, Serialize)]
pub struct DayOverview {
    #[serde(flatten)]
    pub puzzle: Puzzle,
    /// `None` if neither the code nor a stored page has one.
    pub title: Option<String>,
    pub unlocked: bool,
    /// 0 to 2: the most of what the site showed and of the recorded answers; `None` if
    /// neither is known.
    pub stars: Option<u8>,
    /// The stars that the site showed; `None` if it was never asked.
    pub seen_stars: Option<u8>,
    /// Whether the files exist.
    pub solution: bool,
    pub input: bool,
    pub page: bool,
    pub examples: bool,
    /// The number of recorded accepted answers.
    pub answers: usize,
    /// The last complete run with the user's input.
    pub last_run: Option<LastTime>,
    /// The examples of the file or of the code, whichever has more.
    #[serde(skip)]
    pub example_count: usize,
    /// Whether the stars are only what the site showed long ago.
    #[serde(skip)]
    pub is_old: bool,
    #[serde(skip)]
    pub problem: Option<DayProblem>,
}

/// What keeps a day from its stars.
#[derive(Clone)]
pub enum DayProblem {
    /// The last run failed.
    Fails(Status),
    NoInput,
    /// The page has an example that is not clear.
    UnclearExample,
}

impl DayOverview {
    /// True if a part is unlocked that has an answer and no star. The last star of an
    /// event has no answer.
    pub fn is_open(&self) -> bool {
        let stars = self.stars.unwrap_or(0);
        self.unlocked && usize::from(stars) < part_count(self.puzzle)
    }

    /// True if there is something to show.
    pub fn is_known(&self) -> bool {
        self.solution
            || self.input
            || self.examples
            || self.stars > Some(0)
            || self.last_run.is_some()
    }

    /// True if the answers to the code's day can still be taken from the puzzle's page, as
    /// in a clone on another computer or after an import.
    pub fn is_unchecked(&self) -> bool {
        let may_show_answers = !self.page || self.seen_stars > Some(0);
        self.solution && self.unlocked && self.answers == 0 && may_show_answers
    }
}

type Cell = (Style, String);

/// A line for each day. Titles have the room that is left; a pipe has whole titles.
pub fn days_table(terminal: Terminal, days: &[DayOverview]) -> String {
    if days.is_empty() {
        return String::new();
    }
    let mut title_width = width("title");
    let mut note_width = 0;
    for day in days {
        title_width = title_width.max(width(&day.shown_title()));
        note_width = note_width.max(width(&day.note().1));
    }
    // The columns that do not fit, and what the others take beside the title.
    let (hidden, others) = match terminal.width {
        Some(..36) => (3..6, 14),
        Some(..72) => (3..5, 23),
        _ => (0..0, 41 + note_width),
    };
    if let Some(columns) = terminal.width {
        title_width = title_width.min(columns.saturating_sub(others));
    }
    let mut widths = vec![7, title_width.cast_signed(), 5, -8, -7, -8];
    widths.drain(hidden.clone());
    let heading = ["day", "title", "stars", "examples", "answers", "last"]
        .map(|name| (DIM, name.to_owned()))
        .to_vec();
    let rows = days.iter().map(|day| day.cells(title_width));
    let mut text = String::new();
    for mut cells in [heading].into_iter().chain(rows) {
        cells.drain(hidden.clone());
        text += &row(terminal, 1, &widths, &cells);
    }
    text
}

impl DayOverview {
    fn shown_title(&self) -> String {
        one_line(self.title.as_deref().unwrap_or("(no title)"))
    }

    /// What is missing, in words.
    fn note(&self) -> Cell {
        match &self.problem {
            Some(DayProblem::Fails(status)) => (BAD, format!("{status} now")),
            Some(DayProblem::NoInput) => (DOUBT, "no input".to_owned()),
            Some(DayProblem::UnclearExample) => (DOUBT, "example not clear".to_owned()),
            None => (PLAIN, String::new()),
        }
    }

    fn cells(&self, title_width: usize) -> Vec<Cell> {
        let title = cut_end(&self.shown_title(), title_width).into_owned();
        let marks = self.stars.map(star_marks).unwrap_or_default();
        let style = if self.is_old {
            DIM
        } else {
            star_style(self.stars.unwrap_or(0).into(), 2)
        };
        let last = self.last_run.as_ref().map(LastTime::total);
        vec![
            (STRONG, self.puzzle.to_string()),
            (PLAIN, title),
            (style, marks.to_owned()),
            count_cell(self.example_count),
            count_cell(self.answers),
            (PLAIN, last.unwrap_or_default()),
            self.note(),
        ]
    }
}

fn count_cell(count: usize) -> Cell {
    match count {
        0 => (DIM, "·".to_owned()),
        _ => (PLAIN, count.to_string()),
    }
}
