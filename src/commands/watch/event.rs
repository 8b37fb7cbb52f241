//! What happens while one watches.

use std::thread;

use crate::app::App;
use crate::error::{CliError, Exit};
use crate::terminal::Key;
use crate::watch::Notice;

/// What happened.
pub enum Event {
    Files(Notice),
    Key(Key),
    Ended(Box<Ended>),
}

/// What can be done with a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    Run,
    Trace,
    Bench,
    Submit,
}

/// Work that has ended, for which the program was lent.
pub struct Ended {
    pub app: App,
    pub task: Task,
    /// The outer error is a panic.
    pub result: thread::Result<Result<Exit, CliError>>,
}
