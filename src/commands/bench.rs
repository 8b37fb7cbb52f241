//! `aoc bench`: each phase sampled, alternatives in turn with the primary.

mod comparison;
mod history;
mod outputs;
mod saving;

use std::iter;
use std::path::Path;
use std::time::Duration;

use aoc_solution::protocol::Phase;

use self::comparison::Comparison;
use self::outputs::{Outputs, printed};
use self::saving::Saving;
use crate::app::{App, Deferred, InputRequest, limits, parts, prepare, profile};
use crate::args;
use crate::bench::{Against, BenchInput, BenchPass, BenchReport, Subject, host};
use crate::cancel::CancelToken;
use crate::cargo::Profile;
use crate::error::{CliError, Exit};
use crate::puzzle::Puzzle;
use crate::reporter::{Extent, bench_document, bench_table, erase_echo};
use crate::runner::{Alternatives, Prepared, SpawnOptions, Stdout};
use crate::text::shell_word;

/// The time limit of a call, unless `--timeout` gives another.
const TIMEOUT: Duration = Duration::from_mins(1);

pub fn run(app: &App, args: &args::Bench) -> Result<Exit, CliError> {
    let puzzles = app.solutions(&args.selection)?;
    if args.comparison.history {
        return history::run(app, &puzzles);
    }
    // Before anything is measured: a wrong name is better said now.
    let outputs = Outputs::new(app, &args.formats)?;
    let saving = Saving::new(app, &args.comparison)?;
    let mut comparison = Comparison::new(app, &args.comparison)?;

    let input = args.input.as_deref();
    let request = InputRequest::new(input, args.all_inputs, false, puzzles.len())?;
    let workers = app.build(&puzzles, &args.build, Profile::AocBench)?;
    comparison.prepare(app, &puzzles, args, &workers)?;
    let extent = Extent {
        puzzles: puzzles.len(),
        // A second worker would disturb the first.
        parallelism: 1,
    };
    let phases: Vec<Phase> = iter::once(Phase::Parse)
        .chain(parts(args.part).into_iter().map(Phase::from))
        .collect();
    let interrupt = CancelToken::default();
    let passes = puzzles.iter().map(|&puzzle| {
        prepare(puzzle, &workers, |executable| {
            let mut subject = Subject {
                against: comparison.against(puzzle),
                allowed: args.comparison.fail_on,
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
    if interrupt.is_cancelled() {
        app.note(&interrupted(app, &report, &saving, &outputs));
        return Ok(Exit::Interrupted);
    }
    comparison.end(app, &report);
    saving.save(app, now, &report)?;
    outputs.write(app, &report)?;
    executed.into_exit(extent.puzzles)
}

/// What an interrupt means for the figures. Files keep those of before, which
/// come from more samples.
fn interrupted(app: &App, report: &BenchReport, saving: &Saving, outputs: &Outputs) -> String {
    if !report.is_measured() {
        return "interrupted: nothing was measured".to_owned();
    }
    let mut text = "interrupted: these figures come from fewer samples than usual".to_owned();
    let files: Vec<String> = saving.what().into_iter().chain(outputs.what(app)).collect();
    if !files.is_empty() {
        text.push_str(", and are not written to ");
        text.push_str(&files.join(", "));
    }
    text
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
    args: &args::Bench,
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
            stdout: Stdout::Discard,
            ..app.spawn_options(false)
        },
        limits: limits(&args.limits, Some(TIMEOUT)),
        against: Against::Nothing,
        allowed: None,
    })
}

fn bench_input(
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
