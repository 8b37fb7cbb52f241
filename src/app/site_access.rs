//! Requests to the site with the session of an account. After a failure, the session's
//! `CircuitBreaker` decides which requests are still made.

use std::cell::LazyCell;
use std::fmt::{self, Display, Formatter};
use std::ops::Deref;
use std::sync::Arc;

use super::shared_session::{SessionState, SharedSession, ShownMessages};
use super::ui::Ui;
use super::workspace::Workspace;
use crate::config::{Environment, Settings};
use crate::error::{Exit, HasExit};
use crate::inputs::{InputName, Store};
use crate::puzzle::Puzzle;
use crate::records::{Records, SessionReplies};
use crate::reporter::Spinner;
use crate::site::{
    Account, FailureScope, Log, Retries, Session, SessionPlace, SiteClient, SiteConfig, SiteError,
    SiteErrorKind, SiteResult, SiteTime, UnlockEvidence, UnlockState, UserStars,
};
use crate::sync::locked;

/// A session that is older than this number of days may expire soon.
const OLD_SESSION_DAYS: i64 = 25;

/// The access to the site for one account, with the settings and the session. Requests go through
/// this type, or through the `SiteClient` that it returns.
#[derive(Clone)]
pub struct SiteAccess {
    pub(super) ui: Ui,
    environment: Arc<Environment>,
    settings: Arc<Settings>,
    is_offline: bool,
    /// The account, which has its own session and its own named inputs. `None` for the default
    /// account.
    pub account: Option<InputName>,
    /// The session, which all rounds of `watch` share.
    pub shared: Arc<SharedSession>,
}

/// A problem with a session. `Display` tells the user about it.
#[derive(Clone, Debug, PartialEq)]
pub enum SessionProblem {
    /// The site has refused the session.
    Refused { remedy: String },
    /// The site may refuse the session soon.
    Old { days: i64 },
}

impl Display for SessionProblem {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        match self {
            Self::Refused { remedy } => write!(f, "the site has refused it: {remedy}"),
            Self::Old { days } => {
                write!(f, "{days} days old (a session is valid for about a month)")
            }
        }
    }
}

