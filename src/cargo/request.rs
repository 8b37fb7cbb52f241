//! What is asked of a build, who listens to it, and what comes out of it.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::SystemTime;

use toml::Table;

use crate::config::ChildEnv;
use crate::error::{Exit, HasExit};
use crate::files::read_text_file;
use crate::processes::CancelToken;
use crate::project::{Note, Project};
use crate::puzzle::{Day, Puzzle, Year};

#[derive(Clone, Copy, Debug)]
pub struct BuildRequest<'a> {
    pub project: &'a Project,
    pub days: &'a BTreeMap<Year, Vec<Day>>,
    pub programs: Programs,
    pub options: BuildOptions,
    /// The features of the years' packages, as they were typed.
    pub features: &'a [String],
    /// The environment of cargo.
    pub environment: &'a ChildEnv,
    /// If it is cancelled, cargo is killed.
    pub cancel: &'a CancelToken,
    pub now: SystemTime,
}

/// Which programs the days of a year get.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Programs {
    /// One for all days of a year that are asked for.
    Shared,
    /// One for each day, so that its code does not depend on which other days
    /// there are: the compiler decides for a whole program what to inline.
    PerDay,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BuildOptions {
    pub profile: Profile,
    /// Whether cargo may not use the network.
    pub offline: bool,
    /// Whether messages are for a terminal with colours.
    pub color: bool,
    /// Whether cargo shows nothing but warnings and errors of the compiler.
    pub quiet: bool,
}

/// A profile of cargo.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Profile {
    /// For `run`, `test` and `submit`: quick to rebuild, overflow checked.
    Aoc,
    /// For `bench` and `verify`: optimised as a whole, without checks.
    AocBench,
    /// `--dev`.
    Dev,
}

impl Profile {
    pub const fn name(self) -> &'static str {
        match self {
            Self::Aoc => "aoc",
            Self::AocBench => "aoc-bench",
            Self::Dev => "dev",
        }
    }

    /// The arguments that choose the profile, and define it if the project's
    /// manifest does not.
    pub fn arguments(self, project: &Project) -> Vec<String> {
        let mut arguments = vec!["--profile".to_owned(), self.name().to_owned()];
        let keys = match self {
            Self::Aoc => {
                "inherits='release' incremental=true lto='off' debug=false overflow-checks=true"
            }
            Self::AocBench => "inherits='release' incremental=false codegen-units=1 lto='off'",
            Self::Dev => return arguments,
        };
        let profiles = project.manifest().get("profile");
        if profiles.and_then(|table| table.get(self.name())).is_none() {
            for key in keys.split(' ') {
                let key = format!("profile.{}.{key}", self.name());
                arguments.extend(["--config".to_owned(), key]);
            }
        }
        arguments
    }
}

/// Listens to a build. If nothing has changed there are only notes.
pub trait BuildEvents {
    /// Cargo is about to be started for these years.
    fn started(&mut self, years: &[Year]);
    /// A message of the compiler as cargo renders it, with its line ends.
    fn message(&mut self, rendered: &str);
    /// A line of cargo's own.
    fn line(&mut self, line: &str);
    fn note(&mut self, note: &Note);
    fn finished(&mut self);
}

/// A program that can be started. No other build replaces it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Built {
    pub executable: PathBuf,
}

/// The worker of each puzzle, or why there is none.
#[derive(Clone, Debug, Default)]
pub struct Workers(pub(super) BTreeMap<Puzzle, Result<Built, BuildFailure>>);

impl Workers {
    /// The worker that solves a puzzle, or why there is none. Only for puzzles
    /// that were asked for.
    pub fn worker(&self, puzzle: Puzzle) -> Result<&Built, &BuildFailure> {
        let worker = self.0.get(&puzzle);
        worker.expect("the puzzle was asked for").as_ref()
    }
}

/// Why one year, or one day, was not built. The rest goes on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct BuildFailure {
    /// The day whose file is the cause; `None` if the whole year is affected.
    pub day: Option<Day>,
    /// One line: where, and what.
    pub message: String,
    pub exit: Exit,
}

impl BuildFailure {
    /// A failure of the whole year: it does not compile.
    pub fn new(message: impl Into<String>) -> Self {
        Self {
            day: None,
            message: message.into(),
            exit: Exit::Failed,
        }
    }
}

impl HasExit for BuildFailure {
    fn exit(&self) -> Exit {
        self.exit
    }
}

impl BuildRequest<'_> {
    /// Cargo's arguments for the features of a year. Cargo refuses a feature that the
    /// package does not have, so each year gets those that it has; what no year has
    /// is left to cargo, which says so.
    pub fn feature_arguments(&self, year: Year) -> Vec<String> {
        let has = |year: Year, feature: &str| {
            let path = self.project.year_dir(year).join("Cargo.toml");
            let manifest = read_text_file(&path).unwrap_or_default();
            let manifest: Table = manifest.parse().unwrap_or_default();
            let features = manifest.get("features");
            features.is_some_and(|it| it.get(feature).is_some())
        };
        let of_none = |feature: &str| !self.days.keys().any(|&year| has(year, feature));
        let features = self.features.iter();
        let features = features.filter(|feature| has(year, feature) || of_none(feature));
        features
            .flat_map(|feature| ["--features".to_owned(), feature.clone()])
            .collect()
    }
}
