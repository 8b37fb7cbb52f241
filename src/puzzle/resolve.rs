//! Which puzzles a selection is, given what there is and what time it is.
//!
//! There are two kinds of commands. Those on solutions mean days that exist
//! here; those that talk to the site mean days that exist there.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Utc};

use super::calendar;
use super::error::SelectorError;
use super::id::{Day, Puzzle, Year};
use super::selection::Selection;
use super::selector::{DayItem, Selector};

/// What a selection is resolved against.
#[derive(Clone, Copy, Debug)]
pub struct ResolveContext<'a> {
    /// The days that are solved here.
    pub days: &'a BTreeMap<Year, BTreeSet<Day>>,
    /// The day whose source was edited last; of use only if
    /// [`Selection::asks_for_latest`].
    pub latest: Option<Puzzle>,
    /// The year of the settings: `AOC_YEAR` and what is below it.
    pub setting: Option<Year>,
    /// The year whose folder one stands in.
    pub folder: Option<Year>,
    /// The time.
    pub now: DateTime<Utc>,
}

impl Selection {
    /// The puzzles, for a command that works on solutions; sorted, each once,
    /// all of them solved here.
    pub fn solutions(&self, context: &ResolveContext<'_>) -> Result<Vec<Puzzle>, SelectorError> {
        let mut puzzles = BTreeSet::new();
        for selector in self.or(&Selector::Latest) {
            match selector {
                Selector::All => puzzles.extend(context.all()?),
                Selector::Today => {
                    let today = context.today(context.some_day())?;
                    puzzles.extend([context.solved(today)?]);
                }
                Selector::Latest => puzzles.extend([context.latest()?]),
                &Selector::Year(year) => {
                    puzzles.extend(context.among(year.to_string(), year, None)?);
                }
                Selector::Days { year, items } => {
                    for &item in items {
                        puzzles.extend(context.solutions(*year, item)?);
                    }
                }
            }
        }
        Ok(puzzles.into_iter().collect())
    }

    /// The puzzles, for a command that talks to the site; sorted, each once.
    /// A day that was named may still be locked.
    pub fn site(&self, context: &ResolveContext<'_>) -> Result<Vec<Puzzle>, SelectorError> {
        if self.selectors.is_empty() {
            let today = calendar::today(context.now);
            let instead = context.example();
            return Ok(vec![today.ok_or(SelectorError::NoSelector { instead })?]);
        }
        let mut puzzles = BTreeSet::new();
        for selector in &self.selectors {
            match selector {
                Selector::All => puzzles.extend(context.all()?),
                Selector::Today => puzzles.extend([context.today(context.example())?]),
                Selector::Latest => puzzles.extend([context.latest()?]),
                &Selector::Year(year) => puzzles.extend(context.unlocked(year)?),
                Selector::Days { year, items } => {
                    for day in items.iter().flat_map(|item| item.days()) {
                        let year = year.map_or_else(|| context.infer(day), Ok)?;
                        puzzles.extend([year.day(day)]);
                    }
                }
            }
        }
        Ok(puzzles.into_iter().collect())
    }

    fn or<'a>(&'a self, default: &'a Selector) -> &'a [Selector] {
        if self.selectors.is_empty() {
            std::slice::from_ref(default)
        } else {
            &self.selectors
        }
    }
}

