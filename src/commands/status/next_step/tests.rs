use aoc_solution::Part;
use clap::CommandFactory as _;

use super::*;
use crate::cli::Cli;
use crate::commands::status::StatusResults;
use crate::commands::status::tests::{day, results, session_in, session_of_ana};
use crate::records::{KnownStars, LastRun};
use crate::runner::{MissingExample, Status};
use crate::testing::names_in_reference;

const AFTERNOON: &str = "2025-12-04T12:00:00Z";
const NIGHT: &str = "2025-12-05T04:30:00Z";
const NOVEMBER: &str = "2025-11-20T05:00:00Z";
const NEXT_NOVEMBER: &str = "2026-11-20T05:00:00Z";
const EVE: &str = "2026-11-30T20:00:00Z";
const SPRING: &str = "2026-04-01T12:00:00Z";

/// A state of the project with the command that is suggested for it.
struct State {
    name: &'static str,
    results: StatusResults,
    now: &'static str,
    due: Option<DayRecord>,
    latest: Option<DayRecord>,
    upcoming: Option<DayRecord>,
}

fn state(name: &'static str, results: StatusResults, now: &'static str) -> State {
    State {
        name,
        results,
        now,
        due: None,
        latest: None,
        upcoming: None,
    }
}

impl State {
    fn due(mut self, day: &DayRecord) -> Self {
        self.due = Some(day.clone());
        self
    }

    fn latest(mut self, day: &DayRecord) -> Self {
        self.latest = Some(day.clone());
        self
    }

    fn upcoming(mut self, day: &DayRecord) -> Self {
        self.upcoming = Some(day.clone());
        self
    }

    fn situation(&self) -> Situation<'_> {
        Situation {
            now: self.now.parse().unwrap(),
            has_project: self.results.project.is_some(),
            session: &self.results.session,
            year: &self.results.year,
            due: self.due.clone(),
            latest: self.latest.clone(),
            upcoming: self.upcoming.clone(),
            unfinished_elsewhere: &|| None,
        }
    }
}

/// A day of 2025. If it has a page, its answers are recorded.
fn day_of_2025(number: u8, stars: u8, files: &str) -> DayRecord {
    let answers = files.matches('p').count() * usize::from(stars);
    day((2025, number), stars, answers, files)
}

/// A day of another tool, for which the site has shown no stars.
fn imported(files: &str) -> DayRecord {
    DayRecord {
        stars: KnownStars::default(),
        ..day_of_2025(2, 0, files)
    }
}

fn locked(number: u8, files: &str) -> DayRecord {
    DayRecord {
        is_unlocked: false,
        ..day_of_2025(number, 0, files)
    }
}

fn first_of_2026(files: &str) -> DayRecord {
    DayRecord {
        is_unlocked: false,
        ..day((2026, 1), 0, 0, files)
    }
}

fn done() -> DayRecord {
    day_of_2025(1, 2, "cip")
}

fn open() -> DayRecord {
    day_of_2025(2, 1, "ci")
}

fn third() -> DayRecord {
    day_of_2025(3, 0, "i")
}

fn fourth() -> DayRecord {
    day_of_2025(4, 0, "")
}

fn unclear() -> DayRecord {
    let mut day = day_of_2025(2, 1, "cip");
    day.examples.missing = Some(MissingExample::Likely(Part::One));
    day
}

fn four_days() -> StatusResults {
    results(vec![done(), open(), third(), fourth()])
}

fn only_day(day: DayRecord) -> StatusResults {
    results(vec![day])
}

fn day_twice(day: DayRecord) -> StatusResults {
    results(vec![day.clone(), day])
}

fn with_all_stars() -> StatusResults {
    day_twice(day_of_2025(2, 2, "cip"))
}

fn without_session(mut results: StatusResults) -> StatusResults {
    results.session = Err(String::new());
    results
}

fn old_session(mut results: StatusResults) -> StatusResults {
    results.session = Ok(session_of_ana(Some(SessionProblem::Old { days: 340 })));
    results
}

