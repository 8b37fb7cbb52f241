//! Makes the edits after which copied code reads the day's input instead of files, stdin, included
//! texts, and files that the program's arguments name. Paths into the standard library are replaced
//! with paths into `aoc_solution::imported`. A constant with an included text becomes a function,
//! except in a trait, and so does a constant whose value uses it. The flow of data is not followed
//! otherwise.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use aoc_solution::imported::is_path_of_example;
use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::{ImplItem, Item, TraitItem};

use super::tokens::{Tokens, start_of_path};
use super::{Edit, FileItem, Source};
use crate::project::source::is_name;

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
    (FILES, &["File", "OpenOptions", "read", "read_to_string"]),
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

/// The edits after which a source reads the day's input, and the places where it reads.
#[derive(Default)]
pub struct InputEdits {
    /// The edits. There are none in tests.
    pub edits: Vec<Edit>,
    /// The byte offsets at which code reads files, stdin or the program's arguments, also in tests.
    pub reads: BTreeSet<usize>,
}

/// The edits of a source. Included texts are replaced only in days, because other files may include
/// anything.
pub fn input_edits(source: &Source, is_day: bool) -> InputEdits {
    let tokens = source.tokens();
    let of_traits: Vec<Range<usize>> = source.items.iter().flat_map(constants_of_traits).collect();
    let [mut of_readers, mut of_writers] = [Vec::new(), Vec::new()];
    let mut reads = BTreeSet::new();
    let mut texts = Vec::new();
    for item in &source.items {
        for index in tokens.within(&item.range) {
            for (modules, edits) in [(&READERS[..], &mut of_readers), (&WRITERS, &mut of_writers)] {
                if leads_to_library(modules, source, &tokens.words, index) {
                    edits.push((tokens.bytes(index..index + 1), IMPORTED_STD.to_owned()));
                }
            }
            of_readers.extend(parsed_arguments(source, &tokens, index));
            if is_imported_reader(source, item.is_for_tests, &tokens.words, index) {
                reads.insert(tokens.starts[index]);
            }
            if is_day && !item.is_for_tests {
                texts.extend(
                    included_text(&tokens, index).filter(|text| !begins_in(text, &of_traits)),
                );
            }
        }
    }
    // A constant whose value uses such a constant becomes a function, too.
    let mut constants = Constants::new();
    let mut calls = texts.clone();
    loop {
        let known = constants.len();
        let in_values = calls.iter().filter(|call| !begins_in(call, &of_traits));
        constants.extend(in_values.filter_map(|(at, _)| constant_around(&tokens, at.start)));
        if constants.len() == known {
            break;
        }
        calls.clone_from(&texts);
        add_calls(&tokens, &source.items, &constants, &mut calls);
    }
    of_readers.append(&mut calls);
    reads.extend(of_readers.iter().map(|(at, _)| at.start));
    of_writers.extend(constants.into_values().flat_map(|constant| constant.edits));
    let mut edits = [of_readers, of_writers].concat();
    let for_tests = source.items.iter().filter(|item| item.is_for_tests);
    let for_tests: Vec<Range<usize>> = for_tests.map(|item| item.range.clone()).collect();
    edits.retain(|edit| !begins_in(edit, &for_tests));
    InputEdits { edits, reads }
}

/// True if an edit begins in one of these ranges.
fn begins_in((at, _): &Edit, ranges: &[Range<usize>]) -> bool {
    ranges.iter().any(|range| range.contains(&at.start))
}

/// True if the token is the `std` of a path to a name of one of these modules, or of a `use` that
/// may import one. The source must then also mention one, unless the module is [`FILES`].
fn leads_to_library(
    modules: &[(&str, &[&str])],
    source: &Source,
    words: &[&str],
    index: usize,
) -> bool {
    let ["std", path @ ..] = &words[index..] else {
        return false;
    };
    if start_of_path(&words[..=index]) != index {
        return false;
    }
    match (use_around(words, index), path) {
        (Some(import), _) => modules.iter().any(|(module, names)| {
            let mut items = source.items.iter();
            import.contains(module)
                && (*module == FILES
                    || items.any(|item| names.iter().any(|name| item.mentions(name))))
        }),
        (None, [":", ":", first, rest @ ..]) => modules.iter().any(|(module, names)| {
            let mut named = names.iter().map(|name| [":", ":", name]);
            first == module && (*module == FILES || named.any(|name| rest.starts_with(&name)))
        }),
        _ => false,
    }
}

/// True if the token begins the use of a reader that the source imports: `fs::read`, `stdin`. The
/// imports of tests count only in tests.
fn is_imported_reader(source: &Source, is_for_tests: bool, words: &[&str], index: usize) -> bool {
    let is_imported = |name: &str| {
        let items = source.items.iter();
        let mut visible = items.filter(|item| is_for_tests || !item.is_for_tests);
        visible.any(|item| item.imports_from_std(name))
    };
    let mut modules = READERS.iter();
    let is_used = modules.any(|(module, names)| match &words[index..] {
        [own, ":", ":", path @ ..] if own == module => {
            (*module == FILES || uses_one_of(names, path)) && is_imported(module)
        }
        path => uses_one_of(names, path) && is_imported(path[0]),
    });
    is_used
        && start_of_path(&words[..=index]) == index
        && !matches!(words[..index], [.., "." | "fn"])
}

