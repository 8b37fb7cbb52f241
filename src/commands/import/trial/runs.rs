//! Runs the candidates that compile, each in a process of its own, and reads their answers. One
//! candidate, or one for each part, is a call of a day.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{read_to_string, remove_file};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use aoc_solution::Part;

use super::super::MOST_MEMORY;
use crate::config::ChildEnv;
use crate::files::write_source;
use crate::import::compare::{
    Answered, Known, TestAnswer, Verdict, WrongAnswer, by_input, verdicts,
};
use crate::import::{AnsweringFunctions, DayToTry, Wiring};
use crate::processes::{CancelToken, ProgramLimits, run_within};
use crate::project::module_name;
use crate::puzzle::{Puzzle, Year};
use crate::terminal::one_line;

/// The longest run of a candidate.
const LONGEST_RUN: Duration = Duration::from_secs(20);

/// The longest time for all runs of a day.
pub(super) const LONGEST_TRIAL: Duration = Duration::from_mins(2);

/// The most bytes that a candidate may print.
const MOST_OUTPUT: u64 = 64 << 20;

/// The most candidates of a day that are run for each part, and for both parts.
const MOST_RUNS: usize = 16;

/// The candidates that compile, and everything that is needed to run them.
pub(super) struct CandidateRunner<'t> {
    pub(super) left: &'t BTreeMap<Puzzle, BTreeSet<usize>>,
    pub(super) programs: &'t BTreeMap<Year, PathBuf>,
    pub(super) environment: &'t ChildEnv,
    pub(super) folder: &'t Path,
    pub(super) cancel: &'t CancelToken,
    /// The longest time for all runs of a day.
    pub(super) longest: Duration,
    /// The input of each day, and the known facts about its answers.
    pub(super) facts: BTreeMap<Puzzle, (Option<String>, Known)>,
}

/// A call of a day, and its answers. It uses one candidate, or one for each part.
#[derive(Clone)]
pub(super) struct TriedCall {
    pub(super) candidates: Vec<usize>,
    pub(super) wiring: Wiring,
    pub(super) answered: Answered,
    /// How the input was trimmed for it.
    trim: Option<Trim>,
}

impl TriedCall {
    /// Combines two calls: this one answers one part, and `other` the other part.
    pub(super) fn with(mut self, other: Self) -> Self {
        self.candidates.extend(other.candidates);
        self.wiring = self.wiring.with(other.wiring);
        for (own, other) in self.answered.answers.iter_mut().zip(other.answered.answers) {
            *own = own.take().or(other);
        }
        self.answered.tests.extend(other.answered.tests);
        self
    }

    /// Whether it gives an answer to the day's input, or in a test.
    pub(super) fn has_answers(&self) -> bool {
        let Answered { answers, tests } = &self.answered;
        answers.iter().any(Option::is_some) || tests.iter().any(|test| test.given.is_some())
    }

    /// Its functions, for messages: `` `part1(input)` ``.
    pub(super) fn shown(&self) -> String {
        let calls = self.wiring.shown();
        let calls = calls.iter().map(|call| format!("`{}`", one_line(call)));
        calls.collect::<Vec<_>>().join(" and ")
    }

    /// Its answers to the input, for messages.
    pub(super) fn answers(&self) -> String {
        let answers = self.answered.answers.iter().flatten();
        let answers = answers.map(|answer| one_line(answer));
        answers.collect::<Vec<_>>().join(" and ")
    }

    /// Whether it takes its answers from an output for both parts.
    pub(super) fn prints_both(&self, day: &DayToTry) -> bool {
        let mut candidates = self.candidates.iter();
        candidates.any(|index| day.candidates[*index].printing.is_some())
    }

    pub(super) fn answers_all(&self) -> bool {
        self.answered.answers.iter().all(Option::is_some)
    }
}

/// The result of running a candidate.
#[derive(Default)]
struct RunOutput {
    answered: Answered,
    /// Whether its code read the input itself.
    reads: bool,
}

/// The calls of a day, compared with the known answers.
#[derive(Default)]
pub(super) struct TriedCalls {
    /// The calls that may be right.
    pub(super) calls: Vec<TriedCall>,
    /// One wrong answer to each part that has only wrong ones.
    pub(super) refuted: Vec<WrongAnswer>,
    /// The calls of parts that disagree, while the right answer is not known.
    pub(super) disagreeing: Vec<TriedCall>,
}

