//! Getting one input or one page: from the disk, else from the site, by one
//! process at a time.

use std::path::PathBuf;
use std::time::Duration;

use super::access::{Access, DownloadError};
use super::context::App;
use super::fetch_progress::FetchProgress;
use crate::error::CliError;
use crate::inputs::{InputName, Store};
use crate::puzzle::Puzzle;
use crate::site::{self, Notice, Places, Session, SessionError, Site, SiteError};
use crate::text::excerpt;

/// A file that is now there.
pub struct Download {
    /// Where it lies.
    pub path: PathBuf,
    /// Whether it was not there before.
    pub downloaded: bool,
}

/// What gets inputs and pages.
pub struct Downloader<'a> {
    app: &'a App,
    store: Store,
    screen: &'a FetchProgress<'a>,
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
    pub fn new(app: &'a App, screen: &'a FetchProgress<'a>) -> Result<Self, CliError> {
        let (environment, settings) = (&app.environment, &app.settings);
        Ok(Self {
            app,
            store: app.store()?,
            screen,
            config: site::Config {
                base_url: settings.base_url.clone(),
                contact: settings.contact.clone(),
                spacing: settings.spacing,
                timeout: timeout(app)?,
                cache_dir: environment.cache_dir.clone(),
                now: environment.now,
            },
            force: false,
            wait: false,
            account: None,
        })
    }

    /// What all requests of this command have in common.
    pub const fn access(&self) -> &'a Access {
        &self.app.access
    }

    /// Whether getting the input would take a request.
    pub fn input_is_wanted(&self, puzzle: Puzzle) -> bool {
        let there = self.store.has_input(puzzle, self.account.as_ref());
        self.force || !there.unwrap_or(true)
    }

    /// Whether getting the page would take a request.
    pub fn page_is_wanted(&self, puzzle: Puzzle) -> bool {
        self.force || !self.store.has_page(puzzle).unwrap_or(true)
    }

    /// The puzzle's input.
    pub fn input(&self, puzzle: Puzzle) -> Result<Download, DownloadError> {
        let name = self.account.as_ref();
        let path = self.store.paths.input_path(puzzle, name);
        let there = || Ok(self.store.has_input(puzzle, name)? && !self.force);
        self.get(puzzle, path, &there, |site, session| {
            let input = site.input(puzzle, session, &|notice| self.screen.notice(notice))?;
            Ok(self.store.write_input(puzzle, name, &input).map(drop)?)
        })
    }

    /// The puzzle's page.
    pub fn page(&self, puzzle: Puzzle) -> Result<Download, DownloadError> {
        let path = self.store.paths.page_path(puzzle);
        let there = || Ok(self.store.has_page(puzzle)? && !self.force);
        self.get(puzzle, path, &there, |site, session| {
            let page = site.page(puzzle, session, &|notice| self.screen.notice(notice))?;
            // A page that cannot be read any more is no reason to keep it.
            let old = self.store.page(puzzle).unwrap_or_default();
            let parts = old.map_or(0, |html| site::parts(&html));
            if page.parts() < parts {
                self.screen.note(&format!(
                    "{puzzle}: the page now shows fewer parts than the one that is there, which \
                     stays; is this the session of another account?"
                ));
                return Ok(());
            }
            Ok(self.store.write_page(puzzle, &page.html).map(drop)?)
        })
    }

    /// The session, looked for once.
    pub fn session(&self) -> Result<&Session, SessionError> {
        if let Some(session) = self.access().session.get() {
            return Ok(session);
        }
        let places = Places {
            environment: &self.app.environment.variables,
            config_dir: self.app.environment.config_dir.as_deref(),
            home: self.app.environment.home.as_deref(),
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
        there: &dyn Fn() -> Result<bool, DownloadError>,
        download: impl Fn(&Site, &Session) -> Result<(), DownloadError>,
    ) -> Result<Download, DownloadError> {
        if there()? {
            let downloaded = false;
            return Ok(Download { path, downloaded });
        }
        if self.app.offline {
            return Err(SiteError::Offline.into());
        }
        if self.wait {
            // Nobody wants to wait for hours to hear that there is none.
            self.session()?;
        }
        let site = self.site()?;
        let listener = |notice: &Notice| self.screen.notice(notice);
        let downloaded = site.once_unlocked(
            puzzle,
            self.wait,
            &listener,
            || -> Result<bool, DownloadError> {
                let session = self.session()?;
                self.store.probe(puzzle)?;
                let _lock = self.store.lock(puzzle, self.account.as_ref(), || {
                    self.screen
                        .note(&format!("{puzzle}: another aoc is at it, waiting for it"));
                });
                // Someone else may have got it while we waited for the lock.
                if there()? {
                    return Ok(false);
                }
                download(site, session)?;
                Ok(true)
            },
        )?;
        Ok(Download { path, downloaded })
    }
}

/// `AOC_TIMEOUT`.
fn timeout(app: &App) -> Result<Option<Duration>, CliError> {
    let Some(text) = app.environment.variable("AOC_TIMEOUT") else {
        return Ok(None);
    };
    humantime::parse_duration(text)
        .ok()
        .filter(|timeout| (site::SHORTEST..=site::LONGEST).contains(timeout))
        .map(Some)
        .ok_or_else(|| {
            let text = excerpt(text, 160);
            CliError::from(SiteError::Timeout { text }).context("AOC_TIMEOUT")
        })
}

/// Downloads one input that another command needs, without its page. `None` if
/// there is no session to download it with.
pub fn missing_input(app: &App, puzzle: Puzzle) -> Result<Option<PathBuf>, CliError> {
    let screen = FetchProgress::new(app, 1);
    screen.begin(0, puzzle);
    let downloader = Downloader::new(app, &screen)?;
    let downloaded = match downloader.session() {
        Err(error) if error.is_missing() => return Ok(None),
        Err(error) => Err(error.into()),
        Ok(_) if app.access.is_open() => Err(SiteError::NotTried.into()),
        Ok(_) => downloader.input(puzzle),
    };
    let downloaded = downloaded.map_err(|error| {
        app.access.failed(&error);
        CliError::from(error).context(format!("{puzzle}: input"))
    })?;
    app.access.succeeded();
    if downloaded.downloaded {
        let path = app.shown(&downloaded.path);
        screen.note(&format!("{puzzle}: input downloaded to {}", path.display()));
    }
    Ok(Some(downloaded.path))
}
