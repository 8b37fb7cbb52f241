//! The command line: every command has a variant in [`Command`] and an arm in
//! [`dispatch`]. Everything else about it is in the command's own file.

mod complete;
mod help;
mod parse;

use clap::{Parser, Subcommand};

use self::Command::{
    Accept, Bench, Calendar, Completions, Doctor, Fetch, Gen, Import, Init, Leaderboard, List,
    Login, Logout, Man, New, Open, Profile, Read, Readme, Run, Start, Status, Submit, Test, Times,
    Verify, Watch,
};
use crate::app::App;
use crate::app::args::GlobalArgs;
use crate::commands::{
    accept::{self, AcceptArgs},
    bench::{self, BenchArgs},
    calendar::{self, CalendarArgs},
    completions::{self, CompletionsArgs},
    doctor::{self, DoctorArgs},
    fetch::{self, FetchArgs},
    r#gen::{self, GenArgs},
    import::{self, ImportArgs},
    init::{self, InitArgs},
    leaderboard::{self, LeaderboardArgs},
    list::{self, ListArgs},
    login::{self, LoginArgs},
    logout::{self, LogoutArgs},
    man::{self, ManArgs},
    new::{self, NewArgs},
    open::{self, OpenArgs},
    profile::{self, ProfileArgs},
    read::{self, ReadArgs},
    readme::{self, ReadmeArgs},
    run::{self, RunArgs},
    start::{self, StartArgs},
    status::{self, StatusArgs},
    submit::{self, SubmitArgs},
    test::{self, TestArgs},
    times::{self, TimesArgs},
    verify::{self, VerifyArgs},
    watch::{self, WatchArgs},
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
#[command(name = "aoc", version, max_term_width = 80, override_usage = USAGE, after_help = "\
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
    Init(InitArgs),
    Import(ImportArgs),
    Login(LoginArgs),
    Logout(LogoutArgs),
    Doctor(DoctorArgs),
    Start(StartArgs),
    Fetch(FetchArgs),
    New(NewArgs),
    Read(ReadArgs),
    Open(OpenArgs),
    Watch(WatchArgs),
    Test(TestArgs),
    Run(RunArgs),
    Submit(SubmitArgs),
    Accept(AcceptArgs),
    Verify(VerifyArgs),
    Bench(BenchArgs),
    Profile(ProfileArgs),
    Gen(GenArgs),
    Status(StatusArgs),
    List(ListArgs),
    Calendar(CalendarArgs),
    Readme(ReadmeArgs),
    Times(TimesArgs),
    Leaderboard(LeaderboardArgs),
    Completions(CompletionsArgs),
    Man(ManArgs),
}

/// Runs a command; without one, `status`.
pub fn dispatch(app: &App, command: Option<&Command>) -> Result<Exit> {
    let usual = Status(StatusArgs::default());
    match command.unwrap_or(&usual) {
        Init(args) => init::run(app, args),
        Import(args) => import::run(app, args),
        Login(args) => login::run(app, args),
        Logout(args) => logout::run(app, args),
        Doctor(args) => doctor::run(app, args),
        Start(args) => start::run(app, args),
        Fetch(args) => fetch::run(app, args),
        New(args) => new::run(app, args),
        Read(args) => read::run(app, args),
        Open(args) => open::run(app, args),
        Watch(args) => watch::run(app, args),
        Test(args) => test::run(app, args),
        Run(args) => run::run(app, args),
        Submit(args) => submit::run(app, args),
        Accept(args) => accept::run(app, args),
        Verify(args) => verify::run(app, args),
        Bench(args) => bench::run(app, args),
        Profile(args) => profile::run(app, args),
        Gen(args) => r#gen::run(app, args),
        Status(args) => status::run(app, args),
        List(args) => list::run(app, args),
        Calendar(args) => calendar::run(app, args),
        Readme(args) => readme::run(app, args),
        Times(args) => times::run(app, args),
        Leaderboard(args) => leaderboard::run(app, args),
        Completions(args) => completions::run(app, args, help::command(false)),
        Man(args) => man::run(app, args, help::command(false)),
    }
}
