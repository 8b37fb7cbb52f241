//! Gets inputs and pages from the disk or the site. Only one process at a time downloads a file.
//! The accepted answers and examples of a page are added to the other files under `inputs/`.

use std::cell::Cell;
use std::fs::metadata;
use std::path::{Path, PathBuf};
use std::time::Duration;

use aoc_solution::Part;
use aoc_solution::letters::Comparison;
use chrono::{DateTime, Utc};
use serde::Serialize;

use super::examples::hint_for_examples;
use crate::app::{App, FailedFile, SiteAccess, Ui, Workspace, watch_key};
use crate::error::Result;
use crate::files::Lock;
use crate::inputs::{Store, check_place, compare_answers};
use crate::puzzle::Puzzle;
use crate::records::DayExamples;
use crate::reporter::{Spinner, count_down, wait_out};
use crate::runner::MissingExample;
use crate::site::{
    CLOCK_ERROR, PuzzlePage, Retries, SiteClient, SiteError, SiteErrorKind, SiteResult,
    extract_examples,
};
use crate::terminal::plural;

/// The back-off step at which pauses stop growing, at about half a minute.
const LONGEST_PAUSE: u32 = 6;

/// The longest `Retry-After` that is honoured at an unlock.
const LONGEST_WAIT: Duration = Duration::from_mins(15);

/// The back-off step for a puzzle that the site still calls locked: a pause of two to three
/// seconds.
const PAUSE_IF_LOCKED: u32 = 2;

/// The stored page of a puzzle.
pub struct Download {
    /// The path, relative to the current folder if the file is below it.
    pub path: PathBuf,
    pub page: PuzzlePage,
    /// Where the page came from. It may lack a part if it was not replaced because of an error.
    pub origin: SiteResult<Origin>,
    pub learned: Learned,
}

/// The answers and examples that were taken from a page.
#[derive(Default, Serialize)]
pub struct Learned {
    /// The parts whose accepted answers were recorded.
    accepted: Vec<u8>,
    /// The examples; `None` if their file did not change.
    examples: Option<LearnedExamples>,
}

/// The examples that were written to the file.
#[derive(Serialize)]
struct LearnedExamples {
    file: PathBuf,
    #[serde(rename = "sure")]
    certain: usize,
    /// The number of examples that are comments in the file.
    #[serde(rename = "unsure")]
    doubtful: usize,
    /// The kind of missing example, if none is certain and the user was not told before.
    #[serde(skip)]
    unclear: Option<MissingExample>,
}

impl Learned {
    /// Tells what was taken. Returns false if nothing was.
    pub fn tell(&self, ui: &Ui, puzzle: Puzzle) -> bool {
        let mut notes = Vec::new();
        match self.accepted[..] {
            [] => {}
            [part] => notes.push(format!("recorded the accepted answer to part {part}")),
            _ => notes.push("recorded the accepted answers to both parts".to_owned()),
        }
        if let Some(LearnedExamples {
            file,
            certain,
            unclear,
            ..
        }) = &self.examples
        {
            if *certain > 0 {
                let count = plural(*certain, "example");
                notes.push(format!("wrote {count} to {}", file.display()));
            }
            notes.extend(unclear.map(|unclear| hint_for_examples(ui, file, unclear)));
        }
        if notes.is_empty() {
            return false;
        }
        ui.note(format!("{puzzle}: {}", notes.join("; ")));
        true
    }
}

/// The options of a download.
#[derive(Default)]
pub struct DownloadPlan {
    /// Whether files that exist are downloaded again and replaced.
    pub replaces: bool,
    /// How long to wait for the unlock; then the download begins. `Some`, even zero, also retries
    /// failures of the server. `None`: neither.
    pub max_wait: Option<Duration>,
    /// The part that the page must show; `None` for all parts that the session can see.
    pub part: Option<Part>,
    /// Whether a missing page may be downloaded without a session, as the public sees it.
    pub is_public: bool,
}

/// The position of a puzzle among those that are downloaded.
#[derive(Clone, Copy)]
pub struct Position {
    /// The number, from 1.
    pub number: usize,
    pub of: usize,
}

