//! A Rust file of another repository, read with `syn`, with places in the text, so
//! that a copy keeps the author's text byte for byte.

use std::ops::Range;
use std::thread;

use aoc_solution::Part;
use quote::ToTokens;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Attribute, Ident, Item, ItemFn, Token, Visibility};

use super::names::part_of;
use super::refusal::Refusal;
use crate::project::source::{places, tokens};

/// The most tokens of a file. `syn` recurses for each of them at worst, on the stack that
/// [`on_large_stack`] gives it.
const MOST_TOKENS: usize = 25_000;

/// Macros of cargo-aoc and of the common template.
const TOOL_MACROS: [&str; 4] = ["aoc_lib", "aoc_main", "main", "solution"];

/// Code that reads a file, as tokens with blanks between them.
const READERS: [&str; 9] = [
    " fs :",
    " File :",
    " include_",
    "read_file",
    "data_file",
    "from_file",
    "read_to_",
    "load_input",
    " RustEmbed ",
];

/// Code that names a file, which means something else in a copy.
const NAMES_FILES: [&str; 4] = [
    " include ! ",
    " include_str ! ",
    " include_bytes ! ",
    " # [ path =",
];

/// Runs `work`, which parses, on a stack that is large enough for all that [`Source::read`]
/// lets through. The system provides only the pages that are used.
pub fn on_large_stack<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(1 << 30);
        let thread = thread.spawn_scoped(scope, work).expect("threads can start");
        thread.join().expect("it does not panic")
    })
}

/// A file that `syn` can read.
pub struct Source {
    pub text: String,
    pub items: Vec<FileItem>,
    /// What `#![feature(...)]` at its head names.
    pub features: Vec<String>,
}

/// An item, with what would be slow to find in its syntax again and again.
pub struct FileItem {
    pub item: Item,
    pub place: Range<usize>,
    /// The place after its attributes.
    pub start: usize,
    /// The name; empty for items without one.
    pub name: String,
    /// The tokens, with a blank before and after each.
    pub code: String,
    pub is_for_tests: bool,
}

/// An attribute of cargo-aoc: `#[aoc(day1, part1)]` or `#[aoc_generator(day1)]`.
pub struct Mark {
    pub place: Range<usize>,
    /// The day, and after it perhaps the part and the name of a variant.
    pub names: Vec<String>,
}

impl Source {
    pub fn read(text: String) -> Result<Self, Refusal> {
        if places(&text).count() > MOST_TOKENS {
            return Err(Refusal::TooLong);
        }
        let file = syn::parse_file(&text).map_err(|error| {
            let line = error.span().start().line;
            Refusal::NotRust(line, error.to_string())
        })?;
        let features = file
            .attrs
            .iter()
            .filter(|attribute| attribute.path().is_ident("feature"));
        let items = file.items.into_iter();
        Ok(Self {
            features: features.flat_map(names_in).collect(),
            items: items.map(|item| FileItem::new(item, &text)).collect(),
            text,
        })
    }

    /// The functions that are not for tests.
    pub fn functions(&self) -> impl Iterator<Item = &ItemFn> {
        self.items.iter().filter_map(|item| match &item.item {
            Item::Fn(function) if !item.is_for_tests => Some(function),
            _ => None,
        })
    }

    pub fn item(&self, name: &str) -> Option<&FileItem> {
        self.items.iter().find(|item| item.name == name)
    }

    /// Whether a function other than `main` and tests calls a function.
    pub fn is_called(&self, name: &str) -> bool {
        let call = format!(" {name} ( ");
        self.items.iter().any(|item| {
            let is_other = ![name, "main"].contains(&&*item.name) && !item.is_for_tests;
            is_other && item.code.contains(&call)
        })
    }

    /// The attributes of cargo-aoc.
    pub fn marks(&self) -> Vec<Mark> {
        let attributes = self.functions().flat_map(|function| &function.attrs);
        let mut marks = Vec::new();
        for attribute in attributes {
            let path = attribute.path();
            if path.is_ident("aoc") || path.is_ident("aoc_generator") {
                let place = attribute.span().byte_range();
                let names = names_in(attribute);
                marks.push(Mark { place, names });
            }
        }
        marks
    }

    /// The items that a copy does not have: what belongs to tools, and tests that read
    /// files; of a day also `main`, constants with files, and the functions that use these.
    pub fn left_out(&self, is_day: bool) -> Vec<&FileItem> {
        let mut left_out: Vec<&FileItem> = Vec::new();
        // A test may call a function that runs the parts on a constant.
        while let Some(item) = self.items.iter().find(|item| {
            let may_go = item.is_for_tests || is_day && item.is_of_program();
            let must_go = item.reads_files() || left_out.iter().any(|gone| item.uses(gone));
            (may_go && must_go || is_day && item.name == "main" || item.is_of_tool())
                && !left_out.iter().any(|gone| gone.place == item.place)
        }) {
            left_out.push(item);
        }
        left_out
    }

    /// The edit that makes an item visible in the whole crate.
    pub fn publish(&self, item: &FileItem) -> Option<Edit> {
        let is_public = self.text[item.start..].starts_with("pub");
        let is_private = !is_public && !item.name.is_empty();
        is_private.then(|| (item.start..item.start, "pub(crate) ".to_owned()))
    }
}

/// The part that a function answers, by its attribute or else by its name, and how late it is
/// tried: with the name of a variant, or with a long name.
pub fn part_in(function: &ItemFn) -> Option<(Part, usize)> {
    let name = function.sig.ident.to_string();
    let mut attributes = function.attrs.iter();
    match attributes.find(|attribute| attribute.path().is_ident("aoc")) {
        Some(attribute) => {
            let names = names_in(attribute);
            Some((part_of(names.get(1)?)?, names.len()))
        }
        None => Some((part_of(&name)?, 10 + name.len())),
    }
}

