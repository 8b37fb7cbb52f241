//! The files under `inputs/`: inputs, pages, examples and answers. Also how
//! every other file is read, written and locked: whole or not at all, within a
//! size limit, and by one process at a time.

mod answers;
mod atomic;
mod error;
mod examples;
mod extracted;
mod lock;
mod misnamed;
mod name;
mod paths;
mod read;
mod store;
mod system;
mod toml_error;
mod value;

pub use answers::{Answers, Guess, Verdict};
pub use atomic::{
    Readers, TEMPORARY_PREFIX, create, probe_file, probe_for, replace, replace_unflushed, settle,
};
pub use error::StoreError;
pub use examples::{Example, Examples};
pub use extracted::{Extracted, Unsure};
pub use lock::{Lock, Locks};
pub use name::InputName;
pub use read::{MAX_INPUT, MAX_TEXT, read_limited, read_regular_file, read_text_file};
pub use store::{Store, StoreFolder, WrittenExamples, read_input};
pub use system::{fail_writes_past_the_size_limit, mode, others_can_read};
pub use toml_error::toml_error;
pub use value::date_time;

#[cfg(test)]
mod tests;