impl SiteAccess {
    /// Creates the access for the default account, with the first session of the process.
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
            shared: Arc::new(SharedSession::new(ui.console)),
        }
    }

    /// Creates the access for an account in this environment, with a new session.
    pub fn with_session(&self, environment: &Arc<Environment>, account: Option<InputName>) -> Self {
        Self {
            environment: Arc::clone(environment),
            account,
            shared: Arc::new(self.shared.renewed()),
            ..self.clone()
        }
    }

    /// The settings, the environment and the unwritten replies, on which requests depend.
    pub fn config(&self) -> SiteConfig<'_> {
        SiteConfig {
            settings: &self.settings,
            environment: &self.environment,
            unwritten: &self.shared.unwritten,
        }
    }

    /// The client for a request of this scope. Fails with `--offline`, or if an earlier failure has
    /// ended such requests.
    pub fn client_for(&self, scope: FailureScope) -> SiteResult<&SiteClient> {
        let client = self.online_client()?;
        if self.has_ended_requests(scope) {
            return Err(SiteError::not_tried());
        }
        Ok(client)
    }

    /// True if a failure has ended the requests of this scope.
    pub fn has_ended_requests(&self, scope: FailureScope) -> bool {
        locked(&self.shared.state).breaker.has_ended(scope)
    }

    /// The client, for a request that is made even if earlier requests failed. Fails with
    /// `--offline`.
    pub fn online_client(&self) -> SiteResult<&SiteClient> {
        if self.is_offline {
            return Err(SiteError::offline());
        }
        Ok(self.client())
    }

    /// The client, without the check for `--offline`. It is private, so a request of a command goes
    /// through one of the functions above.
    fn client(&self) -> &SiteClient {
        self.shared.client.get_or_init(|| {
            let console = Arc::clone(&self.shared.console);
            let log: Log = Box::new(move |kind, text| locked(&console).message(kind, text));
            Arc::new(SiteClient::new(self.config(), log))
        })
    }

    /// The current time at the site.
    pub fn time(&self) -> SiteTime {
        self.client().time()
    }

    /// The stored evidence that puzzles are unlocked. It loads the stars once, when they are
    /// needed.
    pub fn unlock_evidence<'a>(
        &'a self,
        store: Option<&'a Store>,
    ) -> UnlockEvidence<'a, impl Deref<Target = UserStars> + 'a> {
        let stars = LazyCell::new(|| self.stored_replies().stars());
        UnlockEvidence { store, stars }
    }

    /// The state of a puzzle, found without a request. Screens, selectors and requests that do not
    /// wait use this state.
    pub fn unlock_state(&self, store: Option<&Store>, puzzle: Puzzle) -> UnlockState {
        self.unlock_evidence(store).state(self.time(), puzzle)
    }

    /// Fails if the puzzle is certainly locked, without a request.
    pub fn check_unlocked(&self, store: &Store, puzzle: Puzzle) -> SiteResult<()> {
        match self.unlock_state(Some(store), puzzle) {
            UnlockState::Locked(_) => {
                Err(self.client().locked_error(puzzle, self.account.as_ref()))
            }
            UnlockState::Uncertain | UnlockState::Unlocked => Ok(()),
        }
    }

    /// Removes the stored pages with statistics, because a new star has made them outdated.
    pub fn forget_statistics(&self) {
        self.client().forget_statistics();
    }

    /// True if a request for stars or times would wait for that of another process.
    pub fn is_statistics_busy(&self) -> bool {
        self.client().is_statistics_busy()
    }

    /// The session of the account, which the first call looks up. Fails if there is no session.
    pub fn session(&self) -> SiteResult<Arc<Session>> {
        let current = &mut locked(&self.shared.state).session;
        if let Some(session) = current {
            return Ok(Arc::clone(session));
        }
        let session = Session::find(&self.environment, self.account.as_ref())?;
        if let Some(warning) = session.permission_warning() {
            self.ui.warning(&warning);
        }
        Ok(Arc::clone(current.insert(Arc::new(session))))
    }

    /// Switches to a session that another process has stored since the last call, either in the
    /// place of the current session or with `aoc login`. Returns true if there is such a session.
    /// The next request uses it, and earlier failures do not count for it. A session of another
    /// tool, which may be the only one after `aoc logout`, is ignored. If the current session was
    /// removed and there is no other, it is forgotten, too.
    pub fn renew_session(&self) -> bool {
        let mut state = locked(&self.shared.state);
        let Ok(stored) = Session::find(&self.environment, self.account.as_ref()) else {
            if let Some(old) = &state.session
                && matches!(
                    Session::read(&self.environment, old.place.clone()),
                    Ok(None)
                )
            {
                self.ui.note(format!("the session from {old} is gone"));
                *state = SessionState::default();
            }
            return false;
        };
        if let Some(old) = &state.session {
            let is_own = matches!(stored.place, SessionPlace::Own { .. });
            let is_of_other_tool = stored.place != old.place && !is_own;
            if old.token == stored.token || is_of_other_tool {
                return false;
            }
        }
        self.ui.note(format!("using the session from {stored}"));
        *state = SessionState::default();
        true
    }

    /// The problem with a session, as far as it is known without a request.
    pub fn session_problem(&self, session: &Session) -> Option<SessionProblem> {
        if self.client().state.has_refused(session) {
            let remedy = session.place.remedy();
            return Some(SessionProblem::Refused { remedy });
        }
        // The age is measured with the local clock, because the time of the file comes from that
        // clock.
        let days = session.age_in_days((self.environment.clock.now)())?;
        (days > OLD_SESSION_DAYS).then_some(SessionProblem::Old { days })
    }

    /// Makes a request that is not about a puzzle. Shows `what` while the request takes long.
    pub fn request<T>(
        &self,
        what: &str,
        request: impl FnOnce(&SiteClient) -> SiteResult<T>,
    ) -> SiteResult<T> {
        let client = self.online_client()?;
        let _spinner = Spinner::new(self.ui.stderr, what);
        request(client)
    }

    /// Asks the site for the user of a session. Stores the user's name beside the stars of the
    /// session, where every screen finds it. Shows `what` while the request takes long.
    pub fn account(&self, what: &str, session: &Session, retries: Retries) -> SiteResult<Account> {
        let account = self.request(what, |client| client.account(session, retries))?;
        let shown = UserStars {
            user: account.name.clone(),
            ..UserStars::default()
        };
        // If this fails, the screens lack the name until the site shows the stars.
        let _ = shown.store(self.config(), session);
        Ok(account)
    }

    /// Asks the site whether it accepts the session. The reply also contains the site's time.
    /// Prints a warning if the request fails, or if the session may expire soon.
    pub fn check_session(&self, retries: Retries) -> SiteResult<()> {
        let session = self.session()?;
        if let Err(error) = self.account("checking the session", &session, retries) {
            if error.exit() == Exit::Session {
                return Err(error);
            }
            let warning = format!("the session was not checked: {error}");
            self.ui.warning(warning);
        }
        self.mark_session_checked();
        if let Some(problem) = self.session_problem(&session) {
            let verdict = match problem {
                SessionProblem::Old { .. } => "is",
                SessionProblem::Refused { .. } => "may be wrong, as",
            };
            self.ui.warning(format!("the session {verdict} {problem}"));
        }
        Ok(())
    }

    /// Records that the site was asked about the session.
    pub fn mark_session_checked(&self) {
        locked(&self.shared.state).is_checked = true;
    }

    /// Checks the session unless it was already checked.
    pub fn check_session_once(&self, retries: Retries) -> SiteResult<()> {
        if locked(&self.shared.state).is_checked {
            return Ok(());
        }
        self.check_session(retries)
    }

    /// The stored replies of the site to earlier commands.
    pub fn stored_replies(&self) -> SessionReplies<'_> {
        SessionReplies {
            config: self.config(),
            session: self.session().ok(),
            time: self.time(),
        }
    }

    /// The records of days and years, including the stored replies of the site.
    pub fn records<'a>(&'a self, workspace: &'a Workspace) -> Records<'a> {
        let project = workspace.project().ok();
        let store = workspace.store().ok();
        Records::new(project, store, self.stored_replies())
    }

    /// The messages that the user has seen in this session.
    pub fn shown_messages(&self) -> &ShownMessages {
        &self.shared.shown_messages
    }

    /// True if a request of this scope can be made now, and there is a session for it.
    pub fn can_request(&self, scope: FailureScope) -> bool {
        self.client_for(scope).is_ok() && self.session().is_ok()
    }

    /// Allows requests again, except for inputs whose download failed. The site may be up again,
    /// and the user may have stored another session.
    pub fn reset_failures(&self) {
        let mut state = locked(&self.shared.state);
        state.breaker.reset();
        let has_session = state.session.is_some();
        drop(state);
        if has_session {
            self.renew_session();
        }
    }

    /// Records the failure of a request of this scope.
    pub fn record_failure(&self, request: FailureScope, error: &SiteError) {
        let mut state = locked(&self.shared.state);
        state.breaker.record(request, error.kind);
    }

    /// Records the failed download of an input.
    pub fn record_failed_input(&self, puzzle: Puzzle, error: &SiteError) {
        let mut state = locked(&self.shared.state);
        state.breaker.record_input(puzzle, error.kind);
    }

    /// The kind of the error of an earlier download of this input, which the user has already seen.
    /// `None` if the input may be requested.
    pub fn failed_input(&self, puzzle: Puzzle) -> Option<SiteErrorKind> {
        locked(&self.shared.state).breaker.failed_input(puzzle)
    }
}

