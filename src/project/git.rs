//! Runs the user's git, to answer questions about the repository, and to check out another revision
//! of the project into a folder below `target/`.

use std::fs::{create_dir_all, remove_file};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;

use tempfile::TempDir;

use super::root::Project;
use crate::config::ChildEnv;
use crate::error::{CliError, Result, file_error, usage_error};
use crate::files::{Lock, SharedLock, mark_used, read_text_file, real_path, remove_oldest};
use crate::inputs::PuzzleFile;

/// The number of revisions that are kept, together with their build output. No revision is removed
/// while another command uses one.
const MAX_REVISIONS: usize = 3;

/// The variables that tie git to one repository (see `git rev-parse --local-env-vars`). Git sets
/// them for its hooks. They are removed, because they would lead our git to another repository.
/// `GIT_CONFIG_COUNT` and `GIT_CONFIG_PARAMETERS` are kept: they contain settings, which git itself
/// also passes on when it runs in a submodule.
const LOCAL_VARIABLES: &[&str] = &[
    "GIT_ALTERNATE_OBJECT_DIRECTORIES",
    "GIT_COMMON_DIR",
    "GIT_DIR",
    "GIT_GRAFT_FILE",
    "GIT_IMPLICIT_WORK_TREE",
    "GIT_INDEX_FILE",
    "GIT_INTERNAL_SUPER_PREFIX",
    "GIT_NO_REPLACE_OBJECTS",
    "GIT_OBJECT_DIRECTORY",
    "GIT_PREFIX",
    "GIT_REPLACE_REF_BASE",
    "GIT_SHALLOW_FILE",
    "GIT_WORK_TREE",
];

/// The user's git in one folder.
pub struct Git {
    program: PathBuf,
    folder: PathBuf,
    environment: ChildEnv,
}

impl Git {
    /// Git in an existing folder. `None` if git is not on `PATH`.
    pub fn new(environment: &ChildEnv, folder: &Path) -> Option<Self> {
        Some(Self {
            program: environment.program("git")?,
            folder: folder.to_owned(),
            environment: environment.clone(),
        })
    }

    /// A git command in the folder. Its messages are in English.
    fn command(&self, arguments: &[&str]) -> Command {
        let mut git = Command::new(&self.program);
        self.environment.apply_to(&mut git);
        git.args(arguments)
            .current_dir(&self.folder)
            .env("LC_ALL", "C")
            .stdin(Stdio::null());
        for variable in LOCAL_VARIABLES {
            git.env_remove(variable);
        }
        git
    }

    /// Creates a repository in the folder.
    pub fn init(&self) -> Result<String> {
        output(&mut self.command(&["init", "--quiet"]))
    }

    /// True if the folder is in a repository that git can read.
    pub fn has_repository(&self) -> bool {
        self.prefix().is_ok()
    }

    /// True if `git add` would add a new file at this path. False if git ignores the path.
    pub fn would_add(&self, path: &Path) -> bool {
        self.command(&["check-ignore", "--quiet", "--no-index", "--"])
            .arg(path)
            .output()
            .is_ok_and(|output| output.status.code() == Some(1))
    }

    /// True if git ignores the path and does not track it. False if git cannot tell, for example
    /// behind a link.
    pub fn ignores(&self, path: &Path) -> bool {
        self.command(&["check-ignore", "--quiet", "--"])
            .arg(path)
            .output()
            .is_ok_and(|output| output.status.success())
    }

    /// The tracked files below a path, relative to the folder.
    pub fn tracked(&self, path: &Path) -> Vec<String> {
        let mut command = self.command(&["ls-files", "-z", "--"]);
        output(command.arg(path))
            .unwrap_or_default()
            .split_terminator('\0')
            .map(str::to_owned)
            .collect()
    }

    /// True if git-crypt encrypts a file at this path in the repository, with the default key or a
    /// named key. The attribute alone is not enough: the filter that it names exists only after
    /// `git-crypt init` or `git-crypt unlock` has configured it.
    fn is_encrypted(&self, path: &Path) -> bool {
        let mut command = self.command(&["check-attr", "filter", "--"]);
        let attribute = output(command.arg(path)).unwrap_or_default();
        let filter = attribute.rsplit(": ").next().unwrap_or_default();
        let is_git_crypt = filter == "git-crypt" || filter.starts_with("git-crypt-");
        let program = format!("filter.{filter}.clean");
        is_git_crypt && output(&mut self.command(&["config", "--get", &program])).is_ok()
    }

