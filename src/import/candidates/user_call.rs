//! The expressions in which a user says how days are called, such as `--part1 'solve(input).0'`. An
//! expression applies to the days that define or import the first name of one of its paths, such as
//! `solve` of `solve(input).0`. There it is the first candidate, and the compiler decides whether
//! it fits.

use aoc_solution::Part;
use syn::visit::{self, Visit};
use syn::{Expr, Macro, Path};

use super::expr;
use super::wiring::Wiring;
use super::{Candidate, NUMBERS, Rank};
use crate::import::left_out::reason::{PartNotCalled, Reason};
use crate::import::source::{Source, on_large_stack};
use crate::project::source::tokens;
use crate::puzzle::{Day, Puzzle, Year, other_part, parts_in_calendar};

/// Names in expressions that any day may use, in addition to the types of numbers.
const NAMES_OF_ALL: [&str; 17] = [
    "input", "crate", "self", "super", "std", "Some", "None", "Ok", "Err", "Vec", "Box", "String",
    "bool", "char", "str", "f32", "f64",
];

/// Checks that a text is an expression, which may use the variable `input`. The error says what is
/// wrong.
pub fn parse_expression(text: &str) -> Result<String, String> {
    // A negative value is allowed, so a forgotten expression takes the next option as its text.
    if text.starts_with('-') && !text.contains('(') && !text.contains("input") {
        return Err("write an expression before this option".to_owned());
    }
    let filled = fill_placeholders(text, Year::FIRST.day(Day::FIRST));
    on_large_stack(|| check_expression(&filled)).map_err(|error| error.to_string())??;
    Ok(text.to_owned())
}

/// Fails if this code is not an expression. Needs a large stack.
fn check_expression(code: &str) -> Result<(), String> {
    // A source is refused if it is too long or too deep, or ends with a comment, which would hide
    // the code after it. It may still be other code than an expression, such as
    // `1]; const N: [u8; 1] = [1`, so it is parsed again.
    Source::read(format!("const _: () = [{code}; 1];"))?;
    match syn::parse_str::<Expr>(code) {
        Ok(_) => Ok(()),
        Err(error) => Err(format!("it is not an expression: {error}")),
    }
}

/// Replaces `%YEAR%`, `%DAY%` and `%PADDED_DAY%` in an expression or in arguments.
pub fn fill_placeholders(text: &str, puzzle: Puzzle) -> String {
    text.replace("%YEAR%", &puzzle.year.to_string())
        .replace("%DAY%", &puzzle.day.to_string())
        .replace("%PADDED_DAY%", &format!("{:02}", puzzle.day.get()))
}

/// What the user's expressions say about a day.
#[derive(Clone, Debug)]
pub enum UserCall {
    /// There is nothing to say about expressions: the user gave none for this puzzle, or the file
    /// has only one part and none applies.
    NotGiven,
    /// The expressions are not used, as this note says, because none of them applies to the day, or
    /// because the file already is a day of `aoc`.
    Unused(String),
    /// The expressions call the day with this wiring, which is the first candidate.
    Applies {
        wiring: Box<Wiring>,
        /// The part whose expression does not apply.
        unused: Option<PartNotCalled>,
    },
}

impl UserCall {
    /// Finds the user's expressions that apply to a day. `has` says whether the day defines or
    /// imports an item with a name.
    pub fn of(has: impl Fn(&str) -> bool, expressions: &[(Part, String)], puzzle: Puzzle) -> Self {
        let mut wiring = Wiring::default();
        let mut unused = None;
        for (part, expression) in expressions {
            if !parts_in_calendar(puzzle).contains(part) {
                continue;
            }
            let call = fill_placeholders(expression, puzzle);
            let names = first_names(&call);
            if names.iter().any(|name| has(name)) {
                let call = expr::Expr::written(&call);
                wiring = Wiring::for_part(*part, call).combined_with(wiring);
            } else {
                unused.get_or_insert((*part, names.into_iter().next()));
            }
        }
        if wiring.is_empty() {
            return match unused {
                None => Self::NotGiven,
                Some((_, Some(name))) => Self::Unused(format!(
                    "your expressions are not used: this day has no `{name}`"
                )),
                Some((_, None)) => {
                    Self::Unused("your expressions name no function or type of this day".to_owned())
                }
            };
        }
        let unused = unused.map(|(part, name)| PartNotCalled {
            part,
            why: Reason::Unfit(match name {
                Some(name) => format!("this day has no `{name}`"),
                None => "your expression names no function or type of this day".to_owned(),
            }),
        });
        Self::Applies {
            wiring: Box::new(wiring),
            unused,
        }
    }

