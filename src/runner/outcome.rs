//! Turns what a worker answered, or why it did not, into a phase's result.

use aoc_solution::protocol::{Outcome, Phase};

use super::error::WorkerError;
use super::results::{PhaseResult, Status};

/// A phase without a time or an answer.
pub const fn phase_of(phase: Phase, status: Status, message: Option<String>) -> PhaseResult {
    PhaseResult {
        phase,
        ns: None,
        alternative: None,
        answer: None,
        expected: None,
        picture: None,
        status,
        message,
    }
}

/// A phase whose worker did not answer.
pub fn phase_of_error(phase: Phase, error: &WorkerError) -> PhaseResult {
    phase_of(phase, error.status(), Some(error.to_string()))
}

/// The phase `parse`, from what opening a puzzle gave.
pub fn phase_of_parse(opened: Result<(u64, Outcome), WorkerError>) -> PhaseResult {
    match opened {
        Ok((ns, Outcome::Parsed)) => PhaseResult {
            ns: Some(ns),
            ..phase_of(Phase::Parse, Status::Ok, None)
        },
        Ok((_, outcome)) => phase_of_outcome(Phase::Parse, outcome),
        Err(error) => phase_of_error(Phase::Parse, &error),
    }
}

/// A phase that gave neither input nor answer: it returned an error or
/// panicked.
pub fn phase_of_outcome(phase: Phase, outcome: Outcome) -> PhaseResult {
    match outcome {
        Outcome::Error(message) => phase_of(phase, Status::Error, Some(message)),
        Outcome::Panic(message) => phase_of(phase, Status::Panic, Some(message)),
        Outcome::Unsolved if phase.part().is_some() => phase_of(phase, Status::Unsolved, None),
        Outcome::Parsed | Outcome::Answered(_) | Outcome::Unsolved => phase_of(
            phase,
            Status::Error,
            Some("the worker sent a result of another kind of call".to_owned()),
        ),
    }
}
