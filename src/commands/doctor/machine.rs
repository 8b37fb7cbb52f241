//! The toolchain that builds of workers see, the settings and who said what, and the
//! folders that `aoc` writes into.

use std::path::Path;

use super::{Check, CheckState};
use crate::app::App;
use crate::cargo::{Tool, toolchain};
use crate::error::{CliError, Exit};
use crate::files;
use crate::project as repository;
use crate::terminal::{shell_word, span};

pub fn checks(app: &App) -> Vec<Check> {
    let environment = &app.environment;
    let project = app.project().ok();
    let root = project.map_or(&*environment.current_dir, |it| it.root());
    let mut checks: Vec<Check> = toolchain(root, &app.child_env()).iter().map(tool).collect();
    checks.extend(settings(app));
    checks.push(folder("configuration", environment.config_dir.as_deref()));
    checks.push(folder("cache", environment.cache_dir.as_deref()));
    if let Some(project) = project {
        let store = app.store().map_err(CliError::from);
        checks.push(match store.and_then(|store| Ok(store.check_folder()?)) {
            Ok(()) => folder("inputs", app.inputs_dir().ok().as_deref()),
            Err(error) => Check::bad("folders", "inputs", error, None),
        });
        checks.push(folder("target", Some(&project.target_dir())));
    }
    checks
}

fn tool(tool: &Tool) -> Check {
    let least = repository::least_rust_version();
    let (why, fix) = match (&tool.path, &tool.version) {
        (None, _) => (
            "not on PATH, which building solutions needs".to_owned(),
            "install Rust from https://rustup.rs",
        ),
        (Some(path), Err(why)) => (
            format!("{} does not work: {why}", path.display()),
            "rustup update",
        ),
        (Some(_), Ok(version)) if is_older(version, least) => (
            format!("{version} is older than {least}, which the library needs"),
            "rustup update",
        ),
        (Some(path), Ok(version)) => {
            let detail = format!("{version}, {}", path.display());
            return Check::new("toolchain", tool.name, CheckState::Good, detail);
        }
    };
    let error = CliError::new(Exit::Failed, why);
    Check::bad("toolchain", tool.name, error, fix.to_owned())
}

/// True if a tool that says `rustc 1.91.0 (…)` is older than a version.
fn is_older(said: &str, least: &str) -> bool {
    let version = said.split(' ').nth(1).unwrap_or_default();
    let found = repository::version_numbers(version);
    !found.is_empty() && found < repository::version_numbers(least)
}

fn settings(app: &App) -> Vec<Check> {
    let settings = &app.settings;
    let values = [
        ("year", settings.year.map(|it| it.to_string())),
        ("contact", settings.contact.clone()),
        ("address", Some(settings.base_url.to_string())),
        ("spacing", settings.spacing.map(span)),
        ("timeout", settings.timeout.map(span)),
        ("inputs", settings.inputs.clone()),
    ];
    let value = |(name, value): (&str, Option<String>)| {
        let Some(value) = value else {
            return Check::new("settings", name, CheckState::Absent, "not set");
        };
        let from = settings.provenance.get(name);
        let from = from.map_or("default".to_owned(), ToString::to_string);
        let detail = format!("{value} ({from})");
        Check::new("settings", name, CheckState::Good, detail)
    };
    let mut checks: Vec<Check> = values.into_iter().map(value).collect();
    for error in &app.settings_errors {
        let message = error.to_string();
        let place = message
            .split_once(": ")
            .filter(|_| error.exit == Exit::Usage);
        let fix = place.map(|(place, _)| format!("correct {place}"));
        let error = CliError::new(error.exit, error);
        checks.push(Check::bad("settings", "value", error, fix));
    }
    checks
}

fn folder(name: &str, path: Option<&Path>) -> Check {
    let bad = |why: String, fix| Check::bad("folders", name, CliError::new(Exit::Files, why), fix);
    let Some(path) = path else {
        return bad("cannot be found".to_owned(), Some("set HOME".to_owned()));
    };
    let shown = path.display();
    let detail = match files::probe_for(path) {
        Ok(()) if path.is_dir() => shown.to_string(),
        Ok(()) => format!("{shown}, not there yet"),
        Err((existing, error)) => {
            let place = existing.display().to_string();
            let word = shell_word(&place);
            let fix = if existing.is_dir() {
                format!("chmod u+rwx {word}")
            } else {
                format!("mv {word} {}", shell_word(&format!("{place}.old")))
            };
            return bad(
                format!("{shown} cannot be written: {place}: {error}"),
                Some(fix),
            );
        }
    };
    Check::new("folders", name, CheckState::Good, detail)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_numbers() {
        for (said, least, older) in [
            ("rustc 1.91.0 (f8297e351 2025-10-28)", "1.91", false),
            ("rustc 1.90.0 (1159e78c4 2025-09-14)", "1.91", true),
            ("cargo 1.100.0-nightly (abc 2027-01-01)", "1.91", false),
            ("nonsense", "1.91", false),
        ] {
            assert_eq!(is_older(said, least), older, "{said}");
        }
    }
}
