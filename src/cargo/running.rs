//! A running cargo, which ends together with `aoc`.

use std::io;
use std::process::{Child, Command};

use crate::processes::{self, JobObject};

/// A running cargo or similar tool. Dropping this value kills a program that still runs, and ends
/// all processes that it started, such as compilers. These are asked first, because a linker that
/// is killed leaves its temporary files behind.
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
            let _ = self.child.wait();
            processes::end(&descendants);
        }
    }
}

#[cfg(target_os = "linux")]
#[cfg(test)]
mod tests {
    use std::io::{BufRead, BufReader};
    use std::process::Stdio;
    use std::thread;

    use super::*;

    /// Starts a script, reads the ID of a process from its output, and drops the running program.
    fn stop(script: &str) -> u32 {
        let mut command = Command::new("sh");
        command.args(["-c", script]).stdout(Stdio::piped());
        let mut tool = RunningTool::spawn(command).unwrap();
        let stdout = tool.child.stdout.take().unwrap();
        let line = BufReader::new(stdout).lines().next().unwrap().unwrap();
        line.parse().unwrap()
    }

    #[test]
    fn a_linker_that_is_stopped_removes_its_files_and_one_that_refuses_is_killed() {
        let temp = tempfile::tempdir().unwrap();
        let file = temp.path().join("cc.res");
        std::fs::write(&file, "").unwrap();
        let linker = |trap: &str| {
            stop(&format!(
                "sh -c \"trap {trap} TERM; sleep 600 & echo \\$\\$; wait\"; true"
            ))
        };
        // As after the first worker: orphans get this process as their parent.
        nix::sys::prctl::set_child_subreaper(true).unwrap();
        let removes = linker(&format!("'rm {}; exit'", file.display()));
        assert!(!file.exists());
        // Not even a zombie is left.
        assert_eq!(processes::process_group(removes), None);
        let refuses = linker("''");
        while processes::is_running(refuses) {
            thread::yield_now();
        }
    }
}
