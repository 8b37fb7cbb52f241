//! Builds workers with cargo, or skips cargo if nothing has changed.
//!
//! A command on one day of a year gets a program with that day alone; any other command
//! gets the program of the whole year, unless it asks for one program per day. Each
//! program has a fingerprint that says whether cargo must be started.

mod build;
mod command;
mod dependence;
mod diagnostic;
mod fingerprint;
mod freshness;
mod program;
mod request;
mod running;
mod sources;
mod toolchain;
mod trial;
mod versions;

pub use build::build;
pub use command::TARGET;
pub use fingerprint::FileHashes;
pub use program::{BuiltFrom, built_from};
pub use request::{BuildEvent, BuildRequest, DayPrograms, Profile};
pub use toolchain::{outdated_rustc, rustc, tool_version};
pub use trial::{CompileError, Compiled, compile};
pub use versions::{choose_versions, unreadable};

#[cfg(test)]
mod tests;
