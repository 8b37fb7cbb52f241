//! Lines for days that are not understood: pairs of functions or methods of the text whose names
//! differ in one word, `easy` and `hard`, or one function that is told the part. Where the names
//! say the parts they are taken; all other lines are offered for the days that they fit.

use std::collections::{BTreeMap, BTreeSet};

use aoc_solution::Part;
use aoc_solution::Part::{One, Two};
use quote::ToTokens;
use serde::Serialize;
use syn::{Fields, FnArg, GenericParam, Item, ItemFn, Pat, Type, Visibility};

use super::names::{PART_WORDS, part_numbered, part_of};
use super::signature::{
    Callable, FunctionItem, Scope, filler, is_no_input, is_number, made, spelled,
};
use crate::project::source::{places, tokens};
use crate::puzzle::{Day, Puzzle, words};

/// Words that tell the functions of the two parts apart, beside those that number them.
const PAIRS: [(&str, &str); 8] = [
    ("01", "02"),
    ("i", "ii"),
    ("easy", "hard"),
    ("simple", "complex"),
    ("simple", "advanced"),
    ("silver", "gold"),
    ("basic", "advanced"),
    ("small", "large"),
];

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
        vec![(One, self.part1.clone()), (Two, self.part2.clone())]
    }
}

/// The calls of the two parts.
struct PartCalls {
    calls: [String; 2],
    /// Whether the names say the parts.
    is_certain: bool,
}

/// The calls of the two parts, by functions of modules or methods of types that are named for
/// them.
pub fn certain(scope: Scope, callables: Vec<Callable>) -> Option<[String; 2]> {
    let calls = calls(scope, callables).into_iter();
    let mut certain = calls.filter(|calls| calls.is_certain);
    certain.next().map(|calls| calls.calls)
}

