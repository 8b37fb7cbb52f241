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

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use anstyle::Style;
use aoc_solution::Part;
use chrono::{DateTime, TimeDelta, Utc};
use clap::Args;
use serde::Serialize;

use crate::app::times::{self, LastTime};
use crate::app::{App, selection};
use crate::error::{CliError, Exit, Result};
use crate::inputs::{Answers, Store};
use crate::project::Project;
use crate::puzzle::{self, Day, Puzzle, Year, is_last_star, next_unlock, today, unlock};
use crate::site::SeenStars;
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
#[derive(Serialize)]
struct StatusResults {
    /// The project's folder; `None` outside of one.
    project: Option<String>,
    session: SessionOverview,
    event: EventOverview,
    year: Year,
    stars: StarsOverview,
    days: Vec<DayOverview>,
    next: NextStep,
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
struct EventOverview {
    /// The puzzle that unlocks next.
    next: Option<Unlock>,
}

#[derive(Clone, Copy, Serialize)]
struct Unlock {
    #[serde(flatten)]
    puzzle: Puzzle,
    time: DateTime<Utc>,
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

/// A suggested command, and its reason.
#[derive(Default, Serialize)]
struct NextStep {
    command: String,
    why: String,
}

pub fn run(app: &App, args: &StatusArgs) -> Result<Exit> {
    let year = match &args.year {
        Some(word) => Year::read(word)?,
        None => selection::usual_year(app),
    };
    if let Ok(project) = app.project() {
        selection::warn_of_misnamed(app, project.years());
    }
    let mut exit = Exit::Done;
    if args.refresh
        && let Err(error) = refresh(app, year)
    {
        // The screen is still shown, with earlier data.
        exit = error.exit;
        app.error(&error.source);
    }
    let now = app.site_time();
    let results = results(app, now, year)?;
    app.show("status", &results, || screen(app.stdout, now, &results))?;
    Ok(exit)
}

fn refresh(app: &App, year: Year) -> Result<()> {
    let year = selection::begun_year(app, &year.to_string())?;
    app.ask_for_stars(Some(year))?;
    Ok(())
}

fn results(app: &App, now: DateTime<Utc>, year: Year) -> Result<StatusResults> {
    let (session, problem) = match app.session() {
        Ok(session) => (Some(session), None),
        Err(error) => (None, Some(error.to_string())),
    };
    let project = app.project().ok();
    let records = YearRecords {
        app,
        now,
        project,
        store: app.store().ok(),
        seen: app.seen_stars(session),
        times: times::last(app),
    };
    if let Some(store) = &records.store
        && let Err(error) = store.check_folder()
    {
        records.warn(&error);
    }
    let seen = records.seen.years.get(&year);
    let of = match seen {
        Some(seen) => seen.stars.of,
        None => 2 * u32::from(puzzle::days(year)),
    };
    // A damaged file may have any number.
    let count = u8::try_from(of / 2).unwrap_or_default().min(31);
    let mut days = Vec::new();
    let mut day_stars = 0;
    for number in 1..=count {
        let day = records.day(year.day(Day(number)));
        day_stars += u32::from(day.stars.unwrap_or(0));
        days.push(day);
    }
    let seen_stars = seen.map(|seen| seen.stars.stars);
    let next = next_unlock(now).map(|puzzle| Unlock {
        puzzle,
        time: unlock(puzzle),
    });
    let mut results = StatusResults {
        project: project.map(|project| project.root().display().to_string()),
        session: SessionOverview {
            place: session.map(|session| session.place.to_string()),
            tail: session.map(|session| session.token.tail().to_owned()),
            user: records.seen.user.clone(),
            problem,
        },
        event: EventOverview { next },
        year,
        stars: StarsOverview {
            stars: day_stars.max(seen_stars.unwrap_or(0)),
            of,
            seen: seen.map(|seen| seen.seen),
            age: seen.map(|seen| app.age(seen.seen)),
            seen_stars,
        },
        days,
        next: NextStep::default(),
    };
    let today = today(now).map(|puzzle| records.day(puzzle));
    let latest = match project {
        Some(project) => project.latest(&project.days()?),
        None => None,
    };
    let latest = latest.map(|puzzle| records.day(puzzle));
    results.next = results.next_step(now, today, latest);
    Ok(results)
}

/// The sources of a day's overview.
struct YearRecords<'a> {
    app: &'a App,
    now: DateTime<Utc>,
    project: Option<&'a Project>,
    store: Option<&'a Store>,
    seen: SeenStars,
    times: BTreeMap<Year, BTreeMap<Day, LastTime>>,
}

impl YearRecords<'_> {
    fn day(&self, puzzle: Puzzle) -> DayOverview {
        let mut day = DayOverview {
            puzzle,
            unlocked: unlock(puzzle) <= self.now,
            stars: None,
            seen_stars: self.seen_stars(puzzle),
            solution: false,
            input: false,
            page: false,
            examples: false,
            answers: 0,
            last_run: None,
        };
        day.stars = day.seen_stars;
        if let Some(project) = self.project {
            day.solution = project.edited(puzzle).is_some();
        }
        if let Some(times) = self.times.get(&puzzle.year) {
            day.last_run = times.get(&puzzle.day).copied();
        }
        if let Some(store) = &self.store {
            day.input = store.has_input(puzzle, None).unwrap_or(false);
            day.page = store.has_page(puzzle).unwrap_or(false);
            match store.examples(puzzle) {
                Ok(examples) => day.examples = !examples.is_empty(),
                Err(error) => self.warn(&error),
            }
            match store.answers(puzzle, None) {
                Ok(answers) => day.add_answers(&answers),
                Err(error) => self.warn(&error),
            }
        }
        day
    }

