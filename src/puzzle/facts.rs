//! The facts that decide which puzzles are selected, and the years that follow from them: the year
//! of days that were given without a year, and the years of commands without a selector.

use std::collections::BTreeSet;
use std::iter::once_with;

use chrono::{DateTime, Utc};

use super::calendar::{
    Day, MAX_START_WAIT, Puzzle, Year, day_count_hint, due, newest_event, newest_unlocked,
    next_unlock, running_event, unlock,
};
use super::selector::Span;
use crate::error::{Result, usage_error};
use crate::terminal::LocalOffset;

/// The puzzles that the selectors of a command can name, and the default without a selector.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PuzzleScope {
    /// The default is the solution that was edited last, other than a template of a locked puzzle.
    Solutions,
    /// Puzzles of the events. Named days may still be locked. The default is today's puzzle during
    /// an event, or else the solution that was edited last.
    Events,
    /// Puzzles to create files for. They are selected like [`Self::Events`], but a year includes
    /// its locked days, and may be in the future.
    NewFiles,
}

/// Finds the one of the puzzles whose source was edited last.
type LatestOf<'a> = Box<dyn Fn(&[Puzzle]) -> Option<Puzzle> + 'a>;

/// The facts that decide which puzzles are selected.
pub struct SelectionFacts<'a> {
    /// The setting `year`.
    pub setting: Option<Year>,
    /// The key or the environment variable that sets `setting`, for messages.
    pub setting_name: String,
    /// The year whose folder contains the current folder.
    pub folder: Option<Year>,
    /// The puzzles that have a solution in the project.
    pub with_code: BTreeSet<Puzzle>,
    /// The one of these puzzles whose source was edited last. It reads the times of their files.
    pub latest_of: LatestOf<'a>,
    /// Tells whether a puzzle is unlocked. Files are read only if it is locked according to the
    /// time.
    pub is_unlocked: Box<dyn Fn(Puzzle) -> bool + 'a>,
    /// Tells whether the file of a puzzle is a template that nobody has edited. It reads the file.
    pub is_untouched: Box<dyn Fn(Puzzle) -> bool + 'a>,
    /// Tells whether a puzzle is unlocked and lacks a star. It reads the puzzle's files.
    pub is_unfinished: Box<dyn Fn(Puzzle) -> bool + 'a>,
    pub now: DateTime<Utc>,
    /// The user's time zone.
    pub local_offset: LocalOffset,
}

/// A year that the user did not name.
#[derive(Clone, Copy, Debug)]
pub struct ImpliedYear<'a> {
    pub year: Year,
    /// The source of the year, for messages.
    pub source: &'a str,
}

