//! Completes the command line when the user presses Tab. Commands and options come from clap's
//! definitions. Selectors, inputs and alternatives come from the project's files.
//!
//! The script of `aoc completions` makes the shell start `aoc` at each Tab, with [`VARIABLE`] set.
//! Completion makes no request, builds nothing and writes no file. An unknown shell is its only
//! error.

use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use clap::builder::CommandExt;
use clap::{ArgMatches, Command, CommandFactory, ValueHint};
use clap_complete::CompleteEnv;
use clap_complete::engine::{
    ArgValueCompleter, CompletionCandidate, PathCompleter, ValueCompleter,
};

use super::Cli;
use super::parse::CommandLine;
use crate::app::args::{Completes, GlobalArgs};
use crate::app::{App, Workspace};
use crate::bench::saved_names;
use crate::commands::completions::VARIABLE;
use crate::config::{Environment, SETTINGS};
use crate::error::Result;
use crate::project::source::alternatives;
use crate::puzzle::{
    Day, DaySpan, ImpliedYear, Puzzle, PuzzleScope, SELECTOR_WORDS, Selector, Span, Year,
    day_count, next_unlock,
};
use crate::records::StoredDay;
use crate::site::{TOOLS, named_accounts};
use crate::steps::Resolver;
use crate::terminal::{plural, sanitize, shell_word};

/// The scope of a command's selectors is attached to the command. Commands without it select
/// solutions.
impl CommandExt for PuzzleScope {}

/// Prints the candidates and exits if a shell has started the program to complete a line. The line
/// follows `--`, which is never the first word of a command.
pub fn complete(words: &[OsString]) {
    if let [_, dashes, line @ ..] = words
        && dashes == "--"
    {
        CompleteEnv::with_factory(|| definition(line))
            .var(VARIABLE)
            .complete();
    }
}

/// The command line with completers for its arguments.
fn definition(line: &[OsString]) -> Command {
    let offers_options =
        word_at_cursor(line).is_some_and(|word| word.as_encoded_bytes().starts_with(b"-"));
    let line = CommandLine::read(line);
    let mut aoc = with_completers(Cli::command(), &line.words, offers_options)
        .mut_subcommands(|command| with_completers(command, &line.words, offers_options));
    if line.leaves_out_run {
        // Adds the global options to each command.
        aoc.build();
        aoc = aoc.find_subcommand("run").expect("a command").clone();
    }
    aoc
}

/// The word to complete: the last word, unless the shell gives the index of another one.
fn word_at_cursor(line: &[OsString]) -> Option<&OsString> {
    let environment = Environment::from_process(None).ok()?;
    match environment.variable("_CLAP_COMPLETE_INDEX") {
        Some(index) => line.get(index.to_str()?.parse::<usize>().ok()?),
        None => line.last(),
    }
}

/// The command with completers for the arguments whose values clap does not know.
fn with_completers(command: Command, line: &[OsString], offers_options: bool) -> Command {
    // Aliases are hidden, so that they are accepted but not offered. Otherwise clap would offer
    // only one name of a command, the first in the alphabet. clap needs `'static` names, so the
    // names are leaked in this short-lived process.
    let aliases: Vec<&'static str> = command
        .get_visible_aliases()
        .map(|alias| &*alias.to_owned().leak())
        .collect();
    let scope = command
        .get::<PuzzleScope>()
        .copied()
        .unwrap_or(PuzzleScope::Solutions);
    command
        .visible_alias(None::<&str>)
        .aliases(aliases)
        .disable_help_flag(!offers_options)
        .disable_version_flag(!offers_options)
        .mut_args(|argument| {
            let is_hidden = !offers_options && !argument.is_positional();
            let argument = argument.hide(is_hidden);
            let clap_knows_values = !argument.get_possible_values().is_empty()
                || argument.get_value_hint() != ValueHint::Unknown;
            if clap_knows_values {
                return argument;
            }
            let completes = argument.get::<Completes>().copied();
            let line = line.to_vec();
            argument.add(ArgValueCompleter::new(move |word: &OsStr| {
                // Without a completer, clap would offer files.
                let Some(completes) = completes else {
                    return Vec::new();
                };
                matching_candidates(completes, scope, &line, word).unwrap_or_default()
            }))
        })
}

