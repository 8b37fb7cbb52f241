//! How the functions of a day belong together: by the attributes of cargo-aoc,
//! by their names and arguments, or by the expressions that the user gives.

use std::collections::BTreeSet;
use std::ops::Range;

use aoc_solution::Part;
use syn::{Attribute, FnArg, GenericArgument, Item, ItemFn, PathArguments};
use syn::{ReturnType, Type};

use super::rust::{Edits, Source, place, words};
use crate::error::{CliError, Exit};
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

/// Expressions over the text `input`, which a user gives for days that are not
/// understood.
#[derive(Default)]
pub struct Expressions {
    pub parse: Option<String>,
    pub parts: [Option<String>; 2],
}

impl Expressions {
    /// Refuses what can be called in no day.
    pub fn check(&self) -> Result<(), CliError> {
        let usage = |why: String| CliError::new(Exit::Usage, why);
        if self.parse.is_some() && self.is_empty() {
            return Err(usage("--parse needs --part1 or --part2".to_owned()));
        }
        for it in self.parse.iter().chain(self.parts.iter().flatten()) {
            let read = Source::read(format!("const _: () = {{ {it} }};"));
            read.map_err(|why| usage(format!("`{it}`: {why}")))?;
        }
        Ok(())
    }

    pub fn is_empty(&self) -> bool {
        self.parts.iter().all(Option::is_none)
    }

