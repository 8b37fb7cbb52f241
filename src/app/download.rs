//! Gets inputs and pages from the disk or the site. Only one process downloads a file.
//! The accepted answers and examples of a page are added to the other files under
//! `inputs/`.

use std::path::PathBuf;
use std::thread;

use aoc_solution::Part;
use serde::Serialize;

use super::context::App;
use super::examples::hint_for_examples;
use crate::error::CliError;
use crate::files::Lock;
use crate::inputs::{Guess, InputName, Store, Verdict};
use crate::puzzle::{Puzzle, unlock};
use crate::reporter::{Spinner, count_down};
use crate::site::{
    FailureScope, PuzzlePage, Session, Site, SiteError, SiteErrorKind, extract_examples,
};
use crate::terminal::{plural, span};

/// The most requests after the unlock time while the site still says that the puzzle is
/// locked.
const LATE_TRIES: u32 = 5;

/// The stored page of a puzzle.
#[derive(Default)]
pub struct Download {
    pub path: PathBuf,
    /// False if it existed before.
    pub downloaded: bool,
    pub page: PuzzlePage,
    /// The parts whose accepted answers were recorded.
    pub accepted: Vec<u8>,
    /// Why a stored page that lacks a part was not replaced.
    pub failure: Option<SiteError>,
    /// `None` if the file of examples did not change.
    pub examples: Option<LearnedExamples>,
}

/// The examples that were written.
#[derive(Clone, Debug, Serialize)]
pub struct LearnedExamples {
    pub file: PathBuf,
    pub sure: usize,
    /// These stand in the file as comments.
    pub unsure: usize,
}

/// Gets inputs and pages.
pub struct Downloader<'a> {
    app: &'a App,
    store: Store,
    /// A counter to show before the name of a puzzle, such as `3/25  `.
    pub count: String,
    /// Whether to omit the notes on answers and examples in a page.
    pub is_brief: bool,
    /// `--force`: download files again that exist.
    pub force: bool,
    /// `--wait`: wait for the unlock.
    pub wait: bool,
    /// Whether a page may be downloaded without a session, as everyone sees it.
    pub anonymous: bool,
    /// The part that a stored page must have; `None` if it must have all that the session
    /// shows.
    pub part: Option<Part>,
    /// `--account`: the account whose session is used, and the name of the input.
    pub account: Option<InputName>,
}

impl<'a> Downloader<'a> {
    /// Makes no request yet.
    pub fn new(app: &'a App) -> Result<Self, CliError> {
        Ok(Self::in_store(app, app.store()?.clone()))
    }

    /// As [`Self::new`], for a store whose repository may have been moved.
    pub const fn in_store(app: &'a App, store: Store) -> Self {
        Self {
            app,
            store,
            count: String::new(),
            is_brief: false,
            force: false,
            wait: false,
            anonymous: false,
            part: None,
            account: None,
        }
    }

    /// True if getting the input needs a request.
    pub fn needs_input(&self, puzzle: Puzzle) -> bool {
        self.force || !self.has_input(puzzle).unwrap_or(true)
    }

    fn has_input(&self, puzzle: Puzzle) -> Result<bool, CliError> {
        self.store.has_input(puzzle, self.account.as_ref())
    }

    /// True if getting the page needs a request.
    pub fn needs_page(&self, puzzle: Puzzle) -> bool {
        self.force || !self.store.has_page(puzzle).unwrap_or(true)
    }

    /// Gets the input: its file, and whether it was downloaded.
    pub fn input(&self, puzzle: Puzzle) -> Result<(PathBuf, bool), SiteError> {
        let path = self.store.input_path(puzzle, self.account.as_ref());
        let is_stored = || Ok::<_, SiteError>(!self.force && self.has_input(puzzle)?);
        self.store.check_folder().map_err(SiteError::unwritable)?;
        if is_stored()? {
            return Ok((path, false));
        }
        let is_new = self.request(puzzle, false, |site| {
            // Another process may have downloaded it in the meantime.
            if is_stored()? {
                return Ok(false);
            }
            let input = site.input(puzzle, self.session()?)?;
            let written = self.store.write(&path, &input);
            written.map_err(SiteError::unwritable).map(|()| true)
        })?;
        Ok((path, is_new))
    }

    /// Gets the page of the default account, and adds its answers and examples to the
    /// other files. `is_open` means that the site has just sent the puzzle's input, so it
    /// is unlocked, whatever the clocks say.
    pub fn page(&self, puzzle: Puzzle, is_open: bool) -> Result<Download, SiteError> {
        let mut download = Download {
            path: self.store.page_path(puzzle),
            page: self.stored_page(puzzle),
            ..Download::default()
        };
        let page = &mut download.page;
        match self.update(puzzle, page, is_open) {
            Ok(downloaded) => download.downloaded = downloaded,
            Err(error) => {
                if self.force || page.parts.is_empty() || self.shows_enough(page) {
                    return Err(error);
                }
                self.record_page_failure(&error);
                download.failure = Some(error);
            }
        }
        if download.page.is_titled(puzzle) {
            self.record_contents(puzzle, &mut download);
        }
        Ok(download)
    }

