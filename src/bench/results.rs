//! The results of a measurement, as plain data. The table and all documents are made from them, and
//! `bench --json` prints them as JSON.

use std::fmt::{self, Display, Formatter};

use aoc_solution::protocol::{Allocations, Phase};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::to_value;

use super::host::{Host, Load};
use super::schedule::MeasuredFunction;
use super::statistics::{Ratio, RatioVerdict, Statistics, float};
use crate::error::{CliError, Exit, HasExit};
use crate::runner::{PuzzleHeader, Status};

/// All results of one `aoc bench`. The schema is `aoc-bench/1`.
#[derive(Serialize)]
pub struct BenchReport {
    pub schema: &'static str,
    /// The time at which the measurement began.
    pub date: DateTime<Utc>,
    /// The command line, quoted for a shell.
    pub command: String,
    pub host: Host,
    /// The load of other programs. `None` if it is not known, or if several puzzles were measured
    /// at the same time.
    pub load: Option<Load>,
    /// The results of all phases and alternatives, in the order of the puzzles. A puzzle or a
    /// generated input that could not be measured at all has a single result.
    pub results: Vec<BenchResult>,
}

impl BenchReport {
    /// The results that have figures.
    pub fn measured(&self) -> impl Iterator<Item = &BenchResult> + Clone {
        self.results
            .iter()
            .filter(|result| result.measured.is_some())
    }

    /// True if the machine could be the cause of a difference.
    pub fn lacks_verdict(&self) -> bool {
        let mut changes = self.results.iter().flat_map(|result| &result.change);
        changes.any(|change| change.verdict == RatioVerdict::MachineVaried)
    }

    /// The title of the report: a puzzle, a year, or several years.
    pub fn title(&self) -> String {
        let (Some(first), Some(last)) = (self.results.first(), self.results.last()) else {
            return "Advent of Code".to_owned();
        };
        let title = &first.header.title;
        let first = first.header.puzzle;
        let last = last.header.puzzle;
        if first == last {
            format!("{first} {title}").trim_end().to_owned()
        } else if first.year == last.year {
            format!("Advent of Code {}", first.year)
        } else {
            format!("Advent of Code {} to {}", first.year, last.year)
        }
    }
}

/// The measurements of a puzzle with each of its inputs.
#[derive(Default)]
pub struct Measurements {
    pub results: Vec<BenchResult>,
    /// The samples of [`running_threads`](super::host::running_threads).
    pub load_samples: Vec<u32>,
    /// True if `--fail-on` had nothing to check for a function that should have been compared.
    pub is_check_incomplete: bool,
}

impl Measurements {
    /// Adds the samples of the load during one input. Returns the load of this input.
    pub fn add_load(&mut self, samples: &[u32]) -> Option<Load> {
        self.load_samples.extend_from_slice(samples);
        Load::of(samples)
    }
}

impl HasExit for Measurements {
    fn exit(&self) -> Exit {
        for result in &self.results {
            if result.regressed || result.status.is_failure() {
                return Exit::Failed;
            }
        }
        if self.is_check_incomplete {
            return Exit::Failed;
        }
        Exit::Done
    }
}

/// The result of a phase, or of an alternative, of a puzzle with one input.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct BenchResult {
    #[serde(flatten)]
    pub header: PuzzleHeader,
    /// The digest of the input. Baselines store it beside the result.
    #[serde(skip)]
    pub input_digest: Option<u64>,
    /// The phase. `None` for a puzzle or an input that could not be measured at all.
    pub phase: Option<Phase>,
    /// The name of the alternative. `None` for the primary.
    pub alternative: Option<String>,
    /// The status. [`Status::Ok`] if the phase was measured.
    pub status: Status,
    /// The reason why there are no figures.
    pub message: Option<String>,
    /// The figures. In JSON their fields are next to the others, and are null if the phase was not
    /// measured.
    #[serde(flatten, serialize_with = "or_nulls")]
    pub measured: Option<Statistics>,
    /// The allocations of one call. `None` if the program does not count allocations.
    pub allocations: Option<Allocations>,
    /// For an alternative, the comparison with the primary. For the primary, the same as `change`.
    pub ratio: Option<Ratio>,
    /// The comparison with a baseline or another revision.
    pub change: Option<Ratio>,
    /// Whether `change` is a larger slowdown than `--fail-on` allows.
    pub regressed: bool,
    /// Reasons not to trust the figures. They are not read from baselines, because other versions
    /// may have other warnings.
    #[serde(default, skip_deserializing)]
    pub warnings: Vec<BenchWarning>,
}

impl BenchResult {
    /// The result of an input, or of a puzzle, that could not be measured at all.
    pub fn not_measured(header: PuzzleHeader, error: &CliError) -> Self {
        Self {
            header,
            status: Status::Error,
            message: Some(error.reason()),
            ..Self::default()
        }
    }

    /// True if both results are of the same function, and their inputs have the same name.
    pub fn is_same_function(&self, other: &Self) -> bool {
        self.phase == other.phase
            && self.alternative == other.alternative
            && self.header.puzzle == other.header.puzzle
            && self.header.source == other.header.source
            && self.header.name == other.header.name
    }

