//! Runs the candidates that compile, each in a process of its own, and reads their answers. One
//! candidate, or one for each part, is a way to call a day.

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
use crate::import::{AnsweringFunctions, TriedDay, Wiring};
use crate::processes::CancelToken;
use crate::processes::{ProgramLimits, run_within};
use crate::project::module_name;
use crate::puzzle::{Puzzle, Year};

/// The longest run of a candidate.
const LONGEST: Duration = Duration::from_secs(20);

/// The most bytes that a candidate may print.
const MOST_OUTPUT: u64 = 64 << 20;

/// The most candidates of a day that are run for each part, and for both parts.
const MOST_RUNS: usize = 16;

/// The candidates that compile, and everything that is needed to run them.
pub(super) struct Runs<'t> {
    pub(super) left: &'t BTreeMap<Puzzle, BTreeSet<usize>>,
    pub(super) programs: &'t BTreeMap<Year, PathBuf>,
    pub(super) environment: &'t ChildEnv,
    pub(super) folder: &'t Path,
    pub(super) cancel: &'t CancelToken,
    /// The input of each day, and the known facts about its answers.
    pub(super) facts: BTreeMap<Puzzle, (Option<String>, Known)>,
}

/// A way to call a day, and its answers. It uses one candidate, or one for each part.
#[derive(Clone)]
pub(super) struct Way {
    pub(super) candidates: Vec<usize>,
    pub(super) wiring: Wiring,
    pub(super) answered: Answered,
    /// How the input was trimmed for it.
    cut: Option<Cut>,
}

impl Way {
    /// Combines two ways: this one answers one part, and `other` the other part.
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

    pub(super) fn answers_all(&self) -> bool {
        self.answered.answers.iter().all(Option::is_some)
    }
}

/// The result of running a candidate.
#[derive(Default)]
struct Ran {
    answered: Answered,
    /// Whether its code read the input itself.
    reads: bool,
}

/// The ways to call a day, compared with the known answers.
#[derive(Default)]
pub(super) struct Ways {
    /// The ways that may be right.
    pub(super) open: Vec<Way>,
    /// One wrong answer to each part that has only wrong ones.
    pub(super) refuted: Vec<WrongAnswer>,
    /// The answers to parts whose ways disagree, while the right answer is not known.
    pub(super) disagreeing: Vec<[Option<String>; 2]>,
}

/// A day with its candidates, its input and the known answers.
pub(super) struct Trying<'t> {
    pub(super) day: &'t TriedDay,
    /// The candidates that compile.
    pub(super) left: &'t BTreeSet<usize>,
    pub(super) input: Option<&'t str>,
    pub(super) known: Known,
}

impl Trying<'_> {
    /// The first candidates that answer one part. With `None`, those that answer all parts.
    pub(super) fn of_part(&self, part: Option<Part>) -> impl Iterator<Item = usize> {
        let left = self.left.iter().copied();
        left.filter(move |index| self.day.candidates[*index].part == part)
            .take(MOST_RUNS)
    }

    /// For each set of functions that `way` does not call, the first candidate that answers a part
    /// by them.
    pub(super) fn of_other_functions<'s>(
        &'s self,
        way: &'s Way,
    ) -> impl Iterator<Item = usize> + 's {
        let sure = way.wiring.answering.iter();
        let mut seen: BTreeSet<Vec<&str>> = sure.map(AnsweringFunctions::names).collect();
        self.left.iter().copied().filter(move |index| {
            let candidate = &self.day.candidates[*index];
            let mut answering = candidate.wiring.answering.iter();
            let is_rival = candidate.part.is_some() && !candidate.is_fallback;
            is_rival && answering.any(|of| seen.insert(of.names()))
        })
    }

    /// True if no right answer is known.
    pub(super) fn is_open(&self) -> bool {
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
        let has_right = if self.is_open() {
            answered.answers.iter().any(Option::is_some)
        } else {
            by_input(answered, &self.known).contains(&Verdict::Equal)
        };
        has_right && !is_different
    }
}

