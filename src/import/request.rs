//! The request of the user, and the options of a plan.

use std::collections::BTreeSet;

use aoc_solution::Part;

use super::day_decision::WiringSource;
use crate::config::Environment;
use crate::inputs::Store;
use crate::project::Project;
use crate::puzzle::{Puzzle, Year};

/// The project of the user, and the options of the command.
pub struct ImportRequest<'a> {
    pub project: &'a Project,
    pub store: &'a Store,
    pub environment: &'a Environment,
    /// The tool or the folder that the user named.
    pub from: Option<&'a str>,
    /// The year of files whose path has no year.
    pub year: Option<Year>,
    /// The user's expressions over `input` that answer the parts of days.
    pub expressions: &'a [(Part, String)],
    /// Whether an expression does not use the text. It then calls code that reads the text.
    pub calls_readers: bool,
    /// The user's expression over `input` for the text that days get instead of the whole input.
    pub text: Option<&'a str>,
}

/// The options in which the plans of an import differ.
pub struct PlanOptions<'a> {
    /// The project that gets the files: the user's project, or the one of a trial.
    pub project: &'a Project,
    /// The calls of the days in their copies.
    pub wirings: WiringSource<'a>,
    /// The days to copy. `None` means all days.
    pub only: Option<&'a BTreeSet<Puzzle>>,
    /// The packages that cannot be copied.
    pub unreadable: &'a [UnreadablePackage],
}

/// A copied package that prevents cargo from reading the workspace.
pub struct UnreadablePackage {
    /// The name of the copy.
    pub name: String,
    pub why: String,
}

impl<'a> ImportRequest<'a> {
    /// The options of a plan for all days, in the user's project.
    pub fn options(&self, wirings: WiringSource<'a>) -> PlanOptions<'a> {
        PlanOptions {
            project: self.project,
            wirings,
            only: None,
            unreadable: &[],
        }
    }
}
