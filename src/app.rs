//! `App`, which every command gets, and its parts. A step takes the parts that it needs, so
//! that its signature says whether it may print, ask the site, read what is stored or start
//! programs.

pub mod args;
mod context;
mod interrupt;
mod kept;
mod launcher;
mod site_access;
mod ui;
mod workspace;

pub use context::App;
pub use interrupt::{OnInterrupt, handle as handle_interrupts, was_interrupted};
pub use kept::Kept;
pub use launcher::Launcher;
pub use site_access::{SiteAccess, StoredReplies};
pub use ui::{DecidesBy, Ui};
pub use workspace::Workspace;
