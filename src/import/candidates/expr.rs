//! An expression over `input` that calls the functions of a day. The expression is a tree, so
//! questions about a call are answered from the tree and never from its code.

use std::iter::once;

use crate::import::source::IMPORTED;
use crate::project::source::tokens;

/// A function that a call names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// The path from the day: `part1`, `solver::part1`, `Day01::part1`.
    pub path: String,
    /// True if the function belongs to a type.
    pub is_of_type: bool,
}

impl Function {
    /// The path in an expression, where `input` is a variable.
    fn path_beside_input(&self) -> &str {
        match &*self.path {
            "input" => "self::input",
            path => path,
        }
    }

    /// The name without the module or the type.
    fn name(&self) -> &str {
        self.path.rsplit("::").next().unwrap_or_default()
    }

    fn mentions(&self, name: &str) -> bool {
        self.path.split("::").any(|segment| segment == name)
    }
}

/// An expression over `input`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expr {
    /// `input`.
    Input,
    /// The input in the form that a generic function takes: `given(input)`.
    GenericInput,
    /// The input, converted to the type that a function takes: `given(input).into()`.
    ConvertedInput,
    /// The value of an argument that the function ignores, as a name such as `_debug` says.
    Default,
    /// The value of an argument that requests the example, or more output.
    False,
    /// A variable of the expression around this one.
    Variable(&'static str),
    /// `&value`.
    Reference(Box<Expr>),
    /// `&mut value`.
    MutReference(Box<Expr>),
    /// A chain of functions: the first one gets the input, and each other one gets the result of
    /// the function before it. The library converts the values: `call!(input, parse, part1)`.
    Chain(Vec<Function>),
    Call {
        function: Function,
        arguments: Vec<Expr>,
    },
    /// A call whose arguments are the items of a tuple: `{ let (a, b) = value; part1(a, b) }`.
    Spread {
        function: Function,
        names: &'static [&'static str],
        /// How each item is passed.
        passing: Passing,
        value: Box<Expr>,
    },
    /// A value of one of the day's types, which has no fields: `Day01 {}`.
    EmptyStruct(String),
    /// A value of one of the day's types: `input.parse::<Day01>()`.
    Parsed(String),
    /// A value after a method got the text: `{ let mut day = Day01::new(); day.init(input); day }`.
    AfterMethod {
        value: Box<Expr>,
        method: String,
        text: Box<Expr>,
    },
    /// Calls for both parts on one value, the variable `day`, which the call for part 1 may change.
    OnSharedValue {
        value: Box<Expr>,
        calls: Box<[Expr; 2]>,
    },
    /// The value in a `Result` or an `Option`: `value!(..)`.
    Value(Box<Expr>),
    /// The value that a parser of nom returns beside the rest of the text.
    NomValue(Box<Expr>),
    /// Code that the user wrote.
    Written(String),
}

/// The way in which a function takes `self` or an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passing {
    Value,
    Reference,
    MutReference,
}

impl Passing {
    /// A value that is passed in this way.
    pub fn of(self, value: Expr) -> Expr {
        match self {
            Self::Value => value,
            Self::Reference => Expr::Reference(Box::new(value)),
            Self::MutReference => Expr::MutReference(Box::new(value)),
        }
    }
}

/// The form in which an expression is written.
#[derive(Clone, Copy)]
enum ExprForm<'i> {
    Code,
    /// The form that messages show, with this text in place of `input`.
    Message(&'i str),
}

impl Expr {
    /// The code of the expression in a day.
    pub fn code(&self) -> String {
        self.written(ExprForm::Code)
    }

    /// The expression in the form that messages show, with this text in place of `input`:
    /// `part1(parse(input))`. It leaves out how values are converted, and arguments that are not
    /// made from the input, so it may not compile.
    pub fn shown(&self, input: &str) -> String {
        self.written(ExprForm::Message(input))
    }

