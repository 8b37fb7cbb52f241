//! What does the user want? The folder or the tool that `aoc import` was given, with its options,
//! and the project that gets the copies.

use aoc_solution::Part;

use crate::config::Environment;
use crate::inputs::Store;
use crate::project::Project;
use crate::puzzle::Year;

/// The project of the user, and the options of the command.
pub struct ImportRequest<'a> {
    pub project: &'a Project,
    pub store: &'a Store,
    pub environment: &'a Environment,
    /// The tool or the folder that the user named. `None` means aocd.
    pub from: Option<&'a str>,
    /// The year of files whose path has no year.
    pub year: Option<Year>,
    /// The user's expressions over `input` that answer the parts of days.
    pub expressions: &'a [(Part, String)],
    /// The user's expression over `input` for the text that days get instead of the whole input.
    pub text: Option<&'a str>,
}
