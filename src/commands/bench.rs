//! `aoc bench`: measures solutions, and prints or writes the figures. Checks first that the
//! requested files can be written.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use aoc_solution::Part;
use clap::{Args, ValueHint};

use crate::app::args::{
    Completes, InputArgs, SelectionArgs, parse_jobs, parse_number, parse_part, parse_percent,
    requested_parts,
};
use crate::app::{App, Ui, Workspace};
use crate::bench::{
    Baseline, BenchPlan, BenchReport, BenchResult, ComparedWith, check_not_primary,
};
use crate::cargo::mixed_configuration;
use crate::download::InputRequest;
use crate::error::{Exit, Result, usage_error};
use crate::execution::{BatchLimitArgs, BuildArgs, BuildMode, MeasurePlan, build_days, measure};
use crate::files::{Destination, in_real_folder, write_source};
use crate::puzzle::{Puzzle, PuzzleScope, lists_by_year, puzzle_list};
use crate::reporter::{bench_csv, bench_html, bench_markdown, bench_svg, result_name, show_bench};
use crate::runner::Alternatives;
use crate::steps::{Resolver, check_readme, write_readme};

/// Measure solutions: the time of each phase, with its interval
///
/// Samples each phase in several passes, each in a new process, and shows the 10th
/// percentile of the time of one call with its interval, and the median. Functions
/// that are compared with each other are sampled in turn, so that a drift of the
/// machine affects both. Without a selector it measures the day that was edited last.
///
/// --save stores the figures, --baseline compares with stored ones, --against
/// compares with another revision, and --fail-on turns a slower phase into exit
/// code 1. A missing input is downloaded once if there is a session; otherwise a
/// generated input or an example takes its place.
#[derive(Args)]
#[command(
    visible_alias = "b",
    after_help = "\
Examples:
  aoc bench 22 --all-alts           measure a day, and compare its alternatives
  aoc bench 2020 --html bench.html  measure a year, and write a page of charts"
)]
pub struct BenchArgs {
    #[command(flatten)]
    selection: SelectionArgs,
    /// Measure one part only
    #[arg(short, long, value_name = "N", value_parser = parse_part)]
    part: Option<Part>,
    #[command(flatten)]
    inputs: InputArgs,
    /// Measure on N generated inputs, with seeds from 0
    #[arg(
        long,
        value_name = "N",
        value_parser = parse_generated,
        conflicts_with_all = ["input", "all_inputs"]
    )]
    generated: Option<u32>,
    /// Measure this alternative as well, and compare
    #[arg(long, value_name = "NAME", conflicts_with = "all_alts")]
    #[arg(add = Completes::Alternative)]
    alt: Option<String>,
    /// Measure every alternative as well, and compare
    #[arg(long)]
    all_alts: bool,
    /// Measure this many puzzles at a time
    ///
    /// Measure this many puzzles at the same time; they disturb each other.
    #[arg(long, value_name = "N", default_value = "1", value_parser = parse_jobs)]
    jobs: NonZeroUsize,
    #[command(flatten)]
    comparison: ComparisonArgs,
    #[command(flatten)]
    formats: FormatArgs,
    #[command(flatten)]
    limits: BatchLimitArgs,
    #[command(flatten)]
    build: BuildArgs,
}

#[derive(Args)]
#[command(next_help_heading = "Comparison")]
struct ComparisonArgs {
    /// Save the figures under this name
    #[arg(long, value_name = "NAME")]
    #[arg(add = Completes::Baseline)]
    save: Option<String>,
    /// Compare with the figures that were saved under this name
    #[arg(long, value_name = "NAME", group = "compared")]
    #[arg(add = Completes::Baseline)]
    baseline: Option<String>,
    /// Compare with another revision, built in a folder below target/
    #[arg(long, value_name = "REVISION", group = "compared")]
    against: Option<String>,
    /// End with exit code 1 if a phase is shown to be slower by more than this, such as 5%
    #[arg(long, value_name = "PERCENT", value_parser = parse_percent, requires = "compared")]
    fail_on: Option<f64>,
}

#[derive(Args)]
#[command(next_help_heading = "Formats")]
struct FormatArgs {
    /// Print CSV instead of the table: a row for each phase, with all figures
    #[arg(long, conflicts_with_all = ["json", "markdown"])]
    csv: bool,
    /// Print Markdown instead of the table
    #[arg(long, conflicts_with = "json")]
    markdown: bool,
    /// Write the times, as aoc readme does, between the markers in README.md
    #[arg(long)]
    readme: bool,
    /// Write a card with a bar for each day as SVG; - is stdout
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    svg: Option<PathBuf>,
    /// Write a page with charts and tables, which needs no network; - is stdout
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    html: Option<PathBuf>,
}

