//! `aoc fetch`: downloads inputs and pages, and nothing twice.

use std::io;
use std::path::Path;

use anyhow::anyhow;

use crate::app::{App, Download, DownloadError, Downloader, FetchProgress};
use crate::args;
use crate::error::{CliError, Exit, HasExit};
use crate::puzzle::Puzzle;
use crate::reporter::{self, FetchResult, FetchResults, FetchStatus};
use crate::site::{FailureScope, SiteError};

/// Downloads what is missing of the puzzles, in order.
pub fn run(app: &App, args: &args::Fetch) -> Result<Exit, CliError> {
    let puzzles = app.puzzles(&args.selection)?;
    let progress = FetchProgress::new(app, puzzles.len());
    let mut downloader = Downloader::new(app, &progress)?;
    downloader.force = args.force;
    downloader.wait = args.wait;
    downloader.account = args.account.as_deref().map(str::parse).transpose()?;

    let mut fetch = Fetch {
        downloader,
        progress: &progress,
        exit: Exit::Done,
        pages_closed: false,
        not_tried: 0,
    };
    let mut results = FetchResults::new();
    for (index, &puzzle) in puzzles.iter().enumerate() {
        progress.begin(index, puzzle);
        results.push(fetch.puzzle(puzzle));
    }
    match fetch.not_tried {
        0 => {}
        1 => progress.error(&anyhow!("one more puzzle was not tried")),
        count => progress.error(&anyhow!("{count} more puzzles were not tried")),
    }
    let exit = fetch.exit;
    drop(fetch);
    // The bar must be gone before the JSON is written.
    drop(progress);
    if app.json {
        reporter::json(&mut io::stdout(), &results)?;
    }
    Ok(exit)
}

/// One `aoc fetch`, and how it went so far.
struct Fetch<'a> {
    downloader: Downloader<'a>,
    progress: &'a FetchProgress<'a>,
    /// The exit code of the first failure.
    exit: Exit,
    /// Whether pages are not requested any more, after a page failed for a reason
    /// that concerns all requests.
    pages_closed: bool,
    /// How many puzzles were skipped because the circuit breaker is open.
    not_tried: usize,
}

impl Fetch<'_> {
    fn puzzle(&mut self, puzzle: Puzzle) -> FetchResult {
        let mut result = FetchResult::new(puzzle);
        if self.downloader.access().breaker.is_open() && self.downloader.needs_input(puzzle) {
            self.not_tried += 1;
            return result.failed(SiteError::NotTried.to_string());
        }
        let input = match self.downloader.input(puzzle) {
            Ok(input) => input,
            Err(error) => {
                let message = self.failed(puzzle, error, "input");
                return result.failed(message);
            }
        };
        self.path(&input.path);
        result.status = if input.downloaded {
            FetchStatus::Fetched
        } else {
            FetchStatus::Cached
        };
        // There is one cached page, the one of the default account.
        if self.downloader.account.is_none() {
            self.page(puzzle, &input, &mut result);
        }
        if result.status == FetchStatus::Cached {
            self.progress.note(&format!(
                "{puzzle}: already downloaded; --force downloads it again"
            ));
        }
        result.input = Some(input.path);
        result
    }

    /// Gets the page, after the input. If the input was cached and the page cannot
    /// be downloaded, that is a note and not a failure: with cached inputs `fetch`
    /// works without session and network.
    fn page(&mut self, puzzle: Puzzle, input: &Download, result: &mut FetchResult) {
        let closed = self.downloader.access().breaker.is_open() || self.pages_closed;
        if closed && self.downloader.needs_page(puzzle) {
            return;
        }
        match self.downloader.page(puzzle) {
            Ok(page) => {
                if page.downloaded {
                    result.status = FetchStatus::Fetched;
                }
                self.path(&page.path);
                result.page = Some(page.path);
            }
            Err(error) if input.downloaded || error.exit() == Exit::Files => {
                let message = self.failed(puzzle, error, "page");
                result.status = FetchStatus::Failed;
                result.message = Some(message);
            }
            Err(error) => {
                self.pages_closed |= error.scope() != FailureScope::One;
                let error = CliError::from(error);
                let message = format!("page not downloaded: {:#}", error.source);
                self.progress.note(&format!("{puzzle}: {message}"));
                result.message = Some(message);
            }
        }
    }

    fn path(&self, path: &Path) {
        self.downloader.access().breaker.succeeded();
        self.progress.path(path);
    }

    fn failed(&mut self, puzzle: Puzzle, error: DownloadError, what: &str) -> String {
        self.exit = self.exit.or(error.exit());
        self.downloader.access().breaker.failed(error.scope());
        let error = CliError::from(error).context(what.to_owned());
        let message = format!("{:#}", error.source);
        self.progress
            .error(&error.context(puzzle.to_string()).source);
        message
    }
}
