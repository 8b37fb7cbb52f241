//! Days of cargo-aoc: functions with the attributes `#[aoc_generator(day1)]`
//! and `#[aoc(day1, part1)]`, either of them also with the name of a variant.

use std::collections::BTreeSet;
use std::ops::Range;

use aoc_solution::Part;

use super::day::{Wiring, call, parsing_call, takes_text};
use super::edits::Edits;
use super::input_type::{Lifetimes, input_type};
use super::items::{Function, Items};
use super::source::Source;
use crate::puzzle::Day;

/// cargo-aoc removes the line breaks at the end of an input.
const TRIMMED: &str = "text.trim_end_matches('\\n')";

/// An attribute of a function.
struct Marked<'i, 'a> {
    function: &'i Function<'a>,
    is_generator: bool,
    day: Day,
    part: Option<Part>,
    variant: Option<String>,
}

/// The days that the functions of a file solve.
pub fn days(source: &Source<'_>, items: &Items<'_>) -> BTreeSet<Day> {
    marked(source, items)
        .iter()
        .map(|marked| marked.day)
        .collect()
}

/// The year that `aoc_lib! { year = 2020 }` says.
pub fn year(source: &Source<'_>, items: &Items<'_>) -> Option<u16> {
    let call = items
        .macros
        .iter()
        .find(|call| matches!(source.word(call.path.end - 1), "aoc_lib" | "aoc_main"))?;
    let at = source.find(call.arguments.clone(), &["year"])?;
    source.word(at + 2).parse().ok()
}

/// The functions of a day; `None` if no function answers a part in a way that
/// is understood.
pub fn wiring(
    source: &Source<'_>,
    items: &Items<'_>,
    day: Day,
    lifetimes: &Lifetimes,
) -> Option<Wiring> {
    let marked: Vec<Marked<'_, '_>> = marked(source, items)
        .into_iter()
        .filter(|marked| marked.day == day)
        .collect();
    let generators: Vec<&Marked<'_, '_>> = marked.iter().filter(|it| it.is_generator).collect();
    let solvers: Vec<(Part, &Marked<'_, '_>)> = marked
        .iter()
        .filter(|it| !it.is_generator)
        .filter_map(|it| Some((it.part?, it)))
        .collect();
    let generator = |part: Part, variant: &Option<String>| {
        let exact = |it: &&&Marked<'_, '_>| it.part == Some(part) && it.variant == *variant;
        let of_part = |it: &&&Marked<'_, '_>| it.part == Some(part) && it.variant.is_none();
        let of_all = |it: &&&Marked<'_, '_>| it.part.is_none();
        let mut found = generators.iter().find(exact);
        found = found.or_else(|| generators.iter().find(of_part));
        found
            .or_else(|| generators.iter().find(of_all))
            .map(|it| it.function)
    };
    let used: Vec<Option<&Function<'_>>> = solvers
        .iter()
        .map(|(part, solver)| generator(*part, &solver.variant))
        .collect();
    let first = used.first().copied()?;
    let is_common = used
        .iter()
        .all(|it| it.map(|it| it.name) == first.map(|it| it.name));
    let named = first
        .filter(|it| is_common && !it.is_generic)
        .and_then(|it| {
            let returns = input_type(source, it.returns.clone()?, lifetimes)?;
            Some((it.name.to_owned(), returns))
        });
    let is_plain = named.is_some() || (is_common && first.is_none());
    let mut wiring = Wiring {
        trims: is_plain,
        parse: named,
        parsers: generators
            .iter()
            .map(|it| it.function.name.to_owned())
            .collect(),
        solvers: solvers
            .iter()
            .map(|(part, it)| (*part, it.function.name.to_owned()))
            .collect(),
        ..Wiring::default()
    };
    for part in Part::BOTH {
        let mut expressions = Vec::new();
        for ((_, solver), generator) in solvers.iter().zip(&used).filter(|((it, _), _)| *it == part)
        {
            let expression = match generator {
                _ if is_plain => call(source, solver.function)?,
                Some(generator) => parsing_call(source, solver.function, generator.name, TRIMMED)?,
                None if takes_text(source, solver.function) => {
                    format!("|text| {}({TRIMMED})", solver.function.name)
                }
                None => return None,
            };
            expressions.push((solver.variant.clone(), expression));
        }
        // The one without a name comes first.
        let unnamed = expressions
            .iter()
            .position(|(variant, _)| variant.is_none());
        if expressions.is_empty() {
            continue;
        }
        let (_, primary) = expressions.remove(unnamed.unwrap_or(0));
        wiring.parts.push((part, primary));
        for (variant, expression) in expressions {
            let name = variant.unwrap_or_else(|| expression.clone());
            wiring.alternatives.push((part, name, expression));
        }
    }
    Some(wiring)
}

