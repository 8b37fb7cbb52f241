//! The plan of an import: the files that are new in the project, and what is not imported and why.
//! [`apply`] writes these files.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use aoc_solution::Part;
use serde::Serialize;

use super::candidates::Candidate;
use super::compare::{Assertion, TestedText};
use super::lock::{Library, LockedLibrary, NeededLibrary};
use super::manifest::Package;
use super::record::Record;
use super::repository::OldRepository;
use super::wiring::Wiring;
use crate::config::Environment;
use crate::error::Result;
use crate::inputs::Store;
use crate::project::source::features;
use crate::project::{FileState, NewFile, Project, parse_year};
use crate::puzzle::{Puzzle, Year};
use crate::site::{Session, SessionPlace, TokenCheck, store_session};

/// The project of the user, and what the user asked for.
pub struct ImportRequest<'a> {
    pub project: &'a Project,
    pub store: &'a Store,
    pub environment: &'a Environment,
    /// The tool or the folder that the user named.
    pub from: Option<&'a str>,
    /// The year of files whose path does not tell it.
    pub year: Option<Year>,
    /// The user's expressions over `input`, which answer the parts of days.
    pub expressions: &'a [(Part, String)],
    /// Whether one of them does not use the text, so that it calls code that reads it.
    pub calls_readers: bool,
    /// The user's expression over `input` whose value the days get in place of the whole input.
    pub text: Option<&'a str>,
}

/// In what the plans of one import differ.
pub struct PlanOptions<'a> {
    /// The project that gets the files: that of the user, or that of a trial.
    pub project: &'a Project,
    pub store: &'a Store,
    /// How the copies call the days.
    pub calling: Calling<'a>,
    /// The days that are copied. `None` for all.
    pub only: Option<&'a BTreeSet<Puzzle>>,
    /// The packages that cannot be copied, because cargo cannot read a workspace that has them,
    /// each with the reason.
    pub unreadable: &'a [(String, String)],
}

impl<'a> ImportRequest<'a> {
    /// The options of a plan for all days, in the user's project.
    pub fn options(&self, calling: Calling<'a>) -> PlanOptions<'a> {
        PlanOptions {
            project: self.project,
            store: self.store,
            calling,
            only: None,
            unreadable: &[],
        }
    }
}

/// What a plan is made of.
pub struct PlanContext<'a> {
    pub repository: &'a OldRepository,
    pub environment: &'a Environment,
    pub options: &'a PlanOptions<'a>,
    /// The packages of the project. Cargo rejects another package with the same name.
    pub own_packages: Vec<Package>,
}

/// How copies call the days.
#[derive(Clone, Copy)]
pub enum Calling<'a> {
    /// As the user's expressions or the names of functions say.
    ByNames,
    /// By all candidates, so that a trial can compile them. The days in `without_main` are copied
    /// without their `main`.
    InAllWays { without_main: &'a BTreeSet<Puzzle> },
    /// As the trial found by compiling and running the candidates.
    AsFound(&'a BTreeMap<Puzzle, FoundCall>),
}

impl<'a> Calling<'a> {
    /// The result of the trial for a day. `None` if there was none.
    pub fn found(self, puzzle: Puzzle) -> Option<&'a FoundCall> {
        match self {
            Self::AsFound(found) => found.get(&puzzle),
            Self::ByNames | Self::InAllWays { .. } => None,
        }
    }
}

/// The result of a trial: how a day is called, or why it is not imported.
pub enum FoundCall {
    By {
        /// The file of the old repository.
        file: String,
        wiring: Wiring,
    },
    /// As the user's expressions or the names of functions say. If that does not compile, the check
    /// reports it.
    ByNames,
    /// It is not clear how to call it, for this reason. The user's expressions can say it.
    Unclear(String),
    /// It cannot be built, for this reason.
    NotBuilt(String),
}

/// A day that is copied with all of its candidates, for a trial.
#[derive(Debug)]
pub struct TriedDay {
    pub puzzle: Puzzle,
    /// The file of the old repository.
    pub from: String,
    pub candidates: Vec<Candidate>,
    /// The files of its copy.
    pub files: Vec<String>,
    /// Whether its code, or code that is not a day, trims texts.
    pub trims: bool,
    /// The answers that its code asserts for the texts of files.
    pub asserted: Vec<Assertion>,
    /// For each candidate, the texts for which the day's own tests expect its answers.
    pub tested: Vec<Vec<TestedText>>,
}

