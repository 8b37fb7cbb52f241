//! The part that a function answers, according to its name alone or beside the names of other
//! functions.
//!
//! There are three steps. `part_numbered` of the library says which part a word such as `two` means,
//! also in an output. `part_of` in `names` reads a whole name, of which all words must say the part.
//! Here it is one evidence of several for a function.

use aoc_solution::Part;
use aoc_solution::imported::part_numbered;

use crate::import::names::part_of;
use crate::puzzle::words;

/// The evidence for the part that a function answers. The strongest evidence is the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Evidence {
    /// An attribute of cargo-aoc. The function without a variant is tried before its variants.
    Attribute { is_variant: bool },
    /// All words of its name: `part1`, `solve_part_two`. The shortest name comes first, because a
    /// longer name often means another version.
    Name { length: usize },
    /// The last word or digit of its name, after any other words: `ex1`, `solve_b`.
    EndOfName,
    /// Another function whose name differs in one word: `easy` beside `hard`. This is a guess.
    PairOfNames,
}

impl Evidence {
    /// True if the function must be compiled and run before it is called.
    pub fn is_guess(self) -> bool {
        self == Self::PairOfNames
    }

    /// True if an attribute says the part, or the name says only the part.
    pub fn says_only_part(self) -> bool {
        self < Self::EndOfName
    }

    /// The key by which functions are sorted, in the order in which they are tried. With the same
    /// evidence, a function without arguments comes last: it often only reads the input and calls a
    /// better function.
    pub fn order(self, has_arguments: bool) -> (Self, bool, usize) {
        match self {
            Self::Name { length } => (Self::Name { length: 0 }, !has_arguments, length),
            other => (other, !has_arguments, 0),
        }
    }
}

/// Pairs of words in which the names for part 1 and part 2 differ.
const WORD_PAIRS: [[&str; 2]; 12] = [
    ["1", "2"],
    ["01", "02"],
    ["one", "two"],
    ["first", "second"],
    ["a", "b"],
    ["i", "ii"],
    ["easy", "hard"],
    ["simple", "complex"],
    ["simple", "advanced"],
    ["silver", "gold"],
    ["basic", "advanced"],
    ["small", "large"],
];

/// The part that a name says, alone or beside other names. `others` are the words of these names.
pub fn part_among(name: &str, others: &[Vec<String>]) -> Option<(Part, Evidence)> {
    if let Some(part) = part_of(name) {
        let length = name.len();
        return Some((part, Evidence::Name { length }));
    }
    if let Some(part) = part_at_end(name) {
        return Some((part, Evidence::EndOfName));
    }
    let own = words(name);
    let part = (0..own.len()).find_map(|index| {
        let parts = WORD_PAIRS.iter().flat_map(|[one, two]| {
            [(one, two, Part::One), (two, one, Part::Two)]
                .into_iter()
                .filter(|(word, ..)| own[index] == **word)
        });
        let mut found = parts.filter(|(_, other, _)| {
            let mut paired = own.clone();
            (**other).clone_into(&mut paired[index]);
            others.contains(&paired)
        });
        found.next().map(|(.., part)| part)
    });
    Some((part?, Evidence::PairOfNames))
}

/// The part at the end of a name, after any other words: `ex1`, `zad2`, `solve_b`.
fn part_at_end(name: &str) -> Option<Part> {
    let is_number = |c: char| c == '1' || c == '2';
    if let Some(digit) = name.chars().last().filter(|c| is_number(*c)) {
        let before = &name[..name.len() - 1];
        let is_whole = !before.ends_with(|c: char| c.is_ascii_digit()) && !before.is_empty();
        return is_whole.then(|| part_numbered(&digit.to_string()))?;
    }
    let last = words(name).pop()?;
    (last != name).then(|| part_numbered(&last))?
}
