//! Getting one input or one page: from the disk, else from the site, by one
//! process at a time.

use std::cell::Cell;
use std::path::PathBuf;

use super::context::App;
use super::learn::Learned;
use crate::error::{CliError, Exit, HasExit};
use crate::inputs::{InputName, Store};
use crate::puzzle::Puzzle;
use crate::reporter::FetchProgress;
use crate::site::{
    FailureKind, FailureScope, Notice, PuzzlePage, Session, SessionError, Site, SiteError,
};

/// Why something was not downloaded.
#[derive(Debug, thiserror::Error)]
pub enum DownloadError {
    #[error(transparent)]
    Site(#[from] SiteError),
    #[error(transparent)]
    Session(#[from] SessionError),
    #[error("{0:#}")]
    Store(CliError),
}

impl DownloadError {
    /// Which further requests would fail too.
    pub const fn scope(&self) -> FailureScope {
        match self {
            Self::Site(error) => error.scope(),
            Self::Session(_) | Self::Store(_) => FailureScope::All,
        }
    }
}

impl HasExit for DownloadError {
    fn exit(&self) -> Exit {
        match self {
            Self::Site(error) => error.exit(),
            Self::Session(error) => error.exit(),
            Self::Store(error) => error.exit,
        }
    }
}

impl From<CliError> for DownloadError {
    fn from(error: CliError) -> Self {
        Self::Store(error)
    }
}

/// A file that exists now.
pub struct Download {
    pub path: PathBuf,
    /// False if it existed before.
    pub downloaded: bool,
    /// The additions of a page to the other files.
    pub learned: Learned,
}

/// Gets inputs and pages.
pub struct Downloader<'a> {
    app: &'a App,
    store: Store,
    progress: FetchProgress,
    /// The puzzle whose input was downloaded last.
    new_input: Cell<Option<Puzzle>>,
    /// `--force`: download what exists too.
    pub force: bool,
    /// `--wait`: wait for the unlock.
    pub wait: bool,
    /// `--account`: whose session is used, and the name of the input.
    pub account: Option<InputName>,
}

impl<'a> Downloader<'a> {
    /// For one puzzle; makes no request yet.
    pub fn new(app: &'a App) -> Result<Self, CliError> {
        Ok(Self {
            app,
            store: app.store()?,
            progress: FetchProgress::new(app.stderr, app.is_quiet(), vec![true]),
            new_input: Cell::new(None),
            force: false,
            wait: false,
            account: None,
        })
    }

    /// Prepares for several puzzles, once it is known what is downloaded of them.
    pub fn plan(&mut self, puzzles: &[Puzzle]) {
        let takes_requests = |&puzzle: &Puzzle| self.needs_input(puzzle) || self.needs_page(puzzle);
        let requests = puzzles.iter().map(takes_requests).collect();
        self.progress = FetchProgress::new(self.app.stderr, self.app.is_quiet(), requests);
    }

    /// Shows what is worked on from now on.
    pub fn begin(&self, index: usize, puzzle: Puzzle) {
        self.progress.begin(index, puzzle);
    }

    /// True if getting the input would take a request.
    pub fn needs_input(&self, puzzle: Puzzle) -> bool {
        let exists = self.store.has_input(puzzle, self.account.as_ref());
        self.force || !exists.unwrap_or(true)
    }

    /// True if getting the page would take a request. There is one page, that of
    /// the default account.
    pub fn needs_page(&self, puzzle: Puzzle) -> bool {
        self.account.is_none() && (self.force || !self.store.has_page(puzzle).unwrap_or(true))
    }

    pub fn input(&self, puzzle: Puzzle) -> Result<Download, DownloadError> {
        let name = self.account.as_ref();
        let exists = || self.store.has_input(puzzle, name);
        let new = self.get(puzzle, &exists, |site, session| {
            let input = site.input(puzzle, session, &|notice| self.notice(puzzle, notice))?;
            Ok(self.store.write_input(puzzle, name, &input)?)
        })?;
        if new.is_some() && name.is_none() {
            self.new_input.set(Some(puzzle));
        }
        Ok(Download {
            path: self.store.paths.input_path(puzzle, name),
            downloaded: new.is_some(),
            learned: Learned::default(),
        })
    }

