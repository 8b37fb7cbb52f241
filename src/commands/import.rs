//! `aoc import`: inputs, sessions and code of other tools. What it
//! copied it builds and runs, and says what agrees.

mod check;
mod report;
mod trial_build;
mod versions;

use std::mem;

use aoc_solution::Part;
use clap::{ArgGroup, Args};
use serde::Serialize;

use crate::app::{App, Launcher, Ui, Workspace};
use crate::config::Environment;
use crate::error::{Exit, Result};
use crate::import::{self, ImportRequest, OfferedLine, Plan};
use crate::puzzle::Year;
use crate::runner::{self, PuzzleResult};
use crate::steps::Execution;
use crate::steps::new_day::{lock_files, sync_years};
use crate::terminal;
use versions::Versions;

/// Import inputs, answers, sessions and code from other tools
///
/// Copies inputs, answers and code from repositories of solutions in Rust, and what
/// aocd, cargo-aoc and aoc-cli have stored, into this project. Nothing is replaced,
/// and the source stays as it is. What is left out is listed with the reason. The
/// copies are then built and run.
///
/// Days of cargo-aoc, of the common template, and with functions of the text such as
/// `part1(input: &str)` or `solve(input: &str) -> (u32, u32)` are understood. For all
/// others say how they are called, with expressions over the text `input`: `--part1
/// 'solve(input).0'`. Where names suggest such expressions, they are tried on a day of each
/// year and offered. In them `%DAY%`, `%PADDED_DAY%` and `%YEAR%` are those of the day.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  aoc import ../advent-of-code  import the inputs and the code of a repository
  aoc import ../old --part1 'Day%PADDED_DAY%::new(input).part1()'")]
#[command(group = ArgGroup::new("parts").multiple(true))]
pub struct ImportArgs {
    /// A folder, or a tool: aocd, cargo-aoc, aoc-cli [default: aocd]
    ///
    /// A folder, or the name of a tool: aocd, cargo-aoc, aoc-cli [default: the inputs and answers of
    /// aocd]
    from: Option<String>,
    /// The year of files that do not say it
    #[arg(short, long)]
    year: Option<String>,
    /// Show what would be imported, and write nothing
    #[arg(long)]
    dry_run: bool,
    /// Copy only: do not build and run the imported days
    #[arg(long)]
    no_check: bool,
    /// What days are given of the text `input`, if it is not all of it: `input.trim_end()`
    #[arg(long, help_heading = "Expressions", value_name = "EXPR", value_parser = import::expression)]
    text: Option<String>,
    /// What makes the input of the parts from the text `input`, for days that are not understood
    #[arg(long, help_heading = "Expressions", value_name = "EXPR", requires = "parts", value_parser = import::expression)]
    parse: Option<String>,
    /// What answers part 1 of these days
    #[arg(long, help_heading = "Expressions", value_name = "EXPR", group = "parts", value_parser = import::expression)]
    part1: Option<String>,
    /// What answers part 2 of these days
    #[arg(long, help_heading = "Expressions", value_name = "EXPR", group = "parts", value_parser = import::expression)]
    part2: Option<String>,
}

/// The JSON of `aoc import`.
#[derive(Serialize)]
struct ImportResults<'a> {
    schema: &'static str,
    dry_run: bool,
    #[serde(flatten)]
    plan: &'a Plan,
    /// The results of the imported days; `None` if nothing was built.
    check: Option<Vec<PuzzleResult>>,
}

/// How days that are not understood are called: as the options say, or by an offered line that
/// the user took.
struct CallLine {
    /// The expressions for the parts, each with that for the input.
    expressions: Vec<(Part, String)>,
    text: Option<String>,
}

pub fn run(app: &App, args: &ImportArgs) -> Result<Exit> {
    let mut line = CallLine::of_options(args);
    let first_request = request_of(&app.workspace, &app.environment, args, &line)?;
    let mut plan = import::plan(&first_request)?;
    let offers = mem::take(&mut plan.offers);
    if !offers.is_empty() && line.expressions.is_empty() && !args.no_check {
        let App { ui, launcher, .. } = app;
        let tried = trial_build::try_offers(ui, launcher, &first_request, args, offers)?;
        plan.offers = tried.compiling;
        line = line.or(tried.taken);
    }
    let request = request_of(&app.workspace, &app.environment, args, &line)?;
    let versions = if args.dry_run {
        if !app.ui.json {
            app.ui.note("nothing was written, because of --dry-run");
        }
        Versions::Unchanged
    } else {
        write_plan(&app.ui, &app.workspace, &app.launcher, &request, &mut plan)?
    };
    if !app.ui.json {
        let report = report::screen(app.ui.stdout, &plan, &versions, args);
        app.ui.console().print(&report)?;
    }
    let is_checked = !args.dry_run && !args.no_check && !plan.days.is_empty();
    let checked = is_checked.then(|| check::build_and_run(Execution::new(app), &plan.days));
    // What was imported is told even if it cannot be built.
    if app.ui.json {
        let ended = checked.iter().flatten().next();
        let results = ImportResults {
            schema: "aoc-import/2",
            dry_run: args.dry_run,
            plan: &plan,
            check: ended.map(|results| runner::all_results(results)),
        };
        terminal::document(&mut app.ui.console(), &results)?;
    }
    if plan.has_refused && plan.days.is_empty() {
        return Ok(Exit::Failed);
    }
    let results = checked.transpose()?.unwrap_or_default();
    runner::exit_of(results, plan.days.len())
}

impl CallLine {
    fn of_options(args: &ImportArgs) -> Self {
        let mut expressions = Vec::new();
        for (part, call) in [(Part::One, &args.part1), (Part::Two, &args.part2)] {
            if let Some(call) = call {
                let expression = match &args.parse {
                    Some(parse) => format!("{{ let input = {parse}; {call} }}"),
                    None => call.clone(),
                };
                expressions.push((part, expression));
            }
        }
        Self {
            expressions,
            text: args.text.clone(),
        }
    }

    /// The line that the user took, if there is one. The option `--text` comes before its text.
    fn or(self, taken: Option<OfferedLine>) -> Self {
        match taken {
            Some(taken) => Self {
                expressions: taken.expressions(),
                text: self.text.or(taken.text),
            },
            None => self,
        }
    }
}

fn request_of<'a>(
    workspace: &'a Workspace,
    environment: &'a Environment,
    args: &'a ImportArgs,
    line: &'a CallLine,
) -> Result<ImportRequest<'a>> {
    Ok(ImportRequest {
        project: workspace.project()?,
        store: workspace.store()?,
        environment,
        from: args.from.as_deref(),
        year: args.year.as_deref().map(Year::parse_word).transpose()?,
        expressions: &line.expressions,
        text: line.text.as_deref(),
        only: None,
    })
}

/// Plans again, as another process may have written files meanwhile, and writes what is new.
fn write_plan(
    ui: &Ui,
    workspace: &Workspace,
    launcher: &Launcher,
    request: &ImportRequest,
    plan: &mut Plan,
) -> Result<Versions> {
    let _lock = lock_files(ui, workspace)?;
    let offers = mem::take(&mut plan.offers);
    *plan = import::plan(request)?;
    plan.offers = offers;
    // Of unchanged days, too: an import that failed may have left a year half made.
    let years = plan.days.iter().map(|puzzle| puzzle.year).collect();
    import::apply(plan, request)?;
    sync_years(ui, workspace, &years)?;
    versions::take_locked(launcher, request.project, &plan.locked)
}
