//! Cargo and the compiler, as builds of workers see them.

use super::problems::Problems;
use crate::app::App;
use crate::cargo::{Tool, toolchain};
use crate::project;
use crate::reporter::{ProblemKind, ToolReport};

pub fn check(app: &App, problems: &mut Problems) -> Vec<ToolReport> {
    let root = app
        .project()
        .map_or(&*app.environment.current_dir, |it| it.root());
    toolchain(root, &app.child_env())
        .into_iter()
        .map(|tool| report(tool, problems))
        .collect()
}

fn report(tool: Tool, problems: &mut Problems) -> ToolReport {
    let Tool {
        name,
        path,
        version,
    } = tool;
    let mut bad = true;
    match (&path, &version) {
        (None, _) => problems.push(
            ProblemKind::Build,
            format!("there is no {name} on PATH, which building solutions needs"),
            Some("install Rust from https://rustup.rs".to_owned()),
        ),
        (Some(path), Err(why)) => problems.push(
            ProblemKind::Build,
            format!("{} does not work: {why}", path.display()),
            Some("rustup update".to_owned()),
        ),
        (Some(_), Ok(version)) => {
            let least = project::least_rust_version();
            bad = is_older(version, least);
            if bad {
                problems.push(
                    ProblemKind::Build,
                    format!("{version} is older than {least}, which the library needs"),
                    Some("rustup update".to_owned()),
                );
            }
        }
    }
    ToolReport {
        name,
        path,
        version: version.ok(),
        bad,
    }
}

/// Whether a tool that says `rustc 1.91.0 (…)` is older than a version.
fn is_older(said: &str, least: &str) -> bool {
    let version = said.split(' ').nth(1).unwrap_or_default();
    let found = project::version_numbers(version);
    !found.is_empty() && found < project::version_numbers(least)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_numbers() {
        for (said, least, older) in [
            ("rustc 1.91.0 (f8297e351 2025-10-28)", "1.91", false),
            ("rustc 1.90.0 (1159e78c4 2025-09-14)", "1.91", true),
            ("cargo 1.100.0-nightly (abc 2027-01-01)", "1.91", false),
            ("rustc 2.0.0", "1.91", false),
            ("nonsense", "1.91", false),
        ] {
            assert_eq!(is_older(said, least), older, "{said}");
        }
    }
}