/// True if a path begins with one of these names. A type alone, as in a signature, does not read.
fn uses_one_of(names: &[&str], path: &[&str]) -> bool {
    path.split_first().is_some_and(|(name, after)| {
        let is_type = name.starts_with(char::is_uppercase);
        names.contains(name) && (!is_type || after.starts_with(&[":", ":"]))
    })
}

/// The tokens of the `use` that a token is in, at any depth of the item. `None` if the token is in
/// other code.
fn use_around<'w, 't>(words: &'w [&'t str], index: usize) -> Option<&'w [&'t str]> {
    let mut before = words[..index].iter();
    // The paths of a `use` have no other tokens than these.
    let start = before.rposition(|word| {
        *word == "use" || !is_name(word) && !["{", "}", ",", ":", "*"].contains(word)
    })?;
    let import = words[start..].split(|word| *word == ";").next()?;
    import.starts_with(&["use"]).then_some(import)
}

/// The edit that makes clap or structopt parse the arguments that name the day's input:
/// `Args::parse()`, `Args::from_args()`. `None` for any other token.
fn parsed_arguments(source: &Source, tokens: &Tokens, index: usize) -> Option<Edit> {
    let (library, function) = match tokens.words[index..] {
        ["parse", "(", ")", ..] => ("clap", "parse_from"),
        ["from_args", "(", ")", ..] => ("structopt", "from_iter"),
        _ => return None,
    };
    let is_of_type = tokens.words[..index].ends_with(&[":"]);
    let call = format!("{function}({IMPORTED_STD}::env::args())");
    (is_of_type && source.items.iter().any(|item| item.mentions(library)))
        .then(|| (tokens.bytes(index..index + 3), call))
}

/// The edit that replaces an included text with the day's input. `None` if the token is not a macro
/// that includes a text, or if the text is an example.
fn included_text(tokens: &Tokens, index: usize) -> Option<Edit> {
    let bytes = match tokens.words[index..] {
        ["include_str", "!", "(" | "[" | "{", ..] => "",
        ["include_bytes", "!", "(" | "[" | "{", ..] => ".as_bytes()",
        _ => return None,
    };
    let path = start_of_path(&tokens.words[..=index]);
    let is_global = tokens.words[..path].ends_with(&[":", ":"]);
    let call = path - if is_global { 2 } else { 0 }..tokens.ends[index + 2] + 1;
    let is_example = tokens.code(call.clone()).split('"').any(is_path_of_example);
    (!is_example).then(|| (tokens.bytes(call), format!("{IMPORTED_TEXT}{bytes}")))
}

/// The ranges of the constants of traits, in an `impl` or in the trait itself. They cannot become
/// functions, so their included texts stay, and are the reason for not copying the day.
fn constants_of_traits(item: &FileItem) -> Vec<Range<usize>> {
    let constants: Vec<Span> = match &item.item {
        Item::Impl(block) if block.trait_.is_some() => {
            let inner = block.items.iter();
            let constants = inner.filter(|inner| matches!(inner, ImplItem::Const(_)));
            constants.map(Spanned::span).collect()
        }
        Item::Trait(block) => {
            let inner = block.items.iter();
            let constants = inner.filter(|inner| matches!(inner, TraitItem::Const(_)));
            constants.map(Spanned::span).collect()
        }
        _ => return item.inner.iter().flat_map(constants_of_traits).collect(),
    };
    constants.iter().map(Span::byte_range).collect()
}

/// The constants whose values contain an included text, by the byte offsets of the names in their
/// declarations.
type Constants<'t> = BTreeMap<usize, IncludedConstant<'t>>;

struct IncludedConstant<'t> {
    name: &'t str,
    /// The edits that turn the constant into a function.
    edits: [Edit; 2],
}

