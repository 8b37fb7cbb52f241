//! What is wrong, collected while looking.

use crate::error::Exit;
use crate::reporter::{Problem, ProblemKind};

#[derive(Default)]
pub struct Problems(Vec<Problem>);

impl Problems {
    /// `fix` is the command that mends it, or else what to do.
    pub fn push(&mut self, kind: ProblemKind, message: impl Into<String>, fix: Option<String>) {
        self.0.push(Problem {
            kind,
            message: message.into(),
            fix,
        });
    }

    pub fn has(&self, kind: ProblemKind) -> bool {
        self.0.iter().any(|problem| problem.kind == kind)
    }

    /// In the order of their kinds.
    pub fn sorted(mut self) -> Vec<Problem> {
        self.0.sort_by_key(|problem| problem.kind);
        self.0
    }
}

/// The kind of a failure with this exit code.
pub const fn kind(exit: Exit) -> ProblemKind {
    match exit {
        Exit::Session => ProblemKind::Session,
        Exit::Refused => ProblemKind::Wait,
        Exit::Files => ProblemKind::Files,
        Exit::Usage => ProblemKind::Settings,
        Exit::Failed => ProblemKind::Build,
        _ => ProblemKind::Network,
    }
}

/// The exit code of a problem of this kind.
pub const fn exit(kind: ProblemKind) -> Exit {
    match kind {
        ProblemKind::Session => Exit::Session,
        ProblemKind::Network => Exit::Network,
        ProblemKind::Wait => Exit::Refused,
        ProblemKind::Files => Exit::Files,
        ProblemKind::Settings => Exit::Usage,
        ProblemKind::Build => Exit::Failed,
    }
}
