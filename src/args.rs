//! The command line's shape: clap types and nothing else. Of the help texts, what
//! clap does not make is in `help.rs`.

mod command_line;
mod count;
mod examples;
mod habits;
mod help;
mod percent;
mod size;
mod token;
mod typo;
mod words;

use std::path::PathBuf;
use std::time::Duration;

use aoc_solution::Part;
use clap::builder::{NonEmptyStringValueParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueHint};

pub use command_line::{ParseError, parse};
pub use examples::examples;
pub use help::SELECTORS;
pub use token::{TokenArgument, looks_like_token};

/// `aoc` alone is `status`; selectors alone are for `run`.
const USAGE: &str = "aoc [OPTIONS] [COMMAND]\n       aoc [OPTIONS] SELECTOR... [OPTIONS OF RUN]";

/// The Advent of Code workbench for Rust: fetch, run, check and time puzzles
#[derive(Debug, Parser)]
#[command(name = "aoc", version, max_term_width = 80, override_usage = USAGE)]
pub struct Cli {
    #[command(flatten)]
    pub global: Global,
    /// `None` is `status`.
    #[command(subcommand)]
    pub command: Option<Command>,
}

#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Global options")]
pub struct Global {
    /// Print results as JSON on stdout
    #[arg(long, global = true)]
    pub json: bool,
    /// Make no request to the site and download no crates
    #[arg(long, global = true)]
    pub offline: bool,
    /// Print only results and failures
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    pub quiet: bool,
    /// Print more details
    #[arg(short, long, global = true, action = clap::ArgAction::Count)]
    pub verbose: u8,
    /// When to use colour: auto, always or never
    #[arg(
        long,
        global = true,
        value_name = "WHEN",
        default_value = "auto",
        hide_possible_values = true
    )]
    pub color: clap::ColorChoice,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Run solutions: parse, part 1 and part 2, each timed and checked
    #[command(visible_alias = "r")]
    Run(Run),
    /// Run the examples and compare their answers, with the differences side by side
    #[command(visible_alias = "t")]
    Test(Test),
    /// Run everything that has an accepted answer, and say what differs
    Verify(Verify),
    /// Measure solutions: each phase is sampled until its time is known well
    #[command(visible_alias = "b")]
    Bench(Bench),
    /// Wait for the unlock, fetch, create the day's file, open it, and watch
    Start(Start),
    /// Build and run at each save: examples, then the input
    #[command(visible_alias = "w")]
    Watch(Watch),
    /// Download inputs and puzzle pages, each once
    #[command(visible_alias = "f")]
    Fetch(Fetch),
    /// Read a puzzle's text in the terminal
    Read(Read),
    /// Submit an answer to the site, after many checks
    Submit(Submit),
    /// Record accepted answers
    Accept(Accept),
    /// List solutions with their inputs, accepted answers and last edit
    List(List),
    /// Show the stars of a year's days, or of all years
    Calendar(Calendar),
    /// Show a private leaderboard
    Leaderboard(Leaderboard),
    /// Open a puzzle in the browser
    Open(Open),
    /// Show session, event, the days of a year, and what to do next
    #[command(visible_alias = "s")]
    Status(Status),
    /// Generate an input from a seed
    Gen(Gen),
    /// Store your session, so that aoc can download your inputs
    Login(Login),
    /// Remove a stored session
    Logout(Logout),
    /// Check session, site, project, toolchain, settings and folders
    Doctor(Doctor),
    /// Create the files of days, from a template
    New(New),
    /// Create a repository for solutions
    Init(Init),
    /// Import inputs, answers, sessions and code from other tools and repositories
    Import(Import),
    /// Print a completion script for a shell
    Completions(Completions),
    /// Print the manual page of aoc or of a command, or write all of them
    Man(Man),
}

#[derive(Args, Clone, Debug, Default)]
pub struct Selection {
    /// Which puzzles: 22, 1-5, 2020, 2020/22, 2015-2018, all/25, all, today, latest, or a day's file
    #[arg(value_name = "SELECTOR")]
    pub selectors: Vec<String>,
    /// The year of days that are given without one
    #[arg(short, long)]
    pub year: Option<String>,
}

/// Reads the number of a part.
fn part() -> impl TypedValueParser<Value = Part> {
    clap::value_parser!(u8).range(1..=2).try_map(Part::try_from)
}

