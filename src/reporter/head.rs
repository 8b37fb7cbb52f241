//! The line above what is said of a puzzle, and what things are called.

use std::path::Path;

use aoc_solution::protocol::Phase;

use super::layout::Line;
use super::style::{DIM, PLAIN, STRONG};
use super::terminal::Terminal;
use super::text::{cut_end, cut_start, width};
use crate::puzzle::Puzzle;
use crate::runner::{PuzzleResult, SourceKind};
use crate::text::one_line;

/// What is run or measured.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Its title; empty where it is not known.
    pub title: String,
    /// Where its input comes from: see [`source_name`].
    pub source: String,
}

/// What a source is called: its path, or `example 2`.
pub fn source_name(kind: SourceKind, path: Option<&Path>, name: Option<&str>) -> String {
    if let Some(path) = path {
        return path.display().to_string();
    }
    let kind = match kind {
        // One that did not come so far as to have a file.
        SourceKind::Input | SourceKind::Named => "",
        SourceKind::File => "file",
        SourceKind::Stdin => "standard input",
        SourceKind::Example => "example",
        SourceKind::Generated => "generated input",
    };
    match name {
        Some(name) => format!("{kind} {name}"),
        None => kind.to_owned(),
    }
}

/// What a phase is called.
pub const fn phase_name(phase: Phase) -> &'static str {
    match phase {
        Phase::Parse => "parse",
        Phase::Part1 => "part 1",
        Phase::Part2 => "part 2",
    }
}

/// The fewest columns in which a path's end still tells something.
const SOURCE: usize = 16;

impl Head {
    /// That of a result.
    pub fn of(result: &PuzzleResult) -> Self {
        let path = result.input.as_deref();
        Self {
            puzzle: result.puzzle(),
            title: result.title.clone(),
            source: source_name(result.source, path, result.name.as_deref()),
        }
    }

    /// The line: puzzle, title and source. Where it is too long, the source is
    /// cut at its start; where that leaves little, it goes below.
    pub(super) fn line(&self, terminal: Terminal) -> String {
        let puzzle = self.puzzle.to_string();
        let title = one_line(&self.title);
        let source = one_line(&self.source);
        let room = terminal.width.unwrap_or(usize::MAX);
        let title = cut_end(&title, room.saturating_sub(width(&puzzle) + 1));
        let mut line = Line::new(terminal, 2);
        line.cell(STRONG, &puzzle);
        if !title.is_empty() {
            line.gap(1).cell(PLAIN, &title);
        }
        let beside = room.saturating_sub(width(&puzzle) + width(&title) + 3);
        if width(&source) <= beside || beside >= SOURCE {
            line.gap(2).cell(DIM, &cut_start(&source, beside));
        } else if !source.is_empty() {
            line.below(DIM, &cut_start(&source, room - 2));
        }
        line.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{Day, Year};

    fn head(columns: Option<usize>) -> String {
        let head = Head {
            puzzle: Puzzle {
                year: Year(2020),
                day: Day(22),
            },
            title: "Crab Combat".into(),
            source: "inputs/year2020/day22.txt".into(),
        };
        head.line(Terminal {
            width: columns,
            ..Terminal::PLAIN
        })
    }

    #[test]
    fn titles_and_paths_are_cut() {
        let long = "2020/22 Crab Combat  inputs/year2020/day22.txt\n";
        assert_eq!(head(None), long);
        assert_eq!(head(Some(46)), long);
        assert_eq!(head(Some(40)), "2020/22 Crab Combat  …year2020/day22.txt\n");
        assert_eq!(
            head(Some(30)),
            "2020/22 Crab Combat\n  inputs/year2020/day22.txt\n"
        );
        assert_eq!(
            head(Some(20)),
            "2020/22 Crab Combat\n  …ear2020/day22.txt\n"
        );
    }

    #[test]
    fn sources_have_names() {
        let path = Path::new("inputs/year2020/day22.bob.txt");
        let named = source_name(SourceKind::Named, Some(path), Some("bob"));
        assert_eq!(named, "inputs/year2020/day22.bob.txt");
        assert_eq!(source_name(SourceKind::Stdin, None, None), "standard input");
        assert_eq!(source_name(SourceKind::Example, None, None), "example");
        assert_eq!(
            source_name(SourceKind::Example, None, Some("2")),
            "example 2"
        );
    }
}
