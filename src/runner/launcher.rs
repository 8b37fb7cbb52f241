//! The settings of the programs that a command starts, such as cargo, workers, the editor and the
//! browser.

use std::path::PathBuf;

use super::spawn_options::StdoutTarget;
use crate::cargo::{self, BuildRequest, Profile};
use crate::config::ChildEnv;
use crate::processes::CancelToken;
use crate::project::Project;
use crate::puzzle::Puzzle;

/// The environment and the options for starting programs. A function that does not take a
/// `Launcher` starts no programs.
pub struct Launcher {
    /// The environment of the programs. It does not contain the session.
    pub environment: ChildEnv,
    /// The current folder.
    pub folder: PathBuf,
    /// The destination of a solution's stdout. With `--json`, stdout is reserved for the JSON
    /// document.
    pub stdout: StdoutTarget,
    /// True if no crates may be downloaded and no browser may be opened.
    pub is_offline: bool,
    /// The token that stops builds and runs.
    pub cancel: CancelToken,
}

impl Launcher {
    /// A build that is not optimised and prints only errors.
    pub fn quiet_build<'a>(
        &'a self,
        project: &'a Project,
        puzzles: &'a [Puzzle],
    ) -> BuildRequest<'a> {
        BuildRequest {
            project,
            puzzles,
            per_day: false,
            tests: false,
            profile: Profile::Dev,
            features: &[],
            build_dir: cargo::WORKERS_FOLDER,
            offline: self.is_offline,
            quiet: true,
            environment: &self.environment,
            cancel: &self.cancel,
        }
    }
}
