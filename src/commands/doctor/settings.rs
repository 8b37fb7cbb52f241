//! The settings, and who said what.

use super::problems::{Problems, kind};
use crate::app::App;
use crate::config::{Provenance, SettingsError};
use crate::error::HasExit;
use crate::reporter::SettingReport;
use crate::terminal::span;

pub fn check(app: &App, problems: &mut Problems) -> Vec<SettingReport> {
    for error in &app.settings_errors {
        let message = with_cause(error);
        let fix = match error {
            SettingsError::Value { place, .. } => Some(format!("correct {place}")),
            SettingsError::NotToml { file, .. } => Some(format!("correct {}", file.display())),
            SettingsError::CurrentDir { .. } | SettingsError::Read { .. } => None,
        };
        problems.push(kind(error.exit()), message, fix);
    }
    let settings = &app.settings;
    let from = settings.provenance;
    let setting = |name, value, from: Provenance| SettingReport {
        name,
        value,
        from: from.to_string(),
    };
    vec![
        setting(
            "year",
            settings.year.map(|year| year.to_string()),
            from.year,
        ),
        setting("contact", settings.contact.clone(), from.contact),
        setting(
            "address",
            Some(settings.base_url.to_string()),
            from.base_url,
        ),
        setting("spacing", settings.spacing.map(span), from.spacing),
        setting("timeout", settings.timeout.map(span), from.timeout),
        setting("inputs", settings.inputs.clone(), from.inputs),
    ]
}

fn with_cause(error: &SettingsError) -> String {
    match std::error::Error::source(error) {
        Some(cause) => format!("{error}: {cause}"),
        None => error.to_string(),
    }
}
