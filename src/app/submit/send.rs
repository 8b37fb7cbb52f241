//! Sends an answer, stores its verdict, and asks the page where the verdict is not known.

use std::time::Duration;

use aoc_solution::Part::{One, Two};
use chrono::SubsecRound;

use super::Attempt;
use super::guards::{MARGIN, USUAL_WAIT, refuse};
use crate::app::download::{DownloadPlan, Downloader};
use crate::app::interrupt::OnInterrupt;
use crate::error::{CliError, Exit, Result};
use crate::inputs::Verdict::{Right, TooHigh, TooLow, TooRecent, Unknown, Wrong, WrongLevel};
use crate::inputs::{Answers, Guess};
use crate::puzzle::is_last_star;
use crate::reporter::SubmitStatus::{Matched, Sent};
use crate::reporter::{Spinner, count_down};
use crate::site::SiteErrorKind;
use crate::terminal::Console;
use crate::terminal::MessageKind::{Failure, Note};
use crate::terminal::Verbosity::Normal;

impl Attempt<'_> {
    /// Sends the answer once; with `--wait` a second time if the site says that it came
    /// too early, because then it was not graded. A lock keeps other processes from
    /// submitting until the outcome is known.
    pub(super) fn deliver(&mut self) -> Result<()> {
        let app = self.app;
        let puzzle = self.puzzle;
        if app.offline {
            return Err(CliError::new(
                Exit::Network,
                "not submitted because of --offline",
            ));
        }
        // A missing session is reported now, and not after waiting.
        app.session()?;
        self.store.probe(puzzle)?;
        let mut may_repeat = self.options.wait;
        loop {
            if self.options.wait {
                // The lock is not held while waiting, so that other processes need not
                // wait.
                let until = format!("the site takes {} for {}", self.answer, self.name());
                let unknown = self.unknown_guess();
                count_down(app.console(), &until, || {
                    app.cancel.check()?;
                    self.time_left(unknown)
                })?;
            }
            let note = format!("{puzzle}: waiting for another aoc that submits an answer");
            let _lock = self.store.lock_submission(puzzle, || app.note(&note));
            self.load()?;
            if self.is_solved() {
                self.compare();
                return Ok(());
            }
            let is_unknown = self.unknown_guess().is_some();
            let asks_page = is_unknown || is_last_star(puzzle, self.part);
            if asks_page && self.settle()? {
                return Ok(());
            }
            self.check_answer()?;
            self.date_unknown_guess()?;
            if self.time_left(self.unknown_guess())?.is_some() {
                continue;
            }
            let sent = self.send();
            if self.outcome.status != Sent(TooRecent) || !may_repeat {
                return sent;
            }
            may_repeat = false;
        }
    }

    /// The minute of a guess that was recorded with a clock that was ahead begins now, since
    /// nobody knows when it was sent.
    fn date_unknown_guess(&mut self) -> Result<()> {
        let clock = &self.app.site()?.clock;
        let Some(guess) = self.unknown_guess() else {
            return Ok(());
        };
        if !clock.is_in_future(guess.time) {
            return Ok(());
        }
        let wrong = guess.clone();
        let now = clock.time_of_answer().trunc_subsecs(0);
        self.edit_here(|answers| {
            for guess in &mut answers.guesses {
                if *guess == wrong {
                    guess.time = now;
                }
            }
        })
    }

    /// Records the guess, sends it once, and stores the verdict. Fails if it was not
    /// graded, or if the page does not show whether it was.
    fn send(&mut self) -> Result<()> {
        let app = self.app;
        let puzzle = self.puzzle;
        let site = app.site()?;
        let session = app.session()?;
        site.await_turn(puzzle)?;
        // From here on the guess is recorded, even if this process is killed.
        let guess = Guess {
            part: self.part,
            answer: self.answer.clone(),
            verdict: Unknown,
            time: site.clock.time_of_answer().trunc_subsecs(0),
        };
        self.store.edit_answers(puzzle, None, |answers| {
            answers.clock_ahead = site.clock.lead_to_record();
            answers.guesses.push(guess.clone());
        })?;
        let name = self.name();
        let unknown = format!(
            "{name}: {} was sent, the verdict is not known; `aoc submit {puzzle}` asks the page",
            self.answer
        );
        let store = self.store.clone();
        let root = app.project()?.root().to_owned();
        let sent = guess.clone();
        let mut console = Console::new(app.stderr, app.stderr, Normal);
        // The file may have been removed since. That of a repository that was moved or
        // removed is left alone.
        let armed = OnInterrupt::Finish(Box::new(move || {
            console.message(Note, &unknown);
            if root.is_dir()
                && let Err(error) = store.edit_answers(puzzle, None, |answers| answers.record(sent))
            {
                let warning = format!("the guess was not stored: {error:#}");
                console.message(Failure, &warning);
            }
        }))
        .arm();
        self.outcome.was_sent = true;
        let spinner = Spinner::new(app.stderr, &format!("submitting {name}"));
        let reply = site.answer(puzzle, self.part, &self.answer, session);
        drop(spinner);
        match reply {
            Ok(judgement) => {
                let verdict = judgement.verdict;
                let wait = judgement.wait.unwrap_or(USUAL_WAIT);
                let must_wait = verdict.is_wrong() || verdict == TooRecent;
                // The verdict is shown even if it cannot be stored.
                self.outcome.status = Sent(verdict);
                self.outcome.someone_else = judgement.someone_else;
                self.store_sent(Guess { verdict, ..guess }, must_wait.then_some(wait))?;
                drop(armed);
                match verdict {
                    Right => self.outcome.accepted.clone_from(&self.outcome.answer),
                    Wrong | TooHigh | TooLow => {}
                    TooRecent => {
                        let why = "not graded, as the last answer was submitted too recently";
                        return self.refuse_until(why, wait);
                    }
                    WrongLevel => {
                        if !self.settle()? {
                            let why = "not graded: the part is solved already, or part 1 is not";
                            return refuse(why, None);
                        }
                    }
                    Unknown if judgement.reply.is_empty() => {
                        return self.ask_page("the site says nothing about it");
                    }
                    Unknown => {
                        let why = format!("the site says: {}", judgement.reply);
                        return self.ask_page(&why);
                    }
                }
                Ok(())
            }
            Err(error) if error.kind.was_sent() => {
                self.outcome.status = Sent(Unknown);
                self.store_sent(guess, None).map_err(|not_stored| {
                    not_stored.context(format!("the verdict is not known ({})", error.message))
                })?;
                // A redirect usually means that the session has expired. The next attempt
                // asks the page.
                if matches!(error.kind, SiteErrorKind::Session { .. }) {
                    return Err(error.into());
                }
                self.ask_page(&error.message)
            }
            Err(error) => {
                let taken_back = self.edit_here(|answers| {
                    answers.guesses.retain(|other| *other != guess);
                });
                if let Err(failure) = taken_back {
                    app.error(&failure.context("the guess was not removed"));
                }
                Err(error.into())
            }
        }
    }

    /// Stores a guess that was sent, and the time to wait until the next one, whatever has
    /// happened to the file since: the guess is added if it is missing, and a repository
    /// that was moved is followed.
    fn store_sent(&mut self, guess: Guess, wait: Option<Duration>) -> Result<()> {
        let clock = &self.app.site()?.clock;
        let now = clock.time_of_answer().trunc_subsecs(0);
        let puzzle = self.puzzle;
        let stored = self.edit_here(|answers| {
            answers.clock_ahead = clock.lead_to_record();
            if let Some(wait) = wait {
                answers.not_before = Some(now + wait + MARGIN);
            }
            if guess.verdict == Right && !is_last_star(puzzle, guess.part) {
                answers.accept(guess.part, &guess.answer);
            }
            answers.record(guess);
        });
        stored.map_err(|error| error.context("the verdict was not stored"))
    }

    /// Changes the recorded answers, at the place where the repository is now.
    fn edit_here(&mut self, change: impl FnOnce(&mut Answers)) -> Result<()> {
        self.store = self.app.store_here(&self.store)?;
        self.answers = self.store.edit_answers(self.puzzle, None, |answers| {
            change(answers);
            answers.clone()
        })?;
        Ok(())
    }

    /// Downloads the page, which may show that the answer was right. `why` is the reason
    /// why the verdict is unknown.
    fn ask_page(&mut self, why: &str) -> Result<()> {
        let page_says = match self.settle() {
            Ok(true) => {
                if self.outcome.status == Matched {
                    self.outcome.status = Sent(Right);
                }
                return Ok(());
            }
            Ok(false) => "the page does not show it as accepted".to_owned(),
            Err(error) => format!("the page: {error:#}"),
        };
        let address = self.app.page_url(self.puzzle);
        Err(CliError::new(
            Exit::Network,
            format!(
                "not known whether it was graded: {why}; {page_says}; look at {address} before you \
             submit again"
            ),
        ))
    }

    /// Downloads the page. If the part is solved, the answer is compared with the
    /// accepted one. Fails if the site takes no answer to the part.
    fn settle(&mut self) -> Result<bool> {
        self.download_page()?;
        let page = &self.page;
        if self.store.is_other_input(self.puzzle, page.input()) {
            let why = "not graded: the page shows another input than the stored one; use the \
                       session and the input of one account";
            return refuse(why, None);
        }
        if page.has_solved(self.part) {
            self.compare();
            if self.outcome.status == Matched {
                // The last star has no answer on the page.
                self.store.edit_answers(self.puzzle, None, |answers| {
                    answers.confirm(self.part, &self.answer);
                })?;
            }
            return Ok(true);
        }
        if self.part == Two && !page.has_solved(One) {
            let command = format!("`aoc submit {} --part 1`", self.puzzle);
            let why = format!("not graded: part 1 comes first; {command} submits it");
            return refuse(why, None);
        }
        match page.missing_stars() {
            Some(says) => refuse(format!("not graded: the site says: {says}"), None),
            None => Ok(false),
        }
    }

    /// Downloads the page again. Answers and examples are taken from it.
    fn download_page(&mut self) -> Result<()> {
        let downloader = Downloader {
            app: self.app,
            store: self.store.clone(),
            plan: DownloadPlan {
                replaces: true,
                ..DownloadPlan::default()
            },
        };
        let download = downloader.page(self.puzzle, false)?;
        download.learned.show(self.app, self.puzzle);
        self.page = download.page;
        // The page may have settled a guess, or shown the other part's answer.
        self.answers = self.store.answers(self.puzzle, None)?;
        Ok(())
    }

    /// Downloads the page again after a right answer, as it shows more now. A failure is
    /// only a note, as the verdict is known.
    pub(super) fn update_page(&mut self) {
        if !self.page.has_solved(self.part)
            && let Err(error) = self.download_page()
        {
            let puzzle = self.puzzle;
            self.app.note(format!(
                "{puzzle}: the page was not downloaded again: {error:#}"
            ));
        }
    }
}
