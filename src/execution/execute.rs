//! Executes jobs, shows the results as a table or as JSON, and stores them as the last runs of the
//! days. Writes examples that a solution has confirmed to the files of examples.

use std::slice;

use aoc_solution::Part;
use serde::Serialize;

use super::programs::BuiltPrograms;
use crate::app::{App, Ui};
use crate::error::{CliError, Result};
use crate::examples::{add_examples, report_missing_examples};
use crate::project::Project;
use crate::project::source::meant_function;
use crate::puzzle::Puzzle;
use crate::records::{RunFacts, StartedRuns};
use crate::reporter::{RESULTS_LEGEND, TableKind, progress_reporter, results_reporter};
use crate::runner::{
    self, CheckedExamples, JobResult, PuzzleResult, QueuedJob, ResultDocument, RunEvents, SolveJob,
    Solved, Status, StdoutTarget,
};
use crate::terminal::style::DIM;
use crate::terminal::text_line;

/// Executes the jobs of these programs, `parallelism` at a time, and stores the results as the last
/// runs of the days. Shows a table with its legend, or with `--json` the document, which has all
/// results in the order of the puzzles. After an interrupt, table and document have only the
/// puzzles that have ended. If none has ended, there is no document.
pub fn execute_and_show<D: Serialize>(
    programs: &BuiltPrograms,
    kind: TableKind,
    parallelism: usize,
    jobs: Vec<QueuedJob<SolveJob>>,
    document: impl FnOnce(Vec<ResultDocument>) -> D,
) -> Result<Vec<JobResult<Solved>>> {
    let App { ui, workspace, .. } = programs.app;
    let armed = ui.json.then(|| programs.stop_on_interrupt());
    let reporter = table_reporter(programs, kind);
    let mut outcomes = execute_and_store(programs, parallelism, jobs, reporter)?;
    drop(armed);
    if needs_legend(&outcomes) {
        for legend in workspace.new_explanations(ui, "results", vec![RESULTS_LEGEND]) {
            ui.print(&text_line(ui.stdout, DIM, legend))?;
        }
    }
    if ui.json {
        outcomes.retain(|outcome| !outcome.output.as_ref().is_err_and(CliError::is_interrupted));
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
    let jobs = vec![QueuedJob::new(job.spawn_options.puzzle, Ok(job))];
    let reporter = progress_reporter(programs.app.ui.console, Some(command));
    let mut outcomes = execute_and_store(programs, 1, jobs, reporter)?;
    let outcome = outcomes.pop().expect("there is one job");
    let mut solved = outcome.output?;
    let result = solved.results.pop().expect("an input has one result");
    Ok((result, solved.examples))
}

/// A reporter that shows the results as a table without a legend, or with `--json` only the
/// progress.
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
    jobs: Vec<QueuedJob<SolveJob>>,
    reporter: Box<dyn RunEvents<Solved>>,
) -> Result<Vec<JobResult<Solved>>> {
    let workspace = &programs.app.workspace;
    let project = workspace.project()?;
    // This is recorded before the jobs run, because the files may be saved meanwhile.
    let store = workspace.store()?;
    let prepared = jobs.iter().flat_map(|queued| &queued.job);
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
    for outcome in &outcomes {
        if let Ok(solved) = &outcome.output {
            report_misspelled_parts(&programs.app.ui, project, outcome.header.puzzle, solved);
        }
    }
    Ok(outcomes)
}

