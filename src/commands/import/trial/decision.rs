//! Decides how each day is called, by comparing the answers of its candidates with the known ones,
//! or why it is not imported.

use std::cell::Cell;
use std::time::Instant;

use aoc_solution::Part;

use super::reasons;
use super::runs::{CandidateRunner, DayTrial, Repetition, TriedCall, TriedCalls, Trim};
use crate::import::compare::{Answered, DayDecision, ProgramOutput, decide};
use crate::import::{FoundCall, TriedDay};

impl CandidateRunner<'_> {
    /// How a day is called, or why it is not imported.
    pub(super) fn found_call(&self, day: &TriedDay) -> FoundCall {
        // The user's expressions are used as they are. The check reports if they do not fit.
        if day.is_of_user() {
            return FoundCall::ByNames;
        }
        let puzzle = day.puzzle;
        let (input, known) = &self.facts[&puzzle];
        let mut trial = DayTrial {
            day,
            left: &self.left[&puzzle],
            input: input.as_deref(),
            known: known.clone(),
            deadline: Instant::now() + self.longest,
            is_cut_short: Cell::new(false),
        };
        trial.known.outputs.extend(self.printed(&trial));
        let TriedCalls {
            calls,
            refuted,
            disagreeing,
        } = self.tried_calls(&trial);
        let refuted_part = reasons::refuted_part(&refuted, &calls, &trial.known);
        let has_answers = calls.iter().any(TriedCall::has_answers);
        let mut found = if !disagreeing.is_empty() {
            FoundCall::Unclear(reasons::disagree(&disagreeing))
        } else if let Some(first) = refuted.first()
            && !has_answers
        {
            FoundCall::Unclear(reasons::differs(first))
        } else {
            self.decided(&trial, calls)
        };
        // The calls that were not run could give other answers.
        if trial.is_cut_short.get() {
            return FoundCall::Unclear(reasons::cut_short(self.longest));
        }
        if let FoundCall::By { wiring, .. } = &mut found {
            wiring.left_out = refuted_part.or(wiring.left_out.take());
        }
        found
    }

    /// The output of the day's own `main`.
    fn printed(&self, trial: &DayTrial) -> Option<ProgramOutput> {
        let DayTrial { day, input, .. } = trial;
        let printing = |index: &&usize| day.candidates[**index].printing.is_some();
        let mut texts = trial.left.iter().filter(printing).filter_map(|index| {
            let name = format!("{index}/output");
            let text = self.run(trial, &name, (*input)?, Repetition::Once)?;
            (!text.trim().is_empty()).then_some(text)
        });
        let text = texts.next()?;
        Some(ProgramOutput {
            text,
            is_of_day: true,
        })
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
        match decision(&calls, trial) {
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
    fn decided(&self, trial: &DayTrial, mut calls: Vec<TriedCall>) -> FoundCall {
        let call = match decision(&calls, trial) {
            DayDecision::Taken(at, _) => calls.swap_remove(at),
            DayDecision::Disagree(of) => {
                return FoundCall::Unclear(reasons::disagree(&with_indices(calls, &of)));
            }
            DayDecision::AllDiffer(differences) => {
                let why = differences.first().map(reasons::differs);
                return FoundCall::Unclear(why.unwrap_or_else(reasons::no_answer));
            }
        };
        if trial.input.is_some() && !call.has_answers() {
            return FoundCall::Unclear(reasons::no_answer());
        }
        // If no answer is known, trimming the input must not change the answers.
        if trial.has_no_known_answer()
            && trial.day.trims
            && let Some(trimmed) = self.trimmed(trial, &call, Trim::End)
        {
            let answers = call.answered.answers.iter();
            let mut both = answers.zip(&trimmed.answered.answers);
            if both.any(|(one, other)| one.is_some() && other.is_some() && one != other) {
                return FoundCall::Unclear(reasons::trim_matters(&call, &trimmed));
            }
        }
        FoundCall::By {
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

fn decision(calls: &[TriedCall], trial: &DayTrial) -> DayDecision {
    let answers: Vec<Answered> = calls.iter().map(|call| call.answered.clone()).collect();
    decide(&answers, &trial.known)
}
