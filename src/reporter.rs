//! Everything that is shown. Writers and what is known of the terminal are
//! handed in; plain data goes in, lines come out.
//!
//! Results go to stdout and the rest to stderr, each with a `Terminal` of its
//! own.

mod bench_figures;
mod bench_table;
mod difference;
mod export;
mod names;
mod progress;
mod results;
mod summary;

pub use bench_figures::bench_notes;
pub use bench_table::bench_table;
pub use export::{bench_csv, bench_html, bench_markdown, bench_readme, bench_svg};
pub use progress::{Spinner, count_down, progress_reporter};
pub use results::{Results, results_reporter};
pub use summary::puzzle_list;
