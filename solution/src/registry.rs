//! The registry of a year's days, which a worker's `main.rs` is written against.

use std::process::ExitCode;
use std::{io, thread};

use crate::dispatch::{Day, DayOf};
use crate::protocol::CHANNEL_ARGUMENT;
use crate::{Solution, cli, examples, worker};

/// A recursion that is deep but sound must not overflow. The system provides
/// the pages only when they are touched.
const STACK_BYTES: usize = 256 << 20;

/// The solved days of one year.
pub struct Registry {
    pub(crate) year: u16,
    /// In order. A map would take longer to compile than to search.
    days: Vec<(u8, Box<dyn Day>)>,
}

impl Registry {
    /// The year, with no days yet.
    #[must_use]
    pub const fn new(year: u16) -> Self {
        Self {
            year,
            days: Vec::new(),
        }
    }

    /// Adds the day that `S` solves.
    ///
    /// # Panics
    ///
    /// If the year has that day already.
    #[must_use]
    pub fn day<S: Solution>(self, day: u8) -> Self {
        self.add(day, Box::new(DayOf::<S>::new()))
    }

    // Not a part of `day`, so that it is compiled once and not for every day.
    fn add(mut self, number: u8, day: Box<dyn Day>) -> Self {
        let year = self.year;
        let is_new = self.get(number).is_none();
        assert!(is_new, "day {number} of {year} is registered twice");
        let place = self.days.partition_point(|(earlier, _)| *earlier < number);
        self.days.insert(place, (number, day));
        self
    }

    /// Does what the program's arguments ask for: serves the runner, or solves
    /// a day from standard input.
    #[must_use]
    pub fn main(self) -> ExitCode {
        // `args` panics at an argument that is not Unicode.
        let arguments = std::env::args_os().skip(1);
        let arguments: Vec<String> = arguments
            .map(|argument| argument.to_string_lossy().into_owned())
            .collect();
        match &arguments[..] {
            [argument, address, ..] if argument == CHANNEL_ARGUMENT => {
                worker::serve(&self, address)
            }
            arguments => cli::main(&self, arguments),
        }
    }

    /// Checks all examples of all days: each part that an example has an
    /// answer for, solved by the primary function, by the example's own where
    /// it has one, and by each alternative where it has none.
    ///
    /// This is what the `#[test]` in a year's `main.rs` calls.
    ///
    /// # Panics
    ///
    /// If an example fails. All of them are checked first, and the message
    /// lists every failure.
    // `inline`, as all that it calls, to be compiled in tests only.
    #[inline]
    pub fn test(self) {
        let failures = examples::check(&self);
        assert!(
            failures.is_empty(),
            "examples failed:\n\n{}\n",
            failures.join("\n")
        );
    }

    /// All days, in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (u8, &dyn Day)> {
        self.days.iter().map(|(number, day)| (*number, &**day))
    }

    /// `None` if the day is not registered.
    pub(crate) fn get(&self, number: u8) -> Option<&dyn Day> {
        let mut days = self.iter();
        days.find_map(|(other, day)| (other == number).then_some(day))
    }

    /// The message where [`get`](Self::get) returns `None`.
    pub(crate) fn missing(&self, number: u8) -> String {
        format!("no solution for {}/{number} in this program", self.year)
    }

    /// Calls `solve` on a thread with a large stack that is named after the
    /// puzzle, and meanwhile `wait` on this one. An error means that the
    /// thread cannot be started.
    // One function for all its users, and that not generic: it is compiled
    // once.
    pub(crate) fn on_thread(
        &self,
        day: u8,
        solve: &mut (dyn FnMut() + Send),
        wait: &mut dyn FnMut(),
    ) -> io::Result<()> {
        thread::scope(|scope| {
            thread::Builder::new()
                .name(format!("{}/{day:02}", self.year))
                .stack_size(STACK_BYTES)
                .spawn_scoped(scope, solve)?;
            wait();
            Ok(())
        })
    }
}

#[cfg(test)]
mod tests {
    use std::panic;

