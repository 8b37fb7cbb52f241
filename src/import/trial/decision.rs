//! Decides how a day is called, or why it is not imported, by comparing the answers of its
//! candidates with the known ones. `order` says which candidates run. The wiring of the best result
//! is taken. None is taken if results disagree and no known fact says which one is right.
//!
//! The outputs of the old program and of the day's own `main` prove nothing about a copy whose
//! answers are taken from an output, because all of them come from the same code.
//!
//! Several functions ask whether answers are right. They differ in the facts that count
//! (`compare.rs` compares):
//!
//! | question | true if |
//! |---|---|
//! | `Verdicts::is_refuted` | an answer to the input or to a test is wrong |
//! | `Verdicts::is_confirmed` | an answer to the input is known to be right, and none is wrong |
//! | `order::is_settled` | one result is known to be right in all given parts; without an input, right tests are enough |
//! | `CandidateResult::needs_no_trimming`, if an answer or an output is known | the result is confirmed |
//! | the same, if none is known | the result has an answer, and no test refutes it |
//! | `KnownFacts::knows_answer_to` | the answer to this part is known, or an output shows one |

use aoc_solution::Part;

use super::order::{TriedCandidates, try_candidates};
use super::results::{CandidateResult, Trim};
use super::runs::{DayRuns, TrialStop};
use super::state::Step;
use crate::error::CliError;
use crate::import::candidates::wiring::Wiring;
use crate::import::compare::{
    Choice, GivenAnswers, KnownFacts, PartVerdict, ProgramOutput, Proof, WrongAnswer, choose,
    differ, values_in,
};
use crate::import::left_out::reason::{PartNotCalled, Reason};
use crate::import::repository::day_decision::{Certainty, DayDecision, TakenWiring};
use crate::import::repository::day_file::DayFile;
use crate::puzzle::other_part;

/// The decision about a day whose candidates ran.
pub struct DecidedDay {
    pub decision: DayDecision,
    /// The outputs of the old program that may be compared with the day's answers.
    pub outputs: Vec<ProgramOutput>,
}

/// Runs the candidates of a day, and decides how it is called. Fails if a run could not start.
pub fn decide_day(mut trial: DayRuns) -> Result<DecidedDay, CliError> {
    if trial.input.is_none()
        && let Some(taken) = wiring_by_text_of_test(&trial)?
    {
        return Ok(DecidedDay {
            decision: Ok(Box::new(taken)),
            outputs: Vec::new(),
        });
    }
    let mut outputs = Vec::new();
    let taken = add_output_of_main(&mut trial).and_then(|of_main| {
        outputs = of_main;
        taken_wiring(&trial)
    });
    let decision = match taken {
        Ok(wiring) => Ok(Box::new(wiring)),
        Err(TrialStop::Unclear(why)) => trial.day.unclear(why),
        Err(TrialStop::Error(error)) => return Err(error),
    };
    // A copy of an earlier import may stay. It is compared with the outputs, unless it may take its
    // answers from them.
    let mut candidates = trial.day.day_file.candidates().iter();
    if decision.is_err()
        && candidates.any(|candidate| candidate.wiring.takes_answers_from_shared_output())
    {
        outputs.clear();
    }
    Ok(DecidedDay { decision, outputs })
}

/// The wiring of a day without an input, if the day's `main` prints its answers for a text of the
/// day's tests: `main` may pass the text on in pieces or in another form, or change the result of a
/// function. `None` if `main` does not show the answer to a part that would not be called.
fn wiring_by_text_of_test(trial: &DayRuns) -> Result<Option<TakenWiring>, CliError> {
    let DayRuns { day, runs, .. } = *trial;
    let DayFile { assertions, .. } = &day.day_file;
    let Some(text) = assertions.longest_text(day.day_file.candidates()) else {
        return Ok(None);
    };
    // An input ends with a line break. One line does not show whether `main` passes on lines.
    let line_or_text = text.trim_end_matches('\n');
    let text = if line_or_text.contains('\n') {
        format!("{line_or_text}\n")
    } else {
        format!("{line_or_text}\n{line_or_text}\n")
    };
    let mut trial = DayRuns::new(day, Some(text), KnownFacts::default(), runs);
    let main = add_output_of_main(&mut trial);
    if main.is_ok() && trial.known.is_empty() {
        return Ok(None);
    }
    let taken = main.and_then(|_| taken_wiring(&trial));
    match taken {
        Ok(mut taken) => {
            taken.answers = [None, None];
            if day.call_of_user().is_none() {
                taken.certainty = Certainty::Tried;
            }
            let not_called = taken.not_called.as_ref().map(|not_called| not_called.part);
            let is_decided = not_called.is_none_or(|part| trial.known.knows_answer_to(part));
            Ok(is_decided.then_some(taken))
        }
        // The calls may disagree about this text by chance.
        Err(TrialStop::Unclear(_)) => Ok(None),
        Err(TrialStop::Error(error)) => Err(error),
    }
}

