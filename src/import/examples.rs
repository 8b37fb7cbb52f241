//! Examples in the tests of another repository: `assert_eq!(part1(TEXT), 42)`
//! with a text that is a literal, a constant or a file. The tests stay as they
//! are; a day also gets their examples.

use std::collections::BTreeMap;

use aoc_solution::Part;
use syn::punctuated::Punctuated;
use syn::{Expr, Item, Lit, Pat, Stmt, Token};

use super::rust;
use super::wiring::Wiring;

/// A small input with its answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Example {
    text: String,
    parts: [Option<String>; 2],
}

/// The answer to an input, as a test has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputAnswer {
    pub part: Part,
    pub answer: String,
    /// The file with the input, from the tree's root.
    pub input: String,
}

/// What was found in the tests of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    pub examples: Vec<Example>,
    pub answers: Vec<InputAnswer>,
}

/// A text that a test uses.
#[derive(Clone, Debug)]
pub enum Text {
    Literal(String),
    /// That of the user's input in this file.
    Input(String),
}

/// A file that a test names.
pub enum Named<'a> {
    /// By a path from the file of the test.
    Included(&'a str),
    /// An example of the common template, for a part or for both.
    Example(Option<u8>),
}

/// Finds the text of a file.
pub type Files<'a> = dyn Fn(Named<'_>) -> Option<Text> + Sync + 'a;

/// The longest text that is written into the code.
const LONGEST: usize = 16 << 10;

/// The examples in the tests of a file; none if it cannot be parsed.
pub fn find(text: &str, wiring: &Wiring, files: &Files<'_>) -> Found {
    let read = |file: &syn::File| {
        let mut tests = Tests {
            wiring,
            files,
            constants: BTreeMap::new(),
            found: Found::default(),
        };
        tests.add_constants(&file.items);
        tests.read(&file.items);
        tests.found
    };
    rust::with_syntax(text, |file, _| read(file)).unwrap_or_default()
}

impl Example {
    pub fn render(&self) -> String {
        let mut text = format!("aoc_solution::Example::new({})", literal(&self.text));
        for (part, answer) in Part::BOTH.into_iter().zip(&self.parts) {
            if let Some(answer) = answer {
                text.push_str(&format!(".part{part}({answer:?})"));
            }
        }
        text
    }
}

/// A text as a literal, with its lines below each other.
fn literal(text: &str) -> String {
    let is_plain = |c: char| c == '\n' || !c.is_control();
    if text.lines().count() < 2
        || text.starts_with(char::is_whitespace)
        || !text.chars().all(is_plain)
    {
        return format!("{text:?}");
    }
    format!(
        "\"\\\n{}\"",
        text.replace('\\', "\\\\").replace('"', "\\\"")
    )
}

/// What an expression in a test is worth.
#[derive(Clone, Debug)]
enum Worth {
    Text(Text),
    /// What the day's function for parsing makes of it.
    Parsed(Text),
    /// What a part answers to it.
    Answer(Part, Text),
}

struct Tests<'a> {
    wiring: &'a Wiring,
    files: &'a Files<'a>,
    constants: BTreeMap<String, &'a Expr>,
    found: Found,
}

type Variables<'a> = BTreeMap<String, &'a Expr>;

impl<'a> Tests<'a> {
    fn add_constants(&mut self, items: &'a [Item]) {
        for item in items {
            match item {
                Item::Const(it) => drop(self.constants.insert(it.ident.to_string(), &it.expr)),
                Item::Static(it) => drop(self.constants.insert(it.ident.to_string(), &it.expr)),
                Item::Mod(it) => {
                    if let Some((_, items)) = &it.content {
                        self.add_constants(items);
                    }
                }
                _ => {}
            }
        }
    }

    fn read(&mut self, items: &'a [Item]) {
        for item in items {
            match item {
                Item::Mod(it) => {
                    if let Some((_, items)) = &it.content {
                        self.read(items);
                    }
                }
                Item::Fn(it) if it.attrs.iter().any(|it| it.path().is_ident("test")) => {
                    let mut variables = Variables::new();
                    for statement in &it.block.stmts {
                        self.statement(statement, &mut variables);
                    }
                }
                _ => {}
            }
        }
    }

    fn statement(&mut self, statement: &'a Stmt, variables: &mut Variables<'a>) {
        let called = match statement {
            Stmt::Local(local) => {
                let pattern = match &local.pat {
                    Pat::Type(typed) => &*typed.pat,
                    pattern => pattern,
                };
                if let (Pat::Ident(name), Some(init)) = (pattern, &local.init) {
                    variables.insert(name.ident.to_string(), &init.expr);
                }
                return;
            }
            Stmt::Item(item) => return self.add_constants(std::slice::from_ref(item)),
            Stmt::Macro(it) => &it.mac,
            Stmt::Expr(Expr::Macro(it), _) => &it.mac,
            Stmt::Expr(..) => return,
        };
        if called.path.is_ident("assert_eq")
            && let Ok(arguments) =
                called.parse_body_with(Punctuated::<Expr, Token![,]>::parse_terminated)
            && arguments.len() >= 2
        {
            let found = self.assertion(&arguments[0], &arguments[1], variables);
            let _ = found.or_else(|| self.assertion(&arguments[1], &arguments[0], variables));
        }
    }

