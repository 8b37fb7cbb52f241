//! How the functions of a day belong together: by the attributes of cargo-aoc, by their
//! names and types, or by the expressions that the user gives.

use aoc_solution::Part;
use syn::spanned::Spanned;
use syn::{FnArg, ItemFn, Type};

use super::arguments::{Called, Wiring};
use super::calls::{self, calls_of};
use super::methods::{self, Made};
use super::names::is_parser;
use super::offers;
use super::signature::{
    Callable, FunctionItem, Pair, Scope, Shown, content, is_number, made, spelled,
    without_reference,
};
use super::source::part_in;
use crate::project::source::solution_type;
use crate::puzzle::words;

/// A function that answers a part or both.
struct Solver<'p> {
    /// `part1`, `part2` or `solve`.
    option: &'static str,
    function: FunctionItem<'p>,
    /// The argument as an expression over the text `input`, if no parser makes it.
    text: &'static str,
    /// The function that makes its argument, if it is not given the text.
    parser: Option<&'p FunctionItem<'p>>,
    /// What its type makes of the text, if no function does.
    made: Option<Made>,
    /// How the answers are taken out of what a function for both parts returns.
    pair: Option<Pair>,
}

/// The wiring of a day by its functions: those for the parts, or else one for both, or else the
/// methods of a type, or what `main` prints. The error says what was seen and what is missing.
pub fn find_wiring(scope: Scope) -> Result<Wiring, String> {
    let source = scope.source;
    if solution_type(&source.text, "").is_some() && source.text.contains("aoc_solution") {
        // It is a day of `aoc` already.
        return Ok(Wiring::default());
    }
    let parsers = parsers(scope);
    let mut why = None;
    match part_calls(scope, &parsers) {
        Ok(calls) if !calls.is_empty() => return Ok(wiring_of(scope, &calls)),
        Ok(_) => {}
        Err(reason) => why = Some(reason),
    }
    for function in source.functions() {
        if part_in(function).is_none()
            && let Ok(solver) = Solver::new(scope, &parsers, "solve", function)
        {
            return Ok(wiring_of(scope, &[PartCall::Solver(Box::new(solver))]));
        }
    }
    match methods::wiring(scope) {
        Ok(mut wiring) => {
            wiring.set_trimming(&scope.repository.trimming_of_days().unwrap_or_default());
            return Ok(wiring);
        }
        Err(reason) => why = why.or(reason),
    }
    if let Some([one, two]) = offers::certain(scope, callables(scope)) {
        let mut wiring = Wiring::default();
        wiring.push(format!("part1 = |&input| {one}"));
        wiring.push(format!("part2 = |&input| {two}"));
        wiring.set_trimming(&scope.repository.trimming_of_days().unwrap_or_default());
        return Ok(wiring);
    }
    if let Some(wiring) = wiring_of_printed(scope) {
        return Ok(wiring);
    }
    Err(why.unwrap_or_else(|| unseen(scope)))
}

/// The wiring by what `main` prints, if all of it is made of the text.
fn wiring_of_printed(scope: Scope) -> Option<Wiring> {
    let printed = calls::printed(scope).into_iter().map(|(part, answer)| {
        let answer = answer.filter(|answer| calls::has_text(answer))?;
        Some((part, answer))
    });
    let answers: Vec<(Part, String)> = printed.collect::<Option<_>>()?;
    if answers.is_empty() {
        return None;
    }
    let mut wiring = Wiring::default();
    for part in [Part::One, Part::Two] {
        if let Some((_, answer)) = answers.iter().find(|(of, _)| *of == part) {
            wiring.push(format!("part{part} = |&input| {answer}"));
        }
    }
    Some(wiring)
}

