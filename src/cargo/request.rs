//! What is to be built.

use std::collections::BTreeMap;
use std::time::SystemTime;

use super::profile::BuildOptions;
use crate::config::ChildEnv;
use crate::processes::CancelToken;
use crate::project::Project;
use crate::puzzle::{Day, Year};

/// What is to be built, where and how.
#[derive(Clone, Copy, Debug)]
pub struct BuildRequest<'a> {
    pub project: &'a Project,
    pub days: &'a BTreeMap<Year, Vec<Day>>,
    pub programs: Programs,
    pub options: BuildOptions,
    /// The features of the years' packages, as they were typed.
    pub features: &'a [String],
    /// The environment of cargo.
    pub environment: &'a ChildEnv,
    /// If it is cancelled, cargo is killed.
    pub cancel: &'a CancelToken,
    pub now: SystemTime,
}

/// Which programs the days of a year get.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Programs {
    /// One for all days of a year that are asked for.
    Shared,
    /// One for each day, so that its code does not depend on which other days
    /// there are: the compiler decides for a whole program what to inline.
    PerDay,
}
