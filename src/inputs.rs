//! What lies under `inputs/`: inputs, pages, examples and answers. Also how
//! every other file is read, written and locked: whole or not at all, within a
//! size limit, and by one process at a time.

mod answers;
mod atomic;
mod error;
mod examples;
mod lock;
mod name;
mod paths;
mod read;
mod store;
mod system;
mod toml_error;
mod value;

pub use answers::Answers;
pub use atomic::{Readers, TEMPORARY_PREFIX, create, replace, settle};
pub use error::StoreError;
pub use lock::Locks;
pub use name::InputName;
pub use read::{MAX_INPUT, MAX_TEXT, read_limited, read_regular_file, read_text_file};
pub use store::{Store, read_input};
pub use system::{fail_writes_past_the_size_limit, others_can_read};
pub use toml_error::toml_error;

#[cfg(test)]
mod tests;