    /// The stored page; empty if there is none. One that cannot be read is replaced.
    fn stored_page(&self, puzzle: Puzzle) -> PuzzlePage {
        let html = self.store.page(puzzle).ok().flatten();
        PuzzlePage::parse(&html.unwrap_or_default())
    }

    /// Downloads the page unless the stored one is enough. Returns whether it was
    /// downloaded.
    fn update(
        &self,
        puzzle: Puzzle,
        page: &mut PuzzlePage,
        is_open: bool,
    ) -> Result<bool, SiteError> {
        self.store.check_folder().map_err(SiteError::unwritable)?;
        if self.is_enough(puzzle, page)? {
            return Ok(false);
        }
        self.request(puzzle, is_open, |site| {
            // Another process may have downloaded it in the meantime.
            *page = self.stored_page(puzzle);
            if self.is_enough(puzzle, page)? {
                return Ok(false);
            }
            let session = match self.session() {
                Err(_) if self.anonymous => None,
                session => Some(session?),
            };
            let (html, new) = site.page(puzzle, session)?;
            if page.is_titled(puzzle) && new.parts.len() < page.parts.len() {
                self.app.note(&format!(
                    "{puzzle}: the page now shows fewer parts than the cached one, which is kept; \
                     is this the session of another account?"
                ));
                return Ok(true);
            }
            let path = self.store.page_path(puzzle);
            let written = self.store.write(&path, html.as_bytes());
            written.map_err(SiteError::unwritable)?;
            *page = new;
            Ok(true)
        })
    }

    /// True if the stored page is not to be replaced. Fails if it should be, but no more
    /// pages are requested.
    fn is_enough(&self, puzzle: Puzzle, page: &PuzzlePage) -> Result<bool, SiteError> {
        let is_stored = !self.force && self.store.has_page(puzzle)?;
        if is_stored && !self.shows_enough(page) && self.pages_are_closed() {
            return Err(SiteError::not_tried());
        }
        Ok(is_stored && self.shows_enough(page))
    }

    /// True if the page has all that it must have; see [`Downloader::part`].
    fn shows_enough(&self, page: &PuzzlePage) -> bool {
        match self.part {
            Some(part) => part == Part::One || page.part(part).is_some(),
            None => !page.logged_out || !self.may_show_more(),
        }
    }

    /// After a failure that concerns more than one page, no more pages are requested.
    pub fn record_page_failure(&self, error: &SiteError) {
        if error.scope() != FailureScope::Request {
            self.app.access.pages_closed.set(true);
        }
    }

    /// True if no more pages are requested.
    pub fn pages_are_closed(&self) -> bool {
        self.app.access.is_closed.get() || self.app.access.pages_closed.get()
    }

    /// Whether a page that was stored without a session may show more with one. A
    /// command sends a session that the site refuses only once.
    fn may_show_more(&self) -> bool {
        !self.app.offline && !self.pages_are_closed() && self.session().is_ok()
    }

    /// The account's session.
    pub fn session(&self) -> Result<&Session, SiteError> {
        self.app.session_of(self.account.as_ref())
    }

    /// Makes a request for a file of the puzzle, one process at a time, and returns
    /// whether the file was downloaded. With `--wait` the request is made after the
    /// unlock, and again while the site says that the puzzle is locked.
    fn request(
        &self,
        puzzle: Puzzle,
        is_open: bool,
        mut request: impl FnMut(&Site) -> Result<bool, SiteError>,
    ) -> Result<bool, SiteError> {
        let app = self.app;
        if app.offline {
            return Err(SiteError::offline());
        }
        let site = app.site()?;
        if !self.wait && !is_open {
            site.check_unlocked(puzzle)?;
        }
        // A missing session is reported now, and not after waiting for hours.
        if !self.anonymous {
            self.session()?;
        }
        if app.access.is_closed.get() {
            return Err(SiteError::not_tried());
        }
        let mut tries = 0;
        loop {
            tries += 1;
            if self.wait && !(is_open && tries == 1) {
                let left = || Ok::<_, SiteError>(site.clock.until_past(unlock(puzzle)));
                count_down(app.console(), &format!("{puzzle} unlocks"), left)?;
            }
            self.store.probe(puzzle).map_err(SiteError::unwritable)?;
            let lock = self.lock(puzzle);
            let spinner = Spinner::new(app.stderr, &format!("fetching {}{puzzle}", self.count));
            match request(site) {
                Err(error)
                    if self.wait && error.kind == SiteErrorKind::Locked && tries < LATE_TRIES => {}
                result => return result,
            }
            // Other processes need not wait for the countdown.
            drop((spinner, lock));
            // If the date of the reply is before the unlock, the countdown goes on.
            if site.clock.until_past(unlock(puzzle)).is_none() {
                let pause = site.pause(2);
                app.note(&format!(
                    "{puzzle}: still locked according to the site; trying again in {}",
                    span(pause)
                ));
                thread::sleep(pause);
            }
        }
    }

