//! A running cargo, which ends together with `aoc`.

use std::io;
use std::process::{Child, Command};

use crate::processes::{self, JobObject};

/// A running cargo or similar tool. Dropping this value kills a program that still runs, with all
/// processes that it started, such as compilers.
///
/// Cargo stays in the process group of aoc, so git and ssh can ask for a passphrase on the
/// terminal, and Ctrl-C reaches all of them. On Linux the processes are found in `/proc`. On
/// Windows they are in a job. On other systems running compilers end by themselves.
pub struct RunningTool {
    pub child: Child,
    job: JobObject,
}

impl RunningTool {
    /// Starts the program. Dropping the command closes its copies of the pipes.
    pub fn spawn(mut command: Command) -> io::Result<Self> {
        let child = command.spawn()?;
        let job = JobObject::of(&child);
        Ok(Self { child, job })
    }
}

impl Drop for RunningTool {
    fn drop(&mut self) {
        // If cargo has ended by itself, the processes that it left behind may continue. A compiler
        // cache, for example, serves the next build.
        if matches!(self.child.try_wait(), Ok(None)) {
            let descendants = processes::descendants(self.child.id());
            self.job.kill_on_drop();
            let _ = self.child.kill();
            descendants.into_iter().for_each(processes::kill);
            let _ = self.child.wait();
        }
    }
}
