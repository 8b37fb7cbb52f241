//! The checks of `aoc doctor`, in the order in which `-v` shows them: sessions, the
//! site, the repository, the toolchain, the settings and the folders.

use std::cmp::Ordering;
use std::path::Path;
use std::time::SystemTime;

use chrono::TimeDelta;

use super::CheckState::{Absent, Bad, Good, Note};
use super::{Check, CheckState};
use crate::app::App;
use crate::cargo::{Tool, toolchain};
use crate::error::{CliError, Exit};
use crate::files;
use crate::project::{self as repository, Git, Project};
use crate::reporter::Spinner;
use crate::site::{self, Account, Place, Session, Site, SiteError, Surveyed, survey};
use crate::terminal::{plural, shell_word, span};

/// A difference of clocks that matters.
const NOTABLE: TimeDelta = TimeDelta::seconds(2);

pub fn checks(app: &App) -> Vec<Check> {
    let mut checks = Checks::default();
    checks.group = "session";
    let places = survey(app.places());
    // The first place that has something is used, be it a session or not.
    let used = |place: &Surveyed| place.account.is_none() && place.exists();
    let used = places.iter().position(used);
    let now = SystemTime::from((app.environment.now)());
    for (index, found) in places.into_iter().enumerate() {
        checks.place(found, used == Some(index), now);
    }
    checks.site(app, used.is_some());
    checks.clock(app);
    checks.group = "project";
    match app.project() {
        Ok(project) => checks.repository(app, project),
        // That is no problem.
        Err(error) => checks.add(Absent, "root", error.to_string()),
    }
    checks.group = "toolchain";
    let environment = &app.environment;
    let root = app
        .project()
        .map_or(&*environment.current_dir, Project::root);
    for tool in toolchain(root, &app.child_env()) {
        checks.tool(&tool);
    }
    checks.group = "settings";
    checks.settings(app);
    checks.group = "folders";
    checks.folder("configuration", environment.config_dir.as_deref());
    checks.folder("cache", environment.cache_dir.as_deref());
    if let Ok(project) = app.project() {
        match app.store().and_then(|store| store.check_folder()) {
            Ok(()) => checks.folder("inputs", app.inputs_dir().ok().as_deref()),
            Err(error) => checks.bad("inputs", error, ""),
        }
        checks.folder("target", Some(&project.target_dir()));
    }
    checks.all
}

/// What was found, and the group of what is looked at.
#[derive(Default)]
pub struct Checks {
    pub group: &'static str,
    pub all: Vec<Check>,
}

impl Checks {
    pub fn add(&mut self, state: CheckState, name: &str, detail: impl Into<String>) {
        self.all.push(Check {
            group: self.group,
            name: name.to_owned(),
            state,
            detail: detail.into(),
            fix: None,
            exit: Exit::Done,
        });
    }

    /// A problem: the error, and what mends it; empty if that is in the error.
    pub fn bad(&mut self, name: &str, error: impl Into<CliError>, fix: &str) {
        let error = error.into();
        self.add(Bad, name, format!("{:#}", error.source));
        if let Some(check) = self.all.last_mut() {
            check.exit = error.exit;
            check.fix = Some(fix.to_owned()).filter(|fix| !fix.is_empty());
        }
    }

    /// A place where a session may be.
    fn place(&mut self, found: Surveyed, is_used: bool, now: SystemTime) {
        let name = &found.place.to_string();
        let token = match found.token {
            Ok(None) if matches!(found.place, Place::Variable(_)) => {
                return self.add(Absent, name, "not set");
            }
            Ok(None) => return self.add(Absent, name, "not there"),
            Ok(Some(token)) => token.shown(),
            // Places after the one that is used do no harm.
            Err(error) if is_used || found.account.is_some() => {
                let account = found
                    .account
                    .map(|name| format!("aoc login --account {name}"));
                let fix = account.unwrap_or_else(|| login(&found.place));
                return self.bad(name, error, &fix);
            }
            Err(error) => error.to_string(),
        };
        // A time to come is the fault of a clock.
        let age = |then| span(now.duration_since(then).unwrap_or_default());
        let mut detail = vec![token];
        detail.extend(found.mode.map(|mode| format!("{mode:04o}")));
        detail.extend(found.modified.map(|then| format!("{} old", age(then))));
        detail.extend(found.account.map(|account| format!("account {account}")));
        detail.extend(is_used.then(|| "used".to_owned()));
        let detail = detail.join(", ");
        if found.mode.is_some_and(|mode| mode & 0o077 != 0) {
            let detail = detail + ", other users can read it";
            let fix = format!("chmod 600 {}", shell_word(name));
            return self.bad(name, CliError::new(Exit::Files, detail), &fix);
        }
        self.add(Good, name, detail);
    }

