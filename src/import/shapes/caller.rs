//! The arguments that the code of a day gives to its functions, as expressions over the text
//! `input`. `main` reads the text, may trim and parse it, and passes on the result.
//!
//! A variable is replaced by its value, and the call that reads the text by `input`. An argument
//! that depends on anything else, such as the command line, is unknown.

mod known_names;
mod printed_line;

use std::ops::Range;

use aoc_solution::Part;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{
    Block, Expr, ExprCall, ExprMethodCall, FnArg, Item, ItemFn, Lit, Local, Macro, Pat, PatIdent,
    Token,
};

use self::printed_line::{ShownValue, shown_parts};
use crate::import::names::PART_WORDS;
use crate::import::readers::{Reader, returns_lines, returns_text};
use crate::import::signature::{BUFFERED_LINES, OTHER_ARGUMENTS, Returned, Scope, spelled};
use crate::import::source::{FileItem, apply_edits, part_in};
use crate::import::wiring::Wiring;
use crate::project::source::tokens;
use crate::puzzle::words;

/// Methods that take a value out of a `Result` or an `Option`, or change only its type.
const TEXT_OF_RECEIVER: [&str; 12] = [
    "unwrap",
    "expect",
    "unwrap_or_default",
    "context",
    "with_context",
    "as_str",
    "as_ref",
    "to_string",
    "to_owned",
    "into",
    "clone",
    "into_owned",
];

/// Words of an expression that makes a list of the text's lines.
const PLAIN: [&str; 17] = [
    "input",
    "lines",
    "map",
    "collect",
    "into",
    "to_string",
    "to_owned",
    "from",
    "Into",
    "ToString",
    "ToOwned",
    "String",
    "str",
    "Vec",
    "let",
    "value",
    "line",
];

/// Methods that change a list.
const CHANGES: [&str; 8] = [
    "sort", "push", "insert", "extend", "reverse", "retain", "dedup", "remove",
];

/// Words in the names of functions that run a day, besides the words before the number of a part.
const RUN_WORDS: [&str; 12] = [
    "main", "day", "execute", "start", "print", "show", "one", "two", "first", "second", "both",
    "answers",
];

/// The most variables that are followed from an argument to the text.
const MOST_NAMES: usize = 8;

/// The most calls between `main` and the function that answers a part.
const MOST_CALLERS: usize = 3;

/// The arguments with which the functions of a source call `name`, for each call, if they can
/// be written over the text `input`; those in `main` first.
pub fn calls_of(scope: Scope, name: &str) -> Vec<Option<Vec<String>>> {
    calls_from(scope, name, 0)
}

fn calls_from(scope: Scope, name: &str, depth: usize) -> Vec<Option<Vec<String>>> {
    let mut callers: Vec<&FileItem> = callers(scope, name).collect();
    callers.sort_by_key(|item| item.name != "main");
    let mut found = Vec::new();
    for item in callers {
        if let Item::Fn(function) = &item.item {
            let mut calls = Caller {
                scope,
                name,
                body: &item.code,
                values: Vec::new(),
                found: Vec::new(),
                printed: Vec::new(),
            };
            calls.add_parameters(function, depth);
            calls.visit_block(&function.block);
            found.append(&mut calls.found);
        }
    }
    found
}

/// Whether an expression uses the text `input`.
pub fn has_text(expression: &str) -> bool {
    tokens(expression).contains(&"input")
}

/// Whether an argument is the text, or its lines as they are.
pub fn is_plain(argument: &str) -> bool {
    let is_other = |word: &&str| {
        let is_value = word.starts_with(['[', '"', '\'']) || word.starts_with(char::is_numeric);
        let is_name = word.starts_with(char::is_alphabetic) && word.len() > 1;
        is_value || is_name && !PLAIN.contains(word)
    };
    trimming(argument).is_some() || !tokens(argument).iter().any(is_other)
}

/// Whether a caller of `name` splits the text for it in another way than into lines.
pub fn is_cut(scope: Scope, name: &str) -> bool {
    callers(scope, name).any(|item| item.code.contains(" split") && !item.code.contains("line"))
}

