//! The state of a day in a trial: the candidates that compile, and the decision.

use std::collections::BTreeSet;

use aoc_solution::Part;

use crate::import::candidates::wiring::Wiring;
use crate::import::candidates::{Candidate, Rank, wiring_by_names};
use crate::import::left_out::reason::Reason;
use crate::import::repository::OldRepository;
use crate::import::repository::day_decision::{Certainty, DayDecision};
use crate::import::repository::day_file::{DayFile, DayKind};
use crate::puzzle::{Puzzle, other_part, parts_in_calendar};

/// A day in a trial, with its remaining candidates and the decision about it.
pub struct TrialDay {
    pub day_file: DayFile,
    /// True if the day's code, or code that is not a day, calls a function like `trim`.
    pub calls_trim: bool,
    /// True if the day's own `main` removes whitespace from the end of a text.
    pub main_trims: bool,
    /// The reason for not calling functions that may be solutions, but whose names do not say their
    /// part.
    pub why_no_part_named: Option<Reason>,
    /// The numbers of the candidates that are not dropped. They compile as far as is known. If the
    /// user's expression for one part compiles, only it and candidates for the other part remain.
    pub remaining: BTreeSet<usize>,
    /// The numbers of the candidates that do not compile, with the compiler's errors, in the order
    /// in which the candidates were dropped.
    errors: Vec<(usize, String)>,
    state: DayState,
}

/// The state of a day in a trial.
pub enum DayState {
    /// Nothing is decided yet, and the next build compiles the day's module.
    Undecided,
    /// The own code of a day of `aoc` does not compile. The day is copied, so that the user can
    /// correct the code.
    Broken,
    Decided(DayDecision),
}

/// The candidates that run together, because they answer the same parts in the same way.
#[derive(Clone, Copy, PartialEq)]
pub enum Step {
    /// Candidates for the whole day that parse the input once.
    ParsingOnce,
    OnePart(Part),
    /// Other candidates for the whole day.
    BothParts,
    /// Candidates that take all answers of the day from an output.
    Printing,
}

impl Step {
    pub fn of(candidate: &Candidate) -> Self {
        let wiring = &candidate.wiring;
        match candidate.part {
            Some(part) => Self::OnePart(part),
            None if wiring.parse.is_some() => Self::ParsingOnce,
            None if wiring.captures_output() => Self::Printing,
            None => Self::BothParts,
        }
    }

    /// The parts of the day that candidates of this step answer.
    pub fn parts(self, day: &TrialDay) -> &'static [Part] {
        match self {
            Self::OnePart(Part::One) => &[Part::One],
            Self::OnePart(Part::Two) => &[Part::Two],
            Self::ParsingOnce | Self::BothParts | Self::Printing => day.parts(),
        }
    }
}

impl TrialDay {
    pub fn new(repository: &OldRepository, day_file: &DayFile) -> Self {
        let source = repository.source(&day_file.file);
        let parts = parts_in_calendar(day_file.puzzle);
        Self {
            main_trims: repository
                .file(&day_file.file)
                .is_ok_and(|file| file.main_trims),
            day_file: day_file.clone(),
            calls_trim: repository.calls_trim(day_file),
            why_no_part_named: source
                .ok()
                .and_then(|source| Reason::names_without_part(source, parts)),
            remaining: (0..day_file.candidates().len()).collect(),
            errors: Vec::new(),
            state: DayState::Undecided,
        }
    }

    pub fn puzzle(&self) -> Puzzle {
        self.day_file.puzzle
    }

