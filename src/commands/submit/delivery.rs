//! Sending an answer, by one process at a time: it is recorded before it is sent,
//! and what the site said of it after. Where that is not known, the page says it.

use std::time::Duration;

use aoc_solution::Part;
use aoc_solution::letters::same;
use chrono::{DateTime, Timelike, Utc};
use serde::Serialize;

use super::guards::{KnownPuzzle, check_answer, is_last_star, refused};
use crate::app::{App, Downloader, OnInterrupt};
use crate::error::{CliError, Exit};
use crate::inputs::{Answers, Guess, Store, Verdict, plain};
use crate::puzzle::Puzzle;
use crate::reporter::{Spinner, count_down};
use crate::runner::PuzzleResult;
use crate::site::{Judgement, PuzzlePage, Submission};
use crate::terminal::span;

/// After a wrong answer the site takes none for this long, if it does not say: the
/// shortest time that it is known to ask for. As long no other guess follows one
/// whose verdict is not known.
const USUAL_WAIT: Duration = Duration::from_mins(1);

/// Added to what the site says, which is in whole seconds.
const MARGIN: Duration = Duration::from_secs(1);

/// How a submission ended, as in the JSON of `aoc submit`.
#[derive(Debug, Default, Serialize)]
pub struct Outcome {
    #[serde(skip)]
    pub exit: Exit,
    /// `None` where there is none, as for the last star of an event.
    pub answer: Option<String>,
    /// The name of a verdict, if it was sent; else `matched` or `differs` of a part
    /// that is solved, `dry-run`, `refused` or `failed`.
    pub status: &'static str,
    /// The answer that the site has accepted, where it is known.
    pub accepted: Option<String>,
    /// It is the right answer to another user's input.
    pub someone_else: bool,
    /// The site takes no answer before this time.
    pub not_before: Option<String>,
    /// The examples that were checked.
    pub examples: Vec<PuzzleResult>,
    /// The command that comes next.
    pub next: Option<String>,
    /// It says what would be sent, or what went wrong.
    pub message: Option<String>,
    /// The cached page is older than the right answer.
    #[serde(skip)]
    pub has_old_page: bool,
}

impl Outcome {
    pub fn failed(status: &'static str, exit: Exit, message: String) -> Self {
        Self {
            exit,
            status,
            message: Some(message),
            ..Self::default()
        }
    }

    fn not_graded(status: &'static str, why: &str) -> Self {
        Self::failed(status, Exit::Refused, format!("not graded: {why}"))
    }

    /// Compares an answer with the accepted one, if the part has one.
    pub fn compared(accepted: Option<&str>, answer: &str) -> Self {
        let is_same = accepted.is_none_or(|accepted| {
            same(accepted, answer) == Some(true) || plain(accepted) == plain(answer)
        });
        Self {
            exit: if is_same { Exit::Done } else { Exit::Failed },
            status: if is_same { "matched" } else { "differs" },
            accepted: accepted.map(str::to_owned),
            ..Self::default()
        }
    }
}

pub struct Delivery<'a> {
    pub app: &'a App,
    pub store: &'a Store,
    pub submission: Submission,
    /// `--wait`: wait for the time from which on the site takes an answer.
    pub wait: bool,
}

