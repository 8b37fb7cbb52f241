//! Unstable features. Finds the shared files that need such features, the days for which these
//! files are declared, and the features of a copied day.

use std::collections::{BTreeMap, BTreeSet};

use syn::Item;

use super::layout::{CopyLayout, declared_in};
use super::original::Original;
use crate::import::names::{file_name, folder_of};
use crate::import::source::{Edit, Source};
use crate::project::condition;
use crate::puzzle::Day;

/// Beginnings of the names of unstable features that do not occur in code. For example,
/// `array_chunks` is the method of `iter_array_chunks`.
const FEATURE_KINDS: [&str; 6] = ["iter_", "portable_", "slice_", "str_", "vec_", "option_"];

/// Unstable features for a syntax, with code that uses it.
const SYNTAXES: [(&str, &str); 9] = [
    ("box_patterns", "box "),
    ("generic_const_exprs", "<const "),
    ("generic_const_exprs", ", const "),
    ("min_specialization", "default fn "),
    ("never_type", ", !>"),
    ("never_type", "<!"),
    ("never_type", ": !"),
    ("specialization", "default fn "),
    ("try_blocks", "try {"),
];

/// The unstable features of a crate, and the files that need them.
pub struct UnstableFiles<'c> {
    /// The features that the root of the crate declares. Features that a copy need not declare are
    /// left out.
    features: BTreeSet<String>,
    /// The shared files that need an unstable feature, with the days that use them. The copy
    /// declares their modules only for these days, so a stable compiler can build the other days.
    users: BTreeMap<&'c str, BTreeSet<Day>>,
}

impl<'c> UnstableFiles<'c> {
    pub fn find(original: &Original<'c>, layout: &CopyLayout<'c>) -> Self {
        let root = original.root.as_ref();
        let source = root.and_then(|root| original.source(&root.file).ok());
        let mut unstable = Self {
            features: source.map_or(BTreeSet::new(), Source::needed_features),
            users: BTreeMap::new(),
        };
        if unstable.features.is_empty() {
            return unstable;
        }
        let shared: Vec<(&str, &Source)> = layout
            .modules
            .values()
            .flatten()
            .filter_map(|module| Some((module.file, original.source(module.file).ok()?)))
            .collect();
        for (file, source) in &shared {
            if unstable
                .features
                .iter()
                .any(|feature| uses_feature(source, &source.text, feature))
                && let Some(users) = users_of(original, file, &shared)
            {
                unstable.users.insert(*file, users);
            }
        }
        unstable
    }

    /// The edits that declare unstable modules in a file only for the days that use them.
    pub fn declarations(&self, original: &Original, file: &str) -> Result<Vec<Edit>, String> {
        let source = original.source(file)?;
        let folder = declared_in(file);
        let mut edits = Vec::new();
        for (unstable, users) in &self.users {
            let name = file_name(unstable).trim_end_matches(".rs");
            for item in source.items.iter().filter(|item| item.declares(name)) {
                if folder == folder_of(unstable) {
                    let users: Vec<Day> = users.iter().copied().collect();
                    let start = item.range.start;
                    edits.push((start..start, format!("#[cfg({})]\n", condition(&users))));
                }
            }
        }
        Ok(edits)
    }

    /// The features of the crate that a day needs for a file. `text` is the text of its copy. If it
    /// is not known whether the day uses the file, the features are needed.
    pub fn needed_for(&self, day: Day, file: &str, source: &Source, text: &str) -> Vec<String> {
        let users = self.users.get(file);
        if users.is_some_and(|users| !users.contains(&day)) {
            return Vec::new();
        }
        let mut features = Vec::from_iter(self.features.clone());
        features.retain(|feature| uses_feature(source, text, feature));
        features
    }
}

/// The days of the year that use a shared file. `None` if they are not known: other shared files
/// use it, or no module around it declares it.
fn users_of(original: &Original, file: &str, shared: &[(&str, &Source)]) -> Option<BTreeSet<Day>> {
    let name = file_name(file).strip_suffix(".rs")?;
    let mut is_declared = false;
    for (other, source) in shared.iter().filter(|(other, _)| *other != file) {
        let mut items = source.items.iter().filter(|item| item.mentions(name));
        let declares = declared_in(other) == folder_of(file);
        if items.any(|item| !declares || !item.declares(name)) {
            return None;
        }
        is_declared |= declares && source.items.iter().any(|item| item.declares(name));
    }
    let Original {
        repository, day, ..
    } = original;
    let users = repository.days.iter().filter(|other| {
        let source = repository.source(&other.file);
        other.puzzle.year == day.puzzle.year
            && source.is_ok_and(|source| source.items.iter().any(|item| item.mentions(name)))
    });
    is_declared.then(|| users.map(|day| day.puzzle.day).collect())
}

/// True if the text of a source or of its copy uses an unstable feature. This is found by a name or
/// by the syntax.
fn uses_feature(source: &Source, text: &str, feature: &str) -> bool {
    if feature == "trait_alias" {
        return source
            .items
            .iter()
            .any(|item| matches!(item.item, Item::TraitAlias(_)));
    }
    SYNTAXES
        .iter()
        .filter(|(name, _)| *name == feature)
        .any(|(_, code)| text.contains(code))
        || text.contains(name_of_feature(feature))
}

/// The name with which code uses an unstable feature: the method `array_chunks` for
/// `iter_array_chunks`, and the module `simd` for `portable_simd`.
fn name_of_feature(feature: &str) -> &str {
    FEATURE_KINDS
        .iter()
        .find_map(|kind| feature.strip_prefix(kind))
        .unwrap_or(feature)
}
