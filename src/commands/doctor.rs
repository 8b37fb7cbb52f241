//! `aoc doctor`: checks everything that `aoc` depends on, with one request at most, and
//! suggests fixes.

use std::cmp::Ordering;
use std::fmt::Display;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::SystemTime;

use clap::Args;
use serde::Serialize;
use serde_json::json;

use self::CheckState::{Absent, Bad, Good, Note};
use crate::app::App;
use crate::config::{ChildEnv, SETTINGS};
use crate::error::{CliError, Exit, HasExit};
use crate::files;
use crate::inputs::InputName;
use crate::project::{Git, LIBRARY, Project, is_repository, library_differs};
use crate::project::{library_version_in, own_library_version, version_numbers};
use crate::reporter::Spinner;
use crate::site::{Account, Place, Session, Site, Surveyed, interval, survey};
use crate::terminal::style::{BAD, DIM, DOUBT, GOOD, PLAIN, STRONG};
use crate::terminal::{Terminal, Verbosity, cut_start, one_line, plural, row};
use crate::terminal::{shell_word, span, width};

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

/// The result of one check.
#[derive(Debug, Serialize)]
struct Check {
    group: &'static str,
    name: String,
    state: CheckState,
    detail: String,
    /// The command or the action that fixes the problem.
    fix: Option<String>,
    /// The exit code of `doctor` if this is the worst problem.
    #[serde(skip)]
    exit: Exit,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum CheckState {
    Good,
    /// Missing, but not needed.
    Absent,
    /// A possible problem, which may be intended.
    Note,
    Bad,
}

pub fn run(app: &App, _: &DoctorArgs) -> Result<Exit, CliError> {
    let checks = checks(app);
    let exit = problems(&checks).first().map_or(Exit::Done, |it| it.exit);
    let document = json!({"exit": exit.code(), "checks": checks});
    let screen = || screen(app.stdout, &checks, app.verbosity);
    app.show("doctor", &document, screen)?;
    Ok(exit)
}

/// The problems, worst first. The session comes first, since almost everything at the
/// site fails without one.
fn problems(checks: &[Check]) -> Vec<&Check> {
    use Exit::{Files, Network, Refused, Session, Usage};
    let order = [Session, Network, Refused, Files, Usage];
    let mut bad: Vec<&Check> = checks.iter().filter(|check| check.state == Bad).collect();
    bad.sort_by_key(|check| order.iter().position(|it| *it == check.exit).unwrap_or(5));
    bad
}

/// The verdict with session and clock, then the problems, then the notes. With `-v` all
/// checks come first; with `-q` there are no notes.
fn screen(terminal: Terminal, checks: &[Check], verbosity: Verbosity) -> String {
    let mut text = String::new();
    if verbosity == Verbosity::Verbose {
        for group in checks.chunk_by(|a, b| a.group == b.group) {
            let name = terminal.paint(STRONG, group[0].group);
            let list = table(terminal, &group.iter().collect::<Vec<_>>());
            text += &format!("{name}\n{list}\n");
        }
    }
    let mut shown = problems(checks);
    let verdict = match shown.len() {
        0 => (GOOD, "no problems:".to_owned()),
        count => (STRONG, plural(count, "problem") + ":"),
    };
    let check = |name| checks.iter().find(|check| check.name == name);
    let detail = |name| check(name).map_or("", |check| &check.detail);
    let summary = format!("{}; clock {}", detail("session"), detail("clock"));
    text += &row(terminal, 1, &[], &[verdict, (PLAIN, summary)]);
    let notes = checks.iter().filter(|check| check.state == Note);
    shown.extend(notes.filter(|_| verbosity != Verbosity::Quiet));
    text + &table(terminal, &shown)
}

/// A line for each check, in columns, with its fix below it.
fn table(terminal: Terminal, checks: &[&Check]) -> String {
    // A name is often a path, and needs this many columns to be told from another one.
    let limit = terminal.width.map_or(usize::MAX, |width| width * 3 / 5);
    let widths = checks.iter().map(|check| width(&check.name));
    let columns = widths.max().unwrap_or(0).min(limit);
    let mut text = String::new();
    for check in checks {
        let mark = match check.state {
            Good => (GOOD, "✓"),
            Absent => (DIM, "–"),
            Note => (DOUBT, "!"),
            Bad => (BAD, "✗"),
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

/// All checks, in the order in which `-v` shows them.
fn checks(app: &App) -> Vec<Check> {
    let (environment, project) = (&app.environment, app.project());
    let mut checks = Checks {
        group: "session",
        all: Vec::new(),
    };
    let places = survey(environment);
    // The first place that is not empty is used, even if it has no valid session.
    let is_used = |place: &Surveyed| place.account.is_none() && place.exists();
    let used = places.iter().position(is_used);
    for (index, place) in places.into_iter().enumerate() {
        checks.place(app, place, used == Some(index));
    }
    checks.group = "site";
    checks.site(app, used.is_some());
    checks.clock(app);
    checks.group = "project";
    match &project {
        Ok(project) => checks.repository(app, project),
        // Working outside of a project is not a problem.
        Err(error) => checks.add(Absent, "root", error),
    }
    checks.group = "toolchain";
    let folder = match &project {
        Ok(project) => project.root(),
        Err(_) => &environment.current_dir,
    };
    let child_env = &app.child_env;
    let rustc = child_env.get("RUSTC").map(PathBuf::from);
    let rustc = rustc.or_else(|| child_env.program("rustc"));
    checks.tool("cargo", child_env.program("cargo"), folder, child_env);
    checks.tool("rustc", rustc, folder, child_env);
    checks.group = "settings";
    checks.settings(app);
    checks.group = "folders";
    checks.folder("configuration", environment.config_dir.as_deref());
    checks.folder("cache", environment.cache_dir.as_deref());
    if let Ok(project) = project {
        let store = app.store();
        match store.and_then(|store| store.check_folder().map(|()| store.root)) {
            Ok(root) => checks.folder("inputs", Some(&root)),
            Err(error) => checks.bad(error.exit, "inputs", error, None),
        }
        checks.folder("target", Some(&project.target_dir()));
    }
    checks.all
}

/// The results so far, and the group of the next ones.
struct Checks {
    group: &'static str,
    all: Vec<Check>,
}

impl Checks {
    fn add(&mut self, state: CheckState, name: &str, detail: impl Display) {
        self.all.push(Check {
            group: self.group,
            name: name.to_owned(),
            state,
            detail: format!("{detail:#}"),
            fix: None,
            exit: Exit::Done,
        });
    }

    /// Makes the last check a problem. `fix` is `None` if the detail says what to do.
    fn fix(&mut self, exit: Exit, fix: Option<&str>) {
        let check = self.all.last_mut().expect("it was just added");
        check.exit = exit;
        check.fix = fix.map(str::to_owned);
    }

    fn bad(&mut self, exit: Exit, name: &str, detail: impl Display, fix: Option<&str>) {
        self.add(Bad, name, detail);
        self.fix(exit, fix);
    }

    /// Checks a place where a session may be.
    fn place(&mut self, app: &App, found: Surveyed, is_used: bool) {
        let name = &found.place.to_string();
        let mut detail = match found.session {
            Ok(None) => return self.add(Absent, name, "not found"),
            Ok(Some(session)) => vec![session.token.shown()],
            // Places after the used one do no harm.
            Err(error) if is_used || found.account.is_some() => {
                let fix = login_command(&found.place, found.account.as_ref());
                return self.bad(error.exit(), name, error, Some(&fix));
            }
            Err(error) => vec![error.to_string()],
        };
        let file = match &found.place {
            Place::File(path) => Some(path),
            _ => None,
        };
        let modified = file.and_then(|path| fs::metadata(path).ok()?.modified().ok());
        // A time in the future means that the clock was wrong.
        let now = SystemTime::from((app.environment.now)());
        let age = modified.map(|time| now.duration_since(time).unwrap_or_default());
        detail.extend(age.map(|age| format!("{} old", span(age))));
        detail.extend(found.account.map(|account| format!("account {account}")));
        detail.extend(is_used.then(|| "used".to_owned()));
        if file.is_some_and(|path| files::others_can_read(path)) {
            detail.push("other users can read it".to_owned());
            let fix = format!("chmod 600 {}", shell_word(name));
            return self.bad(Exit::Files, name, detail.join(", "), Some(&fix));
        }
        self.add(Good, name, detail.join(", "));
    }

    /// Checks whether the site accepts the session, and whether it answers.
    fn site(&mut self, app: &App, has_session: bool) {
        let url = &app.settings.base_url;
        // If the settings are wrong, the address of the site may be wrong too.
        let is_asked = !app.offline && app.settings_errors.is_empty();
        let session = Session::find(&app.environment, None).ok();
        let Some(session) = session.filter(|_| is_asked) else {
            if has_session {
                self.add(Absent, "session", "session not checked");
            } else {
                let detail = "no session, which is needed to download inputs";
                self.bad(Exit::Session, "session", detail, Some("aoc login"));
            }
            return self.add(Absent, "address", format!("{url}, not asked"));
        };
        match ask_account(app, &session) {
            Ok(account) => self.add(Good, "session", format!("logged in as {account}")),
            // A refused session shows that the site answers.
            Err(error) if error.exit == Exit::Session => {
                let fix = login_command(&session.place, None);
                self.bad(error.exit, "session", error, Some(&fix));
            }
            Err(error) => {
                let detail = "session not checked, as the site did not answer";
                self.add(Absent, "session", detail);
                let wait = |left| format!("wait {}", span(left));
                let fix = app.site_state().backoff().map(wait);
                let detail = format!("{url}: {error:#}");
                return self.bad(error.exit, "address", detail, fix.as_deref());
            }
        }
        self.add(Good, "address", format!("{url}, it answers"));
    }

    /// Compares the local clock with the site's, as measured now or as stored earlier.
    fn clock(&mut self, app: &App) {
        let measured = app.access.site.get().and_then(|it| it.clock.measured.get());
        let ahead = measured.unwrap_or_else(|| app.site_state().clock_ahead());
        let tenths = ahead.num_milliseconds() / 100;
        let side = if tenths > 0 { "behind" } else { "ahead of" };
        let (seconds, tenths) = (tenths.abs() / 10, tenths.abs() % 10);
        let detail = format!("{seconds}.{tenths} s {side} the site's");
        let fix = "set the clock, for example with `sudo timedatectl set-ntp true`";
        match measured {
            None if ahead.is_zero() => self.add(Absent, "clock", "not compared with the site's"),
            // Only notable differences are stored.
            None => self.add(Note, "clock", detail + ", measured by an earlier command"),
            Some(ahead) if ahead.num_seconds().abs() < 2 => self.add(Good, "clock", detail),
            Some(_) => self.bad(Exit::Network, "clock", detail, Some(fix)),
        }
    }

    fn repository(&mut self, app: &App, project: &Project) {
        self.add(Good, "root", project.root().display());
        let years = project.years().into_iter();
        for file in years.flat_map(|year| project.misnamed(year)) {
            self.add(Note, "files", file);
        }
        // The repository may have a copy of the library.
        let needs_copy = |year| {
            let manifest = files::read_text_file(&project.year_dir(year).join("Cargo.toml"));
            manifest.is_ok_and(|manifest| manifest.contains(LIBRARY))
        };
        if let Some(version) = library_version_in(&project.root().join(LIBRARY)) {
            let own = own_library_version();
            let update = "aoc init --update";
            let (state, fix) = match version_numbers(&version).cmp(&version_numbers(&own)) {
                Ordering::Less => (Bad, Some(update)),
                Ordering::Greater => (Bad, Some("update aoc")),
                _ if library_differs(project.root()) => (Note, Some(update)),
                Ordering::Equal => (Good, None),
            };
            let mut detail = format!("{LIBRARY} is {version}, and this aoc has {own}");
            if state == Note {
                detail += " with other files";
            }
            self.add(state, "library", detail);
            self.fix(Exit::Failed, fix);
        } else if project.years().into_iter().any(needs_copy) {
            let detail = format!("{LIBRARY} is missing, which the years are built with");
            self.bad(Exit::Failed, "library", detail, Some("aoc init"));
        }
        if let Ok(store) = app.store() {
            self.published(app, project, &store.root);
        }
    }

    /// Checks whether git would publish inputs, which may be intended in a private
    /// repository.
    fn published(&mut self, app: &App, project: &Project, inputs: &Path) {
        // Inputs may be tracked in a separate repository or a submodule.
        if project.is_submodule(inputs) || is_repository(inputs) {
            return;
        }
        let Some(git) = Git::new(&app.child_env, project.root()) else {
            return;
        };
        let is_text = |name: &String| Path::new(name).extension() == Some("txt".as_ref());
        let is_tracked = git.tracked(inputs).iter().any(is_text);
        if is_tracked || git.ignores(&inputs.join("year2015/day01.txt")) == Some(false) {
            let shown = app.relative_path(inputs).display().to_string();
            let (word, line) = (shell_word(&shown), project.shown(inputs));
            let note = format!(
                "git tracks or does not ignore {shown}, whose files the site asks not to publish: add \
                 the line `/{}/*` to .gitignore; `git rm -r --cached {word}` removes the tracked ones",
                line.display()
            );
            self.add(Note, "git", note);
        }
    }

    /// Checks a tool that builds in `folder` use. Nothing is installed.
    fn tool(&mut self, name: &str, path: Option<PathBuf>, folder: &Path, environment: &ChildEnv) {
        let Some(path) = path else {
            let detail = "not on PATH, but needed to build solutions";
            let fix = Some("install Rust from https://rustup.rs");
            return self.bad(Exit::Failed, name, detail, fix);
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
            self.add(Good, name, format!("{line}, {path}"));
        } else {
            let detail = format!("{path} does not work: {line}");
            self.bad(Exit::Failed, name, detail, Some("rustup update"));
        }
    }

    fn settings(&mut self, app: &App) {
        for setting in SETTINGS {
            let value = (setting.value)(&app.settings);
            let from = app.settings.provenance.get(setting.key);
            let Some((value, from)) = value.zip(from) else {
                let detail = format!("{} (default)", setting.default);
                self.add(Good, setting.key, detail);
                continue;
            };
            let mut detail = format!("{value} ({from})");
            // The site's client uses no shorter time than the default, except on loopback.
            let in_force = interval(&app.settings);
            if setting.key == "spacing" && in_force != app.settings.spacing {
                let in_force = span(in_force.unwrap_or_default());
                detail += &format!(", {in_force} is used");
            }
            self.add(Good, setting.key, detail);
        }
        for error in &app.settings_errors {
            self.bad(error.exit, "value", error, None);
        }
    }

    fn folder(&mut self, name: &str, path: Option<&Path>) {
        let Some(path) = path else {
            return self.bad(Exit::Files, name, "cannot be found", Some("set HOME"));
        };
        let shown = path.display();
        let Err((existing, error)) = files::probe_for(path) else {
            let state = if path.is_dir() { "" } else { ", not there yet" };
            return self.add(Good, name, format!("{shown}{state}"));
        };
        let place = existing.display().to_string();
        let word = shell_word(&place);
        let fix = if existing.is_dir() {
            format!("chmod u+rwx {word}")
        } else {
            format!("mv {word} {word}.old")
        };
        let detail = format!("{shown} cannot be written: {place}: {error}");
        self.bad(Exit::Files, name, detail, Some(&fix));
    }
}

fn ask_account(app: &App, session: &Session) -> Result<Account, CliError> {
    let _spinner = (!app.is_quiet()).then(|| Spinner::new(app.stderr, "asking the site"));
    let site = Site::new(app.site_config(), true, app.site_message_handler())?;
    Ok(app.access.site.get_or_init(|| site).account(session)?)
}

/// The command that replaces an unusable session.
fn login_command(place: &Place, account: Option<&InputName>) -> String {
    match (place, account) {
        (Place::Variable(name), _) => format!("unset {name} && aoc login"),
        (_, Some(account)) => format!("aoc login --account {account}"),
        (_, None) => "aoc login".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn problems_come_first_and_v_shows_all_checks() {
        let mut checks = Checks {
            group: "session",
            all: Vec::new(),
        };
        checks.add(Absent, "AOC_SESSION", "not set");
        checks.bad(Exit::Session, "session", "there is none", Some("aoc login"));
        checks.group = "site";
        checks.add(Good, "clock", "as the site's");
        checks.group = "project";
        checks.add(Note, "git", "git tracks 2 files of inputs");
        checks.group = "folders";
        let fix = Some("mv /c /c.old");
        checks.bad(Exit::Files, "cache", "/c cannot be written", fix);
        checks.add(Good, "a\u{1b}", "/c");
        let shown = |verbosity| screen(Terminal::PLAIN, &checks.all, verbosity);
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
            mv /c /c.old
          ✓ a\u{1b} /c

        2 problems: there is none; clock as the site's
          ✗ session  there is none
            aoc login
          ✗ cache    /c cannot be written
            mv /c /c.old
          ! git      git tracks 2 files of inputs
        ");
        assert_eq!(shown(Verbosity::Normal).lines().count(), 6);
        assert_eq!(shown(Verbosity::Quiet).lines().count(), 5);
    }
}
