//! The site, the session and the stored state of the site, for all commands.

use std::time::Duration;

use chrono::{DateTime, Utc};
use serde::Serialize;

use super::context::App;
use crate::error::{Exit, HasExit, Result};
use crate::inputs::InputName;
use crate::puzzle::Year;
use crate::reporter::Spinner;
use crate::site::{
    CacheFile, Log, ServerClock, Session, Site, SiteError, SiteResult, SiteState, Stars,
};
use crate::terminal::{Console, MessageKind};

/// A session of more days may end soon.
const OLD: i64 = 25;

impl App {
    pub fn site(&self) -> SiteResult<&Site> {
        if let Some(site) = self.access.site.get() {
            return Ok(site);
        }
        let stderr = self.ui.stderr;
        let verbosity = self.ui.verbosity;
        let log: Log = Box::new(move |kind, text| {
            Console::new(stderr, stderr, verbosity).message(kind, text);
        });
        let site = Site::new(self.site_config(), log)?;
        Ok(self.access.site.get_or_init(|| site))
    }

    /// The session of the default account.
    pub fn session(&self) -> SiteResult<&Session> {
        self.session_of(None)
    }

    /// The session of an account, which is looked up once: a command uses only one
    /// account.
    pub fn session_of(&self, account: Option<&InputName>) -> SiteResult<&Session> {
        if let Some(session) = self.access.session.get() {
            return Ok(session);
        }
        let session = Session::find(&self.environment, account)?;
        if let Some(warning) = session.warning() {
            self.ui.warning(&warning);
        }
        Ok(self.access.session.get_or_init(|| session))
    }

    /// What is known against a session without a request.
    pub fn session_problem(&self, session: &Session) -> Option<String> {
        if self.site_state().has_refused(session) {
            return Some(format!(
                "the site has refused it: {}",
                session.place.remedy()
            ));
        }
        let days = session.days(self.site_time())?;
        if days <= OLD {
            return None;
        }
        Some(format!("{days} days old; sessions live about a month"))
    }

    /// Makes a request that is not about a puzzle; `what` is shown while it takes time.
    pub fn ask<T>(
        &self,
        what: &str,
        request: impl FnOnce(&Site) -> SiteResult<T>,
    ) -> SiteResult<T> {
        if self.offline {
            return Err(SiteError::offline());
        }
        let site = self.site()?;
        let _spinner = Spinner::new(self.ui.stderr, what);
        request(site)
    }

    /// Stores the reply of the site, which `name` calls it. If there is none, what was stored
    /// before is shown, and the exit code is that of the failure.
    pub fn keep_reply<T: Serialize>(
        &self,
        name: &str,
        file: &CacheFile,
        old: Option<T>,
        reply: SiteResult<T>,
    ) -> Result<(T, Exit)> {
        let error = match reply {
            Ok(new) => {
                if let Err(error) = file.write(&new) {
                    self.ui.warning(format!(
                        "the {name} cannot be stored, so wait before you ask again: {error}"
                    ));
                }
                return Ok((new, Exit::Done));
            }
            Err(error) => error,
        };
        let Some(old) = old else {
            return Err(error.into());
        };
        let text = format!("showing the stored {name}");
        if self.offline {
            self.ui.note(format!("{text}, because of --offline"));
            return Ok((old, Exit::Done));
        }
        // It decides the exit code, so it is said with `-q` too.
        let message = format!("{text}: {error}");
        self.ui.console().message(MessageKind::Failure, &message);
        Ok((old, error.exit()))
    }

    /// The user's current stars of a year or of all years, from the site. They are
    /// stored for commands that make no request.
    pub fn ask_for_stars(&self, year: Option<Year>) -> Result<Stars> {
        let stars = self.ask("asking for the stars", |site| {
            site.stars(year, self.session()?)
        })?;
        stars.store(self.site_config(), self.session()?);
        Ok(stars)
    }

    /// The stars that were stored earlier; empty without a session.
    pub fn seen_stars(&self) -> Stars {
        match self.session() {
            Ok(session) => Stars::load(self.site_config(), session),
            Err(_) => Stars::default(),
        }
    }

    /// The stored state of the site.
    pub fn site_state(&self) -> SiteState {
        SiteState::new(self.site_config())
    }

    /// The time since an instant on the site, by the site's clock as far as it is known.
    pub fn age(&self, instant: DateTime<Utc>) -> Duration {
        if let Some(site) = self.access.site.get() {
            return site.clock.age(instant);
        }
        self.stored_clock().age(instant)
    }

    /// True if an instant on the site is in the future by every clock that is known, so that a
    /// clock was wrong.
    pub fn is_in_future(&self, instant: DateTime<Utc>) -> bool {
        match self.access.site.get() {
            Some(site) => site.clock.is_in_future(instant),
            None => self.stored_clock().is_in_future(instant),
        }
    }

    /// The latest possible time on the site, as far as it is known without a request: a
    /// wrong stored clock must not hide a day that has begun.
    pub fn site_time(&self) -> DateTime<Utc> {
        self.stored_clock().now()
    }

    /// The site's clock as it was when another command asked.
    fn stored_clock(&self) -> ServerClock {
        ServerClock::new(self.environment.now, self.site_state().clock_ahead())
    }
}

#[cfg(test)]
mod tests {
    use std::fs::File;
    use std::time::{Duration, SystemTime};

    use super::*;
    use crate::app::args::GlobalArgs;
    use crate::config::Environment;
    use crate::site::Place;
    use crate::testing::{environment, write};

    #[test]
    fn a_session_that_was_refused_or_is_old_is_a_problem() {
        let temp = tempfile::tempdir().expect("a folder");
        let environment = Environment {
            cache_dir: Some(temp.path().to_owned()),
            ..environment(temp.path(), &[])
        };
        let app = App::new(environment, &GlobalArgs::default());
        write(temp.path(), "old", "");
        let age = Duration::from_hours(24 * 30 + 1);
        let file = File::options().write(true).open(temp.path().join("old"));
        let old = SystemTime::from(app.site_time()) - age;
        file.and_then(|file| file.set_modified(old))
            .expect("a time");
        let problem = |place: Place, token: &str| {
            let session = Session::new(token.as_bytes(), place).expect("a session");
            app.session_problem(&session)
        };
        let variable = Place::Variable("AOC_SESSION");
        let refused = Session::new(b"ab", variable.clone()).expect("a session");
        app.site_state().remember(&refused, true);
        let file = Place::File(temp.path().join("old"));
        let refused_before = Some("the site has refused it: set AOC_SESSION");
        for (name, (place, token, expected)) in [
            ("refused", (variable.clone(), "ab", refused_before)),
            ("another", (variable.clone(), "cd", None)),
            ("old", (file, "cd", Some("30 days old; sessions live"))),
        ] {
            let problem = problem(place, token);
            let is_expected = match expected {
                Some(start) => problem.as_ref().is_some_and(|text| text.starts_with(start)),
                None => problem.is_none(),
            };
            assert!(is_expected, "{name}: {problem:?}");
        }
        app.site_state().remember(&refused, false);
        assert_eq!(problem(variable, "ab"), None);
    }
}
