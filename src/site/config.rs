//! The values that the site's client and its cache files need.

use super::unwritten::UnwrittenFiles;
use crate::config::{Environment, Settings};

#[derive(Clone, Copy)]
pub struct SiteConfig<'a> {
    pub settings: &'a Settings,
    pub environment: &'a Environment,
    pub unwritten: &'a UnwrittenFiles,
}
