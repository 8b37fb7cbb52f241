//! The rounds of `watch` and `start`, the keys between them, and the changes that start a round.

mod actions;
mod changes;
mod keys;
mod rounds;

pub use rounds::{WatchPlan, watch};
