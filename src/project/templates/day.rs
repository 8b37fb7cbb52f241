//! A day that is not solved yet.

use super::file::File;
use crate::puzzle::Puzzle;

pub fn day(puzzle: Puzzle) -> File {
    let text = include_str!("files/day.rs")
        .replace("Day00", &format!("Day{:02}", puzzle.day.0))
        .replace("Day 0", &format!("Day {}", puzzle.day));
    File::new(puzzle.source(), text)
}
