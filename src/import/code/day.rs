//! How the functions of a day belong together: which one parses, which ones
//! answer the parts.

use std::ops::Range;

use aoc_solution::Part;

use super::input_type::{Lifetimes, input_type, value_of};
use super::items::{Function, Items};
use super::source::Source;

/// What `functions!` is told about a day.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Wiring {
    /// Whether the line breaks at the end of the text are removed first.
    pub trims: bool,
    /// The function that parses and the type of the input; `None` if the parts
    /// are given the text.
    pub parse: Option<(String, String)>,
    /// An expression for each part.
    pub parts: Vec<(Part, String)>,
    pub alternatives: Vec<(Part, String, String)>,
    /// A function that answers both parts.
    pub solve: Option<String>,
    /// The functions that a test may call: what parses, and what answers.
    pub parsers: Vec<String>,
    pub solvers: Vec<(Part, String)>,
    /// The other functions, which tests may call in the place of these.
    pub helpers: Vec<Helper>,
}

/// A function of a day's file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Helper {
    pub name: String,
    /// What it is given where `input` is the text.
    pub argument: &'static str,
    pub returns: Returns,
}

/// What a function returns around its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Returns {
    Value,
    Option,
    Result,
}

/// The functions of a file.
pub fn helpers(source: &Source<'_>, items: &Items<'_>) -> Vec<Helper> {
    let helper = |function: &Function<'_>| {
        let path = function.returns.clone().unwrap_or_default();
        let path = path.take_while(|&index| source.is_name(index) || source.word(index) == ":");
        let returns = match path.last().map(|index| source.word(index)) {
            Some("Option") => Returns::Option,
            Some("Result") => Returns::Result,
            _ => Returns::Value,
        };
        let first = function.parameters.first().cloned().unwrap_or_default();
        let argument = match source.slice(first.clone()) {
            _ if is_reader(source, first) => "&mut input.as_bytes()",
            "&[u8]" => "input.as_bytes()",
            _ => "input",
        };
        Helper {
            name: function.name.to_owned(),
            argument,
            returns,
        }
    };
    items.functions.iter().map(helper).collect()
}

const PARSERS: [&str; 7] = [
    "parse",
    "parse_input",
    "input_generator",
    "generator",
    "parse_puzzle",
    "parse_data",
    "read_input",
];
const SOLVERS: [[&str; 2]; 9] = [
    ["part1", "part2"],
    ["part_1", "part_2"],
    ["part_one", "part_two"],
    ["solve_part1", "solve_part2"],
    ["solve_part_1", "solve_part_2"],
    ["solve_part_one", "solve_part_two"],
    ["part1_solve", "part2_solve"],
    ["p1", "p2"],
    ["solve1", "solve2"],
];

