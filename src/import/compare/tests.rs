//! Each row has the answers of the candidates, the known answers, and the expected choice.

use super::*;
use crate::puzzle::Year;

/// A candidate with these answers to the input. `-` means no answer.
fn candidate(part1: &str, part2: &str) -> GivenAnswers {
    let answer = |text: &str| (text != "-").then(|| text.to_owned());
    GivenAnswers {
        answers: [answer(part1), answer(part2)],
        tests: Vec::new(),
    }
}

/// A candidate with a test of part 1. `-` means that the part failed.
fn tested(candidate: GivenAnswers, expected: &str, given: &str) -> GivenAnswers {
    let test = (given != "-").then(|| TestAnswer {
        part: Part::One,
        expected: expected.to_owned(),
        given: given.to_owned(),
    });
    GivenAnswers {
        tests: Vec::from_iter(test),
        ..candidate
    }
}

/// Known answers. `-` means an unknown one.
fn known(part1: &str, part2: &str) -> KnownFacts {
    let mut known = KnownFacts::default();
    for (part, answer) in [(Part::One, part1), (Part::Two, part2)] {
        if answer != "-" {
            known.answers.insert(part, answer.to_owned());
        }
    }
    known
}

fn printed(text: &str) -> KnownFacts {
    KnownFacts::printed(text, Proof::Refutes)
}

/// For each part, whether the answer of a candidate agrees with the known facts. The order of the
/// values in an output may also refute an answer.
fn agreements(candidate: &GivenAnswers, known: &KnownFacts) -> [&'static str; 2] {
    agreements_by(candidate, known, Proof::Refutes)
}

/// The agreements if an output proves at most `most`.
fn agreements_by(candidate: &GivenAnswers, known: &KnownFacts, most: Proof) -> [&'static str; 2] {
    let verdicts = known.proving_at_most(most).verdicts(candidate);
    Part::BOTH.map(|part| word(verdicts.of(part)))
}

/// The choice as a line, such as `0 equal not-compared`: the index of the chosen candidate, and
/// whether its answers agree with the known facts.
fn choice_line(candidates: &[GivenAnswers], known: &KnownFacts) -> String {
    let verdicts = candidates.iter().map(|one| known.verdicts(one));
    let verdicts: Vec<Verdicts> = verdicts.collect();
    let indexed = candidates.iter().enumerate().collect();
    match choose(indexed, |(_, candidate)| candidate, known) {
        Choice::Taken((candidate, _)) => {
            let [part1, part2] = agreements(&candidates[candidate], known);
            format!("{candidate} {part1} {part2}")
        }
        Choice::AllWrong(all) => {
            let mut differences = Vec::new();
            for (index, verdicts) in verdicts.iter().enumerate() {
                let of_candidate = verdicts.wrong.iter();
                differences.extend(of_candidate.map(|difference| (index, difference)));
            }
            assert!(
                differences
                    .iter()
                    .map(|(_, difference)| *difference)
                    .eq(&all)
            );
            let differences = differences.iter().map(|(candidate, difference)| {
                let WrongAnswer {
                    part,
                    given,
                    expected,
                } = difference;
                let known = match expected {
                    Expected::Answer(known) | Expected::OfTest(known) => known,
                    Expected::InOutput => "the output",
                    Expected::OtherForm(why) if why.ends_with("blanks") => "a word",
                    Expected::OtherForm(_) => "a short one",
                };
                format!("candidate {candidate} part {part}: {given}, not {known}")
            });
            differences.collect::<Vec<_>>().join("; ")
        }
        Choice::Disagree(disagreeing) => {
            let answers = disagreeing.iter().map(|(candidate, answered)| {
                let [part1, part2] = answered
                    .answers
                    .each_ref()
                    .map(|answer| answer.as_deref().unwrap_or("-"));
                format!("{candidate}: {part1} {part2}")
            });
            format!("disagree: {}", answers.collect::<Vec<_>>().join(", "))
        }
    }
}

fn word(verdict: PartVerdict) -> &'static str {
    match verdict {
        PartVerdict::Equal | PartVerdict::EqualInTests => "equal",
        PartVerdict::Unknown => "not-compared",
        PartVerdict::Different => "different",
        PartVerdict::Missing => "-",
    }
}