/// A file of the site that a puzzle needs.
struct RequestedFile<'a> {
    /// Whether the site sends the file only with a session.
    needs_session: bool,
    /// Whether the stored file is sufficient.
    is_stored: &'a dyn Fn() -> SiteResult<bool>,
    /// Requests the file and stores it.
    request: &'a dyn Fn(&SiteClient) -> SiteResult<()>,
}

/// Gets inputs and pages.
pub struct Downloader<'a> {
    pub ui: &'a Ui,
    pub site: &'a SiteAccess,
    pub workspace: &'a Workspace,
    /// The position, which is shown during a download; `None` for a single puzzle.
    pub position: Option<Position>,
    /// The store of the workspace.
    store: &'a Store,
    pub plan: DownloadPlan,
}

/// The download of a puzzle's files, which only one process does at a time.
pub struct PuzzleDownload<'a> {
    downloader: &'a Downloader<'a>,
    puzzle: Puzzle,
    /// Whether the site has just sent the puzzle's input, so that it is open whatever the clocks
    /// say.
    is_certainly_open: bool,
    /// The lock, held from the input's request to the end of the page's. After a failure it is
    /// released, because the next try may take long.
    lock: Option<Lock>,
    /// Whether the user was told that another process downloads the puzzle.
    has_told_wait: Cell<bool>,
}

/// The file that contains an input.
pub struct InputFile {
    pub path: PathBuf,
    pub origin: Origin,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// It existed. Perhaps another process downloaded it a moment ago.
    Stored,
    /// It was downloaded just now.
    Downloaded,
}

impl<'a> Downloader<'a> {
    /// A downloader for missing inputs and pages.
    pub fn of(app: &'a App) -> Result<Self> {
        Self::new(&app.ui, &app.site, &app.workspace, DownloadPlan::default())
    }

    /// Creates a downloader without making a request.
    pub fn new(
        ui: &'a Ui,
        site: &'a SiteAccess,
        workspace: &'a Workspace,
        plan: DownloadPlan,
    ) -> Result<Self> {
        let store = workspace.store()?;
        Ok(Self {
            ui,
            site,
            workspace,
            store,
            plan,
            position: None,
        })
    }

    /// True if a request is needed to get the page.
    pub fn needs_page(&self, puzzle: Puzzle) -> bool {
        self.plan.replaces || !self.store.has_page(puzzle)
    }