    /// The wiring of a file that has all functions which the expressions call.
    pub fn wiring(&self, source: &Source) -> Result<Wiring, String> {
        let mut wiring = Wiring::default();
        let parts = Part::BOTH.into_iter().zip(&self.parts);
        for (part, expression) in parts.filter_map(|(part, it)| Some((part, it.as_ref()?))) {
            let call = match &self.parse {
                Some(parse) => format!("{{ let input = {parse}; {expression} }}"),
                None => expression.clone(),
            };
            // Of paths, methods and what is imported only the compiler knows.
            for call in tokens(&format!("({call})")).windows(3) {
                if let [before, name, "("] = call
                    && ![":", "."].contains(before)
                    && name.starts_with(|c: char| c.is_lowercase() || c == '_')
                    && !source.has(name)
                {
                    return Err(format!("it has no function `{name}`"));
                }
            }
            wiring.options.push(format!("part{part} = |&input| {call}"));
        }
        Ok(wiring)
    }
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

/// The type that a function returns, without the `Result` or `Option` around it.
fn returned(function: &ItemFn) -> Option<&Type> {
    let ReturnType::Type(_, outer) = &function.sig.output else {
        return None;
    };
    if let Type::Path(path) = &**outer
        && let Some(last) = path.path.segments.last()
        && (last.ident == "Result" || last.ident == "Option")
        && let PathArguments::AngleBracketed(list) = &last.arguments
        && let Some(GenericArgument::Type(inner)) = list.args.first()
    {
        return Some(inner);
    }
    Some(outer)
}

/// The type of the only argument of a function that can be called for an answer.
fn argument(function: &ItemFn) -> Result<String, String> {
    let inputs = &function.sig.inputs;
    let signature = words(&function.sig);
    let has = |word: &str| {
        let mut words = signature.iter().flat_map(|it| it.split('_'));
        words.any(|it| it.trim_end_matches("name") == word)
    };
    let why = if has("async") || has("unsafe") {
        "is async or unsafe".to_owned()
    } else if has("path") || has("file") || words(function).contains(&"read_to_string".to_owned()) {
        "reads its input itself".to_owned()
    } else if returned(function).is_none_or(|it| words(it).concat() == "()") {
        "returns nothing".to_owned()
    } else if let (Some(FnArg::Typed(it)), 1) = (inputs.first(), inputs.len()) {
        let mut words = words(&it.ty);
        words.retain(|word| !word.starts_with('\''));
        return Ok(words.concat());
    } else {
        format!("takes {} arguments", inputs.len())
    };
    Err(format!("`{}` {why}", name(function)))
}

/// The only argument of a function as an expression over the text `input`; the error
/// says why there is none.
fn over_text(function: &ItemFn) -> Result<String, String> {
    let of = argument(function)?;
    let plain = of.trim_start_matches('&');
    let reference = if of == plain { "" } else { "&" };
    let lines = |owned| format!("{reference}input.lines(){owned}.collect::<Vec<_>>()");
    Ok(match plain {
        "str" => "input".to_owned(),
        // Without a closure the compiler would not know its type.
        "implAsRef<str>" => "&*input".to_owned(),
        "String" => format!("{reference}input.to_string()"),
        "[u8]" => "input.as_bytes()".to_owned(),
        "Vec<u8>" => format!("{reference}input.as_bytes().to_vec()"),
        "Vec<&str>" | "[&str]" => lines(""),
        "Vec<String>" | "[String]" => lines(".map(String::from)"),
        _ => return Err(format!("`{}` takes `{of}`, not the text", name(function))),
    })
}

/// The functions that parse, by their names.
const PARSERS: [&str; 4] = ["parse", "parse_input", "input_generator", "generator"];

/// A part, the function for it, and the one that parses for this.
type Solver<'s> = (Part, &'s ItemFn, Option<&'s ItemFn>);

/// The wiring of a day; the error says what is missing.
pub fn wiring(source: &Source) -> Result<Wiring, String> {
    let mut wiring = Wiring::default();
    let names_library = || source.tokens.iter().any(|it| it.0 == "aoc_solution");
    if solution_type(&source.text, "").is_some() && names_library() {
        // It is a day of `aoc` already.
        return Ok(wiring);
    }
    let solvers = if marked_days(source).is_empty() {
        by_names(source)
    } else {
        let option = "text = |text| text.trim_end_matches('\\n')";
        wiring.options.push(option.to_owned());
        by_attributes(source)
    };
    let parsers: BTreeSet<Option<String>> = solvers.iter().map(|it| it.2.map(name)).collect();
    // The parts are called alone where all have the same parser and its type has a name.
    if let ([(_, _, Some(parser)), ..], 1) = (&solvers[..], parsers.len())
        && let Some(input) = returned(parser).and_then(|it| input_type(it, source))
    {
        wiring.input = Some(input);
        wiring.options.push(match &*over_text(parser)? {
            "input" => format!("parse = {}", name(parser)),
            text => format!("parse = |input| {}({text})", name(parser)),
        });
    }
    for (part, function, parser) in solvers {
        let (called, of) = (name(function), argument(function)?);
        let argument = match parser {
            Some(_) if wiring.input.is_some() => "input".to_owned(),
            Some(parser) => {
                let reference = if of.starts_with('&') { "&" } else { "" };
                let is_inner =
                    returned(parser).is_some_and(|it| words(it) != words(&parser.sig.output)[2..]);
                let outer = if is_inner { ".unwrap()" } else { "" };
                format!("{reference}{}({}){outer}", name(parser), over_text(parser)?)
            }
            None => over_text(function)?,
        };
        wiring.options.push(match &*argument {
            "input" => format!("part{part} = {called}"),
            argument => format!("part{part} = |&input| {called}({argument})"),
        });
        let parser = parser.map(|it| format!(" {}", name(it)));
        wiring
            .functions
            .push((part, called + &parser.unwrap_or_default()));
    }
    if wiring.functions.is_empty() {
        return Err("no function answers a part".to_owned());
    }
    Ok(wiring)
}

/// The solvers by the names of functions: of several for a part the shortest.
fn by_names(source: &Source) -> Vec<Solver<'_>> {
    let named = source.functions();
    let named = named.filter_map(|it| Some((part_of(&name(it))?, it)));
    let mut named: Vec<_> = named.collect();
    named.sort_by_key(|(part, it)| (*part, argument(it).is_err(), name(it).len()));
    named.dedup_by_key(|(part, _)| *part);
    let mut parsers = PARSERS.iter().filter_map(|name| source.function(name));
    let parser = parsers.find(|it| over_text(it).is_ok());
    let solvers = named.into_iter().map(|(part, function)| {
        // What takes lines or bytes may be given them by the parser, or call it with them.
        let takes_text = over_text(function).is_ok_and(|it| it == "input");
        let calls_it = |parser: &&ItemFn| takes_text || argument(parser) == argument(function);
        (part, function, parser.filter(|it| !calls_it(it)))
    });
    solvers.collect()
}

/// The words of an attribute of cargo-aoc: `aoc` or `aoc_generator`, the day, and
/// perhaps the part and the name of a variant.
fn words_of_tool(attribute: &Attribute) -> Option<Vec<String>> {
    let mut words = words(&attribute.meta);
    words.retain(|it| it.starts_with(char::is_alphanumeric) && it != "aoc_runner_derive");
    let is_of_tool = ["aoc", "aoc_generator"].contains(&&**words.first()?);
    is_of_tool.then_some(words)
}