/// The lines that may be how a day is called.
pub fn lines(scope: Scope, callables: Vec<Callable>, puzzle: Puzzle) -> BTreeSet<OfferedLine> {
    let trimming = scope.repository.trimming_of_days().unwrap_or_default();
    let text = (!trimming.is_empty()).then(|| format!("input{trimming}"));
    let mut lines = BTreeSet::new();
    for PartCalls {
        calls: [one, two], ..
    } in calls(scope, callables)
    {
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

/// The pairs of calls in a source, the surest first.
fn calls(scope: Scope, mut callables: Vec<Callable>) -> Vec<PartCalls> {
    let mut found = Vec::new();
    callables.extend(functions_of_modules(scope));
    for one in &callables {
        for two in &callables {
            let pairing = pairing(&one.words, &two.words);
            if pairing != Pairing::None {
                found.push(PartCalls {
                    calls: [one.call.clone(), two.call.clone()],
                    is_certain: pairing == Pairing::SaysParts,
                });
            }
        }
    }
    for function in scope.source.functions() {
        found.extend(told_the_part(scope, function));
    }
    found.sort_by_key(|calls| !calls.is_certain);
    found
}

/// What two paths have to do with each other.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Pairing {
    None,
    /// Their words differ in one that tells the parts apart: `easy` and `hard`.
    TellsApart,
    /// As [`Self::TellsApart`], by the number of a part: `part1` and `part2`.
    SaysParts,
}

fn pairing(one: &[String], two: &[String]) -> Pairing {
    if one.len() != two.len() {
        return Pairing::None;
    }
    let mut differing = (0..one.len()).filter(|&index| one[index] != two[index]);
    let (Some(index), None) = (differing.next(), differing.next()) else {
        return Pairing::None;
    };
    let [one_word, two_word] = [&*one[index], &*two[index]];
    let is_numbered = part_numbered(one_word) == Some(One) && part_numbered(two_word) == Some(Two);
    let is_pair = is_numbered || PAIRS.contains(&(one_word, two_word));
    let is_part = index > 0 && PART_WORDS.contains(&&*one[index - 1]);
    match (is_pair, is_part) {
        (false, _) => Pairing::None,
        (true, false) => Pairing::TellsApart,
        (true, true) => Pairing::SaysParts,
    }
}

/// The functions of the text in modules that are written out.
fn functions_of_modules(scope: Scope) -> Vec<Callable> {
    let mut callables = Vec::new();
    for item in &scope.source.items {
        let Item::Mod(module) = &item.item else {
            continue;
        };
        let items = module.content.iter().flat_map(|(_, items)| items);
        for inner in items.filter(|_| !item.is_for_tests) {
            if let Item::Fn(function) = inner
                && !matches!(function.vis, Visibility::Inherited)
                && let Ok(function) = FunctionItem::new(function, scope)
                && let Some(text) = function.text
                && scope.is_answer(function.makes)
            {
                let path = format!("{}::{}", item.name, function.name);
                callables.push(Callable {
                    call: format!("{}::{}", item.name, function.call(text)),
                    words: words(&path),
                    name: path,
                });
            }
        }
    }
    callables
}

/// The calls of a function of the text that is also told the part: by a truth value, by an enum
/// with two variants, by the number of the part, or by a constant in its generics.
fn told_the_part(scope: Scope, function: &ItemFn) -> Option<PartCalls> {
    let signature = &function.sig;
    let (makes, _) = made(signature).ok()?;
    let name = &signature.ident;
    let mut arguments = signature.inputs.iter();
    let FnArg::Typed(first) = arguments.next()? else {
        return None;
    };
    let text = scope.text_of(&first.ty, signature)?;
    if is_no_input(&first.pat) {
        return None;
    }
    if !scope.is_answer(makes) || signature.asyncness.is_some() {
        return None;
    }
    let mut generics = signature
        .generics
        .params
        .iter()
        .filter_map(|parameter| match parameter {
            GenericParam::Const(constant) => Some(constant),
            _ => None,
        });
    if let Some(constant) = generics.next() {
        let parts = parts_as(scope, &constant.ty, &constant.ident.to_string())?;
        let is_alone = generics.next().is_none() && arguments.next().is_none();
        return is_alone.then(|| parts.map(|value| format!("{name}::<{value}>({text})")));
    }
    let FnArg::Typed(second) = arguments.next()? else {
        return None;
    };
    let Pat::Ident(argument) = &*second.pat else {
        return None;
    };
    let argument = argument.ident.to_string();
    let parts = parts_as(scope, &second.ty, &argument)?;
    let body = function.block.to_token_stream().to_string();
    let is_used = parts.is_certain && tokens(&body).contains(&&*argument);
    if filler(&FnArg::Typed(second.clone())).is_some() && !is_used {
        return None;
    }
    let is_last = arguments.next().is_none();
    let is_entry = !scope.source.is_called(&name.to_string());
    is_last.then(|| PartCalls {
        is_certain: parts.is_certain && is_entry,
        ..parts.map(|value| format!("{name}({text}, {value})"))
    })
}

impl PartCalls {
    fn map(self, call: impl Fn(String) -> String) -> Self {
        Self {
            calls: self.calls.map(call),
            ..self
        }
    }
}

/// The values of a type that stand for the two parts.
fn parts_as(scope: Scope, ty: &Type, name: &str) -> Option<PartCalls> {
    let spelled = spelled(ty);
    if spelled == "bool" {
        return Some(PartCalls {
            calls: ["false", "true"].map(str::to_owned),
            is_certain: says_second(name),
        });
    }
    if is_number(&spelled) {
        let is_part = words(name)
            .iter()
            .any(|word| ["part", "p"].contains(&&**word));
        return is_part.then(|| PartCalls {
            calls: ["1", "2"].map(str::to_owned),
            is_certain: false,
        });
    }
    let last = spelled.rsplit(':').next().unwrap_or_default();
    let mut own = scope.source.items.iter();
    let own = own.find_map(|item| match &item.item {
        Item::Enum(item) if item.ident == last => Some(item),
        _ => None,
    });
    let enumeration = own.or_else(|| scope.repository.enumeration(last))?;
    let variants: Vec<_> = enumeration.variants.iter().collect();
    let [one, two] = *variants else {
        return None;
    };
    let is_plain = [one, two]
        .iter()
        .all(|variant| matches!(variant.fields, Fields::Unit));
    let [of_one, of_two] = [one, two].map(|variant| words(&format!("{last}_{}", variant.ident)));
    is_plain.then(|| PartCalls {
        calls: [one, two].map(|variant| format!("{spelled}::{}", variant.ident)),
        is_certain: pairing(&of_one, &of_two) == Pairing::SaysParts,
    })
}

/// Whether the name of an argument asks whether the part is the second: `is_part_two`, `second`.
fn says_second(name: &str) -> bool {
    let name = name.trim_start_matches('_').trim_start_matches("is_");
    name == "second" || part_of(name) == Some(Two)
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

    #[test]
    fn names_that_differ_in_one_word_are_a_pair() {
        for (one, two, expected) in [
            ("part1::solve", "part2::solve", Pairing::SaysParts),
            ("solve_level1", "solve_level2", Pairing::SaysParts),
            ("easy", "hard", Pairing::TellsApart),
            ("a", "b", Pairing::TellsApart),
            ("b", "a", Pairing::None),
            ("count_a", "total_b", Pairing::None),
            ("a", "b_fast", Pairing::None),
        ] {
            assert_eq!(pairing(&words(one), &words(two)), expected, "{one} {two}");
        }
    }
}
