//! The functions of a day that answer a part: the primary and its alternatives.

use aoc_solution::Part;
use aoc_solution::protocol::{AlternativeInfo, DayInfo};

use crate::error::{Result, failure, usage_error};
use crate::puzzle::Puzzle;

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
    /// The alternative with this name replaces the primary of its part. Without a name, only the
    /// primary answers.
    pub fn instead(name: Option<&str>) -> Self {
        name.map_or(Self::None, |name| Self::Instead(name.to_owned()))
    }

    /// The alternative with this name answers after the primary. Without a name, only the primary
    /// answers.
    pub fn beside(name: Option<&str>) -> Self {
        name.map_or(Self::None, |name| Self::Beside(name.to_owned()))
    }

    /// True if the alternative with this name is called.
    pub fn includes(&self, name: &str) -> bool {
        match self {
            Self::None => false,
            Self::Instead(asked) | Self::Beside(asked) => asked == name,
            Self::All => true,
        }
    }

    /// True if an alternative solves the part instead of the primary.
    pub fn replaces_primary(&self, part: Part, info: &DayInfo) -> bool {
        matches!(self, Self::Instead(name) if info.has_alternative(part, name))
    }

    /// Fails if none of the requested parts has the requested alternative. Also fails if an
    /// alternative of the day has no name, or if two alternatives of a part have the same name.
    pub fn check(&self, puzzle: Puzzle, info: &DayInfo, parts: &[Part]) -> Result<()> {
        if matches!(self, Self::None) {
            return Ok(());
        }
        if let Some(problem) = info.name_problem() {
            return Err(failure(problem).of_puzzle(puzzle));
        }
        let (Self::Instead(name) | Self::Beside(name)) = self else {
            return Ok(());
        };
        if parts.iter().any(|&part| info.has_alternative(part, name)) {
            return Ok(());
        }
        let mut names: Vec<String> = info
            .alternatives
            .iter()
            .map(|AlternativeInfo { name, part }| format!("{name} (part {part})"))
            .collect();
        if names.is_empty() {
            names.push("none".to_owned());
        }
        let names = names.join(", ");
        let of_part = match parts {
            [part] => format!(" of part {part}"),
            _ => String::new(),
        };
        let message = format!("no alternative `{name}`{of_part}; the day has {names}");
        Err(usage_error(message).of_puzzle(puzzle))
    }
}
