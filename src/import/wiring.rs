//! How the functions of a day belong together: by the attributes of cargo-aoc,
//! by their names and arguments, or by the expressions that the user gives.

use std::collections::BTreeMap;
use std::ops::Range;

use aoc_solution::Part;

use super::rust::{self, Source, SourceFunction, Type};
use crate::error::{CliError, Exit};
use crate::puzzle::Day;

/// How many lifetimes the types of a package have, by their names.
pub type Lifetimes = BTreeMap<String, usize>;

/// What `functions!` is told about a day.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wiring {
    /// Whether the line breaks at the end of the text are removed first.
    trims: bool,
    /// What parses and the type of the input; `None` if the parts are given the
    /// text.
    parse: Option<(String, String)>,
    /// The name of a variant, and a function or a closure.
    parts: Vec<(Part, Option<String>, String)>,
    /// The functions that a test may call: what parses, and what answers.
    pub parsers: Vec<String>,
    pub solvers: Vec<(Part, String)>,
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
        let refusal = |why: String| CliError::new(Exit::Usage, why);
        if self.parse.is_some() && self.is_empty() {
            return Err(refusal("--parse needs --part1 or --part2".to_owned()));
        }
        for it in self.parse.iter().chain(self.parts.iter().flatten()) {
            rust::expression(it).map_err(|why| refusal(format!("`{it}`: {why}")))?;
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
            for call in rust::expression(&call)?
                .windows(3)
                .filter(|it| it[2] == "(")
            {
                let name = &call[1];
                let is_name = name.starts_with(|c: char| c.is_lowercase() || c == '_');
                let is_known = source.tokens.iter().any(|token| token.text == *name);
                let is_word = ["if", "in", "match", "while", "return"].contains(&&**name);
                if is_name && !is_known && !is_word && call[0] != ":" && call[0] != "." {
                    return Err(format!("it has no function `{name}`"));
                }
            }
            wiring.parts.push((part, None, format!("|&input| {call}")));
        }
        Ok(wiring)
    }
}

/// The part that a function answers, by its name: `part1`, `solve_part_two`, `p1`.
pub fn part_of(name: &str) -> Option<Part> {
    let name = name.to_lowercase().replace('_', "");
    let of_day = name.strip_prefix("day");
    let name = of_day.map_or(&*name, |rest| {
        rest.trim_start_matches(|c: char| c.is_ascii_digit())
    });
    let endings = [("1", "2"), ("one", "two"), ("a", "b")];
    let found = endings.into_iter().find_map(|(one, two)| {
        let first = name.strip_suffix(one).map(|stem| (stem, Part::One));
        first.or_else(|| Some((name.strip_suffix(two)?, Part::Two)))
    });
    let stems = [
        "part",
        "p",
        "solve",
        "solvepart",
        "solution",
        "star",
        "task",
        "answer",
        "puzzle",
    ];
    found
        .filter(|(stem, _)| stems.contains(stem))
        .map(|(_, part)| part)
}

const PARSERS: [&str; 8] = [
    "parse",
    "parse_input",
    "input_generator",
    "generator",
    "parse_puzzle",
    "parse_data",
    "parse_lines",
    "process_input",
];

/// A function for a part, with what parses for it.
struct Solver<'s> {
    part: Part,
    variant: Option<String>,
    function: &'s SourceFunction,
    parser: Option<&'s SourceFunction>,
}

