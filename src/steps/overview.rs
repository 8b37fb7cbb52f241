//! What is known of days without a request: code, input, examples, stars, answers, the
//! last time and what is missing.

use std::collections::BTreeMap;
use std::time::Duration;

use chrono::{DateTime, Utc};
use serde::Serialize;

use super::examples::examples;
use super::last_runs::{self, ContentHashes, LastRuns};
use super::solved::{known_stars, own_page};
use super::star_times::star_times;
use crate::app::{StoredReplies, Ui, Workspace};
use crate::error::{CliError, Result};
use crate::inputs::{Answers, Store};
use crate::overview::DayOverview;
use crate::project::source::example_count;
use crate::puzzle::{self, Day, Puzzle, Year, unlock};
use crate::runner::Input;
use crate::site::{OwnTimes, SiteClock, Stars};
use crate::terminal::plural;

/// There may be more stars than the site showed longer ago than this.
pub const LONG_AGO: Duration = Duration::from_hours(24);

/// The stars of a year.
#[derive(Serialize)]
pub struct StarsOverview {
    /// The most of what the site showed and of the recorded answers; `None` if neither is known
    /// and a puzzle is unlocked.
    pub stars: Option<u32>,
    pub of: u32,
    /// The time at which the site showed the stars; `None` if it was never asked.
    #[serde(rename = "seen")]
    pub shown_at: Option<DateTime<Utc>>,
    /// The time since then, by the site's clock.
    #[serde(skip)]
    pub age: Option<Duration>,
    /// The stars that the site showed then.
    pub seen_stars: Option<u32>,
}

impl StarsOverview {
    /// The stars that are missing before the last one, which is for having all others.
    pub fn missing_before_last(&self) -> u32 {
        self.of.saturating_sub(1 + self.stars.unwrap_or(0))
    }
}

/// The stars of a year and its days.
pub struct YearOverview {
    pub stars: StarsOverview,
    pub days: Vec<DayOverview>,
}

/// The sources of the overviews.
pub struct Overview<'a> {
    pub workspace: &'a Workspace,
    pub clock: &'a SiteClock,
    stored: StoredReplies<'a>,
    now: DateTime<Utc>,
    pub known_stars: Stars,
    last_runs: LastRuns,
    hashes: ContentHashes,
    /// The times that the site showed of a year's stars.
    shown_times: BTreeMap<Year, Option<OwnTimes>>,
    /// Why files could not be read. They count as missing.
    pub errors: Vec<CliError>,
}

impl<'a> Overview<'a> {
    pub fn new(workspace: &'a Workspace, stored: StoredReplies<'a>) -> Self {
        let clock = stored.clock();
        let mut errors = Vec::new();
        if let Ok(store) = workspace.store() {
            errors.extend(store.check_folder().err());
        }
        Self {
            workspace,
            clock,
            now: clock.latest(),
            known_stars: stored.stars(),
            stored,
            last_runs: last_runs::last(workspace),
            hashes: ContentHashes::default(),
            shown_times: BTreeMap::new(),
            errors,
        }
    }

    /// Warns of the files that could not be read.
    pub fn warn(&self, ui: &Ui) {
        for error in &self.errors {
            ui.warn_once(&format!("{error:#}"));
        }
    }

    pub fn year(&mut self, year: Year) -> YearOverview {
        let known = self.known_stars.of_year(year);
        let seen_stars = known.map(|known| known.stars);
        let shown_at = known.and_then(|known| known.shown_at);
        let of = match known {
            Some(known) => known.of,
            None => 2 * u32::from(puzzle::days(year)),
        };
        // A damaged file may have any number.
        let last = u8::try_from(of / 2).ok().and_then(Day::new);
        let days: Vec<DayOverview> = Day::FIRST
            .through(last.unwrap_or(Day::LAST))
            .map(|day| self.day(year.day(day)))
            .collect();
        let sum: u32 = days
            .iter()
            .map(|day| u32::from(day.stars.unwrap_or(0)))
            .sum();
        let is_known = seen_stars.is_some()
            || days.iter().any(|day| day.stars.is_some())
            || !days.iter().any(|day| day.unlocked);
        let stars = StarsOverview {
            stars: is_known.then(|| sum.max(seen_stars.unwrap_or(0))),
            of,
            shown_at,
            age: shown_at.map(|time| self.clock.age(time).unwrap_or_default()),
            seen_stars,
        };
        YearOverview { stars, days }
    }

