//! `aoc completions`: a shell's completion script, made from the command line
//! definition.

use std::io::{self, Write};

use clap::CommandFactory;

use crate::app::App;
use crate::args::{self, Cli};
use crate::error::{CliError, Exit};

/// Writes the script to stdout.
pub fn run(_: &App, args: &args::Completions) -> Result<Exit, CliError> {
    // Into memory first: the generator panics on a broken pipe.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "aoc", &mut script);
    io::stdout().write_all(&script)?;
    Ok(Exit::Done)
}
