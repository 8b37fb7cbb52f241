//! A request for a build, the events during the build, and the result.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use toml::{Table, Value};

use super::fingerprint::Executable;
use crate::config::ChildEnv;
use crate::error::Result;
use crate::files::{SharedLock, toml_at};
use crate::processes::CancelToken;
use crate::project::{Project, WORKSPACE};
use crate::puzzle::{Puzzle, Year};

pub struct BuildRequest<'a> {
    pub project: &'a Project,
    pub puzzles: &'a [Puzzle],
    /// True if each puzzle gets a separate program, so that the machine code does not depend on
    /// other days: the compiler decides about inlining for a whole program.
    pub per_day: bool,
    /// True if the programs run the tests in the days' code, and not their solutions.
    pub tests: bool,
    pub profile: Profile,
    /// The features of the years' packages, as the user typed them.
    pub features: &'a [String],
    /// The folder of cargo's intermediate files, such as compiled libraries, relative to the
    /// project's root.
    pub build_dir: &'a str,
    /// True if cargo must not use the network.
    pub offline: bool,
    /// True if only compiler errors are shown.
    pub quiet: bool,
    pub environment: &'a ChildEnv,
    /// Cancelling this token stops cargo.
    pub cancel: &'a CancelToken,
}

impl BuildRequest<'_> {
    /// The path of [`Self::build_dir`], as in cargo's messages.
    pub fn build_path(&self) -> PathBuf {
        self.project.root().join(self.build_dir)
    }

    /// The arguments that select and define the profile of a year's program. Tests share the
    /// libraries of the solutions, because only the year's own package has debug assertions.
    pub fn profile_arguments(&self, year: Year) -> Vec<String> {
        let name = self.profile.name();
        let uses_test_profile = self.tests && self.project.has_other_targets(year);
        let selected = if uses_test_profile { "test" } else { name };
        let mut arguments = profile_arguments(selected, self.project);
        if self.tests {
            let package = year.package();
            arguments.push(format!(
                "--config=profile.{name}.package.{package}.debug-assertions=true"
            ));
        }
        if uses_test_profile {
            arguments.push(format!("--config=profile.test.inherits='{name}'"));
        }
        arguments
    }

    /// The argument that selects the target of a year's package. With `--tests`, cargo builds a
    /// program's tests in any profile, but also the tests of all other targets. The profile `test`
    /// builds the tests of one target, but compiles all libraries once more.
    pub fn target_argument(&self, year: Year) -> String {
        if self.tests && !self.project.has_other_targets(year) {
            "--tests".to_owned()
        } else {
            format!("--bin={}", year.package())
        }
    }

    /// The names of the profile's folders in cargo's output. In cargo, `dev` and `test` are built
    /// into `debug`.
    pub fn profile_folders(&self) -> [&'static str; 2] {
        ["debug", self.profile.name()]
    }

    /// The features with which a year's package is built. Cargo refuses a feature that the package
    /// does not have, so each year gets only its own features. A feature that no year has is passed
    /// on, so that cargo reports it.
    pub fn features_of(&self, year: Year) -> impl Iterator<Item = &String> {
        let years: BTreeSet<Year> = self.puzzles.iter().map(|puzzle| puzzle.year).collect();
        self.features.iter().filter(move |feature| {
            self.has_feature(year, feature)
                || !years.iter().any(|year| self.has_feature(*year, feature))
        })
    }

    fn has_feature(&self, year: Year, feature: &str) -> bool {
        let manifest = self.project.parsed_manifest_of(year);
        toml_at(&manifest, &["features", feature]).is_some()
    }
}

