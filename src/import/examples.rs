//! Examples in the tests of another repository: `assert_eq!(part1(TEXT), 42)` with
//! a text that is a literal, a constant or a file of the common template, perhaps parsed
//! before.
//!
//! Names are replaced by their values, and words that do not change a value are left
//! out. An assertion must then be the functions of a part, a text and an answer, or two for a
//! function that answers both parts: `part1 parse "1\n2" , 7`. Any other one is no example.

use std::collections::BTreeMap;

use aoc_solution::Part;
use syn::Lit;

use super::days::{Code, DayFile};
use super::names::join;
use super::source::Source;
use super::wiring::{SolvingFunction, Wiring};
use crate::project::source::tokens;

/// Words that do not change a value.
const SAME: [&str; 19] = [
    "&",
    "(",
    ")",
    ".",
    ":",
    "?",
    "super",
    "advent_of_code",
    "template",
    "Some",
    "Ok",
    "String",
    "from",
    "unwrap",
    "as_str",
    "as_bytes",
    "to_string",
    "to_owned",
    "into",
];

/// The examples of a day as Rust, from all files that are named like it: it may have its
/// tests in a folder of their own.
pub fn examples(code: &Code, day: &DayFile, wiring: &Wiring) -> Vec<String> {
    let mut found = BTreeMap::<String, BTreeMap<Part, String>>::new();
    for file in &code.days {
        if file.puzzle != day.puzzle {
            continue;
        }
        for words in assertions(file.source) {
            let example = wiring
                .solvers
                .iter()
                .find_map(|solver| example(&words, solver, code, day));
            for (text, part, answer) in example.into_iter().flatten() {
                found.entry(text).or_default().entry(part).or_insert(answer);
            }
        }
    }
    let mut rendered = Vec::new();
    for (text, answers) in found {
        let mut example = format!("aoc_solution::Example::new({text:?})");
        for (part, answer) in answers {
            example += &format!(".part{part}({answer:?})");
        }
        rendered.push(example);
    }
    rendered
}

/// The words of each `assert_eq!` in the tests of a source, up to the statement of a test that
/// does more than give a name to a value: it may change the values that follow, for example by
/// setting a size.
fn assertions(source: &Source) -> Vec<Vec<String>> {
    let mut values = BTreeMap::new();
    let mut found = Vec::new();
    let mut is_plain = false;
    // Constants may have other values where tests are built.
    if source.text.replace("#[cfg(test)]", "").contains("(test)") {
        return found;
    }
    for statement in tokens(&source.text).split(|word| [";", "{", "}"].contains(word)) {
        let mut sides = statement.splitn(2, |word| *word == "=");
        let mut left = sides.next().unwrap_or_default().split(|word| *word == ":");
        let value = plain(sides.next().unwrap_or_default(), &values);
        match (statement, left.next().unwrap_or_default()) {
            (["assert_eq", "!", "(", sides @ .., ")"], _) if is_plain => {
                found.push(plain(sides, &values));
            }
            (_, _) if statement.contains(&"fn") => {
                values.retain(|name, _| name.starts_with(char::is_uppercase));
                is_plain = statement.contains(&"test") && !statement.contains(&"should_panic");
            }
            // Names that stand for names could grow without end.
            (_, [.., "let" | "const" | "static", name]) if value.len() < 1_000 => {
                values.insert(name, value);
            }
            _ => is_plain &= matches!(statement, [] | ["use", ..]),
        }
    }
    found
}

/// The words of an expression that matter for its value.
fn plain(words: &[&str], values: &BTreeMap<&str, Vec<String>>) -> Vec<String> {
    let mut plain: Vec<String> = Vec::new();
    for word in words {
        match (values.get(word), plain.last_mut()) {
            _ if SAME.contains(word) => {}
            (Some(value), _) => plain.extend_from_slice(value),
            (None, Some(sign)) if sign == "-" => sign.push_str(word),
            (None, _) => plain.push((*word).to_owned()),
        }
    }
    while plain.last().is_some_and(|word| word == ",") {
        plain.pop();
    }
    plain
}

/// The text and the answers that an assertion is about, if it calls a solver.
fn example(
    words: &[String],
    solver: &SolvingFunction,
    code: &Code,
    day: &DayFile,
) -> Option<Vec<(String, Part, String)>> {
    let mut call = vec![&*solver.function.name];
    if let Some(parser) = &solver.parser {
        call.push(&parser.name);
    }
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let sides = words.strip_prefix(&*call)?;
    let parts = match solver.part {
        Some(part) => vec![part],
        None => Part::BOTH.to_vec(),
    };
    let end = sides.len().checked_sub(2 * parts.len())?;
    let (argument, answers) = sides.split_at(end);
    let text = text(argument, code, day)?;
    // cargo-aoc gives no day the blank line that its test may have.
    if text.ends_with("\n\n") {
        return None;
    }
    let mut examples = Vec::new();
    for (part, answer) in parts.into_iter().zip(answers.chunks(2)) {
        examples.push((text.clone(), part, literal(answer[1])?));
    }
    Some(examples)
}

/// The text that an argument is: a literal, or a file of the common template.
fn text(argument: &[&str], code: &Code, day: &DayFile) -> Option<String> {
    let name = match argument {
        ["read_file", "\"examples\"", ",", _] => String::new(),
        ["read_file_part", "\"examples\"", ",", _, ",", part] => format!("-{part}"),
        [text] => return literal(text),
        _ => return None,
    };
    let path = format!("data/examples/{:02}{name}.txt", day.puzzle.day.0);
    let package = code.package_of(day.file);
    code.tree.text(&join(&package.folder, &path)).ok()
}

/// The number or the text of a literal.
fn literal(word: &str) -> Option<String> {
    match syn::parse_str(word).ok()? {
        Lit::Int(number) => Some(number.base10_digits().to_owned()),
        Lit::Str(text) => Some(text.value()),
        _ => None,
    }
}
