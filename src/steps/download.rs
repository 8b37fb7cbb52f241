//! Gets inputs and pages from the disk or the site. Only one process downloads a file.
//! The accepted answers and examples of a page are added to the other files under
//! `inputs/`.

use std::fs::metadata;
use std::path::{Path, PathBuf};
use std::time::Duration;

use aoc_solution::Part;
use chrono::{DateTime, Utc};
use serde::Serialize;

use super::examples::hint_for_examples;
use crate::app::{App, SiteAccess, Ui, Workspace};
use crate::error::Result;
use crate::inputs::{Example, Store, Trust, check_place};
use crate::puzzle::{Puzzle, unlock};
use crate::reporter::{Spinner, count_down, wait_out};
use crate::runner::MissingExample;
use crate::site::{
    CLOCK_ERROR, PuzzlePage, Retries, SiteClient, SiteError, SiteErrorKind, SiteResult,
    extract_examples,
};
use crate::terminal::plural;

/// While the site is down the pauses no longer grow after this many tries: half a minute, or
/// a little more.
const LONGEST_PAUSE: u32 = 6;

/// A server that asks for a longer pause is not waited for at an unlock.
const LONGEST_WAIT: Duration = Duration::from_mins(15);

/// The possible error of comparing a file's time with one of the site.
const INACCURACY: Duration = Duration::from_secs(5);

/// A puzzle that the site still calls locked is asked for again after the pause that follows
/// this many tries: two to three seconds.
const PAUSE_IF_LOCKED: u32 = 2;

/// The stored page of a puzzle.
pub struct Download {
    /// Relative to the current folder if it is below it.
    pub path: PathBuf,
    pub page: PuzzlePage,
    pub outcome: PageOutcome,
    pub learned: Learned,
}

/// What became of the request for a page that is stored now.
pub enum PageOutcome {
    /// The stored page was enough, so there was no request.
    Stored,
    Downloaded,
    /// The stored page may lack a part, and this is why it was not replaced.
    Outdated(SiteError),
}

impl From<Origin> for PageOutcome {
    fn from(origin: Origin) -> Self {
        match origin {
            Origin::Stored => Self::Stored,
            Origin::Downloaded => Self::Downloaded,
        }
    }
}

/// What was taken from a page.
#[derive(Default, Serialize)]
pub struct Learned {
    /// The parts whose accepted answers were recorded.
    accepted: Vec<u8>,
    /// `None` if the file of examples did not change.
    examples: Option<LearnedExamples>,
}

/// The examples that were written.
#[derive(Serialize)]
struct LearnedExamples {
    file: PathBuf,
    #[serde(rename = "sure")]
    certain: usize,
    /// The number of those that stand in the file as comments.
    #[serde(rename = "unsure")]
    doubtful: usize,
    /// What is said if nothing is certain, and it was not said before.
    #[serde(skip)]
    unclear: Option<MissingExample>,
}

impl Learned {
    /// Says what was taken. Returns whether it was anything.
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

/// What is downloaded, and when.
#[derive(Default)]
pub struct DownloadPlan {
    /// Whether files that exist are downloaded again and replaced.
    pub replaces: bool,
    /// The longest wait for the unlock of a locked puzzle, whose download then begins at
    /// once. At the unlock a server that fails is waited for, too, also with a wait of zero;
    /// `None` if nothing is waited for.
    pub max_wait: Option<Duration>,
    /// The part that the page must show; `None` for all that the session shows.
    pub part: Option<Part>,
    /// Whether a missing page may be downloaded without a session, as everyone sees it.
    pub is_public: bool,
}

/// The place of a puzzle among those that are downloaded.
#[derive(Clone, Copy)]
pub struct Position {
    /// From 1.
    pub number: usize,
    pub of: usize,
}

/// Whether a file is sent without a session too.
#[derive(Clone, Copy, PartialEq)]
enum SessionNeed {
    Needed,
    NotNeeded,
}

/// What is known of a puzzle's unlock.
#[derive(Clone, Copy, PartialEq)]
pub enum Openness {
    /// The clocks decide.
    ByClock,
    /// The site has just sent the puzzle's input, so it is unlocked, whatever the clocks say.
    Shown,
}

/// A file of the site that may be needed.
struct RequestedFile<'a> {
    puzzle: Puzzle,
    session_need: SessionNeed,
    openness: Openness,
    /// Whether the stored file is enough.
    is_stored: &'a dyn Fn() -> SiteResult<bool>,
    /// Requests the file, and stores it.
    request: &'a dyn Fn(&SiteClient) -> SiteResult<()>,
}

