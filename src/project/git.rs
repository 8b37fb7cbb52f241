//! Runs the user's git: for facts about the repository, and to check out another revision
//! of the project into a worktree below `target/`, so that the user's checkout is not
//! touched.

use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use super::root::Project;
use crate::config::ChildEnv;
use crate::error::{CliError, Exit};
use crate::files::{Lock, mark_used, read_text_file, remove_oldest};

/// Variables that git sets for its hooks. They would redirect git to another
/// repository.
const HOOK_VARIABLES: [&str; 3] = ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"];

/// The number of worktrees that are kept, with what was built in them.
const KEPT: usize = 3;

/// The user's git in one folder.
#[derive(Clone, Debug)]
pub struct Git {
    program: PathBuf,
    folder: PathBuf,
    environment: ChildEnv,
}

impl Git {
    /// Git in an existing folder; `None` if git is not on `PATH`.
    pub fn new(environment: &ChildEnv, folder: &Path) -> Option<Self> {
        Some(Self {
            program: environment.program("git")?,
            folder: folder.to_owned(),
            environment: environment.clone(),
        })
    }

    /// Runs git with the blank-separated `words`, followed by arguments that may
    /// contain blanks.
    fn run<A: AsRef<OsStr>>(&self, words: &str, more: &[A]) -> io::Result<Output> {
        let mut git = Command::new(&self.program);
        self.environment.apply_to(&mut git);
        for name in HOOK_VARIABLES {
            git.env_remove(name);
        }
        git.args(words.split_whitespace())
            .args(more)
            .current_dir(&self.folder)
            .env("LC_ALL", "C")
            .stdin(Stdio::null())
            .output()
    }

    /// The output of a command without the line end; the error is git's own message.
    fn ask<A: AsRef<OsStr>>(&self, words: &str, more: &[A]) -> Result<String, String> {
        let output = self.run(words, more);
        let output = output.map_err(|error| format!("git cannot be started: {error}"))?;
        if output.status.success() {
            let text = String::from_utf8_lossy(&output.stdout);
            return Ok(text.trim_end_matches(['\r', '\n']).to_owned());
        }
        let text = String::from_utf8_lossy(&output.stderr);
        let line = text.lines().find(|line| !line.trim().is_empty());
        Err(line.unwrap_or("git failed").to_owned())
    }

    fn ask_plain(&self, words: &str) -> Result<String, String> {
        self.ask::<&str>(words, &[])
    }

    /// The root of the working tree that the folder is in.
    pub fn root(&self) -> Option<PathBuf> {
        let root = self.ask_plain("rev-parse --show-toplevel").ok()?;
        (!root.is_empty()).then(|| root.into())
    }

    /// Creates a repository in the folder; the error is git's own message.
    pub fn init(&self) -> Result<(), String> {
        self.ask_plain("init --quiet").map(drop)
    }

    /// Returns whether git ignores a path; `None` if git fails.
    pub fn ignores(&self, path: &Path) -> Option<bool> {
        let output = self.run("check-ignore --quiet --no-index --", &[path]);
        let code = output.ok()?.status.code()?;
        (code < 2).then_some(code == 0)
    }

    /// The tracked files below a path, relative to the folder.
    pub fn tracked(&self, path: &Path) -> Vec<String> {
        let listed = self.ask("ls-files -z --", &[path]).unwrap_or_default();
        names(&listed).map(str::to_owned).collect()
    }

    /// The content of a file in the last commit; `None` if the commit does not have it, or
    /// outside of a repository. The path is relative to the folder.
    pub fn committed(&self, path: &str) -> Option<Vec<u8>> {
        let output = self
            .run("cat-file blob", &[format!("HEAD:./{path}")])
            .ok()?;
        output.status.success().then_some(output.stdout)
    }

    /// Makes git forget the worktrees in `folder` that are gone. `git worktree prune` would
    /// also forget the user's own whose disk is not there at the moment.
    fn forget_worktrees(&self, folder: &Path) -> Result<(), String> {
        let folder = folder.canonicalize().map_err(|error| error.to_string())?;
        for line in self.ask_plain("worktree list --porcelain")?.lines() {
            let path = Path::new(line.strip_prefix("worktree ").unwrap_or_default());
            if path.starts_with(&folder) && !path.exists() {
                // `--force` twice: git locks a worktree whose creation was interrupted.
                self.ask("worktree remove --force --force", &[path])?;
            }
        }
        Ok(())
    }
}

/// True if a folder is the root of a git repository.
pub fn is_repository(folder: &Path) -> bool {
    folder.join(".git").exists()
}

/// The names in a list separated by NUL, as `-z` prints it.
fn names(list: &str) -> impl Iterator<Item = &str> {
    list.split('\0').filter(|name| !name.is_empty())
}

