//! The job of `run`, `test`, `accept` and similar commands: solving one puzzle.
//!
//! The input and each example have separate processes, so a static variable cannot carry data from
//! one answer to another. The phases run one after the other in one worker. If a phase crashes the
//! worker, the next phase gets a new one.

mod examples;
mod solver;

use aoc_solution::Part;

use self::examples::ExampleChecks;
use self::solver::InputSolver;
use super::alternatives::Alternatives;
use super::day_examples::DayExamples;
use super::example_inputs::ExampleInputs;
use super::execute::{Emit, Job, RunEvent};
use super::input::{Input, MissingInput};
use super::restarting_worker::RestartingWorker;
use super::results::{PuzzleResult, Solved};
use super::spawn_options::SpawnOptions;
use crate::error::Result;

/// The note about part 2 of the last day of an event.
pub const NEEDS_ALL_STARS: &str = "no part 2: the last star of an event requires all others";

/// The texts that a job solves or checks. A [`DayExamples`] has the examples that are not in the
/// code.
pub enum SolveInputs {
    /// The inputs are solved, and the examples are checked before the first one. `None` means that
    /// no examples run, not even those in the code.
    Inputs(Vec<Input>, Option<DayExamples>),
    /// The examples replace the user's input. A warning says so, and the job fails if there is no
    /// example. Otherwise they run like [`Self::EachExample`].
    InsteadOf(MissingInput, DayExamples),
    /// Each example that can refute the solution is solved like an input, with a result of its own.
    /// The others are checked. The string is the note if there is no example.
    EachExample(DayExamples, Option<String>),
    /// All examples are checked, and one result contains all of them. The string is the note if
    /// there is no example.
    AllExamples(DayExamples, String),
}

impl SolveInputs {
    /// True if inputs wait for the examples.
    fn wait_for_examples(&self) -> bool {
        matches!(self, Self::Inputs(..))
    }

    /// The inputs. Empty if only examples run.
    pub fn inputs(&self) -> &[Input] {
        match self {
            Self::Inputs(inputs, _) => inputs,
            _ => &[],
        }
    }

    /// The examples that are not in the code. `None` means that no examples run.
    pub fn examples(&self) -> Option<&DayExamples> {
        match self {
            Self::Inputs(_, examples) => examples.as_ref(),
            Self::InsteadOf(_, examples)
            | Self::EachExample(examples, _)
            | Self::AllExamples(examples, _) => Some(examples),
        }
    }
}

pub struct SolveJob {
    pub inputs: SolveInputs,
    pub parts: Vec<Part>,
    pub alternatives: Alternatives,
    /// True if the parts write their traces before they are timed.
    pub trace: bool,
    pub spawn_options: SpawnOptions,
}

impl SolveJob {
    /// A job for both parts, without alternatives and trace.
    pub fn new(inputs: SolveInputs, spawn_options: SpawnOptions) -> Self {
        Self {
            inputs,
            parts: Part::BOTH.to_vec(),
            alternatives: Alternatives::None,
            trace: false,
            spawn_options,
        }
    }

    /// Solves the inputs, or examples like inputs. The examples are checked before the first input.
    fn solve_all(
        &self,
        solver: &InputSolver,
        mut worker: RestartingWorker,
        inputs: &[Input],
        checks: &mut ExampleChecks,
        emit: Emit,
    ) -> Result<Vec<PuzzleResult>> {
        let mut results = Vec::new();
        for input in inputs {
            // The trace appears above the table.
            let failed_traces = if self.trace {
                solver.trace(&mut worker, input, emit)
            } else {
                Vec::new()
            };
            emit(RunEvent::PuzzleStarted(solver.empty_result(input).header));
            if results.is_empty() && self.inputs.wait_for_examples() {
                checks.check_before(input, emit)?;
            }
            results.push(PuzzleResult {
                failed_traces,
                ..solver.solve(&mut worker, input, emit)?
            });
            worker = solver.worker();
        }
        Ok(results)
    }
}

impl Job for SolveJob {
    type Output = Solved;

    fn run(self, emit: Emit) -> Result<Solved> {
        let puzzle = self.spawn_options.puzzle;
        // One worker lists the day's functions and solves the first input.
        let mut worker = RestartingWorker::new(self.spawn_options.clone());
        let info = worker.info()?;
        self.alternatives.check(puzzle, &info, &self.parts)?;
        if self.spawn_options.limits.memory.is_some() && !worker.counts_allocations()? {
            let note = "the memory limit applies only to the size of the process, because the \
                        program does not install `aoc_solution::CountingAllocator`";
            emit(RunEvent::Note(note.to_owned()));
        }
        let examples = match self.inputs.examples() {
            Some(examples) => ExampleInputs::new(puzzle, examples, &info),
            None => ExampleInputs::default(),
        };
        let (inputs, without_example) = match &self.inputs {
            SolveInputs::Inputs(inputs, _) => (&inputs[..], None),
            SolveInputs::InsteadOf(missing, _) => {
                if examples.of_code_and_file().next().is_none() {
                    return Err(missing.without_example_error(puzzle));
                }
                let message = missing.replaced_message("running the example");
                emit(RunEvent::Warning(message));
                (&examples.refuting[..], None)
            }
            SolveInputs::EachExample(_, note) => (&examples.refuting[..], note.as_deref()),
            SolveInputs::AllExamples(_, note) => (&[][..], Some(&**note)),
        };
        let solver = InputSolver {
            job: &self,
            info: &info,
        };
        let mut checks = ExampleChecks::new(&solver, &examples);
        let results = self.solve_all(&solver, worker, inputs, &mut checks, emit)?;
        if !self.inputs.wait_for_examples() {
            checks.check_others(inputs, without_example, emit)?;
        }
        // A phase that an interrupt has ended says nothing about the solution.
        self.spawn_options.cancel.check()?;
        Ok(Solved {
            title: info.title.clone(),
            results,
            examples: checks.finish(emit),
        })
    }
}

#[cfg(unix)]
#[cfg(test)]
mod tests;
