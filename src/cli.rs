//! The command line. Each command has a variant in [`Command`], an arm in [`dispatch`], and its own
//! file with its options, its help and its steps. `help.rs` groups the commands in the help.

mod complete;
mod help;
mod parse;

use clap::{Parser, Subcommand};

use crate::app::App;
use crate::app::args::GlobalArgs;
use crate::commands;
use crate::error::{Exit, Result};
pub use complete::complete;
pub use parse::{Parsed, color, parse};

/// `aoc` without a command means `aoc status`. With selectors it means `aoc run`.
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
    /// `None` means the [default](Command::default).
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// The commands in the order of the help. `help.rs` groups them.
#[derive(Subcommand)]
pub enum Command {
    Init(commands::init::InitArgs),
    Import(commands::import::ImportArgs),
    Login(commands::login::LoginArgs),
    Logout(commands::logout::LogoutArgs),
    Doctor(commands::doctor::DoctorArgs),
    Config(commands::config::ConfigArgs),
    Start(commands::start::StartArgs),
    Fetch(commands::fetch::FetchArgs),
    New(commands::new::NewArgs),
    Read(commands::read::ReadArgs),
    Open(commands::open::OpenArgs),
    Watch(commands::watch::WatchArgs),
    Test(commands::test::TestArgs),
    Run(commands::run::RunArgs),
    Submit(commands::submit::SubmitArgs),
    Accept(commands::accept::AcceptArgs),
    Verify(commands::verify::VerifyArgs),
    Bench(commands::bench::BenchArgs),
    Profile(commands::profile::ProfileArgs),
    Gen(commands::r#gen::GenArgs),
    Status(commands::status::StatusArgs),
    List(commands::list::ListArgs),
    Calendar(commands::calendar::CalendarArgs),
    Readme(commands::readme::ReadmeArgs),
    Times(commands::times::TimesArgs),
    Leaderboard(commands::leaderboard::LeaderboardArgs),
    Completions(commands::completions::CompletionsArgs),
    Man(commands::man::ManArgs),
}

/// `aoc` without a command shows where the user stands.
impl Default for Command {
    fn default() -> Self {
        Self::Status(commands::status::StatusArgs::default())
    }
}

/// What a command needs before it starts.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Needs {
    /// Nothing. The command runs even with invalid settings: `doctor` reports them as its result,
    /// `config` corrects them, `init` checks them if it needs the folder of the inputs, and the
    /// others use no setting.
    Nothing,
    /// Valid settings. Outside of a project, the command keeps its files in the cache folder.
    Settings,
    /// Valid settings, and a project if the command uses its code or its stored files.
    Project,
}

impl Command {
    pub fn needs(&self) -> Needs {
        match self {
            Self::Init(_)
            | Self::Logout(_)
            | Self::Doctor(_)
            | Self::Config(_)
            | Self::Completions(_)
            | Self::Man(_) => Needs::Nothing,
            Self::Read(_) | Self::Open(_) => Needs::Settings,
            _ => Needs::Project,
        }
    }
}

/// Runs a command. `completions` and `man` also get the definition of the whole command line,
/// because their output describes it.
pub fn dispatch(app: App, command: &Command) -> Result<Exit> {
    match command {
        Command::Init(args) => commands::init::run(&app, args),
        Command::Import(args) => commands::import::run(&app, args),
        Command::Login(args) => commands::login::run(&app, args),
        Command::Logout(args) => commands::logout::run(&app, args),
        Command::Doctor(args) => commands::doctor::run(&app, args),
        Command::Config(args) => commands::config::run(&app, args),
        Command::Start(args) => commands::start::run(app, args),
        Command::Fetch(args) => commands::fetch::run(&app, args),
        Command::New(args) => commands::new::run(&app, args),
        Command::Read(args) => commands::read::run(&app, args),
        Command::Open(args) => commands::open::run(&app, args),
        Command::Watch(args) => commands::watch::run(app, args),
        Command::Test(args) => commands::test::run(&app, args),
        Command::Run(args) => commands::run::run(&app, args),
        Command::Submit(args) => commands::submit::run(&app, args),
        Command::Accept(args) => commands::accept::run(&app, args),
        Command::Verify(args) => commands::verify::run(&app, args),
        Command::Bench(args) => commands::bench::run(&app, args),
        Command::Profile(args) => commands::profile::run(&app, args),
        Command::Gen(args) => commands::r#gen::run(&app, args),
        Command::Status(args) => commands::status::run(&app, args),
        Command::List(args) => commands::list::run(&app, args),
        Command::Calendar(args) => commands::calendar::run(&app, args),
        Command::Readme(args) => commands::readme::run(&app, args),
        Command::Times(args) => commands::times::run(&app, args),
        Command::Leaderboard(args) => commands::leaderboard::run(&app, args),
        Command::Completions(args) => commands::completions::run(&app, args, help::whole()),
        Command::Man(args) => commands::man::run(&app, args, help::whole()),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use clap::CommandFactory;

    use super::*;
    use crate::execution::OWN_OPTIONS;

    /// Each option with a value is either part of the command in a report, or left out of it.
    #[test]
    fn the_command_of_a_report_has_only_the_options_that_affect_the_measurement() {
        let mut aoc = Cli::command();
        aoc.build();
        let bench = aoc.find_subcommand("bench").expect("a command");
        let names = bench.get_opts().map(|option| match option.get_long() {
            Some(long) => format!("--{long}"),
            None => format!("-{}", option.get_short().expect("a name")),
        });
        let kept = [
            "--against",
            "--alt",
            "--color",
            "--day",
            "--features",
            "--generated",
            "--input",
            "--jobs",
            "--memory",
            "--part",
            "--timeout",
            "--year",
        ];
        let expected: BTreeSet<String> = kept
            .iter()
            .chain(&OWN_OPTIONS)
            .map(|name| (*name).to_owned())
            .collect();
        assert_eq!(names.collect::<BTreeSet<String>>(), expected);
    }
}
