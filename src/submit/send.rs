//! Sends an answer. Records the guess before sending it, and its verdict afterwards. If the reply
//! has no verdict, the page may show it.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use chrono::{DateTime, SubsecRound, Utc};

use super::decision::Refusal;
use super::outcome::{Compared, Finding, SentAnswer, SubmitError, SubmitOutcome};
use super::overrides::Override;
use super::part_record::{PageState, PartRecord};
use super::wait::Wait;
use crate::app::{App, OnInterrupt};
use crate::error::{CliError, Exit, HasExit, Result};
use crate::inputs::{Guess, InputId, RecordedAnswers, Verdict};
use crate::reporter::Spinner;
use crate::site::{AnswerReply, ROUNDING_MARGIN, SiteError};
use crate::sync::locked;
use crate::terminal::{MessageKind, Verbosity};

/// Records the guess, sends it once and stores the verdict. Removes a guess that could not be sent,
/// and returns the error.
pub fn send(
    app: &App,
    record: &mut PartRecord,
    answer: &str,
) -> Result<SubmitOutcome, SubmitError> {
    let PartRecord { puzzle, part, .. } = *record;
    let site = app.site.online_client()?;
    let session = app.site.session()?;
    site.await_turn()?;
    // Until here, a save during `watch` stops the submission.
    app.launcher.cancel.check()?;
    let guess = Arc::new(Mutex::new(record_guess(app, record, answer)?));
    // Until the verdict is stored, Ctrl-C tells the user that the verdict is unknown.
    let armed = on_interrupt(app, record, answer, &guess)?.arm();
    let spinner = Spinner::new(app.ui.stderr, &format!("submitting {}", record.name()));
    let sent_at = Instant::now();
    let reply = site.answer(puzzle, part, answer, &session);
    drop(spinner);
    let mut sent = SentGuess {
        app,
        record,
        answer,
        guess,
        sent_at,
        ended_at: Instant::now(),
        known: SentAnswer::judged(Verdict::Unknown),
    };
    let followed = match reply {
        Ok(reply) => {
            let stored = sent.store(Some(&reply));
            drop(armed);
            sent.follow_reply(&reply, stored)
        }
        Err(error) if error.kind.policy().was_sent => {
            let stored = sent.store(None);
            drop(armed);
            sent.follow_lost_reply(error, stored)
        }
        Err(error) => {
            drop(armed);
            sent.remove_unsent();
            return Err(error.into());
        }
    };
    Ok(SubmitOutcome::Sent(sent.known, followed.err()))
}

/// Records the guess before it is sent, because this process may be killed.
fn record_guess(app: &App, record: &mut PartRecord, answer: &str) -> Result<Guess> {
    let guess = Guess {
        part: record.part,
        answer: answer.to_owned(),
        verdict: Verdict::Unknown,
        time: app.site.time().now().trunc_subsecs(0),
    };
    record.edit(app, |answers| {
        answers.guesses.push(guess.clone());
    })?;
    Ok(guess)
}

/// The action on an interrupt. It tells the user that the guess was sent, unless its verdict is
/// already known and is being stored. It also records the guess again if the file was removed
/// meanwhile.
fn on_interrupt(
    app: &App,
    record: &PartRecord,
    answer: &str,
    guess: &Arc<Mutex<Guess>>,
) -> Result<OnInterrupt> {
    let puzzle = record.puzzle;
    let unknown = format!(
        "{}: {answer} was sent, the verdict is not known; `aoc submit {puzzle}` reads the page",
        record.name()
    );
    let guess = Arc::clone(guess);
    let store = app.workspace.store()?.clone();
    let mut console = app.ui.console;
    console.verbosity = Verbosity::Normal;
    Ok(OnInterrupt::Finish(Box::new(move || {
        // The message comes first, because another process may hold the lock of the file.
        if locked(&guess).verdict == Verdict::Unknown {
            console.message(MessageKind::Note, &unknown);
        }
        let recorded = store.edit_answers(puzzle, &InputId::Own, |answers| {
            answers.update_guess(&locked(&guess), |_| {});
        });
        if let Err(error) = recorded {
            let warning = format!("the guess was not stored: {error}");
            console.message(MessageKind::Failure, &warning);
        }
    })))
}

