//! Completion of the command line when the user presses Tab: commands and options come
//! from clap's definitions; selectors, inputs and alternatives from the project's files.
//!
//! The script of `aoc completions` has the shell start `aoc` at each Tab, with
//! [`VARIABLE`] set. Completing makes no request, builds nothing, writes no file and shows
//! no errors.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::ffi::{OsStr, OsString};
use std::process::ExitCode;

use clap::{Arg, Command, CommandFactory};
use clap_complete::CompleteEnv;
use clap_complete::engine::{
    ArgValueCompleter, CompletionCandidate, PathCompleter, ValueCompleter,
};

use super::Cli;
use crate::app::args::GlobalArgs;
use crate::app::new_day::title;
use crate::app::{App, selection};
use crate::bench::saved_names;
use crate::commands::completions::VARIABLE;
use crate::config::Environment;
use crate::error::Result;
use crate::project::source::alternatives;
use crate::puzzle::{DaySpan, Puzzle, PuzzleKind, Selector, Year, parse_selectors};
use crate::terminal::{plural, sanitize, shell_word};

/// If a shell started the program to complete a line, prints the candidates and returns
/// the exit code. The line follows `--`, which no command begins with.
pub fn complete() -> Option<ExitCode> {
    let words: Vec<OsString> = env::args_os().collect();
    let line = words.get(2..)?;
    if words[1] != "--" {
        return None;
    }
    let shell = CompleteEnv::with_factory(|| definition(line)).var(VARIABLE);
    match shell.try_complete(&words, env::current_dir().ok().as_deref()) {
        Ok(false) => None,
        Ok(true) => Some(ExitCode::SUCCESS),
        Err(_) => Some(ExitCode::FAILURE),
    }
}

/// The command line with completers for its arguments. Options are offered if the last
/// word begins with `-`.
fn definition(line: &[OsString]) -> Command {
    let line: Vec<Cow<str>> = line.iter().map(|word| word.to_string_lossy()).collect();
    let offers_options = line.last().is_some_and(|word| word.starts_with('-'));
    let mut selectors = Vec::new();
    for word in &line {
        if parse_selectors(&[word], None).is_ok() {
            selectors.push(word.to_string());
        }
    }
    let mut aoc = with_completers(Cli::command(), offers_options, &selectors)
        .mut_subcommands(|command| with_completers(command, offers_options, &selectors));
    if !line
        .get(1)
        .is_some_and(|word| word.starts_with(char::is_numeric))
    {
        return aoc;
    }
    // Adds the global options to each command.
    aoc.build();
    aoc.find_subcommand("run").expect("a command").clone()
}

/// A command with completers for its arguments. `selectors` are the words of the line
/// that select puzzles.
fn with_completers(command: Command, offers_options: bool, selectors: &[String]) -> Command {
    // Aliases are understood but not offered: clap would offer the first in
    // alphabetical order. clap needs them to live for ever; this process ends soon.
    let mut aliases: Vec<&'static str> = Vec::new();
    for alias in command.get_visible_aliases() {
        aliases.push(alias.to_owned().leak());
    }
    let kind = command
        .get::<PuzzleKind>()
        .copied()
        .unwrap_or(PuzzleKind::Solutions);
    command
        .visible_alias(None::<&str>)
        .aliases(aliases)
        .disable_help_flag(!offers_options)
        .disable_version_flag(!offers_options)
        .mut_args(|argument| {
            let is_hidden = !argument.is_positional() && !offers_options;
            with_completer(argument.hide(is_hidden), kind, selectors)
        })
}

/// An argument with a completer, if its values come from the project's files.
fn with_completer(argument: Arg, kind: PuzzleKind, selectors: &[String]) -> Arg {
    let values = match argument.get_id().as_str() {
        "selectors" | "selector" | "day" => Values::Selectors(kind),
        "year" | "year_option" | "id" => Values::Years(kind),
        "input" => Values::Inputs,
        "alt" => Values::Alternatives,
        "baseline" | "save" => Values::Baselines,
        "page" => Values::Commands,
        "from" => Values::Sources,
        _ => return argument,
    };
    let selectors = selectors.to_vec();
    argument.add(ArgValueCompleter::new(move |word: &OsStr| {
        candidates(values, &selectors, word).unwrap_or_default()
    }))
}

/// What the values of an argument are.
#[derive(Clone, Copy)]
enum Values {
    Selectors(PuzzleKind),
    Years(PuzzleKind),
    /// The names of inputs of the selected puzzles.
    Inputs,
    /// The names of alternatives of the selected puzzles.
    Alternatives,
    Baselines,
    Commands,
    /// Folders, and tools whose files are elsewhere.
    Sources,
}

