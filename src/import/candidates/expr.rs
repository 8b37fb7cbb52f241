//! An expression over `input` that calls the functions of a day. Each form of expression is made by
//! one function, which states all facts about it. So a new form is one more function, and questions
//! about a call are never answered from its code.

use std::slice::from_ref;

use crate::import::source::IMPORTED;
use crate::project::source::tokens;

/// Stands for the input in the form that messages show. It is in no code.
const INPUT: &str = "\0";

/// An expression over `input`, and the facts about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expr {
    /// The code of the expression in a day.
    pub code: String,
    /// The path of the function whose only argument is the input, converted by the library. As an
    /// option of `functions!`, the path is enough. `None` for any other expression.
    pub option: Option<String>,
    /// The form that messages show, with [`INPUT`] in place of the input. `None` for an argument
    /// that messages leave out.
    message: Option<String>,
    /// True if the user wrote the expression. Its form in messages then has the variable `input`.
    is_written: bool,
    /// The functions that the expression calls, from the outermost to the innermost. `None` if
    /// other code or a value of a type also contributes to the value.
    functions: Option<Vec<String>>,
    /// True if the code calls `main` directly, and not through the library.
    pub calls_main: bool,
    /// The names of functions, types and modules of the day in the code. In code that the user
    /// wrote, any name counts except `input`, which is the variable there.
    mentioned: Vec<String>,
    /// True if a value in the expression is made from the input.
    pub passes_input: bool,
    /// True if the value may be about something other than the input: the result of a method, whose
    /// value may be made without the input.
    pub may_ignore_input: bool,
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
    pub fn of(self, value: &Expr) -> Expr {
        match self {
            Self::Value => value.clone(),
            Self::Reference => value.converted("&", ""),
            Self::MutReference => value.converted("&mut ", ""),
        }
    }
}

/// The forms of expressions.
impl Expr {
    /// `input`.
    pub fn input() -> Self {
        Self {
            passes_input: true,
            ..Self::of([], "input".to_owned(), Some(INPUT.to_owned()))
        }
    }

    /// The input in the form that a generic function takes: `given(input)`.
    pub fn generic_input() -> Self {
        Self::input().converted(&format!("{IMPORTED}given("), ")")
    }

    /// The input, converted to the type that a function takes: `given(input).into()`.
    pub fn converted_input() -> Self {
        Self::generic_input().converted("", ".into()")
    }

    /// The value of an argument that is not made from the input, such as `false`.
    pub fn known(code: &str) -> Self {
        Self::of([], code.to_owned(), None)
    }

    /// A variable of the expression around this one.
    pub fn variable(name: &str) -> Self {
        Self::with_parts([], |[]| name.to_owned())
    }

    /// The call of a function with the input, which the library converts: `call!(input, part1)`.
    pub fn function(path: &str) -> Self {
        Self {
            option: Some(path.to_owned()),
            calls_main: false,
            ..Self::result_of(
                path,
                &[Self::input()],
                &format!("{IMPORTED}call!(input, "),
                ")",
            )
        }
    }

    /// The call of a function with the result of a parser. The library converts the values:
    /// `call!(input, parse, part1)`.
    pub fn chain(parser: &str, path: &str) -> Self {
        let before = format!("{IMPORTED}call!(input, {}, ", beside_input(parser));
        Self {
            calls_main: false,
            ..Self::result_of(path, &[Self::function(parser)], &before, ")")
        }
    }

    /// The call of a free function: `part1(input, false)`.
    pub fn call(path: &str, arguments: &[Self]) -> Self {
        let all: Vec<&str> = arguments.iter().map(|value| &*value.code).collect();
        let after = format!("({})", all.join(", "));
        Self::result_of(path, arguments, "", &after)
    }

    /// The call of a function of a type: `Day01::part1(&Day01::new(), input)`.
    pub fn associated_call(path: &str, arguments: &[Self]) -> Self {
        let call = Self::call(path, arguments);
        if arguments.is_empty() {
            return call;
        }
        Self {
            functions: None,
            may_ignore_input: true,
            ..call
        }
    }

    /// A call whose arguments are the items of a tuple: `{ let (a, b) = value; part1(a, b) }`. Each
    /// item is passed in the same way.
    pub fn spread(path: &str, names: &[&str], passing: Passing, value: &Self) -> Self {
        let items: Vec<String> = names
            .iter()
            .map(|name| passing.of(&Self::variable(name)).code)
            .collect();
        let before = format!("{{ let ({}) = {}; ", names.join(", "), value.code);
        let after = format!("({}) }}", items.join(", "));
        Self::result_of(path, from_ref(value), &before, &after)
    }

