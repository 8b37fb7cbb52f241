//! Decides what to do with an answer: the guards in their order. Nothing here makes a request,
//! asks or prints.

use std::time::Duration;

use aoc_solution::Part;

use super::answer_time::{AnswerTime, too_early};
use super::candidate::{Candidate, doubt};
use super::form::bad_form;
use super::known::Known;
use crate::app::args::SubmitOptions;
use crate::app::{DecidesBy, watch_key};
use crate::inputs::{Consequence, is_same_answer};

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
    pub stage: Stage,
    pub candidate: &'a Candidate,
    pub options: &'a SubmitOptions,
    pub decides_by: DecidesBy,
}

/// A decision is made twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Before the user is asked about anything.
    BeforeLock,
    /// While no other process can submit. If the page was needed, it was just read.
    UnderLock,
}

/// The result of a guard's check.
#[derive(Debug, PartialEq, Eq)]
pub enum Check {
    Passed,
    /// The site must be asked for its time first.
    TimeInDoubt,
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

/// The action for an answer that no guard refuses.
#[derive(Debug, PartialEq, Eq)]
pub enum Decision {
    /// The part is solved: compare the answer with the accepted one.
    Compare,
    /// Wait until the site takes the answer, because of `--wait`.
    Wait,
    Send,
}

/// The reason why there is no action.
#[derive(Debug, PartialEq, Eq)]
pub enum Objection {
    /// The site must be asked for its time, then there is a decision.
    TimeInDoubt,
    Refused(Guard, Refusal),
}

/// Decides what to do with an answer.
pub fn decide(facts: &Facts) -> Result<Decision, Objection> {
    for (guard, check) in GUARDS {
        match check(facts) {
            Check::Passed => {}
            Check::TimeInDoubt => return Err(Objection::TimeInDoubt),
            Check::Solved => return Ok(Decision::Compare),
            Check::Refused(refusal)
                if facts.options.force && refusal.lifted_by == Some(LiftedBy::Force) => {}
            Check::Refused(refusal) => return Err(Objection::Refused(guard, refusal)),
        }
    }
    // Without `--wait` a guard has refused the answer.
    if facts.time_left().is_some() {
        return Ok(Decision::Wait);
    }
    Ok(Decision::Send)
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
    if facts.time.is_in_doubt {
        return Check::TimeInDoubt;
    }
    match facts.time_left() {
        Some(left) if !facts.options.wait => refused_unless(LiftedBy::Wait, too_early(left)),
        _ => Check::Passed,
    }
}

/// Refuses the answer if an example fails, unless the user is asked or told about it later.
fn examples(facts: &Facts) -> Check {
    match facts.candidate.failing_example(facts.decides_by) {
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
    /// The time until the site takes the answer. The page is read for a guess with an unknown
    /// verdict before its minute counts.
    fn time_left(&self) -> Option<Duration> {
        if self.stage == Stage::UnderLock || self.options.dry_run {
            self.time.left()
        } else {
            self.time.wait
        }
    }
}

#[cfg(test)]
mod tests;
