//! `aoc doctor`: checks everything that `aoc` depends on, with one request at most, and
//! suggests fixes.

use std::ffi::OsStr;
use std::fmt::Display;
use std::path::Path;
use std::process::Command;

use clap::Args;
use serde::Serialize;
use serde_json::json;

use self::CheckState::{Absent, Bad, Good, Note};
use crate::app::App;
use crate::config::SETTINGS;
use crate::error::Exit::{self, Done, Failed, Files, Network};
use crate::error::{HasExit, Result};
use crate::files::probe_for;
use crate::project::{
    Git, LIBRARY, Project, is_repository, library_differs, library_version_in, own_library_version,
    version_numbers,
};
use crate::site::{Session, SiteError, SiteErrorKind, found_sessions, named_accounts};
use crate::terminal::style::{BAD, DIM, DOUBT, GOOD, PLAIN, STRONG};
use crate::terminal::{
    Terminal, Verbosity, one_line, plural, row, shell_word, text_line, with_tilde,
};

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

/// The result of one check.
#[derive(Serialize)]
struct HealthCheck {
    group: &'static str,
    name: String,
    state: CheckState,
    detail: String,
    /// The command or the action that fixes the problem; `None` if the detail says it.
    fix: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
enum CheckState {
    Good,
    /// Missing, but not needed.
    Absent,
    /// A possible problem, which may be intended.
    Note,
    /// A problem, with the exit code of `doctor` if it is the worst one.
    Bad(#[serde(skip)] Exit),
}

impl HealthCheck {
    fn exit(&self) -> Exit {
        match self.state {
            Bad(exit) => exit,
            _ => Done,
        }
    }
}

pub fn run(app: &App, _: &DoctorArgs) -> Result<Exit> {
    let mut checkup = Checkup {
        app,
        group: "",
        checks: Vec::new(),
    };
    checkup.sessions();
    checkup.site();
    checkup.clock();
    checkup.project();
    checkup.toolchain();
    checkup.settings();
    checkup.folders();
    let checks = checkup.checks;
    let mut exit = Done;
    if let Some(worst) = problems(&checks).first() {
        exit = worst.exit();
    }
    let document = json!({"exit": exit.code(), "checks": checks});
    app.show("doctor", &document, || {
        screen(app.stdout, &checks, app.verbosity)
    })?;
    Ok(exit)
}

/// The problems, worst first. The session comes first, since almost everything at the
/// site fails without one; the others are in the order of the checks.
fn problems(checks: &[HealthCheck]) -> Vec<&HealthCheck> {
    let mut problems: Vec<_> = checks.iter().filter(|check| check.exit() != Done).collect();
    problems.sort_by_key(|check| check.exit() != Exit::Session);
    problems
}

/// The checks so far, in the order in which `-v` shows them.
struct Checkup<'a> {
    app: &'a App,
    /// The group of the next checks.
    group: &'static str,
    checks: Vec<HealthCheck>,
}

impl Checkup<'_> {
    fn add(&mut self, state: CheckState, name: &str, detail: impl Display) {
        self.checks.push(HealthCheck {
            group: self.group,
            name: name.to_owned(),
            state,
            detail: format!("{detail:#}"),
            fix: None,
        });
    }

    /// Adds the fix of the last check.
    fn fix(&mut self, fix: impl Into<String>) {
        if let Some(check) = self.checks.last_mut() {
            check.fix = Some(fix.into());
        }
    }

    fn fail(&mut self, name: &str, error: SiteError) {
        self.add(Bad(error.exit()), name, error.message);
        if let Some(hint) = error.hint {
            self.fix(hint);
        }
    }

    /// Checks the session that is used, and those of named accounts.
    fn sessions(&mut self) {
        self.group = "session";
        let environment = &self.app.environment;
        // The first place that exists is used, even if it has no valid session.
        let mut found = Vec::from_iter(found_sessions(environment, None).next());
        if found.is_empty() {
            let detail = "no session, which is needed to download inputs";
            self.add(Bad(Exit::Session), "session", detail);
            self.fix("aoc login");
        }
        for account in named_accounts(environment) {
            found.extend(found_sessions(environment, Some(&account)));
        }
        for (place, session) in found {
            let name = place.to_string();
            match session {
                Ok(session) => match session.warning() {
                    Some(warning) => self.add(Bad(Files), &name, warning),
                    None => self.add(Good, &name, session.token.shown()),
                },
                Err(error) => self.fail(&name, error),
            }
        }
    }

    /// Checks with one request whether the site accepts the session.
    fn site(&mut self) {
        self.group = "site";
        let app = self.app;
        // If the settings are wrong, the address of the site may be wrong too.
        if !app.offline
            && app.settings.errors.is_empty()
            && let Ok(session) = Session::find(&app.environment, None)
        {
            match app.ask("asking the site", |site| site.account(&session)) {
                Ok(account) => {
                    return self.add(Good, "session", format!("logged in as {account}"));
                }
                Err(error) if matches!(error.kind, SiteErrorKind::Session { .. }) => {
                    return self.fail("session", error);
                }
                Err(error) => self.fail("address", error),
            }
        }
        self.add(Absent, "session", "session not checked");
    }

