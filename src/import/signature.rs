//! Functions that can be called, by the types of what they take and what they make.

use std::ptr;

use syn::spanned::Spanned;
use syn::{FnArg, GenericArgument, ItemFn, Pat, PathArguments, ReturnType, Type};

use super::source::{Source, apply_edits, tokens_of};
use crate::project::source::places;
use crate::puzzle::words;

/// Last words in the names of arguments that are texts, but not the text of an input.
const NOT_INPUTS: [&str; 6] = ["path", "filepath", "file", "filename", "fname", "line"];

/// A function with one argument and a value.
pub struct FunctionItem<'s> {
    pub name: String,
    pub takes: &'s Type,
    /// The argument as an expression over the text `input`, if it is the text or its lines.
    pub text: Option<&'static str>,
    /// What it makes, without `Result` and `Option`.
    pub makes: &'s Type,
    pub is_wrapped: bool,
}

impl<'s> FunctionItem<'s> {
    /// A function; the error says why it cannot be called.
    pub fn new(function: &'s ItemFn) -> Result<Self, String> {
        let signature = &function.sig;
        let name = signature.ident.to_string();
        let is_generic = signature.generics.const_params().next().is_some();
        if is_generic || signature.asyncness.is_some() {
            return Err(format!("`{name}` is async or generic over a number"));
        }
        let arguments: Vec<&FnArg> = signature.inputs.iter().collect();
        let [FnArg::Typed(input)] = *arguments else {
            return Err(format!("`{name}` takes {} arguments", arguments.len()));
        };
        let text = text_expression(&input.ty);
        if let Pat::Ident(argument) = &*input.pat
            && let argument = argument.ident.to_string()
            && let Some(last) = words(&argument).last()
            && NOT_INPUTS.contains(&&**last)
            && text.is_some()
        {
            return Err(format!(
                "`{name}` seems to take a path or a line, as its argument is called `{argument}`"
            ));
        }
        match &signature.output {
            ReturnType::Type(_, returned) if spelled(unwrapped(returned)) != "()" => Ok(Self {
                name,
                takes: &input.ty,
                text,
                makes: unwrapped(returned),
                is_wrapped: !ptr::eq(unwrapped(returned), returned.as_ref()),
            }),
            _ => Err(format!("`{name}` returns nothing")),
        }
    }
}

/// The text or its lines as a type, as an expression over `input`.
fn text_expression(ty: &Type) -> Option<&'static str> {
    if let Type::Reference(reference) = ty
        && let Some(lifetime) = &reference.lifetime
        && lifetime.ident == "static"
    {
        return Some("input.to_string().leak()");
    }
    let text = match &*spelled(ty) {
        "&str" => "input",
        "&String" => "&input.to_string()",
        "String" => "input.to_string()",
        "&[u8]" => "input.as_bytes()",
        "Lines" | "str::Lines" | "std::str::Lines" => "input.lines()",
        "Vec<&str>" | "Vec<String>" => "input.lines().map(Into::into).collect::<Vec<_>>()",
        "&[&str]" | "&[String]" | "&Vec<&str>" | "&Vec<String>" => {
            "&input.lines().map(Into::into).collect::<Vec<_>>()"
        }
        _ => return None,
    };
    Some(text)
}

/// A type out of each `Result` and `Option` around it.
fn unwrapped(ty: &Type) -> &Type {
    match named(ty) {
        Some((name, Some(inner)))
            if name == "Option" || name.ends_with("Result") && name != "IResult" =>
        {
            unwrapped(inner)
        }
        _ => ty,
    }
}

/// The last name of a path, and the first type that it is given.
fn named(ty: &Type) -> Option<(String, Option<&Type>)> {
    let Type::Path(path) = ty else {
        return None;
    };
    let last = path.path.segments.last()?;
    let inner = match &last.arguments {
        PathArguments::AngleBracketed(inner) => inner.args.iter().find_map(type_in),
        _ => None,
    };
    Some((last.ident.to_string(), inner))
}

fn type_in(argument: &GenericArgument) -> Option<&Type> {
    match argument {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    }
}

/// A type as it is written, without lifetimes.
fn spelled(ty: &Type) -> String {
    let mut words = tokens_of(ty);
    words.retain(|word| !word.starts_with('\''));
    words.concat().replace("<>", "")
}

/// Whether what one function makes is what another takes, perhaps by reference.
pub fn fits(made: &Type, taken: &Type) -> bool {
    content(made) == content(taken)
}

/// A type without references; a `Vec` is a slice.
fn content(ty: &Type) -> String {
    let ty = match ty {
        Type::Reference(reference) => &reference.elem,
        _ => ty,
    };
    match named(ty) {
        Some((name, Some(element))) if name == "Vec" => format!("[{}]", spelled(element)),
        _ => spelled(ty),
    }
}

/// Whether a type is a pair of answers: of numbers or texts.
pub fn is_pair_of_answers(ty: &Type) -> bool {
    let Type::Tuple(pair) = ty else {
        return false;
    };
    let mut names = pair.elems.iter().map(|ty| content(unwrapped(ty)));
    let has_answers = names.all(|name| name == "String" || name.starts_with(char::is_lowercase));
    has_answers && pair.elems.len() == 2
}

impl Source {
    /// A type as the argument of `functions!`, where lifetimes are elided; `None` if it has no
    /// name.
    pub fn input_type(&self, ty: &Type) -> Option<String> {
        let text = &self.text[ty.span().byte_range()];
        let mut edits = Vec::new();
        for at in places(text) {
            match &text[at.clone()] {
                "impl" => return None,
                "'static" => {}
                word if word.starts_with('\'') => edits.push((at, "'_".to_owned())),
                _ => {}
            }
        }
        Some(apply_edits(text, edits))
    }
}
