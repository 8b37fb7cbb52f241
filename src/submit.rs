//! Submits an answer to the site after many checks. `known.rs` loads what is known, `decision.rs`
//! decides what to do without any effect, and `carry_out.rs` does it and decides again. Only one
//! process at a time sends an answer. The guess is recorded before it is sent, and the verdict
//! afterwards.

mod candidate;
mod carry_out;
mod decision;
mod form;
mod known;
mod refusal;
mod star;

use self::candidate::find_answer;
use self::carry_out::Submission;
pub use self::decision::LiftedBy;
use self::known::{Known, missing_for_last_star};
pub use self::refusal::SubmitError;
use crate::app::args::SubmitOptions;
use crate::app::{App, watch_key};
use crate::error::{Exit, Result};
use crate::inputs::{Verdict, date_time};
use crate::puzzle::{Puzzle, is_last_star};
use crate::reporter::{SubmitStatus, verdict_line};
use crate::terminal::{json, span};
use aoc_solution::Part;

/// Submits the answer to a part of a puzzle, and shows the outcome.
pub fn submit(app: &App, puzzle: Puzzle, options: &SubmitOptions) -> Result<Exit, SubmitError> {
    let store = app.workspace.store()?.clone();
    let known = Known::load(&app.workspace, &app.site, &store, puzzle, options.part)?;
    let mut submission = Submission::new(app, options, store, known);
    let ended = find_answer(app, options, &submission.known)
        .map_err(SubmitError::from)
        .and_then(|candidate| submission.carry_out(&candidate));
    submission.unlock();
    finish(submission, ended)
}

/// Shows the outcome, and takes the steps that follow a right answer. Returns the exit code.
fn finish(mut submission: Submission, ended: Result<(), SubmitError>) -> Result<Exit, SubmitError> {
    let Submission { app, .. } = submission;
    let ui = &app.ui;
    let not_before = submission.known.answers.not_before;
    let wait = submission.known.time.wait;
    if let (Some(time), Some(_)) = (not_before, wait) {
        submission.outcome.not_before = Some(date_time(time));
    }
    if let Err(error) = &ended {
        submission.outcome.message = Some(format!("{:#}", error.source));
        if error.refusal.is_some() && submission.outcome.status == SubmitStatus::Failed {
            submission.outcome.status = SubmitStatus::Refused;
        }
    }
    show_verdict(&submission)?;
    if submission.outcome.status == SubmitStatus::Sent(Verdict::Right) {
        app.site.client().forget_statistics();
        submission.update_page();
        star::show(app, &submission.known)?;
        submission.outcome.next = suggest_next(app, &submission.known);
    } else if let (SubmitStatus::Sent(verdict), Some(wait)) = (submission.outcome.status, wait)
        && verdict.is_wrong()
    {
        ui.note(format!("the site takes the next answer in {}", span(wait)));
    }
    if ui.json {
        json(&mut ui.console(), "submit", &submission.outcome)?;
    }
    ended.map_err(|error| SubmitError {
        source: error.source.context(submission.known.name()),
        ..error
    })?;
    Ok(submission.outcome.status.exit())
}

fn show_verdict(submission: &Submission) -> Result<()> {
    let Submission { app, outcome, .. } = submission;
    let ui = &app.ui;
    if !ui.json
        && let Some(line) = verdict_line(ui.stdout, outcome)
    {
        ui.console().print(&line)?;
    }
    if outcome.someone_else {
        ui.warning(
            "it is the right answer to someone else's input: are the session and the input of one \
             account?",
        );
    }
    Ok(())
}

/// Tells what comes after a right answer. Returns the command for it.
fn suggest_next(app: &App, known: &Known) -> Option<String> {
    let Known { puzzle, part, .. } = *known;
    if part == Part::Two {
        app.ui.note(format!("{puzzle} is complete"));
        return None;
    }
    let is_last = is_last_star(puzzle, Part::Two);
    if is_last
        && let Some(missing) = missing_for_last_star(
            &mut app.workspace.records(app.site.stored_replies()),
            puzzle,
        )
    {
        let year = puzzle.year;
        app.ui.note(format!(
            "the last star of {year} is for having all others: {missing}"
        ));
        return None;
    }
    let (verb, key, effect) = if is_last {
        (
            "submit",
            watch_key::CLAIM,
            "claims the star for having all others",
        )
    } else {
        ("read", watch_key::READ, "shows it")
    };
    let next = format!("aoc {verb} {puzzle} --part 2");
    let typed = format!("`{next}`");
    let how = app.ui.hint(&typed, key);
    app.ui.note(format!("part 2 is open: {how} {effect}"));
    Some(next)
}
#[cfg(test)]
mod tests {
    use aoc_solution::protocol::Phase;
    use tempfile::TempDir;

    use std::collections::BTreeSet;
    use std::time::Duration;

    use super::candidate::Candidate;
    use super::decision::{Decision, Facts, GUARDS, Guard, Step, decide};
    use super::known::{answer_time, unknown_guess};
    use super::*;
    use crate::app::args::GlobalArgs;
    use crate::config::Environment;
    use crate::runner::{PhaseResult, PuzzleHeader, PuzzleResult, SourceKind, Status};
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

