//! The trial of a day: runs the candidates that compile, on the day's input and on the texts of its
//! tests, and reads their answers. A run without a result ends the trial of the day.

use std::collections::{BTreeMap, BTreeSet};

use aoc_solution::Part;
use aoc_solution::imported::by_part;

use super::protocol::{Task, answers, printed, reads};
use super::results::{CandidateResult, CandidateRun, Trim};
use super::state::TrialDay;
use crate::error::CliError;
use crate::import::compare::{GivenAnswers, KnownFacts, TestAnswer};
use crate::import::left_out::reason::Reason;
use crate::processes::ExceededLimit;
use crate::puzzle::parts_in_calendar;

/// Runs the candidates of a day. In an import, this is the program of the day's year.
pub trait RunCandidate {
    /// Runs a candidate on a text. The result includes the answers that the candidate gave before a
    /// limit ended it.
    fn run(&self, candidate: usize, text: &str, task: Task) -> Result<RunEnd, TrialStop>;
}

/// The end of a run.
#[derive(Clone, Default)]
pub struct RunEnd {
    /// The content of the run's output file, in the format of `protocol`. Empty if the run failed
    /// before it wrote anything, or if the file is too long.
    pub output: String,
    /// The limit that ended the run, if one did.
    pub exceeded: Option<ExceededLimit>,
}

/// The reason why no wiring is taken.
pub enum TrialStop {
    /// It is not clear how the day is called. A run returns this only if all runs of the day
    /// together have taken too long. No other candidate of the day runs then.
    Unclear(Reason),
    /// A run could not start, or the user has interrupted the import.
    Error(CliError),
}

impl From<Reason> for TrialStop {
    fn from(why: Reason) -> Self {
        Self::Unclear(why)
    }
}

impl From<CliError> for TrialStop {
    fn from(error: CliError) -> Self {
        Self::Error(error)
    }
}

/// The trial of a day: the facts on which the decision depends, and the runs of its candidates.
pub struct DayRuns<'t> {
    pub day: &'t TrialDay,
    pub input: Option<String>,
    pub known: KnownFacts,
    pub runs: &'t dyn RunCandidate,
    /// The runs of candidates on the input whose outputs were looked at first, so that `main` need
    /// not run again.
    printed: BTreeMap<usize, RunEnd>,
}

impl<'t> DayRuns<'t> {
    pub fn new(
        day: &'t TrialDay,
        input: Option<String>,
        known: KnownFacts,
        runs: &'t dyn RunCandidate,
    ) -> Self {
        Self {
            day,
            input,
            known,
            runs,
            printed: BTreeMap::new(),
        }
    }

    /// True if the answers change when the parts are called again, or in another order, as `bench`
    /// does. This means that a part changes the parsed input for the next call.
    pub fn changes_input(&self, result: &CandidateResult) -> Result<bool, TrialStop> {
        let Some(input) = &self.input else {
            return Ok(false);
        };
        if result.was_stopped_without_answer() {
            return Ok(false);
        }
        let mut calls = BTreeMap::<Part, BTreeSet<Option<String>>>::new();
        for run in &result.runs {
            let text = run.trim.map_or(&**input, |trim| trim.apply(input));
            let end = self.runs.run(run.number, text, Task::AnswersInAllOrders)?;
            for (part, answer) in answers(&end.output) {
                calls.entry(part).or_default().insert(answer);
            }
        }
        Ok(calls.values().any(|answers| answers.len() > 1))
    }

