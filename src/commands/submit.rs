//! `aoc submit`: sends an answer to the site after many checks. Only one process at a
//! time sends an answer. The guess is recorded before it is sent, and the verdict
//! afterwards. If the verdict is unclear, the page shows whether the part is solved.

mod guards;

use std::mem;
use std::time::Duration;

use aoc_solution::Part;
use aoc_solution::letters::{same, typed};
use chrono::{DateTime, Timelike, Utc};
use clap::Args;
use serde::Serialize;

use crate::app::args::{BuildArgs, LimitArgs, SelectionArgs, part};
use crate::app::jobs::{solve_job, solve_silently, spawn_options};
use crate::app::{App, BuildMode, Downloader, OnInterrupt, build, inputs, selection};
use crate::error::{CliError, Exit};
use crate::inputs::{Guess, Store, Verdict, date_time, plain};
use crate::puzzle::{Puzzle, is_last_star};
use crate::reporter::{Spinner, count_down};
use crate::runner::{PuzzleResult, SolvePlan};
use crate::site::{SiteErrorKind, answer_form};
use crate::terminal::{self, sanitize, span, style};
use SubmitStatus::{Differs, DryRun, Failed, Matched, Refused, Sent};
use guards::{KnownPuzzle, MARGIN, USUAL_WAIT, refused};

/// The answer that is sent for the last star of an event, which takes any answer.
const ANY_ANSWER: &str = "done";

/// Submit an answer to the site, after many checks
///
/// Runs the examples of the next part, then the part, and sends its answer. Each
/// answer is sent only once, even if the request fails, and the verdict is stored.
///
/// An answer that cannot be right is refused, such as one that was judged wrong
/// before, or one above a value that was too high. An answer that comes too soon is
/// refused as well, or sent later with --wait.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  aoc submit 22 --dry-run                 show what would be submitted
  aoc submit 2020/22 -p 1 --answer 33400  submit an answer found elsewhere")]
pub struct SubmitArgs {
    #[command(flatten)]
    pub selection: SelectionArgs,
    #[command(flatten)]
    pub options: SubmitOptions,
}

/// The options that `watch` shares.
#[derive(Args, Clone, Debug, Default)]
pub struct SubmitOptions {
    /// The part [default: the next one that is not solved]
    #[arg(short, long, value_name = "N", value_parser = part())]
    pub part: Option<Part>,
    /// Submit this answer [default: the solution's answer, once its examples agree]
    #[arg(long, value_name = "ANSWER", allow_negative_numbers = true)]
    pub answer: Option<String>,
    /// Wait until the site takes another answer
    #[arg(long)]
    pub wait: bool,
    /// Submit even if an example fails, or the input is one
    #[arg(long)]
    pub force: bool,
    /// Do everything but submit, and print the request; it may still ask the site for the page
    #[arg(long)]
    pub dry_run: bool,
    #[command(flatten)]
    pub limits: LimitArgs,
}

/// The JSON of `aoc submit`.
#[derive(Default, Serialize)]
struct SubmitResult {
    #[serde(flatten)]
    puzzle: Puzzle,
    part: u8,
    /// `None` if there is none, as for the last star of an event.
    answer: Option<String>,
    status: SubmitStatus,
    /// The accepted answer, if it is known.
    accepted: Option<String>,
    /// Whether the site says that it is the right answer for another user's input.
    someone_else: bool,
    /// The time before which the site takes no answer.
    not_before: Option<String>,
    /// The examples that were checked.
    examples: Vec<PuzzleResult>,
    /// The suggested next command.
    next: Option<String>,
    /// The request of a dry run, or the error.
    message: Option<String>,
}

#[derive(Clone, Copy, Default, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
enum SubmitStatus {
    /// The part is solved already, with the same answer.
    Matched,
    /// The part is solved already, with another answer.
    Differs,
    DryRun,
    Refused,
    #[default]
    Failed,
    /// The answer was sent.
    #[serde(untagged)]
    Sent(Verdict),
}

