//! The rounds of `watch` and `start`, the keys between them, and the changes that start a round.

mod changes;
mod file_checks;
mod keys;
mod rounds;
mod work;

pub use rounds::{WatchPlan, watch};
