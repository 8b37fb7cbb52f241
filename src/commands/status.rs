//! `aoc status`, and `aoc` alone: where one stands, on one screen. Without
//! `--refresh` it makes no request.

mod screen;

use aoc_solution::Part;
use chrono::{DateTime, TimeDelta, Utc};
use clap::Args;
use screen::{
    DayOverview, EventOverview, Next, SessionOverview, StarsOverview, StatusResults, Unlock,
};

use crate::app::App;
use crate::error::{CliError, Exit};
use crate::inputs::Store;
use crate::puzzle::{self, Day, Puzzle, Year, next_unlock, today, unlock};
use crate::site::SeenStars;
use crate::terminal::span;

/// Show session, event, the days of a year, and what to do next
///
/// Shows the session, the time until the next unlock, the stars, files and last
/// time of the days that have any, and what to do next. It makes no request unless
/// --refresh asks the site for the stars. aoc without a command does the same.
#[derive(Args, Debug, Default)]
#[command(
    visible_alias = "s",
    after_help = "\
Examples:
  aoc status            show where you stand
  aoc status 2020       show the days of 2020
  aoc status --refresh  ask the site for the stars first"
)]
pub struct StatusArgs {
    /// The year [default: as for days without one, else the running or newest event]
    pub year: Option<String>,
    /// Ask the site for the stars, with one request
    #[arg(long)]
    pub refresh: bool,
}

pub fn run(app: &App, args: &StatusArgs) -> Result<Exit, CliError> {
    let year = match &args.year {
        Some(word) => Year::read(word)?,
        None => app.usual_year(),
    };
    app.warn_of_all_misnamed();
    let mut exit = Exit::Done;
    if args.refresh {
        let year = app.begun_year(&year.to_string());
        if let Err(error) = year.and_then(|year| app.ask_for_stars(Some(year))) {
            // The screen is still shown, with what was known before.
            exit = error.exit;
            app.error(&error.source);
        }
    }
    let now = app.site_time();
    let results = results(app, now, year)?;
    app.show(&results, || screen::screen(app.stdout, now, &results))?;
    Ok(exit)
}

fn results(app: &App, now: DateTime<Utc>, year: Year) -> Result<StatusResults, CliError> {
    let session = app.session();
    let project = app.project().ok();
    let store = app.store().ok();
    let all_seen = app.seen_stars(session.as_ref().ok().copied());
    let day = |puzzle| day(app, now, store.as_ref(), &all_seen, puzzle);
    let seen = all_seen.year(year);
    let of = seen.map_or(2 * u32::from(puzzle::days(year)), |seen| seen.stars.of);
    let times = app.last_times(year);
    let numbers = (1..=u8::try_from(of / 2).unwrap_or_default()).map(Day);
    let days: Vec<DayOverview> = numbers
        .map(|number| DayOverview {
            last_run: times.get(&number).copied(),
            ..day(year.day(number))
        })
        .collect();
    let known = days.iter().filter_map(|day| day.stars).map(u32::from).sum();
    let seen_stars = seen.map(|seen| seen.stars.stars);
    let mut results = StatusResults {
        schema: "aoc-status/1",
        project: project.map(|project| project.root().to_owned()),
        session: SessionOverview {
            place: session.as_ref().ok().map(|it| it.place.to_string()),
            tail: session.as_ref().ok().map(|it| it.token.tail().to_owned()),
            user: all_seen.user.clone(),
            problem: session.err().map(|why| why.to_string()),
        },
        event: EventOverview {
            next: next_unlock(now).map(|puzzle| Unlock {
                puzzle,
                time: unlock(puzzle),
            }),
        },
        year,
        stars: StarsOverview {
            stars: seen_stars.unwrap_or(0).max(known),
            of,
            seen: seen.map(|seen| seen.seen),
            seen_stars,
        },
        days,
        next: Next::default(),
    };
    let latest = match project {
        Some(project) => project.latest(&project.days()?),
        None => None,
    };
    results.next = next(
        &results,
        now,
        today(now).map(day).as_ref(),
        latest.map(day).as_ref(),
    );
    Ok(results)
}

