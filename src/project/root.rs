//! The root of the repository, and the paths below it.
//!
//! Other files add methods to [`Project`]:
//!
//! - `days`: its days, and the day that was edited last
//! - `year`: the modules of a year, and `sync`, which updates its `main.rs`
//! - `year/main_text`: the text of that file
//! - `manifest`: the members of the workspace, and the keys of a year's manifest
//! - `library`: the copy of the library
//! - `new_files`: the files that `init` and `new` create
//! - `git`: queries to git, and checkouts of other revisions
//! - `links`: the links that are not written through

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use toml::Table;

use crate::config::ChildEnv;
use crate::error::{CliError, Result, usage_error};
use crate::files::{
    SharedLock, create_source, parse_toml, read_table, read_text_file, real_path, shown_path,
    slashed, toml_at, write_source,
};
use crate::puzzle::{DAYS, Puzzle, Year, day_of_name};

/// A repository as `aoc init` creates it.
#[derive(Clone, Debug)]
pub struct Project {
    pub(super) root: PathBuf,
    /// The folder in which the command works. Messages show paths relative to it.
    pub(super) current: PathBuf,
    manifest: Table,
    /// The reason why the manifest cannot be read, with its line.
    pub manifest_error: Option<String>,
    /// The name of the revision that is checked out in the root. `None` for the user's own
    /// checkout.
    pub(super) revision: Option<String>,
    /// The lock on the checkout of the revision. It is held until the last clone is dropped.
    pub(super) in_use: Option<Arc<SharedLock>>,
    /// The environment of git, which lists tracked files and checks out revisions.
    pub(super) environment: ChildEnv,
}

impl Project {
    /// Finds the project that contains `start`: the nearest folder, from `start` upwards, with a
    /// workspace that has `[workspace.metadata.aoc]` or years.
    pub fn find(start: &Path, environment: &ChildEnv) -> Result<Self> {
        for folder in start.ancestors() {
            let Ok(text) = read_text_file(&folder.join("Cargo.toml")) else {
                continue;
            };
            let mut project = Self::with_manifest(folder, &text, environment);
            project.current = real_path(start);
            let has_packages = text.contains("workspace")
                && project
                    .years()
                    .into_iter()
                    .any(|year| project.manifest_of(year).is_file());
            if has_packages || project.metadata().is_some() {
                return Ok(project);
            }
        }
        Err(Self::not_found_error(start))
    }

    /// The error for a folder outside of a project. It names a manifest that cannot be read,
    /// because this may be the manifest of the project.
    pub fn not_found_error(folder: &Path) -> CliError {
        let broken = folder.ancestors().find_map(|folder| {
            let manifest = folder.join("Cargo.toml");
            let why = match read_text_file(&manifest) {
                Ok(text) => format!("is not valid TOML in {}", parse_toml::<Table>(&text).err()?),
                Err(error) if error.kind() == ErrorKind::NotFound => return None,
                Err(error) => format!("cannot be read: {error}"),
            };
            Some(format!(", but {} {why}", manifest.display()))
        });
        usage_error(format!(
            "no aoc project here: neither {} nor a folder above it is one{}",
            folder.display(),
            broken.as_deref().unwrap_or("; `aoc init` creates one")
        ))
    }

    /// A repository that may still be empty. A manifest that cannot be read counts as empty.
    /// Messages show paths relative to the root.
    pub fn at(root: &Path, environment: &ChildEnv) -> Self {
        let manifest = read_text_file(&root.join("Cargo.toml")).unwrap_or_default();
        Self::with_manifest(root, &manifest, environment)
    }

    fn with_manifest(root: &Path, text: &str, environment: &ChildEnv) -> Self {
        let (manifest, manifest_error) = match parse_toml(text) {
            Ok(manifest) => (manifest, None),
            Err(why) => (Table::new(), Some(why)),
        };
        let root = real_path(root);
        Self {
            current: root.clone(),
            root,
            manifest,
            manifest_error,
            revision: None,
            in_use: None,
            environment: environment.clone(),
        }
    }

