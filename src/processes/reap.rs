//! Kills processes and reaps those that have ended.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::process::Child;
use std::thread;
use std::time::Duration;

#[cfg(target_os = "linux")]
use nix::sys::wait::{WaitPidFlag, WaitStatus, waitpid};
#[cfg(unix)]
use nix::{
    sys::signal::{self, Signal},
    unistd::Pid,
};

use super::{POLL, procfs};

/// Reaps a process in the background when it ends. Otherwise the process would remain a zombie
/// until the command ends, which may take hours.
pub fn reap_later(mut child: Child) {
    // If no thread can be started, the process remains a zombie until this program ends.
    let _ = thread::Builder::new().spawn(move || child.wait());
}

/// Kills a process. Does nothing on Windows, where a [`JobObject`](super::JobObject) ends the
/// processes.
pub fn kill(pid: u32) {
    #[cfg(unix)]
    let _ = signal::kill(nix_pid(pid), Signal::SIGKILL);
    #[cfg(not(unix))]
    let _ = pid;
}

/// Asks the descendants of a program that has ended to end as well, and kills those that still run
/// after [`END_LIMIT`]. Reaps those that this process has adopted. Does nothing on Windows, as
/// [`kill`].
pub fn end(descendants: &BTreeSet<u32>) {
    #[cfg(unix)]
    for &pid in descendants {
        let _ = signal::kill(nix_pid(pid), Signal::SIGTERM);
    }
    let timeout = KillTimeout {
        left: Cell::new(END_LIMIT),
    };
    for &pid in descendants {
        timeout.wait(pid, || !procfs::is_running(pid));
        // The ID of a process that has ended may be that of another one.
        if procfs::is_running(pid) {
            let started_meanwhile = procfs::descendants(pid);
            kill(pid);
            started_meanwhile.into_iter().for_each(kill);
        }
        timeout.reap(pid);
    }
}

/// The time for all processes together to remove their temporary files. A linker needs some
/// milliseconds.
const END_LIMIT: Duration = Duration::from_millis(100);

/// The longest wait for killed processes. A process in a system call that cannot be interrupted may
/// end later, and is then not reaped.
///
/// Only the pauses between two checks count. A clock would also run while the machine gives no
/// processor time to the killed processes, for example while a whole virtual machine is paused.
pub struct KillTimeout {
    left: Cell<Duration>,
}

impl KillTimeout {
    /// The timeout for all processes together. Usually they end within a millisecond. If they hold
    /// gigabytes, the system takes longer to free them.
    const LIMIT: Duration = Duration::from_secs(5);

    /// Starts a timeout of [`KillTimeout::LIMIT`] that all further waits share.
    pub fn start() -> Self {
        Self {
            left: Cell::new(Self::LIMIT),
        }
    }

    /// Waits until `condition` is true or the timeout has passed. The condition concerns the
    /// process `pid`. While waiting, reaps the traced threads of that process, so that it can end.
    pub fn wait(&self, pid: u32, mut condition: impl FnMut() -> bool) {
        let mut pause = Duration::from_micros(50);
        while !condition() && !self.left.get().is_zero() {
            thread::sleep(pause);
            self.left.set(self.left.get().saturating_sub(pause));
            pause = POLL.min(pause * 2);
            reap_traced_threads(pid);
        }
    }

    /// Waits for a process that this one has adopted, and reaps it.
    pub fn reap(&self, pid: u32) {
        #[cfg(not(target_os = "linux"))]
        let _ = (self, pid);
        #[cfg(target_os = "linux")]
        self.wait(pid, || {
            matches!(
                waitpid(nix_pid(pid), Some(ANY_NOW)),
                Ok(WaitStatus::Exited(..) | WaitStatus::Signaled(..)) | Err(_)
            )
        });
    }
}

/// Selects children of every kind, including traced threads, without waiting.
#[cfg(target_os = "linux")]
const ANY_NOW: WaitPidFlag = WaitPidFlag::WNOHANG.union(WaitPidFlag::__WALL);

/// Reaps the threads of a child that have ended. If a thread has called `ptrace(PTRACE_TRACEME)`,
/// the child cannot end before that thread is reaped.
pub fn reap_traced_threads(pid: u32) {
    #[cfg(not(target_os = "linux"))]
    let _ = pid;
    #[cfg(target_os = "linux")]
    for thread in procfs::threads(pid) {
        if thread != pid {
            let _ = waitpid(nix_pid(thread), Some(ANY_NOW));
        }
    }
}

#[cfg(unix)]
pub(super) fn nix_pid(pid: u32) -> Pid {
    Pid::from_raw(pid.cast_signed())
}

#[cfg(target_os = "linux")]
#[cfg(test)]
mod tests {
    use std::process::Command;
    use std::time::Instant;

    use super::*;

    #[test]
    fn no_zombie_is_left() {
        let child = Command::new("true").spawn().unwrap();
        let pid = child.id();
        reap_later(child);
        while procfs::process_group(pid).is_some() {
            thread::yield_now();
        }
    }

    /// The processes share one limit, even if none of them ever ends.
    #[test]
    fn all_that_were_killed_have_one_limit() {
        let limit = Duration::from_millis(20);
        let timeout = KillTimeout {
            left: Cell::new(limit),
        };
        let pid = std::process::id();
        let start = Instant::now();
        timeout.wait(pid, || false);
        assert!(start.elapsed() >= limit);
        let mut looks = 0;
        timeout.wait(pid, || {
            looks += 1;
            false
        });
        assert_eq!(looks, 1);
        assert!(KillTimeout::start().left.get() >= KillTimeout::LIMIT);
    }

    /// The killed process gets no processor time before it ends.
    #[test]
    fn a_machine_that_stands_still_uses_up_no_limit() {
        let timeout = KillTimeout {
            left: Cell::new(Duration::from_millis(20)),
        };
        let mut looks = 0;
        timeout.wait(std::process::id(), || {
            thread::sleep(Duration::from_millis(30));
            looks += 1;
            looks == 3
        });
        assert_eq!(looks, 3);
    }
}
