//! `aoc completions`: a shell's completion script, made from the command line
//! definition.

use std::io;

use clap::CommandFactory;

use crate::app::App;
use crate::args::{self, Cli};
use crate::error::{CliError, Exit};
use crate::reporter;

pub fn run(_: &App, args: &args::Completions) -> Result<Exit, CliError> {
    // Into memory first: the generator panics if it cannot write.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "aoc", &mut script);
    reporter::raw(&mut io::stdout(), &script)?;
    Ok(Exit::Done)
}
