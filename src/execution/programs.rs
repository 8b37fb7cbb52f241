//! The programs that were built for a command. They create the jobs, with their inputs and the
//! options for starting a program.

use crate::app::{App, ArmedAction, OnInterrupt};
use crate::cargo::DayPrograms;
use crate::download::Downloader;
use crate::download::inputs::{InputRequest, find_or_download, own_or_named_input};
use crate::error::Result;
use crate::inputs::InputId;
use crate::processes::CancelToken;
use crate::puzzle::Puzzle;
use crate::records::StoredDay;
use crate::runner::{Input, Limits, MissingInput, OfPuzzle, SolveInputs, SolveJob, SpawnOptions};

/// The programs of all puzzles of a command.
pub struct BuiltPrograms<'a> {
    pub app: &'a App,
    pub puzzles: &'a [Puzzle],
    pub days: DayPrograms,
    /// Stops the solutions, but not the command, which still shows the results so far.
    pub interrupt: CancelToken,
}

/// The inputs of a job that can be read, or the reason why the user's input is missing.
pub type FoundInputs = Result<Vec<Input>, MissingInput>;

impl BuiltPrograms<'_> {
    /// Until the result is dropped, an interrupt only stops the solutions.
    pub fn stop_on_interrupt(&self) -> ArmedAction {
        OnInterrupt::Cancel(self.interrupt.clone()).arm()
    }

    /// The jobs of all puzzles, one after the other. Finds the inputs of a puzzle, and downloads the
    /// user's input if none of the requested inputs is stored. Then `job` makes a job for all inputs
    /// that can be read. A puzzle without a program has a failed job with the reason. After a
    /// cancellation, which may happen during a download, the list ends there, and
    /// [`execute`](crate::runner::execute) fails.
    pub fn jobs<J>(
        &self,
        request: &InputRequest,
        limits: Limits,
        job: impl Fn(FoundInputs, SpawnOptions) -> Result<J>,
    ) -> Vec<OfPuzzle<J>> {
        let mut jobs = Vec::new();
        for &puzzle in self.puzzles {
            if self.app.launcher.cancel.is_cancelled() {
                break;
            }
            match self.jobs_of(puzzle, request, limits, &job) {
                Ok(found) => jobs.extend(found),
                Err(error) => jobs.push(OfPuzzle {
                    header: request.header(puzzle),
                    value: Err(error),
                }),
            }
        }
        jobs
    }

    /// Returns one job for all inputs that can be read, and a failed job for each input that cannot
    /// be read. If none of the stored inputs can be read, there are only failed jobs.
    fn jobs_of<J>(
        &self,
        puzzle: Puzzle,
        request: &InputRequest,
        limits: Limits,
        job: &impl Fn(FoundInputs, SpawnOptions) -> Result<J>,
    ) -> Result<Vec<OfPuzzle<J>>> {
        // Nothing is downloaded for a puzzle that was not built.
        self.days.program(puzzle)?;
        let downloader = Downloader::for_missing_files(self.app)?;
        let mut failed = Vec::new();
        let inputs = find_or_download(&downloader, puzzle, request)?.map(|found| {
            let readable = found.into_iter().filter_map(|input| match input {
                Ok(input) => Some(input),
                Err((id, error)) => {
                    failed.push(OfPuzzle::of_input(puzzle, &id, Err(error)));
                    None
                }
            });
            readable.collect::<Vec<_>>()
        });
        let header = match inputs.as_deref() {
            Ok([]) if !failed.is_empty() => return Ok(failed),
            Ok([input]) => input.header.clone(),
            _ => request.header(puzzle),
        };
        let value = job(inputs, self.spawn_options(puzzle, limits)?);
        let mut jobs = vec![OfPuzzle { header, value }];
        jobs.append(&mut failed);
        Ok(jobs)
    }

    /// A job for both parts with the [input](Self::input), without examples.
    pub fn job_of_input(
        &self,
        puzzle: Puzzle,
        input: &InputId,
        limits: Limits,
    ) -> Result<SolveJob> {
        let inputs = SolveInputs::Inputs(vec![self.input(puzzle, input)?], None);
        Ok(SolveJob::new(inputs, self.spawn_options(puzzle, limits)?))
    }

    /// The input. If the user's input is missing, it is downloaded. Fails if the program was not
    /// built.
    pub fn input(&self, puzzle: Puzzle, input: &InputId) -> Result<Input> {
        self.days.program(puzzle)?;
        let downloader = Downloader::for_missing_files(self.app)?;
        own_or_named_input(&downloader, puzzle, input)
    }

    /// The options for starting the program of a puzzle, without stdin. Fails if it was not built.
    /// Call this after the input was found, because some of the options may be on a page that is
    /// downloaded with the input.
    pub fn spawn_options(&self, puzzle: Puzzle, limits: Limits) -> Result<SpawnOptions> {
        let executable = self.days.program(puzzle)?;
        let App {
            workspace,
            launcher,
            ..
        } = self.app;
        let day = StoredDay::new(workspace.store()?, puzzle);
        Ok(SpawnOptions {
            executable: executable.to_owned(),
            puzzle,
            title: workspace.title(&day),
            parts_with_answer: day.parts_with_answer(),
            environment: self.days.environment(&launcher.environment, puzzle),
            working_dir: launcher.folder.clone(),
            reads_stdin: false,
            stdout: launcher.stdout,
            limits,
            cancel: self.interrupt.clone(),
        })
    }
}
