//! One puzzle, run: its phases one after the other in a worker of its own, and
//! a new worker for the rest where a phase took the worker down.

use std::path::PathBuf;

use aoc_solution::Part;
use aoc_solution::protocol::{Call, Command, DayInfo, Outcome, Phase, Reply, Source};

use super::death::Death;
use super::process::{Limits, Surroundings, Worker};
use super::{PhaseResult, PuzzleResult, SourceKind, Status};
use crate::puzzle::Puzzle;

/// What is asked of one puzzle.
#[derive(Clone, Debug)]
pub struct Job {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The worker that solves it.
    pub executable: PathBuf,
    /// What to solve.
    pub text: Text,
    /// The parts to run.
    pub parts: Vec<Part>,
    /// The other ways to run beside or in place of the day's own.
    pub alternatives: Alternatives,
    /// Whether to write the play-by-play first.
    pub trace: bool,
    /// How the worker is started.
    pub surroundings: Surroundings,
    /// What it may use.
    pub limits: Limits,
}

/// Where the text to solve comes from.
#[derive(Clone, Debug)]
pub enum Text {
    /// This text.
    Input {
        /// The kind of input.
        kind: SourceKind,
        /// Its name among the puzzle's inputs.
        name: Option<String>,
        /// Its file.
        path: Option<PathBuf>,
        /// The text.
        text: String,
        /// The answers that the site accepted.
        accepted: [Option<String>; 2],
    },
    /// Every example of the day.
    Examples,
}

/// Which alternatives to run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Alternatives {
    /// None.
    None,
    /// This one, in place of the day's own way.
    Instead(String),
    /// This one, beside the day's own way.
    Beside(String),
    /// All, beside the day's own way.
    All,
}

impl Alternatives {
    /// The calls that answer `part`, the day's own way first.
    pub fn calls(&self, info: &DayInfo, part: Part) -> Vec<Call> {
        let call = |alternative: Option<&str>| Call {
            phase: Phase::from(part),
            alternative: alternative.map(str::to_owned),
        };
        let of_part = |info: &DayInfo, wanted: Option<&str>| -> Vec<Call> {
            info.alternatives
                .iter()
                .filter(|has| has.part == part && wanted.is_none_or(|name| name == has.name))
                .map(|has| call(Some(&has.name)))
                .collect()
        };
        let own = vec![call(None)];
        match self {
            Self::None => own,
            Self::Instead(name) => {
                let instead = of_part(info, Some(name));
                if instead.is_empty() { own } else { instead }
            }
            Self::Beside(name) => [own, of_part(info, Some(name))].concat(),
            Self::All => [own, of_part(info, None)].concat(),
        }
    }

    /// The name that is asked for and that the day does not have.
    pub fn missing<'a>(&'a self, info: &DayInfo) -> Option<&'a str> {
        match self {
            Self::Instead(name) | Self::Beside(name) => info
                .alternatives
                .iter()
                .all(|has| has.name != name.as_str())
                .then_some(name),
            Self::None | Self::All => None,
        }
    }
}

/// Why a job makes no sense.
#[derive(Debug, thiserror::Error)]
pub enum JobError {
    /// The day has no alternative of that name.
    #[error("{puzzle} has no alternative `{name}`; it has {}", list(has))]
    NoAlternative {
        /// The puzzle.
        puzzle: Puzzle,
        /// What was asked for.
        name: String,
        /// What there is.
        has: Vec<String>,
    },
    /// The day has no example.
    #[error("{0} has no example; add one to its EXAMPLES")]
    NoExample(Puzzle),
}

fn list(names: &[String]) -> String {
    if names.is_empty() {
        "none".to_owned()
    } else {
        names.join(", ")
    }
}

/// Is told what happens while a job runs.
pub trait Observer {
    /// A puzzle begins; the result has no phases yet.
    fn begun(&mut self, head: &PuzzleResult);
    /// A phase begins.
    fn running(&mut self, call: &Call);
    /// A phase is over.
    fn finished(&mut self, result: &PhaseResult);
    /// There is something to say beside the results.
    fn note(&mut self, note: &str);
}

/// Runs the job. What a solution does wrong is in the results; there is one
/// for an input, and one for each example.
pub fn run(job: &Job, observer: &mut dyn Observer) -> Result<Vec<PuzzleResult>, JobError> {
    let mut bench = Bench { job, worker: None };
    let first = match &job.text {
        Text::Input { text, .. } => Source::Texts(vec![text.clone()]),
        Text::Examples => Source::Example(0),
    };
    let info = match bench.info() {
        Ok(info) => info,
        Err(death) => {
            let mut result = job.head("", None);
            observer.begun(&result);
            result.phases.push(failed(Phase::Parse, &death));
            observer.finished(&result.phases[0]);
            return Ok(vec![result]);
        }
    };
    if let Some(name) = job.alternatives.missing(&info) {
        return Err(JobError::NoAlternative {
            puzzle: job.puzzle,
            name: name.to_owned(),
            has: info
                .alternatives
                .iter()
                .map(|has| format!("{} (part {})", has.name, has.part))
                .collect(),
        });
    }
    if let Source::Texts(_) = first {
        return Ok(vec![bench.solve(&info, &first, None, observer)]);
    }
    if info.examples.is_empty() {
        return Err(JobError::NoExample(job.puzzle));
    }
    Ok((0..info.examples.len())
        .map(|index| bench.solve(&info, &Source::Example(index), Some(index), observer))
        .collect())
}

