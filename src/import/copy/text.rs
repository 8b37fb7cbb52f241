//! Makes the text of a copied source: the original without the items that are not copied.

use syn::Item;

use super::original::{Original, Role};
use crate::import::source::{Edit, FileItem, Source, apply_edits};
use crate::import::wiring::Wiring;

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

impl Original<'_> {
    /// The text of the copy of a source, with these edits applied. Code for tools is left out, and
    /// so are tests that read files. The items at the root of a crate become a module.
    pub fn copied_text(&self, source: &Source, role: Role, mut edits: Vec<Edit>) -> String {
        let [copied, omitted] = source.split(|item| self.omits(item, role));
        if role == Role::RootItems {
            edits.extend(root_module(&copied, &source.text));
        } else {
            // At the root all imports stay, because the whole crate can use them.
            edits.extend(unused_imports(&copied, &omitted, &edits));
        }
        if !self.keeps_features(role) {
            edits.extend(source.without_features());
        }
        edits.extend(without_omitted(&copied, &omitted));
        apply_edits(&source.text, edits)
    }
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
        let is_crate = item.code == " extern crate test ; ";
        let with = if is_crate && copied.iter().any(|item| item.mentions("black_box")) {
            "#[allow(unused_imports)]\nuse std::hint as test;"
        } else {
            ""
        };
        edits.push((item.range.clone(), with.to_owned()));
    }
    edits
}

/// True if the copy of a day needs an item that it leaves out, because the item is an `impl` or the
/// wiring mentions it. Code outside of tests cannot use a test, even if it mentions the test's name.
pub fn is_needed(item: &FileItem, wiring: &Wiring) -> bool {
    !item.is_for_tests && (matches!(item.item, Item::Impl(_)) || wiring.mentions(&item.name))
}
