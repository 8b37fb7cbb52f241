//! The registry of a year's days, which a worker's `main.rs` creates.

use std::{io, thread};

use crate::Solution;
use crate::dispatch::{AnyDay, DayOf};

/// The size of the stack, so that deep recursion does not overflow. The system provides
/// pages only when they are touched.
const STACK_BYTES: usize = 256 << 20;

/// The solved days of one year.
pub struct Registry {
    pub(crate) year: u16,
    /// The days are in order. A map would take longer to compile than to search.
    days: Vec<(u8, Box<dyn AnyDay>)>,
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

    // This is separate from `day` so that it is compiled once and not for every day.
    fn add(mut self, number: u8, day: Box<dyn AnyDay>) -> Self {
        let year = self.year;
        let is_new = self.get(number).is_none();
        assert!(is_new, "day {number} of {year} is registered twice");
        let place = self.days.partition_point(|(earlier, _)| *earlier < number);
        self.days.insert(place, (number, day));
        self
    }

    /// All days, in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (u8, &dyn AnyDay)> {
        self.days.iter().map(|(number, day)| (*number, &**day))
    }

    /// The day with this number; `None` if it is not registered.
    pub(crate) fn get(&self, number: u8) -> Option<&dyn AnyDay> {
        let mut days = self.iter();
        days.find_map(|(other, day)| (other == number).then_some(day))
    }

    /// The message if [`get`](Self::get) returns `None`.
    pub(crate) fn missing(&self, number: u8) -> String {
        format!("no solution for {}/{number} in this program", self.year)
    }

    /// Calls `solve` on a thread with a large stack that is named after the puzzle, and
    /// meanwhile `wait` on this thread. Fails if the thread cannot be started.
    // This is not generic, so that it is compiled once.
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
