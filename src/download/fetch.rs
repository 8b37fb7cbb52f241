//! Downloads the missing files of a puzzle: first the input, then the page.

use std::path::PathBuf;

use serde::Serialize;

use super::downloader::{Downloader, FileOrigin, Learned};
use crate::app::Ui;
use crate::error::{CliError, Exit, HasExit};
use crate::inputs::{InputName, account_option};
use crate::puzzle::Puzzle;
use crate::site::{SiteError, SiteErrorKind, SiteResult};
use crate::terminal::plain_line;

/// The files of a puzzle after the download, as in `aoc fetch --json`.
#[derive(Serialize)]
pub struct FetchResult {
    #[serde(flatten)]
    pub puzzle: Puzzle,
    /// The path of the stored input. `None` if there is no input.
    pub input: Option<PathBuf>,
    /// The path of the stored page. `None` if there is no page. The page of a named account is
    /// never stored.
    page: Option<PathBuf>,
    /// The files that are stored and up to date. A file that could not be replaced is left out.
    #[serde(skip)]
    paths: Vec<PathBuf>,
    pub status: FetchStatus,
    /// The account of `--account`.
    #[serde(skip)]
    account: Option<InputName>,
    #[serde(flatten)]
    learned: Learned,
    /// The reason why a file is missing or was not replaced. If `status` is not `Failed`,
    /// that file is the page, and the command succeeds without it.
    #[serde(rename = "message")]
    error: Option<SiteError>,
}

/// The status of a puzzle's files after the download.
#[derive(Clone, Copy, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum FetchStatus {
    /// Nothing was missing, or the command does not need the missing file.
    Cached,
    /// A file was downloaded.
    Fetched,
    /// The command fails.
    Failed,
}

/// Gets the input and then the page. If an input or an older page is cached, a failed download of
/// the page is only a note. So `fetch` works without a session and a network if all inputs are
/// cached.
pub fn fetch(downloader: &Downloader, puzzle: Puzzle) -> FetchResult {
    let mut result = FetchResult {
        puzzle,
        input: None,
        page: None,
        paths: Vec::new(),
        status: FetchStatus::Cached,
        account: downloader.site.account.clone(),
        learned: Learned::default(),
        error: None,
    };
    if let Err(error) = result.get_files(downloader) {
        result.status = FetchStatus::Failed;
        result.error = Some(error);
    }
    // After a failure, an older file may still be there.
    result.input = downloader.stored_input(puzzle);
    if result.page.is_none() && downloader.site.account.is_none() {
        result.page = downloader.stored_page(puzzle);
    }
    result
}

impl FetchResult {
    /// Gets the files. An error means that the command fails.
    fn get_files(&mut self, downloader: &Downloader) -> SiteResult<()> {
        let Downloader { ui, site, .. } = *downloader;
        let puzzle = self.puzzle;
        let mut download = downloader.puzzle(puzzle);
        let has_new_input = download.input()?.is_new();
        self.paths.extend(downloader.stored_input(puzzle));
        if has_new_input {
            self.status = FetchStatus::Fetched;
        }
        // Only pages of the default account are cached.
        if site.account.is_some() {
            return Ok(());
        }
        let error = match download.page() {
            Ok(page) => {
                self.page = Some(page.path.clone());
                self.learned = page.learned;
                if page.origin.is_new() {
                    self.status = FetchStatus::Fetched;
                }
                let FileOrigin::Outdated(error) = page.origin else {
                    self.paths.push(page.path);
                    return Ok(());
                };
                error
            }
            // The failure of an earlier page was already reported.
            Err(error) if has_new_input && error.kind != SiteErrorKind::NotTried => {
                return Err(error.context("page"));
            }
            Err(error) => error,
        };
        // If this computer cannot store files, every command fails.
        if matches!(error.kind, SiteErrorKind::Local(_)) {
            return Err(error.context("page"));
        }
        let error = error.context("page not downloaded");
        if error.kind != SiteErrorKind::NotTried {
            ui.note(format!("{puzzle}: {error}"));
        }
        self.error = Some(error);
        Ok(())
    }

    /// The paths of the files that are stored and up to date, one on each line.
    pub fn lines(&self) -> String {
        let lines = self.paths.iter().map(|path| plain_line(path.display()));
        lines.collect()
    }

    /// The error that makes the command fail. `None` if it succeeds.
    pub fn failure(&self) -> Option<&SiteError> {
        self.error
            .as_ref()
            .filter(|_| self.status == FetchStatus::Failed)
    }

    /// The error that makes the command fail, with the name of the puzzle.
    pub fn failure_with_puzzle(&self) -> Option<CliError> {
        let error = self.failure()?;
        let message = format!("{}: {error}", self.puzzle);
        Some(CliError::new(error.exit(), message))
    }

    /// True if the page was not downloaded, and the command succeeds without it.
    pub fn lacks_page(&self) -> bool {
        self.error.is_some() && self.status != FetchStatus::Failed
    }

    /// True if the page was not requested because of an earlier failure, and the command succeeds
    /// without it.
    pub fn page_was_not_tried(&self) -> bool {
        let error = self.error.as_ref().filter(|_| self.lacks_page());
        error.is_some_and(|error| error.kind == SiteErrorKind::NotTried)
    }

    /// Prints the first of these notes that applies: which answers and examples were taken from the
    /// page, that the page was not tried, or that no file was missing. Prints nothing if the page
    /// could not be downloaded, because there was already a note about that.
    pub fn show_note(&self, ui: &Ui) {
        let puzzle = self.puzzle;
        if self.learned.report(ui, puzzle) {
            return;
        }
        if let Some(error) = &self.error {
            if self.page_was_not_tried() {
                ui.note(format!("{puzzle}: {error}"));
            }
            return;
        }
        if self.status == FetchStatus::Cached {
            let option = account_option(self.account.as_ref());
            ui.note(format!(
                "{puzzle}: already downloaded; `aoc fetch {puzzle}{option} --force` downloads it \
                 again"
            ));
        }
    }

    pub fn exit(&self) -> Exit {
        self.failure().map_or(Exit::Done, HasExit::exit)
    }
}