    /// The stars that the site showed; `None` if it was never asked.
    fn seen_stars(&self, puzzle: Puzzle) -> Option<u8> {
        let stars = &self.seen.years.get(&puzzle.year)?.stars;
        stars.days.as_ref()?;
        Some(stars.of_day(puzzle.day).unwrap_or(0))
    }

    /// An unreadable file is a warning.
    fn warn(&self, error: &CliError) {
        self.app.warn_once(&error.source.to_string());
    }
}

impl DayOverview {
    /// Counts the recorded answers. One may be recorded before the site is asked again.
    fn add_answers(&mut self, answers: &Answers) {
        for _ in answers.accepted_parts() {
            self.answers += 1;
        }
        let recorded = answers.stars(self.puzzle);
        if recorded > 0 {
            self.stars = self.stars.max(Some(recorded));
        }
    }

    /// True if something can be done for the day. Part 2 of the last day has no answer, so
    /// if the site was not asked, the answer to part 1 is enough.
    fn is_open(&self) -> bool {
        let is_enough = self.answers >= 1 && is_last_star(self.puzzle, Part::Two);
        self.unlocked && self.stars.unwrap_or(0) < 2 && !is_enough
    }

    /// True if there is something to show.
    fn is_known(&self) -> bool {
        self.solution
            || self.input
            || self.examples
            || self.stars > Some(0)
            || self.last_run.is_some()
    }
}

impl NextStep {
    fn new(verb: &str, what: impl fmt::Display, why: impl Into<String>) -> Self {
        Self {
            command: format!("aoc {verb} {what}"),
            why: why.into(),
        }
    }
}

