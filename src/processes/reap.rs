//! Kills processes and reaps those that have ended.

use std::cell::Cell;
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

use super::POLL;
#[cfg(target_os = "linux")]
use super::procfs;

/// Reaps a process in the background when it ends. Otherwise it would remain a zombie until the
/// command ends, which may take hours.
pub fn reap_later(mut child: Child) {
    // If no thread can be started, the process remains a zombie until this program ends.
    let _ = thread::Builder::new().spawn(move || child.wait());
}

/// Kills a process. On Windows this does nothing: a
/// [`JobObject`](super::JobObject) ends the processes there.
pub fn kill(pid: u32) {
    #[cfg(unix)]
    let _ = signal::kill(nix_pid(pid), Signal::SIGKILL);
    #[cfg(not(unix))]
    let _ = pid;
}

/// The time that killed processes have to end. One in a system call that cannot be interrupted ends
/// later, and nothing reaps it.
///
/// Only the pauses between two checks count. By the clock the time would also pass while the
/// machine gives no processor time to the killed processes, for example to a whole virtual machine.
pub struct KillTimeout {
    left: Cell<Duration>,
}

impl KillTimeout {
    /// The timeout for all processes together. Usually they end within a millisecond, but freeing
    /// gigabytes takes the system longer.
    const LIMIT: Duration = Duration::from_secs(5);

    /// A timeout of [`KillTimeout::LIMIT`] for all further waits together.
    pub fn start() -> Self {
        Self {
            left: Cell::new(Self::LIMIT),
        }
    }

    /// Waits until the condition is true or the timeout has passed. The process, which the condition
    /// is about, can end in the meantime even if its threads are traced.
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

/// Selects children of every kind, including traced threads, and does not wait.
#[cfg(target_os = "linux")]
const ANY_NOW: WaitPidFlag = WaitPidFlag::WNOHANG.union(WaitPidFlag::__WALL);

/// Reaps the threads of a child that have ended. A child with a thread that called
/// `ptrace(PTRACE_TRACEME)` ends only after this.
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

    /// The limit holds for all processes together, even if none of them ever ends.
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
