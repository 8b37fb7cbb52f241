//! Examples in the tests of another repository: `assert_eq!(part1(TEXT), 42)`
//! with a text that is a literal, a constant or a file. The tests stay as they
//! are; a day also gets their examples.

use std::collections::BTreeMap;
use std::fmt::Write;

use aoc_solution::Part;
use syn::punctuated::Punctuated;
use syn::{Expr, Item, Lit, Pat, Stmt, Token};

use super::rust;
use super::wiring::Wiring;

/// A small input with its answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestExample {
    text: String,
    parts: [Option<String>; 2],
}

/// The text of a file: one that is included, or for an empty path the example of
/// the common template.
pub type Files<'a> = dyn Fn(&str) -> Option<String> + Sync + 'a;

/// The longest text that is written into the code.
const LONGEST: usize = 16 << 10;

/// The examples in the tests of a file; none if it cannot be parsed.
pub fn find(text: &str, wiring: &Wiring, files: &Files<'_>) -> Vec<TestExample> {
    let read = |file: &syn::File| {
        let (names, found) = (BTreeMap::new(), Vec::new());
        let mut tests = Tests {
            wiring,
            files,
            names,
            found,
        };
        tests.read(&file.items);
        tests.found
    };
    rust::with_syntax(text, |file, _| read(file)).unwrap_or_default()
}

impl TestExample {
    pub fn render(&self) -> String {
        let mut text = format!("aoc_solution::Example::new({})", literal(&self.text));
        for (part, answer) in Part::BOTH.into_iter().zip(&self.parts) {
            if let Some(answer) = answer {
                let _ = write!(text, ".part{part}({answer:?})");
            }
        }
        text
    }
}

/// A text as a literal, with its lines below each other.
fn literal(text: &str) -> String {
    let is_plain = |c: char| c == '\n' || !c.is_control();
    let is_short = text.lines().count() < 2;
    if is_short || text.starts_with(char::is_whitespace) || !text.chars().all(is_plain) {
        return format!("{text:?}");
    }
    let text = text.replace('\\', "\\\\").replace('"', "\\\"");
    format!("\"\\\n{text}\"")
}

/// What an expression in a test is worth.
enum Worth {
    Text(String),
    /// What the day's function for parsing makes of it.
    Parsed(String),
    /// What a part answers to it.
    Answer(Part, String),
}

struct Tests<'a> {
    wiring: &'a Wiring,
    files: &'a Files<'a>,
    /// The constants and the variables so far.
    names: BTreeMap<String, &'a Expr>,
    found: Vec<TestExample>,
}

impl<'a> Tests<'a> {
    fn read(&mut self, items: &'a [Item]) {
        for item in items {
            match item {
                Item::Const(it) => drop(self.names.insert(it.ident.to_string(), &it.expr)),
                Item::Static(it) => drop(self.names.insert(it.ident.to_string(), &it.expr)),
                _ => {}
            }
        }
        for item in items {
            match item {
                Item::Mod(it) => {
                    let items = it.content.as_ref().map(|(_, items)| &**items);
                    self.read(items.unwrap_or_default());
                }
                Item::Fn(it) if it.attrs.iter().any(|it| it.path().is_ident("test")) => {
                    let outer = self.names.clone();
                    it.block.stmts.iter().for_each(|it| self.statement(it));
                    self.names = outer;
                }
                _ => {}
            }
        }
    }

    fn statement(&mut self, statement: &'a Stmt) {
        let called = match statement {
            Stmt::Local(local) => {
                let pattern = match &local.pat {
                    Pat::Type(typed) => &*typed.pat,
                    pattern => pattern,
                };
                if let (Pat::Ident(name), Some(init)) = (pattern, &local.init) {
                    self.names.insert(name.ident.to_string(), &init.expr);
                }
                return;
            }
            Stmt::Item(item) => return self.read(std::slice::from_ref(item)),
            Stmt::Macro(it) if it.mac.path.is_ident("assert_eq") => &it.mac,
            _ => return,
        };
        let arguments = Punctuated::<Expr, Token![,]>::parse_terminated;
        if let Ok(arguments) = called.parse_body_with(arguments)
            && arguments.len() >= 2
            && self.assertion(&arguments[0], &arguments[1]).is_none()
        {
            let _ = self.assertion(&arguments[1], &arguments[0]);
        }
    }

