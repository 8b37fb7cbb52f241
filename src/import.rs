//! Importing from other tools and repositories: first a plan of what is new,
//! which writes nothing, then its execution.
//!
//! `tools` says where to look, `tree` lists what is there, `inputs` and `code`
//! read one kind of thing each. A day's code goes from `rust` (what its file has)
//! through `wiring` (how its functions are called) and `examples` to `code` (its
//! copy), and `manifest` has what its package says.

mod code;
mod examples;
mod inputs;
mod manifest;
mod rust;
mod tools;
mod tree;
mod wiring;

use std::collections::BTreeSet;
use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use aoc_solution::Part;

pub use tools::{Folders, Origin, origins};
pub use wiring::Expressions;

use crate::error::{Exit, HasExit};
use crate::files::{self, Locks, Readers, read_text_file};
use crate::inputs::{InputName, Store, StoreError};
use crate::project::Project;
use crate::project::templates::DayTemplate;
use crate::puzzle::{Puzzle, Year};
use crate::site::{Places, Session, SessionError, SessionFile};
use inputs::{Inputs, Pages};
use tree::Tree;

/// Why nothing could be imported.
#[derive(Debug, thiserror::Error)]
#[error("{message}")]
pub struct ImportError {
    exit: Exit,
    message: String,
    #[source]
    source: Option<io::Error>,
}

impl ImportError {
    fn new(exit: Exit, message: String) -> Self {
        Self {
            exit,
            message,
            source: None,
        }
    }

    fn because(self, error: io::Error) -> Self {
        Self {
            source: Some(error),
            ..self
        }
    }
}

impl HasExit for ImportError {
    fn exit(&self) -> Exit {
        self.exit
    }
}

impl From<StoreError> for ImportError {
    fn from(error: StoreError) -> Self {
        Self::new(error.exit(), error.to_string())
    }
}

impl From<SessionError> for ImportError {
    fn from(error: SessionError) -> Self {
        Self::new(error.exit(), error.to_string())
    }
}

/// What a plan is made for.
pub struct Setting<'a> {
    pub project: &'a Project,
    pub store: &'a Store,
    pub places: Places<'a>,
    /// The year of files whose path and package name none.
    pub year: Option<Year>,
    /// The title of a puzzle whose page is cached.
    pub title: &'a dyn Fn(Puzzle) -> Option<String>,
    /// How to call the days that are not understood.
    pub expressions: &'a Expressions,
    /// Whether a tool or a folder was named.
    pub is_named: bool,
}

/// What will be written, and what will not and why.
#[derive(Debug, Default)]
pub struct Plan {
    pub inputs: Vec<NewInput>,
    pub answers: Vec<NewAnswer>,
    pub sessions: Vec<NewSession>,
    pub files: Vec<NewFile>,
    /// Days that the project has already, just as they would be written.
    pub known_days: Vec<Puzzle>,
    pub skipped: Vec<Skipped>,
    /// How many things are in the project already, just as they would be
    /// written.
    pub unchanged: usize,
    /// What tests say of inputs; it becomes `answers` where they are the user's.
    stated: Vec<Stated>,
    /// Inputs that the project has already.
    known_inputs: BTreeSet<PathBuf>,
}

#[derive(Debug)]
pub struct NewInput {
    pub puzzle: Puzzle,
    /// `None` for the user's own.
    pub name: Option<InputName>,
    pub bytes: Vec<u8>,
    pub from: PathBuf,
}

#[derive(Debug)]
pub struct NewAnswer {
    pub puzzle: Puzzle,
    /// The name of the input that it belongs to.
    pub name: Option<InputName>,
    pub part: Part,
    pub answer: String,
    pub from: PathBuf,
}

/// An answer that a test expects.
#[derive(Debug)]
struct Stated {
    puzzle: Puzzle,
    part: Part,
    answer: String,
    from: PathBuf,
    /// The file with the input that it is the answer to.
    input: PathBuf,
}

#[derive(Debug)]
pub struct NewSession {
    /// `None` for the default account.
    pub account: Option<InputName>,
    pub session: Session,
    pub from: PathBuf,
}