    /// The wiring of the expressions that apply.
    pub fn wiring(&self) -> Option<&Wiring> {
        match self {
            Self::Applies { wiring, .. } => Some(wiring),
            _ => None,
        }
    }

    /// The note that the expressions are not used.
    pub fn note(&self) -> Option<&str> {
        match self {
            Self::Unused(note) => Some(note),
            _ => None,
        }
    }

    /// The candidates for the user's expressions, and the candidates for the part without an
    /// expression, if only one part has one. The expression itself comes first. It may be copied
    /// from a message, so the candidates in `listed` that messages show in the same words follow.
    /// The candidates for the other part are made from those for both parts in `listed`.
    pub fn candidates(&self, listed: &[Candidate], puzzle: Puzzle) -> [Vec<Candidate>; 2] {
        let Self::Applies { wiring, unused } = self else {
            return [Vec::new(), Vec::new()];
        };
        let only_part = match *wiring.parts() {
            [part] if unused.is_none() && parts_in_calendar(puzzle).contains(&other_part(part)) => {
                Some(part)
            }
            _ => None,
        };
        let mut wirings = vec![Wiring::clone(wiring)];
        wirings.extend(calls_shown_as(wiring, listed));
        let mut of_other_part = Vec::new();
        if let Some(part) = only_part {
            // The call for the other part takes the text.
            wirings.retain(|wiring| wiring.parse.is_none());
            let other = other_part(part);
            of_other_part.extend(listed.iter().filter_map(|candidate| candidate.only(other)));
        }
        let candidates = wirings
            .into_iter()
            .map(|wiring| Candidate::new(wiring, only_part, Rank::User))
            .collect();
        [candidates, of_other_part]
    }
}

/// The wirings of candidates that messages show in the words of the user's expressions. The user
/// may have copied a call from a message, which leaves out how the input is converted.
fn calls_shown_as(user: &Wiring, listed: &[Candidate]) -> Vec<Wiring> {
    let is_shown = |wiring: &Wiring, part: Part| wiring.shown_call(part) == user.shown_call(part);
    let parts = user.parts();
    let mut found = Vec::new();
    for Candidate { wiring, .. } in listed {
        if parts.iter().all(|part| is_shown(wiring, *part)) {
            let is_pair = wiring.is_pair();
            let called = wiring.clone();
            found.push(if is_pair { called } else { called.only(&parts) });
        }
    }
    if let [one, two] = *parts {
        // Each part needs its own candidate, because a wiring with one call or one parser for both
        // parts cannot be combined with another wiring.
        let of_part = |part: Part| {
            listed
                .iter()
                .map(|candidate| &candidate.wiring)
                .filter(move |wiring| {
                    !wiring.is_pair() && wiring.parse.is_none() && is_shown(wiring, part)
                })
                .map(move |wiring| wiring.clone().only(&[part]))
        };
        for first in of_part(one) {
            found.extend(of_part(two).map(|second| first.clone().combined_with(second)));
        }
    }
    found
}

/// The first names of the paths in an expression, and all names in macro calls.
fn first_names(expression: &str) -> Vec<String> {
    let mut names = FirstNames(Vec::new());
    if let Ok(expression) = syn::parse_str::<Expr>(expression) {
        names.visit_expr(&expression);
    }
    names.0.retain(|name| {
        name.starts_with(|c: char| c.is_alphabetic() || c == '_')
            && !NAMES_OF_ALL.contains(&name.as_str())
            && !NUMBERS.contains(&name.as_str())
    });
    names.0
}

struct FirstNames(Vec<String>);

impl<'ast> Visit<'ast> for FirstNames {
    fn visit_path(&mut self, path: &'ast Path) {
        let mut names = path
            .segments
            .iter()
            .map(|segment| segment.ident.to_string())
            .peekable();
        // The modules of a path from the crate may be the modules around the day.
        let is_from_crate = names
            .peek()
            .is_some_and(|first| ["crate", "self", "super"].contains(&first.as_str()));
        let count = if is_from_crate { usize::MAX } else { 1 };
        self.0.extend(names.take(count));
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, call: &'ast Macro) {
        // A message names the first name, and the macro is often one of the standard library.
        let code = call.tokens.to_string();
        self.0.extend(tokens(&code).into_iter().map(str::to_owned));
        self.visit_path(&call.path);
    }
}
