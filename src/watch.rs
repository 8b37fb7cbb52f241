//! Watching the files of a project: what changed, whom it concerns, and what is
//! to be done next.
//!
//! The system says that something happened to a path ([`Watcher`]). Whether
//! anything changed is decided by contents ([`Snapshot`]), for editors write,
//! rename and touch in many ways. What a path is for is known from its place
//! ([`Layout`]); from that [`Follow`] finds the day to run, and [`Schedule`] what
//! becomes of the work that is being done. All but the watcher are values
//! without threads and clocks.

mod error;
mod follow;
mod role;
mod schedule;
mod snapshot;
mod watcher;

pub use error::WatchError;
pub use follow::{Follow, Verdict};
pub use role::Layout;
pub use schedule::{Schedule, Step};
pub use snapshot::{Change, Snapshot};
pub use watcher::{Notice, Watcher};
