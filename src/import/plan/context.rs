//! The facts from which a plan is made: the old repository, the request with the options, and the
//! contents of the project.

use std::collections::BTreeSet;

use super::features::{NO_FEATURES, UnstableFeatures};
use super::record::Record;
use crate::files::read_text_file;
use crate::import::candidates::Candidate;
use crate::import::copy_mode::CopyMode;
use crate::import::day_decision::Certainty;
use crate::import::day_file::DayFile;
use crate::import::instructions::Instructions;
use crate::import::manifest::Package;
use crate::import::repository::OldRepository;
use crate::import::request::ImportRequest;
use crate::project::Project;
use crate::project::source::features;
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

impl PlanOptions<'_> {
    /// The unstable features that a copy of an earlier import declares in this file. Empty after a
    /// trial, which has decided about all features.
    pub fn kept_features(&self, file: &str) -> BTreeSet<String> {
        if self.allowed.is_some() {
            return BTreeSet::new();
        }
        let text = read_text_file(&self.project.root().join(file));
        features(&text.unwrap_or_default())
    }
}

impl PlanContext<'_> {
    /// How certain this import is of the copy of a day, or that it refuses the day (`None`). `--text`
    /// is an expression of the user for all days.
    pub fn certainty(&self, mode: Option<&CopyMode>) -> Certainty {
        match mode {
            Some(CopyMode::OneWiring(taken)) if self.request.text.is_none() => taken.certainty,
            Some(_) => Certainty::Sure,
            None if self.options.allowed.is_some() => Certainty::Tried,
            None => Certainty::ByNames,
        }
    }

    /// True if the user's expressions apply to one of the days.
    pub fn uses_expressions(&self) -> bool {
        let mut candidates = self.repository.days.iter().flat_map(DayFile::candidates);
        candidates.any(Candidate::is_of_user)
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
