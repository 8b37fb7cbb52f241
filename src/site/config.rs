//! What the site's client is made of, and what names its files.

use super::cache_file::Unwritten;
use crate::config::{Environment, Settings};

/// The settings and the environment that the site's client needs.
#[derive(Clone, Copy)]
pub struct SiteConfig<'a> {
    pub settings: &'a Settings,
    pub environment: &'a Environment,
    pub unwritten: &'a Unwritten,
}
