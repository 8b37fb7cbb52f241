//! What git says of the repository, asked of the user's own git.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Output;

use super::context::App;
use crate::config::ChildEnv;
use crate::project;

/// The user's git in one folder.
pub struct Git {
    folder: PathBuf,
    environment: ChildEnv,
}

impl App {
    /// Git, to be run in a folder that exists; `None` if there is none.
    pub fn git(&self, folder: &Path) -> Option<Git> {
        let environment = self.child_env();
        environment.program("git")?;
        Some(Git {
            folder: folder.to_owned(),
            environment,
        })
    }
}

impl Git {
    /// The root of the working tree that the folder is in.
    pub fn root(&self) -> Option<PathBuf> {
        let shown = self.run(["rev-parse", "--show-toplevel"])?;
        let path = String::from_utf8(shown.stdout).ok()?;
        let path = path.trim_end_matches(['\r', '\n']);
        (shown.status.success() && !path.is_empty()).then(|| path.into())
    }

    /// Creates a repository in the folder; git's own words if that fails.
    pub fn init(&self) -> Result<(), String> {
        let Some(done) = self.run(["init", "--quiet"]) else {
            return Err("git cannot be started".to_owned());
        };
        if done.status.success() {
            return Ok(());
        }
        let text = String::from_utf8_lossy(&done.stderr);
        let line = text.lines().find(|line| !line.trim().is_empty());
        Err(line.unwrap_or("git failed").to_owned())
    }

    /// Whether git would leave a path out of commits; `None` if it does not say.
    pub fn ignores(&self, path: &Path) -> Option<bool> {
        let words = ["check-ignore", "--quiet", "--no-index", "--"].map(OsStr::new);
        match self
            .run(words.into_iter().chain([path.as_os_str()]))?
            .status
            .code()
        {
            Some(0) => Some(true),
            Some(1) => Some(false),
            _ => None,
        }
    }

    /// The tracked files below a path, from the folder.
    pub fn tracked(&self, path: &Path) -> Vec<String> {
        let words = ["ls-files", "-z", "--"].map(OsStr::new);
        let Some(listed) = self.run(words.into_iter().chain([path.as_os_str()])) else {
            return Vec::new();
        };
        let text = String::from_utf8_lossy(&listed.stdout).into_owned();
        let names = text.split('\0').filter(|name| !name.is_empty());
        names.map(str::to_owned).collect()
    }

    fn run<S: AsRef<OsStr>>(&self, words: impl IntoIterator<Item = S>) -> Option<Output> {
        let mut git = project::git(&self.environment, &self.folder)?;
        git.args(words).output().ok()
    }
}