#[test]
fn the_candidate_that_agrees_with_the_recorded_answers_is_taken() {
    for (candidates, known, decision) in [
        (&[candidate("2", "5")][..], known("2", "5"), "0 equal equal"),
        (
            &[candidate("2", "2"), candidate("2", "5")],
            known("2", "5"),
            "1 equal equal",
        ),
        (
            &[candidate("-", "-"), candidate("2", "5")],
            known("2", "5"),
            "1 equal equal",
        ),
        (
            &[candidate("2", "-"), candidate("2", "5")],
            known("2", "5"),
            "1 equal equal",
        ),
        // Both candidates agree, so the first one is taken.
        (
            &[candidate("2", "5"), candidate("2", "5")],
            known("2", "5"),
            "0 equal equal",
        ),
        // A part is not compared if its answer is not known.
        (
            &[candidate("2", "5")],
            known("2", "-"),
            "0 equal not-compared",
        ),
        (&[candidate("2", "-")], known("2", "5"), "0 equal -"),
        // A line break at the end is not a difference.
        (&[candidate("2", "5")], known("2\n", "5"), "0 equal equal"),
    ] {
        assert_eq!(choice_line(candidates, &known), decision);
    }
}

#[test]
fn a_sentence_is_no_answer() {
    let sentence = candidate("Resulting frequency: 518", "7");
    for (other, expected) in [
        (candidate("518", "7"), "1 not-compared not-compared"),
        // Coordinates and pictures have blanks, too.
        (candidate("51, 8", "7"), "1 not-compared not-compared"),
        (candidate("# #\n ##", "7"), "1 not-compared not-compared"),
        (
            candidate("Sum 5", "7"),
            "candidate 0 part 1: Resulting frequency: 518, not a word; \
             candidate 1 part 1: Sum 5, not a word",
        ),
    ] {
        let line = choice_line(&[sentence.clone(), other], &KnownFacts::default());
        assert_eq!(line, expected);
    }
    let tested = tested(candidate("", ""), "518", "Frequency: 518");
    assert!(KnownFacts::default().verdicts(&tested).is_refuted());
}

#[test]
fn a_whole_text_is_no_answer() {
    let picture = candidate("5", &"█".repeat(620));
    let text = "#.\\n".repeat(300);
    let line = choice_line(&[candidate("5", &text), picture], &KnownFacts::default());
    assert_eq!(line, "1 not-compared not-compared");
    let line = choice_line(&[candidate("5", &text)], &KnownFacts::default());
    assert_eq!(line, format!("candidate 0 part 2: {text}, not a short one"));
}

#[test]
fn a_day_whose_candidates_are_all_wrong_is_not_taken() {
    for (candidates, known, decision) in [
        (
            &[candidate("3", "5")][..],
            known("2", "5"),
            "candidate 0 part 1: 3, not 2",
        ),
        (
            &[candidate("2", "2")],
            known("2", "5"),
            "candidate 0 part 2: 2, not 5",
        ),
        (
            &[candidate("3", "4"), candidate("2", "2")],
            known("2", "5"),
            "candidate 0 part 1: 3, not 2; candidate 0 part 2: 4, not 5; candidate 1 part 2: 2, not 5",
        ),
        // A candidate without an answer is taken only if all others are refuted.
        (
            &[candidate("3", "5"), candidate("-", "-")],
            known("2", "5"),
            "1 - -",
        ),
    ] {
        assert_eq!(choice_line(candidates, &known), decision);
    }
}

#[test]
fn candidates_agree_if_their_answers_mean_the_same() {
    let drawn = ".##.\n#..#\n#..#\n####\n#..#\n#..#\n";
    let unread = drawn.replacen("####", "#.##", 1);
    let taken = "0 not-compared not-compared";
    for (one, other, expected) in [
        ("5", "5", taken),
        ("5", " 5\n", taken),
        ("A", drawn, taken),
        (drawn, "A", taken),
        ("5", "05", "disagree: 0: 2 5, 1: 2 05"),
        ("Q", &unread, &format!("disagree: 0: 2 Q, 1: 2 {unread}")),
    ] {
        let candidates = [candidate("2", one), candidate("2", other)];
        assert_eq!(
            choice_line(&candidates, &KnownFacts::default()),
            expected,
            "{one} {other}"
        );
    }
}

#[test]
fn candidates_that_disagree_and_that_no_fact_refutes_are_shown() {
    let none = KnownFacts::default();
    for (candidates, known, decision) in [
        (
            &[candidate("2", "5"), candidate("2", "2")][..],
            &none,
            "disagree: 0: 2 5, 1: 2 2",
        ),
        (
            &[candidate("2", "5"), candidate("2", "5")],
            &none,
            "0 not-compared not-compared",
        ),
        (
            &[candidate("2", "-"), candidate("2", "5")],
            &none,
            "1 not-compared not-compared",
        ),
        (
            &[candidate("2", "-"), candidate("-", "5")],
            &none,
            "0 not-compared -",
        ),
        (&[candidate("-", "-"), candidate("-", "-")], &none, "0 - -"),
        // The answers to part 1 are the same and known. The answers to part 2 differ and are not
        // known.
        (
            &[candidate("2", "5"), candidate("2", "6")],
            &known("2", "-"),
            "disagree: 0: 2 5, 1: 2 6",
        ),
        (
            &[candidate("2", "5"), candidate("3", "6")],
            &known("2", "-"),
            "0 equal not-compared",
        ),
    ] {
        assert_eq!(choice_line(candidates, known), decision);
    }
    let nothing = KnownFacts::default();
    let of_none = choose(Vec::new(), |candidate: &GivenAnswers| candidate, &nothing);
    assert_eq!(of_none, Choice::AllWrong(Vec::new()));
}

