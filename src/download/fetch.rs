//! Downloads the files that a puzzle lacks: its input, then its page.

use std::path::PathBuf;

use serde::{Serialize, Serializer};

use super::downloader::{Downloader, FileOrigin, InputFile, Learned, PageFile};
use crate::app::Ui;
use crate::error::{CliError, Exit, HasExit};
use crate::puzzle::Puzzle;
use crate::site::{SiteError, SiteErrorKind, SiteResult};
use crate::terminal::plain_line;

/// The files of a puzzle after the requests for them.
pub struct FetchResult {
    pub puzzle: Puzzle,
    pub input: SiteResult<InputFile>,
    page: PageResult,
    learned: Learned,
}

/// The page of a puzzle after the request for it.
enum PageResult {
    /// No request was made: the input is missing, or it is that of another account, or an earlier
    /// failure ended the requests for pages.
    NotRequested,
    Found {
        path: PathBuf,
        origin: FileOrigin,
    },
    Missing(SiteError),
}

#[derive(Clone, Copy, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum FetchStatus {
    /// Nothing was missing.
    Cached,
    /// Something was downloaded.
    Fetched,
    /// A file is still missing.
    Failed,
}

/// One result of `aoc fetch --json`.
#[derive(Serialize)]
struct FetchDocument<'a> {
    #[serde(flatten)]
    puzzle: Puzzle,
    input: Option<&'a PathBuf>,
    page: Option<&'a PathBuf>,
    status: FetchStatus,
    #[serde(flatten)]
    learned: &'a Learned,
    message: Option<String>,
}

impl Serialize for FetchResult {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let document = FetchDocument {
            puzzle: self.puzzle,
            input: self.input_path(),
            page: self.page_path(),
            status: self.status(),
            learned: &self.learned,
            message: self.message(),
        };
        document.serialize(serializer)
    }
}

impl FetchResult {
    /// The paths of the existing files, one on each line.
    pub fn lines(&self) -> String {
        let mut lines = String::new();
        for path in self.input_path().into_iter().chain(self.page_path()) {
            lines += &plain_line(path.display());
        }
        lines
    }

    pub fn status(&self) -> FetchStatus {
        let has_new_page =
            matches!(&self.page, PageResult::Found { origin, .. } if origin.is_new());
        if self.decisive_error().is_some() {
            FetchStatus::Failed
        } else if self.has_new_input() || has_new_page {
            FetchStatus::Fetched
        } else {
            FetchStatus::Cached
        }
    }

    fn input_path(&self) -> Option<&PathBuf> {
        self.input.as_ref().ok().map(|input| &input.path)
    }

    fn has_new_input(&self) -> bool {
        matches!(&self.input, Ok(input) if input.origin.is_new())
    }

    /// The page; `None` if it is missing or was not requested.
    fn page_path(&self) -> Option<&PathBuf> {
        match &self.page {
            PageResult::Found { path, .. } => Some(path),
            PageResult::NotRequested | PageResult::Missing(_) => None,
        }
    }

    /// Why the page is missing or outdated.
    fn page_error(&self) -> Option<&SiteError> {
        match &self.page {
            PageResult::Missing(error)
            | PageResult::Found {
                origin: FileOrigin::Outdated(error),
                ..
            } => Some(error),
            PageResult::NotRequested | PageResult::Found { .. } => None,
        }
    }

    /// The error with which the command fails; `None` if it succeeds. It can do without a page if
    /// the input or an older page was stored before, unless this computer cannot store files.
    pub fn decisive_error(&self) -> Option<&SiteError> {
        let error = match &self.input {
            Err(error) => return Some(error),
            Ok(_) => self.page_error()?,
        };
        let is_new_without_page =
            self.has_new_input() && matches!(self.page, PageResult::Missing(_));
        (error.kind.is_local() || is_new_without_page).then_some(error)
    }

    /// The kind of failure; `None` if the command succeeds.
    pub fn failure_kind(&self) -> Option<SiteErrorKind> {
        self.decisive_error().map(|error| error.kind)
    }

    /// Why a file is missing, or why an older page was kept.
    fn message(&self) -> Option<String> {
        if let Err(error) = &self.input {
            return Some(error.to_string());
        }
        let error = self.page_error()?;
        Some(match self.decisive_error() {
            Some(_) => format!("page: {error}"),
            None => format!("page not downloaded: {error}"),
        })
    }

    /// The error to show if the command fails.
    pub fn failure(&self) -> Option<CliError> {
        let exit = self.decisive_error()?.exit();
        let message = self.message()?;
        Some(CliError::new(exit, format!("{}: {message}", self.puzzle)))
    }

    /// Tells what was taken from the page, or that nothing was missing. A page that could not be
    /// downloaded has a message of its own.
    pub fn show_note(&self, ui: &Ui) {
        let puzzle = self.puzzle;
        if self.learned.tell(ui, puzzle) || self.page_error().is_some() {
            return;
        }
        if self.status() == FetchStatus::Cached {
            ui.note(format!(
                "{puzzle}: already downloaded; `aoc fetch {puzzle} --force` downloads it again"
            ));
        }
    }

    pub fn exit(&self) -> Exit {
        self.failure_kind().map_or(Exit::Done, |kind| kind.exit())
    }
}

/// Gets the input, then the page. If the page cannot be downloaded but the input or an older page
/// is cached, that is only a note. So `fetch` works without session and network if all inputs are
/// cached.
pub fn fetch(downloader: &Downloader, puzzle: Puzzle) -> FetchResult {
    let site = downloader.site;
    let mut download = downloader.puzzle(puzzle);
    let mut result = FetchResult {
        puzzle,
        input: download.input(),
        page: PageResult::NotRequested,
        learned: Learned::default(),
    };
    // Only the page of the default account is cached.
    let skips_page = !site.allows_pages() && downloader.needs_page(puzzle);
    if result.input.is_err() || skips_page || site.account.is_some() {
        return result;
    }
    result.page = match download.page() {
        Ok(PageFile {
            path,
            origin,
            learned,
            ..
        }) => {
            result.learned = learned;
            PageResult::Found { path, origin }
        }
        Err(error) => PageResult::Missing(error),
    };
    if result.decisive_error().is_none()
        && let Some(message) = result.message()
    {
        downloader.ui.note(format!("{puzzle}: {message}"));
    }
    result
}