impl Runs<'_> {
    /// Runs a candidate on the input and on the texts of the day's tests. If its answers are not
    /// right, runs it on the trimmed texts, because nearly all programs trim their input.
    pub(super) fn way(&self, trying: &Trying, index: usize) -> Way {
        let mut way = Way {
            candidates: vec![index],
            answered: Answered::default(),
            cut: None,
            wiring: trying.day.candidates[index].wiring.clone(),
        };
        let ran = self.on_texts(trying, index, None);
        way.wiring.reads = match ran.answered.answers {
            [None, None] => way.wiring.reads,
            _ => ran.reads,
        };
        way.answered = ran.answered;
        if trying.is_right(&way.answered) {
            return way;
        }
        let mut cut = Cut::ALL
            .into_iter()
            .filter_map(|cut| self.cut(trying, &way, cut));
        cut.find(|way| trying.is_right(&way.answered))
            .unwrap_or(way)
    }

    /// Runs a candidate on the input and on the texts of the day's tests, all of them trimmed in the
    /// same way.
    fn on_texts(&self, trying: &Trying, index: usize, cut: Option<Cut>) -> Ran {
        let puzzle = trying.day.puzzle;
        let run = |text: &str| self.answers(puzzle, index, cut.map_or(text, |cut| cut.of(text)));
        let mut ran = trying.input.map_or_else(Ran::default, run);
        for test in &trying.day.tested[index] {
            let given = run(&test.text).answered.answers;
            for (&part, expected) in &test.answers {
                ran.answered.tests.push(TestAnswer {
                    part,
                    expected: expected.clone(),
                    given: given[part.index()].clone(),
                });
            }
        }
        ran
    }

    /// Runs a way on the trimmed texts. `None` if the input has nothing to trim, or if the way
    /// reads or cuts the input itself.
    pub(super) fn cut(&self, trying: &Trying, way: &Way, cut: Cut) -> Option<Way> {
        let input = trying.input?;
        if way.wiring.text.is_some() || way.wiring.reads || cut.of(input) == input {
            return None;
        }
        let mut answered = Answered::default();
        for &index in &way.candidates {
            let own = self.on_texts(trying, index, Some(cut)).answered;
            for (all, own) in answered.answers.iter_mut().zip(own.answers) {
                *all = all.take().or(own);
            }
            answered.tests.extend(own.tests);
        }
        let wiring = Wiring {
            text: Some(cut.expression().to_owned()),
            ..way.wiring.clone()
        };
        Some(Way {
            wiring,
            answered,
            cut: Some(cut),
            candidates: way.candidates.clone(),
        })
    }

    /// Whether a candidate with a parsed input gives other answers if its parts are called again or
    /// in another order, as `bench` does. Then a part changes the input of the next call.
    pub(super) fn changes_input(&self, trying: &Trying, way: &Way) -> bool {
        let (Some(input), true) = (trying.input, way.wiring.input.is_some()) else {
            return false;
        };
        let input = way.cut.map_or(input, |cut| cut.of(input));
        let mut calls = BTreeMap::<String, BTreeSet<String>>::new();
        for index in &way.candidates {
            let name = index.to_string();
            let output = self.run(trying.day.puzzle, &name, input, Repetition::InAllOrders);
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
    fn answers(&self, puzzle: Puzzle, index: usize, input: &str) -> Ran {
        let mut ran = Ran::default();
        let output = self.run(puzzle, &index.to_string(), input, Repetition::Once);
        for line in output.unwrap_or_default().lines() {
            let answer = match line.split_once('\t') {
                Some((part, answer)) => (part, answer.replace("\\n", "\n")),
                None => continue,
            };
            match answer {
                ("1", answer) => ran.answered.set(Part::One, Some(answer)),
                ("2", answer) => ran.answered.set(Part::Two, Some(answer)),
                ("reads", _) => ran.reads = true,
                _ => {}
            }
        }
        ran
    }

    /// The output file of a year's program for a candidate. `None` if the program failed before it
    /// wrote one, or the user has interrupted the import.
    pub(super) fn run(
        &self,
        puzzle: Puzzle,
        way: &str,
        input: &str,
        repetition: Repetition,
    ) -> Option<String> {
        if self.cancel.is_cancelled() {
            return None;
        }
        let program = self.programs.get(&puzzle.year)?;
        let name = format!("{}/{way}", module_name(puzzle.day));
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
            deadline: Instant::now() + LONGEST,
            memory: MOST_MEMORY,
            output: MOST_OUTPUT,
        };
        // Answers that it wrote before it was killed count, too.
        let _ = run_within(&limits, self.cancel, command, "");
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

/// How programs trim the input before they use it.
#[derive(Clone, Copy)]
pub(super) enum Cut {
    End,
    BothEnds,
}

impl Cut {
    const ALL: [Self; 2] = [Self::End, Self::BothEnds];

    fn of(self, text: &str) -> &str {
        match self {
            Self::End => text.trim_end(),
            Self::BothEnds => text.trim(),
        }
    }

    fn expression(self) -> &'static str {
        match self {
            Self::End => "input.trim_end()",
            Self::BothEnds => "input.trim()",
        }
    }
}
