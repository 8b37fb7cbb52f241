//! What a worker's `main.rs` is written against.

use std::process::ExitCode;

use crate::days::Days;
use crate::dispatch::{Day, DayOf};
use crate::protocol::CHANNEL_ARGUMENT;
use crate::{Solution, cli, examples, worker};

/// The solved days of one year.
pub struct Registry {
    days: Days,
}

impl Registry {
    /// The year, with no days yet.
    #[must_use]
    pub const fn new(year: u16) -> Self {
        Self {
            days: Days::new(year),
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
        let is_new = self.days.add(number, day);
        let year = self.days.year;
        assert!(is_new, "day {number} of {year} is registered twice");
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
                worker::serve(&self.days, address)
            }
            arguments => cli::main(&self.days, arguments),
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
        let failures = examples::check(&self.days);
        assert!(
            failures.is_empty(),
            "examples failed:\n\n{}\n",
            failures.join("\n")
        );
    }
}

#[cfg(test)]
mod tests;
