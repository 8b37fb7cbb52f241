//! The part of an `App` that `watch` keeps from one round to the next: the session, its client, the
//! failures so far, and the messages that the user has seen. All other parts, such as the settings
//! and the project, are created again for each round. The state of the loop itself is in
//! `watch/rounds.rs`.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, OnceLock};

use super::circuit_breaker::CircuitBreaker;
use crate::puzzle::Puzzle;
use crate::runner::MissingExample;
use crate::site::{Session, SiteClient, UnwrittenFiles};
use crate::sync::locked;
use crate::terminal::Console;

/// The session of one account with its history, shared by the rounds of `watch`. A new session
/// begins if the user presses the key that tries everything again, or if a setting for requests
/// changes.
pub struct SharedSession {
    /// Created when it is first needed.
    pub(super) client: OnceLock<Arc<SiteClient>>,
    /// The output of the client's messages. Each round of `watch` replaces it.
    pub(super) console: Arc<Mutex<Console>>,
    pub(super) state: Mutex<SessionState>,
    /// The state of the site and the replies that could not be stored.
    pub(super) unwritten: UnwrittenFiles,
    pub(super) shown_messages: ShownMessages,
}

impl SharedSession {
    /// Creates the first session of the process.
    pub fn new(console: Console) -> Self {
        Self {
            client: OnceLock::new(),
            console: Arc::new(Mutex::new(console)),
            state: Mutex::default(),
            unwritten: UnwrittenFiles::default(),
            shown_messages: ShownMessages::default(),
        }
    }

    /// Starts again with a new session. The client and the replies that could not be stored are
    /// kept, because they do not depend on the session.
    pub fn renewed(&self) -> Self {
        Self {
            client: self.client.clone(),
            console: Arc::clone(&self.console),
            state: Mutex::default(),
            unwritten: self.unwritten.clone(),
            shown_messages: ShownMessages::default(),
        }
    }
}

/// The session, with the failures that prevent further requests. A new login resets this state.
#[derive(Default)]
pub(super) struct SessionState {
    /// Looked up when it is first needed, and again after a wait and in each round of `watch`.
    pub session: Option<Arc<Session>>,
    /// True if the site was asked about the session. It may have failed to answer.
    pub is_checked: bool,
    pub breaker: CircuitBreaker,
}

/// The messages that the user has seen, so that they are not repeated.
#[derive(Default)]
pub struct ShownMessages {
    /// The puzzles for which the user was told that the page has no certain example.
    missing_examples: Mutex<BTreeSet<(Puzzle, MissingExample)>>,
    /// The likely examples that `watch` has shown, in the words in which it showed them.
    shown_examples: Mutex<BTreeSet<String>>,
}

impl ShownMessages {
    /// Records that the user has seen the message about a missing example. Returns true the first
    /// time.
    pub fn mark_missing_example(&self, puzzle: Puzzle, missing: MissingExample) -> bool {
        locked(&self.missing_examples).insert((puzzle, missing))
    }

    /// Records that `watch` has shown a likely example in these words, which contain its part, its
    /// text and its answer. Returns true the first time.
    pub fn mark_example_shown(&self, words: String) -> bool {
        locked(&self.shown_examples).insert(words)
    }
}
