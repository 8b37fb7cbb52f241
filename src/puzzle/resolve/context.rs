//! What a selection is resolved against: which puzzles have a solution, which are
//! unlocked, which year a day without one means.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Utc};

use super::super::calendar;
use super::super::error::SelectorError;
use super::super::id::{Day, EVERY_YEAR, Puzzle, Year};
use super::super::selector::{DayItem, Selector, check};
use super::span::{ALL_DAYS, Span};

/// What a selection is resolved against.
#[derive(Clone, Copy, Debug)]
pub struct ResolveContext<'a> {
    /// The days that have a solution in the project.
    pub days: &'a BTreeMap<Year, BTreeSet<Day>>,
    /// The day whose source was edited last; read only if
    /// [`Selection::asks_for_latest`](super::Selection::asks_for_latest).
    pub latest: Option<Puzzle>,
    /// The year of days that come without one, if the settings or the folder
    /// name it.
    pub default_year: Option<DefaultYear>,
    pub now: DateTime<Utc>,
}

/// A year that applies although nobody typed it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DefaultYear {
    pub year: Year,
    /// Who says it, for messages: `AOC_YEAR`, `the current folder`.
    pub source: &'static str,
}

impl ResolveContext<'_> {
    pub(super) fn all(&self) -> Result<Vec<Puzzle>, SelectorError> {
        let all = self.solved_among(Year::FIRST, Year::LAST, ALL_DAYS);
        if all.is_empty() {
            return Err(self.no_days());
        }
        Ok(all)
    }

    pub(super) fn today(&self, instead: Puzzle) -> Result<Puzzle, SelectorError> {
        let ended = calendar::running(self.now);
        let next = calendar::next_unlock(self.now).map(calendar::unlock);
        calendar::today(self.now).ok_or(SelectorError::NoToday {
            ended,
            next,
            instead,
        })
    }

    pub(super) fn latest(&self) -> Result<Puzzle, SelectorError> {
        self.latest.ok_or_else(|| self.no_days())
    }

    fn is_solved(&self, puzzle: Puzzle) -> bool {
        let days = self.days.get(&puzzle.year);
        days.is_some_and(|days| days.contains(&puzzle.day))
    }

    pub(super) fn solved(&self, puzzle: Puzzle) -> Result<Puzzle, SelectorError> {
        if self.is_solved(puzzle) {
            Ok(puzzle)
        } else {
            Err(SelectorError::NotSolved { puzzle })
        }
    }

    /// The solutions of some days in some years, which may be none.
    fn solved_among(&self, first: Year, last: Year, item: DayItem) -> Vec<Puzzle> {
        let years = self.days.range(first..=last);
        years
            .flat_map(|(&year, days)| days.iter().map(move |&day| year.day(day)))
            .filter(|puzzle| item.contains(puzzle.day))
            .collect()
    }

    pub(super) fn solved_in(&self, span: &Span) -> Result<Vec<Puzzle>, SelectorError> {
        let (first, last) = span.years;
        let found = self.solved_among(first, last, span.days);
        if !found.is_empty() {
            return Ok(found);
        }
        let day = span.days.first();
        let puzzle = match span.puzzles().next() {
            Some(puzzle) if span.years != EVERY_YEAR => puzzle,
            _ => self.place(day),
        };
        Err(SelectorError::NoneSolved {
            what: span.name.clone(),
            puzzle,
        })
    }

    /// A day that is named must have a solution; of a range, one day must.
    pub(super) fn solved_days(
        &self,
        year: Year,
        item: DayItem,
    ) -> Result<Vec<Puzzle>, SelectorError> {
        match item {
            DayItem::One(day) => Ok(vec![self.solved(year.day(day))?]),
            range @ DayItem::Range(..) => {
                let selector = Selector::Days {
                    year: Some(year),
                    items: vec![range],
                };
                self.solved_in(&Span {
                    years: (year, year),
                    days: range,
                    name: selector.to_string(),
                })
            }
        }
    }

    /// As [`Self::solved_days`], where nobody typed the year.
    pub(super) fn solved_days_by(
        &self,
        default: DefaultYear,
        item: DayItem,
    ) -> Result<Vec<Puzzle>, SelectorError> {
        self.check_default(default, item.last())?;
        let found = self.solved_days(default.year, item);
        found.map_err(|error| match error {
            SelectorError::NotSolved { puzzle } => SelectorError::NotSolvedInDefault {
                puzzle,
                source_of_year: default.source,
                instead: self
                    .newest_with(puzzle.day)
                    .map(|year| year.day(puzzle.day)),
            },
            error => error,
        })
    }

    pub(super) fn newest_solutions(&self, item: DayItem) -> Result<Vec<Puzzle>, SelectorError> {
        let newest = |day| Some(self.newest_with(day)?.day(day));
        let found: Vec<Puzzle> = item.days().filter_map(newest).collect();
        if found.is_empty() {
            let puzzle = self.place(item.first());
            return Err(match item {
                DayItem::One(_) => SelectorError::NotSolvedInAnyYear { puzzle },
                DayItem::Range(..) => {
                    let (year, items) = (None, vec![item]);
                    let what = Selector::Days { year, items }.to_string();
                    SelectorError::NoneSolved { what, puzzle }
                }
            });
        }
        Ok(found)
    }

    /// Those that were found in place of a day of the running event.
    pub(super) fn passed_over(&self, found: &[Puzzle]) -> Vec<Puzzle> {
        let Some(event) = calendar::running(self.now) else {
            return Vec::new();
        };
        let passed =
            |puzzle: &&Puzzle| puzzle.year < event && puzzle.day.0 <= calendar::days(event);
        found.iter().filter(passed).copied().collect()
    }

    /// The puzzles of a span that are unlocked.
    pub(super) fn unlocked(&self, span: &Span) -> Result<Vec<Puzzle>, SelectorError> {
        let unlocked: Vec<Puzzle> = span
            .puzzles()
            .take_while(|&puzzle| calendar::unlock(puzzle) <= self.now)
            .collect();
        match span.puzzles().next() {
            Some(puzzle) if unlocked.is_empty() => Err(SelectorError::NoneUnlocked {
                what: span.name.clone(),
                unlock: calendar::unlock(puzzle),
            }),
            _ => Ok(unlocked),
        }
    }

    /// The puzzles of a span up to the event that comes next; a single year may
    /// be later.
    pub(super) fn until_next_event(&self, span: &Span) -> Vec<Puzzle> {
        let next = calendar::next_unlock(self.now).map(|puzzle| puzzle.year);
        let last = next.unwrap_or(Year::FIRST).max(span.years.0);
        span.puzzles()
            .take_while(|puzzle| puzzle.year <= last)
            .collect()
    }

    /// The year of a day that comes without one, for the site.
    pub(super) fn infer(&self, day: Day) -> Result<Year, SelectorError> {
        if let Some(default) = self.default_year {
            self.check_default(default, day)?;
            return Ok(default.year);
        }
        calendar::running(self.now)
            .filter(|&year| day.0 <= calendar::days(year))
            .or_else(|| self.newest_with(day))
            .or_else(|| calendar::newest_unlocked(day, self.now))
            .ok_or(SelectorError::NoEvent { day })
    }

    /// Fails if the default year does not have the day.
    fn check_default(&self, default: DefaultYear, day: Day) -> Result<(), SelectorError> {
        check(default.year, &[DayItem::One(day)]).map_err(|error| match error {
            SelectorError::Beyond { puzzle, days } => {
                let newest = calendar::newest_unlocked(day, self.now);
                SelectorError::BeyondDefault {
                    puzzle,
                    days,
                    source_of_year: default.source,
                    instead: newest.unwrap_or(Year::FIRST).day(day),
                }
            }
            error => error,
        })
    }

    fn newest_with(&self, day: Day) -> Option<Year> {
        let mut newest = self.days.iter().rev();
        newest.find_map(|(&year, days)| days.contains(&day).then_some(year))
    }

    /// Where to create a day that no year has: the default year, the running
    /// event, the newest year in the project, the newest event.
    fn place(&self, day: Day) -> Puzzle {
        [
            self.default_year.map(|default| default.year),
            calendar::running(self.now),
            self.days.keys().next_back().copied(),
            calendar::newest_unlocked(day, self.now),
        ]
        .into_iter()
        .flatten()
        .find(|&year| day.0 <= calendar::days(year))
        .unwrap_or(Year::FIRST)
        .day(day)
    }

    /// A puzzle that shows in messages how one is written.
    pub(super) fn example(&self) -> Puzzle {
        let day = Day(1);
        let newest = calendar::newest_unlocked(day, self.now);
        newest.unwrap_or(Year::FIRST).day(day)
    }

    /// The same; one that has a solution, if there is any.
    pub(super) fn some_solution(&self) -> Puzzle {
        let newest = self.days.iter().next_back();
        newest
            .and_then(|(year, days)| Some(year.day(*days.first()?)))
            .unwrap_or_else(|| self.example())
    }

    fn no_days(&self) -> SelectorError {
        SelectorError::NoDays {
            puzzle: self.place(Day(1)),
        }
    }
}
