//! What the programs get that a command starts: cargo, workers, editor, browser.

use std::path::PathBuf;
use std::sync::Arc;

use crate::cargo::{BuildRequest, Profile};
use crate::config::ChildEnv;
use crate::processes::CancelToken;
use crate::project::Project;
use crate::puzzle::Puzzle;
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

impl Launcher {
    /// A build that shows nothing but errors, without optimisation.
    pub fn quiet_build<'a>(
        &'a self,
        project: &'a Project,
        puzzles: &'a [Puzzle],
    ) -> BuildRequest<'a> {
        BuildRequest {
            project,
            puzzles,
            per_day: false,
            profile: Profile::Dev,
            features: &[],
            offline: self.is_offline,
            quiet: true,
            environment: &self.environment,
            cancel: &self.cancel,
        }
    }
}
