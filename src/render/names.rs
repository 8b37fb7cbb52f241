//! The names of puzzles, sources and statuses, and their styles.

use anstyle::Style;
use aoc_solution::protocol::Phase;

use crate::config::SITE;
use crate::puzzle::{Puzzle, Year};
use crate::runner::{PuzzleHeader, SourceKind, Status, function_name, input_name};
use crate::terminal::style::{BAD, DIM, GOOD, PLAIN, STRONG};
use crate::terminal::table::Cell;
use crate::terminal::{Line, Link, Terminal, cut_end, plural};

/// A link to the puzzle's page. Links always lead to the real site, even if requests use another
/// base URL.
pub fn puzzle_link(puzzle: Puzzle) -> Option<Link> {
    Link::to(&format!("{SITE}{}", puzzle.page_path()))
}

/// A link to the calendar of a year.
pub fn year_link(year: Year) -> Option<Link> {
    Link::to(&format!("{SITE}/{year}"))
}

/// The input of a header in words: a path, or a name such as `example 2`.
pub fn source_name(header: &PuzzleHeader) -> String {
    let name = input_name(header);
    match &header.input {
        Some(path) if header.source == SourceKind::Example => {
            // The heading already names the folder of the input.
            let file = path.file_name().unwrap_or_default();
            format!("{name} in {}", file.display())
        }
        Some(path) => path.to_string_lossy().into_owned(),
        None if header.source == SourceKind::Stdin => "standard input".to_owned(),
        None => name,
    }
}

/// The puzzle with its title and source. If the source does not fit, it moves to the next line. If
/// it is too long for one line, its start is cut.
pub fn header_line(terminal: Terminal, header: &PuzzleHeader) -> String {
    let mut line = Line::new(terminal, 2);
    line.link(puzzle_link(header.puzzle));
    line.words(STRONG, format!("{} {}", header.puzzle, header.title));
    let source = source_name(header);
    let columns = terminal.width.unwrap_or(usize::MAX);
    let source = terminal.cut_start(&source, columns - 2);
    let file = header.input.as_deref().and_then(Link::to_file);
    line.gap(2).link(file).cell(DIM, source);
    line.end()
}

/// The cell with the name of a function, in a table with a row for each function. An alternative
/// below its part shows only its own name.
pub fn row_name(phase: Option<Phase>, alternative: Option<&str>, is_below_part: bool) -> Cell {
    match alternative {
        Some(name) if is_below_part => Cell::new(PLAIN, name).indent(2),
        _ => Cell::new(PLAIN, function_name(phase, alternative)),
    }
}

pub fn status_style(status: Status) -> Style {
    let (style, _) = style_and_symbol(status);
    style
}

fn style_and_symbol(status: Status) -> (Style, &'static str) {
    match status {
        Status::Ok => (PLAIN, ""),
        Status::Accepted | Status::Matched => (GOOD, "✓"),
        Status::Unverified => (PLAIN, "·"),
        Status::Unsolved | Status::Interrupted => (DIM, "–"),
        Status::Wrong
        | Status::Error
        | Status::Panic
        | Status::Crash
        | Status::Timeout
        | Status::Memory => (BAD, "✗"),
    }
}

/// A status with its number, such as `3 wrong` or `2 panics`.
pub fn status_count(status: Status, n: usize) -> String {
    match status {
        Status::Error | Status::Panic | Status::Crash | Status::Timeout => {
            plural(n, &status.to_string())
        }
        Status::Memory => format!("{n} out of memory"),
        Status::Ok
        | Status::Accepted
        | Status::Matched
        | Status::Unverified
        | Status::Unsolved
        | Status::Interrupted
        | Status::Wrong => format!("{n} {status}"),
    }
}

/// A line with the symbol of a status at this column. The symbol is shown only on a terminal.
pub fn line_with_symbol(terminal: Terminal, column: usize, status: Status) -> Line {
    let mut line = Line::new(terminal, column + 4);
    line.gap(column);
    if terminal.width.is_some() {
        let (style, symbol) = style_and_symbol(status);
        line.left(style, symbol, 2);
    }
    line
}

/// A message on one line. A panic message can have megabytes, so a very long message is cut.
/// `--json` gives the whole message.
pub fn message_line(message: &str) -> String {
    const LONGEST: usize = 500;
    cut_end(message, LONGEST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_and_paths_are_cut() {
        let header = PuzzleHeader {
            title: "Crab Combat".into(),
            input: Some("inputs/year2020/day22.txt".into()),
            ..PuzzleHeader::unknown(Puzzle::of(2020, 22))
        };
        for (width, text) in [
            (46, "2020/22 Crab Combat  inputs/year2020/day22.txt\n"),
            (30, "2020/22 Crab Combat\n  inputs/year2020/day22.txt\n"),
            (20, "2020/22 Crab Combat\n  …ear2020/day22.txt\n"),
        ] {
            let line = header_line(Terminal::wide(width), &header);
            assert_eq!(line, text, "{width}");
        }
    }

    #[test]
    fn puzzle_and_input_are_links_where_they_are_shown() {
        let header = PuzzleHeader {
            title: "Crab".into(),
            input: Some("/x/day22.txt".into()),
            ..PuzzleHeader::unknown(Puzzle::of(2020, 22))
        };
        let terminal = Terminal {
            links: true,
            ..Terminal::wide(80)
        };
        let line = header_line(terminal, &header);
        let page = "https://adventofcode.com/2020/day/22";
        assert!(
            line.contains(&format!("\x1b]8;;{page}\x1b\\2020/22\x1b]8;;\x1b\\")),
            "{line:?}"
        );
        assert!(
            !cfg!(unix) || line.contains("8;;file:///x/day22.txt\x1b"),
            "{line:?}"
        );
        let plain = header_line(Terminal::wide(80), &header);
        assert_eq!(anstream::adapter::strip_str(&line).to_string(), plain);
    }

    #[test]
    fn a_message_is_one_line_of_limited_length() {
        assert_eq!(message_line("left\n  right"), "left; right");
        let long = message_line(&"x".repeat(10_000_000));
        assert!(long.chars().count() == 500 && long.ends_with('…'));
    }

    #[test]
    fn a_status_has_a_symbol_and_a_colour_on_a_terminal() {
        let terminal = Terminal {
            color: true,
            ..Terminal::wide(80)
        };
        for (status, style, symbol) in [
            (Status::Ok, PLAIN, " "),
            (Status::Matched, GOOD, "✓"),
            (Status::Unverified, PLAIN, "·"),
            (Status::Unsolved, DIM, "–"),
            (Status::Timeout, BAD, "✗"),
        ] {
            let mut line = line_with_symbol(terminal, 0, status);
            let line = line.gap(1).words(status_style(status), status).end();
            let [symbol, word] =
                [symbol, &status.to_string()].map(|text| terminal.paint(style, text));
            assert_eq!(line, format!("{symbol}  {word}\n"));
        }
    }

    #[test]
    fn counts_are_in_the_right_words() {
        for (status, n, words) in [
            (Status::Accepted, 48, "48 accepted"),
            (Status::Panic, 1, "1 panic"),
            (Status::Error, 2, "2 errors"),
            (Status::Crash, 1, "1 crash"),
            (Status::Crash, 3, "3 crashes"),
            (Status::Memory, 2, "2 out of memory"),
        ] {
            assert_eq!(status_count(status, n), words, "{status:?}");
        }
    }
}
