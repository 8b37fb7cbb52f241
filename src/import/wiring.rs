//! How the functions of a day belong together: by the attributes of cargo-aoc, by their
//! names and types, or by the expressions that the user gives.

use aoc_solution::Part;
use aoc_solution::Part::{One, Two};
use syn::spanned::Spanned;
use syn::{ItemFn, Type};

use super::calls::{self, Readers, calls_of};
use super::signature::{FunctionItem, content, is_pair_of_answers};
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
    /// The functions that answer the parts.
    pub called: Vec<Called>,
}

/// The functions that answer a part: the last one is given the text, and each of the others
/// what the next one makes.
pub struct Called {
    pub part: Part,
    pub functions: Vec<String>,
}

/// A function that answers a part or both.
struct Solver<'p> {
    /// `part1`, `part2` or `solve`.
    option: &'static str,
    function: FunctionItem<'p>,
    /// The function that makes its argument, if it is not given the text.
    parser: Option<&'p FunctionItem<'p>>,
}

/// Checks an expression over the text `input`; the error says why it is not one.
pub fn expression(text: &str) -> Result<String, String> {
    let filled = fill(text, Year::FIRST.day(Day::FIRST));
    let code = format!("const _: () = [{filled}; 1];");
    on_large_stack(|| Source::read(code).map(drop))?;
    Ok(text.to_owned())
}

/// Replaces the placeholders of an expression.
fn fill(text: &str, puzzle: Puzzle) -> String {
    text.replace("%YEAR%", &puzzle.year.to_string())
        .replace("%DAY%", &puzzle.day.to_string())
        .replace("%PADDED_DAY%", &format!("{:02}", puzzle.day.get()))
}

/// The wiring by expressions, unless a file has none of the functions and types in them.
pub fn expressed(source: &Source, calls: &[(Part, String)], puzzle: Puzzle) -> Option<Wiring> {
    let mut wiring = Wiring::default();
    let mut is_known = false;
    for (part, call) in calls {
        let call = fill(call, puzzle);
        let names = tokens(&call);
        is_known |= names.iter().any(|name| source.has(name));
        wiring.options.push(format!("part{part} = |&input| {call}"));
    }
    is_known.then_some(wiring)
}

/// The wiring of a day by its functions: those for the parts, or else one for both.
pub fn wiring(source: &Source, readers: &dyn Readers) -> Result<Wiring, String> {
    if solution_type(&source.text, "").is_some() && source.text.contains("aoc_solution") {
        // It is a day of `aoc` already.
        return Ok(Wiring::default());
    }
    let mut parsers = Vec::new();
    for function in source.functions() {
        if let Ok(parser) = FunctionItem::new(function)
            && parser.text.is_some()
        {
            parsers.push(parser);
        }
    }
    // Those whose names say that they parse come first.
    parsers.sort_by_key(|parser| !is_parser(&parser.name));
    let mut solvers = Vec::new();
    for (part, option) in [(One, "part1"), (Two, "part2")] {
        let mut found = Vec::new();
        for function in source.functions() {
            if let Some((of, order)) = part_in(function)
                && of == part
            {
                let solver = Solver::new(source, &parsers, option, function);
                found.push((solver.is_err(), order, solver));
            }
        }
        // The first that can be called is taken.
        found.sort_by_key(|(is_err, order, _)| (*is_err, *order));
        if let Some((_, _, solver)) = found.into_iter().next() {
            solvers.push(solver);
        }
    }
    if solvers.is_empty() {
        solvers.push(Err("no function answers a part".to_owned()));
    }
    let solvers: Result<Vec<Solver>, String> = solvers.into_iter().collect();
    let why = match solvers {
        Ok(solvers) => return Ok(Wiring::of(source, &solvers, readers)),
        Err(why) => why,
    };
    for function in source.functions() {
        if let Ok(solver) = Solver::new(source, &parsers, "solve", function)
            && part_in(function).is_none()
        {
            return Ok(Wiring::of(source, &[solver], readers));
        }
    }
    Err(why)
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
        option: &'static str,
        function: &'p ItemFn,
    ) -> Result<Self, String> {
        let function = FunctionItem::new(function)?;
        let name = &function.name;
        let mut parser = None;
        if function.text != Some("input") {
            let taken = content(function.takes);
            parser = parsers
                .iter()
                .find(|parser| parser.name != *name && content(parser.makes) == taken);
        }
        if parser.is_none() && function.text.is_none() {
            let argument = &source.text[function.takes.span().byte_range()];
            return Err(format!(
                "`{name}` takes `{argument}`, which no function makes of the text"
            ));
        }
        // A function for both parts returns a pair, and only `main` calls it.
        let is_part = match option {
            "solve" => {
                is_parser(name) || source.is_called(name) || !is_pair_of_answers(function.makes)
            }
            _ => matches!(function.makes, Type::Tuple(_)),
        };
        if is_part {
            return Err(format!("`{name}` returns no answer but a tuple"));
        }
        Ok(Self {
            option,
            function,
            parser,
        })
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

/// How the text is trimmed before it is given to the functions of a day: by cargo-aoc, by the
/// code of the day that calls them, or else where the text of all days is read.
fn trimming_in(source: &Source, solvers: &[Solver], readers: &dyn Readers) -> String {
    if source.marks().next().is_some() {
        return ".trim_end_matches('\\n')".to_owned();
    }
    let mut is_called = false;
    for solver in solvers {
        let function = solver.parser.unwrap_or(&solver.function);
        let calls = calls_of(source, &function.name, readers);
        is_called |= !calls.is_empty();
        for arguments in calls.iter().flatten() {
            if let [argument] = &**arguments
                && let Some(trimming) = calls::trimming(argument)
            {
                return trimming;
            }
        }
    }
    if is_called {
        return String::new();
    }
    readers.trimming_of_days().unwrap_or_default()
}

impl Wiring {
    fn of(source: &Source, solvers: &[Solver], readers: &dyn Readers) -> Self {
        let mut wiring = Self::default();
        let trimming = trimming_in(source, solvers, readers);
        if !trimming.is_empty() {
            let text = format!("text = |text| text{trimming}");
            wiring.options.push(text);
        }
        // Parsing is timed apart if the parts share what has a type with a name.
        let mut parsers = solvers.iter().map(|solver| solver.parser);
        if let Some(parser) = solvers[0].parser
            && parsers.all(|other| other.is_some_and(|other| other.name == parser.name))
            && let Some(input) = source.input_type(parser.makes)
        {
            wiring.input = Some(input);
            wiring.add("parse", parser, parser.text.unwrap_or_default());
        }
        for solver in solvers {
            let argument = match wiring.input {
                Some(_) => "input",
                None => &solver.argument(),
            };
            wiring.add(solver.option, &solver.function, argument);
            let part = match solver.option {
                "part1" => One,
                "part2" => Two,
                _ => continue,
            };
            let mut functions = vec![solver.function.name.clone()];
            functions.extend(solver.parser.map(|parser| parser.name.clone()));
            wiring.called.push(Called { part, functions });
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
    pub fn render(&self, name: &str, title: &str, examples: &[String]) -> String {
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
        if !examples.is_empty() {
            let examples = examples.join(",\n        ");
            lines += &format!(",\n    examples = [\n        {examples},\n    ]");
        }
        format!("aoc_solution::functions! {{\n{lines},\n}}\n\n")
    }
}
