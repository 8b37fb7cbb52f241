//! `aoc import`: inputs, answers, sessions and code of other tools. What it
//! copied it builds and runs, and says what agrees.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use aoc_solution::Part;
use clap::{Args, ValueHint};
use serde::Serialize;

use crate::app::{App, InputRequest, prepare, processors};
use crate::cargo::Profile;
use crate::error::{CliError, Exit};
use crate::import::{
    self, Expressions, Folders, ImportedFile, ImportedSession, Origin, Plan, Setting,
};
use crate::puzzle::{Puzzle, Year};
use crate::reporter::status_word;
use crate::reporter::{Extent, full_name, message_line, progress_reporter, puzzle_list};
use crate::runner::{Prepared, PuzzleResult, SolveJob, SolveTask, SourceKind, Status, Stdout};
use crate::terminal::{self, Verbosity, plural, sanitize};

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
    expressions.check()?;
    let setting = Setting {
        project,
        store: &store,
        places: app.places(),
        year: args.year.as_deref().map(App::year).transpose()?,
        title: &|puzzle| app.cached_title(puzzle),
        expressions: &expressions,
        is_named: args.from.is_some(),
    };
    let origins = import::origins(args.from.as_deref(), folders(app))?;
    let mut plan = import::plan(&origins, &setting)?;
    if !args.dry_run {
        let _lock = app.locks().acquire(&project.manifest_path(), || {
            app.note("waiting for another aoc that creates files here");
        });
        import::apply(&mut plan, &setting, &app.locks())?;
        let new: Vec<_> = plan
            .files
            .iter()
            .filter_map(|it| Some((it.puzzle?, None)))
            .collect();
        let years = new.iter().map(|(puzzle, _)| puzzle.year);
        app.sync_years(project, years.collect(), &new)?;
    }
    let days = plan.days();
    let (schema, dry_run) = ("aoc-import/1", args.dry_run);
    let mut results = ImportResults {
        schema,
        dry_run,
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
        app.console().print(&screen(app, &results))?;
        if checked.is_ok() {
            conclude(app, &origins, &days, &results);
        }
    }
    checked?;
    let is_good = results.check.is_none_or(|check| check.problems.is_empty());
    Ok(if is_good { Exit::Done } else { Exit::Failed })
}

fn folders(app: &App) -> Folders<'_> {
    let environment = &app.environment;
    let mut aocd = ["AOCD_DIR", "AOCD_DATA_DIR", "AOCD_CONFIG_DIR"].iter();
    let aocd = aocd.find_map(|name| environment.variable(name));
    Folders {
        home: environment.home.as_deref(),
        config: environment.config_dir.as_deref().and_then(Path::parent),
        aocd: aocd.map(AsRef::as_ref),
    }
}

/// Whether the copies are to be built and run: they are somebody's programs.
fn consents(app: &App, days: &[Puzzle]) -> bool {
    if days.is_empty() {
        return false;
    }
    let what = format!(
        "the code that was copied for {}",
        puzzle_list(days.iter().copied())
    );
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
    let mut jobs: Vec<Prepared<SolveJob>> = Vec::new();
    for &puzzle in days {
        if let Err(failure) = workers.worker(puzzle) {
            check.problem(puzzle, None, &failure.message);
            continue;
        }
        check.built += 1;
        jobs.extend(prepare(puzzle, &workers, |executable| {
            let examples = app.stored_examples(puzzle)?;
            let inputs = app.inputs(puzzle, &InputRequest::All)?.into_iter();
            let inputs = inputs.map(|input| SolveTask::Input {
                input,
                examples: None,
            });
            let tasks = [SolveTask::Test { examples }].into_iter().chain(inputs);
            let job = |task| {
                let mut job = app.plain_job(puzzle, executable, task, &Part::BOTH);
                // What hundreds of days print at the same time helps nobody.
                job.spawn_options.stdout = Stdout::Discard;
                // One that never ends must not hide the others.
                job.limits.timeout = Some(Duration::from_mins(1));
                Prepared::new(job)
            };
            Ok(tasks.map(job).collect())
        }));
    }
    let (puzzles, parallelism) = (jobs.len(), processors());
    let extent = Extent {
        puzzles,
        parallelism,
    };
    let reporter = progress_reporter(app.console(), extent);
    for result in app.execute(jobs, extent, reporter)?.results {
        match result {
            Ok(solved) => solved.iter().for_each(|result| check.add(result)),
            Err(it) => check.problem(it.puzzle, Some(Status::Error), &it.to_string()),
        }
    }
    check.problems.sort_by_key(|it| it.puzzle);
    Ok(check)
}

