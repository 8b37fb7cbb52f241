//! Checks the examples in the code of the days.

use crate::executor::Executor;
use crate::letters::{self, Comparison};
use crate::protocol::{DayInfo, OpenedInput, Outcome, Reply, WorkerCommand};
use crate::{Part, Registry};

// These functions are `inline`, so they are compiled only for tests.
impl Registry {
    /// Checks all examples of one day. Calls the example's own function for each part with an
    /// answer, or, if there is none, the primary function and each alternative.
    ///
    /// The tests in a year's `main.rs` call this, once for each day.
    ///
    /// # Panics
    ///
    /// If an example fails, or if the year has no such day. The message lists every example that
    /// fails, not only the first.
    #[inline]
    pub fn test_day(self, day: u8) {
        let failures = check_day(&self, day);
        let list = failures.join("\n");
        assert!(failures.is_empty(), "examples failed:\n\n{list}\n");
    }
}

/// Solves all examples of a day, with the same stack as in a worker. Returns a message for each
/// failure. Panics if there is no such day.
#[inline]
fn check_day(registry: &Registry, number: u8) -> Vec<String> {
    let mut failures = Vec::new();
    let info = match registry.get(number) {
        Ok(day) => day.info(number),
        Err(message) => panic!("{message}"),
    };
    if let Some(problem) = info.name_problem() {
        failures.push(format!("{}/{number}: {problem}", registry.year));
    }
    let started = registry.on_thread(
        number,
        &mut || {
            for index in 0..info.examples.len() {
                failures.extend(check_example(registry, &info, index));
            }
        },
        &mut || (),
    );
    started.expect("a thread for the examples can be started");
    failures
}

/// Solves the example with each function that can solve it. Returns a message for each failure.
#[inline]
fn check_example(registry: &Registry, info: &DayInfo, index: usize) -> Vec<String> {
    let puzzle = format!("{}/{}", registry.year, info.day);
    let number = index + 1;
    let mut executor = Executor::new(registry);
    let opened = executor.handle(WorkerCommand::Open {
        day: info.day,
        input: OpenedInput::Example(index),
    });
    let parsed = outcome(opened);
    if parsed != Outcome::Parsed {
        let got = describe(&parsed);
        return vec![format!("{puzzle} parse, example {number}: got {got}")];
    }
    let mut failures = Vec::new();
    let example = &info.examples[index];
    for part in Part::BOTH {
        let Some(expected) = &example.expected[part.index()] else {
            continue;
        };
        for call in info.calls(part, example.has_own_function[part.index()]) {
            let name = match &call.alternative {
                Some(name) => format!(" ({name})"),
                None => String::new(),
            };
            let got = outcome(executor.handle(WorkerCommand::Run(call)));
            if let Some(difference) = difference(expected, &describe(&got)) {
                failures.push(format!(
                    "{puzzle} part {part}{name}, example {number}: {difference}"
                ));
            }
        }
    }
    failures
}

#[inline]
fn outcome(reply: Reply) -> Outcome {
    match reply {
        Reply::Ran { outcome, .. } => outcome,
        other => unreachable!("the example is there, but the reply is {other:?}"),
    }
}

/// The answer, or the reason why there is none.
pub(crate) fn describe(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Answered(answer) => letters::typed(answer).into_owned(),
        Outcome::Error(message) => format!("an error: {message}"),
        Outcome::Panic(message) => format!("a panic: {message}"),
        Outcome::Unsolved => "no answer: the part is unsolved".to_owned(),
        Outcome::Parsed => String::new(),
    }
}

/// Describes how `got` differs from `expected`. `None` if they are equal.
#[inline]
fn difference(expected: &str, got: &str) -> Option<String> {
    // A letter that is not known agrees with any letter.
    if letters::compare(expected, got) != Comparison::Different {
        None
    } else if expected.contains('\n') || got.contains('\n') {
        let expected = expected.trim_end().replace('\n', "\n    ");
        let got = got.trim_end().replace('\n', "\n    ");
        Some(format!("expected\n    {expected}\n  got\n    {got}\n"))
    } else {
        Some(format!("expected {expected}, got {got}"))
    }
}

#[cfg(test)]
mod tests {
    use std::panic;

    use super::*;
    use crate::{Example, Result};

    /// Sums the numbers of its input.
    mod good {
        use super::*;

