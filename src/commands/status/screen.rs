//! The document of `aoc status --json`, and the screen that is drawn from it.
//!
//! ```text
//! session  AOC_SESSION (…cdef)  ana
//! event    2026 begins in 10d 18h  on 2026-12-01 at 05:00 UTC
//! stars    2025: 5 of 24  seen 3h 5m ago
//!
//! day ** code input page ex ans     last
//!   1 ** ✓    ✓     ✓    ✓    2  2.10 ms
//! 11 others without code
//!
//! next     aoc run 2025/2  edited last
//! ```

use std::path::PathBuf;

use anstyle::Style;
use chrono::{DateTime, Utc};
use serde::Serialize;

use crate::app::LastTime;
use crate::puzzle::{Day, Puzzle, Year};
use crate::terminal::layout::Line;
use crate::terminal::style::{DIM, DOUBT, GOOD, PLAIN, STRONG, star_marks, star_style};
use crate::terminal::{Terminal, cut_start, elapsed, one_line, span};

/// The columns of the words at the beginning of lines.
const LABEL: usize = 9;

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
    /// Why there is no session.
    pub problem: Option<String>,
}

#[derive(Debug, Serialize)]
pub struct EventOverview {
    pub next: Option<Unlock>,
}

/// The puzzle that unlocks next.
#[derive(Clone, Debug, Serialize)]
pub struct Unlock {
    #[serde(flatten)]
    pub puzzle: Puzzle,
    pub time: DateTime<Utc>,
}

#[derive(Debug, Serialize)]
pub struct StarsOverview {
    /// As many as are known: shown by the site, or by recorded answers.
    pub stars: u32,
    pub of: u32,
    /// When the site showed stars; `None` if it was not asked.
    pub seen: Option<DateTime<Utc>>,
    /// As many as it showed then.
    pub seen_stars: Option<u32>,
}

#[derive(Clone, Debug, Serialize)]
#[expect(clippy::struct_excessive_bools, reason = "one for each file")]
pub struct DayOverview {
    #[serde(flatten)]
    pub puzzle: Puzzle,
    pub unlocked: bool,
    /// 0 to 2; `None` if the site was not asked and no answer is recorded.
    pub stars: Option<u8>,
    /// As many as the site showed; `None` if it was not asked.
    pub seen_stars: Option<u8>,
    /// These are true if the files exist.
    pub solution: bool,
    pub input: bool,
    pub page: bool,
    pub examples: bool,
    /// How many accepted answers are recorded.
    pub answers: u8,
    /// The last whole run on the user's input.
    pub last_run: Option<LastTime>,
}

/// A command and what it is for.
#[derive(Debug, Default, Serialize)]
pub struct Next {
    pub command: String,
    pub why: String,
}

/// The screen, at this time.
pub fn screen(terminal: Terminal, now: DateTime<Utc>, results: &StatusResults) -> String {
    let labelled = |label: &str, texts: &[(Style, String)]| {
        let mut line = Line::new(terminal, 2);
        line.left(DIM, label, LABEL);
        for (style, text) in texts {
            line.words(*style, text).gap(2);
        }
        line.end()
    };
    let mut lines = labelled("session", &session(terminal, &results.session));
    lines += &labelled("event", &event(now, results.event.next.as_ref()));
    lines += &labelled("stars", &stars(now, results));
    if results.project.is_some() {
        lines += &days(terminal, results);
    }
    let next = &results.next;
    let next = [(STRONG, next.command.clone()), (DIM, one_line(&next.why))];
    lines + "\n" + &labelled("next", &next)
}

fn session(terminal: Terminal, session: &SessionOverview) -> Vec<(Style, String)> {
    let Some(place) = &session.place else {
        let problem = session.problem.as_deref().unwrap_or("none");
        return vec![(DOUBT, one_line(problem))];
    };
    // What stands behind it fits on most lines.
    let room = terminal.width.unwrap_or(usize::MAX);
    let room = room.saturating_sub(LABEL + 11).max(12);
    let cut = |text: &str| cut_start(&one_line(text), room).into_owned();
    let tail = session.tail.as_deref().filter(|tail| !tail.is_empty());
    let tail = tail.map_or(String::new(), |tail| format!(" (…{tail})"));
    let user = session.user.iter().map(|user| (PLAIN, cut(user)));
    [(PLAIN, cut(place) + &tail)]
        .into_iter()
        .chain(user)
        .collect()
}

fn event(now: DateTime<Utc>, next: Option<&Unlock>) -> Vec<(Style, String)> {
    let Some(Unlock { puzzle, time }) = next else {
        return vec![(DIM, "none to come".to_owned())];
    };
    let left = span((*time - now).to_std().unwrap_or_default());
    let what = match puzzle.day {
        Day(1) => format!("{} begins in {left}", puzzle.year),
        _ => format!("{puzzle} unlocks in {left}"),
    };
    let time = time.format("on %Y-%m-%d at %H:%M UTC");
    vec![(STRONG, what), (DIM, time.to_string())]
}

