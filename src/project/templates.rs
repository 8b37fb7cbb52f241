//! The files that `aoc init` and `aoc new` write, whose text is built into the program.

use std::collections::BTreeSet;
use std::path::Path;

use super::library::{LIBRARY, library_differs, library_files};
use super::links::link_in;
use super::manifest::{WORKSPACE, year_manifest};
use super::new_files::{FileChanges, NewFile};
use super::root::Project;
use crate::config::ChildEnv;
use crate::error::{Result, usage_error};
use crate::files::{entries, if_exists, read_text_file};
use crate::puzzle::{Day, Puzzle, Year, day_of_name};

/// The path of a project's own template from its root.
const TEMPLATE: &str = "templates/day.rs";

/// The placeholders of a template. Each is written between two `%`.
const PLACEHOLDERS: &[&str] = &["YEAR", "DAY", "PADDED_DAY", "TITLE"];

/// The template of a project that has no template of its own.
pub const BUILT_IN_TEMPLATE: &str = include_str!("templates/day.template");

/// The title of a day while the real one is not known.
pub fn placeholder_title(day: Day) -> String {
    format!("Day {day}")
}

/// The template for a new day: the project's own template in `root`, or the built-in one.
/// Placeholders are names between `%`, which do not occur in Rust code. An unknown placeholder is
/// an error.
pub fn day_template(root: &Path) -> Result<String> {
    // A link in a cloned project could otherwise copy any file of the user into `days/`.
    if let Some(link) = link_in(root, TEMPLATE) {
        let what = if link == TEMPLATE { "file" } else { "folder" };
        return Err(usage_error(format!(
            "{link} is a link, which is not followed: copy the {what} there"
        )));
    }
    let path = root.join(TEMPLATE);
    let Some(own) = if_exists(&path, read_text_file(&path))? else {
        return Ok(BUILT_IN_TEMPLATE.to_owned());
    };
    for (number, line) in (1..).zip(own.lines()) {
        if let Some(name) = unknown_placeholder(line) {
            let known = PLACEHOLDERS.join("%, %");
            return Err(usage_error(format!(
                "{TEMPLATE}:{number}: unknown placeholder %{name}%; there are %{known}%"
            )));
        }
    }
    Ok(own)
}

/// The first name between `%` in a line that looks like a placeholder but is unknown.
fn unknown_placeholder(line: &str) -> Option<&str> {
    let (names, _) = line.rsplit_once('%')?;
    names.split('%').skip(1).find(|name| {
        let is_name = name.chars().all(|c| c.is_ascii_uppercase() || c == '_');
        is_name && !name.is_empty() && !PLACEHOLDERS.contains(name)
    })
}

/// The file of a new day. `title` is `None` while the title is unknown.
pub fn new_day_file(template: &str, puzzle: Puzzle, title: Option<&str>) -> NewFile {
    let title = match title {
        Some(title) => title.replace('\\', "\\\\").replace('"', "\\\""),
        None => placeholder_title(puzzle.day),
    };
    let text = template
        .replace("%YEAR%", &puzzle.year.to_string())
        .replace("%DAY%", &puzzle.day.to_string())
        .replace("%PADDED_DAY%", &format!("{:02}", puzzle.day.get()))
        .replace("%TITLE%", &title);
    NewFile::new(puzzle.solution_path(), text)
}

/// Creates the missing files of the repository in `root`. The year is the newest one that has a
/// folder, or `newest` if there is none. A year without days gets a first day. `inputs` is the
/// folder of the inputs, relative to the root and with slashes, or `None` if the inputs are outside
/// of the root.
pub fn create_repository(
    root: &Path,
    environment: &ChildEnv,
    newest: Year,
    inputs: Option<&str>,
) -> Result<FileChanges> {
    let project = Project::at(root, environment);
    let years = project.years();
    let year = *years.last().unwrap_or(&newest);
    let files = repository_files(&project, year, inputs);
    let mut files = project.create_missing(&files)?;
    // The manifest may be new, so the project is read again.
    let project = Project::at(root, environment);
    if !project.main_rs(year).exists() {
        project.sync(year)?;
        files.created.push(format!("{}/main.rs", year.folder()));
    }
    Ok(files)
}

