//! A Rust file of another repository, read with `syn`, with places in the text, so
//! that a copy keeps the author's text byte for byte.

use std::ops::Range;
use std::thread;

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::{Item, ItemFn};

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

/// Words in code that reads a file.
const READERS: &str = " fs :,File :,include_,read_file,data_file,from_file,read_to_,load_input";

pub struct Source {
    pub text: String,
    pub items: Vec<Item>,
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
        Ok(Self { text, items })
    }

    /// The functions that are not for tests.
    pub fn functions(&self) -> impl Iterator<Item = &ItemFn> {
        self.items.iter().filter_map(|item| match item {
            Item::Fn(function) if !is_for_tests(item) => Some(function),
            _ => None,
        })
    }

    /// The tests and constants that read files, by themselves or by what is beside them.
    pub fn reading(&self) -> Vec<&Item> {
        let reads = |item: &Item, readers: &str| {
            let text = format!(" {} ", words(item).join(" "));
            readers.split(',').any(|it| text.contains(it))
        };
        let names = self.items.iter().filter_map(|item| match item {
            Item::Const(it) if reads(item, READERS) => Some(format!(", {} ", it.ident)),
            Item::Static(it) if reads(item, READERS) => Some(format!(", {} ", it.ident)),
            _ => None,
        });
        let readers = READERS.to_owned() + &names.collect::<String>();
        let items = self.items.iter().filter(|it| {
            let is_constant = matches!(it, Item::Const(_) | Item::Static(_));
            (is_constant || is_for_tests(it)) && reads(it, &readers)
        });
        items.collect()
    }

    pub fn function(&self, name: &str) -> Option<&ItemFn> {
        self.functions().find(|function| function.sig.ident == name)
    }
}

/// Where a part of the syntax is in the text.
pub fn place(syntax: &impl Spanned) -> Range<usize> {
    syntax.span().byte_range()
}

/// The tokens of a part of the syntax.
pub fn words(syntax: &impl ToTokens) -> Vec<String> {
    let text = syntax.to_token_stream().to_string();
    tokens(&text).into_iter().map(str::to_owned).collect()
}

/// Whether an item is there for `cargo test` alone, by the attributes before its
/// first word.
pub fn is_for_tests(item: &Item) -> bool {
    let trees = item.to_token_stream().into_iter();
    let attributes = trees.take_while(|tree| !matches!(tree, TokenTree::Ident(_)));
    words(&attributes.collect::<TokenStream>()).contains(&"test".to_owned())
}

/// Places in a text, and what replaces them.
pub type Edits = Vec<(Range<usize>, String)>;

/// The text with the replacements; one within another is left out. A line that is
/// removed goes with its end.
pub fn edited(text: &str, mut edits: Edits) -> String {
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
