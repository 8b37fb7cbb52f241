//! The year of days that are given without one. It has one of several sources ([`YearSource`]), and
//! depends on the use of the days ([`YearUse`]).

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};

use super::calendar::{Day, Puzzle, Year, newest_event, newest_unlocked, running, unlock};
use super::selector::Span;
use crate::error::{Result, usage_error};

/// The use of the days for which a year is needed. Commands that need solutions ignore the events.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum YearUse {
    /// A day, for a command that needs its solution.
    Solution,
    /// Several days, for a command that needs their solutions.
    Solutions,
    /// Days, for a command that talks to the site.
    Events,
    /// Days, for a command that creates their files.
    NewFiles,
    /// A day that a message suggests to create, together with its year. `aoc new` without a year
    /// would continue the newest year of the project, even if a later event has the day.
    Suggestion,
    /// The overview of a year.
    Overview,
    /// A page of the site. The days of the project do not matter.
    Site,
}

/// The source of an [`ImpliedYear`]. The first source that has a year is used.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum YearSource {
    Setting,
    /// The year whose folder contains the current folder.
    Folder,
    RunningEvent,
    /// The days of the project.
    Project,
    /// The newest event that has the day.
    NewestEvent,
}

impl YearSource {
    /// The name in messages. `None` for sources whose year is chosen because it has the days.
    pub fn name(self) -> Option<&'static str> {
        match self {
            Self::Setting => Some("the setting `year`"),
            Self::Folder => Some("the current folder"),
            Self::RunningEvent => Some("the running event"),
            Self::Project | Self::NewestEvent => None,
        }
    }
}

/// A year that the user did not name, and its source.
#[derive(Clone, Copy, Debug)]
pub struct ImpliedYear {
    pub year: Year,
    pub source: YearSource,
}

/// The facts that decide which puzzles are selected.
pub struct SelectionFacts {
    /// The setting `year`.
    pub setting: Option<Year>,
    /// The year whose folder contains the current folder.
    pub folder: Option<Year>,
    /// The puzzles that have a solution in the project.
    pub with_code: BTreeSet<Puzzle>,
    /// The locked puzzles of `with_code` with an untouched template as the solution. A selection of
    /// several puzzles skips them.
    pub templates: BTreeSet<Puzzle>,
    /// The puzzles that are locked according to the time, but whose stored pages show that they are
    /// unlocked.
    pub unlocked_by_page: BTreeSet<Puzzle>,
    pub now: DateTime<Utc>,
}

impl SelectionFacts {
    pub fn is_unlocked(&self, puzzle: Puzzle) -> bool {
        unlock(puzzle) <= self.now || self.unlocked_by_page.contains(&puzzle)
    }

    /// The year of days that were given without one. `None` if solutions are needed and the project
    /// has none. Fails if the setting, the folder or the running event has a year that lacks these
    /// days.
    pub fn year_of_days(&self, days: Span<Day>, used_for: YearUse) -> Result<Option<ImpliedYear>> {
        let Some(implied) = self.candidates(days, used_for).next() else {
            return Ok(None);
        };
        let ImpliedYear { year, source } = implied;
        let day = days.last;
        if let Some(source) = source.name()
            && !year.has_day(day)
        {
            let problem = year.day(day).not_in_event();
            let instead = self.newest_event_with(day).day(day);
            return Err(usage_error(format!(
                "{problem}; the year is from {source}, name another one, such as {instead}"
            )));
        }
        Ok(Some(implied))
    }

    /// The year of the first source whose year has the day.
    pub fn year_with(&self, day: Day, used_for: YearUse) -> Year {
        self.candidates(Span::of(day), used_for)
            .map(|implied| implied.year)
            .find(|year| year.has_day(day))
            .unwrap_or_else(|| self.newest_event_with(day))
    }

    /// The years of all sources, in the order of [`YearSource`]. Some sources have no year.
    fn candidates(&self, days: Span<Day>, used_for: YearUse) -> impl Iterator<Item = ImpliedYear> {
        let [current, newest] = match used_for {
            YearUse::Solution | YearUse::Solutions => [None, None],
            _ => [running(self.now), Some(self.newest_event_with(days.last))],
        };
        let sources = [
            (YearSource::Setting, self.setting),
            (YearSource::Folder, self.folder),
            (YearSource::RunningEvent, current),
            (YearSource::Project, self.year_of_project(days, used_for)),
            (YearSource::NewestEvent, newest),
        ];
        sources.into_iter().filter_map(|(source, year)| {
            let year = year?;
            Some(ImpliedYear { year, source })
        })
    }

    /// The year of the project's days. All days of a range are in one year.
    pub fn year_of_project(&self, days: Span<Day>, used_for: YearUse) -> Option<Year> {
        let is_selected = |puzzle: Puzzle| days.contains(puzzle.day);
        match used_for {
            YearUse::Solution => self.newest(is_selected),
            // A year in which all of these days are templates is only the second choice.
            YearUse::Solutions => self
                .newest(|puzzle| is_selected(puzzle) && !self.templates.contains(&puzzle))
                .or_else(|| self.newest(is_selected)),
            YearUse::Events => self
                .newest(|puzzle| is_selected(puzzle) && self.is_unlocked(puzzle))
                .or_else(|| self.newest(is_selected)),
            YearUse::NewFiles => self.newest(|puzzle| puzzle.year.has_day(days.last)),
            // The year of an event that is prepared. Other years of the project are not newer than
            // the newest event, which is the next source.
            YearUse::Suggestion => self.newest(|Puzzle { year, .. }| {
                year.has_day(days.last) && !self.is_unlocked(year.day(days.last))
            }),
            // A year that has begun. If there is none, the next year.
            YearUse::Overview => self
                .newest(|puzzle| self.is_unlocked(puzzle.year.day(Day::FIRST)))
                .or_else(|| Some(self.with_code.first()?.year)),
            YearUse::Site => None,
        }
    }

    /// The year of the newest puzzle in the project for which `matches` is true.
    fn newest(&self, matches: impl Fn(Puzzle) -> bool) -> Option<Year> {
        let newest = self
            .with_code
            .iter()
            .rev()
            .find(|&&puzzle| matches(puzzle))?;
        Some(newest.year)
    }

    /// The newest event whose `day` is unlocked.
    fn newest_event_with(&self, day: Day) -> Year {
        newest_unlocked(day, self.now).unwrap_or(Year::FIRST)
    }

    /// A puzzle of the newest event to suggest in place of a locked one: the first unlocked one
    /// without a solution, or else the event's first puzzle.
    pub fn open_puzzle(&self) -> Puzzle {
        let newest = newest_event(self.now);
        newest
            .puzzles()
            .take_while(|puzzle| self.is_unlocked(*puzzle))
            .find(|puzzle| !self.with_code.contains(puzzle))
            .unwrap_or(newest.day(Day::FIRST))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facts(days: &[u8], now: &str) -> SelectionFacts {
        SelectionFacts {
            setting: None,
            folder: None,
            with_code: days.iter().map(|day| Puzzle::of(2026, *day)).collect(),
            templates: BTreeSet::new(),
            unlocked_by_page: BTreeSet::new(),
            now: now.parse().unwrap(),
        }
    }

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
            assert_eq!(facts(days, now).open_puzzle(), open, "{days:?} {now}");
        }
    }
}
