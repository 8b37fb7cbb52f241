//! The candidates that call the free functions of a day.

use aoc_solution::Part;
use quote::ToTokens;
use syn::{FnArg, Item, ItemFn, ReturnType, Type, Visibility};

use super::types::{
    filler, is_text, lacks_field, names_file, spelled, spelled_argument, texts, unwrapped,
    value_of_nom,
};
use super::{Candidate, MOST, TRIED, methods, part_among};
use crate::import::names::{is_of_both, is_parser, part_of};
use crate::import::shim::MARK;
use crate::import::source::{Source, generator_part, marked_part};
use crate::import::wiring::{AnsweringFunctions, Value, Wiring};
use crate::puzzle::words;

/// The candidates that call functions, by kind.
#[derive(Default)]
pub struct FunctionCandidates {
    /// Candidates with one parser for all parts.
    pub with_parser: Vec<Candidate>,
    pub of_parts: Vec<Candidate>,
    pub of_both: Vec<Candidate>,
    pub printing: Vec<Candidate>,
}

/// A free function of a day.
#[derive(Clone)]
struct DayFunction<'s> {
    /// Its path from the day, such as `solver::part1`.
    name: String,
    item: &'s ItemFn,
    /// The code for its arguments after the first, each with a comma before it. `None` if there is
    /// an argument that cannot be filled.
    others: Option<String>,
    is_plain: bool,
    /// Whether names tell which part it answers.
    is_named: bool,
}

impl<'s> DayFunction<'s> {
    fn new(name: String, item: &'s ItemFn) -> Self {
        let generics = &item.sig.generics;
        let mut arguments = item.sig.inputs.iter();
        let has_impl = arguments.any(|argument| match argument {
            FnArg::Typed(argument) => argument.ty.to_token_stream().to_string().contains("impl "),
            FnArg::Receiver(_) => false,
        });
        Self {
            name,
            others: item.sig.inputs.iter().skip(1).map(filler).collect(),
            is_plain: item.sig.inputs.len() == 1
                && generics.type_params().next().is_none()
                && generics.const_params().next().is_none()
                && !has_impl,
            item,
            is_named: true,
        }
    }

    fn count(&self) -> usize {
        self.item.sig.inputs.len()
    }