/// A day with its candidates, its input and the known answers.
pub(super) struct DayTrial<'t> {
    pub(super) day: &'t DayToTry,
    /// The candidates that compile.
    pub(super) left: &'t BTreeSet<usize>,
    pub(super) input: Option<&'t str>,
    pub(super) known: Known,
    pub(super) deadline: Instant,
    /// Whether the deadline has ended a run, or kept one from starting.
    pub(super) is_cut_short: Cell<bool>,
}

impl DayTrial<'_> {
    /// The first candidates that answer one part. With `None`, those that answer all parts.
    pub(super) fn of_part(&self, part: Option<Part>) -> impl Iterator<Item = usize> {
        let left = self.left.iter().copied();
        left.filter(move |index| self.day.candidates[*index].part == part)
            .take(MOST_RUNS)
    }

    /// For each set of functions that `call` does not use, the first candidate that answers a part
    /// by them.
    pub(super) fn of_other_functions<'s>(
        &'s self,
        call: &'s TriedCall,
    ) -> impl Iterator<Item = usize> + 's {
        let own = call.wiring.answering.iter();
        let mut seen: BTreeSet<Vec<&str>> = own.map(AnsweringFunctions::names).collect();
        self.left.iter().copied().filter(move |index| {
            let candidate = &self.day.candidates[*index];
            let mut answering = candidate.wiring.answering.iter();
            let is_rival = candidate.part.is_some() && !candidate.is_fallback;
            is_rival && answering.any(|of| seen.insert(of.names()))
        })
    }

    /// True if no right answer is known.
    pub(super) fn has_no_known_answer(&self) -> bool {
        self.known.answers.is_empty() && self.known.outputs.is_empty()
    }

    /// True if the answers to both parts are right.
    pub(super) fn is_settled(&self, answered: &Answered) -> bool {
        Part::BOTH
            .iter()
            .all(|&part| self.is_part_settled(answered, part))
    }

    /// True if the answer to a part is right. A test tells that only if there is no input: several
    /// candidates may pass a test, and give different answers to the input.
    pub(super) fn is_part_settled(&self, answered: &Answered, part: Part) -> bool {
        let is_known = by_input(answered, &self.known)[part.index()] == Verdict::Equal;
        verdicts(answered, &self.known)[part.index()] == Some(Verdict::Equal)
            && (is_known || self.input.is_none())
    }

    /// True if no other way to trim the input is tried: the answers are right as far as is known.
    pub(super) fn is_right(&self, answered: &Answered) -> bool {
        let is_different = verdicts(answered, &self.known).contains(&Some(Verdict::Different));
        let has_right = if self.has_no_known_answer() {
            answered.answers.iter().any(Option::is_some)
        } else {
            by_input(answered, &self.known).contains(&Verdict::Equal)
        };
        has_right && !is_different
    }
}

