//! `aoc run`: parse, part 1, part 2, each timed and checked.

use std::path::Path;

use aoc_solution::Part;
use clap::Args;
use clap::builder::NonEmptyStringValueParser;

use crate::app::args::{BuildArgs, LimitArgs, SelectionArgs, job_count, part};
use crate::app::{App, BuildMode, InputRequest, parts, prepare};
use crate::error::{CliError, Exit};
use crate::puzzle::Puzzle;
use crate::reporter::Results;
use crate::runner::{Alternatives, Client, SolveJob, SpawnOptions, exit_of};

/// Run solutions: parse, part 1 and part 2, each timed and checked
///
/// Builds the days that were edited and runs parse, part 1 and part 2, each timed
/// and compared with the accepted answer. The examples are checked first. Without a
/// selector it runs the day that was edited last.
///
/// A missing input is downloaded once if there is a session; otherwise the examples
/// take its place. A day that panics, hangs or uses too much memory fails alone.
#[derive(Args, Debug, Default)]
#[command(visible_alias = "r")]
#[command(after_help = "\
Examples:
  aoc run 2020/22 -p 2                run one part
  aoc run all --jobs 4 --timeout 10s  run everything, four puzzles at a time")]
pub struct RunArgs {
    #[command(flatten)]
    pub selection: SelectionArgs,
    /// Run this input: the name of a stored one, a file, or - for standard input
    #[arg(long, value_name = "NAME|PATH|-", value_parser = NonEmptyStringValueParser::new(), conflicts_with_all = ["all_inputs", "example"])]
    pub input: Option<String>,
    /// Run every stored input
    #[arg(long, conflicts_with = "example")]
    pub all_inputs: bool,
    /// Run the examples
    #[arg(long, conflicts_with = "no_examples")]
    pub example: bool,
    /// Run every alternative as well
    #[arg(long, conflicts_with = "alt")]
    pub all_alts: bool,
    /// Write the trace of the parts that have one
    #[arg(long, conflicts_with = "jobs")]
    pub trace: bool,
    /// How many puzzles to run at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = job_count)]
    pub jobs: u16,
    #[command(flatten)]
    pub options: RunOptions,
}

/// The options that `watch` shares.
#[derive(Args, Clone, Debug, Default)]
pub struct RunOptions {
    /// Run one part only
    #[arg(short, long, value_name = "N", value_parser = part())]
    pub part: Option<Part>,
    /// Run this alternative instead of the primary solution
    #[arg(long, value_name = "NAME")]
    pub alt: Option<String>,
    /// Do not check the examples before the input
    #[arg(long)]
    pub no_examples: bool,
    #[command(flatten)]
    pub limits: LimitArgs,
    #[command(flatten)]
    pub build: BuildArgs,
}

pub fn run(app: &App, args: &RunArgs) -> Result<Exit, CliError> {
    run_puzzles(app, &app.solutions(&args.selection)?, args)
}

/// Runs a puzzle with its input, for `watch`.
pub fn run_puzzle(
    app: &App,
    puzzle: Puzzle,
    options: &RunOptions,
    trace: bool,
) -> Result<Exit, CliError> {
    let args = RunArgs {
        options: options.clone(),
        trace,
        jobs: 1,
        ..RunArgs::default()
    };
    run_puzzles(app, &[puzzle], &args)
}

fn run_puzzles(app: &App, puzzles: &[Puzzle], args: &RunArgs) -> Result<Exit, CliError> {
    let options = &args.options;
    let input = args.input.as_deref();
    let request = InputRequest::new(input, args.all_inputs, args.example, puzzles.len())?;
    let spawn_options = |puzzle: Puzzle, executable: &Path, is_single| SpawnOptions {
        stdin: is_single && !matches!(request, InputRequest::Stdin(_)),
        ..app.spawn_options(puzzle.day, executable, &options.limits, None)
    };
    // The last program starts while its sources are compared with those of its build.
    let mut ahead: Option<Client> = None;
    let mut on_program = |program: Option<&Path>| match program {
        None => ahead = None,
        Some(program) if ahead.is_none() && !args.all_inputs => {
            ahead = Some(Client::start_ahead(spawn_options(
                puzzles[0], program, true,
            )));
        }
        Some(_) => {}
    };
    let project = app.project()?;
    let mode = BuildMode::Run;
    let workers = app.build_project(project, puzzles, &options.build, mode, &mut on_program)?;
    let alternatives = match &options.alt {
        Some(name) => Alternatives::Instead(name.clone()),
        None if args.all_alts => Alternatives::All,
        None => Alternatives::None,
    };
    let jobs = puzzles.iter().map(|&puzzle| {
        prepare(puzzle, &workers, |executable| {
            let (inputs, missing) = app.inputs_or_fetched(puzzle, &request)?;
            let is_single = puzzles.len() == 1 && inputs.len() <= 1;
            let examples = match app.stored_examples(puzzle) {
                _ if options.no_examples && !inputs.is_empty() => None,
                // If the file of examples cannot be read, the input still runs.
                Err(error) if !inputs.is_empty() => {
                    app.warning(&format!("{puzzle}: {:#}", error.source));
                    Some(Vec::new())
                }
                examples => Some(examples?),
            };
            let spawn_options = spawn_options(puzzle, executable, is_single);
            Ok(SolveJob {
                client: ahead.take().filter(|it| it.executable() == executable),
                missing,
                page: examples
                    .as_deref()
                    .and_then(|examples| app.page_examples(puzzle, examples)),
                examples,
                alternatives: alternatives.clone(),
                trace: args.trace,
                ..app.plain_job(puzzle, inputs, &parts(options.part), spawn_options)
            })
        })
    });
    let ended = app.show_results(Results::Run, puzzles, args.jobs.into(), jobs, None)?;
    if !options.build.dev {
        app.remember_times(&ended);
    }
    exit_of(ended, puzzles.len())
}