/// The states of a project during an event.
fn in_an_event() -> Vec<State> {
    let outside = StatusResults {
        project: None,
        ..four_days()
    };
    let problem = || {
        let remedy = String::new();
        Some(SessionProblem::Refused { remedy })
    };
    let refused = |results: StatusResults| StatusResults {
        session: Ok(session_of_ana(problem())),
        ..results
    };
    let in_variable = StatusResults {
        session: Ok(session_in(SessionPlace::Variable("AOC_SESSION"), problem())),
        ..four_days()
    };
    let refused_outside = StatusResults {
        project: None,
        ..refused(four_days())
    };
    vec![
        state("no project", outside, AFTERNOON),
        state("an old day", four_days(), AFTERNOON),
        state("edited and done", four_days(), AFTERNOON).latest(&done()),
        state("edited too early", four_days(), AFTERNOON).latest(&locked(12, "c")),
        state("edited", four_days(), AFTERNOON).latest(&third()),
        state("not clear", four_days(), AFTERNOON).latest(&unclear()),
        state("today", four_days(), AFTERNOON)
            .due(&fourth())
            .latest(&third())
            .upcoming(&locked(5, "")),
        state("refused", refused(four_days()), AFTERNOON).due(&fourth()),
        state("refused, in a variable", in_variable, AFTERNOON).due(&fourth()),
        state("refused, no project", refused_outside, AFTERNOON),
        state(
            "refused, a clone",
            refused(day_twice(day_of_2025(2, 2, "c"))),
            AFTERNOON,
        ),
        // The clock is behind, and the page shows that the puzzle is unlocked.
        state("behind the unlock", four_days(), NIGHT).due(&day_of_2025(5, 0, "")),
        state("soon", four_days(), NIGHT)
            .due(&locked(5, ""))
            .latest(&third())
            .upcoming(&locked(5, "")),
        state("no session", without_session(four_days()), NIGHT)
            .due(&locked(5, ""))
            .latest(&third())
            .upcoming(&locked(5, "")),
        state("no session needed", without_session(four_days()), AFTERNOON),
        state("an evening", four_days(), AFTERNOON)
            .due(&done())
            .upcoming(&locked(5, "")),
        state("all is done", with_all_stars(), AFTERNOON)
            .due(&done())
            .latest(&done())
            .upcoming(&locked(5, "")),
    ]
}

/// The states after a clone or an import, and before an event.
fn with_little() -> Vec<State> {
    vec![
        state("a clone", day_twice(day_of_2025(2, 2, "c")), AFTERNOON).latest(&open()),
        state(
            "a clone in December",
            day_twice(day_of_2025(2, 2, "c")),
            AFTERNOON,
        )
        .due(&fourth())
        .upcoming(&locked(5, "")),
        state("a clone at night", day_twice(day_of_2025(2, 2, "c")), NIGHT)
            .due(&locked(5, ""))
            .upcoming(&locked(5, "")),
        state(
            "without session",
            without_session(day_twice(day_of_2025(2, 2, "c"))),
            AFTERNOON,
        )
        .due(&fourth())
        .upcoming(&locked(5, "")),
        state("an import", day_twice(imported("ci")), AFTERNOON).latest(&open()),
        state(
            "an import of another year",
            day_twice(imported("ci")),
            AFTERNOON,
        )
        .due(&first_of_2026("")),
        state("fetched", day_twice(day_of_2025(2, 0, "cip")), AFTERNOON).latest(&open()),
        // `start` refuses to wait for days, so it is not suggested.
        state("November", only_day(locked(1, "")), NOVEMBER),
        state(
            "a new repository",
            without_session(only_day(locked(1, ""))),
            NOVEMBER,
        ),
        state("prepared", only_day(locked(1, "c")), NOVEMBER),
        state(
            "the first minute",
            without_session(only_day(locked(1, "c"))),
            NOVEMBER,
        ),
    ]
}

