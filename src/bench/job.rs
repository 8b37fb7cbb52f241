//! The job of `bench`: one pass over a puzzle.

use std::sync::{Arc, Mutex, PoisonError};

use super::plan::Budget;
use super::results::Benched;
use super::session::{Session, Subject};
use crate::error::CliError;
use crate::puzzle::Puzzle;
use crate::runner::{Job, RunEvent};

/// One pass over a puzzle. The last one has the results.
pub struct BenchPass {
    puzzle: Puzzle,
    session: Arc<Mutex<Session>>,
    is_last: bool,
}

impl BenchPass {
    /// The passes over a puzzle, in their order. They are best spread over the
    /// time of the command, with those of other puzzles between them.
    pub fn all(subject: Subject) -> impl Iterator<Item = Self> {
        let puzzle = subject.puzzle;
        let session = Arc::new(Mutex::new(Session::new(subject)));
        let passes = Budget::default().passes;
        (1..=passes).map(move |pass| Self {
            puzzle,
            session: Arc::clone(&session),
            is_last: pass == passes,
        })
    }
}

impl Job for BenchPass {
    /// `None` before the last pass.
    type Output = Option<Benched>;

    fn puzzle(&self) -> Puzzle {
        self.puzzle
    }

    fn run(self, emit: &mut dyn FnMut(RunEvent)) -> Result<Self::Output, CliError> {
        // A pass that panicked has been reported.
        let session = self.session.lock();
        let mut session = session.unwrap_or_else(PoisonError::into_inner);
        session.pass(&Budget::default(), emit);
        // All puzzles report in their order, in the last round of passes.
        if self.is_last {
            session.benched()
        } else {
            Ok(None)
        }
    }
}
