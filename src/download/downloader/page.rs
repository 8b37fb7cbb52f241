//! Gets the page of a puzzle. A request is made only if the stored page is not sufficient.

use std::cell::Cell;
use std::path::{Path, PathBuf};

use aoc_solution::Part;

use super::learned::Learned;
use super::transfer::RequestedFile;
use super::{Downloader, FileOrigin, PageNeed, PuzzleDownload};
use crate::inputs::{InputId, check_is_file};
use crate::pages::{PuzzlePage, UnusablePage, stored_page};
use crate::puzzle::Puzzle;
use crate::records::StoredDay;
use crate::site::{FailureScope, Retries, SiteClient, SiteError, SiteResult, UserStars};

/// A stored page and its origin.
struct FoundPage {
    page: PuzzlePage,
    origin: FileOrigin,
}

/// The stored page of a puzzle.
pub struct PageFile {
    /// The path. It is relative to the current folder if the file is below that folder.
    pub path: PathBuf,
    pub page: PuzzlePage,
    /// An outdated page may lack a part.
    pub origin: FileOrigin,
    pub learned: Learned,
}

impl Downloader<'_> {
    /// The stored page. `None` if the plan replaces it.
    fn usable_page(&self, puzzle: Puzzle) -> Option<PuzzlePage> {
        if self.plan.replaces {
            return None;
        }
        stored_page(self.store, puzzle).ok()
    }

    /// The path of the page, as messages show it. `None` if the page is missing or damaged.
    pub fn stored_page_path(&self, puzzle: Puzzle) -> Option<PathBuf> {
        let path = self.store.page_path(puzzle);
        let is_stored = stored_page(self.store, puzzle).is_ok();
        is_stored.then(|| self.workspace.relative_path(&path))
    }

    fn may_be_page_of_user(&self, page: &PuzzlePage) -> bool {
        let stars = self.site.stored_replies().stars();
        stars.may_be_page_of_user(page)
    }

    /// Requests the page and stores it. Keeps the user's own stored page if the new one shows less
    /// or belongs to another user. If the session has just downloaded the input, the new page
    /// belongs to the user of the input.
    fn replace_page(
        &self,
        client: &SiteClient,
        retries: Retries,
        puzzle: Puzzle,
        path: &Path,
        has_new_input: bool,
    ) -> SiteResult<FoundPage> {
        // If the page needs a session, an earlier step has found one.
        let session = self.site.session().ok();
        let new = client.page(puzzle, session.as_deref(), retries)?;
        if let (Some(session), Some(user)) = (&session, &new.page.user) {
            UserStars::add_name(self.site.config(), session, &user.name);
        }
        if let Ok(old) = stored_page(self.store, puzzle)
            && !self.store.is_other_input(puzzle, old.input())
            && let Some(error) = self.why_kept(puzzle, &old, &new.page, has_new_input)
        {
            return Ok(FoundPage {
                page: old,
                origin: FileOrigin::Outdated(error),
            });
        }
        self.store.write(path, new.text)?;
        Ok(FoundPage {
            page: new.page,
            origin: FileOrigin::Downloaded,
        })
    }

    /// The stored page, or `None` if it is not sufficient. Fails if it is not sufficient and no
    /// request can be made.
    fn sufficient_page(
        &self,
        puzzle: Puzzle,
        usable: Option<PuzzlePage>,
    ) -> SiteResult<Option<FoundPage>> {
        let scope = self.page_scope(usable.is_some());
        let sufficient = usable.filter(|page| match self.plan.page {
            PageNeed::Part(part) => page.part(part).is_some(),
            PageNeed::Own | PageNeed::Any => !self.may_show_more(puzzle, page),
        });
        if sufficient.is_none() {
            self.site.client_for(scope)?;
        }
        Ok(sufficient.map(|page| FoundPage {
            page,
            origin: FileOrigin::Stored,
        }))
    }

    /// The scope of a request for a page. The page is optional unless the command shows it and no
    /// page is stored.
    fn page_scope(&self, is_stored: bool) -> FailureScope {
        if is_stored || self.plan.page == PageNeed::Own {
            FailureScope::OptionalPages
        } else {
            FailureScope::Session
        }
    }

    /// The reason why a new page does not replace the user's own stored page. `None` if it does.
    fn why_kept(
        &self,
        puzzle: Puzzle,
        old: &PuzzlePage,
        new: &PuzzlePage,
        has_new_input: bool,
    ) -> Option<SiteError> {
        if let (Some(old_user), Some(new_user)) = (&old.user, &new.user)
            && !self.may_be_page_of_user(old)
        {
            if has_new_input {
                return None;
            }
            let message = format!(
                "the site's page is that of {}, but the stored one, which is kept, is that of {}",
                new_user.name, old_user.name
            );
            return Some(SiteError::unknown_reply(message).with_hint(format!(
                "is this the session of another account? if you have changed your name, or want \
                 the files of this account, `aoc fetch {puzzle} --force` replaces input and page"
            )));
        }
        (new.parts.len() < old.parts.len()).then(|| {
            let message = "the site's page shows fewer parts than the stored one, which is kept";
            let hint = "is this the session of another account?";
            SiteError::unknown_reply(message).with_hint(hint)
        })
    }

    /// True if a request may bring more than the stored page shows. False if the site has refused
    /// the session.
    fn may_show_more(&self, puzzle: Puzzle, page: &PuzzlePage) -> bool {
        let answers = self
            .store
            .answers(puzzle, &InputId::Own)
            .unwrap_or_default();
        if answers.has_star() && page.part(Part::Two).is_none() {
            return true;
        }
        let site = self.site;
        if !site.can_request(FailureScope::OptionalPages) {
            return false;
        }
        let day = StoredDay::new(self.store, puzzle);
        day.site_may_show_more(page, &site.stored_replies().stars(), site.time())
    }
}

