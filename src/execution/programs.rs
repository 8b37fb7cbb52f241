//! The programs that were built for a command. They create the jobs, with inputs and with options
//! for starting the program.

use std::mem;
use std::path::Path;

use crate::app::App;
use crate::cargo::DayPrograms;
use crate::download::Downloader;
use crate::download::inputs::{FoundInput, InputRequest, find_or_download, own_or_named_input};
use crate::error::Result;
use crate::inputs::InputName;
use crate::puzzle::Puzzle;
use crate::runner::{Input, JobInput, Limits, MissingInput, PreparedJob, SolveJob, SpawnOptions};

pub struct BuiltPrograms<'a> {
    pub app: &'a App,
    pub puzzles: &'a [Puzzle],
    pub days: DayPrograms,
}

pub struct BuiltProgram<'a> {
    pub app: &'a App,
    pub puzzle: Puzzle,
    executable: &'a Path,
}

impl BuiltPrograms<'_> {
    /// The program of a puzzle. Fails if it was not built.
    pub fn program(&self, puzzle: Puzzle) -> Result<BuiltProgram<'_>> {
        Ok(BuiltProgram {
            app: self.app,
            puzzle,
            executable: self.days.program(puzzle)?,
        })
    }

    /// Creates the job of each puzzle with `job`. A puzzle without a program gets the reason
    /// instead.
    pub fn jobs<J>(&self, job: impl Fn(&BuiltProgram) -> Result<J>) -> Result<Vec<PreparedJob<J>>> {
        self.jobs_of_puzzles(|program| Ok(vec![PreparedJob::new(program.puzzle, job(program))]))
    }

    /// Like [`Self::jobs`], with a job for each requested input of a puzzle. If no input is stored,
    /// the user's input is downloaded. `job` is told whether it creates the first job of a puzzle.
    pub fn jobs_with_inputs<J>(
        &self,
        request: &InputRequest,
        job: impl Fn(&BuiltProgram, Result<Input, MissingInput>, bool) -> Result<J>,
    ) -> Result<Vec<PreparedJob<J>>> {
        self.jobs_of_puzzles(|program| {
            let downloader = Downloader::for_missing_files(self.app)?;
            match find_or_download(&downloader, program.puzzle, request)? {
                Ok(inputs) => Ok(program
                    .jobs_of_inputs(inputs, |input, is_first| job(program, Ok(input), is_first))),
                Err(missing) => {
                    let job = job(program, Err(missing), true);
                    Ok(vec![PreparedJob::new(program.puzzle, job)])
                }
            }
        })
    }

    /// Creates the jobs of each puzzle with `jobs`. A puzzle without jobs gets the reason instead.
    /// Jobs may download inputs, so this fails if the command is cancelled meanwhile.
    pub fn jobs_of_puzzles<J>(
        &self,
        jobs: impl Fn(&BuiltProgram) -> Result<Vec<PreparedJob<J>>>,
    ) -> Result<Vec<PreparedJob<J>>> {
        let mut all = Vec::new();
        for &puzzle in self.puzzles {
            self.app.launcher.cancel.check()?;
            match self.program(puzzle).and_then(|program| jobs(&program)) {
                Ok(jobs) => all.extend(jobs),
                Err(error) => all.push(PreparedJob::new(puzzle, Err(error))),
            }
        }
        Ok(all)
    }
}

impl BuiltProgram<'_> {
    /// A job for each of these inputs. An input that cannot be read gets the reason instead. `job`
    /// is told whether it creates the first job.
    pub fn jobs_of_inputs<J>(
        &self,
        inputs: Vec<FoundInput>,
        job: impl Fn(Input, bool) -> Result<J>,
    ) -> Vec<PreparedJob<J>> {
        let mut is_first = true;
        let mut jobs = Vec::new();
        for FoundInput { name, input } in inputs {
            let job = input.and_then(|input| job(input, mem::take(&mut is_first)));
            jobs.push(PreparedJob {
                puzzle: self.puzzle,
                input: name,
                job,
            });
        }
        jobs
    }

    /// A job for both parts with one input: the named one, or the user's. The user's input is
    /// downloaded if it is missing.
    pub fn job_of_input(&self, name: Option<&InputName>, limits: Limits) -> Result<SolveJob> {
        let downloader = Downloader::for_missing_files(self.app)?;
        let input = own_or_named_input(&downloader, self.puzzle, name)?;
        let input = JobInput::Input(input);
        Ok(SolveJob::new(input, self.spawn_options(limits)))
    }

    /// The options for starting the program, without stdin. Call this after the input was found:
    /// the title may be on a page that is downloaded with the input.
    pub fn spawn_options(&self, limits: Limits) -> SpawnOptions {
        let launcher = &self.app.launcher;
        SpawnOptions {
            executable: self.executable.to_owned(),
            puzzle: self.puzzle,
            title: self.app.workspace.title(self.puzzle),
            environment: launcher.environment.variables.clone(),
            folder: launcher.folder.clone(),
            stdin: false,
            stdout: launcher.stdout.clone(),
            limits,
            cancel: launcher.cancel.clone(),
        }
    }
}
