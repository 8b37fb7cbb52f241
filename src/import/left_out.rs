//! What is not imported, and why? Each entry has a path, its [`SkippedKind`], and the [`reason`], which
//! also says whether an expression of the user could help. The sentence is written where the
//! obstacle is found, or in a function of `Reason`. `aoc import` prints all entries, so nothing
//! that looks like a day is left out in silence.

pub mod reason;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use aoc_solution::Part;
use serde::Serialize;

use self::reason::Reason;
use crate::error::without_error_numbers;
use crate::puzzle::Puzzle;

/// The kind of thing that is not imported.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum SkippedKind {
    /// A package, a file whose puzzle is not known, or a file of a day that is imported from
    /// another file.
    File,
    /// A file or a folder with code of days whose puzzles are not known. Also the imported folder
    /// itself if it has neither days nor inputs.
    #[serde(rename = "file")]
    UnknownDay,
    Input(Puzzle),
    Answer(Puzzle),
    Day(Puzzle),
    /// A part of a day, if the day is imported without this part.
    Part {
        #[serde(flatten)]
        puzzle: Puzzle,
        #[serde(skip)]
        part: Part,
    },
}

/// A file, day or package that was found and is not imported.
#[derive(Clone, Debug, Serialize)]
pub struct Skipped {
    pub from: PathBuf,
    #[serde(flatten)]
    pub kind: SkippedKind,
    pub why: Reason,
    /// The imported days that may need it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub wanted_by: Vec<Puzzle>,
}

/// Everything that is not imported.
#[derive(Clone, Debug, Default, Serialize)]
pub struct LeftOut {
    pub skipped: Vec<Skipped>,
}

impl LeftOut {
    /// Adds an entry whose reason is [`Reason::Unfit`]: no expression of the user could help.
    pub fn skip(&mut self, from: impl Into<PathBuf>, kind: SkippedKind, why: impl Into<String>) {
        self.add(from, kind, Reason::Unfit(why.into()));
    }

    /// Adds an entry with any reason. Removes the error numbers of the system from its text.
    pub fn add(&mut self, from: impl Into<PathBuf>, kind: SkippedKind, mut why: Reason) {
        let (Reason::Unclear(text) | Reason::Unfit(text)) = &mut why;
        *text = without_error_numbers(text);
        self.skipped.push(Skipped {
            from: from.into(),
            kind,
            why,
            wanted_by: Vec::new(),
        });
    }

    /// True if there is an entry with this file and this reason.
    pub fn has(&self, from: &Path, why: &str) -> bool {
        self.skipped
            .iter()
            .any(|skipped| skipped.from == from && skipped.why.text() == why)
    }

    /// The parts whose call is not clear for at least one day. A day that is not imported at all
    /// for this reason counts for both parts.
    pub fn unclear(&self) -> BTreeSet<Part> {
        let unclear = self
            .skipped
            .iter()
            .filter(|skipped| skipped.why.is_unclear());
        unclear
            .flat_map(|skipped| match skipped.kind {
                SkippedKind::Part { part, .. } => vec![part],
                _ => Part::BOTH.to_vec(),
            })
            .collect()
    }

    /// True if the code of a whole day is left out, or if there is nothing to import.
    pub fn has_refused_days(&self) -> bool {
        self.skipped
            .iter()
            .any(|skipped| matches!(skipped.kind, SkippedKind::UnknownDay | SkippedKind::Day(_)))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_json_of_an_entry_says_what_is_left_out() {
        let day = Puzzle::of(2020, 1);
        let mut left_out = LeftOut::default();
        for kind in [
            SkippedKind::File,
            SkippedKind::UnknownDay,
            SkippedKind::Input(day),
            SkippedKind::Answer(day),
            SkippedKind::Day(day),
            SkippedKind::Part {
                puzzle: day,
                part: Part::Two,
            },
        ] {
            left_out.skip("a", kind, "no (os error 13)");
        }
        let entries = serde_json::to_value(&left_out).expect("it is JSON");
        let of_day =
            |kind: &str| json!({"from": "a", "kind": kind, "year": 2020, "day": 1, "why": "no"});
        assert_eq!(
            entries["skipped"],
            json!([
                {"from": "a", "kind": "file", "why": "no"},
                {"from": "a", "kind": "file", "why": "no"},
                of_day("input"),
                of_day("answer"),
                of_day("day"),
                of_day("part"),
            ])
        );
    }
}
