//! Submits an answer to the site after many checks. Only one process at a time sends an
//! answer. The guess is recorded before it is sent, and the verdict afterwards. If the
//! verdict is unclear, the page shows whether the part is solved.

mod guards;
mod star;

use std::time::Duration;

use aoc_solution::Part::{self, One, Two};
use aoc_solution::letters::{same, typed};
use chrono::SubsecRound;

pub use self::guards::SubmitRefusal;
use self::guards::{KnownPuzzle, MARGIN, USUAL_WAIT, refuse, unsaved_editor};
use super::args::{BuildArgs, SubmitOptions};
use super::build::{BuildMode, build};
use super::context::App;
use super::download::{DownloadPlan, Downloader};
use super::inputs::{self, real_input};
use super::interrupt::OnInterrupt;
use super::jobs::{solve_job, solve_silently};
use crate::error::{CliError, Exit, Result};
use crate::inputs::Verdict::{Right, TooHigh, TooLow, TooRecent, Unknown, Wrong, WrongLevel};
use crate::inputs::{Answers, Guess, Store, date_time, plain};
use crate::puzzle::{Puzzle, is_last_star};
use crate::reporter::SubmitStatus::{Differs, DryRun, Failed, Matched, Refused, Sent};
use crate::reporter::WatchAction::{SubmitAnyway, WaitAndSubmit};
use crate::reporter::{Spinner, SubmitResult, count_down, verdict_line};
use crate::runner::{PuzzleResult, SolvePlan};
use crate::site::{Judgement, answer_form};
use crate::terminal::{self, Console, MessageKind, Verbosity, span};

/// The answer that is sent for the last star of an event, which takes any answer.
const ANY_ANSWER: &str = "done";

/// Submits the answer to a part of a puzzle, and shows the outcome. The error may be a
/// [`SubmitRefusal`].
pub fn submit(app: &App, puzzle: Puzzle, options: &SubmitOptions) -> Result<Exit> {
    let mut attempt = Attempt::new(app, puzzle, options)?;
    let ended = attempt.run();
    attempt.show(ended)
}

/// An attempt to submit an answer to one part, and its outcome.
struct Attempt<'a> {
    app: &'a App,
    options: &'a SubmitOptions,
    store: Store,
    puzzle: Puzzle,
    part: Part,
    answer: String,
    /// The result of the solution; `None` if the user gave the answer.
    solved: Option<PuzzleResult>,
    known: KnownPuzzle,
    outcome: SubmitResult,
}

impl<'a> Attempt<'a> {
    fn new(app: &'a App, puzzle: Puzzle, options: &'a SubmitOptions) -> Result<Self> {
        let store = app.store()?.clone();
        let known = KnownPuzzle::load(&store, puzzle)?;
        let next = if known.is_solved(One) { Two } else { One };
        let part = options.part.unwrap_or(next);
        Ok(Self {
            app,
            options,
            store,
            puzzle,
            part,
            answer: String::new(),
            solved: None,
            known,
            outcome: SubmitResult {
                puzzle,
                part: part.into(),
                ..SubmitResult::default()
            },
        })
    }

    /// The name of the part in messages.
    fn name(&self) -> String {
        format!("{} part {}", self.puzzle, self.part)
    }

    /// Shows the outcome, and returns the exit code. `ended` is the result of
    /// [`Self::run`].
    fn show(&mut self, ended: Result<()>) -> Result<Exit> {
        let app = self.app;
        let mut wait = None;
        let answers = self.store.answers(self.puzzle, None).unwrap_or_default();
        if let (Some(time), Ok(site)) = (answers.not_before, app.site()) {
            wait = site.clock.until(time);
            self.outcome.not_before = wait.map(|_| date_time(time));
        }
        let outcome = &mut self.outcome;
        if let Err(error) = &ended {
            outcome.message = Some(format!("{error:#}"));
            if error.exit == Exit::Refused && outcome.status == Failed {
                outcome.status = Refused;
            }
        }
        if !app.json
            && let Some(line) = verdict_line(app.stdout, outcome)
        {
            app.console().print(&line)?;
        }
        if outcome.someone_else {
            app.warning(
                "it is the right answer to someone else's input: are the session and the input of \
                 one account?",
            );
        }
        let exit = outcome.status.exit();
        if outcome.status == Sent(Right) {
            app.site()?.forget_statistics();
            self.update_page();
            self.show_star()?;
            self.suggest_next();
        } else if let (Exit::Wrong, Some(wait)) = (exit, wait) {
            app.note(format!("the site takes the next answer in {}", span(wait)));
        }
        if app.json {
            terminal::json(&mut app.console(), "submit", &self.outcome)?;
        }
        ended.map_err(|error| error.context(self.name()))?;
        Ok(exit)
    }

