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
use super::rust::Source;
use super::tree;
use super::wiring::Wiring;

/// The longest text that is written into the code.
const LONGEST: usize = 4096;

/// Words that do not change a value.
const SAME: &str = "& ( ) . : ? Some Ok unwrap clone as_str as_bytes to_string to_owned into";

/// Constants and variables with the words of their values.
type Names<'s> = BTreeMap<&'s str, Vec<&'s str>>;

/// The examples of a day as Rust: those in its file, and in the folder `tests` of its
/// package.
pub fn examples(code: &Code<'_>, day: &DayFile<'_>, wiring: &Wiring) -> Vec<String> {
    let tests = tree::join(&code.package_of(day.file).folder, "tests");
    let tests = code.tree.sources(&tests).filter(|file| {
        let of_name = tree::last(file).strip_suffix(".rs").and_then(tree::day_in);
        of_name == Some(day.day) && code.year_of(file) == code.year_of(day.file)
    });
    let files = [day.file].into_iter().chain(tests);
    let sources: Vec<&Source> = files.filter_map(|file| code.source(file).ok()).collect();
    // Constants may have other values where tests are built.
    let is_other = |it: &&Source| it.text.contains("not(test)") || it.text.contains("cfg!(test)");
    if sources.iter().any(is_other) {
        return Vec::new();
    }
    let example = |sides: Vec<&str>| {
        let (call, answer) = sides.split_at(sides.iter().rposition(|it| *it == ",")?);
        let (part, value) = wiring.functions.iter().find_map(|(part, calls)| {
            let calls: Vec<&str> = calls.split(' ').collect();
            Some((*part, call.strip_prefix(&calls[..])?))
        })?;
        // cargo-aoc gives no day the blank line that its test may have.
        let is_given = |it: &String| it.len() <= LONGEST && !it.ends_with("\n\n");
        let text = text(value, code, day).filter(is_given)?;
        Some((text, part, literal(&answer[1..].concat())?))
    };
    let examples = sources.into_iter().flat_map(assertions).filter_map(example);
    let examples: Vec<(String, Part, String)> = examples.collect();
    let mut rendered: Vec<String> = Vec::new();
    for (text, ..) in &examples {
        let mut call = format!("aoc_solution::Example::new({text:?})");
        for part in Part::BOTH {
            let answer = examples.iter().find(|it| it.0 == *text && it.1 == part);
            call.extend(answer.map(|it| format!(".part{part}({:?})", it.2)));
        }
        if !rendered.contains(&call) {
            rendered.push(call);
        }
    }
    rendered
}

/// The two arguments of each `assert_eq!` in the tests of a source, up to where a test
/// does more than to give names to values: that may change what follows, for example by
/// setting a size.
fn assertions(source: &Source) -> Vec<Vec<&str>> {
    let words: Vec<&str> = source.tokens.iter().map(|it| &*it.0).collect();
    let statements = words.split(|word| [";", "{", "}"].contains(word));
    let (mut constants, mut names) = (Names::new(), Names::new());
    let (mut is_plain, mut found) = (false, Vec::new());
    for statement in statements {
        match statement {
            ["assert_eq", "!", "(", sides @ .., ")"] if is_plain => {
                found.push(value(sides, &names));
            }
            ["let", ..] => {
                learn(statement, &mut names);
                is_plain &= !statement.contains(&"_");
            }
            _ if statement.contains(&"fn") => {
                (names, is_plain) = (constants.clone(), statement.contains(&"test"));
            }
            _ if statement.contains(&"const") || statement.contains(&"static") => {
                // Of one in a test others do not know.
                let name = statement.split(|word| is_plain && *word == "=").next();
                learn(name.unwrap_or_default(), &mut constants);
                learn(statement, &mut names);
            }
            _ => is_plain &= matches!(statement, [] | ["use", ..]),
        }
    }
    found
}

/// Stores the value of `let NAME = VALUE;` or `const NAME: TYPE = VALUE;`. The names in
/// any other pattern have no known value from here on.
fn learn<'s>(words: &[&'s str], names: &mut Names<'s>) {
    let keyword = |word: &&str| ["let", "const", "static"].contains(word);
    let after = words.splitn(2, keyword).nth(1).unwrap_or_default();
    let mut sides = after.splitn(2, |word| *word == "=");
    let pattern = sides.next().unwrap_or_default();
    let value = value(sides.next().unwrap_or_default(), names);
    names.retain(|name, _| !pattern.contains(name));
    // Names that stand for names could grow without end.
    if let ([name] | [name, ":", ..], ..LONGEST) = (pattern, value.len()) {
        names.insert(name, value);
    }
}

/// The words of an expression that matter for its value.
fn value<'s>(words: &[&'s str], names: &Names<'s>) -> Vec<&'s str> {
    let mut kept = Vec::new();
    for (index, word) in words.iter().enumerate() {
        let is_of_path = words[index + 1..].starts_with(&[":", ":"]);
        if !is_of_path && SAME.split(' ').all(|same| same != *word) {
            kept.extend_from_slice(names.get(word).map_or(&[*word], Vec::as_slice));
        }
    }
    let end = kept.iter().rposition(|word| *word != ",");
    kept.truncate(end.map_or(0, |last| last + 1));
    kept
}

/// The text that a value is: a literal, or a file of the common template.
fn text(value: &[&str], code: &Code<'_>, day: &DayFile<'_>) -> Option<String> {
    let name = match value {
        [text] => return literal(text),
        ["read_file", "\"examples\"", ",", _] => String::new(),
        ["read_file_part", "\"examples\"", ",", _, ",", part] => format!("-{part}"),
        _ => return None,
    };
    let path = format!("data/examples/{:02}{name}.txt", day.day.0);
    let package = code.package_of(day.file);
    code.tree.text(&tree::join(&package.folder, &path)).ok()
}

/// The number or the text of a literal.
fn literal(value: &str) -> Option<String> {
    match syn::parse_str(value).ok()? {
        Lit::Int(number) => Some(number.base10_digits().to_owned()),
        Lit::Str(text) => Some(text.value()),
        _ => None,
    }
}
