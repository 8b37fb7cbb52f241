//! The checks of `aoc doctor`, in the order in which `-v` shows them: sessions, the
//! site, the repository, the toolchain, the settings and the folders.

use std::cmp::Ordering;
use std::path::Path;
use std::time::SystemTime;

use chrono::TimeDelta;

use super::Check;
use super::CheckState::{Absent, Good, Note};
use crate::app::App;
use crate::cargo::{Tool, toolchain};
use crate::error::{CliError, Exit};
use crate::files;
use crate::project::{self as repository, Git, Project};
use crate::reporter::Spinner;
use crate::site::{self, Place, Session, Site, SiteConfig, SiteError, Surveyed, survey};
use crate::terminal::{plural, shell_word, span};

/// A difference of clocks that matters.
const NOTABLE: TimeDelta = TimeDelta::seconds(2);

pub fn checks(app: &App) -> Vec<Check> {
    let mut checks = sessions(app);
    let project = app.project();
    match &project {
        Ok(project) => checks.extend(repository_checks(app, project)),
        // That is no problem.
        Err(error) => checks.push(Check::new("project", "root", Absent, error.to_string())),
    }
    let environment = &app.environment;
    let root = match &project {
        Ok(project) => project.root(),
        Err(_) => &environment.current_dir,
    };
    checks.extend(toolchain(root, &app.child_env()).iter().map(tool));
    checks.extend(settings(app));
    checks.push(folder("configuration", environment.config_dir.as_deref()));
    checks.push(folder("cache", environment.cache_dir.as_deref()));
    if let Ok(project) = project {
        checks.push(match app.store().and_then(|store| store.check_folder()) {
            Ok(()) => folder("inputs", app.inputs_dir().ok().as_deref()),
            Err(error) => Check::bad("folders", "inputs", error, None),
        });
        checks.push(folder("target", Some(&project.target_dir())));
    }
    checks
}

/// The places where a session may be, whose session it is, and the site.
fn sessions(app: &App) -> Vec<Check> {
    let now = SystemTime::from((app.environment.now)());
    let places = survey(app.places());
    // The first place that has something is used, be it a session or not.
    let used = |place: &Surveyed| place.account.is_none() && place.exists();
    let used = places.iter().position(used);
    let in_use = |index| Some(index) == used;
    let mut checks: Vec<Check> = places
        .into_iter()
        .enumerate()
        .map(|(index, found)| place(found, in_use(index), now))
        .collect();
    let found = Session::find(app.places(), None);
    let why_not = match &found {
        _ if used.is_none() => Some("without a session"),
        Err(_) => Some("without a session that can be used"),
        Ok(_) if app.offline => Some("because of --offline"),
        // The address of the site may be wrong.
        Ok(_) if !app.settings_errors.is_empty() => Some("because the settings are wrong"),
        Ok(_) => None,
    };
    match (found, why_not) {
        (Ok(session), None) => checks.extend(ask(app, &session)),
        (_, why) => {
            let why = why.unwrap_or_default();
            checks.push(if used.is_none() {
                let error = "no session, which downloading inputs needs";
                let error = CliError::new(Exit::Session, error);
                Check::bad("session", "session", error, "aoc login".to_owned())
            } else {
                Check::new(
                    "session",
                    "session",
                    Absent,
                    format!("session not checked {why}"),
                )
            });
            let detail = format!("{}, not asked {why}", app.settings.base_url);
            checks.push(Check::new("site", "address", Absent, detail));
        }
    }
    checks.push(clock(app));
    let is_told = checks.iter().any(|check| check.exit == Exit::Refused);
    if let Some(left) = site::backoff(&app.site_config()).filter(|_| !is_told) {
        let error = SiteError::backing_off(left);
        let fix = format!("wait {}", span(left));
        checks.push(Check::bad("site", "pause", error, fix));
    }
    checks
}

/// A place where a session may be.
fn place(found: Surveyed, is_used: bool, now: SystemTime) -> Check {
    let shown = found.place.to_string();
    let mut detail = Vec::new();
    match (found.token, &found.place) {
        (Ok(None), Place::Variable(_)) => {
            return Check::new("session", &shown, Absent, "not set");
        }
        (Ok(None), _) => return Check::new("session", &shown, Absent, "not there"),
        (Ok(Some(token)), _) => detail.push(token.shown()),
        // Places after the one that is used do no harm.
        (Err(error), place) if is_used || found.account.is_some() => {
            let fix = match &found.account {
                Some(account) => format!("aoc login --account {account}"),
                None => login(place),
            };
            let error = CliError {
                exit: Exit::Session,
                ..error.into()
            };
            return Check::bad("session", &shown, error, fix);
        }
        (Err(error), _) => detail.push(error.to_string()),
    }
    detail.extend(found.mode.map(|mode| format!("{mode:04o}")));
    // A time to come is the fault of a clock.
    let age = |then| span(now.duration_since(then).unwrap_or_default());
    detail.extend(found.modified.map(|then| format!("{} old", age(then))));
    detail.extend(found.account.map(|account| format!("account {account}")));
    detail.extend(is_used.then(|| "used".to_owned()));
    if found.mode.is_some_and(|mode| mode & 0o077 != 0) {
        detail.push("other users can read it".to_owned());
        let fix = format!("chmod 600 {}", shell_word(&shown));
        let error = CliError::new(Exit::Files, detail.join(", "));
        return Check::bad("session", &shown, error, fix);
    }
    Check::new("session", &shown, Good, detail.join(", "))
}

