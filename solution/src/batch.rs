//! The loop that is timed: many calls between two readings of the clock.
//!
//! What the calls return is dropped with the clock stopped, and soon. If it were
//! kept until the batch ends, each call would have to ask the allocator for
//! fresh memory, which a solution that runs once never does: a parse that
//! returns 80 KB took 2.8 times as long that way. Sixteen results of 10 KB leave
//! the first-level cache, and a parse of 42 ns took nine times as long. But to
//! stop the clock takes time as well, about 25 ns, which is known to some
//! nanoseconds: so what reading the clock takes is subtracted, and the results of
//! very fast calls are kept until they have taken a tenth of a microsecond
//! together.

use std::hint::black_box;
use std::time::Instant;

use crate::Result;
use crate::memory::Count;
use crate::protocol::Allocations;

/// What is measured. Counting slows a batch down, so its time is not used then.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Watched {
    Clock,
    Allocations,
}

pub(crate) struct Batch {
    /// The nanoseconds of all calls together.
    pub(crate) ns: u64,
    /// `None` if allocations were not watched, or cannot be.
    pub(crate) allocations: Option<Allocations>,
}

/// Calls `rounds` times with each of `inputs`. Results that are `heavy` take
/// time to drop.
pub(crate) fn batch<'a, I, T>(
    rounds: u64,
    watched: Watched,
    inputs: &'a [I],
    call: impl Fn(&'a I) -> Result<T>,
    heavy: impl Fn(&T) -> bool,
) -> Result<Batch> {
    let mut kept = Vec::with_capacity(Stopwatch::most_kept(size_of::<T>()));
    let count = (watched == Watched::Allocations).then(Count::start);
    let mut watch = Stopwatch::start(kept.capacity(), watched);
    for _ in 0..rounds {
        for input in inputs {
            let result = call(black_box(input));
            // By reference, so that a large result is not moved.
            black_box(&result);
            match result {
                Ok(result) if heavy(&result) => {
                    kept.push(result);
                    if kept.len() >= watch.group {
                        watch.pause();
                        kept.clear();
                        watch.resume();
                    }
                }
                Ok(result) => std::mem::forget(result),
                Err(error) => return Err(error),
            }
        }
    }
    watch.pause();
    Ok(Batch {
        ns: watch.ns,
        allocations: count.and_then(Count::end),
    })
}

/// Results are kept until their calls took about this long: four times what it
/// takes to stop the clock.
const GROUP_NS: u64 = 100;
/// Kept results take at most this much memory in the list that holds them, if
/// there is more than one.
const KEPT_BYTES: usize = 8 << 10;
/// As many as the GNU allocator keeps ready of a size: for more, each call would
/// take its slow way.
const KEPT: usize = 7;

/// Counts the nanoseconds of the calls, and says how many results to keep.
struct Stopwatch {
    ns: u64,
    started: Instant,
    /// How many results are kept before they are dropped. The first is alone:
    /// the time of its call says how many follow.
    group: usize,
    most: Option<usize>,
    clock_ns: u64,
}

impl Stopwatch {
    /// How many results of `size` bytes are kept at most.
    fn most_kept(size: usize) -> usize {
        (KEPT_BYTES / size.max(1)).clamp(1, KEPT)
    }

    fn start(most: usize, watched: Watched) -> Self {
        Self {
            ns: 0,
            clock_ns: clock_cost(),
            group: 1,
            // The peak of allocations is that of one call.
            most: (watched == Watched::Clock).then_some(most),
            started: Instant::now(),
        }
    }

    fn pause(&mut self) {
        let ns = nanoseconds(self.started).saturating_sub(self.clock_ns);
        self.ns += ns;
        if let Some(most) = self.most.take() {
            let group = usize::try_from(GROUP_NS / ns.max(1)).unwrap_or(most);
            self.group = group.clamp(1, most);
        }
    }

    fn resume(&mut self) {
        self.started = Instant::now();
    }
}

/// The nanoseconds between two readings of the clock with nothing between them:
/// the median of some. They change with the processor's clock, so they are taken
/// for each batch.
fn clock_cost() -> u64 {
    let mut costs = [0; 21];
    for cost in &mut costs {
        *cost = nanoseconds(Instant::now());
    }
    costs.sort_unstable();
    costs[costs.len() / 2]
}

/// The nanoseconds since `start`.
pub(crate) fn nanoseconds(start: Instant) -> u64 {
    u64::try_from(start.elapsed().as_nanos()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::time::Duration;

    use super::*;

    /// A result that knows how many of its kind there are.
    struct Counted<'a>(&'a Live);

    #[derive(Default)]
    struct Live {
        now: Cell<usize>,
        most: Cell<usize>,
        made: Cell<usize>,
    }

    impl<'a> Counted<'a> {
        fn new(live: &'a Live) -> Self {
            live.now.set(live.now.get() + 1);
            live.most.set(live.most.get().max(live.now.get()));
            live.made.set(live.made.get() + 1);
            Self(live)
        }
    }

    impl Drop for Counted<'_> {
        fn drop(&mut self) {
            self.0.now.set(self.0.now.get() - 1);
        }
    }

    fn at_least(time: Duration) {
        let start = Instant::now();
        while start.elapsed() < time {}
    }

    #[test]
    fn a_result_is_dropped_before_the_next_call() {
        let live = Live::default();
        let call = |live| {
            at_least(Duration::from_micros(2));
            Ok(Counted::new(live))
        };
        let timed = batch(50, Watched::Clock, &[&live], |&live| call(live), |_| true).unwrap();
        assert_eq!((live.most.get(), live.now.get()), (1, 0));
        assert_eq!(live.made.get(), 50);
        assert!(timed.ns >= 50 * 1000, "{} ns", timed.ns);
    }

    #[test]
    fn results_of_fast_calls_are_few_at_a_time_and_all_dropped() {
        let live = Live::default();
        let call = |&live: &_| Ok(Counted::new(live));
        batch(100_000, Watched::Clock, &[&live], call, |_| true).unwrap();
        assert!(live.most.get() <= KEPT, "{}", live.most.get());
        assert_eq!((live.made.get(), live.now.get()), (100_000, 0));
    }

    #[test]
    fn the_time_to_drop_is_not_counted() {
        struct Slow;
        impl Drop for Slow {
            fn drop(&mut self) {
                at_least(Duration::from_millis(5));
            }
        }
        let start = Instant::now();
        let timed = batch(20, Watched::Clock, &[()], |()| Ok(Slow), |_| true).unwrap();
        let all_ns = nanoseconds(start);
        assert!(all_ns >= 100_000_000);
        assert!(timed.ns <= all_ns - 100_000_000, "{} ns", timed.ns);
    }

    #[test]
    fn counted_calls_are_alone() {
        let live = Live::default();
        let call = |&live: &_| Ok(Counted::new(live));
        batch(100, Watched::Allocations, &[&live], call, |_| true).unwrap();
        assert_eq!(live.most.get(), 1);
    }

    #[test]
    fn large_results_are_not_hoarded() {
        assert_eq!(Stopwatch::most_kept(0), KEPT);
        assert_eq!(Stopwatch::most_kept(24), KEPT);
        assert_eq!(Stopwatch::most_kept(2 << 10), 4);
        assert_eq!(Stopwatch::most_kept(80 << 20), 1);
    }
}
