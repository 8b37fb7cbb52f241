//! What will be written, and what have earlier imports written? A plan has the new files of the
//! project, and everything that is not imported, with the reasons. Making a plan writes nothing, so
//! the same code makes the plans of a dry run, of the rounds of a trial, and of the files that are
//! written.
//!
//! - `context` has the facts from which a plan is made, and the stage of the import.
//! - `instructions` say which files are copied, and `copy_mode` with which calls: with none, with
//!   one, or with all candidates.
//! - `inputs` plans the inputs and the answers. The module `copy` plans the code.
//! - `cargo_lock` takes versions of libraries from the old Cargo.lock.
//! - `features` are the unstable features of the copies.
//! - `write` writes the files, and `record` has the hashes of the files that imports have written.

pub mod cargo_lock;
mod context;
pub mod copy_mode;
mod features;
pub mod inputs;
pub mod instructions;
mod record;
mod write;

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use aoc_solution::Part;
use serde::Serialize;

use self::cargo_lock::{Library, LockedLibrary, NeededLibrary};
pub use self::context::{EarlierCopy, PlanContext, PlanOptions, PlanStage};
pub use self::features::CrateFeatures;
#[cfg(test)]
pub use self::features::UnstableFeatures;
pub use self::record::{Origin, Record};
pub use self::write::apply;
use super::folder::names::file_name;
use super::left_out::LeftOut;
use crate::inputs::{InputId, Store};
use crate::project::{FileState, Project, ROOT_ITEMS, link_in, parse_year};
use crate::puzzle::Puzzle;
use crate::records::answers_to_input;
use crate::site::Tool;

/// A day whose copy the project has or will have.
#[derive(Debug, Default)]
pub struct CopiedDay {
    /// The file of the old repository.
    pub file: String,
    /// The paths of the copy and of all copied files that it needs.
    pub copies: BTreeSet<String>,
    /// The unstable features of the day's crate, and of the packages that it uses.
    pub features: Vec<CrateFeatures>,
    /// The libraries in the manifests of the copies.
    pub libraries: BTreeSet<Library>,
    /// The origin that is recorded for the copy. `None` if nothing decided how the copy is called.
    pub origin: Option<Origin>,
    /// The kind of earlier copy that this copy replaces, if the user should know about it.
    pub replaces: Option<Replaced>,
    /// The answers that the copy's call gave in the trial, where no other day ran in its process,
    /// and perhaps no other part. They prove nothing about the call, but a copy with another answer
    /// is wrong.
    pub in_trial: [Option<String>; 2],
}

/// The unedited copy of an earlier import that the copy of a day replaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Replaced {
    /// An expression of the user replaces a copy of unchanged code whose call was certain.
    SureCall,
    /// The copy was of other code: of an earlier version, or of another repository.
    OtherCode,
}

/// The files to write, and everything that is left out, with the reasons. The JSON of `aoc import`
/// has the fields of a plan.
#[derive(Debug, Default, Serialize)]
pub struct Plan {
    pub files: Vec<ImportedFile>,
    #[serde(flatten)]
    pub left_out: LeftOut,
    pub notes: Vec<Note>,
    #[serde(skip)]
    pub copied: BTreeMap<Puzzle, CopiedDay>,
    /// The copied days that have candidates, because only a trial can tell how they are called.
    pub to_try: BTreeSet<Puzzle>,
    /// The versions of libraries that the project takes from the old repository.
    #[serde(rename = "libraries")]
    pub locked: Vec<LockedLibrary>,
    /// The libraries of the imported days that cargo cannot get from a registry.
    pub needs: Vec<NeededLibrary>,
    /// True if an input, an answer or a session was found that is already stored.
    #[serde(skip)]
    pub has_unchanged: bool,
}