    /// Prepares the download of a puzzle without making a request.
    pub fn puzzle(&'a self, puzzle: Puzzle) -> PuzzleDownload<'a> {
        PuzzleDownload {
            downloader: self,
            puzzle,
            is_certainly_open: false,
            lock: None,
            has_told_wait: Cell::new(false),
        }
    }

    /// Requests the page and stores it, unless it shows less than the stored one.
    fn replace_page(&self, client: &SiteClient, puzzle: Puzzle, path: &Path) -> SiteResult<()> {
        // If a session is needed, it was found before.
        let new = client.page(puzzle, self.site.session().ok(), self.retries())?;
        let old = PuzzlePage::stored(self.store, puzzle);
        let shows_less = new.page.parts.len() < old.parts.len();
        if shows_less && !self.store.is_other_input(puzzle, old.input()) {
            self.ui.note(format!(
                "{puzzle}: the page now shows fewer parts than the cached one, which is kept; is \
                 this the session of another account?"
            ));
            return Ok(());
        }
        Ok(self.store.write(path, new.text.as_bytes())?)
    }

    /// Whether the stored page is sufficient. Fails if it is not, but no more pages are
    /// requested.
    fn is_enough(&self, puzzle: Puzzle) -> SiteResult<bool> {
        if self.needs_page(puzzle) {
            return Ok(false);
        }
        let page = PuzzlePage::stored(self.store, puzzle);
        let is_enough = match self.plan.part {
            Some(Part::One) => true,
            Some(part) => page.part(part).is_some(),
            None => !self.may_show_more(puzzle, &page),
        };
        if !is_enough && !self.site.allows_pages() {
            return Err(SiteError::not_tried());
        }
        Ok(is_enough)
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
        if site.is_offline || !site.allows_pages() {
            return false;
        }
        if site.session().is_err() {
            return false;
        }
        let known = site.stored_replies().stars();
        if let Some(year) = known.of_year(puzzle.year)
            && !year
                .shown_at
                .is_some_and(|shown_at| self.is_page_newer(puzzle, shown_at))
        {
            let stars = year.of_day(puzzle.day);
            for part in Part::BOTH {
                let has_star = u8::from(part) <= stars;
                if has_star && !page.has_solved(part) {
                    return true;
                }
            }
        }
        page.logged_out
    }

    /// Whether the page was certainly stored after the site showed the stars. In that case it
    /// lacks an answer for another reason, and a request would not help.
    fn is_page_newer(&self, puzzle: Puzzle, shown_at: DateTime<Utc>) -> bool {
        let path = self.store.page_path(puzzle);
        let Ok(modified) = metadata(path).and_then(|metadata| metadata.modified()) else {
            return false;
        };
        self.site
            .time()
            .is_certainly_newer(modified.into(), shown_at)
    }

    /// At an unlock, this file repeats requests itself.
    fn retries(&self) -> Retries {
        match self.plan.max_wait {
            Some(_) => Retries::ByCaller,
            None => Retries::Few,
        }
    }

    /// Counts down to the unlock. Fails if it is further away than `max_wait` by the site's
    /// clock.
    fn await_unlock(
        &self,
        client: &SiteClient,
        puzzle: Puzzle,
        max_wait: Duration,
    ) -> SiteResult<()> {
        client.check_unlocked(puzzle, max_wait)?;
        count_down(self.ui.console(), &format!("{puzzle} unlocks"), || {
            SiteResult::Ok(client.time().until_unlocked(puzzle))
        })
    }

    /// Waits before the next request for an unlocked puzzle, and tells the reason.
    fn pause(&self, client: &SiteClient, puzzle: Puzzle, error: &SiteError, tries: u32) {
        let (why, pause) = match error.kind {
            SiteErrorKind::Locked | SiteErrorKind::NotFound => (
                "still locked according to the site",
                client.pause(PAUSE_IF_LOCKED),
            ),
            kind => (
                &*error.message,
                client
                    .pause(tries.min(LONGEST_PAUSE))
                    .max(kind.retry_after()),
            ),
        };
        wait_out(self.ui.console(), pause, |left| {
            format!("{puzzle}: {why}; trying again in {left}, Ctrl-C gives up")
        });
    }

    /// Records the accepted answers on the page that are not recorded yet. This may settle a
    /// guess with an unknown verdict. Text that people wrote is never changed.
    fn record_answers(
        &self,
        puzzle: Puzzle,
        page: &PuzzlePage,
        learned: &mut Learned,
    ) -> Result<()> {
        if self.store.is_other_input(puzzle, page.input()) {
            let path = self
                .workspace
                .relative_path(&self.store.input_path(puzzle, None));
            self.ui.warning(format!(
                "{puzzle}: the page shows another input than {}, so its answers were not \
                 recorded; is this the session of another account?",
                path.display()
            ));
        } else {
            let file = self
                .workspace
                .relative_path(&self.store.answers_path(puzzle, None));
            self.store.edit_answers(puzzle, None, |answers| {
                for part in Part::BOTH {
                    let Some(answer) = page.answer(part) else {
                        continue;
                    };
                    answers.confirm(part, answer);
                    let Some(recorded) = answers.accepted(part) else {
                        answers.accept(part, answer);
                        learned.accepted.push(part.into());
                        continue;
                    };
                    if compare_answers(recorded, answer) == Comparison::Different {
                        self.ui.warning(format!(
                            "{puzzle} part {part}: the site accepted {answer}, but {} has \
                             {recorded}, which is kept; `aoc accept {puzzle} ANSWER --part {part} \
                             --force` corrects it",
                            file.display()
                        ));
                    }
                }
            })?;
        }
        Ok(())
    }

    /// Writes the examples of the page, unless the file has them already or people have written
    /// it. Examples are recognised more reliably if the input exists.
    fn record_examples(
        &self,
        puzzle: Puzzle,
        page: &PuzzlePage,
        learned: &mut Learned,
    ) -> Result<()> {
        // Examples can be found even if the input cannot be read.
        let input = self.store.input(puzzle, None).ok().flatten();
        let extracted = extract_examples(page, puzzle, input.as_deref());
        if !self.store.write_examples(puzzle, &extracted)? {
            return Ok(());
        }
        let certain = extracted
            .iter()
            .filter(|example| example.trust.is_active())
            .count();
        let missing = DayExamples::find(self.store, puzzle)?.missing;
        let unclear = missing.filter(|&missing| {
            // The user is told only once.
            matches!(missing, MissingExample::Likely(_))
                && self.site.told().mark_unclear_page(puzzle, missing)
        });
        let path = self.store.examples_path(puzzle);
        learned.examples = Some(LearnedExamples {
            file: self.workspace.relative_path(&path),
            certain,
            doubtful: extracted.len() - certain,
            unclear,
        });
        Ok(())
    }
}

impl<'a> PuzzleDownload<'a> {
    /// Gets the input.
    pub fn input(&mut self) -> SiteResult<InputFile> {
        let downloader = self.downloader;
        let puzzle = self.puzzle;
        let Downloader { site, store, .. } = downloader;
        if let Some(kind) = site.missing_input(puzzle) {
            // The reason was told when it failed.
            let typed = format!("`aoc fetch {puzzle}`");
            let how = downloader.ui.hint(&typed, watch_key::RUN);
            return Err(
                SiteError::new(kind, "its download failed").with_hint(format!("{how} tries again"))
            );
        }
        let account = site.account.as_ref();
        let path = store.input_path(puzzle, account);
        check_place(&path)?;
        let origin = self.download(&RequestedFile {
            needs_session: true,
            is_stored: &|| Ok(!downloader.plan.replaces && store.has_input(puzzle, account)),
            request: &|client| {
                let input = client.input(puzzle, site.session()?, downloader.retries())?;
                Ok(store.write(&path, &input)?)
            },
        });
        if let Err(error) = &origin {
            // At an unlock the request is repeated, so this is not a final failure.
            let waits = downloader.plan.max_wait.is_some();
            if !(waits && error.kind == SiteErrorKind::Locked) {
                site.record_failure(FailedFile::Input(puzzle), error);
            }
        }
        let origin = origin?;
        if origin == Origin::Downloaded {
            self.is_certainly_open = true;
        }
        Ok(InputFile { path, origin })
    }

