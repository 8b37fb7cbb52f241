//! What a call of cargo shows: from which files a program was made, and whether
//! cargo missed a change.
//!
//! Cargo compares times: a file that is older than the last build is unchanged to
//! it, whatever its content. So `aoc` keeps a record of what each library and
//! program was compiled from. Where cargo calls one fresh whose sources are others
//! now, its package was missed.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use super::command::{Output, TARGET};
use super::dep_info;
use super::fingerprint::{Contents, content, contents, files_below, further_files, hash};
use super::messages::Artifact;
use super::request::BuildRequest;
use crate::files::replace_unflushed;

/// How many libraries and programs are known by what they were compiled from.
const KEPT_RECORDS: usize = 2000;

pub struct Review {
    /// The contents of the files that the program depends on, after the call.
    pub files: Contents,
    /// The environment variables that it depends on.
    pub variables: BTreeSet<String>,
    /// The packages that cargo did not compile though their sources changed.
    pub missed: BTreeSet<String>,
    /// Whether something was compiled from files that were not known before, or
    /// that changed meanwhile, as the lock file does when cargo writes it.
    pub is_unsure: bool,
    /// Whether `files` and `variables` are all that there are.
    pub is_complete: bool,
}

impl Review {
    /// Compares what cargo compiled, and what it did not, with the sources, of
    /// which some are known from before the call. `main` is the program's file.
    pub fn new(
        request: &BuildRequest<'_>,
        (root, main): (&Path, &Path),
        before: &Contents,
        output: &Output,
        records: &mut Records,
    ) -> Self {
        let target = root.join(TARGET);
        let (libraries, scripts): (Vec<&Artifact>, Vec<&Artifact>) = output
            .artifacts
            .iter()
            .filter(|artifact| artifact.local_package().is_some())
            .partition(|artifact| !artifact.is("custom-build"));
        // No list says which files a build script reads, so all of its package
        // count.
        let mut files_of_script = BTreeSet::new();
        for script in &scripts {
            files_below(script.folder(), &root.join("target"), &mut files_of_script);
        }
        let lists: Vec<_> = libraries
            .iter()
            .map(|artifact| {
                let mut list = sources(artifact, root, main)?;
                let folder = artifact.folder();
                let own = files_of_script.iter().filter(|it| it.starts_with(folder));
                list.extend(own.cloned());
                Some(list)
            })
            .collect();
        let mut is_complete = lists.iter().all(Option::is_some);

        let folders = libraries
            .iter()
            .map(|it| it.folder().to_path_buf())
            .collect();
        let mut files = further_files(root, request.environment, &folders);
        files.extend(lists.iter().flatten().flatten().cloned());
        let mut variables = dep_info::variables(&libraries);
        for out_dir in &output.out_dirs {
            let Some((names, watched)) = dep_info::script_output(out_dir) else {
                is_complete = false;
                continue;
            };
            variables.extend(names);
            for path in watched {
                if path.is_dir() {
                    files_below(&path, &root.join("target"), &mut files);
                } else {
                    files.insert(path);
                }
            }
        }
        let files = contents(files);
        // Only cargo writes into its folder.
        let is_unchanged = |file: &PathBuf| {
            let before = before.get(file).copied().flatten();
            before == files[file] || file.starts_with(&target)
        };
        let mut missed = BTreeSet::new();
        let mut is_unsure = !files.keys().all(is_unchanged);
        for (artifact, list) in libraries.iter().zip(&lists) {
            let built = artifact.filenames.first();
            let built = built.and_then(|file| content(file)).unwrap_or_default();
            let known = list.as_ref().map(|list| {
                let contents: Vec<_> = list.iter().map(|file| (file, files[file])).collect();
                hash(&contents)
            });
            if artifact.fresh && (known.is_none() || records.sources_of(built) != known) {
                missed.extend(artifact.local_package().map(str::to_owned));
            } else if let (false, Some(list), Some(known)) = (artifact.fresh, list, known) {
                if list.iter().all(is_unchanged) {
                    records.insert(built, known);
                } else {
                    is_unsure = true;
                }
            }
        }
        Self {
            files,
            variables,
            missed,
            is_unsure,
            is_complete,
        }
    }
}

/// The sources of a library or program; `None` if there is no list that can be
/// relied on.
fn sources(artifact: &Artifact, root: &Path, main: &Path) -> Option<BTreeSet<PathBuf>> {
    let list = if let Some(executable) = &artifact.executable {
        dep_info::program_sources(executable, main)?
    } else {
        // Rustc runs in the workspace for what is in it.
        let folder = artifact.folder();
        let inside = folder.starts_with(root);
        let ran_in = if inside { root } else { folder };
        dep_info::crate_sources(artifact.filenames.first()?, ran_in)?
    };
    // A file has one name.
    let real = |path: PathBuf| {
        let has_dots = path.components().any(|it| it.as_os_str() == "..");
        let real = has_dots.then(|| path.canonicalize().ok()).flatten();
        real.unwrap_or(path)
    };
    Some(list.into_iter().map(real).collect())
}

/// What libraries and programs were last compiled from: pairs of a content and of
/// a hash of the sources, the newest last.
pub struct Records(Vec<(u64, u64)>);

impl Records {
    /// Reads the records in a folder. Without one an artifact counts as changed.
    pub fn load(folder: &Path) -> Self {
        let text = fs::read(folder.join("compiled.json")).unwrap_or_default();
        Self(serde_json::from_slice(&text).unwrap_or_default())
    }

    fn sources_of(&self, built: u64) -> Option<u64> {
        let record = self.0.iter().find(|(of, _)| *of == built);
        record.map(|(_, sources)| *sources)
    }

    fn insert(&mut self, built: u64, sources: u64) {
        self.0.retain(|(of, _)| *of != built);
        self.0.push((built, sources));
    }

    /// Without the records cargo only builds more than it must.
    pub fn save(self, folder: &Path) {
        let surplus = self.0.len().saturating_sub(KEPT_RECORDS);
        if let Ok(text) = serde_json::to_vec(&self.0[surplus..]) {
            let _ = replace_unflushed(&folder.join("compiled.json"), text);
        }
    }
}
