//! The call of `functions!` that makes a day of a copy.

use std::fmt::Write;

use aoc_solution::Part;

use super::day::Wiring;
use super::examples::Example;
use crate::puzzle::Puzzle;

/// The call, as rustfmt would write it.
pub fn render(puzzle: Puzzle, title: &str, wiring: &Wiring, examples: &[Example]) -> String {
    let mut head = format!("Day{:02}, {title:?}", puzzle.day.0);
    if let Some((_, input)) = &wiring.parse {
        head.extend([", ", input]);
    }
    let options = options(wiring, examples);
    if options.is_empty() {
        return format!("aoc_solution::functions!({head});\n");
    }
    let mut text = format!("aoc_solution::functions! {{\n    {head},\n");
    for option in options {
        text.extend(["    ", &option, ",\n"]);
    }
    text.push_str("}\n");
    text
}

fn options(wiring: &Wiring, examples: &[Example]) -> Vec<String> {
    let mut options = Vec::new();
    if wiring.trims {
        options.push("text = |text| text.trim_end_matches('\\n')".to_owned());
    }
    if let Some((parse, _)) = wiring.parse.as_ref().filter(|(parse, _)| parse != "parse") {
        options.push(format!("parse = {parse}"));
    }
    if let Some(solve) = &wiring.solve {
        options.push(format!("solve = {solve}"));
    }
    let usual = [
        (Part::One, "part1".to_owned()),
        (Part::Two, "part2".to_owned()),
    ];
    if wiring.parts != usual {
        for (part, expression) in &wiring.parts {
            options.push(format!("part{part} = {expression}"));
        }
    }
    if !wiring.alternatives.is_empty() {
        let mut list = "alternatives = [".to_owned();
        for (part, name, expression) in &wiring.alternatives {
            // Writing to a string cannot fail.
            let _ = write!(list, "part{part} {name:?} = {expression}, ");
        }
        list.truncate(list.len() - 2);
        options.push(list + "]");
    }
    if !examples.is_empty() {
        let mut list = "examples = [\n".to_owned();
        for example in examples {
            list.extend(["        ", &example.render(), ",\n"]);
        }
        options.push(list + "    ]");
    }
    options
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{Day, Year};

    #[test]
    fn a_day_with_the_usual_names_is_one_line() {
        let puzzle = Year(2015).day(Day(1));
        let part = |part, name: &str| (part, name.to_owned());
        let mut wiring = Wiring {
            parse: Some(("parse".to_owned(), "Vec<&'a str>".to_owned())),
            parts: vec![part(Part::One, "part1"), part(Part::Two, "part2")],
            ..Wiring::default()
        };
        let line = "aoc_solution::functions!(Day01, \"Not Quite Lisp\", Vec<&'a str>);\n";
        assert_eq!(render(puzzle, "Not Quite Lisp", &wiring, &[]), line);
        wiring.parts.pop();
        wiring.trims = true;
        wiring.alternatives = vec![(Part::One, "slow".to_owned(), "part1_slow".to_owned())];
        insta::assert_snapshot!(render(puzzle, "a \"b\"", &wiring, &[]), @r#"
        aoc_solution::functions! {
            Day01, "a \"b\"", Vec<&'a str>,
            text = |text| text.trim_end_matches('\n'),
            part1 = part1,
            alternatives = [part1 "slow" = part1_slow],
        }
        "#);
    }
}