/// A file of the repository.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewFile {
    /// From the root, with slashes.
    pub path: String,
    pub text: String,
    pub role: Role,
    /// The file that it is made of; `None` for a manifest.
    pub from: Option<PathBuf>,
    /// The text of the file whose place it takes: a manifest that gets more
    /// dependencies, or a day that nobody has edited since it was created.
    pub replaces: Option<String>,
}

/// What a file is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    Day { puzzle: Puzzle, examples: usize },
    Module,
    Manifest,
}

impl Role {
    pub const fn puzzle(self) -> Option<Puzzle> {
        match self {
            Self::Day { puzzle, .. } => Some(puzzle),
            Self::Module | Self::Manifest => None,
        }
    }
}

/// Something that was found and is not imported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skipped {
    pub from: PathBuf,
    /// The day that it would have been.
    pub puzzle: Option<Puzzle>,
    pub why: String,
}

impl Plan {
    /// The days whose code is what the copies are, in order.
    pub fn days(&self) -> Vec<Puzzle> {
        let new = self.files.iter().filter_map(|file| file.role.puzzle());
        let days: BTreeSet<Puzzle> = new.chain(self.known_days.iter().copied()).collect();
        days.into_iter().collect()
    }

    /// Notes that something is not imported.
    fn skip(&mut self, from: impl Into<PathBuf>, why: impl fmt::Display) {
        let why = why.to_string();
        let skipped = Skipped {
            from: from.into(),
            puzzle: None,
            why,
        };
        if !self.skipped.contains(&skipped) {
            self.skipped.push(skipped);
        }
    }

    fn skip_day(&mut self, puzzle: Puzzle, from: PathBuf, why: impl fmt::Display) {
        self.skipped.push(Skipped {
            from,
            puzzle: Some(puzzle),
            why: why.to_string(),
        });
    }

    /// Plans to write a file, if the project has none.
    fn add(&mut self, project: &Project, mut file: NewFile) {
        let from = file
            .from
            .clone()
            .unwrap_or_else(|| file.path.clone().into());
        if let Some(other) = self.files.iter().find(|other| other.path == file.path) {
            if other.text != file.text {
                let first = other.from.clone().unwrap_or_default();
                self.skip(
                    from,
                    format!("{} is copied to {}", first.display(), file.path),
                );
            }
            return;
        }
        // The same module may have its other form: `day01/mod.rs` for `day01.rs`.
        let other = match file.path.strip_suffix("/mod.rs") {
            Some(module) => Some(format!("{module}.rs")),
            None => file
                .path
                .strip_suffix(".rs")
                .map(|module| format!("{module}/mod.rs")),
        };
        if let Some(other) = other.filter(|other| project.root().join(other).exists()) {
            return self.skip(from, format!("{other} exists"));
        }
        let path = project.root().join(&file.path);
        if path.symlink_metadata().is_err() {
            return self.files.push(file);
        }
        match read_text_file(&path) {
            Ok(old) if old == file.text => {
                self.unchanged += 1;
                self.known_days.extend(file.role.puzzle());
            }
            Ok(old) if file.replaces.as_ref() == Some(&old) => self.files.push(file),
            Ok(old) if is_untouched(project, &old, file.role) => {
                file.replaces = Some(old);
                self.files.push(file);
            }
            _ => self.skip(from, format!("{} exists", file.path)),
        }
    }
}

/// Whether a day is still as `aoc` has created it, to the byte.
fn is_untouched(project: &Project, text: &str, role: Role) -> bool {
    let Role::Day { puzzle, .. } = role else {
        return false;
    };
    let titles = [None, project.title(puzzle)];
    DayTemplate::find(project.root()).is_ok_and(|template| {
        let created = |title: &Option<String>| template.file(puzzle, title.as_deref()).text;
        titles.iter().any(|title| created(title) == text)
    })
}

