//! The part of an `App` that outlives a round of `watch`. It has the session, its client, the
//! failures so far, and the messages that the user has seen. The settings, the project and the
//! other parts are created again for each round. `watch/rounds.rs` has the state of the loop
//! itself.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, OnceLock};

use aoc_solution::Part;

use super::ui::Ui;
use crate::pages::MissingExample;
use crate::puzzle::Puzzle;
use crate::site::{Session, SiteClient, SiteErrorKind, UnwrittenFiles};
use crate::sync::locked;

/// The session of one account with its history. The rounds of `watch` share it. A new one begins if
/// a key tries everything again, or if a setting for requests changes.
#[derive(Default)]
pub struct LiveSession {
    /// Created when it is first needed.
    pub(super) client: OnceLock<Arc<SiteClient>>,
    /// The output of the latest round of `watch`, where the client shows its messages.
    pub(super) latest_ui: Arc<Mutex<Option<Ui>>>,
    pub(super) state: Mutex<SessionState>,
    /// The state of the site and the replies that could not be stored.
    pub(super) unwritten: UnwrittenFiles,
    pub(super) told: ToldOnce,
}

impl LiveSession {
    /// A new session. It keeps the client and the replies that could not be stored, because they do
    /// not depend on the session.
    pub fn renewed(&self) -> Self {
        Self {
            client: self.client.clone(),
            latest_ui: Arc::clone(&self.latest_ui),
            unwritten: self.unwritten.clone(),
            ..Self::default()
        }
    }
}

/// The session, with the failures that prevent further requests. A new login begins it anew.
#[derive(Default)]
pub(super) struct SessionState {
    /// Found at the first request, and again after a wait.
    pub session: Option<Arc<Session>>,
    /// True if the site was asked about the session.
    pub is_checked: bool,
    /// The requests that are no longer made, because all would fail for the same reason. `None` if
    /// all are made.
    pub ended: Option<RequestKind>,
    /// The inputs that could not be downloaded. They are not requested again in this session.
    pub failed_inputs: BTreeMap<Puzzle, SiteErrorKind>,
}

/// The kinds of request. A failure ends the requests of its kind, and those of the kinds before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum RequestKind {
    /// A page that the command can do without.
    OptionalPage,
    Other,
}

/// The messages that the user has seen. They are not repeated.
#[derive(Default)]
pub struct ToldOnce {
    /// The puzzles with a part for which the page has no certain example.
    missing_examples: Mutex<BTreeSet<(Puzzle, MissingExample)>>,
    /// The parts with a likely example on the page that `watch` has shown.
    shown_examples: Mutex<BTreeSet<(Puzzle, Part)>>,
}

impl ToldOnce {
    /// Records that the user has seen the message about this page. Returns true the first time.
    pub fn mark_missing_example(&self, puzzle: Puzzle, missing: MissingExample) -> bool {
        locked(&self.missing_examples).insert((puzzle, missing))
    }

    /// Records that `watch` has shown a likely example of this part. Returns true the first time.
    pub fn mark_example_shown(&self, puzzle: Puzzle, part: Part) -> bool {
        locked(&self.shown_examples).insert((puzzle, part))
    }
}
