//! The folders that `aoc` writes into.

use std::io;
use std::path::{Path, PathBuf};

use super::problems::Problems;
use crate::app::App;
use crate::error::CliError;
use crate::files;
use crate::reporter::{FolderReport, ProblemKind};
use crate::terminal::shell_word;

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
    let report = |(name, path)| match check_inputs(app) {
        Err(error) if name == "inputs" => unusable(name, path, &error, problems),
        _ => folder(name, path, problems),
    };
    folders.into_iter().map(report).collect()
}

/// Whether inputs can be where they are meant to be.
fn check_inputs(app: &App) -> Result<(), CliError> {
    Ok(app.store()?.check_folder()?)
}

/// A folder that `aoc` does not create, and that is not there.
fn unusable(
    name: &'static str,
    path: Option<PathBuf>,
    error: &CliError,
    problems: &mut Problems,
) -> FolderReport {
    problems.push(ProblemKind::Files, format!("{:#}", error.source), None);
    let there = path.as_deref();
    let message = match there {
        Some(path) if path.is_dir() => "not checked out",
        Some(path) if path.exists() => "not a folder",
        _ => "does not exist",
    };
    FolderReport {
        name,
        exists: there.is_some_and(Path::is_dir),
        writable: false,
        message: Some(message.to_owned()),
        path,
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
            message: Some("cannot be found".to_owned()),
        };
    };
    let probed = files::probe_for(dir);
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
        message: probed.is_err().then(|| "not writable".to_owned()),
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
