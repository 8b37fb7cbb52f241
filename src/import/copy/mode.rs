//! The calls of a day in its copy: one call of `functions!`, or one for each candidate.

use crate::import::candidates::Candidate;
use crate::import::day_file::TakenCall;
use crate::import::wiring::Wiring;

/// The name of each candidate's module, before its number. The modules are at the end of a day.
pub const CANDIDATE_MODULE: &str = "aoc_candidate_";

/// The type that each candidate declares. No day uses this name.
pub const CANDIDATE_TYPE: &str = "AocCandidate";

/// The imports of a day whose output is captured.
const PRINTS: &str = "#[allow(unused_imports)]\nuse aoc_solution::imported::{print, println};\n";

/// The calls of a day in its copy.
#[derive(Clone, Copy)]
pub enum CopyMode<'w> {
    /// By one call of `functions!`.
    OneCall(&'w TakenCall),
    /// By each of these candidates, in a module of its own at the end.
    AllCandidates {
        candidates: &'w [Candidate],
        has_main: bool,
    },
}

impl<'w> CopyMode<'w> {
    /// True if the copy gets the day's input when its code reads a file.
    pub fn reads_input(self) -> bool {
        match self {
            Self::OneCall(call) => call.wiring.reads || call.wiring.prints(),
            Self::AllCandidates { .. } => true,
        }
    }

    /// True if a call may name the type that a parser returns, so that it must be visible.
    pub fn names_types(self) -> bool {
        match self {
            Self::OneCall(call) => call.wiring.parse.is_some(),
            Self::AllCandidates { .. } => true,
        }
    }

    /// True if the output of the copy is captured.
    pub fn captures_output(self) -> bool {
        match self {
            Self::OneCall(call) => call.wiring.prints(),
            Self::AllCandidates {
                candidates,
                has_main,
            } => has_main && candidates.iter().any(|candidate| candidate.wiring.prints()),
        }
    }

    /// The imports that the copy needs to capture its output.
    pub fn imports(self) -> &'static str {
        if self.captures_output() { PRINTS } else { "" }
    }

    /// All calls of the day.
    pub fn wirings(self) -> Vec<&'w Wiring> {
        match self {
            Self::OneCall(call) => vec![&call.wiring],
            Self::AllCandidates { candidates, .. } => candidates
                .iter()
                .map(|candidate| &candidate.wiring)
                .collect(),
        }
    }
}

/// A module for each candidate, with the candidate's number in its name. In all of them, code that
/// reads gets the day's input. The run then shows whether it reads.
pub fn candidate_modules(candidates: &[Candidate]) -> String {
    let mut modules = "\n".to_owned();
    for (index, candidate) in candidates.iter().enumerate() {
        let wiring = Wiring {
            reads: true,
            ..candidate.wiring.clone()
        };
        let call = wiring.render(CANDIDATE_TYPE, "", &[]);
        let output = candidate.printing().map(|call| {
            format!(
                "pub fn output(input: &str) -> String {{ \
                 aoc_solution::imported::output(input, || {call}) }}\n"
            )
        });
        modules += &format!(
            "pub mod {CANDIDATE_MODULE}{index} {{\n#[allow(unused_imports)]\nuse super::*;\n\
             {call}{}}}\n",
            output.unwrap_or_default()
        );
    }
    modules
}
