//! The results of measuring: plain data, and the JSON of `bench --json`, which
//! can be read back.

use std::borrow::Cow;

use aoc_solution::protocol::{Allocations, Phase};
use serde::{Deserialize, Serialize, Serializer};

use super::change::RatioTo;
use super::compare::Ratio;
use super::load::Load;
use super::measurement::Measurement;
use super::statistics::{Statistics, picoseconds, quantiles};
use super::warning::Warning;
use crate::error::{Exit, HasExit};
use crate::puzzle::{Day, Puzzle, Year};
use crate::runner::{Input, JobFailure, PhaseResult, PuzzleHeader, SourceKind, Status};

/// All results of one `bench`: schema `aoc-bench/1`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BenchResults {
    pub schema: Cow<'static, str>,
    pub host: Host,
    /// What else the machine did meanwhile; `None` where that is not known.
    pub load: Option<Load>,
    /// One for each phase and each alternative, in the order of the puzzles.
    pub results: Vec<BenchResult>,
}

impl BenchResults {
    pub const SCHEMA: &'static str = "aoc-bench/1";

    pub const fn new(host: Host, load: Option<Load>, results: Vec<BenchResult>) -> Self {
        Self {
            schema: Cow::Borrowed(Self::SCHEMA),
            host,
            load,
            results,
        }
    }
}

/// All passes over a puzzle.
#[derive(Clone, Debug, PartialEq)]
pub struct Benched {
    /// One for each of its inputs.
    pub puzzles: Vec<BenchedPuzzle>,
    /// What else the machine did meanwhile; `None` where that is not known.
    pub load: Option<Load>,
}

/// A puzzle measured over one input.
#[derive(Clone, Debug, PartialEq)]
pub struct BenchedPuzzle {
    pub header: PuzzleHeader,
    pub results: Vec<BenchResult>,
    /// The phases that an interrupt came before.
    pub not_reached: Vec<Phase>,
}

impl HasExit for Benched {
    fn exit(&self) -> Exit {
        let mut results = self.puzzles.iter().flat_map(|puzzle| &puzzle.results);
        if results.any(|result| result.status.is_failure() || result.regressed) {
            Exit::Failed
        } else {
            Exit::Done
        }
    }
}

/// What was measured on and with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Host {
    /// The operating system, as `std::env::consts::OS` has it.
    pub os: String,
    /// The architecture, as `std::env::consts::ARCH` has it.
    pub arch: String,
    /// The processor's name, where the system tells it.
    pub cpu: Option<String>,
    /// How many cores there are to use.
    pub cores: usize,
    /// The compiler: `rustc --version`.
    pub rustc: Option<String>,
    /// The version of `aoc`.
    pub aoc: String,
    /// The cargo profile of the worker.
    pub profile: String,
}

impl Host {
    /// What differs first of the two, apart from the compilers: the machine, then
    /// the profile. Times of either are not comparable.
    pub fn difference(&self, other: &Self) -> Option<(String, String)> {
        let machine = |host: &Self| {
            let cpu = host.cpu.as_deref().unwrap_or(&host.arch);
            format!("{} cores of {cpu} on {}", host.cores, host.os)
        };
        let profile = |host: &Self| format!("the profile {}", host.profile);
        [
            (machine(self), machine(other)),
            (profile(self), profile(other)),
        ]
        .into_iter()
        .find(|(then, now)| then != now)
    }
}

/// One phase of one puzzle, or an alternative of one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BenchResult {
    pub year: Year,
    pub day: Day,
    /// Empty where the worker could not be asked.
    pub title: String,
    /// `None` for a puzzle that could not be measured at all.
    pub phase: Option<Phase>,
    /// The alternative's name; `None` for the primary.
    pub alternative: Option<String>,
    pub source: SourceKind,
    /// A named input's name, the seed of a generated one.
    pub name: Option<String>,
    /// [`Status::Ok`] for a phase that was measured.
    pub status: Status,
    /// What is to be said of a failure.
    pub message: Option<String>,
    /// Fields beside the others; all null for a phase that was not measured.
    #[serde(flatten, serialize_with = "or_nulls")]
    pub measured: Option<Measured>,
    /// What one call allocates; `None` where the program does not count it.
    pub allocations: Option<Allocations>,
    /// Compared with the primary; of the primary itself, the same as `change`.
    pub ratio: Option<RatioTo>,
    /// Compared with a baseline or with another revision.
    pub change: Option<RatioTo>,
    /// Whether it is slower than that by more than is allowed.
    pub regressed: bool,
    /// Doubts about the figures.
    pub warnings: Vec<Warning>,
}