#[cfg(test)]
mod tests {
    use std::fs::File;
    use std::path::Path;
    use std::time::{Duration, SystemTime};

    use aoc_solution::Part;

    use super::*;
    use crate::app::App;
    use crate::app::args::GlobalArgs;
    use crate::puzzle::{Year, day_count};
    use crate::runner::MissingExample;
    use crate::site::store_accepted_session;
    use crate::testing::{environment, write};

    fn app(home: &Path) -> App {
        let environment = Environment {
            cache_dir: Some(home.to_owned()),
            ..environment(home, &[])
        };
        App::new(environment, &GlobalArgs::default())
    }

    fn reloaded(app: &App) -> App {
        app.reload(app.ui, &app.site.shared)
            .expect("no wrong setting")
    }

    /// Another terminal logs out and in again. The file of another tool may belong to another
    /// account.
    #[test]
    fn a_session_of_another_place_is_not_taken_for_a_new_login() {
        let temp = tempfile::tempdir().expect("a folder");
        write(temp.path(), "aoc/session", "a".repeat(32));
        let app = app(temp.path());
        let tail = || {
            app.site
                .session()
                .expect("a session")
                .token
                .tail()
                .to_owned()
        };
        assert_eq!(tail(), "aaaa");
        std::fs::remove_file(temp.path().join("aoc/session")).expect("removed");
        write(temp.path(), ".config/aocd/token", "b".repeat(32));
        assert!(!app.site.renew_session());
        assert_eq!(tail(), "aaaa");
        write(temp.path(), "aoc/session", "c".repeat(32));
        assert!(app.site.renew_session());
        assert_eq!(tail(), "cccc");
        // A login replaces the session of another tool.
        std::fs::remove_file(temp.path().join("aoc/session")).expect("removed");
        let app = self::app(temp.path());
        let of_other_tool = app.site.session().expect("a session");
        assert_eq!(of_other_tool.token.tail(), "bbbb");
        write(temp.path(), "aoc/session", "d".repeat(32));
        assert!(app.site.renew_session());
    }

