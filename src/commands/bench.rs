//! `aoc bench`: measures solutions, and shows or writes the figures. Whether the requested
//! files can be written is checked before anything is measured.

use std::num::NonZeroU16;
use std::path::{Path, PathBuf};

use aoc_solution::Part;
use clap::{Args, ValueHint, value_parser};

use crate::app::args::{BuildArgs, InputArgs, LimitArgs, SelectionArgs, part, percent};
use crate::app::jobs::parts;
use crate::app::{
    App, BenchOptions, BuildMode, InputRequest, build_project, measure, selection, times,
    write_readme,
};
use crate::bench::{Against, Baseline, BenchPlan, BenchReport};
use crate::error::{CliError, Exit, Result};
use crate::files::{Readers, probe_file, replace};
use crate::project::ReadmeBlock;
use crate::puzzle::{Puzzle, puzzles_of};
use crate::reporter::{bench_csv, bench_html, bench_markdown, bench_svg, puzzle_list, show_bench};
use crate::runner::Alternatives::{self, All, Beside};

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
    selection: SelectionArgs,
    /// Measure one part only
    #[arg(short, long, value_name = "N", value_parser = part)]
    part: Option<Part>,
    #[command(flatten)]
    inputs: InputArgs,
    /// Measure on N generated inputs, with the seeds from 0 on
    #[arg(long, value_name = "N", conflicts_with_all = ["input", "all_inputs"], value_parser = value_parser!(u32).range(1..=1_000_000), allow_negative_numbers = true)]
    generated: Option<u32>,
    /// Measure this alternative as well, and compare
    #[arg(long, value_name = "NAME", conflicts_with = "all_alts")]
    alt: Option<String>,
    /// Measure every alternative as well, and compare
    #[arg(long)]
    all_alts: bool,
    /// How many puzzles to measure at the same time; they disturb each other [default: 1]
    #[arg(long, value_name = "N")]
    jobs: Option<NonZeroU16>,
    #[command(flatten)]
    comparison: ComparisonArgs,
    #[command(flatten)]
    formats: FormatArgs,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    build: BuildArgs,
}

#[derive(Args, Debug, Default)]
#[command(next_help_heading = "Comparison")]
struct ComparisonArgs {
    /// Save the figures under this name
    #[arg(long, value_name = "NAME")]
    save: Option<String>,
    /// Compare with the figures that were saved under this name
    #[arg(long, value_name = "NAME", group = "compared")]
    baseline: Option<String>,
    /// Compare with another revision, built in a folder below target/
    #[arg(long, value_name = "REVISION", group = "compared")]
    against: Option<String>,
    /// End with exit code 1 if a phase is shown to be slower by more than this, such as 5%
    #[arg(long, value_name = "PERCENT", value_parser = percent, requires = "compared", allow_negative_numbers = true)]
    fail_on: Option<f64>,
}

#[derive(Args, Debug, Default)]
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
    /// Write a card with a bar for each day as SVG
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    svg: Option<PathBuf>,
    /// Write a page with charts and tables, which needs no network
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    html: Option<PathBuf>,
}

pub fn run(app: &App, args: &BenchArgs) -> Result<Exit> {
    let puzzles = selection::solutions(app, &args.selection)?;
    // A wrong name is reported before anything is measured.
    let outputs = Outputs::new(app, args)?;
    let InputArgs { input, all_inputs } = &args.inputs;
    let request = InputRequest::new(input.as_deref(), *all_inputs, puzzles.len())?;
    let options = BenchOptions {
        plan: BenchPlan {
            parts: parts(args.part),
            alternatives: match &args.alt {
                Some(name) => Beside(name.clone()),
                None if args.all_alts => All,
                None => Alternatives::None,
            },
            against: against(app, &puzzles, args)?,
            allowed: args.comparison.fail_on,
        },
        request,
        generated: args.generated,
        jobs: args.jobs.map_or(1, |jobs| jobs.get().into()),
        limits: args.limits,
        build: args.build.clone(),
    };
    let measured = measure(app, &puzzles, &options)?;
    let report = &measured.report;
    match outputs.printed {
        Some(document) => app.console().print(&document(report))?,
        None => show_bench(&mut app.console(), app.json, report)?,
    }
    // If nothing was measured, files stay as they are.
    if measured.report.measured().next().is_some() && !measured.is_interrupted {
        if let Some(Against::Baseline(name, baseline)) = &options.plan.against {
            check_baseline(app, name, baseline, report);
        }
        outputs.write(app, args, report)?;
    }
    measured.exit(app)
}

/// The other side of the comparison.
fn against(app: &App, puzzles: &[Puzzle], args: &BenchArgs) -> Result<Option<Against>> {
    if let Some(name) = &args.comparison.against {
        return revision(app, name, puzzles, args).map(Some);
    }
    let Some(name) = &args.comparison.baseline else {
        return Ok(None);
    };
    let baseline = Baseline::load(&app.project()?.target_dir(), name)?;
    if !baseline.has_any(puzzles) {
        let names = puzzle_list(puzzles.iter().copied());
        refuse_if_strict(
            args,
            &format!(
                "the baseline {name} has no figures of {names}: save them first, with --save {name}"
            ),
        )?;
    }
    Ok(Some(Against::Baseline(name.clone(), baseline)))
}

