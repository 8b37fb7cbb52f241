//! Finds files whose names are only similar to names of inputs.

use std::path::PathBuf;

use super::input_id::InputId;
use super::store::Store;
use crate::files::entries;
use crate::puzzle::{Day, Puzzle, meant_day_number};

/// A file that is probably meant as an input.
pub struct MisnamedInput {
    pub path: PathBuf,
    /// The path at which the file would be an input.
    pub right: PathBuf,
}

impl Store {
    /// The files whose names are only similar to the names of the puzzle's inputs, such as
    /// `day4.txt`, `Day04.TXT` or `day04.my input.txt`. A file is left out if there is an input
    /// with the right name.
    pub fn misnamed_inputs(&self, puzzle: Puzzle) -> Vec<MisnamedInput> {
        let mut misnamed = Vec::new();
        for entry in entries(&self.year_dir(puzzle)) {
            let path = entry.path();
            if let Some((day, input)) = meant_input(&entry.file_name().to_string_lossy())
                && day == puzzle.day
                && !self.has_input(puzzle, &input)
            {
                let right = self.input_path(puzzle, &input);
                if path != right {
                    misnamed.push(MisnamedInput { path, right });
                }
            }
        }
        misnamed
    }
}

/// The day and the input that a file name such as `day4.my input.txt` probably means.
fn meant_input(file: &str) -> Option<(Day, InputId)> {
    let (stem, extension) = file.split_at_checked(file.len().checked_sub(4)?)?;
    if !extension.eq_ignore_ascii_case(".txt") {
        return None;
    }
    if stem.is_ascii()
        && let Some(day) = meant_day(stem)
    {
        return Some((day, InputId::Own));
    }
    let (day, name) = stem.split_once('.')?;
    // A solution may write such files: `day05.part1.out.txt`, `22.10.txt`.
    if name.contains('.') || day.starts_with(|first: char| first.is_ascii_digit()) {
        return None;
    }
    let allowed = name.replace(|c: char| !c.is_ascii_alphanumeric() && c != '_', "-");
    let similar = allowed.trim_matches(['-', '_']).parse();
    let name = similar.or_else(|_| "NAME".parse()).ok()?;
    Some((meant_day(day)?, InputId::Named(name)))
}

fn meant_day(name: &str) -> Option<Day> {
    Day::new(u8::try_from(meant_day_number(name)?).ok()?)
}