pub fn run(app: &App, args: &BenchArgs) -> Result<Exit> {
    let puzzles = Resolver::new(app).select(&args.selection, PuzzleScope::Solutions)?;
    let outputs = BenchOutputs::checked(&app.ui, &app.workspace, args)?;
    let inputs = match args.generated {
        Some(count) => InputRequest::Generated(count),
        None => InputRequest::of(&args.inputs, puzzles.len())?,
    };
    let plan = MeasurePlan {
        bench: BenchPlan {
            parts: requested_parts(args.part),
            alternatives: if args.all_alts {
                Alternatives::All
            } else {
                Alternatives::beside(args.alt.as_deref())
            },
            compared_with: compared_with(app, &puzzles, args)?,
            allowed_slowdown: args.comparison.fail_on,
        },
        inputs,
        parallelism: args.jobs.get(),
        limits: args.limits.limits(),
        build: args.build.clone(),
        for_readme: args.formats.readme,
    };
    let measured = measure(app, &puzzles, &plan)?;
    let report = &measured.report;
    match outputs.printed {
        Some(document) => app.ui.print(&document(report))?,
        None => show_bench(app.ui.console, app.ui.json, report)?,
    }
    let mut comparison_exit = Exit::Done;
    // The files do not change if nothing was measured.
    let has_figures = report.measured().next().is_some() && !measured.is_interrupted;
    if has_figures {
        outputs.write(app, args, report)?;
        if let Err(error) = check_comparison(&app.ui, &plan.bench, report) {
            comparison_exit = app.ui.error(&error);
        }
    }
    let exit = measured
        .exit(&app.ui, &app.launcher.cancel)?
        .or(comparison_exit);
    // If figures that have failed the check became the baseline, the next check would pass. The
    // same is true of a slowdown without a verdict.
    let has_passed = exit == Exit::Done && !report.lacks_verdict();
    let may_save = args.comparison.fail_on.is_none() || has_passed;
    if has_figures && let Some(name) = &args.comparison.save {
        if may_save {
            let target = app.workspace.project()?.target_dir();
            app.note_path("saved as", &Baseline::save(&target, name, report)?);
        } else {
            app.ui.note(format!(
                "`{name}` was not saved: with --fail-on, figures are saved only if everything \
                 succeeds and each comparison has a verdict"
            ));
        }
    }
    Ok(exit)
}

/// Parses the number of generated inputs.
fn parse_generated(text: &str) -> Result<u32, &'static str> {
    match parse_number(text)? {
        count @ 1..=1_000_000 => Ok(count),
        _ => Err("write a number from 1 to 1000000"),
    }
}

/// The baseline or the revision to compare with.
fn compared_with(app: &App, puzzles: &[Puzzle], args: &BenchArgs) -> Result<Option<ComparedWith>> {
    if let Some(name) = &args.comparison.against {
        return build_other_revision(app, name, puzzles, args).map(Some);
    }
    let Some(name) = &args.comparison.baseline else {
        return Ok(None);
    };
    let baseline = Baseline::load(&app.workspace.project()?.target_dir(), name)?;
    let names = puzzle_list(puzzles.iter().copied());
    let reason = format!(
        "the baseline {name} has no figures for {names}: save them first, with --save {name}"
    );
    // If there is no puzzle to measure, a note has already said so.
    let has_any = puzzles.is_empty() || baseline.has_any(puzzles);
    check_has_comparison(args.comparison.fail_on, has_any, &reason)?;
    Ok(Some(ComparedWith::Baseline(name.clone(), baseline)))
}

/// With `--fail-on`, fails if nothing can be compared, because the check would always pass. Called
/// twice: before the run with the figures of the other side, and after it with the comparisons that
/// were made.
fn check_has_comparison(fail_on: Option<f64>, has_any: bool, reason: &str) -> Result<()> {
    if fail_on.is_some() && !has_any {
        let message = format!("nothing to compare for --fail-on: {reason}");
        return Err(usage_error(message));
    }
    Ok(())
}

/// Builds the puzzles of another revision.
fn build_other_revision(
    app: &App,
    name: &str,
    puzzles: &[Puzzle],
    args: &BenchArgs,
) -> Result<ComparedWith> {
    check_not_primary("a revision", name).map_err(|error| error.with_hint("name its commit"))?;
    let project = app.workspace.project()?;
    let revision = project.check_out_revision(name)?;
    if let Some(file) = mixed_configuration(project, &revision, &app.launcher.environment) {
        let file = project.shown(&file);
        return Err(usage_error(format!(
            "{name} would be built with the current {file}, which differs from its own: commit the \
             file, check out {name}, run `aoc bench --save NAME`, and return to compare with \
             `aoc bench --baseline NAME`; if the file is only for this machine, add it to \
             .gitignore instead"
        )));
    }
    let days = revision.days()?;
    let (solved_there, missing): (Vec<Puzzle>, Vec<Puzzle>) =
        puzzles.iter().partition(|puzzle| days.contains(puzzle));
    if !missing.is_empty() {
        let reason = format!("{name} has no solution for {}", puzzle_list(missing));
        check_has_comparison(args.comparison.fail_on, !solved_there.is_empty(), &reason)?;
        app.ui.note(reason);
    }
    let programs = build_days(app, &revision, &solved_there, &args.build, BuildMode::BENCH)?;
    // A puzzle that does not compile in the other revision is measured without a comparison. It is
    // an error if no puzzle compiles there.
    let has_any = solved_there
        .iter()
        .any(|&puzzle| programs.program(puzzle).is_ok());
    let is_strict = args.comparison.fail_on.is_some();
    for puzzle in solved_there {
        if let Err(error) = programs.program(puzzle)
            && (is_strict || !has_any)
        {
            return Err(error.context(format!("{puzzle} at {name} cannot be built")));
        }
    }
    Ok(ComparedWith::Revision(name.to_owned(), programs))
}

