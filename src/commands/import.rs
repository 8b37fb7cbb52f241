//! `aoc import`: inputs, answers, sessions and code of other tools.

mod check;

use std::path::PathBuf;

use clap::{Args, ValueHint};

use crate::app::App;
use crate::error::{CliError, Exit};
use crate::import::{self, Folders, Origin, Plan, Role, Setting};
use crate::inputs::Store;
use crate::puzzle::Puzzle;
use crate::reporter::{
    self, ImportCheck, ImportResults, ImportedAnswer, ImportedFile, ImportedInput, ImportedSession,
    NotImported,
};
use crate::terminal;
use crate::terminal::plural;

/// Import inputs, answers, sessions and code from other tools and repositories
///
/// Copies inputs, answers, sessions and code from aocd, cargo-aoc, aoc-cli and from
/// repositories of solutions in Rust into this project. Nothing is replaced, and
/// the source stays as it is. What is left out is listed with the reason.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  aoc import --dry-run          show what other tools have stored
  aoc import ../advent-of-code  import the inputs and the code of a repository
  aoc import aocd               import the inputs and answers of aocd")]
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
}

pub fn run(app: &App, args: &ImportArgs) -> Result<Exit, CliError> {
    let project = app.project()?;
    let store = app.store()?;
    let year = args.year.as_deref().map(App::year).transpose()?;
    let origins = import::origins(args.from.as_deref(), folders(app))?;
    let setting = Setting {
        project,
        store: &store,
        places: app.places(),
        year,
        title: &|puzzle| app.cached_title(puzzle),
    };
    let mut plan = import::plan(&origins, &setting)?;
    if !args.dry_run {
        let _lock = app.locks().acquire(&project.manifest_path(), || {
            app.note("waiting for another aoc that creates files here");
        });
        import::apply(&mut plan, &setting, &app.locks())?;
        let new = new_days(&plan);
        let years = new.iter().map(|(puzzle, _)| puzzle.year);
        app.sync_years(project, years.collect(), &new)?;
    }
    let mut results = results(app, &store, &plan, args.dry_run);
    if !app.json {
        reporter::imported(&mut app.console(), &results)?;
    }
    let days = plan.days();
    let mut checked = Ok(());
    if !args.dry_run && !args.no_check && !days.is_empty() {
        match check::check(app, &days) {
            Ok(check) => results.check = Some(check),
            Err(error) => checked = Err(error),
        }
    }
    // What was imported is told even if it cannot be built.
    if app.json {
        terminal::json(&mut app.console(), &results)?;
    } else if checked.is_ok() {
        conclude(app, &origins, &days, &results)?;
    }
    checked?;
    let is_good = results.check.as_ref().is_none_or(ImportCheck::is_good);
    Ok(if is_good { Exit::Done } else { Exit::Failed })
}

fn folders(app: &App) -> Folders<'_> {
    let environment = &app.environment;
    let aocd = ["AOCD_DIR", "AOCD_DATA_DIR", "AOCD_CONFIG_DIR"]
        .iter()
        .find_map(|name| environment.variable(name));
    Folders {
        home: environment.home.as_deref(),
        config: environment
            .config_dir
            .as_deref()
            .and_then(|dir| dir.parent()),
        aocd: aocd.map(AsRef::as_ref),
        current: &environment.current_dir,
    }
}

fn results(app: &App, store: &Store, plan: &Plan, dry_run: bool) -> ImportResults {
    let shown = |path: &PathBuf| app.shown(path);
    let inputs = plan.inputs.iter().map(|new| ImportedInput {
        year: new.puzzle.year,
        day: new.puzzle.day,
        name: new.name.as_ref().map(ToString::to_string),
        file: app.shown(&store.paths.input_path(new.puzzle, new.name.as_ref())),
        from: shown(&new.from),
    });
    let answers = plan.answers.iter().map(|new| ImportedAnswer {
        year: new.puzzle.year,
        day: new.puzzle.day,
        part: new.part.into(),
        name: new.name.as_ref().map(ToString::to_string),
        answer: new.answer.clone(),
        from: shown(&new.from),
    });
    let sessions = plan.sessions.iter().map(|new| ImportedSession {
        account: new.account.as_ref().map(ToString::to_string),
        from: shown(&new.from),
    });
    let files = plan.files.iter().map(|new| {
        let (kind, puzzle, examples) = match new.role {
            Role::Day { puzzle, examples } => ("day", Some(puzzle), examples),
            Role::Module => ("module", None, 0),
            Role::Manifest => ("manifest", None, 0),
        };
        ImportedFile {
            kind,
            file: new.path.clone(),
            from: new.from.as_ref().map(shown),
            year: puzzle.map(|it| it.year),
            day: puzzle.map(|it| it.day),
            examples,
            replaces_template: new.replaces.is_some(),
        }
    });
    let changed = plan.dependencies.iter().map(|new| ImportedFile {
        kind: "dependencies",
        file: new.manifest.clone(),
        from: None,
        year: None,
        day: None,
        examples: 0,
        replaces_template: false,
    });
    let skipped = plan.skipped.iter().map(|it| NotImported {
        from: shown(&it.from),
        line: it.line,
        why: it.why.clone(),
    });
    ImportResults {
        schema: "aoc-import/1",
        dry_run,
        inputs: inputs.collect(),
        answers: answers.collect(),
        sessions: sessions.collect(),
        files: files.chain(changed).collect(),
        skipped: skipped.collect(),
        unchanged: plan.unchanged,
        check: None,
    }
}

/// The days that have a file now.
fn new_days(plan: &Plan) -> Vec<(Puzzle, Option<String>)> {
    let puzzles = plan.files.iter().filter_map(|file| file.role.puzzle());
    puzzles.map(|puzzle| (puzzle, None)).collect()
}

/// How the imported days fared, and what to do next.
fn conclude(
    app: &App,
    origins: &[Origin],
    days: &[Puzzle],
    results: &ImportResults,
) -> Result<(), CliError> {
    if results.is_empty() {
        let places: Vec<&str> = origins
            .iter()
            .map(|origin| origin.tool.unwrap_or("the folder"))
            .collect();
        app.note(&format!(
            "nothing new to import; looked at {}",
            places.join(", ")
        ));
        if origins.len() > 1 {
            app.note(
                "the inputs and the code of cargo-aoc, of aoc-cli and of templates are in their \
                 repository: `aoc import FOLDER`",
            );
        }
    } else if results.dry_run {
        app.note("nothing was written, because of --dry-run");
    }
    let years = years(days);
    if let Some(check) = &results.check {
        reporter::import_checked(&mut app.console(), check)?;
        if check.built < check.days {
            app.note(
                "a day that does not compile keeps its year from being built as a whole: correct it, \
                 or move it away",
            );
        }
        if check.overflows() {
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
    } else if !days.is_empty() && !results.dry_run {
        app.note(&format!(
            "`aoc test {years}` builds the copies and checks their examples, `aoc run {years}` runs \
             them on the inputs"
        ));
    }
    Ok(())
}

/// The years as a selector: `2020`, `2015-2025`.
fn years(days: &[Puzzle]) -> String {
    match (days.first(), days.last()) {
        (Some(first), Some(last)) if first.year != last.year => {
            format!("{}-{}", first.year, last.year)
        }
        (Some(first), _) => first.year.to_string(),
        _ => String::new(),
    }
}
