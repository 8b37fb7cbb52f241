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

/// A part, a text and the answer that the part gives to it.
pub type Found = (Part, String, String);

/// Finds examples in the tests of a file.
pub struct Tests<'s> {
    pub wiring: &'s Wiring,
    /// The text of a file with such a path. One that begins with `*` and the ending of
    /// its name is of the common template, for the day.
    pub file: &'s dyn Fn(&str) -> Option<String>,
    /// Constants and variables.
    pub names: BTreeMap<String, &'s Expr>,
}

/// The examples as Rust, one for each text.
pub fn render(found: &[Found]) -> Vec<String> {
    let mut texts: Vec<(&str, [Option<&str>; 2])> = Vec::new();
    for (part, text, answer) in found {
        let known = texts.iter().position(|it| it.0 == text);
        let index = known.unwrap_or_else(|| {
            texts.push((text, [None, None]));
            texts.len() - 1
        });
        // One that contradicts them is left out.
        texts[index].1[part.index()].get_or_insert(answer);
    }
    let render = |(text, answers): (&str, [Option<&str>; 2])| {
        let parts = Part::BOTH.into_iter().zip(answers);
        let parts = parts.filter_map(|(part, it)| Some(format!(".part{part}({:?})", it?)));
        format!(
            "aoc_solution::Example::new({text:?}){}",
            parts.collect::<String>()
        )
    };
    texts.into_iter().map(render).collect()
}

impl<'s> Tests<'s> {
    /// Adds the examples of all tests among the items.
    pub fn find(&mut self, items: &'s [Item], found: &mut Vec<Found>) {
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

    fn read(&mut self, statements: &'s [Stmt], found: &mut Vec<Found>) {
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
                        found.extend(example.or_else(|| self.example(other, one)));
                    }
                }
                _ => {}
            }
        }
    }

    fn example(&self, call: &Expr, expected: &Expr) -> Option<Found> {
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

    /// The name and the last argument of a call.
    fn call<'e>(&'e self, expression: &'e Expr) -> Option<(String, &'e Expr)> {
        let Expr::Call(call) = self.resolved(expression).0 else {
            return None;
        };
        let Expr::Path(function) = &*call.func else {
            return None;
        };
        let name = &function.path.segments.last()?.ident;
        Some((name.to_string(), call.args.last()?))
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
                (self.file)(&path.value())?
            }
            // The common template has its examples in files.
            call => match self.call(call)? {
                (name, _) if name == "read_file" => (self.file)("*.txt")?,
                (name, part) if name == "read_file_part" => {
                    (self.file)(&format!("*-{}.txt", self.answer(part)?))?
                }
                _ => return None,
            },
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
