//! The manifests, made from those of this repository.

use crate::puzzle::Year;

use super::library;

/// This repository's own.
const ROOT: &str = include_str!("../../../Cargo.toml");

/// That of the workspace.
pub fn workspace() -> String {
    // The library is kept out, so that `cargo test` and `cargo clippy` are
    // about the days.
    let mut text = format!(
        r#"[workspace]
members = ["days/year*"]
exclude = ["{}"]
resolver = "3"

# Settings of this repository for `aoc`.
[workspace.metadata.aoc]
"#,
        library::FOLDER
    );
    let shared = |part: &&str| part.contains("[profile.aoc");
    for profile in ROOT.split("\n\n").filter(shared).chain([DEV]) {
        text.push('\n');
        text.push_str(profile.trim());
        text.push('\n');
    }
    text
}

/// Ours names packages that are not there.
const DEV: &str = "\
# The days' tests run whole puzzles: a little optimisation pays.
[profile.dev]
opt-level = 1
";

/// That of a year.
pub fn worker(year: Year) -> String {
    format!(
        r#"[package]
name = "year{year}"
description = "Advent of Code {year}"
version = "0.0.0"
edition = "2024"
publish = false

[[bin]]
name = "year{year}"
path = "main.rs"

[dependencies]
aoc-solution = {{ path = "../../{}" }}
"#,
        library::FOLDER
    )
}

/// `manifest`, with nothing in it that it has from this repository's workspace.
pub fn on_its_own(manifest: &str) -> String {
    let root: toml::Table = ROOT.parse().expect("cargo has read it");
    let shared = &root["workspace"]["package"];
    let mut text = String::new();
    for part in manifest
        .split("\n\n")
        .filter(|part| !part.starts_with("[lints]"))
    {
        for line in part.trim_end().lines() {
            match line.strip_suffix(".workspace = true") {
                Some(key) => {
                    text.push_str(key);
                    text.push_str(" = ");
                    text.push_str(&shared[key].to_string());
                    text.push('\n');
                }
                None => text.extend([line, "\n"]),
            }
        }
        text.push('\n');
    }
    text.truncate(text.trim_end().len() + 1);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(text: &str) -> toml::Table {
        text.parse().unwrap()
    }

    #[test]
    fn the_profiles_are_this_repositorys() {
        let (ours, theirs) = (table(ROOT), table(&workspace()));
        for profile in ["aoc", "aoc-bench"] {
            assert_eq!(theirs["profile"][profile], ours["profile"][profile]);
        }
        assert!(theirs["workspace"]["metadata"]["aoc"].is_table());
    }

    #[test]
    fn a_worker_depends_on_what_ours_do() {
        let ours = table(include_str!("../../../days/year2020/Cargo.toml"));
        let theirs = table(&worker(Year(2020)));
        for part in ["bin", "dependencies"] {
            let keys = |table: &toml::Table| {
                table[part]
                    .to_string()
                    .replace("../../vendor/aoc-", "../../")
            };
            assert_eq!(keys(&theirs), keys(&ours));
        }
    }

    #[test]
    fn what_is_inherited_is_written_out() {
        let alone = on_its_own(
            "[package]\nname = \"x\"\nedition.workspace = true\n\n[lints]\nworkspace = true\n",
        );
        assert_eq!(alone, "[package]\nname = \"x\"\nedition = \"2024\"\n");
    }
}