/// Warns if the baseline comes from another machine, and reports the puzzles and functions that the
/// baseline lacks. The puzzles and functions that a revision lacks are already reported. Here they
/// only matter for `--fail-on`.
fn check_comparison(ui: &Ui, plan: &BenchPlan, report: &BenchReport) -> Result<()> {
    let Some(other) = &plan.compared_with else {
        return Ok(());
    };
    if let ComparedWith::Baseline(name, baseline) = other {
        let is_comparable = report
            .measured()
            .filter_map(|result| baseline.find(result))
            .all(|saved| saved.host.is_comparable_with(&report.host));
        if !is_comparable {
            ui.warning(format!(
                "{name} was saved on another machine or with another profile, so differences may \
                 have other causes than the code"
            ));
        }
    }
    // The figures in an edited file may be unusable, and count as missing, too.
    let (found, missing): (Vec<&BenchResult>, Vec<&BenchResult>) = report
        .measured()
        .partition(|result| result.change.is_some());
    if missing.is_empty() {
        return Ok(());
    }
    let mut puzzles = Vec::new();
    let mut functions = Vec::new();
    for result in missing {
        let puzzle = result.header.puzzle;
        if found.iter().any(|found| found.header.puzzle == puzzle) {
            functions.push(result_name(result));
        } else {
            puzzles.push(puzzle);
        }
    }
    let names = [lists_by_year(puzzles), functions].concat().join(", ");
    let reason = match other {
        ComparedWith::Baseline(name, _) => {
            format!("{name} has no figures for {names} with this input")
        }
        ComparedWith::Revision(name, _) => format!("{name} has no figures for {names}"),
    };
    check_has_comparison(plan.allowed_slowdown, !found.is_empty(), &reason)?;
    if let ComparedWith::Baseline(..) = other {
        ui.note(reason);
    }
    Ok(())
}

/// A function that makes a document from a report.
type Document = fn(&BenchReport) -> String;

/// The documents that the options request.
struct BenchOutputs {
    /// The document that is printed instead of the table.
    printed: Option<Document>,
    files: Vec<(PathBuf, Document)>,
}

impl BenchOutputs {
    /// Determines the requested documents. Fails if a file cannot be written, as far as that is
    /// known before the measurement.
    fn checked(ui: &Ui, workspace: &Workspace, args: &BenchArgs) -> Result<Self> {
        if let Some(name) = &args.comparison.save {
            Baseline::check_can_save(&workspace.project()?.target_dir(), name)?;
        }
        let formats = &args.formats;
        if formats.readme {
            check_readme(workspace.project()?)?;
        }
        let stdout = Path::new("-");
        let documents: [(Option<&Path>, Document); 4] = [
            (formats.csv.then_some(stdout), bench_csv),
            (formats.markdown.then_some(stdout), bench_markdown),
            (formats.svg.as_deref(), bench_svg),
            (formats.html.as_deref(), bench_html),
        ];
        let mut printed = None;
        let mut files: Vec<(PathBuf, Document)> = Vec::new();
        for (path, document) in documents {
            let Some(path) = path else {
                continue;
            };
            let is_stdout_taken = ui.json || printed.is_some();
            match Destination::checked(path, workspace.current_dir(), is_stdout_taken)? {
                Destination::Stdout => printed = Some(document),
                Destination::File(path) => {
                    let real = in_real_folder(&path);
                    if files.iter().any(|(other, _)| in_real_folder(other) == real) {
                        return Err(usage_error(format!(
                            "{} cannot have two documents: name a file for each",
                            path.display()
                        )));
                    }
                    files.push((path, document));
                }
            }
        }
        Ok(Self { printed, files })
    }

    /// Writes the requested documents, and prints a note for each file.
    fn write(&self, app: &App, args: &BenchArgs, report: &BenchReport) -> Result<()> {
        if args.formats.readme {
            let records = app.site.records(&app.workspace);
            let readme = write_readme(&app.ui, &app.workspace, records)?;
            app.note_path("wrote", &readme);
        }
        for (path, document) in &self.files {
            write_source(path, document(report))?;
            app.note_path("wrote", path);
        }
        Ok(())
    }
}
