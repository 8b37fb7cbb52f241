//! The system's processes: facts about them, collecting those that have ended, and
//! the token that stops a build or a run from another thread.

mod procfs;

use std::process::Child;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::thread;

pub use procfs::{adopted, descendants, has_variable, is_running, process_group, resident_bytes};

use crate::error::CliError;

/// Stops work from another thread: whoever does it looks at the token, or has a function
/// called, to be woken from what it waits for. All copies of a token are the same one.
#[derive(Clone, Default)]
pub struct CancelToken(Arc<Mutex<State>>);

#[derive(Default)]
struct State {
    cancelled: bool,
    wakers: Vec<Weak<Waker>>,
}

type Waker = dyn Fn() + Send + Sync;

/// While this exists, a function waits for the token to be cancelled.
#[must_use = "the function is forgotten when it is dropped"]
pub struct OnCancel {
    _wake: Arc<Waker>,
}

impl CancelToken {
    pub fn is_cancelled(&self) -> bool {
        self.state().cancelled
    }

    /// Fails once it is cancelled.
    pub fn check(&self) -> Result<(), CliError> {
        if self.is_cancelled() {
            return Err(CliError::interrupted());
        }
        Ok(())
    }

    /// Cancels the token, and returns once all functions were called.
    pub fn cancel(&self) {
        let mut state = self.state();
        state.cancelled = true;
        let wakers = std::mem::take(&mut state.wakers);
        wakers
            .iter()
            .filter_map(Weak::upgrade)
            .for_each(|wake| wake());
    }

    /// Has `wake` called when the token is cancelled, or at once if it is, but not if
    /// the value that this returns was dropped before. `wake` must be short, and must
    /// not use the token.
    pub fn on_cancel(&self, wake: impl Fn() + Send + Sync + 'static) -> OnCancel {
        let wake: Arc<Waker> = Arc::new(wake);
        let mut state = self.state();
        if state.cancelled {
            wake();
        }
        state.wakers.retain(|wake| wake.strong_count() > 0);
        state.wakers.push(Arc::downgrade(&wake));
        OnCancel { _wake: wake }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

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
    use std::sync::atomic::{AtomicU32, Ordering::SeqCst};

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

    #[test]
    fn calls_what_waits_once_and_what_comes_late_at_once() {
        let (token, calls) = (CancelToken::default(), Arc::new(AtomicU32::new(0)));
        let count = || {
            let calls = Arc::clone(&calls);
            move || {
                calls.fetch_add(1, SeqCst);
            }
        };
        let forgotten = token.on_cancel(count());
        let waits = token.on_cancel(count());
        drop(forgotten);
        assert!(!token.is_cancelled());
        token.clone().cancel();
        token.cancel();
        assert!(token.is_cancelled());
        assert_eq!(calls.load(SeqCst), 1);
        let late = token.on_cancel(count());
        assert_eq!(calls.load(SeqCst), 2);
        drop((waits, late));
    }
}