    /// The type that it returns, without any `Result` or `Option` around it.
    fn made(&self) -> Option<&'s Type> {
        match &self.item.sig.output {
            ReturnType::Default => None,
            ReturnType::Type(_, ty) => Some(unwrapped(ty)),
        }
    }

    /// Whether its attribute or its own name tells a part.
    fn is_of_part(&self) -> bool {
        let name = self.item.sig.ident.to_string();
        marked_part(self.item).is_some() || part_of(&name).is_some()
    }

    fn returns_nothing(&self) -> bool {
        let made = self.made();
        made.is_none_or(|ty| matches!(ty, Type::Tuple(tuple) if tuple.elems.is_empty()))
    }

    /// Whether it returns a tuple of two values.
    fn returns_pair(&self) -> bool {
        let made = self.made();
        made.is_some_and(|ty| matches!(ty, Type::Tuple(tuple) if tuple.elems.len() == 2))
    }

    /// Whether its first argument is a text.
    fn takes_text(&self) -> bool {
        let first = self.item.sig.inputs.first();
        first.is_some_and(is_text) && self.others.is_some()
    }

    /// Whether its first argument is named like a file.
    fn takes_file(&self) -> bool {
        let first = self.item.sig.inputs.first();
        first.is_some_and(names_file)
    }

    /// Whether it reads the input itself, judging by names: it takes no arguments, or it takes a
    /// file and the repository reads files.
    fn reads(&self, reads_files: bool) -> bool {
        self.count() == 0 || reads_files && self.takes_file()
    }

    /// The call with the input, converted to the type that it takes.
    fn plain_call(&self) -> String {
        format!("{MARK}call!(input, {})", self.name)
    }

    /// The value of an option that makes the call. The plain call is written as the name alone.
    fn value(&self, call: String) -> Value {
        if call == self.plain_call() {
            Value::Function(self.name.clone())
        } else {
            Value::Call(call)
        }
    }

    /// The calls with the input, as expressions over `input`.
    fn calls(&self) -> Vec<String> {
        let name = &self.name;
        if self.count() == 0 {
            return vec![format!("{name}()")];
        }
        let Some(others) = &self.others else {
            return Vec::new();
        };
        // The first argument is a flag, such as `is_example`.
        if self.item.sig.inputs.first().and_then(filler) == Some(", false") {
            return vec![format!("{name}(false{others})")];
        }
        let mut calls = Vec::new();
        let mut texts = texts(&self.item.sig.inputs[0], &self.item.sig.generics);
        if self.is_plain {
            calls.push(self.plain_call());
            texts.retain(|text| text != "input");
        }
        calls.extend(texts.iter().map(|text| format!("{name}({text}{others})")));
        if self.made().is_some_and(|ty| spelled(ty) == "implToString") {
            return calls
                .iter()
                .map(|call| format!("{call}.to_string()"))
                .collect();
        }
        calls
    }

    /// The calls with the result of a parser, as expressions over `input`.
    fn calls_with(&self, parser: &Self) -> Vec<String> {
        let mut calls = Vec::new();
        let is_chain = self.is_plain && parser.is_plain;
        if is_chain {
            let [name, parse] = [&self.name, &parser.name];
            calls.push(format!("{MARK}call!(input, {parse}, {name})"));
        }
        // `call!` already passes a reference to the value.
        let is_lent = is_chain && self.reference() == "&";
        if let Some(made) = parser.calls().first()
            && !is_lent
        {
            calls.extend(self.calls_with_value(made));
        }
        calls
    }

    /// `&` or `&mut` if its first argument is a reference, or else an empty text.
    fn reference(&self) -> &'static str {
        match self.item.sig.inputs.first().map(spelled_argument) {
            Some(ty) if ty.starts_with("&mut") => "&mut",
            Some(ty) if ty.starts_with('&') => "&",
            _ => "",
        }
    }

    /// The calls with the value of `made`, an expression over `input`.
    fn calls_with_value(&self, made: &str) -> Vec<String> {
        let name = &self.name;
        let mut calls = Vec::new();
        let made = format!("{MARK}value!({made})");
        if let Some(others) = &self.others {
            let own = self.reference();
            let mut references = vec![own];
            // The type of a generic argument may be a reference, and so may be the type of the
            // value.
            if !self.is_plain {
                references.push(if own.is_empty() { "&" } else { "" });
            }
            for reference in references {
                let space = if reference == "&mut" { " " } else { "" };
                calls.push(format!("{name}({reference}{space}{made}{others})"));
            }
        }
        let names = match self.count() {
            2 => "a, b",
            3 => "a, b, c",
            _ => return calls,
        };
        let lent = names.replace(", ", ", &");
        calls.push(format!("{{ let ({names}) = {made}; {name}({names}) }}"));
        calls.push(format!("{{ let ({names}) = {made}; {name}(&{lent}) }}"));
        calls
    }
}

pub fn candidates(source: &Source, reads_files: bool) -> FunctionCandidates {
    let functions = functions_of(source);
    let reads_files = reads_files || source.text.contains(MARK);
    let mut candidates = FunctionCandidates {
        of_both: of_both(source, &functions, reads_files),
        printing: printing(&functions),
        ..FunctionCandidates::default()
    };
    let solvers = [Part::One, Part::Two].map(|part| solvers(&functions, part));
    candidates.with_parser = with_parser(source, &functions, &solvers);
    let makers = methods::makers(source);
    for (part, solvers) in Part::BOTH.into_iter().zip(&solvers) {
        let parsers = parsers(&functions, part);
        for solver in solvers {
            let mut of_part = of_part(part, solver, &parsers, &makers);
            for candidate in &mut of_part {
                candidate.wiring.reads = solver.reads(reads_files);
            }
            candidates.of_parts.extend(of_part);
        }
    }
    candidates
}

/// The functions of a source, and the public functions of its inline modules.
fn functions_of(source: &Source) -> Vec<DayFunction<'_>> {
    let named = |function: &ItemFn| function.sig.ident.to_string();
    let own = source
        .functions()
        .map(|item| DayFunction::new(named(item), item));
    let mut functions: Vec<DayFunction> = own.collect();
    for item in source.items.iter().filter(|item| !item.is_for_tests) {
        let Item::Mod(module) = &item.item else {
            continue;
        };
        for inner in module.content.iter().flat_map(|(_, items)| items) {
            if let Item::Fn(function) = inner
                && !matches!(function.vis, Visibility::Inherited)
            {
                let path = format!("{}::{}", item.name, named(function));
                functions.push(DayFunction::new(path, function));
            }
        }
    }
    functions.retain(|function| function.item.sig.asyncness.is_none());
    functions
}

