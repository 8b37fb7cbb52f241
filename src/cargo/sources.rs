//! Finds the files that a program was made from, and finds changes that cargo missed.
//!
//! Cargo compares times: a file that is older than the last build counts as unchanged, whatever
//! its content is. So `aoc` records each library, program and run of a build script with its
//! sources. If cargo says that an artifact is fresh, but it was not made from the present
//! sources, cargo has missed a change.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::{fs, iter};

use walkdir::WalkDir;

use super::command::{Artifact, CargoOutput, TARGET};
use super::fingerprint::{Contents, content_hashes};
use super::request::BuildRequest;
use super::toolchain::{Configuration, manifests};
use crate::files::{
    FileIdentity, content_hash, entries, hash, is_temporary, real_path, replace_unflushed,
    without_dots,
};
use crate::project::Project;

/// The number of libraries, programs and script runs that are recorded.
const KEPT_RECORDS: usize = 2000;

/// The state of the sources before a call of cargo.
pub struct SourceSnapshot {
    /// The files that may be sources.
    contents: Contents,
    /// The states of the files, which also show a change that was undone.
    states: BTreeMap<PathBuf, FileIdentity>,
    /// The last runs of build scripts.
    script_runs: BTreeSet<u64>,
}

impl SourceSnapshot {
    pub fn take(request: &BuildRequest, known: &BTreeSet<PathBuf>) -> Self {
        let target = request.project.root().join(TARGET);
        // For another target platform, cargo builds in a subfolder with its name.
        let mut folders: Vec<_> = entries(&target).map(|entry| entry.path()).collect();
        folders.push(target);
        let mut script_runs = BTreeSet::new();
        for folder in folders {
            for script in entries(&folder.join(request.profile.folder()).join("build")) {
                script_runs.insert(run_id(&script.path().join("output")));
            }
        }
        // The states are read first, so that a later change is always noticed.
        let files = known.iter().filter(|path| path.is_file());
        let states = files
            .filter_map(|path| Some((path.clone(), FileIdentity::of(path)?)))
            .collect();
        Self {
            states,
            contents: content_hashes(known),
            script_runs,
        }
    }

    /// The same snapshot without the states of files, so that only contents are compared. A build
    /// script may write an identical file at every call.
    pub fn contents_only(self) -> Self {
        let states = BTreeMap::new();
        Self { states, ..self }
    }

    /// True if the file's content differs from the one before the call, or if its state shows that
    /// it was changed in the meantime. A path with `..` is looked up without it, unless `..`
    /// follows a link.
    fn is_changed(&self, file: &Path, content: Option<u64>) -> bool {
        let plain = without_dots(file);
        let known = if !self.contents.contains_key(file) && real_path(file) == plain {
            &plain
        } else {
            file
        };
        let state = self.states.get(known);
        self.contents.get(known).copied().flatten() != content
            || state.is_some() && state.copied() != FileIdentity::of(file)
    }
}

/// An ID for the run of the build script that wrote this output.
fn run_id(output: &Path) -> u64 {
    hash(&(output, FileIdentity::of(output)))
}

/// The comparison of what cargo compiled, or considered fresh, with the present sources.
#[derive(Default)]
pub struct FreshnessCheck {
    /// The contents of the program's sources after the call.
    pub files: Contents,
    /// The environment variables that the program depends on.
    pub variables: BTreeSet<String>,
    /// The packages with changed sources that cargo did not compile.
    pub missed: BTreeSet<String>,
    /// Whether anything was compiled from unknown files, or from files that changed during the
    /// build, such as a lock file that cargo wrote.
    pub is_unsure: bool,
    /// Whether `files` or `variables` may be incomplete.
    pub is_incomplete: bool,
}

/// A compiled library, program or build script, or a run of a build script.
struct Product<'a> {
    package_id: &'a str,
    /// An ID that tells it from others with the same sources.
    id: u64,
    /// Whether cargo considered it up to date.
    is_fresh: bool,
    /// The sources; empty if they are not known for certain.
    sources: BTreeSet<PathBuf>,
}

impl FreshnessCheck {
    /// The runs of build scripts. Adds the variables that they read, even for packages from a
    /// registry, whose files nobody changes.
    fn script_runs<'a>(
        &mut self,
        before: &SourceSnapshot,
        output: &'a CargoOutput,
        root: &Path,
    ) -> Vec<Product<'a>> {
        let mut runs = Vec::new();
        for script in &output.scripts {
            let file = script.output();
            let Ok(text) = fs::read_to_string(&file) else {
                self.is_incomplete = true;
                continue;
            };
            let variables = directives(&text, "rerun-if-env-changed");
            self.variables.extend(variables.map(str::to_owned));
            if let Some(package) = output.package(&script.package_id) {
                let id = run_id(&file);
                runs.push(Product {
                    package_id: &script.package_id,
                    id,
                    is_fresh: before.script_runs.contains(&id),
                    sources: script_sources(package, &text, root).unwrap_or_default(),
                });
            }
        }
        runs
    }
}

