//! `aoc status`, and `aoc` alone: where one stands, on one screen. Without
//! `--refresh` it makes no request.

mod next;
mod screen;

use aoc_solution::Part;
use chrono::{DateTime, Utc};
use clap::Args;
use next::Situation;
use screen::{DayOverview, EventOverview, SessionOverview, StarsOverview, StatusResults, Unlock};

use crate::app::App;
use crate::error::{CliError, Exit};
use crate::inputs::{Store, StoreError};
use crate::puzzle::{self, Day, Puzzle, Year, next_unlock, today, unlock};
use crate::site::SeenStars;

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
    let known = Known {
        app,
        now,
        store: app.store().ok(),
        seen: app.seen_stars(session.as_ref().ok().copied()),
    };
    let seen = known.seen.year(year);
    let of = seen.map_or(2 * u32::from(puzzle::days(year)), |seen| seen.stars.of);
    let times = app.last_times(year);
    let days = (1..=u8::try_from(of / 2).unwrap_or_default()).map(Day);
    let days: Vec<DayOverview> = days
        .map(|day| DayOverview {
            last_run: times.get(&day).copied(),
            ..known.day(year.day(day))
        })
        .collect();
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
    let sum = days.iter().filter_map(|day| day.stars).map(u32::from).sum();
    Ok(StatusResults {
        schema: "aoc-status/1",
        project: project.map(|project| project.root().to_owned()),
        next: situation.next(),
        session: SessionOverview {
            place: session.as_ref().ok().map(|it| it.place.to_string()),
            tail: session.as_ref().ok().map(|it| it.token.tail().to_owned()),
            user: known.seen.user.clone(),
            problem: session.err().map(|why| why.to_string()),
        },
        event: EventOverview {
            next: next_unlock.map(|puzzle| Unlock {
                puzzle,
                time: unlock(puzzle),
            }),
        },
        year,
        stars: StarsOverview {
            stars: seen.map_or(sum, |seen| seen.stars.stars.max(sum)),
            of,
            seen: seen.map(|seen| seen.seen),
        },
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
            overview.examples = !self.or_warning(store.examples(puzzle)).is_empty();
            let answers = self.or_warning(store.answers(puzzle, None));
            let accepted = Part::BOTH.map(|part| u8::from(answers.accepted(part).is_some()));
            overview.answers = accepted.iter().sum();
        }
        let seen = self.seen.year(puzzle.year);
        let shown = seen.and_then(|seen| seen.stars.days.as_ref());
        let shown = shown.map(|days| days.get(&puzzle.day).copied().unwrap_or(0));
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
