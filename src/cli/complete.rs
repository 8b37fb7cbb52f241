//! Shells offer these words when the user types Tab: commands and options from the
//! command line's definition, and selectors, inputs and alternatives from the files that are
//! here.
//!
//! The script of `aoc completions` has the shell start `aoc` at each Tab, with
//! [`VARIABLE`] set. That makes no request, builds nothing and writes nothing but
//! the words that are offered; what it cannot find out is not offered.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::{OsStr, OsString};
use std::io;
use std::sync::Arc;

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
    let current_dir = environment.current_dir.clone();
    let mut definition = definition(environment, &words, index);
    let mut answer = Vec::new();
    // It fails where nothing can be offered.
    let _ = shell.write_complete(&mut definition, words, Some(&current_dir), &mut answer);
    raw(&mut io::stdout(), &answer).ok()
}

/// The definition, in which the arguments know their values. Options are offered
/// where a word begins with `-`.
fn definition(environment: Environment, words: &[OsString], index: usize) -> Command {
    let texts: Vec<_> = words.iter().map(|word| word.to_string_lossy()).collect();
    let hide = !texts.get(index).is_some_and(|word| word.starts_with('-'));
    let is_run = texts
        .get(1)
        .is_some_and(|word| word.starts_with(|c: char| c.is_ascii_digit()));
    let others = texts.iter().enumerate().filter(|(at, _)| *at != index);
    let selectors = others
        .filter(|(_, word)| Selection::parse(&[word], None).is_ok())
        .map(|(_, word)| word.clone().into_owned());
    let project = Arc::new(Question {
        selectors: selectors.collect(),
        environment,
    });
    let with_values = |command: Command| {
        let of_events = OF_EVENTS.contains(&command.get_name());
        // Further names are understood but not offered: clap would offer the first
        // in the alphabet. It keeps them for ever, and this process ends soon.
        let names = command.get_visible_aliases();
        let names: Vec<&'static str> = names.map(|name| &*name.to_owned().leak()).collect();
        let command = command.visible_alias(None::<&str>).aliases(names);
        let command = command.disable_help_flag(hide).disable_version_flag(hide);
        command.mut_args(|argument| {
            let is_hidden = argument.is_hide_set() || (hide && !argument.is_positional());
            let values: fn(&App, &Question, &str) -> Vec<CompletionCandidate> =
                match argument.get_id().as_str() {
                    "selectors" | "selector" if of_events => of_events_values,
                    "selectors" | "selector" => of_solutions_values,
                    "year" => |app, _, word| years(&solved(app), word),
                    "input" => inputs,
                    "alt" => alternatives,
                    _ => return argument.hide(is_hidden),
                };
            let project = Arc::clone(&project);
            argument
                .hide(is_hidden)
                .add(ArgValueCompleter::new(move |word: &OsStr| {
                    values(&project.app(), &project, &word.to_string_lossy())
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

/// The rest of the command line, and the world it is typed in.
struct Question {
    /// The other words of the line that select puzzles.
    selectors: Vec<String>,
    environment: Environment,
}

impl Question {
    /// Made for each use, since clap sends its functions between threads, and the
    /// site's client stays in one.
    fn app(&self) -> App {
        let terminals = Terminals::new(ColorChoice::Never, &|_| None);
        let quiet = GlobalArgs {
            quiet: true,
            ..GlobalArgs::default()
        };
        App::new(self.environment.clone(), terminals, &quiet)
    }

    /// The puzzles that the line selects, else the one that was edited last.
    fn puzzles(&self, app: &App) -> Vec<Puzzle> {
        /// More days than this are not looked at: the user waits.
        const MAX: usize = 50;
        let of = |selectors: Vec<String>| {
            let year = None;
            let selection = SelectionArgs { selectors, year };
            app.solutions(&selection).unwrap_or_default()
        };
        if self.selectors.is_empty() {
            return of(Vec::new());
        }
        let words = self.selectors.iter();
        words
            .flat_map(|word| of(vec![word.clone()]))
            .take(MAX)
            .collect()
    }
}

fn of_solutions_values(app: &App, _: &Question, word: &str) -> Vec<CompletionCandidate> {
    const WORDS: [(&str, &str); 3] = [
        ("latest", "the day that was edited last"),
        ("today", "today's puzzle"),
        ("all", "every day"),
    ];
    let year = app.default_year().map(|(year, _)| year);
    selectors(app, &WORDS, &solved(app), year, word)
}

fn of_events_values(app: &App, _: &Question, word: &str) -> Vec<CompletionCandidate> {
    let now = (app.environment.now)();
    let newest = newest_unlocked(Day(1), now).unwrap_or(Year::FIRST);
    let is_open = |year: Year, day: &Day| unlock(year.day(*day)) <= now;
    let unlocked = (Year::FIRST.0..=newest.0).map(Year).map(|year| {
        let days = (1..=days(year)).map(Day);
        (year, days.filter(|day| is_open(year, day)).collect())
    });
    let words = [("today", "today's puzzle")];
    selectors(
        app,
        &words,
        &unlocked.collect(),
        Some(app.usual_year()),
        word,
    )
}

/// Words, days without a year and years; days with their year once a year is typed.
fn selectors(
    app: &App,
    words: &[(&str, &str)],
    days: &BTreeMap<Year, BTreeSet<Day>>,
    year: Option<Year>,
    word: &str,
) -> Vec<CompletionCandidate> {
    if word.starts_with(['.', '/', '~']) || word.starts_with("days/") {
        let files = PathCompleter::any().current_dir(&app.environment.current_dir);
        return files.complete(OsStr::new(word));
    }
    let all = |years: Option<Year>| {
        let days = days
            .iter()
            .filter(move |(year, _)| years.is_none_or(|it| it == **year));
        days.flat_map(|(&year, days)| days.iter().map(move |&day| year.day(day)))
    };
    let title = |puzzle: Puzzle| app.project().ok()?.title(puzzle);
    let with_title = |name: String, puzzle: Puzzle| (name, title(puzzle).unwrap_or_default());
    let typed = word.split('/').next().and_then(Year::parse);
    if let Some(year) = typed {
        let puzzles = all(Some(year)).map(|puzzle| with_title(puzzle.to_string(), puzzle));
        let whole = (year.to_string(), String::new());
        return candidates(word, puzzles.chain([whole]));
    }
    let newest: BTreeMap<Day, Puzzle> = all(year).map(|puzzle| (puzzle.day, puzzle)).collect();
    let newest = newest.into_values();
    let bare = newest.map(|puzzle| with_title(puzzle.day.to_string(), puzzle));
    let words = words
        .iter()
        .map(|(word, help)| ((*word).to_owned(), (*help).to_owned()));
    let mut found = candidates(word, words.chain(bare));
    found.extend(years(days, word));
    found
}

fn years(days: &BTreeMap<Year, BTreeSet<Day>>, word: &str) -> Vec<CompletionCandidate> {
    let years = days.iter().rev();
    let years = years.map(|(year, days)| (year.to_string(), plural(days.len(), "day")));
    candidates(word, years)
}

fn solved(app: &App) -> BTreeMap<Year, BTreeSet<Day>> {
    let project = app.project().ok();
    let days = project.and_then(|project| project.days().ok());
    days.unwrap_or_default()
}

/// The named inputs of the selected puzzles, else files.
fn inputs(app: &App, question: &Question, word: &str) -> Vec<CompletionCandidate> {
    let mut names = BTreeSet::new();
    if let Ok(store) = app.store() {
        for puzzle in question.puzzles(app) {
            names.extend(store.paths.named_inputs(puzzle).unwrap_or_default());
        }
    }
    let names = names.iter().map(|name| (name.to_string(), String::new()));
    let found = candidates(word, names);
    if found.is_empty() {
        let files = PathCompleter::any().current_dir(&app.environment.current_dir);
        return files.complete(OsStr::new(word));
    }
    found
}

fn alternatives(app: &App, question: &Question, word: &str) -> Vec<CompletionCandidate> {
    let Ok(project) = app.project() else {
        return Vec::new();
    };
    let puzzles = question.puzzles(app).into_iter();
    let names: BTreeSet<String> = puzzles.flat_map(|it| project.alternatives(it)).collect();
    candidates(word, names.into_iter().map(|name| (name, String::new())))
}

/// The values that begin as the word does, each with what it is. A value that would
/// have to be quoted is not offered, since shells do not quote it alike.
fn candidates(
    word: &str,
    values: impl Iterator<Item = (String, String)>,
) -> Vec<CompletionCandidate> {
    values
        .filter(|(value, _)| value.starts_with(word) && shell_word(value) == *value)
        .map(|(value, help)| {
            let help = (!help.is_empty()).then(|| sanitize(&help).into_owned().into());
            CompletionCandidate::new(value).help(help)
        })
        .collect()
}
