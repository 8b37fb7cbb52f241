//! Downloads inputs and pages from the site.

mod downloader;
pub mod fetch;
pub mod inputs;

pub use downloader::{AtUnlock, DownloadPlan, Downloader, FileOrigin, PageNeed, Position};
pub use inputs::InputRequest;
