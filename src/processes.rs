//! What the system tells about processes, and collecting those that have ended, and
//! stopping a build or a run from another thread.

mod cancel;
mod procfs;
mod reap;

pub use cancel::{CancelToken, OnCancel};
pub use procfs::{adopted, descendants, has_variable, is_running, process_group, resident_bytes};
pub use reap::reap_later;
