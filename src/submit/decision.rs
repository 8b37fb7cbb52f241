//! Decides what to do with an answer: the guards in their order, and the steps before an answer
//! is sent. Nothing here makes a request, asks or prints.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::time::Duration;

use aoc_solution::Part;

use super::candidate::Candidate;
use super::form::bad_form;
use super::known::{Known, unknown_guess};
use crate::app::args::SubmitOptions;
use crate::app::{DecidesBy, watch_key};
use crate::inputs::{Consequence, FailurePlace, Trust, plain};
use crate::puzzle::Puzzle;
use crate::reporter::source_name;
use crate::runner::PuzzleResult;
use crate::site::PuzzlePage;
use crate::terminal::span;

/// A check of an answer before it is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Guard {
    /// The part is solved already, so the answer is compared with the accepted one.
    Solved,
    /// The last star of an event requires all other stars.
    LastStar,
    Form,
    /// The site has judged this answer wrong.
    Judged,
    /// The site has judged a smaller answer too high, or a larger one too low.
    Bounds,
    OtherPart,
    /// The site takes no answer until a certain time.
    NotBefore,
    Examples,
    InputIsExample,
}

type GuardCheck = fn(&Facts) -> Check;

/// The guards in their order. The first one that refuses decides.
pub const GUARDS: [(Guard, GuardCheck); 9] = [
    (Guard::Solved, solved),
    (Guard::LastStar, last_star),
    (Guard::Form, form),
    (Guard::Judged, judged),
    (Guard::Bounds, bounds),
    (Guard::OtherPart, other_parts_answer),
    (Guard::NotBefore, not_before),
    (Guard::Examples, examples),
    (Guard::InputIsExample, input_is_example),
];

/// The option that makes a guard let an answer pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LiftedBy {
    /// The option `--wait`.
    Wait,
    /// The option `--force`.
    Force,
}

/// The facts that a decision depends on.
pub struct Facts<'a> {
    pub known: &'a Known,
    pub candidate: &'a Candidate,
    pub done: &'a BTreeSet<Step>,
    pub options: &'a SubmitOptions,
    pub decides_by: DecidesBy,
}

/// The result of a guard's check.
#[derive(Debug, PartialEq, Eq)]
pub enum Check {
    Passed,
    /// The guard needs this step first.
    After(Step),
    /// The part is solved, so nothing is sent.
    Solved,
    Refused {
        why: String,
        /// The option that lets the answer pass; `None` if there is none.
        lifted_by: Option<LiftedBy>,
    },
}

/// A step before an answer is sent. Each is done once. While `--wait` waits, the lock is
/// released, and the steps that were done under it are done again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Step {
    /// Asks the site for its time if the clocks disagree.
    AskTime,
    /// Shows the user which examples fail.
    ShowExamples,
    /// Fails if nothing can be sent or recorded.
    Prepare,
    /// Asks the user about a failed example, or tells about it.
    SettleExamples,
    /// Keeps other processes from submitting, and loads all known facts again.
    Lock,
    /// Downloads the page to settle a guess with an unknown verdict, or for the last star of an
    /// event.
    AskPage,
}

/// The next action.
#[derive(Debug, PartialEq, Eq)]
pub enum Decision {
    /// Take this step, then decide again.
    First(Step),
    /// The part is solved: compare the answer with the accepted one.
    Compare,
    Refuse {
        guard: Guard,
        why: String,
        lifted_by: Option<LiftedBy>,
    },
    /// Show the request of a dry run.
    ShowRequest,
    /// Wait until the site takes the answer, because of `--wait`.
    Wait,
    Send,
}

