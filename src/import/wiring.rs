//! How the functions of a day belong together: by the attributes of cargo-aoc, by their
//! names and types, or by the expressions that the user gives.

use aoc_solution::Part;
use syn::spanned::Spanned;
use syn::{ItemFn, Type};

use super::signature::{FunctionItem, fits, is_pair_of_answers};
use super::source::{Source, on_large_stack, part_in};
use crate::project::source::{solution_type, tokens};
use crate::puzzle::{Day, Puzzle, Year};

/// Parts of the names of functions that parse.
const PARSER_WORDS: [&str; 6] = ["pars", "input", "generat", "read", "load", "prepare"];

/// The arguments of the macro `functions!` for a day.
#[derive(Default)]
pub struct Wiring {
    /// The type of the input, if the parts are not given the text.
    pub input: Option<String>,
    /// The options, such as `part1 = solve`.
    options: Vec<String>,
}

/// A function that answers a part or both.
struct Solver<'p> {
    function: FunctionItem<'p>,
    /// The function that makes its argument, if it is not given the text.
    parser: Option<&'p FunctionItem<'p>>,
}

/// Checks an expression over the text `input`; the error says why it is not one.
pub fn expression(text: &str) -> Result<String, String> {
    let filled = fill(text, Year(2015).day(Day(1)));
    let code = format!("const _: () = [{filled}; 1];");
    on_large_stack(|| Source::read(code).map(drop))?;
    Ok(text.to_owned())
}

/// Replaces the placeholders of an expression.
fn fill(text: &str, puzzle: Puzzle) -> String {
    text.replace("%YEAR%", &puzzle.year.to_string())
        .replace("%DAY%", &puzzle.day.to_string())
        .replace("%PADDED_DAY%", &format!("{:02}", puzzle.day.0))
}

/// The wiring by expressions, unless a file has none of the functions and types in them.
pub fn expressed(source: &Source, calls: &[(Part, String)], puzzle: Puzzle) -> Option<Wiring> {
    let mut wiring = Wiring::default();
    let mut is_known = false;
    for (part, call) in calls {
        let call = fill(call, puzzle);
        is_known |= tokens(&call).iter().any(|name| source.item(name).is_some());
        wiring.options.push(format!("part{part} = |&input| {call}"));
    }
    is_known.then_some(wiring)
}

/// The wiring of a day by its functions: those for the parts, or else one for both.
pub fn wiring(source: &Source) -> Result<Wiring, String> {
    if solution_type(&source.text, "").is_some() && source.text.contains("aoc_solution") {
        // It is a day of `aoc` already.
        return Ok(Wiring::default());
    }
    let mut parsers: Vec<FunctionItem> = source.functions().flat_map(FunctionItem::new).collect();
    parsers.retain(|function| function.text.is_some());
    // Those whose names say that they parse come first.
    parsers.sort_by_key(|parser| (!is_parser(&parser.name), source.is_called(&parser.name)));
    let solvers = match parts(source, &parsers) {
        Ok(solvers) => solvers,
        Err(why) => vec![("solve", both(source, &parsers).ok_or(why)?)],
    };
    Ok(Wiring::of(source, &solvers))
}

/// The functions for the parts, with the options for them. Of several functions for a part
/// the first that can be called is taken.
fn parts<'p>(
    source: &'p Source,
    parsers: &'p [FunctionItem<'p>],
) -> Result<Vec<(&'static str, Solver<'p>)>, String> {
    let mut solvers = Vec::new();
    for (part, option) in [(Part::One, "part1"), (Part::Two, "part2")] {
        let mut found = Vec::new();
        for function in source.functions() {
            if let Some((of, order)) = part_in(function)
                && of == part
            {
                let solver = Solver::new(source, parsers, function).and_then(Solver::of_part);
                found.push((solver.is_err(), order, solver));
            }
        }
        found.sort_by_key(|(is_err, order, _)| (*is_err, *order));
        if let Some((.., solver)) = found.into_iter().next() {
            solvers.push((option, solver?));
        }
    }
    if solvers.is_empty() {
        return Err("no function answers a part".to_owned());
    }
    Ok(solvers)
}

