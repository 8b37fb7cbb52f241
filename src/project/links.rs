//! Finds the links in a repository through which `aoc` must not write.

use std::path::Path;

use super::git::{Git, is_repository};
use super::root::Project;
use crate::config::ChildEnv;
use crate::error::{CliError, Exit, Result, file_error};
use crate::files::slashed;

impl Project {
    /// Fails if a folder or file below the root must not be written to. A link in its path is
    /// refused if git tracks it and it leads out of the repository. Otherwise a cloned repository
    /// could decide where `aoc` writes. A link that git does not track is the user's own, and `aoc`
    /// follows it.
    pub fn check_links(&self, path: &Path) -> Result<()> {
        let Ok(below) = path.strip_prefix(&self.root) else {
            return Ok(());
        };
        let mut parent = self.root.clone();
        for name in below {
            let path = parent.join(name);
            if path.is_symlink() && self.leaves_repository(&path) {
                if !is_tracked(&self.environment, &parent, &name.to_string_lossy()) {
                    return Ok(());
                }
                let shown = self.shown(&path);
                return Err(file_error(format!(
                    "git tracks the link {shown}, which leads out of the repository, so nothing \
                     is written there: replace it by a folder or file, or run `git rm --cached \
                     {shown}` if the link is your own"
                )));
            }
            parent = path;
        }
        Ok(())
    }

    /// True if a link in the repository leads out of it, or if its target does not exist.
    fn leaves_repository(&self, link: &Path) -> bool {
        let repository = self.root.ancestors().find(|folder| is_repository(folder));
        let Some(Ok(repository)) = repository.map(Path::canonicalize) else {
            return false;
        };
        let target = link.canonicalize();
        !target.is_ok_and(|target| target.starts_with(repository))
    }

    /// Fails if a path of the library, relative to the root, has a link. A link that git does not
    /// track is refused, too: it may lead to another checkout, whose library does not belong to
    /// this repository.
    pub(super) fn check_library_links(&self, path: &str) -> Result<()> {
        let Some(link) = link_in(&self.root, path) else {
            return Ok(());
        };
        let message = format!(
            "{link} is a link, which may lead to another checkout: update the library there, or \
             replace the link by a folder"
        );
        Err(CliError::new(Exit::Refused, message))
    }
}

/// The link in a path below `root`, if there is one. The link is the file itself or a folder above
/// it.
pub fn link_in(root: &Path, path: &str) -> Option<String> {
    Path::new(path)
        .ancestors()
        .find(|part| root.join(part).is_symlink())
        .map(slashed)
}

/// True if git tracks this entry of a folder itself, and not only files below it. Case is ignored,
/// as in some file systems. Without git on `PATH`, no entry is tracked.
fn is_tracked(environment: &ChildEnv, folder: &Path, name: &str) -> bool {
    let entry = format!(":(icase){name}");
    Git::new(environment, folder).is_some_and(|git| {
        let tracked = git.tracked(Path::new(&entry));
        tracked.iter().any(|path| path.eq_ignore_ascii_case(name))
    })
}
