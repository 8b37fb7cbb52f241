//! Finds out whether a day that does not compile alone may compile with the other days
//! of its year.
//!
//! A day is built without the other days. If it uses one of them, the compiler misses a
//! name, a macro, or an implementation. The whole year is built only if one of the other
//! days can have what is missing: building it takes much longer, and delays the error.

use std::collections::BTreeSet;
use std::ffi::OsStr;

use walkdir::WalkDir;

use super::command::{CompilerError, Missing};
use crate::files::read_text_file;
use crate::project::source::tokens;
use crate::project::{Project, YearSources, module_name};
use crate::puzzle::Puzzle;

/// True if one of the errors of a day may be caused by the absence of the other days.
pub fn may_need_other_days(
    project: &Project,
    puzzle: Puzzle,
    errors: &[CompilerError],
    sources: &YearSources,
) -> bool {
    let is_missing = |kind: Missing| errors.iter().any(|error| error.missing == kind);
    let is_name = is_missing(Missing::Name);
    let is_macro = is_name || is_missing(Missing::Macro);
    let is_implementation = is_missing(Missing::Implementation);
    let is_use = is_missing(Missing::Use);
    // Another day can implement something for this one only if its source names the day
    // or what both share.
    let mut shared: BTreeSet<String> = sources.modules.iter().cloned().collect();
    shared.extend([module_name(puzzle.day), "crate".to_owned()]);
    for &day in sources.days.keys().filter(|day| **day != puzzle.day) {
        let module = module_name(day);
        let is_named = |error: &CompilerError| {
            error.missing == Missing::Name && tokens(&error.text).contains(&module.as_str())
        };
        if is_use || errors.iter().any(is_named) {
            return true;
        }
        if is_macro || is_implementation {
            let source = source(project, puzzle.year.day(day));
            let tokens = tokens(&source);
            if is_macro && tokens.contains(&"macro_rules")
                || is_implementation && implements(&tokens, &shared)
            {
                return true;
            }
        }
    }
    false
}

/// The text of all files of a day.
fn source(project: &Project, puzzle: Puzzle) -> String {
    let mut source = String::new();
    for path in project.day_paths(puzzle) {
        for entry in WalkDir::new(path).into_iter().flatten() {
            if entry.path().extension() == Some(OsStr::new("rs")) {
                source += &read_text_file(entry.path()).unwrap_or_default();
            }
        }
    }
    source
}

/// True if a source may implement something with a type or a trait of the `shared`
/// modules: if such an item is in the head of an `impl`, or is a macro.
fn implements(tokens: &[&str], shared: &BTreeSet<String>) -> bool {
    let mut imported = BTreeSet::new();
    for (index, token) in tokens.iter().enumerate() {
        let rest = &tokens[index..];
        if *token == "use" {
            let names: Vec<&str> = rest.iter().copied().take_while(|it| *it != ";").collect();
            if names.iter().any(|name| shared.contains(*name)) {
                imported.extend(names);
            }
        }
        // Elsewhere `impl` is part of a type.
        let is_item = index == 0 || [";", "}", "{", "]", "unsafe"].contains(&tokens[index - 1]);
        if *token == "impl" && is_item {
            let head = rest.iter().take_while(|it| **it != "{");
            if head
                .clone()
                .any(|it| shared.contains(*it) || imported.contains(it) && is_word(it))
            {
                return true;
            }
        }
        if let [name, "!", ..] = rest
            && (imported.contains(name) || tokens[..index].ends_with(&["crate", ":", ":"]))
        {
            return true;
        }
    }
    imported.contains("*")
}

fn is_word(token: &str) -> bool {
    token.starts_with(|c: char| c.is_alphabetic() || c == '_') && token != "as" && token != "self"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_day_implements_something_only_with_what_both_share() {
        let shared = ["crate", "day01", "grid"].map(str::to_owned).into();
        for (source, may_implement) in [
            (
                "use aoc_solution::Solution; impl Solution for Day02 {}",
                false,
            ),
            ("use crate::grid::Grid; fn parse() -> Grid {}", false),
            (
                "use crate::grid::Grid; fn f(all: impl Iterator<Item = Grid>) {}",
                false,
            ),
            ("mod tests { use super::*; impl X for Y {} }", false),
            ("use crate::grid::Grid; impl Sum for Grid {}", true),
            ("use super::{grid, Other}; impl grid::Sum for Mine {}", true),
            ("impl super::day01::Day01 { pub fn number() {} }", true),
            ("use crate::grid::*; impl Sum for Grid {}", true),
            ("crate::implement!(Grid);", true),
        ] {
            assert_eq!(
                implements(&tokens(source), &shared),
                may_implement,
                "{source}"
            );
        }
    }
}