/// The wiring by the names and arguments of functions; the error says what is
/// missing.
pub fn by_names(source: &Source, lifetimes: &Lifetimes) -> Result<Wiring, String> {
    let mut problem = "no function answers a part".to_owned();
    let mut usable = |function: &&SourceFunction| match usable(function) {
        Ok(()) => true,
        Err(why) => {
            problem = why;
            false
        }
    };
    let named = source
        .functions
        .iter()
        .filter(|it| part_of(&it.name).is_some());
    let mut named: Vec<&SourceFunction> = named.filter(|it| usable(it)).collect();
    // Of several for a part the one that takes the text, then the shortest name.
    named.sort_by_key(|it| (part_of(&it.name), over_text(it).is_none(), it.name.len()));
    named.dedup_by_key(|it| part_of(&it.name));
    let parser = PARSERS.iter().find_map(|name| source.function(name));
    let parser = parser.filter(|it| usable(it) && over_text(it).is_some_and(|it| !it.is_empty()));
    if named.is_empty() {
        let both = source
            .function("solve")
            .filter(|it| is_pair(&it.returns) && usable(it));
        let both = both.and_then(|it| Some((&it.name, over_text(it)?)));
        let (name, text) = both.ok_or(problem)?;
        let call = |part: Part| format!("|&input| {name}({text}).{}", part.index());
        let parts = Part::BOTH.map(|part| (part, None, call(part))).into();
        return Ok(Wiring {
            parts,
            ..Wiring::default()
        });
    }
    let mut solvers = Vec::new();
    for function in named {
        // What takes lines or bytes may be given them by the parser.
        let text = over_text(function).unwrap_or_default();
        let takes_text = text == "input" || text.ends_with("to_string()");
        let parser = parser.filter(|_| !takes_text && !function.arguments.is_empty());
        let part = part_of(&function.name).unwrap_or(Part::One);
        let variant = None;
        solvers.push(Solver {
            part,
            variant,
            function,
            parser,
        });
    }
    assemble(solvers, false, lifetimes)
}

/// The days that the attributes of a file name.
pub fn marked_days(source: &Source) -> Vec<Day> {
    let mut days: Vec<Day> = marked(source)
        .filter_map(|(_, words, _)| day_of(&words))
        .collect();
    days.sort();
    days.dedup();
    days
}

fn day_of(words: &[String]) -> Option<Day> {
    words
        .first()?
        .to_lowercase()
        .strip_prefix("day")?
        .parse()
        .ok()
        .map(Day)
}

/// The functions with attributes of cargo-aoc, whether these are generators, and
/// the words of the attributes.
fn marked(source: &Source) -> impl Iterator<Item = (&SourceFunction, Vec<String>, bool)> {
    let attributes = source
        .functions
        .iter()
        .flat_map(|it| it.attributes.iter().map(move |of| (it, of)));
    let marked = attributes.filter(|(_, (name, ..))| name == "aoc" || name == "aoc_generator");
    marked.map(|(function, (name, tokens, _))| {
        let words: Vec<&str> = tokens.iter().map(|it| it.text.trim_matches('"')).collect();
        let words = words
            .split(|word| *word == ",")
            .map(<[&str]>::concat)
            .collect();
        (function, words, name == "aoc_generator")
    })
}

/// The wiring by the attributes `#[aoc_generator(day1)]` and `#[aoc(day1, part1)]`,
/// either of them also with the name of a variant.
pub fn by_attributes(source: &Source, lifetimes: &Lifetimes) -> Result<Wiring, String> {
    let (generators, solvers): (Vec<_>, Vec<_>) = marked(source).partition(|it| it.2);
    let mut all = Vec::new();
    for (function, words, _) in &solvers {
        let part = match words.get(1).map(String::as_str) {
            Some("part1") => Part::One,
            Some("part2") => Part::Two,
            _ => return Err(format!("`{}` has no part", function.name)),
        };
        // The most special generator: for variant and part, for the part, for all.
        let fits = |(_, other, _): &&(_, Vec<String>, _)| {
            other.iter().zip(words).all(|(one, two)| one == two)
        };
        let parser = generators
            .iter()
            .filter(fits)
            .max_by_key(|(_, words, _)| words.len());
        all.push(Solver {
            part,
            variant: words.get(2).cloned(),
            function,
            parser: parser.map(|(function, ..)| *function),
        });
    }
    if all.is_empty() {
        return Err("no function answers a part".to_owned());
    }
    all.sort_by_key(|it| (it.part, it.variant.is_some()));
    assemble(all, true, lifetimes)
}