/// The values of an argument that begin with the typed word, each with its description.
/// A value that would need quotes is not offered, because shells quote differently.
fn candidates(
    values: Values,
    selectors: &[String],
    word: &OsStr,
) -> Result<Vec<CompletionCandidate>> {
    let quiet = GlobalArgs {
        quiet: true,
        ..GlobalArgs::default()
    };
    let app = App::new(Environment::from_process()?, &quiet);
    app.learn_event_days();
    let typed = word.to_string_lossy();
    let mut candidates = match values {
        Values::Selectors(kind) => puzzles(&app, kind, &typed),
        Values::Years(kind) => years(&every_puzzle(&app, kind)),
        Values::Baselines => listed(saved_names(&app.project()?.target_dir())),
        Values::Commands => listed(Cli::command().get_subcommands().map(Command::get_name)),
        Values::Sources => {
            let mut sources = PathCompleter::dir().complete(word);
            sources.extend(listed(["aocd", "aoc-cli", "cargo-aoc"]));
            sources
        }
        _ => names(&app, values, selectors)?,
    };
    candidates.retain(|candidate| {
        let value = candidate.get_value().to_string_lossy();
        value.starts_with(&*typed) && shell_word(&value) == value
    });
    Ok(candidates)
}

/// The names of inputs or alternatives that any of the selected puzzles has.
fn names(app: &App, values: Values, selectors: &[String]) -> Result<Vec<CompletionCandidate>> {
    let selectors = parse_selectors(selectors, None)?;
    let mut names = BTreeSet::new();
    for puzzle in selection::resolve(app, &selectors, PuzzleKind::Solutions)? {
        if let Values::Inputs = values {
            let inputs = app.store()?.named_inputs(puzzle);
            names.extend(inputs.iter().map(ToString::to_string));
        } else {
            names.extend(alternatives(&app.project()?.source(puzzle)));
        }
    }
    Ok(listed(names))
}

fn listed(names: impl IntoIterator<Item = impl ToString>) -> Vec<CompletionCandidate> {
    names
        .into_iter()
        .map(|name| candidate(&name, None))
        .collect()
}

fn every_puzzle(app: &App, kind: PuzzleKind) -> Vec<Puzzle> {
    let selectors = [Selector::Days(DaySpan::EVERY_PUZZLE)];
    selection::resolve(app, &selectors, kind).unwrap_or_default()
}

/// The years of these puzzles, the newest first.
fn years(puzzles: &[Puzzle]) -> Vec<CompletionCandidate> {
    let mut candidates = Vec::new();
    for days in puzzles.chunk_by(|a, b| a.year == b.year).rev() {
        let count = plural(days.len(), "day");
        candidates.push(candidate(&days[0].year, Some(&count)));
    }
    candidates
}

fn candidate(value: &impl ToString, help: Option<&str>) -> CompletionCandidate {
    let help = help.map(|help| sanitize(help).into());
    CompletionCandidate::new(value.to_string()).help(help)
}

/// The selectors to offer: words, days without a year, and years. If a year is typed,
/// its days with the year.
fn puzzles(app: &App, kind: PuzzleKind, word: &str) -> Vec<CompletionCandidate> {
    let all = every_puzzle(app, kind);
    let mut candidates = Vec::new();
    if let Some(year) = word.split('/').next().and_then(Year::parse) {
        candidates.push(candidate(&year, None));
        for puzzle in all {
            if puzzle.year == year {
                candidates.push(candidate(&puzzle, title(app, puzzle).as_deref()));
            }
        }
        return candidates;
    }
    let mut default_year = Some(selection::usual_year(app));
    if kind == PuzzleKind::Solutions {
        default_year = selection::default_year(app).map(|(year, _)| year);
        candidates.push(candidate(&"latest", Some("the day that was edited last")));
        candidates.push(candidate(&"all", Some("every day")));
    }
    candidates.extend(listed(["today", "yesterday", "tomorrow"]));
    // A day without a year is that of the newest year that has it.
    let mut days = BTreeMap::new();
    for &puzzle in &all {
        let is_typed = puzzle.day.to_string().starts_with(word);
        if is_typed && default_year.is_none_or(|year| year == puzzle.year) {
            days.insert(puzzle.day, puzzle);
        }
    }
    for (day, puzzle) in days {
        candidates.push(candidate(&day, title(app, puzzle).as_deref()));
    }
    candidates.extend(years(&all));
    candidates
}