    /// A value of one of the day's types, which has no fields: `Day01 {}`.
    pub fn empty_struct(ty: &str) -> Self {
        Self {
            functions: None,
            mentioned: segments(ty),
            ..Self::with_parts([], |[]| format!("{ty} {{}}"))
        }
    }

    /// A value of one of the day's types: `input.parse::<Day01>()`.
    pub fn parsed(ty: &str) -> Self {
        Self {
            functions: None,
            mentioned: segments(ty),
            ..Self::with_parts([&Self::input()], |[input]| {
                format!("{input}.parse::<{ty}>()")
            })
        }
    }

    /// A value after a method got the text: `{ let mut day = Day01::new(); day.init(input); day }`.
    pub fn after_method(value: &Self, method: &str, text: &Self) -> Self {
        Self {
            functions: None,
            ..Self::with_parts([value, text], |[value, text]| {
                format!("{{ let mut day = {value}; day.{method}({text}); day }}")
            })
        }
    }

    /// Calls for both parts on one value, the variable `day`, which the call for part 1 may change.
    pub fn on_shared_value(value: &Self, [one, two]: &[Self; 2]) -> Self {
        Self {
            functions: None,
            ..Self::with_parts([value, one, two], |[value, one, two]| {
                format!("{{ let mut day = {value}; let one = {one}; (one, {two}) }}")
            })
        }
    }

    /// The value in a `Result` or an `Option`: `value!(..)`.
    pub fn value(&self) -> Self {
        self.converted(&format!("{IMPORTED}value!("), ")")
    }

    /// The value that a parser of nom returns beside the rest of the text.
    pub fn nom_value(&self) -> Self {
        self.converted("", ".unwrap().1")
    }

    /// Code that the user wrote.
    pub fn written(code: &str) -> Self {
        let words = tokens(code);
        let mentioned = words.iter().filter(|word| **word != "input");
        Self {
            is_written: true,
            functions: None,
            calls_main: words.windows(2).any(|words| words == ["main", "("]),
            mentioned: mentioned.map(|word| (*word).to_owned()).collect(),
            passes_input: words.contains(&"input"),
            ..Self::with_parts([], |[]| code.to_owned())
        }
    }

    /// This value in code that converts it, which messages do not show.
    fn converted(&self, before: &str, after: &str) -> Self {
        let code = format!("{before}{}{after}", self.code);
        Self::of([self], code, self.message.clone())
    }

    /// The result of a function that gets these values, with the code around its path. Messages
    /// show the path and the values.
    fn result_of(path: &str, values: &[Self], before: &str, after: &str) -> Self {
        let values_in_message: Vec<&str> = values
            .iter()
            .filter_map(|value| value.message.as_deref())
            .collect();
        let called = beside_input(path);
        let message = format!("{called}({})", values_in_message.join(", "));
        let segments = segments(path);
        let code = format!("{before}{called}{after}");
        let mut result = Self::of(values, code, Some(message));
        result.calls_main |= segments.last().is_some_and(|name| name == "main");
        result.mentioned.extend(segments);
        if let Some(functions) = &mut result.functions {
            functions.insert(0, path.to_owned());
        }
        result
    }

    /// An expression in the same form in code and in messages, with these expressions in it.
    fn with_parts<const N: usize>(parts: [&Self; N], form: impl Fn([String; N]) -> String) -> Self {
        let code = form(parts.map(|part| part.code.clone()));
        let message = form(parts.map(|part| part.message.clone().unwrap_or_default()));
        Self::of(parts, code, Some(message))
    }

    /// An expression with these expressions in it, whose facts are facts about it, too.
    fn of<'e>(
        parts: impl IntoIterator<Item = &'e Self>,
        code: String,
        message: Option<String>,
    ) -> Self {
        let mut all = Self {
            code,
            option: None,
            message,
            is_written: false,
            functions: Some(Vec::new()),
            calls_main: false,
            mentioned: Vec::new(),
            passes_input: false,
            may_ignore_input: false,
        };
        for part in parts {
            all.functions = all
                .functions
                .zip(part.functions.as_ref())
                .map(|(all, of_part)| [&all[..], of_part].concat());
            all.calls_main |= part.calls_main;
            all.mentioned.extend_from_slice(&part.mentioned);
            all.passes_input |= part.passes_input;
            all.may_ignore_input |= part.may_ignore_input;
        }
        all
    }
}

