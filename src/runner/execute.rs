//! Runs jobs one after the other or several at a time. Every command that solves, tests or measures
//! puzzles uses this code.
//!
//! The thread that called [`execute`] runs the jobs. If several run at a time, further threads help
//! it. The first job that has not ended is *shown*: its events go to the reporter at once, and the
//! job continues when the reporter has handled them. So the output of a solution appears at the
//! right place on the terminal. The events of other jobs are stored until those jobs are shown.

use std::collections::BTreeMap;
use std::mem;
use std::panic::{self, AssertUnwindSafe};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use aoc_solution::protocol::Call;

use super::header::{OfPuzzle, PuzzleHeader};
use super::phase_result::PhaseResult;
use super::results::{ExampleNote, PuzzleResult};
use crate::error::{CliError, Exit, HasExit, Result, failure};
use crate::processes::CancelToken;
use crate::puzzle::Puzzle;
use crate::sync::locked;

/// Work on one puzzle, done in processes of its own.
pub trait Job: Send {
    /// The result. It decides the exit code of the command.
    type Output: HasExit + Send;

    /// Does the work. An error means that the job could not run. Failures of a solution are part of
    /// the output.
    fn run(self, emit: Emit) -> Result<Self::Output>;
}

/// Reports an event of a job. The call returns when the reporter has shown the event, or when the
/// event is stored because another job is shown first.
pub type Emit<'a> = &'a mut dyn FnMut(RunEvent);

#[derive(Debug)]
pub enum RunEvent {
    /// The first event of every job.
    JobStarted(Puzzle),
    /// A puzzle begins with one of its inputs.
    PuzzleStarted(PuzzleHeader),
    /// An example begins. `then_input` is true if an input follows the examples.
    ExampleStarted {
        header: PuzzleHeader,
        then_input: bool,
    },
    /// The result of an example that no input follows.
    ExampleFinished(PuzzleResult),
    /// The examples that ran before the puzzle's input. There is at least one.
    ExamplesChecked(Vec<PuzzleResult>),
    /// The answer to an example that cannot refute the solution, shown as a note.
    ExampleNote(ExampleNote),
    PhaseStarted(Call),
    PhaseFinished(PhaseResult),
    /// An example that was run in place of an input has failed. Contains the example's text.
    ExampleFailed(String),
    /// The worker has written the trace of a part to its stdout.
    Traced,
    /// A hint about the puzzle, without the puzzle's name.
    Note(String),
    /// A problem of the puzzle that does not change the exit code.
    Warning(String),
    /// A failure outside of the phases. It decides the exit code, so it is shown even with `-q`.
    Failure(String),
}

/// Receives the events of a run. Reporters implement this trait.
///
/// The events arrive job by job in order, even if the jobs run in parallel. They arrive on the
/// threads of the jobs. An error, such as a closed output, ends the run.
pub trait RunEvents<T>: Send {
    /// A run of this many jobs begins. A puzzle may have several.
    fn run_started(&mut self, _jobs: usize) {}

    fn event(&mut self, event: &RunEvent) -> Result<()>;

    /// A job has ended. It emits no further events.
    fn job_finished(&mut self, _outcome: &OfPuzzle<T>) -> Result<()> {
        Ok(())
    }

    /// All jobs have ended, with these outcomes.
    fn run_finished(&mut self, outcomes: &[OfPuzzle<T>], elapsed: Duration) -> Result<()>;
}

