//! Prints the output of commands, while they run and when they end. Reporters turn plain data into
//! lines for the `Console` or the `Terminal` that their callers pass in. Results go to stdout and
//! everything else goes to stderr, each with its own `Terminal`.
//!
//! While a command works, a [`Spinner`] draws a progress line if stderr is a terminal. While a
//! command waits, [`count_down`] shows the remaining time there, or writes a single note if stderr
//! is not a terminal.

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
pub use results::{MAX_ANSWER_WIDTH, TableKind, examples_lines, results_reporter, tests_row};
pub use spinner::Spinner;
pub use watching::{KeyHint, key_lines, waiting_lines};
