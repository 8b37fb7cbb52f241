//! `aoc import`: copies inputs, answers, sessions and code of other tools, builds and runs the
//! copied days, and compares their answers with the known answers.

mod check;
mod report;
mod trial;

use std::collections::BTreeSet;

use aoc_solution::Part;
use clap::{ArgGroup, Args};
use serde::Serialize;

use crate::app::args::Completes;
use crate::app::{App, OnInterrupt, Ui, Workspace};
use crate::cargo;
use crate::config::Environment;
use crate::error::{Exit, Result};
use crate::import;
use crate::import::compare::FactsByPuzzle;
use crate::import::plan::cargo_lock::{VersionsOutcome, take_locked_versions};
use crate::import::plan::instructions;
use crate::import::trial::{known_facts, workspace};
use crate::import::{Import, ImportRequest, Plan, PlanOptions};
use crate::puzzle::{Puzzle, Year};
use crate::reporter::Spinner;
use crate::runner::{self, DayTests, ResultDocument};
use crate::steps::new_day::{lock_files, sync_years};
use check::{CheckedDays, DayComparison, Outcome};

/// Import inputs, answers, sessions and code from other tools
///
/// Copies inputs, answers and code from repositories of solutions in Rust, and what
/// aocd, aoc-cli and cargo-aoc have stored, into this project. The source stays as it
/// is. Only templates and unedited copies are replaced. What is left out is listed
/// with the reason. The copies are then built and run: on a terminal `aoc` asks first,
/// elsewhere it only says so.
///
/// `aoc` compiles and runs the possible calls of each day, and takes the one that gives the
/// known answers, or those that the day's `main` prints. With `--no-check` nothing is compiled,
/// and names alone decide. `--dry-run` compiles nothing either, and lists the days whose
/// calls an import would try. If `aoc` cannot tell how to call a day, give its calls as expressions
/// over the text `input`: `--part1 'solve(input).0'`. `%DAY%`, `%PADDED_DAY%` and `%YEAR%` stand
/// for the numbers of the day.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  aoc import ../advent-of-code  import the inputs and the code of a repository
  aoc import ../old --part1 'Day%PADDED_DAY%::new(input).part1()'")]
#[command(group = ArgGroup::new("parts").multiple(true))]
pub struct ImportArgs {
    /// A folder, or a tool: aocd, aoc-cli, cargo-aoc [default: aocd]
    ///
    /// A folder, or the name of a tool: aocd, aoc-cli, cargo-aoc [default: the inputs and answers
    /// of aocd]
    #[arg(add = Completes::ImportSource)]
    from: Option<String>,
    /// The year of files whose path has no year
    #[arg(short, long)]
    #[arg(add = Completes::Year)]
    year: Option<String>,
    /// Show what would be imported, and write nothing
    #[arg(long)]
    dry_run: bool,
    /// Copy only: do not build and run the imported days
    #[arg(long)]
    no_check: bool,
    /// Run the old program, too, and compare its answers
    ///
    /// Run the old program on the same inputs, too, and compare its answers. Its build scripts and
    /// its `main` run, in a copy below `target`, without a session and with an empty home folder.
    /// On a terminal `aoc` asks, unless all answers are known.
    #[arg(long, conflicts_with_all = ["dry_run", "no_check"])]
    run_old: bool,
    /// The text that days get, such as `input.trim_end()` [default: input]
    #[arg(long, allow_hyphen_values = true, help_heading = "Expressions", value_name = "EXPR", value_parser = import::parse_expression)]
    text: Option<String>,
    /// The input of the parts, made from the text, such as `parse(input)`
    #[arg(long, allow_hyphen_values = true, help_heading = "Expressions", value_name = "EXPR", requires = "parts", value_parser = import::parse_expression)]
    parse: Option<String>,
    /// The answer to part 1, such as `solve(input).0`
    #[arg(long, allow_hyphen_values = true, help_heading = "Expressions", value_name = "EXPR", group = "parts", value_parser = import::parse_expression)]
    part1: Option<String>,
    /// The answer to part 2
    #[arg(long, allow_hyphen_values = true, help_heading = "Expressions", value_name = "EXPR", group = "parts", value_parser = import::parse_expression)]
    part2: Option<String>,
}

