//! Which calls may answer a day? The candidates of a day are listed from the names of its functions
//! and types alone. `fn parse` and `fn part1`, for example, give `part1(input)`,
//! `part1(parse(input))` and `part1(&parse(input))`. The import compiles all candidates, and the
//! compiler tells which ones fit. The import then runs these, and their answers tell which one is
//! right.
//!
//! These words have the same meaning in all files of the import:
//!
//! - A *call* is an expression over `input`, such as `part1(parse(input))`.
//! - A *wiring* is the list of calls that `functions!` gets as arguments to make a file a day, such
//!   as `part1 = part1, part2 = |&input| part2(parse(input))`.
//! - A *candidate* is a wiring that may be right, for the whole day or for one part. If each part
//!   has its own candidate, the two are combined into one wiring.
//!
//! The modules are used in this order. `callables` lists the functions of a day, including the
//! functions of its types. `evidence` finds the part that a function answers, from its name, and
//! `solvers` puts the functions for a part in order. `values` lists the values that can be passed
//! to a function: the input, the result of a parser, and a value of one of the day's types. `calls`
//! makes a call of a function with each value that it may take. `types` reads the types in its
//! signature. `expr` has a function for each form of a call, and `wiring` writes the call of
//! `functions!`. If the user gave expressions that apply to a day (`user_call`), they are its first
//! candidate. `unclear` says why names do not decide.

mod callables;
mod calls;
mod evidence;
pub mod expr;
mod solvers;
mod types;
mod unclear;
pub mod user_call;
mod values;
pub mod wiring;

use std::iter::once;

use aoc_solution::Part;

use self::callables::Owner;
pub use self::callables::{Callable, callables};
use self::expr::{Expr, Passing};
use self::solvers::Solver;
pub use self::types::{NUMBERS, is_text};
use self::types::{input_type, value_of_nom};
use self::values::Receivers;
use self::wiring::{AnswerPlace, Parse, Wiring};
use super::source::Source;

/// The maximum number of candidates that names may give a day. Of 4,430 files of days in public
/// repositories, one has 92, and no other has 60.
pub const MAX_CANDIDATES: usize = 100;

/// A wiring that may be right.
#[derive(Clone, Debug)]
pub struct Candidate {
    pub wiring: Wiring,
    /// The part that the candidate answers. `None` if it answers all parts that the day solves.
    pub part: Option<Part>,
    pub rank: Rank,
}

/// The evidence that a candidate answers a part, the strongest first. A call has the weaker rank of
/// its function and of the value that it passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rank {
    /// The user's expressions.
    User,
    /// An unambiguous name of a function, such as `part1`.
    Names,
    /// A name that other functions may have, too, such as `part1::solve` in a module. Like those
    /// below, such a candidate is taken only after it was compiled and run.
    Guess,
    /// A call that is probably wrong, for example because it passes the input to a function that
    /// expects the result of a parser. Without a known answer, it runs only if no better candidate
    /// has answered.
    Fallback,
    /// A call of a function that is probably a helper of a function that is named after a part. Its
    /// answers count only if the named function gives a wrong answer.
    Helper,
}

impl Candidate {
    /// A candidate for `part`, or for all parts that the day solves.
    pub fn new(wiring: Wiring, part: Option<Part>, rank: Rank) -> Self {
        Self { wiring, part, rank }
    }

    /// True if the call consists of the user's expressions.
    pub fn is_of_user(&self) -> bool {
        self.rank == Rank::User
    }

    /// This candidate for both parts, reduced to one part. `None` if it is for one part already, or
    /// if both parts share a parser, because other candidates parse for one part only.
    pub fn only(&self, part: Part) -> Option<Self> {
        if self.part.is_some() || self.wiring.parse.is_some() {
            return None;
        }
        let wiring = self.wiring.clone().only(&[part]);
        Some(Self::new(wiring, Some(part), Rank::Fallback))
    }

    /// This candidate for a puzzle that has only this part, if it takes the answer from the output
    /// of `main`. Such a program need not name the part in its output.
    pub fn printing_only(&self, part: Part) -> Option<Self> {
        let call = self.wiring.printing_both()?;
        if !self.wiring.calls_main() {
            return None;
        }
        let wiring = Wiring::new(call.clone(), AnswerPlace::Output, Some(part));
        Some(Self::new(wiring, None, Rank::Fallback))
    }

    /// True if the candidate is taken only after it was compiled and run.
    pub fn is_guess(&self) -> bool {
        self.rank >= Rank::Guess
    }
}

