//! Progress, notes and warnings of a run whose results the command itself shows,
//! or nobody.

use std::time::Duration;

use super::extent::Extent;
use super::live::Live;
use crate::error::CliError;
use crate::runner::{JobResult, RunEvent, RunEvents};
use crate::terminal::console::Console;

/// The reporter of a command that shows the results by itself.
pub fn progress_reporter<T>(console: Console, extent: Extent) -> Box<dyn RunEvents<T>> {
    let live = Live::new(extent.parallel_jobs());
    Box::new(ProgressOnly { console, live })
}

struct ProgressOnly {
    console: Console,
    live: Live,
}

impl<T> RunEvents<T> for ProgressOnly {
    fn event(&mut self, event: &RunEvent) -> Result<(), CliError> {
        self.live.event(&mut self.console, event);
        Ok(())
    }

    fn job_finished(&mut self, _: &JobResult<T>) -> Result<(), CliError> {
        Ok(())
    }

    fn progress(&mut self, jobs: usize) {
        self.live.progress(jobs);
    }

    fn run_finished(&mut self, _: Duration) -> Result<(), CliError> {
        self.live.finish(&mut self.console);
        Ok(())
    }
}
