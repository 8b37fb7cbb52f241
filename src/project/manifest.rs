//! The manifests of a repository.

use toml_edit::{Array, DocumentMut, value};

use super::root::Project;
use super::templates::NewFile;
use crate::files::read_text_file;
use crate::puzzle::Year;

/// The manifest of the workspace. The library is not a member, so `cargo test`
/// and `cargo clippy` are about the days.
pub const WORKSPACE: &str = include_str!("templates/workspace.toml");

/// A manifest like that of the newest year that has one: with its dependencies and
/// its lints.
pub fn year_manifest(project: &Project, year: Year) -> NewFile {
    let usual = include_str!("templates/year.toml").replace("2025", &year.to_string());
    let path = format!("days/year{year}/Cargo.toml");
    let years = project.years();
    let manifests = years.iter().rev().filter_map(|&other| {
        let text = read_text_file(&project.year_dir(other).join("Cargo.toml")).ok()?;
        text.parse::<DocumentMut>().ok()
    });
    let mut manifests = manifests.filter(|it| it.to_string().contains("aoc-solution"));
    let text = manifests.next().and_then(|other| {
        let mut new: DocumentMut = usual.parse().ok()?;
        for key in ["dependencies", "lints"] {
            if let Some(section) = other.get(key) {
                new.insert(key, section.clone());
            }
        }
        Some(new.to_string())
    });
    NewFile::new(path, text.unwrap_or(usual))
}

/// Whether a workspace's manifest may have the year as a member: by its path, or by a
/// pattern. One that is not TOML is left to cargo.
pub fn has_member(manifest: &toml::Table, year: Year) -> bool {
    let path = format!("days/year{year}");
    manifest.is_empty() || members(manifest).any(|it| it == path || it.contains('*'))
}

/// The members of a workspace, without `./` before and `/` behind them.
fn members(manifest: &toml::Table) -> impl Iterator<Item = &str> {
    let members = manifest
        .get("workspace")
        .and_then(|workspace| workspace.get("members")?.as_array());
    members
        .into_iter()
        .flatten()
        .filter_map(toml::Value::as_str)
        .map(|member| member.trim_start_matches("./").trim_end_matches('/'))
}

/// A manifest of the user's with the years as members of its workspace, which is
/// added if there is none. `None` if it has them, or if they cannot be added.
pub fn with_days(manifest: &str) -> Option<String> {
    let old: toml::Table = manifest.parse().ok()?;
    if members(&old).any(|member| member.starts_with("days/")) {
        return None;
    }
    let mut new: DocumentMut = manifest.parse().ok()?;
    if new.get("workspace").is_none() {
        let (own, _) = WORKSPACE.split_once("\n# What `aoc run`")?;
        return Some(format!("{}\n\n{own}", manifest.trim_end()));
    }
    let workspace = new.get_mut("workspace")?.as_table_like_mut()?;
    let members = workspace.entry("members").or_insert(value(Array::new()));
    members.as_array_mut()?.push("days/year*");
    Some(new.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::write;

    #[test]
    fn what_init_writes_is_as_in_this_repository() {
        let ours = |path| -> toml::Table { String::from(path).parse().unwrap() };
        let workspace = ours(include_str!("../../Cargo.toml"));
        let theirs: toml::Table = WORKSPACE.parse().unwrap();
        for profile in ["aoc", "aoc-bench"] {
            let mut ours = workspace["profile"][profile].clone();
            // Undoes what `release` is here.
            ours.as_table_mut().unwrap().remove("package");
            assert_eq!(theirs["profile"][profile], ours);
        }
        let year: toml::Table = include_str!("templates/year.toml").parse().unwrap();
        let conditions = "unexpected_cfgs";
        let lint = &workspace["workspace"]["lints"]["rust"][conditions];
        assert_eq!(&year["lints"]["rust"][conditions], lint);
    }

    #[test]
    fn a_year_like_another_has_its_dependencies_and_lints() {
        let temp = tempfile::tempdir().unwrap();
        let project = Project::at(temp.path(), toml::Table::new());
        let usual = year_manifest(&project, Year(2022)).text;
        assert!(usual.contains("name = \"year2022\"") && !usual.contains("2025"));
        let other = "[package]\nname = \"year2021\"\nedition = \"2021\"\n\n[dependencies]\n\
             aoc-solution = { path = \"../../solution\" }\n# Grids.\nutil = { path = \
             \"../util\" }\n\n[features]\nslow = []\n\n[dependencies.regex]\nversion = \"1\"\n\n\
             [lints]\nworkspace = true\n";
        write(temp.path(), "days/year2021/Cargo.toml", other);
        insta::assert_snapshot!(year_manifest(&project, Year(2022)).text);
        write(temp.path(), "days/year2021/Cargo.toml", "[dependencies]\n]");
        assert_eq!(year_manifest(&project, Year(2022)).text, usual);
    }

    #[test]
    fn members_may_be_patterns() {
        for (manifest, is_member) in [
            ("workspace.members = ['a', 'days/*']", true),
            ("workspace.members = ['./days/year2021/']", true),
            ("workspace.members = ['days', 'days/year2020']", false),
            ("package = {}", false),
            ("", true),
        ] {
            let found = has_member(&manifest.parse().unwrap(), Year(2021));
            assert_eq!(found, is_member, "{manifest}");
        }
    }

    #[test]
    fn the_years_become_members() {
        for (before, after) in [
            (
                "[workspace]\nmembers = [\"a\"]\n",
                "[workspace]\nmembers = [\"a\", \"days/year*\"]\n",
            ),
            (
                "[package]\nname = \"x\"\n\n[workspace]\nresolver = \"3\"\n",
                "[package]\nname = \"x\"\n\n[workspace]\nresolver = \"3\"\nmembers = [\"days/year*\"]\n",
            ),
        ] {
            assert_eq!(with_days(before).as_deref(), Some(after));
            assert_eq!(with_days(after), None);
        }
        let package = with_days("[package]\nname = \"x\"").unwrap();
        assert!(package.starts_with("[package]\nname = \"x\"\n\n[workspace]\nmembers = "));
        assert!(package.contains("[workspace.metadata.aoc]") && !package.contains("profile"));
        for other in [
            "not TOML",
            "[workspace]\nmembers = ['./days/*']\n",
            WORKSPACE,
        ] {
            assert_eq!(with_days(other), None, "{other}");
        }
    }
}
