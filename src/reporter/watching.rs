//! What `watch` shows between its rounds: the day that is watched, and the keys.

use crate::puzzle::Puzzle;
use crate::terminal::layout::Line;
use crate::terminal::style::{DIM, PLAIN, STRONG};
use crate::terminal::{Terminal, row};

/// What a key of `watch` does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum WatchAction {
    WaitAndSubmit,
    SubmitAnyway,
    Claim,
    Submit,
    Share,
    Take,
    Read,
    Trace,
    Bench,
    Details,
    Run,
    Help,
    Quit,
}

/// The keys in the order in which they are shown, with their actions, labels and purposes.
const KEYS: [(char, WatchAction, &str, &str); 13] = [
    (
        'w',
        WatchAction::WaitAndSubmit,
        "submit later",
        "submit once the site takes it",
    ),
    (
        'f',
        WatchAction::SubmitAnyway,
        "submit anyway",
        "submit although an example fails",
    ),
    (
        'c',
        WatchAction::Claim,
        "last star",
        "claim the star for all the others",
    ),
    (
        's',
        WatchAction::Submit,
        "submit",
        "submit the answer to the next part",
    ),
    (
        'y',
        WatchAction::Share,
        "copy line",
        "copy the line to share",
    ),
    (
        'e',
        WatchAction::Take,
        "take example",
        "take the example of the page that is not clear",
    ),
    (
        'p',
        WatchAction::Read,
        "puzzle",
        "read the part that is open",
    ),
    (
        't',
        WatchAction::Trace,
        "trace",
        "run with the trace of the solution",
    ),
    ('b', WatchAction::Bench, "bench", "measure the solution"),
    (
        'v',
        WatchAction::Details,
        "details",
        "run with more or fewer details",
    ),
    (
        'r',
        WatchAction::Run,
        "run again",
        "run again, as Enter does",
    ),
    ('?', WatchAction::Help, "keys", "show all keys"),
    ('q', WatchAction::Quit, "quit", "end, as Ctrl-D does"),
];

impl WatchAction {
    /// The action of a key.
    pub fn of_key(pressed: char) -> Option<Self> {
        for (key, action, ..) in KEYS {
            if key == pressed {
                return Some(action);
            }
        }
        None
    }

    /// True if it submits an answer.
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

/// The columns of the last two keys, which are always shown.
const LAST_KEYS: usize = 16;

/// A narrow terminal has room for keys only.
const NARROW: usize = 56;

/// The line between two rounds. `offered` are the actions of which those are shown whose
/// keys fit, besides the two that always are; `None` if no key can be pressed.
pub fn waiting_lines(
    stderr: Terminal,
    watched: Option<Puzzle>,
    offered: Option<&[WatchAction]>,
) -> String {
    let what = match watched {
        Some(day) => day.to_string(),
        None => "days/, where there is no day yet".to_owned(),
    };
    let width = stderr.width.unwrap_or(usize::MAX);
    let mut line = Line::new(stderr, 2);
    if width >= NARROW || offered.is_none() {
        line.words(DIM, "watching").gap(1);
    }
    line.words(DIM, what);
    let Some(offered) = offered else {
        line.cell(DIM, "; Ctrl-C ends it");
        return line.end();
    };
    for (key, action, label, _) in KEYS {
        let end = line.column + 4 + label.len();
        let is_offered = offered.contains(&action) && end + LAST_KEYS <= width;
        if is_offered || matches!(action, WatchAction::Help | WatchAction::Quit) {
            line.gap(2).fit(2 + label.len());
            line.cell(STRONG, key).gap(1).cell(DIM, label);
        }
    }
    format!("\n{}", line.end())
}

/// All keys, a line for each.
pub fn key_lines(stderr: Terminal) -> String {
    let mut lines = "\n".to_owned();
    for (key, _, _, purpose) in KEYS {
        let key = key.to_string();
        let cells = [(STRONG, &*key), (PLAIN, purpose)];
        lines += &row(stderr, 2, &[], &cells);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

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
            text += &waiting_lines(Terminal::wide(width), day, Some(&offered));
        }
        text += &waiting_lines(Terminal::PLAIN, None, Some(&[]));
        text += &waiting_lines(Terminal::wide(40), day, None);
        text += &key_lines(Terminal::wide(40));
        insta::assert_snapshot!(text, @"

        watching 2026/12  w submit later  s submit  p puzzle  b bench  v details  ? keys  q quit

        watching 2026/12  w submit later  s submit  p puzzle  b bench  ? keys  q quit

        2026/12  w submit later  ? keys  q quit

        2026/12  ? keys
          q quit

        watching days/, where there is no day yet  ? keys  q quit
        watching 2026/12; Ctrl-C ends it

        w  submit once the site takes it
        f  submit although an example fails
        c  claim the star for all the others
        s  submit the answer to the next part
        y  copy the line to share
        e  take the example of the page that is
          not clear
        p  read the part that is open
        t  run with the trace of the solution
        b  measure the solution
        v  run with more or fewer details
        r  run again, as Enter does
        ?  show all keys
        q  end, as Ctrl-D does
        ");
    }
}
