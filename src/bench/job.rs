//! The job of `bench`: a puzzle measured over each of its inputs.

use std::path::PathBuf;
use std::time::Duration;

use aoc_solution::protocol::Phase;

use super::measure::Measuring;
use super::results::{Benched, BenchedPuzzle};
use super::subject::{Origin, Subject};
use super::worker::BenchWorker;
use crate::error::CliError;
use crate::puzzle::Puzzle;
use crate::runner::{Alternatives, Client, Input, Job, Limits, RunEvent, SpawnOptions};

#[derive(Clone, Debug)]
pub struct BenchJob {
    pub puzzle: Puzzle,
    /// The year's program.
    pub executable: PathBuf,
    pub input: BenchInput,
    pub phases: Vec<Phase>,
    pub alternatives: Alternatives,
    pub spawn_options: SpawnOptions,
    /// What one call of a phase may take.
    pub limits: Limits,
}

/// What a puzzle is measured over.
#[derive(Clone, Debug)]
pub enum BenchInput {
    /// Each of these; where there is none, what stands in for one.
    Inputs(Vec<Input>),
    /// So many generated inputs together.
    Generated(u32),
}

impl Job for BenchJob {
    type Output = Benched;

    fn puzzle(&self) -> Puzzle {
        self.puzzle
    }

    fn run(self, emit: &mut dyn FnMut(RunEvent)) -> Result<Benched, CliError> {
        let puzzle = self.puzzle;
        let mut client = self.client(1);
        let info = client.info(puzzle.day)?;
        self.alternatives.check(puzzle, &info)?;
        let mut origin = Origin {
            puzzle,
            info: &info,
            client: &mut client,
        };
        let mut subjects = match self.input.clone() {
            BenchInput::Generated(count) => vec![Subject::generated(&mut origin, count)?],
            BenchInput::Inputs(inputs) => Subject::of_inputs(&origin, inputs),
        };
        if subjects.is_empty() {
            let (subject, note) = Subject::stand_in(&mut origin)?;
            emit(RunEvent::Note(note));
            subjects.push(subject);
        }
        // Measured in workers that have done nothing else.
        drop(client);

        let mut benched = Vec::new();
        for subject in subjects {
            let client = self.client(subject.inputs);
            let worker = BenchWorker::new(client, puzzle, &subject, self.limits.memory);
            emit(RunEvent::PuzzleStarted {
                header: subject.header.clone(),
                alternatives: Vec::new(),
            });
            let measuring = Measuring {
                info: &info,
                subject: &subject,
                alternatives: &self.alternatives,
                worker,
                emit,
            };
            let results = measuring.run(&self.phases);
            benched.push(BenchedPuzzle {
                header: subject.header,
                results,
            });
        }
        Ok(Benched(benched))
    }
}

impl BenchJob {
    /// A client whose worker is asked about so many inputs at once.
    fn client(&self, inputs: u32) -> Client {
        let timeout = self.limits.timeout;
        let limits = Limits {
            timeout: timeout.map(|timeout| Duration::saturating_mul(timeout, inputs)),
            ..self.limits
        };
        Client::new(self.executable.clone(), self.spawn_options.clone(), limits)
    }
}
