//! The job of `bench`: a puzzle measured over each of its inputs.

use std::path::PathBuf;
use std::time::Duration;

use aoc_solution::protocol::Phase;

use super::cases::Cases;
use super::measure::Measuring;
use super::results::{Benched, BenchedPuzzle};
use crate::error::CliError;
use crate::puzzle::Puzzle;
use crate::runner::{
    Alternatives, CaseClient, Client, Input, Job, Limits, MissingInput, RunEvent, SpawnOptions,
};

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
    Inputs(Vec<Input>),
    /// A generated input, else one of these examples.
    StandIn {
        missing: MissingInput,
        examples: Vec<Input>,
    },
    /// This many generated inputs together.
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
        let mut maker = Cases {
            puzzle,
            info: &info,
            client: &mut client,
        };
        let cases = match &self.input {
            BenchInput::Generated(count) => vec![maker.generated(*count)?],
            BenchInput::Inputs(inputs) => maker.of_inputs(inputs),
            BenchInput::StandIn { missing, examples } => {
                let (case, note) = maker.stand_in(missing, examples)?;
                emit(RunEvent::Note(note));
                vec![case]
            }
        };
        // Measured in workers that have done nothing else.
        drop(client);
        let mut benched = Vec::new();
        for case in cases {
            let mut client = self.client(case.inputs());
            emit(RunEvent::PuzzleStarted {
                header: case.header.clone(),
                alternatives: Vec::new(),
            });
            let measuring = Measuring {
                info: &info,
                case: &case,
                alternatives: &self.alternatives,
                worker: CaseClient::new(&mut client, puzzle, &case, self.limits.memory),
                emit,
            };
            let results = measuring.run(&self.phases);
            benched.push(BenchedPuzzle {
                header: case.header,
                results,
            });
        }
        Ok(Benched(benched))
    }
}

impl BenchJob {
    /// A client whose worker handles this many inputs in one command.
    fn client(&self, inputs: u32) -> Client {
        let timeout = self.limits.timeout;
        let limits = Limits {
            timeout: timeout.map(|timeout| Duration::saturating_mul(timeout, inputs)),
            ..self.limits
        };
        Client::new(self.executable.clone(), self.spawn_options.clone(), limits)
    }
}
