//! Measuring several puzzles at a time.
//!
//! A function that runs on one processor takes as long whether another processor
//! works or not; `cargo bench --bench intervals` measures that. One with threads
//! does not, so it is measured while nothing else is.

use std::collections::BTreeSet;
use std::fs::{self, DirEntry};
use std::path::Path;
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::time::Duration;
use std::{process, thread};

use crate::processes::Times;

/// From this part of the time on, what other threads did counts. The thread that
/// talks to the runner takes a hundredth.
const MULTITHREADED: u32 = 10;

/// How many puzzles are measured at a time, unless the user says otherwise.
///
/// Two share no core, and hardly anything else; with more of them, processors run
/// at a lower clock and wait for the memory. One, where functions with threads of
/// their own cannot be told.
pub fn default_parallelism() -> usize {
    if Times::of(process::id()).is_none() {
        return 1;
    }
    let usable = thread::available_parallelism().map_or(1, usize::from);
    cores(Path::new(LINUX_PROCESSORS)).min(usable).min(2)
}

/// Where Linux describes its processors.
const LINUX_PROCESSORS: &str = "/sys/devices/system/cpu";

/// How many cores there are: two processors of one core share its units, and each
/// is slower while the other works. One if the system does not say which these
/// are.
fn cores(processors: &Path) -> usize {
    let entries = fs::read_dir(processors).into_iter().flatten().flatten();
    let siblings = |entry: DirEntry| fs::read(entry.path().join("topology/thread_siblings_list"));
    let cores: BTreeSet<Vec<u8>> = entries.filter_map(|entry| siblings(entry).ok()).collect();
    cores.len().max(1)
}

/// The processors, as the measurements that run at a time share them.
#[derive(Clone, Debug)]
pub struct Processors {
    /// How many run at a time.
    parallelism: usize,
    permits: Arc<RwLock<()>>,
}

/// While it is held, nothing is measured that it would disturb.
pub(super) struct Permit<'a> {
    shared: Option<RwLockReadGuard<'a, ()>>,
    _exclusive: Option<RwLockWriteGuard<'a, ()>>,
}

impl Processors {
    /// For so many measurements at a time.
    pub fn new(parallelism: usize) -> Self {
        Self {
            parallelism,
            permits: Arc::default(),
        }
    }

    /// Waits until what is measured meanwhile does not disturb it, or nothing is
    /// measured if it must be `alone`.
    pub(super) fn permit(&self, alone: bool) -> Permit<'_> {
        if alone {
            self.exclusive()
        } else {
            self.shared()
        }
    }

    /// Waits until nothing is measured that must be alone.
    pub(super) fn shared(&self) -> Permit<'_> {
        if self.parallelism < 2 {
            return self.exclusive();
        }
        // Nothing is guarded that a panic could leave half done.
        let permit = self.permits.read().unwrap_or_else(PoisonError::into_inner);
        Permit {
            shared: Some(permit),
            _exclusive: None,
        }
    }

    /// Waits until nothing else is measured.
    pub(super) fn exclusive(&self) -> Permit<'_> {
        let permit = self.permits.write().unwrap_or_else(PoisonError::into_inner);
        Permit {
            shared: None,
            _exclusive: Some(permit),
        }
    }
}

impl Permit<'_> {
    /// Whether something else may be measured meanwhile.
    pub(super) const fn is_shared(&self) -> bool {
        self.shared.is_some()
    }
}

/// Whether a function runs in several threads, when others than that which calls it
/// kept processors busy for so long of the time that elapsed.
pub(super) fn is_multithreaded(beside: Duration, elapsed: Duration) -> bool {
    beside * MULTITHREADED > elapsed
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;
    use crate::testing::write;

    #[test]
    fn processors_of_one_core_count_once() {
        let temp = tempfile::tempdir().unwrap();
        assert_eq!(cores(&temp.path().join("missing")), 1);
        for (processor, siblings) in [(0, "0,2"), (1, "1,3"), (2, "0,2"), (3, "1,3")] {
            let path = format!("cpu{processor}/topology/thread_siblings_list");
            write(temp.path(), &path, siblings);
        }
        write(temp.path(), "cpufreq/boost", "1");
        assert_eq!(cores(temp.path()), 2);
        assert!((1..=2).contains(&default_parallelism()));
    }

    #[test]
    fn what_must_be_alone_is() {
        assert!(!Processors::new(1).shared().is_shared());
        let processors = Processors::new(2);
        let first = processors.shared();
        // Another one at the same time.
        assert!(processors.shared().is_shared());
        let (sender, messages) = mpsc::channel();
        thread::scope(|scope| {
            let other = processors.clone();
            scope.spawn(move || {
                let alone = other.exclusive();
                sender.send(()).unwrap();
                assert!(!alone.is_shared());
            });
            assert!(messages.try_recv().is_err());
            drop(first);
            messages.recv().unwrap();
        });
    }

    #[test]
    fn threads_are_noticed() {
        let ms = Duration::from_millis;
        assert!(!is_multithreaded(ms(0), ms(80)) && !is_multithreaded(ms(2), ms(80)));
        assert!(is_multithreaded(ms(30), ms(80)));
    }
}