/// Decides what to do with an answer.
pub fn decide(facts: &Facts) -> Decision {
    for (guard, check) in GUARDS {
        match check(facts) {
            Check::Passed => {}
            Check::After(step) => return Decision::First(step),
            Check::Solved => return Decision::Compare,
            Check::Refused {
                lifted_by: Some(LiftedBy::Force),
                ..
            } if facts.options.force => {}
            Check::Refused { why, lifted_by } => {
                return Decision::Refuse {
                    guard,
                    why,
                    lifted_by,
                };
            }
        }
    }
    let dry_run = facts.options.dry_run;
    let steps = [
        (Step::Prepare, !dry_run),
        (Step::SettleExamples, facts.failing_example().is_some()),
    ];
    for (step, is_needed) in steps {
        if is_needed && !facts.is_done(step) {
            return Decision::First(step);
        }
    }
    if dry_run {
        return Decision::ShowRequest;
    }
    // While this process waits, others must be able to submit.
    let waits = facts.options.wait && facts.known.time.left().is_some();
    let is_locked = facts.is_done(Step::Lock);
    if is_locked && facts.must_ask_page() {
        Decision::First(Step::AskPage)
    } else if waits {
        Decision::Wait
    } else if is_locked {
        Decision::Send
    } else {
        Decision::First(Step::Lock)
    }
}

fn refused(why: Option<String>) -> Check {
    match why {
        Some(why) => Check::Refused {
            why,
            lifted_by: None,
        },
        None => Check::Passed,
    }
}

fn solved(facts: &Facts) -> Check {
    if facts.known.is_solved() {
        Check::Solved
    } else {
        Check::Passed
    }
}

fn last_star(facts: &Facts) -> Check {
    let Known {
        puzzle,
        missing_stars,
        ..
    } = facts.known;
    if !facts.known.is_last_star() {
        return Check::Passed;
    }
    let year = puzzle.year;
    if let Some(missing) = missing_stars {
        return refused(Some(format!(
            "the last star of {year} is for having all others: {missing}; `aoc status {year} \
             --refresh` asks the site"
        )));
    }
    if facts.options.part.is_some() {
        return Check::Passed;
    }
    let typed = format!("`aoc submit {puzzle} --part 2`");
    let claim = facts.decides_by.hint(&typed, watch_key::CLAIM);
    refused(Some(format!(
        "the last star of {year} has no puzzle: it is for having all other stars; {claim} claims it"
    )))
}

fn form(facts: &Facts) -> Check {
    refused(bad_form(&facts.candidate.answer))
}

fn judged(facts: &Facts) -> Check {
    let Known { answers, part, .. } = facts.known;
    refused(answers.earlier_verdict(*part, &facts.candidate.answer))
}

fn bounds(facts: &Facts) -> Check {
    let Known { answers, part, .. } = facts.known;
    refused(answers.beyond_bounds(*part, &facts.candidate.answer))
}

fn other_parts_answer(facts: &Facts) -> Check {
    let other = match facts.known.part {
        Part::One => Part::Two,
        Part::Two => Part::One,
    };
    let answer = &facts.candidate.answer;
    if facts.known.accepted(other).map(plain) != Some(plain(answer)) {
        return Check::Passed;
    }
    refused(Some(format!("{answer} is the answer to part {other}")))
}

fn not_before(facts: &Facts) -> Check {
    let Known { answers, time, .. } = facts.known;
    if answers.not_before.is_some() && !facts.is_done(Step::AskTime) {
        return Check::After(Step::AskTime);
    }
    // The page is checked for a guess with an unknown verdict before its minute counts.
    let counts_unknown = facts.options.dry_run || facts.is_done(Step::AskPage);
    let left = if counts_unknown {
        time.left()
    } else {
        time.wait
    };
    match left {
        Some(left) if !facts.options.wait => Check::Refused {
            why: too_early(left),
            lifted_by: Some(LiftedBy::Wait),
        },
        _ => Check::Passed,
    }
}

/// The reason why an answer is not sent, or was not graded.
pub fn too_early(left: Duration) -> String {
    format!("the site takes the next answer in {}", span(left))
}

/// Refuses the answer if an example fails, unless the user was asked about it.
fn examples(facts: &Facts) -> Check {
    let is_shown = facts.options.force || facts.is_done(Step::ShowExamples);
    if facts.candidate.solved.is_some() && !is_shown {
        return Check::After(Step::ShowExamples);
    }
    match facts.failing_example() {
        Some((failing, Consequence::Failure)) => Check::Refused {
            why: doubt(failing),
            lifted_by: Some(LiftedBy::Force),
        },
        _ => Check::Passed,
    }
}

