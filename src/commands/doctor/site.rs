//! The places of sessions, the one that counts, and the site's answer when it is
//! asked once: whose it is, the time, and whether it wants requests.

use std::time::SystemTime;

use chrono::TimeDelta;

use super::{Check, CheckState};
use crate::app::App;
use crate::error::{CliError, Exit};
use crate::reporter::Spinner;
use crate::site::{self, Place, Session, Site, SiteConfig, SiteError, Surveyed, survey};
use crate::terminal::{shell_word, span};

pub fn checks(app: &App) -> Vec<Check> {
    let found = Session::find(app.places(), None);
    let places = survey(app.places());
    let is_found = |it: &&Surveyed| it.account.is_none() && it.exists();
    let used = places.iter().find(is_found).map(|it| it.place.clone());
    let now = SystemTime::from((app.environment.now)());
    let checks = places.into_iter().map(|surveyed| {
        let is_used = surveyed.account.is_none() && used.as_ref() == Some(&surveyed.place);
        place(surveyed, is_used, now)
    });
    let mut checks: Vec<Check> = checks.collect();
    match (used, &found) {
        (None, _) => {
            let why = "no session, which downloading inputs needs";
            let error = CliError::new(Exit::Session, why);
            let fix = "aoc login".to_owned();
            checks.push(Check::bad("session", "session", error, fix));
            checks.push(not_asked(app, "not asked without a session"));
        }
        (Some(_), Err(_)) => {
            let why = "what is there is not a session";
            checks.push(Check::new("session", "session", CheckState::Absent, why));
            checks.push(not_asked(app, "not asked without a session"));
        }
        (Some(_), Ok(session)) => checks.extend(ask(app, session)),
    }
    checks.push(clock(app));
    let is_told = checks.iter().any(|check| check.exit == Exit::Refused);
    if let Some(left) = site::backoff(&app.site_config()).filter(|_| !is_told) {
        let fix = format!("wait {}", span(left));
        checks.push(Check::bad(
            "site",
            "pause",
            SiteError::backing_off(left),
            fix,
        ));
    }
    checks
}

fn not_asked(app: &App, why: &str) -> Check {
    let detail = format!("{}, {why}", app.settings.base_url);
    Check::new("site", "address", CheckState::Absent, detail)
}

/// Asks the site whose session it is, unless it must not be asked.
fn ask(app: &App, session: &Session) -> [Check; 2] {
    let check = |state, detail: String| Check::new("session", "session", state, detail);
    let skipped = if app.offline {
        Some("not asked because of --offline")
    } else {
        // The address of the site may be wrong.
        let is_wrong = !app.settings_errors.is_empty();
        is_wrong.then_some("not asked, as the settings are wrong")
    };
    if let Some(why) = skipped {
        let session = check(CheckState::Absent, format!("not known: {why}"));
        return [session, not_asked(app, why)];
    }
    let spinner = (!app.is_quiet()).then(|| Spinner::new(app.stderr, "asking the site"));
    let is_check = true;
    let answer = Site::new(
        &SiteConfig {
            is_check,
            ..app.site_config()
        },
        app.tell(),
    );
    let answer = answer.and_then(|site| app.access.site.get_or_init(|| site).account(session));
    drop(spinner);
    let url = &app.settings.base_url;
    let answered = Check::new(
        "site",
        "address",
        CheckState::Good,
        format!("{url}, it answers"),
    );
    match answer.map_err(CliError::from) {
        Ok(account) => [
            check(CheckState::Good, format!("logged in as {account}")),
            answered,
        ],
        // That the session is dead is an answer too.
        Err(error) if error.exit == Exit::Session => {
            let fix = login(&session.place);
            [Check::bad("session", "session", error, fix), answered]
        }
        Err(error) => {
            let left = site::backoff(&app.site_config()).filter(|_| error.exit == Exit::Refused);
            let fix = left.map(|left| format!("wait {}", span(left)));
            let unknown = "not known: the site did not say".to_owned();
            let error = error.context(url.to_string());
            [
                check(CheckState::Absent, unknown),
                Check::bad("site", "address", error, fix),
            ]
        }
    }
}

/// A place where a session may be.
fn place(surveyed: Surveyed, is_used: bool, now: SystemTime) -> Check {
    let shown = surveyed.place.to_string();
    if !surveyed.exists() {
        let absent = match surveyed.place {
            Place::Variable(_) => "not set",
            _ => "not there",
        };
        return Check::new("session", &shown, CheckState::Absent, absent);
    }
    let mut detail = Vec::new();
    match surveyed.token {
        Ok(token) => detail.extend(token.map(|token| token.shown())),
        // Places after the one that is used do no harm.
        Err(error) if is_used || surveyed.account.is_some() => {
            let fix = match &surveyed.account {
                Some(account) => format!("aoc login --account {account}"),
                None => login(&surveyed.place),
            };
            let error = CliError {
                exit: Exit::Session,
                ..error.into()
            };
            return Check::bad("session", &shown, error, fix);
        }
        Err(error) => detail.push(error.to_string()),
    }
    detail.extend(surveyed.mode.map(|mode| format!("{mode:04o}")));
    // A time to come is the fault of a clock.
    let modified = surveyed.modified;
    let age = modified.map(|then| now.duration_since(then).unwrap_or_default());
    detail.extend(age.map(|age| format!("{} old", span(age))));
    detail.extend(surveyed.account.map(|account| format!("account {account}")));
    detail.extend(is_used.then(|| "used".to_owned()));
    if surveyed.mode.is_some_and(|mode| mode & 0o077 != 0) {
        detail.push("other users can read it".to_owned());
        let fix = format!("chmod 600 {}", shell_word(&shown));
        let error = CliError::new(Exit::Files, detail.join(", "));
        return Check::bad("session", &shown, error, fix);
    }
    Check::new("session", &shown, CheckState::Good, detail.join(", "))
}

/// The local clock beside the site's: as measured now, or else as remembered.
fn clock(app: &App) -> Check {
    let measured = app.access.site.get().and_then(Site::clock_ahead);
    let remembered = Some(app.site_clock()).filter(|ahead| !ahead.is_zero());
    let Some(site_ahead) = measured.or(remembered) else {
        let detail = "not compared with the site's";
        return Check::new("site", "clock", CheckState::Absent, detail);
    };
    let tenths = site_ahead.num_milliseconds() / 100;
    let side = if tenths > 0 { "behind" } else { "ahead of" };
    let (seconds, tenths) = (tenths.abs() / 10, tenths.abs() % 10);
    let detail = format!("{seconds}.{tenths} s {side} the site's");
    if measured.is_some_and(|ahead| ahead.abs() > TimeDelta::seconds(2)) {
        let fix = "set the clock, such as with `sudo timedatectl set-ntp true`".to_owned();
        return Check::bad("site", "clock", CliError::new(Exit::Network, detail), fix);
    }
    if measured.is_some() {
        return Check::new("site", "clock", CheckState::Good, detail);
    }
    // Only one that matters is remembered.
    let detail = format!("{detail}, as an earlier command saw");
    Check::new("site", "clock", CheckState::Note, detail)
}

/// The command that gets a usable session in place of one that is not.
fn login(place: &Place) -> String {
    match place {
        Place::Variable(name) => format!("unset {name} && aoc login"),
        _ => "aoc login".to_owned(),
    }
}
