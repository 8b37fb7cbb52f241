//! A sandbox for one test: separate folders, a clean environment, and the built `aoc`.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;
use walkdir::WalkDir;

use crate::shared_project::write;

pub const REPOSITORY: &str = env!("CARGO_MANIFEST_DIR");

/// A session token like those of the site.
pub const TOKEN: &str = "53616c7465645f5f0123456789abcdef53616c7465645f5f0123456789abcdef";

/// The configuration of cargo for all projects of a sandbox.
pub const CARGO_CONFIG: &str = ".cargo/config.toml";

/// The flags of this repository. Kept projects have the same ones (`shared_project.rs`), so that
/// the library that is compiled there fits in every sandbox.
pub const FLAGS: &str = include_str!("../../.cargo/config.toml");

/// Folders and an environment. The folders are removed when this is dropped.
pub struct Sandbox {
    root: TempDir,
    environment: BTreeMap<OsString, OsString>,
    current_dir: PathBuf,
}

/// The end of a program: its exit code and its output.
#[derive(Debug)]
pub struct Done {
    pub status: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

impl Sandbox {
    pub fn new() -> Self {
        let root = tempfile::tempdir().expect("a temporary folder");
        let mut sandbox = Self {
            current_dir: root.path().join("project"),
            root,
            environment: BTreeMap::new(),
        };
        fs::create_dir(&sandbox.current_dir).expect("an empty folder");
        for (name, folder) in [
            ("HOME", "home"),
            ("XDG_CONFIG_HOME", "config"),
            ("XDG_CACHE_HOME", "cache"),
            ("XDG_DATA_HOME", "data"),
            ("TMPDIR", "tmp"),
        ] {
            let folder = sandbox.root.path().join(folder);
            fs::create_dir(&folder).expect("an empty folder");
            sandbox.environment.insert(name.into(), folder.into());
        }
        // `aoc init` has the libraries optimised in this profile, which would take six times as
        // long.
        let unoptimised = "[profile.dev.package.\"*\"]\nopt-level = 0\n";
        let config = FLAGS.to_owned() + unoptimised;
        write(sandbox.root.path(), CARGO_CONFIG, config);
        // Cargo and rustup use their own folders, whatever the value of `HOME` is.
        let home = std::env::home_dir().unwrap_or_default();
        for (name, default) in [("CARGO_HOME", ".cargo"), ("RUSTUP_HOME", ".rustup")] {
            let folder = std::env::var_os(name).unwrap_or_else(|| home.join(default).into());
            sandbox.environment.insert(name.into(), folder);
        }
        for (name, value) in [
            ("TZ", "UTC"),
            // No program listens at this address, so no test reaches the real site.
            ("AOC_BASE_URL", "http://127.0.0.1:9"),
            // Without a network, cargo would wait for ten seconds between its attempts to download
            // a library, and all other calls of cargo on the computer wait for its lock.
            ("CARGO_NET_RETRY", "0"),
            // Optimisation would take most of the time, and incremental files an eighth of the
            // rest. The profiles of `aoc` inherit from `release`.
            ("CARGO_INCREMENTAL", "0"),
            ("CARGO_PROFILE_DEV_OPT_LEVEL", "0"),
            // Line tables would take another fifth. Tests of line numbers set them.
            ("CARGO_PROFILE_DEV_DEBUG", "none"),
            ("CARGO_PROFILE_DEV_CODEGEN_UNITS", "1"),
            ("CARGO_PROFILE_RELEASE_OPT_LEVEL", "0"),
            ("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "1"),
        ] {
            sandbox.environment.insert(name.into(), value.into());
        }
        // `.ci/mutants` runs without a network.
        for name in ["PATH", "CARGO_NET_OFFLINE"] {
            let value = std::env::var_os(name);
            sandbox
                .environment
                .extend(value.map(|value| (name.into(), value)));
        }
        sandbox
    }

    /// A sandbox whose current folder is a project without days.
    pub fn project() -> Self {
        Self::new().file("Cargo.toml", "[workspace]\n[workspace.metadata.aoc]\n")
    }

    pub fn env(mut self, name: &str, value: impl Into<OsString>) -> Self {
        self.environment.insert(name.into(), value.into());
        self
    }

    /// The value of an environment variable.
    pub fn variable(&self, name: &str) -> Option<&OsString> {
        self.environment.get(std::ffi::OsStr::new(name))
    }

    /// Makes `aoc` use a stand-in for the site, with a session. No reply reaches the time limit,
    /// even on a busy machine. Tests of a silent site set a shorter limit.
    pub fn site(self, site: &super::site::Site) -> Self {
        self.env("AOC_BASE_URL", site.url())
            .env("AOC_SESSION", TOKEN)
            .env("AOC_TIMEOUT", "5m")
            .env("AOC_SPACING", "20ms")
    }

    /// Makes this the current folder, in place of `project`.
    pub fn in_folder(mut self, folder: impl Into<PathBuf>) -> Self {
        self.current_dir = folder.into();
        self
    }

    /// Removes an environment variable.
    pub fn without(mut self, name: &str) -> Self {
        self.environment.remove(std::ffi::OsStr::new(name));
        self
    }

    pub fn file(self, path: &str, content: impl AsRef<[u8]>) -> Self {
        self.write(path, content);
        self
    }

    pub fn write(&self, path: &str, content: impl AsRef<[u8]>) {
        write(&self.current_dir, path, content);
    }

    /// A path relative to the current folder. `../home` is the home folder. `../config/aoc` and
    /// `../cache/aoc` are the folders of `aoc`.
    pub fn path(&self, path: &str) -> PathBuf {
        self.current_dir.join(path)
    }

    /// A path relative to the root of the sandbox, which contains the current folder.
    pub fn outside(&self, path: &str) -> PathBuf {
        self.root.path().join(path)
    }

    pub fn read(&self, path: &str) -> String {
        let path = self.path(path);
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    }

    /// The paths of all files below a folder, relative to it and sorted.
    pub fn files(&self, folder: &str) -> Vec<String> {
        let root = self.path(folder);
        let entries = WalkDir::new(&root).into_iter().flatten();
        let files = entries.filter(|entry| !entry.path().is_dir());
        let files = files.map(|entry| entry.path().strip_prefix(&root).map(Path::to_path_buf));
        let mut files: Vec<PathBuf> = files.collect::<Result<_, _>>().expect("below it");
        files.sort();
        let text = |path: PathBuf| path.into_os_string().into_string().expect("text");
        files.into_iter().map(text).collect()
    }

    /// The command that runs `aoc` in the sandbox.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = self.program(env!("CARGO_BIN_EXE_aoc"));
        command.args(arguments);
        command
    }

