//! Watching the files that a day is made from: what changed, and which day is to be
//! run because of it.
//!
//! The system says that something happened ([`Watcher`]), and never what: editors
//! write, rename and touch in many ways. What changed is decided by contents
//! ([`Follow`]): of the very files by which it is decided whether the day's program
//! must be built again, of its inputs, and of the sources of the other days.

mod follow;
mod watcher;

pub use follow::Follow;
pub use watcher::Watcher;
