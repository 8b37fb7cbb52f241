//! Building workers with cargo, or not at all when nothing has changed.
//!
//! A command on one day of a year gets a program of that day alone
//! ([`single`]), any other command the program of the year, unless it asks for
//! one of each day. A [`fingerprint`] of each says whether cargo must be started.

mod build;
mod command;
mod compiled;
mod error;
mod events;
mod failure;
mod features;
mod fingerprint;
mod group;
mod messages;
mod process_tree;
mod profile;
mod prune;
mod request;
mod rest;
mod review;
mod single;
mod snapshot;
mod stamps;
mod toolchain;
mod unit;
mod workers;
mod workspace;

pub use build::build;
pub use error::{BuildError, BuildFailure};
pub use events::BuildEvents;
pub use profile::{BuildOptions, Profile};
pub use request::{BuildRequest, Programs};
pub use toolchain::{Tool, toolchain};
pub use workers::{Built, Workers};

#[cfg(test)]
mod tests;
