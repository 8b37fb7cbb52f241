//! The trial of a day: runs the candidates that compile, on the day's input and on the texts of its
//! tests, and reads their answers. A run without a result ends the trial of the day.

use std::collections::{BTreeMap, BTreeSet};

use aoc_solution::Part;

use super::protocol::{self, OutputLine, Task};
use super::results::{CandidateResult, CandidateRun, Trim};
use super::state::TrialDay;
use crate::error::CliError;
use crate::import::compare::{GivenAnswers, KnownFacts, ProgramOutput, Proof, TestAnswer};
use crate::import::left_out::reason::Reason;
use crate::processes::ExceededLimit;

/// Runs the candidates of a day. In an import, this is the program of the day's year.
pub trait RunCandidate {
    /// Runs a candidate on a text. The result includes the answers that the candidate gave before a
    /// limit ended it.
    fn run(&self, candidate: usize, text: &str, task: Task) -> Result<RunEnd, NotTaken>;
}

/// The end of a run.
pub struct RunEnd {
    /// The content of the run's output file, in the format of `protocol`. Empty if the run failed
    /// before it wrote anything, or if the file is too long.
    pub output: String,
    /// The limit that ended the run, if one did.
    pub exceeded: Option<ExceededLimit>,
}

/// The reason why no wiring is taken.
pub enum NotTaken {
    /// It is not clear how the day is called. If a run ends with this reason, all runs of the day
    /// together have taken too long, and no other candidate of the day runs.
    Unclear(Reason),
    /// A run could not start, or the user has interrupted the import.
    Failed(CliError),
}

impl From<Reason> for NotTaken {
    fn from(why: Reason) -> Self {
        Self::Unclear(why)
    }
}

impl From<CliError> for NotTaken {
    fn from(error: CliError) -> Self {
        Self::Failed(error)
    }
}

/// The trial of a day: the facts on which the decision depends, and the runs of its candidates.
pub struct DayRuns<'t> {
    pub day: &'t TrialDay,
    pub input: Option<String>,
    pub known: KnownFacts,
    pub runs: &'t dyn RunCandidate,
}

/// The output of a candidate for one text.
#[derive(Default)]
struct RunOutput {
    /// The results of the calls, in their order. `None` for a call that failed.
    answers: Vec<(Part, Option<String>)>,
    /// The output, if the task is to make the call that prints. `None` if the call did not return.
    printed: Option<String>,
    /// True if the code read the text itself.
    reads: bool,
    /// The limit that ended the run, if one did.
    exceeded: Option<ExceededLimit>,
}

impl DayRuns<'_> {
    /// True if the answers change when the parts are called again, or in another order, as `bench`
    /// does. This means that a part changes the parsed input for the next call.
    pub fn changes_input(&self, result: &CandidateResult) -> Result<bool, NotTaken> {
        let Some(input) = &self.input else {
            return Ok(false);
        };
        if result.was_stopped_without_answer() {
            return Ok(false);
        }
        let mut calls = BTreeMap::<Part, BTreeSet<Option<String>>>::new();
        for run in &result.runs {
            let text = run.trim.map_or(&**input, |trim| trim.of(input));
            let output = self.run_on_text(run.number, text, Task::AnswersInAllOrders)?;
            for (part, answer) in output.answers {
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
    ) -> Result<CandidateRun, NotTaken> {
        let run = |text: &str| {
            let text = trim.map_or(text, |trim| trim.of(text));
            self.run_on_text(number, text, Task::Answers)
        };
        let output = match &self.input {
            Some(input) => run(input)?,
            None => RunOutput::default(),
        };
        let mut answered = self.given_answers(number, &output);
        let mut exceeded = output.exceeded;
        for test in &self.day.tests[number] {
            let of_test = run(&test.text)?;
            if self.input.is_none() {
                exceeded = exceeded.or(of_test.exceeded);
            }
            let given = self.given_answers(number, &of_test).answers;
            for (&part, expected) in &test.answers {
                if let Some(given) = &given[part.index()] {
                    answered.tests.push(TestAnswer {
                        part,
                        expected: expected.clone(),
                        given: given.clone(),
                    });
                }
            }
        }
        let mut wiring = self.day.candidate(number).wiring.clone();
        if let Some(trim) = trim {
            wiring.set_text(trim.expression());
        }
        if answered.answers_input() {
            wiring.set_reads(output.reads || self.day.day_file.includes_input);
        }
        Ok(CandidateRun {
            number,
            trim,
            wiring,
            answered,
            exceeded,
        })
    }

    /// Runs a candidate on one text.
    fn run_on_text(&self, number: usize, text: &str, task: Task) -> Result<RunOutput, NotTaken> {
        let end = self.runs.run(number, text, task)?;
        let mut output = RunOutput {
            exceeded: end.exceeded,
            ..RunOutput::default()
        };
        for line in protocol::lines(&end.output) {
            match line {
                OutputLine::Answer(part, answer) => output.answers.push((part, Some(answer))),
                OutputLine::Failed(part) => output.answers.push((part, None)),
                OutputLine::Printed(text) => output.printed = Some(text),
                OutputLine::ReadsInput => output.reads = true,
            }
        }
        Ok(output)
    }

    /// The answers in the output of a candidate that may be about the text. If the candidate must
    /// read the text, but has not, only an answer that is known to be right counts.
    fn given_answers(&self, number: usize, output: &RunOutput) -> GivenAnswers {
        let mut answered = GivenAnswers::default();
        for (part, answer) in &output.answers {
            answered.set(*part, answer.clone());
        }
        let wiring = &self.day.candidate(number).wiring;
        if wiring.must_read_input() && !output.reads {
            // The code has not read the input, so a test whose text is not known probably uses a
            // text in the code, and proves nothing.
            let mut known = self.known.clone();
            known.asserted.clear();
            let standings = known.standings(&answered, Proof::Refutes);
            let is_printed = wiring.captures_output();
            for part in Part::BOTH {
                // A right answer counts, because the code may contain the input.
                if is_printed || !standings.of(part).is_equal() {
                    answered.set(part, None);
                }
            }
        }
        answered
    }

    /// The output of the day's own `main` for the input. An output of a `main` that got the input
    /// or has read it is preferred. Any other output proves nothing.
    pub fn output_of_main(&self) -> Result<Option<ProgramOutput>, NotTaken> {
        let Some(input) = &self.input else {
            return Ok(None);
        };
        let mut other = None;
        for number in &self.day.remaining {
            let wiring = &self.day.candidate(*number).wiring;
            if wiring.printing_both().is_none() {
                continue;
            }
            let run = self.run_on_text(*number, input, Task::Output)?;
            let Some(text) = run.printed else {
                continue;
            };
            if wiring.must_read_input() && !run.reads {
                let proves = Proof::Nothing;
                other.get_or_insert(ProgramOutput { text, proves });
            } else if !text.trim().is_empty() {
                let proves = Proof::Refutes;
                return Ok(Some(ProgramOutput { text, proves }));
            }
        }
        Ok(other)
    }
}
