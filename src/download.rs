//! Downloads inputs and pages from the site. `downloader` gets one file, `fetch` gets all files of
//! a puzzle, and `inputs` finds the inputs for a command.

mod downloader;
pub mod fetch;
pub mod inputs;

pub use downloader::{AtUnlock, DownloadPlan, Downloader, FileOrigin, PageNeed, Position};
pub use inputs::InputRequest;
