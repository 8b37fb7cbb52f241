//! How the functions of a day belong together: by the attributes of cargo-aoc,
//! by their names and arguments, or by the expressions that the user gives.

use std::ops::Range;

use aoc_solution::Part;
use syn::spanned::Spanned;
use syn::{FnArg, GenericArgument, Item, ItemFn, PathArguments, ReturnType, Type, Visibility};

use super::rust::{self, Source, words};
use crate::error::{CliError, Exit};
use crate::puzzle::Day;

/// What `functions!` is told about a day.
#[derive(Default)]
pub struct Wiring {
    /// The type of the input; `None` if the parts are given the text.
    input: Option<String>,
    /// Such as `part1 = solve`.
    options: Vec<String>,
    /// The functions that are called for each part, and what parses for them.
    pub functions: Vec<(Part, String, Option<String>)>,
}

/// Expressions over the text `input`, which a user gives for days that are not
/// understood.
#[derive(Clone, Debug, Default)]
pub struct Expressions {
    pub parse: Option<String>,
    pub parts: [Option<String>; 2],
}

impl Expressions {
    /// Refuses what can be called in no day.
    pub fn check(&self) -> Result<(), CliError> {
        if self.parse.is_some() && self.is_empty() {
            return Err(CliError::new(
                Exit::Usage,
                "--parse needs --part1 or --part2",
            ));
        }
        for it in self.parse.iter().chain(self.parts.iter().flatten()) {
            let read = Source::read(&format!("const _: () = {{ {it} }};"));
            read.map_err(|why| CliError::new(Exit::Usage, format!("`{it}`: {why}")))?;
        }
        Ok(())
    }

    pub fn is_empty(&self) -> bool {
        self.parts.iter().all(Option::is_none)
    }