impl ImportCheck {
    fn add(&mut self, result: &PuzzleResult) {
        let puzzle = result.header.puzzle();
        result.examples.iter().for_each(|example| self.add(example));
        let known = match result.header.source {
            SourceKind::Example => &mut self.examples,
            _ => &mut self.answers,
        };
        for phase in &result.phases {
            match phase.status {
                Status::Accepted | Status::Matched => known.agree += 1,
                Status::Unverified => self.unverified += 1,
                status if status.is_failure() => {
                    known.differ += usize::from(phase.expected.is_some());
                    let mut message = phase.message.clone().unwrap_or_default();
                    if let (Some(answer), Status::Wrong) = (&phase.answer, status) {
                        message = format!("got {answer}, {message}");
                    }
                    let (name, status) = (full_name(&result.header, phase), Some(status));
                    self.problems.push(CheckProblem {
                        puzzle,
                        name,
                        status,
                        message,
                    });
                }
                _ => {}
            }
        }
        if let Some(message) = &result.message {
            self.problem(puzzle, Some(result.status), message);
        }
    }

    fn problem(&mut self, puzzle: Puzzle, status: Option<Status>, message: &str) {
        let (name, message) = (puzzle.to_string(), message.to_owned());
        self.problems.push(CheckProblem {
            puzzle,
            name,
            status,
            message,
        });
    }

    /// `25 of 25 days build, 19 of 20 examples and 12 of 12 answers agree`
    fn words(&self) -> String {
        let words = format!("{} of {} build", self.built, plural(self.days, "day"));
        let known = [
            (&self.examples, "example answer"),
            (&self.answers, "answer"),
        ];
        let known = known.iter().filter(|(it, _)| it.agree + it.differ > 0);
        let known = known.map(|(Agreement { agree, differ }, word)| {
            format!("{agree} of {}", plural(agree + differ, word))
        });
        match &*known.collect::<Vec<_>>().join(" and ") {
            "" => words,
            known => format!("{words}, {known} agree"),
        }
    }
}

/// A line for each year, for each reason, and what the check found.
fn screen(app: &App, results: &ImportResults) -> String {
    let (plan, check) = (&results.plan, results.check.as_ref());
    let mut lines = years(plan, check);
    let others = plan.files.iter().filter(|it| it.puzzle.is_none());
    match others.count() {
        0 => {}
        n => lines.push(format!(
            "      {} for modules and manifests",
            plural(n, "file")
        )),
    }
    for ImportedSession { account, from, .. } in &plan.sessions {
        let account = account.as_ref().map(|it| format!(" of {it}"));
        let account = account.unwrap_or_default();
        lines.push(format!("session{account} from {}", from.display()));
    }
    for ImportedFile {
        file,
        replaces,
        puzzle,
        ..
    } in &plan.files
    {
        if replaces.is_some() && puzzle.is_some() {
            lines.push(format!("{file} takes the place of the unchanged template"));
        } else if app.verbosity == Verbosity::Verbose {
            lines.push(format!("  {file}"));
        }
    }
    if plan.unchanged > 0 {
        lines.push(format!("imported before: {}", plan.unchanged));
    }
    if !plan.skipped.is_empty() {
        lines.push("not imported:".to_owned());
    }
    let places = plan.skipped.iter().map(|it| {
        let from = it.from.display().to_string();
        (it.puzzle.ok_or(from), it.why.clone())
    });
    lines.extend(by_reason(places));
    if let Some(check) = check {
        lines.push(format!("checked: {}", check.words()));
        let problems = check.problems.iter().map(|it| {
            let word = it.status.map_or("does not compile", status_word);
            let why = format!("{word}: {}", message_line(&it.message));
            let name = it.name.clone();
            (it.status.map_or(Ok(it.puzzle), |_| Err(name)), why)
        });
        lines.extend(by_reason(problems));
    }
    lines
        .iter()
        .fold(String::new(), |text, line| text + &sanitize(line) + "\n")
}

