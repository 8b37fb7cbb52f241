//! `aoc status`, and `aoc` alone: an overview on one screen. Without `--refresh` it makes
//! no request.
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

use std::time::Duration;

use anstyle::Style;
use aoc_solution::Part;
use chrono::{DateTime, TimeDelta, Utc};
use clap::Args;
use serde::Serialize;
use serde_json::json;

use crate::app::{App, LastTime};
use crate::error::{CliError, Exit};
use crate::inputs::Store;
use crate::project::Project;
use crate::puzzle::{self, Day, Puzzle, Year, is_last_star, next_unlock, today, unlock};
use crate::terminal::style::{DIM, DOUBT, GOOD, PLAIN, STRONG, star_marks, star_style};
use crate::terminal::{Terminal, cut_start, elapsed, one_line, plural, row, span};

/// Show session, event, the days of a year, and what to do next
///
/// Shows the session, the time until the next unlock, the stars, files and last
/// time of the days that have any, and what to do next. It makes no request unless
/// --refresh asks the site for the stars. aoc without a command does the same.
#[derive(Args, Debug, Default)]
#[command(visible_alias = "s")]
#[command(after_help = "\
Examples:
  aoc status            show where you stand
  aoc status --refresh  ask the site for the stars first")]
pub struct StatusArgs {
    /// The year [default: as for days without one, else the running or newest event]
    pub year: Option<String>,
    /// Ask the site for the stars, with one request
    #[arg(long)]
    pub refresh: bool,
}

/// The results, for the screen and as JSON.
struct StatusResults {
    /// The project's folder; `None` outside of one.
    project: Option<String>,
    session: SessionOverview,
    /// The puzzle that unlocks next.
    upcoming: Option<Puzzle>,
    year: Year,
    stars: StarsOverview,
    days: Vec<DayOverview>,
    /// The suggested command, and its reason.
    next: [String; 2],
}

#[derive(Serialize)]
struct SessionOverview {
    /// The variable or file of the session; `None` if there is none.
    place: Option<String>,
    /// The last characters of the token.
    tail: Option<String>,
    /// The user's name from the last reply of the site.
    user: Option<String>,
    /// Why there is no session.
    problem: Option<String>,
}

#[derive(Serialize)]
struct StarsOverview {
    /// The known stars: as shown by the site, or more if more answers are recorded.
    stars: u32,
    of: u32,
    /// The time at which the site showed the stars; `None` if it was never asked.
    seen: Option<DateTime<Utc>>,
    /// The time since then, by the site's clock.
    #[serde(skip)]
    age: Option<Duration>,
    /// The stars that the site showed then.
    seen_stars: Option<u32>,
}

#[derive(Clone, Debug, Serialize)]
struct DayOverview {
    #[serde(flatten)]
    puzzle: Puzzle,
    unlocked: bool,
    /// 0 to 2; `None` if the site was never asked and no answer is recorded.
    stars: Option<u8>,
    /// The stars that the site showed; `None` if it was never asked.
    seen_stars: Option<u8>,
    /// Whether the files exist.
    solution: bool,
    input: bool,
    page: bool,
    examples: bool,
    /// The number of recorded accepted answers.
    answers: u8,
    /// The last complete run with the user's input.
    last_run: Option<LastTime>,
}

pub fn run(app: &App, args: &StatusArgs) -> Result<Exit, CliError> {
    let year = match &args.year {
        Some(word) => Year::read(word)?,
        None => app.usual_year(),
    };
    if let Ok(project) = app.project() {
        app.warn_of_misnamed(project.years());
    }
    let mut exit = Exit::Done;
    if args.refresh {
        let year = app.begun_year(&year.to_string());
        if let Err(error) = year.and_then(|year| app.ask_for_stars(Some(year))) {
            // The screen is still shown, with earlier data.
            exit = error.exit;
            app.error(&error.source);
        }
    }
    let now = app.site_time();
    let results = results(app, now, year)?;
    let [command, why] = &results.next;
    let document = json!({
        "project": results.project,
        "session": results.session,
        "event": {"next": results.upcoming.map(|it| {
            json!({"year": it.year, "day": it.day, "time": unlock(it)})
        })},
        "year": year,
        "stars": results.stars,
        "days": results.days,
        "next": {"command": command, "why": why},
    });
    app.show("status", &document, || screen(app.stdout, now, &results))?;
    Ok(exit)
}

