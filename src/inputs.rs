//! The files under `inputs/`: inputs, pages, examples and answers. Also how
//! every other file is read, written and locked: whole or not at all, within a
//! size limit, and by one process at a time.

mod answers;
mod bounds;
mod error;
mod examples;
mod extracted;
mod misnamed;
mod name;
mod paths;
mod store;
mod toml_error;
mod value;

pub use answers::{Answers, Guess, Verdict};
pub use error::StoreError;
pub use examples::Example;
pub use extracted::{Extracted, Unsure};
pub use name::InputName;
pub use store::{Store, StoreFolder, WrittenExamples, read_input};
pub use toml_error::toml_error;
pub use value::date_time;

#[cfg(test)]
mod tests;
