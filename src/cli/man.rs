//! `aoc completions` and `aoc man`: what the command line's shape is good for
//! besides.

use std::io::{self, Write};

use clap::CommandFactory;
use clap_mangen::Man;

use super::args::{self, Cli};
use crate::exit::Exit;

/// Writes a shell's completion script.
pub fn completions(args: &args::Completions) -> anyhow::Result<Exit> {
    // First into memory: the generator panics where nobody reads.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "aoc", &mut script);
    io::stdout().write_all(&script)?;
    Ok(Exit::Done)
}

/// Writes the manual page of `aoc`, or of one of its commands.
pub fn man(args: &args::Man) -> anyhow::Result<Exit> {
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

impl ManError {
    /// The exit code.
    pub const fn exit(&self) -> Exit {
        match self {
            Self::NoSuchCommand { .. } => Exit::Usage,
        }
    }
}