    /// Gets the page of the default account, and adds its answers and examples to the other
    /// files. A page that shows less than the stored one is not stored.
    pub fn page(mut self) -> SiteResult<Download> {
        let downloader = self.downloader;
        let puzzle = self.puzzle;
        let Downloader { plan, store, .. } = downloader;
        let is_public = plan.is_public && downloader.needs_page(puzzle);
        let needs_session = match plan.part {
            Some(Part::One) => false,
            Some(Part::Two) => true,
            None => !is_public,
        };
        let path = store.page_path(puzzle);
        check_place(&path)?;
        let origin = self.download(&RequestedFile {
            needs_session,
            is_stored: &|| downloader.is_enough(puzzle),
            request: &|client| downloader.replace_page(client, puzzle, &path),
        });
        // The lock may be that of the folder, which is locked again while answers are recorded.
        self.lock = None;
        let page = PuzzlePage::stored(store, puzzle);
        if let Err(error) = &origin {
            downloader.site.record_failure(FailedFile::Page, error);
        }
        if (plan.replaces || page.parts.is_empty())
            && let Err(error) = origin
        {
            return Err(error);
        }
        let mut learned = Learned::default();
        if !page.parts.is_empty() {
            let answers = downloader.record_answers(puzzle, &page, &mut learned);
            let examples = downloader.record_examples(puzzle, &page, &mut learned);
            // A failure is only a warning, because the page itself is stored.
            for error in answers.err().into_iter().chain(examples.err()) {
                downloader.ui.warning(format!("{puzzle}: {error:#}"));
            }
        }
        Ok(Download {
            path: downloader.workspace.relative_path(&path),
            learned,
            page,
            origin,
        })
    }

