//! What a text is made of, to compare inputs.

use std::collections::BTreeSet;

/// The kinds of characters in a text: digits, letters of either case, and every
/// other character by itself.
pub fn kinds(text: &str) -> BTreeSet<char> {
    text.chars()
        .filter(|c| !matches!(c, '\r' | '\n'))
        .map(|c| match c {
            '0'..='9' => '0',
            'a'..='z' => 'a',
            'A'..='Z' => 'A',
            other => other,
        })
        .collect()
}

/// Whether two texts could be inputs of one puzzle.
pub fn are_alike(one: &str, other: &str) -> bool {
    let (one_kinds, other_kinds) = (kinds(one), kinds(other));
    let common = one_kinds.intersection(&other_kinds).count();
    let least = one_kinds.len().min(other_kinds.len());
    common * 4 >= least * 3
}

/// Whether an example could belong to this input: it is not made of other
/// characters.
pub fn fits(example: &str, input: &str) -> bool {
    let many = |text: &str| text.trim_end().lines().count() > 1;
    kinds(example).is_subset(&kinds(input)) && (many(input) || !many(example))
}
