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
    let root = root(app, args.dir.as_deref());
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

/// The folder on the command line, otherwise the project around the current folder,
/// otherwise the current folder.
fn root(app: &App, dir: Option<&Path>) -> PathBuf {
    let current = &app.environment.current_dir;
    match (dir, app.project()) {
        // This removes the `.` of `aoc init .`, which would look odd in messages.
        (Some(dir), _) => current.join(dir).components().collect(),
        (None, Ok(project)) => project.root().to_path_buf(),
        (None, Err(_)) => current.clone(),
    }
}

/// A path below the root, relative to the current folder if it is below that.
fn shown_path(app: &App, root: &Path, path: &str) -> String {
    let path = app.relative_path(&root.join(path));
    path.display().to_string()
}

fn shown_paths(app: &App, root: &Path, paths: &[String]) -> Vec<String> {
    paths
        .iter()
        .map(|path| shown_path(app, root, path))
        .collect()
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
        files: shown_paths(app, root, &changes.added),
        updated: shown_paths(app, root, &changes.replaced),
        removed: shown_paths(app, root, &changes.removed),
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
    let library = shown_path(app, root, LIBRARY);
    let to = &changes.to;
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
    let files = create_missing(root, &repository(root, newest, inputs.as_deref()))?;
    print(app, &created_lines(app, root, &files.created))?;
    let is_complete = report_kept(app, root, &files.kept, inputs.as_deref());
    init_git(app, root);
    if library_differs(root) {
        app.note(&format!(
            "{} is not the library of this version: bring it up to date with `aoc init --update`",
            shown_path(app, root, LIBRARY)
        ));
    }
    if app.child_env.program("cargo").is_none() {
        app.warning(
            "there is no cargo on PATH, which builds the days: install it from https://rustup.rs",
        );
    }
    if !files.created.is_empty() {
        print_next_steps(app, root, &files.created)?;
    } else if is_complete {
        app.note("nothing was missing");
    }
    Ok(InitResults {
        files: shown_paths(app, root, &files.created),
        kept: shown_paths(app, root, &files.kept),
        ..InitResults::default()
    })
}

/// The created paths. The library is one item at the end, because it is not to be edited.
fn created_lines(app: &App, root: &Path, created: &[String]) -> Vec<String> {
    let mut lines = Vec::new();
    for path in created {
        if !path.starts_with(LIBRARY) {
            lines.push(shown_path(app, root, path));
        }
    }
    if lines.len() < created.len() {
        lines.push(shown_path(app, root, LIBRARY) + "/");
    }
    lines
}

/// Says which existing files stay as they are, and what they lack. True if they lack
/// nothing.
fn report_kept(app: &App, root: &Path, kept: &[String], inputs: Option<&str>) -> bool {
    let mut complete = Vec::new();
    for path in kept {
        let shown = shown_path(app, root, path);
        match problem(&root.join(path), path, inputs) {
            Some(problem) => app.warning(&format!("{shown} is unchanged and {problem}")),
            None => complete.push(shown),
        }
    }
    if !complete.is_empty() {
        app.note(&format!("kept as they are: {}", complete.join(", ")));
    }
    complete.len() == kept.len()
}

/// The folder of the inputs, relative to the root and with slashes; `None` if it is not
/// in the repository, or in another repository within it.
fn inputs_folder(app: &App, root: &Path) -> Option<String> {
    let project = match app.project() {
        Ok(project) if project.root() == root => project,
        _ => return Some("inputs".to_owned()),
    };
    let folder = &app.store().ok()?.root;
    if project.is_submodule(folder) || is_repository(folder) {
        return None;
    }
    let inner = slashed(folder.strip_prefix(root).ok()?);
    (!inner.is_empty()).then_some(inner)
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
            Ok(_) if lacks_days(&text) => Some(
                "does not list the years as members of a workspace, so they cannot be built: add \
                 `members = [\"days/year*\"]` to its table `[workspace]`"
                    .to_owned(),
            ),
            Ok(_) => None,
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
    let result = match Git::new(&app.child_env, &root) {
        Some(git) => git.init(),
        None => Err("git is not installed".to_owned()),
    };
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
    let mut lines = String::new();
    if root.canonicalize().ok() != app.environment.current_dir.canonicalize().ok() {
        let dir = app.relative_path(root).display().to_string();
        let dashes = if dir.starts_with('-') { "-- " } else { "" };
        lines += &format!("  cd {dashes}{}\n", shell_word(&dir));
    }
    if app.session().is_err() {
        let purpose = "stores your session, once, to download your inputs";
        lines += &step(app, "aoc login", purpose);
    }
    // Nothing can be run if the years are not in the workspace, which was reported above.
    let manifest = read_text_file(&root.join("Cargo.toml")).unwrap_or_default();
    if Project::find(root).is_ok() && !lacks_days(&manifest) {
        let first = created.iter().find(|path| path.ends_with("/day01.rs"));
        let day = first.map_or("the day that was edited last", |path| path);
        lines += &step(app, "aoc run", &format!("builds and runs {day}"));
        let purpose = "downloads a puzzle, creates its file and runs it at every save";
        lines += &step(app, "aoc start", purpose);
    }
    if app.is_quiet() || lines.is_empty() {
        return Ok(());
    }
    let text = format!("next:\n{lines}");
    terminal::raw(&mut app.stderr.writer(io::stderr()), text.as_bytes())
}

/// The line of a command to type next.
fn step(app: &App, command: &str, purpose: &str) -> String {
    let purpose = format!("# {purpose}");
    let cells = ["", command, &purpose].map(|text| (PLAIN, text));
    row(app.stderr, 2, &[0, 9], &cells)
}

#[cfg(test)]
mod tests {
    use crate::cli;
    use crate::project::templates;
    use crate::puzzle::Year;

    /// The command lines of a page: in its code blocks and within its text.
    fn commands(page: &str) -> Vec<&str> {
        let mut commands = Vec::new();
        let mut code = false;
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
            let words: Vec<_> = command.split_whitespace().map(Into::into).collect();
            // It is shown, and ends the program.
            let is_help = command.starts_with("aoc help") || command.ends_with("-h");
            assert!(is_help || cli::parse(&words).is_ok(), "{command}");
        }
    }
}
