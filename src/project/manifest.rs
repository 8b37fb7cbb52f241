//! Reads, checks and writes the manifests of a repository.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use glob::{MatchOptions, Pattern};
use toml::{Table, Value};
use toml_edit::{DocumentMut, value};

use super::library::LIBRARY_PACKAGE;
use super::new_files::NewFile;
use super::root::{Project, parse_year};
use crate::error::Result;
use crate::files::{entries, read_text_file, toml_at};
use crate::puzzle::{DAYS, Year};

/// The manifest of the workspace. The library is not a member, so `cargo test` and `cargo clippy`
/// check only the days.
pub const WORKSPACE: &str = include_str!("templates/workspace.toml");

/// A manifest for a year that depends only on the library.
pub fn new_year_manifest(year: Year) -> String {
    include_str!("templates/year.toml").replace("2025", &year.to_string())
}

/// A manifest for a year. It copies the dependencies and lints of the newest year that has a
/// manifest.
pub fn year_manifest(project: &Project, year: Year) -> NewFile {
    let mut manifest: DocumentMut = new_year_manifest(year)
        .parse()
        .expect("the built-in manifest is TOML");
    for other in project.years().into_iter().rev() {
        let other = read_text_file(&project.manifest_of(other)).unwrap_or_default();
        if other.contains(LIBRARY_PACKAGE)
            && let Ok(other) = other.parse::<DocumentMut>()
        {
            for key in ["dependencies", "lints"] {
                if let Some(section) = other.get(key) {
                    manifest.insert(key, section.clone());
                }
            }
            break;
        }
    }
    let path = format!("{}/Cargo.toml", year.folder());
    NewFile::new(path, manifest.to_string())
}

/// The keys of a package that let cargo find programs by the names of files and folders.
const DISCOVERY_KEYS: [&str; 5] = [
    "build",
    "autobins",
    "autoexamples",
    "autotests",
    "autobenches",
];

/// The folders whose files cargo builds as programs.
const PROGRAM_FOLDERS: [&str; 4] = ["bin", "examples", "tests", "benches"];

/// Sets the keys of a year's manifest that stop cargo from finding programs by the names of files,
/// because in a year such files are modules. Existing keys stay. Returns true if a key was missing.
pub fn set_discovery_keys(manifest: &mut DocumentMut, has_build_script: bool) -> bool {
    let Some(package) = manifest["package"].as_table_like_mut() else {
        return false;
    };
    let mut has_added = false;
    for key in DISCOVERY_KEYS {
        let is_settled = package.contains_key(key) || key == "build" && has_build_script;
        if !is_settled {
            package.insert(key, value(false));
            has_added = true;
        }
    }
    has_added
}

/// True if years are among the members of the manifest's workspace.
pub fn has_years(manifest: &Table) -> bool {
    let folder = format!("{DAYS}/");
    paths_of(manifest, "members").any(|member| member.starts_with(&folder))
}

/// True if the path of a folder is in the workspace's list of members, or matches a pattern of the
/// list, and is not excluded. Packages that are members because others depend on them are not
/// recognized.
fn is_member(manifest: &Table, path: &str) -> bool {
    paths_of(manifest, "members").any(|member| matches(member, path))
        && !is_excluded(manifest, path)
}

/// True if a folder, or a folder around it, is excluded from the workspace. A member that is named
/// without wildcards is never excluded.
fn is_excluded(manifest: &Table, path: &str) -> bool {
    is_below(manifest, "exclude", path) && !is_below(manifest, "members", path)
}

/// True if one of the workspace's lists has this folder, or a folder around it.
fn is_below(manifest: &Table, list: &str, path: &str) -> bool {
    paths_of(manifest, list).any(|folder| Path::new(path).starts_with(folder))
}

/// True if this path is the path of a member, or matches it as a pattern.
fn matches(member: &str, path: &str) -> bool {
    // As in cargo, a wildcard does not match a `/`.
    let options = MatchOptions {
        require_literal_separator: true,
        ..MatchOptions::new()
    };
    // Cargo reports a pattern that is not valid.
    Pattern::new(member).is_ok_and(|pattern| pattern.matches_with(path, options))
}

