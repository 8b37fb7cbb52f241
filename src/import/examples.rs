//! Examples in the tests of another repository: `assert_eq!(part1(TEXT), 42)` with
//! a text that is a literal, a constant or a file, perhaps parsed before.
//!
//! One side of an assertion must be the call of a function of the day, less what does not
//! change a value, and the other side the answer. Any other assertion is not an example.

use std::collections::BTreeMap;

use aoc_solution::Part;
use syn::punctuated::Punctuated;
use syn::{Expr, ExprCall, Item, ItemFn, Lit, Macro, Pat, Stmt, Token, UnOp};

use super::days::{Code, DayFile};
use super::names::join;
use super::source::tokens_of;
use super::wiring::{Solver, Wiring};

/// Functions and methods whose value is their only argument, or the text of it.
const SAME: [&str; 11] = [
    "Some",
    "Ok",
    "from",
    "unwrap",
    "expect",
    "as_str",
    "as_ref",
    "as_bytes",
    "to_string",
    "to_owned",
    "into",
];

/// The values of names.
type Values<'e> = BTreeMap<String, &'e Expr>;

/// Finds the examples of a day.
struct Finder<'c> {
    code: &'c Code<'c>,
    day: &'c DayFile<'c>,
    solvers: &'c [Solver<'c>],
    /// The answers to each text.
    found: BTreeMap<String, BTreeMap<Part, String>>,
}

/// The examples of a day as Rust, from all files that are named like it: it may have its
/// tests in a folder of their own.
pub fn examples(code: &Code<'_>, day: &DayFile<'_>, wiring: &Wiring<'_>) -> Vec<String> {
    let mut finder = Finder {
        code,
        day,
        solvers: &wiring.solvers,
        found: BTreeMap::new(),
    };
    for file in code.days.iter().filter(|file| file.puzzle == day.puzzle) {
        // Constants may have other values where tests are built.
        if let Ok(source) = code.source(file.file)
            && !source.text.replace("#[cfg(test)]", "").contains("(test)")
        {
            let items = source.items.iter().map(|item| &item.item);
            finder.read_items(items.collect(), BTreeMap::new());
        }
    }
    let mut rendered = Vec::new();
    for (text, answers) in finder.found {
        let mut example = format!("aoc_solution::Example::new({text:?})");
        for (part, answer) in answers {
            example += &format!(".part{part}({answer:?})");
        }
        rendered.push(example);
    }
    rendered
}

