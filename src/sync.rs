//! Data that threads share.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Locks data that stays valid even if a thread panics.
pub fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
