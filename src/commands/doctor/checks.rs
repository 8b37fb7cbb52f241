//! What `doctor` checks. Each function checks one group of things.

use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde::Serialize;

use crate::app::App;
use crate::config::SETTINGS;
use crate::error::Exit;
use crate::files::{others_can_read, probe_for};
use crate::project::{
    Git, LIBRARY, Project, is_repository, library_differs, library_version_in, own_library_version,
    version_numbers,
};
use crate::site::{Place, Session, SiteError, found_sessions, named_accounts};
use crate::terminal::{shell_word, span};

/// The result of one check.
#[derive(Serialize)]
pub struct HealthCheck {
    pub group: &'static str,
    pub name: String,
    pub state: CheckState,
    pub detail: String,
    /// The command or the action that fixes the problem; `None` if the detail says it.
    pub fix: Option<String>,
    /// The exit code of `doctor` if this is the worst problem.
    #[serde(skip)]
    pub exit: Exit,
}

#[derive(Clone, Copy, PartialEq, PartialOrd, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum CheckState {
    Good,
    /// Missing, but not needed.
    Absent,
    /// A possible problem, which may be intended.
    Note,
    Bad,
}

impl HealthCheck {
    pub fn fix(&mut self, fix: impl Into<String>) {
        self.fix = Some(fix.into());
    }
}

/// The results of all checks, in the order in which `-v` shows them.
#[derive(Default)]
pub struct Report {
    pub checks: Vec<HealthCheck>,
    /// The group of the next checks.
    pub group: &'static str,
}

impl Report {
    fn add(
        &mut self,
        state: CheckState,
        exit: Exit,
        name: &str,
        detail: impl Display,
    ) -> &mut HealthCheck {
        self.checks.push(HealthCheck {
            group: self.group,
            name: name.to_owned(),
            state,
            detail: format!("{detail:#}"),
            fix: None,
            exit,
        });
        self.checks.last_mut().expect("it was just added")
    }

    pub fn good(&mut self, name: &str, detail: impl Display) {
        self.add(CheckState::Good, Exit::Done, name, detail);
    }

    pub fn absent(&mut self, name: &str, detail: impl Display) {
        self.add(CheckState::Absent, Exit::Done, name, detail);
    }

    pub fn note(&mut self, name: &str, detail: impl Display) -> &mut HealthCheck {
        self.add(CheckState::Note, Exit::Done, name, detail)
    }

    pub fn bad(&mut self, exit: Exit, name: &str, detail: impl Display) -> &mut HealthCheck {
        self.add(CheckState::Bad, exit, name, detail)
    }
}

/// Runs the checks of each group.
pub fn all_checks(app: &App) -> Vec<HealthCheck> {
    type Check = fn(&App, &mut Report);
    let groups: [(&str, Check); 6] = [
        ("session", sessions),
        ("site", site),
        ("project", project),
        ("toolchain", toolchain),
        ("settings", settings),
        ("folders", folders),
    ];
    let mut report = Report::default();
    for (group, check) in groups {
        report.group = group;
        check(app, &mut report);
    }
    report.checks
}

/// Checks the session that is used, and those of named accounts.
fn sessions(app: &App, report: &mut Report) {
    let environment = &app.environment;
    // The first place that exists is used, even if it has no valid session.
    let mut found = Vec::from_iter(found_sessions(environment, None).next());
    for account in named_accounts(environment) {
        found.extend(found_sessions(environment, Some(&account)));
    }
    for (place, session) in found {
        let name = &place.to_string();
        match (session, place) {
            (Err(error), _) => unusable(report, name, error),
            (Ok(session), Place::File(path)) if others_can_read(&path) => {
                let detail = format!("{}, other users can read it", session.token.shown());
                let fix = format!("chmod 600 {}", shell_word(name));
                report.bad(Exit::Files, name, detail).fix(fix);
            }
            (Ok(session), _) => report.good(name, session.token.shown()),
        }
    }
}

/// Reports a session that cannot be used, and what to do.
fn unusable(report: &mut Report, name: &str, error: SiteError) {
    let check = report.bad(error.exit, name, error.message);
    check.fix = error.hint;
}

/// Checks whether the site accepts the session and answers, and compares the clocks.
fn site(app: &App, report: &mut Report) {
    // If the settings are wrong, the address of the site may be wrong too.
    let is_asked = !app.offline && app.settings_errors.is_empty();
    match Session::find(&app.environment, None) {
        Ok(session) if is_asked => ask(app, report, &session),
        _ if found_sessions(&app.environment, None).next().is_none() => {
            let detail = "no session, which is needed to download inputs";
            report
                .bad(Exit::Session, "session", detail)
                .fix("aoc login");
        }
        _ => report.absent("session", "session not checked"),
    }
    clock(app, report);
}

/// Asks the site once for the account of the session.
fn ask(app: &App, report: &mut Report, session: &Session) {
    match app.ask("asking the site", |site| site.account(session)) {
        Ok(account) => report.good("session", format!("logged in as {account}")),
        Err(error) if error.exit == Exit::Session => unusable(report, "session", error),
        Err(error) => {
            let detail = "session not checked, as the site did not answer";
            report.absent("session", detail);
            let detail = format!("{}: {error:#}", app.settings.base_url);
            let check = report.bad(error.exit, "address", detail);
            check.fix = app
                .site_state()
                .backoff()
                .map(|left| format!("wait {}", span(left)));
        }
    }
}