/// The JSON of `aoc import`. The schema is `aoc-import/2`.
#[derive(Serialize)]
struct ImportResults<'a> {
    dry_run: bool,
    #[serde(flatten)]
    plan: &'a Plan,
    nightly: Vec<Puzzle>,
    /// The results of the imported days. `None` if nothing was built.
    check: Option<Vec<ResultDocument>>,
    /// The days that ran, compared with the known facts about their answers.
    comparison: Option<&'a [DayComparison]>,
    /// The results of the tests in the code of imported days that have no example.
    tests: Option<&'a [DayTests]>,
}

pub fn run(app: &App, args: &ImportArgs) -> Result<Exit> {
    // Parsing needs a large stack. The whole import runs on it, because a parsed source cannot be
    // sent to another thread.
    import::on_large_stack(|| import(app, args))?
}

fn import(app: &App, args: &ImportArgs) -> Result<Exit> {
    let expressions = expressions_of(args);
    let request = request_of(&app.workspace, &app.environment, args, &expressions)?;
    let spinner = Spinner::new(app.ui.stderr, "reading the files to import");
    let import = Import::read(&request)?;
    drop(spinner);
    let (options, known) = try_days(app, args, &import)?;
    let (plan, versions) = if args.dry_run {
        if !app.ui.json {
            app.ui.note("nothing was written, because of --dry-run");
        }
        let plan = make_plan(&app.ui, &import, &options);
        (plan, Ok(VersionsOutcome::Unchanged))
    } else {
        let _lock = lock_files(&app.ui, &app.workspace)?;
        // Other processes may have written files during the trial.
        let mut plan = make_plan(&app.ui, &import, &options);
        let written = import::apply(&mut plan, &request);
        let versions = written.and_then(|()| add_to_project(app, &request, &plan));
        (plan, versions)
    };
    // The plan is printed even after a failure to write one of its files, to read the project with
    // these files, or to build the days.
    if !app.ui.json {
        let report = report::screen(app.ui.stdout, &plan, versions.as_ref(), args);
        app.ui.print(&report)?;
    }
    let checked = versions.and_then(|_| match &known {
        Some(known) if !plan.days().is_empty() => check::build_and_run(app, &plan, known),
        _ => Ok(CheckedDays::default()),
    });
    if app.ui.json {
        let shown = checked
            .as_ref()
            .ok()
            .filter(|checked| !checked.results.is_empty());
        let results = ImportResults {
            dry_run: args.dry_run,
            plan: &plan,
            nightly: plan.nightly(),
            check: shown.map(|checked| ResultDocument::all(&checked.results)),
            comparison: shown.map(|checked| &*checked.comparisons),
            tests: shown.map(|checked| &*checked.tests),
        };
        app.ui.print_json("import", 2, &results)?;
    }
    exit_of_import(&plan, checked)
}

/// The expressions that answer the parts. Each contains the expression of `--parse`.
fn expressions_of(args: &ImportArgs) -> Vec<(Part, String)> {
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
    expressions
}

fn request_of<'a>(
    workspace: &'a Workspace,
    environment: &'a Environment,
    args: &'a ImportArgs,
    expressions: &'a [(Part, String)],
) -> Result<ImportRequest<'a>> {
    Ok(ImportRequest {
        project: workspace.project()?,
        store: workspace.store()?,
        environment,
        from: args.from.as_deref(),
        year: args.year.as_deref().map(Year::parse_word).transpose()?,
        expressions,
        text: args.text.as_deref(),
    })
}

/// Finds out how to call the functions of the days. Compiles and runs the days if the user agrees.
/// Otherwise cargo only reads their packages. With `--dry-run`, runs nothing. Returns the options
/// of the plan that is shown or written, and the known facts about the answers if the days were
/// built.
fn try_days<'a>(
    app: &'a App,
    args: &ImportArgs,
    import: &'a Import<'a>,
) -> Result<(PlanOptions<'a>, Option<FactsByPuzzle>)> {
    if args.dry_run {
        let instructions = if args.no_check {
            instructions::by_names(&import.repository)
        } else {
            instructions::by_names_or_candidates(&import.repository)
        };
        return Ok((PlanOptions::before_trial(instructions), None));
    }
    let App { ui, launcher, .. } = app;
    let request = import.request;
    trial::remove_left_copy(request.project);
    if !args.no_check
        && let Some(plan) = trial::plan_to_build(ui, import)
    {
        let _lock = trial::lock(ui, request.project);
        let (mut known, days) = known_facts(import, &plan);
        if trial::may_run_old_program(ui, args.run_old, &days) {
            trial::run_old_program(app, import, &days, &mut known)?;
        }
        let options = trial::run(app, import, plan, &mut known)?;
        return Ok((options, Some(known)));
    }
    let mut options = PlanOptions::before_trial(instructions::by_names(&import.repository));
    let plan = make_plan(ui, import, &options);
    if !plan.new_days().is_empty() {
        ui.note(
            "nothing was built, run or compared: a copied module or package that does not compile \
             stops every day of its year, until it is corrected or deleted",
        );
    }
    if plan.packages().next().is_some() {
        let _lock = trial::lock(ui, request.project);
        options.unreadable = workspace::read_packages(launcher, import, plan)?;
    }
    Ok((options, None))
}

