//! How the functions of a day belong together: by the attributes of cargo-aoc,
//! by their names and arguments, or by the expressions that the user gives.

use std::collections::BTreeMap;
use std::fmt::Write;

use aoc_solution::Part;

use super::ImportError;
use super::rust::{self, Function, Source, Token, Type};
use crate::error::Exit;
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
    /// A function or a closure for each part.
    parts: Vec<(Part, String)>,
    alternatives: Vec<(Part, String, String)>,
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
    /// Why an expression cannot be used at all.
    pub fn check(&self) -> Result<(), ImportError> {
        for expression in self.parse.iter().chain(self.parts.iter().flatten()) {
            let failed = |why| ImportError::new(Exit::Usage, format!("`{expression}`: {why}"));
            rust::expression(expression).map_err(failed)?;
        }
        if self.parse.is_some() && self.is_empty() {
            let why = "--parse needs --part1 or --part2".to_owned();
            return Err(ImportError::new(Exit::Usage, why));
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
            let parsed = self
                .parse
                .as_ref()
                .map(|parse| format!("{{ let input = {parse}; {expression} }}"));
            let called = parsed.clone().unwrap_or_else(|| expression.clone());
            let words = rust::expression(&called)?;
            // Of paths, methods and macros only the compiler knows.
            let calls = words
                .windows(3)
                .skip(8)
                .filter(|it| it[2] == "(" && ![":", ".", "fn"].contains(&&*it[0]));
            for name in calls
                .map(|it| &it[1])
                .filter(|it| it.starts_with(|c: char| c.is_lowercase() || c == '_'))
            {
                let is_imported =
                    || source.words().any(|word| word == name) && source.function(name).is_none();
                let is_keyword = ["if", "in", "match", "while", "return"].contains(&&**name);
                if source.function(name).is_none() && !is_keyword && !is_imported() {
                    return Err(format!("it has no function `{name}`"));
                }
            }
            wiring.parts.push((
                part,
                format!("|&input| {}", parsed.as_ref().unwrap_or(expression)),
            ));
        }
        Ok(wiring)
    }
}

/// What a function is for, by its name.
pub fn part_of(name: &str) -> Option<Part> {
    let (mut part, mut is_of_day, mut is_solver) = (None, false, false);
    for word in super::tree::words(name) {
        let found = match &*word {
            "1" | "one" | "first" | "a" => Some(Part::One),
            "2" | "two" | "second" | "b" => Some(Part::Two),
            "part" | "p" | "solve" | "solution" | "star" | "task" | "answer" => {
                is_solver = true;
                None
            }
            "puzzle" | "run" | "get" | "calc" | "calculate" => None,
            "day" => {
                is_of_day = true;
                continue;
            }
            _ if is_of_day && word.parse::<u8>().is_ok() => None,
            _ => return None,
        };
        if found.is_some() && !is_of_day && part.replace(found?).is_some() {
            return None;
        }
        is_of_day = false;
    }
    part.filter(|_| is_solver)
}

const PARSERS: [&str; 9] = [
    "parse",
    "parse_input",
    "input_generator",
    "generator",
    "generate",
    "parse_puzzle",
    "parse_data",
    "parse_lines",
    "process_input",
];

/// The wiring by the names and arguments of functions; the error says what is
/// missing.
pub fn by_names(source: &Source, lifetimes: &Lifetimes) -> Result<Wiring, String> {
    let mut named: Vec<(Part, &Function)> = Vec::new();
    let mut problem = None;
    for function in &source.functions {
        let Some(part) = part_of(&function.name) else {
            continue;
        };
        match usable(function) {
            Ok(()) => named.push((part, function)),
            Err(why) => problem = Some(why),
        }
    }
    // Of several for a part the one that takes the text, then the shortest name.
    let takes_text = |function: &Function| over_text(function).is_some();
    named.sort_by_key(|(part, it)| (part.index(), !takes_text(it), it.name.len()));
    named.dedup_by_key(|(part, _)| *part);
    if named.is_empty() {
        let both = source
            .functions
            .iter()
            .find(|it| it.name == "solve" && takes_text(it) && is_pair(&it.returns));
        let Some(solve) = both.filter(|it| usable(it).is_ok()) else {
            return Err(problem.unwrap_or_else(|| "no function answers a part".to_owned()));
        };
        let call = format!("{}({})", solve.name, over_text(solve).unwrap_or_default());
        let parts = Part::BOTH.map(|part| (part, format!("|&input| {call}.{}", part.index())));
        return Ok(Wiring {
            parts: parts.into(),
            ..Wiring::default()
        });
    }
    let parser = PARSERS.iter().find_map(|name| source.function(name));
    let parser =
        parser.filter(|it| usable(it).is_ok() && it.arguments.len() == 1 && takes_text(it));
    let mut wiring = Wiring {
        solvers: named
            .iter()
            .map(|(part, it)| (*part, it.name.clone()))
            .collect(),
        ..Wiring::default()
    };
    let parses = named.iter().any(|(_, it)| !takes_text(it));
    let all_parse = named.iter().all(|(_, it)| !takes_text(it));
    if let Some(parser) = parser.filter(|_| parses) {
        wiring.parsers = vec![parser.name.clone()];
        wiring.parse = named_parser(parser, lifetimes).filter(|_| all_parse);
    }
    for (part, solver) in &named {
        let call = if let Some(text) = over_text(solver) {
            call_over(solver, &text)
        } else if let [argument] = &solver.arguments[..] {
            match parser {
                Some(_) if wiring.parse.is_some() => solver.name.clone(),
                Some(parser) => parsing_call(solver, parser, argument.of_type.first()),
                None => converting_call(source, solver, &argument.of_type)?,
            }
        } else {
            let count = solver.arguments.len();
            return Err(format!("`{}` takes {count} arguments", solver.name));
        };
        wiring.parts.push((*part, call));
    }
    Ok(wiring)
}

