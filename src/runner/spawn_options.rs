//! The options for starting a year's program.

use std::path::PathBuf;
use std::process::Command;

use aoc_solution::Part;

use super::limits::Limits;
use crate::config::ChildEnv;
use crate::processes::CancelToken;
use crate::puzzle::Puzzle;

/// The options for each worker of a job. A worker that replaces a dead one has the same options.
#[derive(Clone)]
pub struct SpawnOptions {
    /// The year's program.
    pub executable: PathBuf,
    pub puzzle: Puzzle,
    /// The title that replaces the title in the program: the literal in the code, or else the title
    /// on the page.
    pub title: Option<String>,
    /// The puzzle's parts with an answer. Only part 1 if part 2 is the last star of an event.
    pub parts_with_answer: &'static [Part],
    /// The complete environment. Nothing is inherited.
    pub environment: ChildEnv,
    /// The working directory of the solution.
    pub working_dir: PathBuf,
    /// True if the solution may read the runner's standard input.
    pub reads_stdin: bool,
    pub stdout: StdoutTarget,
    pub limits: Limits,
    /// Cancelling this token ends the workers and prevents new ones.
    pub cancel: CancelToken,
}

impl SpawnOptions {
    /// The command that starts the program in its folder and its environment.
    pub(super) fn command(&self) -> Command {
        let mut command = Command::new(&self.executable);
        self.environment.apply_to(&mut command);
        command.current_dir(&self.working_dir);
        command
    }

    /// Options for a worker with these limits. It shows no output and reads no input.
    pub fn silent(self, limits: Limits) -> Self {
        Self {
            reads_stdin: false,
            stdout: StdoutTarget::DiscardWithStderr,
            limits,
            ..self
        }
    }
}

/// The destination of what a solution writes to stdout.
#[derive(Clone, Copy, PartialEq)]
pub enum StdoutTarget {
    /// The runner's stdout.
    Inherit,
    /// The runner's stderr, because the runner's stdout has data for another program, such as JSON.
    Stderr,
    /// Stdout is discarded.
    Discard,
    /// Stdout and stderr are discarded.
    DiscardWithStderr,
}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::runner::testing::options;

    #[test]
    fn a_silent_worker_reads_and_shows_nothing_and_has_this_limit() {
        let limit = Duration::from_secs(7);
        let loud = SpawnOptions {
            reads_stdin: true,
            ..options("worker", None, Some(5))
        };
        let limits = loud.limits.at_most(limit);
        let silent = loud.silent(limits);
        assert!(!silent.reads_stdin && silent.stdout == StdoutTarget::DiscardWithStderr);
        let Limits { timeout, memory } = silent.limits;
        assert_eq!((timeout, memory), (Some(limit), Some(5)));
    }
}
