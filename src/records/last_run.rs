//! The results of a day's last runs, as stored in `times.json`, and the check whether they are
//! still valid.

use aoc_solution::Part;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::run_basis::RunBasis;
use crate::runner::Status;
use crate::terminal::{LOWER_BOUND, measured_time};

/// The results of a day's last runs. Each result has a digest of its [`RunBasis`] and the files of
/// its code. The lists of files may differ, because one result may come from the program of the
/// year and another from that of the day.
#[derive(Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct LastRun {
    /// The time of the last run with the user's input in which each part that ran gave an answer.
    #[serde(flatten)]
    pub time: Option<MeasuredTime>,
    /// The time that `aoc bench --readme` has measured after this run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bench: Option<MeasuredTime>,
    /// The time that was last written into the README. It may be older than this run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub in_readme: Option<MeasuredTime>,
    /// The status of each part: its failure, or [`Status::Ok`]. It comes from the last run with the
    /// user's input that included the part.
    pub statuses: [Status; 2],
    /// The status of each part's examples: their worst failure, or [`Status::Ok`]. It comes from
    /// the last run that included the part.
    pub example_statuses: [Status; 2],
    /// The [`RunBasis::of_input`] that `statuses` depend on.
    #[serde(rename = "source", skip_serializing_if = "Option::is_none")]
    pub digest: Option<u64>,
    /// The code files that `digest` covers, with `/` and relative to the project's root.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<String>,
    /// For each part whose answer differed from the accepted answer: the hash of that accepted
    /// answer.
    #[serde(rename = "refutation", skip_serializing_if = "is_empty")]
    pub refuted_by: [Option<u64>; 2],
    /// The [`RunBasis::of_examples`] that `example_statuses` depend on.
    #[serde(rename = "examples_source", skip_serializing_if = "Option::is_none")]
    pub examples_digest: Option<u64>,
    /// The code files that `examples_digest` covers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub examples_files: Vec<String>,
}

/// The basis of one of the results in a [`LastRun`].
pub struct ResultBasis<'a> {
    pub digest: &'a mut u64,
    /// The code files that `digest` covers.
    pub files: &'a mut Vec<String>,
    /// The function that computes `digest`.
    pub digest_of: fn(&RunBasis) -> u64,
}

/// The time of a run with the user's input.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
pub struct MeasuredTime {
    /// The time of parsing and of both parts, without alternatives, in nanoseconds.
    pub ns: u64,
    /// True if `ns` lacks a part, because the part is not written, failed or took too long.
    pub is_partial: bool,
    #[serde(rename = "time")]
    pub measured_at: DateTime<Utc>,
    /// The time of each part, in nanoseconds.
    pub parts: [Option<u64>; 2],
    /// The [`RunBasis::of_input`] of the run.
    #[serde(rename = "timed_source")]
    pub digest: u64,
    /// The code files that `digest` covers.
    #[serde(rename = "timed_files", default, skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<String>,
    /// True if the code or the input has changed since the run.
    #[serde(skip)]
    pub is_old: bool,
}

impl LastRun {
    /// The results that are still valid. Times of other code or of another input are kept and
    /// marked as old. `basis_of` returns the basis that a run with these code files would have now.
    pub fn valid_now(&self, mut basis_of: impl FnMut(&[String]) -> RunBasis) -> Self {
        let mut last = self.clone();
        let Self {
            time,
            bench,
            in_readme,
            statuses,
            example_statuses,
            digest,
            files,
            refuted_by,
            examples_digest,
            examples_files,
        } = &mut last;
        // Earlier versions of `aoc` stored one list of files for all results.
        let mut basis_of = |files: &[String]| match files {
            [] => basis_of(&self.files),
            _ => basis_of(files),
        };
        let now = basis_of(files);
        for part in Part::BOTH.map(Part::index) {
            let refuted_by = refuted_by[part];
            let is_corrected = refuted_by.is_some() && refuted_by != now.answers[part];
            if *digest != Some(now.of_input()) || is_corrected {
                statuses[part] = Status::default();
            }
        }
        if *examples_digest != Some(basis_of(examples_files).of_examples()) {
            *example_statuses = <[Status; 2]>::default();
        }
        for time in [time, bench, in_readme].into_iter().flatten() {
            time.is_old = time.digest != basis_of(&time.files).of_input();
        }
        last
    }

