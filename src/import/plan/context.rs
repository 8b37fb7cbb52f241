//! The facts from which a plan is made: the old repository, the request, the stage of the import
//! with the options, and the contents of the project.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

use super::copy_mode::CopyMode;
use super::features::UnstableFeatures;
use super::instructions::{Instruction, Instructions};
use super::record::Record;
use super::{ImportedFile, Kind};
use crate::files::read_text_file;
use crate::import::folder::manifest::{Package, packages};
use crate::import::folder::tree::Tree;
use crate::import::left_out::LeftOut;
use crate::import::repository::OldRepository;
use crate::import::repository::day_decision::Certainty;
use crate::import::repository::day_file::DayFile;
use crate::import::request::ImportRequest;
use crate::project::source::features;
use crate::project::{FileState, NewFile, Project};
use crate::puzzle::Puzzle;

pub struct PlanContext<'a> {
    pub repository: &'a OldRepository,
    pub request: &'a ImportRequest<'a>,
    pub options: &'a PlanOptions<'a>,
    /// The files that earlier imports have written to the user's project.
    pub record: Record,
    pub own_packages: OnceCell<Vec<Package>>,
}

/// The options in which the plans of an import differ.
pub struct PlanOptions<'a> {
    pub stage: PlanStage,
    pub instructions: Instructions<'a>,
    /// The packages that are not copied, by the names of their copies, with the reasons why cargo
    /// cannot read the copies.
    pub unreadable: BTreeMap<String, String>,
    /// The decisions of a trial about unstable features.
    pub unstable: UnstableFeatures,
    /// Hints about editions, for days that are copied although their code does not compile.
    pub edition_hints: BTreeMap<Puzzle, String>,
}

impl<'a> PlanOptions<'a> {
    /// The options of a plan before anything is compiled.
    pub fn before_trial(instructions: Instructions<'a>) -> Self {
        Self {
            stage: PlanStage::Untried,
            instructions,
            unreadable: BTreeMap::new(),
            unstable: UnstableFeatures::default(),
            edition_hints: BTreeMap::new(),
        }
    }
}

/// The stage of the import at which a plan is made.
pub enum PlanStage {
    /// Nothing was compiled. Either names decide, and the plan is shown or written, or the plan has
    /// all candidates, and the user is asked whether they may be built.
    Untried,
    /// The plan is for the next round of a trial. The trial overwrites all its files, so no file
    /// counts as existing.
    Round,
    /// The plan is written after a trial.
    Tried {
        /// The days that the user has allowed to build. No other day is copied.
        allowed: BTreeSet<Puzzle>,
    },
}

impl PlanStage {
    /// True if a trial has compiled and run the days.
    pub fn is_tried(&self) -> bool {
        matches!(self, Self::Tried { .. })
    }
}

impl<'a> PlanContext<'a> {
    /// The user's project, with its existing files. `None` in a round of a trial, where no file
    /// counts as existing.
    pub fn project(&self) -> Option<&'a Project> {
        match self.options.stage {
            PlanStage::Untried | PlanStage::Tried { .. } => Some(self.request.project),
            PlanStage::Round => None,
        }
    }

    /// The packages of the project, read only if a package is copied. Cargo rejects a second
    /// package of the same name.
    pub fn own_packages(&self) -> &[Package] {
        self.own_packages.get_or_init(|| {
            let Some(project) = self.project() else {
                return Vec::new();
            };
            let mut ignored = LeftOut::default();
            let own_files = Tree::read(project.root(), project.root(), &[], &mut ignored);
            packages(&own_files.searched(), &mut ignored)
        })
    }

    /// The state of a file that is to get this text.
    pub fn state_of(&self, file: &str, text: &str) -> FileState {
        self.project().map_or(FileState::Missing, |project| {
            NewFile::new(file, text).state_in(project.root())
        })
    }

    /// True if an earlier import has written this text of a module, and the user has edited the
    /// file since.
    pub fn is_edited_copy(&self, file: &ImportedFile) -> bool {
        let path = &*file.file;
        self.project().is_some_and(|project| {
            matches!(file.kind, Kind::Module)
                && self.record.has_written(path, &file.text)
                && !self.record.is_ours(project, path, None)
        })
    }

    /// The copy that an earlier import made of one of these files, at this path.
    pub fn earlier_copy<'d>(&self, files: &'d [DayFile], path: &str) -> Option<EarlierCopy<'d>> {
        let text = read_text_file(&self.project()?.root().join(path)).ok()?;
        let (day, certainty) = files.iter().find_map(|day| {
            let source = self.repository.source(&day.file).ok()?;
            let certainty = self.record.certainty_of(path, &text, &source.text)?;
            Some((day, certainty))
        })?;
        Some(EarlierCopy {
            day,
            text,
            certainty,
        })
    }

    /// The unstable features that a copy of an earlier import declares in this file. Empty in a
    /// trial, because a trial decides about all features itself.
    pub fn kept_features(&self, file: &str) -> BTreeSet<String> {
        match self.options.stage {
            PlanStage::Untried => {
                let text = read_text_file(&self.request.project.root().join(file));
                features(&text.unwrap_or_default())
            }
            PlanStage::Round | PlanStage::Tried { .. } => BTreeSet::new(),
        }
    }

    /// The instructions for the files of a puzzle.
    pub fn instructions_for(&self, puzzle: Puzzle) -> &[Instruction<'a>] {
        let of_puzzle = self.options.instructions.get(&puzzle);
        of_puzzle.map_or(&[], Vec::as_slice)
    }

    /// The certainty of this import about the copy of a day. A `mode` of `None` means that the day
    /// is refused. Candidates and days of `aoc` count as sure, so that an earlier copy never keeps
    /// them from being planned. `--text` counts as an expression of the user for all days.
    pub fn certainty(&self, mode: Option<&CopyMode>) -> Certainty {
        match mode {
            Some(CopyMode::OneWiring(taken)) if self.request.text.is_none() => taken.certainty,
            Some(_) => Certainty::Sure,
            None if self.options.stage.is_tried() => Certainty::Tried,
            None => Certainty::ByNames,
        }
    }
}

/// The unedited copy of a day by an earlier import, made from code that has not changed since.
pub struct EarlierCopy<'d> {
    /// The file of the old repository.
    pub day: &'d DayFile,
    pub text: String,
    /// The certainty of the import that made the copy.
    pub certainty: Certainty,
}
