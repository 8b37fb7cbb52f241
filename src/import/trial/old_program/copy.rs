//! Copies an imported folder, so that its program can be built and run.
//!
//! The copy has the files that the import has listed. These include the inputs, and all files that
//! cargo needs. The copy contains no file whose name or short text looks like a session, no
//! variable with a session, and no git repository. It contains no links either, because they may
//! lead anywhere.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::iter::once;
use std::path::{Path, PathBuf};

use cargo_toml::Workspace;

use super::DayToCompare;
use crate::error::{CliError, Result, failure, file_error};
use crate::files::{read_text_file, text_digest, write_source};
use crate::import::folder::manifest::excludes;
use crate::import::folder::names::{join, within};
use crate::import::folder::secrets::{is_secret_file, is_secret_text, without_secrets};
use crate::import::repository::OldRepository;
use crate::puzzle::Puzzle;

/// The maximum number of bytes that are copied.
const MAX_BYTES: u64 = 500 << 20;

/// The copy of the imported folder. Packages and files have the same paths as in the tree of the
/// repository.
pub struct ProgramCopy<'r> {
    pub repository: &'r OldRepository,
    pub root: PathBuf,
    /// The files of the repository, by the digests of their texts.
    by_text: BTreeMap<u64, Vec<&'r str>>,
}

impl<'r> ProgramCopy<'r> {
    /// Copies the files that cargo and the program need. A configuration that [`without_secrets`]
    /// does not accept is left out.
    pub fn copy(repository: &'r OldRepository, to: &Path) -> Result<Self> {
        let folder = Self {
            repository,
            root: to.to_owned(),
            by_text: files_by_text(repository),
        };
        folder.copy_files()?;
        folder.make_workspaces()?;
        Ok(folder)
    }

    fn copy_files(&self) -> Result<()> {
        let tree = &self.repository.tree;
        let mut bytes = 0;
        for file in tree.all_files().filter(|file| !is_secret_file(file)) {
            let path = tree.path(file);
            let copy = self.root.join(file);
            bytes += fs::metadata(&path).map_or(0, |metadata| metadata.len());
            if bytes > MAX_BYTES {
                let most = bytesize::ByteSize(MAX_BYTES);
                return Err(failure(format!(
                    "the folder is larger than {most}: import a part of it"
                )));
            }
            if is_configuration(file) {
                let text = read_text_file(&path).ok();
                if let Some(text) = text.and_then(|text| without_secrets(&text)) {
                    write_source(&copy, text)?;
                }
            } else if !is_secret_text(&path) {
                if let Some(folder) = copy.parent() {
                    fs::create_dir_all(folder)
                        .map_err(|error| CliError::cannot_write(folder, error))?;
                }
                fs::copy(&path, &copy).map_err(|error| {
                    file_error(format!("cannot copy {}", path.display())).caused_by(error)
                })?;
            }
        }
        Ok(())
    }

    /// Turns each package that is in no workspace into its own workspace, because cargo would
    /// otherwise find the workspace of the project around the copy. The packages inside its folder
    /// are excluded, because cargo would otherwise make its path dependencies members, and a member
    /// cannot be a workspace.
    fn make_workspaces(&self) -> Result<()> {
        // The file in the copy is read, because it has no secrets.
        let manifests: Vec<(&str, String)> = self
            .repository
            .packages
            .iter()
            .filter_map(|package| {
                let file = self.root.join(join(&package.folder, "Cargo.toml"));
                Some((&*package.folder, read_text_file(&file).ok()?))
            })
            .collect();
        let mut workspaces = Vec::new();
        for (folder, text) in &manifests {
            let table = text.parse::<toml::Table>();
            if let Some(workspace) = table.ok().and_then(|mut table| table.remove("workspace")) {
                let workspace: Option<Workspace> = workspace.try_into().ok();
                workspaces.push((*folder, workspace));
            }
        }
        for (folder, text) in &manifests {
            let file = join(folder, "Cargo.toml");
            let path = self.root.join(folder);
            let is_in_workspace = workspaces.iter().any(|(root, workspace)| {
                let root = self.root.join(root);
                path.starts_with(&root)
                    && !workspace
                        .as_ref()
                        .is_some_and(|workspace| excludes(workspace, &root, &path))
            });
            if is_in_workspace {
                continue;
            }
            let mut text = format!("{text}\n[workspace]\n");
            let inner: Vec<&str> = manifests
                .iter()
                .filter_map(|(other, _)| within(folder, other))
                .filter(|inner| !inner.is_empty())
                .collect();
            if !inner.is_empty() {
                text += &format!("exclude = {}\n", toml::Value::from(inner));
            }
            write_source(&self.root.join(&file), text)?;
        }
        Ok(())
    }

