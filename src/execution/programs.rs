//! The programs that were built for a command. They create the jobs, with their inputs and the
//! options for starting a program.

use std::path::{Path, PathBuf};

use crate::app::{App, ArmedAction, OnInterrupt};
use crate::cargo::DayPrograms;
use crate::download::Downloader;
use crate::download::inputs::{InputRequest, find_or_download, own_or_named_input};
use crate::error::Result;
use crate::inputs::InputName;
use crate::processes::CancelToken;
use crate::puzzle::Puzzle;
use crate::records::StoredDay;
use crate::runner::{
    ExistingInputs, Input, JobInputs, Limits, MissingInput, PreparedJob, PuzzleHeader, SolveJob,
    SourceKind, SpawnOptions,
};

/// The programs of all puzzles of a command.
pub struct BuiltPrograms<'a> {
    pub app: &'a App,
    pub puzzles: &'a [Puzzle],
    pub days: DayPrograms,
    /// Stops the solutions, but not the command, which still shows the results so far.
    pub interrupt: CancelToken,
}

/// The program of one puzzle.
pub struct BuiltProgram<'a> {
    pub app: &'a App,
    pub puzzle: Puzzle,
    executable: &'a Path,
    package_dir: PathBuf,
    interrupt: &'a CancelToken,
}

impl BuiltPrograms<'_> {
    /// The program of a puzzle. Fails if it was not built.
    pub fn program(&self, puzzle: Puzzle) -> Result<BuiltProgram<'_>> {
        Ok(BuiltProgram {
            app: self.app,
            puzzle,
            executable: self.days.program(puzzle)?,
            package_dir: self.days.package_dir(puzzle),
            interrupt: &self.interrupt,
        })
    }

    /// Until the result is dropped, an interrupt only stops the solutions.
    pub fn stop_on_interrupt(&self) -> ArmedAction {
        OnInterrupt::Cancel(self.interrupt.clone()).arm()
    }

    /// Creates the job of each puzzle with `create`, for an input of this source. A puzzle without
    /// a program gets the reason instead of a job. Fails if the command is cancelled, which may
    /// happen while `create` downloads an input.
    pub fn jobs<J>(
        &self,
        source: SourceKind,
        create: impl Fn(&BuiltProgram) -> Result<J>,
    ) -> Result<Vec<PreparedJob<J>>> {
        let header = |puzzle| PuzzleHeader::new(puzzle, source, None);
        self.jobs_of_each(header, |program| {
            let job = Ok(create(program)?);
            let header = header(program.puzzle);
            Ok(vec![PreparedJob { header, job }])
        })
    }

    /// Like [`Self::jobs`], for jobs with the requested inputs. Downloads the user's input if none
    /// of them is stored. `create` gets at least one input, or the reason why there is none.
    pub fn jobs_with_inputs<J>(
        &self,
        request: &InputRequest,
        create: impl Fn(&BuiltProgram, Result<Vec<Input>, MissingInput>) -> Result<J>,
    ) -> Result<Vec<PreparedJob<J>>> {
        let header = |puzzle| request.header(puzzle);
        self.jobs_of_each(header, |program| {
            let downloader = Downloader::for_missing_files(self.app)?;
            match find_or_download(&downloader, program.puzzle, request)? {
                Ok(found) => program.jobs_of_inputs(found, |inputs| create(program, Ok(inputs))),
                Err(missing) => {
                    let job = Ok(create(program, Err(missing))?);
                    let header = header(program.puzzle);
                    Ok(vec![PreparedJob { header, job }])
                }
            }
        })
    }

    /// Like [`Self::jobs`], but `create` returns all jobs of a puzzle. If it fails, or if there is
    /// no program, the error has this header.
    pub fn jobs_of_each<J>(
        &self,
        header: impl Fn(Puzzle) -> PuzzleHeader,
        create: impl Fn(&BuiltProgram) -> Result<Vec<PreparedJob<J>>>,
    ) -> Result<Vec<PreparedJob<J>>> {
        let mut jobs = Vec::new();
        for &puzzle in self.puzzles {
            self.app.launcher.cancel.check()?;
            match self.program(puzzle).and_then(|program| create(&program)) {
                Ok(of_puzzle) => jobs.extend(of_puzzle),
                Err(error) => jobs.push(PreparedJob {
                    header: header(puzzle),
                    job: Err(error),
                }),
            }
        }
        Ok(jobs)
    }
}

impl BuiltProgram<'_> {
    /// The job with all inputs that can be read, and for each other input its error. If the job
    /// fails, its error is the only one.
    pub fn jobs_of_inputs<J>(
        &self,
        found: ExistingInputs,
        create: impl FnOnce(Vec<Input>) -> Result<J>,
    ) -> Result<Vec<PreparedJob<J>>> {
        let header = match &found.inputs[..] {
            [only] => only.header.clone(),
            _ => PuzzleHeader::of_stored(self.puzzle, None),
        };
        let job = Ok(create(found.inputs)?);
        let mut jobs = vec![PreparedJob { header, job }];
        for (input, error) in found.unreadable {
            let input = input.as_ref();
            jobs.push(PreparedJob::of_input(self.puzzle, input, Err(error)));
        }
        Ok(jobs)
    }

    /// A job for both parts with the named input, or without a name with the user's input, which is
    /// downloaded if it is missing.
    pub fn job_of_input(&self, name: Option<&InputName>, limits: Limits) -> Result<SolveJob> {
        let downloader = Downloader::for_missing_files(self.app)?;
        let input = own_or_named_input(&downloader, self.puzzle, name)?;
        self.solve_job(JobInputs::Inputs(vec![input]), limits)
    }

    /// A job for both parts, without examples, alternatives and trace.
    pub fn solve_job(&self, inputs: JobInputs, limits: Limits) -> Result<SolveJob> {
        Ok(SolveJob::new(inputs, self.spawn_options(limits)?))
    }

    /// The options for starting the program, without stdin. Call this after the input was found,
    /// because some of them may be on a page that is downloaded with the input.
    pub fn spawn_options(&self, limits: Limits) -> Result<SpawnOptions> {
        let App {
            workspace,
            launcher,
            ..
        } = self.app;
        let day = StoredDay::new(workspace.store()?, self.puzzle);
        let title_in_code = workspace.project()?.title(self.puzzle);
        Ok(SpawnOptions {
            executable: self.executable.to_owned(),
            package_dir: self.package_dir.clone(),
            puzzle: self.puzzle,
            title: title_in_code.or_else(|| day.title()),
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
