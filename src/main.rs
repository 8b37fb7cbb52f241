//! `aoc`: the Advent of Code workbench for Rust.

mod app;
mod bench;
mod cargo;
mod cli;
mod commands;
mod config;
mod error;
mod files;
mod import;
mod inputs;
mod processes;
mod project;
mod puzzle;
mod reporter;
mod runner;
mod site;
mod terminal;
#[cfg(test)]
mod testing;
mod watch;

use std::process::ExitCode;

use app::App;
use cli::{Cli, Command};
use config::Environment;
use error::{CliError, Exit};
use terminal::{ColorChoice, Terminals};

fn main() -> ExitCode {
    // The only variables that are read here say what the terminal can show:
    // even an error of the environment itself must be shown somehow.
    let variable = |name: &str| std::env::var(name).ok();
    if let Some(exit) = cli::complete() {
        return exit;
    }
    let cli = match cli::parse(std::env::args_os()) {
        Ok(cli) => cli,
        Err(error) => return fail(&error, Terminals::new(ColorChoice::Auto, &variable)),
    };
    // Before any thread is started.
    files::fail_writes_past_the_size_limit();
    app::handle_interrupts();
    processes::deny_memory_access();
    let terminals = Terminals::new(cli.global.color, &variable);
    match run(&cli, terminals) {
        Ok(exit) => exit.into(),
        Err(error) => fail(&error, terminals),
    }
}

fn run(cli: &Cli, terminals: Terminals) -> Result<Exit, CliError> {
    let mut app = App::new(Environment::of_process()?, terminals, &cli.global);
    // They are what it tells.
    let is_doctor = matches!(cli.command, Some(Command::Doctor(_)));
    if !is_doctor && !app.settings_errors.is_empty() {
        return Err(app.settings_errors.swap_remove(0));
    }
    cli::dispatch(&app, cli.command.as_ref())
}

/// Shows why a command failed, unless that counts as success.
fn fail(error: &CliError, Terminals { stderr, .. }: Terminals) -> ExitCode {
    if error.exit != Exit::Done {
        terminal::error(stderr, &error.source);
    }
    error.exit.into()
}
