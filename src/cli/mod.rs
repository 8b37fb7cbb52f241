//! The command line: what is meant, get it, run it, show it.

mod args;
mod bench;
mod build;
mod context;
mod desk;
mod fetch;
mod r#gen;
mod host;
mod init;
mod inputs;
mod interrupt;
mod man;
mod run;
mod show;
mod size;

use std::io;

use clap::Parser;

pub use context::Context;
pub use r#gen::GenError;
pub use inputs::InputError;
pub use man::ManError;

use crate::exit::Exit;
use crate::report::{self, ColorChoice, Terminal};
use desk::Desk;

/// Does what the command line asks for.
pub fn main() -> Exit {
    let cli = args::Cli::parse();
    let color = match cli.global.color {
        args::Color::Auto => ColorChoice::Auto,
        args::Color::Always => ColorChoice::Always,
        args::Color::Never => ColorChoice::Never,
    };
    interrupt::handle();
    match dispatch(&cli, color) {
        Ok(exit) => exit,
        // Whoever read our output has seen enough.
        Err(error) if report::is_broken_pipe(&error) => Exit::Done,
        Err(error) => {
            let error = named(error);
            let environment = Context::unicode_variables();
            let stderr = Terminal::stderr(color, &environment);
            let _ = report::error(&mut stderr.writer(io::stderr()), stderr, &error, None);
            Exit::of(&error)
        }
    }
}

/// Whatever else is read or written has its name in the error.
fn named(error: anyhow::Error) -> anyhow::Error {
    if error.chain().len() == 1 && error.is::<io::Error>() {
        error.context("cannot write to standard output")
    } else {
        error
    }
}

fn dispatch(cli: &args::Cli, color: ColorChoice) -> anyhow::Result<Exit> {
    let context = Context::of_process(&cli.global)?;
    match &cli.command {
        args::Command::Project(command) => in_project(&Desk::new(context, color)?, command),
        args::Command::Init(args) => {
            let stderr = Terminal::stderr(color, &context.environment);
            init::init(&context, stderr, args)
        }
        args::Command::Completions(args) => man::completions(args),
        args::Command::Man(args) => man::man(args),
    }
}

fn in_project(desk: &Desk, command: &args::ProjectCommand) -> anyhow::Result<Exit> {
    match command {
        args::ProjectCommand::Run(args) => run::run(desk, args),
        args::ProjectCommand::Bench(args) => bench::bench(desk, args),
        args::ProjectCommand::Fetch(args) => {
            let puzzles = desk.puzzles(&args.selection)?;
            fetch::fetch(desk, &puzzles, args)
        }
        args::ProjectCommand::Gen(args) => r#gen::generate(desk, args),
    }
}
