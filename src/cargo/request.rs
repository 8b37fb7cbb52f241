//! What is to be built.

use std::collections::BTreeMap;

use super::profile::Plan;
use crate::config::ChildEnv;
use crate::project::Project;
use crate::puzzle::{Day, Year};

/// What is to be built.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// Where.
    pub project: &'a Project,
    /// For these days.
    pub days: &'a BTreeMap<Year, Vec<Day>>,
    /// How.
    pub plan: Plan,
    /// The environment of cargo.
    pub environment: &'a ChildEnv,
}
