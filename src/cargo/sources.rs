//! Finds the files that a program was made from, and changes that cargo missed.
//!
//! Cargo compares times: a file that is older than the last build counts as unchanged,
//! whatever its content. So `aoc` records the sources of each library and program, and
//! the files that each build script read. If cargo calls something fresh although its
//! sources differ from the record, cargo has missed the change.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::path::{Component, Path, PathBuf};
use std::{fs, iter};

use super::command::{Artifact, BuildScript, Output, TARGET};
use super::fingerprint::{Contents, FileIdentity, content_hash, content_hashes, files_below, hash};
use super::request::BuildRequest;
use super::toolchain::Configuration;
use crate::files::{entries, real_path, replace_unflushed};

/// The number of libraries, programs and build scripts whose sources are recorded.
const KEPT_RECORDS: usize = 2000;

#[derive(Default)]
pub struct Review {
    /// The contents of the files that the program depends on, after the call.
    pub files: Contents,
    /// The environment variables that it depends on.
    pub variables: BTreeSet<String>,
    /// The packages that cargo did not compile although their sources changed.
    pub missed: BTreeSet<String>,
    /// Whether something was compiled from unknown files, or from files that changed
    /// during the build, such as a lock file that cargo wrote.
    pub is_unsure: bool,
    /// Whether something is missing in `files` or `variables`.
    pub is_incomplete: bool,
}

/// A compiled library or program, or the result of a build script.
struct Product {
    package_id: String,
    /// The key in the records.
    key: u64,
    is_fresh: bool,
    /// Empty if there is no reliable list.
    sources: BTreeSet<PathBuf>,
}

impl Review {
    /// Compares what cargo compiled and did not compile in `root` with the sources, whose
    /// contents `before` the call are partly known.
    pub fn new(
        request: &BuildRequest,
        root: &Path,
        before: &Contents,
        output: &Output,
        records: &mut Records,
    ) -> Self {
        let mut review = Self::default();
        let mut products = review.compiled(root, output);
        products.extend(review.scripts(root, output, records));
        let packages = output
            .artifacts
            .iter()
            .map(Artifact::folder)
            .map(Path::to_path_buf)
            .collect();
        let mut paths = Configuration::read(root, &packages, request.environment).files;
        for product in &products {
            paths.extend(product.sources.iter().cloned());
        }
        review.files = content_hashes(paths);
        let mut changed = BTreeSet::new();
        for (file, hash) in &review.files {
            // Only cargo writes into its own folder.
            let is_own = file.starts_with(root.join(TARGET));
            if !is_own && before.get(file).copied().flatten() != *hash {
                changed.insert(file.clone());
            }
        }
        review.is_unsure = !changed.is_empty();
        for product in products {
            let sources = &product.sources;
            let contents: Vec<_> = sources
                .iter()
                .map(|file| (file, review.files[file]))
                .collect();
            let now = hash(&contents);
            review.is_incomplete |= sources.is_empty();
            if product.is_fresh {
                if sources.is_empty() || records.sources_of(product.key) != Some(now) {
                    review.missed.insert(product.package_id);
                }
            } else if sources.is_disjoint(&changed) {
                records.known.push((product.key, now));
            } else {
                records.doubtful.insert(product.key);
            }
        }
        review
    }

    /// The libraries and programs. The variables that they depend on are added.
    fn compiled(&mut self, root: &Path, output: &Output) -> Vec<Product> {
        let mut products = Vec::new();
        let mut folders = BTreeSet::new();
        for artifact in &output.artifacts {
            if let Some(file) = artifact.filenames.first()
                && !artifact.is("custom-build")
            {
                folders.extend(file.parent());
                products.push(Product {
                    package_id: artifact.package_id.clone(),
                    key: content_hash(file).unwrap_or_default(),
                    is_fresh: artifact.fresh,
                    sources: sources(artifact, file, root).unwrap_or_default(),
                });
            }
        }
        for folder in folders {
            // The lists of programs are one folder below them.
            self.variables.extend(compiled_variables(folder));
            self.variables
                .extend(compiled_variables(&folder.join("deps")));
        }
        products
    }

    /// The results of build scripts. The variables that they depend on are added.
    fn scripts(&mut self, root: &Path, output: &Output, records: &Records) -> Vec<Product> {
        let mut products = Vec::new();
        for script in &output.scripts {
            let output_file = script.out_dir.with_file_name("output");
            let Ok(script_output) = fs::read_to_string(&output_file) else {
                self.is_incomplete = true;
                continue;
            };
            let variables = directives(&script_output, "rerun-if-env-changed");
            self.variables
                .extend(variables.into_iter().map(str::to_owned));
            if let Some(artifact) = program_of(script, output) {
                let key = script_key(&output_file);
                products.push(Product {
                    package_id: script.package_id.clone(),
                    key,
                    is_fresh: records.is_old(key),
                    sources: script_sources(artifact, &script_output, &root.join("target")),
                });
            }
        }
        products
    }
}

/// The compiled program of a build script.
fn program_of<'a>(script: &BuildScript, output: &'a Output) -> Option<&'a Artifact> {
    output
        .artifacts
        .iter()
        .find(|artifact| artifact.is("custom-build") && artifact.package_id == script.package_id)
}

/// The key of the result of a build script in the records.
fn script_key(output_file: &Path) -> u64 {
    hash(&(output_file, FileIdentity::of(output_file)))
}

