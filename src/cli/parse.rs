//! Parsing of the command line: `aoc 22` is `aoc run 22`, and the error for an unknown
//! command suggests a similar one.

use std::ffi::OsString;
use std::io::{Write, stdout};

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{ColorChoice, CommandFactory, FromArgMatches, ValueEnum};

use super::{Cli, help};
use crate::app::args::{looks_like_token, refuse_tokens, token_argument};
use crate::error::{CliError, Exit, Result};
use crate::puzzle::{WORDS, looks_like_selector, nearest};
use crate::terminal::{sanitize, write_error};

/// Commands of other tools, and what does the same here. The table of words in
/// `docs/coming-from.md` has these.
const ELSEWHERE: &[(&str, &str)] = &[
    ("add", "new"),
    ("answer", "submit"),
    ("create", "new"),
    ("credentials", "login"),
    ("description", "read"),
    ("download", "fetch"),
    ("edit", "new --edit"),
    ("example", "test"),
    ("input", "fetch"),
    ("private-leaderboard", "leaderboard"),
    ("puzzle", "read"),
    ("scaffold", "new"),
    ("session", "login"),
    ("setup", "init"),
    ("solve", "run"),
    ("stars", "status"),
    ("time", "bench"),
];

/// Parses a command line, which begins with the program's name. The help and the version
/// are printed; then the error's exit code is [`Exit::Done`].
pub fn parse(words: &[OsString]) -> Result<Cli> {
    refuse_tokens(words)?;
    let mut words = words.to_vec();
    parse_or_run(&mut words).map_err(|error| {
        if error.use_stderr() {
            usage_error(&words, &error)
        } else {
            print(&error)
        }
    })
}

/// Parses a command line; one that begins with a selector gets the command `run`.
fn parse_or_run(words: &mut Vec<OsString>) -> Result<Cli, clap::Error> {
    let first = words.get(1).map(|word| word.to_string_lossy());
    if first.is_some_and(|word| word.starts_with("-d") || word.starts_with("--day")) {
        words.insert(1, "run".into());
    }
    let parsed = parse_with_clap(words);
    if let Err(error) = &parsed
        && let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidSubcommand)
        && is_selector(word)
    {
        words.insert(1, "run".into());
        return parse_with_clap(words);
    }
    parsed
}

/// The last valid value of `--color`, also in a command line that has errors.
pub fn color(words: &[OsString]) -> ColorChoice {
    let mut choice = ColorChoice::Auto;
    let mut words = words.iter().map(|word| word.to_string_lossy());
    while let Some(word) = words.next() {
        let value = match word.strip_prefix("--color=") {
            Some(value) => value.to_owned(),
            None if word == "--color" => words.next().unwrap_or_default().into_owned(),
            None => continue,
        };
        choice = ColorChoice::from_str(&value, true).unwrap_or(choice);
    }
    choice
}

fn parse_with_clap(words: &[OsString]) -> Result<Cli, clap::Error> {
    let aoc = if words.iter().any(asks_for_help) {
        let is_of_command = words
            .get(1)
            .is_some_and(|word| word != "help" && !word.to_string_lossy().starts_with('-'));
        help::command(is_of_command).color(color(words))
    } else {
        Cli::command()
    };
    Cli::from_arg_matches(&aoc.try_get_matches_from(words)?)
}

/// Prints the help or the version.
fn print(text: &clap::Error) -> CliError {
    match text.print().and_then(|()| stdout().flush()) {
        Ok(()) => CliError::new(Exit::Done, "printed"),
        Err(error) => write_error(error),
    }
}

/// The error for words that clap refused, with the help to read.
fn usage_error(words: &[OsString], error: &clap::Error) -> CliError {
    if words[1..]
        .iter()
        .any(|word| looks_like_token(&word.to_string_lossy()))
    {
        return token_argument();
    }
    let message = sanitize(&describe(error));
    let separator = if message.ends_with('?') { " " } else { "; " };
    let aoc = Cli::command();
    let command = words.iter().find_map(|word| aoc.find_subcommand(word));
    let help = match command {
        Some(command) => format!("see `aoc {} -h`", command.get_name()),
        None => "see `aoc -h`".to_owned(),
    };
    CliError::usage(message + separator + &help)
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
    let argument = context(error, ContextKind::InvalidArg);
    match error.kind() {
        ErrorKind::InvalidSubcommand => {
            let word = context(error, ContextKind::InvalidSubcommand);
            for (there, here) in ELSEWHERE {
                if word.eq_ignore_ascii_case(there) {
                    return format!("unknown command `{word}`: `aoc {here}` does that");
                }
            }
            let aoc = Cli::command();
            let commands = aoc.get_subcommands().map(clap::Command::get_name);
            let selectors = WORDS.iter().map(|(name, _)| *name);
            let similar = nearest(&word, commands.chain(selectors));
            let similar = did_you_mean(similar.unwrap_or_default());
            format!("unknown command `{word}`{similar}")
        }
        ErrorKind::UnknownArgument if argument.starts_with('-') => {
            let similar = did_you_mean(&context(error, ContextKind::SuggestedArg));
            format!("unknown option `{argument}`{similar}")
        }
        ErrorKind::MissingRequiredArgument => {
            let missing = argument.replace('|', " or ").replace(['<', '>'], "");
            format!("missing {missing}")
        }
        _ => {
            let shown = error.to_string();
            let message = shown
                .lines()
                .next()
                .unwrap_or_default()
                .trim_start_matches("error: ")
                .replace("invalid digit found in string", "write a whole number");
            match context(error, ContextKind::ValidValue) {
                values if values.is_empty() => message,
                values => format!("{message}: write one of {values}"),
            }
        }
    }
}

