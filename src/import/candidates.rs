//! The ways in which a day may be called, by names alone: the compiler says which of them fit,
//! and their answers which of those is right.

use aoc_solution::Part;
use quote::ToTokens;
use syn::{FnArg, ImplItem, Item, ItemFn, ReceiverKind, ReturnType, Signature, Type};

use super::names::{is_of_both, is_parser, part_numbered, part_of};
use super::shim::MARK;
use super::signature::{filler, unwrapped};
use super::source::{Source, generator_part, part_in};
use super::wiring::{AnsweringFunctions, CodeNeeds, Wiring};
use crate::puzzle::words;

/// The most functions of each kind that are tried.
const MOST: usize = 4;

/// A way in which a day may be called.
#[derive(Clone, Debug)]
pub struct Candidate {
    pub wiring: Wiring,
    /// The part that it answers; `None` if it is meant for both.
    pub part: Option<Part>,
    /// The call that prints the answers to both parts, if it is one.
    pub printing: Option<String>,
}

impl Candidate {
    pub fn of_both(wiring: Wiring) -> Self {
        Self {
            wiring,
            part: None,
            printing: None,
        }
    }

    fn of_part(part: Part, value: &str, code: CodeNeeds) -> Self {
        let mut wiring = Wiring::default();
        wiring.push(format!("part{part} = {value}"));
        wiring.code = code;
        Self {
            wiring,
            part: Some(part),
            printing: None,
        }
    }
}

/// A function of a day that may be called.
struct Function<'s> {
    name: String,
    item: &'s ItemFn,
    /// What its arguments after the first are given, each with a comma before it. `None` if that
    /// is not known.
    others: Option<String>,
}

impl<'s> Function<'s> {
    fn new(item: &'s ItemFn) -> Self {
        let others = item.sig.inputs.iter().skip(1).map(filler).collect();
        Self {
            name: item.sig.ident.to_string(),
            item,
            others,
        }
    }

    fn count(&self) -> usize {
        self.item.sig.inputs.len()
    }

    /// Whether it can be passed by its name alone.
    fn is_plain(&self) -> bool {
        let generics = &self.item.sig.generics;
        let has_impl = self.item.sig.inputs.iter().any(|argument| match argument {
            FnArg::Typed(argument) => argument.ty.to_token_stream().to_string().contains("impl "),
            FnArg::Receiver(_) => false,
        });
        self.count() == 1
            && generics.type_params().next().is_none()
            && generics.const_params().next().is_none()
            && !has_impl
    }

    fn returns_nothing(&self) -> bool {
        match &self.item.sig.output {
            ReturnType::Default => true,
            ReturnType::Type(_, ty) => {
                matches!(unwrapped(ty), Type::Tuple(tuple) if tuple.elems.is_empty())
            }
        }
    }

    fn returns_pair(&self) -> bool {
        match &self.item.sig.output {
            ReturnType::Default => false,
            ReturnType::Type(_, ty) => {
                matches!(unwrapped(ty), Type::Tuple(tuple) if tuple.elems.len() == 2)
            }
        }
    }

    /// The calls with the text, as expressions over `input`.
    fn calls(&self) -> Vec<String> {
        let name = &self.name;
        if self.count() == 0 {
            return vec![format!("{name}()")];
        }
        // All of them say that they are for an example, for example.
        let first = self.item.sig.inputs.first().and_then(filler);
        if let (Some(first), Some(others)) = (first, &self.others)
            && first == ", false"
        {
            let arguments = format!("{first}{others}");
            let arguments = arguments.trim_start_matches(", ");
            return vec![format!("{name}({arguments})")];
        }
        let Some(others) = &self.others else {
            return Vec::new();
        };
        let mut calls = Vec::new();
        if self.is_plain() {
            calls.push(format!("{MARK}call!(input, {name})"));
        }
        let texts: &[&str] = if self.is_plain() {
            &[]
        } else {
            &[
                "input",
                "input.as_bytes()",
                "input.lines()",
                "input.lines().map(str::to_owned)",
                "std::io::BufRead::lines(input.as_bytes())",
            ]
        };
        let file = format!("std::io::BufReader::new({MARK}File::open(input).unwrap())");
        let lines = format!("std::io::BufRead::lines({file})");
        let kept = format!("{MARK}kept(input)");
        let last = ["input.into()", "input.as_ref()", &kept, &file, &lines];
        for text in texts.iter().chain(&last) {
            calls.push(format!("{name}({text}{others})"));
        }
        calls
    }

