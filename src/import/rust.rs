//! What a Rust file of another repository has, read with `syn`: plain data with
//! places in the text, so that a copy keeps the author's text byte for byte.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::ops::Range;
use std::thread;

use proc_macro2::{Delimiter, Spacing, Span, TokenStream, TokenTree};
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
    pub tokens: Vec<Token>,
    pub functions: Vec<Function>,
    pub types: Vec<Type>,
    /// `impl FromStr for Map` as `("FromStr", "Map")`.
    pub implemented: Vec<(String, String)>,
    pub modules: Vec<Module>,
    /// Calls of macros between the items: the name and the tokens.
    pub macros: Vec<(String, Vec<Token>, Range<usize>)>,
    pub uses: Vec<Range<usize>>,
    pub tests: Vec<Test>,
    /// Where the first item begins that is no `use`.
    pub first_item: usize,
}

/// A word, a literal or one character of punctuation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    pub text: String,
    pub at: Range<usize>,
}

#[derive(Clone, Debug, Default)]
pub struct Function {
    pub name: String,
    pub at: Range<usize>,
    /// The names of attributes, what is between their parentheses, the places.
    pub attributes: Vec<(String, Vec<Token>, Range<usize>)>,
    pub arguments: Vec<Argument>,
    /// Empty if nothing is returned.
    pub returns: Vec<String>,
    /// The generic parameters, with what they are bound to.
    pub generics: Vec<String>,
    /// `async` or `unsafe`.
    pub is_special: bool,
    pub words: BTreeSet<String>,
}

#[derive(Clone, Debug)]
pub struct Argument {
    pub name: String,
    /// The tokens of its type, without lifetimes.
    pub of_type: Vec<String>,
}

/// A struct, an enum or an alias.
#[derive(Clone, Debug)]
pub struct Type {
    pub name: String,
    pub lifetimes: usize,
    /// Where `pub` would stand, if it is private.
    pub private_at: Option<usize>,
    /// What an alias stands for.
    pub alias: Vec<String>,
}

/// `mod name;`
#[derive(Clone, Debug)]
pub struct Module {
    pub name: String,
    pub at: Range<usize>,
    /// The attribute `#[path = "..."]`.
    pub path: Option<(String, Range<usize>)>,
}

/// A function for `cargo test`.
#[derive(Clone, Debug)]
pub struct Test {
    pub at: Range<usize>,
    pub words: BTreeSet<String>,
    /// The module for tests around it.
    pub module: Option<Range<usize>>,
}

impl Source {
    /// Reads a file; the error says why it is not understood.
    pub fn read(text: &str) -> Result<Self, String> {
        with_syntax(text, |file, tokens| {
            let mut source = Self {
                text: text.to_owned(),
                tokens,
                first_item: text.len(),
                ..Self::default()
            };
            for item in &file.items {
                source.add(item);
            }
            source.add_tests(&file.items, None);
            source
        })
    }

    pub fn words(&self) -> impl Iterator<Item = &str> {
        self.tokens.iter().map(|token| token.text.as_str())
    }

    pub fn function(&self, name: &str) -> Option<&Function> {
        self.functions.iter().find(|function| function.name == name)
    }

    /// Whether the tokens from `index` on are these.
    pub fn matches(&self, index: usize, words: &[&str]) -> bool {
        let tokens = self.tokens.get(index..index + words.len());
        tokens.is_some_and(|tokens| tokens.iter().map(|it| &*it.text).eq(words.iter().copied()))
    }

    /// The literals of `include_str!("path")` and `include_bytes!`: the path and
    /// the place of the literal.
    pub fn includes(&self) -> Vec<(String, Range<usize>)> {
        let at = |index: &usize| {
            let is_include = ["include_str", "include_bytes", "include"]
                .iter()
                .any(|name| self.matches(*index, &[name, "!", "("]));
            is_include.then(|| self.tokens.get(index + 3)).flatten()
        };
        let literals = (0..self.tokens.len()).filter_map(|index| at(&index));
        let path = |token: &Token| {
            let path = syn::parse_str::<syn::LitStr>(&token.text).ok()?.value();
            Some((path, token.at.clone()))
        };
        literals.filter_map(path).collect()
    }

