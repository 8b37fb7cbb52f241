//! The command line: every command has a variant and a line of help in `definition.rs`, and
//! an arm in [`dispatch`]. Everything else about it is in the command's own file.

mod complete;
mod definition;
mod help;
mod parse;

use crate::app::App;
use crate::commands;
use crate::error::{CliError, Exit};
pub use complete::complete;
pub use definition::{Cli, Command};
pub use parse::parse;

/// Runs a command; without one, `status`.
pub fn dispatch(app: &App, command: Option<&Command>) -> Result<Exit, CliError> {
    let Some(command) = command else {
        return commands::status::run(app, &commands::status::StatusArgs::default());
    };
    match command {
        Command::Init(args) => commands::init::run(app, args),
        Command::Import(args) => commands::import::run(app, args),
        Command::Login(args) => commands::login::run(app, args),
        Command::Logout(args) => commands::logout::run(app, args),
        Command::Doctor(args) => commands::doctor::run(app, args),
        Command::Start(args) => commands::start::run(app, args),
        Command::Fetch(args) => commands::fetch::run(app, args),
        Command::New(args) => commands::new::run(app, args),
        Command::Read(args) => commands::read::run(app, args),
        Command::Open(args) => commands::open::run(app, args),
        Command::Watch(args) => commands::watch::run(app, args),
        Command::Test(args) => commands::test::run(app, args),
        Command::Run(args) => commands::run::run(app, args),
        Command::Submit(args) => commands::submit::run(app, args),
        Command::Accept(args) => commands::accept::run(app, args),
        Command::Verify(args) => commands::verify::run(app, args),
        Command::Bench(args) => commands::bench::run(app, args),
        Command::Gen(args) => commands::r#gen::run(app, args),
        Command::Status(args) => commands::status::run(app, args),
        Command::List(args) => commands::list::run(app, args),
        Command::Calendar(args) => commands::calendar::run(app, args),
        Command::Leaderboard(args) => commands::leaderboard::run(app, args),
        Command::Completions(args) => commands::completions::run(app, args),
        Command::Man(args) => commands::man::run(app, args, help::command(false)),
    }
}
