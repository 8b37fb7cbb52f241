//! Everything that is known about a part of a puzzle before an answer to it is sent.

use std::path::PathBuf;

use aoc_solution::Part;

use crate::app::App;
use crate::download::{DownloadPlan, Downloader, FileOrigin};
use crate::error::{CliError, Result};
use crate::inputs::{InputId, RecordedAnswers};
use crate::pages::{PuzzlePage, UnusablePage};
use crate::puzzle::Puzzle;
use crate::records::{KnownAnswers, KnownStars, StoredDay};
use crate::site::SiteResult;

/// The facts about a part, loaded together.
pub struct PartRecord {
    pub puzzle: Puzzle,
    pub part: Part,
    pub answers: KnownAnswers,
    /// The path of the file of answers in messages.
    pub answers_file: PathBuf,
    /// The stored page, or the reason why there is no page of the user's account.
    pub page: Result<PuzzlePage, UnusablePage>,
    /// True if the stored page shows a name, and the site has shown only other names with the
    /// session.
    pub is_page_of_other: bool,
    /// True if this submission has just downloaded the page.
    pub is_page_new: bool,
    /// The known stars of the day at the time of loading.
    pub day_stars: KnownStars,
    /// The number of stars that are known to be missing before the last star of an event. `None`
    /// for any other star.
    pub missing_before_last: Option<u32>,
    /// The number of stars of the year on the stored pages. `None` unless the last star of an event
    /// needs it.
    pub stars_on_pages: Option<u32>,
}

/// The reason why the accepted answer to a solved part is not known.
pub const NO_ANSWER_ON_PAGE: &str =
    "the page shows the part as solved, but not its accepted answer";

/// The state of a part on its page, which was just downloaded.
pub enum PageState {
    /// The part is solved, and its accepted answer is known unless it is an event's last star.
    Solved,
    /// The site takes an answer to the part.
    Open,
    /// The site takes no answer to the part. The text is the reason.
    Closed(String),
}

impl PartRecord {
    /// Loads the record of this part, or of the next unsolved part. If stars are missing, also
    /// returns the errors of the files that could not be read while counting them.
    pub fn load(app: &App, puzzle: Puzzle, part: Option<Part>) -> Result<(Self, Vec<CliError>)> {
        let store = app.workspace.store()?;
        let recorded = store.answers(puzzle, &InputId::Own)?;
        let day = StoredDay::new(store, puzzle);
        let answers = day.answers_with_page(recorded);
        let mut records = app.site.records(&app.workspace);
        let day_stars = records.stars_of(&answers);
        let part = part.or_else(|| day_stars.open_part()).unwrap_or(Part::Two);
        // The page may be old. A new page is not needed here, because it says in words whether
        // stars are missing.
        let is_page_new = false;
        let is_last_star = answers.is_last_star(part);
        let year = is_last_star.then(|| records.year(puzzle.year));
        let missing_before_last = year
            .as_ref()
            .map(|year| year.missing_before_last(is_page_new));
        let page = day.into_own_page();
        let is_page_of_other = page
            .as_ref()
            .is_ok_and(|page| !records.may_be_page_of_user(page));
        let unreadable = match missing_before_last {
            Some(1..) => records.errors,
            Some(0) | None => Vec::new(),
        };
        let record = Self {
            puzzle,
            part,
            answers,
            answers_file: app
                .workspace
                .relative_path(&store.answers_path(puzzle, &InputId::Own)),
            page,
            is_page_of_other,
            is_page_new,
            day_stars,
            missing_before_last,
            stars_on_pages: year.and_then(|year| year.on_page),
        };
        Ok((record, unreadable))
    }

    /// Loads the record again, after the page was stored or another process had the lock.
    pub fn reload(&mut self, app: &App) -> Result<()> {
        (*self, _) = Self::load(app, self.puzzle, Some(self.part))?;
        Ok(())
    }

