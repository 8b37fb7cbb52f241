//! Examples in the tests of another repository: `assert_eq!(part1(TEXT), 42)` with
//! a text that is a literal, a constant or a file, perhaps parsed before.

use std::collections::BTreeMap;

use aoc_solution::Part;
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::{Expr, Ident, Item, Lit, Pat, Stmt, Token, UnOp};

use super::rust::is_for_tests;
use super::wiring::Wiring;

/// The longest text that is written into the code.
const LONGEST: usize = 4096;

/// A text or a number, and the names of the functions that are called for it.
type Value = (String, Vec<String>);

/// Finds examples in the tests of a file.
pub struct Tests<'s> {
    pub wiring: &'s Wiring,
    /// The text of a file with such a path. One that begins with `*` and the ending of
    /// its name is of the common template, for the day.
    pub file: &'s dyn Fn(&str) -> Option<String>,
    /// Constants and variables so far.
    pub names: BTreeMap<String, Value>,
    pub examples: &'s mut Vec<FoundExample>,
}

/// A text, and the answers of both parts to it.
type FoundExample = (String, [Option<String>; 2]);

/// The examples as Rust.
pub fn render(examples: &[FoundExample]) -> Vec<String> {
    let render = |(text, answers): &FoundExample| {
        let mut call = format!("aoc_solution::Example::new({text:?})");
        for (part, answer) in Part::BOTH.into_iter().zip(answers) {
            call.extend(answer.iter().map(|it| format!(".part{part}({it:?})")));
        }
        call
    };
    examples.iter().map(render).collect()
}

impl Tests<'_> {
    /// Finds the examples of all tests among the items.
    pub fn find(&mut self, items: &[Item]) {
        for item in items {
            self.learn_constant(item);
        }
        for item in items.iter().filter(is_for_tests) {
            let outer = self.names.clone();
            match item {
                Item::Fn(it) => it.block.stmts.iter().for_each(|it| self.read(it)),
                Item::Mod(it) => self.find(it.content.as_ref().map_or(&[], |it| &it.1)),
                _ => {}
            }
            self.names = outer;
        }
    }

    fn learn(&mut self, name: &Ident, expression: &Expr) {
        let value = self.value(expression);
        self.names.remove(&name.to_string());
        self.names
            .extend(value.map(|value| (name.to_string(), value)));
    }

    fn learn_constant(&mut self, item: &Item) {
        match item {
            Item::Const(it) => self.learn(&it.ident, &it.expr),
            Item::Static(it) => self.learn(&it.ident, &it.expr),
            _ => {}
        }
    }

    fn read(&mut self, statement: &Stmt) {
        match statement {
            Stmt::Item(item) => self.learn_constant(item),
            Stmt::Local(it) => {
                let pattern = match &it.pat {
                    Pat::Type(it) => &*it.pat,
                    pattern => pattern,
                };
                if let (Pat::Ident(name), Some(init)) = (pattern, &it.init) {
                    self.learn(&name.ident, &init.expr);
                }
            }
            Stmt::Macro(it) if it.mac.path.is_ident("assert_eq") => {
                let sides = Punctuated::<Expr, Token![,]>::parse_terminated;
                let sides = sides.parse2(it.mac.tokens.clone()).unwrap_or_default();
                let mut sides: Vec<Value> = sides
                    .iter()
                    .take(2)
                    .filter_map(|it| self.value(it))
                    .collect();
                sides.sort_by_key(|side| side.1.len());
                if let [(answer, none), (text, calls), ..] = &sides[..]
                    && none.is_empty()
                {
                    self.add(text, calls, answer);
                }
            }
            _ => {}
        }
    }

    /// Adds an example, unless it is of no part or contradicts another one.
    fn add(&mut self, text: &str, calls: &[String], answer: &str) {
        let mut functions = self.wiring.functions.iter();
        let part = functions.find(|(_, name, parser)| calls.iter().eq(parser.iter().chain([name])));
        // A day may not be given the blank line that its test has.
        let is_cut = self.wiring.trims() && text.ends_with("\n\n");
        if let Some((part, ..)) = part
            && text.len() <= LONGEST
            && !is_cut
        {
            let known = self.examples.iter().position(|it| it.0 == text);
            if known.is_none() {
                self.examples.push((text.to_owned(), [None, None]));
            }
            let index = known.unwrap_or(self.examples.len() - 1);
            self.examples[index].1[part.index()].get_or_insert(answer.to_owned());
        }
    }

    /// The value of an expression, without what changes nothing for us.
    fn value(&self, expression: &Expr) -> Option<Value> {
        let plain = |text: String| Some((text, Vec::new()));
        match expression {
            Expr::Lit(it) => match &it.lit {
                Lit::Int(number) => plain(number.base10_digits().to_owned()),
                Lit::Str(text) => plain(text.value()),
                _ => None,
            },
            Expr::Unary(it) if matches!(it.op, UnOp::Neg(_)) => {
                plain(format!("-{}", self.value(&it.expr)?.0))
            }
            Expr::Reference(it) => self.value(&it.expr),
            Expr::Paren(it) => self.value(&it.expr),
            Expr::Try(it) => self.value(&it.expr),
            Expr::Path(it) => self.names.get(&it.path.get_ident()?.to_string()).cloned(),
            Expr::MethodCall(it) => {
                let (text, calls) = self.value(&it.receiver)?;
                match it.method.to_string().split('_').next()? {
                    "trim" => Some((text.trim().to_owned(), calls)),
                    "unwrap" | "expect" | "clone" | "as" | "to" | "into" => Some((text, calls)),
                    _ => None,
                }
            }
            Expr::Macro(it) if it.mac.path.is_ident("include_str") => {
                let path: syn::LitStr = it.mac.parse_body().ok()?;
                plain((self.file)(&path.value())?)
            }
            Expr::Call(it) => {
                let Expr::Path(function) = &*it.func else {
                    return None;
                };
                let name = function.path.segments.last()?.ident.to_string();
                let argument = it.args.last().and_then(|it| self.value(it));
                match (&*name, argument) {
                    // The common template has its examples in files.
                    ("read_file", _) => plain((self.file)("*.txt")?),
                    ("read_file_part", Some(part)) => {
                        plain((self.file)(&format!("*-{}.txt", part.0))?)
                    }
                    ("Some" | "Ok", argument) => argument,
                    (_, Some((text, calls))) => Some((text, [calls, vec![name]].concat())),
                    _ => None,
                }
            }
            _ => None,
        }
    }
}
