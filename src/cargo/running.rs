//! A running program of the toolchain, which ends together with `aoc`.

use std::io::{self, Read, Seek};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::processes::{self, CancelToken, JobObject, POLL};
use crate::terminal::span;

/// A running cargo or similar tool. If it is dropped before the program has ended, the program is
/// killed with everything that it started, such as compilers.
///
/// Cargo stays in the process group of aoc, so that git and ssh can ask for a passphrase on the
/// terminal and Ctrl-C reaches them all. On Windows they are in a job. On systems that have
/// neither, running compilers end by themselves.
pub struct Running {
    pub child: Child,
    job: JobObject,
}

impl Running {
    /// Starts the program. Dropping the command closes its copies of the pipes.
    pub fn spawn(mut command: Command) -> io::Result<Self> {
        let child = command.spawn()?;
        let job = JobObject::of(&child);
        Ok(Self { child, job })
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // If cargo has ended, processes that it left behind may continue. A compiler cache, for
        // example, serves the next build.
        if matches!(self.child.try_wait(), Ok(None)) {
            let descendants = processes::descendants(self.child.id());
            self.job.kill_on_drop();
            let _ = self.child.kill();
            descendants.into_iter().for_each(processes::kill);
            let _ = self.child.wait();
        }
    }
}

/// Runs a program until it ends, and returns its output: stdout, or stderr if it failed. A
/// program that does not end within the limit, or before `cancel`, is killed, which is an error.
pub fn output_within(
    limit: Duration,
    cancel: &CancelToken,
    mut command: Command,
) -> io::Result<(ExitStatus, String)> {
    let [mut stdout, mut stderr] = [tempfile::tempfile()?, tempfile::tempfile()?];
    command
        .stdin(Stdio::null())
        .stdout(stdout.try_clone()?)
        .stderr(stderr.try_clone()?);
    let deadline = Instant::now() + limit;
    let mut running = Running::spawn(command)?;
    let status = loop {
        if let Some(status) = running.child.try_wait()? {
            break status;
        }
        if cancel.is_cancelled() {
            return Err(io::Error::from(io::ErrorKind::Interrupted));
        }
        if Instant::now() > deadline {
            let limit = span(limit);
            return Err(io::Error::other(format!("it did not end within {limit}")));
        }
        thread::sleep(POLL);
    };
    let file = if status.success() {
        &mut stdout
    } else {
        &mut stderr
    };
    file.rewind()?;
    let mut output = Vec::new();
    file.read_to_end(&mut output)?;
    Ok((status, String::from_utf8_lossy(&output).into_owned()))
}