    /// Compares the local clock with the site's, as measured now or by an earlier command.
    fn clock(&mut self) {
        let app = self.app;
        let measured = app.access.site.get().and_then(|site| site.clock.measured());
        let ahead = measured.unwrap_or_else(|| app.site_state().clock_ahead());
        if measured.is_none() && ahead.is_zero() {
            return self.add(Absent, "clock", "not compared with the site's");
        }
        let seconds = ahead.as_seconds_f64();
        let side = if seconds > 0.0 { "behind" } else { "ahead of" };
        let detail = format!("{:.1} s {side} the site's", seconds.abs());
        if measured.is_none() {
            self.add(Note, "clock", detail + ", measured by an earlier command");
        } else if seconds.abs() < 2.0 {
            self.add(Good, "clock", detail);
        } else {
            self.add(Bad(Network), "clock", detail);
            self.fix("let the system set its clock from a time server");
        }
    }

    fn project(&mut self) {
        self.group = "project";
        let project = match self.app.project() {
            Ok(project) => project,
            // Working outside of a project is not a problem.
            Err(error) => return self.add(Absent, "root", error),
        };
        self.add(Good, "root", project.root().display());
        for year in project.years() {
            for file in project.misnamed(year) {
                self.add(Note, "files", file);
            }
        }
        self.library(project);
        self.published(project);
    }

    /// Checks the repository's copy of the library, if it has or needs one.
    fn library(&mut self, project: &Project) {
        let root = project.root();
        let Some(version) = library_version_in(root) else {
            if project.needs_library() {
                let detail = format!("{LIBRARY} is missing, which the years are built with");
                self.add(Bad(Failed), "library", detail);
                self.fix("aoc init");
            } else {
                self.add(Absent, "library", format!("there is no {LIBRARY}"));
            }
            return;
        };
        let own = own_library_version();
        let detail = format!("{LIBRARY} is {version}, and this aoc has {own}");
        if !library_differs(root) {
            return self.add(Good, "library", detail);
        }
        if version == own {
            self.add(Note, "library", detail + " with other files");
        } else {
            self.add(Bad(Failed), "library", detail);
        }
        self.fix(if version_numbers(&version) > version_numbers(&own) {
            "update aoc"
        } else {
            "aoc init --update"
        });
    }

    /// Checks whether git would publish inputs that are not encrypted, which may be intended
    /// in a private repository.
    fn published(&mut self, project: &Project) {
        let app = self.app;
        let Ok(store) = app.store() else {
            return;
        };
        let inputs = &store.root;
        // Inputs may be tracked in a separate repository or a submodule.
        if project.is_submodule(inputs) || is_repository(inputs) {
            return;
        }
        let Some(git) = Git::new(&app.child_env, project.root()) else {
            return;
        };
        let first = inputs.join("year2015/day01.txt");
        if git.is_encrypted(&first) {
            return;
        }
        let mut tracked = git.tracked(inputs);
        tracked.retain(|name| name.strip_suffix(".txt").is_some());
        if !tracked.is_empty() || git.would_add(&first) {
            let shown = app.relative_path(inputs).display().to_string();
            let word = shell_word(&shown);
            let line = project.shown(inputs);
            let detail = format!(
                "git tracks or does not ignore {shown}, whose files the site asks not to publish: \
                 add the line `/{line}/*` to .gitignore; `git rm -r --cached {word}` removes the \
                 tracked ones"
            );
            self.add(Note, "git", detail);
        }
    }

    fn toolchain(&mut self) {
        self.group = "toolchain";
        let rustc = self.app.child_env.get("RUSTC");
        self.tool("cargo", OsStr::new("cargo"));
        self.tool("rustc", rustc.unwrap_or(OsStr::new("rustc")));
    }

    /// Checks a tool that builds use. Nothing is installed.
    fn tool(&mut self, name: &str, program: &OsStr) {
        let mut command = Command::new(program);
        self.app.child_env.apply_to(&mut command);
        if let Ok(project) = self.app.project() {
            command.current_dir(project.root());
        }
        // This keeps rustup from downloading the toolchain that a project names.
        command.arg("--version").env("RUSTUP_AUTO_INSTALL", "0");
        let (works, said) = match command.output() {
            Ok(output) if output.status.success() => (true, output.stdout),
            Ok(output) => (false, output.stderr),
            Err(error) => (false, error.to_string().into_bytes()),
        };
        let said = String::from_utf8_lossy(&said);
        let first = said.lines().next().unwrap_or("it says nothing");
        if works {
            return self.add(Good, name, first);
        }
        let detail = format!("`{} --version` fails: {first}", program.display());
        self.add(Bad(Failed), name, detail);
        self.fix("install Rust from https://rustup.rs, or `rustup update`");
    }

