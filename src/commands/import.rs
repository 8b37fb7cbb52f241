//! `aoc import`: inputs, answers, sessions and code of other tools.

use std::path::PathBuf;

use crate::app::App;
use crate::args;
use crate::error::{CliError, Exit};
use crate::import::{self, Folders, Origin, Plan, Role, Setting};
use crate::inputs::Store;
use crate::puzzle::Puzzle;
use crate::reporter::{
    self, ImportResults, ImportedAnswer, ImportedFile, ImportedInput, ImportedSession, NotImported,
};

pub fn run(app: &App, args: &args::Import) -> Result<Exit, CliError> {
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
        let days = days(&plan);
        let years = days.iter().map(|(puzzle, _)| puzzle.year);
        app.sync_years(project, years.collect(), &days)?;
    }
    let results = results(app, &store, &plan, args.dry_run);
    if app.json {
        reporter::json(&mut app.console(), &results)?;
    } else {
        reporter::imported(&mut app.console(), &results)?;
        conclude(app, &origins, &results);
    }
    Ok(Exit::Done)
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
        }
    });
    let changed = plan.dependencies.iter().map(|new| ImportedFile {
        kind: "dependencies",
        file: new.manifest.clone(),
        from: None,
        year: None,
        day: None,
        examples: 0,
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
    }
}

/// The days that have a file now.
fn days(plan: &Plan) -> Vec<(Puzzle, Option<String>)> {
    let puzzle = |role| match role {
        Role::Day { puzzle, .. } => Some((puzzle, None)),
        Role::Module | Role::Manifest => None,
    };
    plan.files
        .iter()
        .filter_map(|file| puzzle(file.role))
        .collect()
}

/// What to do next.
fn conclude(app: &App, origins: &[Origin], results: &ImportResults) {
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
    } else if let Some((first, last)) = results.years() {
        let years = if first == last {
            first.to_string()
        } else {
            format!("{first}-{last}")
        };
        app.note(&format!(
            "`aoc test {years}` builds the copies and checks their examples, `aoc run {years}` runs \
             them on the inputs; the originals are unchanged"
        ));
    }
}
