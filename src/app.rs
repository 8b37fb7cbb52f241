//! `App`, which every command receives, and its parts. A function takes only the parts that it
//! needs, so its signature shows whether it may print, make requests, read stored files or start
//! programs.

pub mod args;
mod context;
mod inputs_folder;
mod interrupt;
mod launcher;
mod live_session;
mod refresh;
mod site_access;
pub mod tokens;
mod ui;
pub mod watch_key;
mod workspace;

pub use context::App;
pub use interrupt::{OnInterrupt, handle as handle_interrupts, was_interrupted};
pub use launcher::Launcher;
pub use live_session::{LiveSession, ToldOnce};
pub use refresh::NotRefreshed;
pub use site_access::{FailedFile, SessionProblem, SiteAccess};
pub use ui::{DecidesBy, Ui};
pub use workspace::Workspace;
