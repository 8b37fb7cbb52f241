//! The document of `aoc status --json`, and the screen that is drawn from it.
//!
//! ```text
//! session  AOC_SESSION (…cdef)  ana
//! event    2026 begins in 10d 18h  on 2026-12-01 at 05:00 UTC
//! stars    2025: 5 of 24  seen 3h 5m ago
//!
//! day ** code input page ex ans     last
//!   1 ** ✓    ✓     ✓    ✓    2  2.10 ms
//! 11 other days without code, input and stars
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
use crate::terminal::{Terminal, cut_start, elapsed, one_line, plural, span};

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
#[derive(Debug, Serialize)]
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
    /// When the site showed them; `None` if it was not asked.
    pub seen: Option<DateTime<Utc>>,
}

#[derive(Clone, Debug, Serialize)]
#[expect(clippy::struct_excessive_bools, reason = "one for each file")]
pub struct DayOverview {
    #[serde(flatten)]
    pub puzzle: Puzzle,
    pub unlocked: bool,
    /// 0 to 2; `None` if the site was not asked and no answer is recorded.
    pub stars: Option<u8>,
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
#[derive(Debug, Serialize)]
pub struct Next {
    pub command: String,
    pub why: String,
}

/// The screen, at this time.
pub fn screen(terminal: Terminal, now: DateTime<Utc>, results: &StatusResults) -> String {
    let mut lines = labelled(terminal, "session", &session(terminal, &results.session));
    lines += &labelled(terminal, "event", &event(now, results.event.next.as_ref()));
    let stars = &results.stars;
    let count = format!("{}: {} of {}", results.year, stars.stars, stars.of);
    let seen = match stars.seen {
        Some(seen) => format!(
            "seen {} ago",
            span((now - seen).to_std().unwrap_or_default())
        ),
        None => "by recorded answers; `aoc status --refresh` asks the site".to_owned(),
    };
    let stars = [(star_style(stars.stars, stars.of), count), (DIM, seen)];
    lines += &labelled(terminal, "stars", &stars);
    if results.project.is_some() {
        lines += &days(terminal, &results.days);
    }
    let next = &results.next;
    let next = [(STRONG, next.command.clone()), (DIM, one_line(&next.why))];
    lines + "\n" + &labelled(terminal, "next", &next)
}

fn labelled(terminal: Terminal, label: &str, texts: &[(Style, String)]) -> String {
    let mut line = Line::new(terminal, 2);
    line.left(DIM, label, LABEL);
    for (style, text) in texts {
        line.words(*style, text).gap(2);
    }
    line.end()
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
    let mut texts = vec![(PLAIN, cut(place) + &tail)];
    texts.extend(session.user.iter().map(|user| (PLAIN, cut(user))));
    texts
}

fn event(now: DateTime<Utc>, next: Option<&Unlock>) -> [(Style, String); 2] {
    let Some(Unlock { puzzle, time }) = next else {
        return [(DIM, "none to come".to_owned()), (PLAIN, String::new())];
    };
    let left = span((*time - now).to_std().unwrap_or_default());
    let what = match puzzle.day {
        Day(1) => format!("{} begins in {left}", puzzle.year),
        _ => format!("{puzzle} unlocks in {left}"),
    };
    let time = time.format("on %Y-%m-%d at %H:%M UTC");
    [(STRONG, what), (DIM, time.to_string())]
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
fn days(terminal: Terminal, days: &[DayOverview]) -> String {
    let is_known = |day: &&DayOverview| {
        day.solution || day.input || day.answers > 0 || day.stars.unwrap_or(0) > 0
    };
    let unlocked = days.iter().filter(|day| day.unlocked);
    let (known, others): (Vec<_>, Vec<_>) = unlocked.partition(is_known);
    if known.is_empty() && others.is_empty() {
        return String::new();
    }
    let mut lines = "\n".to_owned();
    let heading = (!known.is_empty()).then(|| COLUMNS.map(|(word, ..)| (DIM, word.to_owned())));
    for row in heading
        .into_iter()
        .chain(known.iter().map(|day| cells(day)))
    {
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
    if !others.is_empty() {
        let which = if known.is_empty() { "day" } else { "other day" };
        let count = plural(others.len(), which);
        let mut line = Line::new(terminal, 2);
        line.words(DIM, &format!("{count} without code, input and stars"));
        lines += &line.end();
    }
    lines
}

fn cells(day: &DayOverview) -> [(Style, String); COLUMNS.len()] {
    let mark = |is_there| {
        let (style, text) = if is_there { (GOOD, "✓") } else { (DIM, "·") };
        (style, text.to_owned())
    };
    // Nobody knows of a day without a word of the site and without an answer.
    let stars = day.stars.map_or((DIM, ""), |stars| {
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
    use chrono::TimeDelta;

    use super::*;
    use crate::terminal::width;

    fn day(day: u8) -> DayOverview {
        let known = day < 6;
        DayOverview {
            puzzle: Year(2024).day(Day(day)),
            unlocked: day <= 24,
            stars: (day != 2).then_some(if known { day % 3 } else { 0 }),
            solution: known,
            input: known && !day.is_multiple_of(3),
            page: true,
            examples: day == 4,
            answers: if known { day % 3 } else { 0 },
            last_run: day.is_multiple_of(5).then(|| LastTime {
                ns: 123_400_000 / u64::from(day),
                time: DateTime::UNIX_EPOCH,
            }),
        }
    }

    fn results() -> StatusResults {
        let place = "/home/me/some/where/that/is/rather/deep/down/.config/aoc/session";
        StatusResults {
            schema: "aoc-status/1",
            project: Some("/home/me/aoc".into()),
            session: SessionOverview {
                place: Some(place.into()),
                tail: Some("cdef".into()),
                user: Some("ana".into()),
                problem: None,
            },
            event: EventOverview {
                next: Some(Unlock {
                    puzzle: Year(2026).day(Day(1)),
                    time: "2026-12-01T05:00:00Z".parse().unwrap(),
                }),
            },
            year: Year(2024),
            stars: StarsOverview {
                stars: 15,
                of: 50,
                seen: Some(now() - TimeDelta::seconds(11_100)),
            },
            days: (1..=25).map(day).collect(),
            next: Next {
                command: "aoc run 2024/15".into(),
                why: "edited last".into(),
            },
        }
    }

    fn now() -> DateTime<Utc> {
        "2026-11-20T11:00:00Z".parse().unwrap()
    }

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
        stars    2024: 15 of 50  seen 3h 5m ago

        day ** code input page ex ans     last
          1 *  ✓    ✓     ✓    ·    1
          2    ✓    ✓     ✓    ·    2
          3 ·  ✓    ·     ✓    ·    ·
          4 *  ✓    ✓     ✓    ✓    1
          5 ** ✓    ✓     ✓    ·    2  24.7 ms
        19 other days without code, input and stars

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
        };
        results.days.drain(..15);
        insta::assert_snapshot!(screen(Terminal::PLAIN, now(), &results), @"
        session  no session: log in at adventofcode.com
        event    none to come
        stars    2024: 0 of 24  by recorded answers; `aoc status --refresh` asks the site

        9 days without code, input and stars

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