/// Plans the import. Shows a progress line on a terminal, because many days take seconds.
fn make_plan(ui: &Ui, import: &Import, options: &PlanOptions) -> Plan {
    let _spinner = Spinner::new(ui.stderr, "planning the copies");
    import.plan(options)
}

/// The exit code of an import. A wrong answer ends with `Failed`, even if another day ended with
/// another code.
fn exit_of_import(plan: &Plan, checked: Result<CheckedDays>) -> Result<Exit> {
    let checked = checked?;
    if plan.has_failed() {
        return Ok(Exit::Failed);
    }
    let mut exit = runner::exit_of(checked.results)?;
    for day in &checked.comparisons {
        match day.outcome {
            Outcome::Different { .. } => return Ok(Exit::Failed),
            Outcome::Failed => exit = exit.or(Exit::Failed),
            Outcome::Equal
            | Outcome::PartlyEqual { .. }
            | Outcome::PartlyAnswered { .. }
            | Outcome::NotCompared
            | Outcome::OnlyOwnOutput
            | Outcome::NoAnswer
            | Outcome::NoAnswerWithoutInput
            | Outcome::TestsPassed { .. } => {}
        }
    }
    Ok(exit)
}

/// Makes the written files part of the project: declares the days in the `main.rs` of their years,
/// and adds the versions of the old Cargo.lock to the project's.
fn add_to_project(app: &App, request: &ImportRequest, plan: &Plan) -> Result<VersionsOutcome> {
    let App {
        ui,
        launcher,
        workspace,
        ..
    } = app;
    // The plan is printed even after an interrupt.
    let _armed = OnInterrupt::Cancel(launcher.cancel.clone()).arm();
    // Years of unchanged days are included, because a failed import may have left them incomplete.
    let years = plan.days().into_iter().map(|puzzle| puzzle.year).collect();
    sync_years(ui, workspace, &years)?;
    let request = launcher.quiet_build(request.project, &[]);
    if plan.files.iter().any(|file| file.kind.is_code())
        && let Some(error) = cargo::manifest_error(&request)?
    {
        let mut why = vec![error.reason];
        why.extend(request.project.build_problems(&BTreeSet::new()));
        ui.warning(format!(
            "cargo cannot read your repository: {}",
            why.join("; ")
        ));
    }
    take_locked_versions(&request, &plan.locked)
}

#[cfg(test)]
mod tests {
    use clap::{CommandFactory, Parser};

    use super::*;
    use crate::site::TOOLS;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        args: ImportArgs,
    }

    /// The arguments of `aoc import` with these words.
    pub fn parsed(words: &[&str]) -> ImportArgs {
        Line::parse_from([&["import"], words].concat()).args
    }

    #[test]
    fn the_help_names_each_tool() {
        let names = format!(": {} [default", TOOLS.map(|tool| tool.name).join(", "));
        let help = Line::command();
        let from = help.get_arguments().find(|arg| arg.get_id() == "from");
        let from = from.expect("import has a source");
        for help in [from.get_help(), from.get_long_help()] {
            let help = help.expect("a help").to_string();
            assert!(help.contains(&names), "{help}");
        }
    }

    #[test]
    fn an_expression_may_begin_with_a_minus() {
        let negative = "-part1(&parse(input))";
        for option in ["--text", "--part1", "--part2"] {
            let args = parsed(&[option, negative, "--dry-run"]);
            let given = args.text.or(args.part1).or(args.part2);
            assert_eq!(given.as_deref(), Some(negative), "{option}");
            assert!(args.dry_run, "{option}");
        }
        let args = parsed(&["--parse", negative, "--part1", "-input"]);
        assert_eq!(args.parse.as_deref(), Some(negative));
        assert_eq!(args.part1.as_deref(), Some("-input"));
    }
}
