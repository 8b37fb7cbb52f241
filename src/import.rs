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
mod names;
mod rust;
mod tree;
mod wiring;
mod years;

use std::fs;
use std::path::{Path, PathBuf};

use aoc_solution::Part;
use serde::Serialize;

pub use wiring::expression;

use crate::config::Environment;
use crate::error::CliError;
use crate::files::write_source;
use crate::inputs::{InputName, Store};
use crate::project::templates::{BUILT_IN, day_file};
use crate::project::{NewFile, Project, create_missing};
use crate::puzzle::{Puzzle, Year};
use crate::site::{Session, store_session};
use names::{day_and_words, year_in};
use tree::Tree;

/// What a plan is made for.
pub struct Setting<'a> {
    pub project: &'a Project,
    pub store: &'a Store,
    pub environment: &'a Environment,
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
    #[serde(skip)]
    is_there: bool,
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
    fn add(&mut self, project: &Project, mut files: Vec<ImportedFile>) -> Result<(), String> {
        let root = project.root();
        for file in &mut files {
            let path = &file.file;
            let there = self.has(project, path, &file.text);
            let template = file.puzzle.map(|it| day_file(BUILT_IN, it, None));
            let is_template = template.is_some_and(|it| it.matches_in(root) == Some(true));
            let is_kept = there == Some(false) && !file.replaces && !is_template;
            let is_other = is_kept || self.has(project, &other_form(path), "").is_some();
            let mut folders = Path::new(path).ancestors().map(|it| root.join(it));
            if is_other || folders.any(|it| it != root && it.is_symlink()) {
                let what = file.puzzle.map_or(&**path, |_| "day");
                return Err(format!("the project has its own {what} there, or a link"));
            }
            file.replaces = there.is_some();
            file.is_there = there == Some(true);
        }
        self.days.extend(files.iter().filter_map(|it| it.puzzle));
        let (there, new): (Vec<_>, Vec<_>) = files.into_iter().partition(|it| it.is_there);
        self.unchanged += there.iter().filter_map(|it| it.puzzle).count();
        self.files.extend(new);
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
        rust::on_large_stack(|| plan_folder(&folder, setting, &mut plan));
    }
    Ok(plan)
}

fn plan_folder(folder: &Path, setting: &Setting<'_>, plan: &mut Plan) {
    // As the system sees them, whatever links there are.
    let real = |path: &Path| fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let (there, root) = (real(folder), real(setting.project.root()));
    let own = [root.join("days"), real(&setting.store.root)];
    let names = there.iter().rev().take(2).filter_map(|name| name.to_str());
    let year = setting.year.or(names.clone().find_map(year_in));
    let day = names.clone().next().and_then(day_and_words);
    // The name of a day's folder says which day it is.
    let of_day = there.parent().filter(|_| day.is_some());
    let (root, folder) = of_day.map_or((folder, folder), |parent| (parent, &*there));
    let tree = Tree::read(root, folder, &own, plan);
    let code = days::Code::read(&tree, setting, year, plan);
    inputs::plan(&code, plan);
    years::plan(&code, plan);
    // Cargo loads a year with its manifest first, after all that this names.
    let order = |it: &ImportedFile| (it.file.starts_with("days/year"), it.kind != "manifest");
    plan.files.sort_by_key(order);
}

/// Writes what is planned. What came into being in between is not replaced.
pub fn apply(plan: &Plan, setting: &Setting<'_>) -> Result<(), CliError> {
    let (store, root) = (setting.store, setting.project.root());
    let (old, new): (Vec<_>, Vec<_>) = plan.files.iter().partition(|it| it.replaces);
    let new = new.iter().map(|it| NewFile::new(&*it.file, &*it.text));
    create_missing(root, &new.collect::<Vec<_>>())?;
    for file in old {
        write_source(&root.join(&file.file), &file.text)?;
    }
    for new in &plan.sessions {
        store_session(setting.environment, None, &new.session.token, false)?;
    }
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

#[cfg(test)]
mod tests;
