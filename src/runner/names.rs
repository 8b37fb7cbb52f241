//! The names of inputs, phases and functions in messages and tables.

use aoc_solution::protocol::Phase;

use super::header::{PuzzleHeader, SourceKind};

/// The name of an input, for a text that also names the puzzle. Empty for the user's own input.
pub fn input_name(header: &PuzzleHeader) -> String {
    let name = header.name.as_deref().unwrap_or_default();
    match header.source {
        SourceKind::Input | SourceKind::File | SourceKind::Stdin => String::new(),
        SourceKind::Named => name.to_owned(),
        SourceKind::Example => format!("example {name}").trim_end().to_owned(),
        // The job failed before it tried a seed.
        SourceKind::Generated if name.is_empty() => String::new(),
        SourceKind::Generated => format!("generated, {name}"),
    }
}

pub fn phase_name(phase: Phase) -> &'static str {
    match phase {
        Phase::Parse => "parse",
        Phase::Part1 => "part 1",
        Phase::Part2 => "part 2",
    }
}

/// The name of a function, such as `part 2` or `part 2 textbook`.
pub fn function_name(phase: Option<Phase>, alternative: Option<&str>) -> String {
    let phase = phase.map(phase_name).unwrap_or_default();
    let alternative = alternative.unwrap_or_default();
    format!("{phase} {alternative}").trim_end().to_owned()
}

/// The name of a function with its puzzle and input, such as `2020/7 part 2 textbook` or `2020/7
/// part 2 (example 1)`.
pub fn full_function_name(
    header: &PuzzleHeader,
    phase: Option<Phase>,
    alternative: Option<&str>,
) -> String {
    let function = function_name(phase, alternative);
    let name = format!("{} {function}", header.puzzle);
    with_input_name(name.trim_end(), header)
}

/// The name, followed by the name of the input in parentheses if the input has a name.
pub fn with_input_name(name: &str, header: &PuzzleHeader) -> String {
    let input = input_name(header);
    if input.is_empty() {
        return name.to_owned();
    }
    format!("{name} ({input})")
}
