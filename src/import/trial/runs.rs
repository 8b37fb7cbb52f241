//! Runs the candidates of a day that compile, each in a process of its own, and reads their
//! answers.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{read_to_string, remove_file};
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use aoc_solution::Part;

use super::protocol::{self, OutputLine, Task};
use super::state::TrialDay;
use crate::config::{ChildEnv, HOME_VARIABLE};
use crate::error::{CliError, Result, file_error};
use crate::files::write_source;
use crate::import::MOST_MEMORY;
use crate::import::compare::{Agreement, Answered, ComparedAnswers, Known, Refuting, TestAnswer};
use crate::import::wiring::Wiring;
use crate::processes::{CancelToken, ProgramLimits, run_within};
use crate::terminal::one_line;

/// The longest run of a candidate.
pub const LONGEST_RUN: Duration = Duration::from_secs(20);

/// The longest time for all runs of a day.
pub const LONGEST_TRIAL: Duration = Duration::from_mins(2);

/// The most bytes that a candidate may print.
const MOST_OUTPUT: u64 = 64 << 20;

/// The settings of all runs.
pub struct RunSettings<'t> {
    pub environment: &'t ChildEnv,
    /// The folder in which candidates run. It is also their home folder.
    pub folder: &'t Path,
    pub cancel: &'t CancelToken,
    /// The longest run of a candidate.
    pub longest_run: Duration,
    /// The longest time for all runs of a day.
    pub longest: Duration,
}

/// The facts about a day that its answers depend on.
pub struct DayFacts<'t> {
    pub day: &'t TrialDay,
    /// The program of its year.
    pub program: &'t Path,
    pub input: Option<String>,
    pub known: Known,
}

/// The runs of a day's candidates.
pub struct DayRuns<'t> {
    settings: &'t RunSettings<'t>,
    pub facts: DayFacts<'t>,
    deadline: Instant,
    /// Whether the deadline has ended a run, or kept one from starting.
    is_cut_short: Cell<bool>,
    /// The error because of which a run could not start. Nothing runs after it.
    error: RefCell<Option<CliError>>,
}

/// The result of running a candidate, or two candidates that answer one part each.
#[derive(Clone)]
pub struct CandidateResult {
    pub candidates: Vec<usize>,
    pub wiring: Wiring,
    pub answered: Answered,
    /// Its answers, compared with everything that is known.
    pub compared: ComparedAnswers,
    /// Whether a limit ended a run, so that nobody knows what the answer would be.
    pub did_not_end: bool,
    /// The way in which the input was trimmed for these answers.
    trim: Option<Trim>,
}

impl CandidateResult {
    fn new(
        candidates: Vec<usize>,
        wiring: Wiring,
        output: RunOutput,
        trim: Option<Trim>,
        known: &Known,
    ) -> Self {
        Self {
            candidates,
            wiring,
            compared: ComparedAnswers::of(&output.answered, known, Refuting::ByOrder),
            answered: output.answered,
            did_not_end: output.did_not_end,
            trim,
        }
    }

    /// Combines two results: this one answers one part, and `other` the other part.
    pub fn with(mut self, other: Self, known: &Known) -> Self {
        self.candidates.extend(other.candidates);
        self.wiring = self.wiring.with(other.wiring);
        self.answered.add(other.answered);
        self.compared = ComparedAnswers::of(&self.answered, known, Refuting::ByOrder);
        self.did_not_end |= other.did_not_end;
        self
    }

    /// True if its answers are right as far as is known. Then the input is not trimmed.
    pub fn is_right(&self, known: &Known) -> bool {
        let has_right = if known.is_empty() {
            self.answered.has_answer()
        } else {
            self.compared.by_input.contains(&Agreement::Equal)
        };
        has_right && self.compared.wrong.is_empty()
    }

    /// True if it gives an answer to the day's input, or in a test.
    pub fn has_answers(&self) -> bool {
        let mut tests = self.answered.tests.iter();
        self.answered.has_answer() || tests.any(|test| test.given.is_some())
    }

    /// True if a limit ended it before it gave an answer, so that its answers may be the right ones.
    pub fn is_endless(&self) -> bool {
        self.did_not_end && !self.has_answers()
    }

    pub fn answers_both_parts(&self) -> bool {
        self.answered.answers.iter().all(Option::is_some)
    }

    /// Its calls, for messages: `` `part1(input)` ``.
    pub fn shown_calls(&self) -> String {
        let calls = self.wiring.shown_calls();
        let calls = calls.iter().map(|call| format!("`{}`", one_line(call)));
        calls.collect::<Vec<_>>().join(" and ")
    }

