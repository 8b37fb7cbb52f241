//! The mode of a day's copy: the wirings that are added to the text, which may be none, one, or all
//! candidates. The whole copy of an earlier import may also be kept.

use crate::import::candidates::Candidate;
use crate::import::candidates::wiring::Wiring;
use crate::import::repository::day_decision::TakenWiring;
use crate::import::repository::day_file::DayFile;
use crate::import::source::CAPTURING_MACROS;

/// The beginning of the names of the candidates' modules, which are at the end of a day. A number
/// follows.
pub const CANDIDATE_MODULE: &str = "aoc_candidate_";

/// The type that each candidate declares. No day uses this name.
pub const CANDIDATE_TYPE: &str = "AocCandidate";

/// The wirings in the copy of a day.
pub enum CopyMode<'d> {
    /// The file already is a day of `aoc`, and is copied unchanged.
    Verbatim,
    /// An earlier import knew more about the same code, so its copy stays. This is the text of that
    /// copy.
    Kept(&'d str),
    /// One call of `functions!` is added.
    OneWiring(Box<TakenWiring>),
    /// Each of these candidates is added, in a module of its own at the end of the day. The
    /// module's name contains the candidate's number.
    Candidates(Vec<(usize, &'d Candidate)>),
}

impl<'d> CopyMode<'d> {
    /// All candidates of a day.
    pub fn candidates(day: &'d DayFile) -> Self {
        Self::Candidates(day.candidates().iter().enumerate().collect())
    }

    /// True if code that reads a file gets the day's input instead.
    pub fn redirects_reads(&self) -> bool {
        match self {
            Self::Verbatim | Self::Kept(_) => false,
            Self::OneWiring(taken) => {
                taken.wiring.redirects_reads() || taken.wiring.captures_output()
            }
            Self::Candidates(_) => true,
        }
    }

    /// True if a call may name the type that a parser returns, so that the type must be visible.
    pub fn names_types(&self) -> bool {
        self.wirings().iter().any(|wiring| wiring.parse.is_some())
    }

    /// True if the copy contains the day's own `main`: the call of the day needs `main`, or the
    /// copy is a whole day of `aoc`, whose call may need it.
    pub fn keeps_main(&self) -> bool {
        match self {
            Self::Verbatim | Self::Kept(_) => true,
            Self::OneWiring(_) | Self::Candidates(_) => {
                self.wirings().iter().any(|wiring| wiring.calls_main())
            }
        }
    }

    /// The macros that capture the output of the copy. Empty if the output is not captured.
    pub fn capturing_macros(&self) -> &'static str {
        if self.wirings().iter().any(|wiring| wiring.captures_output()) {
            CAPTURING_MACROS
        } else {
            ""
        }
    }

    pub fn wirings(&self) -> Vec<&Wiring> {
        match self {
            Self::Verbatim | Self::Kept(_) => Vec::new(),
            Self::OneWiring(taken) => vec![&taken.wiring],
            Self::Candidates(candidates) => candidates
                .iter()
                .map(|(_, candidate)| &candidate.wiring)
                .collect(),
        }
    }
}

/// A module for each candidate. The module's name contains the candidate's number. In all modules,
/// code that reads files or stdin gets the day's input, and the run shows whether the code reads.
/// Some lints of the user's year are turned off in the modules, because they are meant for the
/// user's code.
pub fn candidate_modules(candidates: &[(usize, &Candidate)]) -> String {
    let mut modules = "\n".to_owned();
    for (number, candidate) in candidates {
        let mut wiring = candidate.wiring.clone();
        wiring.set_redirects_reads(true);
        let call = wiring.render(CANDIDATE_TYPE, "", &[]);
        let output = candidate.wiring.printing_both().map(|call| {
            let text = candidate.wiring.text().unwrap_or("input");
            format!(
                "pub fn output(input: &str) -> ::std::string::String {{ let input: &str = {text}; \
                 aoc_solution::imported::output(input, || {}) }}\n",
                call.code
            )
        });
        modules += &format!(
            "#[allow(unreachable_pub, unused_qualifications)]\npub mod {CANDIDATE_MODULE}{number} {{\n\
             #[allow(unused_imports)]\nuse super::*;\n{call}{}}}\n",
            output.unwrap_or_default()
        );
    }
    modules
}
