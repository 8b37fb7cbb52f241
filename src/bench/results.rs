//! The results of measuring: plain data, and the JSON of `bench --json`, which
//! can be read back.

use std::borrow::Cow;

use aoc_solution::protocol::{Allocations, Phase};
use serde::{Deserialize, Serialize, Serializer};

use super::compare::Ratio;
use super::load::Load;
use super::measurement::Measurement;
use super::statistics::Statistics;
use super::warning::Warning;
use crate::error::{Exit, HasExit};
use crate::puzzle::{Day, Year};
use crate::runner::{Case, JobFailure, PhaseResult, PuzzleHeader, SourceKind, Status};

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

/// A puzzle measured over one input, or over several together.
#[derive(Clone, Debug, PartialEq)]
pub struct BenchedPuzzle {
    pub header: PuzzleHeader,
    pub results: Vec<BenchResult>,
}

impl HasExit for Benched {
    fn exit(&self) -> Exit {
        let mut results = self.puzzles.iter().flat_map(|puzzle| &puzzle.results);
        if results.any(|result| result.status.is_failure()) {
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
    /// Over how many inputs the times are the mean.
    pub inputs: u32,
    /// [`Status::Ok`] for a phase that was measured.
    pub status: Status,
    /// What is to be said of a failure.
    pub message: Option<String>,
    /// Fields beside the others; all null for a phase that was not measured.
    #[serde(flatten, serialize_with = "or_nulls")]
    pub measured: Option<Measured>,
    /// What one call allocates; `None` where the program does not count it.
    pub allocations: Option<Allocations>,
    /// Compared with the primary; `None` for the primary itself.
    pub ratio: Option<RatioTo>,
    /// Doubts about the figures.
    pub warnings: Vec<Warning>,
}

impl BenchResult {
    /// A result without figures.
    pub(super) fn new(case: &Case, phase: PhaseResult) -> Self {
        let PuzzleHeader {
            year,
            day,
            title,
            source,
            ..
        } = case.header.clone();
        Self {
            year,
            day,
            title,
            phase: Some(phase.phase),
            alternative: phase.alternative,
            source,
            inputs: case.inputs(),
            status: phase.status,
            message: phase.message,
            measured: None,
            allocations: None,
            ratio: None,
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
            inputs: 0,
            status: Status::Error,
            message: Some(failure.to_string()),
            measured: None,
            allocations: None,
            ratio: None,
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
        self.warnings.clear();
    }

    /// Fills in the figures of `measurement`. An alternative is compared with
    /// the `primary`, which was sampled in turn with it.
    pub(super) fn set_measurement(
        &mut self,
        measurement: &Measurement,
        primary: Option<&Measurement>,
    ) {
        let Some(statistics) = Statistics::of(measurement) else {
            return;
        };
        if std::env::var_os("XDUMP").is_some() {
            eprintln!(
                "XDUMP {}/{} {:?} {:?} {:?} {:?} {:?}",
                self.year,
                self.day,
                self.phase,
                self.alternative,
                measurement.quantiles(0.1),
                measurement.quantiles(0.5),
                measurement.quantiles(0.02)
            );
        }
        self.status = Status::Ok;
        self.message = None;
        self.warnings = Warning::of(measurement, &statistics);
        if self.inputs > 1 {
            // The first call was with one of the inputs, and they differ.
            self.warnings.retain(|&warning| warning != Warning::Memo);
        }
        self.ratio = primary
            .and_then(|primary| Ratio::of(measurement, primary))
            .map(RatioTo::primary);
        self.measured = Some(Measured {
            figures: statistics.rounded(),
            first_ns: measurement.first_ns,
        });
    }
}

/// The figures of a phase; times are of one call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Measured {
    #[serde(flatten)]
    pub figures: Statistics,
    /// How long the very first call took.
    pub first_ns: u64,
}

/// How many times longer it takes than something else.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RatioTo {
    /// What it is compared with: `own` for the primary.
    pub of: Cow<'static, str>,
    /// The ratio of times: above 1, this one is slower.
    pub ratio: f64,
    /// Its 95% interval.
    pub ci95: [f64; 2],
    /// How many pairs of turns it comes from. Fewer than [`Ratio::PAIRS`] have
    /// no 95% interval, and `ci95` is their whole range.
    pub pairs: usize,
}

impl RatioTo {
    fn primary(ratio: Ratio) -> Self {
        Self {
            of: Cow::Borrowed("own"),
            ratio: ratio.ratio,
            ci95: ratio.ci95,
            pairs: ratio.pairs,
        }
    }

    /// Whether the interval is one of 95%.
    pub const fn has_interval(&self) -> bool {
        self.pairs >= Ratio::PAIRS
    }
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