/// Why a function cannot be called for an answer.
fn usable(function: &Function) -> Result<(), String> {
    let Function {
        name,
        arguments,
        words,
        ..
    } = function;
    let reads = |word: &str| words.contains(word);
    let is_path = |name: &str| name.contains("path") || name.contains("file");
    if function.is_special {
        return Err(format!("`{name}` is async or unsafe"));
    }
    if reads("read_to_string")
        || reads("File")
        || reads("stdin")
        || arguments.iter().any(|it| is_path(&it.name))
    {
        return Err(format!("`{name}` reads its input itself"));
    }
    if arguments.is_empty() && !reads("include_str") && !reads("include_bytes") {
        return Err(format!("`{name}` takes no argument"));
    }
    match value_of(&function.returns) {
        [] => Err(format!("`{name}` returns nothing")),
        [open, close] if open == "(" && close == ")" => Err(format!("`{name}` returns nothing")),
        _ => Ok(()),
    }
}

/// An expression over the text `input` for a function's argument; empty for one
/// without arguments, `None` if it does not take the text.
fn over_text(function: &Function) -> Option<String> {
    let [argument] = &function.arguments[..] else {
        return function.arguments.is_empty().then(String::new);
    };
    let words: Vec<&str> = argument
        .of_type
        .iter()
        .map(|word| &**word)
        .filter(|word| *word != "mut")
        .collect();
    let plain = words.concat();
    let is_mutable = argument.of_type.get(1).is_some_and(|word| word == "mut");
    let reference = if !plain.starts_with('&') {
        ""
    } else if is_mutable {
        "&mut "
    } else {
        "&"
    };
    let bare = plain.trim_start_matches('&');
    let bound = function
        .generics
        .iter()
        .find_map(|it| it.strip_prefix(bare)?.strip_prefix(':'));
    let bare = bare.strip_prefix("impl").or(bound).unwrap_or(bare);
    let bare = bare.strip_prefix("dyn").unwrap_or(bare);
    let lines = |owned| format!("{reference}input.lines(){owned}.collect::<Vec<_>>()");
    Some(match bare {
        "str" | "AsRef<str>" | "Into<String>" | "ToString" => "input".to_owned(),
        "String" => format!("{reference}input.to_string()"),
        "[u8]" | "AsRef<[u8]>" => "input.as_bytes()".to_owned(),
        "Vec<u8>" => format!("{reference}input.as_bytes().to_vec()"),
        "Vec<&str>" | "[&str]" => lines(""),
        "Vec<String>" | "[String]" => lines(".map(String::from)"),
        "Vec<Vec<char>>" | "[Vec<char>]" => lines(".map(|line| line.chars().collect::<Vec<_>>())"),
        "Lines" | "str::Lines" | "std::str::Lines" | "Iterator<Item=&str>" => {
            format!("{reference}input.lines()")
        }
        "Iterator<Item=String>" => format!("{reference}input.lines().map(String::from)"),
        "Iterator<Item=u8>" => format!("{reference}input.bytes()"),
        "Iterator<Item=char>" => format!("{reference}input.chars()"),
        _ if matches!(bare.rsplit(':').next(), Some("BufRead" | "Read")) => {
            format!("{reference}input.as_bytes()")
        }
        _ => return None,
    })
}

