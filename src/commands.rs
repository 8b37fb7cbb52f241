//! The commands, one file each.

mod accept;
mod bench;
mod calendar;
mod completions;
mod doctor;
mod fetch;
mod r#gen;
mod init;
mod leaderboard;
mod list;
mod login;
mod logout;
mod man;
mod new;
mod open;
mod read;
mod run;
mod start;
mod status;
mod submit;
mod test;
mod verify;
mod watch;

use crate::app::App;
use crate::args::{Command, Status};
use crate::error::{CliError, Exit};

/// Whether a command runs even if the settings make no sense.
pub const fn tolerates_wrong_settings(command: Option<&Command>) -> bool {
    matches!(command, Some(Command::Doctor(_)))
}

/// Runs a command; without one, `status`.
pub fn dispatch(app: &App, command: Option<&Command>) -> Result<Exit, CliError> {
    let Some(command) = command else {
        return status::run(app, &Status::default());
    };
    match command {
        Command::Run(args) => run::run(app, args),
        Command::Test(args) => test::run(app, args),
        Command::Verify(args) => verify::run(app, args),
        Command::Bench(args) => bench::run(app, args),
        Command::Start(args) => start::run(app, args),
        Command::Watch(args) => watch::run(app, args),
        Command::Fetch(args) => fetch::run(app, args),
        Command::Read(args) => read::run(app, args),
        Command::Submit(args) => submit::run(app, args),
        Command::Accept(args) => accept::run(app, args),
        Command::List(args) => list::run(app, args),
        Command::Calendar(args) => calendar::run(app, args),
        Command::Leaderboard(args) => leaderboard::run(app, args),
        Command::Open(args) => open::run(app, args),
        Command::Status(args) => status::run(app, args),
        Command::Gen(args) => r#gen::run(app, args),
        Command::Login(args) => login::run(app, args),
        Command::Logout(args) => logout::run(app, args),
        Command::Doctor(args) => doctor::run(app, args),
        Command::Init(args) => init::run(app, args),
        Command::New(args) => new::run(app, args),
        Command::Completions(args) => completions::run(app, args),
        Command::Man(args) => man::run(app, args),
    }
}
