//! Measures the selected puzzles, for `bench` and `watch`.

use chrono::SubsecRound;

use super::args::BuildArgs;
use super::build::{BuildMode, build};
use crate::app::{App, Ui};
use crate::bench::{
    BenchInputs, BenchJob, BenchPlan, BenchReport, BenchResult, Host, Load, Measurements,
};
use crate::download::InputRequest;
use crate::error::{Exit, Result};
use crate::examples;
use crate::processes::CancelToken;
use crate::puzzle::Puzzle;
use crate::records::{RunFacts, StartedRuns};
use crate::reporter::progress_reporter;
use crate::runner::{Limits, OfPuzzle, SpawnOptions, StdoutTarget, execute, exit_of};
use crate::terminal::{Verbosity, shell_word};

/// The inputs to measure with, the comparison and the limits.
pub struct MeasurePlan {
    pub bench: BenchPlan,
    pub inputs: InputRequest,
    /// The number of puzzles that are measured at the same time.
    pub parallelism: usize,
    pub limits: Limits,
    pub build: BuildArgs,
    /// Whether the times are stored for the README, even if writing its table fails later.
    pub for_readme: bool,
}

/// The result of a measurement, which an interrupt may have ended early.
pub struct MeasureResult {
    pub report: BenchReport,
    pub is_interrupted: bool,
    /// The exit code of a measurement that was not interrupted.
    exit_if_complete: Result<Exit>,
}

impl MeasureResult {
    /// The exit code of the command. Also shows a note if the measurement was interrupted.
    pub fn exit(&self, ui: &Ui, cancel: &CancelToken) -> Result<Exit> {
        if !self.is_interrupted {
            return self.exit_if_complete.clone();
        }
        // In `watch`, the interrupt may come from a saved file.
        cancel.check()?;
        ui.note("interrupted: figures are missing or come from fewer samples; no file was written");
        Ok(Exit::Interrupted)
    }
}

/// Builds and measures the puzzles, and stores the results of the days. After an interrupt during
/// the measurement, the report contains the figures so far, and nothing is stored. That is not an
/// error.
pub fn measure(app: &App, puzzles: &[Puzzle], plan: &MeasurePlan) -> Result<MeasureResult> {
    let programs = build(app, puzzles, &plan.build, BuildMode::BENCH)?;
    let is_alone = plan.parallelism.min(puzzles.len()) <= 1;
    // A solution that prints would print in each of thousands of calls. The result contains the
    // reason for a failure.
    let stdout = match app.ui.verbosity {
        Verbosity::Verbose => StdoutTarget::Discard,
        Verbosity::Normal | Verbosity::Quiet => StdoutTarget::DiscardWithStderr,
    };
    // Inputs may be downloaded here. An interrupt during a download ends the program.
    let jobs = programs.jobs(&plan.inputs, plan.limits, |inputs, spawn_options| {
        let inputs = match (&plan.inputs, inputs) {
            (InputRequest::Generated(count), _) => BenchInputs::Generated(*count),
            (_, Ok(inputs)) => BenchInputs::Inputs(inputs),
            (_, Err(missing)) => {
                let examples = examples::find_in_file(&app.workspace, spawn_options.puzzle)?;
                BenchInputs::InsteadOf(missing, examples)
            }
        };
        Ok(BenchJob {
            plan: &plan.bench,
            inputs,
            is_alone,
            spawn_options: SpawnOptions {
                stdout,
                ..spawn_options
            },
        })
    });
    let project = app.workspace.project()?;
    let store = app.workspace.store()?;
    let prepared = jobs.iter().flat_map(|queued| &queued.value);
    let facts = prepared.map(|job| RunFacts {
        spawn_options: &job.spawn_options,
        inputs: match &job.inputs {
            BenchInputs::Inputs(inputs) => inputs,
            _ => &[],
        },
        examples: &[],
        parts: &job.plan.parts,
    });
    let started = StartedRuns::new(project, store, &programs.days, facts);
    let armed = programs.stop_on_interrupt();
    let date = (app.environment.clock.now)().trunc_subsecs(0);
    let reporter = progress_reporter(app.ui.console, None);
    let outcomes = execute(jobs, plan.parallelism, &app.launcher.cancel, reporter)?;
    drop(armed);
    // In `watch`, a file may have been saved just after the last job ended.
    app.launcher.cancel.check()?;
    let profile = programs.days.profile;
    let (results, load_samples) = measured_results(&outcomes);
    let report = BenchReport {
        schema: "aoc-bench/1",
        date,
        command: command_line(&app.environment.arguments),
        host: Host::new(&app.launcher.environment, project.root(), profile.name()),
        load: Load::of(&load_samples),
        results,
    };
    let is_interrupted = programs.interrupt.is_cancelled();
    if !is_interrupted {
        let now = (app.environment.clock.now)();
        started.remember_bench(project, now, &report, plan.for_readme);
    }
    Ok(MeasureResult {
        report,
        is_interrupted,
        exit_if_complete: exit_of(outcomes),
    })
}