        crate::functions!(
            Good,
            "Good",
            Vec<u64>,
            examples = [
                Example::new("1 2 3").part1("6").part2("20000"),
                Example::<Self>::new("4 5").part1_with("4", |numbers| Ok(numbers[0].into())),
                // Without a known answer, only `parse` is checked.
                Example::new("7"),
                Example::<Self>::new("4,5")
                    .parse_with(|text: &str| Ok(parse(&text.replace(',', " "))?))
                    .part1("9")
                    .part2_with("2", |numbers| Ok(numbers.len().into())),
            ],
            // This function fails for an example that has its own function.
            alternatives = [part1 "sum" = part1]
        );

        fn parse(input: &str) -> Result<Vec<u64>, std::num::ParseIntError> {
            assert_eq!(std::thread::current().name(), Some("2020/01"));
            input.split_whitespace().map(str::parse).collect()
        }

        fn part1(numbers: &[u64]) -> u64 {
            numbers.iter().sum()
        }

        /// Deeper than the stack of an ordinary thread allows.
        fn part2(_: &[u64]) -> u64 {
            fn depth(left: u64) -> u64 {
                let room = std::hint::black_box([left; 128]);
                if left == 0 {
                    0
                } else {
                    1 + depth(left - 1) + room[0] - left
                }
            }
            depth(20_000)
        }
    }

    /// Fails in every way that leaves the process running.
    mod bad {
        use super::*;
        use crate::{Answer, bail};

        crate::functions!(
            Bad,
            "Bad",
            &'a str,
            examples = [
                Example::new("text").part1("##\n##\n").part2("5"),
                Example::new("unreadable").part1("1"),
                Example::new("panics").part2("1"),
            ],
            alternatives = [
                part2 "wrong" = |_| 4,
                part2 "right" = |_| 5,
                part2 "unsolved" = |_| Answer::Unsolved,
                part2 "error" = fails,
            ]
        );

        fn parse(input: &str) -> Result<&str> {
            match input {
                "unreadable" => bail!("line 1 is unreadable"),
                "panics" => panic!("parse has given up"),
                text => Ok(text),
            }
        }

        fn part1(_: &str) -> Answer {
            Answer::letters([[true, false], [false, true]])
        }

        fn part2(_: &str) -> u64 {
            panic!("index {} is out of bounds", 7)
        }

        fn fails(_: &str) -> Result<u64> {
            bail!("no solution exists")
        }
    }

    /// A day whose second alternative could never be called.
    mod unclear {
        crate::functions!(
            Unclear,
            "Unclear",
            alternatives = [part1 "a" = |_| 1, part2 "a" = |_| 2, part1 "a" = |_| 3],
            examples = [crate::Example::<Self>::new("x").part1("1")]
        );

        fn part1(_: &str) -> u8 {
            1
        }
    }

    #[test]
    fn alternatives_of_a_part_need_different_names() {
        let registry = Registry::new(2020).day::<unclear::Unclear>(3);
        let problem = "2020/3: two alternatives of part 1 are called `a`: rename one";
        assert_eq!(check_day(&registry, 3), [problem]);
    }

    #[test]
    fn lists_every_example_that_fails() {
        Registry::new(2020).day::<good::Good>(1).test_day(1);
        let registry = || Registry::new(2020).day::<bad::Bad>(2).day::<good::Good>(1);
        let payload = panic::catch_unwind(|| registry().test_day(2)).unwrap_err();
        let message = payload.downcast::<String>().unwrap();
        assert_eq!(
            *message,
            "\
examples failed:

2020/2 part 1, example 1: expected
    ##
    ##
  got
    #.
    .#

2020/2 part 2, example 1: expected 5, got a panic: index 7 is out of bounds
2020/2 part 2 (wrong), example 1: expected 5, got 4
2020/2 part 2 (unsolved), example 1: expected 5, got no answer: the part is unsolved
2020/2 part 2 (error), example 1: expected 5, got an error: no solution exists
2020/2 parse, example 2: got an error: line 1 is unreadable
2020/2 parse, example 3: got a panic: parse has given up
"
        );
    }

    #[test]
    fn a_day_is_tested_alone_and_registered_once() {
        let good = || Registry::new(2020).day::<good::Good>(1);
        good().day::<bad::Bad>(2).test_day(1);
        let message = |failed: Result<(), Box<dyn std::any::Any + Send>>| {
            let payload = failed.unwrap_err();
            *payload.downcast::<String>().unwrap()
        };
        let wrong = panic::catch_unwind(|| good().day::<bad::Bad>(2).test_day(2));
        assert!(message(wrong).starts_with("examples failed:"));
        let missing = panic::catch_unwind(|| good().test_day(3));
        assert_eq!(message(missing), "no solution for 2020/3 in this program");
        let twice = panic::catch_unwind(|| drop(good().day::<good::Good>(1)));
        assert_eq!(message(twice), "day 1 of 2020 is registered twice");
    }
}