/// Whether a caller changes the value of `parser` before it passes it to `name`.
pub fn is_changed(scope: Scope, parser: &str, name: &str) -> bool {
    callers(scope, name).any(|item| {
        let mut changes = ChangeFinder {
            parser,
            made: Vec::new(),
            is_changed: false,
        };
        changes.visit_item(&item.item);
        changes.is_changed
    })
}

/// Finds variables that hold the value of the parser, and methods that change them.
struct ChangeFinder<'p> {
    parser: &'p str,
    made: Vec<String>,
    is_changed: bool,
}

impl<'ast> Visit<'ast> for ChangeFinder<'_> {
    fn visit_local(&mut self, local: &'ast Local) {
        let pattern = match &local.pat {
            Pat::Type(typed) => &typed.pat,
            pattern => pattern,
        };
        if let Pat::Ident(variable) = pattern
            && variable.mutability.is_some()
            && let Some(init) = &local.init
            && calls_function(&init.expr, self.parser)
        {
            self.made.push(variable.ident.to_string());
        }
        visit::visit_local(self, local);
    }

    fn visit_expr_method_call(&mut self, call: &'ast ExprMethodCall) {
        let method = call.method.to_string();
        let is_change = CHANGES.iter().any(|change| method.starts_with(change));
        let variable = last_name(&call.receiver);
        self.is_changed |= is_change && variable.is_some_and(|name| self.made.contains(&name));
        visit::visit_expr_method_call(self, call);
    }
}

/// Whether an expression calls a function.
fn calls_function(expression: &Expr, name: &str) -> bool {
    struct Finder<'n> {
        name: &'n str,
        is_found: bool,
    }
    impl<'ast> Visit<'ast> for Finder<'_> {
        fn visit_expr_call(&mut self, call: &'ast ExprCall) {
            self.is_found |= last_name(&call.func).is_some_and(|name| name == self.name);
            visit::visit_expr_call(self, call);
        }
    }
    let mut finder = Finder {
        name,
        is_found: false,
    };
    finder.visit_expr(expression);
    finder.is_found
}

/// The functions that call `name`, without those that answer a part: a part may call another one
/// with something other than the text.
fn callers<'s>(scope: Scope<'s>, name: &str) -> impl Iterator<Item = &'s FileItem> {
    scope
        .source
        .items
        .iter()
        .filter(move |item| match &item.item {
            Item::Fn(function) => {
                let is_other = item.name != name && part_in(function).is_none();
                is_other && !item.is_for_tests && item.mentions(name)
            }
            _ => false,
        })
}

/// The wiring by what `main` and other functions print, if all of it is made of the text.
pub fn wiring(scope: Scope) -> Result<Wiring, Option<String>> {
    let mut wiring = Wiring::default();
    let mut printed = printed(scope);
    printed.sort_by_key(|(part, _)| *part);
    for (part, answer) in printed {
        let Some(answer) = answer.filter(|answer| has_text(answer)) else {
            return Err(None);
        };
        wiring.answer(part, &answer);
    }
    if wiring.has_no_options() {
        return Err(None);
    }
    Ok(wiring)
}