/// The function that answers both parts: it returns a pair, and only `main` calls it.
fn both<'p>(source: &'p Source, parsers: &'p [FunctionItem<'p>]) -> Option<Solver<'p>> {
    for function in source.functions() {
        let Ok(solver) = Solver::new(source, parsers, function) else {
            continue;
        };
        let FunctionItem { name, makes, .. } = &solver.function;
        let is_other = is_parser(name) || source.is_called(name) || part_in(function).is_some();
        if is_pair_of_answers(makes) && !is_other {
            return Some(solver);
        }
    }
    None
}

/// Whether the name of a function says that it parses.
fn is_parser(name: &str) -> bool {
    PARSER_WORDS.iter().any(|word| name.contains(word))
}

impl<'p> Solver<'p> {
    /// A function of the text, or of what one of the parsers makes.
    fn new(
        source: &Source,
        parsers: &'p [FunctionItem<'p>],
        function: &'p ItemFn,
    ) -> Result<Self, String> {
        let function = FunctionItem::new(function)?;
        let mut parser = None;
        if function.text != Some("input") {
            parser = parsers
                .iter()
                .filter(|parser| parser.name != function.name)
                .find(|parser| fits(parser.makes, function.takes));
        }
        if parser.is_none() && function.text.is_none() {
            let name = function.name;
            let argument = &source.text[function.takes.span().byte_range()];
            return Err(format!(
                "`{name}` takes `{argument}`, which no function makes of the text"
            ));
        }
        Ok(Self { function, parser })
    }

    /// The function, if it can answer one part.
    fn of_part(self) -> Result<Self, String> {
        if let Type::Tuple(_) = self.function.makes {
            let name = self.function.name;
            return Err(format!("`{name}` returns no answer but a tuple"));
        }
        Ok(self)
    }

    /// The argument of the function as an expression over the text `input`.
    fn argument(&self) -> String {
        let Some(parser) = self.parser else {
            return self.function.text.unwrap_or_default().to_owned();
        };
        let reference = match self.function.takes {
            Type::Reference(_) => "&",
            _ => "",
        };
        let unwrap = if parser.is_wrapped { ".unwrap()" } else { "" };
        let argument = parser.text.unwrap_or_default();
        format!("{reference}{}({argument}){unwrap}", parser.name)
    }
}

impl Wiring {
    fn of(source: &Source, solvers: &[(&str, Solver)]) -> Self {
        let mut wiring = Self::default();
        if source.marks().next().is_some() {
            // cargo-aoc gives no day the line breaks at the end.
            let text = "text = |text| text.trim_end_matches('\\n')";
            wiring.options.push(text.to_owned());
        }
        // Parsing is timed apart if the parts share what has a type with a name.
        if let [(_, first), others @ ..] = solvers
            && let Some(parser) = first.parser
            && others
                .iter()
                .all(|(_, other)| other.parser.is_some_and(|other| other.name == parser.name))
            && let Some(input) = source.input_type(parser.makes)
        {
            wiring.input = Some(input);
            wiring.add("parse", parser, parser.text.unwrap_or_default());
        }
        for (option, solver) in solvers {
            let argument = match wiring.input {
                Some(_) => "input",
                None => &solver.argument(),
            };
            wiring.add(option, &solver.function, argument);
        }
        wiring
    }

    /// Adds the call of a function. The macro does not see what a closure for both parts takes.
    fn add(&mut self, option: &str, function: &FunctionItem, argument: &str) {
        let name = &function.name;
        self.options.push(match (option, argument) {
            (_, "input") => format!("{option} = {name}"),
            ("solve", _) => format!("{option} = |input: &&str| {name}({argument})"),
            _ => format!("{option} = |input| {name}({argument})"),
        });
    }

    /// The call of `functions!`, which makes a day of the functions beside it.
    pub fn render(&self, name: &str, title: &str) -> String {
        if self.options.is_empty() {
            return String::new();
        }
        let mut lines = format!("    {name}, {title:?}");
        if let Some(input) = &self.input {
            lines += &format!(", {input}");
        }
        for option in &self.options {
            lines += &format!(",\n    {option}");
        }
        format!("aoc_solution::functions! {{\n{lines},\n}}\n\n")
    }
}