/// The constant whose value contains the token at this byte. `None` if the token is in a closure,
/// which runs only during a call of the day: `LazyLock::new(|| include_str!("a").lines().collect())`.
fn constant_around<'t>(tokens: &Tokens<'t>, byte: usize) -> Option<(usize, IncludedConstant<'t>)> {
    let words = &*tokens.words;
    let index = tokens.starts.binary_search(&byte).ok()?;
    let mut start = index;
    let mut depth = 0_usize;
    let at = loop {
        match (&words[..start], &words[start..]) {
            (_, ["const" | "static", _, ":", ..]) => break start + 1,
            (_, ["static", "mut", ..]) => break start + 2,
            // The `|` of a closure, and not the operator between two values.
            ([.., "(" | "," | "=" | "|" | "move"], ["|", ..])
            | (_, ["{" | "}" | "let" | "fn", ..]) => return None,
            (_, ["]", ..]) => depth += 1,
            // The token may be inside a list: `[include_str!("a")]`.
            (_, ["[", ..]) => depth = depth.saturating_sub(1),
            // Inside brackets, the `;` is a part of the type: `[u8; 3]`.
            (_, [";", ..]) if depth == 0 => return None,
            _ => {}
        }
        start = start.checked_sub(1)?;
    };
    let [name, ":", value @ ..] = words.get(at..index)? else {
        return None;
    };
    let equals = at + 2 + value.iter().position(|word| *word == "=")?;
    // In the arguments of a macro, a constant may lack its type.
    if equals == at + 2 {
        return None;
    }
    let mut end = equals;
    while *words.get(end)? != ";" {
        // The arguments of a macro may end here.
        end = Some(tokens.ends[end] + 1).filter(|next| *next > end)?;
    }
    let ty = tokens.code(at + 2..equals);
    let ty = if ty.starts_with('&') && ty.contains("[u8") {
        "&'static [u8]".to_owned()
    } else {
        ty.replace('&', "&'static ").replace("&'static '", "&'")
    };
    let head = tokens.bytes(start..equals + 1);
    let edits = [
        (head, format!("fn {name}() -> {ty} {{")),
        (tokens.bytes(end..end + 1), " }".to_owned()),
    ];
    Some((tokens.starts[at], IncludedConstant { name, edits }))
}

/// Adds the edits that call the new functions instead of the constants, in the items of a module.
fn add_calls<'t>(
    tokens: &Tokens<'t>,
    items: &[FileItem],
    constants: &Constants<'t>,
    edits: &mut Vec<Edit>,
) {
    let mut scope = ConstantNames {
        constants,
        names: BTreeSet::new(),
    };
    let mut declarations: Vec<&FileItem> = items.iter().collect();
    declarations
        .retain(|item| matches!(item.item, Item::Use(_) | Item::Const(_) | Item::Static(_)));
    // A declaration in the module hides an imported name. An included text counts even if another
    // constant has its name, under the opposite `cfg`.
    declarations.sort_by_key(|item| {
        let is_use = matches!(item.item, Item::Use(_));
        let is_included = constants.range(item.range.clone()).next().is_some();
        (!is_use, is_included)
    });
    for item in declarations {
        scope.calls(tokens, &item.range);
    }
    for item in items {
        if item.inner.is_empty() {
            let mut scope = scope.clone();
            // A function may use a constant before it declares it.
            scope.calls(tokens, &item.range);
            edits.append(&mut scope.calls(tokens, &item.range));
        } else {
            add_calls(tokens, &item.inner, constants, edits);
        }
    }
}

/// The names that mean a constant with an included text in a module or in a function.
#[derive(Clone)]
struct ConstantNames<'c, 't> {
    constants: &'c Constants<'t>,
    names: BTreeSet<&'t str>,
}

impl<'t> ConstantNames<'_, 't> {
    /// The edits that turn each use of a constant in this code into a call. The imports and
    /// constants of the code itself are added to the names, or hide them.
    fn calls(&mut self, tokens: &Tokens<'t>, code: &Range<usize>) -> Vec<Edit> {
        let mut edits = Vec::new();
        let mut is_use = false;
        for index in tokens.within(code) {
            let (before, token) = (&tokens.words[..index], &tokens.words[index]);
            let after = &tokens.words[index + 1..];
            let mut names = self.constants.values().map(|constant| constant.name);
            // A type may contain `use<>`.
            is_use = *token == "use" && !after.starts_with(&["<"]) || is_use && *token != ";";
            match before {
                _ if is_use && *token == "*" => self.names.extend(names),
                // A `use` names the function, which has the name of the constant.
                _ if is_use => {
                    let imported = match after {
                        ["as", name, ..] => name,
                        _ => token,
                    };
                    let is_constant = names.any(|name| name == *token);
                    self.names.extend(is_constant.then_some(imported));
                }
                [.., "const" | "static"] | [.., "static", "mut"] => {
                    if self.constants.contains_key(&tokens.starts[index]) {
                        self.names.insert(token);
                    } else {
                        self.names.remove(token);
                    }
                }
                [.., "fn" | "."] => {}
                _ if self.names.contains(token)
                    || before.ends_with(&[":", ":"]) && names.any(|name| name == *token) =>
                {
                    edits.push((tokens.bytes(index..index + 1), format!("{token}()")));
                }
                _ => {}
            }
        }
        edits
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use syn::{UseTree, Visibility};

    use super::*;
    use crate::import::source::{OldFile, apply_edits, without_items};

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
        for (module, names) in READERS.into_iter().chain(WRITERS) {
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

    /// The code of a day that gets the input. Empty if nothing changes.
    fn given(code: &str) -> String {
        let day = OldFile::new(Source::read(code.to_owned()).unwrap(), true);
        let omitted: Vec<_> = day
            .source
            .items
            .iter()
            .filter(|item| item.is_test_of_file())
            .collect();
        let edits = [day.input_edits, without_items(&omitted)].concat();
        if edits.is_empty() {
            return String::new();
        }
        apply_edits(&day.source.text, edits)
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
            ("macro_rules! a { (include_str!) => { b() } }", ""),
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