/// The sources of a library or program, from the dependency list of rustc and cargo;
/// `None` if the list is missing, cut off or of another program.
fn sources(artifact: &Artifact, file: &Path, root: &Path) -> Option<BTreeSet<PathBuf>> {
    let list = if let Some(program) = &artifact.executable {
        program.with_extension("d")
    } else {
        // `deps/libgrid-0123.rlib` has the list `deps/grid-0123.d`.
        let stem = file.file_stem()?.to_str()?;
        let name = stem.strip_prefix("lib").unwrap_or(stem);
        file.with_file_name(format!("{name}.d"))
    };
    let rule = read_rule(&list)?;
    let (target, files) = rule.split_first()?;
    if let Some(program) = &artifact.executable
        && (target != program || !files.contains(&artifact.target.src_path))
    {
        return None;
    }
    // Rustc runs in the workspace root for packages of the workspace.
    let folder = artifact.folder();
    let ran_in = if folder.starts_with(root) {
        root
    } else {
        folder
    };
    let mut sources = BTreeSet::new();
    for file in files {
        let path = ran_in.join(file);
        // A file must have one path.
        if path.components().any(|part| part == Component::ParentDir) {
            sources.insert(real_path(&path));
        } else {
            sources.insert(path);
        }
    }
    Some(sources)
}

/// Reads the first rule of a dependency list: the target, then at least one file that it
/// depends on. A backslash escapes a blank; any other backslash is part of the name.
fn read_rule(list: &Path) -> Option<Vec<PathBuf>> {
    let text = fs::read_to_string(list).ok()?;
    let (rule, _) = text.split_once('\n')?;
    let rule = rule.replace("\\ ", "\0");
    let (target, files) = rule.split_once(": ")?;
    let mut paths = Vec::new();
    for word in iter::once(target).chain(files.split(' ')) {
        if !word.is_empty() {
            paths.push(PathBuf::from(word.replace('\0', " ")));
        }
    }
    (paths.len() > 1).then_some(paths)
}

/// The environment variables that the crates with a dependency list in this folder were
/// compiled with. Each variant of a crate has its own list.
fn compiled_variables(folder: &Path) -> BTreeSet<String> {
    let mut variables = BTreeSet::new();
    for list in entries(folder) {
        let path = list.path();
        if path.extension() != Some(OsStr::new("d")) {
            continue;
        }
        for line in fs::read_to_string(path).unwrap_or_default().lines() {
            if let Some(variable) = line.strip_prefix("# env-dep:") {
                let name = variable.split('=').next().unwrap_or(variable);
                variables.insert(name.to_owned());
            }
        }
    }
    variables
}

/// The values of a key in a build script's output.
fn directives<'a>(script_output: &'a str, key: &str) -> Vec<&'a str> {
    let mut values = Vec::new();
    for line in script_output.lines() {
        for prefix in ["cargo:", "cargo::"] {
            values.extend(line.strip_prefix(&format!("{prefix}{key}=")));
        }
    }
    values
}

/// The files that a build script asked cargo to watch, or all files of its package if
/// it named none.
fn script_sources(script: &Artifact, script_output: &str, target: &Path) -> BTreeSet<PathBuf> {
    let mut watched = Vec::new();
    for path in directives(script_output, "rerun-if-changed") {
        watched.push(script.folder().join(path));
    }
    if watched.is_empty() {
        watched.push(script.folder().to_path_buf());
    }
    let mut files = BTreeSet::from([script.target.src_path.clone()]);
    for path in watched {
        if path.is_dir() {
            files_below(&path, target, true, &mut files);
        } else {
            files.insert(path);
        }
    }
    files
}

/// Records the last sources of libraries and programs, and the files that build scripts
/// read.
pub struct Records {
    /// Pairs of a key and a hash of the sources, the newest last.
    known: Vec<(u64, u64)>,
    /// The keys of artifacts that were made from unknown sources.
    doubtful: BTreeSet<u64>,
}

impl Records {
    /// Reads the records in a folder. Without a record, an artifact counts as changed,
    /// and so does a result of a build script in the folder of the profile.
    pub fn load(folder: &Path, profile: &Path) -> Self {
        let text = fs::read(folder.join("compiled.json")).unwrap_or_default();
        let mut doubtful = BTreeSet::new();
        for script in entries(&profile.join("build")) {
            doubtful.insert(script_key(&script.path().join("output")));
        }
        Self {
            known: serde_json::from_slice(&text).unwrap_or_default(),
            doubtful,
        }
    }

    /// True if a build has ended before.
    pub fn has_any(&self) -> bool {
        !self.known.is_empty()
    }

    fn is_old(&self, key: u64) -> bool {
        self.doubtful.contains(&key) || self.sources_of(key).is_some()
    }

    /// The hash of the sources in the newest record with this key.
    fn sources_of(&self, key: u64) -> Option<u64> {
        let (_, sources) = self.known.iter().rev().find(|(other, _)| *other == key)?;
        Some(*sources)
    }

    /// Writes the records. If this fails, cargo builds more than necessary.
    pub fn save(self, folder: &Path) {
        let surplus = self.known.len().saturating_sub(KEPT_RECORDS);
        if let Ok(text) = serde_json::to_vec(&self.known[surplus..]) {
            let _ = replace_unflushed(&folder.join("compiled.json"), text);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_that_are_cut_off_are_none() {
        let temp = tempfile::tempdir().unwrap();
        let list = temp.path().join("year2020.d");
        let text = "/a\\ b/year2020: /a\\ b/main.rs /a\\ b/day\\ 1.rs C:\\x\\y.rs\n";
        fs::write(&list, text).unwrap();
        let files = [
            "/a b/year2020",
            "/a b/main.rs",
            "/a b/day 1.rs",
            "C:\\x\\y.rs",
        ];
        let expected = files.map(PathBuf::from).to_vec();
        assert_eq!(read_rule(&list), Some(expected));
        for length in 0..text.len() {
            fs::write(&list, &text[..length]).unwrap();
            assert_eq!(read_rule(&list), None, "{length}");
        }
    }
}
