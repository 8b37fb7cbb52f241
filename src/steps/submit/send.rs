//! Sends an answer, stores its verdict, and asks the page where the verdict is not known.

use chrono::SubsecRound;

use super::guards::{Guard, OnPage, Stage, on_page};
use super::next_answer::{not_before, wait_after};
use super::refusal::{Refusal, Result, SubmitError};
use super::{Attempt, Candidate, Clearance};
use crate::app::OnInterrupt;
use crate::error::{CliError, ErrorKind};
use crate::inputs::{Answers, Guess, Verdict};
use crate::puzzle::is_last_star;
use crate::reporter::{Spinner, SubmitStatus, count_down};
use crate::site::{Judgement, SiteError, SiteErrorKind};
use crate::steps::download::{DownloadPlan, Downloader, Openness};
use crate::terminal::{Console, MessageKind, Verbosity, span};

impl Attempt<'_> {
    /// Fails if nothing can be sent or recorded. It is reported before anything is asked or
    /// waited for.
    pub(super) fn check_that_it_can_send(&self) -> Result<()> {
        if self.app.site.is_offline {
            let why = "not submitted because of --offline";
            return Err(CliError::new(ErrorKind::Network, why).into());
        }
        self.app.site.session()?;
        Ok(self.store.probe(self.puzzle)?)
    }

    /// Sends the answer once; with `--wait` a second time if the site says that it came
    /// too early, because then it was not graded. A lock keeps other processes from
    /// submitting until the outcome is known.
    pub(super) fn deliver(&mut self, candidate: &Candidate) -> Result<()> {
        let answer = &candidate.answer;
        let app = self.app;
        let puzzle = self.puzzle;
        let mut may_repeat = self.options.wait;
        loop {
            if self.options.wait {
                // The lock is not held while waiting, so that other processes need not
                // wait.
                let until = format!("the site takes {answer} for {}", self.name());
                count_down(app.ui.console(), &until, || {
                    app.launcher.cancel.check()?;
                    self.settle_clock_doubt()?;
                    self.time_left(Stage::Locked)
                })?;
            }
            let note = format!("{puzzle}: waiting for another aoc that submits an answer");
            let _lock = self.store.lock_submission(puzzle, || app.ui.note(&note));
            self.reload()?;
            let must_ask_page = self.unknown_guess().is_some() || is_last_star(puzzle, self.part);
            if must_ask_page && !self.is_solved() && self.settle(answer)? == OnPage::Solved {
                return Ok(());
            }
            self.date_unknown_guess()?;
            match self.pass_guards(candidate, Stage::Locked)? {
                Clearance::Free => {}
                Clearance::Compared => return Ok(()),
                Clearance::Early => continue,
            }
            let sent = self.send(answer);
            if self.outcome.status != SubmitStatus::Sent(Verdict::TooRecent) || !may_repeat {
                return sent;
            }
            may_repeat = false;
        }
    }

    /// Records the guess, sends it once, and stores the verdict, or takes the guess back if it
    /// was not sent. Fails if it was not graded, or if the page does not show whether it was.
    fn send(&mut self, answer: &str) -> Result<()> {
        let site = self.app.site.client()?;
        let session = self.app.site.session()?;
        site.await_turn(self.puzzle)?;
        let guess = self.record(answer)?;
        // Until the verdict is stored, Ctrl-C tells that it is not known.
        let armed = self.on_interrupt(guess.clone())?.arm();
        self.outcome.was_sent = true;
        let spinner = Spinner::new(self.app.ui.stderr, &format!("submitting {}", self.name()));
        let reply = site.answer(self.puzzle, self.part, answer, session);
        drop(spinner);
        match reply {
            Ok(judgement) => {
                self.store_verdict(guess, &judgement)?;
                drop(armed);
                self.follow(answer, &judgement)
            }
            Err(error) if error.kind.was_sent() => self.store_unknown(guess, error),
            Err(error) => {
                self.take_back(&guess);
                Err(error.into())
            }
        }
    }

    /// Records the guess before it is sent, in case this process is killed.
    fn record(&mut self, answer: &str) -> Result<Guess> {
        let clock = &self.app.site.client()?.clock;
        let guess = Guess {
            part: self.part,
            answer: answer.to_owned(),
            verdict: Verdict::Unknown,
            time: clock.time_to_record().trunc_subsecs(0),
        };
        self.store.edit_answers(self.puzzle, None, |answers| {
            answers.clock_ahead = clock.lead_to_record();
            answers.guesses.push(guess.clone());
        })?;
        Ok(guess)
    }

    /// Tells of a guess that was sent, and records it again if the file was removed since.
    /// That of a repository that was moved or removed is left alone.
    fn on_interrupt(&self, sent: Guess) -> Result<OnInterrupt> {
        let app = self.app;
        let puzzle = self.puzzle;
        let unknown = format!(
            "{}: {} was sent, the verdict is not known; `aoc submit {puzzle}` asks the page",
            self.name(),
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

    /// Stores the verdict of a reply. It is shown even if it cannot be stored.
    fn store_verdict(&mut self, guess: Guess, judgement: &Judgement) -> Result<()> {
        let verdict = judgement.verdict;
        self.outcome.status = SubmitStatus::Sent(verdict);
        self.outcome.someone_else = judgement.someone_else;
        if verdict == Verdict::Right {
            self.outcome.accepted.clone_from(&self.outcome.answer);
        }
        Ok(self.store_sent(Guess { verdict, ..guess }, Some(judgement))?)
    }

    /// What a verdict leads to: the page may show more where the answer was not graded.
    fn follow(&mut self, answer: &str, judgement: &Judgement) -> Result<()> {
        match judgement.verdict {
            Verdict::Right | Verdict::Wrong | Verdict::TooHigh | Verdict::TooLow => Ok(()),
            Verdict::TooRecent => {
                let wait = span(wait_after(judgement));
                self.refuse_by(
                    Guard::NotBefore,
                    answer,
                    &format!(
                        "not graded, as the last answer was submitted too recently: the site takes \
                         the next answer in {wait}"
                    ),
                )
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

    /// Stores a guess whose reply was lost, and asks the page about it.
    fn store_unknown(&mut self, guess: Guess, error: SiteError) -> Result<()> {
        self.outcome.status = SubmitStatus::Sent(Verdict::Unknown);
        let answer = guess.answer.clone();
        self.store_sent(guess, None).map_err(|not_stored| {
            not_stored.context(format!("the verdict is not known ({})", error.message))
        })?;
        // A redirect usually means that the session has expired. The next attempt asks the
        // page.
        if matches!(error.kind, SiteErrorKind::Session { .. }) {
            return Err(error.into());
        }
        self.ask_page(&answer, &error.message)
    }

    /// Removes a guess that was not sent.
    fn take_back(&mut self, guess: &Guess) {
        let taken_back = self.edit_here(|answers| answers.guesses.retain(|other| other != guess));
        if let Err(error) = taken_back {
            self.app
                .ui
                .error(&error.context("the guess was not removed"));
        }
    }

    /// Stores a guess that was sent, and when the site takes the next one, whatever has
    /// happened to the file since: the guess is added if it is missing, and a repository
    /// that was moved is followed.
    fn store_sent(&mut self, guess: Guess, judgement: Option<&Judgement>) -> Result<(), CliError> {
        let clock = &self.app.site.client()?.clock;
        let now = clock.time_to_record().trunc_subsecs(0);
        let puzzle = self.puzzle;
        let stored = self.edit_here(|answers| {
            // The minute after an unknown verdict counts by the clock that recorded the guess.
            if guess.verdict != Verdict::Unknown {
                answers.clock_ahead = clock.lead_to_record();
            }
            if let Some(instant) = judgement.and_then(|judgement| not_before(judgement, now)) {
                answers.not_before = Some(instant);
            }
            if guess.verdict == Verdict::Right && !is_last_star(puzzle, guess.part) {
                answers.accept(guess.part, &guess.answer);
            }
            answers.record(guess);
        });
        stored.map_err(|error| error.context("the verdict was not stored"))
    }

    /// Changes the recorded answers, at the place where the repository is now.
    pub(super) fn edit_here(&mut self, change: impl FnOnce(&mut Answers)) -> Result<(), CliError> {
        self.store = self.app.workspace.store_here(&self.store)?;
        self.answers = self.store.edit_answers(self.puzzle, None, |answers| {
            change(answers);
            answers.clone()
        })?;
        Ok(())
    }

    /// Downloads the page, which may show that the answer was right. `why` is the reason
    /// why the verdict is unknown.
    fn ask_page(&mut self, answer: &str, why: &str) -> Result<()> {
        let page_says = match self.settle(answer) {
            Ok(OnPage::Solved) => {
                if self.outcome.status == SubmitStatus::Matched {
                    self.outcome.status = SubmitStatus::Sent(Verdict::Right);
                }
                return Ok(());
            }
            Ok(OnPage::Open) => "the page does not show it as accepted".to_owned(),
            Err(SubmitError { source, .. }) => format!("the page: {source:#}"),
        };
        let address = self.app.settings.page_url(self.puzzle);
        let message = format!(
            "not known whether it was graded: {why}; {page_says}; look at {address} before you \
             submit again"
        );
        Err(CliError::new(ErrorKind::Network, message).into())
    }

    /// Downloads the page. If the part is solved, the answer is compared with the
    /// accepted one. Fails if the site takes no answer to the part.
    fn settle(&mut self, answer: &str) -> Result<OnPage> {
        self.download_page()?;
        let page = &self.page;
        let is_other_input = self.store.is_other_input(self.puzzle, page.input());
        let on_page = on_page(self.puzzle, self.part, page, is_other_input)
            .map_err(|why| SubmitError::refused(Refusal::Page, format!("not graded: {why}")))?;
        if on_page == OnPage::Solved {
            self.compare(answer);
            if self.outcome.status == SubmitStatus::Matched {
                // The last star has no answer on the page.
                self.store.edit_answers(self.puzzle, None, |answers| {
                    answers.confirm(self.part, answer);
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
        let download = downloader.page(self.puzzle, Openness::ByClock)?;
        download.learned.tell(&self.app.ui, self.puzzle);
        self.page = download.page;
        // The page may have settled a guess, or shown the other part's answer.
        self.answers = self.store.answers(self.puzzle, None)?;
        Ok(())
    }

    /// Downloads the page again after a right answer, as it shows more now. A failure is
    /// only a note, as the verdict is known.
    pub(super) fn update_page(&mut self) {
        if !self.page.has_solved(self.part)
            && let Err(SubmitError { source, .. }) = self.download_page()
        {
            let puzzle = self.puzzle;
            self.app.ui.note(format!(
                "{puzzle}: the page was not downloaded again: {source:#}"
            ));
        }
    }
}