#[test]
fn a_test_of_the_day_is_known_too() {
    let none = KnownFacts::default();
    let plain = candidate("2", "5");
    for (candidates, known, decision) in [
        (
            &[tested(plain.clone(), "7", "7")][..],
            &none,
            "0 equal not-compared",
        ),
        (
            &[tested(plain.clone(), "7", "8")],
            &none,
            "candidate 0 part 1: 8, not 7",
        ),
        // A candidate with a right test comes before one without a test.
        (
            &[plain.clone(), tested(plain.clone(), "7", "7")],
            &none,
            "1 equal not-compared",
        ),
        // A test that failed proves nothing.
        (
            &[tested(plain.clone(), "7", "-")],
            &none,
            "0 not-compared not-compared",
        ),
        (&[tested(candidate("-", "-"), "7", "7")], &none, "0 equal -"),
        // A test cannot decide between two answers to the input.
        (
            &[
                tested(plain.clone(), "7", "7"),
                tested(candidate("3", "5"), "7", "7"),
            ],
            &none,
            "disagree: 0: 2 5, 1: 3 5",
        ),
        (
            &[
                tested(plain.clone(), "7", "8"),
                tested(candidate("3", "5"), "7", "7"),
            ],
            &none,
            "1 equal not-compared",
        ),
        // Both the answers and the test must be right.
        (
            &[tested(plain, "7", "8")],
            &known("2", "5"),
            "candidate 0 part 1: 8, not 7",
        ),
    ] {
        assert_eq!(choice_line(candidates, known), decision);
    }
}

#[test]
fn an_output_without_numbers_shows_answers_only_beside_the_names_of_parts() {
    for (output, expected) in [
        ("Part 1: ab,cd\n", true),
        ("Part 1: ab,cd\nPart 2: ef\n", true),
        ("reading the input\ndone\n", false),
        ("", false),
    ] {
        assert_eq!(may_show_answers(output), expected, "{output}");
    }
}

