//! `aoc doctor`: checks everything that `aoc` depends on, with one request at most, and
//! suggests fixes.

use std::ffi::OsStr;
use std::fmt::Display;
use std::path::Path;
use std::process::Command;

use clap::Args;
use serde::Serialize;
use serde_json::json;

use crate::app::App;
use crate::config::SETTINGS;
use crate::error::{Exit, HasExit, Result};
use crate::files::probe_for;
use crate::project::{
    Git, LIBRARY, Project, is_repository, library_differs, library_version_in, own_library_version,
    version_numbers,
};
use crate::site::{Session, SiteError, SiteErrorKind, found_sessions, named_accounts};
use crate::terminal::style::{BAD, DIM, DOUBT, GOOD, PLAIN, STRONG};
use crate::terminal::{
    Terminal, Verbosity, one_line, plural, row, shell_word, text_line, with_tilde,
    without_error_number,
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
    #[serde(rename = "name")]
    subject: Subject,
    state: CheckState,
    detail: String,
    /// The command or the action that fixes the problem; `None` if the detail says it.
    fix: Option<String>,
}

/// What is checked.
#[derive(Clone, Serialize)]
#[serde(into = "String")]
enum Subject {
    /// A place where a session can be.
    Place(String),
    /// The session at the site.
    Session,
    Address,
    Clock,
    Root,
    /// The files of a year.
    Files,
    Library,
    Git,
    Tool(&'static str),
    Setting(&'static str),
    /// A value that a setting cannot have.
    Value,
    Folder(&'static str),
}

impl Subject {
    fn name(&self) -> &str {
        match self {
            Self::Place(place) => place,
            Self::Session => "session",
            Self::Address => "address",
            Self::Clock => "clock",
            Self::Root => "root",
            Self::Files => "files",
            Self::Library => "library",
            Self::Git => "git",
            Self::Tool(name) | Self::Setting(name) | Self::Folder(name) => name,
            Self::Value => "value",
        }
    }
}

impl From<Subject> for String {
    fn from(subject: Subject) -> Self {
        subject.name().to_owned()
    }
}

#[derive(Clone, Copy, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
enum CheckState {
    Good,
    /// Missing, but not needed.
    Absent,
    /// A possible problem, which may be intended.
    Note,
    Bad(#[serde(skip)] Problem),
}

impl CheckState {
    fn bad(affects: Affected, exit: Exit) -> Self {
        Self::Bad(Problem { affects, exit })
    }
}

/// What is wrong.
#[derive(Clone, Copy, PartialEq)]
struct Problem {
    affects: Affected,
    /// The exit code of `doctor` if it is the worst problem.
    exit: Exit,
}

/// What does not work because of a problem, the worst first. Almost everything at the site
/// fails without a session.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Affected {
    Session,
    Site,
    /// The site asks for fewer requests, and works later.
    NextRequests,
    Files,
    Settings,
    Builds,
}

impl Affected {
    fn by(error: SiteErrorKind) -> Self {
        match error {
            SiteErrorKind::Session { .. } => Self::Session,
            SiteErrorKind::Busy => Self::NextRequests,
            SiteErrorKind::Local(_) => Self::Files,
            SiteErrorKind::Locked
            | SiteErrorKind::NotFound
            | SiteErrorKind::Forbidden
            | SiteErrorKind::Unreachable
            | SiteErrorKind::Late { .. }
            | SiteErrorKind::ConnectionLost
            | SiteErrorKind::ServerFailed { .. }
            | SiteErrorKind::Maintenance
            | SiteErrorKind::Unexpected
            | SiteErrorKind::Offline
            | SiteErrorKind::NotTried => Self::Site,
        }
    }
}

impl HealthCheck {
    fn problem(&self) -> Option<Problem> {
        match self.state {
            CheckState::Bad(problem) => Some(problem),
            CheckState::Good | CheckState::Absent | CheckState::Note => None,
        }
    }

    /// The check in the line of the verdict.
    fn fact(&self) -> String {
        match self.subject {
            Subject::Clock => format!("clock {}", self.detail),
            _ => self.detail.clone(),
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
    let exit = exit(&checks);
    let document = json!({"exit": exit.code(), "checks": checks});
    app.ui.show("doctor", &document, || {
        screen(app.ui.stdout, &checks, app.ui.verbosity)
    })?;
    Ok(exit)
}

/// The checks that found a problem, the worst first.
fn problems(checks: &[HealthCheck]) -> Vec<&HealthCheck> {
    let mut problems: Vec<_> = checks
        .iter()
        .filter(|check| check.problem().is_some())
        .collect();
    problems.sort_by_key(|check| check.problem().map(|problem| problem.affects));
    problems
}

/// The exit code of the worst problem.
fn exit(checks: &[HealthCheck]) -> Exit {
    match problems(checks).first().and_then(|worst| worst.problem()) {
        Some(worst) => worst.exit,
        None => Exit::Done,
    }
}

/// How the system is told to set its clock from a time server.
const SET_CLOCK: &str = if cfg!(windows) {
    "w32tm /resync"
} else if cfg!(target_os = "macos") {
    "sudo sntp -sS time.apple.com"
} else {
    "sudo timedatectl set-ntp true"
};

/// The checks so far, in the order in which `-v` shows them.
struct Checkup<'a> {
    app: &'a App,
    /// The group of the next checks.
    group: &'static str,
    checks: Vec<HealthCheck>,
}

impl Checkup<'_> {
    fn add(&mut self, state: CheckState, subject: Subject, detail: impl Display) {
        self.checks.push(HealthCheck {
            group: self.group,
            subject,
            state,
            detail: without_error_number(&format!("{detail:#}")),
            fix: None,
        });
    }

    /// Adds the fix of the last check.
    fn fix(&mut self, fix: impl Into<String>) {
        if let Some(check) = self.checks.last_mut() {
            check.fix = Some(fix.into());
        }
    }

    fn fail(&mut self, subject: Subject, error: SiteError) {
        let state = CheckState::bad(Affected::by(error.kind), error.exit());
        self.add(state, subject, error.message);
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
            self.add(
                CheckState::bad(Affected::Session, Exit::Session),
                Subject::Session,
                detail,
            );
            self.fix("aoc login");
        }
        for account in named_accounts(environment) {
            found.extend(found_sessions(environment, Some(&account)));
        }
        for (place, session) in found {
            let name = Subject::Place(place.to_string());
            match session {
                Ok(session) => match session.warning() {
                    Some(warning) => {
                        self.add(CheckState::bad(Affected::Files, Exit::Files), name, warning);
                    }
                    None => self.add(CheckState::Good, name, session.token.shown()),
                },
                Err(error) => self.fail(name, error),
            }
        }
    }

    /// Checks with one request whether the site accepts the session.
    fn site(&mut self) {
        self.group = "site";
        let app = self.app;
        // If the settings are wrong, the address of the site may be wrong too.
        if !app.site.is_offline
            && app.settings_errors.is_empty()
            && let Ok(session) = Session::find(&app.environment, None)
        {
            let account = app
                .site
                .ask("asking the site", |site| site.account(&session));
            match account {
                Ok(account) => {
                    let detail = format!("logged in as {account}");
                    self.add(CheckState::Good, Subject::Session, detail);
                    return;
                }
                Err(error) if matches!(error.kind, SiteErrorKind::Session { .. }) => {
                    self.fail(Subject::Session, error);
                    return;
                }
                Err(error) => self.fail(Subject::Address, error),
            }
        }
        self.add(CheckState::Absent, Subject::Session, "session not checked");
    }

    /// Compares the local clock with the site's, as measured now or by an earlier command.
    fn clock(&mut self) {
        let app = self.app;
        let measured = app.site.clock().measured_lead();
        let ahead = measured.unwrap_or_else(|| app.site.state().clock_ahead());
        if measured.is_none() && ahead.is_zero() {
            self.add(
                CheckState::Absent,
                Subject::Clock,
                "not compared with the site's",
            );
            return;
        }
        let seconds = ahead.as_seconds_f64();
        let side = if seconds > 0.0 { "behind" } else { "ahead of" };
        let detail = format!("{:.1} s {side} the site's", seconds.abs());
        if measured.is_none() {
            self.add(
                CheckState::Note,
                Subject::Clock,
                detail + ", measured by an earlier command",
            );
        } else if seconds.abs() < 2.0 {
            self.add(CheckState::Good, Subject::Clock, detail);
        } else {
            self.add(
                CheckState::bad(Affected::Site, Exit::Network),
                Subject::Clock,
                detail,
            );
            self.fix(SET_CLOCK);
        }
    }

    fn project(&mut self) {
        self.group = "project";
        let project = match self.app.workspace.project() {
            Ok(project) => project,
            // Working outside of a project is not a problem.
            Err(error) => {
                self.add(CheckState::Absent, Subject::Root, error);
                return;
            }
        };
        self.add(CheckState::Good, Subject::Root, project.root().display());
        for year in project.years() {
            for file in project.misnamed(year) {
                self.add(CheckState::Note, Subject::Files, file);
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
                self.add(
                    CheckState::bad(Affected::Builds, Exit::Failed),
                    Subject::Library,
                    detail,
                );
                self.fix("aoc init");
            } else {
                self.add(
                    CheckState::Absent,
                    Subject::Library,
                    format!("there is no {LIBRARY}"),
                );
            }
            return;
        };
        let own = own_library_version();
        let detail = format!("{LIBRARY} is {version}, and this aoc has {own}");
        if !library_differs(root) {
            self.add(CheckState::Good, Subject::Library, detail);
            return;
        }
        if version == own {
            self.add(
                CheckState::Note,
                Subject::Library,
                detail + " with other files",
            );
        } else {
            self.add(
                CheckState::bad(Affected::Builds, Exit::Failed),
                Subject::Library,
                detail,
            );
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
        let Ok(store) = app.workspace.store() else {
            return;
        };
        let inputs = &store.root;
        // Inputs may be tracked in a separate repository or a submodule.
        if project.is_submodule(inputs) || is_repository(inputs) {
            return;
        }
        let Some(git) = Git::new(&app.launcher.environment, project.root()) else {
            return;
        };
        let first = inputs.join("year2015/day01.txt");
        if git.is_encrypted(&first) {
            return;
        }
        let mut tracked = git.tracked(inputs);
        tracked.retain(|name| name.strip_suffix(".txt").is_some());
        if !tracked.is_empty() || git.would_add(&first) {
            let shown = app.workspace.relative_path(inputs).display().to_string();
            let word = shell_word(&shown);
            let line = project.shown(inputs);
            let detail = format!(
                "git tracks or does not ignore {shown}, whose files the site asks not to publish: \
                 add the line `/{line}/*` to .gitignore; `git rm -r --cached {word}` removes the \
                 tracked ones"
            );
            self.add(CheckState::Note, Subject::Git, detail);
        }
    }

    fn toolchain(&mut self) {
        self.group = "toolchain";
        let rustc = self.app.launcher.environment.get("RUSTC");
        self.tool("cargo", OsStr::new("cargo"));
        self.tool("rustc", rustc.unwrap_or(OsStr::new("rustc")));
    }

    /// Checks a tool that builds use. Nothing is installed.
    fn tool(&mut self, name: &'static str, program: &OsStr) {
        let mut command = Command::new(program);
        self.app.launcher.environment.apply_to(&mut command);
        if let Ok(project) = self.app.workspace.project() {
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
            self.add(CheckState::Good, Subject::Tool(name), first);
            return;
        }
        let detail = format!("`{} --version` fails: {first}", program.display());
        self.add(
            CheckState::bad(Affected::Builds, Exit::Failed),
            Subject::Tool(name),
            detail,
        );
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
            self.add(CheckState::Good, Subject::Setting(setting.key), shown);
        }
        for error in &self.app.settings_errors {
            let state = CheckState::bad(Affected::Settings, error.exit());
            self.add(state, Subject::Value, error);
        }
    }

    fn folders(&mut self) {
        self.group = "folders";
        let app = self.app;
        self.folder("configuration", app.environment.config_dir.as_deref());
        self.folder("cache", app.environment.cache_dir.as_deref());
        if let Ok(project) = app.workspace.project()
            && let Ok(store) = app.workspace.store()
        {
            match store.check_folder() {
                Ok(()) => self.folder("inputs", Some(&store.root)),
                Err(error) => self.add(
                    CheckState::bad(Affected::Files, error.exit()),
                    Subject::Folder("inputs"),
                    error,
                ),
            }
            self.folder("target", Some(&project.target_dir()));
        }
    }

    /// Checks whether a folder can be written.
    fn folder(&mut self, name: &'static str, path: Option<&Path>) {
        let subject = Subject::Folder(name);
        let Some(path) = path else {
            self.add(
                CheckState::bad(Affected::Files, Exit::Files),
                subject,
                "cannot be found",
            );
            self.fix("set HOME");
            return;
        };
        let shown = path.display();
        match probe_for(path) {
            Ok(()) => self.add(CheckState::Good, subject, shown),
            Err(error) => {
                self.add(
                    CheckState::bad(Affected::Files, error.exit()),
                    subject,
                    error,
                );
                self.fix(format!(
                    "make {shown} a folder that you can write, on a disk with space left"
                ));
            }
        }
    }
}

/// The verdict with the first problem, whose session it is and how far the clock is off, the
/// problems, and the notes. With `-v` all checks come first; with `-q` there are no notes.
fn screen(terminal: Terminal, checks: &[HealthCheck], verbosity: Verbosity) -> String {
    let mut text = String::new();
    if verbosity == Verbosity::Verbose {
        for group in checks.chunk_by(|a, b| a.group == b.group) {
            text += &text_line(terminal, STRONG, group[0].group);
            for check in group {
                text += &check_lines(terminal, check);
            }
            text.push('\n');
        }
    }
    let problems = problems(checks);
    let verdict = match problems.len() {
        0 => (GOOD, "no problems:".to_owned()),
        count => (BAD, plural(count, "problem") + ":"),
    };
    let mut facts: Vec<String> = problems.iter().take(1).map(|first| first.fact()).collect();
    for check in checks {
        let is_fact = matches!(check.subject, Subject::Session | Subject::Clock);
        if is_fact && check.problem().is_none() {
            facts.push(check.fact());
        }
    }
    let facts = (PLAIN, with_tilde(&facts.join("; ")));
    text += &row(terminal, 1, &[], &[verdict, facts]);
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

/// A check, with its fix on a line of its own, so that it can be copied.
fn check_lines(terminal: Terminal, check: &HealthCheck) -> String {
    let mark = match check.state {
        CheckState::Good => (GOOD, "✓"),
        CheckState::Absent => (DIM, "–"),
        CheckState::Note => (DOUBT, "!"),
        CheckState::Bad(_) => (BAD, "✗"),
    };
    let name = with_tilde(check.subject.name());
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

    fn check(
        group: &'static str,
        subject: Subject,
        state: CheckState,
        detail: &str,
        fix: &str,
    ) -> HealthCheck {
        HealthCheck {
            group,
            subject,
            state,
            detail: detail.to_owned(),
            fix: (!fix.is_empty()).then(|| fix.to_owned()),
        }
    }

    #[test]
    fn problems_come_first_and_v_shows_all_checks() {
        let place = |name: &str| Subject::Place(name.to_owned());
        let files = CheckState::bad(Affected::Files, Exit::Files);
        let session = CheckState::bad(Affected::Session, Exit::Session);
        let tracked = "git tracks 2 files of inputs";
        let cache = Subject::Folder("cache");
        let checks = [
            check(
                "session",
                place("AOC_SESSION"),
                CheckState::Absent,
                "not set",
                "",
            ),
            check(
                "session",
                Subject::Session,
                CheckState::Absent,
                "not checked",
                "",
            ),
            check(
                "site",
                Subject::Clock,
                CheckState::Good,
                "as the site's",
                "",
            ),
            check("project", Subject::Git, CheckState::Note, tracked, ""),
            check("folders", cache, files, "/c cannot be written", "rename /c"),
            check("folders", place("a\u{1b}"), session, "no session", ""),
        ];
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
        let session = |state, detail: &str| check("site", Subject::Session, state, detail, "");
        let clock = |state, detail: &str| check("site", Subject::Clock, state, detail, "");
        let value = |affects, exit| {
            check(
                "settings",
                Subject::Value,
                CheckState::bad(affects, exit),
                "AOC_YEAR",
                "",
            )
        };
        let is_ours = || session(CheckState::Good, "logged in as ana");
        let is_right = || clock(CheckState::Good, "0.0 s behind the site's");
        for (checks, headline, exit) in [
            (
                vec![is_ours(), is_right()],
                "no problems: logged in as ana; clock 0.0 s behind the site's",
                Exit::Done,
            ),
            (
                vec![
                    session(
                        CheckState::bad(Affected::Session, Exit::Session),
                        "it is dead",
                    ),
                    is_right(),
                ],
                "1 problem: it is dead; clock 0.0 s behind the site's",
                Exit::Session,
            ),
            (
                vec![
                    is_ours(),
                    clock(
                        CheckState::bad(Affected::Site, Exit::Network),
                        "9.0 s behind the site's",
                    ),
                ],
                "1 problem: clock 9.0 s behind the site's; logged in as ana",
                Exit::Network,
            ),
            (
                vec![
                    value(Affected::Builds, Exit::Failed),
                    value(Affected::Settings, Exit::Usage),
                    value(Affected::Files, Exit::Files),
                    value(Affected::NextRequests, Exit::Refused),
                    clock(
                        CheckState::bad(Affected::Site, Exit::Network),
                        "9.0 s behind the site's",
                    ),
                ],
                "5 problems: clock 9.0 s behind the site's",
                Exit::Network,
            ),
            (
                vec![
                    value(Affected::Builds, Exit::Failed),
                    value(Affected::Settings, Exit::Usage),
                    value(Affected::Files, Exit::Files),
                ],
                "3 problems: AOC_YEAR",
                Exit::Files,
            ),
        ] {
            let text = screen(Terminal::PLAIN, &checks, Verbosity::Quiet);
            assert_eq!(text.lines().next(), Some(headline));
            assert_eq!(super::exit(&checks), exit, "{headline}");
        }
    }
}
