//! How errors, warnings and notes look, on stderr.

use std::io::Write;

use anstyle::Style;

use crate::terminal::layout::Line;
use crate::terminal::output::{OutputError, raw};
use crate::terminal::sanitize;
use crate::terminal::screen::Terminal;
use crate::terminal::style::{BAD, DIM, DOUBT, STRONG};

/// Writes an error with its causes, and what to do next if there is a hint:
///
/// ```text
/// aoc: inputs/year2020/day22.txt: no such file
/// hint: `aoc fetch 2020/22` downloads it
/// ```
pub fn error(
    out: &mut dyn Write,
    terminal: Terminal,
    error: &anyhow::Error,
    hint: Option<&str>,
) -> Result<(), OutputError> {
    say(out, terminal, (BAD, "aoc:"), &chain(error))?;
    match hint {
        Some(hint) => say(out, terminal, (STRONG, "hint:"), hint),
        None => Ok(()),
    }
}

/// Writes a line about something that needs the user's attention.
pub fn warning(out: &mut dyn Write, terminal: Terminal, text: &str) -> Result<(), OutputError> {
    say(out, terminal, (DOUBT, "warning:"), text)
}

/// Writes a line that is good to know.
pub fn note(out: &mut dyn Write, terminal: Terminal, text: &str) -> Result<(), OutputError> {
    say(out, terminal, (DIM, "note:"), text)
}

/// An error and its causes, without those whose text the error already ends
/// with.
fn chain(error: &anyhow::Error) -> String {
    let mut text = String::new();
    for cause in error.chain() {
        let cause = cause.to_string();
        if !text.is_empty() && text.ends_with(&cause) {
            continue;
        }
        if !text.is_empty() {
            text.push_str(": ");
        }
        text.push_str(cause.trim_end());
    }
    text
}

/// A word in a style and the text behind it. Further lines of the text, such as
/// an excerpt of a file with an arrow below it, are kept and indented.
fn say(
    out: &mut dyn Write,
    terminal: Terminal,
    (style, word): (Style, &str),
    text: &str,
) -> Result<(), OutputError> {
    let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
    let mut line = Line::new(terminal, 2);
    line.cell(style, word)
        .gap(1)
        .words(Style::new(), &sanitize(first.trim_end()));
    for further in rest.lines() {
        line.below(Style::new(), &sanitize(further));
    }
    raw(out, line.end().as_bytes())
}

#[cfg(test)]
mod tests {
    use anyhow::{Context, anyhow};

    use super::*;

    fn shown(terminal: Terminal, said: &anyhow::Error, hint: Option<&str>) -> String {
        let mut out = Vec::new();
        error(&mut out, terminal, said, hint).unwrap();
        String::from_utf8(out).unwrap()
    }

    fn missing() -> anyhow::Error {
        let none: Result<(), _> = Err(anyhow!("no such file"));
        none.context("inputs/year2020/day22.txt").unwrap_err()
    }

    #[test]
    fn causes_are_joined() {
        insta::assert_snapshot!(
            shown(Terminal::PLAIN, &missing(), Some("`aoc fetch 2020/22` downloads it")), @"
        aoc: inputs/year2020/day22.txt: no such file
        hint: `aoc fetch 2020/22` downloads it
        ");
    }

    #[test]
    fn colour_is_for_the_first_word() {
        let terminal = Terminal {
            color: true,
            ..Terminal::PLAIN
        };
        insta::assert_snapshot!(shown(terminal, &missing(), Some("fetch it")), @"
        \u{1b}[1m\u{1b}[31maoc:\u{1b}[0m inputs/year2020/day22.txt: no such file
        \u{1b}[1mhint:\u{1b}[0m fetch it
        ");
    }

    #[test]
    fn long_ones_wrap_and_lines_stay() {
        let terminal = Terminal {
            width: Some(30),
            ..Terminal::PLAIN
        };
        let said = anyhow!(
            "config.toml: unexpected character in line 3\n  |\n3 | spac\u{1b}ing\n  |     ^"
        );
        insta::assert_snapshot!(shown(terminal, &said, None), @r"
        aoc: config.toml: unexpected
          character in line 3
            |
          3 | spac\u{1b}ing
            |     ^
        ");
    }

    #[test]
    fn what_was_said_is_not_said_again() {
        let said = anyhow!("no such file").context("day22.txt: no such file");
        assert_eq!(chain(&said), "day22.txt: no such file");
    }

    #[test]
    fn a_terminal_without_unicode_gets_ascii() {
        let terminal = Terminal {
            unicode: false,
            ..Terminal::PLAIN
        };
        let said = anyhow!("not an input: `<!DOCTYPE…`, 2 µs ±3%");
        assert_eq!(
            shown(terminal, &said, None),
            "aoc: not an input: `<!DOCTYPE~`, 2 us +-3%\n"
        );
    }
}
