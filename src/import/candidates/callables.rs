//! The functions of a day that a copy can call: free functions, public functions of inline modules,
//! and functions of types.

use aoc_solution::Part;
use aoc_solution::imported::part_numbered;
use syn::{
    Attribute, FnArg, ImplItem, Item, ItemFn, ItemImpl, PatType, ReceiverKind, ReturnType,
    Signature, Type, Visibility,
};

use super::Rank;
use super::evidence::{Evidence, part_named, part_of_scope};
use super::expr::{Expr, Passing};
use super::types::{
    has_impl, is_bare_result, is_path_by_name, is_text, known_value, lacks_second_field, type_text,
    unwrapped,
};
use crate::import::folder::names::is_parser;
use crate::import::folder::part_names::{part_at_start, part_of, says_both_parts};
use crate::import::source::{FileItem, Source, generator_part, is_generator, is_main, marked_part};

/// A function that a copy can call.
pub struct Callable<'s> {
    /// The name, with the inline module around it: `part1`, `solver::part1`.
    pub name: String,
    /// The path from the day: `part1`, `solver::part1`, `Day01::part1`.
    pub path: String,
    pub signature: &'s Signature,
    /// The type that the function belongs to. `None` for a free function.
    pub owner: Option<Owner<'s>>,
    /// The part that the function answers, according to its attribute, its name or its path.
    pub part: Option<(Part, Evidence)>,
    /// The part of the function's module, if only modules of parts have functions.
    pub module_part: Option<Part>,
    /// The attributes of a free function of the day itself. Empty for other functions.
    attributes: &'s [Attribute],
    /// The arguments without `self`.
    pub arguments: Vec<&'s PatType>,
    /// The values to pass for the arguments after the first one. `None` if one of these values is
    /// not known.
    pub further_arguments: Option<Vec<&'static str>>,
}

/// The type that a function belongs to.
pub struct Owner<'s> {
    pub ty: &'s Type,
    /// The name, without generic arguments: `Day01`.
    pub name: String,
}

/// The callables of a source, free functions first. A copy cannot run async functions. Those whose
/// names say one part or both are listed, because the user then sees the compiler's error.
pub fn callables(source: &Source) -> Vec<Callable<'_>> {
    let items: Vec<&FileItem> = source.items_outside_of_tests().collect();
    // If only modules of parts have functions, their names need not say the part.
    let is_of_modules = items.iter().all(|item| match item.item {
        Item::Mod(_) => item.declares_file() || part_of(&item.name).is_some(),
        Item::Fn(_) | Item::Impl(_) => false,
        _ => true,
    });
    let mut callables: Vec<Callable> = source
        .functions()
        .map(|function| Callable::new(None, &function.sig, &function.attrs))
        .collect();
    let mut of_types = Vec::new();
    for item in items {
        match &item.item {
            Item::Mod(_) => {
                let part = if is_of_modules {
                    part_of(&item.name)
                } else {
                    None
                };
                callables.extend(functions_of_module(item, part));
            }
            Item::Impl(block) => of_types.extend(functions_of_type(block)),
            _ => {}
        }
    }
    callables.append(&mut of_types);
    callables.retain(|callable| {
        let is_clear = callable.says_part() || says_both_parts(&callable.name);
        !callable.is_async() || is_clear
    });
    let paths: Vec<String> = callables
        .iter()
        .map(|callable| callable.path.clone())
        .collect();
    for callable in &mut callables {
        callable.part = callable.find_part(&paths);
    }
    // A parser or a constructor may get the text for one part, and pieces or changed texts for the
    // other one.
    let of_pieces = source.combined_by_main();
    callables.retain(|callable| {
        let method = callable.receiver().map(|_| format!(".{}", callable.name));
        let mut paths = method.iter().chain([&callable.path]);
        let is_for_pieces = paths.any(|path| of_pieces.contains(path));
        callable.is_parser() || callable.is_constructor() || !is_for_pieces
    });
    unname_numbers(source, &mut callables);
    name_first(source, &mut callables);
    name_by_start(source, &mut callables);
    callables
}

