//! The folders that `aoc` writes into.

use std::io;
use std::path::{Path, PathBuf};

use super::problems::Problems;
use crate::app::App;
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

/// A folder that the settings name must be one.
fn check_inputs(app: &App, problems: &mut Problems) {
    let (Some(_), Ok(path), Ok(project)) = (&app.settings.inputs, app.inputs_dir(), app.project())
    else {
        return;
    };
    if path.is_dir() {
        return;
    }
    let shown = path.display().to_string();
    let word = shell_word(&shown);
    let (message, fix) = if path.exists() {
        (
            format!("the inputs cannot be in {shown}, which is not a folder"),
            None,
        )
    } else {
        (
            format!("the folder of the inputs, {shown}, does not exist"),
            Some(format!("mkdir -p {word}")),
        )
    };
    let manifest = project.manifest_path();
    let correct = || format!("correct `inputs` in {}", manifest.display());
    problems.push(ProblemKind::Files, message, fix.or_else(|| Some(correct())));
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
