//! The calls of a function, as expressions over `input`. There is a call for each value that the
//! function may take.

use aoc_solution::Part;

use super::DayFunctions;
use super::callables::{Callable, Passing};
use super::types::{Filler, filler, spelled, texts};
use super::values::{MadeValue, Receivers};
use crate::import::source::IMPORTED;

/// A call of a function, as an expression over `input`.
pub struct Call {
    pub code: String,
    /// The free functions that it calls, from the outermost to the innermost. Empty if it also
    /// calls other functions.
    pub functions: Vec<String>,
    /// Whether the function probably takes another value.
    pub is_fallback: bool,
}

impl<'s> DayFunctions<'s> {
    /// The calls of a function for a part with each value that it may take. `None` means both
    /// parts.
    pub fn calls(&self, callable: &Callable<'s>, part: Option<Part>) -> Vec<Call> {
        if let Some(owner) = &callable.owner
            && let Some(passing) = callable.receiver()
        {
            return self.calls_on_receivers(callable, &owner.name, passing);
        }
        let own_function = callable.is_free().then(|| callable.path.clone());
        let takes_text = callable.takes_text();
        let mut values = self.made_values(part);
        values.retain(|value| match value.parser {
            _ if callable.arguments.is_empty() => false,
            Some(parser) => parser.path != callable.path,
            // The day cannot define the type of a text.
            None => !takes_text,
        });
        let mut of_values = Vec::new();
        for value in &values {
            let functions = match (&own_function, value.parser) {
                (Some(own), Some(parser)) => vec![own.clone(), parser.path.clone()],
                _ => Vec::new(),
            };
            of_values.extend(callable.calls_with(value).into_iter().map(|code| Call {
                code,
                functions: functions.clone(),
                is_fallback: false,
            }));
        }
        let of_text = callable.calls_with_text().into_iter().map(|code| Call {
            code,
            functions: own_function.iter().cloned().collect(),
            // If there may be a parser for the function, it probably takes the parser's result and
            // not the input.
            is_fallback: !takes_text && !values.is_empty(),
        });
        let of_text = of_text.collect();
        let calls = if takes_text {
            [of_text, of_values]
        } else {
            [of_values, of_text]
        };
        calls.into_iter().flatten().collect()
    }

    /// The calls of a method on each value of its type.
    fn calls_on_receivers(&self, method: &Callable, ty: &str, passing: Passing) -> Vec<Call> {
        let Some(fillers) = &method.fillers else {
            return Vec::new();
        };
        let path = &method.path;
        let operator = passing.operator();
        let Receivers {
            from_input,
            without_input,
        } = self.receivers(ty);
        let from_input = from_input
            .iter()
            .map(|made| format!("{IMPORTED}value!({made})"))
            .collect();
        // A method that takes the input probably needs a value that is not made from the input.
        let (texts, likely, fallback) = match method.arguments.first() {
            None => (vec![String::new()], from_input, without_input),
            Some(first) => {
                let forms = texts(first, &method.signature.generics).into_iter();
                let forms = forms.map(|text| format!(", {text}"));
                (forms.collect(), without_input, from_input)
            }
        };
        let mut calls = Vec::new();
        for text in &texts {
            for (values, is_fallback) in [(&likely, false), (&fallback, true)] {
                calls.extend(values.iter().map(|value| Call {
                    code: format!("{path}({operator}{value}{text}{fillers})"),
                    functions: Vec::new(),
                    is_fallback,
                }));
            }
        }
        calls
    }
}

impl Callable<'_> {
    /// The call with the input. The input is converted to the type that the function takes.
    pub fn plain_call(&self) -> String {
        format!("{IMPORTED}call!(input, {})", self.path)
    }

    /// The calls of a function without `self` with the input, in each form that the function may
    /// take.
    pub fn calls_with_text(&self) -> Vec<String> {
        let path = &self.path;
        let Some(first) = self.arguments.first() else {
            return vec![format!("{path}()")];
        };
        let Some(fillers) = &self.fillers else {
            return Vec::new();
        };
        // The first argument is a flag such as `is_example`.
        if filler(first) == Some(Filler::False) {
            return vec![format!("{path}(false{fillers})")];
        }
        let mut calls = Vec::new();
        let mut forms = texts(first, &self.signature.generics);
        if self.is_plain() {
            calls.push(self.plain_call());
            forms.retain(|text| text != "input");
        }
        calls.extend(forms.iter().map(|text| format!("{path}({text}{fillers})")));
        if self
            .returned()
            .is_some_and(|ty| spelled(ty) == "implToString")
        {
            for call in &mut calls {
                *call += ".to_string()";
            }
        }
        calls
    }

    /// The calls of a function without `self` with this value.
    fn calls_with(&self, value: &MadeValue) -> Vec<String> {
        let path = &self.path;
        let mut calls = Vec::new();
        if let Some(parser) = value.parser
            && self.is_plain()
            && parser.is_plain()
        {
            calls.push(format!("{IMPORTED}call!(input, {}, {path})", parser.path));
            // `call!` passes a reference to the value.
            if self.first_argument() == Passing::Reference {
                return calls;
            }
        }
        let made = format!("{IMPORTED}value!({})", value.code);
        if let Some(fillers) = &self.fillers {
            let passing = self.first_argument();
            let operator = passing.operator();
            calls.push(format!("{path}({operator}{made}{fillers})"));
            // The type of a generic argument may be a reference. The type of the value may be one,
            // too.
            if !self.is_plain() {
                let other = match passing {
                    Passing::Value => Passing::Reference.operator(),
                    Passing::Reference | Passing::MutReference => Passing::Value.operator(),
                };
                calls.push(format!("{path}({other}{made}{fillers})"));
            }
        }
        let names = match self.arguments.len() {
            2 => "a, b",
            3 => "a, b, c",
            _ => return calls,
        };
        let lent = names.replace(", ", ", &");
        calls.push(format!("{{ let ({names}) = {made}; {path}({names}) }}"));
        calls.push(format!("{{ let ({names}) = {made}; {path}(&{lent}) }}"));
        calls
    }
}