/// The states of a year with most or all of its stars.
fn with_many_stars() -> Vec<State> {
    let last = only_day(day_of_2025(12, 1, "ci"));
    let mut failing = day_of_2025(2, 2, "cip");
    failing.last_run = Some(LastRun {
        statuses: [Status::Timeout, Status::Ok],
        ..LastRun::default()
    });
    vec![
        state("the last star", last, AFTERNOON),
        state(
            "others before it",
            results(vec![day_of_2025(2, 1, "cip"), day_of_2025(12, 1, "ci")]),
            AFTERNOON,
        ),
        state(
            "a gap",
            results(vec![day_of_2025(1, 2, "ci"), day_of_2025(2, 2, "i")]),
            SPRING,
        )
        .upcoming(&first_of_2026("")),
        state("fails", only_day(failing), SPRING).upcoming(&first_of_2026("")),
        state("no input", only_day(day_of_2025(12, 2, "cp")), SPRING).upcoming(&first_of_2026("")),
        state("no code", only_day(day_of_2025(12, 2, "i")), SPRING).upcoming(&first_of_2026("")),
        state("all stars", with_all_stars(), SPRING)
            .latest(&done())
            .upcoming(&first_of_2026("")),
        state(
            "an old session",
            old_session(only_day(locked(1, "c"))),
            NOVEMBER,
        ),
        state(
            "an old session, the evening before",
            old_session(with_all_stars()),
            EVE,
        )
        .due(&first_of_2026(""))
        .upcoming(&first_of_2026("")),
        state("next November", with_all_stars(), NEXT_NOVEMBER)
            .latest(&done())
            .upcoming(&first_of_2026("")),
        state("one day of last year", four_days(), NEXT_NOVEMBER)
            .latest(&open())
            .upcoming(&first_of_2026("")),
        state("open days of last year", four_days(), NEXT_NOVEMBER).upcoming(&first_of_2026("")),
        state("prepared, open days", four_days(), NEXT_NOVEMBER).upcoming(&first_of_2026("c")),
        state("prepared again", with_all_stars(), NEXT_NOVEMBER).upcoming(&first_of_2026("c")),
        state(
            "last year's session",
            old_session(with_all_stars()),
            NEXT_NOVEMBER,
        )
        .latest(&open())
        .upcoming(&first_of_2026("")),
    ]
}

