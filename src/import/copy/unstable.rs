//! The unstable features that copied sources need. The names and the syntax of some features show
//! them. Others, such as `step_trait` for the trait `Step`, are found by the compiler in a trial:
//! the copy then declares all features of its crate.

use std::collections::BTreeSet;

use syn::Item;

use super::original::Original;
use crate::import::source::Source;

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

impl Original<'_> {
    /// The unstable features that the root of the day's crate declares. Empty if the day is the
    /// root: its copy has its text.
    pub fn crate_features(&self) -> BTreeSet<String> {
        let root = self.root.as_ref();
        let root = root.and_then(|root| self.source(&root.file).ok());
        root.map_or(BTreeSet::new(), Source::needed_features)
    }

    /// The unstable features of the day's crate whose names or syntax occur in a source. `text` is
    /// the text of the source's copy.
    pub fn features_of(&self, source: &Source, text: &str) -> BTreeSet<String> {
        let mut features = self.crate_features();
        features.retain(|feature| uses_feature(source, text, feature));
        features
    }
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
