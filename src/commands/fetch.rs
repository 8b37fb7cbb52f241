//! `aoc fetch`: downloads inputs and pages, and nothing twice. What pages say of
//! examples and accepted answers is written beside them.

use std::collections::BTreeMap;
use std::path::PathBuf;

use clap::Args;
use serde::Serialize;

use crate::app::args::SelectionArgs;
use crate::app::{App, Download, DownloadError, Downloader, LearnedExamples};
use crate::error::{CliError, Exit, HasExit};
use crate::puzzle::{Puzzle, Year};
use crate::reporter::MANY;
use crate::runner::MissingInput;
use crate::site::{FailureScope, SiteError};
use crate::terminal::{Document, Verbosity, plural};

/// Download inputs and puzzle pages, each once
///
/// Downloads the input and the page of each puzzle that is not stored yet. Accepted
/// answers and examples are taken from the page. A puzzle that is locked is not
/// asked for, unless --wait waits for its unlock. Without a selector it fetches
/// today's puzzle while an event runs.
#[derive(Args, Debug, Default)]
#[command(
    visible_alias = "f",
    after_help = "\
Examples:
  aoc fetch               download today's input, while an event runs
  aoc fetch today --wait  wait for the unlock first
  aoc fetch 2020/1-5      download the inputs of five days"
)]
pub struct FetchArgs {
    #[command(flatten)]
    pub selection: SelectionArgs,
    /// Download again, and replace what is stored
    #[arg(long)]
    pub force: bool,
    /// Wait for the unlock of a locked puzzle
    #[arg(long)]
    pub wait: bool,
    /// Use this account's session, and store the input under this name
    #[arg(long, value_name = "NAME")]
    pub account: Option<String>,
}

/// One result of `aoc fetch --json`.
#[derive(Debug, Serialize)]
struct FetchResult {
    #[serde(flatten)]
    puzzle: Puzzle,
    /// `None` if the input is missing.
    input: Option<PathBuf>,
    /// `None` if the page is missing.
    page: Option<PathBuf>,
    status: FetchStatus,
    /// The parts whose accepted answers were taken from the page.
    accepted: Vec<u8>,
    examples: Option<LearnedExamples>,
    /// The reason why something is missing.
    message: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum FetchStatus {
    /// Nothing was missing.
    Cached,
    /// Something was downloaded.
    Fetched,
    /// Something is still missing.
    Failed,
    /// Not tried after the failures before it.
    #[serde(rename = "failed")]
    Skipped,
}

pub fn run(app: &App, args: &FetchArgs) -> Result<Exit, CliError> {
    let puzzles = app.puzzles(&args.selection)?;
    let mut downloader = Downloader::new(app)?;
    downloader.force = args.force;
    downloader.wait = args.wait;
    downloader.account = args.account.as_deref().map(str::parse).transpose()?;
    fetch(app, downloader, &puzzles)
}

/// Downloads what is missing of the puzzles, in order, as the downloader is set.
pub fn fetch(app: &App, mut downloader: Downloader, puzzles: &[Puzzle]) -> Result<Exit, CliError> {
    downloader.plan(puzzles);
    let in_detail = puzzles.len() < MANY || app.verbosity == Verbosity::Verbose;
    let mut fetch = Fetch {
        app,
        downloader,
        in_detail,
        exit: Exit::Done,
        pages_closed: false,
    };
    let mut results = Vec::new();
    for (index, &puzzle) in puzzles.iter().enumerate() {
        fetch.downloader.begin(index, puzzle);
        results.push(fetch.puzzle(puzzle));
    }
    let exit = fetch.exit;
    // The line that moves must be gone before the results are written.
    drop(fetch);
    let is_skipped = |result: &&FetchResult| result.status == FetchStatus::Skipped;
    let skipped = results.iter().filter(is_skipped).count();
    if skipped > 0 {
        let skipped = plural(skipped, "more puzzle");
        app.error(&anyhow::anyhow!("{skipped} not tried"));
    }
    let document = Document {
        schema: "aoc-fetch/1",
        results: &results,
    };
    if app.json || !in_detail {
        app.show(&document, || summary(&results))?;
    }
    Ok(exit)
}

/// One `aoc fetch`, and how it went so far.
struct Fetch<'a> {
    app: &'a App,
    downloader: Downloader<'a>,
    /// Each puzzle is told apart, and not its year alone.
    in_detail: bool,
    /// The exit code of the first failure.
    exit: Exit,
    /// Set once no more pages are requested, after one failed for a reason
    /// that concerns all requests.
    pages_closed: bool,
}

