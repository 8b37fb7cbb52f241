//! `aoc status`, and `aoc` alone: where one stands, on one screen. Without
//! `--refresh` it makes no request.

mod next;

use aoc_solution::Part;
use chrono::{DateTime, Utc};
use clap::Args;
use next::{Situation, next};

use crate::app::App;
use crate::error::{CliError, Exit};
use crate::inputs::{Store, StoreError};
use crate::puzzle::{
    self, Day, Puzzle, Year, newest_unlocked, next_unlock, running, today, unlock,
};
use crate::reporter::{
    self, DayOverview, EventOverview, LastRun, SessionOverview, StarsOverview, StatusResults,
    Unlock,
};
use crate::site::{SeenStars, SessionError};
use crate::terminal;

/// Show session, event, the days of a year, and what to do next
///
/// Shows the session, the time until the next unlock, the stars, files and last
/// time of each day, and what to do next. It makes no request unless --refresh asks
/// the site for the stars. aoc without a command does the same.
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
        Some(word) => App::year(word)?,
        None => app.usual_year(),
    };
    app.warn_of_all_misnamed();
    let refreshed = args.refresh.then(|| refresh(app, year));
    let is_proven = matches!(refreshed, Some(Ok(())));
    let mut exit = Exit::Done;
    if let Some(Err(error)) = refreshed {
        // The screen is still shown, with what was known before.
        exit = error.exit;
        app.error(&error.source);
    }
    let mut results = results(app, year)?;
    results.session.is_proven = is_proven;
    if app.json {
        terminal::json(&mut app.console(), &results)?;
    } else {
        reporter::overview(&mut app.console(), app.stdout, &results)?;
    }
    Ok(exit)
}

/// Asks for the calendar of the year.
fn refresh(app: &App, year: Year) -> Result<(), CliError> {
    let year = app.begun_year(&year.to_string())?;
    let what = format!("asking for the calendar of {year}");
    app.ask_for_stars(&what, |site, session, listener| {
        site.calendar(year, session, listener)
    })?;
    Ok(())
}

fn results(app: &App, year: Year) -> Result<StatusResults, CliError> {
    let now = app.site_time();
    let session = app.session();
    let seen = app.seen_stars(session.as_ref().ok().copied());
    let files = ProjectFiles::new(app, now);
    let days = files.days(year, &seen);
    let situation = Situation {
        in_project: app.project().is_ok(),
        has_session: session.is_ok(),
        today: today(now),
        next_unlock: next_unlock(now).map(|puzzle| (puzzle, unlock(puzzle) - now)),
        latest: files.latest()?,
        year,
        days: &days,
    };
    // What is asked about may be of another year.
    let day = |puzzle: Puzzle| match days.iter().find(|day| day.puzzle() == puzzle) {
        Some(day) => day.clone(),
        None => files.day(puzzle, &seen),
    };
    let next = next(&situation, &day);
    Ok(StatusResults {
        schema: "aoc-status/1",
        project: app.project().ok().map(|project| project.root().to_owned()),
        session: session_overview(session.err(), app, &seen),
        event: EventOverview {
            running: running(now),
            next: next_unlock(now).map(|puzzle| {
                let time = unlock(puzzle);
                Unlock {
                    year: puzzle.year,
                    day: puzzle.day,
                    time,
                    seconds: (time - now).num_seconds().max(0),
                }
            }),
            clock_ahead_seconds: -app.site_clock().num_seconds(),
        },
        stars: stars(app, year, &days, &seen),
        year,
        days,
        next,
    })
}

fn session_overview(missing: Option<SessionError>, app: &App, seen: &SeenStars) -> SessionOverview {
    let session = app.access.session.get();
    SessionOverview {
        place: session.map(|session| session.place.to_string()),
        tail: session.map(|session| session.token.tail().to_owned()),
        user: seen.user.clone(),
        is_proven: false,
        problem: missing.map(|error| CliError::from(error).source.to_string()),
    }
}

