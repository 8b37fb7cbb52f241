//! Which puzzle is started.

use chrono::{DateTime, TimeDelta, Utc};

use crate::app::App;
use crate::app::args::SelectionArgs;
use crate::error::CliError;
use crate::puzzle::{Puzzle, next_unlock, today, unlock};
use crate::terminal::span;

/// This long before an unlock, the puzzle that comes is meant, and no longer
/// that of the day.
const SOON: TimeDelta = TimeDelta::hours(1);

/// How long before the first unlock of an event it is what is meant.
const EVE: TimeDelta = TimeDelta::hours(36);

/// The puzzle that is selected; without a selector the one that unlocks soon,
/// else today's, else that of `aoc fetch`.
pub fn choose(app: &App, selection: &SelectionArgs) -> Result<Puzzle, CliError> {
    if selection.selectors.is_empty() && selection.year.is_none() {
        let now = app.site_time();
        if let Some(puzzle) = usual(now) {
            app.note(&match (unlock(puzzle) - now).to_std() {
                Ok(left) => format!("starting {puzzle}, which unlocks in {}", span(left)),
                Err(_) => format!("starting {puzzle}"),
            });
            return Ok(puzzle);
        }
    }
    app.puzzle(selection)
}

/// The puzzle that one starts at this time; `None` if none is near.
fn usual(now: DateTime<Utc>) -> Option<Puzzle> {
    let today = today(now);
    let near = if today.is_some() { SOON } else { EVE };
    let next = next_unlock(now).filter(|&next| unlock(next) - now <= near);
    next.or(today)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{Day, Year};

    #[test]
    fn starts_what_is_near() {
        let cases = [
            ("2026-11-29T16:59:59Z", None),
            ("2026-11-29T17:00:00Z", Some(1)),
            ("2026-12-01T05:00:00Z", Some(1)),
            ("2026-12-02T03:59:59Z", Some(1)),
            ("2026-12-02T04:00:00Z", Some(2)),
            ("2026-12-13T04:59:59Z", Some(12)),
            ("2026-12-13T05:00:00Z", None),
        ];
        for (now, day) in cases {
            let puzzle = day.map(|day| Year(2026).day(Day(day)));
            assert_eq!(usual(now.parse().unwrap()), puzzle, "{now}");
        }
    }
}