impl PuzzleDownload<'_> {
    /// Gets the page of the default account, and adds its answers and examples to the other files.
    /// Keeps the stored page if the new one shows less or belongs to another user.
    pub fn page(mut self) -> SiteResult<PageFile> {
        let downloader = self.downloader;
        let puzzle = self.puzzle;
        let Downloader { plan, store, .. } = downloader;
        let path = store.page_path(puzzle);
        let shown_path = downloader.workspace.relative_path(&path);
        let stored = stored_page(store, puzzle);
        if !plan.replaces && matches!(stored, Err(UnusablePage::Damaged)) {
            downloader.ui.note(format!(
                "{puzzle}: {} is not the puzzle's page and counts as missing",
                shown_path.display()
            ));
        }
        let usable = if plan.replaces { None } else { stored.ok() };
        let needs_session = match plan.page {
            PageNeed::Own | PageNeed::Part(Part::Two) => true,
            PageNeed::Any => usable.is_some(),
            PageNeed::Part(Part::One) => false,
        };
        // Parsing takes most of the time, so the first look at the stored page uses this one. Later,
        // another process may have stored the page.
        let parsed = Cell::new(usable);
        let has_new_input = self.has_new_input;
        let found = self.download(&RequestedFile {
            needs_session,
            stored: &|| {
                check_is_file(&path)?;
                let usable = parsed
                    .take()
                    .or_else(|| downloader.usable_page(puzzle))
                    // A page that was there before the input may belong to another user.
                    .filter(|page| !has_new_input || downloader.may_be_page_of_user(page));
                downloader.sufficient_page(puzzle, usable)
            },
            request: &|client, retries| {
                downloader.replace_page(client, retries, puzzle, &path, has_new_input)
            },
        });
        // The lock of the download is released first, because recording the answers may need the
        // same lock.
        self.lock = None;
        let FoundPage { page, origin } = found.or_else(|error| self.outdated_page(error))?;
        Ok(PageFile {
            path: shown_path,
            learned: downloader.record_page(puzzle, &page),
            page,
            origin,
        })
    }

    /// The stored page after this error of the download. Returns the error if no page is usable.
    fn outdated_page(&self, error: SiteError) -> SiteResult<FoundPage> {
        let downloader = self.downloader;
        let old = downloader.usable_page(self.puzzle);
        // A new input needs its page.
        let scope = if self.has_new_input && old.is_none() {
            FailureScope::Session
        } else {
            downloader.page_scope(old.is_some())
        };
        downloader.site.record_failure(scope, &error);
        match old {
            Some(page) => Ok(FoundPage {
                page,
                origin: FileOrigin::Outdated(error),
            }),
            None => Err(error),
        }
    }
}