impl Project {
    /// True if a folder belongs to a submodule, checked out or not.
    pub fn is_submodule(&self, folder: &Path) -> bool {
        let text = read_text_file(&self.root.join(".gitmodules")).unwrap_or_default();
        let mut paths = text.lines().filter_map(|line| {
            let (key, path) = line.split_once('=')?;
            (key.trim() == "path").then(|| path.trim().trim_matches('"'))
        });
        paths.any(|path| self.root.join(path) == folder)
    }

    /// Checks out the project at `revision`, as git names it.
    pub fn revision(&self, revision: &str, environment: &ChildEnv) -> Result<Self, CliError> {
        let usage = |message: String| CliError::new(Exit::Usage, message);
        let failed = |message: String| CliError::new(Exit::Files, message);
        let no_git = "git is not installed: another revision cannot be checked out".to_owned();
        let git = Git::new(environment, &self.root).ok_or_else(|| failed(no_git))?;
        let prefix = git.ask_plain("rev-parse --show-prefix").map_err(|error| {
            if !error.contains("not a git repository") {
                return failed(error);
            }
            usage(format!(
                "{} is not in a git repository, and so has no other revision: make it one with \
                 `git init` and commit it",
                self.root.display()
            ))
        })?;
        let words = "rev-parse --verify --quiet --end-of-options";
        let commit = git.ask(words, &[format!("{revision}^{{commit}}")]);
        let commit = commit.map_err(|_| {
            // The clone may be shallow, as those of CI services are.
            let shallow = git.ask_plain("rev-parse --is-shallow-repository");
            let fix = match shallow.as_deref() {
                Ok("true") => {
                    " in this shallow clone: get the other commits with `git fetch --unshallow`, \
                     or name one that is here"
                }
                _ => ": name a commit, a branch or a tag",
            };
            usage(format!("git knows no revision `{revision}`{fix}"))
        })?;
        let folder = self.target_dir().join("aoc-revisions");
        let worktree = folder.join(commit.get(..12).unwrap_or(&commit));
        // Another command may want the same worktree. The lock is held during the
        // checkout, which takes a second at most.
        let lock = Lock::acquire(&folder.with_extension("lock"), || {});
        let _lock = lock.map_err(|source| CliError::write(&folder, source))?;
        check_out(&git, &worktree, &commit, &prefix)
            .map_err(|why| failed(format!("cannot check out `{revision}`: {why}")))?;
        // The most recently used worktrees are kept.
        mark_used(&worktree);
        remove_oldest(&folder, KEPT, "");
        // A worktree that git still lists does no harm.
        let _ = git.forget_worktrees(&folder);
        let root = worktree.join(prefix);
        let found = Self::find(&root).ok().filter(|it| it.root() == root);
        let none = format!("revision `{revision}` has no aoc project in this place");
        found.ok_or_else(|| usage(none))
    }
}

