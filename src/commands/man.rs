//! `aoc man`: the manual pages, made from the command line's definition.

mod date;
mod page;
mod reference;

use std::io;
use std::path::{Path, PathBuf};

use clap::{Args, Command, CommandFactory, ValueHint};

use crate::app::App;
use crate::cli::Cli;
use crate::error::{CliError, Exit, HasExit};
use crate::files::{Readers, replace};
use crate::terminal;
use page::page;

/// Print the manual page of aoc or of a command, or write all of them
///
/// Prints a page in the format of man, made from the command line's own definition,
/// so it is always that of this version. aoc man run | man -l - shows it. With
/// --all every page is written into a folder.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  aoc man                                print the page of aoc itself
  aoc man run                            print the page of aoc run
  aoc man --all ~/.local/share/man/man1  install all pages, for man aoc-run")]
pub struct ManArgs {
    /// A command of aoc
    pub command: Option<String>,
    /// Write all pages into this folder, such as ~/.local/share/man/man1
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, conflicts_with = "command")]
    pub all: Option<PathBuf>,
}

/// Writes the page of `aoc` or of one of its commands, or all pages into a
/// folder.
pub fn run(app: &App, args: &ManArgs) -> Result<Exit, CliError> {
    let mut aoc = Cli::command();
    // Gives the commands their full names and the global options.
    aoc.build();
    let date = date::date(&app.environment);
    if let Some(folder) = &args.all {
        let count = write_all(&aoc, &date, folder)?;
        app.note(&format!("wrote {count} pages to {}", folder.display()));
    } else {
        let command = find(&aoc, args.command.as_deref())?;
        terminal::raw(&mut app.console(), page(command, &date).as_bytes())?;
    }
    Ok(Exit::Done)
}

fn find<'a>(aoc: &'a Command, name: Option<&str>) -> Result<&'a Command, ManError> {
    let Some(name) = name else {
        return Ok(aoc);
    };
    let command = aoc.find_subcommand(name);
    command.ok_or_else(|| ManError::NoSuchCommand {
        name: name.to_owned(),
    })
}

/// The commands that have a page. Each one's help is in its own page, so `help`
/// needs none.
fn documented(aoc: &Command) -> impl Iterator<Item = &Command> {
    let commands = aoc.get_subcommands();
    commands.filter(|command| command.get_name() != "help" && !command.is_hide_set())
}

/// Writes `aoc.1`, `aoc-run.1` and so on; returns how many there are.
fn write_all(aoc: &Command, date: &str, folder: &Path) -> Result<usize, ManError> {
    let failed = |path: &Path| {
        let path = path.to_owned();
        |source| ManError::Write { path, source }
    };
    std::fs::create_dir_all(folder).map_err(failed(folder))?;
    let mut count = 0;
    for command in documented(aoc).chain([aoc]) {
        let path = folder.join(format!("{}.1", page::name(command)));
        let text = page(command, date);
        replace(&path, text.as_bytes(), Readers::Usual).map_err(failed(&path))?;
        count += 1;
    }
    Ok(count)
}

#[derive(Debug, thiserror::Error)]
pub enum ManError {
    #[error("unknown command `{}`; `aoc help` lists them", .name.escape_debug())]
    NoSuchCommand { name: String },
    #[error("cannot write {}", .path.display())]
    Write { path: PathBuf, source: io::Error },
}

impl HasExit for ManError {
    fn exit(&self) -> Exit {
        match self {
            Self::NoSuchCommand { .. } => Exit::Usage,
            Self::Write { .. } => Exit::Files,
        }
    }
}

#[cfg(test)]
mod tests;
