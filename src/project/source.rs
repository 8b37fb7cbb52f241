//! Finds in a day's source the type that solves it, its title, the names of its
//! alternatives, and misspelt parts.
//!
//! It uses the compiler's lexer and no parser, because a parser would reject a file that
//! is still being written.

use std::collections::BTreeSet;
use std::io;
use std::ops::Range;
use std::path::Path;

use aoc_solution::Part;
use ra_ap_rustc_lexer::{FrontmatterAllowed, TokenKind, tokenize};

use crate::files::{MAX_INPUT, read_text};

/// Reads the file of a day, which may have its input as a literal.
pub fn read_source(file: &Path) -> io::Result<String> {
    read_text(file, MAX_INPUT)
}

/// The tokens of `source`, without comments and white space.
pub fn tokens(source: &str) -> Vec<&str> {
    token_ranges(source).map(|at| &source[at]).collect()
}

/// The byte ranges of the tokens.
pub fn token_ranges(source: &str) -> impl Iterator<Item = Range<usize>> {
    let mut end = 0;
    tokenize(source, FrontmatterAllowed::No).filter_map(move |token| {
        let start = end;
        end += token.len as usize;
        match token.kind {
            TokenKind::Whitespace
            | TokenKind::LineComment { .. }
            | TokenKind::BlockComment { .. } => None,
            _ => Some(start..end),
        }
    })
}

/// Finds the type that solves the day, in `impl Solution for NAME` or `functions!(NAME, ...)`. Of
/// several types it prefers `conventional`, then the first. The user may have another trait named
/// `Solution`, so paths and `use` items decide which trait is meant.
pub fn solution_type(source: &str, conventional: &str) -> Option<String> {
    let tokens = tokens(source);
    let imports = Imports::find(&tokens);
    let mut depth = 0;
    let mut found = Vec::new();
    for (index, token) in tokens.iter().enumerate() {
        depth += nesting(token);
        let (name, origin) = match &tokens[index..] {
            // A generic type has no name that could be registered.
            [_, "for", _, "<" | ":", ..] => continue,
            [_, "for", name, ..] => (*name, imports.owner(&tokens, index)),
            ["functions", "!", "(" | "{" | "[", name, ",", ..] => (*name, TraitOwner::Library),
            _ => continue,
        };
        if is_name(name) {
            found.push((depth, name, origin));
        }
    }
    // A type in an inner module cannot be named from outside. In a file that is still being
    // written, braces may not match.
    found.retain(|(inside, ..)| *inside == 0 || depth != 0);
    for wanted in [TraitOwner::Library, TraitOwner::Unknown] {
        let names: Vec<&str> = found
            .iter()
            .filter(|(.., origin)| *origin == wanted)
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
    /// The trait is called `Solution`, but nothing in the file says where it comes from.
    Unknown,
    Other,
}

/// The imports of a file that concern the trait `Solution`.
struct Imports<'a> {
    /// The names under which the file knows the library.
    libraries: BTreeSet<&'a str>,
    /// The names under which the file knows the library's trait.
    traits: BTreeSet<&'a str>,
    /// Whether `Solution` is another trait, which the file defines or imports.
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

/// True if an `impl` has the three items that the library's trait requires. This decides if the
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

/// Finds the text in `const TITLE: ... = "text";` or `functions!(NAME, "text", ...)`. Returns
/// `None` if it is not one plain literal.
pub fn title_among<'a>(mut tokens: impl Iterator<Item = &'a str>) -> Option<String> {
    let mut last = [""; 6];
    while let Some(token) = tokens.next() {
        last = [last[1], last[2], last[3], last[4], last[5], token];
        let literal = match last {
            [.., "const", "TITLE"] => tokens.skip_while(|token| *token != "=").nth(1)?,
            ["functions", "!", _, name, ",", title] if is_name(name) => title,
            _ => continue,
        };
        return literal_text(literal).map(str::to_owned);
    }
    None
}

