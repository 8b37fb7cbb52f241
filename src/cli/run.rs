//! `aoc run`: parse, part 1, part 2, each timed and checked.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use aoc_solution::Part;
use aoc_solution::protocol::Phase;

use super::args;
use super::desk::Desk;
use super::inputs::Wish;
use super::show::{Notes, Show};
use crate::exit::Exit;
use crate::puzzle::Puzzle;
use crate::report::Bar;
use crate::worker::{
    self, Alternatives, Job, JobError, Limits, PhaseResult, Profile, PuzzleResult, RunResults,
    SourceKind, Status, Stdout, Surroundings, Workers,
};

/// Runs the selected puzzles.
pub fn run(desk: &Desk, args: &args::Run) -> anyhow::Result<Exit> {
    let puzzles = desk.solutions(&args.selection)?;
    let input = args.input.as_deref();
    let wish = Wish::new(input, args.all_inputs, args.example, puzzles.len())?;
    let profile = if args.build.dev {
        Profile::Dev
    } else {
        Profile::Aoc
    };
    let mut run = Run {
        desk,
        args,
        wish,
        workers: desk.build(&puzzles, profile, args.build.only)?,
        single: puzzles.len() == 1,
        exit: Exit::Done,
    };
    let mut show = Show::new(desk);
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
    desk: &'a Desk,
    args: &'a args::Run,
    wish: Wish,
    workers: Workers,
    /// Whether one puzzle is asked for: it may have the terminal's input.
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
    ) -> anyhow::Result<Vec<PuzzleResult>> {
        let mut results = Vec::new();
        for &puzzle in puzzles {
            for work in self.work(puzzle) {
                match work {
                    Ok(job) => {
                        let done = match worker::run(&job, show) {
                            Ok(done) => done,
                            Err(error) => {
                                let failed = self.refused(puzzle, &error)?;
                                show.replay(&failed);
                                vec![failed]
                            }
                        };
                        self.judge(&done);
                        results.extend(done);
                    }
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
    ) -> anyhow::Result<Vec<PuzzleResult>> {
        let work: Vec<Work> = puzzles
            .iter()
            .flat_map(|&puzzle| self.work(puzzle))
            .collect();
        let bar = Bar::new(self.desk.stderr, "running", work.len());
        let (sender, done) = mpsc::channel();
        let next = AtomicUsize::new(0);
        thread::scope(|scope| {
            for _ in 0..usize::from(self.args.jobs).min(work.len()) {
                let (sender, work, next) = (sender.clone(), &work, &next);
                scope.spawn(move || {
                    loop {
                        let index = next.fetch_add(1, Ordering::Relaxed);
                        let Some(work) = work.get(index) else { break };
                        if sender.send((index, finish(work))).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(sender);

            let mut results = Vec::new();
            let mut early = BTreeMap::new();
            for (index, finished) in done {
                early.insert(index, finished);
                bar.advance(early.len(), 1.0);
                while let Some(finished) = early.remove(&results.len()) {
                    let (done, notes) = match finished {
                        Ok(finished) => finished,
                        Err((puzzle, error)) => {
                            (vec![self.refused(puzzle, &error)?], Notes::default())
                        }
                    };
                    bar.suspend(|| {
                        notes.0.iter().for_each(|note| self.desk.note(note));
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
        })
    }

    /// What there is to do for a puzzle.
    fn work(&mut self, puzzle: Puzzle) -> Vec<Work> {
        let executable = match &self.workers[&puzzle.year] {
            Ok(built) => built.executable.clone(),
            Err(failure) => {
                let message = failure.to_string();
                self.fail(Exit::Failed);
                return vec![Err(failed(puzzle, message))];
            }
        };
        let texts = match self.desk.texts_or_fetched(puzzle, &self.wish) {
            Ok(texts) => texts,
            Err(error) => {
                self.fail(Exit::of(&error));
                return vec![Err(failed(puzzle, format!("{error:#}")))];
            }
        };
        let job = |text| Job {
            puzzle,
            executable: executable.clone(),
            text,
            parts: parts(self.args.part),
            alternatives: alternatives(self.args),
            trace: self.args.trace,
            surroundings: Surroundings {
                environment: self.desk.environment().variables().to_vec(),
                folder: self.desk.context.current_dir.clone(),
                stdin: self.single && self.wish.leaves_stdin(),
                stdout: if self.desk.context.json {
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
        texts.into_iter().map(|text| Ok(job(text))).collect()
    }

    /// The result of a job that makes no sense. Where it is the only one, that
    /// ends everything; else the others go on.
    fn refused(&mut self, puzzle: Puzzle, error: &JobError) -> anyhow::Result<PuzzleResult> {
        if self.single {
            return Err(error.clone().into());
        }
        self.fail(error.exit());
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

fn finish(work: &Work) -> Result<(Vec<PuzzleResult>, Notes), (Puzzle, JobError)> {
    let mut notes = Notes::default();
    let results = match work {
        Ok(job) => worker::run(job, &mut notes).map_err(|error| (job.puzzle, error))?,
        Err(failed) => vec![failed.clone()],
    };
    Ok((results, notes))
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