    /// The command that runs a program in the sandbox.
    pub fn program(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command
            .env_clear()
            .envs(&self.environment)
            .current_dir(&self.current_dir)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    /// Runs git in the project's folder. Returns its output.
    #[track_caller]
    pub fn git(&self, line: &str) -> String {
        let mut git = self.program("git");
        for setting in ["user.name=nobody", "user.email=nobody@example.com"] {
            git.args(["-c", setting]);
        }
        git.args(line.split(' '));
        Done::from(git.output().expect("git runs")).exits(0).stdout
    }

    /// Commits all files.
    #[track_caller]
    pub fn commit(&self) {
        self.git("add --all");
        self.git("commit --quiet --allow-empty --message change");
    }

    /// Creates a link, and the folders of its path.
    pub fn link(&self, path: &str, target: impl AsRef<Path>) {
        let path = self.path(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::os::unix::fs::symlink(target, path).expect("a link");
    }

    /// Creates a link that git tracks.
    pub fn tracked_link(&self, path: &str, target: &str) {
        self.link(path, target);
        self.git("init --quiet");
        self.git("add --all");
    }

    pub fn remove(&self, path: &str) {
        fs::remove_file(self.path(path)).expect("a file");
    }

    pub fn aoc(&self, arguments: &[&str]) -> Done {
        self.command(arguments).output().expect("aoc runs").into()
    }

    /// Runs `aoc` with a stdout that the reader has closed.
    pub fn aoc_unread(&self, arguments: &[&str]) -> Done {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let mut command = self.command(arguments);
        Done::from(command.stdout(writer).output().expect("aoc runs"))
    }

    /// Runs `aoc` with the words of a line as arguments.
    #[track_caller]
    pub fn line(&self, line: &str) -> Done {
        self.aoc(&line.split_whitespace().collect::<Vec<_>>())
    }
}

impl From<Output> for Done {
    fn from(output: Output) -> Self {
        let done = Self {
            status: output.status.code(),
            stdout: String::from_utf8(output.stdout).expect("text on stdout"),
            stderr: String::from_utf8(output.stderr).expect("text on stderr"),
        };
        let shown = format!("{}{}", done.stdout, done.stderr);
        assert!(!shown.contains(&TOKEN[..32]), "the token is shown: {shown}");
        // Some tests are about days that panic.
        let ours = ["thread 'main'", "panicked at src/"];
        assert!(!ours.iter().any(|mark| shown.contains(mark)), "{shown}");
        done
    }
}

impl Done {
    #[track_caller]
    pub fn exits(self, status: i32) -> Self {
        assert_eq!(self.status, Some(status), "{self:#?}");
        self
    }

    /// Checks the whole stdout.
    #[track_caller]
    pub fn prints(self, stdout: &str) -> Self {
        assert_eq!(self.stdout, stdout, "{self:#?}");
        self
    }

    /// Checks the whole stderr.
    #[track_caller]
    pub fn says(self, stderr: &str) -> Self {
        assert_eq!(self.stderr, stderr, "{self:#?}");
        self
    }

    /// Checks that stdout contains a text.
    #[track_caller]
    pub fn shows(self, part: &str) -> Self {
        assert!(self.stdout.contains(part), "{part:?} not in {self:#?}");
        self
    }

    #[track_caller]
    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|error| panic!("{error} in {self:#?}"))
    }

