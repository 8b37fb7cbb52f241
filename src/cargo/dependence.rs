//! Finds out whether a day that does not compile alone may compile with the other days
//! of its year.
//!
//! A day is built without the other days. If it uses one of them, the compiler misses a
//! name, a macro, or an implementation. The whole year is built only if one of the other
//! days can have what is missing: building it takes much longer, and delays the error.

use std::collections::BTreeSet;
use std::path::Path;

use super::command::{Missing, Output};
use super::fingerprint::files_below;
use crate::files::read_text_file;
use crate::project::source::tokens;
use crate::project::{Project, YearSources, module_name};
use crate::puzzle::Puzzle;

/// True if one of the errors of a day may be caused by the absence of the other days.
pub fn may_need_other_days(
    project: &Project,
    puzzle: Puzzle,
    output: &Output,
    sources: &YearSources,
) -> bool {
    // Another day can implement something for this one only if its source names the day
    // or what both share.
    let mut shared = sources.modules.clone();
    shared.push(module_name(puzzle.day));
    shared.push("crate".to_owned());
    for &day in sources.days.keys() {
        if day == puzzle.day {
            continue;
        }
        let module = module_name(day);
        let source = source(project, puzzle.year.day(day));
        let other_day = tokens(&source);
        for error in output.errors() {
            let may_be_here = match error.missing {
                Missing::Nothing => false,
                Missing::Use => true,
                Missing::Name if tokens(&error.text).contains(&&*module) => true,
                Missing::Name | Missing::Macro => other_day.contains(&"macro_rules"),
                Missing::Implementation => implements(&other_day, &shared),
            };
            if may_be_here {
                return true;
            }
        }
    }
    false
}

/// The text of all files of a day.
fn source(project: &Project, puzzle: Puzzle) -> String {
    let mut files = BTreeSet::new();
    for path in project.day_paths(puzzle) {
        files_below(&path, Path::new(""), false, &mut files);
    }
    files.iter().flat_map(|file| read_text_file(file)).collect()
}

/// True if a source may implement something with a type or a trait of the `shared`
/// modules: if such an item is in the head of an `impl`, or is a macro.
fn implements(tokens: &[&str], shared: &[String]) -> bool {
    let mut known: BTreeSet<&str> = shared.iter().map(String::as_str).collect();
    let mut above = ";";
    for (index, &token) in tokens.iter().enumerate() {
        let rest = &tokens[index..];
        // Elsewhere `impl` is part of a type.
        let is_item = matches!(above, ";" | "}" | "{" | "]" | "unsafe");
        above = token;
        let end = match token {
            "use" => ";",
            "impl" if is_item => "{",
            _ if known.contains(token) && rest.get(1) == Some(&"!") => return true,
            _ => continue,
        };
        let head = rest.split(|other| *other == end).next().unwrap_or(rest);
        if !head.iter().any(|name| known.contains(name)) {
            continue;
        }
        if token == "impl" {
            return true;
        }
        known.extend(head.iter().filter(|name| is_item_name(name)));
    }
    known.contains("*")
}

/// True if a part of a `use` statement may be the name of an item, or stands for all.
fn is_item_name(token: &str) -> bool {
    let is_keyword = matches!(token, "use" | "as" | "self" | "super");
    let is_word = token.starts_with(|c: char| c.is_alphabetic() || c == '_');
    token == "*" || is_word && !is_keyword
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Case;

    #[test]
    fn another_day_implements_something_only_with_what_both_share() {
        let shared = ["crate", "day01", "grid"].map(str::to_owned);
        for (source, may_implement) in [
            "use aoc_solution::Solution; impl Solution for Day02 {}".gives(false),
            ("use crate::grid::Grid; fn parse() -> Grid {}", false),
            "use crate::grid::Grid; fn f(all: impl Iterator<Item = Grid>) {}".gives(false),
            ("mod tests { use super::*; impl X for Y {} }", false),
            ("use crate::grid::Grid; impl Sum for Grid {}", true),
            ("use super::{grid, Other}; impl grid::Sum for Mine {}", true),
            ("impl super::day01::Day01 { pub fn number() {} }", true),
            ("use crate::grid::*; impl Sum for Grid {}", true),
            ("use crate::implement; implement!(Grid);", true),
        ] {
            let found = implements(&tokens(source), &shared);
            assert_eq!(found, may_implement, "{source}");
        }
    }
}
