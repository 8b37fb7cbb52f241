//! Shells offer these words when the user types Tab: commands and options from the
//! command line's definition, and selectors, inputs and alternatives from the files that are
//! here.
//!
//! The script of `aoc completions` has the shell start `aoc` at each Tab, with
//! [`VARIABLE`] set. That makes no request, builds nothing and writes nothing but
//! the words that are offered; what it cannot find out is not offered.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::{OsStr, OsString};
use std::{io, mem};

use clap::{Command, CommandFactory};
use clap_complete::engine::{
    ArgValueCompleter, CompletionCandidate, PathCompleter, ValueCompleter,
};
use clap_complete::env::Shells;

use super::Cli;
use crate::app::App;
use crate::app::args::{GlobalArgs, SelectionArgs};
use crate::config::Environment;
use crate::puzzle::{Day, Puzzle, Selection, Year, days, newest_unlocked, unlock};
use crate::terminal::{ColorChoice, Terminals, plural, raw, sanitize, shell_word};

/// The environment variable that the scripts set to the shell's name.
pub const VARIABLE: &str = "AOC_COMPLETE";

/// The commands that select days of the events, not of the project.
const OF_EVENTS: [&str; 5] = ["fetch", "new", "open", "read", "start"];

/// The command line to complete, if these are a shell's arguments: it stands after
/// `--`, which no command begins with.
pub fn words_to_complete(arguments: impl Iterator<Item = OsString>) -> Option<Vec<OsString>> {
    let mut arguments = arguments.skip(1);
    let asks = arguments.next().is_some_and(|first| first == "--");
    let words: Vec<OsString> = arguments.collect();
    (asks && !words.is_empty()).then_some(words)
}

/// Tells the shell what may stand in place of the word that is typed. `None` if that
/// is not possible: nobody sees an error there.
pub fn complete(shell: &str, words: Vec<OsString>) -> Option<()> {
    let environment = Environment::of_process().ok()?;
    let shells = Shells::builtins();
    let shell = shells.completer(shell)?;
    // The last one, unless the shell says that it is another one.
    let index = environment.variable("_CLAP_COMPLETE_INDEX");
    let index = index.and_then(|index| index.to_str()?.parse().ok());
    let index: usize = index.unwrap_or(words.len() - 1);
    let terminals = Terminals::new(ColorChoice::Never, &|_| None);
    let quiet = GlobalArgs {
        quiet: true,
        ..GlobalArgs::default()
    };
    let app = App::new(environment, terminals, &quiet);
    let mut definition = definition(&app, &words, index);
    let mut answer = Vec::new();
    // It fails where nothing can be offered.
    let current_dir = Some(&*app.environment.current_dir);
    let _ = shell.write_complete(&mut definition, words, current_dir, &mut answer);
    raw(&mut io::stdout(), &answer).ok()
}

/// The definition, in which the arguments of the command that is typed know their
/// values. Options are offered where a word begins with `-`.
fn definition(app: &App, words: &[OsString], index: usize) -> Command {
    let words = words.iter().map(|word| word.to_string_lossy());
    let mut words: Vec<String> = words.map(Cow::into_owned).collect();
    let typed = words.get(1).cloned().unwrap_or_default();
    let is_run = typed.starts_with(|c: char| c.is_ascii_digit());
    let typed = if is_run { "run" } else { &*typed };
    let word = words.get_mut(index).map(mem::take).unwrap_or_default();
    let hide = !word.starts_with('-');
    words.retain(|word| Selection::parse(&[word], None).is_ok());
    let with_values = |command: Command| {
        let name = command.get_name().to_owned();
        let is_typed = name == typed || command.get_all_aliases().any(|alias| alias == typed);
        // Further names are understood but not offered: clap would offer the first
        // in the alphabet. It keeps them for ever, and this process ends soon.
        let names = command.get_visible_aliases();
        let names: Vec<&'static str> = names.map(|name| &*name.to_owned().leak()).collect();
        let command = command.visible_alias(None::<&str>).aliases(names);
        let command = command.disable_help_flag(hide).disable_version_flag(hide);
        command.mut_args(|argument| {
            let is_hidden = argument.is_hide_set() || (hide && !argument.is_positional());
            let id = argument.get_id().to_string();
            let found = is_typed.then(|| values(app, &name, &id, &words, &word));
            let argument = argument.hide(is_hidden);
            let Some(found) = found.flatten() else {
                return argument;
            };
            let files = PathCompleter::any().current_dir(&app.environment.current_dir);
            argument.add(ArgValueCompleter::new(move |word: &OsStr| {
                let typed = word.to_string_lossy();
                let is_path = id.starts_with("selector") && typed.contains(['.', '/', '~']);
                let offered = offered(&found, &typed);
                if offered.is_empty() && (id == "input" || is_path) {
                    return files.complete(word);
                }
                offered
            }))
        })
    };
    let mut aoc = with_values(Cli::command()).mut_subcommands(with_values);
    if !is_run {
        return aoc;
    }
    // Gives it the global options.
    aoc.build();
    aoc.find_subcommand("run").expect("a command").clone()
}