fn results(app: &App, now: DateTime<Utc>, year: Year) -> Result<StatusResults, CliError> {
    let session = app.session();
    let (project, store) = (app.project().ok(), app.store().ok());
    let all_seen = app.seen_stars(session.as_ref().ok().copied());
    let times = app.last_times().remove(&year).unwrap_or_default();
    // An unreadable file is a warning.
    let warn = |error: CliError| app.warn_once(&error.source.to_string());
    if let Some(Err(error)) = store.as_ref().map(Store::check_folder) {
        warn(error);
    }
    let day = |puzzle: Puzzle| {
        let store = store.as_ref();
        let examples = store.and_then(|store| store.examples(puzzle).map_err(warn).ok());
        let answers = store.and_then(|store| store.answers(puzzle, None).map_err(warn).ok());
        let answers = answers.unwrap_or_default();
        let recorded = Some(answers.stars(puzzle)).filter(|&stars| stars > 0);
        let seen = all_seen.years.get(&puzzle.year);
        let seen_stars = seen.and_then(|it| it.stars.days.as_ref()).map(|days| {
            let day = days.iter().find(|it| it.day == puzzle.day);
            day.map_or(0, |day| day.stars)
        });
        DayOverview {
            puzzle,
            unlocked: unlock(puzzle) <= now,
            // An answer may be recorded before the site is asked again.
            stars: seen_stars.max(recorded),
            seen_stars,
            solution: project.is_some_and(|project| project.edited(puzzle).is_some()),
            input: store.is_some_and(|store| store.has_input(puzzle, None).unwrap_or(false)),
            page: store.is_some_and(|store| store.has_page(puzzle).unwrap_or(false)),
            examples: examples.is_some_and(|examples| !examples.is_empty()),
            answers: answers.accepted_parts().map(|_| 1).sum(),
            last_run: times.get(&puzzle.day).copied(),
        }
    };
    let seen = all_seen.years.get(&year);
    let of = seen.map_or(2 * u32::from(puzzle::days(year)), |seen| seen.stars.of);
    // A damaged file may have any number.
    let numbers = 1..=u8::try_from(of / 2).unwrap_or_default().min(31);
    let days: Vec<DayOverview> = numbers.map(|number| day(year.day(Day(number)))).collect();
    let day_stars = days.iter().filter_map(|day| day.stars).map(u32::from);
    let seen_stars = seen.map(|seen| seen.stars.stars);
    let mut results = StatusResults {
        project: project.map(|project| project.root().display().to_string()),
        session: SessionOverview {
            place: session.as_ref().ok().map(|it| it.place.to_string()),
            tail: session.as_ref().ok().map(|it| it.token.tail().to_owned()),
            user: all_seen.user.clone(),
            problem: session.err().map(|why| why.to_string()),
        },
        upcoming: next_unlock(now),
        year,
        stars: StarsOverview {
            stars: seen_stars.unwrap_or(0).max(day_stars.sum()),
            of,
            seen: seen.map(|seen| seen.seen),
            age: seen.map(|seen| app.age(seen.seen)),
            seen_stars,
        },
        days,
        next: Default::default(),
    };
    let solved = project.map(Project::days).transpose()?;
    let latest = solved.and_then(|days| project?.latest(&days)).map(day);
    results.next = next(&results, now, today(now).map(day), latest);
    Ok(results)
}

