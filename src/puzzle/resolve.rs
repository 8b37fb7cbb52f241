//! Resolves a selection to puzzles, given the days of the project and the time.
//!
//! There are two kinds of commands: those that work on solutions select days of
//! the project, those that talk to the site select days of the events.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use chrono::{DateTime, Utc};

use super::calendar;
use super::error::SelectorError;
use super::id::{Day, EVERY_YEAR, Puzzle, Year};
use super::selection::Selection;
use super::selector::{DayItem, Selector, check};

/// What a selection is resolved against.
#[derive(Clone, Copy, Debug)]
pub struct ResolveContext<'a> {
    /// The days that have a solution in the project.
    pub days: &'a BTreeMap<Year, BTreeSet<Day>>,
    /// The day whose source was edited last; read only if
    /// [`Selection::asks_for_latest`].
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

/// What was selected, and what the user should know about the choice.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Resolved {
    /// Sorted, each once.
    pub puzzles: Vec<Puzzle>,
    pub notes: Vec<SelectorNote>,
}

/// What may surprise the user about a choice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SelectorNote {
    /// The running event has these days too, but no solution of them yet.
    PassedOver {
        event: Year,
        /// What was selected in their place.
        used: BTreeSet<Puzzle>,
    },
}

impl fmt::Display for SelectorNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self::PassedOver { event, used } = self;
        let passed: Vec<String> = used
            .iter()
            .map(|puzzle| event.day(puzzle.day).to_string())
            .collect();
        let used: Vec<String> = used.iter().map(Puzzle::to_string).collect();
        let (passed, used) = (passed.join(", "), used.join(", "));
        write!(f, "no solution for {passed} yet: using {used}")
    }
}

impl Selection {
    /// The puzzles, for a command that works on solutions: all of them have
    /// one. Without any selector, the latest.
    pub fn solutions(&self, context: &ResolveContext<'_>) -> Result<Resolved, SelectorError> {
        let mut puzzles = BTreeSet::new();
        let mut passed_over = BTreeSet::new();
        for selector in self.or(&Selector::Latest) {
            match selector {
                Selector::All => puzzles.extend(context.all()?),
                Selector::Today => {
                    let today = context.today(context.some_solution())?;
                    puzzles.extend([context.solved(today)?]);
                }
                Selector::Latest => puzzles.extend([context.latest()?]),
                Selector::Year(_) | Selector::Years(..) | Selector::EachYear { .. } => {
                    for span in spans(selector) {
                        puzzles.extend(context.solved_in(&span)?);
                    }
                }
                Selector::Days { year, items } => {
                    for &item in items {
                        let found = match (year, context.default_year) {
                            (&Some(year), _) => context.solved_days(year, item)?,
                            (None, Some(default)) => context.solved_days_by(default, item)?,
                            (None, None) => {
                                let found = context.newest_solutions(item)?;
                                passed_over.extend(context.passed_over(&found));
                                found
                            }
                        };
                        puzzles.extend(found);
                    }
                }
            }
        }
        let event = calendar::running(context.now).filter(|_| !passed_over.is_empty());
        let note = |event| SelectorNote::PassedOver {
            event,
            used: passed_over,
        };
        Ok(Resolved {
            puzzles: puzzles.into_iter().collect(),
            notes: event.map(note).into_iter().collect(),
        })
    }

    /// The puzzles, for a command that talks to the site. A day that was named
    /// may still be locked. Without any selector, today's while an event runs,
    /// else the latest.
    pub fn site(&self, context: &ResolveContext<'_>) -> Result<Resolved, SelectorError> {
        self.events(context, Reach::Unlocked)
    }

    /// The same for a command that creates files: years have all of their days,
    /// up to the next event.
    pub fn creation(&self, context: &ResolveContext<'_>) -> Result<Resolved, SelectorError> {
        self.events(context, Reach::NextEvent)
    }

    fn events(
        &self,
        context: &ResolveContext<'_>,
        reach: Reach,
    ) -> Result<Resolved, SelectorError> {
        let default = match calendar::today(context.now) {
            Some(_) => Selector::Today,
            None if context.latest.is_some() => Selector::Latest,
            None if self.is_empty() => {
                let instead = context.example();
                return Err(SelectorError::NoSelector { instead });
            }
            None => Selector::Latest,
        };
        let mut puzzles = BTreeSet::new();
        for selector in self.or(&default) {
            match selector {
                Selector::All => puzzles.extend(context.all()?),
                Selector::Today => puzzles.extend([context.today(context.example())?]),
                Selector::Latest => puzzles.extend([context.latest()?]),
                Selector::Year(_) | Selector::Years(..) | Selector::EachYear { .. } => {
                    for span in spans(selector) {
                        puzzles.extend(match reach {
                            Reach::Unlocked => context.unlocked(&span)?,
                            Reach::NextEvent => context.until_next_event(&span),
                        });
                    }
                }
                Selector::Days { year, items } => {
                    for day in items.iter().flat_map(|item| item.days()) {
                        let year = year.map_or_else(|| context.infer(day), Ok)?;
                        puzzles.extend([year.day(day)]);
                    }
                }
            }
        }
        Ok(Resolved {
            puzzles: puzzles.into_iter().collect(),
            notes: Vec::new(),
        })
    }

