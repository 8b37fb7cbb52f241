//! The program of an imported folder, the "old program". The folder is copied, so that its program
//! can be built and run. For each day, there is a list of attempts to run it, with command lines
//! such as `old 5` and `old --day 5`.
//!
//! The copy has the files that the import has listed. These include the inputs, and all files that
//! cargo needs. The copy contains no session, no variable with a session, and no git repository. It
//! contains no links either, because they may lead anywhere.

use std::collections::BTreeSet;
use std::fs;
use std::iter::once;
use std::path::{Path, PathBuf};

use crate::error::{CliError, Result, failure, file_error};
use crate::files::{is_same_text, read_text_file, write_source};
use crate::import::candidates::expressions::fill_placeholders;
use crate::import::compare::Proof;
use crate::import::folder::names::{day_of_folder, file_name, folder_of, join, within, year_in};
use crate::import::folder::secrets::{is_secret_file, is_secret_text, without_secrets};
use crate::import::repository::OldRepository;
use crate::puzzle::{Day, Puzzle};

/// The maximum number of bytes that are copied.
const MAX_BYTES: u64 = 500 << 20;

/// The arguments with which a program for all days may run one of them, the most usual first. A
/// space separates two arguments.
const ARGUMENTS: &[&str] = &[
    "%DAY%",
    "-d %DAY%",
    "--day %DAY%",
    "run %DAY%",
    "solve %DAY%",
    "%YEAR% %DAY%",
    "day%PADDED_DAY%",
    "day%DAY%",
    "%PADDED_DAY%",
];

/// Like [`ARGUMENTS`], for a program with days of several years.
const ARGUMENTS_WITH_YEAR: &[&str] = &[
    "%YEAR% %DAY%",
    "-y %YEAR% -d %DAY%",
    "--year %YEAR% --day %DAY%",
    "-d %DAY% -y %YEAR%",
];

/// A day of the imported folder.
pub struct DayToCompare {
    pub puzzle: Puzzle,
    /// The source in the old repository.
    pub file: String,
    /// What an output of the source's program proves.
    pub proves: Proof,
    /// The input on which the copied day runs.
    pub input: String,
}

/// A program of the copied folder after its build.
pub struct OldTarget {
    pub name: String,
    /// The file of its `main`.
    pub source: PathBuf,
    pub executable: PathBuf,
}

/// A command line of a program for one day, and the folder in which it runs.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Attempt {
    pub executable: PathBuf,
    pub arguments: Vec<String>,
    pub form: CommandForm,
    pub folder: PathBuf,
}

/// The form in which a command line names the day. In the command line of the same form for another
/// day, only the numbers differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CommandForm {
    /// The program is the day's own, and gets no arguments.
    OwnProgram,
    /// The program is the day's own, and gets the path of the input.
    OwnProgramWithInput,
    /// The program gets these arguments, in which the numbers of the day are replaced.
    WithNumbers(&'static str),
    /// The program gets no arguments, and probably runs all days.
    AllDays,
}

/// The copy of the imported folder. Packages and files have the same paths as in the tree of the
/// repository.
pub struct ProgramCopy<'r> {
    repository: &'r OldRepository,
    pub root: PathBuf,
}

