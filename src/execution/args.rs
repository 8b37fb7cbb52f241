//! The options for building and running that several commands share.

use std::time::Duration;

use aoc_solution::Part;
use clap::Args;
use clap::builder::NonEmptyStringValueParser;

use crate::app::args::{Completes, parse_duration, parse_part, parse_size};

/// Limits of one phase: parse, part 1 or part 2.
#[derive(Args, Clone, Copy, Default)]
#[command(next_help_heading = "Limits")]
pub struct LimitArgs {
    /// Stop a phase that takes longer, such as 10s or 500ms [default: none; 10s for an example before the input; 60s in test, verify, accept and bench]
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    pub timeout: Option<Duration>,
    /// Stop a solution that uses more memory, such as 2GiB or 500MB
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    pub memory: Option<u64>,
}

impl LimitArgs {
    /// These limits, with a timeout of one minute if none is given. For commands on many puzzles,
    /// because one endless phase would delay all others.
    pub fn with_default_timeout(self) -> Self {
        Self {
            timeout: self.timeout.or(Some(Duration::from_mins(1))),
            ..self
        }
    }
}

#[derive(Args, Clone, Default)]
#[command(next_help_heading = "Build options")]
pub struct BuildArgs {
    /// Build with this feature of the years' packages; may be repeated, or F,F
    #[arg(long, value_name = "F", value_delimiter = ',', value_parser = NonEmptyStringValueParser::new())]
    pub features: Vec<String>,
    /// Build with the dev profile: without optimisation
    #[arg(long)]
    pub dev: bool,
}

/// The options that `run` and `watch` share.
#[derive(Args, Clone, Default)]
pub struct SharedRunArgs {
    /// Run one part only
    #[arg(short, long, value_name = "N", value_parser = parse_part, display_order = 0)]
    pub part: Option<Part>,
    /// Run this alternative, not the primary solution
    #[arg(long, value_name = "NAME")]
    #[arg(add = Completes::Alternative)]
    pub alt: Option<String>,
    /// Do not check the examples before the input
    #[arg(long)]
    pub no_examples: bool,
    #[command(flatten)]
    pub limits: LimitArgs,
    #[command(flatten)]
    pub build: BuildArgs,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_limit_of_the_user_replaces_the_default() {
        let limits = |timeout| LimitArgs {
            timeout,
            memory: Some(1),
        };
        let ten = Duration::from_secs(10);
        let minute = Duration::from_mins(1);
        for (given, expected) in [(None, minute), (Some(ten), ten)] {
            let LimitArgs { timeout, memory } = limits(given).with_default_timeout();
            assert_eq!((timeout, memory), (Some(expected), Some(1)));
        }
    }
}
