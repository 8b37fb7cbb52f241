//! Examples in the tests of another repository: `assert_eq!(part1(TEXT), 42)` with
//! a text that is a literal, a constant or a file, perhaps parsed before.
//!
//! Names are replaced by their values, and words that do not change a value are left
//! out. One side of an assertion must then be an answer, and the other the functions of
//! a part and a text: `part1 parse "1\n2"`. Any other assertion is not an example.

use std::collections::{BTreeMap, BTreeSet};

use aoc_solution::Part;
use syn::{Lit, LitStr};

use super::days::{Code, DayFile};
use super::rust::Source;
use super::tree;
use super::wiring::Wiring;

/// The longest text that is written into the code.
const LONGEST: usize = 4096;

/// Words that do not change a value.
const SAME: &str = "& ( ) . : ? Some Ok unwrap clone as_str as_bytes to_string to_owned into";

/// Constants and variables with their values.
type Names = BTreeMap<String, String>;

/// The examples of a day as Rust: those in its file, and in the folder `tests` of its
/// package.
pub fn examples(code: &Code<'_>, day: &DayFile<'_>, wiring: &Wiring) -> Vec<String> {
    let tests = tree::join(&code.package_of(day.file).folder, "tests");
    let tests = code.tree.sources(&tests).filter(|file| {
        let of_name = tree::module(tree::last(file)).and_then(tree::day_in);
        of_name == Some(day.day) && code.year_of(file) == code.year_of(day.file)
    });
    let mut examples: Vec<(String, Part, String)> = Vec::new();
    for file in [day.file].into_iter().chain(tests) {
        let Ok(source) = code.source(file) else {
            continue;
        };
        // Constants may have other values where tests are built.
        if source.text.contains("not(test)") || source.text.contains("cfg!(test)") {
            return Vec::new();
        }
        for equal in assertions(source) {
            let sides = equal.split_once(" , ").map(|(one, other)| (other, one));
            for (call, answer) in equal.rsplit_once(" , ").into_iter().chain(sides) {
                let part = wiring.functions.iter().find_map(|(part, calls)| {
                    let rest = call.strip_prefix(calls)?.strip_prefix(' ')?;
                    Some((*part, text(rest, code, day, file)?))
                });
                // A day may not be given the blank line that its test has.
                if let (Some((part, text)), Some(answer)) = (part, literal(answer))
                    && text.len() <= LONGEST
                    && !(wiring.trims() && text.ends_with("\n\n"))
                {
                    examples.push((text, part, answer));
                }
            }
        }
    }
    let render = |(text, ..): &(String, Part, String)| {
        let mut call = format!("aoc_solution::Example::new({text:?})");
        for part in Part::BOTH {
            let answer = examples.iter().find(|it| it.0 == *text && it.1 == part);
            call.extend(answer.map(|it| format!(".part{part}({:?})", it.2)));
        }
        call
    };
    let mut rendered: Vec<String> = examples.iter().map(render).collect();
    let mut known = BTreeSet::new();
    rendered.retain(|it| known.insert(it.clone()));
    rendered
}

/// The arguments of `assert_eq!` in the tests of a source, up to where a test does
/// more than to give names to values: that may change what follows, for example by
/// setting a size.
fn assertions(source: &Source) -> Vec<String> {
    let words: Vec<&str> = source.tokens.iter().map(|it| &*it.0).collect();
    let statements = words.split(|word| [";", "{", "}"].contains(word));
    let is_constant = |words: &[&str]| words.contains(&"const") || words.contains(&"static");
    let mut constants = Names::new();
    for statement in statements.clone().filter(|it| is_constant(it)) {
        learn(statement, &mut constants);
    }
    let (mut names, mut is_plain, mut found) = (Names::new(), false, Vec::new());
    for statement in statements {
        match statement {
            ["assert_eq", "!", "(", sides @ .., ")"] if is_plain => {
                found.push(value(sides, &names));
            }
            ["let", ..] => {
                learn(statement, &mut names);
                is_plain &= !statement.contains(&"_");
            }
            _ if is_constant(statement) => learn(statement, &mut names),
            _ if statement.contains(&"fn") => {
                (names, is_plain) = (constants.clone(), statement.contains(&"test"));
            }
            _ => is_plain &= matches!(statement, [] | ["use", ..]),
        }
    }
    found
}

/// Stores the value of `let NAME = VALUE;` or `const NAME: TYPE = VALUE;`. The names in
/// any other pattern have no known value from here on.
fn learn(words: &[&str], names: &mut Names) {
    let keyword = |word: &&str| ["let", "const", "static"].contains(word);
    let after = words.splitn(2, keyword).nth(1).unwrap_or_default();
    let mut sides = after.splitn(2, |word| *word == "=");
    let pattern = sides.next().unwrap_or_default();
    let value = value(sides.next().unwrap_or_default(), names);
    names.retain(|name, _| !pattern.contains(&&**name));
    // Names that stand for names could grow without end.
    if let [name] | [name, ":", ..] = pattern
        && value.len() <= 4 * LONGEST
    {
        names.insert((*name).to_owned(), value);
    }
}

/// The words of an expression that matter for its value, separated by blanks.
fn value(words: &[&str], names: &Names) -> String {
    let mut kept = Vec::new();
    for (index, word) in words.iter().enumerate() {
        let is_of_path = words[index + 1..].starts_with(&[":", ":"]);
        if !is_of_path && SAME.split(' ').all(|same| same != *word) {
            kept.push(names.get(*word).map_or(*word, String::as_str));
        }
    }
    kept.join(" ").trim_end_matches([' ', ',', ';']).to_owned()
}

/// The text that a value is.
fn text(value: &str, code: &Code<'_>, day: &DayFile<'_>, file: &str) -> Option<String> {
    // The common template has its examples in files.
    if let Some((_, arguments)) = value.split_once(" \"examples\" , ")
        && value.starts_with("read_file")
    {
        let name = arguments.replace("DAY", &format!("{:02}", day.day.0));
        let name = name.replace(" , ", "-");
        let path = format!("data/examples/{name:0>2}.txt");
        let package = code.package_of(day.file);
        return code.tree.text(&tree::join(&package.folder, &path)).ok();
    }
    let string = |text| Some(syn::parse_str::<LitStr>(text).ok()?.value());
    match value.strip_prefix("include_str ! ") {
        Some(path) => code.included(file, &string(path)?),
        None => string(value),
    }
}

/// The answer that a value is.
fn literal(value: &str) -> Option<String> {
    match syn::parse_str(value).ok()? {
        Lit::Int(number) => Some(number.base10_digits().to_owned()),
        Lit::Str(text) => Some(text.value()),
        _ => None,
    }
}