    /// Another terminal logs out.
    #[test]
    fn a_session_that_was_removed_is_not_used_again() {
        let temp = tempfile::tempdir().expect("a folder");
        let file = temp.path().join("aoc/session");
        write(temp.path(), "aoc/session", "a".repeat(32));
        let app = app(temp.path());
        assert!(app.site.session().is_ok());
        std::fs::remove_file(file).expect("removed");
        assert!(!app.site.renew_session());
        assert!(app.site.session().is_err());
    }

    /// The user may correct the file meanwhile.
    #[test]
    fn a_session_whose_file_cannot_be_read_any_more_is_still_used() {
        let temp = tempfile::tempdir().expect("a folder");
        let file = temp.path().join("aoc/session");
        write(temp.path(), "aoc/session", "a".repeat(32));
        let app = app(temp.path());
        let before = app.site.session().unwrap();
        write(temp.path(), "aoc/session", "no token");
        assert!(!app.site.renew_session());
        assert_eq!(app.site.session().unwrap().token, before.token);
        std::fs::remove_file(&file).expect("removed");
        std::fs::create_dir(&file).expect("a folder in its place");
        assert!(!app.site.renew_session());
        assert_eq!(app.site.session().unwrap().token, before.token);
    }

    #[test]
    fn a_session_that_was_refused_or_is_old_is_a_problem() {
        let temp = tempfile::tempdir().expect("a folder");
        let app = app(temp.path());
        write(temp.path(), "old", "");
        let age = Duration::from_hours(24 * 30 + 1);
        let file = File::options().write(true).open(temp.path().join("old"));
        let old = SystemTime::from(app.site.time().now()) - age;
        file.and_then(|file| file.set_modified(old))
            .expect("a time");
        let problem = |place: SessionPlace, token: &str| {
            let session = Session::new(token.as_bytes(), place).expect("a session");
            app.site.session_problem(&session)
        };
        let variable = SessionPlace::Variable("AOC_SESSION");
        let refused = Session::new(b"ab", variable.clone()).expect("a session");
        app.site.client().state.remember_refused(&refused);
        let file = SessionPlace::Own {
            account: None,
            file: temp.path().join("old"),
        };
        let refused_before =
            "the site has refused it: set AOC_SESSION again, or unset it and run `aoc login`";
        let is_old = "30 days old (a session is valid for about a month)";
        for (name, (place, token, expected)) in [
            ("refused", (variable.clone(), "ab", Some(refused_before))),
            ("another", (variable.clone(), "cd", None)),
            ("old", (file, "cd", Some(is_old))),
        ] {
            let problem = problem(place, token).map(|problem| problem.to_string());
            assert_eq!(problem.as_deref(), expected, "{name}");
        }
        app.site.client().state.remember_accepted(&refused);
        assert_eq!(problem(variable, "ab"), None);
    }

    #[test]
    fn pages_end_first() {
        let error = |kind| SiteError::new(kind, "");
        let late = error(SiteErrorKind::TimedOut { sent: true });
        let temp = tempfile::tempdir().expect("a folder");
        let access = app(temp.path()).site;
        access.record_failure(
            FailureScope::OptionalPages,
            &SiteError::incomplete("its end"),
        );
        assert!(access.client_for(FailureScope::OptionalPages).is_ok());
        access.record_failure(FailureScope::OptionalPages, &late);
        assert!(
            access.client_for(FailureScope::Session).is_ok()
                && access.client_for(FailureScope::OptionalPages).is_err()
        );
        for error in [SiteError::unknown_reply(""), SiteError::not_tried()] {
            access.record_failure(FailureScope::Session, &error);
            assert!(access.client_for(FailureScope::Session).is_ok());
        }
        access.record_failure(FailureScope::Session, &error(SiteErrorKind::Unreachable));
        access.record_failure(FailureScope::OptionalPages, &late);
        assert!(access.client_for(FailureScope::Session).is_err());
        access.record_failure(FailureScope::Site, &SiteError::session_refused(""));
        assert!(access.client_for(FailureScope::Site).is_ok());
        access.record_failure(FailureScope::Site, &late);
        assert!(access.client_for(FailureScope::Site).is_err());
    }

