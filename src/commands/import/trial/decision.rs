//! Decides how each day is called, by comparing the answers of its candidates with the known ones,
//! or why it is not imported.

use std::cell::Cell;
use std::time::Instant;

use aoc_solution::Part;

use super::reasons;
use super::runs::{CandidateRunner, DayTrial, Repetition, TriedCall, TriedCalls, Trim};
use crate::import::compare::{
    Answered, DayDecision, Known, ProgramOutput, Verdict, by_input, decide, values_in, verdicts,
};
use crate::import::{DayCall, DayToTry};

/// The result for a day that ran.
pub(super) struct FoundDay {
    pub(super) call: DayCall,
    /// The outputs of the old program that may be compared with its answers.
    pub(super) outputs: Vec<ProgramOutput>,
}

/// The output of the day's own `main`.
struct Printed {
    output: ProgramOutput,
    /// Whether it was given the input, or has read it.
    is_of_input: bool,
}

impl CandidateRunner<'_> {
    /// How a day is called, or why it is not imported, and what its answers can be compared with.
    pub(super) fn found_day(&self, day: &DayToTry) -> FoundDay {
        let (input, known) = &self.facts[&day.puzzle];
        let mut trial = DayTrial {
            day,
            left: &self.left[&day.puzzle],
            input: input.as_deref(),
            known: known.clone(),
            deadline: Instant::now() + self.longest,
            is_cut_short: Cell::new(false),
        };
        let printed = self.printed(&trial);
        if let Some(printed) = &printed
            && !printed.is_of_input
        {
            let own = values_in(&printed.output.text);
            let outputs = &mut trial.known.outputs;
            outputs.retain(|output| own.is_empty() || values_in(&output.text) != own);
            for output in outputs {
                output.is_of_day = false;
            }
        }
        let outputs = trial.known.outputs.clone();
        let of_input = printed.filter(|printed| printed.is_of_input);
        let of_input = of_input.map(|printed| printed.output);
        trial.known.outputs.extend(of_input);
        FoundDay {
            call: self.found_call(&trial),
            outputs,
        }
    }

    fn found_call(&self, trial: &DayTrial) -> DayCall {
        // The user's expressions are used as they are. The check reports if they do not fit.
        if trial.day.is_from_user() {
            return DayCall::ByNames;
        }
        let TriedCalls {
            mut calls,
            refuted,
            mut disagreeing,
        } = self.tried_calls(trial);
        let of_output = disputed(&mut calls, trial);
        if !disagreeing.is_empty() || of_output.len() > 1 {
            disagreeing.extend(of_output);
        }
        let refuted_part = reasons::refuted_part(&refuted, &calls, &trial.known);
        let has_answers = calls.iter().any(TriedCall::has_answers);
        let mut found = if !disagreeing.is_empty() {
            DayCall::Unclear(reasons::disagree(&disagreeing))
        } else if let Some(first) = refuted.first()
            && !has_answers
        {
            DayCall::Unclear(reasons::differs(first))
        } else {
            self.decided(trial, calls)
        };
        // The calls that were not run could give other answers.
        if trial.is_cut_short.get() {
            return DayCall::Unclear(reasons::cut_short(self.longest));
        }
        if let DayCall::By { wiring, .. } = &mut found {
            wiring.left_out = refuted_part.or(wiring.left_out.take());
        }
        found
    }

    /// The output of the day's own `main`, preferably of one that is about the input.
    fn printed(&self, trial: &DayTrial) -> Option<Printed> {
        let DayTrial { day, input, .. } = trial;
        let mut other = None;
        for index in trial.left {
            let candidate = &day.candidates[*index];
            if candidate.printing.is_none() {
                continue;
            }
            let name = format!("{index}/output");
            let Some(text) = self.run(trial, &name, (*input)?, Repetition::Once) else {
                continue;
            };
            // Without this line, it was ended before its end.
            let Some((read, text)) = text.split_once('\n') else {
                continue;
            };
            let is_of_input = !candidate.must_read || read == "read";
            let is_blank = text.trim().is_empty();
            let output = ProgramOutput {
                text: text.to_owned(),
                is_of_day: true,
            };
            let printed = Printed {
                output,
                is_of_input,
            };
            if is_of_input && !is_blank {
                return Some(printed);
            }
            if !is_of_input {
                other.get_or_insert(printed);
            }
        }
        other
    }

    /// Runs the candidates until one of them gives all known answers.
    fn tried_calls(&self, trial: &DayTrial) -> TriedCalls {
        let day = trial.day;
        let mut found = TriedCalls::default();
        let first_of_part = trial
            .left
            .iter()
            .find(|index| day.candidates[**index].part.is_some());
        let has_shared_parser =
            |index: &usize| first_of_part.is_some_and(|first_of_part| index < first_of_part);
        for index in trial.of_part(None).filter(has_shared_parser) {
            let call = self.call(trial, index);
            // The candidates for one part parse the input again, so a part cannot change it for the
            // other.
            if self.changes_input(trial, &call) {
                continue;
            }
            let is_settled = trial.is_settled(&call.answered);
            found.calls.push(call);
            if is_settled {
                return found;
            }
        }
        // If no answer is known, candidates with other functions must give the same answers.
        let of_both = found.calls.iter().find(|call| {
            trial.has_no_known_answer() && call.answers_all() && trial.is_right(&call.answered)
        });
        if let Some(of_both) = of_both {
            let others = trial.of_other_functions(of_both);
            let others: Vec<TriedCall> = others.map(|index| self.call(trial, index)).collect();
            found.calls.extend(others);
            return found;
        }
        let of_parts = Part::BOTH.map(|part| self.call_of_part(trial, part, &mut found));
        if let Some(call) = of_parts.into_iter().flatten().reduce(TriedCall::with) {
            let is_settled = trial.is_settled(&call.answered);
            found.calls.push(call);
            if is_settled {
                return found;
            }
        }
        let others = trial
            .of_part(None)
            .filter(|index| !has_shared_parser(index));
        found
            .calls
            .extend(others.map(|index| self.call(trial, index)));
        found
    }

    /// The call that answers one part. If all answers are wrong, or they differ and no answer is
    /// known, that is noted in `found`.
    fn call_of_part(
        &self,
        trial: &DayTrial,
        part: Part,
        found: &mut TriedCalls,
    ) -> Option<TriedCall> {
        let mut calls = Vec::new();
        for index in trial.of_part(Some(part)) {
            let is_fallback = trial.day.candidates[index].is_fallback;
            if is_fallback
                && trial.has_no_known_answer()
                && calls.iter().any(TriedCall::has_answers)
            {
                continue;
            }
            let call = self.call(trial, index);
            let is_settled = trial.is_part_settled(&call.answered, part);
            calls.push(call);
            if is_settled {
                break;
            }
        }
        // A function that may expect the result of a parser is no rival of one that answers.
        let is_fallback = |call: &TriedCall| trial.day.candidates[call.candidates[0]].is_fallback;
        let is_settled = |call: &TriedCall| trial.is_part_settled(&call.answered, part);
        if !trial.known.names(part)
            && !calls.iter().any(is_settled)
            && calls
                .iter()
                .any(|call| !is_fallback(call) && call.has_answers())
        {
            calls.retain(|call| !is_fallback(call));
        }
        match decision(&calls, &trial.known.of_part(part)) {
            DayDecision::Taken(at, _) => Some(calls.swap_remove(at)),
            DayDecision::Disagree(of) => {
                found.disagreeing.extend(with_indices(calls, &of));
                None
            }
            DayDecision::AllDiffer(differences) => {
                let mut differences = differences.into_iter();
                let of_part = differences.find(|difference| difference.part == part);
                found.refuted.extend(of_part);
                None
            }
        }
    }

    /// The call that is taken, or why none is.
    fn decided(&self, trial: &DayTrial, mut calls: Vec<TriedCall>) -> DayCall {
        // A call without an answer is not taken in place of one with a wrong answer.
        if trial.input.is_some() && calls.iter().any(TriedCall::has_answers) {
            calls.retain(TriedCall::has_answers);
        }
        let call = match decision(&calls, &trial.known) {
            DayDecision::Taken(at, _) => calls.swap_remove(at),
            DayDecision::Disagree(of) => {
                return DayCall::Unclear(reasons::disagree(&with_indices(calls, &of)));
            }
            DayDecision::AllDiffer(differences) => {
                let why = differences.first().map(reasons::differs);
                return DayCall::Unclear(why.unwrap_or_else(reasons::no_answer));
            }
        };
        if trial.input.is_some() && !call.has_answers() {
            return DayCall::Unclear(reasons::no_answer());
        }
        // If no answer is known, trimming the input must not change the answers.
        if trial.has_no_known_answer()
            && trial.day.trims
            && let Some(trimmed) = self.trimmed(trial, &call, Trim::End)
        {
            let answers = call.answered.answers.iter();
            let mut both = answers.zip(&trimmed.answered.answers);
            if both.any(|(one, other)| one.is_some() && other.is_some() && one != other) {
                return DayCall::Unclear(reasons::trim_matters(&call, &trimmed));
            }
        }
        DayCall::By {
            file: trial.day.from.clone(),
            wiring: call.wiring,
        }
    }
}