/// The functions that may answer a part, the most likely first.
fn solvers<'s>(functions: &[DayFunction<'s>], part: Part) -> Vec<DayFunction<'s>> {
    let names: Vec<Vec<String>> = functions
        .iter()
        .map(|function| words(&function.name))
        .collect();
    let mut solvers = Vec::new();
    for function in functions {
        let is_inner = function.name.contains(':');
        let of_mark = if is_inner {
            None
        } else {
            marked_part(function.item)
        };
        let Some((of, mut order)) = of_mark.or_else(|| part_among(&function.name, &names)) else {
            continue;
        };
        // A function without arguments often just reads the input and calls a better function.
        if function.count() == 0 {
            order += 50;
        }
        if of == part {
            let mut solver = function.clone();
            solver.is_named = order < TRIED;
            solvers.push((order, solver));
        }
    }
    solvers.sort_by_key(|(order, _)| *order);
    let solvers = solvers.into_iter().map(|(_, solver)| solver);
    solvers.take(MOST).collect()
}

/// The functions that may parse the input for a part.
fn parsers<'f, 's>(functions: &'f [DayFunction<'s>], part: Part) -> Vec<&'f DayFunction<'s>> {
    let parsers = functions.iter().filter(|function| {
        let is_marked = generator_part(function.item);
        let is_named = is_parser(&function.name) || is_generator(function.item);
        let is_solver = part_of(&function.name).is_some();
        is_named
            && (!is_solver || is_generator(function.item))
            && is_marked.is_none_or(|of| of == part)
            && function.count() <= 1
    });
    parsers.take(MOST).collect()
}

/// Candidates with one parser for the parts, which is timed on its own. The type that it returns
/// must have a name.
fn with_parser(
    source: &Source,
    functions: &[DayFunction],
    solvers: &[Vec<DayFunction>; 2],
) -> Vec<Candidate> {
    let firsts: Vec<(Part, &DayFunction)> = Part::BOTH
        .into_iter()
        .zip(solvers)
        .filter_map(|(part, solvers)| Some((part, solvers.first()?)))
        .collect();
    let is_shared = |(_, solver): &(Part, &DayFunction)| solver.is_plain && !solver.takes_text();
    if firsts.is_empty() || !firsts.iter().all(is_shared) {
        return Vec::new();
    }
    let mut of_parts = firsts.iter().map(|(part, _)| parsers(functions, *part));
    let mut shared = of_parts.next().unwrap_or_default();
    for others in of_parts {
        shared.retain(|parser| others.iter().any(|other| other.name == parser.name));
    }
    let mut candidates = Vec::new();
    for parser in shared {
        let Some(made) = parser.made() else {
            continue;
        };
        let of_nom = value_of_nom(made);
        let Some(input) = source.input_type(of_nom.unwrap_or(made)) else {
            continue;
        };
        if !parser.is_plain || parser.takes_file() {
            continue;
        }
        let mut wiring = Wiring {
            input: Some(input),
            ..Wiring::default()
        };
        let parse = &parser.name;
        if of_nom.is_some() {
            let made = format!("{parse}(input).unwrap().1");
            wiring.set("parse", Value::Call(made));
        } else {
            wiring.set("parse", Value::Function(parse.clone()));
        }
        for (part, solver) in &firsts {
            wiring.set_part(*part, Value::Function(solver.name.clone()));
            wiring.answering.push(AnsweringFunctions {
                part: *part,
                functions: vec![solver.name.clone(), parse.clone()],
            });
        }
        candidates.push(Candidate {
            is_named: firsts.iter().all(|(_, solver)| solver.is_named),
            ..Candidate::of_day(wiring)
        });
    }
    candidates
}

/// The candidates that answer a part by one function. `makers` are expressions over `input` whose
/// values the function may take.
fn of_part(
    part: Part,
    solver: &DayFunction,
    parsers: &[&DayFunction],
    makers: &[String],
) -> Vec<Candidate> {
    let mut candidates = Vec::new();
    if solver.returns_nothing() {
        for call in solver.calls() {
            let shown = format!("{MARK}shown(input, || {call})");
            let mut candidate = Candidate::of_part(part, Value::Printed(shown));
            candidate.wiring.prints = true;
            candidate.is_named = false;
            candidates.push(candidate);
        }
        return candidates;
    }
    let name = &solver.name;
    let mut calls = Vec::new();
    for parser in parsers.iter().filter(|parser| parser.name != *name) {
        let functions = vec![name.clone(), parser.name.clone()];
        let of_parser = solver.calls_with(parser).into_iter();
        calls.extend(of_parser.map(|call| (call, functions.clone())));
    }
    for made in makers {
        let of_value = solver.calls_with_value(made).into_iter();
        calls.extend(of_value.map(|call| (call, Vec::new())));
    }
    // A function for which a parser may exist probably takes the parser's result, and not the
    // input.
    let is_fallback = !solver.takes_text() && !calls.is_empty();
    let of_text = solver.calls().into_iter();
    let place = if solver.takes_text() { 0 } else { calls.len() };
    calls.splice(place..place, of_text.map(|call| (call, vec![name.clone()])));
    for (call, functions) in calls {
        let mut candidate = Candidate::of_part(part, solver.value(call));
        candidate.is_named = solver.is_named;
        candidate.is_fallback = is_fallback && functions.len() == 1;
        if !functions.is_empty() {
            let answering = AnsweringFunctions { part, functions };
            candidate.wiring.answering.push(answering);
        }
        candidates.push(candidate);
    }
    candidates
}

