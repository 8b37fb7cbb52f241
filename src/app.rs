//! The context of commands, and steps that several commands share: selecting puzzles,
//! finding their inputs, building their workers.

mod access;
pub mod args;
mod build;
mod context;
mod download;
mod examples;
mod external;
mod fetch;
pub mod inputs;
mod interrupt;
pub mod jobs;
mod measure;
mod new_day;
mod online;
mod read;
mod run;
pub mod selection;
mod store;
mod submit;
pub mod times;
mod watch;

pub use access::Access;
pub use build::{BuildMode, build};
pub use context::App;
pub use download::Downloader;
pub use external::open_pages;
pub use fetch::fetch;
pub use inputs::InputRequest;
pub use interrupt::handle as handle_interrupts;
pub use measure::{BenchOptions, ComparedWith, RequestedInputs, measure};
pub use new_day::{NewDayStatus, create_days};
pub use read::{read, show_pages};
pub use run::{RunPlan, RunSubject, run};
pub use submit::{SubmitPlan, submit};
pub use watch::{WatchPlan, watch};
