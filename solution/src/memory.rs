//! Counts what a solution allocates, and stops it at its memory limit.
//!
//! [`CountingAllocator`] does both, if the program has installed it. Both are off by default. An
//! allocation then only reads a flag that nobody writes. In a program with another allocator,
//! nothing is counted, and only the runner enforces the memory limit.
//!
//! This is the only file with `unsafe` code, which a global allocator needs.

use std::alloc::{GlobalAlloc, Layout, System};
use std::hint::black_box;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering};

use crate::protocol::Allocations;

/// True while the counters below are updated.
static WATCHING: AtomicBool = AtomicBool::new(false);
static COUNT: AtomicU64 = AtomicU64::new(0);
static BYTES: AtomicU64 = AtomicU64::new(0);
/// The bytes held now, minus those held when the counting started.
static HELD: AtomicI64 = AtomicI64::new(0);
static PEAK: AtomicI64 = AtomicI64::new(0);
static LIMIT: AtomicI64 = AtomicI64::new(i64::MAX);
static EXCEEDED: OnceLock<fn() -> !> = OnceLock::new();

/// Counts the allocations of all threads from `start` to `end`.
pub(crate) struct Count {
    was_watching: bool,
    allocations: u64,
    bytes: u64,
    held: i64,
}

impl Count {
    pub(crate) fn start() -> Self {
        let was_watching = WATCHING.swap(true, Ordering::Relaxed);
        let held = HELD.load(Ordering::Relaxed);
        PEAK.store(held, Ordering::Relaxed);
        Self {
            was_watching,
            allocations: COUNT.load(Ordering::Relaxed),
            bytes: BYTES.load(Ordering::Relaxed),
            held,
        }
    }

    pub(crate) fn end(self) -> Allocations {
        let allocations = Allocations {
            count: COUNT.load(Ordering::Relaxed) - self.allocations,
            bytes: BYTES.load(Ordering::Relaxed) - self.bytes,
            peak: u64::try_from(PEAK.load(Ordering::Relaxed) - self.held).unwrap_or(0),
        };
        WATCHING.store(self.was_watching, Ordering::Relaxed);
        allocations
    }
}

/// True if the program has installed the [`CountingAllocator`].
pub(crate) fn is_counting() -> bool {
    let count = Count::start();
    drop(black_box(Box::new(0_u8)));
    count.end().count > 0
}

/// Sets the function to call when the limit is exceeded.
pub(crate) fn when_exceeded(exceeded: fn() -> !) {
    EXCEEDED.get_or_init(|| exceeded);
}

/// Limits the bytes that the program may hold beyond those that it holds now.
pub(crate) fn limit(bytes: u64) {
    LIMIT.store(i64::try_from(bytes).unwrap_or(i64::MAX), Ordering::Relaxed);
    WATCHING.store(true, Ordering::Relaxed);
}

/// Leaves the limit to the runner, which watches the size of the process. Called before samples are
/// taken, because the counters make each allocation slower. Only on Linux does the runner see the
/// size, so elsewhere the worker keeps its limit. The limit is never set again, because held bytes
/// are not counted meanwhile.
pub(crate) fn leave_limit_to_runner() {
    if cfg!(target_os = "linux") {
        LIMIT.store(i64::MAX, Ordering::Relaxed);
        WATCHING.store(false, Ordering::Relaxed);
    }
}

/// Allocates `size` more bytes. While the counters are on, the limit is checked first, and only a
/// successful allocation is counted, because a solution may ask for more memory than there is and
/// continue.
fn allocate_counted(size: usize, allocate: impl FnOnce() -> *mut u8) -> *mut u8 {
    if !WATCHING.load(Ordering::Relaxed) {
        return allocate();
    }
    let size = size as u64;
    let held = HELD.load(Ordering::Relaxed);
    if held.saturating_add_unsigned(size) > LIMIT.load(Ordering::Relaxed) {
        stop();
    }
    let pointer = allocate();
    if !pointer.is_null() {
        COUNT.fetch_add(1, Ordering::Relaxed);
        BYTES.fetch_add(size, Ordering::Relaxed);
        let held = HELD.fetch_add(size.cast_signed(), Ordering::Relaxed);
        PEAK.fetch_max(held.saturating_add_unsigned(size), Ordering::Relaxed);
    }
    pointer
}

