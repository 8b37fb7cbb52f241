//! `aoc import`: inputs, answers, sessions and code of other tools. What it
//! copied it builds and runs, and says what agrees.

use std::collections::{BTreeMap, BTreeSet};

use aoc_solution::Part;
use clap::{Args, ValueHint};
use serde::Serialize;

use crate::app::args::{BuildArgs, LimitArgs};
use crate::app::{App, InputRequest, TIMEOUT, prepare, processors};
use crate::cargo::Profile;
use crate::error::{CliError, Exit};
use crate::import::{self, Expressions, Plan, Setting};
use crate::puzzle::{Puzzle, Year};
use crate::reporter::{full_name, message_line, progress_reporter, puzzle_list, status_word};
use crate::runner::{self, SolveJob, SourceKind, SpawnOptions, Status, Stdout};
use crate::terminal::{self, plural, sanitize};

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
  aoc import --dry-run          show what other tools have stored
  aoc import ../advent-of-code  import the inputs and the code of a repository
  aoc import aocd               import the inputs and answers of aocd
  aoc import ../old --parse 'Map::new(input)' --part1 'input.walk()'")]
pub struct ImportArgs {
    /// A folder, or the name of a tool: aocd, cargo-aoc, aoc-cli [default: what all of these have stored]
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
    #[arg(long, value_name = "EXPR")]
    pub parse: Option<String>,
    /// What answers part 1 of these days
    #[arg(long, value_name = "EXPR")]
    pub part1: Option<String>,
    /// What answers part 2 of these days
    #[arg(long, value_name = "EXPR")]
    pub part2: Option<String>,
}

/// What was imported, or would be.
#[derive(Debug, Serialize)]
struct ImportResults {
    dry_run: bool,
    #[serde(flatten)]
    plan: Plan,
    /// `None` if nothing was built.
    check: Option<ImportCheck>,
}

/// What became of the imported days.
#[derive(Debug, Default, Serialize)]
struct ImportCheck {
    days: usize,
    /// How many of these compile.
    built: usize,
    examples: Agreement,
    /// Answers to inputs.
    answers: Agreement,
    /// How many answers there is nothing to compare with.
    unverified: usize,
    problems: Vec<CheckProblem>,
}

/// How many known answers are given again.
#[derive(Debug, Default, Serialize)]
struct Agreement {
    agree: usize,
    differ: usize,
}

/// Something that is not as it was.
#[derive(Debug, Serialize)]
struct CheckProblem {
    #[serde(flatten)]
    puzzle: Puzzle,
    /// Such as `2020/9 part 1 (example 2)`.
    name: String,
    /// `None` if the day does not compile.
    status: Option<Status>,
    message: String,
}

pub fn run(app: &App, args: &ImportArgs) -> Result<Exit, CliError> {
    let (project, store) = (app.project()?, app.store()?);
    let setting = Setting {
        project,
        store: &store,
        environment: &app.environment,
        from: args.from.as_deref(),
        year: args.year.as_deref().map(Year::read).transpose()?,
        expressions: Expressions {
            parse: args.parse.clone(),
            parts: [args.part1.clone(), args.part2.clone()],
        },
    };
    let lock = (!args.dry_run).then(|| {
        app.locks().acquire(&project.manifest_path(), || {
            app.note("waiting for another aoc that creates files here");
        })
    });
    let plan = import::plan(&setting)?;
    if !args.dry_run {
        let new: Vec<Puzzle> = plan.files.iter().filter_map(|it| it.puzzle).collect();
        let years = new.iter().map(|puzzle| puzzle.year).collect();
        let unused = app.unused_year(&years);
        import::apply(&plan, &setting)?;
        app.sync_years(&years, &new, unused)?;
    }
    drop(lock);
    let is_meant = !args.dry_run && !args.no_check && consents(app, &plan.days);
    // What was imported is told even if it cannot be built.
    let (check, failure) = match is_meant.then(|| check(app, &plan.days)).transpose() {
        Ok(check) => (check, None),
        Err(error) => (None, Some(error)),
    };
    let results = ImportResults {
        dry_run: args.dry_run,
        plan,
        check,
    };
    if app.json {
        terminal::json(&mut app.console(), "import", &results)?;
    } else {
        app.console().print(&screen(&results))?;
        if failure.is_none() {
            conclude(app, &results);
        }
    }
    let is_good = results.check.is_none_or(|check| check.problems.is_empty());
    let exit = if is_good { Exit::Done } else { Exit::Failed };
    failure.map_or(Ok(exit), Err)
}

