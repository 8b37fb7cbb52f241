//! `bench --json`: one document at the end.

use std::time::Duration;

use super::bench_progress::BenchProgress;
use super::console::Console;
use super::extent::Extent;
use super::json::json;
use crate::bench::{BenchResult, BenchResults, Benched, Host, Load};
use crate::error::CliError;
use crate::runner::{JobResult, RunEvent, RunEvents};

pub(super) struct BenchJson {
    console: Console,
    progress: BenchProgress,
    host: Host,
    load: Option<Load>,
    results: Vec<BenchResult>,
}

impl BenchJson {
    pub(super) const fn new(console: Console, extent: Extent, phases: usize, host: Host) -> Self {
        Self {
            console,
            progress: BenchProgress::new(extent, phases),
            host,
            load: None,
            results: Vec::new(),
        }
    }
}

impl RunEvents<Option<Benched>> for BenchJson {
    fn event(&mut self, event: &RunEvent) -> Result<(), CliError> {
        self.progress.event(&mut self.console, event);
        Ok(())
    }

    fn job_finished(&mut self, result: &JobResult<Option<Benched>>) -> Result<(), CliError> {
        self.progress.job_finished();
        match result {
            Ok(None) => {}
            Ok(Some(benched)) => {
                self.load = Load::sum(self.load, benched.load);
                let results = benched.puzzles.iter().flat_map(|puzzle| &puzzle.results);
                self.results.extend(results.cloned());
            }
            Err(failure) => self.results.push(BenchResult::failed(failure)),
        }
        Ok(())
    }

    fn run_finished(&mut self, _: Duration) -> Result<(), CliError> {
        self.progress.stop();
        let results = std::mem::take(&mut self.results);
        let results = BenchResults::new(self.host.clone(), self.load, results);
        Ok(json(self.console.out(), &results)?)
    }
}