impl TriedDay {
    /// The answers that its code asserts for the day's input.
    pub fn asserted_answers(&self, input: Option<&str>) -> BTreeMap<Part, String> {
        let Some(input) = input else {
            return BTreeMap::new();
        };
        let asserted = self.asserted.iter();
        asserted
            .filter(|assertion| assertion.text.trim_end() == input.trim_end())
            .map(|assertion| (assertion.part, assertion.answer.clone()))
            .collect()
    }

    /// Whether the user's expressions say how it is called.
    pub fn is_of_user(&self) -> bool {
        let mut candidates = self.candidates.iter();
        candidates.any(|candidate| candidate.wiring.is_of_user)
    }

    /// Whether names tell how it is called.
    pub fn is_named(&self) -> bool {
        let mut candidates = self.candidates.iter();
        candidates.any(|candidate| candidate.is_named)
    }
}

/// The files that will be written, and those that are left out, with the reasons.
#[derive(Debug, Default, Serialize)]
pub struct Plan {
    pub files: Vec<ImportedFile>,
    pub skipped: Vec<Skipped>,
    pub notes: Vec<Note>,
    /// The imported days that use unstable features, which only a nightly compiler builds.
    pub nightly: Vec<Puzzle>,
    /// The unstable features that they use.
    #[serde(skip)]
    pub features: BTreeSet<String>,
    /// The years with a package that uses unstable features.
    #[serde(skip)]
    pub nightly_years: BTreeSet<Year>,
    /// The versions of libraries that the project takes from the old repository.
    #[serde(rename = "libraries")]
    pub locked: Vec<LockedLibrary>,
    /// What the imported days need and cargo cannot get from a registry.
    pub needs: Vec<NeededLibrary>,
    /// The libraries in the manifests of copies, with the days that need them.
    #[serde(skip)]
    pub libraries: BTreeMap<Library, Vec<Puzzle>>,
    /// The days whose copy the project has, or will have.
    #[serde(skip)]
    pub days: Vec<Puzzle>,
    /// The files that these days are copied from.
    #[serde(skip)]
    pub sources: BTreeMap<Puzzle, PathBuf>,
    /// Whether the code of any day is not imported.
    #[serde(skip)]
    pub has_refused: bool,
    /// Whether an input, an answer or a session was found that is stored already.
    #[serde(skip)]
    pub has_unchanged: bool,
    /// Whether a day is not imported because it is not clear how to call it.
    #[serde(skip)]
    pub has_unclear: bool,
    /// The days that are copied with all of their candidates, for a trial.
    #[serde(skip)]
    pub tried: Vec<TriedDay>,
    /// What earlier imports wrote.
    #[serde(skip)]
    pub record: Record,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// The plan does not contain its text, because that is a secret.
    Session,
    Input,
    Answer,
    Day,
    Module,
    Manifest,
}

impl Kind {
    pub fn is_code(self) -> bool {
        matches!(self, Self::Day | Self::Module | Self::Manifest)
    }
}

/// A file that is written.
#[derive(Debug, Serialize)]
pub struct ImportedFile {
    pub kind: Kind,
    /// The path from the project's root, with slashes. For a session, the whole path.
    pub file: String,
    /// The original file; `None` for a manifest.
    pub from: Option<PathBuf>,
    /// The puzzle of a day, an input or an answer.
    #[serde(flatten)]
    pub puzzle: Option<Puzzle>,
    /// The part of an answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub part: Option<Part>,
    #[serde(skip)]
    pub text: String,
}

/// Something that was found and is not imported.
#[derive(Clone, Debug, Serialize)]
pub struct Skipped {
    pub from: PathBuf,
    /// The puzzle of a day or an input.
    #[serde(flatten)]
    pub puzzle: Option<Puzzle>,
    pub why: String,
    /// The imported days that may need it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub wanted_by: Vec<Puzzle>,
}

/// What cannot be imported, whatever a plan is for.
#[derive(Default)]
pub struct LeftOut {
    pub skipped: Vec<Skipped>,
    /// Whether the code of any day is among it.
    pub has_refused: bool,
}

impl LeftOut {
    /// Notes that something cannot be imported.
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

    /// Notes that the code of a day cannot be imported.
    pub fn refuse(&mut self, from: PathBuf, puzzle: Option<Puzzle>, why: String) {
        self.has_refused = true;
        self.skip(from, puzzle, why);
    }
}

