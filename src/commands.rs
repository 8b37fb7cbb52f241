//! The commands, one file each.

mod accept;
mod bench;
mod completions;
mod doctor;
mod fetch;
mod r#gen;
mod init;
mod list;
mod login;
mod logout;
mod man;
mod run;

use crate::app::App;
use crate::args::Command;
use crate::error::{CliError, Exit};

/// Whether a command runs even if the settings make no sense.
pub const fn tolerates_wrong_settings(command: &Command) -> bool {
    matches!(command, Command::Doctor(_))
}

/// Runs a command.
pub fn dispatch(app: &App, command: &Command) -> Result<Exit, CliError> {
    match command {
        Command::Run(args) => run::run(app, args),
        Command::Bench(args) => bench::run(app, args),
        Command::Fetch(args) => fetch::run(app, args),
        Command::Accept(args) => accept::run(app, args),
        Command::List(args) => list::run(app, args),
        Command::Gen(args) => r#gen::run(app, args),
        Command::Login(args) => login::run(app, args),
        Command::Logout(args) => logout::run(app, args),
        Command::Doctor(args) => doctor::run(app, args),
        Command::Init(args) => init::run(app, args),
        Command::Completions(args) => completions::run(app, args),
        Command::Man(args) => man::run(app, args),
    }
}
