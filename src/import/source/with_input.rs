//! Makes copied code read the day's input instead of files, stdin, included texts, and files that
//! the program's arguments name. Paths into the standard library are replaced with paths into
//! `aoc_solution::imported`. A constant with an included text becomes a function, except in a
//! trait, and so does a constant whose value uses it. The flow of data is not followed otherwise.

use std::collections::BTreeSet;
use std::ops::Range;

use aoc_solution::imported::is_path_of_example;
use syn::spanned::Spanned;
use syn::{Ident, ImplItem, Item, TraitItem};

use super::facts::captured;
use super::{Edit, FileItem, Source, Tokens, apply_edits};
use crate::project::source::{is_name, nesting};

/// The beginning of paths into the library, see [`ItemFacts::calls_library`](super::ItemFacts).
pub const IMPORTED: &str = "aoc_solution::imported::";

/// The macros that capture the output of a copied module, and of the modules in it. Imports would
/// make `println` ambiguous in a module with `use super::*`.
pub const CAPTURING_MACROS: &str = "\
#[allow(unused_macros)]
macro_rules! print { ($($text:tt)*) => { aoc_solution::imported::print!($($text)*) } }
#[allow(unused_macros)]
macro_rules! println { ($($text:tt)*) => { aoc_solution::imported::println!($($text)*) } }
";

/// The module of the library that replaces the standard library.
const IMPORTED_STD: &str = "aoc_solution::imported::std";

/// The expression for the day's input.
const IMPORTED_TEXT: &str = "aoc_solution::imported::text()";

/// The modules and names that the library's `imported::std` replaces. Code that names one of them
/// reads a file, stdin or the arguments. All other names of [`FILES`] count as well.
pub const READERS: [(&str, &[&str]); 3] = [
    ("env", &["Args", "args"]),
    (FILES, &["File", "read", "read_to_string"]),
    ("io", &["Stdin", "StdinLock", "stdin"]),
];

/// The modules and names that the library's `imported::std` replaces so that a printed answer is
/// captured, even if the program then exits.
const WRITERS: [(&str, &[&str]); 2] = [
    ("io", &["Stdout", "StdoutLock", "stdout"]),
    ("process", &["exit"]),
];

/// The module of the standard library for files.
pub const FILES: &str = "fs";

impl Tokens<'_> {
    /// True if a token is followed by `::` and this name.
    fn has_path(&self, index: usize, name: &str) -> bool {
        let is_separator = self.get(index + 1) == ":" && self.get(index + 2) == ":";
        is_separator && self.get(index + 3) == name
    }

    /// The index after the bracket that closes the one at `open`.
    pub fn after_bracket(&self, open: usize) -> usize {
        let mut depth = 0;
        for index in open..self.ranges.len() {
            depth += nesting(self.get(index));
            if depth == 0 {
                return index + 1;
            }
        }
        self.ranges.len()
    }
}

/// The text of a source, changed to read the day's input instead of files. `None` if the source
/// reads nothing. Included texts are replaced only in days, because other files may include
/// anything.
pub fn with_input(source: &Source, is_day: bool) -> Option<String> {
    let text = &*source.text;
    let mut edits = Vec::new();
    let mut constants = Vec::new();
    for item in source.items.iter().filter(|item| !item.is_for_tests) {
        let tokens = item.tokens(text);
        let of_traits = constants_of_traits(item);
        for index in 0..tokens.ranges.len() {
            if leads_to_library(source, &tokens, index) {
                edits.push((tokens.ranges[index].clone(), IMPORTED_STD.to_owned()));
            }
            edits.extend(parsed_arguments(source, &tokens, index));
            if is_day
                && let Some(edit) = included_text(&tokens, index)
                && !of_traits.iter().any(|range| range.contains(&edit.0.start))
            {
                edits.push(edit);
                if let Some(constant) = constant_around(&tokens, index) {
                    edits.extend(constant.edits.iter().cloned());
                    constants.push(constant);
                }
            }
        }
    }
    // A constant whose value uses such a constant becomes a function, too.
    loop {
        let mut calls = Vec::new();
        add_calls(text, &source.items, &constants, &mut calls);
        let users = constants_with(source, &calls);
        let is_known = |at: usize| constants.iter().any(|constant| constant.at == at);
        let Some(user) = users.into_iter().find(|user| !is_known(user.at)) else {
            edits.append(&mut calls);
            break;
        };
        edits.extend(user.edits.iter().cloned());
        constants.push(user);
    }
    (!edits.is_empty()).then(|| apply_edits(text, edits))
}