    /// An answer of the solution to part 2. The example that ran before it ended with `status`.
    fn candidate(answer: &str, status: Status) -> Candidate {
        let header = PuzzleHeader::new(PUZZLE, SourceKind::Example, None);
        let mut example = PuzzleResult::new(header);
        example.push(PhaseResult::new(Phase::Part2, status, None));
        Candidate {
            answer: answer.to_owned(),
            solved: Some(PuzzleResult {
                examples: vec![example],
                ..PuzzleResult::default()
            }),
            ran_with_example: true,
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
        // Each answer also fails at all guards after the one that refuses it.
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
            let Decision::Refuse {
                guard: refused_by,
                why: message,
                lifted_by,
            } = decided(&app, &options, &candidate)
            else {
                panic!("{why}");
            };
            assert!(message.starts_with(why), "{message}");
            assert_eq!((refused_by, lifted_by), (guard, lift), "{why}");
            // `--force` lifts the guards of the examples.
            options.force = true;
            let is_lifted = decided(&app, &options, &candidate) == Decision::Send;
            assert_eq!(is_lifted, lift == force, "{why}");
        }
    }

    /// The decision after all earlier steps are done.
    fn decided(app: &App, options: &SubmitOptions, candidate: &Candidate) -> Decision {
        let store = app.workspace.store().unwrap();
        let known = Known::load(&app.workspace, &app.site, store, PUZZLE, options.part).unwrap();
        let mut done = BTreeSet::new();
        loop {
            let decision = decide(&Facts {
                known: &known,
                candidate,
                done: &done,
                options,
                decides_by: app.ui.decides_by(),
            });
            let Decision::First(step) = decision else {
                return decision;
            };
            assert!(done.insert(step), "{step:?}");
        }
    }

    /// Each step is done once and in this order, and nothing is sent before.
    #[test]
    fn what_is_done_before_an_answer_is_sent_has_an_order() {
        let unknown = "[[guess]]\npart = 2\nanswer = 5\nverdict = 'unknown'\ntime = \
                       2020-12-22T05:00:00Z\n";
        let past = "not_before = 2020-12-22T05:00:00Z\n";
        let late = "not_before = 2199-12-22T05:00:00Z\n";
        let plain = [Step::ShowExamples, Step::Prepare, Step::Lock];
        let [show, prepare, lock] = plain;
        for (answers, wait, dry_run, steps, last) in [
            ("", false, false, &plain[..], Decision::Send),
            ("", false, true, &[show], Decision::ShowRequest),
            (
                past,
                false,
                false,
                &[Step::AskTime, show, prepare, lock],
                Decision::Send,
            ),
            (
                late,
                true,
                false,
                &[Step::AskTime, show, prepare],
                Decision::Wait,
            ),
            (
                unknown,
                false,
                false,
                &[show, prepare, lock, Step::AskPage],
                Decision::Send,
            ),
        ] {
            let (_temp, app) = app(answers);
            let options = SubmitOptions {
                part: Some(Part::Two),
                wait,
                dry_run,
                ..SubmitOptions::default()
            };
            let candidate = Candidate {
                ran_with_example: false,
                ..candidate("7", Status::Matched)
            };
            let store = app.workspace.store().unwrap();
            let known =
                Known::load(&app.workspace, &app.site, store, PUZZLE, options.part).unwrap();
            let mut done = BTreeSet::new();
            let mut order = Vec::new();
            let decision = loop {
                match decide(&Facts {
                    known: &known,
                    candidate: &candidate,
                    done: &done,
                    options: &options,
                    decides_by: app.ui.decides_by(),
                }) {
                    Decision::First(step) => {
                        assert!(done.insert(step), "{step:?}");
                        order.push(step);
                    }
                    decision => break decision,
                }
            };
            assert_eq!((&order[..], decision), (steps, last), "{answers}");
        }
    }

    /// The guide lists the guards in the order in which they are checked.
    #[test]
    fn the_guide_has_the_guards_in_their_order() {
        let guide = include_str!("../docs/guide.md");
        let (_, list) = guide.split_once("in this order:\n\n").expect("the list");
        let (list, _) = list.split_once("\n\n").expect("its end");
        let items = list.lines().filter_map(|line| line.split_once(". **"));
        let in_guide: Vec<&str> = items
            .filter_map(|(_, item)| item.split("**").next())
            .collect();
        let names = GUARDS.map(|(guard, _)| match guard {
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

    /// The wait is a minute and the margin, by a clock that stands still.
    #[test]
    fn a_minute_passes_after_a_guess_of_unknown_verdict() {
        for (time, left) in [
            ("2026-12-25T04:59:00Z", Some(Duration::from_secs(1))),
            ("2026-12-25T04:58:59Z", None),
        ] {
            let (_temp, app) = app(&format!(
                "[[guess]]\npart = 1\nanswer = 5\nverdict = 'unknown'\ntime = {time}\n"
            ));
            let store = app.workspace.store().unwrap();
            let answers = store.answers(PUZZLE, None).unwrap();
            let time_left = answer_time(&app.site, &answers);
            assert_eq!(time_left.left(), left, "{time}");
            // Before that, the page is checked for the guess.
            assert_eq!(time_left.wait, None);
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
            let store = app.workspace.store().unwrap();
            let known =
                Known::load(&app.workspace, &app.site, store, PUZZLE, Some(Part::One)).unwrap();
            assert_eq!(known.is_solved(), is_solved, "{answers}");
            assert_eq!(
                unknown_guess(&known.answers).is_some(),
                is_unknown,
                "{answers}"
            );
        }
    }

    /// The status of an answer to part one after it was submitted.
    fn submitted(app: &App, answer: &str) -> SubmitStatus {
        let options = SubmitOptions {
            part: Some(Part::One),
            answer: Some(answer.to_owned()),
            ..SubmitOptions::default()
        };
        let store = app.workspace.store().unwrap().clone();
        let known = Known::load(&app.workspace, &app.site, &store, PUZZLE, options.part).unwrap();
        let mut submission = Submission::new(app, &options, store, known);
        let candidate = find_answer(app, &options, &submission.known).unwrap();
        submission.carry_out(&candidate).unwrap();
        submission.outcome.status
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
