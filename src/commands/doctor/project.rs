//! The repository: its years, whether their library fits this `aoc`, and whether git
//! would publish the inputs.

use std::cmp::Ordering;
use std::path::Path;

use super::{Check, CheckState};
use crate::app::App;
use crate::error::{CliError, Exit};
use crate::project::{self as repository, Git, Project};
use crate::terminal::{plural, shell_word};

pub fn checks(app: &App) -> Vec<Check> {
    let check = |name: &str, state, detail: String| Check::new("project", name, state, detail);
    let project = match app.project() {
        Ok(project) => project,
        // That is no problem.
        Err(error) => return vec![check("root", CheckState::Absent, error.to_string())],
    };
    let root = project.root().display().to_string();
    let mut checks = vec![check("root", CheckState::Good, root)];
    let days = match project.days() {
        Ok(days) => days,
        Err(error) => {
            checks.push(Check::bad("project", "years", error, None));
            return checks;
        }
    };
    let years = days.iter();
    let years = years.map(|(year, days)| format!("{year} ({})", plural(days.len(), "day")));
    let years = years.collect::<Vec<_>>().join(", ");
    checks.push(match &*years {
        "" => check(
            "years",
            CheckState::Absent,
            "no day has a solution yet".to_owned(),
        ),
        _ => check("years", CheckState::Good, years),
    });
    let misnamed = app.all_misnamed().into_iter();
    checks.extend(misnamed.map(|file| check("files", CheckState::Note, file)));
    checks.extend(library(project));
    let published = published(app, project).into_iter();
    checks.extend(published.map(|note| check("git", CheckState::Note, note)));
    checks
}

/// The copy of the library in the repository, if it has one.
fn library(project: &Project) -> Option<Check> {
    let check = |state, detail: String| Check::new("project", "library", state, detail);
    let folder = project.root().join(repository::LIBRARY);
    let shown = repository::LIBRARY;
    let version = repository::library_version_in(&folder)?;
    let own = repository::own_library_version();
    let numbers = repository::version_numbers;
    let fix = match numbers(&version).cmp(&numbers(&own)) {
        Ordering::Equal if repository::library_differs(&folder) => {
            let detail = format!(
                "{shown} is not the library of this aoc: bring it up to date with `aoc init \
                 --update`"
            );
            return Some(check(CheckState::Note, detail));
        }
        Ordering::Equal => return Some(check(CheckState::Good, format!("{shown} {version}"))),
        Ordering::Less => "aoc init --update",
        Ordering::Greater => "update aoc",
    };
    let detail = format!("{shown} is {version}, and this aoc has {own}");
    let error = CliError::new(Exit::Failed, detail);
    Some(Check::bad("project", "library", error, fix.to_owned()))
}

/// Notes on inputs that git would publish, which may be meant in a private repository.
fn published(app: &App, project: &Project) -> Vec<String> {
    let mut notes = Vec::new();
    let Ok(inputs) = app.inputs_dir() else {
        return notes;
    };
    let existing = inputs.ancestors().find(|folder| folder.is_dir());
    let git = |folder| Git::new(&app.child_env(), folder);
    let (Some(git), Some(there)) = (git(project.root()), existing.and_then(git)) else {
        return notes;
    };
    // Another repository, or a submodule, is where they are meant to be.
    let root = git.root();
    if root.is_none() || there.root() != root {
        return notes;
    }
    let shown = app.shown(&inputs).display().to_string();
    let tracked = git.tracked(&inputs);
    let is_text = |name: &&String| Path::new(name).extension() == Some("txt".as_ref());
    let count = tracked.iter().filter(is_text).count();
    if count > 0 {
        notes.push(format!(
            "git tracks {} of {shown}, which the site asks not to publish: `git rm -r --cached {}` \
             removes them from the next commit",
            plural(count, "file"),
            shell_word(&shown)
        ));
    }
    if git.ignores(&inputs.join("year2015/day01.txt")) == Some(false) {
        notes.push(format!(
            "git does not ignore {shown}, which has what the site asks not to publish: add the \
             line `/{}/*` to .gitignore",
            project.shown(&inputs).display()
        ));
    }
    notes
}
