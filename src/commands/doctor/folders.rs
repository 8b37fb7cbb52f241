//! The folders that `aoc` writes into.

use std::io;
use std::path::{Path, PathBuf};

use super::problems::Problems;
use crate::app::App;
use crate::error::CliError;
use crate::inputs;
use crate::reporter::{FolderReport, ProblemKind};
use crate::text::shell_word;

pub fn check(app: &App, problems: &mut Problems) -> Vec<FolderReport> {
    let environment = &app.environment;
    let project = app.project().ok();
    let mut folders = vec![
        ("configuration", environment.config_dir.clone()),
        ("cache", environment.cache_dir.clone()),
    ];
    if let Some(project) = project {
        folders.push(("inputs", app.inputs_dir().ok()));
        folders.push(("target", Some(project.target_dir())));
    }
    check_inputs(app, problems);
    folders
        .into_iter()
        .map(|(name, path)| folder(name, path, problems))
        .collect()
}

/// Whether inputs can be where they are meant to be.
fn check_inputs(app: &App, problems: &mut Problems) {
    if app.project().is_err() {
        return;
    }
    let checked = app.store().map_err(CliError::from);
    let checked = checked.and_then(|store| Ok(store.check_folder()?));
    if let Err(error) = checked {
        let message = format!("{:#}", error.source);
        problems.push(ProblemKind::Files, message, None);
    }
}

fn folder(name: &'static str, path: Option<PathBuf>, problems: &mut Problems) -> FolderReport {
    let Some(dir) = &path else {
        problems.push(
            ProblemKind::Files,
            format!("the {name} folder cannot be found"),
            Some("set HOME".to_owned()),
        );
        return FolderReport {
            name,
            path,
            exists: false,
            writable: false,
        };
    };
    let probed = inputs::probe_for(dir);
    if let Err((existing, error)) = &probed {
        problems.push(
            ProblemKind::Files,
            format!(
                "the {name} folder {} cannot be written: {}: {error}",
                dir.display(),
                existing.display()
            ),
            fix(existing, error),
        );
    }
    FolderReport {
        name,
        exists: dir.is_dir(),
        writable: probed.is_ok(),
        path,
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
