//! Finds the functions that may answer a part, the most likely first. Their order depends on the
//! evidence for their part, and on the functions beside them.

use aoc_solution::Part;
use aoc_solution::imported::part_numbered;
use syn::Item;

use super::callables::Callable;
use super::evidence::Evidence;
use super::{DayFunctions, Rank};
use crate::import::source::FileItem;

/// A function that may answer a part.
pub struct Solver<'d, 's> {
    pub callable: &'d Callable<'s>,
    pub evidence: Evidence,
    pub rank: Rank,
}

impl<'s> DayFunctions<'s> {
    /// The functions of an owner that may answer a part, the most likely first.
    pub fn solvers(&self, owner: Option<&str>, part: Part) -> Vec<Solver<'_, 's>> {
        let mut solvers = Vec::new();
        for callable in self.functions_of(owner) {
            if let Some((own_part, evidence)) = callable.part
                && own_part == part
                && !callable.is_constructor()
                && let Some(rank) = self.rank_of(callable, part, evidence)
            {
                solvers.push(Solver {
                    callable,
                    evidence,
                    rank,
                });
            }
        }
        solvers.sort_by_key(|solver| {
            // A function without arguments often only reads the input, and calls a better function.
            let takes_nothing = solver.callable.takes_nothing();
            // A longer name that says only the part often means another version.
            let length = match solver.evidence {
                Evidence::Name => solver.callable.path.len(),
                _ => 0,
            };
            (solver.evidence, takes_nothing, length)
        });
        solvers
    }

    /// The rank of a function that may answer a part. If only a counterpart shows the part
    /// ([`Evidence::Counterpart`]), the other functions in its module or type decide:
    ///
    /// - The function has no arguments, and beside it is a `main` or a function with arguments:
    ///   `None`, because it probably only reads the input.
    /// - A function with arguments beside it uses it: `Helper`. One without arguments may only print
    ///   its answer.
    /// - A `main` is beside it: `Fallback`.
    /// - Otherwise, and for a `main`: `Guess`.
    fn rank_of(&self, callable: &Callable, part: Part, evidence: Evidence) -> Option<Rank> {
        let rank = match evidence {
            Evidence::Counterpart if callable.signature.ident != "main" => {
                let mut beside = self
                    .callables
                    .iter()
                    .filter(|other| other.scope() == callable.scope());
                let has_main = beside.clone().any(|other| other.signature.ident == "main");
                if callable.takes_nothing() && (has_main || !beside.all(Callable::takes_nothing)) {
                    return None;
                }
                let mut users = self.source.users_beside(&callable.path);
                if users.any(FileItem::has_arguments) {
                    Rank::Helper
                } else if has_main {
                    Rank::Fallback
                } else {
                    Rank::Guess
                }
            }
            Evidence::Counterpart | Evidence::StartOfName => Rank::Guess,
            Evidence::EndOfName if self.is_unlikely(callable, part) => Rank::Guess,
            _ => Rank::Names,
        };
        if self.is_helper(callable, part, evidence) {
            return Some(Rank::Helper);
        }
        Some(callable.ranked(rank))
    }

    /// True if a function whose name only ends with a part is probably a helper: it takes a value,
    /// but nothing makes this value of the input, or another function takes the text.
    fn is_unlikely(&self, callable: &Callable, part: Part) -> bool {
        let takes_value = !callable.takes_nothing() && !callable.takes_text();
        takes_value
            && (self.made_values(Some(part)).is_empty()
                || self.callables.iter().any(|other| {
                    other.part.is_none() && other.may_solve() && !self.source.is_used(&other.path)
                }))
    }

    /// The function of an owner that most likely answers a part.
    pub fn solver(&self, owner: Option<&str>, part: Part) -> Option<Solver<'_, 's>> {
        self.solvers(owner, part)
            .into_iter()
            .find(|solver| solver.rank != Rank::Helper)
    }

    /// True if a function is probably a helper, such as `count_two` beside `part2`. The name of a
    /// helper says more than the part, while the name of another function says only the part. In
    /// addition, one of these is true:
    ///
    /// - The other function is for the same part, and the helper does not use it. This does not
    ///   count if `main` uses the helper, and nothing uses the other function.
    /// - The other function uses the helper.
    fn is_helper(&self, callable: &Callable, part: Part, evidence: Evidence) -> bool {
        let is_only_number = part_numbered(&callable.signature.ident.to_string()).is_some();
        !evidence.says_only_part()
            && !is_only_number
            && self.callables.iter().any(|other| match other.only_part() {
                Some(said) if said == part && !self.uses(callable, other) => {
                    !self.is_used_instead_of(other, callable)
                }
                Some(_) => self.uses(other, callable),
                None => false,
            })
    }

    /// True if `main` uses the function, but no code other than tests uses the `unused` one.
    fn is_used_instead_of(&self, unused: &Callable, callable: &Callable) -> bool {
        unused.is_free()
            && self.source.users(&unused.path).next().is_none()
            && self.source.users(&callable.path).any(FileItem::is_main)
    }

    /// True if `caller` uses the free function `helper`. A method does if any method of its type
    /// does.
    fn uses(&self, caller: &Callable, helper: &Callable) -> bool {
        let name = caller.signature.ident.to_string();
        let is_of_caller = |item: &FileItem| {
            let is_impl = matches!(item.item, Item::Impl(_));
            item.name == name || !caller.is_free() && is_impl && item.mentions(&name)
        };
        helper.is_free() && self.source.users(&helper.path).any(is_of_caller)
    }
}
