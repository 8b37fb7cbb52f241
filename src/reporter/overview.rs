//! What `aoc status` shows: where one stands, on one screen of 24 rows.
//!
//! ```text
//! session  AOC_SESSION (…cdef), user ana; not checked without --refresh
//! event    2026 begins in 10d 18h, on 2026-12-01 at 05:00 UTC
//! stars    2025: 5 of 24, seen 3h 5m ago; all years: 123
//!
//! day ** code input page ex ans     last   day ** code input page ex ans     last
//!   1 ** ✓    ✓     ✓    ✓    2  2.10 ms    14 ·  ·    ·     ·    ·    0
//!
//! next     aoc run 2025/2 - edited last
//! ```

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use chrono::{DateTime, Utc};
use serde::Serialize;

use crate::puzzle::{Day, Puzzle, Year};
use crate::terminal::cut_start;
use crate::terminal::layout::Line;
use crate::terminal::screen::Terminal;
use crate::terminal::style::{DIM, DOUBT, GOOD, PLAIN, STRONG};
use crate::terminal::style::{star_marks, star_style};
use crate::terminal::{OutputError, raw};
use crate::terminal::{elapsed, one_line, span};

/// What `aoc status --json` prints: schema `aoc-status/1`.
#[derive(Debug, Serialize)]
pub struct StatusResults {
    pub schema: &'static str,
    /// The project's folder; `None` outside of one.
    pub project: Option<PathBuf>,
    pub session: SessionOverview,
    pub event: EventOverview,
    pub year: Year,
    pub stars: StarsOverview,
    pub days: Vec<DayOverview>,
    pub next: Next,
}

#[derive(Debug, Serialize)]
pub struct SessionOverview {
    /// A variable or a file; `None` if there is no session.
    pub place: Option<String>,
    /// The last characters of the token.
    pub tail: Option<String>,
    /// The user's name, as the site said it last.
    pub user: Option<String>,
    /// Whether the site has just accepted it; without a request nobody knows.
    pub is_proven: bool,
    /// Why there is no session.
    pub problem: Option<String>,
}

#[derive(Debug, Serialize)]
pub struct EventOverview {
    /// The event of this December.
    pub running: Option<Year>,
    pub next: Option<Unlock>,
    /// How far the local clock is ahead of the site's, if that is notable.
    pub clock_ahead_seconds: i64,
}

/// The puzzle that unlocks next.
#[derive(Debug, Serialize)]
pub struct Unlock {
    pub year: Year,
    pub day: Day,
    pub time: DateTime<Utc>,
    /// The time left by the site's clock.
    pub seconds: i64,
}

#[derive(Debug, Serialize)]
pub struct StarsOverview {
    /// As many as are known.
    pub stars: u32,
    pub of: u32,
    /// When the site showed them; `None` if only recorded answers are known.
    pub seen: Option<DateTime<Utc>>,
    pub age_seconds: Option<i64>,
    /// `None` if some year is not known.
    pub all_years: Option<u32>,
}

#[derive(Clone, Debug, Serialize)]
#[expect(clippy::struct_excessive_bools, reason = "one for each file")]
pub struct DayOverview {
    pub year: Year,
    pub day: Day,
    pub unlocked: bool,
    /// 0 to 2; `None` if the site was not asked and no answer is recorded.
    pub stars: Option<u8>,
    /// Whether these files exist.
    pub solution: bool,
    pub input: bool,
    pub page: bool,
    pub examples: bool,
    /// How many accepted answers are recorded.
    pub answers: u8,
    pub last_run: Option<LastRun>,
}

impl DayOverview {
    pub const fn puzzle(&self) -> Puzzle {
        self.year.day(self.day)
    }
}

/// The last whole run on the user's input.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct LastRun {
    pub ns: u64,
    pub time: DateTime<Utc>,
}

/// A command and what it is for.
#[derive(Debug, Serialize)]
pub struct Next {
    pub command: String,
    pub why: String,
}

/// Writes the screen.
pub fn overview(
    out: &mut dyn Write,
    terminal: Terminal,
    results: &StatusResults,
) -> Result<(), OutputError> {
    let mut lines = session(terminal, &results.session);
    lines += &event(terminal, &results.event);
    lines += &stars(terminal, results.year, &results.stars);
    let days: Vec<&DayOverview> = results.days.iter().filter(|day| day.unlocked).collect();
    if results.project.is_some() && !days.is_empty() {
        lines.push('\n');
        lines += &table(terminal, &days);
    }
    lines.push('\n');
    let mut line = labelled(terminal, "next");
    line.words(STRONG, &results.next.command).gap(2);
    line.words(DIM, &one_line(&results.next.why));
    lines += &line.end();
    raw(out, lines.as_bytes())
}

/// The columns of the words at the beginning of lines.
const LABEL: usize = 9;

fn labelled(terminal: Terminal, label: &str) -> Line {
    let mut line = Line::new(terminal, 2);
    line.left(DIM, label, LABEL);
    line
}

