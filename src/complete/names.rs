//! Names that a flag takes.

use std::collections::BTreeSet;
use std::ffi::OsStr;

use clap::CommandFactory;
use clap_complete::engine::{CompletionCandidate, PathCompleter, ValueCompleter};

use super::line::Line;
use crate::app::App;
use crate::cli::Cli;
use crate::project::Project;
use crate::puzzle::{Puzzle, Year};
use crate::{cargo, import};

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

/// The baselines that are saved.
pub fn baselines(app: &App, line: &Line) -> Vec<CompletionCandidate> {
    let baselines = app.baselines().ok();
    let names = baselines.and_then(|baselines| baselines.names().ok());
    let names = names.unwrap_or_default();
    matching(line, names.iter().map(ToString::to_string))
}

/// The branches and tags of the repository, and the last commits.
pub fn revisions(app: &App, line: &Line) -> Vec<CompletionCandidate> {
    let references = app.project().map(Project::references);
    let last = ["HEAD", "HEAD~1"].map(str::to_owned);
    let names = references.map(|names| last.into_iter().chain(names));
    matching(line, names.into_iter().flatten())
}

/// The features of the selected years, or of all years.
pub fn features(app: &App, line: &Line) -> Vec<CompletionCandidate> {
    let Ok(project) = app.project() else {
        return Vec::new();
    };
    let years: BTreeSet<Year> = if line.selectors.is_empty() && line.year.is_none() {
        project.days().unwrap_or_default().into_keys().collect()
    } else {
        puzzles(app, line)
            .iter()
            .map(|puzzle| puzzle.year)
            .collect()
    };
    let names = years
        .into_iter()
        .flat_map(|year| cargo::features(project, year));
    matching(line, names.collect::<BTreeSet<String>>())
}

/// The tools that are known, and folders.
pub fn origins(app: &App, line: &Line) -> Vec<CompletionCandidate> {
    let folders = PathCompleter::dir().current_dir(&app.environment.current_dir);
    let mut candidates = matching(line, import::TOOLS.map(str::to_owned));
    candidates.extend(folders.complete(OsStr::new(&line.word)));
    candidates
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