impl ResolveContext<'_> {
    fn all(&self) -> Result<Vec<Puzzle>, SelectorError> {
        let days = self.days.iter();
        let all: Vec<Puzzle> = days
            .flat_map(|(year, days)| days.iter().map(|&day| year.day(day)))
            .collect();
        if all.is_empty() {
            return Err(self.no_days());
        }
        Ok(all)
    }

    fn today(&self, instead: Puzzle) -> Result<Puzzle, SelectorError> {
        let ended = calendar::running(self.now);
        calendar::today(self.now).ok_or(SelectorError::NoToday { ended, instead })
    }

    fn latest(&self) -> Result<Puzzle, SelectorError> {
        self.latest.ok_or_else(|| self.no_days())
    }

    fn solved(&self, puzzle: Puzzle) -> Result<Puzzle, SelectorError> {
        let days = self.days.get(&puzzle.year);
        if days.is_some_and(|days| days.contains(&puzzle.day)) {
            Ok(puzzle)
        } else {
            Err(SelectorError::NotSolved { puzzle })
        }
    }

    /// A day that is named must be there; of a range, one must be.
    fn solutions(&self, year: Option<Year>, item: DayItem) -> Result<Vec<Puzzle>, SelectorError> {
        match (year, item) {
            (Some(year), DayItem::One(day)) => Ok(vec![self.solved(year.day(day))?]),
            (Some(year), range) => self.among(format!("{year}/{range}"), year, Some(range)),
            (None, DayItem::One(day)) => {
                let year = self.newest_with(day);
                let puzzle = self.place(day);
                let year = year.ok_or(SelectorError::NotSolvedInAnyYear { puzzle })?;
                Ok(vec![year.day(day)])
            }
            (None, range) => {
                let found: Vec<Puzzle> = range
                    .days()
                    .filter_map(|day| Some(self.newest_with(day)?.day(day)))
                    .collect();
                if found.is_empty() {
                    let puzzle = self.place(range.first());
                    return Err(none_solved(range.to_string(), puzzle));
                }
                Ok(found)
            }
        }
    }

    /// The days of a year that are solved, within `range` if there is one.
    fn among(
        &self,
        what: String,
        year: Year,
        range: Option<DayItem>,
    ) -> Result<Vec<Puzzle>, SelectorError> {
        let range = range.unwrap_or(DayItem::Range(Day(1), Day(calendar::days(year))));
        let solved = self.days.get(&year).into_iter().flatten();
        let puzzles: Vec<Puzzle> = solved
            .filter(|&&day| range.first() <= day && day <= range.last())
            .map(|&day| year.day(day))
            .collect();
        if puzzles.is_empty() {
            return Err(none_solved(what, year.day(range.first())));
        }
        Ok(puzzles)
    }

    fn unlocked(&self, year: Year) -> Result<Vec<Puzzle>, SelectorError> {
        let days = (1..=calendar::days(year)).map(|day| year.day(Day(day)));
        let unlocked: Vec<Puzzle> = days
            .take_while(|&puzzle| calendar::unlock(puzzle) <= self.now)
            .collect();
        if unlocked.is_empty() {
            let unlock = calendar::unlock(year.day(Day(1)));
            return Err(SelectorError::NoneUnlocked { year, unlock });
        }
        Ok(unlocked)
    }

    /// The year that is meant by a day without one, for the site.
    fn infer(&self, day: Day) -> Result<Year, SelectorError> {
        let said = [
            (self.setting, "the setting `year` (AOC_YEAR)"),
            (self.folder, "the folder you are in"),
        ];
        for (year, year_from) in said {
            let Some(year) = year else { continue };
            let days = calendar::days(year);
            if day.0 > days {
                return Err(SelectorError::BeyondInferred {
                    puzzle: year.day(day),
                    days,
                    year_from,
                    instead: self.place(day),
                });
            }
            return Ok(year);
        }
        calendar::running(self.now)
            .filter(|&year| day.0 <= calendar::days(year))
            .or_else(|| self.newest_with(day))
            .or_else(|| calendar::newest_unlocked(day, self.now))
            .ok_or(SelectorError::NoEvent { day })
    }

    fn newest_with(&self, day: Day) -> Option<Year> {
        let mut newest = self.days.iter().rev();
        newest.find_map(|(&year, days)| days.contains(&day).then_some(year))
    }

    /// Where a day that no year has would best be written: the year one stands
    /// in, or the newest here, or the newest event.
    fn place(&self, day: Day) -> Puzzle {
        let newest = self.days.keys().next_back().copied();
        [
            self.folder,
            newest,
            calendar::newest_unlocked(day, self.now),
        ]
        .into_iter()
        .flatten()
        .find(|&year| day.0 <= calendar::days(year))
        .unwrap_or(Year::FIRST)
        .day(day)
    }

    /// A puzzle to show how one is written.
    fn example(&self) -> Puzzle {
        let day = Day(1);
        let newest = calendar::newest_unlocked(day, self.now);
        newest.unwrap_or(Year::FIRST).day(day)
    }

    /// A puzzle that is solved, to show the same to one who wants to run it.
    fn some_day(&self) -> Puzzle {
        let newest = self.days.iter().next_back();
        newest
            .and_then(|(year, days)| Some(year.day(*days.first()?)))
            .unwrap_or_else(|| self.example())
    }

    fn no_days(&self) -> SelectorError {
        let file = self.place(Day(1)).source();
        SelectorError::NoDays { file }
    }
}

fn none_solved(what: String, puzzle: Puzzle) -> SelectorError {
    SelectorError::NoneSolved { what, puzzle }
}

#[cfg(test)]
mod tests;
