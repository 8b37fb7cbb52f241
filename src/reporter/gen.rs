//! How `gen` is reported: the input as it is, or JSON.

use std::time::Duration;

use crate::error::CliError;
use crate::runner::{GeneratedInput, JobResult, RunEvent, RunEvents};
use crate::terminal::console::Console;
use crate::terminal::json;

/// The reporter of `gen`.
pub fn gen_reporter(console: Console, json: bool) -> Box<dyn RunEvents<GeneratedInput>> {
    Box::new(GenReporter { console, json })
}

struct GenReporter {
    console: Console,
    json: bool,
}

impl RunEvents<GeneratedInput> for GenReporter {
    fn event(&mut self, _: &RunEvent) -> Result<(), CliError> {
        Ok(())
    }

    fn job_finished(&mut self, result: &JobResult<GeneratedInput>) -> Result<(), CliError> {
        match result {
            Ok(generated) if self.json => Ok(json(self.console.out(), generated)?),
            Ok(generated) => Ok(self.console.print(&generated.input)?),
            // The error of the command.
            Err(_) => Ok(()),
        }
    }

    fn run_finished(&mut self, _: Duration) -> Result<(), CliError> {
        Ok(())
    }
}
