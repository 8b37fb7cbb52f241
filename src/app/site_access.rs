//! Requests to the site, and what all of a command share: client, session, and the failures
//! so far.

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::BTreeMap;
use std::mem;
use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, Utc};
use serde::Serialize;

use super::kept::Kept;
use super::ui::Ui;
use crate::config::{Environment, Settings};
use crate::error::Result;
use crate::inputs::InputName;
use crate::puzzle::{Puzzle, Year};
use crate::reporter::Spinner;
use crate::site::{
    CacheFile, Log, OwnTimes, Session, SiteClient, SiteClock, SiteConfig, SiteError, SiteErrorKind,
    SiteResult, SiteState, Stars,
};
use crate::terminal::{Console, LocalOffset, MessageKind, span};

/// A session that is older than this many days may expire soon.
const OLD_SESSION_DAYS: i64 = 25;

/// Which requests are still made after the failures so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Reach {
    #[default]
    All,
    /// The site fails or refuses the session, so pages are left out.
    WithoutPages,
    /// All requests would fail for the same reason as an earlier one.
    Nothing,
}

/// Access to the site with the session of one account. A step without it makes no request.
pub struct SiteAccess {
    ui: Ui,
    environment: Arc<Environment>,
    settings: Arc<Settings>,
    pub is_offline: bool,
    /// The account whose session is used, which also names its inputs; `None` for the default
    /// one.
    pub account: Option<InputName>,
    /// Made when it is first needed.
    client: OnceCell<SiteClient>,
    /// Found for the first request.
    session: OnceCell<Session>,
    /// The requests that are still made.
    reach: Cell<Reach>,
    /// The puzzles whose input could not be downloaded, with the reason. They are not
    /// tried again.
    missing: RefCell<BTreeMap<Puzzle, SiteError>>,
}

impl SiteAccess {
    /// Access with the session of the default account.
    pub fn new(
        ui: Ui,
        environment: Arc<Environment>,
        settings: Arc<Settings>,
        is_offline: bool,
    ) -> Self {
        Self {
            ui,
            environment,
            settings,
            is_offline,
            account: None,
            client: OnceCell::new(),
            session: OnceCell::new(),
            reach: Cell::default(),
            missing: RefCell::default(),
        }
    }

    /// Access with the session of another account.
    pub fn of_account(&self, account: Option<InputName>) -> Self {
        Self {
            account,
            ..Self::new(
                self.ui.clone(),
                Arc::clone(&self.environment),
                Arc::clone(&self.settings),
                self.is_offline,
            )
        }
    }

    /// Access of the same account that tries everything again: it reads the session anew, and
    /// has no client and no failures.
    pub fn retry(&self) -> Self {
        self.of_account(self.account.clone())
    }

    /// Takes over the session of an earlier round. Its client and its failures are taken over
    /// too, unless a setting that requests depend on has changed since.
    pub fn take_over(&mut self, earlier: &mut Self) {
        self.session = mem::take(&mut earlier.session);
        if self.settings.has_requests_of(&earlier.settings) {
            self.client = mem::take(&mut earlier.client);
            self.reach = mem::take(&mut earlier.reach);
            self.skip_missing_of(earlier);
        }
    }

    /// Takes over which inputs could not be downloaded, so that they are not asked for again.
    pub fn skip_missing_of(&self, earlier: &Self) {
        if self.settings.has_requests_of(&earlier.settings) {
            self.missing
                .borrow_mut()
                .extend(earlier.missing.borrow().clone());
        }
    }

    /// Forgets the session, because the user has typed another one, and the failures with it.
    /// What is known of the site's clock stays.
    pub fn forget_session(&mut self, environment: Arc<Environment>) {
        self.environment = environment;
        self.session = OnceCell::new();
        self.reach = Cell::default();
        self.missing = RefCell::default();
    }