/// The files that the repository should have, in writing order. The workspace's manifest is the
/// last file, so a half-written repository is not a project yet.
fn repository_files(project: &Project, year: Year, inputs: Option<&str>) -> Vec<NewFile> {
    let readme = include_str!("templates/README.md");
    let ignored = format!("/{}/", inputs.unwrap_or("inputs"));
    let ignored = include_str!("../../.gitignore").replace("/inputs/", &ignored);
    let mut files = vec![NewFile::new(".gitignore", ignored)];
    if let Some(inputs) = inputs {
        let about = include_str!("../../inputs/README.md");
        files.push(NewFile::new(format!("{inputs}/README.md"), about));
    }
    files.push(NewFile::new("README.md", readme));
    // An existing workflow may already run the tests. A hidden file does not count: a killed
    // process may have left it.
    let workflows = project.root.join(".github/workflows");
    let is_empty = entries(&workflows).all(|entry| {
        let name = entry.file_name();
        name.as_encoded_bytes().starts_with(b".")
    });
    if is_empty {
        let text = include_str!("templates/ci.yml");
        files.push(NewFile::new(".github/workflows/ci.yml", text));
    }
    let mut new_days = Vec::new();
    // If this fails, writing the year's manifest will report it.
    if let Ok(modules) = project.modules(year)
        && !modules.keys().any(|name| day_of_name(year, name).is_some())
    {
        new_days.push((year.day(Day::FIRST), None));
    }
    let year_files = day_files(project, BUILT_IN_TEMPLATE, &[year].into(), &new_days);
    if year_files.iter().any(|file| file.path.starts_with(LIBRARY)) {
        // This line marks the library as third-party code, for git and for sites that show
        // repositories.
        let text = "/vendor/** linguist-vendored\n";
        files.push(NewFile::new(".gitattributes", text));
    }
    files.extend(year_files);
    files.push(NewFile::new("Cargo.toml", WORKSPACE));
    files
}

/// The files with which VS Code debugs, runs and submits the open day. `inputs` is the folder of
/// the inputs.
pub fn vscode_files(inputs: &str) -> Vec<NewFile> {
    // The folder appears within a JSON string.
    let quoted = serde_json::Value::from(inputs).to_string();
    let inputs = &quoted[1..quoted.len() - 1];
    let launch = include_str!("templates/launch.json").replace("%INPUTS%", inputs);
    let tasks = include_str!("templates/tasks.json");
    vec![
        NewFile::new(".vscode/launch.json", launch),
        NewFile::new(".vscode/tasks.json", tasks),
    ]
}

/// The files for new days and all files that their `years` need, in writing order. A title may be
/// unknown. The manifests come last, because cargo ignores a folder without a manifest. The library
/// is included only if the years depend on the repository's copy, and this copy is missing or has
/// this version.
pub fn day_files(
    project: &Project,
    template: &str,
    years: &BTreeSet<Year>,
    new_days: &[(Puzzle, Option<String>)],
) -> Vec<NewFile> {
    let mut files: Vec<NewFile> = new_days
        .iter()
        .map(|(puzzle, title)| new_day_file(template, *puzzle, title.as_deref()))
        .collect();
    for &year in years {
        files.push(year_manifest(project, year));
    }
    let is_needed = files.iter().any(|file| file.text.contains(LIBRARY));
    if is_needed && !library_differs(&project.root) {
        files.splice(0..0, library_files());
    }
    files
}

/// The lines for `target` and the inputs that are missing in a `.gitignore`, worded for a message.
/// `None` if no line is missing.
pub fn missing_ignore_lines(text: &str, inputs: Option<&str>) -> Option<String> {
    let lines: Vec<String> = ["target"]
        .into_iter()
        .chain(inputs)
        .filter(|folder| !ignores_folder(text, folder))
        .map(|folder| format!("`/{folder}/*`"))
        .collect();
    (!lines.is_empty()).then(|| lines.join(" and "))
}