    /// Downloads the page, takes answers and examples from it, and returns the state of the part on
    /// it. The page may show the verdict on a guess or the answer to the other part.
    pub fn download_page(&mut self, app: &App) -> SiteResult<PageState> {
        let plan = DownloadPlan {
            replaces: true,
            ..DownloadPlan::default()
        };
        let downloader = Downloader::new(&app.ui, &app.site, &app.workspace, plan)?;
        let download = downloader.puzzle(self.puzzle).page()?;
        // The stored page may also show answers that were not recorded yet.
        download.learned.report(&app.ui, self.puzzle);
        if let FileOrigin::Outdated(error) = download.origin {
            return Err(error);
        }
        self.reload(app)?;
        self.is_page_new = true;
        Ok(self.state_on_page())
    }

    /// Changes the recorded answers.
    pub fn edit<T>(
        &mut self,
        app: &App,
        change: impl FnOnce(&mut RecordedAnswers) -> T,
    ) -> Result<T> {
        let store = app.workspace.store()?;
        let (result, recorded) = store.edit_answers(self.puzzle, &InputId::Own, |answers| {
            let result = change(answers);
            (result, answers.clone())
        })?;
        self.answers = KnownAnswers::in_file(recorded, self.puzzle, self.answers.parts)
            .with_page(self.page.as_ref().map_err(|why| *why));
        Ok(result)
    }

    /// The known stars of the day, with the current answers.
    ///
    /// The star of another part may show this part as solved, but it may be known only from the
    /// files of another account. So it does not count against a new page, which shows the part
    /// itself.
    pub fn stars(&self) -> KnownStars {
        let has_new_page = self.is_page_new && self.page.is_ok();
        KnownStars {
            stored: self.answers.solved(),
            required: if has_new_page {
                [false; 2]
            } else {
                self.day_stars.required
            },
            ..self.day_stars
        }
    }

    /// True if the part is known to be solved.
    pub fn is_solved(&self) -> bool {
        self.stars().is_solved(self.part)
    }

