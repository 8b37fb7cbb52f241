//! The copy of a day: the original's text with one call of `functions!`, and
//! without what belongs to the other tool.

use std::collections::{BTreeMap, BTreeSet};

use super::adapter;
use super::attributes;
use super::day::{self, Wiring};
use super::edits::Edits;
use super::examples::{Example, InputAnswer, Tests};
use super::files::Named;
use super::includes::{self, Places};
use super::input_type::Lifetimes;
use super::items::{Function, Items, MacroCall, items};
use super::modules::{self, Layout};
use super::source::Source;
use crate::puzzle::Puzzle;

/// How a file says which functions are the day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// By the names of the functions.
    Names,
    /// The same, with `solution!(1)`.
    Template,
    /// By the attributes of cargo-aoc.
    Attributes,
    /// By a file for each part.
    Parts,
}

/// What a copy is made of.
pub struct Original<'o> {
    pub puzzle: Puzzle,
    pub style: Style,
    pub text: &'o str,
    pub layout: &'o Layout,
    /// Of the types in all files of the package.
    pub lifetimes: &'o Lifetimes,
    /// The file with its tests and its text, if they have one of their own.
    pub tests: Option<(&'o str, &'o str)>,
    pub places: Places<'o>,
    /// What it is called if it has no heading.
    pub title: Option<String>,
    /// Crates whose macros it can use without naming them.
    pub macros: &'o [String],
}

/// What became of a day.
#[derive(Debug, Default)]
pub struct Copy {
    pub text: String,
    pub examples: usize,
    /// Lines of the original, and why they are a problem.
    pub problems: Vec<(usize, String)>,
    /// Lines of the file of tests that are not examples now.
    pub left_tests: Vec<usize>,
    /// Answers to the input, each with the file that says so.
    pub answers: Vec<(String, InputAnswer)>,
    /// The files that it includes, by their names in its folder.
    pub files: BTreeMap<String, Named>,
}

/// `None` if no function answers a part.
pub fn copy(original: &Original<'_>) -> Option<Copy> {
    let source = Source::new(original.text);
    let all = items(&source, source.all());
    let mut lifetimes = original.lifetimes.clone();
    lifetimes.extend(
        all.types
            .iter()
            .map(|it| (it.name.to_owned(), it.lifetimes)),
    );
    let mut wiring = match original.style {
        Style::Attributes => attributes::wiring(&source, &all, original.puzzle.day, &lifetimes)?,
        Style::Names | Style::Template => day::usual(&source, &all, &lifetimes)?,
        // These are not copied into one file.
        Style::Parts => return None,
    };
    wiring.helpers = day::helpers(&source, &all);
    let mut copy = Copy::default();
    let mut edits = Edits::default();
    for line in modules::edit(&source, original.layout, original.puzzle.year, &mut edits) {
        let why = "it uses another year, which is another program here".to_owned();
        copy.problems.push((line, why));
    }
    show_types(&source, &all, &wiring, &mut edits);
    attributes::remove(&source, &all, &mut edits);
    if original.style == Style::Template {
        for call in all.macros.iter().filter(|it| is_template(&source, it)) {
            edits.remove_lines(source.text, source.bytes(call.all.clone()));
        }
    }
    import_macros(original.macros, &source, &mut edits);
    for main in all.functions.iter().filter(|it| it.name == "main") {
        if day::is_marked(&source, main) {
            name_solve(&source, main, &mut edits);
        } else {
            edits.remove_lines(source.text, source.bytes(main.all.clone()));
        }
    }
    let mut examples = examples(original, &source, &all, &wiring, &mut edits, &mut copy);
    if let Some((file, text)) = original.tests {
        let source = Source::new(text);
        let all = items(&source, source.all());
        let tests = Tests {
            source: &source,
            wiring: &wiring,
            file,
            files: original.places.files,
        };
        let found = tests.find(&all, &Items::default());
        examples.extend(found.examples);
        copy.left_tests = found.left;
        let answers = found.answers.into_iter();
        copy.answers
            .extend(answers.map(|answer| (file.to_owned(), answer)));
    }
    let followed = includes::follow(&original.places, &source, &all, &mut edits);
    copy.files = followed.files;
    copy.problems.extend(followed.problems);
    let title = title(original.text)
        .or_else(|| original.title.clone())
        .unwrap_or_else(|| format!("Day {}", original.puzzle));
    let call = adapter::render(original.puzzle, &title, &wiring, &examples);
    copy.examples = examples.len();
    let tests = all.modules.iter().find(|module| module.is_test);
    if let Some(module) = tests {
        let start = source.bytes(module.all.clone()).start;
        let line = original.text[..start].rfind('\n').map_or(0, |at| at + 1);
        edits.replace(line..line, format!("{call}\n"));
        copy.text = edits.apply(original.text);
    } else {
        copy.text = edits.apply(original.text);
        copy.text.truncate(copy.text.trim_end().len());
        copy.text.extend(["\n\n", &call]);
    }
    copy.text.truncate(copy.text.trim_end().len());
    copy.text.push('\n');
    Some(copy)
}