/// An event of a build. A build without changes only has notes.
pub enum BuildEvent<'a> {
    /// The build waits for a build of another `aoc`. This is progress and not a note, so that the
    /// output of a script does not depend on other processes.
    Waiting,
    /// Cargo is about to be started for this year.
    Started(Year),
    /// Output of cargo or the compiler, including colours and the line end.
    Output(&'a str),
    /// A note on the files of a year.
    Note(&'a str),
}

pub type OnEvent<'a> = &'a mut dyn FnMut(BuildEvent<'_>);

/// A cargo profile.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Profile {
    /// For `run`, `test` and `submit`. Builds quickly and checks for overflows.
    #[default]
    Aoc,
    /// For `bench` and `verify`. Has one codegen unit and does not check for overflows.
    AocBench,
    /// For `profile`. Like [`Self::AocBench`], with line numbers.
    Profiled,
    /// Cargo's profile `dev`, for `--dev`.
    Dev,
}

/// The profiles that cargo does not have.
const PROFILES: [Profile; 3] = [Profile::Aoc, Profile::AocBench, Profile::Profiled];

impl Profile {
    pub fn name(self) -> &'static str {
        match self {
            Self::Aoc => "aoc",
            Self::AocBench => "aoc-bench",
            Self::Profiled => "aoc-profile",
            Self::Dev => "dev",
        }
    }

    /// The settings of the profile in a project: those of its manifest, or else the defaults.
    pub fn table(self, project: &Project) -> Table {
        let own = toml_at(project.manifest(), &["profile", self.name()]);
        if let Some(own) = own.and_then(Value::as_table) {
            return own.clone();
        }
        let lines = self.defaults().join("\n");
        lines.parse().expect("the settings are TOML")
    }

    /// The settings of the profile in a project that does not have it. For a profile that `aoc
    /// init` writes, they are those of a new repository.
    fn defaults(self) -> Vec<String> {
        if self == Self::Profiled {
            return ["inherits='aoc-bench'", "debug='line-tables-only'"]
                .map(str::to_owned)
                .to_vec();
        }
        let manifest: Table = WORKSPACE.parse().expect("the built-in manifest is TOML");
        let settings = toml_at(&manifest, &["profile", self.name()]).and_then(Value::as_table);
        settings
            .into_iter()
            .flatten()
            .map(|(key, value)| format!("{key}={value}"))
            .collect()
    }

    /// The arguments that select the profile and define all profiles.
    pub fn arguments(self, project: &Project) -> Vec<String> {
        profile_arguments(self.name(), project)
    }
}

/// The arguments that select a profile and define all profiles that are missing in the project's
/// manifest. One of them may inherit from another.
fn profile_arguments(selected: &str, project: &Project) -> Vec<String> {
    let mut arguments = vec![format!("--profile={selected}")];
    for profile in PROFILES {
        let name = profile.name();
        if toml_at(project.manifest(), &["profile", name]).is_some() {
            continue;
        }
        for setting in profile.defaults() {
            arguments.push(format!("--config=profile.{name}.{setting}"));
        }
    }
    arguments
}

/// The program for each puzzle, or the reason why the puzzle has none. As long as this exists, no
/// build overwrites or removes these programs.
#[derive(Debug)]
pub struct DayPrograms {
    pub profile: Profile,
    pub(super) in_use: SharedLock,
    /// The project with the solutions. As long as a clone exists, no other command removes the
    /// checkout of a revision.
    pub(super) project: Project,
    pub(super) by_puzzle: BTreeMap<Puzzle, Result<Executable>>,
}

impl DayPrograms {
    /// True if the program for this puzzle was requested.
    pub fn contains(&self, puzzle: Puzzle) -> bool {
        self.by_puzzle.contains_key(&puzzle)
    }

    /// The program for a puzzle. `None` if there is none.
    pub fn executable(&self, puzzle: Puzzle) -> Option<&Executable> {
        self.by_puzzle.get(&puzzle)?.as_ref().ok()
    }

    /// The puzzles whose programs check for overflows.
    pub fn with_overflow_checks(&self) -> impl Iterator<Item = Puzzle> {
        self.by_puzzle
            .iter()
            .filter(|(_, built)| built.as_ref().is_ok_and(|program| program.checks_overflow))
            .map(|(puzzle, _)| *puzzle)
    }

    /// The folder of the package that has the puzzle's solution.
    pub fn package_dir(&self, puzzle: Puzzle) -> PathBuf {
        self.project.year_dir(puzzle.year)
    }

    /// The environment of a puzzle's program. A solution finds the folder of its package in
    /// `CARGO_MANIFEST_DIR`, as with plain cargo.
    pub fn environment(&self, user: &ChildEnv, puzzle: Puzzle) -> ChildEnv {
        let package_dir = self.package_dir(puzzle);
        user.clone().with("CARGO_MANIFEST_DIR", package_dir)
    }

    /// The program for a puzzle. Fails if it was not built.
    pub fn program(&self, puzzle: Puzzle) -> Result<&Path> {
        let built = self.by_puzzle.get(&puzzle);
        match built.expect("the puzzle was requested") {
            Ok(program) => Ok(&program.path),
            Err(error) => Err(error.clone()),
        }
    }
}
