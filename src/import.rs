//! Importing from other tools and repositories: first a plan of what is new,
//! which writes nothing, then its execution.
//!
//! `tree` lists what is there, `inputs` and `code` read one kind of thing each. A
//! day's code goes from `rust` (what its file has) through `wiring` (how its
//! functions are called) and `examples` to `copy`, and `manifest` has what its
//! package says.

mod code;
mod copy;
mod examples;
mod inputs;
mod manifest;
mod rust;
mod tree;
mod wiring;

use std::collections::BTreeSet;
use std::fmt::Display;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use aoc_solution::Part;
use serde::Serialize;

pub use inputs::{Origin, origins};
pub use wiring::Expressions;

use crate::error::{CliError, Exit};
use crate::files::{self, Locks, Readers, read_text_file};
use crate::inputs::{InputName, Store};
use crate::project::Project;
use crate::project::templates::{day_file, day_template};
use crate::puzzle::{Puzzle, Year};
use crate::site::{Places, Session, SessionFile};
use tree::Tree;

/// What a plan is made for.
pub struct Setting<'a> {
    pub project: &'a Project,
    pub store: &'a Store,
    pub places: Places<'a>,
    /// The year of files whose path and package name none.
    pub year: Option<Year>,
    /// How to call the days that are not understood.
    pub expressions: &'a Expressions,
    /// Whether a tool or a folder was named.
    pub is_named: bool,
}

/// What will be written, and what will not and why.
#[derive(Debug, Default, Serialize)]
pub struct Plan {
    pub inputs: Vec<ImportedInput>,
    pub answers: Vec<ImportedAnswer>,
    pub sessions: Vec<ImportedSession>,
    pub files: Vec<ImportedFile>,
    pub skipped: Vec<Skipped>,
    /// How many things are in the project already, just as they would be
    /// written.
    pub unchanged: usize,
    /// The days among these.
    #[serde(skip)]
    known_days: Vec<Puzzle>,
}

#[derive(Debug, Serialize)]
pub struct ImportedInput {
    #[serde(flatten)]
    pub puzzle: Puzzle,
    /// `None` for the day's own input.
    pub name: Option<InputName>,
    pub file: PathBuf,
    pub from: PathBuf,
    #[serde(skip)]
    bytes: Vec<u8>,
}

#[derive(Debug, Serialize)]
pub struct ImportedAnswer {
    #[serde(flatten)]
    pub puzzle: Puzzle,
    pub part: Part,
    pub answer: String,
    pub from: PathBuf,
}

/// A session; its token is not shown.
#[derive(Debug, Serialize)]
pub struct ImportedSession {
    pub from: PathBuf,
    #[serde(skip)]
    session: Session,
}

/// A file of the repository.
#[derive(Clone, Debug, Serialize)]
pub struct ImportedFile {
    /// `day`, `module` or `manifest`.
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
    /// The text of the file whose place it takes: a manifest that gets more
    /// dependencies, or a day that nobody has edited since it was created.
    #[serde(skip)]
    pub replaces: Option<String>,
}

/// Something that was found and is not imported.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct Skipped {
    pub from: PathBuf,
    /// The day that it would have been.
    #[serde(flatten)]
    pub puzzle: Option<Puzzle>,
    pub why: String,
}

impl ImportedFile {
    fn new(kind: &'static str, file: String, text: String, from: Option<PathBuf>) -> Self {
        let (puzzle, examples, replaces) = (None, None, None);
        Self {
            kind,
            file,
            from,
            puzzle,
            examples,
            text,
            replaces,
        }
    }
}

impl Plan {
    /// The days whose code is what the copies are, in order.
    pub fn days(&self) -> Vec<Puzzle> {
        let new = self.files.iter().filter_map(|file| file.puzzle);
        let days: BTreeSet<Puzzle> = new.chain(self.known_days.iter().copied()).collect();
        days.into_iter().collect()
    }

    /// Notes that something is not imported.
    fn skip(&mut self, from: impl Into<PathBuf>, why: impl Display) {
        self.skip_day(None, from, why);
    }

    fn skip_day(&mut self, puzzle: Option<Puzzle>, from: impl Into<PathBuf>, why: impl Display) {
        let (from, why) = (from.into(), why.to_string());
        self.skipped.push(Skipped { from, puzzle, why });
    }

    /// Plans to write a file, if the project has none.
    fn add(&mut self, project: &Project, mut file: ImportedFile) {
        let from = file
            .from
            .clone()
            .unwrap_or_else(|| file.file.clone().into());
        // The same module may have its other form.
        let other = match file.file.strip_suffix("/mod.rs") {
            Some(module) => format!("{module}.rs"),
            None => format!("{}/mod.rs", file.file.trim_end_matches(".rs")),
        };
        let path = project.root().join(&file.file);
        if self.files.iter().any(|it| it.file == file.file) {
            // Days share modules.
        } else if project.root().join(&other).exists() {
            self.skip(from, format!("{other} exists"));
        } else if path.symlink_metadata().is_err() {
            self.files.push(file);
        } else {
            let old = read_text_file(&path).ok();
            if old.as_ref() == Some(&file.text) {
                self.unchanged += 1;
                self.known_days.extend(file.puzzle);
            } else if is_untouched(project, old.as_deref(), file.puzzle) {
                file.replaces = old;
                self.files.push(file);
            } else {
                self.skip(from, format!("{} exists", file.file));
            }
        }
    }
}

