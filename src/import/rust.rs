//! A Rust file of another repository, read with `syn`, with places in the text, so
//! that a copy keeps the author's text byte for byte.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::ops::Range;
use std::thread;

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Item, ItemFn};

/// The most tokens of a file, and how deep its brackets may nest. `syn` recurses for
/// each of them at worst, on the stack that [`on_large_stack`] gives it.
const MOST_TOKENS: usize = 100_000;
const DEEPEST: usize = 400;

/// Runs what parses on a stack that is large enough for all that [`Source::read`]
/// lets through. The system provides only what is used of it.
pub fn on_large_stack<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(1 << 30);
        let thread = thread.spawn_scoped(scope, work).expect("threads can start");
        let done = thread.join();
        done.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

pub struct Source {
    pub text: String,
    pub items: Vec<Item>,
    /// Words, lifetimes, literals, brackets and characters of punctuation, and where
    /// they are.
    pub tokens: Vec<(String, Range<usize>)>,
}

impl Source {
    /// Reads a file; the error says why it is not understood.
    pub fn read(text: &str) -> Result<Self, String> {
        let stream: TokenStream = text
            .parse()
            .map_err(|_| "it is not Rust that can be read")?;
        let mut streams = vec![(stream.clone(), 0)];
        let mut tokens = 0;
        while let Some((stream, depth)) = streams.pop() {
            for token in stream {
                tokens += 1;
                if let TokenTree::Group(group) = token {
                    streams.push((group.stream(), depth + 1));
                }
            }
            if depth > DEEPEST || tokens > MOST_TOKENS {
                return Err("it is nested too deeply or too long to be read".to_owned());
            }
        }
        let file: syn::File = syn::parse2(stream.clone()).map_err(|error| {
            let line = error.span().start().line;
            format!("it is not Rust that can be read: line {line}: {error}")
        })?;
        let mut tokens = Vec::new();
        flatten(stream, &mut tokens);
        let (text, items) = (text.to_owned(), file.items);
        Ok(Self {
            text,
            items,
            tokens,
        })
    }

    /// The functions that are not for tests.
    pub fn functions(&self) -> impl Iterator<Item = &ItemFn> {
        let items = self.items.iter().filter(|item| !is_for_tests(item));
        items.filter_map(|item| match item {
            Item::Fn(function) => Some(function),
            _ => None,
        })
    }

    pub fn function(&self, name: &str) -> Option<&ItemFn> {
        self.functions().find(|function| function.sig.ident == name)
    }

    /// The word at an index, or nothing.
    pub fn word(&self, index: usize) -> &str {
        self.tokens.get(index).map_or("", |token| &token.0)
    }

    /// The paths in `include_str!("path")` and the like, and their places.
    pub fn includes(&self) -> impl Iterator<Item = (String, Range<usize>)> {
        self.tokens.windows(4).filter_map(|tokens| {
            let [(name, _), (mark, _), (_, _), (path, at)] = tokens else {
                return None;
            };
            let is_include =
                mark == "!" && ["include", "include_str", "include_bytes"].contains(&name.as_str());
            let path = syn::parse_str::<syn::LitStr>(path)
                .ok()
                .filter(|_| is_include)?;
            Some((path.value(), at.clone()))
        })
    }
}

/// Whether an item is there for `cargo test` alone.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "as filters pass it")]
pub fn is_for_tests(item: &&Item) -> bool {
    let attributes = match item {
        Item::Fn(it) => &it.attrs,
        Item::Mod(it) => &it.attrs,
        Item::Const(it) => &it.attrs,
        Item::Use(it) => &it.attrs,
        _ => return false,
    };
    let mut words = attributes.iter().flat_map(|it| words(&it.meta));
    words.any(|word| word == "test")
}

/// The tokens of a part of the syntax, as text.
pub fn words(syntax: &impl ToTokens) -> Vec<String> {
    let mut tokens = Vec::new();
    flatten(syntax.to_token_stream(), &mut tokens);
    tokens.into_iter().map(|token| token.0).collect()
}

/// The words in a text, whatever it is.
pub fn names_in(text: &str) -> BTreeSet<&str> {
    text.split(|c: char| !(c.is_alphanumeric() || c == '_'))
        .collect()
}

/// Adds the tokens with those inside of brackets.
fn flatten(stream: TokenStream, tokens: &mut Vec<(String, Range<usize>)>) {
    for tree in stream {
        match tree {
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Parenthesis => ("(", ")"),
                    Delimiter::Brace => ("{", "}"),
                    Delimiter::Bracket => ("[", "]"),
                    Delimiter::None => ("", ""),
                };
                tokens.push((open.to_owned(), group.span_open().byte_range()));
                flatten(group.stream(), tokens);
                tokens.push((close.to_owned(), group.span_close().byte_range()));
            }
            // The quote of a lifetime is a token of its own.
            tree => match tokens.last_mut().filter(|last| last.0 == "'") {
                Some(last) => {
                    last.0.push_str(&tree.to_string());
                    last.1.end = tree.span().byte_range().end;
                }
                None => tokens.push((tree.to_string(), tree.span().byte_range())),
            },
        }
    }
}

/// Places in a text, and what replaces them.
pub type Edits = Vec<(Range<usize>, String)>;

/// Whether a place is within what is removed.
pub fn is_removed(place: &Range<usize>, edits: &Edits) -> bool {
    let is_around = |at: &Range<usize>| at.start <= place.start && place.end <= at.end;
    edits
        .iter()
        .any(|(at, with)| with.is_empty() && is_around(at))
}

/// The text with the replacements; one within another is left out, but for what is
/// inserted. A line that is removed goes with its end.
pub fn edited(text: &str, mut edits: Edits) -> String {
    edits.sort_by_key(|(at, _)| (at.start, !at.is_empty(), Reverse(at.end)));
    let (mut result, mut end) = (String::new(), 0);
    for (at, with) in edits {
        if at.start >= end {
            result.push_str(&text[end..at.start]);
            let is_line = at.start == 0 || text[..at.start].ends_with('\n');
            let is_gone = is_line && with.is_empty() && text[at.end..].starts_with('\n');
            end = at.end + usize::from(is_gone);
        } else if !at.is_empty() {
            continue;
        }
        result.push_str(&with);
    }
    result + &text[end..]
}
