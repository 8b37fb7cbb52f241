//! The notes for the user about the copy of a day: functions that the copy does not call, and macro
//! calls and files that it omits.

use std::collections::BTreeSet;

use syn::{Attribute, Item};

use super::original::{Original, Role};
use crate::import::candidates::wiring::Wiring;
use crate::import::folder::names::is_for_tests;
use crate::import::plan::CrateFeatures;
use crate::import::repository::day_decision::TakenWiring;
use crate::import::source::{FileItem, Source, last_name, marked_part};

/// The notes on the copy of a day with the wiring `taken`. `source` is the day as it was written.
pub fn of_copy(original: &Original, source: &Source, taken: Option<&TakenWiring>) -> Vec<String> {
    let unused_call = original.day.user_call.note().map(str::to_owned);
    let broken_call = taken.and_then(|taken| taken.broken_call.clone());
    let edition_hints = &original.context.options.edition_hints;
    let notes = [
        unused_call.or(broken_call),
        edition_hints.get(&original.day.puzzle).cloned(),
        taken.and_then(|taken| ignored_input(original, &taken.wiring)),
        taken.and_then(|taken| alternatives(source, &taken.wiring)),
        omitted_macros(original, source),
        omitted_attributes(original, source),
        omitted_tests(source),
        other_files(original, source),
        taken.and_then(|taken| {
            other_caller(original, taken).or_else(|| other_parser(source, taken))
        }),
    ];
    notes.into_iter().flatten().collect()
}

/// A note that a call neither gets nor reads the day's input.
fn ignored_input(original: &Original, wiring: &Wiring) -> Option<String> {
    let file = original.repository.file(&original.day.file);
    let is_reading_main = wiring.calls_main() && file.is_ok_and(|file| file.main_reads);
    let ignores = wiring.has_call_without_input() && !wiring.redirects_reads() && !is_reading_main;
    ignores.then(|| {
        "a call neither gets nor reads the input, so its answer is always that of the input \
         in its code"
            .to_owned()
    })
}

/// A note for each crate with features that its copy does not declare. Empty after a trial, because
/// the compiler then needed no other feature.
pub fn of_features(original: &Original, features: &[CrateFeatures]) -> Vec<String> {
    if original.context.options.stage.is_tried() {
        return Vec::new();
    }
    let incomplete = features
        .iter()
        .filter(|features| !features.undeclared.is_empty());
    let notes = incomplete.map(|features| {
        let undeclared = Vec::from_iter(features.undeclared.clone()).join(", ");
        let subject = match features.package() {
            Some(name) => format!("its package `{name}`"),
            None => "its crate".to_owned(),
        };
        format!(
            "{subject} declares `#![feature({undeclared})]`: only a build shows whether this day \
             needs it"
        )
    });
    notes.collect()
}

/// A note about other files that the day names. If the copy reads files, it gets the day's input
/// instead of these. Code that is not copied counts only if the day names several files. `None` if
/// there is only one file that may be the input under an unusual name.
fn other_files(original: &Original, source: &Source) -> Option<String> {
    let Original {
        repository, day, ..
    } = *original;
    let mut names_input = false;
    let mut others = BTreeSet::new();
    for item in &source.items {
        let is_copied = if original.mode.redirects_reads() {
            !item.is_main() || original.mode.keeps_main()
        } else {
            !original.omits(item, Role::Day)
        };
        if item.is_for_tests || !is_copied && !day.names_several_files {
            continue;
        }
        let mut strings = item.facts.strings.iter();
        names_input |= strings.any(|path| repository.may_be_input_of(path, day.puzzle));
        let files = repository.data_files(&day.file, item);
        others.extend(files.filter(|file| !repository.may_be_input_of(file, day.puzzle)));
    }
    let has_input = names_input || repository.input_files.has(day.puzzle);
    if others.is_empty() || others.len() == 1 && !has_input {
        return None;
    }
    let names: Vec<String> = others.iter().map(|file| format!("`{file}`")).collect();
    let list = names.join(" and ");
    Some(if original.mode.redirects_reads() {
        format!(
            "the copy reads the day's input in place of {list}: put the text of any file other \
             than the input into the code"
        )
    } else {
        format!(
            "the copy does not have {list}, which the day names: put the text that the day reads \
             into the code"
        )
    })
}

