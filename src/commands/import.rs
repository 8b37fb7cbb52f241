//! `aoc import`: inputs, answers, sessions and code of other tools. What it
//! copied it builds and runs, and says what agrees.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::time::Duration;

use aoc_solution::Part;
use clap::{Args, ValueHint};
use serde::Serialize;

use crate::app::{App, InputRequest, prepare, processors};
use crate::cargo::Profile;
use crate::error::{CliError, Exit};
use crate::import::{self, Expressions, Folders, Origin, Plan, Role, Setting, Skipped};
use crate::inputs::Store;
use crate::puzzle::{Day, Puzzle, Year};
use crate::reporter::{
    Extent, full_name, message_line, progress_reporter, puzzle_list, status_word,
};
use crate::runner::{
    Limits, Prepared, PuzzleResult, SolveJob, SourceKind, SpawnOptions, Status, Stdout, Task,
};
use crate::terminal::{self, Verbosity, plural, sanitize};

/// Import inputs, answers, sessions and code from other tools and repositories
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

/// The time limit of a phase: one that never ends must not hide the others.
const LIMITS: Limits = Limits {
    timeout: Some(Duration::from_mins(1)),
    memory: None,
};

/// What was imported, or would be (schema `aoc-import/1`).
#[derive(Debug, Serialize)]
struct ImportResults {
    schema: &'static str,
    dry_run: bool,
    inputs: Vec<Imported>,
    answers: Vec<Imported>,
    /// The tokens are not shown.
    sessions: Vec<Imported>,
    files: Vec<Imported>,
    skipped: Vec<NotImported>,
    /// How many things the project had already.
    unchanged: usize,
    /// `None` if nothing was built.
    check: Option<ImportCheck>,
}

/// Something that is new.
#[derive(Debug, Default, Serialize)]
struct Imported {
    year: Option<Year>,
    day: Option<Day>,
    #[serde(skip_serializing_if = "Option::is_none")]
    part: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    answer: Option<String>,
    /// The name of a named input, or of an account.
    name: Option<String>,
    /// `day`, `module` or `manifest`.
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<&'static str>,
    file: Option<PathBuf>,
    from: Option<PathBuf>,
    examples: usize,
    /// Whether it takes the place of a day that is still as `aoc` created it.
    replaces_template: bool,
}

#[derive(Debug, Serialize)]
struct NotImported {
    from: PathBuf,
    puzzle: Option<String>,
    why: String,
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
    year: Year,
    day: Day,
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
        let puzzles = plan.files.iter().filter_map(|file| file.role.puzzle());
        let new: Vec<_> = puzzles.map(|puzzle| (puzzle, None)).collect();
        app.sync_years(
            project,
            new.iter().map(|(puzzle, _)| puzzle.year).collect(),
            &new,
        )?;
    }
    let mut results = results(app, &store, &plan, args.dry_run);
    let days = plan.days();
    let checked = match args.dry_run || args.no_check || !consents(app, &days) {
        true => Ok(()),
        false => check(app, &days).map(|check| results.check = Some(check)),
    };
    // What was imported is told even if it cannot be built.
    if app.json {
        terminal::json(&mut app.console(), &results)?;
    } else {
        app.console().print(&screen(app, &results, &plan.skipped))?;
        if checked.is_ok() {
            conclude(app, &origins, &days, &results);
        }
    }
    checked?;
    let is_good = results
        .check
        .as_ref()
        .is_none_or(|check| check.problems.is_empty());
    Ok(if is_good { Exit::Done } else { Exit::Failed })
}

