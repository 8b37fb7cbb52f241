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
    accept::{AcceptArgs, run as accept},
    bench::{BenchArgs, run as bench},
    calendar::{CalendarArgs, run as calendar},
    completions::{CompletionsArgs, run as completions},
    doctor::{DoctorArgs, run as doctor},
    fetch::{FetchArgs, run as fetch},
    r#gen::{GenArgs, run as generate},
    import::{ImportArgs, run as import},
    init::{InitArgs, run as init},
    leaderboard::{LeaderboardArgs, run as leaderboard},
    list::{ListArgs, run as list},
    login::{LoginArgs, run as login},
    logout::{LogoutArgs, run as logout},
    man::{ManArgs, run as man},
    new::{NewArgs, run as new},
    open::{OpenArgs, run as open},
    profile::{ProfileArgs, run as profile},
    read::{ReadArgs, run as read},
    readme::{ReadmeArgs, run as readme},
    run::{RunArgs, run},
    start::{StartArgs, run as start},
    status::{StatusArgs, run as status},
    submit::{SubmitArgs, run as submit},
    test::{TestArgs, run as test},
    times::{TimesArgs, run as times},
    verify::{VerifyArgs, run as verify},
    watch::{WatchArgs, run as watch},
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
        Init(args) => init(app, args),
        Import(args) => import(app, args),
        Login(args) => login(app, args),
        Logout(args) => logout(app, args),
        Doctor(args) => doctor(app, args),
        Start(args) => start(app, args),
        Fetch(args) => fetch(app, args),
        New(args) => new(app, args),
        Read(args) => read(app, args),
        Open(args) => open(app, args),
        Watch(args) => watch(app, args),
        Test(args) => test(app, args),
        Run(args) => run(app, args),
        Submit(args) => submit(app, args),
        Accept(args) => accept(app, args),
        Verify(args) => verify(app, args),
        Bench(args) => bench(app, args),
        Profile(args) => profile(app, args),
        Gen(args) => generate(app, args),
        Status(args) => status(app, args),
        List(args) => list(app, args),
        Calendar(args) => calendar(app, args),
        Readme(args) => readme(app, args),
        Times(args) => times(app, args),
        Leaderboard(args) => leaderboard(app, args),
        Completions(args) => completions(app, args, help::command(false)),
        Man(args) => man(app, args, help::command(false)),
    }
}
