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

/// Whether this is a manifest without a workspace that has the years as
/// members. One that is not TOML is left to cargo.
pub fn lacks_days(manifest: &str) -> bool {
    let Ok(manifest) = manifest.parse::<toml::Table>() else {
        return false;
    };
    let members = manifest
        .get("workspace")
        .and_then(|workspace| workspace.get("members")?.as_array());
    let mut members = members
        .into_iter()
        .flatten()
        .filter_map(toml::Value::as_str);
    !members.any(|member| member.trim_start_matches("./").starts_with("days/"))
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
