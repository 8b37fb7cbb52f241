//! Finds the type that solves a day. Because the user may have another trait with the name
//! `Solution`, the path of the trait, or the `use` item that imports it, decides which trait is
//! meant.

use std::collections::BTreeSet;

use super::{is_name, nesting, tokens};

/// Finds the type that solves the day, in `impl Solution for NAME` or `functions!(NAME, ...)`. If
/// there are several, it prefers `conventional`, then the first.
pub fn solution_type(source: &str, conventional: &str) -> Option<String> {
    let tokens = tokens(source);
    let imports = Imports::find(&tokens);
    let mut depth = 0;
    let mut found = Vec::new();
    for (index, token) in tokens.iter().enumerate() {
        depth += nesting(token);
        let (name, owner) = match &tokens[index..] {
            // A generic type cannot be registered by its name alone.
            [_, "for", _, "<" | ":", ..] => continue,
            [_, "for", name, ..] => (*name, imports.owner(&tokens, index)),
            ["functions", "!", "(" | "{" | "[", name, ",", ..] => (*name, TraitOwner::Library),
            _ => continue,
        };
        if is_name(name) {
            found.push((depth, name, owner));
        }
    }
    // A type in an inner module cannot be named from outside. While a file is being written, its
    // braces may not match. In that case, all types are kept.
    found.retain(|(inside, ..)| *inside == 0 || depth != 0);
    for wanted in [TraitOwner::Library, TraitOwner::Unknown] {
        let names: Vec<&str> = found
            .iter()
            .filter(|(.., owner)| *owner == wanted)
            .map(|(_, name, _)| *name)
            .collect();
        if names.contains(&conventional) {
            return Some(conventional.to_owned());
        }
        if let Some(name) = names.first() {
            return Some((*name).to_owned());
        }
    }
    None
}

/// The owner of the trait that an `impl` implements.
#[derive(PartialEq)]
enum TraitOwner {
    Library,
    /// The trait has the name `Solution`, and the file does not say where it comes from.
    Unknown,
    Other,
}

/// The imports of a file that concern the trait `Solution`.
struct Imports<'a> {
    /// The names under which the file knows the library.
    libraries: BTreeSet<&'a str>,
    /// The names under which the file knows the library's trait.
    traits: BTreeSet<&'a str>,
    /// True if `Solution` is another trait that the file defines or imports.
    is_other: bool,
}

