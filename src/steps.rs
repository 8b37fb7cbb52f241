//! The steps that several commands share: selecting puzzles, finding their inputs, building
//! their workers, running, measuring, submitting.

mod build;
mod download;
pub mod editor;
mod examples;
pub mod execute;
pub mod external;
pub mod fetch;
pub mod inputs;
pub mod jobs;
pub mod last_runs;
mod legend;
pub mod login;
mod measure;
pub mod new_day;
pub mod overview;
mod read;
mod readme;
mod rounds;
mod run;
pub mod selection;
mod share_line;
mod solved;
pub mod star_times;
pub mod stars;
mod submit;
mod watch_keys;

pub use build::{BuildMode, build_workers};
pub use download::{DownloadPlan, Downloader, Position};
pub use examples::{examples, stored_examples, take_examples, take_unseen, tell_unclear_pages};
pub use execute::Execution;
pub use inputs::InputRequest;
pub use legend::mark_explained;
pub use measure::{BenchOptions, measure};
pub use overview::Overview;
pub use read::{PageForm, read, show_pages};
pub use readme::write_readme;
pub use rounds::{WatchPlan, watch};
pub use run::{RunPlan, run};
pub use selection::Resolver;
pub use share_line::share_line;
pub use submit::submit;
