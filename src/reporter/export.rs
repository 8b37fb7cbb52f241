//! The documents that `bench` can make of its report. Each is a function from a
//! [`BenchReport`](crate::bench::BenchReport) to text, in a file of its own.
//!
//! The charts are written by hand and not by a plotting crate. They are bars,
//! marks and a step function: rectangles at places that a [scale](super::scale) gives. What
//! makes them good is not in those crates: colours that follow the reader's
//! scheme, widths that follow the window, text that a screen reader reads, no
//! style attribute that a strict policy would refuse. And plotters or charming
//! would add their seconds to every build of the runner.

mod csv;
mod days;
mod escape;
mod html;
mod markdown;
mod readme;
mod svg;

pub(super) use csv::csv;
pub use html::html as bench_html;
pub(super) use markdown::markdown;
pub use readme::readme as bench_readme;
pub use svg::svg as bench_svg;

#[cfg(test)]
mod tests;
