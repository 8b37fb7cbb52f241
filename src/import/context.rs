//! The facts from which a plan is made: the old repository, the request with the options, and the
//! contents of the project.

use super::manifest::Package;
use super::record::Record;
use super::repository::OldRepository;
use super::request::{ImportRequest, PlanOptions};

pub struct PlanContext<'a> {
    pub repository: &'a OldRepository,
    pub request: &'a ImportRequest<'a>,
    pub options: &'a PlanOptions<'a>,
    /// The files that earlier imports have written.
    pub record: Record,
    /// The packages of the project. Cargo rejects a second package of the same name.
    pub own_packages: Vec<Package>,
}
