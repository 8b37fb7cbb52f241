//! Decides whether the functions of a day get the input as it is, or without blanks at its ends.
//! Nearly all programs trim their input, and nothing follows the text from `main` to the functions.
//!
//! - If the answers to the input as it is are not right, the candidate also runs on the trimmed
//!   text. If that gives the right answers, the copy trims the input.
//! - An answer that is not known to be right must be the same without blanks at the end, if code of
//!   the day calls a function like `trim`. If that changes an answer that is known to be right, the
//!   old program does not trim the end alone, and both ends are trimmed instead. Otherwise blanks at
//!   the beginning are not doubted: they may be a part of the input, such as a drawing.

use aoc_solution::Part;

use super::program::RunError;
use super::reasons;
use super::results::{CandidateResult, RunOutput, Trim};
use super::runs::DayRuns;
use crate::import::compare::{Standing, differ};
use crate::import::wiring::Wiring;

impl DayRuns<'_> {
    /// Runs a candidate on the input and on the texts of the day's tests. If it ends and its answers
    /// are not right, also runs it on the trimmed texts.
    pub fn try_candidate(&self, number: usize) -> Result<CandidateResult, RunError> {
        let output = self.run_on_texts(number, None)?;
        let known = &self.facts.known;
        let mut wiring = self.facts.day.candidate(number).wiring.clone();
        if output.answered.answers_input() {
            wiring.wraps_reading = output.reads;
        }
        let result = CandidateResult::new(vec![number], wiring, output, None, known);
        if result.needs_no_trimming(known) || result.is_endless() {
            return Ok(result);
        }
        for trim in Trim::ALL {
            let Some(trimmed) = self.trimmed(&result, trim)? else {
                continue;
            };
            let is_only_hope = trimmed.is_endless() && !result.has_answers();
            if trimmed.needs_no_trimming(known) || is_only_hope {
                return Ok(trimmed);
            }
        }
        Ok(result)
    }

    /// Runs the candidates of a result on the trimmed texts. `None` if the input has nothing to
    /// trim, or if the result reads or trims the input itself.
    fn trimmed(
        &self,
        result: &CandidateResult,
        trim: Trim,
    ) -> Result<Option<CandidateResult>, RunError> {
        let Some(input) = &self.facts.input else {
            return Ok(None);
        };
        if result.wiring.text.is_some() || result.wiring.wraps_reading || trim.of(input) == input {
            return Ok(None);
        }
        let mut output = RunOutput::default();
        for &number in &result.candidates {
            let of_candidate = self.run_on_texts(number, Some(trim))?;
            output.answered.add(of_candidate.answered);
            output.exceeded = output.exceeded.or(of_candidate.exceeded);
        }
        let wiring = Wiring {
            text: Some(trim.expression().to_owned()),
            ..result.wiring.clone()
        };
        let candidates = result.candidates.clone();
        let known = &self.facts.known;
        let trimmed = CandidateResult::new(candidates, wiring, output, Some(trim), known);
        Ok(Some(trimmed))
    }

    /// The reason not to take a result: an answer that is not known to be right depends on blanks at
    /// the ends of the input. Only trimming that changes no right answer is tried. `None` if there
    /// is no such answer.
    pub fn why_blanks_matter(&self, result: &CandidateResult) -> Result<Option<String>, RunError> {
        let is_confirmed = |part: &Part| *result.standings.of(*part) == Standing::Equal;
        let (confirmed, unconfirmed): (Vec<Part>, Vec<Part>) =
            result.answered_parts().into_iter().partition(is_confirmed);
        if unconfirmed.is_empty() || !self.facts.day.calls_trim {
            return Ok(None);
        }
        for trim in Trim::ALL {
            let Some(trimmed) = self.trimmed(result, trim)? else {
                return Ok(None);
            };
            let answers = [&result.answered, &trimmed.answered];
            let differs = |part: &Part| differ(&answers, *part);
            if confirmed.iter().any(differs) {
                continue;
            }
            let is_same = trimmed.exceeded.is_none() && !unconfirmed.iter().any(differs);
            let why = || reasons::trim_matters(result, &trimmed, trim, self.longest_run());
            return Ok((!is_same).then(why));
        }
        Ok(None)
    }
}
