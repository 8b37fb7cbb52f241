//! Days that are types: a struct or an enum with methods that answer the parts, its own ones or
//! those of a trait, and what makes a value of it.

use aoc_solution::Part;
use syn::spanned::Spanned;
use syn::{Fields, FnArg, ImplItem, Item, ItemImpl, Path, ReceiverKind, Signature, Type, TypePath};

use crate::import::names::{is_of_both, is_parser, part_of};
use crate::import::signature::{
    Callable, Pair, Returned, Scope, Shown, content, filler, is_no_input, reference_to, spelled,
    without_reference,
};
use crate::import::source::FileItem;
use crate::import::wiring::{Declared, Wiring};
use crate::puzzle::words;

/// Traits that make a value from the text, with the call that does so.
const FROM_TEXT: [(&str, &str); 6] = [
    ("From<&str>", "TYPE::from(input)"),
    ("From<String>", "TYPE::from(input.to_string())"),
    ("From<&String>", "TYPE::from(&input.to_string())"),
    ("FromStr", "input.parse::<TYPE>().unwrap()"),
    ("TryFrom<&str>", "TYPE::try_from(input).unwrap()"),
    (
        "TryFrom<String>",
        "TYPE::try_from(input.to_string()).unwrap()",
    ),
];

/// How a method takes its value.
#[derive(Clone, Copy, PartialEq)]
enum Receiver {
    None,
    Shared,
    Mutable,
    Value,
}

/// A function of a type.
struct Method<'s> {
    name: String,
    /// The path that calls it, such as `<Day04 as Day>::part1`.
    path: String,
    receiver: Receiver,
    /// The arguments that are made of the text.
    arguments: Vec<&'s Type>,
    /// What the arguments after them are given.
    others: String,
    signature: &'s Signature,
    block: &'s ItemImpl,
}

/// A type of the day with its functions and traits.
struct DayType<'s> {
    scope: Scope<'s>,
    name: String,
    /// `None` for a type that a macro at the top of the day declares.
    item: Option<&'s FileItem>,
    /// Whether the macro that declares the type also makes its value; otherwise it is a unit
    /// struct.
    is_made_by_macro: bool,
    methods: Vec<Method<'s>>,
    /// The traits that it implements, without blanks and lifetimes.
    traits: Vec<String>,
}

/// What a part is called with.
enum MethodCall {
    /// An expression over the text `input`.
    OfText(String),
    /// The method of a value that is made of the text, by its path and the arguments after the
    /// value.
    OfValue(String, Receiver, String),
}

/// A function that makes a value of the type from the text.
#[derive(PartialEq)]
pub struct Made {
    pub call: String,
    /// The name of the function.
    pub by: String,
}

/// The call that makes a value of a type from the text, if the type is one of the day.
pub fn made_of_text(scope: Scope, ty: &Type) -> Option<Made> {
    let name = spelled(without_reference(ty));
    let mut items = scope.source.items.iter();
    let item = items.find(|item| {
        let is_type = matches!(item.item, Item::Struct(_) | Item::Enum(_));
        is_type && item.name == without_generics(&name) && !item.is_for_tests
    })?;
    let call = DayType::new(scope, &item.name, Some(item)).made_of_text()?;
    let (path, _) = call.split_once('(')?;
    let by = path.rsplit(':').next().unwrap_or_default().to_owned();
    Some(Made { call, by })
}

/// The wiring of a day by the methods of a type; the error says what was seen and what is
/// missing, and is `None` if there is no method that answers a part.
pub fn wiring(scope: Scope) -> Result<Wiring, Option<String>> {
    let mut missing = None;
    for day in day_types(scope) {
        match day.wiring() {
            Ok(mut wiring) => {
                wiring.set_trimming(&scope.repository.trimming_of_days().unwrap_or_default());
                wiring.declared = match day.item {
                    Some(_) => None,
                    None if day.is_made_by_macro => Some(Declared::ByMacro(day.name)),
                    None => Some(Declared::Unit(day.name)),
                };
                return Ok(wiring);
            }
            Err(why) => missing = missing.or(why),
        }
    }
    Err(missing)
}

