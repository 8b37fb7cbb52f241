//! `aoc list`: the solved puzzles.

use std::path::PathBuf;

use aoc_solution::Part;
use chrono::{DateTime, Utc};
use clap::Args;
use serde::Serialize;

use crate::app::App;
use crate::app::args::SelectionArgs;
use crate::error::{CliError, Exit, HasExit};
use crate::inputs::StoreError;
use crate::puzzle::{Puzzle, has_part2};
use crate::terminal::layout::Line;
use crate::terminal::style::{DIM, PLAIN, STRONG};
use crate::terminal::{Terminal, cut_end, one_line, plural, span};

/// List solutions with their inputs, accepted answers and last edit
///
/// Lists the days that have a solution, with their titles, inputs, accepted answers
/// and the age of the last edit. Nothing is built or run, and no request is made.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  aoc list              list everything that is solved here
  aoc list 2020 --json  list a year for a script")]
pub struct ListArgs {
    #[command(flatten)]
    pub selection: SelectionArgs,
}

/// The document of `aoc list --json`.
#[derive(Debug, Serialize)]
struct ListResults {
    schema: &'static str,
    puzzles: Vec<ListEntry>,
}

#[derive(Debug, Serialize)]
struct ListEntry {
    #[serde(flatten)]
    puzzle: Puzzle,
    /// `None` if it cannot be read from the source.
    title: Option<String>,
    /// The files of the inputs, the named ones last.
    inputs: Vec<PathBuf>,
    /// The parts with a recorded accepted answer; `None` if the file cannot be
    /// read.
    accepted: Option<Vec<u8>>,
    edited: Option<DateTime<Utc>>,
}

pub fn run(app: &App, args: &ListArgs) -> Result<Exit, CliError> {
    let project = app.project()?;
    let store = app.store()?;
    let mut exit = Exit::Done;
    let mut puzzles = Vec::new();
    for puzzle in app.solutions_or_all(&args.selection)? {
        // What cannot be read is an error, and the rest is shown all the same.
        let mut failed = |error: StoreError| {
            exit = exit.or(error.exit());
            app.error(&CliError::from(error).context(puzzle).source);
        };
        let named = store.paths.named_inputs(puzzle).map_err(&mut failed);
        let has_own = store.has_input(puzzle, None).map_err(&mut failed);
        let own = has_own.unwrap_or(false).then_some(None);
        let named = named.unwrap_or_default();
        let all = own.into_iter().chain(named.iter().map(Some));
        let answers = store.answers(puzzle, None).map_err(&mut failed);
        let accepted = answers.map(|answers| {
            let parts = Part::BOTH.into_iter();
            let parts = parts.filter(|&part| answers.accepted(part).is_some());
            parts.map(u8::from).collect()
        });
        puzzles.push(ListEntry {
            puzzle,
            title: project.title(puzzle),
            inputs: all
                .map(|name| app.shown(&store.paths.input_path(puzzle, name)))
                .collect(),
            accepted: accepted.ok(),
            edited: project.edited(puzzle).map(Into::into),
        });
    }
    let now = (app.environment.now)();
    let schema = "aoc-list/1";
    let document = ListResults { schema, puzzles };
    app.show(&document, || {
        let lines = document.puzzles.iter();
        lines.map(|entry| line(app.stdout, entry, now)).collect()
    })?;
    Ok(exit)
}

/// One line, of at most 80 columns on a terminal that has as many.
fn line(terminal: Terminal, entry: &ListEntry, now: DateTime<Utc>) -> String {
    let title = one_line(entry.title.as_deref().unwrap_or("(no title)"));
    let count = entry.accepted.as_ref().map(Vec::len);
    let count = count.map_or("?".to_owned(), |count| count.to_string());
    let parts = if has_part2(entry.puzzle) { 2 } else { 1 };
    let mut line = Line::new(terminal, 2);
    line.left(STRONG, &entry.puzzle.to_string(), 9);
    let room = terminal.width.map_or(usize::MAX, |_| 27);
    line.left(PLAIN, &cut_end(&title, room), 27).gap(1);
    line.left(DIM, &plural(entry.inputs.len(), "input"), 10);
    line.left(PLAIN, &format!("{count}/{parts} accepted"), 14);
    if let Some(edited) = entry.edited {
        let age = (now - edited).to_std().unwrap_or_default();
        line.cell(DIM, &format!("edited {} ago", span(age)));
    }
    line.end()
}
