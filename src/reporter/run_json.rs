//! `run --json`: one document at the end.

use std::time::Duration;

use super::console::Console;
use super::extent::Extent;
use super::json::json;
use super::live::Live;
use crate::error::CliError;
use crate::runner::{JobResult, PuzzleResult, RunEvent, RunEvents, RunResults, Solved};

pub(super) struct RunJson {
    console: Console,
    live: Live,
    results: Vec<PuzzleResult>,
}

impl RunJson {
    pub(super) fn new(console: Console, extent: Extent) -> Self {
        Self {
            console,
            live: Live::new(extent.parallel_jobs()),
            results: Vec::new(),
        }
    }
}

impl RunEvents<Solved> for RunJson {
    fn event(&mut self, event: &RunEvent) -> Result<(), CliError> {
        self.live.event(&mut self.console, event);
        Ok(())
    }

    fn job_finished(&mut self, result: &JobResult<Solved>) -> Result<(), CliError> {
        match result {
            Ok(solved) => self.results.extend(solved.0.iter().cloned()),
            Err(failure) => self.results.push(PuzzleResult::failed(failure)),
        }
        Ok(())
    }

    fn progress(&mut self, jobs: usize) {
        self.live.progress(jobs);
    }

    fn run_finished(&mut self, _: Duration) -> Result<(), CliError> {
        self.live.finish(&mut self.console);
        let results = RunResults::new(std::mem::take(&mut self.results));
        Ok(json(self.console.out(), &results)?)
    }
}
