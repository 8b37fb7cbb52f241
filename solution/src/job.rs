//! Carries out commands, one after the other, on the puzzle that was opened.

use std::io::{self, Write};
use std::mem;
use std::panic::{self, AssertUnwindSafe};

use crate::batch::Watched;
use crate::channel::out_of_memory;
use crate::days::Days;
use crate::dispatch::{Day, Opened};
use crate::protocol::{Command, Outcome, Phase, Reply, Source};
use crate::{Answer, Error, Part, Result, bounded, memory, panics, sample};

/// The longest answer that is passed on. No answer of a puzzle comes near it.
const ANSWER_BYTES: usize = 1 << 20;

/// What one worker does in its life.
pub(crate) struct Job<'a> {
    days: &'a Days,
    open: Option<Open<'a>>,
}

/// The puzzle that was opened.
struct Open<'a> {
    day: &'a dyn Day,
    texts: Vec<&'static str>,
    example: Option<usize>,
    /// The parsed inputs, or why there are none.
    inputs: Result<Box<dyn Opened>, Outcome>,
}

/// Why a command has no reply of its own.
enum Failure {
    /// It cannot be carried out, whatever the solution does.
    Refused(String),
    /// What the solution did instead of returning what it should.
    Failed(Outcome),
}

/// Errors come from the solution.
impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self::Failed(error_outcome(&error))
    }
}

impl<'a> Job<'a> {
    pub(crate) const fn new(days: &'a Days) -> Self {
        Self { days, open: None }
    }

    /// Carries out the command. Neither panics nor errors of the solution get
    /// out of here: they are replies.
    pub(crate) fn handle(&mut self, command: Command) -> Reply {
        // A panic in a part may have left a parsed input with interior
        // mutability in any state. `parse` is given the text alone.
        let spoils_inputs = match &command {
            Command::Open { .. } | Command::Generate { .. } => false,
            Command::Trace(_) => true,
            Command::Run(call)
            | Command::Warm { call, .. }
            | Command::Sample { call, .. }
            | Command::Count(call) => call.phase != Phase::Parse,
        };
        match panic::catch_unwind(AssertUnwindSafe(|| self.obey(command))) {
            Ok(Ok(reply)) => reply,
            Ok(Err(Failure::Refused(why))) => Reply::Refused(why),
            Ok(Err(Failure::Failed(outcome))) => Reply::Ran { ns: 0, outcome },
            Err(payload) => {
                let outcome = Outcome::Panic(panics::message(payload));
                if spoils_inputs && let Some(open) = &mut self.open {
                    open.parse_again();
                }
                Reply::Ran { ns: 0, outcome }
            }
        }
    }

    fn obey(&mut self, command: Command) -> Result<Reply, Failure> {
        Ok(match command {
            Command::Open {
                day,
                source,
                memory,
            } => self.open(day, source, memory)?,
            Command::Run(call) => {
                let (ns, answer) = self.inputs()?.run(&call);
                let outcome = outcome(answer);
                Reply::Ran { ns, outcome }
            }
            Command::Trace(part) => Reply::Traced(trace(self.inputs()?, part)?),
            Command::Warm { call, ns } => sample::warm(self.inputs()?, &call, ns)?,
            Command::Sample { call, batch, ns } => {
                sample::sample(self.inputs()?, &call, batch, ns)?
            }
            Command::Count(call) => {
                let batch = self.inputs()?.batch(&call, 1, Watched::Allocations)?;
                Reply::Allocated(batch.allocations)
            }
            Command::Generate { day, seed, memory } => {
                let day = self.day(day)?;
                limit(memory);
                Reply::Generated(day.generate(seed))
            }
        })
    }

