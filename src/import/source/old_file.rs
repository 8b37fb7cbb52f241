//! A Rust file of the old repository. It has two sources: the original, and the source of a copy
//! that gets the day's input.

use std::collections::BTreeSet;
use std::iter;

use aoc_solution::Part;
use syn::spanned::Spanned;
use syn::{ImplItem, Item, Type};

use super::facts::ItemFacts;
use super::uses::with_moved_path;
use super::with_input::{self, FILES, READERS};
use super::{Source, apply_edits, last_name};

pub struct OldFile {
    pub source: Source,
    /// The source, changed to read the day's input. `None` if the original reads neither files nor
    /// stdin, or if the changed text cannot be parsed.
    with_input: Option<Source>,
    /// True if code other than `main` and tests reads files or stdin.
    pub reads_input: bool,
    /// True if the code of `main` reads files or stdin.
    pub main_reads: bool,
    /// The paths of the functions that read files or stdin, or call such a function: `read_input`,
    /// `Day01::new`.
    pub reader_paths: BTreeSet<String>,
    /// True if the code calls a function like `trim` or `strip_suffix`. If not, a trial need not
    /// find out whether whitespace matters. For a joined source, this and the next field include
    /// the code that it leaves out.
    pub calls_trim: bool,
    /// True if `main` calls `trim` or `trim_end`.
    pub main_trims: bool,
}

impl OldFile {
    /// A file with this source. `is_day` says whether it may be a day.
    pub fn new(source: Source, is_day: bool) -> Self {
        let text = with_input::with_input(&source, is_day);
        let with_input = text.and_then(|text| Source::read(text).ok());
        let calls_trim = source
            .items
            .iter()
            .flat_map(|item| &item.facts.names)
            .any(|name| name.starts_with("trim") || name == "strip_suffix");
        let main_trims = source
            .items
            .iter()
            .any(|item| item.is_main() && (item.mentions("trim") || item.mentions("trim_end")));
        Self {
            calls_trim,
            main_trims,
            ..Self::of(source, with_input)
        }
    }

    fn of(source: Source, with_input: Option<Source>) -> Self {
        let copied = with_input.as_ref().unwrap_or(&source);
        let reads_in = |is_main: bool| {
            copied.items.iter().any(|item| {
                let is_code = !item.is_for_tests && item.is_main() == is_main;
                is_code && !matches!(item.item, Item::Use(_)) && reads(copied, &item.facts)
            })
        };
        Self {
            reads_input: reads_in(false),
            main_reads: reads_in(true),
            reader_paths: with_input
                .as_ref()
                .map(reading_functions)
                .unwrap_or_default(),
            calls_trim: false,
            main_trims: false,
            source,
            with_input,
        }
    }

    /// A day that joins two files with one part each. It has an inline module for each file. `None`
    /// if a file cannot be a module. `is_crate` says whether the files are roots of crates, and
    /// `keeps_main` whether the modules have their `main`.
    pub fn joined(files: [&Self; 2], is_crate: bool, keeps_main: bool) -> Option<Self> {
        let source = joined_source(files.map(|file| &file.source), is_crate, keeps_main)?;
        let with_input = joined_source(files.map(Self::source_with_input), is_crate, keeps_main)?;
        Some(Self::of_several(&files, source, with_input))
    }

    /// The file with its modules for the parts, which are inline and have the code of `files`.
    /// `None` if a file cannot be inline.
    pub fn with_inline_parts(&self, files: [&Self; 2]) -> Option<Self> {
        let source = with_inline_parts(&self.source, files.map(|file| &file.source))?;
        let modules = files.map(Self::source_with_input);
        let with_input = with_inline_parts(self.source_with_input(), modules)?;
        let [one, two] = files;
        Some(Self::of_several(&[self, one, two], source, with_input))
    }

    /// A file with the code of several files, which may lack `main`, where the input is often
    /// trimmed.
    fn of_several(files: &[&Self], source: Source, with_input: Source) -> Self {
        Self {
            calls_trim: files.iter().any(|file| file.calls_trim),
            main_trims: files.iter().any(|file| file.main_trims),
            ..Self::of(source, Some(with_input))
        }
    }

    /// Marks the file as a module that only tests use.
    pub fn mark_for_tests(&mut self) {
        self.reads_input = false;
        self.reader_paths.clear();
        self.sources_mut().for_each(Source::mark_for_tests);
    }

    /// See [`Source::mark_template`].
    pub fn mark_template(&mut self) {
        self.sources_mut().for_each(Source::mark_template);
    }

    /// See [`Source::mark_readers`].
    pub fn mark_readers(&mut self, readers: &BTreeSet<String>, is_path: impl Fn(&str) -> bool) {
        for source in self.sources_mut() {
            source.mark_readers(readers, &is_path);
        }
    }

    fn sources_mut(&mut self) -> impl Iterator<Item = &mut Source> {
        iter::once(&mut self.source).chain(&mut self.with_input)
    }

