//! How the functions of a day belong together: by the attributes of cargo-aoc,
//! by their names and arguments, or by the expressions that the user gives.

use std::collections::BTreeSet;
use std::ops::Range;

use aoc_solution::Part;
use syn::{Attribute, FnArg, GenericArgument, Item, ItemFn, PathArguments};
use syn::{ReturnType, Type};

use super::rust::{Edits, Source, on_large_stack, place, words};
use crate::project::source::{solution_type, tokens};
use crate::puzzle::Day;

/// What `functions!` is told about a day.
#[derive(Default)]
pub struct Wiring {
    /// The type of the input; `None` if the parts are given the text.
    input: Option<String>,
    /// Such as `part1 = solve`.
    options: Vec<String>,
    /// The functions that are called for each part, the last first.
    pub functions: Vec<(Part, String)>,
}

/// Reads an expression over the text `input`; the error says why it is none.
pub fn expression(text: &str) -> Result<String, String> {
    let read = || Source::read(format!("const _: () = {{ {text} }};")).map(drop);
    on_large_stack(read).map(|()| text.to_owned())
}

/// The wiring by expressions, unless a file has nothing that these name.
pub fn expressed(source: &Source, calls: &[(Part, String)]) -> Option<Wiring> {
    let mut wiring = Wiring::default();
    for (part, expression) in calls {
        let mut tokens = tokens(expression).into_iter();
        tokens.find(|it| source.function(it).is_some())?;
        let call = format!("part{part} = |&input| {expression}");
        wiring.options.push(call);
    }
    (!calls.is_empty()).then_some(wiring)
}

/// The part that a function answers, by its name: `part1`, `solve_part_two`, `p1`.
pub fn part_of(name: &str) -> Option<Part> {
    let name = name.to_lowercase().replace('_', "");
    let name = name.replace("one", "1").replace("two", "2");
    let of_day = name.strip_prefix("day");
    let name = of_day.map_or(&*name, |it| it.trim_start_matches(char::is_numeric));
    let mut parts = Part::BOTH.into_iter();
    let (part, stem) = parts.find_map(|it| Some((it, name.strip_suffix(&it.to_string())?)))?;
    let stems = ["part", "p", "solve", "solvepart", "solution", "puzzle"];
    stems.contains(&stem).then_some(part)
}

fn name(function: &ItemFn) -> String {
    function.sig.ident.to_string()
}

/// The type that a function returns, without the `Result` or `Option` around it, and
/// the method that takes it out of these.
fn returned(function: &ItemFn) -> Option<(&Type, &'static str)> {
    let ReturnType::Type(_, outer) = &function.sig.output else {
        return None;
    };
    if let Type::Path(path) = &**outer
        && let Some(last) = path.path.segments.last()
        && (last.ident == "Result" || last.ident == "Option")
        && let PathArguments::AngleBracketed(list) = &last.arguments
        && let Some(GenericArgument::Type(inner)) = list.args.first()
    {
        return Some((inner, ".unwrap()"));
    }
    Some((outer, ""))
}

/// Words in the signature of a function that is not given the text alone.
const NOT_OF_TEXT: [&str; 6] = ["async", "unsafe", "path", "file", "filename", "line"];