/// An attempt to submit an answer to one part, and its outcome.
struct Attempt<'a> {
    app: &'a App,
    store: Store,
    options: &'a SubmitOptions,
    puzzle: Puzzle,
    part: Part,
    answer: String,
    /// Whether the solution ran with an input that is an example; `None` if that is not
    /// checked.
    input_is_example: Option<bool>,
    known: KnownPuzzle,
    outcome: SubmitResult,
}

pub fn run(app: &App, args: &SubmitArgs) -> Result<Exit, CliError> {
    let puzzle = selection::puzzle_to_answer(app, &args.selection)?;
    submit_puzzle(app, puzzle, &args.options)
}

/// Submits the answer to a part of a puzzle, and shows the outcome.
pub fn submit_puzzle(app: &App, puzzle: Puzzle, options: &SubmitOptions) -> Result<Exit, CliError> {
    let store = app.store()?.clone();
    let known = KnownPuzzle::load(&store, puzzle)?;
    let has_part1 = known.is_solved(Part::One);
    let next = if has_part1 { Part::Two } else { Part::One };
    let part = options.part.unwrap_or(next);
    let mut attempt = Attempt {
        app,
        store,
        options,
        puzzle,
        part,
        answer: String::new(),
        input_is_example: None,
        known,
        outcome: SubmitResult {
            puzzle,
            part: part.into(),
            ..SubmitResult::default()
        },
    };
    let result = attempt.run();
    attempt.show(result)
}

/// The sentence about the outcome; `None` if the outcome is an error.
fn outcome_text(app: &App, outcome: &SubmitResult) -> Option<String> {
    let text = |text: &Option<String>| sanitize(text.as_deref().unwrap_or_default()).into_owned();
    let good = |text| app.stdout.paint(style::GOOD, text);
    let bad = |text: &str| app.stdout.paint(style::BAD, text);
    let answer = app.stdout.paint(style::STRONG, text(&outcome.answer));
    let has_answer = outcome.answer.is_some();
    Some(match outcome.status {
        Sent(Verdict::Right) if has_answer => format!("{answer} is {}", good("right")),
        Sent(Verdict::Right) => format!("the last star is {}", good("yours")),
        Matched if has_answer => format!("{answer} is the {} answer", good("accepted")),
        Matched => format!("already {}", good("solved")),
        Differs => {
            let (differs, accepted) = (bad("differs"), text(&outcome.accepted));
            format!("{answer} {differs} from the accepted answer {accepted}")
        }
        Sent(verdict) if verdict.is_wrong() => {
            let verdict = verdict.to_string().replace('-', " ");
            format!("{answer} is {}", bad(&verdict))
        }
        DryRun => text(&outcome.message),
        _ => return None,
    })
}

