//! Submits an answer to the site after many checks. Only one process at a time sends an
//! answer. The guess is recorded before it is sent, and the verdict afterwards. If the
//! verdict is unclear, the page shows whether the part is solved.

mod failing_examples;
mod form;
mod guards;
mod next_answer;
mod refusal;
mod send;
mod solve;
mod star;

use std::time::Duration;

use aoc_solution::Part;
use aoc_solution::letters::{self, Comparison, typed};

pub use self::guards::LiftedBy;
use self::guards::{Check, Facts, Guard, LastStar, Need, NextAnswer, Stage, other_part};
use self::refusal::Refusal;
pub use self::refusal::SubmitError;
use super::overview::missing_for_last_star;
use super::solved::{is_solved, own_page};
use crate::app::App;
use crate::app::args::SubmitOptions;
use crate::error::{Exit, Result};
use crate::inputs::{Answers, Store, Verdict, date_time, plain};
use crate::puzzle::{Puzzle, is_last_star};
use crate::reporter::{SubmitResult, SubmitStatus, verdict_line};
use crate::runner::PuzzleResult;
use crate::site::{PuzzlePage, answer_body};
use crate::terminal::{Consent, json, span};

/// Submits the answer to a part of a puzzle, and shows the outcome.
pub fn submit(app: &App, puzzle: Puzzle, options: &SubmitOptions) -> Result<Exit, SubmitError> {
    let mut attempt = Attempt::new(app, puzzle, options)?;
    let ended = attempt.run();
    attempt.finish(ended)
}

/// An attempt to submit an answer to one part, and its outcome.
struct Attempt<'a> {
    app: &'a App,
    options: &'a SubmitOptions,
    store: Store,
    puzzle: Puzzle,
    part: Part,
    /// The recorded answers.
    answers: Answers,
    /// The stored page of this account.
    page: PuzzlePage,
    outcome: SubmitResult,
}

/// An answer to submit.
struct Candidate {
    answer: String,
    /// The result of the solution; `None` if the user gave the answer.
    solved: Option<PuzzleResult>,
    /// Whether the page shows the text that the solution ran with.
    has_text_of_page: bool,
}

impl Candidate {
    /// An answer that no solution gave.
    fn given(answer: &str) -> Self {
        Self {
            answer: typed(answer).trim().to_owned(),
            solved: None,
            has_text_of_page: false,
        }
    }
}

/// What the guards say of an answer that none of them refuses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Clearance {
    Free,
    /// The part is solved already. The answer was compared.
    Compared,
    /// The site takes the answer later, and `--wait` waits for it.
    Early,
}

impl<'a> Attempt<'a> {
    fn new(app: &'a App, puzzle: Puzzle, options: &'a SubmitOptions) -> Result<Self> {
        let store = app.workspace.store()?.clone();
        let answers = store.answers(puzzle, None)?;
        let page = own_page(&store, puzzle);
        let part = match options.part {
            Some(part) => part,
            None if is_solved(puzzle, Part::One, &answers, &page) => Part::Two,
            None => Part::One,
        };
        Ok(Self {
            app,
            options,
            store,
            puzzle,
            part,
            answers,
            page,
            outcome: SubmitResult {
                puzzle,
                part: part.into(),
                ..SubmitResult::default()
            },
        })
    }

    /// Reads the recorded answers and the stored page again.
    fn reload(&mut self) -> Result<()> {
        self.answers = self.store.answers(self.puzzle, None)?;
        self.page = own_page(&self.store, self.puzzle);
        Ok(())
    }

