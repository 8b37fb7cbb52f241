//! `aoc init`: creates a repository, or completes one, or brings its library up
//! to date.

use std::io;
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::app::App;
use crate::args;
use crate::config::ChildEnv;
use crate::error::{CliError, Exit};
use crate::inputs::{self, Locks};
use crate::project::templates::{self, Created, Updated};
use crate::puzzle::{Day, Year, newest_unlocked};
use crate::reporter;
use crate::text::shell_word;

pub fn run(app: &App, args: &args::Init) -> Result<Exit, CliError> {
    let root = root(app, args.dir.as_deref());
    let locks = Locks::new(app.environment.cache_dir.as_deref());
    let _lock = locks.acquire(&root.join("Cargo.toml"), || {
        app.note("waiting for another aoc that creates this repository");
    });
    let document = if args.update {
        update(app, &root, args.force)?
    } else {
        create(app, &root)?
    };
    if app.json {
        reporter::json(&mut io::stdout(), &document)?;
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

/// What `init --json` writes. The paths are relative to the current folder,
/// where they are below it.
#[derive(Default, Serialize)]
struct Document {
    schema: &'static str,
    /// The files that were created.
    files: Vec<String>,
    /// Files that have other contents than `init` would write, and stay.
    kept: Vec<String>,
    updated: Vec<String>,
    removed: Vec<String>,
    /// Only with `--update`.
    library: Option<Versions>,
}

#[derive(Serialize)]
struct Versions {
    from: Option<String>,
    to: String,
}

/// Paths from the root as the user sees them.
fn shown(app: &App, root: &Path, paths: &[String]) -> Vec<String> {
    let shown = |path: &String| app.shown(&root.join(path)).display().to_string();
    paths.iter().map(shown).collect()
}

fn create(app: &App, root: &Path) -> Result<Document, CliError> {
    let newest = newest_unlocked(Day(1), (app.environment.now)()).unwrap_or(Year::FIRST);
    let files = templates::repository(root, newest);
    let Created { created, kept } = templates::create_missing(root, &files)?;
    let document = Document {
        schema: "aoc-init/1",
        files: shown(app, root, &created),
        kept: shown(app, root, &kept),
        ..Document::default()
    };
    if !app.json {
        // The library is one thing, and nothing to edit.
        let (library, own): (Vec<_>, Vec<_>) = created
            .iter()
            .cloned()
            .partition(|path| path.starts_with(templates::LIBRARY));
        let mut lines = shown(app, root, &own);
        if !library.is_empty() {
            let library = app.shown(&root.join(templates::LIBRARY));
            lines.push(format!("{}/", library.display()));
        }
        let lines = lines.into_iter().map(|path| path + "\n");
        reporter::raw(&mut io::stdout(), lines.collect::<String>().as_bytes())?;
    }
    if !kept.is_empty() {
        app.note(&format!("kept as they are: {}", document.kept.join(", ")));
    }
    warn_about_kept(app, root, &kept);
    if templates::library_differs(root) {
        let library = app.shown(&root.join(templates::LIBRARY));
        app.note(&format!(
            "{} is not the library of this version: bring it up to date with `aoc init --update`",
            library.display()
        ));
    }
    if created.is_empty() {
        app.note("nothing was missing");
    } else {
        if ChildEnv::new(app.environment.all.clone(), None)
            .program("cargo")
            .is_none()
        {
            app.warning("there is no cargo on PATH, which builds the days: install it from https://rustup.rs");
        }
        app.note(&format!("next: `{}`", next(app, root)));
    }
    Ok(document)
}

/// Says what a file that was kept must have for the repository to work.
fn warn_about_kept(app: &App, root: &Path, kept: &[String]) {
    for path in kept {
        let file = root.join(path);
        let Ok(text) = inputs::read_text_file(&file) else {
            continue;
        };
        let shown = app.shown(&file);
        let shown = shown.display();
        if path == "Cargo.toml" && templates::manifest_lacks_days(&text) {
            app.warning(&format!(
                "the years are not members of the workspace in {shown}: add `members = \
                 [\"days/year*\"]` and `exclude = [\"{}\"]` to its table `[workspace]`",
                templates::LIBRARY
            ));
        }
        let ignored = |line: &str| line.trim().trim_matches(['/', '*']) == "inputs";
        if path == ".gitignore" && !text.lines().any(ignored) {
            app.warning(&format!(
                "{shown} does not ignore the inputs, which must not be published: add the line \
                 `/inputs/*`"
            ));
        }
    }
}

fn update(app: &App, root: &Path, force: bool) -> Result<Document, CliError> {
    let done = templates::update_library(root, force)?;
    let Updated { from, to, .. } = &done;
    let document = Document {
        schema: "aoc-init/1",
        files: shown(app, root, &done.added),
        updated: shown(app, root, &done.replaced),
        removed: shown(app, root, &done.removed),
        library: Some(Versions {
            from: from.clone(),
            to: to.clone(),
        }),
        ..Document::default()
    };
    if !app.json {
        let lists = [
            ("added  ", &document.files),
            ("updated", &document.updated),
            ("removed", &document.removed),
        ];
        let lines = lists.into_iter().flat_map(|(verb, paths)| {
            let line = move |path: &String| format!("{verb} {path}\n");
            paths.iter().map(line)
        });
        reporter::raw(&mut io::stdout(), lines.collect::<String>().as_bytes())?;
    }
    let library = app.shown(&root.join(templates::LIBRARY));
    let library = library.display();
    let changed = [&done.added, &done.replaced, &done.removed];
    app.note(&match from {
        _ if changed.iter().all(|paths| paths.is_empty()) => {
            format!("{library} is up to date: version {to}")
        }
        Some(from) if from != to => format!("{library} is now version {to}; it was {from}"),
        _ => format!("{library} is now version {to}"),
    });
    Ok(document)
}

/// The command to type next.
fn next(app: &App, root: &Path) -> String {
    let current = &app.environment.current_dir;
    if root.canonicalize().ok() == current.canonicalize().ok() {
        return "aoc run".to_owned();
    }
    let dir = app.shown(root).display().to_string();
    let word = shell_word(&dir);
    if word == dir && !dir.starts_with('-') {
        format!("cd {dir} && aoc run")
    } else {
        format!("cd -- {word} && aoc run")
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
        let temp = tempfile::tempdir().unwrap();
        let files = templates::repository(temp.path(), Year(2025));
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
