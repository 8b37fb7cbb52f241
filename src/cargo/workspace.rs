//! The workspace that a group of units is built in: the project's own, or that
//! of single days, whose files are links to the project's.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::command::Output;
use super::messages::Artifact;
use super::request::BuildRequest;
use super::unit::Unit;
use super::{fingerprint, single};

pub struct Workspace<'a> {
    pub request: &'a BuildRequest<'a>,
    pub units: &'a [Unit],
    /// Its folder, as cargo names it.
    folder: PathBuf,
}

impl<'a> Workspace<'a> {
    pub fn new(request: &'a BuildRequest<'a>, units: &'a [Unit]) -> Self {
        let root = request.project.root();
        let root = root.canonicalize().unwrap_or_else(|_| root.to_path_buf());
        let single = units.iter().any(|unit| unit.own_main().is_some());
        Self {
            request,
            units,
            folder: if single {
                root.join(single::FOLDER)
            } else {
                root
            },
        }
    }

    /// The arguments that choose the profile.
    pub fn profile_arguments(&self) -> Vec<String> {
        let profile = self.request.options.profile;
        profile.arguments(self.request.project)
    }

    pub fn is_single(&self) -> bool {
        self.folder.ends_with(single::FOLDER)
    }

    /// The file of a unit's program.
    pub fn main_file(&self, unit: &Unit) -> PathBuf {
        self.to_project(&self.folder.join(unit.main_file()))
    }

    pub fn further_files(&self, packages: &BTreeSet<PathBuf>) -> BTreeSet<PathBuf> {
        let request = self.request;
        fingerprint::further_files(request.project.root(), request.environment, packages)
    }

    /// The unit whose program an artifact is.
    pub fn unit(&self, artifact: &Artifact) -> Option<&'a Unit> {
        let is_its = |unit: &&Unit| artifact.is_program(&unit.program);
        self.units.iter().find(is_its)
    }

    /// The sources of an artifact; `None` if there is no list that can be
    /// relied on. Cargo brings the lists of programs up to date only if the
    /// whole build succeeds.
    pub fn sources(&self, artifact: &Artifact, output: &Output) -> Option<BTreeSet<PathBuf>> {
        if artifact.is("bin") {
            return self.program_sources(self.unit(artifact)?, output);
        }
        // Rustc runs in the workspace for what is in it.
        let folder = artifact.folder();
        let ran_in = if folder.starts_with(&self.folder) {
            &self.folder
        } else {
            folder
        };
        let files = fingerprint::crate_sources(artifact.filenames.first()?, ran_in)?;
        Some(files.iter().map(|file| self.to_project(file)).collect())
    }

    fn program_sources(&self, unit: &Unit, output: &Output) -> Option<BTreeSet<PathBuf>> {
        if output.cargo_error.is_some() {
            return None;
        }
        let executable = output.program(&unit.program)?;
        let files = fingerprint::program_sources(executable, &unit.main_file())?;
        Some(files.iter().map(|file| self.to_project(file)).collect())
    }

    /// A file of the workspace of single days is a link to one of the
    /// project's, but for the generated programs.
    fn to_project(&self, file: &Path) -> PathBuf {
        let generated = self
            .units
            .iter()
            .any(|unit| unit.own_main().is_some() && file == self.folder.join(unit.main_file()));
        match file.strip_prefix(&self.folder) {
            Ok(inner) if !generated => self.request.project.root().join(inner),
            _ => file.to_path_buf(),
        }
    }

    /// The local artifacts that are part of a unit's program.
    pub fn artifacts<'o>(&self, unit: &Unit, output: &'o Output) -> Vec<&'o Artifact> {
        let other = |artifact: &&Artifact| {
            let folder = self.to_project(artifact.folder());
            let is_of_folder = |it: &&Unit| folder == self.request.project.year_dir(it.year);
            match self.unit(artifact) {
                Some(of) => of.program != unit.program,
                None => self
                    .units
                    .iter()
                    .find(is_of_folder)
                    .is_some_and(|it| it.year != unit.year),
            }
        };
        let local = output
            .artifacts
            .iter()
            .filter(|it| it.local_package().is_some());
        local.filter(|artifact| !other(artifact)).collect()
    }

    /// All files that a unit's program depends on.
    pub fn files(&self, unit: &Unit, output: &Output) -> Option<BTreeSet<PathBuf>> {
        let mut files = self.program_sources(unit, output)?;
        let artifacts = self.artifacts(unit, output);
        let folders = artifacts.iter().map(|it| self.to_project(it.folder()));
        files.extend(self.further_files(&folders.collect()));
        for out_dir in &output.out_dirs {
            files.extend(fingerprint::script_output(out_dir)?.1);
        }
        Some(files)
    }
}
