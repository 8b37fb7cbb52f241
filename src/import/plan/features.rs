//! The unstable features that crates of the old repository declare, in `#![feature(...)]`. A trial asks
//! the compiler about them. With a nightly compiler, copies declare the features of their crate that
//! are not obsolete. A stable compiler rejects every declaration, so copies declare none, and days
//! that do not compile without are refused. Without a trial, copies of an earlier import keep their
//! declarations, and the user is told about other features. The text of a day of `aoc` always keeps
//! its declarations.

use std::collections::BTreeSet;

use crate::cargo::UnstableFeatures;
use crate::import::names::{folder_of, within};
use crate::project::parse_year;
use crate::project::source::features;

/// The feature for benchmarks, which copies do not have.
const BENCHMARKS: &str = "test";

/// The unstable features of a crate of which something is copied: the crate of a day, or a package.
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
    /// The features of a crate that declares `names`. `file` is the file of the copy that can declare
    /// them, and keeps the declarations `kept`. `None` if no copy can need any feature.
    pub fn of_crate(
        file: String,
        mut names: BTreeSet<String>,
        kept: &BTreeSet<String>,
        compiler: &UnstableFeatures,
    ) -> Option<Self> {
        names.retain(|name| {
            kept.contains(name) || name != BENCHMARKS && !compiler.obsolete.contains(name)
        });
        if names.is_empty() {
            return None;
        }
        let (declared, undeclared) = names
            .into_iter()
            .partition(|name| compiler.is_nightly || kept.contains(name));
        Some(Self {
            file,
            declared,
            undeclared,
        })
    }

    /// The crate and its features that the copy does not declare. `None` if there are none.
    pub fn missing(&self) -> Option<String> {
        let subject = match self.package() {
            Some(name) => format!("its package `{name}`"),
            None => "its crate".to_owned(),
        };
        let missing = Vec::from_iter(self.undeclared.clone()).join(", ");
        (!missing.is_empty()).then(|| format!("{subject} declares `#![feature({missing})]`"))
    }

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
        let name = self.file.strip_prefix("days/")?.split('/').next()?;
        parse_year(name).is_none().then_some(name)
    }

    /// True if the features are for the code in this file of a copy.
    pub fn apply_to(&self, file: &str) -> bool {
        within(folder_of(&self.file), file).is_some()
    }
}
