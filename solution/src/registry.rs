//! The days of a year.

use std::collections::BTreeMap;
use std::process::ExitCode;

use crate::dispatch::{Day, DayOf};
use crate::protocol::CHANNEL_ARGUMENT;
use crate::{Solution, cli, worker};

/// The solved days of one year: what a worker's `main` consists of.
pub struct Registry {
    pub(crate) year: u16,
    pub(crate) days: BTreeMap<u8, Box<dyn Day>>,
}

impl Registry {
    /// The year, with no days yet.
    #[must_use]
    pub const fn new(year: u16) -> Self {
        Self {
            year,
            days: BTreeMap::new(),
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

    // Apart from `day`, so that it is compiled once and not for every day.
    fn add(mut self, day: u8, solution: Box<dyn Day>) -> Self {
        let before = self.days.insert(day, solution);
        assert!(
            before.is_none(),
            "day {day} of {} is registered twice",
            self.year
        );
        self
    }

    /// Does what the program's arguments ask for: serves the runner, or solves
    /// a day from standard input.
    #[must_use]
    pub fn main(self) -> ExitCode {
        // `args` panics at a file's name that is not Unicode.
        let arguments = std::env::args_os().skip(1);
        let mut arguments = arguments
            .map(|argument| argument.to_string_lossy().into_owned())
            .peekable();
        if arguments.next_if_eq(CHANNEL_ARGUMENT).is_some() {
            let channel = arguments.next().unwrap_or_default();
            worker::serve(self, &channel)
        } else {
            cli::main(&self, arguments)
        }
    }
}