    fn add(&mut self, item: &Item) {
        let at = item.span().byte_range();
        if matches!(item, Item::Use(_) | Item::ExternCrate(_)) {
            self.uses.push(at);
            return;
        }
        self.first_item = self.first_item.min(at.start);
        match item {
            Item::Fn(function) => self.functions.push(read_function(function)),
            Item::Struct(it) => {
                self.add_type(&it.ident, &it.generics, &it.vis, it.struct_token.span, None)
            }
            Item::Enum(it) => {
                self.add_type(&it.ident, &it.generics, &it.vis, it.enum_token.span, None)
            }
            Item::Type(it) => {
                self.add_type(
                    &it.ident,
                    &it.generics,
                    &it.vis,
                    it.type_token.span,
                    Some(&it.ty),
                );
            }
            Item::Impl(it) => {
                if let (Some((path, _)), [name, ..]) = (&it.trait_, &words(&it.self_ty)[..]) {
                    let of = path.segments.last().map(|segment| words(segment).concat());
                    self.implemented
                        .push((of.unwrap_or_default(), name.clone()));
                }
            }
            Item::Mod(it) if it.content.is_none() => {
                let path = it.attrs.iter().find(|it| it.path().is_ident("path"));
                let path = path.and_then(|attribute| {
                    let value = attribute
                        .meta
                        .require_name_value()
                        .ok()?
                        .value
                        .to_token_stream();
                    let path = syn::parse2::<syn::LitStr>(value).ok()?.value();
                    Some((path, attribute.span().byte_range()))
                });
                self.modules.push(Module {
                    name: it.ident.to_string(),
                    at,
                    path,
                });
            }
            Item::Macro(it) if it.ident.is_none() => {
                let name = it.mac.path.segments.last().map(|it| it.ident.to_string());
                let tokens = flat(it.mac.tokens.clone());
                self.macros.push((name.unwrap_or_default(), tokens, at));
            }
            _ => {}
        }
    }

    fn add_type(
        &mut self,
        name: &syn::Ident,
        generics: &syn::Generics,
        visibility: &Visibility,
        keyword: Span,
        alias: Option<&syn::Type>,
    ) {
        let is_private = matches!(visibility, Visibility::Inherited);
        self.types.push(Type {
            name: name.to_string(),
            lifetimes: generics.lifetimes().count(),
            private_at: is_private.then(|| keyword.byte_range().start),
            alias: alias.map(words).unwrap_or_default(),
        });
    }

    fn add_tests(&mut self, items: &[Item], module: Option<&Range<usize>>) {
        for item in items {
            match item {
                Item::Fn(function) => {
                    let mut attributes = function.attrs.iter();
                    if attributes
                        .any(|it| words(it.path()).iter().any(|word| word.contains("test")))
                    {
                        self.tests.push(Test {
                            at: function.span().byte_range(),
                            words: words(function).into_iter().collect(),
                            module: module.cloned(),
                        });
                    }
                }
                Item::Mod(inner) => {
                    let at = inner.span().byte_range();
                    if let Some((_, items)) = &inner.content {
                        self.add_tests(items, Some(module.unwrap_or(&at)));
                    }
                }
                _ => {}
            }
        }
    }
}

fn read_function(function: &syn::ItemFn) -> Function {
    let attribute = |attribute: &syn::Attribute| {
        let name = attribute.path().segments.last()?.ident.to_string();
        let tokens = attribute
            .meta
            .require_list()
            .ok()
            .map(|it| flat(it.tokens.clone()));
        Some((
            name,
            tokens.unwrap_or_default(),
            attribute.span().byte_range(),
        ))
    };
    let argument = |argument: &FnArg| {
        let FnArg::Typed(typed) = argument else {
            return None;
        };
        let name = match &*typed.pat {
            Pat::Ident(pattern) => pattern.ident.to_string(),
            _ => String::new(),
        };
        let of_type = words(&typed.ty)
            .into_iter()
            .filter(|word| !word.starts_with('\''));
        Some(Argument {
            name,
            of_type: of_type.collect(),
        })
    };
    let signature = &function.sig;
    let mut generics: Vec<String> = signature
        .generics
        .type_params()
        .map(|it| words(it).concat())
        .collect();
    if let Some(clause) = &signature.generics.where_clause {
        generics.extend(clause.predicates.iter().map(|it| words(it).concat()));
    }
    Function {
        name: signature.ident.to_string(),
        at: function.span().byte_range(),
        attributes: function.attrs.iter().filter_map(attribute).collect(),
        arguments: signature.inputs.iter().filter_map(argument).collect(),
        returns: match &signature.output {
            ReturnType::Default => Vec::new(),
            ReturnType::Type(_, returns) => words(returns),
        },
        generics,
        is_special: signature.asyncness.is_some()
            || words(signature).contains(&"unsafe".to_owned()),
        words: words(&function.block).into_iter().collect(),
    }
}

/// Parses a file on a stack that is large enough for it, and hands it to `read`.
pub fn with_syntax<T: Send>(
    text: &str,
    read: impl FnOnce(&syn::File, Vec<Token>) -> T + Send,
) -> Result<T, String> {
    let parse = || {
        let tokens = lex(text)?;
        let file: syn::File = syn::parse2(tokens.clone()).map_err(|error| {
            let line = error.span().start().line;
            format!("it is not Rust that can be read: line {line}: {error}")
        })?;
        Ok(read(&file, flat(tokens)))
    };
    thread::scope(|scope| {
        let thread = thread::Builder::new()
            .stack_size(STACK)
            .spawn_scoped(scope, parse);
        let thread = thread.map_err(|error| format!("cannot start a thread: {error}"))?;
        thread.join().map_err(|_| "the parser failed".to_owned())?
    })
}