impl Fetch<'_> {
    fn puzzle(&mut self, puzzle: Puzzle) -> FetchResult {
        let mut result = FetchResult {
            puzzle,
            input: None,
            page: None,
            status: FetchStatus::Cached,
            accepted: Vec::new(),
            examples: None,
            message: None,
        };
        let breaker = &self.app.access.breaker;
        if breaker.is_open() && self.downloader.needs_input(puzzle) {
            result.status = FetchStatus::Skipped;
            result.message = Some(SiteError::not_tried().to_string());
        } else if let Err((what, error)) = self.files(puzzle, &mut result) {
            let exit = error.exit();
            self.exit = self.exit.or(exit);
            breaker.failed(error.scope());
            let error = CliError::from(error);
            let reason = format!("{:#}", error.source);
            let error = error.context(format!("{puzzle}: {what}"));
            self.app.error(&error.source);
            result.status = FetchStatus::Failed;
            result.message = Some(format!("{what}: {reason}"));
            if result.input.is_none() && self.downloader.account.is_none() {
                let missing = MissingInput { reason, exit };
                self.app.access.is_missing(puzzle, &missing);
            }
        } else if result.status == FetchStatus::Cached && self.in_detail {
            self.app.note(&format!(
                "{puzzle}: already downloaded; `aoc fetch {puzzle} --force` downloads it again"
            ));
        }
        result
    }

    /// Gets the input, then the page. If the input was cached and the page cannot
    /// be downloaded, that is a note and not a failure: with cached inputs `fetch`
    /// works without session and network.
    fn files(
        &mut self,
        puzzle: Puzzle,
        result: &mut FetchResult,
    ) -> Result<(), (&'static str, DownloadError)> {
        let input = self.downloader.input(puzzle);
        let input = input.map_err(|error| ("input", error))?;
        result.input = Some(self.got(&input, result));
        // There is one cached page, the one of the default account.
        let closed = self.app.access.breaker.is_open() || self.pages_closed;
        if self.downloader.account.is_some() || closed && self.downloader.needs_page(puzzle) {
            return Ok(());
        }
        match self.downloader.page(puzzle) {
            Ok(page) => {
                result.page = Some(self.got(&page, result));
                self.app.tell_learned(puzzle, &page.learned, self.in_detail);
                result.accepted = page.learned.accepted.into_iter().map(u8::from).collect();
                result.examples = page.learned.examples;
            }
            Err(error) if input.downloaded || error.exit() == Exit::Files => {
                return Err(("page", error));
            }
            Err(error) => {
                self.pages_closed |= error.scope() != FailureScope::One;
                let message = format!("page not downloaded: {:#}", CliError::from(error).source);
                self.app.note(&format!("{puzzle}: {message}"));
                result.message = Some(message);
            }
        }
        Ok(())
    }

    /// Writes the path of a file, unless the results are JSON or a summary. A
    /// closed stdout does not stop the downloads.
    fn got(&self, file: &Download, result: &mut FetchResult) -> PathBuf {
        self.app.access.breaker.succeeded();
        if file.downloaded {
            result.status = FetchStatus::Fetched;
        }
        let path = self.app.shown(&file.path);
        if !self.app.json && self.in_detail {
            let _ = self.app.console().print(&format!("{}\n", path.display()));
        }
        path
    }
}

/// One line for each year: `2019: 25 days, 3 new, 22 already there`. Years of which
/// there is nothing have none: their errors were shown.
fn summary(results: &[FetchResult]) -> String {
    let mut years: BTreeMap<Year, [usize; 4]> = BTreeMap::new();
    for result in results {
        years.entry(result.puzzle.year).or_default()[result.status as usize] += 1;
    }
    let mut lines = Vec::new();
    for (year, [cached, fetched, failed, skipped]) in years {
        if fetched + cached == 0 {
            continue;
        }
        let days = plural(fetched + cached + failed + skipped, "day");
        let mut line = vec![format!(
            "{year}: {days}, {fetched} new, {cached} already there"
        )];
        for (count, what) in [(failed, "failed"), (skipped, "not tried")] {
            if count > 0 {
                line.push(format!("{count} {what}"));
            }
        }
        lines.push(line.join(", ") + "\n");
    }
    lines.concat()
}
