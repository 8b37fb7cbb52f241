//! Unstable features: which shared files need them, for which days these files are declared, and
//! which features a copied day declares at its head.

use std::collections::{BTreeMap, BTreeSet};

use syn::Item;

use super::NewFiles;
use super::layout::{Layout, declared_in};
use super::original::Original;
use crate::import::names::{file_name, folder_of};
use crate::import::plan::ImportedFile;
use crate::import::source::{Edit, Source, is_needless};
use crate::project::condition;
use crate::project::source::features;
use crate::puzzle::Day;

/// Beginnings of the names of unstable features that do not occur in code: `array_chunks` is the
/// method of `iter_array_chunks`.
const FEATURE_KINDS: [&str; 6] = ["iter_", "portable_", "slice_", "str_", "vec_", "option_"];

/// Unstable features that are a syntax, with code that uses it.
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

/// The shared files that need an unstable feature of their crate, with the days that use them. The
/// copy declares their modules only for these days, so that a stable compiler can build the others.
pub struct UnstableFiles<'c>(BTreeMap<&'c str, BTreeSet<Day>>);

impl<'c> UnstableFiles<'c> {
    pub fn find(original: &Original<'c>, layout: &Layout<'c>) -> Self {
        let mut unstable = BTreeMap::new();
        let names = needed_features(original).unwrap_or_default();
        let shared: Vec<(&str, &Source)> = layout
            .modules
            .values()
            .flatten()
            .filter_map(|module| Some((module.file, original.source(module.file).ok()?)))
            .collect();
        for (file, source) in &shared {
            let mut features = names.iter();
            if features.any(|feature| uses_feature(&source.text, feature))
                && let Some(users) = users_of(original, file, &shared)
            {
                unstable.insert(*file, users);
            }
        }
        Self(unstable)
    }

    /// The edits that declare unstable modules in a file only for the days that use them.
    pub fn declarations(&self, original: &Original, file: &str) -> Result<Vec<Edit>, String> {
        let source = original.source(file)?;
        let folder = declared_in(file);
        let mut edits = Vec::new();
        for (unstable, users) in &self.0 {
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

    /// The lines that declare the unstable features of the crate that the day's copies may use.
    pub fn features(&self, original: &Original, copies: &NewFiles) -> Result<String, String> {
        let mut lines = String::new();
        for feature in needed_features(original)? {
            let mut copies = copies.values();
            if copies.any(|copy| uses_feature(&copy.text, &feature) && self.is_used(original, copy))
            {
                lines += &format!("#![feature({feature})]\n");
            }
        }
        Ok(lines)
    }

    /// True if the day uses a copy. True if that is not known.
    fn is_used(&self, original: &Original, copy: &ImportedFile) -> bool {
        !self.0.iter().any(|(file, users)| {
            let is_its_copy = copy.from() == Some(&original.repository.tree.path(file));
            is_its_copy && !users.contains(&original.day.puzzle.day)
        })
    }
}

/// The features that the root of the day's crate declares, except those that a copy need not declare.
fn needed_features(original: &Original) -> Result<BTreeSet<String>, String> {
    let Some(root) = &original.root else {
        return Ok(BTreeSet::new());
    };
    let mut names = features(&original.source(&root.file)?.text);
    names.retain(|feature| !is_needless(feature));
    Ok(names)
}

/// The days of the year that use a shared file. `None` if that is not known, because other shared
/// files use it, or because no module around it declares it.
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

/// True if code uses an unstable feature, judging by a name or by the syntax.
fn uses_feature(text: &str, feature: &str) -> bool {
    if feature == "trait_alias" {
        let is_alias = |item: &Item| matches!(item, Item::TraitAlias(_));
        return syn::parse_file(text).is_ok_and(|file| file.items.iter().any(is_alias));
    }
    let mut syntaxes = SYNTAXES.iter().filter(|(name, _)| *name == feature);
    syntaxes.any(|(_, code)| text.contains(code)) || text.contains(name_of_feature(feature))
}

/// The name by which code uses an unstable feature: `array_chunks` is the method of
/// `iter_array_chunks`, `simd` the module of `portable_simd`.
fn name_of_feature(feature: &str) -> &str {
    FEATURE_KINDS
        .iter()
        .find_map(|kind| feature.strip_prefix(kind))
        .unwrap_or(feature)
}