    fn open(&mut self, day: u8, source: Source, memory: Option<u64>) -> Result<Reply, Failure> {
        let solution = self.day(day)?;
        // A worker serves one puzzle and then ends, so its texts live as long
        // as it does.
        let mut texts: Vec<&'static str> = Vec::new();
        let mut example = None;
        match source {
            Source::Text(text) => texts.push(text.leak()),
            Source::Example(index) => {
                example = Some(index);
                texts.extend(solution.example(index));
            }
        }
        if texts.is_empty() {
            return Err(Failure::Refused(match example {
                Some(index) => format!("day {day} has no example {}", index + 1),
                None => "there is no input to open".to_owned(),
            }));
        }
        limit(memory);
        let open = self.open.insert(Open {
            day: solution,
            texts,
            example,
            inputs: Err(Outcome::Unsolved),
        });
        let (ns, outcome) = open.parse();
        Ok(Reply::Ran { ns, outcome })
    }

    fn day(&self, number: u8) -> Result<&'a dyn Day, Failure> {
        let day = self.days.get(number);
        day.ok_or_else(|| Failure::Refused(self.days.missing(number)))
    }

    fn inputs(&self) -> Result<&dyn Opened, Failure> {
        match &self.open {
            Some(open) => match &open.inputs {
                Ok(inputs) => Ok(&**inputs),
                Err(outcome) => Err(Failure::Failed(outcome.clone())),
            },
            None => Err(Failure::Refused("no puzzle is open".to_owned())),
        }
    }
}

impl Open<'_> {
    /// Parses the texts: the nanoseconds that the first took, and the outcome.
    fn parse(&mut self) -> (u64, Outcome) {
        let parsed = panic::catch_unwind(AssertUnwindSafe(|| {
            let (ns, parsed) = self.day.open(&self.texts, self.example);
            (ns, parsed.map_err(|error| error_outcome(&error)))
        }));
        let (ns, inputs) = parsed.unwrap_or_else(|payload| {
            let message = panics::message(payload);
            (0, Err(Outcome::Panic(message)))
        });
        self.inputs = inputs;
        let outcome = self.inputs.as_ref().err().cloned();
        (ns, outcome.unwrap_or(Outcome::Parsed))
    }

    /// Replaces inputs that can no longer be trusted. If that fails, all
    /// further commands get the reason.
    fn parse_again(&mut self) {
        let spoiled = mem::replace(&mut self.inputs, Err(Outcome::Unsolved));
        if let Err(payload) = panic::catch_unwind(AssertUnwindSafe(|| drop(spoiled))) {
            // They are gone, and the panic that spoiled them is reported.
            drop(panics::message(payload));
        }
        if let (_, Outcome::Error(why) | Outcome::Panic(why)) = self.parse() {
            let message = format!("the input cannot be parsed again: {why}");
            self.inputs = Err(Outcome::Error(message));
        }
    }
}

/// Writes the play-by-play to stdout; `false` if the part has none.
fn trace(inputs: &dyn Opened, part: Part) -> Result<bool> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    let traced = inputs
        .trace(part, &mut out)
        .and_then(|written| out.flush().map(|()| written).map_err(Error::from));
    match traced {
        // The reader has seen enough of it.
        Err(error) if is_broken_pipe(&error) => Ok(true),
        traced => traced,
    }
}

/// Whether the error comes from writing to a closed pipe.
pub(crate) fn is_broken_pipe(error: &Error) -> bool {
    let cause = error.downcast_ref::<io::Error>();
    cause.is_some_and(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}

fn limit(memory: Option<u64>) {
    if let Some(bytes) = memory {
        memory::limit(bytes, out_of_memory);
    }
}

/// What a part returned.
fn outcome(answer: Result<Answer>) -> Outcome {
    let answer = match answer {
        Ok(Answer::Unsolved) => return Outcome::Unsolved,
        // As it is drawn: whoever asked can show the picture as well.
        Ok(Answer::Text(text) | Answer::Letters(text)) => text,
        Ok(answer) => answer.to_string(),
        Err(error) => return error_outcome(&error),
    };
    if answer.len() > ANSWER_BYTES {
        return Outcome::Error(format!(
            "the answer is too long: {} bytes, where {ANSWER_BYTES} is the most",
            answer.len()
        ));
    }
    Outcome::Answered(answer)
}

fn error_outcome(error: &Error) -> Outcome {
    Outcome::Error(bounded::message(&format_args!("{error:#}")))
}

#[cfg(test)]
mod tests;
