//! How long things may take, and how large they may be.

use std::time::Duration;

/// The time for one request, the reply's body included: pages are 50 kB, and
/// the slowest line worth waiting for brings that in a minute.
pub const TOTAL: Duration = Duration::from_mins(1);

/// The least that makes sense for one request.
pub const SHORTEST: Duration = Duration::from_millis(100);

/// The most that makes sense for one request.
pub const LONGEST: Duration = Duration::from_hours(1);

/// The most bytes of a reply, unpacked: the largest input known is 150 kB.
pub const MAX_BODY: usize = 10 * 1024 * 1024;

/// All limits, each a part of the time for one request, so that one figure
/// makes everything slower or faster.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Until there is a connection: 10 s, or a sixth.
    pub connect: Duration,
    /// Without a single byte: 20 s, or a third.
    pub idle: Duration,
    /// One request from end to end.
    pub total: Duration,
    /// All the tries of one request and the pauses between them: 150 s.
    pub overall: Duration,
    /// The first pause before another try, doubled each time: 1 s.
    pub pause: Duration,
    /// Between two questions whether a puzzle that should be open is: 2 s.
    pub late: Duration,
}

impl Limits {
    /// The limits that go with `total` for one request.
    pub fn within(total: Duration) -> Self {
        Self {
            connect: (total / 6).max(Duration::from_millis(250)),
            idle: total / 3,
            total,
            overall: total * 5 / 2,
            // Never more than the defaults: more patience with a slow line is
            // no wish for longer pauses.
            pause: (total / 60).min(Duration::from_secs(1)),
            late: (total / 30).min(Duration::from_secs(2)),
        }
    }
}