/// Candidates for both parts: functions that return two answers, and that no other function calls.
fn of_both(source: &Source, functions: &[DayFunction], reads_files: bool) -> Vec<Candidate> {
    let mut candidates = Vec::new();
    let parsers: Vec<&DayFunction> = functions
        .iter()
        .filter(|function| is_parser(&function.name) && function.count() <= 1)
        .take(MOST)
        .collect();
    for function in functions {
        let name = &function.name;
        let is_named = is_of_both(name) || function.returns_pair();
        let is_main = name == "main" && function.count() == 0;
        let is_other = is_parser(name) || is_main || function.is_of_part();
        let is_one = !function.returns_pair() && lacks_field(function.item, 1);
        if !is_named || is_other || is_one || source.is_called(name) {
            continue;
        }
        let mut values = Vec::new();
        for parser in &parsers {
            values.extend(function.calls_with(parser));
        }
        let place = if function.takes_text() {
            0
        } else {
            values.len()
        };
        values.splice(place..place, function.calls());
        for call in values {
            let mut wiring = Wiring::default();
            wiring.set("solve", function.value(call));
            wiring.reads = function.reads(reads_files);
            candidates.push(Candidate::of_day(wiring));
        }
    }
    candidates
}

/// Candidates that print both answers: `main`, and functions with similar names.
fn printing(functions: &[DayFunction]) -> Vec<Candidate> {
    let mut candidates = Vec::new();
    for function in functions {
        let is_named = function.name == "main" || is_of_both(&function.name);
        if !is_named || !function.returns_nothing() || function.is_of_part() {
            continue;
        }
        for call in function.calls() {
            let mut wiring = Wiring::default();
            for part in Part::BOTH {
                let printed = format!("{MARK}printed(input, {part}, || {call})");
                wiring.set_part(part, Value::Printed(printed));
            }
            wiring.prints = true;
            candidates.push(Candidate {
                is_named: false,
                printing: Some(call),
                ..Candidate::of_day(wiring)
            });
        }
    }
    candidates
}

/// Whether an item is `main`. A copy has it only if a candidate calls it.
pub fn is_main(item: &Item) -> bool {
    matches!(item, Item::Fn(function) if function.sig.ident == "main")
}

fn is_generator(function: &ItemFn) -> bool {
    let mut attributes = function.attrs.iter();
    attributes.any(|attribute| attribute.path().is_ident("aoc_generator"))
}

/// The reason why functions that may be solutions are not called: no name tells their part. `None`
/// if there are no such functions.
pub fn without_part(source: &Source) -> Option<String> {
    let functions = functions_of(source);
    let takes = functions.iter().filter(|function| {
        let is_other = is_parser(&function.name) || function.name == "main";
        let made = function.made();
        let is_answer = made.is_some_and(|ty| !matches!(ty, Type::Tuple(_)));
        function.takes_text() && !is_other && is_answer
    });
    let mut names: Vec<String> = takes.map(|function| function.name.clone()).collect();
    names.extend(methods::of_text(source));
    let printing = functions.iter().find(|function| {
        is_of_both(&function.name) && function.count() == 0 && function.returns_nothing()
    });
    Some(match (&*names, printing) {
        ([only], _) => format!("`{only}` takes the text, and no name says its part"),
        ([one, other, ..], _) => {
            format!("`{one}` and `{other}` take the text, and no names say their parts")
        }
        ([], Some(DayFunction { name, .. })) => format!(
            "`{name}` prints its answers: put what answers a part into a function of the text"
        ),
        ([], None) => return with_more_than_the_text(source, &functions),
    })
}

/// The reason why a function of the text that no other one calls is not called: it takes further
/// arguments.
fn with_more_than_the_text(source: &Source, functions: &[DayFunction]) -> Option<String> {
    let function = functions.iter().find(|function| {
        let takes_text = function.item.sig.inputs.first().is_some_and(is_text);
        let is_solver = !is_parser(&function.name) && !source.is_called(&function.name);
        takes_text && function.others.is_none() && !function.returns_nothing() && is_solver
    });
    let name = &function?.name;
    Some(format!(
        "`{name}` takes more than the text: say what, such as `--part1 '{name}(input, ...)'`"
    ))
}