impl StatusResults {
    /// Chooses from today's puzzle during an event, the day that was edited last, and the
    /// days that are shown.
    fn next_step(
        &self,
        now: DateTime<Utc>,
        today: Option<DayOverview>,
        latest: Option<DayOverview>,
    ) -> NextStep {
        if self.project.is_none() {
            return NextStep::new("init", "DIR", "make a repository for your solutions");
        }
        if let Some(today) = today.filter(DayOverview::is_open) {
            return self.work_on(&today, "today's puzzle");
        }
        if let Some(Unlock { puzzle, time }) = self.event.next
            && time - now < TimeDelta::hours(24)
        {
            let left = time_left(now, time);
            return self.start(puzzle, &format!("waits for the unlock in {left}"));
        }
        if let Some(latest) = latest.filter(DayOverview::is_open) {
            return self.work_on(&latest, "edited last");
        }
        let year = self.year;
        let first = year.day(Day(1));
        if unlock(first) > now {
            // `start` does not wait for an unlock that is days away.
            let left = time_left(now, unlock(first));
            let why = format!("{year} begins in {left}; prepares its first day");
            return NextStep::new("new", first, why);
        }
        if let Some(open) = self.days.iter().find(|day| day.is_open()) {
            return self.work_on(open, "the first day without all its stars");
        }
        let all = format!("you have all stars of {year}");
        if self.days.iter().any(|day| day.solution) {
            NextStep::new("bench", year, all)
        } else {
            NextStep::new("new", year, all + ", and no solution here")
        }
    }

    fn work_on(&self, day: &DayOverview, why: &str) -> NextStep {
        match (day.input, day.solution) {
            (true, true) => NextStep::new("run", day.puzzle, why),
            (true, false) => NextStep::new("new", day.puzzle, why),
            (false, _) => self.start(day.puzzle, why),
        }
    }

    /// Suggests `aoc start`, or `aoc login` before it.
    fn start(&self, puzzle: Puzzle, why: &str) -> NextStep {
        if self.session.place.is_some() {
            return NextStep::new("start", puzzle, why);
        }
        NextStep {
            command: "aoc login".to_owned(),
            why: format!("then `aoc start {puzzle}`: {why}"),
        }
    }
}

fn time_left(now: DateTime<Utc>, until: DateTime<Utc>) -> String {
    span((until - now).to_std().unwrap_or_default())
}

type Cell = (Style, String);

/// The screen, at this time.
fn screen(terminal: Terminal, now: DateTime<Utc>, results: &StatusResults) -> String {
    let (place, user) = session_cells(terminal, &results.session);
    let (event, date) = event_cells(now, &results.event);
    let (count, source) = star_cells(results);
    let mut text = line(terminal, "session", place, user);
    text += &line(terminal, "event", event, date);
    text += &line(terminal, "stars", count, source);
    if results.project.is_some() {
        text += "\n";
        text += &days_table(terminal, results);
    }
    let NextStep { command, why } = &results.next;
    let command = (STRONG, command.clone());
    text + "\n" + &line(terminal, "next", command, (DIM, why.clone()))
}

fn line(terminal: Terminal, label: &str, first: Cell, second: Cell) -> String {
    row(terminal, 2, &[7], &[(DIM, label.to_owned()), first, second])
}

/// The session's place with the end of its token, and the user.
fn session_cells(terminal: Terminal, session: &SessionOverview) -> (Cell, Cell) {
    // This leaves room for the label and the end of the token.
    let limit = match terminal.width {
        Some(width) => width.saturating_sub(20).max(12),
        None => usize::MAX,
    };
    let Some(place) = &session.place else {
        let problem = session.problem.clone().unwrap_or_default();
        return ((DOUBT, problem), (PLAIN, String::new()));
    };
    let mut place = cut_start(&one_line(place), limit).into_owned();
    if let Some(tail) = &session.tail
        && !tail.is_empty()
    {
        place += &format!(" (…{tail})");
    }
    let user = one_line(session.user.as_deref().unwrap_or_default());
    let user = cut_start(&user, limit).into_owned();
    ((PLAIN, place), (PLAIN, user))
}

/// The time until the next unlock, and its date.
fn event_cells(now: DateTime<Utc>, event: &EventOverview) -> (Cell, Cell) {
    let Some(Unlock { puzzle, time }) = event.next else {
        return ((DIM, "none to come".to_owned()), (PLAIN, String::new()));
    };
    let left = time_left(now, time);
    let what = if puzzle.day == Day(1) {
        format!("{} begins in {left}", puzzle.year)
    } else {
        format!("{puzzle} unlocks in {left}")
    };
    let date = time.format("on %Y-%m-%d at %H:%M UTC").to_string();
    ((STRONG, what), (DIM, date))
}

