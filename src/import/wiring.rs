//! How the functions of a day belong together: by the attributes of cargo-aoc,
//! by their names and arguments, or by the expressions that the user gives.

use std::collections::BTreeSet;
use std::ops::Range;

use aoc_solution::Part;
use syn::{ItemFn, PathArguments, ReturnType, Type};

use super::rust::{Edits, Source, on_large_stack, tokens_of};
use crate::project::source::{places, solution_type, tokens};
use crate::puzzle::Day;

/// What `functions!` is told about a day.
#[derive(Default)]
pub struct Wiring {
    /// A comma and the type of the input, if the parts are not given the text.
    input: String,
    /// Such as `part1 = solve`.
    options: Vec<String>,
    /// The functions that are called for each part, the last first.
    pub functions: Vec<(Part, String)>,
}

/// Reads an expression over the text `input`; the error says why it is none.
pub fn expression(text: &str) -> Result<String, String> {
    on_large_stack(|| Source::read(format!("const _: () = {{ {text} }};")).map(drop))?;
    Ok(text.to_owned())
}

/// The wiring by expressions, unless a file has none of the functions and types in them.
pub fn expressed(source: &Source, calls: &[(Part, String)]) -> Option<Wiring> {
    let types = tokens(&source.text).join(" ").replace("enum ", "struct ");
    let mut named = calls.iter().flat_map(|it| tokens(&it.1));
    named.find(|it| source.function(it).is_some() || types.contains(&format!("struct {it} ")))?;
    let option = |(part, it): &(Part, String)| format!("part{part} = |&input| {it}");
    let mut wiring = Wiring::default();
    wiring.options.extend(calls.iter().map(option));
    Some(wiring)
}

/// The part that a function answers, by its name: `part1`, `solve_part_two`, `p1`.
fn part_of(name: &str) -> Option<Part> {
    let name = name.to_lowercase().replace('_', "");
    let name = name.replace("one", "1").replace("two", "2");
    let stems = ["part", "p", "solve", "solvepart"];
    let is_of = |part: &Part| stems.iter().any(|stem| name == format!("{stem}{part}"));
    Part::BOTH.into_iter().find(is_of)
}

fn name(function: &ItemFn) -> String {
    function.sig.ident.to_string()
}

/// Words in the signature of a function that cannot be called with the text alone.
const NOT_FROM_TEXT: &str = "async_fn unsafe_fn _path_ _file_ _filename_ _line_ _<_const_ \
                           _:_&_mut_ _:_&_'static_";

/// The type of the only argument of a function that can be called for an answer.
fn argument(function: &ItemFn) -> Option<String> {
    let (text, inputs) = (tokens_of(&function.sig).join("_"), &function.sig.inputs);
    let output = tokens_of(&function.sig.output).concat();
    let is_answer = !["", "->()"].contains(&&*output) && !output.contains("<()");
    let is_of_text = !NOT_FROM_TEXT.split(' ').any(|it| text.contains(it));
    let of = tokens_of(inputs)
        .into_iter()
        .skip_while(|it| it != ":")
        .skip(1);
    let of = of.filter(|it| !it.starts_with(['\'', ',']));
    (is_answer && is_of_text && inputs.len() == 1).then(|| of.collect())
}

/// The only argument of a function as an expression over the text `input`.
fn over_text(function: &ItemFn) -> Option<String> {
    let of = argument(function)?;
    let plain = of.trim_start_matches('&');
    let made = match plain {
        "str" => return Some("input".to_owned()),
        "[u8]" => return Some("input.as_bytes()".to_owned()),
        "String" => "input.to_string()",
        "Vec<&str>" | "[&str]" => "input.lines().collect::<Vec<_>>()",
        "Vec<String>" | "[String]" => "input.lines().map(String::from).collect::<Vec<_>>()",
        _ => return None,
    };
    Some(of.replace(plain, made))
}

/// A part, the function for it, and the one that parses for this.
type Solver<'s> = (Part, &'s ItemFn, Option<&'s ItemFn>);

/// The wiring of a day; the error says what is missing.
pub fn wiring(source: &Source) -> Result<Wiring, String> {
    let mut wiring = Wiring::default();
    if solution_type(&source.text, "").is_some() && source.text.contains("aoc_solution") {
        // It is a day of `aoc` already.
        return Ok(wiring);
    }
    let is_marked = !marked_days(source).is_empty();
    let find = if is_marked { by_attribute } else { by_name };
    let solvers = Part::BOTH.into_iter().filter_map(|part| find(source, part));
    let solvers: Vec<Solver<'_>> = solvers.collect();
    solvers.first().ok_or("no function answers a part")?;
    let parser = solvers.iter().find_map(|it| it.2);
    let is_shared = solvers.iter().all(|it| it.2.map(name) == parser.map(name));
    if let Some(parser) = parser {
        let input = input_type(parser, source).filter(|_| is_shared);
        let why = "what a part takes has no name, or not both parts take it";
        wiring.input = format!(", {}", input.ok_or(why)?);
        wiring.call("parse", parser, over_text(parser))?;
    }
    let parse = parser.map(name).unwrap_or_default();
    for (part, function, _) in solvers {
        let parsed = argument(function).map(|_| "input".to_owned());
        let argument = parser.map_or_else(|| over_text(function), |_| parsed);
        wiring.call(&format!("part{part}"), function, argument)?;
        let calls = format!("{} {parse}", name(function));
        wiring.functions.push((part, calls));
    }
    // What calls a part and is not called here, such as `main`, may prepare the text.
    let called = wiring.functions.iter().flat_map(|it| it.1.split(' '));
    let called: Vec<&str> = called.collect();
    let is_called = |name: &String| called.contains(&&**name);
    let others = source.functions().filter(|it| !is_called(&name(it)));
    let mut callers = others.map(tokens_of).filter(|it| it.iter().any(is_called));
    let trims = callers.any(|it| it.iter().any(|it| it.starts_with("trim")));
    let text = match (is_marked, trims) {
        (true, _) => "|text| text.trim_end_matches('\\n')",
        (_, true) => "str::trim_end",
        _ => return Ok(wiring),
    };
    wiring.options.insert(0, format!("text = {text}"));
    Ok(wiring)
}