/// The candidates of a source, found by the names of its functions and types. If there are too
/// many, the list ends with one more than [`MAX_CANDIDATES`].
pub fn candidates_of(source: &Source) -> Vec<Candidate> {
    let day = DayFunctions::of(source);
    day.candidates().take(MAX_CANDIDATES + 1).collect()
}

/// True if a function of a source may answer a part.
pub fn answers_a_part(source: &Source) -> bool {
    let day = DayFunctions::of(source);
    day.for_one_part().next().is_some()
}

/// A function whose name says nothing but the part that it answers.
#[derive(Clone, Debug)]
pub struct PartFunction {
    pub part: Part,
    /// The path from the day: `part2`, `Day01::part2`.
    pub path: String,
    /// True if the first argument is a value other than a text.
    pub takes_other: bool,
    /// True if it has further arguments, whose values are not known.
    pub takes_more: bool,
}

/// The best function for each part among the functions that are named after it.
pub fn part_functions(source: &Source) -> Vec<PartFunction> {
    let day = DayFunctions::of(source);
    let mut functions = Vec::new();
    for part in Part::BOTH {
        let named = day
            .owners()
            .flat_map(|owner| day.solvers(owner, part))
            .find(|solver| solver.evidence.says_only_part() && !solver.callable.is_parser());
        functions.extend(named.map(|Solver { callable, .. }| PartFunction {
            part,
            path: callable.path.clone(),
            takes_other: !callable.takes_nothing() && !callable.takes_text(),
            takes_more: callable.further_arguments.is_none(),
        }));
    }
    functions
}

/// The functions of a day.
struct DayFunctions<'s> {
    source: &'s Source,
    callables: Vec<Callable<'s>>,
    /// The names of the types that have functions.
    types: Vec<String>,
}

impl<'s> DayFunctions<'s> {
    fn of(source: &'s Source) -> Self {
        let callables = callables(source);
        let mut types: Vec<String> = Vec::new();
        for name in callables.iter().filter_map(Callable::owner_name) {
            if !types.iter().any(|ty| ty == name) {
                types.push(name.to_owned());
            }
        }
        Self {
            source,
            callables,
            types,
        }
    }

    /// All candidates, in this order: with one parser for both parts, for one part, for both parts,
    /// and with printed answers. The iterator is lazy, because generated code may have a million
    /// candidates, of which [`candidates_of`] takes a few.
    fn candidates(&self) -> impl Iterator<Item = Candidate> {
        let parsing_once = self
            .owners()
            .flat_map(|owner| self.with_shared_parser(owner));
        let for_both_parts = self.owners().flat_map(|owner| {
            let functions = self.functions_of(owner);
            let one_after_the_other = self.one_after_the_other(owner).into_iter();
            one_after_the_other.chain(functions.flat_map(|callable| self.for_both_parts(callable)))
        });
        parsing_once
            .chain(self.for_one_part())
            .chain(for_both_parts)
            .chain(self.functions_of(None).flat_map(printing))
    }

    /// The candidates for one part by a function of that part.
    fn for_one_part(&self) -> impl Iterator<Item = Candidate> {
        self.owners().flat_map(move |owner| {
            Part::BOTH.into_iter().flat_map(move |part| {
                self.solvers(owner, part)
                    .into_iter()
                    .flat_map(move |solver| self.for_part(part, &solver))
            })
        })
    }

    /// The owners of functions: `None` for free functions, and each type.
    fn owners(&self) -> impl Iterator<Item = Option<&str>> {
        once(None).chain(self.types.iter().map(|ty| Some(&**ty)))
    }