impl<'r> ProgramCopy<'r> {
    /// Copies the files that cargo and the program need. A configuration that [`without_secrets`]
    /// does not accept is left out.
    pub fn copy(repository: &'r OldRepository, to: &Path) -> Result<Self> {
        let folder = Self {
            repository,
            root: to.to_owned(),
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
        let read = |folder: &str| read_text_file(&self.root.join(join(folder, "Cargo.toml"))).ok();
        let packages = self.repository.packages.iter();
        let manifests: Vec<(&str, String)> = packages
            .filter_map(|package| Some((&*package.folder, read(&package.folder)?)))
            .collect();
        let mut workspaces = Vec::new();
        for (folder, text) in &manifests {
            let table = text.parse::<toml::Table>();
            let workspace = table.ok().and_then(|mut table| table.remove("workspace"));
            workspaces.extend(workspace.map(|workspace| (*folder, workspace)));
        }
        for (folder, text) in &manifests {
            let file = join(folder, "Cargo.toml");
            let is_in_workspace = workspaces.iter().any(|(root, workspace)| {
                within(root, &file).is_some_and(|file| !excludes(workspace, file))
            });
            if is_in_workspace {
                continue;
            }
            let mut text = format!("{text}\n[workspace]\n");
            let inner = manifests
                .iter()
                .filter_map(|(other, _)| within(folder, other));
            let inner: Vec<&str> = inner.filter(|inner| !inner.is_empty()).collect();
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

    /// The target folder of a package, below that of all old programs: the outermost folder around
    /// the package in which no two packages have the same name. In one target folder, cargo takes
    /// packages with the same name, version and place in their workspaces for one package, and
    /// would run the program of another day.
    pub fn target_folder(&self, package: &'r str) -> &'r str {
        let ends = package.match_indices('/').map(|(end, _)| end);
        let mut around = once(0).chain(ends).map(|end| &package[..end]);
        around
            .find(|folder| self.has_clear_names(folder))
            .unwrap_or(package)
    }

    /// True if no two packages in a folder have the same name.
    fn has_clear_names(&self, folder: &str) -> bool {
        let mut names = BTreeSet::new();
        let packages = self.repository.packages.iter();
        packages
            .filter(|package| package.manifest.package.is_some())
            .filter(|package| within(folder, &join(&package.folder, "Cargo.toml")).is_some())
            .all(|package| names.insert(&package.name))
    }

    /// The puzzles of all days of a package, including those that are not imported.
    pub fn puzzles(&self, package: &str) -> BTreeSet<Puzzle> {
        let days = self.repository.days.iter();
        days.filter(|day| self.repository.package_of(&day.file).folder == package)
            .map(|day| day.puzzle)
            .collect()
    }

    /// True if the program can get the input of the day: the input is in a file of the copy, or the
    /// old folder has no input for the day at all, and the program may read it from stdin.
    pub fn has_input(&self, day: &DayToCompare) -> bool {
        let has_other = self
            .repository
            .tree
            .files
            .iter()
            .any(|file| self.repository.may_be_input_of(file, day.puzzle));
        let has_other = has_other || self.files_with_input(day).next().is_some();
        !has_other || self.input_file(day).is_some()
    }

    /// The file of the copy with the input of the day.
    fn input_file(&self, day: &DayToCompare) -> Option<PathBuf> {
        let mut files = self.files_with_input(day);
        let file = files.find(|file| !is_secret_file(file))?;
        Some(self.root.join(file))
    }

    /// The files of the old folder with the input of the day. A file whose name looks like a
    /// secret's is not in the copy.
    fn files_with_input(&self, day: &DayToCompare) -> impl Iterator<Item = &String> {
        let tree = &self.repository.tree;
        tree.files.iter().filter(|file| {
            let size = fs::metadata(tree.path(file)).map_or(0, |metadata| metadata.len());
            // Line ends may differ.
            let is_alike = size <= 2 * day.input.len() as u64 + 2;
            is_alike
                && tree
                    .text(file)
                    .is_ok_and(|text| is_same_text(&text, &day.input))
        })
    }

    /// The attempts to run the day with the package's programs, the most likely first. Each command
    /// line runs in the folder of the package, and also in the root of the copy. `has_years` is
    /// true if the package has days of several years.
    pub fn attempts(
        &self,
        day: &DayToCompare,
        targets: &[OldTarget],
        has_years: bool,
    ) -> Vec<Attempt> {
        let package = self.package(&day.file).unwrap_or_default();
        let mut folders = vec![self.root.join(package)];
        if !package.is_empty() {
            folders.push(self.root.clone());
        }
        let mut attempts = Vec::new();
        let mut add = |target: &OldTarget, form, arguments: Vec<String>| {
            attempts.extend(folders.iter().map(|folder| Attempt {
                executable: target.executable.clone(),
                arguments: arguments.clone(),
                form,
                folder: folder.clone(),
            }));
        };
        if let Some(target) = self.target_of_day(day, targets, has_years) {
            add(target, CommandForm::OwnProgram, Vec::new());
            if let Some(input) = self.input_file(day) {
                let path = input.to_string_lossy().into_owned();
                add(target, CommandForm::OwnProgramWithInput, vec![path]);
            }
        }
        if let Some(target) = self.target_of_all_days(day, targets) {
            let all = if has_years {
                ARGUMENTS_WITH_YEAR
            } else {
                ARGUMENTS
            };
            for &arguments in all {
                let filled = fill_placeholders(arguments, day.puzzle);
                let words = filled.split(' ').map(str::to_owned).collect();
                add(target, CommandForm::WithNumbers(arguments), words);
            }
            add(target, CommandForm::AllDays, Vec::new());
        }
        attempts
    }

    /// The program of a day: the program whose `main` is in the day's source, or else the program
    /// with the day's name, or else the only program of a package whose folder has the day's name.
    fn target_of_day<'t>(
        &self,
        day: &DayToCompare,
        targets: &'t [OldTarget],
        has_years: bool,
    ) -> Option<&'t OldTarget> {
        let Puzzle { year, day: number } = day.puzzle;
        let package = self.package(&day.file).unwrap_or_default();
        let source = self.root.join(&day.file);
        let is_its_source = |target: &&OldTarget| target.source == source;
        let is_named = |target: &&OldTarget| {
            let fits_year = year_in(&target.name).is_none_or(|of_name| of_name == year);
            self.day_in_name(target, package) == Some(number) && fits_year && !has_years
        };
        let by_source = targets.iter().find(is_its_source);
        if let Some(target) = by_source.or_else(|| targets.iter().find(is_named)) {
            return Some(target);
        }
        let named = day_of_folder(file_name(&self.repository.spelled_out(package)));
        match targets {
            [only] if named.is_some_and(|(day, _)| day == number) => Some(only),
            _ => None,
        }
    }

    /// The program that runs all days of the package.
    fn target_of_all_days<'t>(
        &self,
        day: &DayToCompare,
        targets: &'t [OldTarget],
    ) -> Option<&'t OldTarget> {
        let package = self.package(&day.file).unwrap_or_default();
        let usual = match targets {
            [only] => Some(only),
            _ => targets.iter().find(|target| {
                let has_name_of_package = file_name(package) == target.name;
                has_name_of_package || target.source.ends_with("src/main.rs")
            }),
        };
        usual.filter(|target| self.day_in_name(target, package).is_none())
    }