/// Makes calls of the functions: of the parts alone where all have the same
/// parser and its type has a name.
fn assemble(
    solvers: Vec<Solver<'_>>,
    trims: bool,
    lifetimes: &Lifetimes,
) -> Result<Wiring, String> {
    let mut wiring = Wiring {
        trims,
        ..Wiring::default()
    };
    let mut names: Vec<&String> = solvers
        .iter()
        .filter_map(|it| Some(&it.parser?.name))
        .collect();
    names.dedup();
    let all_parse = solvers.iter().all(|it| it.parser.is_some());
    if let Some(parser) = solvers[0].parser.filter(|_| all_parse && names.len() == 1) {
        wiring.parse = named_parser(parser, lifetimes);
    }
    wiring.parsers = names.into_iter().cloned().collect();
    for Solver {
        part,
        variant,
        function,
        parser,
    } in solvers
    {
        let name = &function.name;
        let [(_, of_type)] = &function.arguments[..] else {
            if let (None, Some(_)) = (parser, over_text(function)) {
                wiring.parts.push((part, variant, format!("|_| {name}()")));
                continue;
            }
            return Err(format!(
                "`{name}` takes {} arguments",
                function.arguments.len()
            ));
        };
        let call = if let Some(parser) = parser {
            let text = over_text(parser)
                .ok_or_else(|| format!("`{}` does not take the text", parser.name))?;
            let is_wrapped = value_of(&parser.returns).len() < parser.returns.len();
            let unwrap = if is_wrapped { ".unwrap()" } else { "" };
            match &wiring.parse {
                Some(_) if function.generics.is_empty() => name.clone(),
                Some(_) => format!("|input| {name}(input)"),
                None => format!(
                    "|&input| {name}({}{}({text}){unwrap})",
                    reference(of_type),
                    parser.name
                ),
            }
        } else {
            let shown = of_type.concat();
            let text = over_text(function)
                .ok_or_else(|| format!("`{name}` takes `{shown}`, not the text"))?;
            calling(function, &text, "&input")
        };
        wiring.solvers.push((part, name.clone()));
        wiring.parts.push((part, variant, call));
    }
    Ok(wiring)
}

/// Why a function cannot be called for an answer.
fn usable(function: &SourceFunction) -> Result<(), String> {
    let SourceFunction {
        name,
        arguments,
        words,
        ..
    } = function;
    let has = |word: &str| words.contains(word);
    let is_path = |name: &str| name.contains("path") || name.contains("file");
    let reads = ["read_to_string", "File", "stdin"].into_iter().any(has);
    let why = if function.is_special {
        "is async or unsafe"
    } else if reads || arguments.iter().any(|(name, _)| is_path(name)) {
        "reads its input itself"
    } else if arguments.is_empty() && !has("include_str") {
        "takes no argument"
    } else if matches!(value_of(&function.returns).concat().as_str(), "" | "()") {
        "returns nothing"
    } else {
        return Ok(());
    };
    Err(format!("`{name}` {why}"))
}

/// The `&` or `&mut ` that a type begins with.
fn reference(of_type: &[String]) -> &'static str {
    match of_type {
        [first, second, ..] if first == "&" && second == "mut" => "&mut ",
        [first, ..] if first == "&" => "&",
        _ => "",
    }
}