/// Runs the jobs and passes their events to `events`. At most `parallelism` jobs run at a time. The
/// outcomes are in the order of the jobs. If a job could not be prepared, its error is its outcome.
///
/// # Errors
///
/// Fails with the first error of `events`, which also cancels the token. If the token was cancelled
/// first, fails with the error of an interrupt. In both cases nothing more is reported, and the
/// error is returned when all jobs have ended. But if the output was closed after a job had failed,
/// it returns the outcomes so far, because the failure decides the exit code.
pub fn execute<J: Job>(
    jobs: Vec<OfPuzzle<J>>,
    parallelism: usize,
    cancel: &CancelToken,
    mut events: Box<dyn RunEvents<J::Output>>,
) -> Result<Vec<OfPuzzle<J::Output>>> {
    let start = Instant::now();
    events.run_started(jobs.len());
    let helpers = parallelism.min(jobs.len()).saturating_sub(1);
    let run = Mutex::new(Run {
        events,
        outcomes: Vec::new(),
        unshown: BTreeMap::new(),
        has_panicked: false,
        reported: Ok(()),
        cancel,
    });
    let queue = Mutex::new(jobs.into_iter().enumerate());
    thread::scope(|scope| {
        for _ in 0..helpers {
            scope.spawn(|| run_jobs(&queue, &run));
        }
        run_jobs(&queue, &run);
    });
    let mut run = run.into_inner().unwrap_or_else(PoisonError::into_inner);
    match run.reported {
        // A failure decides the exit code even if nobody reads the results.
        Err(error) if error.exit == Exit::ClosedPipe && has_failure(&run.outcomes) => {
            return Ok(run.outcomes);
        }
        reported => reported?,
    }
    cancel.check()?;
    run.events.run_finished(&run.outcomes, start.elapsed())?;
    Ok(run.outcomes)
}

/// True if a solution has failed or a job could not run.
fn has_failure<T: HasExit>(outcomes: &[OfPuzzle<T>]) -> bool {
    outcomes.iter().any(|outcome| match &outcome.value {
        Ok(output) => output.exit() != Exit::Done,
        Err(error) => error.exit != Exit::ClosedPipe,
    })
}

/// The state of a run. The threads of its jobs share it.
struct Run<'a, T> {
    events: Box<dyn RunEvents<T>>,
    /// The outcomes of the jobs that were shown. The job after them is shown now.
    outcomes: Vec<OfPuzzle<T>>,
    /// The messages of jobs that are not shown yet, by the job's index.
    unshown: BTreeMap<usize, Vec<Message<T>>>,
    /// True if the reporter has panicked at an event of the job that is shown.
    has_panicked: bool,
    /// The error of the reporter, if it had one.
    reported: Result<()>,
    cancel: &'a CancelToken,
}

enum Message<T> {
    Event(RunEvent),
    Ended(OfPuzzle<T>),
}

impl<T> Run<'_, T> {
    /// Shows the message, or stores it until its job is shown. After a cancellation, nothing is
    /// shown.
    fn receive(&mut self, index: usize, message: Message<T>) {
        if self.cancel.is_cancelled() {
            return;
        }
        self.unshown.entry(index).or_default().push(message);
        while let Some(messages) = self.unshown.remove(&self.outcomes.len()) {
            for message in messages {
                self.reported = self.show(message);
                if self.reported.is_err() {
                    return self.cancel.cancel();
                }
            }
        }
    }

    /// Shows the message. If the reporter panics, no further event of the job is shown, and the
    /// result of the job is an error.
    fn show(&mut self, message: Message<T>) -> Result<()> {
        match message {
            Message::Event(_) if self.has_panicked => Ok(()),
            Message::Event(event) => {
                let reported = catch_panic(|| self.events.event(&event));
                self.has_panicked = reported.is_none();
                reported.unwrap_or(Ok(()))
            }
            Message::Ended(mut outcome) => {
                if mem::take(&mut self.has_panicked) {
                    outcome.value = Err(bug_error());
                }
                let reported = catch_panic(|| self.events.job_finished(&outcome));
                if reported.is_none() {
                    outcome.value = Err(bug_error());
                }
                self.outcomes.push(outcome);
                reported.unwrap_or(Ok(()))
            }
        }
    }
}

/// Runs jobs on the current thread until the queue is empty or the run is cancelled.
fn run_jobs<J: Job>(
    queue: &Mutex<impl Iterator<Item = (usize, OfPuzzle<J>)>>,
    run: &Mutex<Run<'_, J::Output>>,
) {
    while !locked(run).cancel.is_cancelled() {
        let Some((index, prepared)) = locked(queue).next() else {
            break;
        };
        let mut emit = |event| locked(run).receive(index, Message::Event(event));
        emit(RunEvent::JobStarted(prepared.header.puzzle));
        let outcome = prepared
            .and_then(|job| catch_panic(|| job.run(&mut emit)).unwrap_or_else(|| Err(bug_error())));
        locked(run).receive(index, Message::Ended(outcome));
    }
}

/// Calls the function. Returns `None` if it panics.
fn catch_panic<T>(function: impl FnOnce() -> T) -> Option<T> {
    panic::catch_unwind(AssertUnwindSafe(function)).ok()
}