/// What a function such as `main` or `run` prints as the answers: expressions in lines such as
/// `println!("Part 1: {}", solve(&input))`. `None` for an answer that cannot be written over the
/// text `input`; empty if no function that runs the day, without arguments or with the text, prints
/// a part.
fn printed(scope: Scope) -> Vec<(Part, Option<String>)> {
    let mut printed: Vec<(Part, Option<String>)> = Vec::new();
    for item in &scope.source.items {
        let Item::Fn(function) = &item.item else {
            continue;
        };
        let mut inputs = function.sig.inputs.iter();
        let is_entry = match inputs.next() {
            _ if !is_run(scope, &item.name) => false,
            None => true,
            Some(FnArg::Typed(taken)) => {
                scope.text_of(&taken.ty, &function.sig).is_some() && inputs.next().is_none()
            }
            Some(FnArg::Receiver(_)) => false,
        };
        if item.is_for_tests || !is_entry {
            continue;
        }
        let mut calls = Caller {
            scope,
            name: "",
            body: &item.code,
            values: Vec::new(),
            found: Vec::new(),
            printed: Vec::new(),
        };
        calls.add_parameters(function, 0);
        calls.visit_block(&function.block);
        for (part, answer) in calls.printed {
            // Times are printed beside the answers, and are not made of the text.
            let is_of_text = answer.as_deref().is_some_and(has_text);
            let known = printed.iter().position(|(other, _)| *other == part);
            match known {
                None => printed.push((part, answer)),
                Some(at) if is_of_text && !printed[at].1.as_deref().is_some_and(has_text) => {
                    printed[at].1 = answer;
                }
                Some(_) => {}
            }
        }
    }
    printed
}

/// Whether a function runs the day or a part: `main`, what `main` calls, and what is named for it,
/// such as `run`, `day_01` or `solve_part_1`.
fn is_run(scope: Scope, name: &str) -> bool {
    let is_named = words(name).iter().all(|word| {
        let is_number = word.chars().all(|c| c.is_ascii_digit());
        is_number || RUN_WORDS.contains(&&**word) || PART_WORDS.contains(&&**word)
    });
    let call = format!(" {name} (");
    let mut items = scope.source.items.iter();
    is_named || items.any(|item| item.name == "main" && item.code.contains(&call))
}

/// A function without arguments that prints, and returns nothing.
pub fn printing(scope: Scope) -> Option<String> {
    let mut items = scope.source.items.iter();
    items.find_map(|item| match &item.item {
        Item::Fn(function)
            if !item.is_for_tests
                && item.name != "main"
                && function.sig.inputs.is_empty()
                && Returned::of(&function.sig).is_err()
                && item.code.contains(" println !") =>
        {
            Some(item.name.clone())
        }
        _ => None,
    })
}

/// The methods by which an argument was trimmed, such as `.trim_end()`; empty if it is the
/// text itself. `None` if it is something else.
pub fn trimming(argument: &str) -> Option<String> {
    let expression: Expr = syn::parse_str(argument).ok()?;
    let mut methods = Vec::new();
    let mut rest = &expression;
    loop {
        match rest {
            Expr::Reference(reference) => rest = &reference.expr,
            Expr::Paren(inner) => rest = &inner.expr,
            Expr::MethodCall(call) => {
                let name = call.method.to_string();
                if name.starts_with("trim") {
                    let arguments = &argument[call.paren_token.span.join().byte_range()];
                    methods.push(format!(".{name}{arguments}"));
                } else if !TEXT_OF_RECEIVER.contains(&&*name) && name != "as_bytes" {
                    return None;
                }
                rest = &call.receiver;
            }
            Expr::Path(path) if path.path.is_ident("input") => {
                methods.reverse();
                return Some(methods.concat());
            }
            _ => return None,
        }
    }
}

/// Whether a parameter is not the text of an input, as its name says.
fn is_told(parameter: &Pat) -> bool {
    let Pat::Ident(parameter) = parameter else {
        return false;
    };
    let words = words(&parameter.ident.to_string());
    words.last().is_some_and(|last| {
        last == "part" || last == "day" || OTHER_ARGUMENTS.contains(&&**last) && last != "line"
    })
}

/// What a name of the caller stands for.
#[derive(Clone)]
enum Value {
    /// An expression, and how many names were known before it.
    Made(Expr, usize),
    /// The same with the type that the name is given.
    Typed(Expr, usize, String),
    /// A field of a tuple that an expression makes.
    Field(Expr, usize, usize),
    /// The text, as an expression.
    Text(String),
    /// Something else that `main` knows: a path, or the number of a part or a day.
    Told,
    Unknown,
}

