//! Measures how long a function takes, repeatedly.
//!
//! A sample is one batch of calls between two readings of the clock. The runner decides how many
//! calls are in a batch and how long to measure, and alternates between functions and workers.
//!
//! The results of calls are dropped soon, while the clock is stopped. If they were kept until the
//! batch ends, each call would need fresh memory from the allocator, which a solution that runs
//! once never needs. With fresh memory, a parse that returns 80 KB took 2.8 times as long. Sixteen
//! results of 10 KB do not fit into the first-level cache, and a parse of 42 ns took nine times as
//! long.
//!
//! Stopping the clock takes about 25 ns, with an error of some nanoseconds. So the time of reading
//! the clock is subtracted, and the results of very fast calls are kept until these calls have
//! taken a tenth of a microsecond together.

use std::hint::black_box;
use std::time::{Duration, Instant};

use crate::protocol::Reply;
use crate::{Error, Result};

/// The warm-up doubles its batches until one takes a fiftieth of the whole time. Longer batches
/// would not be more exact, and would keep more results in memory.
const WARM_BATCHES: u64 = 50;

/// The time after which the results of calls are dropped together. It is four times the time of
/// stopping the clock.
const GROUP_NS: u64 = 100;

/// The maximum size of the list of kept results, in bytes. A single result may be larger.
const MAX_KEPT_BYTES: usize = 8 << 10;

/// The maximum number of results that are kept. The GNU allocator caches as many free blocks of
/// each size, so with more results each call would take its slow path.
const MAX_KEPT: usize = 7;

/// Calls a function for about `ns` nanoseconds, in batches that double, until caches, branch
/// predictors and the processor's clock have settled. `time_batch` times a number of calls.
///
/// Returns the time of a call in the fastest of the longest batches, because another program may
/// have used the processor during the last batch.
pub(crate) fn warm(time_batch: &dyn Fn(u64) -> Result<u64>, ns: u64) -> Result<Reply> {
    let budget = Duration::from_nanos(ns);
    let start = Instant::now();
    let mut fastest_ns = time_batch(1)?;
    let mut calls = 1;
    while start.elapsed() < budget {
        if fastest_ns < ns / WARM_BATCHES {
            calls *= 2;
            fastest_ns = u64::MAX;
        }
        fastest_ns = fastest_ns.min(time_batch(calls)?);
    }
    #[expect(clippy::cast_precision_loss, reason = "nanoseconds of seconds fit")]
    let call_ns = fastest_ns as f64 / calls as f64;
    Ok(Reply::Warmed {
        call_ns,
        grain_ns: clock_grain(),
    })
}

/// Times batches of `calls` calls for about `ns` nanoseconds in all.
pub(crate) fn sample(
    time_batch: &dyn Fn(u64) -> Result<u64>,
    calls: u64,
    ns: u64,
) -> Result<Reply> {
    let budget = Duration::from_nanos(ns);
    let start = Instant::now();
    let mut batches_ns = Vec::new();
    while batches_ns.is_empty() || start.elapsed() < budget {
        batches_ns.push(time_batch(calls)?);
    }
    Ok(Reply::Sampled(batches_ns))
}

/// The length of the chain: about 0.15 ms.
const CHAIN_STEPS: u64 = 200_000;

/// Times a fixed chain of instructions. Each instruction needs the result of the previous one, and
/// none uses memory, so only the processor's speed changes the time.
pub(crate) fn chain() -> Reply {
    let start = Instant::now();
    let mut state = 1_u64;
    for step in 0..black_box(CHAIN_STEPS) {
        state = state.rotate_left(5).wrapping_add(step);
    }
    black_box(state);
    Reply::Chained(nanoseconds(start))
}

