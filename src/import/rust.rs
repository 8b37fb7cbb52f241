//! What a Rust file of another repository has, read with `syn`: plain data with
//! places in the text, so that a copy keeps the author's text byte for byte.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::ops::Range;
use std::thread;

use proc_macro2::{Delimiter, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::{FnArg, Item, Pat, ReturnType, Visibility};

/// The longest run of tokens that may nest in each other; a bracket counts as
/// [`BRACKET`] of them. `syn` recurses for each.
const DEEPEST: usize = 8_000;
const BRACKET: usize = 40;
/// The stack for this, which grows only as far as it is used.
const STACK: usize = 512 << 20;

/// The facts about a file.
#[derive(Clone, Debug, Default)]
pub struct Source {
    pub text: String,
    pub tokens: Vec<SourceToken>,
    pub functions: Vec<SourceFunction>,
    pub types: Vec<Type>,
    /// The names in `mod name;`.
    pub modules: Vec<String>,
    /// Calls of macros between the items: the name, the words and the place.
    pub macros: Vec<(String, Vec<String>, Range<usize>)>,
    pub uses: Vec<Range<usize>>,
    /// Tests and modules for tests between the items: the place and the words.
    pub tests: Vec<(Range<usize>, BTreeSet<String>)>,
    /// Where the first item begins that is no `use`.
    pub first_item: usize,
}

/// A word, a lifetime, a literal or one character of punctuation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceToken {
    pub text: String,
    pub at: Range<usize>,
}

#[derive(Clone, Debug)]
pub struct SourceFunction {
    pub name: String,
    pub at: Range<usize>,
    /// The names of attributes, what is between their parentheses, the places.
    pub attributes: Vec<(String, Vec<String>, Range<usize>)>,
    /// The names of the arguments, and their types without lifetimes.
    pub arguments: Vec<(String, Vec<String>)>,
    /// Empty if nothing is returned.
    pub returns: Vec<String>,
    /// Whether it has types as parameters.
    pub is_generic: bool,
    pub words: BTreeSet<String>,
    /// `async` or `unsafe`.
    pub is_special: bool,
}

/// A struct, an enum or an alias.
#[derive(Clone, Debug)]
pub struct Type {
    pub name: String,
    pub lifetimes: usize,
    /// Where `pub` would stand, if it is private.
    pub private_at: Option<usize>,
}

impl Source {
    /// Reads a file; the error says why it is not understood.
    pub fn read(text: &str) -> Result<Self, String> {
        with_syntax(text, |file, tokens| {
            let mut source = Self::default();
            (source.text, source.tokens) = (text.to_owned(), tokens);
            source.first_item = text.len();
            file.items.iter().for_each(|item| source.add(item));
            source
        })
    }

    pub fn function(&self, name: &str) -> Option<&SourceFunction> {
        self.functions.iter().find(|function| function.name == name)
    }

    /// Whether the tokens from `index` on are these.
    pub fn matches(&self, index: usize, words: &[&str]) -> bool {
        let tokens = self
            .tokens
            .get(index..index + words.len())
            .unwrap_or_default();
        !tokens.is_empty() && tokens.iter().map(|it| &*it.text).eq(words.iter().copied())
    }

    /// The paths in `include_str!("path")` and the like, and their places.
    pub fn includes(&self) -> impl Iterator<Item = (String, Range<usize>)> {
        let starts = (3..self.tokens.len()).filter(|index| {
            let name = self.tokens[index - 3].text.as_str();
            let is_include = ["include_str", "include_bytes", "include"].contains(&name);
            is_include && self.matches(index - 2, &["!", "("])
        });
        starts.filter_map(|index| {
            let token = &self.tokens[index];
            let path = syn::parse_str::<syn::LitStr>(&token.text).ok()?;
            Some((path.value(), token.at.clone()))
        })
    }

    fn add(&mut self, item: &Item) {
        let at = item.span().byte_range();
        if matches!(item, Item::Use(_) | Item::ExternCrate(_)) {
            return self.uses.push(at);
        }
        self.first_item = self.first_item.min(at.start);
        let mut add_type = |name: &syn::Ident, generics: &syn::Generics, vis, keyword: Span| {
            let is_private = matches!(vis, &Visibility::Inherited);
            self.types.push(Type {
                name: name.to_string(),
                lifetimes: generics.lifetimes().count(),
                private_at: is_private.then(|| keyword.byte_range().start),
            });
        };
        match item {
            Item::Fn(it) if is_for_tests(&it.attrs) => self.add_test(it, at),
            Item::Mod(it) if is_for_tests(&it.attrs) => self.add_test(it, at),
            Item::Fn(function) => self.functions.push(read_function(function)),
            Item::Struct(it) => add_type(&it.ident, &it.generics, &it.vis, it.struct_token.span),
            Item::Enum(it) => add_type(&it.ident, &it.generics, &it.vis, it.enum_token.span),
            Item::Type(it) => add_type(&it.ident, &it.generics, &it.vis, it.type_token.span),
            Item::Mod(it) if it.content.is_none() => self.modules.push(it.ident.to_string()),
            Item::Macro(it) if it.ident.is_none() => {
                let name = words(&it.mac.path).pop().unwrap_or_default();
                self.macros.push((name, words(&it.mac.tokens), at));
            }
            _ => {}
        }
    }

    fn add_test(&mut self, item: &impl ToTokens, at: Range<usize>) {
        let words = words(item).into_iter().collect();
        self.tests.push((at, words));
    }
}