    /// Runs a candidate on the input and on the texts of the day's tests. All texts are trimmed in
    /// the same way.
    pub fn run_candidate(
        &self,
        number: usize,
        trim: Option<Trim>,
    ) -> Result<CandidateRun, TrialStop> {
        let run = |text: &str| {
            let text = trim.map_or(text, |trim| trim.apply(text));
            self.runs.run(number, text, Task::Answers)
        };
        let on_input = match (self.printed.get(&number), &self.input) {
            (Some(end), _) if trim.is_none() => end.clone(),
            (_, Some(input)) => run(input)?,
            (_, None) => RunEnd::default(),
        };
        let mut wiring = self.day.candidate(number).wiring.clone();
        let mut answered = self.given_answers(number, &on_input);
        let mut exceeded = on_input.exceeded;
        for test in self.day.day_file.assertions.tested_texts(&wiring) {
            let on_test = run(&test.text)?;
            if self.input.is_none() {
                exceeded = exceeded.or(on_test.exceeded);
            }
            let given = self.given_answers(number, &on_test).answers;
            for (part, expected) in test.answers {
                if let Some(given) = &given[part.index()] {
                    answered.tests.push(TestAnswer {
                        part,
                        expected,
                        given: given.clone(),
                    });
                }
            }
        }
        if let Some(trim) = trim {
            wiring.set_text(trim.expression());
        }
        if answered.answers_input() {
            wiring.set_redirects_reads(reads(&on_input.output) || self.day.day_file.includes_input);
        }
        Ok(CandidateRun {
            number,
            trim,
            wiring,
            answered,
            exceeded,
        })
    }

    /// The answers of a run, without those that may not be about the text. If the call gets no text
    /// and the code has not read it, a printed answer does not count, and a returned answer counts
    /// only if it is known to be right.
    fn given_answers(&self, number: usize, end: &RunEnd) -> GivenAnswers {
        let wiring = &self.day.candidate(number).wiring;
        let mut answered = GivenAnswers::default();
        for (part, answer) in answers(&end.output) {
            // An output may have the answer to a part that is not called.
            if wiring.printing_both().is_none() || wiring.answers(part) {
                answered.set(part, answer);
            }
        }
        // If a puzzle has one part, two values without its name are not the answers to two parts.
        if parts_in_calendar(self.day.puzzle()).len() == 1
            && printed(&end.output).is_some_and(|text| !by_part(&text).names_parts())
        {
            answered = GivenAnswers::default();
        }
        if wiring.counts_only_if_read() && !reads(&end.output) {
            // The code has not read the input, so a test whose text is not known probably uses a
            // text in the code, and proves nothing.
            let mut known = self.known.clone();
            known.asserted.clear();
            let verdicts = known.verdicts(&answered);
            let is_printed = wiring.captures_output();
            for part in Part::BOTH {
                // A right answer counts, because the code may contain the input.
                if is_printed || !verdicts.of(part).is_equal() {
                    answered.set(part, None);
                }
            }
        }
        answered
    }

    /// True if `output_of_main` has run this candidate, and its code has not read the input.
    pub fn has_printed_without_reading(&self, number: usize) -> bool {
        let end = self.printed.get(&number);
        end.is_some_and(|end| end.exceeded.is_none() && !reads(&end.output))
    }

    /// The output of the day's `main`, or of another function that prints both answers, for the
    /// input, and whether it is about the input: the function got the input, or has read it. An
    /// output about the input is preferred, and any other output proves nothing. `None` if the code
    /// names several files: in a copy each of them is the input, so the output may be wrong.
    pub fn output_of_main(&mut self) -> Result<Option<(String, bool)>, TrialStop> {
        let Some(input) = &self.input else {
            return Ok(None);
        };
        if self.day.day_file.names_several_files {
            return Ok(None);
        }
        let mut other = None;
        for number in self.day.candidates_to_run() {
            let wiring = &self.day.candidate(number).wiring;
            if wiring.printing_both().is_none() {
                continue;
            }
            let end = self.runs.run(number, input, Task::Answers)?;
            let text = printed(&end.output);
            let has_read = reads(&end.output);
            self.printed.insert(number, end);
            let Some(text) = text else {
                continue;
            };
            if wiring.counts_only_if_read() && !has_read {
                other.get_or_insert((text, false));
            } else if !text.trim().is_empty() {
                return Ok(Some((text, true)));
            }
        }
        Ok(other)
    }
}