/// Gets inputs and pages.
pub struct Downloader<'a> {
    pub ui: &'a Ui,
    pub site: &'a SiteAccess,
    pub workspace: &'a Workspace,
    /// It is shown while a file is downloaded; `None` for a single puzzle.
    pub position: Option<Position>,
    /// The repository of this store may have been moved.
    pub store: Store,
    pub plan: DownloadPlan,
}

/// The file of an input.
pub struct InputFile {
    pub path: PathBuf,
    pub origin: Origin,
}

/// Where a file is from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// It was there, perhaps since another process downloaded it a moment ago.
    Stored,
    /// It was downloaded now.
    Downloaded,
}

impl<'a> Downloader<'a> {
    /// For inputs and pages that are missing.
    pub fn of(app: &'a App) -> Result<Self> {
        Self::new(&app.ui, &app.site, &app.workspace, DownloadPlan::default())
    }

    /// Makes no request yet.
    pub fn new(
        ui: &'a Ui,
        site: &'a SiteAccess,
        workspace: &'a Workspace,
        plan: DownloadPlan,
    ) -> Result<Self> {
        let store = workspace.store()?.clone();
        Ok(Self {
            ui,
            site,
            workspace,
            store,
            plan,
            position: None,
        })
    }

    /// True if getting the page needs a request.
    pub fn needs_page(&self, puzzle: Puzzle) -> bool {
        self.plan.replaces || !self.store.has_page(puzzle)
    }

    /// Gets the input.
    pub fn input(&self, puzzle: Puzzle) -> SiteResult<InputFile> {
        if let Some(error) = self.site.missing_input(puzzle) {
            return Err(error);
        }
        let account = self.site.account.as_ref();
        let path = self.store.input_path(puzzle, account);
        check_place(&path)?;
        let origin = self.download(&RequestedFile {
            puzzle,
            session_need: SessionNeed::Needed,
            openness: Openness::ByClock,
            is_stored: &|| Ok(!self.plan.replaces && self.store.has_input(puzzle, account)),
            request: &|client| {
                let input = client.input(puzzle, self.site.session()?, self.retries())?;
                Ok(self.store.write(&path, &input)?)
            },
        });
        if let Err(error) = &origin {
            self.site.record_missing_input(puzzle, error);
        }
        let origin = origin?;
        Ok(InputFile { path, origin })
    }

    /// Gets the page of the default account, and adds its answers and examples to the other
    /// files; a page that shows less is not stored.
    pub fn page(&self, puzzle: Puzzle, openness: Openness) -> SiteResult<Download> {
        let is_public = self.plan.is_public && self.needs_page(puzzle);
        let session_need = match self.plan.part {
            Some(Part::One) => SessionNeed::NotNeeded,
            None if is_public => SessionNeed::NotNeeded,
            Some(Part::Two) | None => SessionNeed::Needed,
        };
        let path = self.store.page_path(puzzle);
        check_place(&path)?;
        let origin = self.download(&RequestedFile {
            puzzle,
            session_need,
            openness,
            is_stored: &|| self.is_enough(puzzle),
            request: &|client| self.replace_page(client, puzzle, &path),
        });
        let page = PuzzlePage::stored(&self.store, puzzle);
        let outcome = match origin {
            Ok(origin) => PageOutcome::from(origin),
            Err(error) => {
                self.site.record_page_failure(&error);
                if self.plan.replaces || page.parts.is_empty() {
                    return Err(error);
                }
                PageOutcome::Outdated(error)
            }
        };
        let mut learned = Learned::default();
        if !page.parts.is_empty() {
            let answers = self.record_answers(puzzle, &page, &mut learned);
            let examples = self.record_examples(puzzle, &page, &mut learned);
            // A failure is only a warning, because the page itself is stored.
            for error in answers.err().into_iter().chain(examples.err()) {
                self.ui.warning(format!("{puzzle}: {error:#}"));
            }
        }
        Ok(Download {
            path: self.workspace.relative_path(&path),
            learned,
            page,
            outcome,
        })
    }