/// The kind of a new file.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Kind {
    Session {
        #[serde(skip)]
        tool: &'static Tool,
    },
    Input {
        #[serde(flatten)]
        puzzle: Puzzle,
    },
    Answer {
        #[serde(flatten)]
        puzzle: Puzzle,
        part: Part,
    },
    Day {
        #[serde(flatten)]
        puzzle: Puzzle,
    },
    Module,
    Manifest,
}

impl Kind {
    pub fn is_code(self) -> bool {
        matches!(self, Self::Day { .. } | Self::Module | Self::Manifest)
    }
}

/// A file to write.
#[derive(Debug, Serialize)]
pub struct ImportedFile {
    #[serde(flatten)]
    pub kind: Kind,
    /// The path from the project's root, with slashes. For a session, the whole path.
    pub file: String,
    /// The original file. `None` for a manifest, and for a `mod.rs` that the old repository does
    /// not have.
    pub from: Option<PathBuf>,
    /// The text. Empty for a session, because it is a secret.
    #[serde(skip)]
    pub text: String,
}

impl ImportedFile {
    /// The puzzle of a day, an input or an answer.
    pub fn puzzle(&self) -> Option<Puzzle> {
        match self.kind {
            Kind::Input { puzzle } | Kind::Answer { puzzle, .. } | Kind::Day { puzzle } => {
                Some(puzzle)
            }
            Kind::Session { .. } | Kind::Module | Kind::Manifest => None,
        }
    }
}

/// A note for the user about a day.
#[derive(Debug, Serialize)]
pub struct Note {
    #[serde(flatten)]
    pub puzzle: Puzzle,
    pub why: String,
}

impl Plan {
    /// The days whose copies the project has or will have.
    pub fn days(&self) -> Vec<Puzzle> {
        self.copied.keys().copied().collect()
    }

    /// The days that only a nightly compiler can build, because they declare unstable features, or
    /// because a copied package declares some and every day of the year is built with this package.
    pub fn nightly(&self) -> Vec<Puzzle> {
        let mut days = self.days();
        days.retain(|puzzle| {
            self.declared_features().any(|(other, features)| {
                other == *puzzle || features.package().is_some() && other.year == puzzle.year
            })
        });
        days
    }

    /// The unstable features that the imported days declare.
    pub fn features(&self) -> BTreeSet<&str> {
        self.declared_features()
            .flat_map(|(_, features)| &features.declared)
            .map(String::as_str)
            .collect()
    }

    /// The unstable features that copies declare, with the days of these copies.
    fn declared_features(&self) -> impl Iterator<Item = (Puzzle, &CrateFeatures)> {
        self.copied
            .iter()
            .flat_map(|(puzzle, day)| day.features.iter().map(|features| (*puzzle, features)))
            .filter(|(_, features)| !features.declared.is_empty())
    }

    /// The libraries in the manifests of copies, and the days that need them.
    pub fn libraries(&self) -> BTreeMap<&Library, Vec<Puzzle>> {
        let mut libraries = BTreeMap::<_, Vec<Puzzle>>::new();
        for (puzzle, day) in &self.copied {
            for library in &day.libraries {
                libraries.entry(library).or_default().push(*puzzle);
            }
        }
        libraries
    }

    /// True if no day is imported although days were found, or if nothing was found at all.
    pub fn has_failed(&self) -> bool {
        let has_nothing = self.files.is_empty() && !self.has_unchanged;
        self.copied.is_empty() && (self.left_out.has_refused_days() || has_nothing)
    }

    /// The folders below `days` of the copied packages that are not years.
    pub fn packages(&self) -> impl Iterator<Item = &str> {
        self.files
            .iter()
            .filter(|file| matches!(file.kind, Kind::Manifest))
            .filter_map(|file| folder_below_days(&file.file))
            .filter(|name| parse_year(name).is_none())
    }

    /// The text of a planned file. Empty if it is not planned.
    pub fn text_of(&self, path: &str) -> &str {
        self.files
            .iter()
            .find(|file| file.file == path)
            .map_or("", |file| &file.text)
    }