    /// `None` if the assertion does not say what a part answers.
    fn assertion(&mut self, call: &Expr, expected: &Expr, variables: &Variables<'a>) -> Option<()> {
        let Worth::Answer(part, text) = self.worth(call, variables, 0)? else {
            return None;
        };
        let answer = self.answer(expected, variables, 0)?;
        match text {
            Text::Input(input) => self.found.answers.push(InputAnswer {
                part,
                answer,
                input,
            }),
            Text::Literal(text) if text.len() <= LONGEST => {
                let slot = part.index();
                let same = |it: &&mut Example| {
                    it.text == text && it.parts[slot].as_ref().is_none_or(|it| *it == answer)
                };
                if let Some(example) = self.found.examples.iter_mut().find(same) {
                    example.parts[slot] = Some(answer);
                } else {
                    let mut parts = [None, None];
                    parts[slot] = Some(answer);
                    self.found.examples.push(Example { text, parts });
                }
            }
            Text::Literal(_) => return None,
        }
        Some(())
    }

    /// The expression that a name stands for. A variable may be named like one
    /// that it is made of, so names are followed a few steps only.
    fn named<'v>(
        &self,
        path: &syn::ExprPath,
        variables: &Variables<'v>,
        steps: u8,
    ) -> Option<&'v Expr>
    where
        'a: 'v,
    {
        let name = path
            .path
            .get_ident()
            .or_else(|| Some(&path.path.segments.last()?.ident))?
            .to_string();
        let found = variables
            .get(&name)
            .or_else(|| self.constants.get(&name))
            .copied();
        found.filter(|_| steps < 8)
    }

    fn worth(&self, expression: &Expr, variables: &Variables<'_>, steps: u8) -> Option<Worth> {
        let literal = |text: String| Some(Worth::Text(Text::Literal(text)));
        match expression {
            Expr::Lit(it) => match &it.lit {
                Lit::Str(text) => literal(text.value()),
                Lit::ByteStr(text) => literal(String::from_utf8(text.value()).ok()?),
                _ => None,
            },
            Expr::Path(path) => {
                self.worth(self.named(path, variables, steps)?, variables, steps + 1)
            }
            Expr::Reference(it) => self.worth(&it.expr, variables, steps),
            Expr::Paren(it) => self.worth(&it.expr, variables, steps),
            Expr::Try(it) => self.worth(&it.expr, variables, steps),
            Expr::MethodCall(it) => {
                let inner = self.worth(&it.receiver, variables, steps)?;
                let trim: fn(&str) -> &str = match &*it.method.to_string() {
                    "unwrap" | "expect" | "clone" | "as_bytes" | "as_str" | "as_ref"
                    | "to_string" | "to_owned" | "to_vec" | "into" | "as_slice" | "lines" => {
                        return Some(inner);
                    }
                    "trim" => str::trim,
                    "trim_end" => str::trim_end,
                    "trim_start" => str::trim_start,
                    _ => return None,
                };
                match inner {
                    Worth::Text(Text::Literal(text)) if it.args.is_empty() => {
                        literal(trim(&text).to_owned())
                    }
                    _ => None,
                }
            }
            Expr::Macro(it) if it.mac.path.is_ident("include_str") => {
                let path: syn::LitStr = it.mac.parse_body().ok()?;
                (self.files)(Named::Included(&path.value())).map(Worth::Text)
            }
            Expr::Call(call) => self.call(call, variables, steps),
            _ => None,
        }
    }

    fn call(&self, call: &syn::ExprCall, variables: &Variables<'_>, steps: u8) -> Option<Worth> {
        let Expr::Path(path) = &*call.func else {
            return None;
        };
        let name = path.path.segments.last()?.ident.to_string();
        if name == "read_file" || name == "read_file_part" {
            let part = match call.args.get(2) {
                Some(part) => Some(self.answer(part, variables, steps)?.parse().ok()?),
                None => None,
            };
            return (self.files)(Named::Example(part)).map(Worth::Text);
        }
        if call.args.len() != 1 {
            return None;
        }
        let is_parser = self.wiring.parsers == [name.clone()];
        let solver = self
            .wiring
            .solvers
            .iter()
            .find(|(_, solver)| *solver == name);
        match (self.worth(&call.args[0], variables, steps)?, solver) {
            (Worth::Text(text), None) if is_parser => Some(Worth::Parsed(text)),
            (Worth::Text(text), Some((part, _))) => Some(Worth::Answer(*part, text)),
            (Worth::Parsed(text), Some((part, _))) => Some(Worth::Answer(*part, text)),
            _ => None,
        }
    }

    /// The text of an expected answer.
    fn answer(&self, expression: &Expr, variables: &Variables<'_>, steps: u8) -> Option<String> {
        match expression {
            Expr::Lit(it) => match &it.lit {
                Lit::Int(number) => Some(number.base10_digits().to_owned()),
                Lit::Str(text) => Some(text.value()),
                Lit::Char(letter) => Some(letter.value().to_string()),
                _ => None,
            },
            Expr::Unary(it) if matches!(it.op, syn::UnOp::Neg(_)) => {
                Some(format!("-{}", self.answer(&it.expr, variables, steps)?))
            }
            Expr::Path(path) => {
                self.answer(self.named(path, variables, steps)?, variables, steps + 1)
            }
            Expr::Reference(it) => self.answer(&it.expr, variables, steps),
            Expr::Paren(it) => self.answer(&it.expr, variables, steps),
            Expr::Cast(it) => self.answer(&it.expr, variables, steps),
            Expr::MethodCall(it)
                if ["to_string", "to_owned", "into"]
                    .iter()
                    .any(|name| it.method == name) =>
            {
                self.answer(&it.receiver, variables, steps)
            }
            Expr::Call(it) if it.args.len() == 1 => {
                let Expr::Path(path) = &*it.func else {
                    return None;
                };
                let is_around = ["Some", "Ok"].iter().any(|name| path.path.is_ident(name));
                is_around
                    .then(|| self.answer(&it.args[0], variables, steps))
                    .flatten()
            }
            _ => None,
        }
    }
}
