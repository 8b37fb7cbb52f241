//! `aoc bench`: measures solutions, and shows or writes the figures. Whether the requested
//! files can be written is checked before anything is measured.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use aoc_solution::Part;
use chrono::{DateTime, Utc};
use clap::builder::NonEmptyStringValueParser;
use clap::{Args, ValueHint};

use crate::app::args::{
    BuildArgs, LimitArgs, RunOptions, SelectionArgs, count, job_count, part, percent,
};
use crate::app::inputs::{self, FoundInputs};
use crate::app::jobs::{TIMEOUT, parts, prepare, solve_job, spawn_options};
use crate::app::{
    App, BuildMode, InputRequest, OnInterrupt, build, build_project, profile, selection,
};
use crate::bench::{Against, Baseline, BenchJob, BenchReport, BenchResult, Host, Load};
use crate::bench::{Measurements, Saved};
use crate::error::{CliError, Exit};
use crate::files::{Readers, probe_file, replace};
use crate::project::ReadmeBlock;
use crate::puzzle::Puzzle;
use crate::reporter::{
    bench_csv, bench_html, bench_markdown, bench_notes, bench_readme, bench_svg, bench_table,
    progress_reporter, puzzle_list,
};
use crate::runner::{
    Alternatives, ExampleCheck, JobResult, PuzzleHeader, SolveJob, SolvePlan, Status, Stdout,
    execute, exit_of,
};
use crate::terminal::{Verbosity, document, shell_word};

/// Measure solutions: the time of each phase, with its interval
///
/// Samples each phase in several passes, each in a new process, and shows the 10th
/// percentile of the time of one call with its interval, and the median. Functions
/// that are compared with each other are sampled in turn, so that a drift of the
/// machine affects both.
///
/// --save stores the figures, --baseline compares with stored ones, --against
/// compares with another revision, and --fail-on turns a slower phase into exit
/// code 1. A missing input is downloaded once if there is a session; otherwise a
/// generated input or an example takes its place.
#[derive(Args, Debug, Default)]
#[command(visible_alias = "b")]
#[command(after_help = "\
Examples:
  aoc bench 22 --all-alts           measure a day, and compare its alternatives
  aoc bench 2020 --html bench.html  measure a year, and write a page with its
                                    charts")]
pub struct BenchArgs {
    #[command(flatten)]
    pub selection: SelectionArgs,
    /// Measure one part only
    #[arg(short, long, value_name = "N", value_parser = part())]
    pub part: Option<Part>,
    /// Measure on this input: the name of a stored one, a file, or - for standard input
    #[arg(long, value_name = "NAME|PATH|-", value_parser = NonEmptyStringValueParser::new(), conflicts_with_all = ["all_inputs", "generated"])]
    pub input: Option<String>,
    /// Measure on every stored input
    #[arg(long, conflicts_with = "generated")]
    pub all_inputs: bool,
    /// Measure on N generated inputs, with the seeds from 0 on
    #[arg(long, value_name = "N", value_parser = count, allow_negative_numbers = true)]
    pub generated: Option<u32>,
    /// Measure this alternative as well, and compare
    #[arg(long, value_name = "NAME", conflicts_with = "all_alts")]
    pub alt: Option<String>,
    /// Measure every alternative as well, and compare
    #[arg(long)]
    pub all_alts: bool,
    /// How many puzzles to measure at the same time; they disturb each other [default: 1]
    #[arg(long, value_name = "N", value_parser = job_count)]
    pub jobs: Option<u16>,
    #[command(flatten)]
    pub comparison: ComparisonArgs,
    #[command(flatten)]
    pub formats: FormatArgs,
    #[command(flatten)]
    pub limits: LimitArgs,
    #[command(flatten)]
    pub build: BuildArgs,
}

#[derive(Args, Debug, Default)]
#[command(next_help_heading = "Comparison")]
pub struct ComparisonArgs {
    /// Save the figures under this name
    #[arg(long, value_name = "NAME")]
    pub save: Option<String>,
    /// Compare with the figures that were saved under this name
    #[arg(long, value_name = "NAME", group = "compared")]
    pub baseline: Option<String>,
    /// Compare with another revision, built in a separate worktree
    #[arg(long, value_name = "REVISION", group = "compared")]
    pub against: Option<String>,
    /// End with exit code 1 if a phase is shown to be slower by more than this, such as 5%
    #[arg(long, value_name = "PERCENT", value_parser = percent, requires = "compared", allow_negative_numbers = true)]
    pub fail_on: Option<f64>,
}

