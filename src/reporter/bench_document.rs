//! `bench` with `--json`, `--csv` or `--markdown`: one document at the end.

use std::time::Duration;

use super::bench_progress::BenchProgress;
use super::export::{csv, markdown};
use super::extent::Extent;
use crate::bench::{BenchReport, Benched};
use crate::error::CliError;
use crate::runner::{JobResult, RunEvent, RunEvents};
use crate::terminal::console::Console;
use crate::terminal::json;

/// What `bench` prints in place of its table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BenchFormat {
    Json,
    Csv,
    Markdown,
}

pub(super) struct BenchDocument {
    console: Console,
    progress: BenchProgress,
    format: BenchFormat,
    report: BenchReport,
}

impl BenchDocument {
    pub(super) fn new(
        console: Console,
        extent: Extent,
        phases: usize,
        format: BenchFormat,
        report: BenchReport,
    ) -> Self {
        Self {
            console,
            progress: BenchProgress::new(extent, phases),
            format,
            report,
        }
    }
}

impl RunEvents<Option<Benched>> for BenchDocument {
    fn event(&mut self, event: &RunEvent) -> Result<(), CliError> {
        self.progress.event(&mut self.console, event);
        Ok(())
    }

    fn job_finished(&mut self, result: &JobResult<Option<Benched>>) -> Result<(), CliError> {
        self.progress.job_finished();
        self.report.add(result);
        Ok(())
    }

    fn run_finished(&mut self, _: Duration) -> Result<(), CliError> {
        self.progress.finish(&mut self.console);
        let Self {
            console, report, ..
        } = self;
        let printed = match self.format {
            BenchFormat::Json => json(console.out(), &report.document()),
            BenchFormat::Csv => console.print(&csv(report)),
            BenchFormat::Markdown => console.print(&markdown(report)),
        };
        Ok(printed?)
    }
}
