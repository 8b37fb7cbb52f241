//! Watching the files that a day is made from: what changed, and which day is to be
//! run because of it.
//!
//! The system says that something happened to a path ([`Watcher`]). Whether anything
//! changed is decided by contents ([`Files`]), since editors write, rename and touch
//! in many ways. [`Follow`] says which day the change concerns: the program of a day
//! is made from a known list of files, the one by which it is decided whether it
//! must be built again.

mod files;
mod follow;
mod watcher;

pub use files::{Change, Files};
pub use follow::{Effect, Follow};
pub use watcher::{FileNotice, Watcher};
