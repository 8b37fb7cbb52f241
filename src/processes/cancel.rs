//! Stops a build or a run from another thread.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::error::{CliError, Result};

/// Stops work on another thread, which checks the token every few milliseconds. All clones share
/// one state.
#[derive(Clone, Default)]
pub struct CancelToken {
    is_cancelled: Arc<AtomicBool>,
    /// Cancelling the parent also cancels this token.
    parent: Option<Arc<CancelToken>>,
}

impl CancelToken {
    /// Creates a token that is also cancelled when this one is.
    pub fn child(&self) -> Self {
        Self {
            is_cancelled: Arc::default(),
            parent: Some(Arc::new(self.clone())),
        }
    }

    pub fn is_cancelled(&self) -> bool {
        let parent = self.parent.as_deref();
        self.is_cancelled.load(Ordering::SeqCst) || parent.is_some_and(Self::is_cancelled)
    }

    /// Fails if the token is cancelled.
    pub fn check(&self) -> Result<()> {
        if self.is_cancelled() {
            return Err(CliError::interrupted());
        }
        Ok(())
    }

    pub fn cancel(&self) {
        self.is_cancelled.store(true, Ordering::SeqCst);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_cancelled_with_its_parent_but_not_the_other_way_round() {
        let parent = CancelToken::default();
        let [one, other] = [parent.child(), parent.child()];
        one.clone().cancel();
        let of = || [&parent, &one, &other].map(CancelToken::is_cancelled);
        assert_eq!(of(), [false, true, false]);
        parent.cancel();
        assert_eq!(of(), [true; 3]);
        let grandparent = CancelToken::default();
        let grandchild = grandparent.child().child();
        assert!(!grandchild.is_cancelled());
        grandparent.cancel();
        assert!(grandchild.is_cancelled());
    }
}
