//! The context of commands, and steps that several commands share: selecting puzzles,
//! finding their inputs, building their workers.

mod access;
pub mod args;
mod build;
mod context;
mod download;
mod examples;
pub mod execute;
pub mod external;
pub mod fetch;
mod first_look;
pub mod inputs;
mod interrupt;
pub mod jobs;
mod legend;
pub mod login;
mod measure;
pub mod new_day;
mod online;
pub mod overview;
mod read;
mod readme;
mod rounds;
mod run;
pub mod selection;
mod solved;
pub mod star_times;
pub mod stars;
mod store;
mod submit;
pub mod times;
mod ui;

pub use build::{BuildMode, build, build_project};
pub use context::App;
pub use download::{DownloadPlan, Downloader, Position};
pub use examples::{examples, stored_examples, take_examples, tell_unclear_pages};
pub use first_look::{note_first_look, share_line};
pub use inputs::InputRequest;
pub use interrupt::handle as handle_interrupts;
pub use measure::{BenchOptions, measure};
pub use read::{read, show_pages};
pub use readme::write_readme;
pub use rounds::{WatchPlan, watch};
pub use run::{RunPlan, run};
pub use submit::submit;
pub use ui::Ui;