/// The functions of the text: those whose names say that they parse come first. What answers a
/// part parses nothing for another one.
fn parsers(scope: Scope) -> Vec<FunctionItem> {
    let functions = scope.source.functions();
    let mut parsers: Vec<FunctionItem> = functions
        .filter(|function| {
            part_in(function).is_none() || is_parser(&function.sig.ident.to_string())
        })
        .filter_map(|function| FunctionItem::new(function, scope).ok())
        .filter(|parser| parser.text.is_some())
        .collect();
    parsers.sort_by_key(|parser| !is_parser(&parser.name));
    parsers
}

/// The functions and methods that answer something, as expressions over the text.
pub fn callables(scope: Scope) -> Vec<Callable> {
    let parsers = parsers(scope);
    let functions = scope.source.functions();
    let own = functions
        .filter_map(|function| Solver::new(scope, &parsers, "part1", function).ok())
        .filter(|solver| solver.made.is_none() && scope.is_answer(solver.function.makes))
        .map(|solver| Callable {
            words: words(&solver.function.name),
            name: solver.function.name.clone(),
            call: solver.function.call(&solver.argument()),
        });
    own.chain(methods::of_text(scope)).collect()
}

/// Why nothing in a source answers a part: what was seen, and what is missing.
fn unseen(scope: Scope) -> String {
    let mut functions = scope.source.functions();
    let is_main_only = functions.all(|function| function.sig.ident == "main");
    if scope.source.has("main") && is_main_only {
        return "it has only `main`: put what answers a part into a function of the text"
            .to_owned();
    }
    let names = callables(scope).into_iter().map(|callable| callable.name);
    let names: Vec<String> = names.take(2).collect();
    match &*names {
        [] => {}
        [name] => return format!("`{name}` takes the text, and no name says its part"),
        [one, other, ..] => {
            return format!("`{one}` and `{other}` take the text, and no names say their parts");
        }
    }
    if let Some(function) = calls::printing(scope) {
        return format!(
            "`{function}` prints its answers: put what answers a part into a function of the text"
        );
    }
    "no function answers a part".to_owned()
}

/// How a part is answered.
enum PartCall<'p> {
    Solver(Box<Solver<'p>>),
    /// An option of `functions!`, as `main` calls the function of a part.
    Option(String),
}

/// The functions for the parts; the error says why one cannot be called.
fn part_calls<'p>(
    scope: Scope<'p>,
    parsers: &'p [FunctionItem<'p>],
) -> Result<Vec<PartCall<'p>>, String> {
    let mut calls = Vec::new();
    for (part, option) in [(Part::One, "part1"), (Part::Two, "part2")] {
        let mut found = Vec::new();
        for function in scope.source.functions() {
            if let Some((of, order)) = part_in(function)
                && of == part
            {
                let solver = Solver::new(scope, parsers, option, function);
                found.push((solver.is_err(), order, solver, function));
            }
        }
        // The first that can be called is taken.
        found.sort_by_key(|(is_err, order, ..)| (*is_err, *order));
        let Some((_, _, solver, function)) = found.into_iter().next() else {
            continue;
        };
        calls.push(match solver {
            Ok(solver) if solver.is_called_so(scope) => PartCall::Solver(Box::new(solver)),
            other => {
                let missing = || other.err().unwrap_or_else(|| unclear(function));
                let call = called_in_main(scope, function).ok_or_else(missing)?;
                PartCall::Option(format!("{option} = |&input| {call}"))
            }
        });
    }
    Ok(calls)
}

/// The call of a function with what `main` makes for it, as an expression over the text.
fn called_in_main(scope: Scope, function: &ItemFn) -> Option<String> {
    let name = function.sig.ident.to_string();
    let (makes, _) = made(&function.sig).ok()?;
    let is_shown = !matches!(scope.shown(makes), Shown::Never(_));
    let is_answer = function.sig.asyncness.is_none() && is_shown;
    let calls = calls_of(scope, &name);
    let arguments = calls.into_iter().flatten().next()?;
    let call = format!("{name}({})", arguments.join(", "));
    (is_answer && calls::has_text(&call)).then_some(call)
}