    /// The basis of each stored result.
    pub fn bases(&mut self) -> impl Iterator<Item = ResultBasis<'_>> {
        let times = [&mut self.time, &mut self.bench, &mut self.in_readme];
        let statuses = self.digest.as_mut().map(|digest| (digest, &mut self.files));
        let with_input = times
            .into_iter()
            .flatten()
            .map(|time| (&mut time.digest, &mut time.files))
            .chain(statuses)
            .map(|(digest, files)| ResultBasis {
                digest,
                files,
                digest_of: RunBasis::of_input,
            });
        let with_examples = self.examples_digest.as_mut().map(|digest| ResultBasis {
            digest,
            files: &mut self.examples_files,
            digest_of: RunBasis::of_examples,
        });
        with_input.chain(with_examples)
    }

    /// All times that were measured here.
    pub fn times(&self) -> impl Iterator<Item = &MeasuredTime> {
        [&self.time, &self.bench, &self.in_readme]
            .into_iter()
            .flatten()
    }

    /// The time for the README, from the last run or from `aoc bench --readme`.
    pub fn for_readme(&self) -> Option<&MeasuredTime> {
        self.bench.as_ref().or(self.time.as_ref())
    }

    /// The first failure of the parts, or [`Status::Ok`].
    pub fn parts_status(&self) -> Status {
        first_failure(&self.statuses).unwrap_or_default()
    }

    /// The worst failure of the examples, or [`Status::Ok`].
    pub fn examples_status(&self) -> Status {
        let [part1, part2] = self.example_statuses;
        part1.max(part2)
    }

    /// The first failure of the parts. If there is none, the worst failure of the examples.
    pub fn failure(&self) -> Option<Status> {
        first_failure(&[self.parts_status(), self.examples_status()])
    }
}

impl MeasuredTime {
    /// The time of all phases, as text. If a part is missing, the text marks the time as a lower
    /// bound.
    pub fn total(&self) -> String {
        let total = measured_time(self.ns);
        if self.is_partial {
            format!("{LOWER_BOUND}{total}")
        } else {
            total
        }
    }
}

fn is_empty(refuted_by: &[Option<u64>; 2]) -> bool {
    *refuted_by == [None; 2]
}

fn first_failure(statuses: &[Status]) -> Option<Status> {
    let failed = statuses.iter().find(|status| status.is_failure());
    failed.copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_that_lacks_a_field_is_read_as_none() {
        let text = r#"{"ns": 5, "time": "2026-11-20T00:00:00Z", "source": 1, "status": "wrong"}"#;
        let last: LastRun = serde_json::from_str(text).unwrap();
        assert!(last.time.is_none());
        assert_eq!(last.digest, Some(1));
        assert_eq!(last.failure(), None);
    }

    #[test]
    fn each_result_has_its_own_files_or_those_of_an_earlier_version() {
        let of_code = |code| RunBasis {
            code,
            ..RunBasis::default()
        };
        let [now, edited] = [of_code(1), of_code(2)];
        for (own_files, is_old) in [("", false), (r#""timed_files": ["b.rs"],"#, true)] {
            let text = format!(
                r#"{{"ns": 5, "time": "2026-11-20T00:00:00Z", "is_partial": false,
                "parts": [null, null], {own_files} "timed_source": {now}, "source": {now},
                "files": ["a.rs"], "statuses": ["wrong", "ok"]}}"#,
                now = now.of_input()
            );
            let stored: LastRun = serde_json::from_str(&text).unwrap();
            let last = stored.valid_now(|files| if files == ["b.rs"] { edited } else { now });
            assert_eq!(last.time.as_ref().map(|time| time.is_old), Some(is_old));
            assert_eq!(last.failure(), Some(Status::Wrong));
        }
    }
}
