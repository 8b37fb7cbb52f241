//! A run with `--json`: its results become one document at the end.

use std::time::Duration;

use serde::Serialize;

use super::live::Live;
use crate::error::CliError;
use crate::runner::{JobResult, PuzzleResult, RunEvent, RunEvents};
use crate::terminal::console::Console;
use crate::terminal::json;

/// A document that is made of the results of jobs.
pub(super) trait Document<T>: Serialize {
    fn add(&mut self, result: &JobResult<T>);
}

/// Collects results in a document and prints it.
pub(super) struct DocumentReporter<D> {
    console: Console,
    live: Live,
    document: D,
}

impl<D> DocumentReporter<D> {
    /// `document` is still empty.
    pub(super) const fn new(console: Console, live: Live, document: D) -> Self {
        Self {
            console,
            live,
            document,
        }
    }
}

impl<T, D: Document<T>> RunEvents<T> for DocumentReporter<D> {
    fn event(&mut self, event: &RunEvent) -> Result<(), CliError> {
        self.live.event(&mut self.console, event);
        Ok(())
    }

    fn job_finished(&mut self, result: &JobResult<T>) -> Result<(), CliError> {
        self.document.add(result);
        Ok(())
    }

    fn progress(&mut self, jobs: usize) {
        self.live.progress(jobs);
    }

    fn run_finished(&mut self, _: Duration) -> Result<(), CliError> {
        self.live.finish(&mut self.console);
        Ok(json(self.console.out(), &self.document)?)
    }
}

/// The results of a puzzle with each of its inputs, or why it could not run.
pub(super) fn puzzle_results(result: &JobResult<Vec<PuzzleResult>>) -> Vec<PuzzleResult> {
    match result {
        Ok(solved) => solved.clone(),
        Err(failure) => vec![PuzzleResult::failed(failure)],
    }
}