/// Whether the copies are to be built and run: they are somebody's programs.
fn consents(app: &App, days: &BTreeSet<Puzzle>) -> bool {
    let list = puzzle_list(days.iter().copied());
    let what = format!("the code that was copied for {list}");
    let ask = || terminal::ask(app.stderr, &format!("Build and run {what}?"));
    !days.is_empty()
        && ask().unwrap_or_else(|| {
            app.note(&format!(
                "building and running {what}; --no-check does without"
            ));
            true
        })
}

/// Builds and runs the days, and compares what can be compared.
fn check(app: &App, days: &BTreeSet<Puzzle>) -> Result<ImportCheck, CliError> {
    let days: Vec<Puzzle> = days.iter().copied().collect();
    let workers = app.build_of(
        app.project()?,
        &days,
        &BuildArgs::default(),
        Profile::Aoc,
        (false, true),
    )?;
    let mut check = ImportCheck {
        days: days.len(),
        ..ImportCheck::default()
    };
    let mut jobs = Vec::new();
    for puzzle in days {
        if let Err(error) = workers.worker(puzzle) {
            check.problems.push(CheckProblem {
                puzzle,
                name: puzzle.to_string(),
                status: None,
                message: error.to_string(),
            });
            continue;
        }
        check.built += 1;
        jobs.push(prepare(puzzle, &workers, |executable| {
            let options = SpawnOptions {
                // What hundreds of days print at the same time helps nobody.
                stdout: Stdout::Discard,
                // One that never ends must not hide the others.
                ..app.spawn_options(executable, &LimitArgs::default(), Some(TIMEOUT))
            };
            let inputs = app.inputs(puzzle, &InputRequest::All)?;
            Ok(SolveJob {
                is_test: true,
                examples: Some(app.stored_examples(puzzle)?),
                ..app.plain_job(puzzle, inputs, &Part::BOTH, options)
            })
        }));
    }
    let reporter = progress_reporter(app.console(), jobs.len());
    let ended = runner::execute(jobs, processors(), &app.cancel, reporter)?;
    for result in runner::all_results(&ended) {
        for result in result.examples.iter().chain([&result]) {
            let puzzle = result.header.puzzle;
            for phase in &result.phases {
                let known = match result.header.source {
                    SourceKind::Example => &mut check.examples,
                    _ => &mut check.answers,
                };
                match phase.status {
                    Status::Accepted | Status::Matched => known.agree += 1,
                    Status::Unverified => check.unverified += 1,
                    status if status.is_failure() => {
                        known.differ += usize::from(phase.expected.is_some());
                        let got = phase.answer.as_ref().filter(|_| status == Status::Wrong);
                        let got = got.map_or(String::new(), |answer| format!("got {answer}, "));
                        check.problems.push(CheckProblem {
                            puzzle,
                            name: full_name(
                                &result.header,
                                Some(phase.phase),
                                phase.alternative.as_ref(),
                            ),
                            status: Some(status),
                            message: got + phase.message.as_deref().unwrap_or_default(),
                        });
                    }
                    _ => {}
                }
            }
            let message = result.message.clone();
            let message = message.filter(|_| result.status.is_failure());
            check.problems.extend(message.map(|message| CheckProblem {
                puzzle,
                name: puzzle.to_string(),
                status: Some(result.status),
                message,
            }));
        }
    }
    check.problems.sort_by_key(|it| it.puzzle);
    Ok(check)
}

