//! Everything that is shown. Writers and what is known of the terminal are
//! handed in; plain data goes in, lines come out.
//!
//! Results go to stdout and the rest to stderr, each with a [`Terminal`] of its
//! own. Every function that writes returns the writer's error, and
//! [`is_broken_pipe`] tells the one that is no error.

mod accept;
mod bench;
mod bench_row;
mod error;
mod fetch;
mod head;
mod json;
mod layout;
mod progress;
mod run;
mod style;
mod tally;
mod terminal;
mod text;
mod verbosity;

pub use accept::{AcceptResult, AcceptResults, AcceptStatus, accepted};
pub use bench::BenchReport;
pub use error::{error, fatal, note, warning};
pub use fetch::{FetchResult, FetchResults, FetchStatus};
pub use head::{Head, phase_name, source_name};
pub use json::json;
pub use progress::{Bar, Spinner};
pub use run::RunReport;
pub use terminal::{ColorChoice, Terminal};
pub use verbosity::Verbosity;
