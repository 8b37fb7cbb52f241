//! The unstable features that crates of the old repository declare, in `#![feature(...)]`. A stable
//! compiler rejects every declaration, and an old crate may declare features that are stable by now.
//! So copies declare none at first. In a trial, copies with an error about a missing feature declare
//! all features of their crate. Without a trial, the user is told.

use std::collections::BTreeSet;

use crate::import::names::{folder_of, within};
use crate::project::parse_year;

/// The feature for benchmarks, which copies do not have.
const BENCHMARKS: &str = "test";

/// The unstable features of a crate of which something is copied: the crate of a day, or a package.
#[derive(Debug)]
pub struct CrateFeatures {
    /// The file of the copy that can declare them: the day, or the root of the package.
    pub file: String,
    pub names: BTreeSet<String>,
    pub are_declared: bool,
}

impl CrateFeatures {
    /// The attributes at the beginning of the file. Empty if it declares nothing.
    pub fn declarations(&self) -> String {
        let mut lines = String::new();
        if self.are_declared {
            for name in &self.names {
                lines += &format!("#![feature({name})]\n");
            }
        }
        lines
    }

    /// The attribute with all features.
    pub fn attribute(&self) -> String {
        let names: Vec<&str> = self.names.iter().map(String::as_str).collect();
        format!("#![feature({})]", names.join(", "))
    }

    /// The folder below `days` of the package. `None` if the file is a day.
    pub fn package(&self) -> Option<&str> {
        let name = self.file.strip_prefix("days/")?.split('/').next()?;
        parse_year(name).is_none().then_some(name)
    }

    /// True if the features are for the code in this file of a copy.
    pub fn apply_to(&self, file: &str) -> bool {
        within(folder_of(&self.file), file).is_some()
    }
}

/// The decisions of a trial about unstable features.
#[derive(Clone, Default, PartialEq)]
pub struct UnstableFeatures {
    /// The files of copies that declare the features of their crate.
    pub declared_in: BTreeSet<String>,
    /// The features that this compiler does not know, or that have been removed.
    pub rejected: BTreeSet<String>,
}

impl UnstableFeatures {
    /// The features of a crate with these declarations. `file` is the file of the copy that can
    /// declare them. `None` if no copy can need them.
    pub fn of_crate(&self, file: String, mut names: BTreeSet<String>) -> Option<CrateFeatures> {
        names.retain(|name| name != BENCHMARKS && !self.rejected.contains(name));
        (!names.is_empty()).then(|| CrateFeatures {
            are_declared: self.declared_in.contains(&file),
            file,
            names,
        })
    }
}

/// The decisions if nothing is compiled.
pub const NO_FEATURES: &UnstableFeatures = &UnstableFeatures {
    declared_in: BTreeSet::new(),
    rejected: BTreeSet::new(),
};
