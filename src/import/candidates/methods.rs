//! The candidates that call methods of a day's types, and the types that macros declare.

use aoc_solution::Part;
use syn::{FnArg, ImplItem, Item, ItemImpl, Macro, ReceiverKind, ReturnType, Signature, Type};

use super::types::{filler, is_text, spelled, texts};
use super::{Candidate, MOST, NAMED, part_among};
use crate::import::names::{is_of_both, is_parser};
use crate::import::shim::MARK;
use crate::import::source::{FileItem, Source};
use crate::import::wiring::{Value, Wiring};
use crate::puzzle::words;

/// How the copy gets a type that is declared by a macro call at the top of the day.
#[derive(Clone, Debug)]
pub enum Declared {
    /// The copy declares a unit struct of that name, without the macro.
    Unit(String),
    /// The copy has the macro, which declares the type of that name.
    ByMacro(String),
}

/// The functions in one `impl` of a type.
struct ImplBlock<'s> {
    /// The name of the type without its generic arguments.
    name: String,
    ty: &'s Type,
    functions: Vec<&'s Signature>,
}

impl<'s> ImplBlock<'s> {
    fn of(block: &'s ItemImpl) -> Self {
        let ty = &*block.self_ty;
        let name = spelled(ty);
        let functions = block.items.iter().filter_map(|item| match item {
            ImplItem::Fn(function) if function.sig.asyncness.is_none() => Some(&function.sig),
            _ => None,
        });
        Self {
            name: name.split('<').next().unwrap_or_default().to_owned(),
            ty,
            functions: functions.collect(),
        }
    }

    fn path(&self, function: &Signature) -> String {
        format!("{}::{}", self.name, function.ident)
    }

    /// The functions that may answer a part, each with true if its name alone tells the part.
    fn of_part(&self, part: Part, paths: &[Vec<String>]) -> Vec<(&'s Signature, bool)> {
        let solvers = self.functions.iter().filter_map(|function| {
            let name = function.ident.to_string();
            let own = part_among(&name, paths);
            let (of, order) = own.or_else(|| part_among(&self.path(function), paths))?;
            (of == part).then_some((*function, order <= NAMED))
        });
        solvers.collect()
    }
}

/// The `impl` blocks of a source, without those for tests.
fn blocks(source: &Source) -> Vec<ImplBlock<'_>> {
    let items = source.items.iter().filter(|item| !item.is_for_tests);
    let blocks = items.filter_map(|item| match &item.item {
        Item::Impl(block) => Some(ImplBlock::of(block)),
        _ => None,
    });
    blocks.filter(|block| !block.name.is_empty()).collect()
}

/// The words in the name of each function, and in its path.
fn names(blocks: &[ImplBlock]) -> Vec<Vec<String>> {
    let functions = blocks.iter().flat_map(|block| {
        block
            .functions
            .iter()
            .map(move |function| (block, function))
    });
    functions
        .flat_map(|(block, function)| {
            [
                words(&function.ident.to_string()),
                words(&block.path(function)),
            ]
        })
        .collect()
}

/// Expressions for a value of a type.
struct Makers {
    /// Values that are made from the input, as expressions over `input`.
    of_text: Vec<String>,
    of_nothing: Vec<String>,
}

impl Makers {
    /// The functions of the source come first. A macro or a derive may provide others.
    fn of(name: &str, blocks: &[ImplBlock]) -> Self {
        let own = blocks
            .iter()
            .filter(|block| block.name == name)
            .flat_map(|block| &block.functions);
        let mut of_text = Vec::new();
        let unit = format!("{name} {{}}");
        let mut of_nothing = vec![name.to_owned(), format!("{name}::default()"), unit];
        for function in own {
            let of = function.ident.to_string();
            if function.receiver().is_some() {
                if is_parser(&of) && function.inputs.len() == 2 {
                    let texts = texts(&function.inputs[1], &function.generics);
                    of_text.extend(texts.first().map(|text| {
                        format!("{{ let mut day = {name}::default(); day.{of}({text}); day }}")
                    }));
                }
                continue;
            }
            match function.inputs.len() {
                0 if of == "new" => of_nothing.insert(0, format!("{name}::new()")),
                1 if of == "from_str" => of_text.push(format!("input.parse::<{name}>()")),
                1 if of == "new" || of.contains("from") || is_parser(&of) => {
                    let texts = texts(&function.inputs[0], &function.generics);
                    of_text.extend(texts.iter().map(|text| format!("{name}::{of}({text})")));
                }
                _ => {}
            }
        }
        if of_text.is_empty() {
            of_text.push(format!("input.parse::<{name}>()"));
        }
        if of_nothing.len() == 3 {
            of_nothing.push(format!("{name}::new()"));
        }
        of_text.truncate(MOST);
        Self {
            of_text,
            of_nothing,
        }
    }
}

