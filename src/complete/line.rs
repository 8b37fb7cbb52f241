//! What the rest of the command line says, as far as it matters for the word that
//! is typed.

use std::ffi::OsString;
use std::mem;

use clap::{ArgMatches, CommandFactory};

use crate::app::args::SelectionArgs;
use crate::cli::Cli;

/// Stands for the word that is typed.
const TYPED: &str = "_";

/// A command line that is being typed.
#[derive(Clone, Debug)]
pub struct Line {
    /// The word that is typed.
    pub word: String,
    /// The selectors before and behind it.
    pub selectors: Vec<String>,
    pub year: Option<String>,
    /// Whether the line is one of `aoc run` without that word, as in `aoc 22`.
    pub is_run: bool,
}

impl Line {
    pub fn new(words: &[OsString], index: usize) -> Self {
        let mut words = words.to_vec();
        let first = words.get(1).map(|first| first.to_string_lossy());
        let is_run = first.is_some_and(|first| first.starts_with(|c: char| c.is_ascii_digit()));
        // Something must stand there, as it may be the value of a flag.
        let word = words
            .get_mut(index)
            .map(|word| mem::replace(word, TYPED.into()));
        let word = word.unwrap_or_default().to_string_lossy().into_owned();
        if is_run {
            words.insert(1, "run".into());
        }
        // What is missing or wrong is to be typed yet.
        let matches = Cli::command()
            .ignore_errors(true)
            .try_get_matches_from(words);
        let matches = matches.as_ref().ok().and_then(ArgMatches::subcommand);
        let all = |id| -> Vec<String> {
            let values = matches.and_then(|(_, matches)| {
                let values = matches.try_get_many::<String>(id).ok()?;
                let given = values?.filter(|value| *value != TYPED);
                Some(given.cloned().collect())
            });
            values.unwrap_or_default()
        };
        Self {
            word,
            selectors: [all("selectors"), all("selector")].concat(),
            year: all("year").pop(),
            is_run,
        }
    }

    pub fn selection(&self) -> SelectionArgs {
        SelectionArgs {
            selectors: self.selectors.clone(),
            year: self.year.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_is_there_already() {
        let line = |text: &str, index| {
            let words: Vec<OsString> = text.split(' ').map(OsString::from).collect();
            let line = Line::new(&words, index);
            (line.word, line.selectors, line.year)
        };
        let owned = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect();
        assert_eq!(
            line("aoc run 22 -y 2020 --input al", 6),
            ("al".into(), owned(&["22"]), Some("2020".into()))
        );
        assert_eq!(
            line("aoc bench --alt  2020/22 --timeout nonsense", 3),
            (String::new(), owned(&["2020/22"]), None)
        );
        assert_eq!(
            line("aoc accept 2020/22 --input ", 4),
            (String::new(), owned(&["2020/22"]), None)
        );
        assert_eq!(
            line("aoc 2020/22 --alt ", 3),
            (String::new(), owned(&["2020/22"]), None)
        );
        for nothing in ["aoc", "aoc ", "aoc dance --input ", "aoc doctor "] {
            let (_, selectors, year) = line(nothing, nothing.split(' ').count() - 1);
            assert_eq!((selectors, year), (owned(&[]), None), "{nothing}");
        }
    }
}
