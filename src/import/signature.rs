//! Functions that can be called, by the types of what they take and what they make.

use quote::ToTokens;
use syn::spanned::Spanned;
use syn::{
    FnArg, GenericArgument, Ident, Item, ItemFn, Pat, PathArguments, ReturnType, Signature, Type,
    Visibility,
};

use super::repository::Repository;
use super::source::Source;
use crate::project::source::tokens;
use crate::puzzle::words;

/// Last words in the names of arguments that are texts, but not the text of an input.
pub const OTHER_ARGUMENTS: [&str; 6] = ["path", "filepath", "file", "filename", "fname", "line"];

/// Words in the names of arguments that say whether the text is an example, or whether more is
/// shown.
const EXAMPLE_WORDS: [&str; 6] = ["test", "testing", "example", "sample", "debug", "verbose"];

/// Types of the standard library that are no answers.
const COLLECTIONS: [&str; 6] = [
    "Vec", "VecDeque", "HashMap", "HashSet", "BTreeMap", "BTreeSet",
];

/// The lines of a `BufReader` over the text.
pub const BUFFERED_LINES: &str =
    "std::io::BufRead::lines(std::io::BufReader::new(input.as_bytes()))";

/// The types of whole numbers.
const NUMBERS: [&str; 12] = [
    "u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize",
];

/// The names that a day's file sees: its own, and those of the repository.
#[derive(Clone, Copy)]
pub struct Scope<'s> {
    pub source: &'s Source,
    pub repository: &'s dyn Repository,
}