    /// Checks that stderr contains a text.
    #[track_caller]
    pub fn mentions(self, part: &str) -> Self {
        assert!(self.stderr.contains(part), "{part:?} not in {self:#?}");
        self
    }
}

/// The digest of no code and no input. A test can write a last run with it into `times.json`. That
/// run then belongs to the saved code if it has no files of its code and the day has no input.
pub const NOTHING: u64 = 7_315_530_499_867_271_028;

/// A last run in `times.json` with the digest [`NOTHING`].
pub fn last_time(ns: u64, parts: [Option<u64>; 2]) -> serde_json::Value {
    serde_json::json!({
        "ns": ns, "is_partial": false, "time": "2020-12-22T05:00:00Z", "parts": parts,
        "timed_source": NOTHING,
    })
}

/// True for a time of a document in whole seconds, such as `2020-12-01T05:00:00Z`.
pub fn is_whole_second(time: &serde_json::Value) -> bool {
    let is_short = |text: &str| text.len() == "2020-12-01T05:00:00Z".len();
    time.as_str().is_some_and(is_short)
}

/// The text with `TIME` in place of each time and the blanks before the time.
pub fn timeless(text: &str) -> String {
    let mut words: Vec<String> = Vec::new();
    for word in text.split(' ') {
        let end = word.find(|c: char| !c.is_alphanumeric());
        let (unit, rest) = word.split_at(end.unwrap_or(word.len()));
        let is_number = words.last().is_some_and(|word| word.parse::<f64>().is_ok());
        if is_number && ["ns", "µs", "ms", "s"].contains(&unit) {
            words.pop();
            words.truncate(
                words.len()
                    - words
                        .iter()
                        .rev()
                        .take_while(|word| word.is_empty())
                        .count(),
            );
            words.push(format!("TIME{rest}"));
        } else {
            words.push(word.to_owned());
        }
    }
    words.join(" ")
}
