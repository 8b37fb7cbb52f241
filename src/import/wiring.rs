//! How the functions of a day belong together: by the attributes of cargo-aoc, by their
//! names and types, or by the expressions that the user gives.

use std::ptr;

use aoc_solution::Part;
use syn::{ImplItem, Item, Signature, Type};

use super::names::part_of;
use super::refusal::Refusal;
use super::signature::{Argument, argument, returned, spelled, value};
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

/// A function that answers a part, or both if `part` is `None`.
struct Solver<'s> {
    part: Option<Part>,
    signature: &'s Signature,
    given: Given<'s>,
}

/// What a solver is given.
enum Given<'s> {
    /// The text, by an expression over `input`.
    Text(&'static str),
    /// What a parser makes of the text, as an argument of this type.
    Parsed(Parser<'s>, &'s Type),
}

/// A function of the text.
#[derive(Clone)]
struct Parser<'s> {
    function: String,
    /// Its argument as an expression over the text `input`.
    argument: &'static str,
    makes: &'s Type,
    /// Whether what it makes is in a `Result` or an `Option`.
    is_wrapped: bool,
}

/// Checks an expression over the text `input`; the error says why it is not one.
pub fn expression(text: &str) -> Result<String, String> {
    let filled = fill(text, Year(2015).day(Day(1)));
    let code = format!("const _: () = [{filled}; 1];");
    let read = on_large_stack(|| Source::read(code).map(drop));
    read.map_err(|why| why.to_string())?;
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
        let Some(mark) = solving.iter().min_by_key(|mark| mark.is_variant) else {
            continue;
        };
        // A generator for the part comes before the one for the day.
        let generator = generators.iter().max_by_key(|mark| mark.part.is_some());
        let mut solver = solver(source, &[], &mark.function.sig);
        if let Some(generator) = generator {
            let parser = Parser::of(&generator.function.sig, None)?;
            let signature = &mark.function.sig;
            let given = Given::Parsed(parser, argument(signature)?.ty);
            solver = Ok(Solver {
                part: None,
                signature,
                given,
            });
        }
        solvers.push(Solver {
            part: Some(part),
            ..solver?
        });
    }
    if solvers.is_empty() {
        Err(Refusal::NoPart)
    } else {
        Ok(solvers)
    }
}

/// The solvers by the names of functions: of several the shortest that can be called.
fn by_name<'s>(source: &'s Source, parsers: &[Parser<'s>]) -> Result<Vec<Solver<'s>>, Refusal> {
    let mut solvers = Vec::new();
    for part in Part::BOTH {
        let mut best: Option<Result<Solver<'s>, Refusal>> = None;
        let mut functions: Vec<&Signature> = source.functions().map(|it| &it.sig).collect();
        functions.retain(|signature| part_of(&signature.ident.to_string()) == Some(part));
        functions.sort_by_key(|signature| signature.ident.to_string().len());
        for signature in functions {
            if !matches!(best, Some(Ok(_))) {
                let solver = solver(source, parsers, signature);
                best = if solver.is_ok() || best.is_none() {
                    Some(solver)
                } else {
                    best
                };
            }
        }
        solvers.extend(best.transpose()?.map(|solver| Solver {
            part: Some(part),
            ..solver
        }));
    }
    if solvers.is_empty() {
        Err(Refusal::NoPart)
    } else {
        Ok(solvers)
    }
}

/// The function that answers both parts: it returns a pair, and only `main` calls it.
fn both<'s>(source: &'s Source, parsers: &[Parser<'s>]) -> Option<Solver<'s>> {
    let pairs = source.functions().filter(|function| {
        let is_pair =
            matches!(value(&function.sig), Some(Type::Tuple(pair)) if pair.elems.len() == 2);
        is_pair && !source.is_called(&function.sig.ident.to_string())
    });
    let mut solvers = pairs.filter_map(|pair| solver(source, parsers, &pair.sig).ok());
    solvers.next()
}

/// The functions of the text; those whose names say that they parse come first.
fn parsers(source: &Source) -> Vec<Parser<'_>> {
    let mut parsers = Vec::new();
    for item in &source.items {
        match &item.item {
            Item::Fn(function) if !item.is_for_tests => {
                parsers.extend(Parser::of(&function.sig, None));
            }
            Item::Impl(block) => {
                for item in &block.items {
                    if let ImplItem::Fn(method) = item {
                        parsers.extend(Parser::of(&method.sig, Some(&block.self_ty)));
                    }
                }
            }
            _ => {}
        }
    }
    parsers.sort_by_key(|parser| {
        let is_named = PARSER_WORDS
            .iter()
            .any(|word| parser.function.contains(word));
        (!is_named, source.is_called(&parser.function))
    });
    parsers
}

/// A function that is given the text, what a parser makes of it, or its lines.
fn solver<'s>(
    source: &Source,
    parsers: &[Parser<'s>],
    signature: &'s Signature,
) -> Result<Solver<'s>, Refusal> {
    let function = signature.ident.to_string();
    let Argument { ty, text } = argument(signature)?;
    let mut parsers = parsers.iter().filter(|parser| parser.function != function);
    let parser = parsers.find(|parser| source.is_same(parser.makes, ty));
    let given = match (text, parser) {
        (Some("input"), _) => Given::Text("input"),
        (_, Some(parser)) => Given::Parsed(parser.clone(), ty),
        (Some(text), None) => Given::Text(text),
        (None, None) => {
            let argument = spelled(ty);
            return Err(Refusal::Argument { function, argument });
        }
    };
    Ok(Solver {
        part: None,
        signature,
        given,
    })
}