/// Asks the site whose session it is.
fn ask(app: &App, session: &Session) -> [Check; 2] {
    let spinner = (!app.is_quiet()).then(|| Spinner::new(app.stderr, "asking the site"));
    let config = SiteConfig {
        is_check: true,
        ..app.site_config()
    };
    let site = Site::new(&config, app.tell());
    let answer = site.and_then(|site| app.access.site.get_or_init(|| site).account(session));
    drop(spinner);
    let url = app.settings.base_url.to_string();
    let answers = Check::new("site", "address", Good, format!("{url}, it answers"));
    match answer.map_err(CliError::from) {
        Ok(account) => {
            let detail = format!("logged in as {account}");
            [Check::new("session", "session", Good, detail), answers]
        }
        // That the session is dead is an answer too.
        Err(error) if error.exit == Exit::Session => {
            let fix = login(&session.place);
            [Check::bad("session", "session", error, fix), answers]
        }
        Err(error) => {
            let left = site::backoff(&app.site_config()).filter(|_| error.exit == Exit::Refused);
            let fix = left.map(|left| format!("wait {}", span(left)));
            let unknown = "session not checked, as the site did not answer";
            [
                Check::new("session", "session", Absent, unknown),
                Check::bad("site", "address", error.context(url), fix),
            ]
        }
    }
}

/// The local clock beside the site's: as measured now, or else as remembered.
fn clock(app: &App) -> Check {
    let measured = app.access.site.get().and_then(Site::clock_ahead);
    let remembered = Some(app.site_clock()).filter(|ahead| !ahead.is_zero());
    let Some(ahead) = measured.or(remembered) else {
        return Check::new("site", "clock", Absent, "not compared with the site's");
    };
    let tenths = ahead.num_milliseconds() / 100;
    let side = if tenths > 0 { "behind" } else { "ahead of" };
    let (seconds, tenths) = (tenths.abs() / 10, tenths.abs() % 10);
    let detail = format!("{seconds}.{tenths} s {side} the site's");
    if measured.is_none() {
        // Only one that matters is remembered.
        let detail = format!("{detail}, as an earlier command saw");
        return Check::new("site", "clock", Note, detail);
    }
    if ahead.abs() <= NOTABLE {
        return Check::new("site", "clock", Good, detail);
    }
    let fix = "set the clock, such as with `sudo timedatectl set-ntp true`".to_owned();
    Check::bad("site", "clock", CliError::new(Exit::Network, detail), fix)
}

/// The command that gets a usable session in place of one that is not.
fn login(place: &Place) -> String {
    match place {
        Place::Variable(name) => format!("unset {name} && aoc login"),
        _ => "aoc login".to_owned(),
    }
}

fn repository_checks(app: &App, project: &Project) -> Vec<Check> {
    let root = project.root().display().to_string();
    let mut checks = vec![Check::new("project", "root", Good, root)];
    let days = match project.days() {
        Ok(days) => days,
        Err(error) => {
            checks.push(Check::bad("project", "years", error, None));
            return checks;
        }
    };
    let years = days.iter();
    let years = years.map(|(year, days)| format!("{year} ({})", plural(days.len(), "day")));
    let years = years.collect::<Vec<_>>().join(", ");
    let (state, years) = match &*years {
        "" => (Absent, "no day has a solution yet"),
        years => (Good, years),
    };
    checks.push(Check::new("project", "years", state, years));
    let files = app.all_misnamed().into_iter();
    checks.extend(files.map(|file| Check::new("project", "files", Note, file)));
    checks.extend(library(project));
    let notes = published(app, project).into_iter();
    checks.extend(notes.map(|note| Check::new("project", "git", Note, note)));
    checks
}

/// The copy of the library in the repository, if it has one.
fn library(project: &Project) -> Option<Check> {
    let folder = project.root().join(repository::LIBRARY);
    let shown = repository::LIBRARY;
    let version = repository::library_version_in(&folder)?;
    let own = repository::own_library_version();
    let numbers = repository::version_numbers;
    let fix = match numbers(&version).cmp(&numbers(&own)) {
        Ordering::Equal => {
            let (state, detail) = if repository::library_differs(project.root()) {
                let detail = "is not the library of this aoc: bring it up to date with `aoc init \
                              --update`";
                (Note, detail)
            } else {
                (Good, &*version)
            };
            return Some(Check::new(
                "project",
                "library",
                state,
                format!("{shown} {detail}"),
            ));
        }
        Ordering::Less => "aoc init --update",
        Ordering::Greater => "update aoc",
    };
    let detail = format!("{shown} is {version}, and this aoc has {own}");
    let error = CliError::new(Exit::Failed, detail);
    Some(Check::bad("project", "library", error, fix.to_owned()))
}

