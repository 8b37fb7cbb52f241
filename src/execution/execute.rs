//! Runs jobs. A reporter shows the results as a table or JSON. Examples that a solution has
//! confirmed are written to their files.

use std::{iter, slice};

use aoc_solution::Part;
use chrono::{DateTime, Utc};
use serde::Serialize;

use crate::app::{App, Launcher, Told, Ui, Workspace};
use crate::cargo::Workers;
use crate::download::{tell_unclear_pages, write_examples};
use crate::error::Result;
use crate::project::source::misspelt_part;
use crate::puzzle::Puzzle;
use crate::records::StartedRuns;
use crate::reporter::{Results, progress_reporter, results_legend, results_reporter};
use crate::runner::{
    self, JobResult, PuzzleResult, RunEvents, SolveJob, Status, Stdout, all_results,
};
use crate::terminal::json;

/// Runs jobs and shows their results, without making requests.
#[derive(Clone, Copy)]
pub struct Execution<'a> {
    pub ui: &'a Ui,
    pub told: &'a Told,
    pub workspace: &'a Workspace,
    pub launcher: &'a Launcher,
    /// The number of puzzles that run at the same time.
    pub parallelism: usize,
    /// The local clock.
    pub now: fn() -> DateTime<Utc>,
}

/// The document of `run` and `test` (schema `aoc-run/1`).
#[derive(Serialize)]
struct RunResults {
    results: Vec<PuzzleResult>,
}

impl<'a> Execution<'a> {
    /// Runs one puzzle after the other.
    pub fn new(app: &'a App) -> Self {
        Self {
            ui: &app.ui,
            told: app.site.told(),
            workspace: &app.workspace,
            launcher: &app.launcher,
            parallelism: 1,
            now: app.environment.now,
        }
    }

    /// Runs the jobs of these workers, shows their results as a table with its legend or as JSON,
    /// and stores them as the last runs of their days.
    pub fn run_and_show(
        self,
        results: Results,
        puzzles: &[Puzzle],
        workers: &Workers,
        jobs: Vec<JobResult<SolveJob>>,
    ) -> Result<Vec<JobResult<Vec<PuzzleResult>>>> {
        let document = |results| RunResults { results };
        self.run_and_show_as(results, puzzles, workers, jobs, document)
    }

    /// Like [`Self::run_and_show`], with another JSON document. It gets all results, in the order
    /// in which the puzzles were selected.
    pub fn run_and_show_as<D: Serialize>(
        self,
        results: Results,
        puzzles: &[Puzzle],
        workers: &Workers,
        jobs: Vec<JobResult<SolveJob>>,
        document: impl FnOnce(Vec<PuzzleResult>) -> D,
    ) -> Result<Vec<JobResult<Vec<PuzzleResult>>>> {
        let started = self.started(workers, &jobs)?;
        let ended = self.run_as_table(results, puzzles, jobs)?;
        self.remember(&started, &ended)?;
        if has_verdict(&ended) && self.workspace.mark_explained(self.ui, "results") {
            self.ui.console().print(&results_legend(self.ui.stdout))?;
        }
        if self.ui.json {
            let document = document(all_results(&ended));
            json(&mut self.ui.console(), results.command(), &document)?;
        }
        Ok(ended)
    }

    /// Runs the jobs and shows their results as a table without a legend. With `--json` only the
    /// progress is shown.
    pub fn run_as_table(
        self,
        results: Results,
        puzzles: &[Puzzle],
        jobs: Vec<JobResult<SolveJob>>,
    ) -> Result<Vec<JobResult<Vec<PuzzleResult>>>> {
        let console = self.ui.console();
        let reporter = if self.ui.json {
            progress_reporter(console, puzzles.len())
        } else {
            results_reporter(results, console, puzzles)
        };
        self.run(jobs, reporter)
    }

    /// Runs the jobs and then shows the notes on the puzzles.
    fn run(
        self,
        jobs: Vec<JobResult<SolveJob>>,
        reporter: Box<dyn RunEvents<Vec<PuzzleResult>>>,
    ) -> Result<Vec<JobResult<Vec<PuzzleResult>>>> {
        let Self {
            ui,
            told,
            workspace,
            ..
        } = self;
        let ended = runner::execute(jobs, self.parallelism, &self.launcher.cancel, reporter)?;
        let ran = ended
            .iter()
            .filter_map(|(puzzle, results)| Some((*puzzle, &**results.as_ref().ok()?)));
        let mut unclear = Vec::new();
        for (puzzle, results) in ran {
            keep_confirmed(ui, told, workspace, puzzle, results);
            tell_misspelt_parts(ui, workspace, puzzle, results);
            let pages = results.iter().filter_map(|result| result.missing_example);
            unclear.extend(pages.map(|page| (puzzle, page)));
        }
        tell_unclear_pages(ui, told, workspace, unclear)?;
        Ok(ended)
    }

