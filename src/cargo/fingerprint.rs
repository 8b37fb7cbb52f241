//! The stamp of a build: all that it was made from, so that cargo is asked only
//! when something is different.
//!
//! Different, not newer: files are deleted, or copied back with the times they
//! had. The state of files is taken before cargo starts, so that what is saved
//! while it works counts as a change the next time.

mod around;
mod dep_info;
mod state;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use serde::{Deserialize, Serialize};

use crate::config::ChildEnv;
pub use state::State;

/// The form of the file; one of another form is no stamp.
const FORMAT: &str = concat!("aoc-stamp/1 ", env!("CARGO_PKG_VERSION"));

/// What a build is asked with.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// The folder that cargo runs in.
    pub root: &'a Path,
    /// Files that count though cargo does not see them.
    pub further: &'a [PathBuf],
    /// What cargo is told on its command line.
    pub arguments: &'a [String],
    /// The environment.
    pub environment: &'a ChildEnv,
}

/// What a program was built from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stamp {
    format: String,
    /// Just before the build.
    start: SystemTime,
    root: PathBuf,
    arguments: Vec<String>,
    /// Variables that the sources look at.
    variables: Vec<String>,
    environment: u64,
    programs: [Option<PathBuf>; 2],
    files: Vec<(PathBuf, State)>,
    /// The folders of the local packages, and their names.
    packages: BTreeMap<PathBuf, String>,
    executable: PathBuf,
    executable_state: State,
    /// Whether a build script of the user's own went into it.
    scripted: bool,
}

/// How things are different from a stamp.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// The files that are.
    pub files: Vec<PathBuf>,
    /// Whether the environment or the arguments are.
    pub other: bool,
    /// Whether the program is: someone else built it, or it is gone.
    pub program: bool,
    /// Whether only cargo knows: what a build script looks at is in no list.
    pub hidden: bool,
}

impl Changes {
    /// Whether nothing is.
    pub fn is_none(&self) -> bool {
        self.files.is_empty() && !self.other && !self.program && !self.hidden
    }
}

impl Stamp {
    /// The stamp in a file, if it is one.
    pub fn load(path: &Path) -> Option<Self> {
        let stamp: Self = serde_json::from_slice(&fs::read(path).ok()?).ok()?;
        (stamp.format == FORMAT).then_some(stamp)
    }

    /// Writes the stamp in one step, so that two processes harm each other not.
    pub fn save(&self, path: &Path) -> io::Result<()> {
        let folder = path.parent().unwrap_or(Path::new("."));
        fs::create_dir_all(folder)?;
        let mut file = tempfile::Builder::new()
            .prefix(".tmp")
            .tempfile_in(folder)?;
        file.write_all(&serde_json::to_vec(self)?)?;
        file.persist(path)?;
        Ok(())
    }

    /// The program.
    pub fn executable(&self) -> &Path {
        &self.executable
    }

    /// Whether a file may have been changed during the build, before anyone
    /// knew that it mattered.
    pub fn is_unsure(&self) -> bool {
        self.files.iter().any(|(_, state)| *state == State::UNSURE)
    }

    /// The packages of changed files that are older than the build, so that
    /// cargo, which goes by time, will not see the change.
    pub fn missed_by_cargo(&self, changes: &Changes) -> BTreeSet<String> {
        let files = changes.files.iter();
        let old = files.filter(|file| State::of(file).is_of(self.start));
        old.filter_map(|file| Some(owner(file, &self.packages)?.1.clone()))
            .collect()
    }

    /// How things are different from it now.
    pub fn changes(&self, question: &Question<'_>) -> Changes {
        let environment = question.environment;
        let other = self.root != question.root
            || self.arguments != question.arguments
            || self.environment != around::fingerprint(environment, &self.variables)
            || self.programs != around::programs(environment);
        let files = self.files.iter();
        let changed = files.filter(|(path, state)| State::of(path) != *state);
        Changes {
            files: changed.map(|(path, _)| path.clone()).collect(),
            other,
            program: self.executable_state != State::of(&self.executable),
            hidden: self.scripted,
        }
    }
}

