//! How a day ran last, as it is stored in `times.json`, and whether that is still so.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::cargo::hash;
use crate::runner::Status;
use crate::terminal::elapsed;

/// What is known of the last runs of a day. Each fact has the digest of what it depends on.
#[derive(Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct LastRun {
    /// The last run with the user's input in which each part that ran gave an answer.
    #[serde(flatten)]
    pub time: Option<LastTime>,
    /// The times that `aoc bench --readme` has measured since then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bench: Option<LastTime>,
    /// How the last run with the user's input ended, even if a part gave no answer.
    #[serde(default)]
    pub status: Status,
    /// How the examples that ran last ended.
    #[serde(default)]
    pub examples: Status,
    /// The digest of the code and the input that `status` is of; `None` if an older version
    /// stored it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<u64>,
    /// The hashes of the accepted answers that differed from those of the parts.
    #[serde(default, skip_serializing_if = "Refutation::is_none")]
    pub refutation: Refutation,
    /// The digest of the code and the examples that `examples` is of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub examples_source: Option<u64>,
    /// The files of the code that ran last, with `/`, from the project's root.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<String>,
}

/// The hash of the accepted answer to each part that differed from that of the code.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Refutation(pub [Option<u64>; 2]);

impl Refutation {
    fn is_none(&self) -> bool {
        *self == Self::default()
    }

    /// Whether the accepted answers that differed are those of now.
    fn holds(self, now: &RunBasis) -> bool {
        let mut answers = self.0.into_iter().zip(now.answers);
        answers.all(|(refuting, now)| refuting.is_none() || refuting == now)
    }
}

/// The time of a run.
#[derive(Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct LastTime {
    /// The time of parsing and both parts, without alternatives.
    pub ns: u64,
    /// Whether a part is missing in `ns`, because it is not written, failed or took too long.
    #[serde(default)]
    pub is_partial: bool,
    pub time: DateTime<Utc>,
    /// The time of each part.
    #[serde(default)]
    pub parts: [Option<u64>; 2],
    /// The digest of the code and the input that took this time; `None` if an older version
    /// stored it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timed_source: Option<u64>,
}

/// The digests of all that a run of a day depends on.
#[derive(Clone, Default)]
pub struct RunBasis {
    /// The files of the code.
    pub files: Vec<String>,
    pub code: u64,
    pub input: Option<u64>,
    /// The accepted answers.
    pub answers: [Option<u64>; 2],
    /// The examples of the file that can refute the code.
    pub examples: u64,
}

impl RunBasis {
    /// The digest for what the code did with the input.
    pub fn of_input(&self) -> u64 {
        hash(&(self.code, self.input))
    }

    /// The digest for what the code did with the examples.
    pub fn of_examples(&self) -> u64 {
        hash(&(self.code, self.examples))
    }
}

impl LastRun {
    /// The facts that still hold, of what is there now. A time stays: it is shown as older.
    pub fn known_now(&self, now: &RunBasis) -> Self {
        let mut last = self.clone();
        if !is_of(self.source, now.of_input()) || !self.refutation.holds(now) {
            last.status = Status::default();
        }
        // Before there were digests of examples, that of the code was stored for both.
        if !is_of(self.examples_source.or(self.source), now.of_examples()) {
            last.examples = Status::default();
        }
        last
    }

    /// The time that the README shows: that of the last run or of `aoc bench --readme`.
    pub fn for_readme(&self) -> Option<LastTime> {
        self.bench.or(self.time)
    }

    /// The failure of the last run: that with the input, otherwise that of the examples.
    pub fn failure(&self) -> Option<Status> {
        [self.status, self.examples]
            .into_iter()
            .find(|status| status.is_failure())
    }
}

impl LastTime {
    /// Whether this is the time of other code or of another input.
    pub fn is_older_than(&self, now: &RunBasis) -> bool {
        !is_of(self.timed_source, now.of_input())
    }

    /// The time of all phases, as a lower bound if a part is missing.
    pub fn total(&self) -> String {
        let total = elapsed(self.ns);
        if self.is_partial {
            format!("> {total}")
        } else {
            total
        }
    }
}

fn is_of(stored: Option<u64>, now: u64) -> bool {
    stored.is_none_or(|stored| stored == now)
}