/// The solver of a part by the names of functions: of several the shortest.
fn by_name(source: &Source, part: Part) -> Option<Solver<'_>> {
    let named = source.functions();
    let named = named.filter(|it| part_of(&name(it)) == Some(part));
    let function = named.min_by_key(|it| (argument(it).is_none(), name(it).len()))?;
    let parsers = ["parse", "parse_input", "input_generator"];
    let parsers = parsers.iter().filter_map(|name| source.function(name));
    // What takes the text, or what the parser takes, calls the parser itself.
    let of = argument(function).filter(|of| of != "&str");
    let mut parsers = parsers.filter(|it| over_text(it).is_some() && argument(it) != of);
    Some((part, function, parsers.next().filter(|_| of.is_some())))
}

/// The days that the attributes of a file name.
pub fn marked_days(source: &Source) -> BTreeSet<Day> {
    let days = source.marked();
    let days = days.filter_map(|it| it.2[2].strip_prefix("day")?.parse().ok());
    days.map(Day).collect()
}

/// The solver of a part by the attributes `#[aoc_generator(day1)]` and
/// `#[aoc(day1, part1)]`. Of several the first without the name of a variant is taken.
fn by_attribute(source: &Source, part: Part) -> Option<Solver<'_>> {
    let solvers = source.marked().filter(|it| it.2[0] == "aoc");
    let solvers = solvers.filter(|it| it.2.get(4).and_then(|it| part_of(it)) == Some(part));
    let (function, _, words) = solvers.min_by_key(|it| it.2.len())?;
    // A generator for the part comes before the one for the day.
    let generators = source.marked().filter(|it| it.2[0] == "aoc_generator");
    let generators = generators.filter(|it| words[1..].starts_with(&it.2[1..it.2.len() - 1]));
    let parser = generators.max_by_key(|it| it.2.len());
    Some((part, function, parser.map(|it| it.0)))
}

/// The type that a function makes of the text, with the lifetime `'a` wherever it
/// borrows; `None` if it has no name.
fn input_type(parser: &ItemFn, source: &Source) -> Option<String> {
    let mut all: Vec<String> = tokens_of(&parser.sig.output).into_iter().skip(2).collect();
    // `functions!` takes the value out of these.
    if let ReturnType::Type(_, returned) = &parser.sig.output
        && let Type::Path(path) = &**returned
        && let Some(last) = path.path.segments.last()
        && (last.ident == "Result" || last.ident == "Option")
        && let PathArguments::AngleBracketed(list) = &last.arguments
    {
        all = tokens_of(&list.args.first());
    }
    all.dedup_by(|word, before| before == "&" && word.starts_with('\''));
    let is_elided = !all.iter().any(|it| it.starts_with('\''));
    let borrows = |word: &str| is_elided && source.text.contains(&format!(" {word}<'"));
    let spelled = all.iter().map(|word| match &**word {
        "impl" | "dyn" | "_" | "Self" => None,
        "&" => Some("&'a ".to_owned()),
        "," | ";" => Some(format!("{word} ")),
        word if word.starts_with('\'') => Some("'a".to_owned()),
        word if borrows(word) => Some(format!("{word}<'a>")),
        word => Some(word.to_owned()),
    });
    spelled.collect()
}

impl Wiring {
    /// Adds the call of a function; fails if nothing can be its argument.
    fn call(&mut self, key: &str, function: &ItemFn, of: Option<String>) -> Result<(), String> {
        let function = name(function);
        let why =
            || format!("`{function}` cannot be called with the text alone, or returns nothing");
        self.options.push(match &*of.ok_or_else(why)? {
            "input" => format!("{key} = {function}"),
            of => format!("{key} = |input| {function}({of})"),
        });
        Ok(())
    }

    /// The call of `functions!`, which makes a day of the functions beside it.
    pub fn render(&self, name: &str, title: &str, examples: &[String]) -> String {
        if self.options.is_empty() {
            return String::new();
        }
        let mut lines = vec![format!("{name}, {title:?}{}", self.input)];
        lines.extend_from_slice(&self.options);
        if !examples.is_empty() {
            let examples = examples.join(",\n        ");
            lines.push(format!("examples = [\n        {examples},\n    ]"));
        }
        let lines = lines.join(",\n    ");
        format!("aoc_solution::functions! {{\n    {lines},\n}}\n\n")
    }

    /// Makes the private types of a file visible where the day is, if the input is made
    /// of one of its types.
    pub fn publish_types(&self, source: &Source) -> Edits {
        let input = tokens(&self.input);
        let places: Vec<Range<usize>> = places(&source.text).collect();
        let word = |at: &Range<usize>| &source.text[at.clone()];
        let is_type = |it: &&[Range<usize>]| ["struct", "enum", "type"].contains(&word(&it[0]));
        let types = places.windows(2).filter(is_type);
        let is_own = types.clone().any(|it| input.contains(&word(&it[1])));
        let starts = types.filter(|_| is_own).map(|it| it[0].start);
        // A public one begins with `pub`, and one within an item with blanks.
        let starts = starts.filter(|at| !source.text[..*at].ends_with([' ', '\t']));
        starts
            .map(|at| (at..at, "pub(crate) ".to_owned()))
            .collect()
    }
}