/// Executes the jobs, writes confirmed examples to their files, and shows the notes on the puzzles.
pub fn execute_jobs(
    programs: &BuiltPrograms,
    parallelism: usize,
    jobs: Vec<QueuedJob<SolveJob>>,
    reporter: Box<dyn RunEvents<Solved>>,
) -> Result<Vec<JobResult<Solved>>> {
    let App { ui, workspace, .. } = programs.app;
    let store = workspace.store()?;
    let cancel = &programs.app.launcher.cancel;
    let outcomes = runner::execute(jobs, parallelism, cancel, reporter)?;
    let mut missing_examples = Vec::new();
    for outcome in &outcomes {
        let puzzle = outcome.header.puzzle;
        let Ok(Solved { examples, .. }) = &outcome.output else {
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

/// True if the table contains one of the words that the legend explains. If not, the legend is kept
/// for a later run.
fn needs_legend(outcomes: &[JobResult<Solved>]) -> bool {
    outcomes
        .iter()
        .flat_map(|outcome| &outcome.output)
        .flat_map(Solved::all_phases)
        .any(|phase| {
            matches!(
                phase.status,
                Status::Accepted | Status::Matched | Status::Unverified
            )
        })
}

/// Prints a note about functions that seem to be meant for an unsolved part. The compiler warns
/// about them only when it builds a whole year: in a build of single days, warnings about unused
/// code are off. An import gives its own reasons for the parts that its copies do not answer.
fn report_misspelled_parts(ui: &Ui, project: &Project, puzzle: Puzzle, solved: &Solved) {
    for part in Part::BOTH {
        let is_unsolved = solved
            .all_phases()
            .any(|phase| phase.phase == part.into() && phase.status == Status::Unsolved);
        if !is_unsolved {
            continue;
        }
        let source = project.day_text(puzzle);
        let Some(function) = meant_function(&source, part) else {
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

#[cfg(test)]
mod tests {
    use aoc_solution::protocol::Phase;

    use super::*;
    use crate::app::args::GlobalArgs;
    use crate::cargo::DayPrograms;
    use crate::error::failure;
    use crate::processes::CancelToken;
    use crate::runner::{PhaseResult, PuzzleHeader};
    use crate::terminal::ResultList;
    use crate::testing::{environment, project};

    const PUZZLE: Puzzle = Puzzle::of(2020, 1);

    #[test]
    fn a_run_without_an_answer_leaves_the_legend_for_the_next_one() {
        let (temp, project) = project(&[]);
        let mut app = App::new(environment(temp.path(), &[]), &GlobalArgs::default());
        app.ui.stdout.width = Some(100);
        let jobs = vec![QueuedJob::new(PUZZLE, Err(failure("it does not compile")))];
        let programs = BuiltPrograms {
            app: &app,
            puzzles: &[PUZZLE],
            days: DayPrograms::default(),
            interrupt: CancelToken::default(),
        };
        let outcomes = execute_and_show(&programs, TableKind::Run, 1, jobs, |results| ResultList {
            results,
        });
        assert!(outcomes.unwrap()[0].output.is_err());
        let mark = project.state_dir().join("results-explained");
        assert!(!mark.exists());
        // The legend was not shown before, because there was no verdict.
        let legend = vec![RESULTS_LEGEND];
        let shown = app.workspace.new_explanations(&app.ui, "results", legend);
        assert_eq!(shown, [RESULTS_LEGEND]);
        assert!(mark.exists());
    }

    #[test]
    fn the_legend_is_for_answers_with_its_verdicts() {
        let result = |status| PuzzleResult {
            phases: vec![
                PhaseResult::new(Phase::Parse, Status::Ok, None),
                PhaseResult::new(Phase::Part1, status, None),
            ],
            ..PuzzleResult::new(PuzzleHeader::unknown(PUZZLE))
        };
        for (status, is_explained) in [
            (Status::Accepted, true),
            (Status::Matched, true),
            (Status::Unverified, true),
            (Status::Unsolved, false),
            (Status::Wrong, false),
            (Status::Panic, false),
        ] {
            let before_input = Solved {
                examples: vec![result(status)].into(),
                ..result(Status::Unsolved).into()
            };
            for solved in [result(status).into(), before_input] {
                let outcomes = [JobResult::new(PUZZLE, Ok(solved))];
                assert_eq!(needs_legend(&outcomes), is_explained, "{status}");
            }
        }
    }
}
