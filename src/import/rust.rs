//! A Rust file of another repository, read with `syn`, with places in the text, so
//! that a copy keeps the author's text byte for byte.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::ops::Range;
use std::thread;

use proc_macro2::{Delimiter, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::spanned::Spanned;
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
        let thread = thread
            .spawn_scoped(scope, work)
            .expect("a thread can be started");
        thread
            .join()
            .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

pub struct Source {
    pub text: String,
    pub items: Vec<Item>,
    pub tokens: Vec<SourceToken>,
}

/// A word, a lifetime, a literal, a bracket or one character of punctuation.
pub struct SourceToken {
    pub text: String,
    pub at: Range<usize>,
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
        let (text, items) = (text.to_owned(), file.items);
        Ok(Self {
            text,
            items,
            tokens: flat(stream),
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

    /// The name and the words of each macro that is called between the items, and
    /// the place of the call.
    pub fn macros(&self) -> impl Iterator<Item = (String, Vec<String>, Range<usize>)> {
        self.items.iter().filter_map(|item| match item {
            Item::Macro(it) if it.ident.is_none() => {
                let name = it.mac.path.segments.last()?.ident.to_string();
                Some((name, words(&it.mac.tokens), item.span().byte_range()))
            }
            _ => None,
        })
    }

    /// The names in `mod name;`.
    pub fn modules(&self) -> impl Iterator<Item = String> {
        self.items.iter().filter_map(|item| match item {
            Item::Mod(it) if it.content.is_none() => Some(it.ident.to_string()),
            _ => None,
        })
    }

    /// Whether the tokens from `index` on are these.
    pub fn matches(&self, index: usize, words: &[&str]) -> bool {
        let tokens = self.tokens.get(index..index + words.len());
        tokens.is_some_and(|it| it.iter().map(|it| &*it.text).eq(words.iter().copied()))
    }

    /// The paths in `include_str!("path")` and the like, and their places.
    pub fn includes(&self) -> impl Iterator<Item = (String, Range<usize>)> {
        let includes = ["include_str", "include_bytes", "include"];
        self.tokens
            .windows(4)
            .enumerate()
            .filter_map(move |(index, tokens)| {
                let is_include =
                    includes.contains(&&*tokens[0].text) && self.matches(index + 1, &["!", "("]);
                let path = syn::parse_str::<syn::LitStr>(&tokens[3].text)
                    .ok()
                    .filter(|_| is_include)?;
                Some((path.value(), tokens[3].at.clone()))
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

/// The tokens of an expression that a user gives.
pub fn expression(text: &str) -> Result<Vec<String>, String> {
    let source = Source::read(&format!("const _: () = {{ {text} }};"))?;
    Ok(source.tokens.into_iter().map(|token| token.text).collect())
}

/// The tokens of a part of the syntax, as text.
pub fn words(syntax: &impl ToTokens) -> Vec<String> {
    let tokens = flat(syntax.to_token_stream());
    tokens.into_iter().map(|token| token.text).collect()
}

/// The words in a text, whatever it is.
pub fn names_in(text: &str) -> BTreeSet<&str> {
    text.split(|c: char| !(c.is_alphanumeric() || c == '_'))
        .collect()
}

/// The tokens with those inside of brackets.
fn flat(stream: TokenStream) -> Vec<SourceToken> {
    let mut tokens: Vec<SourceToken> = Vec::new();
    let token = |text: &str, at: Span| SourceToken {
        text: text.to_owned(),
        at: at.byte_range(),
    };
    for tree in stream {
        match tree {
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Parenthesis => ("(", ")"),
                    Delimiter::Brace => ("{", "}"),
                    Delimiter::Bracket => ("[", "]"),
                    Delimiter::None => ("", ""),
                };
                tokens.push(token(open, group.span_open()));
                tokens.extend(flat(group.stream()));
                tokens.push(token(close, group.span_close()));
            }
            // The quote of a lifetime is a token of its own.
            tree => match tokens.last_mut().filter(|last| last.text == "'") {
                Some(last) => {
                    last.text.push_str(&tree.to_string());
                    last.at.end = tree.span().byte_range().end;
                }
                None => tokens.push(token(&tree.to_string(), tree.span())),
            },
        }
    }
    tokens
}

/// Replacements in a text.
#[derive(Default)]
pub struct Edits(Vec<(Range<usize>, String)>);

impl Edits {
    pub fn replace(&mut self, at: Range<usize>, with: impl Into<String>) {
        self.0.push((at, with.into()));
    }

    /// Removes something with its line break.
    pub fn remove(&mut self, text: &str, at: Range<usize>) {
        let is_line = at.start == 0 || text[..at.start].ends_with('\n');
        let more = usize::from(is_line && text[at.end..].starts_with('\n'));
        self.replace(at.start..at.end + more, "");
    }

    /// Whether a place is within what is removed.
    pub fn removes(&self, place: &Range<usize>) -> bool {
        let mut removed = self.0.iter().filter(|(_, with)| with.is_empty());
        removed.any(|(at, _)| at.start <= place.start && place.end <= at.end)
    }

    /// The text with the replacements; one within another is left out, but for
    /// what is inserted.
    pub fn apply(mut self, text: &str) -> String {
        self.0
            .sort_by_key(|(at, _)| (at.start, !at.is_empty(), Reverse(at.end)));
        let (mut result, mut end) = (String::new(), 0);
        for (at, with) in self.0 {
            if at.start >= end {
                result.push_str(&text[end..at.start]);
                end = at.end;
            } else if !at.is_empty() {
                continue;
            }
            result.push_str(&with);
        }
        result + &text[end..]
    }
}
