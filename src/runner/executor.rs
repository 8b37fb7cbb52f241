//! Runs jobs, one after the other or several at a time: the same code for both
//! and for every command.
//!
//! Each job has a thread of its own. The thread that called [`execute`] prepares
//! the jobs, receives their events and hands them to the reporter, so a reporter
//! needs no locks and a broken pipe is noticed at once. One job is *shown*: the
//! first that has not ended. It waits until the reporter has handled each of its
//! events, so what a solution prints to the terminal appears at the right place.
//! The events of the other jobs are kept until their turn.
//!
//! A job thread that panics costs its own job and nothing else.

use std::any::Any;
use std::collections::VecDeque;
use std::panic::{self, AssertUnwindSafe};
use std::sync::mpsc::{self, Receiver, Sender, SyncSender};
use std::thread;
use std::time::Instant;

use super::error::{JobError, JobFailure, WorkerError};
use super::events::{JobResult, RunEvent, RunEvents};
use super::job::{Job, Prepared};
use crate::error::{CliError, Exit, HasExit};
use crate::processes::CancelToken;
use crate::puzzle::Puzzle;

/// What all jobs gave, in their order.
#[derive(Debug)]
pub struct Executed<T> {
    pub results: Vec<JobResult<T>>,
}

impl<T: HasExit> Executed<T> {
    /// The exit code: that of the first job that did not end well.
    pub fn exit(&self) -> Exit {
        self.results.iter().fold(Exit::Done, |exit, result| {
            exit.or(match result {
                Ok(output) => output.exit(),
                Err(failure) => failure.error.exit,
            })
        })
    }

    /// The exit code of a command on this many puzzles. If the only one could
    /// not run, that is the error of the command.
    pub fn into_exit(self, puzzles: usize) -> Result<Exit, CliError> {
        let exit = self.exit();
        let failure = self.results.into_iter().find_map(Result::err);
        match failure.filter(|_| puzzles == 1) {
            Some(failure) => Err(failure.error),
            None => Ok(exit),
        }
    }
}

/// Runs the jobs, at most `parallelism` at a time, and tells `events` what
/// happens. A job is taken from the iterator when there is room for it.
///
/// # Errors
///
/// Those of `events`, after which the token is cancelled, and
/// [`WorkerError::Cancelled`] if it was cancelled before. Nothing more is
/// reported then, and the error comes once all jobs have ended.
pub fn execute<J: Job>(
    jobs: impl IntoIterator<Item = Prepared<J>>,
    parallelism: usize,
    cancel: &CancelToken,
    events: &mut dyn RunEvents<J::Output>,
) -> Result<Executed<J::Output>, CliError> {
    let start = Instant::now();
    let (sender, messages) = mpsc::channel();
    let mut executor = Executor {
        events,
        cancel,
        waiting: VecDeque::new(),
        results: Vec::new(),
        running: 0,
        ended: 0,
    };
    let ran = executor.run(jobs, parallelism, (&sender, &messages));
    if ran.is_err() {
        cancel.cancel();
        executor.wait(&messages);
    }
    ran?;
    executor.events.run_finished(start.elapsed())?;
    Ok(Executed {
        results: executor.results,
    })
}

/// What a job's thread sends.
struct Message<T> {
    /// The job's index.
    job: usize,
    content: Content<T>,
}

enum Content<T> {
    /// An event, and where to say that it was handled.
    Event(RunEvent, SyncSender<()>),
    Ended(JobResult<T>),
}

/// A job that has been started and not yet reported in full.
struct Waiting<T> {
    /// Events that the reporter has not received yet. Empty for the shown job.
    events: Vec<RunEvent>,
    result: Option<JobResult<T>>,
}

struct Executor<'a, T> {
    events: &'a mut dyn RunEvents<T>,
    cancel: &'a CancelToken,
    /// The shown job, then those after it.
    waiting: VecDeque<Waiting<T>>,
    /// Of the jobs before the shown one.
    results: Vec<JobResult<T>>,
    running: usize,
    ended: usize,
}

impl<T: Send + 'static> Executor<'_, T> {
    fn run<J: Job<Output = T>>(
        &mut self,
        jobs: impl IntoIterator<Item = Prepared<J>>,
        parallelism: usize,
        (sender, messages): (&Sender<Message<T>>, &Receiver<Message<T>>),
    ) -> Result<(), CliError> {
        for prepared in jobs {
            self.start(prepared, sender)?;
            while self.running >= parallelism.max(1) {
                self.receive(messages)?;
            }
        }
        while self.running > 0 {
            self.receive(messages)?;
        }
        Ok(())
    }

