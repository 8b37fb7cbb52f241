//! How the functions of a day belong together: by the attributes of cargo-aoc, by their
//! names and types, or by the expressions that the user gives.

use aoc_solution::Part;
use syn::spanned::Spanned;
use syn::{ItemFn, Type};

use super::signature::FunctionItem;
use super::source::{Source, on_large_stack, part_in};
use crate::project::source::{solution_type, tokens};
use crate::puzzle::{Day, Puzzle, Year};

/// Parts of the names of functions that parse.
const PARSER_WORDS: [&str; 6] = ["pars", "input", "generat", "read", "load", "prepare"];

/// The arguments of the macro `functions!` for a day.
#[derive(Default)]
pub struct Wiring<'s> {
    /// The type of the input, if the parts are not given the text.
    pub input: Option<String>,
    /// The options, such as `part1 = solve`.
    options: Vec<String>,
    /// The functions for the parts, which examples may be about.
    pub solvers: Vec<SolvingFunction<'s>>,
}

/// A function for a part, or for both if `part` is `None`.
pub struct SolvingFunction<'s> {
    pub part: Option<Part>,
    pub function: FunctionItem<'s>,
    /// The function that makes its argument, if it is not given the text.
    pub parser: Option<FunctionItem<'s>>,
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
pub fn expressed<'s>(
    source: &Source,
    calls: &[(Part, String)],
    puzzle: Puzzle,
) -> Option<Wiring<'s>> {
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
pub fn wiring(source: &Source) -> Result<Wiring<'_>, String> {
    if solution_type(&source.text, "").is_some() && source.text.contains("aoc_solution") {
        // It is a day of `aoc` already.
        return Ok(Wiring::default());
    }
    // Those whose names say that they parse come first.
    let mut parsers: Vec<FunctionItem> = source.functions().flat_map(FunctionItem::new).collect();
    parsers.retain(|function| function.text.is_some());
    parsers.sort_by_key(|parser| (!is_parser(&parser.name), source.is_called(&parser.name)));
    let solvers = parts(source, &parsers).or_else(|why| {
        let both = source
            .functions()
            .find_map(|function| both(source, &parsers, function))
            .ok_or(why)?;
        Ok::<_, String>(vec![both])
    })?;
    Ok(Wiring::of(source, solvers))
}

/// The functions for the parts. Of several the first that can be called is taken.
fn parts<'s>(
    source: &'s Source,
    parsers: &[FunctionItem<'s>],
) -> Result<Vec<SolvingFunction<'s>>, String> {
    let mut solvers = Vec::new();
    for part in Part::BOTH {
        let mut found = Vec::new();
        for function in source.functions() {
            if let Some((of, order)) = part_in(function)
                && of == part
            {
                let solver = SolvingFunction::new(source, parsers, function, Some(part));
                found.push((solver.is_err(), order, solver));
            }
        }
        found.sort_by_key(|(is_err, order, _)| (*is_err, *order));
        if let Some((.., solver)) = found.into_iter().next() {
            solvers.push(solver?);
        }
    }
    if solvers.is_empty() {
        return Err("no function answers a part".to_owned());
    }
    Ok(solvers)
}

/// A function that answers both parts: it returns a pair, and only `main` calls it.
fn both<'s>(
    source: &'s Source,
    parsers: &[FunctionItem<'s>],
    function: &'s ItemFn,
) -> Option<SolvingFunction<'s>> {
    let solver = SolvingFunction::new(source, parsers, function, None).ok()?;
    let FunctionItem { name, makes, .. } = &solver.function;
    let is_other = is_parser(name) || source.is_called(name) || part_in(function).is_some();
    (source.is_pair_of_answers(makes) && !is_other).then_some(solver)
}

/// Whether the name of a function says that it parses.
fn is_parser(name: &str) -> bool {
    PARSER_WORDS.iter().any(|word| name.contains(word))
}

impl<'s> SolvingFunction<'s> {
    /// A function of the text, or of what one of the parsers makes.
    fn new(
        source: &Source,
        parsers: &[FunctionItem<'s>],
        function: &'s ItemFn,
        part: Option<Part>,
    ) -> Result<Self, String> {
        let function = FunctionItem::new(function)?;
        let mut parser = None;
        if function.text != Some("input") {
            parser = parsers
                .iter()
                .filter(|parser| parser.name != function.name)
                .find(|parser| source.fits(parser.makes, function.takes));
        }
        if part.is_some() && matches!(function.makes, Type::Tuple(_)) {
            return Err(format!("`{}` returns no answer but a tuple", function.name));
        }
        if parser.is_none() && function.text.is_none() {
            let name = function.name;
            let argument = &source.text[function.takes.span().byte_range()];
            return Err(format!(
                "`{name}` takes `{argument}`, which no function makes of the text"
            ));
        }
        Ok(Self {
            part,
            function,
            parser: parser.cloned(),
        })
    }

    /// The argument of the function as an expression over the text `input`.
    fn argument(&self) -> String {
        let Some(parser) = &self.parser else {
            return self.function.text_argument().to_owned();
        };
        let reference = match self.function.takes {
            Type::Reference(_) => "&",
            _ => "",
        };
        let unwrap = if parser.is_wrapped { ".unwrap()" } else { "" };
        let argument = parser.text_argument();
        format!("{reference}{}({argument}){unwrap}", parser.name)
    }
}

impl<'s> Wiring<'s> {
    fn of(source: &Source, solvers: Vec<SolvingFunction<'s>>) -> Self {
        let mut wiring = Self::default();
        if !source.marks().is_empty() {
            // cargo-aoc gives no day the line breaks at the end.
            let text = "text = |text| text.trim_end_matches('\\n')";
            wiring.options.push(text.to_owned());
        }
        let mut parsers = solvers.iter().map(|solver| solver.parser.as_ref());
        // Parsing is timed apart if the parts share what has a type with a name.
        if let Some(Some(parser)) = parsers.next()
            && parsers.all(|other| other.is_some_and(|other| other.name == parser.name))
            && let Some(input) = source.input_type(parser.makes)
        {
            wiring.input = Some(input);
            wiring.add("parse", &parser.name, parser.text_argument());
        }
        for solver in &solvers {
            let key = match solver.part {
                Some(part) => format!("part{part}"),
                None => "solve".to_owned(),
            };
            let argument = match wiring.input {
                Some(_) => "input",
                None => &*solver.argument(),
            };
            wiring.add(&key, &solver.function.name, argument);
        }
        wiring.solvers = solvers;
        wiring
    }

    /// Adds the call of a function. The macro does not see what a closure for both parts takes.
    fn add(&mut self, key: &str, function: &str, argument: &str) {
        self.options.push(match (key, argument) {
            (_, "input") => format!("{key} = {function}"),
            ("solve", _) => format!("{key} = |input: &&str| {function}({argument})"),
            _ => format!("{key} = |input| {function}({argument})"),
        });
    }

    /// The call of `functions!`, which makes a day of the functions beside it.
    pub fn render(&self, name: &str, title: &str, examples: &[String]) -> String {
        if self.options.is_empty() {
            return String::new();
        }
        let mut lines = vec![format!("{name}, {title:?}")];
        if let Some(input) = &self.input {
            lines[0] += &format!(", {input}");
        }
        lines.extend_from_slice(&self.options);
        if !examples.is_empty() {
            let examples = examples.join(",\n        ");
            lines.push(format!("examples = [\n        {examples},\n    ]"));
        }
        let lines = lines.join(",\n    ");
        format!("aoc_solution::functions! {{\n    {lines},\n}}\n\n")
    }
}