/// Runs the day's own `main`. Adds its output to the known facts if the output is about the input.
/// Returns the outputs of the old program that may be compared with answers.
fn add_output_of_main(trial: &mut DayRuns) -> Result<Vec<ProgramOutput>, TrialStop> {
    let main = trial.output_of_main()?;
    let known = &mut trial.known.outputs;
    if let Some((text, false)) = &main {
        weaken_outputs(known, text);
    }
    let outputs = known.clone();
    if let Some((text, true)) = main {
        let proves = Proof::Refutes;
        known.push(ProgramOutput { text, proves });
    }
    Ok(outputs)
}

/// If `main` prints without reading the input, outputs of the old program cannot refute an answer.
/// An output with the same values as `main` is removed, because it is not about the input.
fn weaken_outputs(outputs: &mut Vec<ProgramOutput>, main: &str) {
    let own = values_in(main);
    outputs.retain(|output| own.is_empty() || values_in(&output.text) != own);
    for output in outputs {
        output.proves = Proof::Confirms;
    }
}

/// The wiring of the right result. All reasons not to take a result are checked here, one after the
/// other.
fn taken_wiring(trial: &DayRuns) -> Result<TakenWiring, TrialStop> {
    let mut tried = try_candidates(trial)?;
    settle_disputes(trial, &mut tried);
    let TriedCandidates {
        mut results,
        refuted,
        disagreeing,
    } = tried;
    if !disagreeing.is_empty() {
        return Err(disagreement(trial, &disagreeing).into());
    }
    let refuted_part = refuted_part(&refuted, &results);
    let stopped = results.iter().find_map(CandidateResult::stopped);
    // If a result without an answer stayed, it would be taken instead of one with a wrong answer,
    // without the reason. Without an input, a result without an answer may be right, so it is kept
    // beside results with answers.
    let has_answers = results.iter().any(CandidateResult::has_answers);
    if trial.input.is_some() || !refuted.is_empty() && !has_answers {
        results.retain(CandidateResult::has_answers);
    }
    match choose(results, |result| &result.answered, &trial.known) {
        Choice::Taken(result) => {
            trial.check_blanks(&result)?;
            Ok(wiring_of(trial, &result, refuted_part))
        }
        Choice::Disagree(disagreeing) => Err(disagreement(trial, &disagreeing).into()),
        Choice::AllWrong(wrong) => {
            expression_alone(trial, wrong.first().or(refuted.first()), stopped.as_deref())
        }
    }
}

/// The wiring of the chosen result, with the user's expression for the other part if there is one.
/// After a run on the input, it has no call for a part that is said not to be called. A text on
/// which nothing has run is trimmed if `main` trims.
fn wiring_of(
    trial: &DayRuns,
    result: &CandidateResult,
    refuted_part: Option<PartNotCalled>,
) -> TakenWiring {
    let call_of_user = trial.day.call_of_user();
    let mut wiring = match call_of_user {
        Some(call) => call.wiring.clone().combined_with(result.wiring.clone()),
        None => result.wiring.clone(),
    };
    let mut answers = result.answered.answers.clone();
    let not_called = refuted_part.or_else(|| unanswered_part(trial, result, &wiring));
    if let Some(not_called) = &not_called
        && (wiring.prints(not_called.part) || trial.input.is_some())
    {
        wiring = wiring.only(&[other_part(not_called.part)]);
        answers[not_called.part.index()] = None;
    }
    let has_own_text = wiring.redirects_reads() || wiring.has_call_without_input();
    let is_unseen = trial.input.is_none() && result.answered.tests.is_empty();
    if is_unseen && trial.day.main_trims && !has_own_text && wiring.text().is_none() {
        wiring.set_text(Trim::End.expression());
    }
    let independent = trial.known.clone().independent_of(&result.wiring);
    let verdicts = independent.verdicts(&result.answered);
    let mut uncompared = result.answered_parts();
    uncompared.retain(|part| !verdicts.of(*part).is_equal());
    let is_right = trial
        .day
        .parts()
        .iter()
        .all(|part| verdicts.of(*part) == PartVerdict::Equal);
    TakenWiring {
        wiring,
        not_called,
        broken_call: trial.day.broken_call(),
        uncompared,
        answers,
        certainty: if call_of_user.is_some() || is_right {
            Certainty::Sure
        } else {
            Certainty::Tried
        },
    }
}

