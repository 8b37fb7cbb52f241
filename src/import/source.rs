//! A Rust file of another repository, read with `syn`, with places in the text, so
//! that a copy keeps the author's text byte for byte.

use std::ops::Range;
use std::{ptr, thread};

use aoc_solution::Part;
use quote::ToTokens;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Attribute, Ident, Item, ItemFn, Token, Visibility};

use super::names::{day_of, part_of};
use super::refusal::Refusal;
use crate::project::source::{places, tokens};
use crate::puzzle::Day;

/// The most tokens of a file. `syn` recurses for each of them at worst, on the stack that
/// [`on_large_stack`] gives it.
const MOST_TOKENS: usize = 25_000;

/// Macros of cargo-aoc and of the common template.
const TOOL_MACROS: [&str; 4] = ["aoc_lib", "aoc_main", "main", "solution"];

/// Parts of names in code that reads a file.
const READERS: [&str; 7] = [
    "include_",
    "read_file",
    "data_file",
    "from_file",
    "read_to_",
    "load_input",
    "RustEmbed",
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
    pub name: Option<String>,
    /// The tokens without texts.
    pub words: Vec<String>,
    pub is_for_tests: bool,
}

/// A function with an attribute of cargo-aoc.
pub struct Mark<'s> {
    pub function: &'s ItemFn,
    /// The place of the attribute.
    pub place: Range<usize>,
    pub day: Day,
    /// The part; a generator without one is for both.
    pub part: Option<Part>,
    pub is_generator: bool,
    /// Whether it has the name of a variant.
    pub is_variant: bool,
}

impl Mark<'_> {
    /// Whether the function solves a part, or parses for it.
    pub fn is_for(&self, part: Part) -> bool {
        self.part == Some(part) || self.is_generator && self.part.is_none()
    }
}

impl Source {
    pub fn read(text: String) -> Result<Self, Refusal> {
        if places(&text).count() > MOST_TOKENS {
            return Err(Refusal::TooLong);
        }
        let file = syn::parse_file(&text).map_err(|error| {
            let line = error.span().start().line;
            let why = format!("it is not Rust that can be read: line {line}: {error}");
            Refusal::Unreadable(why)
        })?;
        let mut features = Vec::new();
        for attribute in file.attrs.iter().filter(|it| it.path().is_ident("feature")) {
            features.extend(names_in(attribute));
        }
        let items = file.items.into_iter();
        Ok(Self {
            features,
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
        let mut items = self.items.iter();
        items.find(|item| item.name.as_deref() == Some(name))
    }

    /// Whether a function other than `main` and tests calls a function of this file.
    pub fn is_called(&self, name: &str) -> bool {
        let Some(function) = self.item(name) else {
            return false;
        };
        self.items.iter().any(|other| {
            let is_caller = other.name.as_deref() != Some("main") && !other.is_for_tests;
            is_caller && !ptr::eq(other, function) && other.mentions(function)
        })
    }

    /// The functions with attributes of cargo-aoc: `#[aoc(day1, part1)]` or
    /// `#[aoc_generator(day1)]`.
    pub fn marks(&self) -> Vec<Mark<'_>> {
        let mut marks = Vec::new();
        for function in self.functions() {
            for attribute in &function.attrs {
                let is_generator = attribute.path().is_ident("aoc_generator");
                if !is_generator && !attribute.path().is_ident("aoc") {
                    continue;
                }
                let names = names_in(attribute);
                let Some(day) = names.first().and_then(|name| day_of(name)) else {
                    continue;
                };
                marks.push(Mark {
                    function,
                    place: attribute.span().byte_range(),
                    day,
                    part: names.get(1).and_then(|name| part_of(name)),
                    is_generator,
                    is_variant: names.len() > 2,
                });
            }
        }
        marks
    }

    /// The items that a copy does not have: what belongs to tools, and tests that read
    /// files; of a day also constants with files, and the functions that only use these.
    pub fn left_out(&self, is_day: bool) -> Vec<&FileItem> {
        let mut left_out: Vec<&FileItem> = Vec::new();
        for item in &self.items {
            let may_go = item.is_for_tests || is_day && item.is_constant();
            let is_main = is_day && item.name.as_deref() == Some("main");
            if may_go && item.reads_files() || is_main || item.is_of_tool() {
                left_out.push(item);
            }
        }
        // A test may call a function that runs the parts on a constant.
        let is_left_out = |item: &FileItem, left_out: &[&FileItem]| {
            let may_go = item.is_for_tests || is_day && item.has_no_arguments();
            may_go
                && left_out.iter().any(|other| item.mentions(other))
                && !left_out.iter().any(|other| ptr::eq(*other, item))
        };
        while let Some(item) = self.items.iter().find(|item| is_left_out(item, &left_out)) {
            left_out.push(item);
        }
        left_out
    }

    /// The edit that makes items visible in the whole crate.
    pub fn publish(&self, item: &FileItem) -> Option<Edit> {
        let is_public = self.text[item.start..].starts_with("pub");
        let at = item.start..item.start;
        (item.name.is_some() && !is_public).then(|| (at, "pub(crate) ".to_owned()))
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
        let is_test = |attribute| tokens_of(attribute).contains(&"test".to_owned());
        let place = item.span().byte_range();
        let end = attributes.last().map(|last| last.span().byte_range().end);
        let after = end.unwrap_or(place.start);
        let next = places(&text[after..place.end]).next().unwrap_or_default();
        let mut words = tokens(&text[place.clone()]);
        words.retain(|word| !word.contains('"'));
        Self {
            is_for_tests: attributes.iter().any(is_test),
            name: name.map(Ident::to_string),
            start: after + next.start,
            words: words.into_iter().map(str::to_owned).collect(),
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
                let called = self.called_macro();
                called.is_some_and(|name| TOOL_MACROS.contains(&&*name))
            }
            Item::Mod(module) => module.content.is_none() && module.ident == "template",
            Item::Use(_) | Item::ExternCrate(_) => {
                self.words.iter().any(|word| word.starts_with("aoc_runner"))
            }
            _ => false,
        }
    }