    /// The parts that the puzzle has, without the part that the user's expression answers.
    pub fn parts(&self) -> &'static [Part] {
        match self.call_of_user().and_then(|call| call.part) {
            Some(Part::One) => &[Part::Two],
            Some(Part::Two) => &[Part::One],
            None => parts_in_calendar(self.puzzle()),
        }
    }

    pub fn candidate(&self, number: usize) -> &Candidate {
        &self.day_file.candidates()[number]
    }

    /// The remaining candidates that run: all but the user's expressions.
    pub fn candidates_to_run(&self) -> impl Iterator<Item = usize> {
        self.remaining
            .iter()
            .copied()
            .filter(|number| !self.candidate(*number).is_of_user())
    }

    /// The candidates to run in a step.
    pub fn candidates_in(&self, step: Step) -> impl Iterator<Item = usize> {
        self.candidates_to_run()
            .filter(move |number| Step::of(self.candidate(*number)) == step)
    }

    /// Candidates for a part with a call that the wiring does not have. Fallbacks and helpers are
    /// left out. For each such call, only the first candidate is returned, because the others only
    /// convert the input differently.
    pub fn rivals_of(&self, wiring: &Wiring) -> Vec<(Part, usize)> {
        let mut seen = BTreeSet::from(Part::BOTH.map(|part| wiring.shown_call(part)));
        let mut rivals = Vec::new();
        for number in self.candidates_to_run() {
            let candidate = self.candidate(number);
            if let Some(part) = candidate.part
                && candidate.rank < Rank::Fallback
                && seen.insert(candidate.wiring.shown_call(part))
            {
                rivals.push((part, number));
            }
        }
        rivals
    }

    /// True if a candidate takes both answers from an output.
    pub fn prints_both_parts(&self, number: usize) -> bool {
        self.candidate(number).wiring.printing_both().is_some()
    }

    /// True if a remaining candidate calls the day's own `main`. The copy must then contain it.
    pub fn calls_main(&self) -> bool {
        self.remaining
            .iter()
            .any(|number| self.candidate(*number).wiring.calls_main())
    }

    /// Drops the candidates that call `main`, because `main` may contain the error. If no other
    /// candidate remains, the day's own code fails with the reason `why`.
    pub fn drop_main(&mut self, why: &str) {
        let candidates = self.day_file.candidates();
        self.remaining
            .retain(|number| !candidates[*number].wiring.calls_main());
        if self.remaining.is_empty() {
            self.own_code_fails(why);
        }
    }

    /// The compiler's error about the first candidate for a part that does not compile.
    pub fn error_for(&self, part: Part) -> Option<&str> {
        let (_, error) = self
            .errors
            .iter()
            .find(|(number, _)| self.candidate(*number).part == Some(part))?;
        Some(error)
    }

    pub fn is_undecided(&self) -> bool {
        matches!(self.state, DayState::Undecided)
    }

    /// True if the day's remaining candidates are compiled and run. False for a day of `aoc`, which
    /// has none.
    pub fn is_open(&self) -> bool {
        self.is_undecided() && !self.day_file.candidates().is_empty()
    }

    /// True if the decision is not to import the day.
    pub fn is_refused(&self) -> bool {
        matches!(self.state, DayState::Decided(Err(_)))
    }

    /// The wiring of the copy, if that is the decision.
    pub fn taken_wiring(&self) -> Option<&Wiring> {
        match &self.state {
            DayState::Decided(Ok(taken)) => Some(&taken.wiring),
            _ => None,
        }
    }

    /// The puzzle with the day's file and the decision about it. `None` for a day of `aoc`.
    pub fn into_decision(self) -> Option<(Puzzle, (String, DayDecision))> {
        let puzzle = self.puzzle();
        match self.state {
            DayState::Decided(decision) => Some((puzzle, (self.day_file.file, decision))),
            DayState::Undecided | DayState::Broken => None,
        }
    }

    /// Decides about the day, whose candidates are then neither compiled nor run. A later decision
    /// replaces an earlier one, for example if a file that days share does not compile.
    pub fn decide(&mut self, decision: DayDecision) {
        self.state = DayState::Decided(decision);
    }

    /// Decides that the day is not imported, because it cannot be copied or built.
    pub fn refuse(&mut self, why: &str) {
        self.decide(Err(Reason::Unfit(why.to_owned())));
    }

    /// Drops a candidate because of a compiler error.
    pub fn drop_candidate(&mut self, number: usize, error: &str) {
        self.errors.push((number, error.to_owned()));
        if self.is_open() {
            self.remaining.remove(&number);
        }
    }

    /// The first remaining candidate that consists of the user's expressions. When a day runs, this
    /// is the expression for one part, and the trial decides about the other part.
    pub fn call_of_user(&self) -> Option<&Candidate> {
        self.remaining
            .iter()
            .map(|number| self.candidate(*number))
            .find(|candidate| candidate.is_of_user())
    }

    /// The note that the user's expressions do not compile. `None` if they do, or if there are
    /// none.
    pub fn broken_call(&self) -> Option<String> {
        let wiring = self.day_file.user_call.wiring()?;
        if self.call_of_user().is_some() {
            return None;
        }
        // The first candidate of the user has the expressions as the user wrote them.
        let (_, error) = self
            .errors
            .iter()
            .filter(|(number, _)| self.candidate(*number).is_of_user())
            .min_by_key(|(number, _)| number)?;
        let options = match Part::BOTH.map(|part| wiring.answers(part)) {
            [true, true] => "`--part1` and `--part2` do not",
            [true, false] => "`--part1` does not",
            [false, _] => "`--part2` does not",
        };
        Some(format!("{options} compile here: {error}"))
    }

    /// Takes the user's expressions if they compile. If only one part has an expression, the
    /// candidates for the other part remain, and the day stays open. Call this when the remaining
    /// candidates of open days have no errors.
    pub fn take_expressions(&mut self) {
        if !self.is_open() {
            return;
        }
        let Some(call) = self.call_of_user() else {
            return;
        };
        let other: BTreeSet<usize> = match call.part {
            Some(part) => {
                let step = Step::OnePart(other_part(part));
                self.candidates_in(step).collect()
            }
            None => BTreeSet::new(),
        };
        if other.is_empty() {
            let taken = self.day_file.untried(call.wiring.clone());
            self.decide(Ok(Box::new(taken)));
        } else {
            let candidates = self.day_file.candidates();
            self.remaining
                .retain(|number| other.contains(number) || candidates[*number].is_of_user());
        }
    }

    /// The decision that the call of the day is not clear for this reason. If the user's
    /// expressions do not compile, their error is added.
    pub fn unclear(&self, why: Reason) -> DayDecision {
        Err(match self.broken_call() {
            Some(broken_call) => Reason::Unclear(format!("{why}; {broken_call}")),
            None => why,
        })
    }

    /// Decides about an open day if none of its candidates compiles.
    pub fn decide_without_candidates(&mut self) {
        if !self.is_open() || !self.remaining.is_empty() {
            return;
        }
        let mut functions = self.day_file.part_functions.iter();
        let reason = if let Some(why) = self.broken_call() {
            Reason::Unclear(why)
        } else if let Some(function) = functions.find(|function| function.takes_more) {
            Reason::takes_more(&function.path, function.part)
        } else {
            let error = self.errors.first().map_or("", |(_, error)| error);
            Reason::Unclear(format!("none of its possible calls compiles: {error}"))
        };
        self.decide(Err(reason));
    }

    /// Decides about a day whose own code does not compile. A day of `aoc`, and a day that the user
    /// or names say how to call, are copied, so that the user can correct them. An expression that
    /// was dropped does not count, and a later trial may replace the copy, because its call was not
    /// compiled.
    pub fn own_code_fails(&mut self, why: &str) {
        if !self.is_undecided() {
            return;
        }
        let mut candidates = self.day_file.candidates().to_vec();
        if self.call_of_user().is_none() {
            candidates.retain(|candidate| !candidate.is_of_user());
        }
        match wiring_by_names(&candidates) {
            Some(wiring) => {
                let mut taken = self.day_file.untried(wiring);
                taken.broken_call = self.broken_call();
                taken.certainty = taken.certainty.min(Certainty::Tried);
                self.decide(Ok(Box::new(taken)));
            }
            None if matches!(self.day_file.kind, DayKind::OfAoc) => self.state = DayState::Broken,
            None => self.refuse(why),
        }
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use crate::import::Import;
    use crate::import::candidates::expr::Expr;
    use crate::import::compare::{KnownFacts, Proof};
    use crate::import::tests::with_request;
    use crate::testing::write;

    /// The day of a folder that has only this file. All candidates of the day remain.
    pub fn day_of(file: &str, code: &str) -> TrialDay {
        let temp = tempfile::tempdir().expect("a folder");
        write(&temp.path().join("old"), file, code);
        with_request(temp.path(), Some("old"), |request| {
            let import = Import::read(request).expect("a folder");
            let repository = import.repository;
            TrialDay::new(&repository, repository.day_files().next().unwrap())
        })
    }

    #[test]
    fn a_day_whose_main_does_not_compile_has_that_reason_if_nothing_else_can_be_called() {
        let main = "fn main() { println!(\"{} {}\", 1, std::fs::read(\"a\")); }\n";
        let function = "fn solve(i: &str) -> (u8, u8) { (1, 2) }\n";
        for (code, is_open) in [(main.to_owned(), false), (main.to_owned() + function, true)] {
            let mut day = day_of("2020/day01.rs", &code);
            assert!(day.calls_main());
            day.drop_main("it does not compile: mismatched types");
            assert_eq!(day.is_open(), is_open, "{code}");
            if let Some((_, (_, decision))) = day.into_decision() {
                let Err(why) = decision else {
                    panic!("names say nothing")
                };
                assert_eq!(why.to_string(), "it does not compile: mismatched types");
            }
        }
    }

    #[test]
    fn a_day_whose_function_takes_more_has_that_reason_if_no_call_compiles() {
        let parse = "fn parse(i: &str) -> Vec<u8> { vec![] }\n";
        for (arguments, expected) in [
            (
                "v: &[u8], n: u8",
                "`part1` takes more than the text: say what, such as `--part1 'part1(input, ...)'`",
            ),
            (
                "v: &[u16]",
                "none of its possible calls compiles: mismatched types",
            ),
        ] {
            let code = format!("{parse}fn part1({arguments}) -> u8 {{ 1 }}\n");
            let mut day = day_of("2020/day01.rs", &code);
            assert!(day.is_open());
            let candidates: Vec<usize> = day.candidates_to_run().collect();
            for number in candidates {
                day.drop_candidate(number, "mismatched types");
            }
            day.decide_without_candidates();
            let (_, (_, decision)) = day.into_decision().expect("it is decided");
            let why = decision.expect_err("it is refused");
            assert_eq!(why.to_string(), expected, "{arguments}");
        }
    }

    #[test]
    fn a_copy_that_prints_its_answers_is_known_by_its_decision() {
        let code = "fn main() { println!(\"{}\", std::fs::read(\"a\")); }\n\
                    fn solve(i: &str) -> (u8, u8) { (1, 2) }\n";
        let known = KnownFacts::printed("5 6\n", Proof::Refutes);
        for (answer, expected) in [
            (None, false),
            (Some("printed(input, 1, || main())"), true),
            (Some("solve(input).0"), false),
        ] {
            let mut day = day_of("2020/day01.rs", code);
            if let Some(answer) = answer {
                let answer = Expr::written(answer);
                let wiring = Wiring::for_part(Part::One, answer);
                day.decide(Ok(Box::new(day.day_file.untried(wiring))));
            }
            let is_own = |day: &TrialDay| {
                let wiring = day.taken_wiring()?;
                let independent = known.clone().independent_of(wiring);
                assert_eq!(independent.outputs.is_empty(), independent.has_own_output);
                Some(independent.has_own_output)
            };
            assert_eq!(is_own(&day).unwrap_or(false), expected, "{answer:?}");
            day.refuse("it does not compile");
            assert_eq!(is_own(&day), None);
        }
    }

    #[test]
    fn a_day_of_aoc_is_decided_from_the_start_and_only_shared_code_refuses_it() {
        let code = "aoc_solution::functions! { Day01, \"T\", part1 = |input| input.len() }\n";
        let mut day = day_of("2020/day01.rs", code);
        assert!(day.is_undecided() && !day.is_open());
        day.own_code_fails("it does not compile");
        assert!(!day.is_refused(), "its copy stays");
        day.decide_without_candidates();
        assert!(!day.is_open() && !day.is_refused() && !day.is_undecided());
        day.refuse("a module does not compile");
        assert!(day.is_refused(), "its copy is taken out");
    }
}
