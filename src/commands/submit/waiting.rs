//! The countdown of `--wait`: a bar on a terminal, else one line.

use std::thread;
use std::time::Duration;

use chrono::{DateTime, Utc};

use crate::app::App;
use crate::puzzle::Puzzle;
use crate::reporter::Bar;
use crate::site::Site;
use crate::terminal::span;

/// The time between two looks at the clock.
const TICK: Duration = Duration::from_secs(1);

/// Waits until `instant` is past on the site.
pub fn wait_until(app: &App, site: &Site, puzzle: Puzzle, instant: DateTime<Utc>) {
    let Some(all) = site.until(instant) else {
        return;
    };
    let seconds = usize::try_from(all.as_secs() + 1).unwrap_or_default();
    let is_drawn = app.stderr.interactive && !app.is_quiet();
    let bar = Bar::countdown(app.stderr, "waiting", if is_drawn { seconds } else { 0 });
    if !is_drawn {
        let left = span(all);
        app.note(&format!(
            "{puzzle}: the site takes the next answer in {left}; waiting for it"
        ));
    }
    while let Some(left) = site.until(instant) {
        let passed = all.saturating_sub(left).as_secs();
        let says = format!("{} until the next answer", span(left));
        bar.begin(usize::try_from(passed).unwrap_or_default(), &says);
        thread::sleep(left.min(TICK));
    }
}
