//! `aoc doctor`: looks at everything that `aoc` depends on, makes one request at
//! most, and says how to mend what is wrong.

mod checks;

use anstyle::Style;
use clap::Args;
use serde::Serialize;
use serde_json::json;

use crate::app::App;
use crate::error::{CliError, Exit};
use crate::terminal::layout::Line;
use crate::terminal::style::{BAD, DIM, DOUBT, GOOD, PLAIN, STRONG};
use crate::terminal::{Terminal, Verbosity, cut_start, plural, sanitize, width};

/// Check session, site, project, toolchain, settings and folders
///
/// Looks at the session, the site, the clock, the project, the toolchain, the
/// settings and the folders, and says what is wrong and how to mend it; with -v it
/// shows the rest as well. It makes one request at most. The exit code is that of the
/// worst problem.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  aoc doctor            check everything, with one request
  aoc doctor --offline  check what needs no request")]
pub struct DoctorArgs {}

/// One thing that was looked at.
#[derive(Debug, Serialize)]
struct Check {
    group: &'static str,
    name: String,
    state: CheckState,
    detail: String,
    /// The command that mends it, or else what to do.
    fix: Option<String>,
    /// The exit code of the command because of this.
    #[serde(skip)]
    exit: Exit,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum CheckState {
    Good,
    /// It is not there, and need not be.
    Absent,
    /// It may be meant.
    Note,
    Bad,
}

impl Check {
    /// The place of a problem among others: sessions come first, since nearly all
    /// else at the site fails without one.
    fn rank(&self) -> usize {
        use Exit::{Files, Network, Refused, Session, Usage};
        let order = [Session, Network, Refused, Files, Usage];
        let rank = order.iter().position(|exit| *exit == self.exit);
        rank.unwrap_or(order.len())
    }

    fn mark(&self) -> (Style, &'static str) {
        match self.state {
            CheckState::Good => (GOOD, "✓"),
            CheckState::Absent => (DIM, "–"),
            CheckState::Note => (DOUBT, "!"),
            CheckState::Bad => (BAD, "✗"),
        }
    }
}

pub fn run(app: &App, _: &DoctorArgs) -> Result<Exit, CliError> {
    let checks = checks::checks(app);
    let exit = problems(&checks).first().map_or(Exit::Done, |it| it.exit);
    let document = json!({"schema": "aoc-doctor/1", "exit": exit.code(), "checks": checks});
    app.show(&document, || screen(app.stdout, &checks, app.verbosity))?;
    Ok(exit)
}

/// What is wrong, the worst first.
fn problems(checks: &[Check]) -> Vec<&Check> {
    let bad = checks.iter().filter(|check| check.state == CheckState::Bad);
    let mut bad: Vec<&Check> = bad.collect();
    bad.sort_by_key(|check| check.rank());
    bad
}

/// The verdict, whose session it is and the clock, then what is wrong, then notes;
/// with `-v` everything first, with `-q` no notes.
fn screen(terminal: Terminal, checks: &[Check], verbosity: Verbosity) -> String {
    let mut text = String::new();
    if verbosity == Verbosity::Verbose {
        for group in checks.chunk_by(|a, b| a.group == b.group) {
            text += &table(terminal, group);
        }
    }
    let problems = problems(checks);
    let mut head = Line::new(terminal, 2);
    match problems.len() {
        0 => head.cell(GOOD, "no problems"),
        count => head.cell(STRONG, &plural(count, "problem")),
    };
    let of = |name| checks.iter().find(|check| check.name == name);
    let detail = |name| of(name).map_or("", |check| &check.detail);
    let about = format!(": {}; clock {}", detail("session"), detail("clock"));
    head.words(PLAIN, &sanitize(&about));
    text += &head.end();
    let notes = checks
        .iter()
        .filter(|check| check.state == CheckState::Note && verbosity != Verbosity::Quiet);
    for check in problems.into_iter().chain(notes) {
        let (style, symbol) = check.mark();
        let mut line = Line::new(terminal, 4);
        line.gap(2).cell(style, symbol).gap(1);
        let what = format!("{}: {}", check.name, check.detail);
        line.words(PLAIN, &sanitize(&what));
        if let Some(fix) = &check.fix {
            // On a line of its own, to be copied.
            line.below(STRONG, &sanitize(fix));
        }
        text += &line.end();
    }
    text
}

/// The checks of one group, in columns, and an empty line.
fn table(terminal: Terminal, checks: &[Check]) -> String {
    let mut text = format!("{}\n", terminal.paint(STRONG, checks[0].group));
    // A path leaves half of the line to what is said of it.
    let most = terminal.width.map_or(usize::MAX, |width| width / 2);
    let widths = checks.iter().map(|check| width(&sanitize(&check.name)));
    let columns = widths.max().unwrap_or(0).min(most);
    for check in checks {
        let (style, symbol) = check.mark();
        let mut line = Line::new(terminal, 6);
        line.gap(2).cell(style, symbol).gap(1);
        line.left(PLAIN, &cut_start(&sanitize(&check.name), columns), columns);
        line.gap(2).words(PLAIN, &sanitize(&check.detail));
        text += &line.end();
    }
    text + "\n"
}

#[cfg(test)]
mod tests {
    use super::checks::Checks;
    use super::*;

    #[test]
    fn what_is_wrong_comes_first_and_the_rest_with_v() {
        let mut checks = Checks::default();
        let error = |exit, why: &str| CliError::new(exit, why);
        checks.group = "session";
        checks.add(CheckState::Absent, "AOC_SESSION", "not set");
        checks.bad(
            "session",
            error(Exit::Session, "there is none"),
            "aoc login",
        );
        checks.group = "site";
        checks.add(CheckState::Good, "clock", "as the site's");
        checks.group = "project";
        checks.add(CheckState::Note, "git", "git tracks 2 files of inputs");
        checks.group = "folders";
        let full = error(Exit::Files, "/c cannot be written");
        checks.bad("cache", full, "mv /c /c.old");
        checks.add(CheckState::Good, "a\u{1b}", "/c");
        let shown = |verbosity| screen(Terminal::PLAIN, &checks.all, verbosity);
        insta::assert_snapshot!(shown(Verbosity::Verbose), @r"
        session
          – AOC_SESSION  not set
          ✗ session      there is none

        site
          ✓ clock  as the site's

        project
          ! git  git tracks 2 files of inputs

        folders
          ✗ cache    /c cannot be written
          ✓ a\u{1b}  /c

        2 problems: there is none; clock as the site's
          ✗ session: there is none
            aoc login
          ✗ cache: /c cannot be written
            mv /c /c.old
          ! git: git tracks 2 files of inputs
        ");
        assert_eq!(shown(Verbosity::Normal).lines().count(), 6);
        assert_eq!(shown(Verbosity::Quiet).lines().count(), 5);
    }
}
