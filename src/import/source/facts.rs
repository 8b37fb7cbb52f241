//! The facts about the code of an item, from one pass over its tokens.
//!
//! To `syn`, the arguments of a macro are only tokens: in `assert_eq!(part1(EXAMPLE), 7)`, it finds
//! no call of `part1`. So the facts are read from the tokens, inside and outside of macros.

use std::collections::BTreeSet;
use std::ops::Range;

use syn::{Ident, parse_str};

use super::FileItem;
use super::files::NamedFile;
use super::tokens::{Tokens, start_of_path};
use super::uses::{Supers, names_in_crate, supers};
use crate::project::source::{is_name, literal_text};

#[derive(Default)]
pub struct ItemFacts {
    /// All names and keywords. A literal such as `"{total}"` counts as code that mentions `total`.
    pub names: BTreeSet<String>,
    /// The names before a `::`, such as `fs` in `fs::read(path)`.
    pub qualifiers: BTreeSet<String>,
    /// The names after `crate::`, and the first names in `crate::{...}`.
    pub names_in_crate: BTreeSet<String>,
    /// The `super` that lead out of the module around the item.
    pub supers: Vec<Supers>,
    /// The paths of the free functions that are called: `part1`, `geo::bounds`, `parse` of
    /// `parse::<u8>(text)`. Methods and associated functions are left out.
    called_functions: BTreeSet<String>,
    /// The paths of the macros that are called: `vec`, `anyhow::bail`.
    pub macro_calls: BTreeSet<String>,
    /// The names of the macros that are defined with `macro_rules!`.
    pub macros: BTreeSet<String>,
    /// The files that the code names with a path, in their order.
    pub files: Vec<NamedFile>,
    /// The texts of the string literals.
    pub strings: Vec<String>,
    /// True if the code calls the library, which gives it the day's input and captures its output.
    pub calls_library: bool,
    /// True for the code of a benchmark. A year's package has no target for it.
    pub has_benchmark: bool,
}

impl ItemFacts {
    /// The facts of this code.
    pub fn of(tokens: &Tokens, code: Range<usize>) -> Self {
        let mut facts = Self::default();
        let words = &tokens.words[..code.end];
        for index in code.clone() {
            let token = words[index];
            if token.contains('"') {
                facts.names.extend(captured(token).map(str::to_owned));
                facts.strings.extend(literal_text(token));
            } else if is_name(token) {
                facts.add_name(words, index);
            }
            let start = tokens.starts[index];
            facts.files.extend(NamedFile::at(start, &words[index..]));
            match &words[index..] {
                ["aoc_solution", ":", ":", "imported", ":", ":", ..] => facts.calls_library = true,
                ["#", "[", "bench", "]", ..]
                | ["#", "[", "divan", ":", ":", "bench", ..]
                | ["extern", "crate", "test", ";", ..]
                | ["test", ":", ":", "Bencher", ..] => facts.has_benchmark = true,
                _ => {}
            }
        }
        facts.supers = supers(tokens, code.clone());
        facts.names_in_crate = names_in_crate(&words[code])
            .map(|(_, name)| name.to_owned())
            .collect();
        facts
    }

    /// Adds the facts about the name at this index.
    fn add_name(&mut self, words: &[&str], index: usize) {
        let (name, path) = (words[index], &words[..=index]);
        let (before, after) = (&words[..index], &words[index + 1..]);
        self.names.insert(name.to_owned());
        if before.ends_with(&["macro_rules", "!"]) {
            self.macros.insert(name.to_owned());
        }
        if after.starts_with(&[":", ":"]) {
            self.qualifiers.insert(name.to_owned());
        }
        match after {
            ["(", ..] | [":", ":", "<", ..] if is_free_call(before) => {
                self.called_functions.insert(path_to(path));
            }
            // In `if !(..)`, the token before `!` is a keyword.
            ["!", "(" | "[" | "{", ..] if parse_str::<Ident>(name).is_ok() => {
                self.macro_calls.insert(path_to(path));
            }
            _ => {}
        }
    }

