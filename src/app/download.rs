//! Getting one input or one page: from the disk, else from the site, by one
//! process at a time.

use std::cell::RefCell;
use std::path::PathBuf;

use super::access::{Access, DownloadError};
use super::context::App;
use super::fetch_progress::FetchProgress;
use super::learn::Learned;
use crate::error::CliError;
use crate::inputs::{InputName, Store, StoreError};
use crate::project::ProjectError;
use crate::puzzle::Puzzle;
use crate::site::{Notice, PuzzlePage, Session, SessionError, Site, SiteError};

/// A file that exists now.
pub struct Download {
    pub path: PathBuf,
    /// Whether it did not exist before.
    pub downloaded: bool,
    /// What a page added to the other files; an error where one of them cannot
    /// be read or written.
    pub learned: Result<Learned, StoreError>,
}

impl Download {
    fn new(path: PathBuf, downloaded: bool) -> Self {
        Self {
            path,
            downloaded,
            learned: Ok(Learned::default()),
        }
    }
}

/// Gets inputs and pages.
pub struct Downloader<'a> {
    app: &'a App,
    store: Store,
    progress: &'a FetchProgress<'a>,
    /// `--force`: download what exists too.
    pub force: bool,
    /// `--wait`: wait for the unlock.
    pub wait: bool,
    /// `--account`: whose session is used, and the name of the input.
    pub account: Option<InputName>,
}

impl<'a> Downloader<'a> {
    /// Makes no request yet.
    pub fn new(app: &'a App, progress: &'a FetchProgress<'a>) -> Result<Self, ProjectError> {
        Ok(Self {
            app,
            store: app.store()?,
            progress,
            force: false,
            wait: false,
            account: None,
        })
    }

    pub const fn access(&self) -> &'a Access {
        &self.app.access
    }

    /// Whether getting the input would take a request.
    pub fn needs_input(&self, puzzle: Puzzle) -> bool {
        let exists = self.store.has_input(puzzle, self.account.as_ref());
        self.force || !exists.unwrap_or(true)
    }

    /// Whether getting the page would take a request.
    pub fn needs_page(&self, puzzle: Puzzle) -> bool {
        self.force || !self.store.has_page(puzzle).unwrap_or(true)
    }

    pub fn input(&self, puzzle: Puzzle) -> Result<Download, DownloadError> {
        let name = self.account.as_ref();
        let path = self.store.paths.input_path(puzzle, name);
        let exists = || Ok(self.store.has_input(puzzle, name)? && !self.force);
        let mut download = self.get(puzzle, path, &exists, |site, session| {
            let input = site.input(puzzle, session, &|notice| self.progress.notice(notice))?;
            Ok(self.store.write_input(puzzle, name, &input).map(drop)?)
        })?;
        // With the input, more of the page's examples can be told for sure.
        if download.downloaded
            && name.is_none()
            && let Ok(Some(html)) = self.store.page(puzzle)
        {
            let page = PuzzlePage::parse(&html);
            download.learned = self.app.learn(&self.store, puzzle, &page);
        }
        Ok(download)
    }

    /// Gets the page, and takes from it what the other files lack.
    pub fn page(&self, puzzle: Puzzle) -> Result<Download, DownloadError> {
        let path = self.store.paths.page_path(puzzle);
        let exists = || Ok(self.store.has_page(puzzle)? && !self.force);
        let learned = RefCell::new(Ok(Learned::default()));
        let download = self.get(puzzle, path, &exists, |site, session| {
            let page = site.page(puzzle, session, &|notice| self.progress.notice(notice))?;
            // A cached page that cannot be read is replaced.
            let old = self.store.page(puzzle).unwrap_or_default();
            let parts = old.map_or(0, |html| PuzzlePage::parse(&html).parts.len());
            if page.page.parts.len() < parts {
                self.progress.note(&format!(
                    "{puzzle}: the page now shows fewer parts than the cached one, which is kept; \
                     is this the session of another account?"
                ));
                return Ok(());
            }
            self.store.write_page(puzzle, &page.html)?;
            *learned.borrow_mut() = self.app.learn(&self.store, puzzle, &page.page);
            Ok(())
        })?;
        if !download.downloaded {
            *learned.borrow_mut() = match self.learn_from_cached(puzzle) {
                // What was asked for is there, as in a folder that is read-only.
                Err(error @ StoreError::Write { .. }) => {
                    let error = CliError::from(error).source;
                    Ok(Learned::of_warning(format!("{puzzle}: {error:#}")))
                }
                learned => learned,
            };
        }
        let learned = learned.into_inner();
        Ok(Download {
            learned,
            ..download
        })
    }

    /// Takes the examples and answers from a cached page that has not been looked
    /// at, which leaves no file of examples.
    fn learn_from_cached(&self, puzzle: Puzzle) -> Result<Learned, StoreError> {
        if self.store.has_examples(puzzle)? {
            return Ok(Learned::default());
        }
        match self.store.page(puzzle)? {
            Some(html) => self
                .app
                .learn(&self.store, puzzle, &PuzzlePage::parse(&html)),
            None => Ok(Learned::default()),
        }
    }

    /// The account's session.
    pub fn session(&self) -> Result<&Session, SessionError> {
        self.app.session_of(self.account.as_ref())
    }

    fn get(
        &self,
        puzzle: Puzzle,
        path: PathBuf,
        exists: &dyn Fn() -> Result<bool, DownloadError>,
        download: impl Fn(&Site, &Session) -> Result<(), DownloadError>,
    ) -> Result<Download, DownloadError> {
        if exists()? {
            return Ok(Download::new(path, false));
        }
        if self.app.offline {
            return Err(SiteError::Offline.into());
        }
        if self.wait {
            // Waiting for hours must not end with the news that there is none.
            self.session()?;
        }
        let site = self.app.site()?;
        let listener = |notice: &Notice| self.progress.notice(notice);
        let downloaded = site.once_unlocked(
            puzzle,
            self.wait,
            &listener,
            || -> Result<bool, DownloadError> {
                let session = self.session()?;
                self.store.probe(puzzle)?;
                let _lock = self.store.lock(puzzle, self.account.as_ref(), || {
                    self.progress.note(&format!(
                        "{puzzle}: waiting for another aoc that downloads it"
                    ));
                });
                // The other process may have downloaded it.
                if exists()? {
                    return Ok(false);
                }
                download(site, session)?;
                Ok(true)
            },
        )?;
        Ok(Download::new(path, downloaded))
    }
}

/// Downloads the input that another command needs, without the page.
pub fn missing_input(
    app: &App,
    puzzle: Puzzle,
) -> Result<Result<Download, DownloadError>, ProjectError> {
    let progress = FetchProgress::new(app, 1);
    progress.begin(0, puzzle);
    let downloader = Downloader::new(app, &progress)?;
    let download = || {
        if app.offline {
            return Err(SiteError::Offline.into());
        }
        downloader.session()?;
        if app.access.breaker.is_open() {
            return Err(SiteError::NotTried.into());
        }
        downloader.input(puzzle)
    };
    let download = download();
    match &download {
        Ok(download) => {
            app.access.breaker.succeeded();
            let path = app.shown(&download.path);
            progress.note(&format!("{puzzle}: input downloaded to {}", path.display()));
        }
        Err(error) => app.access.breaker.failed(error.scope()),
    }
    Ok(download)
}
