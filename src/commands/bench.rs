//! `aoc bench`: each phase sampled, alternatives in turn with the primary.

mod args;
mod comparison;
mod other_revision;
mod outputs;
mod saving;

use std::collections::BTreeMap;
use std::iter;
use std::path::Path;
use std::time::Duration;

use aoc_solution::protocol::Phase;

use self::comparison::Comparison;
use self::outputs::{Outputs, printed};
use self::saving::Saving;
use crate::app::{App, Deferred, FoundInputs, InputRequest, limits, parts, prepare, profile};
use crate::bench::{
    Against, BenchInput, BenchPass, BenchReport, Processors, Subject, default_parallelism, host,
};
use crate::cargo::{Built, Profile, Workers};
use crate::error::{CliError, Exit};
use crate::processes::CancelToken;
use crate::puzzle::Puzzle;
use crate::reporter::{Extent, bench_document, bench_table};
use crate::runner::{Alternatives, Prepared, SpawnOptions, Stdout};
use crate::terminal::{Verbosity, erase_echo, plural, shell_word};
pub use args::BenchArgs;

/// The time limit of a call, unless `--timeout` gives another.
const TIMEOUT: Duration = Duration::from_mins(1);

pub fn run(app: &App, args: &BenchArgs) -> Result<Exit, CliError> {
    let puzzles = app.solutions(&args.selection)?;
    // Before anything is measured: a wrong name is better said now.
    let outputs = Outputs::new(app, &args.formats)?;
    let saving = Saving::new(app, &args.comparison)?;
    let mut comparison = Comparison::new(app, &args.comparison)?;

    let input = args.input.as_deref();
    let request = InputRequest::new(input, args.all_inputs, false, puzzles.len())?;
    let workers = app.build_to_measure(app.project()?, &puzzles, &args.build)?;
    comparison.prepare(app, &puzzles, args, &workers)?;
    let extent = Extent {
        puzzles: puzzles.len(),
        parallelism: args
            .jobs
            .map_or_else(default_parallelism, usize::from)
            .min(puzzles.len()),
    };
    let processors = Processors::new(extent.parallelism);
    let phases: Vec<Phase> = iter::once(Phase::Parse)
        .chain(parts(args.part).into_iter().map(Phase::from))
        .collect();
    let interrupt = CancelToken::default();
    let passes = puzzles.iter().map(|&puzzle| {
        prepare(puzzle, &workers, |executable| {
            let mut subject = Subject {
                against: comparison.against(puzzle),
                allowed: args.comparison.fail_on,
                processors: processors.clone(),
                ..subject(app, args, &request, &phases, puzzle, executable)?
            };
            subject.spawn_options.cancel = interrupt.clone();
            Ok(BenchPass::all(subject).map(Prepared::new).collect())
        })
    });
    // Inputs are downloaded here, which an interrupt ends at once.
    let jobs = in_turn(passes.collect());
    // From here on it ends the measuring, and what was measured is shown.
    let _deferred = Deferred::new(&interrupt);
    let _erases = interrupt.on_cancel(erase_echo);
    let also = interrupt.clone();
    let _also = app.cancel.on_cancel(move || also.cancel());
    let profile = profile(&args.build, Profile::AocBench);
    let host = host(&app.child_env(), app.project()?.root(), profile.name());
    let now = (app.environment.now)();
    if let Some(note) = too_many(extent.parallelism, host.cores) {
        app.note(&note);
    }
    let mut report = BenchReport::new(now, command_line(app), host);
    let reporter = if let Some(format) = printed(app, &args.formats) {
        bench_document(app.console(), extent, &phases, format, report.clone())
    } else {
        let details = args.alt.is_some() || args.all_alts;
        bench_table(app.console(), extent, &phases, details)
    };
    let executed = app.execute(jobs, extent, reporter)?;
    for result in &executed.results {
        report.add(result);
    }
    let files: Vec<String> = saving
        .file()
        .into_iter()
        .chain(outputs.files(app))
        .collect();
    if interrupt.is_cancelled() {
        let what = if report.is_measured() {
            "interrupted: these figures come from fewer samples than usual"
        } else {
            "interrupted: nothing was measured"
        };
        app.note(&not_written(what, &files));
        return Ok(Exit::Interrupted);
    }
    if report.is_measured() {
        let programs = programs(&puzzles, &workers);
        comparison.end(app, &report, &programs);
        saving.save(app, &report, &programs)?;
        outputs.write(app, &report)?;
    } else if !files.is_empty() {
        app.note(&not_written("nothing was measured", &files));
    }
    executed.into_exit(extent.puzzles)
}

/// What is wrong with so many puzzles at a time on so many processors.
fn too_many(puzzles: usize, processors: usize) -> Option<String> {
    (puzzles > processors).then(|| {
        let processors = plural(processors, "processor");
        format!(
            "{puzzles} puzzles at a time on {processors} wait for each other, so these times may be \
             too long: give --jobs a smaller number"
        )
    })
}

/// The name of the program that solves each puzzle.
fn programs(puzzles: &[Puzzle], workers: &Workers) -> BTreeMap<Puzzle, String> {
    let name = |built: &Built| Some(built.executable.file_stem()?.to_str()?.to_owned());
    let named = |&puzzle| Some((puzzle, workers.worker(puzzle).ok().and_then(name)?));
    puzzles.iter().filter_map(named).collect()
}

/// Files keep what is in them: it comes from more samples.
fn not_written(why: &str, files: &[String]) -> String {
    match files {
        [] => why.to_owned(),
        files => format!("{why}; not written: {}", files.join(", ")),
    }
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

/// The first pass of each puzzle, then the second of each, and so on. A puzzle
/// that has fewer, as it cannot be measured, is among the last ones, so that all
/// are reported in their order.
fn in_turn<T>(passes: Vec<Vec<T>>) -> Vec<T> {
    let rounds = passes.iter().map(Vec::len).max().unwrap_or_default();
    let mut passes: Vec<_> = passes.into_iter().map(Vec::into_iter).collect();
    let mut all = Vec::new();
    for left in (1..=rounds).rev() {
        for puzzle in &mut passes {
            if puzzle.len() >= left {
                all.extend(puzzle.next());
            }
        }
    }
    all
}

fn subject(
    app: &App,
    args: &BenchArgs,
    request: &InputRequest,
    phases: &[Phase],
    puzzle: Puzzle,
    executable: &Path,
) -> Result<Subject, CliError> {
    Ok(Subject {
        puzzle,
        executable: executable.to_owned(),
        input: bench_input(app, args, request, puzzle)?,
        phases: phases.to_vec(),
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
        processors: Processors::new(1),
        against: Against::Nothing,
        allowed: None,
    })
}

fn bench_input(
    app: &App,
    args: &BenchArgs,
    request: &InputRequest,
    puzzle: Puzzle,
) -> Result<BenchInput, CliError> {
    if let Some(count) = args.generated {
        return Ok(BenchInput::Generated(count));
    }
    let found = app.inputs_or_fetched(puzzle, request)?;
    Ok(match found {
        FoundInputs::Examples {
            missing: Some(missing),
            examples,
        } => BenchInput::StandIn { missing, examples },
        FoundInputs::Inputs(inputs)
        | FoundInputs::Examples {
            examples: inputs, ..
        } => BenchInput::Inputs(inputs),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_puzzles_than_processors_are_pointed_out() {
        assert_eq!((too_many(1, 1), too_many(2, 2)), (None, None));
        let note = too_many(5, 2).unwrap();
        assert!(
            note.starts_with("5 puzzles at a time on 2 processors wait"),
            "{note}"
        );
    }
}
