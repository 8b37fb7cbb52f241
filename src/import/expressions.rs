//! The expressions with which a user says how days are called, such as `--part1 'solve(input).0'`.
//! An expression applies to the days that have one of the first names of its paths, such as
//! `solve`. It is the first candidate of such a day, and the compiler checks the rest.

use aoc_solution::Part;
use syn::visit::{self, Visit};
use syn::{Expr, Macro, Path};

use super::candidates::{Candidate, NUMBERS, Rank};
use super::expr;
use super::reason::{PartNotCalled, Reason};
use super::source::{Source, on_large_stack};
use super::wiring::{AnswerCalls, Wiring, other_part};
use crate::project::source::tokens;
use crate::puzzle::{Day, Puzzle, Year, part_count};

/// Names in expressions that any day may use. Further ones are the types of numbers.
const NAMES_OF_ALL: [&str; 17] = [
    "input", "crate", "self", "super", "std", "Some", "None", "Ok", "Err", "Vec", "Box", "String",
    "bool", "char", "str", "f32", "f64",
];

/// Checks that a text is an expression. It may use the variable `input`. The error says what is
/// wrong.
pub fn expression(text: &str) -> Result<String, String> {
    let filled = fill(text, Year::FIRST.day(Day::FIRST));
    let code = format!("const _: () = [{filled}; 1];");
    on_large_stack(|| Source::read(code).map(drop)).map_err(|error| error.to_string())??;
    Ok(text.to_owned())
}

/// Replaces `%YEAR%`, `%DAY%` and `%PADDED_DAY%` in an expression or in arguments.
pub fn fill(text: &str, puzzle: Puzzle) -> String {
    text.replace("%YEAR%", &puzzle.year.to_string())
        .replace("%DAY%", &puzzle.day.to_string())
        .replace("%PADDED_DAY%", &format!("{:02}", puzzle.day.get()))
}

/// The call of a day by the user's expressions. Its wiring answers no part if there are no
/// expressions.
pub struct UserCall {
    pub wiring: Wiring,
    /// The part whose expression does not apply.
    pub not_called: Option<PartNotCalled>,
}

/// Finds the user's expressions that apply to a day. `has` says whether the day defines or imports
/// an item with a name. The error says why no expression applies.
pub fn user_call(
    has: impl Fn(&str) -> bool,
    expressions: &[(Part, String)],
    puzzle: Puzzle,
) -> Result<UserCall, String> {
    let mut parts = [None, None];
    let mut unused = None;
    for (part, expression) in expressions {
        if part.index() >= part_count(puzzle) {
            continue;
        }
        let call = fill(expression, puzzle);
        let names = first_names(&call);
        if names.iter().any(|name| has(name)) {
            parts[part.index()] = Some(expr::Expr::Written(call).into());
        } else {
            unused.get_or_insert((*part, names.into_iter().next()));
        }
    }
    let wiring = Wiring {
        answers: AnswerCalls::Parts(parts),
        ..Wiring::default()
    };
    let lacks = |name: &str| format!("this day has no `{name}`");
    if wiring.is_empty()
        && let Some((_, name)) = unused
    {
        return Err(match name {
            Some(name) => format!("your expressions are not used: {}", lacks(&name)),
            None => "your expressions name no function or type of this day".to_owned(),
        });
    }
    let not_called = unused.map(|(part, name)| PartNotCalled {
        part,
        why: Reason::Unfit(match name {
            Some(name) => lacks(&name),
            None => "your expression names no function or type of this day".to_owned(),
        }),
    });
    Ok(UserCall { wiring, not_called })
}

impl UserCall {
    /// The part of the puzzle that has an expression, if the other part has none.
    fn only_part(&self, puzzle: Puzzle) -> Option<Part> {
        let part = Part::BOTH
            .into_iter()
            .find(|part| self.wiring.answers(*part))?;
        let is_only = !self.wiring.answers(other_part(part)) && self.not_called.is_none();
        (is_only && part_count(puzzle) == 2).then_some(part)
    }

    /// The candidates of the call. The user's own words come first. Then come the candidates that
    /// messages show in the same words. If only one part has an expression, they are for this part,
    /// and other candidates may answer the other part.
    pub fn candidates(&self, listed: &[Candidate], puzzle: Puzzle) -> Vec<Candidate> {
        if self.wiring.is_empty() {
            return Vec::new();
        }
        let only_part = self.only_part(puzzle);
        let mut wirings = vec![self.wiring.clone()];
        wirings.extend(calls_shown_as(&self.wiring, listed));
        if only_part.is_some() {
            // The call for the other part takes the text.
            wirings.retain(|wiring| wiring.parse.is_none());
        }
        let wirings = wirings.into_iter();
        wirings
            .map(|wiring| Candidate::new(wiring, only_part, Rank::User))
            .collect()
    }

    /// Candidates for the part without an expression, made of `listed` for both parts.
    pub fn candidates_for_other_part(
        &self,
        listed: &[Candidate],
        puzzle: Puzzle,
    ) -> Vec<Candidate> {
        match self.only_part(puzzle) {
            Some(part) => {
                let candidates = listed.iter();
                let other = other_part(part);
                candidates
                    .filter_map(|candidate| candidate.only(other))
                    .collect()
            }
            None => Vec::new(),
        }
    }
}

/// The wirings of candidates that messages show in the words of the user's expressions. The user
/// may have copied a call from a message, which leaves out how the input is converted.
fn calls_shown_as(user: &Wiring, listed: &[Candidate]) -> Vec<Wiring> {
    let is_shown = |wiring: &Wiring, part: Part| wiring.shown_call(part) == user.shown_call(part);
    let mut parts = Part::BOTH.to_vec();
    parts.retain(|part| user.answers(*part));
    let mut found = Vec::new();
    for Candidate { wiring, .. } in listed {
        if parts.iter().all(|part| is_shown(wiring, *part)) {
            found.push(wiring.clone().only(&parts));
        }
    }
    if let [one, two] = *parts {
        // One candidate for each part. A wiring with one call or one parser for both parts cannot
        // be combined with another wiring.
        let of_part = |part: Part| {
            let wirings = listed.iter().map(|candidate| &candidate.wiring);
            let shown = wirings.filter(move |wiring| {
                let is_for_parts = matches!(wiring.answers, AnswerCalls::Parts(_));
                is_for_parts && wiring.parse.is_none() && is_shown(wiring, part)
            });
            shown.map(move |wiring| wiring.clone().only(&[part]))
        };
        for first in of_part(one) {
            found.extend(of_part(two).map(|second| first.clone().with(second)));
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
        let names = path
            .segments
            .iter()
            .map(|segment| segment.ident.to_string());
        let mut names = names.peekable();
        // The modules of a path from the crate may be the modules around the day.
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
