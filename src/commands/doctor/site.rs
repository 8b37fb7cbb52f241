//! The places of sessions, the one that counts, and the site's answer when it is
//! asked once: whose it is, the time, and whether it wants requests.

use std::cell::Cell;
use std::time::{Duration, SystemTime};

use super::{Check, CheckState};
use crate::app::App;
use crate::error::{CliError, Exit, HasExit};
use crate::inputs::InputName;
use crate::reporter::Spinner;
use crate::site::{
    self, Account, Notice, Place, Session, SessionError, SiteError, Surveyed, survey,
};
use crate::terminal::{shell_word, span};

/// The result of asking the site whose session it is.
struct Answer {
    account: Result<Account, NotAsked>,
    /// The time until the reply began.
    took: Option<Duration>,
    /// By how many seconds the local clock is ahead, if the difference matters.
    clock_is_off: Option<i64>,
}

/// The reason why nothing is known.
enum NotAsked {
    /// For this reason.
    Skipped(&'static str),
    Failed(CliError),
}

pub fn checks(app: &App) -> Vec<Check> {
    let found = Session::find(app.places(), None);
    let used = match &found {
        Ok(session) => Some(&session.place),
        Err(SessionError::Unusable { place, .. } | SessionError::Unreadable { place, .. }) => {
            Some(place)
        }
        Err(_) => None,
    };
    let answer = ask(app, found.as_ref().ok());
    let now = SystemTime::from((app.environment.now)());
    let mut checks: Vec<Check> = survey(app.places())
        .into_iter()
        .map(|surveyed| {
            let is_used = surveyed.account.is_none() && used == Some(&surveyed.place);
            place(surveyed, is_used, now)
        })
        .collect();
    checks.push(session(used, found.is_ok(), &answer));
    let backoff = site::backoff(&app.site_config());
    checks.push(address(app, &answer, backoff));
    checks.push(clock(app, &answer));
    if let Some(left) = backoff
        && !checks.iter().any(|check| check.exit == Exit::Refused)
    {
        let error = SiteError::backing_off(left);
        let check = Check::new("site", "pause", CheckState::Bad, error.to_string());
        checks.push(check.bad(error.exit(), Some(format!("wait {}", span(left)))));
    }
    checks
}

/// Makes one request, or none.
fn ask(app: &App, session: Option<&Session>) -> Answer {
    let (took, clock_is_off) = (Cell::new(None), Cell::new(None));
    let account = match session {
        _ if app.offline => Err(NotAsked::Skipped("not asked because of --offline")),
        _ if !app.settings_errors.is_empty() => {
            // The address of the site may be wrong.
            Err(NotAsked::Skipped("not asked, as the settings are wrong"))
        }
        None => Err(NotAsked::Skipped("not asked without a session")),
        Some(session) => {
            let listener = |notice: &Notice| match notice {
                Notice::Answered { took: time, .. } => {
                    took.set(Some(*time));
                    app.site_notice(notice);
                }
                // The report says so.
                Notice::ClockIsOff { ahead } => clock_is_off.set(Some(*ahead)),
                _ => app.site_notice(notice),
            };
            let _spinner = (!app.is_quiet()).then(|| Spinner::new(app.stderr, "asking the site"));
            let account = app
                .site()
                .and_then(|site| site.account(session, 1, &listener));
            account.map_err(|error| NotAsked::Failed(error.into()))
        }
    };
    Answer {
        account,
        took: took.get(),
        clock_is_off: clock_is_off.get(),
    }
}

/// A place where a session may be.
fn place(surveyed: Surveyed, is_used: bool, now: SystemTime) -> Check {
    let exists = surveyed.exists();
    let Surveyed {
        place,
        account,
        token,
        modified,
        mode,
    } = surveyed;
    let shown = place.to_string();
    let check = |state, detail: &[String]| Check::new("session", &shown, state, detail.join(", "));
    if !exists {
        let absent = match place {
            Place::Variable(_) => "not set",
            _ => "not there",
        };
        return check(CheckState::Absent, &[absent.to_owned()]);
    }
    let mut detail = Vec::new();
    let mut problem = None;
    match token {
        Ok(token) => detail.extend(token.map(|token| token.shown())),
        Err(error) => {
            let error = CliError::from(error);
            detail.push(format!("{:#}", error.source));
            // Places after the one that is used do no harm.
            if is_used || account.is_some() {
                problem = Some((Exit::Session, login(&place, account.as_ref())));
            }
        }
    }
    detail.extend(mode.map(|mode| format!("{mode:04o}")));
    // A time to come is the fault of a clock.
    let age = modified.map(|then| now.duration_since(then).unwrap_or_default());
    detail.extend(age.map(|age| format!("{} old", span(age))));
    detail.extend(account.map(|account| format!("account {account}")));
    detail.extend(is_used.then(|| "used".to_owned()));
    if mode.is_some_and(|mode| mode & 0o077 != 0) {
        detail.push("other users can read it".to_owned());
        let fix = format!("chmod 600 {}", shell_word(&shown));
        problem = problem.or(Some((Exit::Files, fix)));
    }
    match problem {
        Some((exit, fix)) => check(CheckState::Bad, &detail).bad(exit, Some(fix)),
        None => check(CheckState::Good, &detail),
    }
}

/// Checks whether the site accepts the session that counts.
fn session(used: Option<&Place>, is_token: bool, answer: &Answer) -> Check {
    let check = |state, detail: &str| Check::new("session", "session", state, detail);
    let Some(place) = used else {
        let none = check(
            CheckState::Bad,
            "no session, which downloading inputs needs",
        );
        return none.bad(Exit::Session, Some("aoc login".to_owned()));
    };
    match &answer.account {
        // The place says so.
        _ if !is_token => check(CheckState::Absent, "what is there is not a session"),
        Ok(account) => check(CheckState::Good, &format!("logged in as {account}")),
        Err(NotAsked::Skipped(why)) => check(CheckState::Absent, &format!("not known: {why}")),
        Err(NotAsked::Failed(error)) if error.exit == Exit::Session => {
            let text = format!("{:#}", error.source);
            check(CheckState::Bad, &text).bad(Exit::Session, Some(login(place, None)))
        }
        Err(NotAsked::Failed(_)) => check(CheckState::Absent, "not known: the site did not say"),
    }
}

fn address(app: &App, answer: &Answer, backoff: Option<Duration>) -> Check {
    let url = &app.settings.base_url;
    let check = |state, why: &str| Check::new("site", "address", state, format!("{url}, {why}"));
    match &answer.account {
        Err(NotAsked::Skipped(why)) => check(CheckState::Absent, why),
        // That the session is dead is an answer too.
        Err(NotAsked::Failed(error)) if error.exit != Exit::Session => {
            let wait = backoff.map_or("wait".to_owned(), |left| format!("wait {}", span(left)));
            let fix = (error.exit == Exit::Refused).then_some(wait);
            check(CheckState::Bad, &format!("{:#}", error.source)).bad(error.exit, fix)
        }
        _ => {
            let took = answer.took.unwrap_or_default().as_millis();
            check(CheckState::Good, &format!("answered in {took} ms"))
        }
    }
}

/// The local clock beside the site's: as measured now, or else as remembered.
fn clock(app: &App, answer: &Answer) -> Check {
    let check = |state, detail: String| Check::new("site", "clock", state, detail);
    let measured = app.access.site.get().and_then(site::Site::clock_ahead);
    let remembered = Some(app.site_clock()).filter(|ahead| !ahead.is_zero());
    let Some(site_ahead) = measured.or(remembered) else {
        return check(
            CheckState::Absent,
            "not compared with the site's".to_owned(),
        );
    };
    #[expect(clippy::cast_precision_loss, reason = "only tenths of seconds count")]
    let seconds = site_ahead.num_milliseconds() as f64 / 1000.0;
    let side = if seconds > 0.0 { "behind" } else { "ahead of" };
    let when = if measured.is_some() {
        ""
    } else {
        ", as an earlier command saw"
    };
    let detail = format!("{:.1} s {side} the site's{when}", seconds.abs());
    match answer.clock_is_off {
        Some(_) => {
            let fix = "set the clock, such as with `sudo timedatectl set-ntp true`";
            check(CheckState::Bad, detail).bad(Exit::Network, Some(fix.to_owned()))
        }
        // Only one that matters is remembered.
        None if measured.is_none() => check(CheckState::Note, detail),
        None => check(CheckState::Good, detail),
    }
}

/// The command that gets a usable session.
fn login(place: &Place, account: Option<&InputName>) -> String {
    match (place, account) {
        (_, Some(account)) => format!("aoc login --account {account}"),
        (Place::Variable(name), None) => format!("unset {name} && aoc login"),
        (_, None) => "aoc login".to_owned(),
    }
}
