//! `bench --save NAME`. Whether it can be saved is looked at before anything is
//! measured.

use chrono::{DateTime, Utc};

use crate::app::App;
use crate::args;
use crate::bench::{BaselineName, Baselines, BenchReport};
use crate::error::CliError;

pub(super) struct Saving {
    baselines: Baselines,
    /// `None` if it was not asked for.
    name: Option<BaselineName>,
}

impl Saving {
    /// What the flag asks for.
    pub(super) fn new(app: &App, args: &args::Comparison) -> Result<Self, CliError> {
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
        now: DateTime<Utc>,
        report: &BenchReport,
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
        let path = self.baselines.save(name, now, &report.host, &results)?;
        app.note(&format!("saved as {}", app.shown(&path).display()));
        Ok(())
    }

    /// The baseline, for a message.
    pub(super) fn what(&self) -> Option<String> {
        let name = self.name.as_ref()?;
        Some(format!("the baseline {name}"))
    }
}