    /// Downloads a file unless it is stored.
    fn download(&mut self, file: &RequestedFile) -> SiteResult<Origin> {
        self.downloader.store.check_folder()?;
        if (file.is_stored)()? {
            return Ok(Origin::Stored);
        }
        let client = self.client(file.needs_session)?;
        match self.downloader.plan.max_wait {
            Some(max_wait) => self.download_at_unlock(client, file, max_wait),
            None => self.download_once(client, file),
        }
    }

    /// The client. Fails if it is known that the request would fail.
    fn client(&self, needs_session: bool) -> SiteResult<&'a SiteClient> {
        let puzzle = self.puzzle;
        let site = self.downloader.site;
        if site.is_offline {
            return Err(SiteError::offline());
        }
        let client = site.client();
        // Without a wait, a locked puzzle is reported as locked, whatever the session is.
        let waits = self.downloader.plan.max_wait.is_some();
        if !waits && !self.is_certainly_open {
            client.check_unlocked(puzzle, CLOCK_ERROR)?;
        }
        // The session is checked before a wait, which may take hours.
        if needs_session {
            site.session()?;
        }
        if !site.allows_requests() {
            return Err(SiteError::not_tried());
        }
        Ok(client)
    }

    /// Waits for the unlock and downloads the file. Repeats both while the site says that the
    /// puzzle is locked, or fails, as it may under the load of an unlock.
    fn download_at_unlock(
        &mut self,
        client: &SiteClient,
        file: &RequestedFile,
        max_wait: Duration,
    ) -> SiteResult<Origin> {
        let downloader = self.downloader;
        let puzzle = self.puzzle;
        if !self.is_certainly_open {
            downloader.await_unlock(client, puzzle, max_wait)?;
        }
        let mut tries = 1;
        loop {
            let error = match self.download_once(client, file) {
                Ok(origin) => return Ok(origin),
                Err(error) => error,
            };
            let is_last = tries >= error.kind.traits().max_tries_at_unlock;
            let is_locked = error.kind == SiteErrorKind::Locked;
            let is_too_long = error.kind.retry_after() > LONGEST_WAIT;
            if is_locked && max_wait.is_zero() || is_last || is_too_long {
                return Err(error);
            }
            // If the reply's date is before the unlock, the countdown continues.
            if client.time().until_unlocked(puzzle).is_none() {
                downloader.pause(client, puzzle, &error, tries);
            }
            downloader.await_unlock(client, puzzle, max_wait)?;
            tries += 1;
        }
    }

    /// Makes one request for the file, unless another process has downloaded it in the meantime.
    fn download_once(&mut self, client: &SiteClient, file: &RequestedFile) -> SiteResult<Origin> {
        self.downloader.store.probe(self.puzzle)?;
        self.acquire_lock();
        let origin = self.request(client, file);
        if origin.is_err() {
            self.lock = None;
        }
        origin
    }

    /// Waits until no other process downloads the puzzle, and tells the user once.
    fn acquire_lock(&mut self) {
        if self.lock.is_some() {
            return;
        }
        let puzzle = self.puzzle;
        let Downloader {
            ui, site, store, ..
        } = self.downloader;
        let account = site.account.as_ref();
        self.lock = store.lock(puzzle, account, || {
            if !self.has_told_wait.replace(true) {
                ui.note(format!(
                    "{puzzle}: waiting for another aoc that downloads it"
                ));
            }
        });
    }

