//! Decides which candidates of a day run, and in which order. They run until a result is known to
//! be right in all parts (`is_settled`). The candidates for a single part run until a result is
//! known to be right in this part. The order is:
//!
//! 1. Candidates that parse the input once for both parts. If no answer is known, the first one
//!    that answers both parts is checked against its rivals: one candidate for each other call of a
//!    part, and the functions for both parts. No other candidate runs then. If a rival for a part
//!    does not end, no candidate is taken.
//! 2. Candidates for a single part. The best result for part 1 and the best one for part 2 are
//!    combined.
//! 3. Other candidates for both parts.
//! 4. Candidates that take both answers from an output.
//!
//! Within a step, the candidates run in the order in which they are listed, but those of the rank
//! [`Fallback`](Rank::Fallback) come after all others, and those of the rank
//! [`Helper`](Rank::Helper) come last. Without a known answer, a fallback runs only if no other
//! candidate of the step has answered. If an answer or an output is known, a wrong answer does not
//! count as one. A helper runs only after a wrong answer. The user's own expressions do not run: they
//! are taken if they compile (`TrialDay::take_expressions`).

use aoc_solution::Part;

use super::results::CandidateResult;
use super::runs::{DayRuns, TrialStop};
use super::state::Step;
use crate::import::candidates::{Candidate, Rank};
use crate::import::compare::{Choice, PartVerdict, Proof, WrongAnswer, choose};
use crate::import::left_out::reason::Reason;

/// The results of the candidates that ran.
#[derive(Default)]
pub struct TriedCandidates {
    /// The results to choose from. Some may have wrong answers.
    pub results: Vec<CandidateResult>,
    /// One wrong answer for each part whose own candidates gave only wrong answers.
    pub refuted: Vec<WrongAnswer>,
    /// The results that disagree about a part whose right answer is not known.
    pub disagreeing: Vec<CandidateResult>,
}

/// Runs the candidates in order, until a result is known to be right in all parts. Fails if a
/// candidate that may be right did not end.
pub fn try_candidates(trial: &DayRuns) -> Result<TriedCandidates, TrialStop> {
    let DayRuns { day, known, .. } = trial;
    let parts = day.parts();
    let mut tried = TriedCandidates {
        results: try_step(trial, Step::ParsingOnce)?,
        ..TriedCandidates::default()
    };
    if is_settled(trial, &tried.results, parts) {
        return Ok(tried);
    }
    let answering = tried
        .results
        .iter()
        .find(|result| result.answers_both_parts() && !result.verdicts.is_refuted())
        .cloned();
    if known.is_empty()
        && let Some(result) = answering
    {
        for (part, number) in day.rivals_of(&result.wiring) {
            let rival = trial.try_candidate(number)?;
            check_end(part, &rival, &result)?;
            tried.results.push(rival);
        }
        tried.results.extend(try_step(trial, Step::BothParts)?);
        return Ok(tried);
    }
    let mut combined: Option<CandidateResult> = None;
    for part in Part::BOTH {
        match try_part(trial, part)? {
            Choice::Taken(result) => {
                combined = Some(match combined {
                    Some(one) => one.combined_with(result, known),
                    None => result,
                });
            }
            Choice::Disagree(results) => tried.disagreeing.extend(results),
            Choice::AllWrong(wrong) => tried.refuted.extend(wrong.into_iter().next()),
        }
    }
    tried.results.extend(combined);
    for step in [Step::BothParts, Step::Printing] {
        if is_settled(trial, &tried.results, parts) {
            break;
        }
        tried.results.extend(try_step(trial, step)?);
    }
    Ok(tried)
}

/// True if a result has answers to these parts that are known to be right, so that no other
/// candidate has to run. A right test is enough only if the day has no input, because several
/// candidates may pass a test and give different answers to the input.
fn is_settled(trial: &DayRuns, results: &[CandidateResult], parts: &[Part]) -> bool {
    results.iter().any(|result| {
        parts.iter().all(|part| match result.verdicts.of(*part) {
            PartVerdict::Equal => true,
            PartVerdict::EqualInTests => trial.input.is_none(),
            PartVerdict::Missing | PartVerdict::Unknown | PartVerdict::Different => false,
        })
    })
}

/// The choice among the candidates for one part. Fails if a candidate that may be right did not
/// end.
fn try_part(trial: &DayRuns, part: Part) -> Result<Choice<CandidateResult>, TrialStop> {
    let known = &trial.known;
    let mut results = try_step(trial, Step::OnePart(part))?;
    if !is_settled(trial, &results, &[part])
        && !known.knows_answer_to(part)
        && let Some(other) = results
            .iter()
            .find(|result| result.answered.answers_input() && !result.verdicts.is_refuted())
    {
        for result in &results {
            check_end(part, result, other)?;
        }
    }
    // If the call without an answer stayed, it would be taken instead of a wrong answer, and the
    // part would be missing without a reason. It stays only if a limit ended it.
    if trial.input.is_some() && results.iter().any(CandidateResult::has_answers) {
        results.retain(|result| result.has_answers() || result.exceeded.is_some());
    }
    // An output that names no part may have only the answer to the other part.
    let known = known.proving_at_most(Proof::RefutesByName);
    Ok(choose(results, |result| &result.answered, &known))
}

/// Fails if a limit ended this candidate for the part before its first answer. It may be the right
/// one, so the `other` one, which has answered, must not be taken.
fn check_end(
    part: Part,
    result: &CandidateResult,
    other: &CandidateResult,
) -> Result<(), TrialStop> {
    match result.stopped() {
        Some(stopped) if !result.has_answers() => {
            Err(Reason::did_not_end(part, &result.shown_calls(), &stopped, other.shown()).into())
        }
        _ => Ok(()),
    }
}

/// The results of the candidates of a step. The candidates run until one is known to be right. A
/// call that did not end is not tried again with another conversion of the input.
fn try_step(trial: &DayRuns, step: Step) -> Result<Vec<CandidateResult>, TrialStop> {
    let DayRuns { day, known, .. } = trial;
    let parts = step.parts(day);
    let mut results: Vec<CandidateResult> = Vec::new();
    let mut candidates: Vec<usize> = day.candidates_in(step).collect();
    candidates.sort_by_key(|number| day.candidate(*number).rank.max(Rank::Guess));
    let is_identified = parts.iter().any(|part| known.knows_answer_to(*part));
    for number in candidates {
        let Candidate { wiring, rank, .. } = day.candidate(number);
        let is_needed = match rank {
            Rank::User | Rank::Names | Rank::Guess => true,
            Rank::Fallback => {
                let is_answered = results.iter().any(|result| {
                    result.has_answers() && (known.is_empty() || !result.verdicts.is_refuted())
                });
                is_identified || !is_answered
            }
            Rank::Helper => results.iter().any(|result| result.verdicts.is_refuted()),
        };
        let has_not_ended = results.iter().any(|result| {
            result.was_stopped_without_answer()
                && wiring.shown_calls() == result.wiring.shown_calls()
        });
        if !is_needed || has_not_ended {
            continue;
        }
        let result = trial.try_candidate(number)?;
        // A part must not change the input for the other part. Without a shared parser, each part
        // parses the input again, so changes do not matter.
        if step == Step::ParsingOnce && trial.changes_input(&result)? {
            continue;
        }
        results.push(result);
        if is_settled(trial, &results, parts) {
            return Ok(results);
        }
    }
    Ok(results)
}
