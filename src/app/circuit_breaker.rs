//! Decides after a failure which later requests of a session are still made.
//!
//! Each request belongs to a [`FailureScope`]. The policy of a failure ([`SiteErrorKind::policy`])
//! names the scope of the requests that would fail for the same reason. The narrower of the two
//! scopes ends, so a failed optional page does not end the requests for inputs. A failure of this
//! computer ends the scope that the policy names: if a page cannot be stored, an input cannot be
//! stored either.
//!
//! | failed request | failure of the session | of this computer | of the site |
//! |---|---|---|---|
//! | an optional page | `OptionalPages` | `Session` | `OptionalPages` |
//! | another one with the session | `Session` | `Session` | `Session` |
//! | a leaderboard | `Session` | `Session` | `Site` |
//!
//! Other failures, such as a locked puzzle, end no scope.
//!
//! An input whose download failed is not requested again in the session, unless the user can
//! correct the reason. The next round of `watch` makes all other requests again.

use std::collections::BTreeMap;

use crate::puzzle::Puzzle;
use crate::site::{FailureOrigin, FailureScope, SiteErrorKind};

/// The effects of the failures in a session on later requests.
#[derive(Default)]
pub struct CircuitBreaker {
    /// The scope of the requests that are no longer made. `None` if all are made.
    ended: Option<FailureScope>,
    failed_inputs: BTreeMap<Puzzle, SiteErrorKind>,
}

impl CircuitBreaker {
    /// True if a failure has ended the requests of this scope.
    pub fn has_ended(&self, scope: FailureScope) -> bool {
        self.ended.is_some_and(|ended| scope <= ended)
    }

    /// The failure of this input. `None` if no download of the input has failed, or if the user can
    /// correct the reason.
    pub fn failed_input(&self, puzzle: Puzzle) -> Option<SiteErrorKind> {
        self.failed_inputs.get(&puzzle).copied()
    }

    /// Records the failure of a request of this scope.
    pub fn record(&mut self, request: FailureScope, failure: SiteErrorKind) {
        let policy = failure.policy();
        let Some(scope) = policy.scope else {
            return;
        };
        let ended = if policy.origin == FailureOrigin::Local {
            scope
        } else {
            scope.min(request)
        };
        self.ended = self.ended.max(Some(ended));
    }

    /// Records the failed download of an input.
    pub fn record_input(&mut self, puzzle: Puzzle, failure: SiteErrorKind) {
        self.record(FailureScope::Session, failure);
        // The user can correct the other reasons.
        let origin = failure.policy().origin;
        if matches!(origin, FailureOrigin::Request | FailureOrigin::Offline) {
            self.failed_inputs.insert(puzzle, failure);
        }
    }

    /// Allows all requests again, except those for inputs that failed.
    pub fn reset(&mut self) {
        self.ended = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Exit;

    #[test]
    fn a_failure_ends_the_narrower_scope_unless_this_computer_failed() {
        use FailureScope::{OptionalPages, Session, Site};
        let local = SiteErrorKind::Local(Exit::Files);
        for (request, failure, expected) in [
            (OptionalPages, SiteErrorKind::NoSession, Some(OptionalPages)),
            (OptionalPages, local, Some(Session)),
            (OptionalPages, SiteErrorKind::Forbidden, Some(OptionalPages)),
            (Session, SiteErrorKind::NoSession, Some(Session)),
            (Session, local, Some(Session)),
            (Session, SiteErrorKind::Forbidden, Some(Session)),
            (Site, SiteErrorKind::NoSession, Some(Session)),
            (Site, local, Some(Session)),
            (Site, SiteErrorKind::Forbidden, Some(Site)),
            (Site, SiteErrorKind::Locked, None),
        ] {
            let mut breaker = CircuitBreaker::default();
            breaker.record(request, failure);
            assert_eq!(breaker.ended, expected, "{request:?} {failure:?}");
            for scope in [OptionalPages, Session, Site] {
                let has_ended = expected.is_some_and(|ended| scope <= ended);
                assert_eq!(breaker.has_ended(scope), has_ended, "{scope:?}");
            }
        }
    }

    #[test]
    fn a_later_failure_allows_no_requests_again() {
        let mut breaker = CircuitBreaker::default();
        breaker.record(FailureScope::Session, SiteErrorKind::Unreachable);
        breaker.record(FailureScope::OptionalPages, SiteErrorKind::Unreachable);
        breaker.record(FailureScope::Site, SiteErrorKind::Locked);
        assert!(breaker.has_ended(FailureScope::Session));
    }

    #[test]
    fn an_input_that_failed_stays_so_unless_the_user_can_correct_the_reason() {
        let puzzle = Puzzle::of(2016, 8);
        for (failure, ends_others, stays) in [
            (SiteErrorKind::Unreachable, true, true),
            (SiteErrorKind::SessionRefused { sent: false }, true, true),
            (SiteErrorKind::Forbidden, true, true),
            (SiteErrorKind::BadBody, false, true),
            (SiteErrorKind::Offline, false, true),
            (SiteErrorKind::NoSession, true, false),
            (SiteErrorKind::Local(Exit::Files), true, false),
        ] {
            let mut breaker = CircuitBreaker::default();
            breaker.record_input(puzzle, failure);
            let has_ended = breaker.has_ended(FailureScope::Session);
            assert_eq!(has_ended, ends_others, "{failure:?}");
            breaker.reset();
            assert!(!breaker.has_ended(FailureScope::OptionalPages));
            let expected = stays.then_some(failure);
            assert_eq!(breaker.failed_input(puzzle), expected, "{failure:?}");
        }
    }
}
