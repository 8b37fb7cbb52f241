//! Pairs of functions or methods of the text whose names differ in one word, `easy` and `hard`, or
//! one function that is told the part. Where the names say the parts, the day is called by them; all
//! other pairs are tried.

use aoc_solution::Part::{One, Two};
use quote::ToTokens;
use syn::{Fields, FnArg, GenericParam, Item, ItemFn, Pat, Type, Visibility};

use super::{functions, methods};
use crate::import::candidates::Candidate;
use crate::import::names::{PART_WORDS, part_numbered, part_of};
use crate::import::signature::{
    Callable, FunctionItem, Returned, Scope, filler, is_no_input, is_number, spelled,
};
use crate::import::wiring::Wiring;
use crate::project::source::tokens;
use crate::puzzle::words;

/// Words that tell the functions of the two parts apart, beside those that number them.
const PAIRS: [(&str, &str); 8] = [
    ("01", "02"),
    ("i", "ii"),
    ("easy", "hard"),
    ("simple", "complex"),
    ("simple", "advanced"),
    ("silver", "gold"),
    ("basic", "advanced"),
    ("small", "large"),
];

/// The calls of the two parts, as expressions over the text.
pub struct PartPair {
    pub calls: [String; 2],
    /// Whether the names say the parts.
    is_certain: bool,
}

/// The wiring of a day by a pair whose names say the parts.
pub fn wiring(scope: Scope) -> Result<Wiring, Option<String>> {
    let mut pairs = pairs_in(scope).into_iter();
    let pair = pairs.find(|pair| pair.is_certain).ok_or(None)?;
    Ok(pair.wiring(scope))
}

/// The pairs, to be tried.
pub fn candidates(scope: Scope) -> Vec<Candidate> {
    let pairs = pairs_in(scope).into_iter();
    pairs
        .map(|pair| Candidate::of_both(pair.wiring(scope)))
        .collect()
}

impl PartPair {
    fn wiring(&self, scope: Scope) -> Wiring {
        let mut wiring = Wiring::default();
        for (part, call) in [One, Two].into_iter().zip(&self.calls) {
            wiring.answer(part, call);
        }
        wiring.set_trimming(&scope.repository.trimming_of_days().unwrap_or_default());
        wiring
    }
}

/// The functions and methods that answer something.
pub fn callables(scope: Scope) -> Vec<Callable> {
    let mut callables = functions::callables(scope);
    callables.extend(methods::callables(scope));
    callables
}

/// The pairs of calls in a source, the surest first.
pub fn pairs_in(scope: Scope) -> Vec<PartPair> {
    let mut found = Vec::new();
    let mut callables = callables(scope);
    callables.extend(functions_of_modules(scope));
    for one in &callables {
        for two in &callables {
            let pairing = pairing(&one.words, &two.words);
            if pairing != Pairing::None {
                found.push(PartPair {
                    calls: [one.call.clone(), two.call.clone()],
                    is_certain: pairing == Pairing::SaysParts,
                });
            }
        }
    }
    for function in scope.source.functions() {
        found.extend(told_the_part(scope, function));
    }
    found.sort_by_key(|pair| !pair.is_certain);
    found
}

/// How the paths of two functions differ.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Pairing {
    None,
    /// Their words differ in one that tells the parts apart: `easy` and `hard`.
    TellsApart,
    /// As [`Self::TellsApart`], by the number of a part: `part1` and `part2`.
    SaysParts,
}

fn pairing(one: &[String], two: &[String]) -> Pairing {
    if one.len() != two.len() {
        return Pairing::None;
    }
    let mut differing = (0..one.len()).filter(|&index| one[index] != two[index]);
    let (Some(index), None) = (differing.next(), differing.next()) else {
        return Pairing::None;
    };
    let [one_word, two_word] = [&*one[index], &*two[index]];
    let is_numbered = part_numbered(one_word) == Some(One) && part_numbered(two_word) == Some(Two);
    let is_pair = is_numbered || PAIRS.contains(&(one_word, two_word));
    let is_part = index > 0 && PART_WORDS.contains(&&*one[index - 1]);
    match (is_pair, is_part) {
        (false, _) => Pairing::None,
        (true, false) => Pairing::TellsApart,
        (true, true) => Pairing::SaysParts,
    }
}

/// The functions of the text in modules that are written out.
fn functions_of_modules(scope: Scope) -> Vec<Callable> {
    let mut callables = Vec::new();
    for item in &scope.source.items {
        let Item::Mod(module) = &item.item else {
            continue;
        };
        let items = module.content.iter().flat_map(|(_, items)| items);
        for inner in items.filter(|_| !item.is_for_tests) {
            if let Item::Fn(function) = inner
                && !matches!(function.vis, Visibility::Inherited)
                && let Ok(function) = FunctionItem::new(function, scope)
                && let Some(text) = function.text
                && scope.is_answer(function.returned.ty)
            {
                let path = format!("{}::{}", item.name, function.name);
                callables.push(Callable {
                    call: format!("{}::{}", item.name, function.call(text)),
                    words: words(&path),
                    name: path,
                });
            }
        }
    }
    callables
}