/// With `--fail-on`, it is an error if nothing can be compared, because the check would
/// always pass.
fn refuse_if_strict(args: &BenchArgs, lack: &str) -> Result<()> {
    if args.comparison.fail_on.is_none() {
        return Ok(());
    }
    Err(CliError::usage(format!(
        "nothing to compare for --fail-on: {lack}"
    )))
}

/// Builds the puzzles of another revision.
fn revision(app: &App, name: &str, puzzles: &[Puzzle], args: &BenchArgs) -> Result<Against> {
    let revision = app.project()?.revision(name, &app.child_env)?;
    let days = puzzles_of(&revision.days()?);
    let (solved, missing): (Vec<Puzzle>, Vec<Puzzle>) =
        puzzles.iter().partition(|puzzle| days.contains(puzzle));
    if !missing.is_empty() {
        let lack = format!("{name} has no solution for {}", puzzle_list(missing));
        if solved.is_empty() {
            refuse_if_strict(args, &lack)?;
        }
        app.note(lack);
    }
    let workers = build_project(app, &revision, &solved, &args.build, BuildMode::Bench)?;
    // A puzzle that does not compile there is measured alone, if there is another one.
    let is_strict = args.comparison.fail_on.is_some();
    let mut broken = solved.clone();
    broken.retain(|puzzle| workers.worker(*puzzle).is_err());
    if let Some(&first) = broken.first()
        && (is_strict || broken.len() == solved.len())
        && let Err(error) = workers.worker(first)
    {
        let failed = puzzle_list(broken);
        return Err(error.context(format!("{failed} at {name} cannot be built")));
    }
    Ok(Against::Revision(name.to_owned(), workers))
}

/// Warns if the baseline is from another machine, and names the puzzles that it lacks.
fn check_baseline(app: &App, name: &str, baseline: &Baseline, report: &BenchReport) {
    let mut is_alike = true;
    let mut missing = Vec::new();
    for result in report.measured() {
        match baseline.find(result) {
            Some(saved) => is_alike &= saved.host.is_alike(&report.host),
            None => missing.push(result.header.puzzle),
        }
    }
    if !is_alike {
        app.warning(format!(
            "{name} was saved on another machine or with another profile, so differences may have \
             other causes than the code"
        ));
    }
    if !missing.is_empty() {
        let missing = puzzle_list(missing);
        app.note(format!(
            "{name} has no figures of {missing} with this input"
        ));
    }
}

/// A function that makes a document from a report.
type Exporter = fn(&BenchReport) -> String;

/// The documents that the flags ask for.
struct Outputs {
    /// Printed instead of the table or JSON.
    printed: Option<Exporter>,
    readme: Option<ReadmeBlock>,
    files: Vec<(PathBuf, Exporter)>,
}

impl Outputs {
    /// Fails if an output cannot be written, as far as that can be checked in advance.
    fn new(app: &App, args: &BenchArgs) -> Result<Self> {
        if let Some(name) = &args.comparison.save {
            Baseline::check(&app.project()?.target_dir(), name)?;
        }
        let formats = &args.formats;
        let mut outputs = Self {
            printed: None,
            readme: None,
            files: Vec::new(),
        };
        if formats.csv {
            outputs.printed = Some(bench_csv);
        }
        if formats.markdown {
            outputs.printed = Some(bench_markdown);
        }
        if formats.readme {
            let root = app.project()?.root();
            outputs.readme = Some(ReadmeBlock::find(root, "bench")?);
        }
        outputs.add_file(app, formats.svg.as_deref(), bench_svg)?;
        outputs.add_file(app, formats.html.as_deref(), bench_html)?;
        Ok(outputs)
    }

    fn add_file(&mut self, app: &App, path: Option<&Path>, document: Exporter) -> Result<()> {
        if let Some(path) = path {
            let path = app.environment.current_dir.join(path);
            probe_file(&path)?;
            self.files.push((path, document));
        }
        Ok(())
    }

    /// Writes the files, and prints a note for each.
    fn write(&self, app: &App, args: &BenchArgs, report: &BenchReport) -> Result<()> {
        if let Some(name) = &args.comparison.save {
            let path = Baseline::save(&app.project()?.target_dir(), name, report)?;
            note(app, "saved as", &path);
        }
        if let Some(readme) = &self.readme {
            times::remember_bench(app, report);
            note(app, "wrote", &write_readme(app, readme)?);
        }
        for (path, document) in &self.files {
            replace(path, document(report), Readers::Usual)?;
            note(app, "wrote", path);
        }
        Ok(())
    }
}

fn note(app: &App, verb: &str, path: &Path) {
    let path = app.relative_path(path);
    app.note(format!("{verb} {}", path.display()));
}
