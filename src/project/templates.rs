//! The files that `aoc init` and `aoc new` write. All of them are within this
//! package or the library's own, so the published runner has them as well.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::library::{LIBRARY, content, differs, library_files};
use super::main_rs::with_one as first_main;
use super::manifest::{WORKSPACE, year_manifest};
use super::root::Project;
use crate::error::{CliError, Exit};
use crate::files::{Readers, create, read_text_file};
use crate::puzzle::{Day, Puzzle, Year};

/// Where a project may have a template of its own, from the root.
const TEMPLATE: &str = "templates/day.rs";

/// A file of a repository.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewFile {
    /// From the repository's root, with slashes.
    pub path: String,
    pub text: String,
}

impl NewFile {
    pub fn new(path: impl Into<String>, text: impl Into<String>) -> Self {
        Self {
            path: path.into(),
            text: text.into(),
        }
    }
}

/// Whether two texts differ in nothing but line ends: git may have changed them.
pub fn is_same(one: &str, other: &str) -> bool {
    one == other || one.replace("\r\n", "\n") == other.replace("\r\n", "\n")
}

/// The title of a day whose page is not known.
pub fn usual_title(day: Day) -> String {
    format!("Day {day}")
}

/// The text of the file of a day that is not solved yet, with placeholders: a name
/// in `%`, which no Rust code has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DayTemplate {
    text: String,
}

impl DayTemplate {
    pub fn built_in() -> Self {
        Self {
            text: include_str!("templates/day.template").to_owned(),
        }
    }

    /// The template of the project in `root`, or the built-in one if it has none.
    pub fn find(root: &Path) -> Result<Self, CliError> {
        let path = root.join(TEMPLATE);
        match read_text_file(&path) {
            Ok(text) => Ok(Self { text }),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Self::built_in()),
            Err(error) => Err(CliError::new(
                Exit::Files,
                format!(
                    "{} cannot be read: {error}; correct the template or remove it",
                    path.display()
                ),
            )),
        }
    }

    /// The file of a puzzle, whose title may not be known.
    pub fn file(&self, puzzle: Puzzle, title: Option<&str>) -> NewFile {
        let title = title.map_or_else(|| usual_title(puzzle.day), str::to_owned);
        let text = self.text.replace("%YEAR%", &puzzle.year.to_string());
        let text = text.replace("%DAY%", &puzzle.day.to_string());
        let text = text.replace("%PADDED_DAY%", &format!("{:02}", puzzle.day.0));
        let title = title.replace('\\', "\\\\").replace('"', "\\\"");
        NewFile::new(puzzle.source(), text.replace("%TITLE%", &title))
    }
}

/// The files that the repository in `root` should have, in the order to write
/// them: the workspace's manifest is the last, so a repository that is half
/// written is not a project yet.
///
/// The year is the newest one that has a folder, otherwise `newest`. A year with
/// days gets no first day. The library is left out where the years take it from
/// elsewhere, and where what is there is not this version's.
///
/// `inputs` is the folder of the inputs, from the root with slashes; `None` if
/// they are not in this repository.
pub fn repository(root: &Path, newest: Year, inputs: Option<&str>) -> Vec<NewFile> {
    let project = Project::at(root, toml::Table::new());
    let years = project.years();
    let year = years.last().copied().unwrap_or(newest);
    let mut files = vec![NewFile::new(
        ".gitignore",
        ignored(inputs).join("\n") + "\n",
    )];
    files.extend(inputs.map(|folder| {
        let text = include_str!("../../inputs/README.md");
        NewFile::new(format!("{folder}/README.md"), text)
    }));
    let readme = include_str!("templates/README.md").replace("2025", &year.to_string());
    files.push(NewFile::new("README.md", readme));
    if !has_workflow(root) {
        let text = include_str!("templates/ci.yml");
        files.push(NewFile::new(".github/workflows/ci.yml", text));
    }
    if takes_library(&project, &years) && !differs(&root.join(LIBRARY)) {
        // Git, and sites that show repositories, treat it as somebody else's.
        files.push(NewFile::new(
            ".gitattributes",
            "/vendor/** linguist-vendored\n",
        ));
        files.extend(library_files());
    }
    let mut of_year = first_day(&project, year);
    // An error will occur again when the year's manifest is written.
    if !project.days_of(year).is_ok_and(|days| days.is_empty()) {
        of_year.truncate(1);
    }
    files.extend(of_year);
    files.push(NewFile::new("Cargo.toml", WORKSPACE));
    files
}

