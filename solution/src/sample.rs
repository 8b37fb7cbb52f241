//! The sampling loop: measures how long a function takes, repeatedly.
//!
//! A sample is one batch of calls between two readings of the clock. The runner
//! decides how many calls make a batch and how long to go on, because it takes
//! samples of several functions, and of several workers, in turn.

use std::time::{Duration, Instant};

use crate::batch::Watched;
use crate::dispatch::Opened;
use crate::protocol::{Call, Reply};
use crate::{Error, Result};

/// The batches of the warm-up grow until one takes this fraction of it. Longer
/// ones would tell no more, and keep more results in memory.
const WARM_BATCHES: u64 = 50;

/// Calls the function for about `ns` nanoseconds, in batches that double, until
/// caches, branch predictors and the processor's clock have settled. Measures
/// how long a call takes then: as in the fastest of the longest batches, since
/// another program may have had the processor during the last one.
pub(crate) fn warm(opened: &dyn Opened, call: &Call, ns: u64) -> Result<Reply> {
    let budget = Duration::from_nanos(ns);
    let start = Instant::now();
    let time = |rounds| Ok::<_, Error>(opened.batch(call, rounds, Watched::Clock)?.ns);
    let mut fastest_ns = time(1)?;
    let mut rounds = 1;
    while start.elapsed() < budget {
        if fastest_ns < ns / WARM_BATCHES {
            rounds *= 2;
            fastest_ns = u64::MAX;
        }
        fastest_ns = fastest_ns.min(time(rounds)?);
    }
    #[expect(clippy::cast_precision_loss, reason = "nanoseconds of seconds fit")]
    let call_ns = fastest_ns as f64 / (rounds * opened.inputs()) as f64;
    Ok(Reply::Warmed {
        call_ns,
        grain_ns: clock_grain(),
    })
}

/// Times batches of `batch` rounds for about `ns` nanoseconds in all.
pub(crate) fn sample(opened: &dyn Opened, call: &Call, batch: u64, ns: u64) -> Result<Reply> {
    let budget = Duration::from_nanos(ns);
    let start = Instant::now();
    let mut batches_ns = Vec::new();
    while batches_ns.is_empty() || start.elapsed() < budget {
        batches_ns.push(opened.batch(call, batch, Watched::Clock)?.ns);
    }
    Ok(Reply::Sampled(batches_ns))
}

/// The smallest step in which the clock was seen to move, in nanoseconds: the
/// longer of its resolution and the time it takes to read it.
fn clock_grain() -> u64 {
    (0..100)
        .map(|_| {
            let start = Instant::now();
            loop {
                let step = start.elapsed();
                if !step.is_zero() {
                    return u64::try_from(step.as_nanos()).unwrap_or(u64::MAX);
                }
            }
        })
        .min()
        .unwrap_or(1)
}
