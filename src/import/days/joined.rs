//! Joins the files of days that have a file for each part, such as `day01-a.rs` and `day01-b.rs`.
//! The source of the first file gets a module for each part. The result is an ordinary day.

use std::collections::{BTreeMap, BTreeSet};

use aoc_solution::Part;

use super::DayReader;
use crate::import::day_file::{DayFile, DayKind};
use crate::import::names::folder_of;
use crate::import::source::{OldFile, Source};
use crate::puzzle::Puzzle;

/// A day whose two files are joined into one.
pub struct JoinedDay {
    pub day: DayFile,
    pub file: OldFile,
}

impl DayReader<'_> {
    /// Joins the two files of each day that has a file for each part.
    pub fn joined_days(&self, days: &[DayFile]) -> Vec<JoinedDay> {
        let pairs = files_of_parts(days).into_iter();
        pairs
            .filter_map(|(puzzle, files)| self.joined_day(puzzle, files))
            .collect()
    }

    /// The day of two files with one part each. `None` if the files cannot be joined, or if names
    /// do not say clearly which function answers a part.
    fn joined_day(&self, puzzle: Puzzle, files: [&str; 2]) -> Option<JoinedDay> {
        let mut text = String::new();
        for (part, file) in Part::BOTH.into_iter().zip(files) {
            let module = self.repository.source(file).ok()?.as_module()?;
            text += &format!("pub mod part{part} {{\n{module}\n}}\n\n");
        }
        let mut read = files.into_iter().map(|file| self.repository.file(file));
        // The joined source lacks `main`, where the input is often trimmed, so the original files
        // are checked for it.
        let calls_trim = read.any(|read| read.is_ok_and(|read| read.calls_trim));
        let joined = OldFile::joined(Source::read(text).ok()?, calls_trim);
        let [file, part2] = files;
        let day = DayFile {
            part2: Some(part2.to_owned()),
            ..self.whole_day(file, puzzle, &joined)
        };
        let taken = day.wiring_by_names()?;
        (taken.wiring.parts() == Part::BOTH).then_some(JoinedDay { day, file: joined })
    }
}

/// The files of part 1 and of part 2 of a day. Both are in the same folder, and no other file of
/// the day can be called.
fn files_of_parts(days: &[DayFile]) -> Vec<(Puzzle, [&str; 2])> {
    let mut found = BTreeMap::<(Puzzle, &str), [Vec<&str>; 2]>::new();
    let mut called = BTreeSet::new();
    for day in days {
        match &day.kind {
            DayKind::OnePart(Some(part)) => {
                let place = (day.puzzle, folder_of(&day.file));
                found.entry(place).or_default()[part.index()].push(&day.file);
            }
            DayKind::OnePart(None) => {}
            DayKind::ToCall(candidates) if candidates.is_empty() => {}
            DayKind::OfAoc | DayKind::TooManyCalls | DayKind::ToCall(_) => {
                called.insert(day.puzzle);
            }
        }
    }
    let mut pairs = Vec::new();
    for ((puzzle, _), files) in found {
        if let [[one], [two]] = files.each_ref().map(Vec::as_slice)
            && !called.contains(&puzzle)
        {
            pairs.push((puzzle, [*one, *two]));
        }
    }
    pairs
}
