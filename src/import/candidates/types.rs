//! Reads the types of arguments and results as the source writes them. Aliases and imports are not
//! resolved.

use quote::ToTokens;
use syn::spanned::Spanned;
use syn::{GenericArgument, Generics, Pat, PatType, PathArguments, ReturnType, Signature, Type};

use super::expr::{Expr, Passing};
use crate::import::source::{Source, apply_edits};
use crate::project::source::{token_ranges, tokens};
use crate::puzzle::words;

/// Words in the names of `bool` arguments that ask for the example or for more output.
const FLAG_WORDS: [&str; 12] = [
    "debug", "demo", "ex", "example", "examples", "sample", "samples", "small", "test", "testing",
    "tests", "verbose",
];

/// The last words in the names of arguments that are paths.
const FILE_WORDS: [&str; 5] = ["path", "filepath", "file", "filename", "fname"];

/// The types of whole numbers.
pub const NUMBERS: [&str; 12] = [
    "u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize",
];

/// Other types that have a default value.
const OTHER_VALUES: [&str; 5] = ["f32", "f64", "bool", "char", "&str"];

/// The value of an argument that the function ignores, as a name such as `_debug` says.
const DEFAULT: &str = "Default::default()";

/// The value of a flag with one of the [`FLAG_WORDS`].
pub const FALSE: &str = "false";

/// The value of an argument that is not made from the input. `None` for any other argument.
pub fn known_value(argument: &PatType) -> Option<&'static str> {
    let ty = type_text(&argument.ty);
    let has_default = NUMBERS.contains(&&*ty) || OTHER_VALUES.contains(&&*ty);
    match &*argument.pat {
        Pat::Wild(_) if has_default => Some(DEFAULT),
        Pat::Ident(name) => {
            let name = name.ident.to_string();
            let is_unused = name.starts_with('_') && has_default;
            let is_flag = ty == "bool"
                && words(&name)
                    .iter()
                    .any(|word| FLAG_WORDS.contains(&&**word));
            match (is_unused, is_flag) {
                (true, _) => Some(DEFAULT),
                (false, true) => Some(FALSE),
                (false, false) => None,
            }
        }
        _ => None,
    }
}

/// True if the name of an argument says that it is the path of a file.
pub fn is_path_by_name(argument: &PatType) -> bool {
    let Pat::Ident(name) = &*argument.pat else {
        return false;
    };
    let last = words(&name.ident.to_string()).pop();
    last.is_some_and(|word| FILE_WORDS.contains(&&*word))
}

/// True if the type of an argument is a text: `&str`, `String`, `&String` or `impl AsRef<str>`.
pub fn is_text(argument: &PatType) -> bool {
    ["&str", "String", "&String", "implAsRef<str>"].contains(&&*type_text(&argument.ty))
}

/// The expressions over `input` that may be passed to an argument, one for each form in which the
/// argument may take the input.
pub fn texts(argument: &PatType, generics: &Generics) -> Vec<Expr> {
    let ty = type_text(&argument.ty);
    if ty == "&str" {
        return vec![Expr::input(), Expr::converted_input()];
    }
    let passing = if ty.starts_with("&mut") {
        Passing::MutReference
    } else {
        Passing::Value
    };
    if generics.type_params().next().is_none() && !has_impl(argument) {
        // The library itself makes a reference to a reader.
        let is_reader = ty.starts_with("&mutdyn");
        let passing = if is_reader { Passing::Value } else { passing };
        return vec![passing.of(&Expr::converted_input())];
    }
    vec![
        Expr::input(),
        passing.of(&Expr::generic_input()),
        Expr::converted_input(),
    ]
}

/// True if the type of an argument has an `impl`, so it is generic.
pub fn has_impl(argument: &PatType) -> bool {
    tokens(&argument.to_token_stream().to_string()).contains(&"impl")
}

/// A type as the source writes it, without lifetimes.
pub fn type_text(ty: &Type) -> String {
    let text = ty.to_token_stream().to_string();
    let mut words = tokens(&text);
    words.retain(|word| !word.starts_with('\''));
    words.concat().replace("<>", "")
}

/// True if the function certainly returns no pair. A value of a named type may be a pair.
pub fn lacks_second_field(function: &Signature) -> bool {
    let ReturnType::Type(_, returned) = &function.output else {
        return true;
    };
    let ty = unwrapped(returned);
    if let Type::Tuple(tuple) = ty {
        return tuple.elems.len() < 2;
    }
    let name = type_text(ty);
    NUMBERS.contains(&&*name) || OTHER_VALUES.contains(&&*name) || name == "String"
}

/// The type without any `Result` and `Option` around it.
pub fn unwrapped(ty: &Type) -> &Type {
    match generic(ty) {
        Some((name, inner, _))
            if name == "Option" || name.ends_with("Result") && name != "IResult" =>
        {
            unwrapped(inner)
        }
        _ => ty,
    }
}

/// True for a `Result` without generic arguments, such as `fmt::Result`, which is an alias of a
/// `Result` with arguments.
pub fn is_bare_result(ty: &Type) -> bool {
    type_text(ty).rsplit("::").next() == Some("Result")
}

/// The type of the value that a parser of nom returns along with the rest of the text: `T` for
/// `IResult<&str, T>`.
pub fn value_of_nom(ty: &Type) -> Option<&Type> {
    match generic(ty)? {
        (name, _, second) if name == "IResult" => second,
        _ => None,
    }
}

/// The last name in the path of a generic type, and the type's first and second generic arguments.
fn generic(ty: &Type) -> Option<(String, &Type, Option<&Type>)> {
    let Type::Path(path) = ty else {
        return None;
    };
    let last = path.path.segments.last()?;
    let PathArguments::AngleBracketed(arguments) = &last.arguments else {
        return None;
    };
    let mut types = arguments.args.iter().filter_map(|argument| match argument {
        GenericArgument::Type(inner) => Some(inner),
        _ => None,
    });
    Some((last.ident.to_string(), types.next()?, types.next()))
}

/// A type of a source as `functions!` needs it, with elided lifetimes. `None` if the type has no
/// name.
pub fn input_type(source: &Source, ty: &Type) -> Option<String> {
    let text = &source.text[ty.span().byte_range()];
    let mut edits = Vec::new();
    for range in token_ranges(text) {
        let word = &text[range.clone()];
        if word == "impl" {
            return None;
        }
        if word.starts_with('\'') && word != "'static" {
            edits.push((range, "'_".to_owned()));
        }
    }
    Some(apply_edits(text, edits))
}
