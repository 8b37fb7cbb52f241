//! `aoc import`: inputs, answers, sessions and code of other tools. What it
//! copied it builds and runs, and says what agrees.

use aoc_solution::Part;
use clap::{ArgGroup, Args, ValueHint};
use serde::Serialize;

use crate::app::args::{BuildArgs, LimitArgs};
use crate::app::jobs::{execute, prepare, processors, silent_options, solve_job};
use crate::app::new_day::{lock_files, sync_years};
use crate::app::{App, BuildMode, InputRequest, build, inputs};
use crate::error::{CliError, Exit};
use crate::import::{self, ImportedText, Plan, Setting, Skipped};
use crate::puzzle::{Puzzle, Year};
use crate::reporter::{Results, puzzle_list};
use crate::runner::{self, ExampleSources, JobResult, PuzzleResult, SolvePlan};
use crate::terminal::style::PLAIN;
use crate::terminal::{self, Terminal, plural, row};

/// Import inputs, answers, sessions and code from other tools
///
/// Copies inputs, answers and code from repositories of solutions in Rust, and what
/// aocd, cargo-aoc and aoc-cli have stored, into this project. Nothing is replaced,
/// and the source stays as it is. What is left out is listed with the reason. The
/// copies are then built and run.
///
/// Days of cargo-aoc, of the common template, and with functions such as `part1(input:
/// &str)` are understood. For all others say how they are called, with expressions
/// over the text `input`: `--part1 'solve(input).0'`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  aoc import ../advent-of-code  import the inputs and the code of a repository
  aoc import ../old --parse 'Map::new(input)' --part1 'input.walk()'")]
#[command(group = ArgGroup::new("parts").multiple(true))]
pub struct ImportArgs {
    /// A folder, or the name of a tool: aocd, cargo-aoc, aoc-cli [default: the inputs and answers of aocd]
    #[arg(value_hint = ValueHint::DirPath)]
    pub from: Option<String>,
    /// The year of files that do not say it
    #[arg(short, long)]
    pub year: Option<String>,
    /// Show what would be imported, and write nothing
    #[arg(long)]
    pub dry_run: bool,
    /// Copy only: do not build and run the imported days
    #[arg(long)]
    pub no_check: bool,
    /// What makes the input of the parts from the text `input`, for days that are not understood
    #[arg(long, value_name = "EXPR", requires = "parts", value_parser = import::expression)]
    pub parse: Option<String>,
    /// What answers part 1 of these days
    #[arg(long, value_name = "EXPR", group = "parts", value_parser = import::expression)]
    pub part1: Option<String>,
    /// What answers part 2 of these days
    #[arg(long, value_name = "EXPR", group = "parts", value_parser = import::expression)]
    pub part2: Option<String>,
}

/// The JSON of `aoc import`.
#[derive(Debug, Serialize)]
struct ImportResults<'a> {
    dry_run: bool,
    #[serde(flatten)]
    plan: &'a Plan,
    /// The results of the imported days; `None` if nothing was built.
    check: Option<Vec<PuzzleResult>>,
}

pub fn run(app: &App, args: &ImportArgs) -> Result<Exit, CliError> {
    let parts = Part::BOTH.into_iter().zip([&args.part1, &args.part2]);
    let expression = |(part, call): (Part, &Option<String>)| match (&args.parse, call.as_ref()?) {
        (Some(parse), call) => Some((part, format!("{{ let input = {parse}; {call} }}"))),
        (None, call) => Some((part, call.clone())),
    };
    let setting = Setting {
        project: app.project()?,
        store: app.store()?,
        environment: &app.environment,
        from: args.from.as_deref(),
        year: args.year.as_deref().map(Year::read).transpose()?,
        expressions: &parts.filter_map(expression).collect::<Vec<_>>(),
    };
    let lock = (!args.dry_run).then(|| lock_files(app)).transpose()?;
    let plan = import::plan(&setting)?;
    let new: Vec<Puzzle> = plan.files.iter().filter_map(|it| it.puzzle).collect();
    if !args.dry_run {
        // Of unchanged days, too: an import that failed may have left a year half made.
        let years = plan.days.iter().map(|puzzle| puzzle.year).collect();
        import::apply(&plan, &setting)?;
        sync_years(app, &years, &new)?;
    } else if !app.json {
        app.note("nothing was written, because of --dry-run");
    }
    drop(lock);
    if !app.json {
        app.console().print(&screen(app.stdout, &plan, new))?;
    }
    let is_due = !args.dry_run && !args.no_check && !plan.days.is_empty();
    let checked = is_due.then(|| check(app, &plan.days)).transpose();
    // What was imported is told even if it cannot be built.
    if app.json {
        let ended = checked.as_ref().ok().and_then(Option::as_deref);
        let results = ImportResults {
            dry_run: args.dry_run,
            plan: &plan,
            check: ended.map(runner::all_results),
        };
        terminal::json(&mut app.console(), "import", &results)?;
    }
    runner::exit_of(checked?.unwrap_or_default(), plan.days.len())
}

