//! Makes the text of a copied source: the original without the items that are not copied.

use syn::Item;

use super::original::{CopiedSource, Original, Role};
use super::{call, macros, paths};
use crate::import::source::{Edit, FileItem, apply_edits};

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
    edits.extend(paths::replace_supers(original, from));
    let mut imports = macros::import_of_crates(original, from)?;
    imports.extend(macros::import_of_modules(original, from));
    if !imports.is_empty() {
        imports.extend(macros::import_in_parts(original, from));
    }
    edits.append(&mut imports);
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
    edits.extend(without_omitted(copied, omitted));
    apply_edits(&source.text, edits)
}

/// The edits that turn the items at the root of a crate into a module. The items keep access to the
/// modules beside them by name, and the whole crate keeps access to the items.
fn root_module(items: &[&FileItem], text: &str) -> Vec<Edit> {
    let start = items.first().map_or(0, |item| item.range.start);
    let import = "#[allow(unused_imports)]\nuse super::*;\n".to_owned();
    let mut edits = vec![(start..start, import)];
    for item in items {
        edits.extend(item.publish_all(text));
    }
    edits
}

/// The edits that remove the imports of omitted items, unless other items use them, too. `edits`
/// are the edits that the copy already has.
fn unused_imports(copied: &[&FileItem], omitted: &[&FileItem], edits: &[Edit]) -> Vec<Edit> {
    let mut unused = Vec::new();
    for item in copied {
        unused.extend(item.without_names(|name| {
            let mut rest = copied.iter().filter(|other| other.range != item.range);
            omitted.iter().any(|other| other.mentions(name))
                && !is_trait(name)
                && !rest.any(|other| other.mentions(name))
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

/// The edits that remove items. The crate `test` is only for benchmarks, but other code may use its
/// `black_box`. In that case, the module `std::hint`, which also has this function, replaces the
/// crate.
fn without_omitted(copied: &[&FileItem], omitted: &[&FileItem]) -> Vec<Edit> {
    let mut edits = Vec::new();
    for item in omitted {
        let is_crate = matches!(&item.item, Item::ExternCrate(item) if item.ident == "test");
        let with = if is_crate && copied.iter().any(|item| item.mentions("black_box")) {
            "#[allow(unused_imports)]\nuse std::hint as test;"
        } else {
            ""
        };
        edits.push((item.range.clone(), with.to_owned()));
    }
    edits
}