/// What calls a function with the text.
fn call_over(function: &Function, text: &str) -> String {
    match text {
        "" => format!("|_| {}()", function.name),
        "input" if function.generics.is_empty() => function.name.clone(),
        text => format!("|&input| {}({text})", function.name),
    }
}

/// What calls a function with what another one makes of the text.
fn parsing_call(function: &Function, parser: &Function, first: Option<&String>) -> String {
    let reference = match first.map(String::as_str) {
        Some("&")
            if function.arguments[0]
                .of_type
                .get(1)
                .is_some_and(|it| it == "mut") =>
        {
            "&mut "
        }
        Some("&") => "&",
        _ => "",
    };
    let text = over_text(parser).unwrap_or_default();
    let is_wrapped = value_of(&parser.returns).len() < parser.returns.len();
    let unwrap = if is_wrapped { ".unwrap()" } else { "" };
    format!(
        "|&input| {}({reference}{}({text}){unwrap})",
        function.name, parser.name
    )
}

/// What calls a function whose argument is made of text by `FromStr` or `From`.
fn converting_call(
    source: &Source,
    function: &Function,
    of_type: &[String],
) -> Result<String, String> {
    let is_word = |word: &&String| word.starts_with(char::is_alphabetic) && *word != "mut";
    let (name, shown) = (of_type.iter().find(is_word), of_type.concat());
    let reference = of_type.concat().starts_with('&');
    let reference = if shown.starts_with("&mut") {
        "&mut "
    } else if reference {
        "&"
    } else {
        ""
    };
    for (of, made) in &source.implemented {
        if Some(made) == name && shown.trim_start_matches(['&']).trim_start_matches("mut") == *made
        {
            let make = match &**of {
                "FromStr" => format!("input.parse::<{made}>().unwrap()"),
                "From<&str>" | "From<&'astr>" => format!("{made}::from(input)"),
                _ => continue,
            };
            return Ok(format!("|&input| {}({reference}{make})", function.name));
        }
    }
    Err(format!(
        "`{}` takes `{shown}`, and no function makes one of the text",
        function.name
    ))
}

/// What parses, and the type of the input, if that has a name.
fn named_parser(parser: &Function, lifetimes: &Lifetimes) -> Option<(String, String)> {
    let has_parameter = |word: &String| {
        parser
            .generics
            .iter()
            .any(|it| it.split(':').next() == Some(word))
    };
    if parser.returns.iter().any(has_parameter) {
        return None;
    }
    let text = over_text(parser).filter(|text| !text.is_empty())?;
    let call = match &*text {
        "input" if parser.generics.is_empty() => parser.name.clone(),
        text => format!("|input| {}({text})", parser.name),
    };
    Some((call, input_type(&parser.returns, lifetimes)?))
}

/// Types of the standard library whose lifetime may be left out.
const BORROWING: [&str; 6] = [
    "Chars",
    "CharIndices",
    "Bytes",
    "Lines",
    "SplitWhitespace",
    "Cow",
];

/// The type of the parsed input, without the `Result` or `Option` around it, and
/// with the lifetime `'a` wherever it borrows. `None` if it has no name.
fn input_type(returns: &[String], lifetimes: &Lifetimes) -> Option<String> {
    let words = value_of(returns);
    let mut text = String::new();
    let mut index = 0;
    while let Some(word) = words.get(index).map(String::as_str) {
        let after = words.get(index + 1).map(String::as_str).unwrap_or_default();
        index += 1;
        let has_lifetime = after.starts_with('\'');
        match word {
            "impl" | "dyn" | "_" | "Self" => return None,
            "&" if has_lifetime => text.push('&'),
            "&" => text.push_str("&'a "),
            _ if word.starts_with('\'') => {
                text.push_str(if word == "'static" { word } else { "'a" });
                text.push_str(
                    if after.starts_with(|c: char| c.is_alphanumeric() || "[(&".contains(c)) {
                        " "
                    } else {
                        ""
                    },
                );
            }
            "," => text.push_str(", "),
            ";" => text.push_str("; "),
            _ => {
                text.push_str(word);
                let count = lifetimes
                    .get(word)
                    .copied()
                    .unwrap_or_else(|| usize::from(BORROWING.contains(&word)));
                let is_given =
                    after == "<" && words.get(index + 1).is_some_and(|it| it.starts_with('\''));
                if count > 0 && after != ":" && !is_given {
                    let list = vec!["'a"; count].join(", ");
                    if after == "<" {
                        let _ = write!(text, "<{list}, ");
                        index += 1;
                    } else {
                        let _ = write!(text, "<{list}>");
                    }
                }
                let is_word = |it: &str| it.starts_with(|c: char| c.is_alphanumeric() || c == '_');
                if is_word(word) && is_word(after) {
                    text.push(' ');
                }
            }
        }
    }
    (!text.is_empty()).then_some(text)
}

