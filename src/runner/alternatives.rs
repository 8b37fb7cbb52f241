//! The functions of a day that answer a part: the primary and its alternatives.

use aoc_solution::protocol::{AlternativeInfo, Call, DayInfo, Phase};

use crate::error::{Result, usage_error};
use crate::puzzle::Puzzle;

/// The call of the primary.
pub fn primary(phase: Phase) -> Call {
    Call {
        phase,
        alternative: None,
    }
}

/// The functions that answer a part of a day.
#[derive(Clone, Default)]
pub enum Alternatives {
    /// Only the primary answers.
    #[default]
    None,
    /// This alternative answers its part instead of the primary.
    Instead(String),
    /// This alternative answers after the primary.
    Beside(String),
    /// Every alternative answers after the primary.
    All,
}

impl Alternatives {
    /// True if the alternative with this name takes part.
    pub fn include(&self, name: &str) -> bool {
        match self {
            Self::None => false,
            Self::Instead(asked) | Self::Beside(asked) => asked == name,
            Self::All => true,
        }
    }

    /// Fails if the day does not have the alternative that was requested.
    pub fn check(&self, puzzle: Puzzle, info: &DayInfo) -> Result<()> {
        let (Self::Instead(name) | Self::Beside(name)) = self else {
            return Ok(());
        };
        let mut names = Vec::new();
        for AlternativeInfo { name: other, part } in &info.alternatives {
            if other == name {
                return Ok(());
            }
            names.push(format!("{other} (part {part})"));
        }
        if names.is_empty() {
            names.push("none".to_owned());
        }
        let names = names.join(", ");
        Err(usage_error(format!(
            "{puzzle} has no alternative `{name}`; it has {names}"
        )))
    }
}
