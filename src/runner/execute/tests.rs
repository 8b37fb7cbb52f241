//! Jobs without workers: which events they cause, and in which order.

use std::sync::{Arc, Barrier, Mutex};
use std::time::Duration;

use super::*;
use crate::puzzle::{Day, Year};
use crate::runner::execute::RunEvent::{JobStarted, Note, PhaseProgress, Warning};

/// What a job does, given how it tells of it.
type Work = Box<dyn FnOnce(&mut dyn FnMut(RunEvent)) -> Result<Text, CliError> + Send>;

struct TestJob {
    day: u8,
    work: Work,
}

#[derive(Debug, thiserror::Error)]
#[error("{1}")]
struct TestError(Exit, &'static str);

impl HasExit for TestError {
    fn exit(&self) -> Exit {
        self.0
    }
}

#[derive(Debug, PartialEq)]
struct Text(&'static str);

impl HasExit for Text {
    fn exit(&self) -> Exit {
        if self.0 == "wrong" {
            Exit::Failed
        } else {
            Exit::Done
        }
    }
}

impl Job for TestJob {
    type Output = Text;

    fn puzzle(&self) -> Puzzle {
        puzzle(self.day)
    }

    fn run(self, emit: &mut dyn FnMut(RunEvent)) -> Result<Text, CliError> {
        (self.work)(emit)
    }
}

fn puzzle(day: u8) -> Puzzle {
    Year(2020).day(Day(day))
}

fn job(
    day: u8,
    work: impl FnOnce(&mut dyn FnMut(RunEvent)) -> Result<Text, CliError> + Send + 'static,
) -> Prepared<TestJob> {
    Prepared::new(TestJob {
        day,
        work: Box::new(work),
    })
}

fn note(text: &str) -> RunEvent {
    Note(text.to_owned())
}

/// Records the events; fails at this one.
#[derive(Default)]
struct Log {
    lines: Vec<String>,
    fails_at: Option<RunEvent>,
}

impl RunEvents<Text> for Log {
    fn event(&mut self, event: &RunEvent) -> Result<(), CliError> {
        if self.fails_at.as_ref() == Some(event) {
            return Err(TestError(Exit::Done, "the output was closed").into());
        }
        self.lines.push(match event {
            JobStarted(puzzle) => puzzle.to_string(),
            Note(text) | Warning(text) => text.clone(),
            other => format!("{other:?}"),
        });
        Ok(())
    }

    fn job_finished(&mut self, result: &JobResult<Text>) -> Result<(), CliError> {
        self.lines.push(match result {
            Ok(text) => text.0.to_owned(),
            Err(failure) => failure.to_string(),
        });
        Ok(())
    }

    fn run_finished(&mut self, _: Duration) -> Result<(), CliError> {
        self.lines.push("end".to_owned());
        Ok(())
    }
}

fn lines(jobs: Vec<Prepared<TestJob>>, parallelism: usize) -> (Vec<String>, Executed<Text>) {
    let mut log = Log::default();
    let executed = execute(jobs, parallelism, &CancelToken::default(), &mut log).unwrap();
    (log.lines, executed)
}

/// Three jobs, of which the last ends first if there is room for all.
fn three(all_at_once: bool) -> Vec<Prepared<TestJob>> {
    let met = Arc::new(Barrier::new(if all_at_once { 3 } else { 1 }));
    let (third, after_third) = mpsc::channel();
    let [first_met, second_met, third_met] = [(); 3].map(|()| Arc::clone(&met));
    let mut jobs = vec![
        job(1, move |emit| {
            first_met.wait();
            emit(note("a"));
            if all_at_once {
                after_third.recv().unwrap();
            }
            emit(note("b"));
            Ok(Text("one"))
        }),
        job(2, move |emit| {
            second_met.wait();
            emit(note("c"));
            Ok(Text("wrong"))
        }),
        job(3, move |emit| {
            third_met.wait();
            emit(note("d"));
            emit(note("e"));
            let _ = third.send(());
            Ok(Text("three"))
        }),
    ];
    jobs[1].events.push(Warning("prepared".to_owned()));
    jobs
}

#[test]
fn jobs_are_told_of_in_their_order_however_they_ran() {
    let expected = [
        "2020/1", "a", "b", "one", "2020/2", "prepared", "c", "wrong", "2020/3", "d", "e", "three",
        "end",
    ];
    for (parallelism, all_at_once) in [(1, false), (2, false), (3, true), (100, true)] {
        let (lines, executed) = lines(three(all_at_once), parallelism);
        assert_eq!(lines, expected, "{parallelism}");
        let texts: Vec<&str> = executed
            .results
            .iter()
            .map(|result| result.as_ref().unwrap().0)
            .collect();
        assert_eq!(texts, ["one", "wrong", "three"]);
        assert_eq!(executed.exit(), Exit::Failed);
    }
}

/// What a solution prints comes after what was told before: the job waits.
#[test]
fn the_shown_job_waits_until_its_event_is_handled() {
    struct Slow(Arc<Mutex<Vec<&'static str>>>);
    impl RunEvents<Text> for Slow {
        fn event(&mut self, event: &RunEvent) -> Result<(), CliError> {
            if *event == PhaseProgress(1.0) {
                thread::sleep(Duration::from_millis(50));
                self.0.lock().unwrap().push("shown");
            }
            Ok(())
        }
        fn job_finished(&mut self, _: &JobResult<Text>) -> Result<(), CliError> {
            Ok(())
        }
        fn run_finished(&mut self, _: Duration) -> Result<(), CliError> {
            Ok(())
        }
    }
    let written: Arc<Mutex<Vec<&str>>> = Arc::default();
    let by_job = Arc::clone(&written);
    let jobs = vec![job(1, move |emit| {
        emit(PhaseProgress(1.0));
        by_job.lock().unwrap().push("printed");
        Ok(Text(""))
    })];
    execute(
        jobs,
        1,
        &CancelToken::default(),
        &mut Slow(Arc::clone(&written)),
    )
    .unwrap();
    assert_eq!(*written.lock().unwrap(), ["shown", "printed"]);
}

#[test]
fn a_panic_costs_its_own_job() {
    for parallelism in [1, 3] {
        let jobs = vec![
            job(1, |_| Ok(Text("one"))),
            job(2, |emit| {
                emit(note("so far"));
                // Without the hook's words on stderr.
                panic::resume_unwind(Box::new("no such thing".to_owned()))
            }),
            job(3, |_| Ok(Text("three"))),
        ];
        let (lines, executed) = lines(jobs, parallelism);
        let bug = "aoc failed while it ran this puzzle; this is a bug in aoc: no such thing";
        let expected = [
            "2020/1", "one", "2020/2", "so far", bug, "2020/3", "three", "end",
        ];
        assert_eq!(lines, expected);
        assert_eq!(executed.results[2].as_ref().unwrap(), &Text("three"));
        assert_eq!(executed.exit(), Exit::Failed);
    }
}

#[test]
fn what_cannot_run_is_told_in_its_place() {
    let mut failed = Prepared::failed(puzzle(2), TestError(Exit::Session, "no input"));
    failed.events.push(note("looked everywhere"));
    let jobs = vec![
        job(1, |_| Ok(Text("one"))),
        failed,
        job(3, |_| {
            Err(TestError(Exit::Usage, "no such alternative").into())
        }),
    ];
    let (lines, executed) = lines(jobs, 2);
    assert_eq!(
        lines,
        [
            "2020/1",
            "one",
            "2020/2",
            "looked everywhere",
            "no input",
            "2020/3",
            "no such alternative",
            "end"
        ]
    );
    // The first failure decides.
    assert_eq!(executed.exit(), Exit::Session);
    assert_eq!(executed.into_exit(1).unwrap_err().exit, Exit::Session);
}

#[test]
fn a_closed_output_ends_the_run() {
    let mut log = Log {
        fails_at: Some(note("b")),
        ..Log::default()
    };
    let jobs = vec![
        job(1, |emit| {
            emit(note("a"));
            emit(note("b"));
            Ok(Text("one"))
        }),
        job(2, |_| Ok(Text("never"))),
    ];
    let error = execute(jobs, 1, &CancelToken::default(), &mut log).unwrap_err();
    assert_eq!(error.exit, Exit::Done);
    assert_eq!(log.lines, ["2020/1", "a"]);
}

#[test]
fn a_cancelled_run_ends_once_its_jobs_have() {
    let (cancel, mut log) = (CancelToken::default(), Log::default());
    let (in_job, ended) = (cancel.clone(), Arc::new(Mutex::new(false)));
    let in_job_ended = Arc::clone(&ended);
    let jobs = vec![
        job(1, move |emit| {
            emit(note("a"));
            in_job.cancel();
            emit(note("b"));
            *in_job_ended.lock().unwrap() = true;
            Ok(Text("one"))
        }),
        job(2, |_| Ok(Text("never"))),
    ];
    let error = execute(jobs, 1, &cancel, &mut log).unwrap_err();
    assert_eq!(error.exit, Exit::Interrupted);
    assert_eq!(log.lines, ["2020/1", "a"]);
    assert!(*ended.lock().unwrap());
}

/// A job is prepared when there is room for it: what that takes, such as a
/// download, keeps nobody waiting who could be shown.
#[test]
fn jobs_are_taken_when_there_is_room() {
    let taken = Arc::new(Mutex::new(0));
    let jobs = (1..=3).map(|day| {
        *taken.lock().unwrap() += 1;
        let (taken, own) = (Arc::clone(&taken), i32::from(day));
        job(day, move |_| {
            assert_eq!(*taken.lock().unwrap(), own);
            Ok(Text(""))
        })
    });
    let executed = execute(jobs, 1, &CancelToken::default(), &mut Log::default()).unwrap();
    assert_eq!(executed.exit(), Exit::Done);
}
