//! `aoc fetch`: downloads missing inputs and pages, and writes the examples and accepted answers of
//! each page to files next to the page.

use clap::Args;

use crate::app::args::{Completes, SelectionArgs, parse_name};
use crate::app::{App, SiteAccess, Ui};
use crate::download::fetch::{FetchResult, FetchStatus, fetch};
use crate::download::{AtUnlock, DownloadPlan, Downloader, Position};
use crate::error::{CliError, Exit, Result};
use crate::inputs::InputName;
use crate::puzzle::{Puzzle, PuzzleScope, puzzle_list};
use crate::site::{FailureScope, SiteError, SiteErrorKind};
use crate::steps::Resolver;
use crate::steps::first_look::describe_input;
use crate::terminal::style::PLAIN;
use crate::terminal::tty::TabGuard;
use crate::terminal::{ResultList, Terminal, Verbosity, plural, text_line};

/// The number of puzzles from which a summary replaces the lines of single puzzles. Unknown stars
/// are then requested as well, because a stored page may lack answers.
const MANY_PUZZLES: usize = 4;

const SCOPE: PuzzleScope = PuzzleScope::Events;

/// Download inputs and puzzle pages, each once
///
/// Downloads the input and the page of each puzzle that is not stored yet. Accepted answers and
/// examples are taken from the page. A locked puzzle is not requested, unless --wait waits for
/// its unlock. A page is requested again if the site has shown more stars since then. Without a
/// selector it fetches today's puzzle during an event, or else that of the day that was edited
/// last.
#[derive(Args)]
#[command(visible_alias = "f", add = SCOPE, after_help = "Examples:
  aoc fetch 2020/1-5  download the inputs of five days
  aoc fetch 5 --wait  wait until day 5 unlocks, during an event")]
pub struct FetchArgs {
    #[command(flatten)]
    selection: SelectionArgs,
    /// Download again, and replace the stored files
    #[arg(long)]
    force: bool,
    /// Wait for the unlock of a locked puzzle
    #[arg(long)]
    wait: bool,
    /// Use this account's session, and store the input under this name
    #[arg(long, value_name = "NAME", value_parser = parse_name)]
    #[arg(add = Completes::Account)]
    account: Option<InputName>,
}

pub fn run(app: &App, args: &FetchArgs) -> Result<Exit> {
    let puzzles = Resolver::new(app).select(&args.selection, SCOPE)?;
    let is_brief = puzzles.len() >= MANY_PUZZLES && app.ui.verbosity != Verbosity::Verbose;
    let plan = DownloadPlan {
        replaces: args.force,
        at_unlock: if args.wait {
            AtUnlock::Wait
        } else {
            AtUnlock::Fail
        },
        ..DownloadPlan::default()
    };
    let site = app
        .site
        .with_session(&app.environment, args.account.clone());
    let mut downloader = Downloader::new(&app.ui, &site, &app.workspace, plan)?;
    if puzzles.len() >= MANY_PUZZLES && !args.force && args.account.is_none() {
        request_unknown_stars(&downloader, &puzzles);
    }
    let mut exit = Exit::Done;
    let mut results = Vec::new();
    let mut stopped = StoppedRequests::default();
    let _tab = TabGuard;
    for (index, &puzzle) in puzzles.iter().enumerate() {
        downloader.position = (puzzles.len() > 1).then_some(Position {
            number: index + 1,
            total: puzzles.len(),
        });
        let result = fetch(&downloader, puzzle);
        stopped.record(&app.ui, &site, &result);
        if !is_brief {
            result.show_note(&app.ui);
            if !app.ui.json {
                app.ui.print(&result.lines())?;
            }
            if puzzles.len() == 1 && result.input.is_some() && args.account.is_none() {
                describe_input(&app.ui, &app.workspace, puzzle);
            }
        }
        // The first failure decides the exit code.
        exit = exit.or(result.exit());
        results.push(result);
    }
    let not_tried = stopped.report(&app.ui);
    if app.ui.json || is_brief {
        let list = ResultList { results: &results };
        app.ui.show("fetch", &list, || {
            summary(app.ui.stdout, &results, not_tried)
        })?;
    }
    Ok(exit)
}