impl BenchResult {
    /// A result without figures.
    pub(super) fn new(case: &Input, phase: PhaseResult) -> Self {
        let PuzzleHeader {
            year,
            day,
            title,
            source,
            name,
            ..
        } = case.header.clone();
        Self {
            year,
            day,
            title,
            phase: Some(phase.phase),
            alternative: phase.alternative,
            source,
            name,
            status: phase.status,
            message: phase.message,
            measured: None,
            allocations: None,
            ratio: None,
            change: None,
            regressed: false,
            warnings: Vec::new(),
        }
    }

    /// The result of a puzzle that could not be measured at all.
    pub fn failed(failure: &JobFailure) -> Self {
        let header = PuzzleHeader::unknown(failure.puzzle);
        Self {
            year: header.year,
            day: header.day,
            title: header.title,
            phase: None,
            alternative: None,
            source: header.source,
            name: header.name,
            status: Status::Error,
            message: Some(failure.to_string()),
            measured: None,
            allocations: None,
            ratio: None,
            change: None,
            regressed: false,
            warnings: Vec::new(),
        }
    }

    /// Takes back the figures: the phase failed after all.
    pub(super) fn set_failure(&mut self, failure: PhaseResult) {
        self.status = failure.status;
        self.message = failure.message;
        self.measured = None;
        self.allocations = None;
        self.ratio = None;
        self.change = None;
        self.regressed = false;
        self.warnings.clear();
    }

    /// Adds a doubt, once.
    pub(super) fn warn(&mut self, warning: Warning) {
        if !self.warnings.contains(&warning) {
            self.warnings.push(warning);
        }
    }

    pub const fn puzzle(&self) -> Puzzle {
        self.year.day(self.day)
    }

    /// Its figures; `None` for a phase that was not measured.
    pub fn figures(&self) -> Option<&Statistics> {
        self.measured.as_ref().map(|measured| &measured.figures)
    }

    /// Whether both are of the same function with the same input.
    pub(super) fn is_of_same(&self, other: &Self) -> bool {
        let key = |result: &Self| {
            let Self {
                phase,
                alternative,
                source,
                name,
                ..
            } = result;
            (
                result.puzzle(),
                *phase,
                alternative.clone(),
                *source,
                name.clone(),
            )
        };
        key(self) == key(other)
    }

    /// Compares the figures with those of an earlier measurement, which has a
    /// name.
    pub fn change_since(&self, name: String, before: &Self) -> Option<RatioTo> {
        RatioTo::of_figures(name, self.figures()?, before.figures()?)
    }

    /// Compares it with something else. Slower by more than the share
    /// `allowed`, it has regressed.
    pub(super) fn set_change(&mut self, change: RatioTo, allowed: Option<f64>) {
        self.regressed = allowed.is_some_and(|share| change.is_slower_by(share));
        if self.alternative.is_none() {
            self.ratio = Some(change.clone());
        }
        self.change = Some(change);
    }

    /// Fills in the figures of `measurement`, and what a call allocates. An
    /// alternative is compared with the `primary`, which was sampled in turn with
    /// it.
    pub(super) fn set_measurement(
        &mut self,
        measurement: &Measurement,
        primary: Option<&Measurement>,
        allocations: Option<Allocations>,
    ) {
        let Some(statistics) = Statistics::of(measurement) else {
            return;
        };
        self.status = Status::Ok;
        self.message = None;
        self.allocations = allocations;
        self.warnings = Warning::of(measurement, &statistics, allocations);
        self.ratio = primary
            .and_then(|primary| Ratio::of(measurement, primary))
            .map(|ratio| RatioTo::of_samples("own", ratio).at(statistics.p10_ns));
        self.measured = Some(Measured {
            figures: statistics.rounded(),
            first_ns: measurement.first_ns,
            process_p10_ns: measurement
                .quantiles(0.1)
                .into_iter()
                .map(picoseconds)
                .collect(),
            quantiles_ns: quantiles(measurement),
        });
    }
}

/// The figures of a phase; times are of one call.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Measured {
    #[serde(flatten)]
    pub figures: Statistics,
    /// How long the very first call took.
    pub first_ns: u64,
    /// The 10th percentile of each process.
    pub process_p10_ns: Vec<f64>,
    /// The quantiles of all samples in steps of 5%, from the minimum to the
    /// maximum: 21 values.
    pub quantiles_ns: Vec<f64>,
}

/// The figures, or a null for each of their names: a script finds every name in
/// every result.
#[expect(clippy::ref_option, reason = "serde hands it over so")]
fn or_nulls<S: Serializer>(measured: &Option<Measured>, serializer: S) -> Result<S::Ok, S::Error> {
    if let Some(measured) = measured {
        return measured.serialize(serializer);
    }
    let mut names = serde_json::to_value(Measured::default()).map_err(serde::ser::Error::custom)?;
    if let Some(names) = names.as_object_mut() {
        for value in names.values_mut() {
            *value = serde_json::Value::Null;
        }
    }
    names.serialize(serializer)
}

#[cfg(test)]
mod tests;