/// The libraries, programs and build scripts of local packages.
fn compiled<'a>(output: &'a CargoOutput, root: &Path) -> Vec<Product<'a>> {
    let mut products = Vec::new();
    for artifact in &output.artifacts {
        if let Some(file) = artifact.filenames.first() {
            products.push(Product {
                package_id: &artifact.package_id,
                id: content_hash(file).unwrap_or_default(),
                is_fresh: artifact.fresh,
                sources: sources(artifact, file, root).unwrap_or_default(),
            });
        }
    }
    products
}

/// The values of an instruction in a build script's output.
fn directives<'a>(output: &'a str, key: &str) -> impl Iterator<Item = &'a str> {
    output.lines().filter_map(move |line| {
        let line = line.strip_prefix("cargo:")?;
        let line = line.strip_prefix(':').unwrap_or(line);
        line.strip_prefix(key)?.strip_prefix('=')
    })
}

/// The files and folders that a build script asked cargo to watch. If it named neither files nor
/// variables, this is its whole package. `None` if only cargo knows when the script runs.
fn script_sources(package: &Path, output: &str, root: &Path) -> Option<BTreeSet<PathBuf>> {
    let mut watched: Vec<PathBuf> = directives(output, "rerun-if-changed")
        .map(|path| package.join(path))
        .collect();
    let mut variables = directives(output, "rerun-if-env-changed");
    if watched.is_empty() && variables.next().is_none() {
        watched.push(package.to_owned());
    }
    let target = root.join("target");
    // The list always has an entry, because an empty list would mean that the sources are not
    // known.
    let mut sources = BTreeSet::from([package.join("Cargo.toml")]);
    for path in watched {
        // By naming a file that does not exist, a script asks cargo to run it every time.
        if !path.exists() {
            return None;
        }
        let entries = WalkDir::new(path).follow_links(true).into_iter();
        for entry in entries.filter_entry(|entry| {
            let is_output = entry.path() == target || entry.file_name() == ".git";
            entry.depth() == 0 || !is_output && !is_temporary(entry.file_name())
        }) {
            match entry {
                Ok(entry) => sources.extend([entry.into_path()]),
                // The entry is a link that leads nowhere or to a folder above it.
                Err(error) => sources.extend(error.path().map(Path::to_owned)),
            }
        }
    }
    Some(sources)
}

/// The sources of a library, program or build script, from the dependency lists of rustc and
/// cargo. `None` if a list is missing, incomplete or of another program.
fn sources(artifact: &Artifact, file: &Path, root: &Path) -> Option<BTreeSet<PathBuf>> {
    let mut lists = Vec::new();
    if let Some(program) = &artifact.executable {
        let list = program.with_extension("d");
        let rule = read_rule(&list)?;
        if rule[0] != *program || !rule.contains(&artifact.target.src_path) {
            return None;
        }
        lists.push(rule);
        // Cargo's list has the target of a link, but not the link.
        lists.extend(rustc_list(program));
    } else if artifact.is_build_script() {
        let list = entries(file.parent()?)
            .map(|entry| entry.path())
            .find(|path| path.extension() == Some(OsStr::new("d")))?;
        lists.push(read_rule(&list)?);
    } else {
        // The list of `deps/libgrid-0123.rlib` is `deps/grid-0123.d`.
        let stem = file.file_stem()?.to_str()?;
        let name = stem.strip_prefix("lib").unwrap_or(stem);
        lists.push(read_rule(&file.with_file_name(format!("{name}.d")))?);
    }
    // For packages of the workspace, rustc runs in the workspace's root.
    let folder = artifact.folder();
    let ran_in = if folder.starts_with(root) {
        root
    } else {
        folder
    };
    let mut sources = BTreeSet::new();
    for file in lists.iter().flat_map(|rule| &rule[1..]) {
        // Links in paths are not resolved, so that a change of a link is noticed.
        let path = ran_in.join(file);
        sources.extend(other_form(&path));
        sources.insert(path);
    }
    Some(sources)
}

/// The file that must not exist together with this module's file: `NAME/mod.rs` for `NAME.rs`,
/// and vice versa. If it is created, cargo does not notice that and would keep running the old
/// program.
fn other_form(file: &Path) -> Option<PathBuf> {
    if file.extension()? != "rs" {
        return None;
    }
    if file.file_name()? != "mod.rs" {
        return Some(file.with_extension("").join("mod.rs"));
    }
    let folder = file.parent()?;
    let mut name = folder.file_name()?.to_owned();
    name.push(".rs");
    Some(folder.with_file_name(name))
}

