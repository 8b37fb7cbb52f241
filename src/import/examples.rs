//! Examples in the tests of another repository: `assert_eq!(part1(TEXT), 42)` with
//! a text that is a literal, a constant or a file of the common template, perhaps parsed
//! before.
//!
//! Names are replaced by their values, and words that do not change a value are left
//! out. The first side of an assertion must then be the functions of a part and a text,
//! and the second an answer: `part1 parse "1\n2"`. Any other assertion is not an example.

use std::collections::BTreeMap;

use aoc_solution::Part;
use syn::Lit;

use super::days::{Code, DayFile};
use super::names::join;
use super::rust::Source;
use super::wiring::Wiring;
use crate::project::source::tokens;

/// Words that do not change a value.
const SAME: &str = " & ( ) . : ? super advent_of_code template Some Ok unwrap \
                    as_str as_bytes to_string to_owned into ";

/// The examples of a day as Rust, from all files that are named like it: it may have its
/// tests in a folder of their own.
pub fn examples(code: &Code<'_>, day: &DayFile<'_>, wiring: &Wiring) -> Vec<String> {
    let files = code.days.iter().filter(|it| it.puzzle == day.puzzle);
    let sources = files.filter_map(|it| code.source(it.file).ok());
    // Constants may have other values where tests are built.
    let is_same = |it: &&Source| !it.text.replace("#[cfg(test)]", "").contains("(test)");
    let sides = sources.filter(is_same).flat_map(assertions);
    let examples = sides.filter_map(|sides| {
        let (call, answer) = sides.rsplit_once(" , ")?;
        let value = |it: &(Part, String)| Some((it.0, call.strip_prefix(&it.1)?));
        let (part, value) = wiring.functions.iter().find_map(value)?;
        // cargo-aoc gives no day the blank line that its test may have.
        let text = text(value, code, day).filter(|it| !it.ends_with("\n\n"))?;
        Some((text, format!(".part{part}("), literal(answer)?))
    });
    let mut rendered: Vec<String> = Vec::new();
    for (text, part, answer) in examples {
        let new = format!("aoc_solution::Example::new({text:?})");
        match rendered.iter_mut().find(|it| it.starts_with(&new)) {
            Some(old) if old.contains(&part) => {}
            Some(old) => *old += &format!("{part}{answer:?})"),
            None => rendered.push(format!("{new}{part}{answer:?})")),
        }
    }
    rendered
}

/// The two arguments of each `assert_eq!` in the tests of a source, up to where a test
/// does more than to give names to values: that may change what follows, for example by
/// setting a size.
fn assertions(source: &Source) -> Vec<String> {
    let (mut names, mut found, mut is_plain) = (BTreeMap::new(), Vec::new(), false);
    for statement in tokens(&source.text).split(|word| [";", "{", "}"].contains(word)) {
        let mut sides = statement.splitn(2, |word| *word == "=");
        let mut left = sides.next().unwrap_or_default().split(|word| *word == ":");
        let of = value(sides.next().unwrap_or_default(), &names);
        let left = left.next().unwrap_or_default();
        if let (["assert_eq", "!", "(", sides @ .., ")"], true) = (statement, is_plain) {
            found.push(value(sides, &names));
        } else if statement.contains(&"fn") {
            names.retain(|name, _| name.starts_with(char::is_uppercase));
            is_plain = statement.contains(&"test") && !statement.contains(&"should_panic");
        } else if let ([.., "let" | "const" | "static", name], ..10_000) = (left, of.len()) {
            // Names that stand for names could grow without end.
            names.insert(name, of);
        } else {
            is_plain &= matches!(statement, [] | ["use", ..]);
        }
    }
    found
}

/// The words of an expression that matter for its value.
fn value(words: &[&str], names: &BTreeMap<&str, String>) -> String {
    let kept = words.iter().filter(|it| !SAME.contains(&format!(" {it} ")));
    let values = kept.map(|it| names.get(it).map_or(*it, String::as_str));
    let value = values.collect::<Vec<_>>().join(" ");
    value.trim_end_matches(" ,").to_owned()
}

/// The text that a value is: a literal, or a file of the common template.
fn text(value: &str, code: &Code<'_>, day: &DayFile<'_>) -> Option<String> {
    let value = value.trim_matches([' ', ',']);
    let name = match value.split(' ').collect::<Vec<_>>()[..] {
        ["read_file", "\"examples\"", ",", _] => String::new(),
        ["read_file_part", "\"examples\"", ",", _, ",", part] => format!("-{part}"),
        _ => return literal(value),
    };
    let path = format!("data/examples/{:02}{name}.txt", day.puzzle.day.0);
    let package = code.package_of(day.file);
    code.tree.text(&join(&package.folder, &path)).ok()
}

/// The number or the text of a literal.
fn literal(value: &str) -> Option<String> {
    match syn::parse_str(value).ok()? {
        Lit::Int(number) => Some(number.base10_digits().to_owned()),
        Lit::Str(text) => Some(text.value()),
        _ => None,
    }
}
