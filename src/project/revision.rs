//! Another revision of the project, in a git worktree of its own below
//! `target/`: nothing of what is checked out is touched.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::error::RevisionError;
use super::git::git;
use super::root::Project;
use crate::config::ChildEnv;
use crate::files::Lock;

/// How many worktrees are kept: what was built in them is used again.
const KEPT: usize = 3;

/// The project as another revision has it.
#[derive(Clone, Debug)]
pub struct Revision {
    /// As it was asked for, such as `HEAD~1`.
    pub name: String,
    pub project: Project,
}

impl Project {
    /// The project at `revision`, which git knows by this name.
    pub fn revision(
        &self,
        revision: &str,
        environment: &ChildEnv,
    ) -> Result<Revision, RevisionError> {
        let git = Git {
            root: self.root(),
            environment,
        };
        let prefix = git.ask(&["rev-parse", "--show-prefix"]);
        let prefix = prefix.map_err(|error| match error {
            RevisionError::Git { message, .. } if message.contains(NOT_GIT) => {
                let path = self.root().to_owned();
                RevisionError::NotGit { path }
            }
            error => error,
        })?;
        let commit = format!("{revision}^{{commit}}");
        let ask = [
            "rev-parse",
            "--verify",
            "--quiet",
            "--end-of-options",
            &commit,
        ];
        let commit = git.ask(&ask).map_err(|error| match error {
            RevisionError::Git { .. } => {
                let name = revision.to_owned();
                if git.is_shallow() {
                    RevisionError::Shallow { name }
                } else {
                    RevisionError::Unknown { name }
                }
            }
            error => error,
        })?;
        let folder = self.target_dir().join("aoc-revisions");
        let worktree = folder.join(commit.get(..12).unwrap_or(&commit));
        // Another command may want the same one. It is held while files are
        // checked out, which takes a second at most.
        let lock = folder.with_extension("lock");
        let lock = Lock::acquire(&lock, || {});
        let _lock = lock.map_err(|source| RevisionError::Write {
            path: folder.clone(),
            source,
        })?;
        if !is_worktree(&worktree, &commit, environment) {
            check_out(&git, &worktree, &commit)?;
        }
        // The one that was used last is the newest.
        let _ = fs::write(worktree.join(USED), "");
        remove_old(&git, &folder)?;
        let root = worktree.join(prefix);
        let project = Self::find(&root)
            .ok()
            .filter(|project| project.root() == root);
        project
            .map(|project| Revision {
                name: revision.to_owned(),
                project,
            })
            .ok_or_else(|| RevisionError::NoProject {
                name: revision.to_owned(),
            })
    }
}

/// A file whose time tells when a worktree was used. It lies among what git
/// ignores in a project.
const USED: &str = "target/used";

fn is_worktree(folder: &Path, commit: &str, environment: &ChildEnv) -> bool {
    let git = Git {
        root: folder,
        environment,
    };
    // Without a `.git` of its own, the repository around it would answer; without
    // the other file, not all of it was checked out.
    folder.join(".git").is_file()
        && folder.join(USED).is_file()
        && git
            .ask(&["rev-parse", "HEAD"])
            .is_ok_and(|head| head == commit)
}

fn check_out(git: &Git<'_>, worktree: &Path, commit: &str) -> Result<(), RevisionError> {
    // One that was interrupted, or removed by hand.
    if worktree.exists() {
        fs::remove_dir_all(worktree).map_err(|source| RevisionError::Remove {
            path: worktree.to_path_buf(),
            source,
        })?;
    }
    git.ask(&["worktree", "prune"])?;
    // Twice: git keeps a lock on one whose making was interrupted. A hook would
    // find a project in a place that it does not expect.
    let no_hooks = ["-c", "core.hooksPath=/dev/null"];
    let add = [
        "worktree", "add", "--quiet", "--force", "--force", "--detach",
    ];
    let words = no_hooks.iter().chain(&add).map(OsStr::new);
    let what = [worktree.as_os_str(), commit.as_ref()];
    git.ask(&words.chain(what).collect::<Vec<_>>())?;
    fs::create_dir_all(worktree.join("target")).map_err(|source| RevisionError::Write {
        path: worktree.to_path_buf(),
        source,
    })
}