    fn has_manifest(&self, folder: &str) -> bool {
        self.root.join(join(folder, "Cargo.toml")).is_file()
    }

    /// The folder of a day's package. `None` if the day is not in a package.
    pub fn package(&self, file: &str) -> Option<&'r str> {
        let folder = &self.repository.package_of(file).folder;
        self.has_manifest(folder).then_some(folder)
    }

    /// The target folder of a package, relative to the target folder of all old programs. It is the
    /// outermost folder around the package in which no two packages have the same name. In one
    /// target folder, cargo could not tell apart packages with the same name, version and place in
    /// their workspaces, and the program of another day would run.
    pub fn target_folder(&self, package: &'r str) -> &'r str {
        let ends = package.match_indices('/').map(|(end, _)| end);
        once(0)
            .chain(ends)
            .map(|end| &package[..end])
            .find(|folder| self.has_clear_names(folder))
            .unwrap_or(package)
    }

    /// True if no two packages in a folder have the same name.
    fn has_clear_names(&self, folder: &str) -> bool {
        let mut names = BTreeSet::new();
        self.repository
            .packages
            .iter()
            .filter(|package| package.manifest.package.is_some())
            .filter(|package| within(folder, &join(&package.folder, "Cargo.toml")).is_some())
            .all(|package| names.insert(&package.name))
    }

    /// The puzzles of all days of a package, including those that are not imported.
    pub fn puzzles(&self, package: &str) -> BTreeSet<Puzzle> {
        self.repository
            .day_files()
            .filter(|day| self.repository.package_of(&day.file).folder == package)
            .map(|day| day.puzzle)
            .collect()
    }

    /// True if the program can get the input of the day: the input is in a file of the copy, or the
    /// old folder has no input for the day at all, and the program may read it from stdin.
    pub fn has_input(&self, day: &DayToCompare) -> bool {
        let has_other = self.repository.input_files.has(day.puzzle)
            || self.files_with_input(day).next().is_some();
        !has_other || self.input_file(day).is_some()
    }

    /// The file of the copy with the input of the day.
    pub fn input_file(&self, day: &DayToCompare) -> Option<PathBuf> {
        let file = self
            .files_with_input(day)
            .find(|file| !is_secret_file(file))?;
        Some(self.root.join(file))
    }

    /// The files of the old folder with the input of the day. A file whose name looks like a
    /// secret's is not in the copy.
    fn files_with_input(&self, day: &DayToCompare) -> impl Iterator<Item = &&'r str> {
        let files = self.by_text.get(&text_digest(&day.input));
        files.into_iter().flatten()
    }
}

/// The files of a repository, by the digests of their texts. Each file is read once for all days.
fn files_by_text(repository: &OldRepository) -> BTreeMap<u64, Vec<&str>> {
    let mut files = BTreeMap::<u64, Vec<&str>>::new();
    for file in &repository.tree.files {
        if let Ok(text) = repository.tree.text(file) {
            files.entry(text_digest(&text)).or_default().push(file);
        }
    }
    files
}

/// True if a file may be a configuration of cargo, which may set environment variables. Any TOML
/// file counts, because a configuration may include it.
fn is_configuration(file: &str) -> bool {
    let file = format!("/{}", file.to_lowercase());
    file.rsplit('.').next() == Some("toml") || file.ends_with("/.cargo/config")
}

#[cfg(test)]
pub mod tests {
    use walkdir::WalkDir;

    use super::*;
    use crate::files::slashed;
    use crate::import::compare::Proof;
    use crate::import::tests::with_request;
    use crate::testing::write;