/// True if a line of a `.gitignore` names the folder.
fn ignores_folder(text: &str, folder: &str) -> bool {
    text.lines().any(|line| {
        line.trim()
            .trim_start_matches("**/")
            .trim_matches(['/', '*'])
            == folder
    })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::testing::{no_variables, write as put};

    const ELSEWHERE: &str = "[dependencies]\naoc-solution = { path = \"../../solution\" }\n";

    /// The paths of all files except those of the library.
    fn paths(files: Vec<NewFile>) -> String {
        let paths = files.into_iter().map(|file| file.path);
        let paths = paths.filter(|path| !path.starts_with(LIBRARY));
        paths.collect::<Vec<_>>().join(" ")
    }

    fn has_library(files: &[NewFile]) -> bool {
        files.iter().any(|file| file.path.starts_with(LIBRARY))
    }

    #[test]
    fn a_new_repository_has_one_day_and_its_manifest_last() {
        let temp = tempfile::tempdir().unwrap();
        let project = Project::at(temp.path(), &no_variables());
        let files = |year| repository_files(&project, Year::of(year), Some("inputs"));
        let expected = ".gitignore inputs/README.md README.md .github/workflows/ci.yml \
                        .gitattributes days/year2031/day01.rs days/year2031/Cargo.toml Cargo.toml";
        assert_eq!(paths(files(2031)), expected);
        for file in files(2031) {
            let is_old = file.text.contains("2025") && !file.path.starts_with(LIBRARY);
            assert!(!is_old, "{}", file.path);
        }
        // Existing years, days and workflows decide.
        put(temp.path(), ".github/workflows/.tmp-ci.yml-a1b2c3", "");
        assert_eq!(paths(files(2031)), expected);
        put(temp.path(), ".github/workflows/pages.yaml", "");
        put(temp.path(), "days/year2019/day01.rs", "");
        put(temp.path(), "days/year2020/day07.rs", "");
        let expected = "README.md .gitattributes days/year2020/Cargo.toml Cargo.toml";
        assert!(paths(files(2020)).ends_with(expected) && has_library(&files(2020)));
        put(temp.path(), "days/year2020/Cargo.toml", ELSEWHERE);
        assert!(!has_library(&files(2020)));
        fs::remove_file(temp.path().join("days/year2020/Cargo.toml")).unwrap();
        let library = format!("{LIBRARY}/src/lib.rs");
        put(temp.path(), &library, "mine CountingAllocator");
        assert!(!has_library(&files(2020)));
        let created =
            create_repository(temp.path(), &no_variables(), Year::of(2031), None).unwrap();
        assert_eq!(created.created.last().unwrap(), "days/year2020/main.rs");
    }

    #[test]
    fn the_program_of_a_new_repository_is_as_the_next_build_writes_it() {
        let inherited = format!("{ELSEWHERE}\n[lints]\nworkspace = true\n");
        let cfgs = "unexpected_cfgs = { level = 'warn', check-cfg = ['cfg(aoc_some)'] }\n";
        let workspace =
            format!("[workspace]\nmembers = ['days/*']\n[workspace.lints.rust]\n{cfgs}");
        for (path, text) in [
            ("unrelated", ""),
            ("Cargo.toml", &*workspace),
            ("Cargo.toml", "[workspace]\nmembers = ['days/*']\n"),
        ] {
            let temp = tempfile::tempdir().unwrap();
            put(temp.path(), path, text);
            put(temp.path(), "days/year2020/Cargo.toml", &inherited);
            let environment = no_variables();
            create_repository(temp.path(), &environment, Year::of(2020), None).unwrap();
            let main = temp.path().join("days/year2020/main.rs");
            let created = fs::read_to_string(&main).unwrap();
            let project = Project::find(temp.path(), &environment).unwrap();
            project.sync(Year::of(2020)).unwrap();
            assert_eq!(fs::read_to_string(&main).unwrap(), created, "{text}");
        }
    }

    #[test]
    fn a_year_without_a_crate_gets_one() {
        let temp = tempfile::tempdir().unwrap();
        let project = Project::at(temp.path(), &no_variables());
        let new_days = [1, 2].map(|day| (Puzzle::of(2020, day), None));
        let files = || {
            day_files(
                &project,
                BUILT_IN_TEMPLATE,
                &[Year::of(2020)].into(),
                &new_days,
            )
        };
        let expected = "days/year2020/day01.rs days/year2020/day02.rs days/year2020/Cargo.toml";
        assert_eq!(paths(files()), expected);
        assert!(has_library(&files()));
        put(temp.path(), "days/year2019/Cargo.toml", ELSEWHERE);
        assert!(!has_library(&files()));
        assert!(files()[2].text.contains(ELSEWHERE));
    }

    #[test]
    fn placeholders_are_replaced() {
        let template = "//! %YEAR%/%DAY%: %TITLE% 7 % 3%%\nstruct Day%PADDED_DAY%;\n";
        let puzzle = Puzzle::of(2020, 7);
        let file = new_day_file(template, puzzle, Some("Handy \"Haversacks\" %DAY%"));
        let shown = "//! 2020/7: Handy \\\"Haversacks\\\" %DAY% 7 % 3%%\nstruct Day07;\n";
        assert_eq!(file, NewFile::new("days/year2020/day07.rs", shown));
        let unknown = new_day_file(template, puzzle, None).text;
        assert!(unknown.contains("2020/7: Day 7 "));
        let temp = tempfile::tempdir().unwrap();
        let find = || day_template(temp.path());
        assert_eq!(find().unwrap(), BUILT_IN_TEMPLATE);
        put(temp.path(), TEMPLATE, template);
        assert_eq!(find().unwrap(), template);
        put(temp.path(), TEMPLATE, "%DAY%\n1 % 2 %DAY%FOO%");
        let error = find().unwrap_err().to_string();
        let is_expected = error.starts_with("templates/day.rs:2: unknown placeholder %FOO%; ");
        assert!(is_expected, "{error}");
        put(temp.path(), TEMPLATE, b"\xff");
        assert!(find().is_err());
    }

    #[test]
    fn a_gitignore_lacks_what_it_does_not_name() {
        let ours = include_str!("../../.gitignore");
        let lacking = |text: &str| missing_ignore_lines(text, Some("inputs"));
        for there in [
            "/target\r\ninputs/",
            "target\r\n/inputs/**",
            "**/target/\r\n/inputs/*",
            ours,
        ] {
            assert_eq!(lacking(there), None, "{there:?}");
        }
        for (there, lines) in [
            ("# mine\ntarget/", "`/inputs/*`"),
            ("a\r\n", "`/target/*` and `/inputs/*`"),
            ("!/inputs/\n/target\n", "`/inputs/*`"),
        ] {
            assert_eq!(lacking(there).as_deref(), Some(lines));
        }
        assert_eq!(missing_ignore_lines("/target\n", None), None);
        let lacking = missing_ignore_lines("/target\n/inputs/*", Some("my/private"));
        assert_eq!(lacking.as_deref(), Some("`/my/private/*`"));
    }
}