    /// The folder of the workspace, as cargo and git write it.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The workspace's manifest, parsed. Empty if it is not TOML.
    pub fn manifest(&self) -> &Table {
        &self.manifest
    }

    pub fn manifest_path(&self) -> PathBuf {
        self.root.join("Cargo.toml")
    }

    /// The table `[workspace.metadata.aoc]`.
    pub fn metadata(&self) -> Option<&Table> {
        toml_at(&self.manifest, &["workspace", "metadata", "aoc"])?.as_table()
    }

    /// The build folder. `CARGO_TARGET_DIR` is ignored, because two checkouts with a shared folder
    /// would run each other's code.
    pub fn target_dir(&self) -> PathBuf {
        self.root.join("target")
    }

    /// The folder with everything that `aoc` remembers about this project: the fingerprints of
    /// programs, the records of compiled packages, and the last runs. It also contains the locks on
    /// builds, programs and checkouts.
    pub fn state_dir(&self) -> PathBuf {
        self.target_dir().join("aoc-stamps")
    }

    /// The folder with the packages of the years.
    pub fn days_dir(&self) -> PathBuf {
        self.root.join(DAYS)
    }

    /// The folder of a year's package.
    pub fn year_dir(&self, year: Year) -> PathBuf {
        self.days_dir().join(year.package())
    }

    /// The manifest of a year's package.
    pub fn manifest_of(&self, year: Year) -> PathBuf {
        self.year_dir(year).join("Cargo.toml")
    }

    /// The manifest of a year's package, parsed. Empty if it cannot be read.
    pub fn parsed_manifest_of(&self, year: Year) -> Table {
        read_table(&self.manifest_of(year))
    }

    /// The file of a year's program.
    pub fn main_rs(&self, year: Year) -> PathBuf {
        self.year_dir(year).join("main.rs")
    }

    /// The file `days/year2020/day22.rs` and the folder `days/year2020/day22`.
    pub fn day_paths(&self, puzzle: Puzzle) -> [PathBuf; 2] {
        let folder = self.year_dir(puzzle.year);
        let module = folder.join(puzzle.day.module());
        [module.with_extension("rs"), module]
    }

    /// The year whose folder is `folder` or contains it.
    pub fn year_of(&self, folder: &Path) -> Option<Year> {
        let name = folder.strip_prefix(self.days_dir()).ok()?.iter().next()?;
        parse_year(name.to_str()?)
    }

    /// The day that a source file belongs to: `dayNN.rs`, or a file below `dayNN/`.
    pub fn puzzle_of(&self, file: &Path) -> Option<Puzzle> {
        let year = self.year_of(file)?;
        let name = file
            .strip_prefix(self.year_dir(year))
            .ok()?
            .iter()
            .next()?
            .to_str()?;
        let module = name.strip_suffix(".rs").unwrap_or(name);
        Some(year.day(day_of_name(year, module)?))
    }

    /// The paths in the project that lead to this file. There are several if the project's folder,
    /// a folder below it or the file is a link. The first path has the fewest links resolved, and
    /// the last one has all of them resolved. On Windows, names that differ only in case are also
    /// the same.
    pub fn paths_through_links(&self, path: &Path) -> Vec<PathBuf> {
        let root = self.root.canonicalize();
        let mut paths: Vec<PathBuf> = path
            .ancestors()
            .filter_map(|folder| {
                let real = folder.canonicalize().ok()?;
                let inside = real.strip_prefix(root.as_ref().ok()?).ok()?;
                let rest = path.strip_prefix(folder).ok()?;
                Some(self.root.join(inside).join(rest))
            })
            .collect();
        paths.reverse();
        paths
    }

    /// Writes a file of the repository. Replaces an existing file. Like [`Self::create`], this does
    /// not follow a link that [`Self::check_links`] refuses.
    pub fn write(&self, path: &Path, text: &str) -> Result<()> {
        self.check_links(path.parent().unwrap_or(path))?;
        write_source(path, text)
    }

