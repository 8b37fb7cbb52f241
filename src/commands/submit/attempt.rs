//! One attempt to submit an answer: the answer is found, the guards look at it, and one
//! process at a time sends it. It is recorded before it is sent, and what the site
//! said of it after. Where that is not known, the page says it.

use std::time::Duration;

use aoc_solution::Part;
use aoc_solution::letters::{same, typed};
use aoc_solution::protocol::{Source, text_digest};
use chrono::{DateTime, Timelike, Utc};
use clap::Args;
use serde::Serialize;

use super::guards::{
    KnownPuzzle, USUAL_WAIT, check_answer, check_examples, check_form, is_last_star, refused,
};
use crate::app::args::{BuildArgs, LimitArgs, part};
use crate::app::{App, Downloader, OnInterrupt};
use crate::cargo::Profile;
use crate::error::{CliError, Exit};
use crate::inputs::{Guess, Store, Verdict, plain};
use crate::puzzle::Puzzle;
use crate::reporter::{Spinner, count_down};
use crate::runner::{Client, Input, PuzzleResult, SolveJob, SpawnOptions};
use crate::site::{PuzzlePage, Submission};
use crate::terminal::span;

/// The last star of an event takes any answer; this one is sent.
const ANY_ANSWER: &str = "done";

/// Added to what the site says, which is in whole seconds.
const MARGIN: Duration = Duration::from_secs(1);

/// What is submitted, and when.
#[derive(Args, Clone, Debug, Default)]
pub struct SubmitOptions {
    /// The part [default: the next one that is not solved]
    #[arg(short, long, value_name = "N", value_parser = part())]
    pub part: Option<Part>,
    /// Submit this answer [default: what the solution gives, once its examples agree]
    #[arg(long, value_name = "ANSWER", allow_negative_numbers = true)]
    pub answer: Option<String>,
    /// Wait until the site takes another answer
    #[arg(long)]
    pub wait: bool,
    /// Submit even if an example fails, or the input is one
    #[arg(long)]
    pub force: bool,
    /// Do everything but submit, and print what would be sent
    #[arg(long)]
    pub dry_run: bool,
    #[command(flatten)]
    pub limits: LimitArgs,
}

/// The JSON of `aoc submit`.
#[derive(Default, Serialize)]
pub struct Outcome {
    #[serde(flatten)]
    pub puzzle: Option<Puzzle>,
    pub part: u8,
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

/// The attempt to submit an answer to one part, and what became of it.
pub struct Attempt<'a> {
    pub app: &'a App,
    pub store: &'a Store,
    pub options: &'a SubmitOptions,
    pub submission: Submission,
    pub outcome: Outcome,
}

