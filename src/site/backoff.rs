//! The pause that the site asks for with a 429; later processes keep it too.
//!
//! Only a 429 is remembered, as it is about this client. A 503 is about the
//! server: its Retry-After is shown, and may be out of date a second later.

use std::time::Duration;

use super::state::State;

/// The pause if the site does not say how long.
pub const DEFAULT: Duration = Duration::from_mins(2);

/// The longest pause without asking once whether it is over: a mistaken header
/// must not lock anyone out for a month.
const LONGEST: Duration = Duration::from_hours(1);

/// How much of the pause is left at `now`, in milliseconds since 1970; `None`
/// if it is over.
pub fn left(state: &State, now: i64) -> Option<Duration> {
    let left = state.backoff_until.saturating_sub(now);
    let left = Duration::from_millis(u64::try_from(left).ok()?);
    // A longer one was written under a wrong clock.
    (!left.is_zero() && left <= LONGEST).then_some(left)
}

/// Begins a pause.
pub fn begin(state: &mut State, now: i64, pause: Duration) {
    let pause = i64::try_from(pause.min(LONGEST).as_millis()).unwrap_or_default();
    state.backoff_until = now.saturating_add(pause);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pause_has_an_end() {
        let mut state = State::default();
        assert_eq!(left(&state, 1000), None);
        begin(&mut state, 1000, DEFAULT);
        assert_eq!(left(&state, 1000), Some(DEFAULT));
        assert_eq!(left(&state, 121_000), None);
        begin(&mut state, 1000, Duration::MAX);
        assert_eq!(left(&state, 1000), Some(LONGEST));
    }

    #[test]
    fn a_time_that_cannot_be_right_is_ignored() {
        for backoff_until in [i64::MIN, -1, 0, 7_300_000, i64::MAX] {
            let state = State {
                backoff_until,
                ..State::default()
            };
            assert_eq!(left(&state, 1000), None, "{backoff_until}");
        }
    }
}
