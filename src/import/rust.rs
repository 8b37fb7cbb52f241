//! A Rust file of another repository, read with `syn`, with places in the text, so
//! that a copy keeps the author's text byte for byte.

use std::ops::Range;
use std::thread;

use quote::ToTokens;
use syn::spanned::Spanned;
use syn::{Attribute, Item, ItemFn, ItemMod};

use crate::project::source::{places, tokens};

/// The most tokens of a file. `syn` recurses for each of them at worst, on the stack that
/// [`on_large_stack`] gives it.
const MOST_TOKENS: usize = 25_000;

/// Runs what parses on a stack that is large enough for all that [`Source::read`]
/// lets through. The system provides only what is used of it.
pub fn on_large_stack<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(1 << 30);
        let thread = thread.spawn_scoped(scope, work).expect("threads can start");
        thread.join().expect("it does not panic")
    })
}

/// Code of cargo-aoc and of the common template.
const TOOL_CODE: &str = "aoc_runner,aoc_lib !,main !,solution ! (,mod template ;";

/// Words in code that reads a file.
const READERS: &str = " fs :,File :,include_,read_file,data_file,from_file,read_to_,load_input";

pub struct Source {
    pub text: String,
    pub items: Vec<FileItem>,
}

/// An item, with what its syntax tells only slowly.
pub struct FileItem {
    pub item: Item,
    pub place: Range<usize>,
    /// With a blank before and after each.
    words: String,
    /// How a constant, or a function without arguments, is used: a call, or its name.
    name: Option<String>,
    is_for_tests: bool,
}

impl Source {
    /// Reads a file; the error says why it is not understood.
    pub fn read(text: String) -> Result<Self, String> {
        if places(&text).count() > MOST_TOKENS {
            return Err("it is nested too deeply or too long to be read".to_owned());
        }
        let file = syn::parse_str(&text);
        let syn::File { items, .. } = file.map_err(|error: syn::Error| {
            let line = error.span().start().line;
            format!("it is not Rust that can be read: line {line}: {error}")
        })?;
        let items = items.into_iter().map(FileItem::new).collect();
        Ok(Self { text, items })
    }

    /// The functions that are not for tests.
    pub fn functions(&self) -> impl Iterator<Item = &ItemFn> {
        self.items.iter().filter_map(|it| match &it.item {
            Item::Fn(function) if !it.is_for_tests => Some(function),
            _ => None,
        })
    }

    pub fn function(&self, name: &str) -> Option<&ItemFn> {
        self.functions().find(|function| function.sig.ident == name)
    }

    /// The attributes of cargo-aoc, with their functions and words: `aoc(day1,part1)` or
    /// `aoc_generator(day1)`, perhaps with the name of a variant at the end.
    pub fn marked(&self) -> impl Iterator<Item = (&ItemFn, &Attribute, Vec<String>)> {
        let functions = self.functions();
        let all =
            functions.flat_map(|it| it.attrs.iter().map(move |of| (it, of, tokens_of(&of.meta))));
        all.filter(|it| it.2.len() > 3 && ["aoc", "aoc_generator"].contains(&&*it.2[0]))
    }

    /// The places that a copy does not have: what belongs to tools, and tests that read
    /// files; of a day also constants with files, and the functions that only use these.
    pub fn dropped(&self, is_day: bool) -> Vec<Range<usize>> {
        let mut names = Vec::new();
        // A test may call a function that runs the parts on a constant.
        for _ in 0..3 {
            let reading = self.items.iter().filter(|it| it.reads(&names));
            names = reading.filter_map(|it| it.name.clone()).collect();
        }
        let items = self.items.iter().filter(|it| {
            let is_due = it.is_for_tests || is_day && it.name.is_some();
            let is_short = matches!(it.item, Item::Macro(_)) || it.words.ends_with("; ");
            is_due && it.reads(&names) || is_short && it.has(TOOL_CODE)
        });
        let attributes = self.marked().map(|it| place(it.1));
        attributes.chain(items.map(|it| it.place.clone())).collect()
    }
}

/// Where a part of the syntax is in the text.
pub fn place(syntax: &impl Spanned) -> Range<usize> {
    syntax.span().byte_range()
}

/// The tokens of a part of the syntax.
pub fn tokens_of(syntax: &impl ToTokens) -> Vec<String> {
    let text = syntax.to_token_stream().to_string();
    tokens(&text).into_iter().map(str::to_owned).collect()
}

impl FileItem {
    fn new(item: Item) -> Self {
        let (attributes, name) = match &item {
            Item::Const(it) => (&*it.attrs, Some(format!(" {} ", it.ident))),
            Item::Static(it) => (&*it.attrs, Some(format!(" {} ", it.ident))),
            Item::Fn(it) if it.sig.inputs.is_empty() => {
                (&*it.attrs, Some(format!(" {} ( ", it.sig.ident)))
            }
            Item::Fn(ItemFn { attrs, .. }) | Item::Mod(ItemMod { attrs, .. }) => (&**attrs, None),
            _ => (&[][..], None),
        };
        Self {
            name,
            place: place(&item),
            words: format!(" {} ", tokens_of(&item).join(" ")),
            is_for_tests: attributes
                .iter()
                .any(|it| tokens_of(it).contains(&"test".to_owned())),
            item,
        }
    }

    /// Whether it has a file as it is, or something of these names.
    fn reads(&self, names: &[String]) -> bool {
        let is_constant = self.name.is_some() && !matches!(self.item, Item::Fn(_));
        let has_file = (is_constant || self.is_for_tests) && self.has(READERS);
        has_file || names.iter().any(|name| self.words.contains(name))
    }

    /// Whether any of these is in it, which are between commas.
    fn has(&self, any: &str) -> bool {
        any.split(',').any(|it| self.words.contains(it))
    }
}

/// Places in a text, and what replaces them.
pub type Edits = Vec<(Range<usize>, String)>;

/// Replaces places in the text; one within another is left out. A line that is removed
/// goes with its end.
pub fn apply_edits(text: &str, mut edits: Edits) -> String {
    edits.sort_by_key(|(at, _)| (at.start, !at.is_empty()));
    let (mut result, mut end) = (String::new(), 0);
    for (at, with) in edits {
        if at.start >= end {
            result = result + &text[end..at.start] + &with;
            let is_line = with.is_empty() && (result.is_empty() || result.ends_with('\n'));
            end = at.end + usize::from(is_line && text[at.end..].starts_with('\n'));
        }
    }
    result + &text[end..]
}
