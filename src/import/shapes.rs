//! The shapes of days that are understood. A file for each kind says how such days are called:
//! by functions of the text, by the methods of a type, by two functions whose names differ in the
//! part, or by what `main` prints; and by the expressions that the user gives for all others.

mod caller;
pub mod expressions;
mod functions;
mod methods;
pub mod pairs;

use super::signature::Scope;
use super::wiring::Wiring;
use crate::project::source::solution_type;

pub use caller::last_name;

/// A shape: it says how a day that has it is called. The error says what was seen of the shape and
/// what is missing; it is `None` if nothing of it was seen.
type Shape = fn(Scope) -> Result<Wiring, Option<String>>;

/// The shapes in the order in which they are tried.
const SHAPES: [Shape; 5] = [
    functions::for_each_part,
    functions::for_both_parts,
    methods::wiring,
    pairs::wiring,
    caller::wiring,
];

/// How a day is called; the error says what was seen and what is missing.
pub fn find_wiring(scope: Scope) -> Result<Wiring, String> {
    let source = scope.source;
    if solution_type(&source.text, "").is_some() && source.text.contains("aoc_solution") {
        // It is a day of `aoc` already.
        return Ok(Wiring::default());
    }
    let mut missing = None;
    for shape in SHAPES {
        match shape(scope) {
            Ok(wiring) => return Ok(wiring),
            Err(why) => missing = missing.or(why),
        }
    }
    Err(missing.unwrap_or_else(|| unseen(scope)))
}

/// What was seen in a source that has none of the shapes, and what is missing.
fn unseen(scope: Scope) -> String {
    let mut functions = scope.source.functions();
    let is_main_only = functions.all(|function| function.sig.ident == "main");
    if scope.source.has("main") && is_main_only {
        return "it has only `main`: put what answers a part into a function of the text"
            .to_owned();
    }
    match &*pairs::callables(scope) {
        [] => {}
        [only] => {
            let name = &only.name;
            return format!("`{name}` takes the text, and no name says its part");
        }
        [one, other, ..] => {
            let [one, other] = [&one.name, &other.name];
            return format!("`{one}` and `{other}` take the text, and no names say their parts");
        }
    }
    if let Some(function) = caller::printing(scope) {
        return format!(
            "`{function}` prints its answers: put what answers a part into a function of the text"
        );
    }
    "no function answers a part".to_owned()
}
