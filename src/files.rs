//! How every file is read, written and locked: whole or not at all, within a
//! size limit, and by one process at a time.

pub mod atomic;
pub mod lock;
pub mod path;
pub mod read;
pub mod system;

pub use atomic::{
    Readers, TEMPORARY_PREFIX, create, probe_file, probe_for, replace, replace_unflushed, settle,
};
pub use lock::{Lock, Locks};
pub use path::without_dots;
pub use read::{MAX_INPUT, MAX_TEXT, read_limited, read_regular_file, read_text_file};
pub use system::{fail_writes_past_the_size_limit, mode, others_can_read};
