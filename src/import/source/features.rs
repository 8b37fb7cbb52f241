//! The unstable features that a source declares. Its copy does not need all of them.

use std::collections::BTreeSet;
use std::ops::Range;

use syn::Attribute;
use syn::spanned::Spanned;

use super::{Edit, Source};
use crate::project::source::features;

/// Features that have become stable under the same name, or that only benchmarks need. Benchmarks
/// are not copied. Copies must not declare these features, because a stable compiler rejects every
/// declaration of a feature. For each of them except `test`, a nightly compiler warns that it "has
/// been stable since" 1.95 or an earlier version.
const NEEDLESS_FEATURES: [&str; 73] = [
    "array_from_fn",
    "array_map",
    "array_methods",
    "array_value_iter",
    "array_windows",
    "assoc_char_funcs",
    "associated_type_bounds",
    "async_closure",
    "binary_heap_as_slice",
    "binary_heap_retain",
    "bindings_after_at",
    "bool_to_option",
    "byte_slice_trim_ascii",
    "cell_update",
    "clone_closures",
    "conservative_impl_trait",
    "const_fn_trait_bound",
    "const_generics_defaults",
    "const_int_pow",
    "const_mut_refs",
    "const_option",
    "copy_closures",
    "destructuring_assignment",
    "dyn_trait",
    "entry_and_modify",
    "exclusive_range_pattern",
    "extract_if",
    "format_args_capture",
    "generic_arg_infer",
    "generic_associated_types",
    "half_open_range_patterns",
    "hash_extract_if",
    "i128_type",
    "if_let_guard",
    "inclusive_range_syntax",
    "inline_const",
    "int_abs_diff",
    "is_none_or",
    "is_some_and",
    "is_sorted",
    "is_symlink",
    "isqrt",
    "iter_chain",
    "iter_map_while",
    "iter_repeat_n",
    "iterator_step_by",
    "label_break_value",
    "lazy_cell",
    "let_chains",
    "let_else",
    "map_first_last",
    "match_default_bindings",
    "min_const_generics",
    "mixed_integer_ops",
    "nll",
    "non_ascii_idents",
    "once_cell",
    "option_get_or_insert_default",
    "or_patterns",
    "result_option_inspect",
    "return_position_impl_trait_in_trait",
    "slice_as_chunks",
    "slice_first_last_chunk",
    "slice_patterns",
    "slice_rotate",
    "split_inclusive",
    "str_split_once",
    "str_strip",
    "test",
    "universal_impl_trait",
    "unsigned_is_multiple_of",
    "vec_pop_if",
    "vec_retain_mut",
];

/// The feature for a syntax that stable compilers only accept in the edition 2024.
pub const LET_CHAINS: &str = "let_chains";

/// An attribute `#![feature(...)]`.
pub struct FeatureAttribute {
    range: Range<usize>,
    names: BTreeSet<String>,
}

impl FeatureAttribute {
    /// The attributes of this kind in a file. `text` is the text of the file.
    pub fn all(attributes: &[Attribute], text: &str) -> Vec<Self> {
        let attributes = attributes.iter();
        attributes
            .filter(|attribute| attribute.path().is_ident("feature"))
            .map(|attribute| {
                let range = attribute.span().byte_range();
                let names = features(&text[range.clone()]);
                Self { range, names }
            })
            .collect()
    }

    /// The names of the features that a copy needs.
    fn needed(&self) -> Vec<&str> {
        let names = self.names.iter().map(String::as_str);
        names
            .filter(|name| !NEEDLESS_FEATURES.contains(name))
            .collect()
    }
}

impl Source {
    /// True if the source declares an unstable feature.
    pub fn asks_for(&self, feature: &str) -> bool {
        self.features
            .iter()
            .any(|attribute| attribute.names.contains(feature))
    }

    /// The unstable features that the source declares and its copy needs.
    pub fn needed_features(&self) -> BTreeSet<String> {
        let needed = self.features.iter().flat_map(FeatureAttribute::needed);
        needed.map(str::to_owned).collect()
    }

    /// The edits that remove the declarations of features that the copy does not need.
    pub fn without_needless_features(&self) -> Vec<Edit> {
        let mut edits = Vec::new();
        for attribute in &self.features {
            let needed = attribute.needed();
            if needed.is_empty() {
                edits.push((attribute.range.clone(), String::new()));
            } else if needed.len() < attribute.names.len() {
                let text = format!("#![feature({})]", needed.join(", "));
                edits.push((attribute.range.clone(), text));
            }
        }
        edits
    }
}