impl Finder<'_> {
    /// Reads tests, after the constants that they may use.
    fn read_items<'e>(&mut self, items: Vec<&'e Item>, mut values: Values<'e>) {
        for item in &items {
            if let Item::Const(constant) = item {
                values.insert(constant.ident.to_string(), &constant.expr);
            }
        }
        for item in items {
            match item {
                Item::Mod(module) => {
                    let inner = module.content.iter().flat_map(|(_, items)| items);
                    self.read_items(inner.collect(), values.clone());
                }
                Item::Fn(function) => self.read_test(function, values.clone()),
                _ => {}
            }
        }
    }

    /// Reads a test, up to the statement that does more than give a name to a value: it may
    /// change the values that follow, for example by setting a size.
    fn read_test<'e>(&mut self, function: &'e ItemFn, mut values: Values<'e>) {
        let attributes: Vec<String> = function.attrs.iter().flat_map(tokens_of).collect();
        let has = |name: &str| attributes.iter().any(|word| word == name);
        if !has("test") || has("should_panic") {
            return;
        }
        for statement in &function.block.stmts {
            match statement {
                Stmt::Local(local) => {
                    let pattern = match &local.pat {
                        Pat::Type(typed) => &*typed.pat,
                        pattern => pattern,
                    };
                    let (Pat::Ident(name), Some(init)) = (pattern, &local.init) else {
                        return;
                    };
                    values.insert(name.ident.to_string(), &init.expr);
                }
                Stmt::Item(Item::Const(constant)) => {
                    values.insert(constant.ident.to_string(), &constant.expr);
                }
                Stmt::Item(Item::Use(_)) => {}
                Stmt::Macro(call) if call.mac.path.is_ident("assert_eq") => {
                    self.read_assertion(&call.mac, &values);
                }
                _ => return,
            }
        }
    }

    fn read_assertion(&mut self, assertion: &Macro, values: &Values<'_>) {
        let sides = Punctuated::<Expr, Token![,]>::parse_terminated;
        let sides = assertion.parse_body_with(sides).unwrap_or_default();
        let mut sides = sides.iter().map(|side| plain(side, values));
        if let (Some(call), Some(answer)) = (sides.next(), sides.next()) {
            self.add_example(call, answer, values);
        }
    }

    /// Adds an example, if one expression calls a part with a text, and the other is an answer.
    fn add_example(&mut self, call: &Expr, answer: &Expr, values: &Values<'_>) -> Option<()> {
        let (function, mut argument) = called(call)?;
        let mut solvers = self.solvers.iter();
        let solver = solvers.find(|solver| solver.function.path == function)?;
        if let Some(parser) = &solver.parser {
            let (function, text) = called(plain(argument, values))?;
            argument = text;
            if parser.path.rsplit("::").next() != Some(&*function) {
                return None;
            }
        }
        let text = self.text(plain(argument, values))?;
        let answers = match (solver.part, answer) {
            (Some(part), _) => vec![(part, answer)],
            (None, Expr::Tuple(pair)) => Part::BOTH.into_iter().zip(&pair.elems).collect(),
            (None, _) => return None,
        };
        for (part, answer) in answers {
            let answer = literal(plain(answer, values))?;
            // cargo-aoc gives no day the blank line that its test may have.
            if !text.ends_with("\n\n") {
                let answers = self.found.entry(text.clone()).or_default();
                answers.entry(part).or_insert(answer);
            }
        }
        Some(())
    }

    /// The text that an expression is: a literal, or a file of the common template.
    fn text(&self, text: &Expr) -> Option<String> {
        match text {
            Expr::Call(call) => {
                let name = match &*function_name(call)? {
                    "read_file" => String::new(),
                    "read_file_part" => format!("-{}", literal(call.args.get(2)?)?),
                    _ => return None,
                };
                if literal(call.args.first()?)? != "examples" {
                    return None;
                }
                let path = format!("data/examples/{:02}{name}.txt", self.day.puzzle.day.0);
                let package = self.code.package_of(self.day.file);
                self.code.tree.text(&join(&package.folder, &path)).ok()
            }
            _ => literal(text),
        }
    }
}

/// An expression without what does not change its value, with the values of names.
fn plain<'e>(mut expression: &'e Expr, values: &Values<'e>) -> &'e Expr {
    // A name may stand for itself.
    for _ in 0..50 {
        expression = match expression {
            Expr::Reference(reference) => &reference.expr,
            Expr::Paren(inner) => &inner.expr,
            Expr::Try(inner) => &inner.expr,
            Expr::MethodCall(call) if SAME.iter().any(|name| call.method == name) => &call.receiver,
            Expr::Call(call) if call.args.len() == 1 => match function_name(call) {
                Some(name) if SAME.contains(&&*name) => &call.args[0],
                _ => return expression,
            },
            Expr::Path(path) => match path.path.segments.last() {
                Some(name) if values.contains_key(&name.ident.to_string()) => {
                    values[&name.ident.to_string()]
                }
                _ => return expression,
            },
            _ => return expression,
        };
    }
    expression
}

/// The last name of the function that is called.
fn function_name(call: &ExprCall) -> Option<String> {
    match &*call.func {
        Expr::Path(path) => Some(path.path.segments.last()?.ident.to_string()),
        _ => None,
    }
}

/// The function that is called with one argument, and the argument.
fn called(expression: &Expr) -> Option<(String, &Expr)> {
    match expression {
        Expr::Call(call) if call.args.len() == 1 => Some((function_name(call)?, &call.args[0])),
        _ => None,
    }
}

/// The number or the text of a literal.
fn literal(expression: &Expr) -> Option<String> {
    match expression {
        Expr::Lit(literal) => match &literal.lit {
            Lit::Int(number) => Some(number.base10_digits().to_owned()),
            Lit::Str(text) => Some(text.value()),
            Lit::ByteStr(text) => String::from_utf8(text.value()).ok(),
            _ => None,
        },
        Expr::Unary(negative) if matches!(negative.op, UnOp::Neg(_)) => {
            Some(format!("-{}", literal(&negative.expr)?))
        }
        _ => None,
    }
}