impl CandidateRunner<'_> {
    /// Runs a candidate on the input and on the texts of the day's tests. If its answers are not
    /// right, runs it on the trimmed texts, because nearly all programs trim their input.
    pub(super) fn call(&self, trial: &DayTrial, index: usize) -> TriedCall {
        let output = self.on_texts(trial, index, None);
        let mut wiring = trial.day.candidates[index].wiring.clone();
        if output.answered.answers.iter().any(Option::is_some) {
            wiring.reads = output.reads;
        }
        let call = TriedCall {
            candidates: vec![index],
            answered: output.answered,
            trim: None,
            wiring,
        };
        if trial.is_right(&call.answered) {
            return call;
        }
        Trim::ALL
            .into_iter()
            .filter_map(|trim| self.trimmed(trial, &call, trim))
            .find(|trimmed| trial.is_right(&trimmed.answered))
            .unwrap_or(call)
    }

    /// Runs a candidate on the input and on the texts of the day's tests, all of them trimmed in the
    /// same way.
    fn on_texts(&self, trial: &DayTrial, index: usize, trim: Option<Trim>) -> RunOutput {
        let run = |text: &str| self.answers(trial, index, trim.map_or(text, |trim| trim.of(text)));
        let mut output = trial.input.map_or_else(RunOutput::default, run);
        for test in &trial.day.tested[index] {
            let given = run(&test.text).answered.answers;
            for (&part, expected) in &test.answers {
                output.answered.tests.push(TestAnswer {
                    part,
                    expected: expected.clone(),
                    given: given[part.index()].clone(),
                });
            }
        }
        output
    }

    /// Runs a call on the trimmed texts. `None` if the input has nothing to trim, or if the call
    /// reads or trims the input itself.
    pub(super) fn trimmed(
        &self,
        trial: &DayTrial,
        call: &TriedCall,
        trim: Trim,
    ) -> Option<TriedCall> {
        let input = trial.input?;
        if call.wiring.text.is_some() || call.wiring.reads || trim.of(input) == input {
            return None;
        }
        let mut answered = Answered::default();
        for &index in &call.candidates {
            let own = self.on_texts(trial, index, Some(trim)).answered;
            for (all, own) in answered.answers.iter_mut().zip(own.answers) {
                *all = all.take().or(own);
            }
            answered.tests.extend(own.tests);
        }
        let wiring = Wiring {
            text: Some(trim.expression().to_owned()),
            ..call.wiring.clone()
        };
        Some(TriedCall {
            wiring,
            answered,
            trim: Some(trim),
            candidates: call.candidates.clone(),
        })
    }

    /// Whether a candidate with a parsed input gives other answers if its parts are called again or
    /// in another order, as `bench` does. Then a part changes the input of the next call.
    pub(super) fn changes_input(&self, trial: &DayTrial, call: &TriedCall) -> bool {
        let (Some(input), true) = (trial.input, call.wiring.input.is_some()) else {
            return false;
        };
        let input = call.trim.map_or(input, |trim| trim.of(input));
        let mut calls = BTreeMap::<String, BTreeSet<String>>::new();
        for index in &call.candidates {
            let name = index.to_string();
            let output = self.run(trial, &name, input, Repetition::InAllOrders);
            for line in output.unwrap_or_default().lines() {
                // A failure differs from every answer.
                let (part, answer) = match line.split_once('\t') {
                    Some(("failed", part)) => (part, ""),
                    Some(answered) => answered,
                    None => continue,
                };
                let answers = calls.entry(part.to_owned()).or_default();
                answers.insert(answer.to_owned());
            }
        }
        calls.values().any(|answers| answers.len() > 1)
    }

    /// Runs a candidate on an input.
    fn answers(&self, trial: &DayTrial, index: usize, input: &str) -> RunOutput {
        let mut found = RunOutput::default();
        let output = self.run(trial, &index.to_string(), input, Repetition::Once);
        for line in output.unwrap_or_default().lines() {
            let answer = match line.split_once('\t') {
                Some((part, answer)) => (part, answer.replace("\\n", "\n")),
                None => continue,
            };
            match answer {
                ("1", answer) => found.answered.set(Part::One, Some(answer)),
                ("2", answer) => found.answered.set(Part::Two, Some(answer)),
                ("reads", _) => found.reads = true,
                _ => {}
            }
        }
        if trial.day.candidates[index].must_read && !found.reads {
            found.answered = Answered::default();
        }
        found
    }

    /// The output file of a year's program for a candidate. `None` if the program failed before it
    /// wrote one, the time of the day is over, or the user has interrupted the import.
    pub(super) fn run(
        &self,
        trial: &DayTrial,
        candidate: &str,
        input: &str,
        repetition: Repetition,
    ) -> Option<String> {
        if self.cancel.is_cancelled() {
            return None;
        }
        let now = Instant::now();
        if now >= trial.deadline {
            trial.is_cut_short.set(true);
            return None;
        }
        let puzzle = trial.day.puzzle;
        let program = self.programs.get(&puzzle.year)?;
        let name = format!("{}/{candidate}", module_name(puzzle.day));
        let folder = self.folder;
        let file = format!("{}-{}", puzzle.year, name.replace('/', "-"));
        let [input_file, output] = ["in", "out"].map(|end| folder.join(format!("{file}.{end}")));
        write_source(&input_file, input).ok()?;
        let _ = remove_file(&output);
        let mut command = Command::new(program);
        self.environment.apply_to(&mut command);
        command
            .current_dir(folder)
            .env("HOME", folder)
            .arg(name)
            .arg(&input_file)
            .arg(&output);
        if repetition == Repetition::InAllOrders {
            command.arg("again");
        }
        let limits = ProgramLimits {
            deadline: trial.deadline.min(now + LONGEST_RUN),
            memory: MOST_MEMORY,
            output: MOST_OUTPUT,
        };
        // Answers that it wrote before it was killed count, too.
        let _ = run_within(&limits, self.cancel, command, "");
        if Instant::now() >= trial.deadline {
            trial.is_cut_short.set(true);
        }
        read_to_string(&output).ok()
    }
}

/// How often a run calls the parts.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Repetition {
    Once,
    /// Each part is called after itself, after the other part, and before it.
    InAllOrders,
}

/// How a program trims the input before it uses it.
#[derive(Clone, Copy)]
pub(super) enum Trim {
    End,
    BothEnds,
}

