//! Builds and runs what was copied, with all that there is to compare.

use std::collections::BTreeSet;

use crate::app::args::{BuildArgs, LimitArgs};
use crate::error::Result;
use crate::puzzle::Puzzle;
use crate::reporter::{Results, puzzle_list};
use crate::runner::{JobResult, PuzzleResult, SolvePlan, Status};
use crate::steps::jobs::{processors, silence};
use crate::steps::{BuildMode, Execution, InputRequest, inputs, stored_examples};
use crate::terminal::{Consent, ask, plural};

/// Builds and runs the days, and shows what differs. They are somebody's programs, so a user on
/// a terminal is asked first.
pub fn build_and_run(
    execution: Execution,
    days: &[Puzzle],
) -> Result<Vec<JobResult<Vec<PuzzleResult>>>> {
    let Execution { ui, workspace, .. } = execution;
    let list = puzzle_list(days.iter().copied());
    let question = format!("Build and run the code that was copied for {list}?");
    match ask(ui.stderr, &question, true) {
        Consent::Yes => {}
        Consent::No => return Ok(Vec::new()),
        Consent::NotAsked => ui.note(format!(
            "building and running {list} (skip this with --no-check)"
        )),
    }
    let execution = Execution {
        parallelism: processors(),
        ..execution
    };
    let workers = execution.build(days, &BuildArgs::default(), BuildMode::Silent)?;
    let jobs = execution.prepare(days, &workers, |puzzle, executable| {
        let inputs = inputs::find(workspace, puzzle, &InputRequest::All)?;
        let plan = if inputs.is_empty() {
            SolvePlan::Examples(None)
        } else {
            SolvePlan::Inputs(inputs)
        };
        let mut job = execution.solve_job(puzzle, executable, &LimitArgs::default(), plan);
        job.examples = Some(stored_examples(workspace, puzzle)?);
        silence(&mut job);
        Ok(job)
    })?;
    let is_built = |day: &&Puzzle| workers.worker(**day).is_ok();
    let built: BTreeSet<Puzzle> = days.iter().filter(is_built).copied().collect();
    if !ui.json {
        let count = plural(days.len(), "day");
        let line = format!("\nbuilt {} of {count}\n", built.len());
        ui.console().print(&line)?;
    }
    let results = execution.run_as_table(Results::Verify, days, jobs)?;
    if !ui.json {
        ui.console().print(&year_lines(days, &built, &results))?;
    }
    Ok(results)
}

/// A line for each year: how many of its days were taken, built, and ran without a difference,
/// and how many had nothing to run on.
fn year_lines(
    days: &[Puzzle],
    built: &BTreeSet<Puzzle>,
    results: &[JobResult<Vec<PuzzleResult>>],
) -> String {
    let mut lines = String::new();
    let mut has_overflow = false;
    let mut days = days.to_vec();
    days.sort_unstable();
    for days in days.chunk_by(|one, next| one.year == next.year) {
        let year = days[0].year;
        let mut ran = 0;
        let mut idle = 0;
        for (_, result) in results.iter().filter(|(day, _)| day.year == year) {
            let results = result.as_deref().unwrap_or_default();
            let is_equal = results.iter().all(|result| result.status == Status::Ok);
            if !results.is_empty() && results.iter().all(PuzzleResult::has_no_example) {
                idle += 1;
            } else {
                ran += usize::from(!results.is_empty() && is_equal);
            }
            let phases = results.iter().flat_map(|result| &result.phases);
            has_overflow |= phases
                .filter(|phase| phase.status == Status::Panic)
                .filter_map(|phase| phase.message.as_ref())
                // The panic of rustc's own check has no other mark.
                .any(|message| message.contains("with overflow"));
        }
        let built = days.iter().filter(|day| built.contains(day)).count();
        let taken = days.len();
        lines += &format!("{year}: {taken} taken, {built} built, {ran} ran without a difference");
        if idle > 0 {
            lines += &format!(", {idle} had neither an input nor an example to run on");
        }
        lines.push('\n');
    }
    if has_overflow {
        lines += "numbers overflow, which a release build of the old repository lets pass: correct \
                  these days, or add `overflow-checks = false` to `[profile.aoc]` in Cargo.toml\n";
    }
    lines
}

#[cfg(test)]
mod tests {
    use std::hint::black_box;
    use std::panic::catch_unwind;

    use aoc_solution::protocol::Phase;

    use super::*;
    use crate::runner::{PhaseResult, PuzzleHeader};

    /// The summary of a day whose part 1 panics with this message.
    fn summary_of_panic(message: &str) -> String {
        let day = Puzzle::of(2020, 1);
        let mut result = PuzzleResult::new(PuzzleHeader::unknown(day));
        let message = Some(format!("src/day01.rs:3:5: {message}"));
        result.push(PhaseResult::new(Phase::Part1, Status::Panic, message));
        year_lines(&[day], &[day].into(), &[(day, Ok(vec![result]))])
    }

    #[test]
    fn an_overflow_is_explained_and_no_other_panic() {
        let overflow = catch_unwind(|| black_box(u8::MAX) + black_box(1)).unwrap_err();
        let message = overflow.downcast_ref::<&str>().expect("rustc's message");
        let counts = "2020: 1 taken, 1 built, 0 ran without a difference\n";
        let explained = summary_of_panic(message);
        let hint = explained
            .strip_prefix(counts)
            .expect("the counts come first");
        assert!(hint.contains("`overflow-checks = false`"), "{hint}");
        assert_eq!(summary_of_panic("index out of bounds"), counts);
    }

    #[test]
    fn a_day_that_had_nothing_to_run_on_did_not_run() {
        let days = [1, 2].map(|day| Puzzle::of(2020, day));
        let idle = PuzzleResult::new(PuzzleHeader::unknown(days[0]));
        let mut equal = PuzzleResult::new(PuzzleHeader::unknown(days[1]));
        equal.push(PhaseResult::new(Phase::Part1, Status::Ok, None));
        let results = [(days[0], Ok(vec![idle])), (days[1], Ok(vec![equal]))];
        assert_eq!(
            year_lines(&days, &days.into(), &results),
            "2020: 2 taken, 2 built, 1 ran without a difference, 1 had neither an input nor an \
             example to run on\n"
        );
    }
}
