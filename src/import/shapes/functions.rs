//! Days whose functions answer the parts, or both as a pair: which function is called, and with
//! what of the text.

use aoc_solution::Part;
use syn::spanned::Spanned;
use syn::{FnArg, ItemFn, Type};

use super::caller::{self, calls_of};
use super::methods::{self, Made};
use crate::import::names::is_parser;
use crate::import::signature::{
    Callable, FunctionItem, Returned, Scope, Shown, content, is_number, reference_to, spelled,
    without_reference,
};
use crate::import::source::{generator_part, part_in};
use crate::import::wiring::{AnsweringFunctions, Argument, Role, Wiring};
use crate::puzzle::words;

/// The wiring of a day by a function for each part. The error says why one cannot be called.
pub fn for_each_part(scope: Scope) -> Result<Wiring, Option<String>> {
    let parsers = [Part::One, Part::Two].map(|part| (part, parsers(scope, Some(part))));
    let mut answers = Vec::new();
    for (part, parsers) in &parsers {
        answers.extend(answer_of(scope, parsers, *part).transpose()?);
    }
    if answers.is_empty() {
        return Err(None);
    }
    Ok(wiring_of(scope, &answers))
}

/// The wiring of a day by a function that returns a pair of answers.
pub fn for_both_parts(scope: Scope) -> Result<Wiring, Option<String>> {
    let parsers = parsers(scope, None);
    let mut functions = scope.source.functions();
    let solver = functions.find_map(|function| {
        let is_of_both = part_in(function).is_none();
        is_of_both.then(|| Solver::for_both(scope, &parsers, function))?
    });
    let solver = solver.ok_or(None)?;
    Ok(wiring_of(scope, &[Answer::By(solver)]))
}

/// The functions that answer something, as expressions over the text.
pub fn callables(scope: Scope) -> Vec<Callable> {
    let parsers = parsers(scope, None);
    let functions = scope.source.functions();
    functions
        .filter_map(|function| Solver::for_part(scope, &parsers, Part::One, function).ok())
        .filter(|solver| {
            let is_made = matches!(solver.given, Given::Made(_));
            !is_made && scope.is_answer(solver.function.returned.ty)
        })
        .map(|solver| Callable {
            words: words(&solver.function.name),
            name: solver.function.name.clone(),
            call: solver.function.call(solver.argument().expression()),
        })
        .collect()
}

/// The functions that take the text, those named for parsing first. A function that answers a part
/// is no parser for another one, nor is a generator that is marked for another one.
fn parsers(scope: Scope, part: Option<Part>) -> Vec<FunctionItem> {
    let functions = scope.source.functions();
    let mut parsers: Vec<FunctionItem> = functions
        .filter(|function| {
            part_in(function).is_none() || is_parser(&function.sig.ident.to_string())
        })
        .filter(|function| {
            part.is_none() || generator_part(function).is_none_or(|of| part == Some(of))
        })
        .filter_map(|function| FunctionItem::new(function, scope).ok())
        .filter(|parser| parser.text.is_some())
        .collect();
    parsers.sort_by_key(|parser| !is_parser(&parser.name));
    parsers
}

/// How a part is answered.
enum Answer<'p> {
    By(Solver<'p>),
    /// By a function with the arguments that `main` gives it, as an expression over the text.
    AsInMain(Part, String),
}

/// The answer of a part, if a function is named for it; the error says why it cannot be called.
fn answer_of<'p>(
    scope: Scope<'p>,
    parsers: &'p [FunctionItem<'p>],
    part: Part,
) -> Option<Result<Answer<'p>, String>> {
    let functions = scope.source.functions().filter_map(|function| {
        let (of, order) = part_in(function)?;
        (of == part).then(|| {
            let solver = Solver::for_part(scope, parsers, part, function);
            (solver.is_err(), order, solver, function)
        })
    });
    // The first that can be called is taken.
    let (_, _, solver, function) = functions.min_by_key(|(is_err, order, ..)| (*is_err, *order))?;
    let why = match solver {
        Ok(solver) if solver.is_called_so(scope) => return Some(Ok(Answer::By(solver))),
        Ok(solver) => format!(
            "`{}` is given something else than the text, and it is not clear what",
            solver.function.name
        ),
        Err(why) => why,
    };
    let call = called_in_main(scope, function);
    Some(call.map(|call| Answer::AsInMain(part, call)).ok_or(why))
}

/// The call of a function with the arguments that `main` gives it, as an expression over the text.
fn called_in_main(scope: Scope, function: &ItemFn) -> Option<String> {
    let name = function.sig.ident.to_string();
    let returned = Returned::of(&function.sig).ok()?;
    let is_shown = !matches!(scope.shown(returned.ty), Shown::Never(_));
    let is_answer = function.sig.asyncness.is_none() && is_shown;
    let calls = calls_of(scope, &name);
    let arguments = calls.into_iter().flatten().next()?;
    let call = format!("{name}({})", arguments.join(", "));
    (is_answer && caller::has_text(&call)).then_some(call)
}