/// Limits of one phase: parse, part 1 or part 2.
#[derive(Args, Clone, Copy, Debug, Default)]
#[command(next_help_heading = "Limits")]
pub struct Limits {
    /// Stop a phase that takes longer, such as 10s or 500ms (bench, test, verify: 60s unless given)
    #[arg(long, value_name = "TIME", value_parser = humantime::parse_duration)]
    pub timeout: Option<Duration>,
    /// Stop a solution that uses more memory, such as 2GiB or 500MB
    #[arg(long, value_name = "SIZE", value_parser = size::parse)]
    pub memory: Option<u64>,
}

#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Build options")]
pub struct Build {
    /// Build with this feature of the years' packages; may be repeated, or F,F
    #[arg(long, value_name = "F", value_delimiter = ',', value_parser = NonEmptyStringValueParser::new())]
    pub features: Vec<String>,
    /// Build with the dev profile: without optimisation
    #[arg(long)]
    pub dev: bool,
}

#[derive(Args, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "one for each flag")]
pub struct Run {
    #[command(flatten)]
    pub selection: Selection,
    /// Run one part only
    #[arg(short, long, value_name = "N", value_parser = part())]
    pub part: Option<Part>,
    /// Run this input: the name of a stored one, a file, or - for standard input
    #[arg(long, value_name = "NAME|PATH|-", value_parser = NonEmptyStringValueParser::new(), conflicts_with_all = ["all_inputs", "example"])]
    pub input: Option<String>,
    /// Run every stored input
    #[arg(long, conflicts_with = "example")]
    pub all_inputs: bool,
    /// Run the examples
    #[arg(long)]
    pub example: bool,
    /// Do not check the examples before the input
    #[arg(long, conflicts_with = "example")]
    pub no_examples: bool,
    /// Run this alternative instead of the primary solution
    #[arg(long, value_name = "NAME", conflicts_with = "all_alts")]
    pub alt: Option<String>,
    /// Run every alternative as well
    #[arg(long)]
    pub all_alts: bool,
    /// Write a play-by-play of parts that have one
    #[arg(long, conflicts_with = "jobs")]
    pub trace: bool,
    /// How many puzzles to run at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    pub jobs: u16,
    #[command(flatten)]
    pub limits: Limits,
    #[command(flatten)]
    pub build: Build,
}

#[derive(Args, Debug)]
pub struct Test {
    #[command(flatten)]
    pub selection: Selection,
    /// Test one part only
    #[arg(short, long, value_name = "N", value_parser = part())]
    pub part: Option<Part>,
    /// How many puzzles to test at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    pub jobs: u16,
    #[command(flatten)]
    pub limits: Limits,
    #[command(flatten)]
    pub build: Build,
}

#[derive(Args, Debug)]
pub struct Verify {
    #[command(flatten)]
    pub selection: Selection,
    /// How many puzzles to run at the same time [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub jobs: Option<u16>,
    #[command(flatten)]
    pub limits: Limits,
    #[command(flatten)]
    pub build: Build,
}

#[derive(Args, Debug, Default)]
pub struct Bench {
    #[command(flatten)]
    pub selection: Selection,
    /// Measure one part only
    #[arg(short, long, value_name = "N", value_parser = part())]
    pub part: Option<Part>,
    /// Measure on this input: the name of a stored one, a file, or - for standard input
    #[arg(long, value_name = "NAME|PATH|-", value_parser = NonEmptyStringValueParser::new(), conflicts_with_all = ["all_inputs", "generated"])]
    pub input: Option<String>,
    /// Measure on every stored input
    #[arg(long, conflicts_with = "generated")]
    pub all_inputs: bool,
    /// Measure the median and the worst of N generated inputs
    #[arg(long, value_name = "N", value_parser = count::parse, allow_negative_numbers = true)]
    pub generated: Option<u32>,
    /// Measure this alternative as well, and compare
    #[arg(long, value_name = "NAME", conflicts_with = "all_alts")]
    pub alt: Option<String>,
    /// Measure every alternative as well, and compare
    #[arg(long)]
    pub all_alts: bool,
    /// How many puzzles to measure at the same time [default: 2 on a processor with as many cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub jobs: Option<u16>,
    #[command(flatten)]
    pub comparison: Comparison,
    #[command(flatten)]
    pub formats: Formats,
    #[command(flatten)]
    pub limits: Limits,
    #[command(flatten)]
    pub build: Build,
}