    use super::*;
    use crate::{Alternative, Answer, Context, Example, Part, Result, bail};

    /// Sums the numbers of its input.
    struct Good;

    fn sum(numbers: &[u64]) -> Answer {
        numbers.iter().sum::<u64>().into()
    }

    #[expect(
        clippy::ptr_arg,
        clippy::unnecessary_wraps,
        reason = "as the trait has it"
    )]
    fn count(numbers: &Vec<u64>) -> Result<Answer> {
        Ok(numbers.len().into())
    }

    impl Solution for Good {
        const TITLE: &'static str = "Good";
        type Input<'a> = Vec<u64>;

        fn parse(input: &str) -> Result<Vec<u64>> {
            assert_eq!(thread::current().name(), Some("2020/01"));
            input
                .split_whitespace()
                .map(|word| word.parse().with_context(|| format!("`{word}`")))
                .collect()
        }

        fn part1(numbers: &Vec<u64>) -> Result<Answer> {
            Ok(sum(numbers))
        }

        fn part2(_: &Vec<u64>) -> Result<Answer> {
            // Deeper than the stack of an ordinary thread allows.
            fn depth(left: u64) -> u64 {
                let room = std::hint::black_box([left; 128]);
                if left == 0 {
                    0
                } else {
                    1 + depth(left - 1) + room[0] - left
                }
            }
            Ok(depth(20_000).into())
        }

        const EXAMPLES: &'static [Example<Self>] = &[
            Example::new("1 2 3").part1("6").part2("20000"),
            Example::<Self>::new("4 5").part1_with("4", |numbers| Ok(sum(&numbers[..1]))),
            // No answer is known, so only `parse` is checked.
            Example::new("7"),
            Example::<Self>::new("4,5")
                .parse_with(|text| Ok(text.split(',').map(str::parse).collect::<Result<_, _>>()?))
                .part1("9")
                .part2_with("2", count),
        ];

        // Fails if it is asked to solve an example with rules of its own.
        const ALTERNATIVES: &'static [Alternative<Self>] =
            &[Alternative::new("sum", Part::One, |numbers| {
                Ok(sum(numbers))
            })];
    }

    /// Fails in all ways that cost the process nothing.
    struct Bad;

    impl Solution for Bad {
        const TITLE: &'static str = "Bad";
        type Input<'a> = &'a str;

        fn parse(input: &str) -> Result<&str> {
            match input {
                "unreadable" => bail!("line 1 is unreadable"),
                "panics" => panic!("parse has given up"),
                text => Ok(text),
            }
        }

        fn part1(_: &&str) -> Result<Answer> {
            Ok(Answer::letters([[true, false], [false, true]]))
        }

        fn part2(_: &&str) -> Result<Answer> {
            panic!("index {} is out of bounds", 7)
        }

        const EXAMPLES: &'static [Example<Self>] = &[
            Example::new("text").part1("##\n##\n").part2("5"),
            Example::new("unreadable").part1("1"),
            Example::new("panics").part2("1"),
        ];

        const ALTERNATIVES: &'static [Alternative<Self>] = &[
            Alternative::new("wrong", Part::Two, |_| Ok(4.into())),
            Alternative::new("right", Part::Two, |_| Ok(5.into())),
            Alternative::new("unsolved", Part::Two, |_| Ok(Answer::Unsolved)),
            Alternative::new("error", Part::Two, |_| bail!("no solution exists")),
        ];
    }

    #[test]
    fn tests_examples() {
        Registry::new(2020).day::<Good>(1).test();
        Registry::new(2020).test();
    }

    #[test]
    fn lists_every_example_that_fails() {
        let registry = || Registry::new(2020).day::<Bad>(2).day::<Good>(1);
        let payload = panic::catch_unwind(|| registry().test()).unwrap_err();
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
    #[should_panic(expected = "day 1 of 2020 is registered twice")]
    fn refuses_a_day_twice() {
        let _ = Registry::new(2020).day::<Good>(1).day::<Good>(1);
    }
}
