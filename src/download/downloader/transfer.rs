//! Downloads a file of a puzzle, in one process at a time. At an unlock, the download is repeated
//! until the site has the file.

use std::convert::Infallible;
use std::time::{Duration, Instant};

use super::{AtUnlock, Downloader, Position, PuzzleDownload};
use crate::inputs::check_is_file;
use crate::puzzle::{Puzzle, unlock};
use crate::reporter::{Spinner, count_down, wait_out};
use crate::site::{
    FailureScope, Retries, SiteClient, SiteError, SiteErrorKind, SiteResult, UnlockAttempts,
};

/// The time before the unlock at which the session and the clock are checked again.
const LAST_CHECK: Duration = Duration::from_mins(5);

/// The longest wait before which the session is not checked, because the request for the file
/// follows soon.
const SHORT_WAIT: Duration = Duration::from_mins(1);

/// A file of the site that a puzzle needs. `T` is the result of getting the file.
pub struct RequestedFile<'a, T> {
    /// True if the site sends the file only with a session.
    pub needs_session: bool,
    /// Reads the stored file. `None` if it is missing or not sufficient.
    pub stored: &'a dyn Fn() -> SiteResult<Option<T>>,
    /// Requests the file and stores it.
    pub request: &'a dyn Fn(&SiteClient, Retries) -> SiteResult<T>,
}

impl<'a> PuzzleDownload<'a> {
    /// Downloads a file unless it is stored.
    pub fn download<T>(&mut self, file: &RequestedFile<T>) -> SiteResult<T> {
        self.downloader.store.check_writable()?;
        if let Some(stored) = (file.stored)()? {
            return Ok(stored);
        }
        let client = self.client(file.needs_session)?;
        match self.downloader.plan.at_unlock {
            AtUnlock::Fail => self.download_once(client, file, Retries::Few),
            AtUnlock::Wait | AtUnlock::WaitAndCheckSession => self.download_at_unlock(client, file),
        }
    }

    /// Fails if it is known without a request that the input cannot be downloaded.
    pub fn check_input_request(&self) -> SiteResult<()> {
        self.downloader.store.check_writable()?;
        self.client(true).map(drop)
    }

    /// The client. Fails if it is already known that the request would fail.
    fn client(&self, needs_session: bool) -> SiteResult<&'a SiteClient> {
        let puzzle = self.puzzle;
        let site = self.downloader.site;
        site.online_client()?;
        // Without waiting for the unlock, the error for a locked puzzle takes precedence over
        // errors of the session.
        if self.downloader.plan.at_unlock == AtUnlock::Fail && !self.has_new_input {
            site.check_unlocked(self.downloader.store, puzzle)?;
        }
        // The session is checked before the wait, which may take hours.
        if needs_session {
            site.session()?;
        }
        site.client_for(FailureScope::Session)
    }

    /// Waits for the unlock and downloads the file. Repeats both if the site says that the puzzle
    /// is locked, or if the site fails, perhaps under the load of the unlock.
    fn download_at_unlock<T>(
        &mut self,
        client: &SiteClient,
        file: &RequestedFile<T>,
    ) -> SiteResult<T> {
        let downloader = self.downloader;
        let puzzle = self.puzzle;
        let first_pause = client.state.first_pause();
        let mut attempts = UnlockAttempts::new(client.time(), unlock(puzzle), first_pause);
        let mut is_known_unlocked = self.has_new_input
            || downloader
                .site
                .unlock_evidence(Some(downloader.store))
                .shows(puzzle);
        loop {
            if !is_known_unlocked {
                downloader.await_unlock(puzzle)?;
            }
            let error = match self.download_once(client, file, Retries::AtUnlock(&attempts)) {
                Ok(found) => return Ok(found),
                Err(error) => error,
            };
            let failed_at = Instant::now();
            let Some(pause) = attempts.after_failure(error.kind) else {
                return Err(match error.kind {
                    // The command has already waited, which is what the hint of the error advises.
                    SiteErrorKind::Locked => error.with_hint("try again later"),
                    _ => error,
                });
            };
            if error.kind == SiteErrorKind::Locked {
                // The site's reply counts more than anything stored.
                is_known_unlocked = false;
                // If the date of the reply is before the unlock, the countdown continues.
                if downloader.until_unlocked(puzzle).is_some() {
                    continue;
                }
                downloader.check_before_wait(puzzle, pause)?;
            }
            self.wait_to_retry(&error, pause.saturating_sub(failed_at.elapsed()));
        }
    }

    /// Waits after a failed request, and shows the reason.
    fn wait_to_retry(&self, error: &SiteError, pause: Duration) {
        let puzzle = self.puzzle;
        let stored = if self.has_new_input {
            "the input is stored; page: "
        } else {
            ""
        };
        let why = match error.kind {
            SiteErrorKind::Locked => "still locked according to the site".to_owned(),
            _ => error.message(),
        };
        wait_out(self.downloader.ui.console, pause, |left| {
            let end = format!("; trying again in {left}, Ctrl-C gives up");
            [format!("{puzzle}: {stored}{why}"), end]
        });
    }

    /// Requests the file once, or as often as `retries` allows, unless another process has just
    /// downloaded it.
    fn download_once<T>(
        &mut self,
        client: &SiteClient,
        file: &RequestedFile<T>,
        retries: Retries,
    ) -> SiteResult<T> {
        self.downloader.store.probe(self.puzzle)?;
        self.acquire_lock();
        let found = self.request_unless_stored(client, file, retries);
        if found.is_err() {
            self.lock = None;
        }
        found
    }

    /// Waits until no other process downloads the puzzle.
    fn acquire_lock(&mut self) {
        if self.lock.is_some() {
            return;
        }
        let Downloader { store, .. } = self.downloader;
        let id = self.downloader.input_id();
        self.lock = store.lock_download(self.puzzle, &id, &mut self.waiting);
    }

    fn request_unless_stored<T>(
        &self,
        client: &SiteClient,
        file: &RequestedFile<T>,
        retries: Retries,
    ) -> SiteResult<T> {
        if let Some(stored) = (file.stored)()? {
            return Ok(stored);
        }
        let Downloader { ui, position, .. } = self.downloader;
        let what = format!("fetching {}", self.puzzle);
        let _spinner = match position {
            None => Spinner::new(ui.stderr, &what),
            Some(Position { number, total }) => {
                let what = format!("{what}  {number}/{total}");
                Spinner::of_several(ui.stderr, &what, *number, *total)
            }
        };
        (file.request)(client, retries)
    }
}

