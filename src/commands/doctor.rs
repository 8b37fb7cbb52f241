//! `aoc doctor`: checks everything that `aoc` depends on, with at most one request, and suggests
//! fixes.

mod checkup;
mod health_check;

use clap::Args;
use serde_json::json;

use self::health_check::{CheckState, HealthCheck, Subject, problems_by_severity};
use crate::app::App;
use crate::error::{Exit, Result};
use crate::terminal::style::{BAD, DIM, GOOD, PLAIN, STRONG, WARNING};
use crate::terminal::table::{Cell, Column, list};
use crate::terminal::{Terminal, Verbosity, plural, row, text_line, with_tilde};

/// Check session, site, project, toolchain, settings and folders
///
/// Checks the session, the site, the clock, the project, the toolchain, the settings
/// and the folders, and shows the problems with their fixes; with -v it shows all
/// checks. It makes one request at most. The exit code is that of the worst problem.
#[derive(Args)]
#[command(after_help = "\
Examples:
  aoc doctor            check everything, with one request
  aoc doctor --offline  check what needs no request")]
pub struct DoctorArgs {}

pub fn run(app: &App, _: &DoctorArgs) -> Result<Exit> {
    let checks = checkup::checks(app);
    let exit = health_check::exit(&checks);
    let document = json!({"exit": exit.code(), "checks": checks});
    app.ui.show("doctor", &document, || {
        screen(app.ui.stdout, &checks, app.ui.verbosity)
    })?;
    Ok(exit)
}

/// The screen: a verdict with the number of problems, the user of the session and the error of the
/// clock, and then the problems and the notes. With `-v` all checks come first. With `-q` there are
/// no notes.
fn screen(terminal: Terminal, checks: &[HealthCheck], verbosity: Verbosity) -> String {
    let mut text = String::new();
    if verbosity == Verbosity::Verbose {
        for group in checks.chunk_by(|a, b| a.subject.group == b.subject.group) {
            text += &text_line(terminal, STRONG, group[0].subject.group);
            for check in group {
                text += &check_lines(terminal, check);
            }
            text.push('\n');
        }
    }
    let problems = problems_by_severity(checks);
    let verdict = match problems.len() {
        0 => (GOOD, "no problems:".to_owned()),
        count => (BAD, plural(count, "problem") + ":"),
    };
    let mut facts: Vec<String> = problems.iter().take(1).map(|first| first.fact()).collect();
    for check in checks {
        let is_fact = [Subject::SESSION, Subject::CLOCK].contains(&check.subject);
        if is_fact && check.problem_exit().is_none() {
            facts.push(check.fact());
        }
    }
    let facts = (PLAIN, with_tilde(facts.join("; ")));
    text += &row(terminal, 1, &[verdict, facts]);
    for check in problems {
        text += &check_lines(terminal, check);
    }
    if verbosity != Verbosity::Quiet {
        for check in checks {
            if check.state == CheckState::Note {
                text += &check_lines(terminal, check);
            }
        }
    }
    text
}

