//! The facts from which a plan is made: the old repository, the request with the options, and the
//! contents of the project.

use std::collections::BTreeSet;

use super::features::{NO_FEATURES, UnstableFeatures};
use super::record::{Origin, Record};
use crate::import::candidates::Candidate;
use crate::import::copy_mode::CopyMode;
use crate::import::day_decision::Certainty;
use crate::import::day_file::DayFile;
use crate::import::instructions::Instructions;
use crate::import::manifest::Package;
use crate::import::repository::OldRepository;
use crate::import::request::ImportRequest;
use crate::project::Project;
use crate::puzzle::Puzzle;

pub struct PlanContext<'a> {
    pub repository: &'a OldRepository,
    pub request: &'a ImportRequest<'a>,
    pub options: &'a PlanOptions<'a>,
    /// The files that earlier imports have written to the user's project.
    pub record: Record,
    /// The packages of the project. Cargo rejects a second package of the same name.
    pub own_packages: Vec<Package>,
}

/// The options in which the plans of an import differ.
pub struct PlanOptions<'a> {
    /// The project that gets the files: the user's project, or the one of a trial.
    pub project: &'a Project,
    pub instructions: &'a Instructions<'a>,
    /// The days that the user has allowed to build. No other day is copied. `None` if nothing is
    /// built after the plan.
    pub allowed: Option<&'a BTreeSet<Puzzle>>,
    /// The packages that cannot be copied.
    pub unreadable: &'a [UnreadablePackage],
    /// The decisions about unstable features.
    pub unstable: &'a UnstableFeatures,
}

impl PlanContext<'_> {
    /// How certain it is what a package declares, or that a day is refused.
    pub fn certainty(&self) -> Certainty {
        match self.options.allowed {
            Some(_) => Certainty::Tried,
            None => Certainty::ByNames,
        }
    }

    /// How certain the copy of a day is. `--text` is an expression of the user for all days. A trial
    /// decides about candidates, and a day of `aoc` needs no decision.
    pub fn certainty_of(&self, mode: &CopyMode) -> Certainty {
        match mode {
            CopyMode::OneWiring(taken) if self.request.text.is_none() => taken.certainty,
            _ => Certainty::Certain,
        }
    }

    /// True if the user's expressions apply to one of the days.
    pub fn uses_expressions(&self) -> bool {
        let mut candidates = self.repository.days.iter().flat_map(DayFile::candidates);
        candidates.any(Candidate::is_of_user)
    }

    /// The text of a copy that an earlier import has made, knowing more than this one.
    pub fn better_copy(&self, file: &str, origin: &Origin) -> Option<String> {
        let root = self.options.project.root();
        self.record.better_copy(root, file, origin)
    }
}

/// A copied package that prevents cargo from reading the workspace.
pub struct UnreadablePackage {
    /// The name of the copy.
    pub name: String,
    pub why: String,
}

impl<'a> ImportRequest<'a> {
    /// The options of a plan for all days, in the user's project.
    pub fn options(&self, instructions: &'a Instructions<'a>) -> PlanOptions<'a> {
        PlanOptions {
            project: self.project,
            instructions,
            allowed: None,
            unreadable: &[],
            unstable: NO_FEATURES,
        }
    }
}