impl SelectionFacts<'_> {
    /// The years that a command without a year may mean, in order of priority. A command that runs
    /// solutions does not mean the running event.
    fn implied_years(&self, scope: PuzzleScope) -> impl Iterator<Item = ImpliedYear<'_>> {
        let given = [
            (self.setting, &*self.setting_name),
            (self.folder, "the current folder"),
        ];
        let event = once_with(move || {
            let is_meant = scope != PuzzleScope::Solutions;
            let event = is_meant.then(|| self.running_event()).flatten();
            (event, "the running event")
        });
        given
            .into_iter()
            .chain(event)
            .filter_map(|(year, source)| year.map(|year| ImpliedYear { year, source }))
    }

    /// The event of the current December. If the time is behind, this is the next event as soon as
    /// something stored shows that its first puzzle is unlocked. `None` outside of an event.
    pub fn running_event(&self) -> Option<Year> {
        running_event(self.now).or_else(|| {
            let next = next_unlock(self.now)?.year.day(Day::FIRST);
            (self.is_unlocked)(next).then_some(next.year)
        })
    }

    /// The running event, or else the newest event.
    pub fn newest_event(&self) -> Year {
        self.running_event()
            .unwrap_or_else(|| newest_event(self.now))
    }

    /// The year that a command without a year means. `None` if only the project's days can tell.
    pub fn implied_year(&self, scope: PuzzleScope) -> Option<Year> {
        Some(self.implied_years(scope).next()?.year)
    }

    /// True for a locked puzzle whose file is still an untouched template. Selectors that may
    /// select several puzzles skip it.
    pub fn is_locked_template(&self, puzzle: Puzzle) -> bool {
        !(self.is_unlocked)(puzzle) && (self.is_untouched)(puzzle)
    }

    /// The year of days that were given without a year. All days of a range are in one year.
    /// `selects_several` says whether the selectors may select several puzzles.
    ///
    /// Returns `None` if solutions are needed and the project has none. Fails if the setting, the
    /// folder, the running event or the newest file has a year that lacks these days.
    pub fn year_of_days(
        &self,
        days: Span<Day>,
        scope: PuzzleScope,
        selects_several: bool,
    ) -> Result<Option<ImpliedYear<'_>>> {
        let last = days.last;
        if let Some(implied) = self.implied_years(scope).next() {
            return self.with_day(implied, last).map(Some);
        }
        let source = "the newest file of these days";
        if scope == PuzzleScope::Solutions {
            // A range of solutions may lack days, because only existing ones are selected.
            let year = self
                .newest_of(days, |puzzle| {
                    !(selects_several && self.is_locked_template(puzzle))
                })
                .or_else(|| self.newest_of(days, |_| true));
            return Ok(year.map(|year| ImpliedYear { year, source }));
        }
        let year = if scope == PuzzleScope::NewFiles {
            self.newest(|puzzle| puzzle.year.has_day(last))
        } else {
            self.newest_of(days, |puzzle| {
                puzzle.year.has_day(last) && (self.is_unlocked)(puzzle)
            })
            .or_else(|| self.newest_of(days, |puzzle| puzzle.year.has_day(last)))
            .or_else(|| self.newest_of(days, |_| true))
        };
        // An event that is chosen here has the last day, so `with_day` does not fail, and no
        // message names the source.
        let year = year.unwrap_or_else(|| self.newest_event_with(last));
        self.with_day(ImpliedYear { year, source }, last).map(Some)
    }

    /// The implied year. Fails if it lacks the day.
    fn with_day<'a>(&self, implied: ImpliedYear<'a>, day: Day) -> Result<ImpliedYear<'a>> {
        let ImpliedYear { year, source } = implied;
        if year.has_day(day) {
            return Ok(implied);
        }
        let puzzle = year.day(day);
        let problem = puzzle.not_in_event_message() + &day_count_hint(year);
        let of_project = self.newest(|puzzle| puzzle.day == day && puzzle.year.has_day(day));
        let instead = of_project
            .unwrap_or_else(|| self.newest_event_with(day))
            .day(day);
        Err(usage_error(format!(
            "{problem}; the year is from {source}, name another one, such as {instead}"
        )))
    }

    /// The puzzle that a message suggests for `aoc new DAY`. The message names the year, because
    /// without one, `aoc new` takes the newest year of the project, even if a later event has the
    /// day.
    pub fn puzzle_to_create(&self, day: Day) -> Puzzle {
        // A project may already have code for the next event, although it is locked.
        let prepared = self
            .newest(|Puzzle { year, .. }| year.has_day(day) && !(self.is_unlocked)(year.day(day)));
        self.implied_years(PuzzleScope::Events)
            .map(|implied| implied.year)
            .chain(prepared)
            .find(|year| year.has_day(day))
            .unwrap_or_else(|| self.newest_event_with(day))
            .day(day)
    }

    /// The year of `aoc status`: a year that has begun, or else the next one.
    pub fn year_of_status(&self) -> Year {
        self.implied_year(PuzzleScope::Events)
            .or_else(|| self.newest(|puzzle| (self.is_unlocked)(puzzle.year.day(Day::FIRST))))
            .or_else(|| Some(self.with_code.first()?.year))
            .unwrap_or_else(|| self.newest_event())
    }

    /// The year of a page of the site, such as a leaderboard. The days of the project do not
    /// matter.
    pub fn year_of_site(&self) -> Year {
        self.implied_year(PuzzleScope::Events)
            .unwrap_or_else(|| self.newest_event())
    }

    /// The year of the newest puzzle in the project for which `matches` is true.
    pub fn newest(&self, matches: impl Fn(Puzzle) -> bool) -> Option<Year> {
        let newest = self
            .with_code
            .iter()
            .rev()
            .find(|&&puzzle| matches(puzzle))?;
        Some(newest.year)
    }

    /// The year of the newest puzzle of these days for which `matches` is true.
    fn newest_of(&self, days: Span<Day>, matches: impl Fn(Puzzle) -> bool) -> Option<Year> {
        self.newest(|puzzle| days.contains(puzzle.day) && matches(puzzle))
    }

    /// The newest event whose `day` is unlocked.
    fn newest_event_with(&self, day: Day) -> Year {
        newest_unlocked(day, self.now).unwrap_or(Year::FIRST)
    }

    /// The puzzle to start next if this one is locked: the due one, or the locked one if `aoc
    /// start` waits for it, or else an unlocked one.
    pub fn next_to_start(&self, locked: Puzzle) -> Puzzle {
        let left = (unlock(locked) - self.now).to_std().unwrap_or_default();
        match due(self.now) {
            Some(due) => due,
            None if left <= MAX_START_WAIT => locked,
            None => self.unlocked_puzzle(),
        }
    }

    /// A puzzle of the newest event to suggest instead of a locked one: an unfinished puzzle, if
    /// possible without a solution, or else the event's first puzzle.
    pub fn unlocked_puzzle(&self) -> Puzzle {
        let newest = self.newest_event();
        newest
            .puzzles()
            .filter(|puzzle| (self.is_unfinished)(*puzzle))
            .min_by_key(|puzzle| self.with_code.contains(puzzle))
            .unwrap_or(newest.day(Day::FIRST))
    }
}

