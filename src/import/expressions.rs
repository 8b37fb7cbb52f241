//! The expressions with which a user says how days are called, such as `--part1 'solve(input).0'`.
//! An expression applies to the days that have one of the names at the beginnings of its paths,
//! such as `solve`. The compiler tells everything else.

use aoc_solution::Part;
use syn::visit::{self, Visit};
use syn::{Expr, Macro, Path};

use super::source::{Source, on_large_stack};
use super::wiring::{AnswerCalls, OptionValue, Wiring};
use crate::project::source::tokens;
use crate::puzzle::{Day, Puzzle, Year};

/// Names in expressions that say nothing of a day.
const NAMES_OF_ALL: [&str; 8] = [
    "input", "crate", "self", "super", "std", "Some", "Ok", "None",
];

/// True if the expression uses the variable `input`.
pub fn uses_input(expression: &str) -> bool {
    tokens(expression).contains(&"input")
}

/// Checks that a text is an expression, which may use the variable `input`. The error says why it
/// is not.
pub fn expression(text: &str) -> Result<String, String> {
    let filled = fill(text, Year::FIRST.day(Day::FIRST));
    let code = format!("const _: () = [{filled}; 1];");
    on_large_stack(|| Source::read(code).map(drop)).map_err(|error| error.to_string())??;
    Ok(text.to_owned())
}

/// Replaces `%YEAR%`, `%DAY%` and `%PADDED_DAY%` in an expression.
pub fn fill(text: &str, puzzle: Puzzle) -> String {
    text.replace("%YEAR%", &puzzle.year.to_string())
        .replace("%DAY%", &puzzle.day.to_string())
        .replace("%PADDED_DAY%", &format!("{:02}", puzzle.day.get()))
}

/// The call of a day by the user's expressions, or why they are not used.
pub enum UserCall {
    /// The user gave no expressions.
    None,
    /// Expressions apply to the day.
    Applies {
        wiring: Wiring,
        /// The reason for not answering a part: its expression does not apply.
        left_out: Option<String>,
    },
    /// No expression applies to the day, for this reason.
    Unused(String),
}

/// Finds the user's expressions that apply to a day. `has` tells whether the day has an item of a
/// name, of its own or imported.
pub fn user_call(
    has: impl Fn(&str) -> bool,
    expressions: &[(Part, String)],
    puzzle: Puzzle,
) -> UserCall {
    let mut parts = [None, None];
    let mut left_out = None;
    let mut unused = None;
    for (part, expression) in expressions {
        let call = fill(expression, puzzle);
        let names = first_names(&call);
        if names.iter().any(|name| has(name)) {
            parts[part.index()] = Some(OptionValue::Call(call).into());
            continue;
        }
        let (why, of_all) = match names.first() {
            Some(name) => {
                let why = format!("this day has no `{name}`");
                let of_all = format!("your expressions are not used: {why}");
                (why, of_all)
            }
            None => (
                "your expression names no function or type of this day".to_owned(),
                "your expressions name no function or type of this day".to_owned(),
            ),
        };
        left_out = Some(format!("part {part}: {why}"));
        unused.get_or_insert(of_all);
    }
    let wiring = Wiring {
        answers: AnswerCalls::Parts(parts),
        ..Wiring::default()
    };
    match unused {
        _ if !wiring.is_empty() => UserCall::Applies { wiring, left_out },
        Some(why) => UserCall::Unused(why),
        None => UserCall::None,
    }
}

/// The names at the beginnings of the paths in an expression, and all names in calls of macros.
fn first_names(expression: &str) -> Vec<String> {
    let mut names = FirstNames(Vec::new());
    if let Ok(expression) = syn::parse_str::<Expr>(expression) {
        names.visit_expr(&expression);
    }
    names.0.retain(|name| {
        name.starts_with(|c: char| c.is_alphabetic() || c == '_')
            && !NAMES_OF_ALL.contains(&name.as_str())
    });
    names.0
}

struct FirstNames(Vec<String>);

impl<'ast> Visit<'ast> for FirstNames {
    fn visit_path(&mut self, path: &'ast Path) {
        let names = path
            .segments
            .iter()
            .map(|segment| segment.ident.to_string());
        let mut names = names.peekable();
        // The modules of a path from the crate may be those around the day.
        let is_from_crate = names
            .peek()
            .is_some_and(|first| ["crate", "self", "super"].contains(&first.as_str()));
        let count = if is_from_crate { usize::MAX } else { 1 };
        self.0.extend(names.take(count));
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, call: &'ast Macro) {
        self.visit_path(&call.path);
        let code = call.tokens.to_string();
        self.0.extend(tokens(&code).into_iter().map(str::to_owned));
    }
}