impl Delivery<'_> {
    /// The time until the site takes an answer; `None` if it does now. An answer that
    /// comes too soon is refused, unless that is waited for.
    pub fn left(&self, not_before: Option<DateTime<Utc>>) -> Result<Option<Duration>, CliError> {
        let Some(instant) = not_before else {
            return Ok(None);
        };
        match self.app.site()?.until(instant) {
            Some(left) if !self.wait => Err(refused(&format!(
                "the site takes the next answer in {}; --wait waits for it",
                span(left)
            ))),
            left => Ok(left),
        }
    }

    /// As [`Delivery::left`], by what is known: what the site said, and a minute
    /// after a guess whose verdict is not known.
    fn left_by(&self, known: &KnownPuzzle) -> Result<Option<Duration>, CliError> {
        let unknown = known.unknown_guess(self.submission.part);
        let unknown = unknown.map(|guess| guess.time + USUAL_WAIT);
        self.left(known.answers.not_before.max(unknown))
    }

    /// Sends the answer, once; with `--wait` once more if the site says that it
    /// was too soon, for then it was not graded. Until all is known, no other
    /// process submits.
    pub fn deliver(&self) -> Result<Outcome, CliError> {
        if self.app.offline {
            let message = "not submitted because of --offline";
            return Err(CliError::new(Exit::Network, message));
        }
        let Submission { puzzle, part, .. } = self.submission;
        let answer = &self.submission.answer;
        // Waiting must not end with the news that there is none.
        self.app.session()?;
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
            if known.is_solved(part) {
                return Ok(Outcome::compared(known.accepted(part), answer));
            }
            check_answer(&known, part, answer)?;
            if known.unknown_guess(part).is_some() || is_last_star(puzzle, part) {
                let page = download_page(self.app, puzzle)?;
                if page.has_solved(part) {
                    return self.solved(&page);
                }
                if let Some(why) = self.closed(&page) {
                    return Ok(Outcome::not_graded("refused", &why));
                }
            }
            if self.left_by(&known)?.is_some() {
                continue;
            }
            let outcome = self.send()?;
            if outcome.status != "too-recent" || !std::mem::take(&mut may_repeat) {
                return Ok(outcome);
            }
        }
    }

    fn wait_for_time(&self) -> Result<(), CliError> {
        let puzzle = self.submission.puzzle;
        let known = KnownPuzzle::load(self.store, puzzle)?;
        let until = format!("the site takes the next answer for {puzzle}");
        count_down(self.app.console(), &until, || self.left_by(&known))
    }

    fn send(&self) -> Result<Outcome, CliError> {
        let Submission { puzzle, part, .. } = self.submission;
        let answer = &self.submission.answer;
        let (site, session) = (self.app.site()?, self.app.session()?);
        site.await_turn(puzzle)?;
        // From here on the guess is known, whatever becomes of this process.
        let guess = Guess {
            part,
            answer: answer.clone(),
            verdict: Verdict::Unknown,
            time: whole_second(site.now()),
        };
        let record = |answers: &mut Answers| answers.guesses.push(guess);
        self.store.edit_answers(puzzle, None, record)?;
        let unknown = format!(
            "{puzzle} part {part}: {answer} was sent, the verdict is not known; `aoc submit \
             {puzzle}` asks the page"
        );
        let armed = OnInterrupt::Note(self.app.stderr, unknown).arm();
        let what = format!("submitting {puzzle} part {part}");
        let spinner = Spinner::new(self.app.stderr, &what);
        let answered = site.answer(&self.submission, session);
        drop(spinner);
        let judgement = match answered {
            Ok(judgement) => judgement,
            Err(failed) if failed.sent => return self.ask_page(Some(failed.cause())),
            Err(failed) => {
                let forget = |answers: &mut Answers| drop(answers.guesses.pop());
                self.store.edit_answers(puzzle, None, forget)?;
                return Err(failed.into());
            }
        };
        let verdict = judgement.verdict;
        let waits = verdict.is_wrong() || verdict == Verdict::TooRecent;
        let wait = waits.then(|| judgement.wait.unwrap_or(USUAL_WAIT));
        let not_before = wait.map(|wait| whole_second(site.now()) + wait + MARGIN);
        let stored = self.store_verdict(verdict, not_before);
        drop(armed);
        let mut outcome = self.outcome(&judgement)?;
        if let Err(error) = stored {
            // The verdict is still shown.
            let error = error.context("the verdict was not stored");
            self.app.error(&error.source);
            outcome.exit = outcome.exit.or(error.exit);
        }
        Ok(outcome)
    }

    fn outcome(&self, judgement: &Judgement) -> Result<Outcome, CliError> {
        let status = judgement.verdict.name();
        match judgement.verdict {
            Verdict::Right => Ok(Outcome {
                has_old_page: true,
                ..self.right()
            }),
            Verdict::Wrong | Verdict::TooHigh | Verdict::TooLow => Ok(Outcome {
                exit: Exit::Wrong,
                status,
                someone_else: judgement.someone_else,
                ..Outcome::default()
            }),
            Verdict::TooRecent => {
                let wait = span(judgement.wait.unwrap_or(USUAL_WAIT));
                let why = format!(
                    "the last answer was submitted too recently; the site takes the next one in \
                     {wait}, and --wait waits for it"
                );
                Ok(Outcome::not_graded(status, &why))
            }
            Verdict::WrongLevel => self.ask_page(None),
            Verdict::Unknown if judgement.said.is_empty() => {
                self.ask_page(Some("the site says nothing of it"))
            }
            Verdict::Unknown => self.ask_page(Some(&format!("the site says: {}", judgement.said))),
        }
    }

    fn right(&self) -> Outcome {
        let Submission { puzzle, part, .. } = self.submission;
        let answer = Some(self.submission.answer.clone());
        Outcome {
            status: Verdict::Right.name(),
            accepted: answer.filter(|_| !is_last_star(puzzle, part)),
            ..Outcome::default()
        }
    }

    /// Has the page say what became of the answer, where the reply does not. `why`
    /// is what is known of one that may have been graded.
    fn ask_page(&self, why: Option<&str>) -> Result<Outcome, CliError> {
        let Submission { puzzle, part, .. } = self.submission;
        let page_says = match download_page(self.app, puzzle) {
            Ok(page) if page.has_solved(part) => {
                let outcome = self.solved(&page)?;
                let is_right = why.is_some() && outcome.status == "matched";
                return Ok(if is_right { self.right() } else { outcome });
            }
            Ok(page) => match self.closed(&page).filter(|_| why.is_none()) {
                Some(closed) => return Ok(Outcome::not_graded("wrong-level", &closed)),
                None => "the page does not show it as accepted".to_owned(),
            },
            Err(error) => format!("the page: {error:#}"),
        };
        let Some(why) = why else {
            let why = format!("the part is solved already, or part 1 is not ({page_says})");
            return Ok(Outcome::not_graded("wrong-level", &why));
        };
        let address = self.app.settings.base_url.at(&puzzle.page_path());
        let message = format!(
            "not known whether it was graded: {why}; {page_says}; look at {address} before you \
             submit again"
        );
        Ok(Outcome::failed("unknown", Exit::Network, message))
    }

    /// The page says that the part is solved: the answer is the accepted one, or it
    /// differs.
    fn solved(&self, page: &PuzzlePage) -> Result<Outcome, CliError> {
        let accepted = page.answer(self.submission.part);
        let outcome = Outcome::compared(accepted, &self.submission.answer);
        if outcome.status == "matched" {
            self.store_verdict(Verdict::Right, None)?;
        }
        Ok(outcome)
    }

    /// Why the site takes no answer to a part that is not solved, if the page says
    /// so.
    fn closed(&self, page: &PuzzlePage) -> Option<String> {
        let Submission { puzzle, part, .. } = self.submission;
        if part == Part::Two && !page.has_solved(Part::One) {
            let submits = format!("`aoc submit {puzzle} --part 1` submits it");
            return Some(format!("part 1 comes first; {submits}"));
        }
        Some(format!("the site says: {}", page.missing_stars()?))
    }

    /// Stores the verdict on the guess that was sent.
    fn store_verdict(
        &self,
        verdict: Verdict,
        not_before: Option<DateTime<Utc>>,
    ) -> Result<(), CliError> {
        let Submission { puzzle, part, .. } = self.submission;
        let answer = &self.submission.answer;
        let is_sent = |it: &&mut Guess| {
            it.part == part && it.answer == *answer && it.verdict == Verdict::Unknown
        };
        self.store.edit_answers(puzzle, None, |answers| {
            if let Some(guess) = answers.guesses.iter_mut().rev().find(is_sent) {
                guess.verdict = verdict;
            }
            answers.not_before = not_before.or(answers.not_before);
            if verdict == Verdict::Right && !is_last_star(puzzle, part) {
                answers.accept(part, answer);
            }
        })
    }
}

/// The puzzle's page as it is now, after the other files have taken from it what
/// they lack.
pub fn download_page(app: &App, puzzle: Puzzle) -> Result<PuzzlePage, CliError> {
    let mut downloader = Downloader::new(app)?;
    downloader.force = true;
    Ok(downloader.page(puzzle)?.page)
}

fn whole_second(time: DateTime<Utc>) -> DateTime<Utc> {
    time.with_nanosecond(0).unwrap_or(time)
}
