//! Finds the files that a program was made from, and changes that cargo missed.
//!
//! Cargo compares times: a file that is older than the last build counts as unchanged,
//! whatever its content. So `aoc` records the sources of each library and program, and
//! the files that each build script read. If cargo calls something fresh although its
//! sources differ from the record, cargo has missed the change.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Component, Path, PathBuf};

use super::command::{Artifact, BuildScript, Output, TARGET, local_package};
use super::fingerprint::{Contents, FileIdentity, content_hash, content_hashes, files_below, hash};
use super::request::BuildRequest;
use super::toolchain::{Configuration, further_files};
use crate::files::{real_path, replace_unflushed};

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
    package: String,
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
        request: &BuildRequest<'_>,
        root: &Path,
        before: &Contents,
        output: &Output,
        records: &mut Records,
    ) -> Self {
        let mut review = Self::default();
        let mut products = review.compiled(root, output);
        products.extend(review.scripts(root, output, records));
        let mut folders = BTreeSet::new();
        for artifact in &output.artifacts {
            if local_package(&artifact.package_id).is_some() {
                folders.insert(artifact.folder().to_path_buf());
            }
        }
        let configuration = Configuration::read(root, request.environment);
        let mut files = further_files(root, configuration, &folders);
        for product in &products {
            files.extend(product.sources.iter().cloned());
        }
        let files = content_hashes(files);
        // Only cargo writes into this folder.
        let target = root.join(TARGET);
        let is_unchanged = |file: &PathBuf| {
            before.get(file).copied().flatten() == files[file] || file.starts_with(&target)
        };
        review.is_unsure = !files.keys().all(is_unchanged);
        for Product {
            package,
            key,
            is_fresh,
            sources,
        } in products
        {
            let mut contents = Vec::new();
            for file in &sources {
                contents.push((file, files[file]));
            }
            let now = hash(&contents);
            review.is_incomplete |= sources.is_empty();
            if is_fresh {
                if sources.is_empty() || records.sources_of(key) != Some(now) {
                    review.missed.insert(package);
                }
            } else if sources.iter().all(is_unchanged) {
                records.known.push((key, now));
            } else {
                review.is_unsure = true;
                records.doubtful.insert(key);
            }
        }
        review.files = files;
        review
    }

    /// The libraries and programs. The variables that they depend on are added.
    fn compiled(&mut self, root: &Path, output: &Output) -> Vec<Product> {
        let mut products = Vec::new();
        for artifact in &output.artifacts {
            let package = local_package(&artifact.package_id);
            if let (Some(package), Some(file)) = (package, artifact.filenames.first())
                && !artifact.is("custom-build")
            {
                compiled_variables(file, &artifact.target.name, &mut self.variables);
                products.push(Product {
                    package: package.to_owned(),
                    key: content_hash(file).unwrap_or_default(),
                    is_fresh: artifact.fresh,
                    sources: sources(artifact, file, root).unwrap_or_default(),
                });
            }
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
            self.variables
                .extend(directives(&script_output, "rerun-if-env-changed"));
            let package = local_package(&script.package_id);
            if let (Some(artifact), Some(package)) = (program_of(script, output), package) {
                let key = script_key(&output_file);
                products.push(Product {
                    package: package.to_owned(),
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
    let mut artifacts = output.artifacts.iter();
    artifacts
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
    let rule = DependencyRule::read(&list)?;
    if let Some(program) = &artifact.executable
        && (rule.target != *program || !rule.files.contains(&artifact.target.src_path))
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
    for file in rule.files {
        let path = ran_in.join(file);
        // A file must have one path.
        let mut parts = path.components();
        if parts.any(|part| part == Component::ParentDir) {
            sources.insert(real_path(&path));
        } else {
            sources.insert(path);
        }
    }
    Some(sources)
}

/// The first rule of a dependency list.
#[derive(Debug, PartialEq)]
struct DependencyRule {
    target: PathBuf,
    /// The files that the target depends on; at least one.
    files: Vec<PathBuf>,
}

impl DependencyRule {
    /// Reads a list. A backslash escapes a blank; any other backslash is part of the
    /// name.
    fn read(list: &Path) -> Option<Self> {
        let text = fs::read_to_string(list).ok()?;
        let (rule, _) = text.split_once('\n')?;
        let rule = rule.replace("\\ ", "\0");
        let (target, words) = rule.split_once(": ")?;
        let mut files = Vec::new();
        for word in words.split(' ') {
            if !word.is_empty() {
                files.push(with_blanks(word));
            }
        }
        if files.is_empty() {
            return None;
        }
        Some(Self {
            target: with_blanks(target),
            files,
        })
    }
}

/// The path that a word of a rule stands for.
fn with_blanks(word: &str) -> PathBuf {
    PathBuf::from(word.replace('\0', " "))
}

/// Adds the environment variables that a library or program was compiled with. Each
/// variant of a crate has its own list.
fn compiled_variables(file: &Path, target: &str, variables: &mut BTreeSet<String>) {
    let Some(folder) = file.parent() else {
        return;
    };
    // The program is one folder above its list.
    let mut lists = folder.join("deps");
    if !lists.is_dir() {
        lists = folder.to_path_buf();
    }
    for list in fs::read_dir(lists).into_iter().flatten().flatten() {
        let name = list.file_name().to_string_lossy().replace('-', "_");
        let Some((stem, _)) = name
            .strip_suffix(".d")
            .and_then(|stem| stem.rsplit_once('_'))
        else {
            continue;
        };
        if stem != target.replace('-', "_") {
            continue;
        }
        let text = fs::read_to_string(list.path()).unwrap_or_default();
        for line in text.lines() {
            if let Some(variable) = line.strip_prefix("# env-dep:") {
                let name = variable.split('=').next().unwrap_or(variable);
                variables.insert(name.to_owned());
            }
        }
    }
}

/// The values of a key in a build script's output.
fn directives(script_output: &str, key: &str) -> Vec<String> {
    let mut values = Vec::new();
    for line in script_output.lines() {
        let Some(directive) = line.strip_prefix("cargo:") else {
            continue;
        };
        let directive = directive.strip_prefix(':').unwrap_or(directive);
        if let Some((name, value)) = directive.split_once('=')
            && name == key
        {
            values.push(value.to_owned());
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
        let scripts = fs::read_dir(profile.join("build")).into_iter().flatten();
        let mut doubtful = BTreeSet::new();
        for script in scripts.flatten() {
            doubtful.insert(script_key(&script.path().join("output")));
        }
        Self {
            known: serde_json::from_slice(&text).unwrap_or_default(),
            doubtful,
        }
    }

    fn is_old(&self, key: u64) -> bool {
        self.doubtful.contains(&key) || self.sources_of(key).is_some()
    }

    /// The hash of the sources in the newest record with this key.
    fn sources_of(&self, key: u64) -> Option<u64> {
        let mut newest_first = self.known.iter().rev();
        let (_, sources) = newest_first.find(|(other, _)| *other == key)?;
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
        let files = ["/a b/main.rs", "/a b/day 1.rs", "C:\\x\\y.rs"];
        let expected = DependencyRule {
            target: "/a b/year2020".into(),
            files: files.map(PathBuf::from).to_vec(),
        };
        assert_eq!(DependencyRule::read(&list), Some(expected));
        for length in 0..text.len() {
            fs::write(&list, &text[..length]).unwrap();
            assert_eq!(DependencyRule::read(&list), None, "{length}");
        }
    }
}
