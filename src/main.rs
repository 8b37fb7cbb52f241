//! `aoc`: the Advent of Code workbench for Rust.

mod bench;
mod cli;
mod exit;
mod project;
mod puzzle;
mod report;
mod session;
mod settings;
mod site;
mod store;
mod templates;
mod worker;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::main().into()
}
