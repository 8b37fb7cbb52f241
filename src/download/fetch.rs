//! Downloads the files that a puzzle lacks: its input, then its page.

use std::path::PathBuf;

use serde::Serialize;

use super::downloader::{Downloader, InputFile, Learned, Origin, PageOutcome};
use crate::app::Ui;
use crate::error::{CliError, Exit, HasExit};
use crate::puzzle::Puzzle;
use crate::site::SiteErrorKind;

/// One result of `aoc fetch --json`.
#[derive(Default, Serialize)]
pub struct FetchResult {
    #[serde(flatten)]
    pub puzzle: Puzzle,
    /// The input; `None` if it is missing.
    pub input: Option<PathBuf>,
    /// The page; `None` if it is missing.
    page: Option<PathBuf>,
    pub status: FetchStatus,
    #[serde(flatten)]
    learned: Learned,
    /// The reason why a file is missing.
    pub message: Option<String>,
    /// The kind of failure; `None` if nothing is missing.
    #[serde(skip)]
    pub failure_kind: Option<SiteErrorKind>,
}

#[derive(Clone, Copy, Default, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum FetchStatus {
    /// Nothing was missing.
    #[default]
    Cached,
    /// Something was downloaded.
    Fetched,
    /// A file is still missing.
    Failed,
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

    /// The error to show if a file is missing.
    pub fn failure(&self) -> Option<CliError> {
        let kind = self.failure_kind?;
        let message = self.message.as_deref().unwrap_or_default();
        let message = format!("{}: {message}", self.puzzle);
        Some(CliError::new(kind.exit(), message))
    }

    /// Tells what was taken from the page, or that nothing was missing.
    pub fn show_note(&self, ui: &Ui) {
        let puzzle = self.puzzle;
        if !self.learned.tell(ui, puzzle) && self.status == FetchStatus::Cached {
            ui.note(format!(
                "{puzzle}: already downloaded; `aoc fetch {puzzle} --force` downloads it again"
            ));
        }
    }

    pub fn exit(&self) -> Exit {
        self.failure_kind.map_or(Exit::Done, |kind| kind.exit())
    }

    fn fail(&mut self, kind: SiteErrorKind, message: String) {
        self.status = FetchStatus::Failed;
        self.failure_kind = Some(kind);
        self.message = Some(message);
    }
}

/// Gets the input, then the page. If the page cannot be downloaded but the input or an older page
/// is cached, that is only a note. So `fetch` works without session and network if all inputs are
/// cached.
pub fn fetch(downloader: &Downloader, puzzle: Puzzle) -> FetchResult {
    let site = downloader.site;
    let mut result = FetchResult {
        puzzle,
        ..FetchResult::default()
    };
    let mut download = downloader.puzzle(puzzle);
    let InputFile { path, origin } = match download.input() {
        Ok(input) => input,
        Err(error) => {
            result.fail(error.kind, error.to_string());
            return result;
        }
    };
    result.input = Some(downloader.workspace.relative_path(&path));
    let is_new = origin == Origin::Downloaded;
    if is_new {
        result.status = FetchStatus::Fetched;
    }
    // Only the page of the default account is cached.
    let skips_page = !site.is_open_for_pages() && downloader.needs_page(puzzle);
    if skips_page || site.account.is_some() {
        return result;
    }
    let error = match download.page() {
        Ok(download) => {
            result.page = Some(download.path);
            result.learned = download.learned;
            match download.outcome {
                PageOutcome::Stored => return result,
                PageOutcome::Downloaded => {
                    result.status = FetchStatus::Fetched;
                    return result;
                }
                PageOutcome::Outdated(error) => error,
            }
        }
        Err(error) => error,
    };
    let is_local = matches!(error.kind, SiteErrorKind::Local(_));
    if is_local || is_new && result.page.is_none() {
        site.record_failure(&error);
        result.fail(error.kind, format!("page: {error}"));
    } else {
        let message = format!("page not downloaded: {error}");
        downloader.ui.note(format!("{puzzle}: {message}"));
        result.message = Some(message);
    }
    result
}
