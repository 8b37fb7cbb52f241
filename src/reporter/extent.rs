//! How much runs, which decides on how it is shown.

#[derive(Clone, Copy, Debug)]
pub struct Extent {
    /// How many puzzles are selected. If the only one cannot run, that is the
    /// error of the command, and is not shown in the table.
    pub puzzles: usize,
    /// How many run at a time.
    pub parallelism: usize,
}

impl Extent {
    /// The number of puzzles, where several run at a time.
    pub(super) fn parallel_jobs(self) -> Option<usize> {
        (self.parallelism > 1 && self.puzzles > 1).then_some(self.puzzles)
    }
}