#[test]
fn the_next_step_depends_on_files_and_time() {
    let mut shown = String::new();
    let states = in_an_event().into_iter().chain(with_little());
    for state in states.chain(with_many_stars()) {
        let Suggestion { step, why } = state.situation().next_step();
        let name = state.name;
        let command = step.command();
        let verb = command.split(' ').nth(1).expect("a command");
        assert!(Cli::command().find_subcommand(verb).is_some(), "{verb}");
        shown += &format!("{name}: {command} ({why})\n");
    }
    insta::assert_snapshot!(shown, @"
    no project: aoc init advent (make a repository for your solutions)
    an old day: aoc run 2025/2 (the first day without all its stars)
    edited and done: aoc run 2025/2 (the first day without all its stars)
    edited too early: aoc run 2025/2 (the first day without all its stars)
    edited: aoc new 2025/3 (edited last)
    not clear: aoc test 2025/2 --take (its page has an example that is not clear)
    today: aoc start 2025/4 (today's puzzle)
    refused: aoc login (the site has refused the session)
    refused, in a variable: aoc start 2025/4 (today's puzzle)
    refused, no project: aoc init advent (make a repository for your solutions)
    refused, a clone: aoc login (the site has refused the session)
    behind the unlock: aoc start 2025/5 (already unlocked)
    soon: aoc start 2025/5 (waits for the unlock in 30m 0s)
    no session: aoc login (then `aoc start 2025/5` (waits for the unlock in 30m 0s))
    no session needed: aoc run 2025/2 (the first day without all its stars)
    an evening: aoc run 2025/2 (the first day without all its stars)
    all is done: aoc start 2025/5 (waits for the unlock in 17h 0m)
    a clone: aoc fetch 2025 (takes the accepted answers of 2 days from their pages)
    a clone in December: aoc fetch 2025 (takes the accepted answers of 2 days from their pages, then `aoc start 2025/4` (today's puzzle))
    a clone at night: aoc fetch 2025 (takes the accepted answers of 2 days from their pages, then `aoc start 2025/5` (waits for the unlock in 30m 0s))
    without session: aoc login (then `aoc fetch 2025` (takes the accepted answers of 2 days from their pages, then `aoc start 2025/4` (today's puzzle)))
    an import: aoc fetch 2025 (takes the accepted answers of 2 days from their pages)
    an import of another year: aoc start 2026/1 (waits for the unlock in 361d 17h)
    fetched: aoc run 2025/2 (edited last)
    November: aoc new 2025/1 (prepares the first day of 2025, which begins in 11d 0h)
    a new repository: aoc login (then `aoc new 2025/1` (prepares the first day of 2025, which begins in 11d 0h))
    prepared: aoc watch 2025/1 (2025 begins in 11d 0h; this runs its prepared day at each save)
    the first minute: aoc login (then `aoc watch 2025/1` (2025 begins in 11d 0h; this runs its prepared day at each save))
    the last star: aoc submit 2025/12 -p 2 (the last star, which requires all others)
    others before it: aoc run 2025/2 (the first day without all its stars)
    a gap: aoc new 2025/2 (you have all stars of 2025; this project has no solution of this day)
    fails: aoc run 2025/2 (you have all stars of 2025; the last run of this day: timeout)
    no input: aoc fetch 2025 (you have all stars of 2025; 1 day without an input in this project)
    no code: aoc new 2025 (you have all stars of 2025, but this project has no solution of that year)
    all stars: aoc calendar (you have all stars of 2025; this shows all events)
    an old session: aoc login (the session is 340 days old (a session is valid for about a month); then `aoc watch 2025/1` (2025 begins in 11d 0h; this runs its prepared day at each save))
    an old session, the evening before: aoc start 2026/1 (waits for the unlock in 9h 0m)
    next November: aoc new 2026/1 (prepares the first day of 2026, which begins in 11d 0h)
    one day of last year: aoc run 2025/2 (edited last)
    open days of last year: aoc new 2026/1 (prepares the first day of 2026, which begins in 11d 0h)
    prepared, open days: aoc run 2025/2 (the first day without all its stars)
    prepared again: aoc watch 2026/1 (2026 begins in 11d 0h; this runs its prepared day at each save)
    last year's session: aoc login (the session is 340 days old (a session is valid for about a month); then `aoc new 2026/1` (prepares the first day of 2026, which begins in 11d 0h))
    ");
    let other_year = day((2024, 3), 1, 1, "cip");
    let whole = state("all stars", with_all_stars(), SPRING);
    let situation = Situation {
        unfinished_elsewhere: &|| Some(other_year.clone()),
        ..whole.situation()
    };
    let Suggestion { step, why } = situation.next_step();
    assert_eq!(step.command(), "aoc run 2024/3");
    let expected = "you have all stars of 2025; the first day of 2024 without all its stars";
    assert_eq!(why, expected);
}

/// A page shows the number of stars, and no list of the site the days that have them.
#[test]
fn no_day_is_unfinished_in_a_year_that_lacks_only_its_last_star() {
    let unknown = DayRecord {
        stars: KnownStars::default(),
        ..fourth()
    };
    for (stars, command) in [(22, "aoc start 2025/4"), (23, "aoc submit 2025/12 -p 2")] {
        let mut results = results(vec![unknown.clone(), day_of_2025(12, 1, "cip")]);
        results.year.stars = Some(stars);
        results.year.total = 24;
        let state = state("one page", results, SPRING);
        assert_eq!(state.situation().next_step().step.command(), command);
    }
}

/// The page of the last day shows that part 2 has an answer.
#[test]
fn a_year_that_has_more_days_than_is_known_has_no_last_star() {
    for (stars, next) in [
        (1, "aoc run 2025/12 (the first day without all its stars)"),
        (
            2,
            "aoc calendar (you have all stars of the known days of 2025; this shows all events)",
        ),
    ] {
        let mut day = day_of_2025(12, stars, "cip");
        day.answers.parts = &Part::BOTH;
        let state = state("more days", only_day(day), SPRING);
        let Suggestion { step, why } = state.situation().next_step();
        assert_eq!(format!("{} ({why})", step.command()), next);
    }
}

/// The year on the screen has not begun, and an earlier event may have open puzzles.
#[test]
fn an_event_is_prepared_in_its_fortnight_or_if_no_puzzle_is_open() {
    let open = || Some(day_of_2025(2, 0, "ci"));
    for (now, unfinished_elsewhere, code, next) in [
        (
            AFTERNOON,
            open(),
            "",
            "aoc run 2025/2 (2026 begins in 361d 17h; this puzzle is already unlocked)",
        ),
        (
            AFTERNOON,
            None,
            "",
            "aoc new 2026/1 (prepares the first day of 2026, which begins in 361d 17h)",
        ),
        (
            AFTERNOON,
            None,
            "c",
            "aoc calendar (2026 begins in 361d 17h; this shows all events)",
        ),
        (
            NEXT_NOVEMBER,
            open(),
            "",
            "aoc login (the session is 40 days old (a session is valid for about a month); then `aoc new \
             2026/1` (prepares the first day of 2026, which begins in 11d 0h))",
        ),
    ] {
        let mut results = only_day(first_of_2026(code));
        results.session = Ok(session_of_ana(Some(SessionProblem::Old { days: 40 })));
        let state = state("before the event", results, now);
        let situation = Situation {
            unfinished_elsewhere: &|| unfinished_elsewhere.clone(),
            ..state.situation()
        };
        let Suggestion { step, why } = situation.next_step();
        assert_eq!(format!("{} ({why})", step.command()), next);
    }
}

/// `aoc start` refuses to wait for days.
#[test]
fn long_before_a_prepared_event_a_puzzle_that_is_open_is_next() {
    let states = with_little();
    let prepared = states.iter().find(|state| state.name == "prepared");
    let situation = prepared.expect("a state").situation();
    for (now, unfinished_elsewhere, next) in [
        (
            "2025-11-20T05:00:00Z",
            Some(day((2024, 3), 0, 0, "")),
            "aoc start 2024/3 (2025 begins in 11d 0h; this puzzle is already unlocked)",
        ),
        (
            "2025-11-20T05:00:00Z",
            None,
            "aoc watch 2025/1 (2025 begins in 11d 0h; this runs its prepared day at each save)",
        ),
        (
            "2025-11-25T05:00:00Z",
            Some(day((2024, 3), 0, 0, "")),
            "aoc start 2025/1 (when 2025 begins, in 6d 0h)",
        ),
        (
            "2025-11-25T05:00:00Z",
            None,
            "aoc start 2025/1 (when 2025 begins, in 6d 0h)",
        ),
    ] {
        let situation = Situation {
            now: now.parse().unwrap(),
            unfinished_elsewhere: &|| unfinished_elsewhere.clone(),
            ..situation.clone()
        };
        let Suggestion { step, why } = situation.next_step();
        assert_eq!(format!("{} ({why})", step.command()), next);
    }
    // The year on the screen is complete, and the event is prepared.
    let prepared =
        state("prepared again", with_all_stars(), NEXT_NOVEMBER).upcoming(&first_of_2026("c"));
    let situation = Situation {
        unfinished_elsewhere: &|| Some(day((2024, 3), 0, 0, "")),
        ..prepared.situation()
    };
    let Suggestion { step, why } = situation.next_step();
    let expected = "aoc start 2024/3 (2026 begins in 11d 0h; this puzzle is already unlocked)";
    assert_eq!(format!("{} ({why})", step.command()), expected);
    // A day of another year is not the first day of an event, although both are created.
    let lacks_last_star = only_day(day_of_2025(12, 1, "ci"));
    let prepared = state("prepared, the last star", lacks_last_star, NEXT_NOVEMBER)
        .upcoming(&first_of_2026("c"));
    let situation = Situation {
        unfinished_elsewhere: &|| Some(day((2024, 3), 0, 0, "i")),
        ..prepared.situation()
    };
    let command = situation.next_step().step.command();
    assert_eq!(command, "aoc submit 2025/12 -p 2");
}

/// The year on the screen begins a year after the next event.
#[test]
fn a_near_event_is_prepared_although_a_later_one_is_shown() {
    let later = DayRecord {
        is_unlocked: false,
        ..day((2027, 1), 0, 0, "")
    };
    let state = state("a later year", only_day(later), NEXT_NOVEMBER).upcoming(&first_of_2026(""));
    let situation = Situation {
        unfinished_elsewhere: &|| Some(day_of_2025(2, 0, "ci")),
        ..state.situation()
    };
    let Suggestion { step, why } = situation.next_step();
    let expected = "aoc new 2026/1 (prepares the first day of 2026, which begins in 11d 0h)";
    assert_eq!(format!("{} ({why})", step.command()), expected);
}

#[test]
fn the_guide_has_the_rules_in_their_order() {
    let names: Vec<&str> = RULES.iter().map(|(name, _)| *name).collect();
    assert_eq!(
        names_in_reference("the first of these that applies:"),
        names
    );
}
