//! What the programs get that a command starts: cargo, workers, editor, browser.

use std::path::PathBuf;
use std::sync::Arc;

use crate::config::ChildEnv;
use crate::processes::CancelToken;
use crate::runner::Stdout;

/// How programs are started. A step without it starts none.
pub struct Launcher {
    /// Without the session.
    pub environment: Arc<ChildEnv>,
    /// The current folder.
    pub folder: PathBuf,
    /// With `--json`, stdout has nothing but the document of the command.
    pub stdout: Stdout,
    /// Whether cargo downloads no crates, and no browser is opened.
    pub is_offline: bool,
    /// Cancelling it stops builds and runs.
    pub cancel: CancelToken,
}
