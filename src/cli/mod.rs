//! The command line: what is meant, get it, run it, show it.

mod args;
mod bench;
mod build;
mod context;
mod desk;
mod fetch;
mod r#gen;
mod host;
mod inputs;
mod interrupt;
mod run;
mod show;
mod size;

use std::io;

use clap::Parser;

pub use context::Context;
pub use r#gen::GenError;
pub use inputs::InputError;

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
            let environment = Context::unicode_variables();
            let stderr = Terminal::stderr(color, &environment);
            let _ = report::error(&mut stderr.writer(io::stderr()), stderr, &error, None);
            Exit::of(&error)
        }
    }
}

fn dispatch(cli: &args::Cli, color: ColorChoice) -> anyhow::Result<Exit> {
    let desk = Desk::new(Context::of_process(&cli.global)?, color)?;
    match &cli.command {
        args::Command::Run(args) => run::run(&desk, args),
        args::Command::Bench(args) => bench::bench(&desk, args),
        args::Command::Fetch(args) => {
            let puzzles = desk.puzzles(&args.selection)?;
            fetch::fetch(&desk, &puzzles, args)
        }
        args::Command::Gen(args) => r#gen::generate(&desk, args),
    }
}