#[derive(Args, Debug, Default)]
#[command(next_help_heading = "Comparison")]
pub struct Comparison {
    /// Save the figures under this name
    #[arg(long, value_name = "NAME")]
    pub save: Option<String>,
    /// Compare with the figures that were saved under this name
    #[arg(long, value_name = "NAME", group = "compared")]
    pub baseline: Option<String>,
    /// Compare with another revision, built in a worktree of its own
    #[arg(long, value_name = "REVISION", group = "compared")]
    pub against: Option<String>,
    /// End with exit code 1 if a phase is shown to be slower by more than this, such as 5%
    #[arg(long, value_name = "PERCENT", value_parser = percent::parse, requires = "compared", allow_negative_numbers = true)]
    pub fail_on: Option<f64>,
}

#[derive(Args, Debug, Default)]
#[command(next_help_heading = "Formats")]
#[group(id = "formats", multiple = true)]
pub struct Formats {
    /// Print CSV instead of the table: a row for each phase, with all figures
    #[arg(long, conflicts_with_all = ["json", "markdown"])]
    pub csv: bool,
    /// Print Markdown instead of the table
    #[arg(long, conflicts_with = "json")]
    pub markdown: bool,
    /// Write the times of each day between the markers in README.md
    #[arg(long)]
    pub readme: bool,
    /// Write a chart of the days as SVG
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub svg: Option<PathBuf>,
    /// Write a page with charts and tables, which needs no network
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub html: Option<PathBuf>,
}

#[derive(Args, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "one for each flag")]
pub struct Start {
    #[command(flatten)]
    pub selection: Selection,
    /// Do not wait for the unlock and download nothing
    #[arg(long)]
    pub no_fetch: bool,
    /// Do not create the day's file
    #[arg(long)]
    pub no_new: bool,
    /// Do not open the puzzle in the browser
    #[arg(long)]
    pub no_open: bool,
    /// Do not open the day's file in the editor that VISUAL or EDITOR names
    #[arg(long)]
    pub no_edit: bool,
    /// End when everything is ready
    #[arg(long)]
    pub no_watch: bool,
}

#[derive(Args, Clone, Debug, Default)]
pub struct Watch {
    #[command(flatten)]
    pub selection: Selection,
    /// Run one part only
    #[arg(short, long, value_name = "N", value_parser = part())]
    pub part: Option<Part>,
    /// Run this alternative instead of the primary solution
    #[arg(long, value_name = "NAME")]
    pub alt: Option<String>,
    /// Do not check the examples before the input
    #[arg(long)]
    pub no_examples: bool,
    /// Look for changes twice a second, where the system does not tell of them (network drives)
    #[arg(long)]
    pub poll: bool,
    #[command(flatten)]
    pub limits: Limits,
    #[command(flatten)]
    pub build: Build,
}

#[derive(Args, Debug, Default)]
pub struct Fetch {
    #[command(flatten)]
    pub selection: Selection,
    /// Download again, and replace what is stored
    #[arg(long)]
    pub force: bool,
    /// Wait for the unlock of a locked puzzle
    #[arg(long)]
    pub wait: bool,
    /// Use this account's session, and store the input under this name
    #[arg(long, value_name = "NAME")]
    pub account: Option<String>,
}

#[derive(Args, Debug)]
pub struct Read {
    #[command(flatten)]
    pub selection: Selection,
    /// Show one part only; part 2 is downloaded once it is open
    #[arg(short, long, value_name = "N", value_parser = part())]
    pub part: Option<Part>,
    /// Print Markdown, without the pager
    #[arg(long)]
    pub raw: bool,
}

#[derive(Args, Debug, Default)]
pub struct Submit {
    #[command(flatten)]
    pub selection: Selection,
    /// The part [default: the next one that is not solved]
    #[arg(short, long, value_name = "N", value_parser = part())]
    pub part: Option<Part>,
    /// Submit this answer [default: what the solution gives, once its examples agree]
    #[arg(long, value_name = "ANSWER", allow_negative_numbers = true)]
    pub answer: Option<String>,
    /// Wait until the site takes another answer
    #[arg(long)]
    pub wait: bool,
    /// Submit even if an example fails
    #[arg(long)]
    pub force: bool,
    /// Do everything but submit, and print what would be sent
    #[arg(long)]
    pub dry_run: bool,
}

