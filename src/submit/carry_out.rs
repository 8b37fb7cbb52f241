//! Carries out the decisions about an answer, until it is sent or refused. The guess is recorded
//! before it is sent, and its verdict afterwards. If the verdict is unclear, the page is
//! downloaded.

use std::collections::BTreeSet;

use aoc_solution::letters::{self, Comparison};
use chrono::SubsecRound;

use super::candidate::Candidate;
use super::decision::{
    Decision, Facts, Guard, LiftedBy, OnPage, Step, decide, doubt, on_page, too_early,
};
use super::known::{Known, answer_time, unknown_guess};
use super::refusal::{Refusal, Result, SubmitError};
use crate::app::args::SubmitOptions;
use crate::app::{App, OnInterrupt, watch_key};
use crate::download::{DownloadPlan, Downloader};
use crate::error::{CliError, Exit};
use crate::files::Lock;
use crate::inputs::{Answers, Consequence, Guess, Store, Verdict, plain};
use crate::puzzle::is_last_star;
use crate::reporter::{Spinner, SubmitResult, SubmitStatus, count_down, examples_lines};
use crate::site::{Judgement, MARGIN, SiteError, SiteErrorKind, USUAL_WAIT, answer_body};
use crate::terminal::{Consent, Console, MessageKind, Verbosity, ask};

/// The submission of an answer to one part, and its outcome.
pub struct Submission<'a> {
    pub app: &'a App,
    options: &'a SubmitOptions,
    store: Store,
    pub known: Known,
    done: BTreeSet<Step>,
    /// The lock that keeps other processes from submitting until the outcome is known.
    lock: Option<Lock>,
    pub outcome: SubmitResult,
}

impl<'a> Submission<'a> {
    pub fn new(app: &'a App, options: &'a SubmitOptions, store: Store, known: Known) -> Self {
        Self {
            app,
            options,
            store,
            done: BTreeSet::new(),
            lock: None,
            outcome: SubmitResult {
                puzzle: known.puzzle,
                part: known.part.into(),
                ..SubmitResult::default()
            },
            known,
        }
    }

    /// Decides again after each step, until the answer is sent, refused or compared. The
    /// outcome's status contains the result, unless there is an error.
    pub fn carry_out(&mut self, candidate: &Candidate) -> Result<()> {
        let answer = &candidate.answer;
        if !self.known.is_last_star() {
            self.outcome.answer = Some(answer.clone());
        }
        self.outcome.examples = candidate.examples().to_vec();
        let mut may_repeat = self.options.wait;
        loop {
            match decide(&self.facts(candidate)) {
                Decision::First(step) => {
                    self.perform(step, candidate)?;
                    self.done.insert(step);
                }
                Decision::Compare => {
                    self.compare(answer);
                    return Ok(());
                }
                Decision::Refuse {
                    guard,
                    why,
                    lifted_by,
                } => {
                    return self.refuse(guard, lifted_by, answer, &format!("not submitted: {why}"));
                }
                Decision::ShowRequest => {
                    self.show_request(answer);
                    return Ok(());
                }
                Decision::Wait => self.wait(answer)?,
                Decision::Send => {
                    let sent = self.send(answer);
                    let is_early = self.outcome.status == SubmitStatus::Sent(Verdict::TooRecent);
                    if !is_early || !may_repeat {
                        return sent;
                    }
                    // The answer was not graded.
                    may_repeat = false;
                    self.unlock();
                }
            }
        }
    }

    fn facts<'b>(&'b self, candidate: &'b Candidate) -> Facts<'b> {
        Facts {
            known: &self.known,
            candidate,
            done: &self.done,
            options: self.options,
            decides_by: self.app.ui.decides_by(),
        }
    }

    fn perform(&mut self, step: Step, candidate: &Candidate) -> Result<()> {
        match step {
            Step::AskTime => self.ask_time(),
            Step::ShowExamples => self.show_examples(candidate)?,
            Step::Prepare => self.prepare()?,
            Step::SettleExamples => self.settle_examples(candidate)?,
            Step::Lock => {
                let puzzle = self.known.puzzle;
                let note = format!("{puzzle}: waiting for another aoc that submits an answer");
                let ui = &self.app.ui;
                self.lock = self.store.lock_submission(puzzle, || ui.note(&note));
                self.load()?;
            }
            Step::AskPage => {
                self.settle(&candidate.answer)?;
                self.date_unknown_guess()?;
            }
        }
        Ok(())
    }

    /// Lets other processes submit. Steps that were done under the lock will be done again.
    pub fn unlock(&mut self) {
        self.lock = None;
        self.done.remove(&Step::Lock);
        self.done.remove(&Step::AskPage);
    }