/// Takes the part from functions such as `two` that are probably named after a number: a function
/// beside them has a name that says the part, or a function that takes the text uses them.
fn unname_numbers(source: &Source, callables: &mut [Callable]) {
    let (numbers, others): (Vec<&mut Callable>, Vec<&mut Callable>) = callables
        .iter_mut()
        .partition(|callable| part_numbered(&callable.signature.ident.to_string()).is_some());
    for callable in numbers {
        let Some((part, Evidence::Name)) = callable.part else {
            continue;
        };
        let is_helper = others.iter().any(|other| {
            let is_beside = other.is_free() || other.owner_name() == callable.owner_name();
            let says = other.part.filter(|(_, evidence)| evidence.says_only_part());
            let mut users = source.users(&callable.path);
            is_beside && says.is_some_and(|(said, _)| said == part)
                || other.takes_text() && users.any(|user| user.name == other.path)
        });
        if is_helper && callable.module_part.is_none() {
            callable.part = None;
        }
    }
}

/// Gives functions such as `part2_fast` their part, if no other name says that part, and neither a
/// function with arguments nor a type uses them.
fn name_by_start(source: &Source, callables: &mut [Callable]) {
    for part in Part::BOTH {
        let is_named = |callable: &Callable| callable.part.is_some_and(|(named, _)| named == part);
        if callables.iter().any(is_named) {
            continue;
        }
        let mut named: Vec<&mut Callable> = callables.iter_mut().collect();
        named.retain(|callable| {
            let mut users = source.users(&callable.path);
            callable.part.is_none()
                && part_at_start(&callable.name) == Some(part)
                && !callable.answers_no_part()
                && !users.any(|user| user.has_arguments() || matches!(user.item, Item::Impl(_)))
        });
        let evidence = match *named {
            [_] => Evidence::Name,
            _ => Evidence::StartOfName,
        };
        for callable in named {
            callable.part = Some((part, evidence));
        }
    }
}

/// Gives a function such as `day5` part 1 if it has a counterpart such as `day5_part2`.
fn name_first(source: &Source, callables: &mut [Callable]) {
    let is_first = |first: &Callable| {
        first.part.is_none()
            && first.may_return_answer()
            && callables
                .iter()
                .any(|second| is_counterpart(source, first, second))
    };
    let firsts: Vec<bool> = callables.iter().map(is_first).collect();
    for (callable, is_first) in callables.iter_mut().zip(firsts) {
        if is_first {
            callable.part = Some((Part::One, Evidence::Counterpart));
        }
    }
}

/// True if the function `second` is for part 2, has the name of `first` with part 2 at its end, and
/// takes the same: the text, or arguments of the same types. Neither uses the other.
fn is_counterpart(source: &Source, first: &Callable, second: &Callable) -> bool {
    let is_for_two = second.is_free() && matches!(second.part, Some((Part::Two, _)));
    let is_longer = second.path.strip_prefix(&first.path).is_some_and(|end| {
        let named = end.strip_prefix('_').and_then(part_of);
        end == "2" || named == Some(Part::Two)
    });
    let takes_same = first.takes_text() && second.takes_text()
        || !first.takes_nothing() && first.argument_types().eq(second.argument_types());
    is_for_two
        && is_longer
        && takes_same
        && !source
            .users(&first.path)
            .any(|user| user.name == second.path)
        && !source
            .users(&second.path)
            .any(|user| user.name == first.path)
}

/// The public functions of an inline module. `part` is the part of the module, if only modules of
/// parts have functions.
fn functions_of_module(module: &FileItem, part: Option<Part>) -> Vec<Callable<'_>> {
    module
        .inner
        .iter()
        .filter_map(|item| public_function(&item.item))
        .map(|function| {
            let callable = Callable::new(Some(&module.name), &function.sig, &[]);
            Callable {
                name: callable.path.clone(),
                module_part: part,
                ..callable
            }
        })
        .collect()
}

