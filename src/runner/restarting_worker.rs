//! The worker of a puzzle. If a command crashes the worker, the next command starts another one
//! with the same input.

use std::time::Duration;

use aoc_solution::protocol::{Call, DayInfo, OpenedInput, Outcome, Phase, Reply, WorkerCommand};

use super::error::WorkerError;
use super::spawn_options::SpawnOptions;
use super::worker::{GRACE, Worker};
use crate::error::{CliError, Result, failure};

/// A `generate` function has to give an input for at least one of this many seeds, counted from 0.
const PROBED_SEEDS: u64 = 8;

/// A worker of a year's program, started when a command needs it.
pub struct RestartingWorker {
    options: SpawnOptions,
    worker: Option<Worker>,
    opened: Option<Opened>,
}

/// The input that each new worker opens first.
#[derive(Clone)]
struct Opened {
    command: WorkerCommand,
    /// True if the input was parsed within the limit.
    has_parsed: bool,
}

impl RestartingWorker {
    /// Does not start a worker yet. The limits of `options` apply to each command.
    pub fn new(options: SpawnOptions) -> Self {
        Self {
            options,
            worker: None,
            opened: None,
        }
    }

    /// Ends the worker. The next command starts another one with the same input.
    pub fn restart(&mut self) {
        self.worker = None;
    }

    /// Asks the worker to describe the day. The title of the options replaces the worker's title.
    /// Fails if the program has no such day.
    pub fn info(&mut self) -> Result<DayInfo> {
        let day = self.options.puzzle.day.get();
        let days = &self.worker()?.handshake.days;
        let Some(mut info) = days.iter().find(|info| info.day == day).cloned() else {
            return Err(failure(format!(
                "day {day} is not in the year's registry: main.rs needs a line for it, and its file \
                 needs `functions!(Day{day:02}, ...)` or `impl Solution for Day{day:02}`"
            )));
        };
        if let Some(title) = &self.options.title {
            info.title.clone_from(title);
        }
        Ok(info)
    }

    /// True if the program counts allocations. Such a program ends itself at the memory limit.
    pub fn counts_allocations(&mut self) -> Result<bool> {
        Ok(self.worker()?.handshake.counts_allocations)
    }

    /// Calls a function once: `parse` with this input, or a part with the input that was parsed.
    pub fn call(&mut self, input: &OpenedInput, call: &Call) -> Result<Reply, WorkerError> {
        match call.phase {
            Phase::Parse => self.open(input),
            Phase::Part1 | Phase::Part2 => self.send(WorkerCommand::Run(call.clone())),
        }
    }

    /// Parses the input, which is then open for all later commands.
    pub fn open(&mut self, input: &OpenedInput) -> Result<Reply, WorkerError> {
        let command = WorkerCommand::Open {
            day: self.options.puzzle.day.get(),
            input: input.clone(),
        };
        let reply = self.send_to_worker(command.clone(), Duration::ZERO);
        let has_parsed = reply.as_ref().is_ok_and(is_parsed);
        self.opened = Some(Opened {
            command,
            has_parsed,
        });
        reply
    }

    /// Sends a command and waits for the reply. A new worker opens the input first. If the input
    /// cannot be parsed, this failure is the reply.
    pub fn send(&mut self, command: WorkerCommand) -> Result<Reply, WorkerError> {
        self.open_and_send(command, Duration::ZERO)
    }

    /// Repeats the call of a part that has already ended within the limit.
    pub fn repeat(&mut self, call: &Call) -> Result<Reply, WorkerError> {
        self.open_and_send(WorkerCommand::Run(call.clone()), GRACE)
    }

    fn open_and_send(
        &mut self,
        command: WorkerCommand,
        grace: Duration,
    ) -> Result<Reply, WorkerError> {
        if self.worker.is_none()
            && let Some(opened) = self.opened.clone()
        {
            let grace = if opened.has_parsed {
                GRACE
            } else {
                Duration::ZERO
            };
            let reply = self.send_to_worker(opened.command, grace)?;
            if !is_parsed(&reply) {
                // A worker without a parsed input refuses all commands.
                self.restart();
                return Ok(reply);
            }
        }
        self.send_to_worker(command, grace)
    }

    /// Generates an input from the seed. Returns `None` if `generate` gives none for this seed, as
    /// the default function does for every seed. Errors name the seed.
    pub fn generate(&mut self, seed: u64) -> Result<Option<String>> {
        let puzzle = self.options.puzzle;
        let command = WorkerCommand::Generate {
            day: puzzle.day.get(),
            seed,
        };
        let failure = match self.send(command) {
            Ok(Reply::Generated(text)) => return Ok(text),
            Ok(Reply::Ran { outcome, .. }) => WorkerError::failed(match outcome {
                Outcome::Panic(why) => format!("panicked at {why}"),
                Outcome::Error(why) => why,
                other => format!("{other:?} is not an input"),
            }),
            Ok(_) => WorkerError::unexpected_reply(),
            Err(error) => error,
        };
        Err(failure
            .error
            .context(format!("cannot generate an input from the seed {seed}")))
    }

    /// True if the day has a `generate` function.
    fn has_generate(&mut self) -> bool {
        (0..PROBED_SEEDS).any(|seed| !matches!(self.generate(seed), Ok(None)))
    }