/// The lines of a check. The fix is on a separate line, so that it can be copied.
fn check_lines(terminal: Terminal, check: &HealthCheck) -> String {
    const COLUMNS: &[Column] = &[
        Column::right("").at_least(3),
        Column::left("").gap(1).at_least(13),
        Column::left("").gap(1).wraps(),
    ];
    let (style, mark) = match check.state {
        CheckState::Good => (GOOD, "✓"),
        CheckState::Absent => (DIM, "–"),
        CheckState::Note => (WARNING, "!"),
        CheckState::Bad(_) => (BAD, "✗"),
    };
    let name = with_tilde(&check.subject.name);
    let detail = with_tilde(&check.detail);
    let cells = [
        Cell::new(style, mark),
        Cell::new(PLAIN, name),
        Cell::new(PLAIN, detail),
    ];
    let mut text = list(terminal, COLUMNS, [cells]);
    if let Some(fix) = &check.fix {
        text += &format!("    {}\n", terminal.paint(STRONG, fix));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn problems_come_first_and_v_shows_all_checks() {
        let place = Subject::place("AOC_SESSION".to_owned());
        let unwritable = HealthCheck::bad(
            Subject::folder("cache"),
            Exit::Files,
            "/c cannot be written",
        );
        let checks = [
            HealthCheck::absent(place, "not set"),
            HealthCheck::absent(Subject::SESSION, "not checked"),
            HealthCheck::good(Subject::CLOCK, "as the site's"),
            HealthCheck::note(Subject::GIT, "git tracks 2 files of inputs"),
            unwritable.with_fix("rename /c"),
            HealthCheck::bad(Subject::folder("a\u{1b}"), Exit::Session, "no session"),
        ];
        let shown = |verbosity| screen(Terminal::PLAIN, &checks, verbosity);
        insta::assert_snapshot!(shown(Verbosity::Verbose), @r"
        session
          – AOC_SESSION   not set

        site
          – session       not checked
          ✓ clock         as the site's

        project
          ! git           git tracks 2 files of inputs

        folders
          ✗ cache         /c cannot be written
            rename /c
          ✗ a\u{1b}       no session

        2 problems: no session; not checked; clock as the site's
          ✗ a\u{1b}       no session
          ✗ cache         /c cannot be written
            rename /c
          ! git           git tracks 2 files of inputs
        ");
        assert_eq!(shown(Verbosity::Normal).lines().count(), 5);
        assert_eq!(shown(Verbosity::Quiet).lines().count(), 4);
    }

    #[test]
    fn the_headline_and_the_exit_code_are_those_of_the_worst_problem() {
        let is_ours = || HealthCheck::good(Subject::SESSION, "logged in as ana");
        let is_right = || HealthCheck::good(Subject::CLOCK, "0.0 s behind the site's");
        let is_dead = || HealthCheck::bad(Subject::SESSION, Exit::Session, "it is dead");
        let is_wrong =
            || HealthCheck::bad(Subject::CLOCK, Exit::Network, "9.0 s behind the site's");
        let value = |exit| HealthCheck::bad(Subject::INVALID_SETTING, exit, "AOC_YEAR");
        for (checks, headline, exit) in [
            (
                vec![is_ours(), is_right()],
                "no problems: logged in as ana; clock 0.0 s behind the site's",
                Exit::Done,
            ),
            (
                vec![is_dead(), is_right()],
                "1 problem: it is dead; clock 0.0 s behind the site's",
                Exit::Session,
            ),
            (
                vec![is_ours(), is_wrong()],
                "1 problem: clock 9.0 s behind the site's; logged in as ana",
                Exit::Network,
            ),
            (
                vec![
                    value(Exit::Failed),
                    value(Exit::Usage),
                    value(Exit::Files),
                    value(Exit::Refused),
                    is_wrong(),
                ],
                "5 problems: clock 9.0 s behind the site's",
                Exit::Network,
            ),
            (
                vec![value(Exit::Failed), value(Exit::Usage), value(Exit::Files)],
                "3 problems: AOC_YEAR",
                Exit::Files,
            ),
        ] {
            let text = screen(Terminal::PLAIN, &checks, Verbosity::Quiet);
            assert_eq!(text.lines().next(), Some(headline));
            assert_eq!(health_check::exit(&checks), exit, "{headline}");
        }
    }

    #[test]
    fn a_subject_has_its_group_and_its_name_in_json() {
        let missing = HealthCheck::bad(Subject::NO_SESSION, Exit::Session, "no session");
        let checks = [
            missing.with_fix("aoc login"),
            HealthCheck::good(Subject::SESSION, "logged in as ana"),
        ];
        insta::assert_snapshot!(json!(checks), @r#"[{"detail":"no session","fix":"aoc login","group":"session","name":"session","state":"bad"},{"detail":"logged in as ana","fix":null,"group":"site","name":"session","state":"good"}]"#);
    }
}