/// A year with a first day, as `init` creates it.
pub fn first_day(project: &Project, year: Year) -> Vec<NewFile> {
    let first = year.day(Day(1));
    let main = NewFile::new(
        format!("days/year{year}/main.rs"),
        first_main(year, first.day),
    );
    let day = DayTemplate::built_in().file(first, None);
    vec![year_manifest(project, year), main, day]
}

/// Whether something else may run the tests already.
fn has_workflow(root: &Path) -> bool {
    let entries = fs::read_dir(root.join(".github/workflows")).into_iter();
    let mut paths = entries.flatten().flatten().map(|entry| entry.path());
    paths.any(|path| {
        matches!(
            path.extension().and_then(OsStr::to_str),
            Some("yml" | "yaml")
        )
    })
}

/// Whether years take the library from its folder in the repository, as they do
/// if there are none yet.
fn takes_library(project: &Project, years: &BTreeSet<Year>) -> bool {
    let manifest = |year: &Year| read_text_file(&project.year_dir(*year).join("Cargo.toml"));
    let mut manifests = years
        .iter()
        .filter_map(|year| manifest(year).ok())
        .peekable();
    manifests.peek().is_none() || manifests.any(|text| text.contains(LIBRARY))
}

/// The files of days that have none, with their titles where these are known,
/// and the manifests of `years` that have none, in the order to write them: a
/// year's manifest is its last, as cargo passes over a folder without one.
pub fn days(
    project: &Project,
    template: &DayTemplate,
    years: &BTreeSet<Year>,
    wanted: &[(Puzzle, Option<String>)],
) -> Vec<NewFile> {
    let mut files = Vec::new();
    for &year in years {
        let of_year = wanted.iter().filter(|(puzzle, _)| puzzle.year == year);
        let days = of_year.map(|(puzzle, title)| template.file(*puzzle, title.as_deref()));
        files.extend(days);
        if project.year_dir(year).join("Cargo.toml").is_file() {
            continue;
        }
        if let Some((first, _)) = wanted.iter().find(|(puzzle, _)| puzzle.year == year) {
            let main = format!("days/year{year}/main.rs");
            files.push(NewFile::new(main, first_main(year, first.day)));
        }
        files.push(year_manifest(project, year));
    }
    let takes_library =
        |file: &NewFile| file.path.ends_with("Cargo.toml") && file.text.contains(LIBRARY);
    if files.iter().any(takes_library) && !project.root().join(LIBRARY).is_dir() {
        files.splice(0..0, library_files());
    }
    files
}

/// What git must leave out of commits: what is built, and what is personal.
/// `inputs` is the folder of the inputs; `None` if they are not in this repository.
fn ignored(inputs: Option<&str>) -> Vec<String> {
    let lines = include_str!("../../.gitignore").lines();
    let is_about_inputs = |line: &str| line.contains("puzzle text") || line.contains("/inputs/");
    lines
        .filter(|line| inputs.is_some() || !is_about_inputs(line))
        .map(|line| line.replace("/inputs/", &format!("/{}/", inputs.unwrap_or_default())))
        .collect()
}

