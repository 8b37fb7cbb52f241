//! Finds the changes that a call of cargo has missed.
//!
//! Cargo compares times: a file that is older than the last build counts as unchanged, whatever it
//! contains. So `aoc` records each library, program and run of a build script together with its
//! sources. If an artifact was made from other sources and cargo reports it as fresh, cargo has
//! missed a change. This file, the call of `cargo clean` and the second build after it can be
//! removed as soon as every supported version of cargo compares contents itself (`-Z
//! checksum-freshness`).
//!
//! If a file is saved while cargo runs, it is unknown which content was compiled. So the sources
//! are compared with a [`SourceSnapshot`] from before the call.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use super::command::CargoOutput;
use super::configuration::{Configuration, manifests};
use super::request::BuildRequest;
use super::sources::{compiled_variables, instruction_values, script_sources, sources};
use crate::files::{
    FileIdentity, FileSnapshot, entries, file_hash, real_path, replace_unflushed, value_hash,
    without_dots,
};
use crate::project::Project;

/// The number of libraries, programs and script runs that are recorded.
const KEPT_RECORDS: usize = 2000;

/// The state of the sources before a call of cargo.
pub struct SourceSnapshot {
    /// The files and folders that may be sources. Without identities, only contents are compared.
    files: BTreeMap<PathBuf, FileSnapshot>,
    /// The last runs of the build scripts.
    script_runs: BTreeSet<u64>,
}

impl SourceSnapshot {
    /// Takes a snapshot of the files in `known`, and of the last runs of all build scripts.
    pub fn take(request: &BuildRequest, known: &BTreeSet<PathBuf>) -> Self {
        let target = request.build_path();
        // For another target platform, cargo builds in a subfolder with the name of the platform.
        let mut folders: Vec<_> = entries(&target).map(|entry| entry.path()).collect();
        folders.push(target);
        let mut script_runs = BTreeSet::new();
        for folder in folders {
            for profile in request.profile_folders() {
                for script in entries(&folder.join(profile).join("build")) {
                    script_runs.insert(run_id(&script.path().join("output")));
                }
            }
        }
        let files = known
            .iter()
            .map(|path| (path.clone(), FileSnapshot::of(path)))
            .collect();
        Self { files, script_runs }
    }

    /// Removes the identities of files, so that only contents are compared. A build script may
    /// write the same content at every call.
    pub fn contents_only(mut self) -> Self {
        for state in self.files.values_mut() {
            state.identity = None;
        }
        self
    }

    /// True if the content of the file differs from its content before the call, or if the file's
    /// identity shows that the file was changed meanwhile.
    fn is_changed(&self, file: &Path, content: Option<u64>) -> bool {
        let Some(before) = self.find(file) else {
            return content.is_some();
        };
        before.content != content
            || before.identity.is_some() && before.identity != FileIdentity::of(file)
    }

    /// The state of a file before the call. `..` in a path is resolved first, unless it follows a
    /// link.
    fn find(&self, file: &Path) -> Option<&FileSnapshot> {
        if let Some(state) = self.files.get(file) {
            return Some(state);
        }
        let plain = without_dots(file);
        if real_path(file) != plain {
            return None;
        }
        self.files.get(&plain)
    }
}

/// An ID for the run of the build script that wrote this output.
fn run_id(output: &Path) -> u64 {
    value_hash(&(output, FileIdentity::of(output)))
}

/// Says whether a call of cargo has compiled the current sources.
#[derive(Debug, PartialEq)]
pub enum Freshness {
    /// All products were made from the current sources. The program also depends on these
    /// environment variables.
    Current { variables: BTreeSet<String> },
    /// Some products may have been made from other sources, so cargo must be called again. Cargo
    /// has missed changes of the packages in `missed`, so their output must be removed first.
    Outdated { missed: BTreeSet<String> },
    /// Not all sources or variables are known, so the next build cannot skip cargo.
    Incomplete,
}

/// A compiled library, program or build script, or a run of a build script.
struct Product<'a> {
    package_id: &'a str,
    /// An ID that distinguishes the product from other products with the same sources.
    id: u64,
    /// True if cargo reported the product as fresh.
    is_fresh: bool,
    /// The sources. `None` if not all of them are known.
    sources: Option<BTreeSet<PathBuf>>,
}

/// The products of a call of cargo, and the current state of all files that they depend on.
pub struct Compilation<'a> {
    root: &'a Path,
    products: Vec<Product<'a>>,
    /// Sources, manifests and configuration files, with hashes of their contents. Includes files
    /// that do not exist, because creating one of them would change the products.
    pub files: BTreeMap<PathBuf, Option<u64>>,
    /// The files that were changed during the call.
    changed: BTreeSet<PathBuf>,
    /// True if cargo built the requested program.
    has_program: bool,
    /// The environment variables that the program depends on. `None` if not all of them are known.
    variables: Option<BTreeSet<String>>,
}