/// Compares the local clock with the site's, as measured now or as stored earlier.
fn clock(app: &App, report: &mut Report) {
    let asked = app.access.site.get();
    let measured = asked.and_then(|site| site.clock.measured.get());
    let ahead = measured.unwrap_or_else(|| app.site_state().clock_ahead());
    let tenths = ahead.num_milliseconds() / 100;
    let side = if tenths > 0 { "behind" } else { "ahead of" };
    let tenths = tenths.abs();
    let detail = format!("{}.{} s {side} the site's", tenths / 10, tenths % 10);
    match measured {
        None if ahead.is_zero() => report.absent("clock", "not compared with the site's"),
        // Only notable differences are stored.
        None => {
            report.note("clock", detail + ", measured by an earlier command");
        }
        Some(ahead) if ahead.num_seconds().abs() < 2 => report.good("clock", detail),
        Some(_) => {
            let fix = "let the system set its clock from a time server";
            report.bad(Exit::Network, "clock", detail).fix(fix);
        }
    }
}

fn project(app: &App, report: &mut Report) {
    let project = match app.project() {
        Ok(project) => project,
        // Working outside of a project is not a problem.
        Err(error) => return report.absent("root", error),
    };
    report.good("root", project.root().display());
    for year in project.years() {
        for file in project.misnamed(year) {
            report.note("files", file);
        }
    }
    library(project, report);
    if let Ok(store) = app.store() {
        published(app, project, &store.root, report);
    }
}

/// Checks the repository's copy of the library, if it has one.
fn library(project: &Project, report: &mut Report) {
    let root = project.root();
    let Some(version) = library_version_in(&root.join(LIBRARY)) else {
        return report.absent("library", format!("there is no {LIBRARY}"));
    };
    let own = own_library_version();
    let detail = format!("{LIBRARY} is {version}, and this aoc has {own}");
    if !library_differs(root) {
        return report.good("library", detail);
    }
    let check = if version == own {
        report.note("library", detail + " with other files")
    } else {
        report.bad(Exit::Failed, "library", detail)
    };
    check.fix(if version_numbers(&version) > version_numbers(&own) {
        "update aoc"
    } else {
        "aoc init --update"
    });
}

/// Checks whether git would publish inputs that are not encrypted, which may be intended
/// in a private repository.
fn published(app: &App, project: &Project, inputs: &Path, report: &mut Report) {
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
    let tracked = git.tracked(inputs);
    let is_tracked = tracked
        .iter()
        .any(|name| name.strip_suffix(".txt").is_some());
    if is_tracked || git.would_add(&first) {
        let shown = app.relative_path(inputs).display().to_string();
        let word = shell_word(&shown);
        let line = project.shown(inputs).display().to_string();
        let detail = format!(
            "git tracks or does not ignore {shown}, whose files the site asks not to publish: add \
             the line `/{line}/*` to .gitignore; `git rm -r --cached {word}` removes the tracked \
             ones"
        );
        report.note("git", detail);
    }
}

fn toolchain(app: &App, report: &mut Report) {
    let environment = &app.child_env;
    let rustc = environment.get("RUSTC").map(PathBuf::from);
    let rustc = rustc.or_else(|| environment.program("rustc"));
    tool(app, report, "cargo", environment.program("cargo"));
    tool(app, report, "rustc", rustc);
}

/// Checks a tool that builds use. Nothing is installed.
fn tool(app: &App, report: &mut Report, name: &str, path: Option<PathBuf>) {
    let Some(path) = path else {
        let detail = "not on PATH, but needed to build solutions";
        let fix = "install Rust from https://rustup.rs";
        return report.bad(Exit::Failed, name, detail).fix(fix);
    };
    let mut command = Command::new(&path);
    app.child_env.apply_to(&mut command);
    if let Ok(project) = app.project() {
        command.current_dir(project.root());
    }
    // This keeps rustup from downloading the toolchain that a project names.
    command.arg("--version").env("RUSTUP_AUTO_INSTALL", "0");
    let path = path.display();
    let failure = match command.stdin(Stdio::null()).output() {
        Ok(output) if output.status.success() => {
            let version = first_line(&output.stdout);
            return report.good(name, format!("{version}, {path}"));
        }
        Ok(output) => first_line(&output.stderr),
        Err(error) => error.to_string(),
    };
    let detail = format!("{path} does not work: {failure}");
    report.bad(Exit::Failed, name, detail).fix("rustup update");
}

fn first_line(output: &[u8]) -> String {
    let text = String::from_utf8_lossy(output);
    let line = text.lines().next().unwrap_or("it says nothing");
    line.to_owned()
}

fn settings(app: &App, report: &mut Report) {
    for setting in SETTINGS {
        let shown = match app.settings.sources.get(setting.key) {
            Some((value, from)) => format!("{value} ({})", from.name()),
            None => format!("{} (default)", setting.default),
        };
        report.good(setting.key, shown);
    }
    for error in &app.settings_errors {
        report.bad(error.exit, "value", error);
    }
}

fn folders(app: &App, report: &mut Report) {
    let environment = &app.environment;
    folder(report, "configuration", environment.config_dir.as_deref());
    folder(report, "cache", environment.cache_dir.as_deref());
    let Ok(project) = app.project() else {
        return;
    };
    let inputs = app.store().and_then(|store| {
        store.check_folder()?;
        Ok(&*store.root)
    });
    match inputs {
        Ok(inputs) => folder(report, "inputs", Some(inputs)),
        Err(error) => {
            report.bad(error.exit, "inputs", error);
        }
    }
    folder(report, "target", Some(&project.target_dir()));
}

/// Checks whether a folder can be written.
fn folder(report: &mut Report, name: &str, path: Option<&Path>) {
    let Some(path) = path else {
        return report
            .bad(Exit::Files, name, "cannot be found")
            .fix("set HOME");
    };
    let shown = path.display();
    match probe_for(path) {
        Ok(()) => report.good(name, shown),
        Err(error) => report
            .bad(Exit::Files, name, format!("{error:#}"))
            .fix(format!("make {shown} a folder that you can write")),
    }
}
