//! How errors, warnings and notes look, on stderr.

use std::collections::BTreeMap;
use std::io::{self, Write};

use anstyle::Style;

use super::layout::Line;
use super::style::{BAD, DIM, DOUBT, STRONG};
use super::terminal::{ColorChoice, Terminal};
use crate::error::{CliError, Exit};
use crate::text::sanitize;

/// Says what went wrong, and what to do next where there is something:
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
) -> io::Result<()> {
    say(out, terminal, (BAD, "aoc:"), &chain(error))?;
    match hint {
        Some(hint) => say(out, terminal, (STRONG, "hint:"), hint),
        None => Ok(()),
    }
}

/// Says what to look at.
pub fn warning(out: &mut dyn Write, terminal: Terminal, text: &str) -> io::Result<()> {
    say(out, terminal, (DOUBT, "warning:"), text)
}

/// Says what is good to know.
pub fn note(out: &mut dyn Write, terminal: Terminal, text: &str) -> io::Result<()> {
    say(out, terminal, (DIM, "note:"), text)
}

/// Shows the error that ended a command, and gives its exit code.
pub fn fatal(failed: CliError) -> Exit {
    // Whoever read our output has seen enough.
    if is_broken_pipe(&failed.source) {
        return Exit::Done;
    }
    let mut source = failed.source;
    if source.chain().len() == 1 && source.is::<io::Error>() {
        source = source.context("cannot write to standard output");
    }
    let environment: BTreeMap<String, String> = std::env::vars_os()
        .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
        .collect();
    let stderr = Terminal::stderr(ColorChoice::Auto, &environment);
    let _ = error(&mut stderr.writer(io::stderr()), stderr, &source, None);
    failed.exit
}

/// Whether an error only says that nobody reads stdout any more, as with
/// `aoc status | head -1`: no error, and the end.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        let cause = cause.downcast_ref::<io::Error>();
        cause.is_some_and(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
    })
}

/// An error and its causes. Some say what their cause said already.
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

/// A word in a style and the text behind it, whose further lines, such as those
/// of a file with an arrow at the wrong place, are kept and moved in.
fn say(
    out: &mut dyn Write,
    terminal: Terminal,
    (style, word): (Style, &str),
    text: &str,
) -> io::Result<()> {
    let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
    let mut line = Line::new(terminal, 2);
    line.cell(style, word)
        .gap(1)
        .words(Style::new(), &sanitize(first.trim_end()));
    for further in rest.lines() {
        line.below(Style::new(), &sanitize(further));
    }
    out.write_all(line.end().as_bytes())?;
    out.flush()
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
            colour: true,
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
    fn a_broken_pipe_is_found_below() {
        let pipe = io::Error::from(io::ErrorKind::BrokenPipe);
        assert!(is_broken_pipe(&anyhow::Error::from(pipe).context("stdout")));
        assert!(!is_broken_pipe(&missing()));
    }
}
