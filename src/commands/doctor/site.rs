//! Asking the site, once, and how the client stands with it.

use std::cell::Cell;
use std::time::Duration;

use super::problems::{Problems, kind};
use crate::app::App;
use crate::error::{CliError, Exit, HasExit};
use crate::reporter::{ClockReport, ProblemKind, SiteReport, Spinner};
use crate::site::{self, Account, Notice, Session};
use crate::terminal::span;

/// The result of asking the site whose session it is.
pub struct Answer {
    pub account: Result<Account, NotAsked>,
    /// The time until the reply began.
    took: Option<Duration>,
    /// By how many seconds the local clock is ahead, if the difference matters.
    clock_is_off: Option<i64>,
}

/// Why nothing is known.
pub enum NotAsked {
    Offline,
    NoSession,
    /// The address of the site may be wrong.
    Settings,
    Failed(CliError),
}

impl NotAsked {
    pub fn words(&self) -> String {
        match self {
            Self::Offline => "not asked because of --offline".to_owned(),
            Self::NoSession => "not asked without a session".to_owned(),
            Self::Settings => "not asked, as the settings are wrong".to_owned(),
            Self::Failed(_) => "the site did not say".to_owned(),
        }
    }
}

/// Makes one request, or none.
pub fn ask(app: &App, session: Option<&Session>) -> Answer {
    let (took, clock_is_off) = (Cell::new(None), Cell::new(None));
    let account = match session {
        _ if app.offline => Err(NotAsked::Offline),
        _ if !app.settings_errors.is_empty() => Err(NotAsked::Settings),
        None => Err(NotAsked::NoSession),
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

pub fn check(app: &App, answer: &Answer, problems: &mut Problems) -> SiteReport {
    let health = site::health(&app.site_config());
    let message = match &answer.account {
        Ok(_) => None,
        // That the session is dead is an answer too, and told elsewhere.
        Err(NotAsked::Failed(error)) if error.exit == Exit::Session => None,
        Err(NotAsked::Failed(error)) => {
            let kind = kind(error.exit);
            let fix = (kind == ProblemKind::Wait).then(|| wait(health.backoff));
            problems.push(kind, format!("{:#}", error.source), fix);
            None
        }
        Err(not_asked) => Some(not_asked.words()),
    };
    if let Some(ahead) = answer.clock_is_off {
        problems.push(
            ProblemKind::Network,
            Notice::ClockIsOff { ahead }.to_string(),
            Some("set the clock, such as with `sudo timedatectl set-ntp true`".to_owned()),
        );
    }
    if let Some(left) = health.backoff
        && !problems.has(ProblemKind::Wait)
    {
        let error = site::SiteError::backing_off(left);
        problems.push(
            kind(error.exit()),
            error.to_string(),
            Some(wait(Some(left))),
        );
    }
    SiteReport {
        base_url: app.settings.base_url.to_string(),
        answered_ms: answer.took.map(milliseconds),
        message,
        clock: clock(app, answer, &health),
        interval_ms: health.interval.map(milliseconds),
        burst: health.burst,
        free: health.free,
        backoff: health.backoff.map(|left| left.as_secs()),
    }
}

/// The local clock beside the site's: as measured now, or else as remembered.
fn clock(app: &App, answer: &Answer, health: &site::Health) -> Option<ClockReport> {
    let measured = app.access.site.get().and_then(site::Site::clock_ahead);
    let site_ahead = measured.or(health.clock_ahead)?;
    #[expect(clippy::cast_precision_loss, reason = "only tenths of seconds count")]
    let ahead = -(site_ahead.num_milliseconds() as f64) / 1000.0;
    Some(ClockReport {
        ahead: (ahead * 10.0).round() / 10.0,
        off: answer.clock_is_off.is_some() || measured.is_none(),
        measured: measured.is_some(),
    })
}

fn wait(left: Option<Duration>) -> String {
    match left {
        Some(left) => format!("wait {}", span(left)),
        None => "wait".to_owned(),
    }
}

fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}