/// The calls of a function of the text that is also told the part: by a truth value, by an enum
/// with two variants, by the number of the part, or by a constant in its generics.
fn told_the_part(scope: Scope, function: &ItemFn) -> Option<PartPair> {
    let signature = &function.sig;
    let returned = Returned::of(signature).ok()?;
    let name = &signature.ident;
    let mut arguments = signature.inputs.iter();
    let FnArg::Typed(first) = arguments.next()? else {
        return None;
    };
    let text = scope.text_of(&first.ty, signature)?;
    if is_no_input(&first.pat) {
        return None;
    }
    if !scope.is_answer(returned.ty) || signature.asyncness.is_some() {
        return None;
    }
    let mut generics = signature
        .generics
        .params
        .iter()
        .filter_map(|parameter| match parameter {
            GenericParam::Const(constant) => Some(constant),
            _ => None,
        });
    if let Some(constant) = generics.next() {
        let parts = parts_as(scope, &constant.ty, &constant.ident.to_string())?;
        let is_alone = generics.next().is_none() && arguments.next().is_none();
        return is_alone.then(|| parts.map(|value| format!("{name}::<{value}>({text})")));
    }
    let FnArg::Typed(second) = arguments.next()? else {
        return None;
    };
    let Pat::Ident(argument) = &*second.pat else {
        return None;
    };
    let argument = argument.ident.to_string();
    let parts = parts_as(scope, &second.ty, &argument)?;
    let body = function.block.to_token_stream().to_string();
    let is_used = parts.is_certain && tokens(&body).contains(&&*argument);
    if filler(&FnArg::Typed(second.clone())).is_some() && !is_used {
        return None;
    }
    let is_last = arguments.next().is_none();
    let is_entry = !scope.source.is_called(&name.to_string());
    is_last.then(|| PartPair {
        is_certain: parts.is_certain && is_entry,
        ..parts.map(|value| format!("{name}({text}, {value})"))
    })
}

impl PartPair {
    fn map(self, call: impl Fn(String) -> String) -> Self {
        Self {
            calls: self.calls.map(call),
            ..self
        }
    }
}

/// The values of a type that stand for the two parts.
fn parts_as(scope: Scope, ty: &Type, name: &str) -> Option<PartPair> {
    let spelled = spelled(ty);
    if spelled == "bool" {
        return Some(PartPair {
            calls: ["false", "true"].map(str::to_owned),
            is_certain: says_second(name),
        });
    }
    if is_number(&spelled) {
        let is_part = words(name)
            .iter()
            .any(|word| ["part", "p"].contains(&&**word));
        return is_part.then(|| PartPair {
            calls: ["1", "2"].map(str::to_owned),
            is_certain: false,
        });
    }
    let last = spelled.rsplit(':').next().unwrap_or_default();
    let mut own = scope.source.items.iter();
    let own = own.find_map(|item| match &item.item {
        Item::Enum(item) if item.ident == last => Some(item),
        _ => None,
    });
    let enumeration = own.or_else(|| scope.repository.enumeration(last))?;
    let variants: Vec<_> = enumeration.variants.iter().collect();
    let [one, two] = *variants else {
        return None;
    };
    let is_plain = [one, two]
        .iter()
        .all(|variant| matches!(variant.fields, Fields::Unit));
    let [of_one, of_two] = [one, two].map(|variant| words(&format!("{last}_{}", variant.ident)));
    is_plain.then(|| PartPair {
        calls: [one, two].map(|variant| format!("{spelled}::{}", variant.ident)),
        is_certain: pairing(&of_one, &of_two) == Pairing::SaysParts,
    })
}

/// Whether the name of an argument asks whether the part is the second: `is_part_two`, `second`.
fn says_second(name: &str) -> bool {
    let name = name.trim_start_matches('_').trim_start_matches("is_");
    name == "second" || part_of(name) == Some(Two)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_differ_in_one_word_are_a_pair() {
        for (one, two, expected) in [
            ("part1::solve", "part2::solve", Pairing::SaysParts),
            ("solve_level1", "solve_level2", Pairing::SaysParts),
            ("easy", "hard", Pairing::TellsApart),
            ("a", "b", Pairing::TellsApart),
            ("b", "a", Pairing::None),
            ("count_a", "total_b", Pairing::None),
            ("a", "b_fast", Pairing::None),
        ] {
            assert_eq!(pairing(&words(one), &words(two)), expected, "{one} {two}");
        }
    }
}