    /// The source of a copy that gets the day's input. It reads the input where the original reads
    /// files or stdin.
    pub fn source_with_input(&self) -> &Source {
        self.with_input.as_ref().unwrap_or(&self.source)
    }

    /// The names of the [`READERS`] that the file imports.
    pub fn imported_readers(&self) -> impl Iterator<Item = &str> {
        let names = READERS.into_iter().flat_map(|(_, names)| names).copied();
        names.filter(|name| imports_from_library(self.source_with_input(), name))
    }
}

/// A source with a module for each part, see [`OldFile::joined`].
fn joined_source(sources: [&Source; 2], is_crate: bool, keeps_main: bool) -> Option<Source> {
    let mut text = String::new();
    for (part, source) in Part::BOTH.into_iter().zip(sources) {
        if source.is_tied_to_place() {
            return None;
        }
        let name = format!("part{part}");
        let code = source.as_module(keeps_main)?;
        let module = if is_crate {
            with_moved_path(&code, "crate::", &format!("crate::{name}::"))
        } else {
            code
        };
        text += &format!("pub mod {name} {{\n{module}\n}}\n\n");
    }
    Source::read(text).ok()
}

/// A source with the code of its modules for the parts, see [`OldFile::with_inline_parts`].
fn with_inline_parts(source: &Source, modules: [&Source; 2]) -> Option<Source> {
    let mut edits = Vec::new();
    for (declaration, module) in source.modules_of_parts()?.into_iter().zip(modules) {
        let end = declaration.range.end;
        let code = module.as_module(false)?;
        // The semicolon is replaced.
        edits.push((end - 1..end, format!(" {{\n{code}\n}}")));
    }
    Source::read(apply_edits(&source.text, edits)).ok()
}

/// True if the code reads files, stdin or the program's arguments through the library.
fn reads(source: &Source, facts: &ItemFacts) -> bool {
    facts.reads_through_library
        || READERS.into_iter().any(|(module, names)| {
            let names_module =
                facts.qualifiers.contains(module) && imports_from_library(source, module);
            let mut used = names.iter().filter(|name| {
                // A day may have a `File` of its own, or a variant: `Node::File(size)`.
                let is_type = name.starts_with(char::is_uppercase);
                let names = if is_type {
                    &facts.qualifiers
                } else {
                    &facts.names
                };
                names.contains(**name)
            });
            names_module && module == FILES
                || used.any(|name| names_module || imports_from_library(source, name))
        })
}

/// True if a `use` imports a name from the library.
fn imports_from_library(source: &Source, name: &str) -> bool {
    source
        .items
        .iter()
        .any(|item| item.facts.calls_library && item.imports(name))
}

/// See [`OldFile::reader_paths`].
fn reading_functions(source: &Source) -> BTreeSet<String> {
    let [_, reading] = source.partition_with_users(|item| {
        matches!(item.item, Item::Fn(_)) && reads(source, &item.facts)
    });
    let functions: BTreeSet<String> = reading
        .into_iter()
        .filter(|item| matches!(item.item, Item::Fn(_)) && !item.is_for_tests)
        .map(|item| item.name.clone())
        .filter(|name| name != "main")
        .collect();
    let mut paths = functions.clone();
    let tokens = source.tokens();
    for item in source.items_outside_of_tests() {
        if let Item::Impl(block) = &item.item
            && let Type::Path(ty) = &*block.self_ty
            && let Some(ty) = last_name(&ty.path)
        {
            for function in &block.items {
                let code = tokens.within(&function.span().byte_range());
                let facts = ItemFacts::of(&tokens, code);
                if let ImplItem::Fn(function) = function
                    && (reads(source, &facts)
                        || functions.iter().any(|name| facts.calls_function(name)))
                {
                    paths.insert(format!("{ty}::{}", function.sig.ident));
                }
            }
        }
    }
    paths
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_source_that_cannot_be_parsed_after_the_change_stays_as_it_is() {
        let code = "mod b { pub const a: &str = include_str!(\"a\"); } use c::*; \
                    fn part1(a: &str) -> D<'_> { D { a } }";
        let source = Source::read(code.to_owned()).expect("it is Rust");
        let file = OldFile::new(source, true);
        assert_eq!(file.source_with_input().text, code);
    }

    /// Without `main`, the joined source does not show it.
    #[test]
    fn a_joined_day_trims_if_the_main_of_a_part_does() {
        let main =
            |trim: &str| format!("fn solve(a: &str) {{}} fn main() {{ solve(read(){trim}) }}");
        for (two, expected) in [(".trim_end()", true), (".trim()", true), ("", false)] {
            let [one, two] = [main(""), main(two)]
                .map(|code| OldFile::new(Source::read(code).expect("it is Rust"), true));
            let day = OldFile::joined([&one, &two], false, false).expect("it is Rust");
            assert_eq!(day.main_trims, expected, "{}", two.source.text);
        }
    }
}