    fn written(&self, form: ExprForm) -> String {
        let inner = |expr: &Self| expr.written(form);
        let is_message = matches!(form, ExprForm::Message(_));
        let (library, input) = match form {
            ExprForm::Code => (IMPORTED, "input"),
            ExprForm::Message(input) => ("", input),
        };
        match self {
            Self::Input => input.to_owned(),
            Self::GenericInput | Self::ConvertedInput if is_message => input.to_owned(),
            Self::GenericInput => format!("{library}given(input)"),
            Self::ConvertedInput => format!("{library}given(input).into()"),
            Self::Default => "Default::default()".to_owned(),
            Self::False => "false".to_owned(),
            Self::Variable(name) => (*name).to_owned(),
            Self::Reference(value)
            | Self::MutReference(value)
            | Self::Value(value)
            | Self::NomValue(value)
                if is_message =>
            {
                inner(value)
            }
            Self::Reference(value) => format!("&{}", inner(value)),
            Self::MutReference(value) => format!("&mut {}", inner(value)),
            Self::Value(made) => format!("{library}value!({})", inner(made)),
            Self::NomValue(parsed) => format!("{}.unwrap().1", inner(parsed)),
            Self::Chain(functions) if is_message => {
                let call = |value, function: &Function| {
                    format!("{}({value})", function.path_beside_input())
                };
                functions.iter().fold(input.to_owned(), call)
            }
            Self::Chain(functions) => {
                let paths: Vec<&str> = functions.iter().map(Function::path_beside_input).collect();
                format!("{library}call!(input, {})", paths.join(", "))
            }
            Self::Call {
                function,
                arguments,
            } => {
                let is_shown = |argument: &&Self| {
                    let is_of_input = !matches!(argument, Self::Default | Self::False);
                    is_of_input || !is_message
                };
                let arguments: Vec<String> = arguments.iter().filter(is_shown).map(inner).collect();
                format!("{}({})", function.path_beside_input(), arguments.join(", "))
            }
            Self::Spread {
                function, value, ..
            } if is_message => format!("{}({})", function.path, inner(value)),
            Self::Spread {
                function,
                names,
                passing,
                value,
            } => {
                let items: Vec<String> = names
                    .iter()
                    .map(|name| inner(&passing.of(Self::Variable(name))))
                    .collect();
                format!(
                    "{{ let ({}) = {}; {}({}) }}",
                    names.join(", "),
                    inner(value),
                    function.path,
                    items.join(", ")
                )
            }
            Self::EmptyStruct(ty) => format!("{ty} {{}}"),
            Self::Parsed(ty) => format!("{input}.parse::<{ty}>()"),
            Self::AfterMethod {
                value,
                method,
                text,
            } => format!(
                "{{ let mut day = {}; day.{method}({}); day }}",
                inner(value),
                inner(text)
            ),
            Self::OnSharedValue { value, calls } => {
                let [one, two] = calls.each_ref().map(inner);
                let value = inner(value);
                format!("{{ let mut day = {value}; let one = {one}; (one, {two}) }}")
            }
            Self::Written(code) => {
                let text = Some(input).filter(|input| *input != "input");
                on_text(text, code.replace(IMPORTED, library))
            }
        }
    }

    /// The expressions directly in this one.
    fn inner(&self) -> Vec<&Self> {
        match self {
            Self::Input
            | Self::GenericInput
            | Self::ConvertedInput
            | Self::Default
            | Self::False
            | Self::Variable(_)
            | Self::Chain(_)
            | Self::EmptyStruct(_)
            | Self::Parsed(_)
            | Self::Written(_) => Vec::new(),
            Self::Call { arguments, .. } => arguments.iter().collect(),
            Self::AfterMethod { value, text, .. } => vec![value, text],
            Self::OnSharedValue { value, calls } => once(&**value).chain(calls.iter()).collect(),
            Self::Reference(inner)
            | Self::MutReference(inner)
            | Self::Value(inner)
            | Self::NomValue(inner)
            | Self::Spread { value: inner, .. } => vec![inner],
        }
    }

    /// The functions that the expression itself names, from the outermost to the innermost.
    fn own_functions(&self) -> Vec<&Function> {
        match self {
            Self::Chain(functions) => functions.iter().rev().collect(),
            Self::Call { function, .. } | Self::Spread { function, .. } => vec![function],
            _ => Vec::new(),
        }
    }

    /// The functions that the expression calls, from the outermost to the innermost. `None` if
    /// other code or a value of a type also contributes to the value.
    pub fn functions(&self) -> Option<Vec<&str>> {
        let is_other = matches!(
            self,
            Self::EmptyStruct(_)
                | Self::Parsed(_)
                | Self::AfterMethod { .. }
                | Self::OnSharedValue { .. }
                | Self::Written(_)
        );
        if is_other || self.may_ignore_input() {
            return None;
        }
        let mut functions: Vec<&str> = self
            .own_functions()
            .into_iter()
            .map(|function| &*function.path)
            .collect();
        for inner in self.inner() {
            functions.append(&mut inner.functions()?);
        }
        Some(functions)
    }

    /// True if the value may be about something other than the input: the result of a method, whose
    /// value may be made without the input.
    pub fn may_ignore_input(&self) -> bool {
        match self {
            Self::Call {
                function,
                arguments,
            } => function.is_of_type && !arguments.is_empty(),
            _ => self.inner().into_iter().any(Self::may_ignore_input),
        }
    }

    /// True if a value in the expression is made from the input.
    pub fn passes_input(&self) -> bool {
        match self {
            Self::Input
            | Self::GenericInput
            | Self::ConvertedInput
            | Self::Chain(_)
            | Self::Parsed(_) => true,
            Self::Written(code) => tokens(code).contains(&"input"),
            _ => self.inner().into_iter().any(Self::passes_input),
        }
    }

    /// True if the code calls a function of this name directly, and not through the library.
    pub fn calls(&self, name: &str) -> bool {
        let is_called = match self {
            Self::Call { function, .. } | Self::Spread { function, .. } => function.name() == name,
            Self::Written(code) => tokens(code).windows(2).any(|words| words == [name, "("]),
            _ => false,
        };
        is_called || self.inner().into_iter().any(|inner| inner.calls(name))
    }