    /// Writes a new file of the repository. Fails if the file exists.
    pub fn create(&self, path: &Path, text: &str) -> Result<()> {
        self.check_links(path.parent().unwrap_or(path))?;
        create_source(path, text)
    }

    /// The path from the root, with `/` on all systems. A path outside of the root is unchanged.
    pub fn path_below_root(&self, path: &Path) -> String {
        match path.strip_prefix(&self.root) {
            Ok(inner) => slashed(inner),
            Err(_) => path.display().to_string(),
        }
    }

    /// The path as messages show it, see [`shown_path`].
    pub fn shown(&self, path: &Path) -> String {
        shown_path(path, &self.current).display().to_string()
    }
}

/// Parses the name of a folder such as `year2020`.
pub fn parse_year(name: &str) -> Option<Year> {
    Year::parse(name.strip_prefix("year")?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Exit;
    use crate::testing::{no_variables, project, with_slashes, write};

    #[test]
    fn is_found_from_below() {
        let files = ["year2020/Cargo.toml", "year2020/day07/deep/x.rs"];
        let (temp, project) = project(&files.map(|file| (file, "")));
        let inside = temp.path().join("days/year2020/day07/deep");
        for start in [temp.path(), &inside] {
            assert_eq!(
                Project::find(start, &no_variables()).unwrap().root(),
                temp.path()
            );
        }
        let below = Project::find(&temp.path().join("days/year2020"), &no_variables()).unwrap();
        let shown = |path| with_slashes(&below.shown(&project.root().join(path)));
        assert_eq!(shown("days/year2020/day07/deep/x.rs"), "day07/deep/x.rs");
        let outside = with_slashes(&project.manifest_path().display().to_string());
        assert_eq!(shown("Cargo.toml"), outside);
        assert_eq!(project.year_of(&inside), Some(Year::of(2020)));
        assert_eq!(project.year_of(temp.path()), None);
        assert_eq!(project.year_of(Path::new("/")), None);
    }

    #[test]
    fn years_beside_a_workspace_are_enough_even_if_it_is_broken() {
        for manifest in ["[workspace]\n", "[workspace]\nmembers = [\n"] {
            let temp = tempfile::tempdir().unwrap();
            write(temp.path(), "Cargo.toml", manifest);
            let error = Project::find(temp.path(), &no_variables()).unwrap_err();
            let none = format!("no aoc project here: neither {} ", temp.path().display());
            assert!(error.to_string().starts_with(&none), "{error}");
            assert_eq!(error.exit, Exit::Usage);
            write(temp.path(), "days/year2020/Cargo.toml", "");
            assert!(
                Project::find(temp.path(), &no_variables()).is_ok(),
                "{manifest}"
            );
        }
    }

    #[test]
    fn a_path_outside_of_the_root_is_unchanged() {
        let (temp, project) = project(&[]);
        let inside = temp.path().join("inputs").join("day01.txt");
        assert_eq!(project.path_below_root(&inside), "inputs/day01.txt");
        let outside = temp.path().with_file_name("private").join("day01.txt");
        assert_eq!(project.path_below_root(&outside), outside.to_str().unwrap());
    }

    #[test]
    fn a_manifest_that_cannot_be_read_is_named() {
        let temp = tempfile::tempdir().unwrap();
        write(temp.path(), "Cargo.toml", b"\xff");
        let error = Project::find(temp.path(), &no_variables()).unwrap_err();
        let why = format!(
            ", but {} cannot be read: it is not UTF-8",
            temp.path().join("Cargo.toml").display()
        );
        assert!(error.to_string().ends_with(&why), "{error}");
        let empty = tempfile::tempdir().unwrap();
        let error = Project::not_found_error(empty.path());
        assert!(error.to_string().contains(" is one; "), "{error}");
    }
}