/// The days's functions by their usual names; `None` if no function answers a
/// part.
pub fn usual(source: &Source<'_>, items: &Items<'_>, lifetimes: &Lifetimes) -> Option<Wiring> {
    let named = |name: &str| {
        items
            .functions
            .iter()
            .find(|function| function.name == name)
    };
    let pair = SOLVERS
        .iter()
        .find(|pair| pair.iter().any(|name| named(name).is_some()));
    let mut wiring = Wiring::default();
    let parse = PARSERS.iter().find_map(|name| named(name));
    let parse =
        parse.filter(|function| function.parameters.len() == 1 && function.returns.is_some());
    let main = named("main").filter(|main| is_marked(source, main) && is_pair(source, main));
    let Some(pair) = pair.filter(|_| main.is_none()) else {
        let solve = main.or_else(|| named("solve").filter(|solve| is_pair(source, solve)))?;
        let takes_text = takes_text(source, solve);
        if let Some(parse) = parse.filter(|_| !takes_text) {
            let returns = input_type(source, parse.returns.clone()?, lifetimes)?;
            wiring.parse = Some((parse.name.to_owned(), returns));
        } else if !takes_text {
            return None;
        }
        wiring.trims = solve.name == "main";
        wiring.solve = Some(solve.name.replace("main", "solve"));
        return Some(wiring);
    };
    let solvers: Vec<(Part, &Function<'_>)> = Part::BOTH
        .into_iter()
        .zip(pair)
        .filter_map(|(part, name)| Some((part, named(name)?)))
        .collect();
    // Where parts are given the text, `parse` may read a line of it.
    let texts = solvers
        .iter()
        .filter(|(_, solver)| takes_text(source, solver))
        .count();
    let parse = parse.filter(|parse| {
        texts < solvers.len()
            || parse
                .returns
                .clone()
                .is_some_and(|returns| is_text(source, items, returns))
    });
    wiring.solvers = solvers
        .iter()
        .map(|(part, solver)| (*part, solver.name.to_owned()))
        .collect();
    wiring.parsers = parse.iter().map(|parse| parse.name.to_owned()).collect();
    let named_type = parse.and_then(|parse| {
        let is_mixed = texts > 0 && texts < solvers.len();
        let returns = input_type(source, parse.returns.clone()?, lifetimes)?;
        (!is_mixed && !parse.is_generic).then(|| (parse.name.to_owned(), returns))
    });
    for (part, solver) in solvers {
        let expression = match parse.filter(|_| named_type.is_none()) {
            Some(parse) if !takes_text(source, solver) => {
                parsing_call(source, solver, parse.name, "text")?
            }
            _ => call(source, solver)?,
        };
        wiring.parts.push((part, expression));
    }
    wiring.parse = named_type;
    Some(wiring)
}

/// What calls a function with the input.
pub fn call(source: &Source<'_>, function: &Function<'_>) -> Option<String> {
    let name = function.name;
    if let [parameter] = &function.parameters[..]
        && is_reader(source, parameter.clone())
    {
        return Some(format!("|text| {name}(&mut text.as_bytes())"));
    }
    match function.parameters.len() {
        0 => Some(format!("|_| {name}()")),
        1 if function.is_generic => Some(format!("|input| {name}(input)")),
        1 => Some(name.to_owned()),
        _ => None,
    }
}

/// What calls a function with what another one makes of the text.
pub fn parsing_call(
    source: &Source<'_>,
    function: &Function<'_>,
    parse: &str,
    text: &str,
) -> Option<String> {
    let [parameter] = &function.parameters[..] else {
        return None;
    };
    let reference = match (
        source.word(parameter.start),
        source.word(parameter.start + 1),
    ) {
        ("&", "mut") => "&mut ",
        ("&", _) => "&",
        _ => "",
    };
    Some(format!(
        "|text| {}({reference}{parse}({text}))",
        function.name
    ))
}

/// Whether this is a `main` that an attribute such as `#[aoc::main(1)]` gives the
/// input.
pub fn is_marked(source: &Source<'_>, main: &Function<'_>) -> bool {
    main.parameters.len() == 1 && takes_text(source, main) && !main.attributes.is_empty()
}

fn is_pair(source: &Source<'_>, function: &Function<'_>) -> bool {
    function.returns.clone().is_some_and(|returns| {
        source.word(returns.start) == "("
            && source.close(returns.start) + 1 == returns.end
            && source.split(source.inside(returns.start), ",").len() == 2
    })
}

/// Whether a function is given the text itself, as far as its type tells.
pub fn takes_text(source: &Source<'_>, function: &Function<'_>) -> bool {
    match &function.parameters[..] {
        [] => true,
        [parameter] => {
            is_text_type(source, parameter.clone()) || is_reader(source, parameter.clone())
        }
        _ => false,
    }
}

fn is_text(source: &Source<'_>, items: &Items<'_>, returns: Range<usize>) -> bool {
    let value = value_of(source, returns);
    let alias = items
        .types
        .iter()
        .find(|it| value.len() == 1 && it.name == source.word(value.start));
    let value = alias.and_then(|it| it.alias.clone()).unwrap_or(value);
    // Parts that are given `&[u8]` take it as well.
    source.slice(value.clone()) == "Vec<u8>" || is_text_type(source, value)
}

fn is_text_type(source: &Source<'_>, tokens: Range<usize>) -> bool {
    let words: String = tokens
        .map(|index| source.word(index))
        .filter(|word| !word.starts_with('\''))
        .collect();
    matches!(
        &*words,
        "&str" | "&String" | "String" | "&[u8]" | "implAsRef<str>"
    )
}

/// Whether this is `&mut dyn Read`, `&mut impl BufRead` or the like.
fn is_reader(source: &Source<'_>, tokens: Range<usize>) -> bool {
    let mut words = tokens.clone().map(|index| source.word(index));
    source.matches(tokens.start, &["&", "mut"])
        && words.any(|word| matches!(word, "dyn" | "impl"))
        && matches!(source.word(tokens.end - 1), "Read" | "BufRead")
}

#[cfg(test)]
mod tests {
    use super::super::items::items;
    use super::*;

    fn wiring(text: &str) -> Option<Wiring> {
        let source = Source::new(text);
        let items = items(&source, source.all());
        usual(&source, &items, &Lifetimes::new())
    }

    fn parts(text: &str) -> (Option<String>, Vec<String>) {
        let wiring = wiring(text).expect("parts");
        let parse = wiring
            .parse
            .map(|(name, returns)| format!("{name}: {returns}"));
        (
            parse,
            wiring.parts.into_iter().map(|(_, part)| part).collect(),
        )
    }

    #[test]
    fn finds_the_functions_by_their_names() {
        let parse = "fn parse(input: &str) -> Vec<&str> {}";
        for (rest, parse_is, parts_are) in [
            (
                "fn part1(i: &[&str]) -> u8 {} fn part2(i: &[&str]) {}",
                Some("parse: Vec<&'a str>"),
                ["part1", "part2"],
            ),
            (
                "fn part_one(i: &str) -> Option<u8> {} fn part_two(i: &str) -> Option<u8> {}",
                None,
                ["part_one", "part_two"],
            ),
            (
                "fn part1(i: &str) -> u8 {} fn part2(i: Vec<&str>) -> u8 {}",
                None,
                ["part1", "|text| part2(parse(text))"],
            ),
            (
                "fn part1(i: &mut dyn Read) -> u8 {} fn part2(i: &mut impl io::BufRead) {}",
                None,
                [
                    "|text| part1(&mut text.as_bytes())",
                    "|text| part2(&mut text.as_bytes())",
                ],
            ),
            (
                "fn p1() -> u8 {} fn p2(i: impl AsRef<str>) -> u8 {}",
                None,
                ["|_| p1()", "|input| p2(input)"],
            ),
        ] {
            let (parse, parts) = parts(&format!("{parse} {rest}"));
            assert_eq!(parse.as_deref(), parse_is, "{rest}");
            assert_eq!(parts, parts_are, "{rest}");
        }
        let bytes = "fn parse(input: &str) -> Vec<u8> {} fn part1(i: &[u8]) -> u8 {}";
        assert_eq!(parts(bytes).0.as_deref(), Some("parse: Vec<u8>"));
        let (parse, parts) = parts(
            "fn parse(input: &str) -> impl Iterator<Item = u8> {} fn part1(i: &mut impl Iterator<Item = u8>) {}",
        );
        assert_eq!(
            (parse, &*parts),
            (None, &["|text| part1(&mut parse(text))".to_owned()][..])
        );
        let solve = wiring("fn solve(input: &str) -> (u8, Vec<(u8, u8)>) {}").unwrap();
        assert_eq!(solve.solve.as_deref(), Some("solve"));
        let main = "fn main(input: &str) -> (u8, u8) {}";
        let marked = wiring(&format!("#[aoc::main(1)] {main}")).unwrap();
        assert_eq!(
            (marked.solve.as_deref(), marked.trims),
            (Some("solve"), true)
        );
        assert_eq!(wiring(main), None);
        assert_eq!(wiring("fn main() {} fn solve(input: &str) -> u8 {}"), None);
        assert_eq!(wiring("fn part1(a: u8, b: u8) {}"), None);
    }
}
