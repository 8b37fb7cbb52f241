//! The part that the name of a function tells, by itself or beside the names of other functions.

use aoc_solution::Part;

use crate::import::names::{part_numbered, part_of};
use crate::puzzle::words;

/// The ranks of functions whose names end with their part, and of functions that are only guessed.
/// A low rank is tried first.
const NAMED: usize = 100;
pub const TRIED: usize = 200;

/// Pairs of words by which the functions of part 1 and part 2 differ.
const PAIRS: [[&str; 2]; 12] = [
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

/// The part that a name tells: by itself, as `part1` and `ex1` do, or beside another name that
/// differs in one word, as `easy` does beside `hard`. The number is the rank, and low ranks are
/// preferred: up to [`NAMED`], the name alone tells the part.
pub fn part_among(name: &str, others: &[Vec<String>]) -> Option<(Part, usize)> {
    if let Some(part) = part_of(name) {
        return Some((part, 10 + name.len()));
    }
    if let Some(part) = part_at_end(name) {
        return Some((part, NAMED));
    }
    let own = words(name);
    let part = (0..own.len()).find_map(|index| {
        let parts = PAIRS.iter().flat_map(|[one, two]| {
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
    Some((part?, TRIED))
}

/// The part at the end of a name, whatever comes before it: `ex1`, `zad2`, `solve_b`.
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