    /// The reason why a new page must show whether the site takes an answer. `None` if no page is
    /// needed.
    pub fn why_page_needed(&self) -> Option<&'static str> {
        if self.is_page_new {
            return None;
        }
        if self.is_page_of_other {
            Some("the stored page and the session show different users")
        } else if self.answers.unknown_guess().is_some() {
            Some("the verdict on a guess is not known")
        } else if self.answers.recorded.was_wrong_level(self.part) {
            Some("the site called the last answer the wrong level")
        } else if self.accepted(self.part).is_some() {
            Some("the stored page shows the part as open, but its answer is recorded")
        } else if self.is_last_star() {
            Some("it is the last star of an event")
        } else if self.part == Part::Two && self.was_part1_open() {
            Some("part 1 was open when the site last showed it")
        } else {
            None
        }
    }

    /// The state of the part on its new page. `None` if the page is not new, because only a page
    /// that was just downloaded shows whether the site takes an answer.
    pub fn state_on_new_page(&self) -> Option<PageState> {
        self.is_page_new.then(|| self.state_on_page())
    }

    fn state_on_page(&self) -> PageState {
        let page = match &self.page {
            Ok(page) => page,
            Err(why) => return PageState::Closed(self.reason_without_page(*why)),
        };
        if page.has_solved(self.part) {
            if self.accepted(self.part).is_some() || self.is_last_star() {
                return PageState::Solved;
            }
            return PageState::Closed(NO_ANSWER_ON_PAGE.to_owned());
        }
        if self.part == Part::Two && !page.has_solved(Part::One) {
            let command = format!("aoc submit {} --part 1", self.puzzle);
            return PageState::Closed(format!("part 1 comes first; `{command}` submits it"));
        }
        match page.refusal_of_last_star() {
            Some(says) => PageState::Closed(format!("the site says: {says}")),
            None => PageState::Open,
        }
    }

    /// The reason why the site may not take an answer, if the downloaded page cannot be used.
    pub fn reason_without_page(&self, why: UnusablePage) -> String {
        match why {
            UnusablePage::OtherAccount => {
                "the page shows another input than the stored one; use the session and the input of \
                 one account"
                    .to_owned()
            }
            UnusablePage::Missing => {
                "another program has removed the page that was downloaded; try again".to_owned()
            }
            UnusablePage::NotCheckedOut(tool) => format!("the page {tool}"),
            UnusablePage::Damaged => format!(
                "another program has damaged the page that was downloaded; `aoc fetch {} --force` \
                 replaces it",
                self.puzzle
            ),
        }
    }

    /// True if the site showed part 1 as open. Part 1 may have been solved since then.
    fn was_part1_open(&self) -> bool {
        let is_known = self.page.is_ok() || self.day_stars.on_site.is_some();
        is_known && !self.stars().is_solved(Part::One)
    }

    pub fn is_last_star(&self) -> bool {
        self.answers.is_last_star(self.part)
    }

    /// The accepted answer to a part.
    pub fn accepted(&self, part: Part) -> Option<&str> {
        self.answers.accepted(part)
    }

    /// The name of the part in messages.
    pub fn name(&self) -> String {
        format!("{} part {}", self.puzzle, self.part)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::submit::SubmitPlan;
    use crate::submit::testing::{app, record};
    use crate::testing::write;

    /// Another program may change the file after the download.
    #[test]
    fn a_page_that_cannot_be_used_is_not_called_that_of_another_account() {
        let (temp, app) = app("");
        for (html, expected) in [
            (None, "another program has removed the page"),
            (Some("<html>"), "another program has damaged the page"),
        ] {
            if let Some(html) = html {
                write(temp.path(), "inputs/year2016/day08.html", html);
            }
            let mut record = record(&app, &SubmitPlan::default());
            assert_eq!(record.answers.is_page_damaged, html.is_some(), "{expected}");
            record.is_page_new = true;
            let Some(PageState::Closed(why)) = record.state_on_new_page() else {
                panic!("{expected}");
            };
            assert!(why.starts_with(expected), "{why}");
        }
    }

    /// The number of days of 2026 is only expected. The page of another account shows the parts, but
    /// not the answers to this input.
    #[test]
    fn the_page_of_another_account_shows_that_part_2_has_an_answer() {
        let (temp, app) = app("");
        let puzzle = Puzzle::of(2026, 12);
        let html = "<title>Day 12 - Advent of Code 2026</title><main><article><h2>T</h2></article>\
                    <p>Your puzzle answer was <code>7</code>.</p><p>Your puzzle input is \
                    <code>theirs</code>.</p>";
        let field = "<form><input name=level value=2><input name=answer></form>";
        write(temp.path(), "inputs/year2026/day12.txt", "mine\n");
        for (below, is_last_star) in [("", true), (field, false)] {
            let html = format!("{html}{below}</main>");
            write(temp.path(), "inputs/year2026/day12.html", html);
            let (mut record, _) = PartRecord::load(&app, puzzle, Some(Part::Two)).unwrap();
            assert!(matches!(record.page, Err(UnusablePage::OtherAccount)));
            assert_eq!(record.is_last_star(), is_last_star, "{below}");
            assert_eq!(record.accepted(Part::One), None, "{below}");
            let change = |answers: &mut RecordedAnswers| answers.accept(Part::Two, "8");
            record.edit(&app, change).unwrap();
            assert_eq!(record.is_last_star(), is_last_star, "{below}");
            let accepted = (!is_last_star).then_some("8");
            assert_eq!(record.accepted(Part::Two), accepted, "{below}");
        }
    }

    #[test]
    fn solved_parts_are_known_from_the_answers() {
        let guess = |verdict: &str| {
            format!(
                "[[guess]]\npart = 1\nanswer = 5\nverdict = '{verdict}'\ntime = \
                 2020-12-22T05:00:00Z\n"
            )
        };
        for (answers, is_solved, is_unknown) in [
            (String::new(), false, false),
            ("part1 = 1".to_owned(), true, false),
            (guess("wrong"), false, false),
            (guess("right"), true, false),
            (guess("unknown"), false, true),
        ] {
            let (_temp, app) = app(&answers);
            let plan = SubmitPlan {
                part: Some(Part::One),
                ..SubmitPlan::default()
            };
            let record = record(&app, &plan);
            assert_eq!(record.is_solved(), is_solved, "{answers}");
            let unknown = record.answers.unknown_guess();
            assert_eq!(unknown.is_some(), is_unknown, "{answers}");
        }
    }
}