    /// The next round repeats no messages. It asks the site again, because the site may be up by
    /// then.
    #[test]
    fn the_next_round_knows_what_was_said_and_asks_the_site_again() {
        let puzzle = Puzzle::of(2016, 8);
        let temp = tempfile::tempdir().expect("a folder");
        let earlier = app(temp.path());
        let error = SiteError::new(SiteErrorKind::Unreachable, "");
        earlier.site.record_failed_input(puzzle, &error);
        assert!(earlier.site.client_for(FailureScope::Session).is_err());
        let page = MissingExample::Likely(Part::One);
        let earlier_messages = earlier.site.shown_messages();
        assert!(earlier_messages.mark_missing_example(puzzle, page));
        assert!(earlier_messages.mark_example_shown("an example".to_owned()));
        earlier.site.reset_failures();
        let later = reloaded(&earlier);
        assert!(later.site.client_for(FailureScope::OptionalPages).is_ok());
        assert!(later.site.failed_input(puzzle).is_some());
        let later_messages = later.site.shown_messages();
        assert!(!later_messages.mark_missing_example(puzzle, page));
        let part2 = MissingExample::Likely(Part::Two);
        assert!(later_messages.mark_missing_example(puzzle, part2));
        assert!(!later_messages.mark_example_shown("an example".to_owned()));
    }

    /// While `watch` runs, the site may show how many days the next event has.
    #[test]
    fn the_next_round_knows_the_days_that_the_site_has_shown_since() {
        let temp = tempfile::tempdir().expect("a folder");
        let earlier = app(temp.path());
        let host = earlier.settings.base_url.file_name();
        write(temp.path(), &format!("days-{host}.json"), r#"{"9998":20}"#);
        reloaded(&earlier);
        assert_eq!(day_count(Year::of(9998)), 20);
    }

    /// The failures of an earlier round may come from a setting that has changed.
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
            let earlier = app(temp.path());
            earlier.site.client();
            let error = SiteError::new(SiteErrorKind::Unreachable, "");
            earlier.site.record_failed_input(puzzle, &error);
            write(temp.path(), "aoc/config.toml", changed);
            let later = reloaded(&earlier);
            assert_eq!(
                later.site.shared.client.get().is_some(),
                takes_over,
                "{name}"
            );
            assert_eq!(
                later.site.client_for(FailureScope::Session).is_err(),
                takes_over,
                "{name}"
            );
            let skips = later.site.failed_input(puzzle).is_some();
            assert_eq!(skips, takes_over, "{name}");
        }
    }

    /// Replies that could not be stored do not depend on the account.
    #[test]
    fn what_could_not_be_stored_outlives_the_session() {
        let temp = tempfile::tempdir().expect("a folder");
        let environment = environment(temp.path(), &[]);
        assert_eq!(environment.cache_dir, None);
        let site = App::new(environment, &GlobalArgs::default()).site;
        let refused = Session::new(b"ab", SessionPlace::Given(String::new())).expect("a session");
        site.client().state.remember_refused(&refused);
        let client: *const SiteClient = site.client();
        let work: InputName = "work".parse().expect("a name");
        for (name, account) in [("another account", Some(work)), ("another token", None)] {
            let site = site.with_session(&site.environment, account);
            assert!(site.client().state.has_refused(&refused), "{name}");
            assert!(std::ptr::eq(site.client(), client), "{name}");
        }
    }

    /// The order in which the sessions of accounts are requested does not matter.
    #[test]
    fn each_account_has_its_own_session() {
        let temp = tempfile::tempdir().expect("a folder");
        let app = app(temp.path());
        let name: InputName = "work".parse().expect("a name");
        let [usual, work] = [(None, b"ab"), (Some(&name), b"cd")].map(|(account, token)| {
            let place = SessionPlace::Given(String::new());
            let typed = Session::new(token, place).expect("a session");
            store_accepted_session(&app.environment, account, &typed.token).expect("a file");
            typed.token
        });
        let other = app.site.with_session(&app.environment, Some(name));
        for (site, token) in [(&app.site, &usual), (&other, &work), (&app.site, &usual)] {
            assert_eq!(site.session().expect("a session").token, *token);
        }
    }
}
