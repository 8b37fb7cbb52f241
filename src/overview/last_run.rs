//! How the last run of a day ended, as it is stored in `times.json`.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::runner::Status;
use crate::terminal::elapsed;

/// What is known of the last runs of a day.
#[derive(Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct LastRun {
    /// The last complete run with the user's input, or the last one at all if none was complete.
    #[serde(flatten)]
    pub time: Option<LastTime>,
    /// How the last run with the user's input ended, even if it was not complete.
    #[serde(default)]
    pub status: Status,
    /// How the examples that ran last ended.
    #[serde(default)]
    pub examples: Status,
    /// The digest of the day's files that had this status; `None` if an older version stored it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<u64>,
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
    /// The digest of the day's files that took this time; `None` if an older version stored it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timed_source: Option<u64>,
}

impl LastRun {
    /// The failure of the last run: that with the input, otherwise that of the examples.
    pub fn failure(&self) -> Option<Status> {
        [self.status, self.examples]
            .into_iter()
            .find(|status| status.is_failure())
    }
}

impl LastTime {
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
