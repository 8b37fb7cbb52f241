//! Other programs that use the processors.

use std::hint::spin_loop;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;

/// Threads that keep processors busy until this is dropped.
pub struct Busy(Arc<AtomicBool>);

impl Busy {
    pub fn new(threads: usize) -> Self {
        let goes_on = Arc::new(AtomicBool::new(true));
        for _ in 0..threads {
            let goes_on = Arc::clone(&goes_on);
            thread::spawn(move || {
                while goes_on.load(Relaxed) {
                    spin_loop();
                }
            });
        }
        Self(goes_on)
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        self.0.store(false, Relaxed);
    }
}