/// The values of an argument that begin with the typed word, each with its description. Values that
/// would need quotes are left out, because shells quote differently.
fn matching_candidates(
    completes: Completes,
    scope: PuzzleScope,
    line: &[OsString],
    word: &OsStr,
) -> Result<Vec<CompletionCandidate>> {
    let quiet = GlobalArgs {
        quiet: true,
        ..GlobalArgs::default()
    };
    let line = TypedLine::read(line);
    let environment = Environment::from_process(line.folder())?;
    let app = App::start(environment, &quiet, false);
    let resolver = Resolver::new(&app);
    let typed = word.to_string_lossy();
    let mut candidates = match completes {
        Completes::Selectors => puzzle_candidates(resolver, scope, &typed),
        Completes::Year => year_candidates(&every_puzzle(resolver, scope)),
        Completes::DayOfYear => {
            let words = line.values(Completes::Year);
            let year = words.iter().find_map(|word| Year::parse(word));
            let count = day_count(year.unwrap_or_else(|| resolver.facts().year_of_site()));
            name_candidates((1..=count).map(|day| day.to_string()))
        }
        Completes::Input => name_candidates(input_names(resolver, &line)?),
        Completes::Alternative => name_candidates(alternative_names(resolver, &line)?),
        Completes::Baseline => {
            let target = app.workspace.project()?.target_dir();
            name_candidates(saved_names(&target))
        }
        Completes::Setting => name_candidates(SETTINGS.iter().map(|setting| setting.key)),
        Completes::Command => {
            let aoc = Cli::command();
            name_candidates(aoc.get_subcommands().map(Command::get_name))
        }
        Completes::ImportSource => {
            let mut sources = PathCompleter::dir().complete(word);
            sources.extend(name_candidates(TOOLS.map(|tool| tool.name)));
            sources
        }
        Completes::Account => {
            let accounts = named_accounts(app.site.config().environment);
            name_candidates(accounts.iter().map(ToString::to_string))
        }
    };
    candidates.retain(|candidate| {
        let value = candidate.get_value().to_string_lossy();
        let is_plain = shell_word(&value) == value;
        is_plain && value.starts_with(&*typed)
    });
    Ok(candidates)
}

/// The arguments of a line that may be incomplete.
struct TypedLine {
    aoc: Command,
    /// `None` if the line asks for help.
    matches: Option<ArgMatches>,
}

impl TypedLine {
    fn read(line: &[OsString]) -> Self {
        let mut aoc = Cli::command().ignore_errors(true);
        let matches = aoc.try_get_matches_from_mut(line).ok();
        Self { aoc, matches }
    }

    /// The folder of `-C`, whose days are completed.
    fn folder(&self) -> Option<&Path> {
        let folder: &PathBuf = self.matches.as_ref()?.get_one("directory")?;
        Some(folder)
    }

    /// The values of the arguments whose kind of completion is `completes`.
    fn values(&self, completes: Completes) -> Vec<String> {
        let subcommand = self.matches.as_ref().and_then(ArgMatches::subcommand);
        let Some((name, values)) = subcommand else {
            return Vec::new();
        };
        let command = self.aoc.find_subcommand(name).expect("a command");
        command
            .get_arguments()
            .filter(|argument| argument.get::<Completes>() == Some(&completes))
            .filter_map(|argument| values.get_many::<String>(argument.get_id().as_str()))
            .flatten()
            .cloned()
            .collect()
    }
}

/// The named inputs of the puzzles that the line selects.
fn input_names(resolver: Resolver, line: &TypedLine) -> Result<BTreeSet<String>> {
    let mut names = BTreeSet::new();
    for puzzle in selected_puzzles(resolver, line)? {
        let inputs = resolver.app.workspace.store()?.named_inputs(puzzle);
        names.extend(inputs.iter().map(ToString::to_string));
    }
    Ok(names)
}

/// The alternatives of the puzzles that the line selects.
fn alternative_names(resolver: Resolver, line: &TypedLine) -> Result<BTreeSet<String>> {
    let mut names = BTreeSet::new();
    for puzzle in selected_puzzles(resolver, line)? {
        let source = resolver.app.workspace.project()?.day_text(puzzle);
        names.extend(alternatives(&source));
    }
    Ok(names)
}

fn selected_puzzles(resolver: Resolver, line: &TypedLine) -> Result<Vec<Puzzle>> {
    let words = line.values(Completes::Selectors);
    let years = line.values(Completes::Year);
    let selectors = resolver.parse(words, years.first().map(String::as_str))?;
    resolver.resolve(&selectors, PuzzleScope::Solutions)
}

fn name_candidates(
    names: impl IntoIterator<Item = impl Into<OsString>>,
) -> Vec<CompletionCandidate> {
    names.into_iter().map(CompletionCandidate::new).collect()
}

/// The puzzles that a command can select. Files can also be created for the next event.
fn every_puzzle(resolver: Resolver, scope: PuzzleScope) -> Vec<Puzzle> {
    let selectors = [Selector::Days(DaySpan::EVERY_PUZZLE)];
    let mut all = resolver.resolve(&selectors, scope).unwrap_or_default();
    if scope == PuzzleScope::NewFiles
        && let Some(next) = next_unlock(resolver.facts().now)
    {
        all.extend(next.year.puzzles());
        all.sort_unstable();
        all.dedup();
    }
    all
}