/// The names that an attribute has as arguments.
fn names_in(attribute: &Attribute) -> Vec<String> {
    let names = Punctuated::<Ident, Token![,]>::parse_terminated;
    let names = attribute.parse_args_with(names).unwrap_or_default();
    names.iter().map(Ident::to_string).collect()
}

/// The tokens of a part of the syntax.
pub fn tokens_of(syntax: &impl ToTokens) -> Vec<String> {
    let text = syntax.to_token_stream().to_string();
    tokens(&text).into_iter().map(str::to_owned).collect()
}

impl FileItem {
    fn new(item: Item, text: &str) -> Self {
        let (attributes, name) = head(&item);
        let words: Vec<String> = attributes.iter().flat_map(tokens_of).collect();
        let place = item.span().byte_range();
        let end = attributes.last().map(|last| last.span().byte_range().end);
        let after = end.unwrap_or(place.start);
        let next = places(&text[after..place.end]).next().unwrap_or_default();
        Self {
            is_for_tests: words.iter().any(|word| word == "test"),
            name: name.map(Ident::to_string).unwrap_or_default(),
            start: after + next.start,
            code: format!(" {} ", tokens(&text[place.clone()]).join(" ")),
            place,
            item,
        }
    }

    /// The macro that is called, if the item is a call.
    pub fn called_macro(&self) -> Option<String> {
        match &self.item {
            Item::Macro(call) if call.ident.is_none() => {
                Some(call.mac.path.segments.last()?.ident.to_string())
            }
            _ => None,
        }
    }

    /// Whether the item is code for cargo-aoc or of the common template.
    pub fn is_of_tool(&self) -> bool {
        match &self.item {
            Item::Macro(_) => {
                let name = self.called_macro().unwrap_or_default();
                TOOL_MACROS.contains(&&*name)
            }
            Item::Mod(_) => self.code.ends_with(" mod template ; "),
            Item::Use(_) | Item::ExternCrate(_) => self.code.contains(" aoc_runner"),
            _ => false,
        }
    }

    /// Whether the item of a day may be for its program only.
    fn is_of_program(&self) -> bool {
        match &self.item {
            Item::Const(_) | Item::Static(_) => true,
            Item::Struct(_) => self.code.contains(" RustEmbed "),
            Item::Fn(function) => function.sig.inputs.is_empty(),
            _ => false,
        }
    }

    fn reads_files(&self) -> bool {
        READERS.iter().any(|code| self.code.contains(code))
    }

    /// Whether the item uses another one, or calls it if that is a function.
    pub fn uses(&self, other: &Self) -> bool {
        let end = if let Item::Fn(_) = other.item {
            "( "
        } else {
            ""
        };
        let is_named = !other.name.is_empty();
        is_named && self.code.contains(&format!(" {} {end}", other.name))
    }

    /// The place of `super` at the beginning of a path that is used.
    pub fn place_of_super(&self, text: &str) -> Option<Range<usize>> {
        if !matches!(&self.item, Item::Use(_)) || !self.code.contains(" use super ") {
            return None;
        }
        let start = self.start + text[self.start..].find("super")?;
        Some(start..start + "super".len())
    }

    /// The edits that make the fields of a struct visible in the whole crate.
    pub fn publish_fields(&self) -> Vec<Edit> {
        let mut edits = Vec::new();
        if let Item::Struct(item) = &self.item {
            for field in &item.fields {
                if let Visibility::Inherited = field.vis {
                    let name = field.ident.as_ref().map(Ident::span);
                    let span = name.unwrap_or_else(|| field.ty.span());
                    let start = span.byte_range().start;
                    edits.push((start..start, "pub(crate) ".to_owned()));
                }
            }
        }
        edits
    }

    /// Code that means something else in a copy, because it names files. A macro that is only
    /// defined does not.
    pub fn names_files(&self) -> Option<String> {
        if matches!(&self.item, Item::Macro(_)) && !self.name.is_empty() {
            return None;
        }
        let code = NAMES_FILES.iter().find(|code| self.code.contains(**code))?;
        Some(code.replace(' ', ""))
    }
}

/// The attributes and the name of an item.
fn head(item: &Item) -> (&[Attribute], Option<&Ident>) {
    match item {
        Item::Const(item) => (&item.attrs, Some(&item.ident)),
        Item::Enum(item) => (&item.attrs, Some(&item.ident)),
        Item::Fn(item) => (&item.attrs, Some(&item.sig.ident)),
        Item::Impl(item) => (&item.attrs, None),
        Item::Macro(item) => (&item.attrs, item.ident.as_ref()),
        Item::Mod(item) => (&item.attrs, Some(&item.ident)),
        Item::Static(item) => (&item.attrs, Some(&item.ident)),
        Item::Struct(item) => (&item.attrs, Some(&item.ident)),
        Item::Trait(item) => (&item.attrs, Some(&item.ident)),
        Item::Type(item) => (&item.attrs, Some(&item.ident)),
        _ => (&[], None),
    }
}

/// A place in a text, and what replaces it.
pub type Edit = (Range<usize>, String);

/// Replaces places in the text; a place within another is left out. A line that is removed
/// goes with its end.
pub fn apply_edits(text: &str, mut edits: Vec<Edit>) -> String {
    edits.sort_by_key(|(at, _)| (at.start, !at.is_empty()));
    let mut result = String::new();
    let mut end = 0;
    for (at, with) in edits {
        if at.start >= end {
            result += &text[end..at.start];
            result += &with;
            let is_line = with.is_empty() && (result.is_empty() || result.ends_with('\n'));
            end = at.end + usize::from(is_line && text[at.end..].starts_with('\n'));
        }
    }
    result + &text[end..]
}
