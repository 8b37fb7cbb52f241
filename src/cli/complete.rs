//! Completes the command line when the user presses Tab. Commands and options come from clap's
//! definitions; selectors, inputs and alternatives come from the project's files.
//!
//! The script of `aoc completions` makes the shell start `aoc` at each Tab, with [`VARIABLE`]
//! set. Completion makes no request, builds nothing and writes no file. The only error that it
//! shows is the one for an unknown shell.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::ffi::{OsStr, OsString};
use std::path::Path;

use clap::{Command, CommandFactory, ValueHint};
use clap_complete::CompleteEnv;
use clap_complete::engine::{
    ArgValueCompleter, CompletionCandidate, PathCompleter, ValueCompleter,
};

use super::{Cli, parse};
use crate::app::App;
use crate::app::args::GlobalArgs;
use crate::bench::saved_names;
use crate::commands::completions::VARIABLE;
use crate::config::{Environment, SETTINGS};
use crate::error::Result;
use crate::project::source::alternatives;
use crate::puzzle::{DaySpan, Puzzle, PuzzleKind, Selector};
use crate::steps::Resolver;
use crate::terminal::{plural, sanitize, shell_word};

/// If a shell started the program to complete a line, prints the candidates and exits. The line
/// follows after `--`, which no command begins with.
pub fn complete() {
    let words: Vec<OsString> = env::args_os().collect();
    if let [_, dashes, line @ ..] = &words[..]
        && dashes == "--"
    {
        CompleteEnv::with_factory(|| definition(line))
            .var(VARIABLE)
            .complete();
    }
}

/// The command line with completers for its arguments.
fn definition(line: &[OsString]) -> Command {
    let leaves_out_run = parse::leaves_out_run(line);
    let mut line = line.to_vec();
    if leaves_out_run {
        line.insert(1, "run".into());
    }
    let mut aoc = with_completers(Cli::command(), &line)
        .mut_subcommands(|command| with_completers(command, &line));
    if leaves_out_run {
        // Adds the global options to each command.
        aoc.build();
        aoc = aoc.find_subcommand("run").expect("a command").clone();
    }
    aoc
}

/// The command with completers for the arguments whose values clap does not know. Options are
/// offered if the last word of the line begins with `-`.
fn with_completers(command: Command, line: &[OsString]) -> Command {
    // Aliases are accepted but not offered, because clap would offer only the alphabetically first
    // name of a command. clap needs `'static` names, so they are leaked: this process ends soon.
    let aliases: Vec<&'static str> = command
        .get_visible_aliases()
        .map(|alias| &*alias.to_owned().leak())
        .collect();
    let kind = command
        .get::<PuzzleKind>()
        .copied()
        .unwrap_or(PuzzleKind::Solutions);
    let hides_options = !line
        .last()
        .is_some_and(|word| word.as_encoded_bytes().starts_with(b"-"));
    command
        .visible_alias(None::<&str>)
        .aliases(aliases)
        .disable_help_flag(hides_options)
        .disable_version_flag(hides_options)
        .mut_args(|argument| {
            let is_hidden = hides_options && !argument.is_positional();
            let argument = argument.hide(is_hidden);
            let has_values = !argument.get_possible_values().is_empty();
            if has_values || argument.get_value_hint() != ValueHint::Unknown {
                return argument;
            }
            let id = argument.get_id().to_string();
            let line = line.to_vec();
            argument.add(ArgValueCompleter::new(move |word: &OsStr| {
                candidates(&id, kind, &line, word).unwrap_or_default()
            }))
        })
}

/// The values of an argument that begin with the typed word, each with its description.
/// A value that would need quotes is not offered, because shells quote differently.
fn candidates(
    id: &str,
    kind: PuzzleKind,
    line: &[OsString],
    word: &OsStr,
) -> Result<Vec<CompletionCandidate>> {
    let quiet = GlobalArgs {
        quiet: true,
        ..GlobalArgs::default()
    };
    let environment = Environment::from_process(folder_of(line))?;
    let app = App::start(environment, &quiet, false)?;
    let resolver = Resolver::new(&app);
    let typed = word.to_string_lossy();
    let mut candidates = match id {
        "selectors" | "selector" | "day" => puzzle_candidates(resolver, kind, &typed),
        "year" | "year_option" | "ids" => {
            let all = every_puzzle(resolver, kind);
            years(&all)
        }
        "input" | "alt" => names(resolver, id, line)?,
        "baseline" | "save" => {
            let target = app.workspace.project()?.target_dir();
            name_candidates(saved_names(&target))
        }
        "key" => name_candidates(SETTINGS.iter().map(|setting| setting.key)),
        "page" => {
            let aoc = Cli::command();
            name_candidates(aoc.get_subcommands().map(Command::get_name))
        }
        "from" => {
            let mut sources = PathCompleter::dir().complete(word);
            sources.extend(name_candidates(["aocd", "aoc-cli", "cargo-aoc"]));
            sources
        }
        _ => Vec::new(),
    };
    candidates.retain(|candidate| {
        let value = candidate.get_value().to_string_lossy();
        let is_plain = shell_word(&value) == value;
        is_plain && value.starts_with(&*typed)
    });
    Ok(candidates)
}

