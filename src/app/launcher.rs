//! The settings of the programs that a command starts: cargo, workers, editor, browser.

use std::path::PathBuf;

use crate::cargo::{self, BuildRequest, Profile};
use crate::config::ChildEnv;
use crate::processes::CancelToken;
use crate::project::Project;
use crate::puzzle::Puzzle;
use crate::runner::Stdout;

/// Starts programs. A function that does not get it starts none.
pub struct Launcher {
    /// The environment, without the session.
    pub environment: ChildEnv,
    /// The current folder.
    pub folder: PathBuf,
    /// The destination of a solution's stdout. With `--json`, stdout contains only the command's
    /// document.
    pub stdout: Stdout,
    /// Whether downloads of crates and opening the browser are disabled.
    pub is_offline: bool,
    /// The token that stops builds and runs.
    pub cancel: CancelToken,
}

impl Launcher {
    /// A build without optimisation that shows only errors.
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
            build_dir: cargo::TARGET,
            offline: self.is_offline,
            quiet: true,
            environment: &self.environment,
            cancel: &self.cancel,
        }
    }
}
