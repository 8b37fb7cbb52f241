//! Makes the calls of a function, as expressions over `input`. There is a call for each value that
//! the function may take.

use std::iter::once;

use aoc_solution::Part;

use super::callables::Callable;
use super::expr::{Expr, Passing};
use super::types::{FALSE, known_value, texts};
use super::values::{MadeValue, Receivers};
use super::{DayFunctions, Rank};

/// A call of a function, as an expression over `input`.
pub struct RankedCall {
    pub value: Expr,
    /// `Fallback` if the function probably takes another value. The candidate has the weaker of
    /// this rank and the rank of the function.
    pub rank: Rank,
}

fn ranked(calls: impl IntoIterator<Item = Expr>, rank: Rank) -> impl Iterator<Item = RankedCall> {
    calls
        .into_iter()
        .map(move |value| RankedCall { value, rank })
}

impl<'s> DayFunctions<'s> {
    /// The calls of a function that answers `part`, with each value that the function may take.
    /// `None` means both parts.
    pub fn calls_of(&self, callable: &Callable<'s>, part: Option<Part>) -> Vec<RankedCall> {
        if let Some(owner) = &callable.owner
            && let Some(passing) = callable.receiver()
        {
            return self.calls_on_receivers(callable, &owner.name, passing, part);
        }
        let takes_text = callable.takes_text();
        let mut values = self.made_values(part);
        values.retain(|value| match value.parser {
            _ if callable.arguments.is_empty() => false,
            Some(parser) => parser.path != callable.path,
            // The type of a text is not a type that the day defines.
            None => !takes_text,
        });
        let mut with_values = Vec::new();
        for value in &values {
            with_values.extend(ranked(callable.calls_with(value), Rank::Names));
        }
        // If there may be a parser for the function, the function probably takes the parser's
        // result and not the input.
        let rank = if takes_text || values.is_empty() {
            Rank::Names
        } else {
            Rank::Fallback
        };
        let with_text = ranked(callable.calls_with_text(), rank).collect();
        let calls = if takes_text {
            [with_text, with_values]
        } else {
            [with_values, with_text]
        };
        calls.into_iter().flatten().collect()
    }

    /// The calls of a method on each value of its type.
    fn calls_on_receivers(
        &self,
        method: &Callable,
        ty: &str,
        passing: Passing,
        part: Option<Part>,
    ) -> Vec<RankedCall> {
        let Receivers {
            from_input,
            changed,
            without_input,
        } = self.receivers(ty, part);
        let [from_input, mut changed] = [from_input, changed]
            .map(|made| -> Vec<Expr> { made.iter().map(Expr::value).collect() });
        // A method that takes the input probably needs a value that is not made from the input.
        let (texts, likely, fallback) = match method.arguments.first() {
            None => {
                changed.extend(without_input);
                (vec![None], from_input, changed)
            }
            Some(first) => {
                let forms = texts(first, &method.signature.generics)
                    .into_iter()
                    .map(Some)
                    .collect();
                (forms, without_input, from_input)
            }
        };
        let mut calls = Vec::new();
        for text in &texts {
            for (values, rank) in [(&likely, Rank::Names), (&fallback, Rank::Fallback)] {
                for value in values {
                    let receiver = passing.of(value);
                    let arguments = once(receiver).chain(text.clone()).collect();
                    calls.extend(ranked(method.call_of(arguments), rank));
                }
            }
        }
        calls
    }
}

impl Callable<'_> {
    /// The calls that pass the input to a function without `self`, in each form that the function
    /// may take.
    pub fn calls_with_text(&self) -> Vec<Expr> {
        let Some(first) = self.arguments.first() else {
            return self.call_of(Vec::new()).into_iter().collect();
        };
        // The first argument is a flag such as `is_example`.
        if known_value(first) == Some(FALSE) {
            return self.call_of(vec![Expr::known(FALSE)]).into_iter().collect();
        }
        let mut calls = Vec::new();
        let mut forms = texts(first, &self.signature.generics);
        if self.is_plain() && forms.contains(&Expr::converted_input()) {
            calls.push(Expr::function(&self.path));
            forms.retain(|text| *text != Expr::input());
        }
        calls.extend(
            forms
                .into_iter()
                .filter_map(|text| self.call_of(vec![text])),
        );
        calls
    }

    /// The calls that pass this value to a function without `self`.
    fn calls_with(&self, value: &MadeValue) -> Vec<Expr> {
        let mut calls = Vec::new();
        if let Some(parser) = value.parser
            && self.is_plain()
            && parser.is_plain()
        {
            calls.push(Expr::chain(&parser.path, &self.path));
            // `call!` passes a reference to the value.
            if self.first_argument() == Passing::Reference {
                return calls;
            }
        }
        let made = value.value.value();
        let passing = self.first_argument();
        calls.extend(self.call_of(vec![passing.of(&made)]));
        // The type of a generic argument may be a reference, and so may the type of the value.
        if !self.is_plain() {
            let other = match passing {
                Passing::Value => Passing::Reference,
                Passing::Reference | Passing::MutReference => Passing::Value,
            };
            calls.extend(self.call_of(vec![other.of(&made)]));
        }
        let names: &[&str] = match self.arguments.len() {
            2 => &["a", "b"],
            3 => &["a", "b", "c"],
            _ => return calls,
        };
        for passing in [Passing::Value, Passing::Reference] {
            calls.push(Expr::spread(&self.path, names, passing, &made));
        }
        calls
    }
}
