//! Lines that may be how days are called that are not understood, of the pairs of functions whose
//! names do not say for sure which parts they answer. Each is offered for all days that it fits.

use std::collections::{BTreeMap, BTreeSet};

use aoc_solution::Part;
use serde::Serialize;

use super::shapes::pairs;
use super::signature::Scope;
use crate::project::source::places;
use crate::puzzle::{Day, Puzzle};

/// The fewest days for which a line is offered.
const FEWEST_DAYS: usize = 2;

/// The most lines that are offered.
const MOST_OFFERS: usize = 3;

/// The expressions of an import, with placeholders for the day.
#[derive(Clone, Debug, Eq, Ord, PartialEq, PartialOrd, Serialize)]
pub struct OfferedLine {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    pub part1: String,
    pub part2: String,
}

/// A line that may be how days are called.
#[derive(Clone, Debug, Serialize)]
pub struct Offer {
    #[serde(flatten)]
    pub line: OfferedLine,
    pub days: BTreeSet<Puzzle>,
}

impl OfferedLine {
    /// The expressions as those of the options.
    pub fn expressions(&self) -> Vec<(Part, String)> {
        vec![
            (Part::One, self.part1.clone()),
            (Part::Two, self.part2.clone()),
        ]
    }
}

/// The lines that may be how a day is called.
pub fn lines(scope: Scope, puzzle: Puzzle) -> BTreeSet<OfferedLine> {
    let trimming = scope.repository.trimming_of_days().unwrap_or_default();
    let text = (!trimming.is_empty()).then(|| format!("input{trimming}"));
    let mut lines = BTreeSet::new();
    for pair in pairs::pairs_in(scope) {
        let [one, two] = pair.calls;
        let ones = generalized(&one, puzzle.day);
        let twos = generalized(&two, puzzle.day);
        for (part1, part2) in ones.into_iter().zip(twos) {
            let text = text.clone();
            lines.insert(OfferedLine { text, part1, part2 });
        }
    }
    lines
}

/// The lines for most days: each day is offered with one.
pub fn best(lines: Vec<(Puzzle, BTreeSet<OfferedLine>)>) -> Vec<Offer> {
    let mut days = BTreeMap::<OfferedLine, BTreeSet<Puzzle>>::new();
    for (puzzle, lines) in lines {
        for line in lines {
            days.entry(line).or_default().insert(puzzle);
        }
    }
    let mut offers = Vec::new();
    while offers.len() < MOST_OFFERS
        && let Some(best) = days.values().map(BTreeSet::len).max()
        && best >= FEWEST_DAYS
    {
        let line = days.iter().find(|(_, days)| days.len() == best);
        let line = line
            .map(|(line, _)| line.clone())
            .expect("it has most days");
        let taken = days.remove(&line).unwrap_or_default();
        for other in days.values_mut() {
            other.retain(|puzzle| !taken.contains(puzzle));
        }
        offers.push(Offer { line, days: taken });
    }
    offers
}

/// The call with a placeholder for the number of the day in its names, as `%PADDED_DAY%` and as
/// `%DAY%`.
fn generalized(call: &str, day: Day) -> [String; 2] {
    let padded = format!("{:02}", day.get());
    [(padded, "%PADDED_DAY%"), (day.to_string(), "%DAY%")].map(|(digits, placeholder)| {
        let mut text = String::new();
        let mut end = 0;
        for place in places(call) {
            text += &call[end..place.start];
            end = place.end;
            let token = &call[place];
            let lower = token.to_lowercase();
            let start = ["day_", "day", "d"].iter().find_map(|word| {
                let at = lower.find(word)? + word.len();
                let after = lower.get(at..)?.strip_prefix(&*digits)?;
                (!after.starts_with(|c: char| c.is_ascii_digit())).then_some(at)
            });
            match start {
                Some(at) => {
                    text += &token[..at];
                    text += placeholder;
                    text += &token[at + digits.len()..];
                }
                None => text += token,
            }
        }
        text + &call[end..]
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_the_day_is_a_placeholder() {
        for (call, day, padded, plain) in [
            (
                "Day05.a(input)",
                5,
                "Day%PADDED_DAY%.a(input)",
                "Day05.a(input)",
            ),
            ("Day5.a(input)", 5, "Day5.a(input)", "Day%DAY%.a(input)"),
            (
                "day_12_b(input)",
                12,
                "day_%PADDED_DAY%_b(input)",
                "day_%DAY%_b(input)",
            ),
            ("day1_1(input)", 1, "day1_1(input)", "day%DAY%_1(input)"),
            ("part_1(input)", 1, "part_1(input)", "part_1(input)"),
            ("Day25.a(input)", 2, "Day25.a(input)", "Day25.a(input)"),
        ] {
            assert_eq!(generalized(call, Day::of(day)), [padded, plain], "{call}");
        }
    }
}
