//! What a function takes and what it returns, by its types.

use syn::{
    FnArg, GenericArgument, GenericParam, Pat, PathArguments, ReturnType, Safety, Signature, Type,
};

use super::refusal::Refusal;
use super::source::{Source, tokens_of};
use crate::puzzle::words;

/// Last words in the names of arguments that are texts, but not the text of an input.
const NOT_INPUTS: [&str; 6] = ["path", "filepath", "file", "filename", "fname", "line"];

/// The only argument of a function.
pub struct Argument<'s> {
    pub ty: &'s Type,
    /// The text or its lines as this type, by an expression over `input`.
    pub text: Option<&'static str>,
}

/// The only argument of a function that can be called for a value.
pub fn argument(signature: &Signature) -> Result<Argument<'_>, Refusal> {
    let function = signature.ident.to_string();
    let mut generics = signature.generics.params.iter();
    let is_generic = generics.any(|parameter| matches!(parameter, GenericParam::Const(_)));
    let is_unsafe = matches!(signature.safety, Safety::Unsafe(_));
    if is_generic || is_unsafe || signature.asyncness.is_some() {
        return Err(Refusal::Special { function });
    }
    if value(signature).is_none() {
        return Err(Refusal::NoAnswer { function });
    }
    let mut inputs = signature.inputs.iter();
    let (Some(FnArg::Typed(input)), None) = (inputs.next(), inputs.next()) else {
        return Err(match signature.inputs.len() {
            0 => Refusal::NoArgument { function },
            count => Refusal::Arguments { function, count },
        });
    };
    let text = text_expression(&input.ty).or_else(|| lines_expression(&input.ty));
    if let Pat::Ident(pattern) = &*input.pat
        && text.is_some()
    {
        let argument = pattern.ident.to_string();
        let last = words(&argument).pop().unwrap_or_default();
        if NOT_INPUTS.contains(&&*last) {
            return Err(Refusal::NotText { function, argument });
        }
    }
    let ty = &input.ty;
    Ok(Argument { ty, text })
}

/// The text as a type, as an expression over `input`.
fn text_expression(ty: &Type) -> Option<&'static str> {
    let Type::Reference(reference) = ty else {
        return match &*named(ty)?.0 {
            "String" => Some("input.to_string()"),
            "Lines" => Some("input.lines()"),
            _ => None,
        };
    };
    if let Type::Slice(slice) = &*reference.elem {
        let is_bytes = named(&slice.elem)?.0 == "u8" && reference.mutability.is_none();
        return is_bytes.then_some("input.as_bytes()");
    }
    let is_static = |lifetime: &syn::Lifetime| lifetime.ident == "static";
    match &*named(&reference.elem)?.0 {
        _ if reference.mutability.is_some() => None,
        "str" if reference.lifetime.as_ref().is_some_and(is_static) => {
            Some("input.to_string().leak()")
        }
        "str" => Some("input"),
        "String" => Some("&input.to_string()"),
        _ => None,
    }
}

/// The lines of the text as a type, as an expression over `input`.
fn lines_expression(ty: &Type) -> Option<&'static str> {
    let (is_list, element) = core(ty);
    if !is_list || !matches!(&*named(core(element).1)?.0, "str" | "String") {
        return None;
    }
    Some(match ty {
        Type::Reference(_) => "&input.lines().map(Into::into).collect::<Vec<_>>()",
        _ => "input.lines().map(Into::into).collect::<Vec<_>>()",
    })
}

/// The type that a function returns.
pub fn returned(signature: &Signature) -> Option<&Type> {
    match &signature.output {
        ReturnType::Type(_, ty) => Some(ty),
        ReturnType::Default => None,
    }
}

/// The type of a function's value, out of each `Result` and `Option` around it; `None` if
/// there is none.
pub fn value(signature: &Signature) -> Option<&Type> {
    let mut ty = returned(signature)?;
    while let Some((name, Some(inner))) = named(ty)
        && (name == "Option" || name.ends_with("Result") && name != "IResult")
    {
        ty = inner;
    }
    match ty {
        Type::Tuple(tuple) if tuple.elems.is_empty() => None,
        _ => Some(ty),
    }
}

/// The last name of a path, and the first type that it is given.
fn named(ty: &Type) -> Option<(String, Option<&Type>)> {
    let Type::Path(path) = ty else {
        return None;
    };
    let last = path.path.segments.last()?;
    let mut types = None;
    if let PathArguments::AngleBracketed(list) = &last.arguments {
        types = list.args.iter().find_map(|argument| match argument {
            GenericArgument::Type(ty) => Some(ty),
            _ => None,
        });
    }
    Some((last.ident.to_string(), types))
}

/// A type without references; of a list the type of its elements, and that it is one.
fn core(ty: &Type) -> (bool, &Type) {
    match ty {
        Type::Reference(reference) => core(&reference.elem),
        Type::Slice(slice) => (true, &slice.elem),
        _ => match named(ty) {
            Some((name, Some(element))) if name == "Vec" => (true, element),
            _ => (false, ty),
        },
    }
}

/// A type as it is written, without lifetimes.
pub fn spelled(ty: &Type) -> String {
    let mut words = tokens_of(ty);
    words.retain(|word| !word.starts_with('\''));
    words.concat().replace("<>", "")
}

impl Source {
    /// The type that a name of this file stands for.
    fn resolve<'s>(&'s self, ty: &'s Type) -> &'s Type {
        let item = named(ty).and_then(|(name, _)| self.item(&name));
        match item.map(|item| &item.item) {
            Some(syn::Item::Type(alias)) => &alias.ty,
            _ => ty,
        }
    }

    /// Whether one type can be given to a function that takes the other, perhaps by reference.
    pub fn is_same(&self, one: &Type, other: &Type) -> bool {
        let (is_list, one) = core(self.resolve(core_reference(one)));
        let (is_other_list, other) = core(self.resolve(core_reference(other)));
        is_list == is_other_list && spelled(one) == spelled(other)
    }

    /// A type as the argument of `functions!`, with the lifetime `'a` wherever it borrows;
    /// `None` if it has no name.
    pub fn input_type(&self, ty: &Type) -> Option<String> {
        let mut text = String::new();
        for word in tokens_of(ty) {
            match &*word {
                "impl" | "_" | "Self" => return None,
                "&" => text += "&'a ",
                "," | ";" | "dyn" | "mut" => text += &format!("{word} "),
                lifetime if lifetime.starts_with('\'') => {
                    if !text.ends_with("'a ") {
                        text += "'a";
                    }
                }
                name => text += name,
            }
            if self.borrows(&word) {
                text += "<'a>";
            }
        }
        Some(text.replace("<'a><'a>", "<'a>"))
    }

    /// Whether a type of this file has a lifetime.
    fn borrows(&self, name: &str) -> bool {
        let generics = match self.item(name).map(|item| &item.item) {
            Some(syn::Item::Struct(item)) => &item.generics,
            Some(syn::Item::Enum(item)) => &item.generics,
            Some(syn::Item::Type(item)) => &item.generics,
            _ => return false,
        };
        generics.lifetimes().next().is_some()
    }
}

fn core_reference(ty: &Type) -> &Type {
    match ty {
        Type::Reference(reference) => &reference.elem,
        _ => ty,
    }
}
