//! Builds workers with cargo, or skips cargo if nothing has changed.
//!
//! If a command needs one day of a year, it gets a program with only this day. For several days of
//! a year, it gets the program of the whole year, unless it requests one program per day.
//!
//! Cargo takes time even if nothing has changed, and misses some changes because it compares the
//! times of files. So `aoc` itself answers two questions about the sources of a program:
//!
//! | question | asked | answered in |
//! |---|---|---|
//! | Has anything changed, so that cargo must be called? | before cargo | `fingerprint.rs`, by the last build of this program |
//! | Has cargo missed a change, so that it must compile again? | after cargo | `missed_changes.rs`, by the records of all that cargo compiled |
//!
//! Both answers compare contents, because times are not reliable: a file may be restored with its
//! old time, may be saved twice within one tick of the clock, or may be a link that now leads
//! elsewhere. `sources.rs` finds the files and the environment variables that the sources read.

mod build;
mod command;
mod config_files;
mod configuration;
mod dependence;
mod diagnostic;
mod fingerprint;
mod missed_changes;
mod mixed_configuration;
mod program;
mod request;
mod running;
mod sources;
mod toolchain;
mod versions;
mod workspace;

pub use build::build;
pub use command::WORKERS_FOLDER;
pub use config_files::{CARGO_CONFIGS, config_files};
pub use configuration::TOOLCHAIN_FILES;
pub use diagnostic::{Cause, Diagnostic};
pub use fingerprint::FileHashes;
pub use mixed_configuration::mixed_configuration;
pub use program::{LastSources, last_sources};
pub use request::{BuildEvent, BuildRequest, DayPrograms, Profile};
pub use toolchain::{outdated_rustc_message, rustc, tool_version, toolchain_file_advice};
pub use versions::{choose_versions, manifest_error};
pub use workspace::{CompiledWorkspace, compile};

#[cfg(test)]
mod tests;