    /// `None` if the assertion does not say what a part answers.
    fn assertion(&mut self, call: &Expr, expected: &Expr) -> Option<()> {
        let Worth::Answer(part, text) = self.worth(call, 0)? else {
            return None;
        };
        let answer = self.answer(expected, 0).filter(|_| text.len() <= LONGEST)?;
        let slot = part.index();
        let fits = |it: &TestExample| it.text == text && it.parts[slot].is_none();
        let index = self.found.iter().position(fits).unwrap_or_else(|| {
            let parts = [None, None];
            self.found.push(TestExample { text, parts });
            self.found.len() - 1
        });
        self.found[index].parts[slot] = Some(answer);
        Some(())
    }

    /// The expression that a name stands for. A variable may be named like one
    /// that it is made of, so names are followed a few steps only.
    fn named(&self, path: &syn::ExprPath, steps: u8) -> Option<&'a Expr> {
        let name = path.path.segments.last()?.ident.to_string();
        self.names.get(&name).copied().filter(|_| steps < 8)
    }

    fn worth(&self, expression: &Expr, steps: u8) -> Option<Worth> {
        match expression {
            Expr::Lit(it) => match &it.lit {
                Lit::Str(text) => Some(Worth::Text(text.value())),
                Lit::ByteStr(text) => Some(Worth::Text(String::from_utf8(text.value()).ok()?)),
                _ => None,
            },
            Expr::Path(path) => self.worth(self.named(path, steps)?, steps + 1),
            Expr::Reference(it) => self.worth(&it.expr, steps),
            Expr::MethodCall(it) => {
                let inner = self.worth(&it.receiver, steps)?;
                let same = [
                    "unwrap",
                    "expect",
                    "clone",
                    "as_bytes",
                    "as_str",
                    "to_string",
                    "to_owned",
                    "into",
                    "as_slice",
                    "lines",
                ];
                match (&*it.method.to_string(), inner) {
                    ("trim", Worth::Text(text)) => Some(Worth::Text(text.trim().to_owned())),
                    (name, inner) => same.contains(&name).then_some(inner),
                }
            }
            Expr::Macro(it) if it.mac.path.is_ident("include_str") => {
                let path: syn::LitStr = it.mac.parse_body().ok()?;
                (self.files)(&path.value()).map(Worth::Text)
            }
            Expr::Call(call) => self.call(call, steps),
            _ => None,
        }
    }

    fn call(&self, call: &syn::ExprCall, steps: u8) -> Option<Worth> {
        let Expr::Path(path) = &*call.func else {
            return None;
        };
        let name = path.path.segments.last()?.ident.to_string();
        if name == "read_file" {
            return (self.files)("").map(Worth::Text);
        }
        let argument = call.args.first().filter(|_| call.args.len() == 1)?;
        let solver = self
            .wiring
            .solvers
            .iter()
            .find(|(_, solver)| *solver == name);
        match (self.worth(argument, steps)?, solver) {
            (Worth::Text(text), None) if self.wiring.parsers == [name] => Some(Worth::Parsed(text)),
            (Worth::Text(text) | Worth::Parsed(text), Some((part, _))) => {
                Some(Worth::Answer(*part, text))
            }
            _ => None,
        }
    }

    /// The text of an expected answer.
    fn answer(&self, expression: &Expr, steps: u8) -> Option<String> {
        match expression {
            Expr::Lit(it) => match &it.lit {
                Lit::Int(number) => Some(number.base10_digits().to_owned()),
                Lit::Str(text) => Some(text.value()),
                _ => None,
            },
            Expr::Unary(it) => Some(format!("-{}", self.answer(&it.expr, steps)?)),
            Expr::Path(path) => self.answer(self.named(path, steps)?, steps + 1),
            Expr::MethodCall(it) if ["to_string", "into"].iter().any(|name| it.method == name) => {
                self.answer(&it.receiver, steps)
            }
            Expr::Call(it) => match &*it.func {
                Expr::Path(path) if ["Some", "Ok"].iter().any(|it| path.path.is_ident(it)) => {
                    self.answer(it.args.first()?, steps)
                }
                _ => None,
            },
            _ => None,
        }
    }
}