impl<'s> Scope<'s> {
    /// The type that an alias stands for, or the type itself if it is no alias.
    pub fn resolve(self, ty: &'s Type) -> &'s Type {
        let mut ty = ty;
        for _ in 0..MOST_ALIASES {
            let Some(name) = plain_name(ty) else {
                break;
            };
            let mut own = self.source.items.iter();
            let own = own.find_map(|item| match &item.item {
                Item::Type(alias) if alias.ident == name => Some(&*alias.ty),
                _ => None,
            });
            let is_own = own.is_some() || self.source.has(&name);
            match own.or_else(|| self.repository.alias(&name)) {
                Some(other) if is_own == own.is_some() => ty = other,
                _ => break,
            }
        }
        ty
    }

    /// How the two answers are read from a value of this type: a tuple, or a struct with two
    /// fields. `None` if it does not hold two answers.
    pub fn pair_of(self, ty: &'s Type) -> Option<Pair> {
        let ty = self.resolve(unwrapped(self.resolve(ty)));
        if let Type::Tuple(pair) = ty {
            let is_pair = pair.elems.len() == 2 && pair.elems.iter().all(|ty| self.is_answer(ty));
            return is_pair.then_some(Pair::Tuple);
        }
        let name = plain_name(ty)?;
        let mut own = self.source.items.iter();
        let own = own.find_map(|item| match &item.item {
            Item::Struct(structure) if structure.ident == name => Some(structure),
            _ => None,
        });
        let structure = own.or_else(|| self.repository.structure(&name))?;
        let mut fields = Vec::new();
        for (index, field) in structure.fields.iter().enumerate() {
            let is_seen = own.is_some() || matches!(field.vis, Visibility::Public(_));
            if !is_seen || !self.is_answer(&field.ty) {
                return None;
            }
            let name = field.ident.as_ref().map(Ident::to_string);
            fields.push(name.unwrap_or(index.to_string()));
        }
        match <[String; 2]>::try_from(fields) {
            Ok(fields) => Some(Pair::Fields(PairFields(fields))),
            Err(_) => None,
        }
    }

    /// Whether values of a type are surely answers: numbers, texts, and types of the repository
    /// that can be displayed.
    pub fn is_answer(self, ty: &'s Type) -> bool {
        matches!(self.shown(ty), Shown::Always)
    }

    /// Whether values of a type can be shown as answers.
    pub fn shown(self, ty: &'s Type) -> Shown {
        let ty = self.resolve(unwrapped(self.resolve(ty)));
        let ty = self.resolve(without_reference(ty));
        match ty {
            Type::Tuple(tuple) if tuple.elems.is_empty() => Shown::Never("nothing".to_owned()),
            Type::Tuple(_) => Shown::Never("no answer but a tuple".to_owned()),
            Type::ImplTrait(bounds) => {
                let bounds = bounds.bounds.to_token_stream().to_string();
                let mut words = tokens(&bounds).into_iter();
                if words.any(|word| ["Display", "ToString", "Debug"].contains(&word)) {
                    Shown::Always
                } else {
                    Shown::Unknown
                }
            }
            _ => match (plain_name(ty), generic(ty)) {
                (Some(name), _) => self.shown_by_name(&name),
                (None, Some((name, _))) if COLLECTIONS.contains(&&*name) => {
                    Shown::Never(format!("`{}`, which cannot be displayed", spelled(ty)))
                }
                (None, Some((name, Type::TraitObject(_)))) if name == "Box" => Shown::Always,
                (None, _) => Shown::Unknown,
            },
        }
    }

    fn shown_by_name(self, name: &str) -> Shown {
        let Scope { source, repository } = self;
        let is_shown = is_primitive(name) || name == "String" || repository.is_displayed(name);
        let is_known = source.has_type(name)
            || repository.structure(name).is_some()
            || repository.enumeration(name).is_some();
        match (is_shown, is_known) {
            (true, _) => Shown::Always,
            (false, true) => Shown::Never(format!("`{name}`, which cannot be displayed")),
            (false, false) => Shown::Unknown,
        }
    }

    /// Whether values of a type can be cloned: the type names no type of the source without
    /// `Clone`, and no reader.
    pub fn can_clone(self, ty: &'s Type) -> bool {
        let text = content(ty);
        let mut types = self.source.items.iter().filter(|item| {
            matches!(item.item, Item::Struct(_) | Item::Enum(_)) && !item.is_clone(self.source)
        });
        let has_reader = tokens(&text).contains(&"BufReader");
        !has_reader && !types.any(|item| tokens(&text).contains(&&*item.name))
    }

    /// An argument of a function as an expression over `input`, if it is the text or its lines.
    pub fn text_of(self, ty: &'s Type, signature: &'s Signature) -> Option<&'static str> {
        let ty = self.resolve(ty);
        text_of_bounds(ty, signature).or_else(|| text_expression(ty))
    }
}

/// Whether values of a type can be shown as answers.
pub enum Shown {
    Always,
    /// Says which type it is and why, as in "returns `Grid`, which cannot be displayed".
    Never(String),
    /// The type is perhaps one of a library.
    Unknown,
}

/// Two answers in one value.
pub enum Pair {
    /// It may be in a `Result` or an `Option`.
    Tuple,
    Fields(PairFields),
}

/// The fields of a type with the two answers.
pub struct PairFields([String; 2]);

impl PairFields {
    /// The two answers of a call as a tuple.
    pub fn of(&self, call: &str) -> String {
        let [one, two] = &self.0;
        format!("{{ let pair = {call}; (pair.{one}, pair.{two}) }}")
    }
}

/// The longest chain of type aliases that is followed.
const MOST_ALIASES: usize = 5;

pub fn is_number(name: &str) -> bool {
    NUMBERS.contains(&name)
}

fn is_primitive(name: &str) -> bool {
    is_number(name) || ["f32", "f64", "bool", "char", "str"].contains(&name)
}

/// The name of a type without generic arguments.
fn plain_name(ty: &Type) -> Option<String> {
    let Type::Path(path) = ty else {
        return None;
    };
    let last = path.path.segments.last()?;
    let is_plain = path.qself.is_none() && generic(ty).is_none();
    is_plain.then(|| last.ident.to_string())
}

/// Whether the caller chooses the type of an argument: it is `impl Trait` or a type parameter.
pub fn is_generic(ty: &Type, signature: &Signature) -> bool {
    bounds(ty, signature).is_some()
}