    /// The copied package whose folder is mentioned last in a message of cargo.
    pub fn package_named_in(&self, text: &str) -> Option<String> {
        let text = text.replace('\\', "/");
        self.packages()
            .filter_map(|name| {
                let at = ["`", "/"].map(|end| text.rfind(&format!("/days/{name}{end}")));
                Some((at.into_iter().flatten().max()?, name))
            })
            .max()
            .map(|(_, name)| name.to_owned())
    }

    /// The input of a puzzle, stored or planned.
    pub fn input_of(&self, store: &Store, puzzle: Puzzle) -> Option<String> {
        if let Some(input) = store.usable_input(puzzle, &InputId::Own) {
            return Some(input);
        }
        self.files
            .iter()
            .find(|file| matches!(file.kind, Kind::Input { .. }) && file.puzzle() == Some(puzzle))
            .map(|file| file.text.clone())
    }

    /// The accepted answers of a puzzle, planned or stored. A stored answer replaces a planned one.
    pub fn answers_of(&self, store: &Store, puzzle: Puzzle) -> BTreeMap<Part, String> {
        let mut known = BTreeMap::new();
        for file in &self.files {
            if let Kind::Answer { part, .. } = file.kind
                && file.puzzle() == Some(puzzle)
            {
                known.insert(part, file.text.trim().to_owned());
            }
        }
        let answers = answers_to_input(store, puzzle, &InputId::Own).unwrap_or_default();
        for part in Part::BOTH {
            let accepted = answers.accepted(part);
            known.extend(accepted.map(|answer| (part, answer.to_owned())));
        }
        known
    }

    /// The days for which a copy will be written, or a module or package that the copy needs.
    pub fn new_days(&self) -> Vec<Puzzle> {
        let mut days = self.days();
        days.retain(|puzzle| {
            let copies = &self.copied[puzzle].copies;
            self.files.iter().any(|file| copies.contains(&file.file))
        });
        days
    }

    /// The days whose copies replace an earlier copy of this kind.
    pub fn replacing(&self, replaced: Replaced) -> Vec<Puzzle> {
        let mut days = self.days();
        days.retain(|puzzle| self.copied[puzzle].replaces == Some(replaced));
        days
    }

    /// The puzzles whose inputs will be written.
    pub fn new_inputs(&self) -> Vec<Puzzle> {
        self.puzzles(|kind| matches!(kind, Kind::Input { .. }))
    }

    /// The puzzles whose answers will be written. A puzzle occurs once for each answer.
    pub fn new_answers(&self) -> Vec<Puzzle> {
        self.puzzles(|kind| matches!(kind, Kind::Answer { .. }))
    }

    fn puzzles(&self, is_meant: impl Fn(Kind) -> bool) -> Vec<Puzzle> {
        self.files
            .iter()
            .filter(|file| is_meant(file.kind))
            .filter_map(ImportedFile::puzzle)
            .collect()
    }

    /// The days that the project has already, with all files that their copies need.
    pub fn unchanged(&self) -> Vec<Puzzle> {
        let new = self.new_days();
        self.days()
            .into_iter()
            .filter(|puzzle| !new.contains(puzzle))
            .collect()
    }

    /// Plans to write the files of a day. Fails if another file is at one of the paths. A day that
    /// this import refuses keeps its earlier copy only if none of its files would change.
    pub fn add_day(
        &mut self,
        context: &PlanContext,
        puzzle: Puzzle,
        copied: CopiedDay,
        files: BTreeMap<String, ImportedFile>,
    ) -> Result<(), String> {
        let mut new = Vec::new();
        for file in files.into_values() {
            if self.state_of(context, &file)? == FileState::Same {
                continue;
            }
            let mut instructions = context.instructions_for(puzzle).iter();
            if instructions.all(|(_, mode)| mode.is_err()) {
                return Err(format!("{} would change", file.file));
            }
            new.push(file);
        }
        if let PlanStage::Tried { allowed } = &context.options.stage
            && !allowed.contains(&puzzle)
        {
            // The user has not agreed to build this day: in the first plan, another day had its
            // place.
            let why = "it was not built, because another day had its place: import its folder by \
                       itself";
            return Err(why.to_owned());
        }
        self.copied.insert(puzzle, copied);
        self.files.extend(new);
        Ok(())
    }