/// The [`READERS`] and [`WRITERS`].
fn replaced_names() -> impl Iterator<Item = (&'static str, &'static [&'static str])> {
    READERS.into_iter().chain(WRITERS)
}

/// True if the token is the `std` of a path to one of the [`replaced_names`], or of a `use` that may
/// import one of them. The source must then also mention one, unless the module is [`FILES`].
fn leads_to_library(source: &Source, tokens: &Tokens, index: usize) -> bool {
    let is_inside_path = index > 2
        && tokens.get(index - 1) == ":"
        && tokens.get(index - 2) == ":"
        && continues(tokens.get(index - 3));
    if tokens.get(index) != "std" || is_inside_path {
        return false;
    }
    let import = use_around(tokens, index);
    let is_mentioned = |name: &str| {
        let mut items = source.items.iter();
        items.any(|item| !item.is_for_tests && item.mentions(name))
    };
    replaced_names().any(|(module, names)| {
        let names_module = match &import {
            Some(import) => import.contains(&module),
            None => tokens.has_path(index, module),
        };
        let is_named = |name: &&str| match import {
            Some(_) => is_mentioned(name),
            None => tokens.has_path(index + 3, name),
        };
        names_module && (module == FILES || names.iter().any(is_named))
    })
}

/// True if a `::` after this token continues a path. After a keyword, as in `use ::std`, it begins
/// a new path.
fn continues(before: &str) -> bool {
    let is_first = ["crate", "self", "super", "Self"].contains(&before);
    is_first || syn::parse_str::<Ident>(before).is_ok()
}

/// The edit that makes clap or structopt parse the arguments that name the day's input:
/// `Args::parse()`, `Args::from_args()`. `None` for any other token.
fn parsed_arguments(source: &Source, tokens: &Tokens, index: usize) -> Option<Edit> {
    let (library, function) = match tokens.get(index) {
        "parse" => ("clap", "parse_from"),
        "from_args" => ("structopt", "from_iter"),
        _ => return None,
    };
    let is_of_type = index > 1 && tokens.get(index - 1) == ":";
    let is_call = tokens.get(index + 1) == "(" && tokens.get(index + 2) == ")";
    if !is_of_type || !is_call || !source.items.iter().any(|item| item.mentions(library)) {
        return None;
    }
    let range = tokens.ranges[index].start..tokens.ranges[index + 2].end;
    Some((range, format!("{function}({IMPORTED_STD}::env::args())")))
}

/// The tokens of the `use` that a token is in, at any depth of the item. `None` if the token is in
/// other code.
fn use_around<'t>(tokens: &Tokens<'t>, index: usize) -> Option<Vec<&'t str>> {
    let is_of_use = |token: &str| is_name(token) || ["{", "}", ",", ":", "*"].contains(&token);
    let start = (0..index)
        .rev()
        .find(|at| tokens.get(*at) == "use" || !is_of_use(tokens.get(*at)))?;
    let words = (start..tokens.ranges.len()).map(|at| tokens.get(at));
    (tokens.get(start) == "use").then(|| words.take_while(|word| *word != ";").collect())
}

/// The edit that replaces an included text with the day's input. `None` if the token is not a macro
/// that includes a text, or if the text is an example.
fn included_text(tokens: &Tokens, index: usize) -> Option<Edit> {
    let bytes = match tokens.get(index) {
        "include_str" => "",
        "include_bytes" => ".as_bytes()",
        _ => return None,
    };
    if tokens.get(index + 1) != "!" {
        return None;
    }
    let end = tokens.after_bracket(index + 2);
    let start = start_of_path(tokens, index);
    let range = tokens.ranges[start].start..tokens.ranges[end - 1].end;
    let is_example = tokens.text[range.clone()]
        .split('"')
        .any(is_path_of_example);
    (!is_example).then(|| (range, format!("{IMPORTED_TEXT}{bytes}")))
}

