//! Makes the edits that only the day's own file gets: the call of `functions!` or the candidates,
//! and what these need. Checks that the copy has all names in the call.

use syn::Item;
use syn::spanned::Spanned;

use super::original::{CopiedSource, NAMES_FILE, Original};
use crate::import::candidates::wiring::Wiring;
use crate::import::plan::copy_mode::{CopyMode, candidate_modules};
use crate::import::repository::assertions::TestedText;
use crate::import::source::{Edit, FileItem, Naming, Source};
use crate::project::templates::placeholder_title;
use crate::records::StoredDay;

/// The edits that insert the call of `functions!` or the candidates, make the types visible that
/// the call may name, and remove attributes that are macros of the old repository or of cargo-aoc.
/// Fails if the copy cannot be called.
pub fn edits(original: &Original, from: &CopiedSource) -> Result<Vec<Edit>, String> {
    check_call(original, from)?;
    let CopiedSource { source, copied, .. } = from;
    let call = match original.mode {
        CopyMode::OneWiring(taken) => registration(original, source, &taken.wiring),
        CopyMode::Verbatim | CopyMode::Kept(_) | CopyMode::Candidates(_) => String::new(),
    };
    let first = copied
        .iter()
        .find(|item| !matches!(item.item, Item::Use(_) | Item::ExternCrate(_)));
    let start = first.map_or(source.text.len(), |item| item.range.start);
    // The call must be inserted before the edit that makes the first item visible.
    let mut edits = vec![(
        start..start,
        format!("{}{call}", original.mode.capturing_macros()),
    )];
    if let CopyMode::Candidates(candidates) = original.mode {
        let end = source.text.len();
        edits.push((end..end, candidate_modules(candidates)));
    }
    if original.mode.names_types() {
        for item in copied {
            if matches!(item.item, Item::Struct(_) | Item::Enum(_) | Item::Type(_)) {
                edits.extend(item.make_visible(&source.text));
            }
        }
    }
    let functions = source.functions().flat_map(|function| &function.attrs);
    let own = functions.filter(|attribute| original.repository.is_own_attribute(attribute.path()));
    for attribute in source.cargo_aoc_attributes().chain(own) {
        edits.push((attribute.span().byte_range(), String::new()));
    }
    Ok(edits)
}

/// The call of `functions!`, with the title and the examples of the day.
fn registration(original: &Original, source: &Source, wiring: &Wiring) -> String {
    let day = original.day;
    let mut name = format!("Day{:02}", day.puzzle.day.get());
    if source.text.contains(&name) {
        name.push('_');
    }
    let title = StoredDay::new(original.context.request.store, day.puzzle)
        .title()
        .unwrap_or_else(|| placeholder_title(day.puzzle.day));
    let tested = day.assertions.tested_texts(wiring);
    let examples: Vec<String> = tested.iter().map(TestedText::render).collect();
    wiring.render(&name, &title, &examples)
}

/// Checks that the copy of the day has all names in its call. If no candidate has been chosen yet,
/// checks the call that names suggest.
fn check_call(original: &Original, from: &CopiedSource) -> Result<(), String> {
    let wiring = match original.mode {
        CopyMode::Verbatim | CopyMode::Kept(_) => None,
        CopyMode::OneWiring(taken) => Some(taken.wiring.clone()),
        CopyMode::Candidates(_) => original.day.wiring_by_names().map(|taken| taken.wiring),
    };
    let mut omitted = from.omitted.iter().filter(|item| !item.is_for_tests);
    // Included code may have any item of the day.
    if omitted.any(|item| item.called_macro().as_deref() == Some("include")) {
        let code = Naming::Include.code();
        return Err(original.refusal(&original.day.file, code, NAMES_FILE));
    }
    let mut omitted = from.omitted.iter();
    let gets_input = original.gets_input(from.role);
    let file_reference = omitted.find_map(|item| item.file_reference_in_day(gets_input));
    let needed =
        wiring.and_then(|wiring| from.omitted.iter().find(|item| is_needed(item, &wiring)));
    if let Some(code) = file_reference {
        if needed.is_some() || calls_only_omitted(original, from) {
            return Err(original.refusal(&original.day.file, code.code(), NAMES_FILE));
        }
    } else if let Some(item) = needed {
        return Err(refusal_of_call(original, &item.name));
    }
    Ok(())
}

/// The reason for refusing a call with this name, which the copy does not have.
fn refusal_of_call(original: &Original, name: &str) -> String {
    let why = "is not in the copy";
    let is_of_user = original.day.candidates().first().is_some_and(|first| {
        let mut texts = first.wiring.texts();
        first.is_of_user() && first.wiring.mentions(name) || texts.any(|text| text.mentions(name))
    });
    if is_of_user {
        format!("`{name}` {why}: change the expression")
    } else {
        original.refusal(&original.day.file, name, why)
    }
}

/// True if there are candidates, and each calls a function that the copy omits. If the copy omits
/// the `impl` of a trait because it names a file, the candidates probably call its methods.
fn calls_only_omitted(original: &Original, from: &CopiedSource) -> bool {
    let CopyMode::Candidates(candidates) = original.mode else {
        return false;
    };
    let mut omitted = from.omitted.iter().filter(|item| !item.is_for_tests);
    let gets_input = original.gets_input(from.role);
    let omits_impl = omitted.any(|item| match &item.item {
        Item::Impl(block) => block.trait_.is_some() && item.file_reference(gets_input).is_some(),
        _ => false,
    });
    let mut calls = candidates.iter();
    !candidates.is_empty()
        && (omits_impl
            || calls.all(|(_, candidate)| {
                from.omitted
                    .iter()
                    .filter(|item| matches!(item.item, Item::Fn(_)))
                    .any(|function| is_needed(function, &candidate.wiring))
            }))
}

/// True if the copy of a day needs this item, which it omits: the item is an `impl`, or the wiring
/// mentions it. Code outside of tests cannot use a test, even if it mentions the test's name.
fn is_needed(item: &FileItem, wiring: &Wiring) -> bool {
    !item.is_for_tests && (matches!(item.item, Item::Impl(_)) || wiring.mentions(&item.name))
}