fn folders(app: &App) -> Folders<'_> {
    let environment = &app.environment;
    let mut aocd = ["AOCD_DIR", "AOCD_DATA_DIR", "AOCD_CONFIG_DIR"].iter();
    Folders {
        home: environment.home.as_deref(),
        config: environment
            .config_dir
            .as_deref()
            .and_then(|dir| dir.parent()),
        aocd: aocd
            .find_map(|name| environment.variable(name))
            .map(AsRef::as_ref),
        current: &environment.current_dir,
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
            check.problem(puzzle, puzzle.to_string(), None, &failure.message);
            continue;
        }
        check.built += 1;
        jobs.extend(prepare(puzzle, &workers, |executable| {
            let examples = app.stored_examples(puzzle)?;
            let inputs = app.inputs(puzzle, &InputRequest::All)?;
            let mut tasks = vec![Task::Test { examples }];
            tasks.extend(inputs.into_iter().map(|input| Task::Input {
                input,
                examples: None,
            }));
            let job = |task| {
                // What hundreds of days print at the same time helps nobody.
                let spawn_options = SpawnOptions {
                    stdout: Stdout::Discard,
                    ..app.spawn_options(false)
                };
                Prepared::new(SolveJob {
                    spawn_options,
                    limits: LIMITS,
                    ..app.plain_job(puzzle, executable, task, &Part::BOTH)
                })
            };
            Ok(tasks.into_iter().map(job).collect())
        }));
    }
    let extent = Extent {
        puzzles: jobs.len(),
        parallelism: processors(),
    };
    for result in app
        .execute(jobs, extent, progress_reporter(app.console(), extent))?
        .results
    {
        match result {
            Ok(solved) => solved.iter().for_each(|result| check.add(result)),
            Err(failure) => check.problem(
                failure.puzzle,
                failure.puzzle.to_string(),
                Some(Status::Error),
                &failure.to_string(),
            ),
        }
    }
    check.problems.sort_by_key(|it| (it.year, it.day));
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
                    let message = phase.message.as_deref().unwrap_or_default();
                    let message = match &phase.answer {
                        Some(answer) if status == Status::Wrong => {
                            format!("got {answer}, {message}")
                        }
                        _ => message.to_owned(),
                    };
                    self.problem(
                        puzzle,
                        full_name(&result.header, phase),
                        Some(status),
                        &message,
                    );
                }
                _ => {}
            }
        }
        if let Some(message) = &result.message {
            self.problem(puzzle, puzzle.to_string(), Some(result.status), message);
        }
    }

    fn problem(&mut self, puzzle: Puzzle, name: String, status: Option<Status>, message: &str) {
        let Puzzle { year, day } = puzzle;
        self.problems.push(CheckProblem {
            year,
            day,
            name,
            status,
            message: message.to_owned(),
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
        let known: Vec<String> = known
            .map(|(it, word)| format!("{} of {}", it.agree, plural(it.agree + it.differ, word)))
            .collect();
        match &*known.join(" and ") {
            "" => words,
            known => format!("{words}, {known} agree"),
        }
    }
}

fn results(app: &App, store: &Store, plan: &Plan, dry_run: bool) -> ImportResults {
    let of = |puzzle: Puzzle, from: &PathBuf| Imported {
        year: Some(puzzle.year),
        day: Some(puzzle.day),
        from: Some(app.shown(from)),
        ..Imported::default()
    };
    let inputs = plan.inputs.iter().map(|new| Imported {
        name: new.name.as_ref().map(ToString::to_string),
        file: Some(app.shown(&store.paths.input_path(new.puzzle, new.name.as_ref()))),
        ..of(new.puzzle, &new.from)
    });
    let answers = plan.answers.iter().map(|new| Imported {
        name: new.name.as_ref().map(ToString::to_string),
        part: Some(new.part.into()),
        answer: Some(new.answer.clone()),
        ..of(new.puzzle, &new.from)
    });
    let sessions = plan.sessions.iter().map(|new| Imported {
        name: new.account.as_ref().map(ToString::to_string),
        from: Some(app.shown(&new.from)),
        ..Imported::default()
    });
    let files = plan.files.iter().map(|new| {
        let (kind, examples) = match new.role {
            Role::Day { examples, .. } => ("day", examples),
            Role::Module => ("module", 0),
            Role::Manifest => ("manifest", 0),
        };
        Imported {
            year: new.role.puzzle().map(|it| it.year),
            day: new.role.puzzle().map(|it| it.day),
            kind: Some(kind),
            file: Some(new.path.clone().into()),
            from: new.from.as_ref().map(|from| app.shown(from)),
            examples,
            replaces_template: kind == "day" && new.replaces.is_some(),
            ..Imported::default()
        }
    });
    let skipped = plan.skipped.iter().map(|it| NotImported {
        from: app.shown(&it.from),
        puzzle: it.puzzle.map(|puzzle| puzzle.to_string()),
        why: it.why.clone(),
    });
    ImportResults {
        schema: "aoc-import/1",
        dry_run,
        inputs: inputs.collect(),
        answers: answers.collect(),
        sessions: sessions.collect(),
        files: files.collect(),
        skipped: skipped.collect(),
        unchanged: plan.unchanged,
        check: None,
    }
}

/// A line for each year, for each reason, and what the check found.
fn screen(app: &App, results: &ImportResults, skipped: &[Skipped]) -> String {
    let mut lines = Vec::new();
    let unbuilt = |year: Year, day: Day| match &results.check {
        Some(check) => check
            .problems
            .iter()
            .any(|it| it.status.is_none() && (it.year, it.day) == (year, day)),
        None => false,
    };
    // Days, examples, inputs and answers of each year.
    let mut years: BTreeMap<Year, [usize; 4]> = BTreeMap::new();
    for (index, all) in [
        (1, &results.files),
        (2, &results.inputs),
        (3, &results.answers),
    ] {
        for it in all {
            let (Some(year), Some(day)) = (it.year, it.day) else {
                continue;
            };
            let counts = years.entry(year).or_default();
            counts[0] += usize::from(index == 1 && !unbuilt(year, day));
            counts[index] += if index == 1 { it.examples } else { 1 };
        }
    }
    let day = if results.check.is_some() {
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
    let others = results
        .files
        .iter()
        .filter(|file| file.year.is_none())
        .count();
    if others > 0 {
        lines.push(format!(
            "      {} for modules and manifests",
            plural(others, "file")
        ));
    }
    for session in &results.sessions {
        let account = session
            .name
            .as_ref()
            .map(|name| format!(" of {name}"))
            .unwrap_or_default();
        lines.push(format!(
            "session{account} from {}",
            shown(session.from.as_ref())
        ));
    }
    for file in results.files.iter().filter(|file| file.replaces_template) {
        lines.push(format!(
            "{} takes the place of the unchanged template",
            shown(file.file.as_ref())
        ));
    }
    if results.unchanged > 0 {
        lines.push(format!("imported before: {}", results.unchanged));
    }
    if app.verbosity == Verbosity::Verbose {
        let files = results.inputs.iter().chain(&results.files);
        let from = |it: &Imported| {
            it.from
                .as_ref()
                .map(|from| format!(" from {}", shown(Some(from))))
                .unwrap_or_default()
        };
        lines.extend(files.map(|it| format!("  {}{}", shown(it.file.as_ref()), from(it))));
    }
    lines.extend((!skipped.is_empty()).then(|| "not imported:".to_owned()));
    let mut named: BTreeSet<&str> = BTreeSet::new();
    for reason in skipped
        .iter()
        .map(|it| &*it.why)
        .filter(|why| named.insert(why))
    {
        let (days, files): (Vec<_>, Vec<_>) = skipped
            .iter()
            .filter(|it| it.why == reason)
            .partition(|it| it.puzzle.is_some());
        let mut names: Vec<String> = files
            .iter()
            .map(|it| shown(Some(&app.shown(&it.from))))
            .collect();
        names.extend(
            (!days.is_empty()).then(|| puzzle_list(days.iter().filter_map(|it| it.puzzle))),
        );
        lines.push(format!("  {}: {}", names.join(", "), sanitize(reason)));
    }
    if let Some(check) = &results.check {
        lines.push(format!("checked: {}", check.words()));
        for it in &check.problems {
            let word = it.status.map_or("does not compile", status_word);
            lines.push(format!(
                "  {}  {word}: {}",
                it.name,
                message_line(&it.message)
            ));
        }
    }
    lines
        .iter()
        .flat_map(|line| [line.as_str(), "\n"])
        .collect()
}

fn shown(path: Option<&PathBuf>) -> String {
    let path = path
        .map(|path| path.display().to_string())
        .unwrap_or_default();
    sanitize(&path).into_owned()
}

/// What to do next.
fn conclude(app: &App, origins: &[Origin], days: &[Puzzle], results: &ImportResults) {
    let is_empty = [
        &results.inputs,
        &results.answers,
        &results.sessions,
        &results.files,
    ]
    .iter()
    .all(|it| it.is_empty());
    if is_empty {
        let places: Vec<&str> = origins
            .iter()
            .map(|origin| origin.tool.unwrap_or("the folder"))
            .collect();
        app.note(&format!(
            "nothing new to import; looked at {}",
            places.join(", ")
        ));
        if origins.len() > 1 {
            app.note("the inputs and the code of cargo-aoc, of aoc-cli and of templates are in their repository: `aoc import FOLDER`");
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
            app.note(&format!("`aoc test {years}` builds the copies and checks their examples, `aoc run {years}` runs them on the inputs"));
        }
        return;
    };
    let overflows = |it: &CheckProblem| {
        it.status == Some(Status::Panic) && it.message.ends_with("with overflow")
    };
    if check.problems.iter().any(overflows) {
        app.note(
            "a release build of the old repository lets numbers overflow, `aoc run` does not: correct these days, \
             or add `overflow-checks = false` to [profile.aoc] in Cargo.toml",
        );
    }
    if check.unverified > 0 {
        let answers = plural(check.unverified, "answer");
        app.note(&format!(
            "{answers} could not be compared: `aoc run {years}` prints them, to be compared with those of the old \
             repository; `aoc fetch {years}` downloads those that the site has accepted, for `aoc verify {years}`"
        ));
    }
}
