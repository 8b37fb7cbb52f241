//! `aoc man`: the manual page, made from the command line definition.

use std::io::{self, Write};

use clap::CommandFactory;
use clap_mangen::Man;

use crate::app::App;
use crate::args::{self, Cli};
use crate::error::{CliError, Exit, HasExit};

/// Writes the manual page of `aoc`, or of one of its commands.
pub fn run(_: &App, args: &args::Man) -> Result<Exit, CliError> {
    let mut aoc = Cli::command();
    // Gives the commands their full names and the flags of everywhere.
    aoc.build();
    let command = match &args.command {
        None => aoc,
        Some(name) => aoc
            .find_subcommand(name)
            .cloned()
            .ok_or_else(|| ManError::NoSuchCommand { name: name.clone() })?,
    };
    let mut page = Vec::new();
    Man::new(command)
        .source(concat!("aoc ", env!("CARGO_PKG_VERSION")))
        .manual("Advent of Code workbench")
        .render(&mut page)?;
    io::stdout().write_all(&page)?;
    Ok(Exit::Done)
}

/// Why there is no manual page.
#[derive(Debug, thiserror::Error)]
pub enum ManError {
    /// Of no command.
    #[error("there is no command '{name}'; `aoc help` lists those there are")]
    NoSuchCommand {
        /// What was asked for.
        name: String,
    },
}

impl HasExit for ManError {
    fn exit(&self) -> Exit {
        match self {
            Self::NoSuchCommand { .. } => Exit::Usage,
        }
    }
}