/// Builds and runs the days with all that there is to compare, and shows what differs;
/// they are somebody's programs, so that a user on a terminal is asked first.
fn check(app: &App, days: &[Puzzle]) -> Result<Vec<JobResult<Vec<PuzzleResult>>>, CliError> {
    let list = puzzle_list(days.iter().copied());
    let question = format!("Build and run the code that was copied for {list}?");
    match terminal::ask(app.stderr, &question) {
        Some(true) => {}
        Some(false) => return Ok(Vec::new()),
        None => app.note(&format!("building and running {list}: --no-check does not")),
    }
    let workers = build(app, days, &BuildArgs::default(), BuildMode::Silent)?;
    let jobs = prepare(app, days, &workers, |puzzle, executable| {
        let options = silent_options(app, puzzle.day, executable, &LimitArgs::default());
        let inputs = inputs::find(app, puzzle, &InputRequest::All)?;
        let examples = ExampleSources {
            stored: inputs::stored_examples(app, puzzle)?,
            page: None,
        };
        let plan = if inputs.is_empty() {
            SolvePlan::Examples {
                examples,
                missing: None,
            }
        } else {
            SolvePlan::Inputs {
                inputs,
                examples: Some(examples),
            }
        };
        Ok(solve_job(app, puzzle, plan, &Part::BOTH, options))
    })?;
    if !app.json {
        let built = days.iter().filter(|day| workers.worker(**day).is_ok());
        let count = format!("{} of {}", built.count(), plural(days.len(), "day"));
        app.console().print(&format!("\nbuilt {count}\n"))?;
    }
    execute(app, Results::Verify, days, processors(), jobs)
}

/// The number of each kind with its days, and a line for each reason.
fn screen(terminal: Terminal, plan: &Plan, days: Vec<Puzzle>) -> String {
    let puzzles = |texts: &[ImportedText]| puzzle_list(texts.iter().map(|text| text.puzzle));
    let kinds = [
        // Nobody knows yet whether they build.
        (days.len(), "unchecked day", puzzle_list(days)),
        (plan.inputs.len(), "input", puzzles(&plan.inputs)),
        (plan.answers.len(), "answer", puzzles(&plan.answers)),
        (plan.sessions.len(), "session", "of the tool".to_owned()),
    ];
    let line = |(count, kind, of): (usize, &str, String)| format!("{}: {of}", plural(count, kind));
    let mut lines: Vec<_> = kinds.into_iter().filter(|it| it.0 > 0).map(line).collect();
    let mut skipped: Vec<&Skipped> = plan.skipped.iter().collect();
    skipped.sort_by_key(|skipped| &skipped.why);
    for same in skipped.chunk_by(|one, other| one.why == other.why) {
        let others = same.iter().filter(|other| other.puzzle.is_none());
        let mut names: Vec<_> = others.map(|it| it.from.display().to_string()).collect();
        let days = puzzle_list(same.iter().filter_map(|day| day.puzzle));
        names.extend(Some(days).filter(|days| !days.is_empty()));
        let (names, why) = (names.join(", "), &same[0].why);
        lines.push(format!("not imported: {names}: {why}"));
    }
    if lines.is_empty() {
        lines.push("nothing new to import".to_owned());
    }
    let row = |line: &String| row(terminal, 0, &[], &[(PLAIN, line)]);
    lines.iter().map(row).collect()
}