#[derive(Args, Debug, Default)]
#[command(next_help_heading = "Formats")]
pub struct FormatArgs {
    /// Print CSV instead of the table: a row for each phase, with all figures
    #[arg(long, conflicts_with_all = ["json", "markdown"])]
    pub csv: bool,
    /// Print Markdown instead of the table
    #[arg(long, conflicts_with = "json")]
    pub markdown: bool,
    /// Write the times of each day between the markers in README.md
    #[arg(long)]
    pub readme: bool,
    /// Write a card with a bar for each day as SVG; - is standard output
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub svg: Option<PathBuf>,
    /// Write a page with charts and tables, which needs no network; - is standard output
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub html: Option<PathBuf>,
}

pub fn run(app: &App, args: &BenchArgs) -> Result<Exit, CliError> {
    bench(app, &selection::solutions(app, &args.selection)?, args)
}

/// Measures a puzzle with its input, for `watch`. It uses the profile of all
/// measurements, because the one for quick builds is slower.
pub fn bench_puzzle(app: &App, puzzle: Puzzle, options: &RunOptions) -> Result<Exit, CliError> {
    let args = BenchArgs {
        part: options.part,
        alt: options.alt.clone(),
        limits: options.limits,
        build: BuildArgs {
            features: options.build.features.clone(),
            dev: false,
        },
        ..BenchArgs::default()
    };
    bench(app, &[puzzle], &args)
}

fn bench(app: &App, puzzles: &[Puzzle], args: &BenchArgs) -> Result<Exit, CliError> {
    // A wrong name is reported before anything is measured.
    let outputs = Outputs::new(app, args)?;
    let input = args.input.as_deref();
    let request = InputRequest::new(input, args.all_inputs, puzzles.len())?;
    let against = against(app, args, puzzles)?.map(Arc::new);
    let workers = build(app, puzzles, &args.build, BuildMode::Bench)?;

    let interrupt = app.cancel.child();
    // Inputs are downloaded here; an interrupt ends the program immediately.
    let jobs = prepare(app, puzzles, &workers, |puzzle, executable| {
        let mut job = job(app, args, &request, puzzle, executable)?;
        job.against.clone_from(&against);
        job.solve.spawn_options.cancel = interrupt.clone();
        Ok(job)
    })?;
    // From here on an interrupt only ends the measuring, and the results so far are shown.
    let armed = OnInterrupt::Cancel(interrupt.clone()).arm();
    let date = (app.environment.now)();
    let parallelism = args.jobs.map_or(1, usize::from);
    let reporter = progress_reporter(app.console(), puzzles.len());
    let ended = execute(jobs, parallelism, &app.cancel, reporter)?;
    drop(armed);
    // In `watch`, a file may be saved when the last job has just ended.
    app.cancel.check()?;
    let report = report(app, args, date, &ended)?;
    outputs.print(app, &report)?;
    let is_measured = report.measured().next().is_some();
    if interrupt.is_cancelled() {
        app.cancel.check()?;
        app.note(if is_measured {
            "interrupted: figures are missing or come from fewer samples; no file was written"
        } else {
            "interrupted: nothing was measured"
        });
        return Ok(Exit::Interrupted);
    }
    // If nothing was measured, files stay as they are.
    if is_measured {
        if let Some(Against::Baseline(name, baseline)) = against.as_deref() {
            check_baseline(app, name, baseline, &report);
        }
        outputs.write(app, args, &report)?;
    }
    exit_of(ended, puzzles.len())
}

