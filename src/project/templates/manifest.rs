//! The manifests of a repository.

use super::file::File;
use crate::puzzle::Year;

/// The manifest of the workspace. The library is not a member, so `cargo test`
/// and `cargo clippy` are about the days.
pub fn workspace() -> File {
    File::new("Cargo.toml", include_str!("files/workspace.toml"))
}

/// The manifest of a year.
pub fn year(year: Year) -> File {
    let text = include_str!("files/year.toml").replace("2025", &year.to_string());
    File::new(format!("days/year{year}/Cargo.toml"), text)
}

/// The manifest of a year that depends on what another year, whose manifest is
/// given, depends on, and has its lints.
pub fn year_like(new: Year, other: &str) -> File {
    let usual = year(new);
    let sections = sections(other);
    let own = usual
        .text
        .split("[dependencies]")
        .next()
        .unwrap_or_default();
    let text = format!("{own}{}\n", sections.trim_end());
    // What is not written in the usual way is left to the user.
    match text.parse::<toml::Table>() {
        Ok(table) if table.contains_key("dependencies") => File { text, ..usual },
        _ => usual,
    }
}

/// The sections `dependencies` and `lints` of a manifest, as they are written.
fn sections(manifest: &str) -> String {
    let mut inside = false;
    let lines = manifest.lines().filter(|line| {
        if let Some(header) = line.strip_prefix('[') {
            let name = header.split([']', '.']).next().unwrap_or_default();
            inside = matches!(name.trim(), "dependencies" | "lints");
        }
        inside
    });
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// Whether a workspace's manifest has the year as a member. One that is not TOML
/// is left to cargo.
pub fn has_member(manifest: &toml::Table, year: Year) -> bool {
    let path = format!("days/year{year}");
    manifest.is_empty() || members(manifest).any(|member| matches(member, &path))
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

/// Whether a pattern with `*` for any text within a name matches the path.
fn matches(pattern: &str, path: &str) -> bool {
    let Some((before, after)) = pattern.split_once('*') else {
        return pattern == path;
    };
    let Some(rest) = path.strip_prefix(before) else {
        return false;
    };
    let name = rest.find('/').unwrap_or(rest.len());
    (0..=name).any(|length| rest.is_char_boundary(length) && matches(after, &rest[length..]))
}

/// A manifest of the user's with the years as members of its workspace, which is
/// added if there is none. `None` if it has them, or is not written in a way that
/// can be added to.
pub fn with_days(manifest: &str) -> Option<String> {
    if !lacks_days(manifest) {
        return None;
    }
    let before: toml::Table = manifest.parse().ok()?;
    let new = match before.get("workspace").map(toml::Value::as_table) {
        None => {
            let own = workspace().text;
            let (own, _) = own.split_once("\n# What `aoc run`")?;
            format!("{}\n\n{own}", manifest.trim_end())
        }
        Some(Some(workspace)) if workspace.contains_key("members") => {
            let section = manifest.find("[workspace]")?;
            let members = section + manifest[section..].find("\nmembers")?;
            let list = members + manifest[members..].find('[')? + 1;
            let is_empty = manifest[list..].trim_start().starts_with(']');
            let comma = if is_empty { "" } else { ", " };
            let (head, tail) = manifest.split_at(list);
            format!("{head}\"days/year*\"{comma}{tail}")
        }
        Some(_) => {
            let members = "[workspace]\nmembers = [\"days/year*\"]";
            manifest.replacen("[workspace]", members, 1)
        }
    };
    let after: toml::Table = new.parse().ok()?;
    let same = before
        .iter()
        .all(|(key, value)| key == "workspace" || after.get(key) == Some(value));
    (same && !lacks_days(&new)).then_some(new)
}

/// Whether this is a manifest without a workspace that has the years as
/// members. One that is not TOML is left to cargo.
pub fn lacks_days(manifest: &str) -> bool {
    let Ok(manifest) = manifest.parse::<toml::Table>() else {
        return false;
    };
    !members(&manifest).any(|member| member.starts_with("days/"))
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    /// A manifest of this repository.
    fn ours(path: &str) -> toml::Table {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
        fs::read_to_string(path).unwrap().parse().unwrap()
    }

    #[test]
    fn the_profiles_are_those_of_this_repository() {
        let ours = ours("Cargo.toml");
        let theirs: toml::Table = workspace().text.parse().unwrap();
        for profile in ["aoc", "aoc-bench"] {
            let mut ours = ours["profile"][profile].clone();
            // Undoes what `release` is here.
            ours.as_table_mut().unwrap().remove("package");
            assert_eq!(theirs["profile"][profile], ours);
        }
        assert!(theirs["workspace"]["metadata"]["aoc"].is_table());
    }

    #[test]
    fn a_year_depends_on_the_library_as_ours_do() {
        let ours = ours("days/year2020/Cargo.toml");
        let theirs: toml::Table = year(Year(2020)).text.parse().unwrap();
        for part in ["bin", "dependencies"] {
            let text = |table: &toml::Table| {
                table[part]
                    .to_string()
                    .replace("../../vendor/aoc-", "../../")
            };
            assert_eq!(text(&theirs), text(&ours));
        }
    }

    #[test]
    fn a_year_like_another_has_its_dependencies_and_lints() {
        let other = "[package]\nname = \"year2021\"\nedition = \"2021\"\n\n[dependencies]\n\
             aoc-solution = { path = \"../../solution\" }\n# Grids.\nutil = { path = \
             \"../util\" }\n\n[features]\nslow = []\n\n[dependencies.regex]\nversion = \"1\"\n\n\
             [lints]\nworkspace = true\n";
        let File { path, text } = year_like(Year(2022), other);
        assert_eq!(path, "days/year2022/Cargo.toml");
        let (own, taken) = text.split_at(text.find("[dependencies]").unwrap());
        assert!(year(Year(2022)).text.starts_with(own), "{own}");
        assert_eq!(
            taken,
            "[dependencies]\naoc-solution = { path = \"../../solution\" }\n# Grids.\nutil = { path \
             = \"../util\" }\n\n[dependencies.regex]\nversion = \"1\"\n\n[lints]\nworkspace = true\n"
        );
        for other in [
            "",
            "[package]\n",
            "dependencies.aoc-solution = \"1\"\n",
            "[dependencies]\n]",
        ] {
            assert_eq!(year_like(Year(2022), other), year(Year(2022)), "{other}");
        }
    }

    #[test]
    fn members_may_be_patterns() {
        let has = |members: &str| {
            let manifest = format!("[workspace]\nmembers = [{members}]\n");
            has_member(&manifest.parse().unwrap(), Year(2021))
        };
        for members in [
            "'a', 'days/*'",
            "'./days/year2021/'",
            "'*/year*'",
            "'days/*202*'",
        ] {
            assert!(has(members), "{members}");
        }
        for members in ["", "'days'", "'*'", "'days/year2020'", "'days/*/x'"] {
            assert!(!has(members), "{members}");
        }
        assert!(has_member(&toml::Table::new(), Year(2021)), "not TOML");
        assert!(!has_member(&"[package]".parse().unwrap(), Year(2021)));
    }

    #[test]
    fn the_years_become_members() {
        for (before, after) in [
            (
                "[workspace]\nmembers = [\"a\"]\n",
                "[workspace]\nmembers = [\"days/year*\", \"a\"]\n",
            ),
            (
                "[package]\nname = \"x\"\n\n[workspace]\nresolver = \"3\"\nmembers = [ ]\n",
                "[package]\nname = \"x\"\n\n[workspace]\nresolver = \"3\"\nmembers = [\"days/year*\" ]\n",
            ),
            (
                "[workspace]\n# Mine.\n",
                "[workspace]\nmembers = [\"days/year*\"]\n# Mine.\n",
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
            "workspace = { members = [\"a\"] }\n",
            &workspace().text,
        ] {
            assert_eq!(with_days(other), None, "{other}");
        }
    }

    #[test]
    fn tells_whether_the_years_are_members() {
        assert!(!lacks_days(&workspace().text));
        assert!(!lacks_days(
            "[workspace]\nmembers = [\"x\", \"./days/*\"]\n"
        ));
        assert!(!lacks_days("not TOML"));
        assert!(lacks_days("[workspace]\nmembers = [\"crates/*\"]\n"));
        assert!(lacks_days("[package]\nname = \"x\"\n"));
    }
}
