//! Everything that one `bench` measured: the plain data that all formats are
//! made from.

use chrono::{DateTime, Utc};

use super::load::Load;
use super::results::{BenchResult, BenchResults, Benched, BenchedPuzzle, Host};
use crate::runner::{JobResult, PuzzleHeader};

/// What was measured, on what, when, and by which command.
#[derive(Clone, Debug, PartialEq)]
pub struct BenchReport {
    /// When it began.
    pub date: DateTime<Utc>,
    /// The command line, as a shell would read it.
    pub command: String,
    pub host: Host,
    /// What else the machine did meanwhile; `None` where that is not known.
    pub load: Option<Load>,
    /// In the order in which they were asked for; one that could not be measured
    /// has one result, its failure.
    pub puzzles: Vec<BenchedPuzzle>,
}

impl BenchReport {
    /// A report to which the results are added.
    pub const fn new(date: DateTime<Utc>, command: String, host: Host) -> Self {
        Self {
            date,
            command,
            host,
            load: None,
            puzzles: Vec::new(),
        }
    }

    /// Adds what a job gave.
    pub fn add(&mut self, result: &JobResult<Option<Benched>>) {
        match result {
            Ok(None) => {}
            Ok(Some(benched)) => {
                self.load = Load::sum(self.load, benched.load);
                self.puzzles.extend_from_slice(&benched.puzzles);
            }
            Err(failure) => self.puzzles.push(BenchedPuzzle {
                header: PuzzleHeader::unknown(failure.puzzle),
                results: vec![BenchResult::failed(failure)],
                not_reached: Vec::new(),
            }),
        }
    }

    /// The puzzles in the order of the calendar, whatever was asked for first.
    pub fn sorted(&self) -> Vec<&BenchedPuzzle> {
        let mut puzzles: Vec<&BenchedPuzzle> = self.puzzles.iter().collect();
        puzzles.sort_by_key(|puzzle| puzzle.header.puzzle());
        puzzles
    }

    /// What the report is of: a puzzle, a year, or several.
    pub fn title(&self) -> String {
        let puzzles = self.sorted();
        let (Some(first), Some(last)) = (puzzles.first(), puzzles.last()) else {
            return "Advent of Code".to_owned();
        };
        let (first, last) = (&first.header, &last.header);
        if first.puzzle() == last.puzzle() {
            format!("{} {}", first.puzzle(), first.title)
                .trim_end()
                .to_owned()
        } else if first.year == last.year {
            format!("Advent of Code {}", first.year)
        } else {
            format!("Advent of Code {} to {}", first.year, last.year)
        }
    }

    pub fn results(&self) -> impl Iterator<Item = &BenchResult> {
        self.puzzles.iter().flat_map(|puzzle| &puzzle.results)
    }

    /// Whether there is any figure.
    pub fn is_measured(&self) -> bool {
        self.results().any(|result| result.figures().is_some())
    }

    /// The document of `bench --json`.
    pub fn document(&self) -> BenchResults {
        let results = self.results().cloned().collect();
        BenchResults::new(self.host.clone(), self.load, results)
    }
}
