//! Finds the files that a program was made from, and changes that cargo missed.
//!
//! Cargo compares times: a file that is older than the last build counts as unchanged,
//! whatever its content. So `aoc` records the sources of each library and program, and
//! the files that each build script read. If cargo calls something fresh although its
//! sources differ from the record, cargo has missed the change.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use super::command::{Artifact, Output, TARGET, local_package};
use super::fingerprint::{
    Contents, content_hash, content_hashes, file_state, files_below, further_files, hash,
};
use super::request::BuildRequest;
use crate::files::replace_unflushed;

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
        let products = review.products(root, output, records);
        let is_local = |it: &&Artifact| local_package(&it.package_id).is_some();
        let local = output.artifacts.iter().filter(is_local);
        let folders = local.map(|it| it.folder().to_path_buf()).collect();
        let mut files = further_files(root, request.environment, &folders);
        files.extend(products.iter().flat_map(|it| it.sources.clone()));
        let files = content_hashes(files);
        // Only cargo writes into this folder.
        let target = root.join(TARGET);
        let is_unchanged = |file: &PathBuf| {
            before.get(file).copied().flatten() == files[file] || file.starts_with(&target)
        };
        review.is_unsure = !files.keys().all(is_unchanged);
        for product in products {
            let (key, sources) = (product.key, &product.sources);
            let with_content: Vec<_> = sources.iter().map(|file| (file, files[file])).collect();
            let now = hash(&with_content);
            review.is_incomplete |= sources.is_empty();
            if product.is_fresh {
                if sources.is_empty() || records.sources_of(key) != Some(now) {
                    review.missed.insert(product.package);
                }
            } else if sources.iter().all(is_unchanged) {
                records.known.push((key, now));
            } else {
                review.is_unsure = true;
                records.doubtful.insert(key);
            }
        }
        Self { files, ..review }
    }

    /// The libraries, the programs and the results of build scripts. The variables that
    /// they depend on are added to the review.
    fn products(&mut self, root: &Path, output: &Output, records: &Records) -> Vec<Product> {
        let (variables, mut products) = (&mut self.variables, Vec::new());
        for artifact in output.artifacts.iter().filter(|it| !it.is("custom-build")) {
            let package = local_package(&artifact.package_id);
            if let (Some(package), Some(file)) = (package, artifact.filenames.first()) {
                compiled_variables(file, &artifact.target.name, variables);
                products.push(Product {
                    package: package.to_owned(),
                    key: content_hash(file).unwrap_or_default(),
                    is_fresh: artifact.fresh,
                    sources: sources(artifact, file, root).unwrap_or_default(),
                });
            }
        }
        for script in &output.scripts {
            let output_file = script.out_dir.with_file_name("output");
            let Ok(script_output) = fs::read_to_string(&output_file) else {
                self.is_incomplete = true;
                continue;
            };
            variables.extend(directives(&script_output, "rerun-if-env-changed"));
            let mut artifacts = output.artifacts.iter();
            let is_of_script =
                |it: &&Artifact| it.is("custom-build") && it.package_id == script.package_id;
            let package = local_package(&script.package_id);
            if let (Some(artifact), Some(package)) = (artifacts.find(is_of_script), package) {
                let key = hash(&(&output_file, file_state(&output_file)));
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
    let (target, files) = rule(&list)?;
    let is_own_list =
        |program: &PathBuf| target == *program && files.contains(&artifact.target.src_path);
    if !artifact.executable.iter().all(is_own_list) {
        return None;
    }
    // Rustc runs in the workspace root for packages of the workspace.
    let folder = artifact.folder();
    let is_member = folder.starts_with(root);
    let ran_in = if is_member { root } else { folder };
    // Resolves links, so that a file has one path.
    let real = |path: PathBuf| {
        let has_dots = path.components().any(|it| it.as_os_str() == "..");
        let real = has_dots.then(|| path.canonicalize().ok()).flatten();
        real.unwrap_or(path)
    };
    Some(files.iter().map(|file| real(ran_in.join(file))).collect())
}

/// The first rule of a dependency list: a target, and the files that it depends on. A
/// backslash escapes a blank; any other backslash is part of the name.
fn rule(list: &Path) -> Option<(PathBuf, Vec<PathBuf>)> {
    let text = fs::read_to_string(list).ok()?;
    let (rule, _) = text.split_once('\n')?;
    let rule = rule.replace("\\ ", "\0");
    let path = |word: &str| PathBuf::from(word.replace('\0', " "));
    let (target, files) = rule.split_once(": ")?;
    let files = files.split(' ').filter(|word| !word.is_empty());
    let files: Vec<PathBuf> = files.map(path).collect();
    (!files.is_empty()).then_some((path(target), files))
}

/// Adds the environment variables that a library or program was compiled with. Each
/// variant of a crate has its own list.
fn compiled_variables(file: &Path, target: &str, variables: &mut BTreeSet<String>) {
    let Some(folder) = file.parent() else {
        return;
    };
    // The program is one folder above its list.
    let deps = Some(folder.join("deps")).filter(|deps| deps.is_dir());
    let lists = fs::read_dir(deps.as_deref().unwrap_or(folder));
    for list in lists.into_iter().flatten().flatten() {
        let name = list.file_name().to_string_lossy().replace('-', "_");
        let stem = name.strip_suffix(".d").and_then(|it| it.rsplit_once('_'));
        if stem.is_some_and(|(stem, _)| stem == target.replace('-', "_")) {
            let text = fs::read_to_string(list.path()).unwrap_or_default();
            let lines = text.lines().filter_map(|it| it.strip_prefix("# env-dep:"));
            let names = lines.filter_map(|it| it.split('=').next());
            variables.extend(names.map(str::to_owned));
        }
    }
}

/// The values of a key in a build script's output.
fn directives<'a>(script_output: &'a str, key: &'a str) -> impl Iterator<Item = String> + 'a {
    script_output.lines().filter_map(move |line| {
        let line = line.strip_prefix("cargo:")?;
        let value = line.trim_start_matches(':').strip_prefix(key)?;
        Some(value.strip_prefix('=')?.to_owned())
    })
}

/// The files that a build script asked cargo to watch, or all files of its package if
/// it named none.
fn script_sources(script: &Artifact, script_output: &str, target: &Path) -> BTreeSet<PathBuf> {
    let mut watched: Vec<PathBuf> = directives(script_output, "rerun-if-changed")
        .map(|path| script.folder().join(path))
        .collect();
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
        let outputs = fs::read_dir(profile.join("build")).into_iter().flatten();
        let outputs = outputs.flatten().map(|entry| entry.path().join("output"));
        let keys = outputs.map(|output| hash(&(&output, file_state(&output))));
        Self {
            known: serde_json::from_slice(&text).unwrap_or_default(),
            doubtful: keys.collect(),
        }
    }

    fn is_old(&self, key: u64) -> bool {
        self.doubtful.contains(&key) || self.sources_of(key).is_some()
    }

    fn sources_of(&self, key: u64) -> Option<u64> {
        let mut newest = self.known.iter().rev();
        newest.find_map(|&(other, sources)| (other == key).then_some(sources))
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
        let expected = ("/a b/year2020".into(), files.map(PathBuf::from).to_vec());
        assert_eq!(rule(&list), Some(expected));
        for length in 0..text.len() {
            fs::write(&list, &text[..length]).unwrap();
            assert_eq!(rule(&list), None, "{length}");
        }
    }
}