    /// Runs a job with one input without showing its result, and stores the result as the last
    /// run of its day. Output of the solution goes to stderr.
    pub fn run_silently(self, workers: &Workers, mut job: SolveJob) -> Result<PuzzleResult> {
        job.spawn_options.stdout = Stdout::Stderr;
        let jobs = vec![(job.spawn_options.puzzle, Ok(job))];
        let started = self.started(workers, &jobs)?;
        let mut ended = self.run(jobs, progress_reporter(self.ui.console(), 1))?;
        self.remember(&started, &ended)?;
        let (_, results) = ended.pop().expect("there is one job");
        Ok(results?.pop().expect("an input has one result"))
    }

    /// The code and the inputs that the jobs start with.
    fn started(self, workers: &Workers, jobs: &[JobResult<SolveJob>]) -> Result<StartedRuns> {
        let project = self.workspace.project()?;
        let store = self.workspace.store()?;
        Ok(StartedRuns::of_jobs(project, store, workers, jobs))
    }

    /// Stores the results of the jobs.
    fn remember(self, started: &StartedRuns, ended: &[JobResult<Vec<PuzzleResult>>]) -> Result<()> {
        let project = self.workspace.project()?;
        started.remember(project, &self.workspace.locks(), (self.now)(), ended);
        Ok(())
    }
}

/// True if any answer has a verdict that the legend explains. Otherwise the legend is left for a
/// later run.
fn has_verdict(ended: &[JobResult<Vec<PuzzleResult>>]) -> bool {
    ended
        .iter()
        .flat_map(|(_, results)| results.iter().flatten())
        .flat_map(|result| iter::once(result).chain(&result.examples))
        .flat_map(|result| &result.phases)
        .any(|phase| {
            matches!(
                phase.status,
                Status::Accepted | Status::Matched | Status::Unverified
            )
        })
}

/// Writes the examples that the solution has confirmed to the files.
fn keep_confirmed(
    ui: &Ui,
    told: &Told,
    workspace: &Workspace,
    puzzle: Puzzle,
    results: &[PuzzleResult],
) {
    for example in results
        .iter()
        .filter_map(|result| result.confirmed.as_ref())
    {
        if let Err(error) = write_examples(told, workspace, puzzle, slice::from_ref(example)) {
            ui.warning(format!("{puzzle}: {error:#}"));
        }
    }
}

/// Points to functions that were probably meant to be an unsolved part but have another name. The
/// compiler does not report them, because warnings about unused code are off.
fn tell_misspelt_parts(ui: &Ui, workspace: &Workspace, puzzle: Puzzle, results: &[PuzzleResult]) {
    let examples = results.iter().flat_map(|result| &result.examples);
    let mut phases = Vec::new();
    for result in results.iter().chain(examples) {
        phases.extend(&result.phases);
    }
    phases.retain(|phase| phase.status == Status::Unsolved);
    for part in Part::BOTH {
        if phases.iter().any(|phase| phase.phase == part.into())
            && let Ok(project) = workspace.project()
            && let Some(name) = misspelt_part(&project.source(puzzle), part)
        {
            ui.note(format!(
                "{puzzle}: part {part} is unsolved, and nothing uses `{name}`: is it `part{part}`?"
            ));
        }
    }
}

#[cfg(test)]
mod tests {
    use aoc_solution::protocol::Phase;

    use super::*;
    use crate::app::args::GlobalArgs;
    use crate::cargo::stamps;
    use crate::error::failure;
    use crate::runner::{PhaseResult, PuzzleHeader};
    use crate::testing::{environment, project};

    const PUZZLE: Puzzle = Puzzle::of(2020, 1);

    #[test]
    fn a_run_without_an_answer_leaves_the_legend_for_the_next_one() {
        let (temp, project) = project(&[]);
        let mut app = App::new(environment(temp.path(), &[]), &GlobalArgs::default());
        app.ui.stdout.width = Some(100);
        let jobs = vec![(PUZZLE, Err(failure("it does not compile")))];
        let execution = Execution::new(&app);
        let ended = execution.run_and_show(Results::Run, &[PUZZLE], &Workers::default(), jobs);
        assert!(ended.unwrap()[0].1.is_err());
        let mark = stamps(&project).join("results-explained");
        assert!(!mark.exists());
        // Only the missing verdict has kept the legend from being shown.
        assert!(app.workspace.mark_explained(&app.ui, "results"));
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
            let before_input = PuzzleResult {
                examples: vec![result(status)],
                ..result(Status::Unsolved)
            };
            for result in [result(status), before_input] {
                let ended = [(PUZZLE, Ok(vec![result]))];
                assert_eq!(has_verdict(&ended), is_explained, "{status}");
            }
        }
    }
}
