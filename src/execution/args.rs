//! The options for building and running that several commands share.

use std::time::Duration;

use aoc_solution::Part;
use clap::Args;
use clap::builder::NonEmptyStringValueParser;

use crate::app::args::{Completes, parse_duration, parse_part, parse_size};
use crate::runner::{DEFAULT_TIMEOUT, EXAMPLE_TIMEOUT, Limits};

/// The options for the [`Limits`] of a command. A batch, which is a command for many puzzles, has a
/// time limit by default. In other commands the user sees that a solution takes long, so only an
/// example before the input has a limit by default. `HAS_EXAMPLES` is false if no example runs.
#[derive(Args, Clone, Copy, Default)]
#[command(next_help_heading = "Limits")]
pub struct LimitOptions<const IS_BATCH: bool, const HAS_EXAMPLES: bool = true> {
    #[arg(
        long,
        value_name = "TIME",
        value_parser = parse_duration,
        help = timeout_help(IS_BATCH, HAS_EXAMPLES)
    )]
    timeout: Option<Duration>,
    /// Stop a solution that uses more memory, such as 2GiB or 500MB
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    memory: Option<u64>,
}

/// The limits of a command that usually runs a single puzzle.
pub type LimitArgs = LimitOptions<false>;
/// The limits of `gen`, which runs no example.
pub type GenerateLimitArgs = LimitOptions<false, false>;
/// The limits of a command that usually runs many puzzles.
pub type BatchLimitArgs = LimitOptions<true>;

fn timeout_help(is_batch: bool, has_examples: bool) -> String {
    let default = if is_batch {
        format!("{}s", DEFAULT_TIMEOUT.as_secs())
    } else if has_examples {
        let seconds = EXAMPLE_TIMEOUT.as_secs();
        format!("none; {seconds}s for each example that runs before the input")
    } else {
        "none".to_owned()
    };
    format!("Stop a phase that takes longer, such as 10s or 500ms [default: {default}]")
}

impl<const IS_BATCH: bool, const HAS_EXAMPLES: bool> LimitOptions<IS_BATCH, HAS_EXAMPLES> {
    pub fn limits(self) -> Limits {
        let Self { timeout, memory } = self;
        let limits = Limits { timeout, memory };
        if IS_BATCH {
            limits.or_timeout(DEFAULT_TIMEOUT)
        } else {
            limits
        }
    }
}

#[derive(Args, Clone, Default)]
#[command(next_help_heading = "Build options")]
pub struct BuildArgs {
    /// Build with this feature of the years' packages; several as F,F or with the option again
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
    /// Run the input without checking the examples first
    #[arg(long)]
    pub no_examples: bool,
    #[command(flatten)]
    pub limits: LimitArgs,
    #[command(flatten)]
    pub build: BuildArgs,
}
