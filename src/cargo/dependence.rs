//! Decides whether a day that does not compile alone may compile together with the other days of
//! its year.
//!
//! A day is first built without the other days. If it needs one of them, the compiler reports a
//! missing name, macro, implementation or unstable feature. Building the whole year takes longer
//! and delays the error message, so the year is built only if another day may provide the missing
//! item.

use std::collections::BTreeSet;

use super::command::CargoOutput;
use super::diagnostic::Cause;
use crate::project::source::{is_name, tokens};
use crate::project::{Project, YearFiles};
use crate::puzzle::{Day, Puzzle};

/// True if the absence of the other days may have caused an error of this day.
pub fn may_need_other_days(
    project: &Project,
    puzzle: Puzzle,
    output: &CargoOutput,
    files: &YearFiles,
) -> bool {
    // A failure without a compiler error is not about a single day.
    if !output.has_errors() {
        return false;
    }
    let mut others: BTreeSet<Day> = files.days.keys().copied().collect();
    others.remove(&puzzle.day);
    if output
        .errors()
        .any(|error| error.cause == Cause::Unused || !error.named_days.is_disjoint(&others))
    {
        return true;
    }
    // A feature that another day declares also applies to the modules that both days use. An error
    // about a declaration has no place.
    let lacks_feature = output.errors().any(|error| {
        let is_shared = error.days.is_empty() && error.place.is_some();
        error.cause == Cause::UnstableFeature && is_shared
    });
    let mut declared = files.features.values();
    if lacks_feature && declared.any(|days| !days.contains(&puzzle.day)) {
        return true;
    }
    // Another day can only implement a trait for this day if it mentions this day or a module that
    // both days use.
    let mut shared: BTreeSet<&str> = files.modules.iter().map(String::as_str).collect();
    let module = puzzle.day.module();
    shared.extend([&*module, "crate"]);
    others.into_iter().any(|day| {
        let sources: Vec<String> = project.code_of_day(puzzle.year.day(day)).collect();
        let tokens: Vec<&str> = sources.iter().flat_map(|source| tokens(source)).collect();
        tokens.contains(&"macro_export") || may_implement(&tokens, &shared)
    })
}

/// True if a source may contain an implementation for items of the `shared` modules: the head of an
/// `impl` contains such an item, or the source calls such an item as a macro.
fn may_implement(tokens: &[&str], shared: &BTreeSet<&str>) -> bool {
    let mut known = shared.clone();
    let mut above = ";";
    for (index, &token) in tokens.iter().enumerate() {
        let rest = &tokens[index..];
        // In any other place, `impl` is part of a type.
        let is_item = matches!(above, ";" | "}" | "{" | "]" | "unsafe");
        above = token;
        let end = match rest {
            ["use", ..] => ";",
            ["impl", ..] if is_item => "{",
            ["include", "!", ..] | ["#", "[", "path", ..] => return true,
            _ if known.contains(token) && is_macro_call(rest) => return true,
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

/// True if the tokens begin with a macro call.
fn is_macro_call(mut tokens: &[&str]) -> bool {
    while let [_, ":", ":", rest @ ..] = tokens {
        tokens = rest;
    }
    matches!(tokens, [_, "!", ..])
}

/// True if this part of a `use` item may be the name of an item, or is `*`.
fn is_item_name(token: &str) -> bool {
    let is_keyword = matches!(token, "use" | "as" | "self" | "super");
    token == "*" || is_name(token) && !is_keyword
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_day_implements_something_only_with_what_both_share() {
        let shared = ["crate", "day01", "grid"].into();
        for (source, expected) in [
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
            ("use crate::implement; implement!(Grid);", true),
            ("crate::implement!(u8);", true),
            ("impl crate::grid::Sum for u8 {}", true),
            ("include!(\"../parts/sums.rs\");", true),
            ("#[path = \"../parts/sums.rs\"] mod sums;", true),
        ] {
            let found = may_implement(&tokens(source), &shared);
            assert_eq!(found, expected, "{source}");
        }
    }
}
