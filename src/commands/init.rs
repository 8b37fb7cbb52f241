//! `aoc init`: creates a repository, adds missing files to one, or updates its library.

use std::io;
use std::path::{Path, PathBuf};

use clap::{Args, ValueHint};
use serde::Serialize;

use crate::app::App;
use crate::error::{CliError, Exit};
use crate::files::{parse_toml, read_text_file, slashed};
use crate::project::templates::{missing_ignored, repository};
use crate::project::{
    Git, LIBRARY, Project, create_missing, is_repository, lacks_days, library_differs,
    update_library,
};
use crate::puzzle::{Day, Year, newest_unlocked};
use crate::terminal::style::PLAIN;
use crate::terminal::{self, row, shell_word};

/// Create a repository for solutions
///
/// Creates a project for solutions with a first day that builds and runs at once, and
/// makes the folder a git repository unless it is in one. Existing files stay as they
/// are, and a warning says what they lack. --update replaces the library in
/// vendor/aoc-solution by the one in this program.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  aoc init advent    create one in the new folder advent
  aoc init --update  bring the library of a repository up to date")]
pub struct InitArgs {
    /// The folder of the repository [default: the current one]
    #[arg(value_hint = ValueHint::DirPath)]
    pub dir: Option<PathBuf>,
    /// Bring the library in vendor/aoc-solution up to date, and list what changed
    #[arg(long)]
    pub update: bool,
    /// Replace edited files of the library, too, if their edits are committed
    #[arg(long, requires = "update")]
    pub force: bool,
}

/// The document of `init --json`, schema `aoc-init/1`. Paths are relative to the
/// current folder if they are below it.
#[derive(Debug, Default, Serialize)]
pub struct InitResults {
    /// The files that were created.
    pub files: Vec<String>,
    /// Existing files that `init` would write with other contents. They stay.
    pub kept: Vec<String>,
    /// The files of the library that were replaced by `--update`.
    pub updated: Vec<String>,
    pub removed: Vec<String>,
}

pub fn run(app: &App, args: &InitArgs) -> Result<Exit, CliError> {
    // The folder on the command line, otherwise the project around the current folder,
    // otherwise the current folder.
    let current = &app.environment.current_dir;
    let root = match (&args.dir, app.project()) {
        // This removes the `.` of `aoc init .`, which would look odd in messages.
        (Some(dir), _) => current.join(dir).components().collect(),
        (None, Ok(project)) => project.root().to_path_buf(),
        (None, Err(_)) => current.clone(),
    };
    let _lock = app.locks().acquire(&root.join("Cargo.toml"), || {
        app.note("waiting for another aoc that creates this repository");
    });
    let results = if args.update {
        update(app, &root, args.force)?
    } else {
        create(app, &root)?
    };
    if app.json {
        terminal::json(&mut app.console(), "init", &results)?;
    }
    Ok(Exit::Done)
}

/// Paths below the root, relative to the current folder if they are below it.
fn relative_paths(app: &App, root: &Path, paths: &[impl AsRef<Path>]) -> Vec<String> {
    let paths = paths.iter().map(|path| app.relative_path(&root.join(path)));
    paths.map(|path| path.display().to_string()).collect()
}

/// Writes lines to stdout, unless JSON is printed.
fn print(app: &App, lines: &[String]) -> Result<(), CliError> {
    if app.json || lines.is_empty() {
        return Ok(());
    }
    app.console().print(&(lines.join("\n") + "\n"))
}

fn update(app: &App, root: &Path, force: bool) -> Result<InitResults, CliError> {
    let git = Git::new(&app.child_env, root);
    let changes = update_library(root, git.as_ref(), force)?;
    let results = InitResults {
        files: relative_paths(app, root, &changes.added),
        updated: relative_paths(app, root, &changes.replaced),
        removed: relative_paths(app, root, &changes.removed),
        ..InitResults::default()
    };
    let mut lines = Vec::new();
    for (verb, paths) in [
        ("added  ", &results.files),
        ("updated", &results.updated),
        ("removed", &results.removed),
    ] {
        lines.extend(paths.iter().map(|path| format!("{verb} {path}")));
    }
    print(app, &lines)?;
    let (library, to) = (&relative_paths(app, root, &[LIBRARY])[0], &changes.to);
    app.note(&match &changes.from {
        _ if lines.is_empty() => format!("{library} is up to date: version {to}"),
        Some(from) if from != to => format!("{library} is now version {to}; it was {from}"),
        _ => format!("{library} is now version {to}"),
    });
    Ok(results)
}

/// Creates the missing files.
fn create(app: &App, root: &Path) -> Result<InitResults, CliError> {
    let newest = newest_unlocked(Day(1), (app.environment.now)()).unwrap_or(Year::FIRST);
    let inputs = inputs_folder(app, root);
    let files = repository(root, newest, inputs.as_deref());
    let [created, existing] = create_missing(root, &files)?;
    let library = relative_paths(app, root, &[LIBRARY]).remove(0);
    // The library is listed as one item, because it is not to be edited.
    let mut others = created.clone();
    others.retain(|path| !path.starts_with(LIBRARY));
    let mut lines = relative_paths(app, root, &others);
    if others.len() < created.len() {
        lines.push(format!("{library}/"));
    }
    print(app, &lines)?;

    let kept = relative_paths(app, root, &existing);
    let mut complete = Vec::new();
    for (path, name) in existing.iter().zip(&kept) {
        match problem(&root.join(path), path, inputs.as_deref()) {
            Some(problem) => app.warning(&format!("{name} is unchanged and {problem}")),
            None => complete.push(&**name),
        }
    }
    if !complete.is_empty() {
        let complete = complete.join(", ");
        app.note(&format!("kept as they are: {complete}"));
    }
    init_git(app, root);
    if library_differs(root) {
        app.note(&format!(
            "{library} is not the library of this version: bring it up to date with `aoc init \
             --update`"
        ));
    }
    if app.child_env.program("cargo").is_none() {
        app.warning(
            "there is no cargo on PATH, which builds the days: install it from https://rustup.rs",
        );
    }
    if !created.is_empty() {
        print_next_steps(app, root, &created)?;
    } else if complete.len() == kept.len() {
        app.note("nothing was missing");
    }
    Ok(InitResults {
        files: relative_paths(app, root, &created),
        kept,
        ..InitResults::default()
    })
}