    /// Its answers to the input, for messages.
    pub fn shown_answers(&self) -> String {
        let answers = self.answered.answers.iter().flatten();
        let answers = answers.map(|answer| one_line(answer));
        answers.collect::<Vec<_>>().join(" and ")
    }
}

/// The answers of a candidate before they are compared.
#[derive(Default)]
struct RunOutput {
    answered: Answered,
    /// Whether its code read the input itself.
    reads: bool,
    /// Whether a limit ended the run.
    did_not_end: bool,
}

/// The end of a process.
#[derive(Default)]
struct ProcessEnd {
    /// The output file of the year's program. `None` if the program failed before it wrote one or
    /// could not start, the time of the day is over, or the user has interrupted the import.
    output: Option<String>,
    /// Whether a limit ended it.
    did_not_end: bool,
}

impl<'t> DayRuns<'t> {
    /// Starts the time that all runs of the day may take.
    pub fn start(settings: &'t RunSettings<'t>, facts: DayFacts<'t>) -> Self {
        Self {
            settings,
            facts,
            deadline: Instant::now() + settings.longest,
            is_cut_short: Cell::new(false),
            error: RefCell::new(None),
        }
    }

    /// The time after which the runs were ended, if candidates are left that did not run to their
    /// end.
    pub fn cut_short(&self) -> Option<Duration> {
        self.is_cut_short.get().then_some(self.settings.longest)
    }

    /// Fails if a run could not start. Then the answers say nothing about the day.
    pub fn check(&self) -> Result<()> {
        match self.error.take() {
            Some(error) => Err(error),
            None => Ok(()),
        }
    }

    /// The longest run of a candidate.
    pub fn longest_run(&self) -> Duration {
        self.settings.longest_run
    }

    /// The candidates that answer one part. With `None`, those that answer the whole day.
    pub fn candidates_for(&self, part: Option<Part>) -> impl Iterator<Item = usize> {
        let day = self.facts.day;
        let remaining = day.remaining.iter().copied();
        remaining.filter(move |number| day.candidate(*number).part == part)
    }

