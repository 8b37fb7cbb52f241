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
use crate::import::{self, Expressions, Folders, Origin, Plan, Setting, Skipped};
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
    let mut check = ImportCheck::default();
    check.days = days.len();
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
        let mut words = format!("{} of {} build", self.built, plural(self.days, "day"));
        let known = [
            (&self.examples, "example answer"),
            (&self.answers, "answer"),
        ];
        let mut between = ", ";
        for (Agreement { agree, differ }, word) in known {
            if agree + differ > 0 {
                words += &format!("{between}{agree} of {}", plural(agree + differ, word));
                between = " and ";
            }
        }
        words + if between == ", " { "" } else { " agree" }
    }
}

/// A line for each year, for each reason, and what the check found.
fn screen(app: &App, results: &ImportResults) -> String {
    let (plan, check) = (&results.plan, results.check.as_ref());
    let mut lines = Vec::new();
    let mut years: BTreeMap<Year, [usize; 4]> = BTreeMap::new();
    for file in &plan.files {
        let Some(puzzle) = file.puzzle else { continue };
        let mut problems = check.into_iter().flat_map(|check| &check.problems);
        let is_unbuilt = problems.any(|it| it.status.is_none() && it.puzzle == puzzle);
        let counts = years.entry(puzzle.year).or_default();
        counts[0] += usize::from(!is_unbuilt);
        counts[1] += file.examples;
    }
    plan.inputs
        .iter()
        .for_each(|it| years.entry(it.puzzle.year).or_default()[2] += 1);
    plan.answers
        .iter()
        .for_each(|it| years.entry(it.puzzle.year).or_default()[3] += 1);
    let day = if check.is_some() {
        "day"
    } else {
        "unchecked day"
    };
    for (year, counts) in years {
        let counts = [day, "example", "input", "answer"].into_iter().zip(counts);
        let counts = counts.filter(|(_, count)| *count > 0);
        let words: Vec<String> = counts.map(|(word, count)| plural(count, word)).collect();
        lines.push(format!("{year}  {}", words.join(", ")));
    }
    let others = plan
        .files
        .iter()
        .filter(|file| file.puzzle.is_none())
        .count();
    if others > 0 {
        lines.push(format!(
            "      {} for modules and manifests",
            plural(others, "file")
        ));
    }
    for session in &plan.sessions {
        let account = session.account.as_ref().map(|name| format!(" of {name}"));
        let from = session.from.display();
        lines.push(format!(
            "session{} from {from}",
            account.unwrap_or_default()
        ));
    }
    let replaced = plan
        .files
        .iter()
        .filter(|it| it.puzzle.is_some() && it.replaces.is_some());
    for file in replaced {
        lines.push(format!(
            "{} takes the place of the unchanged template",
            file.file
        ));
    }
    if plan.unchanged > 0 {
        lines.push(format!("imported before: {}", plan.unchanged));
    }
    if app.verbosity == Verbosity::Verbose {
        let shown = |path: &Path| app.shown(path).display().to_string();
        let inputs = plan
            .inputs
            .iter()
            .map(|it| (shown(&it.file), Some(&it.from)));
        let files = plan
            .files
            .iter()
            .map(|it| (it.file.clone(), it.from.as_ref()));
        lines.extend(inputs.chain(files).map(|(file, from)| match from {
            Some(from) => format!("  {file} from {}", from.display()),
            None => format!("  {file}"),
        }));
    }
    if !plan.skipped.is_empty() {
        lines.push("not imported:".to_owned());
    }
    let mut reasons: Vec<&str> = Vec::new();
    for Skipped { why, .. } in &plan.skipped {
        if reasons.contains(&why.as_str()) {
            continue;
        }
        reasons.push(why);
        let same = plan.skipped.iter().filter(|it| it.why == *why);
        let (days, files): (Vec<_>, Vec<_>) = same.partition(|it| it.puzzle.is_some());
        let mut names: Vec<String> = files
            .iter()
            .map(|it| it.from.display().to_string())
            .collect();
        names.extend(
            (!days.is_empty()).then(|| puzzle_list(days.iter().filter_map(|it| it.puzzle))),
        );
        lines.push(format!("  {}: {why}", names.join(", ")));
    }
    if let Some(check) = check {
        lines.push(format!("checked: {}", check.words()));
        let mut told: Vec<&str> = Vec::new();
        for CheckProblem {
            name,
            status,
            message,
            ..
        } in &check.problems
        {
            let same = |it: &&CheckProblem| (it.status, &it.message) == (None, message);
            let same = check.problems.iter().filter(same).map(|it| it.puzzle);
            // What keeps several days from being built is told once.
            let (name, word) = match status {
                Some(status) => (name.clone(), status_word(*status)),
                None if told.contains(&message.as_str()) => continue,
                None => (puzzle_list(same), "does not compile"),
            };
            told.push(message);
            lines.push(format!("  {name}  {word}: {}", message_line(message)));
        }
    }
    lines
        .iter()
        .map(|line| format!("{}\n", sanitize(line)))
        .collect()
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