    /// The calls with what a parser makes, as expressions over `input`.
    fn calls_with(&self, parser: &Self) -> Vec<String> {
        let name = &self.name;
        let parse = &parser.name;
        let mut calls = Vec::new();
        if self.is_plain() && parser.is_plain() {
            calls.push(format!("{MARK}call!(input, {parse}, {name})"));
        }
        if let Some(made) = parser.calls().first() {
            calls.extend(self.calls_with_value(made));
        }
        calls
    }

    /// The calls with what an expression over `input` makes.
    fn calls_with_value(&self, made: &str) -> Vec<String> {
        let Self { name, item, .. } = self;
        let mut calls = Vec::new();
        let made = format!("{MARK}value!({made})");
        if let Some(others) = &self.others {
            for reference in ["", "&", "&mut "] {
                calls.push(format!("{name}({reference}{made}{others})"));
            }
        }
        if let names @ ("a, b" | "a, b, c") = match item.sig.inputs.len() {
            2 => "a, b",
            3 => "a, b, c",
            _ => "",
        } {
            let lent: Vec<String> = names.split(", ").map(|name| format!("&{name}")).collect();
            let lent = lent.join(", ");
            calls.push(format!("{{ let ({names}) = {made}; {name}({names}) }}"));
            calls.push(format!("{{ let ({names}) = {made}; {name}({lent}) }}"));
        }
        calls
    }
}

/// The candidates by the names of functions in a source. `reads_elsewhere` says whether other
/// sources of the repository read files.
pub fn by_names(source: &Source, reads_elsewhere: bool) -> Vec<Candidate> {
    let reads = source.text.contains(MARK);
    let functions: Vec<Function> = source
        .functions()
        .filter(|function| function.sig.asyncness.is_none())
        .map(Function::new)
        .collect();
    let mut candidates = Vec::new();
    let makers = makers(source);
    for part in [Part::One, Part::Two] {
        let parsers: Vec<&Function> = parsers(&functions, part);
        let mut solvers: Vec<(usize, &Function)> = functions
            .iter()
            .filter_map(|function| {
                let named = part_in(function.item);
                let (of, order) = named.or_else(|| Some((part_at_end(&function.name)?, 100)))?;
                (of == part).then_some((order, function))
            })
            .collect();
        solvers.sort_by_key(|(order, _)| *order);
        for (_, solver) in solvers.into_iter().take(MOST) {
            if solver.returns_nothing() {
                for call in solver.calls() {
                    let shown = format!("|&input| {MARK}shown(input, || {call})");
                    candidates.push(Candidate::of_part(part, &shown, PRINTED));
                }
                continue;
            }
            let name = &solver.name;
            let mut calls = Vec::new();
            for parser in &parsers {
                let functions = vec![name.clone(), parser.name.clone()];
                let of_parser = solver.calls_with(parser).into_iter();
                calls.extend(of_parser.map(|call| (call, functions.clone())));
            }
            for made in &makers {
                let of_value = solver.calls_with_value(made).into_iter();
                calls.extend(of_value.map(|call| (call, Vec::new())));
            }
            // A function that takes what a parser makes is more than one of the text.
            let of_text = solver.calls().into_iter();
            calls.extend(of_text.map(|call| (call, vec![name.clone()])));
            let plain = format!("{MARK}call!(input, {name})");
            for (call, functions) in calls {
                let is_plain = call == plain;
                let mut add = |value: &str, code| {
                    let mut candidate = Candidate::of_part(part, value, code);
                    if !functions.is_empty() {
                        let functions = functions.clone();
                        let answering = AnsweringFunctions { part, functions };
                        candidate.wiring.answering.push(answering);
                    }
                    candidates.push(candidate);
                };
                if is_plain && !reads {
                    add(name, CodeNeeds::default());
                }
                let code = CodeNeeds {
                    reads: reads || reads_elsewhere || solver.count() == 0,
                    prints: false,
                };
                if code.reads {
                    add(&format!("|&input| {MARK}reading(input, || {call})"), code);
                } else if !is_plain {
                    add(&format!("|&input| {call}"), code);
                }
            }
        }
    }
    candidates.extend(of_both(source, &functions, reads));
    candidates.extend(methods(source));
    candidates.extend(printing(&functions));
    candidates
}

