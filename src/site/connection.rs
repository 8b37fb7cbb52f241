//! `Site`: one method for each endpoint, each in a file of its own.

use std::cell::Cell;

use super::config::SiteConfig;
use super::error::SiteError;
use super::limits::{self, RequestLimits};
use super::transport::Transport;
use crate::puzzle::Puzzle;

#[derive(Debug)]
pub struct Site {
    pub(super) transport: Transport,
    pub(super) limits: RequestLimits,
    /// The puzzle of the last request that succeeded.
    pub(super) opened: Cell<Option<Puzzle>>,
}

impl Site {
    /// Makes no request yet.
    pub fn new(config: &SiteConfig) -> Result<Self, SiteError> {
        let limits = RequestLimits::within(config.timeout.unwrap_or(limits::TOTAL));
        Ok(Self {
            transport: Transport::new(config, limits)?,
            limits,
            opened: Cell::new(None),
        })
    }
}
