//! Importing from other tools and repositories: first a plan of what is new,
//! which writes nothing, then its execution.
//!
//! `tree` lists what is there, `inputs` and `days` find one kind of thing each, and
//! `years` plans the days. Their code goes from `rust` (what a file has) through `wiring`
//! (how its functions are called) and `examples` to `copy`; `manifest` has what their
//! packages say.

mod copy;
mod days;
mod examples;
mod inputs;
mod manifest;
mod rust;
mod tree;
mod wiring;
mod years;

use std::fs;
use std::path::{Path, PathBuf};

use aoc_solution::Part;
use serde::Serialize;

pub use wiring::expression;

use crate::cargo;
use crate::config::{ChildEnv, Environment};
use crate::error::{CliError, Exit};
use crate::files::{read_text_file, write_source};
use crate::inputs::{InputName, Store};
use crate::project::templates::{BUILT_IN, day_file};
use crate::project::{NewFile, Project, create_missing};
use crate::puzzle::{self, Puzzle, Year};
use crate::site::{Session, store_session};
use manifest::Package;
use tree::Tree;

/// What a plan is made for.
pub struct Setting<'a> {
    pub project: &'a Project,
    pub store: &'a Store,
    pub environment: &'a Environment,
    /// The environment for cargo.
    pub child_env: &'a ChildEnv,
    /// The tool or the folder that was named.
    pub from: Option<&'a str>,
    /// The year of files whose path and package name none.
    pub year: Option<Year>,
    /// What answers the parts of days that are not understood, as expressions over the
    /// text `input`.
    pub expressions: Vec<(Part, String)>,
}

/// What will be written, and what will not and why.
#[derive(Debug, Default, Serialize)]
pub struct Plan {
    pub inputs: Vec<ImportedText>,
    pub answers: Vec<ImportedText>,
    pub sessions: Vec<ImportedSession>,
    pub files: Vec<ImportedFile>,
    pub skipped: Vec<Skipped>,
    /// How many things are in the project already, just as they would be
    /// written.
    pub unchanged: usize,
    /// The days whose code is what the copies are, or will be.
    #[serde(skip)]
    pub days: Vec<Puzzle>,
}

/// An input, or an accepted answer.
#[derive(Debug, Serialize)]
pub struct ImportedText {
    #[serde(flatten)]
    pub puzzle: Puzzle,
    /// `None` for an input.
    part: Option<Part>,
    answer: Option<String>,
    /// `None` for the day's own input.
    name: Option<InputName>,
    pub file: PathBuf,
    from: PathBuf,
    #[serde(skip)]
    text: String,
}

/// A session; its token is not shown.
#[derive(Debug, Serialize)]
pub struct ImportedSession {
    from: PathBuf,
    #[serde(skip)]
    session: Session,
}

/// A file of the repository.
#[derive(Debug, Default, Serialize)]
pub struct ImportedFile {
    /// `day`, `module`, `text` or `manifest`.
    pub kind: &'static str,
    /// From the root, with slashes.
    pub file: String,
    /// `None` for a manifest.
    pub from: Option<PathBuf>,
    #[serde(flatten)]
    pub puzzle: Option<Puzzle>,
    /// The number of examples that were found for a day.
    pub examples: Option<usize>,
    #[serde(skip)]
    text: String,
    /// Whether it takes the place of a file: of a manifest that gets more
    /// dependencies, or of a day that nobody has edited since it was created.
    #[serde(skip)]
    pub replaces: bool,
}

/// Something that was found and is not imported.
#[derive(Debug, Serialize)]
pub struct Skipped {
    pub from: PathBuf,
    /// The day that it would have been.
    #[serde(flatten)]
    pub puzzle: Option<Puzzle>,
    pub why: String,
}

impl ImportedFile {
    fn new(kind: &'static str, file: String, text: String, from: Option<PathBuf>) -> Self {
        Self {
            kind,
            file,
            from,
            text,
            ..Self::default()
        }
    }
}

impl Plan {
    /// Notes that something is not imported, with the day that it would have been.
    fn skip(&mut self, from: impl Into<PathBuf>, puzzle: Option<Puzzle>, why: impl Into<String>) {
        let (from, why) = (from.into(), why.into());
        self.skipped.push(Skipped { from, puzzle, why });
    }

    /// Plans to write files that belong together, if nothing else is there; the error
    /// says what is.
    fn add(&mut self, project: &Project, files: Vec<ImportedFile>) -> Result<(), String> {
        for file in &files {
            let (path, root) = (&file.file, project.root());
            let is_other = self.has(project, &other_form(path), "").is_some();
            let template = file.puzzle.map(|it| day_file(BUILT_IN, it, None));
            let is_ours =
                file.replaces || template.is_some_and(|it| it.matches_in(root) == Some(true));
            let is_kept = !is_ours && self.has(project, path, &file.text) == Some(false);
            let mut folders = Path::new(path).ancestors().map(|it| root.join(it));
            if is_other || is_kept || folders.any(|it| it != root && it.is_symlink()) {
                let what = file.puzzle.map_or(&**path, |_| "day");
                return Err(format!("the project has its own {what} there, or a link"));
            }
        }
        for mut file in files {
            let there = self.has(project, &file.file, &file.text);
            self.days.extend(file.puzzle);
            self.unchanged += usize::from(there == Some(true) && file.puzzle.is_some());
            if there != Some(true) {
                file.replaces = there.is_some();
                self.files.push(file);
            }
        }
        Ok(())
    }