/// A note about another file that calls a function of the day with a value other than the text.
/// That file may derive a different value from the text, and no known fact says whether the copy's
/// call is right. `None` if there is no such file.
fn other_caller(original: &Original, taken: &TakenWiring) -> Option<String> {
    let Original {
        repository, day, ..
    } = *original;
    let functions: Vec<&str> = day
        .part_functions
        .iter()
        .filter(|function| function.takes_other)
        .map(|function| &*function.path)
        .filter(|path| {
            taken
                .uncompared
                .iter()
                .any(|part| taken.wiring.functions_for(*part).first() == Some(path))
        })
        .collect();
    let module = repository.module_name(&day.file);
    repository.items().find_map(|(file, item)| {
        let function = functions.iter().find(|path| item.mentions_names_of(path))?;
        let year = repository.year_of(file);
        let is_of_other_year = year.is_ok_and(|year| year != day.puzzle.year);
        if file == day.file || item.is_for_tests || is_for_tests(file) || is_of_other_year {
            return None;
        }
        let mut puzzles = repository.puzzles_of(file);
        (item.mentions(module) || puzzles.any(|of| of == day.puzzle))
            .then(|| perhaps_other_call(file, function))
    })
}

/// A note about a function of the day that calls the function of a part without the parser that the
/// copy uses. Such a call counts only if no known fact says whether the copy's call is right.
/// `None` if there is no such function.
fn other_parser(source: &Source, taken: &TakenWiring) -> Option<String> {
    let items = source.items_outside_of_tests();
    let functions = items.filter_map(|item| match &item.item {
        Item::Fn(function) => Some((item, marked_part(&function.attrs))),
        _ => None,
    });
    taken.uncompared.iter().find_map(|part| {
        let called = taken.wiring.functions_for(*part);
        let (solver, parsers) = called.split_first()?;
        let (function, _) = functions.clone().find(|(item, marked)| {
            // The attribute of a variant, such as `#[aoc(day1, part1, Fast)]`, mentions the part.
            let is_variant = matches!(marked, Some((marked, _)) if marked == part);
            !is_variant
                && item.name != *solver
                && item.mentions_names_of(solver)
                && !parsers.iter().any(|parser| item.mentions_names_of(parser))
        })?;
        (!parsers.is_empty()).then(|| perhaps_other_call(&function.name, solver))
    })
}

/// A note about the calls of the repository's macros at the top level of the day, which the copy
/// omits. They may have expanded to tests, to `main`, or to items that the day needs.
fn omitted_macros(original: &Original, source: &Source) -> Option<String> {
    let names: BTreeSet<String> = source
        .items
        .iter()
        .filter(|item| !original.registers(item))
        .filter_map(|item| original.own_macro(item))
        .map(|name| format!("`{name}!`"))
        .collect();
    let list = Vec::from_iter(names).join(", ");
    (!list.is_empty()).then(|| {
        format!("the copy lacks the top-level call of {list}, which the old repository defines")
    })
}

/// A note about the repository's attributes of functions, which the copy omits. They may have
/// changed what a function answers.
fn omitted_attributes(original: &Original, source: &Source) -> Option<String> {
    let mut names = BTreeSet::<String>::new();
    for item in source.items_outside_of_tests() {
        if let Item::Fn(function) = &item.item
            && !item.is_main()
        {
            let paths = function.attrs.iter().map(Attribute::path);
            let own = paths.filter(|path| original.repository.is_own_attribute(path));
            names.extend(own.filter_map(last_name).map(|last| format!("`#[{last}]`")));
        }
    }
    let list = Vec::from_iter(names).join(", ");
    (!list.is_empty()).then(|| {
        format!(
            "the copy lacks the attribute {list}, which the old repository defines, so its answer \
             may differ"
        )
    })
}

/// A note about tests that the copy omits, because they read a file, name it, or call a function
/// that reads it. A module without other tests is omitted, too.
fn omitted_tests(source: &Source) -> Option<String> {
    source
        .items
        .iter()
        .any(FileItem::is_test_of_file)
        .then(|| "the copy lacks the tests that read a file".to_owned())
}

/// A note about other functions that cargo-aoc runs for a part. `None` if there are none.
fn alternatives(source: &Source, wiring: &Wiring) -> Option<String> {
    let mut others = Vec::new();
    for function in source.functions() {
        let name = function.sig.ident.to_string();
        if let Some((part, variant)) = marked_part(&function.attrs)
            && let Some(code) = wiring.alternative(part, &name)
        {
            let variant = variant.unwrap_or_else(|| name.clone());
            others.push(format!("part{part} \"{variant}\" = {code}"));
        }
    }
    let list = others.join(", ");
    (!others.is_empty()).then(|| {
        format!(
            "functions for the same part are copied and not called: add `alternatives = [{list}]`"
        )
    })
}

/// The note about a caller of a part's function.
fn perhaps_other_call(caller: &str, function: &str) -> String {
    format!(
        "`{caller}` calls `{function}` with an argument that may differ from the copy's: compare \
         with `--run-old`"
    )
}
