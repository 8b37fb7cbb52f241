//! How the functions of a day belong together: by the attributes of cargo-aoc,
//! by their names and arguments, or by the expressions that the user gives.

use std::collections::BTreeSet;
use std::ops::Range;

use aoc_solution::Part;
use syn::{Attribute, FnArg, GenericArgument, Item, ItemFn, PathArguments};
use syn::{ReturnType, Type};

use super::rust::{Edits, Source, place, words};
use crate::error::{CliError, Exit};
use crate::project::source::tokens;
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
                    && source.tokens.iter().all(|it| it.0 != *name)
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
    let has = |word: &str| signature.iter().any(|it| it.contains(word));
    let why =
        if has("path") || has("file") || words(function).contains(&"read_to_string".to_owned()) {
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

/// What a function is called with that is given the text: its name, or a closure; the
/// error says why there is none.
fn over_text(function: &ItemFn) -> Result<String, String> {
    let (of, name) = (argument(function)?, name(function));
    let argument = match &*of {
        "&str" | "&[u8]" | "String" => return Ok(name),
        "&String" => "to_string()",
        "&Vec<String>" | "&[String]" => "lines().map(String::from).collect::<Vec<_>>()",
        _ => return Err(format!("`{name}` takes `{of}`, not the text")),
    };
    Ok(format!("|&input| {name}(&input.{argument})"))
}

/// The wiring of a day; the error says what is missing.
pub fn wiring(source: &Source) -> Result<Wiring, String> {
    let mut wiring = Wiring::default();
    let (parts, parser) = if marked_days(source).is_empty() {
        by_names(source)?
    } else {
        let option = "text = |text| text.trim_end_matches('\\n')";
        wiring.options.push(option.to_owned());
        by_attributes(source)?
    };
    if parts.is_empty() {
        return Err("no function answers a part".to_owned());
    }
    if let Some(parser) = parser {
        let option = format!("parse = {}", over_text(parser)?);
        let input = returned(parser).and_then(input_type);
        let unnamed = || format!("what `{}` returns has no name", name(parser));
        wiring.input = Some(input.ok_or_else(unnamed)?);
        wiring.options.push(option);
    }
    for (part, function) in parts {
        let called = match parser {
            Some(_) => argument(function).map(|_| name(function))?,
            None => over_text(function)?,
        };
        wiring.options.push(format!("part{part} = {called}"));
        let names = [Some(function), parser].into_iter().flatten().map(name);
        let names: Vec<String> = names.collect();
        wiring.functions.push((part, names.join(" ")));
    }
    Ok(wiring)
}

/// The functions that answer the parts, and the one that parses for them.
type Solvers<'s> = (Vec<(Part, &'s ItemFn)>, Option<&'s ItemFn>);

/// Of several functions for a part the one with the shortest name.
fn shortest<'s>(functions: impl Iterator<Item = (Part, &'s ItemFn)>) -> Vec<(Part, &'s ItemFn)> {
    let mut parts: Vec<_> = functions.collect();
    parts.sort_by_key(|(part, it)| (*part, argument(it).is_err(), name(it).len()));
    parts.dedup_by_key(|(part, _)| *part);
    parts
}

/// The solvers by the names of functions.
fn by_names(source: &Source) -> Result<Solvers<'_>, String> {
    let named = source.functions();
    let parts = shortest(named.filter_map(|it| Some((part_of(&name(it))?, it))));
    let parsers = ["parse", "parse_input", "input_generator", "generator"];
    let mut parsers = parsers.iter().filter_map(|name| source.function(name));
    let parser = parsers.find(|it| over_text(it).is_ok());
    // What takes lines or bytes may be given them by the parser.
    let takes_text = |it: &&(_, &ItemFn)| argument(it.1).is_ok_and(|of| of == "&str");
    match parts.iter().filter(takes_text).count() {
        0 => Ok((parts, parser)),
        all if all == parts.len() || parser.is_none() => Ok((parts, None)),
        _ => Err("one part takes the text, and the other does not".to_owned()),
    }
}

/// The solvers by the attributes `#[aoc_generator(day1)]` and `#[aoc(day1, part1)]`.
fn by_attributes(source: &Source) -> Result<Solvers<'_>, String> {
    let parts = marked(source).filter(|it| it.1[0] == "aoc");
    let parts = parts.filter_map(|(it, words)| Some((part_of(words.get(2)?)?, it)));
    let generators: Vec<_> = marked(source).filter(|it| it.1[0] != "aoc").collect();
    let parser = match &generators[..] {
        [] => None,
        [(generator, words)] if words.len() == 2 => Some(*generator),
        _ => return Err("it has several generators, or one for a part alone".to_owned()),
    };
    Ok((shortest(parts), parser))
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

/// A type with the lifetime `'a` wherever it borrows; `None` if it has no name.
fn input_type(of: &Type) -> Option<String> {
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
    (!words.iter().any(has_none)).then(|| spelled.collect())
}

impl Wiring {
    /// Whether the day is not given the line breaks at the end of a text.
    pub fn trims(&self) -> bool {
        self.options.iter().any(|it| it.starts_with("text = "))
    }

    /// The call of `functions!`, which makes a day of the functions beside it.
    pub fn render(&self, name: &str, title: &str, examples: &[String]) -> String {
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
