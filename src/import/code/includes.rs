//! The files that the code of a day includes: texts and grammars.

use std::collections::BTreeMap;

use super::day;
use super::edits::Edits;
use super::files::{Files, Named, include_at};
use super::items::{Function, Items};
use super::source::Source;
use super::values;

/// Where the files of a day are, and are going to be.
pub struct Places<'o> {
    pub files: &'o dyn Files,
    /// The day's own file, from the root of its tree.
    pub file: &'o str,
    /// The folder of what it includes, as its copy is to name it.
    pub folder: &'o str,
    /// The user's input, as the copy is to include it.
    pub input: &'o str,
}

/// What became of the files that a day includes.
#[derive(Debug, Default)]
pub struct Followed {
    /// Those to be copied, by their names in the day's folder.
    pub files: BTreeMap<String, Named>,
    /// Lines of the original, and why they are a problem.
    pub problems: Vec<(usize, String)>,
}

/// Sees to the files that the code includes. The user's input stays where inputs
/// are, and a constant with it that only `main` needed goes; other texts are
/// copied beside the day, and a grammar is written into its attribute.
pub fn follow(
    places: &Places<'_>,
    source: &Source<'_>,
    all: &Items<'_>,
    edits: &mut Edits,
) -> Followed {
    let mut followed = Followed::default();
    let mains: Vec<&Function<'_>> = all
        .functions
        .iter()
        .filter(|it| it.name == "main" && !day::is_marked(source, it))
        .collect();
    let in_main = |index: usize| mains.iter().any(|main| main.all.contains(&index));
    for index in source.all().filter(|index| !in_main(*index)) {
        let is_grammar = source.matches(index, &["#", "[", "grammar", "="]);
        if is_grammar {
            let literal = values::unquoted(source.word(index + 4));
            let file = literal.and_then(|path| {
                let in_src = places.files.opened(&format!("src/{path}"));
                in_src.or_else(|| places.files.opened(&path))
            });
            if let Some(file) = file {
                let inline = format!("grammar_inline = {}", values::quoted(&file.text));
                edits.replace(source.bytes(index + 2..index + 5), inline);
            } else {
                let why = "the file of this grammar is not copied".to_owned();
                followed.problems.push((source.line(index), why));
            }
        }
        if !matches!(source.word(index), "include_str" | "include_bytes")
            || source.word(index + 1) != "!"
        {
            continue;
        }
        let literal = include_at(source, index);
        let file = literal.and_then(|literal| {
            let path = values::unquoted(source.word(literal))?;
            places.files.included(places.file, &path)
        });
        let unused = || {
            let constant = all.constants.iter().find(|it| it.all.contains(&index))?;
            let is_mentioned = |other: usize| {
                source.word(other) == constant.name
                    && !constant.all.contains(&other)
                    && !in_main(other)
            };
            (!source.all().any(is_mentioned)).then_some(constant)
        };
        if let Some(constant) = unused() {
            edits.remove_lines(source.text, source.bytes(constant.all.clone()));
            continue;
        }
        let (Some(literal), Some(file)) = (literal, file) else {
            let why = format!("`{}!` of a file that is not copied", source.word(index));
            followed.problems.push((source.line(index), why));
            continue;
        };
        let path = if file.is_input {
            places.input.to_owned()
        } else {
            format!("{}{}", places.folder, add_file(&mut followed.files, file))
        };
        edits.replace(source.bytes(literal..literal + 1), format!("{path:?}"));
    }
    followed
}

/// Adds a file to those of a day; returns the name that it has there.
fn add_file(files: &mut BTreeMap<String, Named>, file: Named) -> String {
    let mut name = String::new();
    for folder in file.path.rsplit('/') {
        name = match &*name {
            "" => folder.to_owned(),
            inner => format!("{folder}-{inner}"),
        };
        if files.get(&name).is_none_or(|other| *other == file) {
            break;
        }
    }
    files.insert(name.clone(), file);
    name
}
