//! The commands, one file each.

mod accept;
mod bench;
mod completions;
mod fetch;
mod r#gen;
mod init;
mod list;
mod man;
mod read;
mod run;
mod submit;

use crate::app::App;
use crate::args::Command;
use crate::error::{CliError, Exit};

/// Runs a command.
pub fn dispatch(app: &App, command: &Command) -> Result<Exit, CliError> {
    match command {
        Command::Run(args) => run::run(app, args),
        Command::Bench(args) => bench::run(app, args),
        Command::Fetch(args) => fetch::run(app, args),
        Command::Read(args) => read::run(app, args),
        Command::Submit(args) => submit::run(app, args),
        Command::Accept(args) => accept::run(app, args),
        Command::List(args) => list::run(app, args),
        Command::Gen(args) => r#gen::run(app, args),
        Command::Init(args) => init::run(app, args),
        Command::Completions(args) => completions::run(app, args),
        Command::Man(args) => man::run(app, args),
    }
}
