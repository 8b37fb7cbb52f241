//! What the signs of a table mean, which stands below it the first time.

use std::fs;

use crate::app::{Ui, Workspace};
use crate::cargo::stamps;

/// Remembers that the signs of the table of this name are explained in this project. Returns
/// whether they are to be: it is the first time, on a terminal, and can be remembered.
pub fn mark_explained(ui: &Ui, workspace: &Workspace, table: &str) -> bool {
    let Ok(project) = workspace.project() else {
        return false;
    };
    if ui.json || ui.stdout.width.is_none() {
        return false;
    }
    let folder = stamps(project);
    let is_kept = fs::create_dir_all(&folder).is_ok();
    is_kept && fs::File::create_new(folder.join(format!("{table}-explained"))).is_ok()
}