/// What clap knows about an error; empty if it does not know this.
fn context(error: &clap::Error, kind: ContextKind) -> String {
    match error.get(kind) {
        Some(ContextValue::String(text)) => text.clone(),
        Some(ContextValue::Strings(texts)) => texts.join(", "),
        _ => String::new(),
    }
}

fn did_you_mean(similar: &str) -> String {
    if similar.is_empty() {
        return String::new();
    }
    format!("; did you mean `{similar}`?")
}

/// True if a word is a selector, or an attempt at one, such as `26`.
fn is_selector(word: &str) -> bool {
    !looks_like_token(word) && looks_like_selector(word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Case;

    fn words(line: &str) -> Vec<OsString> {
        let words = line.split_whitespace().map(OsString::from);
        [OsString::from("aoc")].into_iter().chain(words).collect()
    }

    #[test]
    fn a_selector_in_place_of_a_command_is_run() {
        let read = |line: &str| {
            let mut words = words(line);
            let parsed = parse_or_run(&mut words);
            (words, parsed.err().map(|error| error.to_string()))
        };
        for (line, meant) in [
            ("22", "run 22"),
            ("-- 22", "run -- 22"),
            ("-d 22 -p 1", "run -d 22 -p 1"),
            ("--day=22", "run --day=22"),
            ("day22", "run day22"),
            ("2020 22", "run 2020 22"),
            ("TODAY", "run TODAY"),
            ("days/year2020/day22.rs", "run days/year2020/day22.rs"),
            ("--json --color never 22", "run --json --color never 22"),
            ("--color=never 26 --color", "run --color=never 26 --color"),
        ] {
            assert_eq!(read(line), read(meant), "{line}");
        }
        assert_eq!(read("run 22 --jsno").1, read("-q run 22 --jsno").1);
        for line in ["calendar -y2020", "r --json 22 -p 1 --jobs 2"] {
            assert_eq!(read(line).1, None, "{line}");
        }
        for line in ["-x 22", "rnu 22"] {
            assert!(refused(line).starts_with("unknown "), "{line}");
        }
        for command in Cli::command().get_subcommands() {
            for name in command.get_all_aliases().chain([command.get_name()]) {
                assert!(!is_selector(name), "{name}");
            }
        }
    }

    fn refused(line: &str) -> String {
        match parse(&words(line)) {
            Err(error) => error.to_string(),
            Ok(_) => panic!("{line}"),
        }
    }

    #[test]
    fn words_of_other_tools_are_answered_with_the_command_as_the_docs_say() {
        let mut table = "| there | here |\n|---|---|\n".to_owned();
        for (there, here) in ELSEWHERE {
            let says = format!("unknown command `{there}`: `aoc {here}` does that; see `aoc -h`");
            assert_eq!(refused(&format!("{there} 5 -y 2020")), says);
            table += &format!("| `{there}` | `aoc {here}` |\n");
        }
        let is_listed = include_str!("../../docs/coming-from.md").contains(&table);
        assert!(is_listed, "{table}");
    }

    #[test]
    fn color_is_that_of_the_last_valid_option() {
        for (line, expected) in [
            ("", ColorChoice::Auto),
            ("--color never rnu", ColorChoice::Never),
            ("rnu --color=always", ColorChoice::Always),
            ("--color never --color=ALWAYS", ColorChoice::Always),
            ("--color never --color blue", ColorChoice::Never),
            ("--color", ColorChoice::Auto),
        ] {
            assert_eq!(color(&words(line)), expected, "{line}");
        }
    }

    #[test]
    fn errors_say_what_to_write() {
        for (line, says) in [
            "run 1 --part 3"
                .gives("invalid value '3' for '--part <N>': write 1 or 2; see `aoc run"),
            "gen 1 --seed x".gives("invalid value 'x' for '--seed <N>': write a whole number; see"),
            "--color blue"
                .gives("invalid value 'blue' for '--color <WHEN>': write one of auto, al"),
            "22 --alt-all".gives("unknown option `--alt-all`; did you mean `--all-alts`? see `aoc"),
            "status 2020 2021".gives("unexpected argument '2021' found; see `aoc status -h`"),
            "b 1 --jobs".gives("a value is required for '--jobs <N>' but none was supplied; see"),
            "completions csh".gives("invalid value 'csh' for '<SHELL>': write one of bash, elvish"),
            "run 1 --input a --example".gives("the argument '--input <NAME|PATH|->' cannot be us"),
            "bench 1 --fail-on 5%".gives("missing --baseline NAME or --against REVISION; see `ao"),
            ("Rum", "unknown command `Rum`; did you mean `run`? see"),
            ("inti", "unknown command `inti`; did you mean `init`?"),
            "leaderbord".gives("unknown command `leaderbord`; did you mean `leaderboard`?"),
            ("tody", "unknown command `tody`; did you mean `today`?"),
            ("ff", "unknown command `ff`; see `aoc -h`"),
            ("frobnicate", "unknown command `frobnicate`; see `aoc -h`"),
        ] {
            let error = refused(line);
            assert!(error.starts_with(says), "{line}: {error}");
        }
    }
}