/// The calls with these indices.
fn with_indices<T>(calls: Vec<TriedCall>, indices: &[(usize, T)]) -> Vec<TriedCall> {
    let is_of = |index: usize| indices.iter().any(|(other, _)| *other == index);
    let calls = calls.into_iter().enumerate();
    calls
        .filter(|(index, _)| is_of(*index))
        .map(|(_, call)| call)
        .collect()
}

fn decision(calls: &[TriedCall], known: &Known) -> DayDecision {
    let answers: Vec<Answered> = calls.iter().map(|call| call.answered.clone()).collect();
    decide(&answers, known)
}

/// The calls that disagree about what is printed: a call that takes its answers from an output, and
/// a call of functions that answers a part otherwise, if neither the output nor an answer says which
/// one is right. If the output has an answer of the functions and refutes none, it is about
/// something else, and the call that takes its answers from it is removed.
fn disputed(calls: &mut Vec<TriedCall>, trial: &DayTrial) -> Vec<TriedCall> {
    let known = &trial.known;
    let (printing, functions): (Vec<_>, Vec<_>) = calls
        .drain(..)
        .partition(|call: &TriedCall| call.prints_both(trial.day));
    let certain = known.named();
    let may_be_right =
        |call: &&TriedCall| !verdicts(&call.answered, &certain).contains(&Some(Verdict::Different));
    let rivals: Vec<&TriedCall> = functions.iter().filter(may_be_right).collect();
    let differ = |one: &TriedCall, other: &TriedCall| {
        Part::BOTH.iter().any(|&part| {
            let answers = [one, other].map(|call| &call.answered.answers[part.index()]);
            matches!(answers, [Some(one), Some(other)] if one != other) && !known.names(part)
        })
    };
    let is_confirmed = |call: &TriedCall| {
        let verdicts = by_input(&call.answered, known);
        verdicts.contains(&Verdict::Equal) && !verdicts.contains(&Verdict::Different)
    };
    let mut kept = Vec::new();
    let mut disputed = Vec::new();
    for call in printing {
        let mut differing = rivals
            .iter()
            .filter(|rival| differ(rival, &call))
            .peekable();
        if differing.peek().is_none() {
            kept.push(call);
        } else if !rivals.iter().any(|rival| is_confirmed(rival)) {
            disputed.extend(differing.map(|rival| (*rival).clone()));
            disputed.push(call);
        }
    }
    *calls = functions;
    calls.extend(kept);
    disputed
}
