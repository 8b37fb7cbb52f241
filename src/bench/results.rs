//! What came of measuring: plain data, and the JSON of `bench --json`.

use aoc_solution::protocol::{Allocations, Phase};
use serde::{Serialize, Serializer};

use super::compare::Ratio;
use super::schedule::Measurement;
use super::statistics::Statistics;
use super::warning::Warning;
use crate::puzzle::{Day, Year};
use crate::runner::{SourceKind, Status};

/// Everything that one `bench` gave: schema `aoc-bench/1`.
#[derive(Clone, Debug, Serialize)]
pub struct BenchResults {
    /// `aoc-bench/1`.
    pub schema: &'static str,
    /// What it was measured on and with.
    pub host: Host,
    /// A phase, or an alternative of one, each; in the order that was asked for.
    pub results: Vec<BenchResult>,
}

impl BenchResults {
    /// The name and version of this form.
    pub const SCHEMA: &'static str = "aoc-bench/1";

    /// Results of this form.
    pub const fn new(host: Host, results: Vec<BenchResult>) -> Self {
        Self {
            schema: Self::SCHEMA,
            host,
            results,
        }
    }
}

/// What was measured on and with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
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
#[derive(Clone, Debug, Serialize)]
pub struct BenchResult {
    /// The year.
    pub year: Year,
    /// The day.
    pub day: Day,
    /// The puzzle's title.
    pub title: String,
    /// The phase.
    pub phase: Phase,
    /// The alternative's name; `None` for the day's own way.
    pub alternative: Option<String>,
    /// What kind of input it was.
    pub source: SourceKind,
    /// Over how many inputs the times are the mean.
    pub inputs: usize,
    /// [`Status::Ok`] for a phase that was measured.
    pub status: Status,
    /// What there is to say of a failure.
    pub message: Option<String>,
    /// The figures, side by side with the other fields; all null for a phase
    /// that was not measured.
    #[serde(flatten, serialize_with = "or_nulls")]
    pub measured: Option<Measured>,
    /// What one call allocates, where somebody counts.
    pub allocations: Option<Allocations>,
    /// Against the day's own way; `None` for that itself.
    pub ratio: Option<RatioTo>,
    /// Doubts about the figures.
    pub warnings: Vec<Warning>,
}

impl BenchResult {
    /// Fills in the figures of `measurement`, with `own` the measurement of the
    /// day's own way that an alternative was sampled in turn with.
    pub fn set_measurement(&mut self, measurement: &Measurement, own: Option<&Measurement>) {
        let Some(statistics) = measurement.statistics() else {
            return;
        };
        self.status = Status::Ok;
        self.message = None;
        self.warnings = Warning::of(&measurement.warmed, &statistics);
        if self.inputs > 1 {
            // The first call was with one of the inputs, and they differ.
            self.warnings.retain(|&warning| warning != Warning::Memo);
        }
        self.ratio = own
            .and_then(|own| Ratio::of(measurement, own))
            .map(RatioTo::own);
        self.measured = Some(Measured {
            figures: statistics.rounded(),
            first_ns: measurement.warmed.first_ns,
        });
    }
}

/// What was measured of a phase; times are of one call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Measured {
    /// Those of the samples.
    #[serde(flatten)]
    pub figures: Statistics,
    /// How long the very first call took.
    pub first_ns: u64,
}

/// How many times longer it takes than something else.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct RatioTo {
    /// What else: `own`, the day's own way.
    pub of: &'static str,
    /// The ratio of times: above 1, this one is slower.
    pub ratio: f64,
    /// Its 95% interval.
    pub ci95: [f64; 2],
    /// From how many pairs of turns; fewer than [`Ratio::PAIRS`] have no 95%
    /// interval, and `ci95` is their whole range.
    pub pairs: usize,
}

impl RatioTo {
    /// Against the day's own way.
    fn own(ratio: Ratio) -> Self {
        Self {
            of: "own",
            ratio: ratio.median,
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