fn session(terminal: Terminal, session: &SessionOverview) -> String {
    let mut line = labelled(terminal, "session");
    let Some(place) = &session.place else {
        let problem = session.problem.as_deref().unwrap_or("none");
        line.words(DOUBT, &one_line(problem));
        return line.end();
    };
    let place = one_line(place);
    let room = terminal.width.unwrap_or(usize::MAX);
    // What stands behind it fits on most lines.
    let place = cut_start(&place, room.saturating_sub(LABEL + 11).max(12));
    line.cell(PLAIN, &place);
    if let Some(tail) = session.tail.as_deref().filter(|tail| !tail.is_empty()) {
        line.gap(1).cell(DIM, &format!("(…{tail})"));
    }
    if let Some(user) = &session.user {
        line.gap(2)
            .cell(PLAIN, &cut_start(&one_line(user), room - 2));
    }
    line.gap(2);
    if session.is_proven {
        line.cell(GOOD, "accepted");
    } else {
        line.words(DIM, "not checked without --refresh");
    }
    line.end()
}

fn event(terminal: Terminal, event: &EventOverview) -> String {
    let mut lines = String::new();
    let mut line = labelled(terminal, "event");
    if let Some(next) = &event.next {
        let left = Duration::from_secs(next.seconds.unsigned_abs());
        let what = match event.running {
            Some(_) => format!("{}/{} unlocks in {}", next.year, next.day, span(left)),
            None => format!("{} begins in {}", next.year, span(left)),
        };
        line.words(STRONG, &what).gap(2);
        let time = next.time.format("on %Y-%m-%d at %H:%M UTC").to_string();
        line.words(DIM, &time);
    } else {
        line.cell(DIM, "none to come");
    }
    lines += &line.end();
    let ahead = event.clock_ahead_seconds;
    if ahead != 0 {
        let mut line = labelled(terminal, "clock");
        let by = span(Duration::from_secs(ahead.unsigned_abs()));
        let side = if ahead > 0 { "ahead of" } else { "behind" };
        let text = format!("this computer's is {by} {side} the site's, as of the last request");
        line.words(DOUBT, &text);
        lines += &line.end();
    }
    lines
}

fn stars(terminal: Terminal, year: Year, stars: &StarsOverview) -> String {
    let mut line = labelled(terminal, "stars");
    line.cell(STRONG, &format!("{year}:")).gap(1);
    let count = format!("{} of {}", stars.stars, stars.of);
    line.cell(star_style(stars.stars, stars.of), &count).gap(2);
    let seen = match stars.age_seconds {
        Some(age) => {
            let age = span(Duration::from_secs(age.unsigned_abs()));
            format!("seen {age} ago")
        }
        None => "by recorded answers; `aoc status --refresh` asks the site".to_owned(),
    };
    line.words(DIM, &seen);
    if let Some(all) = stars.all_years {
        line.gap(2).cell(DIM, &format!("all years: {all}"));
    }
    line.end()
}

/// Columns of the table, each with its word, how wide it is, and whether it
/// stands on the right.
const COLUMNS: [(&str, usize, bool); 8] = [
    ("day", 3, true),
    ("**", 2, false),
    ("code", 4, false),
    ("input", 5, false),
    ("page", 4, false),
    ("ex", 2, false),
    ("ans", 3, true),
    ("last", 8, true),
];
/// How many of them narrow terminals have.
const FEW: usize = 4;
/// How wide all of them are, with a blank between each two.
const WIDTH: usize = 38;
/// The columns between two halves of the table.
const BETWEEN: usize = 3;

/// The days, in two halves if they would not fit on a screen.
fn table(terminal: Terminal, days: &[&DayOverview]) -> String {
    let room = terminal.width.unwrap_or(usize::MAX);
    let few = room < WIDTH;
    let halves = terminal.width.is_some() && room > 2 * WIDTH + BETWEEN && days.len() > 13;
    let rows = if halves {
        days.len().div_ceil(2)
    } else {
        days.len()
    };
    let mut line = Line::new(terminal, 0);
    heading(&mut line, few);
    if halves {
        line.gap(BETWEEN);
        heading(&mut line, few);
    }
    let mut lines = line.end();
    for at in 0..rows {
        let mut line = Line::new(terminal, 0);
        row(&mut line, days[at], few);
        if let Some(day) = days.get(at + rows) {
            line.gap(BETWEEN);
            row(&mut line, day, few);
        }
        lines += &line.end();
    }
    lines
}

fn heading(line: &mut Line, few: bool) {
    cells(line, few, &COLUMNS.map(|(word, ..)| (DIM, word.to_owned())));
}

fn row(line: &mut Line, day: &DayOverview, few: bool) {
    let mark = |is_there| {
        let (style, text) = if is_there { (GOOD, "✓") } else { (DIM, "·") };
        (style, text.to_owned())
    };
    let stars = day.stars.map_or((DIM, "?"), |stars| {
        (star_style(stars.into(), 2), star_marks(stars))
    });
    let last = day.last_run.map(|last| elapsed(last.ns));
    let answers = match day.answers {
        0 => (DIM, "·".to_owned()),
        answers => (PLAIN, answers.to_string()),
    };
    cells(
        line,
        few,
        &[
            (STRONG, day.day.to_string()),
            (stars.0, stars.1.to_owned()),
            mark(day.solution),
            mark(day.input),
            mark(day.page),
            mark(day.examples),
            answers,
            (PLAIN, last.unwrap_or_default()),
        ],
    );
}

fn cells(line: &mut Line, few: bool, cells: &[(anstyle::Style, String); COLUMNS.len()]) {
    let count = if few { FEW } else { COLUMNS.len() };
    for (at, ((style, text), (_, columns, right))) in
        cells.iter().zip(COLUMNS).take(count).enumerate()
    {
        line.gap(usize::from(at > 0));
        if right {
            line.right(*style, text, columns);
        } else {
            line.left(*style, text, columns);
        }
    }
}

#[cfg(test)]
mod tests;
