//! Corrections of mistyped commands.

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, Error};

use super::Cli;

/// Words that are read as commands, although they are selectors.
const SELECTORS: [&str; 3] = ["all", "latest", "today"];

/// The same error with the commands that were probably meant. Aliases of one
/// letter are never offered: they look similar to every short word.
pub fn correct(mut error: Error) -> Error {
    let typed = match error.get(ContextKind::InvalidSubcommand) {
        Some(ContextValue::String(word)) if error.kind() == ErrorKind::InvalidSubcommand => {
            word.to_lowercase()
        }
        _ => return error,
    };
    // Further suggestions of clap, which are about what is not offered.
    error.remove(ContextKind::Suggested);
    error.remove(ContextKind::SuggestedSubcommand);
    let names = similar(&typed);
    if !names.is_empty() {
        error.insert(
            ContextKind::SuggestedSubcommand,
            ContextValue::Strings(names),
        );
    }
    error
}

/// The commands that differ least from what was typed: by one slip in three
/// letters at most, and in one letter of shorter words.
fn similar(typed: &str) -> Vec<String> {
    let aoc = Cli::command();
    let commands = aoc.get_subcommands().map(clap::Command::get_name);
    let names = commands.chain(SELECTORS).map(|name| {
        let distance = strsim::osa_distance(typed, name);
        (distance, name)
    });
    let most = (typed.chars().count() / 3).max(1);
    let near: Vec<(usize, &str)> = names.filter(|(distance, _)| *distance <= most).collect();
    let least = near.iter().map(|(distance, _)| *distance).min();
    let nearest = near.iter().filter(|(distance, _)| Some(*distance) == least);
    nearest.map(|(_, name)| (*name).to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[test]
    fn offers_what_was_meant_and_no_aliases() {
        let error = |word: &str| {
            let error = Cli::try_parse_from(["aoc", word]).unwrap_err();
            correct(error).to_string()
        };
        for (word, name) in [
            ("rnu", "run"),
            ("rn", "run"),
            ("Rum", "run"),
            ("inti", "init"),
            ("bech", "bench"),
            ("fecth", "fetch"),
            ("sumbit", "submit"),
            ("leaderbord", "leaderboard"),
            ("statsu", "status"),
            ("tody", "today"),
        ] {
            let error = error(word);
            let tip = format!("tip: a similar subcommand exists: '{name}'\n\nUsage: ");
            assert!(error.contains(&tip), "{error}");
        }
        for word in ["ff", "xyz", "frobnicate"] {
            let error = error(word);
            let begins = format!("error: unrecognized subcommand '{word}'\n\nUsage: aoc ");
            assert!(error.starts_with(&begins), "{error}");
        }
    }
}