    /// Whether this text is or will be at a path; `None` if nothing is.
    fn has(&self, project: &Project, path: &str, text: &str) -> Option<bool> {
        let planned = self.files.iter().find(|it| it.file == path);
        let planned = planned.map(|it| it.text == text);
        planned.or_else(|| NewFile::new(path, text).matches_in(project.root()))
    }
}

/// The other file that a module may have: `util.rs` or `util/mod.rs`.
fn other_form(file: &str) -> String {
    let module = file.strip_suffix("/mod.rs").map(|it| format!("{it}.rs"));
    module.unwrap_or_else(|| format!("{}/mod.rs", file.trim_end_matches(".rs")))
}

/// Plans what to import.
pub fn plan(setting: &Setting<'_>) -> Result<Plan, CliError> {
    let mut plan = Plan::default();
    if let Some(folder) = inputs::plan_tools(setting, &mut plan)? {
        rust::on_large_stack(|| plan_folder(&folder, setting, &mut plan))?;
    }
    Ok(plan)
}

fn plan_folder(folder: &Path, setting: &Setting<'_>, plan: &mut Plan) -> Result<(), CliError> {
    // As the system sees them, whatever links there are.
    let real = |path: &Path| fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let (there, root) = (real(folder), real(setting.project.root()));
    let own = [root.join("days"), real(&setting.store.root)];
    let names = there.iter().rev().take(2).filter_map(|name| name.to_str());
    let year = setting.year.or(names.clone().find_map(puzzle::year_of));
    let day = names.clone().next().and_then(puzzle::day_at);
    // The name of a day's folder says which day it is.
    let of_day = there.parent().filter(|_| day.is_some());
    let (root, folder) = of_day.map_or((folder, folder), |parent| (parent, &*there));
    let tree = Tree::read(root, folder, &own, plan);
    let code = days::Code::read(&tree, setting, year).map_err(|it| CliError::read(folder, it))?;
    inputs::plan(&code, plan);
    years::plan(&code, plan);
    // Cargo loads a year with its manifest first, after all that this names.
    let order = |it: &ImportedFile| (it.file.starts_with("days/year"), it.kind != "manifest");
    plan.files.sort_by_key(order);
    Ok(())
}

/// Writes what is planned. What came into being in between is not replaced.
pub fn apply(plan: &Plan, setting: &Setting<'_>) -> Result<(), CliError> {
    if !plan.files.is_empty() {
        apply_files(plan, setting)?;
    }
    for new in &plan.sessions {
        store_session(setting.environment, None, &new.session.token, false)?;
    }
    let store = setting.store;
    for new in &plan.inputs {
        let _lock = store.lock(new.puzzle, new.name.as_ref(), || {});
        if !store.has_input(new.puzzle, new.name.as_ref())? {
            store.write(&new.file, new.text.as_bytes())?;
        }
    }
    for new in &plan.answers {
        store.edit_answers(new.puzzle, None, |answers| match new.part {
            Some(part) if answers.accepted(part).is_none() => answers.accept(part, new.text.trim()),
            _ => {}
        })?;
    }
    Ok(())
}

/// Writes the files of the repository, or none if one of them cannot be written, or cargo
/// could not load the project then.
fn apply_files(plan: &Plan, setting: &Setting<'_>) -> Result<(), CliError> {
    let (old, new): (Vec<_>, Vec<_>) = plan.files.iter().partition(|it| it.replaces);
    let new = new.iter().map(|it| NewFile::new(&*it.file, &*it.text));
    let root = setting.project.root();
    let mut before = Vec::new();
    let [created, _] = create_missing(root, &new.collect::<Vec<_>>())?;
    let written = old.into_iter().try_for_each(|file| {
        let path = root.join(&file.file);
        before.push((path.clone(), read_text_file(&path)));
        write_source(&path, &file.text)
    });
    let manifest = setting.project.manifest_path();
    let load = || cargo::metadata::<Package>(setting.child_env, setting.project, &manifest);
    let why = |it| format!("nothing was imported: cargo could not load the project with it: {it}");
    let refused = |it| CliError::new(Exit::Failed, why(it));
    let Err(error) = written.and_then(|()| load().map_err(refused)) else {
        return Ok(());
    };
    for file in created {
        let is_gone = |it: &&Path| fs::remove_file(it).or_else(|_| fs::remove_dir(it)).is_ok();
        root.join(file).ancestors().take_while(is_gone).count();
    }
    for (path, text) in before {
        let _ = text.map(|text| write_source(&path, &text));
    }
    Err(error)
}

#[cfg(test)]
mod tests;
