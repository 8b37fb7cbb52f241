//! What is known of a day, and the table of days, which `aoc`, `aoc status` and `aoc list`
//! show.
//!
//! ```text
//! day     title         stars examples answers     last
//! 2025/1  Secret Entr…  **           2       2  2.10 ms
//! 2025/2  Gift Shop     *            1       1           no input
//! ```

use std::time::Duration;

use anstyle::Style;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::puzzle::{Puzzle, part_count};
use crate::runner::Status;
use crate::site::A_DAY;
use crate::terminal::style::{BAD, DIM, DOUBT, PLAIN, STRONG, star_marks, star_style};
use crate::terminal::{Terminal, cut_end, elapsed, one_line, row, span, text_line, width};

/// What is known of the last runs of a day.
#[derive(Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct LastRun {
    /// The last complete run with the user's input, or the last one at all if none was complete.
    #[serde(flatten)]
    pub time: Option<LastTime>,
    /// How the last run with the user's input ended, even if it was not complete.
    #[serde(default)]
    pub status: Status,
    /// How the examples that ran last ended.
    #[serde(default)]
    pub examples: Status,
    /// The digest of the day's files that had this status; `None` if an older version stored it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<u64>,
}

/// The time of a run.
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
    /// The digest of the day's files that took this time; `None` if an older version stored it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timed_source: Option<u64>,
}

impl LastRun {
    /// The failure of the last run: that with the input, otherwise that of the examples.
    pub fn failure(&self) -> Option<Status> {
        [self.status, self.examples]
            .into_iter()
            .find(|status| status.is_failure())
    }
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

/// When the stars of a puzzle came, in seconds; `None` for a star that has no known time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct StarTimes {
    /// After the unlock; 86400 for a star of which the site says no more than that it came later.
    pub part1: Option<u64>,
    pub part2: Option<u64>,
    /// After the first look at the puzzle, if that was noted.
    pub part1_from_look: Option<u64>,
    pub part2_from_look: Option<u64>,
}

impl StarTimes {
    /// True if there is more to tell than that the star came later than a day.
    pub fn is_telling(&self) -> bool {
        let after_unlock = self.part2.or(self.part1).map(Duration::from_secs);
        after_unlock.is_some_and(|time| time < A_DAY) || self.since_first_look().is_some()
    }

    /// The time of the last star after the unlock, in words; later than a day as the site says it.
    pub fn since_unlock(&self) -> Option<String> {
        let time = Duration::from_secs(self.part2.or(self.part1)?);
        if time >= A_DAY {
            return Some(LATER.to_owned());
        }
        Some(span(time))
    }

    /// The time of the last star after the first look, in words.
    pub fn since_first_look(&self) -> Option<String> {
        let seconds = self.part2_from_look.or(self.part1_from_look)?;
        Some(span(Duration::from_secs(seconds)))
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
    pub times: StarTimes,
    /// What the last runs found out about the day as it is saved now; a time may be an old one.
    pub last_run: Option<LastRun>,
    /// Whether the time is that of other contents of the day's files.
    #[serde(skip)]
    pub has_old_time: bool,
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

    /// The time of the last run, perhaps of other contents of the day's files.
    pub fn last_time(&self) -> Option<LastTime> {
        self.last_run?.time
    }

    /// True if the answers to the code's day can still be taken from the puzzle's page, as
    /// in a clone on another computer or after an import.
    pub fn is_unchecked(&self) -> bool {
        let may_show_answers = !self.page || self.seen_stars > Some(0);
        self.solution && self.unlocked && self.answers == 0 && may_show_answers
    }
}

type Cell = (Style, String);

/// The time of a star that came later than a day after the unlock, as the site says it.
pub const LATER: &str = ">24h";

/// The columns of the table, in their order.
const COLUMNS: [&str; 8] = [
    "day", "title", "stars", "examples", "answers", "unlock", "look", "last",
];

/// What the signs of the table mean.
pub fn days_legend(terminal: Terminal, days: &[DayOverview]) -> String {
    let mut legend = "· none; a blank cell of stars is not known".to_owned();
    if days
        .iter()
        .any(|day| day.last_time().is_some_and(|last| last.is_partial))
    {
        legend += "; > the last run was without a part";
    }
    if has_times(terminal, days) {
        legend += "; unlock and look: the time from the unlock and from your first look to the \
                   last star";
    }
    text_line(terminal, DIM, legend)
}

/// Whether the table has the columns of the times of stars.
fn has_times(terminal: Terminal, days: &[DayOverview]) -> bool {
    terminal.width.is_none_or(|columns| columns >= 96)
        && days.iter().any(|day| day.times.is_telling())
}

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
    let (hidden, others): (&[usize], usize) = match terminal.width {
        Some(..36) => (&[3, 4, 5, 6, 7], 14),
        Some(..72) => (&[3, 4, 5, 6], 23),
        _ if has_times(terminal, days) => (&[], 57 + note_width),
        _ => (&[5, 6], 41 + note_width),
    };
    if let Some(columns) = terminal.width {
        title_width = title_width.min(columns.saturating_sub(others));
    }
    let widths = [7, title_width.cast_signed(), 5, -8, -7, -7, -7, -8];
    let widths = shown(widths, hidden);
    let heading = COLUMNS.map(|name| (DIM, name.to_owned()));
    let mut text = row(terminal, 1, &widths, &shown(heading, hidden));
    for day in days {
        let mut cells = shown(day.cells(title_width), hidden);
        cells.push(day.note());
        text += &row(terminal, 1, &widths, &cells);
    }
    text
}

/// The cells without those of the hidden columns.
fn shown<T>(cells: [T; 8], hidden: &[usize]) -> Vec<T> {
    let cells = cells.into_iter().enumerate();
    cells
        .filter(|(column, _)| !hidden.contains(column))
        .map(|(_, cell)| cell)
        .collect()
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

    fn cells(&self, title_width: usize) -> [Cell; 8] {
        let title = cut_end(&self.shown_title(), title_width).into_owned();
        let marks = self.stars.map(star_marks).unwrap_or_default();
        let style = if self.is_old {
            DIM
        } else {
            star_style(self.stars.unwrap_or(0).into(), 2)
        };
        let last = self.last_time().map(|last| last.total());
        let last_style = if self.has_old_time { DIM } else { PLAIN };
        [
            (STRONG, self.puzzle.to_string()),
            (PLAIN, title),
            (style, marks.to_owned()),
            count_cell(self.example_count),
            count_cell(self.answers),
            (PLAIN, self.times.since_unlock().unwrap_or_default()),
            (PLAIN, self.times.since_first_look().unwrap_or_default()),
            (last_style, last.unwrap_or_default()),
        ]
    }
}

fn count_cell(count: usize) -> Cell {
    match count {
        0 => (DIM, "·".to_owned()),
        _ => (PLAIN, count.to_string()),
    }
}
