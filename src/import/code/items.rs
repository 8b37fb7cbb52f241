//! The items of a file or of a module: functions, types, constants, modules.

use std::ops::Range;

use super::source::Source;
use crate::project::TokenKind;

/// Ranges are of tokens.
#[derive(Debug, Default)]
pub struct Items<'a> {
    pub functions: Vec<Function<'a>>,
    pub types: Vec<Type<'a>>,
    pub constants: Vec<Constant<'a>>,
    pub modules: Vec<Module<'a>>,
    pub uses: Vec<Range<usize>>,
    pub macros: Vec<MacroCall>,
    /// Other items, such as `impl` and `trait`.
    pub others: Vec<Range<usize>>,
}

#[derive(Clone, Debug)]
pub struct Function<'a> {
    pub name: &'a str,
    /// Each from its `#` to its `]`.
    pub attributes: Vec<Range<usize>>,
    /// With the attributes.
    pub all: Range<usize>,
    /// Whether it has a type or a constant as a parameter, or an `impl` as the
    /// type of one.
    pub is_generic: bool,
    /// The types of its parameters.
    pub parameters: Vec<Range<usize>>,
    /// `None` for `()`.
    pub returns: Option<Range<usize>>,
    pub body: Range<usize>,
}

#[derive(Clone, Debug)]
pub struct Type<'a> {
    pub name: &'a str,
    /// How many lifetimes it has.
    pub lifetimes: usize,
    pub is_visible: bool,
    /// The token before which `pub` belongs.
    pub keyword: usize,
    /// What a `type` stands for.
    pub alias: Option<Range<usize>>,
}

#[derive(Clone, Debug)]
pub struct Constant<'a> {
    pub name: &'a str,
    /// With the attributes.
    pub all: Range<usize>,
    pub value: Range<usize>,
}

#[derive(Clone, Debug)]
pub struct Module<'a> {
    pub name: &'a str,
    /// With the attributes.
    pub all: Range<usize>,
    /// `None` if it is in another file.
    pub body: Option<Range<usize>>,
    pub is_test: bool,
}

/// `some::path! { ... }` as an item.
#[derive(Clone, Debug)]
pub struct MacroCall {
    /// The tokens before the `!`.
    pub path: Range<usize>,
    pub arguments: Range<usize>,
    pub all: Range<usize>,
}

/// Reads the items among some tokens.
pub fn items<'a>(source: &Source<'a>, tokens: Range<usize>) -> Items<'a> {
    let mut items = Items::default();
    let mut index = tokens.start;
    while index < tokens.end {
        index = item(source, index, tokens.end, &mut items).max(index + 1);
    }
    items
}

/// Reads the item at `start`; returns where the next one begins.
fn item<'a>(source: &Source<'a>, start: usize, end: usize, items: &mut Items<'a>) -> usize {
    if source.matches(start, &["#", "!", "["]) {
        return source.close(start + 2) + 1;
    }
    let mut index = start;
    let mut attributes = Vec::new();
    while source.matches(index, &["#", "["]) {
        let close = source.close(index + 1);
        attributes.push(index..close + 1);
        index = close + 1;
    }
    let is_visible = source.word(index) == "pub";
    if is_visible {
        index += 1;
        if source.word(index) == "(" {
            index = source.close(index) + 1;
        }
    }
    let keyword = index;
    while matches!(
        source.word(index),
        "async" | "unsafe" | "extern" | "default"
    ) || (source.word(index) == "const"
        && source.word(index + 1) != "_"
        && is_function(source, index))
        || source
            .tokens
            .get(index)
            .is_some_and(|token| token.kind == TokenKind::Text)
    {
        index += 1;
    }
    let name = source.word(index + 1);
    match source.word(index) {
        "fn" => {
            let (function, next) = function(source, name, start, index, attributes, end);
            items.functions.extend(function);
            next
        }
        "struct" | "enum" | "union" | "type" => {
            let next = end_of_item(source, index, end);
            items
                .types
                .push(type_item(source, index..next, keyword, is_visible));
            next
        }
        "const" | "static" => {
            let next = end_of_item(source, index, end);
            if let Some(equals) = source.find(index..next, &["="]) {
                let value = equals + 1..next.saturating_sub(1);
                items.constants.push(Constant {
                    name,
                    all: start..next,
                    value,
                });
            }
            next
        }
        "mod" => {
            let is_inline = source.word(index + 2) == "{";
            let next = if is_inline {
                source.close(index + 2) + 1
            } else {
                index + 3
            };
            let mentions = |word: &str| {
                let mut attributes = attributes.iter().cloned().flatten();
                attributes.any(|token| source.word(token) == word)
            };
            items.modules.push(Module {
                name,
                all: start..next,
                body: is_inline.then(|| source.inside(index + 2)),
                is_test: mentions("test"),
            });
            next
        }
        "use" => {
            let next = source.find(index..end, &[";"]).map_or(end, |at| at + 1);
            items.uses.push(start..next);
            next
        }
        _ => {
            let path = (index..end).take_while(|&at| source.is_name(at) || source.word(at) == ":");
            let bang = index + path.count();
            let opens = bang + 1;
            if bang > index && source.word(bang) == "!" && source.close(opens) > opens {
                let close = source.close(opens);
                let next = close + 1 + usize::from(source.word(close + 1) == ";");
                items.macros.push(MacroCall {
                    path: index..bang,
                    arguments: source.inside(opens),
                    all: start..next,
                });
                return next;
            }
            let next = end_of_item(source, index, end);
            items.others.push(start..next);
            next
        }
    }
}

