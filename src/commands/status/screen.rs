//! The screen of `aoc status`.
//!
//! ```text
//! session  AOC_SESSION (…cdef)  ana  not checked without --refresh
//! event    2026 begins in 10d 18h  on 2026-12-01 at 05:00 UTC
//! stars    2025: 5 of 24  seen 3h 5m ago  all years: 123
//!
//! day ** code input page ex ans     last
//!   1 ** ✓    ✓     ✓    ✓    2  2.10 ms
//! 11 other days without code, input and stars
//!
//! next     aoc run 2025/2  edited last
//! ```

use std::time::Duration;

use anstyle::Style;

use super::overview::{DayOverview, EventOverview, SessionOverview, StarsOverview, StatusResults};
use crate::puzzle::Year;
use crate::terminal::layout::Line;
use crate::terminal::style::{DIM, DOUBT, GOOD, PLAIN, STRONG, star_marks, star_style};
use crate::terminal::{Terminal, cut_start, elapsed, one_line, plural, span};

/// The columns of the words at the beginning of lines.
const LABEL: usize = 9;

pub fn screen(terminal: Terminal, results: &StatusResults) -> String {
    let mut lines = labelled(terminal, "session", &session(terminal, &results.session));
    lines += &labelled(terminal, "event", &event(&results.event));
    let ahead = results.event.clock_ahead_seconds;
    if ahead != 0 {
        let by = span(Duration::from_secs(ahead.unsigned_abs()));
        let side = if ahead > 0 { "ahead of" } else { "behind" };
        let text = format!("this computer's is {by} {side} the site's, as of the last request");
        lines += &labelled(terminal, "clock", &[(DOUBT, text)]);
    }
    lines += &labelled(terminal, "stars", &stars(results.year, &results.stars));
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
    let mut place = cut_start(&one_line(place), room).into_owned();
    if let Some(tail) = session.tail.as_deref().filter(|tail| !tail.is_empty()) {
        place = format!("{place} (…{tail})");
    }
    let mut texts = vec![(PLAIN, place)];
    let user = session.user.iter();
    texts.extend(user.map(|user| (PLAIN, cut_start(&one_line(user), room).into_owned())));
    texts.push(if session.is_proven {
        (GOOD, "accepted".to_owned())
    } else {
        (DIM, "not checked without --refresh".to_owned())
    });
    texts
}

fn event(event: &EventOverview) -> Vec<(Style, String)> {
    let Some(next) = &event.next else {
        return vec![(DIM, "none to come".to_owned())];
    };
    let left = span(Duration::from_secs(next.seconds.unsigned_abs()));
    let what = match event.running {
        Some(_) => format!("{} unlocks in {left}", next.puzzle),
        None => format!("{} begins in {left}", next.puzzle.year),
    };
    let time = next.time.format("on %Y-%m-%d at %H:%M UTC");
    vec![(STRONG, what), (DIM, time.to_string())]
}

