//! What the signs of a table mean, which stands below it the first time.

use std::fs;

use crate::app::{Ui, Workspace};
use crate::cargo::stamps;

/// True the first time that this is asked in a project for the table of this name, if it is
/// shown on a terminal. If that cannot be kept, it is false.
pub fn is_first_time(ui: &Ui, workspace: &Workspace, table: &str) -> bool {
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