/// The stars that the site showed, and apart from them what recorded answers add;
/// where the site was not asked, the recorded answers alone.
fn stars(now: DateTime<Utc>, results: &StatusResults) -> [(Style, String); 2] {
    let stars = &results.stars;
    let shown = stars.seen_stars.unwrap_or(stars.stars);
    let count = format!("{}: {shown} of {}", results.year, stars.of);
    let age = |seen: DateTime<Utc>| span((now - seen).to_std().unwrap_or_default());
    let about = match (stars.seen, stars.stars - shown) {
        (None, _) => "by recorded answers; `aoc status --refresh` asks the site".to_owned(),
        (Some(seen), 0) => format!("seen {} ago", age(seen)),
        (Some(seen), more) => format!("seen {} ago, and {more} more by answers", age(seen)),
    };
    [(star_style(shown, stars.of), count), (DIM, about)]
}

/// The columns of the table, each with its word, how wide it is, and whether it
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

/// The days that there is something to tell of, and how many others there are.
fn days(terminal: Terminal, results: &StatusResults) -> String {
    let is_known = |day: &&DayOverview| day.solution || day.input || day.stars > Some(0);
    let unlocked = results.days.iter().filter(|day| day.unlocked);
    let (known, others): (Vec<_>, Vec<_>) = unlocked.partition(is_known);
    let mut lines = String::new();
    let heading = (!known.is_empty()).then(|| COLUMNS.map(|(word, ..)| (DIM, word.to_owned())));
    let rows = known.iter().map(|day| {
        // Where the site was not asked at all, the stars are those of the answers.
        let by_answers = day.stars.filter(|_| results.stars.seen.is_none());
        cells(day, day.seen_stars.or(by_answers))
    });
    for row in heading.into_iter().chain(rows) {
        let mut line = Line::new(terminal, 4);
        for ((style, text), (_, width, right)) in row.iter().zip(COLUMNS) {
            if right {
                line.right(*style, text, width)
            } else {
                line.left(*style, text, width)
            };
            line.gap(1);
        }
        lines += &line.end();
    }
    let nothing = match (others.len(), known.len()) {
        (0, _) => String::new(),
        (1, 1..) => "1 other without code".to_owned(),
        (count, 1..) => format!("{count} others without code"),
        (_, 0) => "no day has code yet".to_owned(),
    };
    if !nothing.is_empty() {
        let mut line = Line::new(terminal, 2);
        line.words(DIM, &nothing);
        lines += &line.end();
    }
    if lines.is_empty() {
        lines
    } else {
        "\n".to_owned() + &lines
    }
}

fn cells(day: &DayOverview, stars: Option<u8>) -> [(Style, String); COLUMNS.len()] {
    let mark = |is_there| {
        let (style, text) = if is_there { (GOOD, "✓") } else { (DIM, "·") };
        (style, text.to_owned())
    };
    let stars = stars.map_or((DIM, ""), |stars| {
        (star_style(stars.into(), 2), star_marks(stars))
    });
    let answers = match day.answers {
        0 => (DIM, "·".to_owned()),
        answers => (PLAIN, answers.to_string()),
    };
    let last = day.last_run.map(|last| elapsed(last.ns));
    [
        (STRONG, day.puzzle.day.to_string()),
        (stars.0, stars.1.to_owned()),
        mark(day.solution),
        mark(day.input),
        mark(day.page),
        mark(day.examples),
        answers,
        (PLAIN, last.unwrap_or_default()),
    ]
}

#[cfg(test)]
mod tests {
    use super::super::tests::{now, results};
    use super::*;
    use crate::terminal::width;

    fn terminal(width: usize) -> Terminal {
        Terminal {
            width: Some(width),
            ..Terminal::PLAIN
        }
    }

    #[test]
    fn a_year_fits_on_a_screen() {
        insta::assert_snapshot!(screen(terminal(80), now(), &results()), @"
        session  …/me/some/where/that/is/rather/deep/down/.config/aoc/session (…cdef)
          ana
        event    2026 begins in 10d 18h  on 2026-12-01 at 05:00 UTC
        stars    2024: 13 of 50  seen 3h 5m ago, and 2 more by answers

        day ** code input page ex ans     last
          1 *  ✓    ✓     ✓    ·    1
          2    ✓    ✓     ✓    ·    2
          3 ·  ✓    ·     ✓    ·    ·
          4 *  ✓    ✓     ✓    ✓    1
          5 ·  ✓    ✓     ✓    ·    2  24.7 ms
        19 others without code

        next     aoc run 2024/15  edited last
        ");
    }

    #[test]
    fn what_is_not_there_is_said() {
        let mut results = results();
        results.session.place = None;
        results.session.problem = Some("no session: log in at adventofcode.com".into());
        results.event = EventOverview { next: None };
        results.stars = StarsOverview {
            stars: 0,
            of: 24,
            seen: None,
            seen_stars: None,
        };
        results.days.drain(..15);
        insta::assert_snapshot!(screen(Terminal::PLAIN, now(), &results), @"
        session  no session: log in at adventofcode.com
        event    none to come
        stars    2024: 0 of 24  by recorded answers; `aoc status --refresh` asks the site

        no day has code yet

        next     aoc run 2024/15  edited last
        ");
    }

    #[test]
    fn no_terminal_is_too_narrow() {
        for columns in 20..100 {
            let ascii = Terminal {
                unicode: false,
                ..terminal(columns)
            };
            let text = screen(ascii, now(), &results());
            assert!(text.is_ascii(), "{text}");
            for line in text.lines() {
                assert!(width(line) <= columns, "{columns}: {line}");
            }
        }
    }
}