    /// True if a function is called by this path, or by a longer path that ends with it.
    pub fn calls_function(&self, path: &str) -> bool {
        has_path(&self.called_functions, path)
    }

    /// True if a function is called by this name, without a path.
    pub fn calls_by_name(&self, name: &str) -> bool {
        self.called_functions.contains(name)
    }

    /// True if a macro with this name is called.
    pub fn calls_macro(&self, name: &str) -> bool {
        has_path(&self.macro_calls, name)
    }
}

/// True if one of the paths is `path`, or ends with `::` and `path`.
fn has_path(paths: &BTreeSet<String>, path: &str) -> bool {
    let mut before = paths.iter().filter_map(|long| long.strip_suffix(path));
    before.any(|before| before.is_empty() || before.ends_with("::"))
}

impl FileItem {
    /// True if the code of the item has the name.
    pub fn mentions(&self, name: &str) -> bool {
        self.facts.names.contains(name)
    }

    /// True if the code of the item has all names of a path, such as `part1::solve`.
    pub fn mentions_names_of(&self, path: &str) -> bool {
        path.split("::").all(|name| self.mentions(name))
    }
}

/// The names of variables in a literal that a macro like `format!` may replace with their values.
pub fn captured(literal: &str) -> impl Iterator<Item = &str> {
    literal
        .split('{')
        .skip(1)
        .filter_map(|text| {
            text.split(|c: char| !c.is_alphanumeric() && c != '_')
                .next()
        })
        .filter(|name| is_name(name))
}

/// True if the call after these tokens calls a free function. False for a definition, and for the
/// call of a method or an associated function.
fn is_free_call(before: &[&str]) -> bool {
    match before {
        [path @ .., ":", ":"] => {
            let owner = path.last().copied().unwrap_or_default();
            owner.starts_with(|c: char| c.is_lowercase() || c == '_')
        }
        [.., "." | "fn"] => false,
        _ => true,
    }
}

/// The path that ends with the last token.
fn path_to(tokens: &[&str]) -> String {
    tokens[start_of_path(tokens)..].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facts(code: &str) -> ItemFacts {
        let tokens = Tokens::of(code);
        ItemFacts::of(&tokens, 0..tokens.words.len())
    }

    #[test]
    fn names_and_calls_are_those_of_the_code() {
        let facts = facts(
            "fn a(b: &C) { d(1); E::f(); g::h(); m::<C>(); b.i(); b.e::<C>(); let j = k; format!(\"{l:>2} n\"); /* o */ }",
        );
        let has = |name: &str| facts.names.contains(name);
        assert!("abCdEfghijklm".chars().all(|name| has(&name.to_string())));
        assert!(!has("n") && !has("o") && !has("1"));
        assert!(
            facts.called_functions.iter().eq(["d", "g::h", "m"]),
            "{:?}",
            facts.called_functions
        );
    }

    #[test]
    fn code_has_the_same_facts_in_the_arguments_of_a_macro() {
        let code = "{ a(); b!(c::d()); e::f![1]; if !(g != 1) { aoc_solution::imported::text() } }";
        for item in [format!("fn h() {code}"), format!("i! {code}")] {
            let facts = facts(&item);
            let has_macro = |name: &str| facts.calls_macro(name);
            assert!(facts.called_functions.iter().eq([
                "a",
                "aoc_solution::imported::text",
                "c::d"
            ]));
            assert!(has_macro("b") && has_macro("f") && !has_macro("g") && !has_macro("if"));
            assert!(facts.qualifiers.contains("e") && !facts.qualifiers.contains("f"));
            assert!(facts.calls_library);
        }
    }

    #[test]
    fn a_call_is_one_of_each_path_that_ends_it() {
        let facts = facts("fn a() { crate::b::c(1); d() }");
        for (path, calls, by_name) in [
            ("c", true, false),
            ("b::c", true, false),
            ("a::c", false, false),
            ("::c", false, false),
            ("d", true, true),
            ("b::d", false, false),
        ] {
            assert_eq!(facts.calls_function(path), calls, "{path}");
            assert_eq!(facts.calls_by_name(path), by_name, "{path}");
        }
    }
}