    /// Fails if a day needs one of these files, and another file has its path and may not be
    /// replaced.
    pub fn check_files<'f>(
        &self,
        context: &PlanContext,
        files: impl IntoIterator<Item = &'f ImportedFile>,
    ) -> Result<(), String> {
        files
            .into_iter()
            .try_for_each(|file| self.state_of(context, file).map(drop))
    }

    /// The state of a file that a day needs, in the project and in the plan. Fails if another file
    /// has the path and may not be replaced.
    fn state_of(&self, context: &PlanContext, file: &ImportedFile) -> Result<FileState, String> {
        let path = &*file.file;
        let planned = self.files.iter().find(|planned| planned.file == path);
        let state = match planned {
            Some(planned) if planned.text == file.text => FileState::Same,
            Some(_) => FileState::Different,
            // What the user added to a copied module stays, if the original has not changed.
            None if context.is_edited_copy(file) => FileState::Same,
            None => context.state_of(path, &file.text),
        };
        if state == FileState::Different {
            self.check_place(path)?;
        }
        self.check_place(&other_form(path))?;
        if let Some(project) = context.project() {
            check_project(project, &context.record, file, &state)?;
        }
        Ok(state)
    }

    /// Fails if a copied day has another file at this path, either planned or existing.
    fn check_place(&self, path: &str) -> Result<(), String> {
        let other = self
            .copied
            .iter()
            .find(|(_, day)| day.copies.contains(path));
        match other {
            Some((day, _)) => Err(taken_path_message(*day, path)),
            None => Ok(()),
        }
    }
}

/// Fails if the project has another file at this path that may not be replaced.
fn check_project(
    project: &Project,
    record: &Record,
    file: &ImportedFile,
    state: &FileState,
) -> Result<(), String> {
    let root = project.root();
    let path = &*file.file;
    let other_form = other_form(path);
    let puzzle = file.puzzle();
    let is_ours = record.is_ours(project, path, puzzle);
    let is_of_user = *state == FileState::Different && !is_ours;
    let has_other_form = root.join(&other_form).exists();
    // A link may lead out of the project.
    if !is_of_user && !has_other_form && link_in(root, path).is_none() {
        return Ok(());
    }
    let is_edited = is_of_user && record.files.has(path);
    Err(match (is_edited, puzzle) {
        (true, Some(_)) => "it was edited since it was imported: delete the copy to import it \
                                again"
            .to_owned(),
        (true, None) => {
            format!("{path} was edited since it was imported: delete it to import it again")
        }
        (false, Some(_)) => {
            "the project has its own day there, or a link: move it to import this one".to_owned()
        }
        (false, None) => {
            let there = if has_other_form { &other_form } else { path };
            format!("the project has its own {there} there, or a link: move it to import this one")
        }
    })
}

/// The message that another day of this import has a different file at this path.
fn taken_path_message(day: Puzzle, path: &str) -> String {
    if file_name(path) == format!("{ROOT_ITEMS}.rs") {
        return format!(
            "{day} of this import has other items at the root of its crate: move the items of one of \
             the two roots to a module first"
        );
    }
    format!("{day} of this import has a different {path}: give one of the two another name first")
}

/// The name of the folder directly below `days` that contains a file. This is the folder of a year
/// or of a package.
pub fn folder_below_days(file: &str) -> Option<&str> {
    file.strip_prefix("days/")?.split('/').next()
}

/// The file of the same module in its other form: `util.rs` or `util/mod.rs`.
fn other_form(file: &str) -> String {
    match file.strip_suffix("/mod.rs") {
        Some(module) => format!("{module}.rs"),
        None => format!("{}/mod.rs", file.trim_end_matches(".rs")),
    }
}