impl<'a> Compilation<'a> {
    /// Reads the state of the files after the call. `before` is the snapshot from before the call.
    pub fn collect(
        request: &'a BuildRequest,
        before: &SourceSnapshot,
        output: &'a CargoOutput,
    ) -> Self {
        let root = request.project.root();
        let mut products = compiled(output, root);
        products.extend(script_runs(before, output, root));
        let mut paths = Configuration::read(root, request.environment).files;
        for artifact in &output.artifacts {
            paths.extend(manifests(artifact.folder()));
        }
        for product in &products {
            paths.extend(product.sources.iter().flatten().cloned());
        }
        // Only cargo writes into its own folder.
        let target = request.build_path();
        let mut files = BTreeMap::new();
        let mut changed = BTreeSet::new();
        for path in paths {
            let content = file_hash(&path);
            if before.is_changed(&path, content) && !path.starts_with(&target) {
                changed.insert(path.clone());
            }
            files.insert(path, content);
        }
        Self {
            root,
            products,
            files,
            changed,
            has_program: output.executable().is_some(),
            variables: variables(output),
        }
    }

    /// A hash of the product and of the contents of its sources. `None` if the sources are not
    /// known. Paths are relative to the project's root, because two projects may share cargo's
    /// output.
    fn record_of(&self, product: &Product) -> Option<u64> {
        let contents: Vec<_> = product
            .sources
            .as_ref()?
            .iter()
            .map(|file| {
                let path = file.strip_prefix(self.root).unwrap_or(file);
                (path, self.files[file])
            })
            .collect();
        Some(value_hash(&(product.id, contents)))
    }

    /// True if a source of the product was changed during the call.
    fn is_changed(&self, product: &Product) -> bool {
        product
            .sources
            .iter()
            .flatten()
            .any(|file| self.changed.contains(file))
    }
}

/// The libraries, programs and build scripts of local packages.
fn compiled<'a>(output: &'a CargoOutput, root: &Path) -> Vec<Product<'a>> {
    let mut products = Vec::new();
    for artifact in &output.artifacts {
        if let Some(file) = artifact.filenames.first() {
            products.push(Product {
                package_id: &artifact.package_id,
                id: file_hash(file).unwrap_or_default(),
                is_fresh: artifact.fresh,
                sources: sources(artifact, file, root),
            });
        }
    }
    products
}

/// The runs of build scripts of local packages. Files of other packages never change.
fn script_runs<'a>(
    before: &SourceSnapshot,
    output: &'a CargoOutput,
    root: &Path,
) -> Vec<Product<'a>> {
    let mut runs = Vec::new();
    for script in &output.scripts {
        if let Some(package) = output.package_folder(&script.package_id) {
            let file = script.output_file();
            let id = run_id(&file);
            let text = fs::read_to_string(file).ok();
            runs.push(Product {
                package_id: &script.package_id,
                id,
                is_fresh: before.script_runs.contains(&id),
                sources: text.and_then(|text| script_sources(package, &text, root)),
            });
        }
    }
    runs
}

/// The environment variables that a program and the build scripts of all its packages read. `None`
/// if not all of them are known.
fn variables(output: &CargoOutput) -> Option<BTreeSet<String>> {
    let folder = output.executable()?.parent()?;
    // Cargo links or copies a program from `deps`, but leaves tests there.
    let mut variables = if folder.ends_with("deps") {
        compiled_variables(folder)
    } else {
        compiled_variables(&folder.join("deps"))
    };
    for script in &output.scripts {
        let text = fs::read_to_string(script.output_file()).ok()?;
        let names = instruction_values(&text, "rerun-if-env-changed");
        variables.extend(names.map(str::to_owned));
    }
    Some(variables)
}

/// The records of the libraries, programs and script runs whose sources are known.
pub struct CompilationRecords {
    file: PathBuf,
    /// A hash for each product with its sources. The one that was used last is at the end.
    pub hashes: Vec<u64>,
}

impl CompilationRecords {
    /// Reads the records of a project. An artifact without a record counts as changed.
    pub fn load(project: &Project) -> Self {
        let file = project.state_dir().join("compiled.json");
        let text = fs::read(&file).unwrap_or_default();
        let hashes = serde_json::from_slice(&text).unwrap_or_default();
        Self { file, hashes }
    }

    /// Adds the compiled products, and finds the products that cargo reported as fresh although
    /// they were made from other sources.
    pub fn update(&mut self, compilation: &Compilation) -> Freshness {
        let mut missed = BTreeSet::new();
        let mut is_complete = true;
        for product in &compilation.products {
            let record = compilation.record_of(product);
            is_complete &= record.is_some();
            if product.is_fresh {
                if !record.is_some_and(|record| self.renew(record)) {
                    missed.insert(product.package_id.to_owned());
                }
            } else if !compilation.is_changed(product) {
                self.hashes.extend(record);
            }
        }
        // If no program was built, the compiler's errors are shown, even if files were changed
        // meanwhile.
        let is_unsure = !compilation.changed.is_empty() && compilation.has_program;
        match &compilation.variables {
            _ if is_unsure || !missed.is_empty() => Freshness::Outdated { missed },
            Some(variables) if is_complete => Freshness::Current {
                variables: variables.clone(),
            },
            _ => Freshness::Incomplete,
        }
    }