/// The expressions that make a value of any type of the source from `input`.
pub fn makers(source: &Source) -> Vec<String> {
    let blocks = blocks(source);
    let mut names: Vec<&str> = blocks.iter().map(|block| &*block.name).collect();
    names.dedup();
    let mut makers: Vec<String> = Vec::new();
    for made in names
        .iter()
        .flat_map(|name| Makers::of(name, &blocks).of_text)
    {
        if !makers.contains(&made) {
            makers.push(made);
        }
    }
    makers.truncate(MOST);
    makers
}

/// The names of methods that take a text and return something.
pub fn of_text(source: &Source) -> Vec<String> {
    let blocks = blocks(source);
    let methods = blocks.iter().flat_map(|block| &block.functions);
    let of_text = methods.filter(|method| {
        let mut typed = method
            .inputs
            .iter()
            .skip_while(|argument| matches!(argument, FnArg::Receiver(_)));
        let is_answer = !matches!(method.output, ReturnType::Default);
        let name = method.ident.to_string();
        let is_maker = name == "new" || name.contains("from") || is_parser(&name);
        typed.next().is_some_and(is_text) && is_answer && !is_maker
    });
    of_text.map(|method| method.ident.to_string()).collect()
}

/// Candidates that parse the input into a value, which is timed on its own. Methods of that value
/// answer the parts.
pub fn with_parser(source: &Source) -> Vec<Candidate> {
    let mut candidates = Vec::new();
    let blocks = blocks(source);
    let paths = names(&blocks);
    for block in &blocks {
        let solvers = Part::BOTH.map(|part| block.of_part(part, &paths).first().copied());
        let is_shared = |(solver, is_named): &(&Signature, bool)| {
            *is_named
                && solver.inputs.len() == 1
                && solver.receiver().is_some_and(|receiver| {
                    matches!(receiver.kind, ReceiverKind::Reference(_, _, None))
                })
        };
        let mut named = solvers.iter().flatten().peekable();
        if named.peek().is_none() || !named.all(is_shared) {
            continue;
        }
        for made in Makers::of(&block.name, &blocks).of_text {
            let mut wiring = Wiring {
                input: source.input_type(block.ty),
                ..Wiring::default()
            };
            wiring.set("parse", Value::Call(made));
            for (part, solver) in Part::BOTH.into_iter().zip(&solvers) {
                if let Some((solver, _)) = solver {
                    let path = block.path(solver);
                    wiring.set_part(part, Value::Call(format!("{path}(input)")));
                }
            }
            candidates.push(Candidate::of_day(wiring));
        }
    }
    candidates
}

/// Candidates that call methods named after a part or after both. The value is made from the input,
/// or from nothing.
pub fn candidates(source: &Source) -> Vec<Candidate> {
    let mut candidates = Vec::new();
    let blocks = blocks(source);
    let paths = names(&blocks);
    for block in &blocks {
        for part in Part::BOTH {
            for (solver, is_named) in block.of_part(part, &paths) {
                for call in method_calls(block, &blocks, solver) {
                    candidates.push(Candidate {
                        is_named,
                        is_fallback: call.is_fallback,
                        ..Candidate::of_part(part, Value::Call(call.code))
                    });
                }
            }
        }
    }
    for block in &blocks {
        candidates.extend(one_after_the_other(block, &blocks, &paths));
        for solver in &block.functions {
            let name = solver.ident.to_string();
            if !is_of_both(&name) || is_parser(&name) {
                continue;
            }
            for call in method_calls(block, &blocks, solver) {
                candidates.push(Candidate {
                    is_fallback: call.is_fallback,
                    ..of_both(call.code)
                });
            }
        }
    }
    candidates
}

fn of_both(call: String) -> Candidate {
    let mut wiring = Wiring::default();
    wiring.set("solve", Value::Call(call));
    Candidate::of_day(wiring)
}

