//! Reading the command line: `aoc 22` is `aoc run 22`, and what is not
//! understood is answered with what to type.

use std::ffi::{OsStr, OsString};

use clap::{CommandFactory, Parser};

use super::habits::{self, Habit};
use super::token::{TokenArgument, looks_like_token, refuse_tokens};
use super::typo;
use super::{Cli, Command};
use crate::error::CliError;
use crate::puzzle::{Selection, SelectorError};

/// Why there is nothing to run.
pub enum ParseError {
    /// To be shown the way clap does; `--help` and `--version` are among these.
    Clap(clap::Error),
    Usage(CliError),
}

/// Reads the words of a command line, the program's name first.
pub fn parse(words: impl Iterator<Item = OsString>) -> Result<Cli, ParseError> {
    let words: Vec<OsString> = words.collect();
    let usage = |error: CliError| Err(ParseError::Usage(error));
    if let Err(error) = refuse_tokens(words.iter().cloned()) {
        return usage(error.into());
    }
    let habit = match Cli::try_parse_from(with_run(words.clone())) {
        Ok(cli) => match habit_of(&cli) {
            Some(habit) => Some(habit),
            None => return Ok(cli),
        },
        Err(error) if !error.use_stderr() => return Err(ParseError::Clap(error)),
        Err(error) => {
            let text = |word: &OsString| word.to_string_lossy().into_owned();
            let texts: Vec<String> = words.iter().skip(1).map(text).collect();
            if texts.iter().any(|word| looks_like_token(word)) {
                return usage(TokenArgument.into());
            }
            match habits::answer(&texts, error.kind()) {
                Some(habit) => Some(habit),
                None => return Err(ParseError::Clap(typo::correct(error))),
            }
        }
    };
    usage(habit.expect("the other cases have returned").into())
}

/// A command line that means something else than it says.
fn habit_of(cli: &Cli) -> Option<Habit> {
    match &cli.command {
        Some(Command::Submit(submit)) if submit.answer.is_none() => {
            habits::submit(&submit.selection.selectors)
        }
        _ => None,
    }
}

/// The same with `run` where a selector stands in place of a command.
pub fn with_run(mut words: Vec<OsString>) -> Vec<OsString> {
    if let Some(at) = first_word(&words)
        && words[at].to_str().is_some_and(is_selector)
        && !is_command(&words[at])
    {
        words.insert(at, "run".into());
    }
    words
}

/// The place of the first word that is not a global flag; `None` if another flag
/// comes before it.
fn first_word(words: &[OsString]) -> Option<usize> {
    let mut words = words.iter().enumerate().skip(1);
    while let Some((at, word)) = words.next() {
        match word.to_str() {
            Some("--color") => drop(words.next()),
            Some(flag) if is_global_flag(flag) => {}
            Some(flag) if flag.starts_with('-') => return None,
            _ => return Some(at),
        }
    }
    None
}

fn is_global_flag(word: &str) -> bool {
    let short = |flags: &str| flags.chars().all(|flag| matches!(flag, 'q' | 'v'));
    match word.strip_prefix('-') {
        Some("-json" | "-offline" | "-quiet" | "-verbose") => true,
        Some(rest) => rest.starts_with("-color=") || !rest.is_empty() && short(rest),
        None => false,
    }
}

/// Whether a word selects puzzles, or tries to, as `26` does.
pub fn is_selector(word: &str) -> bool {
    !looks_like_token(word)
        && !matches!(
            Selection::parse(&[word], None),
            Err(SelectorError::Unknown { .. })
        )
}

/// Whether a word is a command or an alias of one.
pub fn is_command(word: &OsStr) -> bool {
    let mut aoc = Cli::command();
    aoc.build();
    aoc.find_subcommand(word).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<OsString> {
        let words = line.split_whitespace().map(OsString::from);
        [OsString::from("aoc")].into_iter().chain(words).collect()
    }

    #[test]
    fn a_selector_in_place_of_a_command_is_run() {
        for (line, read) in [
            ("22", "run 22"),
            ("2020/22 --part 1", "run 2020/22 --part 1"),
            ("2020 22", "run 2020 22"),
            ("TODAY", "run TODAY"),
            ("days/year2020/day22.rs", "run days/year2020/day22.rs"),
            (
                "--json -qv --color never 22 -p 1",
                "--json -qv --color never run 22 -p 1",
            ),
            ("--color=never 26", "--color=never run 26"),
            ("", ""),
            ("--json", "--json"),
            ("-d 22", "-d 22"),
            ("-- 22", "-- 22"),
            ("r 22", "r 22"),
            ("run 22", "run 22"),
            ("help", "help"),
            ("rnu 22", "rnu 22"),
        ] {
            assert_eq!(with_run(words(line)), words(read), "{line}");
        }
        assert!(!is_selector(&"1".repeat(64)));
    }

    #[test]
    fn what_is_not_understood_is_never_a_token_on_the_screen() {
        let hex = "0123456789abcdef".repeat(6);
        for line in [
            hex.clone(),
            format!("login --x {hex}"),
            format!("session {hex}"),
        ] {
            match parse(words(&line).into_iter()) {
                Err(ParseError::Usage(error)) => {
                    let text = format!("{:#}", error.source);
                    assert!(text.starts_with("a session token") && !text.contains(&hex));
                }
                _ => panic!("{line}"),
            }
        }
    }
}