fn input_is_example(facts: &Facts) -> Check {
    if facts.candidate.ran_with_example {
        return Check::Refused {
            why: "the input is the same as an example".to_owned(),
            lifted_by: Some(LiftedBy::Force),
        };
    }
    Check::Passed
}

impl Facts<'_> {
    fn is_done(&self, step: Step) -> bool {
        self.done.contains(&step)
    }

    /// The failed example with the gravest consequence, and this consequence. `None` if no
    /// example failed, or with `--force`.
    pub fn failing_example(&self) -> Option<(&PuzzleResult, Consequence)> {
        if self.options.force {
            return None;
        }
        let examples = self.candidate.examples();
        let failing = examples.iter().filter(|example| example.is_failure());
        let failing = failing.min_by_key(|example| Reverse(example.trust))?;
        let place = match self.decides_by {
            DecidesBy::Question => FailurePlace::SubmitOnTerminal,
            DecidesBy::Key => FailurePlace::SubmitByKey,
            DecidesBy::Nothing => FailurePlace::Submit {
                has_own: examples.iter().any(|example| example.trust == Trust::Own),
            },
        };
        Some((failing, failing.trust.on_failure(place)))
    }

    fn must_ask_page(&self) -> bool {
        let is_unclear = unknown_guess(&self.known.answers).is_some() || self.known.is_last_star();
        is_unclear && !self.is_done(Step::AskPage)
    }
}

/// Describes the failure of an example, and how to remove the example if the tool wrote it.
pub fn doubt(example: &PuzzleResult) -> String {
    let name = source_name(&example.header);
    let place = match example.header.name {
        Some(_) => name,
        None => format!("the {name}"),
    };
    let remedy = "compare it with the page, and remove its entry if it is wrong";
    match example.trust {
        Trust::Own => format!("{place} fails"),
        Trust::Taken => format!("{place} fails, which you took from the page ({remedy})"),
        Trust::Page | Trust::Confirmed | Trust::Doubtful | Trust::OtherRules => {
            format!("{place} fails, which was found on the page ({remedy})")
        }
    }
}

/// The state of a part on its page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnPage {
    Solved,
    /// The site takes an answer to the part.
    Open,
}

