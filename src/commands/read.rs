//! `aoc read`: a puzzle's page as text.

mod page;

use std::path::PathBuf;

use aoc_solution::Part;
use clap::Args;
use page::page_text;
use serde::Serialize;

use crate::app::args::{SelectionArgs, part};
use crate::app::{App, Downloader};
use crate::error::{CliError, Exit};
use crate::inputs::Verdict;
use crate::puzzle::Puzzle;
use crate::site::{PartText, PuzzlePage};
use crate::terminal::{self, Document, Pager, Terminal};

/// Read a puzzle's text in the terminal
///
/// Shows the page of a puzzle as text, through the pager if it is long. It is
/// downloaded if it is not stored, and once more when part 2 is open. In a pipe the
/// lines are as wide as COLUMNS says.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  aoc read                read today's puzzle, while an event runs
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
    /// With absolute links.
    #[serde(skip)]
    page: PuzzlePage,
}

#[derive(Debug, Serialize)]
struct ReadPart {
    part: u8,
    heading: String,
    markdown: String,
    /// The accepted answer, if the page shows it.
    answer: Option<String>,
}

/// Shows the pages of the puzzles, from the cache where they are in it.
pub fn run(app: &App, args: &ReadArgs) -> Result<Exit, CliError> {
    let (mut pages, mut exit) = (Vec::new(), Exit::Done);
    for puzzle in app.puzzles(&args.selection)? {
        match read(app, puzzle, args.part) {
            Ok(page) => pages.push(page),
            Err(error) => {
                exit = exit.or(error.exit);
                app.error(&error.context(puzzle).source);
            }
        }
    }
    if !pages.is_empty() {
        show(app, args, &pages)?;
    }
    Ok(exit)
}

/// Shows the part of a puzzle that is to be solved: part 2 after a right part 1.
pub fn read_puzzle(app: &App, puzzle: Puzzle) -> Result<Exit, CliError> {
    let args = ReadArgs {
        selection: SelectionArgs::default(),
        part: is_solved(app, puzzle).then_some(Part::Two),
        raw: false,
    };
    let page = read(app, puzzle, args.part).map_err(|error| error.context(puzzle))?;
    show(app, &args, &[page])?;
    Ok(Exit::Done)
}

/// The page, downloaded if it is missing, and again if it lacks the part that is
/// asked for, or part 2 where the site is known to show it.
fn read(app: &App, puzzle: Puzzle, part: Option<Part>) -> Result<ReadResult, CliError> {
    let mut downloader = Downloader::new(app)?;
    // Everyone sees part 1.
    downloader.anonymous = part != Some(Part::Two);
    let mut download = downloader.page(puzzle)?;
    let lacks = |page: &PuzzlePage| part.is_some_and(|part| page.part(part).is_none());
    let is_old = part.is_none() && download.page.part(Part::Two).is_none();
    let is_old = is_old && !app.offline && is_solved(app, puzzle);
    if !download.downloaded && (lacks(&download.page) || is_old) {
        downloader.force = true;
        match downloader.page(puzzle) {
            Ok(again) => download = again,
            Err(error) => {
                let error = CliError::from(error).context("part 2 is not on the cached page");
                if lacks(&download.page) {
                    return Err(error);
                }
                app.note(&format!("{puzzle}: {:#}", error.source));
            }
        }
    }
    if download.page.parts.is_empty() {
        let path = app.shown(&download.path);
        let message = format!(
            "{} is not a puzzle's page; `aoc fetch {puzzle} --force` downloads it again",
            path.display()
        );
        return Err(CliError::new(Exit::Files, message));
    }
    if lacks(&download.page) {
        let message = "part 2 opens once part 1 is solved";
        return Err(CliError::new(Exit::Locked, message));
    }
    let page = download.page;
    let page = page.with_absolute_links(&app.settings.base_url, puzzle);
    let read_part = |(part, text): (Part, &PartText)| ReadPart {
        part: part.into(),
        heading: text.heading.clone(),
        markdown: page_text(None, &page, &[text]),
        answer: text.answer.clone(),
    };
    Ok(ReadResult {
        puzzle,
        file: app.shown(&download.path),
        parts: parts(&page, part).map(read_part).collect(),
        page,
    })
}

/// The site has said that the answer to part 1 is right, as far as it is stored.
fn is_solved(app: &App, puzzle: Puzzle) -> bool {
    let store = app.store().ok();
    let answers = store.and_then(|store| store.answers(puzzle, None).ok());
    answers.is_some_and(|answers| {
        let mut guesses = answers.guesses.iter();
        guesses.any(|guess| guess.part == Part::One && guess.verdict == Verdict::Right)
    })
}

fn show(app: &App, args: &ReadArgs, pages: &[ReadResult]) -> Result<(), CliError> {
    if app.json {
        let document = Document {
            schema: "aoc-read/1",
            results: pages,
        };
        return terminal::json(&mut app.console(), &document);
    }
    // A pipe has no width; whoever sets one wants lines of that width.
    let columns = app.environment.variable("COLUMNS");
    let columns = columns.and_then(|columns| columns.to_str()?.parse().ok());
    let terminal = if args.raw {
        None
    } else {
        Some(Terminal {
            width: app
                .stdout
                .width
                .or(columns.filter(|&columns| columns >= 20)),
            ..app.stdout
        })
    };
    let text = |read: &ReadResult| {
        let parts: Vec<&PartText> = parts(&read.page, args.part).map(|(_, text)| text).collect();
        page_text(terminal, &read.page, &parts)
    };
    let text = pages.iter().map(text).collect::<Vec<_>>().join("\n");
    if args.raw {
        return app.console().print(&text);
    }
    let environment = app.child_env();
    let shell = environment.get("PAGER");
    let viewer = Pager {
        command: shell.map(|shell| shell.to_string_lossy().into_owned()),
        environment: environment.variables.clone(),
    };
    viewer.show(app.stdout, &text)
}

/// The parts that are to be shown; all without `only`.
fn parts(page: &PuzzlePage, only: Option<Part>) -> impl Iterator<Item = (Part, &PartText)> {
    let parts = Part::BOTH.into_iter().zip(&page.parts);
    parts.filter(move |(part, _)| only.is_none_or(|only| only == *part))
}
