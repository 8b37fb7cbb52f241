//! Gets files from the site: inputs and pages.

mod downloader;
pub mod fetch;
pub mod inputs;

pub use downloader::{AtUnlock, DownloadPlan, Downloader, Position};
pub use inputs::InputRequest;
