//! A shell's question, and the answer.

use std::ffi::OsString;

use clap_complete::env::Shells;

use super::definition::{Question, definition};
use super::line::Line;
use crate::config::Environment;
use crate::terminal::Terminals;

/// The environment variable that the scripts set to the shell's name.
pub const VARIABLE: &str = "AOC_COMPLETE";

/// The words of the command line to complete, if these are a shell's arguments:
/// they stand after `--`, which no command begins with.
pub fn words(arguments: impl Iterator<Item = OsString>) -> Option<Vec<OsString>> {
    let mut arguments = arguments.skip(1);
    let asks = arguments.next().is_some_and(|first| first == "--");
    let words: Vec<OsString> = arguments.collect();
    (asks && !words.is_empty()).then_some(words)
}

/// What may stand in place of the word that is typed, as the shell wants it;
/// `None` for an unknown shell.
pub fn answer(
    environment: Environment,
    terminals: Terminals,
    shell: &str,
    mut words: Vec<OsString>,
) -> Option<Vec<u8>> {
    let shells = Shells::builtins();
    let shell = shells.completer(shell)?;
    // The last one, unless the shell says that it is another one.
    let index = environment.variable("_CLAP_COMPLETE_INDEX");
    let index = index.and_then(|index| index.to_str()?.parse().ok());
    let index: usize = index.unwrap_or(words.len() - 1);
    let is_bash = shell.name() == "bash";
    if is_bash {
        join_values(&mut words);
        if let Some(word) = words.get_mut(index) {
            *word = unescaped(&word.to_string_lossy()).into();
        }
    }
    let current_dir = environment.current_dir.clone();
    let mut definition = definition(Question {
        line: Line::new(&words, index),
        environment,
        terminals,
    });
    let mut answer = Vec::new();
    // It fails where nothing can be offered.
    let _ = shell.write_complete(&mut definition, words, Some(&current_dir), &mut answer);
    Some(if is_bash { escaped(&answer) } else { answer })
}

/// A word as it was typed, with the characters that it means.
fn unescaped(word: &str) -> String {
    let mut characters = word.chars();
    let mut meant = String::new();
    while let Some(c) = characters.next() {
        meant.extend(if c == '\\' {
            characters.next()
        } else {
            Some(c)
        });
    }
    meant
}

/// The words as they can be typed. The other shells do that themselves.
fn escaped(answer: &[u8]) -> Vec<u8> {
    let mut escaped = Vec::new();
    for &byte in answer {
        // Words are separated by the control character.
        if b" \t\"'\\$&|;<>()`!#?[]{}".contains(&byte) {
            escaped.push(b'\\');
        }
        escaped.push(byte);
    }
    escaped
}

/// Bash makes three words of `--input=alice` and completes the last one. As the
/// words are counted, a flag without a meaning here takes the place of the `=`.
fn join_values(words: &mut [OsString]) {
    for index in 2..words.len() {
        if words[index - 1] == "=" && words[index - 2].to_string_lossy().starts_with("--") {
            words[index - 1] = "--quiet".into();
            words.swap(index - 2, index - 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn owned(words: &[&str]) -> Vec<OsString> {
        words.iter().map(OsString::from).collect()
    }

    #[test]
    fn only_a_shell_asks() {
        let words = |arguments: &[&str]| words(owned(arguments).into_iter());
        assert_eq!(words(&["aoc", "--", "aoc", ""]), Some(owned(&["aoc", ""])));
        assert_eq!(words(&["aoc", "--"]), None);
        assert_eq!(words(&["aoc", "run", "--", "22"]), None);
        assert_eq!(words(&["aoc"]), None);
    }

    #[test]
    fn words_are_escaped() {
        assert_eq!(
            escaped(b"one by one\x0b*/22"),
            br"one\ by\ one"
                .iter()
                .chain(b"\x0b*/22")
                .copied()
                .collect::<Vec<_>>()
        );
        assert_eq!(unescaped(r"one\ b\"), "one b");
    }

    #[test]
    fn a_value_after_an_equals_sign_is_one_of_the_flag() {
        let mut words = owned(&["aoc", "run", "--input", "=", "al"]);
        join_values(&mut words);
        assert_eq!(words, owned(&["aoc", "run", "--quiet", "--input", "al"]));
        let mut words = owned(&["=", "=", "="]);
        join_values(&mut words);
        assert_eq!(words, owned(&["=", "=", "="]));
    }
}