/// How things are just before a build.
#[derive(Debug)]
pub struct Before {
    start: SystemTime,
    around: Vec<PathBuf>,
    states: BTreeMap<PathBuf, State>,
}

impl Before {
    /// Looks at everything that is known to go into the build: what is around
    /// it, what went into the last one, and the folders in which new files may
    /// be.
    pub fn take<'a>(
        question: &Question<'_>,
        last: impl IntoIterator<Item = &'a Stamp>,
        folders: &[PathBuf],
    ) -> Self {
        let start = SystemTime::now();
        let mut around = around::files(question.root, question.environment);
        around.extend_from_slice(question.further);
        let mut paths: BTreeSet<PathBuf> = around.iter().cloned().collect();
        for last in last {
            paths.extend(last.files.iter().map(|(path, _)| path.clone()));
        }
        for folder in folders {
            sources(folder, &mut paths);
        }
        let states = paths.into_iter().map(|path| {
            let state = State::of(&path);
            (path, state)
        });
        let states = states.collect();
        Self {
            start,
            around,
            states,
        }
    }

    /// Looks again at a file that cargo itself has written, before cargo is run
    /// again. Whether it was different.
    pub fn refresh(&mut self, path: &Path) -> bool {
        let state = State::of(path);
        self.states.insert(path.to_path_buf(), state) != Some(state)
    }

    /// The stamp of what was built: `executable`, from `packages` in these
    /// folders by name, one of them perhaps `scripted`. `None` if cargo left no list of its dependencies.
    pub fn stamp(
        &self,
        question: &Question<'_>,
        executable: &Path,
        packages: &BTreeMap<PathBuf, String>,
        scripted: bool,
    ) -> Option<Stamp> {
        let list = fs::read_to_string(executable.with_extension("d")).ok()?;
        let mut crates: Vec<String> = packages.values().cloned().collect();
        crates.extend(executable.file_stem()?.to_str().map(str::to_owned));
        let mut files: BTreeMap<PathBuf, State> = BTreeMap::new();
        for path in dep_info::files(&list) {
            let state = self.state(&path, State::UNSURE);
            files.insert(path, state);
        }
        let mut beside = self.around.clone();
        for folder in packages.keys() {
            // The package's manifest, what it inherits from, and a build script
            // that joins it.
            beside.extend(folder.ancestors().map(|above| above.join("Cargo.toml")));
            beside.push(folder.join("build.rs"));
        }
        for path in beside {
            let state = self.state(&path, State::ABSENT);
            files.entry(path).or_insert(state);
        }
        let variables = dep_info::variables(&executable.parent()?.join("deps"), &crates);
        Some(Stamp {
            format: FORMAT.to_owned(),
            start: self.start,
            root: question.root.to_path_buf(),
            arguments: question.arguments.to_vec(),
            environment: around::fingerprint(question.environment, &variables),
            variables,
            programs: around::programs(question.environment),
            files: files.into_iter().collect(),
            packages: packages.clone(),
            executable: executable.to_path_buf(),
            executable_state: State::of(executable),
            scripted,
        })
    }

    /// The state before the build; `none` if there was and is no such file.
    fn state(&self, path: &Path, none: State) -> State {
        match self.states.get(path) {
            Some(state) => *state,
            None if path.exists() => State::of_unchanged_since(path, self.start),
            None => none,
        }
    }
}

/// The innermost of the folders that a file is in.
pub fn owner<'a, T>(file: &Path, folders: &'a BTreeMap<PathBuf, T>) -> Option<(&'a Path, &'a T)> {
    file.ancestors()
        .find_map(|folder| folders.get_key_value(folder))
        .map(|(folder, it)| (folder.as_path(), it))
}

/// The files below a folder, links not followed.
fn sources(folder: &Path, paths: &mut BTreeSet<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        match entry.file_type() {
            Ok(kind) if kind.is_dir() => sources(&entry.path(), paths),
            _ => paths.extend([entry.path()]),
        }
    }
}

#[cfg(test)]
mod tests;
