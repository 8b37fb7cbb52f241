//! The programs that were built for a command. They create the jobs, with their inputs and the
//! options for starting a program.

use crate::app::{App, ArmedAction, OnInterrupt};
use crate::cargo::DayPrograms;
use crate::download::Downloader;
use crate::download::inputs::{FoundInputs, InputRequest, find_or_download, own_or_named_input};
use crate::error::Result;
use crate::inputs::InputId;
use crate::processes::CancelToken;
use crate::puzzle::Puzzle;
use crate::records::StoredDay;
use crate::runner::{Input, Limits, MissingInput, QueuedJob, SolveInputs, SolveJob, SpawnOptions};

/// The programs of all puzzles of a command.
pub struct BuiltPrograms<'a> {
    pub app: &'a App,
    pub puzzles: &'a [Puzzle],
    pub days: DayPrograms,
    /// Stops the solutions, but not the command, which still shows the results so far.
    pub interrupt: CancelToken,
}

impl BuiltPrograms<'_> {
    /// Until the result is dropped, an interrupt only stops the solutions.
    pub fn stop_on_interrupt(&self) -> ArmedAction {
        OnInterrupt::Cancel(self.interrupt.clone()).arm()
    }

    /// Creates the jobs of all puzzles. `create` gets the inputs of a puzzle, or the reason why the
    /// user's input is missing, and returns its job. Downloads the user's input if none of the
    /// requested inputs is stored. For a puzzle without a program, returns a failed job with the
    /// reason. Fails if the command is cancelled, which may happen during a download.
    pub fn jobs<J>(
        &self,
        request: &InputRequest,
        limits: Limits,
        create: impl Fn(Result<Vec<Input>, MissingInput>, SpawnOptions) -> Result<J>,
    ) -> Result<Vec<QueuedJob<J>>> {
        let mut jobs = Vec::new();
        for &puzzle in self.puzzles {
            self.app.launcher.cancel.check()?;
            match self.jobs_of(puzzle, request, limits, &create) {
                Ok(of_puzzle) => jobs.extend(of_puzzle),
                Err(error) => jobs.push(QueuedJob {
                    header: request.header(puzzle),
                    job: Err(error),
                }),
            }
        }
        Ok(jobs)
    }

    /// Returns one job for all inputs that can be read, and a failed job for each input that cannot
    /// be read. If none of the stored inputs can be read, there are only failed jobs. Fails if the
    /// job cannot be created.
    fn jobs_of<J>(
        &self,
        puzzle: Puzzle,
        request: &InputRequest,
        limits: Limits,
        create: impl Fn(Result<Vec<Input>, MissingInput>, SpawnOptions) -> Result<J>,
    ) -> Result<Vec<QueuedJob<J>>> {
        // Nothing is downloaded for a puzzle that was not built.
        self.days.program(puzzle)?;
        let downloader = Downloader::for_missing_files(self.app)?;
        let FoundInputs { inputs, unreadable } = find_or_download(&downloader, puzzle, request)?;
        let header = match inputs.as_deref() {
            Ok([input]) => input.header.clone(),
            _ => request.header(puzzle),
        };
        let mut jobs = Vec::new();
        if unreadable.is_empty() || inputs.as_ref().is_ok_and(|inputs| !inputs.is_empty()) {
            let job = Ok(create(inputs, self.spawn_options(puzzle, limits)?)?);
            jobs.push(QueuedJob { header, job });
        }
        for (input, error) in unreadable {
            jobs.push(QueuedJob::of_input(puzzle, &input, Err(error)));
        }
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
            package_dir: self.days.package_dir(puzzle),
            puzzle,
            title: workspace.title(&day),
            parts_with_answer: day.parts_with_answer(),
            environment: launcher.environment.variables.clone(),
            working_dir: launcher.folder.clone(),
            reads_stdin: false,
            stdout: launcher.stdout.clone(),
            limits,
            cancel: self.interrupt.clone(),
        })
    }
}
