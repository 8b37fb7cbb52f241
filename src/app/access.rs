//! All requests of one command share the session and the site, made for the
//! first request, so that what is cached needs neither.

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::BTreeMap;

use crate::puzzle::Puzzle;
use crate::runner::MissingInput;
use crate::site::{FailureScope, Session, Site};

/// After this many consecutive puzzles on which the server failed, no further
/// request is made.
const MAX_FAILURES: u32 = 3;

#[derive(Default)]
pub struct Access {
    pub site: OnceCell<Site>,
    pub session: OnceCell<Session>,
    pub breaker: CircuitBreaker,
    /// The puzzles whose input could not be downloaded, and why: it is not tried
    /// again.
    pub missing: RefCell<BTreeMap<Puzzle, MissingInput>>,
    /// How many inputs were downloaded for solutions.
    pub downloads: Cell<u32>,
}

impl Access {
    /// Remembers that an input could not be downloaded.
    pub fn is_missing(&self, puzzle: Puzzle, missing: &MissingInput) {
        self.missing.borrow_mut().insert(puzzle, missing.clone());
    }

    /// For a command that goes on after another one: what could not be downloaded
    /// is not tried again.
    pub fn after(earlier: &Self) -> Self {
        Self {
            missing: earlier.missing.clone(),
            ..Self::default()
        }
    }
}

/// Stops requests that would fail like those before them: counts consecutive
/// puzzles on which the server failed.
#[derive(Debug, Default)]
pub struct CircuitBreaker(Cell<u32>);

impl CircuitBreaker {
    /// Once it is open, no further request should be made.
    pub const fn is_open(&self) -> bool {
        self.0.get() >= MAX_FAILURES
    }

    pub fn succeeded(&self) {
        if !self.is_open() {
            self.0.set(0);
        }
    }

    pub fn failed(&self, scope: FailureScope) {
        match scope {
            FailureScope::One => {}
            FailureScope::All => self.0.set(MAX_FAILURES),
            FailureScope::Server => self.0.update(|failures| failures + 1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_breaker_opens_at_a_general_failure_or_after_three_of_the_server() {
        use FailureScope::{All, One, Server};
        for (scopes, opens) in [
            (&[One, Server, Server, One][..], false),
            (&[Server, One, Server, Server], true),
            (&[One, All], true),
        ] {
            let breaker = CircuitBreaker::default();
            breaker.failed(Server);
            breaker.succeeded();
            for &scope in scopes {
                breaker.failed(scope);
            }
            assert_eq!(breaker.is_open(), opens);
        }
    }
}