impl Project {
    /// Adds the keys of [`DISCOVERY_KEYS`] to a year's manifest that lacks them, if cargo would
    /// otherwise build one of these modules as a program. Returns a note about the change.
    pub(super) fn disable_target_discovery(
        &self,
        year: Year,
        modules: &[String],
    ) -> Result<Option<String>> {
        let folder = self.year_dir(year);
        let taken = modules
            .iter()
            .find(|module| PROGRAM_FOLDERS.contains(&&***module) && folder.join(module).is_dir());
        let Some(module) = taken else {
            return Ok(None);
        };
        let path = self.manifest_of(year);
        let text = read_text_file(&path).unwrap_or_default();
        // Cargo reports a manifest that it cannot read.
        let Ok(mut manifest) = text.parse::<DocumentMut>() else {
            return Ok(None);
        };
        let has_build_script = self.build_script(year).is_some_and(|file| file.is_file());
        if !set_discovery_keys(&mut manifest, has_build_script) {
            return Ok(None);
        }
        self.write(&path, &manifest.to_string())?;
        Ok(Some(format!(
            "added `autotests = false` and similar keys to {}, because cargo would build the folder \
             `{module}` as programs",
            self.shown(&path)
        )))
    }

    /// True if a year's package may have a library, a program or a test beside the year's program.
    pub fn has_other_targets(&self, year: Year) -> bool {
        let manifest = self.parsed_manifest_of(year);
        let lists = ["bin", "test", "example", "bench"].map(|kind| manifest.get(kind));
        let targets = lists.into_iter().flatten().filter_map(Value::as_array);
        targets.map(Vec::len).sum::<usize>() > 1
            || manifest.contains_key("lib")
            || ["src", "tests"]
                .iter()
                .any(|folder| self.year_dir(year).join(folder).is_dir())
    }

    /// The path of a year's build script, which need not exist. `None` if the manifest says that
    /// there is none.
    pub(super) fn build_script(&self, year: Year) -> Option<PathBuf> {
        let manifest = self.parsed_manifest_of(year);
        let file = match toml_at(&manifest, &["package", "build"]) {
            Some(Value::Boolean(false)) => return None,
            Some(Value::String(file)) => file,
            _ => "build.rs",
        };
        Some(self.year_dir(year).join(file))
    }

    /// The problems of the workspace because of which cargo cannot build these years, each with
    /// advice. Most of them also stop all other years.
    pub fn build_problems(&self, years: &BTreeSet<Year>) -> Vec<String> {
        let mut problems = Vec::from_iter(self.root_is_pattern_message());
        problems.extend(self.missing_manifest_messages());
        let outside = years.iter().copied();
        problems.extend(outside.filter_map(|year| self.not_a_member_message(year)));
        let all = self.years().into_iter();
        problems.extend(all.filter_map(|year| {
            let is_requested = years.contains(&year);
            self.wrong_package_name_message(year, is_requested)
        }));
        problems
    }

    /// The message if cargo cannot find the years, because it reads the path of the root as a part
    /// of a pattern.
    fn root_is_pattern_message(&self) -> Option<String> {
        let mut members = paths_of(self.manifest(), "members");
        let has_pattern = members.any(|member| member.contains(['*', '?', '[']));
        let root = self.root().display().to_string();
        // Cargo reads the path of each member, but an invalid pattern is always an error.
        let is_read = has_pattern || Pattern::new(&root).is_err();
        if !is_read || matches(&root, &root) {
            return None;
        }
        Some(format!(
            "cargo does not find the years, because it reads the path {root} as a pattern: move the \
             repository to a path without brackets and `*`"
        ))
    }

    /// The messages about folders in `days` that are members of the workspace and have no manifest.
    /// If there is such a member, cargo builds nothing.
    fn missing_manifest_messages(&self) -> Vec<String> {
        let mut messages = Vec::new();
        for folder in entries(&self.days_dir()) {
            let name = folder.file_name().to_string_lossy().into_owned();
            if folder.path().is_dir() && is_member(self.manifest(), &format!("{DAYS}/{name}")) {
                messages.extend(self.missing_manifest_message(&name));
            }
        }
        messages.sort();
        messages
    }

