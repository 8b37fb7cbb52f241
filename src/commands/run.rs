//! `aoc run`: parse, part 1, part 2, each timed and checked.

mod show;

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;

use aoc_solution::Part;
use aoc_solution::protocol::Phase;

use crate::app::{App, InputRequest, profile};
use crate::args;
use crate::cargo::{Profile, Workers};
use crate::error::{CliError, Exit, HasExit};
use crate::puzzle::Puzzle;
use crate::reporter::Bar;
use crate::runner::{
    self, Alternatives, Job, JobError, Limits, PhaseResult, PuzzleResult, RunResults, SourceKind,
    SpawnOptions, Status, Stdout,
};
use show::{Notes, Show};

/// Runs the selected puzzles.
pub fn run(app: &App, args: &args::Run) -> Result<Exit, CliError> {
    let puzzles = app.solutions(&args.selection)?;
    let input = args.input.as_deref();
    let request = InputRequest::new(input, args.all_inputs, args.example, puzzles.len())?;
    let profile = profile(&args.build, Profile::Aoc);
    let mut run = Run {
        app,
        args,
        request,
        workers: app.build(&puzzles, profile)?,
        single: puzzles.len() == 1,
        exit: Exit::Done,
    };
    let mut show = Show::new(app);
    let results = if args.jobs == 1 {
        run.one_by_one(&puzzles, &mut show)?
    } else {
        run.side_by_side(&puzzles, &mut show)?
    };
    show.end(&RunResults {
        schema: RunResults::SCHEMA,
        results,
    })?;
    Ok(run.exit)
}

/// One `aoc run`.
struct Run<'a> {
    app: &'a App,
    args: &'a args::Run,
    request: InputRequest,
    workers: Workers,
    /// Whether one puzzle is asked for.
    single: bool,
    /// The first failure's.
    exit: Exit,
}

