//! The output of commands while they run and at their end. Reporters turn plain data into lines.
//! Writers and the properties of the terminal are passed in. Results go to stdout and everything
//! else goes to stderr. Each has its own `Terminal`.
//!
//! While a command works, a [`Spinner`] draws a line on stderr if that is a terminal. While a
//! command waits, [`count_down`] shows the remaining time on a terminal. Elsewhere it writes a
//! single note.

mod bench_figures;
mod bench_table;
mod confirming_example;
mod countdown;
mod difference;
mod export;
mod new_star;
mod progress;
mod results;
mod scale;
mod spinner;
mod summary;
#[cfg(test)]
mod testing;
mod watching;

pub use bench_figures::result_name;
pub use bench_table::show_bench;
pub use countdown::{count_down, wait_out};
pub use export::{bench_csv, bench_html, bench_markdown, bench_svg};
pub use new_star::show_star;
pub use progress::progress_reporter;
pub use results::{TableKind, examples_lines, results_legend, results_reporter, tests_row};
pub use spinner::Spinner;
pub use watching::{KeyHint, key_lines, waiting_lines};