impl Attempt<'_> {
    /// Shows the outcome, and returns the exit code. `result` is that of [`Self::run`].
    fn show(&mut self, mut result: Result<(), CliError>) -> Result<Exit, CliError> {
        let (app, puzzle, part) = (self.app, self.puzzle, self.part);
        let answers = self.store.answers(puzzle, None).unwrap_or_default();
        let time_left = |time| app.site().ok()?.clock.until(time);
        let not_before = answers.not_before;
        let not_before = not_before.filter(|&time| time_left(time).is_some());
        let outcome = &mut self.outcome;
        outcome.not_before = not_before.map(date_time);
        let exit = match outcome.status {
            Sent(verdict) if verdict.is_wrong() => Exit::Wrong,
            Differs => Exit::Failed,
            _ => Exit::Done,
        };
        if let Err(error) = &mut result {
            outcome.message = Some(format!("{error:#}"));
            if error.exit == Exit::Refused && outcome.status == Failed {
                outcome.status = Refused;
            }
        }
        if let Some(text) = outcome_text(app, outcome).filter(|_| !app.json) {
            let line = format!("{puzzle} part {part}: {text}\n");
            app.console().print(&line)?;
        }
        if outcome.someone_else {
            app.warning(
                "it is the right answer to someone else's input: are the session and the input of \
                 one account?",
            );
        }
        if outcome.status == Sent(Verdict::Right) {
            self.suggest_next();
        } else if let (Exit::Wrong, Some(left)) = (exit, not_before.and_then(time_left)) {
            app.note(&format!("the site takes the next answer in {}", span(left)));
        }
        if app.json {
            terminal::json(&mut app.console(), "submit", &self.outcome)?;
        }
        result.map_err(|error| error.context(format!("{puzzle} part {part}")))?;
        Ok(exit)
    }

    /// Runs the checks in order, then sends the answer. The result is in the outcome's
    /// status, unless there is an error.
    fn run(&mut self) -> Result<(), CliError> {
        let (puzzle, part) = (self.puzzle, self.part);
        let found = self.find_answer()?;
        let found = typed(&found);
        let answer = found.trim().to_owned();
        self.answer.clone_from(&answer);
        self.outcome.answer = Some(answer.clone()).filter(|_| !is_last_star(puzzle, part));
        if self.known.is_solved(part) {
            self.compare();
            return Ok(());
        }
        guards::check_form(&found)?;
        self.known.check_answer(part, &answer)?;
        // A guess with an unknown verdict counts only in a dry run: `deliver` reads the
        // page first, which may settle it.
        let unknown = self.known.unknown_guess(part);
        self.time_left(unknown.filter(|_| self.options.dry_run))?;
        if let Some(is_example) = self.input_is_example {
            guards::check_examples(self.app, (puzzle, part), &self.outcome.examples, &answer)?;
            if is_example {
                let message =
                    "the input is the same as an example; --force submits its answer anyway";
                return Err(refused(message));
            }
        }
        if self.options.dry_run {
            let address = puzzle.page_path() + "/answer";
            let address = self.app.settings.base_url.at(&address);
            let form = answer_form(part, &answer);
            self.outcome.status = DryRun;
            self.outcome.message = Some(format!("would submit {answer}: POST {address} {form}"));
            return Ok(());
        }
        self.deliver()
    }

    /// Finds the answer on the command line, otherwise by running the solution, whose
    /// examples run first.
    fn find_answer(&mut self) -> Result<String, CliError> {
        let (app, options) = (self.app, self.options);
        let (puzzle, part) = (self.puzzle, self.part);
        let is_solved = self.known.is_solved(part);
        let is_last_star = is_last_star(puzzle, part);
        if is_last_star && options.part.is_none() && !is_solved {
            return Err(refused(&format!(
                "the last star of {} has no puzzle: it is for having all other stars; `aoc \
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
        let workers = build(app, &[puzzle], &BuildArgs::default(), BuildMode::Run)?;
        let input = inputs::real_input(app, puzzle, None)?;
        let examples = inputs::examples(app, puzzle)?;
        // The examples and the input are run by the same program.
        let executable = workers.worker(puzzle)?;
        let spawn_options = spawn_options(app, puzzle.day, executable, &options.limits, None);
        if !is_solved && !options.force {
            let is_example = guards::is_example(&spawn_options, &input, &examples.stored)?;
            self.input_is_example = Some(is_example);
        }
        let plan = SolvePlan::Inputs {
            inputs: vec![input],
            examples: if is_solved { None } else { Some(examples) },
        };
        let job = solve_job(app, puzzle, plan, &[part], spawn_options);
        let result = solve_silently(app, job)?;
        let failure = match result.answer(part) {
            Ok(Some(answer)) => {
                self.outcome.examples = result.examples;
                return Ok(answer);
            }
            Ok(None) => "the code gives no answer yet, so there is nothing to submit".to_owned(),
            Err(message) => format!("the solution failed: {message}"),
        };
        Err(CliError::new(Exit::Failed, failure))
    }

    /// Compares the answer with the accepted one of a solved part, if it has one.
    fn compare(&mut self) {
        let answer = &self.answer;
        let accepted = self.known.accepted(self.part);
        let is_same = accepted.is_none_or(|accepted| {
            same(accepted, answer) == Some(true) || plain(accepted) == plain(answer)
        });
        self.outcome.status = if is_same { Matched } else { Differs };
        self.outcome.answer.take_if(|_| accepted.is_none());
        self.outcome.accepted = accepted.map(str::to_owned);
    }

    /// The time until the site takes an answer; `None` if it takes one now. A minute has
    /// to pass after a guess whose verdict is unknown. Without `--wait`, an answer that
    /// comes too early is refused.
    fn time_left(&self, unknown: Option<&Guess>) -> Result<Option<Duration>, CliError> {
        let not_before = self.known.answers.not_before;
        if not_before.is_none() && unknown.is_none() {
            return Ok(None);
        }
        let site = self.app.site()?;
        site.clock.recall(self.known.answers.clock_ahead);
        if let Some(instant) = not_before.filter(|_| !self.app.offline) {
            let last = self.known.answers.guesses.last();
            site.resolve_doubt(self.puzzle, instant, last.map(|guess| guess.time));
        }
        let by_site = not_before.and_then(|instant| site.clock.until(instant));
        // The time of the guess may be from either clock.
        let minute = |guess: &Guess| site.clock.until_waited(guess.time, USUAL_WAIT + MARGIN);
        match by_site.max(unknown.and_then(minute)) {
            Some(left) if !self.options.wait => Err(refused(&format!(
                "the site takes the next answer in {}; --wait waits for it",
                span(left)
            ))),
            left => Ok(left),
        }
    }

    /// Sends the answer once; with `--wait` a second time if the site says that it came
    /// too early, because then it was not graded. A lock keeps other processes from
    /// submitting until the outcome is known.
    fn deliver(&mut self) -> Result<(), CliError> {
        let app = self.app;
        if app.offline {
            let message = "not submitted because of --offline";
            return Err(CliError::new(Exit::Network, message));
        }
        let (puzzle, part) = (self.puzzle, self.part);
        // A missing session is reported now, and not after waiting.
        app.session()?;
        self.store.probe(puzzle)?;
        let mut may_repeat = self.options.wait;
        loop {
            if self.options.wait {
                // The lock is not held while waiting, so that other processes need not
                // wait.
                self.known = KnownPuzzle::load(&self.store, puzzle)?;
                let until = format!("the site takes the next answer for {puzzle}");
                let unknown = self.known.unknown_guess(part);
                count_down(app.console(), &until, || self.time_left(unknown))?;
            }
            let note = format!("{puzzle}: waiting for another aoc that submits an answer");
            let _lock = self.store.lock_submission(puzzle, || app.note(&note));
            self.known = KnownPuzzle::load(&self.store, puzzle)?;
            if self.known.is_solved(part) {
                self.compare();
                return Ok(());
            }
            self.known.check_answer(part, &self.answer)?;
            let is_in_doubt = self.known.unknown_guess(part).is_some();
            if is_in_doubt || is_last_star(puzzle, part) {
                if self.settle()? {
                    return Ok(());
                }
                // The page may have settled the guess, or shown the other part's answer.
                self.known.answers = self.store.answers(puzzle, None)?;
                self.known.check_answer(part, &self.answer)?;
            }
            if self.time_left(self.known.unknown_guess(part))?.is_some() {
                continue;
            }
            let result = self.send();
            if self.outcome.status != Sent(Verdict::TooRecent) || !mem::take(&mut may_repeat) {
                return result;
            }
        }
    }

    /// Records the guess, sends it once, and stores the verdict.
    fn send(&mut self) -> Result<(), CliError> {
        let (app, puzzle, part) = (self.app, self.puzzle, self.part);
        let answer = self.answer.clone();
        let (site, session) = (app.site()?, app.session()?);
        site.await_turn(puzzle)?;
        // From here on the guess is recorded, even if this process is killed.
        let guess = Guess {
            part,
            answer: answer.clone(),
            verdict: Verdict::Unknown,
            time: whole_second(site.clock.time_of_answer()),
        };
        self.store.edit_answers(puzzle, None, |answers| {
            answers.clock_ahead = site.clock.lead_to_record();
            answers.guesses.push(guess.clone());
        })?;
        let unknown = format!(
            "{puzzle} part {part}: {answer} was sent, the verdict is not known; `aoc submit \
             {puzzle}` asks the page"
        );
        let armed = OnInterrupt::Note(app.stderr, unknown).arm();
        let spinner = Spinner::new(app.stderr, &format!("submitting {puzzle} part {part}"));
        let reply = site.answer(puzzle, part, &answer, session);
        drop(spinner);
        let judgement = match reply {
            Ok(judgement) => judgement,
            Err(error) if error.sent => {
                self.outcome.status = Sent(Verdict::Unknown);
                self.store_sent(guess, None)?;
                // A redirect usually means that the session has expired. The next attempt
                // asks the page.
                if error.kind == SiteErrorKind::Session {
                    return Err(error.into());
                }
                return self.ask_page(Some(&error.message));
            }
            Err(error) => {
                self.store.edit_answers(puzzle, None, |answers| {
                    answers.guesses.retain(|other| *other != guess);
                })?;
                return Err(error.into());
            }
        };
        let verdict = judgement.verdict;
        let wait = judgement.wait.unwrap_or(USUAL_WAIT);
        let must_wait = verdict.is_wrong() || verdict == Verdict::TooRecent;
        let next_time = || whole_second(site.clock.time_of_answer()) + wait + MARGIN;
        let not_before = must_wait.then(next_time);
        let stored = self.store_sent(Guess { verdict, ..guess }, not_before);
        drop(armed);
        self.outcome.status = Sent(verdict);
        self.outcome.someone_else = judgement.someone_else;
        let result = self.act_on(verdict, wait, &judgement.reply);
        // The verdict is shown even if it could not be stored.
        let stored = stored.map_err(|error| error.context("the verdict was not stored"));
        if let (Err(_), Err(error)) = (&result, &stored) {
            self.app.error(&error.source);
        }
        result.and(stored)
    }

    /// Completes the outcome of a reply. Fails if the answer was not graded, or if the
    /// page does not show whether it was.
    fn act_on(&mut self, verdict: Verdict, wait: Duration, reply: &str) -> Result<(), CliError> {
        match verdict {
            Verdict::Right => {
                self.outcome.accepted.clone_from(&self.outcome.answer);
                Ok(())
            }
            Verdict::Wrong | Verdict::TooHigh | Verdict::TooLow => Ok(()),
            Verdict::TooRecent => Err(not_graded(&format!(
                "the last answer was submitted too recently; the site takes the next one in {}, \
                 and --wait waits for it",
                span(wait)
            ))),
            Verdict::WrongLevel => self.ask_page(None),
            Verdict::Unknown if reply.is_empty() => {
                self.ask_page(Some("the site says nothing about it"))
            }
            Verdict::Unknown => self.ask_page(Some(&format!("the site says: {reply}"))),
        }
    }

    /// Downloads the page, because the reply does not show whether the part is solved.
    /// `why` is the reason why the verdict is unknown; `None` if the answer was not graded.
    fn ask_page(&mut self, why: Option<&str>) -> Result<(), CliError> {
        let page_says = match self.settle() {
            Ok(true) => {
                if why.is_some() && self.outcome.status == Matched {
                    self.outcome.status = Sent(Verdict::Right);
                }
                return Ok(());
            }
            Ok(false) => "the page does not show it as accepted".to_owned(),
            Err(error) if why.is_none() && error.exit == Exit::Refused => return Err(error),
            Err(error) => format!("the page: {error:#}"),
        };
        let Some(why) = why else {
            let why = "the part is solved already, or part 1 is not";
            return Err(not_graded(&format!("{why} ({page_says})")));
        };
        let base_url = &self.app.settings.base_url;
        let address = base_url.at(&self.puzzle.page_path());
        let message = format!(
            "not known whether it was graded: {why}; {page_says}; look at {address} before you \
             submit again"
        );
        Err(CliError::new(Exit::Network, message))
    }

    /// Downloads the page. If the part is solved, the answer is compared with the
    /// accepted one. Fails if the site takes no answer to the part.
    fn settle(&mut self) -> Result<bool, CliError> {
        let (puzzle, part) = (self.puzzle, self.part);
        self.download_page()?;
        if self.known.page.has_solved(part) {
            self.compare();
            if self.outcome.status == Matched {
                // The last star has no answer on the page.
                self.store.edit_answers(puzzle, None, |answers| {
                    answers.confirm(part, &self.answer);
                })?;
            }
            return Ok(true);
        }
        if part == Part::Two && !self.known.page.has_solved(Part::One) {
            return Err(not_graded(&format!(
                "part 1 comes first; `aoc submit {puzzle} --part 1` submits it"
            )));
        }
        match self.known.page.missing_stars() {
            Some(says) => Err(not_graded(&format!("the site says: {says}"))),
            None => Ok(false),
        }
    }

    /// Downloads the page again. Answers and examples are taken from it.
    fn download_page(&mut self) -> Result<(), CliError> {
        let mut downloader = Downloader::in_store(self.app, self.store.clone());
        downloader.force = true;
        self.known.page = downloader.page(self.puzzle, false)?.page;
        Ok(())
    }

    /// Stores a guess that was sent with its verdict, whatever has happened to the file
    /// since: the guess is added if it is missing, and a repository that was moved is
    /// followed.
    fn store_sent(
        &mut self,
        guess: Guess,
        not_before: Option<DateTime<Utc>>,
    ) -> Result<(), CliError> {
        self.store = self.app.store_here(&self.store)?;
        let clock_ahead = self.app.site()?.clock.lead_to_record();
        self.store.edit_answers(self.puzzle, None, |answers| {
            answers.not_before = not_before.or(answers.not_before);
            answers.clock_ahead = clock_ahead;
            if guess.verdict == Verdict::Right && !is_last_star(self.puzzle, guess.part) {
                answers.accept(guess.part, &guess.answer);
            }
            answers.record(guess);
        })
    }

    /// Downloads the page again after a right answer, as it shows more now, and suggests
    /// the next command.
    fn suggest_next(&mut self) {
        let (app, puzzle, part) = (self.app, self.puzzle, self.part);
        // A failure is only a note, as the verdict is known.
        if !self.known.page.has_solved(part)
            && let Err(error) = self.download_page()
        {
            let message = format!("the page was not downloaded again: {error:#}");
            app.note(&format!("{puzzle}: {message}"));
        }
        if part == Part::Two {
            return app.note(&format!("{puzzle} is complete"));
        }
        let (verb, effect) = if is_last_star(puzzle, Part::Two) {
            ("submit", "claims the star for having all others")
        } else {
            ("read", "shows it")
        };
        let next = format!("aoc {verb} {puzzle} --part 2");
        app.note(&format!("part 2 is open: `{next}` {effect}"));
        self.outcome.next = Some(next);
    }
}

fn not_graded(why: &str) -> CliError {
    CliError::new(Exit::Refused, format!("not graded: {why}"))
}

fn whole_second(time: DateTime<Utc>) -> DateTime<Utc> {
    time.with_nanosecond(0).unwrap_or(time)
}
