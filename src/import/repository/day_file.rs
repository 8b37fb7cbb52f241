//! A file of the old repository that is a day: its puzzle, its kind, and its wiring if nothing is
//! compiled.

use std::collections::BTreeMap;

use aoc_solution::Part;

use super::assertions::DayAssertions;
use super::day_decision::{Certainty, TakenWiring};
use crate::import::candidates::user_call::UserCall;
use crate::import::candidates::wiring::Wiring;
use crate::import::candidates::{Candidate, PartFunction, wiring_by_names};
use crate::import::folder::names::module_folder;
use crate::import::left_out::reason::{PartNotCalled, Reason};
use crate::puzzle::{Puzzle, parts_in_calendar};

/// A file that is a day, or looks like a day.
#[derive(Clone, Debug)]
pub struct DayFile {
    pub file: String,
    /// The files with the code of the day, by the paths of their modules in its source, such as
    /// `part1::`. The path of the whole source is empty. If the day has only a file for each part,
    /// `file` is that of part 1, and nothing has an empty path.
    pub files: BTreeMap<String, String>,
    pub kind: DayKind,
    pub user_call: UserCall,
    /// True if an `impl` of the file, or the module of a part, includes the day's input. Calls need
    /// this code, so the copy keeps it, and the calls are wrapped in `reading`. Only a trial tells
    /// which calls are right.
    pub includes_input: bool,
    /// True if the code names several files that may be read. In the copy, each read gives the
    /// day's input, so the output of its `main` proves nothing.
    pub names_several_files: bool,
    /// The functions that are named after the parts.
    pub part_functions: Vec<PartFunction>,
    pub assertions: DayAssertions,
    /// True if the file is the root of a crate. False if it is a module.
    pub is_crate: bool,
    pub puzzle: Puzzle,
}

/// The kind of a day's file: whether it has the whole day, and whether its functions must be
/// called.
#[derive(Clone, Debug)]
pub enum DayKind {
    /// The file has only one part of a day. `None` if its name does not say which part.
    OnePart(Option<Part>),
    /// The file already is a day of `aoc`.
    OfAoc,
    /// The functions of the file have more possible calls than an import tries, and the user has
    /// chosen none.
    TooManyCalls,
    /// The functions of the file must be called, by one of these candidates, which are in order of
    /// preference.
    ToCall(Vec<Candidate>),
}

impl DayFile {
    /// See [`module_folder`]. If the file is the root of a crate, its modules are beside it
    /// instead.
    pub fn module_folder(&self) -> &str {
        module_folder(&self.file)
    }

    /// True if the code of a file is in the source of the day.
    pub fn contains(&self, file: &str) -> bool {
        self.files.values().any(|own| own == file)
    }

    /// True if the day has only a file for each part, and no file for the whole day.
    pub fn is_joined(&self) -> bool {
        !self.files.contains_key("")
    }

    /// The candidates for the day's call, in order of preference. Empty if nothing can or must be
    /// called.
    pub fn candidates(&self) -> &[Candidate] {
        match &self.kind {
            DayKind::ToCall(candidates) => candidates,
            DayKind::OnePart(_) | DayKind::OfAoc | DayKind::TooManyCalls => &[],
        }
    }

    /// True if a call of something other than `main` may answer the day.
    pub fn has_calls_beside_main(&self) -> bool {
        self.candidates()
            .iter()
            .any(|candidate| !candidate.wiring.calls_main())
    }

    /// True if the file has functions that may answer a part, and not only a `main`.
    pub fn has_solvers(&self) -> bool {
        !self.part_functions.is_empty() || self.has_calls_beside_main()
    }

    /// True if the day cannot be copied without a trial, because it is not a day of `aoc`, and
    /// neither the user nor names say how to call it.
    pub fn needs_trial(&self) -> bool {
        let is_of_aoc = matches!(self.kind, DayKind::OfAoc);
        !is_of_aoc && self.candidates().iter().all(Candidate::is_guess)
    }

    /// The wiring of the day if nothing is compiled. `None` if neither the user nor names say how
    /// to call it.
    pub fn wiring_by_names(&self) -> Option<TakenWiring> {
        let wiring = wiring_by_names(self.candidates())?;
        Some(self.untried(wiring))
    }

    /// The wiring from the user or from names, which is taken without comparing answers.
    pub fn untried(&self, wiring: Wiring) -> TakenWiring {
        TakenWiring {
            not_called: self.not_called(&wiring),
            wiring,
            broken_call: None,
            uncompared: Vec::new(),
            answers: [None, None],
            certainty: if self.user_call.wiring().is_some() {
                Certainty::Sure
            } else {
                Certainty::ByNames
            },
        }
    }

    /// The part that the copy does not answer, because the user's expression for it does not apply,
    /// or because its function is not called without a trial.
    fn not_called(&self, wiring: &Wiring) -> Option<PartNotCalled> {
        if let UserCall::Applies {
            unused: Some(unused),
            ..
        } = &self.user_call
        {
            return Some(unused.clone());
        }
        let Some(function) = self.unanswered(wiring) else {
            return self.lacks_first(wiring);
        };
        let PartFunction { part, path, .. } = function;
        let part = *part;
        let has_candidate = self
            .candidates()
            .iter()
            .any(|candidate| candidate.wiring.answers(part));
        let why = if self.user_call.wiring().is_some() {
            let why = format!("your expressions do not answer it, and `{path}` is not called");
            Reason::Unfit(why)
        } else if has_candidate {
            Reason::needs_trial(&format!("`{path}`"), &format!("`--part{part}`"))
        } else {
            Reason::takes_more(path, part)
        };
        Some(PartNotCalled { part, why })
    }

    /// Part 1, if only part 2 is answered, and no function is named after part 1. The site shows
    /// part 2 only after part 1 is solved, so some code solves part 1.
    pub fn lacks_first(&self, wiring: &Wiring) -> Option<PartNotCalled> {
        let is_of_user = self.user_call.wiring().is_some();
        (wiring.parts() == [Part::Two] && !is_of_user).then(|| PartNotCalled {
            part: Part::One,
            why: Reason::Unclear(
                "no name says which function answers it: use `--part1`".to_owned(),
            ),
        })
    }

    /// The function for a part of the puzzle that the wiring does not answer.
    pub fn unanswered(&self, wiring: &Wiring) -> Option<&PartFunction> {
        let parts = parts_in_calendar(self.puzzle);
        self.part_functions
            .iter()
            .find(|function| parts.contains(&function.part) && !wiring.answers(function.part))
    }
}