    /// The message for a folder in `days` without a manifest. `None` if the folder has a manifest.
    pub fn missing_manifest_message(&self, name: &str) -> Option<String> {
        let folder = self.days_dir().join(name);
        let path = folder.join("Cargo.toml");
        if path.exists() {
            return None;
        }
        let advice = if let Some(year) = parse_year(name) {
            format!("`aoc new {year}/1` creates it")
        } else if entries(&folder).next().is_none() {
            "remove the folder, because it is a member of the workspace".to_owned()
        } else {
            format!(
                "the folder is a member of the workspace: move it out of {DAYS}/, or add it to \
                 `exclude`"
            )
        };
        Some(format!("{} is missing: {advice}", self.shown(&path)))
    }

    /// The message for a year whose package has another name. If it is the name of another year, for
    /// example because the folder was copied, cargo may build nothing, because two members have the
    /// same name. With any other name, only this year is not built, so it must be requested. `None`
    /// if the name is right, or if the package is not a member of the workspace.
    fn wrong_package_name_message(&self, year: Year, is_requested: bool) -> Option<String> {
        let manifest = self.parsed_manifest_of(year);
        let name = toml_at(&manifest, &["package", "name"])?.as_str()?;
        let is_wrong = name != year.package() && (is_requested || parse_year(name).is_some());
        if !is_wrong || !is_member(self.manifest(), &year.folder()) {
            return None;
        }
        Some(format!(
            "{} names its package `{name}`, so cargo cannot build it: write `{}` in each `name`",
            self.shown(&self.manifest_of(year)),
            year.package()
        ))
    }

    /// True if the manifest excludes a year from the workspace.
    pub fn is_excluded(&self, year: Year) -> bool {
        is_excluded(self.manifest(), &year.folder())
    }

    /// The message for a year that is not a member of the workspace, with advice on what to change.
    /// `None` if the year is a member, or if the manifest is not TOML, which cargo reports.
    pub fn not_a_member_message(&self, year: Year) -> Option<String> {
        if self.manifest_error.is_some() || is_member(self.manifest(), &year.folder()) {
            return None;
        }
        let problem = if self.is_excluded(year) {
            "is excluded from the workspace, so it cannot be built: change `exclude`".to_owned()
        } else {
            format!(
                "is not a member of the workspace, so it cannot be built: add \"{DAYS}/year*\" to \
                 `members`"
            )
        };
        let manifest = self.shown(&self.manifest_path());
        Some(format!("{} {problem} in {manifest}", year.folder()))
    }
}