/// The index of the first token of the path that ends at `index`, such as `std::include_str`.
fn start_of_path(tokens: &Tokens, index: usize) -> usize {
    let mut start = index;
    while start > 1 && tokens.get(start - 1) == ":" && tokens.get(start - 2) == ":" {
        let has_owner = start > 2 && continues(tokens.get(start - 3));
        start -= if has_owner { 3 } else { 2 };
    }
    start
}

/// The ranges of the constants of traits, in an `impl` or in the trait itself. They cannot become
/// functions, so their included texts stay, and are the reason for not copying the day.
fn constants_of_traits(item: &FileItem) -> Vec<Range<usize>> {
    let mut ranges = Vec::new();
    match &item.item {
        Item::Impl(block) if block.trait_.is_some() => {
            let constants = block.items.iter();
            let constants = constants.filter(|inner| matches!(inner, ImplItem::Const(_)));
            ranges.extend(constants.map(|constant| constant.span().byte_range()));
        }
        Item::Trait(block) => {
            let constants = block.items.iter();
            let constants = constants.filter(|inner| matches!(inner, TraitItem::Const(_)));
            ranges.extend(constants.map(|constant| constant.span().byte_range()));
        }
        _ => ranges.extend(item.inner.iter().flat_map(constants_of_traits)),
    }
    ranges
}

/// A constant whose value is an included text.
struct IncludedConstant<'t> {
    name: &'t str,
    /// The byte offset of the name in its declaration.
    at: usize,
    /// The edits that turn the constant into a function.
    edits: Vec<Edit>,
}

/// The constants whose values contain one of these calls. A constant of a trait stays.
fn constants_with<'s>(source: &'s Source, calls: &[Edit]) -> Vec<IncludedConstant<'s>> {
    let mut found = Vec::new();
    for item in source.items.iter().filter(|item| !item.is_for_tests) {
        let mut calls = calls
            .iter()
            .map(|(at, _)| at.end)
            .filter(|end| item.range.contains(end))
            .peekable();
        if calls.peek().is_none() {
            continue;
        }
        let of_traits = constants_of_traits(item);
        let tokens = item.tokens(&source.text);
        for end in calls {
            if let Ok(index) = tokens.ranges.binary_search_by_key(&end, |range| range.end)
                && !of_traits.iter().any(|range| range.contains(&end))
            {
                found.extend(constant_around(&tokens, index));
            }
        }
    }
    found
}

/// The constant whose value contains a token. `None` if the token is in a closure, which runs only
/// during a call of the day: `LazyLock::new(|| include_str!("a").lines().collect())`.
fn constant_around<'t>(tokens: &Tokens<'t>, index: usize) -> Option<IncludedConstant<'t>> {
    let mut start = index;
    let mut depth = 0_usize;
    loop {
        match tokens.get(start) {
            "const" | "static" if tokens.get(start + 2) == ":" => break,
            "static" if tokens.get(start + 1) == "mut" => break,
            "|" if starts_closure(tokens, start) => return None,
            "]" => depth += 1,
            // The token may be inside a list: `[include_str!("a")]`.
            "[" => depth = depth.saturating_sub(1),
            "{" | "}" | "let" | "fn" => return None,
            // Inside brackets, the `;` is a part of the type: `[u8; 3]`.
            ";" if depth == 0 => return None,
            _ => {}
        }
        start = start.checked_sub(1)?;
    }
    let equals = (start..index).find(|index| tokens.get(*index) == "=")?;
    let at = start + 1 + usize::from(tokens.get(start + 1) == "mut");
    // In the arguments of a macro, a constant may lack its type.
    if equals < at + 3 {
        return None;
    }
    let mut nested = 0;
    let end = (equals..tokens.ranges.len()).find(|index| {
        nested += nesting(tokens.get(*index));
        nested == 0 && tokens.get(*index) == ";"
    })?;
    let name = tokens.get(at);
    let ty = &tokens.text[tokens.ranges[at + 2].start..tokens.ranges[equals - 1].end];
    let ty = if ty.starts_with('&') && ty.contains("[u8") {
        "&'static [u8]".to_owned()
    } else {
        ty.replace('&', "&'static ").replace("&'static '", "&'")
    };
    let head = tokens.ranges[start].start..tokens.ranges[equals].end;
    Some(IncludedConstant {
        name,
        at: tokens.ranges[at].start,
        edits: vec![
            (head, format!("fn {name}() -> {ty} {{")),
            (tokens.ranges[end].clone(), " }".to_owned()),
        ],
    })
}

