//! Downloads the files that a puzzle lacks: its input, then its page.

use std::path::PathBuf;

use serde::{Serialize, Serializer};

use super::downloader::{Downloader, FileState, Learned};
use crate::app::Ui;
use crate::error::{CliError, Exit, HasExit};
use crate::puzzle::Puzzle;
use crate::site::{SiteError, SiteErrorKind};
use crate::terminal::plain_line;

/// The files of a puzzle after the requests for them.
pub struct FetchResult {
    pub puzzle: Puzzle,
    /// The input, or why it is missing.
    pub input: Result<PathBuf, SiteError>,
    page: PageResult,
    /// Whether a file was downloaded.
    is_new: bool,
    learned: Learned,
}

/// The page of a puzzle after the request for it.
enum PageResult {
    /// No request was made: the input is missing, or it is that of another account, or an earlier
    /// failure ended the requests for pages.
    NotRequested,
    Stored(PathBuf),
    Failed {
        /// The older page, if there is one.
        kept: Option<PathBuf>,
        message: String,
        /// `None` if the command does not fail, because the input or an older page was stored
        /// before.
        failure: Option<SiteErrorKind>,
    },
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
            input: self.input.as_ref().ok(),
            page: self.page(),
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
        for path in self.input.iter().chain(self.page()) {
            lines += &plain_line(path.display());
        }
        lines
    }

    pub fn status(&self) -> FetchStatus {
        if self.failure_kind().is_some() {
            FetchStatus::Failed
        } else if self.is_new {
            FetchStatus::Fetched
        } else {
            FetchStatus::Cached
        }
    }

    /// The kind of failure; `None` if nothing is missing.
    pub fn failure_kind(&self) -> Option<SiteErrorKind> {
        match (&self.input, &self.page) {
            (Err(error), _) => Some(error.kind),
            (Ok(_), PageResult::Failed { failure, .. }) => *failure,
            (Ok(_), PageResult::NotRequested | PageResult::Stored(_)) => None,
        }
    }

    /// Why a file is missing, or why an older page was kept.
    fn message(&self) -> Option<String> {
        match (&self.input, &self.page) {
            (Err(error), _) => Some(error.to_string()),
            (Ok(_), PageResult::Failed { message, .. }) => Some(message.clone()),
            (Ok(_), PageResult::NotRequested | PageResult::Stored(_)) => None,
        }
    }

    /// The page; `None` if it is missing or was not requested.
    fn page(&self) -> Option<&PathBuf> {
        match &self.page {
            PageResult::NotRequested => None,
            PageResult::Stored(path) => Some(path),
            PageResult::Failed { kept, .. } => kept.as_ref(),
        }
    }

    /// The error to show if a file is missing.
    pub fn failure(&self) -> Option<CliError> {
        let exit = self.failure_kind()?.exit();
        let message = self.message()?;
        Some(CliError::new(exit, format!("{}: {message}", self.puzzle)))
    }

    /// Tells what was taken from the page, or that nothing was missing. A page that could not be
    /// downloaded has a message of its own.
    pub fn show_note(&self, ui: &Ui) {
        let puzzle = self.puzzle;
        let has_failed = matches!(self.page, PageResult::Failed { .. });
        if self.learned.tell(ui, puzzle) || has_failed {
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
    let (input, is_new) = match download.input() {
        Ok(input) => {
            let path = downloader.workspace.relative_path(&input.path);
            (Ok(path), input.state == FileState::Downloaded)
        }
        Err(error) => (Err(error), false),
    };
    let mut result = FetchResult {
        puzzle,
        input,
        page: PageResult::NotRequested,
        is_new,
        learned: Learned::default(),
    };
    // Only the page of the default account is cached.
    let skips_page = !site.allows_pages() && downloader.needs_page(puzzle);
    if result.input.is_err() || skips_page || site.account.is_some() {
        return result;
    }
    let (kept, error) = match download.page() {
        Ok(file) => {
            result.learned = file.learned;
            match file.state {
                Ok(state) => {
                    result.is_new |= state == FileState::Downloaded;
                    result.page = PageResult::Stored(file.path);
                    return result;
                }
                Err(error) => (Some(file.path), error),
            }
        }
        Err(error) => (None, error),
    };
    result.page = if error.kind.is_local() || result.is_new && kept.is_none() {
        PageResult::Failed {
            kept,
            message: format!("page: {error}"),
            failure: Some(error.kind),
        }
    } else {
        let message = format!("page not downloaded: {error}");
        downloader.ui.note(format!("{puzzle}: {message}"));
        PageResult::Failed {
            kept,
            message,
            failure: None,
        }
    };
    result
}
