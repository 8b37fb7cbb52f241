//! The reasons why the names of a day's functions do not say how the day is called.

use aoc_solution::Part;

use super::{Callable, callables, is_text};
use crate::import::folder::part_names::says_both_parts;
use crate::import::left_out::reason::{Reason, options_for};
use crate::import::source::Source;

impl Reason {
    /// Names do not tell how a day with these parts is called. The sentence says what they lack.
    pub fn unclear_names(source: &Source, parts: &[Part]) -> Self {
        if source.has("main")
            && source
                .functions()
                .all(|function| function.sig.ident == "main")
        {
            return Self::needs_function("it has only `main`");
        }
        if callables(source).is_empty()
            && source
                .items
                .iter()
                .any(|item| item.called_macro().is_some())
        {
            return Self::needs_function("it has no function");
        }
        Self::names_without_part(source, parts).unwrap_or_else(|| {
            let options = options_for(parts);
            Self::Unclear(format!("no function answers a part: use {options}"))
        })
    }

    /// Functions may be solutions, but their names do not say their part. `None` if there are no
    /// such functions.
    pub fn names_without_part(source: &Source, parts: &[Part]) -> Option<Self> {
        let callables = callables(source);
        let takes_text: Vec<&str> = callables
            .iter()
            .filter(|callable| callable.may_solve())
            .map(|callable| &*callable.name)
            .collect();
        let printing = callables.iter().find(|callable| {
            callable.takes_nothing()
                && callable.returns_nothing()
                && says_both_parts(&callable.name)
        });
        let why = match (&*takes_text, printing) {
            ([only], _) => format!("`{only}` takes the text, and no name says its part"),
            ([one, other, ..], _) => {
                format!("`{one}` and `{other}` take the text, and no names say their parts")
            }
            ([], Some(Callable { name, .. })) => {
                return Some(Self::needs_function(&format!(
                    "`{name}` prints its answers"
                )));
            }
            ([], None) => {
                let callable = callables
                    .iter()
                    .find(|callable| takes_unknown(source, callable))?;
                return Some(Self::takes_more(&callable.name, Part::One));
            }
        };
        let options = options_for(parts);
        Some(Self::Unclear(format!("{why}: use {options}")))
    }
}

/// True for a free function that takes the text and further arguments with unknown values, and that
/// no other function calls.
fn takes_unknown(source: &Source, callable: &Callable) -> bool {
    let takes_text = callable
        .arguments
        .first()
        .is_some_and(|first| is_text(first));
    let is_solver = !callable.is_parser() && !source.is_used(&callable.name);
    callable.is_free()
        && takes_text
        && callable.further_arguments.is_none()
        && !callable.returns_nothing()
        && is_solver
}
