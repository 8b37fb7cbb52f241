//! The registry of a year's days, which a worker's `main.rs` creates.

use std::{fmt, io, thread};

use crate::Solution;
use crate::dispatch::{AnyDay, DayOf};

/// The size of the solution's stack in bytes. It is large, so that deep recursion does not overflow
/// it. The system provides pages only when they are touched.
const STACK_BYTES: usize = 256 << 20;

/// The solved days of one year.
#[derive(Clone)]
pub struct Registry {
    pub(crate) year: u16,
    /// The days, in order. A map would take longer to compile than the search in a list.
    days: Vec<(u8, &'static dyn AnyDay)>,
}

impl Registry {
    /// A year without days.
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
        self.add(day, const { &DayOf::<S>::new() })
    }

    // `add` is separate from `day`, so that it is compiled once and not for every day.
    fn add(mut self, number: u8, day: &'static dyn AnyDay) -> Self {
        assert!(
            self.get(number).is_err(),
            "day {number} of {} is registered twice",
            self.year
        );
        self.days.push((number, day));
        self.days.sort_unstable_by_key(|(number, _)| *number);
        self
    }

    /// All days, in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (u8, &'static dyn AnyDay)> {
        self.days.iter().copied()
    }

    /// The day with this number, or an error message if there is none.
    pub(crate) fn get(&self, number: u8) -> Result<&'static dyn AnyDay, String> {
        match self.iter().find(|(day, _)| *day == number) {
            Some((_, day)) => Ok(day),
            None => Err(format!(
                "no solution for {}/{number} in this program",
                self.year
            )),
        }
    }

    /// Calls `solve` on a new thread that has a large stack and is named after the puzzle.
    /// Meanwhile, calls `wait` on this thread. Fails if the thread cannot be started.
    // `on_thread` is not generic, so that it is compiled once.
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

impl fmt::Debug for Registry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Registry")
            .field("year", &self.year)
            .finish_non_exhaustive()
    }
}
