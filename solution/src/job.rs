//! What a worker does for the runner, command by command.

use std::io::{self, Write};
use std::panic::{self, AssertUnwindSafe};

use crate::dispatch::{Day, Opened, Watched};
use crate::panics::last_panic;
use crate::protocol::{Command, Outcome, Reply, Source};
use crate::worker::out_of_memory;
use crate::{Answer, Registry, Result, anyhow, memory, sample};

/// What one worker does in its life.
pub(crate) struct Job {
    registry: Registry,
    open: Option<Open>,
}

/// The puzzle that was opened.
struct Open {
    day: u8,
    texts: Vec<&'static str>,
    example: Option<usize>,
    /// `None` when the input cannot be parsed.
    inputs: Option<Box<dyn Opened>>,
}

impl Job {
    pub(crate) const fn new(registry: Registry) -> Self {
        Self {
            registry,
            open: None,
        }
    }

    /// Does what is asked. An error means that it makes no sense; that a
    /// solution failed is a reply.
    pub(crate) fn obey(&mut self, command: Command) -> Result<Reply> {
        match command {
            Command::Open {
                day,
                source,
                memory,
            } => self.open(day, source, memory),
            Command::Run(call) => self.on_inputs(|inputs| {
                let (ns, answer) = inputs.run(&call);
                Ok(Reply::Ran {
                    ns,
                    outcome: outcome(answer),
                })
            }),
            Command::Trace(part) => self.on_inputs(|inputs| {
                let mut out = io::BufWriter::new(io::stdout().lock());
                let traced = inputs.trace(part, &mut out)?;
                out.flush()?;
                Ok(Reply::Traced(traced))
            }),
            Command::Warm { call, ns } => self.on_inputs(|inputs| sample::warm(inputs, &call, ns)),
            Command::Sample { call, batch, ns } => {
                self.on_inputs(|inputs| sample::sample(inputs, &call, batch, ns))
            }
            Command::Count(call) => self.on_inputs(|inputs| {
                let batch = inputs.batch(&call, 1, Watched::Allocations)?;
                Ok(Reply::Allocated(batch.allocations))
            }),
            Command::Generate { day, seed } => {
                let day = find(&self.registry, day)?;
                match panic::catch_unwind(AssertUnwindSafe(|| day.generate(seed))) {
                    Ok(text) => Ok(Reply::Generated(text)),
                    Err(_) => Ok(failed(Outcome::Panic(last_panic()))),
                }
            }
        }
    }

    fn open(&mut self, day: u8, source: Source, memory: Option<u64>) -> Result<Reply> {
        let solution = find(&self.registry, day)?;
        // A worker serves one puzzle and then ends, so its texts live as long
        // as it does.
        let (texts, example): (Vec<&'static str>, _) = match source {
            Source::Texts(texts) => (texts.into_iter().map(|text| &*text.leak()).collect(), None),
            Source::Example(index) => {
                let text = solution
                    .example(index)
                    .ok_or_else(|| anyhow!("day {day} has no example {index}"))?;
                (vec![text], Some(index))
            }
        };
        if texts.is_empty() {
            return Err(anyhow!("a job needs a text"));
        }
        if let Some(bytes) = memory {
            memory::limit(bytes, out_of_memory);
        }
        self.open = Some(Open {
            day,
            texts,
            example,
            inputs: None,
        });
        let (ns, outcome) = self.parse();
        Ok(Reply::Ran { ns, outcome })
    }

    /// Parses the texts of the open puzzle.
    fn parse(&mut self) -> (u64, Outcome) {
        let Some(open) = &mut self.open else {
            return (0, Outcome::Error("nothing is open".to_owned()));
        };
        open.inputs = None;
        let day = &self.registry.days[&open.day];
        let parsed = panic::catch_unwind(AssertUnwindSafe(|| day.open(&open.texts, open.example)));
        match parsed {
            Ok((ns, Ok(inputs))) => {
                open.inputs = Some(inputs);
                (ns, Outcome::Parsed)
            }
            Ok((ns, Err(error))) => (ns, Outcome::Error(format!("{error:#}"))),
            Err(_) => (0, Outcome::Panic(last_panic())),
        }
    }

    /// Calls the solution through `call`. An error or a panic is the reply;
    /// after a panic the inputs are read anew, for who knows what it left.
    fn on_inputs(&mut self, call: impl FnOnce(&dyn Opened) -> Result<Reply>) -> Result<Reply> {
        let inputs = self
            .open
            .as_ref()
            .and_then(|open| open.inputs.as_deref())
            .ok_or_else(|| anyhow!("there is no parsed input"))?;
        match panic::catch_unwind(AssertUnwindSafe(|| call(inputs))) {
            Ok(Ok(reply)) => Ok(reply),
            Ok(Err(error)) => Ok(failed(Outcome::Error(format!("{error:#}")))),
            Err(_) => {
                let message = last_panic();
                self.parse();
                Ok(failed(Outcome::Panic(message)))
            }
        }
    }
}

fn find(registry: &Registry, day: u8) -> Result<&dyn Day> {
    registry
        .days
        .get(&day)
        .map(|day| &**day)
        .ok_or_else(|| anyhow!("{} has no day {day}", registry.year))
}

/// What came of a part.
fn outcome(answer: Result<Answer>) -> Outcome {
    match answer {
        Ok(answer) if answer.is_solved() => Outcome::Answered(answer.to_string()),
        Ok(_) => Outcome::Unsolved,
        Err(error) => Outcome::Error(format!("{error:#}")),
    }
}

fn failed(outcome: Outcome) -> Reply {
    Reply::Ran { ns: 0, outcome }
}
