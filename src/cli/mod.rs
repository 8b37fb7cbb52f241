//! The command line: what is meant, get it, run it, show it.

mod args;
mod context;
mod size;

use clap::Parser;

pub use context::Context;

use crate::exit::Exit;

/// Does what the command line asks for.
pub fn main() -> Exit {
    let cli = args::Cli::parse();
    let _context = Context::of_process(&cli.global);
    Exit::Done
}