    /// Runs the checks in order, then sends the answer. The result is in the outcome's
    /// status, unless there is an error.
    fn run(&mut self) -> Result<()> {
        let found = self.find_answer()?;
        let text = typed(&found);
        text.trim().clone_into(&mut self.answer);
        if !is_last_star(self.puzzle, self.part) {
            self.outcome.answer = Some(self.answer.clone());
        }
        if self.known.is_solved(self.part) {
            self.compare();
            return Ok(());
        }
        self.check(&text)?;
        if !self.options.dry_run {
            return self.deliver();
        }
        let path = self.puzzle.page_path() + "/answer";
        let address = self.app.settings.base_url.at(&path);
        let form = answer_form(self.part, &self.answer);
        let request = format!("would submit {}: POST {address} {form}", self.answer);
        self.outcome.status = DryRun;
        self.outcome.message = Some(request);
        Ok(())
    }

    /// Finds the answer on the command line, otherwise by running the solution, whose
    /// examples run first.
    fn find_answer(&mut self) -> Result<String> {
        let is_last_star = is_last_star(self.puzzle, self.part);
        if is_last_star && self.options.part.is_none() && !self.known.is_solved(self.part) {
            let year = self.puzzle.year;
            let command = format!("`aoc submit {} --part 2`", self.puzzle);
            let how = self.app.hint(&command, "c");
            return refuse(
                format!(
                    "not submitted: the last star of {year} has no puzzle: it is for having all other \
                 stars; {how} claims it"
                ),
                None,
            );
        }
        match &self.options.answer {
            Some(answer) => Ok(answer.clone()),
            None if is_last_star => Ok(ANY_ANSWER.to_owned()),
            None => self.solve(),
        }
    }

    /// Runs the examples and the part. The same program runs both.
    fn solve(&mut self) -> Result<String> {
        let app = self.app;
        let puzzle = self.puzzle;
        let Some(file) = app.project()?.day_file(puzzle) else {
            return Err(CliError::usage(format!(
                "no solution: create it with `aoc new {puzzle}`, or give the answer with --answer"
            )));
        };
        if let Some(editor) = unsaved_editor(&file, app.environment.home.as_deref()) {
            let shown = app.relative_path(&file);
            app.warning(format!(
                "{} has changes in {editor} that are not saved",
                shown.display()
            ));
        }
        let workers = build(app, &[puzzle], &BuildArgs::default(), BuildMode::Run)?;
        let input = real_input(app, puzzle, None)?;
        let examples = inputs::examples(app, puzzle)?;
        let executable = workers.worker(puzzle)?;
        let plan = SolvePlan::Inputs(vec![input]);
        let mut job = solve_job(app, puzzle, executable, &self.options.limits, plan);
        if !self.known.is_solved(self.part) {
            job.examples = Some(examples);
        }
        job.parts = vec![self.part];
        let result = solve_silently(app, job)?;
        let answer = match result.answer(self.part) {
            Ok(Some(answer)) => answer,
            Ok(None) => {
                let why = "the code gives no answer yet, so there is nothing to submit";
                return Err(CliError::failed(why));
            }
            Err(why) => return Err(CliError::failed(format!("the solution failed: {why}"))),
        };
        self.outcome.examples.clone_from(&result.examples);
        self.solved = Some(result);
        Ok(answer)
    }

