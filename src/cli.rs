//! The command line: every command has a variant in [`Command`] and an arm in
//! [`dispatch`]. Everything else about it is in the command's own file.

mod complete;
mod help;
mod parse;

use clap::{Parser, Subcommand};

use crate::app::App;
use crate::app::args::GlobalArgs;
use crate::commands::{
    accept, bench, calendar, completions, doctor, fetch, r#gen, import, init, leaderboard, list,
    login, logout, man, new, open, profile, read, readme, run, start, status, submit, test, times,
    verify, watch,
};
use crate::error::{Exit, Result};
pub use complete::complete;
pub use parse::{color, parse};

/// `aoc` alone is `status`; selectors alone are for `run`.
const USAGE: &str = "aoc [OPTIONS] [COMMAND]\n       aoc [OPTIONS] SELECTOR... [OPTIONS OF RUN]";

/// The Advent of Code workbench for Rust: fetch, run, check and time puzzles
///
/// A project has one folder for each year and one file for each day. aoc downloads
/// the input of a puzzle, builds the day that was saved, runs it, compares its
/// answers with the accepted ones, and measures it. Without a command it shows
/// where you stand, as aoc status does; with selectors alone it runs them, as aoc
/// run does.
///
/// Results go to standard output, everything else to standard error. All processes
/// of a user share one limit on requests to the site, stored files are not
/// requested again, and with --offline no request is made.
#[derive(Parser)]
#[command(name = "aoc", version, override_usage = USAGE, after_help = "\
Examples:
  aoc 22                        run day 22 of the newest year that has it
  aoc bench 2020/22 --all-alts  compare the alternatives of a day")]
pub struct Cli {
    #[command(flatten)]
    pub global: GlobalArgs,
    /// `None` is `status`.
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// The commands in the order of the help, whose groups are in `help.rs`.
#[derive(Subcommand)]
pub enum Command {
    Init(init::InitArgs),
    Import(import::ImportArgs),
    Login(login::LoginArgs),
    Logout(logout::LogoutArgs),
    Doctor(doctor::DoctorArgs),
    Start(start::StartArgs),
    Fetch(fetch::FetchArgs),
    New(new::NewArgs),
    Read(read::ReadArgs),
    Open(open::OpenArgs),
    Watch(watch::WatchArgs),
    Test(test::TestArgs),
    Run(run::RunArgs),
    Submit(submit::SubmitArgs),
    Accept(accept::AcceptArgs),
    Verify(verify::VerifyArgs),
    Bench(bench::BenchArgs),
    Profile(profile::ProfileArgs),
    Gen(r#gen::GenArgs),
    Status(status::StatusArgs),
    List(list::ListArgs),
    Calendar(calendar::CalendarArgs),
    Readme(readme::ReadmeArgs),
    Times(times::TimesArgs),
    Leaderboard(leaderboard::LeaderboardArgs),
    Completions(completions::CompletionsArgs),
    Man(man::ManArgs),
}

/// Runs a command; without one, `status`.
pub fn dispatch(app: &App, command: Option<&Command>) -> Result<Exit> {
    let usual = Command::Status(status::StatusArgs::default());
    match command.unwrap_or(&usual) {
        Command::Init(args) => init::run(app, args),
        Command::Import(args) => import::run(app, args),
        Command::Login(args) => login::run(app, args),
        Command::Logout(args) => logout::run(app, args),
        Command::Doctor(args) => doctor::run(app, args),
        Command::Start(args) => start::run(app, args),
        Command::Fetch(args) => fetch::run(app, args),
        Command::New(args) => new::run(app, args),
        Command::Read(args) => read::run(app, args),
        Command::Open(args) => open::run(app, args),
        Command::Watch(args) => watch::run(app, args),
        Command::Test(args) => test::run(app, args),
        Command::Run(args) => run::run(app, args),
        Command::Submit(args) => submit::run(app, args),
        Command::Accept(args) => accept::run(app, args),
        Command::Verify(args) => verify::run(app, args),
        Command::Bench(args) => bench::run(app, args),
        Command::Profile(args) => profile::run(app, args),
        Command::Gen(args) => r#gen::run(app, args),
        Command::Status(args) => status::run(app, args),
        Command::List(args) => list::run(app, args),
        Command::Calendar(args) => calendar::run(app, args),
        Command::Readme(args) => readme::run(app, args),
        Command::Times(args) => times::run(app, args),
        Command::Leaderboard(args) => leaderboard::run(app, args),
        Command::Completions(args) => {
            completions::run(app, args, help::command(false, help::MAX_COLUMNS))
        }
        Command::Man(args) => man::run(app, args, help::command(false, help::MAX_COLUMNS)),
    }
}