/// The time in nanoseconds of this many calls with the input. `is_slow_to_drop` tells whether a
/// result takes time to drop.
pub(crate) fn time_batch<'a, I, T>(
    calls: u64,
    input: &'a I,
    call: impl Fn(&'a I) -> Result<T>,
    is_slow_to_drop: impl Fn(&T) -> bool,
) -> Result<u64, Error> {
    let clock_ns = clock_cost();
    let most = max_kept(size_of::<T>());
    let mut kept = Vec::with_capacity(most);
    // The first result is dropped alone. The time of its call decides how many later results are
    // dropped together.
    let mut group = None;
    let mut total_ns = 0;
    let mut start = Instant::now();
    for _ in 0..calls {
        let result = call(black_box(input));
        // The result is passed by reference, so that a large one is not moved.
        black_box(&result);
        match result {
            Ok(result) if is_slow_to_drop(&result) => {
                kept.push(result);
                if kept.len() >= group.unwrap_or(1) {
                    let ns = nanoseconds(start).saturating_sub(clock_ns);
                    total_ns += ns;
                    group.get_or_insert_with(|| {
                        let group = usize::try_from(GROUP_NS / ns.max(1)).unwrap_or(most);
                        group.clamp(1, most)
                    });
                    kept.clear();
                    start = Instant::now();
                }
            }
            Ok(result) => std::mem::forget(result),
            Err(error) => return Err(error),
        }
    }
    Ok(total_ns + nanoseconds(start).saturating_sub(clock_ns))
}

/// The maximum number of results of `size` bytes that are kept together.
fn max_kept(size: usize) -> usize {
    (MAX_KEPT_BYTES / size.max(1)).clamp(1, MAX_KEPT)
}

/// The median time between two successive readings of the clock, in nanoseconds. It changes with
/// the processor's clock, so each batch measures it anew.
fn clock_cost() -> u64 {
    let mut costs = [0; 21];
    for cost in &mut costs {
        *cost = nanoseconds(Instant::now());
    }
    costs.sort_unstable();
    costs[costs.len() / 2]
}

/// The smallest observed step of the clock, in nanoseconds. It is the resolution of the clock or
/// the time of reading it, whichever is longer.
fn clock_grain() -> u64 {
    let mut smallest = u64::MAX;
    for _ in 0..100 {
        let start = Instant::now();
        let mut step = 0;
        while step == 0 {
            step = nanoseconds(start);
        }
        smallest = smallest.min(step);
    }
    smallest
}

/// The nanoseconds since `start`.
pub(crate) fn nanoseconds(start: Instant) -> u64 {
    u64::try_from(start.elapsed().as_nanos()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    /// A result that counts how many results exist.
    struct Counted<'a>(&'a Live, Duration);

    #[derive(Default)]
    struct Live {
        now: Cell<usize>,
        most: Cell<usize>,
        made: Cell<usize>,
    }

    impl<'a> Counted<'a> {
        /// A result that takes this long to make, and this long to drop.
        fn new(live: &'a Live, make: Duration, drop: Duration) -> Self {
            wait(make);
            live.now.set(live.now.get() + 1);
            live.most.set(live.most.get().max(live.now.get()));
            live.made.set(live.made.get() + 1);
            Self(live, drop)
        }
    }

    impl Drop for Counted<'_> {
        fn drop(&mut self) {
            wait(self.1);
            self.0.now.set(self.0.now.get() - 1);
        }
    }

    fn wait(time: Duration) {
        let start = Instant::now();
        while start.elapsed() < time {}
    }

    #[test]
    fn results_are_dropped_soon_and_with_the_clock_stopped() {
        let fast = Duration::ZERO;
        let slow = Duration::from_millis(5);
        for (calls, make, drop, most) in [
            // A slow result is dropped before the next call.
            (50, Duration::from_micros(2), fast, 1),
            // At most a few results of fast calls exist at a time.
            (100_000, fast, fast, MAX_KEPT),
            (20, fast, slow, MAX_KEPT),
        ] {
            let live = Live::default();
            let call = |&live: &_| Ok(Counted::new(live, make, drop));
            let start = Instant::now();
            let ns = time_batch(calls, &&live, call, |_| true).unwrap();
            let dropping = drop * u32::try_from(calls).unwrap();
            assert!(ns <= nanoseconds(start + dropping), "{ns} ns");
            let least = 40 * u64::try_from(make.as_nanos()).unwrap();
            assert!(ns >= least, "{ns} ns");
            assert!(live.most.get() <= most, "{}", live.most.get());
            assert_eq!((live.made.get() as u64, live.now.get()), (calls, 0));
        }
    }

    #[test]
    fn large_results_are_not_hoarded() {
        let most = [0, 24, 2 << 10, 80 << 20].map(max_kept);
        assert_eq!(most, [MAX_KEPT, MAX_KEPT, 4, 1]);
    }
}
