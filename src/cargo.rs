//! Building workers: with cargo if anything changed since the last build,
//! otherwise not at all.

mod build;
mod command;
mod error;
mod events;
mod failure;
mod fingerprint;
mod lock;
mod messages;
mod only;
mod profile;
mod rebuild;
mod request;
mod toolchain;
mod unit;

pub use build::{Workers, build};
pub use error::BuildError;
pub use events::BuildEvents;
pub use profile::{Plan, Profile};
pub use request::Request;
pub use toolchain::{Tool, toolchain};

#[cfg(test)]
mod tests;
