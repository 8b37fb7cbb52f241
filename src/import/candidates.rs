//! Lists the candidates of a day: the ways to call it, from the names of its functions and types
//! alone. For `fn parse` and `fn part1`, some are `part1(input)`, `part1(parse(input))` and
//! `part1(&parse(input))`. `aoc import` compiles all of them, so the compiler tells which ones fit.
//! It runs these, and their answers tell which one is right.

mod functions;
mod methods;
mod types;

use aoc_solution::Part;

pub use self::functions::{is_main, without_part};
pub use self::methods::{Declared, declared};
pub use self::types::{lacks_field, spelled};
use super::names::{part_numbered, part_of};
use super::source::Source;
use super::wiring::{Value, Wiring};
use crate::puzzle::words;

/// The most functions of each kind that become candidates.
const MOST: usize = 4;

/// The ranks of functions whose names end with their part, and of functions that are only guessed.
/// A low rank is tried first.
const NAMED: usize = 100;
const TRIED: usize = 200;

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

/// One way to call a day, or one of its parts.
#[derive(Clone, Debug)]
pub struct Candidate {
    pub wiring: Wiring,
    /// The part that it answers. `None` if it answers everything that the day solves.
    pub part: Option<Part>,
    /// Whether names tell what it answers. If nothing is built, only such a candidate is taken.
    pub is_named: bool,
    /// Whether it counts only if no better candidate answers. For example, it passes the input
    /// itself to a function that may expect the result of a parser.
    pub is_fallback: bool,
    /// The call that prints the answers to both parts, if the candidate takes its answers from an
    /// output.
    pub printing: Option<String>,
}

impl Candidate {
    pub fn of_day(wiring: Wiring) -> Self {
        Self {
            wiring,
            part: None,
            is_named: true,
            is_fallback: false,
            printing: None,
        }
    }

    fn of_part(part: Part, value: Value) -> Self {
        let mut wiring = Wiring::default();
        wiring.set_part(part, value);
        Self {
            wiring,
            part: Some(part),
            is_named: true,
            is_fallback: false,
            printing: None,
        }
    }
}

/// The candidates by the names of functions and types in a source, preferred ones first: those that
/// parse the input once for both parts, those that answer one part, those that answer both parts,
/// and those that print. `reads_files` tells whether any source of the repository reads files.
pub fn by_names(source: &Source, reads_files: bool) -> Vec<Candidate> {
    let functions = functions::candidates(source, reads_files);
    let mut candidates = functions.with_parser;
    candidates.extend(methods::with_parser(source));
    candidates.extend(functions.of_parts);
    candidates.extend(methods::candidates(source));
    candidates.extend(functions.of_both);
    candidates.extend(functions.printing);
    candidates
}

/// The call of a day if nothing is compiled: by the first candidate whose names tell what it
/// answers, or by the first one for each part. `None` if names tell nothing.
pub fn first_by_names(candidates: &[Candidate]) -> Option<Wiring> {
    let mut named = candidates.iter().filter(|candidate| candidate.is_named);
    let first = named.next()?;
    let Some(part) = first.part else {
        return Some(first.wiring.clone());
    };
    let other = named.find(|candidate| candidate.part.is_some_and(|other| other != part));
    let wiring = first.wiring.clone();
    Some(match other {
        Some(other) => wiring.with(other.wiring.clone()),
        None => wiring,
    })
}

/// The part that a name tells: by itself, as `part1` and `ex1` do, or beside another name that
/// differs in one word, as `easy` does beside `hard`. The number is the rank, and low ranks are
/// preferred: up to [`NAMED`], the name alone tells the part.
fn part_among(name: &str, others: &[Vec<String>]) -> Option<(Part, usize)> {
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

#[cfg(test)]
mod tests;
