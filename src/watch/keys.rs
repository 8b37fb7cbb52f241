//! The keys of `watch` and their actions.

use crate::reporter::{ShownKey, WatchKey};

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

/// The actions whose keys leave a line without room, those first that matter least.
const LEAVING: &[WatchAction] = &[
    WatchAction::Run,
    WatchAction::Details,
    WatchAction::Bench,
    WatchAction::Trace,
    WatchAction::Read,
    WatchAction::Take,
    WatchAction::Share,
    WatchAction::Claim,
    WatchAction::Submit,
    WatchAction::WaitAndSubmit,
    WatchAction::SubmitAnyway,
];

/// The actions in the order in which they are used on a day, in which their keys are shown.
const KEYS: &[(WatchAction, WatchKey)] = &[
    (
        WatchAction::Read,
        WatchKey {
            key: 'p',
            label: "puzzle",
            purpose: "read the part that is open",
        },
    ),
    (
        WatchAction::Take,
        WatchKey {
            key: 'e',
            label: "take example",
            purpose: "take the example of the page that is not clear",
        },
    ),
    (
        WatchAction::Run,
        WatchKey {
            key: 'r',
            label: "run again",
            purpose: "run again, as Enter does",
        },
    ),
    (
        WatchAction::Details,
        WatchKey {
            key: 'v',
            label: "details",
            purpose: "run with more or fewer details",
        },
    ),
    (
        WatchAction::Trace,
        WatchKey {
            key: 't',
            label: "trace",
            purpose: "run with the trace of the solution",
        },
    ),
    (
        WatchAction::Submit,
        WatchKey {
            key: 's',
            label: "submit",
            purpose: "submit the answer to the next part",
        },
    ),
    (
        WatchAction::WaitAndSubmit,
        WatchKey {
            key: 'w',
            label: "submit later",
            purpose: "submit once the site takes it",
        },
    ),
    (
        WatchAction::SubmitAnyway,
        WatchKey {
            key: 'f',
            label: "submit anyway",
            purpose: "submit although an example fails",
        },
    ),
    (
        WatchAction::Claim,
        WatchKey {
            key: 'c',
            label: "last star",
            purpose: "claim the star for all the others",
        },
    ),
    (
        WatchAction::Share,
        WatchKey {
            key: 'y',
            label: "copy line",
            purpose: "copy the line to share",
        },
    ),
    (
        WatchAction::Bench,
        WatchKey {
            key: 'b',
            label: "bench",
            purpose: "measure the solution",
        },
    ),
    (
        WatchAction::Help,
        WatchKey {
            key: '?',
            label: "keys",
            purpose: "show all keys",
        },
    ),
    (
        WatchAction::Quit,
        WatchKey {
            key: 'q',
            label: "quit",
            purpose: "end, as Ctrl-D does",
        },
    ),
];

impl WatchAction {
    /// The action of a key.
    pub fn of_key(pressed: char) -> Option<Self> {
        let (action, _) = KEYS.iter().find(|(_, key)| key.key == pressed)?;
        Some(*action)
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

/// The keys of these actions, and the keys that are always shown.
pub fn shown_keys(offered: &[WatchAction]) -> Vec<ShownKey> {
    let shown = KEYS.iter().map(|(action, key)| {
        let leaves = LEAVING.iter().position(|leaving| leaving == action);
        (action, ShownKey { key, leaves })
    });
    shown
        .filter(|(action, key)| key.leaves.is_none() || offered.contains(action))
        .map(|(_, key)| key)
        .collect()
}

/// All keys, in their order.
pub fn all_keys() -> impl Iterator<Item = &'static WatchKey> {
    KEYS.iter().map(|(_, key)| key)
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
        e  take the example of the page that is
          not clear
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
