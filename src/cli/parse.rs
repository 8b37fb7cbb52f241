//! Reading the command line: `aoc 22` is `aoc run 22`, and a command that does not
//! exist is answered with the one that is probably meant.

use std::ffi::OsString;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, Parser};

use super::{Cli, help};
use crate::app::args::{looks_like_token, refuse_tokens, token_argument};
use crate::error::{CliError, Exit};
use crate::puzzle::Selection;

/// The outcome of a command line that runs nothing.
pub enum ParseError {
    /// To be shown the way clap does; `--help` and `--version` are among these.
    Clap(clap::Error),
    Usage(CliError),
}

impl<E: Into<CliError>> From<E> for ParseError {
    fn from(error: E) -> Self {
        Self::Usage(error.into())
    }
}

/// Reads the words of a command line, the program's name first.
pub fn parse(words: impl Iterator<Item = OsString>) -> Result<Cli, ParseError> {
    let words: Vec<OsString> = words.collect();
    refuse_tokens(&words)?;
    let words = with_run(words);
    let error = match Cli::try_parse_from(&words) {
        Ok(cli) => return Ok(cli),
        Err(error) => error,
    };
    if !error.use_stderr() {
        // Help, or the version.
        let shown = help::command().try_get_matches_from(&words).err();
        return Err(ParseError::Clap(shown.unwrap_or(error)));
    }
    let is_token = |word: &OsString| looks_like_token(&word.to_string_lossy());
    if words.iter().skip(1).any(is_token) {
        return Err(token_argument().into());
    }
    match error.get(ContextKind::InvalidSubcommand) {
        Some(ContextValue::String(word)) if error.kind() == ErrorKind::InvalidSubcommand => {
            let (shown, meant) = (word.escape_debug(), did_you_mean(word));
            let message = format!("unknown command `{shown}`{meant}; `aoc help` lists them");
            Err(ParseError::Usage(CliError::new(Exit::Usage, message)))
        }
        _ => Err(ParseError::Clap(error)),
    }
}

/// Inserts `run` where a selector stands in place of a command.
fn with_run(mut words: Vec<OsString>) -> Vec<OsString> {
    if let Some(at) = first_word(&words)
        && words[at].to_str().is_some_and(is_selector)
    {
        words.insert(at, "run".into());
    }
    words
}

/// The place of the first word that is not a global option; `None` if another
/// option comes before it.
fn first_word(words: &[OsString]) -> Option<usize> {
    let is_short = |flags: &str| !flags.is_empty() && flags.chars().all(|c| "qv".contains(c));
    let mut words = words.iter().enumerate().skip(1);
    while let Some((at, word)) = words.next() {
        match word.to_str()? {
            "--color" => drop(words.next()),
            "--json" | "--offline" | "--quiet" | "--verbose" => {}
            word if word.starts_with("--color=") => {}
            word => match word.strip_prefix('-') {
                None => return Some(at),
                Some(flags) if is_short(flags) => {}
                Some(_) => return None,
            },
        }
    }
    None
}

/// True if a word selects puzzles, or tries to, as `26` does.
fn is_selector(word: &str) -> bool {
    !looks_like_token(word) && !Selection::parse(&[word], None).is_err_and(|error| error.is_unknown)
}

/// Names the command or the selector that differs least from what was typed: by one
/// slip in three letters at most, and in one letter of shorter words.
fn did_you_mean(typed: &str) -> String {
    let typed = typed.to_lowercase();
    let aoc = Cli::command();
    let commands = aoc.get_subcommands().map(clap::Command::get_name);
    let names = commands.chain(["all", "latest", "today"]);
    let distances = names.map(|name| (strsim::osa_distance(&typed, name), name));
    let most = (typed.chars().count() / 3).max(1);
    match distances.min().filter(|(distance, _)| *distance <= most) {
        Some((_, name)) => format!("; did you mean `{name}`?"),
        None => String::new(),
    }
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
            ("rnu 22", "rnu 22"),
        ] {
            assert_eq!(with_run(words(line)), words(read), "{line}");
        }
        for command in Cli::command().get_subcommands() {
            for name in command.get_all_aliases().chain([command.get_name()]) {
                assert!(!is_selector(name), "{name}");
            }
        }
    }

    fn refused(line: &str) -> String {
        match parse(words(line).into_iter()) {
            Err(ParseError::Usage(error)) => error.source.to_string(),
            Err(ParseError::Clap(error)) => error.to_string(),
            Ok(_) => panic!("{line}"),
        }
    }

    #[test]
    fn an_unknown_command_is_answered_with_the_nearest() {
        for (word, meant) in [
            ("rnu", "; did you mean `run`?"),
            ("Rum", "; did you mean `run`?"),
            ("inti", "; did you mean `init`?"),
            ("leaderbord", "; did you mean `leaderboard`?"),
            ("tody", "; did you mean `today`?"),
            ("ff", ""),
            ("frobnicate", ""),
        ] {
            let message = format!("unknown command `{word}`{meant}; `aoc help` lists them");
            assert_eq!(refused(word), message);
        }
    }

    #[test]
    fn what_is_not_understood_is_never_a_token_on_the_screen() {
        let hex = "0123456789abcdef".repeat(6);
        for line in [
            hex.clone(),
            format!("login --x {hex}"),
            format!("log {hex}"),
        ] {
            let text = refused(&line);
            assert!(text.starts_with("a session token") && !text.contains(&hex));
        }
    }
}