/// True if a `|` starts a closure, and is not the operator between two values.
fn starts_closure(tokens: &Tokens, index: usize) -> bool {
    ["(", ",", "=", "|", "move"].contains(&tokens.get(index.saturating_sub(1)))
}

/// Adds the edits that call the new functions instead of the constants, in the items of a module.
/// Tests that use the constants are removed, because such tests expect the answers to one
/// particular input.
fn add_calls(
    text: &str,
    items: &[FileItem],
    constants: &[IncludedConstant],
    edits: &mut Vec<Edit>,
) {
    let mut scope = ConstantNames::new(constants);
    // A declaration in the module hides an imported name. An included text counts even if another
    // constant has its name, under the opposite `cfg`.
    let order = |item: &&FileItem| match item.item {
        Item::Use(_) => 0,
        _ if constants
            .iter()
            .any(|constant| item.range.contains(&constant.at)) =>
        {
            2
        }
        _ => 1,
    };
    let declares =
        |item: &&FileItem| matches!(item.item, Item::Use(_) | Item::Const(_) | Item::Static(_));
    let mut declarations: Vec<&FileItem> = items.iter().filter(declares).collect();
    declarations.sort_by_key(order);
    for item in declarations {
        scope.calls(&item.tokens(text));
    }
    for item in items {
        let mut calls = Vec::new();
        if item.inner.is_empty() {
            let mut scope = scope.clone();
            let tokens = item.tokens(text);
            // A function may use a constant before it declares it.
            scope.calls(&tokens);
            calls = scope.calls(&tokens);
        } else {
            add_calls(text, &item.inner, constants, &mut calls);
        }
        if item.is_for_tests && !calls.is_empty() {
            calls = vec![(item.range.clone(), String::new())];
        }
        edits.append(&mut calls);
    }
}

/// The names that mean a constant with an included text in a module or in a function.
#[derive(Clone)]
struct ConstantNames<'t> {
    constants: &'t [IncludedConstant<'t>],
    names: BTreeSet<&'t str>,
}

impl<'t> ConstantNames<'t> {
    fn new(constants: &'t [IncludedConstant<'t>]) -> Self {
        Self {
            constants,
            names: BTreeSet::new(),
        }
    }

    /// The edits that turn each use of a constant in this code into a call. The imports and
    /// constants of the code itself are added to the names, or hide them.
    fn calls(&mut self, tokens: &Tokens<'t>) -> Vec<Edit> {
        let mut edits = Vec::new();
        let mut is_use = false;
        for (index, range) in tokens.ranges.iter().enumerate() {
            let token = tokens.get(index);
            let is_after = |words: &[&str]| index > 0 && words.contains(&tokens.get(index - 1));
            let is_constant = self.constants.iter().any(|constant| constant.name == token);
            let is_in_path = is_after(&[":"]) && index > 1 && tokens.get(index - 2) == ":";
            // A `use` names the function, which has the name of the constant. A type may contain
            // `use<>`.
            is_use = token == "use" && tokens.get(index + 1) != "<" || is_use && token != ";";
            if is_use {
                if token == "*" {
                    self.names
                        .extend(self.constants.iter().map(|constant| constant.name));
                } else if is_constant && tokens.get(index + 1) == "as" {
                    self.names.insert(tokens.get(index + 2));
                } else if is_constant {
                    self.names.insert(token);
                }
            } else if token.contains('"') {
                let captured: BTreeSet<&str> = captured(token).collect();
                let constants = captured.intersection(&self.names);
                edits.extend(constants.filter_map(|name| named_argument(tokens, index, name)));
            } else if is_after(&["const", "static"])
                || is_after(&["mut"]) && index > 1 && tokens.get(index - 2) == "static"
            {
                let mut constants = self.constants.iter();
                if constants.any(|constant| constant.at == range.start) {
                    self.names.insert(token);
                } else {
                    self.names.remove(token);
                }
            } else if (self.names.contains(token) || is_constant && is_in_path)
                && !is_after(&["fn", "."])
            {
                edits.push((range.end..range.end, "()".to_owned()));
            }
        }
        edits
    }
}