#[test]
fn answers_are_whole_words_of_what_the_old_program_prints() {
    for (part1, part2, text, agreements) in [
        ("123", "456", "Part 1: 123\nPart 2: 456\n", "equal equal"),
        ("123", "456", "123 456", "equal equal"),
        ("123", "456", "(123, Some(456))", "equal equal"),
        // If there are only two values, they are the answers, even short ones.
        ("4", "2", "4 2\n", "equal equal"),
        ("4", "3", "4 2\n", "equal different"),
        ("4", "2", "4 2 1\n", "not-compared not-compared"),
        ("2", "-", "4 2\n", "not-compared -"),
        ("abc", "4,2", "one: \"abc\"\ntwo: 4,2\n", "equal equal"),
        ("-12", "456", "-12\n456\n", "equal equal"),
        (
            "123",
            "456",
            "\u{1b}[1m123\u{1b}[0m (12.5ms)\n\u{1b}[1m456\u{1b}[0m\n",
            "equal equal",
        ),
        ("12", "456", "123\n456\n", "different equal"),
        ("12", "456", "-12\n456\n", "different equal"),
        ("123", "45", "123\n456\n", "equal different"),
        ("123", "456", "x123\n456a 1\n", "different different"),
        ("123", "456", "123.5\n456_000\n7\n", "different different"),
        // Numbers joined by commas are one word.
        (
            "108",
            "84",
            "Part 1: 76,108\nPart 2: 2,84\n",
            "different different",
        ),
        (
            "76,108",
            "2,84",
            "Part 1: 76,108\nPart 2: 2,84\n",
            "equal equal",
        ),
        (
            "ab",
            "cd",
            "Part 1: ab,x\nPart 2: y,cd\n",
            "not-compared not-compared",
        ),
        ("123", "456", "123,456\n", "equal equal"),
        ("ABC", "DEF", "ABC\nDEF\n", "equal equal"),
        // A number with negative digits is one word.
        ("2=-1=0", "-", "Part 1: 2=-1=0\n", "equal -"),
        ("2=-1=0", "-", "2=-1=0\n", "equal -"),
        ("0", "-", "Part 1: 2=-1=0\n", "different -"),
        ("2=-1=0", "5", "Answer: 2=-1=1\n5\n", "different equal"),
        // One word cannot be both answers.
        ("2", "2", "2\n5\n", "equal different"),
        ("5", "5", "2\n5\n", "different equal"),
        ("2", "2", "2\n2\n", "equal equal"),
        ("2", "2", "both: 2\n", "equal not-compared"),
        ("2", "2", "4 2\n", "different equal"),
        // Answers in the wrong order may occur by chance.
        ("5", "2", "2\n5\n", "not-compared not-compared"),
        // The program prints only one part, or nothing about the day.
        ("123", "456", "Part 1: 123\n", "equal not-compared"),
        ("123", "456", "Part 2: 456 in 12 ms\n", "not-compared equal"),
        ("123", "456", "", "not-compared not-compared"),
        (
            "123",
            "456",
            "usage: old DAY\n",
            "not-compared not-compared",
        ),
        ("123", "-", "Part 1: 123\nPart 2: 456\n", "equal -"),
        // The numbers of parts and days, and times, are not answers.
        (
            "1",
            "2",
            "Day 12, Part 1: 77\nPart 2: 99\n",
            "different different",
        ),
        ("1", "2", "Part 1\n77\nPart 2\n99\n", "different different"),
        ("12", "99", "Day 12\n77 (12 ms)\n99\n", "different equal"),
        ("1", "2", "1: 77\n2: 99\n", "different different"),
        ("5", "7", "Part 1: 5\nPart 2: 7\n", "equal equal"),
        ("5", "7", "Part 1 is 5\nPart 2 is 7\n", "equal equal"),
        ("5", "7", "part1=5 part2=7\n", "equal equal"),
        // A bare number, such as `First`, names no part unless another line names the other part.
        (
            "123",
            "456",
            "Empty tiles: 123\nFirst round without a move: 456\n",
            "equal equal",
        ),
        // A short answer in a sentence may occur by chance.
        (
            "5",
            "77777",
            "read 5 lines\n66666\n77777\n",
            "not-compared equal",
        ),
        // A picture that cannot be read cannot be compared.
        (
            "123",
            "HELLO",
            "123\n#..#.###.\n#..#.#...\n####.##..\n#..#.#...\n",
            "equal not-compared",
        ),
        ("123", "HELLO", "123\nHELLO\n", "equal equal"),
        ("123", "HELLO", "123\n456\n", "equal different"),
    ] {
        assert_eq!(
            shown_agreements(part1, part2, text),
            agreements,
            "{part1} {part2} in {text:?}"
        );
    }
}

/// `12,345` may be a number or a position.
#[test]
fn a_number_may_have_separators_in_an_output() {
    for (part1, part2, text, agreements) in [
        (
            "1234567",
            "89",
            "Part 1: 1,234,567\nPart 2: 89\n",
            "equal equal",
        ),
        ("1234567", "-2345", "1_234_567\n-2_345\n", "equal equal"),
        ("12345", "67890", "12,345 67,890\n", "equal equal"),
        (
            "12345",
            "67890",
            "Answers:\n12,345\n67,890\n5\n",
            "equal equal",
        ),
        ("1234567", "-", "The sum is 1,234,567 (3 ms).\n", "equal -"),
        // Other answers are still wrong.
        (
            "1234568",
            "89",
            "Part 1: 1,234,567\nPart 2: 89\n",
            "different equal",
        ),
        ("123", "2345", "1_234\n2_345\n", "different equal"),
        // These are lists.
        ("12,345", "-", "Part 1: 12,345\n", "equal -"),
        ("233,250,120", "-", "233,250,120\n", "equal -"),
        ("1123", "-", "Part 1: 1,1,23\n", "different -"),
        ("12345", "-", "Part 1: 012,345\n", "different -"),
        ("1234567", "-", "Part 1: 1,2345,67\n", "different -"),
    ] {
        assert_eq!(
            shown_agreements(part1, part2, text),
            agreements,
            "{part1} {part2} in {text:?}"
        );
    }
}

#[test]
fn answers_may_be_joined_by_a_comma() {
    for (part1, part2, text, agreements) in [
        (
            "123",
            "456",
            "7\nThe answers are 123,456 in 9 rounds\n",
            "equal equal",
        ),
        ("1", "2", "1,2\n", "equal equal"),
        // A list of short numbers may be a position.
        (
            "1",
            "2",
            "start at 1,2\nPart 1: 100\nPart 2: 200\n",
            "different different",
        ),
        ("1", "2", "start at 1,2\n100\n200\n", "different different"),
        ("1", "2", "start at 1,2\n", "different different"),
    ] {
        assert_eq!(
            shown_agreements(part1, part2, text),
            agreements,
            "{part1} {part2} in {text:?}"
        );
    }
}