    /// Whose session it is, and whether the site answers.
    fn site(&mut self, app: &App, has_session: bool) {
        let url = app.settings.base_url.to_string();
        // Where the settings are wrong, the address of the site may be.
        let is_asked = !app.offline && app.settings_errors.is_empty();
        let address = match Session::find(app.places(), None) {
            Ok(session) if is_asked => match whose(app, &session) {
                Ok(account) => {
                    self.add(Good, "session", format!("logged in as {account}"));
                    Ok((Good, "it answers"))
                }
                // That the session is dead is an answer too.
                Err(error) if error.exit == Exit::Session => {
                    self.bad("session", error, &login(&session.place));
                    Ok((Good, "it answers"))
                }
                Err(error) => {
                    let unknown = "session not checked, as the site did not answer";
                    self.add(Absent, "session", unknown);
                    Err(error)
                }
            },
            _ if has_session => {
                self.add(Absent, "session", "session not checked");
                Ok((Absent, "not asked"))
            }
            _ => {
                let error = "no session, which downloading inputs needs";
                self.bad("session", CliError::new(Exit::Session, error), "aoc login");
                Ok((Absent, "not asked"))
            }
        };
        self.group = "site";
        let pause = site::backoff(&app.site_config());
        let wait = pause.map_or(String::new(), |left| format!("wait {}", span(left)));
        match (address, pause) {
            (Err(error), _) if error.exit == Exit::Refused => {
                self.bad("address", error.context(url), &wait);
            }
            (Err(error), _) => self.bad("address", error.context(url), ""),
            (Ok((state, said)), pause) => {
                self.add(state, "address", format!("{url}, {said}"));
                if let Some(left) = pause {
                    self.bad("pause", SiteError::backing_off(left), &wait);
                }
            }
        }
    }

    /// The local clock beside the site's: as measured now, or else as remembered.
    fn clock(&mut self, app: &App) {
        let measured = app.access.site.get().and_then(Site::clock_ahead);
        let ahead = measured.unwrap_or_else(|| app.site_clock());
        let tenths = ahead.num_milliseconds() / 100;
        let side = if tenths > 0 { "behind" } else { "ahead of" };
        let (seconds, tenths) = (tenths.abs() / 10, tenths.abs() % 10);
        let detail = format!("{seconds}.{tenths} s {side} the site's");
        match measured {
            None if ahead.is_zero() => self.add(Absent, "clock", "not compared with the site's"),
            // Only one that matters is remembered.
            None => self.add(Note, "clock", detail + ", as an earlier command saw"),
            Some(ahead) if ahead.abs() <= NOTABLE => self.add(Good, "clock", detail),
            Some(_) => {
                let fix = "set the clock, such as with `sudo timedatectl set-ntp true`";
                self.bad("clock", CliError::new(Exit::Network, detail), fix);
            }
        }
    }

    fn repository(&mut self, app: &App, project: &Project) {
        self.add(Good, "root", project.root().display().to_string());
        let days = match project.days() {
            Ok(days) => days,
            Err(error) => return self.bad("years", error, ""),
        };
        let mut years = Vec::new();
        for (year, days) in days {
            years.push(format!("{year} ({})", plural(days.len(), "day")));
        }
        if years.is_empty() {
            self.add(Absent, "years", "no day has a solution yet");
        } else {
            self.add(Good, "years", years.join(", "));
        }
        for file in app.all_misnamed() {
            self.add(Note, "files", file);
        }
        self.library(project);
        if let Ok(inputs) = app.inputs_dir() {
            self.published(app, project, &inputs);
        }
    }

    /// The copy of the library in the repository, if it has one.
    fn library(&mut self, project: &Project) {
        let shown = repository::LIBRARY;
        let folder = project.root().join(shown);
        let Some(version) = repository::library_version_in(&folder) else {
            return;
        };
        let own = repository::own_library_version();
        let numbers = repository::version_numbers;
        let fix = match numbers(&version).cmp(&numbers(&own)) {
            Ordering::Equal if repository::library_differs(project.root()) => {
                let detail = "is not the library of this aoc: bring it up to date with `aoc init \
                              --update`";
                return self.add(Note, "library", format!("{shown} {detail}"));
            }
            Ordering::Equal => return self.add(Good, "library", format!("{shown} {version}")),
            Ordering::Less => "aoc init --update",
            Ordering::Greater => "update aoc",
        };
        let detail = format!("{shown} is {version}, and this aoc has {own}");
        self.bad("library", CliError::new(Exit::Failed, detail), fix);
    }

