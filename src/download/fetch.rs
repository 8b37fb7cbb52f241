//! Downloads the missing files of a puzzle: first the input, then the page.

use std::path::PathBuf;

use serde::Serialize;

use super::downloader::{Downloader, FileOrigin, Learned};
use crate::app::Ui;
use crate::error::{Exit, HasExit};
use crate::inputs::{InputName, account_option};
use crate::puzzle::Puzzle;
use crate::site::{FailureOrigin, SiteError, SiteErrorKind, SiteResult};
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
    pub learned: Learned,
    /// The reason why a file is missing or was not replaced.
    #[serde(rename = "message")]
    pub problem: Option<SiteError>,
}

/// The status of a puzzle's files after the download.
#[derive(Clone, Copy, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum FetchStatus {
    /// Nothing was downloaded, and the command succeeds, because at most an optional page was
    /// missing.
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
        problem: None,
    };
    if let Err(error) = result.get_files(downloader) {
        result.status = FetchStatus::Failed;
        result.problem = Some(error);
    }
    // After a failure, an older file may still be there.
    result.input = downloader.stored_input_path(puzzle);
    if result.page.is_none() && downloader.site.account.is_none() {
        result.page = downloader.stored_page_path(puzzle);
    }
    result
}

impl FetchResult {
    /// Gets the files. Returns the error that makes the command fail. If the command succeeds
    /// without the page, stores the reason in [`Self::problem`].
    fn get_files(&mut self, downloader: &Downloader) -> SiteResult<()> {
        let puzzle = self.puzzle;
        let mut download = downloader.puzzle(puzzle);
        let input = download.input()?;
        // A stored file may be the message of another tool's failed download, for example.
        let id = downloader.input_id();
        if let Err(error) = downloader.store.input(puzzle, &id) {
            downloader.ui.warning(error.context(puzzle));
        }
        self.paths.extend(downloader.stored_input_path(puzzle));
        if input.is_new() {
            self.status = FetchStatus::Fetched;
        }
        // Only pages of the default account are cached.
        if downloader.site.account.is_some() {
            return Ok(());
        }
        let (error, needs_page) = match download.page() {
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
                (error, false)
            }
            Err(error) => (error, input.is_new()),
        };
        // If this computer cannot store files, every command fails. If a request was not tried
        // because of an earlier failure, that failure was already reported.
        let was_tried = error.kind != SiteErrorKind::NotTried;
        let is_local = error.kind.policy().origin == FailureOrigin::Local;
        if is_local || was_tried && needs_page {
            return Err(error.context("page"));
        }
        self.problem = Some(error.context("page not downloaded"));
        Ok(())
    }

    /// The paths of the files that are stored and up to date, one on each line.
    pub fn lines(&self) -> String {
        let lines = self.paths.iter().map(|path| plain_line(path.display()));
        lines.collect()
    }

    /// The error that makes the command fail. `None` if it succeeds.
    pub fn failure(&self) -> Option<&SiteError> {
        match self.status {
            FetchStatus::Failed => self.problem.as_ref(),
            FetchStatus::Fetched | FetchStatus::Cached => None,
        }
    }

    /// The reason why the page is missing or was not replaced, if the command succeeds without it.
    pub fn page_problem(&self) -> Option<&SiteError> {
        match self.status {
            FetchStatus::Failed => None,
            FetchStatus::Fetched | FetchStatus::Cached => self.problem.as_ref(),
        }
    }

    /// Prints an error if the command fails, or a note if it succeeds without the page.
    pub fn show_problem(&self, ui: &Ui) {
        if let Some(error) = self.failure() {
            ui.error(&error.clone().context(self.puzzle).into());
        }
        if let Some(error) = self.page_problem() {
            ui.note(error.clone().context(self.puzzle));
        }
    }

    /// Prints which answers and examples were taken from the page, or that no file was missing.
    pub fn show_note(&self, ui: &Ui) {
        let puzzle = self.puzzle;
        let has_learned = self.learned.report(ui, puzzle);
        if !has_learned && self.problem.is_none() && self.status == FetchStatus::Cached {
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