/// Whether a day is still as `aoc` has created it, to the byte.
fn is_untouched(project: &Project, text: Option<&str>, puzzle: Option<Puzzle>) -> bool {
    let template = day_template(project.root());
    puzzle.zip(template.ok()).is_some_and(|(puzzle, template)| {
        let titles = [None, project.title(puzzle)].into_iter();
        let mut texts = titles.map(|title| day_file(&template, puzzle, title.as_deref()).text);
        texts.any(|created| Some(&*created) == text)
    })
}

/// Plans what to import from the origins.
pub fn plan(origins: &[Origin], setting: &Setting<'_>) -> Result<Plan, CliError> {
    rust::on_large_stack(|| {
        setting.expressions.check()?;
        let mut plan = Plan::default();
        for origin in origins {
            inputs::plan_sessions(origin, setting, &mut plan);
            if let Some(folder) = &origin.folder {
                plan_folder(folder, setting, &mut plan)?;
            }
        }
        Ok(plan)
    })
}

fn plan_folder(folder: &Path, setting: &Setting<'_>, plan: &mut Plan) -> Result<(), CliError> {
    // As the system sees them, whatever links there are.
    let real = |path: &Path| fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let root = setting.project.root();
    let own = ["days", "vendor", "target"].map(|name| real(&root.join(name)));
    let own = [&own[..], &[real(&setting.store.root)]].concat();
    let folder_is = real(folder);
    if own.iter().any(|own| folder_is.starts_with(own)) {
        let folder = folder.display();
        let why = format!("{folder} is a part of this project: give another folder");
        return Err(CliError::new(Exit::Usage, why));
    }
    let mut names = folder_is
        .iter()
        .rev()
        .take(2)
        .filter_map(|name| name.to_str());
    let mut tree = Tree::read(folder, &own, plan);
    tree.day = names
        .clone()
        .next()
        .and_then(|name| Some(tree::day_at(name)?.0));
    let year = names.find_map(tree::year_in).or(setting.year);
    let code = code::Code::read(&tree, setting, year);
    inputs::plan(&tree, &|file| code.year_of(file), setting.store, plan);
    code.plan(plan);
    Ok(())
}

/// Writes what is planned. Whatever came into being in between is not replaced:
/// the plan loses it.
pub fn apply(plan: &mut Plan, setting: &Setting<'_>, locks: &Locks) -> Result<(), CliError> {
    let store = setting.store;
    for new in &plan.sessions {
        let file = SessionFile::new(setting.places, None, locks.clone())?;
        file.write(&new.session.token, false)?;
    }
    for new in &plan.inputs {
        let name = new.name.as_ref();
        let _lock = store.lock(new.puzzle, name, || {});
        if !store.has_input(new.puzzle, name)? {
            store.write(&store.input_path(new.puzzle, name), &new.bytes)?;
        }
    }
    for new in &plan.answers {
        store.edit_answers(new.puzzle, None, |answers| {
            if answers.accepted(new.part).is_none() {
                answers.accept(new.part, &new.answer);
            }
        })?;
    }
    // Cargo passes over the folder of a year that has no manifest yet.
    plan.files.sort_by_key(|file| file.kind == "manifest");
    for file in std::mem::take(&mut plan.files) {
        match write(setting.project.root(), &file) {
            Ok(()) => plan.files.push(file),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                plan.skip(file.file, error);
            }
            Err(error) => {
                let why = format!("cannot write {}: {error}", file.file);
                return Err(CliError::new(Exit::Files, why));
            }
        }
    }
    Ok(())
}

fn write(root: &Path, file: &ImportedFile) -> io::Result<()> {
    let path = root.join(&file.file);
    let exists = |why| Err(io::Error::new(io::ErrorKind::AlreadyExists, why));
    if leads_out(root, &path) {
        return exists("it would be outside the project, through a symbolic link");
    }
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    match &file.replaces {
        None => files::create(&path, &file.text, Readers::Usual),
        Some(old) if read_text_file(&path).is_ok_and(|text| text == *old) => {
            files::replace(&path, &file.text, Readers::Usual)
        }
        Some(_) => exists("it was edited meanwhile"),
    }
}

/// Whether `path` below `root` leads out of it, through a symbolic link.
fn leads_out(root: &Path, path: &Path) -> bool {
    // A dangling link is one, too.
    let mut folders = path.ancestors().skip(1);
    let existing = folders.find(|folder| folder.symlink_metadata().is_ok());
    let real = existing.and_then(|folder| fs::canonicalize(folder).ok());
    let root = fs::canonicalize(root).ok();
    real.zip(root)
        .is_none_or(|(real, root)| !real.starts_with(root))
}

#[cfg(test)]
mod tests;