    /// The functions of a type, or the free functions for `None`.
    fn functions_of(&self, owner: Option<&str>) -> impl Iterator<Item = &Callable<'s>> {
        self.callables
            .iter()
            .filter(move |callable| callable.owner_name() == owner)
    }

    /// Candidates that parse the input once for both parts, so that parsing is timed separately.
    /// The parser is a free function. If methods answer the parts, the parser may also be a
    /// function that makes a value of their type.
    fn with_shared_parser(&self, owner: Option<&str>) -> Vec<Candidate> {
        let solvers: Vec<(Part, Solver)> = Part::BOTH
            .into_iter()
            .filter_map(|part| Some((part, self.solver(owner, part)?)))
            .collect();
        let mut candidates = Vec::new();
        let mut callables = solvers.iter().map(|(_, solver)| solver.callable);
        if solvers.is_empty() || !callables.all(Callable::takes_value) {
            return candidates;
        }
        let parts: Vec<Part> = solvers.iter().map(|(part, _)| *part).collect();
        let owner = solvers[0].1.callable.owner.as_ref();
        for parse in self.shared_parsers(owner, &parts) {
            let mut wiring = Wiring::default();
            for (part, Solver { callable, .. }) in &solvers {
                let call = if callable.is_free() {
                    Expr::function(&callable.path)
                } else {
                    Expr::associated_call(&callable.path, &[Expr::input()])
                };
                wiring = wiring.combined_with(Wiring::for_part(*part, call));
            }
            wiring.parse = Some(Box::new(parse));
            let rank = solvers
                .iter()
                .map(|(_, solver)| solver.rank)
                .fold(Rank::Names, Rank::max);
            candidates.push(Candidate::new(wiring, None, rank));
        }
        candidates
    }

    /// The parsers whose results the functions for all of these parts accept. The types of the
    /// results must have names. If names say which parser is for which part, no parser is for both.
    fn shared_parsers(&self, owner: Option<&Owner>, parts: &[Part]) -> Vec<Parse> {
        let lists = parts.iter().map(|part| self.parsing(owner, Some(*part)));
        let lists: Vec<_> = lists.collect();
        let mut best: Vec<_> = lists.iter().filter_map(|list| list.first()).collect();
        best.dedup();
        if best.len() > 1 {
            return Vec::new();
        }
        let mut shared = self.parsing(owner, None);
        shared.retain(|parser| lists.iter().all(|list| list.contains(parser)));
        shared
            .into_iter()
            .filter_map(|(value, ty)| Some(Parse { ty: ty?, value }))
            .collect()
    }

    /// The expressions that parse the input for a part, and the types of their values: those that
    /// make a value of `owner`, or else calls of free functions. A part of `None` means both parts.
    /// A type is `None` if it has no name, or if the function needs more than the input.
    fn parsing(&self, owner: Option<&Owner>, part: Option<Part>) -> Vec<(Expr, Option<String>)> {
        if let Some(owner) = owner {
            let ty = input_type(self.source, owner.ty);
            let made = self.receivers(&owner.name, part).from_input.into_iter();
            return made.map(|made| (made, ty.clone())).collect();
        }
        let parsers = self.parsers(part).into_iter();
        parsers.map(|parser| self.parsed_by(parser)).collect()
    }

    /// The expression that parses the input with a free function, and the type of its value. See
    /// [`Self::parsing`].
    fn parsed_by(&self, parser: &Callable) -> (Expr, Option<String>) {
        let returned = parser.is_plain().then(|| parser.returned()).flatten();
        let of_nom = returned.and_then(value_of_nom);
        let ty = of_nom.or(returned);
        let value = match of_nom {
            Some(_) => Expr::call(&parser.path, &[Expr::input()]).nom_value(),
            None => Expr::function(&parser.path),
        };
        (value, ty.and_then(|ty| input_type(self.source, ty)))
    }

    /// The candidates that answer a part with a function: with the value that it returns, and with
    /// its output.
    fn for_part(&self, part: Part, solver: &Solver<'_, 's>) -> Vec<Candidate> {
        let callable = solver.callable;
        let mut candidates = Vec::new();
        if !callable.returns_nothing() {
            candidates.extend(self.calling(callable, Some(part), solver.rank, AnswerPlace::Value));
        }
        if callable.may_return_nothing() {
            let best = if callable.returns_nothing() {
                Rank::Guess
            } else {
                Rank::Fallback
            };
            let rank = solver.rank.max(best);
            candidates.extend(self.calling(callable, Some(part), rank, AnswerPlace::Output));
        }
        candidates
    }

    /// The candidates for both parts that call a function with two answers. Empty if another
    /// function calls this function.
    fn for_both_parts(&self, callable: &Callable<'s>) -> Vec<Candidate> {
        if !callable.answers_both_parts()
            || callable.is_free() && self.source.is_used(&callable.name)
        {
            return Vec::new();
        }
        let rank = callable.ranked(Rank::Names);
        self.calling(callable, None, rank, AnswerPlace::Pair)
    }

    /// A candidate for each call of a function. The candidates answer `part`, or both parts for
    /// `None`. The answers are in this `place`.
    fn calling(
        &self,
        callable: &Callable<'s>,
        part: Option<Part>,
        rank: Rank,
        place: AnswerPlace,
    ) -> Vec<Candidate> {
        let mut candidates = Vec::new();
        for call in self.calls_of(callable, part) {
            let wiring = Wiring::new(call.value, place, part);
            candidates.push(Candidate::new(wiring, part, rank.max(call.rank)));
        }
        candidates
    }

    /// The candidates that call the functions of both parts on one value. The function for part 1
    /// may change the value first. Free functions share a value only if both may change it.
    fn one_after_the_other(&self, owner: Option<&str>) -> Vec<Candidate> {
        let [one, two] = Part::BOTH.map(|part| self.solver(owner, part));
        let (Some(one), Some(two)) = (one, two) else {
            return Vec::new();
        };
        let rank = one.rank.max(two.rank);
        let is_method = one.callable.receiver().is_some();
        let [one, two] = [one, two].map(|solver| solver.callable.on_day());
        let (Some((Passing::MutReference, one)), Some((passing, two))) = (one, two) else {
            return Vec::new();
        };
        let values = match owner {
            Some(ty) if is_method => {
                let Receivers {
                    from_input,
                    changed,
                    ..
                } = self.receivers(ty, None);
                let fallback = rank.max(Rank::Fallback);
                let from_input = from_input.into_iter().map(|made| (made, rank));
                let changed = changed.into_iter().map(|made| (made, fallback));
                from_input.chain(changed).collect()
            }
            _ if passing != Passing::MutReference => return Vec::new(),
            _ => self
                .made_values(Some(Part::One))
                .into_iter()
                .map(|made| (made.value, rank))
                .collect::<Vec<_>>(),
        };
        let calls = [one, two];
        values
            .into_iter()
            .map(|(made, rank)| {
                let call = Expr::on_shared_value(&made.value(), &calls);
                let wiring = Wiring::new(call, AnswerPlace::Pair, None);
                Candidate::new(wiring, None, rank)
            })
            .collect()
    }
}

