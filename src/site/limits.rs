//! The time limits of requests, and the size limit of replies.

use std::time::Duration;

/// The default time limit of one request, the reply's body included: pages are
/// 50 kB, which a very slow line transfers in a minute.
pub const TOTAL: Duration = Duration::from_mins(1);

/// The most bytes of a reply, unpacked: the largest known input has 150 kB.
pub const MAX_BODY: usize = 10 * 1024 * 1024;

/// All limits are a part of the time limit of one request, so that one setting
/// scales them. The comments give the defaults.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RequestLimits {
    /// For the connection: 10 s.
    pub connect: Duration,
    /// Without a single byte: 20 s.
    pub idle: Duration,
    /// For one request from end to end: 60 s.
    pub total: Duration,
    /// For all tries of a request with the pauses between them: 150 s. Waiting
    /// for the throttle does not count.
    pub overall: Duration,
    /// The pause before the second try, doubled for each further one: 1 s.
    pub pause: Duration,
    /// Between two requests for a puzzle that should be open by now: 2 s.
    pub late: Duration,
}

impl RequestLimits {
    /// The limits for `total` for one request.
    pub fn within(total: Duration) -> Self {
        Self {
            connect: (total / 6).max(Duration::from_millis(250)),
            idle: total / 3,
            total,
            overall: total * 5 / 2,
            // A longer time limit is for slow lines; it does not make the
            // pauses longer.
            pause: (total / 60).min(Duration::from_secs(1)),
            late: (total / 30).min(Duration::from_secs(2)),
        }
    }
}
