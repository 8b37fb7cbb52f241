//! Decides what to do with an answer: the guards in their order, and the steps before an answer
//! is sent. Nothing here makes a request, asks or prints.

use std::collections::BTreeSet;

use aoc_solution::Part;

use super::answer_time::{AnswerTime, too_early, unknown_guess};
use super::candidate::{Candidate, doubt};
use super::form::bad_form;
use super::known::Known;
use crate::app::args::SubmitOptions;
use crate::app::{DecidesBy, watch_key};
use crate::inputs::{Consequence, is_same_answer};
use crate::runner::PuzzleResult;

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
    pub time: AnswerTime,
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
    Refused(Refusal),
}

/// The reason of a guard that refuses an answer.
#[derive(Debug, PartialEq, Eq)]
pub struct Refusal {
    pub why: String,
    /// The option that lets the answer pass; `None` if there is none.
    pub lifted_by: Option<LiftedBy>,
}

/// A step before an answer is sent. Each is done once. While `--wait` waits, the lock is
/// released, and the steps that were done under it are done again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Step {
    /// Asks the site for its time if it is not certain whether the wait is over.
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
    Refuse(Guard, Refusal),
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
            Check::Refused(refusal)
                if facts.options.force && refusal.lifted_by == Some(LiftedBy::Force) => {}
            Check::Refused(refusal) => return Decision::Refuse(guard, refusal),
        }
    }
    let dry_run = facts.options.dry_run;
    if !dry_run && !facts.is_done(Step::Prepare) {
        return Decision::First(Step::Prepare);
    }
    if facts.failing_example().is_some() && !facts.is_done(Step::SettleExamples) {
        return Decision::First(Step::SettleExamples);
    }
    if dry_run {
        return Decision::ShowRequest;
    }
    // While this process waits, others must be able to submit.
    let waits = facts.options.wait && facts.time.left().is_some();
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
        Some(why) => Check::Refused(Refusal {
            why,
            lifted_by: None,
        }),
        None => Check::Passed,
    }
}

fn refused_unless(lifted_by: LiftedBy, why: String) -> Check {
    Check::Refused(Refusal {
        why,
        lifted_by: Some(lifted_by),
    })
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
            "the last star of {year} requires all others: {missing}; `aoc status {year} \
             --refresh` asks the site"
        )));
    }
    if facts.options.part.is_some() {
        return Check::Passed;
    }
    let typed = format!("`aoc submit {puzzle} --part 2`");
    let claim = facts.decides_by.hint(&typed, watch_key::CLAIM);
    refused(Some(format!(
        "the last star of {year} has no puzzle but requires all other stars; {claim} claims it"
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
    match facts.known.accepted(other) {
        Some(accepted) if is_same_answer(accepted, answer) => {
            refused(Some(format!("{answer} is the answer to part {other}")))
        }
        _ => Check::Passed,
    }
}

fn not_before(facts: &Facts) -> Check {
    if facts.known.answers.not_before.is_some() && !facts.is_done(Step::AskTime) {
        return Check::After(Step::AskTime);
    }
    // The page is checked for a guess with an unknown verdict before its minute counts.
    let counts_unknown = facts.options.dry_run || facts.is_done(Step::AskPage);
    let left = if counts_unknown {
        facts.time.left()
    } else {
        facts.time.wait
    };
    match left {
        Some(left) if !facts.options.wait => refused_unless(LiftedBy::Wait, too_early(left)),
        _ => Check::Passed,
    }
}

/// Refuses the answer if an example fails, unless the user was asked about it.
fn examples(facts: &Facts) -> Check {
    let is_shown = facts.options.force || facts.is_done(Step::ShowExamples);
    if facts.candidate.solved.is_some() && !is_shown {
        return Check::After(Step::ShowExamples);
    }
    match facts.failing_example() {
        Some((failing, Consequence::Failure)) => refused_unless(LiftedBy::Force, doubt(failing)),
        _ => Check::Passed,
    }
}

fn input_is_example(facts: &Facts) -> Check {
    if facts.candidate.ran_with_example {
        let why = "the input is the same as an example".to_owned();
        return refused_unless(LiftedBy::Force, why);
    }
    Check::Passed
}

impl Facts<'_> {
    fn is_done(&self, step: Step) -> bool {
        self.done.contains(&step)
    }

    fn failing_example(&self) -> Option<(&PuzzleResult, Consequence)> {
        let force = self.options.force;
        self.candidate.failing_example(force, self.decides_by)
    }

    fn must_ask_page(&self) -> bool {
        let is_unclear = unknown_guess(&self.known.answers).is_some() || self.known.is_last_star();
        is_unclear && !self.is_done(Step::AskPage)
    }
}

#[cfg(test)]
mod tests;
