//! `aoc status`, and `aoc` alone: where one stands, on one screen. Without
//! `--refresh` it makes no request.

mod next;
mod overview;
mod screen;

use aoc_solution::Part;
use chrono::{DateTime, Utc};
use clap::Args;
use next::Situation;
use overview::{DayOverview, EventOverview, SessionOverview, StarsOverview, StatusResults, Unlock};

use crate::app::App;
use crate::error::{CliError, Exit};
use crate::inputs::{Store, StoreError};
use crate::puzzle::{
    self, Day, Puzzle, Year, newest_unlocked, next_unlock, running, today, unlock,
};
use crate::site::{SeenStars, SessionError};

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
        Some(word) => App::year(word)?,
        None => app.usual_year(),
    };
    app.warn_of_all_misnamed();
    let refresh = || app.ask_for_stars(Some(app.begun_year(&year.to_string())?));
    let refreshed = args.refresh.then(refresh);
    let is_proven = matches!(refreshed, Some(Ok(_)));
    let mut exit = Exit::Done;
    if let Some(Err(error)) = refreshed {
        // The screen is still shown, with what was known before.
        exit = error.exit;
        app.error(&error.source);
    }
    let results = results(app, year, is_proven)?;
    app.show(&results, || screen::screen(app.stdout, &results))?;
    Ok(exit)
}

fn results(app: &App, year: Year, is_proven: bool) -> Result<StatusResults, CliError> {
    let now = app.site_time();
    let session = app.session();
    let project = app.project().ok();
    let known = Known {
        app,
        now,
        store: app.store().ok(),
        seen: app.seen_stars(session.as_ref().ok().copied()),
    };
    let days = known.days(year);
    let latest = match project {
        Some(project) => project.latest(&project.days()?),
        None => None,
    };
    let next_unlock = next_unlock(now);
    let situation = Situation {
        in_project: project.is_some(),
        has_session: session.is_ok(),
        today: today(now).map(|puzzle| known.day(puzzle)),
        next_unlock: next_unlock.map(|puzzle| (puzzle, unlock(puzzle) - now)),
        latest: latest.map(|puzzle| known.day(puzzle)),
        year,
        days: &days,
    };
    Ok(StatusResults {
        schema: "aoc-status/1",
        project: project.map(|project| project.root().to_owned()),
        next: situation.next(),
        stars: known.stars(year, &days),
        session: known.session(session.err(), is_proven),
        event: EventOverview {
            running: running(now),
            next: next_unlock.map(|puzzle| Unlock {
                puzzle,
                time: unlock(puzzle),
                seconds: (unlock(puzzle) - now).num_seconds().max(0),
            }),
            clock_ahead_seconds: -app.site_clock().num_seconds(),
        },
        year,
        days,
    })
}

/// The sources of the screen: files, and what earlier requests learned.
struct Known<'a> {
    app: &'a App,
    now: DateTime<Utc>,
    store: Option<Store>,
    seen: SeenStars,
}

impl Known<'_> {
    fn session(&self, missing: Option<SessionError>, is_proven: bool) -> SessionOverview {
        let session = self.app.access.session.get();
        SessionOverview {
            place: session.map(|session| session.place.to_string()),
            tail: session.map(|session| session.token.tail().to_owned()),
            user: self.seen.user.clone(),
            is_proven,
            problem: missing.map(|error| CliError::from(error).source.to_string()),
        }
    }

    fn stars(&self, year: Year, days: &[DayOverview]) -> StarsOverview {
        let now = (self.app.environment.now)();
        let seen = self.seen.year(year);
        let sum = days.iter().filter_map(|day| day.stars).map(u32::from).sum();
        let shown = seen.map(|seen| seen.stars.stars);
        StarsOverview {
            stars: shown.map_or(sum, |shown| shown.max(sum)),
            of: seen.map_or(2 * u32::from(puzzle::days(year)), |seen| seen.stars.of),
            shown,
            seen: seen.map(|seen| seen.seen),
            age_seconds: seen.map(|seen| (now - seen.seen).num_seconds().max(0)),
            all_years: newest_unlocked(Day(1), now).and_then(|newest| self.seen.total(newest)),
        }
    }

    /// The days of a year, including those that are still locked.
    fn days(&self, year: Year) -> Vec<DayOverview> {
        let count = match self.seen.year(year) {
            Some(seen) => u8::try_from(seen.stars.of / 2).unwrap_or_default(),
            None => puzzle::days(year),
        };
        let times = self.app.last_times(year);
        let days = (1..=count.clamp(1, 31)).map(Day);
        days.map(|day| DayOverview {
            last_run: times.get(&day).copied(),
            ..self.day(year.day(day))
        })
        .collect()
    }

    /// A day without the time of its last run.
    fn day(&self, puzzle: Puzzle) -> DayOverview {
        let project = self.app.project().ok();
        let mut overview = DayOverview {
            puzzle,
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
            let examples = self.or_warning(store.examples(puzzle));
            overview.examples = !examples.is_empty();
            let answers = self.or_warning(store.answers(puzzle, None));
            let accepted = Part::BOTH.map(|part| u8::from(answers.accepted(part).is_some()));
            overview.answers = accepted.iter().sum();
        }
        let days = self
            .seen
            .year(puzzle.year)
            .and_then(|seen| seen.stars.days.as_ref());
        let shown = days.map(|days| days.get(&puzzle.day).copied().unwrap_or(0));
        // An answer is recorded sooner than the site is asked again.
        overview.stars = shown.max((overview.answers > 0).then_some(overview.answers));
        overview
    }

    /// The content of a file; nothing, and a warning, if it cannot be read.
    fn or_warning<T: Default>(&self, read: Result<T, StoreError>) -> T {
        read.unwrap_or_else(|error| {
            self.app
                .warn_once(&CliError::from(error).source.to_string());
            T::default()
        })
    }
}
