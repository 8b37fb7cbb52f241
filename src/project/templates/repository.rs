//! The files that a repository consists of.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use super::super::main_rs::with_one as first_main;
use super::super::root::Project;
use super::day::DayTemplate;
use super::file::File;
use super::{gitignore, library, manifest, readme};
use crate::files::read_text_file;
use crate::puzzle::{Day, Year};

/// Where GitHub looks for workflows, from the root.
const WORKFLOWS: &str = ".github/workflows";

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
pub fn repository(root: &Path, newest: Year, inputs: Option<&str>) -> Vec<File> {
    let project = Project::at(root, toml::Table::new());
    let years = project.years();
    let year = years.last().copied().unwrap_or(newest);
    let mut files = vec![gitignore::file(inputs)];
    files.extend(inputs.map(|folder| {
        let text = include_str!("../../../inputs/README.md");
        File::new(format!("{folder}/README.md"), text)
    }));
    files.push(readme::readme(year));
    if !has_workflow(root) {
        let text = include_str!("files/ci.yml");
        files.push(File::new(format!("{WORKFLOWS}/ci.yml"), text));
    }
    if takes_library(&project, &years) && !library::differs(root) {
        files.extend(library::files());
    }
    files.push(manifest::year(year));
    // An error will occur again when the year's manifest is written.
    if project.days_of(year).is_ok_and(|days| days.is_empty()) {
        let first = year.day(Day(1));
        let main = format!("days/year{year}/main.rs");
        files.push(File::new(main, first_main(year, first.day)));
        files.push(DayTemplate::built_in().file(first, None));
    }
    files.push(manifest::workspace());
    files
}

/// The folder of workflows, where there are some and none mentions `cargo test`
/// or nextest, so that nothing runs the tests of the days.
pub fn untested(root: &Path) -> Option<&'static str> {
    let workflows = workflows(root);
    let tests = |path: &PathBuf| {
        let text = read_text_file(path).unwrap_or_default();
        ["cargo test", "nextest"].iter().any(|it| text.contains(it))
    };
    (!workflows.is_empty() && !workflows.iter().any(tests)).then_some(WORKFLOWS)
}

/// Whether the tests may be run by something else already.
fn has_workflow(root: &Path) -> bool {
    !workflows(root).is_empty()
}

fn workflows(root: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(root.join(WORKFLOWS));
    let paths = entries
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path());
    let is_workflow = |path: &PathBuf| {
        let extension = path.extension().and_then(OsStr::to_str);
        matches!(extension, Some("yml" | "yaml"))
    };
    paths.filter(is_workflow).collect()
}

/// Whether years take the library from its folder in the repository, as they do
/// if there are none yet.
fn takes_library(project: &Project, years: &BTreeSet<Year>) -> bool {
    let manifests = years
        .iter()
        .map(|year| project.year_dir(*year).join("Cargo.toml"));
    let mut manifests = manifests
        .filter_map(|path| read_text_file(&path).ok())
        .peekable();
    manifests.peek().is_none() || manifests.any(|text| text.contains(library::FOLDER))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::write;

    fn paths(root: &Path) -> Vec<String> {
        let files = repository(root, Year(2031), Some("inputs"));
        let paths = files.into_iter().map(|file| file.path);
        paths
            .filter(|path| !path.starts_with(library::FOLDER))
            .collect()
    }

    #[test]
    fn a_new_repository_has_one_day_and_its_manifest_last() {
        let temp = tempfile::tempdir().unwrap();
        assert_eq!(
            paths(temp.path()),
            [
                ".gitignore",
                "inputs/README.md",
                "README.md",
                ".github/workflows/ci.yml",
                "days/year2031/Cargo.toml",
                "days/year2031/main.rs",
                "days/year2031/day01.rs",
                "Cargo.toml",
            ]
        );
        let files = repository(temp.path(), Year(2031), Some("inputs"));
        let text = |path: &str| &files.iter().find(|file| file.path == path).unwrap().text;
        assert!(text("days/year2031/main.rs").contains(".day::<day01::Day01>(1)"));
        assert!(text("days/year2031/day01.rs").contains("impl Solution for Day01"));
        assert!(text("README.md").contains("days/year2031/day01.rs"));
        let ours = |file: &&File| !file.path.starts_with(library::FOLDER);
        for file in files.iter().filter(ours) {
            let old = file.text.contains("2025") || file.text.contains("Day00");
            assert!(!old, "{}", file.path);
        }
    }

    #[test]
    fn years_that_exist_decide() {
        let temp = tempfile::tempdir().unwrap();
        fs::create_dir_all(temp.path().join("days/year2020")).unwrap();
        write(temp.path(), "days/year2019/day01.rs", "");
        assert!(paths(temp.path()).contains(&"days/year2020/day01.rs".to_owned()));
        write(temp.path(), "days/year2020/day07.rs", "");
        let with_days = paths(temp.path());
        assert_eq!(with_days[4..], ["days/year2020/Cargo.toml", "Cargo.toml"]);
    }

    #[test]
    fn own_workflows_stay_and_are_read() {
        let temp = tempfile::tempdir().unwrap();
        assert_eq!(untested(temp.path()), None);
        write(
            temp.path(),
            ".github/workflows/pages.yaml",
            "run: mdbook build",
        );
        let ci = ".github/workflows/ci.yml".to_owned();
        assert!(!paths(temp.path()).contains(&ci));
        assert_eq!(untested(temp.path()), Some(".github/workflows"));
        write(temp.path(), &ci, "run: cargo test --workspace");
        assert_eq!(untested(temp.path()), None);
    }

    #[test]
    fn the_library_is_for_those_who_take_it_from_here() {
        let temp = tempfile::tempdir().unwrap();
        let has_library = || {
            let files = repository(temp.path(), Year(2031), Some("inputs"));
            files
                .iter()
                .any(|file| file.path.starts_with(library::FOLDER))
        };
        assert!(has_library());
        let elsewhere = manifest::year(Year(2020)).text;
        let elsewhere = elsewhere.replace(library::FOLDER, "solution");
        write(temp.path(), "days/year2020/Cargo.toml", &elsewhere);
        assert!(!has_library());
        let manifest = manifest::year(Year(2019)).text;
        write(temp.path(), "days/year2019/Cargo.toml", &manifest);
        assert!(has_library());
        write(temp.path(), "vendor/aoc-solution/src/lib.rs", "mine");
        assert!(!has_library());
    }
}