/// The suggested command, and its reason. It is chosen from today's puzzle during an
/// event, the day that was edited last, and the days that are shown.
fn next(
    results: &StatusResults,
    now: DateTime<Utc>,
    today: Option<DayOverview>,
    latest: Option<DayOverview>,
) -> [String; 2] {
    let (year, days) = (results.year, &results.days);
    let step = |day: &DayOverview, why: &str| {
        let verb = match (day.input, day.solution) {
            (true, true) => "run",
            (true, false) => "new",
            (false, _) => "start",
        };
        (verb, day.puzzle.to_string(), why.to_owned())
    };
    let left = |puzzle| span((unlock(puzzle) - now).to_std().unwrap_or_default());
    let is_soon = |&puzzle: &Puzzle| unlock(puzzle) - now < TimeDelta::hours(24);
    let first = year.day(Day(1));
    let all = format!("you have all stars of {year}");
    let (verb, what, why) = if results.project.is_none() {
        let why = "make a repository for your solutions";
        ("init", "DIR".to_owned(), why.to_owned())
    } else if let Some(today) = today.filter(is_open) {
        step(&today, "today's puzzle")
    } else if let Some(puzzle) = results.upcoming.filter(is_soon) {
        let why = format!("waits for the unlock in {}", left(puzzle));
        ("start", puzzle.to_string(), why)
    } else if let Some(latest) = latest.filter(is_open) {
        step(&latest, "edited last")
    } else if unlock(first) > now {
        // `start` does not wait for an unlock that is days away.
        let why = format!("{year} begins in {}; prepares its first day", left(first));
        ("new", first.to_string(), why)
    } else if let Some(open) = days.iter().find(|day| is_open(day)) {
        step(open, "the first day without all its stars")
    } else if days.iter().any(|day| day.solution) {
        ("bench", year.to_string(), all)
    } else {
        ("new", year.to_string(), all + ", and no solution here")
    };
    if verb == "start" && results.session.place.is_none() {
        let why = format!("then `aoc start {what}`: {why}");
        return ["aoc login".to_owned(), why];
    }
    [format!("aoc {verb} {what}"), why]
}

/// True if something can be done for a day. Part 2 of the last day has no answer, so
/// if the site was not asked, the answer to part 1 is enough.
fn is_open(day: &DayOverview) -> bool {
    let is_enough = day.answers >= 1 && is_last_star(day.puzzle, Part::Two);
    day.unlocked && day.stars.unwrap_or(0) < 2 && !is_enough
}

/// The screen, at this time.
fn screen(terminal: Terminal, now: DateTime<Utc>, results: &StatusResults) -> String {
    let labelled = |label: &str, first: (Style, String), second: (Style, String)| {
        row(terminal, 2, &[7], &[(DIM, label.to_owned()), first, second])
    };
    let blank = || (PLAIN, String::new());
    let (session, [command, why]) = (&results.session, &results.next);
    // This leaves room for the label and the end of the token.
    let limit = terminal.width.map(|width| width.saturating_sub(20).max(12));
    let cut = |text: &String| cut_start(&one_line(text), limit.unwrap_or(usize::MAX)).into_owned();
    let tail = session.tail.as_deref().filter(|tail| !tail.is_empty());
    let tail = tail.map_or(String::new(), |tail| format!(" (…{tail})"));
    let (place, user) = match &session.place {
        Some(place) => ((PLAIN, cut(place) + &tail), session.user.as_ref().map(cut)),
        None => ((DOUBT, session.problem.clone().unwrap_or_default()), None),
    };
    let mut lines = labelled("session", place, (PLAIN, user.unwrap_or_default()));
    lines += &match results.upcoming {
        None => labelled("event", (DIM, "none to come".to_owned()), blank()),
        Some(puzzle) => {
            let time = unlock(puzzle);
            let left = span((time - now).to_std().unwrap_or_default());
            let what = match puzzle.day {
                Day(1) => format!("{} begins in {left}", puzzle.year),
                _ => format!("{puzzle} unlocks in {left}"),
            };
            let time = time.format("on %Y-%m-%d at %H:%M UTC").to_string();
            labelled("event", (STRONG, what), (DIM, time))
        }
    };
    let (count, source) = stars(results);
    lines += &labelled("stars", count, source);
    if results.project.is_some() {
        lines += "\n";
        lines += &days(terminal, results);
    }
    let next = labelled("next", (STRONG, command.clone()), (DIM, why.clone()));
    lines + "\n" + &next
}

/// The number of stars, and its source: the site, recorded answers, or both.
fn stars(results: &StatusResults) -> ((Style, String), (Style, String)) {
    let stars = &results.stars;
    let shown = stars.seen_stars.unwrap_or(stars.stars);
    let count = format!("{}: {shown} of {}", results.year, stars.of);
    let source = match (stars.age.map(span), stars.stars - shown) {
        (None, _) => "from recorded answers; `aoc status --refresh` asks the site".to_owned(),
        (Some(age), 0) => format!("seen {age} ago"),
        (Some(age), more) => format!("seen {age} ago, and {more} more by answers"),
    };
    ((star_style(shown, stars.of), count), (DIM, source))
}

