//! The first look at a puzzle, from which its times can be counted as well as from its
//! unlock: who gets up at eight did not need three hours.

use chrono::{DateTime, SubsecRound, Utc};

use crate::app::Workspace;
use crate::puzzle::{Puzzle, unlock};

/// Notes that a puzzle's text is shown now, by the site's clock, unless it was seen before:
/// an earlier look that was not noted is known from answers. A download is no look.
pub fn note_first_look(workspace: &Workspace, now: DateTime<Utc>, puzzle: Puzzle) {
    let now = now.trunc_subsecs(0);
    if workspace.project().is_err() || now < unlock(puzzle) {
        return;
    }
    if let Ok(store) = workspace.store() {
        // A file that cannot be changed is told by the command that needs it.
        let _ = store.edit_answers(puzzle, None, |answers| answers.note_first_look(now));
    }
}
