//! Importing from other tools and repositories: first a plan of what is new,
//! which writes nothing, then its execution.
//!
//! `tree` lists what is there, `inputs` and `code` read one kind of thing each. A
//! day's code goes from `rust` (what its file has) through `wiring` (how its
//! functions are called) to `copy`, and `manifest` has what its package says.

mod code;
mod copy;
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

pub use wiring::Expressions;

use crate::error::{CliError, Exit};
use crate::files::{self, Locks, Readers, read_text_file};
use crate::inputs::Store;
use crate::project::Project;
use crate::project::templates::DayTemplate;
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
    /// The title of a puzzle whose page is cached.
    pub title: &'a dyn Fn(Puzzle) -> Option<String>,
    /// How to call the days that are not understood.
    pub expressions: &'a Expressions,
    /// Whether a tool or a folder was named.
    pub is_named: bool,
}

/// The folders of the user.
#[derive(Clone, Copy, Debug)]
pub struct Folders<'a> {
    pub home: Option<&'a Path>,
    /// Where programs have their configuration.
    pub config: Option<&'a Path>,
    /// What the environment says is aocd's.
    pub aocd: Option<&'a Path>,
}

/// One place to import from.
#[derive(Clone, Debug)]
pub struct Origin {
    /// `None` for a folder that was given.
    pub tool: Option<&'static str>,
    /// The folder whose files are looked at.
    pub folder: Option<PathBuf>,
    /// Files that may have a session.
    sessions: Vec<PathBuf>,
}

/// The tools whose files are known, with the files that have their sessions. In
/// `.config` is what some systems have in another folder for configuration.
const SESSIONS: [(&str, &str); 5] = [
    ("aocd", ".config/aocd/token"),
    ("cargo-aoc", ".config/cargo-aoc/credentials.toml"),
    (
        "cargo-aoc",
        ".config/com.github.gobanos.cargo-aoc/credentials.toml",
    ),
    ("aoc-cli", ".adventofcode.session"),
    ("aoc-cli", ".config/adventofcode.session"),
];

/// The places that `from` means; without it, those of all tools.
pub fn origins(from: Option<&str>, folders: Folders<'_>) -> Result<Vec<Origin>, CliError> {
    let name = from.map(str::to_lowercase);
    let tools = ["aocd", "cargo-aoc", "aoc-cli"].into_iter();
    let asked = tools.filter(|tool| name.as_deref().is_none_or(|name| name == *tool));
    let found: Vec<Origin> = asked.map(|tool| of_tool(tool, folders)).collect();
    let (Some(from), true) = (from, found.is_empty()) else {
        return Ok(found);
    };
    let folder = PathBuf::from(from);
    if !folder.is_dir() {
        let why = format!(
            "no folder `{from}`, and no tool of that name: give the folder of a repository, \
             `aocd`, `cargo-aoc` or `aoc-cli`"
        );
        return Err(CliError::new(Exit::Usage, why));
    }
    Ok(vec![Origin {
        tool: None,
        folder: Some(folder),
        sessions: Vec::new(),
    }])
}

fn of_tool(tool: &'static str, folders: Folders<'_>) -> Origin {
    let in_home = |file: &str| Some(folders.home?.join(file));
    let in_config = |file: &str| Some(folders.config?.join(file.strip_prefix(".config/")?));
    let places = |file: &str| [in_config(file), in_home(file)].into_iter().flatten();
    let given = folders.aocd.map(Path::to_owned);
    let mut of_aocd = given.into_iter().chain(places(".config/aocd"));
    let folder = of_aocd.find(|it| tool == "aocd" && it.is_dir());
    let own = folder.iter().map(|it| it.join("token"));
    let files = SESSIONS.iter().filter(|it| it.0 == tool);
    let mut sessions: Vec<_> = own.chain(files.flat_map(|it| places(it.1))).collect();
    sessions.dedup();
    Origin {
        tool: Some(tool),
        folder,
        sessions,
    }
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
        Self {
            kind,
            file,
            from,
            puzzle: None,
            text,
            replaces: None,
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
        let from = file.from.clone();
        let from = from.unwrap_or_else(|| file.file.clone().into());
        let path = project.root().join(&file.file);
        // The same module may have its other form.
        let other = match file.file.strip_suffix("/mod.rs") {
            Some(module) => format!("{module}.rs"),
            None => format!("{}/mod.rs", file.file.trim_end_matches(".rs")),
        };
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
    let (Some(puzzle), Ok(template)) = (puzzle, DayTemplate::find(project.root())) else {
        return false;
    };
    let titles = [None, project.title(puzzle)];
    let texts = titles.map(|title| template.file(puzzle, title.as_deref()).text);
    texts.iter().any(|created| Some(&**created) == text)
}

/// Plans what to import from the origins.
pub fn plan(origins: &[Origin], setting: &Setting<'_>) -> Result<Plan, CliError> {
    let (project, store) = (setting.project, setting.store);
    let mut plan = Plan::default();
    for origin in origins {
        inputs::plan_session(origin, setting, &mut plan);
        let Some(folder) = &origin.folder else {
            continue;
        };
        // As the system sees them, whatever links there are.
        let real = |path: &Path| fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let own = ["days", "vendor", "target"].map(|name| real(&project.root().join(name)));
        let own = [&own[..], &[real(&store.paths.root)]].concat();
        let folder_is = real(folder);
        if own.iter().any(|own| folder_is.starts_with(own)) {
            let folder = folder.display();
            let why = format!("{folder} is a part of this project: give another folder");
            return Err(CliError::new(Exit::Usage, why));
        }
        let tree = Tree::read(folder, &own, &mut plan)?;
        let name = |folder: &Path| Some(folder.file_name()?.to_str()?.to_owned());
        let names: Vec<String> = folder_is.ancestors().take(2).filter_map(name).collect();
        let year = names.iter().find_map(|name| tree::year_in(name));
        let year = year.or(setting.year);
        let day = names.first().and_then(|name| tree::day_in(name));
        let code = code::Code::read(&tree, setting, year);
        inputs::plan(&tree, &|it| code.year_of(it), day, store, &mut plan);
        code.plan(&mut plan);
    }
    Ok(plan)
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
        let _lock = store.lock(new.puzzle, None, || {});
        if !store.has_input(new.puzzle, None)? {
            store.write_input(new.puzzle, None, &new.bytes)?;
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