/// The calls of a function within another one.
struct Caller<'c> {
    scope: Scope<'c>,
    name: &'c str,
    /// The tokens of the caller.
    body: &'c str,
    /// The names that are known so far.
    values: Vec<(String, Value)>,
    found: Vec<Option<Vec<String>>>,
    /// What is printed as the answers.
    printed: Vec<(Part, Option<String>)>,
}

impl Caller<'_> {
    /// Adds the parameters of the caller: the text is what those give it who call it.
    fn add_parameters(&mut self, function: &ItemFn, depth: usize) {
        for parameter in &function.sig.inputs {
            let FnArg::Typed(parameter) = parameter else {
                continue;
            };
            let value = match self.scope.text_of(&parameter.ty, &function.sig) {
                _ if is_told(&parameter.pat) => Value::Told,
                Some(text) if function.sig.inputs.len() == 1 => {
                    let given = self.given_to(function, depth);
                    Value::Text(given.unwrap_or_else(|| text.to_owned()))
                }
                _ => Value::Unknown,
            };
            self.bind(&parameter.pat, value);
        }
    }

    /// The trimmed text that a function of the text is given.
    fn given_to(&self, function: &ItemFn, depth: usize) -> Option<String> {
        if depth == MOST_CALLERS {
            return None;
        }
        let calls = calls_from(self.scope, &function.sig.ident.to_string(), depth + 1);
        let arguments = calls.into_iter().flatten().next()?;
        let [argument] = &*arguments else {
            return None;
        };
        let trimming = trimming(argument).filter(|trimming| !trimming.is_empty())?;
        Some(format!("input{trimming}"))
    }

    /// Binds the names of a pattern to a value.
    fn bind(&mut self, pattern: &Pat, value: Value) {
        match pattern {
            Pat::Ident(name) => {
                let text = name.ident.to_string();
                let value = match name.mutability {
                    Some(_) => self.mutable(&text, value),
                    None => value,
                };
                self.values.push((text, value));
            }
            Pat::Type(typed) => {
                let ty = &self.scope.source.text[typed.ty.span().byte_range()];
                let value = match value {
                    Value::Made(made, known) => Value::Typed(made, known, ty.to_owned()),
                    other => other,
                };
                self.bind(&typed.pat, value);
            }
            Pat::Tuple(tuple) => {
                for (index, pattern) in tuple.elems.iter().enumerate() {
                    let field = match &value {
                        Value::Made(made, known) => Value::Field(made.clone(), *known, index),
                        _ => Value::Unknown,
                    };
                    self.bind(pattern, field);
                }
            }
            _ => {
                let mut names = BoundNames::default();
                names.visit_pat(pattern);
                for name in names.0 {
                    self.values.push((name, Value::Unknown));
                }
            }
        }
    }

    /// The value of a `mut` variable: the text if it is read into it, or its first value if it is
    /// used only once.
    fn mutable(&self, name: &str, value: Value) -> Value {
        if Reader::fills(self.body, name) {
            return Value::Text("input.to_string()".to_owned());
        }
        if self.body.matches(&format!(" {name} ")).count() > 2 {
            return Value::Unknown;
        }
        value
    }

    fn value(&self, name: &str, known: usize) -> Option<&Value> {
        let mut values = self.values[..known].iter().rev();
        let (_, value) = values.find(|(other, _)| other == name)?;
        Some(value)
    }

    /// An expression over the text for an expression of the caller, which sees only the first
    /// `known` variables.
    fn over_text(&self, expression: &Expr, known: usize, steps: usize) -> Option<String> {
        if steps > MOST_NAMES {
            return None;
        }
        let edits = known_names::edits(self, expression, known, steps)?;
        let at = expression.span().byte_range();
        let within = |place: Range<usize>| place.start - at.start..place.end - at.start;
        let edits = edits.into_iter().map(|(place, with)| (within(place), with));
        let text = &self.scope.source.text[at.clone()];
        Some(apply_edits(text, edits.collect()))
    }

    /// What a name stands for, as an expression over the text.
    fn made(&self, value: &Value, steps: usize) -> Option<String> {
        let over_text = |made: &Expr, known: usize| self.over_text(made, known, steps + 1);
        match value {
            Value::Made(made, known) => over_text(made, *known),
            Value::Typed(made, known, ty) => {
                let made = over_text(made, *known)?;
                Some(format!("{{ let value: {ty} = {made}; value }}"))
            }
            Value::Field(made, known, index) => {
                let made = over_text(made, *known)?;
                Some(format!("({made}).{index}"))
            }
            Value::Text(text) => Some(text.clone()),
            Value::Told | Value::Unknown => None,
        }
    }

    /// The text, if that is all that an expression is.
    fn text(&self, expression: &Expr, known: usize, steps: usize) -> Option<String> {
        if steps > MOST_NAMES {
            return None;
        }
        match expression {
            Expr::Macro(call) => {
                let name = call.mac.path.segments.last()?.ident.to_string();
                Some(Reader::of_macro(&name)?.of_text("input"))
            }
            Expr::Paren(inner) => self.text(&inner.expr, known, steps),
            Expr::Try(inner) => self.text(&inner.expr, known, steps),
            Expr::MethodCall(call) => {
                let name = call.method.to_string();
                let text = self.text(&call.receiver, known, steps)?;
                let owned = "input.to_string()";
                match &*name {
                    "to_string" | "to_owned" | "into_owned" if text == "input" => {
                        Some(owned.to_owned())
                    }
                    "as_str" if text == owned => Some("input".to_owned()),
                    _ if TEXT_OF_RECEIVER.contains(&&*name) => Some(text),
                    _ => None,
                }
            }
            Expr::Call(call) => self.read(call, known, steps),
            Expr::Reference(reference) => {
                let text = self.text(&reference.expr, known, steps)?;
                // What is borrowed needs no copy.
                let borrowed = text.trim_end_matches(".to_string()");
                let mark = if borrowed == "input" { "" } else { "&" };
                Some(format!("{mark}{borrowed}"))
            }
            Expr::Path(path) => {
                let name = path.path.get_ident()?.to_string();
                match self.value(&name, known) {
                    Some(Value::Made(made, known) | Value::Typed(made, known, _)) => {
                        self.text(made, *known, steps + 1)
                    }
                    Some(Value::Text(text)) => Some(text.clone()),
                    Some(_) => None,
                    None => {
                        let value = self.constant(&name)?;
                        self.text(value, 0, steps + 1)
                    }
                }
            }
            _ => None,
        }
    }

    /// The text as the argument of a function that takes a `&String`.
    fn owned(
        &self,
        function: &str,
        index: usize,
        argument: &Expr,
        known: usize,
        steps: usize,
    ) -> Option<String> {
        let mut functions = self.scope.source.functions();
        let function = functions.find(|other| other.sig.ident == function)?;
        let FnArg::Typed(parameter) = function.sig.inputs.get(index)? else {
            return None;
        };
        let is_text = self.text(argument, known, steps)? == "input";
        (is_text && spelled(&parameter.ty) == "&String").then(|| "&input.to_string()".to_owned())
    }

    /// Whether an argument is a path or a number that the caller knows, and not the text.
    fn is_told(&self, argument: &Expr, known: usize) -> bool {
        let name = last_name(argument).unwrap_or_default();
        matches!(self.value(&name, known), Some(Value::Told))
    }

    /// The value of a constant of the file.
    fn constant(&self, name: &str) -> Option<&Expr> {
        let mut items = self.scope.source.items.iter();
        items.find_map(|item| match &item.item {
            Item::Const(item) if item.ident == name => Some(&*item.expr),
            Item::Static(item) if item.ident == name => Some(&*item.expr),
            _ => None,
        })
    }

    /// The text that the call of a function reads.
    fn read(&self, call: &ExprCall, known: usize, steps: usize) -> Option<String> {
        let Expr::Path(path) = &*call.func else {
            return None;
        };
        let mut names = path.path.segments.iter().rev();
        let name = names.next()?.ident.to_string();
        if let Some(reader @ Reader::ReadToString) = Reader::of_function(&name, |_| false) {
            return Some(reader.of_text("input"));
        }
        // A function of a type makes a value of it, such as `Input::from_file`.
        if names.any(|owner| owner.ident.to_string().starts_with(char::is_uppercase)) {
            return None;
        }
        // Other days may have a function of that name that returns the text.
        let mut own = self.scope.source.functions();
        if let Some(own) = own.find(|own| own.sig.ident == name)
            && !returns_text(own)
            && !returns_lines(own)
        {
            return None;
        }
        let read = self.scope.repository.read_by(&name)?;
        if read == BUFFERED_LINES {
            // In the source they are the lines of a file.
            return None;
        }
        // A function that is given the text does not read it.
        for argument in call
            .args
            .iter()
            .filter(|argument| !self.is_told(argument, known))
        {
            let argument = self.over_text(argument, known, steps + 1)?;
            if has_text(&argument) {
                return None;
            }
        }
        Some(read)
    }
}

