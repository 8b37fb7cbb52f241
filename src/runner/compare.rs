//! What came of a phase, in words.

use aoc_solution::protocol::{Outcome, Phase};

use super::error::WorkerError;
use super::results::{PhaseResult, Status};

/// What an answer is worth: against the `known` one, else against what the
/// day's `own` way gave.
pub fn compare(
    answer: &str,
    known: Option<(&str, Status)>,
    own: Option<&str>,
) -> (Status, Option<String>) {
    match (known, own) {
        (Some((known, status)), _) if known == answer => (status, None),
        (Some((known, _)), _) => (Status::Wrong, Some(format!("expected {known}"))),
        (None, Some(own)) if own == answer => (Status::Matched, None),
        (None, Some(own)) => (Status::Wrong, Some(format!("the day's own way gave {own}"))),
        (None, None) => (Status::Unverified, None),
    }
}

/// A phase without a time or an answer.
pub fn phase(phase: Phase, status: Status, message: Option<String>) -> PhaseResult {
    PhaseResult {
        phase,
        ns: None,
        alternative: None,
        answer: None,
        status,
        message,
    }
}

/// A phase whose worker died.
pub fn failed(of: Phase, error: &WorkerError) -> PhaseResult {
    phase(of, error.status(), Some(error.to_string()))
}

/// A phase that returned an error or panicked.
pub fn refused(of: Phase, outcome: Outcome) -> PhaseResult {
    match outcome {
        Outcome::Error(message) => phase(of, Status::Error, Some(message)),
        Outcome::Panic(message) => phase(of, Status::Panic, Some(message)),
        Outcome::Parsed | Outcome::Answered(_) | Outcome::Unsolved => phase(
            of,
            Status::Error,
            Some("the worker answered another question".to_owned()),
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn judges_by_the_known_answer_first() {
        let accepted = Some(("7", Status::Accepted));
        assert_eq!(compare("7", accepted, Some("8")), (Status::Accepted, None));
        let (status, message) = compare("8", accepted, Some("8"));
        assert_eq!(
            (status, message.as_deref()),
            (Status::Wrong, Some("expected 7"))
        );
        assert_eq!(compare("8", None, Some("8")), (Status::Matched, None));
        assert_eq!(compare("9", None, Some("8")).0, Status::Wrong);
        assert_eq!(compare("9", None, None), (Status::Unverified, None));
    }
}