/// The types of a source, and those that a macro at its top declares.
fn day_types(scope: Scope) -> impl Iterator<Item = DayType> {
    let items = scope.source.items.iter().filter(|item| !item.is_for_tests);
    let own = items.clone().filter_map(move |item| {
        let is_type = matches!(item.item, Item::Struct(_) | Item::Enum(_));
        is_type.then(|| DayType::new(scope, &item.name, Some(item)))
    });
    let declared = items.filter_map(move |item| {
        let Item::Impl(block) = &item.item else {
            return None;
        };
        let name = spelled(&block.self_ty);
        // `day!(Day03, 3)` says its name; `solution!(1, 2)` is known for it.
        let by_macro = scope.source.items.iter().find_map(|item| match &item.item {
            Item::Macro(call) => {
                let of = call.mac.path.segments.last()?.ident.to_string();
                let is_solution = name == "Solution" && of == "solution";
                let declares = item.mentions(&name) || is_solution;
                (call.ident.is_none() && declares).then_some(of)
            }
            _ => None,
        });
        let is_seen = scope.source.items.iter().any(|item| {
            let is_other = !matches!(item.item, Item::Impl(_) | Item::Macro(_) | Item::Fn(_));
            is_other && !item.is_for_tests && (item.name == name || item.mentions(&name))
        });
        let is_name =
            name.starts_with(char::is_uppercase) && name.chars().all(char::is_alphanumeric);
        let is_made_by_macro = uses_fields(&item.code);
        let is_made = !is_made_by_macro || scope.repository.makes_type(by_macro.as_deref()?);
        let is_declared =
            block.trait_.is_some() && is_name && by_macro.is_some() && !is_seen && is_made;
        is_declared.then(|| DayType {
            is_made_by_macro,
            ..DayType::new(scope, &name, None)
        })
    });
    own.chain(declared)
}

/// Whether methods use fields of `self`: the copy of a type that a macro declares has none.
fn uses_fields(code: &str) -> bool {
    code.split(" self . ").skip(1).any(|after| {
        let mut words = after.split_whitespace().skip(1);
        words.next() != Some("(")
    })
}

/// The methods that answer something, as expressions over the text.
pub fn callables(scope: Scope) -> Vec<Callable> {
    let mut callables = Vec::new();
    for day in day_types(scope).filter(|day| day.item.is_some()) {
        for method in &day.methods {
            let returned = Returned::of(method.signature);
            let is_answer = returned.is_ok_and(|returned| scope.is_answer(returned.ty));
            let call = match day.call(method) {
                Ok(MethodCall::OfText(call)) if is_answer => call,
                Ok(MethodCall::OfValue(path, receiver, others)) if is_answer => {
                    let value = day.made_of_text().unwrap_or_default();
                    format!("{path}({}{others})", passed(receiver, &value))
                }
                _ => continue,
            };
            callables.push(Callable {
                words: words(&format!("{}::{}", day.name, method.name)),
                name: method.name.clone(),
                call,
            });
        }
    }
    callables
}

impl<'s> DayType<'s> {
    fn new(scope: Scope<'s>, name: &str, item: Option<&'s FileItem>) -> Self {
        let mut day = Self {
            scope,
            name: name.to_owned(),
            item,
            is_made_by_macro: false,
            methods: Vec::new(),
            traits: Vec::new(),
        };
        for item in &scope.source.items {
            if let Item::Impl(block) = &item.item
                && !item.is_for_tests
                && is_named(scope.resolve(&block.self_ty), &day.name)
            {
                day.add(block);
            }
        }
        day
    }

