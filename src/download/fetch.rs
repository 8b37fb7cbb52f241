//! Downloads the files that a puzzle lacks: its input, then its page.

use std::path::PathBuf;

use serde::{Serialize, Serializer};

use super::downloader::{Downloader, Learned, Origin};
use crate::app::{FailedFile, Ui};
use crate::error::{CliError, Exit, HasExit};
use crate::puzzle::Puzzle;
use crate::site::SiteErrorKind;

/// The files of a puzzle after the requests for them.
pub struct FetchResult {
    pub puzzle: Puzzle,
    /// The input; `None` if it is missing.
    pub input: Option<PathBuf>,
    /// The page; `None` if it is missing.
    page: Option<PathBuf>,
    /// Why a file is missing, or why an older page was kept. It is set if the input is missing, and
    /// `None` if only the page is missing and was not requested.
    pub problem: Option<Problem>,
    /// Whether a file was downloaded.
    is_new: bool,
    learned: Learned,
}

/// Why a file is missing, or why an older page was kept.
pub struct Problem {
    pub message: String,
    /// `None` if a note is enough, because the input or an older page was there.
    failure: Option<SiteErrorKind>,
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
    message: Option<&'a String>,
}

impl Serialize for FetchResult {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let document = FetchDocument {
            puzzle: self.puzzle,
            input: self.input.as_ref(),
            page: self.page.as_ref(),
            status: self.status(),
            learned: &self.learned,
            message: self.problem.as_ref().map(|problem| &problem.message),
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
        self.problem.as_ref()?.failure
    }

    /// The error to show if a file is missing.
    pub fn failure(&self) -> Option<CliError> {
        let Problem { message, failure } = self.problem.as_ref()?;
        let exit = (*failure)?.exit();
        Some(CliError::new(exit, format!("{}: {message}", self.puzzle)))
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
    let mut result = FetchResult {
        puzzle,
        input: None,
        page: None,
        problem: None,
        is_new: false,
        learned: Learned::default(),
    };
    let mut download = downloader.puzzle(puzzle);
    match download.input() {
        Ok(input) => {
            result.is_new = input.origin == Origin::Downloaded;
            result.input = Some(downloader.workspace.relative_path(&input.path));
        }
        Err(error) => {
            result.problem = Some(Problem {
                message: error.to_string(),
                failure: Some(error.kind),
            });
            return result;
        }
    }
    // Only the page of the default account is cached.
    let skips_page = !site.allows_pages() && downloader.needs_page(puzzle);
    if skips_page || site.account.is_some() {
        return result;
    }
    let origin = match download.page() {
        Ok(file) => {
            result.page = Some(file.path);
            result.learned = file.learned;
            file.origin
        }
        Err(error) => Err(error),
    };
    match origin {
        Ok(origin) => result.is_new |= origin == Origin::Downloaded,
        Err(error) => {
            let is_local = matches!(error.kind, SiteErrorKind::Local(_));
            if is_local || result.is_new && result.page.is_none() {
                site.record_failure(FailedFile::NeededPage, &error);
                result.problem = Some(Problem {
                    message: format!("page: {error}"),
                    failure: Some(error.kind),
                });
            } else {
                let message = format!("page not downloaded: {error}");
                downloader.ui.note(format!("{puzzle}: {message}"));
                result.problem = Some(Problem {
                    message,
                    failure: None,
                });
            }
        }
    }
    result
}
