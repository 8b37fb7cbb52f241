//! Imports the macros that a copied source calls, because the copy is in other modules than the
//! original. Macros that the source exports stay within the copy.

use std::collections::BTreeSet;

use super::original::{CopiedSource, Original};
use crate::import::folder::names::{module_files, module_folder};
use crate::import::source::{Edit, FileItem};

/// Imports the macros of `#[macro_use] extern crate` that have the name of their crate, such as
/// `lazy_static!`, where they are called. The original imports all macros of the crate at the root,
/// but the copy is a module of another crate. Nothing says from which crate a macro with another
/// name comes, and all names of a crate may hide those of the standard library.
pub fn import_of_crates(original: &Original, from: &CopiedSource) -> Vec<Edit> {
    let CopiedSource { file, source, .. } = *from;
    let root = original.crate_root();
    let items = original.source(root).map_or(&[][..], |root| &root.items);
    let called = called_macros(original, from);
    let start = source.start();
    let mut edits = Vec::new();
    for item in items {
        let Some(name) = item.macro_crate() else {
            continue;
        };
        if file == root {
            edits.push((item.range.clone(), String::new()));
        }
        if called.contains(&*name) {
            edits.push((start..start, format!("use {name}::{name};\n")));
        }
    }
    edits
}

/// Keeps the macros with `#[macro_export]` of a program within its copy. In the original, they are
/// at the root of the program. At the root of the year, the macros of different days could have the
/// same name.
pub fn keep_exported(original: &Original, from: &CopiedSource) -> Vec<Edit> {
    let CopiedSource { file, source, .. } = *from;
    let mut edits = Vec::new();
    if !original.day.is_crate {
        return edits;
    }
    let exports = source.items.iter().filter_map(FileItem::export);
    edits.extend(exports.map(|range| (range, String::new())));
    let mut exported = source.exported_macros();
    if file == original.day.file {
        let has_modules = source.items.iter().any(FileItem::declares_file);
        exported.retain(|name| {
            let mut items = source.items.iter().filter(|item| item.name == *name);
            // A macro under a condition may be missing, and its import would not compile then.
            has_modules && items.all(|item| !item.has_condition())
        });
    }
    let names = listed(&exported);
    if !names.is_empty() {
        let end = source.text.len();
        let export = format!("\n#[allow(unused_imports)]\npub(crate) use {{{names}}};\n");
        edits.push((end..end, export));
    }
    edits
}

/// Lets the sources of the copy call the macros of the root, and of modules with `#[macro_use]`. In
/// the original, all code after these modules can call the macros, but the root of the year is
/// generated. These are examples for `#[macro_use] mod util;` at the root, where `util.rs` defines
/// `max!` and `min!`:
///
/// - `util.rs` gets `pub(crate) use {max, min};`.
/// - A source that calls `max!` gets `use crate::util::{max, min};`, because `max!` may call
///   `min!`.
/// - `#[macro_use] mod inner;` in `util.rs` becomes `pub(crate)`, because a source that calls a
///   macro of `inner` gets a `use crate::util::inner::{..}`.
pub fn import_of_modules(original: &Original, from: &CopiedSource) -> Vec<Edit> {
    let CopiedSource { file, source, .. } = *from;
    let mut edits = Vec::new();
    let Some(root) = &original.root else {
        return edits;
    };
    let mut modules = vec![("crate".to_owned(), root.file.clone(), root.items.clone())];
    let mut index = 0;
    while let Some((path, outer, _)) = modules.get(index).cloned() {
        let items = original.source(&outer).map_or(&[][..], |read| &read.items);
        for item in items.iter().filter(|item| item.has_macros_for_all()) {
            if file == outer && outer != root.file {
                edits.extend(item.make_visible(&source.text));
            }
            let places = module_files(module_folder(&outer), &item.name);
            let followed = places.into_iter().find_map(|place| {
                let items = original.source(&place).ok()?.items.iter();
                Some((format!("{path}::{}", item.name), place, items.collect()))
            });
            // Under a condition, `#[macro_use] mod main;` in `main.rs` may lead back to its file.
            if let Some(module) = followed
                && modules.iter().all(|(_, place, _)| *place != module.1)
            {
                modules.push(module);
            }
        }
        index += 1;
    }
    let start = source.start();
    let end = source.text.len();
    let called = called_macros(original, from);
    let own = source.macros();
    for (module, place, items) in modules {
        let macros = items.into_iter().filter(|item| item.is_macro());
        let (mut of_tests, others): (Vec<&FileItem>, Vec<&FileItem>) =
            macros.partition(|item| item.is_for_tests);
        // A macro may have one definition for tests and one for other code.
        of_tests.retain(|item| others.iter().all(|other| other.name != item.name));
        for (cfg, macros) in [("", others), ("#[cfg(test)]\n", of_tests)] {
            let mut macros: Vec<&str> = macros.iter().map(|item| &*item.name).collect();
            macros.dedup();
            macros.retain(|name| !source.items.iter().any(|item| item.imports(name)));
            let allow = format!("{cfg}#[allow(unused_imports)]\n");
            let names = macros.join(", ");
            if file == place && !macros.is_empty() {
                let export = format!("\n{allow}pub(crate) use {{{names}}};\n");
                edits.push((end..end, export));
            } else if macros.iter().any(|name| called.contains(name))
                && !macros.iter().any(|name| own.contains(name))
            {
                let import = format!("{allow}use {module}::{{{names}}};\n");
                edits.push((start..start, import));
            }
        }
    }
    edits
}

/// The macros that the copied items of a source call and do not import.
fn called_macros<'s>(original: &Original, from: &CopiedSource<'s>) -> BTreeSet<&'s str> {
    let calls = from.copied.iter().flat_map(|item| &item.facts.macro_calls);
    let called = calls.filter_map(|call| match call.rsplit_once("::") {
        // A path such as `anyhow::bail!` needs no import. But a macro of the repository may call
        // another macro, which must be imported.
        Some((_, name)) => original.repository.has_macro(name).then_some(name),
        None => Some(&**call),
    });
    called
        .filter(|name| !from.source.items.iter().any(|item| item.imports(name)))
        .collect()
}

/// Names, separated by commas.
fn listed(names: &BTreeSet<&str>) -> String {
    names.iter().copied().collect::<Vec<_>>().join(", ")
}
