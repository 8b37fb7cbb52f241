//! What is done between two waits: a round, or what a key asks for. It is what
//! the commands do that are called the same.

use std::panic::{self, AssertUnwindSafe};
use std::sync::mpsc::Sender;
use std::thread;

use super::WatchArgs;
use super::event::{Ended, Event, Task};
use crate::app::App;
use crate::app::args::{BuildArgs, SelectionArgs};
use crate::commands::bench::BenchArgs;
use crate::commands::run::RunArgs;
use crate::commands::submit::SubmitArgs;
use crate::commands::{bench, run, submit};
use crate::error::{CliError, Exit};
use crate::puzzle::Puzzle;

/// A task on the day that is followed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Work {
    pub task: Task,
    /// Why, where that is not a key.
    pub reason: Option<String>,
}

impl Work {
    pub const fn of(task: Task) -> Self {
        Self { task, reason: None }
    }
}

impl Task {
    /// Whether it is stopped when a file is saved. Sending an answer is not: what
    /// follows the verdict is wanted.
    pub const fn yields(self) -> bool {
        !matches!(self, Self::Submit)
    }

    /// Does the task on a thread of its own, which sends its end.
    pub fn start(self, app: App, args: &WatchArgs, puzzle: Puzzle, sender: Sender<Event>) {
        let args = args.clone();
        thread::spawn(move || {
            let work = || self.perform(&app, &args, puzzle);
            let result = panic::catch_unwind(AssertUnwindSafe(work));
            let task = self;
            let _ = sender.send(Event::Ended(Box::new(Ended { app, task, result })));
        });
    }

    fn perform(self, app: &App, args: &WatchArgs, puzzle: Puzzle) -> Result<Exit, CliError> {
        let selection = SelectionArgs {
            selectors: vec![puzzle.to_string()],
            year: None,
        };
        match self {
            Self::Run | Self::Trace => {
                let args = RunArgs {
                    selection,
                    part: args.part,
                    alt: args.alt.clone(),
                    no_examples: args.no_examples,
                    trace: self == Self::Trace,
                    limits: args.limits,
                    build: args.build.clone(),
                    ..RunArgs::default()
                };
                run::run(app, &args)
            }
            Self::Bench => {
                let args = BenchArgs {
                    selection,
                    part: args.part,
                    alt: args.alt.clone(),
                    limits: args.limits,
                    // A profile that is fast to build is not one to measure.
                    build: BuildArgs {
                        features: args.build.features.clone(),
                        dev: false,
                    },
                    ..BenchArgs::default()
                };
                bench::run(app, &args)
            }
            Self::Submit => {
                let args = SubmitArgs {
                    selection,
                    part: args.part,
                    ..SubmitArgs::default()
                };
                submit::run(app, &args)
            }
        }
    }
}