    pub fn config(&self) -> SiteConfig<'_> {
        SiteConfig {
            settings: &self.settings,
            environment: &self.environment,
        }
    }

    pub fn client(&self) -> &SiteClient {
        self.client.get_or_init(|| {
            let stderr = self.ui.stderr;
            let verbosity = self.ui.verbosity;
            let log: Log = Box::new(move |kind, text| {
                Console::new(stderr, stderr, verbosity).message(kind, text);
            });
            SiteClient::new(self.config(), log)
        })
    }

    /// The site's time.
    pub fn clock(&self) -> &SiteClock {
        &self.client().clock
    }

    /// The session of the account.
    pub fn session(&self) -> SiteResult<&Session> {
        if let Some(session) = self.session.get() {
            return Ok(session);
        }
        let session = Session::find(&self.environment, self.account.as_ref())?;
        if let Some(warning) = session.warning() {
            self.ui.warning(&warning);
        }
        Ok(self.session.get_or_init(|| session))
    }

    /// What is known against a session without a request.
    pub fn session_problem(&self, session: &Session) -> Option<String> {
        if self.state().has_refused(session) {
            return Some(format!(
                "the site has refused it: {}",
                session.place.remedy()
            ));
        }
        // The time of a file is of the local clock.
        let days = session.days((self.environment.now)())?;
        if days <= OLD_SESSION_DAYS {
            return None;
        }
        Some(format!("{days} days old (sessions live about a month)"))
    }

    /// Makes a request that is not about a puzzle; `what` is shown while it takes time.
    pub fn ask<T>(
        &self,
        what: &str,
        request: impl FnOnce(&SiteClient) -> SiteResult<T>,
    ) -> SiteResult<T> {
        if self.is_offline {
            return Err(SiteError::offline());
        }
        let _spinner = Spinner::new(self.ui.stderr, what);
        request(self.client())
    }

    /// Stores the reply of the site, which `name` calls it. If there is none, says so and returns
    /// what was stored before.
    pub fn keep_reply<T: Serialize>(
        &self,
        name: &str,
        file: &CacheFile,
        old: Option<T>,
        reply: SiteResult<T>,
    ) -> Result<Kept<T>> {
        let error = match reply {
            Ok(new) => {
                if let Err(error) = file.write(&new) {
                    self.ui.warning(format!(
                        "the {name} cannot be stored, so wait before you ask again: {error:#}"
                    ));
                }
                return Ok(Kept::Fresh(new));
            }
            Err(error) => error,
        };
        let Some(old) = old else {
            return Err(error.into());
        };
        let text = format!("showing the stored {name}");
        if self.is_offline {
            self.ui.note(format!("{text}, because of --offline"));
            return Ok(Kept::Stored(old));
        }
        // It decides the exit code, so it is said with `-q` too.
        let message = format!("{text}: {error}");
        self.ui.console().message(MessageKind::Failure, &message);
        Ok(Kept::Fallback(old, error.into()))
    }

    /// The user's current stars of a year or of all years, from the site. They are
    /// stored for commands that make no request.
    pub fn ask_for_stars(&self, year: Option<Year>) -> Result<Stars> {
        let stars = self.ask("asking for the stars", |client| {
            client.stars(year, self.session()?)
        })?;
        stars.store(self.config(), self.session()?);
        if let Some(shown_at) = stars.years.iter().find_map(|event| event.shown_at) {
            self.note_stored(shown_at);
        }
        Ok(stars)
    }

    /// Says that a page with statistics is not of now, as a star may have come since.
    pub fn note_stored(&self, fetched: DateTime<Utc>) {
        if let Some(age) = self.clock().age(fetched)
            && age >= Duration::from_mins(1)
        {
            let age = span(age);
            self.ui.note(format!(
                "as the site showed it {age} ago; it is asked again 15 minutes after that"
            ));
        }
    }

    /// The user's time zone.
    pub fn local_offset(&self) -> LocalOffset {
        self.environment.local_offset
    }

    /// The stored state of the site.
    pub fn state(&self) -> SiteState {
        SiteState::new(self.config())
    }

    pub fn stored_replies(&self) -> StoredReplies<'_> {
        StoredReplies(self)
    }

    /// True if requests are still made.
    pub fn is_open(&self) -> bool {
        self.reach.get() < Reach::Nothing
    }

    /// True if pages are still requested.
    pub fn is_open_for_pages(&self) -> bool {
        self.reach.get() == Reach::All
    }

    /// After a failure of a page that concerns other requests, no more pages are requested.
    pub fn record_page_failure(&self, error: &SiteError) {
        self.narrow(error, Reach::WithoutPages);
    }

    /// After a failure that concerns other requests, none is made.
    pub fn record_failure(&self, error: &SiteError) {
        self.narrow(error, Reach::Nothing);
    }

    /// As [`Self::record_failure`]. The input is not asked for again, unless the user may
    /// have mended the reason: a folder or a session that was missing.
    pub fn record_missing_input(&self, puzzle: Puzzle, error: &SiteError) {
        self.record_failure(error);
        let is_kept = match error.kind {
            SiteErrorKind::Local(_) => false,
            SiteErrorKind::Session { .. } => self.session.get().is_some(),
            _ => true,
        };
        if is_kept && self.account.is_none() {
            self.missing.borrow_mut().insert(puzzle, error.clone());
        }
    }

    /// Why an input could not be downloaded before.
    pub fn missing_input(&self, puzzle: Puzzle) -> Option<SiteError> {
        self.missing.borrow().get(&puzzle).cloned()
    }

    /// Replaces the reason why an input is missing, once it was told, by a short one and by how
    /// to try again.
    pub fn shorten_missing_input(&self, puzzle: Puzzle, hint: &str) {
        if let Some(error) = self.missing.borrow_mut().get_mut(&puzzle) {
            "its download failed".clone_into(&mut error.message);
            error.hint = Some(hint.to_owned());
        }
    }

    pub fn forget_missing_input(&self, puzzle: Puzzle) {
        self.missing.borrow_mut().remove(&puzzle);
    }

    fn narrow(&self, error: &SiteError, reach: Reach) {
        if error.kind.traits().is_general {
            self.reach.update(|before| before.max(reach));
        }
    }
}

