//! `aoc fetch`: downloads missing inputs and pages. The examples and accepted answers of
//! a page are written to files beside it.

use std::path::PathBuf;

use clap::Args;
use serde::Serialize;

use super::login::account;
use crate::app::args::SelectionArgs;
use crate::app::{App, Downloader, LearnedExamples};
use crate::error::{CliError, Exit, HasExit};
use crate::puzzle::{Puzzle, PuzzleKind};
use crate::site::SiteError;
use crate::terminal::{ResultList, Verbosity, plural};

/// The number of puzzles from which on puzzles are counted, and a summary replaces the
/// paths.
const MANY: usize = 4;

/// Download inputs and puzzle pages, each once
///
/// Downloads the input and the page of each puzzle that is not stored yet. Accepted
/// answers and examples are taken from the page. A puzzle that is locked is not
/// asked for, unless --wait waits for its unlock. Without a selector it fetches
/// today's puzzle while an event runs.
#[derive(Args, Debug, Default)]
#[command(visible_alias = "f", add = PuzzleKind::Events)]
#[command(after_help = "\
Examples:
  aoc fetch 2020/1-5  download the inputs of five days
  aoc fetch 5 --wait  wait until day 5 unlocks, while an event runs")]
pub struct FetchArgs {
    #[command(flatten)]
    pub selection: SelectionArgs,
    /// Download again, and replace the stored files
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
#[derive(Debug, Default, Serialize)]
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
    #[serde(skip)]
    exit: Exit,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum FetchStatus {
    /// Nothing was missing.
    #[default]
    Cached,
    /// Something was downloaded.
    Fetched,
    /// Something is still missing.
    Failed,
    /// Not tried because of earlier failures. In JSON that is a failure as well.
    #[serde(rename = "failed")]
    Skipped,
}

pub fn run(app: &App, args: &FetchArgs) -> Result<Exit, CliError> {
    let puzzles = app.select(&args.selection, PuzzleKind::Events)?;
    let mut downloader = Downloader::new(app)?;
    downloader.force = args.force;
    downloader.wait = args.wait;
    downloader.account = account(args.account.as_deref())?;
    fetch(app, downloader, &puzzles)
}

/// Downloads the missing files of the puzzles, in order. The exit code is that of the
/// first failure.
pub fn fetch(app: &App, mut downloader: Downloader, puzzles: &[Puzzle]) -> Result<Exit, CliError> {
    let is_many = puzzles.len() >= MANY;
    downloader.is_brief = is_many && app.verbosity != Verbosity::Verbose;
    let mut results = Vec::new();
    for (index, &puzzle) in puzzles.iter().enumerate() {
        if is_many {
            downloader.count = format!("{}/{}  ", index + 1, puzzles.len());
        }
        results.push(fetch_one(app, &downloader, puzzle));
    }
    let is_skipped = |it: &&FetchResult| it.status == FetchStatus::Skipped;
    if let skipped @ 1.. = results.iter().filter(is_skipped).count() {
        let skipped = plural(skipped, "more puzzle");
        app.error(&anyhow::anyhow!("{skipped} not tried"));
    }
    if app.json || downloader.is_brief {
        let results = ResultList { results: &results };
        app.show("fetch", &results, || summary(results.results))?;
    }
    let exits = results.iter().map(|result| result.exit);
    Ok(exits.fold(Exit::Done, Exit::or))
}

/// Gets the input, then the page. If the input was cached and the page cannot be
/// downloaded, that is only a note, so that `fetch` works without session and network if
/// all inputs are cached.
fn fetch_one(app: &App, downloader: &Downloader, puzzle: Puzzle) -> FetchResult {
    let mut result = FetchResult {
        puzzle,
        ..FetchResult::default()
    };
    if app.access.is_closed.get() && downloader.needs_input(puzzle) {
        result.status = FetchStatus::Skipped;
        result.message = Some(SiteError::not_tried().to_string());
        return result;
    }
    let failure = match downloader.input(puzzle) {
        Err(error) => Some(("input", error)),
        Ok((path, is_new)) => {
            result.input = Some(app.relative_path(&path));
            if is_new {
                result.status = FetchStatus::Fetched;
            }
            let failure = fetch_page(app, downloader, &mut result, is_new);
            failure.map(|error| ("page", error))
        }
    };
    let files = result.input.iter().chain(&result.page);
    for path in files.filter(|_| !app.json && !downloader.is_brief) {
        // A closed stdout does not stop the downloads.
        let _ = app.console().print(&format!("{}\n", path.display()));
    }
    app.access
        .record_result(failure.as_ref().map(|(_, error)| error));
    if let Some((file, error)) = failure {
        if result.input.is_none() && downloader.account.is_none() {
            app.access.record_missing(puzzle, &error);
        }
        let message = format!("{file}: {error}");
        app.error(&anyhow::anyhow!("{puzzle}: {message}"));
        result.status = FetchStatus::Failed;
        result.exit = error.exit();
        result.message = Some(message);
    } else if result.status == FetchStatus::Cached && !downloader.is_brief {
        app.note(&format!(
            "{puzzle}: already downloaded; `aoc fetch {puzzle} --force` downloads it again"
        ));
    }
    result
}

/// Gets the page. Returns an error if that makes the puzzle fail: if the input is new, or
/// if a file cannot be written.
fn fetch_page(
    app: &App,
    downloader: &Downloader,
    result: &mut FetchResult,
    input_is_new: bool,
) -> Option<SiteError> {
    let puzzle = result.puzzle;
    // Only the page of the default account is cached.
    let is_closed = || downloader.pages_are_closed() && downloader.needs_page(puzzle);
    if downloader.account.is_some() || is_closed() {
        return None;
    }
    let error = match downloader.page(puzzle, input_is_new) {
        Ok(page) => {
            if page.downloaded {
                result.status = FetchStatus::Fetched;
            }
            result.page = Some(app.relative_path(&page.path));
            result.accepted = page.accepted;
            result.examples = page.examples;
            page.failure?
        }
        Err(error) if input_is_new => return Some(error),
        Err(error) => error,
    };
    if error.exit() == Exit::Files {
        return Some(error);
    }
    downloader.record_page_failure(&error);
    let message = format!("page not downloaded: {error}");
    app.note(&format!("{puzzle}: {message}"));
    result.message = Some(message);
    None
}

/// One line for each year: `2019: 25 days, 3 new, 22 already there`. A year without any
/// file has no line: its errors were shown.
fn summary(results: &[FetchResult]) -> String {
    use FetchStatus::{Cached, Failed, Fetched, Skipped};
    let mut lines = String::new();
    for year in results.chunk_by(|a, b| a.puzzle.year == b.puzzle.year) {
        let count = |status| year.iter().filter(|it| it.status == status).count();
        let [new, cached, failed, skipped] = [Fetched, Cached, Failed, Skipped].map(count);
        if new + cached == 0 {
            continue;
        }
        let (name, days) = (year[0].puzzle.year, plural(year.len(), "day"));
        lines += &format!("{name}: {days}, {new} new, {cached} already there");
        for (count, what) in [(failed, "failed"), (skipped, "not tried")] {
            if count > 0 {
                lines += &format!(", {count} {what}");
            }
        }
        lines.push('\n');
    }
    lines
}
