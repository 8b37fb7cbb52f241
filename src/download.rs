//! Gets files from the site: inputs and pages, and the examples that pages contain.

mod downloader;
mod examples;
pub mod fetch;
pub mod inputs;

pub use downloader::{AtUnlock, DownloadPlan, Downloader, Position};
pub use examples::{
    example_inputs, find_examples, stored_examples, take_examples, take_unseen, tell_unclear_pages,
    write_examples,
};
pub use inputs::InputRequest;
