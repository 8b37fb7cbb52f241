//! The calls of a day in its copy: none, one call of `functions!`, or one for each candidate. They
//! follow from the kind of the day's file, and from the options of the plan.

use crate::import::calling::{Calling, DayCall, NotCopied, TakenCall, TriedDay};
use crate::import::candidates::{Candidate, why_unclear};
use crate::import::context::PlanContext;
use crate::import::day_file::{DayFile, DayKind};
use crate::import::repository::OldRepository;
use crate::import::wiring::Wiring;

/// The name of each candidate's module, before its number. The modules are at the end of a day.
pub const CANDIDATE_MODULE: &str = "aoc_candidate_";

/// The type that each candidate declares. No day uses this name.
pub const CANDIDATE_TYPE: &str = "AocCandidate";

/// The imports of a day whose output is captured.
const PRINTS: &str = "#[allow(unused_imports)]\nuse aoc_solution::imported::{print, println};\n";

/// The calls of a day in its copy.
pub enum CopyMode<'d> {
    /// None is added: it is a day of `aoc` already.
    AsItIs,
    /// By one call of `functions!`.
    OneCall(TakenCall),
    /// By each of these candidates, in a module of its own at the end.
    AllCandidates {
        candidates: &'d [Candidate],
        has_main: bool,
    },
}

impl<'d> CopyMode<'d> {
    /// The calls of a day in a plan. The error says why the day is not copied. The reason that a
    /// trial found is only about the file that was tried.
    pub fn of(context: &PlanContext<'d>, day: &'d DayFile) -> Result<Self, NotCopied> {
        let calling = context.options.calling;
        if let Calling::AllCandidates { without_main } = calling
            && !day.candidates().is_empty()
        {
            return Ok(Self::AllCandidates {
                candidates: day.candidates(),
                has_main: !without_main.contains(&day.puzzle),
            });
        }
        let by_names = Self::by_names(context.repository, day);
        let Some(TriedDay { file, call }) = calling.found(day.puzzle) else {
            return by_names;
        };
        match call {
            DayCall::By(call) => Ok(Self::OneCall(call.clone())),
            DayCall::ByNames => by_names,
            DayCall::Refused(why) if *file == day.file => Err(why.clone()),
            DayCall::Refused(_) => {
                by_names?;
                let why = format!("another file of this day, `{file}`, was tried in its place");
                Err(NotCopied::Unfit(why))
            }
        }
    }

    /// The calls of a day if nothing is compiled.
    fn by_names(repository: &OldRepository, day: &DayFile) -> Result<Self, NotCopied> {
        match day.kind {
            DayKind::OnePart(_) => {
                let why = "it has only one part: put both parts of a day into one file";
                Err(NotCopied::Unfit(why.to_owned()))
            }
            DayKind::OfAoc => Ok(Self::AsItIs),
            DayKind::ToCall(_) => {
                if let Some(call) = day.call_by_names() {
                    return Ok(Self::OneCall(call));
                }
                let source = repository.source(&day.file).map_err(NotCopied::Unfit)?;
                Err(NotCopied::Unclear(why_unclear(source)))
            }
        }
    }

    /// True if the copy gets the day's input when its code reads a file.
    pub fn reads_input(&self) -> bool {
        match self {
            Self::AsItIs => false,
            Self::OneCall(call) => call.wiring.reads || call.wiring.prints(),
            Self::AllCandidates { .. } => true,
        }
    }

    /// True if a call may name the type that a parser returns, so that it must be visible.
    pub fn names_types(&self) -> bool {
        match self {
            Self::AsItIs => false,
            Self::OneCall(call) => call.wiring.parse.is_some(),
            Self::AllCandidates { .. } => true,
        }
    }

    /// True if the output of the copy is captured.
    pub fn captures_output(&self) -> bool {
        match self {
            Self::AsItIs => false,
            Self::OneCall(call) => call.wiring.prints(),
            Self::AllCandidates {
                candidates,
                has_main,
            } => *has_main && candidates.iter().any(|candidate| candidate.wiring.prints()),
        }
    }

    /// The imports that the copy needs to capture its output.
    pub fn imports(&self) -> &'static str {
        if self.captures_output() { PRINTS } else { "" }
    }

    /// All calls of the day.
    pub fn wirings(&self) -> Vec<&Wiring> {
        match self {
            Self::AsItIs => Vec::new(),
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