    /// True if git tracks inputs or pages in this folder, or would add them, and git-crypt does not
    /// encrypt them.
    pub fn publishes(&self, inputs: &Path) -> bool {
        let tracked = self.tracked(inputs);
        let private = PuzzleFile::ALL.into_iter().filter(|file| file.is_private());
        private.map(PuzzleFile::extension).any(|extension| {
            let first = inputs.join(format!("year2015/day01.{extension}"));
            let is_tracked = tracked
                .iter()
                .any(|name| Path::new(name).extension() == Some(extension.as_ref()));
            !self.is_encrypted(&first) && (is_tracked || self.would_add(&first))
        })
    }

    /// The text of a file in the last commit, without the final line end. The path is relative to
    /// the folder. Fails outside of a repository, or if the commit does not have the file.
    pub fn committed(&self, path: &str) -> Result<String> {
        let file = format!("HEAD:./{path}");
        output(&mut self.command(&["cat-file", "blob", &file]))
    }

    /// The full hash of the commit that `revision` names. Fails if git does not know the revision.
    fn commit(&self, revision: &str) -> Result<String> {
        // `^{commit}` is added in a second step: after a search such as `:/text`, it would become a
        // part of the text.
        let commit = self
            .object(revision)
            .and_then(|object| self.object(&format!("{}^{{commit}}", object.trim())));
        commit.map_err(|_| {
            usage_error(format!(
                "git does not know the revision `{revision}`: name a commit, a branch or a tag; a \
                 shallow clone gets the older ones by `git fetch --unshallow`"
            ))
        })
    }

    /// The full hash of the object with this name.
    fn object(&self, name: &str) -> Result<String> {
        let arguments = ["rev-parse", "--verify", "--quiet", "--end-of-options", name];
        output(&mut self.command(&arguments))
    }

    /// The path of the folder below the root of its repository, with a slash at its end. Empty for
    /// the root itself.
    fn prefix(&self) -> Result<String> {
        let prefix = output(&mut self.command(&["rev-parse", "--show-prefix"]));
        prefix.map_err(|error| {
            let folder = self.folder.display();
            usage_error(format!(
                "{folder} is not in a git repository ({error}), so it has no revisions: run \
                 `git init` there and commit the project"
            ))
        })
    }

    /// Writes the files of a commit into `folder`. The build output there is kept, and other extra
    /// files are removed. The folder has no `.git`. The user's worktrees and index are not touched,
    /// and nothing is added to the repository.
    fn check_out(&self, commit: &str, folder: &Path, prefix: &str) -> Result<()> {
        let git_dir = output(&mut self.command(&["rev-parse", "--absolute-git-dir"]))?;
        let index =
            prepare_folders(folder).map_err(|error| CliError::cannot_write(folder, error))?;
        let target = format!("--exclude=/{prefix}target");
        for arguments in [
            ["read-tree", commit].as_slice(),
            // Files that have the content of the commit keep their times, so cargo does not compile
            // their packages again.
            &["update-index", "-q", "--refresh"],
            &["checkout-index", "--all", "--force", "--quiet"],
            &["clean", "-ffdqx", "--exclude=/target", &target],
        ] {
            let mut git = self.command(&["-c", "core.hooksPath=/dev/null"]);
            git.args(arguments)
                .current_dir(folder)
                .env("GIT_DIR", &git_dir)
                .env("GIT_WORK_TREE", folder)
                .env("GIT_INDEX_FILE", index.path().join("index"));
            output(&mut git)?;
        }
        Ok(())
    }
}

/// Creates the folder of a revision, and a temporary folder for its index.
fn prepare_folders(folder: &Path) -> io::Result<TempDir> {
    // A link in a cloned repository must not make git clean up another folder.
    if folder.is_symlink() {
        remove_file(folder)?;
    }
    create_dir_all(folder)?;
    tempfile::tempdir()
}