/// The user's expression for one part, for a day whose calls of the other part give no right answer.
/// `wrong` is a wrong answer, and `stopped` is the message about the limit that ended a run. Without
/// an expression, it is not clear how the day is called.
fn expression_alone(
    trial: &DayRuns,
    wrong: Option<&WrongAnswer>,
    stopped: Option<&str>,
) -> Result<TakenWiring, TrialStop> {
    let Some(call) = trial.day.call_of_user() else {
        return Err(TrialStop::Unclear(match wrong {
            Some(wrong) => Reason::all_wrong(wrong, Some(wrong.part)),
            None => nothing_answered(trial, stopped),
        }));
    };
    let mut taken = trial.day.day_file.untried(call.wiring.clone());
    if let Some(wrong) = wrong {
        taken.not_called = Some(wrong_part(wrong));
    } else if stopped.is_some()
        && let [part] = *trial.day.parts()
    {
        let why = nothing_answered(trial, stopped);
        taken.not_called = Some(PartNotCalled { part, why });
    }
    Ok(taken)
}

/// The reason for not calling a day whose calls gave no answer at all, not even a wrong one.
fn nothing_answered(trial: &DayRuns, stopped: Option<&str>) -> Reason {
    let DayRuns { day, known, .. } = trial;
    let parts = day.parts();
    let only_prints = day
        .candidates_to_run()
        .all(|number| Step::of(day.candidate(number)) == Step::Printing);
    let lacks_input = day.candidates_to_run().all(|number| {
        let wiring = &day.candidate(number).wiring;
        wiring.counts_only_if_read()
            && (!wiring.captures_output() || trial.has_printed_without_reading(number))
    });
    match stopped {
        Some(stopped) if only_prints => Reason::needs_function(&format!("it {stopped}")),
        None if only_prints && !known.outputs.is_empty() => {
            day.why_no_part_named.clone().unwrap_or_else(|| {
                let names_parts = known.outputs.iter().any(ProgramOutput::names_parts);
                let why = if names_parts || parts.len() == 1 {
                    "it is not clear which values in its output are the answers"
                } else {
                    "its output does not say which part it answers"
                };
                Reason::needs_function(why)
            })
        }
        None if lacks_input => Reason::lacks_input(parts),
        None if day.day_file.names_several_files => Reason::reads_several_files(),
        _ => Reason::no_answer(parts, stopped, !known.is_empty()),
    }
}

/// The part that is not called because all its answers are wrong.
fn refuted_part(refuted: &[WrongAnswer], results: &[CandidateResult]) -> Option<PartNotCalled> {
    let wrong = refuted.iter().find(|wrong| {
        let mut verdicts = results.iter().map(|result| result.verdicts.of(wrong.part));
        verdicts.all(|verdict| match verdict {
            PartVerdict::Missing | PartVerdict::Different => true,
            PartVerdict::Equal | PartVerdict::EqualInTests | PartVerdict::Unknown => false,
        })
    })?;
    Some(wrong_part(wrong))
}

/// The part of a wrong answer, which is not called.
fn wrong_part(wrong: &WrongAnswer) -> PartNotCalled {
    PartNotCalled {
        part: wrong.part,
        why: Reason::all_wrong(wrong, None),
    }
}