/// The type whose keyword is at the start of `tokens`; `visible_at` is where
/// `pub` belongs.
fn type_item<'a>(
    source: &Source<'a>,
    tokens: Range<usize>,
    visible_at: usize,
    is_visible: bool,
) -> Type<'a> {
    let (index, next) = (tokens.start, tokens.end);
    let generics = (source.word(index + 2) == "<")
        .then(|| index + 3..after_angles(source, index + 2, next).saturating_sub(1));
    let alias = (source.word(index) == "type")
        .then(|| source.find(index..next, &["="]))
        .flatten()
        .map(|equals| equals + 1..next.saturating_sub(1));
    Type {
        name: source.word(index + 1),
        lifetimes: generics.map_or(0, |generics| lifetimes(source, generics)),
        is_visible,
        keyword: visible_at,
        alias,
    }
}

/// Whether `const` at this place belongs to a function.
fn is_function(source: &Source<'_>, index: usize) -> bool {
    matches!(source.word(index + 1), "fn" | "unsafe" | "async" | "extern")
}

/// Where an item ends that is closed by `;` or by its braces.
fn end_of_item(source: &Source<'_>, start: usize, end: usize) -> usize {
    // What follows `=` may have braces, and ends with `;`.
    match source.find(start..end, &[";", "{", "="]) {
        Some(at) if source.word(at) == "{" => source.close(at) + 1,
        Some(at) if source.word(at) == "=" => source.find(at..end, &[";"]).map_or(end, |at| at + 1),
        Some(at) => at + 1,
        None => end,
    }
}

/// The index behind the `>` that closes the `<` at `open`.
fn after_angles(source: &Source<'_>, open: usize, end: usize) -> usize {
    let (mut depth, mut index) = (0, open);
    while index < end {
        match source.word(index) {
            "<" => depth += 1,
            ">" if source.word(index - 1) != "-" => {
                depth -= 1;
                if depth == 0 {
                    return index + 1;
                }
            }
            _ => {}
        }
        index = source.close(index) + 1;
    }
    end
}

fn lifetimes(source: &Source<'_>, generics: Range<usize>) -> usize {
    let parameters = source.split(generics, ",");
    let is_lifetime =
        |parameter: &&Range<usize>| source.tokens[parameter.start].kind == TokenKind::Lifetime;
    parameters.iter().filter(is_lifetime).count()
}

