//! Carries out the decisions about an answer, until it is sent or refused. The guess is recorded
//! before it is sent, and its verdict afterwards.

use std::time::{Duration, Instant};

use chrono::SubsecRound;

use super::SubmitPlan;
use super::answer_time::{AnswerTime, too_early, unknown_guess};
use super::candidate::{Candidate, doubt};
use super::decision::{Decision, Facts, LiftedBy, Refusal, Stage, decide};
use super::outcome::{SubmitError, SubmitOutcome};
use super::page::{Settled, ask_page, settle};
use super::part_record::PartRecord;
use crate::app::{App, OnInterrupt, watch_key};
use crate::error::{CliError, Exit, Result};
use crate::files::Lock;
use crate::inputs::{Consequence, Guess, Verdict};
use crate::puzzle::is_last_star;
use crate::reporter::{Spinner, SubmitStatus, count_down, examples_lines};
use crate::site::{
    DEFAULT_WAIT, Judgement, ROUNDING_MARGIN, SiteError, SiteErrorKind, UNMEASURED_CLOCK_ERROR,
    answer_body,
};
use crate::terminal::{Consent, Console, MessageKind, Verbosity, ask, unless_closed};

/// Sends the answer, unless it is refused or compared.
pub fn carry_out(
    app: &App,
    plan: &SubmitPlan,
    record: &mut PartRecord,
    candidate: Candidate,
) -> SubmitOutcome {
    let mut submission = Submission {
        app,
        plan,
        record,
        candidate: &candidate,
        may_ask_time: !app.site.is_offline,
    };
    let outcome = submission.run().unwrap_or_else(SubmitOutcome::failed);
    SubmitOutcome {
        candidate: Some(candidate),
        ..outcome
    }
}

/// The submission of an answer to one part.
struct Submission<'a> {
    app: &'a App,
    plan: &'a SubmitPlan,
    record: &'a mut PartRecord,
    candidate: &'a Candidate,
    /// Whether the site may be asked for its time: once, even if it does not reply, and not after
    /// a wait.
    may_ask_time: bool,
}

impl<'a> Submission<'a> {
    /// Submits the answer. With `--wait` an answer that came too soon is sent once more, because
    /// it was not graded.
    fn run(&mut self) -> Result<SubmitOutcome, SubmitError> {
        let outcome = self.act(Stage::BeforeLock)?;
        if self.plan.wait && outcome.status == SubmitStatus::Sent(Verdict::TooRecent) {
            let again = self.act(Stage::UnderLock).map(Some);
            return Ok(outcome.followed_by(again));
        }
        Ok(outcome)
    }

    /// Decides and acts, from this stage on. The user is asked nothing and no answer is sent until
    /// all guards let the answer pass. Then it decides again while no other process can submit.
    fn act(&mut self, mut stage: Stage) -> Result<SubmitOutcome, SubmitError> {
        let mut lock = match stage {
            Stage::BeforeLock => None,
            Stage::UnderLock => self.take_turn()?,
        };
        loop {
            match decide(&self.facts(stage)) {
                Decision::Compare => return self.compare(),
                Decision::AskTime => self.ask_time(),
                Decision::Refuse(refusal) => return self.refuse(&refusal),
                Decision::Wait | Decision::Send if stage == Stage::BeforeLock => {
                    if self.plan.dry_run {
                        self.settle_examples()?;
                        return Ok(SubmitOutcome::dry_run(self.request()));
                    }
                    self.prepare()?;
                    self.settle_examples()?;
                    lock = self.take_turn()?;
                    stage = Stage::UnderLock;
                }
                Decision::Wait => {
                    // During a wait others can submit.
                    drop(lock);
                    self.wait()?;
                    lock = self.take_turn()?;
                }
                Decision::Send => return self.send(),
            }
        }
    }

