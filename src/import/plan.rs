//! The plan of an import: what is new in the project, what is not and why; and its
//! execution.

use std::path::{Path, PathBuf};

use aoc_solution::Part;
use serde::Serialize;

use crate::config::Environment;
use crate::error::CliError;
use crate::files::write_source;
use crate::inputs::{InputName, Store};
use crate::project::templates::{BUILT_IN, day_file};
use crate::project::{FileState, NewFile, Project, create_missing};
use crate::puzzle::{Puzzle, Year};
use crate::site::{Session, store_session};

/// The project that a plan is made for, and what the user asked for.
pub struct Setting<'a> {
    pub project: &'a Project,
    pub store: &'a Store,
    pub environment: &'a Environment,
    /// The tool or the folder that was named.
    pub from: Option<&'a str>,
    /// The year of files whose path and package name none.
    pub year: Option<Year>,
    /// The expressions over the text `input` that answer the parts of days that are not
    /// understood.
    pub expressions: &'a [(Part, String)],
}

/// The files that will be written, and those that will not and why.
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
    pub part: Option<Part>,
    pub answer: Option<String>,
    /// `None` for the day's own input.
    pub name: Option<InputName>,
    /// From the root, unless it is elsewhere.
    pub file: PathBuf,
    pub from: PathBuf,
    #[serde(skip)]
    pub text: String,
}

/// A session; its token is not shown.
#[derive(Debug, Serialize)]
pub struct ImportedSession {
    pub from: PathBuf,
    #[serde(skip)]
    pub session: Session,
}

/// A file of the repository.
#[derive(Debug, Default, Serialize)]
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
    pub text: String,
    /// Whether it takes the place of another file: of a manifest that gets more
    /// dependencies, or of a day that nobody has edited since it was created.
    #[serde(skip)]
    pub replaces: bool,
    /// Whether the project has it already, with this text.
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
    pub fn new(kind: &'static str, file: String, text: String, from: Option<PathBuf>) -> Self {
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
    pub fn skip(
        &mut self,
        from: impl Into<PathBuf>,
        puzzle: Option<Puzzle>,
        why: impl Into<String>,
    ) {
        let (from, why) = (from.into(), why.into());
        self.skipped.push(Skipped { from, puzzle, why });
    }

    /// Plans to write files that belong together, if nothing else is there; the error
    /// says what is.
    pub fn add(&mut self, project: &Project, mut files: Vec<ImportedFile>) -> Result<(), String> {
        let root = project.root();
        for file in &mut files {
            let path = &file.file;
            let is_same = self.has(project, path, &file.text);
            let template = file.puzzle.map(|puzzle| day_file(BUILT_IN, puzzle, None));
            let is_template = template.is_some_and(|day| day.state_in(root) == FileState::Same);
            let is_kept = is_same == Some(false) && !file.replaces && !is_template;
            let is_other = is_kept || self.has(project, &other_form(path), "").is_some();
            let mut places = Path::new(path).ancestors().map(|part| root.join(part));
            if is_other || places.any(|place| place != root && place.is_symlink()) {
                let what = file.puzzle.map_or(&**path, |_| "day");
                return Err(format!("the project has its own {what} there, or a link"));
            }
            file.replaces = is_same.is_some();
            file.is_there = is_same == Some(true);
        }
        self.days.extend(files.iter().filter_map(|it| it.puzzle));
        let (old, new): (Vec<_>, Vec<_>) = files.into_iter().partition(|file| file.is_there);
        self.unchanged += old.iter().filter_map(|file| file.puzzle).count();
        self.files.extend(new);
        Ok(())
    }

    /// Whether the file at a path has this text now or as planned; `None` if there is none.
    fn has(&self, project: &Project, path: &str, text: &str) -> Option<bool> {
        let planned = self.files.iter().find(|planned| planned.file == path);
        let is_same = planned.map(|planned| planned.text == text);
        is_same.or_else(|| match NewFile::new(path, text).state_in(project.root()) {
            FileState::Missing => None,
            state => Some(state == FileState::Same),
        })
    }
}

/// The other file that a module may have: `util.rs` or `util/mod.rs`.
fn other_form(file: &str) -> String {
    let module = file.strip_suffix("/mod.rs").map(|it| format!("{it}.rs"));
    module.unwrap_or_else(|| format!("{}/mod.rs", file.trim_end_matches(".rs")))
}

/// Writes what is planned. A file that was created in between is not replaced.
pub fn apply(plan: &Plan, setting: &Setting<'_>) -> Result<(), CliError> {
    let (store, root) = (setting.store, setting.project.root());
    let (old, new): (Vec<_>, Vec<_>) = plan.files.iter().partition(|file| file.replaces);
    let new = new.iter().map(|new| NewFile::new(&*new.file, &*new.text));
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
            store.write(&root.join(&new.file), new.text.as_bytes())?;
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
