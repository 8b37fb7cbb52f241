//! Does an answer agree with what is known?

use aoc_solution::Part;

use super::results::Status;

/// Compares an answer of `part`: with the `expected` one and the status that an
/// equal answer has, else with what the `primary` gave. The message says what
/// it differs from.
pub fn compare(
    part: Part,
    answer: &str,
    expected: Option<(&str, Status)>,
    primary: Option<&str>,
) -> (Status, Option<String>) {
    match (expected, primary) {
        (Some((expected, status)), _) if expected == answer => (status, None),
        (Some((expected, _)), _) => (Status::Wrong, Some(format!("expected {expected}"))),
        (None, Some(primary)) if primary == answer => (Status::Matched, None),
        (None, Some(primary)) => (Status::Wrong, Some(format!("part {part} gave {primary}"))),
        (None, None) => (Status::Unverified, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_expected_answer_counts_first() {
        let compare = |answer, expected, primary| compare(Part::One, answer, expected, primary);
        let accepted = Some(("7", Status::Accepted));
        assert_eq!(compare("7", accepted, Some("8")), (Status::Accepted, None));
        let wrong = |message: &str| (Status::Wrong, Some(message.to_owned()));
        assert_eq!(compare("8", accepted, Some("8")), wrong("expected 7"));
        assert_eq!(compare("8", None, Some("8")), (Status::Matched, None));
        assert_eq!(compare("9", None, Some("8")), wrong("part 1 gave 8"));
        assert_eq!(compare("9", None, None), (Status::Unverified, None));
    }
}