    /// For each set of functions that `result` does not use, the first candidate that answers a part
    /// by them.
    pub fn rivals_of<'s>(
        &'s self,
        result: &'s CandidateResult,
    ) -> impl Iterator<Item = usize> + 's {
        let mut seen = BTreeSet::from(Part::BOTH.map(|part| result.wiring.functions_for(part)));
        let day = self.facts.day;
        day.remaining.iter().copied().filter(move |number| {
            let candidate = day.candidate(*number);
            let is_rival = !candidate.is_fallback && !candidate.is_helper;
            let Some(part) = candidate.part.filter(|_| is_rival) else {
                return false;
            };
            let functions = candidate.wiring.functions_for(part);
            !functions.is_empty() && seen.insert(functions)
        })
    }

    /// True if the answers to all parts of the puzzle are known to be right.
    pub fn is_settled(&self, result: &CandidateResult) -> bool {
        Part::BOTH
            .into_iter()
            .take(self.facts.known.parts)
            .all(|part| self.is_part_settled(result, part))
    }

    /// True if the answer to a part is known to be right. A test tells that only if there is no
    /// input: several candidates may pass a test, and give different answers to the input.
    pub fn is_part_settled(&self, result: &CandidateResult, part: Part) -> bool {
        let ComparedAnswers {
            by_input, parts, ..
        } = &result.compared;
        let is_known = by_input[part.index()] == Agreement::Equal || self.facts.input.is_none();
        is_known && parts[part.index()] == Some(Agreement::Equal)
    }

    /// Runs a candidate on the input and on the texts of the day's tests. If its answers are not
    /// right, runs it on the trimmed texts, because nearly all programs trim their input.
    pub fn try_candidate(&self, number: usize) -> CandidateResult {
        let output = self.run_on_texts(number, None);
        let known = &self.facts.known;
        let mut wiring = self.facts.day.candidate(number).wiring.clone();
        if output.answered.has_answer() {
            wiring.reads = output.reads;
        }
        let result = CandidateResult::new(vec![number], wiring, output, None, known);
        if result.is_right(known) {
            return result;
        }
        Trim::ALL
            .into_iter()
            .filter_map(|trim| self.trimmed(&result, trim))
            .find(|trimmed| trimmed.is_right(known))
            .unwrap_or(result)
    }

    /// Runs a candidate on the input and on the texts of the day's tests, all of them trimmed in the
    /// same way.
    fn run_on_texts(&self, number: usize, trim: Option<Trim>) -> RunOutput {
        let run = |text: &str| self.run_on_text(number, trim.map_or(text, |trim| trim.of(text)));
        let input = self.facts.input.as_deref();
        let mut output = input.map_or_else(RunOutput::default, run);
        for test in self.facts.day.tests_of(number) {
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

    /// Runs the candidates of a result on the trimmed texts. `None` if the input has nothing to
    /// trim, or if the result reads or trims the input itself.
    pub fn trimmed(&self, result: &CandidateResult, trim: Trim) -> Option<CandidateResult> {
        let input = self.facts.input.as_deref()?;
        if result.wiring.text.is_some() || result.wiring.reads || trim.of(input) == input {
            return None;
        }
        let mut output = RunOutput::default();
        for &number in &result.candidates {
            let of_candidate = self.run_on_texts(number, Some(trim));
            output.answered.add(of_candidate.answered);
            output.did_not_end |= of_candidate.did_not_end;
        }
        let wiring = Wiring {
            text: Some(trim.expression().to_owned()),
            ..result.wiring.clone()
        };
        let candidates = result.candidates.clone();
        let known = &self.facts.known;
        Some(CandidateResult::new(
            candidates,
            wiring,
            output,
            Some(trim),
            known,
        ))
    }

    /// The answers of a result when its candidates run once more.
    pub fn answered_again(&self, result: &CandidateResult) -> Answered {
        let mut answered = Answered::default();
        for &number in &result.candidates {
            answered.add(self.run_on_texts(number, result.trim).answered);
        }
        answered
    }

    /// True if a wiring that parses the input once gives other answers if its parts are called
    /// again or in another order, as `bench` does. Then a part changes the input of the next call.
    pub fn changes_input(&self, result: &CandidateResult) -> bool {
        let Some(input) = &self.facts.input else {
            return false;
        };
        let input = result.trim.map_or(&**input, |trim| trim.of(input));
        let mut calls = BTreeMap::<Part, BTreeSet<String>>::new();
        for number in &result.candidates {
            let end = self.run(*number, input, Task::AnswersInAllOrders);
            for line in protocol::lines(&end.output.unwrap_or_default()) {
                // A failure differs from every answer.
                let (part, answer) = match line {
                    OutputLine::Failed(part) => (part, String::new()),
                    OutputLine::Answer(part, answer) => (part, answer),
                    OutputLine::ReadsInput => continue,
                };
                calls.entry(part).or_default().insert(answer);
            }
        }
        calls.values().any(|answers| answers.len() > 1)
    }

    /// Runs a candidate on one text.
    fn run_on_text(&self, number: usize, text: &str) -> RunOutput {
        let mut found = RunOutput::default();
        let end = self.run(number, text, Task::Answers);
        found.did_not_end = end.did_not_end;
        for line in protocol::lines(&end.output.unwrap_or_default()) {
            match line {
                OutputLine::Answer(part, answer) => found.answered.set(part, Some(answer)),
                OutputLine::ReadsInput => found.reads = true,
                OutputLine::Failed(_) => {}
            }
        }
        if self.facts.day.candidate(number).must_read() && !found.reads {
            found.answered = Answered::default();
        }
        found
    }

    /// The output of the day's own `main` on the input, preferably of one that has read the input.
    pub fn output_of_main(&self) -> Option<MainOutput> {
        let DayFacts { day, input, .. } = &self.facts;
        let input = input.as_deref()?;
        let mut other = None;
        for number in &day.remaining {
            let candidate = day.candidate(*number);
            if candidate.printing().is_none() {
                continue;
            }
            let end = self.run(*number, input, Task::Output);
            if end.did_not_end {
                // Its output may be cut off.
                continue;
            }
            let Some((text, has_read)) = end.output.as_deref().and_then(protocol::printed) else {
                continue;
            };
            let output = MainOutput {
                text: text.to_owned(),
                is_about_input: !candidate.must_read() || has_read,
            };
            if !output.is_about_input {
                other.get_or_insert(output);
            } else if !text.trim().is_empty() {
                return Some(output);
            }
        }
        other
    }

    /// Runs the year's program for a candidate, if there is time left.
    fn run(&self, candidate: usize, input: &str, task: Task) -> ProcessEnd {
        if self.settings.cancel.is_cancelled() || self.error.borrow().is_some() {
            return ProcessEnd::default();
        }
        if Instant::now() >= self.deadline {
            self.is_cut_short.set(true);
            return ProcessEnd::default();
        }
        let end = self.run_program(candidate, input, task);
        if Instant::now() >= self.deadline {
            self.is_cut_short.set(true);
        }
        end.unwrap_or_else(|error| {
            self.error.replace(Some(error));
            ProcessEnd::default()
        })
    }

    /// Runs the year's program for a candidate. Fails if it cannot be started with the input.
    fn run_program(&self, candidate: usize, input: &str, task: Task) -> Result<ProcessEnd> {
        let RunSettings {
            environment,
            folder,
            cancel,
            longest_run,
            ..
        } = *self.settings;
        let program = self.facts.program;
        let puzzle = self.facts.day.puzzle();
        let name = protocol::argument(puzzle.day, candidate, task);
        let file = format!("{}-{}", puzzle.year, name.replace('/', "-"));
        let [input_file, output] = ["in", "out"].map(|end| folder.join(format!("{file}.{end}")));
        write_source(&input_file, input)?;
        let _ = remove_file(&output);
        let mut command = Command::new(program);
        environment.apply_to(&mut command);
        command
            .current_dir(folder)
            .env(HOME_VARIABLE, folder)
            .arg(name)
            .arg(&input_file)
            .arg(&output);
        if task == Task::AnswersInAllOrders {
            command.arg(protocol::IN_ALL_ORDERS);
        }
        let limits = ProgramLimits {
            deadline: self.deadline.min(Instant::now() + longest_run),
            memory: MOST_MEMORY,
            output: MOST_OUTPUT,
        };
        let ended = run_within(&limits, cancel, command, "").map_err(|error| {
            file_error(format!("cannot start {}", program.display())).caused_by(error)
        })?;
        // Answers that it wrote before it was killed count, too.
        Ok(ProcessEnd {
            output: read_to_string(&output).ok(),
            did_not_end: ended.is_none(),
        })
    }
}

/// The output of the day's own `main`.
pub struct MainOutput {
    pub text: String,
    /// Whether it was given the input, or has read it.
    pub is_about_input: bool,
}

/// The blanks that a program removes from the input before it uses it.
#[derive(Clone, Copy)]
pub enum Trim {
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

    pub fn expression(self) -> &'static str {
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

    use super::super::decision::{DecidedDay, decide_day};
    use super::*;
    use crate::error::Exit;
    use crate::import::compare::{Doubt, ProgramOutput};
    use crate::import::trial::state::tests::day_of;
    use crate::import::{DayDecision, NotCopied};
    use crate::testing::{no_variables, write};

    /// The calls of a day with `part1`, whose program gives 5, within this time.
    fn decision_within(longest: Duration) -> DayDecision {
        let code = "fn part1(i: &str) -> usize { i.len() }";
        let script = "printf '1\\t5\\n' > \"$3\"";
        day_with(code, script, Known::default(), longest).decision
    }

    /// The result for a day with this code, whose program is a script.
    fn day_with(code: &str, script: &str, known: Known, longest: Duration) -> DecidedDay {
        day_within(code, script, known, [LONGEST_RUN, longest])
    }

    /// The result for a day, with the limits of a run and of all runs.
    fn day_within(code: &str, script: &str, known: Known, limits: [Duration; 2]) -> DecidedDay {
        let temp = tempfile::tempdir().expect("a folder");
        let program = temp.path().join("program");
        write_source(&program, format!("#!/bin/sh\n{script}\n")).expect("a file");
        set_permissions(&program, PermissionsExt::from_mode(0o755)).expect("a file");
        decided_in(temp.path(), temp.path(), code, known, limits).expect("a result")
    }

    /// The result for a day whose program is the file `program` in `temp`. It runs in `folder`.
    fn decided_in(
        temp: &Path,
        folder: &Path,
        code: &str,
        known: Known,
        limits: [Duration; 2],
    ) -> Result<DecidedDay> {
        let input = if code.contains("trim") {
            "abcde\n"
        } else {
            "abcde"
        };
        let program = temp.join("program");
        let settings = RunSettings {
            environment: &no_variables(),
            folder,
            cancel: &CancelToken::default(),
            longest_run: limits[0],
            longest: limits[1],
        };
        let facts = DayFacts {
            day: &day_of("2020/day01.rs", code),
            program: &program,
            input: Some(input.to_owned()),
            known,
        };
        decide_day(DayRuns::start(&settings, facts))
    }

    #[test]
    fn an_output_of_the_old_program_that_is_not_about_the_input_is_no_evidence() {
        let code =
            "fn part1(i: &str) -> usize { i.len() } fn main() { println!(\"{}\", part1(\"\")); }";
        for (printed, old, expected) in [
            // `main` has printed the same without the input.
            ("not read\\n700\\n", "700\n", Vec::new()),
            ("not read\\n", "700\n", vec![Some(Doubt::IgnoresInput)]),
            (
                "not read\\n800\\n",
                "700\n",
                vec![Some(Doubt::IgnoresInput)],
            ),
            ("read\\n500\\n", "500\n", vec![None]),
        ] {
            let script = format!(
                "case $1 in */output) printf '{printed}' > \"$3\";; *) printf '1\\t500\\n' > \"$3\";; esac"
            );
            let output = ProgramOutput {
                text: old.to_owned(),
                doubt: None,
            };
            let known = Known {
                outputs: vec![output],
                ..Known::default()
            };
            let decided = day_with(code, &script, known, Duration::from_mins(2));
            let outputs = decided.outputs.iter().map(|output| output.doubt);
            assert!(outputs.eq(expected), "{printed}");
            let is_taken = matches!(decided.decision, DayDecision::Taken { .. });
            assert!(is_taken, "{printed}");
        }
    }

    #[test]
    fn an_output_that_is_cut_off_refutes_nothing() {
        let code =
            "fn part1(i: &str) -> usize { i.len() } fn main() { println!(\"{}\", part1(\"\")); }";
        let script = "case $1 in */output) printf 'read\\n50' > \"$3\"; sleep 60;; \
                      *) printf '1\\t500\\n' > \"$3\";; esac";
        let limits = [Duration::from_secs(1), Duration::from_mins(2)];
        let decided = day_within(code, script, Known::default(), limits);
        assert!(matches!(decided.decision, DayDecision::Taken { .. }));
    }

    #[test]
    fn the_output_of_the_old_program_is_shown_beside_calls_that_disagree() {
        let code = "fn part1(i: &str) -> usize { 1 } fn solve1(i: &str) -> usize { 2 }";
        let script =
            "case $1 in */0|*/1) printf '1\\t5\\n' > \"$3\";; *) printf '1\\t6\\n' > \"$3\";; esac";
        let output = ProgramOutput {
            text: "147\n637\n".to_owned(),
            doubt: Some(Doubt::Repeated),
        };
        let known = Known {
            outputs: vec![output],
            ..Known::default()
        };
        let decided = day_with(code, script, known, Duration::from_mins(2));
        let DayDecision::Refused(NotCopied::Unclear(why)) = decided.decision else {
            panic!("a call is taken");
        };
        let expected = "its calls disagree: `part1(input)` gave 5, `solve1(input)` gave 6; choose \
                        with `--part1`; the old program printed `147; 637`";
        assert_eq!(why, expected);
    }

    #[test]
    fn a_day_whose_calls_take_too_long_is_left_to_the_user() {
        let in_time = decision_within(Duration::from_mins(2));
        assert!(matches!(in_time, DayDecision::Taken { .. }));
        let DayDecision::Refused(NotCopied::Unclear(why)) = decision_within(Duration::ZERO) else {
            panic!("a call is taken");
        };
        let expected = "not all of its calls ran within 0 seconds: choose with `--part1` and \
                        `--part2`";
        assert_eq!(why, expected);
    }

    #[test]
    fn a_run_that_cannot_start_is_an_error_and_no_property_of_the_day() {
        let temp = tempfile::tempdir().expect("a folder");
        let code = "fn part1(i: &str) -> usize { i.len() }";
        let limits = [LONGEST_RUN, LONGEST_TRIAL];
        write(temp.path(), "file", "");
        for (folder, expected) in [
            (temp.path().to_owned(), "cannot start "),
            (temp.path().join("file"), "cannot write "),
        ] {
            let decided = decided_in(temp.path(), &folder, code, Known::default(), limits);
            let Err(error) = decided else {
                panic!("the day is decided: {expected}");
            };
            assert_eq!(error.exit, Exit::Files, "{error}");
            assert!(error.to_string().starts_with(expected), "{error}");
        }
    }

    #[test]
    fn a_call_that_does_not_end_is_not_replaced_by_one_that_does() {
        let limits = [Duration::from_secs(1), Duration::from_mins(2)];
        let ends = "printf '1\\t5\\n' > \"$3\"";
        let code = "fn part1(i: &str) -> usize { 1 } fn solve1(i: &str) -> usize { 2 }";
        for (code, script, expected) in [
            (
                code,
                format!("case $1 in */0|*/1) sleep 60;; *) {ends};; esac"),
                "part 1: `part1(input)` did not end within 1 second, and `solve1(input)` gave 5: \
                 choose with `--part1`",
            ),
            (
                "fn part1(i: &str) -> usize { 1 }",
                "sleep 60".to_owned(),
                "no call of it ended within 1 second: call it with `--part1` and `--part2`",
            ),
        ] {
            let decided = day_within(code, &script, Known::default(), limits);
            let DayDecision::Refused(NotCopied::Unclear(why)) = decided.decision else {
                panic!("a call is taken");
            };
            assert_eq!(why, expected);
        }
    }

    #[test]
    fn a_call_that_does_not_end_is_not_replaced_by_one_that_parses_once() {
        let limits = [Duration::from_secs(1), Duration::from_mins(2)];
        let code = "fn parse(i: &str) -> Vec<u8> { vec![] } fn part1(v: &[u8]) -> usize { 1 } \
                    fn part2(v: &[u8]) -> usize { 2 } fn solve1(v: &[u8]) -> usize { 3 }";
        let day = day_of("2020/day01.rs", code);
        let calls_other = |number: &usize| {
            let functions = day.candidate(*number).wiring.functions_for(Part::One);
            functions.contains(&"solve1")
        };
        let numbers = day.remaining.iter().copied().filter(calls_other);
        let patterns: Vec<String> = numbers.map(|number| format!("*/{number}")).collect();
        let script = format!(
            "case $1 in {}) sleep 60;; *) printf '1\\t5\\n2\\t6\\n' > \"$3\";; esac",
            patterns.join("|")
        );
        let decided = day_within(code, &script, Known::default(), limits);
        let DayDecision::Refused(NotCopied::Unclear(why)) = decided.decision else {
            panic!("a call is taken");
        };
        let expected = "part 1: `solve1(parse(input))` did not end within 1 second, and \
                        `part1(parse(input))` and `part2(parse(input))` gave 5 and 6: choose with \
                        `--part1`";
        assert_eq!(why, expected);
    }

    #[test]
    fn a_call_that_does_not_end_on_the_trimmed_input_does_not_agree() {
        let limits = [Duration::from_secs(1), Duration::from_mins(2)];
        let code = "fn part1(i: &str) -> usize { i.trim().len() }";
        let answer = "printf '1\\t5\\n' > \"$3\"";
        let decided = day_within(code, answer, Known::default(), limits);
        assert!(matches!(decided.decision, DayDecision::Taken { .. }));
        let sleeps = format!("if [ $(wc -c < \"$2\") = 6 ]; then {answer}; else sleep 60; fi");
        let decided = day_within(code, &sleeps, Known::default(), limits);
        let DayDecision::Refused(NotCopied::Unclear(why)) = decided.decision else {
            panic!("a call is taken");
        };
        let expected = "its answers may depend on blanks at the end of the input: `part1(input)` \
                        gave 5, and did not end within 1 second with `--text \
                        'input.trim_end()'`; choose with `--text`, or compare with `--run-old`";
        assert_eq!(why, expected);
    }

    #[test]
    fn each_candidate_that_compiles_is_run_until_one_is_right() {
        let functions = ["part1", "part1_b", "part1_c", "solve_1"];
        let parsers = ["parse", "parse_b", "read", "load"];
        let mut code = String::new();
        for name in functions {
            code += &format!("fn {name}(v: Vec<u8>) -> usize {{ 1 }}\n");
        }
        for name in parsers {
            code += &format!("fn {name}(i: &str) -> Vec<u8> {{ vec![] }}\n");
        }
        let count = day_of("2020/day01.rs", &code).remaining.len();
        assert!(count > 16, "{count}");
        let last = count - 1;
        let script = format!(
            "case $1 in */{last}) printf '1\\t5\\n' > \"$3\";; *) printf '1\\t6\\n' > \"$3\";; esac"
        );
        let known = Known {
            answers: BTreeMap::from([(Part::One, "5".to_owned())]),
            ..Known::default()
        };
        let decided = day_with(&code, &script, known, Duration::from_mins(2));
        assert!(matches!(decided.decision, DayDecision::Taken { .. }));
    }
}