/// The failures that puzzles share, and the pages that were not tried because of a failed page.
#[derive(Default)]
struct StoppedRequests {
    /// A locked puzzle, and the puzzles after it that are locked, too.
    locked: Option<SharedFailure>,
    /// The failure that ended or prevents all requests, and the puzzles after it.
    ended: Option<SharedFailure>,
    pages_not_tried: Vec<Puzzle>,
}

struct SharedFailure {
    puzzle: Puzzle,
    error: SiteError,
    not_tried: Vec<Puzzle>,
}

impl StoppedRequests {
    /// Shows the problem of a puzzle. What several puzzles share is only recorded.
    fn record(&mut self, ui: &Ui, site: &SiteAccess, result: &FetchResult) {
        let puzzle = result.puzzle;
        let Some(error) = result.failure() else {
            if result
                .page_problem()
                .is_some_and(|problem| problem.kind == SiteErrorKind::NotTried)
            {
                self.pages_not_tried.push(puzzle);
            } else {
                result.show_problem(ui);
            }
            return;
        };
        let is_locked = error.kind == SiteErrorKind::Locked;
        let shared = match &self.ended {
            Some(ended)
                if is_locked
                    || error.kind == SiteErrorKind::NotTried
                    || error.says_the_same(&ended.error) =>
            {
                &mut self.ended
            }
            None if is_locked => &mut self.locked,
            None if error.kind == SiteErrorKind::Offline
                || site.has_ended_requests(FailureScope::Session) =>
            {
                &mut self.ended
            }
            // The other file of the puzzle may fail for its own reason.
            _ => return result.show_problem(ui),
        };
        match shared {
            Some(shared) => shared.not_tried.push(puzzle),
            None => {
                *shared = Some(SharedFailure {
                    puzzle,
                    error: error.clone(),
                    not_tried: Vec::new(),
                });
            }
        }
    }

    /// Returns the number of puzzles that were not tried.
    fn report(self, ui: &Ui) -> usize {
        let mut count = 0;
        if !self.pages_not_tried.is_empty() {
            let pages = puzzle_list(self.pages_not_tried);
            ui.note(format!("pages not tried after a failure: {pages}"));
        }
        for failure in self.locked.into_iter().chain(self.ended) {
            let mut error = CliError::from(failure.error.context(failure.puzzle));
            if !failure.not_tried.is_empty() {
                count += failure.not_tried.len();
                let not_tried = puzzle_list(failure.not_tried);
                error = error.add_hint(format!("not tried: {not_tried}"));
            }
            ui.error(&error);
        }
        count
    }
}

/// Requests the stars of years with unknown stars if a stored page may lack accepted answers, for
/// example on a second computer. If a request fails, the pages of its year are not updated. If
/// later requests would also fail, none is made.
fn request_unknown_stars(downloader: &Downloader, puzzles: &[Puzzle]) {
    let site = downloader.site;
    if !site.can_request(FailureScope::Session) {
        return;
    }
    let known = site.stored_replies().stars();
    for year in puzzles.chunk_by(|a, b| a.year == b.year) {
        let has_page = year
            .iter()
            .any(|puzzle| downloader.stored_page_path(*puzzle).is_some());
        let year = year[0].year;
        if has_page
            && known.of_year(year).is_none()
            && let Err(error) = site.refresh_stars(Some(year))
            && error.kind.policy().scope.is_some()
        {
            return;
        }
    }
}

/// A summary such as `25 puzzles: 3 new, 22 already there, 0 failed`. Empty if there are no files.
fn summary(terminal: Terminal, results: &[FetchResult], not_tried: usize) -> String {
    let new = count(results, FetchStatus::Fetched);
    let cached = count(results, FetchStatus::Cached);
    let failed = count(results, FetchStatus::Failed) - not_tried;
    if new + cached == 0 {
        return String::new();
    }
    let puzzles = plural(results.len(), "puzzle");
    let mut line = format!("{puzzles}: {new} new, {cached} already there, {failed} failed");
    if not_tried > 0 {
        line += &format!(", {not_tried} not tried");
    }
    let page_problems = results.iter().filter_map(FetchResult::page_problem);
    let pages = page_problems.count();
    if pages > 0 {
        line += &format!(", {} not downloaded", plural(pages, "page"));
    }
    text_line(terminal, PLAIN, line)
}

fn count(results: &[FetchResult], status: FetchStatus) -> usize {
    results
        .iter()
        .filter(|result| result.status == status)
        .count()
}