    /// Loads the known facts again.
    fn load(&mut self) -> Result<()> {
        let app = self.app;
        let Known { puzzle, part, .. } = self.known;
        self.known = Known::load(&app.workspace, &app.site, &self.store, puzzle, Some(part))?;
        Ok(())
    }

    /// Asks the site for its time if the clocks disagree on whether it takes an answer now.
    fn ask_time(&mut self) {
        let Known {
            puzzle, answers, ..
        } = &self.known;
        if let Some(instant) = answers.not_before
            && !self.app.site.is_offline
        {
            let site = self.app.site.client();
            site.clock.recall(answers.clock_ahead);
            let last = answers.guesses.last().map(|guess| guess.time);
            site.resolve_doubt(*puzzle, instant, last);
        }
        self.known.time = answer_time(&self.app.site, &self.known.answers);
    }

    /// Shows the examples of the part if one of them fails, and tells the user if there is none.
    fn show_examples(&self, candidate: &Candidate) -> Result<()> {
        let ui = &self.app.ui;
        let Some(solved) = &candidate.solved else {
            return Ok(());
        };
        // Only examples of this part have run.
        if solved.missing_example.is_none() && solved.examples.is_empty() {
            ui.note(format!("{}: no example checks it", self.known.name()));
        }
        if self.facts(candidate).failing_example().is_some() && !ui.json {
            let lines = examples_lines(ui.stdout, &solved.counted_examples());
            ui.console().print(&lines)?;
        }
        Ok(())
    }

    /// Fails if nothing can be sent or recorded, so that this is reported before any question or
    /// wait.
    fn prepare(&self) -> Result<()> {
        if self.app.site.is_offline {
            let why = "not submitted because of --offline";
            return Err(CliError::new(Exit::Network, why).into());
        }
        self.app.site.session()?;
        Ok(self.store.probe(self.known.puzzle)?)
    }