/// The argument of a part that is given a number, if all parts are, and nothing says what else it
/// is than the text.
fn input_as_number(scope: Scope, function: &ItemFn) -> Option<&'static str> {
    part_in(function)?;
    let number = match &*number_in(function)? {
        number if number.starts_with('&') => "&input.trim().parse().unwrap()",
        _ => "input.trim().parse().unwrap()",
    };
    let mut parts = scope
        .source
        .functions()
        .filter(|function| part_in(function).is_some());
    let is_of_all = parts.all(|part| {
        let name = part.sig.ident.to_string();
        number_in(part).is_some() && calls_of(scope, &name).is_empty()
    });
    is_of_all.then_some(number)
}

/// The type of a function's only argument, if it is a number.
fn number_in(function: &ItemFn) -> Option<String> {
    let mut arguments = function.sig.inputs.iter();
    let Some(FnArg::Typed(argument)) = arguments.next() else {
        return None;
    };
    let ty = spelled(&argument.ty);
    let is_number = is_number(ty.trim_start_matches('&'));
    (is_number && arguments.next().is_none()).then_some(ty)
}

/// A function that answers a part or both.
struct Solver<'p> {
    role: Role,
    function: FunctionItem<'p>,
    given: Given<'p>,
}

/// Where the argument of a function comes from.
enum Given<'p> {
    /// By an expression over the text `input`.
    Text(&'static str),
    Parsed(&'p FunctionItem<'p>),
    /// By its type.
    Made(Made),
}

impl<'p> Given<'p> {
    /// The error says why nothing makes it.
    fn new(
        scope: Scope<'p>,
        parsers: &'p [FunctionItem<'p>],
        function: &FunctionItem<'p>,
        number: Option<&'static str>,
    ) -> Result<Self, String> {
        let name = &function.name;
        let taken = content(function.takes);
        let mut others = parsers.iter().filter(|parser| parser.name != *name);
        let parser = others.find(|parser| content(parser.parsed()) == taken);
        if let Some(parser) = parser
            && function.text != Some("input")
        {
            if parser.makes_any() && function.takes_any() {
                let parser = &parser.name;
                return Err(format!(
                    "`{name}` and `{parser}` are generic, and nothing says over what"
                ));
            }
            return Ok(Self::Parsed(parser));
        }
        if let Some(text) = function.text.or(number) {
            return Ok(Self::Text(text));
        }
        let made = methods::made_of_text(scope, function.takes);
        made.map(Self::Made).ok_or_else(|| {
            let argument = &scope.source.text[function.takes.span().byte_range()];
            format!("`{name}` takes `{argument}`, which no function makes of the text")
        })
    }

    fn parser(&self) -> Option<&'p FunctionItem<'p>> {
        match self {
            Self::Parsed(parser) => Some(parser),
            Self::Text(_) | Self::Made(_) => None,
        }
    }
}

