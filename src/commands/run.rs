//! `aoc run`: parse, part 1, part 2, each timed and checked.

use std::mem;
use std::path::Path;

use aoc_solution::Part;
use clap::Args;
use clap::builder::NonEmptyStringValueParser;

use crate::app::args::{BuildArgs, LimitArgs, SelectionArgs, job_count, part};
use crate::app::{App, FoundInputs, InputRequest, limits, parts, prepare};
use crate::cargo::Profile;
use crate::error::{CliError, Exit};
use crate::puzzle::Puzzle;
use crate::reporter::Results;
use crate::runner::{Alternatives, Input, Prepared, RunEvent, SolveJob, SolveTask};

/// Run solutions: parse, part 1 and part 2, each timed and checked
///
/// Builds the days that were edited and runs parse, part 1 and part 2, each timed
/// and compared with the accepted answer. The examples are checked first. Without a
/// selector it runs the day that was edited last.
///
/// A missing input is downloaded once if there is a session; otherwise the examples
/// take its place. A day that panics, hangs or uses too much memory fails alone.
#[derive(Args, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "one for each flag")]
#[command(
    visible_alias = "r",
    after_help = "\
Examples:
  aoc run                             run the day that was edited last
  aoc run 2020/22 -p 2                run one part
  aoc run all --jobs 4 --timeout 10s  run everything, four puzzles at a time"
)]
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
    /// Write a play-by-play of parts that have one
    #[arg(long, conflicts_with = "jobs")]
    pub trace: bool,
    /// How many puzzles to run at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = job_count)]
    pub jobs: u16,
    #[command(flatten)]
    pub options: RunOptions,
}

/// The options that `watch` has too.
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
    let puzzles = app.solutions(&args.selection)?;
    let input = args.input.as_deref();
    let request = InputRequest::new(input, args.all_inputs, args.example, puzzles.len())?;
    let workers = app.build(&puzzles, &args.options.build, Profile::Aoc)?;
    let jobs = puzzles.iter().flat_map(|&puzzle| {
        prepare(puzzle, &workers, |executable| {
            jobs(app, args, &request, puzzles.len(), puzzle, executable)
        })
    });
    let executed = app.show_results(Results::Run, &puzzles, args.jobs.into(), jobs, None)?;
    if !args.options.build.dev {
        app.remember_times(&executed.results);
    }
    executed.into_exit(puzzles.len())
}

/// One job for each input of the puzzle.
fn jobs(
    app: &App,
    args: &RunArgs,
    request: &InputRequest,
    puzzles: usize,
    puzzle: Puzzle,
    executable: &Path,
) -> Result<Vec<Prepared<SolveJob>>, CliError> {
    let found = app.inputs_or_fetched(puzzle, request)?;
    let mut examples = examples(app, args, puzzle);
    let mut task = |input| {
        // They are checked before the first input alone.
        let (examples, events) = mem::take(&mut examples);
        (SolveTask::Input { input, examples }, events)
    };
    let tasks: Vec<_> = match found {
        FoundInputs::Inputs(inputs) => inputs.into_iter().map(&mut task).collect(),
        FoundInputs::Examples { examples, missing } => {
            vec![(SolveTask::Examples { examples, missing }, Vec::new())]
        }
    };
    let single = puzzles == 1 && tasks.len() == 1;
    let spawn_options = app.spawn_options(single && request.leaves_stdin());
    let job = |(task, events)| Prepared {
        events,
        ..Prepared::new(SolveJob {
            puzzle,
            executable: executable.to_owned(),
            task,
            parts: parts(args.options.part),
            alternatives: alternatives(args),
            trace: args.trace,
            spawn_options: spawn_options.clone(),
            limits: limits(&args.options.limits, None),
        })
    };
    Ok(tasks.into_iter().map(job).collect())
}

/// The examples of the file, to be checked with those in the code; `None` if none
/// are. A file that cannot be read is no reason not to run the input.
fn examples(app: &App, args: &RunArgs, puzzle: Puzzle) -> (Option<Vec<Input>>, Vec<RunEvent>) {
    if args.options.no_examples || args.example {
        return (None, Vec::new());
    }
    match app.stored_examples(puzzle) {
        Ok(stored) => (Some(stored), Vec::new()),
        Err(error) => {
            let warning = format!("{puzzle}: {:#}", error.source);
            (Some(Vec::new()), vec![RunEvent::Warning(warning)])
        }
    }
}

fn alternatives(args: &RunArgs) -> Alternatives {
    match &args.options.alt {
        Some(name) => Alternatives::Instead(name.clone()),
        None if args.all_alts => Alternatives::All,
        None => Alternatives::None,
    }
}