#[test]
fn what_is_printed_beside_an_answer_refutes_no_part_that_has_no_name() {
    for (text, agreements) in [
        (
            "Loaded 2500 bytes\nThe answer is 704\n",
            "equal not-compared",
        ),
        ("300 lines\n400 bytes\nresult 904\n", "not-compared equal"),
        ("0 1120\n1 2340\n904\n904\n", "not-compared equal"),
        ("Loaded 2500 bytes\n704\n905\n", "equal different"),
        ("Part 1: 704\nTotal: 905\n", "equal not-compared"),
        ("Part 1: 704\nread 904 lines\n", "equal not-compared"),
        ("Part 1: 704\nTotal: 904\n", "equal equal"),
    ] {
        assert_eq!(shown_agreements("704", "904", text), agreements, "{text:?}");
    }
}

#[test]
fn of_two_values_without_names_the_first_is_the_answer_to_part_1() {
    for (part1, part2, text, agreements) in [
        ("6", "5", "5\n7\n", "not-compared not-compared"),
        ("7", "6", "5\n7\n", "not-compared not-compared"),
        ("-", "5", "5\n7\n", "- not-compared"),
        ("7", "-", "5\n7\n", "not-compared -"),
        ("5", "6", "5\n7\n", "equal different"),
        ("6", "7", "5\n7\n", "different equal"),
        ("-", "7", "5\n7\n", "- equal"),
        (
            "792036",
            "-",
            "lines read: 200\nresult: 792036\n",
            "not-compared -",
        ),
        // A value in a sentence is no answer.
        ("704", "-", "Read 200 lines\n704\n", "equal -"),
        ("-", "704", "704\nRead 200 lines\n", "- equal"),
        // A single value may be the answer to either part.
        ("-", "704", "704\n", "- equal"),
        ("5", "6", "read 5 of 6\n", "not-compared not-compared"),
        (
            "-",
            "792036",
            "between 792036 and 792099\n",
            "- not-compared",
        ),
        ("", "-", "\n", "not-compared -"),
        ("ab", "-", "an ab is 5\n", "different -"),
        // A value in the middle may be the answer to part 1, but does not confirm both.
        (
            "792036",
            "792036",
            "8 792036 100200\n",
            "equal not-compared",
        ),
    ] {
        assert_eq!(
            shown_agreements(part1, part2, text),
            agreements,
            "{part1} {part2} in {text:?}"
        );
    }
}

#[test]
fn an_output_that_names_parts_gives_each_part_the_value_at_its_name() {
    for (part1, part2, text, agreements) in [
        ("7006", "-", "Part 2: 7006\n", "not-compared -"),
        (
            "1006",
            "2006",
            "Part 2: 2006\nPart 1: 1006\n",
            "equal equal",
        ),
        (
            "2006",
            "1006",
            "Part 2: 2006\nPart 1: 1006\n",
            "different different",
        ),
        (
            "1006",
            "2006",
            "Part 2:\n2006\nPart 1:\n1006\n",
            "equal equal",
        ),
        (
            "2006",
            "1006",
            "Part 2:\n2006\nPart 1:\n1006\n",
            "different different",
        ),
        (
            "1006",
            "2006",
            "1006 (part 1)\n2006 (part 2)\n",
            "equal equal",
        ),
        (
            "2006",
            "1006",
            "1006 (part 1)\n2006 (part 2)\n",
            "different different",
        ),
        ("1006", "2006", "p1: 1006 p2: 2006\n", "equal equal"),
        ("2006", "1006", "p1: 1006 p2: 2006\n", "different different"),
        ("5", "5", "Part 1: 5\nPart 2: 5\n", "equal equal"),
        ("5", "5", "Part 1: 5\nPart 2: 6\n", "equal different"),
        // The value of a line without a name belongs to no part.
        ("1006", "2006", "Part 1: 1006\nTotal: 2006\n", "equal equal"),
        (
            "3",
            "5007",
            "lines: 3\nPart 1: 4007\nPart 2: 5007\n",
            "different equal",
        ),
        (
            "704",
            "905",
            "read 704 lines\nPart 1: 804\nPart 2: 905\n",
            "not-compared equal",
        ),
        (
            "704",
            "905",
            "Part 1:\nread 300 lines\n704\nPart 2: 905\n",
            "not-compared equal",
        ),
        // These names are of times, so the order of the values counts.
        (
            "704",
            "904",
            "704\nPart 1 took 12 ms\n904\nPart 2 took 3 ms\n",
            "equal equal",
        ),
        (
            "904",
            "704",
            "704\nPart 1 took 12 ms\n904\nPart 2 took 3 ms\n",
            "not-compared not-compared",
        ),
        ("123", "456", "Part 1 and 2: 123,456\n", "equal equal"),
    ] {
        assert_eq!(
            shown_agreements(part1, part2, text),
            agreements,
            "{part1} {part2} in {text:?}"
        );
    }
}

