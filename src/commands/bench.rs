//! `aoc bench`: each phase sampled, alternatives in turn with the primary.

mod args;
mod comparison;
mod outputs;

use std::iter;
use std::path::Path;
use std::time::Duration;

use aoc_solution::protocol::Phase;

use self::comparison::Comparison;
use self::outputs::Outputs;
use crate::app::{App, Deferred, FoundInputs, InputRequest, limits, parts, prepare, profile};
use crate::bench::{BenchInput, BenchJob, BenchReport, Host};
use crate::cargo::Profile;
use crate::error::{CliError, Exit};
use crate::processes::CancelToken;
use crate::puzzle::Puzzle;
use crate::reporter::{Extent, bench_progress};
use crate::runner::{Alternatives, Prepared, SpawnOptions, Stdout};
use crate::terminal::{Verbosity, erase_echo, shell_word};
pub use args::BenchArgs;

/// The time limit of a call, unless `--timeout` gives another.
const TIMEOUT: Duration = Duration::from_mins(1);

pub fn run(app: &App, args: &BenchArgs) -> Result<Exit, CliError> {
    let puzzles = app.solutions(&args.selection)?;
    // Before anything is measured: a wrong name is better said now.
    let outputs = Outputs::new(app, args)?;
    let mut comparison = Comparison::new(app, &args.comparison)?;
    let input = args.input.as_deref();
    let request = InputRequest::new(input, args.all_inputs, false, puzzles.len())?;
    let workers = app.build_to_measure(app.project()?, &puzzles, &args.build)?;
    comparison.prepare(app, &puzzles, args, &workers)?;

    let interrupt = CancelToken::default();
    let jobs = puzzles.iter().flat_map(|&puzzle| {
        prepare(puzzle, &workers, |executable| {
            let mut job = job(app, args, &request, puzzle, executable)?;
            job.against = comparison.against(puzzle);
            job.spawn_options.cancel = interrupt.clone();
            Ok(vec![Prepared::new(job)])
        })
    });
    // Inputs are downloaded here, which an interrupt ends at once.
    let jobs: Vec<_> = jobs.collect();
    // From here on it ends the measuring, and what was measured is shown.
    let _deferred = Deferred::new(&interrupt);
    let _erases = interrupt.on_cancel(erase_echo);
    let also = interrupt.clone();
    let _also = app.cancel.on_cancel(move || also.cancel());
    let profile = profile(&args.build, Profile::AocBench);
    let host = Host::new(&app.child_env(), app.project()?.root(), profile.name());
    let now = (app.environment.now)();
    let extent = Extent {
        puzzles: puzzles.len(),
        parallelism: args.jobs.map_or(1, usize::from).min(puzzles.len()),
    };
    let executed = app.execute(jobs, extent, bench_progress(app.console(), extent))?;
    let report = BenchReport::new(now, command_line(app), host, &executed.results);
    outputs.show(app, &report, &puzzles)?;
    let is_measured = report.figures().next().is_some();
    if interrupt.is_cancelled() {
        app.note(if is_measured {
            "interrupted: these figures come from fewer samples than usual, so nothing is written"
        } else {
            "interrupted: nothing was measured"
        });
        return Ok(Exit::Interrupted);
    }
    // Without a figure, files keep what is in them.
    if is_measured {
        comparison.end(app, &report);
        outputs.write(app, &report)?;
    }
    executed.into_exit(extent.puzzles)
}

/// What was typed, for whoever wants to measure the same: without the names of
/// files to write, which are of this machine.
fn command_line(app: &App) -> String {
    let mut line = String::from("aoc");
    let mut words = app.environment.arguments.iter();
    while let Some(word) = words.next() {
        match word.as_str() {
            "--html" | "--svg" => drop(words.next()),
            other if other.starts_with("--html=") || other.starts_with("--svg=") => {}
            other => {
                line.push(' ');
                line.push_str(&shell_word(other));
            }
        }
    }
    line
}

fn job(
    app: &App,
    args: &BenchArgs,
    request: &InputRequest,
    puzzle: Puzzle,
    executable: &Path,
) -> Result<BenchJob, CliError> {
    let parts = parts(args.part).into_iter().map(Phase::from);
    let input = if let Some(count) = args.generated {
        BenchInput::Generated(count)
    } else {
        match app.inputs_or_fetched(puzzle, request)? {
            FoundInputs::Examples {
                missing: Some(missing),
                examples,
            } => BenchInput::StandIn { missing, examples },
            FoundInputs::Inputs(inputs)
            | FoundInputs::Examples {
                examples: inputs, ..
            } => BenchInput::Inputs(inputs),
        }
    };
    Ok(BenchJob {
        puzzle,
        executable: executable.to_owned(),
        input,
        phases: iter::once(Phase::Parse).chain(parts).collect(),
        alternatives: match &args.alt {
            Some(name) => Alternatives::Beside(name.clone()),
            None if args.all_alts => Alternatives::All,
            None => Alternatives::None,
        },
        spawn_options: SpawnOptions {
            // It is called thousands of times, and what it prints as often; why it fails
            // is in the result.
            stdout: if app.verbosity == Verbosity::Verbose {
                Stdout::Discard
            } else {
                Stdout::Silent
            },
            ..app.spawn_options(false)
        },
        limits: limits(&args.limits, Some(TIMEOUT)),
        against: None,
        allowed: args.comparison.fail_on,
    })
}