    fn add(&mut self, block: &'s ItemImpl) {
        let mut of = self.name.clone();
        if let Some((path, _)) = &block.trait_ {
            let text = &self.scope.source.text[path.span().byte_range()];
            // Lifetimes are found by the compiler.
            let spelled = spelled_path(path);
            let written = if spelled.contains('<') {
                text
            } else {
                without_generics(text)
            };
            of = format!("<{} as {written}>", self.name);
            self.traits.push(spelled);
        }
        for item in &block.items {
            let ImplItem::Fn(function) = item else {
                continue;
            };
            let mut receiver = Receiver::None;
            let mut arguments = Vec::new();
            let mut others = String::new();
            for argument in &function.sig.inputs {
                if !arguments.is_empty()
                    && let Some(filler) = filler(argument)
                {
                    others += filler;
                    continue;
                }
                match argument {
                    FnArg::Receiver(this) => {
                        receiver = match &this.kind {
                            ReceiverKind::Reference(_, _, None) => Receiver::Shared,
                            ReceiverKind::Reference(..) => Receiver::Mutable,
                            _ => Receiver::Value,
                        };
                    }
                    FnArg::Typed(argument) => arguments.push(&*argument.ty),
                }
            }
            let name = function.sig.ident.to_string();
            self.methods.push(Method {
                path: format!("{of}::{name}"),
                name,
                receiver,
                arguments,
                others,
                signature: &function.sig,
                block,
            });
        }
    }

    fn wiring(&self) -> Result<Wiring, Option<String>> {
        let mut calls = Vec::new();
        for part in [Part::One, Part::Two] {
            let mut methods = self.methods.iter();
            if let Some(method) = methods.find(|method| part_of(&method.name) == Some(part)) {
                let call = self.call(method).map_err(Some)?;
                calls.push((part, call));
            }
        }
        let mut wiring = Wiring::default();
        if calls.is_empty() {
            let option = self.solve().ok_or(None)?;
            wiring.push(option);
            return Ok(wiring);
        }
        let made = self.made_of_text();
        let is_shared = calls
            .iter()
            .all(|(_, call)| matches!(call, MethodCall::OfValue(_, Receiver::Shared, _)));
        // Parsing is timed apart if the parts share what it makes.
        if let Some(made) = &made
            && is_shared
        {
            wiring.parse(self.as_type(), made);
        }
        for (part, call) in calls {
            let option = match call {
                MethodCall::OfText(call) => format!("part{part} = |&input| {call}"),
                MethodCall::OfValue(path, Receiver::Shared, others) if wiring.input.is_some() => {
                    format!("part{part} = |input| {path}(input{others})")
                }
                MethodCall::OfValue(path, receiver, others) => {
                    let value = passed(receiver, &made.clone().unwrap_or_default());
                    format!("part{part} = |&input| {path}({value}{others})")
                }
            };
            wiring.push(option);
        }
        Ok(wiring)
    }

    /// The option for a method that answers both parts.
    fn solve(&self) -> Option<String> {
        let mut methods = self.methods.iter();
        methods.find_map(|method| {
            if !is_of_both(&method.name) {
                return None;
            }
            let returned = Returned::of(method.signature).ok()?;
            let pair = self.pair_of(method, returned.ty)?;
            let call = match self.call_of(method).ok()? {
                MethodCall::OfText(call) => call,
                MethodCall::OfValue(path, receiver, others) => {
                    let value = passed(receiver, &self.made_of_text()?);
                    format!("{path}({value}{others})")
                }
            };
            let answers = match pair {
                Pair::Tuple => call,
                Pair::Fields(fields) => fields.of(&returned.unwrap(call)),
            };
            Some(format!("solve = |input: &&str| {answers}"))
        })
    }

    /// How the two answers are read from the value of a method.
    fn pair_of(&self, method: &Method<'s>, ty: &'s Type) -> Option<Pair> {
        let ty = method.resolve(ty);
        match ty {
            Type::Tuple(pair) if pair.elems.len() == 2 => {
                let mut answers = pair.elems.iter().map(|ty| method.resolve(ty));
                let is_pair = answers.all(|ty| self.scope.is_answer(ty));
                is_pair.then_some(Pair::Tuple)
            }
            _ => self.scope.pair_of(ty),
        }
    }

