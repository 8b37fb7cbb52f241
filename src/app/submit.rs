//! Submits an answer to the site after many checks. Only one process at a time sends an
//! answer. The guess is recorded before it is sent, and the verdict afterwards. If the
//! verdict is unclear, the page shows whether the part is solved.

mod guards;
mod send;
mod star;

use std::cmp::Reverse;
use std::time::Duration;

use aoc_solution::Part::{self, One, Two};
use aoc_solution::letters::{self, Comparison, typed};
use aoc_solution::protocol::Source;

pub use self::guards::SubmitRefusal;
use self::guards::{MARGIN, USUAL_WAIT, check_form, refuse, unsaved_editor};
use super::args::{BuildArgs, SubmitOptions};
use super::build::BuildMode::Run;
use super::build::build;
use super::context::App;
use super::examples::examples;
use super::execute::solve_silently;
use super::inputs::real_input;
use super::jobs::solve_job;
use crate::error::{Exit, Result, failure, usage_error};
use crate::inputs::Verdict::{Right, Unknown};
use crate::inputs::{Answers, ExampleOrigin, Guess, Store, date_time, plain};
use crate::puzzle::{Puzzle, is_last_star};
use crate::reporter::SubmitStatus::{Differs, DryRun, Failed, Matched, Refused, Sent};
use crate::reporter::WatchAction::{SubmitAnyway, WaitAndSubmit};
use crate::reporter::{SubmitResult, examples_lines, source_name, verdict_line};
use crate::runner::PuzzleResult;
use crate::runner::SolvePlan::Inputs;
use crate::site::{PuzzlePage, answer_form, is_text_of_page};
use crate::terminal::{Consent, ask, json, span};

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
    /// Whether the page shows the text that the solution ran with.
    has_text_of_page: bool,
    /// The recorded answers.
    answers: Answers,
    /// The stored page of this account.
    page: PuzzlePage,
    outcome: SubmitResult,
}

impl<'a> Attempt<'a> {
    fn new(app: &'a App, puzzle: Puzzle, options: &'a SubmitOptions) -> Result<Self> {
        let mut attempt = Self {
            app,
            options,
            store: app.store()?.clone(),
            puzzle,
            part: options.part.unwrap_or(One),
            answer: String::new(),
            solved: None,
            has_text_of_page: false,
            answers: Answers::default(),
            page: PuzzlePage::default(),
            outcome: SubmitResult::default(),
        };
        attempt.load()?;
        if options.part.is_none() && attempt.is_solved() {
            attempt.part = Two;
        }
        attempt.outcome.puzzle = puzzle;
        attempt.outcome.part = attempt.part.into();
        Ok(attempt)
    }

    /// Reads the recorded answers and the stored page.
    fn load(&mut self) -> Result<()> {
        self.answers = self.store.answers(self.puzzle, None)?;
        self.page = PuzzlePage::stored(&self.store, self.puzzle);
        // A page of another account does not show what this one has solved.
        if self.store.is_other_input(self.puzzle, self.page.input()) {
            self.page = PuzzlePage::default();
        }
        Ok(())
    }

    fn is_solved(&self) -> bool {
        let part = self.part;
        self.answers.is_right(part) || self.page.has_solved(part) || self.accepted(part).is_some()
    }

    /// The accepted answer from the page, otherwise from the recorded answers; `None` for
    /// the last star of an event.
    fn accepted(&self, part: Part) -> Option<&str> {
        if is_last_star(self.puzzle, part) {
            return None;
        }
        self.page
            .answer(part)
            .or_else(|| self.answers.accepted(part))
    }