fn function<'a>(
    source: &Source<'a>,
    name: &'a str,
    start: usize,
    keyword: usize,
    attributes: Vec<Range<usize>>,
    end: usize,
) -> (Option<Function<'a>>, usize) {
    let mut index = keyword + 2;
    let mut is_generic = false;
    if source.word(index) == "<" {
        let after = after_angles(source, index, end);
        let generics = index + 1..after.saturating_sub(1);
        is_generic = lifetimes(source, generics.clone()) < source.split(generics, ",").len();
        index = after;
    }
    if source.word(index) != "(" {
        return (None, end_of_item(source, keyword, end));
    }
    let parameters: Vec<Range<usize>> = source
        .split(source.inside(index), ",")
        .into_iter()
        .map(|parameter| match source.find(parameter.clone(), &[":"]) {
            Some(colon) => colon + 1..parameter.end,
            None => parameter,
        })
        .collect();
    is_generic |= parameters
        .iter()
        .cloned()
        .flatten()
        .any(|token| source.word(token) == "impl");
    let after = source.close(index) + 1;
    let Some(body) = source.find(after..end, &["{", ";"]) else {
        return (None, end);
    };
    let returns = source.matches(after, &["-", ">"]).then(|| {
        let end = source.find(after..body, &["where"]).unwrap_or(body);
        after + 2..end
    });
    let next = source.close(body) + 1;
    let function = Function {
        name,
        attributes,
        all: start..next,
        is_generic,
        parameters,
        returns,
        body: source.inside(body),
    };
    (Some(function), next)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_items_of_a_file() {
        let text = r#"
            //! # Title
            #![allow(dead_code)]
            use std::{fmt, io};
            pub(crate) struct Grid<'a, T> { rows: Vec<&'a T> }
            struct Unit;
            pub type Input = (Vec<u8>, [u8; 2]);
            const EXAMPLE: &str = "fn x() {}";
            static NAMES: [&str; 2] = { ["a", "b"] };
            #[aoc(day1, part1)]
            pub fn part1<'a>(input: &'a [(u8, u8)], (x, y): (u8, u8)) -> Option<&'a str> where { None }
            const fn gen<T: Fn(u8) -> u8>(f: T) {}
            fn each(items: impl Iterator<Item = u8>) -> impl Fn() {}
            unsafe extern "C" fn c() {}
            lib::solution!(1);
            impl Grid<'_, u8> { fn part2() {} }
            macro_rules! m { () => { fn no() {} } }
            mod other;
            #[cfg(test)]
            mod tests { fn inner() {} }
        "#;
        let source = Source::new(text);
        let items = items(&source, source.all());
        let functions: Vec<_> = items
            .functions
            .iter()
            .map(|it| {
                (
                    it.name,
                    it.parameters.len(),
                    it.is_generic,
                    it.returns.clone(),
                )
            })
            .map(|(name, count, generic, returns)| {
                (
                    name,
                    count,
                    generic,
                    returns.map_or("", |it| source.slice(it)),
                )
            })
            .collect();
        assert_eq!(
            functions,
            [
                ("part1", 2, false, "Option<&'a str>"),
                ("gen", 1, true, ""),
                ("each", 1, true, "impl Fn()"),
                ("c", 0, false, ""),
            ]
        );
        let types: Vec<_> = items
            .types
            .iter()
            .map(|it| (it.name, it.lifetimes, it.is_visible))
            .collect();
        assert_eq!(
            types,
            [("Grid", 1, true), ("Unit", 0, false), ("Input", 0, true)]
        );
        let alias = items.types[2].alias.clone().unwrap();
        assert_eq!(source.slice(alias), "(Vec<u8>, [u8; 2])");
        let values: Vec<_> = items
            .constants
            .iter()
            .map(|it| source.slice(it.value.clone()))
            .collect();
        assert_eq!(values, [r#""fn x() {}""#, r#"{ ["a", "b"] }"#]);
        let modules: Vec<_> = items
            .modules
            .iter()
            .map(|it| (it.name, it.is_test, it.body.is_some()))
            .collect();
        assert_eq!(modules, [("other", false, false), ("tests", true, true)]);
        assert_eq!(
            (items.uses.len(), items.macros.len(), items.others.len()),
            (1, 1, 2)
        );
        let attribute = &items.functions[0].attributes[0];
        assert_eq!(source.slice(attribute.clone()), "#[aoc(day1, part1)]");
        assert_eq!(source.line(attribute.start), 10);
    }

    proptest::proptest! {
        #[test]
        fn no_text_makes_it_panic(text in "([\"'<>#(){}\\[\\];:=,!ö\n-]|fn |pub |mod |const |type |struct |x|'a)*") {
            let source = Source::new(&text);
            let _ = items(&source, source.all());
        }
    }
}
