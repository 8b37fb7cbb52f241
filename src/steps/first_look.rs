//! The first look at a puzzle, from which the time to its stars is counted.

use crate::app::{Ui, Workspace};
use crate::download::inputs::describe_input;
use crate::puzzle::Puzzle;
use crate::site::SiteTime;

/// Notes that the user looks at the puzzle now, and describes its input, if results are read on a
/// terminal.
pub fn note_first_look(ui: &Ui, time: SiteTime, workspace: &Workspace, puzzle: Puzzle) {
    if ui.shows_on_terminal() {
        workspace.note_first_look(time, puzzle);
        describe_input(ui, workspace, puzzle);
    }
}
