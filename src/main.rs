//! `aoc`: the Advent of Code workbench for Rust.

mod app;
mod bench;
mod cargo;
mod cli;
mod commands;
mod complete;
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

use std::ffi::OsString;
use std::io;
use std::process::ExitCode;

use app::App;
use cli::{Cli, ParseError};
use config::Environment;
use error::{CliError, Exit};
use terminal::{ColorChoice, Terminals};

fn main() -> ExitCode {
    // The only variables that are read here say what the terminal can show:
    // even an error of the environment itself must be shown somehow.
    let variable = |name: &str| std::env::var(name).ok();
    if let Some(shell) = variable(complete::VARIABLE)
        && let Some(words) = complete::words(std::env::args_os())
    {
        return complete_words(&shell, words);
    }
    let cli = match cli::parse(std::env::args_os()) {
        Ok(cli) => cli,
        Err(ParseError::Clap(error)) => error.exit(),
        Err(ParseError::Usage(error)) => {
            return fail(&error, Terminals::new(ColorChoice::Auto, &variable));
        }
    };
    // Before any thread is started.
    files::fail_writes_past_the_size_limit();
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
    if !cli::tolerates_wrong_settings(command) && !app.settings_errors.is_empty() {
        return Err(app.settings_errors.swap_remove(0).into());
    }
    cli::dispatch(&app, command)
}

/// Answers a shell that completes a command line. Nobody sees an error there.
fn complete_words(shell: &str, words: Vec<OsString>) -> ExitCode {
    let terminals = Terminals::new(ColorChoice::Never, &|_| None);
    let said = Environment::of_process()
        .ok()
        .and_then(|environment| complete::answer(environment, terminals, shell, words))
        .and_then(|answer| terminal::raw(&mut io::stdout(), &answer).ok());
    match said {
        Some(()) => ExitCode::SUCCESS,
        None => ExitCode::FAILURE,
    }
}

/// Shows why a command failed, unless that counts as success.
fn fail(error: &CliError, Terminals { stderr, .. }: Terminals) -> ExitCode {
    if error.exit != Exit::Done {
        terminal::error(stderr, &error.source);
    }
    error.exit.into()
}
