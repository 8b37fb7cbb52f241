//! The unstable features that crates of the old repository declare, in `#![feature(...)]`. A stable
//! compiler rejects every declaration, and an old crate may declare features that are stable by
//! now. So copies declare none at first. In a trial, copies with an error declare all features of
//! their crate, unless that solves nothing. Without a trial, copies of an earlier import keep their
//! declarations, and notes tell the user about other features. The text of a day of `aoc` always
//! keeps its declarations.

use std::collections::{BTreeMap, BTreeSet};

use super::folder_below_days;
use crate::import::folder::names::{folder_of, within};
use crate::project::parse_year;
use crate::project::source::features;

/// The feature for benchmarks, which copies do not have.
const BENCHMARKS: &str = "test";

/// The unstable features of a crate that is copied, at least in part: the crate of a day, or a
/// package.
#[derive(Debug)]
pub struct CrateFeatures {
    /// The file of the copy that can declare them: the day, or the root of the package.
    pub file: String,
    /// The features that this file declares.
    pub declared: BTreeSet<String>,
    /// The other features of the crate.
    pub undeclared: BTreeSet<String>,
}

impl CrateFeatures {
    /// Inserts the declarations that are not in the text of the file yet.
    pub fn declare_in(&self, text: &mut String) {
        let mut lines = String::new();
        for name in &self.declared - &features(text) {
            lines += &format!("#![feature({name})]\n");
        }
        text.insert_str(0, &lines);
    }

    /// The folder below `days` of the package. `None` if the file is a day.
    pub fn package(&self) -> Option<&str> {
        folder_below_days(&self.file).filter(|name| parse_year(name).is_none())
    }

    /// True if the features are for the code in this file of a copy.
    pub fn apply_to(&self, file: &str) -> bool {
        within(folder_of(&self.file), file).is_some()
    }
}

/// The decisions of a trial about unstable features.
#[derive(Clone, Default)]
pub struct UnstableFeatures {
    /// The files of copies that declare the features of their crate, with the errors that these
    /// features may solve.
    pub declared_in: BTreeMap<String, BTreeSet<String>>,
    /// The features that this compiler does not know, or that have been removed.
    pub rejected: BTreeSet<String>,
}

impl UnstableFeatures {
    /// The features of a crate that declares `names`. `file` is the file of the copy that can
    /// declare them, and keeps the declarations `kept`. `None` if no feature is left that a copy
    /// may need.
    pub fn of_crate(
        &self,
        file: String,
        mut names: BTreeSet<String>,
        kept: &BTreeSet<String>,
    ) -> Option<CrateFeatures> {
        names.retain(|name| {
            kept.contains(name) || name != BENCHMARKS && !self.rejected.contains(name)
        });
        if names.is_empty() {
            return None;
        }
        let is_declared = self.declared_in.contains_key(&file);
        let (declared, undeclared) = names
            .into_iter()
            .partition(|name| is_declared || kept.contains(name));
        Some(CrateFeatures {
            file,
            declared,
            undeclared,
        })
    }
}
