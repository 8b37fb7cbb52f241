//! How the functions of a day belong together: by the attributes of cargo-aoc,
//! by their names and arguments, or by the expressions that the user gives.

use std::ops::Range;

use aoc_solution::Part;

use super::rust::{self, Source, SourceFunction};
use crate::error::{CliError, Exit};
use crate::puzzle::Day;

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
            for words in rust::expression(&call)?.windows(3) {
                let (before, name) = (words[0].as_str(), words[1].as_str());
                let is_call = words[2] == "(" && ![":", "."].contains(&before);
                let is_name = name.starts_with(|c: char| c.is_lowercase() || c == '_');
                let is_word = ["if", "in", "match", "while", "return"].contains(&name);
                let is_known = || source.tokens.iter().any(|token| token.text == name);
                if is_call && is_name && !is_word && !is_known() {
                    return Err(format!("it has no function `{name}`"));
                }
            }
            wiring.parts.push((part, format!("|&input| {call}")));
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
    let endings = [("1", "2"), ("one", "two")];
    let (stem, part) = endings.into_iter().find_map(|(one, two)| {
        let first = name.strip_suffix(one).map(|stem| (stem, Part::One));
        first.or_else(|| Some((name.strip_suffix(two)?, Part::Two)))
    })?;
    let stems = ["part", "p", "solve", "solvepart", "solution", "puzzle"];
    stems.contains(&stem).then_some(part)
}

/// The functions that parse, by their names.
const PARSERS: [&str; 4] = ["parse", "parse_input", "input_generator", "generator"];

/// A part, the function for it, and the one that parses for this.
type Solver<'s> = (Part, &'s SourceFunction, Option<&'s SourceFunction>);

