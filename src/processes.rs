//! Runs, inspects, reaps and kills processes.

use std::thread::available_parallelism;
use std::time::Duration;

mod cancel;
mod interrupts;
mod job_object;
mod limited;
mod memory;
mod procfs;
mod reap;
mod tree;

pub use cancel::CancelToken;
pub use interrupts::{IgnoreInterrupts, are_interrupts_ignored, ended_by_interrupt};
pub use job_object::JobObject;
pub use limited::{EndedProgram, ExceededLimit, ProgramLimits, run_within};
pub use memory::deny_memory_access;
pub use procfs::{descendants, resident_bytes};
#[cfg(all(test, target_os = "linux"))]
pub use procfs::{is_running, process_group};
pub use reap::{end, reap_later};
pub use tree::{ProcessTree, end_trees, unique_key};

/// The number of processors, which is the number of puzzles that run in parallel if their times are
/// not shown.
pub fn processor_count() -> usize {
    available_parallelism().map_or(1, usize::from)
}

/// The pause between two checks for whether a process or another `aoc` has ended.
pub const POLL: Duration = Duration::from_millis(10);