/// The type of the only argument of a function that can be called for an answer.
fn argument(function: &ItemFn) -> Option<String> {
    let inputs = &function.sig.inputs;
    let Some(FnArg::Typed(it)) = inputs.first().filter(|_| inputs.len() == 1) else {
        return None;
    };
    let (signature, of) = (words(&function.sig), words(&it.ty).into_iter());
    let mut names = signature.iter().flat_map(|it| it.split('_'));
    let is_answer = words(returned(function)?.0).concat() != "()";
    let is_called = is_answer && !names.any(|it| NOT_OF_TEXT.contains(&it));
    is_called.then(|| of.filter(|it| !it.starts_with('\'')).collect())
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
    if solution_type(&source.text, "").is_some() && source.has("aoc_solution") {
        // It is a day of `aoc` already.
        return Ok(wiring);
    }
    let mut solvers = Part::BOTH.map(|part| by_name(source, part));
    if !marked_days(source).is_empty() {
        let option = "text = |text| text.trim_end_matches('\\n')";
        wiring.options.push(option.to_owned());
        solvers = Part::BOTH.map(|part| by_attribute(source, part));
    }
    let mut parsers = solvers.iter().flatten().map(|it| it.2);
    let parser = parsers.next().ok_or("no function answers a part")?;
    // The parts are called alone where all have the same parser and its type has a name.
    if let Some(parser) = parser
        && parsers.all(|it| it.map(name) == Some(name(parser)))
        && let (Some(input), Some(text)) = (input_type(parser, source), over_text(parser))
    {
        wiring.input = Some(input);
        wiring.call("parse", parser, &text);
    }
    for (part, function, parser) in solvers.into_iter().flatten() {
        let argument = argument(function).and_then(|of| match parser {
            None => over_text(function),
            Some(_) if wiring.input.is_some() => Some("input".to_owned()),
            Some(parser) => {
                let reference = if of.starts_with('&') { "&" } else { "" };
                let (text, (_, unwrap)) = (over_text(parser)?, returned(parser)?);
                Some(format!("{reference}{}({text}){unwrap}", name(parser)))
            }
        });
        let called = name(function);
        let why = || format!("`{called}` does not take the text alone, or returns nothing");
        wiring.call(&format!("part{part}"), function, &argument.ok_or_else(why)?);
        let parser = parser.map(|it| format!(" {}", name(it)));
        let calls = called + &parser.unwrap_or_default();
        wiring.functions.push((part, calls));
    }
    // What calls a part and is not called here, such as `main`, may prepare the text.
    let called = wiring.functions.iter().flat_map(|it| it.1.split(' '));
    let called: BTreeSet<&str> = called.collect();
    let others = source.functions().filter(|it| !called.contains(&*name(it)));
    let callers = others
        .map(words)
        .filter(|it| it.iter().any(|it| called.contains(&**it)));
    let of_callers: Vec<String> = callers.flatten().collect();
    let has = |start: &str| of_callers.iter().any(|it| it.starts_with(start));
    if has("split") && wiring.options.iter().any(|it| it.contains(".lines()")) {
        return Err("what calls it splits the text otherwise than into lines".to_owned());
    }
    if has("trim") && marked_days(source).is_empty() {
        wiring.options.insert(0, "text = str::trim_end".to_owned());
    }
    Ok(wiring)
}

/// The solver of a part by the names of functions: of several the shortest.
fn by_name(source: &Source, part: Part) -> Option<Solver<'_>> {
    let named = source.functions();
    let named = named.filter(|it| part_of(&name(it)) == Some(part));
    let function = named.min_by_key(|it| (argument(it).is_none(), name(it).len()))?;
    let parsers = ["parse", "parse_input", "input_generator", "generator"];
    let mut parsers = parsers.iter().filter_map(|name| source.function(name));
    let parser = parsers.find(|it| over_text(it).is_some());
    // What takes the text, or what the parser takes, calls the parser itself.
    let of = argument(function);
    let calls_it = |it: &&ItemFn| argument(it) == of || of.as_deref() == Some("&str");
    Some((part, function, parser.filter(|it| !calls_it(it))))
}

/// The attributes of cargo-aoc, with their functions and words: `aoc` or
/// `aoc_generator`, the day, and perhaps the part and the name of a variant.
fn marked(source: &Source) -> impl Iterator<Item = (&ItemFn, &Attribute, Vec<String>)> {
    let functions = source.functions();
    let all = functions.flat_map(|it| it.attrs.iter().map(move |attribute| (it, attribute)));
    all.filter_map(|(function, attribute)| {
        let mut words = words(&attribute.meta);
        words.retain(|it| it.starts_with(char::is_alphanumeric) && it != "aoc_runner_derive");
        let is_of_tool = ["aoc", "aoc_generator"].contains(&&**words.first()?);
        is_of_tool.then_some((function, attribute, words))
    })
}

/// The days that the attributes of a file name.
pub fn marked_days(source: &Source) -> BTreeSet<Day> {
    let names = marked(source).filter_map(|it| Some(it.2.get(1)?.to_lowercase()));
    let days = names.filter_map(|it| it.strip_prefix("day")?.parse().ok());
    days.map(Day).collect()
}

