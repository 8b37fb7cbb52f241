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
    fn new(group: &'static str, name: &str, state: CheckState, detail: impl Into<String>) -> Self {
        Self {
            group,
            name: name.to_owned(),
            state,
            detail: detail.into(),
            fix: None,
            exit: Exit::Done,
        }
    }

    /// A problem: the error, and what mends it.
    fn bad(
        group: &'static str,
        name: &str,
        error: impl Into<CliError>,
        fix: impl Into<Option<String>>,
    ) -> Self {
        let error = error.into();
        Self {
            fix: fix.into(),
            exit: error.exit,
            ..Self::new(group, name, CheckState::Bad, format!("{:#}", error.source))
        }
    }

    /// The place of a problem among others: sessions come first, since nearly all
    /// else at the site fails without one.
    fn rank(&self) -> usize {
        let order = [
            Exit::Session,
            Exit::Network,
            Exit::Refused,
            Exit::Files,
            Exit::Usage,
        ];
        let rank = order.iter().position(|exit| *exit == self.exit);
        rank.unwrap_or(order.len() + usize::from(self.exit == Exit::Done))
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
    let bad = checks.iter().filter(|check| check.state == CheckState::Bad);
    let exit = bad
        .min_by_key(|check| check.rank())
        .map_or(Exit::Done, |check| check.exit);
    let document = json!({"schema": "aoc-doctor/1", "exit": exit.code(), "checks": checks});
    app.show(&document, || screen(app.stdout, &checks, app.verbosity))?;
    Ok(exit)
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
    let of = |state| checks.iter().filter(move |check| check.state == state);
    let mut bad: Vec<&Check> = of(CheckState::Bad).collect();
    bad.sort_by_key(|check| check.rank());
    let mut head = Line::new(terminal, 2);
    match bad.len() {
        0 => head.cell(GOOD, "no problems"),
        count => head.cell(STRONG, &plural(count, "problem")),
    };
    let detail = |name| checks.iter().find(|check| check.name == name);
    let [session, clock] =
        ["session", "clock"].map(|name| detail(name).map_or("", |it| &it.detail));
    let about = format!(": {session}; clock {clock}");
    head.words(PLAIN, &sanitize(&about));
    text += &head.end();
    let notes = of(CheckState::Note).filter(|_| verbosity != Verbosity::Quiet);
    for check in bad.into_iter().chain(notes) {
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
    use super::*;

    #[test]
    fn what_is_wrong_comes_first_and_the_rest_with_v() {
        let fix = |fix: &str| Some(fix.to_owned());
        let checks = [
            Check::new("session", "AOC_SESSION", CheckState::Absent, "not set"),
            Check::bad(
                "session",
                "session",
                CliError::new(Exit::Session, "there is none"),
                fix("aoc login"),
            ),
            Check::new("site", "clock", CheckState::Good, "as the site's"),
            Check::new(
                "project",
                "git",
                CheckState::Note,
                "git tracks 2 files of inputs",
            ),
            Check::bad(
                "folders",
                "cache",
                CliError::new(Exit::Files, "/c cannot be written"),
                fix("mv /c /c.old"),
            ),
            Check::new("folders", "a\u{1b}", CheckState::Good, "/c"),
        ];
        let shown = |verbosity| screen(Terminal::PLAIN, &checks, verbosity);
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
        let ranks: Vec<usize> = checks.iter().map(Check::rank).collect();
        assert!(ranks[1] < ranks[4] && ranks[4] < ranks[0]);
    }
}
