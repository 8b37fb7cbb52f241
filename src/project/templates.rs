//! The files that a new repository begins with. What this repository has as
//! well is taken from it, so that the two cannot part.

mod error;
mod library;
mod manifest;
mod unpack;

use crate::project::first_main;
use crate::puzzle::{Day, Puzzle, Year};

pub use error::TemplateError;
pub use library::FOLDER as LIBRARY;
pub use unpack::unpack;

/// A file to write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Its path from the repository's root, with slashes.
    pub path: String,
    /// What it says.
    pub text: String,
}

impl File {
    fn new(path: impl Into<String>, text: impl Into<String>) -> Self {
        Self {
            path: path.into(),
            text: text.into(),
        }
    }
}

/// A repository with the first day of `year`.
pub fn repository(year: Year) -> Vec<File> {
    let first = year.day(Day(1));
    let folder = format!("days/year{year}");
    let mut files = vec![
        File::new("Cargo.toml", manifest::workspace()),
        File::new(".gitignore", include_str!("../../.gitignore")),
        File::new("README.md", readme(year)),
        File::new("inputs/README.md", include_str!("../../inputs/README.md")),
        File::new(format!("{folder}/Cargo.toml"), manifest::worker(year)),
        File::new(format!("{folder}/main.rs"), first_main(year, first.day)),
        File::new(first.source(), day(first)),
    ];
    files.extend(library::files());
    files
}

/// A day that is not solved yet.
fn day(puzzle: Puzzle) -> String {
    include_str!("templates/files/day.rs")
        .replace("Day00", &format!("Day{:02}", puzzle.day.0))
        .replace("Day 0", &format!("Day {}", puzzle.day))
}

fn readme(year: Year) -> String {
    include_str!("templates/files/README.md").replace("2025", &year.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_repository_has_one_day() {
        let files = repository(Year(2031));
        let paths: Vec<&str> = files
            .iter()
            .map(|file| file.path.as_str())
            .filter(|path| !path.starts_with(LIBRARY))
            .collect();
        assert_eq!(
            paths,
            [
                "Cargo.toml",
                ".gitignore",
                "README.md",
                "inputs/README.md",
                "days/year2031/Cargo.toml",
                "days/year2031/main.rs",
                "days/year2031/day01.rs",
            ]
        );
        let text = |path: &str| &files.iter().find(|file| file.path == path).unwrap().text;
        assert!(text("days/year2031/main.rs").contains(".day::<day01::Day01>(1)"));
        assert!(text("days/year2031/day01.rs").contains("impl Solution for Day01"));
        assert!(text("README.md").contains("days/year2031/day01.rs"));
        for file in &files[..paths.len()] {
            let old = file.text.contains("2025") || file.text.contains("Day00");
            assert!(!old, "{}", file.path);
        }
    }
}