impl Attempt<'_> {
    /// The guards, in their order, and the delivery. The result has what became of
    /// the answer, unless there is an error.
    pub fn run(&mut self, known: &KnownPuzzle) -> Result<Exit, CliError> {
        let Submission { puzzle, part, .. } = self.submission;
        let found = self.find_answer(known)?;
        let found = typed(&found);
        let answer = found.trim().to_owned();
        self.submission.answer.clone_from(&answer);
        let is_last_star = is_last_star(puzzle, part);
        self.outcome.answer = Some(answer.clone()).filter(|_| !is_last_star);
        if known.is_solved(part) {
            return Ok(self.compare(known.accepted(part)));
        }
        check_form(&found)?;
        check_answer(known, part, &answer)?;
        self.left(known.answers.not_before)?;
        if !self.options.force && self.options.answer.is_none() && !is_last_star {
            check_examples(self.app, (puzzle, part), &self.outcome.examples, &answer)?;
        }
        if self.options.dry_run {
            let (path, form) = (self.submission.path(), self.submission.form());
            let address = self.app.settings.base_url.at(&path);
            self.outcome.status = "dry-run";
            self.outcome.message = Some(format!("would submit {answer}: POST {address} {form}"));
            return Ok(Exit::Done);
        }
        self.deliver()
    }

    /// The answer that was given, else that of the solution, with the examples that
    /// are checked before it. A part that is solved is compared, whatever the examples
    /// say.
    fn find_answer(&mut self, known: &KnownPuzzle) -> Result<String, CliError> {
        let (app, options) = (self.app, self.options);
        let Submission { puzzle, part, .. } = self.submission;
        let is_solved = known.is_solved(part);
        let is_last_star = is_last_star(puzzle, part);
        if is_last_star && options.part.is_none() && !is_solved {
            return Err(refused(&format!(
                "the last star of {} has no puzzle, it is for those who have all others; `aoc \
                 submit {puzzle} --part 2` claims it",
                puzzle.year
            )));
        }
        let given = options.answer.as_deref();
        if let Some(answer) = given.or(is_last_star.then_some(ANY_ANSWER)) {
            return Ok(answer.to_owned());
        }
        if app.project()?.day_file(puzzle).is_none() {
            let message = format!(
                "no solution: create it with `aoc new {puzzle}`, or give the answer with --answer"
            );
            return Err(CliError::new(Exit::Usage, message));
        }
        let workers = app.build(&[puzzle], &BuildArgs::default(), Profile::Aoc)?;
        let input = app.real_input(puzzle, None)?;
        let stored = app.stored_examples(puzzle)?;
        // The examples and the input are run by one program.
        let result = app.solve_silently(puzzle, &workers, |executable| {
            let spawn_options = app.spawn_options(executable, &options.limits, None);
            if !is_solved && !options.force {
                check_input(&spawn_options, &input, &stored)?;
            }
            Ok(SolveJob {
                examples: (!is_solved).then_some(stored),
                ..app.plain_job(puzzle, vec![input], &[part], spawn_options)
            })
        })?;
        let failure = match result.answer(part) {
            Ok(Some(answer)) => {
                self.outcome.examples = result.examples;
                return Ok(answer);
            }
            Ok(None) => "not solved yet, so there is nothing to submit".to_owned(),
            Err(message) => format!("the solution failed: {message}"),
        };
        Err(CliError::new(Exit::Failed, failure))
    }

    /// Compares the answer with the accepted one, if the part has one.
    fn compare(&mut self, accepted: Option<&str>) -> Exit {
        let answer = &self.submission.answer;
        let is_same = accepted.is_none_or(|accepted| {
            same(accepted, answer) == Some(true) || plain(accepted) == plain(answer)
        });
        self.outcome.accepted = accepted.map(str::to_owned);
        if !is_same {
            self.outcome.status = "differs";
            return Exit::Failed;
        }
        self.outcome.status = "matched";
        self.outcome.answer.take_if(|_| accepted.is_none());
        Exit::Done
    }

    /// The time until the site takes an answer; `None` if it does now. An answer that
    /// comes too soon is refused, unless that is waited for.
    fn left(&self, not_before: Option<DateTime<Utc>>) -> Result<Option<Duration>, CliError> {
        let Some(instant) = not_before else {
            return Ok(None);
        };
        let site = self.app.site()?;
        if !self.app.offline {
            site.resolve_doubt(self.submission.puzzle, instant);
        }
        match site.clock.until(instant) {
            Some(left) if !self.options.wait => Err(refused(&format!(
                "the site takes the next answer in {}; --wait waits for it",
                span(left)
            ))),
            left => Ok(left),
        }
    }

    /// Sends the answer, once; with `--wait` once more if the site says that it
    /// was too soon, for then it was not graded. Until all is known, no other
    /// process submits.
    fn deliver(&mut self) -> Result<Exit, CliError> {
        if self.app.offline {
            let message = "not submitted because of --offline";
            return Err(CliError::new(Exit::Network, message));
        }
        let Submission { puzzle, part, .. } = self.submission;
        // Waiting must not end with the news that there is none.
        self.app.session()?;
        self.store.probe(puzzle)?;
        let mut may_repeat = self.options.wait;
        loop {
            if self.options.wait {
                // Without the lock, so that other processes do not wait too.
                let not_before = KnownPuzzle::load(self.store, puzzle)?.not_before(part);
                let until = format!("the site takes the next answer for {puzzle}");
                count_down(self.app.console(), &until, || self.left(not_before))?;
            }
            let _lock = self.store.lock_submission(puzzle, || {
                let what = "waiting for another aoc that submits an answer";
                self.app.note(&format!("{puzzle}: {what}"));
            })?;
            let known = KnownPuzzle::load(self.store, puzzle)?;
            if known.is_solved(part) {
                return Ok(self.compare(known.accepted(part)));
            }
            check_answer(&known, part, &self.submission.answer)?;
            if (known.unknown_guess(part).is_some() || is_last_star(puzzle, part))
                && let Some(exit) = self.settle()?
            {
                return Ok(exit);
            }
            if self.left(known.not_before(part))?.is_some() {
                continue;
            }
            let ended = self.send();
            if self.outcome.status != "too-recent" || !std::mem::take(&mut may_repeat) {
                return ended;
            }
        }
    }

    fn send(&mut self) -> Result<Exit, CliError> {
        let app = self.app;
        let Submission {
            puzzle,
            part,
            answer,
        } = &self.submission;
        let (site, session) = (app.site()?, app.session()?);
        site.await_turn(*puzzle)?;
        // From here on the guess is known, whatever becomes of this process.
        let guess = Guess {
            part: *part,
            answer: answer.clone(),
            verdict: Verdict::Unknown,
            time: whole_second(site.clock.now()),
        };
        self.store
            .edit_answers(*puzzle, None, |answers| answers.guesses.push(guess))?;
        let unknown = format!(
            "{puzzle} part {part}: {answer} was sent, the verdict is not known; `aoc submit \
             {puzzle}` asks the page"
        );
        let armed = OnInterrupt::Note(app.stderr, unknown).arm();
        let what = format!("submitting {puzzle} part {part}");
        let spinner = Spinner::new(app.stderr, &what);
        let answered = site.answer(&self.submission, session);
        drop(spinner);
        let judgement = match answered {
            Ok(judgement) => judgement,
            Err(failed) if failed.sent => {
                self.outcome.status = Verdict::Unknown.name();
                return self.ask_page(Some(failed.cause()));
            }
            Err(failed) => {
                self.store
                    .edit_answers(*puzzle, None, |answers| drop(answers.guesses.pop()))?;
                return Err(failed.into());
            }
        };
        let verdict = judgement.verdict;
        let wait = judgement.wait.unwrap_or(USUAL_WAIT);
        let waits = verdict.is_wrong() || verdict == Verdict::TooRecent;
        let not_before = waits.then(|| whole_second(site.clock.now()) + wait + MARGIN);
        let stored = self.store_verdict(verdict, not_before);
        drop(armed);
        self.outcome.status = verdict.name();
        self.outcome.someone_else = judgement.someone_else;
        let ended = match verdict {
            Verdict::Right => {
                self.outcome.has_old_page = true;
                Ok(self.right())
            }
            Verdict::Wrong | Verdict::TooHigh | Verdict::TooLow => Ok(Exit::Wrong),
            Verdict::TooRecent => Err(not_graded(&format!(
                "the last answer was submitted too recently; the site takes the next one in {}, \
                 and --wait waits for it",
                span(wait)
            ))),
            Verdict::WrongLevel => self.ask_page(None),
            Verdict::Unknown if judgement.said.is_empty() => {
                self.ask_page(Some("the site says nothing of it"))
            }
            Verdict::Unknown => self.ask_page(Some(&format!("the site says: {}", judgement.said))),
        };
        let Err(error) = stored else { return ended };
        // The verdict is still shown.
        let error = error.context("the verdict was not stored");
        app.error(&error.source);
        ended.map(|exit| exit.or(error.exit))
    }

    fn right(&mut self) -> Exit {
        self.outcome.status = Verdict::Right.name();
        self.outcome.accepted.clone_from(&self.outcome.answer);
        Exit::Done
    }

    /// Has the page say what became of the answer, where the reply does not. `why`
    /// is what is known of one that may have been graded.
    fn ask_page(&mut self, why: Option<&str>) -> Result<Exit, CliError> {
        let page_says = match self.settle() {
            Ok(Some(Exit::Done)) if why.is_some() => return Ok(self.right()),
            Ok(Some(exit)) => return Ok(exit),
            Ok(None) => "the page does not show it as accepted".to_owned(),
            Err(error) if why.is_none() && error.exit == Exit::Refused => return Err(error),
            Err(error) => format!("the page: {error:#}"),
        };
        let Some(why) = why else {
            let why = "the part is solved already, or part 1 is not";
            return Err(not_graded(&format!("{why} ({page_says})")));
        };
        let address = self.submission.puzzle.page_path();
        let address = self.app.settings.base_url.at(&address);
        let message = format!(
            "not known whether it was graded: {why}; {page_says}; look at {address} before you \
             submit again"
        );
        Err(CliError::new(Exit::Network, message))
    }

    /// Reads the page: the answer is compared with the accepted one; `None` if the
    /// part is not solved, and an error if the site takes no answer to it.
    fn settle(&mut self) -> Result<Option<Exit>, CliError> {
        let Submission { puzzle, part, .. } = self.submission;
        let page = download_page(self.app, puzzle)?;
        if page.has_solved(part) {
            let exit = self.compare(page.answer(part));
            if exit == Exit::Done {
                self.store_verdict(Verdict::Right, None)?;
            }
            return Ok(Some(exit));
        }
        if part == Part::Two && !page.has_solved(Part::One) {
            let submits = format!("`aoc submit {puzzle} --part 1` submits it");
            return Err(not_graded(&format!("part 1 comes first; {submits}")));
        }
        match page.missing_stars() {
            Some(says) => Err(not_graded(&format!("the site says: {says}"))),
            None => Ok(None),
        }
    }

    /// Stores the verdict on the guess that was sent.
    fn store_verdict(
        &self,
        verdict: Verdict,
        not_before: Option<DateTime<Utc>>,
    ) -> Result<(), CliError> {
        let Submission {
            puzzle,
            part,
            ref answer,
        } = self.submission;
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

fn not_graded(why: &str) -> CliError {
    CliError::new(Exit::Refused, format!("not graded: {why}"))
}

/// Refuses an input that is an example of the file or of the code.
fn check_input(options: &SpawnOptions, input: &Input, stored: &[Input]) -> Result<(), CliError> {
    let mut client = Client::new(options.clone());
    let in_code = client.info(input.header.puzzle.day)?.examples;
    let digest = |input: &Input| match &input.source {
        Source::Text(text) => Some(text_digest(text)),
        Source::Example(_) => None,
    };
    let mut examples = stored.iter().map(digest);
    let mut in_code = in_code.iter().map(|example| Some(example.digest));
    let own = digest(input);
    if examples.any(|it| it == own) || in_code.any(|it| it == own) {
        let why = "the input is the same as an example; --force submits its answer anyway";
        return Err(refused(why));
    }
    Ok(())
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
