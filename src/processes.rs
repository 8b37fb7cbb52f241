//! What the system tells about processes.

mod procfs;

pub use procfs::{adopted, descendants, has_variable, is_running, process_group, resident_bytes};
