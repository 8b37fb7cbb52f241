//! `aoc fetch`: inputs and pages, never twice what is there.

use std::io;
use std::path::Path;

use anyhow::anyhow;

use crate::app::{App, Download, DownloadError, Downloader, FetchProgress};
use crate::args;
use crate::error::{CliError, Exit, HasExit};
use crate::puzzle::Puzzle;
use crate::reporter::{self, FetchResult, FetchResults, FetchStatus as Status};
use crate::site::{FailureScope, SiteError};

/// Gets what is missing of the puzzles, in order.
pub fn run(app: &App, args: &args::Fetch) -> Result<Exit, CliError> {
    let puzzles = app.puzzles(&args.selection)?;
    let screen = FetchProgress::new(app, puzzles.len());
    let mut downloader = Downloader::new(app, &screen)?;
    downloader.force = args.force;
    downloader.wait = args.wait;
    downloader.account = args.account.as_deref().map(str::parse).transpose()?;

    let mut run = Run {
        downloader,
        screen: &screen,
        exit: Exit::Done,
        pages_closed: false,
        not_tried: 0,
    };
    let mut results = FetchResults::new();
    for (index, &puzzle) in puzzles.iter().enumerate() {
        screen.begin(index, puzzle);
        results.push(run.puzzle(puzzle));
    }
    match run.not_tried {
        0 => {}
        1 => screen.error(&anyhow!("one more puzzle was not tried")),
        count => screen.error(&anyhow!("{count} more puzzles were not tried")),
    }
    let exit = run.exit;
    drop(run);
    // The bar must be gone before the document comes.
    drop(screen);
    if app.json {
        reporter::json(&mut io::stdout(), &results)?;
    }
    Ok(exit)
}

/// One run of `aoc fetch`: what is to be had, and how it went so far.
struct Run<'a> {
    downloader: Downloader<'a>,
    screen: &'a FetchProgress<'a>,
    /// The first failure's.
    exit: Exit,
    /// Whether every further request for a mere page would be in vain.
    pages_closed: bool,
    /// How many puzzles were passed over because of that.
    not_tried: usize,
}

impl Run<'_> {
    fn puzzle(&mut self, puzzle: Puzzle) -> FetchResult {
        let mut result = FetchResult::new(puzzle);
        if self.downloader.access().is_open() && self.downloader.input_is_wanted(puzzle) {
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
            Status::Fetched
        } else {
            Status::Cached
        };
        // The page shows the answers of the one account; there is one page.
        if self.downloader.account.is_none() {
            self.page(puzzle, &input, &mut result);
        }
        if result.status == Status::Cached {
            self.screen.note(&format!(
                "{puzzle}: already there, not downloading again (--force does)"
            ));
        }
        result.input = Some(input.path);
        result
    }

    /// The page, after the input. It is the smaller good: with an input that
    /// was there all along, a page that cannot be had is worth a line and no
    /// failure, so that what is cached works without session and network.
    fn page(&mut self, puzzle: Puzzle, input: &Download, result: &mut FetchResult) {
        let closed = self.downloader.access().is_open() || self.pages_closed;
        if closed && self.downloader.page_is_wanted(puzzle) {
            return;
        }
        match self.downloader.page(puzzle) {
            Ok(page) => {
                if page.downloaded {
                    result.status = Status::Fetched;
                }
                self.path(&page.path);
                result.page = Some(page.path);
            }
            Err(error) if input.downloaded || error.exit() == Exit::Files => {
                let message = self.failed(puzzle, error, "page");
                result.status = Status::Failed;
                result.message = Some(message);
            }
            Err(error) => {
                self.pages_closed |= error.scope() != FailureScope::One;
                let message = format!("page not downloaded: {error}");
                self.screen.note(&format!("{puzzle}: {message}"));
                result.message = Some(message);
            }
        }
    }

    fn path(&self, path: &Path) {
        self.downloader.access().succeeded();
        self.screen.path(path);
    }

    fn failed(&mut self, puzzle: Puzzle, error: DownloadError, what: &str) -> String {
        self.exit = self.exit.or(error.exit());
        self.downloader.access().failed(&error);
        let error = CliError::from(error).context(what.to_owned());
        let message = format!("{:#}", error.source);
        self.screen.error(&error.context(puzzle.to_string()).source);
        message
    }
}
