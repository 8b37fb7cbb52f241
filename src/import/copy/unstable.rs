//! Unstable features: which shared files need them, for which days these files are declared, and
//! which features a copied day declares at its head.

use std::collections::BTreeSet;

use syn::Item;

use super::{Copying, declared_in};
use crate::import::names::{file_name, folder_of};
use crate::import::plan::ImportedFile;
use crate::import::source::{Edit, Source, is_needless};
use crate::project::condition;
use crate::project::source::features;
use crate::puzzle::Day;

/// Beginnings of the names of unstable features that do not occur in code: `array_chunks` is the
/// method of `iter_array_chunks`.
const FEATURE_KINDS: [&str; 6] = ["iter_", "portable_", "slice_", "str_", "vec_", "option_"];

impl Copying<'_> {
    /// Finds the shared files that need an unstable feature of the crate. The copy declares their
    /// modules only for the days that use them, so that a stable compiler can build the other days.
    pub(super) fn find_unstable(&mut self) {
        let Some(Ok(root)) = self.root.as_ref().map(|root| self.source(root)) else {
            return;
        };
        let mut names = features(&root.text);
        names.retain(|feature| !is_needless(feature));
        let shared: Vec<(&str, &Source)> = self
            .modules
            .values()
            .flatten()
            .filter_map(|(file, _)| Some((*file, self.source(file).ok()?)))
            .collect();
        for (file, source) in &shared {
            let mut features = names.iter();
            if features.any(|feature| uses_feature(&source.text, feature))
                && let Some(users) = self.users_of(file, &shared)
            {
                self.unstable.insert(file, users);
            }
        }
    }

    /// The days of the year that use a shared file. `None` if that is not known, because other
    /// shared files use it, or because no module around it declares it.
    fn users_of(&self, file: &str, shared: &[(&str, &Source)]) -> Option<BTreeSet<Day>> {
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
        let days = self.code.days.iter();
        let users = days.filter(|day| {
            let source = self.code.source(day.file);
            let is_of_year = day.puzzle.year == self.day.puzzle.year;
            is_of_year
                && source.is_ok_and(|source| source.items.iter().any(|item| item.mentions(name)))
        });
        is_declared.then(|| users.map(|day| day.puzzle.day).collect())
    }

    /// The edits that declare unstable modules in a file only for the days that use them.
    pub(super) fn declare_unstable(&self, file: &str) -> Result<Vec<Edit>, String> {
        let source = self.source(file)?;
        let mut edits = Vec::new();
        for (unstable, users) in &self.unstable {
            let name = file_name(unstable).trim_end_matches(".rs");
            let folder = declared_in(file);
            for item in source.items.iter().filter(|item| item.declares(name)) {
                if folder == folder_of(unstable) {
                    let users: Vec<Day> = users.iter().copied().collect();
                    let start = item.place.start;
                    edits.push((start..start, format!("#[cfg({})]\n", condition(&users))));
                }
            }
        }
        Ok(edits)
    }

    /// Declares the unstable features of the day's crate that the copies may use, at the head of
    /// the day.
    pub(super) fn add_features(&mut self) -> Result<(), String> {
        let Some(root) = &self.root else {
            return Ok(());
        };
        let mut lines = String::new();
        for feature in features(&self.source(root)?.text) {
            if is_needless(&feature) {
                continue;
            }
            let mut files = self.files.values();
            if files.any(|file| uses_feature(&file.text, &feature) && self.is_used(file)) {
                lines += &format!("#![feature({feature})]\n");
            }
        }
        if let Some(day) = self.files.get_mut(&self.day.puzzle.source()) {
            day.text.insert_str(0, &lines);
        }
        Ok(())
    }

    /// Whether the day uses a copy. True if that is not known.
    fn is_used(&self, copy: &ImportedFile) -> bool {
        let mut unstable = self.unstable.iter();
        !unstable.any(|(file, users)| {
            let is_its_copy = copy.from.as_ref() == Some(&self.code.tree.path(file));
            is_its_copy && !users.contains(&self.day.puzzle.day)
        })
    }
}

/// Whether code uses an unstable feature, judging by a name or by the syntax.
fn uses_feature(text: &str, feature: &str) -> bool {
    if feature == "trait_alias" {
        let is_alias = |item: &Item| matches!(item, Item::TraitAlias(_));
        return syn::parse_file(text).is_ok_and(|file| file.items.iter().any(is_alias));
    }
    let has_const = ["<const ", ", const "]
        .iter()
        .any(|word| text.contains(word));
    feature == "generic_const_exprs" && has_const || text.contains(name_of_feature(feature))
}

/// The name by which code uses an unstable feature: `array_chunks` is the method of
/// `iter_array_chunks`, `simd` the module of `portable_simd`.
fn name_of_feature(feature: &str) -> &str {
    let mut kinds = FEATURE_KINDS.iter();
    kinds
        .find_map(|kind| feature.strip_prefix(kind))
        .unwrap_or(feature)
}
