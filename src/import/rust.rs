//! A Rust file of another repository, read with `syn`, with places in the text, so
//! that a copy keeps the author's text byte for byte.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::ops::Range;
use std::thread;

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::{Attribute, Item, ItemFn};

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
    pub fn read(text: String) -> Result<Self, String> {
        let unread = |why: String| format!("it is not Rust that can be read{why}");
        let stream = text.parse::<TokenStream>();
        let stream = stream.map_err(|_| unread(String::new()))?;
        let mut tokens = Vec::new();
        if flatten(stream.clone(), 0, &mut tokens).is_none() {
            return Err("it is nested too deeply or too long to be read".to_owned());
        }
        let file: syn::File = syn::parse2(stream)
            .map_err(|error| unread(format!(": line {}: {error}", error.span().start().line)))?;
        Ok(Self {
            text,
            items: file.items,
            tokens,
        })
    }

    /// The tokens of an item.
    pub fn tokens_of(&self, item: &Item) -> impl Iterator<Item = &(String, Range<usize>)> {
        let at = place(item);
        self.tokens
            .iter()
            .filter(move |it| at.contains(&it.1.start))
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

    /// The paths in `include_str!("path")` and the like, and their places.
    pub fn includes(&self) -> impl Iterator<Item = (String, Range<usize>)> {
        let quads = self.tokens.windows(4).filter(|tokens| {
            let names = ["include", "include_str", "include_bytes"];
            names.contains(&&*tokens[0].0) && tokens[1].0 == "!"
        });
        quads.filter_map(|tokens| {
            let path: syn::LitStr = syn::parse_str(&tokens[3].0).ok()?;
            Some((path.value(), tokens[3].1.clone()))
        })
    }
}

/// Where a part of the syntax is in the text.
pub fn place(syntax: &impl Spanned) -> Range<usize> {
    syntax.span().byte_range()
}

/// Whether an item is there for `cargo test` alone.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "as filters pass it")]
pub fn is_for_tests(item: &&Item) -> bool {
    let attributes: &[Attribute] = match item {
        Item::Fn(it) => &it.attrs,
        Item::Mod(it) => &it.attrs,
        Item::Const(it) => &it.attrs,
        Item::Use(it) => &it.attrs,
        _ => &[],
    };
    let mut words = attributes.iter().flat_map(|it| words(&it.meta));
    words.any(|word| word == "test")
}

/// The tokens of a part of the syntax, as text.
pub fn words(syntax: &impl ToTokens) -> Vec<String> {
    let mut tokens = Vec::new();
    flatten(syntax.to_token_stream(), 0, &mut tokens);
    tokens.into_iter().map(|token| token.0).collect()
}

/// The words in a text, whatever it is.
pub fn names_in(text: &str) -> BTreeSet<&str> {
    text.split(|c: char| !(c.is_alphanumeric() || c == '_'))
        .collect()
}

/// Adds the tokens with those inside of brackets; `None` if these are too many.
fn flatten(
    stream: TokenStream,
    depth: usize,
    tokens: &mut Vec<(String, Range<usize>)>,
) -> Option<()> {
    if depth > DEEPEST {
        return None;
    }
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
                flatten(group.stream(), depth + 1, tokens)?;
                tokens.push((close.to_owned(), group.span_close().byte_range()));
            }
            // The quote of a lifetime is a token of its own.
            tree => match tokens.last_mut().filter(|last| last.0 == "'") {
                Some(last) => {
                    last.0.push_str(&tree.to_string());
                    last.1.end = place(&tree).end;
                }
                None => tokens.push((tree.to_string(), place(&tree))),
            },
        }
    }
    (tokens.len() <= MOST_TOKENS).then_some(())
}

/// Places in a text, and what replaces them.
pub type Edits = Vec<(Range<usize>, String)>;

/// The text with the replacements; one within another is left out. A line that is
/// removed goes with its blanks and its end.
pub fn edited(text: &str, mut edits: Edits) -> String {
    edits.sort_by_key(|(at, _)| (at.start, !at.is_empty(), Reverse(at.end)));
    let (mut result, mut end) = (String::new(), 0);
    for (at, with) in edits {
        if at.start < end {
            continue;
        }
        let line = text[..at.start].trim_end_matches([' ', '\t']);
        let is_line = line.is_empty() || line.ends_with('\n');
        let is_gone = is_line && with.is_empty() && text[at.end..].starts_with('\n');
        let start = if is_gone { line.len() } else { at.start };
        result.push_str(&text[end..start.max(end)]);
        result.push_str(&with);
        end = at.end + usize::from(is_gone);
    }
    result + &text[end..]
}
