//! Weighs the evidence for the part that a function answers: its attribute, its name, which
//! `folder/part_names.rs` reads, and the names of other functions.

use aoc_solution::Part;

use crate::import::folder::part_names::{part_at_end, part_of};
use crate::puzzle::other_part;

/// The evidence for the part that a function answers, the strongest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Evidence {
    /// An attribute of cargo-aoc. The function without a variant is tried before its variants.
    Attribute { is_variant: bool },
    /// All words of its name: `part1`, `solve_part_two`.
    Name,
    /// The first words of several names: `part2_fast` and `part2_slow`. This evidence is only a guess.
    StartOfName,
    /// The last word or digit of its name, after any other words: `ex1`, `solve_b`.
    EndOfName,
    /// The other function of a pair: `part1::solve` beside `part2::solve`, or `day5` beside
    /// `day5_part2`. This evidence is only a guess.
    Counterpart,
}

impl Evidence {
    /// True if an attribute says the part, or the name says only the part.
    pub fn says_only_part(self) -> bool {
        self < Self::EndOfName
    }
}

/// The part that a name says.
pub fn part_named(name: &str) -> Option<(Part, Evidence)> {
    if let Some(part) = part_of(name) {
        return Some((part, Evidence::Name));
    }
    Some((part_at_end(name)?, Evidence::EndOfName))
}

/// The part that the module or the type of a function says, such as `part1::solve`. The module or
/// type for the other part must have a function of the same name. `paths` are the paths of all
/// functions.
pub fn part_of_scope(path: &str, paths: &[String]) -> Option<(Part, Evidence)> {
    let (scope, name) = path.rsplit_once("::")?;
    let part = part_of(scope)?;
    let has_other = paths.iter().any(|path| {
        path.rsplit_once("::").is_some_and(|(other, other_name)| {
            other_name == name && part_of(other) == Some(other_part(part))
        })
    });
    has_other.then_some((part, Evidence::Counterpart))
}
