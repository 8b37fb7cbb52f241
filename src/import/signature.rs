//! Functions that can be called, by the types of what they take and what they make.

use std::ptr;

use syn::{
    FnArg, GenericArgument, GenericParam, Item, ItemFn, Pat, PathArguments, ReturnType, Safety,
    Type,
};

use super::refusal::Refusal;
use super::source::{Source, tokens_of};
use crate::puzzle::words;

/// Last words in the names of arguments that are texts, but not the text of an input.
const NOT_INPUTS: [&str; 6] = ["path", "filepath", "file", "filename", "fname", "line"];

/// A function with one argument and a value.
#[derive(Clone)]
pub struct FunctionItem<'s> {
    pub name: String,
    pub takes: &'s Type,
    /// The argument as an expression over the text `input`, if it is the text or its lines.
    pub text: Option<&'static str>,
    pub makes: &'s Type,
    /// Whether what it makes is in a `Result` or an `Option`.
    pub is_wrapped: bool,
}

impl<'s> FunctionItem<'s> {
    /// A function; the error says why it cannot be called.
    pub fn new(function: &'s ItemFn) -> Result<Self, Refusal> {
        let signature = &function.sig;
        let name = signature.ident.to_string();
        let mut generics = signature.generics.params.iter();
        let is_generic = generics.any(|parameter| matches!(parameter, GenericParam::Const(_)));
        let is_unsafe = matches!(signature.safety, Safety::Unsafe(_));
        if is_generic || is_unsafe || signature.asyncness.is_some() {
            return Err(Refusal::Special(name));
        }
        let mut inputs = signature.inputs.iter();
        let (Some(FnArg::Typed(input)), None) = (inputs.next(), inputs.next()) else {
            return Err(Refusal::Arguments(name, signature.inputs.len()));
        };
        let text = text_expression(&input.ty);
        if let Pat::Ident(argument) = &*input.pat
            && let Some(last) = words(&argument.ident.to_string()).last()
            && NOT_INPUTS.contains(&&**last)
            && text.is_some()
        {
            return Err(Refusal::NotText(name, argument.ident.to_string()));
        }
        let ReturnType::Type(_, returned) = &signature.output else {
            return Err(Refusal::NoAnswer(name));
        };
        let makes = unwrapped(returned);
        let is_wrapped = !ptr::eq(makes, returned.as_ref());
        if matches!(makes, Type::Tuple(tuple) if tuple.elems.is_empty()) {
            return Err(Refusal::NoAnswer(name));
        }
        Ok(Self {
            name,
            takes: &input.ty,
            text,
            makes,
            is_wrapped,
        })
    }

    /// The argument of a function of the text.
    pub fn text_argument(&self) -> &'static str {
        self.text.unwrap_or("input")
    }
}

/// The text or its lines as a type, as an expression over `input`.
fn text_expression(ty: &Type) -> Option<&'static str> {
    let (is_list, element) = core(ty);
    let (name, _) = named(element)?;
    match (ty, &*name) {
        (Type::Reference(reference), _) if reference.mutability.is_some() => None,
        (Type::Reference(slice), "u8") if matches!(&*slice.elem, Type::Slice(_)) => {
            Some("input.as_bytes()")
        }
        (Type::Reference(_), "str" | "String") if is_list => {
            Some("&input.lines().map(Into::into).collect::<Vec<_>>()")
        }
        (_, "str" | "String") if is_list => {
            Some("input.lines().map(Into::into).collect::<Vec<_>>()")
        }
        (Type::Reference(reference), "str") => match &reference.lifetime {
            Some(lifetime) if lifetime.ident == "static" => Some("input.to_string().leak()"),
            _ => Some("input"),
        },
        (Type::Reference(_), "String") => Some("&input.to_string()"),
        (_, "String") => Some("input.to_string()"),
        (_, "Lines") => Some("input.lines()"),
        _ => None,
    }
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
    let mut inner = None;
    if let PathArguments::AngleBracketed(list) = &last.arguments {
        inner = list.args.iter().find_map(|argument| match argument {
            GenericArgument::Type(ty) => Some(ty),
            _ => None,
        });
    }
    Some((last.ident.to_string(), inner))
}

/// Whether a type is a list, and the type of its elements, or else the type itself; without
/// references.
fn core(ty: &Type) -> (bool, &Type) {
    match ty {
        Type::Reference(reference) => core(&reference.elem),
        Type::Slice(slice) => (true, referenced(&slice.elem)),
        _ => match named(ty) {
            Some((name, Some(element))) if name == "Vec" => (true, referenced(element)),
            _ => (false, ty),
        },
    }
}

fn referenced(ty: &Type) -> &Type {
    match ty {
        Type::Reference(reference) => &reference.elem,
        _ => ty,
    }
}

/// A type as it is written, without lifetimes.
fn spelled(ty: &Type) -> String {
    let mut words = tokens_of(ty);
    words.retain(|word| !word.starts_with('\''));
    words.concat().replace("<>", "")
}

impl Source {
    /// Whether what one function makes is what another takes, perhaps by reference.
    pub fn fits(&self, made: &Type, taken: &Type) -> bool {
        let made = core(self.resolve(referenced(made)));
        let taken = core(self.resolve(referenced(taken)));
        made.0 == taken.0 && spelled(made.1) == spelled(taken.1)
    }

    /// Whether a type is a pair of answers: of numbers or texts.
    pub fn is_pair_of_answers(&self, ty: &Type) -> bool {
        let Type::Tuple(pair) = ty else {
            return false;
        };
        let mut types = pair
            .elems
            .iter()
            .map(|ty| self.resolve(referenced(unwrapped(ty))));
        pair.elems.len() == 2
            && types.all(|ty| {
                let (name, _) = named(ty).unwrap_or_default();
                name == "String" || name.starts_with(char::is_lowercase)
            })
    }

    /// The type that a name of this file stands for.
    fn resolve<'s>(&'s self, ty: &'s Type) -> &'s Type {
        let name = named(ty).map(|(name, _)| name).unwrap_or_default();
        match self.item(&name).map(|item| &item.item) {
            Some(Item::Type(alias)) => &alias.ty,
            _ => ty,
        }
    }

    /// A type as the argument of `functions!`, with the lifetime `'a` wherever it borrows;
    /// `None` if it has no name.
    pub fn input_type(&self, ty: &Type) -> Option<String> {
        let mut text = String::new();
        let mut words = tokens_of(ty);
        words.dedup_by(|word, before| before == "&" && word.starts_with('\''));
        for (index, word) in words.iter().enumerate() {
            match &**word {
                "impl" | "_" => return None,
                "&" => text += "&'a ",
                "," | ";" | "dyn" => text += &format!("{word} "),
                _ if word.starts_with('\'') => text += "'a",
                _ => text += word,
            }
            if words.get(index + 1).is_none_or(|next| next != "<") && self.borrows(word) {
                text += "<'a>";
            }
        }
        Some(text)
    }

    /// Whether a type of this file has a lifetime.
    fn borrows(&self, name: &str) -> bool {
        let generics = match self.item(name).map(|item| &item.item) {
            Some(Item::Struct(item)) => &item.generics,
            Some(Item::Enum(item)) => &item.generics,
            Some(Item::Type(item)) => &item.generics,
            _ => return false,
        };
        generics.lifetimes().next().is_some()
    }
}