    /// Waits until no job runs, without a word of what they do.
    fn wait(&mut self, messages: &Receiver<Message<T>>) {
        while self.running > 0 {
            let message = messages.recv().expect("the caller holds a sender");
            // A job that waits until its event was handled goes on: the other
            // end is dropped.
            if matches!(message.content, Content::Ended(_)) {
                self.running -= 1;
            }
        }
    }

    fn start<J: Job<Output = T>>(
        &mut self,
        prepared: Prepared<J>,
        sender: &Sender<Message<T>>,
    ) -> Result<(), CliError> {
        if self.cancel.is_cancelled() {
            return Err(WorkerError::Cancelled.into());
        }
        let index = self.results.len() + self.waiting.len();
        let puzzle = prepared.puzzle();
        let mut events = vec![RunEvent::JobStarted(puzzle)];
        events.extend(prepared.events);
        self.waiting.push_back(Waiting {
            events,
            result: None,
        });
        // Before the job starts: what its solution prints comes after this.
        self.show()?;
        let spawned = match prepared.job {
            Ok(job) => spawn(index, job, sender.clone()),
            Err(failure) => Err(failure),
        };
        match spawned {
            Ok(()) => {
                self.running += 1;
                Ok(())
            }
            Err(failure) => self.end(index, Err(failure)),
        }
    }

    /// Waits for one message and handles it.
    fn receive(&mut self, messages: &Receiver<Message<T>>) -> Result<(), CliError> {
        let message = messages.recv().expect("the caller holds a sender");
        if self.cancel.is_cancelled() {
            self.running -= usize::from(matches!(message.content, Content::Ended(_)));
            return Err(WorkerError::Cancelled.into());
        }
        match message.content {
            Content::Event(event, handled) => {
                match message.job - self.results.len() {
                    0 => self.events.event(&event)?,
                    later => self.waiting[later].events.push(event),
                }
                // The job waits for this; if it no longer does, nothing is lost.
                let _ = handled.send(());
                Ok(())
            }
            Content::Ended(result) => {
                self.running -= 1;
                self.end(message.job, result)
            }
        }
    }

    fn end(&mut self, index: usize, result: JobResult<T>) -> Result<(), CliError> {
        self.ended += 1;
        self.events.progress(self.ended);
        self.waiting[index - self.results.len()].result = Some(result);
        self.show()
    }

    /// Reports the kept events of the shown job, and of those after it as long as
    /// they have ended.
    fn show(&mut self) -> Result<(), CliError> {
        while let Some(shown) = self.waiting.front_mut() {
            for event in shown.events.drain(..) {
                self.events.event(&event)?;
            }
            let Some(result) = shown.result.take() else {
                break;
            };
            self.events.job_finished(&result)?;
            self.waiting.pop_front();
            self.results.push(result);
        }
        Ok(())
    }
}

/// Starts the job on a thread of its own, which sends its result last.
fn spawn<J: Job>(
    index: usize,
    job: J,
    sender: Sender<Message<J::Output>>,
) -> Result<(), JobFailure> {
    let puzzle = job.puzzle();
    let run = move || {
        let mut emit = |event| {
            let (handled, wait) = mpsc::sync_channel(1);
            let content = Content::Event(event, handled);
            // Without a receiver, the process is about to end.
            let message = Message {
                job: index,
                content,
            };
            if sender.send(message).is_ok() {
                let _ = wait.recv();
            }
        };
        let ran = panic::catch_unwind(AssertUnwindSafe(|| job.run(&mut emit)));
        let result = match ran {
            Ok(result) => result.map_err(|error| JobFailure { puzzle, error }),
            Err(payload) => Err(panicked(puzzle, payload.as_ref())),
        };
        let _ = sender.send(Message {
            job: index,
            content: Content::Ended(result),
        });
    };
    thread::Builder::new()
        .name(puzzle.to_string())
        .spawn(run)
        .map(drop)
        .map_err(|source| JobFailure::new(puzzle, JobError::NoThread { puzzle, source }))
}

fn panicked(puzzle: Puzzle, payload: &(dyn Any + Send)) -> JobFailure {
    let message = payload
        .downcast_ref::<&str>()
        .map(ToString::to_string)
        .or_else(|| payload.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "a panic without a message".to_owned());
    JobFailure::new(puzzle, JobError::Panicked { message })
}

#[cfg(test)]
mod tests;