/// The bounds of an `impl` or of the parameter of a generic function.
fn bounds(ty: &Type, signature: &Signature) -> Option<String> {
    let bounds = match ty {
        Type::Reference(reference) => return bounds(&reference.elem, signature),
        Type::ImplTrait(bounds) => bounds.bounds.to_token_stream(),
        _ => {
            let name = plain_name(ty)?;
            let mut parameters = signature.generics.type_params();
            let parameter = parameters.find(|parameter| parameter.ident == name)?;
            let clause = signature.generics.where_clause.to_token_stream();
            let bounds = parameter.bounds.to_token_stream();
            return Some(format!("{bounds} {clause}").replace(' ', ""));
        }
    };
    Some(bounds.to_string().replace(' ', ""))
}

/// What a generic argument is given, as an expression over `input`.
fn text_of_bounds(ty: &Type, signature: &Signature) -> Option<&'static str> {
    let bounds = bounds(ty, signature)?;
    let is_mutable = matches!(ty, Type::Reference(reference) if reference.mutability.is_some());
    let reads = tokens(&bounds);
    if ["Read", "BufRead"].iter().any(|name| reads.contains(name)) {
        let lent = "&mut input.as_bytes()";
        return Some(if is_mutable { lent } else { "input.as_bytes()" });
    }
    let texts = [
        ("Iterator<Item=impl", "input.lines()"),
        ("Iterator<Item=String>", "input.lines().map(str::to_owned)"),
        ("Iterator<Item=&str>", "input.lines()"),
        ("Iterator<Item=&'astr>", "input.lines()"),
        ("AsRef<str>", "input"),
        ("Into<String>", "input"),
        ("ToString", "input"),
    ];
    let text = texts.iter().find(|(bound, _)| bounds.contains(bound));
    text.map(|(_, text)| *text)
}

/// A function or a method that may answer a part: its name, the words of its path, and its call as
/// an expression over the text `input`.
pub struct Callable {
    pub name: String,
    pub words: Vec<String>,
    pub call: String,
}

/// A function with one argument and a value.
pub struct FunctionItem<'s> {
    pub name: String,
    pub signature: &'s Signature,
    pub takes: &'s Type,
    /// The argument as an expression over the text `input`, if it is the text or its lines.
    pub text: Option<&'static str>,
    pub returned: Returned<'s>,
    /// Whether the error of its `Result` borrows from the text, and so cannot be returned.
    pub borrows_error: bool,
    /// The code for the arguments after the first, such as `, false`.
    others: String,
}

impl<'s> FunctionItem<'s> {
    /// A function; the error says why it cannot be called.
    pub fn new(function: &'s ItemFn, scope: Scope<'s>) -> Result<Self, String> {
        let signature = &function.sig;
        let name = signature.ident.to_string();
        let is_generic = signature.generics.const_params().next().is_some();
        if is_generic || signature.asyncness.is_some() {
            return Err(format!("`{name}` is async or generic over a number"));
        }
        let arguments: Vec<&FnArg> = signature.inputs.iter().collect();
        let [FnArg::Typed(input), others @ ..] = &*arguments else {
            return Err(format!("`{name}` takes {} arguments", arguments.len()));
        };
        let others: Option<String> = others.iter().map(|other| filler(other)).collect();
        let Some(others) = others else {
            return Err(format!("`{name}` takes {} arguments", arguments.len()));
        };
        let text = scope.text_of(&input.ty, signature);
        if let Pat::Ident(argument) = &*input.pat
            && text.is_some()
            && is_no_input(&input.pat)
        {
            let argument = &argument.ident;
            return Err(format!(
                "`{name}` seems to take a path or a line, as its argument is called `{argument}`"
            ));
        }
        let returned = Returned::of(signature)?;
        Ok(Self {
            name,
            signature,
            takes: &input.ty,
            text,
            returned,
            borrows_error: borrows_error(signature),
            others,
        })
    }