impl Job {
    /// The result before any phase.
    fn head(&self, title: &str, example: Option<usize>) -> PuzzleResult {
        let (source, name, input) = match &self.text {
            Text::Input {
                kind, name, path, ..
            } => (*kind, name.clone(), path.clone()),
            Text::Examples => (
                SourceKind::Example,
                example.map(|index| (index + 1).to_string()),
                None,
            ),
        };
        PuzzleResult {
            year: self.puzzle.year,
            day: self.puzzle.day,
            title: title.to_owned(),
            source,
            name,
            input,
            phases: Vec::new(),
        }
    }

    /// The answer that is known, and what it makes of one that equals it.
    fn known<'a>(
        &'a self,
        info: &'a DayInfo,
        example: Option<usize>,
        part: Part,
    ) -> Option<(&'a str, Status)> {
        match (&self.text, example) {
            (Text::Examples, Some(index)) => info.examples[index]
                .expected(part)
                .map(|answer| (answer, Status::Matched)),
            (Text::Input { accepted, .. }, _) => accepted[part.index()]
                .as_deref()
                .map(|answer| (answer, Status::Accepted)),
            (Text::Examples, None) => None,
        }
    }
}

/// A job and the worker that is at it, if one lives.
struct Bench<'a> {
    job: &'a Job,
    worker: Option<Worker>,
}

impl Bench<'_> {
    /// What the worker has for the day.
    fn info(&mut self) -> Result<DayInfo, Death> {
        let day = self.job.puzzle.day.0;
        let worker = self.worker()?;
        let known = worker.hello().days.iter().find(|info| info.day == day);
        known
            .cloned()
            .ok_or_else(|| Death::Nonsense(format!("its registry has no day {day}")))
    }

    /// A worker, started if there is none.
    fn worker(&mut self) -> Result<&mut Worker, Death> {
        if self.worker.is_none() {
            let job = self.job;
            self.worker = Some(Worker::start(
                &job.executable,
                &job.surroundings,
                job.limits,
            )?);
        }
        Ok(self.worker.as_mut().expect("just started"))
    }

    /// Asks the worker; a dead one is let go.
    fn ask(&mut self, command: &Command) -> Result<Reply, Death> {
        let reply = self.worker().and_then(|worker| worker.ask(command));
        if reply.is_err() {
            self.worker = None;
        }
        reply
    }

    /// Asks for a call and what came of it.
    fn call(&mut self, command: &Command) -> Result<(u64, Outcome), Death> {
        match self.ask(command)? {
            Reply::Ran { ns, outcome } => Ok((ns, outcome)),
            other => Err(Death::Nonsense(format!(
                "an answer to another question: {other:?}"
            ))),
        }
    }

    fn open(&mut self, source: &Source) -> Result<(u64, Outcome), Death> {
        self.call(&Command::Open {
            day: self.job.puzzle.day.0,
            source: source.clone(),
            memory: self.job.limits.memory,
        })
    }

    /// Solves one text, all phases.
    fn solve(
        &mut self,
        info: &DayInfo,
        source: &Source,
        example: Option<usize>,
        observer: &mut dyn Observer,
    ) -> PuzzleResult {
        let mut result = self
            .job
            .head(&info.title, example.filter(|_| info.examples.len() > 1));
        // Of an example, the parts that it knows; an example that knows none
        // is run for what it prints.
        let parts: Vec<Part> = match example.map(|index| &info.examples[index]) {
            Some(example)
                if Part::BOTH
                    .iter()
                    .any(|&part| example.expected(part).is_some()) =>
            {
                let known = |part: &&Part| example.expected(**part).is_some();
                self.job.parts.iter().filter(known).copied().collect()
            }
            _ => self.job.parts.clone(),
        };

        let opened = self.open(source);
        if self.job.trace && matches!(opened, Ok((_, Outcome::Parsed))) {
            self.trace(&parts, observer);
        }
        observer.begun(&result);
        let parsed = match opened {
            Ok((ns, Outcome::Parsed)) => PhaseResult {
                ns: Some(ns),
                ..phase(Phase::Parse, Status::Ok, None)
            },
            Ok((_, outcome)) => refused(Phase::Parse, outcome),
            Err(death) => failed(Phase::Parse, &death),
        };
        observer.finished(&parsed);
        let goes_on = parsed.status == Status::Ok;
        result.phases.push(parsed);
        if !goes_on {
            return result;
        }

        for part in parts {
            let mut own = None;
            for call in self.job.alternatives.calls(info, part) {
                let own_rules =
                    example.is_some_and(|index| info.examples[index].has_own_rules(part));
                if own_rules && call.alternative.is_some() {
                    continue;
                }
                observer.running(&call);
                let known = self.job.known(info, example, part);
                let phase = self.answer(source, &call, known, own.as_deref());
                if call.alternative.is_none() {
                    own.clone_from(&phase.answer);
                }
                observer.finished(&phase);
                result.phases.push(phase);
            }
        }
        result
    }

    /// Runs one call, in a new worker if the last one died.
    fn answer(
        &mut self,
        source: &Source,
        call: &Call,
        known: Option<(&str, Status)>,
        own: Option<&str>,
    ) -> PhaseResult {
        let reopened = match self.worker {
            Some(_) => Ok(()),
            None => self.open(source).map(drop),
        };
        let ran = reopened.and_then(|()| self.call(&Command::Run(call.clone())));
        let mut result = match ran {
            Ok((ns, Outcome::Answered(answer))) => {
                let (status, message) = judge(&answer, known, own);
                PhaseResult {
                    ns: Some(ns),
                    answer: Some(answer),
                    ..phase(call.phase, status, message)
                }
            }
            Ok((_, Outcome::Unsolved)) => phase(call.phase, Status::Unsolved, None),
            Ok((_, outcome)) => refused(call.phase, outcome),
            Err(death) => failed(call.phase, &death),
        };
        result.alternative.clone_from(&call.alternative);
        result
    }

    /// Has the play-by-play of the parts written.
    fn trace(&mut self, parts: &[Part], observer: &mut dyn Observer) {
        for &part in parts {
            match self.ask(&Command::Trace(part)) {
                Ok(Reply::Traced(true)) => {}
                Ok(Reply::Traced(false)) => {
                    observer.note(&format!(
                        "{} part {part} has no play-by-play",
                        self.job.puzzle
                    ));
                }
                // The part itself will fail alike, and be reported.
                Ok(_) | Err(_) => return,
            }
        }
    }
}