#[test]
fn an_output_with_several_answers_to_a_part_confirms_none_of_them() {
    for (text, agreements) in [
        (
            "Part 1 (first try): 704\nPart 1: 4928\nPart 2: 905\n",
            "not-compared equal",
        ),
        (
            "Part 1: 4928\nPart 1 raw: 704\nPart 2: 905\n",
            "not-compared equal",
        ),
        (
            "Part 1: sum 704 so answer 7040\nPart 2: 905\n",
            "not-compared equal",
        ),
        ("Part 1: (704, 12)\nPart 2: 905\n", "not-compared equal"),
        (
            "Part 1: 704 after 12 rounds\nPart 2: 905\n",
            "not-compared equal",
        ),
        // The answer is clear.
        ("Part 1: 22 * 32 = 704\nPart 2: 905\n", "equal equal"),
        ("Part 1: after 100 rounds: 704\n", "equal not-compared"),
        ("Part 1: 704 (9 ms)\n", "equal not-compared"),
        ("Part 1: 704\nPart 1: 704 elves\n", "equal not-compared"),
        (
            "Part 1 example: 3\nPart 1: 704\nPart 1 took 9 ms\nPart 2: 905\n",
            "equal equal",
        ),
        ("Part 1: 4928\nPart 2: 905\n", "different equal"),
    ] {
        assert_eq!(shown_agreements("704", "905", text), agreements, "{text:?}");
        let is_known = !agreements.starts_with("not-compared");
        let known = printed(text);
        assert_eq!(known.knows_answer_to(Part::One), is_known, "{text:?}");
    }
}

#[test]
fn of_several_labelled_numbers_below_a_heading_none_is_confirmed() {
    for (part1, agreements) in [
        ("7", "not-compared equal"),
        ("42", "not-compared equal"),
        ("43", "different equal"),
    ] {
        let text = "Part 1\nMax: 7\nProduct: 42\nPart 2\nProduct: 12\n";
        assert_eq!(shown_agreements(part1, "12", text), agreements, "{part1}");
    }
}

#[test]
fn a_line_with_two_values_in_options_has_the_answers_in_their_order() {
    for (part1, part2, agreements) in [
        ("4", "4", "equal equal"),
        ("4", "3", "equal not-compared"),
        ("3", "4", "not-compared equal"),
    ] {
        let shown = shown_agreements(part1, part2, "Some(4) Some(4)\n");
        assert_eq!(shown, agreements, "{part1} {part2}");
    }
}

#[test]
fn a_piece_of_a_longer_output_is_no_short_answer() {
    for (part1, part2, text, agreements) in [
        (
            "3",
            "4",
            "lines: 3, columns: 4\nResult: 4007 and 5007\n",
            "not-compared not-compared",
        ),
        (
            "ab",
            "345",
            "Part 1: ab-6\nPart 2: 345\n",
            "not-compared equal",
        ),
        (
            "6",
            "345",
            "Part 1: ab-6\nPart 2: 345\n",
            "not-compared equal",
        ),
        (
            "abc",
            "345",
            "Part 1: abc-def\nPart 2: 345\n",
            "not-compared equal",
        ),
        (
            "abc-def",
            "345",
            "Part 1: abc-def\nPart 2: 345\n",
            "equal equal",
        ),
    ] {
        assert_eq!(
            shown_agreements(part1, part2, text),
            agreements,
            "{part1} {part2} in {text:?}"
        );
    }
}

#[test]
fn an_answer_in_a_line_about_an_example_is_neither_right_nor_wrong() {
    for (part1, part2, text, agreements) in [
        (
            "605",
            "653",
            "605 samples behave like three or more opcodes\n653\n",
            "not-compared equal",
        ),
        (
            "605",
            "-",
            "605 samples behave like three or more opcodes\n653\n",
            "not-compared -",
        ),
        (
            "605",
            "653",
            "Part 1: 605 in 3 tests\nPart 1: 21\nPart 2: 653\n",
            "not-compared equal",
        ),
        (
            "abc",
            "653",
            "The demo says abc\nPart 1: 21\nPart 2: 653\n",
            "not-compared equal",
        ),
        // Another answer is still wrong.
        ("605", "653", "7 samples\n21\n653\n", "different equal"),
        (
            "605",
            "653",
            "Part 1 test: 7\nPart 1: 21\nPart 2: 653\n",
            "different equal",
        ),
    ] {
        let shown = shown_agreements(part1, part2, text);
        assert_eq!(shown, agreements, "{part1} {part2} in {text:?}");
    }
}

