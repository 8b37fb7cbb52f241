//! Parsing of the command line: `aoc 22` is `aoc run 22`, and the error for an unknown
//! command suggests a similar one.

use std::ffi::OsString;
use std::mem::ManuallyDrop;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Args, CommandFactory, FromArgMatches};

use super::{definition::Cli, help};
use crate::app::args::{GlobalArgs, looks_like_token, refuse_tokens, token_argument};
use crate::commands::run::RunArgs;
use crate::error::{CliError, Exit};
use crate::puzzle::{looks_like_selector, nearest};
use crate::terminal::sanitize;

/// Parses a command line, which begins with the program's name. Help and the version
/// are printed, and end the program.
pub fn parse(words: impl Iterator<Item = OsString>) -> Result<Cli, CliError> {
    let mut words: Vec<OsString> = words.collect();
    refuse_tokens(&words)?;
    let first = words.get(1).map(|word| word.to_string_lossy());
    if first.is_some_and(|word| word.starts_with(char::is_numeric) && is_selector(&word)) {
        words.insert(1, "run".into());
    }
    let mut parsed = parse_with_clap(&words);
    if let Err(error) = &parsed
        && let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidSubcommand)
        && is_selector(word)
    {
        words.insert(1, "run".into());
        parsed = parse_with_clap(&words);
    }
    parsed.map_err(|error| {
        if !error.use_stderr() {
            // This prints the help or the version.
            error.exit();
        }
        usage_error(&words, error)
    })
}

fn parse_with_clap(words: &[OsString]) -> Result<Cli, clap::Error> {
    let first = words.get(1).map(|word| word.to_string_lossy());
    let first = first.unwrap_or_default();
    let is_option = |word: &OsString| word.as_encoded_bytes().starts_with(b"-");
    let aoc = if words.iter().any(asks_for_help) {
        if words.iter().skip(1).all(is_option) {
            help::aoc::<()>()
        } else {
            help::command(!first.starts_with('-') && first != "help")
        }
    } else if first == "run" || first == "r" {
        // Building the other commands takes longer than the rest.
        let run = RunArgs::augment_args(clap::Command::new("run"));
        GlobalArgs::augment_args(clap::Command::new("aoc")).subcommand(run)
    } else {
        Cli::command()
    };
    // It is never dropped: that takes half as long as parsing.
    let matches = ManuallyDrop::new(aoc).try_get_matches_from_mut(words)?;
    Cli::from_arg_matches(&matches)
}

/// The error for words that clap refused, with the help to read.
fn usage_error(words: &[OsString], error: clap::Error) -> CliError {
    let mut arguments = words.iter().skip(1);
    let mut texts = arguments.clone().map(|word| word.to_string_lossy());
    if texts.any(|text| looks_like_token(&text)) {
        return token_argument();
    }
    // clap drops escape sequences and shows only the first line of a value, so the
    // error is made from escaped words.
    let escaped = |word: &OsString| sanitize(&word.to_string_lossy()).into_owned().into();
    let escaped: Vec<OsString> = words.iter().map(escaped).collect();
    let error = parse_with_clap(&escaped).err().unwrap_or(error);
    let aoc = Cli::command();
    let command = arguments.find_map(|word| aoc.find_subcommand(word));
    let hint = match command {
        _ if error.kind() == ErrorKind::InvalidSubcommand => {
            "`aoc help` lists the commands".to_owned()
        }
        Some(command) => format!("see `aoc {} -h`", command.get_name()),
        None => "see `aoc -h`".to_owned(),
    };
    let message = describe(&error);
    let separator = if message.ends_with('?') { " " } else { "; " };
    CliError::new(Exit::Usage, message + separator + &hint)
}

/// True if a word may ask for help, as `-qh` does.
fn asks_for_help(word: &OsString) -> bool {
    let word = word.to_string_lossy();
    let is_short = word.starts_with('-') && !word.starts_with("--") && word.contains('h');
    is_short || word == "help" || word == "--help"
}

