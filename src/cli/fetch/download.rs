//! Getting one input or one page: from the disk, else from the site, by one
//! process at a time.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context as _;

use super::access::Access;
use super::screen::Screen;
use crate::cli::Context;
use crate::cli::desk::Desk;
use crate::puzzle::Puzzle;
use crate::session::{Places, Session, SessionError};
use crate::site::{self, Notice, Site, SiteError};
use crate::store::InputName;

/// A file that is now there.
pub struct Got {
    /// Where it lies.
    pub path: PathBuf,
    /// Whether it was not there before.
    pub downloaded: bool,
}

/// What gets inputs and pages.
pub struct Downloader<'a> {
    desk: &'a Desk,
    screen: &'a Screen<'a>,
    config: site::Config,
    /// `--force`.
    pub force: bool,
    /// `--wait`.
    pub wait: bool,
    /// `--account`.
    pub account: Option<InputName>,
}

impl<'a> Downloader<'a> {
    /// Gets things ready and asks nothing yet.
    pub fn new(desk: &'a Desk, screen: &'a Screen<'a>) -> anyhow::Result<Self> {
        let (context, settings) = (&desk.context, &desk.settings);
        Ok(Self {
            desk,
            screen,
            config: site::Config {
                base_url: settings.base_url.clone(),
                contact: settings.contact.clone(),
                spacing: settings.spacing,
                timeout: timeout(context)?,
                cache_dir: context.cache_dir.clone(),
                now: context.now,
            },
            force: false,
            wait: false,
            account: None,
        })
    }

    /// What all requests of this command have in common.
    pub const fn access(&self) -> &'a Access {
        &self.desk.access
    }

    /// Whether getting the input would take a request.
    pub fn input_is_wanted(&self, puzzle: Puzzle) -> bool {
        let there = self.desk.store.has_input(puzzle, self.account.as_ref());
        self.force || !there.unwrap_or(true)
    }

    /// Whether getting the page would take a request.
    pub fn page_is_wanted(&self, puzzle: Puzzle) -> bool {
        self.force || !self.desk.store.has_page(puzzle).unwrap_or(true)
    }

    /// The puzzle's input.
    pub fn input(&self, puzzle: Puzzle) -> anyhow::Result<Got> {
        let name = self.account.as_ref();
        let path = self.desk.store.input_path(puzzle, name);
        let there = || Ok(self.desk.store.has_input(puzzle, name)? && !self.force);
        self.get(puzzle, path, &there, |site, session| {
            let input = site.input(puzzle, session, &|notice| self.screen.notice(notice))?;
            Ok(self
                .desk
                .store
                .write_input(puzzle, name, &input)
                .map(drop)?)
        })
    }

    /// The puzzle's page.
    pub fn page(&self, puzzle: Puzzle) -> anyhow::Result<Got> {
        let path = self.desk.store.page_path(puzzle);
        let there = || Ok(self.desk.store.has_page(puzzle)? && !self.force);
        self.get(puzzle, path, &there, |site, session| {
            let page = site.page(puzzle, session, &|notice| self.screen.notice(notice))?;
            // A page that cannot be read any more is no reason to keep it.
            let old = self.desk.store.page(puzzle).unwrap_or_default();
            let parts = old.map_or(0, |html| site::parts(&html));
            if page.parts() < parts {
                self.screen.note(&format!(
                    "{puzzle}: the page now shows fewer parts than the one that is there, which \
                     stays; is this the session of another account?"
                ));
                return Ok(());
            }
            Ok(self.desk.store.write_page(puzzle, &page.html).map(drop)?)
        })
    }

    /// The session, looked for once.
    pub fn session(&self) -> Result<&Session, SessionError> {
        if let Some(session) = self.access().session.get() {
            return Ok(session);
        }
        let places = Places {
            environment: &self.desk.context.environment,
            config_dir: self.desk.context.config_dir.as_deref(),
            home: self.desk.context.home.as_deref(),
        };
        let session = match &self.account {
            None => Session::find(places)?,
            Some(account) => Session::find_account(places, account)?,
        };
        for warning in &session.warnings {
            self.screen.warning(&warning.to_string());
        }
        Ok(self.access().session.get_or_init(|| session))
    }

    fn site(&self) -> Result<&Site, SiteError> {
        if let Some(site) = self.access().site.get() {
            return Ok(site);
        }
        let site = Site::new(&self.config)?;
        Ok(self.access().site.get_or_init(|| site))
    }

    fn get(
        &self,
        puzzle: Puzzle,
        path: PathBuf,
        there: &dyn Fn() -> anyhow::Result<bool>,
        download: impl Fn(&Site, &Session) -> anyhow::Result<()>,
    ) -> anyhow::Result<Got> {
        if there()? {
            let downloaded = false;
            return Ok(Got { path, downloaded });
        }
        if self.desk.context.offline {
            return Err(SiteError::Offline.into());
        }
        if self.wait {
            // Nobody wants to wait for hours to hear that there is none.
            self.session()?;
        }
        let site = self.site()?;
        let listener = |notice: &Notice| self.screen.notice(notice);
        let downloaded = site.once_unlocked(puzzle, self.wait, &listener, || {
            let session = self.session()?;
            self.desk.store.probe(puzzle)?;
            let _lock = self.desk.store.lock(puzzle, self.account.as_ref(), || {
                self.screen
                    .note(&format!("{puzzle}: another aoc is at it, waiting for it"));
            });
            // Someone else may have got it while we waited for the lock.
            if there()? {
                return Ok(false);
            }
            download(site, session)?;
            Ok(true)
        })?;
        Ok(Got { path, downloaded })
    }
}

/// `AOC_TIMEOUT`.
fn timeout(context: &Context) -> anyhow::Result<Option<Duration>> {
    context
        .variable("AOC_TIMEOUT")
        .map(|text| {
            let timeout = humantime::parse_duration(text).ok();
            timeout
                .filter(|timeout| (site::SHORTEST..=site::LONGEST).contains(timeout))
                .ok_or_else(|| SiteError::Timeout {
                    text: site::clean(text),
                })
        })
        .transpose()
        .context("AOC_TIMEOUT")
}