/// What an answer is worth: against the `known` one, else against what the
/// day's `own` way gave.
fn judge(
    answer: &str,
    known: Option<(&str, Status)>,
    own: Option<&str>,
) -> (Status, Option<String>) {
    match (known, own) {
        (Some((known, status)), _) if known == answer => (status, None),
        (Some((known, _)), _) => (Status::Wrong, Some(format!("expected {known}"))),
        (None, Some(own)) if own == answer => (Status::Matched, None),
        (None, Some(own)) => (Status::Wrong, Some(format!("the day's own way gave {own}"))),
        (None, None) => (Status::Unverified, None),
    }
}

/// A phase without a time or an answer.
fn phase(phase: Phase, status: Status, message: Option<String>) -> PhaseResult {
    PhaseResult {
        phase,
        ns: None,
        alternative: None,
        answer: None,
        status,
        message,
    }
}

/// A phase whose worker died.
fn failed(of: Phase, death: &Death) -> PhaseResult {
    phase(of, death.status(), Some(death.to_string()))
}

/// A phase that returned an error or panicked.
fn refused(of: Phase, outcome: Outcome) -> PhaseResult {
    match outcome {
        Outcome::Error(message) => phase(of, Status::Error, Some(message)),
        Outcome::Panic(message) => phase(of, Status::Panic, Some(message)),
        Outcome::Parsed | Outcome::Answered(_) | Outcome::Unsolved => phase(
            of,
            Status::Error,
            Some("the worker answered another question".to_owned()),
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn judges_by_the_known_answer_first() {
        let accepted = Some(("7", Status::Accepted));
        assert_eq!(judge("7", accepted, Some("8")), (Status::Accepted, None));
        let (status, message) = judge("8", accepted, Some("8"));
        assert_eq!(
            (status, message.as_deref()),
            (Status::Wrong, Some("expected 7"))
        );
        assert_eq!(judge("8", None, Some("8")), (Status::Matched, None));
        assert_eq!(judge("9", None, Some("8")).0, Status::Wrong);
        assert_eq!(judge("9", None, None), (Status::Unverified, None));
    }

    #[test]
    fn calls_the_day_s_own_way_first() {
        let info: DayInfo = serde_json::from_value(serde_json::json!({
            "day": 22, "title": "", "examples": [],
            "alternatives": [{"name": "textbook", "part": 2}, {"name": "slow", "part": 1}],
        }))
        .unwrap();
        let names = |alternatives: Alternatives, part| -> Vec<Option<String>> {
            let calls = alternatives.calls(&info, part);
            calls.into_iter().map(|call| call.alternative).collect()
        };
        let textbook = || Some("textbook".to_owned());
        assert_eq!(names(Alternatives::None, Part::Two), [None]);
        assert_eq!(names(Alternatives::All, Part::Two), [None, textbook()]);
        let instead = Alternatives::Instead("textbook".to_owned());
        assert_eq!(instead.missing(&info), None);
        assert_eq!(names(instead.clone(), Part::Two), [textbook()]);
        assert_eq!(names(instead, Part::One), [None]);
        let unknown = Alternatives::Beside("x".to_owned());
        assert_eq!(unknown.missing(&info), Some("x"));
    }
}