    /// Moves a record to the end, so that it is removed last. Returns false if there is no such
    /// record.
    fn renew(&mut self, record: u64) -> bool {
        let position = self.hashes.iter().rposition(|&hash| hash == record);
        if let Some(position) = position {
            self.hashes.remove(position);
            self.hashes.push(record);
        }
        position.is_some()
    }

    /// Writes the records. If this fails, cargo later builds more than necessary.
    pub fn save(&self) {
        let surplus = self.hashes.len().saturating_sub(KEPT_RECORDS);
        if let Ok(text) = serde_json::to_vec(&self.hashes[surplus..]) {
            let _ = replace_unflushed(&self.file, text);
        }
    }
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;
    use crate::cargo::request::Profile;
    use crate::processes::CancelToken;
    use crate::testing::{no_variables, project, write};

    /// A compilation of one product whose source has this content.
    fn compilation(is_fresh: bool, content: u64) -> Compilation<'static> {
        let source = PathBuf::from("/root/lib.rs");
        Compilation {
            root: Path::new("/root"),
            products: vec![Product {
                package_id: "lib",
                id: 1,
                is_fresh,
                sources: Some([source.clone()].into()),
            }],
            files: [(source, Some(content))].into(),
            changed: BTreeSet::new(),
            has_program: true,
            variables: Some(BTreeSet::new()),
        }
    }

    #[test]
    fn a_library_that_is_used_keeps_its_record_however_many_others_are_compiled() {
        let (_temp, project) = project(&[]);
        let current = Freshness::Current {
            variables: BTreeSet::new(),
        };
        let mut records = CompilationRecords::load(&project);
        assert_eq!(records.update(&compilation(false, 0)), current);
        for content in 1..=KEPT_RECORDS as u64 {
            assert_eq!(records.update(&compilation(false, content)), current);
            if content == 1000 {
                assert_eq!(records.update(&compilation(true, 0)), current);
            }
        }
        records.save();
        let mut records = CompilationRecords::load(&project);
        assert_eq!(records.update(&compilation(true, 0)), current);
        let missed = ["lib".to_owned()].into();
        let outdated = Freshness::Outdated { missed };
        assert_eq!(records.update(&compilation(true, 1)), outdated);
    }

    #[test]
    fn sources_that_were_changed_or_are_unknown_make_no_record() {
        let (_temp, project) = project(&[]);
        let mut records = CompilationRecords::load(&project);
        let mut during = compilation(false, 0);
        during.changed = during.files.keys().cloned().collect();
        let missed = BTreeSet::new();
        assert_eq!(records.update(&during), Freshness::Outdated { missed });
        during.has_program = false;
        let current = Freshness::Current {
            variables: BTreeSet::new(),
        };
        assert_eq!(records.update(&during), current);
        let mut unknown = compilation(false, 0);
        unknown.products[0].sources = None;
        assert_eq!(records.update(&unknown), Freshness::Incomplete);
        unknown = compilation(false, 1);
        unknown.variables = None;
        assert_eq!(records.update(&unknown), Freshness::Incomplete);
        assert_eq!(records.hashes.len(), 1);
    }

    #[test]
    fn the_last_runs_of_build_scripts_are_found_where_cargo_builds() {
        let (_temp, project) = project(&[]);
        let script = "days/workers/debug/build/year2020-1f/output";
        write(project.root(), script, "");
        let request = BuildRequest {
            project: &project,
            puzzles: &[],
            per_day: false,
            tests: false,
            profile: Profile::Dev,
            features: &[],
            build_dir: "days/../days/workers",
            offline: true,
            quiet: true,
            environment: &no_variables(),
            cancel: &CancelToken::default(),
        };
        let before = SourceSnapshot::take(&request, &BTreeSet::new());
        // Cargo does not resolve `..` either.
        let output = project
            .root()
            .join("days/../days/workers/debug/build/year2020-1f/output");
        assert_eq!(before.script_runs, [run_id(&output)].into());
    }

    #[test]
    fn a_path_with_dots_is_known_by_its_file_unless_it_goes_through_a_link() {
        let temp = tempfile::tempdir().unwrap();
        let root = temp.path().canonicalize().unwrap();
        for file in ["days/a/x", "data/in"] {
            write(&root, file, "1");
        }
        std::os::unix::fs::symlink("in", root.join("data/link")).unwrap();
        let paths = [root.join("data/in"), root.join("data/link")];
        let states = paths.iter().map(|path| FileSnapshot::of(path));
        let before = SourceSnapshot {
            files: paths.clone().into_iter().zip(states).collect(),
            script_runs: BTreeSet::new(),
        };
        let before = before.contents_only();
        let content = file_hash(&paths[0]);
        assert!(content.is_some());
        assert!(!before.is_changed(&paths[0], content));
        assert!(!before.is_changed(&paths[1], content));
        assert!(before.is_changed(&paths[1], None));
        let dotted = |name: &str| root.join("days/a/../../data").join(name);
        assert!(!before.is_changed(&dotted("in"), content));
        assert!(before.is_changed(&dotted("link"), content));
        assert!(before.is_changed(&dotted("none"), content));
        assert!(!before.is_changed(&dotted("none"), None));
    }
}
