//! `aoc init`: creates what is missing.

use std::path::Path;

use super::amend::{Amended, amend};
use super::shown;
use crate::app::App;
use crate::error::CliError;
use crate::project::Project;
use crate::project::templates::{self, Created};
use crate::puzzle::{Day, Year, newest_unlocked};
use crate::reporter::{self, InitGit, InitResults};
use crate::terminal;
use crate::terminal::shell_word;

pub fn create(app: &App, root: &Path) -> Result<InitResults, CliError> {
    // The running event has begun.
    let newest = newest_unlocked(Day(1), (app.environment.now)()).unwrap_or(Year::FIRST);
    let inputs = inputs_folder(app, root);
    let files = templates::repository(root, newest, inputs.as_deref());
    let Created { created, kept } = templates::create_missing(root, &files)?;
    if !app.json {
        print(app, root, &created)?;
    }
    let Amended { changed, skipped } = amend(app, root, &kept, inputs.as_deref())?;
    let kept: Vec<String> = kept
        .into_iter()
        .filter(|path| !changed.contains(path))
        .collect();
    let results = InitResults {
        files: shown(app, root, &created),
        kept: shown(app, root, &kept),
        changed: shown(app, root, &changed),
        git: Some(git(app, root)),
        ..InitResults::default()
    };
    let silent: Vec<String> = kept
        .into_iter()
        .filter(|path| !skipped.contains(path))
        .collect();
    if !silent.is_empty() {
        let silent = shown(app, root, &silent).join(", ");
        app.note(&format!("kept as they are: {silent}"));
    }
    if let Some(folder) = templates::untested(root) {
        let folder = app.shown(&root.join(folder));
        app.note(&format!(
            "no workflow in {} mentions `cargo test`: add it, and the examples of all days are \
             checked at every push",
            folder.display()
        ));
    }
    if templates::library_differs(root) {
        let library = app.shown(&root.join(templates::LIBRARY));
        app.note(&format!(
            "{} is not the library of this version: bring it up to date with `aoc init --update`",
            library.display()
        ));
    }
    if app.child_env().program("cargo").is_none() {
        app.warning(
            "there is no cargo on PATH, which builds the days: install it from https://rustup.rs",
        );
    }
    if created.is_empty() && changed.is_empty() {
        if skipped.is_empty() {
            app.note("nothing was missing");
        }
    } else if !app.is_quiet() {
        reporter::next_steps(app.stderr, &next(app, root, &created))?;
    }
    Ok(results)
}

/// The folder of the inputs, from the root with slashes; `None` if they are kept
/// outside of the repository, or in another one within it.
fn inputs_folder(app: &App, root: &Path) -> Option<String> {
    let is_here = app.project().is_ok_and(|project| project.root() == root);
    if !is_here {
        return Some("inputs".to_owned());
    }
    let folder = app.inputs_dir().ok()?;
    let inner = folder.strip_prefix(root).ok()?;
    let is_submodule = app
        .project()
        .is_ok_and(|project| project.is_submodule(&folder));
    if is_submodule || folder.join(".git").exists() {
        return None;
    }
    let names: Vec<_> = inner.iter().map(|name| name.to_string_lossy()).collect();
    (!names.is_empty()).then(|| names.join("/"))
}

fn print(app: &App, root: &Path, created: &[String]) -> Result<(), CliError> {
    // The library is one thing, and nothing to edit.
    let (library, own): (Vec<_>, Vec<_>) = created
        .iter()
        .cloned()
        .partition(|path| path.starts_with(templates::LIBRARY));
    let mut lines = shown(app, root, &own);
    if !library.is_empty() {
        let library = app.shown(&root.join(templates::LIBRARY));
        lines.push(format!("{}/", library.display()));
    }
    let lines = lines.into_iter().map(|path| path + "\n");
    Ok(terminal::raw(
        &mut app.console(),
        lines.collect::<String>().as_bytes(),
    )?)
}

/// Makes the folder a repository of git, unless it is in one.
fn git(app: &App, root: &Path) -> InitGit {
    let root = root.canonicalize().unwrap_or_else(|_| root.to_owned());
    if root.ancestors().any(|folder| folder.join(".git").exists()) {
        return InitGit::Exists;
    }
    let failure = match app.git(&root) {
        None => "git is not installed".to_owned(),
        Some(git) => match git.init() {
            Ok(()) => return InitGit::Created,
            Err(error) => error,
        },
    };
    app.note(&format!(
        "{} is not a repository of git: {failure}; `git init` makes it one",
        app.shown(&root).display()
    ));
    InitGit::Missing
}

/// The commands to type next, and what they do.
fn next(app: &App, root: &Path, created: &[String]) -> Vec<(String, String)> {
    let mut steps = Vec::new();
    let mut step = |command: String, purpose: &str| steps.push((command, purpose.to_owned()));
    let current = &app.environment.current_dir;
    if root.canonicalize().ok() != current.canonicalize().ok() {
        let dir = app.shown(root).display().to_string();
        let word = shell_word(&dir);
        let dashes = if dir.starts_with('-') { "-- " } else { "" };
        step(format!("cd {dashes}{word}"), "where the repository is");
    }
    if app.session().is_err() {
        step(
            "aoc login".to_owned(),
            "stores your session, once, to download your inputs",
        );
    }
    if Project::find(root).is_err() {
        // Said before: there is no workspace.
        return steps;
    }
    let day = created.iter().find(|path| path.ends_with("/day01.rs"));
    match day {
        Some(day) => {
            step("aoc run".to_owned(), &format!("builds and runs {day}"));
            step("aoc new 2".to_owned(), "creates the file of the next day");
        }
        None => step(
            "aoc run".to_owned(),
            "builds and runs the day that was edited last",
        ),
    }
    steps
}