/// A guess that was sent or whose request failed.
struct SentGuess<'a> {
    app: &'a App,
    record: &'a mut PartRecord,
    answer: &'a str,
    /// The guess as the file contains it. It changes only under the lock of the file, where an
    /// interrupt looks for it. Its verdict is [`Verdict::Unknown`] until the verdict is stored.
    guess: Arc<Mutex<Guess>>,
    /// The moment at which the guess was sent.
    sent_at: Instant,
    /// The moment at which the reply came or was lost.
    ended_at: Instant,
    /// The facts about the answer until now.
    known: SentAnswer,
}

impl SentGuess<'_> {
    /// Takes the verdict from the reply, and finds out why the site has not graded the answer.
    /// `stored` says whether the verdict was stored.
    fn follow_reply(&mut self, reply: &AnswerReply, stored: Result<()>) -> Result<(), SubmitError> {
        self.known.finding = Finding::Judged(reply.verdict);
        self.known.is_for_someone_else = reply.is_for_someone_else;
        stored?;
        match reply.verdict {
            Verdict::TooRecent => {
                // Later commands show the rest of this wait.
                let wait = Wait::asked(reply.wait.unwrap_or_default() + ROUNDING_MARGIN);
                let why =
                    format!("not graded, as the last answer was submitted too recently: {wait}");
                let refusal = Refusal {
                    lifted_by: Some(Override::Wait),
                    ..Refusal::new(why)
                };
                Err(refusal.into())
            }
            Verdict::WrongLevel => self.explain_wrong_level(),
            Verdict::Right
            | Verdict::Wrong
            | Verdict::TooHigh
            | Verdict::TooLow
            | Verdict::Unknown => Ok(()),
        }
    }

    /// Follows up an answer whose reply was lost with this error. Looks on the page for the
    /// verdict, unless a request for the page would also fail.
    fn follow_lost_reply(
        &mut self,
        error: SiteError,
        stored: Result<()>,
    ) -> Result<(), SubmitError> {
        let unknown = format!("the verdict is not known ({})", error.message());
        if let Err(error) = stored {
            return Err(error.context(unknown).into());
        }
        // A redirect usually means that the session has expired. The next attempt will look at the
        // page.
        if error.exit() == Exit::Session {
            return Err(error.into());
        }
        // The server has asked for a pause. The next attempt will look at the page.
        if !error.kind.retry_after().is_zero() {
            return Err(error.context("the verdict is not known").into());
        }
        let found = self.find_verdict(&error.message());
        // The download of the page may have corrected the clock.
        match self.correct_time() {
            Ok(()) => found,
            Err(error) if found.is_ok() => Err(error.into()),
            Err(error) => Err(error.context(unknown).into()),
        }
    }

    /// Looks on the page for the verdict, because the page may show that the answer was right.
    /// `why` is the reason why the reply has no verdict. Fails if the page does not show it either.
    fn find_verdict(&mut self, why: &str) -> Result<(), SubmitError> {
        let _armed = on_interrupt(self.app, self.record, self.answer, &self.guess)?.arm();
        let mut exit = Exit::Network;
        let page_says = match self.record.download_page(self.app) {
            Ok(PageState::Solved) => {
                self.known.finding = match Compared::of(self.record, self.answer) {
                    Compared::Differs => Finding::Compared(Compared::Differs),
                    Compared::Matched | Compared::Unverified => Finding::Judged(Verdict::Right),
                };
                return Ok(());
            }
            Ok(PageState::Open) => "the page does not show it as accepted".to_owned(),
            Ok(PageState::Closed(why)) => why,
            Err(error) => {
                if error.exit() == Exit::Session {
                    exit = Exit::Session;
                }
                format!("the page: {error}")
            }
        };
        let address = self.app.settings.page_url(self.record.puzzle);
        let message = format!(
            "the answer may have been graded: {why}; {page_says}; look at {address} before you \
             submit again"
        );
        Err(CliError::new(exit, message).into())
    }

    /// Looks on the page for the reason why the answer is for the wrong part. If the part is
    /// already solved, compares the answer.
    fn explain_wrong_level(&mut self) -> Result<(), SubmitError> {
        let state = self.record.download_page(self.app).map_err(|error| {
            error.context("not graded: the site calls it the wrong level; the page")
        })?;
        let why = match state {
            PageState::Solved => {
                self.known.finding = Finding::Compared(Compared::of(self.record, self.answer));
                return Ok(());
            }
            PageState::Closed(why) => why,
            PageState::Open => "the site calls it the wrong level, although its page takes an \
                                answer to this part; try again later"
                .to_owned(),
        };
        Err(Refusal::new(format!("not graded: {why}")).into())
    }

    /// Corrects the time of the guess by the clock, which the download of the page may have
    /// corrected. The download may also have changed the verdict in the file.
    fn correct_time(&mut self) -> Result<()> {
        let Self {
            app,
            sent_at,
            ended_at,
            ..
        } = *self;
        let sent = locked(&self.guess).clone();
        self.record.edit(app, |answers| {
            answers.update_guess(&sent, |guess| {
                let now = app.site.time().now();
                guess.time = guess_time(now, guess.verdict, sent_at.elapsed(), ended_at.elapsed());
            });
        })
    }

    /// Removes the record of a guess that was not sent.
    fn remove_unsent(self) {
        let Self {
            app, record, guess, ..
        } = self;
        let guess = locked(&guess).clone();
        let taken_back = record.edit(app, |answers| {
            answers.guesses.retain(|other| *other != guess);
        });
        if let Err(error) = taken_back {
            app.ui.error(&error.context("the guess was not removed"));
        }
    }

    /// Stores the verdict, and the time from which the site takes the next answer. Removes a wrong
    /// answer that the user has recorded as accepted. Sets the time of the guess again, because the
    /// reply may have corrected the clock.
    fn store(&mut self, reply: Option<&AnswerReply>) -> Result<()> {
        let now = self.app.site.time().now();
        let verdict = reply.map_or(Verdict::Unknown, |reply| reply.verdict);
        let wait = reply.and_then(|reply| reply.wait);
        let time = guess_time(
            now,
            verdict,
            self.sent_at.elapsed(),
            self.ended_at.elapsed(),
        );
        let has_answer = !self.record.is_last_star();
        let sent = locked(&self.guess).clone();
        let change = |answers: &mut RecordedAnswers| {
            if let Some(wait) = wait {
                let next = now + wait + ROUNDING_MARGIN;
                answers.not_before = Some(next.trunc_subsecs(0));
            }
            if verdict == Verdict::Right && has_answer {
                answers.accept(sent.part, &sent.answer);
            }
            answers.update_guess(&sent, |guess| {
                guess.time = time;
                guess.set_verdict(verdict);
            });
            *locked(&self.guess) = Guess {
                verdict,
                time,
                ..sent.clone()
            };
            verdict.is_wrong() && answers.withdraw(sent.part, &sent.answer)
        };
        match self.record.edit(self.app, change) {
            Ok(is_withdrawn) => {
                if is_withdrawn {
                    self.app.ui.note(format!(
                        "{}: {} is no longer recorded as the accepted answer, because the site \
                         judged it {}",
                        self.record.name(),
                        sent.answer,
                        verdict.words()
                    ));
                }
                Ok(())
            }
            Err(error) => {
                // This process still knows the verdict and the time of the next answer.
                change(&mut self.record.answers.recorded);
                Err(error.context("the verdict was not stored"))
            }
        }
    }
}

/// The time of a guess, in whole seconds: when it was sent. If the verdict is unknown, it is the
/// time at which the reply was lost, because the minute to wait begins then.
fn guess_time(
    now: DateTime<Utc>,
    verdict: Verdict,
    since_sent: Duration,
    since_end: Duration,
) -> DateTime<Utc> {
    let elapsed = match verdict {
        Verdict::Unknown => since_end,
        _ => since_sent,
    };
    (now - elapsed).trunc_subsecs(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_guess_has_the_second_in_which_it_was_sent() {
        let now: DateTime<Utc> = "2026-12-25T05:00:10.990Z".parse().unwrap();
        for (elapsed, verdict, second) in [
            (20, Verdict::Right, 10),
            (980, Verdict::Right, 10),
            (1000, Verdict::Wrong, 9),
            // The minute to wait begins with the reply.
            (1000, Verdict::Unknown, 10),
        ] {
            let since_sent = Duration::from_millis(elapsed);
            let time = guess_time(now, verdict, since_sent, Duration::ZERO);
            let expected = format!("2026-12-25T05:00:{second:02}Z");
            assert_eq!(Ok(time), expected.parse(), "{elapsed} {verdict}");
        }
    }
}