/// An expression over the text `input` for a function's argument; empty for one
/// without arguments, `None` if it does not take the text.
fn over_text(function: &SourceFunction) -> Option<String> {
    let [(_, of_type)] = &function.arguments[..] else {
        return function.arguments.is_empty().then(String::new);
    };
    let reference = reference(of_type);
    let bare = of_type.concat().replace("<>", "");
    let bare = bare.trim_start_matches('&').trim_start_matches("mut");
    let bound = function
        .generics
        .iter()
        .find_map(|it| it.strip_prefix(bare)?.strip_prefix(':'));
    let bare = bare.strip_prefix("impl").or(bound).unwrap_or(bare);
    let lines = |owned| format!("{reference}input.lines(){owned}.collect::<Vec<_>>()");
    Some(match bare {
        "str" | "AsRef<str>" | "Into<String>" | "ToString" => "input".to_owned(),
        "String" => format!("{reference}input.to_string()"),
        "[u8]" => "input.as_bytes()".to_owned(),
        "Vec<u8>" => format!("{reference}input.as_bytes().to_vec()"),
        "Vec<&str>" | "[&str]" => lines(""),
        "Vec<String>" | "[String]" => lines(".map(String::from)"),
        "Lines" | "str::Lines" | "std::str::Lines" | "Iterator<Item=&str>" => {
            format!("{reference}input.lines()")
        }
        "Iterator<Item=String>" => format!("{reference}input.lines().map(String::from)"),
        _ if bare.ends_with("BufRead") || bare.ends_with("Read") => {
            format!("{reference}input.as_bytes()")
        }
        _ => return None,
    })
}

/// What calls a function with the text, which a closure is given by `pattern`.
fn calling(function: &SourceFunction, text: &str, pattern: &str) -> String {
    let name = &function.name;
    let is_plain = text == "input" && function.generics.is_empty();
    let is_plain = is_plain && !function.arguments[0].1.contains(&"impl".to_owned());
    if is_plain {
        name.clone()
    } else {
        format!("|{pattern}| {name}({text})")
    }
}

/// What parses, and the type of the input, if that has a name.
fn named_parser(parser: &SourceFunction, lifetimes: &Lifetimes) -> Option<(String, String)> {
    let is_generic = |word: &String| {
        parser
            .generics
            .iter()
            .any(|it| it.split(':').next() == Some(word))
    };
    let of_type = input_type(value_of(&parser.returns), lifetimes)?;
    let is_named = !parser.returns.iter().any(is_generic);
    is_named.then(|| {
        (
            calling(parser, &over_text(parser).unwrap_or_default(), "input"),
            of_type,
        )
    })
}

/// Types of the standard library whose lifetime may be left out.
const BORROWING: [&str; 5] = ["Chars", "CharIndices", "Bytes", "Lines", "Cow"];

/// A type with the lifetime `'a` wherever it borrows; `None` if it has no name.
fn input_type(words: &[String], lifetimes: &Lifetimes) -> Option<String> {
    let mut text = String::new();
    let mut words = words.iter().map(String::as_str).peekable();
    while let Some(word) = words.next() {
        let after = words.peek().copied().unwrap_or_default();
        let borrows = usize::from(BORROWING.contains(&word));
        let count = lifetimes.get(word).copied().unwrap_or(borrows);
        match word {
            "impl" | "dyn" | "_" | "Self" => return None,
            "&" if !after.starts_with('\'') => text.push_str("&'a "),
            "," | ";" => text.extend([word, " "]),
            "'static" => text.push_str("'static "),
            _ if word.starts_with('\'') => text.push_str("'a "),
            _ if count > 0 && after != ":" => {
                let list = vec!["'a"; count].join(", ");
                text.extend([word, "<", &list]);
                if after == "<" {
                    words.next();
                    // The lifetimes may be there already.
                    while words.next_if(|it| it.starts_with('\'')).is_some() {
                        words.next_if_eq(&",");
                    }
                    text.push_str(if words.peek() == Some(&">") { "" } else { ", " });
                } else {
                    text.push('>');
                }
            }
            _ => text.push_str(word),
        }
    }
    (!text.is_empty()).then_some(text)
}

/// `T` of `Result<T, E>` and `Option<T>`, wherever these come from.
fn value_of(returns: &[String]) -> &[String] {
    let is_path = |it: &&String| it.starts_with(char::is_alphanumeric) || *it == ":";
    let open = returns.iter().take_while(is_path).count();
    let is_around = open > 0 && ["Result", "Option"].contains(&&*returns[open - 1]);
    let end = depths(returns)
        .skip(open + 1)
        .find(|(_, depth, word)| *depth == 0 || (*depth == 1 && *word == ","));
    match end {
        Some((end, ..)) if is_around => &returns[open + 1..end],
        _ => returns,
    }
}