/// The examples in the file's own tests. Tests that need the template's library
/// are removed, as it is not here; the others stay.
fn examples(
    original: &Original<'_>,
    source: &Source<'_>,
    all: &Items<'_>,
    wiring: &Wiring,
    edits: &mut Edits,
    copy: &mut Copy,
) -> Vec<Example> {
    let tests = Tests {
        source,
        wiring,
        file: original.places.file,
        files: original.places.files,
    };
    let found = tests.find(all, &Items::default());
    let mut examples = found.examples;
    let mut answers = found.answers;
    for module in all.modules.iter().filter(|module| module.is_test) {
        let Some(body) = module.body.clone() else {
            continue;
        };
        let inner = items(source, body);
        let found = tests.find(&inner, all);
        examples.extend(found.examples);
        answers.extend(found.answers);
        if original.style != Style::Template {
            continue;
        }
        let needs_template = |name: &str| {
            let function = inner.functions.iter().find(|it| it.name == name);
            function.is_some_and(|it| {
                let mut body = it.body.clone();
                body.any(|index| matches!(source.word(index), "template" | "DAY"))
            })
        };
        let lost: Vec<_> = inner
            .functions
            .iter()
            .filter(|it| needs_template(it.name))
            .collect();
        if lost.len() == inner.functions.len() {
            edits.remove_lines(source.text, source.bytes(module.all.clone()));
        } else {
            for function in &lost {
                edits.remove_lines(source.text, source.bytes(function.all.clone()));
            }
        }
        let is_converted = |name: &str| found.converted.iter().any(|it| it.name == name);
        for function in lost.iter().filter(|it| !is_converted(it.name)) {
            let why = "this test is not copied: it needs the template, or its example is missing"
                .to_owned();
            copy.problems.push((source.line(function.all.start), why));
        }
    }
    let answers = answers.into_iter();
    copy.answers
        .extend(answers.map(|answer| (original.places.file.to_owned(), answer)));
    examples
}

/// Whether this is `solution!(1)`, or `main!(1)` of older templates.
pub fn is_template(source: &Source<'_>, call: &MacroCall) -> bool {
    matches!(source.word(call.path.end - 1), "solution" | "main")
}

/// Makes a function `solve` of a `main` that an attribute gives the input.
fn name_solve(source: &Source<'_>, main: &Function<'_>, edits: &mut Edits) {
    for attribute in &main.attributes {
        edits.remove_lines(source.text, source.bytes(attribute.clone()));
    }
    let mut tokens = main.all.clone();
    if let Some(keyword) = tokens.find(|&index| source.matches(index, &["fn", "main"])) {
        edits.replace(source.bytes(keyword + 1..keyword + 2), "solve");
    }
}

/// Imports the macros that the root of the other crate imported for all files.
pub fn import_macros(crates: &[String], source: &Source<'_>, edits: &mut Edits) {
    let mut first = 0;
    while source.matches(first, &["#", "!", "["]) {
        first = source.close(first + 2) + 1;
    }
    let start = source.bytes(first..first + 1).start;
    for name in crates {
        let import = format!("#[allow(unused_imports)]\nuse {name}::*;\n");
        edits.replace(start..start, import);
    }
}

/// Makes the file's types visible, if the type of the input consists of one
/// that is not: the year's program must be able to name it. The others follow,
/// as what a visible type implements may name them.
fn show_types(source: &Source<'_>, all: &Items<'_>, wiring: &Wiring, edits: &mut Edits) {
    let Some((_, input)) = &wiring.parse else {
        return;
    };
    let input = Source::new(input);
    let mut names: Vec<&str> = input.all().map(|index| input.word(index)).collect();
    let mut seen = BTreeSet::new();
    let mut is_hidden = false;
    while let Some(name) = names.pop() {
        if !seen.insert(name) {
            continue;
        }
        let Some(found) = all.types.iter().find(|it| it.name == name) else {
            continue;
        };
        match &found.alias {
            Some(alias) => names.extend(alias.clone().map(|index| source.word(index))),
            None => is_hidden |= !found.is_visible,
        }
    }
    let hidden = all.types.iter().filter(|it| is_hidden && !it.is_visible);
    for found in hidden.filter(|it| it.alias.is_none()) {
        let start = source.tokens[found.keyword].start;
        edits.replace(start..start, "pub ");
    }
}

/// The title that the first comment of a file has as its heading, without
/// `Day 1:`.
pub fn title(text: &str) -> Option<String> {
    let comments = text
        .lines()
        .map(str::trim)
        .take_while(|line| line.is_empty() || line.starts_with("//") || line.starts_with("#!["));
    for line in comments {
        let line = line.trim_start_matches(['/', '!']).trim();
        let heading = line
            .strip_prefix('#')
            .filter(|rest| !rest.starts_with("!["))
            .map(|it| it.trim_start_matches('#'));
        let line = heading
            .unwrap_or(line)
            .trim_matches(|c: char| c.is_whitespace() || "-*=#".contains(c));
        let after_day = line.find("Day ").and_then(|at| {
            let rest = line[at + 4..].trim_start_matches(|c: char| c.is_ascii_digit());
            let name = rest
                .strip_prefix(':')
                .or_else(|| rest.trim_start().strip_prefix('-'))?;
            Some(name.trim())
        });
        let title = match (heading, after_day) {
            (_, Some(title)) => title,
            (Some(_), None) => line,
            (None, None) => continue,
        };
        let is_title = !title.is_empty() && title.len() <= 80 && !title.contains(char::is_control);
        if is_title {
            return Some(title.to_owned());
        }
    }
    None
}

#[cfg(test)]
mod tests;
