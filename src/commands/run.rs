//! `aoc run`: parse, part 1, part 2, each timed and checked.

use std::mem;
use std::path::Path;

use crate::app::{App, FoundInputs, InputRequest, limits, parts, prepare};
use crate::args;
use crate::cargo::Profile;
use crate::error::{CliError, Exit};
use crate::puzzle::Puzzle;
use crate::reporter::{Extent, run_reporter};
use crate::runner::{Alternatives, Input, Prepared, RunEvent, SolveJob, Task};

pub fn run(app: &App, args: &args::Run) -> Result<Exit, CliError> {
    let puzzles = app.solutions(&args.selection)?;
    let input = args.input.as_deref();
    let request = InputRequest::new(input, args.all_inputs, args.example, puzzles.len())?;
    let workers = app.build(&puzzles, &args.build, Profile::Aoc)?;
    let extent = Extent {
        puzzles: puzzles.len(),
        parallelism: args.jobs.into(),
    };
    let jobs = puzzles.iter().flat_map(|&puzzle| {
        prepare(puzzle, &workers, |executable| {
            jobs(app, args, &request, extent, puzzle, executable)
        })
    });
    let reporter = run_reporter(app.console(), app.json, extent, &puzzles);
    let executed = app.execute(jobs, extent, reporter)?;
    if !args.build.dev {
        app.remember_times(&executed.results);
    }
    executed.into_exit(extent.puzzles)
}

/// One job for each input of the puzzle.
fn jobs(
    app: &App,
    args: &args::Run,
    request: &InputRequest,
    extent: Extent,
    puzzle: Puzzle,
    executable: &Path,
) -> Result<Vec<Prepared<SolveJob>>, CliError> {
    let found = app.inputs_or_fetched(puzzle, request)?;
    let mut examples = examples(app, args, puzzle);
    let mut task = |input| {
        // They are checked before the first input alone.
        let (examples, events) = mem::take(&mut examples);
        (Task::Input { input, examples }, events)
    };
    let tasks: Vec<_> = match found {
        FoundInputs::Inputs(inputs) => inputs.into_iter().map(&mut task).collect(),
        FoundInputs::Examples { examples, missing } => {
            vec![(Task::Examples { examples, missing }, Vec::new())]
        }
    };
    let single = extent.puzzles == 1 && tasks.len() == 1;
    let spawn_options = app.spawn_options(single && request.leaves_stdin());
    let job = |(task, events)| Prepared {
        events,
        ..Prepared::new(SolveJob {
            puzzle,
            executable: executable.to_owned(),
            task,
            parts: parts(args.part),
            alternatives: alternatives(args),
            trace: args.trace,
            spawn_options: spawn_options.clone(),
            limits: limits(&args.limits, None),
        })
    };
    Ok(tasks.into_iter().map(job).collect())
}

/// The examples of the file, to be checked with those in the code; `None` if none
/// are. A file that cannot be read is no reason not to run the input.
fn examples(app: &App, args: &args::Run, puzzle: Puzzle) -> (Option<Vec<Input>>, Vec<RunEvent>) {
    if args.no_examples || args.example {
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

fn alternatives(args: &args::Run) -> Alternatives {
    match &args.alt {
        Some(name) => Alternatives::Instead(name.clone()),
        None if args.all_alts => Alternatives::All,
        None => Alternatives::None,
    }
}
