//! `aoc bench`: each phase sampled, alternatives in turn with the day's own
//! way.

use std::io;

use aoc_solution::Part;
use aoc_solution::protocol::{DayInfo, Phase, Source};

use super::args;
use super::desk::Desk;
use super::host;
use super::inputs::Wish;
use super::run::parts;
use crate::bench::{BenchResult, BenchResults};
use crate::exit::Exit;
use crate::puzzle::Puzzle;
use crate::report::{self, Bar, BenchReport, Head, phase_name, source_name};
use crate::worker::{
    Alternatives, Client, Limits, Measuring, Profile, Progress, SourceKind, Status, Stdout,
    Surroundings, Text, Workers, measure,
};

/// Measures the selected puzzles.
pub fn bench(desk: &Desk, args: &args::Bench) -> anyhow::Result<Exit> {
    let puzzles = desk.solutions(&args.selection)?;
    let wish = Wish::new(args.input.as_deref(), args.all_inputs, false, puzzles.len())?;
    let profile = if args.build.dev {
        Profile::Dev
    } else {
        Profile::AocBench
    };
    let mut bench = Bench {
        desk,
        args,
        wish,
        workers: desk.build(&puzzles, profile, args.build.only)?,
        phases: phases(args.part),
        single: puzzles.len() == 1,
        exit: Exit::Done,
    };
    let mut table = BenchReport::new(
        desk.stdout.writer(io::stdout()),
        desk.stdout,
        desk.verbosity(),
    );
    let mut all = Vec::new();
    for (done, &puzzle) in puzzles.iter().enumerate() {
        for (head, results) in bench.puzzle(puzzle, done, puzzles.len())? {
            if !desk.context.json {
                table.puzzle(&head, &results)?;
            }
            all.extend(results);
        }
    }
    if all.iter().any(|result| result.status.is_failure()) {
        bench.fail(Exit::Failed);
    }
    if desk.context.json {
        let host = host::host(desk, profile);
        report::json(&mut io::stdout(), &BenchResults::new(host, all))?;
    } else {
        table.summary()?;
    }
    Ok(bench.exit)
}

/// One `aoc bench`.
struct Bench<'a> {
    desk: &'a Desk,
    args: &'a args::Bench,
    wish: Wish,
    workers: Workers,
    phases: Vec<Phase>,
    /// Whether one puzzle is asked for.
    single: bool,
    /// The first failure's.
    exit: Exit,
}

/// What is measured over: a name for it, its kind, the texts, and the answers
/// that are known of the first.
struct Subject {
    name: String,
    kind: SourceKind,
    source: Source,
    known: [Option<String>; 2],
}

impl Bench<'_> {
    /// Measures a puzzle, over each of the inputs that are asked for.
    fn puzzle(
        &mut self,
        puzzle: Puzzle,
        done: usize,
        puzzles: usize,
    ) -> anyhow::Result<Vec<(Head, Vec<BenchResult>)>> {
        let executable = match &self.workers[&puzzle.year] {
            Ok(built) => built.executable.clone(),
            Err(failure) => return Ok(vec![unmeasured(puzzle, failure.to_string())]),
        };
        let surroundings = Surroundings {
            environment: self.desk.environment().variables().to_vec(),
            folder: self.desk.context.current_dir.clone(),
            stdin: false,
            stdout: Stdout::Discard,
        };
        let mut client = Client::new(executable.clone(), surroundings.clone(), Limits::default());
        let info = match client.info(puzzle.day) {
            Ok(info) => info,
            Err(death) => return Ok(vec![unmeasured(puzzle, death.to_string())]),
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
        let subjects = match self.subjects(puzzle, &info, &mut client) {
            Ok(subjects) => subjects,
            Err(error) => {
                self.fail(Exit::of(&error));
                return Ok(vec![unmeasured(puzzle, format!("{error:#}"))]);
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
                surroundings: surroundings.clone(),
            };
            let mut progress = Shown {
                bar: Bar::new(self.desk.stderr, "measuring", puzzles * self.phases.len()),
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

    /// The inputs, or what stands in for one: generated, else the example.
    fn subjects(
        &self,
        puzzle: Puzzle,
        info: &DayInfo,
        client: &mut Client,
    ) -> anyhow::Result<Vec<Subject>> {
        if let Some(count) = self.args.generated {
            let texts = generated(puzzle, client, count)?;
            let texts = texts.ok_or_else(|| {
                anyhow::anyhow!("{puzzle} makes no inputs: write its `fn generate`")
            })?;
            return Ok(vec![Subject {
                name: format!("{count} generated inputs, seeds 0 to {}", count - 1),
                kind: SourceKind::Generated,
                source: Source::Texts(texts),
                known: [None, None],
            }]);
        }
        let texts = self.desk.texts(puzzle, &self.wish)?;
        if !texts.is_empty() {
            return Ok(texts.into_iter().filter_map(subject).collect());
        }
        if let Some(texts) = generated(puzzle, client, 1)? {
            self.desk.note(&format!(
                "{puzzle}: no input here: measuring over a generated one"
            ));
            return Ok(vec![Subject {
                name: "generated input, seed 0".to_owned(),
                kind: SourceKind::Generated,
                source: Source::Texts(texts),
                known: [None, None],
            }]);
        }
        let example = info.examples.first().ok_or_else(|| {
            anyhow::anyhow!("no input here, and {puzzle} has neither `generate` nor an example")
        })?;
        self.desk.note(&format!(
            "{puzzle}: no input here, and the day makes none: measuring over its example"
        ));
        Ok(vec![Subject {
            name: "example".to_owned(),
            kind: SourceKind::Example,
            source: Source::Example(0),
            known: Part::BOTH.map(|part| example.expected(part).map(str::to_owned)),
        }])
    }
}

fn subject(text: Text) -> Option<Subject> {
    let Text::Input {
        kind,
        name,
        path,
        text,
        accepted,
    } = text
    else {
        return None;
    };
    Some(Subject {
        name: source_name(kind, path.as_deref(), name.as_deref()),
        kind,
        source: Source::Texts(vec![text]),
        known: accepted,
    })
}

/// So many generated inputs; none if the day makes none.
fn generated(
    puzzle: Puzzle,
    client: &mut Client,
    count: u32,
) -> anyhow::Result<Option<Vec<String>>> {
    let texts: Result<Option<Vec<String>>, _> = (0..u64::from(count))
        .map(|seed| client.generate(puzzle.day, seed).transpose())
        .map(Option::transpose)
        .collect();
    Ok(texts?)
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
    let parts = parts(part).into_iter().map(Phase::from);
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
