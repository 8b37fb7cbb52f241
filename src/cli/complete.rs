//! Completion of the command line when the user presses Tab: commands and options come
//! from clap's definitions; selectors, inputs and alternatives from the project's files.
//!
//! The script of `aoc completions` has the shell start `aoc` at each Tab, with
//! [`VARIABLE`] set. Completing makes no request, builds nothing, writes no file and shows
//! no errors.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::ffi::{OsStr, OsString};
use std::process::ExitCode;

use clap::{Arg, Command, CommandFactory};
use clap_complete::CompleteEnv;
use clap_complete::engine::{ArgValueCompleter, CompletionCandidate};

use super::definition::Cli;
use crate::app::args::GlobalArgs;
use crate::app::{App, selection};
use crate::commands::completions::VARIABLE;
use crate::config::Environment;
use crate::puzzle::{Day, DaySpan, Puzzle, PuzzleKind, Selector, Year, parse_selectors};
use crate::terminal::{plural, sanitize, shell_word};

/// If a shell started the program to complete a line, prints the candidates and returns
/// the exit code. The line follows `--`, which no command begins with.
pub fn complete() -> Option<ExitCode> {
    let words: Vec<OsString> = env::args_os().collect();
    let line = words.get(2..).filter(|_| words[1] == "--")?;
    let line = line.iter().map(|word| word.to_string_lossy().into());
    let line: Vec<String> = line.collect();
    let shell = CompleteEnv::with_factory(|| definition(&line)).var(VARIABLE);
    match shell.try_complete(&words, env::current_dir().ok().as_deref()) {
        Ok(false) => None,
        Ok(true) => Some(ExitCode::SUCCESS),
        Err(_) => Some(ExitCode::FAILURE),
    }
}

/// The command line with completers for its arguments. Options are offered for a word
/// that begins with `-`.
fn definition(line: &[String]) -> Command {
    // The word at the cursor is the last one, unless the shell says otherwise.
    let index = env::var("_CLAP_COMPLETE_INDEX").ok();
    let index = index.and_then(|index| index.parse().ok());
    let typed = line.get(index.unwrap_or(line.len() - 1));
    let hide_options = !typed.is_some_and(|word| word.starts_with('-'));
    let is_selector = |word: &&String| parse_selectors(&[word], None).is_ok();
    let selectors: Vec<String> = line.iter().filter(is_selector).cloned().collect();
    let complete = |command| with_completers(command, hide_options, &selectors);
    let mut aoc = complete(Cli::command()).mut_subcommands(complete);
    let first = line.get(1);
    if !first.is_some_and(|word| word.starts_with(char::is_numeric)) {
        return aoc;
    }
    // Adds the global options to each command.
    aoc.build();
    aoc.find_subcommand("run").expect("a command").clone()
}

/// A command with completers for its arguments. `selectors` are the words of the line
/// that select puzzles.
fn with_completers(command: Command, hide_options: bool, selectors: &[String]) -> Command {
    // Aliases are understood but not offered: clap would offer the first in
    // alphabetical order. clap needs them to live for ever; this process ends soon.
    let names = command.get_visible_aliases();
    let names: Vec<&'static str> = names.map(|name| &*name.to_owned().leak()).collect();
    let command = command.visible_alias(None::<&str>).aliases(names);
    let command = command.disable_help_flag(hide_options);
    let command = command.disable_version_flag(hide_options);
    let kind = command.get::<PuzzleKind>().copied();
    let kind = kind.unwrap_or(PuzzleKind::Solutions);
    command.mut_args(|argument| {
        let is_hidden = argument.is_hide_set() || (hide_options && !argument.is_positional());
        with_completer(argument.hide(is_hidden), kind, selectors)
    })
}

/// An argument with a completer, if its values come from the project's files.
fn with_completer(argument: Arg, kind: PuzzleKind, selectors: &[String]) -> Arg {
    let id = argument.get_id().to_string();
    if !["selectors", "selector", "input", "alt"].contains(&&*id) {
        return argument;
    }
    let selectors = selectors.to_vec();
    argument.add(ArgValueCompleter::new(move |word: &OsStr| {
        candidates(kind, &id, &selectors, word).unwrap_or_default()
    }))
}