/// What there is of each year. Days that were not built yet are not called days.
fn years(plan: &Plan, check: Option<&ImportCheck>) -> Vec<String> {
    let day = check.map_or("unchecked day", |_| "day");
    let words = [day, "example", "input", "answer"];
    let mut years: BTreeMap<Year, [usize; 4]> = BTreeMap::new();
    for file in &plan.files {
        let Some(puzzle) = file.puzzle else { continue };
        let mut problems = check.into_iter().flat_map(|check| &check.problems);
        let is_unbuilt = problems.any(|it| it.status.is_none() && it.puzzle == puzzle);
        let counts = years.entry(puzzle.year).or_default();
        counts[0] += usize::from(!is_unbuilt);
        counts[1] += file.examples;
    }
    for it in &plan.inputs {
        years.entry(it.puzzle.year).or_default()[2] += 1;
    }
    for it in &plan.answers {
        years.entry(it.puzzle.year).or_default()[3] += 1;
    }
    let line = |(year, counts): (Year, [usize; 4])| {
        let counts = words.iter().zip(counts).filter(|(_, n)| *n > 0);
        let counts: Vec<String> = counts.map(|(word, n)| plural(n, word)).collect();
        format!("{year}  {}", counts.join(", "))
    };
    years.into_iter().map(line).collect()
}

/// A line for each reason, with the puzzles or places that have it.
fn by_reason(all: impl Iterator<Item = (Result<Puzzle, String>, String)>) -> Vec<String> {
    let mut reasons: Vec<(String, Vec<Puzzle>, Vec<String>)> = Vec::new();
    for (place, why) in all {
        let known = reasons.iter().position(|it| it.0 == why);
        let index = known.unwrap_or_else(|| {
            reasons.push((why, Vec::new(), Vec::new()));
            reasons.len() - 1
        });
        match place {
            Ok(puzzle) => reasons[index].1.push(puzzle),
            Err(place) => reasons[index].2.push(place),
        }
    }
    let line = |(why, puzzles, mut places): (String, Vec<Puzzle>, Vec<String>)| {
        places.extend((!puzzles.is_empty()).then(|| puzzle_list(puzzles)));
        format!("  {}: {why}", places.join(", "))
    };
    reasons.into_iter().map(line).collect()
}

/// What to do next.
fn conclude(app: &App, origins: &[Origin], days: &[Puzzle], results: &ImportResults) {
    let plan = &results.plan;
    let is_empty = plan.inputs.is_empty() && plan.answers.is_empty();
    if is_empty && plan.sessions.is_empty() && plan.files.is_empty() {
        let places = origins
            .iter()
            .map(|origin| origin.tool.unwrap_or("the folder"));
        let places = places.collect::<Vec<_>>().join(", ");
        app.note(&format!("nothing new to import; looked at {places}"));
        if origins.len() > 1 {
            app.note("what is in a repository: `aoc import FOLDER`");
        }
    } else if results.dry_run {
        app.note("nothing was written, because of --dry-run");
    }
    let years = match (days.first(), days.last()) {
        (Some(first), Some(last)) if first.year != last.year => {
            format!("{}-{}", first.year, last.year)
        }
        (Some(first), _) => first.year.to_string(),
        _ => return,
    };
    let Some(check) = &results.check else {
        if !results.dry_run {
            app.note(&format!(
                "`aoc test {years}` builds the copies and checks their examples"
            ));
        }
        return;
    };
    if check
        .problems
        .iter()
        .any(|it| it.message.ends_with("with overflow"))
    {
        app.note(
            "a release build of the old repository lets numbers overflow, `aoc run` does not: \
             correct these days, or add `overflow-checks = false` to [profile.aoc] in Cargo.toml",
        );
    }
    if check.unverified > 0 {
        let answers = plural(check.unverified, "answer");
        app.note(&format!(
            "{answers} could not be compared: `aoc run {years}` prints them, to be compared with \
             those of the old repository; `aoc fetch {years}` downloads those that the site has \
             accepted, for `aoc verify {years}`"
        ));
    }
}