impl Run<'_> {
    /// Runs the puzzles, shown as they go.
    fn one_by_one(
        &mut self,
        puzzles: &[Puzzle],
        show: &mut Show<'_>,
    ) -> Result<Vec<PuzzleResult>, CliError> {
        let mut results = Vec::new();
        for &puzzle in puzzles {
            for work in self.work(puzzle)? {
                match work {
                    Ok(job) => match runner::run(&job, show) {
                        Ok(done) => {
                            self.judge(&done);
                            results.extend(done);
                        }
                        Err(error) => {
                            let failed = self.senseless(puzzle, error)?;
                            show.replay(&failed);
                            results.push(failed);
                        }
                    },
                    Err(failed) => {
                        show.replay(&failed);
                        results.push(failed);
                    }
                }
                show.check()?;
            }
        }
        Ok(results)
    }

    /// Runs the puzzles on several threads, shown in order.
    fn side_by_side(
        &mut self,
        puzzles: &[Puzzle],
        show: &mut Show<'_>,
    ) -> Result<Vec<PuzzleResult>, CliError> {
        let mut work = Vec::new();
        for &puzzle in puzzles {
            work.extend(self.work(puzzle)?.into_iter().map(|it| (puzzle, it)));
        }
        let work: Arc<[(Puzzle, Work)]> = work.into();
        let bar = Bar::new(self.app.stderr, "running", work.len());
        let (sender, done) = mpsc::channel();
        let next = Arc::new(AtomicUsize::new(0));
        for _ in 0..usize::from(self.args.jobs).min(work.len()) {
            let (sender, work, next) = (sender.clone(), Arc::clone(&work), Arc::clone(&next));
            // Waited for only through what they send: once nobody reads what is
            // shown, jobs that still run end with the program.
            thread::spawn(move || {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some((_, work)) = work.get(index) else {
                        break;
                    };
                    if sender.send((index, finish(work))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);

        let mut results = Vec::new();
        let mut early = BTreeMap::new();
        for (finished, (index, what)) in (1..).zip(done) {
            early.insert(index, what);
            bar.advance(finished, 0.0);
            while let Some((done, notes)) = early.remove(&results.len()) {
                let done = match done {
                    Ok(done) => done,
                    Err(error) => vec![self.senseless(work[results.len()].0, error)?],
                };
                bar.suspend(|| {
                    notes.0.iter().for_each(|note| self.app.note(note));
                    for result in &done {
                        show.replay(result);
                    }
                });
                show.check()?;
                self.judge(&done);
                results.push(done);
            }
        }
        Ok(results.into_iter().flatten().collect())
    }

    /// What there is to do for a puzzle. That the only one has no input ends
    /// everything; among others it fails, and they go on.
    fn work(&mut self, puzzle: Puzzle) -> Result<Vec<Work>, CliError> {
        let executable = match self.workers.worker(puzzle) {
            Ok(built) => built.executable.clone(),
            Err(failure) => {
                let message = failure.to_string();
                self.fail(Exit::Failed);
                return Ok(vec![Err(failed(puzzle, message))]);
            }
        };
        let texts = match self.app.texts_or_fetched(puzzle, &self.request) {
            Ok(texts) => texts,
            Err(error) if self.single && !self.app.json => return Err(error),
            Err(error) => {
                self.fail(error.exit);
                if self.app.json {
                    self.app.error(&error.source);
                }
                return Ok(vec![Err(failed(puzzle, format!("{:#}", error.source)))]);
            }
        };
        let single = self.single && texts.len() == 1;
        let job = |text| Job {
            puzzle,
            executable: executable.clone(),
            text,
            parts: parts(self.args.part),
            alternatives: alternatives(self.args),
            trace: self.args.trace,
            spawn_options: SpawnOptions {
                environment: self.app.child_env().variables().to_vec(),
                folder: self.app.environment.current_dir.clone(),
                stdin: single && self.request.leaves_stdin(),
                stdout: if self.app.json {
                    Stdout::Stderr
                } else {
                    Stdout::Inherit
                },
            },
            limits: Limits {
                timeout: self.args.timeout,
                memory: self.args.memory,
            },
        };
        Ok(texts.into_iter().map(|text| Ok(job(text))).collect())
    }

    /// A job that makes no sense: if it is the only one, that is all there is to
    /// say; among others it fails, and they go on.
    fn senseless(&mut self, puzzle: Puzzle, error: JobError) -> Result<PuzzleResult, CliError> {
        // An example that was asked for is not one that stands in.
        let asked = self.args.example && matches!(error, JobError::NoExample(_));
        if self.single && asked {
            return Err(CliError::new(Exit::Failed, error.to_string()));
        } else if self.single {
            return Err(error.into());
        }
        self.fail(if asked { Exit::Failed } else { error.exit() });
        Ok(failed(puzzle, error.to_string()))
    }

    fn judge(&mut self, results: &[PuzzleResult]) {
        let mut phases = results.iter().flat_map(|result| &result.phases);
        if phases.any(|phase| phase.status.is_failure()) {
            self.fail(Exit::Failed);
        }
    }

    fn fail(&mut self, exit: Exit) {
        if self.exit == Exit::Done {
            self.exit = exit;
        }
    }
}

/// A job, or that it came to nothing before it began.
type Work = Result<Job, PuzzleResult>;

fn finish(work: &Work) -> (Result<Vec<PuzzleResult>, JobError>, Notes) {
    let mut notes = Notes::default();
    let results = match work {
        Ok(job) => runner::run(job, &mut notes),
        Err(failed) => Ok(vec![failed.clone()]),
    };
    (results, notes)
}

/// A puzzle that could not be run at all.
fn failed(puzzle: Puzzle, message: String) -> PuzzleResult {
    PuzzleResult {
        year: puzzle.year,
        day: puzzle.day,
        title: String::new(),
        source: SourceKind::Input,
        name: None,
        input: None,
        phases: vec![PhaseResult {
            phase: Phase::Parse,
            ns: None,
            alternative: None,
            answer: None,
            status: Status::Error,
            message: Some(message),
        }],
    }
}

/// The parts that `--part` asks for.
pub fn parts(part: Option<u8>) -> Vec<Part> {
    part.and_then(|number| Part::try_from(number).ok())
        .map_or_else(|| Part::BOTH.to_vec(), |part| vec![part])
}

fn alternatives(args: &args::Run) -> Alternatives {
    match &args.alt {
        Some(name) => Alternatives::Instead(name.clone()),
        None if args.all_alts => Alternatives::All,
        None => Alternatives::None,
    }
}
