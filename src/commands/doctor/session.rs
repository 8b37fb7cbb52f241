//! Where sessions are, which one counts, and whether the site accepts it.

use std::time::{Duration, SystemTime};

use super::problems::Problems;
use super::site::{Answer, NotAsked};
use crate::app::App;
use crate::error::{CliError, Exit};
use crate::inputs::InputName;
use crate::reporter::{PlaceKind, PlaceReport, ProblemKind, SessionReport, SessionStatus};
use crate::site::{Place, Session, SessionError, Surveyed, survey};
use crate::terminal::shell_word;

/// The first place that has something.
pub struct Used {
    place: Place,
    /// `None` if it is not a token.
    pub session: Option<Session>,
}

pub fn used(app: &App) -> Option<Used> {
    match Session::find(app.places(), None) {
        Ok(session) => Some(Used {
            place: session.place.clone(),
            session: Some(session),
        }),
        Err(SessionError::Unusable { place, .. }) => Some(Used {
            place,
            session: None,
        }),
        Err(SessionError::Unreadable { place, .. }) => Some(Used {
            place,
            session: None,
        }),
        Err(_) => None,
    }
}

pub fn check(
    app: &App,
    used: Option<&Used>,
    answer: &Answer,
    problems: &mut Problems,
) -> SessionReport {
    let now = SystemTime::from((app.environment.now)());
    let places = survey(app.places())
        .into_iter()
        .map(|surveyed| {
            let is_used =
                surveyed.account.is_none() && used.is_some_and(|used| used.place == surveyed.place);
            place(surveyed, is_used, now, problems)
        })
        .collect();
    let (mut owner, mut message) = (None, None);
    let status = match (used, &answer.account) {
        (None, _) => {
            problems.push(
                ProblemKind::Session,
                "there is no session, which downloading inputs needs",
                Some("aoc login".to_owned()),
            );
            SessionStatus::Missing
        }
        (Some(Used { session: None, .. }), _) => SessionStatus::Unusable,
        (Some(used), Err(NotAsked::Failed(error))) if error.exit == Exit::Session => {
            let fix = fix(&used.place, None);
            problems.push(ProblemKind::Session, text(error), Some(fix));
            SessionStatus::Dead
        }
        (Some(_), Err(not_asked)) => {
            message = Some(not_asked.words());
            SessionStatus::Unknown
        }
        (Some(_), Ok(account)) => {
            owner = Some(account.clone());
            SessionStatus::Alive
        }
    };
    SessionReport {
        status,
        user: owner,
        message,
        places,
    }
}

fn place(surveyed: Surveyed, used: bool, now: SystemTime, problems: &mut Problems) -> PlaceReport {
    let exists = surveyed.exists();
    let Surveyed {
        place,
        account,
        token,
        modified,
        mode,
    } = surveyed;
    let shown = place.to_string();
    let exposed = exists && mode.is_some_and(|mode| mode & 0o077 != 0);
    if exposed {
        problems.push(
            ProblemKind::Files,
            format!("other users can read the session in {shown}"),
            Some(format!("chmod 600 {}", shell_word(&shown))),
        );
    }
    let (token, message) = match token {
        Ok(None) => (None, None),
        Ok(Some(token)) => (Some(token.shown()), None),
        Err(error) => {
            let why = match &error {
                SessionError::Unusable { why, .. } => (*why).to_owned(),
                _ => "it cannot be read".to_owned(),
            };
            // Places after the one that is used do no harm.
            if used || account.is_some() {
                let fix = fix(&place, account.as_ref());
                let error = text(&CliError::from(error));
                problems.push(ProblemKind::Session, error, Some(fix));
            }
            (None, Some(why))
        }
    };
    PlaceReport {
        place: shown,
        kind: match place {
            Place::Variable(_) => PlaceKind::Variable,
            _ => PlaceKind::File,
        },
        account: account.map(|account| account.to_string()),
        exists,
        used,
        token,
        message,
        mode: mode.filter(|_| exists).map(|mode| format!("{mode:04o}")),
        exposed,
        age: modified
            .filter(|_| exists)
            // A time to come is the fault of a clock.
            .map(|then| now.duration_since(then).unwrap_or(Duration::ZERO).as_secs()),
    }
}

/// The command that gets a usable session.
fn fix(place: &Place, account: Option<&InputName>) -> String {
    match (place, account) {
        (_, Some(account)) => format!("aoc login --account {account}"),
        (Place::Variable(name), None) => format!("unset {name} && aoc login"),
        (_, None) => "aoc login".to_owned(),
    }
}

fn text(error: &CliError) -> String {
    format!("{:#}", error.source)
}
