//! `aoc bench`: each phase sampled, alternatives in turn with the primary.

use std::iter;
use std::path::Path;
use std::time::Duration;

use aoc_solution::protocol::Phase;

use crate::app::{App, InputRequest, limits, parts, prepare, profile};
use crate::args;
use crate::bench::{BenchInput, BenchJob, host};
use crate::cargo::Profile;
use crate::error::{CliError, Exit};
use crate::puzzle::Puzzle;
use crate::reporter::{Extent, bench_json, bench_table};
use crate::runner::{Alternatives, Prepared, SpawnOptions, Stdout};

/// The time limit of a call, unless `--timeout` gives another.
const TIMEOUT: Duration = Duration::from_mins(1);

pub fn run(app: &App, args: &args::Bench) -> Result<Exit, CliError> {
    let puzzles = app.solutions(&args.selection)?;
    let input = args.input.as_deref();
    let request = InputRequest::new(input, args.all_inputs, false, puzzles.len())?;
    let workers = app.build(&puzzles, &args.build, Profile::AocBench)?;
    let extent = Extent {
        puzzles: puzzles.len(),
        // A second worker would disturb the first.
        parallelism: 1,
    };
    let phases: Vec<Phase> = iter::once(Phase::Parse)
        .chain(parts(args.part).into_iter().map(Phase::from))
        .collect();
    let jobs = puzzles.iter().flat_map(|&puzzle| {
        prepare(puzzle, &workers, |executable| {
            let job = job(app, args, &request, &phases, puzzle, executable)?;
            Ok(vec![Prepared::new(job)])
        })
    });
    let reporter = if app.json {
        let profile = profile(&args.build, Profile::AocBench);
        let host = host(&app.child_env(), app.project()?.root(), profile.name());
        bench_json(app.console(), extent, &phases, host)
    } else {
        bench_table(app.console(), extent, &phases)
    };
    app.execute(jobs, extent, reporter)?
        .into_exit(extent.puzzles)
}

fn job(
    app: &App,
    args: &args::Bench,
    request: &InputRequest,
    phases: &[Phase],
    puzzle: Puzzle,
    executable: &Path,
) -> Result<BenchJob, CliError> {
    Ok(BenchJob {
        puzzle,
        executable: executable.to_owned(),
        input: input(app, args, request, puzzle)?,
        phases: phases.to_vec(),
        alternatives: match &args.alt {
            Some(name) => Alternatives::Beside(name.clone()),
            None if args.all_alts => Alternatives::All,
            None => Alternatives::None,
        },
        spawn_options: SpawnOptions {
            stdout: Stdout::Discard,
            ..app.spawn_options(false)
        },
        limits: limits(&args.limits, Some(TIMEOUT)),
    })
}

fn input(
    app: &App,
    args: &args::Bench,
    request: &InputRequest,
    puzzle: Puzzle,
) -> Result<BenchInput, CliError> {
    if let Some(count) = args.generated {
        return Ok(BenchInput::Generated(count));
    }
    let found = app.inputs_or_fetched(puzzle, request)?;
    Ok(match found.missing {
        None => BenchInput::Inputs(found.inputs),
        Some(missing) => BenchInput::StandIn {
            missing,
            examples: found.inputs,
        },
    })
}