/// The output of git without the final line end. The error is git's message.
fn output(git: &mut Command) -> Result<String> {
    let output = git
        .output()
        .map_err(|error| file_error("cannot start git").caused_by(error))?;
    if output.status.success() {
        let text = String::from_utf8_lossy(&output.stdout);
        return Ok(text.trim_end_matches(['\r', '\n']).to_owned());
    }
    let text = String::from_utf8_lossy(&output.stderr);
    let message = text.trim().lines().next();
    match message {
        Some(message) => Err(file_error(message)),
        None => Err(file_error(format!("git failed: {}", output.status))),
    }
}

/// True if a folder is the root of a git repository.
pub fn is_repository(folder: &Path) -> bool {
    folder.join(".git").exists()
}

impl Project {
    /// Git in the folder of the workspace. `None` if git is not on `PATH`.
    pub fn git(&self) -> Option<Git> {
        Git::new(&self.environment, &self.root)
    }

    /// True if a folder belongs to a submodule, checked out or not.
    fn is_submodule(&self, folder: &Path) -> bool {
        // Git reads only the file in the root of the repository, with paths from there.
        let repository = self
            .root
            .ancestors()
            .find(|folder| is_repository(folder))
            .unwrap_or(&self.root);
        let text = read_text_file(&repository.join(".gitmodules")).unwrap_or_default();
        text.lines().any(|line| {
            let (key, path) = line.split_once('=').unwrap_or_default();
            let path = path.trim().trim_matches('"');
            key.trim() == "path" && repository.join(path) == folder
        })
    }

    /// The folder with the checkouts of other revisions. It is below the project's folder, so the
    /// settings of that folder apply to the checkouts, too, such as a toolchain override of rustup
    /// or a configuration that git ignores. `--config` could not pass these on: it takes precedence
    /// over the revision's own files and over variables.
    pub fn revisions_dir(&self) -> PathBuf {
        self.target_dir().join("aoc-revisions")
    }

    /// True if a folder is a repository of its own, such as a submodule, so the project's git does
    /// not add its files.
    pub fn is_other_repository(&self, folder: &Path) -> bool {
        self.is_submodule(folder) || is_repository(folder)
    }

    /// True if a folder belongs to a submodule that is not checked out.
    pub fn lacks_submodule(&self, folder: &Path) -> bool {
        self.is_submodule(folder) && !is_repository(folder)
    }

