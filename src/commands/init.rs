//! `aoc init`: creates a repository, or completes one, or brings its library up
//! to date.

mod amend;
mod create;
mod update;

use std::path::{Path, PathBuf};

use clap::{Args, ValueHint};
use create::create;
use update::update;

use crate::app::App;
use crate::error::{CliError, Exit};
use crate::terminal;

/// Create a repository for solutions
///
/// Creates a project for solutions with a first day that builds and runs at once,
/// and makes the folder a repository of git unless it is in one. Where files are
/// there already, it completes them and replaces nothing unasked. --update replaces
/// the library in vendor/aoc-solution by that of this program.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  aoc init           create a repository in the current folder
  aoc init advent    create one in the new folder advent
  aoc init --update  bring the library of a repository up to date")]
pub struct InitArgs {
    /// The folder of the repository [default: the current one]
    #[arg(value_hint = ValueHint::DirPath)]
    pub dir: Option<PathBuf>,
    /// Bring the library in vendor/aoc-solution up to date, and list what changed
    #[arg(long)]
    pub update: bool,
    /// Replace files of the library even if they were edited
    #[arg(long, requires = "update")]
    pub force: bool,
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
        terminal::json(&mut app.console(), &results)?;
    }
    Ok(Exit::Done)
}

/// The repository's folder: the one that is given, or the project that the
/// current folder is in, or the current folder.
fn root(app: &App, dir: Option<&Path>) -> PathBuf {
    match (dir, app.project()) {
        // Without the `.` of `aoc init .`, for messages.
        (Some(dir), _) => app.environment.current_dir.join(dir).components().collect(),
        (None, Ok(project)) => project.root().to_path_buf(),
        (None, Err(_)) => app.environment.current_dir.clone(),
    }
}

/// Paths from the root as the user sees them.
fn shown(app: &App, root: &Path, paths: &[String]) -> Vec<String> {
    let shown = |path: &String| app.shown(&root.join(path)).display().to_string();
    paths.iter().map(shown).collect()
}

#[cfg(test)]
mod tests {
    use crate::cli::{self, ParseError};
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
            let is_good = match cli::parse(words) {
                Ok(_) => true,
                // `aoc help run`.
                Err(ParseError::Clap(error)) => !error.use_stderr(),
                Err(ParseError::Usage(_)) => false,
            };
            assert!(is_good, "{command}");
        }
    }
}
