//! `aoc import`: inputs, answers, sessions and code of other tools. What it
//! copied it builds and runs, and says what agrees.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use aoc_solution::Part;
use clap::{Args, ValueHint};
use serde::Serialize;

use crate::app::args::LimitArgs;
use crate::app::{App, InputRequest, TIMEOUT, prepare, processors};
use crate::cargo::Profile;
use crate::error::{CliError, Exit};
use crate::import::{self, Expressions, Origin, Plan, Setting};
use crate::puzzle::{Puzzle, Year};
use crate::reporter::status_word;
use crate::reporter::{Extent, full_name, message_line, progress_reporter, puzzle_list};
use crate::runner::{
    JobResult, PuzzleResult, SolveJob, SolveTask, SourceKind, SpawnOptions, Status, Stdout,
};
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
    schema: &'static str,
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
    let expressions = Expressions {
        parse: args.parse.clone(),
        parts: [args.part1.clone(), args.part2.clone()],
    };
    let setting = Setting {
        project,
        store: &store,
        places: app.places(),
        year: args.year.as_deref().map(Year::read).transpose()?,
        expressions: &expressions,
        is_named: args.from.is_some(),
    };
    let origins = origins(app, args.from.as_deref())?;
    let mut plan = import::plan(&origins, &setting)?;
    if !args.dry_run {
        let _lock = app.locks().acquire(&project.manifest_path(), || {
            app.note("waiting for another aoc that creates files here");
        });
        let days = plan.files.iter().filter_map(|it| it.puzzle);
        let unused = app.unused_year(&days.map(|puzzle| puzzle.year).collect());
        import::apply(&mut plan, &setting, &app.locks())?;
        let new: Vec<Puzzle> = plan.files.iter().filter_map(|it| it.puzzle).collect();
        let years = new.iter().map(|puzzle| puzzle.year).collect();
        app.sync_years(&years, &new, unused.filter(|_| !new.is_empty()))?;
    }
    let days = plan.days();
    let mut results = ImportResults {
        schema: "aoc-import/1",
        dry_run: args.dry_run,
        plan,
        check: None,
    };
    let mut checked = Ok(());
    if !args.dry_run && !args.no_check && consents(app, &days) {
        checked = check(app, &days).map(|check| results.check = Some(check));
    }
    // What was imported is told even if it cannot be built.
    if app.json {
        terminal::json(&mut app.console(), &results)?;
    } else {
        app.console().print(&screen(&results))?;
        if checked.is_ok() {
            conclude(app, &origins, &days, &results);
        }
    }
    checked?;
    let is_good = results.check.is_none_or(|check| check.problems.is_empty());
    Ok(if is_good { Exit::Done } else { Exit::Failed })
}

fn origins(app: &App, from: Option<&str>) -> Result<Vec<Origin>, CliError> {
    let environment = &app.environment;
    // Other tools use `.config` on every system.
    let own = environment.config_dir.as_deref().and_then(Path::parent);
    let usual = environment.home.as_ref().map(|home| home.join(".config"));
    let config: Vec<PathBuf> = own.map(Path::to_owned).into_iter().chain(usual).collect();
    let mut aocd = ["AOCD_DIR", "AOCD_DATA_DIR", "AOCD_CONFIG_DIR"].iter();
    let aocd = aocd.find_map(|name| environment.variable(name));
    import::origins(from, &config, aocd.map(Path::new))
}

/// Whether the copies are to be built and run: they are somebody's programs.
fn consents(app: &App, days: &[Puzzle]) -> bool {
    if days.is_empty() {
        return false;
    }
    let days = puzzle_list(days.iter().copied());
    let what = format!("the code that was copied for {days}");
    terminal::ask(app.stderr, &format!("Build and run {what}?")).unwrap_or_else(|| {
        app.note(&format!(
            "building and running {what}; --no-check does without"
        ));
        true
    })
}

/// Builds and runs the days, and compares what can be compared.
fn check(app: &App, days: &[Puzzle]) -> Result<ImportCheck, CliError> {
    let workers = app.build_silently(days, Profile::Aoc)?;
    let mut check = ImportCheck {
        days: days.len(),
        ..ImportCheck::default()
    };
    let mut jobs: Vec<JobResult<SolveJob>> = Vec::new();
    for &puzzle in days {
        if let Err(failure) = workers.worker(puzzle) {
            check.problem(puzzle, puzzle.to_string(), None, failure.to_string());
            continue;
        }
        check.built += 1;
        jobs.extend(prepare(puzzle, &workers, |executable| {
            let inputs = app.inputs(puzzle, &InputRequest::All)?.into_iter();
            let options = SpawnOptions {
                // What hundreds of days print at the same time helps nobody.
                stdout: Stdout::Discard,
                // One that never ends must not hide the others.
                ..app.spawn_options(executable, &LimitArgs::default(), Some(TIMEOUT))
            };
            let job = |task| app.plain_job(puzzle, task, &Part::BOTH, options.clone());
            let mut jobs = vec![job(SolveTask::Test)];
            jobs[0].examples = Some(app.stored_examples(puzzle)?);
            jobs.extend(inputs.map(|input| job(SolveTask::Input(input))));
            Ok(jobs)
        }));
    }
    let extent = Extent {
        puzzles: jobs.len(),
        parallelism: processors(),
    };
    let reporter = progress_reporter(app.console(), extent);
    for result in app.execute(jobs, extent, reporter)? {
        match result {
            Ok(solved) => solved.iter().for_each(|result| check.add(result)),
            Err(it) => {
                let name = it.puzzle.to_string();
                check.problem(it.puzzle, name, Some(Status::Error), it.to_string());
            }
        }
    }
    check.problems.sort_by_key(|it| it.puzzle);
    Ok(check)
}