/// Questions about an expression.
impl Expr {
    /// The expression in the form that messages show, with this text in place of `input`:
    /// `part1(parse(input))`. It leaves out how values are converted, and arguments that are not
    /// made from the input, so it may not compile.
    pub fn in_message(&self, input: &str) -> String {
        let message = self.message.clone().unwrap_or_default();
        if !self.is_written {
            return message.replace(INPUT, input);
        }
        let text = Some(input).filter(|input| *input != "input");
        on_text(text, message.replace(IMPORTED, ""))
    }

    /// The functions that the expression calls, from the outermost to the innermost. `None` if
    /// other code or a value of a type also contributes to the value.
    pub fn functions(&self) -> Option<Vec<&str>> {
        let functions = self.functions.as_ref()?;
        Some(functions.iter().map(String::as_str).collect())
    }

    /// True if the code contains this name of a function, a type or a module of the day.
    pub fn mentions(&self, name: &str) -> bool {
        self.mentioned.iter().any(|mentioned| mentioned == name)
    }
}

/// The path in an expression, where `input` is a variable.
fn beside_input(path: &str) -> &str {
    match path {
        "input" => "self::input",
        path => path,
    }
}

/// The names in a path.
fn segments(path: &str) -> Vec<String> {
    path.split("::").map(str::to_owned).collect()
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

    fn call(path: &str, argument: Expr) -> Expr {
        Expr::call(path, &[argument])
    }

    fn spread(path: &str) -> Expr {
        Expr::spread(path, &["a", "b"], Passing::Value, &Expr::input())
    }

    fn unused() -> Expr {
        Expr::known("Default::default()")
    }

    #[test]
    fn a_value_is_made_from_the_input_or_not() {
        for (expr, passes_input) in [
            (Expr::input(), true),
            (Expr::generic_input(), true),
            (Expr::function("part1"), true),
            (Expr::parsed("Day01"), true),
            (Expr::empty_struct("Day01"), false),
            (call("part1", Expr::input()), true),
            (call("part1", unused()), false),
            (Expr::written("part1(input)"), true),
            (Expr::written("part1(INPUT)"), false),
        ] {
            assert_eq!(expr.passes_input, passes_input, "{expr:?}");
        }
    }

    #[test]
    fn a_name_is_called_or_only_mentioned() {
        for (expr, name, calls_main, mentions) in [
            (call("solver::main", Expr::input()), "main", true, true),
            (call("main::part1", Expr::input()), "main", false, true),
            (spread("main"), "main", true, true),
            (Expr::function("main"), "main", false, true),
            (Expr::chain("parse", "main"), "main", false, true),
            (Expr::empty_struct("main::Day01"), "main", false, true),
            (Expr::empty_struct("solver::Day01"), "main", false, false),
            (Expr::written("main(input)"), "main", true, true),
            (Expr::written("Some(input).map(main)"), "main", false, true),
            (Expr::written("part1(input)"), "part2", false, false),
            (spread("main").value(), "main", true, true),
        ] {
            assert_eq!(expr.calls_main, calls_main, "{expr:?}");
            assert_eq!(expr.mentions(name), mentions, "{expr:?} {name}");
        }
    }

    /// In an expression, `input` is the variable.
    #[test]
    fn a_function_with_the_name_of_the_input_is_called_by_its_path() {
        for (expr, expected) in [
            (Expr::function("input"), "call!(input, self::input)"),
            (
                Expr::chain("input", "part1"),
                "call!(input, self::input, part1)",
            ),
            (call("input", Expr::input()), "self::input(input)"),
            (spread("input"), "{ let (a, b) = input; self::input(a, b) }"),
        ] {
            assert_eq!(expr.code.replace(IMPORTED, ""), expected);
        }
    }

    #[test]
    fn a_value_takes_the_place_of_the_input_only() {
        let converted = Passing::MutReference.of(&Expr::converted_input().value());
        for (expr, expected) in [
            (call("part1", Expr::input()), "part1(new())"),
            (call("part1", converted), "part1(new())"),
            (call("part1", unused()), "part1()"),
            (
                call("part1", Expr::empty_struct("Day01")),
                "part1(Day01 {})",
            ),
            (Expr::chain("parse", "part1"), "part1(parse(new()))"),
            (spread("part1"), "part1(new())"),
            (Expr::parsed("Day01"), "new().parse::<Day01>()"),
            (
                Expr::written("input.len() + 1"),
                "{ let input = new(); input.len() + 1 }",
            ),
        ] {
            assert_eq!(expr.in_message("new()"), expected);
        }
    }
}