/// The edit that gives the value of a constant to a macro like `format!`, whose literal is at
/// `index` and names the constant: `format!("{A}", A = A())`.
fn named_argument(tokens: &Tokens, index: usize, name: &str) -> Option<Edit> {
    let mut open = index;
    let mut depth = 0;
    while depth < 1 {
        open = open.checked_sub(1)?;
        depth += nesting(tokens.get(open));
    }
    if open == 0 || tokens.get(open - 1) != "!" {
        return None;
    }
    let close = tokens.after_bracket(open) - 1;
    let comma = if tokens.get(close - 1) == "," {
        " "
    } else {
        ", "
    };
    let at = tokens.ranges[close].start;
    Some((at..at, format!("{comma}{name} = {name}()")))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use syn::{UseTree, Visibility};

    use super::*;

    /// The names of public items, without those of globs.
    fn public_names(items: &[Item]) -> Vec<String> {
        fn add(tree: &UseTree, names: &mut Vec<String>) {
            match tree {
                UseTree::Path(path) => add(&path.tree, names),
                UseTree::Name(name) => names.push(name.ident.to_string()),
                UseTree::Group(group) => group.items.iter().for_each(|tree| add(tree, names)),
                UseTree::Rename(_) | UseTree::Glob(_) => {}
            }
        }
        let mut names = Vec::new();
        for item in items {
            match item {
                Item::Fn(item) => names.push(item.sig.ident.to_string()),
                Item::Type(item) => names.push(item.ident.to_string()),
                Item::Use(item) if matches!(item.vis, Visibility::Public(_)) => {
                    add(&item.tree, &mut names);
                }
                _ => {}
            }
        }
        names.sort();
        names
    }

    #[test]
    fn the_readers_are_the_names_that_the_library_replaces() {
        let library = include_str!("../../../solution/src/imported.rs");
        let library = Source::read(library.to_owned()).expect("the library is Rust");
        let std = library.items.iter().find(|item| item.name == "std");
        let mut modules = std.expect("the library has `std`").inner.iter();
        let mut replaced = BTreeMap::<&str, Vec<&str>>::new();
        for (module, names) in replaced_names() {
            replaced.entry(module).or_default().extend(names);
        }
        for (module, mut names) in replaced {
            names.sort_unstable();
            let module = modules.find(|item| item.name == module).expect(module);
            let items: Vec<Item> = module.inner.iter().map(|item| item.item.clone()).collect();
            assert_eq!(public_names(&items), names, "{}", module.name);
        }
        assert!(
            modules.next().is_none(),
            "the library replaces another module"
        );
    }

    fn given(code: &str) -> String {
        let source = Source::read(code.to_owned()).unwrap();
        with_input(&source, true).unwrap_or_default()
    }

    #[test]
    fn what_writes_to_stdout_or_exits_leads_to_the_library() {
        for (code, expected) in [
            (
                "use std::{io::{Write, stdout}, process}; fn a() { stdout(); process::exit(0) }",
                "use aoc_solution::imported::std::{io::{Write, stdout}, process}; \
                 fn a() { stdout(); process::exit(0) }",
            ),
            (
                "use std::process::Command; fn a() { Command::new(\"b\"); std::process::exit(0) }",
                "use aoc_solution::imported::std::process::Command; \
                 fn a() { Command::new(\"b\"); aoc_solution::imported::std::process::exit(0) }",
            ),
            ("use std::io::Write; use std::process::Command;", ""),
        ] {
            assert_eq!(given(code), expected, "{code}");
        }
    }

    #[test]
    fn what_reads_leads_to_the_library() {
        for (code, expected) in [
            ("use std::fs;", "use aoc_solution::imported::std::fs;"),
            ("use ::std::fs;", "use ::aoc_solution::imported::std::fs;"),
            (
                "fn a() { for line in ::std::io::stdin().lines() {} }",
                "fn a() { for line in ::aoc_solution::imported::std::io::stdin().lines() {} }",
            ),
            (
                "use crate::std::fs; fn a() { b::std::fs::read(\"a\"); }",
                "",
            ),
            (
                "use std::{fs, io::{self, BufRead}};",
                "use aoc_solution::imported::std::{fs, io::{self, BufRead}};",
            ),
            (
                "fn a() { std::fs::read(\"a\"); ::std::io::stdin(); std::mem::take(b) }",
                "fn a() { aoc_solution::imported::std::fs::read(\"a\"); \
                 ::aoc_solution::imported::std::io::stdin(); std::mem::take(b) }",
            ),
            (
                "fn a() { part1(include_str!(\"../a\").trim()) }",
                "fn a() { part1(aoc_solution::imported::text().trim()) }",
            ),
            (
                "pub const A: &str = include_str!(\"a\");\nfn a() { part1(A) }\n\
                 #[test] fn t() { part1(A) }",
                "pub fn A() -> &'static str { aoc_solution::imported::text() }\n\
                 fn a() { part1(A()) }\n",
            ),
            (
                "const A: &str = include_str!(\"a\");\n\
                 mod b { use super::A; fn c() { use crate::{A, d}; part1(A) } }",
                "fn A() -> &'static str { aoc_solution::imported::text() }\n\
                 mod b { use super::A; fn c() { use crate::{A, d}; part1(A()) } }",
            ),
            (
                "const A: &str = include_str!(\"a\");\n\
                 mod b { use super::A as C; fn c() { part1(C) } }",
                "fn A() -> &'static str { aoc_solution::imported::text() }\n\
                 mod b { use super::A as C; fn c() { part1(C()) } }",
            ),
            (
                "const A: &str = include_str!(\"a\");\n\
                 fn b() -> impl Iterator<Item = u8> + use<> { A.bytes() }",
                "fn A() -> &'static str { aoc_solution::imported::text() }\n\
                 fn b() -> impl Iterator<Item = u8> + use<> { A().bytes() }",
            ),
            (
                "static A: &[u8; 3] = include_bytes!(\"a\");",
                "fn A() -> &'static [u8] { aoc_solution::imported::text().as_bytes() }",
            ),
            (
                "const N: u8 = include_bytes!(\"a\")[0];",
                "fn N() -> u8 { aoc_solution::imported::text().as_bytes()[0] }",
            ),
            (
                "const A: [&str; 2] = [include_str!(\"a\"), include_str!(\"b\")];",
                "fn A() -> [&'static str; 2] { [aoc_solution::imported::text(), \
                 aoc_solution::imported::text()] }",
            ),
            (
                "const A: [&str; 2] = [include_str!(\"a\"); 2]; fn a() { b(A[0]) }",
                "fn A() -> [&'static str; 2] { [aoc_solution::imported::text(); 2] } \
                 fn a() { b(A()[0]) }",
            ),
            (
                "use std::env; fn a() { env::args().nth(1); }",
                "use aoc_solution::imported::std::env; fn a() { env::args().nth(1); }",
            ),
            (
                "fn a() { std::env::args().nth(1); std::env::var(\"a\"); }",
                "fn a() { aoc_solution::imported::std::env::args().nth(1); std::env::var(\"a\"); }",
            ),
            ("use std::env; fn a() { env::var(\"a\"); }", ""),
            ("use std::collections::HashMap; fn fs() {}", ""),
            ("use std::io::BufRead;", ""),
            ("use std::io; struct File;", ""),
            (
                "use std::io as input; fn a() { input::stdin(); }",
                "use aoc_solution::imported::std::io as input; fn a() { input::stdin(); }",
            ),
            ("const A: &str = include_str!(\"example.txt\");", ""),
            ("fn a() { b(include_str!(\"../examples/01.txt\")) }", ""),
            (
                "fn a() { b(include_str!(\"../exercises/01.txt\")) }",
                "fn a() { b(aoc_solution::imported::text()) }",
            ),
            ("fn a() { b(include_str!(\"ex05.txt\")) }", ""),
            (
                "fn a() { b(include_str!(\"../ex05/input.txt\"), include_str!(\"ex05/input.txt\")) }",
                "fn a() { b(aoc_solution::imported::text(), aoc_solution::imported::text()) }",
            ),
            ("#[test] fn t() { std::fs::read(\"a\"); }", ""),
        ] {
            assert_eq!(given(code), expected, "{code}");
        }
    }

    #[test]
    fn an_included_text_is_found_by_each_path_and_in_each_value() {
        for (code, expected) in [
            (
                "fn a() { b(std::include_str!(\"a\"), &::core::include_bytes!(\"a\")[..]) }",
                "fn a() { b(aoc_solution::imported::text(), \
                 &aoc_solution::imported::text().as_bytes()[..]) }",
            ),
            (
                "static mut A: &str = include_str!(\"a\"); fn a() { unsafe { b(A) } }",
                "fn A() -> &'static str { aoc_solution::imported::text() } \
                 fn a() { unsafe { b(A()) } }",
            ),
            (
                "const A: u8 = 1 | include_bytes!(\"a\")[0];",
                "fn A() -> u8 { 1 | aoc_solution::imported::text().as_bytes()[0] }",
            ),
        ] {
            assert_eq!(given(code), expected, "{code}");
        }
    }

    #[test]
    fn what_a_closure_of_a_constant_includes_is_read_once_during_the_first_call() {
        for closure in ["|| B", "move || B", "|| { B }", "|_| B"] {
            let code = |text: &str| {
                let closure = closure.replace('B', &format!("{text}.lines().collect()"));
                format!(
                    "static A: LazyLock<Vec<&str>> = LazyLock::new({closure}); fn a() {{ b(&A) }}"
                )
            };
            let copied = given(&code("include_str!(\"a\")"));
            assert_eq!(copied, code("aoc_solution::imported::text()"), "{closure}");
        }
    }

    #[test]
    fn a_constant_of_an_included_constant_is_one_too() {
        let text = "-> &'static str { aoc_solution::imported::text() }";
        for (code, expected) in [
            (
                "const C: usize = B.len(); const B: &str = A; const A: &str = include_str!(\"a\"); \
                 fn a() { b(A, B, C) }",
                "fn C() -> usize { B().len() } fn B() -> &'static str { A() } fn A() TEXT \
                 fn a() { b(A(), B(), C()) }",
            ),
            (
                "const A: &str = include_str!(\"a\"); fn a() { const B: &str = A; b(B) } \
                 fn c() { const B: u8 = 1; b(B) }",
                "fn A() TEXT fn a() { fn B() -> &'static str { A() } b(B()) } \
                 fn c() { const B: u8 = 1; b(B) }",
            ),
            (
                "const A: &str = include_str!(\"a\"); \
                 static B: LazyLock<Vec<&str>> = LazyLock::new(|| A.lines().collect());",
                "fn A() TEXT \
                 static B: LazyLock<Vec<&str>> = LazyLock::new(|| A().lines().collect());",
            ),
            (
                "const A: &str = include_str!(\"a\"); fn a() { println!(\"{A} {}: {A:?}\", b(1)) } \
                 fn c() { println!(\"{B}\",); d(\"{A}\") }",
                "fn A() TEXT fn a() { println!(\"{A} {}: {A:?}\", b(1), A = A()) } \
                 fn c() { println!(\"{B}\",); d(\"{A}\") }",
            ),
            (
                "const A: &str = include_str!(\"a\"); fn a() { assert_eq!(1, b(), \"{A}\",) }",
                "fn A() TEXT fn a() { assert_eq!(1, b(), \"{A}\", A = A()) }",
            ),
        ] {
            assert_eq!(given(code), expected.replace("TEXT", text), "{code}");
        }
    }

    #[test]
    fn a_constant_in_a_macro_may_lack_its_type() {
        let code = "a! { const A : = include_str!(\"a\"); }";
        let expected = "a! { const A : = aoc_solution::imported::text(); }";
        assert_eq!(given(code), expected);
    }

    #[test]
    fn a_path_from_std_is_found_in_any_code() {
        for (code, expected) in [
            (
                "mod a { use std::{fs, io}; fn b() { fs::read(\"a\"); } }",
                "mod a { use aoc_solution::imported::std::{fs, io}; fn b() { fs::read(\"a\"); } }",
            ),
            (
                "fn a() { use {b::c, ::std::io}; io::stdin(); }",
                "fn a() { use {b::c, ::aoc_solution::imported::std::io}; io::stdin(); }",
            ),
            (
                "fn a() -> ::std::fs::File { b > ::std::fs::read(\"a\") }",
                "fn a() -> ::aoc_solution::imported::std::fs::File \
                 { b > ::aoc_solution::imported::std::fs::read(\"a\") }",
            ),
            (
                "fn a(b: std::io::StdinLock) -> std::io::Result<u8> { c(b) }",
                "fn a(b: aoc_solution::imported::std::io::StdinLock) -> std::io::Result<u8> { c(b) }",
            ),
            (
                "mod a { use std::fmt; struct B { fs: std::fmt::Error } }",
                "",
            ),
        ] {
            assert_eq!(given(code), expected, "{code}");
        }
    }

    #[test]
    fn a_name_means_a_constant_only_where_it_is_declared_or_imported() {
        for (code, expected) in [
            (
                "const A: &str = include_str!(\"a\"); fn a() { part1(A) }\n\
                 #[cfg(test)] mod b { use super::*; const A: &str = \"1\"; fn c() { part1(A) } }",
                "fn A() -> &'static str { aoc_solution::imported::text() } fn a() { part1(A()) }\n\
                 #[cfg(test)] mod b { use super::*; const A: &str = \"1\"; fn c() { part1(A) } }",
            ),
            (
                "mod b { const A: &str = include_str!(\"a\"); fn c() { part1(A) } } \
                 mod d { const A: &str = \"1\"; fn e() { part1(A) } }",
                "mod b { fn A() -> &'static str { aoc_solution::imported::text() } \
                 fn c() { part1(A()) } } \
                 mod d { const A: &str = \"1\"; fn e() { part1(A) } }",
            ),
            (
                "mod b { pub const a: &str = include_str!(\"a\"); } \
                 fn part1(a: &str) { c(D { a: a }) } fn main() { part1(b::a) }",
                "mod b { pub fn a() -> &'static str { aoc_solution::imported::text() } } \
                 fn part1(a: &str) { c(D { a: a }) } fn main() { part1(b::a()) }",
            ),
            (
                "mod b { pub const A: &str = include_str!(\"a\"); } use b::A as C; \
                 fn c() { part1(C) }",
                "mod b { pub fn A() -> &'static str { aoc_solution::imported::text() } } \
                 use b::A as C; fn c() { part1(C()) }",
            ),
            (
                "fn a() { part1(A); const A: &str = include_str!(\"a\"); } \
                 fn b() { const A: &str = \"1\"; part1(A) }",
                "fn a() { part1(A()); fn A() -> &'static str { aoc_solution::imported::text() } } \
                 fn b() { const A: &str = \"1\"; part1(A) }",
            ),
            (
                "#[cfg(not(test))] const A: &str = include_str!(\"a\");\n\
                 #[cfg(test)] const A: &str = \"1\";\nfn a() { part1(A) }",
                "#[cfg(not(test))] fn A() -> &'static str { aoc_solution::imported::text() }\n\
                 #[cfg(test)] const A: &str = \"1\";\nfn a() { part1(A()) }",
            ),
        ] {
            assert_eq!(given(code), expected, "{code}");
        }
    }

    #[test]
    fn arguments_that_a_library_parses_name_the_input() {
        for (code, expected) in [
            (
                "use clap::Parser; fn a() { let b = Args::parse(); c.parse(); d::parse(e); }",
                "use clap::Parser; fn a() { let b = \
                 Args::parse_from(aoc_solution::imported::std::env::args()); c.parse(); d::parse(e); }",
            ),
            (
                "use structopt::StructOpt; fn a() { Args::from_args(); }",
                "use structopt::StructOpt; \
                 fn a() { Args::from_iter(aoc_solution::imported::std::env::args()); }",
            ),
            ("fn a() { Args::parse(); }", ""),
        ] {
            assert_eq!(given(code), expected, "{code}");
        }
    }
}