/// Finds the names of the alternatives. In `const ALTERNATIVES: ... = ...;` these are the
/// literals that are the first argument or a field of an element. In `functions!` these are the
/// names in `alternatives = [part1 "name" = ...]`.
pub fn alternatives(source: &str) -> BTreeSet<String> {
    let mut tokens = tokens(source);
    let start = tokens
        .iter()
        .position(|token| matches!(*token, "ALTERNATIVES" | "alternatives"));
    tokens.drain(..start.unwrap_or(tokens.len()));
    let mut names = BTreeSet::new();
    let mut depth = 0;
    for pair in tokens.windows(2) {
        depth += nesting(pair[0]);
        if depth < 0 || (depth == 0 && pair[0] == ";") {
            break;
        }
        let may_be_name = matches!(pair[0], "(" | ":" | "part1" | "part2");
        if may_be_name
            && depth <= 2
            && let Some(name) = literal_text(pair[1])
        {
            names.insert(name.to_owned());
        }
    }
    names
}

/// The number of tests in a source.
pub fn test_count(source: &str) -> usize {
    source
        .lines()
        .filter(|line| line.trim() == "#[test]")
        .count()
}

/// The unstable features in `#![feature(...)]` at the beginning of the source.
pub fn features(source: &str) -> BTreeSet<String> {
    let tokens = tokens(source);
    let mut features = BTreeSet::new();
    let mut rest = &tokens[..];
    while let ["#", "!", "[", name, arguments @ ..] = rest {
        let end = arguments.iter().position(|token| *token == "]");
        let (arguments, after) = arguments.split_at(end.unwrap_or_default());
        if *name == "feature" {
            for token in arguments {
                if is_name(token) {
                    features.insert((*token).to_owned());
                }
            }
        }
        rest = after.strip_prefix(&["]"]).unwrap_or_default();
    }
    features
}

/// The number of examples in the code: `example!(...)` and `Example::new(...)`.
pub fn example_count(tokens: &[&str]) -> usize {
    tokens
        .windows(4)
        .filter(|next| matches!(next, ["example", "!", ..] | ["Example", ":", ":", "new"]))
        .count()
}

/// Whether the examples in the code have an answer to each part, such as `.part1("306")`.
pub fn checked_parts(tokens: &[&str]) -> [bool; 2] {
    if example_count(tokens) == 0 {
        return [false; 2];
    }
    [["part1", "part1_with"], ["part2", "part2_with"]].map(|names| {
        tokens
            .windows(3)
            .any(|next| matches!(next, [".", name, "("] if names.contains(name)))
    })
}

/// True if the source has a function with the name `trace`.
pub fn has_trace(source: &str) -> bool {
    tokens(source)
        .windows(2)
        .any(|pair| pair == ["fn", "trace"])
}

/// Finds an unused function whose name suggests a part, such as `part_1`, `part_one` or `solve1`.
pub fn misspelt_part(source: &str, part: Part) -> Option<String> {
    let tokens = tokens(source);
    for pair in tokens.windows(2) {
        let name = pair[1];
        if pair[0] != "fn" || !resembles_part(name, part) {
            continue;
        }
        let uses = tokens.iter().filter(|token| **token == name);
        if uses.count() == 1 {
            return Some(name.to_owned());
        }
    }
    None
}

/// True for a name such as `part_1`, `part_one` or `solve1`, but not for the right name of the
/// part.
fn resembles_part(name: &str, part: Part) -> bool {
    let word = name.to_lowercase().replace('_', "");
    let (right, digit, number) = match part {
        Part::One => ("part1", '1', "one"),
        Part::Two => ("part2", '2', "two"),
    };
    let is_part = word.starts_with("part") || word.starts_with("solve");
    let is_this = word.ends_with(digit) || word.ends_with(number);
    is_part && is_this && name != right
}

/// The change of the nesting depth of brackets by a token.
pub fn nesting(token: &str) -> i32 {
    match token {
        "(" | "[" | "{" => 1,
        ")" | "]" | "}" => -1,
        _ => 0,
    }
}

/// The text of a string literal that has no prefix and no escapes.
fn literal_text(token: &str) -> Option<&str> {
    let text = token.strip_prefix('"')?.strip_suffix('"')?;
    (!text.contains('\\')).then_some(text)
}