/// A day without the time of its last run. A file that cannot be read is a warning.
fn day(
    app: &App,
    now: DateTime<Utc>,
    store: Option<&Store>,
    seen: &SeenStars,
    puzzle: Puzzle,
) -> DayOverview {
    let warn = |error: CliError| app.warn_once(&error.source.to_string());
    let examples = store.and_then(|store| store.examples(puzzle).map_err(warn).ok());
    let answers = store.and_then(|store| store.answers(puzzle, None).map_err(warn).ok());
    let answers = answers.map_or(0, |answers| {
        let accepted = Part::BOTH.map(|part| u8::from(answers.accepted(part).is_some()));
        accepted.iter().sum()
    });
    let days = seen.year(puzzle.year);
    let days = days.and_then(|seen| seen.stars.days.as_ref());
    let seen = days.map(|days| {
        let day = days.iter().find(|it| it.day == puzzle.day);
        day.map_or(0, |day| day.stars)
    });
    let project = app.project().ok();
    DayOverview {
        puzzle,
        unlocked: unlock(puzzle) <= now,
        // An answer is recorded sooner than the site is asked again.
        stars: seen.max((answers > 0).then_some(answers)),
        seen_stars: seen,
        solution: project.is_some_and(|project| project.edited(puzzle).is_some()),
        input: store.is_some_and(|store| store.has_input(puzzle, None).unwrap_or(false)),
        page: store.is_some_and(|store| store.has_page(puzzle).unwrap_or(false)),
        examples: examples.is_some_and(|examples| !examples.is_empty()),
        answers,
        last_run: None,
    }
}

/// An unlock that is further away is nothing to wait for.
const SOON: TimeDelta = TimeDelta::hours(24);

/// The command to type next, from today's puzzle while an event runs, the day that
/// was edited last, and what is shown.
fn next(
    results: &StatusResults,
    now: DateTime<Utc>,
    today: Option<&DayOverview>,
    latest: Option<&DayOverview>,
) -> Next {
    let (year, days) = (results.year, &results.days);
    let has_session = results.session.place.is_some();
    let say = |command: String, why: &str| {
        let why = why.to_owned();
        Next { command, why }
    };
    let start = |puzzle: Puzzle, why: &str| {
        if has_session {
            return say(format!("aoc start {puzzle}"), why);
        }
        let why = format!("then `aoc start {puzzle}`: {why}");
        say("aoc login".to_owned(), &why)
    };
    let step = |day: &DayOverview, which: &str| match (day.input, day.solution) {
        (true, true) => say(format!("aoc run {}", day.puzzle), which),
        (true, false) => say(format!("aoc new {}", day.puzzle), which),
        (false, _) => start(day.puzzle, which),
    };
    let left = |time: DateTime<Utc>| span((time - now).to_std().unwrap_or_default());
    let is_open = |day: &&DayOverview| !is_done(day);
    let soon = results.event.next.as_ref();
    let begins = unlock(year.day(Day(1)));
    let first_open = || days.iter().filter(|day| day.unlocked).find(is_open);
    if results.project.is_none() {
        let why = "make a repository for your solutions";
        say("aoc init DIR".to_owned(), why)
    } else if let Some(today) = today.filter(is_open) {
        step(today, "today's puzzle")
    } else if let Some(unlock) = soon.filter(|unlock| unlock.time - now < SOON) {
        let why = format!("waits for the unlock in {}", left(unlock.time));
        start(unlock.puzzle, &why)
    } else if let Some(latest) = latest.filter(is_open) {
        step(latest, "edited last")
    } else if begins > now {
        // `start` waits for no unlock that is days away.
        let why = format!("{year} begins in {}; prepares its first day", left(begins));
        say(format!("aoc new {year}/1"), &why)
    } else if let Some(open) = first_open() {
        step(open, "the first day without all its stars")
    } else if days.iter().any(|day| day.solution) {
        let why = format!("you have all stars of {year}");
        say(format!("aoc bench {year}"), &why)
    } else {
        let why = format!("you have all stars of {year}, and no solution here");
        say(format!("aoc new {year}"), &why)
    }
}

