//! Resolves a selection to puzzles, given the days of the project and the time.
//!
//! There are two kinds of commands: those that work on solutions select days of
//! the project, those that talk to the site select days of the events.

mod context;
mod span;

use std::collections::BTreeSet;
use std::fmt;

use super::calendar;
use super::error::SelectorError;
use super::id::{Puzzle, Year};
use super::selection::Selection;
use super::selector::Selector;
pub use context::{DefaultYear, ResolveContext};
use span::spans;

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

/// How far whole years go.
#[derive(Clone, Copy)]
enum Reach {
    Unlocked,
    NextEvent,
}

#[cfg(test)]
mod tests;
