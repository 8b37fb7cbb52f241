//! Sending an answer: by one process at a time, with a last look at the guards,
//! and with what the site said of it stored.

use std::cell::Cell;
use std::time::Duration;

use chrono::{DateTime, Timelike, Utc};

use super::guards::{Refusal, check_answer};
use super::known::{Accepted, Known, is_last_star};
use super::waiting::wait_until;
use crate::app::{App, Deferred, Downloader};
use crate::error::{CliError, Exit, HasExit};
use crate::files::Lock;
use crate::inputs::{Answers, Guess, Store, StoreError, Verdict};
use crate::reporter::Spinner;
use crate::site::{AnswerError, Judgement, Notice, Session, Site, SiteError, Submission};

/// How long the site takes no answer after a wrong one, if it does not say: the
/// shortest time that it is known to ask for.
const USUAL_WAIT: Duration = Duration::from_mins(1);

/// Added to what the site says, which is in whole seconds.
const MARGIN: Duration = Duration::from_secs(1);

/// The result of sending an answer.
#[derive(Debug)]
pub enum Delivered {
    Verdict(Judgement),
    /// The site may have graded it, and did not say so: why.
    Lost(SiteError),
    /// Another process has solved the part meanwhile.
    AlreadySolved(Accepted),
}

pub struct Delivery<'a> {
    pub app: &'a App,
    pub store: &'a Store,
    pub downloader: &'a Downloader<'a>,
    pub submission: &'a Submission,
    /// `--wait`: wait for the time from which on the site takes an answer.
    pub wait: bool,
    /// The exit code of a verdict that could not be stored.
    pub unstored: Cell<Exit>,
}

impl Delivery<'_> {
    /// Whether the answer may be submitted now, or once the time has come if
    /// that is waited for.
    pub fn check(&self, known: &Known) -> Result<(), CliError> {
        check_answer(known, self.submission.part, &self.submission.answer)?;
        match self.left(&known.answers)? {
            Some(left) if !self.wait => Err(Refusal::TooEarly { left }.into()),
            _ => Ok(()),
        }
    }

    /// Sends the answer, once; with `--wait` once more if the site says that it
    /// was too soon, for then it was not graded. `known` is what was known when
    /// the answer was found.
    pub fn deliver(
        &self,
        known: &Known,
        listener: &dyn Fn(&Notice),
    ) -> Result<(Delivered, Lock), CliError> {
        if self.app.offline {
            return Err(DeliveryError::Offline.into());
        }
        let puzzle = self.submission.puzzle;
        // Waiting must not end with the news that there is none.
        let (session, site) = (self.downloader.session()?, self.app.site()?);
        self.store.probe(puzzle)?;
        let mut may_repeat = self.wait;
        loop {
            if self.wait
                && let Some(instant) = self.store.answers(puzzle, None)?.not_before
            {
                // Without the lock, so that other processes do not wait too.
                wait_until(self.app, site, puzzle, instant);
            }
            let lock = self.store.lock_submission(puzzle, || {
                let what = "waiting for another aoc that submits an answer";
                self.app.note(&format!("{puzzle}: {what}"));
            });
            let now_known = Known::load(self.store, puzzle)?;
            if let Some(accepted) = now_known.accepted(self.submission.part) {
                return Ok((Delivered::AlreadySolved(accepted), lock));
            }
            self.check(&now_known)?;
            self.check_news(known, &now_known)?;
            if self.left(&now_known.answers)?.is_some() {
                continue;
            }
            let delivered = self.send(site, session, listener)?;
            let too_soon =
                matches!(&delivered, Delivered::Verdict(it) if it.verdict == Verdict::TooRecent);
            if too_soon && may_repeat && !self.app.cancel.is_cancelled() {
                may_repeat = false;
                continue;
            }
            return Ok((delivered, lock));
        }
    }

    /// Whether another process has submitted the same answer meanwhile, and got
    /// no verdict.
    fn check_news(&self, known: &Known, now_known: &Known) -> Result<(), Refusal> {
        let Submission { part, answer, .. } = self.submission;
        let mut news = now_known
            .answers
            .guesses
            .iter()
            .skip(known.answers.guesses.len());
        let same = news.any(|guess| {
            guess.part == *part && guess.answer == *answer && guess.verdict == Verdict::Unknown
        });
        if same {
            return Err(Refusal::JustSubmitted);
        }
        Ok(())
    }

    /// The time until the site takes an answer; `None` if it takes one now.
    pub fn left(&self, answers: &Answers) -> Result<Option<Duration>, SiteError> {
        match answers.not_before {
            Some(instant) => Ok(self.app.site()?.until(instant)),
            None => Ok(None),
        }
    }

    fn send(
        &self,
        site: &Site,
        session: &Session,
        listener: &dyn Fn(&Notice),
    ) -> Result<Delivered, CliError> {
        // Once it is sent, the verdict must be stored.
        let deferred = Cell::new(None);
        let sending = || deferred.set(Some(Deferred::new(&self.app.cancel)));
        let spinner = (!self.app.is_quiet()).then(|| {
            let Submission { puzzle, part, .. } = self.submission;
            let what = format!("submitting {puzzle} part {part}");
            Spinner::new(self.app.stderr, &what)
        });
        let answered = site.answer(self.submission, session, &sending, listener);
        drop(spinner);
        let delivered = match answered {
            Ok(verdict) => Delivered::Verdict(verdict),
            Err(AnswerError::Lost(error)) => Delivered::Lost(error),
            Err(AnswerError::NotGraded(error)) => return Err(error.into()),
        };
        if let Err(error) = self.record(&delivered, site.now()) {
            // The verdict is still shown.
            let error = CliError::from(error).context("the verdict was not stored");
            self.unstored.set(error.exit);
            self.app.error(&error.source);
        }
        Ok(delivered)
    }

    /// Stores what the site said.
    fn record(&self, delivered: &Delivered, now: DateTime<Utc>) -> Result<(), StoreError> {
        let Submission {
            puzzle,
            part,
            answer,
        } = self.submission;
        let now = now.with_nanosecond(0).unwrap_or(now);
        let (verdict, wait) = match delivered {
            Delivered::Verdict(Judgement { verdict, wait, .. }) => (*verdict, *wait),
            Delivered::Lost(_) | Delivered::AlreadySolved(_) => (Verdict::Unknown, None),
        };
        self.store.edit_answers(*puzzle, None, |answers| {
            answers.guesses.push(Guess {
                part: *part,
                answer: answer.clone(),
                verdict,
                time: now,
            });
            let refuses = verdict.is_wrong() || verdict == Verdict::TooRecent;
            if let Some(wait) = wait.or_else(|| refuses.then_some(USUAL_WAIT)) {
                answers.not_before = Some(now + wait + MARGIN);
            }
            if verdict == Verdict::Right && !is_last_star(*puzzle, *part) {
                answers.accept(*part, answer);
            }
        })
    }
}

/// Why an answer was not sent.
#[derive(Debug, thiserror::Error)]
enum DeliveryError {
    #[error("not submitted because of --offline")]
    Offline,
}

impl HasExit for DeliveryError {
    fn exit(&self) -> Exit {
        match self {
            Self::Offline => Exit::Network,
        }
    }
}