/// Whether an item is there for `cargo test` alone.
fn is_for_tests(attributes: &[syn::Attribute]) -> bool {
    attributes
        .iter()
        .flat_map(|it| words(&it.meta))
        .any(|word| word == "test")
}

fn read_function(function: &syn::ItemFn) -> SourceFunction {
    let signature = &function.sig;
    let attributes = function.attrs.iter().map(|it| {
        let inner = it.meta.require_list().map(|it| words(&it.tokens));
        let name = words(it.path()).pop().unwrap_or_default();
        let inner = inner.unwrap_or_default().into_iter();
        let inner = inner.map(|word| word.trim_matches('"').to_owned());
        (name, inner.collect(), it.span().byte_range())
    });
    let arguments = signature.inputs.iter().map(|argument| match argument {
        FnArg::Typed(it) => {
            let name = match &*it.pat {
                Pat::Ident(name) => name.ident.to_string(),
                _ => String::new(),
            };
            let of_type = words(&it.ty).into_iter();
            let of_type = of_type.filter(|word| !word.starts_with('\''));
            (name, of_type.collect())
        }
        FnArg::Receiver(_) => ("self".to_owned(), Vec::new()),
    });
    SourceFunction {
        name: signature.ident.to_string(),
        at: function.span().byte_range(),
        attributes: attributes.collect(),
        arguments: arguments.collect(),
        returns: match &signature.output {
            ReturnType::Default => Vec::new(),
            ReturnType::Type(_, returns) => words(returns),
        },
        is_generic: signature.generics.type_params().next().is_some()
            || words(&signature.inputs).iter().any(|it| it == "impl"),
        words: words(function).into_iter().collect(),
        is_special: words(signature)
            .iter()
            .any(|it| it == "async" || it == "unsafe"),
    }
}

/// Parses a file on a stack that is large enough for it, and hands it to `read`.
pub fn with_syntax<T: Send>(
    text: &str,
    read: impl FnOnce(&syn::File, Vec<SourceToken>) -> T + Send,
) -> Result<T, String> {
    let parse = || {
        let tokens = lex(text)?;
        let file = syn::parse2(tokens.clone()).map_err(|error| {
            let line = error.span().start().line;
            format!("it is not Rust that can be read: line {line}: {error}")
        })?;
        Ok(read(&file, flat(tokens)))
    };
    thread::scope(|scope| {
        let builder = thread::Builder::new().stack_size(STACK);
        let thread = builder
            .spawn_scoped(scope, parse)
            .map_err(|error| error.to_string())?;
        thread.join().map_err(|_| "the parser failed".to_owned())?
    })
}

/// The tokens of a text, unless they nest too deeply to be parsed.
fn lex(text: &str) -> Result<TokenStream, String> {
    let stream: Result<TokenStream, _> = text.parse();
    let stream = stream.map_err(|_| "it is not Rust that can be read")?;
    // Each stream that is still to be looked at, with how deep it is.
    let mut streams = vec![(stream.clone(), 0)];
    while let Some((stream, depth)) = streams.pop() {
        let (mut run, mut ends) = (depth, false);
        for token in stream {
            // A block ends a statement or an item, unless it goes on.
            let goes_on = match &token {
                TokenTree::Ident(word) => *word == "else" || *word == "as",
                TokenTree::Punct(point) => point.as_char() != '#',
                _ => false,
            };
            run = if ends && !goes_on { depth } else { run } + 1;
            ends = false;
            if run > DEEPEST {
                return Err("it is nested too deeply to be read".to_owned());
            }
            match token {
                TokenTree::Punct(it) if matches!(it.as_char(), ';' | ',') => run = depth,
                TokenTree::Group(group) => {
                    ends = group.delimiter() == Delimiter::Brace;
                    streams.push((group.stream(), run + BRACKET));
                }
                _ => {}
            }
        }
    }
    Ok(stream)
}

/// The tokens of an expression that a user gives.
pub fn expression(text: &str) -> Result<Vec<String>, String> {
    lex(text)?;
    let file = format!("const _: () = {{ {text} }};");
    with_syntax(&file, |_, tokens| {
        tokens.into_iter().map(|it| it.text).collect()
    })
}

/// The tokens of a part of the syntax, as text.
pub fn words(syntax: &impl ToTokens) -> Vec<String> {
    let tokens = flat(syntax.to_token_stream());
    tokens.into_iter().map(|token| token.text).collect()
}

/// The tokens with those inside of brackets.
fn flat(stream: TokenStream) -> Vec<SourceToken> {
    let mut tokens: Vec<SourceToken> = Vec::new();
    let token = |text: String, at: Span| {
        let at = at.byte_range();
        SourceToken { text, at }
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
                tokens.push(token(open.to_owned(), group.span_open()));
                tokens.extend(flat(group.stream()));
                tokens.push(token(close.to_owned(), group.span_close()));
            }
            tree => {
                let new = token(tree.to_string(), tree.span());
                // The quote of a lifetime is a token of its own.
                match tokens.last_mut().filter(|last| last.text == "'") {
                    Some(last) => {
                        last.text.push_str(&new.text);
                        last.at.end = new.at.end;
                    }
                    None => tokens.push(new),
                }
            }
        }
    }
    tokens
}

/// Replacements in a text.
#[derive(Debug, Default)]
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
        let mut result = String::new();
        let mut end = 0;
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
