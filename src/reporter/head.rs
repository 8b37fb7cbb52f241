//! The heading of a puzzle, and the names of inputs and phases.

use aoc_solution::protocol::Phase;

use crate::runner::{PhaseResult, PuzzleHeader, SourceKind};
use crate::terminal::layout::Line;
use crate::terminal::one_line;
use crate::terminal::screen::Terminal;
use crate::terminal::style::{DIM, PLAIN, STRONG};
use crate::terminal::{cut_end, cut_start, width};

/// The columns of `part 1`, and some more for alternatives, of which a longer name
/// pushes the rest.
pub(super) const NAME: usize = 12;
/// The columns of a time, such as `59.9 s`; longer ones push the rest.
pub(super) const TIME: usize = 8;

/// A narrow terminal has no room for columns.
pub(super) fn is_narrow(terminal: Terminal) -> bool {
    terminal.width.is_some_and(|width| width < 56)
}

/// The name of a header's input: its path, or such as `example 2`.
pub(super) fn source_name(header: &PuzzleHeader) -> String {
    let kind = kind_name(header);
    match &header.input {
        Some(path) if header.source == SourceKind::Example => {
            format!("{kind} in {}", path.display())
        }
        Some(path) => path.display().to_string(),
        None => kind,
    }
}

/// The kind of input, with its name or number.
fn kind_name(header: &PuzzleHeader) -> String {
    let name = header.name.as_deref().unwrap_or_default();
    let kind = match header.source {
        // One that has no file because nothing was run.
        SourceKind::Input | SourceKind::Named => "",
        SourceKind::File => "file",
        SourceKind::Stdin => "standard input",
        SourceKind::Example => "example",
        SourceKind::Generated if name.is_empty() => "generated input",
        SourceKind::Generated => "generated input,",
    };
    format!("{kind} {name}").trim().to_owned()
}

/// The name of an input beside its puzzle's name; `None` for the one that
/// needs no name.
pub(super) fn input_name(header: &PuzzleHeader) -> Option<String> {
    match header.source {
        SourceKind::Input | SourceKind::File | SourceKind::Stdin => None,
        SourceKind::Named | SourceKind::Generated => header.name.clone(),
        SourceKind::Example => Some(kind_name(header)),
    }
}

pub(super) const fn phase_name(phase: Phase) -> &'static str {
    match phase {
        Phase::Parse => "parse",
        Phase::Part1 => "part 1",
        Phase::Part2 => "part 2",
    }
}

/// `part 2 textbook`
pub(super) fn phase_label(phase: &PhaseResult) -> String {
    let name = phase_name(phase.phase);
    match &phase.alternative {
        Some(alternative) => format!("{name} {alternative}"),
        None => name.to_owned(),
    }
}

/// Puzzle, title and source, which stands below where it does not fit; too long a one
/// is cut at its start.
pub(super) fn head(terminal: Terminal, header: &PuzzleHeader) -> String {
    let puzzle = header.puzzle.to_string();
    let (title, source) = (one_line(&header.title), one_line(&source_name(header)));
    let room = terminal.width.unwrap_or(usize::MAX);
    let title = cut_end(&title, room.saturating_sub(width(&puzzle) + 1));
    let source = cut_start(&source, room.saturating_sub(2));
    let mut line = Line::new(terminal, 2);
    line.cell(STRONG, &puzzle).gap(1).cell(PLAIN, &title);
    line.gap(usize::from(!title.is_empty()) + 1);
    line.cell(DIM, &source).end()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{Day, Year};

    fn header() -> PuzzleHeader {
        PuzzleHeader {
            title: "Crab Combat".into(),
            input: Some("inputs/year2020/day22.txt".into()),
            ..PuzzleHeader::unknown(Year(2020).day(Day(22)))
        }
    }

    fn head(width: Option<usize>) -> String {
        let plain = Terminal::PLAIN;
        super::head(Terminal { width, ..plain }, &header())
    }

    #[test]
    fn titles_and_paths_are_cut() {
        let long = "2020/22 Crab Combat  inputs/year2020/day22.txt\n";
        assert_eq!(head(None), long);
        assert_eq!(head(Some(46)), long);
        assert_eq!(
            head(Some(30)),
            "2020/22 Crab Combat\n  inputs/year2020/day22.txt\n"
        );
        assert_eq!(
            head(Some(20)),
            "2020/22 Crab Combat\n  …ear2020/day22.txt\n"
        );
    }
}