/// The dependency list that rustc wrote for a program. Cargo links or copies the program from
/// `deps`, where there are also lists for programs with other days.
fn rustc_list(program: &Path) -> Option<Vec<PathBuf>> {
    let state = FileIdentity::of(program)?;
    let compiled = entries(&program.with_file_name("deps"))
        .map(|entry| entry.path())
        .find(|path| FileIdentity::of(path) == Some(state))?;
    read_rule(&compiled.with_extension("d"))
}

/// Reads the first rule of a dependency list: the target, then at least one file that it depends
/// on. A backslash escapes a blank; other backslashes are part of the name.
fn read_rule(list: &Path) -> Option<Vec<PathBuf>> {
    let text = fs::read_to_string(list).ok()?;
    let (rule, _) = text.split_once('\n')?;
    let rule = rule.replace("\\ ", "\0");
    let (target, files) = rule.split_once(": ")?;
    let paths: Vec<PathBuf> = iter::once(target)
        .chain(files.split(' '))
        .filter(|word| !word.is_empty())
        .map(|word| word.replace('\0', " ").into())
        .collect();
    (paths.len() > 1).then_some(paths)
}

/// The environment variables that were read when crates with a dependency list in this folder
/// were compiled. Each variant of a crate has its own list.
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
pub struct CompilationRecords {
    file: PathBuf,
    /// A hash for each compiled artifact and its sources, the newest last.
    pub hashes: Vec<u64>,
}

impl CompilationRecords {
    /// Reads the records of a project. An artifact without a record counts as changed.
    pub fn load(project: &Project) -> Self {
        let file = project.stamps_dir().join("compiled.json");
        let text = fs::read(&file).unwrap_or_default();
        let hashes = serde_json::from_slice(&text).unwrap_or_default();
        Self { file, hashes }
    }

