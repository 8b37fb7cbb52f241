//! One program to build: a year, or a day of it.

use std::collections::BTreeSet;
use std::fs::File;
use std::path::{Path, PathBuf};

use super::fingerprint::{BuildInputs, Fingerprint};
use super::request::BuildRequest;
use super::workers::Built;
use super::{features, stamps};
use crate::puzzle::{Day, Puzzle, Year};

#[derive(Debug)]
pub struct Unit {
    pub year: Year,
    /// The days that it is asked for.
    pub asked: BTreeSet<Day>,
    /// The name of the program.
    pub program: String,
    content: Content,
    /// Cargo's arguments for the features of the year.
    pub features: Vec<String>,
    /// Where its fingerprint is kept.
    stamp: PathBuf,
    /// The programs of days that this one replaces.
    instead: Vec<Unit>,
}

#[derive(Debug)]
enum Content {
    Year,
    /// The day, and its generated program.
    Day(Day, String),
    /// The generated program of the days that compile.
    Rest(String),
}

impl Unit {
    /// The program of a year, for some of its days.
    pub fn of_year(request: &BuildRequest<'_>, year: Year, asked: BTreeSet<Day>) -> Self {
        Self::new(request, year, asked, format!("year{year}"), Content::Year)
    }

    /// The program `main` of one day.
    pub fn of_day(request: &BuildRequest<'_>, puzzle: Puzzle, main: String) -> Self {
        let content = Content::Day(puzzle.day, main);
        let asked = [puzzle.day].into();
        Self::new(request, puzzle.year, asked, day_program(puzzle), content)
    }

    /// The program `main` of those days of a year that compile.
    pub fn of_rest(
        request: &BuildRequest<'_>,
        year: Year,
        asked: BTreeSet<Day>,
        main: String,
    ) -> Self {
        let content = Content::Rest(main);
        Self::new(request, year, asked, rest_program(year), content)
    }

    fn new(
        request: &BuildRequest<'_>,
        year: Year,
        asked: BTreeSet<Day>,
        program: String,
        content: Content,
    ) -> Self {
        let stamp = format!("{program}-{}.json", request.options.profile.name());
        Self {
            year,
            asked,
            program,
            content,
            features: features::arguments(request, year),
            stamp: stamps::folder(request.project).join(stamp),
            instead: Vec::new(),
        }
    }

    /// Makes this, the program of a year, do for what another unit of the year is
    /// asked for: itself, or a day that cannot be built alone.
    pub fn take(&mut self, other: Self) {
        self.asked.extend(&other.asked);
        if other.one_day().is_some() {
            self.instead.push(other);
        }
    }

    /// The day and its generated program, if it is the program of one day.
    pub fn one_day(&self) -> Option<(Day, &str)> {
        match &self.content {
            Content::Day(day, main) => Some((*day, main)),
            Content::Year | Content::Rest(_) => None,
        }
    }

    /// The generated program, if it is not the year's own `main.rs`: it is built
    /// in the workspace of single days.
    pub fn own_main(&self) -> Option<&str> {
        match &self.content {
            Content::Year => None,
            Content::Day(_, main) | Content::Rest(main) => Some(main),
        }
    }

    /// The file of the program, relative to its workspace.
    pub fn main_file(&self) -> PathBuf {
        let folder = Path::new("days").join(format!("year{}", self.year));
        match &self.content {
            Content::Year => folder.join("main.rs"),
            Content::Day(day, _) => folder.join(day_main_file(*day)),
            Content::Rest(_) => folder.join(REST_MAIN_FILE),
        }
    }

    /// Those arguments of cargo that change the program.
    pub fn arguments(&self, request: &BuildRequest<'_>) -> Vec<String> {
        let mut arguments = request.options.profile.arguments(request.project);
        arguments.extend_from_slice(&self.features);
        arguments
    }

    pub fn inputs<'a>(
        &'a self,
        request: &BuildRequest<'a>,
        arguments: &'a [String],
    ) -> BuildInputs<'a> {
        BuildInputs {
            root: request.project.root(),
            arguments,
            main: self.own_main().unwrap_or_default(),
            environment: request.environment,
        }
    }

    /// The program, if a build would change nothing.
    pub fn fresh(&self, request: &BuildRequest<'_>) -> Option<Built> {
        let fingerprint = self.last()?;
        let arguments = self.arguments(request);
        if !fingerprint.is_fresh(&self.inputs(request, &arguments)) {
            return None;
        }
        if !self.instead.is_empty() {
            self.remember(&fingerprint);
        }
        if self.one_day().is_some() {
            // What was used last is kept longest.
            let stamp = File::options().append(true).open(&self.stamp);
            let _ = stamp.and_then(|stamp| stamp.set_modified(request.now));
        }
        Some(Built {
            executable: fingerprint.executable().to_path_buf(),
        })
    }

    /// The fingerprint of the last build.
    pub fn last(&self) -> Option<Fingerprint> {
        Fingerprint::load(&self.stamp)
    }

    /// Remembers what the program was built from. If that fails, cargo is
    /// asked the next time.
    pub fn remember(&self, fingerprint: &Fingerprint) {
        let _ = fingerprint.save(&self.stamp);
        for instead in &self.instead {
            let main = instead.own_main().unwrap_or_default();
            let _ = fingerprint.in_place_of(main).save(&instead.stamp);
        }
    }
}

/// The file of the program of [`rest_program`], in the folder of its year.
pub const REST_MAIN_FILE: &str = "main-rest.rs";

/// The name of the program of those days that compile.
pub fn rest_program(year: Year) -> String {
    format!("year{year}-rest")
}

/// The name of a day's program.
pub fn day_program(puzzle: Puzzle) -> String {
    format!("year{}-{:02}", puzzle.year, puzzle.day.0)
}

/// The file of a day's program, in the folder of its year.
pub fn day_main_file(day: Day) -> String {
    format!("main-{:02}.rs", day.0)
}
