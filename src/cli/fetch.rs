//! `aoc fetch`: inputs and pages, never twice what is there.

mod access;
mod download;
mod results;
mod screen;

use std::io;
use std::path::{Path, PathBuf};

use anyhow::anyhow;

use super::args;
use super::desk::Desk;
use crate::exit::Exit;
use crate::puzzle::Puzzle;
use crate::report;
use crate::site::{Reach, SiteError};
use access::reach;
use download::{Downloader, Got};
use results::{FetchResult, FetchResults, Status};
use screen::Screen;

pub use access::Access;

/// Gets what is missing of the puzzles, in order.
pub fn fetch(desk: &Desk, puzzles: &[Puzzle], args: &args::Fetch) -> anyhow::Result<Exit> {
    let screen = Screen::new(desk, puzzles.len());
    let mut downloader = Downloader::new(desk, &screen)?;
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
    if desk.context.json {
        report::json(&mut io::stdout(), &results)?;
    }
    Ok(exit)
}

/// Gets one input that another command needs, once and without its page. None
/// if there is no session to get it with.
pub fn missing_input(desk: &Desk, puzzle: Puzzle) -> anyhow::Result<Option<PathBuf>> {
    let screen = Screen::new(desk, 1);
    screen.begin(0, puzzle);
    let downloader = Downloader::new(desk, &screen)?;
    let got = match downloader.session() {
        Err(error) if error.is_missing() => return Ok(None),
        Err(error) => Err(error.into()),
        // One of many days: what failed for all is not tried for each.
        Ok(_) if desk.access.is_closed() => Err(SiteError::NotTried.into()),
        Ok(_) => downloader.input(puzzle),
    };
    let got = match got {
        Ok(got) => got,
        Err(error) => {
            desk.access.failed(&error);
            return Err(error.context(format!("{puzzle}: input")));
        }
    };
    desk.access.went_well();
    if got.downloaded {
        let path = desk.shown(&got.path);
        screen.note(&format!("{puzzle}: input downloaded to {}", path.display()));
    }
    Ok(Some(got.path))
}

/// One run of `aoc fetch`: what is to be had, and how it went so far.
struct Run<'a> {
    downloader: Downloader<'a>,
    screen: &'a Screen<'a>,
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
        if self.downloader.access().is_closed() && self.downloader.input_is_wanted(puzzle) {
            self.not_tried += 1;
            return result.failed(SiteError::NotTried.to_string());
        }
        let input = match self.downloader.input(puzzle) {
            Ok(input) => input,
            Err(error) => {
                let message = self.failed(puzzle, error.context("input"));
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
    fn page(&mut self, puzzle: Puzzle, input: &Got, result: &mut FetchResult) {
        let closed = self.downloader.access().is_closed() || self.pages_closed;
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
            Err(error) if input.downloaded || Exit::of(&error) == Exit::Files => {
                let message = self.failed(puzzle, error.context("page"));
                result.status = Status::Failed;
                result.message = Some(message);
            }
            Err(error) => {
                self.pages_closed |= reach(&error) != Reach::One;
                let message = format!("page not downloaded: {error:#}");
                self.screen.note(&format!("{puzzle}: {message}"));
                result.message = Some(message);
            }
        }
    }

    fn path(&self, path: &Path) {
        self.downloader.access().went_well();
        self.screen.path(path);
    }

    fn failed(&mut self, puzzle: Puzzle, error: anyhow::Error) -> String {
        if self.exit == Exit::Done {
            self.exit = Exit::of(&error);
        }
        self.downloader.access().failed(&error);
        let message = format!("{error:#}");
        self.screen.error(&error.context(puzzle.to_string()));
        message
    }
}