#[test]
fn the_time_that_a_part_took_is_not_its_answer() {
    for (text, agreements) in [
        (
            "Part 1 took: 00:00:00.0012\n704\nPart 2 took: 00:00:00.0044\n905\n",
            "equal equal",
        ),
        ("Part 1 took: 00:00:01\n704\n905\n", "equal equal"),
        (
            "Part 1: 4928\nPart 1 took: 0:01:02\nPart 2: 905\n",
            "different equal",
        ),
        ("Part 1:704\nPart 2:905\n", "equal equal"),
    ] {
        assert_eq!(shown_agreements("704", "905", text), agreements, "{text:?}");
    }
}

/// Whether two answers agree with the output of the old program.
fn shown_agreements(part1: &str, part2: &str, text: &str) -> String {
    let [first, second] = agreements(&candidate(part1, part2), &printed(text));
    format!("{first} {second}")
}

#[test]
fn one_part_is_refuted_only_by_an_output_that_names_it() {
    for (text, expected) in [
        ("904\n", "not-compared equal"),
        ("700\n", "not-compared not-compared"),
        (
            "Loaded 2500 bytes\nThe answer is 704\n",
            "equal not-compared",
        ),
        ("Day 7: 2 lines\nPart 1: 704\n", "equal not-compared"),
        ("Part 1: 705\n", "different not-compared"),
        ("Part 1: 704\nPart 2: 905\n", "equal different"),
    ] {
        let known = printed(text);
        let candidates = [candidate("704", "-"), candidate("-", "904")];
        let of_parts = Part::BOTH.map(|part| {
            let index = part.index();
            agreements_by(&candidates[index], &known, Proof::RefutesByName)[index]
        });
        assert_eq!(of_parts.join(" "), expected, "{text}");
    }
}

#[test]
fn the_only_value_of_an_output_may_be_the_answer_to_part_1() {
    for (text, agreement) in [
        ("700\n", "not-compared"),
        ("700\n701\n", "different"),
        ("Part 2: 700\n", "different"),
    ] {
        let [_, second] = agreements(&candidate("-", "904"), &printed(text));
        assert_eq!(second, agreement, "{text}");
    }
    let [first, _] = agreements(&candidate("5", "-"), &printed("700\n"));
    assert_eq!(first, "different");
}

#[test]
fn an_output_is_cut_at_the_names_of_days() {
    for (text, expected) in [
        (
            "Day 5\n  part 1: 2\n\nDay 6\n7\n",
            &[(None, 5, "  part 1: 2\n\n"), (None, 6, "7\n")][..],
        ),
        (
            "AoC 2019\n--- Day 05: Title ---\n7\n",
            &[(None, 5, ": Title ---\n7\n")],
        ),
        (
            "Day 6 - Part 1: 77\nDay 6 - Part 2: 78\n",
            &[(None, 6, " - Part 1: 77\n"), (None, 6, " - Part 2: 78\n")],
        ),
        ("year2019 day07: 7 8\n", &[(Some(2019), 7, ": 7 8\n")]),
        ("2019, Day 7\n", &[(Some(2019), 7, "")]),
        ("Day 7, 2019: 8 9\n", &[(Some(2019), 7, ": 8 9\n")]),
        ("Day 7 (2019)\n8\n", &[(Some(2019), 7, "8\n")]),
        ("Day 7: 2019 9\n", &[(None, 7, ": 2019 9\n")]),
        ("\u{1b}[1mDay 1\u{1b}[0m\n7\n", &[(None, 1, "7\n")]),
        ("Running all days\nDay #1\n7\n", &[(None, 1, "7\n")]),
        // The name comes after the answer, so it is not a heading.
        (
            "Part 1: 7\nDay 1 took 3 ms\nPart 1: 8\nDay 2 took 4 ms\n",
            &[],
        ),
        ("7\nDay 1\n", &[]),
        ("17 fish after day 18\n", &[]),
        ("Day 80: 7\nholiday 5\nday 5th\n5 days: 6\n", &[]),
    ] {
        let sections = sections(text);
        let sections = sections.iter().map(|section| {
            (
                section.year.map(Year::get),
                section.day.get(),
                &*section.text,
            )
        });
        assert_eq!(sections.collect::<Vec<_>>(), expected, "{text}");
    }
}

