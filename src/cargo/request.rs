//! The request for a build, the events while it runs, and its result.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::fingerprint::FileHashes;
use crate::config::ChildEnv;
use crate::error::{CliError, Exit, Result};
use crate::files::read_table;
use crate::processes::CancelToken;
use crate::project::Project;
use crate::puzzle::{Puzzle, Year};

pub struct BuildRequest<'a> {
    pub project: &'a Project,
    pub puzzles: &'a [Puzzle],
    /// Whether each puzzle gets a separate program, whose machine code does not depend on
    /// the other days: the compiler decides about inlining for a whole program.
    pub per_day: bool,
    pub profile: Profile,
    /// The features of the years' packages, as they were typed.
    pub features: &'a [String],
    /// Whether cargo may not use the network.
    pub offline: bool,
    /// Whether cargo shows nothing but errors of the compiler.
    pub quiet: bool,
    pub environment: &'a ChildEnv,
    /// The token that ends cargo.
    pub cancel: &'a CancelToken,
}

impl BuildRequest<'_> {
    /// The features that a year's package is built with. Cargo refuses a feature that the
    /// package does not have, so each year gets only its own; one that no year has is passed
    /// on, so that cargo reports it.
    pub fn features_of(&self, year: Year) -> impl Iterator<Item = &String> {
        let years: BTreeSet<Year> = self.puzzles.iter().map(|puzzle| puzzle.year).collect();
        self.features.iter().filter(move |feature| {
            let has_it = |year: &Year| self.has_feature(*year, feature);
            has_it(&year) || !years.iter().any(has_it)
        })
    }

    fn has_feature(&self, year: Year, feature: &str) -> bool {
        let manifest = read_table(&self.project.manifest_of(year));
        let features = manifest.get("features");
        features.is_some_and(|features| features.get(feature).is_some())
    }
}

/// An event of a build. If nothing has changed there are only notes.
pub enum BuildEvent<'a> {
    /// Cargo is about to be started for this year.
    Started(Year),
    /// Output of the compiler or cargo, with its colours and line end.
    Output(&'a str),
    /// A note on the files of a year.
    Note(&'a str),
}

/// Receives the events of a build.
pub type OnEvent<'a> = &'a mut dyn FnMut(BuildEvent<'_>);

/// A profile of cargo.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Profile {
    /// For `run`, `test` and `submit`: quick to rebuild, with overflow checks.
    #[default]
    Aoc,
    /// For `bench` and `verify`: one codegen unit, without overflow checks.
    AocBench,
    /// For `profile`: as [`Self::AocBench`], with the lines of the source.
    LineTables,
    /// `--dev`.
    Dev,
}

/// The settings of the profiles that are not cargo's own.
const SETTINGS: &[(Profile, &[&str])] = &[
    (
        Profile::Aoc,
        &[
            "inherits='release'",
            "incremental=true",
            "lto='off'",
            "debug=false",
            "overflow-checks=true",
        ],
    ),
    (
        Profile::AocBench,
        &[
            "inherits='release'",
            "incremental=false",
            "codegen-units=1",
            "lto='off'",
        ],
    ),
    (
        Profile::LineTables,
        &["inherits='aoc-bench'", "debug='line-tables-only'"],
    ),
];

impl Profile {
    pub fn name(self) -> &'static str {
        match self {
            Self::Aoc => "aoc",
            Self::AocBench => "aoc-bench",
            Self::LineTables => "aoc-profile",
            Self::Dev => "dev",
        }
    }

    /// The name of cargo's output folder.
    pub fn folder(self) -> &'static str {
        match self {
            Self::Dev => "debug",
            other => other.name(),
        }
    }

    /// The arguments that select the profile, and define all profiles that the project's
    /// manifest does not: one may inherit from another.
    pub fn arguments(self, project: &Project) -> Vec<String> {
        let mut arguments = vec![format!("--profile={}", self.name())];
        let defined = project.manifest().get("profile");
        for (profile, settings) in SETTINGS {
            let name = profile.name();
            if defined.is_some_and(|profiles| profiles.get(name).is_some()) {
                continue;
            }
            for setting in *settings {
                arguments.push(format!("--config=profile.{name}.{setting}"));
            }
        }
        arguments
    }
}

/// The program for each puzzle, or its failure. Later builds do not overwrite the
/// programs.
#[derive(Debug, Default)]
pub struct Workers {
    pub profile: Profile,
    pub(super) programs: BTreeMap<Puzzle, Result<Executable, BuildFailure>>,
}

/// A program that was built.
#[derive(Clone, Debug)]
pub struct Executable {
    pub path: PathBuf,
    /// The files that it was made from, each with its content hash at that time.
    pub files: Arc<FileHashes>,
}

impl Workers {
    /// The program for a puzzle; `None` if it was not requested.
    pub fn find(&self, puzzle: Puzzle) -> Option<Result<&Path>> {
        Some(match self.programs.get(&puzzle)? {
            Ok(program) => Ok(&program.path),
            Err(failure) => Err(CliError::new(failure.kind(), &failure.message)),
        })
    }

    /// The files that the program of a puzzle was made from, with their content hashes at that
    /// time; `None` if there is no program.
    pub fn files(&self, puzzle: Puzzle) -> Option<&FileHashes> {
        let program = self.programs.get(&puzzle)?.as_ref().ok()?;
        Some(&program.files)
    }

    /// The program for a puzzle that was requested.
    pub fn worker(&self, puzzle: Puzzle) -> Result<&Path> {
        self.find(puzzle).expect("the puzzle was requested")
    }
}

/// The reason why a year or a day was not built. Other years and days are still built.
#[derive(Clone, Debug, PartialEq)]
pub struct BuildFailure {
    /// One line: the location and the error.
    pub message: String,
    pub cause: BuildFailureCause,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum BuildFailureCause {
    /// The code, or the tools.
    Code,
    DiskFull,
    /// The files of the year could not be updated.
    Project(Exit),
}

impl BuildFailure {
    pub fn kind(&self) -> Exit {
        match self.cause {
            BuildFailureCause::Code => Exit::Failed,
            BuildFailureCause::DiskFull => Exit::Files,
            BuildFailureCause::Project(kind) => kind,
        }
    }
}