    /// The guards before anything is sent, in their order.
    fn check(&self, text: &str) -> Result<()> {
        guards::check_form(text)?;
        self.known.check_answer(self.part, &self.answer)?;
        // Otherwise `deliver` reads the page, which may settle an unknown guess.
        let unknown = if self.options.dry_run {
            self.known.unknown_guess()
        } else {
            None
        };
        self.time_left(unknown)?;
        let Some(solved) = &self.solved else {
            return Ok(());
        };
        if self.options.force {
            return Ok(());
        }
        let examples = &solved.examples;
        guards::check_examples(self.app, self.puzzle, self.part, examples, &self.answer)?;
        if solved.is_example {
            let how = self.app.hint("--force", "f");
            return refuse(
                format!(
                    "not submitted: the input is the same as an example; {how} submits its answer \
                 anyway"
                ),
                Some(SubmitAnyway),
            );
        }
        Ok(())
    }

    /// Compares the answer with the accepted one of a solved part, if it has one.
    fn compare(&mut self) {
        let answer = &self.answer;
        self.outcome.status = Matched;
        self.outcome.accepted = self.known.accepted(self.part).map(str::to_owned);
        match &self.outcome.accepted {
            None => self.outcome.answer = None,
            Some(accepted) => {
                if same(accepted, answer) != Some(true) && plain(accepted) != plain(answer) {
                    self.outcome.status = Differs;
                }
            }
        }
    }

    /// The time until the site takes an answer; `None` if it takes one now. A minute has
    /// to pass after a guess whose verdict is unknown. Without `--wait`, an answer that
    /// comes too early is refused.
    fn time_left(&self, unknown: Option<&Guess>) -> Result<Option<Duration>> {
        let answers = &self.known.answers;
        if answers.not_before.is_none() && unknown.is_none() {
            return Ok(None);
        }
        let site = self.app.site()?;
        site.clock.recall(answers.clock_ahead);
        let mut left = None;
        if let Some(instant) = answers.not_before {
            if !self.app.offline {
                let last = answers.guesses.last();
                site.resolve_doubt(self.puzzle, instant, last.map(|guess| guess.time));
            }
            left = site.clock.until(instant);
        }
        if let Some(guess) = unknown {
            // The time of the guess may be from either clock.
            left = left.max(site.clock.until_waited(guess.time, USUAL_WAIT + MARGIN));
        }
        if let Some(left) = left
            && !self.options.wait
        {
            let left = span(left);
            let how = self.app.hint("--wait", "w");
            return refuse(
                format!(
                    "not submitted: the site takes the next answer in {left}; {how} waits for it"
                ),
                Some(WaitAndSubmit),
            );
        }
        Ok(left)
    }

