//! `aoc read`: a puzzle's page as text.

use std::path::PathBuf;

use aoc_solution::Part;
use clap::Args;

use crate::app::args::{SelectionArgs, part};
use crate::app::{App, Downloader};
use crate::error::{CliError, Exit, HasExit};
use crate::inputs::Verdict;
use crate::puzzle::Puzzle;
use crate::reporter::{ReadPage, ReadResults};
use crate::site::PuzzlePage;
use crate::terminal;
use crate::terminal::{Pager, Terminal};

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

/// Shows the pages of the puzzles, from the cache where they are in it.
pub fn run(app: &App, args: &ReadArgs) -> Result<Exit, CliError> {
    let puzzles = app.puzzles(&args.selection)?;
    let mut exit = Exit::Done;
    let mut pages = Vec::new();
    for &puzzle in &puzzles {
        match read(app, puzzle, args.part) {
            Ok(page) => pages.push(page),
            Err(error) => {
                let error = error.context(puzzle.to_string());
                if puzzles.len() == 1 {
                    return Err(error);
                }
                exit = exit.or(error.exit);
                app.error(&error.source);
            }
        }
    }
    show(app, args.raw, &pages)?;
    Ok(exit)
}

/// The page, downloaded if it is missing, and again if it lacks the part that is
/// asked for, or part 2 where the site is known to show it.
fn read(app: &App, puzzle: Puzzle, part: Option<Part>) -> Result<ReadPage, CliError> {
    let mut downloader = Downloader::new(app)?;
    downloader.begin(0, puzzle);
    let mut download = downloader.page(puzzle)?;
    let mut page = cached(app, puzzle)?;
    let lacks = |page: &PuzzlePage| part.is_some_and(|part| page.part(part).is_none());
    let is_old = |page: &PuzzlePage| {
        part.is_none() && page.part(Part::Two).is_none() && is_solved(app, puzzle)
    };
    if !download.downloaded && (lacks(&page) || is_old(&page) && !app.offline) {
        downloader.force = true;
        match downloader.page(puzzle) {
            Ok(again) => {
                download = again;
                page = cached(app, puzzle)?;
            }
            Err(error) => {
                let error =
                    CliError::from(error).context("part 2 is not on the cached page".to_owned());
                if lacks(&page) {
                    return Err(error);
                }
                app.note(&format!("{puzzle}: {:#}", error.source));
            }
        }
    }
    app.tell_learned_or_why(puzzle, &download.learned);
    if lacks(&page) {
        return Err(ReadError::NoPartTwo.into());
    }
    Ok(ReadPage {
        puzzle,
        page: page.with_absolute_links(&app.settings.base_url, puzzle),
        part,
        file: app.shown(&download.path),
    })
}

/// Whether the site has said that the answer to part 1 is right.
fn is_solved(app: &App, puzzle: Puzzle) -> bool {
    let answers = app
        .store()
        .ok()
        .and_then(|store| store.answers(puzzle, None).ok());
    answers.is_some_and(|answers| {
        let mut guesses = answers.guesses.iter();
        guesses.any(|guess| guess.part == Part::One && guess.verdict == Verdict::Right)
    })
}

fn cached(app: &App, puzzle: Puzzle) -> Result<PuzzlePage, CliError> {
    let store = app.store()?;
    let html = store.page(puzzle)?.unwrap_or_default();
    let page = PuzzlePage::parse(&html);
    if page.parts.is_empty() {
        let path = app.shown(&store.paths.page_path(puzzle));
        return Err(ReadError::NotAPage { puzzle, path }.into());
    }
    Ok(page)
}

fn show(app: &App, raw: bool, pages: &[ReadPage]) -> Result<(), CliError> {
    if app.json {
        return Ok(terminal::json(
            &mut app.console(),
            &ReadResults::new(pages),
        )?);
    }
    let terminal = Terminal {
        // A pipe has no width; whoever sets one wants lines of that width.
        width: app.stdout.width.or_else(|| columns(app)),
        ..app.stdout
    };
    let texts = pages.iter().map(|page| {
        if raw {
            page.markdown()
        } else {
            page.text(terminal)
        }
    });
    let text = texts.collect::<Vec<_>>().join("\n");
    if raw {
        return Ok(terminal::raw(&mut app.console(), text.as_bytes())?);
    }
    let environment = app.child_env();
    let command = environment.get("PAGER");
    let viewer = Pager {
        command: command.map(|command| command.to_string_lossy().into_owned()),
        environment: environment.variables().to_vec(),
    };
    Ok(viewer.show(app.stdout, &text)?)
}

/// `COLUMNS`, where it makes sense.
fn columns(app: &App) -> Option<usize> {
    let columns = app.environment.variable("COLUMNS")?;
    columns
        .to_str()?
        .parse()
        .ok()
        .filter(|&columns| columns >= 20)
}

/// Why a page cannot be shown.
#[derive(Debug, thiserror::Error)]
enum ReadError {
    #[error("part 2 opens once part 1 is solved")]
    NoPartTwo,
    #[error("{} is not a puzzle's page; `aoc fetch {puzzle} --force` downloads it again", path.display())]
    NotAPage { puzzle: Puzzle, path: PathBuf },
}

impl HasExit for ReadError {
    fn exit(&self) -> Exit {
        match self {
            Self::NoPartTwo => Exit::Locked,
            Self::NotAPage { .. } => Exit::Files,
        }
    }
}