/// `T` of `Result<T, E>` and `Option<T>`, wherever these come from.
fn value_of(returns: &[String]) -> &[String] {
    let path = returns
        .iter()
        .take_while(|it| it.starts_with(char::is_alphanumeric) || *it == ":")
        .count();
    let is_around = path > 0 && ["Result", "Option"].contains(&&*returns[path - 1]);
    if !is_around || returns.get(path).is_none_or(|it| it != "<") {
        return returns;
    }
    let mut depth = 0;
    for (index, word) in returns.iter().enumerate().skip(path) {
        depth += match &**word {
            "<" | "(" | "[" => 1,
            ">" if returns[index - 1] != "-" => -1,
            ")" | "]" => -1,
            _ => 0,
        };
        if depth == 0 || (depth == 1 && word == ",") {
            return &returns[path + 1..index];
        }
    }
    returns
}

/// Whether a type is a pair, perhaps in a `Result`: then the pair is not looked
/// into.
fn is_pair(returns: &[String]) -> bool {
    let mut depth = 0;
    let mut commas = 0;
    for word in returns {
        depth += match &**word {
            "(" | "<" | "[" => 1,
            ")" | ">" | "]" => -1,
            _ => 0,
        };
        commas += usize::from(depth == 1 && word == ",");
    }
    returns.first().is_some_and(|it| it == "(") && commas == 1
}

/// A function with an attribute of cargo-aoc.
struct Marked<'s> {
    function: &'s Function,
    is_generator: bool,
    day: Day,
    part: Option<Part>,
    variant: Option<String>,
}

fn marked(source: &Source) -> Vec<Marked<'_>> {
    let mut marked = Vec::new();
    for function in &source.functions {
        for (name, tokens, _) in &function.attributes {
            let is_generator = name == "aoc_generator";
            if name != "aoc" && !is_generator {
                continue;
            }
            let words: Vec<&str> = tokens.iter().map(|it| it.text.trim_matches('"')).collect();
            let mut words = words.split(|word| *word == ",").map(<[&str]>::concat);
            let day = words
                .next()
                .and_then(|day| day.to_lowercase().strip_prefix("day")?.parse().ok());
            let Some(day) = day.map(Day) else { continue };
            let part = match words.next().as_deref() {
                Some("part1") => Some(Part::One),
                Some("part2") => Some(Part::Two),
                _ => None,
            };
            marked.push(Marked {
                function,
                is_generator,
                day,
                part,
                variant: words.next(),
            });
        }
    }
    marked
}

/// The days that the attributes of a file name.
pub fn marked_days(source: &Source) -> Vec<Day> {
    let mut days: Vec<Day> = marked(source).iter().map(|it| it.day).collect();
    days.sort();
    days.dedup();
    days
}

/// The wiring by the attributes `#[aoc_generator(day1)]` and `#[aoc(day1, part1)]`,
/// either of them also with the name of a variant.
pub fn by_attributes(source: &Source, lifetimes: &Lifetimes) -> Result<Wiring, String> {
    let marked = marked(source);
    let (generators, solvers): (Vec<_>, Vec<_>) = marked.iter().partition(|it| it.is_generator);
    let generator = |solver: &Marked<'_>| {
        let exact = |it: &&&Marked<'_>| it.part == solver.part && it.variant == solver.variant;
        let of_part = |it: &&&Marked<'_>| it.part == solver.part && it.variant.is_none();
        let of_all = |it: &&&Marked<'_>| it.part.is_none();
        let mut found = generators.iter().find(exact);
        found = found.or_else(|| generators.iter().find(of_part));
        found
            .or_else(|| generators.iter().find(of_all))
            .map(|it| it.function)
    };
    let used: Vec<Option<&Function>> = solvers.iter().map(|it| generator(it)).collect();
    let first = used.first().copied().ok_or("no function answers a part")?;
    let is_common = used
        .iter()
        .all(|it| it.map(|it| &it.name) == first.map(|it| &it.name));
    let mut wiring = Wiring {
        trims: true,
        parse: first
            .filter(|_| is_common)
            .and_then(|it| named_parser(it, lifetimes)),
        parsers: generators
            .iter()
            .map(|it| it.function.name.clone())
            .collect(),
        ..Wiring::default()
    };
    for (solver, generator) in solvers.into_iter().zip(used) {
        let (function, Some(part)) = (solver.function, solver.part) else {
            return Err(format!("`{}` has no part", solver.function.name));
        };
        let call = match (generator, function.arguments.as_slice()) {
            (Some(_), [_]) if wiring.parse.is_some() && function.generics.is_empty() => {
                function.name.clone()
            }
            (Some(_), [_]) if wiring.parse.is_some() => format!("|input| {}(input)", function.name),
            (Some(generator), [argument]) => {
                parsing_call(function, generator, argument.of_type.first())
            }
            (None, [_]) => {
                let text = over_text(function)
                    .ok_or_else(|| format!("`{}` has no generator", function.name))?;
                call_over(function, &text)
            }
            (_, arguments) => {
                return Err(format!(
                    "`{}` takes {} arguments",
                    function.name,
                    arguments.len()
                ));
            }
        };
        wiring.solvers.push((part, function.name.clone()));
        let is_first = !wiring.parts.iter().any(|(other, _)| *other == part);
        match &solver.variant {
            None if !is_first => {
                let other = wiring.parts.iter_mut().find(|(other, _)| *other == part);
                // The one without a name comes first.
                let other = other
                    .map(|(_, other)| std::mem::replace(other, call))
                    .unwrap_or_default();
                wiring.alternatives.push((part, other.clone(), other));
            }
            Some(name) if !is_first => wiring.alternatives.push((part, name.clone(), call)),
            _ => wiring.parts.push((part, call)),
        }
    }
    wiring.parts.sort_by_key(|(part, _)| part.index());
    Ok(wiring)
}