    /// The type of the value that a parser passes on to the functions of the parts: for a parser of
    /// nom the second type of its `IResult`, otherwise the returned type.
    pub fn parsed(&self) -> &'s Type {
        value_of_nom(self.returned.ty).unwrap_or(self.returned.ty)
    }

    fn is_wrapped_by_nom(&self) -> bool {
        value_of_nom(self.returned.ty).is_some()
    }

    /// Whether its return type contains a type parameter.
    pub fn makes_any(&self) -> bool {
        has_parameter(self.returned.ty, self.signature)
    }

    /// Whether the type of its argument contains a type parameter.
    pub fn takes_any(&self) -> bool {
        has_parameter(self.takes, self.signature)
    }

    /// The call of the function with its argument.
    pub fn call(&self, argument: &str) -> String {
        let value = if self.is_wrapped_by_nom() {
            ".unwrap().1"
        } else {
            ""
        };
        format!("{}({argument}{}){value}", self.name, self.others)
    }
}

/// Whether the name of an argument says that it is a path, a line or another text that is not the
/// input of the day.
pub fn is_no_input(argument: &Pat) -> bool {
    let Pat::Ident(argument) = argument else {
        return false;
    };
    let words = words(&argument.ident.to_string());
    words
        .last()
        .is_some_and(|word| OTHER_ARGUMENTS.contains(&&**word))
}

/// Whether a type contains a type parameter of the function.
fn has_parameter(ty: &Type, signature: &Signature) -> bool {
    let text = spelled(ty);
    let words = tokens(&text);
    let mut parameters = signature.generics.type_params();
    parameters.any(|parameter| words.contains(&&*parameter.ident.to_string()))
}

/// Whether the error that a function returns borrows from its argument.
fn borrows_error(signature: &Signature) -> bool {
    let ReturnType::Type(_, returned) = &signature.output else {
        return false;
    };
    let text = returned.to_token_stream().to_string();
    let Some((_, error)) = text.rsplit_once(',') else {
        return false;
    };
    text.starts_with("Result <") && error.contains('&') && !error.contains("'static")
}

/// The code for an argument that is not made from the text, with the comma before it: the default
/// value if the name says that the function does not use it (`_debug`), and `false` if the name
/// asks for the example or for more output. `None` for any other argument.
pub fn filler(argument: &FnArg) -> Option<&'static str> {
    let FnArg::Typed(argument) = argument else {
        return None;
    };
    let ty = spelled(&argument.ty);
    let has_default = ty == "&str" || ty != "str" && is_primitive(&ty);
    match &*argument.pat {
        Pat::Wild(_) if has_default => Some(", Default::default()"),
        Pat::Ident(name) => {
            let name = name.ident.to_string();
            let is_unused = name.starts_with('_') && has_default;
            let mut words = words(&name).into_iter();
            let is_of_example = ty == "bool" && words.any(|word| EXAMPLE_WORDS.contains(&&*word));
            match (is_unused, is_of_example) {
                (true, _) => Some(", Default::default()"),
                (false, true) => Some(", false"),
                (false, false) => None,
            }
        }
        _ => None,
    }
}

/// What a function returns.
pub struct Returned<'s> {
    /// The type without each `Result` and `Option` around it.
    pub ty: &'s Type,
    is_wrapped: bool,
}

impl<'s> Returned<'s> {
    /// The error says that the function returns nothing.
    pub fn of(signature: &'s Signature) -> Result<Self, String> {
        if let ReturnType::Type(_, returned) = &signature.output {
            let ty = unwrapped(returned);
            let is_wrapped = spelled(ty) != spelled(returned);
            if spelled(ty) != "()" {
                return Ok(Self { ty, is_wrapped });
            }
        }
        Err(format!("`{}` returns nothing", signature.ident))
    }

    /// The call, with `.unwrap()` if the function returns a `Result` or an `Option`.
    pub fn unwrap(&self, call: String) -> String {
        if self.is_wrapped {
            call + ".unwrap()"
        } else {
            call
        }
    }