/// The functions with such attributes.
fn marked(source: &Source) -> impl Iterator<Item = (&ItemFn, Vec<String>)> {
    source.functions().flat_map(|function| {
        let words = function.attrs.iter().filter_map(words_of_tool);
        words.map(move |words| (function, words))
    })
}

/// The days that the attributes of a file name.
pub fn marked_days(source: &Source) -> BTreeSet<Day> {
    let days = marked(source).filter_map(|(_, words)| {
        let name = words.get(1)?.to_lowercase();
        name.strip_prefix("day")?.parse().ok().map(Day)
    });
    days.collect()
}

/// The solvers by the attributes `#[aoc_generator(day1)]` and `#[aoc(day1, part1)]`.
/// Of several for a part the first without the name of a variant is taken.
fn by_attributes(source: &Source) -> Vec<Solver<'_>> {
    let (mut solvers, generators): (Vec<_>, Vec<_>) =
        marked(source).partition(|it| it.1[0] == "aoc");
    solvers.sort_by_key(|(_, words)| (words.get(2).cloned(), words.len()));
    solvers.dedup_by_key(|(_, words)| words.get(2).cloned());
    let solver = |(function, words): (_, Vec<String>)| {
        // The most special generator: for variant and part, for the part, for all.
        let fits = |it: &[String]| it[1..].iter().zip(&words[1..]).all(|(one, two)| one == two);
        let parsers = generators.iter().filter(|(_, other)| fits(other));
        let parser = parsers.max_by_key(|(_, words)| words.len());
        Some((part_of(words.get(2)?)?, function, parser.map(|it| it.0)))
    };
    solvers.into_iter().filter_map(solver).collect()
}

/// A type with the lifetime `'a` wherever it borrows; `None` if it has no name, or
/// does not say where it borrows.
fn input_type(of: &Type, source: &Source) -> Option<String> {
    let mut words = words(of);
    let is_lifetime = |word: &str| word.starts_with('\'');
    words.dedup_by(|word, before| is_lifetime(word) && before == "&");
    let has_none = |word: &String| ["impl", "dyn", "_", "Self"].contains(&&**word);
    let spelled = words.iter().map(|word| match word.as_str() {
        "&" => "&'a ".to_owned(),
        "," | ";" | "mut" => format!("{word} "),
        word if is_lifetime(word) => "'a".to_owned(),
        word => word.to_owned(),
    });
    let mut generic = source.tokens.windows(3).filter(|it| it[1].0 == "<");
    let is_elided = !words.iter().any(|it| is_lifetime(it))
        && generic.any(|it| words.contains(&it[0].0) && is_lifetime(&it[2].0));
    (!is_elided && !words.iter().any(has_none)).then(|| spelled.collect())
}

impl Wiring {
    /// Whether the day is not given the line breaks at the end of a text.
    pub fn trims(&self) -> bool {
        self.options.iter().any(|it| it.starts_with("text = "))
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
        let types = source.items.iter().filter_map(|item| match item {
            Item::Struct(it) => Some((&it.ident, &it.vis, place(&it.struct_token))),
            Item::Enum(it) => Some((&it.ident, &it.vis, place(&it.enum_token))),
            Item::Type(it) => Some((&it.ident, &it.vis, place(&it.type_token))),
            _ => None,
        });
        let types: Vec<_> = types.collect();
        let mut names = tokens(self.input.as_deref().unwrap_or_default()).into_iter();
        let is_own = names.any(|name| types.iter().any(|it| it.0 == name));
        let private = types.iter().filter(|it| is_own && words(it.1).is_empty());
        let edits = private.map(|it| (it.2.start..it.2.start, "pub(crate) ".to_owned()));
        edits.collect()
    }
}

/// The places of what belongs to cargo-aoc or to the common template.
pub fn of_tools(source: &Source) -> Vec<Range<usize>> {
    let attributes = source.functions().flat_map(|it| &it.attrs);
    let attributes = attributes
        .filter(|it| words_of_tool(it).is_some())
        .map(place);
    let macros = ["solution", "main", "aoc_lib", "aoc_main"];
    let items = source.items.iter().filter(|item| match item {
        Item::Use(_) | Item::ExternCrate(_) => source.text[place(item)].contains("aoc_runner"),
        Item::Macro(it) => words(&it.mac.path).iter().any(|it| macros.contains(&&**it)),
        _ => false,
    });
    attributes.chain(items.map(place)).collect()
}
