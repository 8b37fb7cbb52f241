//! Reads the values that a test compares. A name is replaced with the value of the constant or
//! variable, and a call with the path of its function. Nothing is computed.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use syn::punctuated::Punctuated;
use syn::{Expr, ExprCall, Item, ItemFn, Lit, LitStr, Macro, Pat, Stmt, Token, UnOp};

use crate::import::folder::names::day_of;
use crate::import::source::{FileItem, attribute, is_main, last_name};
use crate::puzzle::Day;

/// Functions and methods whose result counts as the value of their argument or receiver.
const VALUE_OF_ARGUMENT: [&str; 10] = [
    "Some",
    "Ok",
    "from",
    "unwrap",
    "as_str",
    "as_bytes",
    "to_string",
    "to_owned",
    "into",
    "expect",
];

/// Macros that do not change the meaning of the statements after them.
const PRINTING: [&str; 5] = ["println", "print", "eprintln", "eprint", "assert"];

/// The value of an expression in a test.
#[derive(Clone)]
pub enum TestValue {
    Text(String),
    Number(String),
    /// A call: the path of the function from the day's file, and the arguments. If the day does not
    /// define the function, the path is only the name. The arguments are shared, because a name may
    /// be used many times: `let a = f(a, a);`.
    Call(String, Rc<[TestValue]>),
    /// The text of a file. The path is relative to the source.
    Included(String),
    /// A tuple of two values, such as the answers to both parts.
    Pair(Rc<[TestValue; 2]>),
    Unknown,
}

impl TestValue {
    /// The value as an answer to one part. `None` if it is neither a text nor a number.
    pub fn answer(&self) -> Option<String> {
        match self {
            Self::Text(answer) | Self::Number(answer) => Some(answer.clone()),
            _ => None,
        }
    }
}

/// The two values that an assertion compares.
pub struct Equality {
    pub sides: [TestValue; 2],
    /// True if the test is ignored, for example because it is slow, or fails.
    pub is_ignored: bool,
}

/// The names that a test can use.
#[derive(Clone)]
pub struct TestScope {
    day: Day,
    /// The modules around the test, from the file to the innermost one.
    modules: Vec<Module>,
    /// The constants and variables.
    values: BTreeMap<String, TestValue>,
}

#[derive(Clone)]
struct Module {
    /// The path from the file, with `::` at its end. Empty for the file itself.
    path: String,
    /// The names of its items, without tests.
    items: BTreeSet<String>,
}

impl TestScope {
    /// The scope around the file of a day.
    pub fn of_file(day: Day) -> Self {
        Self {
            day,
            modules: Vec::new(),
            values: BTreeMap::new(),
        }
    }

    /// Adds the assertions in `main` and in the tests of a module with these items, and of the
    /// modules inside it. An inner module can use the constants of the modules around it.
    pub fn add_equalities(&self, path: &str, items: &[FileItem], found: &mut Vec<Equality>) {
        let mut scope = self.clone();
        scope.modules.push(Module {
            path: path.to_owned(),
            items: items
                .iter()
                .filter(|item| !matches!(&item.item, Item::Fn(function) if is_test(function)))
                .map(|item| item.name.clone())
                .collect(),
        });
        for item in items {
            if let Some((name, expression)) = constant(&item.item) {
                let value = scope.value(expression);
                scope.values.insert(name, value);
            }
        }
        for item in items {
            match &item.item {
                Item::Fn(function) if is_plain_test(function) || is_main(&function.sig) => {
                    scope.clone().add_function(function, found);
                }
                Item::Mod(_) => {
                    let path = format!("{path}{}::", item.name);
                    scope.add_equalities(&path, &item.inner, found);
                }
                _ => {}
            }
        }
    }

    /// Adds the assertions of a function, up to the first statement that does anything other than
    /// naming a value, asserting or printing. Such a statement may change later answers, for
    /// example by setting a size.
    fn add_function(mut self, function: &ItemFn, found: &mut Vec<Equality>) {
        for statement in &function.block.stmts {
            let call = match statement {
                Stmt::Local(local) => {
                    let pattern = match &local.pat {
                        Pat::Type(typed) => &typed.pat,
                        pattern => pattern,
                    };
                    let (Pat::Ident(name), Some(init)) = (pattern, &local.init) else {
                        return;
                    };
                    let ident = name.ident.to_string();
                    let hides_function = matches!(*init.expr, Expr::Closure(_))
                        && self
                            .modules
                            .iter()
                            .any(|module| module.items.contains(&ident));
                    if name.mutability.is_some() || init.diverge.is_some() || hides_function {
                        return;
                    }
                    let value = self.value(&init.expr);
                    self.values.insert(ident, value);
                    continue;
                }
                Stmt::Item(Item::Use(_)) => continue,
                Stmt::Item(item) => {
                    let Some((name, expression)) = constant(item) else {
                        return;
                    };
                    let value = self.value(expression);
                    self.values.insert(name, value);
                    continue;
                }
                Stmt::Macro(statement) => &statement.mac,
                Stmt::Expr(Expr::Macro(expression), _) => &expression.mac,
                Stmt::Expr(..) => return,
            };
            if PRINTING.iter().any(|name| call.path.is_ident(name)) {
                continue;
            }
            let Some(sides) = sides(call) else {
                return;
            };
            let is_ignored = attribute(&function.attrs, "ignore").is_some();
            let sides = sides.map(|side| self.value(&side));
            found.push(Equality { sides, is_ignored });
        }
    }

