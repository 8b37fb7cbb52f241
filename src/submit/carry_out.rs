//! Carries out the decisions about an answer, until it is sent or refused. The guess is recorded
//! before it is sent, and its verdict afterwards.

use std::collections::BTreeSet;

use chrono::SubsecRound;

use super::answer_time::{AnswerTime, too_early, unknown_guess};
use super::candidate::{Candidate, doubt};
use super::decision::{Decision, Facts, LiftedBy, Refusal, Step, decide};
use super::ended::{Ended, SubmitError};
use super::known::Known;
use super::page::{ask_page, settle};
use crate::app::args::SubmitOptions;
use crate::app::{App, OnInterrupt, watch_key};
use crate::error::{CliError, Exit, Result};
use crate::files::Lock;
use crate::inputs::{Consequence, Guess, Verdict};
use crate::puzzle::is_last_star;
use crate::reporter::{Spinner, SubmitStatus, count_down, examples_lines};
use crate::runner::PuzzleResult;
use crate::site::{Judgement, MARGIN, SiteError, SiteErrorKind, USUAL_WAIT, answer_body};
use crate::terminal::{Consent, Console, MessageKind, Verbosity, ask};

/// Sends the answer, unless it is refused or compared. With `--wait` an answer that came too
/// soon is sent once more, because it was not graded.
pub fn carry_out(
    app: &App,
    options: &SubmitOptions,
    known: &mut Known,
    candidate: Candidate,
) -> Ended {
    let mut submission = Submission {
        app,
        options,
        known,
        done: BTreeSet::new(),
        lock: None,
    };
    let mut ended = match submission.attempt(&candidate) {
        Ok(ended) => ended,
        Err(problem) => Ended::failed(problem),
    };
    if options.wait && ended.status == SubmitStatus::Sent(Verdict::TooRecent) {
        submission.unlock();
        let again = submission.attempt(&candidate).map(Some);
        ended = ended.followed_by(again);
    }
    Ended {
        candidate: Some(candidate),
        ..ended
    }
}

/// The submission of an answer to one part.
struct Submission<'a> {
    app: &'a App,
    options: &'a SubmitOptions,
    known: &'a mut Known,
    done: BTreeSet<Step>,
    /// The lock that keeps other processes from submitting until the outcome is known.
    lock: Option<Lock>,
}

