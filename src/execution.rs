//! Builds, runs and measures solutions for commands: builds workers, creates jobs with inputs and
//! examples, shows results and stores times.

mod args;
mod build;
mod day_tests;
mod execute;
mod measure;
mod programs;
mod run;

pub use args::{BatchLimitArgs, BuildArgs, GenerateLimitArgs, LimitArgs, SharedRunArgs};
pub use build::{BuildMode, build, build_days, build_profile};
pub use day_tests::run_day_tests;
pub use execute::{execute_and_show, execute_jobs, execute_silently, table_reporter};
#[cfg(test)]
pub use measure::OWN_OPTIONS;
pub use measure::{MeasurePlan, measure};
pub use programs::BuiltPrograms;
pub use run::{RunPlan, run_puzzles};