/// The state of a part on the page that was just downloaded. The error says why the site takes no
/// answer to it.
pub fn on_page(
    puzzle: Puzzle,
    part: Part,
    page: &PuzzlePage,
    is_other_input: bool,
) -> Result<OnPage, String> {
    if is_other_input {
        let why = "the page shows another input than the stored one; use the session and the \
                   input of one account";
        return Err(why.to_owned());
    }
    if page.has_solved(part) {
        return Ok(OnPage::Solved);
    }
    if part == Part::Two && !page.has_solved(Part::One) {
        let command = format!("aoc submit {puzzle} --part 1");
        return Err(format!("part 1 comes first; `{command}` submits it"));
    }
    match page.missing_stars() {
        Some(says) => Err(format!("the site says: {says}")),
        None => Ok(OnPage::Open),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inputs::Answers;
    use crate::runner::Status;
    use crate::submit::known::AnswerTime;

    const PUZZLE: Puzzle = Puzzle::of(2020, 8);

    /// Facts about part 2 with no objection to the answer 7.
    fn known(puzzle: Puzzle) -> Known {
        Known {
            puzzle,
            part: Part::Two,
            answers: Answers::default(),
            page: PuzzlePage::default(),
            time: AnswerTime::default(),
            missing_stars: None,
        }
    }

    fn check(
        guard: Guard,
        known: &Known,
        examples: &[PuzzleResult],
        options: &SubmitOptions,
        decides_by: DecidesBy,
    ) -> Check {
        let candidate = Candidate {
            answer: "7".to_owned(),
            solved: Some(PuzzleResult {
                examples: examples.to_vec(),
                ..PuzzleResult::default()
            }),
            ran_with_example: false,
        };
        let facts = Facts {
            known,
            candidate: &candidate,
            done: &BTreeSet::from([Step::AskTime, Step::ShowExamples]),
            options,
            decides_by,
        };
        let check = GUARDS.iter().find(|(name, _)| *name == guard);
        check.expect("one of the guards").1(&facts)
    }

    #[test]
    fn an_answer_that_nothing_speaks_against_passes_all_guards() {
        for (guard, _) in GUARDS {
            let options = SubmitOptions::default();
            let check = check(guard, &known(PUZZLE), &[], &options, DecidesBy::Nothing);
            assert_eq!(check, Check::Passed, "{guard:?}");
        }
    }

    /// `--wait` waits until that time.
    #[test]
    fn the_next_answer_is_refused_or_waited_for() {
        let refused = Check::Refused {
            why: "the site takes the next answer in 5s".to_owned(),
            lifted_by: Some(LiftedBy::Wait),
        };
        for (wait, expected) in [(false, refused), (true, Check::Passed)] {
            let options = SubmitOptions {
                wait,
                ..SubmitOptions::default()
            };
            let mut known = known(PUZZLE);
            known.time.wait = Some(Duration::from_secs(5));
            let facts = Facts {
                known: &known,
                candidate: &given(),
                done: &BTreeSet::from([Step::AskTime, Step::Prepare]),
                options: &options,
                decides_by: DecidesBy::Nothing,
            };
            assert_eq!(not_before(&facts), expected);
            assert_eq!(decide(&facts) == Decision::Wait, wait);
        }
    }

    /// The answer 7, which did not come from the solution.
    fn given() -> Candidate {
        Candidate {
            answer: "7".to_owned(),
            solved: None,
            ran_with_example: false,
        }
    }

    #[test]
    fn the_last_star_is_claimed_by_its_part_if_no_other_is_missing() {
        let missing = "the last star of 2020 is for having all others: 2 stars are missing; `aoc \
                       status 2020 --refresh` asks the site";
        let not_named = "the last star of 2020 has no puzzle: it is for having all other stars; \
                         the key c claims it";
        for (count, is_named, refusal) in [
            (Some("2 stars are missing"), true, Some(missing)),
            (Some("2 stars are missing"), false, Some(missing)),
            (None, false, Some(not_named)),
            (None, true, None),
        ] {
            let known = Known {
                missing_stars: count.map(str::to_owned),
                ..known(Puzzle::of(2020, 25))
            };
            let options = SubmitOptions {
                part: is_named.then_some(Part::Two),
                ..SubmitOptions::default()
            };
            let expected = refused(refusal.map(str::to_owned));
            let check = check(Guard::LastStar, &known, &[], &options, DecidesBy::Key);
            assert_eq!(check, expected);
        }
    }

    /// The user's own examples take precedence over those of the page. On a terminal the user is
    /// asked.
    #[test]
    fn who_answers_for_an_example_decides_whether_it_refuses() {
        let example = |trust| PuzzleResult {
            trust,
            status: Status::Wrong,
            ..PuzzleResult::default()
        };
        let own = || example(Trust::Own);
        let refuses = |examples: &[PuzzleResult]| {
            [DecidesBy::Question, DecidesBy::Key, DecidesBy::Nothing].map(|decides_by| {
                let options = SubmitOptions::default();
                let known = known(PUZZLE);
                let check = check(Guard::Examples, &known, examples, &options, decides_by);
                check != Check::Passed
            })
        };
        assert_eq!(refuses(&[own()]), [true, true, true]);
        let of_page = || example(Trust::Page);
        assert_eq!(refuses(&[of_page()]), [false, true, true]);
        let matched = PuzzleResult {
            status: Status::Ok,
            ..own()
        };
        assert_eq!(refuses(&[of_page(), matched]), [false, true, false]);
        assert_eq!(refuses(&[example(Trust::Taken)]), [false, true, false]);
        assert_eq!(refuses(&[example(Trust::Confirmed)]), [false; 3]);
    }
}