/// The functions of a type in an `impl`.
fn functions_of_type(block: &ItemImpl) -> Vec<Callable<'_>> {
    let ty = type_text(&block.self_ty);
    let name = ty.split('<').next().unwrap_or_default().to_owned();
    if name.is_empty() {
        return Vec::new();
    }
    let mut functions = Vec::new();
    for item in &block.items {
        if let ImplItem::Fn(function) = item {
            functions.push(Callable {
                owner: Some(Owner {
                    ty: &block.self_ty,
                    name: name.clone(),
                }),
                ..Callable::new(Some(&name), &function.sig, &[])
            });
        }
    }
    functions
}

fn public_function(item: &Item) -> Option<&ItemFn> {
    match item {
        Item::Fn(function) if !matches!(function.vis, Visibility::Inherited) => Some(function),
        _ => None,
    }
}

impl<'s> Callable<'s> {
    /// A function in `scope`, which is a type or an inline module, or `None` for the day itself.
    fn new(scope: Option<&str>, signature: &'s Signature, attributes: &'s [Attribute]) -> Self {
        let name = signature.ident.to_string();
        let path = match scope {
            Some(scope) => format!("{scope}::{name}"),
            None => name.clone(),
        };
        let arguments: Vec<&PatType> = signature
            .inputs
            .iter()
            .filter_map(|argument| match argument {
                FnArg::Typed(argument) => Some(argument),
                FnArg::Receiver(_) => None,
            })
            .collect();
        Self {
            name,
            path,
            signature,
            attributes,
            part: None,
            module_part: None,
            owner: None,
            further_arguments: arguments
                .iter()
                .skip(1)
                .map(|argument| known_value(argument))
                .collect(),
            arguments,
        }
    }

    /// The call with these arguments, followed by the arguments that are not made from the input.
    /// `None` if the value of one of those is not known.
    pub fn call_of(&self, mut arguments: Vec<Expr>) -> Option<Expr> {
        let further = self.further_arguments.as_ref()?;
        arguments.extend(further.iter().map(|value| Expr::known(value)));
        Some(if self.is_free() {
            Expr::call(&self.path, &arguments)
        } else {
            Expr::associated_call(&self.path, &arguments)
        })
    }

    fn is_async(&self) -> bool {
        self.signature.asyncness.is_some()
    }

    pub fn is_free(&self) -> bool {
        self.owner.is_none()
    }

    /// The module or the type around the function. `None` for a function of the day itself.
    pub fn scope(&self) -> Option<&str> {
        let (scope, _) = self.path.rsplit_once("::")?;
        Some(scope)
    }

    /// The name of the type that the function belongs to. `None` for a free function.
    pub fn owner_name(&self) -> Option<&str> {
        self.owner.as_ref().map(|owner| &*owner.name)
    }

    /// How the function takes `self`. `None` if it has no `self`.
    pub fn receiver(&self) -> Option<Passing> {
        Some(match self.signature.receiver()?.kind {
            ReceiverKind::Reference(_, _, None) => Passing::Reference,
            ReceiverKind::Reference(..) => Passing::MutReference,
            _ => Passing::Value,
        })
    }

    /// True if there is one argument, and its type is not generic.
    pub fn is_plain(&self) -> bool {
        let generics = &self.signature.generics;
        self.signature.inputs.len() == 1
            && generics.type_params().next().is_none()
            && generics.const_params().next().is_none()
            && !self.arguments.iter().any(|argument| has_impl(argument))
    }