    /// Whether the item is a value or a type that may have the text of a file.
    fn is_constant(&self) -> bool {
        match self.item {
            Item::Const(_) | Item::Static(_) => true,
            Item::Struct(_) => self.words.iter().any(|word| word == "RustEmbed"),
            _ => false,
        }
    }

    fn has_no_arguments(&self) -> bool {
        matches!(&self.item, Item::Fn(function) if function.sig.inputs.is_empty())
    }

    fn reads_files(&self) -> bool {
        self.words.iter().any(|word| {
            matches!(&**word, "fs" | "File") || READERS.iter().any(|part| word.contains(part))
        })
    }

    /// Whether the item uses another one, or calls it if that is a function.
    pub fn mentions(&self, other: &Self) -> bool {
        let is_function = matches!(other.item, Item::Fn(_));
        self.words
            .windows(2)
            .any(|pair| other.name.as_ref() == Some(&pair[0]) && (!is_function || pair[1] == "("))
    }

    /// The place of `super` at the beginning of a path that is used.
    pub fn place_of_super(&self, text: &str) -> Option<Range<usize>> {
        let mut places = places(&text[self.start..self.place.end]);
        places.find(|at| text[self.start..][at.clone()] == *"use");
        let at = places.next()?;
        let at = self.start + at.start..self.start + at.end;
        (text[at.clone()] == *"super").then_some(at)
    }

    /// Code that means something else in the copy, because it names files or features. A macro
    /// that is only defined does not.
    pub fn unclear_code(&self, has_features: bool) -> Option<String> {
        if matches!(&self.item, Item::Macro(definition) if definition.ident.is_some()) {
            return None;
        }
        let words: Vec<&str> = self.words.iter().map(String::as_str).collect();
        (0..words.len()).find_map(|start| match &words[start..] {
            [
                name @ ("include" | "include_str" | "include_bytes"),
                "!",
                ..,
            ] => Some(format!("{name}!")),
            ["#", "[", "path", "=", ..] => Some("#[path=".to_owned()),
            ["feature", "=", ..] if has_features => Some("feature=".to_owned()),
            _ => None,
        })
    }

    /// The edits that make the fields of a struct visible in the whole crate.
    pub fn publish_fields(&self) -> Vec<Edit> {
        let Item::Struct(item) = &self.item else {
            return Vec::new();
        };
        let private = item
            .fields
            .iter()
            .filter(|field| matches!(field.vis, Visibility::Inherited));
        let starts = private.map(|field| match &field.ident {
            Some(name) => name.span().byte_range().start,
            None => field.ty.span().byte_range().start,
        });
        starts
            .map(|start| (start..start, "pub(crate) ".to_owned()))
            .collect()
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