    /// Waits until no other process downloads the puzzle's files. A forced download takes
    /// no lock: `submit`, which forces one, holds it already.
    fn lock(&self, puzzle: Puzzle) -> Lock {
        if self.force {
            return Lock::default();
        }
        let note = format!("{puzzle}: waiting for another aoc that downloads it");
        let waiting = || self.app.note(&note);
        self.store.lock(puzzle, self.account.as_ref(), waiting)
    }

    /// Records the accepted answers on a page that are not recorded yet, and its examples,
    /// which are recognised more reliably if the input exists. Text that people wrote is
    /// never changed. If a file cannot be read or written, that is only a warning,
    /// because the page itself is stored.
    fn record_contents(&self, puzzle: Puzzle, download: &mut Download) {
        let (app, store, page) = (self.app, &self.store, &download.page);
        let warn = |error: CliError| app.warning(&format!("{puzzle}: {:#}", error.source));
        let mut notes = Vec::new();
        // An unreadable input is no reason to skip the rest.
        let input = store.input(puzzle, None).ok().flatten();
        let inputs = page.input().zip(input.as_deref());
        if inputs.is_some_and(|(on_page, stored)| on_page != stored.trim()) {
            let path = app.relative_path(&store.input_path(puzzle, None));
            app.warning(&format!(
                "{puzzle}: the page shows another input than {}, so its answers were not \
                 recorded; is this the session of another account?",
                path.display()
            ));
        } else {
            let accepted = self.record_answers(puzzle, page).map_err(warn);
            download.accepted = accepted.unwrap_or_default();
            match download.accepted[..] {
                [] => {}
                [part] => notes.push(format!("recorded the accepted answer to part {part}")),
                _ => notes.push("recorded the accepted answers to both parts".to_owned()),
            }
        }
        let extracted = extract_examples(page, puzzle, input.as_deref());
        let path = store.examples_path(puzzle);
        let existed = path.exists();
        let written = store.write_examples(puzzle, &extracted).map_err(warn);
        if written.unwrap_or(false) && !extracted.is_empty() {
            let sure = extracted.iter().filter(|it| !it.is_doubtful).count();
            let unsure = extracted.len() - sure;
            let file = app.relative_path(&path);
            if sure == 0 && !self.is_brief {
                app.access.unclear_pages.borrow_mut().insert(puzzle);
            }
            let (examples, shown) = (plural(sure, "example"), file.display());
            let wrote = if existed {
                format!("updated {examples} in {shown}")
            } else {
                format!("wrote {examples} to {shown}")
            };
            notes.push(match (sure, unsure) {
                (_, 0) => wrote,
                (0, _) => hint_for_examples(&file, true),
                _ => format!("{wrote}; unclear ones are comments"),
            });
            download.examples = Some(LearnedExamples { file, sure, unsure });
        }
        if !notes.is_empty() && !self.is_brief {
            app.note(&format!("{puzzle}: {}", notes.join("; ")));
        }
    }

    /// Records the accepted answers on the page, which may settle a guess whose verdict
    /// is unknown. Returns the parts whose answers are new.
    fn record_answers(&self, puzzle: Puzzle, page: &PuzzlePage) -> Result<Vec<u8>, CliError> {
        let recorded = self.store.answers(puzzle, None)?;
        let mut new = Part::BOTH.map(|part| (part, page.answer(part))).to_vec();
        let is_unknown = |guess: &Guess| guess.verdict == Verdict::Unknown;
        let is_in_doubt = recorded.guesses.iter().any(is_unknown);
        let is_new = |part, answer| is_in_doubt || answer != recorded.accepted(part);
        new.retain(|&(part, answer)| answer.is_some() && is_new(part, answer));
        if new.is_empty() {
            return Ok(Vec::new());
        }
        let path = self.store.answers_path(puzzle, None);
        let path = self.app.relative_path(&path);
        self.store.edit_answers(puzzle, None, |answers| {
            let mut accepted = Vec::new();
            for (part, answer) in new {
                let answer = answer.unwrap_or_default();
                answers.confirm(part, answer);
                if let Some(recorded) = answers.accepted(part).filter(|it| *it != answer) {
                    self.app.warning(&format!(
                        "{puzzle} part {part}: the site accepted {answer}, but {} has {recorded}, \
                         which stays; `aoc accept {puzzle} ANSWER --part {part} --force` corrects it",
                        path.display()
                    ));
                } else if answers.accepted(part).is_none() {
                    answers.accept(part, answer);
                    accepted.push(u8::from(part));
                }
            }
            accepted
        })
    }
}
