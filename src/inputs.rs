//! The files under `inputs/`: inputs, pages, examples and answers.

mod answers;
mod bounds;
mod examples;
mod paths;
mod store;

pub use answers::{Answers, Guess, Verdict, date_time};
pub use bounds::plain;
pub use examples::ExtractedExample;
pub use paths::InputName;
pub use store::{Store, read_input};

#[cfg(test)]
mod tests;