    /// Keeps other processes from submitting until the lock is dropped, and loads again what they
    /// may have changed.
    fn take_turn(&mut self) -> Result<Option<Lock>, SubmitError> {
        let lock = self.lock()?;
        self.record.reload(&self.app.workspace, &self.app.site)?;
        if self.record.needs_page() {
            if let Settled::Closed(why) = settle(self.app, self.record, self.answer())? {
                let why = format!("not submitted: {why}");
                return Err(SubmitError::refused(why, None));
            }
            let time = self.app.site.time();
            let guess = unknown_guess(&self.record.answers);
            // A clock that was ahead recorded a guess in the future.
            if guess.is_some_and(|guess| time.age(guess.time).is_none()) {
                self.date_unknown_guess()?;
            }
        }
        Ok(lock)
    }

    fn ask_time(&mut self) {
        self.app.site.client().ask_time(self.record.puzzle);
        self.may_ask_time = false;
    }

    fn facts(&self, stage: Stage) -> Facts<'_> {
        let mut time = AnswerTime::of(self.app.site.time(), &self.record.answers);
        // Without a reply the doubt remains.
        time.is_in_doubt &= self.may_ask_time;
        Facts {
            record: self.record,
            time,
            stage,
            candidate: self.candidate,
            plan: self.plan,
            decides_by: self.app.ui.decides_by(),
        }
    }

    fn answer(&self) -> &'a str {
        &self.candidate.answer
    }

    /// Compares the answer to a solved part with the accepted one. If only the stars that the site
    /// showed tell that the part is solved, the accepted answer is read on the page.
    fn compare(&mut self) -> Result<SubmitOutcome, SubmitError> {
        let answer = self.answer();
        if self.record.is_stored_as_solved() || self.record.is_last_star() {
            return Ok(SubmitOutcome::compared(self.record, answer));
        }
        let problem = match settle(self.app, self.record, answer) {
            Ok(Settled::Compared(compared)) => return Ok(*compared),
            Ok(Settled::Open) => {
                let why = format!(
                    "the site showed a star for the part, but its page does not show it as \
                     solved; `aoc status {} --refresh` asks for the stars again",
                    self.record.puzzle.year
                );
                return Err(SubmitError::refused(why, None));
            }
            Ok(Settled::Closed(why)) => SubmitError::refused(format!("not submitted: {why}"), None),
            Err(error) => error,
        };
        let context = "the part is already solved, but its accepted answer is not stored";
        Err(problem.context(context))
    }

    /// Fails if nothing can be sent or recorded, so that this is reported before any question or
    /// wait.
    fn prepare(&self) -> Result<(), SubmitError> {
        if self.app.site.is_offline {
            let why = "not submitted because of --offline";
            return Err(CliError::new(Exit::Network, why).into());
        }
        self.app.site.session()?;
        Ok(self.app.workspace.store()?.probe(self.record.puzzle)?)
    }

    /// Shows the examples if one fails, and asks or tells about it. If there is none, it tells
    /// that.
    fn settle_examples(&self) -> Result<(), SubmitError> {
        let ui = &self.app.ui;
        let Some(solved) = &self.candidate.solved else {
            return Ok(());
        };
        if self.plan.force {
            return Ok(());
        }
        // Only examples of this part have run.
        if self.candidate.missing_example.is_none() && solved.examples.is_empty() {
            ui.note(format!("{}: no example checks it", self.record.name()));
        }
        let Some((failing, consequence)) = self.candidate.failing_example(ui.decides_by()) else {
            return Ok(());
        };
        self.show_examples()?;
        let doubt = doubt(failing);
        if consequence != Consequence::Question {
            ui.note(format!("{}: {doubt}", self.record.name()));
            return Ok(());
        }
        let question = format!("{doubt}: submit {}?", self.answer());
        if ask(ui.stderr, &question, false) == Consent::Yes {
            return Ok(());
        }
        let why = "not submitted: you answered no";
        Err(SubmitError::refused(why, Some(LiftedBy::Force)))
    }

    /// Shows the results of the examples.
    fn show_examples(&self) -> Result<()> {
        let ui = &self.app.ui;
        if let Some(solved) = &self.candidate.solved
            && !ui.json
        {
            let lines = examples_lines(ui.stdout, &solved.counted_examples());
            unless_closed(ui.console().print(&lines))?;
        }
        Ok(())
    }

    /// Keeps other processes from submitting until the lock is dropped. `None` if the file system
    /// has no locks.
    fn lock(&self) -> Result<Option<Lock>> {
        let puzzle = self.record.puzzle;
        let note = format!("{puzzle}: waiting for another aoc that submits an answer");
        let ui = &self.app.ui;
        let store = self.app.workspace.store()?;
        Ok(store.lock_submission(puzzle, || ui.note(&note)))
    }

    /// Counts down until the site takes the answer.
    fn wait(&mut self) -> Result<()> {
        self.may_ask_time = false;
        let app = self.app;
        let answers = &self.record.answers;
        let until = format!(
            "the site takes {} for {}",
            self.answer(),
            self.record.name()
        );
        count_down(app.ui.console(), &until, || {
            app.launcher.cancel.check()?;
            Ok::<_, CliError>(AnswerTime::of(app.site.time(), answers).left())
        })
    }

    /// Fails, because a guard refuses the answer. Shows the examples if they are the reason.
    fn refuse(&self, refusal: &Refusal) -> Result<SubmitOutcome, SubmitError> {
        if refusal.shows_examples {
            self.show_examples()?;
        }
        let why = format!("not submitted: {}", refusal.why);
        Err(self.refused(&why, refusal.lifted_by))
    }

    /// The error for an answer that a guard or the site refuses. It names the option that lets the
    /// answer pass.
    fn refused(&self, why: &str, lifted_by: Option<LiftedBy>) -> SubmitError {
        let ui = &self.app.ui;
        let remedy = match lifted_by {
            // The option was given, so the site has refused an answer that was sent.
            Some(LiftedBy::Wait) if self.plan.wait => String::new(),
            Some(LiftedBy::Wait) => {
                let wait = ui.hint("--wait", watch_key::WAIT);
                format!("; {wait} waits for it")
            }
            Some(LiftedBy::Force) => {
                let force = ui.hint("--force", watch_key::FORCE);
                format!("; {force} submits {} anyway", self.answer())
            }
            None => String::new(),
        };
        SubmitError::refused(format!("{why}{remedy}"), lifted_by)
    }

    /// The description of a dry run's request.
    fn request(&self) -> String {
        let answer = self.answer();
        let path = self.record.puzzle.page_path() + "/answer";
        let address = self.app.settings.base_url.at(&path);
        let body = answer_body(self.record.part, answer);
        format!("would submit {answer}: POST {address} {body}")
    }

    /// Records the guess, sends it once and stores the verdict. A guess that was not sent is
    /// removed.
    fn send(&mut self) -> Result<SubmitOutcome, SubmitError> {
        let answer = self.answer();
        let PartRecord { puzzle, part, .. } = *self.record;
        let site = self.app.site.client();
        let session = self.app.site.session()?;
        let store = self.app.workspace.store()?;
        // A stored file shows that the puzzle is open, even if this computer's clock is behind.
        if !store.has_page(puzzle) && !store.has_input(puzzle, None) {
            site.check_unlocked(puzzle, UNMEASURED_CLOCK_ERROR)?;
        }
        site.await_turn()?;
        let guess = self.record_guess()?;
        // Until the verdict is stored, Ctrl-C shows that it is not known.
        let armed = self.on_interrupt(guess.clone())?.arm();
        let what = format!("submitting {}", self.record.name());
        let spinner = Spinner::new(self.app.ui.stderr, &what);
        let start = Instant::now();
        let reply = site.answer(puzzle, part, answer, session);
        let took = start.elapsed();
        drop(spinner);
        match reply {
            Ok(judgement) => {
                let stored = self.store_sent(guess, Some(&judgement), took);
                drop(armed);
                let page = match stored {
                    Ok(()) => self.follow(&judgement),
                    Err(error) => Err(error.into()),
                };
                Ok(self.judged(&judgement).followed_by(page))
            }
            Err(error) if error.kind.traits().was_sent => {
                let page = self.settle_lost(guess, error, took).map(Some);
                Ok(SubmitOutcome::sent(Verdict::Unknown).followed_by(page))
            }
            Err(error) => {
                self.take_back(&guess);
                Err(error.into())
            }
        }
    }

    /// Records the guess before it is sent, because this process may be killed.
    fn record_guess(&mut self) -> Result<Guess, SubmitError> {
        let guess = Guess {
            part: self.record.part,
            answer: self.answer().to_owned(),
            verdict: Verdict::Unknown,
            time: self.app.site.time().now().trunc_subsecs(0),
        };
        self.record.edit(&self.app.workspace, |answers| {
            answers.guesses.push(guess.clone());
        })?;
        Ok(guess)
    }

    /// The action on an interrupt: it tells that the guess was sent, and records it again if the
    /// file was removed meanwhile. If the repository was moved or removed, nothing is recorded.
    fn on_interrupt(&self, sent: Guess) -> Result<OnInterrupt, SubmitError> {
        let app = self.app;
        let puzzle = self.record.puzzle;
        let unknown = format!(
            "{}: {} was sent, the verdict is not known; `aoc submit {puzzle}` reads the page",
            self.record.name(),
            sent.answer
        );
        let store = app.workspace.store()?.clone();
        let root = app.workspace.project()?.root().to_owned();
        let mut console = Console::new(app.ui.stderr, app.ui.stderr, Verbosity::Normal);
        Ok(OnInterrupt::Finish(Box::new(move || {
            console.message(MessageKind::Note, &unknown);
            if root.is_dir()
                && let Err(error) = store.edit_answers(puzzle, None, |answers| answers.record(sent))
            {
                let warning = format!("the guess was not stored: {error:#}");
                console.message(MessageKind::Failure, &warning);
            }
        })))
    }

    /// The outcome with this verdict, which is shown even if it could not be stored.
    fn judged(&self, judgement: &Judgement) -> SubmitOutcome {
        let is_accepted = judgement.verdict == Verdict::Right && !self.record.is_last_star();
        SubmitOutcome {
            accepted: is_accepted.then(|| self.answer().to_owned()),
            someone_else: judgement.someone_else,
            ..SubmitOutcome::sent(judgement.verdict)
        }
    }

    /// Acts on a verdict. If the answer was not graded, the page may show more.
    fn follow(&mut self, judgement: &Judgement) -> Result<Option<SubmitOutcome>, SubmitError> {
        match judgement.verdict {
            Verdict::Right | Verdict::Wrong | Verdict::TooHigh | Verdict::TooLow => Ok(None),
            Verdict::TooRecent => {
                let wait = too_early(judgement.wait.unwrap_or(DEFAULT_WAIT));
                let why =
                    format!("not graded, as the last answer was submitted too recently: {wait}");
                Err(self.refused(&why, Some(LiftedBy::Wait)))
            }
            Verdict::WrongLevel => {
                let why = match settle(self.app, self.record, self.answer())? {
                    Settled::Compared(compared) => return Ok(Some(*compared)),
                    Settled::Closed(why) => why,
                    Settled::Open => "the site calls it the wrong level, although its page takes \
                                      an answer to this part; try again later"
                        .to_owned(),
                };
                let why = format!("not graded: {why}");
                Err(SubmitError::refused(why, None))
            }
            Verdict::Unknown => {
                let why = judgement.unknown.to_string();
                self.ask_page(&why).map(Some)
            }
        }
    }

    /// Stores a guess whose reply was lost, and checks it on the page.
    fn settle_lost(
        &mut self,
        guess: Guess,
        error: SiteError,
        took: Duration,
    ) -> Result<SubmitOutcome, SubmitError> {
        self.store_sent(guess, None, took).map_err(|not_stored| {
            not_stored.context(format!("the verdict is not known ({})", error.message))
        })?;
        // A redirect usually means that the session has expired. The next attempt looks at the
        // page.
        if matches!(error.kind, SiteErrorKind::Session { .. }) {
            return Err(error.into());
        }
        self.ask_page(&error.message)
    }

    /// Looks for the verdict on the page. `why` says why it is not known. If the page does not
    /// show it either, the guess is dated anew, because the page may have corrected the clock.
    fn ask_page(&mut self, why: &str) -> Result<SubmitOutcome, SubmitError> {
        let asked = ask_page(self.app, self.record, self.answer(), why);
        if asked.is_err() {
            self.date_unknown_guess()
                .map_err(|error| error.context(format!("the verdict is not known ({why})")))?;
        }
        asked
    }

    /// Removes a guess that was not sent.
    fn take_back(&mut self, guess: &Guess) {
        let taken_back = self.record.edit(&self.app.workspace, |answers| {
            answers.guesses.retain(|other| other != guess);
        });
        if let Err(error) = taken_back {
            self.app
                .ui
                .error(&error.context("the guess was not removed"));
        }
    }

    /// Stores the verdict on a guess that was sent, and the time from which the site takes the next
    /// one. If the guess is missing in the file, it is added. The reply, which took this long, may
    /// have corrected the clock, so the guess is dated anew.
    fn store_sent(
        &mut self,
        guess: Guess,
        judgement: Option<&Judgement>,
        took: Duration,
    ) -> Result<()> {
        let now = self.app.site.time().now().trunc_subsecs(0);
        let verdict = judgement.map_or(Verdict::Unknown, |judgement| judgement.verdict);
        // After an unknown verdict, the minute to wait begins now.
        let time = match verdict {
            Verdict::Unknown => now,
            _ => (now - took).trunc_subsecs(0),
        };
        let puzzle = self.record.puzzle;
        let stored = self.record.edit(&self.app.workspace, |answers| {
            if let Some(judgement) = judgement
                && (judgement.verdict.is_wrong() || judgement.verdict == Verdict::TooRecent)
            {
                answers.not_before =
                    Some(now + judgement.wait.unwrap_or(DEFAULT_WAIT) + ROUNDING_MARGIN);
            }
            if verdict == Verdict::Right && !is_last_star(puzzle, guess.part) {
                answers.accept(guess.part, &guess.answer);
            }
            answers.set_guess_time(&guess, time);
            answers.record(Guess {
                verdict,
                time,
                ..guess
            });
        });
        stored.map_err(|error| error.context("the verdict was not stored"))
    }

    /// Lets the minute after a guess with an unknown verdict begin now.
    fn date_unknown_guess(&mut self) -> Result<()> {
        let Some(guess) = unknown_guess(&self.record.answers).cloned() else {
            return Ok(());
        };
        let now = self.app.site.time().now().trunc_subsecs(0);
        self.record.edit(&self.app.workspace, |answers| {
            answers.set_guess_time(&guess, now);
        })
    }
}

