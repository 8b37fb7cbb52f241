//! `aoc`: the Advent of Code workbench for Rust.

mod app;
mod args;
mod bench;
mod cargo;
mod commands;
mod config;
mod error;
mod inputs;
mod project;
mod puzzle;
mod reporter;
mod runner;
mod site;
mod text;

use std::process::ExitCode;

use clap::Parser;

use app::App;
use args::Cli;
use config::Environment;
use error::{CliError, Exit};

fn main() -> ExitCode {
    let cli = Cli::parse();
    // Before any thread is started.
    inputs::fail_writes_past_the_size_limit();
    app::handle_interrupts();
    run(&cli).unwrap_or_else(reporter::fatal).into()
}

fn run(cli: &Cli) -> Result<Exit, CliError> {
    let app = App::new(Environment::of_process()?, &cli.global)?;
    commands::dispatch(&app, &cli.command)
}
