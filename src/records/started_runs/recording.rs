//! Records the results of a run or of a measurement in the last runs of a day. The status is always
//! recorded. The times are recorded if they are the times of the whole day or of a whole part.

use std::iter;

use aoc_solution::Part;
use aoc_solution::protocol::Phase;
use chrono::{DateTime, Utc};

use super::StartedRun;
use crate::bench::BenchGroup;
use crate::records::last_run::LastRun;
use crate::runner::{PuzzleResult, Solved, SourceKind, Status};

/// Records the status of the parts with the user's input, and the status of their examples.
pub fn record_status(last: &mut LastRun, solved: &Solved, run: &StartedRun) {
    let parts = parts_of_primary(run, solved);
    let mut examples = Vec::new();
    for group in solved.groups() {
        examples.extend(PuzzleResult::counted(group.examples));
        let Some(result) = group.result else {
            continue;
        };
        match result.header.source {
            SourceKind::Input => record_parts(last, run, &parts, &failures(result)),
            SourceKind::Example => examples.push(result),
            SourceKind::Named | SourceKind::File | SourceKind::Stdin | SourceKind::Generated => {}
        }
    }
    if !examples.is_empty() || solved.has_no_example() {
        record_examples(last, run, &parts, &examples);
    }
}

/// A failure and its phase.
type Failure = (Phase, Status);

/// The failures of the primary solution. Alternatives do not count. A skipped example concerns both
/// parts, like a failure of parsing.
fn failures(result: &PuzzleResult) -> Vec<Failure> {
    if result.skipped.is_some() {
        return vec![(Phase::Parse, result.status())];
    }
    result
        .failed_phases()
        .filter(|phase| phase.alternative.is_none())
        .map(|phase| (phase.phase, phase.status))
        .collect()
}

/// The parts that the primary solution ran. A part that only an alternative solved is left out.
fn parts_of_primary(run: &StartedRun, solved: &Solved) -> Vec<Part> {
    let mut parts = run.parts.clone();
    parts.retain(|&part| {
        let mut phases = solved
            .all_phases()
            .filter(|phase| phase.phase == part.into())
            .peekable();
        phases.peek().is_none() || phases.any(|phase| phase.alternative.is_none())
    });
    parts
}

/// The failures that concern a part: its own failures, and failures of parsing.
fn failures_of_part(failures: &[Failure], part: Part) -> impl Iterator<Item = Status> {
    let phases = [Phase::Parse, part.into()];
    failures
        .iter()
        .filter(move |(phase, _)| phases.contains(phase))
        .map(|(_, status)| *status)
}

/// Records the status of these parts. The other part keeps its status if that status belongs to the
/// same code and input.
fn record_parts(last: &mut LastRun, run: &StartedRun, parts: &[Part], failures: &[Failure]) {
    let basis = &run.basis;
    let of_input = Some(basis.of_input());
    if last.digest != of_input {
        last.digest = of_input;
        last.statuses = [Status::Ok; 2];
        last.refuted_by = [None; 2];
    }
    last.files.clone_from(&run.files);
    for &part in parts {
        let status = failures_of_part(failures, part).next().unwrap_or_default();
        last.statuses[part.index()] = status;
        last.refuted_by[part.index()] = match status {
            Status::Wrong => basis.answers[part.index()],
            _ => None,
        };
    }
}

/// Records the status of the examples of these parts. The other part keeps the status of its
/// examples, unless the code or the examples have changed since.
fn record_examples(
    last: &mut LastRun,
    run: &StartedRun,
    parts: &[Part],
    examples: &[&PuzzleResult],
) {
    let of_examples = Some(run.basis.of_examples());
    if last.examples_digest != of_examples {
        last.examples_digest = of_examples;
        last.example_statuses = [Status::Ok; 2];
    }
    last.examples_files.clone_from(&run.files);
    let failures: Vec<Failure> = examples.iter().copied().flat_map(failures).collect();
    for &part in parts {
        let worst = failures_of_part(&failures, part).max();
        last.example_statuses[part.index()] = worst.unwrap_or_default();
    }
}

/// Records the time of a run with the user's input. A run that lacks a part or an answer has no
/// time.
///
/// If only one part was requested, as with `run -p 2`, its time is combined with the known time of
/// the other part. Both times must belong to the same code and input.
pub fn record_time(
    last: &mut LastRun,
    result: &PuzzleResult,
    run: &StartedRun,
    now: DateTime<Utc>,
) {
    if result.header.source != SourceKind::Input || !result.has_answers() {
        return;
    }
    let parse = time_of(result, Phase::Parse);
    let mut parts = Part::BOTH.map(|part| time_of(result, part.into()));
    if let [part] = run.parts[..] {
        if parse.is_none() || parts[part.index()].is_none() {
            return;
        }
        if let Some(time) = &last.time
            && time.digest == run.basis.of_input()
        {
            for part in Part::BOTH.map(Part::index) {
                parts[part] = parts[part].or(time.parts[part]);
            }
        }
    } else if !has_all_phases(result, run.parts_with_answer) {
        return;
    }
    // A worker may send any number, so the sum must not overflow.
    let ns = [parse, parts[0], parts[1]]
        .into_iter()
        .flatten()
        .fold(0, u64::saturating_add);
    if ns > 0 {
        last.time = Some(run.timed(ns, parts, now));
        last.bench = None;
    }
}

/// True if parsing and these parts ran or reported that they are not written yet. The last day of
/// an event may have a part 2, but needs none.
fn has_all_phases(result: &PuzzleResult, parts: &[Part]) -> bool {
    let parts = parts.iter().map(|&part| part.into());
    iter::once(Phase::Parse)
        .chain(parts)
        .all(|needed| result.primary_phase(needed).is_some())
}

/// The time of a phase, without its alternatives.
fn time_of(result: &PuzzleResult, phase: Phase) -> Option<u64> {
    result.primary_phase(phase)?.ns
}

/// Records the status of a measured day. A failure outside of all phases counts as one of parsing.
pub fn record_bench_status(last: &mut LastRun, day: &BenchGroup, run: &StartedRun) {
    let failures: Vec<Failure> = day
        .sum
        .missing
        .iter()
        .filter(|result| result.status.is_failure())
        .map(|result| (result.phase.unwrap_or(Phase::Parse), result.status))
        .collect();
    record_parts(last, run, &run.parts, &failures);
}

/// Records the time of a measured day for the README. If a part failed, the time of the other part
/// is recorded, unless a time of both parts is already stored for the same code and input.
pub fn record_bench_time(
    last: &mut LastRun,
    day: &BenchGroup,
    run: &StartedRun,
    now: DateTime<Utc>,
) {
    let parts = [Phase::Part1, Phase::Part2].map(|phase| {
        let figures = day.phase(phase)?.measured.as_ref()?;
        Some(rounded(figures.p10_ns))
    });
    let time = run.timed(rounded(day.sum.ns), parts, now);
    if time.is_partial {
        let has_time_of_part = !day.sum.missing.is_empty() && parts.iter().any(Option::is_some);
        let has_whole_time = last
            .for_readme()
            .is_some_and(|old| !old.is_partial && old.digest == time.digest);
        if has_whole_time || !has_time_of_part {
            return;
        }
    }
    last.bench = Some(time);
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a time is positive, and the cast saturates"
)]
fn rounded(ns: f64) -> u64 {
    ns.round() as u64
}

#[cfg(test)]
mod tests;
