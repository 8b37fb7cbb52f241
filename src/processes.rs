//! Runs, inspects, reaps and kills processes.

mod cancel;
mod limited;
mod procfs;
mod tree;

#[cfg(unix)]
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, ExitStatus};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

#[cfg(target_os = "linux")]
use nix::sys::wait::{WaitPidFlag, WaitStatus, waitpid};
#[cfg(unix)]
use nix::{
    sys::signal::{self, Signal},
    unistd::Pid,
};

pub use cancel::CancelToken;
pub use limited::{EndedProgram, ProgramLimits, run_within};
pub use procfs::{descendants, resident_bytes};
pub use tree::{ProcessTree, end_trees, unique_key};

/// The interval at which the end of a process or of another aoc is checked.
pub const POLL: Duration = Duration::from_millis(10);

/// The number of [`IgnoreInterrupts`] that exist.
static IGNORING: AtomicUsize = AtomicUsize::new(0);

/// Ignores interrupts while it exists, because Ctrl-C is meant for the pager or the editor that
/// uses the terminal.
#[must_use = "dropping it ends the ignoring"]
pub struct IgnoreInterrupts(());

impl IgnoreInterrupts {
    pub fn new() -> Self {
        IGNORING.fetch_add(1, Ordering::SeqCst);
        Self(())
    }
}

impl Drop for IgnoreInterrupts {
    fn drop(&mut self) {
        IGNORING.fetch_sub(1, Ordering::SeqCst);
    }
}

pub fn are_interrupts_ignored() -> bool {
    IGNORING.load(Ordering::SeqCst) > 0
}

/// Reaps a process in the background when it ends. Otherwise it would remain a zombie until the
/// command ends, which may take hours.
pub fn reap_later(mut child: Child) {
    // If no thread can be started, the process remains a zombie until this program ends.
    let _ = thread::Builder::new().spawn(move || child.wait());
}

/// Kills a process.
pub fn kill(pid: u32) {
    #[cfg(unix)]
    let _ = signal::kill(nix_pid(pid), Signal::SIGKILL);
    #[cfg(not(unix))]
    let _ = pid;
}

/// The time until which killed processes are waited for. A process in a system call that
/// cannot be interrupted ends later, and nothing reaps it.
pub struct KillDeadline {
    deadline: Instant,
}

impl KillDeadline {
    /// The time limit for all processes together. Usually they end within a millisecond, but
    /// freeing gigabytes takes the system longer.
    const LIMIT: Duration = Duration::from_secs(5);

    /// Starts the time limit, [`KillDeadline::LIMIT`], for all further waits together.
    pub fn within_limit() -> Self {
        Self {
            deadline: Instant::now() + Self::LIMIT,
        }
    }

    /// Waits until `has_ended` is true for the process.
    pub fn wait(&self, pid: u32, mut has_ended: impl FnMut() -> bool) {
        let mut pause = Duration::from_micros(50);
        while !has_ended() && Instant::now() < self.deadline {
            thread::sleep(pause);
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
pub fn nix_pid(pid: u32) -> Pid {
    Pid::from_raw(pid.cast_signed())
}

/// True if Ctrl-C ended the process.
pub fn is_interrupted(status: ExitStatus) -> bool {
    #[cfg(unix)]
    return status.signal() == Some(Signal::SIGINT as i32);
    // The code is STATUS_CONTROL_C_EXIT.
    #[cfg(not(unix))]
    return status.code().map(i32::cast_unsigned) == Some(0xC000_013A);
}

/// A process and all processes that it starts, on Windows. It has no effect on other systems.
pub struct JobObject {
    #[cfg(windows)]
    job: Option<win32job::Job>,
}

impl JobObject {
    pub fn of(child: &Child) -> Self {
        #[cfg(not(windows))]
        let _ = child;
        Self {
            #[cfg(windows)]
            job: job_of(child),
        }
    }

    /// Lets the system end these processes when the job is dropped or `aoc` is killed.
    pub fn kill_on_drop(&self) {
        #[cfg(not(windows))]
        let _ = self;
        #[cfg(windows)]
        if let Some(job) = &self.job {
            let mut limits = win32job::ExtendedLimitInfo::new();
            let _ = job.set_extended_limit_info(limits.limit_kill_on_job_close());
        }
    }
}

#[cfg(windows)]
fn job_of(child: &Child) -> Option<win32job::Job> {
    use std::os::windows::io::AsRawHandle;
    let job = win32job::Job::create().ok()?;
    job.assign_process(child.as_raw_handle() as isize).ok()?;
    Some(job)
}

/// Prevents other processes of the same user from reading our memory and environment,
/// which may contain the session token. Linux only; the user `root` can still read
/// them.
pub fn deny_memory_access() {
    #[cfg(target_os = "linux")]
    let _ = nix::sys::prctl::set_dumpable(false);
}

#[cfg(target_os = "linux")]
#[cfg(test)]
mod tests {
    use std::process::Command;

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
        let end = KillDeadline {
            deadline: Instant::now() + Duration::from_millis(20),
        };
        let pid = std::process::id();
        end.wait(pid, || false);
        assert!(Instant::now() >= end.deadline);
        let mut looks = 0;
        end.wait(pid, || {
            looks += 1;
            false
        });
        assert_eq!(looks, 1);
        let latest = Instant::now() + KillDeadline::LIMIT;
        assert!(KillDeadline::within_limit().deadline >= latest);
    }

    #[test]
    fn memory_is_denied_to_others() {
        deny_memory_access();
        assert_eq!(nix::sys::prctl::get_dumpable(), Ok(false));
        // The process can still read its own files.
        assert!(resident_bytes(std::process::id()).is_some());
    }

    #[test]
    fn interrupts_are_ignored_until_the_last_program_has_ended() {
        let pager = IgnoreInterrupts::new();
        let editor = std::panic::catch_unwind(|| {
            let _editor = IgnoreInterrupts::new();
            std::panic::resume_unwind(Box::new(()));
        });
        assert!(editor.is_err() && are_interrupts_ignored());
        drop(pager);
        assert!(!are_interrupts_ignored());
    }
}
