//! The plan of an import: what is new in the project, what is not and why; and its
//! execution.

use std::path::{Path, PathBuf};

use aoc_solution::Part;
use serde::Serialize;

use crate::config::Environment;
use crate::error::Result;
use crate::files::write_source;
use crate::inputs::{InputName, Store};
use crate::project::templates::{BUILT_IN, day_file};
use crate::project::{FileState, NewFile, Project};
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
    /// Whether the code of a day is not imported.
    #[serde(skip)]
    pub has_refused: bool,
    /// Whether expressions can call one of these days.
    #[serde(skip)]
    pub has_uncalled: bool,
}

/// An input, or an accepted answer. Of several for the same, the first is taken.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct ImportedText {
    #[serde(flatten)]
    pub puzzle: Puzzle,
    /// `None` for an input.
    pub part: Option<Part>,
    /// Always `None`: only the day's own input is imported.
    pub name: Option<InputName>,
    #[serde(skip)]
    pub text: String,
    pub answer: Option<String>,
    /// From the root, unless it is elsewhere.
    pub file: PathBuf,
    pub from: PathBuf,
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
    from: Option<PathBuf>,
    #[serde(flatten)]
    pub puzzle: Option<Puzzle>,
    /// Always `None`: examples are on the pages.
    examples: Option<usize>,
    #[serde(skip)]
    pub text: String,
    /// Whether it takes the place of another file, as a manifest that gets more dependencies.
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
    /// The imported days that it may be for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub wanted_by: Vec<Puzzle>,
}

impl ImportedText {
    pub fn is_for_same(&self, other: &Self) -> bool {
        self.puzzle == other.puzzle && self.part == other.part
    }
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
        self.skipped.push(Skipped {
            from: from.into(),
            puzzle,
            why: why.into(),
            wanted_by: Vec::new(),
        });
    }

    /// The days that will be written.
    pub fn new_days(&self) -> impl Iterator<Item = Puzzle> {
        self.files.iter().filter_map(|file| file.puzzle)
    }

    /// Notes that the code of a day is not imported.
    pub fn refuse(&mut self, from: PathBuf, puzzle: Option<Puzzle>, why: String) {
        self.has_refused = true;
        self.skip(from, puzzle, why);
    }

    /// Plans to write files that belong together, if nothing else is there; the error
    /// says what is.
    pub fn add(&mut self, project: &Project, files: Vec<ImportedFile>) -> Result<(), String> {
        let mut new = Vec::new();
        let mut days = Vec::new();
        let mut unchanged = 0;
        for file in files {
            let state = match self.files.iter().find(|planned| planned.file == file.file) {
                Some(planned) if planned.text == file.text => FileState::Same,
                Some(_) => FileState::Different,
                None => NewFile::new(&*file.file, &*file.text).state_in(project.root()),
            };
            let is_kept = state == FileState::Different && !file.replaces;
            if is_kept && !is_template(project, &file)
                || project.root().join(other_form(&file.file)).exists()
                || has_link(project, &file.file)
            {
                let what = file.puzzle.map_or(&*file.file, |_| "day");
                return Err(format!("the project has its own {what} there, or a link"));
            }
            days.extend(file.puzzle);
            if state != FileState::Same {
                new.push(file);
            } else if file.puzzle.is_some() {
                unchanged += 1;
            }
        }
        self.unchanged += unchanged;
        self.days.extend(days);
        self.files.extend(new);
        Ok(())
    }
}

/// Whether a day is still what `aoc init` or `aoc new` wrote.
fn is_template(project: &Project, file: &ImportedFile) -> bool {
    file.puzzle.is_some_and(|puzzle| {
        day_file(BUILT_IN, puzzle, None).state_in(project.root()) == FileState::Same
    })
}

/// Whether a part of the path is a link, which may lead out of the project.
fn has_link(project: &Project, file: &str) -> bool {
    Path::new(file)
        .ancestors()
        .any(|part| part != Path::new("") && project.root().join(part).is_symlink())
}

/// The other file that a module may have: `util.rs` or `util/mod.rs`.
fn other_form(file: &str) -> String {
    match file.strip_suffix("/mod.rs") {
        Some(module) => format!("{module}.rs"),
        None => format!("{}/mod.rs", file.trim_end_matches(".rs")),
    }
}

/// Writes what is planned.
pub fn apply(plan: &Plan, setting: &Setting) -> Result<()> {
    let store = setting.store;
    let root = setting.project.root();
    for file in &plan.files {
        write_source(&root.join(&file.file), &file.text)?;
    }
    for new in &plan.sessions {
        store_session(setting.environment, None, &new.session.token, false)?;
    }
    for new in &plan.inputs {
        let _lock = store.lock(new.puzzle, None, || {});
        if !store.has_input(new.puzzle, None) {
            store.write(&root.join(&new.file), new.text.as_bytes())?;
        }
    }
    for new in &plan.answers {
        store.edit_answers(new.puzzle, None, |answers| {
            if let Some(part) = new.part
                && answers.accepted(part).is_none()
            {
                answers.accept(part, new.text.trim());
            }
        })?;
    }
    Ok(())
}
