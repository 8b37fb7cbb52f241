//! `bench --save NAME`. Whether it can be saved is looked at before anything is
//! measured.

use std::collections::BTreeMap;

use super::args::ComparisonArgs;
use crate::app::App;
use crate::bench::{BaselineName, Baselines, BenchReport, ToSave};
use crate::error::CliError;
use crate::puzzle::Puzzle;

pub(super) struct Saving {
    baselines: Baselines,
    /// `None` if it was not asked for.
    name: Option<BaselineName>,
}

impl Saving {
    /// What the flag asks for.
    pub(super) fn new(app: &App, args: &ComparisonArgs) -> Result<Self, CliError> {
        let baselines = app.baselines()?;
        let name = args.save.as_deref().map(str::parse).transpose()?;
        if let Some(name) = &name {
            baselines.check(name)?;
        }
        Ok(Self { baselines, name })
    }

    /// Saves the figures, and says so.
    pub(super) fn save(
        &self,
        app: &App,
        report: &BenchReport,
        programs: &BTreeMap<Puzzle, String>,
    ) -> Result<(), CliError> {
        let Some(name) = &self.name else {
            return Ok(());
        };
        if !report.is_measured() {
            app.note(&format!(
                "nothing was measured, so nothing is saved as {name}"
            ));
            return Ok(());
        }
        let results: Vec<_> = report.results().cloned().collect();
        let measured = ToSave {
            at: report.date,
            host: &report.host,
            programs,
            results: &results,
        };
        let path = self.baselines.save(name, &measured)?;
        app.note(&format!("saved as {}", app.shown(&path).display()));
        Ok(())
    }

    /// The baseline, for a message.
    pub(super) fn file(&self) -> Option<String> {
        let name = self.name.as_ref()?;
        Some(format!("the baseline {name}"))
    }
}