    /// Inputs that git would publish, which may be meant in a private repository.
    fn published(&mut self, app: &App, project: &Project, inputs: &Path) {
        let existing = inputs.ancestors().find(|folder| folder.is_dir());
        let git = |folder| Git::new(&app.child_env(), folder);
        let (Some(git), Some(there)) = (git(project.root()), existing.and_then(git)) else {
            return;
        };
        // Another repository, or a submodule, is where they are meant to be.
        if git.root().is_none() || there.root() != git.root() {
            return;
        }
        let shown = app.shown(inputs).display().to_string();
        let is_text = |name: &&String| Path::new(name).extension() == Some("txt".as_ref());
        let count = git.tracked(inputs).iter().filter(is_text).count();
        if count > 0 {
            let (files, word) = (plural(count, "file"), shell_word(&shown));
            let note = format!(
                "git tracks {files} of {shown}, which the site asks not to publish: `git rm -r \
                 --cached {word}` removes them from the next commit"
            );
            self.add(Note, "git", note);
        }
        if git.ignores(&inputs.join("year2015/day01.txt")) == Some(false) {
            let line = project.shown(inputs);
            let line = line.display();
            let note = format!(
                "git does not ignore {shown}, which has what the site asks not to publish: add \
                 the line `/{line}/*` to .gitignore"
            );
            self.add(Note, "git", note);
        }
    }

    fn tool(&mut self, tool: &Tool) {
        let least = repository::least_rust_version();
        let Some(path) = tool.path.as_deref().map(Path::display) else {
            let error = "not on PATH, which building solutions needs";
            let fix = "install Rust from https://rustup.rs";
            return self.bad(tool.name, CliError::new(Exit::Failed, error), fix);
        };
        let error = match &tool.version {
            Ok(version) if is_older(version, &least) => {
                format!("{version} is older than {least}, which the library needs")
            }
            Ok(version) => return self.add(Good, tool.name, format!("{version}, {path}")),
            Err(why) => format!("{path} does not work: {why}"),
        };
        self.bad(
            tool.name,
            CliError::new(Exit::Failed, error),
            "rustup update",
        );
    }

    fn settings(&mut self, app: &App) {
        let settings = &app.settings;
        for (name, value) in [
            ("year", settings.year.map(|it| it.to_string())),
            ("contact", settings.contact.clone()),
            ("address", Some(settings.base_url.to_string())),
            ("spacing", settings.spacing.map(span)),
            ("timeout", settings.timeout.map(span)),
            ("inputs", settings.inputs.clone()),
        ] {
            let Some(value) = value else {
                self.add(Absent, name, "not set");
                continue;
            };
            let from = settings.provenance.get(name);
            let from = from.map_or("default".to_owned(), ToString::to_string);
            self.add(Good, name, format!("{value} ({from})"));
        }
        for error in &app.settings_errors {
            // It begins with the place: a variable, or the key of a file.
            let message = error.to_string();
            let place = message.split_once(": ");
            let place = place.filter(|_| error.exit == Exit::Usage);
            let fix = place.map_or(String::new(), |(place, _)| format!("correct {place}"));
            self.bad("value", CliError::new(error.exit, error), &fix);
        }
    }

    fn folder(&mut self, name: &str, path: Option<&Path>) {
        let Some(path) = path else {
            let error = CliError::new(Exit::Files, "cannot be found");
            return self.bad(name, error, "set HOME");
        };
        let shown = path.display();
        let Err((existing, error)) = files::probe_for(path) else {
            let more = if path.is_dir() { "" } else { ", not there yet" };
            return self.add(Good, name, format!("{shown}{more}"));
        };
        let place = existing.display().to_string();
        let (word, old) = (shell_word(&place), format!("{place}.old"));
        let fix = if existing.is_dir() {
            format!("chmod u+rwx {word}")
        } else {
            format!("mv {word} {}", shell_word(&old))
        };
        let why = format!("{shown} cannot be written: {place}: {error}");
        self.bad(name, CliError::new(Exit::Files, why), &fix);
    }
}

fn whose(app: &App, session: &Session) -> Result<Account, CliError> {
    let _spinner = Spinner::new(app.stderr, "asking the site");
    let mut config = app.site_config();
    config.is_check = true;
    let site = Site::new(&config, app.tell())?;
    Ok(app.access.site.get_or_init(|| site).account(session)?)
}

/// The command that gets a usable session in place of one that is not.
fn login(place: &Place) -> String {
    match place {
        Place::Variable(name) => format!("unset {name} && aoc login"),
        _ => "aoc login".to_owned(),
    }
}

/// True if a tool that says `rustc 1.91.0 (…)` is older than a version.
fn is_older(said: &str, least: &str) -> bool {
    let version = said.split(' ').nth(1).unwrap_or_default();
    let found = repository::version_numbers(version);
    !found.is_empty() && found < repository::version_numbers(least)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_numbers() {
        for (said, least, older) in [
            ("rustc 1.90.0 (1159e78c4 2025-09-14)", "1.91", true),
            ("cargo 1.100.0-nightly (abc 2027-01-01)", "1.91", false),
            ("nonsense", "1.91", false),
        ] {
            assert_eq!(is_older(said, least), older, "{said}");
        }
    }
}