impl<'ast> Visit<'ast> for Caller<'_> {
    fn visit_block(&mut self, block: &'ast Block) {
        let known = self.values.len();
        visit::visit_block(self, block);
        self.values.truncate(known);
    }

    fn visit_local(&mut self, local: &'ast Local) {
        let mut value = Value::Unknown;
        if let Some(init) = &local.init {
            self.visit_expr(&init.expr);
            if init.diverge.is_none() {
                value = Value::Made((*init.expr).clone(), self.values.len());
            }
        }
        self.bind(&local.pat, value);
    }

    fn visit_pat(&mut self, pattern: &'ast Pat) {
        // The names of loops, closures and matches.
        self.bind(pattern, Value::Unknown);
    }

    fn visit_expr_call(&mut self, call: &'ast ExprCall) {
        if last_name(&call.func).is_some_and(|name| name == self.name) {
            let known = self.values.len();
            let arguments = call.args.iter().enumerate();
            let arguments = arguments.map(|(index, argument)| {
                let owned = self.owned(self.name, index, argument, known, 0);
                owned.or_else(|| self.over_text(argument, known, 0))
            });
            self.found.push(arguments.collect());
        }
        visit::visit_expr_call(self, call);
    }

    fn visit_macro(&mut self, call: &'ast Macro) {
        // The arguments of `println!` and of others are expressions.
        let parser = Punctuated::<Expr, Token![,]>::parse_terminated;
        let Ok(arguments) = call.parse_body_with(parser) else {
            return;
        };
        let arguments = Vec::from_iter(arguments);
        if ["println", "print"]
            .iter()
            .any(|name| call.path.is_ident(name))
            && let [Expr::Lit(line), values @ ..] = &*arguments
            && let Lit::Str(line) = &line.lit
        {
            for (part, shown) in shown_parts(&line.value()) {
                let answer = match shown {
                    ShownValue::Argument(index) => values
                        .get(index)
                        .and_then(|value| self.over_text(value, self.values.len(), 0)),
                    ShownValue::Name(name) => self
                        .value(&name, self.values.len())
                        .and_then(|value| self.made(value, 0)),
                };
                self.printed.push((part, answer));
            }
        }
        for argument in &arguments {
            visit_argument(self, argument);
        }
    }
}

/// Visits an expression that was parsed here and does not live as long as the file.
fn visit_argument(calls: &mut Caller, argument: &Expr) {
    calls.visit_expr(argument);
}

/// The last name of the path to a function.
pub fn last_name(function: &Expr) -> Option<String> {
    match function {
        Expr::Path(path) => Some(path.path.segments.last()?.ident.to_string()),
        _ => None,
    }
}

/// The names that a pattern binds.
#[derive(Default)]
struct BoundNames(Vec<String>);

impl<'ast> Visit<'ast> for BoundNames {
    fn visit_pat_ident(&mut self, name: &'ast PatIdent) {
        self.0.push(name.ident.to_string());
    }
}