    pub fn day(&mut self, puzzle: Puzzle) -> DayOverview {
        let workspace = self.workspace;
        let mut day = DayOverview {
            puzzle,
            title: workspace.title(puzzle),
            unlocked: unlock(puzzle) <= self.now,
            ..DayOverview::default()
        };
        if let Some(year) = self.known_stars.of_year(puzzle.year)
            && year.days.is_some()
        {
            day.seen_stars = Some(year.of_day(puzzle.day));
            day.stars = day.seen_stars;
            if let Some(shown_at) = year.shown_at {
                day.has_old_stars = self.clock.age(shown_at) > Some(LONG_AGO);
            }
        }
        if let Ok(project) = workspace.project() {
            day.solution = project.day_file(puzzle).is_some();
            day.example_count = example_count(&project.source(puzzle));
        }
        if let Ok(store) = workspace.store() {
            self.add_stored(&mut day, store);
        }
        if let Ok(project) = workspace.project() {
            // It matters only where nothing else says whether the day was solved, so that few
            // files are read.
            let is_unknown = day.solution && !day.page && day.answers == 0;
            day.is_unwritten = is_unknown && project.is_unwritten(puzzle);
        }
        day
    }

    /// Adds what is known of the last run, with what a run would be of now.
    fn add_last_run(&mut self, day: &mut DayOverview, answers: &Answers, examples: &[Input]) {
        let puzzle = day.puzzle;
        if day.solution
            && let Some(days) = self.last_runs.get(&puzzle.year)
            && let Some(last) = days.get(&puzzle.day)
        {
            day.basis = self
                .hashes
                .basis(self.workspace, puzzle, last, answers, examples);
            day.last_run = Some(last.known_now(&day.basis));
        }
    }

    /// Adds what is stored beside the input: answers, stars, times and examples.
    fn add_stored(&mut self, day: &mut DayOverview, store: &Store) {
        let puzzle = day.puzzle;
        day.page = store.has_page(puzzle);
        day.input = store.has_input(puzzle, None);
        let answers = self.or_missing(puzzle, store.answers(puzzle, None));
        day.answers = answers.accepted_parts().count();
        let shown_times = self
            .shown_times
            .entry(puzzle.year)
            .or_insert_with(|| self.stored.own_times(puzzle.year));
        let shown = shown_times.as_ref().and_then(|times| times.of(puzzle.day));
        day.times = star_times(puzzle, shown, &answers, self.now);
        // A star may be recorded, or on the stored page, before the site is asked again.
        let own = known_stars(store, puzzle, &answers);
        if own > 0 && Some(own) >= day.stars {
            day.stars = Some(own);
            day.has_old_stars = false;
        }
        let examples = self.or_missing(puzzle, examples(self.workspace, puzzle));
        self.add_last_run(day, &answers, &examples.stored);
        let count = examples.stored.len();
        day.examples = count > 0;
        if day.example_count == 0 {
            day.missing_example = examples.missing;
        }
        day.example_count = day.example_count.max(count);
    }

    /// The value, or that of a missing file and an error for later.
    fn or_missing<T: Default>(&mut self, puzzle: Puzzle, value: Result<T>) -> T {
        value.unwrap_or_else(|error| {
            self.errors.push(error.context(puzzle));
            T::default()
        })
    }
}

/// That stars are missing before the last one of an event, in words; `None` if none is known to
/// be. `last` is the event's last puzzle.
pub fn missing_for_last_star(
    workspace: &Workspace,
    stored: StoredReplies,
    last: Puzzle,
) -> Option<String> {
    let missing = stars_before_last(workspace, stored, last) as usize;
    let verb = if missing == 1 { "is" } else { "are" };
    (missing > 0).then(|| format!("{} {verb} missing", plural(missing, "star")))
}

/// The number of stars that are known to be missing before the last one of an event, which is
/// for having all others: 0 if the site has not shown the year's stars.
pub fn stars_before_last(workspace: &Workspace, stored: StoredReplies, last: Puzzle) -> u32 {
    let mut stars = Overview::new(workspace, stored).year(last.year).stars;
    if stars.shown_at.is_none() {
        return 0;
    }
    // The page has the year's stars as well, also those that were won elsewhere.
    if let Ok(store) = workspace.store()
        && let Some(user) = own_page(store, last).user
    {
        stars.stars = stars.stars.max(Some(user.stars));
    }
    stars.missing_before_last()
}