fn bug_error() -> CliError {
    failure("aoc failed while it ran this puzzle; this is a bug in aoc, please report it")
}

#[cfg(test)]
mod tests {
    //! Jobs without workers. The tests check the events and their order.

    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};
    use std::sync::{Arc, Mutex};

    use super::*;
    use crate::error::usage_error;
    use crate::runner::exit_of;

    /// The jobs of one run, and the events that were reported.
    #[derive(Default)]
    struct TestRun {
        lines: Mutex<Vec<String>>,
        is_released: AtomicBool,
        cancel: CancelToken,
    }

    impl TestRun {
        fn add(&self, line: &str) {
            thread::sleep(Duration::from_millis(5));
            self.lines.lock().unwrap().push(line.to_owned());
        }
    }

    /// A job that follows its words one by one. Most words are notes.
    struct ScriptedJob(&'static str, Arc<TestRun>);

    impl Job for ScriptedJob {
        type Output = &'static str;

        fn run(self, emit: Emit) -> Result<&'static str> {
            let Self(words, test_run) = self;
            for word in words.split(' ') {
                match word {
                    "print" => test_run.add("printed"),
                    "release" => test_run.is_released.store(true, SeqCst),
                    "wait" => {
                        while !test_run.is_released.load(SeqCst) {
                            thread::yield_now();
                        }
                    }
                    "cancel" => test_run.cancel.cancel(),
                    // `panic!` would call the panic hook, which writes to stderr.
                    "panic" => panic::resume_unwind(Box::new(word)),
                    "fail" => return Err(usage_error("unknown")),
                    "ok" | "wrong" | "broken-end" => return Ok(word),
                    note => emit(RunEvent::Note(note.to_owned())),
                }
            }
            Ok("")
        }
    }

    impl HasExit for &str {
        fn exit(&self) -> Exit {
            match *self {
                "wrong" => Exit::Failed,
                _ => Exit::Done,
            }
        }
    }

    /// Records the events slowly. The note `closed` causes an error. The note `broken` and the
    /// result `broken-end` cause a panic.
    struct EventLog(Arc<TestRun>);

    impl RunEvents<&'static str> for EventLog {
        fn event(&mut self, event: &RunEvent) -> Result<()> {
            match event {
                RunEvent::JobStarted(puzzle) => self.0.add(&puzzle.day.to_string()),
                RunEvent::Note(text) => match &**text {
                    "closed" => return Err(CliError::new(Exit::ClosedPipe, text)),
                    "broken" => panic::resume_unwind(Box::new(text.clone())),
                    text => self.0.add(text),
                },
                other => self.0.add(&format!("{other:?}")),
            }
            Ok(())
        }

        fn job_finished(&mut self, outcome: &OfPuzzle<&'static str>) -> Result<()> {
            match &outcome.value {
                Ok("broken-end") => panic::resume_unwind(Box::new("broken-end")),
                Ok(word) => self.0.add(word),
                Err(error) => self.0.add(&error.to_string()),
            }
            Ok(())
        }

        fn run_finished(&mut self, _: &[OfPuzzle<&'static str>], _: Duration) -> Result<()> {
            self.0.add("end");
            Ok(())
        }
    }

    /// Runs the jobs. A job without words cannot be prepared. Returns the reported events, and
    /// the exit code of the command.
    fn run(jobs: &[&'static str], parallelism: usize) -> (String, Result<Exit, Exit>) {
        let test_run = Arc::<TestRun>::default();
        let jobs = (1..).zip(jobs).map(|(day, &words)| {
            let job = match words {
                "" => Err(CliError::new(Exit::Session, "no input")),
                words => Ok(ScriptedJob(words, Arc::clone(&test_run))),
            };
            OfPuzzle::new(Puzzle::of(2020, day), job)
        });
        let jobs = jobs.collect();
        let log = Box::new(EventLog(Arc::clone(&test_run)));
        let ended = execute(jobs, parallelism, &test_run.cancel, log);
        assert_eq!(ended.is_err(), test_run.cancel.is_cancelled());
        let exit = ended.and_then(exit_of);
        let lines = test_run.lines.lock().unwrap().join(" ");
        (lines, exit.map_err(|error| error.exit))
    }

    #[test]
    fn jobs_are_told_of_in_their_order_however_they_ran() {
        let expected = "1 a printed b ok 2 c wrong 3 d ok end".to_owned();
        for (parallelism, first) in [(1, "a print b ok"), (3, "a print wait b ok")] {
            let outcome = run(&[first, "c wrong", "d release ok"], parallelism);
            assert_eq!(
                outcome,
                (expected.clone(), Ok(Exit::Failed)),
                "{parallelism}"
            );
        }
    }

    #[test]
    fn what_cannot_run_or_panics_costs_its_own_job() {
        let bug = "aoc failed while it ran this puzzle; this is a bug in aoc, please report it";
        let expected = format!("1 no input 2 so far {bug} 3 so far unknown 4 ok end");
        let jobs = ["", "so far panic", "so far fail", "ok"];
        let session = Exit::Session;
        for parallelism in [1, 4] {
            assert_eq!(run(&jobs, parallelism), (expected.clone(), Ok(session)));
        }
        // The error of a single job becomes the error of the command.
        assert_eq!(run(&[""], 1).1, Err(session));
    }

    /// Records the number of jobs.
    struct JobCount(Arc<AtomicUsize>);

    impl RunEvents<&'static str> for JobCount {
        fn run_started(&mut self, jobs: usize) {
            self.0.store(jobs, SeqCst);
        }

        fn event(&mut self, _: &RunEvent) -> Result<()> {
            Ok(())
        }

        fn run_finished(&mut self, _: &[OfPuzzle<&'static str>], _: Duration) -> Result<()> {
            Ok(())
        }
    }

    #[test]
    fn each_input_of_a_puzzle_counts_as_a_job() {
        let test_run = Arc::<TestRun>::default();
        let job = || Ok(ScriptedJob("ok", Arc::clone(&test_run)));
        let jobs = [job(), Err(usage_error("unreadable"))];
        let jobs = jobs.map(|job| OfPuzzle::new(Puzzle::of(2020, 1), job));
        let count = Arc::new(AtomicUsize::new(0));
        let reporter = Box::new(JobCount(Arc::clone(&count)));
        execute(jobs.into(), 1, &test_run.cancel, reporter).unwrap();
        assert_eq!(count.load(SeqCst), 2);
    }

    #[test]
    fn a_failed_solution_decides_the_exit_code_before_a_job_that_could_not_run() {
        for jobs in [["", "wrong"], ["wrong", ""]] {
            assert_eq!(run(&jobs, 1).1, Ok(Exit::Failed));
        }
    }

    #[test]
    fn a_reporter_that_panics_at_an_event_costs_its_job() {
        let bug = "aoc failed while it ran this puzzle; this is a bug in aoc, please report it";
        for parallelism in 1..=2 {
            let outcome = run(&["broken", "a ok", "ok"], parallelism);
            let expected = format!("1 {bug} 2 a ok 3 ok end");
            assert_eq!(outcome, (expected, Ok(Exit::Failed)), "{parallelism}");
        }
    }

    /// The events of the second job are stored until the first one has ended.
    #[test]
    fn a_reporter_that_panics_at_a_stored_event_costs_only_the_job_of_the_event() {
        let bug = "aoc failed while it ran this puzzle; this is a bug in aoc, please report it";
        let outcome = run(&["a wait b ok", "c broken d release ok", "ok"], 2);
        let expected = format!("1 a b ok 2 c {bug} 3 ok end");
        assert_eq!(outcome, (expected, Ok(Exit::Failed)));
    }

    #[test]
    fn a_reporter_that_panics_at_a_result_costs_its_job() {
        for (parallelism, first) in [(1, "a ok"), (2, "a wait ok")] {
            let outcome = run(&[first, "b release broken-end", "c ok"], parallelism);
            let expected = "1 a ok 2 b 3 c ok end".to_owned();
            assert_eq!(outcome, (expected, Ok(Exit::Failed)), "{parallelism}");
        }
    }

    #[test]
    fn a_closed_output_or_an_interrupt_ends_the_run_once_its_jobs_have() {
        for (first, exit) in [
            ("a closed print", Exit::ClosedPipe),
            ("a cancel b print", Exit::Interrupted),
        ] {
            let outcome = run(&[first, "never"], 1);
            assert_eq!(outcome, ("1 a printed".to_owned(), Err(exit)));
        }
    }
}
