//! The definition of the command line: the commands, and the help of `aoc` itself. The
//! options of a command are in its own file.

use clap::{Parser, Subcommand};

use crate::app::args::GlobalArgs;
use crate::commands;

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
#[derive(Debug, Parser)]
#[command(name = "aoc", version, max_term_width = 80, override_usage = USAGE, after_help = "\
Examples:
  aoc 22                        run day 22 of the newest year that has it
  aoc bench 2020/22 --all-alts  compare the alternatives of a day")]
pub struct CommandLine<C: Subcommand> {
    #[command(flatten)]
    pub global: GlobalArgs,
    /// `None` is `status`.
    #[command(subcommand)]
    pub command: Option<C>,
}

pub type Cli = CommandLine<Command>;

#[derive(Debug, Subcommand)]
pub enum Command {
    Init(commands::init::InitArgs),
    Import(commands::import::ImportArgs),
    Login(commands::login::LoginArgs),
    Logout(commands::logout::LogoutArgs),
    Doctor(commands::doctor::DoctorArgs),
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
    Gen(commands::r#gen::GenArgs),
    Status(commands::status::StatusArgs),
    List(commands::list::ListArgs),
    Calendar(commands::calendar::CalendarArgs),
    Leaderboard(commands::leaderboard::LeaderboardArgs),
    Completions(commands::completions::CompletionsArgs),
    Man(commands::man::ManArgs),
}

/// The commands with the first lines of their help, in groups. This is a constant because
/// building all of clap's commands takes longer than the rest of `aoc --help`; a test
/// compares both.
pub const COMMANDS: &str = "\
Set up:
  init         Create a repository for solutions
  import       Import inputs, answers, sessions and code from other tools
  login        Store your session, so that aoc can download your inputs
  logout       Remove a stored session
  doctor       Check session, site, project, toolchain, settings and folders

Solve a puzzle:
  start        Wait for the unlock, fetch, create the day's file, open it, watch
  fetch, f     Download inputs and puzzle pages, each once
  new          Create the files of days, from a template
  read         Read a puzzle's text in the terminal
  open         Open a puzzle in the browser
  watch, w     Build and run at each save: examples, then the input
  test, t      Run the examples and compare their answers
  run, r       Run solutions: parse, part 1 and part 2, each timed and checked
  submit       Submit an answer to the site, after many checks
  accept       Record accepted answers

Verify and measure:
  verify       Run everything that has an accepted answer, and show differences
  bench, b     Measure solutions: the time of each phase, with its interval
  gen          Generate an input from a seed

See where you stand:
  status, s    Show session, event, the days of a year, and what to do next
  list         List solutions with their inputs, accepted answers and last edit
  calendar     Show the stars of a year's days, or of all years
  leaderboard  Show a private leaderboard

This program:
  completions  Print a completion script for a shell
  man          Print the manual page of aoc or of a command
  help         Print this, or the help of a command

Options:
";
