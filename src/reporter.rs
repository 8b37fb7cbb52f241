//! Everything that is shown. Writers and what is known of the terminal are
//! handed in; plain data goes in, lines come out.
//!
//! Results go to stdout and the rest to stderr, each with a [`Terminal`] of its
//! own. Every function that writes returns an [`OutputError`]: a broken pipe is
//! one that ends the command successfully.

mod bench;
mod bench_row;
mod error;
mod fetch;
mod head;
mod json;
mod layout;
mod output;
mod progress;
mod run;
mod style;
mod tally;
mod terminal;
mod text;
mod verbosity;

pub use bench::BenchReport;
pub use error::{error, note, warning};
pub use fetch::{FetchResult, FetchResults, FetchStatus};
pub use head::{Head, phase_name, source_name};
pub use json::json;
pub use output::{OutputError, raw};
pub use progress::{Bar, Spinner};
pub use run::RunReport;
pub use terminal::{ColorChoice, Terminal, Terminals};
pub use verbosity::Verbosity;