    /// How a method that answers a part is called; the error says what is missing.
    fn call(&self, method: &Method<'s>) -> Result<MethodCall, String> {
        let returned = Returned::of(method.signature)?;
        if let Shown::Never(what) = self.scope.shown(method.resolve(returned.ty)) {
            return Err(format!("`{}` returns {what}", method.name));
        }
        self.call_of(method)
    }

    /// How a method is called; the error says what is missing.
    fn call_of(&self, method: &Method<'s>) -> Result<MethodCall, String> {
        let name = &method.name;
        let path = &method.path;
        let others = &method.others;
        match (method.receiver, &*method.arguments) {
            (Receiver::None, [taken]) => {
                let argument = self.argument(method, taken, "")?;
                Ok(MethodCall::OfText(format!("{path}({argument}{others})")))
            }
            (receiver, [taken]) => {
                let value = self.made_of_nothing().ok_or_else(|| self.not_made(name))?;
                let argument = self.argument(method, taken, &value)?;
                let value = passed(receiver, &value);
                Ok(MethodCall::OfText(format!(
                    "{path}({value}, {argument}{others})"
                )))
            }
            (receiver, []) if receiver != Receiver::None => {
                if self.made_of_text().is_some() {
                    return Ok(MethodCall::OfValue(path.clone(), receiver, others.clone()));
                }
                let loaded = self.loaded().ok_or_else(|| self.not_made(name))?;
                let value = passed(receiver, "day");
                Ok(MethodCall::OfText(format!(
                    "{{ {loaded} {path}({value}{others}) }}"
                )))
            }
            (_, arguments) => Err(format!("`{name}` takes {} arguments", arguments.len())),
        }
    }

    fn not_made(&self, method: &str) -> String {
        format!(
            "`{}` has `{method}`, but nothing makes a value of it of the text",
            self.name
        )
    }

    /// The argument of a method: the text, or the value of another function that takes the text.
    fn argument(
        &self,
        method: &Method<'s>,
        taken: &'s Type,
        value: &str,
    ) -> Result<String, String> {
        let given = self.scope.text_of(taken, method.signature);
        if given == Some("input") {
            return Ok("input".to_owned());
        }
        for other in &self.methods {
            let Ok(returned) = Returned::of(other.signature) else {
                continue;
            };
            let Some((text, [])) = other.arguments.split_first() else {
                continue;
            };
            let Some(text) = self.scope.text_of(text, other.signature) else {
                continue;
            };
            if other.name != method.name && content(returned.ty) == content(taken) {
                let text = match other.receiver {
                    Receiver::None => text.to_owned(),
                    receiver => format!("{}, {text}", passed(receiver, value)),
                };
                let Method { path, others, .. } = other;
                let value = returned.unwrap(format!("{path}({text}{others})"));
                return Ok(format!("{}{value}", reference_to(taken)));
            }
        }
        if let Some(text) = given {
            return Ok(text.to_owned());
        }
        let taken = &self.scope.source.text[taken.span().byte_range()];
        let name = &method.name;
        Err(format!(
            "`{name}` takes `{taken}`, which no function makes of the text"
        ))
    }

    /// The expression that makes a value of the type without the text.
    fn made_of_nothing(&self) -> Option<String> {
        let name = &self.name;
        let Some(declared) = self.item else {
            let call = if self.is_made_by_macro { "::new()" } else { "" };
            return Some(format!("{name}{call}"));
        };
        if let Item::Struct(item) = &declared.item
            && item.fields.is_empty()
        {
            let braces = if matches!(item.fields, Fields::Unit) {
                ""
            } else {
                " {}"
            };
            return Some(format!("{name}{braces}"));
        }
        let is_default = self.traits.iter().any(|name| name.ends_with("Default"))
            || declared.code.contains(" Default ");
        let mut methods = self.methods.iter();
        let new = methods.find(|method| {
            method.receiver == Receiver::None && method.arguments.is_empty() && self.is_made(method)
        });
        match new {
            Some(new) => Some(format!("{}()", new.path)),
            None => is_default.then(|| format!("{name}::default()")),
        }
    }

