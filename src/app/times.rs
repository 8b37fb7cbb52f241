//! How long each day took when it ran last, in `target/aoc-stamps/times.json`. Nothing
//! depends on it.

use std::collections::BTreeMap;
use std::path::PathBuf;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::context::App;
use crate::files;
use crate::puzzle::{Day, Year, has_part2};
use crate::runner::{JobResult, PuzzleResult, SourceKind};

/// The file has some 2 kB for each year.
const MAX_SIZE: u64 = 256 * 1024;

/// A run that went well.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct LastTime {
    /// Parsing and both parts, without alternatives.
    pub ns: u64,
    pub time: DateTime<Utc>,
}

impl App {
    /// The time that each day took on the user's input.
    pub fn last_times(&self) -> BTreeMap<Year, BTreeMap<Day, LastTime>> {
        let read = |path: PathBuf| files::read_regular_file(&path, MAX_SIZE).ok();
        let bytes = self.times_path().and_then(read).unwrap_or_default();
        serde_json::from_slice(&bytes).unwrap_or_default()
    }

    /// Keeps the times of these results. A failure to write them is not a failure
    /// of the run.
    pub fn remember_times(&self, results: &[JobResult<Vec<PuzzleResult>>]) {
        let results = results.iter().flat_map(|(_, results)| results).flatten();
        let new = results.filter_map(|result| Some((result.header.puzzle, total(result)?)));
        let mut new = new.peekable();
        let Some(path) = self.times_path().filter(|_| new.peek().is_some()) else {
            return;
        };
        let _lock = self.locks().acquire(&path, || {});
        let (mut times, time) = (self.last_times(), (self.environment.now)());
        for (puzzle, ns) in new {
            let days = times.entry(puzzle.year).or_default();
            days.insert(puzzle.day, LastTime { ns, time });
        }
        let text = serde_json::to_string(&times).expect("plain data is JSON");
        let _ = files::replace_unflushed(&path, text + "\n");
    }

    fn times_path(&self) -> Option<PathBuf> {
        let target = self.project().ok()?.target_dir();
        Some(target.join("aoc-stamps/times.json"))
    }
}

/// The time of all phases; `None` unless both parts ran on the user's input and
/// none failed. A part that is not written yet takes none.
fn total(result: &PuzzleResult) -> Option<u64> {
    let primary = result.phases.iter().filter(|it| it.alternative.is_none());
    let phases = 2 + usize::from(has_part2(result.header.puzzle));
    let is_whole = primary.clone().count() == phases && !result.status.is_failure();
    let ns = primary
        .filter_map(|phase| phase.ns)
        .fold(0, u64::saturating_add);
    (result.header.source == SourceKind::Input && is_whole && ns > 0).then_some(ns)
}

#[cfg(test)]
mod tests {
    use aoc_solution::protocol::Phase;

    use super::*;
    use crate::runner::{PhaseResult, PuzzleHeader, Status};

    #[test]
    fn only_whole_runs_on_the_input_have_a_time() {
        use Phase::{Parse, Part1, Part2};
        use Status::{Accepted, Ok, Panic, Unsolved};
        let of = |source, day, phases: &[(Phase, Option<u64>, Status)]| {
            let mut result = PuzzleResult::new(PuzzleHeader {
                source,
                ..PuzzleHeader::unknown(Year(2020).day(Day(day)))
            });
            for &(phase, ns, status) in phases {
                let phase = PhaseResult::new(phase, status, None);
                result.push(PhaseResult { ns, ..phase });
            }
            // Times of alternatives do not count.
            let mut alternative = PhaseResult::new(Part2, Ok, None);
            alternative.alternative = Some("textbook".into());
            alternative.ns = Some(4000);
            result.push(alternative);
            total(&result)
        };
        let (parse, part1) = ((Parse, Some(1), Ok), (Part1, Some(20), Accepted));
        let with = |ns, status| [parse, part1, (Part2, ns, status)];
        let all = with(Some(300), Accepted);
        for (source, day, phases, ns) in [
            (SourceKind::Input, 22, &all[..], Some(321)),
            (SourceKind::Example, 22, &all, None),
            (SourceKind::Named, 22, &all, None),
            (SourceKind::Input, 22, &all[..2], None),
            (SourceKind::Input, 25, &all[..2], Some(21)),
            (SourceKind::Input, 22, &with(None, Unsolved), Some(21)),
            (SourceKind::Input, 22, &with(None, Panic), None),
            // A worker may send any time.
            (
                SourceKind::Input,
                22,
                &with(Some(u64::MAX), Accepted),
                Some(u64::MAX),
            ),
        ] {
            assert_eq!(of(source, day, phases), ns);
        }
    }
}