/// The argument of a part that is given a number, if all parts are, and nothing says what else it
/// is than the text.
fn input_as_number(scope: Scope, function: &ItemFn) -> Option<&'static str> {
    part_in(function)?;
    let number = match &*number_in(function)? {
        number if number.starts_with('&') => "&input.trim().parse().unwrap()",
        _ => "input.trim().parse().unwrap()",
    };
    let mut parts = scope
        .source
        .functions()
        .filter(|function| part_in(function).is_some());
    let is_of_all = parts.all(|part| {
        let name = part.sig.ident.to_string();
        number_in(part).is_some() && calls_of(scope, &name).is_empty()
    });
    is_of_all.then_some(number)
}

/// The type of a function's only argument, if it is a number.
fn number_in(function: &ItemFn) -> Option<String> {
    let mut arguments = function.sig.inputs.iter();
    let Some(FnArg::Typed(argument)) = arguments.next() else {
        return None;
    };
    let ty = spelled(&argument.ty);
    let is_number = is_number(ty.trim_start_matches('&'));
    (is_number && arguments.next().is_none()).then_some(ty)
}

/// Why a function is not called.
fn unclear(function: &ItemFn) -> String {
    let name = &function.sig.ident;
    format!("`{name}` is given something else than the text, and it is not clear what")
}

impl<'p> Solver<'p> {
    /// A function of the text, or of what one of the parsers makes.
    fn new(
        scope: Scope<'p>,
        parsers: &'p [FunctionItem<'p>],
        option: &'static str,
        function: &'p ItemFn,
    ) -> Result<Self, String> {
        let source = scope.source;
        let number = input_as_number(scope, function);
        let function = FunctionItem::new(function, scope)?;
        let name = &function.name;
        let mut parser = None;
        if function.text != Some("input") {
            let taken = content(function.takes);
            parser = parsers
                .iter()
                .find(|parser| parser.name != *name && content(parser.parsed()) == taken);
        }
        let text = function.text.or(number);
        let made = match (parser, text) {
            (None, None) => methods::made_of_text(scope, function.takes),
            _ => None,
        };
        if parser.is_none() && text.is_none() && made.is_none() {
            let argument = &source.text[function.takes.span().byte_range()];
            return Err(format!(
                "`{name}` takes `{argument}`, which no function makes of the text"
            ));
        }
        if let Some(parser) = parser
            && parser.makes_any()
            && function.takes_any()
        {
            let parser = &parser.name;
            return Err(format!(
                "`{name}` and `{parser}` are generic, and nothing says over what"
            ));
        }
        // A function for both parts returns a pair, and only `main` calls it.
        let mut pair = None;
        if option == "solve" {
            pair = scope.pair_of(function.makes);
            if is_parser(name) || source.is_called(name) || pair.is_none() {
                return Err(format!("`{name}` returns no pair of answers"));
            }
        } else if let Shown::Never(what) = scope.shown(function.makes) {
            return Err(format!("`{name}` returns {what}"));
        }
        Ok(Self {
            option,
            function,
            text: text.unwrap_or_default(),
            parser,
            made,
            pair,
        })
    }

    /// Whether the functions of the source that call it, if there are any, give it what its
    /// type says: the text, perhaps trimmed, its lines, or what the parser makes of them.
    fn is_called_so(&self, scope: Scope) -> bool {
        let name = &self.function.name;
        if let Some(made) = &self.made
            && calls::is_changed(scope, &made.by, name)
        {
            return false;
        }
        let first = self.parser.unwrap_or(&self.function);
        if self.parser.is_some() && calls::is_changed(scope, &first.name, name) {
            return false;
        }
        let calls = calls_of(scope, &first.name);
        let mut arguments = calls.iter().flatten().filter_map(|all| all.first());
        if let Some(argument) = arguments.find(|argument| calls::has_text(argument)) {
            return calls::is_plain(argument);
        }
        let is_list = first.text.is_some_and(|text| text.contains("lines"));
        !is_list || !calls::is_cut(scope, &first.name)
    }

    /// Whether the function can be given what another part is given, too: by reference, or a
    /// copy, which not all types of the repository have.
    fn can_share(&self, scope: Scope) -> bool {
        let takes = self.function.takes;
        let is_shared =
            matches!(takes, Type::Reference(reference) if reference.mutability.is_none());
        is_shared || scope.can_clone(takes)
    }

    /// The argument of the function as an expression over the text `input`.
    fn argument(&self) -> String {
        let reference = match self.function.takes {
            Type::Reference(reference) if reference.mutability.is_some() => "&mut ",
            Type::Reference(_) => "&",
            _ => "",
        };
        if let Some(made) = &self.made {
            return format!("{reference}{}", made.call);
        }
        let Some(parser) = self.parser else {
            return self.text.to_owned();
        };
        let unwrap = if parser.is_wrapped { ".unwrap()" } else { "" };
        let call = parser.call(parser.text.unwrap_or_default());
        format!("{reference}{call}{unwrap}")
    }
}