fn is_pair(returns: &[String]) -> bool {
    let commas = depths(returns).filter(|(_, depth, word)| *depth == 1 && *word == ",");
    returns.first().is_some_and(|it| it == "(") && commas.count() == 1
}

/// The words of a type with their places, and how deep in brackets they are.
fn depths(words: &[String]) -> impl Iterator<Item = (usize, i32, &str)> {
    let mut depth = 0;
    words.iter().enumerate().map(move |(index, word)| {
        depth += match word.as_str() {
            "<" | "(" | "[" => 1,
            ">" | ")" | "]" => -1,
            _ => 0,
        };
        (index, depth, word.as_str())
    })
}

impl Wiring {
    /// The call of `functions!`, which makes a day of the functions beside it.
    pub fn render(&self, name: &str, title: &str, examples: &[String]) -> String {
        let mut lines = vec![format!("{name}, {title:?}")];
        if let Some((parse, of_type)) = &self.parse {
            lines[0] = format!("{name}, {title:?}, {of_type}");
            lines.push(format!("parse = {parse}"));
        }
        if self.trims {
            lines.insert(1, "text = |text| text.trim_end_matches('\\n')".to_owned());
        }
        let mut alternatives: Vec<String> = Vec::new();
        let mut last = None;
        for (part, variant, call) in &self.parts {
            if last.replace(part) == Some(part) {
                let variant = variant.as_ref().unwrap_or(call);
                alternatives.push(format!("part{part} {variant:?} = {call}"));
            } else {
                lines.push(format!("part{part} = {call}"));
            }
        }
        if !alternatives.is_empty() {
            lines.push(format!("alternatives = [{}]", alternatives.join(", ")));
        }
        if !examples.is_empty() {
            let examples = examples.join(",\n        ");
            lines.push(format!("examples = [\n        {examples},\n    ]"));
        }
        format!(
            "aoc_solution::functions! {{\n    {},\n}}\n",
            lines.join(",\n    ")
        )
    }

    /// Where the private types begin that the input is made of: they must be
    /// visible where the day is.
    pub fn private_types(&self, types: &[Type]) -> Vec<usize> {
        let of_type = self.parse.as_ref().map_or("", |(_, of_type)| of_type);
        let names = of_type.split(|c: char| !c.is_alphanumeric() && c != '_');
        let mut names: Vec<&str> = names.collect();
        let mut index = 0;
        while let Some(name) = names.get(index).copied() {
            let aliases = types
                .iter()
                .filter(|it| it.name == name)
                .flat_map(|it| &it.alias);
            let new: Vec<&str> = aliases
                .map(String::as_str)
                .filter(|it| !names.contains(it))
                .collect();
            names.extend(new);
            index += 1;
        }
        let used = types.iter().filter(|it| names.contains(&&*it.name));
        used.filter_map(|it| it.private_at).collect()
    }
}

/// The places of what belongs to cargo-aoc or to the common template.
pub fn of_tools(source: &Source) -> Vec<Range<usize>> {
    let attributes = source.functions.iter().flat_map(|it| &it.attributes);
    let attributes = attributes.filter(|it| it.0 == "aoc" || it.0 == "aoc_generator");
    let is_of_tool = |at: &&Range<usize>| source.text[at.start..at.end].contains("aoc_runner");
    let uses = source.uses.iter().filter(is_of_tool).cloned();
    let names = ["solution", "aoc_lib", "aoc_main"];
    let macros = source.macros.iter().filter(|it| names.contains(&&*it.0));
    let all = attributes.map(|it| it.2.clone()).chain(uses);
    all.chain(macros.map(|it| it.2.clone())).collect()
}