    /// The wiring of a file that has all functions which the expressions call.
    pub fn wiring(&self, source: &Source) -> Result<Wiring, String> {
        let mut wiring = Wiring::default();
        for (part, expression) in Part::BOTH.into_iter().zip(&self.parts) {
            let Some(expression) = expression else {
                continue;
            };
            let call = match &self.parse {
                Some(parse) => format!("{{ let input = {parse}; {expression} }}"),
                None => expression.clone(),
            };
            // Of paths, methods and what is imported only the compiler knows.
            let calls = Source::read(&format!("const _: () = {{ {call} }};"))?;
            for tokens in calls.tokens.windows(3) {
                let [before, name, bracket] = [0, 1, 2].map(|index| &*tokens[index].0);
                let is_call = bracket == "(" && ![":", "."].contains(&before);
                let is_name = name.starts_with(|c: char| c.is_lowercase() || c == '_');
                if is_call && is_name && !source.tokens.iter().any(|it| it.0 == name) {
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

/// The type of the only argument of a function, as words without lifetimes.
fn argument(function: &ItemFn) -> Result<Vec<String>, String> {
    let inputs = &function.sig.inputs;
    let (Some(FnArg::Typed(it)), 1) = (inputs.first(), inputs.len()) else {
        let name = &function.sig.ident;
        return Err(format!("`{name}` takes {} arguments", inputs.len()));
    };
    let words = words(&it.ty).into_iter();
    Ok(words.filter(|it| !it.starts_with('\'')).collect())
}

/// The type that a function returns, without the `Result` or `Option` around it, and
/// whether there is one.
fn returned(function: &ItemFn) -> Option<(&Type, bool)> {
    let ReturnType::Type(_, outer) = &function.sig.output else {
        return None;
    };
    if let Type::Path(path) = &**outer
        && let Some(last) = path.path.segments.last()
        && (last.ident == "Result" || last.ident == "Option")
        && let PathArguments::AngleBracketed(list) = &last.arguments
        && let Some(GenericArgument::Type(inner)) = list.args.first()
    {
        return Some((inner, true));
    }
    Some((outer, false))
}

/// Why a function cannot be called for an answer.
fn check(function: &ItemFn) -> Result<(), String> {
    let signature = words(&function.sig);
    let is_special = |word: &String| ["async", "unsafe"].contains(&&**word);
    let reads = |word: &String| ["read_to_string", "File", "stdin"].contains(&&**word);
    let is_path = |word: &String| word.contains("path") || word.contains("file");
    let why = if signature.iter().any(is_special) {
        "is async or unsafe"
    } else if words(function).iter().any(reads) || signature.iter().any(is_path) {
        "reads its input itself"
    } else if returned(function).is_none_or(|it| words(it.0).concat() == "()") {
        "returns nothing"
    } else {
        return Ok(());
    };
    Err(format!("`{}` {why}", function.sig.ident))
}

/// Whether the compiler must see a call to know its types.
fn is_generic(function: &ItemFn) -> bool {
    let has_impl = || words(&function.sig.inputs).iter().any(|it| it == "impl");
    function.sig.generics.type_params().next().is_some() || has_impl()
}

/// The `&` or `&mut ` that a type begins with.
fn reference(of_type: &[String]) -> &'static str {
    match of_type {
        [first, second, ..] if first == "&" && second == "mut" => "&mut ",
        [first, ..] if first == "&" => "&",
        _ => "",
    }
}

/// An expression over the text `input` for a function's only argument; the error
/// says why there is none.
fn over_text(function: &ItemFn) -> Result<String, String> {
    let of_type = argument(function)?;
    let reference = reference(&of_type);
    let lines = |owned| format!("{reference}input.lines(){owned}.collect::<Vec<_>>()");
    let name = of_type.concat();
    Ok(match name.trim_start_matches('&') {
        "str" | "implAsRef<str>" => "input".to_owned(),
        "String" => format!("{reference}input.to_string()"),
        "[u8]" => "input.as_bytes()".to_owned(),
        "Vec<u8>" => format!("{reference}input.as_bytes().to_vec()"),
        "Vec<&str>" | "[&str]" => lines(""),
        "Vec<String>" | "[String]" => lines(".map(String::from)"),
        _ => {
            return Err(format!(
                "`{}` takes `{name}`, not the text",
                function.sig.ident
            ));
        }
    })
}

/// The functions that parse, by their names.
const PARSERS: [&str; 4] = ["parse", "parse_input", "input_generator", "generator"];

/// A part, the function for it, and the one that parses for this.
type Solver<'s> = (Part, &'s ItemFn, Option<&'s ItemFn>);

/// The wiring of a day; the error says what is missing.
pub fn wiring(source: &Source) -> Result<Wiring, String> {
    let is_marked = !marked_days(source).is_empty();
    let solvers = if is_marked {
        by_attributes(source)
    } else {
        by_names(source)?
    };
    if solvers.is_empty() {
        return Err("no function answers a part".to_owned());
    }
    assemble(&solvers, is_marked, source)
}

/// The solvers by the names and arguments of functions.
fn by_names(source: &Source) -> Result<Vec<Solver<'_>>, String> {
    let named = source.functions();
    let named = named.filter_map(|it| Some((part_of(&it.sig.ident.to_string())?, it)));
    let (mut named, others): (Vec<_>, Vec<_>) = named.partition(|it| check(it.1).is_ok());
    if let ([], [(_, other), ..]) = (&named[..], &others[..]) {
        check(other)?;
    }
    // Of several for a part the one that takes the text, then the shortest name.
    let length = |it: &ItemFn| it.sig.ident.to_string().len();
    named.sort_by_key(|(part, it)| (*part, over_text(it).is_err(), length(it)));
    named.dedup_by_key(|(part, _)| *part);
    let parser = PARSERS.iter().find_map(|name| source.function(name));
    let parser = parser.filter(|it| check(it).is_ok() && over_text(it).is_ok());
    let solvers = named.into_iter().map(|(part, function)| {
        // What takes lines or bytes may be given them by the parser.
        let text = over_text(function).unwrap_or_default();
        let takes_text = text == "input" || text.ends_with("to_string()");
        (part, function, parser.filter(|_| !takes_text))
    });
    Ok(solvers.collect())
}

/// The days that the attributes of a file name.
pub fn marked_days(source: &Source) -> Vec<Day> {
    let day = |words: &[String]| {
        let number = words.first()?.to_lowercase().strip_prefix("day")?.parse();
        number.ok().map(Day)
    };
    let mut days: Vec<Day> = marked(source).filter_map(|it| day(&it.1)).collect();
    days.sort();
    days.dedup();
    days
}

/// The functions with attributes of cargo-aoc, the words of the attributes, and
/// whether these are generators.
fn marked(source: &Source) -> impl Iterator<Item = (&ItemFn, Vec<String>, bool)> {
    let functions = source.functions();
    let all = functions.flat_map(|it| it.attrs.iter().map(move |of| (it, of)));
    all.filter_map(|(function, attribute)| {
        let is_generator = is_of_tool(attribute)?;
        let list = words(&attribute.meta.require_list().ok()?.tokens);
        let list = list.split(|word| word == ",").map(<[String]>::concat);
        Some((function, list.collect(), is_generator))
    })
}

/// Whether an attribute of cargo-aoc marks a generator; `None` if it is another one.
fn is_of_tool(attribute: &syn::Attribute) -> Option<bool> {
    let name = &attribute.path().segments.last()?.ident;
    (name == "aoc" || name == "aoc_generator").then(|| name == "aoc_generator")
}

/// The solvers by the attributes `#[aoc_generator(day1)]` and `#[aoc(day1, part1)]`.
/// Of several for a part the first without the name of a variant is taken.
fn by_attributes(source: &Source) -> Vec<Solver<'_>> {
    let (generators, mut solvers): (Vec<_>, Vec<_>) = marked(source).partition(|it| it.2);
    solvers.sort_by_key(|(_, words, _)| (words.get(1).cloned(), words.len()));
    solvers.dedup_by_key(|(_, words, _)| words.get(1).cloned());
    let solver = |(function, words, _): &(_, Vec<String>, _)| {
        // The most special generator: for variant and part, for the part, for all.
        let fits = |other: &[String]| other.iter().zip(words).all(|(one, two)| one == two);
        let parsers = generators.iter().filter(|(_, other, _)| fits(other));
        let parser = parsers.max_by_key(|(_, words, _)| words.len());
        Some((part_of(words.get(1)?)?, *function, parser.map(|it| it.0)))
    };
    solvers.iter().filter_map(solver).collect()
}

/// Makes calls of the functions: of the parts alone where all have the same
/// parser and its type has a name.
fn assemble(solvers: &[Solver<'_>], trims: bool, source: &Source) -> Result<Wiring, String> {
    let name = |function: &ItemFn| function.sig.ident.to_string();
    let mut wiring = Wiring::default();
    if trims {
        let option = "text = |text| text.trim_end_matches('\\n')";
        wiring.options.push(option.to_owned());
    }
    let is_common = |it: &&ItemFn| {
        let mut parsers = solvers.iter().map(|solver| solver.2.map(name));
        parsers.all(|other| other == Some(name(it))) && !is_generic(it)
    };
    if let Some(parser) = solvers[0].2.filter(is_common)
        && let Ok(text) = over_text(parser)
    {
        wiring.input = returned(parser).and_then(|it| input_type(&words(&it.0), source));
        let called = name(parser);
        wiring
            .options
            .extend(wiring.input.iter().map(|_| match &*text {
                "input" => format!("parse = {called}"),
                text => format!("parse = |input| {called}({text})"),
            }));
    }
    let pattern = if wiring.input.is_some() {
        "input"
    } else {
        "&input"
    };
    for &(part, function, parser) in solvers {
        let called = name(function);
        let of_type = argument(function)?;
        let argument = match parser {
            Some(_) if wiring.input.is_some() => "input".to_owned(),
            Some(parser) => {
                let is_wrapped = returned(parser).is_some_and(|it| it.1);
                let unwrap = if is_wrapped { ".unwrap()" } else { "" };
                let (text, parser) = (over_text(parser)?, name(parser));
                format!("{}{parser}({text}){unwrap}", reference(&of_type))
            }
            None => over_text(function)?,
        };
        wiring
            .options
            .push(if argument == "input" && !is_generic(function) {
                format!("part{part} = {called}")
            } else {
                format!("part{part} = |{pattern}| {called}({argument})")
            });
        wiring.functions.push((part, called, parser.map(name)));
    }
    Ok(wiring)
}

/// The types of a file with the number of their lifetimes, and where `pub` would
/// stand if they are private.
fn types(source: &Source) -> impl Iterator<Item = (String, usize, Option<usize>)> {
    source.items.iter().filter_map(|item| {
        let (name, generics, visibility, keyword) = match item {
            Item::Struct(it) => (&it.ident, &it.generics, &it.vis, it.struct_token.span()),
            Item::Enum(it) => (&it.ident, &it.generics, &it.vis, it.enum_token.span()),
            Item::Type(it) => (&it.ident, &it.generics, &it.vis, it.type_token.span()),
            _ => return None,
        };
        let is_private = matches!(visibility, Visibility::Inherited);
        let private = is_private.then(|| keyword.byte_range().start);
        Some((name.to_string(), generics.lifetimes().count(), private))
    })
}

/// A type with the lifetime `'a` wherever it borrows; `None` if it has no name.
fn input_type(words: &[String], source: &Source) -> Option<String> {
    let mut text = String::new();
    for (index, word) in words.iter().enumerate() {
        let after = words.get(index + 1).map_or("", String::as_str);
        let lifetimes = types(source).find(|it| it.0 == *word).map_or(0, |it| it.1);
        match word.as_str() {
            "impl" | "dyn" | "_" | "Self" => return None,
            "&" if !after.starts_with('\'') => text.push_str("&'a "),
            "," | ";" | "'static" => text.extend([word, " "]),
            _ if word.starts_with('\'') => text.push_str("'a "),
            _ if lifetimes > 0 && after != "<" => {
                text.extend([word, "<", &vec!["'a"; lifetimes].join(", "), ">"]);
            }
            _ => text.push_str(word),
        }
    }
    Some(text.replace("'a >", "'a>").replace("'a ,", "'a,"))
}

impl Wiring {
    /// The call of `functions!`, which makes a day of the functions beside it.
    pub fn render(&self, name: &str, title: &str, examples: &[String]) -> String {
        let mut first = format!("{name}, {title:?}");
        if let Some(input) = &self.input {
            first.extend([", ", input]);
        }
        let mut lines = [&[first], &self.options[..]].concat();
        if !examples.is_empty() {
            let examples = examples.join(",\n        ");
            lines.push(format!("examples = [\n        {examples},\n    ]"));
        }
        let lines = lines.join(",\n    ");
        format!("aoc_solution::functions! {{\n    {lines},\n}}\n")
    }

    /// Where the private types of a file begin, if the input is made of one: they
    /// must be visible where the day is.
    pub fn private_types(&self, source: &Source) -> Vec<usize> {
        let names = rust::names_in(self.input.as_deref().unwrap_or_default());
        let is_own = types(source).any(|(name, ..)| names.contains(&*name));
        let private = types(source).filter_map(|it| it.2);
        private.filter(|_| is_own).collect()
    }
}

/// The places of what belongs to cargo-aoc or to the common template.
pub fn of_tools(source: &Source) -> Vec<Range<usize>> {
    let attributes = source.functions().flat_map(|it| &it.attrs);
    let attributes = attributes.filter(|it| is_of_tool(it).is_some());
    let names = ["solution", "aoc_lib", "aoc_main"];
    let items = source.items.iter().filter(|item| match item {
        Item::Use(_) | Item::ExternCrate(_) => {
            source.text[item.span().byte_range()].contains("aoc_runner")
        }
        Item::Macro(it) => names
            .iter()
            .any(|name| it.mac.path.segments.iter().any(|s| s.ident == name)),
        _ => false,
    });
    let items = items.map(|it| it.span().byte_range());
    let attributes = attributes.map(|it| it.span().byte_range());
    attributes.chain(items).collect()
}
