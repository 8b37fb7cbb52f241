//! The user's git.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::config::ChildEnv;

/// Set by git for its hooks; they would lead to another repository.
const OF_HOOKS: [&str; 3] = ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"];

/// Git, to be run in a folder; `None` if there is none on `PATH`.
pub fn git(environment: &ChildEnv, folder: &Path) -> Option<Command> {
    let mut git = Command::new(environment.program("git")?);
    environment.apply_to(&mut git);
    git.current_dir(folder).stdin(Stdio::null());
    for name in OF_HOOKS {
        git.env_remove(name);
    }
    Some(git)
}

#[cfg(test)]
mod tests {
    use std::ffi::OsStr;

    use super::*;

    #[test]
    fn a_hook_leads_nowhere_else() {
        let variable = |name: &str, value: &OsStr| (name.into(), value.to_owned());
        let path = std::env::var_os("PATH").unwrap_or_default();
        let variables = vec![
            variable("PATH", &path),
            variable("GIT_DIR", OsStr::new("/nowhere")),
            variable("LANG", OsStr::new("C")),
        ];
        let git = git(&ChildEnv::new(variables, None), Path::new(".")).unwrap();
        let set: Vec<&OsStr> = git
            .get_envs()
            .filter_map(|(name, value)| value.and(Some(name)))
            .collect();
        assert_eq!(set, ["LANG", "PATH"]);
        let none = ChildEnv::new(vec![variable("PATH", OsStr::new("/nowhere"))], None);
        assert!(super::git(&none, Path::new(".")).is_none());
    }
}