    fn is_solved(&self) -> bool {
        is_solved(self.puzzle, self.part, &self.answers, &self.page)
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

    /// The name of the part in messages.
    fn name(&self) -> String {
        format!("{} part {}", self.puzzle, self.part)
    }

    /// Shows the outcome, and does what a right answer leads to. Returns the exit code. `ended`
    /// is the result of [`Self::run`].
    fn finish(&mut self, ended: Result<(), SubmitError>) -> Result<Exit, SubmitError> {
        let ui = &self.app.ui;
        let wait = self.wait_for_next();
        if let Err(error) = &ended {
            self.outcome.message = Some(format!("{:#}", error.source));
            if error.refusal.is_some() && self.outcome.status == SubmitStatus::Failed {
                self.outcome.status = SubmitStatus::Refused;
            }
        }
        self.show_verdict()?;
        if self.outcome.status == SubmitStatus::Sent(Verdict::Right) {
            self.app.site.client()?.forget_statistics();
            self.update_page();
            self.show_star()?;
            self.suggest_next();
        } else if let (SubmitStatus::Sent(verdict), Some(wait)) = (self.outcome.status, wait)
            && verdict.is_wrong()
        {
            ui.note(format!("the site takes the next answer in {}", span(wait)));
        }
        if ui.json {
            json(&mut ui.console(), "submit", &self.outcome)?;
        }
        ended.map_err(|error| SubmitError {
            source: error.source.context(self.name()),
            ..error
        })?;
        Ok(self.outcome.status.exit())
    }

    /// The time until the site takes the next answer, which the outcome has, too.
    fn wait_for_next(&mut self) -> Option<Duration> {
        let time = self.answers.not_before?;
        let wait = self.app.site.client().ok()?.clock.until(time)?;
        self.outcome.not_before = Some(date_time(time));
        Some(wait)
    }

    fn show_verdict(&self) -> Result<()> {
        let ui = &self.app.ui;
        if !ui.json
            && let Some(line) = verdict_line(ui.stdout, &self.outcome)
        {
            ui.console().print(&line)?;
        }
        if self.outcome.someone_else {
            ui.warning(
                "it is the right answer to someone else's input: are the session and the input of \
                 one account?",
            );
        }
        Ok(())
    }

    /// Goes through the guards, then sends the answer. The result is in the outcome's
    /// status, unless there is an error.
    fn run(&mut self) -> Result<(), SubmitError> {
        let candidate = self.find_answer()?;
        let answer = &candidate.answer;
        if !is_last_star(self.puzzle, self.part) {
            self.outcome.answer = Some(answer.clone());
        }
        if self.pass_guards(&candidate, Stage::First)? == Clearance::Compared {
            return Ok(());
        }
        if !self.options.dry_run {
            self.check_that_it_can_send()?;
        }
        if self.ask_about_examples(&candidate) == Consent::No {
            let by_user = Refusal::Guard(Guard::Examples);
            let why = "not submitted: you answered no";
            return Err(SubmitError::refused(by_user, why));
        }
        if !self.options.dry_run {
            return self.deliver(&candidate);
        }
        let path = self.puzzle.page_path() + "/answer";
        let address = self.app.settings.base_url.at(&path);
        let body = answer_body(self.part, answer);
        let request = format!("would submit {answer}: POST {address} {body}");
        self.outcome.status = SubmitStatus::DryRun;
        self.outcome.message = Some(request);
        Ok(())
    }

    /// Goes through the guards. The first one that refuses decides.
    fn pass_guards(
        &mut self,
        candidate: &Candidate,
        stage: Stage,
    ) -> Result<Clearance, SubmitError> {
        let mut facts = self.facts(candidate);
        let mut clearance = Clearance::Free;
        for guard in Guard::ALL {
            let is_lifted = self.options.force && guard.lifted_by() == Some(LiftedBy::Force);
            if is_lifted || !guard.is_due(stage) {
                continue;
            }
            match guard.needs() {
                Need::Nothing => {}
                Need::NextAnswer => {
                    self.settle_clock_doubt()?;
                    facts.next_answer = match self.time_left(stage)? {
                        Some(left) => NextAnswer::After(left),
                        None => NextAnswer::Now,
                    };
                }
                Need::ShownExamples => self.show_failing_examples(candidate)?,
            }
            match guard.check(&facts) {
                Check::Passed => {}
                Check::Early => clearance = Clearance::Early,
                Check::Solved => {
                    self.compare(&candidate.answer);
                    return Ok(Clearance::Compared);
                }
                Check::Refused(why) => {
                    let why = format!("not submitted: {why}");
                    return self.refuse_by(guard, &candidate.answer, &why);
                }
            }
        }
        Ok(clearance)
    }

    /// What the guards decide by.
    fn facts<'b>(&'b self, candidate: &'b Candidate) -> Facts<'b> {
        let solved = candidate.solved.as_ref();
        let is_example = solved.is_some_and(|solved| solved.is_example);
        Facts {
            part: self.part,
            answer: &candidate.answer,
            is_solved: self.is_solved(),
            last_star: self.last_star(),
            answers: &self.answers,
            other_accepted: self.accepted(other_part(self.part)),
            next_answer: NextAnswer::NotAsked,
            waits: self.options.wait,
            examples: solved.map_or(&[], |solved| &solved.examples),
            failing_example: candidate.failing_example(),
            decides_by: self.app.ui.decides_by(),
            input_is_example: is_example || candidate.has_text_of_page,
        }
    }

    /// What is known of the last star of an event; `None` if the part is another star.
    fn last_star(&self) -> Option<LastStar> {
        let Self { app, puzzle, .. } = *self;
        if !is_last_star(puzzle, self.part) {
            return None;
        }
        let command = format!("`aoc submit {puzzle} --part 2`");
        Some(LastStar {
            year: puzzle.year,
            missing: missing_for_last_star(&app.workspace, app.site.stored_replies(), puzzle),
            is_named: self.options.part.is_some(),
            claim: app.ui.hint(&command, "c").to_owned(),
        })
    }

    /// Fails because of a guard, and says what lifts it.
    fn refuse_by<T>(&self, guard: Guard, answer: &str, why: &str) -> Result<T, SubmitError> {
        let ui = &self.app.ui;
        let remedy = match guard.lifted_by() {
            // It was given if the site says so of an answer that was sent.
            Some(LiftedBy::Wait) if self.options.wait => String::new(),
            Some(LiftedBy::Wait) => format!("; {} waits for it", ui.hint("--wait", "w")),
            Some(LiftedBy::Force) => {
                let force = ui.hint("--force", "f");
                format!("; {force} submits {answer} anyway")
            }
            None => String::new(),
        };
        let message = format!("{why}{remedy}");
        Err(SubmitError::refused(Refusal::Guard(guard), message))
    }

    /// Compares the answer with the accepted one of a solved part, if it has one.
    fn compare(&mut self, answer: &str) {
        self.outcome.accepted = self.accepted(self.part).map(str::to_owned);
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

    /// Says what comes after a right answer.
    fn suggest_next(&mut self) {
        let app = self.app;
        let puzzle = self.puzzle;
        if self.part == Part::Two {
            app.ui.note(format!("{puzzle} is complete"));
            return;
        }
        if is_last_star(puzzle, Part::Two)
            && let Some(missing) =
                missing_for_last_star(&app.workspace, app.site.stored_replies(), puzzle)
        {
            let year = puzzle.year;
            app.ui.note(format!(
                "the last star of {year} is for having all others: {missing}"
            ));
            return;
        }
        let (verb, key, effect) = if is_last_star(puzzle, Part::Two) {
            ("submit", "c", "claims the star for having all others")
        } else {
            ("read", "p", "shows it")
        };
        let next = format!("aoc {verb} {puzzle} --part 2");
        let typed = format!("`{next}`");
        let how = app.ui.hint(&typed, key);
        app.ui.note(format!("part 2 is open: {how} {effect}"));
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

    const JUDGED: &str =
        "[[guess]]\npart = 2\nanswer = 7\nverdict = 'wrong'\ntime = 2020-12-22T05:00:00Z\n";
    const TOO_HIGH: &str =
        "[[guess]]\npart = 2\nanswer = 6\nverdict = 'too-high'\ntime = 2020-12-22T05:00:00Z\n";

    /// An answer of the solution to part 2, whose example ended like this. It ran with the
    /// example.
    fn candidate(answer: &str, status: Status) -> Candidate {
        let header = PuzzleHeader::new(PUZZLE, SourceKind::Example, None);
        let mut example = PuzzleResult::new(header);
        example.push(PhaseResult::new(Phase::Part2, status, None));
        Candidate {
            answer: answer.to_owned(),
            solved: Some(PuzzleResult {
                is_example: true,
                examples: vec![example],
                ..PuzzleResult::default()
            }),
            has_text_of_page: false,
        }
    }

    #[test]
    fn the_first_guard_that_refuses_decides() {
        let other = "part1 = 7\n";
        let early = "not_before = 2199-12-22T05:01:01Z\n";
        let [all, bounds, others] = [
            format!("{other}{early}{JUDGED}{TOO_HIGH}"),
            format!("{other}{early}{TOO_HIGH}"),
            format!("{other}{early}"),
        ];
        let wait = Some(LiftedBy::Wait);
        let force = Some(LiftedBy::Force);
        let wrong = Status::Wrong;
        // Each answer fails at all the guards after the one that refuses it.
        for (guard, answers, answer, status, why, lift) in [
            (Guard::Form, &*all, "", wrong, "the answer is empty", None),
            (
                Guard::Judged,
                &all,
                "7",
                wrong,
                "the site judged 7 wrong",
                None,
            ),
            (
                Guard::Bounds,
                &bounds,
                "7",
                wrong,
                "7 cannot be right, as",
                None,
            ),
            (
                Guard::OtherPart,
                &others,
                "7",
                wrong,
                "7 is the answer to part 1",
                None,
            ),
            (
                Guard::NotBefore,
                early,
                "7",
                wrong,
                "the site takes the next",
                wait,
            ),
            (Guard::Examples, "", "7", wrong, "the example fails", force),
            (
                Guard::InputIsExample,
                "",
                "7",
                Status::Matched,
                "the input is",
                force,
            ),
        ] {
            let (_temp, app) = app(answers);
            let mut options = SubmitOptions {
                part: Some(Part::Two),
                ..SubmitOptions::default()
            };
            let candidate = candidate(answer, status);
            let mut first = Attempt::new(&app, PUZZLE, &options).unwrap();
            let refused = first.pass_guards(&candidate, Stage::First).expect_err(why);
            let start = format!("not submitted: {why}");
            let message = refused.source.to_string();
            assert!(message.starts_with(&start), "{message}");
            let by_guard = Some(Refusal::Guard(guard));
            assert_eq!(
                (refused.refusal, refused.lifted_by()),
                (by_guard, lift),
                "{why}"
            );
            // Under the lock nothing is asked, and examples are not looked at again.
            let is_free = first.pass_guards(&candidate, Stage::Locked).is_ok();
            assert_eq!(is_free, lift == force, "{why}");
            options.force = true;
            let mut forced = Attempt::new(&app, PUZZLE, &options).unwrap();
            let is_lifted = forced.pass_guards(&candidate, Stage::First).is_ok();
            assert_eq!(is_lifted, lift == force, "{why}");
        }
    }

    /// The guide lists the guards as they are gone through.
    #[test]
    fn the_guide_has_the_guards_in_their_order() {
        let guide = include_str!("../../docs/guide.md");
        let (_, list) = guide.split_once("in this order:\n\n").expect("the list");
        let (list, _) = list.split_once("\n\n").expect("its end");
        let items = list.lines().filter_map(|line| line.split_once(". **"));
        let in_guide: Vec<&str> = items
            .filter_map(|(_, item)| item.split("**").next())
            .collect();
        let names = Guard::ALL.map(|guard| match guard {
            Guard::Solved => "a part already solved",
            Guard::LastStar => "an event's last star",
            Guard::Form => "the form of the answer",
            Guard::Judged => "already judged",
            Guard::Bounds => "beyond a bound",
            Guard::OtherPart => "the other part's answer",
            Guard::NotBefore => "too soon",
            Guard::Examples => "examples",
            Guard::InputIsExample => "an input that equals an example",
        });
        assert_eq!(in_guide, names);
    }

    /// A minute and the margin, by a clock that stands still.
    #[test]
    fn a_minute_passes_after_a_guess_of_unknown_verdict() {
        for (time, left) in [
            ("2026-12-25T04:59:00Z", Some(Duration::from_secs(1))),
            ("2026-12-25T04:58:59Z", None),
        ] {
            let (_temp, app) = app(&format!(
                "[[guess]]\npart = 1\nanswer = 5\nverdict = 'unknown'\ntime = {time}\n"
            ));
            let options = SubmitOptions::default();
            let attempt = Attempt::new(&app, PUZZLE, &options).unwrap();
            assert_eq!(attempt.time_left(Stage::Locked).unwrap(), left, "{time}");
            // Before that the page is asked about it.
            assert_eq!(attempt.time_left(Stage::First).unwrap(), None);
        }
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
                part: Some(Part::One),
                ..SubmitOptions::default()
            };
            let attempt = Attempt::new(&app, PUZZLE, &options).unwrap();
            assert_eq!(attempt.is_solved(), is_solved, "{answers}");
            assert_eq!(attempt.unknown_guess().is_some(), is_unknown, "{answers}");
        }
    }

    /// What becomes of an answer to part one.
    fn submitted(app: &App, answer: &str) -> SubmitStatus {
        let options = SubmitOptions {
            part: Some(Part::One),
            answer: Some(answer.to_owned()),
            ..SubmitOptions::default()
        };
        let mut attempt = Attempt::new(app, PUZZLE, &options).unwrap();
        attempt.run().unwrap();
        attempt.outcome.status
    }

    #[test]
    fn a_solved_part_is_compared_before_any_guard() {
        let (temp, app) = app("part1 = 5\nnot_before = 2199-12-01T05:00:00Z\n");
        // The page knows best.
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
