//! Names that a flag takes.

use std::collections::BTreeSet;
use std::ffi::OsStr;

use clap::CommandFactory;
use clap_complete::engine::{CompletionCandidate, PathCompleter, ValueCompleter};

use super::line::Line;
use crate::app::App;
use crate::args::Cli;
use crate::puzzle::Puzzle;

/// More days than this are not looked at: the user waits.
const MAX_PUZZLES: usize = 50;

/// The named inputs of the selected puzzles, then files.
pub fn inputs(app: &App, line: &Line) -> Vec<CompletionCandidate> {
    let mut names = BTreeSet::new();
    if let Ok(store) = app.store() {
        for puzzle in puzzles(app, line) {
            names.extend(store.paths.named_inputs(puzzle).unwrap_or_default());
        }
    }
    let names = names.iter().map(ToString::to_string);
    let mut candidates = matching(line, names);
    if candidates.is_empty() {
        let files = PathCompleter::any().current_dir(&app.environment.current_dir);
        candidates = files.complete(OsStr::new(&line.word));
    }
    candidates
}

/// The alternatives of the selected days.
pub fn alternatives(app: &App, line: &Line) -> Vec<CompletionCandidate> {
    let Ok(project) = app.project() else {
        return Vec::new();
    };
    let puzzles = puzzles(app, line).into_iter();
    let names: BTreeSet<String> = puzzles.flat_map(|it| project.alternatives(it)).collect();
    matching(line, names)
}

/// The accounts that have a session.
pub fn accounts(app: &App, line: &Line) -> Vec<CompletionCandidate> {
    let accounts = app.places().accounts();
    matching(line, accounts.iter().map(ToString::to_string))
}

pub fn parts(_: &App, line: &Line) -> Vec<CompletionCandidate> {
    matching(line, ["1", "2"].map(str::to_owned))
}

/// The commands that have a manual page.
pub fn commands(_: &App, line: &Line) -> Vec<CompletionCandidate> {
    let aoc = Cli::command();
    aoc.get_subcommands()
        .filter(|command| command.get_name().starts_with(&line.word))
        .map(|command| {
            CompletionCandidate::new(command.get_name()).help(command.get_about().cloned())
        })
        .collect()
}

/// The puzzles that the line selects, else the one that was edited last.
fn puzzles(app: &App, line: &Line) -> Vec<Puzzle> {
    let mut puzzles = app.solutions(&line.selection()).unwrap_or_default();
    puzzles.truncate(MAX_PUZZLES);
    puzzles
}

/// The names that begin with the word.
fn matching(line: &Line, names: impl IntoIterator<Item = String>) -> Vec<CompletionCandidate> {
    let names = names.into_iter();
    names
        .filter(|name| name.starts_with(&line.word))
        .map(CompletionCandidate::new)
        .collect()
}
