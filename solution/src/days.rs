//! The days of a year, however they are used: by the runner, by hand or in a
//! test.

use std::collections::BTreeMap;
use std::thread;

use crate::dispatch::Day;
use crate::{Result, anyhow};

/// A recursion that is deep but sound must not overflow. The system provides
/// the pages only when they are touched.
const STACK_BYTES: usize = 256 << 20;

/// The solved days of one year.
pub(crate) struct Days {
    pub(crate) year: u16,
    by_number: BTreeMap<u8, Box<dyn Day>>,
}

impl Days {
    pub(crate) const fn new(year: u16) -> Self {
        Self {
            year,
            by_number: BTreeMap::new(),
        }
    }

    /// Adds a day; `false` if the year has it already.
    pub(crate) fn add(&mut self, number: u8, day: Box<dyn Day>) -> bool {
        self.by_number.insert(number, day).is_none()
    }

    /// All days, in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (u8, &dyn Day)> {
        self.by_number.iter().map(|(&number, day)| (number, &**day))
    }

    /// An error if the day is not registered.
    pub(crate) fn get(&self, number: u8) -> Result<&dyn Day> {
        let day = self.by_number.get(&number);
        day.map(|day| &**day)
            .ok_or_else(|| anyhow!("no solution for {}/{number} in this program", self.year))
    }

    /// How a thread that solves the day is started: with a large stack, and
    /// the puzzle as its name.
    pub(crate) fn thread(&self, day: u8) -> thread::Builder {
        thread::Builder::new()
            .name(format!("{}/{day:02}", self.year))
            .stack_size(STACK_BYTES)
    }
}
