//! Downloads the files that a puzzle lacks: its input, then its page.

use std::path::PathBuf;

use serde::{Serialize, Serializer};

use super::downloader::{Downloader, Learned, Origin};
use crate::app::{FailedFile, Ui};
use crate::error::{CliError, Exit, HasExit};
use crate::puzzle::Puzzle;
use crate::site::{SiteError, SiteErrorKind, SiteResult};

/// The files of a puzzle after the requests for them.
pub struct FetchResult {
    pub puzzle: Puzzle,
    /// The input, or why it is missing.
    pub input: SiteResult<PathBuf>,
    /// The page; `None` if it is missing.
    page: Option<PathBuf>,
    /// Why the page was not downloaded; `None` also if it was not requested.
    page_problem: Option<PageProblem>,
    /// Whether a file was downloaded.
    is_new: bool,
    learned: Learned,
}

enum PageProblem {
    Failed(SiteError),
    /// A note is enough, because the input or an older page was there.
    Noted(SiteError),
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
            page: self.page.as_ref(),
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
        for path in self.input.iter().chain(&self.page) {
            lines += &format!("{}\n", path.display());
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
        match (&self.input, &self.page_problem) {
            (Err(error), _) | (Ok(_), Some(PageProblem::Failed(error))) => Some(error.kind),
            (Ok(_), Some(PageProblem::Noted(_)) | None) => None,
        }
    }

    /// The reason why a file is missing or an older page was kept.
    fn message(&self) -> Option<String> {
        match (&self.input, &self.page_problem) {
            (Err(error), _) => Some(error.to_string()),
            (Ok(_), Some(PageProblem::Failed(error))) => Some(format!("page: {error}")),
            (Ok(_), Some(PageProblem::Noted(error))) => {
                Some(format!("page not downloaded: {error}"))
            }
            (Ok(_), None) => None,
        }
    }

    /// The error to show if a file is missing.
    pub fn failure(&self) -> Option<CliError> {
        let kind = self.failure_kind()?;
        let message = format!("{}: {}", self.puzzle, self.message()?);
        Some(CliError::new(kind.exit(), message))
    }

    /// Tells what was taken from the page, or that nothing was missing.
    pub fn show_note(&self, ui: &Ui) {
        let puzzle = self.puzzle;
        if !self.learned.tell(ui, puzzle) && self.status() == FetchStatus::Cached {
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
    let input = download.input();
    let is_new = matches!(&input, Ok(input) if input.origin == Origin::Downloaded);
    let mut result = FetchResult {
        puzzle,
        input: input.map(|input| downloader.workspace.relative_path(&input.path)),
        page: None,
        page_problem: None,
        is_new,
        learned: Learned::default(),
    };
    // Only the page of the default account is cached.
    let skips_page = !site.allows_pages() && downloader.needs_page(puzzle);
    if result.input.is_err() || skips_page || site.account.is_some() {
        return result;
    }
    let origin = match download.page() {
        Ok(download) => {
            result.page = Some(download.path);
            result.learned = download.learned;
            download.origin
        }
        Err(error) => Err(error),
    };
    match origin {
        Ok(origin) => result.is_new |= origin == Origin::Downloaded,
        Err(error) => {
            let is_local = matches!(error.kind, SiteErrorKind::Local(_));
            if is_local || is_new && result.page.is_none() {
                site.record_failure(FailedFile::NeededPage, &error);
                result.page_problem = Some(PageProblem::Failed(error));
            } else {
                let ui = downloader.ui;
                ui.note(format!("{puzzle}: page not downloaded: {error}"));
                result.page_problem = Some(PageProblem::Noted(error));
            }
        }
    }
    result
}