#[derive(Args, Debug)]
pub struct Accept {
    /// Which puzzle: 22, 2020/22, today, latest; several without ANSWER
    #[arg(value_name = "SELECTOR")]
    pub selector: String,
    /// The accepted answer [default: what the solution gives now]
    #[arg(allow_negative_numbers = true)]
    pub answer: Option<String>,
    /// The year of a day that is given without one
    #[arg(short, long)]
    pub year: Option<String>,
    /// The part [default: every solved part; with ANSWER the next one without an answer]
    #[arg(short, long, value_name = "N", value_parser = part())]
    pub part: Option<Part>,
    /// The named input that the answers belong to
    #[arg(long, value_name = "NAME")]
    pub input: Option<String>,
    /// Replace another answer, and record one that the site judged wrong
    #[arg(long)]
    pub force: bool,
    #[command(flatten)]
    pub build: Build,
}

#[derive(Args, Debug)]
pub struct Calendar {
    /// The year [default: all years, with one request]
    pub year: Option<String>,
}

#[derive(Args, Debug)]
pub struct Leaderboard {
    /// Its ID, such as 1001 [default: the setting `leaderboard`]
    pub id: Option<String>,
    /// The year [default: as for days without one, else the newest event]
    #[arg(short, long)]
    pub year: Option<String>,
    /// Use this read-only key instead of the session
    #[arg(long, value_name = "KEY")]
    pub view_key: Option<String>,
}

#[derive(Args, Debug, Default)]
pub struct Open {
    #[command(flatten)]
    pub selection: Selection,
    /// Print the address and open nothing
    #[arg(long)]
    pub print: bool,
}

#[derive(Args, Debug, Default)]
pub struct Status {
    /// The year [default: as for days without one, else the running or newest event]
    pub year: Option<String>,
    /// Ask the site for the stars, with one request
    #[arg(long)]
    pub refresh: bool,
}

#[derive(Args, Debug)]
pub struct Gen {
    #[command(flatten)]
    pub selection: Selection,
    /// The seed: the same seed gives the same input
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    #[command(flatten)]
    pub limits: Limits,
    #[command(flatten)]
    pub build: Build,
}

#[derive(Args, Debug)]
pub struct Login {
    /// The file with the session cookie, or - for standard input [default: typed on a terminal]
    #[arg(value_name = "FILE|-", value_hint = ValueHint::FilePath)]
    pub file: Option<PathBuf>,
    /// Store it as the session of this account, for `aoc fetch --account NAME`
    #[arg(long, value_name = "NAME")]
    pub account: Option<String>,
}

#[derive(Args, Debug)]
pub struct Logout {
    /// Remove the session of this account
    #[arg(long, value_name = "NAME")]
    pub account: Option<String>,
}

#[derive(Args, Debug)]
pub struct Doctor {}

#[derive(Args, Debug)]
pub struct List {
    #[command(flatten)]
    pub selection: Selection,
}

#[derive(Args, Debug)]
pub struct Init {
    /// The folder of the repository [default: the current one]
    #[arg(value_hint = ValueHint::DirPath)]
    pub dir: Option<PathBuf>,
    /// Bring the library in vendor/aoc-solution up to date, and list what changed
    #[arg(long)]
    pub update: bool,
    /// Replace files of the library even if they were edited
    #[arg(long, requires = "update")]
    pub force: bool,
}

#[derive(Args, Debug, Default)]
pub struct New {
    #[command(flatten)]
    pub selection: Selection,
    /// Open the files in the editor that VISUAL or EDITOR names
    #[arg(short, long)]
    pub edit: bool,
}

#[derive(Args, Debug)]
pub struct Import {
    /// A folder, or the name of a tool: aocd, cargo-aoc, aoc-cli [default: what all of these have stored]
    #[arg(value_hint = ValueHint::DirPath)]
    pub from: Option<String>,
    /// The year of files that do not say it
    #[arg(short, long)]
    pub year: Option<String>,
    /// Show what would be imported, and write nothing
    #[arg(long)]
    pub dry_run: bool,
    /// Copy only: do not build and run the imported days
    #[arg(long)]
    pub no_check: bool,
}

#[derive(Args, Debug)]
pub struct Completions {
    /// The shell that is to complete commands
    pub shell: clap_complete::Shell,
}

#[derive(Args, Debug)]
pub struct Man {
    /// A command of aoc
    pub command: Option<String>,
    /// Write all pages into this folder, such as ~/.local/share/man/man1
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, conflicts_with = "command")]
    pub all: Option<PathBuf>,
}