impl Submission<'_> {
    /// Decides again after each step, until the answer is sent, refused or compared.
    fn attempt(&mut self, candidate: &Candidate) -> Result<Ended, SubmitError> {
        let answer = &candidate.answer;
        loop {
            match decide(&self.facts(candidate)) {
                Decision::First(step) => {
                    self.perform(step, candidate)?;
                    self.done.insert(step);
                }
                Decision::Compare => return Ok(Ended::compared(self.known, answer)),
                Decision::Refuse(_, Refusal { why, lifted_by }) => {
                    let why = format!("not submitted: {why}");
                    return Err(self.refused(&why, lifted_by, answer));
                }
                Decision::ShowRequest => return Ok(Ended::dry_run(self.request(answer))),
                Decision::Wait => self.wait(answer)?,
                Decision::Send => return self.send(answer),
            }
        }
    }

    fn facts<'b>(&'b self, candidate: &'b Candidate) -> Facts<'b> {
        Facts {
            known: self.known,
            time: AnswerTime::of(self.app.site.time(), &self.known.answers),
            candidate,
            done: &self.done,
            options: self.options,
            decides_by: self.app.ui.decides_by(),
        }
    }

    fn perform(&mut self, step: Step, candidate: &Candidate) -> Result<(), SubmitError> {
        match step {
            Step::AskTime => self.ask_time(),
            Step::ShowExamples => self.show_examples(candidate)?,
            Step::Prepare => self.prepare()?,
            Step::SettleExamples => self.settle_examples(candidate)?,
            Step::Lock => {
                let puzzle = self.known.puzzle;
                let note = format!("{puzzle}: waiting for another aoc that submits an answer");
                let ui = &self.app.ui;
                let store = self.app.workspace.store()?;
                self.lock = store.lock_submission(puzzle, || ui.note(&note));
                self.known.reload(&self.app.workspace, &self.app.site)?;
            }
            Step::AskPage => {
                settle(self.app, self.known, &candidate.answer)?;
                self.date_unknown_guess()?;
            }
        }
        Ok(())
    }

    /// Lets other processes submit. Steps that were done under the lock will be done again.
    fn unlock(&mut self) {
        self.lock = None;
        self.done.remove(&Step::Lock);
        self.done.remove(&Step::AskPage);
    }

    /// Asks the site for its time if it is not certain whether it takes an answer now.
    fn ask_time(&mut self) {
        let site = &self.app.site;
        let time = AnswerTime::of(site.time(), &self.known.answers);
        if time.is_in_doubt && !site.is_offline {
            site.client().ask_time(self.known.puzzle);
        }
    }

    /// Shows the examples of the part if one of them fails, and tells the user if there is none.
    fn show_examples(&self, candidate: &Candidate) -> Result<(), SubmitError> {
        let ui = &self.app.ui;
        let Some(solved) = &candidate.solved else {
            return Ok(());
        };
        // Only examples of this part have run.
        if candidate.missing_example.is_none() && solved.examples.is_empty() {
            ui.note(format!("{}: no example checks it", self.known.name()));
        }
        if self.failing_example(candidate).is_some() && !ui.json {
            let lines = examples_lines(ui.stdout, &solved.counted_examples());
            ui.console().print(&lines)?;
        }
        Ok(())
    }

    fn failing_example<'b>(
        &self,
        candidate: &'b Candidate,
    ) -> Option<(&'b PuzzleResult, Consequence)> {
        candidate.failing_example(self.options.force, self.app.ui.decides_by())
    }

    /// Fails if nothing can be sent or recorded, so that this is reported before any question or
    /// wait.
    fn prepare(&self) -> Result<(), SubmitError> {
        if self.app.site.is_offline {
            let why = "not submitted because of --offline";
            return Err(CliError::new(Exit::Network, why).into());
        }
        self.app.site.session()?;
        Ok(self.app.workspace.store()?.probe(self.known.puzzle)?)
    }

    /// Asks about a failed example, or tells about it.
    fn settle_examples(&self, candidate: &Candidate) -> Result<(), SubmitError> {
        let Some((failing, consequence)) = self.failing_example(candidate) else {
            return Ok(());
        };
        let doubt = doubt(failing);
        if consequence != Consequence::Question {
            self.app.ui.note(format!("{}: {doubt}", self.known.name()));
            return Ok(());
        }
        let question = format!("{doubt}: submit {}?", candidate.answer);
        if ask(self.app.ui.stderr, &question, false) == Consent::Yes {
            return Ok(());
        }
        let why = "not submitted: you answered no";
        Err(SubmitError::refused(why, Some(LiftedBy::Force)))
    }

    /// Counts down until the site takes the answer. Meanwhile the lock is released, so that other
    /// processes do not have to wait.
    fn wait(&mut self, answer: &str) -> Result<(), SubmitError> {
        self.unlock();
        let app = self.app;
        let answers = &self.known.answers;
        let until = format!("the site takes {answer} for {}", self.known.name());
        count_down(app.ui.console(), &until, || {
            app.launcher.cancel.check()?;
            Ok::<_, CliError>(AnswerTime::of(app.site.time(), answers).left())
        })?;
        Ok(())
    }

    /// The error for an answer that a guard or the site refuses. It names the option that lets the
    /// answer pass.
    fn refused(&self, why: &str, lifted_by: Option<LiftedBy>, answer: &str) -> SubmitError {
        let ui = &self.app.ui;
        let remedy = match lifted_by {
            // The option was given, so the site has refused an answer that was sent.
            Some(LiftedBy::Wait) if self.options.wait => String::new(),
            Some(LiftedBy::Wait) => {
                let wait = ui.hint("--wait", watch_key::WAIT);
                format!("; {wait} waits for it")
            }
            Some(LiftedBy::Force) => {
                let force = ui.hint("--force", watch_key::FORCE);
                format!("; {force} submits {answer} anyway")
            }
            None => String::new(),
        };
        SubmitError::refused(format!("{why}{remedy}"), lifted_by)
    }

    /// The description of a dry run's request.
    fn request(&self, answer: &str) -> String {
        let path = self.known.puzzle.page_path() + "/answer";
        let address = self.app.settings.base_url.at(&path);
        let body = answer_body(self.known.part, answer);
        format!("would submit {answer}: POST {address} {body}")
    }

    /// Records the guess, sends it once and stores the verdict. A guess that was not sent is
    /// removed.
    fn send(&mut self, answer: &str) -> Result<Ended, SubmitError> {
        let Known { puzzle, part, .. } = *self.known;
        let site = self.app.site.client();
        let session = self.app.site.session()?;
        site.await_turn(puzzle)?;
        let guess = self.record(answer)?;
        // Until the verdict is stored, Ctrl-C shows that it is not known.
        let armed = self.on_interrupt(guess.clone())?.arm();
        let what = format!("submitting {}", self.known.name());
        let spinner = Spinner::new(self.app.ui.stderr, &what);
        let reply = site.answer(puzzle, part, answer, session);
        drop(spinner);
        match reply {
            Ok(judgement) => {
                let verdict = judgement.verdict;
                let stored = self.store_sent(Guess { verdict, ..guess }, Some(&judgement));
                drop(armed);
                let page = match stored {
                    Ok(()) => self.follow(answer, &judgement),
                    Err(error) => Err(error.into()),
                };
                Ok(self.judged(answer, &judgement).followed_by(page))
            }
            Err(error) if error.kind.traits().was_sent => {
                let page = self.settle_lost(guess, error).map(Some);
                Ok(Ended::sent(Verdict::Unknown).followed_by(page))
            }
            Err(error) => {
                self.take_back(&guess);
                Err(error.into())
            }
        }
    }

    /// Records the guess before it is sent, because this process may be killed.
    fn record(&mut self, answer: &str) -> Result<Guess, SubmitError> {
        let guess = Guess {
            part: self.known.part,
            answer: answer.to_owned(),
            verdict: Verdict::Unknown,
            time: self.app.site.time().now().trunc_subsecs(0),
        };
        self.known.edit(&self.app.workspace, |answers| {
            answers.guesses.push(guess.clone());
        })?;
        Ok(guess)
    }

    /// The action on an interrupt: it tells that the guess was sent, and records it again if the
    /// file was removed meanwhile. If the repository was moved or removed, nothing is recorded.
    fn on_interrupt(&self, sent: Guess) -> Result<OnInterrupt, SubmitError> {
        let app = self.app;
        let puzzle = self.known.puzzle;
        let unknown = format!(
            "{}: {} was sent, the verdict is not known; `aoc submit {puzzle}` reads the page",
            self.known.name(),
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

    /// The end with this verdict, which is shown even if it could not be stored.
    fn judged(&self, answer: &str, judgement: &Judgement) -> Ended {
        let is_accepted = judgement.verdict == Verdict::Right && !self.known.is_last_star();
        Ended {
            accepted: is_accepted.then(|| answer.to_owned()),
            someone_else: judgement.someone_else,
            ..Ended::sent(judgement.verdict)
        }
    }

    /// Acts on a verdict. If the answer was not graded, the page may show more.
    fn follow(
        &mut self,
        answer: &str,
        judgement: &Judgement,
    ) -> Result<Option<Ended>, SubmitError> {
        match judgement.verdict {
            Verdict::Right | Verdict::Wrong | Verdict::TooHigh | Verdict::TooLow => Ok(None),
            Verdict::TooRecent => {
                let wait = too_early(judgement.wait.unwrap_or(USUAL_WAIT));
                let why =
                    format!("not graded, as the last answer was submitted too recently: {wait}");
                Err(self.refused(&why, Some(LiftedBy::Wait), answer))
            }
            Verdict::WrongLevel => {
                let compared = settle(self.app, self.known, answer)?;
                if compared.is_none() {
                    let why = "not graded: the part is solved already, or part 1 is not";
                    return Err(SubmitError::refused(why, None));
                }
                Ok(compared)
            }
            Verdict::Unknown => {
                let why = match &judgement.reply {
                    Some(reply) => format!("the site says: {reply}"),
                    None => "the site says nothing about it".to_owned(),
                };
                ask_page(self.app, self.known, answer, &why).map(Some)
            }
        }
    }

    /// Stores a guess whose reply was lost, and checks it on the page.
    fn settle_lost(&mut self, guess: Guess, error: SiteError) -> Result<Ended, SubmitError> {
        let answer = guess.answer.clone();
        self.store_sent(guess, None).map_err(|not_stored| {
            not_stored.context(format!("the verdict is not known ({})", error.message))
        })?;
        // A redirect usually means that the session has expired. The next attempt looks at the
        // page.
        if matches!(error.kind, SiteErrorKind::Session { .. }) {
            return Err(error.into());
        }
        ask_page(self.app, self.known, &answer, &error.message)
    }

    /// Removes a guess that was not sent.
    fn take_back(&mut self, guess: &Guess) {
        let taken_back = self.known.edit(&self.app.workspace, |answers| {
            answers.guesses.retain(|other| other != guess);
        });
        if let Err(error) = taken_back {
            self.app
                .ui
                .error(&error.context("the guess was not removed"));
        }
    }

    /// Stores a guess that was sent, and the time from which the site takes the next one. If the
    /// guess is missing in the file, it is added.
    fn store_sent(&mut self, mut guess: Guess, judgement: Option<&Judgement>) -> Result<()> {
        let now = self.app.site.time().now().trunc_subsecs(0);
        let puzzle = self.known.puzzle;
        let stored = self.known.edit(&self.app.workspace, |answers| {
            if let Some(judgement) = judgement
                && (judgement.verdict.is_wrong() || judgement.verdict == Verdict::TooRecent)
            {
                answers.not_before = Some(now + judgement.wait.unwrap_or(USUAL_WAIT) + MARGIN);
            }
            if guess.verdict == Verdict::Right && !is_last_star(puzzle, guess.part) {
                answers.accept(guess.part, &guess.answer);
            }
            // The minute begins now, as the reply may have corrected the clock.
            if guess.verdict == Verdict::Unknown {
                answers.date(&guess, now);
                guess.time = now;
            }
            answers.record(guess);
        });
        stored.map_err(|error| error.context("the verdict was not stored"))
    }

    /// Dates an unknown guess that is in the future as sent now, so that its minute begins now. A
    /// clock that was ahead has recorded it, so nobody knows when it was sent.
    fn date_unknown_guess(&mut self) -> Result<(), SubmitError> {
        let time = self.app.site.time();
        let Some(guess) = unknown_guess(&self.known.answers) else {
            return Ok(());
        };
        if time.age(guess.time).is_some() {
            return Ok(());
        }
        let wrong = guess.clone();
        let now = time.now().trunc_subsecs(0);
        let workspace = &self.app.workspace;
        Ok(self
            .known
            .edit(workspace, |answers| answers.date(&wrong, now))?)
    }
}

#[cfg(test)]
mod tests {
    use aoc_solution::Part;

    use super::*;
    use crate::submit::candidate::find_answer;
    use crate::submit::testing::{app, known};
    use crate::testing::write;

    /// The status of an answer to part one after it was submitted.
    fn submitted(app: &App, answer: &str) -> SubmitStatus {
        let options = SubmitOptions {
            part: Some(Part::One),
            answer: Some(answer.to_owned()),
            ..SubmitOptions::default()
        };
        let mut known = known(app, &options);
        let candidate = find_answer(app, &options, &known).unwrap();
        let ended = carry_out(app, &options, &mut known, candidate);
        assert!(ended.problem.is_none());
        ended.status
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