/// What there is of each year, a line for each reason, and what the check found.
fn screen(results: &ImportResults) -> String {
    let plan = &results.plan;
    let mut lines = years(results);
    let (days, others): (Vec<_>, Vec<_>) = plan.files.iter().partition(|it| it.puzzle.is_some());
    if !others.is_empty() {
        let files = plural(others.len(), "file");
        lines.push(format!("      {files} for modules and manifests"));
    }
    for session in &plan.sessions {
        lines.push(format!("session from {}", session.from.display()));
    }
    for day in days.iter().filter(|it| it.replaces) {
        let file = &day.file;
        lines.push(format!("{file} takes the place of the unchanged template"));
    }
    if plan.unchanged > 0 {
        lines.push(format!("imported before: {}", plan.unchanged));
    }
    if !plan.skipped.is_empty() {
        lines.push("not imported:".to_owned());
    }
    lines.extend(by_reason(plan.skipped.iter().map(|it| {
        let place = it.from.display().to_string();
        (it.puzzle, place, it.why.clone())
    })));
    if let Some(check) = &results.check {
        let agree = check.examples.agree + check.answers.agree;
        let all = agree + check.examples.differ + check.answers.differ;
        let matched = match all {
            0 => String::new(),
            all => format!(", matched {agree} of {}", plural(all, "answer")),
        };
        let days = plural(check.days, "day");
        lines.push(format!("checked: built {} of {days}{matched}", check.built));
        lines.extend(by_reason(check.problems.iter().map(|it| {
            let word = it.status.map_or("does not compile", status_word);
            let why = format!("{word}: {}", message_line(&it.message));
            let unbuilt = it.status.is_none().then_some(it.puzzle);
            (unbuilt, it.name.clone(), why)
        })));
    }
    let lines = lines.iter().map(|line| sanitize(line).into_owned() + "\n");
    lines.collect()
}

/// A line for each year. Days that do not build, or were not built yet, are not
/// called days.
fn years(results: &ImportResults) -> Vec<String> {
    let (plan, check) = (&results.plan, results.check.as_ref());
    let problems = check.map_or(&[][..], |check| &check.problems);
    let broken = problems.iter().filter(|it| it.status.is_none());
    let broken: BTreeSet<Puzzle> = broken.map(|it| it.puzzle).collect();
    let days = plan.files.iter().filter_map(|it| it.puzzle);
    let days = days.filter(|day| !broken.contains(day)).map(|it| (it, 0));
    let inputs = plan.inputs.iter().map(|it| (it.puzzle, 1));
    let answers = plan.answers.iter().map(|it| (it.puzzle, 2));
    let mut years: BTreeMap<Year, [usize; 3]> = BTreeMap::new();
    for (puzzle, kind) in days.chain(inputs).chain(answers) {
        years.entry(puzzle.year).or_default()[kind] += 1;
    }
    let words = [check.map_or("unchecked day", |_| "day"), "input", "answer"];
    let line = |(year, counts): (Year, [usize; 3])| {
        let counts = words.iter().zip(counts).filter(|(_, n)| *n > 0);
        let counts: Vec<String> = counts.map(|(word, n)| plural(n, word)).collect();
        format!("{year}  {}", counts.join(", "))
    };
    years.into_iter().map(line).collect()
}

/// A line for each reason, with the puzzles or places that have it.
fn by_reason(all: impl Iterator<Item = (Option<Puzzle>, String, String)>) -> Vec<String> {
    let mut reasons: BTreeMap<String, (Vec<String>, Vec<Puzzle>)> = BTreeMap::new();
    for (puzzle, place, why) in all {
        let (places, puzzles) = reasons.entry(why).or_default();
        match puzzle {
            Some(puzzle) => puzzles.push(puzzle),
            None => places.push(place),
        }
    }
    let line = |(why, (mut places, puzzles)): (String, (Vec<String>, Vec<Puzzle>))| {
        places.extend((!puzzles.is_empty()).then(|| puzzle_list(puzzles)));
        format!("  {}: {why}", places.join(", "))
    };
    reasons.into_iter().map(line).collect()
}

/// Says what to do next.
fn conclude(app: &App, results: &ImportResults) {
    let plan = &results.plan;
    let is_empty = plan.inputs.is_empty() && plan.answers.is_empty();
    if is_empty && plan.sessions.is_empty() && plan.files.is_empty() {
        let places = plan.places.join(", ");
        app.note(&format!("nothing new to import; looked at {places}"));
    } else if results.dry_run {
        app.note("nothing was written, because of --dry-run");
    }
    let days = puzzle_list(plan.days.iter().copied()).replace(", ", " ");
    match &results.check {
        Some(check) if check.unverified > 0 => app.note(&format!(
            "{} could not be compared: `aoc run {days}` prints them; `aoc fetch {days}` downloads \
             those that the site has accepted, for `aoc verify {days}`",
            plural(check.unverified, "answer")
        )),
        None if !results.dry_run && !days.is_empty() => {
            app.note(&format!(
                "`aoc test {days}` builds the copies and checks them"
            ));
        }
        _ => {}
    }
}
