//! Reading the command line: `aoc 22` is `aoc run 22`, and what is not
//! understood is answered with what to type.

use std::ffi::OsString;

use clap::Parser;

use super::habits::{self, Habit};
use super::words::with_run;
use super::{Cli, Command, help, typo};
use crate::app::args::{TokenArgument, looks_like_token, refuse_tokens};
use crate::error::CliError;

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
    let read = with_run(words.clone());
    let habit = match Cli::try_parse_from(&read) {
        Ok(cli) => match habit_of(&cli) {
            Some(habit) => habit,
            None => return Ok(cli),
        },
        // Help, or the version.
        Err(error) if !error.use_stderr() => {
            let shown = help::command().try_get_matches_from(read).err();
            return Err(ParseError::Clap(shown.unwrap_or(error)));
        }
        Err(error) => {
            let text = |word: &OsString| word.to_string_lossy().into_owned();
            let texts: Vec<String> = words.iter().skip(1).map(text).collect();
            if texts.iter().any(|word| looks_like_token(word)) {
                return usage(TokenArgument.into());
            }
            match habits::answer(&texts, error.kind()) {
                Some(habit) => habit,
                None => return Err(ParseError::Clap(typo::correct(error))),
            }
        }
    };
    usage(habit.into())
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

#[cfg(test)]
mod tests {
    use super::super::words::words;
    use super::*;

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