/// The report of the measurements that began at `date`.
fn report(
    app: &App,
    args: &BenchArgs,
    date: DateTime<Utc>,
    ended: &[JobResult<Measurements>],
) -> Result<BenchReport, CliError> {
    let profile = profile(&args.build, BuildMode::Bench);
    let (mut results, mut load_samples) = (Vec::new(), Vec::new());
    for (puzzle, result) in ended {
        match result {
            Ok(measurements) => {
                results.extend_from_slice(&measurements.results);
                load_samples.extend_from_slice(&measurements.load_samples);
            }
            Err(error) => results.push(BenchResult {
                header: PuzzleHeader::unknown(*puzzle),
                status: Status::Error,
                message: Some(format!("{error:#}")),
                ..BenchResult::default()
            }),
        }
    }
    Ok(BenchReport {
        schema: "aoc-bench/1",
        date,
        command: command_line(app),
        host: Host::new(&app.child_env, app.project()?.root(), profile.name()),
        load: Load::of(&load_samples),
        results,
    })
}

/// Warns if the baseline is from another machine, and names the puzzles that it lacks.
fn check_baseline(app: &App, name: &str, baseline: &Baseline, report: &BenchReport) {
    let mut saved = report.measured().filter_map(|it| baseline.find(it));
    if saved.any(|it| !it.host.is_alike(&report.host)) {
        app.warning(&format!(
            "{name} was saved on another machine or with another profile, so differences may have \
             other causes than the code"
        ));
    }
    let missing = report.measured().filter(|it| it.change.is_none());
    let missing = puzzle_list(missing.map(|it| it.header.puzzle));
    if !missing.is_empty() {
        app.note(&format!(
            "{name} has no figures of {missing} with this input"
        ));
    }
}

