//! The input files of the old repository. They are found once for all plans of an import.

use std::collections::{BTreeMap, BTreeSet};

use super::OldRepository;
use super::day_file::DayFile;
use crate::import::folder::input_paths::{input_at, is_input_in_any_folder, may_be_input};
use crate::import::folder::names::folder_of;
use crate::puzzle::{Day, Puzzle, Year};

#[derive(Default)]
pub struct InputFiles {
    /// The days of the files that are inputs by their paths. The year of a file may be unknown.
    pub by_path: BTreeSet<(Day, Option<Year>)>,
    /// The files that are inputs because their day reads no other file.
    pub by_code: BTreeMap<String, Puzzle>,
}

impl InputFiles {
    /// True if a file is the input of this puzzle by its path.
    pub fn has(&self, puzzle: Puzzle) -> bool {
        let mut years = [Some(puzzle.year), None].into_iter();
        years.any(|year| self.by_path.contains(&(puzzle.day, year)))
    }
}

impl OldRepository {
    pub fn find_inputs_by_path(&mut self) {
        let files = self.tree.files.iter();
        self.input_files.by_path = files.filter_map(|file| self.input_place(file)).collect();
    }

    /// The day whose input may be at a path, and the year if it is known.
    fn input_place(&self, path: &str) -> Option<(Day, Option<Year>)> {
        let day = input_at(&self.spelled_out(path))?;
        Some((day, self.year_of(path).ok()))
    }

    /// True if the input of a puzzle may be at this path. There may be no such file.
    pub fn may_be_input_of(&self, path: &str, puzzle: Puzzle) -> bool {
        self.input_place(path).is_some_and(|(day, year)| {
            day == puzzle.day && year.is_none_or(|year| year == puzzle.year)
        })
    }

    /// Finds the inputs of days without a file that is their input by its path: the only file that
    /// the code of the day reads, if the name fits. It may be in any folder.
    pub fn find_inputs_by_code(&mut self) {
        let input_of = |day: &DayFile| Some((self.input_read_by(day)?, day.puzzle));
        self.input_files.by_code = self.day_files().filter_map(input_of).collect();
    }

    fn input_read_by(&self, day: &DayFile) -> Option<String> {
        let source = self.source(&day.file).ok()?;
        let code = source.items_outside_of_tests();
        let named: BTreeSet<&str> = code
            .clone()
            .flat_map(|item| self.data_files(&day.file, item))
            .collect();
        let mut files = if named.is_empty() && code.clone().any(|item| item.mentions("stdin")) {
            self.texts_beside(day)
        } else {
            named
        };
        let file = files.pop_first()?;
        // The input may be a file that the repository lacks, and this one an example.
        let names_other_input = code.flat_map(|item| &item.facts.strings).any(|path| {
            path.contains(['.', '/'])
                && may_be_input(path)
                && self.file_named(&day.file, path) != Some(file)
        });
        let is_input = files.is_empty()
            && is_input_in_any_folder(&self.spelled_out(file), day.puzzle.day)
            && !self.input_files.has(day.puzzle)
            && !names_other_input;
        is_input.then(|| file.to_owned())
    }

    /// The texts in the folder of a day's package that may be its input, for a program that is
    /// called with `cargo run < data.txt`.
    fn texts_beside(&self, day: &DayFile) -> BTreeSet<&str> {
        let folder = &*self.package_of(&day.file).folder;
        let files = self.tree.files.iter().map(|file| &**file);
        files
            .filter(|file| {
                folder_of(file) == folder
                    && file.strip_suffix(".txt").is_some()
                    && is_input_in_any_folder(&self.spelled_out(file), day.puzzle.day)
            })
            .collect()
    }
}