impl Downloader<'_> {
    /// Checks the files before a wait of this time, which may be hours. Also checks the session if
    /// the wait is longer than [`SHORT_WAIT`] or the plan asks for it. The reply sets the clock.
    /// The checks take no longer than the wait.
    fn check_before_wait(&self, puzzle: Puzzle, wait: Duration) -> SiteResult<()> {
        self.store.probe(puzzle)?;
        if self.site.account.is_none() {
            check_is_file(&self.store.page_path(puzzle))?;
        }
        let is_long = self.until_unlocked(puzzle) > Some(SHORT_WAIT);
        if is_long || self.plan.at_unlock == AtUnlock::WaitAndCheckSession {
            self.site.check_session_once(Retries::Within(wait))?;
        }
        Ok(())
    }

    /// Counts down to the unlock. Returns at once if the puzzle is already unlocked according to
    /// the clock.
    fn await_unlock(&self, puzzle: Puzzle) -> SiteResult<()> {
        let Some(wait) = self.until_unlocked(puzzle) else {
            return Ok(());
        };
        self.check_before_wait(puzzle, wait)?;
        if self.plan.at_unlock == AtUnlock::WaitAndCheckSession {
            while self.until_unlocked(puzzle) > Some(LAST_CHECK) {
                self.show_countdown(puzzle, || {
                    self.until_unlocked(puzzle)
                        .filter(|left| *left > LAST_CHECK)
                });
                // The computer may have slept until the unlock.
                if let Some(left) = self.until_unlocked(puzzle) {
                    self.site.check_session(Retries::Within(left))?;
                }
            }
        }
        self.show_countdown(puzzle, || self.until_unlocked(puzzle));
        Ok(())
    }

    fn until_unlocked(&self, puzzle: Puzzle) -> Option<Duration> {
        self.site.time().until_unlocked(puzzle)
    }

    fn show_countdown(&self, puzzle: Puzzle, left: impl Fn() -> Option<Duration>) {
        let until = format!("{puzzle} unlocks");
        let Ok(()) = count_down(self.ui.console, &until, || Ok::<_, Infallible>(left()));
        // The user may have logged in during the wait.
        self.site.renew_session();
    }
}