    /// The expression that makes a value of the type from the text.
    fn made_of_text(&self) -> Option<String> {
        for method in &self.methods {
            if method.receiver == Receiver::None
                && self.is_made(method)
                && let [taken] = *method.arguments
                && let Some(text) = self.scope.text_of(taken, method.signature)
                && !["from", "try_from", "from_str"].contains(&&*method.name)
                && !method.takes_no_input()
            {
                let returned = Returned::of(method.signature).ok()?;
                let Method { path, others, .. } = method;
                return Some(returned.unwrap(format!("{path}({text}{others})")));
            }
        }
        for (name, call) in FROM_TEXT {
            if self
                .traits
                .iter()
                .any(|other| other == name || other.ends_with(&format!("::{name}")))
            {
                return Some(call.replace("TYPE", &self.name));
            }
        }
        None
    }

    /// Statements that make the value `day` and load the text into it.
    fn loaded(&self) -> Option<String> {
        let value = self.made_of_nothing()?;
        let mut methods = self.methods.iter();
        methods.find_map(|method| {
            let [taken] = *method.arguments else {
                return None;
            };
            let text = self.scope.text_of(taken, method.signature)?;
            let returns_nothing = Returned::of(method.signature).is_err();
            let is_loading = method.receiver == Receiver::Mutable && is_parser(&method.name);
            let Method { path, others, .. } = method;
            let load = format!("let mut day = {value}; {path}(&mut day, {text}{others});");
            (is_loading && returns_nothing).then_some(load)
        })
    }

    /// Whether a function makes a value of the type.
    fn is_made(&self, method: &Method) -> bool {
        Returned::of(method.signature).is_ok_and(|returned| {
            let made = spelled(returned.ty);
            made == "Self" || made == self.name || made.starts_with(&format!("{}<", self.name))
        })
    }

    /// The type as it is written elsewhere, where its lifetimes are elided.
    fn as_type(&self) -> String {
        let generics = match self.item.map(|item| &item.item) {
            Some(Item::Struct(item)) => &item.generics,
            Some(Item::Enum(item)) => &item.generics,
            _ => return self.name.clone(),
        };
        if generics.lifetimes().next().is_some() {
            return format!("{}<'_>", self.name);
        }
        self.name.clone()
    }
}

impl<'s> Method<'s> {
    /// Whether the name of its argument says that it is a line or a path, and not the whole text.
    fn takes_no_input(&self) -> bool {
        let mut inputs = self.signature.inputs.iter();
        inputs.any(|input| matches!(input, FnArg::Typed(input) if is_no_input(&input.pat)))
    }

    /// A type, with the associated types of its trait replaced: `Self::Answer`.
    fn resolve(&self, ty: &'s Type) -> &'s Type {
        let Type::Path(path) = ty else {
            return ty;
        };
        let mut names = path.path.segments.iter().map(|segment| &segment.ident);
        let (Some(owner), Some(name), None) = (names.next(), names.next(), names.next()) else {
            return ty;
        };
        let mut items = self.block.items.iter();
        let own = items.find_map(|item| match item {
            ImplItem::Type(own) if owner == "Self" && own.ident == *name => Some(&own.ty),
            _ => None,
        });
        own.unwrap_or(ty)
    }
}

/// A value as the receiver of a method: by value or by reference.
fn passed(receiver: Receiver, value: &str) -> String {
    match receiver {
        Receiver::Shared => format!("&{value}"),
        Receiver::Mutable => format!("&mut {value}"),
        Receiver::None | Receiver::Value => value.to_owned(),
    }
}

/// A path without blanks and lifetimes.
fn spelled_path(path: &Path) -> String {
    let ty = Type::Path(TypePath {
        attrs: Vec::new(),
        qself: None,
        path: path.clone(),
    });
    spelled(&ty)
}

/// A path without the generic arguments of its last segment.
fn without_generics(path: &str) -> &str {
    match path.split_once('<') {
        Some((plain, _)) => plain,
        None => path,
    }
}

/// Whether a type has this name and no generic arguments.
fn is_named(ty: &Type, name: &str) -> bool {
    spelled(ty) == name
}