#[cfg(test)]
impl SelectionFacts<'_> {
    /// The facts of a project with these puzzles at this time. All of them are solved.
    pub fn of(with_code: impl IntoIterator<Item = Puzzle>, now: DateTime<Utc>) -> Self {
        let with_code: BTreeSet<Puzzle> = with_code.into_iter().collect();
        let solved = with_code.clone();
        Self {
            setting: None,
            setting_name: "the setting `year`".to_owned(),
            folder: None,
            with_code,
            latest_of: Box::new(|_| None),
            is_unlocked: Box::new(move |puzzle| unlock(puzzle) <= now),
            is_untouched: Box::new(|_| false),
            is_unfinished: Box::new(move |puzzle| {
                unlock(puzzle) <= now && !solved.contains(&puzzle)
            }),
            now,
            local_offset: |_| chrono::Offset::fix(&Utc),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_open_puzzle_to_suggest_is_unlocked() {
        for (days, now, open) in [
            (&[1, 2][..], "2026-12-03T12:00:00Z", (2026, 3)),
            (&[1, 2, 3], "2026-12-03T12:00:00Z", (2026, 1)),
            (&[2, 3], "2026-12-03T12:00:00Z", (2026, 1)),
            (&[1], "2026-11-03T12:00:00Z", (2025, 1)),
        ] {
            let (year, day) = open;
            let open = Puzzle::of(year, day);
            let with_code = days.iter().map(|day| Puzzle::of(2026, *day));
            let facts = SelectionFacts::of(with_code, now.parse().unwrap());
            assert_eq!(facts.unlocked_puzzle(), open, "{days:?} {now}");
        }
    }

    #[test]
    fn all_commands_mean_the_event_that_the_time_or_a_stored_page_shows_as_running() {
        let [last, next] = [2025, 2026].map(Year::of);
        for (now, has_page, running) in [
            ("2025-12-20T12:00:00Z", false, Some(last)),
            ("2026-11-30T12:00:00Z", false, None),
            ("2026-11-30T12:00:00Z", true, Some(next)),
            ("2026-12-01T05:00:00Z", false, Some(next)),
        ] {
            let now = now.parse().unwrap();
            let facts = SelectionFacts {
                is_unlocked: Box::new(move |puzzle| {
                    unlock(puzzle) <= now || has_page && puzzle == next.day(Day::FIRST)
                }),
                ..SelectionFacts::of([], now)
            };
            assert_eq!(facts.running_event(), running, "{now} {has_page}");
            let year = running.unwrap_or(last);
            assert_eq!(facts.year_of_status(), year, "{now} {has_page}");
            assert_eq!(facts.year_of_site(), year, "{now} {has_page}");
            assert_eq!(facts.unlocked_puzzle().year, year, "{now} {has_page}");
        }
    }

    /// The stars of the solutions may not be known.
    #[test]
    fn the_open_puzzle_to_suggest_has_no_solution_if_possible() {
        let facts = SelectionFacts {
            is_unfinished: Box::new(|puzzle| puzzle.day != Day::FIRST),
            ..SelectionFacts::of(
                [1, 2, 3].map(|day| Puzzle::of(2025, day)),
                "2026-11-03T12:00:00Z".parse().unwrap(),
            )
        };
        assert_eq!(facts.unlocked_puzzle(), Puzzle::of(2025, 4));
        let all = Puzzle::of(2025, 1).year.puzzles();
        let facts = SelectionFacts {
            with_code: all.collect(),
            ..facts
        };
        assert_eq!(facts.unlocked_puzzle(), Puzzle::of(2025, 2));
    }
}
