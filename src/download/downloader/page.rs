//! Gets the page of a puzzle, unless the stored one is sufficient.

use std::fs::metadata;
use std::path::{Path, PathBuf};

use aoc_solution::Part;
use chrono::{DateTime, Utc};

use super::learned::Learned;
use super::transfer::RequestedFile;
use super::{Downloader, FileOrigin, PuzzleDownload};
use crate::app::FailedFile;
use crate::inputs::check_is_file;
use crate::pages::{PuzzlePage, StoredPage};
use crate::puzzle::Puzzle;
use crate::site::{RECORDED_TIME_ERROR, Retries, SiteClient, SiteError, SiteResult, shows_open};

/// A page that is stored, and its origin.
struct FoundPage {
    page: PuzzlePage,
    origin: FileOrigin,
}

/// The stored page of a puzzle.
pub struct PageFile {
    /// The path, relative to the current folder if the file is below it.
    pub path: PathBuf,
    pub page: PuzzlePage,
    /// An outdated page may lack a part.
    pub origin: FileOrigin,
    pub learned: Learned,
}

impl Downloader<'_> {
    /// True if a request is needed to get the page. A damaged file counts as missing.
    pub fn needs_page(&self, puzzle: Puzzle) -> bool {
        self.usable_page(puzzle).is_none()
    }

    /// The stored page, unless the plan replaces it. `None` if the file is missing or damaged.
    fn usable_page(&self, puzzle: Puzzle) -> Option<PuzzlePage> {
        if self.plan.replaces {
            return None;
        }
        StoredPage::read(self.store, puzzle).into_page()
    }

    /// The path of the page for a message; `None` if it is missing or damaged.
    pub fn stored_page(&self, puzzle: Puzzle) -> Option<PathBuf> {
        let path = self.store.page_path(puzzle);
        let is_stored = shows_open(self.store, puzzle);
        is_stored.then(|| self.workspace.relative_path(&path))
    }

    /// Requests the page and stores it, unless it shows less than the stored one, which is kept.
    fn replace_page(
        &self,
        client: &SiteClient,
        retries: Retries,
        puzzle: Puzzle,
        path: &Path,
    ) -> SiteResult<FoundPage> {
        // If a session is needed, it was found before.
        let new = client.page(puzzle, self.site.session().ok(), retries)?;
        if let StoredPage::Page(old) = StoredPage::read(self.store, puzzle)
            && new.page.parts.len() < old.parts.len()
            && !self.store.is_other_input(puzzle, old.input())
        {
            let message = "the site's page shows fewer parts than the cached one, which is kept";
            let error =
                SiteError::unexpected(message).with_hint("is this the session of another account?");
            return Ok(FoundPage {
                page: old,
                origin: FileOrigin::Outdated(error),
            });
        }
        self.store.write(path, new.text.as_bytes())?;
        Ok(FoundPage {
            page: new.page,
            origin: FileOrigin::Downloaded,
        })
    }

    /// The stored page, if it is sufficient. Fails if it is not, but no more pages are requested.
    fn sufficient_page(&self, puzzle: Puzzle) -> SiteResult<Option<FoundPage>> {
        let Some(page) = self.usable_page(puzzle) else {
            return Ok(None);
        };
        let is_enough = match self.plan.part {
            Some(Part::One) => true,
            Some(part) => page.part(part).is_some(),
            None => !self.may_show_more(puzzle, &page),
        };
        if !is_enough && !self.site.allows_pages() {
            return Err(SiteError::not_tried());
        }
        Ok(is_enough.then_some(FoundPage {
            page,
            origin: FileOrigin::Stored,
        }))
    }

    /// Whether the site may show more than the stored page, because that was stored without a
    /// session or before a star of the day. After the site has refused the session, no page is
    /// requested with it.
    fn may_show_more(&self, puzzle: Puzzle, page: &PuzzlePage) -> bool {
        let answers = self.store.answers(puzzle, None).unwrap_or_default();
        if answers.is_right(Part::One) && page.part(Part::Two).is_none() {
            return true;
        }
        let site = self.site;
        if !site.allows_pages() || !site.can_ask() {
            return false;
        }
        page.logged_out || self.is_before_shown_star(puzzle, page)
    }

    /// Whether the site has shown a star of the day that the page does not show yet.
    fn is_before_shown_star(&self, puzzle: Puzzle, page: &PuzzlePage) -> bool {
        let known = self.site.stored_replies().stars();
        let Some(year) = known.of_year(puzzle.year) else {
            return false;
        };
        // A newer page lacks an answer for another reason, and a request would not help.
        if let Some(shown_at) = year.shown_at
            && self.is_page_newer(puzzle, shown_at)
        {
            return false;
        }
        let stars = year.of_day(puzzle.day);
        Part::BOTH
            .into_iter()
            .any(|part| stars >= Some(part.into()) && !page.has_solved(part))
    }

    /// Whether the page was certainly stored after the site showed the stars.
    fn is_page_newer(&self, puzzle: Puzzle, shown_at: DateTime<Utc>) -> bool {
        let path = self.store.page_path(puzzle);
        let Ok(modified) = metadata(path).and_then(|metadata| metadata.modified()) else {
            return false;
        };
        let time = self.site.time();
        // The time of a file is of the local clock.
        let Ok(age) = (time.local() - DateTime::<Utc>::from(modified)).to_std() else {
            return false;
        };
        age + RECORDED_TIME_ERROR < time.age(shown_at)
    }
}

impl PuzzleDownload<'_> {
    /// Gets the page of the default account, and adds its answers and examples to the other
    /// files. A page that shows less than the stored one is not stored.
    pub fn page(mut self) -> SiteResult<PageFile> {
        let downloader = self.downloader;
        let puzzle = self.puzzle;
        let Downloader { plan, store, .. } = downloader;
        let path = store.page_path(puzzle);
        let shown_path = downloader.workspace.relative_path(&path);
        let stored = StoredPage::read(store, puzzle);
        if !plan.replaces && matches!(stored, StoredPage::Damaged) {
            downloader.ui.note(format!(
                "{puzzle}: {} is not the puzzle's page and counts as missing",
                shown_path.display()
            ));
        }
        let needs_page = plan.replaces || stored.page().is_none();
        let needs_session = match plan.part {
            Some(Part::One) => false,
            Some(Part::Two) => true,
            None => !(plan.is_for_page && needs_page),
        };
        let found = self.download(&RequestedFile {
            needs_session,
            stored: &|| {
                check_is_file(&path)?;
                downloader.sufficient_page(puzzle)
            },
            request: &|client, retries| downloader.replace_page(client, retries, puzzle, &path),
        });
        // The lock may be that of the folder, which is locked again while answers are recorded.
        self.lock = None;
        let FoundPage { page, origin } = match found {
            Ok(found) => found,
            Err(error) => {
                let old = downloader.usable_page(puzzle);
                let file = if old.is_none() && (plan.is_for_page || self.has_new_input) {
                    FailedFile::NeededPage
                } else {
                    FailedFile::Page
                };
                downloader.site.record_failure(file, &error);
                let Some(page) = old else {
                    return Err(error);
                };
                FoundPage {
                    page,
                    origin: FileOrigin::Outdated(error),
                }
            }
        };
        Ok(PageFile {
            path: shown_path,
            learned: downloader.record_page(puzzle, &page),
            page,
            origin,
        })
    }
}