    /// Gets the page, and takes from it what the other files lack.
    pub fn page(&self, puzzle: Puzzle) -> Result<Download, DownloadError> {
        let exists = || self.store.has_page(puzzle);
        let new = self.get(puzzle, &exists, |site, session| {
            let page = site.page(puzzle, session, &|notice| self.notice(puzzle, notice))?;
            // A cached page that cannot be read is replaced.
            let old = self.store.page(puzzle).unwrap_or_default();
            let parts = old.map_or(0, |html| PuzzlePage::parse(&html).parts.len());
            if page.page.parts.len() < parts {
                self.app.note(&format!(
                    "{puzzle}: the page now shows fewer parts than the cached one, which is kept; \
                     is this the session of another account?"
                ));
                return Ok(Learned::default());
            }
            self.store.write_page(puzzle, &page.html)?;
            Ok(self.app.learn(&self.store, puzzle, &page.page))
        })?;
        Ok(Download {
            path: self.store.paths.page_path(puzzle),
            downloaded: new.is_some(),
            learned: new.unwrap_or_else(|| {
                // With the input, more of the page's examples are known for sure.
                let says_more = self.new_input.get() == Some(puzzle);
                self.app.learn_from_cached(&self.store, puzzle, says_more)
            }),
        })
    }

    /// The account's session.
    pub fn session(&self) -> Result<&Session, SessionError> {
        self.app.session_of(self.account.as_ref())
    }

    /// The result of `download`; `None` if the file exists.
    fn get<T>(
        &self,
        puzzle: Puzzle,
        exists: &dyn Fn() -> Result<bool, CliError>,
        download: impl Fn(&Site, &Session) -> Result<T, DownloadError>,
    ) -> Result<Option<T>, DownloadError> {
        if exists()? && !self.force {
            return Ok(None);
        }
        if self.app.offline {
            return Err(SiteError::offline().into());
        }
        if self.wait {
            // Waiting for hours must not end with the news that there is none.
            self.session()?;
        }
        let site = self.app.site()?;
        let listener = |notice: &Notice| self.notice(puzzle, notice);
        let is_locked = |error: &DownloadError| matches!(error, DownloadError::Site(error) if error.kind == FailureKind::Locked);
        site.once_unlocked(puzzle, self.wait, &listener, is_locked, || {
            let session = self.session()?;
            self.store.probe(puzzle)?;
            let _lock = self.store.lock(puzzle, self.account.as_ref(), || {
                let note = format!("{puzzle}: waiting for another aoc that downloads it");
                self.app.note(&note);
            });
            // The other process may have downloaded it.
            if exists()? && !self.force {
                return Ok(None);
            }
            download(site, session).map(Some)
        })
    }

    /// Shows what the site's client reports.
    pub fn notice(&self, puzzle: Puzzle, notice: &Notice) {
        if let Notice::Countdown { left, .. } = notice {
            return self.progress.count_down(puzzle, *left);
        }
        self.progress.resume(puzzle);
        match notice {
            Notice::Retrying { .. } => self.app.note(&format!("{puzzle}: {notice}")),
            _ => self.app.site_notice(notice),
        }
    }
}

/// Downloads the input that another command needs, and its page, which has the
/// title, the examples and the accepted answers. Without the page there is a note.
pub fn missing_input(app: &App, puzzle: Puzzle) -> Result<(), CliError> {
    if app.offline {
        return Err(SiteError::offline().into());
    }
    let downloader = Downloader::new(app)?;
    downloader.session()?;
    let breaker = &app.access.breaker;
    if breaker.is_open() {
        return Err(SiteError::not_tried().into());
    }
    downloader.begin(0, puzzle);
    let input = downloader.input(puzzle);
    let input = input.inspect_err(|error| breaker.failed(error.scope()))?;
    breaker.succeeded();
    let path = app.shown(&input.path);
    app.note(&format!("{puzzle}: input downloaded to {}", path.display()));
    match downloader.page(puzzle) {
        Ok(page) => app.tell_learned(puzzle, &page.learned, true),
        Err(error) => {
            let error = CliError::from(error).source;
            app.note(&format!("{puzzle}: page not downloaded: {error:#}"));
        }
    }
    Ok(())
}