/// The folder of `-C`, whose days are completed.
fn folder_of(line: &[OsString]) -> Option<&Path> {
    let option = line.iter().position(|word| word == "-C")?;
    line.get(option + 1).map(Path::new)
}

/// The names of inputs or alternatives of the puzzles that the line selects.
fn names(resolver: Resolver, id: &str, line: &[OsString]) -> Result<Vec<CompletionCandidate>> {
    let selectors = selectors(resolver, line)?;
    let mut names = BTreeSet::new();
    let puzzles = resolver.resolve(&selectors, PuzzleKind::Solutions)?;
    for puzzle in puzzles {
        if id == "alt" {
            let source = resolver.workspace.project()?.source(puzzle);
            names.extend(alternatives(&source));
            continue;
        }
        for name in resolver.workspace.store()?.named_inputs(puzzle) {
            names.insert(name.to_string());
        }
    }
    Ok(name_candidates(names))
}

/// The selectors of a line, which may be incomplete.
fn selectors(resolver: Resolver, line: &[OsString]) -> Result<Vec<Selector>> {
    let aoc = Cli::command().ignore_errors(true);
    let Ok(matches) = aoc.try_get_matches_from(line) else {
        return Ok(Vec::new());
    };
    let Some((_, arguments)) = matches.subcommand() else {
        return Ok(Vec::new());
    };
    let mut words: Vec<String> = Vec::new();
    for id in ["selectors", "selector", "day"] {
        if let Ok(Some(values)) = arguments.try_get_many(id) {
            words.extend(values.cloned());
        }
    }
    let year = arguments.try_get_one("year").ok().flatten();
    resolver.parse(words, year.map(String::as_str))
}

fn name_candidates(
    names: impl IntoIterator<Item = impl Into<OsString>>,
) -> Vec<CompletionCandidate> {
    names.into_iter().map(CompletionCandidate::new).collect()
}

fn every_puzzle(resolver: Resolver, kind: PuzzleKind) -> Vec<Puzzle> {
    let selectors = [Selector::Days(DaySpan::EVERY_PUZZLE)];
    resolver.resolve(&selectors, kind).unwrap_or_default()
}

/// The years of these puzzles, newest first.
fn years(puzzles: &[Puzzle]) -> Vec<CompletionCandidate> {
    let mut candidates = Vec::new();
    let years = puzzles.chunk_by(|a, b| a.year == b.year);
    for days in years.rev() {
        let count = plural(days.len(), "day");
        let year = days[0].year;
        candidates.push(candidate(&year, Some(count)));
    }
    candidates
}

fn candidate(value: &impl ToString, help: Option<String>) -> CompletionCandidate {
    let help = help.map(|help| sanitize(&help).into());
    CompletionCandidate::new(value.to_string()).help(help)
}

/// The selectors to offer: words, days without a year, and years. If a year is typed, its days
/// are offered with the year, too.
fn puzzle_candidates(resolver: Resolver, kind: PuzzleKind, word: &str) -> Vec<CompletionCandidate> {
    let all = every_puzzle(resolver, kind);
    let mut candidates = Vec::new();
    let mut year = Some(resolver.shown_year());
    if kind == PuzzleKind::Solutions {
        let named = resolver.default_year();
        year = named.map(|named| named.year);
        candidates.extend(name_candidates(["latest", "all"]));
    }
    candidates.extend(name_candidates(["today", "yesterday", "tomorrow"]));
    // A day without a year means the newest year that has it.
    let mut days = BTreeMap::new();
    for &puzzle in &all {
        // Puzzles are offered with their year once a whole year is typed, which has four digits.
        let has_year = word.len() >= 4;
        if has_year && puzzle.to_string().starts_with(word) {
            let title = resolver.workspace.title(puzzle);
            candidates.push(candidate(&puzzle, title));
        }
        let is_typed = puzzle.day.to_string().starts_with(word);
        if is_typed && year.is_none_or(|year| year == puzzle.year) {
            days.insert(puzzle.day, puzzle);
        }
    }
    for (day, puzzle) in days {
        let title = resolver.workspace.title(puzzle);
        candidates.push(candidate(&day, title));
    }
    candidates.extend(years(&all));
    candidates
}