    /// Compares the artifacts that cargo compiled or considered fresh with their sources.
    /// `before` has the sources that were known before the call. Records what was compiled.
    pub fn check(
        &mut self,
        request: &BuildRequest,
        before: &SourceSnapshot,
        output: &CargoOutput,
    ) -> FreshnessCheck {
        let root = request.project.root();
        let mut check = FreshnessCheck::default();
        let mut paths = Configuration::read(root, request.environment).files;
        for artifact in &output.artifacts {
            paths.extend(manifests(artifact.folder()));
        }
        if let Some(program) = output.executable() {
            check.variables = compiled_variables(&program.with_file_name("deps"));
        }
        let mut products = compiled(output, root);
        products.extend(check.script_runs(before, output, root));
        for product in &products {
            check.is_incomplete |= product.sources.is_empty();
            paths.extend(product.sources.iter().cloned());
        }
        check.files = content_hashes(&paths);
        // Nobody but cargo writes into its own folder.
        let target = root.join(TARGET);
        let mut changed = check.files.clone();
        changed.retain(|file, hash| before.is_changed(file, *hash) && !file.starts_with(&target));
        check.is_unsure = !changed.is_empty();
        for product in products {
            let sources = &product.sources;
            // Two projects may share cargo's output, so paths in the project begin at its root.
            let contents: Vec<_> = sources
                .iter()
                .map(|file| (file.strip_prefix(root).unwrap_or(file), check.files[file]))
                .collect();
            let record = hash(&(product.id, contents));
            if product.is_fresh {
                if sources.is_empty() || !self.hashes.contains(&record) {
                    check.missed.insert(product.package_id.to_owned());
                }
            } else if !sources.iter().any(|file| changed.contains_key(file)) {
                self.hashes.push(record);
            }
        }
        check
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
    use crate::testing::write;

    #[test]
    fn a_build_script_reads_what_it_names_otherwise_its_package() {
        let temp = tempfile::tempdir().unwrap();
        let root = temp.path();
        let package = root.join("days/year2020");
        for file in ["build.rs", "list/a", ".hidden", ".a.rs.swp", ".git/HEAD"] {
            write(&package, file, "");
        }
        write(root, "target/x", "");
        write(root, "data/b", "");
        let read = |package: &Path, output: &str| -> Option<Vec<String>> {
            let sources = script_sources(package, output, root)?;
            let shown = |path: PathBuf| {
                let path = path.strip_prefix(package).unwrap().to_owned();
                path.to_string_lossy().replace('\\', "/")
            };
            Some(sources.into_iter().map(shown).collect())
        };
        let all = ["", ".hidden", "Cargo.toml", "build.rs", "list", "list/a"];
        let all = all.map(str::to_owned).to_vec();
        for (output, expected) in [
            ("", Some(all.clone())),
            ("cargo::rustc-env=A=1\nwarning=x\n", Some(all)),
            (
                "cargo::rerun-if-env-changed=A\n",
                Some(vec!["Cargo.toml".to_owned()]),
            ),
            (
                "cargo:rerun-if-changed=list\r\ncargo::rerun-if-changed=build.rs\n",
                Some(
                    ["Cargo.toml", "build.rs", "list", "list/a"]
                        .map(str::to_owned)
                        .to_vec(),
                ),
            ),
            // Only cargo knows when the script runs.
            ("cargo::rerun-if-changed=none\n", None),
        ] {
            assert_eq!(read(&package, output), expected, "{output}");
        }
        // A package in the root contains the build folder.
        let found = read(root, "").unwrap();
        assert!(found.contains(&"data/b".to_owned()), "{found:?}");
        assert!(!found.iter().any(|path| path.starts_with("target")));
    }

    #[test]
    fn values_are_those_of_the_key() {
        let output = "cargo::rerun-if-changed=a=b\ncargo:rerun-if-changed=c\n\
                      cargo::rerun-if-changed-not=d\nrerun-if-changed=e\n";
        let found: Vec<&str> = directives(output, "rerun-if-changed").collect();
        assert_eq!(found, ["a=b", "c"]);
    }

    #[cfg(unix)]
    #[test]
    fn a_path_with_dots_is_known_by_its_file_unless_it_goes_through_a_link() {
        let temp = tempfile::tempdir().unwrap();
        let root = temp.path().canonicalize().unwrap();
        for file in ["days/a/x", "data/in"] {
            write(&root, file, "1");
        }
        std::os::unix::fs::symlink("in", root.join("data/link")).unwrap();
        let paths = [root.join("data/in"), root.join("data/link")];
        let before = SourceSnapshot {
            contents: content_hashes(&paths.clone().into()),
            states: BTreeMap::new(),
            script_runs: BTreeSet::new(),
        };
        let content = content_hash(&paths[0]);
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

    #[test]
    fn the_list_of_another_program_is_none() {
        let temp = tempfile::tempdir().unwrap();
        let path = |name: &str| temp.path().join(name).to_str().unwrap().to_owned();
        let program = temp.path().join("year2020");
        let artifact: Artifact = serde_json::from_value(serde_json::json!({
            "package_id": "year2020",
            "manifest_path": path("Cargo.toml"),
            "target": { "kind": ["bin"], "src_path": path("main.rs") },
            "filenames": [program],
            "executable": program,
            "fresh": true,
        }))
        .unwrap();
        for (target, source, is_its_own) in [
            ("year2020", "main.rs", true),
            ("year2021", "main.rs", false),
            ("year2020", "src/main.rs", false),
        ] {
            let rule = format!("{}: {} {}\n", path(target), path(source), path("day01.rs"));
            write(temp.path(), "year2020.d", rule);
            let files = ["main.rs", "main/mod.rs", "day01.rs", "day01/mod.rs"];
            let files = files.map(|file| temp.path().join(file));
            let expected = is_its_own.then(|| files.into());
            let found = sources(&artifact, &program, temp.path());
            assert_eq!(found, expected, "{target} {source}");
        }
    }

    #[test]
    fn a_module_has_one_of_two_files() {
        for (file, other) in [
            ("/a/grid.rs", Some("/a/grid/mod.rs")),
            ("/a/grid/mod.rs", Some("/a/grid.rs")),
            ("/a/v1.2/mod.rs", Some("/a/v1.2.rs")),
            ("/a/text.txt", None),
            ("/a/rs", None),
        ] {
            assert_eq!(
                other_form(Path::new(file)),
                other.map(PathBuf::from),
                "{file}"
            );
        }
    }

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
        // A rule without any source is invalid.
        fs::write(&list, "/a/year2020: \n").unwrap();
        assert_eq!(read_rule(&list), None);
    }

    /// The folder also contains programs with other days.
    #[test]
    fn the_list_of_rustc_is_that_of_the_same_file() {
        let temp = tempfile::tempdir().unwrap();
        for name in ["1", "2", "3"] {
            let program = format!("deps/year2020-{name}");
            write(temp.path(), &program, "program");
            let rule = format!("{program}: day0{name}.rs\n");
            write(temp.path(), &format!("{program}.d"), rule);
        }
        let program = temp.path().join("year2020");
        fs::hard_link(temp.path().join("deps/year2020-2"), &program).unwrap();
        let rule = ["deps/year2020-2", "day02.rs"].map(PathBuf::from);
        assert_eq!(rustc_list(&program), Some(rule.into()));
    }
}