/// The values of an argument that begin with the typed word, each with its description.
/// A value that would need quotes is not offered, because shells quote differently.
fn candidates(
    kind: PuzzleKind,
    argument: &str,
    selectors: &[String],
    word: &OsStr,
) -> Option<Vec<CompletionCandidate>> {
    let quiet = GlobalArgs {
        quiet: true,
        ..GlobalArgs::default()
    };
    let app = App::new(Environment::from_process().ok()?, &quiet);
    app.learn_event_days();
    let typed = word.to_string_lossy();
    // Reading many days would keep the user waiting.
    let selected = || {
        let selectors = parse_selectors(selectors, None);
        let puzzles = selectors.and_then(|it| selection::resolve(&app, &it, PuzzleKind::Solutions));
        puzzles.unwrap_or_default().into_iter().take(50)
    };
    let mut values: Vec<CompletionCandidate> = match argument {
        "input" => {
            let store = app.store().ok()?;
            let names = selected().flat_map(|puzzle| store.named_inputs(puzzle));
            let names: BTreeSet<_> = names.collect();
            names.iter().map(|name| candidate(name, None)).collect()
        }
        "alt" => {
            let project = app.project().ok()?;
            let names = selected().flat_map(|puzzle| project.alternatives(puzzle));
            let names: BTreeSet<_> = names.collect();
            names.iter().map(|name| candidate(name, None)).collect()
        }
        _ => puzzles(&app, kind, &typed),
    };
    values.retain(|candidate| {
        let value = candidate.get_value().to_string_lossy();
        value.starts_with(&*typed) && shell_word(&value) == value
    });
    Some(values)
}

fn candidate(value: &impl ToString, help: Option<&str>) -> CompletionCandidate {
    let help = help.map(|help| sanitize(help).into_owned().into());
    CompletionCandidate::new(value.to_string()).help(help)
}

/// The selectors to offer: words, days without a year, and years. If a year is typed,
/// its days with the year.
fn puzzles(app: &App, kind: PuzzleKind, word: &str) -> Vec<CompletionCandidate> {
    const WORDS: [(&str, &str); 3] = [
        ("latest", "the day that was edited last"),
        ("today", "today's puzzle"),
        ("all", "every day"),
    ];
    let all = selection::resolve(app, &[Selector::Days(DaySpan::EVERY_PUZZLE)], kind);
    let all = all.unwrap_or_default();
    let (words, year) = if kind == PuzzleKind::Solutions {
        (
            &WORDS[..],
            selection::default_year(app).map(|(year, _)| year),
        )
    } else {
        (&WORDS[1..2], Some(selection::usual_year(app)))
    };
    let typed = word.split('/').next().and_then(Year::parse);
    let year = typed.or(year);
    let in_year = |puzzle: &&Puzzle| year.is_none_or(|year| year == puzzle.year);
    let in_year = all.iter().filter(in_year);
    let titled = |name: String, puzzle| candidate(&name, app.title(puzzle).as_deref());
    if let Some(year) = typed {
        let puzzles = in_year.map(|&puzzle| titled(puzzle.to_string(), puzzle));
        return puzzles.chain([candidate(&year, None)]).collect();
    }
    // A day without a year is that of the newest year that has it.
    let mut days: BTreeMap<Day, Puzzle> = in_year.map(|&it| (it.day, it)).collect();
    days.retain(|day, _| day.to_string().starts_with(word));
    let days = days.into_iter();
    let days = days.map(|(day, puzzle)| titled(day.to_string(), puzzle));
    let words = words.iter().map(|(word, help)| candidate(word, Some(help)));
    let years = all.chunk_by(|a, b| a.year == b.year).rev();
    let years = years.map(|days| candidate(&days[0].year, Some(&plural(days.len(), "day"))));
    words.chain(days).chain(years).collect()
}
