//! Which packages have a file for each part of their day.

use aoc_solution::Part;

use super::day::takes_text;
use super::items::items;
use super::paths::join;
use super::source::Source;
use super::sources::Sources;

/// The names of the files.
pub const FILES: [(Part, &str); 2] = [(Part::One, "part1"), (Part::Two, "part2")];
/// The names of their functions.
const SOLVERS: [&str; 5] = ["process", "solve", "solution", "run", "answer"];

/// Whether a file is the first of those that make a day.
pub fn is_first(files: &Sources<'_>, file: &str) -> bool {
    let mut parts = FILES
        .iter()
        .map(|(_, name)| join(&files.root, &format!("{name}.rs")));
    let first = parts.find(|part| {
        let text = files.texts.get(part);
        text.is_some_and(|text| solver(&Source::new(text)).is_some())
    });
    first.is_some_and(|first| first == file)
}

/// The function of a part's file that answers it.
pub fn solver<'a>(source: &Source<'a>) -> Option<&'a str> {
    let all = items(source, source.all());
    let named = |name: &&str| {
        let mut functions = all.functions.iter();
        functions.any(|it| it.name == *name && it.returns.is_some() && takes_text(source, it))
    };
    SOLVERS.into_iter().find(|name| named(name))
}