    /// The day in the name of a program. Where the folder of the package has the name of a year, so
    /// may the program: `advent23`.
    fn day_in_name(&self, target: &OldTarget, package: &str) -> Option<Day> {
        let folder = join(folder_of(package), &target.name);
        let is_year = self.repository.spelled_out(&folder) != folder;
        target.day().filter(|_| !is_year)
    }
}

impl OldTarget {
    /// The day in the program's name. A short year, as in `aoc22`, is not a day.
    pub fn day(&self) -> Option<Day> {
        let (day, after) = day_of_folder(&self.name)?;
        after.is_empty().then_some(day)
    }
}

/// True if a workspace excludes a file of its folder. As in cargo, `members` may name a package in
/// an excluded folder.
fn excludes(workspace: &toml::Value, file: &str) -> bool {
    let lists = |key: &str| {
        let folders = workspace.get(key).and_then(toml::Value::as_array);
        let mut folders = folders
            .into_iter()
            .flatten()
            .filter_map(toml::Value::as_str);
        folders.any(|folder| within(&join("", folder), file).is_some())
    };
    lists("exclude") && !lists("members")
}

/// True if a file may be a configuration of cargo, which may set environment variables. Any TOML
/// file counts, because a configuration may include it.
fn is_configuration(file: &str) -> bool {
    let file = format!("/{}", file.to_lowercase());
    file.rsplit('.').next() == Some("toml") || file.ends_with("/.cargo/config")
}

#[cfg(test)]
mod tests {
    use walkdir::WalkDir;

    use super::*;
    use crate::files::slashed;
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
    fn copy_of(files: &[(&str, &str)]) -> (tempfile::TempDir, ProgramCopy<'static>) {
        let temp = tempfile::tempdir().unwrap();
        let from = temp.path().join("old");
        for (path, text) in files {
            write(&from, path, text);
        }
        let folder =
            ProgramCopy::copy(repository_in(temp.path()), &temp.path().join("copy")).unwrap();
        (temp, folder)
    }

    fn day(file: &str, puzzle: Puzzle) -> DayToCompare {
        DayToCompare {
            puzzle,
            file: file.to_owned(),
            proves: Proof::Refutes,
            input: "text\n".to_owned(),
        }
    }

    /// The programs with these sources.
    fn targets(folder: &ProgramCopy, sources: &[(&str, &str)]) -> Vec<OldTarget> {
        let target = |(name, source): &(&str, &str)| OldTarget {
            name: (*name).to_owned(),
            source: folder.root.join(source),
            executable: (*name).into(),
        };
        sources.iter().map(target).collect()
    }