    /// Requests the page, and stores it unless it shows less than the stored one.
    fn replace_page(&self, client: &SiteClient, puzzle: Puzzle, path: &Path) -> SiteResult<()> {
        // A session that is needed was found before.
        let new = client.page(puzzle, self.site.session().ok(), self.retries())?;
        let old = PuzzlePage::stored(&self.store, puzzle);
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

    /// Whether the stored page is enough. Fails if it is not, but no more pages are requested.
    fn is_enough(&self, puzzle: Puzzle) -> SiteResult<bool> {
        if self.needs_page(puzzle) {
            return Ok(false);
        }
        let page = PuzzlePage::stored(&self.store, puzzle);
        let is_enough = match self.plan.part {
            Some(Part::One) => true,
            Some(part) => page.part(part).is_some(),
            None => !self.may_show_more(puzzle, &page),
        };
        if !is_enough && !self.site.is_open_for_pages() {
            return Err(SiteError::not_tried());
        }
        Ok(is_enough)
    }

    /// Whether the stored page may show more now: it was stored without a session, or before
    /// a star of the day. A command sends a session that the site refuses only once.
    fn may_show_more(&self, puzzle: Puzzle, page: &PuzzlePage) -> bool {
        let answers = self.store.answers(puzzle, None).unwrap_or_default();
        if answers.is_right(Part::One) && page.part(Part::Two).is_none() {
            return true;
        }
        let site = self.site;
        if site.is_offline || !site.is_open_for_pages() {
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

    /// Whether the page was certainly stored after the site showed the stars: then it lacks an
    /// answer for another reason, and asking again changes nothing.
    fn is_page_newer(&self, puzzle: Puzzle, shown_at: DateTime<Utc>) -> bool {
        let path = self.store.page_path(puzzle);
        let Ok(modified) = metadata(path).and_then(|metadata| metadata.modified()) else {
            return false;
        };
        let local = (self.site.config().environment.now)();
        let Ok(page_age) = (local - DateTime::<Utc>::from(modified)).to_std() else {
            return false;
        };
        page_age + INACCURACY < self.site.clock().age(shown_at).unwrap_or_default()
    }

    /// At an unlock the server is waited for in this file.
    fn retries(&self) -> Retries {
        match self.plan.max_wait {
            Some(_) => Retries::ByCaller,
            None => Retries::Few,
        }
    }

    /// Downloads a file of the puzzle unless it is stored.
    fn download(&self, file: &RequestedFile) -> SiteResult<Origin> {
        self.store.check_folder()?;
        if (file.is_stored)()? {
            return Ok(Origin::Stored);
        }
        let client = self.client(file)?;
        match self.plan.max_wait {
            Some(max_wait) => self.download_at_unlock(client, file, max_wait),
            None => self.download_once(client, file),
        }
    }

    /// The client. Fails if it is known that the request would.
    fn client(&self, file: &RequestedFile) -> SiteResult<&'a SiteClient> {
        let puzzle = file.puzzle;
        let site = self.site;
        if site.is_offline {
            return Err(SiteError::offline());
        }
        // A missing session is reported after a locked puzzle, but before waiting for hours.
        let waits = self.plan.max_wait.is_some();
        let is_unlocked = unlock(puzzle) <= site.clock().latest();
        if file.session_need == SessionNeed::Needed && (waits || is_unlocked) {
            site.session()?;
        }
        let client = site.client();
        if !waits && file.openness == Openness::ByClock {
            client.check_unlocked(puzzle, CLOCK_ERROR)?;
        }
        if !site.is_open() {
            return Err(SiteError::not_tried());
        }
        Ok(client)
    }

    /// Waits for the unlock and downloads the file, and does both again while the site says
    /// that the puzzle is locked, or fails, as it may under the load of an unlock.
    fn download_at_unlock(
        &self,
        client: &SiteClient,
        file: &RequestedFile,
        max_wait: Duration,
    ) -> SiteResult<Origin> {
        if file.openness == Openness::ByClock {
            self.await_unlock(client, file.puzzle, max_wait)?;
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
            // If the date of the reply is before the unlock, the countdown goes on.
            if client.clock.until_open(unlock(file.puzzle)).is_none() {
                self.pause(client, file.puzzle, &error, tries);
            }
            self.await_unlock(client, file.puzzle, max_wait)?;
            tries += 1;
        }
    }

    /// Counts down to the unlock. Fails if the site's clock shows that it is later than
    /// `max_wait`.
    fn await_unlock(
        &self,
        client: &SiteClient,
        puzzle: Puzzle,
        max_wait: Duration,
    ) -> SiteResult<()> {
        let unlock = unlock(puzzle);
        client.check_unlocked(puzzle, max_wait)?;
        count_down(self.ui.console(), &format!("{puzzle} unlocks"), || {
            SiteResult::Ok(client.clock.until_open(unlock))
        })
    }

    /// Waits before the next try to get an unlocked puzzle, and says why.
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

    /// Makes one request for the file, unless another process has downloaded it meanwhile.
    fn download_once(&self, client: &SiteClient, file: &RequestedFile) -> SiteResult<Origin> {
        let puzzle = file.puzzle;
        self.store.probe(puzzle)?;
        let account = self.site.account.as_ref();
        let _lock = self.store.lock(puzzle, account, || {
            self.ui.note(format!(
                "{puzzle}: waiting for another aoc that downloads it"
            ));
        });
        if (file.is_stored)()? {
            return Ok(Origin::Stored);
        }
        let mut what = format!("fetching {puzzle}");
        if let Some(Position { number, of }) = self.position {
            what += &format!("  {number}/{of}");
        }
        let _spinner = Spinner::new(self.ui.stderr, &what);
        (file.request)(client)?;
        Ok(Origin::Downloaded)
    }

    /// Records the accepted answers on the page that are not recorded yet, which may settle
    /// a guess whose verdict is unknown. Text that people wrote is never changed.
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
                    if recorded != answer {
                        self.ui.warning(format!(
                            "{puzzle} part {part}: the site accepted {answer}, but {} has \
                             {recorded}, which stays; `aoc accept {puzzle} ANSWER --part {part} \
                             --force` corrects it",
                            file.display()
                        ));
                    }
                }
            })?;
        }
        Ok(())
    }

    /// Writes the examples of the page, which are recognised more reliably if the input
    /// exists, unless the file has them already or people wrote it.
    fn record_examples(
        &self,
        puzzle: Puzzle,
        page: &PuzzlePage,
        learned: &mut Learned,
    ) -> Result<()> {
        // An unreadable input is no reason to skip them.
        let input = self.store.input(puzzle, None).ok().flatten();
        let extracted = extract_examples(page, puzzle, input.as_deref());
        if !self.store.write_examples(puzzle, &extracted)? {
            return Ok(());
        }
        let certain = extracted
            .iter()
            .filter(|example| example.trust.is_active())
            .count();
        let unclear = missing_example(page, &extracted).filter(|unclear| {
            // Said once.
            certain == 0 && self.ui.mark_unclear_page(puzzle, *unclear)
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

/// The example that a page without a certain one lacks; `None` if the part that is not solved
/// has none in doubt either.
fn missing_example(page: &PuzzlePage, extracted: &[Example]) -> Option<MissingExample> {
    // A solved part needs no other example.
    let part = Part::BOTH
        .into_iter()
        .find(|part| !page.has_solved(*part))?;
    extracted
        .iter()
        .any(|example| example.trust == Trust::Doubtful && example.answer(part).is_some())
        .then_some(MissingExample::Likely(part))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::app::args::GlobalArgs;
    use crate::config::Environment;
    use crate::inputs::InputName;
    use crate::testing::{environment, project};

    /// After creating the folder or logging in, nobody has to start `watch` again.
    #[test]
    fn what_the_user_can_mend_is_tried_again() {
        let missing_folder = ("AOC_INPUTS", "nosuch");
        let puzzle = Puzzle::of(2016, 8);
        for (variables, offline, account, is_final) in [
            (vec![missing_folder], false, None, false),
            (vec![], false, None, false),
            (vec![], true, None, true),
            // The input of another account is another one.
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
            let site = app.site.of_account(account);
            let plan = DownloadPlan::default();
            let downloader = Downloader::new(&app.ui, &site, &app.workspace, plan).unwrap();
            let error = downloader.input(puzzle).err().expect("no input");
            let is_kept = site.missing_input(puzzle).is_some();
            assert_eq!(is_kept, is_final, "{}", error.message);
        }
    }

    /// Only an example that `aoc test --take` offers for the open part is pointed out.
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
            let page = PuzzlePage::parse(&format!("<main>{page}</main>"));
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
            // Of a page that was pointed out, the file is reported all the same.
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
