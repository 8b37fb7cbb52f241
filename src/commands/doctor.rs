//! `aoc doctor`: checks everything that `aoc` depends on, with one request at most, and
//! suggests fixes.

mod checks;

use clap::Args;
use serde_json::json;

use self::checks::{CheckState, HealthCheck, all_checks};
use crate::app::App;
use crate::error::{Exit, Result};
use crate::terminal::style::{BAD, DIM, DOUBT, GOOD, PLAIN, STRONG};
use crate::terminal::{Terminal, Verbosity, cut_start, one_line, plural, row, width, with_tilde};

/// Check session, site, project, toolchain, settings and folders
///
/// Checks the session, the site, the clock, the project, the toolchain, the settings
/// and the folders, and shows the problems with their fixes; with -v it shows all
/// checks. It makes one request at most. The exit code is that of the worst problem.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  aoc doctor            check everything, with one request
  aoc doctor --offline  check what needs no request")]
pub struct DoctorArgs {}

pub fn run(app: &App, _: &DoctorArgs) -> Result<Exit> {
    let mut checks = all_checks(app);
    let worst = problems(&checks).into_iter().next();
    let exit = worst.map_or(Exit::Done, |worst| worst.exit);
    let document = json!({"exit": exit.code(), "checks": checks});
    for check in &mut checks {
        check.name = with_tilde(&check.name);
        check.detail = with_tilde(&check.detail);
    }
    app.show("doctor", &document, || {
        screen(app.stdout, &checks, app.verbosity)
    })?;
    Ok(exit)
}

/// The problems, worst first. The session comes first, since almost everything at the
/// site fails without one; the others are in the order of the checks.
fn problems(checks: &[HealthCheck]) -> Vec<&HealthCheck> {
    let mut problems = in_state(checks, CheckState::Bad);
    problems.sort_by_key(|check| check.exit != Exit::Session);
    problems
}

fn in_state(checks: &[HealthCheck], state: CheckState) -> Vec<&HealthCheck> {
    checks.iter().filter(|check| check.state == state).collect()
}

/// The verdict, then the problems, whose session it is and the clock, then the notes.
/// With `-v` all checks come first; with `-q` there are no notes.
fn screen(terminal: Terminal, checks: &[HealthCheck], verbosity: Verbosity) -> String {
    let mut text = String::new();
    if verbosity == Verbosity::Verbose {
        for group in checks.chunk_by(|a, b| a.group == b.group) {
            let heading = terminal.paint(STRONG, group[0].group);
            let rows: Vec<&HealthCheck> = group.iter().collect();
            text += &format!("{heading}\n{}\n", table(terminal, &rows));
        }
    }
    let mut shown = problems(checks);
    if shown.is_empty() {
        let session = detail(checks, "session");
        let clock = detail(checks, "clock");
        let summary = format!("{session}; clock {clock}");
        let verdict = (GOOD, "no problems:".to_owned());
        text += &row(terminal, 1, &[], &[verdict, (PLAIN, summary)]);
    } else {
        for check in checks {
            if ["session", "clock"].contains(&&*check.name) && check.state < CheckState::Note {
                shown.push(check);
            }
        }
        let verdict = plural(problems(checks).len(), "problem");
        text += &format!("{}\n", terminal.paint(STRONG, verdict));
    }
    if verbosity != Verbosity::Quiet {
        shown.extend(in_state(checks, CheckState::Note));
    }
    text + &table(terminal, &shown)
}

/// What the first check of this name found.
fn detail<'a>(checks: &'a [HealthCheck], name: &str) -> &'a str {
    let check = checks.iter().find(|check| check.name == name);
    check.map_or("", |check| &check.detail)
}

/// A line for each check, in columns, with its fix below it.
fn table(terminal: Terminal, checks: &[&HealthCheck]) -> String {
    // A name is often a path, and needs this many columns to be told from another one.
    let limit = terminal.width.map_or(usize::MAX, |width| width * 3 / 5);
    let columns = checks
        .iter()
        .map(|check| width(&check.name))
        .max()
        .unwrap_or(0)
        .min(limit);
    let mut text = String::new();
    for check in checks {
        let mark = match check.state {
            CheckState::Good => (GOOD, "✓"),
            CheckState::Absent => (DIM, "–"),
            CheckState::Note => (DOUBT, "!"),
            CheckState::Bad => (BAD, "✗"),
        };
        let name = cut_start(&check.name, columns);
        let cells = [mark, (PLAIN, &*name), (PLAIN, &*check.detail)];
        text += &row(terminal, 1, &[-3, columns.cast_signed() + 1], &cells);
        if let Some(fix) = &check.fix {
            // The fix is on its own line, so that it can be copied.
            text += &format!("    {}\n", terminal.paint(STRONG, one_line(fix)));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::checks::Report;
    use super::*;

    #[test]
    fn problems_come_first_and_v_shows_all_checks() {
        let mut report = Report {
            group: "session",
            ..Report::default()
        };
        report.absent("AOC_SESSION", "not set");
        let session = report.bad(Exit::Session, "session", "there is none");
        session.fix("aoc login");
        report.group = "site";
        report.good("clock", "as the site's");
        report.group = "project";
        report.note("git", "git tracks 2 files of inputs");
        report.group = "folders";
        let cache = report.bad(Exit::Files, "cache", "/c cannot be written");
        cache.fix("rename /c");
        report.good("a\u{1b}", "/c");
        let checks = report.checks;
        let shown = |verbosity| screen(Terminal::PLAIN, &checks, verbosity);
        insta::assert_snapshot!(shown(Verbosity::Verbose), @r"
        session
          – AOC_SESSION  not set
          ✗ session      there is none
            aoc login

        site
          ✓ clock  as the site's

        project
          ! git  git tracks 2 files of inputs

        folders
          ✗ cache  /c cannot be written
            rename /c
          ✓ a\u{1b} /c

        2 problems
          ✗ session  there is none
            aoc login
          ✗ cache    /c cannot be written
            rename /c
          ✓ clock    as the site's
          ! git      git tracks 2 files of inputs
        ");
        assert_eq!(shown(Verbosity::Normal).lines().count(), 7);
        assert_eq!(shown(Verbosity::Quiet).lines().count(), 6);
    }
}