    fn request(&self, client: &SiteClient, file: &RequestedFile) -> SiteResult<Origin> {
        if (file.is_stored)()? {
            return Ok(Origin::Stored);
        }
        let Downloader { ui, position, .. } = self.downloader;
        let what = format!("fetching {}", self.puzzle);
        let _spinner = match position {
            None => Spinner::new(ui.stderr, &what),
            Some(Position { number, of }) => {
                Spinner::of_several(ui.stderr, &format!("{what}  {number}/{of}"), *number, *of)
            }
        };
        (file.request)(client)?;
        Ok(Origin::Downloaded)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::app::args::GlobalArgs;
    use crate::config::Environment;
    use crate::inputs::InputName;
    use crate::testing::{environment, project};

    /// After the user has created the folder or logged in, `watch` continues without a restart.
    #[test]
    fn what_the_user_can_mend_is_tried_again() {
        let missing_folder = ("AOC_INPUTS", "nosuch");
        let puzzle = Puzzle::of(2016, 8);
        for (variables, offline, account, is_final) in [
            (vec![missing_folder], false, None, false),
            (vec![], false, None, false),
            (vec![], true, None, true),
            // The input of another account is a different one.
            (vec![], true, Some("work"), false),
            (vec![missing_folder], false, Some("work"), false),
        ] {
            let (temp, _) = project(&[]);
            let variables = [variables, vec![("AOC_BASE_URL", "http://127.0.0.1:9")]].concat();
            let environment = Environment {
                now: || "2026-12-25T05:00:00Z".parse().unwrap(),
                ..environment(temp.path(), &variables)
            };
            let global = GlobalArgs {
                offline,
                quiet: true,
                ..GlobalArgs::default()
            };
            let app = App::new(environment, &global);
            let account: Option<InputName> = account.map(|name| name.parse().unwrap());
            let site = match account {
                Some(_) => app.site.of_account(account),
                None => app.site.clone(),
            };
            let plan = DownloadPlan::default();
            let downloader = Downloader::new(&app.ui, &site, &app.workspace, plan).unwrap();
            let error = downloader.puzzle(puzzle).input().err().expect("no input");
            let is_kept = app.site.missing_input(puzzle).is_some();
            assert_eq!(is_kept, is_final, "{}", error.message);
        }
    }

    /// Only an example that `aoc test --take` offers for the open part is mentioned.
    #[test]
    fn a_page_is_unclear_if_the_open_part_may_have_an_example() {
        let numbers = "<pre><code>5\n6\n</code></pre>";
        let value = "<p>It may be <code><em>11</em></code>.</p>";
        let question = "<p><em>What is it?</em></p>";
        let codes = "<code>3</code> ".repeat(30);
        let unknown = Puzzle::of(2036, 1);
        let other_rules = Puzzle::of(2016, 13);
        let unclear = [numbers, value, question].concat();
        for (puzzle, part1, part2, solved, expected) in [
            (unknown, &*unclear, "", 0, Some(Part::One)),
            (unknown, question, "", 0, None),
            (unknown, &*unclear, question, 1, None),
            (unknown, &*unclear, &*unclear, 1, Some(Part::Two)),
            (unknown, &*unclear, &*unclear, 2, None),
            (other_rules, &*codes, "", 0, None),
        ] {
            let (temp, _) = project(&[]);
            let app = App::new(environment(temp.path(), &[]), &GlobalArgs::default());
            let site = app.site.of_account(None);
            let plan = DownloadPlan::default();
            let downloader = Downloader::new(&app.ui, &site, &app.workspace, plan).unwrap();
            let mut page = String::new();
            for (index, text) in [part1, part2].into_iter().enumerate() {
                page += &format!("<article class=\"day-desc\">{text}</article>");
                if index < solved {
                    page += "<p>Your puzzle answer was <code>7</code>.</p>";
                }
            }
            let Puzzle { year, day } = puzzle;
            let title = format!("<title>Day {day} - Advent of Code {year}</title>");
            let page = format!("{title}<main>{page}</main>");
            downloader
                .store
                .write(&downloader.store.page_path(puzzle), &page)
                .unwrap();
            let page = PuzzlePage::parse(&page);
            let mut learned = Learned::default();
            downloader
                .record_examples(puzzle, &page, &mut learned)
                .unwrap();
            let told = learned.examples.and_then(|examples| examples.unclear);
            assert_eq!(
                told,
                expected.map(MissingExample::Likely),
                "{puzzle} {part1} {part2} {solved}"
            );
            // The file of a page that was mentioned is still reported.
            if told.is_some() {
                fs::remove_file(downloader.store.examples_path(puzzle)).unwrap();
                let mut learned = Learned::default();
                downloader
                    .record_examples(puzzle, &page, &mut learned)
                    .unwrap();
                let again = learned.examples.expect("a file that was written");
                assert_eq!((again.unclear, again.doubtful), (None, 1));
            }
        }
    }
}
