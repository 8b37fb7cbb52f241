//! What the report says of the session and the site.

use std::time::Duration;

use super::super::doctor_report::{
    ClockReport, DoctorReport, PlaceKind, PlaceReport, SessionStatus,
};
use super::section::{Mark, Section};
use crate::terminal::style::{BAD, DIM, PLAIN};
use crate::terminal::{sanitize, span};

pub(super) fn session(report: &DoctorReport) -> Section {
    let mut section = Section::new("session");
    let session = &report.session;
    for place in &session.places {
        let text = place_words(place);
        if !place.exists {
            section.row(Mark::Absent, &place.place, text);
            continue;
        }
        let mark = match session.status {
            _ if place.message.is_some() || place.exposed => Mark::Bad,
            SessionStatus::Dead if place.used => Mark::Bad,
            SessionStatus::Alive if place.used => Mark::Good,
            _ => Mark::Plain,
        };
        let row = section.row(mark, &place.place, text);
        let mode = if place.exposed { BAD } else { DIM };
        let age = place.age.map(|age| format!("{} old", span(seconds(age))));
        row.cells = vec![
            (PLAIN, place.token.clone().unwrap_or_default()),
            (mode, place.mode.clone().unwrap_or_default()),
            (DIM, age.unwrap_or_default()),
        ];
    }
    match (session.status, &session.user, &session.message) {
        (SessionStatus::Alive, Some(user), _) => {
            section.row(
                Mark::Good,
                "alive",
                format!("logged in as {}", sanitize(&user.to_string())),
            );
        }
        (SessionStatus::Dead, ..) => {
            section.row(Mark::Bad, "dead", "the site does not accept it");
        }
        (SessionStatus::Missing, ..) => {
            section.row(Mark::Bad, "missing", "there is no session");
        }
        (SessionStatus::Unusable, ..) => {
            section.row(Mark::Bad, "unusable", "what is there is not a session");
        }
        (_, _, message) => {
            let message = message.clone().unwrap_or_default();
            section.row(Mark::Doubt, "not known", message);
        }
    }
    section
}

fn place_words(place: &PlaceReport) -> String {
    let mut words = Vec::new();
    if let Some(account) = &place.account {
        words.push(format!("account {account}"));
    }
    if place.used {
        words.push("used".to_owned());
    }
    words.extend(place.message.clone());
    if place.exposed {
        words.push("other users can read it".to_owned());
    }
    if !place.exists {
        let absent = match place.kind {
            PlaceKind::Variable => "not set",
            PlaceKind::File => "not there",
        };
        words.push(absent.to_owned());
    }
    words.join(", ")
}

pub(super) fn site(report: &DoctorReport) -> Section {
    let mut section = Section::new("site");
    let site = &report.site;
    match (site.answered_ms, &site.message) {
        (Some(ms), _) => section.row(
            Mark::Good,
            "address",
            format!("{}, answered in {ms} ms", site.base_url),
        ),
        (None, Some(why)) => {
            section.row(Mark::Plain, "address", format!("{}, {why}", site.base_url))
        }
        (None, None) => section.row(
            Mark::Bad,
            "address",
            format!("{}, no answer", site.base_url),
        ),
    };
    let (mark, text) = clock_words(site.clock.as_ref());
    section.row(mark, "clock", text);
    let requests = match site.interval_ms {
        Some(ms) => format!(
            "{} of {} at once, then one every {}",
            site.free,
            site.burst,
            span(Duration::from_millis(ms))
        ),
        None => "not limited, as the site is on this machine".to_owned(),
    };
    section.row(Mark::Good, "requests", requests);
    match site.backoff {
        Some(left) => section.row(
            Mark::Bad,
            "pause",
            format!("the site wants no requests for {}", span(seconds(left))),
        ),
        None => section.row(Mark::Good, "pause", "none asked for"),
    };
    section
}

fn clock_words(clock: Option<&ClockReport>) -> (Mark, String) {
    let Some(clock) = clock else {
        return (Mark::Plain, "the site's time is not known".to_owned());
    };
    let (mark, when) = if clock.measured {
        (Mark::Bad, "")
    } else {
        (Mark::Doubt, ", as an earlier command saw")
    };
    if !clock.off {
        return (Mark::Good, format!("as the site's{when}"));
    }
    let apart = span(Duration::from_secs_f64(clock.ahead.abs().min(1e12).round()));
    let direction = if clock.ahead > 0.0 {
        "ahead of"
    } else {
        "behind"
    };
    (mark, format!("{apart} {direction} the site's{when}"))
}

const fn seconds(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}