/// The days with something to show, and the number of other days.
fn days(terminal: Terminal, results: &StatusResults) -> String {
    let is_known = |day: &&DayOverview| {
        let has_file = day.solution || day.input || day.examples;
        has_file || day.stars > Some(0) || day.last_run.is_some()
    };
    // A day may have code before it unlocks.
    let (known, mut others): (Vec<_>, Vec<_>) = results.days.iter().partition(is_known);
    others.retain(|day| day.unlocked);
    let mut lines = String::new();
    let line = |cells: &[(Style, &str)]| row(terminal, 1, &[-3, 2, 4, 5, 4, 2, -3, -8], cells);
    if !known.is_empty() {
        let heading = ["day", "**", "code", "input", "page", "ex", "ans", "last"];
        lines += &line(&heading.map(|word| (DIM, word)));
    }
    let mark = |is_there| if is_there { (GOOD, "✓") } else { (DIM, "·") };
    for day in &known {
        // If the site was never asked, the stars are counted from answers.
        let by_answers = day.stars.filter(|_| results.stars.seen.is_none());
        let stars = day.seen_stars.or(by_answers);
        let answers = day.answers.to_string();
        let last = day.last_run.map(|last| elapsed(last.ns));
        lines += &line(&[
            (STRONG, &day.puzzle.day.to_string()),
            stars.map_or((DIM, ""), |it| (star_style(it.into(), 2), star_marks(it))),
            mark(day.solution),
            mark(day.input),
            mark(day.page),
            mark(day.examples),
            (PLAIN, if day.answers == 0 { "·" } else { &answers }),
            (PLAIN, &last.unwrap_or_default()),
        ]);
    }
    let rest = match (others.len(), known.len()) {
        (0, 0) => "no day is open yet".to_owned(),
        (0, _) => return lines,
        (_, 0) => "no day has code yet".to_owned(),
        (count, _) => plural(count, "other") + " without code",
    };
    lines + &row(terminal, 1, &[], &[(DIM, rest)])
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;
    use crate::cli::Cli;

    /// A day with these files: code, input, page and examples by their first letters.
    fn day((year, day): (u16, u8), stars: u8, answers: u8, files: &str) -> DayOverview {
        DayOverview {
            puzzle: Year(year).day(Day(day)),
            unlocked: true,
            stars: Some(stars),
            seen_stars: Some(stars),
            solution: files.contains('c'),
            input: files.contains('i'),
            page: files.contains('p'),
            examples: files.contains('e'),
            answers,
            last_run: None,
        }
    }

    fn results(days: Vec<DayOverview>) -> StatusResults {
        StatusResults {
            project: Some("/home/me/aoc".into()),
            session: SessionOverview {
                place: Some("/home/me/some/where/that/is/rather/deep/down/session".into()),
                tail: Some("cdef".into()),
                user: Some("ana".into()),
                problem: None,
            },
            upcoming: Some(Year(2026).day(Day(1))),
            year: days.first().map_or(Year(2025), |day| day.puzzle.year),
            stars: StarsOverview {
                stars: 15,
                of: 50,
                seen: Some(now() - TimeDelta::seconds(11_100)),
                age: Some(Duration::from_mins(185)),
                seen_stars: Some(13),
            },
            days,
            next: ["aoc run 2024/15", "edited last"].map(Into::into),
        }
    }

    fn of_2024() -> StatusResults {
        let of = |number, stars, answers, files| day((2024, number), stars, answers, files);
        let mut days = vec![of(1, 1, 1, "cip"), of(2, 2, 2, "cip"), of(3, 0, 0, "cpe")];
        // Answers that were recorded after the site was asked.
        days.push(DayOverview {
            seen_stars: Some(0),
            last_run: Some(LastTime {
                ns: 24_700_000,
                time: now(),
            }),
            ..of(4, 2, 2, "cip")
        });
        days.push(of(5, 0, 0, "pe"));
        days.extend((6..=24).map(|number| of(number, 0, 0, "p")));
        days.push(DayOverview {
            unlocked: false,
            ..of(25, 0, 0, "c")
        });
        results(days)
    }

    fn now() -> DateTime<Utc> {
        "2026-11-20T11:00:00Z".parse().unwrap()
    }

    #[test]
    fn the_next_step_depends_on_files_and_time() {
        let of = |number, stars, files: &str| day((2025, number), stars, 0, files);
        let days = vec![of(1, 2, "ci"), of(2, 1, "ci"), of(3, 0, "i"), of(4, 0, "")];
        let [done, _, third, fourth] = [0, 1, 2, 3].map(|index| days.get(index));
        let locked = DayOverview {
            unlocked: false,
            ..of(12, 0, "c")
        };
        let usual = || results(days.clone());
        let outside = StatusResults {
            project: None,
            ..usual()
        };
        let [mut soon, mut anonymous] = [usual(), usual()];
        for results in [&mut soon, &mut anonymous] {
            results.upcoming = Some(Year(2025).day(Day(5)));
        }
        anonymous.session.place = None;
        let one = |day| results(vec![day]);
        let (afternoon, night) = ("2025-12-04T12:00:00Z", "2025-12-05T02:00:00Z");
        let mut shown = String::new();
        for (results, now, today, latest) in [
            (outside, afternoon, None, None),
            (usual(), afternoon, None, None),
            (usual(), afternoon, None, done),
            (usual(), afternoon, None, Some(&locked)),
            (usual(), afternoon, None, third),
            (usual(), afternoon, fourth, third),
            (soon, night, done, third),
            (anonymous, night, done, None),
            // `start` refuses to wait for days, so it is not proposed then.
            (results(Vec::new()), "2025-11-20T05:00:00Z", None, None),
            (one(of(12, 2, "ci")), afternoon, None, None),
            (one(day((2025, 12), 1, 1, "ci")), afternoon, None, None),
            (one(of(12, 2, "i")), afternoon, None, None),
        ] {
            let now = now.parse().unwrap();
            let [command, why] = next(&results, now, today.cloned(), latest.cloned());
            let name = command.split(' ').nth(1).expect("a command");
            assert!(Cli::command().find_subcommand(name).is_some(), "{name}");
            shown += &format!("{command} ({why})\n");
        }
        insta::assert_snapshot!(shown, @"
        aoc init DIR (make a repository for your solutions)
        aoc run 2025/2 (the first day without all its stars)
        aoc run 2025/2 (the first day without all its stars)
        aoc run 2025/2 (the first day without all its stars)
        aoc new 2025/3 (edited last)
        aoc start 2025/4 (today's puzzle)
        aoc start 2025/5 (waits for the unlock in 3h 0m)
        aoc login (then `aoc start 2025/5`: waits for the unlock in 3h 0m)
        aoc new 2025/1 (2025 begins in 11d 0h; prepares its first day)
        aoc bench 2025 (you have all stars of 2025)
        aoc bench 2025 (you have all stars of 2025)
        aoc new 2025 (you have all stars of 2025, and no solution here)
        ");
    }

    #[test]
    fn a_year_fits_on_a_screen_with_and_without_a_session() {
        let mut little = of_2024();
        little.session.place = None;
        little.session.problem = Some("no session: log in at adventofcode.com".into());
        little.upcoming = None;
        little.stars.seen = None;
        little.stars.age = None;
        little.days = little.days.drain(15..24).collect();
        let shown = [of_2024(), little].map(|it| screen(Terminal::wide(80), now(), &it));
        insta::assert_snapshot!(shown.join("\n"), @"
        session  /home/me/some/where/that/is/rather/deep/down/session (…cdef)  ana
        event    2026 begins in 10d 18h  on 2026-12-01 at 05:00 UTC
        stars    2024: 13 of 50  seen 3h 5m ago, and 2 more by answers

        day ** code input page ex ans     last
          1 *  ✓    ✓     ✓    ·    1
          2 ** ✓    ✓     ✓    ·    2
          3 ·  ✓    ·     ✓    ✓    ·
          4 ·  ✓    ✓     ✓    ·    2  24.7 ms
          5 ·  ·    ·     ✓    ✓    ·
         25 ·  ✓    ·     ·    ·    ·
        19 others without code

        next     aoc run 2024/15  edited last

        session  no session: log in at adventofcode.com
        event    none to come
        stars    2024: 13 of 50  from recorded answers; `aoc status --refresh` asks the
          site

        no day has code yet

        next     aoc run 2024/15  edited last
        ");
    }
}
