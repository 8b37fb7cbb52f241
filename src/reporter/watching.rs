//! What `watch` shows between its rounds: the day that is watched, and the keys.

use crate::puzzle::Puzzle;
use crate::terminal::Terminal;
use crate::terminal::layout::Line;
use crate::terminal::style::{DIM, STRONG};

/// What a key of `watch` does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum WatchAction {
    Submit,
    WaitAndSubmit,
    SubmitAnyway,
    Read,
    Trace,
    Bench,
    Run,
    Quit,
}

/// The keys, their actions and purposes.
const KEYS: [(char, WatchAction, &str); 8] = [
    ('s', WatchAction::Submit, "submit"),
    ('w', WatchAction::WaitAndSubmit, "wait and submit"),
    ('f', WatchAction::SubmitAnyway, "submit anyway"),
    ('p', WatchAction::Read, "puzzle"),
    ('t', WatchAction::Trace, "trace"),
    ('b', WatchAction::Bench, "bench"),
    ('r', WatchAction::Run, "run again"),
    ('q', WatchAction::Quit, "quit"),
];

impl WatchAction {
    /// The action of a key.
    pub fn of_key(pressed: char) -> Option<Self> {
        let (_, action, _) = KEYS.into_iter().find(|(key, ..)| *key == pressed)?;
        Some(action)
    }

    /// True if it submits an answer.
    pub const fn submits(self) -> bool {
        matches!(
            self,
            Self::Submit | Self::WaitAndSubmit | Self::SubmitAnyway
        )
    }
}

/// The lines between two rounds. `offered` are the actions that keys offer; `None` if no
/// key can be pressed.
pub fn waiting_lines(
    stderr: Terminal,
    watched: Option<Puzzle>,
    offered: Option<&[WatchAction]>,
) -> String {
    let what = match watched {
        Some(day) => day.to_string(),
        None => "days/, where there is no day yet".to_owned(),
    };
    let mut line = Line::new(stderr, 2);
    line.words(DIM, format!("watching {what}"));
    let Some(offered) = offered else {
        line.cell(DIM, "; Ctrl-C ends it");
        return line.end();
    };
    for (key, action, purpose) in KEYS {
        if offered.contains(&action) {
            line.gap(2).fit(2 + purpose.len());
            line.cell(STRONG, key.to_string());
            line.gap(1).cell(DIM, purpose);
        }
    }
    format!("\n{}", line.end())
}

/// The line before a round about its cause, such as a file that changed.
pub fn cause_line(stderr: Terminal, cause: &str) -> String {
    Line::new(stderr, 2).words(DIM, cause).end()
}