/// Removes the worktrees but those that were used last.
fn remove_old(git: &Git<'_>, folder: &Path) -> Result<(), RevisionError> {
    let Ok(entries) = fs::read_dir(folder) else {
        return Ok(());
    };
    let mut worktrees: Vec<(SystemTime, PathBuf)> = entries
        .filter_map(|entry| {
            let path = entry.ok()?.path();
            let used = fs::metadata(path.join(USED)).and_then(|used| used.modified());
            Some((used.unwrap_or(SystemTime::UNIX_EPOCH), path))
        })
        .collect();
    worktrees.sort();
    worktrees.reverse();
    for (_, old) in worktrees.into_iter().skip(KEPT) {
        // What is in use by another process stays for the next time.
        let _ = fs::remove_dir_all(&old);
    }
    git.ask(&["worktree", "prune"]).map(drop)
}

/// What git says where there is no repository, in English.
const NOT_GIT: &str = "not a git repository";

/// Those that are used.
const COMMANDS: [&str; 2] = ["rev-parse", "worktree"];

/// Git, in a folder.
struct Git<'a> {
    root: &'a Path,
    environment: &'a ChildEnv,
}

impl Git<'_> {
    fn is_shallow(&self) -> bool {
        self.ask(&["rev-parse", "--is-shallow-repository"])
            .is_ok_and(|answer| answer == "true")
    }

    /// What a command prints, without the line's end.
    fn ask(&self, arguments: &[impl AsRef<OsStr>]) -> Result<String, RevisionError> {
        let mut git = git(self.environment, self.root).ok_or(RevisionError::NoGit)?;
        let output = git.args(arguments).env("LC_ALL", "C").output();
        let output = output.map_err(|source| RevisionError::Start { source })?;
        if !output.status.success() {
            let message = String::from_utf8_lossy(&output.stderr).trim().to_owned();
            let is_asked = |command: &&str| arguments.iter().any(|it| it.as_ref() == *command);
            let command = COMMANDS.into_iter().find(is_asked);
            return Err(RevisionError::Git {
                command: command.unwrap_or_default().to_owned(),
                message,
            });
        }
        let text = String::from_utf8_lossy(&output.stdout);
        Ok(text.trim_end_matches(['\r', '\n']).to_owned())
    }
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;

    fn environment() -> ChildEnv {
        // The tests' own git: no settings of a user.
        let mut variables: Vec<_> = std::env::vars_os().collect();
        variables.push(("GIT_CONFIG_GLOBAL".into(), "/dev/null".into()));
        variables.push(("GIT_CONFIG_NOSYSTEM".into(), "1".into()));
        for name in ["AUTHOR", "COMMITTER"] {
            variables.push((format!("GIT_{name}_NAME").into(), "nobody".into()));
            variables.push((
                format!("GIT_{name}_EMAIL").into(),
                "nobody@example.com".into(),
            ));
        }
        ChildEnv::new(variables, None)
    }

    /// A repository with three commits of a project in the folder `aoc`.
    fn repository() -> (TempDir, Project) {
        let folder = TempDir::new().unwrap();
        let root = folder.path().join("aoc");
        fs::create_dir_all(root.join("days/year2020")).unwrap();
        fs::write(root.join("Cargo.toml"), "[workspace.metadata.aoc]\n").unwrap();
        fs::write(folder.path().join(".gitignore"), "target\n").unwrap();
        let environment = environment();
        let git = Git {
            root: folder.path(),
            environment: &environment,
        };
        git.ask(&["init", "--quiet"]).unwrap();
        for version in 1..=3 {
            fs::write(root.join("days/year2020/day01.rs"), format!("// {version}")).unwrap();
            git.ask(&["add", "--all"]).unwrap();
            git.ask(&["commit", "--quiet", "--message", "a version"])
                .unwrap();
        }
        (folder, Project::find(&root).unwrap())
    }

    fn day(project: &Project) -> String {
        fs::read_to_string(project.root().join("days/year2020/day01.rs")).unwrap()
    }

    #[test]
    fn a_revision_is_a_project_of_its_own() {
        let (_folder, project) = repository();
        let environment = environment();
        let before = project.revision("HEAD~1", &environment).unwrap();
        assert_eq!(
            (before.name.as_str(), day(&before.project).as_str()),
            ("HEAD~1", "// 2")
        );
        assert!(before.project.root().starts_with(project.target_dir()));
        assert_eq!(day(&project), "// 3");
        // It is used again, with what was built there.
        let kept = before.project.root().join("kept");
        fs::write(&kept, "").unwrap();
        let again = project.revision("HEAD~1", &environment).unwrap();
        assert!(kept.exists() && again.project.root() == before.project.root());
        // One that was removed, or is half there, is made anew: also if git has
        // locked it, as it does while it makes one.
        let worktree = before.project.root().join("..");
        let whole = fs::read_to_string(worktree.join(".git")).unwrap();
        let locked = Path::new(whole.trim().strip_prefix("gitdir: ").unwrap()).join("locked");
        for half in [".git", USED] {
            fs::write(&kept, "").unwrap();
            fs::write(&locked, "initializing").unwrap();
            fs::remove_file(worktree.join(half)).unwrap();
            let again = project.revision("HEAD~1", &environment).unwrap();
            assert!(!kept.exists(), "{half}");
            assert_eq!(day(&again.project), "// 2");
        }
    }

    #[test]
    fn what_git_does_not_know_is_said() {
        let (_folder, project) = repository();
        let environment = environment();
        for name in ["nonsense", "--help", "", "HEAD:aoc"] {
            let error = project.revision(name, &environment).unwrap_err();
            assert!(
                matches!(error, RevisionError::Unknown { .. }),
                "{name}: {error}"
            );
        }
    }

    #[test]
    fn without_a_repository_there_is_no_revision() {
        let folder = TempDir::new().unwrap();
        fs::write(
            folder.path().join("Cargo.toml"),
            "[workspace.metadata.aoc]\n",
        )
        .unwrap();
        let project = Project::find(folder.path()).unwrap();
        let error = project.revision("HEAD", &environment()).unwrap_err();
        let says = "is not in a git repository, and so has no other revision";
        assert!(error.to_string().contains(says), "{error}");
    }

    #[test]
    fn several_want_the_same_one() {
        let (_folder, project) = repository();
        std::thread::scope(|scope| {
            let wanted: Vec<_> = (0..4)
                .map(|_| scope.spawn(|| project.revision("HEAD~1", &environment()).unwrap()))
                .collect();
            for revision in wanted {
                assert_eq!(day(&revision.join().unwrap().project), "// 2");
            }
        });
    }

    #[test]
    fn a_shallow_clone_is_named_as_the_reason() {
        let (folder, _) = repository();
        let clone = TempDir::new().unwrap();
        let environment = environment();
        let git = Git {
            root: clone.path(),
            environment: &environment,
        };
        let from = format!("file://{}", folder.path().display());
        git.ask(&["clone", "--quiet", "--depth", "1", &from, "."])
            .unwrap();
        let project = Project::find(&clone.path().join("aoc")).unwrap();
        assert!(project.revision("HEAD", &environment).is_ok());
        let error = project.revision("HEAD~1", &environment).unwrap_err();
        assert!(matches!(error, RevisionError::Shallow { .. }), "{error}");
        git.ask(&["fetch", "--quiet", "--unshallow"]).unwrap();
        assert!(project.revision("HEAD~1", &environment).is_ok());
    }

    #[test]
    fn only_those_used_last_are_kept() {
        let (_folder, project) = repository();
        let environment = environment();
        let folder = project.target_dir().join("aoc-revisions");
        for old in 0..KEPT {
            fs::create_dir_all(folder.join(format!("old{old}"))).unwrap();
        }
        let newest = project.revision("HEAD", &environment).unwrap();
        assert!(newest.project.root().exists());
        assert_eq!(fs::read_dir(folder).unwrap().count(), KEPT);
    }
}
