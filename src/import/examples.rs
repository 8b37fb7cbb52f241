//! Examples in the tests of another repository: `assert_eq!(part1(TEXT), 42)` with
//! a text that is a literal, a constant or a file, perhaps parsed before.

use std::collections::BTreeMap;

use aoc_solution::Part;
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::{Expr, Item, Lit, Pat, Stmt, Token};

use super::rust::is_for_tests;
use super::wiring::Wiring;

/// The longest text that is written into the code.
const LONGEST: usize = 4096;

/// Texts with the answers that the parts give to them.
type Found = Vec<(String, [Option<String>; 2])>;

/// The text of an included path, or else of the template's file for a part.
type TextOf<'s> = &'s dyn Fn(Result<&str, Option<String>>) -> Option<String>;

/// Finds examples in tests.
pub struct Tests<'s> {
    wiring: &'s Wiring,
    file: TextOf<'s>,
    /// Constants and variables.
    names: BTreeMap<String, &'s Expr>,
}

/// The examples as Rust.
pub fn render(examples: &Found) -> Vec<String> {
    let part = |part: Part, answer: &Option<String>| {
        let answer = answer.as_ref()?;
        Some(format!(".part{part}({answer:?})"))
    };
    let render = |(text, answers): &(String, [Option<String>; 2])| {
        let parts = Part::BOTH.into_iter().zip(answers);
        let parts: String = parts.filter_map(|it| part(it.0, it.1)).collect();
        format!("aoc_solution::Example::new({text:?}){parts}")
    };
    examples.iter().map(render).collect()
}

impl<'s> Tests<'s> {
    pub fn new(wiring: &'s Wiring, file: TextOf<'s>) -> Self {
        let names = BTreeMap::new();
        Self {
            wiring,
            file,
            names,
        }
    }

    /// Adds the examples of all tests among the items.
    pub fn find(&mut self, items: &'s [Item], found: &mut Found) {
        for item in items {
            self.learn(item);
        }
        for item in items.iter().filter(is_for_tests) {
            let outer = self.names.clone();
            match item {
                Item::Fn(it) => self.read(&it.block.stmts, found),
                Item::Mod(it) => self.find(it.content.as_ref().map_or(&[], |it| &it.1), found),
                _ => {}
            }
            self.names = outer;
        }
    }

    fn learn(&mut self, item: &'s Item) {
        let (name, value) = match item {
            Item::Const(it) => (&it.ident, &it.expr),
            Item::Static(it) => (&it.ident, &it.expr),
            _ => return,
        };
        self.names.insert(name.to_string(), value);
    }

    fn read(&mut self, statements: &'s [Stmt], found: &mut Found) {
        for statement in statements {
            match statement {
                Stmt::Item(item) => self.learn(item),
                Stmt::Local(it) => {
                    let pattern = match &it.pat {
                        Pat::Type(it) => &*it.pat,
                        pattern => pattern,
                    };
                    if let (Pat::Ident(name), Some(init)) = (pattern, &it.init) {
                        self.names.insert(name.ident.to_string(), &init.expr);
                    }
                }
                Stmt::Macro(it) if it.mac.path.is_ident("assert_eq") => {
                    let sides = Punctuated::<Expr, Token![,]>::parse_terminated;
                    let sides = sides.parse2(it.mac.tokens.clone()).unwrap_or_default();
                    if let Some((one, other)) = sides.first().zip(sides.get(1)) {
                        let example = self.example(one, other);
                        let example = example.or_else(|| self.example(other, one));
                        if let Some(example) = example {
                            merge(found, example);
                        }
                    }
                }
                _ => {}
            }
        }
    }

    fn example(&self, call: &Expr, expected: &Expr) -> Option<(Part, String, String)> {
        let (name, mut argument) = self.call(call)?;
        let (part, _, parser) = self.wiring.functions.iter().find(|it| it.1 == name)?;
        if let Some(parser) = parser {
            let (name, inner) = self.call(argument)?;
            argument = Some(inner).filter(|_| name == *parser)?;
        }
        let (text, answer) = (self.text(argument)?, self.answer(expected)?);
        (text.len() <= LONGEST).then_some((*part, text, answer))
    }

    /// An expression without what changes nothing for us, through names; and whether
    /// blanks around the text are removed.
    fn resolved<'e>(&'e self, mut expression: &'e Expr) -> (&'e Expr, bool) {
        let mut trims = false;
        for _ in 0..20 {
            expression = match expression {
                Expr::Reference(it) => &it.expr,
                Expr::Paren(it) => &it.expr,
                Expr::Try(it) => &it.expr,
                Expr::MethodCall(it) => {
                    let method = it.method.to_string();
                    trims |= method.starts_with("trim");
                    match method.split('_').next() {
                        Some("unwrap" | "expect" | "clone" | "as" | "to" | "into" | "trim") => {
                            &it.receiver
                        }
                        _ => break,
                    }
                }
                Expr::Path(it) => match it.path.get_ident().map(ToString::to_string) {
                    Some(name) if self.names.contains_key(&name) => self.names[&name],
                    _ => break,
                },
                _ => break,
            }
        }
        (expression, trims)
    }

    /// The name and the only argument of a call.
    fn call<'e>(&'e self, expression: &'e Expr) -> Option<(String, &'e Expr)> {
        match self.resolved(expression).0 {
            Expr::Call(it) if it.args.len() == 1 => match &*it.func {
                Expr::Path(path) => {
                    Some((path.path.segments.last()?.ident.to_string(), &it.args[0]))
                }
                _ => None,
            },
            _ => None,
        }
    }

    fn text(&self, expression: &Expr) -> Option<String> {
        let (expression, trims) = self.resolved(expression);
        let text = match expression {
            Expr::Lit(it) => match &it.lit {
                Lit::Str(text) => text.value(),
                _ => return None,
            },
            Expr::Macro(it) if it.mac.path.is_ident("include_str") => {
                let path: syn::LitStr = it.mac.parse_body().ok()?;
                (self.file)(Ok(&path.value()))?
            }
            // The common template has its examples in files.
            Expr::Call(it) => match &*it.func {
                Expr::Path(path) => match &*path.path.segments.last()?.ident.to_string() {
                    "read_file" => (self.file)(Err(None))?,
                    "read_file_part" => (self.file)(Err(Some(self.answer(it.args.last()?)?)))?,
                    _ => return None,
                },
                _ => return None,
            },
            _ => return None,
        };
        Some(if trims { text.trim().to_owned() } else { text })
    }

    /// The answer that a test expects; `None` also if it expects that there is none.
    fn answer(&self, expected: &Expr) -> Option<String> {
        match self.resolved(expected).0 {
            Expr::Lit(it) => match &it.lit {
                Lit::Int(number) => Some(number.base10_digits().to_owned()),
                Lit::Str(text) => Some(text.value()),
                _ => None,
            },
            Expr::Unary(it) => Some(format!("-{}", self.answer(&it.expr)?)),
            call => match self.call(call)? {
                (name, answer) if name == "Some" || name == "Ok" => self.answer(answer),
                _ => None,
            },
        }
    }
}

/// Adds an example to those with the same text, unless it contradicts them.
fn merge(found: &mut Found, (part, text, answer): (Part, String, String)) {
    let index = found
        .iter()
        .position(|it| it.0 == text)
        .unwrap_or(found.len());
    if index == found.len() {
        found.push((text, [None, None]));
    }
    found[index].1[part.index()].get_or_insert(answer);
}
