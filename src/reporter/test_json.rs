//! `test --json`: one document at the end.

use std::time::Duration;

use super::console::Console;
use super::extent::Extent;
use super::json::json;
use super::live::Live;
use crate::error::CliError;
use crate::runner::{JobResult, RunEvent, RunEvents, TestResult, TestResults};

pub(super) struct TestJson {
    console: Console,
    live: Live,
    results: Vec<TestResult>,
}

impl TestJson {
    pub(super) fn new(console: Console, extent: Extent) -> Self {
        Self {
            console,
            live: Live::new(extent.parallel_jobs()),
            results: Vec::new(),
        }
    }
}

impl RunEvents<TestResult> for TestJson {
    fn event(&mut self, event: &RunEvent) -> Result<(), CliError> {
        self.live.event(&mut self.console, event);
        Ok(())
    }

    fn job_finished(&mut self, result: &JobResult<TestResult>) -> Result<(), CliError> {
        self.results.push(match result {
            Ok(result) => result.clone(),
            Err(failure) => TestResult::failed(failure),
        });
        Ok(())
    }

    fn progress(&mut self, jobs: usize) {
        self.live.progress(jobs);
    }

    fn run_finished(&mut self, _: Duration) -> Result<(), CliError> {
        self.live.finish(&mut self.console);
        let results = TestResults::new(std::mem::take(&mut self.results));
        Ok(json(self.console.out(), &results)?)
    }
}
