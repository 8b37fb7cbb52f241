//! Stopping work from another thread: a build, a run, a wait.
//!
//! Whoever does the work has a copy of the token and looks at it, or has a
//! function called when it is cancelled, to be woken from what it waits for.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use crate::error::CliError;

/// All copies of a token are the same one.
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
