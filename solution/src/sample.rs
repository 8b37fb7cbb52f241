//! The sampling loop: how long a function takes, again and again.
//!
//! A sample is one batch of calls between two looks at the clock. How many
//! calls make a batch, and how long to go on, is the runner's to say: it takes
//! samples of several functions, and of several workers, in turn.

use std::time::{Duration, Instant};

use crate::Result;
use crate::dispatch::Opened;
use crate::protocol::{Call, Reply};

/// Calls the function for about `ns`, in batches that double: caches, branch
/// predictors and the processor's clock settle, and it comes out how long a
/// call takes then.
pub(crate) fn warm(opened: &dyn Opened, call: &Call, ns: u64) -> Result<Reply> {
    let budget = Duration::from_nanos(ns);
    let start = Instant::now();
    let first_ns = opened.batch(call, 1)?;
    let mut last_ns = first_ns;
    let mut rounds = 1;
    while start.elapsed() < budget {
        // A batch past a quarter of the time is long enough.
        if last_ns < ns / 4 {
            rounds *= 2;
        }
        last_ns = opened.batch(call, rounds)?;
    }
    #[expect(clippy::cast_precision_loss, reason = "nanoseconds of seconds fit")]
    let call_ns = last_ns as f64 / (rounds * opened.inputs()) as f64;
    Ok(Reply::Warmed {
        first_ns: first_ns / opened.inputs(),
        call_ns,
        grain_ns: clock_grain(),
    })
}

/// The nanoseconds of each batch of `batch` rounds, for about `ns` in all.
pub(crate) fn sample(opened: &dyn Opened, call: &Call, batch: u64, ns: u64) -> Result<Reply> {
    let budget = Duration::from_nanos(ns);
    let start = Instant::now();
    let mut samples = Vec::new();
    loop {
        samples.push(opened.batch(call, batch)?);
        if start.elapsed() >= budget {
            return Ok(Reply::Sampled(samples));
        }
    }
}

/// The smallest step in which the clock was seen to move, in nanoseconds: its
/// resolution or the time it takes to read it, whichever is longer.
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
