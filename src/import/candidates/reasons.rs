//! The reasons why names do not tell how a day is called.

use super::callables::{Callable, async_solvers, callables};
use super::types::is_text;
use crate::import::names::{is_parser, says_both_parts};
use crate::import::source::Source;
use crate::puzzle::words;

/// The reason why names do not tell how a day is called.
pub fn why_unclear(source: &Source) -> String {
    if source.has("main")
        && source
            .functions()
            .all(|function| function.sig.ident == "main")
    {
        return "it has only `main`: put what answers a part into a function that takes the input as `&str`"
            .to_owned();
    }
    if let Some(callable) = async_solvers(source).into_iter().next() {
        return is_async(&callable.path);
    }
    without_part(source).unwrap_or_else(|| "no function answers a part".to_owned())
}

/// The reason for not calling functions that may be solutions: no name says their part. `None` if
/// there are no such functions.
pub fn without_part(source: &Source) -> Option<String> {
    let callables = callables(source);
    let takes_text: Vec<&str> = callables
        .iter()
        .filter(|callable| {
            let is_other =
                is_parser(&callable.name) || callable.is_constructor() || callable.is_main();
            callable.takes_text() && callable.returns_answer() && !is_other
        })
        .map(|callable| &*callable.name)
        .collect();
    let printing = callables.iter().find(|callable| {
        let takes_nothing = callable.signature.inputs.is_empty();
        takes_nothing && callable.returns_nothing() && says_both_parts(&callable.name)
    });
    let says_more = |name: &&str| words(name).iter().any(|word| word == "part");
    Some(match (&*takes_text, printing) {
        ([only], _) if says_more(only) => {
            format!("`{only}` takes the text, and its name says more than a part")
        }
        ([one, other, ..], _) if says_more(one) && says_more(other) => {
            format!("`{one}` and `{other}` take the text, and their names say more than a part")
        }
        ([only], _) => format!("`{only}` takes the text, and no name says its part"),
        ([one, other, ..], _) => {
            format!("`{one}` and `{other}` take the text, and no names say their parts")
        }
        ([], Some(Callable { name, .. })) => format!(
            "`{name}` prints its answers: put what answers a part into a function that takes the input as `&str`"
        ),
        ([], None) => {
            let name = &callables
                .iter()
                .find(|callable| takes_unknown(source, callable))?
                .name;
            let why = takes_more(name);
            format!("{why}: say what, such as `--part1 '{name}(input, ...)'`")
        }
    })
}

/// A copy has nothing that runs the function.
pub fn is_async(function: &str) -> String {
    format!("`{function}` is async: call it in a function that is not async")
}

/// The values to pass to the function are not known.
pub fn takes_more(function: &str) -> String {
    format!("`{function}` takes more than the text")
}

/// True for a free function that takes the text and further arguments with unknown values. No other
/// function calls it.
fn takes_unknown(source: &Source, callable: &Callable) -> bool {
    let takes_text = callable
        .arguments
        .first()
        .is_some_and(|first| is_text(first));
    let is_solver = !is_parser(&callable.name) && !source.is_called(&callable.name);
    callable.is_free()
        && takes_text
        && callable.fillers.is_none()
        && !callable.returns_nothing()
        && is_solver
}