impl Wiring {
    /// The call of `functions!`, which makes a day of the functions beside it.
    pub fn render(&self, name: &str, title: &str, examples: &[String]) -> String {
        let of_type = self
            .parse
            .as_ref()
            .map(|(_, of_type)| format!(", {of_type}"));
        let of_type = of_type.unwrap_or_default();
        let mut text = format!("aoc_solution::functions! {{\n    {name}, {title:?}{of_type},\n");
        if self.trims {
            text.push_str("    text = |text| text.trim_end_matches('\\n'),\n");
        }
        if let Some((parse, _)) = &self.parse {
            let _ = writeln!(text, "    parse = {parse},");
        }
        for (part, call) in &self.parts {
            let _ = writeln!(text, "    part{part} = {call},");
        }
        let alternatives = self.alternatives.iter();
        let alternatives: Vec<String> = alternatives
            .map(|(part, name, call)| format!("part{part} {name:?} = {call}"))
            .collect();
        if !alternatives.is_empty() {
            let _ = writeln!(text, "    alternatives = [{}],", alternatives.join(", "));
        }
        if !examples.is_empty() {
            let _ = writeln!(
                text,
                "    examples = [\n        {},\n    ],",
                examples.join(",\n        ")
            );
        }
        text + "}\n"
    }

    /// The private types that the input is made of: they must be visible where
    /// the day is.
    pub fn private_types<'s>(&self, types: &'s [Type]) -> Vec<&'s Type> {
        let of_type = self.parse.as_ref().map_or("", |(_, of_type)| of_type);
        let names = of_type.split(|c: char| !c.is_alphanumeric() && c != '_');
        let mut names: Vec<String> = names.map(str::to_owned).collect();
        let mut found: Vec<&Type> = Vec::new();
        while let Some(name) = names.pop() {
            let new = types.iter().filter(|it| it.name == name);
            for new in new {
                if !found.iter().any(|old| old.name == name) {
                    found.push(new);
                    names.extend(new.alias.iter().cloned());
                }
            }
        }
        found.retain(|it| it.private_at.is_some());
        found
    }
}

/// The places of what belongs to cargo-aoc or to the common template.
pub fn of_tools(source: &Source) -> Vec<std::ops::Range<usize>> {
    let is_attribute = |name: &String| name == "aoc" || name == "aoc_generator";
    let attributes = source.functions.iter().flat_map(|it| &it.attributes);
    let mut places: Vec<_> = attributes
        .filter(|it| is_attribute(&it.0))
        .map(|it| it.2.clone())
        .collect();
    let names = ["aoc_runner", "aoc_runner_derive"];
    let uses = source.uses.iter().filter(|at| {
        let inside = |it: &&Token| at.start <= it.at.start && it.at.end <= at.end;
        source
            .tokens
            .iter()
            .filter(inside)
            .any(|it| names.contains(&&*it.text))
    });
    places.extend(uses.cloned());
    let macros = source
        .macros
        .iter()
        .filter(|it| ["solution", "aoc_lib", "aoc_main"].contains(&&*it.0));
    places.extend(macros.map(|it| it.2.clone()));
    places
}
