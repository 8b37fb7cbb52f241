//! Sending an answer, by one process at a time: it is recorded before it is sent,
//! and what the site said of it after. Where that is not known, the page says it.

use std::cell::{Cell, RefCell};
use std::thread;
use std::time::Duration;

use aoc_solution::Part;
use chrono::{DateTime, Timelike, Utc};

use super::SubmitResult;
use super::guards::{Accepted, KnownPuzzle, check_answer, is_last_star, refused};
use crate::app::{App, Deferred, Downloader};
use crate::error::{CliError, Exit};
use crate::inputs::{Guess, Store, StoreError, Verdict, date_time};
use crate::reporter::{Countdown, Spinner};
use crate::site::{Judgement, Notice, PuzzlePage, Site, Submission};
use crate::terminal::span;

/// After a wrong answer the site takes none for this long, if it does not say: the
/// shortest time that it is known to ask for. As long no other guess follows one
/// whose verdict is not known.
const USUAL_WAIT: Duration = Duration::from_mins(1);

/// Added to what the site says, which is in whole seconds.
const MARGIN: Duration = Duration::from_secs(1);

/// The time between two looks at the clock.
const TICK: Duration = Duration::from_secs(1);

pub struct Delivery<'a> {
    pub app: &'a App,
    pub store: &'a Store,
    /// Downloads the page again.
    pub downloader: &'a Downloader<'a>,
    pub submission: Submission,
    /// `--wait`: wait for the time from which on the site takes an answer.
    pub wait: bool,
}