/// What the site showed earlier commands. It makes no request.
#[derive(Clone, Copy)]
pub struct StoredReplies<'a>(&'a SiteAccess);

impl<'a> StoredReplies<'a> {
    /// The stars; empty without a session.
    pub fn stars(self) -> Stars {
        match self.0.session() {
            Ok(session) => Stars::load(self.0.config(), session),
            Err(_) => Stars::default(),
        }
    }

    /// The times of the stars of a year.
    pub fn own_times(self, year: Year) -> Option<OwnTimes> {
        let session = self.0.session().ok()?;
        OwnTimes::file(self.0.config(), session, year).read()
    }

    pub fn clock(self) -> &'a SiteClock {
        self.0.clock()
    }
}

#[cfg(test)]
mod tests {
    use std::fs::File;
    use std::path::Path;
    use std::time::SystemTime;

    use aoc_solution::Part;

    use super::*;
    use crate::app::App;
    use crate::app::args::GlobalArgs;
    use crate::runner::MissingExample;
    use crate::site::{Place, TokenCheck, store_session};
    use crate::testing::{environment, write};

    fn app(home: &Path) -> App {
        let environment = Environment {
            cache_dir: Some(home.to_owned()),
            ..environment(home, &[])
        };
        App::new(environment, &GlobalArgs::default())
    }

    #[test]
    fn a_session_that_was_refused_or_is_old_is_a_problem() {
        let temp = tempfile::tempdir().expect("a folder");
        let app = app(temp.path());
        write(temp.path(), "old", "");
        let age = Duration::from_hours(24 * 30 + 1);
        let file = File::options().write(true).open(temp.path().join("old"));
        let old = SystemTime::from(app.site.clock().now()) - age;
        file.and_then(|file| file.set_modified(old))
            .expect("a time");
        let problem = |place: Place, token: &str| {
            let session = Session::new(token.as_bytes(), place).expect("a session");
            app.site.session_problem(&session)
        };
        let variable = Place::Variable("AOC_SESSION");
        let refused = Session::new(b"ab", variable.clone()).expect("a session");
        app.site.state().remember_refused(&refused);
        let file = Place::File(temp.path().join("old"));
        let refused_before = Some("the site has refused it: set AOC_SESSION");
        for (name, (place, token, expected)) in [
            ("refused", (variable.clone(), "ab", refused_before)),
            ("another", (variable.clone(), "cd", None)),
            ("old", (file, "cd", Some("30 days old (sessions live"))),
        ] {
            let problem = problem(place, token);
            let is_expected = match expected {
                Some(start) => problem.as_ref().is_some_and(|text| text.starts_with(start)),
                None => problem.is_none(),
            };
            assert!(is_expected, "{name}: {problem:?}");
        }
        app.site.state().remember_accepted(&refused);
        assert_eq!(problem(variable, "ab"), None);
    }

