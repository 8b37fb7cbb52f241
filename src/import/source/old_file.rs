//! A Rust file of the old repository: its source, where it reads files or stdin, and the edits
//! after which it reads the day's input there.

use std::collections::BTreeSet;
use std::ops::Range;

use aoc_solution::Part;
use syn::spanned::Spanned;
use syn::{ImplItem, Item, Type};

use super::facts::ItemFacts;
use super::uses::with_moved_path;
use super::with_input::{InputEdits, input_edits};
use super::{Edit, FileItem, Source, apply_edits, last_name, parse};

/// Parts of the names of helpers of common templates that read a file.
const READER_WORDS: [&str; 4] = ["read_file", "data_file", "from_file", "read_to_"];

pub struct OldFile {
    pub source: Source,
    /// The edits of a copy that gets the day's input. They make it read the input where the
    /// original reads files or stdin. Empty if the original does not read, or if the changed text
    /// cannot be parsed.
    pub input_edits: Vec<Edit>,
    /// True if code other than `main` and tests reads files or stdin.
    pub reads_input: bool,
    /// True if the code of `main` reads files or stdin.
    pub main_reads: bool,
    /// The paths of the functions that read files or stdin, or call such a function: `read_input`,
    /// `Day01::new`. Also the names of constants with an included text.
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
    pub fn new(mut source: Source, is_day: bool) -> Self {
        let mut input = input_edits(&source, is_day);
        let with_input = || apply_edits(&source.text, input.edits.clone());
        if !input.edits.is_empty() && parse(&with_input()).is_err() {
            input.edits.clear();
        }
        mark_reads(&mut source.items, &input);
        let code = source.items.iter().filter(|item| !item.is_for_tests);
        let (main, other): (Vec<_>, Vec<_>) = code.partition(|item| item.is_main());
        Self {
            reads_input: other.iter().any(|item| item.reads),
            main_reads: main.iter().any(|item| item.reads),
            reader_paths: reading_functions(&source, &input.reads),
            calls_trim: source
                .items
                .iter()
                .flat_map(|item| &item.facts.names)
                .any(|name| name.starts_with("trim") || name == "strip_suffix"),
            main_trims: main
                .iter()
                .any(|item| item.mentions("trim") || item.mentions("trim_end")),
            input_edits: input.edits,
            source,
        }
    }

    /// A day that joins two files with one part each. It has an inline module for each file. `None`
    /// if a file cannot be a module. `is_crate` says whether the files are roots of crates, and
    /// `keeps_main` whether the modules have their `main`.
    pub fn joined(files: [&Self; 2], is_crate: bool, keeps_main: bool) -> Option<Self> {
        let source = joined_source(files.map(|file| &file.source), is_crate, keeps_main)?;
        Some(Self::of_several(&files, source))
    }

    /// The file with its modules for the parts, which are inline and have the code of `files`.
    /// `None` if a file cannot be inline.
    pub fn with_inline_parts(&self, files: [&Self; 2]) -> Option<Self> {
        let source = with_inline_parts(&self.source, files.map(|file| &file.source))?;
        let [one, two] = files;
        Some(Self::of_several(&[self, one, two], source))
    }

    /// A file with the code of several files, which may lack `main`, where the input is often
    /// trimmed.
    fn of_several(files: &[&Self], source: Source) -> Self {
        Self {
            calls_trim: files.iter().any(|file| file.calls_trim),
            main_trims: files.iter().any(|file| file.main_trims),
            ..Self::new(source, true)
        }
    }

    /// Marks the file as a module that only tests use.
    pub fn mark_for_tests(&mut self) {
        self.reads_input = false;
        self.reader_paths.clear();
        self.source.mark_for_tests();
        let input = input_edits(&self.source, false);
        mark_reads(&mut self.source.items, &input);
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

/// Marks the items that read, and the files that the day's input replaces.
fn mark_reads(items: &mut [FileItem], input: &InputEdits) {
    for item in items {
        item.mark_inputs(&input.edits);
        mark_reads(&mut item.inner, input);
        // The imports of a module read nothing.
        item.reads = if item.inner.is_empty() {
            let is_use = matches!(item.item, Item::Use(_));
            let is_helper = item.is_for_tests && calls_reader_by_name(&item.facts);
            !is_use && (has_one_in(&input.reads, &item.range) || is_helper)
        } else {
            item.inner.iter().any(|inner| inner.reads)
        };
    }
}

fn has_one_in(places: &BTreeSet<usize>, code: &Range<usize>) -> bool {
    places.range(code.clone()).next().is_some()
}

/// True if a name says that it is a helper of a template, which reads a file, or a macro such as
/// `include_lines`. The repository may lack the code of the helper. Also true for `fs::read` and
/// `File::open`, because another file may have the import.
fn calls_reader_by_name(facts: &ItemFacts) -> bool {
    let has = |path: [&str; 2]| facts.qualifiers.contains(path[0]) && facts.names.contains(path[1]);
    let mut names = facts.names.iter();
    let is_named = names.any(|name| {
        name.starts_with("include_") || READER_WORDS.iter().any(|part| name.contains(part))
    });
    is_named || has(["fs", "read"]) || has(["File", "open"])
}

/// See [`OldFile::reader_paths`].
fn reading_functions(source: &Source, reads: &BTreeSet<usize>) -> BTreeSet<String> {
    let is_reader =
        |item: &FileItem| matches!(item.item, Item::Fn(_) | Item::Const(_) | Item::Static(_));
    let [_, reading] = source.partition_with_users(|item| item.reads && is_reader(item));
    let functions: BTreeSet<String> = reading
        .into_iter()
        .filter(|item| is_reader(item) && !item.is_for_tests && !item.is_main())
        .map(|item| item.name.clone())
        .collect();
    let mut paths = functions.clone();
    let tokens = source.tokens();
    for item in source.items_outside_of_tests() {
        if let Item::Impl(block) = &item.item
            && let Type::Path(ty) = &*block.self_ty
            && let Some(ty) = last_name(&ty.path)
        {
            for function in &block.items {
                let range = function.span().byte_range();
                let facts = ItemFacts::of(&tokens, tokens.within(&range));
                if let ImplItem::Fn(function) = function
                    && (has_one_in(reads, &range)
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
        assert!(file.input_edits.is_empty());
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
