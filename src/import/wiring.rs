//! How the functions of a day belong together: by the attributes of cargo-aoc,
//! by their names and arguments, or by the expressions that the user gives.

use std::collections::BTreeSet;
use std::ops::Range;

use aoc_solution::Part;
use syn::{ItemFn, PathArguments, ReturnType, Type};

use super::rust::{Edits, Source, on_large_stack, tokens_of};
use crate::project::source::{places, solution_type, tokens};
use crate::puzzle::Day;

/// The arguments of the macro `functions!` for a day.
#[derive(Default)]
pub struct Wiring {
    /// A comma and the type of the input, if the parts are not given the text.
    input: String,
    /// The options, such as `part1 = solve`.
    options: Vec<String>,
    /// The names of the functions that are called for each part, the last one first, with
    /// blanks between them.
    pub functions: Vec<(Part, String)>,
}

/// Reads an expression over the text `input`; the error says why it is not an expression.
pub fn expression(text: &str) -> Result<String, String> {
    on_large_stack(|| Source::read(format!("const _: () = [{text}; 1];")).map(drop))?;
    Ok(text.to_owned())
}

/// The wiring by expressions, unless a file has none of the functions and types in them.
pub fn expressed(source: &Source, calls: &[(Part, String)]) -> Option<Wiring> {
    let text = tokens(&source.text).join(" ").replace("enum ", "struct ");
    let has_type = |name: &str| text.contains(&format!("struct {name} "));
    let mut names = calls.iter().flat_map(|(_, call)| tokens(call));
    names.find(|name| source.function(name).is_some() || has_type(name))?;
    let option = |(part, call): &(Part, String)| format!("part{part} = |&input| {call}");
    let options = calls.iter().map(option).collect();
    let wiring = Wiring::default();
    Some(Wiring { options, ..wiring })
}

/// The part that a function answers, by its name: `part1`, `solve_part_two`, `p1`.
fn part_of(name: &str) -> Option<Part> {
    let name = name.to_lowercase().replace('_', "");
    let name = name.replace("one", "1").replace("two", "2");
    let stems = ["part", "p", "solve", "solvepart"];
    let is_of = |part: &Part| stems.iter().any(|stem| name == format!("{stem}{part}"));
    Part::BOTH.into_iter().find(is_of)
}

fn name_of(function: &ItemFn) -> String {
    function.sig.ident.to_string()
}

/// Words in the signature of a function that cannot be called with the text alone.
const NOT_FROM_TEXT: &str = "async_fn unsafe_fn _path_ _file_ _filename_ _line_ _<_const_ \
                           _:_&_mut_ _:_&_'static_";

/// The type of the only argument of a function that can be called for an answer.
fn argument(function: &ItemFn) -> Option<String> {
    let (signature, inputs) = (&function.sig, &function.sig.inputs);
    let output = tokens_of(&signature.output).concat();
    let is_answer = !matches!(&*output, "" | "->()") && !output.contains("<()");
    let words = tokens_of(signature).join("_");
    let is_of_text = !NOT_FROM_TEXT.split(' ').any(|other| words.contains(other));
    let words = tokens_of(inputs).into_iter();
    let after_colon = words.skip_while(|word| word != ":").skip(1);
    let of = after_colon.filter(|word| !word.starts_with(['\'', ',']));
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
    let parser = solvers.iter().find_map(|(.., parser)| *parser);
    let is_parser = |other: Option<&ItemFn>| other.map(name_of) == parser.map(name_of);
    let is_shared = solvers.iter().all(|(.., other)| is_parser(*other));
    if let Some(parser) = parser {
        let input = input_type(parser, source).filter(|_| is_shared);
        let why = "what a part takes has no name, or not both parts take it";
        wiring.input = format!(", {}", input.ok_or(why)?);
        wiring.call("parse", parser, over_text(parser))?;
    }
    let parse = parser.map(name_of).unwrap_or_default();
    let mut called = vec![parse.clone()];
    for (part, function, _) in solvers {
        let parsed = argument(function).map(|_| "input".to_owned());
        let argument = parser.map_or_else(|| over_text(function), |_| parsed);
        wiring.call(&format!("part{part}"), function, argument)?;
        let name = name_of(function);
        wiring.functions.push((part, format!("{name} {parse}")));
        called.push(name);
    }
    // A caller of a part that is not called here, such as `main`, may prepare the text.
    let is_called = |name: &String| called.contains(name);
    let is_other = |function: &&ItemFn| !is_called(&name_of(function));
    let others = source.functions().filter(is_other).map(tokens_of);
    let mut callers = others.filter(|words| words.iter().any(is_called));
    let trims = callers.any(|words| words.iter().any(|word| word.starts_with("trim")));
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
    let is_of_part = |function: &&ItemFn| part_of(&name_of(function)) == Some(part);
    let order = |function: &&ItemFn| (argument(function).is_none(), name_of(function).len());
    let function = source.functions().filter(is_of_part).min_by_key(order)?;
    // A function that takes the text, or the same as the parser, calls the parser itself.
    let of = argument(function).filter(|of| of != "&str");
    let is_parser = |parser: &&ItemFn| over_text(parser).is_some() && argument(parser) != of;
    let parsers = ["parse", "parse_input", "input_generator"].iter();
    let mut parsers = parsers.filter_map(|name| source.function(name).filter(is_parser));
    Some((part, function, parsers.next().filter(|_| of.is_some())))
}

