//! Finds the files that a program was made from, and changes that cargo missed.
//!
//! Cargo compares times: a file that is older than the last build counts as unchanged,
//! whatever its content. So `aoc` records each library and program with its sources. If cargo
//! calls one fresh that was not compiled from these sources, cargo has missed the
//! change. What a build script reads is left to cargo, which is called every time.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::path::{Component, Path, PathBuf};
use std::{fs, iter};

use super::command::{Artifact, Output, TARGET};
use super::fingerprint::{Contents, content_hash, content_hashes, hash, stamps};
use super::request::BuildRequest;
use super::toolchain::{Configuration, manifests};
use crate::files::{entries, real_path, replace_unflushed};
use crate::project::Project;

/// The number of libraries and programs whose sources are recorded.
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

impl Review {
    /// Compares what cargo compiled and did not compile with the sources, whose contents
    /// `before` the call are partly known.
    pub fn new(
        request: &BuildRequest,
        before: &Contents,
        output: &Output,
        records: &mut Records,
    ) -> Self {
        let root = request.project.root();
        let mut review = Self::default();
        let mut paths = Configuration::read(root, request.environment).files;
        let mut products = Vec::new();
        for artifact in &output.artifacts {
            paths.extend(manifests(artifact.folder()));
            if artifact.target.kind == ["custom-build"] {
                // Only cargo knows what a build script reads.
                review.is_incomplete = true;
            } else if let Some(file) = artifact.filenames.first() {
                // No sources mean that there is no reliable list.
                let sources = sources(artifact, file, root).unwrap_or_default();
                review.is_incomplete |= sources.is_empty();
                paths.extend(sources.iter().cloned());
                products.push((artifact, file, sources));
            }
        }
        if let Some(program) = output.executable() {
            review.variables = compiled_variables(&program.with_file_name("deps"));
        }
        review.files = content_hashes(&paths);
        // Only cargo writes into its own folder.
        let target = root.join(TARGET);
        let mut changed = review.files.clone();
        changed.retain(|file, hash| {
            let before = before.get(file).copied().flatten();
            before != *hash && !file.starts_with(&target)
        });
        review.is_unsure = !changed.is_empty();
        for (artifact, file, sources) in products {
            let contents: Vec<_> = sources.iter().map(|file| review.files[file]).collect();
            let record = hash(&(content_hash(file), &sources, contents));
            if artifact.fresh {
                if sources.is_empty() || !records.hashes.contains(&record) {
                    review.missed.insert(artifact.package_id.clone());
                }
            } else if !sources.iter().any(|file| changed.contains_key(file)) {
                records.hashes.push(record);
            }
        }
        review
    }
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

/// The libraries and programs that were compiled.
pub struct Records {
    file: PathBuf,
    /// A hash of each compiled file and its sources, the newest last.
    pub hashes: Vec<u64>,
}

impl Records {
    /// Reads the records of a project. Without a record, an artifact counts as changed.
    pub fn load(project: &Project) -> Self {
        let file = stamps(project).join("compiled.json");
        let text = fs::read(&file).unwrap_or_default();
        let hashes = serde_json::from_slice(&text).unwrap_or_default();
        Self { file, hashes }
    }

    /// Writes the records. If this fails, cargo builds more than necessary.
    pub fn save(&self) {
        let surplus = self.hashes.len().saturating_sub(KEPT_RECORDS);
        if let Ok(text) = serde_json::to_vec(&self.hashes[surplus..]) {
            let _ = replace_unflushed(&self.file, text);
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
