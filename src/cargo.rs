//! Building workers with cargo, or not at all when nothing has changed.
//!
//! A command on one day of a year gets a program of that day alone, any other
//! command the program of the year, unless it asks for one of each day. A
//! fingerprint of each says whether cargo must be started.

mod build;
mod command;
mod fingerprint;
mod program;
mod request;
mod sources;

pub use build::build;
pub use fingerprint::content;
pub use program::built_from;
pub use request::{BuildEvent, BuildRequest, Profile, Workers};

#[cfg(test)]
mod tests;