    /// Sets the comparison with an earlier measurement. The function has regressed if it is slower
    /// by more than the share `allowed_slowdown`.
    pub fn set_change(&mut self, change: Ratio, allowed_slowdown: Option<f64>) {
        self.regressed = allowed_slowdown.is_some_and(|share| change.is_slower_by(share));
        if change.verdict == RatioVerdict::MachineVaried {
            self.warnings.push(BenchWarning::MachineVaried);
        }
        if self.alternative.is_none() {
            self.ratio = Some(change.clone());
        }
        self.change = Some(change);
    }
}

/// Serializes the figures. Missing figures are nulls, so that scripts find every field in every
/// result.
#[expect(clippy::ref_option, reason = "serde passes the field by reference")]
fn or_nulls<S: Serializer>(
    measured: &Option<Statistics>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    if let Some(measured) = measured {
        return measured.serialize(serializer);
    }
    let fields = to_value(Statistics::default()).expect("plain data");
    let names = fields.as_object().expect("a struct").keys();
    serializer.collect_map(names.map(|name| (name, ())))
}

/// A reason not to trust a figure. Its name in JSON is stable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum BenchWarning {
    /// The median is far above the 10th percentile.
    Noisy,
    /// The first call took much longer than later calls.
    Memo,
    /// A later call gave another answer than the first call.
    AnswerChanges,
    /// The interval is wide, because there are too few samples or the processes differ too much.
    FewSamples,
    /// The clock or the loop around the calls takes a significant part of the time.
    BelowClock,
    /// The comparison has no verdict, because the machine's own speed or other programs could be
    /// the cause of the difference.
    MachineVaried,
}

/// A result is noisy if its median is more than this many times its 10th percentile. The quotient
/// was 1.01 on a quiet machine, and 1.5 with both cores busy.
const NOISY_RATIO: f64 = 1.2;
/// Processes differ too much if their relative interval is wider than this. On a quiet machine the
/// interval is 1 to 4%.
const WIDE_SPREAD: f64 = 0.1;
/// The factor by which a first call may be slower than later calls, because caches are cold and the
/// heap is small. Factors of 2 to 10 are usual.
const MEMO_FACTOR: u64 = 20;
/// The time that a first call may always take. Page faults, a first allocation and a cold branch
/// predictor cost some microseconds, even in a very short function.
const MEMO_NS: u64 = 50_000;
/// The time per byte of a process's first allocation. The system provides and clears each page,
/// which takes up to 4 µs on a virtual machine.
const FRESH_BYTE_NS: u64 = 1;
/// The number of clock steps that a batch needs to be accurate to 1%.
const MIN_GRAINS: f64 = 100.0;
/// The approximate time of one iteration of the loop around the calls.
const LOOP_NS: f64 = 1.0;

/// True if the first call took so much longer than later calls that the solution probably stores
/// results.
pub(super) fn is_first_call_slow(function: &MeasuredFunction, figures: &Statistics) -> bool {
    let fresh_bytes = function
        .allocations
        .map_or(0, |allocations| allocations.peak);
    let first_ns = function
        .samples
        .first_ns
        .saturating_sub(fresh_bytes.saturating_mul(FRESH_BYTE_NS));
    let again_ns = function.again_ns.map_or(f64::INFINITY, float);
    first_ns > MEMO_NS && float(first_ns / MEMO_FACTOR) > figures.median_ns.min(again_ns)
}

impl BenchWarning {
    /// The warnings for the figures of a function.
    pub fn of(function: &MeasuredFunction, figures: &Statistics) -> Vec<Self> {
        let samples = &function.samples;
        let mut warnings = Vec::new();
        if figures.median_ns > NOISY_RATIO * figures.p10_ns {
            warnings.push(BenchWarning::Noisy);
        }
        if is_first_call_slow(function, figures) {
            warnings.push(BenchWarning::Memo);
        }
        if figures.spread().is_none_or(|spread| spread > WIDE_SPREAD) {
            warnings.push(BenchWarning::FewSamples);
        }
        let has_few_grains = match (samples.batch, samples.grain_ns) {
            (Some(batch), Some(grain_ns)) => {
                figures.p10_ns * float(batch.calls) < MIN_GRAINS * float(grain_ns)
            }
            _ => false,
        };
        if figures.p10_ns < LOOP_NS || has_few_grains {
            warnings.push(BenchWarning::BelowClock);
        }
        if function.answer_changes {
            warnings.push(BenchWarning::AnswerChanges);
        }
        warnings
    }
}

/// Writes the warning as a sentence.
impl Display for BenchWarning {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        match self {
            BenchWarning::Noisy => write!(
                f,
                "noisy machine: the median is more than {NOISY_RATIO} times the 10th percentile"
            ),
            BenchWarning::Memo => write!(
                f,
                "the first call took more than {MEMO_FACTOR} times as long as later ones: does the \
                 solution store results?"
            ),
            BenchWarning::AnswerChanges => {
                f.write_str("a later call gave another answer than the first one")
            }
            BenchWarning::FewSamples => write!(
                f,
                "the interval is wider than ±{}%: there are too few samples, or the processes \
                 differ too much",
                WIDE_SPREAD * 100.0
            ),
            BenchWarning::BelowClock => f.write_str("too fast to time reliably"),
            BenchWarning::MachineVaried => f.write_str(
                "no verdict: the machine's own speed or other programs could be the cause; measure \
                 both again, or use --against",
            ),
        }
    }
}

#[cfg(test)]
pub use tests::report as test_report;

#[cfg(test)]
mod tests;