impl ImportCheck {
    fn add(&mut self, result: &PuzzleResult) {
        let puzzle = result.header.puzzle();
        result.examples.iter().for_each(|example| self.add(example));
        for phase in &result.phases {
            let known = match result.header.source {
                SourceKind::Example => &mut self.examples,
                _ => &mut self.answers,
            };
            match phase.status {
                Status::Accepted | Status::Matched => known.agree += 1,
                Status::Unverified => self.unverified += 1,
                status if status.is_failure() => {
                    known.differ += usize::from(phase.expected.is_some());
                    let got = phase.answer.as_ref().filter(|_| status == Status::Wrong);
                    let got = got.map_or(String::new(), |answer| format!("got {answer}, "));
                    let message = got + phase.message.as_deref().unwrap_or_default();
                    self.problem(
                        puzzle,
                        full_name(&result.header, phase),
                        Some(status),
                        message,
                    );
                }
                _ => {}
            }
        }
        if let Some(message) = result.message.clone() {
            self.problem(puzzle, puzzle.to_string(), Some(result.status), message);
        }
    }

    fn problem(&mut self, puzzle: Puzzle, name: String, status: Option<Status>, message: String) {
        self.problems.push(CheckProblem {
            puzzle,
            name,
            status,
            message,
        });
    }

    /// `built 24 of 25 days, matched 12 of 12 answers`
    fn words(&self) -> String {
        let agree = self.examples.agree + self.answers.agree;
        let all = agree + self.examples.differ + self.answers.differ;
        let built = format!("built {} of {}", self.built, plural(self.days, "day"));
        match all {
            0 => built,
            all => format!("{built}, matched {agree} of {}", plural(all, "answer")),
        }
    }
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
    for day in days.iter().filter(|it| it.replaces.is_some()) {
        lines.push(format!(
            "{} takes the place of the unchanged template",
            day.file
        ));
    }
    if plan.unchanged > 0 {
        lines.push(format!("imported before: {}", plan.unchanged));
    }
    if !plan.skipped.is_empty() {
        lines.push("not imported:".to_owned());
    }
    let skipped = plan.skipped.iter();
    lines.extend(by_reason(skipped.map(|it| {
        let place = it.from.display().to_string();
        (it.puzzle, place, it.why.clone())
    })));
    if let Some(check) = &results.check {
        lines.push(format!("checked: {}", check.words()));
        lines.extend(by_reason(check.problems.iter().map(|it| {
            let word = it.status.map_or("does not compile", status_word);
            let why = format!("{word}: {}", message_line(&it.message));
            let unbuilt = it.status.is_none().then_some(it.puzzle);
            (unbuilt, it.name.clone(), why)
        })));
    }
    lines
        .iter()
        .map(|line| sanitize(line).into_owned() + "\n")
        .collect()
}

/// A line for each year. Days that do not build, or were not built yet, are not
/// called days.
fn years(results: &ImportResults) -> Vec<String> {
    let (plan, check) = (&results.plan, results.check.as_ref());
    let problems = || check.into_iter().flat_map(|check| &check.problems);
    let is_built = |day: &Puzzle| !problems().any(|it| it.status.is_none() && it.puzzle == *day);
    let days = plan
        .files
        .iter()
        .filter_map(|it| it.puzzle)
        .filter(is_built);
    let days = days.map(|it| (it.year, 0));
    let inputs = plan.inputs.iter().map(|it| (it.puzzle.year, 1));
    let answers = plan.answers.iter().map(|it| (it.puzzle.year, 2));
    let mut years: BTreeMap<Year, [usize; 3]> = BTreeMap::new();
    for (year, kind) in days.chain(inputs).chain(answers) {
        years.entry(year).or_default()[kind] += 1;
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
    let mut reasons: Vec<(String, Vec<String>, Vec<Puzzle>)> = Vec::new();
    for (puzzle, place, why) in all {
        let index = reasons
            .iter()
            .position(|it| it.0 == why)
            .unwrap_or(reasons.len());
        if index == reasons.len() {
            reasons.push((why, Vec::new(), Vec::new()));
        }
        match puzzle {
            Some(puzzle) => reasons[index].2.push(puzzle),
            None => reasons[index].1.push(place),
        }
    }
    let line = |(why, mut places, puzzles): (String, Vec<String>, Vec<Puzzle>)| {
        places.extend((!puzzles.is_empty()).then(|| puzzle_list(puzzles)));
        format!("  {}: {why}", places.join(", "))
    };
    reasons.into_iter().map(line).collect()
}

/// Says what to do next.
fn conclude(app: &App, origins: &[Origin], days: &[Puzzle], results: &ImportResults) {
    let plan = &results.plan;
    let is_empty = plan.inputs.is_empty() && plan.answers.is_empty();
    if is_empty && plan.sessions.is_empty() && plan.files.is_empty() {
        let places = origins.iter().map(|it| it.tool.unwrap_or("the folder"));
        let places = places.collect::<Vec<_>>().join(", ");
        app.note(&format!("nothing new to import; looked at {places}"));
    } else if results.dry_run {
        app.note("nothing was written, because of --dry-run");
    }
    let days = puzzle_list(days.iter().copied()).replace(", ", " ");
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
