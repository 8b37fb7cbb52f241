//! Executes jobs, shows the results as a table or as JSON, and stores them as the last runs of the
//! days. Writes examples that a solution has confirmed to the files of examples.

use std::slice;

use aoc_solution::Part;
use serde::Serialize;

use super::programs::BuiltPrograms;
use crate::app::{App, Ui};
use crate::error::{CliError, Result};
use crate::examples::{add_examples, report_missing_examples};
use crate::project::source::meant_function;
use crate::puzzle::Puzzle;
use crate::records::{RunFacts, StartedRuns};
use crate::reporter::{TableKind, progress_reporter, results_reporter};
use crate::runner::{
    self, CheckedExamples, OfPuzzle, PuzzleResult, ResultDocument, RunEvents, SolveJob, Solved,
    Status, StdoutTarget,
};

/// Executes the jobs of these programs, `parallelism` at a time, and stores the results as the last
/// runs of the days. Shows a table, or with `--json` the document, which has all results in the
/// order of the puzzles. After an interrupt, table and document have only the puzzles that have
/// ended. If none has ended, there is no document.
pub fn execute_and_show<D: Serialize>(
    programs: &BuiltPrograms,
    kind: TableKind,
    parallelism: usize,
    jobs: Vec<OfPuzzle<SolveJob>>,
    document: impl FnOnce(Vec<ResultDocument>) -> D,
) -> Result<Vec<OfPuzzle<Solved>>> {
    let ui = &programs.app.ui;
    let armed = ui.json.then(|| programs.stop_on_interrupt());
    let reporter = table_reporter(programs, kind);
    let mut outcomes = execute_and_store(programs, parallelism, jobs, reporter)?;
    drop(armed);
    if ui.json {
        outcomes.retain(|outcome| !outcome.value.as_ref().is_err_and(CliError::is_interrupted));
        if outcomes.is_empty() {
            programs.interrupt.check()?;
        }
        let document = document(ResultDocument::all(&outcomes));
        ui.print_json(kind.command(), 1, &document)?;
        programs.interrupt.check()?;
    }
    Ok(outcomes)
}

/// Executes a job with one input, and stores the result as the last run of the day, without showing
/// it. The progress line begins with the name of the command. The solution's output goes to stderr.
pub fn execute_silently(
    programs: &BuiltPrograms,
    command: &'static str,
    mut job: SolveJob,
) -> Result<(PuzzleResult, CheckedExamples)> {
    job.spawn_options.stdout = StdoutTarget::Stderr;
    let jobs = vec![OfPuzzle::new(job.spawn_options.puzzle, Ok(job))];
    let reporter = progress_reporter(programs.app.ui.console, Some(command));
    let mut outcomes = execute_and_store(programs, 1, jobs, reporter)?;
    let outcome = outcomes.pop().expect("there is one job");
    let mut solved = outcome.value?;
    let result = solved.results.pop().expect("an input has one result");
    Ok((result, solved.examples))
}

/// A reporter that shows the results as a table, or with `--json` only the progress.
pub fn table_reporter(programs: &BuiltPrograms, kind: TableKind) -> Box<dyn RunEvents<Solved>> {
    let console = programs.app.ui.console;
    if programs.app.ui.json {
        progress_reporter(console, None)
    } else {
        let checked = programs.days.with_overflow_checks().collect();
        results_reporter(kind, console, programs.puzzles, checked)
    }
}

/// Executes the jobs like [`execute_jobs`], and stores the results as the last runs of their days.
/// Also prints notes on functions that seem to be meant for an unsolved part.
fn execute_and_store(
    programs: &BuiltPrograms,
    parallelism: usize,
    jobs: Vec<OfPuzzle<SolveJob>>,
    reporter: Box<dyn RunEvents<Solved>>,
) -> Result<Vec<OfPuzzle<Solved>>> {
    let workspace = &programs.app.workspace;
    let project = workspace.project()?;
    let store = workspace.store()?;
    // The files are read before the jobs run, because they may be saved meanwhile.
    let sources: Vec<String> = jobs
        .iter()
        .map(|job| project.day_text(job.header.puzzle))
        .collect();
    let prepared = jobs.iter().flat_map(|queued| &queued.value);
    let facts = prepared.map(|job| RunFacts {
        spawn_options: &job.spawn_options,
        inputs: job.inputs.inputs(),
        examples: match job.inputs.examples() {
            Some(examples) => &examples.stored,
            None => &[],
        },
        parts: &job.parts,
    });
    let started = StartedRuns::new(project, store, &programs.days, facts);
    let outcomes = execute_jobs(programs, parallelism, jobs, reporter)?;
    started.remember(project, (programs.app.environment.clock.now)(), &outcomes);
    for (outcome, source) in outcomes.iter().zip(&sources) {
        if let Ok(solved) = &outcome.value {
            report_misspelled_parts(&programs.app.ui, outcome.header.puzzle, source, solved);
        }
    }
    Ok(outcomes)
}

/// Executes the jobs, writes confirmed examples to their files, and shows the notes on the puzzles.
pub fn execute_jobs(
    programs: &BuiltPrograms,
    parallelism: usize,
    jobs: Vec<OfPuzzle<SolveJob>>,
    reporter: Box<dyn RunEvents<Solved>>,
) -> Result<Vec<OfPuzzle<Solved>>> {
    let App { ui, workspace, .. } = programs.app;
    let store = workspace.store()?;
    let cancel = &programs.app.launcher.cancel;
    let outcomes = runner::execute(jobs, parallelism, cancel, reporter)?;
    let mut missing_examples = Vec::new();
    for outcome in &outcomes {
        let puzzle = outcome.header.puzzle;
        let Ok(Solved { examples, .. }) = &outcome.value else {
            continue;
        };
        if let Some(example) = &examples.confirmed
            && let Err(error) = add_examples(store, puzzle, slice::from_ref(example))
        {
            ui.warning(format!("{puzzle}: {error}"));
        }
        missing_examples.extend(examples.missing.map(|missing| (puzzle, missing)));
    }
    report_missing_examples(
        ui,
        programs.app.site.shown_messages(),
        workspace,
        missing_examples,
    )?;
    Ok(outcomes)
}

/// Prints a note about functions that seem to be meant for an unsolved part. The compiler warns
/// about them only when it builds a whole year: in a build of single days, warnings about unused
/// code are off. An import gives its own reasons for the parts that its copies do not answer.
fn report_misspelled_parts(ui: &Ui, puzzle: Puzzle, source: &str, solved: &Solved) {
    for part in Part::BOTH {
        let is_unsolved = solved
            .all_phases()
            .any(|phase| phase.phase == part.into() && phase.status == Status::Unsolved);
        if !is_unsolved {
            continue;
        }
        let Some(function) = meant_function(source, part) else {
            continue;
        };
        let right = format!("part{part}");
        let question = if function == right {
            format!("`functions!` does not name `{right}`: add `{right} = {right}`")
        } else {
            format!("nothing uses `{function}`: is it `{right}`?")
        };
        ui.note(format!("{puzzle}: part {part} is unsolved, and {question}"));
    }
}