#[cfg(test)]
mod tests {
    use aoc_solution::Part;

    use super::*;
    use crate::submit::candidate::find_answer;
    use crate::submit::testing::{app, record};
    use crate::testing::write;

    /// The status of an answer to part one after it was submitted.
    fn submitted(app: &App, answer: &str) -> SubmitStatus {
        let plan = SubmitPlan {
            part: Some(Part::One),
            answer: Some(answer.to_owned()),
            ..SubmitPlan::default()
        };
        let mut record = record(app, &plan);
        let candidate = find_answer(app, &plan, &record).unwrap();
        let outcome = carry_out(app, &plan, &mut record, candidate);
        assert!(outcome.problem.is_none());
        outcome.status
    }

    #[test]
    fn a_solved_part_is_compared_before_any_guard() {
        let (temp, app) = app("part1 = 5\nnot_before = 2199-12-01T05:00:00Z\n");
        // The page takes precedence.
        let page = "<title>Day 8 - Advent of Code 2016</title><main><article class=\"day-desc\">\
                    <h2>T</h2></article><p>Your puzzle answer was <code>7</code>.</p></main>";
        write(temp.path(), "inputs/year2016/day08.html", page);
        for (answer, status) in [
            ("7", SubmitStatus::Matched),
            ("5", SubmitStatus::Differs),
            (" 7 ", SubmitStatus::Matched),
            ("7\u{200b}", SubmitStatus::Matched),
            ("+7", SubmitStatus::Differs),
            ("", SubmitStatus::Differs),
        ] {
            assert_eq!(submitted(&app, answer), status, "{answer}");
        }
    }

    /// The recorded answer may be a picture of letters.
    #[test]
    fn a_picture_equals_its_letters() {
        let picture = r#"part1 = ".##.\n#..#\n#..#\n####\n#..#\n#..#\n""#;
        let (_temp, app) = app(picture);
        for (answer, status) in [("A", SubmitStatus::Matched), ("B", SubmitStatus::Differs)] {
            assert_eq!(submitted(&app, answer), status, "{answer}");
        }
    }
}
