//! What `doctor` checks. Each function checks one group of things.

use std::cmp::Ordering;
use std::fmt::Display;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::SystemTime;

use serde::Serialize;

use crate::app::App;
use crate::config::{ChildEnv, SETTINGS};
use crate::error::{Exit, HasExit, Result};
use crate::files;
use crate::inputs::InputName;
use crate::project::{Git, LIBRARY, Project, is_repository, library_differs};
use crate::project::{library_version_in, own_library_version, version_numbers};
use crate::reporter::Spinner;
use crate::site::{Account, FoundSession, Place, Session, Site};
use crate::site::{found_sessions, interval, named_accounts};
use crate::terminal::{shell_word, span};

/// The result of one check.
#[derive(Debug, Serialize)]
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

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
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
    fn new(state: CheckState, exit: Exit, name: &str, detail: impl Display) -> Self {
        Self {
            group: "",
            name: name.to_owned(),
            state,
            detail: format!("{detail:#}"),
            fix: None,
            exit,
        }
    }

    pub fn good(name: &str, detail: impl Display) -> Self {
        Self::new(CheckState::Good, Exit::Done, name, detail)
    }

    pub fn absent(name: &str, detail: impl Display) -> Self {
        Self::new(CheckState::Absent, Exit::Done, name, detail)
    }

    pub fn note(name: &str, detail: impl Display) -> Self {
        Self::new(CheckState::Note, Exit::Done, name, detail)
    }

    pub fn bad(exit: Exit, name: &str, detail: impl Display) -> Self {
        Self::new(CheckState::Bad, exit, name, detail)
    }

    pub fn fix(mut self, fix: impl Into<String>) -> Self {
        self.fix = Some(fix.into());
        self
    }
}

/// All checks, in the order in which `-v` shows them.
pub fn all_checks(app: &App) -> Vec<HealthCheck> {
    grouped([
        ("session", sessions(app)),
        ("site", site(app)),
        ("project", project(app)),
        ("toolchain", toolchain(app)),
        ("settings", settings(app)),
        ("folders", folders(app)),
    ])
}

