//! Stopping work from another thread: a build, a run, a wait.
//!
//! Whoever does the work has a copy of the token and looks at it, or has a
//! function called when it is cancelled, to be woken from what it waits for.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::error::CliError;

/// All copies of a token are the same one.
#[derive(Clone, Default)]
pub struct CancelToken(Arc<Mutex<State>>);

#[derive(Default)]
struct State {
    cancelled: bool,
    /// The functions to call, each with a number of its own.
    wakers: Vec<(u64, Waker)>,
    /// The number of the next one.
    next: u64,
}

type Waker = Box<dyn FnOnce() + Send>;

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
        // Called while the lock is held: whoever drops an `OnCancel` may be sure
        // that its function does not run later.
        for (_, wake) in state.wakers.drain(..) {
            wake();
        }
    }

    /// Has `wake` called when the token is cancelled, or at once if it is, but
    /// not after the value that this returns was dropped. `wake` must be short,
    /// and must not use the token.
    pub fn on_cancel(&self, wake: impl FnOnce() + Send + 'static) -> OnCancel {
        let mut state = self.state();
        let number = state.next;
        state.next += 1;
        if state.cancelled {
            wake();
        } else {
            state.wakers.push((number, Box::new(wake)));
        }
        OnCancel {
            token: self.clone(),
            number,
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// While this exists, a function waits for the token to be cancelled.
#[must_use = "the function is forgotten when it is dropped"]
pub struct OnCancel {
    token: CancelToken,
    number: u64,
}

impl Drop for OnCancel {
    fn drop(&mut self) {
        let mut state = self.token.state();
        state.wakers.retain(|(number, _)| *number != self.number);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering::SeqCst};

    use super::*;

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