/// The folders that a `.gitignore` should name and does not, `target` and that of
/// the inputs, and its text with the lines that are missing. `None` if it lacks
/// nothing.
pub fn lacking_in_gitignore(text: &str, inputs: Option<&str>) -> Option<(Vec<String>, String)> {
    let ignores = |folder: &str| {
        let mut lines = text
            .lines()
            .map(|line| line.trim().trim_start_matches("**/"));
        lines.any(|line| line.trim_start_matches('/').trim_end_matches(['/', '*']) == folder)
    };
    let folders = ["target"].into_iter().chain(inputs);
    let folders: Vec<String> = folders
        .filter(|folder| !ignores(folder))
        .map(str::to_owned)
        .collect();
    if folders.is_empty() {
        return None;
    }
    let inputs = inputs.filter(|inputs| !ignores(inputs));
    let end = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let mut new = text.to_owned();
    if !new.is_empty() && !new.ends_with('\n') {
        new += end;
    }
    for line in ignored(inputs) {
        let is_there = text.lines().any(|it| it.trim() == line);
        if !is_there && (line != "/target" || !ignores("target")) {
            new.extend([line.as_str(), end]);
        }
    }
    Some((folders, new))
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Created {
    /// From the root, with slashes.
    pub created: Vec<String>,
    /// Files that have another text, and were not touched.
    pub kept: Vec<String>,
}

/// Creates those of the files that do not exist below `root`, which need not
/// exist either. If one of them cannot be written, none is. Killed at any moment,
/// it leaves whole files, and the next call creates the others.
pub fn create_missing(root: &Path, files: &[NewFile]) -> Result<Created, CliError> {
    let mut done = Created::default();
    let mut missing = Vec::new();
    for file in files {
        let path = root.join(&file.path);
        match content(&path) {
            None => missing.push((path, file)),
            Some(text) if is_same(&text, &file.text) => {}
            Some(_) => done.kept.push(file.path.clone()),
        }
    }
    let mut written = Vec::new();
    for (path, file) in missing {
        if let Err(source) = write(&path, &file.text, &mut written) {
            for path in written.iter().rev() {
                // A folder is not removed if something else was put into it.
                let _ = fs::remove_file(path).or_else(|_| fs::remove_dir(path));
            }
            return Err(CliError::write(&path, source));
        }
        done.created.push(file.path.clone());
    }
    Ok(done)
}

/// Writes a file with the folders that it is in, and notes what was created.
fn write(path: &Path, text: &str, written: &mut Vec<PathBuf>) -> io::Result<()> {
    let folders = path.ancestors().skip(1);
    let missing: Vec<&Path> = folders.take_while(|folder| !folder.is_dir()).collect();
    for folder in missing.into_iter().rev() {
        fs::create_dir(folder)?;
        written.push(folder.to_path_buf());
    }
    create(path, text, Readers::Usual)?;
    written.push(path.to_path_buf());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::write as put;

    fn paths(files: Vec<NewFile>) -> Vec<String> {
        let paths = files.into_iter().map(|file| file.path);
        paths.filter(|path| !path.starts_with(LIBRARY)).collect()
    }

    #[test]
    fn a_new_repository_has_one_day_and_its_manifest_last() {
        let temp = tempfile::tempdir().unwrap();
        let files = || repository(temp.path(), Year(2031), Some("inputs"));
        let expected = [
            ".gitignore",
            "inputs/README.md",
            "README.md",
            ".github/workflows/ci.yml",
            ".gitattributes",
            "days/year2031/Cargo.toml",
            "days/year2031/main.rs",
            "days/year2031/day01.rs",
            "Cargo.toml",
        ];
        assert_eq!(paths(files()), expected);
        for file in files()
            .iter()
            .filter(|file| !file.path.starts_with(LIBRARY))
        {
            let is_old = file.text.contains("2025") || file.text.contains("Day00");
            assert!(!is_old, "{}", file.path);
        }
        // Years, days and workflows that exist decide.
        let has_library = || files().iter().any(|file| file.path.starts_with(LIBRARY));
        put(temp.path(), ".github/workflows/pages.yaml", "");
        put(temp.path(), "days/year2019/day01.rs", "");
        put(temp.path(), "days/year2020/day07.rs", "");
        assert_eq!(
            paths(files())[3..],
            [".gitattributes", "days/year2020/Cargo.toml", "Cargo.toml"]
        );
        assert!(has_library());
        put(temp.path(), "days/year2020/Cargo.toml", "[dependencies]\n");
        assert!(!has_library());
        put(
            temp.path(),
            "days/year2019/Cargo.toml",
            format!("# {LIBRARY}"),
        );
        assert!(has_library());
        put(temp.path(), &format!("{LIBRARY}/src/lib.rs"), "mine");
        assert!(!has_library());
    }

    #[test]
    fn a_year_without_a_crate_gets_one() {
        let temp = tempfile::tempdir().unwrap();
        let project = Project::at(temp.path(), toml::Table::new());
        let files = |puzzles: &[(u16, u8)]| {
            let wanted = puzzles.iter();
            let wanted = wanted.map(|&(year, day)| (Year(year).day(Day(day)), None));
            let wanted: Vec<_> = wanted.collect();
            let years = wanted.iter().map(|(puzzle, _)| puzzle.year).collect();
            days(&project, &DayTemplate::built_in(), &years, &wanted)
        };
        let expected = [
            "days/year2020/day01.rs",
            "days/year2020/day02.rs",
            "days/year2020/main.rs",
            "days/year2020/Cargo.toml",
        ];
        assert_eq!(paths(files(&[(2020, 1), (2020, 2)])), expected);
        assert!(
            files(&[(2020, 1)])
                .iter()
                .any(|file| file.path.starts_with(LIBRARY))
        );
        let elsewhere = "[dependencies]\naoc-solution = { path = \"../../solution\" }\n";
        put(temp.path(), "days/year2019/Cargo.toml", elsewhere);
        assert_eq!(paths(files(&[(2019, 1)])), ["days/year2019/day01.rs"]);
        let files = files(&[(2020, 1)]);
        assert!(!files.iter().any(|file| file.path.starts_with(LIBRARY)));
        assert!(files.last().unwrap().text.contains(elsewhere));
    }

    #[test]
    fn placeholders_are_replaced() {
        let text = "//! %YEAR%/%DAY%: %TITLE% 7 % 3%%\nstruct Day%PADDED_DAY%;\n".to_owned();
        let template = DayTemplate { text };
        let puzzle = Year(2020).day(Day(7));
        let file = template.file(puzzle, Some("Handy \"Haversacks\" %DAY%"));
        assert_eq!(file.path, "days/year2020/day07.rs");
        let shown = "//! 2020/7: Handy \\\"Haversacks\\\" %DAY% 7 % 3%%\nstruct Day07;\n";
        assert_eq!(file.text, shown);
        assert!(template.file(puzzle, None).text.contains("2020/7: Day 7 "));
        let temp = tempfile::tempdir().unwrap();
        let find = || DayTemplate::find(temp.path());
        assert_eq!(find().unwrap(), DayTemplate::built_in());
        put(temp.path(), TEMPLATE, "// %DAY%\n");
        assert_eq!(find().unwrap().file(puzzle, None).text, "// 7\n");
        put(temp.path(), TEMPLATE, b"\xff");
        assert_eq!(find().unwrap_err().exit, Exit::Files);
    }

    #[test]
    fn only_what_is_missing_is_added_to_a_gitignore() {
        let ours = include_str!("../../.gitignore");
        let lacking = |text: &str| lacking_in_gitignore(text, Some("inputs"));
        for there in [
            ours,
            "/target\ninputs/\n",
            "target\r\n/inputs/**\r\n",
            "**/target/\n/inputs/*",
        ] {
            assert_eq!(lacking(there), None, "{there:?}");
        }
        let (folders, text) = lacking("# mine\ntarget/").unwrap();
        assert_eq!(folders, ["inputs"]);
        let rest = ours.strip_prefix("/target\n").unwrap();
        assert_eq!(text, format!("# mine\ntarget/\n{rest}"));
        assert_eq!(lacking(&text), None);
        let (folders, text) = lacking("a\r\n").unwrap();
        assert_eq!(folders, ["target", "inputs"]);
        assert_eq!(text, format!("a\r\n{}", ours.replace('\n', "\r\n")));
        assert!(lacking("!/inputs/\n/target\n").is_some());
        // The inputs may be elsewhere.
        assert_eq!(lacking_in_gitignore("/target\n", None), None);
        let (_, text) = lacking_in_gitignore("/inputs/*\n", Some("my/private")).unwrap();
        assert!(
            text.contains("\n/my/private/*\n!/my/private/README.md\n"),
            "{text}"
        );
    }

    fn new(paths: &[&str]) -> Vec<NewFile> {
        paths
            .iter()
            .map(|&path| NewFile::new(path, "text"))
            .collect()
    }

    #[test]
    fn creates_what_is_missing_and_keeps_what_is_there() {
        let temp = tempfile::tempdir().unwrap();
        put(temp.path(), "a", "mine");
        put(temp.path(), "f", "text");
        let done = create_missing(temp.path(), &new(&["a", "b/c/d", "b/e", "f"])).unwrap();
        assert_eq!(done.created, ["b/c/d", "b/e"]);
        assert_eq!(done.kept, ["a"]);
        let again = create_missing(temp.path(), &new(&["b/c/d", "b/e"])).unwrap();
        assert_eq!(again, Created::default());
        // Nothing stays of what could not be written as a whole.
        assert!(create_missing(temp.path(), &new(&["g/h", "a/b"])).is_err());
        assert!(!temp.path().join("g").exists());
    }
}
