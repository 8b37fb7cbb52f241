//! Files beside the inputs whose names look like those of inputs, and are none.

use std::fs;

use super::paths::Paths;
use crate::puzzle::{Misnamed, Year};

/// The files that `aoc` reads, by their ends.
const ENDS: [&str; 3] = ["txt", "html", "toml"];

impl Paths {
    /// The years that have a folder.
    pub fn years(&self) -> Vec<Year> {
        let entries = fs::read_dir(&self.root).into_iter().flatten().flatten();
        let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
        names
            .filter_map(|name| Year::parse(name.strip_prefix("year")?))
            .collect()
    }

    /// The files of a year whose names look like those of inputs, pages,
    /// examples or answers, sorted; none if the folder cannot be read.
    pub fn misnamed(&self, year: Year) -> Vec<Misnamed> {
        let folder = self.folder_of(year);
        let entries = fs::read_dir(&folder).into_iter().flatten().flatten();
        let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
        let mut found: Vec<Misnamed> = names
            .filter_map(|file| {
                let (name, end) = file.split_once('.')?;
                let end = end.to_ascii_lowercase();
                let is_ours = ENDS.contains(&end.rsplit('.').next()?);
                let is_there = |right: &str| folder.join(right).exists();
                let path = folder.join(&file);
                let misnamed = Misnamed::find(year, path, name, &format!(".{end}"), is_there);
                misnamed.filter(|_| is_ours)
            })
            .collect();
        found.sort_by(|one, other| one.file.cmp(&other.file));
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_that_look_like_inputs_are_found() {
        let temp = tempfile::tempdir().unwrap();
        let paths = Paths {
            root: temp.path().to_owned(),
        };
        assert_eq!(paths.misnamed(Year(2015)), []);
        let folder = temp.path().join("year2015");
        fs::create_dir(&folder).unwrap();
        for name in [
            "day01.txt",
            "day02.bob.txt",
            "day02.answers.toml",
            "notes.txt",
            "day3.md",
            "Day_4.txt",
            "day1.txt",
            "day26.html",
            "5.txt",
        ] {
            fs::write(folder.join(name), "x").unwrap();
        }
        assert_eq!(paths.years(), [Year(2015)]);
        let found = paths.misnamed(Year(2015));
        let found: Vec<String> = found.iter().map(ToString::to_string).collect();
        let shown = |name: &str| folder.join(name).display().to_string();
        assert_eq!(
            found,
            [
                format!("{} is left out: rename it to day05.txt", shown("5.txt")),
                format!("{} is left out: rename it to day04.txt", shown("Day_4.txt")),
                format!(
                    "{} is left out: day01.txt is there too; remove one, or give it another name",
                    shown("day1.txt")
                ),
                format!(
                    "{} is left out: 2015 has no day 26, its days are 1 to 25",
                    shown("day26.html")
                ),
            ]
        );
    }
}