    fn settings(&mut self) {
        self.group = "settings";
        let settings = &self.app.settings;
        for setting in SETTINGS {
            let shown = match settings.sources.get(setting.key) {
                Some((value, from)) => format!("{value} ({})", from.name()),
                None => format!("{} (default)", setting.default),
            };
            self.add(Good, setting.key, shown);
        }
        for error in &settings.errors {
            self.add(Bad(error.exit), "value", error);
        }
    }

    fn folders(&mut self) {
        self.group = "folders";
        let app = self.app;
        self.folder("configuration", app.environment.config_dir.as_deref());
        self.folder("cache", app.environment.cache_dir.as_deref());
        if let Ok(project) = app.project()
            && let Ok(store) = app.store()
        {
            match store.check_folder() {
                Ok(()) => self.folder("inputs", Some(&store.root)),
                Err(error) => self.add(Bad(error.exit), "inputs", error),
            }
            self.folder("target", Some(&project.target_dir()));
        }
    }

    /// Checks whether a folder can be written.
    fn folder(&mut self, name: &str, path: Option<&Path>) {
        let Some(path) = path else {
            self.add(Bad(Files), name, "cannot be found");
            return self.fix("set HOME");
        };
        let shown = path.display();
        match probe_for(path) {
            Ok(()) => self.add(Good, name, shown),
            Err(error) => {
                self.add(Bad(error.exit), name, error);
                self.fix(format!("make {shown} a folder that you can write"));
            }
        }
    }
}

/// The verdict with whose session it is and how far the clock is off, the problems, and the
/// notes. With `-v` all checks come first; with `-q` there are no notes.
fn screen(terminal: Terminal, checks: &[HealthCheck], verbosity: Verbosity) -> String {
    let mut text = String::new();
    if verbosity == Verbosity::Verbose {
        for group in checks.chunk_by(|a, b| a.group == b.group) {
            text += &text_line(terminal, STRONG, group[0].group);
            for check in group {
                text += &lines(terminal, check);
            }
            text.push('\n');
        }
    }
    let problems = problems(checks);
    let verdict = match problems.len() {
        0 => (GOOD, "no problems:".to_owned()),
        count => (BAD, plural(count, "problem") + ":"),
    };
    let mut facts = Vec::new();
    for check in checks {
        if check.exit() != Done {
            continue;
        }
        match &*check.name {
            "session" => facts.push(check.detail.clone()),
            "clock" => facts.push(format!("clock {}", check.detail)),
            _ => {}
        }
    }
    let facts = (PLAIN, facts.join("; "));
    text += &row(terminal, 1, &[], &[verdict, facts]);
    for check in problems {
        text += &lines(terminal, check);
    }
    if verbosity != Verbosity::Quiet {
        for check in checks {
            if check.state == Note {
                text += &lines(terminal, check);
            }
        }
    }
    text
}

/// A check, with its fix on a line of its own, so that it can be copied.
fn lines(terminal: Terminal, check: &HealthCheck) -> String {
    let mark = match check.state {
        Good => (GOOD, "✓"),
        Absent => (DIM, "–"),
        Note => (DOUBT, "!"),
        Bad(_) => (BAD, "✗"),
    };
    let name = with_tilde(&check.name);
    let detail = with_tilde(&check.detail);
    let cells = [mark, (PLAIN, &name), (PLAIN, &detail)];
    let mut text = row(terminal, 1, &[-3, 13], &cells);
    if let Some(fix) = &check.fix {
        text += &format!("    {}\n", terminal.paint(STRONG, one_line(fix)));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn problems_come_first_and_v_shows_all_checks() {
        let mut checks = Vec::new();
        for (group, name, state, detail, fix) in [
            ("session", "AOC_SESSION", Absent, "not set", ""),
            ("session", "session", Absent, "not checked", ""),
            ("site", "clock", Good, "as the site's", ""),
            ("project", "git", Note, "git tracks 2 files of inputs", ""),
            (
                "folders",
                "cache",
                Bad(Files),
                "/c cannot be written",
                "rename /c",
            ),
            ("folders", "a\u{1b}", Bad(Exit::Session), "/c", ""),
        ] {
            checks.push(HealthCheck {
                group,
                name: name.to_owned(),
                state,
                detail: detail.to_owned(),
                fix: (!fix.is_empty()).then(|| fix.to_owned()),
            });
        }
        let shown = |verbosity| screen(Terminal::PLAIN, &checks, verbosity);
        insta::assert_snapshot!(shown(Verbosity::Verbose), @r"
        session
          – AOC_SESSION   not set
          – session       not checked

        site
          ✓ clock         as the site's

        project
          ! git           git tracks 2 files of inputs

        folders
          ✗ cache         /c cannot be written
            rename /c
          ✗ a\u{1b}       /c

        2 problems: not checked; clock as the site's
          ✗ a\u{1b}       /c
          ✗ cache         /c cannot be written
            rename /c
          ! git           git tracks 2 files of inputs
        ");
        assert_eq!(shown(Verbosity::Normal).lines().count(), 5);
        assert_eq!(shown(Verbosity::Quiet).lines().count(), 4);
    }
}