/// How the text is trimmed before it is given to the functions of a day: by cargo-aoc, by the
/// code of the day that calls them, or else where the text of all days is read.
fn trimming_in(scope: Scope, solvers: &[&Solver]) -> String {
    if scope.source.marks().next().is_some() {
        return ".trim_end_matches('\\n')".to_owned();
    }
    let mut is_called = false;
    for solver in solvers {
        let function = solver.parser.unwrap_or(&solver.function);
        let calls = calls_of(scope, &function.name);
        is_called |= !calls.is_empty();
        for arguments in calls.iter().flatten() {
            if let [argument] = &**arguments
                && let Some(trimming) = calls::trimming(argument)
            {
                return trimming;
            }
        }
    }
    if is_called {
        return String::new();
    }
    scope.repository.trimming_of_days().unwrap_or_default()
}

/// The arguments for these calls.
fn wiring_of(scope: Scope, calls: &[PartCall]) -> Wiring {
    let mut wiring = Wiring::default();
    let mut solvers = Vec::new();
    for call in calls {
        match call {
            PartCall::Solver(solver) => solvers.push(&**solver),
            PartCall::Option(option) => wiring.push(option.clone()),
        }
    }
    if wiring.has_no_options() {
        wiring.set_trimming(&trimming_in(scope, &solvers));
    }
    // Parsing is timed apart if the parts share what has a type with a name.
    if let Some(parser) = solvers.first().and_then(|solver| solver.parser)
        && solvers.len() == calls.len()
        && solvers
            .iter()
            .all(|other| other.parser.is_some_and(|other| other.name == parser.name))
        && solvers.iter().all(|solver| solver.can_share(scope))
        && !parser.makes_any()
        && let Some(input) = scope.source.input_type(parser.parsed())
    {
        wiring.input = Some(input);
        wiring.add("parse", parser, parser.text.unwrap_or_default(), None);
    } else if let Some(first) = solvers.first()
        && let Some(made) = &first.made
        && solvers.len() == calls.len()
        && solvers
            .iter()
            .all(|solver| solver.made.as_ref() == Some(made) && solver.can_share(scope))
        && let Some(input) = scope
            .source
            .input_type(without_reference(first.function.takes))
    {
        wiring.input = Some(input);
        wiring.push(format!("parse = |input| {}", made.call));
    }
    for solver in solvers {
        let argument = match wiring.input {
            Some(_) => "input",
            None => &solver.argument(),
        };
        wiring.add(
            solver.option,
            &solver.function,
            argument,
            solver.pair.as_ref(),
        );
        let part = match solver.option {
            "part1" => Part::One,
            "part2" => Part::Two,
            _ => continue,
        };
        let mut functions = vec![solver.function.name.clone()];
        functions.extend(solver.parser.map(|parser| parser.name.clone()));
        wiring.called.push(Called { part, functions });
    }
    wiring
}
