//! How long each day took when it ran last: one file for each year in
//! `target/aoc-stamps/`. Nothing depends on it.

use std::collections::BTreeMap;
use std::path::PathBuf;

use aoc_solution::protocol::Phase;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::context::App;
use crate::files;
use crate::puzzle::{Day, Year, has_part2};
use crate::runner::{JobResult, PuzzleResult, SourceKind};

/// The file of a year has some 2 kB.
const MAX_SIZE: u64 = 64 * 1024;

/// A run that went well.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct LastTime {
    /// Parsing and both parts, without alternatives.
    pub ns: u64,
    pub time: DateTime<Utc>,
}

impl App {
    /// The time that each day of a year took on the user's input.
    pub fn last_times(&self, year: Year) -> BTreeMap<Day, LastTime> {
        let read = |path: PathBuf| files::read_regular_file(&path, MAX_SIZE).ok();
        let bytes = self.times_path(year).and_then(read).unwrap_or_default();
        serde_json::from_slice(&bytes).unwrap_or_default()
    }

    /// Keeps the times of these results. A failure to write them is not a failure
    /// of the run.
    pub fn remember_times(&self, results: &[JobResult<Vec<PuzzleResult>>]) {
        let mut years: BTreeMap<Year, BTreeMap<Day, LastTime>> = BTreeMap::new();
        let time = (self.environment.now)();
        let results = results.iter().flatten().flatten();
        for result in results {
            if let Some(ns) = total(result) {
                let days = years.entry(result.header.year).or_default();
                days.insert(result.header.day, LastTime { ns, time });
            }
        }
        for (year, new) in years {
            let Some(path) = self.times_path(year) else {
                continue;
            };
            let _lock = self.locks().acquire(&path, || {});
            let mut times = self.last_times(year);
            times.extend(new);
            let text = serde_json::to_string(&times).expect("plain data is JSON");
            let _ = files::replace_unflushed(&path, text + "\n");
        }
    }

    fn times_path(&self, year: Year) -> Option<PathBuf> {
        let target = self.project().ok()?.target_dir();
        Some(target.join("aoc-stamps").join(format!("times-{year}.json")))
    }
}

/// The time of all phases; `None` unless both parts ran on the user's input and
/// none failed. A part that is not written yet takes none.
fn total(result: &PuzzleResult) -> Option<u64> {
    let primary = || {
        let phases = result.phases.iter();
        phases.filter(|phase| phase.alternative.is_none())
    };
    let ran = |wanted| primary().any(|phase| phase.phase == wanted);
    let has_part2 = ran(Phase::Part2) || !has_part2(result.header.puzzle());
    let complete = ran(Phase::Parse) && ran(Phase::Part1) && has_part2;
    let failed = result.status.is_failure();
    let wanted = result.header.source == SourceKind::Input && complete && !failed;
    let times = primary().filter_map(|phase| phase.ns);
    let ns = times.fold(0, u64::saturating_add);
    (wanted && ns > 0).then_some(ns)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Puzzle;
    use crate::runner::{PhaseResult, PuzzleHeader, Status};

    fn phase(phase: Phase, ns: Option<u64>, status: Status) -> PhaseResult {
        PhaseResult {
            phase,
            ns,
            alternative: None,
            answer: None,
            expected: None,
            picture: None,
            status,
            message: None,
        }
    }

    fn result(source: SourceKind, phases: Vec<PhaseResult>) -> PuzzleResult {
        const PUZZLE: Puzzle = Year(2020).day(Day(22));
        let mut result = PuzzleResult::new(PuzzleHeader {
            source,
            ..PuzzleHeader::unknown(PUZZLE)
        });
        for phase in phases {
            result.push(phase);
        }
        result
    }

    #[test]
    fn only_whole_runs_on_the_input_have_a_time() {
        let parse = phase(Phase::Parse, Some(1), Status::Ok);
        let part1 = phase(Phase::Part1, Some(20), Status::Accepted);
        let part2 = phase(Phase::Part2, Some(300), Status::Unverified);
        let alternative = PhaseResult {
            alternative: Some("textbook".into()),
            ..part2.clone()
        };
        let all = vec![parse.clone(), part1.clone(), part2, alternative];
        let of = |source, phases| total(&result(source, phases));
        assert_eq!(of(SourceKind::Input, all.clone()), Some(321));
        for source in [SourceKind::Example, SourceKind::Named, SourceKind::File] {
            assert_eq!(of(source, all.clone()), None);
        }
        let only_part1 = vec![parse, part1];
        assert_eq!(of(SourceKind::Input, only_part1.clone()), None);
        let with = |status| {
            let part2 = phase(Phase::Part2, None, status);
            let phases = only_part1.iter().cloned().chain([part2]).collect();
            of(SourceKind::Input, phases)
        };
        assert_eq!(with(Status::Unsolved), Some(21));
        assert_eq!(with(Status::Panic), None);
        let mut last_day = result(SourceKind::Input, only_part1);
        last_day.header.day = Day(25);
        assert_eq!(total(&last_day), Some(21));
    }

    #[test]
    fn a_worker_may_send_any_time() {
        let phases = [Phase::Parse, Phase::Part1, Phase::Part2]
            .map(|it| phase(it, Some(u64::MAX), Status::Ok));
        let result = result(SourceKind::Input, phases.into());
        assert_eq!(total(&result), Some(u64::MAX));
    }
}
