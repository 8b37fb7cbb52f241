//! The keys of `watch` and their actions.

use crate::app::watch_key::{CLAIM, DETAILS, FORCE, READ, RUN, TAKE, WAIT};
use crate::reporter::WatchKey;

/// The action of a key of `watch`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum WatchAction {
    Read,
    Take,
    Run,
    Details,
    Trace,
    Submit,
    WaitAndSubmit,
    SubmitAnyway,
    Claim,
    Share,
    Bench,
    Help,
    Quit,
}

impl WatchAction {
    /// The actions in the order of their use on a day. Their keys are shown in this order.
    const ALL: [Self; 13] = [
        Self::Read,
        Self::Take,
        Self::Run,
        Self::Details,
        Self::Trace,
        Self::Submit,
        Self::WaitAndSubmit,
        Self::SubmitAnyway,
        Self::Claim,
        Self::Share,
        Self::Bench,
        Self::Help,
        Self::Quit,
    ];

    /// The action's key. Keys with a low number are left out of a narrow line first.
    fn key(self) -> WatchKey {
        match self {
            Self::Read => key(READ, 5, "puzzle", "read the part that is open"),
            Self::Take => key(TAKE, 6, "take example", "take the page's unclear example"),
            Self::Run => key(RUN, 1, "run again", "run again, as Enter does"),
            Self::Details => key(DETAILS, 2, "details", "run with more or fewer details"),
            Self::Trace => key('t', 4, "trace", "run with the trace of the solution"),
            Self::Submit => key('s', 9, "submit", "submit the answer to the next part"),
            Self::WaitAndSubmit => key(WAIT, 10, "submit later", "submit once the site takes it"),
            Self::SubmitAnyway => key(
                FORCE,
                11,
                "submit anyway",
                "submit although an example fails",
            ),
            Self::Claim => key(CLAIM, 8, "last star", "claim the star for all the others"),
            Self::Share => key('y', 7, "copy line", "copy the line to share"),
            Self::Bench => key('b', 3, "bench", "measure the solution"),
            Self::Help => always('?', "keys", "show all keys"),
            Self::Quit => always('q', "quit", "end, as Ctrl-D does"),
        }
    }

    /// The action of a key.
    pub fn of_key(pressed: char) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|action| action.key().key == pressed)
    }

    /// True if the action submits an answer.
    pub fn submits(self) -> bool {
        matches!(
            self,
            WatchAction::Submit
                | WatchAction::WaitAndSubmit
                | WatchAction::SubmitAnyway
                | WatchAction::Claim
        )
    }
}

/// A key that is shown if its action is offered and the line has room.
fn key(key: char, rank: u8, label: &'static str, purpose: &'static str) -> WatchKey {
    WatchKey {
        key,
        label,
        purpose,
        drop_order: Some(rank),
    }
}

/// A key that is always shown.
fn always(key: char, label: &'static str, purpose: &'static str) -> WatchKey {
    WatchKey {
        key,
        label,
        purpose,
        drop_order: None,
    }
}

/// The keys of these actions, and the keys that are always shown.
pub fn shown_keys(offered: &[WatchAction]) -> Vec<WatchKey> {
    let shown = WatchAction::ALL
        .into_iter()
        .filter(|action| offered.contains(action) || action.key().drop_order.is_none());
    shown.map(WatchAction::key).collect()
}

/// All keys, in their order.
pub fn all_keys() -> impl Iterator<Item = WatchKey> {
    WatchAction::ALL.into_iter().map(WatchAction::key)
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
            WatchAction::WaitAndSubmit,
            WatchAction::Submit,
            WatchAction::Read,
            WatchAction::Bench,
            WatchAction::Details,
            WatchAction::Run,
        ];
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