impl Callable<'_> {
    /// True if the only argument may be a parsed value, or if `&self` is the only argument.
    fn takes_value(&self) -> bool {
        match self.receiver() {
            Some(passing) => passing == Passing::Reference && self.arguments.is_empty(),
            None => self.is_free() && self.is_plain() && !self.takes_text(),
        }
    }

    /// The call on the variable `day`, and how it takes this value: as `self`, or as the only
    /// argument, which is no text. `None` if it takes more, or another value.
    fn on_day(&self) -> Option<(Passing, Expr)> {
        if self.signature.inputs.len() != 1 || self.takes_text() {
            return None;
        }
        if let Some(passing) = self.receiver() {
            let call = Expr::associated_call(&format!("day.{}", self.name), &[]);
            return Some((passing, call));
        }
        let passing = self.first_argument();
        let call = self.call_of(vec![passing.of(&Expr::variable("day"))])?;
        Some((passing, call))
    }
}

/// The candidates that take both answers from the output of a function. The function is `main`, or
/// prints and has a name like `solve`.
fn printing(callable: &Callable) -> Vec<Candidate> {
    if !callable.prints_both_parts() {
        return Vec::new();
    }
    callable
        .calls_with_text()
        .into_iter()
        .map(|call| {
            let wiring = Wiring::new(call, AnswerPlace::OutputOfBoth, None);
            Candidate::new(wiring, None, Rank::Guess)
        })
        .collect()
}

/// Wraps calls of a day whose code reads files or stdin in `reading`: the user's calls, calls that
/// do not pass the input, and calls of a function that takes the path of a file. Any other call
/// gets the input as a text, and its code may read other files. `source` is the day.
pub fn redirect_reads(candidates: &mut [Candidate], source: &Source) {
    let mut takers_of_path = callables(source);
    takers_of_path.retain(Callable::takes_path);
    for candidate in candidates {
        let wiring = &candidate.wiring;
        if candidate.is_of_user()
            || wiring.has_call_without_input()
            || takers_of_path
                .iter()
                .any(|taker| taker.path.split("::").all(|name| wiring.mentions(name)))
        {
            candidate.wiring.set_redirects_reads(true);
        }
    }
}

/// The wiring of a day if nothing is compiled: the first candidate that is not a guess. If this
/// candidate is for a single part, the first candidates for each part are combined. `None` if all
/// candidates are guesses.
pub fn wiring_by_names(candidates: &[Candidate]) -> Option<Wiring> {
    let mut named = candidates.iter().filter(|candidate| !candidate.is_guess());
    let first = named.next()?;
    let Some(part) = first.part else {
        return Some(first.wiring.clone());
    };
    let other = named.find(|candidate| candidate.part.is_some_and(|other| other != part));
    let wiring = first.wiring.clone();
    Some(match other {
        Some(other) => wiring.combined_with(other.wiring.clone()),
        None => wiring,
    })
}

#[cfg(test)]
mod tests;
