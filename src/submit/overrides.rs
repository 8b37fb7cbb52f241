//! The options that lift a guard.

use crate::app::{DecidesBy, watch_key};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Override {
    /// The option `--wait`.
    Wait,
    /// The option `--force`.
    Force,
}

impl Override {
    /// The hint after a refusal: the option, or the key of `watch`, that submits the answer anyway.
    pub fn hint(self, decides_by: DecidesBy, answer: &str) -> String {
        match self {
            Self::Wait => {
                let wait = decides_by.hint("--wait", watch_key::WAIT);
                format!("{wait} waits for it")
            }
            Self::Force => {
                let force = decides_by.hint("--force", watch_key::FORCE);
                format!("{force} submits {answer} anyway")
            }
        }
    }
}

/// The options that the user has chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Overrides {
    /// True to wait until the site takes another answer.
    pub wait: bool,
    /// True to submit even if an example fails, or if the input equals an example.
    pub force: bool,
}

impl Overrides {
    pub fn contains(self, option: Override) -> bool {
        match option {
            Override::Wait => self.wait,
            Override::Force => self.force,
        }
    }

    /// These options with another one.
    #[must_use]
    pub fn with(mut self, option: Override) -> Self {
        match option {
            Override::Wait => self.wait = true,
            Override::Force => self.force = true,
        }
        self
    }
}
