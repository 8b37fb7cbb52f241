//! The keys of `watch` and their actions.

use crate::app::watch_key::{CLAIM, DETAILS, FORCE, READ, RUN, TAKE, WAIT};
use crate::reporter::WatchKey;
use crate::submit::LiftedBy;

/// The action of a key of `watch`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum WatchAction {
    /// The next round does this work.
    Round(Work),
    Share,
    Help,
    Quit,
}

/// The work of a round.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Work {
    Run(RunKind),
    Read,
    Bench,
    Submit(SubmitKind),
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RunKind {
    /// Downloads that failed are tried again.
    Again,
    /// Takes the page's unclear example, and then runs.
    Take,
    /// Shows more or fewer details.
    Details,
    Trace,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SubmitKind {
    Next,
    /// Submits the answer that a guard refused in the last round.
    Lifted(LiftedBy),
    LastStar,
}

/// The actions with their keys, in the order of their use on a day. Keys are shown in this order,
/// and those with a low number are left out of a narrow line first.
const KEYS: [(WatchAction, WatchKey); 13] = [
    round(
        Work::Read,
        key(READ, 5, "puzzle", "read the part that is open"),
    ),
    round(
        Work::Run(RunKind::Take),
        key(TAKE, 6, "take example", "take the page's unclear example"),
    ),
    round(
        Work::Run(RunKind::Again),
        key(RUN, 1, "run again", "run again, as Enter does"),
    ),
    round(
        Work::Run(RunKind::Details),
        key(DETAILS, 2, "details", "run with more or fewer details"),
    ),
    round(
        Work::Run(RunKind::Trace),
        key('t', 4, "trace", "run with the trace of the solution"),
    ),
    round(
        Work::Submit(SubmitKind::Next),
        key('s', 9, "submit", "submit the answer to the next part"),
    ),
    round(
        Work::Submit(SubmitKind::Lifted(LiftedBy::Wait)),
        key(WAIT, 10, "submit later", "submit once the site takes it"),
    ),
    round(
        Work::Submit(SubmitKind::Lifted(LiftedBy::Force)),
        key(
            FORCE,
            11,
            "submit anyway",
            "submit although an example fails",
        ),
    ),
    round(
        Work::Submit(SubmitKind::LastStar),
        key(CLAIM, 8, "last star", "claim the star for all the others"),
    ),
    (
        WatchAction::Share,
        key('y', 7, "copy line", "copy the line to share"),
    ),
    round(Work::Bench, key('b', 3, "bench", "measure the solution")),
    (WatchAction::Help, always('?', "keys", "show all keys")),
    (
        WatchAction::Quit,
        always('q', "quit", "end, as Ctrl-D does"),
    ),
];

impl WatchAction {
    /// The action of a key.
    pub fn of_key(pressed: char) -> Option<Self> {
        let (action, _) = KEYS.iter().find(|(_, key)| key.key == pressed)?;
        Some(*action)
    }
}

const fn round(work: Work, key: WatchKey) -> (WatchAction, WatchKey) {
    (WatchAction::Round(work), key)
}

/// A key that is shown if its action is offered and the line has room.
const fn key(key: char, rank: u8, label: &'static str, purpose: &'static str) -> WatchKey {
    WatchKey {
        key,
        label,
        purpose,
        drop_order: Some(rank),
    }
}

/// A key that is always shown.
const fn always(key: char, label: &'static str, purpose: &'static str) -> WatchKey {
    WatchKey {
        key,
        label,
        purpose,
        drop_order: None,
    }
}

/// The keys of these actions, and the keys that are always shown.
pub fn shown_keys(offered: &[WatchAction]) -> Vec<WatchKey> {
    KEYS.into_iter()
        .filter(|(action, key)| offered.contains(action) || key.drop_order.is_none())
        .map(|(_, key)| key)
        .collect()
}

/// All keys, in their order.
pub fn all_keys() -> impl Iterator<Item = WatchKey> {
    KEYS.into_iter().map(|(_, key)| key)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Puzzle;
    use crate::reporter::{key_lines, waiting_lines};
    use crate::terminal::Terminal;

    #[test]
    fn the_keys_that_fit_are_on_a_line_and_all_can_be_shown() {
        let day = Some(Puzzle::of(2026, 12));
        let offered = [
            Work::Submit(SubmitKind::Lifted(LiftedBy::Wait)),
            Work::Submit(SubmitKind::Next),
            Work::Read,
            Work::Bench,
            Work::Run(RunKind::Details),
            Work::Run(RunKind::Again),
        ]
        .map(WatchAction::Round);
        let mut text = String::new();
        for width in [100, 80, 40, 20] {
            text += &waiting_lines(Terminal::wide(width), day, Some(shown_keys(&offered)));
        }
        text += &waiting_lines(Terminal::PLAIN, None, Some(shown_keys(&[])));
        text += &waiting_lines(Terminal::wide(40), day, None);
        text += &key_lines(Terminal::wide(40), all_keys());
        insta::assert_snapshot!(text, @"

        watching 2026/12  p puzzle  v details  s submit  w submit later  b bench  ? keys  q quit

        watching 2026/12  p puzzle  s submit  w submit later  b bench  ? keys  q quit

        2026/12  w submit later  ? keys  q quit

        2026/12  ? keys
          q quit

        watching days/, where there is no day yet  ? keys  q quit
        watching 2026/12; Ctrl-C ends it

        p  read the part that is open
        e  take the page's unclear example
        r  run again, as Enter does
        v  run with more or fewer details
        t  run with the trace of the solution
        s  submit the answer to the next part
        w  submit once the site takes it
        f  submit although an example fails
        c  claim the star for all the others
        y  copy the line to share
        b  measure the solution
        ?  show all keys
        q  end, as Ctrl-D does
        ");
    }
}