const PRINTED: CodeNeeds = CodeNeeds {
    reads: true,
    prints: true,
};

/// The functions that may make the input of a part, those named for it first.
fn parsers<'f, 's>(functions: &'f [Function<'s>], part: Part) -> Vec<&'f Function<'s>> {
    let parsers = functions.iter().filter(|function| {
        let is_marked = generator_part(function.item);
        let is_named = is_parser(&function.name) || is_generator(function.item);
        is_named && is_marked.is_none_or(|of| of == part) && function.count() <= 1
    });
    parsers.take(MOST).collect()
}

/// What makes a value of a type from the text, as expressions over `input`.
fn makers(source: &Source) -> Vec<String> {
    let mut makers = Vec::new();
    for item in source.items.iter().filter(|item| !item.is_for_tests) {
        let Item::Impl(block) = &item.item else {
            continue;
        };
        let name = name_of_type(&block.self_ty);
        for inner in &block.items {
            let ImplItem::Fn(function) = inner else {
                continue;
            };
            let signature = &function.sig;
            let of = signature.ident.to_string();
            let is_maker = of == "new" || of.contains("from") || is_parser(&of);
            if is_maker && signature.receiver().is_none() && signature.inputs.len() == 1 {
                makers.push(match &*of {
                    "from_str" => format!("input.parse::<{name}>()"),
                    _ => format!("{name}::{of}(input)"),
                });
            }
        }
    }
    makers.truncate(MOST);
    makers
}

/// The name of a type without its generic arguments.
fn name_of_type(ty: &Type) -> String {
    let text = ty.to_token_stream().to_string();
    let name = text.split(['<', ' ']).next().unwrap_or_default();
    name.to_owned()
}

fn is_generator(function: &ItemFn) -> bool {
    let mut attributes = function.attrs.iter();
    attributes.any(|attribute| attribute.path().is_ident("aoc_generator"))
}

/// The part that the end of a name says, whatever is before it: `ex1`, `zad2`, `solve_b`.
fn part_at_end(name: &str) -> Option<Part> {
    let is_number = |c: char| c == '1' || c == '2';
    if let Some(digit) = name.chars().last().filter(|c| is_number(*c)) {
        let before = &name[..name.len() - 1];
        let is_whole = !before.ends_with(|c: char| c.is_ascii_digit()) && !before.is_empty();
        return is_whole.then(|| part_numbered(&digit.to_string()))?;
    }
    let last = words(name).pop()?;
    (last != name).then(|| part_numbered(&last))?
}

/// Functions that return a pair, and that no other function calls.
fn of_both(source: &Source, functions: &[Function], reads: bool) -> Vec<Candidate> {
    let mut candidates = Vec::new();
    let parsers: Vec<&Function> = functions
        .iter()
        .filter(|function| is_parser(&function.name) && function.count() <= 1)
        .take(MOST)
        .collect();
    for function in functions {
        let name = &function.name;
        let is_named = is_of_both(name) || function.returns_pair();
        let is_other = is_parser(name) || name == "main" || part_in(function.item).is_some();
        if !is_named || is_other || function.returns_nothing() || source.is_called(name) {
            continue;
        }
        let mut values = Vec::new();
        for parser in &parsers {
            values.extend(function.calls_with(parser));
        }
        values.extend(function.calls());
        for call in values {
            let call = if reads || function.count() == 0 {
                format!("{MARK}reading(input, || {call})")
            } else {
                call
            };
            let mut wiring = Wiring::default();
            wiring.push(format!("solve = |input: &&str| {call}"));
            wiring.code.reads = reads || function.count() == 0;
            candidates.push(Candidate::of_both(wiring));
        }
    }
    candidates
}

