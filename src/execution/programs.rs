//! The programs that were built for a command, which jobs start.

use std::path::Path;

use super::args::LimitArgs;
use crate::app::App;
use crate::cargo::DayPrograms;
use crate::error::Result;
use crate::puzzle::Puzzle;
use crate::runner::{PreparedJob, SpawnOptions};

/// The programs that were built for a command's puzzles.
pub struct BuiltPrograms<'a> {
    pub app: &'a App,
    pub puzzles: &'a [Puzzle],
    pub days: DayPrograms,
}

/// The program of a puzzle.
pub struct BuiltProgram<'a> {
    app: &'a App,
    puzzle: Puzzle,
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

    /// The job of each puzzle, or why it has none. Fails if the command was cancelled meanwhile, as
    /// inputs may be downloaded for the jobs.
    pub fn jobs<J>(&self, job: impl Fn(Puzzle) -> Result<J>) -> Result<Vec<PreparedJob<J>>> {
        let mut jobs = Vec::new();
        for &puzzle in self.puzzles {
            self.app.launcher.cancel.check()?;
            jobs.push((puzzle, job(puzzle)));
        }
        Ok(jobs)
    }
}

impl BuiltProgram<'_> {
    /// The options for starting the program, without stdin. The title may be that of a page which
    /// was downloaded with the input, so the input comes first.
    pub fn spawn_options(&self, limits: LimitArgs) -> SpawnOptions {
        let launcher = &self.app.launcher;
        SpawnOptions {
            executable: self.executable.to_owned(),
            puzzle: self.puzzle,
            title: self.app.workspace.title(self.puzzle),
            environment: launcher.environment.variables.clone(),
            folder: launcher.folder.clone(),
            stdin: false,
            stdout: launcher.stdout.clone(),
            timeout: limits.timeout,
            memory: limits.memory,
            cancel: launcher.cancel.clone(),
        }
    }
}