impl<'a> Imports<'a> {
    fn find(tokens: &[&'a str]) -> Self {
        let mut imports = Self {
            libraries: ["aoc_solution"].into(),
            traits: BTreeSet::new(),
            is_other: false,
        };
        let mut depth = 0;
        for (index, token) in tokens.iter().enumerate() {
            depth += nesting(token);
            match &tokens[index..] {
                ["trait", "Solution", ..] if depth == 0 => imports.is_other = true,
                ["use", tree @ ..] if depth == 0 => {
                    let end = tree.iter().position(|token| *token == ";");
                    imports.add(&tree[..end.unwrap_or_default()]);
                }
                _ => {}
            }
        }
        imports
    }

    /// Adds the imports of a `use` tree, such as `aoc_solution::{Result, Solution as _}`.
    fn add(&mut self, tree: &[&'a str]) {
        let tree = tree.strip_prefix(&[":", ":"]).unwrap_or(tree);
        if let ["{", trees @ .., "}"] = tree {
            let mut depth = 0;
            let trees = trees.split(|token| {
                depth += nesting(token);
                depth == 0 && *token == ","
            });
            trees.for_each(|tree| self.add(tree));
            return;
        }
        let Some(root) = tree.first() else {
            return;
        };
        let is_library = self.libraries.contains(root);
        if let [_, "as", name] = tree
            && is_library
        {
            self.libraries.insert(name);
        }
        for (index, token) in tree.iter().enumerate() {
            let name = match &tree[index + 1..] {
                [] | ["," | "}", ..] => *token,
                ["as", name, ..] if *token == "Solution" => *name,
                _ => continue,
            };
            if *token == "Solution" && is_library {
                self.traits.insert(name);
            } else if name == "Solution" {
                self.is_other = true;
            }
        }
    }

    /// The owner of the trait whose path ends at `index`, before `for`.
    fn owner(&self, tokens: &[&str], index: usize) -> TraitOwner {
        let mut root = index;
        while let [.., name, ":", ":"] = &tokens[..root]
            && is_name(name)
            && *name != "impl"
        {
            root -= 3;
        }
        let is_library = if root < index {
            tokens[index] == "Solution" && self.libraries.contains(tokens[root])
        } else {
            self.traits.contains(tokens[index])
        };
        if is_library {
            TraitOwner::Library
        } else if tokens[index] != "Solution" {
            TraitOwner::Other
        } else if root == index && !self.is_other || has_required_items(&tokens[index..]) {
            TraitOwner::Unknown
        } else {
            TraitOwner::Other
        }
    }
}

/// True if an `impl` has the three items that the library's trait requires. This decides when the
/// file does not show where the trait `Solution` comes from.
fn has_required_items(tokens: &[&str]) -> bool {
    let body = tokens.iter().position(|token| *token == "{");
    let body = &tokens[body.unwrap_or(tokens.len())..];
    let mut depth = 0;
    let end = body.iter().position(|token| {
        depth += nesting(token);
        depth == 0
    });
    let body = &body[..end.unwrap_or(body.len())];
    [["const", "TITLE"], ["type", "Input"], ["fn", "parse"]]
        .iter()
        .all(|item| body.windows(2).any(|tokens| tokens == item))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_type() {
        for (name, source) in [
            ("Day22", "impl Solution for Day22{"),
            ("Day22", "impl Solution for A {} impl Solution for Day22 {}"),
            // A brace is missing. The compiler reports its place.
            ("Day22", "fn f() { if x { } impl Solution for Day22 {}"),
            ("Day22", "aoc_solution::functions!(Day22, \"a\");"),
            ("Day22", "impl/* a */Solution/**/for Day22 where {}"),
            ("A", "pub struct A; impl ::aoc_solution::Solution for A {"),
            ("A", "impl<'a> ::aoc_solution::Solution for A {"),
            ("A", "impl Solution for A {} impl Solution for B {}"),
            (
                "A",
                "mod tests { impl Solution for X {} } impl Solution for A {}",
            ),
            ("A", "functions! { A, \"a\", u8 }"),
        ] {
            let found = solution_type(source, "Day22");
            assert_eq!(found.as_deref(), Some(name), "{source}");
        }
    }

    #[test]
    fn another_trait_of_the_same_name_is_not_meant() {
        let library = "{ const TITLE: &'static str = \"\"; type Input<'a> = (); fn parse() {} }";
        for (source, name) in [
            ("impl solution::Solution for Day22 {}", None),
            (
                "use crate::solution::Solution; impl Solution for Day22 {}",
                None,
            ),
            (
                "use {std::fmt, super::{Solution, x}}; impl Solution for Day22 {}",
                None,
            ),
            (
                "use crate::Solver as Solution; impl Solution for Day22 {}",
                None,
            ),
            ("trait Solution {} impl Solution for Day22 {}", None),
            (
                "mod x { trait Solution {} } impl Solution for A {}",
                Some("A"),
            ),
            (
                "mod x { use super::Solution; } impl Solution for A {}",
                Some("A"),
            ),
            (
                "use aoc_solution::{Answer, Solution}; impl Solution for A {}",
                Some("A"),
            ),
            (
                "use {aoc_solution::Solution, x::Y}; impl Solution for A {}",
                Some("A"),
            ),
            (
                "use aoc_solution::prelude::*; impl Solution for A {}",
                Some("A"),
            ),
            (
                "use aoc_solution as aoc; impl aoc::Solution for A {}",
                Some("A"),
            ),
            (
                "use aoc_solution::Solution as Aoc; impl Aoc for A {}",
                Some("A"),
            ),
            // The user's trait is implemented for the usual type, the library's for another type.
            (
                "impl own::Solution for Day22 {} impl aoc_solution::Solution for A {}",
                Some("A"),
            ),
            (
                "use own::Solution; impl Solution for Day22 {} aoc_solution::functions!(A, \"a\");",
                Some("A"),
            ),
            (
                "use own::*; impl Solution for Day22 {} impl aoc_solution::Solution for A {}",
                Some("A"),
            ),
            // The `impl` belongs to a test.
            (
                "impl Solution for A {} mod tests { use own::Solution; }",
                Some("A"),
            ),
        ] {
            let found = solution_type(source, "Day22");
            assert_eq!(found.as_deref(), name, "{source}");
        }
        // Another module exports the library's trait.
        for source in [
            format!("use crate::prelude::Solution; impl Solution for Day22 {library}"),
            format!("impl crate::prelude::Solution for Day22 {library}"),
        ] {
            let found = solution_type(&source, "");
            assert_eq!(found.as_deref(), Some("Day22"), "{source}");
        }
    }

    #[test]
    fn finds_no_type() {
        for source in [
            "mod tests { functions!(A, \"a\"); }",
            "macro_rules! functions { ($day:ident) => {} }",
            "impl Resolution for Day22 {",
            "impl<T> Solution for Day22<T> {",
            "impl Solution for Day22<'_> {",
            "impl Solution for other::Day22 {",
            "impl Solution for $name {}",
            "impl Solution for",
        ] {
            assert_eq!(solution_type(source, "Day22"), None, "{source}");
        }
    }

    #[test]
    fn comments_and_literals_neither_hold_nor_hide_it() {
        let hiding = r###"
            // impl Solution for X {}
            /* /* */ impl Solution for X {} */
            const A: &str = r##"/* "# { "##;
            const A: char = '"';
            const A: &str = "impl Solution for X {}";"###;
        for hiding in hiding.lines() {
            let source = format!("{hiding}\nimpl Solution for Day22 {{}}");
            let found = solution_type(&source, "X");
            assert_eq!(found.as_deref(), Some("Day22"), "{hiding}");
        }
        for unfinished in ["\"", "r#\"", "/*", "'", "b'", "#!["] {
            assert_eq!(solution_type(unfinished, "X"), None, "{unfinished}");
        }
    }
}