/// The wiring by the names and arguments of functions; the error says what is
/// missing.
pub fn by_names(source: &Source) -> Result<Wiring, String> {
    let functions = source.functions.iter();
    let named = functions.filter_map(|it| Some((part_of(&it.name)?, it)));
    let (mut named, others): (Vec<_>, Vec<_>) = named.partition(|it| usable(it.1).is_ok());
    if let ([], [(_, other), ..]) = (&named[..], &others[..]) {
        usable(other)?;
    }
    // Of several for a part the one that takes the text, then the shortest name.
    named.sort_by_key(|(part, it)| (*part, over_text(it).is_none(), it.name.len()));
    named.dedup_by_key(|(part, _)| *part);
    if named.is_empty() {
        let both = source.function("solve").filter(|it| {
            it.returns.first().is_some_and(|it| it == "(") && list(&it.returns).len() == 2
        });
        let both = both.ok_or("no function answers a part")?;
        usable(both)?;
        let text = over_text(both).ok_or("`solve` does not take the text")?;
        let call = |part: Part| format!("|&input| solve({text}).{}", part.index());
        return Ok(Wiring {
            parts: Part::BOTH.map(|part| (part, call(part))).into(),
            ..Wiring::default()
        });
    }
    let parser = PARSERS.iter().find_map(|name| source.function(name));
    let parser = parser.filter(|it| usable(it).is_ok() && over_text(it).is_some());
    let solvers = named.into_iter().map(|(part, function)| {
        // What takes lines or bytes may be given them by the parser.
        let text = over_text(function).unwrap_or_default();
        let takes_text = text == "input" || text.ends_with("to_string()");
        (part, function, parser.filter(|_| !takes_text))
    });
    assemble(&solvers.collect::<Vec<_>>(), false, source)
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
fn marked(source: &Source) -> impl Iterator<Item = (&SourceFunction, Vec<String>, bool)> {
    let functions = source.functions.iter();
    let attributes = functions.flat_map(|it| it.attributes.iter().map(move |of| (it, of)));
    attributes.filter_map(|(function, (name, words, _))| {
        let words = words.split(|word| word == ",").map(<[String]>::concat);
        let is_generator = name == "aoc_generator";
        (is_generator || name == "aoc").then(|| (function, words.collect(), is_generator))
    })
}

/// The wiring by the attributes `#[aoc_generator(day1)]` and `#[aoc(day1, part1)]`.
/// Of several for a part the first without the name of a variant is taken.
pub fn by_attributes(source: &Source) -> Result<Wiring, String> {
    let (generators, mut solvers): (Vec<_>, Vec<_>) = marked(source).partition(|it| it.2);
    solvers.sort_by_key(|(_, words, _)| (words.get(1).cloned(), words.len()));
    solvers.dedup_by_key(|(_, words, _)| words.get(1).cloned());
    let mut all = Vec::new();
    for (function, words, _) in &solvers {
        let part = match words.get(1).map(String::as_str) {
            Some("part1") => Part::One,
            Some("part2") => Part::Two,
            _ => return Err(format!("`{}` has no part", function.name)),
        };
        // The most special generator: for variant and part, for the part, for all.
        let fits = generators
            .iter()
            .filter(|(_, other, _)| other.iter().zip(words).all(|(one, two)| one == two));
        let parser = fits.max_by_key(|(_, words, _)| words.len());
        all.push((part, *function, parser.map(|it| it.0)));
    }
    if all.is_empty() {
        return Err("no function answers a part".to_owned());
    }
    assemble(&all, true, source)
}

/// Makes calls of the functions: of the parts alone where all have the same
/// parser and its type has a name.
fn assemble(solvers: &[Solver<'_>], trims: bool, source: &Source) -> Result<Wiring, String> {
    let parser = solvers[0].2;
    let name = |it: &Solver<'_>| it.2.map(|it| it.name.clone());
    let is_shared = solvers.iter().all(|it| name(it) == name(&solvers[0]));
    let parse = parser.filter(|it| is_shared && !it.is_generic);
    let parse = parse.and_then(|parser| {
        let call = match over_text(parser)? {
            text if text == "input" => parser.name.clone(),
            text => format!("|input| {}({text})", parser.name),
        };
        Some((call, input_type(value_of(&parser.returns), source)?))
    });
    let mut parts = Vec::new();
    for (part, function, parser) in solvers {
        let name = &function.name;
        let [(_, of_type)] = &function.arguments[..] else {
            let count = function.arguments.len();
            return Err(format!("`{name}` takes {count} arguments"));
        };
        let argument = match parser {
            Some(_) if parse.is_some() => "input".to_owned(),
            Some(parser) => {
                let why = || format!("`{}` does not take the text", parser.name);
                let text = over_text(parser).ok_or_else(why)?;
                let is_wrapped = value_of(&parser.returns).len() < parser.returns.len();
                let unwrap = if is_wrapped { ".unwrap()" } else { "" };
                format!("{}{}({text}){unwrap}", reference(of_type), parser.name)
            }
            None => over_text(function).ok_or_else(|| {
                let shown = of_type.concat();
                format!("`{name}` takes `{shown}`, not the text")
            })?,
        };
        let pattern = if parse.is_some() { "input" } else { "&input" };
        let is_plain = argument == "input" && !function.is_generic;
        let call = if is_plain {
            name.clone()
        } else {
            format!("|{pattern}| {name}({argument})")
        };
        parts.push((*part, call));
    }
    Ok(Wiring {
        trims,
        parse,
        parts,
    })
}

/// Why a function cannot be called for an answer.
fn usable(function: &SourceFunction) -> Result<(), String> {
    let has = |word: &str| function.words.contains(word);
    let is_path = |name: &str| name.contains("path") || name.contains("file");
    let reads = ["read_to_string", "File", "stdin"].into_iter().any(has);
    let why = if function.is_special {
        "is async or unsafe"
    } else if reads || function.arguments.iter().any(|(name, _)| is_path(name)) {
        "reads its input itself"
    } else if function.arguments.is_empty() {
        "takes no argument"
    } else if matches!(&*value_of(&function.returns).concat(), "" | "()") {
        "returns nothing"
    } else {
        return Ok(());
    };
    Err(format!("`{}` {why}", function.name))
}

/// The `&` or `&mut ` that a type begins with.
fn reference(of_type: &[String]) -> &'static str {
    match of_type {
        [first, second, ..] if first == "&" && second == "mut" => "&mut ",
        [first, ..] if first == "&" => "&",
        _ => "",
    }
}

/// An expression over the text `input` for a function's only argument; `None` if
/// it does not take the text.
fn over_text(function: &SourceFunction) -> Option<String> {
    let [(_, of_type)] = &function.arguments[..] else {
        return None;
    };
    let reference = reference(of_type);
    let bare = of_type.concat();
    let lines = |owned| format!("{reference}input.lines(){owned}.collect::<Vec<_>>()");
    Some(match bare.trim_start_matches('&') {
        "str" | "implAsRef<str>" => "input".to_owned(),
        "String" => format!("{reference}input.to_string()"),
        "[u8]" => "input.as_bytes()".to_owned(),
        "Vec<u8>" => format!("{reference}input.as_bytes().to_vec()"),
        "Vec<&str>" | "[&str]" => lines(""),
        "Vec<String>" | "[String]" => lines(".map(String::from)"),
        _ => return None,
    })
}

/// A type with the lifetime `'a` wherever it borrows; `None` if it has no name.
fn input_type(words: &[String], source: &Source) -> Option<String> {
    let mut text = String::new();
    for (index, word) in words.iter().enumerate() {
        let after = words.get(index + 1).map_or("", String::as_str);
        let own = source.types.iter().find(|it| it.name == *word);
        let lifetimes = own.map_or(0, |it| it.lifetimes);
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
    let text = text.replace("'a >", "'a>").replace("'a ,", "'a,");
    (!text.is_empty()).then_some(text)
}

/// `T` of `Result<T, E>` and `Option<T>`, wherever these come from.
fn value_of(returns: &[String]) -> &[String] {
    let is_path = |it: &&String| it.starts_with(char::is_alphanumeric) || *it == ":";
    let open = returns.iter().take_while(is_path).count();
    let is_around = open > 0 && ["Result", "Option"].contains(&&*returns[open - 1]);
    let inner = list(&returns[open..]).into_iter().next();
    inner.filter(|_| is_around).unwrap_or(returns)
}

/// What is between the bracket that a type begins with and the one that closes it,
/// at its commas.
fn list(words: &[String]) -> Vec<&[String]> {
    let (mut depth, mut start, mut all) = (0, 1, Vec::new());
    for (index, word) in words.iter().enumerate() {
        match word.as_str() {
            "<" | "(" | "[" => depth += 1,
            ">" | ")" | "]" => depth -= 1,
            _ => {}
        }
        if index > 0 && (depth == 0 || (depth == 1 && word == ",")) {
            all.push(&words[start..index]);
            start = index + 1;
        }
        if depth == 0 {
            break;
        }
    }
    all
}

impl Wiring {
    /// The call of `functions!`, which makes a day of the functions beside it.
    pub fn render(&self, name: &str, title: &str) -> String {
        let mut lines = vec![format!("{name}, {title:?}")];
        if self.trims {
            lines.push("text = |text| text.trim_end_matches('\\n')".to_owned());
        }
        if let Some((parse, of_type)) = &self.parse {
            lines[0] = format!("{name}, {title:?}, {of_type}");
            lines.push(format!("parse = {parse}"));
        }
        let parts = self.parts.iter();
        lines.extend(parts.map(|(part, call)| format!("part{part} = {call}")));
        let lines = lines.join(",\n    ");
        format!("aoc_solution::functions! {{\n    {lines},\n}}\n")
    }

    /// Where the private types of a file begin, if the input is made of one: they
    /// must be visible where the day is.
    pub fn private_types(&self, source: &Source) -> Vec<usize> {
        let of_type = self.parse.as_ref().map_or("", |(_, of_type)| of_type);
        let mut names = of_type.split(|c: char| !c.is_alphanumeric() && c != '_');
        let is_own = names.any(|name| source.types.iter().any(|it| it.name == name));
        let private = source.types.iter().filter_map(|it| it.private_at);
        private.filter(|_| is_own).collect()
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