impl Delivery<'_> {
    /// The time from which on an answer is sent: what the site said, and a minute
    /// after a guess whose verdict is not known.
    fn not_before(&self, known: &KnownPuzzle) -> Option<DateTime<Utc>> {
        let unknown = known.unknown_guess(self.submission.part);
        let unknown = unknown.map(|guess| guess.time + USUAL_WAIT);
        known.answers.not_before.max(unknown)
    }

    /// The time until then; `None` once it has passed on the site. An answer that
    /// comes too soon is refused, unless that is waited for.
    pub fn left(&self, not_before: Option<DateTime<Utc>>) -> Result<Option<Duration>, CliError> {
        let Some(instant) = not_before else {
            return Ok(None);
        };
        let left = self.app.site()?.until(instant);
        match left.map(span) {
            Some(left) if !self.wait => {
                let why = format!("the site takes the next answer in {left}; --wait waits for it");
                Err(refused(&why))
            }
            _ => Ok(left),
        }
    }

    /// Sends the answer, once; with `--wait` once more if the site says that it
    /// was too soon, for then it was not graded. Until all is known, no other
    /// process submits.
    pub fn deliver(&self, result: &mut SubmitResult) -> Result<Exit, CliError> {
        if self.app.offline {
            return Err(CliError::new(
                Exit::Network,
                "not submitted because of --offline",
            ));
        }
        let Submission { puzzle, part, .. } = self.submission;
        // Waiting must not end with the news that there is none.
        self.downloader.session()?;
        self.store.probe(puzzle)?;
        let mut may_repeat = self.wait;
        loop {
            // Without the lock, so that other processes do not wait too.
            self.wait_for_time()?;
            let _lock = self.store.lock_submission(puzzle, || {
                let what = "waiting for another aoc that submits an answer";
                self.app.note(&format!("{puzzle}: {what}"));
            })?;
            let known = KnownPuzzle::load(self.store, puzzle)?;
            if let Some(accepted) = known.accepted(part) {
                return Ok(result.compare(accepted));
            }
            check_answer(&known, part, &self.submission.answer)?;
            if (known.unknown_guess(part).is_some() || is_last_star(puzzle, part))
                && let Some(exit) = self.settle(result)?
            {
                return Ok(exit);
            }
            if self.left(self.not_before(&known))?.is_some() {
                continue;
            }
            let (verdict, stored) = self.send()?;
            let too_soon = matches!(&verdict, Ok(it) if it.verdict == Verdict::TooRecent);
            if too_soon && may_repeat && !self.app.cancel.is_cancelled() {
                may_repeat = false;
                continue;
            }
            return Ok(self.follow_up(verdict, result)?.or(stored));
        }
    }

    fn wait_for_time(&self) -> Result<(), CliError> {
        let Submission { puzzle, .. } = self.submission;
        let known = KnownPuzzle::load(self.store, puzzle)?;
        let until = format!("the site takes the next answer for {puzzle}");
        let mut countdown = Countdown::new(self.app.stderr, self.app.is_quiet(), until);
        while self.wait
            && let Some(left) = self.left(self.not_before(&known))?
        {
            countdown.show(left);
            thread::sleep(left.min(TICK));
        }
        Ok(())
    }

    /// Has the page say whether an earlier guess was right, or whether the last
    /// star can be claimed.
    fn settle(&self, result: &mut SubmitResult) -> Result<Option<Exit>, CliError> {
        let (page, part) = (self.page()?, self.submission.part);
        if page.has_solved(part) {
            let answer = page.answer(part).map(str::to_owned);
            if let Some(answer) = &answer {
                self.store_right(answer)?;
            }
            return Ok(Some(result.compare(Accepted { answer })));
        }
        match self.closed(&page) {
            Some(why) => Err(why),
            None => Ok(None),
        }
    }

    /// Sends the answer: its verdict or why it is not known, and the exit code of a
    /// verdict that could not be stored.
    fn send(&self) -> Result<(Result<Judgement, String>, Exit), CliError> {
        let site = self.app.site()?;
        let Submission {
            puzzle,
            part,
            answer,
        } = &self.submission;
        let deferred = Cell::new(None);
        let unstored = RefCell::new(None);
        // From here on the guess is known, whatever becomes of this process.
        let sending = || {
            deferred.set(Some(Deferred::new(&self.app.cancel)));
            let recorded = self.store.edit_answers(*puzzle, None, |answers| {
                answers.guesses.push(Guess {
                    part: *part,
                    answer: answer.clone(),
                    verdict: Verdict::Unknown,
                    time: whole_second(site.now()),
                });
            });
            recorded
                .map_err(|error| unstored.replace(Some(error)))
                .is_ok()
        };
        let listener = |notice: &Notice| self.downloader.notice(*puzzle, notice);
        let what = format!("submitting {puzzle} part {part}");
        let spinner = (!self.app.is_quiet()).then(|| Spinner::new(self.app.stderr, &what));
        let session = self.downloader.session()?;
        let answered = site.answer(&self.submission, session, &sending, &listener);
        drop(spinner);
        if let Some(error) = unstored.take() {
            return Err(error.into());
        }
        let verdict = match answered {
            Ok(verdict) => verdict,
            Err(failed) if failed.sent => {
                return Ok((Err(failed.error.cause().to_owned()), Exit::Done));
            }
            Err(failed) => {
                if deferred.take().is_some() {
                    self.store
                        .edit_answers(*puzzle, None, |answers| drop(answers.guesses.pop()))?;
                }
                return Err(failed.error.into());
            }
        };
        let stored = self.store_verdict(&verdict, site);
        let exit = stored.map_or_else(
            |error| {
                // The verdict is still shown.
                let error = CliError::from(error).context("the verdict was not stored");
                self.app.error(&error.source);
                error.exit
            },
            |()| Exit::Done,
        );
        Ok((Ok(verdict), exit))
    }

    fn store_verdict(&self, judgement: &Judgement, site: &Site) -> Result<(), StoreError> {
        let verdict = judgement.verdict;
        if verdict == Verdict::Right {
            return self.store_right(&self.submission.answer);
        }
        let waits = verdict.is_wrong() || verdict == Verdict::TooRecent;
        let wait = waits.then(|| judgement.wait.unwrap_or(USUAL_WAIT));
        self.edit_guess(verdict, |answers| {
            if let Some(wait) = wait {
                answers.not_before = Some(whole_second(site.now()) + wait + MARGIN);
            }
        })
    }

    /// Stores that the answer is the right one.
    fn store_right(&self, answer: &str) -> Result<(), StoreError> {
        let Submission { puzzle, part, .. } = self.submission;
        if answer != self.submission.answer {
            return Ok(());
        }
        self.edit_guess(Verdict::Right, |answers| {
            if !is_last_star(puzzle, part) {
                answers.accept(part, answer);
            }
        })
    }

    /// Changes the verdict of the last guess of this answer.
    fn edit_guess(
        &self,
        verdict: Verdict,
        also: impl FnOnce(&mut crate::inputs::Answers),
    ) -> Result<(), StoreError> {
        let Submission {
            puzzle,
            part,
            answer,
        } = &self.submission;
        self.store.edit_answers(*puzzle, None, |answers| {
            let mut guesses = answers.guesses.iter_mut().rev();
            if let Some(guess) = guesses.find(|it| it.part == *part && it.answer == *answer) {
                guess.verdict = verdict;
            }
            also(answers);
        })
    }

    /// The puzzle's page as it is now, after the other files have taken from it what
    /// they lack.
    fn page(&self) -> Result<PuzzlePage, CliError> {
        if self.app.cancel.is_cancelled() {
            return Err(CliError::new(Exit::Interrupted, "interrupted"));
        }
        let puzzle = self.submission.puzzle;
        let download = self.downloader.page(puzzle)?;
        self.app.tell_learned(puzzle, &download.learned, true);
        let html = self.store.page(puzzle)?.unwrap_or_default();
        Ok(PuzzlePage::parse(&html))
    }

    /// Why the site takes no answer to a part that is not solved, if the page says
    /// so.
    fn closed(&self, page: &PuzzlePage) -> Option<CliError> {
        let Submission { puzzle, part, .. } = self.submission;
        let why = match page.missing_stars() {
            _ if part == Part::Two && !page.has_solved(Part::One) => {
                format!("part 1 comes first; `aoc submit {puzzle} --part 1` submits it")
            }
            Some(sentence) => format!("the site says: {sentence}"),
            None => return None,
        };
        Some(not_graded(&why))
    }

    /// Shows what became of the answer, and what is next. `Err` is why that is not
    /// known.
    fn follow_up(
        &self,
        verdict: Result<Judgement, String>,
        result: &mut SubmitResult,
    ) -> Result<Exit, CliError> {
        let judgement = match verdict {
            Ok(judgement) => judgement,
            Err(why) => {
                result.status = Verdict::Unknown.name();
                return self.ask_page(Some(&why), result);
            }
        };
        result.status = judgement.verdict.name();
        match judgement.verdict {
            Verdict::Right => {
                self.right(result)?;
                // The server may be busy, and the verdict is known.
                if let Err(error) = self.page() {
                    let puzzle = self.submission.puzzle;
                    let why = format!("the page was not downloaded again: {:#}", error.source);
                    self.app.note(&format!("{puzzle}: {why}"));
                }
                self.say_next(result);
                Ok(Exit::Done)
            }
            Verdict::Wrong | Verdict::TooHigh | Verdict::TooLow => {
                result.someone_else = judgement.someone_else;
                result.show(self.app)?;
                if judgement.someone_else {
                    self.app.warning(
                        "it is the right answer to someone else's input: are the session and the \
                         input of one account?",
                    );
                }
                if let Some(left) = self.left_now(result)? {
                    let left = span(left);
                    self.app
                        .note(&format!("the site takes the next answer in {left}"));
                }
                Ok(Exit::Wrong)
            }
            Verdict::TooRecent => {
                let left = self.left_now(result)?.or(judgement.wait);
                let left = span(left.unwrap_or_default());
                Err(not_graded(&format!(
                    "the last answer was submitted too recently; the site takes the next one in \
                     {left}, and --wait waits for it"
                )))
            }
            Verdict::WrongLevel => self.ask_page(None, result),
            Verdict::Unknown if judgement.said.is_empty() => {
                self.ask_page(Some("the site says nothing of it"), result)
            }
            Verdict::Unknown => {
                let why = format!("the site says: {}", judgement.said);
                self.ask_page(Some(&why), result)
            }
        }
    }

    fn right(&self, result: &mut SubmitResult) -> Result<(), CliError> {
        result.status = Verdict::Right.name();
        result.accepted.clone_from(&result.answer);
        result.show(self.app)
    }

    /// Says what comes after a right answer.
    fn say_next(&self, result: &mut SubmitResult) {
        let Submission { puzzle, part, .. } = self.submission;
        if part == Part::Two {
            self.app.note(&format!("{puzzle} is complete"));
        } else if is_last_star(puzzle, Part::Two) {
            let next = format!("aoc submit {puzzle} --part 2");
            self.app.note(&format!(
                "the last star of {} is for those who have all others: `{next}`",
                puzzle.year
            ));
            result.next = Some(next);
        } else {
            let next = format!("aoc read {puzzle} --part 2");
            self.app.note(&format!("part 2 is open: `{next}` shows it"));
            result.next = Some(next);
        }
    }

    /// The time until the site takes the next answer.
    fn left_now(&self, result: &mut SubmitResult) -> Result<Option<Duration>, CliError> {
        let answers = self.store.answers(self.submission.puzzle, None)?;
        result.not_before = answers.not_before.map(date_time);
        let site = self.app.site()?;
        Ok(answers.not_before.and_then(|instant| site.until(instant)))
    }

    /// Has the page say what became of the answer, where the reply does not. `why`
    /// is what is known of one that may have been graded.
    fn ask_page(&self, why: Option<&str>, result: &mut SubmitResult) -> Result<Exit, CliError> {
        let Submission {
            puzzle,
            part,
            answer,
        } = &self.submission;
        let page_says = match self.page() {
            Ok(page) if page.has_solved(*part) || page.answer(*part).is_some() => {
                let accepted = page.answer(*part).map(str::to_owned);
                let is_ours = is_last_star(*puzzle, *part) || accepted.as_ref() == Some(answer);
                if why.is_none() || !is_ours {
                    return Ok(result.compare(Accepted { answer: accepted }));
                }
                self.store_right(answer)?;
                self.right(result)?;
                self.say_next(result);
                return Ok(Exit::Done);
            }
            Ok(page) => match self.closed(&page).filter(|_| why.is_none()) {
                Some(closed) => return Err(closed),
                None => "the page does not show it as accepted".to_owned(),
            },
            Err(error) => format!("the page: {:#}", error.source),
        };
        let Some(why) = why else {
            let why = format!("the part is solved already, or part 1 is not ({page_says})");
            return Err(not_graded(&why));
        };
        let address = self.app.settings.base_url.at(&puzzle.page_path());
        let message = format!(
            "not known whether it was graded: {why}; {page_says}; look at {address} before you \
             submit again"
        );
        Err(CliError::new(Exit::Network, message))
    }
}

fn not_graded(why: &str) -> CliError {
    CliError::new(Exit::Refused, format!("not graded: {why}"))
}

fn whole_second(time: DateTime<Utc>) -> DateTime<Utc> {
    time.with_nanosecond(0).unwrap_or(time)
}
