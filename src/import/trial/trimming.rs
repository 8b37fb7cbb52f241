//! Decides whether the functions of a day get the input as it is, or without whitespace at its
//! ends. Nearly all old programs trim their input, but an import does not follow the text from
//! `main` to the functions.
//!
//! - If the answers to the untrimmed input are not right, the candidate also runs on the trimmed
//!   text. If this run gives the right answers, the copy trims the input.
//! - If code of the day calls a function like `trim`, answers that are not known to be right must
//!   not depend on whitespace. They are compared with the answers to the input after `trim_end`, or
//!   after `trim` if `trim_end` changes an answer that is known to be right. Whitespace at the
//!   beginning is otherwise kept, because it may be part of a drawing.

use aoc_solution::Part;

use super::results::{CandidateResult, Trim};
use super::runs::{DayRuns, TrialStop};
use crate::import::compare::{PartVerdict, differ};
use crate::import::left_out::reason::Reason;

impl DayRuns<'_> {
    /// Runs a candidate on the input and on the texts of the day's tests. If the candidate ends and
    /// its answers are not right, also runs it on the trimmed texts.
    pub fn try_candidate(&self, number: usize) -> Result<CandidateResult, TrialStop> {
        let known = &self.known;
        let result = CandidateResult::new(vec![self.run_candidate(number, None)?], known);
        if result.needs_no_trimming(known) || result.was_stopped_without_answer() {
            return Ok(result);
        }
        for trim in Trim::ALL {
            let Some(trimmed) = self.trimmed(&result, trim)? else {
                continue;
            };
            let is_only_hope = trimmed.was_stopped_without_answer() && !result.has_answers();
            if trimmed.needs_no_trimming(known) || is_only_hope {
                return Ok(trimmed);
            }
        }
        Ok(result)
    }

    /// Runs the candidates of a result on the trimmed texts. Code that reads the input itself keeps
    /// its text, so its answer stays the same. `None` if the input has nothing to trim, or if each
    /// candidate already reads or trims it.
    fn trimmed(
        &self,
        result: &CandidateResult,
        trim: Trim,
    ) -> Result<Option<CandidateResult>, TrialStop> {
        let Some(input) = &self.input else {
            return Ok(None);
        };
        let have_own_texts = result
            .runs
            .iter()
            .all(|run| run.wiring.redirects_reads() || run.wiring.text().is_some());
        if trim.apply(input) == input || have_own_texts {
            return Ok(None);
        }
        let mut runs = Vec::new();
        for run in &result.runs {
            runs.push(if run.wiring.redirects_reads() {
                run.clone()
            } else {
                self.run_candidate(run.number, Some(trim))?
            });
        }
        Ok(Some(CandidateResult::new(runs, &self.known)))
    }

    /// Checks that the answers of a result that are not known to be right do not depend on
    /// whitespace at the ends of the input. Trimming that changes a right answer, or gives a wrong
    /// one, is left out.
    pub fn check_blanks(&self, result: &CandidateResult) -> Result<(), TrialStop> {
        let (confirmed, unconfirmed): (Vec<Part>, Vec<Part>) = result
            .answered_parts()
            .into_iter()
            .partition(|part| result.verdicts.of(*part) == PartVerdict::Equal);
        if unconfirmed.is_empty() || !self.day.calls_trim {
            return Ok(());
        }
        for trim in Trim::ALL {
            let Some(trimmed) = self.trimmed(result, trim)? else {
                return Ok(());
            };
            let answers = [&result.answered, &trimmed.answered];
            let differs = |part: &Part| differ(&answers, *part);
            if trimmed.verdicts.is_refuted() || confirmed.iter().any(differs) {
                continue;
            }
            let lacks_answer = unconfirmed
                .iter()
                .any(|part| trimmed.answered.answers[part.index()].is_none());
            let answers = match trimmed.stopped() {
                Some(stopped) if lacks_answer => Err(stopped),
                _ if unconfirmed.iter().any(differs) => Ok(trimmed.shown_answers()),
                _ => return Ok(()),
            };
            let why =
                Reason::blanks_matter(result.shown(), answers, trim.ends(), trim.expression());
            return Err(why.into());
        }
        Ok(())
    }
}
