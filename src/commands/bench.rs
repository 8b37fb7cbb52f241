//! `aoc bench`: each phase sampled, alternatives in turn with the day's own
//! way.

mod subject;

use std::io;

use aoc_solution::protocol::Phase;

use crate::app::{App, InputRequest, profile};
use crate::args;
use crate::bench::{BenchResult, BenchResults, Measuring, Progress, host, measure};
use crate::cargo::{Profile, Workers};
use crate::error::{CliError, Exit, HasExit};
use crate::puzzle::Puzzle;
use crate::reporter::{self, Bar, BenchReport, Head, phase_name};
use crate::runner::{Alternatives, Client, Limits, SourceKind, SpawnOptions, Status, Stdout};
use subject::Wanted;

/// Measures the selected puzzles.
pub fn run(app: &App, args: &args::Bench) -> Result<Exit, CliError> {
    let puzzles = app.solutions(&args.selection)?;
    let request = InputRequest::new(args.input.as_deref(), args.all_inputs, false, puzzles.len())?;
    let profile = profile(&args.build, Profile::AocBench);
    let mut bench = Bench {
        app,
        args,
        request,
        workers: app.build(&puzzles, profile)?,
        phases: phases(args.part),
        single: puzzles.len() == 1,
        exit: Exit::Done,
    };
    let mut table = BenchReport::new(app.stdout.writer(io::stdout()), app.stdout, app.verbosity);
    let mut all = Vec::new();
    for (done, &puzzle) in puzzles.iter().enumerate() {
        for (head, results) in bench.puzzle(puzzle, done, puzzles.len())? {
            if !app.json {
                table.puzzle(&head, &results)?;
            }
            all.extend(results);
        }
    }
    if all.iter().any(|result| result.status.is_failure()) {
        bench.fail(Exit::Failed);
    }
    if app.json {
        let host = host(&app.child_env(), app.project()?.root(), profile.name());
        reporter::json(&mut io::stdout(), &BenchResults::new(host, all))?;
    } else {
        table.summary()?;
    }
    Ok(bench.exit)
}

/// One `aoc bench`.
struct Bench<'a> {
    app: &'a App,
    args: &'a args::Bench,
    request: InputRequest,
    workers: Workers,
    phases: Vec<Phase>,
    /// Whether one puzzle is asked for.
    single: bool,
    /// The first failure's.
    exit: Exit,
}

impl Bench<'_> {
    /// Measures a puzzle, over each of the inputs that are asked for.
    fn puzzle(
        &mut self,
        puzzle: Puzzle,
        done: usize,
        puzzles: usize,
    ) -> Result<Vec<(Head, Vec<BenchResult>)>, CliError> {
        let executable = match self.workers.worker(puzzle) {
            Ok(built) => built.executable.clone(),
            Err(failure) => return Ok(vec![unmeasured(puzzle, failure.to_string())]),
        };
        let spawn_options = SpawnOptions {
            environment: self.app.child_env().variables().to_vec(),
            folder: self.app.environment.current_dir.clone(),
            stdin: false,
            stdout: Stdout::Discard,
        };
        let mut client = Client::new(executable.clone(), spawn_options.clone(), Limits::default());
        let info = match client.info(puzzle.day) {
            Ok(info) => info,
            Err(error) => return Ok(vec![unmeasured(puzzle, error.to_string())]),
        };
        let alternatives = self.alternatives();
        match alternatives.check(puzzle, &info) {
            Ok(()) => {}
            Err(error) if self.single => return Err(error.into()),
            // The other puzzles go on.
            Err(error) => {
                self.fail(error.exit());
                return Ok(vec![unmeasured(puzzle, error.to_string())]);
            }
        }
        let wanted = Wanted {
            request: &self.request,
            generated: self.args.generated,
        };
        let subjects = match wanted.subjects(self.app, puzzle, &info, &mut client) {
            Ok(subjects) => subjects,
            Err(error) => {
                self.fail(error.exit);
                return Ok(vec![unmeasured(puzzle, format!("{:#}", error.source))]);
            }
        };
        drop(client);

        let mut measured = Vec::new();
        for subject in subjects {
            let measuring = Measuring {
                puzzle,
                executable: executable.clone(),
                kind: subject.kind,
                source: subject.source,
                known: subject.known,
                phases: self.phases.clone(),
                alternatives: alternatives.clone(),
                spawn_options: spawn_options.clone(),
            };
            let mut progress = Shown {
                bar: Bar::new(self.app.stderr, "measuring", puzzles * self.phases.len()),
                puzzle,
                first: done * self.phases.len(),
                at: 0,
                begun: 0,
            };
            let results = measure(&measuring, &info, &mut progress);
            let head = Head {
                puzzle,
                title: info.title.clone().into_owned(),
                source: subject.name,
            };
            measured.push((head, results));
        }
        Ok(measured)
    }

    fn fail(&mut self, exit: Exit) {
        if self.exit == Exit::Done {
            self.exit = exit;
        }
    }

    fn alternatives(&self) -> Alternatives {
        match &self.args.alt {
            Some(name) => Alternatives::Beside(name.clone()),
            None if self.args.all_alts => Alternatives::All,
            None => Alternatives::None,
        }
    }
}

/// A puzzle that could not be measured at all.
fn unmeasured(puzzle: Puzzle, message: String) -> (Head, Vec<BenchResult>) {
    let head = Head {
        puzzle,
        title: String::new(),
        source: String::new(),
    };
    let result = BenchResult {
        year: puzzle.year,
        day: puzzle.day,
        title: String::new(),
        phase: Phase::Parse,
        alternative: None,
        source: SourceKind::Input,
        inputs: 0,
        status: Status::Error,
        message: Some(message),
        measured: None,
        allocations: None,
        ratio: None,
        warnings: Vec::new(),
    };
    (head, vec![result])
}

/// The phases that `--part` asks for: the input is parsed for either.
fn phases(part: Option<u8>) -> Vec<Phase> {
    let parts = crate::commands::run::parts(part)
        .into_iter()
        .map(Phase::from);
    std::iter::once(Phase::Parse).chain(parts).collect()
}

/// A bar over all phases of all puzzles.
struct Shown {
    bar: Bar,
    puzzle: Puzzle,
    /// The index of the puzzle's first phase.
    first: usize,
    /// How many of its phases have begun.
    begun: usize,
    /// The index of the one that runs.
    at: usize,
}

impl Progress for Shown {
    fn phase(&mut self, phase: Phase) {
        self.at = self.first + self.begun;
        self.begun += 1;
        let what = format!("{} {}", self.puzzle, phase_name(phase));
        self.bar.begin(self.at, &what);
    }

    fn at(&mut self, share: f64) {
        self.bar.advance(self.at, share);
    }
}
