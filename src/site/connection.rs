//! The site, one method an endpoint.

use std::cell::Cell;
use std::path::PathBuf;
use std::time::Duration;

use chrono::{DateTime, Utc};

use super::backoff::Backoff;
use super::client::Client;
use super::clock::ServerClock;
use super::error::SiteError;
use super::input;
use super::limits::{self, Limits};
use super::notice::{Listener, Notice};
use super::page;
use super::page::Page;
use super::session::Session;
use super::throttle::Throttle;
use crate::config::BaseUrl;
use crate::puzzle::Puzzle;

/// What the client is made of, handed in.
#[derive(Clone, Debug)]
pub struct Config {
    /// The site's origin.
    pub base_url: BaseUrl,
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
    pub(super) clock: ServerClock,
    pub(super) limits: Limits,
    /// The puzzle that something was had of last.
    pub(super) opened: Cell<Option<Puzzle>>,
}

impl Site {
    /// Gets everything ready and asks nothing yet.
    pub fn new(config: &Config) -> Result<Self, SiteError> {
        let origin = config.base_url.clone();
        let limits = Limits::within(config.timeout.unwrap_or(limits::TOTAL));
        let cache = config.cache_dir.as_deref();
        Ok(Self {
            clock: ServerClock::new(config.now, cache, &origin),
            client: Client::new(
                Throttle::new(config.now, cache, &origin, config.spacing),
                Backoff::new(config.now, cache, &origin),
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
        let text = input::validate(reply, puzzle, session, &self.clock)?;
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
        page::validate(reply, puzzle, session, &self.clock)
    }
}