/// Something that the user should know of a day that is imported.
#[derive(Debug, Serialize)]
pub struct Note {
    #[serde(flatten)]
    pub puzzle: Puzzle,
    pub why: String,
}

impl ImportedFile {
    pub fn new(kind: Kind, file: String, from: Option<PathBuf>, text: String) -> Self {
        Self {
            kind,
            file,
            from,
            puzzle: None,
            part: None,
            text,
        }
    }
}

impl Plan {
    /// Notes that something is not imported.
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

    /// Notes that the code of a day is not imported.
    pub fn refuse(&mut self, from: PathBuf, puzzle: Option<Puzzle>, why: String) {
        self.has_refused = true;
        self.skip(from, puzzle, why);
    }

    /// Whether days were found but none is imported, or nothing was found at all.
    pub fn takes_nothing(&self) -> bool {
        let has_nothing = self.files.is_empty() && !self.has_unchanged;
        self.days.is_empty() && (self.has_refused || has_nothing)
    }

    /// Whether a package is copied that is not a year.
    pub fn has_packages(&self) -> bool {
        self.packages().next().is_some()
    }

    /// The folders below `days` of the copied packages that are not years.
    fn packages(&self) -> impl Iterator<Item = &str> {
        let manifests = self.files.iter().filter(|file| file.kind == Kind::Manifest);
        let names = manifests
            .filter_map(|file| file.file.strip_prefix("days/")?.strip_suffix("/Cargo.toml"));
        names.filter(|name| parse_year(name).is_none())
    }

    /// The copied package whose folder is the last one in a message of cargo.
    pub fn package_named_in(&self, text: &str) -> Option<String> {
        let text = text.replace('\\', "/");
        let named = self.packages().filter_map(|name| {
            let at = ["`", "/"].map(|end| text.rfind(&format!("/days/{name}{end}")));
            Some((at.into_iter().flatten().max()?, name))
        });
        let (_, name) = named.max()?;
        Some(name.to_owned())
    }

    /// The input of a puzzle, stored or planned.
    pub fn input_of(&self, store: &Store, puzzle: Puzzle) -> Option<String> {
        if let Ok(Some(input)) = store.input(puzzle, None) {
            return Some(input);
        }
        let mut files = self.files.iter();
        let planned = files.find(|file| file.kind == Kind::Input && file.puzzle == Some(puzzle));
        planned.map(|file| file.text.clone())
    }

    /// The known answers of a puzzle: accepted ones, stored or planned, and asserted ones.
    pub fn answers_of(&self, store: &Store, puzzle: Puzzle) -> BTreeMap<Part, String> {
        let input = self.input_of(store, puzzle);
        let mut tried = self.tried.iter().filter(|day| day.puzzle == puzzle);
        let asserted = tried
            .next()
            .map(|day| day.asserted_answers(input.as_deref()));
        let mut known = asserted.unwrap_or_default();
        for file in &self.files {
            if file.kind == Kind::Answer
                && file.puzzle == Some(puzzle)
                && let Some(part) = file.part
            {
                known.insert(part, file.text.trim().to_owned());
            }
        }
        let answers = store.answers(puzzle, None).unwrap_or_default();
        for part in Part::BOTH {
            let accepted = answers.accepted(part);
            known.extend(accepted.map(|answer| (part, answer.to_owned())));
        }
        known
    }

    /// The puzzles whose files of a kind will be written.
    pub fn puzzles(&self, kind: Kind) -> Vec<Puzzle> {
        self.files
            .iter()
            .filter(|file| file.kind == kind)
            .filter_map(|file| file.puzzle)
            .collect()
    }

    /// The days whose copy exists already and does not change.
    pub fn unchanged(&self) -> Vec<Puzzle> {
        let new = self.puzzles(Kind::Day);
        let days = self.days.iter().copied();
        days.filter(|puzzle| !new.contains(puzzle)).collect()
    }