/// Creates a worktree of a commit, or resets an existing one, which may have been
/// edited or only half checked out. Build output in it stays, other extra files are
/// removed.
fn check_out(git: &Git, worktree: &Path, commit: &str, prefix: &str) -> Result<(), String> {
    let own = Git {
        folder: worktree.to_owned(),
        ..git.clone()
    };
    let write_files = || {
        // The index is not trusted: all files are written again. Hooks are disabled,
        // because they would find a project in an unexpected place.
        own.ask_plain("read-tree --empty")?;
        let checkout = "-c core.hooksPath=/dev/null checkout --quiet --force --detach";
        own.ask(checkout, &[commit])?;
        let target = format!("--exclude=/{prefix}target");
        own.ask("clean -ffdqx --exclude=/target", &[target])
            .map(drop)
    };
    // Without its own `.git`, the commands would change the surrounding repository.
    let is_worktree = worktree.join(".git").is_file()
        && own.root().and_then(|root| root.canonicalize().ok()) == worktree.canonicalize().ok();
    if is_worktree && write_files().is_ok() {
        return Ok(());
    }
    // Its creation was interrupted, or a part of it was removed by hand.
    if worktree.exists() {
        fs::remove_dir_all(worktree).map_err(|error| error.to_string())?;
    }
    // `--force` twice: git may still list this worktree, and locks one whose creation was
    // interrupted.
    let add = "worktree add --quiet --no-checkout --force --force --detach";
    git.ask(add, &[worktree.as_os_str(), commit.as_ref()])?;
    write_files()
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;
    use crate::testing::write;

    fn environment() -> ChildEnv {
        // The tests' own git: no settings of a user.
        let mut variables: Vec<_> = std::env::vars_os().collect();
        variables.push(("GIT_CONFIG_GLOBAL".into(), "/dev/null".into()));
        variables.push(("GIT_CONFIG_NOSYSTEM".into(), "1".into()));
        for name in ["AUTHOR", "COMMITTER"] {
            let email = "nobody@example.com".into();
            variables.push((format!("GIT_{name}_NAME").into(), "nobody".into()));
            variables.push((format!("GIT_{name}_EMAIL").into(), email));
        }
        ChildEnv::new(variables, None)
    }

    fn git(folder: &Path) -> Git {
        Git::new(&environment(), folder).expect("git is installed")
    }

    fn commit(folder: &Path) {
        let git = git(folder);
        git.ask_plain("add --all").unwrap();
        git.ask_plain("commit --quiet --message version").unwrap();
    }

    const DAY: &str = "days/year2020/day01.rs";

    /// A repository with three commits of a project in the folder `aoc`.
    fn repository() -> (TempDir, Project) {
        let folder = TempDir::new().unwrap();
        let root = folder.path().join("aoc");
        write(&root, "Cargo.toml", "[workspace.metadata.aoc]\n");
        write(folder.path(), ".gitignore", "target\n");
        git(folder.path()).init().unwrap();
        for version in 1..=3 {
            write(&root, DAY, format!("// {version}"));
            commit(folder.path());
        }
        (folder, Project::find(&root).unwrap())
    }

    fn day(project: &Project) -> String {
        fs::read_to_string(project.root().join(DAY)).unwrap()
    }

    #[test]
    fn a_revision_is_a_project_of_its_own() {
        let (_folder, project) = repository();
        let old = project.target_dir().join("aoc-revisions");
        for name in 0..KEPT {
            fs::create_dir_all(old.join(format!("old{name}"))).unwrap();
        }
        let before = || project.revision("HEAD~1", &environment()).unwrap();
        let [first, ..] = std::thread::scope(|scope| {
            let wanted = [(); 3].map(|()| scope.spawn(before));
            wanted.map(|it| it.join().unwrap())
        });
        assert_eq!((day(&first), day(&project)), ("// 2".into(), "// 3".into()));
        assert_eq!(fs::read_dir(old).unwrap().count(), KEPT);
        // Build output in it is kept, and edits are not.
        let root = first.root();
        let worktree = git(root);
        worktree
            .ask("update-index --assume-unchanged --", &[DAY])
            .unwrap();
        let edited = [DAY, ".gitignore", "days/year2020/ignored.rs"];
        for file in edited.into_iter().chain(["../target/kept"]) {
            write(root, file, "ignored.rs\n");
        }
        assert_eq!((before().root(), day(&before())), (root, "// 2".into()));
        let is_there = |file: &str| root.join(file).exists();
        assert!(is_there("../target/kept") && !is_there(edited[1]) && !is_there(edited[2]));
        // One that lost its `.git` is made anew, also if git has locked it, as it
        // does while it makes one.
        let file = root.join("../.git");
        let text = fs::read_to_string(&file).unwrap();
        let locked = Path::new(text.trim().strip_prefix("gitdir: ").unwrap()).join("locked");
        fs::write(locked, "initializing").unwrap();
        fs::remove_file(file).unwrap();
        write(root, DAY, "// edited");
        let days = (day(&before()), day(&project));
        assert_eq!(days, ("// 2".into(), "// 3".into()));
    }

    #[test]
    fn what_git_does_not_know_is_said() {
        let (folder, project) = repository();
        let clone = TempDir::new().unwrap();
        let from = format!("file://{}", folder.path().display());
        let arguments = [from.as_str(), "."];
        git(clone.path())
            .ask("clone --quiet --depth 1", &arguments)
            .unwrap();
        let shallow = Project::find(&clone.path().join("aoc")).unwrap();
        assert!(shallow.revision("HEAD", &environment()).is_ok());
        for (project, name, says) in [
            (&project, "nonsense", ": name a commit, a branch or a tag"),
            (&project, "--help", ": name a commit, a branch or a tag"),
            (&project, "", ": name a commit, a branch or a tag"),
            (&project, "HEAD:aoc", ": name a commit, a branch or a tag"),
            (&shallow, "HEAD~1", " in this shallow clone: get "),
        ] {
            let error = project.revision(name, &environment()).unwrap_err();
            assert!(error.to_string().contains(says), "{error}");
            assert_eq!(error.exit, Exit::Usage);
        }
    }

    #[test]
    fn a_worktree_of_the_users_that_is_away_is_not_forgotten() {
        let (folder, project) = repository();
        let git = git(folder.path());
        let away = TempDir::new().unwrap();
        let path = away.path().join("mine");
        git.ask("worktree add --quiet --detach", &[&path]).unwrap();
        fs::remove_dir_all(&path).unwrap();
        let own = project.revision("HEAD~1", &environment()).unwrap();
        fs::remove_dir_all(own.root().parent().unwrap()).unwrap();
        project.revision("HEAD~2", &environment()).unwrap();
        let known = git.ask_plain("worktree list --porcelain").unwrap();
        assert!(known.contains(path.to_str().unwrap()), "{known}");
        // Only what `aoc` made and removed is forgotten.
        assert!(
            !known.contains(own.root().parent().unwrap().to_str().unwrap()),
            "{known}"
        );
    }
}