#[test]
fn an_output_of_all_days_refutes_nothing() {
    let mut known = printed("1 2 3\n");
    known.outputs[0].proves = Proof::Confirms;
    assert_eq!(
        choice_line(&[candidate("777", "888")], &known),
        "0 not-compared not-compared"
    );
    let mut known = printed("Part 1: 1\nPart 2: 2\n");
    known.outputs[0].proves = Proof::Confirms;
    assert_eq!(
        choice_line(&[candidate("777", "888")], &known),
        "0 not-compared not-compared"
    );
    let mut known = printed("day 1: 777 888\nday 2: 1 2\n");
    known.outputs[0].proves = Proof::Confirms;
    assert_eq!(
        choice_line(&[candidate("777", "888")], &known),
        "0 equal equal"
    );
}

#[test]
fn a_part_with_a_confirmed_answer_is_not_in_dispute() {
    let mut known = printed("day 1: 777\nday 2: 999\n");
    known.outputs[0].proves = Proof::Confirms;
    let confirmed = candidate("777", "-");
    for candidates in [
        ["555", "666", "777"],
        ["555", "777", "666"],
        ["777", "555", "666"],
    ] {
        let index = candidates.iter().position(|answer| *answer == "777");
        let expected = format!("{} equal -", index.expect("one is confirmed"));
        let candidates = candidates.map(|answer| candidate(answer, "-"));
        assert_eq!(choice_line(&candidates, &known), expected);
    }
    // A test does not outweigh the output for the input.
    let by_test = tested(candidate("555", "-"), "7", "7");
    let candidates = [by_test, candidate("666", "-"), confirmed];
    assert_eq!(choice_line(&candidates, &known), "2 equal -");
}

#[test]
fn a_recorded_answer_comes_before_what_is_printed() {
    let mut known = known("123", "-");
    known.outputs = printed("Part 1: 124\nPart 2: 456\n").outputs;
    // The first output that shows the answer counts.
    known.outputs.extend(printed("Part 2: 457\n").outputs);
    assert_eq!(
        choice_line(&[candidate("123", "456")], &known),
        "0 equal equal"
    );
    let differs = choice_line(&[candidate("124", "457")], &known);
    assert_eq!(
        differs,
        "candidate 0 part 1: 124, not 123; candidate 0 part 2: 457, not the output"
    );
}

#[test]
fn a_recorded_picture_that_cannot_be_read_leaves_the_answer_to_what_is_printed() {
    let rows = ["#.#.".repeat(6), ".#.#".repeat(6)].join("\n");
    let mut known = known(&[&*rows; 3].join("\n"), "-");
    known.outputs = printed("Part 1: BCDEF\n").outputs;
    let agrees = agreements(&candidate("BCDEF", "-"), &known);
    assert_eq!(agrees, ["equal", "-"]);
    let drawn = printed(&format!("Part 1:\n{rows}\n{rows}\n{rows}\n24 columns\n"));
    let agrees = agreements(&candidate("BCDEF", "-"), &drawn);
    assert_eq!(agrees, ["not-compared", "-"]);
}

#[test]
fn an_answer_that_an_output_refutes_beside_a_picture_that_cannot_be_read_is_not_in_the_output() {
    let rows = ["#.#.".repeat(6), ".#.#".repeat(6)].join("\n");
    let mut known = known(&[&*rows; 3].join("\n"), "-");
    known.outputs = printed("Part 1: 700\n").outputs;
    let refuted = choice_line(&[candidate("BCDEF", "-")], &known);
    assert_eq!(refuted, "candidate 0 part 1: BCDEF, not the output");
}

/// The unknown text may be an example.
#[test]
fn an_answer_to_an_unknown_text_confirms_and_never_refutes() {
    let with_asserted = |known: KnownFacts, answer: &str| KnownFacts {
        asserted: BTreeSet::from([(Part::One, answer.to_owned())]),
        ..known
    };
    for (known, answer, expected) in [
        (with_asserted(known("-", "-"), "700"), "700", "equal"),
        (with_asserted(known("-", "-"), "700"), "701", "not-compared"),
        // A short answer may be equal by chance.
        (with_asserted(known("-", "-"), "70"), "70", "not-compared"),
        (with_asserted(known("700", "-"), "701"), "701", "different"),
        (with_asserted(known("700", "-"), "701"), "700", "equal"),
        (
            with_asserted(printed("Part 1: 700"), "701"),
            "701",
            "different",
        ),
    ] {
        assert_eq!(
            agreements(&candidate(answer, "-"), &known)[0],
            expected,
            "{known:?}"
        );
    }
    let unknown = with_asserted(known("-", "-"), "700");
    assert!(unknown.is_empty() && !unknown.knows_answer_to(Part::One));
    let candidates = vec![candidate("900", "-"), candidate("700", "-")];
    let choice = choose(candidates, |candidate| candidate, &unknown);
    assert_eq!(choice, Choice::Taken(candidate("700", "-")));
}