    fn shown(attempts: &[Attempt]) -> Vec<String> {
        let shown = attempts.iter().map(|attempt| {
            let words = attempt.arguments.join(" ");
            let days = match attempt.form {
                CommandForm::AllDays => " (all days)",
                _ => "",
            };
            format!("{} {words}{days}", attempt.executable.display())
                .trim_end()
                .to_owned()
        });
        shown.collect()
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
        ]);
        for (file, text) in [
            ("day01/benches/speed.rs", ""),
            ("leetcode/Cargo.toml", package),
            ("leetcode/.cargo/config.toml", "[env]\n"),
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
    fn a_day_with_a_program_of_its_own_is_called_without_arguments() {
        let manifest = ("Cargo.toml", "[package]\nname = \"old\"\n");
        for (file, bins) in [
            (
                "src/bin/05.rs",
                &[("05", "src/bin/05.rs"), ("06", "src/bin/06.rs")][..],
            ),
            (
                "src/day05.rs",
                &[("day05", "src/bin/day05.rs"), ("day06", "src/bin/day06.rs")],
            ),
        ] {
            let (_temp, folder) = copy_of(&[manifest, (file, "")]);
            let day = day(file, Puzzle::of(2020, 5));
            let attempts = folder.attempts(&day, &targets(&folder, bins), false);
            assert_eq!(shown(&attempts), [bins[0].0], "{file}");
        }
        let (_temp, folder) = copy_of(&[
            ("day05/Cargo.toml", "[package]\nname = \"x\"\n"),
            ("day05/src/lib.rs", ""),
        ]);
        let day = day("day05/src/lib.rs", Puzzle::of(2020, 5));
        assert_eq!(folder.package(&day.file), Some("day05"));
        let attempts = folder.attempts(
            &day,
            &targets(&folder, &[("x", "day05/src/main.rs")]),
            false,
        );
        assert_eq!(shown(&attempts)[0], "x");
    }

    #[test]
    fn a_day_with_a_program_of_its_own_may_want_the_path_of_its_input() {
        let (_temp, folder) = copy_of(&[
            ("Cargo.toml", "[package]\nname = \"old\"\n"),
            ("src/bin/05.rs", ""),
            ("inputs/05.txt", "text"),
        ]);
        let day = day("src/bin/05.rs", Puzzle::of(2020, 5));
        let bins = [("05", "src/bin/05.rs"), ("06", "src/bin/06.rs")];
        let attempts = shown(&folder.attempts(&day, &targets(&folder, &bins), false));
        let path = folder.root.join("inputs/05.txt");
        assert_eq!(
            attempts,
            ["05".to_owned(), format!("05 {}", path.display())]
        );
    }

    #[test]
    fn a_program_of_all_days_is_given_the_day() {
        let (_temp, folder) = copy_of(&[
            ("Cargo.toml", "[package]\nname = \"old\"\n"),
            ("src/day05.rs", ""),
        ]);
        let targets = targets(&folder, &[("old", "src/main.rs")]);
        let day = day("src/day05.rs", Puzzle::of(2020, 5));
        let attempts = shown(&folder.attempts(&day, &targets, false));
        assert_eq!(attempts[..3], ["old 5", "old -d 5", "old --day 5"]);
        assert_eq!(attempts.last().unwrap(), "old  (all days)");
        // If there are several years, a command line without a year may run the day of any of them.
        let attempts = shown(&folder.attempts(&day, &targets, true));
        assert_eq!(attempts[..2], ["old 2020 5", "old -y 2020 -d 5"]);
        assert!(!attempts.contains(&"old 5".to_owned()), "{attempts:?}");
    }

    #[test]
    fn a_program_with_the_name_of_a_year_is_one_of_all_days() {
        for (package, name, calls) in [
            ("", "aoc22", Some("aoc22 22")),
            ("", "aoc-22", Some("aoc-22 22")),
            ("", "day23", None),
            ("advent22", "advent22", Some("advent22 22")),
        ] {
            let manifest = format!("[package]\nname = \"{name}\"\n");
            let [main, one, source] =
                ["main", "day01", "day22"].map(|name| join(package, &format!("src/{name}.rs")));
            let files = [
                (&*join(package, "Cargo.toml"), &*manifest),
                (&one, ""),
                (&source, ""),
            ];
            let (_temp, folder) = copy_of(&files);
            let targets = targets(&folder, &[(name, &main)]);
            let day = day(&source, Puzzle::of(2022, 22));
            let attempts = shown(&folder.attempts(&day, &targets, false));
            assert_eq!(attempts.first().map(String::as_str), calls, "{name}");
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