impl<'p> Solver<'p> {
    /// A function of the text, or of what one of the parsers makes; the error says why it cannot
    /// answer a part.
    fn for_part(
        scope: Scope<'p>,
        parsers: &'p [FunctionItem<'p>],
        part: Part,
        function: &'p ItemFn,
    ) -> Result<Self, String> {
        let number = input_as_number(scope, function);
        let function = FunctionItem::new(function, scope)?;
        let given = Given::new(scope, parsers, &function, number)?;
        if let Shown::Never(what) = scope.shown(function.returned.ty) {
            return Err(format!("`{}` returns {what}", function.name));
        }
        let role = Role::Answer(part);
        Ok(Self {
            role,
            function,
            given,
        })
    }

    /// A function that returns a pair of answers, and that only `main` calls.
    fn for_both(
        scope: Scope<'p>,
        parsers: &'p [FunctionItem<'p>],
        function: &'p ItemFn,
    ) -> Option<Self> {
        let function = FunctionItem::new(function, scope).ok()?;
        let given = Given::new(scope, parsers, &function, None).ok()?;
        let is_helper = is_parser(&function.name) || scope.source.is_called(&function.name);
        let role = Role::AnswerBoth(scope.pair_of(function.returned.ty)?);
        (!is_helper).then_some(Self {
            role,
            function,
            given,
        })
    }

    /// The function that is given the text.
    fn first(&self) -> &FunctionItem<'p> {
        self.given.parser().unwrap_or(&self.function)
    }

    /// Whether the functions of the source that call it, if there are any, give it what its
    /// type says: the text, perhaps trimmed, its lines, or what the parser makes of them.
    fn is_called_so(&self, scope: Scope) -> bool {
        let maker = match &self.given {
            Given::Text(_) => None,
            Given::Parsed(parser) => Some(&parser.name),
            Given::Made(made) => Some(&made.by),
        };
        if maker.is_some_and(|maker| caller::is_changed(scope, maker, &self.function.name)) {
            return false;
        }
        let first = self.first();
        let calls = calls_of(scope, &first.name);
        let mut arguments = calls.iter().flatten().filter_map(|all| all.first());
        if let Some(argument) = arguments.find(|argument| caller::has_text(argument)) {
            return caller::is_plain(argument);
        }
        let is_list = first.text.is_some_and(|text| text.contains("lines"));
        !is_list || !caller::is_cut(scope, &first.name)
    }

    /// Whether the argument can be shared with another part: it is taken by reference, or its type
    /// can be cloned.
    fn can_share(&self, scope: Scope) -> bool {
        let takes = self.function.takes;
        let is_shared =
            matches!(takes, Type::Reference(reference) if reference.mutability.is_none());
        is_shared || scope.can_clone(takes)
    }

    /// The argument of the function as an expression over the text.
    fn argument(&self) -> Argument {
        let reference = reference_to(self.function.takes);
        match &self.given {
            Given::Text(text) => Argument::new(*text),
            Given::Made(made) => Argument::Made(format!("{reference}{}", made.call)),
            Given::Parsed(parser) => {
                let call = parser.call(parser.text.unwrap_or_default());
                Argument::Made(format!("{reference}{}", parser.returned.unwrap(call)))
            }
        }
    }
}

/// How the text is trimmed before it is given to the functions of a day: by cargo-aoc, by the
/// code of the day that calls them, or else where the text of all days is read.
fn trimming_in(scope: Scope, solvers: &[&Solver]) -> String {
    if scope.source.marks().next().is_some() {
        return ".trim_end_matches('\\n')".to_owned();
    }
    let mut is_called = false;
    for solver in solvers {
        let calls = calls_of(scope, &solver.first().name);
        is_called |= !calls.is_empty();
        for arguments in calls.iter().flatten() {
            if let [argument] = &**arguments
                && let Some(trimming) = caller::trimming(argument)
            {
                return trimming;
            }
        }
    }
    if is_called {
        return String::new();
    }
    scope.repository.trimming_of_days().unwrap_or_default()
}

/// The wiring for these answers.
fn wiring_of(scope: Scope, answers: &[Answer]) -> Wiring {
    let mut wiring = Wiring::default();
    let mut solvers = Vec::new();
    for answer in answers {
        match answer {
            Answer::By(solver) => solvers.push(solver),
            Answer::AsInMain(part, call) => wiring.answer(*part, call),
        }
    }
    if wiring.has_no_options() {
        wiring.set_trimming(&trimming_in(scope, &solvers));
        share_input(scope, &solvers, &mut wiring);
    }
    for solver in solvers {
        let argument = match wiring.input {
            Some(_) => Argument::Input,
            None => solver.argument(),
        };
        wiring.add(&solver.role, &solver.function, &argument);
        if let Role::Answer(part) = solver.role {
            let mut functions = vec![solver.function.name.clone()];
            functions.extend(solver.given.parser().map(|parser| parser.name.clone()));
            let answering = AnsweringFunctions { part, functions };
            wiring.answering.push(answering);
        }
    }
    wiring
}

/// Makes parsing a step of its own, which is timed, if all solvers share the parsed value and its
/// type has a name.
fn share_input(scope: Scope, solvers: &[&Solver], wiring: &mut Wiring) {
    let Some((first, others)) = solvers.split_first() else {
        return;
    };
    let is_shared = others
        .iter()
        .all(|other| match (&first.given, &other.given) {
            (Given::Parsed(one), Given::Parsed(other)) => one.name == other.name,
            (Given::Made(one), Given::Made(other)) => one == other,
            _ => false,
        });
    if !is_shared || !solvers.iter().all(|solver| solver.can_share(scope)) {
        return;
    }
    match &first.given {
        Given::Parsed(parser) if !parser.makes_any() => {
            wiring.input = scope.source.input_type(parser.parsed());
            if wiring.input.is_some() {
                let argument = Argument::new(parser.text.unwrap_or_default());
                wiring.add(&Role::Parse, parser, &argument);
            }
        }
        Given::Made(made) => {
            let taken = without_reference(first.function.takes);
            if let Some(input) = scope.source.input_type(taken) {
                wiring.parse(input, &made.call);
            }
        }
        Given::Parsed(_) | Given::Text(_) => {}
    }
}
