//! `aoc fetch`: downloads inputs and pages, and nothing twice. What pages say of
//! examples and accepted answers is written beside them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;

use crate::app::args::SelectionArgs;
use crate::app::{App, Download, DownloadError, Downloader, LearnedExamples};
use crate::error::{CliError, Exit, HasExit};
use crate::puzzle::{Puzzle, Year};
use crate::reporter::MANY;
use crate::runner::MissingInput;
use crate::site::{FailureScope, SiteError};
use crate::terminal::layout::Line;
use crate::terminal::style::{BAD, DIM, PLAIN, STRONG};
use crate::terminal::{Document, Terminal, Verbosity, plural};

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
    let skipped = results
        .iter()
        .filter(|it| it.status == FetchStatus::Skipped);
    match skipped.count() {
        0 => {}
        count => app.error(&anyhow::anyhow!(
            "{} not tried",
            plural(count, "more puzzle")
        )),
    }
    if !in_detail && let Some(learned) = learned(&results) {
        app.note(&learned);
    }
    let document = Document {
        schema: "aoc-fetch/1",
        results: &results,
    };
    if app.json || !in_detail {
        app.show(&document, || summary(app.stdout, &results))?;
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
            status: FetchStatus::Failed,
            accepted: Vec::new(),
            examples: None,
            message: None,
        };
        if self.app.access.breaker.is_open() && self.downloader.needs_input(puzzle) {
            result.status = FetchStatus::Skipped;
            result.message = Some(SiteError::not_tried().to_string());
            return result;
        }
        let input = match self.downloader.input(puzzle) {
            Ok(input) => input,
            Err(error) => {
                let exit = error.exit();
                let reason = self.failed(puzzle, error, "input");
                result.message = Some(format!("input: {reason}"));
                if self.downloader.account.is_none() {
                    let missing = MissingInput { reason, exit };
                    self.app.access.is_missing(puzzle, &missing);
                }
                return result;
            }
        };
        result.input = Some(self.path(&input.path));
        result.status = if input.downloaded {
            FetchStatus::Fetched
        } else {
            FetchStatus::Cached
        };
        // There is one cached page, the one of the default account.
        if self.downloader.account.is_none() {
            self.page(puzzle, &input, &mut result);
        }
        if result.status == FetchStatus::Cached && self.in_detail {
            self.app.note(&format!(
                "{puzzle}: already downloaded; `aoc fetch {puzzle} --force` downloads it again"
            ));
        }
        result
    }

    /// Gets the page, after the input. If the input was cached and the page cannot
    /// be downloaded, that is a note and not a failure: with cached inputs `fetch`
    /// works without session and network.
    fn page(&mut self, puzzle: Puzzle, input: &Download, result: &mut FetchResult) {
        let closed = self.app.access.breaker.is_open() || self.pages_closed;
        if closed && self.downloader.needs_page(puzzle) {
            return;
        }
        let page = match self.downloader.page(puzzle) {
            Ok(page) => page,
            Err(error) if input.downloaded || error.exit() == Exit::Files => {
                let reason = self.failed(puzzle, error, "page");
                result.status = FetchStatus::Failed;
                result.message = Some(format!("page: {reason}"));
                return;
            }
            Err(error) => {
                self.pages_closed |= error.scope() != FailureScope::One;
                let message = format!("page not downloaded: {:#}", CliError::from(error).source);
                self.app.note(&format!("{puzzle}: {message}"));
                result.message = Some(message);
                return;
            }
        };
        if page.downloaded {
            result.status = FetchStatus::Fetched;
        }
        result.page = Some(self.path(&page.path));
        self.app.tell_learned(puzzle, &page.learned, self.in_detail);
        result.accepted = page.learned.accepted.into_iter().map(u8::from).collect();
        result.examples = page.learned.examples;
    }

    /// Writes the path of a file, unless the results are JSON or a summary. A
    /// closed stdout does not stop the downloads.
    fn path(&self, path: &Path) -> PathBuf {
        self.app.access.breaker.succeeded();
        let path = self.app.shown(path);
        if !self.app.json && self.in_detail {
            let _ = self.app.console().print(&format!("{}\n", path.display()));
        }
        path
    }

    /// Shows why something was not downloaded, and returns it.
    fn failed(&mut self, puzzle: Puzzle, error: DownloadError, what: &str) -> String {
        self.exit = self.exit.or(error.exit());
        self.app.access.breaker.failed(error.scope());
        let error = CliError::from(error);
        let reason = format!("{:#}", error.source);
        self.app
            .error(&error.context(format!("{puzzle}: {what}")).source);
        reason
    }
}

