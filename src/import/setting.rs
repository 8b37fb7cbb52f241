//! What is imported into.

use crate::inputs::Store;
use crate::project::Project;
use crate::puzzle::{Puzzle, Year};
use crate::site::Places;

/// What a plan is made for.
pub struct Setting<'a> {
    pub project: &'a Project,
    pub store: &'a Store,
    pub places: Places<'a>,
    /// The year of files whose path and package name none.
    pub year: Option<Year>,
    /// The title of a puzzle whose page is cached.
    pub title: &'a dyn Fn(Puzzle) -> Option<String>,
}