    /// The repository `old` in this folder.
    fn repository_in(home: &Path) -> &'static OldRepository {
        let repository = with_request(home, None, |request| {
            OldRepository::read(Some(home.join("old")), request)
        });
        Box::leak(Box::new(repository))
    }

    /// A copy of a folder with these files. Each has a path and a text.
    pub fn copy_of(files: &[(&str, &str)]) -> (tempfile::TempDir, ProgramCopy<'static>) {
        let temp = tempfile::tempdir().unwrap();
        let from = temp.path().join("old");
        for (path, text) in files {
            write(&from, path, text);
        }
        let folder =
            ProgramCopy::copy(repository_in(temp.path()), &temp.path().join("copy")).unwrap();
        (temp, folder)
    }

    pub fn day(file: &str, puzzle: Puzzle) -> DayToCompare {
        DayToCompare {
            puzzle,
            file: file.to_owned(),
            proves: Proof::Refutes,
            input: "text\n".to_owned(),
        }
    }

    /// The file has no content on the disk.
    #[test]
    fn a_folder_that_is_too_large_is_not_copied() {
        let temp = tempfile::tempdir().unwrap();
        write(temp.path(), "old/src/main.rs", "fn main() {}");
        let large = fs::File::create(temp.path().join("old/a.bin")).unwrap();
        large.set_len(MAX_BYTES + 1).unwrap();
        let copied = ProgramCopy::copy(repository_in(temp.path()), &temp.path().join("copy"));
        let error = copied.err().expect("it is too large");
        let expected = "the folder is larger than 500.0 MiB: import a part of it";
        assert_eq!(error.to_string(), expected);
    }

    #[test]
    fn the_copy_has_no_secret_no_link_and_nothing_that_was_built() {
        let temp = tempfile::tempdir().unwrap();
        let from = temp.path().join("old");
        let session = format!("session={}\n", "a1".repeat(64));
        let long = "# Not a secret.\n".repeat(400);
        for (path, text) in [
            ("Cargo.toml", "[package]\nname = \"old\"\n"),
            ("src/main.rs", "fn main() {}"),
            ("input/day1.txt", "text"),
            ("target/debug/old", "x"),
            (".git/config", "x"),
            (".env", "AOC_SESSION=1"),
            (".env.local", "AOC_SESSION=1"),
            (".session", "1"),
            ("session.txt", "1"),
            (".adventofcode.session", "1"),
            ("aoc_session.txt", "1"),
            (".aoc_session", "1"),
            ("session_cookie.env", "1"),
            ("prod.env", "1"),
            ("my-token", "1"),
            ("session/me", "1"),
            (".secrets/aoc", "1"),
            ("day15-cookies/input.txt", "text"),
            ("src/session.rs", ""),
            (
                ".cargo/config.toml",
                "[env]\nAOC_SESSION = \"1\"\nAOC_YEAR = \"2020\"\n[alias]\nt = \"test\"\n",
            ),
            ("more.toml", "[env]\nAOC_SESSION = \"1\"\n"),
            (
                "hidden/Cargo.toml",
                &format!("# {session}[package]\nname = \"hidden\"\n"),
            ),
            ("hidden/src/main.rs", "fn main() {}"),
            // Each has a variable with a secret, and is longer than a file that stores a session.
            ("long.toml", &format!("# {session}{long}[env]\nB = \"1\"\n")),
            (
                "broken.toml",
                &format!("{long}[env]\nAOC_SESSION = \"1\"\nB = {{{{ c }}}}\n"),
            ),
            (".cargo/credentials.toml", "[registry]\ntoken = \"1\"\n"),
            ("mine.txt", &session),
            ("src/known.rs", &session),
            ("input/digits.txt", &"1".repeat(128)),
        ] {
            write(&from, path, text);
        }
        #[cfg(unix)]
        std::os::unix::fs::symlink("/etc/hostname", from.join("link")).unwrap();
        let to = temp.path().join("copy");
        ProgramCopy::copy(repository_in(temp.path()), &to).unwrap();
        let mut files = Vec::new();
        for entry in WalkDir::new(&to).into_iter().flatten() {
            if !entry.file_type().is_dir() {
                files.push(slashed(entry.path().strip_prefix(&to).unwrap()));
            }
        }
        files.sort();
        assert_eq!(
            files,
            [
                ".cargo/config.toml",
                "Cargo.toml",
                "day15-cookies/input.txt",
                "hidden/src/main.rs",
                "input/day1.txt",
                "input/digits.txt",
                "more.toml",
                "src/known.rs",
                "src/main.rs",
                "src/session.rs"
            ]
        );
        let config = read_text_file(&to.join(".cargo/config.toml")).unwrap();
        assert_eq!(
            config,
            "[env]\nAOC_YEAR = \"2020\"\n[alias]\nt = \"test\"\n"
        );
        assert_eq!(read_text_file(&to.join("more.toml")).unwrap(), "[env]\n");
        // The copy is not a part of the project's workspace.
        let manifest = read_text_file(&to.join("Cargo.toml")).unwrap();
        assert!(manifest.ends_with("\n[workspace]\n"), "{manifest}");
    }

    #[test]
    fn packages_of_one_name_are_built_in_different_folders() {
        let temp = tempfile::tempdir().unwrap();
        for (folder, name) in [
            ("2021/day01", "day01"),
            ("2021/day02", "day02"),
            ("2022/day01", "day01"),
            ("2023/day01", "day"),
            ("2023/day02", "day"),
        ] {
            let workspace = "[workspace]\nmembers = [\"*\"]\n";
            write(temp.path(), "old/2021/Cargo.toml", workspace);
            let manifest = format!("[package]\nname = {name:?}\n");
            write(temp.path(), &format!("old/{folder}/Cargo.toml"), &manifest);
            write(
                temp.path(),
                &format!("old/{folder}/src/main.rs"),
                "fn main() {}",
            );
        }
        let copy = ProgramCopy::copy(repository_in(temp.path()), &temp.path().join("copy"));
        let copy = copy.unwrap();
        for (package, folder) in [
            ("2021/day01", "2021"),
            ("2021/day02", "2021"),
            ("2022/day01", "2022"),
            ("2023/day01", "2023/day01"),
            ("2023/day02", "2023/day02"),
        ] {
            assert_eq!(copy.target_folder(package), folder);
        }
        for folder in ["2022", "2023"] {
            fs::remove_dir_all(temp.path().join("old").join(folder)).unwrap();
        }
        let copy = ProgramCopy::copy(repository_in(temp.path()), &temp.path().join("other"));
        assert_eq!(copy.unwrap().target_folder("2021/day01"), "");
    }

    #[test]
    fn a_file_that_cannot_be_copied_is_named() {
        let temp = tempfile::tempdir().unwrap();
        write(temp.path(), "old/src/main.rs", "fn main() {}");
        write(temp.path(), "file", "");
        let copied = ProgramCopy::copy(repository_in(temp.path()), &temp.path().join("file"));
        let Err(error) = copied else {
            panic!("a file is no folder");
        };
        let folder = temp.path().join("file").join("src");
        let expected = format!("cannot write {}", folder.display());
        assert_eq!(error.error.to_string(), expected);
    }

    #[test]
    fn the_copy_has_what_cargo_reads_of_folders_without_days() {
        let package = "[package]\nname = \"x\"\n";
        let (_temp, folder) = copy_of(&[
            ("Cargo.toml", "[workspace]\nmembers = [\"*\"]\n"),
            ("day01/Cargo.toml", package),
            ("day01/benches/speed.rs", ""),
            ("leetcode/Cargo.toml", package),
            ("leetcode/.cargo/config.toml", "[env]\nAOC_TOKEN = \"1\"\n"),
            ("day01/.cargo/config", "[env]\nAOC_TOKEN = \"1\"\n"),
        ]);
        for (file, text) in [
            ("day01/benches/speed.rs", ""),
            ("leetcode/Cargo.toml", package),
            ("leetcode/.cargo/config.toml", "[env]\n"),
            ("day01/.cargo/config", "[env]\n"),
        ] {
            assert_eq!(read_text_file(&folder.root.join(file)).unwrap(), text);
        }
    }

    #[test]
    fn a_member_of_a_workspace_stays_one() {
        let workspace = "[workspace]\nmembers = [\"day*\"]\n";
        let member = "[package]\nname = \"day01\"\n";
        let (_temp, folder) = copy_of(&[
            ("Cargo.toml", workspace),
            ("day01/Cargo.toml", member),
            ("day01/src/main.rs", ""),
        ]);
        for (file, text) in [("Cargo.toml", workspace), ("day01/Cargo.toml", member)] {
            assert_eq!(read_text_file(&folder.root.join(file)).unwrap(), text);
        }
    }

    #[test]
    fn a_package_that_its_workspace_excludes_is_a_workspace_apart() {
        let workspace =
            "[workspace]\nmembers = [\"libs/a\", \"day*\"]\nexclude = [\"libs/\", \"bench\"]\n";
        let package = "[package]\nname = \"x\"\n";
        let (_temp, folder) = copy_of(&[
            ("Cargo.toml", workspace),
            ("bench/Cargo.toml", package),
            ("day01/Cargo.toml", package),
            ("libs/a/Cargo.toml", package),
            ("libs/b/Cargo.toml", package),
        ]);
        for (name, is_apart) in [
            ("bench", true),
            ("day01", false),
            ("libs/a", false),
            ("libs/b", true),
        ] {
            let manifest = read_text_file(&folder.root.join(name).join("Cargo.toml")).unwrap();
            assert_eq!(manifest.ends_with("\n[workspace]\n"), is_apart, "{name}");
        }
    }

    #[test]
    fn a_package_within_another_one_is_a_workspace_apart() {
        let outer = "[package]\nname = \"old\"\n[dependencies]\nutils = { path = \"utils\" }\n";
        let (_temp, folder) = copy_of(&[
            ("Cargo.toml", outer),
            ("src/main.rs", ""),
            ("utils/Cargo.toml", "[package]\nname = \"utils\"\n"),
            ("utils/macros/Cargo.toml", "[package]\nname = \"macros\"\n"),
            ("own/Cargo.toml", "[package]\nname = \"own\"\n[workspace]\n"),
        ]);
        for (file, end) in [
            (
                "Cargo.toml",
                "\n[workspace]\nexclude = [\"utils/macros\", \"utils\", \"own\"]\n",
            ),
            (
                "utils/Cargo.toml",
                "\n[workspace]\nexclude = [\"macros\"]\n",
            ),
            ("utils/macros/Cargo.toml", "\"macros\"\n\n[workspace]\n"),
            ("own/Cargo.toml", "\"own\"\n[workspace]\n"),
        ] {
            let manifest = read_text_file(&folder.root.join(file)).unwrap();
            assert!(manifest.ends_with(end), "{manifest}");
        }
    }

    #[test]
    fn a_program_with_another_input_is_not_compared() {
        for (path, text, has_input) in [
            ("input/day5.txt", "text\n", true),
            ("input/day5.txt", "text", true),
            ("anywhere", "text\r\n", true),
            ("input/day5.txt", "text\r\n", true),
            ("input/day5.txt", "other\n", false),
            // The program may read stdin.
            ("input/day6.txt", "other\n", true),
            ("input/2021/day5.txt", "other\n", true),
            // A file with such a name may contain a secret, so it is not copied.
            ("input/day5_cookies.txt", "text\n", false),
            ("cookies/5.txt", "text\n", false),
        ] {
            let (_temp, folder) = copy_of(&[("src/day05.rs", ""), (path, text)]);
            let day = day("src/day05.rs", Puzzle::of(2020, 5));
            assert_eq!(folder.has_input(&day), has_input, "{path}: {text:?}");
        }
    }

    #[test]
    fn an_input_of_a_package_of_another_year_is_not_that_of_the_day() {
        for (name, has_input) in [("aoc2021", true), ("aoc2020", false)] {
            let manifest = format!("[package]\nname = \"{name}\"\n");
            let (_temp, folder) = copy_of(&[
                ("a/Cargo.toml", "[package]\nname = \"aoc2020\"\n"),
                ("a/src/day05.rs", ""),
                ("b/Cargo.toml", &manifest),
                ("b/data/inputs/05.txt", "other\n"),
            ]);
            let day = day("a/src/day05.rs", Puzzle::of(2020, 5));
            assert_eq!(folder.has_input(&day), has_input, "{name}");
        }
    }
}