/// The days that the attributes of a file name.
pub fn marked_days(source: &Source) -> BTreeSet<Day> {
    let day = |word: &str| word.strip_prefix("day")?.parse().ok();
    let days = source.marked().filter_map(|(.., words)| day(&words[2]));
    days.map(Day).collect()
}

/// The solver of a part by the attributes `#[aoc_generator(day1)]` and
/// `#[aoc(day1, part1)]`. Of several the first without the name of a variant is taken.
fn by_attribute(source: &Source, part: Part) -> Option<Solver<'_>> {
    let is_of_part = |word: &String| part_of(word) == Some(part);
    let solvers = source.marked().filter(|(.., words)| words[0] == "aoc");
    let solvers = solvers.filter(|(.., words)| words.get(4).is_some_and(is_of_part));
    let (function, _, words) = solvers.min_by_key(|(.., words)| words.len())?;
    // A generator for the part comes before the one for the day.
    let generators = source.marked().filter(|(.., of)| of[0] == "aoc_generator");
    let generators = generators.filter(|(.., of)| words[1..].starts_with(&of[1..of.len() - 1]));
    let parser = generators.max_by_key(|(.., of)| of.len());
    Some((part, function, parser.map(|(function, ..)| function)))
}

/// The type that a function makes of the text, with the lifetime `'a` wherever it
/// borrows; `None` if it has no name.
fn input_type(parser: &ItemFn, source: &Source) -> Option<String> {
    let mut all: Vec<String> = tokens_of(&parser.sig.output).into_iter().skip(2).collect();
    // `functions!` takes the value out of a `Result` or an `Option`.
    if let ReturnType::Type(_, returned) = &parser.sig.output
        && let Type::Path(path) = &**returned
        && let Some(last) = path.path.segments.last()
        && (last.ident == "Result" || last.ident == "Option")
        && let PathArguments::AngleBracketed(list) = &last.arguments
    {
        all = tokens_of(&list.args.first());
    }
    all.dedup_by(|word, before| before == "&" && word.starts_with('\''));
    let is_elided = !all.iter().any(|word| word.starts_with('\''));
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
        let name = name_of(function);
        let why = || format!("`{name}` cannot be called with the text alone, or returns nothing");
        self.options.push(match &*of.ok_or_else(why)? {
            "input" => format!("{key} = {name}"),
            of => format!("{key} = |input| {name}({of})"),
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

    /// The edits that make the private types of a file visible where the day is, if the input
    /// is made of one of its types.
    pub fn publish_types(&self, source: &Source) -> Edits {
        let input = tokens(&self.input);
        let places: Vec<Range<usize>> = places(&source.text).collect();
        let word = |place: &Range<usize>| &source.text[place.clone()];
        let is_type = |pair: &&[Range<usize>]| matches!(word(&pair[0]), "struct" | "enum" | "type");
        let types = places.windows(2).filter(is_type);
        let is_own = types.clone().any(|pair| input.contains(&word(&pair[1])));
        let starts = types.filter(|_| is_own).map(|pair| pair[0].start);
        // A public type begins with `pub`, and one within an item with blanks.
        let starts = starts.filter(|start| !source.text[..*start].ends_with([' ', '\t']));
        let publish = |start| (start..start, "pub(crate) ".to_owned());
        starts.map(publish).collect()
    }
}
