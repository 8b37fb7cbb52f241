//! What the words of a command line are: commands, global flags, selectors.

use std::ffi::{OsStr, OsString};

use clap::CommandFactory;

use super::Cli;
use crate::app::args::looks_like_token;
use crate::puzzle::Selection;

/// The same with `run` where a selector stands in place of a command.
pub fn with_run(mut words: Vec<OsString>) -> Vec<OsString> {
    if let Some(at) = first_word(&words)
        && words[at].to_str().is_some_and(is_selector)
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
    !looks_like_token(word) && !Selection::parse(&[word], None).is_err_and(|error| error.is_unknown)
}

/// Whether a word is a command or an alias of one.
pub fn is_command(word: &OsStr) -> bool {
    let mut aoc = Cli::command();
    aoc.build();
    aoc.find_subcommand(word).is_some()
}

/// The words of a line, after the program's name.
#[cfg(test)]
pub fn words(line: &str) -> Vec<OsString> {
    let words = line.split_whitespace().map(OsString::from);
    [OsString::from("aoc")].into_iter().chain(words).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn no_command_is_a_selector() {
        for command in Cli::command().get_subcommands() {
            for name in command.get_all_aliases().chain([command.get_name()]) {
                assert!(!is_selector(name), "{name}");
            }
        }
    }
}
