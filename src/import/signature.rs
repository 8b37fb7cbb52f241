//! Functions that can be called, by the types of what they take and what they make.

use quote::ToTokens;
use syn::spanned::Spanned;
use syn::{FnArg, GenericArgument, ItemFn, Pat, PathArguments, ReturnType, Type};

use super::source::Source;
use crate::project::source::tokens;
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
            && text.is_some()
        {
            let argument = argument.ident.to_string();
            let words = words(&argument);
            let last = words.last().map(String::as_str);
            if last.is_some_and(|word| NOT_INPUTS.contains(&word)) {
                return Err(format!(
                    "`{name}` seems to take a path or a line, as its argument is called `{argument}`"
                ));
            }
        }
        let ReturnType::Type(_, returned) = &signature.output else {
            return Err(format!("`{name}` returns nothing"));
        };
        let makes = unwrapped(returned);
        if spelled(makes) == "()" {
            return Err(format!("`{name}` returns nothing"));
        }
        Ok(Self {
            name,
            takes: &input.ty,
            text,
            makes,
            is_wrapped: spelled(makes) != spelled(returned),
        })
    }
}

/// The text or its lines as a type, as an expression over `input`.
pub fn text_expression(ty: &Type) -> Option<&'static str> {
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

/// Whether a function returns a text, perhaps in a `Result`.
pub fn returns_text(function: &ItemFn) -> bool {
    match &function.sig.output {
        ReturnType::Type(_, returned) => {
            ["String", "&str"].contains(&&*spelled(unwrapped(returned)))
        }
        ReturnType::Default => false,
    }
}

/// A type out of each `Result` and `Option` around it.
fn unwrapped(ty: &Type) -> &Type {
    match generic(ty) {
        Some((name, inner))
            if name == "Option" || name.ends_with("Result") && name != "IResult" =>
        {
            unwrapped(inner)
        }
        _ => ty,
    }
}

/// The last name of a generic type, and the first type that it is given.
fn generic(ty: &Type) -> Option<(String, &Type)> {
    let Type::Path(path) = ty else {
        return None;
    };
    let last = path.path.segments.last()?;
    let PathArguments::AngleBracketed(arguments) = &last.arguments else {
        return None;
    };
    arguments.args.iter().find_map(|argument| match argument {
        GenericArgument::Type(inner) => Some((last.ident.to_string(), inner)),
        _ => None,
    })
}

/// A type as it is written, without lifetimes.
fn spelled(ty: &Type) -> String {
    let text = ty.to_token_stream().to_string();
    let mut words = tokens(&text);
    words.retain(|word| !word.starts_with('\''));
    words.concat().replace("<>", "")
}

/// A type without references; a `Vec` is a slice.
pub fn content(ty: &Type) -> String {
    let ty = match ty {
        Type::Reference(reference) => &reference.elem,
        _ => ty,
    };
    match generic(ty) {
        Some((name, element)) if name == "Vec" => format!("[{}]", spelled(element)),
        _ => spelled(ty),
    }
}

/// Whether a type is a pair of answers: of numbers or texts.
pub fn is_pair_of_answers(ty: &Type) -> bool {
    let Type::Tuple(pair) = ty else {
        return false;
    };
    for ty in &pair.elems {
        let name = content(unwrapped(ty));
        if name != "String" && !name.starts_with(char::is_lowercase) {
            return false;
        }
    }
    pair.elems.len() == 2
}

impl Source {
    /// A type as the argument of `functions!`, where lifetimes are elided; `None` if it has no
    /// name.
    pub fn input_type(&self, ty: &Type) -> Option<String> {
        let mut text = self.text[ty.span().byte_range()].to_owned();
        for word in tokens(&text.clone()) {
            if word == "impl" {
                return None;
            }
            if word.starts_with('\'') && word != "'static" {
                text = text.replace(word, "'_");
            }
        }
        Some(text)
    }
}
