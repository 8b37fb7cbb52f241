//! The context of commands, and steps that several commands share: selecting puzzles,
//! finding their inputs, building their workers.

mod access;
pub mod args;
mod build;
mod context;
mod download;
mod external;
mod inputs;
mod interrupt;
mod jobs;
mod measure;
mod new_day;
mod online;
mod selection;
mod store;
mod times;

pub use access::Access;
pub use build::{BuildMode, profile};
pub use context::App;
pub use download::{Downloader, LearnedExamples};
pub use inputs::InputRequest;
pub use interrupt::{OnInterrupt, handle as handle_interrupts, was_interrupted};
pub use jobs::{TIMEOUT, parts, prepare, processors};
pub use measure::{BenchOptions, ComparedWith, RequestedInputs};
pub use new_day::{NewDay, NewDayStatus};
pub use selection::only_puzzle;
pub use times::LastTime;
