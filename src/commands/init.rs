//! `aoc init`: a repository to solve puzzles in.

use std::io;
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::app::App;
use crate::args;
use crate::config::ChildEnv;
use crate::error::{CliError, Exit};
use crate::project::templates::{self, File};
use crate::puzzle::{Day, Year, newest_unlocked};
use crate::reporter;

/// Writes a repository with the first day of the newest event.
pub fn run(app: &App, args: &args::Init) -> Result<Exit, CliError> {
    let year = newest_unlocked(Day(1), (app.environment.now)()).unwrap_or(Year::FIRST);
    let files = templates::repository(year);
    let root = app.environment.current_dir.join(&args.dir);
    // Without the `.` of `aoc init .`, for messages.
    templates::unpack(&root.components().collect::<PathBuf>(), &files)?;

    let shown = |path: &str| args.dir.join(path).display().to_string();
    if app.json {
        let created = Created {
            schema: "aoc-init/1",
            files: files.iter().map(|file| shown(&file.path)).collect(),
        };
        reporter::json(&mut io::stdout(), &created)?;
    } else {
        // The library is one thing, and nothing to be edited.
        let ours = |file: &&File| !file.path.starts_with(templates::LIBRARY);
        let ours = files.iter().filter(ours).map(|file| shown(&file.path));
        let mut lines: Vec<String> = ours.collect();
        lines.push(shown(templates::LIBRARY) + "/\n");
        reporter::raw(&mut io::stdout(), lines.join("\n").as_bytes())?;
    }
    if !app.is_quiet() {
        let mut out = app.stderr.writer(io::stderr());
        let environment = ChildEnv::new(app.environment.all.clone(), None);
        if environment.program("cargo").is_none() {
            reporter::warning(&mut out, app.stderr, NO_CARGO)?;
        }
        let next = format!("next: `{}`", next(app, &args.dir));
        reporter::note(&mut out, app.stderr, &next)?;
    }
    Ok(Exit::Done)
}

const NO_CARGO: &str =
    "there is no cargo on PATH, which builds the days; https://rustup.rs installs it";

/// What `init --json` writes.
#[derive(Serialize)]
struct Created {
    schema: &'static str,
    files: Vec<String>,
}

/// The command to type next.
fn next(app: &App, dir: &Path) -> String {
    let root = app.environment.current_dir.join(dir).canonicalize().ok();
    if root.is_some() && root == app.environment.current_dir.canonicalize().ok() {
        return "aoc run".to_owned();
    }
    let dir = dir.display().to_string();
    let plain = |c: char| c.is_alphanumeric() || "/._-:\\".contains(c);
    if !dir.starts_with('-') && dir.chars().all(plain) {
        format!("cd {dir} && aoc run")
    } else {
        format!("cd -- '{}' && aoc run", dir.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;
    use clap::error::ErrorKind;

    use super::*;
    use crate::args::Cli;

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
        let files = templates::repository(Year(2025));
        let pages = files.iter().filter(|file| file.path.ends_with("README.md"));
        let commands: Vec<&str> = pages.flat_map(|page| commands(&page.text)).collect();
        assert!(commands.len() > 6, "{commands:?}");
        for command in commands {
            let parsed = Cli::try_parse_from(command.split_whitespace());
            if let Err(error) = parsed {
                assert_eq!(error.kind(), ErrorKind::DisplayHelp, "{command}: {error}");
            }
        }
    }
}