    pub fn is_wrapped(&self) -> bool {
        self.is_wrapped
    }
}

/// An expression over `input` of this type, if it is a type of texts, lines or readers.
fn text_expression(ty: &Type) -> Option<&'static str> {
    if let Type::Reference(reference) = ty
        && let Some(lifetime) = &reference.lifetime
        && lifetime.ident == "static"
    {
        return Some("input.to_string().leak()");
    }
    let text = match &*without_paths(ty) {
        "&str" => "input",
        "&String" => "&input.to_string()",
        "String" | "Box<str>" => "input.to_string()",
        "&mut&str" => "&mut &*input",
        "&mutdynRead" | "&mutdynBufRead" => "&mut input.as_bytes()",
        "Box<dynRead>" | "Box<dynBufRead>" => "Box::new(std::io::Cursor::new(input.to_string()))",
        "BufReader<Box<dynRead>>" => {
            "std::io::BufReader::new(Box::new(std::io::Cursor::new(input.to_string())) as Box<dyn std::io::Read>)"
        }
        "BufReader<&[u8]>" => "std::io::BufReader::new(input.as_bytes())",
        "Lines<BufReader<&[u8]>>" => BUFFERED_LINES,
        "&[u8]" => "input.as_bytes()",
        "Lines" => "input.lines()",
        "Vec<&str>" | "Vec<String>" => "input.lines().map(Into::into).collect::<Vec<_>>()",
        "&[&str]" | "&[String]" | "&Vec<&str>" | "&Vec<String>" => {
            "&input.lines().map(Into::into).collect::<Vec<_>>()"
        }
        _ => return None,
    };
    Some(text)
}

/// The type inside every `Result` and `Option` around it.
pub fn unwrapped(ty: &Type) -> &Type {
    match generic(ty) {
        Some((name, inner))
            if name == "Option" || name.ends_with("Result") && name != "IResult" =>
        {
            unwrapped(inner)
        }
        _ => ty,
    }
}

/// The type of the value that a parser of nom returns beside the rest of the text: `T` of
/// `IResult<&str, T>`.
fn value_of_nom(ty: &Type) -> Option<&Type> {
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
    let value = types.nth(1);
    value.filter(|_| last.ident == "IResult")
}

/// The last name in the path of a generic type, and its first generic argument.
pub fn generic(ty: &Type) -> Option<(String, &Type)> {
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
pub fn spelled(ty: &Type) -> String {
    let text = ty.to_token_stream().to_string();
    let mut words = tokens(&text);
    words.retain(|word| !word.starts_with('\''));
    words.concat().replace("<>", "")
}

/// A type as [`spelled`] writes it, with only the last name of each path.
pub fn without_paths(ty: &Type) -> String {
    let text = ty.to_token_stream().to_string();
    let words = tokens(&text);
    let mut short = String::new();
    for (index, word) in words.iter().enumerate() {
        let is_owner = words[index + 1..].starts_with(&[":", ":"]);
        if !is_owner && *word != ":" && !word.starts_with('\'') {
            short += word;
        }
    }
    short.replace("<>", "")
}

pub fn without_reference(ty: &Type) -> &Type {
    match ty {
        Type::Reference(reference) => &reference.elem,
        _ => ty,
    }
}

/// The operator before a value that is passed as this type: `&`, `&mut ` or nothing.
pub fn reference_to(ty: &Type) -> &'static str {
    match ty {
        Type::Reference(reference) if reference.mutability.is_some() => "&mut ",
        Type::Reference(_) => "&",
        _ => "",
    }
}

/// The name of the type behind a reference. A `Vec` is named like a slice, because a reference to
/// it can be passed as one.
pub fn content(ty: &Type) -> String {
    let ty = without_reference(ty);
    match generic(ty) {
        Some((name, element)) if name == "Vec" => format!("[{}]", spelled(element)),
        _ => spelled(ty),
    }
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