/// Plans what to import from the origins.
pub fn plan(origins: &[Origin], setting: &Setting<'_>) -> Result<Plan, ImportError> {
    let Setting { project, store, .. } = *setting;
    let mut plan = Plan::default();
    for origin in origins {
        tools::sessions(origin, setting.is_named, setting.places, &mut plan);
        let Some(folder) = &origin.folder else {
            continue;
        };
        // As the system sees them, whatever links there are.
        let real = fs::canonicalize(folder).unwrap_or_else(|_| folder.clone());
        let own = ["days", "vendor", "target"].map(|name| project.root().join(name));
        let own = own.into_iter().chain([store.paths.root.clone()]);
        let own: Vec<PathBuf> = own.map(|it| fs::canonicalize(&it).unwrap_or(it)).collect();
        if own.iter().any(|own| real.starts_with(own)) {
            let why = format!(
                "{} is a part of this project: give another folder",
                folder.display()
            );
            return Err(ImportError::new(Exit::Usage, why));
        }
        let tree = Tree::read(folder, &own, &mut plan)?;
        let name = |folder: &Path| Some(folder.file_name()?.to_str()?.to_owned());
        let names: Vec<String> = real.ancestors().take(2).filter_map(name).collect();
        let year = names
            .iter()
            .find_map(|name| tree::year_in(name))
            .or(setting.year);
        let pages = Pages::read(&tree);
        let title = |puzzle| (setting.title)(puzzle).or_else(|| pages.title(puzzle, year));
        let code = code::Code::read(&tree, setting, year, &title);
        let inputs = Inputs {
            tree: &tree,
            pages: &pages,
            year: &|file| code.year_of_package(file).or(year),
            day: names.first().and_then(|name| tree::day_in(name)),
            store,
        };
        inputs.plan(&mut plan);
        code.plan(&mut plan);
        inputs::stated(store, &mut plan);
    }
    Ok(plan)
}

/// Writes what is planned. Whatever came into being in between is not replaced:
/// the plan loses it.
pub fn apply(plan: &mut Plan, setting: &Setting<'_>, locks: &Locks) -> Result<(), ImportError> {
    let Setting {
        project,
        store,
        places,
        ..
    } = *setting;
    for new in &plan.sessions {
        let file = SessionFile::new(places, new.account.as_ref(), locks.clone())?;
        file.write_unproven(&new.session.token)?;
    }
    for new in &plan.inputs {
        let _lock = store.lock(new.puzzle, new.name.as_ref(), || {});
        if !store.has_input(new.puzzle, new.name.as_ref())? {
            store.write_input(new.puzzle, new.name.as_ref(), &new.bytes)?;
        }
    }
    for new in &plan.answers {
        store.edit_answers(new.puzzle, new.name.as_ref(), |answers| {
            if answers.accepted(new.part).is_none() {
                answers.accept(new.part, &new.answer);
            }
        })?;
    }
    // Cargo passes over the folder of a year that has no manifest yet.
    plan.files.sort_by_key(|file| file.role == Role::Manifest);
    let mut written = Vec::new();
    for file in std::mem::take(&mut plan.files) {
        match write(project, &file)? {
            None => written.push(file),
            Some(why) => plan.skip(file.path, why),
        }
    }
    plan.files = written;
    Ok(())
}

/// Writes a file; returns why it is left out.
fn write(project: &Project, file: &NewFile) -> Result<Option<&'static str>, ImportError> {
    let path = project.root().join(&file.path);
    let failed = |error| {
        ImportError::new(Exit::Files, format!("cannot write {}", path.display())).because(error)
    };
    if leads_out(project.root(), &path) {
        return Ok(Some(
            "it would be outside the project, through a symbolic link",
        ));
    }
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(failed)?;
    }
    if let Some(old) = &file.replaces {
        if read_text_file(&path).is_ok_and(|text| text == *old) {
            files::replace(&path, &file.text, Readers::Usual).map_err(failed)?;
            return Ok(None);
        }
        if path.symlink_metadata().is_ok() {
            return Ok(Some("it was edited meanwhile"));
        }
    }
    match files::create(&path, &file.text, Readers::Usual) {
        Ok(()) => Ok(None),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(Some("it exists")),
        Err(error) => Err(failed(error)),
    }
}

/// Whether `path` below `root` leads out of it, through a symbolic link.
fn leads_out(root: &Path, path: &Path) -> bool {
    let Ok(root) = fs::canonicalize(root) else {
        return true;
    };
    // A dangling link is one, too.
    let mut folders = path.ancestors().skip(1);
    let existing = folders.find(|folder| folder.symlink_metadata().is_ok());
    let real = existing.and_then(|folder| fs::canonicalize(folder).ok());
    real.is_none_or(|folder| !folder.starts_with(root))
}