/// The number of stars, and its source: the site, recorded answers, or both.
fn star_cells(results: &StatusResults) -> (Cell, Cell) {
    let stars = &results.stars;
    let shown = stars.seen_stars.unwrap_or(stars.stars);
    let count = format!("{}: {shown} of {}", results.year, stars.of);
    let more = stars.stars - shown;
    let source = match stars.age {
        None => "from recorded answers; `aoc status --refresh` asks the site".to_owned(),
        Some(age) if more == 0 => format!("seen {} ago", span(age)),
        Some(age) => format!("seen {} ago, and {more} more by answers", span(age)),
    };
    ((star_style(shown, stars.of), count), (DIM, source))
}

/// The days with something to show, and the number of other days.
fn days_table(terminal: Terminal, results: &StatusResults) -> String {
    let widths = [-3, 2, 4, 5, 4, 2, -3, -8];
    let mut text = String::new();
    let mut others = 0;
    for day in &results.days {
        if !day.is_known() {
            // A day may have code before it unlocks.
            others += usize::from(day.unlocked);
            continue;
        }
        if text.is_empty() {
            let names = ["day", "**", "code", "input", "page", "ex", "ans", "last"];
            let heading = names.map(|name| (DIM, name));
            text = row(terminal, 1, &widths, &heading);
        }
        let is_asked = results.stars.seen.is_some();
        text += &row(terminal, 1, &widths, &day_cells(day, is_asked));
    }
    let rest = if text.is_empty() && others == 0 {
        "no day is open yet".to_owned()
    } else if text.is_empty() {
        "no day has code yet".to_owned()
    } else if others == 0 {
        return text;
    } else {
        plural(others, "other") + " without code"
    };
    text + &row(terminal, 1, &[], &[(DIM, rest)])
}

/// The cells of a day. If the site was never asked, the stars are counted from answers.
fn day_cells(day: &DayOverview, is_asked: bool) -> [Cell; 8] {
    let stars = if is_asked { day.seen_stars } else { day.stars };
    let stars = match stars {
        Some(stars) => (star_style(stars.into(), 2), star_marks(stars).to_owned()),
        None => (DIM, String::new()),
    };
    let answers = match day.answers {
        0 => "·".to_owned(),
        count => count.to_string(),
    };
    let last = day.last_run.map(|last| elapsed(last.ns));
    [
        (STRONG, day.puzzle.day.to_string()),
        stars,
        mark(day.solution),
        mark(day.input),
        mark(day.page),
        mark(day.examples),
        (PLAIN, answers),
        (PLAIN, last.unwrap_or_default()),
    ]
}

fn mark(is_there: bool) -> Cell {
    if is_there {
        (GOOD, "✓".to_owned())
    } else {
        (DIM, "·".to_owned())
    }
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

    fn unlock_of(puzzle: Puzzle) -> EventOverview {
        let time = unlock(puzzle);
        EventOverview {
            next: Some(Unlock { puzzle, time }),
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
            event: unlock_of(Year(2026).day(Day(1))),
            year: days.first().map_or(Year(2025), |day| day.puzzle.year),
            stars: StarsOverview {
                stars: 15,
                of: 50,
                seen: Some(now() - TimeDelta::seconds(11_100)),
                age: Some(Duration::from_mins(185)),
                seen_stars: Some(13),
            },
            days,
            next: NextStep::new("run", "2024/15", "edited last"),
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
            results.event = unlock_of(Year(2025).day(Day(5)));
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
            let NextStep { command, why } = results.next_step(now, today.cloned(), latest.cloned());
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
        little.event.next = None;
        little.stars.seen = None;
        little.stars.age = None;
        little.days = little.days.drain(15..24).collect();
        let shown = [of_2024(), little].map(|results| screen(Terminal::wide(80), now(), &results));
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
