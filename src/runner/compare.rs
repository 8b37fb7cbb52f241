//! Does an answer agree with what is known?

use aoc_solution::Part;
use aoc_solution::letters::{same, typed};

use super::results::Status;

/// Compares an answer of `part`: with the `expected` one and the status that an
/// equal answer has, else with what the `primary` gave. The message says what
/// it differs from. Pictures of letters are compared by what they say.
pub fn compare(
    part: Part,
    answer: &str,
    expected: Option<(&str, Status)>,
    primary: Option<&str>,
) -> (Status, Option<String>) {
    let (known, equal, should_be) = match (expected, primary) {
        (Some((expected, status)), _) => (expected, status, "expected".to_owned()),
        (None, Some(primary)) => (primary, Status::Matched, format!("part {part} gave")),
        (None, None) => return (Status::Unverified, None),
    };
    match same(known, answer) {
        Some(true) => (equal, None),
        Some(false) => (Status::Wrong, Some(format!("{should_be} {}", typed(known)))),
        // A letter of a picture is not known, so it may be the right one.
        None => (Status::Unverified, Some(format!("may be {}", typed(known)))),
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

    #[test]
    fn pictures_are_compared_by_what_they_say() {
        let known = ".##.\n#..#\n#..#\n####\n#..#\n#..#";
        let unknown = known.replacen("####", "#.##", 1);
        let compare =
            |answer, expected| compare(Part::Two, answer, Some((expected, Status::Matched)), None);
        assert_eq!(compare(known, "A"), (Status::Matched, None));
        assert_eq!(compare("A", known), (Status::Matched, None));
        let message = |text: &str| Some(text.to_owned());
        assert_eq!(compare("B", known), (Status::Wrong, message("expected A")));
        let unsure = (Status::Unverified, message("may be Q"));
        assert_eq!(compare(&unknown, "Q"), unsure);
        let wrong = (Status::Wrong, message("expected QQ"));
        assert_eq!(compare(&unknown, "QQ"), wrong);
    }
}
