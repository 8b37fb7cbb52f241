//! Makes the text of a copied source: the original without the items that are not copied.

use super::original::{CopiedSource, Original, Role};
use super::{call, macros, paths};
use crate::import::source::{
    Edit, FileItem, OldFile, apply_edits, partition_with_users, without_items,
};

/// Traits that code imports only for their methods, so their names do not occur again.
const TRAITS: [&str; 12] = [
    "BufRead",
    "Display",
    "FromStr",
    "Hash",
    "Hasher",
    "IntoIterator",
    "Itertools",
    "Read",
    "Rng",
    "Seek",
    "Sum",
    "Write",
];

/// The text of the copy of a source of the day's crate. Fails if the copy cannot be called.
pub fn in_crate(original: &Original, from: &CopiedSource) -> Result<String, String> {
    let mut edits = Vec::new();
    // At the same place, the edits insert their texts in this order.
    if from.role == Role::Day {
        edits.extend(call::edits(original, from)?);
    }
    edits.extend(from.source.with_denied_lints());
    edits.extend(paths::replace_supers(original, from));
    edits.extend(macros::import_of_crates(original, from));
    edits.extend(macros::import_of_modules(original, from));
    edits.extend(macros::keep_exported(original, from));
    Ok(with_edits(original, from, edits))
}

/// The text of the copy of a source of the day's crate or of a package, with these edits and the
/// edits of every copy. Code for tools is left out, and so are tests that read files. The items at
/// the root of a crate become a module.
pub fn with_edits(original: &Original, from: &CopiedSource, mut edits: Vec<Edit>) -> String {
    let CopiedSource {
        source,
        copied,
        omitted,
        input_edits,
        ..
    } = from;
    if from.role == Role::RootItems {
        edits.extend(root_module(copied, &source.text));
    } else {
        // At the root all imports stay, because the whole crate can use them.
        edits.extend(unused_imports(copied, omitted, &edits));
    }
    if !original.keeps_features(from.role) {
        edits.extend(source.without_features());
    }
    edits.extend_from_slice(input_edits);
    edits.extend(without_items(omitted));
    apply_edits(&source.text, edits)
}

/// Removes the tests that the copy omits from inline modules with other tests, and the items that
/// only these tests use. `None` if there is no such module. A module without other tests stays in
/// the source, and the copy omits the whole module.
pub fn without_omitted_tests(
    original: &Original,
    file: &str,
    read: &OldFile,
    role: Role,
) -> Option<OldFile> {
    let OldFile { source, .. } = read;
    let mut edits = Vec::new();
    for module in &source.items {
        if !module.is_for_tests || !original.omits(module, role) {
            continue;
        }
        let [mut copied, mut omitted] =
            partition_with_users(&module.inner, |item| original.omits(item, role));
        omit_unused(&mut copied, &mut omitted);
        if copied.iter().any(|item| item.is_test()) {
            let mut inner = unused_imports(&copied, &omitted, &[]);
            inner.extend(without_items(&omitted));
            let first = &module.inner[0].range;
            let is_first_removed = inner.iter().any(|(range, _)| range == first);
            if is_first_removed && source.text[first.end..].starts_with("\n\n") {
                // The module does not begin with an empty line.
                inner.push((first.end..first.end + 1, String::new()));
            }
            for (range, _) in &mut inner {
                // The blank lines before a removed item are removed, too.
                if module.inner.iter().any(|item| item.range == *range) {
                    range.start = source.text[..range.start].trim_end().len();
                }
            }
            edits.append(&mut inner);
        }
    }
    if edits.is_empty() {
        return None;
    }
    let repository = original.repository;
    let mut edited = OldFile::new(source.edited(edits)?, repository.named.contains_key(file));
    let is_path = |path: &str| repository.file_named(file, path).is_some();
    edited
        .source
        .mark_readers(&repository.readers_for(file), is_path);
    Some(edited)
}

/// Omits the items that only omitted items use.
fn omit_unused<'s>(copied: &mut Vec<&'s FileItem>, omitted: &mut Vec<&'s FileItem>) {
    while let Some(index) = copied
        .iter()
        .position(|item| !item.is_test() && is_unused(&item.name, item, copied, omitted))
    {
        omitted.push(copied.remove(index));
    }
}

/// True if omitted items mention a name that this item defines or imports, and no other copied item
/// does.
fn is_unused(name: &str, item: &FileItem, copied: &[&FileItem], omitted: &[&FileItem]) -> bool {
    let mut others = copied.iter().filter(|other| other.range != item.range);
    omitted.iter().any(|other| other.mentions(name)) && !others.any(|other| other.mentions(name))
}

/// The edits that turn the items at the root of a crate into a module. The items keep access to the
/// modules beside them by name, and the whole crate keeps access to the items.
fn root_module(items: &[&FileItem], text: &str) -> Vec<Edit> {
    let start = items.first().map_or(0, |item| item.range.start);
    let import = "#[allow(unused_imports)]\nuse super::*;\n".to_owned();
    let mut edits = vec![(start..start, import)];
    for item in items {
        edits.extend(item.make_all_visible(text));
    }
    edits
}

/// The edits that remove the imports of omitted items, unless other items use them, too. `edits`
/// are the edits that the copy already has.
fn unused_imports(copied: &[&FileItem], omitted: &[&FileItem], edits: &[Edit]) -> Vec<Edit> {
    let mut unused = Vec::new();
    for item in copied {
        unused.extend(item.without_names(|name| {
            is_unused(name, item, copied, omitted)
                && !is_trait(name)
                && !edits.iter().any(|(_, with)| with.contains(name))
        }));
    }
    unused
        .into_iter()
        .map(|range| (range, String::new()))
        .collect()
}

/// True if a name may be the name of a trait. Code that calls the methods of a trait does not
/// mention the trait.
fn is_trait(name: &str) -> bool {
    TRAITS.contains(&name) || name.ends_with("Ext")
}
