//! What a call of cargo shows about the sources: what was compiled from what,
//! and what should have been compiled.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

use super::command::Output;
use super::compiled::Compiled;
use super::fingerprint::{self, Fingerprint};
use super::snapshot::Snapshot;
use super::unit::Unit;
use super::workspace::Workspace;

#[derive(Default)]
pub struct Review {
    pub output: Output,
    contents: Contents,
    /// The packages that cargo did not compile though their sources changed.
    pub missed: BTreeSet<String>,
    /// Artifacts that were compiled from sources that were not known before.
    pending: BTreeSet<String>,
    /// Whether a program depends on files that were not known before, or that
    /// changed, as the lock file does when cargo writes it.
    changed: bool,
}

impl Review {
    /// Compares what cargo compiled, and what it did not, with the sources.
    pub fn new(
        workspace: &Workspace<'_>,
        output: Output,
        before: Snapshot,
        compiled: &mut Compiled,
        previous: &Self,
    ) -> Self {
        let mut review = Self {
            output,
            contents: Contents {
                before,
                after: Snapshot::default(),
            },
            ..Self::default()
        };
        let settings = settings_hash(workspace, &mut review.contents.after);
        for artifact in &review.output.artifacts {
            let (Some(package), Some(file)) =
                (artifact.local_package(), artifact.filenames.first())
            else {
                continue;
            };
            // The name of a library tells how it was compiled.
            let variant = match workspace.unit(artifact) {
                Some(unit) => variant(settings, unit),
                None => 0,
            };
            let key = Compiled::key(file, variant);
            let Some(files) = workspace.sources(artifact, &review.output) else {
                compiled.record(&key, None);
                review.pending.insert(key);
                continue;
            };
            let hash = fingerprint::combined(&files, &mut review.contents.after);
            if artifact.fresh && !previous.pending.contains(&key) {
                if !compiled.is(&key, hash) {
                    review.missed.insert(package.to_owned());
                }
            } else if files.iter().any(|file| review.contents.is_unknown(file)) {
                compiled.record(&key, None);
                review.pending.insert(key);
            } else {
                let unchanged = files.iter().all(|file| review.contents.is_unchanged(file));
                compiled.record(&key, unchanged.then_some(hash));
            }
        }
        for unit in workspace.units {
            for file in workspace.files(unit, &review.output).unwrap_or_default() {
                review.changed |= !review.contents.is_unchanged(&file);
            }
        }
        review
    }

    /// The files that were looked at.
    pub fn paths(&self) -> BTreeSet<PathBuf> {
        let paths = self
            .contents
            .before
            .paths()
            .chain(self.contents.after.paths());
        paths.cloned().collect()
    }

    /// Whether another call of cargo could find out more.
    pub fn is_unsure(&self) -> bool {
        self.changed || !self.pending.is_empty() || self.output.cargo_error.is_some()
    }

    /// The fingerprint of a unit's program; `None` if something was changed
    /// during the build, or is not understood.
    pub fn fingerprint(&mut self, workspace: &Workspace<'_>, unit: &Unit) -> Option<Fingerprint> {
        let output = &self.output;
        let artifacts = workspace.artifacts(unit, output);
        // No list says which files a build script of the user reads.
        let scripted = artifacts.iter().any(|it| it.is("custom-build"));
        if scripted || self.is_unsure() || !self.missed.is_empty() {
            return None;
        }
        let files = workspace.files(unit, output)?;
        let mut contents = BTreeMap::new();
        for file in files {
            if !self.contents.is_unchanged(&file) {
                return None;
            }
            let content = self.contents.after.look(&file);
            contents.insert(file, content);
        }

        let executable = output.program(&unit.program)?;
        let crates: BTreeSet<String> = artifacts
            .iter()
            .map(|artifact| artifact.target.name.replace('-', "_"))
            .collect();
        let mut folders: BTreeSet<PathBuf> = [executable.parent()?.join("deps")].into();
        for artifact in artifacts {
            folders.extend(artifact.filenames.first()?.parent().map(Path::to_path_buf));
        }
        let mut variables = BTreeSet::new();
        for folder in folders {
            variables.extend(fingerprint::variables(&folder, &crates));
        }
        for out_dir in &output.out_dirs {
            variables.extend(fingerprint::script_output(out_dir)?.0);
        }
        Some(Fingerprint::new(
            &unit.inputs(workspace.request, &unit.arguments(workspace.request)),
            executable.to_path_buf(),
            contents,
            variables,
        ))
    }
}

/// The contents of files before and after a call.
#[derive(Default)]
struct Contents {
    before: Snapshot,
    after: Snapshot,
}

impl Contents {
    /// Whether it is not known what a file was before the call.
    fn is_unknown(&mut self, file: &Path) -> bool {
        let content = self.after.look(file);
        self.before.is_unsure(file, content)
    }

    fn is_unchanged(&mut self, file: &Path) -> bool {
        let content = self.after.look(file);
        self.before.had(file, content)
    }
}

/// A hash of what is different for each program and not shown by its file name.
fn variant(settings: u64, unit: &Unit) -> u64 {
    let mut hasher = DefaultHasher::new();
    (settings, &unit.features).hash(&mut hasher);
    hasher.finish()
}

/// A hash of the settings that the file names of programs do not show.
fn settings_hash(workspace: &Workspace<'_>, snapshot: &mut Snapshot) -> u64 {
    let request = workspace.request;
    let environment = request.environment;
    let config = fingerprint::config_files(request.project.root(), environment);
    let mut hasher = DefaultHasher::new();
    fingerprint::environment_hash(environment, &BTreeSet::new()).hash(&mut hasher);
    fingerprint::combined(&config, snapshot).hash(&mut hasher);
    workspace.profile_arguments().hash(&mut hasher);
    hasher.finish()
}
