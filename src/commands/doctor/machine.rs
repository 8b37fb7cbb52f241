//! The toolchain that builds of workers see, the settings and who said what, and the
//! folders that `aoc` writes into.

use std::io;
use std::path::Path;

use super::{Check, CheckState};
use crate::app::App;
use crate::cargo::{Tool, toolchain};
use crate::error::{CliError, Exit, HasExit};
use crate::files;
use crate::project as repository;
use crate::terminal::{shell_word, span};

pub fn checks(app: &App) -> Vec<Check> {
    let root = app
        .project()
        .map_or(&*app.environment.current_dir, |it| it.root());
    let mut checks: Vec<Check> = toolchain(root, &app.child_env()).iter().map(tool).collect();
    checks.extend(settings(app));
    let environment = &app.environment;
    checks.push(folder("configuration", environment.config_dir.as_deref()));
    checks.push(folder("cache", environment.cache_dir.as_deref()));
    if let Ok(project) = app.project() {
        let store = app.store().map_err(CliError::from);
        let inputs = match store.and_then(|store| Ok(store.check_folder()?)) {
            Ok(()) => folder("inputs", app.inputs_dir().ok().as_deref()),
            Err(error) => Check::new(
                "folders",
                "inputs",
                CheckState::Bad,
                format!("{:#}", error.source),
            )
            .bad(Exit::Files, None),
        };
        checks.push(inputs);
        checks.push(folder("target", Some(&project.target_dir())));
    }
    checks
}

fn tool(tool: &Tool) -> Check {
    let check = |state, detail: String| Check::new("toolchain", tool.name, state, detail);
    let least = repository::least_rust_version();
    let (detail, fix) = match (&tool.path, &tool.version) {
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
            return check(CheckState::Good, format!("{version}, {}", path.display()));
        }
    };
    check(CheckState::Bad, detail).bad(Exit::Failed, Some(fix.to_owned()))
}

/// True if a tool that says `rustc 1.91.0 (…)` is older than a version.
fn is_older(said: &str, least: &str) -> bool {
    let version = said.split(' ').nth(1).unwrap_or_default();
    let found = repository::version_numbers(version);
    !found.is_empty() && found < repository::version_numbers(least)
}

fn settings(app: &App) -> Vec<Check> {
    let settings = &app.settings;
    let mut checks: Vec<Check> = [
        ("year", settings.year.map(|it| it.to_string())),
        ("contact", settings.contact.clone()),
        ("address", Some(settings.base_url.to_string())),
        ("spacing", settings.spacing.map(span)),
        ("timeout", settings.timeout.map(span)),
        ("inputs", settings.inputs.clone()),
    ]
    .into_iter()
    .map(|(name, value)| {
        let from = settings.provenance.get(name);
        let from = from.map_or("default".to_owned(), ToString::to_string);
        match value {
            Some(value) => Check::new(
                "settings",
                name,
                CheckState::Good,
                format!("{value} ({from})"),
            ),
            None => Check::new("settings", name, CheckState::Absent, "not set"),
        }
    })
    .collect();
    for error in &app.settings_errors {
        let detail = error.to_string();
        let fix = error.place.as_ref().map(|place| format!("correct {place}"));
        checks
            .push(Check::new("settings", "value", CheckState::Bad, detail).bad(error.exit(), fix));
    }
    checks
}

fn folder(name: &str, path: Option<&Path>) -> Check {
    let check = |state, detail: String| Check::new("folders", name, state, detail);
    let Some(path) = path else {
        let fix = Some("set HOME".to_owned());
        return check(CheckState::Bad, "cannot be found".to_owned()).bad(Exit::Files, fix);
    };
    let shown = path.display();
    match files::probe_for(path) {
        Ok(()) if path.is_dir() => check(CheckState::Good, shown.to_string()),
        Ok(()) => check(CheckState::Good, format!("{shown}, not there yet")),
        Err((existing, error)) => {
            let place = existing.display();
            let detail = format!("{shown} cannot be written: {place}: {error}");
            check(CheckState::Bad, detail).bad(Exit::Files, fix(&existing, &error))
        }
    }
}

fn fix(path: &Path, error: &io::Error) -> Option<String> {
    let shown = path.display().to_string();
    let word = shell_word(&shown);
    if !path.is_dir() {
        let aside = format!("{shown}.old");
        Some(format!("mv {word} {}", shell_word(&aside)))
    } else if error.kind() == io::ErrorKind::PermissionDenied {
        Some(format!("chmod u+rwx {word}"))
    } else {
        None
    }
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
