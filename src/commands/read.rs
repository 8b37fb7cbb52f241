//! `aoc read`: shows a puzzle's page as text.

mod page;

use std::ffi::OsStr;
use std::path::PathBuf;

use aoc_solution::Part;
use clap::Args;
use page::page_text;
use serde::Serialize;

use crate::app::args::{SelectionArgs, part};
use crate::app::{App, Download, DownloadPlan, Downloader, PageNeed, selection};
use crate::error::{CliError, Exit, HasExit};
use crate::puzzle::{Puzzle, PuzzleKind};
use crate::site::PartText;
use crate::terminal::{self, ResultList, Terminal, show_paged};

/// Read a puzzle's text in the terminal
///
/// Shows the page of a puzzle as text, through the pager if it is long. It is
/// downloaded if it is not stored. In a pipe, COLUMNS sets the width of the lines.
#[derive(Args, Debug)]
#[command(add = PuzzleKind::Events, after_help = "\
Examples:
  aoc read 2020/22 -p 2   read its second part
  aoc read 2020/22 --raw  print the page as Markdown")]
pub struct ReadArgs {
    #[command(flatten)]
    pub selection: SelectionArgs,
    /// Show one part only; part 2 is downloaded once it is open
    #[arg(short, long, value_name = "N", value_parser = part())]
    pub part: Option<Part>,
    /// Print Markdown, without the pager
    #[arg(long)]
    pub raw: bool,
}

/// One result of `aoc read --json`.
#[derive(Debug, Serialize)]
struct ReadResult {
    #[serde(flatten)]
    puzzle: Puzzle,
    file: PathBuf,
    parts: Vec<ReadPart>,
}

#[derive(Debug, Serialize)]
struct ReadPart {
    part: u8,
    heading: String,
    markdown: String,
    /// The accepted answer, if the page shows it.
    answer: Option<String>,
    #[serde(skip)]
    text: PartText,
}

/// Shows the pages of the puzzles; missing ones are downloaded.
pub fn run(app: &App, args: &ReadArgs) -> Result<Exit, CliError> {
    let mut pages = Vec::new();
    let mut exit = Exit::Done;
    for puzzle in selection::select(app, &args.selection, PuzzleKind::Events)? {
        match read(app, puzzle, args.part) {
            Ok(page) => pages.push(page),
            Err(error) => {
                exit = exit.or(error.exit);
                app.error(&error.context(puzzle).source);
            }
        }
    }
    if !pages.is_empty() {
        show(app, args.raw, &pages)?;
    }
    Ok(exit)
}

/// Shows the part of a puzzle that is to be solved next: part 2 once part 1 is right.
pub fn read_puzzle(app: &App, puzzle: Puzzle) -> Result<Exit, CliError> {
    let part = is_solved(app, puzzle).then_some(Part::Two);
    let page = read(app, puzzle, part).map_err(|error| error.context(puzzle))?;
    show(app, false, &[page])?;
    Ok(Exit::Done)
}

/// Whether the site has judged an answer to part 1 right.
fn is_solved(app: &App, puzzle: Puzzle) -> bool {
    let answers = app.store().and_then(|store| store.answers(puzzle, None));
    answers.is_ok_and(|answers| answers.is_right(Part::One))
}

/// Reads the page. It is downloaded if it is missing, and again if it lacks part 2 and
/// part 2 is requested or open.
fn read(app: &App, puzzle: Puzzle, part: Option<Part>) -> Result<ReadResult, CliError> {
    let need = match part {
        Some(Part::One) => PageNeed::PartOne,
        Some(Part::Two) => PageNeed::PartTwo,
        None if !app.offline && is_solved(app, puzzle) => PageNeed::OpenPartTwo,
        None => PageNeed::Readable,
    };
    let plan = DownloadPlan {
        page: need,
        ..DownloadPlan::default()
    };
    let page = Downloader::new(app, plan)?.page(puzzle, false);
    app.access.record_result(page.as_ref().err());
    let download = page?;
    download.show_learned(app, puzzle);
    check_failure(app, puzzle, need, &download)?;
    let file = app.relative_path(&download.path);
    let page = download.page;
    if page.parts.is_empty() || !page.is_titled(puzzle) {
        let message = format!(
            "{} is not a puzzle's page; `aoc fetch {puzzle} --force` downloads it again",
            file.display()
        );
        return Err(CliError::new(Exit::Files, message));
    }
    if need == PageNeed::PartTwo && page.part(Part::Two).is_none() {
        let message = "part 2 opens once part 1 is solved";
        return Err(CliError::new(Exit::Locked, message));
    }
    let url = app.settings.base_url.at(&puzzle.page_path());
    let mut parts = Vec::new();
    for (number, text) in Part::BOTH.into_iter().zip(page.parts) {
        if part.is_none_or(|part| part == number) {
            parts.push(ReadPart {
                part: number.into(),
                heading: text.heading.clone(),
                markdown: page_text(None, &url, &[&text]),
                answer: text.answer.clone(),
                text,
            });
        }
    }
    Ok(ReadResult {
        puzzle,
        file,
        parts,
    })
}

/// Says why the stored page lacks a part. It is an error if that part was asked for.
fn check_failure(
    app: &App,
    puzzle: Puzzle,
    need: PageNeed,
    download: &Download,
) -> Result<(), CliError> {
    let missing = "part 2 is not on the cached page";
    match (need, &download.failure) {
        (PageNeed::PartTwo, Some(error)) => {
            let message = format!("{missing}: {error}");
            Err(CliError::new(error.exit(), message))
        }
        (PageNeed::OpenPartTwo, Some(error)) => {
            app.note(&format!("{puzzle}: {missing}: {error}"));
            Ok(())
        }
        (PageNeed::Readable | PageNeed::OpenPartTwo, failure)
            if download.page.logged_out && app.session().is_ok() =>
        {
            let why = failure.as_ref().map(|error| format!(": {error}"));
            app.note(&format!(
                "{puzzle}: the page was stored without a session, so part 2 may be missing{}",
                why.unwrap_or_default()
            ));
            Ok(())
        }
        _ => Ok(()),
    }
}

fn show(app: &App, is_raw: bool, pages: &[ReadResult]) -> Result<(), CliError> {
    if app.json {
        return terminal::json(&mut app.console(), "read", &ResultList { results: pages });
    }
    let terminal = if is_raw { None } else { Some(terminal(app)) };
    let mut texts = Vec::new();
    for page in pages {
        let url = app.settings.base_url.at(&page.puzzle.page_path());
        let parts: Vec<&PartText> = page.parts.iter().map(|part| &part.text).collect();
        texts.push(page_text(terminal, &url, &parts));
    }
    let text = texts.join("\n");
    if is_raw {
        return app.console().print(&text);
    }
    let environment = &app.child_env;
    let command = environment.get("PAGER").and_then(OsStr::to_str);
    show_paged(app.stdout, command, &environment.variables, &text)
}

/// The terminal to show the pages on. A pipe has no width; if COLUMNS is set, its lines
/// have that width.
fn terminal(app: &App) -> Terminal {
    let mut terminal = app.stdout;
    if terminal.width.is_none()
        && let Some(columns) = app.environment.variable("COLUMNS")
        && let Some(Ok(columns)) = columns.to_str().map(str::parse)
        && columns >= 20
    {
        terminal.width = Some(columns);
    }
    terminal
}
