//! The facts that a plan is made of: the old repository, the request with the options, and what the
//! project has.

use super::manifest::Package;
use super::record::Record;
use super::repository::OldRepository;
use super::request::{ImportRequest, PlanOptions};

pub struct PlanContext<'a> {
    pub repository: &'a OldRepository,
    pub request: &'a ImportRequest<'a>,
    pub options: &'a PlanOptions<'a>,
    /// The files that earlier imports wrote.
    pub record: Record,
    /// The packages of the project. Cargo rejects another package with the same name.
    pub own_packages: Vec<Package>,
}