#[cold]
fn stop() {
    // `exceeded` ends the process, whose exit handlers may allocate. So the limit is removed first.
    LIMIT.store(i64::MAX, Ordering::Relaxed);
    WATCHING.store(false, Ordering::Relaxed);
    if let Some(exceeded) = EXCEEDED.get() {
        exceeded();
    }
}

fn count_freed(size: usize) {
    HELD.fetch_sub(size.cast_signed() as i64, Ordering::Relaxed);
}

/// The system's allocator, with counters. The runner switches them on for `aoc bench` and for
/// `--memory`. On Linux they are off while `aoc bench` takes samples.
///
/// The `main.rs` of a year installs it:
///
/// ```
/// #[global_allocator]
/// static ALLOCATOR: aoc_solution::CountingAllocator = aoc_solution::CountingAllocator;
/// # fn main() {}
/// ```
///
/// A year may have another allocator instead, whose allocations are not counted.
#[derive(Clone, Copy, Debug, Default)]
pub struct CountingAllocator;

#[expect(
    unsafe_code,
    reason = "a global allocator is an unsafe trait; every call goes to the system's unchanged"
)]
// SAFETY: each method passes its arguments to `System` unchanged and returns the result of
// `System`; the bookkeeping does not unwind, and touches only atomics. Over the limit, it calls
// `EXCEEDED` before `System`, with the counters off. This function never returns or unwinds.
unsafe impl GlobalAlloc for CountingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        allocate_counted(layout.size(), || unsafe { System.alloc(layout) })
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        allocate_counted(layout.size(), || unsafe { System.alloc_zeroed(layout) })
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        let resize = || unsafe { System.realloc(pointer, layout, size) };
        let Some(less) = layout.size().checked_sub(size) else {
            return allocate_counted(size - layout.size(), resize);
        };
        let moved = resize();
        if WATCHING.load(Ordering::Relaxed) && !moved.is_null() {
            count_freed(less);
        }
        moved
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        if WATCHING.load(Ordering::Relaxed) {
            count_freed(layout.size());
        }
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[cfg(test)]
mod tests {
    use std::env;
    use std::process::Command;

    use super::*;

    #[global_allocator]
    static ALLOCATOR: CountingAllocator = CountingAllocator;

    /// The counters are those of the process, and other tests switch them off and start them again.
    /// So this test starts its own program again, and the copy runs nothing else.
    #[test]
    fn counts_allocations_bytes_and_peak() {
        const ALONE: &str = "AOC_TEST_ALONE";
        if env::var_os(ALONE).is_none() {
            let name = "memory::tests::counts_allocations_bytes_and_peak";
            let mut copy = Command::new(env::current_exe().unwrap());
            copy.args([name, "--exact"]).env(ALONE, "1");
            let output = copy.output().unwrap();
            let stdout = String::from_utf8(output.stdout).unwrap();
            assert!(output.status.success(), "{stdout}");
            assert!(stdout.contains("1 passed"), "{stdout}");
            return;
        }
        assert!(is_counting());
        let count = Count::start();
        for size in [256 << 20, 512 << 20] {
            drop(black_box(Vec::<u8>::with_capacity(size)));
        }
        let Allocations { count, bytes, peak } = count.end();
        assert!(count >= 2, "{count}");
        assert!((768 << 20..769 << 20).contains(&bytes), "{bytes}");
        assert!((512 << 20..513 << 20).contains(&peak), "{peak}");

        // No system has so much memory. The request fails, and the day continues.
        let count = Count::start();
        for size in [isize::MAX as usize / 2, isize::MAX as usize] {
            let mut bytes = Vec::<u8>::with_capacity(1 << 20);
            assert!(black_box(bytes.try_reserve_exact(size - 64)).is_err());
            assert!(Vec::<u8>::new().try_reserve_exact(size - 64).is_err());
        }
        let Allocations { bytes, peak, .. } = count.end();
        assert!(bytes < 1 << 40, "{bytes}");
        assert!(peak < 1 << 40, "{peak}");
    }
}