/// Removes what belongs to cargo-aoc.
pub fn remove(source: &Source<'_>, items: &Items<'_>, edits: &mut Edits) {
    let attributes = items
        .functions
        .iter()
        .flat_map(|function| &function.attributes);
    for attribute in attributes.filter(|it| arguments(source, it).is_some()) {
        edits.remove_lines(source.text, source.bytes(attribute.clone()));
    }
    let of_tool = |tokens: &Range<usize>| {
        tokens
            .clone()
            .any(|index| matches!(source.word(index), "aoc_runner" | "aoc_runner_derive"))
    };
    for tokens in items
        .uses
        .iter()
        .chain(&items.others)
        .filter(|it| of_tool(it))
    {
        edits.remove_lines(source.text, source.bytes(tokens.clone()));
    }
}

fn marked<'i, 'a>(source: &Source<'_>, items: &'i Items<'a>) -> Vec<Marked<'i, 'a>> {
    let mut marked = Vec::new();
    for function in &items.functions {
        for attribute in &function.attributes {
            let Some((is_generator, arguments)) = arguments(source, attribute) else {
                continue;
            };
            let mut arguments = source.split(arguments, ",").into_iter();
            let mut word = || {
                arguments
                    .next()
                    .map(|it| source.slice(it).trim_matches('"'))
            };
            let day = word().and_then(|day| day.strip_prefix("day")?.parse().ok());
            let Some(day) = day.map(Day) else { continue };
            let part = match word() {
                Some("part1") => Some(Part::One),
                Some("part2") => Some(Part::Two),
                _ => None,
            };
            marked.push(Marked {
                function,
                is_generator,
                day,
                part,
                variant: word().map(str::to_owned),
            });
        }
    }
    marked
}

/// Whether it is a generator, and what is between the parentheses.
fn arguments(source: &Source<'_>, attribute: &Range<usize>) -> Option<(bool, Range<usize>)> {
    let inside = attribute.start + 2..attribute.end - 1;
    let open = source.find(inside.clone(), &["("])?;
    let is_generator = match source.word(open - 1) {
        "aoc" => false,
        "aoc_generator" => true,
        _ => return None,
    };
    Some((is_generator, source.inside(open)))
}

#[cfg(test)]
mod tests {
    use super::super::items::items;
    use super::*;

    const DAY: &str = r"
use aoc_runner_derive::{aoc, aoc_generator};

#[aoc_generator(day3)]
pub fn generator(input: &str) -> Result<Vec<u8>, Error> {}
#[aoc(day3, part1, simple)]
#[inline]
fn simple(input: &[u8]) -> u8 {}
#[aoc(day3, part1)]
fn part1(input: &[u8]) -> u8 {}
#[aoc(day3, part2)] fn part2(input: &[u8]) -> u8 {}
";

    fn of(text: &str) -> Wiring {
        let source = Source::new(text);
        let items = items(&source, source.all());
        assert_eq!(days(&source, &items), [Day(3)].into());
        wiring(&source, &items, Day(3), &Lifetimes::new()).expect("a day")
    }

    #[test]
    fn generators_parts_and_variants() {
        let wiring = of(DAY);
        assert!(wiring.trims);
        let parse = wiring.parse.unwrap();
        assert_eq!((&*parse.0, &*parse.1), ("generator", "Vec<u8>"));
        let parts = [(Part::One, "part1"), (Part::Two, "part2")];
        assert_eq!(wiring.parts, parts.map(|(part, it)| (part, it.to_owned())));
        let alternative = (Part::One, "simple".to_owned(), "simple".to_owned());
        assert_eq!(wiring.alternatives, [alternative]);
    }

    #[test]
    fn parts_with_generators_of_their_own() {
        let wiring = of(
            "#[aoc_generator(day3, part1)] fn one(i: &str) -> u8 {} #[aoc(day3, part1)] fn part1(i: &u8) {} \
             #[aoc(day3, part2)] fn part2(i: &str) {}",
        );
        assert_eq!((wiring.trims, wiring.parse), (false, None));
        let parts: Vec<&str> = wiring.parts.iter().map(|(_, it)| &**it).collect();
        assert_eq!(
            parts,
            [
                "|text| part1(&one(text.trim_end_matches('\\n')))",
                "|text| part2(text.trim_end_matches('\\n'))"
            ]
        );
    }

    #[test]
    fn nothing_of_the_tool_is_left() {
        let source = Source::new(DAY);
        let all = items(&source, source.all());
        let mut edits = Edits::default();
        remove(&source, &all, &mut edits);
        let text = edits.apply(DAY);
        assert!(!text.contains("aoc"), "{text}");
        assert!(text.contains("#[inline]\nfn simple"), "{text}");
        let library = "#[macro_use]\nextern crate aoc_runner_derive;\naoc_lib! { year = 2018 }";
        let source = Source::new(library);
        assert_eq!(year(&source, &items(&source, source.all())), Some(2018));
    }
}
