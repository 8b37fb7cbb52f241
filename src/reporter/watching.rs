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

impl WatchAction {
    pub const ALL: [Self; 8] = [
        Self::Submit,
        Self::WaitAndSubmit,
        Self::SubmitAnyway,
        Self::Read,
        Self::Trace,
        Self::Bench,
        Self::Run,
        Self::Quit,
    ];

    /// The key, and its purpose.
    const fn key(self) -> (char, &'static str) {
        match self {
            Self::Submit => ('s', "submit"),
            Self::WaitAndSubmit => ('w', "wait and submit"),
            Self::SubmitAnyway => ('f', "submit anyway"),
            Self::Read => ('p', "puzzle"),
            Self::Trace => ('t', "trace"),
            Self::Bench => ('b', "bench"),
            Self::Run => ('r', "run again"),
            Self::Quit => ('q', "quit"),
        }
    }

    /// The action of a key.
    pub fn of_key(pressed: char) -> Option<Self> {
        let mut all = Self::ALL.into_iter();
        all.find(|action| action.key().0 == pressed)
    }

    /// True if it submits an answer.
    pub const fn submits(self) -> bool {
        matches!(
            self,
            Self::Submit | Self::WaitAndSubmit | Self::SubmitAnyway
        )
    }

    /// True if it may read from the terminal, for a question or the pager.
    pub fn takes_terminal(self) -> bool {
        self.submits() || self == Self::Read
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
    line.words(DIM, &format!("watching {what}"));
    let Some(offered) = offered else {
        line.cell(DIM, "; Ctrl-C ends it");
        return line.end();
    };
    for action in offered {
        let (key, purpose) = action.key();
        line.gap(2).fit(2 + purpose.len());
        line.cell(STRONG, &key.to_string());
        line.gap(1).cell(DIM, purpose);
    }
    format!("\n{}", line.end())
}

/// The line before a round about its cause, such as a file that changed.
pub fn cause_line(stderr: Terminal, cause: &str) -> String {
    Line::new(stderr, 2).words(DIM, cause).end()
}