    /// The error for a seed that gives no input. If the day has a `generate` function, the error
    /// ends with `advice`; otherwise it explains how to write one.
    pub fn no_generated_input_error(&mut self, seed: u64, advice: &str) -> CliError {
        let puzzle = self.options.puzzle;
        if self.has_generate() {
            return failure(format!(
                "`generate` returned no input for the seed {seed}: {advice}"
            ))
            .of_puzzle(puzzle);
        }
        let page = concat!(
            env!("CARGO_PKG_REPOSITORY"),
            "/blob/main/docs/writing-days.md#generated-inputs-and-traces"
        );
        failure(format!(
            "no `generate` function: add one to its `impl Solution` (which replaces \
             `functions!`), such as `fn generate(seed: u64) -> Option<String> {{ \
             Some(format!(\"{{}}\\n\", aoc_solution::Random::new(seed).below(100))) }}`; {page} \
             shows more"
        ))
        .of_puzzle(puzzle)
    }

    fn send_to_worker(
        &mut self,
        command: WorkerCommand,
        grace: Duration,
    ) -> Result<Reply, WorkerError> {
        let reply = self.worker()?.send(command, grace);
        if reply.is_err() {
            self.worker = None;
        }
        reply
    }

    fn worker(&mut self) -> Result<&mut Worker, WorkerError> {
        match &mut self.worker {
            Some(worker) => Ok(worker),
            none => Ok(none.insert(Worker::start(&self.options)?)),
        }
    }
}

fn is_parsed(reply: &Reply) -> bool {
    matches!(
        reply,
        Reply::Ran {
            outcome: Outcome::Parsed,
            ..
        }
    )
}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use super::*;
    use crate::runner::testing::{options, plain_day, program};

    #[test]
    fn a_restarted_worker_is_another_process_with_the_same_input() {
        let script = "while ask; do case $command in \
                          open*) opened=$command; tell 'ran\\t1\\tparsed' ;; \
                          *) tell \"ran\\t1\\tanswered\\t$$ ${opened//[^a-z]/ }\" ;; \
                      esac; done";
        let (executable, _folder) = program(plain_day(), true, script);
        let mut worker = RestartingWorker::new(options(&executable, None, None));
        let input = OpenedInput::Text("the input".to_owned());
        let run = || WorkerCommand::Run(Call::primary(Phase::Part1));
        worker.call(&input, &Call::primary(Phase::Parse)).unwrap();
        let mut answers = Vec::new();
        for restarts in [false, false, true] {
            if restarts {
                worker.restart();
            }
            answers.push(format!("{:?}", worker.send(run()).unwrap()));
        }
        assert_eq!(answers[0], answers[1]);
        assert_ne!(answers[1], answers[2]);
        assert!(answers[2].contains("the input"), "{answers:?}");
    }

    #[test]
    fn a_day_that_is_not_listed_is_an_error() {
        let other_day = DayInfo {
            day: 2,
            ..plain_day()
        };
        let (executable, _folder) = program(other_day, true, "ask");
        let mut worker = RestartingWorker::new(options(&executable, None, None));
        let expected = "day 1 is not in the year's registry: main.rs needs a line for it, and its \
                        file needs `functions!(Day01, ...)` or `impl Solution for Day01`";
        assert_eq!(worker.info().unwrap_err().to_string(), expected);
    }

    #[test]
    fn an_input_that_is_parsed_only_once_is_an_error_of_the_solution() {
        let script = "while ask; do case $command in \
                          open*) if mkdir \"${0%/*}/opened\" 2> /dev/null; \
                                 then tell 'ran\\t1\\tparsed'; \
                                 else tell 'ran\\t1\\terror\\tnot twice'; fi ;; \
                          *) tell 'refused\\tno puzzle is open' ;; \
                      esac; done";
        let (executable, _folder) = program(plain_day(), true, script);
        let mut worker = RestartingWorker::new(options(&executable, None, None));
        let input = OpenedInput::Text("the input".to_owned());
        worker.call(&input, &Call::primary(Phase::Parse)).unwrap();
        worker.restart();
        for _ in 0..2 {
            let reply = worker.call(&input, &Call::primary(Phase::Part1));
            let Ok(Reply::Ran { outcome, .. }) = reply else {
                panic!("{reply:?}");
            };
            assert_eq!(outcome, Outcome::Error("not twice".to_owned()));
        }
    }

    /// The system may delay any reply by more than a short limit.
    #[test]
    fn what_has_ended_before_has_room_for_the_delays_of_the_machine() {
        let script = "while ask; do sleep 0.2; case $command in \
                          open*) tell 'ran\\t1\\tparsed' ;; \
                          *) tell 'ran\\t1\\tunsolved' ;; \
                      esac; done";
        let (executable, _folder) = program(plain_day(), true, script);
        let mut worker = RestartingWorker::new(options(&executable, Some(0), None));
        let input = OpenedInput::Text("the input".to_owned());
        let part1 = Call::primary(Phase::Part1);
        assert!(worker.open(&input).is_err());
        assert!(worker.repeat(&part1).is_err());
        worker.opened.as_mut().expect("an input").has_parsed = true;
        let reply = worker.repeat(&part1);
        assert!(matches!(reply, Ok(Reply::Ran { .. })), "{reply:?}");
        assert!(worker.call(&input, &part1).is_err());
    }

    #[test]
    fn an_input_has_no_extra_time_because_an_earlier_one_was_parsed() {
        let script = "while ask; do case $command in \
                          open*slow*) sleep 2; tell 'ran\\t1\\tparsed' ;; \
                          open*) tell 'ran\\t1\\tparsed' ;; \
                          *) tell 'ran\\t1\\tunsolved' ;; \
                      esac; done";
        let (executable, _folder) = program(plain_day(), true, script);
        let mut worker = RestartingWorker::new(options(&executable, Some(1500), None));
        let [quick, slow] = ["quick", "slow"].map(|text| OpenedInput::Text(text.to_owned()));
        worker.open(&quick).unwrap();
        assert!(worker.open(&slow).is_err());
        let part1 = Call::primary(Phase::Part1);
        assert!(worker.call(&slow, &part1).is_err());
    }
}