/// The paths in a list of the workspace, without a leading `./` and a trailing `/`.
fn paths_of<'a>(manifest: &'a Table, list: &str) -> impl Iterator<Item = &'a str> {
    toml_at(manifest, &["workspace", list])
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .map(|member| member.trim_start_matches("./").trim_end_matches('/'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{no_variables, with_slashes, write};

    #[test]
    fn what_init_writes_is_as_in_this_repository() {
        let workspace: Table = include_str!("../../Cargo.toml").parse().unwrap();
        let theirs: Table = WORKSPACE.parse().unwrap();
        for profile in ["aoc", "aoc-bench"] {
            let mut ours = workspace["profile"][profile].clone();
            // Only this repository has settings for single packages in `release`, which these
            // tables take back.
            ours.as_table_mut().unwrap().remove("package");
            assert_eq!(theirs["profile"][profile], ours);
        }
        let year: Table = include_str!("templates/year.toml").parse().unwrap();
        let conditions = "unexpected_cfgs";
        let lint = &workspace["workspace"]["lints"]["rust"][conditions];
        assert_eq!(&year["lints"]["rust"][conditions], lint);
    }

    #[test]
    fn aoc_checks_for_overflow_and_what_is_measured_does_not() {
        let manifest: Table = include_str!("../../Cargo.toml").parse().unwrap();
        let profiles = &manifest["profile"];
        let of_runner = &profiles["release"]["package"]["aoc-kit"];
        assert_eq!(of_runner["overflow-checks"].as_bool(), Some(true));
        assert_eq!(profiles["dist"]["inherits"].as_str(), Some("release"));
        for profile in ["release", "aoc-bench"] {
            assert!(profiles[profile].get("overflow-checks").is_none());
        }
    }

    #[test]
    fn a_year_like_another_has_its_dependencies_and_lints() {
        let temp = tempfile::tempdir().unwrap();
        let project = Project::at(temp.path(), &no_variables());
        let usual = year_manifest(&project, Year::of(2022)).text;
        assert!(usual.contains("name = \"year2022\"") && !usual.contains("2025"));
        let other = "[package]\nname = \"year2021\"\nedition = \"2021\"\n\n[dependencies]\n\
             aoc-solution = { path = \"../../solution\" }\n# Grids.\nutil = { path = \
             \"../util\" }\n\n[features]\nslow = []\n\n[dependencies.regex]\nversion = \"1\"\n\n\
             [lints]\nworkspace = true\n";
        write(temp.path(), "days/year2021/Cargo.toml", other);
        insta::assert_snapshot!(year_manifest(&project, Year::of(2022)).text);
        write(temp.path(), "days/year2021/Cargo.toml", "[dependencies]\n]");
        assert_eq!(year_manifest(&project, Year::of(2022)).text, usual);
    }

    #[test]
    fn a_year_may_have_other_targets() {
        let year = Year::of(2020);
        for (other, folder, expected) in [
            ("", "grid", false),
            ("[lib]\n", "grid", true),
            ("[[test]]\nname = 'x'\n", "grid", true),
            ("", "src", true),
            ("", "tests", true),
        ] {
            let temp = tempfile::tempdir().unwrap();
            let manifest = format!("[[bin]]\nname = 'year2020'\n{other}");
            write(temp.path(), "days/year2020/Cargo.toml", manifest);
            write(temp.path(), &format!("days/year2020/{folder}/mod.rs"), "");
            let project = Project::at(temp.path(), &no_variables());
            assert_eq!(
                project.has_other_targets(year),
                expected,
                "{other} {folder}"
            );
        }
    }

    #[test]
    fn a_wrong_name_of_a_package_matters_if_cargo_needs_it() {
        for (members, name, is_requested, is_problem) in [
            ("days/*", "mine", true, true),
            ("days/*", "mine", false, false),
            ("days/*", "year2021", false, true),
            ("crates/*", "year2021", true, false),
        ] {
            let temp = tempfile::tempdir().unwrap();
            let workspace = format!("[workspace]\nmembers = ['{members}']\n");
            write(temp.path(), "Cargo.toml", workspace);
            let manifest = format!("[package]\nname = '{name}'\n");
            write(temp.path(), "days/year2020/Cargo.toml", manifest);
            let project = Project::at(temp.path(), &no_variables());
            let found = project.wrong_package_name_message(Year::of(2020), is_requested);
            assert_eq!(
                found.is_some(),
                is_problem,
                "{members} {name} {is_requested}"
            );
        }
    }

    #[test]
    fn a_workspace_has_years_or_lacks_them() {
        for (manifest, expected) in [
            ("[workspace]\nmembers = ['a']\n", false),
            ("[package]\nname = 'x'\n", false),
            ("[workspace]\nmembers = ['./days/*']\n", true),
            (WORKSPACE, true),
        ] {
            let found = has_years(&manifest.parse().unwrap());
            assert_eq!(found, expected, "{manifest}");
        }
    }

    #[test]
    fn members_may_be_patterns() {
        for (manifest, is_member) in [
            ("workspace.members = ['a', 'days/*']", true),
            ("workspace.members = ['days/year202[0-9]']", true),
            ("workspace.members = ['**']", true),
            ("workspace.members = ['./days/year2021/']", true),
            ("workspace.members = ['days/**/year2021', 'x']", true),
            ("workspace.members = ['*/*2021']", true),
            ("workspace.members = ['days/*/x']", false),
            ("workspace.members = ['*']", false),
            ("workspace.members = ['days/*2020', 'crates/**']", false),
            ("workspace.members = ['days/year2021*/x', 'd*/x*']", false),
            ("workspace.members = ['days', 'days/year2020']", false),
            ("workspace.members = ['crates/*', 'days/day*']", false),
            ("package = {}", false),
            ("", false),
            // Cargo reports that this is not TOML.
            ("workspace.members = [", true),
        ] {
            let temp = tempfile::tempdir().unwrap();
            write(temp.path(), "Cargo.toml", manifest);
            let project = Project::at(temp.path(), &no_variables());
            let missing = project.not_a_member_message(Year::of(2021));
            assert_eq!(missing.is_none(), is_member, "{manifest}");
        }
    }

    #[test]
    fn members_may_be_excluded() {
        let unlisted = "days/year2021 is not a member of the workspace, so it cannot be built: add \
                        \"days/year*\" to `members` in Cargo.toml";
        let excluded = "days/year2021 is excluded from the workspace, so it cannot be built: \
                        change `exclude` in Cargo.toml";
        for (members, exclude, expected) in [
            ("days/year*", "days/year2021", Some(excluded)),
            ("days/year*", "./days/", Some(excluded)),
            ("days/year2021", "days", None),
            ("days/year*", "days/year20", None),
            ("days/year*", "days/year*", None),
            ("days/year202[2-4]", "days/year2015", Some(unlisted)),
            ("days/year202?", "", None),
            ("days/[x", "", Some(unlisted)),
        ] {
            let temp = tempfile::tempdir().unwrap();
            let list = format!("[workspace]\nmembers = ['{members}']\n");
            let manifest = match exclude {
                "" => list,
                _ => format!("{list}exclude = ['{exclude}']\n"),
            };
            write(temp.path(), "Cargo.toml", &manifest);
            let project = Project::at(temp.path(), &no_variables());
            let message = project.not_a_member_message(Year::of(2021));
            assert_eq!(message.as_deref(), expected, "{manifest}");
            // An excluded year is not generated, so the names of its files do not matter.
            write(temp.path(), "days/year2021/Day7.rs", "");
            let has_misnamed = !project.misnamed([Year::of(2021)]).is_empty();
            assert_eq!(has_misnamed, expected != Some(excluded), "{manifest}");
        }
    }

    #[test]
    fn only_a_root_with_brackets_hides_years_that_match_a_pattern() {
        for (folder, members, is_hidden) in [
            ("advent", "days/year*", false),
            ("a ]b", "days/year*", false),
            ("[aoc]", "days/year*", true),
            ("[aoc", "days/year*", true),
            ("[aoc]", "days/year2021", false),
            ("[aoc", "days/year2021", true),
        ] {
            let temp = tempfile::tempdir().unwrap();
            let root = temp.path().join(folder);
            let manifest = format!("workspace.members = ['{members}']\n");
            write(&root, "Cargo.toml", &manifest);
            let project = Project::at(&root, &no_variables());
            let message = project.root_is_pattern_message();
            assert_eq!(message.is_some(), is_hidden, "{folder} {members}");
        }
    }

    #[test]
    fn only_certain_members_lack_a_manifest() {
        for (members, exclude, file, expected) in [
            (
                "days/year*",
                "x",
                "days/year2021/day01.rs",
                Some("year2021/Cargo.toml is missing: `aoc new 2021/1` creates it"),
            ),
            ("days/year*", "days", "days/year2021/day01.rs", None),
            ("days/year202[2-4]", "x", "days/year2021/day01.rs", None),
            ("days/year2021?", "x", "days/year2021/day01.rs", None),
            (
                "days/*",
                "x",
                "days/notes/a.md",
                Some(
                    "notes/Cargo.toml is missing: the folder is a member of the workspace: move \
                     it out of days/, or add it to `exclude`",
                ),
            ),
            ("days/*", "days/notes", "days/notes/a.md", None),
        ] {
            let temp = tempfile::tempdir().unwrap();
            let manifest =
                format!("[workspace]\nmembers = ['{members}']\nexclude = ['{exclude}']\n");
            write(temp.path(), "Cargo.toml", &manifest);
            write(temp.path(), file, "");
            let project = Project::at(temp.path(), &no_variables());
            let found = project.missing_manifest_messages();
            let found: Vec<String> = found.iter().map(|message| with_slashes(message)).collect();
            let expected: Vec<String> = expected
                .iter()
                .map(|message| format!("days/{message}"))
                .collect();
            assert_eq!(found, expected, "{manifest}");
        }
    }
}
