//! `aoc`: the Advent of Code workbench for Rust.

mod app;
mod bench;
mod cargo;
mod cli;
mod commands;
mod config;
mod download;
mod error;
mod examples;
mod execution;
mod files;
mod import;
mod inputs;
mod pages;
mod processes;
mod project;
mod puzzle;
mod records;
mod render;
mod reporter;
mod runner;
mod site;
mod spelling;
mod steps;
mod submit;
mod sync;
mod terminal;
#[cfg(test)]
mod testing;
mod watch;

use std::ffi::OsString;
use std::process::ExitCode;

use app::App;
use clap::ColorChoice;
use cli::{Cli, Needs, Parsed};
use config::Environment;
use error::{CliError, Exit, Result};
use terminal::Terminal;

fn main() -> ExitCode {
    let words: Vec<OsString> = std::env::args_os().collect();
    cli::complete(&words);
    let result = match cli::parse(&words) {
        Ok(Parsed::Command(cli)) => run(*cli),
        Ok(Parsed::HelpOrVersion(text)) => text.print().map(|()| Exit::Done),
        Err(error) => Err(error),
    };
    match result {
        Ok(exit) => exit.code().into(),
        Err(error) => report_error(&error, cli::color(&words)),
    }
}

fn run(cli: Cli) -> Result<Exit> {
    // A thread inherits the blocked signals of the thread that starts it. `handle_interrupts`
    // starts the first threads, so a signal that all threads block is blocked before.
    files::fail_writes_past_the_size_limit();
    app::handle_interrupts();
    processes::deny_memory_access();
    let folder = cli.global.directory.as_deref();
    let environment = Environment::from_process(folder)?;
    let command = cli.command.unwrap_or_default();
    let needs = command.needs();
    let app = App::start(environment, &cli.global, needs == Needs::Settings);
    if needs != Needs::Nothing {
        app.check_settings()?;
    }
    cli::dispatch(app, &command)
}

/// Prints the error and returns its exit code. The error of a closed pipe is not printed.
fn report_error(error: &CliError, color: ColorChoice) -> ExitCode {
    if error.exit != Exit::ClosedPipe {
        // The error may come before there is an `App`, so its terminal is not used.
        let [_, stderr] = Terminal::from_process(color, &|name| std::env::var(name).ok());
        terminal::print_error(stderr, error);
    }
    error.exit.code().into()
}