    fn or<'a>(&'a self, default: &'a Selector) -> &'a [Selector] {
        if self.is_empty() {
            std::slice::from_ref(default)
        } else {
            &self.selectors
        }
    }
}

const ALL_DAYS: DayItem = DayItem::Range(Day(1), Day::LAST);

/// How far whole years go.
#[derive(Clone, Copy)]
enum Reach {
    Unlocked,
    NextEvent,
}

/// Some days of some years.
struct Span {
    /// The first year and the last one.
    years: (Year, Year),
    days: DayItem,
    /// How messages name it.
    name: String,
}

impl Span {
    /// Those that exist or will.
    fn puzzles(&self) -> impl Iterator<Item = Puzzle> {
        let (first, last) = self.years;
        let days = self.days;
        (first.0..=last.0).map(Year).flat_map(move |year| {
            let days = days.days().filter(move |day| day.0 <= calendar::days(year));
            days.map(move |day| year.day(day))
        })
    }
}

/// The spans of a selector of years.
fn spans(selector: &Selector) -> Vec<Span> {
    let whole = |first, last| Span {
        years: (first, last),
        days: ALL_DAYS,
        name: selector.to_string(),
    };
    match selector {
        &Selector::Year(year) => vec![whole(year, year)],
        &Selector::Years(first, last) => vec![whole(first, last)],
        &Selector::EachYear { years, ref items } => {
            let span = |&days: &DayItem| {
                let items = vec![days];
                Span {
                    years: years.unwrap_or(EVERY_YEAR),
                    days,
                    name: Selector::EachYear { years, items }.to_string(),
                }
            };
            items.iter().map(span).collect()
        }
        Selector::All | Selector::Today | Selector::Latest | Selector::Days { .. } => Vec::new(),
    }
}

impl ResolveContext<'_> {
    fn all(&self) -> Result<Vec<Puzzle>, SelectorError> {
        let all = self.solved_among(Year::FIRST, Year::LAST, ALL_DAYS);
        if all.is_empty() {
            return Err(self.no_days());
        }
        Ok(all)
    }

    fn today(&self, instead: Puzzle) -> Result<Puzzle, SelectorError> {
        let ended = calendar::running(self.now);
        let next = calendar::next_unlock(self.now).map(calendar::unlock);
        calendar::today(self.now).ok_or(SelectorError::NoToday {
            ended,
            next,
            instead,
        })
    }

    fn latest(&self) -> Result<Puzzle, SelectorError> {
        self.latest.ok_or_else(|| self.no_days())
    }

    fn is_solved(&self, puzzle: Puzzle) -> bool {
        let days = self.days.get(&puzzle.year);
        days.is_some_and(|days| days.contains(&puzzle.day))
    }

    fn solved(&self, puzzle: Puzzle) -> Result<Puzzle, SelectorError> {
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

    fn solved_in(&self, span: &Span) -> Result<Vec<Puzzle>, SelectorError> {
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
    fn solved_days(&self, year: Year, item: DayItem) -> Result<Vec<Puzzle>, SelectorError> {
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
    fn solved_days_by(
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

    fn newest_solutions(&self, item: DayItem) -> Result<Vec<Puzzle>, SelectorError> {
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
    fn passed_over(&self, found: &[Puzzle]) -> Vec<Puzzle> {
        let Some(event) = calendar::running(self.now) else {
            return Vec::new();
        };
        let passed =
            |puzzle: &&Puzzle| puzzle.year < event && puzzle.day.0 <= calendar::days(event);
        found.iter().filter(passed).copied().collect()
    }

    /// The puzzles of a span that are unlocked.
    fn unlocked(&self, span: &Span) -> Result<Vec<Puzzle>, SelectorError> {
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
    fn until_next_event(&self, span: &Span) -> Vec<Puzzle> {
        let next = calendar::next_unlock(self.now).map(|puzzle| puzzle.year);
        let last = next.unwrap_or(Year::FIRST).max(span.years.0);
        span.puzzles()
            .take_while(|puzzle| puzzle.year <= last)
            .collect()
    }

    /// The year of a day that comes without one, for the site.
    fn infer(&self, day: Day) -> Result<Year, SelectorError> {
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
    fn example(&self) -> Puzzle {
        let day = Day(1);
        let newest = calendar::newest_unlocked(day, self.now);
        newest.unwrap_or(Year::FIRST).day(day)
    }

    /// The same; one that has a solution, if there is any.
    fn some_solution(&self) -> Puzzle {
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

#[cfg(test)]
mod tests;