/// Methods that are named for a part, of a value that is made of the text or of nothing.
fn methods(source: &Source) -> Vec<Candidate> {
    let mut candidates = Vec::new();
    for item in source.items.iter().filter(|item| !item.is_for_tests) {
        let Item::Impl(block) = &item.item else {
            continue;
        };
        let name = name_of_type(&block.self_ty);
        for inner in &block.items {
            if let ImplItem::Fn(method) = inner
                && let Some(part) = part_of(&method.sig.ident.to_string())
                && !name.is_empty()
            {
                for call in method_calls(&name, &method.sig) {
                    let value = format!("|&input| {MARK}reading(input, || {call})");
                    let code = CodeNeeds {
                        reads: true,
                        prints: false,
                    };
                    candidates.push(Candidate::of_part(part, &value, code));
                }
            }
        }
    }
    candidates
}

/// The calls of a method, as expressions over `input`.
fn method_calls(ty: &str, signature: &Signature) -> Vec<String> {
    let method = &signature.ident;
    let arguments = signature.inputs.iter();
    let typed = arguments.filter(|argument| matches!(argument, FnArg::Typed(_)));
    let given = match typed.count() {
        0 => "",
        1 => "input.into()",
        _ => return Vec::new(),
    };
    let Some(receiver) = signature.receiver() else {
        return vec![format!("{ty}::{method}({given})")];
    };
    let reference = match &receiver.kind {
        ReceiverKind::Reference(_, _, None) => "&",
        ReceiverKind::Reference(..) => "&mut ",
        _ => "",
    };
    let separator = if given.is_empty() { "" } else { ", " };
    let of_text = [
        format!("{MARK}value!({ty}::new(input.into()))"),
        format!("{MARK}value!(input.parse::<{ty}>())"),
        format!("{MARK}value!({ty}::from(input))"),
        format!("{MARK}value!({ty}::parse(input.into()))"),
    ];
    let of_nothing = [
        ty.to_owned(),
        format!("{MARK}value!({ty}::new())"),
        format!("{ty}::default()"),
    ];
    let values = of_text.into_iter().chain(of_nothing);
    values
        .map(|value| format!("{ty}::{method}({reference}{value}{separator}{given})"))
        .collect()
}

/// Functions that print both answers: `main`, and those named like it.
fn printing(functions: &[Function]) -> Vec<Candidate> {
    let mut candidates = Vec::new();
    for function in functions {
        let is_main = function.name == "main";
        let is_named = is_main || is_of_both(&function.name);
        if !is_named || !function.returns_nothing() || part_in(function.item).is_some() {
            continue;
        }
        for call in function.calls() {
            let mut wiring = Wiring::default();
            for part in [Part::One, Part::Two] {
                wiring.push(format!(
                    "part{part} = |&input| {MARK}printed(input, {part}, || {call})"
                ));
            }
            wiring.code = PRINTED;
            let mut candidate = Candidate::of_both(wiring);
            candidate.printing = Some(call);
            candidates.push(candidate);
        }
    }
    candidates
}

/// Whether an item is `main`, which only a copy that is called by it has.
pub fn is_main(item: &Item) -> bool {
    matches!(item, Item::Fn(function) if function.sig.ident == "main")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_functions_of_a_call_say_which_assertions_are_examples() {
        let code = "fn parse(text: &str) -> Vec<u8> { text.bytes().collect() }
            fn part1(bytes: &[u8]) -> usize { bytes.len() }
            impl Made { fn new(text: &str) -> Self { Self } }
            fn part2(made: Made) -> usize { 2 }";
        let source = Source::read(code.to_owned()).unwrap();
        for candidate in by_names(&source, false) {
            let Some(part) = candidate.part else {
                continue;
            };
            let answering = &candidate.wiring.answering;
            let functions = answering.first().map(|of| of.functions.join(" "));
            let call = candidate.wiring.render("Day01", "", &[]);
            let expected = match (call.contains("parse"), call.contains("Made::")) {
                (true, _) => Some(format!("part{part} parse")),
                (false, true) => None,
                (false, false) => Some(format!("part{part}")),
            };
            assert_eq!(functions, expected, "{call}");
        }
    }
}