    /// The last guess whose verdict is unknown. It delays the next guess for either part.
    fn unknown_guess(&self) -> Option<&Guess> {
        self.answers
            .guesses
            .iter()
            .rfind(|guess| guess.verdict == Unknown)
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
        if let Some(time) = self.answers.not_before
            && let Ok(site) = app.site()
        {
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
            json(&mut app.console(), "submit", &self.outcome)?;
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
        if self.is_solved() {
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
        if is_last_star && self.options.part.is_none() && !self.is_solved() {
            let year = self.puzzle.year;
            let command = format!("`aoc submit {} --part 2`", self.puzzle);
            let how = self.app.hint(&command, "c");
            let why = format!(
                "not submitted: the last star of {year} has no puzzle: it is for having all other \
                 stars; {how} claims it"
            );
            return refuse(why, None);
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
            return Err(usage_error(format!(
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
        let workers = build(app, &[puzzle], &BuildArgs::default(), Run)?;
        let input = real_input(app, puzzle, None)?;
        if let Source::Text(text) = &input.source {
            self.has_text_of_page = is_text_of_page(&self.page, text);
        }
        let plan = Inputs(vec![input]);
        let executable = workers.worker(puzzle)?;
        let mut job = solve_job(app, puzzle, executable, &self.options.limits, plan);
        if !self.is_solved() {
            job.examples = Some(examples(app, puzzle)?);
        }
        job.parts = vec![self.part];
        let result = solve_silently(app, job)?;
        let found = result
            .answer(self.part)
            .map_err(|why| failure(format!("the solution failed: {why}")))?;
        let Some(answer) = found else {
            let why = "the code gives no answer yet, so there is nothing to submit";
            return Err(failure(why));
        };
        self.outcome.examples.clone_from(&result.examples);
        self.solved = Some(result);
        Ok(answer)
    }

    /// The guards before anything is sent, in their order.
    fn check(&self, text: &str) -> Result<()> {
        check_form(text)?;
        self.check_answer()?;
        // Otherwise `deliver` reads the page, which may settle an unknown guess.
        let mut unknown = None;
        if self.options.dry_run {
            unknown = self.unknown_guess();
        }
        self.time_left(unknown)?;
        match &self.solved {
            Some(solved) if !self.options.force => self.check_examples(solved),
            _ => Ok(()),
        }
    }

    /// Refuses an answer that cannot be right according to earlier verdicts.
    fn check_answer(&self) -> Result<()> {
        let answer = &self.answer;
        if let Some(why) = self.answers.ruled_out(self.part, answer) {
            return refuse(format!("not submitted: {why}"), None);
        }
        let other = match self.part {
            One => Two,
            Two => One,
        };
        if self.accepted(other).map(plain) == Some(plain(answer)) {
            let why = format!("not submitted: {answer} is the answer to part {other}");
            return refuse(why, None);
        }
        Ok(())
    }

    /// Shows failing examples. Refuses the answer because of them, or because the input equals
    /// an example; for an example that the tool wrote, the user is asked on a terminal.
    fn check_examples(&self, solved: &PuzzleResult) -> Result<()> {
        let app = self.app;
        let name = self.name();
        let checks = |example: &&PuzzleResult| {
            let mut phases = example.phases.iter();
            phases.any(|timed| timed.phase == self.part.into())
        };
        if solved.unclear.is_none() && !solved.examples.iter().any(|it| checks(&it)) {
            app.note(format!("{name}: no example checks it"));
        }
        if solved.examples.iter().any(PuzzleResult::is_failure) && !app.json {
            let lines = examples_lines(app.stdout, &solved.examples);
            app.console().print(&lines)?;
        }
        let answer = &self.answer;
        let force = app.hint("--force", "f");
        let refuse_for = |doubt: &str| {
            let why = format!("not submitted: {doubt}; {force} submits {answer} anyway");
            refuse(why, Some(SubmitAnyway))
        };
        let failing = failing_example(&solved.examples);
        if solved.is_example || self.has_text_of_page {
            return match failing {
                Some((example, ExampleOrigin::Own)) => refuse_for(&doubt(example)),
                _ => refuse_for("the input is the same as an example"),
            };
        }
        let Some((example, origin)) = failing else {
            return Ok(());
        };
        let doubt = doubt(example);
        if origin == ExampleOrigin::Own || app.has_keys {
            return refuse_for(&doubt);
        }
        match ask(app.stderr, &format!("{doubt}: submit {answer}?"), false) {
            Consent::Yes => Ok(()),
            Consent::No => refuse("not submitted: you answered no", None),
            Consent::NotAsked => {
                let mut own = solved.examples.iter().filter(checks);
                let has_own = own.any(|example| example.origin == ExampleOrigin::Own);
                if origin == ExampleOrigin::Page && !has_own {
                    return refuse_for(&doubt);
                }
                app.note(format!("{name}: {doubt}"));
                Ok(())
            }
        }
    }

    /// Compares the answer with the accepted one of a solved part, if it has one.
    fn compare(&mut self) {
        let answer = &self.answer;
        self.outcome.status = Matched;
        self.outcome.accepted = self.accepted(self.part).map(str::to_owned);
        match &self.outcome.accepted {
            None => self.outcome.answer = None,
            Some(accepted) => {
                let is_same = letters::same(accepted, answer) == Comparison::Equal;
                if !is_same && plain(accepted) != plain(answer) {
                    self.outcome.status = Differs;
                }
            }
        }
    }

    /// The time until the site takes an answer; `None` if it takes one now. A minute has
    /// to pass after a guess whose verdict is unknown. Without `--wait`, an answer that
    /// comes too early is refused.
    fn time_left(&self, unknown: Option<&Guess>) -> Result<Option<Duration>> {
        let answers = &self.answers;
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
            return self.refuse_until("not submitted", left);
        }
        Ok(left)
    }

    /// Refuses the answer until this time has passed.
    fn refuse_until<T>(&self, why: &str, left: Duration) -> Result<T> {
        let left = span(left);
        let how = self.app.hint("--wait", "w");
        let why = format!("{why}: the site takes the next answer in {left}; {how} waits for it");
        refuse(why, Some(WaitAndSubmit))
    }

    /// Says what comes after a right answer.
    fn suggest_next(&mut self) {
        let app = self.app;
        let puzzle = self.puzzle;
        if self.part == Two {
            app.note(format!("{puzzle} is complete"));
            return;
        }
        let (verb, key, effect) = if is_last_star(puzzle, Two) {
            ("submit", "c", "claims the star for having all others")
        } else {
            ("read", "p", "shows it")
        };
        let next = format!("aoc {verb} {puzzle} --part 2");
        let typed = format!("`{next}`");
        let how = app.hint(&typed, key);
        app.note(format!("part 2 is open: {how} {effect}"));
        self.outcome.next = Some(next);
    }
}

/// The example that fails and holds back most, and who answers for it.
fn failing_example(examples: &[PuzzleResult]) -> Option<(&PuzzleResult, ExampleOrigin)> {
    let failing = examples.iter().filter(|example| example.is_failure());
    let strictest = failing.min_by_key(|example| Reverse(example.origin))?;
    Some((strictest, strictest.origin))
}

/// The failure of an example, and how to remove it if the tool wrote it.
fn doubt(example: &PuzzleResult) -> String {
    let mut place = source_name(&example.header);
    if example.header.name.is_none() {
        place = format!("the {place}");
    }
    let remedy = "compare it with the page, and remove its entry if it is wrong";
    match example.origin {
        ExampleOrigin::Own => format!("{place} fails"),
        ExampleOrigin::Page => {
            format!("{place} fails, which was found on the page ({remedy})")
        }
        ExampleOrigin::Taken | ExampleOrigin::Confirmed => {
            format!("{place} fails, which you took from the page ({remedy})")
        }
    }
}

#[cfg(test)]
mod tests {
    use aoc_solution::protocol::Phase;
    use tempfile::TempDir;

    use super::*;
    use crate::app::args::GlobalArgs;
    use crate::config::Environment;
    use crate::runner::{PhaseResult, PuzzleHeader, SourceKind, Status};
    use crate::testing::{environment, project, write};

    const PUZZLE: Puzzle = Puzzle::of(2016, 8);
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
            let header = PuzzleHeader::new(PUZZLE, SourceKind::Example, None);
            let mut example = PuzzleResult::new(header);
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
            ("2020", "6", Status::Wrong, "the example fails", force),
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
    fn solved_parts_are_known_from_the_answers() {
        let guess = |verdict: &str| {
            format!(
                "[[guess]]\npart = 1\nanswer = 5\nverdict = '{verdict}'\ntime = \
                 2020-12-22T05:00:00Z\n"
            )
        };
        for (answers, is_solved, is_unknown) in [
            (String::new(), false, false),
            ("part1 = 1".to_owned(), true, false),
            (guess("wrong"), false, false),
            (guess("right"), true, false),
            (guess("unknown"), false, true),
        ] {
            let (_temp, app) = app(&answers);
            let options = SubmitOptions {
                part: Some(One),
                ..SubmitOptions::default()
            };
            let attempt = Attempt::new(&app, PUZZLE, &options).unwrap();
            assert_eq!(attempt.is_solved(), is_solved, "{answers}");
            assert_eq!(attempt.unknown_guess().is_some(), is_unknown, "{answers}");
        }
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
