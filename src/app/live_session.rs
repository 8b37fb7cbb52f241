//! The part of an `App` that outlives a round of `watch`: the session in use, its client, the
//! failures so far, and what the user was told. The settings, the project and the other parts are
//! created again for each round. What the loop of `watch` itself keeps is in `watch/rounds.rs`.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, OnceLock};

use aoc_solution::Part;

use crate::puzzle::Puzzle;
use crate::runner::MissingExample;
use crate::site::{Session, SiteClient, SiteErrorKind, Unwritten};
use crate::sync::locked;

/// The session of one account, and what has happened in it. The rounds of `watch` share it until
/// a key tries everything again, or a setting that requests depend on changes.
#[derive(Default)]
pub struct LiveSession {
    /// Created when it is first needed.
    pub(super) client: OnceLock<Arc<SiteClient>>,
    /// Found for the first request.
    pub(super) session: OnceLock<Session>,
    /// Whether the site was asked about the session.
    pub(super) is_session_checked: AtomicBool,
    pub(super) failures: Mutex<Failures>,
    /// The site's state and replies that could not be stored.
    pub(super) unwritten: Unwritten,
    pub(super) told: ToldOnce,
}

impl LiveSession {
    /// A new session. It keeps the client and the replies that could not be stored, because neither
    /// depends on the session.
    pub fn renewed(&self) -> Self {
        Self {
            client: self.client.clone(),
            unwritten: self.unwritten.clone(),
            ..Self::default()
        }
    }
}

/// The failures that prevent requests.
#[derive(Default)]
pub(super) struct Failures {
    pub scope: FailureScope,
    /// The inputs that could not be downloaded. They are not requested again.
    pub inputs: BTreeMap<Puzzle, SiteErrorKind>,
}

/// The requests that are no longer made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum FailureScope {
    #[default]
    None,
    /// The site fails or refuses the session, so pages are left out.
    Pages,
    /// All requests would fail for the same reason as an earlier one.
    All,
}

/// The messages that the user has seen and that are not repeated.
#[derive(Default)]
pub struct ToldOnce {
    /// The puzzles whose page has no certain example of a part.
    missing_examples: Mutex<BTreeSet<(Puzzle, MissingExample)>>,
    /// The parts whose page has an example that is only likely, and that `watch` has shown.
    shown_examples: Mutex<BTreeSet<(Puzzle, Part)>>,
}

impl ToldOnce {
    /// Records that the user was told of a page without a certain example. Returns true the first
    /// time.
    pub fn mark_missing_example(&self, puzzle: Puzzle, page: MissingExample) -> bool {
        locked(&self.missing_examples).insert((puzzle, page))
    }

    /// Records that `watch` has shown a likely example of the part. Returns true the first time.
    pub fn mark_example_shown(&self, puzzle: Puzzle, part: Part) -> bool {
        locked(&self.shown_examples).insert((puzzle, part))
    }
}
