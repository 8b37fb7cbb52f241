//! The first look at a puzzle. The time to its stars can be counted from it.

use crate::app::{Ui, Workspace};
use crate::download::inputs::describe_input;
use crate::puzzle::Puzzle;
use crate::site::SiteTime;

/// If results are shown on a terminal, records that the user looks at the puzzle now, and describes
/// its input. Returns false if there is no input. The download may have failed, so the user may not
/// have seen the puzzle yet.
pub fn begin_day(ui: &Ui, time: SiteTime, workspace: &Workspace, puzzle: Puzzle) -> bool {
    let has_input = workspace
        .store()
        .is_ok_and(|store| store.has_input(puzzle, None));
    if has_input && ui.shows_on_terminal() {
        workspace.record_first_look(time, puzzle);
        describe_input(ui, workspace, puzzle);
    }
    has_input
}