    #[test]
    fn pages_end_first() {
        let error = |kind| SiteError::new(kind, "");
        let late = error(SiteErrorKind::Late { sent: true });
        let temp = tempfile::tempdir().expect("a folder");
        let access = app(temp.path()).site;
        access.record_page_failure(&SiteError::incomplete("its end"));
        assert!(access.is_open_for_pages());
        access.record_page_failure(&late);
        assert!(access.is_open() && !access.is_open_for_pages());
        access.record_failure(&SiteError::unexpected(""));
        assert!(access.is_open());
        access.record_failure(&error(SiteErrorKind::Unreachable));
        access.record_page_failure(&late);
        assert!(!access.is_open());
    }

    /// What was said or shown once is not said again, and the site may be up by then.
    #[test]
    fn the_next_round_knows_what_was_said_and_asks_the_site_again() {
        let puzzle = Puzzle::of(2016, 8);
        let temp = tempfile::tempdir().expect("a folder");
        let earlier = app(temp.path());
        let error = SiteError::new(SiteErrorKind::Unreachable, "");
        earlier.site.record_missing_input(puzzle, &error);
        assert!(!earlier.site.is_open());
        let page = MissingExample::Likely(Part::One);
        assert!(earlier.ui.mark_unclear_page(puzzle, page));
        assert!(earlier.ui.mark_examples_shown(puzzle));
        let later = earlier.reload().expect("no wrong setting");
        assert!(later.site.is_open_for_pages());
        assert!(later.site.missing_input(puzzle).is_some());
        assert_eq!(later.ui.unclear_page(puzzle), Some(page));
        assert!(!later.ui.mark_unclear_page(puzzle, page));
        assert!(!later.ui.mark_examples_shown(puzzle));
    }

    /// The failures of an earlier round may be due to a setting that was changed since.
    #[test]
    fn a_round_with_other_settings_of_requests_has_a_client_of_its_own() {
        let puzzle = Puzzle::of(2016, 8);
        let temp = tempfile::tempdir().expect("a folder");
        for (name, changed, takes_over) in [
            ("the same", "contact = \"me\"", true),
            ("another year", "contact = \"me\"\nyear = 2016", true),
            ("another contact", "contact = \"you\"", false),
        ] {
            write(temp.path(), "aoc/config.toml", "contact = \"me\"");
            let mut earlier = app(temp.path());
            earlier.site.client();
            let error = SiteError::new(SiteErrorKind::Unreachable, "");
            earlier.site.record_missing_input(puzzle, &error);
            write(temp.path(), "aoc/config.toml", changed);
            let mut later = earlier.reload().expect("no wrong setting");
            later.site.take_over(&mut earlier.site);
            assert_eq!(later.site.client.get().is_some(), takes_over, "{name}");
            assert_eq!(!later.site.is_open(), takes_over, "{name}");
            let skips = later.site.missing_input(puzzle).is_some();
            assert_eq!(skips, takes_over, "{name}");
        }
    }

    /// Whichever session was asked for first.
    #[test]
    fn each_account_has_its_own_session() {
        let temp = tempfile::tempdir().expect("a folder");
        let app = app(temp.path());
        let name: InputName = "work".parse().expect("a name");
        let [usual, work] = [(None, b"ab"), (Some(&name), b"cd")].map(|(account, token)| {
            let place = Place::Given(String::new());
            let typed = Session::new(token, place).expect("a session");
            store_session(
                &app.environment,
                account,
                &typed.token,
                TokenCheck::Accepted,
            )
            .expect("a file");
            typed.token
        });
        let other = app.site.of_account(Some(name));
        for (site, token) in [(&app.site, &usual), (&other, &work), (&app.site, &usual)] {
            assert_eq!(site.session().expect("a session").token, *token);
        }
    }
}
