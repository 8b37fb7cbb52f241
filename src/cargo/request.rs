//! What is to be built.

use std::collections::BTreeMap;
use std::time::SystemTime;

use super::profile::BuildOptions;
use crate::cancel::CancelToken;
use crate::config::ChildEnv;
use crate::project::Project;
use crate::puzzle::{Day, Year};

/// What is to be built, where and how.
#[derive(Clone, Copy, Debug)]
pub struct BuildRequest<'a> {
    pub project: &'a Project,
    pub days: &'a BTreeMap<Year, Vec<Day>>,
    pub options: BuildOptions,
    /// The features of the years' packages, as they were typed.
    pub features: &'a [String],
    /// The environment of cargo.
    pub environment: &'a ChildEnv,
    /// If it is cancelled, cargo is killed.
    pub cancel: &'a CancelToken,
    pub now: SystemTime,
}