/// The tokens of a text, unless they nest too deeply to be parsed.
fn lex(text: &str) -> Result<TokenStream, String> {
    let stream: TokenStream = text
        .parse()
        .map_err(|error| format!("it is not Rust that can be read: {error}"))?;
    // Each stream that is still to be looked at, with how deep it is.
    let mut streams = vec![(stream.clone(), 0)];
    while let Some((stream, depth)) = streams.pop() {
        let mut run = depth;
        let mut tokens = stream.into_iter().peekable();
        while let Some(token) = tokens.next() {
            run += 1;
            if run > DEEPEST {
                return Err("it is nested too deeply to be read".to_owned());
            }
            match token {
                TokenTree::Punct(point) if matches!(point.as_char(), ';' | ',') => run = depth,
                TokenTree::Group(group) => {
                    streams.push((group.stream(), run + BRACKET));
                    // A block ends a statement or an item, unless it goes on.
                    let goes_on = match tokens.peek() {
                        Some(TokenTree::Ident(word)) => *word == "else" || *word == "as",
                        Some(TokenTree::Punct(point)) => point.as_char() != '#',
                        _ => false,
                    };
                    if group.delimiter() == Delimiter::Brace && !goes_on {
                        run = depth;
                    }
                }
                _ => {}
            }
        }
    }
    Ok(stream)
}

/// Whether an expression that a user gives can be parsed; its tokens.
pub fn expression(text: &str) -> Result<Vec<String>, String> {
    let text = format!("fn f() {{ let _ = {{ {text} }}; }}");
    with_syntax(&text, |_, tokens| {
        tokens.into_iter().map(|it| it.text).collect()
    })
}

/// The tokens of a part of the syntax, as text.
pub fn words(syntax: &impl ToTokens) -> Vec<String> {
    let tokens = flat(syntax.to_token_stream()).into_iter();
    tokens.map(|token| token.text).collect()
}

/// The tokens with those inside of brackets.
fn flat(stream: TokenStream) -> Vec<Token> {
    let mut tokens = Vec::new();
    add_flat(stream, &mut tokens);
    tokens
}

fn add_flat(stream: TokenStream, tokens: &mut Vec<Token>) {
    let mut is_lifetime = false;
    for token in stream {
        let at = token.span().byte_range();
        match token {
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Parenthesis => ("(", ")"),
                    Delimiter::Brace => ("{", "}"),
                    Delimiter::Bracket => ("[", "]"),
                    Delimiter::None => ("", ""),
                };
                let mut bracket = |text: &str, span: Span| {
                    tokens.push(Token {
                        text: text.to_owned(),
                        at: span.byte_range(),
                    });
                };
                bracket(open, group.span_open());
                add_flat(group.stream(), tokens);
                tokens.push(Token {
                    text: close.to_owned(),
                    at: group.span_close().byte_range(),
                });
            }
            TokenTree::Ident(word) if is_lifetime => {
                if let Some(last) = tokens.last_mut() {
                    last.text.push_str(&word.to_string());
                    last.at.end = at.end;
                }
                is_lifetime = false;
            }
            TokenTree::Punct(point) => {
                is_lifetime = point.as_char() == '\'' && point.spacing() == Spacing::Joint;
                tokens.push(Token {
                    text: point.as_char().to_string(),
                    at,
                });
            }
            other => tokens.push(Token {
                text: other.to_string(),
                at,
            }),
        }
    }
}

/// Replacements in a text.
#[derive(Debug, Default)]
pub struct Edits(Vec<(Range<usize>, String)>);

impl Edits {
    pub fn replace(&mut self, at: Range<usize>, with: impl Into<String>) {
        self.0.push((at, with.into()));
    }

    /// Removes something with its line break, and the empty line behind it.
    pub fn remove(&mut self, text: &str, at: Range<usize>) {
        let start = text[..at.start].rfind('\n').map_or(0, |end| end + 1);
        let is_alone = text[start..at.start].trim().is_empty();
        let rest = &text[at.end..];
        let line = rest.find('\n').map_or(rest.len(), |end| end + 1);
        if is_alone && rest[..line].trim().is_empty() {
            let mut end = at.end + line;
            let is_between = text[..start].ends_with("\n\n") || start == 0;
            if is_between && text[end..].starts_with('\n') {
                end += 1;
            }
            self.replace(start..end, "");
        } else {
            self.replace(at, "");
        }
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
