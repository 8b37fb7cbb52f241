//! Reading the command line: `aoc 22` is `aoc run 22`, and a command that does not
//! exist is answered with the one that is probably meant.

use std::error::Error;
use std::ffi::OsString;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, FromArgMatches};

use super::{Cli, help};
use crate::app::args::{looks_like_token, refuse_tokens, token_argument};
use crate::error::{CliError, Exit};
use crate::puzzle::is_like_selector;

/// Reads the words of a command line, the program's name first. Help and the version
/// are shown, and end the program.
pub fn parse(words: impl Iterator<Item = OsString>) -> Result<Cli, CliError> {
    let words: Vec<OsString> = words.collect();
    refuse_tokens(&words)?;
    let words = with_run(words);
    let command = first_word(&words).and_then(|at| words[at].to_str());
    let aoc = if words.iter().any(|word| asks_for_help(word)) {
        help::command(command.is_some_and(|word| word != "help"))
    } else {
        Cli::command()
    };
    let matches = aoc.try_get_matches_from(&words);
    let error = match matches.and_then(|matches| Cli::from_arg_matches(&matches)) {
        Ok(cli) => return Ok(cli),
        // Help, or the version.
        Err(shown) if !shown.use_stderr() => shown.exit(),
        Err(error) => error,
    };
    let is_token = |word: &OsString| looks_like_token(&word.to_string_lossy());
    if words.iter().skip(1).any(is_token) {
        return Err(token_argument());
    }
    let aoc = Cli::command();
    let command = command.and_then(|word| aoc.find_subcommand(word));
    let more = match command {
        _ if error.kind() == ErrorKind::InvalidSubcommand => "`aoc help` lists them".to_owned(),
        Some(command) => format!("see `aoc {} -h`", command.get_name()),
        None => "see `aoc -h`".to_owned(),
    };
    let message = format!("{}; {more}", mistake(&error));
    Err(CliError::new(Exit::Usage, message))
}

/// True if a word may ask for help, as `-qh` does.
fn asks_for_help(word: &OsString) -> bool {
    let word = word.to_string_lossy();
    let is_short = word.starts_with('-') && !word.starts_with("--") && word.contains('h');
    is_short || word == "help" || word == "--help"
}

/// What is wrong with a command line, in a sentence.
fn mistake(error: &clap::Error) -> String {
    let texts = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => vec![text.clone()],
        Some(ContextValue::Strings(texts)) => texts.clone(),
        _ => Vec::new(),
    };
    let text = |kind| texts(kind).join(", ");
    // `--jobs` of `--jobs <N>`, `SHELL` of `<SHELL>`.
    let name = |text: &str| {
        let option = text.split(' ').next().filter(|it| it.starts_with('-'));
        option.map_or_else(|| text.trim_matches(['<', '>']).to_owned(), str::to_owned)
    };
    let argument = name(&text(ContextKind::InvalidArg));
    let value = text(ContextKind::InvalidValue).escape_debug().to_string();
    match error.kind() {
        ErrorKind::InvalidSubcommand => {
            let word = text(ContextKind::InvalidSubcommand);
            format!(
                "unknown command `{}`{}",
                word.escape_debug(),
                did_you_mean(&word)
            )
        }
        ErrorKind::UnknownArgument if argument.starts_with('-') => {
            let meant = text(ContextKind::SuggestedArg);
            let meant = Some(meant).filter(|meant| !meant.is_empty());
            let meant = meant.map(|meant| format!("; did you mean `{meant}`?"));
            let meant = meant.unwrap_or_default();
            format!("unknown option `{}`{meant}", argument.escape_debug())
        }
        ErrorKind::UnknownArgument => format!("`{}` is one word too many", argument.escape_debug()),
        ErrorKind::InvalidValue if value.is_empty() => format!("{argument} needs a value"),
        ErrorKind::InvalidValue => {
            let values = text(ContextKind::ValidValue);
            format!("`{value}` is not a value of {argument}: write one of {values}")
        }
        ErrorKind::ValueValidation => {
            let why = error.source().map(ToString::to_string).unwrap_or_default();
            let is_ours = !why.contains("found in string") && !why.contains("number too");
            let why = if is_ours {
                &*why
            } else {
                "write a whole number"
            };
            format!("`{value}` is not a value of {argument}: {why}")
        }
        ErrorKind::ArgumentConflict => {
            let others = texts(ContextKind::PriorArg);
            let others: Vec<String> = others.iter().map(|other| name(other)).collect();
            format!("{argument} cannot be used with {}", others.join(", "))
        }
        ErrorKind::MissingRequiredArgument => {
            let missing = text(ContextKind::InvalidArg).replace('|', " or ");
            format!("missing {}", missing.replace(['<', '>'], ""))
        }
        _ => {
            let shown = error.to_string();
            let first = shown.lines().next().unwrap_or_default();
            first.trim_start_matches("error: ").to_owned()
        }
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
    !looks_like_token(word) && is_like_selector(word)
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
            Err(error) => error.to_string(),
            Ok(_) => panic!("{line}"),
        }
    }

    #[test]
    fn mistakes_are_said_in_our_words() {
        for (line, says) in [
            (
                "run 1 --part 3",
                "`3` is not a value of --part: write 1 or 2; see `aoc run -h`",
            ),
            (
                "gen 1 --seed x",
                "`x` is not a value of --seed: write a whole number; see `aoc gen -h`",
            ),
            (
                "--color blue",
                "`blue` is not a value of --color: write one of auto, always, never; see `aoc -h`",
            ),
            (
                "22 --alt-all",
                "unknown option `--alt-all`; did you mean `--all-alts`?; see `aoc run -h`",
            ),
            (
                "status 2020 2021",
                "`2021` is one word too many; see `aoc status -h`",
            ),
            ("b 1 --jobs", "--jobs needs a value; see `aoc bench -h`"),
            (
                "completions csh",
                "`csh` is not a value of SHELL: write one of bash, elvish, fish, powershell, zsh; \
                 see `aoc completions -h`",
            ),
            (
                "run 1 --input a --example",
                "--input cannot be used with --example; see `aoc run -h`",
            ),
            (
                "bench 1 --fail-on 5%",
                "missing --baseline NAME or --against REVISION; see `aoc bench -h`",
            ),
        ] {
            assert_eq!(refused(line), says);
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