    /// Checks out the project at `revision`, which may be any name that git understands. As long as
    /// the result or a clone of it exists, no other command removes the checkout.
    pub fn check_out_revision(&self, revision: &str) -> Result<Self> {
        let Some(git) = self.git() else {
            return Err(file_error(
                "no git on PATH: install it to check out another revision",
            ));
        };
        let prefix = git.prefix()?;
        let commit = git.commit(revision)?;
        let folder = self.revisions_dir();
        let name = commit.get(..12).unwrap_or(&commit);
        let files = folder.join(name);
        // Another command may check out the same revision. The lock is held only during the
        // checkout, which takes a second at most.
        let _lock = Lock::beside(&folder, || {});
        let in_use = SharedLock::acquire(&self.state_dir().join("revisions.lock"));
        git.check_out(&commit, &files, &prefix)?;
        // The most recently used revisions are kept.
        mark_used(&files);
        in_use.if_not_shared(|| remove_oldest(&folder, MAX_REVISIONS, ""));
        let root = real_path(&files.join(prefix));
        match Self::find(&root, &self.environment) {
            Ok(mut project) if project.root == root => {
                project.revision = Some(revision.to_owned());
                project.in_use = Some(Arc::new(in_use));
                project.current.clone_from(&self.current);
                Ok(project)
            }
            _ => Err(usage_error(format!(
                "revision `{revision}` has no aoc project in this place: name a later revision"
            ))),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::error::Exit;
    use std::fs;
    use std::time::{Duration, SystemTime};

    use filetime::FileTime;

    use super::*;
    use crate::testing::write;

    fn environment() -> ChildEnv {
        // The tests use git without the user's settings.
        let mut variables: Vec<_> = std::env::vars_os().collect();
        variables.push(("GIT_CONFIG_GLOBAL".into(), "/dev/null".into()));
        variables.push(("GIT_CONFIG_NOSYSTEM".into(), "1".into()));
        for name in ["AUTHOR", "COMMITTER"] {
            let email = "nobody@example.com".into();
            variables.push((format!("GIT_{name}_NAME").into(), "nobody".into()));
            variables.push((format!("GIT_{name}_EMAIL").into(), email));
        }
        ChildEnv::new(variables)
    }

    fn git(folder: &Path) -> Git {
        Git::new(&environment(), folder).expect("git is installed")
    }

    fn commit(folder: &Path) {
        let git = git(folder);
        output(&mut git.command(&["add", "--all"])).unwrap();
        output(&mut git.command(&["commit", "--quiet", "--message", "version"])).unwrap();
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
        (folder, Project::find(&root, &environment()).unwrap())
    }

    fn day(project: &Project) -> String {
        fs::read_to_string(project.root().join(DAY)).unwrap()
    }

    #[test]
    fn a_revision_is_a_project_of_its_own() {
        let (_folder, project) = repository();
        let old = project.target_dir().join("aoc-revisions");
        for name in 0..MAX_REVISIONS {
            create_dir_all(old.join(format!("old{name}"))).unwrap();
        }
        let before = || project.check_out_revision("HEAD~1").unwrap();
        let [first, ..] = std::thread::scope(|scope| {
            let wanted = [(); 3].map(|()| scope.spawn(before));
            wanted.map(|thread| thread.join().unwrap())
        });
        assert_eq!((day(&first), day(&project)), ("// 2".into(), "// 3".into()));
        assert_eq!(first.revision.as_deref(), Some("HEAD~1"));
        assert_eq!(fs::read_dir(old).unwrap().count(), MAX_REVISIONS);
        // Build output is kept in the folder. Edits are not.
        let root = first.root();
        let edited = [DAY, ".gitignore", "days/year2020/ignored.rs"];
        for file in edited.into_iter().chain(["../target/kept"]) {
            write(root, file, "ignored.rs\n");
        }
        assert_eq!((before().root(), day(&before())), (root, "// 2".into()));
        let is_there = |file: &str| root.join(file).exists();
        assert!(is_there("../target/kept") && !is_there(edited[1]) && !is_there(edited[2]));
        // Cargo compiles a package again if one of its files is newer than the output.
        let manifest = root.join("Cargo.toml");
        let old = FileTime::from_unix_time(1_000_000_000, 0);
        filetime::set_file_mtime(&manifest, old).unwrap();
        before();
        let time = FileTime::from_last_modification_time(&manifest.metadata().unwrap());
        assert_eq!(time, old);
    }

    /// Another terminal may compare with several revisions meanwhile.
    #[test]
    fn a_revision_is_kept_as_long_as_a_command_uses_it() {
        let (_folder, project) = repository();
        let used = project.check_out_revision("HEAD~2").unwrap();
        let folder = used.root().parent().unwrap().to_owned();
        for number in 1..=MAX_REVISIONS {
            create_dir_all(project.revisions_dir().join(format!("later{number}"))).unwrap();
        }
        let hour_ago = SystemTime::now() - Duration::from_hours(1);
        let check_out_another = || {
            filetime::set_file_mtime(&folder, hour_ago.into()).unwrap();
            project.check_out_revision("HEAD").unwrap()
        };
        let other = check_out_another();
        assert_eq!(day(&used), "// 1");
        drop((used, other));
        check_out_another();
        assert!(!folder.exists());
        assert_eq!(
            fs::read_dir(project.revisions_dir()).unwrap().count(),
            MAX_REVISIONS
        );
    }

    /// In a hook, git sets variables that lead to the repository of the hook. Variables with
    /// settings are not removed, because they may be the user's own, such as a safe folder.
    #[test]
    fn the_repository_of_a_hook_is_not_taken() {
        let (_folder, project) = repository();
        let usual = project.git().unwrap();
        let local = output(&mut usual.command(&["rev-parse", "--local-env-vars"])).unwrap();
        for name in local.lines() {
            let mut variables = environment().variables.to_vec();
            variables.push((name.into(), "/nowhere".into()));
            let git = Git {
                environment: ChildEnv::new(variables),
                ..project.git().unwrap()
            };
            let command = git.command(&["status"]);
            let is_kept = command.get_envs().any(|(kept, _)| kept == name);
            assert_eq!(is_kept, name.starts_with("GIT_CONFIG"), "{name}");
            if !is_kept {
                let file = git.committed(DAY).map_err(|error| error.to_string());
                assert_eq!(file.as_deref(), Ok("// 3"), "{name}");
            }
        }
    }

    #[test]
    fn a_revision_has_any_name_that_git_knows() {
        let (folder, project) = repository();
        let git = git(folder.path());
        let head = git.commit("HEAD").unwrap();
        let subject = output(&mut git.command(&["log", "-1", "--format=%s"])).unwrap();
        output(&mut git.command(&["tag", "--annotate", "--message=x", "tagged"])).unwrap();
        for name in ["@", "tagged", &format!(":/{}", subject.trim())] {
            assert_eq!(git.commit(name).unwrap(), head, "{name}");
            assert!(project.check_out_revision(name).is_ok(), "{name}");
        }
    }

    #[test]
    fn what_git_does_not_know_is_said() {
        let (folder, project) = repository();
        let clone = TempDir::new().unwrap();
        let from = format!("file://{}", folder.path().display());
        let arguments = ["clone", "--quiet", "--depth", "1", &from, "."];
        output(&mut git(clone.path()).command(&arguments)).unwrap();
        let shallow = Project::find(&clone.path().join("aoc"), &environment()).unwrap();
        assert!(shallow.check_out_revision("HEAD").is_ok());
        for (project, name) in [
            (&project, "nonsense"),
            (&project, "--help"),
            (&project, ""),
            (&project, "HEAD:aoc"),
            (&shallow, "HEAD~1"),
        ] {
            let error = project.check_out_revision(name).unwrap_err();
            let says = format!("git does not know the revision `{name}`: name a commit");
            assert!(error.to_string().starts_with(&says), "{error}");
            assert_eq!(error.exit, Exit::Usage);
        }
    }

    #[test]
    fn a_revision_without_a_project_is_not_taken_for_the_users_own() {
        let folder = TempDir::new().unwrap();
        let root = folder.path().join("aoc");
        git(folder.path()).init().unwrap();
        write(&root, ".gitignore", "target\n");
        commit(folder.path());
        write(&root, "Cargo.toml", "[workspace.metadata.aoc]\n");
        commit(folder.path());
        let project = Project::find(&root, &environment()).unwrap();
        let error = project.check_out_revision("HEAD~1").unwrap_err();
        let expected = "revision `HEAD~1` has no aoc project in this place: name a later revision";
        assert_eq!(error.to_string(), expected);
        assert_eq!(error.exit, Exit::Usage);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_at_the_place_of_a_revision_is_not_followed() {
        let (folder, project) = repository();
        let commit = git(folder.path()).commit("HEAD~1").unwrap();
        let revisions = project.target_dir().join("aoc-revisions");
        let home = TempDir::new().unwrap();
        write(home.path(), "precious", "mine");
        create_dir_all(&revisions).unwrap();
        std::os::unix::fs::symlink(home.path(), revisions.join(&commit[..12])).unwrap();
        let before = project.check_out_revision("HEAD~1").unwrap();
        assert_eq!(day(&before), "// 2");
        let found = fs::read_to_string(home.path().join("precious")).unwrap();
        assert_eq!(found, "mine");
        assert_eq!(fs::read_dir(home.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_worktree_of_the_users_that_is_away_is_not_forgotten() {
        let (folder, project) = repository();
        let git = git(folder.path());
        let away = TempDir::new().unwrap();
        let path = away.path().join("mine");
        let mut add = git.command(&["worktree", "add", "--quiet", "--detach"]);
        output(add.arg(&path)).unwrap();
        fs::remove_dir_all(&path).unwrap();
        let before = output(&mut git.command(&["worktree", "list", "--porcelain"])).unwrap();
        assert!(before.contains("/mine\n"), "{before}");
        project.check_out_revision("HEAD~1").unwrap();
        project.check_out_revision("HEAD~2").unwrap();
        let after = output(&mut git.command(&["worktree", "list", "--porcelain"])).unwrap();
        assert_eq!(after, before);
    }
}