impl<'s> Parser<'s> {
    /// A function, or one of the methods of a type, if it is one of the text.
    fn of(signature: &'s Signature, owner: Option<&'s Type>) -> Result<Self, Refusal> {
        let function = signature.ident.to_string();
        let Argument { ty, text } = argument(signature)?;
        let (Some(argument), Some(makes)) = (text, value(signature)) else {
            let argument = spelled(ty);
            return Err(Refusal::Argument { function, argument });
        };
        let mut parser = Self {
            is_wrapped: !returned(signature).is_some_and(|ty| ptr::eq(ty, makes)),
            function,
            argument,
            makes,
        };
        if let Some(owner) = owner {
            let name = spelled(owner);
            let name = name.split('<').next().unwrap_or_default();
            parser.function = format!("{name}::{}", parser.function);
            if spelled(makes) == "Self" {
                parser.makes = owner;
            }
        }
        Ok(parser)
    }

    /// The call that makes an argument of this type of the text.
    fn call(&self, ty: &Type) -> String {
        let reference = match ty {
            Type::Reference(reference) if reference.mutability.is_some() => "&mut ",
            Type::Reference(_) => "&",
            _ => "",
        };
        let unwrap = if self.is_wrapped { ".unwrap()" } else { "" };
        format!("{reference}{}({}){unwrap}", self.function, self.argument)
    }
}

impl Wiring {
    fn of(source: &Source, solvers: &[Solver<'_>]) -> Self {
        let mut wiring = Self::default();
        // Parsing is timed apart if the parts share what has a type with a name.
        if let Some(parser) = shared_parser(solvers)
            && let Some(input) = source.input_type(parser.makes)
        {
            wiring.input = Some(input);
            wiring.add("parse", &parser.function, parser.argument);
        }
        for Solver {
            part,
            signature,
            given,
        } in solvers
        {
            let argument = match given {
                Given::Text(text) => (*text).to_owned(),
                Given::Parsed(..) if wiring.input.is_some() => "input".to_owned(),
                Given::Parsed(parser, ty) => parser.call(ty),
            };
            let function = signature.ident.to_string();
            let key = part.map_or_else(|| "solve".to_owned(), |part| format!("part{part}"));
            wiring.add(&key, &function, &argument);
            wiring.calls.push(Call {
                part: *part,
                function,
                parser: match given {
                    Given::Parsed(parser, _) => Some(parser.function.clone()),
                    Given::Text(_) => None,
                },
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
        let input = tokens(self.input.as_deref().unwrap_or_default());
        let types = source
            .items
            .iter()
            .filter(|item| matches!(item.item, Item::Struct(_) | Item::Enum(_) | Item::Type(_)));
        let is_own = |name: &&str| source.item(name).is_some();
        if !input.iter().any(is_own) {
            return Vec::new();
        }
        types.filter_map(|item| source.publish(item)).collect()
    }
}

/// The parser of all solvers.
fn shared_parser<'a, 's>(solvers: &'a [Solver<'s>]) -> Option<&'a Parser<'s>> {
    let mut parsers = solvers.iter().map(|solver| match &solver.given {
        Given::Parsed(parser, _) => Some(parser),
        Given::Text(_) => None,
    });
    let first = parsers.next()??;
    let is_first = |parser: Option<&Parser>| parser.is_some_and(|it| it.function == first.function);
    parsers.all(is_first).then_some(first)
}