    /// Plans to write the files of a day. Fails if other files are in their place.
    pub fn add_day(
        &mut self,
        project: &Project,
        puzzle: Puzzle,
        files: BTreeMap<String, ImportedFile>,
    ) -> Result<(), String> {
        let root = project.root();
        let mut new = Vec::new();
        let year = format!("days/year{}/", puzzle.year);
        let mut unstable = BTreeSet::new();
        let mut is_unstable_for_all = false;
        for file in files.values() {
            let mut features = features(&file.text);
            // Every day of the year is built with such a package.
            is_unstable_for_all |= !features.is_empty() && !file.file.starts_with(&year);
            unstable.append(&mut features);
        }
        let of_day = files.values().find(|file| file.puzzle.is_some());
        let source = of_day.and_then(|file| file.from.clone());
        for file in files.into_values() {
            let path = &*file.file;
            let planned = self.files.iter().find(|planned| planned.file == path);
            let (state, is_other) = match planned {
                Some(planned) if planned.text == file.text => (FileState::Same, false),
                Some(_) => (FileState::Different, true),
                None => {
                    let state = NewFile::new(path, &*file.text).state_in(root);
                    let is_template = file
                        .puzzle
                        .is_some_and(|puzzle| project.is_untouched(puzzle));
                    let is_ours = is_template || self.record.is_unedited(root, path);
                    let is_other = state == FileState::Different && !is_ours;
                    (state, is_other)
                }
            };
            if is_other || has_other_form(root, path) || has_link(root, path) {
                let is_edited = is_other && planned.is_none() && self.record.has(path);
                return Err(match (is_edited, file.puzzle) {
                    (true, Some(_)) => "it was edited since it was imported: delete the copy to \
                                        import it again"
                        .to_owned(),
                    (true, None) => format!(
                        "{path} was edited since it was imported: delete it to import it again"
                    ),
                    (false, Some(_)) => "the project has its own day there, or a link".to_owned(),
                    (false, None) => format!("the project has its own {path} there, or a link"),
                });
            }
            if state != FileState::Same {
                new.push(file);
            }
        }
        self.days.push(puzzle);
        self.sources.extend(source.map(|source| (puzzle, source)));
        if is_unstable_for_all {
            self.nightly_years.insert(puzzle.year);
        }
        if !unstable.is_empty() {
            self.nightly.push(puzzle);
        }
        self.features.append(&mut unstable);
        self.files.extend(new);
        Ok(())
    }
}

/// Whether a part of the path is a link. It may lead out of the project.
fn has_link(root: &Path, file: &str) -> bool {
    let mut parts = Path::new(file).ancestors();
    parts.any(|part| root.join(part).is_symlink())
}

/// Whether the module exists in its other form: `util.rs` or `util/mod.rs`.
fn has_other_form(root: &Path, file: &str) -> bool {
    let other = match file.strip_suffix("/mod.rs") {
        Some(module) => format!("{module}.rs"),
        None => format!("{}/mod.rs", file.trim_end_matches(".rs")),
    };
    root.join(other).exists()
}

/// Writes the files of the plan.
pub fn apply(plan: &mut Plan, request: &ImportRequest) -> Result<()> {
    let root = request.project.root();
    let mut has_code = false;
    // The files are noted before they are written. So a copy that is left after an error does not
    // count as the user's own file.
    for file in &plan.files {
        if file.kind.is_code() {
            has_code = true;
            if !root.join(&file.file).exists() {
                plan.record.add(&file.file, &file.text);
            }
        }
    }
    if has_code {
        plan.record.write(request.project)?;
    }
    let written = write_files(plan, request);
    if has_code {
        plan.record.write(request.project)?;
    }
    written
}

fn write_files(plan: &mut Plan, request: &ImportRequest) -> Result<()> {
    let store = request.store;
    let root = request.project.root();
    for file in &plan.files {
        match (file.kind, &file.from, file.puzzle) {
            (Kind::Session, Some(from), _) => {
                let place = SessionPlace::File(from.clone());
                if let Some(session) = Session::read(request.environment, place)? {
                    store_session(
                        request.environment,
                        None,
                        &session.token,
                        TokenCheck::Unchecked,
                    )?;
                }
            }
            (Kind::Answer, _, Some(puzzle)) => store.edit_answers(puzzle, None, |answers| {
                if let Some(part) = file.part
                    && answers.accepted(part).is_none()
                {
                    answers.accept(part, file.text.trim());
                }
            })?,
            (Kind::Input, _, Some(puzzle)) => {
                let _lock = store.lock_download(puzzle, None, || {});
                if !store.has_input(puzzle, None) {
                    let path = store.input_path(puzzle, None);
                    store.write(&path, file.text.as_bytes())?;
                }
            }
            _ => {
                request.project.write(&root.join(&file.file), &file.text)?;
                plan.record.add(&file.file, &file.text);
            }
        }
    }
    Ok(())
}