fn is_name(token: &str) -> bool {
    token.starts_with(|c: char| c.is_alphabetic() || c == '_') && !token.contains('"')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_title() {
        for (source, found) in [
            ("const A: B = 1; const TITLE: B = \"Crab\";", Some("Crab")),
            ("functions! { Day01, \"Lisp\", Vec<&'a str> }", Some("Lisp")),
            ("const TITLE: A = concat!(\"a\", \"b\");", None),
            (r#"const TITLE: A = "a \"b\"";"#, None),
            ("const TITLE: A = NAME;", None),
            ("// const TITLE: &str = \"a\";", None),
        ] {
            let title = title_among(tokens(source).into_iter());
            assert_eq!(title.as_deref(), found, "{source}");
        }
    }

    #[test]
    fn finds_the_features() {
        for (source, found) in [
            ("//! A day.\n#![feature(a, b)]\n#![feature(c)]", "a b c"),
            ("#![allow(x)]#![feature(a)]use b; #![feature(c)]", "a"),
            ("#![feature(a", ""),
            ("#[feature(a)] fn b() {}", ""),
        ] {
            let features: Vec<String> = features(source).into_iter().collect();
            assert_eq!(features.join(" "), found, "{source}");
        }
    }

    #[test]
    fn finds_the_alternatives() {
        let source = r#"
            impl Solution for Day22 {
                const ALTERNATIVES: &'static [Alternative<Self>] = &[
                    Alternative::<Self>::new("textbook", One, |deal| {
                        Ok(combat(deal).context("never ends")?.into())
                    }),
                    // Alternative::new("old", One, old),
                    Alternative::new("textbook", Two, recursive),
                    Alternative { name: "slow", part: Two, solve: slow },
                ];
                const NAME: &str = ("other");
            }"#;
        let found: Vec<String> = alternatives(source).into_iter().collect();
        assert_eq!(found, ["slow", "textbook"]);
        let functions =
            r#"functions!(A, "a", part1 = a, alternatives = [part1 "b" = f(1), part2 "c" = g])"#;
        let found: Vec<String> = alternatives(functions).into_iter().collect();
        assert_eq!(found, ["b", "c"]);
        for none in [
            "",
            "const ALTERNATIVES: A = &[];",
            "ALTERNATIVES",
            "= (( \"",
        ] {
            assert!(alternatives(none).is_empty(), "{none}");
        }
    }

    #[test]
    fn counts_the_examples() {
        let source =
            "example!(1), &[Example::new(\"a\"), aoc_solution::Example::new(1)] // Example::new(";
        assert_eq!(example_count(&tokens(source)), 3);
    }

    #[test]
    fn finds_the_parts_that_examples_in_the_code_check() {
        for (source, found) in [
            ("&[example!(\"1\").part1(\"2\")]", [true, false]),
            (
                "example!(1).part1_with(\"2\", a), Example::new(1).part2(\"3\")",
                [true, true],
            ),
            ("example!(1)", [false, false]),
            ("fn part1() {} // example!(1).part1(\"2\")", [false, false]),
            ("solver.part1()", [false, false]),
        ] {
            assert_eq!(checked_parts(&tokens(source)), found, "{source}");
        }
    }

    #[test]
    fn finds_the_trace() {
        for (source, found) in [
            ("fn trace(input: &str) {}", true),
            ("fn\n/* a */ trace<'a>() {}", true),
            ("fn trace_path() {}", false),
            ("// fn trace()", false),
            ("\"fn trace()\"", false),
        ] {
            assert_eq!(has_trace(source), found, "{source}");
        }
    }

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
    fn finds_a_part_of_another_name_that_is_not_used() {
        for (source, found) in [
            ("fn part1() {}", None),
            ("fn part_1() {}", Some("part_1")),
            ("fn part_one() {}", Some("part_one")),
            ("fn part01() {}", Some("part01")),
            ("fn solve1() {}", Some("solve1")),
            ("fn solve_part_1() {}", Some("solve_part_1")),
            ("fn part1() { part_1() } fn part_1() {}", None),
            ("functions!(A, \"a\", part1 = solve1); fn solve1() {}", None),
            ("fn part_2() {}", None),
            ("fn apart1() {}", None),
            ("// fn part_1() {}", None),
        ] {
            let part = misspelt_part(source, Part::One);
            assert_eq!(part.as_deref(), found, "{source}");
        }
        let two = misspelt_part("fn part_two() {}", Part::Two);
        assert_eq!(two.as_deref(), Some("part_two"));
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
