//! The names that an item mentions, and the functions that it calls.

use std::collections::BTreeSet;

use super::FileItem;
use crate::project::source::is_name;

/// The names in the code of an item.
pub struct Mentions {
    /// All names and keywords. A literal such as `"{total}"` counts as code that mentions `total`.
    pub names: BTreeSet<String>,
    /// The paths of the functions that are called: `part1`, `geo::bounds`. Methods and associated
    /// functions are left out.
    calls: BTreeSet<String>,
}

impl Mentions {
    /// The names in these tokens of an item.
    pub fn of(tokens: &[&str]) -> Self {
        let mut names = BTreeSet::new();
        let mut calls = BTreeSet::new();
        for (index, token) in tokens.iter().enumerate() {
            if token.contains('"') {
                names.extend(captured(token).map(str::to_owned));
            } else if is_name(token) {
                names.insert((*token).to_owned());
                if tokens.get(index + 1) == Some(&"(") && is_free_call(&tokens[..index]) {
                    calls.insert(path_to(&tokens[..=index]));
                }
            }
        }
        Self { names, calls }
    }

    /// True if a function is called by this path, or by a longer path that ends with it.
    pub fn calls(&self, path: &str) -> bool {
        let ends_with_path = |call: &String| {
            let before = call.strip_suffix(path);
            before.is_some_and(|before| before.is_empty() || before.ends_with("::"))
        };
        self.calls.iter().any(ends_with_path)
    }

    /// True if a function is called by this name, without a path.
    pub fn calls_by_name(&self, name: &str) -> bool {
        self.calls.contains(name)
    }
}

impl FileItem {
    /// True if the code of the item has the name.
    pub fn mentions(&self, name: &str) -> bool {
        self.mentions.names.contains(name)
    }

    /// True if the code of the item has all names of a path, such as `part1::solve`.
    pub fn mentions_names_of(&self, path: &str) -> bool {
        path.split("::").all(|name| self.mentions(name))
    }
}

/// The names of variables in a literal that a macro like `format!` may replace with their values.
fn captured(literal: &str) -> impl Iterator<Item = &str> {
    let inner = literal.split('{').skip(1);
    inner
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
    match tokens {
        [before @ .., owner, ":", ":", name] if is_name(owner) => {
            path_to(&[before, &[*owner]].concat()) + "::" + name
        }
        [.., name] => (*name).to_owned(),
        [] => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::project::source::tokens;

    #[test]
    fn names_and_calls_are_those_of_the_code() {
        let mentions = Mentions::of(&tokens(
            "fn a(b: &C) { d(1); E::f(); g::h(); b.i(); let j = k; format!(\"{l:>2} m\"); /* n */ }",
        ));
        let has = |name: &str| mentions.names.contains(name);
        assert!("abCdEfghijkl".chars().all(|name| has(&name.to_string())));
        assert!(!has("m") && !has("n") && !has("1"));
        assert!(
            mentions.calls.iter().eq(["d", "g::h"]),
            "{:?}",
            mentions.calls
        );
    }

    #[test]
    fn a_call_is_one_of_each_path_that_ends_it() {
        let mentions = Mentions::of(&tokens("fn a() { crate::b::c(1); d() }"));
        for (path, calls, by_name) in [
            ("c", true, false),
            ("b::c", true, false),
            ("a::c", false, false),
            ("::c", false, false),
            ("d", true, true),
            ("b::d", false, false),
        ] {
            assert_eq!(mentions.calls(path), calls, "{path}");
            assert_eq!(mentions.calls_by_name(path), by_name, "{path}");
        }
    }
}