fn stars(app: &App, year: Year, days: &[DayOverview], seen: &SeenStars) -> StarsOverview {
    let now = (app.environment.now)();
    let known = seen.year(year);
    let sum = days.iter().filter_map(|day| day.stars).map(u32::from).sum();
    let shown = known.map(|seen| seen.stars.stars);
    StarsOverview {
        stars: shown.map_or(sum, |shown| shown.max(sum)),
        of: known.map_or(2 * u32::from(puzzle::days(year)), |seen| seen.stars.of),
        seen: known.map(|seen| seen.seen),
        age_seconds: known.map(|seen| (now - seen.seen).num_seconds().max(0)),
        all_years: newest_unlocked(Day(1), now).and_then(|newest| seen.total(newest)),
    }
}

/// The project, if there is one, with what its files say of days.
struct ProjectFiles<'a> {
    app: &'a App,
    now: DateTime<Utc>,
    store: Option<Store>,
}

impl<'a> ProjectFiles<'a> {
    fn new(app: &'a App, now: DateTime<Utc>) -> Self {
        let store = app.store().ok();
        Self { app, now, store }
    }

    /// The days of a year, including those that are still locked.
    fn days(&self, year: Year, seen: &SeenStars) -> Vec<DayOverview> {
        let count = match seen.year(year) {
            Some(seen) => u8::try_from(seen.stars.of / 2).unwrap_or_default(),
            None => puzzle::days(year),
        };
        let times = self.app.last_times(year);
        (1..=count.clamp(1, 31))
            .map(|day| {
                let day = Day(day);
                let overview = self.day(year.day(day), seen);
                let last_run = times.get(&day).map(|last| LastRun {
                    ns: last.ns,
                    time: last.time,
                });
                DayOverview {
                    last_run,
                    ..overview
                }
            })
            .collect()
    }

    /// A day without the time of its last run.
    fn day(&self, puzzle: Puzzle, seen: &SeenStars) -> DayOverview {
        let project = self.app.project().ok();
        let mut overview = DayOverview {
            year: puzzle.year,
            day: puzzle.day,
            unlocked: unlock(puzzle) <= self.now,
            stars: None,
            solution: project.is_some_and(|project| project.edited(puzzle).is_some()),
            input: false,
            page: false,
            examples: false,
            answers: 0,
            last_run: None,
        };
        if let Some(store) = &self.store {
            overview.input = store.has_input(puzzle, None).unwrap_or(false);
            overview.page = store.has_page(puzzle).unwrap_or(false);
            let examples = store.examples(puzzle);
            overview.examples = !self.or_warning(examples).is_empty();
            overview.answers = self.answers(store, puzzle);
        }
        let seen = seen.year(puzzle.year);
        let shown = seen.and_then(|seen| {
            let days = seen.stars.days.as_ref()?;
            Some(days.get(&puzzle.day).copied().unwrap_or(0))
        });
        // An answer is recorded sooner than the site is asked again.
        let recorded = (overview.answers > 0).then_some(overview.answers);
        overview.stars = shown.max(recorded);
        overview
    }

    /// How many accepted answers are recorded.
    fn answers(&self, store: &Store, puzzle: Puzzle) -> u8 {
        let answers = self.or_warning(store.answers(puzzle, None));
        let accepted = |part: &&Part| answers.accepted(**part).is_some();
        u8::try_from(Part::BOTH.iter().filter(accepted).count()).unwrap_or_default()
    }

    /// What a file says; nothing, and a warning, if it cannot be read.
    fn or_warning<T: Default>(&self, read: Result<T, StoreError>) -> T {
        read.unwrap_or_else(|error| {
            self.app.warning(&CliError::from(error).source.to_string());
            T::default()
        })
    }

    /// The day that was edited last.
    fn latest(&self) -> Result<Option<Puzzle>, CliError> {
        let Ok(project) = self.app.project() else {
            return Ok(None);
        };
        Ok(project.latest(&project.days()?))
    }
}