/// Candidates that call part 2 on the value that part 1 has changed.
fn one_after_the_other(
    block: &ImplBlock,
    blocks: &[ImplBlock],
    paths: &[Vec<String>],
) -> Vec<Candidate> {
    let solvers = Part::BOTH.map(|part| block.of_part(part, paths).first().copied());
    let [Some((one, _)), Some((two, _))] = solvers else {
        return Vec::new();
    };
    let changes = one
        .receiver()
        .is_some_and(|receiver| matches!(receiver.kind, ReceiverKind::Reference(_, _, Some(_))));
    if !changes || one.inputs.len() != 1 || two.inputs.len() != 1 {
        return Vec::new();
    }
    let [one, two] = [one, two].map(|solver| &solver.ident);
    let makers = Makers::of(&block.name, blocks).of_text.into_iter();
    let candidates = makers.map(|made| {
        let call = format!(
            "{{ let mut day = {MARK}value!({made}); let one = day.{one}(); (one, day.{two}()) }}"
        );
        of_both(call)
    });
    candidates.collect()
}

/// The call of a method, as an expression over `input`.
struct MethodCall {
    code: String,
    /// Whether a better value to call the method on is tried, too.
    is_fallback: bool,
}

fn method_calls(block: &ImplBlock, blocks: &[ImplBlock], signature: &Signature) -> Vec<MethodCall> {
    let path = block.path(signature);
    let arguments = signature.inputs.iter();
    let typed: Vec<&FnArg> = arguments
        .filter(|argument| matches!(argument, FnArg::Typed(_)))
        .collect();
    let others: Option<String> = typed.iter().skip(1).copied().map(filler).collect();
    let Some(others) = others else {
        return Vec::new();
    };
    let texts = match typed.first() {
        None => vec![String::new()],
        Some(first) => texts(first, &signature.generics),
    };
    let Some(receiver) = signature.receiver() else {
        let calls = texts.iter().map(|text| MethodCall {
            code: format!("{path}({text}{others})"),
            is_fallback: false,
        });
        return calls.collect();
    };
    let reference = match &receiver.kind {
        ReceiverKind::Reference(_, _, None) => "&",
        ReceiverKind::Reference(..) => "&mut ",
        _ => "",
    };
    let Makers {
        of_text,
        of_nothing,
    } = Makers::of(&block.name, blocks);
    let of_text: Vec<String> = of_text
        .iter()
        .map(|made| format!("{MARK}value!({made})"))
        .collect();
    // A method that takes the input probably needs no value that was made from it.
    let makers = if typed.is_empty() {
        [of_text, of_nothing]
    } else {
        [of_nothing, of_text]
    };
    let mut calls = Vec::new();
    for text in &texts {
        let separator = if text.is_empty() { "" } else { ", " };
        for (index, values) in makers.iter().enumerate() {
            calls.extend(values.iter().map(|value| MethodCall {
                code: format!("{path}({reference}{value}{separator}{text}{others})"),
                is_fallback: index > 0,
            }));
        }
    }
    calls
}

/// The type that a macro call at the top of a source declares. `day!(Day03, 3)` has the type's
/// name; for `solution!(1, 2)` it is `Solution`. `makes_type` tells whether a macro of that name
/// declares a type with a function `new` without arguments.
pub fn declared(source: &Source, makes_type: impl Fn(&str) -> bool) -> Option<Declared> {
    let items = || source.items.iter().filter(|item| !item.is_for_tests);
    items().find_map(|item| {
        let Item::Impl(block) = &item.item else {
            return None;
        };
        let name = spelled(&block.self_ty);
        let is_name =
            name.starts_with(char::is_uppercase) && name.chars().all(char::is_alphanumeric);
        let is_seen = items().any(|item| {
            let is_other = !matches!(item.item, Item::Impl(_) | Item::Macro(_) | Item::Fn(_));
            is_other && (item.name == name || item.mentions(&name))
        });
        if block.trait_.is_none() || !is_name || is_seen {
            return None;
        }
        let by_macro = items().find_map(|item| {
            let of = name_of_call(item)?;
            let is_solution = name == "Solution" && of == "solution";
            (item.mentions(&name) || is_solution).then_some(of)
        })?;
        if !uses_fields(&item.code) {
            return Some(Declared::Unit(name));
        }
        makes_type(&by_macro).then_some(Declared::ByMacro(name))
    })
}

/// The name of the macro that an item calls.
fn name_of_call(item: &FileItem) -> Option<String> {
    let Item::Macro(call) = &item.item else {
        return None;
    };
    let Macro { path, .. } = &call.mac;
    let of = path.segments.last()?.ident.to_string();
    call.ident.is_none().then_some(of)
}

/// Whether methods use fields of `self`. The unit struct in a copy has no fields.
fn uses_fields(code: &str) -> bool {
    code.split(" self . ").skip(1).any(|after| {
        let mut words = after.split_whitespace().skip(1);
        words.next() != Some("(")
    })
}