/// A part without an answer, with the reason. Either a function is named after the part, but the
/// `wiring` of the result does not call it. Or the `wiring` takes the answer from an output that
/// does not show it.
fn unanswered_part(
    trial: &DayRuns,
    result: &CandidateResult,
    wiring: &Wiring,
) -> Option<PartNotCalled> {
    let day = trial.day;
    if let Some(function) = day.day_file.unanswered(wiring) {
        let part = function.part;
        let has_candidates = day.candidates_in(Step::OnePart(part)).next().is_some();
        let why = match day.error_for(part) {
            _ if has_candidates => Reason::no_answer_of(&function.path, part),
            Some(error) if !function.takes_more => {
                Reason::Unclear(format!("no call of `{}` compiles: {error}", function.path))
            }
            _ => Reason::takes_more(&function.path, part),
        };
        return Some(PartNotCalled { part, why });
    }
    if let Some(first) = day.day_file.lacks_first(wiring) {
        return Some(first);
    }
    // After a limit, the missing answer may be in the rest of the output.
    if trial.input.is_none() || result.exceeded.is_some() {
        return None;
    }
    let part = *day
        .parts()
        .iter()
        .find(|part| result.answered.answers[part.index()].is_none() && wiring.prints(**part))?;
    let why = format!("its output has no answer to it, or several: use `--part{part}`");
    Some(PartNotCalled {
        part,
        why: Reason::Unclear(why),
    })
}

/// The reason why none of these results is taken.
fn disagreement(trial: &DayRuns, results: &[CandidateResult]) -> Reason {
    // Equal answers are shown once.
    let mut given: Vec<&GivenAnswers> = Vec::new();
    let mut shown = Vec::new();
    for result in results {
        let answers = &result.answered.answers;
        let is_shown = given.iter().any(|other| other.answers == *answers);
        if !is_shown && result.answered.answers_input() {
            given.push(&result.answered);
            shown.push(result.shown());
        }
    }
    let mut parts = Part::BOTH.to_vec();
    parts.retain(|part| differ(&given, *part));
    let outputs = &trial.known.outputs;
    let lacks_names = !outputs.is_empty() && !outputs.iter().any(ProgramOutput::names_parts);
    Reason::calls_disagree(&shown, &parts, lacks_names)
}

/// Settles the disputes between results whose answers come from an output and results of functions.
/// Two results are in dispute if their answers to a part differ, and the right answer is not known.
///
/// - A result from an output without a dispute stays.
/// - If the known facts confirm the result of a function, or an output shows exactly one of its
///   answers, the disputed results from outputs are dropped.
/// - Otherwise all disputed results are added to `disagreeing`, so no result is taken.
fn settle_disputes(trial: &DayRuns, tried: &mut TriedCandidates) {
    let known = trial.known.proving_at_most(Proof::RefutesByName);
    let printing: Vec<CandidateResult> = tried
        .results
        .extract_if(.., |result| result.wiring.printing_both().is_some())
        .collect();
    let mut rivals = tried.results.clone();
    rivals.retain(|result| {
        let verdicts = known.verdicts(&result.answered);
        !verdicts.is_refuted()
    });
    let (disputed, agreeing): (Vec<CandidateResult>, Vec<CandidateResult>) = printing
        .into_iter()
        .partition(|result| rivals.iter().any(|rival| disputes(trial, rival, result)));
    tried.results.extend(agreeing);
    let has_right_rival = rivals.iter().any(|rival| {
        let answers = &rival.answered.answers;
        let mut outputs = known.outputs.iter();
        rival.verdicts.is_confirmed()
            || !rival.verdicts.is_refuted() && outputs.any(|output| output.has_one_answer(answers))
    });
    if has_right_rival {
        return;
    }
    rivals.retain(|rival| disputed.iter().any(|result| disputes(trial, rival, result)));
    tried.disagreeing.extend(rivals);
    tried.disagreeing.extend(disputed);
}

/// True if a result disputes another one: their answers to a part differ, and the right answer is
/// not known.
fn disputes(trial: &DayRuns, one: &CandidateResult, other: &CandidateResult) -> bool {
    let answers = [&one.answered, &other.answered];
    let mut parts = trial.day.parts().iter();
    parts.any(|part| differ(&answers, *part) && !trial.known.knows_answer_to(*part))
}
