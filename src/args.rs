//! The command line's shape: clap types and nothing else.

mod size;

use std::path::PathBuf;
use std::time::Duration;

use clap::builder::NonEmptyStringValueParser;
use clap::{Args, Parser, Subcommand, ValueEnum, ValueHint};

/// The Advent of Code workbench for Rust: fetch, run, check and time puzzles.
#[derive(Debug, Parser)]
#[command(name = "aoc", version, max_term_width = 100, after_help = AFTER_HELP)]
pub struct Cli {
    #[command(flatten)]
    pub global: Global,
    #[command(subcommand)]
    pub command: Command,
}

const AFTER_HELP: &str = "\
Puzzles are named by selectors: 22, 1-5, 1,3,22, 2020, 2020/22, 2020/1-5,22, all, today, latest.

Exit codes: 0 done, 1 a solution failed, 2 usage, 3 no session, 4 locked, 5 network or server,
6 wrong answer, 7 refused or must wait, 8 files or disk, 130 interrupted.";

/// Flags that every command takes.
#[derive(Args, Debug)]
#[command(next_help_heading = "Everywhere")]
pub struct Global {
    /// Print the results as JSON on stdout
    #[arg(long, global = true)]
    pub json: bool,
    /// Make no request to the site
    #[arg(long, global = true)]
    pub offline: bool,
    /// Say nothing but results and failures
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    pub quiet: bool,
    /// Say more; twice for still more
    #[arg(short, long, global = true, action = clap::ArgAction::Count)]
    pub verbose: u8,
    /// When to use colour
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub color: Color,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Color {
    Auto,
    Always,
    Never,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Run solutions: parse, part 1 and part 2, each timed and checked
    #[command(visible_alias = "r")]
    Run(Run),
    /// Time solutions: each phase sampled until its figure is steady
    #[command(visible_alias = "b")]
    Bench(Bench),
    /// Download inputs and puzzle pages; never twice what is there
    #[command(visible_alias = "f")]
    Fetch(Fetch),
    /// Write an input generated from a seed
    Gen(Gen),
    /// Make a repository to solve puzzles in
    Init(Init),
    /// Write a completion script for a shell
    Completions(Completions),
    /// Write the manual page
    Man(Man),
}

/// Which puzzles are meant.
#[derive(Args, Debug)]
pub struct Selection {
    /// Which puzzles: 22, 1-5, 2020, 2020/22, all, today, latest
    #[arg(value_name = "SELECTOR")]
    pub selectors: Vec<String>,
    /// The year of the days that come without one
    #[arg(short, long)]
    pub year: Option<String>,
}

#[derive(Args, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "a bool a flag")]
pub struct Run {
    #[command(flatten)]
    pub selection: Selection,
    /// Run one part only
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=2))]
    pub part: Option<u8>,
    /// The input: a further input's name, a file, or - for standard input
    #[arg(long, value_name = "NAME|PATH|-", value_parser = NonEmptyStringValueParser::new(), conflicts_with_all = ["all_inputs", "example"])]
    pub input: Option<String>,
    /// Run every input that is there
    #[arg(long, conflicts_with = "example")]
    pub all_inputs: bool,
    /// Run the examples
    #[arg(long)]
    pub example: bool,
    /// Solve with this alternative
    #[arg(long, value_name = "NAME", conflicts_with = "all_alts")]
    pub alt: Option<String>,
    /// Solve with every alternative as well
    #[arg(long)]
    pub all_alts: bool,
    /// Write the play-by-play of parts that have one
    #[arg(long, conflicts_with = "jobs")]
    pub trace: bool,
    /// Stop a phase that takes longer, such as 10s or 500ms
    #[arg(long, value_name = "TIME", value_parser = humantime::parse_duration)]
    pub timeout: Option<Duration>,
    /// Stop a solution that holds more memory, such as 2GiB or 500MB
    #[arg(long, value_name = "SIZE", value_parser = size::parse)]
    pub memory: Option<u64>,
    /// How many puzzles to run at a time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    pub jobs: u16,
    #[command(flatten)]
    pub build: Build,
}

/// How workers are built.
#[derive(Args, Debug)]
pub struct Build {
    /// Build with the dev profile
    #[arg(long)]
    pub dev: bool,
}

#[derive(Args, Debug)]
pub struct Bench {
    #[command(flatten)]
    pub selection: Selection,
    /// Time one part only
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=2))]
    pub part: Option<u8>,
    /// The input: a further input's name, a file, or - for standard input
    #[arg(long, value_name = "NAME|PATH|-", value_parser = NonEmptyStringValueParser::new(), conflicts_with_all = ["all_inputs", "generated"])]
    pub input: Option<String>,
    /// Time every input that is there
    #[arg(long, conflicts_with = "generated")]
    pub all_inputs: bool,
    /// Time the mean over N generated inputs
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub generated: Option<u32>,
    /// Time this alternative beside the day's own way
    #[arg(long, value_name = "NAME", conflicts_with = "all_alts")]
    pub alt: Option<String>,
    /// Time every alternative beside the day's own way
    #[arg(long)]
    pub all_alts: bool,
    #[command(flatten)]
    pub build: Build,
}

#[derive(Args, Debug)]
pub struct Fetch {
    #[command(flatten)]
    pub selection: Selection,
    /// Download again what is there
    #[arg(long)]
    pub force: bool,
    /// Wait for the unlock of a puzzle that is still locked
    #[arg(long)]
    pub wait: bool,
    /// Fetch with this account's session into an input of this name
    #[arg(long, value_name = "NAME")]
    pub account: Option<String>,
}

#[derive(Args, Debug)]
pub struct Gen {
    #[command(flatten)]
    pub selection: Selection,
    /// The seed; the same seed gives the same input
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
}

#[derive(Args, Debug)]
pub struct Init {
    /// The folder: a new one, or one where none of the files is yet
    #[arg(value_hint = ValueHint::DirPath)]
    pub dir: PathBuf,
}

#[derive(Args, Debug)]
pub struct Completions {
    /// The shell
    pub shell: clap_complete::Shell,
}

#[derive(Args, Debug)]
pub struct Man {
    /// The command to write the page of, instead of the one of aoc itself
    pub command: Option<String>,
}