    /// Asks about a failed example, or tells about it.
    fn settle_examples(&self, candidate: &Candidate) -> Result<()> {
        let facts = self.facts(candidate);
        let Some((failing, consequence)) = facts.failing_example() else {
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
        Err(SubmitError::refused(
            Refusal::Guard(Guard::Examples, Some(LiftedBy::Force)),
            why,
        ))
    }

    /// Counts down until the site takes the answer. Meanwhile the lock is released, so that other
    /// processes do not have to wait.
    fn wait(&mut self, answer: &str) -> Result<()> {
        self.unlock();
        let app = self.app;
        let answers = &self.known.answers;
        let until = format!("the site takes {answer} for {}", self.known.name());
        count_down(app.ui.console(), &until, || {
            app.launcher.cancel.check()?;
            Ok::<_, CliError>(answer_time(&app.site, answers).left())
        })?;
        self.known.time = answer_time(&app.site, answers);
        Ok(())
    }

    /// Fails because of a guard, and names the option that lifts it.
    fn refuse<T>(
        &self,
        guard: Guard,
        lifted_by: Option<LiftedBy>,
        answer: &str,
        why: &str,
    ) -> Result<T> {
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
        let message = format!("{why}{remedy}");
        Err(SubmitError::refused(
            Refusal::Guard(guard, lifted_by),
            message,
        ))
    }

    /// Compares the answer with the accepted answer of a solved part, if it is known.
    fn compare(&mut self, answer: &str) {
        self.outcome.accepted = self.known.accepted(self.known.part).map(str::to_owned);
        let Some(accepted) = &self.outcome.accepted else {
            self.outcome.answer = None;
            self.outcome.status = SubmitStatus::Matched;
            return;
        };
        let is_same = letters::compare(accepted, answer) == Comparison::Equal
            || plain(accepted) == plain(answer);
        self.outcome.status = if is_same {
            SubmitStatus::Matched
        } else {
            SubmitStatus::Differs
        };
    }

    fn show_request(&mut self, answer: &str) {
        let path = self.known.puzzle.page_path() + "/answer";
        let address = self.app.settings.base_url.at(&path);
        let body = answer_body(self.known.part, answer);
        let request = format!("would submit {answer}: POST {address} {body}");
        self.outcome.status = SubmitStatus::DryRun;
        self.outcome.message = Some(request);
    }

    /// Records the guess, sends it once and stores the verdict. A guess that was not sent is
    /// removed. Fails if the answer was not graded, or if the page does not show whether it was.
    fn send(&mut self, answer: &str) -> Result<()> {
        let Known { puzzle, part, .. } = self.known;
        let site = self.app.site.client();
        let session = self.app.site.session()?;
        site.await_turn(puzzle)?;
        let guess = self.record(answer)?;
        // Until the verdict is stored, Ctrl-C shows that it is not known.
        let armed = self.on_interrupt(guess.clone())?.arm();
        self.outcome.was_sent = true;
        let what = format!("submitting {}", self.known.name());
        let spinner = Spinner::new(self.app.ui.stderr, &what);
        let reply = site.answer(puzzle, part, answer, session);
        drop(spinner);
        match reply {
            Ok(judgement) => {
                self.store_verdict(guess, &judgement)?;
                drop(armed);
                self.follow(answer, &judgement)
            }
            Err(error) if error.kind.traits().was_sent => self.store_unknown(guess, error),
            Err(error) => {
                self.take_back(&guess);
                Err(error.into())
            }
        }
    }

    /// Records the guess before it is sent, because this process may be killed.
    fn record(&mut self, answer: &str) -> Result<Guess> {
        let clock = self.app.site.clock();
        let guess = Guess {
            part: self.known.part,
            answer: answer.to_owned(),
            verdict: Verdict::Unknown,
            time: clock.now().trunc_subsecs(0),
        };
        self.store
            .edit_answers(self.known.puzzle, None, |answers| {
                answers.clock_ahead = clock.lead_to_record();
                answers.guesses.push(guess.clone());
            })?;
        Ok(guess)
    }

    /// The action on an interrupt: it tells that the guess was sent, and records it again if the
    /// file was removed meanwhile. If the repository was moved or removed, nothing is recorded.
    fn on_interrupt(&self, sent: Guess) -> Result<OnInterrupt> {
        let app = self.app;
        let puzzle = self.known.puzzle;
        let unknown = format!(
            "{}: {} was sent, the verdict is not known; `aoc submit {puzzle}` reads the page",
            self.known.name(),
            sent.answer
        );
        let store = self.store.clone();
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

    /// Stores the verdict of a reply. The verdict is shown even if it cannot be stored.
    fn store_verdict(&mut self, guess: Guess, judgement: &Judgement) -> Result<()> {
        let verdict = judgement.verdict;
        self.outcome.status = SubmitStatus::Sent(verdict);
        self.outcome.someone_else = judgement.someone_else;
        if verdict == Verdict::Right {
            self.outcome.accepted.clone_from(&self.outcome.answer);
        }
        Ok(self.store_sent(Guess { verdict, ..guess }, Some(judgement))?)
    }

    /// Acts on a verdict. If the answer was not graded, the page may show more.
    fn follow(&mut self, answer: &str, judgement: &Judgement) -> Result<()> {
        match judgement.verdict {
            Verdict::Right | Verdict::Wrong | Verdict::TooHigh | Verdict::TooLow => Ok(()),
            Verdict::TooRecent => {
                let wait = too_early(judgement.wait.unwrap_or(USUAL_WAIT));
                let why =
                    format!("not graded, as the last answer was submitted too recently: {wait}");
                self.refuse(Guard::NotBefore, Some(LiftedBy::Wait), answer, &why)
            }
            Verdict::WrongLevel => {
                if self.settle(answer)? == OnPage::Solved {
                    return Ok(());
                }
                let why = "not graded: the part is solved already, or part 1 is not";
                Err(SubmitError::refused(Refusal::Site, why))
            }
            Verdict::Unknown if judgement.reply.is_empty() => {
                self.ask_page(answer, "the site says nothing about it")
            }
            Verdict::Unknown => {
                self.ask_page(answer, &format!("the site says: {}", judgement.reply))
            }
        }
    }

    /// Stores a guess whose reply was lost, and checks it on the page.
    fn store_unknown(&mut self, guess: Guess, error: SiteError) -> Result<()> {
        self.outcome.status = SubmitStatus::Sent(Verdict::Unknown);
        let answer = guess.answer.clone();
        self.store_sent(guess, None).map_err(|not_stored| {
            not_stored.context(format!("the verdict is not known ({})", error.message))
        })?;
        // A redirect usually means that the session has expired. The next attempt looks at the
        // page.
        if matches!(error.kind, SiteErrorKind::Session { .. }) {
            return Err(error.into());
        }
        self.ask_page(&answer, &error.message)
    }

    /// Removes a guess that was not sent.
    fn take_back(&mut self, guess: &Guess) {
        let taken_back = self.edit(|answers| answers.guesses.retain(|other| other != guess));
        if let Err(error) = taken_back {
            self.app
                .ui
                .error(&error.context("the guess was not removed"));
        }
    }

    /// Stores a guess that was sent, and the time from which the site takes the next one. If the
    /// guess is missing in the file, it is added.
    fn store_sent(&mut self, guess: Guess, judgement: Option<&Judgement>) -> Result<(), CliError> {
        let clock = self.app.site.clock();
        let now = clock.now().trunc_subsecs(0);
        let puzzle = self.known.puzzle;
        let stored = self.edit(|answers| {
            // After an unknown verdict, the minute is measured by the clock that recorded the
            // guess.
            if guess.verdict != Verdict::Unknown {
                answers.clock_ahead = clock.lead_to_record();
            }
            if let Some(judgement) = judgement
                && (judgement.verdict.is_wrong() || judgement.verdict == Verdict::TooRecent)
            {
                answers.not_before = Some(now + judgement.wait.unwrap_or(USUAL_WAIT) + MARGIN);
            }
            if guess.verdict == Verdict::Right && !is_last_star(puzzle, guess.part) {
                answers.accept(guess.part, &guess.answer);
            }
            answers.record(guess);
        });
        stored.map_err(|error| error.context("the verdict was not stored"))
    }

    /// Changes the recorded answers. Fails if the repository was moved or removed, so that no new
    /// file is created at its old place.
    fn edit(&mut self, change: impl FnOnce(&mut Answers)) -> Result<(), CliError> {
        self.app.workspace.check_in_place()?;
        self.known.answers = self
            .store
            .edit_answers(self.known.puzzle, None, |answers| {
                change(answers);
                answers.clone()
            })?;
        self.known.time = answer_time(&self.app.site, &self.known.answers);
        Ok(())
    }

    /// If a guess was recorded by a clock that was ahead, nobody knows when it was sent. Its
    /// minute begins now.
    fn date_unknown_guess(&mut self) -> Result<()> {
        let clock = self.app.site.clock();
        let Some(guess) = unknown_guess(&self.known.answers) else {
            return Ok(());
        };
        if clock.age(guess.time).is_some() {
            return Ok(());
        }
        let wrong = guess.clone();
        let now = clock.now().trunc_subsecs(0);
        let redated = self.edit(|answers| {
            for guess in &mut answers.guesses {
                if *guess == wrong {
                    guess.time = now;
                }
            }
        });
        Ok(redated?)
    }

    /// Downloads the page, which may show that the answer was right. `why` says why the verdict
    /// is unknown.
    fn ask_page(&mut self, answer: &str, why: &str) -> Result<()> {
        let mut exit = Exit::Network;
        let page_says = match self.settle(answer) {
            Ok(OnPage::Solved) => {
                if self.outcome.status == SubmitStatus::Matched {
                    self.outcome.status = SubmitStatus::Sent(Verdict::Right);
                }
                return Ok(());
            }
            Ok(OnPage::Open) => "the page does not show it as accepted".to_owned(),
            Err(SubmitError { source, .. }) => {
                if source.exit == Exit::Session {
                    exit = source.exit;
                }
                format!("the page: {source:#}")
            }
        };
        let address = self.app.settings.page_url(self.known.puzzle);
        let message = format!(
            "not known whether it was graded: {why}; {page_says}; look at {address} before you \
             submit again"
        );
        Err(CliError::new(exit, message).into())
    }

    /// Downloads the page. If the part is solved, the answer is compared with the accepted one.
    /// Fails if the site takes no answer to the part.
    fn settle(&mut self, answer: &str) -> Result<OnPage> {
        self.download_page()?;
        let Known {
            puzzle, part, page, ..
        } = &self.known;
        let is_other_input = self.store.is_other_input(*puzzle, page.input());
        let on_page = on_page(*puzzle, *part, page, is_other_input)
            .map_err(|why| SubmitError::refused(Refusal::Page, format!("not graded: {why}")))?;
        if on_page == OnPage::Solved {
            let part = *part;
            self.compare(answer);
            if self.outcome.status == SubmitStatus::Matched {
                // The page does not contain an answer for the last star.
                self.store
                    .edit_answers(self.known.puzzle, None, |answers| {
                        answers.confirm(part, answer);
                    })?;
            }
        }
        Ok(on_page)
    }

    /// Downloads the page again. Answers and examples are taken from it.
    fn download_page(&mut self) -> Result<()> {
        let downloader = Downloader {
            ui: &self.app.ui,
            site: &self.app.site,
            workspace: &self.app.workspace,
            store: self.store.clone(),
            plan: DownloadPlan {
                replaces: true,
                ..DownloadPlan::default()
            },
            position: None,
        };
        let puzzle = self.known.puzzle;
        let download = downloader.puzzle(puzzle).page()?;
        download.learned.tell(&self.app.ui, puzzle);
        // The page may have settled a guess, or shown the answer to the other part.
        self.load()?;
        self.known.page = download.page;
        Ok(())
    }

    /// Downloads the page again after a right answer, because it shows more now. A failure is
    /// only a note, because the verdict is known.
    pub fn update_page(&mut self) {
        if !self.known.page.has_solved(self.known.part)
            && let Err(SubmitError { source, .. }) = self.download_page()
        {
            let puzzle = self.known.puzzle;
            self.app.ui.note(format!(
                "{puzzle}: the page was not downloaded again: {source:#}"
            ));
        }
    }
}
