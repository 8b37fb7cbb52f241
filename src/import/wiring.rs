//! How the functions of a day belong together: by the attributes of cargo-aoc, by their
//! names and types, or by the expressions that the user gives.

use aoc_solution::Part;
use syn::spanned::Spanned;
use syn::{ImplItem, Item, Signature, Type};

use super::names::part_of;
use super::refusal::Refusal;
use super::signature::Function;
use super::source::{Edit, Source, on_large_stack};
use crate::project::source::{solution_type, tokens};
use crate::puzzle::{Day, Puzzle, Year};

/// Parts of the names of functions that parse.
const PARSER_WORDS: [&str; 6] = ["pars", "input", "generat", "read", "load", "prepare"];

/// The arguments of the macro `functions!` for a day.
#[derive(Default)]
pub struct Wiring {
    /// The type of the input, if the parts are not given the text.
    input: Option<String>,
    /// The options, such as `part1 = solve`.
    options: Vec<String>,
    /// The functions for the parts, which examples may be about.
    pub calls: Vec<Call>,
}

pub struct Call {
    /// The part; `None` if the function returns both answers as a pair.
    pub part: Option<Part>,
    pub function: String,
    /// The function that makes its argument of the text.
    pub parser: Option<String>,
}

/// A function for a part, or for both if `part` is `None`.
struct Solver<'s> {
    part: Option<Part>,
    function: Function<'s>,
    /// The function that makes its argument, if it is not given the text.
    parser: Option<Function<'s>>,
}

/// Checks an expression over the text `input`; the error says why it is not one.
pub fn expression(text: &str) -> Result<String, String> {
    let filled = fill(text, Year(2015).day(Day(1)));
    let code = format!("const _: () = [{filled}; 1];");
    match on_large_stack(|| Source::read(code).map(drop)) {
        Ok(()) => Ok(text.to_owned()),
        Err(why) => Err(why.to_string()),
    }
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

/// The wiring of a day.
pub fn wiring(source: &Source) -> Result<Wiring, Refusal> {
    if solution_type(&source.text, "").is_some() && source.text.contains("aoc_solution") {
        // It is a day of `aoc` already.
        return Ok(Wiring::default());
    }
    if !source.marks().is_empty() {
        let mut wiring = Wiring::of(source, &by_attribute(source)?);
        let text = "text = |text| text.trim_end_matches('\\n')";
        wiring.options.insert(0, text.to_owned());
        return Ok(wiring);
    }
    let parsers = parsers(source);
    match by_name(source, &parsers) {
        Ok(solvers) => Ok(Wiring::of(source, &solvers)),
        Err(why) => match both(source, &parsers) {
            Some(solver) => Ok(Wiring::of(source, &[solver])),
            None => Err(why),
        },
    }
}

/// The solvers by the attributes `#[aoc_generator(day1)]` and `#[aoc(day1, part1)]`. Of
/// several the first without the name of a variant is taken.
fn by_attribute(source: &Source) -> Result<Vec<Solver<'_>>, Refusal> {
    let marks = source.marks();
    let mut solvers = Vec::new();
    for part in Part::BOTH {
        let of_part = marks.iter().filter(|mark| mark.is_for(part));
        let (generators, solving): (Vec<_>, Vec<_>) = of_part.partition(|mark| mark.is_generator);
        if let Some(mark) = solving.iter().min_by_key(|mark| mark.is_variant) {
            // A generator for the part comes before the one for the day.
            let generator = generators.iter().max_by_key(|mark| mark.part.is_some());
            let parser = generator.map(|generator| Function::new(&generator.function.sig, None));
            let mut solver = Solver {
                part: Some(part),
                function: Function::new(&mark.function.sig, None)?,
                parser: parser.transpose()?,
            };
            if solver.parser.is_none() {
                solver.find_parser(source, &[])?;
            }
            solvers.push(solver);
        }
    }
    Ok(solvers)
}

