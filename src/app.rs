//! The context of commands, and steps that several commands share: selecting puzzles,
//! finding their inputs, building their workers.

mod access;
pub mod args;
mod build;
mod context;
mod download;
mod examples;
pub mod external;
pub mod fetch;
pub mod inputs;
mod interrupt;
pub mod jobs;
mod measure;
pub mod new_day;
mod online;
mod run;
pub mod selection;
mod store;
pub mod times;

pub use access::Access;
pub use build::{BuildMode, build, build_project, profile};
pub use context::App;
pub use download::Downloader;
pub use inputs::InputRequest;
pub use interrupt::{OnInterrupt, handle as handle_interrupts, was_interrupted};
pub use measure::{BenchOptions, RequestedInputs, measure};
pub use run::{RunPlan, RunSubject, run};