/// The checks of all groups, each with the name of its group.
pub fn grouped<const N: usize>(groups: [(&'static str, Vec<HealthCheck>); N]) -> Vec<HealthCheck> {
    let mut all = Vec::new();
    for (group, checks) in groups {
        for check in checks {
            all.push(HealthCheck { group, ..check });
        }
    }
    all
}

/// Checks the places that have a session: the one that is used, and those of named
/// accounts.
fn sessions(app: &App) -> Vec<HealthCheck> {
    let mut checks = Vec::new();
    // The first place that exists is used, even if it has no valid session.
    if let Some(used) = found_sessions(&app.environment, None).next() {
        checks.push(session(app, used, None));
    }
    for account in named_accounts(&app.environment) {
        for found in found_sessions(&app.environment, Some(&account)) {
            checks.push(session(app, found, Some(&account)));
        }
    }
    checks
}

fn session(app: &App, found: FoundSession, account: Option<&InputName>) -> HealthCheck {
    let name = &found.place.to_string();
    let mut details = match found.session {
        Ok(session) => vec![session.token.shown()],
        Err(error) => {
            let fix = login_command(&found.place, account);
            return HealthCheck::bad(error.exit(), name, error).fix(fix);
        }
    };
    let mut is_open = false;
    if let Place::File(path) = &found.place {
        is_open = files::others_can_read(path);
        if let Ok(modified) = fs::metadata(path).and_then(|file| file.modified()) {
            // A time in the future means that the clock was wrong.
            let now = SystemTime::from((app.environment.now)());
            let age = now.duration_since(modified).unwrap_or_default();
            details.push(format!("{} old", span(age)));
        }
    }
    if let Some(account) = account {
        details.push(format!("account {account}"));
    }
    if is_open {
        details.push("other users can read it".to_owned());
        let fix = format!("chmod 600 {}", shell_word(name));
        return HealthCheck::bad(Exit::Files, name, details.join(", ")).fix(fix);
    }
    HealthCheck::good(name, details.join(", "))
}

/// The command that replaces an unusable session.
fn login_command(place: &Place, account: Option<&InputName>) -> String {
    match (place, account) {
        (Place::Variable(name), _) => format!("unset {name} && aoc login"),
        (_, Some(account)) => format!("aoc login --account {account}"),
        (_, None) => "aoc login".to_owned(),
    }
}

/// Checks whether the site accepts the session and answers, and compares the clocks.
fn site(app: &App) -> Vec<HealthCheck> {
    let url = &app.settings.base_url;
    let not_asked = HealthCheck::absent("address", format!("{url}, not asked"));
    // If the settings are wrong, the address of the site may be wrong too.
    let is_asked = !app.offline && app.settings_errors.is_empty();
    let mut checks = match Session::find(&app.environment, None) {
        Ok(session) if is_asked => ask(app, &session),
        _ if found_sessions(&app.environment, None).next().is_none() => {
            let detail = "no session, which is needed to download inputs";
            let check = HealthCheck::bad(Exit::Session, "session", detail).fix("aoc login");
            vec![check, not_asked]
        }
        _ => vec![
            HealthCheck::absent("session", "session not checked"),
            not_asked,
        ],
    };
    checks.push(clock(app));
    checks
}

/// Asks the site for the account of the session.
fn ask(app: &App, session: &Session) -> Vec<HealthCheck> {
    let url = &app.settings.base_url;
    let answers = HealthCheck::good("address", format!("{url}, it answers"));
    match ask_account(app, session) {
        Ok(account) => {
            let check = HealthCheck::good("session", format!("logged in as {account}"));
            vec![check, answers]
        }
        // A refused session shows that the site answers.
        Err(error) if error.exit == Exit::Session => {
            let fix = login_command(&session.place, None);
            vec![
                HealthCheck::bad(error.exit, "session", error).fix(fix),
                answers,
            ]
        }
        Err(error) => {
            let detail = "session not checked, as the site did not answer";
            let mut address = HealthCheck::bad(error.exit, "address", format!("{url}: {error:#}"));
            if let Some(left) = app.site_state().backoff() {
                address = address.fix(format!("wait {}", span(left)));
            }
            vec![HealthCheck::absent("session", detail), address]
        }
    }
}

fn ask_account(app: &App, session: &Session) -> Result<Account> {
    let _spinner = (!app.is_quiet()).then(|| Spinner::new(app.stderr, "asking the site"));
    let site = Site::new(app.site_config(), true, app.site_message_handler())?;
    Ok(app.access.site.get_or_init(|| site).account(session)?)
}

/// Compares the local clock with the site's, as measured now or as stored earlier.
fn clock(app: &App) -> HealthCheck {
    let measured = match app.access.site.get() {
        Some(site) => site.clock.measured.get(),
        None => None,
    };
    let ahead = measured.unwrap_or_else(|| app.site_state().clock_ahead());
    let tenths = ahead.num_milliseconds() / 100;
    let side = if tenths > 0 { "behind" } else { "ahead of" };
    let tenths = tenths.abs();
    let detail = format!("{}.{} s {side} the site's", tenths / 10, tenths % 10);
    match measured {
        None if ahead.is_zero() => HealthCheck::absent("clock", "not compared with the site's"),
        // Only notable differences are stored.
        None => HealthCheck::note("clock", detail + ", measured by an earlier command"),
        Some(ahead) if ahead.num_seconds().abs() < 2 => HealthCheck::good("clock", detail),
        Some(_) => HealthCheck::bad(Exit::Network, "clock", detail)
            .fix("set the clock, for example with `sudo timedatectl set-ntp true`"),
    }
}

fn project(app: &App) -> Vec<HealthCheck> {
    let project = match app.project() {
        Ok(project) => project,
        // Working outside of a project is not a problem.
        Err(error) => return vec![HealthCheck::absent("root", error)],
    };
    let mut checks = vec![HealthCheck::good("root", project.root().display())];
    for year in project.years() {
        for file in project.misnamed(year) {
            checks.push(HealthCheck::note("files", file));
        }
    }
    checks.extend(library(project));
    if let Ok(store) = app.store() {
        checks.extend(published(app, project, &store.root));
    }
    checks
}

/// Checks the repository's copy of the library, if it has one.
fn library(project: &Project) -> Option<HealthCheck> {
    let root = project.root();
    let Some(version) = library_version_in(&root.join(LIBRARY)) else {
        let is_needed = project.years().into_iter().any(|year| {
            let manifest = files::read_text_file(&project.year_dir(year).join("Cargo.toml"));
            manifest.is_ok_and(|manifest| manifest.contains(LIBRARY))
        });
        let detail = format!("{LIBRARY} is missing, which the years are built with");
        return is_needed
            .then(|| HealthCheck::bad(Exit::Failed, "library", detail).fix("aoc init"));
    };
    let own = own_library_version();
    let update = "aoc init --update";
    let detail = format!("{LIBRARY} is {version}, and this aoc has {own}");
    Some(
        match version_numbers(&version).cmp(&version_numbers(&own)) {
            Ordering::Less => HealthCheck::bad(Exit::Failed, "library", detail).fix(update),
            Ordering::Greater => {
                HealthCheck::bad(Exit::Failed, "library", detail).fix("update aoc")
            }
            Ordering::Equal if library_differs(root) => {
                HealthCheck::note("library", detail + " with other files").fix(update)
            }
            Ordering::Equal => HealthCheck::good("library", detail),
        },
    )
}

/// Checks whether git would publish inputs, which may be intended in a private
/// repository.
fn published(app: &App, project: &Project, inputs: &Path) -> Option<HealthCheck> {
    // Inputs may be tracked in a separate repository or a submodule.
    if project.is_submodule(inputs) || is_repository(inputs) {
        return None;
    }
    let git = Git::new(&app.child_env, project.root())?;
    let is_tracked = git
        .tracked(inputs)
        .iter()
        .any(|name| Path::new(name).extension() == Some("txt".as_ref()));
    if !is_tracked && !git.would_add(&inputs.join("year2015/day01.txt")) {
        return None;
    }
    let shown = app.relative_path(inputs).display().to_string();
    let word = shell_word(&shown);
    let line = project.shown(inputs).display().to_string();
    Some(HealthCheck::note(
        "git",
        format_args!(
            "git tracks or does not ignore {shown}, whose files the site asks not to publish: add \
             the line `/{line}/*` to .gitignore; `git rm -r --cached {word}` removes the tracked \
             ones"
        ),
    ))
}

fn toolchain(app: &App) -> Vec<HealthCheck> {
    let folder = match app.project() {
        Ok(project) => project.root(),
        Err(_) => &app.environment.current_dir,
    };
    let environment = &app.child_env;
    let rustc = match environment.get("RUSTC") {
        Some(rustc) => Some(PathBuf::from(rustc)),
        None => environment.program("rustc"),
    };
    vec![
        tool("cargo", environment.program("cargo"), folder, environment),
        tool("rustc", rustc, folder, environment),
    ]
}

/// Checks a tool that builds in `folder` use. Nothing is installed.
fn tool(name: &str, path: Option<PathBuf>, folder: &Path, environment: &ChildEnv) -> HealthCheck {
    let Some(path) = path else {
        let detail = "not on PATH, but needed to build solutions";
        let fix = "install Rust from https://rustup.rs";
        return HealthCheck::bad(Exit::Failed, name, detail).fix(fix);
    };
    let mut command = Command::new(&path);
    environment.apply_to(&mut command);
    // This keeps rustup from downloading the toolchain that a project names.
    command.arg("--version").env("RUSTUP_AUTO_INSTALL", "0");
    let (works, text) = match command.current_dir(folder).stdin(Stdio::null()).output() {
        Ok(output) if output.status.success() => (true, output.stdout),
        Ok(output) => (false, output.stderr),
        Err(error) => (false, error.to_string().into_bytes()),
    };
    let text = String::from_utf8_lossy(&text);
    let line = text.lines().next().unwrap_or("it says nothing");
    let path = path.display();
    if works {
        return HealthCheck::good(name, format!("{line}, {path}"));
    }
    let detail = format!("{path} does not work: {line}");
    HealthCheck::bad(Exit::Failed, name, detail).fix("rustup update")
}

fn settings(app: &App) -> Vec<HealthCheck> {
    let settings = &app.settings;
    let mut checks = Vec::new();
    for setting in SETTINGS {
        let value = (setting.value)(settings);
        let from = settings.provenance.get(setting.key);
        let Some((value, from)) = value.zip(from) else {
            let detail = format!("{} (default)", setting.default);
            checks.push(HealthCheck::good(setting.key, detail));
            continue;
        };
        let mut detail = format!("{value} ({from})");
        // The site's client uses no shorter time than the default, except on loopback.
        let in_force = interval(settings);
        if setting.key == "spacing" && in_force != settings.spacing {
            let in_force = span(in_force.unwrap_or_default());
            detail += &format!(", {in_force} is used");
        }
        checks.push(HealthCheck::good(setting.key, detail));
    }
    for error in &app.settings_errors {
        checks.push(HealthCheck::bad(error.exit, "value", error));
    }
    checks
}

fn folders(app: &App) -> Vec<HealthCheck> {
    let environment = &app.environment;
    let mut checks = vec![
        folder("configuration", environment.config_dir.as_deref()),
        folder("cache", environment.cache_dir.as_deref()),
    ];
    if let Ok(project) = app.project() {
        let inputs = app
            .store()
            .and_then(|store| store.check_folder().map(|()| store.root.clone()));
        checks.push(match inputs {
            Ok(root) => folder("inputs", Some(&root)),
            Err(error) => HealthCheck::bad(error.exit, "inputs", error),
        });
        checks.push(folder("target", Some(&project.target_dir())));
    }
    checks
}

/// Checks whether a folder can be written.
fn folder(name: &str, path: Option<&Path>) -> HealthCheck {
    let Some(path) = path else {
        return HealthCheck::bad(Exit::Files, name, "cannot be found").fix("set HOME");
    };
    let shown = path.display();
    let Err((existing, error)) = files::probe_for(path) else {
        let state = if path.is_dir() { "" } else { ", not there yet" };
        return HealthCheck::good(name, format!("{shown}{state}"));
    };
    let place = existing.display().to_string();
    let word = shell_word(&place);
    let fix = if existing.is_dir() {
        format!("chmod u+rwx {word}")
    } else {
        format!("mv {word} {word}.old")
    };
    let detail = format!("{shown} cannot be written: {place}: {error}");
    HealthCheck::bad(Exit::Files, name, detail).fix(fix)
}