    /// True if the code contains this name of a function, a type or a module of the day. In code
    /// that the user wrote, any name counts except `input`, which is the variable there.
    pub fn mentions(&self, name: &str) -> bool {
        let is_own = match self {
            Self::EmptyStruct(ty) | Self::Parsed(ty) => {
                ty.split("::").any(|segment| segment == name)
            }
            Self::Written(code) => name != "input" && tokens(code).contains(&name),
            _ => self
                .own_functions()
                .iter()
                .any(|function| function.mentions(name)),
        };
        is_own || self.inner().into_iter().any(|inner| inner.mentions(name))
    }

    /// The expression with another function in place of the outermost one. The value of the
    /// expression must be the result of a function.
    pub fn with_function(&self, path: &str) -> Self {
        let mut other = self.clone();
        let outermost = match &mut other {
            Self::Chain(functions) => functions.last_mut(),
            Self::Call { function, .. } | Self::Spread { function, .. } => Some(function),
            _ => None,
        };
        if let Some(function) = outermost {
            path.clone_into(&mut function.path);
        }
        other
    }
}

/// A call with `input`, on this text.
pub fn on_text(text: Option<&str>, call: String) -> String {
    match text {
        Some(text) => format!("{{ let input = {text}; {call} }}"),
        None => call,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn function(path: &str) -> Function {
        Function {
            path: path.to_owned(),
            is_of_type: false,
        }
    }

    fn call(path: &str, argument: Expr) -> Expr {
        Expr::Call {
            function: function(path),
            arguments: vec![argument],
        }
    }

    fn spread(path: &str) -> Expr {
        Expr::Spread {
            function: function(path),
            names: &["a", "b"],
            passing: Passing::Value,
            value: Box::new(Expr::Input),
        }
    }

    fn empty(ty: &str) -> Expr {
        Expr::EmptyStruct(ty.to_owned())
    }

    fn written(code: &str) -> Expr {
        Expr::Written(code.to_owned())
    }

    #[test]
    fn a_value_is_made_from_the_input_or_not() {
        for (expr, passes_input) in [
            (Expr::Input, true),
            (Expr::GenericInput, true),
            (Expr::Chain(vec![function("part1")]), true),
            (Expr::Parsed("Day01".to_owned()), true),
            (empty("Day01"), false),
            (call("part1", Expr::Input), true),
            (call("part1", Expr::Default), false),
            (written("part1(input)"), true),
            (written("part1(INPUT)"), false),
        ] {
            assert_eq!(expr.passes_input(), passes_input, "{expr:?}");
        }
    }

    #[test]
    fn a_name_is_called_or_only_mentioned() {
        for (expr, name, calls, mentions) in [
            (call("solver::part1", Expr::Input), "part1", true, true),
            (call("solver::part1", Expr::Input), "solver", false, true),
            (spread("part1"), "part1", true, true),
            (Expr::Chain(vec![function("part1")]), "part1", false, true),
            (empty("solver::Day01"), "solver", false, true),
            (empty("solver::Day01"), "part1", false, false),
            (written("part1(input)"), "part1", true, true),
            (written("Some(input).map(part1)"), "part1", false, true),
            (written("part1(input)"), "part2", false, false),
            (Expr::Value(Box::new(spread("part1"))), "part1", true, true),
        ] {
            assert_eq!(expr.calls(name), calls, "{expr:?} {name}");
            assert_eq!(expr.mentions(name), mentions, "{expr:?} {name}");
        }
    }

    #[test]
    fn another_function_is_in_place_of_the_outermost_one() {
        let fitted = |names: [&str; 2]| Expr::Chain(names.map(function).to_vec());
        for (expr, other) in [
            (call("one", Expr::Input), call("two", Expr::Input)),
            (spread("one"), spread("two")),
            (fitted(["parse", "one"]), fitted(["parse", "two"])),
            (Expr::Input, Expr::Input),
        ] {
            assert_eq!(expr.with_function("two"), other);
        }
    }

    #[test]
    fn a_value_takes_the_place_of_the_input_only() {
        let converted = Passing::MutReference.of(Expr::Value(Box::new(Expr::ConvertedInput)));
        for (expr, expected) in [
            (call("part1", Expr::Input), "part1(new())"),
            (call("part1", converted), "part1(new())"),
            (call("part1", Expr::Default), "part1()"),
            (call("part1", empty("Day01")), "part1(Day01 {})"),
            (
                Expr::Chain(["parse", "part1"].map(function).to_vec()),
                "part1(parse(new()))",
            ),
            (spread("part1"), "part1(new())"),
            (Expr::Parsed("Day01".to_owned()), "new().parse::<Day01>()"),
            (
                written("input.len() + 1"),
                "{ let input = new(); input.len() + 1 }",
            ),
        ] {
            assert_eq!(expr.shown("new()"), expected);
        }
    }
}
