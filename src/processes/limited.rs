//! Runs a program within limits and returns its output.

use std::fs::File;
use std::io::{self, Read, Seek, Write};
use std::process::{Command, ExitStatus};
use std::thread::sleep;
use std::time::{Duration, Instant};

use super::tree::{ProcessTree, unique_key};
use super::{CancelToken, POLL, resident_bytes};

pub struct ProgramLimits {
    pub deadline: Instant,
    /// The maximum resident memory of the program, in bytes. Enforced only on Linux.
    pub memory: u64,
    /// The maximum output of the program, in bytes. It applies to stdout and to stderr separately.
    pub output: u64,
}

impl ProgramLimits {
    /// Limits only the time, which begins now. The limit is at most a year, because an `Instant`
    /// cannot represent every later time.
    pub fn of_time(time: Duration) -> Self {
        const YEAR: Duration = Duration::from_hours(365 * 24);
        Self {
            deadline: Instant::now() + time.min(YEAR),
            memory: u64::MAX,
            output: u64::MAX,
        }
    }
}

/// A program that ended within its limits.
pub struct EndedProgram {
    pub status: ExitStatus,
    pub stdout: String,
    pub stderr: String,
}

/// A limit that a program exceeded, with its bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExceededLimit {
    Time,
    Memory(u64),
    Output(u64),
}

/// Runs a program with `input` on stdin. The program is killed if it exceeds a limit or if the user
/// cancels. All processes that it started end with it. Fails if the program cannot start, or if the
/// user cancels.
pub fn run_within(
    limits: &ProgramLimits,
    cancel: &CancelToken,
    mut command: Command,
    input: &str,
) -> io::Result<Result<EndedProgram, ExceededLimit>> {
    let [mut stdin, stdout, stderr] = [
        tempfile::tempfile()?,
        tempfile::tempfile()?,
        tempfile::tempfile()?,
    ];
    stdin.write_all(input.as_bytes())?;
    stdin.rewind()?;
    command
        .stdin(stdin)
        .stdout(stdout.try_clone()?)
        .stderr(stderr.try_clone()?);
    let prints_too_much = || {
        [&stdout, &stderr].into_iter().any(|file| {
            file.metadata()
                .is_ok_and(|metadata| metadata.len() > limits.output)
        })
    };
    let reads_stdin = false;
    let mut tree = ProcessTree::spawn(&mut command, &unique_key()?, reads_stdin)?;
    let mut pause = Duration::from_millis(1);
    let status = loop {
        if let Some(status) = tree.exit_status() {
            break status;
        }
        if cancel.is_cancelled() {
            return Err(io::ErrorKind::Interrupted.into());
        }
        if prints_too_much() {
            return Ok(Err(ExceededLimit::Output(limits.output)));
        }
        if resident_bytes(tree.id()).is_some_and(|held| held > limits.memory) {
            return Ok(Err(ExceededLimit::Memory(limits.memory)));
        }
        if Instant::now() > limits.deadline {
            return Ok(Err(ExceededLimit::Time));
        }
        sleep(pause);
        pause = POLL.min(pause * 2);
    };
    drop(tree);
    if prints_too_much() {
        return Ok(Err(ExceededLimit::Output(limits.output)));
    }
    Ok(Ok(EndedProgram {
        status,
        stdout: text_of(stdout)?,
        stderr: text_of(stderr)?,
    }))
}

fn text_of(mut file: File) -> io::Result<String> {
    file.rewind()?;
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

#[cfg(target_os = "linux")]
#[cfg(test)]
mod tests {
    use super::*;
    use crate::processes::procfs::is_running;

    /// Runs a script within the time `limit`, 64 MiB of memory and 1 MiB of output.
    fn printed(script: &str, limit: Duration) -> Result<EndedProgram, ExceededLimit> {
        let mut command = Command::new("bash");
        command.args(["-c", script]);
        let limits = ProgramLimits {
            deadline: Instant::now() + limit,
            memory: 64 << 20,
            output: 1 << 20,
        };
        run_within(&limits, &CancelToken::default(), command, "text").unwrap()
    }

    const LONG: Duration = Duration::from_mins(1);

    #[test]
    fn a_program_that_does_not_end_or_prints_for_ever_is_killed() {
        let ended = printed("sleep 1000", Duration::from_millis(50));
        assert_eq!(ended.err(), Some(ExceededLimit::Time));
        let output = Some(ExceededLimit::Output(1 << 20));
        assert_eq!(printed("yes", LONG).err(), output);
        assert_eq!(printed("yes >&2", LONG).err(), output);
        let ended = printed("cat; echo error >&2; exit 3", LONG).ok().unwrap();
        assert_eq!((&*ended.stdout, &*ended.stderr), ("text", "error\n"));
        assert!(!ended.status.success());
    }

    #[test]
    fn a_program_that_takes_too_much_memory_is_killed() {
        let ended = printed("printf -v memory '%*s' 100000000 x; sleep 1000", LONG);
        assert_eq!(ended.err(), Some(ExceededLimit::Memory(64 << 20)));
    }

    #[test]
    fn a_program_that_prints_too_much_and_ends_at_once_is_no_error() {
        let ended = printed("head -c 5000000 /dev/zero", LONG);
        assert_eq!(ended.err(), Some(ExceededLimit::Output(1 << 20)));
    }

    #[test]
    fn what_a_program_started_ends_with_it() {
        for start in ["sleep 1000 &", "setsid sleep 1000 &"] {
            let ended = printed(&format!("{start} echo $!; sleep 0.1"), LONG)
                .ok()
                .unwrap();
            let pid: u32 = ended.stdout.trim().parse().unwrap();
            assert!(!is_running(pid), "{start}");
        }
    }
}
