//! Lists of puzzles for messages. Each word of a list can be typed as a selector.

use super::calendar::Puzzle;
use super::selector::Span;

/// A list of puzzles for a message: `2020/1-5,22, 2021/3`.
pub fn puzzle_list(puzzles: impl IntoIterator<Item = Puzzle>) -> String {
    lists_by_year(puzzles).join(", ")
}

/// A list for each year, such as `2020/1-5,22`. Each list is a selector.
pub fn lists_by_year(puzzles: impl IntoIterator<Item = Puzzle>) -> Vec<String> {
    let mut puzzles = Vec::from_iter(puzzles);
    puzzles.sort_unstable();
    puzzles.dedup();
    let mut names = Vec::new();
    for year in puzzles.chunk_by(|one, next| one.year == next.year) {
        let mut ranges = Vec::new();
        for days in year.chunk_by(|one, next| one.day.get() + 1 == next.day.get()) {
            let first = days[0].day;
            let last = days[days.len() - 1].day;
            ranges.push(Span { first, last }.to_string());
        }
        let ranges = ranges.join(",");
        names.push(format!("{}/{ranges}", year[0].year));
    }
    names
}

/// Messages with their puzzles, in the order of their first occurrence. Often many puzzles have the
/// same message, for example because there is no session.
pub struct ByMessage<T> {
    messages: Vec<(T, Vec<Puzzle>)>,
}

impl<T> Default for ByMessage<T> {
    fn default() -> Self {
        Self {
            messages: Vec::new(),
        }
    }
}

impl<T: PartialEq> ByMessage<T> {
    pub fn add(&mut self, message: T, puzzle: Puzzle) {
        match self.messages.iter_mut().find(|(same, _)| *same == message) {
            Some((_, puzzles)) => puzzles.push(puzzle),
            None => self.messages.push((message, vec![puzzle])),
        }
    }

    /// Each message with the list of its puzzles.
    pub fn into_lists(self) -> impl Iterator<Item = (T, String)> {
        self.messages
            .into_iter()
            .map(|(message, puzzles)| (message, puzzle_list(puzzles)))
    }
}