/// Nothing is left to do for a day that has its stars. Part 2 of the last day has no
/// answer, so without the site's word its first answer is enough.
fn is_done(day: &DayOverview) -> bool {
    let has_one_part = !puzzle::has_part2(day.puzzle);
    day.stars.unwrap_or(0) >= 2 || (has_one_part && day.answers >= 1)
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;
    use crate::app::LastTime;
    use crate::cli::Cli;

    const NOW: &str = "2025-12-05T12:00:00Z";

    fn day(day: u8, stars: u8, solution: bool, input: bool) -> DayOverview {
        DayOverview {
            puzzle: Year(2025).day(Day(day)),
            unlocked: true,
            stars: Some(stars),
            seen_stars: Some(stars),
            solution,
            input,
            page: false,
            examples: false,
            answers: 0,
            last_run: None,
        }
    }

    fn of_2025(days: &[DayOverview]) -> StatusResults {
        StatusResults {
            days: days.to_vec(),
            year: Year(2025),
            ..results()
        }
    }

    /// A day of a year that was begun.
    fn of_2024(day: u8) -> DayOverview {
        let known = day < 6;
        DayOverview {
            puzzle: Year(2024).day(Day(day)),
            unlocked: day <= 24,
            stars: Some(if known { day % 3 } else { 0 }),
            // The answers of day 5 are newer than what the site showed.
            seen_stars: (day != 2).then_some(if day < 5 { day % 3 } else { 0 }),
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

    pub fn results() -> StatusResults {
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
                seen_stars: Some(13),
            },
            days: (1..=25).map(of_2024).collect(),
            next: Next {
                command: "aoc run 2024/15".into(),
                why: "edited last".into(),
            },
        }
    }

    pub fn now() -> DateTime<Utc> {
        "2026-11-20T11:00:00Z".parse().unwrap()
    }

    /// The proposal at a time.
    fn shown(
        results: &StatusResults,
        now: &str,
        [today, latest]: [Option<&DayOverview>; 2],
    ) -> String {
        let next = next(results, now.parse().unwrap(), today, latest);
        let name = next.command.split(' ').nth(1).expect("a command");
        assert!(Cli::command().find_subcommand(name).is_some(), "{name}");
        format!("{} ({})\n", next.command, next.why)
    }

    #[test]
    fn follows_what_is_there() {
        let days = [
            day(1, 2, true, true),
            day(2, 1, true, true),
            day(3, 0, false, true),
            day(4, 0, false, false),
        ];
        let usual = of_2025(&days);
        let outside = StatusResults {
            project: None,
            ..of_2025(&days)
        };
        let mut soon = of_2025(&days);
        let time = "2025-12-05T15:00:00Z".parse().unwrap();
        let puzzle = Year(2025).day(Day(5));
        soon.event.next = Some(Unlock { puzzle, time });
        let mut anonymous = of_2025(&days);
        anonymous.event.next = soon.event.next.clone();
        anonymous.session.place = None;
        let [done, _, third, fourth] = days.each_ref();
        let shown = shown(&outside, NOW, [None; 2])
            + &shown(&usual, NOW, [None; 2])
            + &shown(&usual, NOW, [None, Some(done)])
            + &shown(&usual, NOW, [None, Some(third)])
            + &shown(&usual, NOW, [Some(fourth), Some(third)])
            + &shown(&soon, NOW, [Some(done), Some(third)])
            + &shown(&anonymous, NOW, [Some(done), None]);
        insta::assert_snapshot!(shown, @"
        aoc init DIR (make a repository for your solutions)
        aoc run 2025/2 (the first day without all its stars)
        aoc run 2025/2 (the first day without all its stars)
        aoc new 2025/3 (edited last)
        aoc start 2025/4 (today's puzzle)
        aoc start 2025/5 (waits for the unlock in 3h 0m)
        aoc login (then `aoc start 2025/5`: waits for the unlock in 3h 0m)
        ");
    }

    /// `start` refuses to wait for days, so it is not proposed then.
    #[test]
    fn before_and_after_an_event_there_is_something_to_do_too() {
        let mut answered = day(12, 1, true, true);
        answered.answers = 1;
        let days = [day(12, 2, true, true), answered, day(12, 2, false, true)];
        let before = shown(&of_2025(&[]), "2025-11-20T05:00:00Z", [None; 2]);
        let after = days.map(|day| shown(&of_2025(&[day]), NOW, [None; 2]));
        insta::assert_snapshot!(before + &after.concat(), @"
        aoc new 2025/1 (2025 begins in 11d 0h; prepares its first day)
        aoc bench 2025 (you have all stars of 2025)
        aoc bench 2025 (you have all stars of 2025)
        aoc new 2025 (you have all stars of 2025, and no solution here)
        ");
    }
}