/// Notes on inputs that git would publish, which may be meant in a private repository.
fn published(app: &App, project: &Project) -> Vec<String> {
    let Ok(inputs) = app.inputs_dir() else {
        return Vec::new();
    };
    let existing = inputs.ancestors().find(|folder| folder.is_dir());
    let git = |folder| Git::new(&app.child_env(), folder);
    let (Some(git), Some(there)) = (git(project.root()), existing.and_then(git)) else {
        return Vec::new();
    };
    let mut notes = Vec::new();
    // Another repository, or a submodule, is where they are meant to be.
    if git.root().is_none() || there.root() != git.root() {
        return notes;
    }
    let shown = app.shown(&inputs).display().to_string();
    let is_text = |name: &&String| Path::new(name).extension() == Some("txt".as_ref());
    let count = git.tracked(&inputs).iter().filter(is_text).count();
    if count > 0 {
        notes.push(format!(
            "git tracks {} of {shown}, which the site asks not to publish: `git rm -r --cached {}` \
             removes them from the next commit",
            plural(count, "file"),
            shell_word(&shown)
        ));
    }
    if git.ignores(&inputs.join("year2015/day01.txt")) == Some(false) {
        notes.push(format!(
            "git does not ignore {shown}, which has what the site asks not to publish: add the \
             line `/{}/*` to .gitignore",
            project.shown(&inputs).display()
        ));
    }
    notes
}

fn tool(tool: &Tool) -> Check {
    let least = &repository::least_rust_version();
    let Some(path) = &tool.path else {
        let error = "not on PATH, which building solutions needs";
        let fix = "install Rust from https://rustup.rs".to_owned();
        return Check::bad(
            "toolchain",
            tool.name,
            CliError::new(Exit::Failed, error),
            fix,
        );
    };
    let path = path.display();
    let error = match &tool.version {
        Ok(version) if is_older(version, least) => {
            format!("{version} is older than {least}, which the library needs")
        }
        Ok(version) => {
            return Check::new("toolchain", tool.name, Good, format!("{version}, {path}"));
        }
        Err(why) => format!("{path} does not work: {why}"),
    };
    let error = CliError::new(Exit::Failed, error);
    Check::bad("toolchain", tool.name, error, "rustup update".to_owned())
}

/// True if a tool that says `rustc 1.91.0 (…)` is older than a version.
fn is_older(said: &str, least: &str) -> bool {
    let version = said.split(' ').nth(1).unwrap_or_default();
    let found = repository::version_numbers(version);
    !found.is_empty() && found < repository::version_numbers(least)
}

fn settings(app: &App) -> Vec<Check> {
    let settings = &app.settings;
    let values = [
        ("year", settings.year.map(|it| it.to_string())),
        ("contact", settings.contact.clone()),
        ("address", Some(settings.base_url.to_string())),
        ("spacing", settings.spacing.map(span)),
        ("timeout", settings.timeout.map(span)),
        ("inputs", settings.inputs.clone()),
    ];
    let value = |(name, value): (&str, Option<String>)| {
        let Some(value) = value else {
            return Check::new("settings", name, Absent, "not set");
        };
        let from = settings.provenance.get(name);
        let from = from.map_or("default".to_owned(), ToString::to_string);
        Check::new("settings", name, Good, format!("{value} ({from})"))
    };
    let mistakes = app.settings_errors.iter().map(|error| {
        // It begins with the place: a variable, or the key of a file.
        let message = error.to_string();
        let place = message
            .split_once(": ")
            .filter(|_| error.exit == Exit::Usage);
        let fix = place.map(|(place, _)| format!("correct {place}"));
        Check::bad("settings", "value", CliError::new(error.exit, error), fix)
    });
    values.into_iter().map(value).chain(mistakes).collect()
}

fn folder(name: &str, path: Option<&Path>) -> Check {
    let bad = |why: String, fix: String| {
        Check::bad("folders", name, CliError::new(Exit::Files, why), fix)
    };
    let Some(path) = path else {
        return bad("cannot be found".to_owned(), "set HOME".to_owned());
    };
    let shown = path.display();
    let detail = match files::probe_for(path) {
        Ok(()) if path.is_dir() => shown.to_string(),
        Ok(()) => format!("{shown}, not there yet"),
        Err((existing, error)) => {
            let place = existing.display().to_string();
            let word = shell_word(&place);
            let fix = if existing.is_dir() {
                format!("chmod u+rwx {word}")
            } else {
                format!("mv {word} {}", shell_word(&format!("{place}.old")))
            };
            return bad(format!("{shown} cannot be written: {place}: {error}"), fix);
        }
    };
    Check::new("folders", name, Good, detail)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_numbers() {
        for (said, least, older) in [
            ("rustc 1.91.0 (f8297e351 2025-10-28)", "1.91", false),
            ("rustc 1.90.0 (1159e78c4 2025-09-14)", "1.91", true),
            ("cargo 1.100.0-nightly (abc 2027-01-01)", "1.91", false),
            ("nonsense", "1.91", false),
        ] {
            assert_eq!(is_older(said, least), older, "{said}");
        }
    }
}