    fn value(&self, expression: &Expr) -> TestValue {
        match expression {
            Expr::Reference(reference) => self.value(&reference.expr),
            Expr::Paren(inner) => self.value(&inner.expr),
            Expr::Try(inner) => self.value(&inner.expr),
            Expr::Lit(literal) => match &literal.lit {
                Lit::Int(number) => TestValue::Number(number.base10_digits().to_owned()),
                Lit::Str(text) => TestValue::Text(text.value()),
                _ => TestValue::Unknown,
            },
            Expr::Unary(negative) if matches!(negative.op, UnOp::Neg(_)) => {
                match self.value(&negative.expr) {
                    TestValue::Number(number) => TestValue::Number(format!("-{number}")),
                    _ => TestValue::Unknown,
                }
            }
            Expr::Macro(included) if included.mac.path.is_ident("include_str") => {
                match included.mac.parse_body::<LitStr>() {
                    Ok(path) => TestValue::Included(path.value()),
                    Err(_) => TestValue::Unknown,
                }
            }
            Expr::Path(path) => {
                let known = last_name(&path.path).and_then(|name| self.values.get(&name));
                known.cloned().unwrap_or(TestValue::Unknown)
            }
            Expr::MethodCall(call) if VALUE_OF_ARGUMENT.contains(&&*call.method.to_string()) => {
                self.value(&call.receiver)
            }
            Expr::Call(call) => self.value_of_call(call),
            Expr::Tuple(tuple) if tuple.elems.len() == 2 => {
                let values = [0, 1].map(|index| self.value(&tuple.elems[index]));
                TestValue::Pair(Rc::new(values))
            }
            _ => TestValue::Unknown,
        }
    }

    fn value_of_call(&self, call: &ExprCall) -> TestValue {
        let Expr::Path(function) = &*call.func else {
            return TestValue::Unknown;
        };
        let names: Vec<String> = function
            .path
            .segments
            .iter()
            .map(|name| name.ident.to_string())
            .collect();
        let arguments: Vec<TestValue> = call
            .args
            .iter()
            .map(|argument| self.value(argument))
            .collect();
        match (&*arguments, &*names) {
            ([same], [.., name]) if VALUE_OF_ARGUMENT.contains(&&**name) => same.clone(),
            _ => match self.path_of(&names) {
                Some(path) => TestValue::Call(path, arguments.into()),
                None => TestValue::Unknown,
            },
        }
    }

    /// The path from the file to the function that these names lead to. The first names may be the
    /// modules around the file. `None` for a function of another day.
    fn path_of(&self, names: &[String]) -> Option<String> {
        let (name, before) = names.split_last()?;
        let outer = names.iter().take_while(|name| *name == "super").count();
        let around = &self.modules[..self.modules.len().saturating_sub(outer).max(1)];
        let found = names.iter().enumerate().find_map(|(index, name)| {
            let module = around
                .iter()
                .rev()
                .find(|module| module.items.contains(name))?;
            Some((
                &names[..index],
                module.path.clone() + &names[index..].join("::"),
            ))
        });
        let (outside, path) = found.unwrap_or_else(|| (before, name.clone()));
        let of_day = outside.iter().rev().find_map(|name| day_of(name));
        of_day.is_none_or(|day| day == self.day).then_some(path)
    }
}

/// True if a function is a test of any kind, which no other code calls.
fn is_test(function: &ItemFn) -> bool {
    function
        .attrs
        .iter()
        .any(|attribute| last_name(attribute.path()).is_some_and(|last| last.contains("test")))
}

fn is_plain_test(function: &ItemFn) -> bool {
    attribute(&function.attrs, "test").is_some()
        && attribute(&function.attrs, "should_panic").is_none()
}

/// The name and the value of a constant.
fn constant(item: &Item) -> Option<(String, &Expr)> {
    match item {
        Item::Const(item) => Some((item.ident.to_string(), &item.expr)),
        Item::Static(item) => Some((item.ident.to_string(), &item.expr)),
        _ => None,
    }
}

/// The two expressions that `assert_eq!` compares.
fn sides(call: &Macro) -> Option<[Expr; 2]> {
    if !call.path.is_ident("assert_eq") {
        return None;
    }
    let parser = Punctuated::<Expr, Token![,]>::parse_terminated;
    let mut arguments = call.parse_body_with(parser).ok()?.into_iter();
    Some([arguments.next()?, arguments.next()?])
}
