//! `aoc fetch`: downloads inputs and pages, and nothing twice. What pages say of
//! examples and accepted answers is written beside them.

use std::path::Path;

use anyhow::anyhow;
use clap::Args;

use crate::app::args::SelectionArgs;
use crate::app::{App, Download, DownloadError, Downloader, FetchProgress, Learned};
use crate::error::{CliError, Exit, HasExit};
use crate::inputs::StoreError;
use crate::puzzle::Puzzle;
use crate::reporter::{self, FetchResult, FetchResults, FetchStatus, FetchedExamples};
use crate::runner::MissingInput;
use crate::site::{FailureScope, SiteError};
use crate::terminal;

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

/// Downloads what is missing of the puzzles, in order.
pub fn run(app: &App, args: &FetchArgs) -> Result<Exit, CliError> {
    let puzzles = app.puzzles(&args.selection)?;
    let progress = FetchProgress::new(app, puzzles.len());
    let mut downloader = Downloader::new(app, &progress)?;
    downloader.force = args.force;
    downloader.wait = args.wait;
    downloader.account = args.account.as_deref().map(str::parse).transpose()?;

    let has_requests = |puzzle: &Puzzle| {
        let page = downloader.account.is_none() && downloader.needs_page(*puzzle);
        downloader.needs_input(*puzzle) || page
    };
    progress.plan(puzzles.iter().map(has_requests).collect());
    let mut fetch = Fetch {
        downloader,
        progress: &progress,
        exit: Exit::Done,
        pages_closed: false,
        not_tried: 0,
        learned: LearnedFromMany::default(),
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
    if let Some(summary) = fetch.learned.summary() {
        progress.note(&summary);
    }
    let exit = fetch.exit;
    drop(fetch);
    let in_detail = progress.in_detail();
    // The bar must be gone before the results are written.
    drop(progress);
    if app.json {
        terminal::json(&mut app.console(), &results)?;
    } else if !in_detail {
        reporter::fetch_summary(&mut app.console(), app.stdout, &results)?;
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
    /// What pages said that is not told puzzle by puzzle.
    learned: LearnedFromMany,
}

impl Fetch<'_> {
    fn puzzle(&mut self, puzzle: Puzzle) -> FetchResult {
        let mut result = FetchResult::new(puzzle);
        if self.downloader.access().breaker.is_open() && self.downloader.needs_input(puzzle) {
            self.not_tried += 1;
            result.status = FetchStatus::Skipped;
            result.message = Some(SiteError::NotTried.to_string());
            return result;
        }
        let input = match self.downloader.input(puzzle) {
            Ok(input) => input,
            Err(error) => {
                let exit = error.exit();
                let reason = self.failed(puzzle, error, "input");
                let message = format!("input: {reason}");
                if self.downloader.account.is_none() {
                    let missing = MissingInput { reason, exit };
                    self.downloader.access().is_missing(puzzle, &missing);
                }
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
        if result.status == FetchStatus::Cached && self.progress.in_detail() {
            self.progress.note(&format!(
                "{puzzle}: already downloaded; `aoc fetch {puzzle} --force` downloads it again"
            ));
        }
        result.input = Some(self.progress.shown(&input.path));
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
                result.page = Some(self.progress.shown(&page.path));
                self.learned(puzzle, page.learned, result);
            }
            Err(error) if input.downloaded || error.exit() == Exit::Files => {
                let reason = self.failed(puzzle, error, "page");
                result.status = FetchStatus::Failed;
                result.message = Some(format!("page: {reason}"));
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

    /// Tells what the page added to the other files.
    fn learned(
        &mut self,
        puzzle: Puzzle,
        learned: Result<Learned, StoreError>,
        result: &mut FetchResult,
    ) {
        let learned = match learned {
            Ok(learned) => learned,
            Err(error) => {
                self.exit = self.exit.or(error.exit());
                let error = CliError::from(error).context(puzzle.to_string());
                self.progress.error(&error.source);
                result.status = FetchStatus::Failed;
                result.message = Some(format!("{:#}", error.source));
                return;
            }
        };
        self.progress.learned(puzzle, &learned);
        if !self.progress.in_detail() {
            self.learned.add(&learned);
        }
        result.accepted = learned.accepted.into_iter().map(u8::from).collect();
        result.examples = learned.examples.map(|examples| FetchedExamples {
            file: examples.file,
            sure: examples.sure,
            unsure: examples.unsure,
        });
    }

    fn path(&self, path: &Path) {
        self.downloader.access().breaker.succeeded();
        self.progress.path(path);
    }

    /// Shows why something was not downloaded, and returns it.
    fn failed(&mut self, puzzle: Puzzle, error: DownloadError, what: &str) -> String {
        self.exit = self.exit.or(error.exit());
        self.downloader.access().breaker.failed(error.scope());
        let error = CliError::from(error);
        let reason = format!("{:#}", error.source);
        let shown = error.context(format!("{puzzle}: {what}"));
        self.progress.error(&shown.source);
        reason
    }
}

/// What the pages of many days added to the other files.
#[derive(Debug, Default)]
struct LearnedFromMany {
    /// Parts with an accepted answer.
    answers: usize,
    /// Days with examples.
    examples: usize,
    /// Days with examples that are not clear.
    unclear: usize,
}

impl LearnedFromMany {
    fn add(&mut self, learned: &Learned) {
        self.answers += learned.accepted.len();
        if let Some(examples) = &learned.examples {
            self.examples += usize::from(examples.sure > 0);
            self.unclear += usize::from(examples.unsure > 0);
        }
    }

    /// One line for the user; `None` if nothing was learned.
    fn summary(&self) -> Option<String> {
        let mut said = Vec::new();
        if self.answers > 0 {
            said.push(format!("{} accepted answers recorded", self.answers));
        }
        if self.examples > 0 {
            said.push(format!("examples of {} days written", self.examples));
        }
        if self.unclear > 0 {
            said.push(format!(
                "those of {} days are not clear: see the comments in their examples files",
                self.unclear
            ));
        }
        (!said.is_empty()).then(|| format!("from the pages: {}", said.join("; ")))
    }
}