/// The years of these puzzles, the newest first.
fn year_candidates(puzzles: &[Puzzle]) -> Vec<CompletionCandidate> {
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

/// The selectors to offer: words, days without a year, years, and after a typed year also the days
/// of that year.
fn puzzle_candidates(
    resolver: Resolver,
    scope: PuzzleScope,
    word: &str,
) -> Vec<CompletionCandidate> {
    let all = every_puzzle(resolver, scope);
    let workspace = &resolver.app.workspace;
    let mut candidates = Vec::new();
    for (name, selector) in SELECTOR_WORDS {
        if scope == PuzzleScope::Solutions || matches!(selector, Selector::FromToday(_)) {
            candidates.push(candidate(name, None));
        }
    }
    for &puzzle in &all {
        // Puzzles with their year are offered once the four digits of the year are typed.
        if word.len() >= 4 && puzzle.to_string().starts_with(word) {
            candidates.push(candidate(&puzzle, title(workspace, puzzle)));
        }
    }
    let facts = resolver.facts();
    for day in Day::FIRST.through(Day::LAST) {
        let implied = facts.year_of_days(Span::of(day), scope, false);
        let Ok(Some(ImpliedYear { year, .. })) = implied else {
            continue;
        };
        let puzzle = year.day(day);
        // Files can also be created for a locked puzzle.
        let is_offered = scope == PuzzleScope::NewFiles
            || facts.with_code.contains(&puzzle)
            || all.contains(&puzzle);
        if is_offered && day.to_string().starts_with(word) {
            candidates.push(candidate(&day, title(workspace, puzzle)));
        }
    }
    candidates.extend(year_candidates(&all));
    candidates
}

fn title(workspace: &Workspace, puzzle: Puzzle) -> Option<String> {
    workspace.title(&StoredDay::new(workspace.store().ok()?, puzzle))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{clock_at, environment, write};

    /// The offered puzzles depend on the command.
    #[test]
    fn commands_offer_puzzles_of_the_kind_that_they_need() {
        for command in Cli::command().get_subcommands() {
            let scope = match command.get_name() {
                "calendar" | "fetch" | "leaderboard" | "open" | "read" | "status" | "times" => {
                    Some(PuzzleScope::Events)
                }
                "new" | "start" => Some(PuzzleScope::NewFiles),
                _ => None,
            };
            let offered = command.get::<PuzzleScope>().copied();
            assert_eq!(offered, scope, "{}", command.get_name());
        }
    }

    #[test]
    fn a_day_without_a_year_has_the_title_of_the_puzzle_that_the_command_means() {
        let home = tempfile::tempdir().unwrap();
        write(home.path(), "Cargo.toml", "[workspace.metadata.aoc]\n");
        for (source, title) in [
            ("days/year2019/day01.rs", "Rocket"),
            ("days/year2020/day02.rs", "Password"),
        ] {
            let solution = format!("impl Solution for Day {{ const TITLE: &str = \"{title}\"; }}");
            write(home.path(), source, &solution);
        }
        let environment = Environment {
            cache_dir: Some(home.path().join("cache")),
            clock: clock_at(|| "2026-11-20T12:00:00Z".parse().unwrap()),
            ..environment(home.path(), &[])
        };
        let app = App::new(environment, &GlobalArgs::default());
        let days = |scope, word| -> Vec<String> {
            let candidates = puzzle_candidates(Resolver::new(&app), scope, word);
            let days = candidates.iter().filter_map(|candidate| {
                let day = candidate.get_value().to_str()?;
                day.parse::<u8>().ok()?;
                let title = candidate.get_help().map(ToString::to_string);
                Some(format!("{day} {}", title.unwrap_or_default()))
            });
            days.collect()
        };
        for scope in [PuzzleScope::Solutions, PuzzleScope::Events] {
            assert_eq!(days(scope, "1")[0], "1 Rocket", "{scope:?}");
            assert_eq!(days(scope, "2")[0], "2 Password", "{scope:?}");
        }
        assert_eq!(days(PuzzleScope::Solutions, "3"), Vec::<String>::new());
        // These are the titles of 2025/3 and 2024/25.
        assert_eq!(days(PuzzleScope::Events, "3"), ["3 Lobby"]);
        assert_eq!(days(PuzzleScope::Events, "25"), ["25 Code Chronicle"]);
        // New files continue the newest year, even before its event.
        assert_eq!(days(PuzzleScope::NewFiles, "5"), ["5 Binary Boarding"]);
        assert_eq!(days(PuzzleScope::NewFiles, "25"), ["25 Combo Breaker"]);
    }

    /// `aoc start` is meant for the puzzle that is still locked.
    #[test]
    fn files_of_a_locked_puzzle_are_offered_with_its_year() {
        let home = tempfile::tempdir().unwrap();
        write(home.path(), "Cargo.toml", "[workspace.metadata.aoc]\n");
        let environment = Environment {
            cache_dir: Some(home.path().join("cache")),
            clock: clock_at(|| "2026-12-01T04:50:00Z".parse().unwrap()),
            ..environment(home.path(), &[])
        };
        let app = App::new(environment, &GlobalArgs::default());
        let offers = |scope, word: &str| {
            let candidates = puzzle_candidates(Resolver::new(&app), scope, word);
            candidates
                .iter()
                .any(|candidate| candidate.get_value() == word)
        };
        for (word, is_new_file) in [("2026", true), ("2026/1", true), ("2027/1", false)] {
            assert_eq!(offers(PuzzleScope::NewFiles, word), is_new_file, "{word}");
            assert!(!offers(PuzzleScope::Events, word), "{word}");
        }
    }
}