impl Trim {
    const ALL: [Self; 2] = [Self::End, Self::BothEnds];

    fn of(self, text: &str) -> &str {
        match self {
            Self::End => text.trim_end(),
            Self::BothEnds => text.trim(),
        }
    }

    pub(super) fn expression(self) -> &'static str {
        match self {
            Self::End => "input.trim_end()",
            Self::BothEnds => "input.trim()",
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs::set_permissions;
    use std::os::unix::fs::PermissionsExt;

    use super::super::decision::FoundDay;
    use super::*;
    use crate::files::Locks;
    use crate::import::compare::ProgramOutput;
    use crate::import::{self, Calling, DayCall, ImportRequest};
    use crate::inputs::Store;
    use crate::project::Project;
    use crate::testing::{environment, no_variables, write};

    /// The calls of a day with `part1`, whose program gives 5, within this time.
    fn found_call(longest: Duration) -> DayCall {
        let code = "fn part1(i: &str) -> usize { i.len() }";
        let script = "printf '1\\t5\\n' > \"$3\"";
        found_day(code, script, Known::default(), longest).call
    }

    /// The result for a day with this code, whose program is a script.
    fn found_day(code: &str, script: &str, known: Known, longest: Duration) -> FoundDay {
        let temp = tempfile::tempdir().expect("a folder");
        let root = temp.path().join("project");
        write(&root, "Cargo.toml", "[workspace.metadata.aoc]\n");
        write(temp.path(), "old/2020/day01.rs", code);
        let program = temp.path().join("program");
        write_source(&program, format!("#!/bin/sh\n{script}\n")).expect("a file");
        set_permissions(&program, PermissionsExt::from_mode(0o755)).expect("a file");
        let old = temp.path().join("old");
        let request = ImportRequest {
            project: &Project::find(&root, &no_variables()).expect("a project"),
            store: &Store::new(root.join("inputs"), Locks { cache_dir: None }),
            environment: &environment(temp.path(), &[]),
            from: old.to_str(),
            year: None,
            expressions: &[],
            calls_readers: false,
            text: None,
        };
        let without_main = &BTreeSet::new();
        let calling = Calling::InAllWays { without_main };
        let plan = import::plan(&request, calling).expect("a plan");
        let day = &plan.days_to_try[0];
        let all = (0..day.candidates.len()).collect();
        let runner = CandidateRunner {
            left: &BTreeMap::from([(day.puzzle, all)]),
            programs: &BTreeMap::from([(day.puzzle.year, program)]),
            environment: &no_variables(),
            folder: temp.path(),
            cancel: &CancelToken::default(),
            longest,
            facts: BTreeMap::from([(day.puzzle, (Some("abcde".to_owned()), known))]),
        };
        runner.found_day(day)
    }

    #[test]
    fn an_output_of_the_old_program_that_is_not_about_the_input_is_no_evidence() {
        let code =
            "fn part1(i: &str) -> usize { i.len() } fn main() { println!(\"{}\", part1(\"\")); }";
        for (printed, old, expected) in [
            // `main` has printed the same without the input.
            ("not read\\n700\\n", "700\n", Vec::new()),
            ("not read\\n", "700\n", vec![false]),
            ("not read\\n800\\n", "700\n", vec![false]),
            ("read\\n500\\n", "500\n", vec![true]),
        ] {
            let script = format!(
                "case $1 in */output) printf '{printed}' > \"$3\";; *) printf '1\\t500\\n' > \"$3\";; esac"
            );
            let output = ProgramOutput {
                text: old.to_owned(),
                is_of_day: true,
            };
            let known = Known {
                outputs: vec![output],
                ..Known::default()
            };
            let found = found_day(code, &script, known, Duration::from_mins(2));
            let outputs = found.outputs.iter().map(|output| output.is_of_day);
            assert!(outputs.eq(expected), "{printed}");
            let is_taken = matches!(found.call, DayCall::By { .. });
            assert!(is_taken, "{printed}");
        }
    }

    #[test]
    fn a_day_whose_calls_take_too_long_is_left_to_the_user() {
        let in_time = found_call(Duration::from_mins(2));
        assert!(matches!(in_time, DayCall::By { .. }));
        let DayCall::Unclear(why) = found_call(Duration::ZERO) else {
            panic!("a call is taken");
        };
        let expected = "not all of its calls ran within 0 seconds: choose with `--part1` and \
                        `--part2`";
        assert_eq!(why, expected);
    }
}