/// The folder of the inputs, relative to the root and with slashes; `None` if it is not
/// in the repository, or in another repository within it.
fn inputs_folder(app: &App, root: &Path) -> Option<String> {
    let Some(project) = app.project().ok().filter(|it| it.root() == root) else {
        return Some("inputs".to_owned());
    };
    let folder = app.store().ok()?.root;
    let inner = folder.strip_prefix(root).ok()?;
    let is_separate = project.is_submodule(&folder) || is_repository(&folder);
    Some(slashed(inner)).filter(|inner| !is_separate && !inner.is_empty())
}

/// A clause about the lines or settings that an existing file should have.
fn problem(file: &Path, path: &str, inputs: Option<&str>) -> Option<String> {
    let text = read_text_file(file).ok()?;
    match path {
        ".gitignore" => {
            let lines = missing_ignored(&text, inputs)?;
            Some(format!("lacks {lines}: git must not publish these files"))
        }
        "Cargo.toml" => match parse_toml::<toml::Table>(&text) {
            Err(why) => Some(format!("is not valid TOML in {why}")),
            Ok(_) => lacks_days(&text).then(|| {
                "does not list the years as members of a workspace, so they cannot be built: add \
                 `members = [\"days/year*\"]` to its table `[workspace]`"
                    .to_owned()
            }),
        },
        _ => None,
    }
}

/// Creates a git repository in the folder, unless it already is in one.
fn init_git(app: &App, root: &Path) {
    let root = root.canonicalize().unwrap_or_else(|_| root.to_owned());
    if root.ancestors().any(is_repository) {
        return;
    }
    let git = Git::new(&app.child_env, &root);
    let result = git.map_or_else(|| Err("git is not installed".to_owned()), |git| git.init());
    if let Err(failure) = result {
        let root = app.relative_path(&root);
        app.note(&format!(
            "{} is not a git repository: {failure}; `git init` creates one",
            root.display()
        ));
    }
}

/// Writes the next commands to stderr, each with an explanation.
fn print_next_steps(app: &App, root: &Path, created: &[String]) -> Result<(), CliError> {
    let (mut lines, mut steps) = (String::new(), Vec::new());
    let current = &app.environment.current_dir;
    if root.canonicalize().ok() != current.canonicalize().ok() {
        let dir = app.relative_path(root).display().to_string();
        let dashes = if dir.starts_with('-') { "-- " } else { "" };
        lines = format!("  cd {dashes}{}\n", shell_word(&dir));
    }
    if app.session().is_err() {
        let purpose = "stores your session, once, to download your inputs";
        steps.push(("aoc login", purpose.to_owned()));
    }
    // Nothing can be run if the years are not in the workspace, which was reported above.
    let manifest = read_text_file(&root.join("Cargo.toml")).unwrap_or_default();
    if Project::find(root).is_ok() && !lacks_days(&manifest) {
        let first = created.iter().find(|path| path.ends_with("/day01.rs"));
        let day = first.map_or("the day that was edited last", |path| path);
        steps.push(("aoc run", format!("builds and runs {day}")));
        let purpose = "downloads a puzzle, creates its file and runs it at every save";
        steps.push(("aoc start", purpose.to_owned()));
    }
    for (command, purpose) in steps {
        let purpose = format!("# {purpose}");
        let cells = ["", command, &purpose].map(|text| (PLAIN, text));
        lines += &row(app.stderr, 2, &[0, 9], &cells);
    }
    if !app.is_quiet() && !lines.is_empty() {
        let text = format!("next:\n{lines}");
        terminal::raw(&mut app.stderr.writer(io::stderr()), text.as_bytes())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::cli;
    use crate::project::templates;
    use crate::puzzle::Year;

    /// The command lines of a page: in its code blocks and within its text.
    fn commands(page: &str) -> Vec<&str> {
        let (mut commands, mut code) = (Vec::new(), false);
        for line in page.lines() {
            if line.starts_with("```") {
                code = !code;
            } else if code {
                commands.extend(line.split(" #").next());
            } else {
                commands.extend(line.split('`').skip(1).step_by(2));
            }
        }
        commands.retain(|text| text.starts_with("aoc "));
        commands
    }

    #[test]
    fn the_readme_has_only_commands_that_exist() {
        let temp = tempfile::tempdir().unwrap();
        let files = templates::repository(temp.path(), Year(2025), Some("inputs"));
        let pages = files.iter().filter(|file| file.path.ends_with("README.md"));
        let commands: Vec<&str> = pages.flat_map(|page| commands(&page.text)).collect();
        assert!(commands.len() > 6, "{commands:?}");
        for command in commands {
            let words = command.split_whitespace().map(Into::into);
            // It is shown, and ends the program.
            let is_help = command.starts_with("aoc help") || command.ends_with("-h");
            assert!(is_help || cli::parse(words).is_ok(), "{command}");
        }
    }
}
