//! What a command is given, and the steps that several commands share: which
//! puzzles are meant, their inputs, their workers.

mod access;
pub mod args;
mod browser;
mod build;
mod context;
mod download;
mod editor;
mod fetch_progress;
mod git;
mod inputs;
mod interrupt;
mod jobs;
mod learn;
mod misnamed;
mod new_day;
mod online;
mod selection;
mod solve;
mod times;
mod years;

pub use access::{Access, DownloadError};
pub use build::profile;
pub use context::{App, color_choice};
pub use download::{Download, Downloader};
pub use editor::Editor;
pub use fetch_progress::FetchProgress;
pub use inputs::{FoundInputs, InputRequest};
pub use interrupt::{Deferred, handle as handle_interrupts};
pub use jobs::{limits, parts, prepare, processors};
pub use learn::Learned;
pub use solve::PartAnswer;
