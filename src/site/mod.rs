//! adventofcode.com. The client is a guest there: it says who it is, spaces
//! its requests, follows no redirect, and takes nothing for an input or a page
//! that is not one. Nothing here prints; what the user should hear of goes to
//! a listener as a [`Notice`].

mod client;
mod clock;
mod error;
mod failure;
mod input;
mod limits;
mod notice;
mod origin;
mod page;
mod reply;
mod respite;
mod spacing;
mod unlock;
mod words;

pub use error::{Reach, SiteError};
pub use limits::{LONGEST, SHORTEST};
pub use notice::{Listener, Notice};
pub use page::{Page, parts};
pub use words::{clean, span};

use std::cell::Cell;
use std::path::PathBuf;
use std::time::Duration;

use chrono::{DateTime, Utc};

use crate::puzzle::Puzzle;
use crate::session::Session;
use client::Client;
use clock::ServerClock;
use limits::Limits;
use origin::Origin;
use respite::Respite;
use spacing::Spacing;

/// What the client is made of, handed in.
#[derive(Clone, Debug)]
pub struct Config {
    /// The site's origin.
    pub base_url: String,
    /// How the site's maintainer can reach the user.
    pub contact: Option<String>,
    /// The time between requests once a burst is spent, if not the default.
    pub spacing: Option<Duration>,
    /// The time that one request may take, if not the default.
    pub timeout: Option<Duration>,
    /// Where what later runs should know is kept.
    pub cache_dir: Option<PathBuf>,
    /// The clock.
    pub now: fn() -> DateTime<Utc>,
}

/// The site.
#[derive(Debug)]
pub struct Site {
    client: Client,
    clock: ServerClock,
    limits: Limits,
    /// The puzzle that something was had of last.
    opened: Cell<Option<Puzzle>>,
}

impl Site {
    /// Gets everything ready and asks nothing yet.
    pub fn new(config: &Config) -> Result<Self, SiteError> {
        let origin: Origin = config.base_url.parse()?;
        let limits = Limits::within(config.timeout.unwrap_or(limits::TOTAL));
        let cache = config.cache_dir.as_deref();
        Ok(Self {
            clock: ServerClock::new(config.now, cache, &origin),
            client: Client::new(
                Spacing::new(config.now, cache, &origin, config.spacing),
                Respite::new(config.now, cache, &origin),
                origin,
                config.contact.as_deref(),
                limits,
            )?,
            limits,
            opened: Cell::new(None),
        })
    }

    /// The session's input of a puzzle, byte for byte.
    pub fn input(
        &self,
        puzzle: Puzzle,
        session: &Session,
        listener: Listener<'_>,
    ) -> Result<Vec<u8>, SiteError> {
        let path = format!("/{}/day/{}/input", puzzle.year, puzzle.day);
        let reply = self
            .client
            .get(&path, Some(session), &self.clock, listener)?;
        let text = input::judge(reply, puzzle, session, &self.clock)?;
        if !text.ends_with(b"\n") {
            listener(&Notice::NoFinalNewline { puzzle });
        }
        Ok(text)
    }

    /// The puzzle's page as the session's owner sees it.
    pub fn page(
        &self,
        puzzle: Puzzle,
        session: &Session,
        listener: Listener<'_>,
    ) -> Result<Page, SiteError> {
        let path = format!("/{}/day/{}", puzzle.year, puzzle.day);
        let reply = self
            .client
            .get(&path, Some(session), &self.clock, listener)?;
        page::judge(reply, puzzle, session, &self.clock)
    }
}
