//! The system's processes: facts about them, collecting those that have ended, and
//! the token that stops a build or a run from another thread.

mod cancel;
mod procfs;

use std::process::Child;
use std::thread;

pub use cancel::{CancelToken, OnCancel};
pub use procfs::{adopted, descendants, has_variable, is_running, process_group, resident_bytes};

/// Collects the exit status of a program that nobody waits for, whenever it ends:
/// until then it would be a zombie, in a command that goes on for hours.
pub fn reap_later(mut child: Child) {
    // Without a thread it is a zombie until this program ends.
    let _ = thread::Builder::new().spawn(move || child.wait());
}

/// Ends a process at once.
pub fn kill(pid: u32) {
    #[cfg(unix)]
    {
        use nix::sys::signal::{Signal, kill};
        let _ = kill(
            nix::unistd::Pid::from_raw(pid.cast_signed()),
            Signal::SIGKILL,
        );
    }
    #[cfg(not(unix))]
    let _ = pid;
}

/// Keeps other processes of the same user from reading our memory and our
/// environment, which may contain the session token. Linux only; the user
/// `root` can still read them.
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
        while process_group(pid).is_some() {
            thread::yield_now();
        }
    }

    #[test]
    fn memory_is_denied_to_others() {
        deny_memory_access();
        assert_eq!(nix::sys::prctl::get_dumpable(), Ok(false));
        // We can still see ourselves.
        assert!(resident_bytes(std::process::id()).is_some());
    }
}