fn stars(year: Year, stars: &StarsOverview) -> Vec<(Style, String)> {
    let count = format!("{year}: {} of {}", stars.stars, stars.of);
    let age = stars.age_seconds.unwrap_or_default();
    let age = span(Duration::from_secs(age.unsigned_abs()));
    let seen = match stars.shown {
        Some(shown) if shown == stars.stars => format!("seen {age} ago"),
        Some(shown) => format!("{shown} seen {age} ago, the rest recorded"),
        None => "by recorded answers; `aoc status --refresh` asks the site".to_owned(),
    };
    let mut texts = vec![(star_style(stars.stars, stars.of), count), (DIM, seen)];
    texts.extend(
        stars
            .all_years
            .map(|all| (DIM, format!("all years: {all}"))),
    );
    texts
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
/// How many of them narrow terminals have.
const FEW: usize = 4;
/// How wide all of them are, with a blank between each two.
const WIDTH: usize = 38;
/// The columns between two halves of the table.
const BETWEEN: usize = 3;

/// The days that there is something to tell of, in two halves if they would not fit
/// on a screen, and how many others there are.
fn days(terminal: Terminal, days: &[DayOverview]) -> String {
    let is_known = |day: &&DayOverview| {
        day.solution || day.input || day.answers > 0 || day.stars.unwrap_or(0) > 0
    };
    let unlocked = days.iter().filter(|day| day.unlocked);
    let (known, others): (Vec<_>, Vec<_>) = unlocked.partition(is_known);
    let room = terminal.width.unwrap_or(usize::MAX);
    let halves = terminal.width.is_some() && room > 2 * WIDTH + BETWEEN && known.len() > 13;
    let rows = if halves {
        known.len().div_ceil(2)
    } else {
        known.len()
    };
    let columns = if room < WIDTH { FEW } else { COLUMNS.len() };
    let heading = COLUMNS.map(|(word, ..)| (DIM, word.to_owned()));
    let mut table = vec![[Some(heading.clone()), halves.then_some(heading)]];
    for at in 0..rows {
        table.push([known.get(at), known.get(at + rows)].map(|day| Some(cells(day?))));
    }
    let mut lines = String::new();
    if !known.is_empty() {
        lines.push('\n');
        for row in table {
            let mut line = Line::new(terminal, 0);
            for cells in row.iter().flatten() {
                for ((style, text), (_, width, right)) in cells.iter().zip(COLUMNS).take(columns) {
                    if right {
                        line.right(*style, text, width)
                    } else {
                        line.left(*style, text, width)
                    };
                    line.gap(1);
                }
                line.gap(BETWEEN - 1);
            }
            lines += &line.end();
        }
    }
    if !others.is_empty() {
        let (gap, which) = match &*lines {
            "" => ("\n", "day"),
            _ => ("", "other day"),
        };
        let count = plural(others.len(), which);
        let mut line = Line::new(terminal, 2);
        line.words(DIM, &format!("{count} without code, input and stars"));
        lines = lines + gap + &line.end();
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
    use super::super::overview::{Next, Unlock};
    use super::*;
    use crate::app::LastTime;
    use crate::puzzle::Day;
    use crate::terminal::width;

    fn day(day: u8) -> DayOverview {
        let known = day < 16;
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
                time: chrono::DateTime::UNIX_EPOCH,
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
                is_proven: false,
                problem: None,
            },
            event: EventOverview {
                running: None,
                next: Some(Unlock {
                    puzzle: Year(2026).day(Day(1)),
                    time: "2026-12-01T05:00:00Z".parse().unwrap(),
                    seconds: 928_800,
                }),
                clock_ahead_seconds: -3,
            },
            year: Year(2024),
            stars: StarsOverview {
                stars: 15,
                of: 50,
                shown: Some(13),
                seen: Some(chrono::DateTime::UNIX_EPOCH),
                age_seconds: Some(11_100),
                all_years: Some(123),
            },
            days: (1..=25).map(day).collect(),
            next: Next {
                command: "aoc run 2024/15".into(),
                why: "edited last".into(),
            },
        }
    }

    fn terminal(width: usize) -> Terminal {
        Terminal {
            width: Some(width),
            ..Terminal::PLAIN
        }
    }

    #[test]
    fn a_year_fits_on_a_screen() {
        insta::assert_snapshot!(screen(terminal(80), &results()), @"
        session  …/me/some/where/that/is/rather/deep/down/.config/aoc/session (…cdef)
          ana  not checked without --refresh
        event    2026 begins in 10d 18h  on 2026-12-01 at 05:00 UTC
        clock    this computer's is 3s behind the site's, as of the last request
        stars    2024: 15 of 50  13 seen 3h 5m ago, the rest recorded  all years: 123

        day ** code input page ex ans     last   day ** code input page ex ans     last
          1 *  ✓    ✓     ✓    ·    1              9 ·  ✓    ·     ✓    ·    ·
          2    ✓    ✓     ✓    ·    2             10 *  ✓    ✓     ✓    ·    1  12.3 ms
          3 ·  ✓    ·     ✓    ·    ·             11 ** ✓    ✓     ✓    ·    2
          4 *  ✓    ✓     ✓    ✓    1             12 ·  ✓    ·     ✓    ·    ·
          5 ** ✓    ✓     ✓    ·    2  24.7 ms    13 *  ✓    ✓     ✓    ·    1
          6 ·  ✓    ·     ✓    ·    ·             14 ** ✓    ✓     ✓    ·    2
          7 *  ✓    ✓     ✓    ·    1             15 ·  ✓    ·     ✓    ·    ·  8.23 ms
          8 ** ✓    ✓     ✓    ·    2
        9 other days without code, input and stars

        next     aoc run 2024/15  edited last
        ");
    }

    #[test]
    fn what_is_not_there_is_said() {
        let mut results = results();
        results.session.place = None;
        results.session.problem = Some("no session: log in at adventofcode.com".into());
        results.event = EventOverview {
            running: None,
            next: None,
            clock_ahead_seconds: 0,
        };
        results.stars = StarsOverview {
            stars: 0,
            of: 24,
            shown: None,
            seen: None,
            age_seconds: None,
            all_years: None,
        };
        results.days.drain(..15);
        insta::assert_snapshot!(screen(Terminal::PLAIN, &results), @"
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
            let text = screen(ascii, &results());
            assert!(text.is_ascii(), "{text}");
            for line in text.lines() {
                assert!(width(line) <= columns, "{columns}: {line}");
            }
        }
    }
}