/// The command line, so that others can repeat the measurement; without the names of
/// output files, which differ on other machines.
fn command_line(app: &App) -> String {
    let mut line = String::from("aoc");
    let mut words = app.environment.arguments.iter().skip(1);
    while let Some(word) = words.next() {
        let (option, value) = word.split_once('=').unwrap_or((word, ""));
        if !matches!(option, "--html" | "--svg") {
            line = format!("{line} {}", shell_word(word));
        } else if value.is_empty() {
            words.next();
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
    let found = match args.generated {
        Some(_) => FoundInputs::Found(Vec::new()),
        None => inputs::find_or_download(app, puzzle, request)?,
    };
    let plan = match found {
        FoundInputs::Found(inputs) => SolvePlan::Inputs {
            inputs,
            check: ExampleCheck::Skip,
        },
        FoundInputs::Missing(missing) => SolvePlan::Examples {
            stored: inputs::stored_examples(app, puzzle)?,
            missing: Some(missing),
        },
    };
    let mut options = spawn_options(app, puzzle.day, executable, &args.limits, Some(TIMEOUT));
    // The solution is called thousands of times, and would print each time. The result
    // has the reason of a failure.
    options.stdout = match app.verbosity {
        Verbosity::Verbose => Stdout::Discard,
        _ => Stdout::Silent,
    };
    Ok(BenchJob {
        solve: SolveJob {
            alternatives: match &args.alt {
                Some(name) => Alternatives::Beside(name.clone()),
                None if args.all_alts => Alternatives::All,
                None => Alternatives::None,
            },
            ..solve_job(app, puzzle, plan, &parts(args.part), options)
        },
        generated: args.generated,
        against: None,
        allowed: args.comparison.fail_on,
    })
}

/// The baseline or revision to compare with; a revision is built here. With
/// `--fail-on`, it is an error if nothing can be compared, because the check would
/// always pass.
fn against(app: &App, args: &BenchArgs, puzzles: &[Puzzle]) -> Result<Option<Against>, CliError> {
    let must_compare = args.comparison.fail_on.is_some();
    let names = puzzle_list(puzzles.iter().copied());
    let nothing_to_compare = |reason: String| {
        let message = format!("nothing to compare for --fail-on: {reason}");
        Err(CliError::new(Exit::Usage, message))
    };
    if let Some(name) = &args.comparison.baseline {
        let baseline = Baseline::load(&app.project()?.target_dir(), name)?;
        let is_selected = |saved: &Saved| puzzles.contains(&saved.result.header.puzzle);
        if must_compare && !baseline.results.iter().any(is_selected) {
            return nothing_to_compare(format!(
                "the baseline {name} has no figures of {names}: save them first, with --save {name}"
            ));
        }
        return Ok(Some(Against::Baseline(name.clone(), baseline)));
    }
    let Some(name) = &args.comparison.against else {
        return Ok(None);
    };
    let revision = app.project()?.revision(name, &app.child_env)?;
    let days = revision.days()?;
    let is_solved = |it: &&Puzzle| days.get(&it.year).is_some_and(|all| all.contains(&it.day));
    let (solved, missing): (Vec<Puzzle>, Vec<Puzzle>) = puzzles.iter().partition(is_solved);
    if must_compare && solved.is_empty() {
        return nothing_to_compare(format!("{name} has no solution for {names}"));
    }
    let missing = puzzle_list(missing);
    if !missing.is_empty() {
        app.note(&format!("{name} has no solution for {missing}"));
    }
    let mode = BuildMode::Bench;
    let workers = build_project(app, &revision, &solved, &args.build, mode)?;
    let (mut programs, mut failed, mut failure) = (BTreeMap::new(), Vec::new(), None);
    for puzzle in solved {
        match workers.worker(puzzle) {
            Ok(worker) => drop(programs.insert(puzzle, worker.to_owned())),
            Err(error) => {
                failed.push(puzzle);
                failure.get_or_insert(error);
            }
        }
    }
    if let Some(failure) = failure {
        let failed = puzzle_list(failed);
        // If none of them could be built, there is nothing to compare.
        if must_compare || programs.is_empty() {
            return Err(failure.context(format!("{failed} at {name} cannot be built")));
        }
        app.warning(&format!("{failed}: not compared with {name}: {failure}"));
    }
    Ok(Some(Against::Revision(name.clone(), programs)))
}

/// A function that makes a document from a report.
type Document = fn(&BenchReport) -> String;

/// The documents that the flags ask for.
#[derive(Default)]
struct Outputs {
    /// Printed instead of the table or JSON.
    printed: Option<Document>,
    readme: Option<ReadmeBlock>,
    files: Vec<(PathBuf, Document)>,
}

impl Outputs {
    /// Fails if an output cannot be written, as far as that can be checked in advance.
    fn new(app: &App, args: &BenchArgs) -> Result<Self, CliError> {
        let mut outputs = Self::default();
        if let Some(name) = &args.comparison.save {
            Baseline::check(&app.project()?.target_dir(), name)?;
        }
        let formats = &args.formats;
        if formats.readme {
            outputs.readme = Some(ReadmeBlock::find(app.project()?.root(), "bench")?);
        }
        let stdout = Path::new("-");
        let documents: [(Option<&Path>, Document); 4] = [
            (formats.csv.then_some(stdout), bench_csv),
            (formats.markdown.then_some(stdout), bench_markdown),
            (formats.svg.as_deref(), bench_svg),
            (formats.html.as_deref(), bench_html),
        ];
        for (path, document) in documents {
            let Some(path) = path else { continue };
            if path != stdout {
                let path = app.environment.current_dir.join(path);
                probe_file(&path)?;
                outputs.files.push((path, document));
            } else if app.json || outputs.printed.replace(document).is_some() {
                let message = "only one document can be printed: give a file for the others";
                return Err(CliError::new(Exit::Usage, message));
            }
        }
        Ok(outputs)
    }

    /// Prints the report to stdout.
    fn print(&self, app: &App, report: &BenchReport) -> Result<(), CliError> {
        let mut console = app.console();
        if app.json {
            return document(&mut console, report);
        }
        if let Some(document) = self.printed {
            return console.print(&document(report));
        }
        console.print(&bench_table(&console, report))?;
        for note in bench_notes(report) {
            console.note(&note);
        }
        Ok(())
    }

    /// Writes the files, and prints a note for each.
    fn write(&self, app: &App, args: &BenchArgs, report: &BenchReport) -> Result<(), CliError> {
        let note = |verb: &str, path: &Path| {
            app.note(&format!("{verb} {}", app.relative_path(path).display()));
        };
        if let Some(name) = &args.comparison.save {
            let path = Baseline::save(&app.project()?.target_dir(), name, report)?;
            note("saved as", &path);
        }
        if let Some(readme) = &self.readme {
            note("wrote", readme.replace(&bench_readme(report))?);
        }
        for (path, document) in &self.files {
            let written = replace(path, document(report), Readers::Usual);
            written.map_err(|error| CliError::write(path, error))?;
            note("wrote", path);
        }
        Ok(())
    }
}