/// The values that begin as the word does, each with what it is. A value that would
/// have to be quoted is not offered, since shells do not quote it alike.
fn offered(values: &[(String, String)], word: &str) -> Vec<CompletionCandidate> {
    let fits = |value: &str| value.starts_with(word) && shell_word(value) == value;
    let values = values.iter().filter(|(value, _)| fits(value));
    let candidate = |(value, help): &(String, String)| {
        let help = (!help.is_empty()).then(|| sanitize(help).into_owned().into());
        CompletionCandidate::new(value).help(help)
    };
    values.map(candidate).collect()
}

/// The values of a command's argument, each with what it is. `selectors` are the
/// line's other words that select puzzles. `None` for an argument that clap knows.
fn values(
    app: &App,
    command: &str,
    argument: &str,
    selectors: &[String],
    word: &str,
) -> Option<Vec<(String, String)>> {
    let names: BTreeSet<String> = match argument {
        "selectors" | "selector" => return Some(puzzles(app, command, word)),
        "year" => return Some(years(&solved(app)).collect()),
        "input" => {
            let store = app.store().ok()?;
            let of_day = |puzzle| store.named_inputs(puzzle);
            let inputs = selected(app, selectors).into_iter().flat_map(of_day);
            inputs.map(|name| name.to_string()).collect()
        }
        "alt" => {
            let project = app.project().ok()?;
            let puzzles = selected(app, selectors).into_iter();
            puzzles.flat_map(|it| project.alternatives(it)).collect()
        }
        _ => return None,
    };
    Some(
        names
            .into_iter()
            .map(|name| (name, String::new()))
            .collect(),
    )
}

/// The puzzles that the line selects, else the one that was edited last.
fn selected(app: &App, selectors: &[String]) -> Vec<Puzzle> {
    /// More days than this are not looked at: the user waits.
    const MAX: usize = 50;
    let of = |selectors: &[String]| {
        let selection = SelectionArgs {
            selectors: selectors.to_vec(),
            year: None,
        };
        app.solutions(&selection).unwrap_or_default()
    };
    if selectors.is_empty() {
        return of(&[]);
    }
    let all = selectors.chunks(1).flat_map(of);
    all.take(MAX).collect()
}

/// Words, days without a year and years; days with their year once a year is typed.
fn puzzles(app: &App, command: &str, word: &str) -> Vec<(String, String)> {
    const WORDS: [(&str, &str); 3] = [
        ("latest", "the day that was edited last"),
        ("today", "today's puzzle"),
        ("all", "every day"),
    ];
    let (words, days, year) = if OF_EVENTS.contains(&command) {
        (&WORDS[1..2], unlocked(app), Some(app.usual_year()))
    } else {
        let year = app.default_year().map(|(year, _)| year);
        (&WORDS[..], solved(app), year)
    };
    let typed = word.split('/').next().and_then(Year::parse);
    let of_year = |it: &Year| typed.or(year).is_none_or(|year| year == *it);
    let days_of = |(year, days): (&Year, &BTreeSet<Day>)| {
        let puzzles = days.iter().map(|&day| year.day(day));
        puzzles.collect::<Vec<Puzzle>>()
    };
    let puzzles = days
        .iter()
        .filter(|(year, _)| of_year(year))
        .flat_map(days_of);
    let project = app.project().ok();
    let title = |puzzle| project.and_then(|it| it.title(puzzle)).unwrap_or_default();
    if let Some(year) = typed {
        let puzzles = puzzles.map(|puzzle| (puzzle.to_string(), title(puzzle)));
        return puzzles.chain([(year.to_string(), String::new())]).collect();
    }
    let newest: BTreeMap<Day, Puzzle> = puzzles.map(|puzzle| (puzzle.day, puzzle)).collect();
    let bare = newest
        .values()
        .filter(|it| it.day.to_string().starts_with(word));
    let bare = bare.map(|puzzle| (puzzle.day.to_string(), title(*puzzle)));
    let words = words.iter();
    let words = words.map(|(word, help)| ((*word).to_owned(), (*help).to_owned()));
    words.chain(bare).chain(years(&days)).collect()
}

fn years(days: &BTreeMap<Year, BTreeSet<Day>>) -> impl Iterator<Item = (String, String)> {
    let years = days.iter().rev();
    years.map(|(year, days)| (year.to_string(), plural(days.len(), "day")))
}

fn solved(app: &App) -> BTreeMap<Year, BTreeSet<Day>> {
    let project = app.project().ok();
    let days = project.and_then(|project| project.days().ok());
    days.unwrap_or_default()
}

fn unlocked(app: &App) -> BTreeMap<Year, BTreeSet<Day>> {
    let now = (app.environment.now)();
    let newest = newest_unlocked(Day(1), now).unwrap_or(Year::FIRST);
    let years = (Year::FIRST.0..=newest.0).map(Year);
    let unlocked = years.map(|year| {
        let days = (1..=days(year)).map(Day);
        (
            year,
            days.filter(|day| unlock(year.day(*day)) <= now).collect(),
        )
    });
    unlocked.collect()
}