/// The results of all puzzles, which have figures or the reason why there are none, and the samples
/// of the machine's load.
fn measured_results(outcomes: &[OfPuzzle<Measurements>]) -> (Vec<BenchResult>, Vec<u32>) {
    let mut results = Vec::new();
    let mut load_samples = Vec::new();
    for outcome in outcomes {
        match &outcome.value {
            Ok(measurements) => {
                results.extend_from_slice(&measurements.results);
                load_samples.extend_from_slice(&measurements.load_samples);
            }
            Err(error) if error.is_interrupted() => {}
            Err(error) => {
                results.push(BenchResult::not_measured(outcome.header.clone(), error));
            }
        }
    }
    (results, load_samples)
}

/// Options that do not change the figures and only matter on this computer: files and folders of
/// the user, and baselines. Each has a value.
pub const OWN_OPTIONS: [&str; 6] = ["--html", "--svg", "--save", "--baseline", "--fail-on", "-C"];

/// The command line with which others can repeat the measurement, without [`OWN_OPTIONS`].
fn command_line(arguments: &[String]) -> String {
    let mut line = String::from("aoc");
    let mut words = arguments.iter().skip(1);
    while let Some(word) = words.next() {
        let (option, value) = match folder_option(word) {
            Some(folder) => ("-C", folder),
            None => word.split_once('=').unwrap_or((word, "")),
        };
        if OWN_OPTIONS.contains(&option) {
            if value.is_empty() {
                words.next();
            }
        } else {
            line = format!("{line} {}", shell_word(word));
        }
    }
    line
}

/// The text after `-C` in a word with this option, which may follow other short options, as in
/// `-qC`. `None` if the word does not have the option.
fn folder_option(word: &str) -> Option<&str> {
    let options = word.strip_prefix('-')?;
    options
        .trim_start_matches(|option: char| option.is_ascii_lowercase())
        .strip_prefix('C')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_of_a_report_has_no_paths_of_documents() {
        let arguments = "aoc bench 22 --html /home/me/b.html --csv --svg=/home/me/c.svg --alt x=y";
        let arguments: Vec<String> = arguments.split(' ').map(str::to_owned).collect();
        assert_eq!(command_line(&arguments), "aoc bench 22 --csv --alt x=y");
        let arguments = ["aoc", "bench", "--save", "mine", "--save=b", "22"];
        let arguments = arguments.map(str::to_owned);
        assert_eq!(command_line(&arguments), "aoc bench 22");
        let arguments = "aoc -C /home/me/aoc -C/home/me bench --baseline mine --fail-on=5% 22";
        let arguments: Vec<String> = arguments.split(' ').map(str::to_owned).collect();
        assert_eq!(command_line(&arguments), "aoc bench 22");
        let arguments = "aoc -qC /home/me/aoc -vvC/home/me bench 22 -C=/home/me -qC=/home/me -p 1";
        let arguments: Vec<String> = arguments.split(' ').map(str::to_owned).collect();
        assert_eq!(command_line(&arguments), "aoc bench 22 -p 1");
    }
}