/// The solvers by the names of functions: of several the shortest that can be called.
fn by_name<'s>(source: &'s Source, parsers: &[Function<'s>]) -> Result<Vec<Solver<'s>>, Refusal> {
    let mut solvers = Vec::new();
    for part in Part::BOTH {
        let functions = source.functions();
        let of_part = functions.filter(|it| part_of(&it.sig.ident.to_string()) == Some(part));
        let of_part = of_part.map(|function| Solver::new(source, parsers, &function.sig));
        let best = of_part.min_by_key(|solver| match solver {
            Ok(solver) => solver.function.path.len(),
            Err(_) => usize::MAX,
        });
        if let Some(mut solver) = best.transpose()? {
            solver.part = Some(part);
            solvers.push(solver);
        }
    }
    if solvers.is_empty() {
        return Err(Refusal::NoPart);
    }
    Ok(solvers)
}

/// The function that answers both parts: it returns a pair, and only `main` calls it.
fn both<'s>(source: &'s Source, parsers: &[Function<'s>]) -> Option<Solver<'s>> {
    source.functions().find_map(|function| {
        let solver = Solver::new(source, parsers, &function.sig).ok()?;
        let is_pair = matches!(solver.function.makes, Type::Tuple(pair) if pair.elems.len() == 2);
        (is_pair && !source.is_called(&solver.function.path)).then_some(solver)
    })
}

/// The functions and methods of the text; those whose names say that they parse come first.
fn parsers(source: &Source) -> Vec<Function<'_>> {
    let functions = source
        .functions()
        .map(|function| Function::new(&function.sig, None));
    let mut parsers: Vec<Function<'_>> = functions.flatten().collect();
    for item in &source.items {
        if let Item::Impl(block) = &item.item {
            for item in &block.items {
                if let ImplItem::Fn(method) = item {
                    parsers.extend(Function::new(&method.sig, Some(&block.self_ty)));
                }
            }
        }
    }
    parsers.retain(|function| function.text.is_some());
    parsers.sort_by_key(|parser| {
        let is_named = PARSER_WORDS.iter().any(|word| parser.path.contains(word));
        (!is_named, source.is_called(&parser.path))
    });
    parsers
}

impl<'s> Solver<'s> {
    fn new(
        source: &Source,
        parsers: &[Function<'s>],
        signature: &'s Signature,
    ) -> Result<Self, Refusal> {
        let mut solver = Self {
            part: None,
            function: Function::new(signature, None)?,
            parser: None,
        };
        solver.find_parser(source, parsers)?;
        Ok(solver)
    }

    /// Finds the function that makes the argument; fails if there is none, and the argument is
    /// not the text.
    fn find_parser(&mut self, source: &Source, parsers: &[Function<'s>]) -> Result<(), Refusal> {
        let Function {
            path, takes, text, ..
        } = &self.function;
        if *text != Some("input") {
            let mut parsers = parsers.iter().filter(|parser| parser.path != *path);
            self.parser = parsers
                .find(|parser| source.fits(parser.makes, takes))
                .cloned();
            if self.parser.is_none() && text.is_none() {
                let argument = &source.text[takes.span().byte_range()];
                return Err(Refusal::Argument(path.clone(), argument.to_owned()));
            }
        }
        Ok(())
    }

    /// The argument of the function as an expression over the text `input`.
    fn argument(&self) -> String {
        let text = |function: &Function<'_>| function.text.unwrap_or("input");
        let Some(parser) = &self.parser else {
            return text(&self.function).to_owned();
        };
        let reference = match self.function.takes {
            Type::Reference(reference) if reference.mutability.is_some() => "&mut ",
            Type::Reference(_) => "&",
            _ => "",
        };
        let unwrap = if parser.is_wrapped { ".unwrap()" } else { "" };
        format!("{reference}{}({}){unwrap}", parser.path, text(parser))
    }
}

impl Wiring {
    fn of(source: &Source, solvers: &[Solver<'_>]) -> Self {
        let mut wiring = Self::default();
        let mut parsers = solvers.iter().map(|solver| solver.parser.as_ref());
        // Parsing is timed apart if the parts share what has a type with a name.
        if let Some(Some(parser)) = parsers.next()
            && parsers.all(|other| other.is_some_and(|other| other.path == parser.path))
            && let Some(input) = source.input_type(parser.makes)
        {
            wiring.input = Some(input);
            wiring.add("parse", &parser.path, parser.text.unwrap_or("input"));
        }
        for solver in solvers {
            let key = solver
                .part
                .map_or_else(|| "solve".to_owned(), |part| format!("part{part}"));
            let argument = solver.argument();
            let is_parsed = wiring.input.is_some();
            let argument = if is_parsed { "input" } else { &argument };
            wiring.add(&key, &solver.function.path, argument);
            wiring.calls.push(Call {
                part: solver.part,
                function: solver.function.path.clone(),
                parser: solver.parser.as_ref().map(|parser| parser.path.clone()),
            });
        }
        wiring
    }

    /// Adds the call of a function.
    fn add(&mut self, key: &str, function: &str, argument: &str) {
        self.options.push(match argument {
            "input" => format!("{key} = {function}"),
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

    /// The edits that make the types of a file visible where the day is, if the input is made
    /// of one of them.
    pub fn publish_types(&self, source: &Source) -> Vec<Edit> {
        let input = self.input.as_deref().unwrap_or_default();
        if !tokens(input).iter().any(|name| source.item(name).is_some()) {
            return Vec::new();
        }
        let items = source.items.iter();
        let types = items
            .filter(|item| matches!(item.item, Item::Struct(_) | Item::Enum(_) | Item::Type(_)));
        types.filter_map(|item| source.publish(item)).collect()
    }
}