/// The solver of a part by the attributes `#[aoc_generator(day1)]` and
/// `#[aoc(day1, part1)]`. Of several the first without the name of a variant is taken.
fn by_attribute(source: &Source, part: Part) -> Option<Solver<'_>> {
    let (generators, solvers): (Vec<_>, Vec<_>) =
        marked(source).partition(|it| it.2[0] == "aoc_generator");
    let is_of_part = |it: &String| part_of(it) == Some(part);
    let solvers = solvers.iter();
    let solvers = solvers.filter(|it| it.2.get(2).is_some_and(is_of_part));
    let (function, _, words) = solvers.min_by_key(|it| it.2.len())?;
    // A generator for the part comes before the one for the day.
    let fits = |it: &&(_, _, Vec<String>)| words[1..].starts_with(&it.2[1..]);
    let parser = generators.iter().filter(fits).max_by_key(|it| it.2.len());
    Some((part, *function, parser.map(|it| it.0)))
}

/// The type that a function makes of the text, with the lifetime `'a` wherever it
/// borrows; `None` if it has no name.
fn input_type(parser: &ItemFn, source: &Source) -> Option<String> {
    let mut words = words(returned(parser)?.0);
    let is_lifetime = |word: &str| word.starts_with('\'');
    words.dedup_by(|word, before| is_lifetime(word) && before == "&");
    let is_elided = !words.iter().any(|it| is_lifetime(it));
    let generic = source.tokens.windows(3).filter(|it| it[1].0 == "<");
    let borrowing = generic.filter(|it| is_elided && is_lifetime(&it[2].0));
    let borrowing: BTreeSet<&str> = borrowing.map(|it| &*it[0].0).collect();
    let spelled = words.iter().map(|word| match &**word {
        "impl" | "dyn" | "_" | "Self" => None,
        "&" => Some("&'a ".to_owned()),
        "," | ";" | "mut" => Some(format!("{word} ")),
        word if is_lifetime(word) => Some("'a".to_owned()),
        word if borrowing.contains(word) => Some(format!("{word}<'a>")),
        word => Some(word.to_owned()),
    });
    spelled.collect()
}

impl Wiring {
    /// Adds the call of a function.
    fn call(&mut self, key: &str, function: &ItemFn, argument: &str) {
        let function = name(function);
        self.options.push(match argument {
            "input" => format!("{key} = {function}"),
            argument => format!("{key} = |input| {function}({argument})"),
        });
    }

    /// The call of `functions!`, which makes a day of the functions beside it.
    pub fn render(&self, name: &str, title: &str, examples: &[String]) -> String {
        if self.options.is_empty() {
            return String::new();
        }
        let mut first = format!("{name}, {title:?}");
        first.extend(self.input.iter().map(|input| format!(", {input}")));
        let mut lines = [&[first], &self.options[..]].concat();
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
        let input = tokens(self.input.as_deref().unwrap_or_default());
        let is_type = |it: &&[(String, _)]| ["struct", "enum", "type"].contains(&&*it[0].0);
        let types = source.tokens.windows(2).filter(is_type);
        let is_own = types.clone().any(|it| input.contains(&&*it[1].0));
        let starts = types.filter(|_| is_own).map(|it| it[0].1.start);
        // A public one begins with `pub`, and one within an item with blanks.
        let is_first = |at: &usize| *at == 0 || source.text[..*at].ends_with('\n');
        let starts = starts.filter(is_first);
        let edits = starts.map(|at| (at..at, "pub(crate) ".to_owned()));
        edits.collect()
    }
}

/// The places of what belongs to cargo-aoc or to the common template.
pub fn of_tools(source: &Source) -> Vec<Range<usize>> {
    let macros = ["solution", "main", "aoc_lib", "aoc_main"];
    let items = source.items.iter().filter(|item| match item {
        Item::Use(_) | Item::ExternCrate(_) => source.text[place(item)].contains("aoc_runner"),
        Item::Macro(it) => words(&it.mac.path).iter().any(|it| macros.contains(&&**it)),
        _ => false,
    });
    let attributes = marked(source).map(|it| place(it.1));
    attributes.chain(items.map(place)).collect()
}