    /// The returned type, without any `Result` or `Option` around it.
    pub fn returned(&self) -> Option<&'s Type> {
        match &self.signature.output {
            ReturnType::Default => None,
            ReturnType::Type(_, ty) => Some(unwrapped(ty)),
        }
    }

    /// The rank of the function's calls, if `rank` is the usual rank for its evidence. Calls of an
    /// async function do not compile, so their rank is at least a guess.
    pub fn ranked(&self, rank: Rank) -> Rank {
        if self.is_async() {
            rank.max(Rank::Guess)
        } else {
            rank
        }
    }

    /// True if it returns a tuple of this many values. A function without a result returns `()`,
    /// the tuple of zero values. An async function returns a future.
    fn returns_tuple_of(&self, count: usize) -> bool {
        match self.returned() {
            _ if self.is_async() => false,
            Some(Type::Tuple(tuple)) => tuple.elems.len() == count,
            Some(_) => false,
            None => count == 0,
        }
    }

    pub fn returns_nothing(&self) -> bool {
        self.returns_tuple_of(0)
    }

    /// True if it returns nothing, or a `Result` without arguments. Only the compiler knows whether
    /// such a `Result` is `Result<()>`.
    pub fn may_return_nothing(&self) -> bool {
        let is_alias = self.returned().is_some_and(is_bare_result);
        is_alias || self.returns_nothing()
    }

    /// True if it returns an answer that is not a tuple.
    pub fn returns_answer(&self) -> bool {
        self.returned()
            .is_some_and(|ty| !matches!(ty, Type::Tuple(_)))
    }

    /// True if the first argument is a text, and the values of the others are known.
    pub fn takes_text(&self) -> bool {
        self.arguments.first().is_some_and(|first| is_text(first))
            && self.further_arguments.is_some()
    }

    /// True if the name of its first argument says that it is the path of a file.
    pub fn takes_path(&self) -> bool {
        let first = self.arguments.first();
        first.is_some_and(|first| is_path_by_name(first))
    }

    /// True if its name or its module says that it parses, and its own name says no part.
    pub fn is_parser(&self) -> bool {
        let own = self.signature.ident.to_string();
        is_parser(&self.name) && part_of(&own).is_none()
    }

    /// How the function takes its first argument.
    pub fn first_argument(&self) -> Passing {
        match self.arguments.first().map(|first| type_text(&first.ty)) {
            Some(ty) if ty.starts_with("&mut") => Passing::MutReference,
            Some(ty) if ty.starts_with('&') => Passing::Reference,
            _ => Passing::Value,
        }
    }

    /// See [`Self::part`]. `paths` are the paths of all functions.
    fn find_part(&self, paths: &[String]) -> Option<(Part, Evidence)> {
        if let Some((part, variant)) = marked_part(self.attributes) {
            let is_variant = variant.is_some();
            return Some((part, Evidence::Attribute { is_variant }));
        }
        let own = self.signature.ident.to_string();
        match (self.module_part, part_of(&own)) {
            (Some(part), Some(other)) if part != other => return None,
            (Some(part), None) if says_both_parts(&own) => {
                return Some((part, Evidence::EndOfName));
            }
            // `fn two() -> u8` is a number.
            _ if self.takes_nothing() && part_numbered(&own).is_some() => return None,
            _ if self.is_check() || self.returns_self("Self") => return None,
            _ => {}
        }
        part_named(&self.name)
            .or_else(|| part_named(&self.path))
            .filter(|(_, evidence)| evidence.says_only_part() || !self.answers_no_part())
            .or_else(|| part_of_scope(&self.path, paths))
    }

    /// True if it returns a `bool`, or several. No puzzle has such an answer.
    fn is_check(&self) -> bool {
        self.returned().is_some_and(|ty| match ty {
            Type::Tuple(tuple) if !tuple.elems.is_empty() => {
                tuple.elems.iter().all(|ty| type_text(ty) == "bool")
            }
            _ => type_text(ty) == "bool",
        })
    }

    /// True if the signature says that a function whose name only ends with a part is a helper,
    /// such as `find_first(&self, needle: u8)` or `is_valid_1`.
    fn answers_no_part(&self) -> bool {
        let takes_other = self
            .arguments
            .first()
            .is_some_and(|first| self.receiver().is_some() && !is_text(first));
        takes_other || !self.returns_answer() && !self.returns_nothing()
    }

    /// True if the function may answer a part, because it takes the text and returns an answer, and
    /// its name does not say that it does something else.
    pub fn may_solve(&self) -> bool {
        self.takes_text() && self.may_return_answer()
    }

    /// True if it returns an answer, and its name does not say that it does something else.
    fn may_return_answer(&self) -> bool {
        let is_other =
            self.is_parser() || self.is_constructor() || self.is_main() || self.is_check();
        self.returns_answer() && !is_other
    }

    /// The types of the arguments without `self`.
    fn argument_types(&self) -> impl Iterator<Item = String> {
        self.arguments
            .iter()
            .map(|argument| type_text(&argument.ty))
    }

    /// True if an attribute of cargo-aoc says that the function parses the input.
    pub fn is_generator(&self) -> bool {
        is_generator(self.attributes)
    }

    /// The part of a function with arguments whose name says only the part. Functions without
    /// arguments are left out, because they often only read the input and call a better function.
    pub fn only_part(&self) -> Option<Part> {
        let (part, evidence) = self.part?;
        let is_meant = evidence.says_only_part() && !self.takes_nothing();
        is_meant.then_some(part)
    }

    /// True if its attribute, its name or its module names a part.
    fn says_part(&self) -> bool {
        let name = self.signature.ident.to_string();
        self.module_part.is_some()
            || marked_part(self.attributes).is_some()
            || part_of(&name).is_some()
    }

    /// True for the `main` of a program, but not for a function of this name in a module.
    pub fn is_main(&self) -> bool {
        self.path == "main" && is_main(self.signature)
    }

    /// True if it has no arguments, and no `self`.
    pub fn takes_nothing(&self) -> bool {
        self.signature.inputs.is_empty()
    }

    /// True if its name says that it makes a value of its type.
    pub fn is_constructor(&self) -> bool {
        let is_named = self.name == "new" || self.name.contains("from") || self.is_parser();
        !self.is_free() && is_named
    }

    /// The value after this method got the text: the changed `day` after `day.init(input)`, or the
    /// value of `day.with(input)`. `None` for a method that neither changes nor returns `self`,
    /// unless its name says that it parses.
    pub fn changed(&self, value: &Expr, text: &Expr) -> Option<Expr> {
        // `fn with(self, input: &str) -> Self`
        if self.returns_self("Self") {
            if !self.takes_text() {
                return None;
            }
            return self.call_of(vec![value.clone(), text.clone()]);
        }
        // `fn init(&mut self, input: &str)`
        let changes = self.receiver() == Some(Passing::MutReference) && self.takes_text();
        let is_only_change = self.returns_nothing() || self.returns_self("&mutSelf");
        (self.is_parser() || changes && is_only_change)
            .then(|| Expr::after_method(value, &self.name, text))
    }

    fn returns_self(&self, form: &str) -> bool {
        self.returned().is_some_and(|ty| type_text(ty) == form)
    }

    /// True if the function may parse the input for a part. `None` means both parts. Its attribute
    /// or its name must say that it parses, and neither its attribute nor its module may be for the
    /// other part.
    pub fn is_parser_for(&self, part: Option<Part>) -> bool {
        let own_part = generator_part(self.attributes).or(self.module_part);
        let fits_part = own_part.is_none() || part.is_none() || own_part == part;
        (self.is_generator() || self.is_parser()) && fits_part && self.signature.inputs.len() <= 1
    }

    /// True if its name or its result says that it answers both parts.
    pub fn answers_both_parts(&self) -> bool {
        let returns_pair = self.returns_tuple_of(2);
        let takes_known = self.further_arguments.is_some();
        let is_named = says_both_parts(&self.name) || self.is_free() && returns_pair && takes_known;
        let is_other = self.is_parser() || self.is_main() || self.says_part() || self.is_check();
        let is_one = !returns_pair && lacks_second_field(self.signature);
        is_named && !is_other && !is_one
    }

    /// True if its name says that it prints the answers to both parts.
    pub fn prints_both_parts(&self) -> bool {
        let is_named = self.name == "main" || says_both_parts(&self.name);
        // A program's `main` may return an exit code or an alias of `Result<()>`, but no answer.
        let returns_no_answer = self.may_return_nothing() || self.is_main();
        self.is_free() && is_named && returns_no_answer && !self.says_part()
    }
}