/// Describes a mistake in the command line with clap's own sentence, unless that does
/// not say what to write.
fn describe(error: &clap::Error) -> String {
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => text.clone(),
        Some(ContextValue::Strings(texts)) => texts.join(", "),
        _ => String::new(),
    };
    let did_you_mean = |similar: &str| match similar {
        "" => String::new(),
        similar => format!("; did you mean `{similar}`?"),
    };
    let argument = text(ContextKind::InvalidArg);
    match error.kind() {
        ErrorKind::InvalidSubcommand => {
            let word = text(ContextKind::InvalidSubcommand);
            let aoc = Cli::command();
            let commands = aoc.get_subcommands().map(clap::Command::get_name);
            let names = commands.chain(["all", "latest", "today"]);
            let similar = did_you_mean(nearest(&word, names).unwrap_or_default());
            format!("unknown command `{word}`{similar}")
        }
        ErrorKind::UnknownArgument if argument.starts_with('-') => {
            let similar = did_you_mean(&text(ContextKind::SuggestedArg));
            format!("unknown option `{argument}`{similar}")
        }
        ErrorKind::MissingRequiredArgument => {
            let missing = argument.replace('|', " or ");
            format!("missing {}", missing.replace(['<', '>'], ""))
        }
        _ => {
            let shown = error.to_string();
            let first = shown.lines().next().unwrap_or_default();
            let mut message = first.trim_start_matches("error: ").to_owned();
            for reason in [
                "invalid digit found in string",
                "number too large to fit in target type",
            ] {
                message = message.replace(reason, "write a whole number");
            }
            match &*text(ContextKind::ValidValue) {
                "" => message,
                values => format!("{message}: write one of {values}"),
            }
        }
    }
}

/// True if a word is a selector, or an attempt at one, such as `26`.
fn is_selector(word: &str) -> bool {
    !looks_like_token(word) && looks_like_selector(word)
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
        let read = |line: &str| match parse(words(line).into_iter()) {
            Ok(cli) => format!("{cli:?}"),
            Err(error) => error.to_string(),
        };
        for (line, meant) in [
            ("22", "run 22"),
            ("-- 22", "run 22"),
            ("2020 22", "run 2020 22"),
            ("TODAY", "run TODAY"),
            ("days/year2020/day22.rs", "run days/year2020/day22.rs"),
            ("--json --color never 22", "--json --color never run 22"),
            ("--color=never 26 --color", "--color=never run 26 --color"),
            ("r --json 22 -p 1 --jobs 2", "--json run 22 -p 1 --jobs 2"),
            ("run 22 --jsno", "-q run 22 --jsno"),
        ] {
            assert_eq!(read(line), read(meant), "{line}");
        }
        for line in ["-d 22", "rnu 22"] {
            assert!(read(line).starts_with("unknown "), "{line}: {}", read(line));
        }
        for command in Cli::command().get_subcommands() {
            for name in command.get_all_aliases().chain([command.get_name()]) {
                assert!(!is_selector(name), "{name}");
            }
        }
    }

    fn refused(line: &str) -> String {
        match parse(words(line).into_iter()) {
            Err(error) => error.to_string(),
            Ok(_) => panic!("{line}"),
        }
    }

    #[test]
    fn errors_say_what_to_write() {
        let lines = "run 1 --part 3/gen 1 --seed x/--color blue/22 --alt-all/status 2020 2021/\
                     b 1 --jobs/b 1 --jobs \u{1b}[31m5/completions csh/run 1 --input a --example/bench 1 --fail-on 5%/\
                     Rum/inti/leaderbord/tody/ff/frobnicate";
        let said: Vec<String> = lines.split('/').map(refused).collect();
        insta::assert_snapshot!(said.join("\n"), @r#"
        invalid value '3' for '--part <N>': write 1 or 2; see `aoc run -h`
        invalid value 'x' for '--seed <N>': write a whole number; see `aoc gen -h`
        invalid value 'blue' for '--color <WHEN>': write one of auto, always, never; see `aoc -h`
        unknown option `--alt-all`; did you mean `--all-alts`? see `aoc run -h`
        unexpected argument '2021' found; see `aoc status -h`
        a value is required for '--jobs <N>' but none was supplied; see `aoc bench -h`
        invalid value '\u{1b}[31m5' for '--jobs <N>': write a number from 1 to 65535; see `aoc bench -h`
        invalid value 'csh' for '<SHELL>': write one of bash, elvish, fish, powershell, zsh; see `aoc completions -h`
        the argument '--input <NAME|PATH|->' cannot be used with '--example'; see `aoc run -h`
        missing --baseline NAME or --against REVISION; see `aoc bench -h`
        unknown command `Rum`; did you mean `run`? `aoc help` lists the commands
        unknown command `inti`; did you mean `init`? `aoc help` lists the commands
        unknown command `leaderbord`; did you mean `leaderboard`? `aoc help` lists the commands
        unknown command `tody`; did you mean `today`? `aoc help` lists the commands
        unknown command `ff`; `aoc help` lists the commands
        unknown command `frobnicate`; `aoc help` lists the commands
        "#);
    }
}
