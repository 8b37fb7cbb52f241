//! `aoc`: the Advent of Code workbench for Rust.

mod app;
mod args;
mod bench;
mod cargo;
mod commands;
mod config;
mod error;
mod inputs;
mod processes;
mod project;
mod puzzle;
mod reporter;
mod runner;
mod site;
mod text;

use std::io;
use std::process::ExitCode;

use clap::Parser;

use app::App;
use args::Cli;
use config::Environment;
use error::{CliError, Exit};
use reporter::{ColorChoice, Terminals};

fn main() -> ExitCode {
    // The only variables that are read here say what the terminal can show:
    // even an error of the environment itself must be shown somehow.
    let variable = |name: &str| std::env::var(name).ok();
    if let Err(error) = args::refuse_tokens(std::env::args_os()) {
        return fail(&error.into(), Terminals::new(ColorChoice::Auto, &variable));
    }
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => args::without_aliases(error).exit(),
    };
    // Before any thread is started.
    inputs::fail_writes_past_the_size_limit();
    app::handle_interrupts();
    runner::deny_memory_access();
    let terminals = Terminals::new(app::color_choice(&cli.global), &variable);
    match run(&cli, terminals) {
        Ok(exit) => exit.into(),
        Err(error) => fail(&error, terminals),
    }
}

fn run(cli: &Cli, terminals: Terminals) -> Result<Exit, CliError> {
    let mut app = App::new(Environment::of_process()?, terminals, &cli.global);
    let command = cli.command.as_ref();
    if !commands::tolerates_wrong_settings(command) && !app.settings_errors.is_empty() {
        return Err(app.settings_errors.swap_remove(0).into());
    }
    commands::dispatch(&app, command)
}

/// Shows why a command failed, unless that counts as success.
fn fail(error: &CliError, Terminals { stderr, .. }: Terminals) -> ExitCode {
    if error.exit != Exit::Done {
        // Nothing is left to do if even this cannot be written.
        let _ = reporter::error(
            &mut stderr.writer(io::stderr()),
            stderr,
            &error.source,
            None,
        );
    }
    error.exit.into()
}