/// The line that sums up what the pages of many days added to the other files.
fn learned(results: &[FetchResult]) -> Option<String> {
    let answers: usize = results.iter().map(|result| result.accepted.len()).sum();
    let examples = || results.iter().filter_map(|result| result.examples.as_ref());
    let sure = examples().filter(|examples| examples.sure > 0).count();
    let unsure = examples().filter(|examples| examples.unsure > 0).count();
    let said = [
        (answers, format!("{answers} accepted answers recorded")),
        (sure, format!("examples of {sure} days written")),
        (
            unsure,
            format!(
                "those of {unsure} days are not clear: see the comments in their examples files"
            ),
        ),
    ];
    let said = said.into_iter().filter(|(count, _)| *count > 0);
    let said: Vec<String> = said.map(|(_, text)| text).collect();
    (!said.is_empty()).then(|| format!("from the pages: {}", said.join("; ")))
}

/// One line for each year: `2019: 25 days, 3 new, 22 already there`. Years of which
/// there is nothing have none: their errors were shown.
fn summary(terminal: Terminal, results: &[FetchResult]) -> String {
    let mut years: BTreeMap<Year, [usize; 4]> = BTreeMap::new();
    for result in results {
        years.entry(result.puzzle.year).or_default()[result.status as usize] += 1;
    }
    let mut lines = String::new();
    for (year, [cached, fetched, failed, skipped]) in years {
        if fetched + cached == 0 {
            continue;
        }
        let days = plural(fetched + cached + failed + skipped, "day");
        let mut line = Line::new(terminal, 2);
        line.cell(STRONG, &format!("{year}:")).gap(1);
        line.cell(PLAIN, &format!("{days}, {fetched} new,"));
        line.gap(1).cell(DIM, &format!("{cached} already there"));
        for (count, what) in [(failed, "failed"), (skipped, "not tried")] {
            if count > 0 {
                line.cell(PLAIN, ",").gap(1);
                line.cell(BAD, &format!("{count} {what}"));
            }
        }
        lines += &line.end();
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Day;

    #[test]
    fn years_are_summed_up() {
        use FetchStatus::{Cached, Failed, Fetched, Skipped};
        let results: Vec<FetchResult> = [
            (2019, Fetched, 3),
            (2019, Cached, 22),
            (2020, Cached, 1),
            (2021, Failed, 3),
            (2021, Skipped, 2),
            (2022, Fetched, 4),
            (2022, Failed, 1),
            (2022, Skipped, 20),
        ]
        .into_iter()
        .flat_map(|(year, status, count)| {
            (1..=count).map(move |day| FetchResult {
                puzzle: Year(year).day(Day(day)),
                input: None,
                page: None,
                status,
                accepted: vec![1],
                examples: None,
                message: None,
            })
        })
        .collect();
        insta::assert_snapshot!(summary(Terminal::PLAIN, &results), @"
        2019: 25 days, 3 new, 22 already there
        2020: 1 day, 0 new, 1 already there
        2022: 25 days, 4 new, 0 already there, 1 failed, 20 not tried
        ");
        let said = learned(&results);
        assert_eq!(
            said.as_deref(),
            Some("from the pages: 56 accepted answers recorded")
        );
    }
}
