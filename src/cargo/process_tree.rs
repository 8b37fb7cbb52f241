//! Ending cargo together with the compilers that it started.
//!
//! Cargo stays in the process group of aoc, so that git and ssh may ask for a
//! passphrase on the terminal, and Ctrl-C reaches all of them. If only aoc is
//! asked to end, it ends cargo and what descends from it. Where the system
//! does not list processes in `/proc`, compilers that run end by themselves.

use std::process::{Child, ExitStatus};

use crate::processes;

/// Kills a process and its descendants.
pub fn kill(child: &mut Child) {
    let descendants = processes::descendants(child.id());
    let _ = child.kill();
    #[cfg(unix)]
    for process in descendants {
        use nix::sys::signal::{Signal, kill};
        use nix::unistd::Pid;
        let _ = kill(Pid::from_raw(process.cast_signed()), Signal::SIGKILL);
    }
    #[cfg(not(unix))]
    drop(descendants);
}

/// Whether Ctrl-C ended a process.
pub fn was_interrupted(status: ExitStatus) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::process::ExitStatusExt;

        status.signal() == Some(nix::libc::SIGINT)
    }
    #[cfg(not(unix))]
    {
        let _ = status;
        false
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::io::{BufRead, BufReader};
    use std::process::{Command, Stdio};

    use super::*;

    #[test]
    fn grandchildren_end_too() {
        let mut child = Command::new("sh")
            .args(["-c", "sh -c 'sleep 600 & echo $!; wait' & wait"])
            .stdout(Stdio::piped())
            .spawn()
            .expect("a shell");
        let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
        let mut line = String::new();
        output.read_line(&mut line).expect("a process id");
        let sleep = line.trim().parse().expect("a number");
        assert!(processes::descendants(child.id()).contains(&sleep));
        kill(&mut child);
        child.wait().expect("it has ended");
        // The pipe is closed when all who hold it have ended.
        line.clear();
        assert_eq!(output.read_line(&mut line).expect("its end"), 0);
    }
}