    /// Sends the answer once; with `--wait` a second time if the site says that it came
    /// too early, because then it was not graded. A lock keeps other processes from
    /// submitting until the outcome is known.
    fn deliver(&mut self) -> Result<()> {
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
                self.known = KnownPuzzle::load(&self.store, puzzle)?;
                let until = format!("the site takes {} for {}", self.answer, self.name());
                let unknown = self.known.unknown_guess();
                count_down(app.console(), &until, || {
                    app.cancel.check()?;
                    self.time_left(unknown)
                })?;
            }
            let note = format!("{puzzle}: waiting for another aoc that submits an answer");
            let _lock = self.store.lock_submission(puzzle, || app.note(&note));
            self.known = KnownPuzzle::load(&self.store, puzzle)?;
            if self.known.is_solved(self.part) {
                self.compare();
                return Ok(());
            }
            if self.known.unknown_guess().is_some() || is_last_star(puzzle, self.part) {
                if self.settle()? {
                    return Ok(());
                }
                // The page may have settled the guess, or shown the other part's answer.
                self.known.answers = self.store.answers(puzzle, None)?;
            }
            self.known.check_answer(self.part, &self.answer)?;
            if self.time_left(self.known.unknown_guess())?.is_some() {
                continue;
            }
            let sent = self.send();
            if self.outcome.status != Sent(TooRecent) || !may_repeat {
                return sent;
            }
            may_repeat = false;
        }
    }

    /// Records the guess, sends it once, and stores the verdict.
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
        let mut console = Console::new(app.stderr, app.stderr, Verbosity::Normal);
        // The file may have been removed since. That of a repository that was moved or
        // removed is left alone.
        let armed = OnInterrupt::Finish(Box::new(move || {
            console.message(MessageKind::Note, &unknown);
            if root.is_dir()
                && let Err(error) = store.edit_answers(puzzle, None, |answers| answers.record(sent))
            {
                let warning = format!("the guess was not stored: {error:#}");
                console.message(MessageKind::Failure, &warning);
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
                let mut wait = None;
                if verdict.is_wrong() || verdict == TooRecent {
                    wait = Some(judgement.wait.unwrap_or(USUAL_WAIT));
                }
                // The verdict is shown even if it cannot be stored.
                self.outcome.status = Sent(verdict);
                self.outcome.someone_else = judgement.someone_else;
                self.store_sent(Guess { verdict, ..guess }, wait)?;
                drop(armed);
                self.act_on(&judgement)
            }
            Err(error) if error.sent => {
                self.outcome.status = Sent(Unknown);
                self.store_sent(guess, None).map_err(|not_stored| {
                    not_stored.context(format!("the verdict is not known ({})", error.message))
                })?;
                // A redirect usually means that the session has expired. The next attempt
                // asks the page.
                if error.exit == Exit::Session {
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
        self.store.edit_answers(self.puzzle, None, change)
    }

    /// Completes the outcome. Fails if the answer was not graded, or if the page does not
    /// show whether it was.
    fn act_on(&mut self, judgement: &Judgement) -> Result<()> {
        match judgement.verdict {
            Right => {
                self.outcome.accepted.clone_from(&self.outcome.answer);
                Ok(())
            }
            Wrong | TooHigh | TooLow => Ok(()),
            TooRecent => {
                let left = span(judgement.wait.unwrap_or(USUAL_WAIT));
                let how = self.app.hint("--wait", "w");
                refuse(
                    format!(
                        "not graded: the last answer was submitted too recently; the site takes the \
                     next one in {left}, and {how} waits for it"
                    ),
                    Some(WaitAndSubmit),
                )
            }
            WrongLevel if self.settle()? => Ok(()),
            WrongLevel => refuse(
                "not graded: the part is solved already, or part 1 is not",
                None,
            ),
            Unknown if judgement.reply.is_empty() => {
                self.ask_page("the site says nothing about it")
            }
            Unknown => self.ask_page(&format!("the site says: {}", judgement.reply)),
        }
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
        let address = self.app.settings.base_url.at(&self.puzzle.page_path());
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
        let page = &self.known.page;
        if self.store.is_other_input(self.puzzle, page.input()) {
            return refuse(
                "not graded: the page shows another input than the stored one; use the \
                           session and the input of one account",
                None,
            );
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
            return refuse(
                format!(
                    "not graded: part 1 comes first; `aoc submit {} --part 1` submits it",
                    self.puzzle
                ),
                None,
            );
        }
        match page.missing_stars() {
            Some(says) => refuse(format!("not graded: the site says: {says}"), None),
            None => Ok(false),
        }
    }

    /// Downloads the page again. Answers and examples are taken from it.
    fn download_page(&mut self) -> Result<()> {
        let plan = DownloadPlan {
            replaces: true,
            ..DownloadPlan::default()
        };
        let downloader = Downloader {
            store: self.store.clone(),
            ..Downloader::new(self.app, plan)?
        };
        let download = downloader.page(self.puzzle, false)?;
        download.learned.show(self.app, self.puzzle);
        self.known.page = download.page;
        Ok(())
    }

    /// Downloads the page again after a right answer, as it shows more now. A failure is
    /// only a note, as the verdict is known.
    fn update_page(&mut self) {
        if !self.known.page.has_solved(self.part)
            && let Err(error) = self.download_page()
        {
            let puzzle = self.puzzle;
            self.app.note(format!(
                "{puzzle}: the page was not downloaded again: {error:#}"
            ));
        }
    }

    /// Says what comes after a right answer.
    fn suggest_next(&mut self) {
        let app = self.app;
        let puzzle = self.puzzle;
        if self.part == Two {
            app.note(format!("{puzzle} is complete"));
            return;
        }
        let mut next = format!("aoc read {puzzle} --part 2");
        let mut key = "p";
        let mut effect = "shows it";
        if is_last_star(puzzle, Two) {
            next = format!("aoc submit {puzzle} --part 2");
            key = "c";
            effect = "claims the star for having all others";
        }
        let typed = format!("`{next}`");
        let how = app.hint(&typed, key);
        app.note(format!("part 2 is open: {how} {effect}"));
        self.outcome.next = Some(next);
    }
}

#[cfg(test)]
mod tests {
    use aoc_solution::protocol::Phase;
    use tempfile::TempDir;

    use super::*;
    use crate::app::args::GlobalArgs;
    use crate::config::Environment;
    use crate::puzzle::{Day, Year};
    use crate::runner::{PhaseResult, PuzzleHeader, Status};
    use crate::testing::{environment, project, write};

    const PUZZLE: Puzzle = Year(2016).day(Day(8));
    const ANSWERS: &str = "inputs/year2016/day08.answers.toml";

    /// An `App` in a project whose answers file has this text, at Christmas of 2026.
    fn app(answers: &str) -> (TempDir, App) {
        let (temp, _) = project(&[]);
        write(temp.path(), ANSWERS, answers);
        let environment = Environment {
            now: || "2026-12-25T05:00:00Z".parse().unwrap(),
            ..environment(temp.path(), &[("AOC_BASE_URL", "http://127.0.0.1:9")])
        };
        let global = GlobalArgs {
            json: true,
            quiet: true,
            ..GlobalArgs::default()
        };
        (temp, App::new(environment, &global))
    }

    #[test]
    fn the_first_guard_that_refuses_decides() {
        let check = |not_before: &str, answer: &str, is_example, status| {
            let guess = "part = 2\nanswer = 5\nverdict = 'wrong'\ntime = 2020-12-22T05:00:00Z\n";
            let (_temp, app) = app(&format!(
                "part1 = 7\nnot_before = {not_before}-12-22T05:01:01Z\n[[guess]]\n{guess}"
            ));
            let mut example = PuzzleResult::new(PuzzleHeader::unknown(PUZZLE));
            example.push(PhaseResult::new(Phase::Part2, status, None));
            let options = SubmitOptions::default();
            let mut attempt = Attempt::new(&app, PUZZLE, &options).unwrap();
            attempt.answer = answer.to_owned();
            attempt.solved = Some(PuzzleResult {
                is_example,
                examples: vec![example],
                ..PuzzleResult::default()
            });
            let checked = attempt.check(answer).map_err(|error| error.source);
            checked.map_err(|error| error.downcast::<SubmitRefusal>().expect("a refusal"))
        };
        let wait = Some(WaitAndSubmit);
        let force = Some(SubmitAnyway);
        // Each answer fails at all the guards after the one that refuses it.
        for (not_before, answer, status, why, lift) in [
            ("2199", "", Status::Wrong, "the answer is empty", None),
            ("2199", "5", Status::Wrong, "the site judged 5 wrong", None),
            (
                "2199",
                "7",
                Status::Wrong,
                "7 is the answer to part 1",
                None,
            ),
            ("2199", "6", Status::Wrong, "the site takes the next", wait),
            ("2020", "6", Status::Wrong, "an example fails", force),
            ("2020", "6", Status::Matched, "the input is the same", force),
        ] {
            let checked = check(not_before, answer, true, status);
            let refusal = checked.expect_err(why);
            let start = format!("not submitted: {why}");
            assert!(refusal.to_string().starts_with(&start), "{refusal}");
            assert_eq!(refusal.lift, lift, "{why}");
        }
        assert!(check("2020", "6", false, Status::Matched).is_ok());
    }

    #[test]
    fn a_solved_part_is_compared_before_any_guard() {
        let (temp, app) = app("part1 = 5\nnot_before = 2199-12-01T05:00:00Z\n");
        // The page knows best.
        let page = "<title>Day 8 - Advent of Code 2016</title><main><article class=\"day-desc\">\
                    <h2>T</h2></article><p>Your puzzle answer was <code>7</code>.</p></main>";
        write(temp.path(), "inputs/year2016/day08.html", page);
        for (answer, status) in [
            ("7", Matched),
            ("5", Differs),
            (" 7 ", Matched),
            ("+7", Differs),
            ("", Differs),
        ] {
            let options = SubmitOptions {
                part: Some(One),
                answer: Some(answer.to_owned()),
                ..SubmitOptions::default()
            };
            let mut attempt = Attempt::new(&app, PUZZLE, &options).unwrap();
            attempt.run().unwrap();
            assert!(attempt.outcome.status == status, "{answer}");
        }
    }
}
