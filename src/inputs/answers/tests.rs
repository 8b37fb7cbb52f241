use chrono::TimeDelta;
use proptest::prelude::*;

use super::*;
use crate::files::parse_toml;

impl RecordedAnswers {
    pub fn parse(text: &str) -> Result<Self, String> {
        parse_toml(text)
    }
}

fn at(seconds: i64) -> DateTime<Utc> {
    DateTime::from_timestamp(seconds, 0).expect("an instant")
}

pub fn guess(answer: &str, verdict: Verdict) -> Guess {
    Guess {
        part: Part::Two,
        answer: answer.to_owned(),
        verdict,
        time: at(1_608_613_740),
    }
}

#[test]
fn only_the_recorded_answer_itself_is_withdrawn() {
    let guess = "[[guess]]\npart = 1\nanswer = \"7\"\nverdict = \"too-low\"\ntime = \
                 2020-12-22T05:09:00Z\n";
    for (text, new) in [
        (
            format!("# mine\npart1 = 7 # from a friend\npart2 = 7\n\n{guess}"),
            format!("# mine\n# from a friend\npart2 = 7\n\n{guess}"),
        ),
        (
            format!("part1 = '7\u{200b}'\n\n{guess}"),
            format!("\n{guess}"),
        ),
        ("part1 = 7 # mine\n".to_owned(), "# mine\n".to_owned()),
        ("part1 = 7\n".to_owned(), String::new()),
    ] {
        let mut answers = RecordedAnswers::parse(&text).expect("answers");
        assert!(!answers.withdraw(Part::One, "8"), "{text}");
        assert_eq!(answers.edited_text(&text), text);
        assert!(answers.withdraw(Part::One, "7"), "{text}");
        assert!(!answers.withdraw(Part::One, "7"), "{text}");
        assert_eq!(answers.edited_text(&text), new);
    }
}

/// An answer to the other part, or another verdict, is newer than the wrong level.
#[test]
fn a_wrong_level_counts_as_long_as_it_is_the_last_answer() {
    let mut answers = RecordedAnswers::default();
    assert!(!answers.was_wrong_level(Part::Two));
    answers.guesses.push(guess("7", Verdict::WrongLevel));
    assert!(answers.was_wrong_level(Part::Two) && !answers.was_wrong_level(Part::One));
    for (part, verdict) in [
        (Part::One, Verdict::Right),
        (Part::One, Verdict::WrongLevel),
        (Part::Two, Verdict::Wrong),
    ] {
        let mut later = answers.clone();
        let newer = guess("8", verdict);
        later.guesses.push(Guess { part, ..newer });
        assert!(!later.was_wrong_level(Part::Two), "{part:?} {verdict:?}");
    }
}

#[test]
fn mistakes_are_named_with_their_line() {
    for (text, expected) in [
        (
            "part1 = 1\nprt2 = 2",
            "line 2: unknown field `prt2`, expected one of",
        ),
        ("part1 = true", "line 1: true is not an answer"),
        ("part1 = 1.5", "line 1: 1.5 is not an answer"),
        (
            "part1 = 99999999999999999999",
            "line 1: the number is too large for TOML: write it in quotes",
        ),
        ("part1 =", "line 1:"),
        (
            "not_before = 2020-12-22",
            "line 1: 2020-12-22 is not a time",
        ),
        ("[[guess]]\nanswer = 1", "line 1: missing field `part`"),
        (
            "[[guess]]\npart = 3",
            "line 2: part 3 does not exist: parts are 1 and 2",
        ),
        ("[[guess]]\nverdict = 'no'", "line 2: unknown variant `no`"),
    ] {
        let error = RecordedAnswers::parse(text).expect_err(text);
        assert!(error.starts_with(expected), "{error}");
    }
}

#[test]
fn a_new_file_has_one_form() {
    let answers = RecordedAnswers {
        part1: Some("33400".to_owned()),
        part2: None,
        first_look: None,
        not_before: Some(at(1_608_613_800)),
        clock_ahead: IgnoredAny,
        guesses: vec![
            guess("33000", Verdict::TooLow),
            guess("a\"b", Verdict::Unknown),
        ],
    };
    let text = answers.edited_text("");
    assert_eq!(RecordedAnswers::parse(&text).as_ref(), Ok(&answers));
    insta::assert_snapshot!(text, @r#"
    part1 = "33400"
    not_before = 2020-12-22T05:10:00Z

    [[guess]]
    part = 2
    answer = "33000"
    verdict = "too-low"
    time = 2020-12-22T05:09:00Z

    [[guess]]
    part = 2
    answer = 'a"b'
    verdict = "unknown"
    time = 2020-12-22T05:09:00Z
    "#);
    let mut answers = RecordedAnswers::default();
    answers.guesses.push(guess("1", Verdict::Unknown));
    let text = answers.edited_text("");
    assert!(text.starts_with("[[guess]]"), "{text}");
    answers.guesses.clear();
    assert_eq!(answers.edited_text(&text), "");
}

#[test]
fn a_value_that_did_not_change_stays_as_it_was_written() {
    for old in [
        "part1 = 0x1F\n",
        "not_before = 2020-12-22 06:09:00+01:00\n",
        // A key of earlier versions stays with its value and its comments.
        "# mine\nclock_ahead = 1_0 # why\n",
        "clock_ahead = 9223372036854775807\n",
    ] {
        let mut answers = RecordedAnswers::parse(old).expect(old);
        assert_eq!(answers.edited_text(old), old);
        answers.accept(Part::Two, "9");
        let new = answers.edited_text(old);
        assert!(new.contains(old.trim_end()), "{new}");
    }
}

#[test]
fn what_people_wrote_stays() {
    let old = "# mine\npart1 = 7 # at last\n\n# a slip\n[[guess]]\npart = 2\nanswer = 5 # lost\n\
               verdict = 'unknown' # so far\ntime = 2020-12-22 06:09:00+01:00\n";
    let mut answers = RecordedAnswers::parse(old).expect("valid");
    assert_eq!(answers.accepted(Part::One), Some("7"));
    assert_eq!(answers.guesses, [guess("5", Verdict::Unknown)]);
    assert_eq!(answers.edited_text(old), old);
    answers.accept(Part::One, "8");
    answers.accept(Part::Two, "9");
    answers.guesses[0].verdict = Verdict::Wrong;
    answers.guesses.push(guess("9", Verdict::Right));
    insta::assert_snapshot!(answers.edited_text(old), @r#"
    # mine
    part1 = "8" # at last
    part2 = "9"

    # a slip
    [[guess]]
    part = 2
    answer = 5 # lost
    verdict = "wrong" # so far
    time = 2020-12-22 06:09:00+01:00

    [[guess]]
    part = 2
    answer = "9"
    verdict = "right"
    time = 2020-12-22T05:09:00Z
    "#);
}

#[test]
fn what_people_wrote_stays_around_a_time_that_is_removed() {
    let old = "# mine\nfirst_seen = 2099-01-01T00:00:00Z\npart1 = 7 # at last\n\
               not_before = 2020-12-22T05:10:00Z\n";
    let mut answers = RecordedAnswers::parse(old).expect("valid");
    answers.first_look = None;
    answers.not_before = None;
    assert_eq!(answers.edited_text(old), "# mine\npart1 = 7 # at last\n");
}

#[test]
fn the_first_look_stays_and_what_was_seen_before_has_none() {
    let time = |time: &str| time.parse::<DateTime<Utc>>().expect("a time");
    let now = time("2020-12-22T05:03:00Z");
    let earlier = "first_seen = 2020-12-22T05:00:10Z\n";
    for (old, first) in [
        ("# mine\n", Some(now)),
        (earlier, Some(time("2020-12-22T05:00:10Z"))),
        ("part1 = 5\n", None),
        ("part1 = ''\n", Some(now)),
        (
            "[[guess]]\npart = 1\nanswer = 5\nverdict = 'wrong'\ntime = 2020-12-22T05:01:00Z\n",
            None,
        ),
    ] {
        let mut answers = RecordedAnswers::parse(old).expect("valid");
        answers.record_first_look(now);
        assert_eq!(answers.first_look, first, "{old}");
        let text = answers.edited_text(old);
        assert_eq!(RecordedAnswers::parse(&text), Ok(answers), "{old}");
    }
    let puzzle = Puzzle::of(2020, 22);
    let since_first_look = |answers: &RecordedAnswers, part| {
        let star = answers.time_of_star(part)?;
        answers.since_first_look(puzzle, star)
    };
    let mut answers = RecordedAnswers::parse(earlier).expect("valid");
    assert_eq!(since_first_look(&answers, Part::Two), None);
    // The time is 2020-12-22T05:09:00Z.
    answers.guesses = vec![guess("5", Verdict::Wrong), guess("6", Verdict::Right)];
    let elapsed = since_first_look(&answers, Part::Two);
    assert_eq!(elapsed, Some(Duration::from_secs(8 * 60 + 50)));
    assert_eq!(since_first_look(&answers, Part::One), None);
    // A look that was recorded before the unlock counts from the unlock.
    answers.first_look = Some(time("2020-12-22T04:00:00Z"));
    let elapsed = since_first_look(&answers, Part::Two);
    assert_eq!(elapsed, Some(Duration::from_mins(9)));
    // The computer's clock was wrong.
    answers.first_look = Some(time("2020-12-22T06:00:00Z"));
    assert_eq!(since_first_look(&answers, Part::Two), None);
}

#[test]
fn a_guess_that_was_not_sent_is_taken_back() {
    let mut answers = RecordedAnswers {
        guesses: vec![guess("5", Verdict::Wrong)],
        ..RecordedAnswers::default()
    };
    let before = answers.edited_text("# mine\n");
    answers.guesses.push(guess("6", Verdict::Unknown));
    let text = answers.edited_text(&before);
    answers.guesses.pop();
    assert_eq!(answers.edited_text(&text), before);
}

#[test]
fn a_guess_that_is_dated_again_keeps_its_comments() {
    let table = "# mine\n[[guess]]\npart = 2\nanswer = 5 # a slip\nverdict = 'unknown'\ntime = \
                 2020-12-22T05:09:00Z # wrong\n";
    let array = "guess = [ # mine\n  { part = 2, answer = 5, verdict = 'unknown', time = \
                 2020-12-22T05:09:00Z }, # wrong\n]\n";
    for old in [table, array] {
        let mut answers = RecordedAnswers::parse(old).expect("valid");
        answers.guesses[0].time = at(1_608_613_800);
        let new = old.replace("05:09:00", "05:10:00");
        assert_eq!(answers.edited_text(old), new);
    }
}

#[test]
fn guesses_written_as_an_array_are_edited_in_place() {
    let one = "{ part = 2, answer = 5, verdict = 'unknown', time = 2020-12-22T05:09:00Z }";
    let wrong = one.replace("'unknown'", "\"wrong\"");
    let new = "{ part = 2, answer = \"6\", verdict = \"too-high\", time = \
               2020-12-22T05:09:00Z }";
    for (old, expected) in [
        (
            format!("# mine\nguess = [{one}] # all\n"),
            format!("# mine\nguess = [{wrong}, {new}] # all\n"),
        ),
        (
            format!("guess = [\n  # a slip\n  {one}, # lost\n]\n# end\n"),
            format!("guess = [\n  # a slip\n  {wrong}, # lost\n  {new},\n]\n# end\n"),
        ),
        (
            "guess = [] # none\n".to_owned(),
            format!("guess = [{new}] # none\n"),
        ),
    ] {
        let mut answers = RecordedAnswers::parse(&old).expect("valid");
        for guess in &mut answers.guesses {
            guess.verdict = Verdict::Wrong;
        }
        answers.guesses.push(guess("6", Verdict::TooHigh));
        assert_eq!(answers.edited_text(&old), expected);
        // A guess that was not sent is removed again.
        let mut before = RecordedAnswers::parse(&expected).expect("valid");
        before.guesses.pop();
        let written = before.edited_text(&expected);
        assert!(!written.contains("\"6\""), "{written}");
        assert_eq!(written.matches('#').count(), expected.matches('#').count());
    }
}

#[test]
fn nothing_is_lost_where_it_cannot_be_edited_or_of_times_that_nobody_lives_to_see() {
    let inline = "guess = [{part = 2, answer = '5', verdict = 'wrong', time = \
                  2020-12-22T05:09:00Z}]";
    let odd = "not_before = 9999-12-31T23:59:59Z\n[[guess]]\npart = 2\nanswer = 5\n\
               verdict = 'wrong'\ntime = 1970-01-01T00:00:00Z\n";
    for old in [inline, odd] {
        let mut answers = RecordedAnswers::parse(old).expect("valid");
        answers.guesses.push(guess("6", Verdict::TooHigh));
        answers.accept(Part::One, "1");
        assert_eq!(
            RecordedAnswers::parse(&answers.edited_text(old)),
            Ok(answers)
        );
    }
}

#[test]
fn an_accepted_answer_settles_only_its_own_unknown_guess() {
    let guesses = [
        ("5", Verdict::Unknown),
        ("6", Verdict::Unknown),
        ("5", Verdict::TooRecent),
    ];
    let mut answers = RecordedAnswers {
        guesses: guesses
            .map(|(answer, verdict)| guess(answer, verdict))
            .to_vec(),
        ..RecordedAnswers::default()
    };
    for (part, verdict) in [(Part::One, Verdict::Unknown), (Part::Two, Verdict::Right)] {
        answers.confirm(part, Some("5"));
        let verdicts: Vec<Verdict> = answers.guesses.iter().map(|guess| guess.verdict).collect();
        assert_eq!(verdicts, [verdict, Verdict::Unknown, Verdict::TooRecent]);
    }
    // The guess 5 has won the star.
    answers.confirm(Part::Two, None);
    let verdicts: Vec<Verdict> = answers.guesses.iter().map(|guess| guess.verdict).collect();
    let expected = [Verdict::Right, Verdict::Unknown, Verdict::TooRecent];
    assert_eq!(verdicts, expected);
}

/// The site judges no answer to a solved part. The guess 5 of unknown verdict was sent at 100 s.
#[test]
fn a_later_judged_answer_settles_an_unknown_guess_before_it() {
    let sent = |answer, part, verdict, seconds| Guess {
        part,
        time: at(seconds),
        ..guess(answer, verdict)
    };
    let lost = sent("5", Part::Two, Verdict::Unknown, 100);
    for (name, before, after, is_settled) in [
        ("wrong", None, Some((Part::Two, Verdict::Wrong, 200)), true),
        ("high", None, Some((Part::Two, Verdict::TooHigh, 200)), true),
        ("low", None, Some((Part::Two, Verdict::TooLow, 200)), true),
        ("right", None, Some((Part::Two, Verdict::Right, 200)), true),
        (
            "not judged",
            None,
            Some((Part::Two, Verdict::TooRecent, 200)),
            false,
        ),
        (
            "the level",
            None,
            Some((Part::Two, Verdict::WrongLevel, 200)),
            false,
        ),
        (
            "another part",
            None,
            Some((Part::One, Verdict::Wrong, 200)),
            false,
        ),
        (
            "earlier",
            Some((Part::Two, Verdict::Wrong, 50)),
            None,
            false,
        ),
        // Another computer's guesses were merged.
        (
            "merged after it",
            None,
            Some((Part::Two, Verdict::Wrong, 50)),
            false,
        ),
        (
            "merged before it",
            Some((Part::Two, Verdict::Wrong, 200)),
            None,
            false,
        ),
        (
            "the same second",
            None,
            Some((Part::Two, Verdict::Wrong, 100)),
            false,
        ),
    ] {
        let other = |other: Option<(Part, Verdict, i64)>| {
            other.map(|(part, verdict, seconds)| sent("6", part, verdict, seconds))
        };
        let guesses = [other(before), Some(lost.clone()), other(after)];
        let answers = RecordedAnswers {
            guesses: guesses.into_iter().flatten().collect(),
            ..RecordedAnswers::default()
        };
        let left: Vec<&Guess> = answers.unsettled_guesses().collect();
        let expected = if is_settled { vec![] } else { vec![&lost] };
        assert_eq!(left, expected, "{name}");
    }
}

/// The page did not show the star before the last guess was sent.
#[test]
fn the_last_guess_of_an_accepted_answer_won_the_star() {
    // Any answer is right for the last star.
    for accepted in [Some("5"), None] {
        let mut answers = RecordedAnswers {
            guesses: vec![guess("5", Verdict::Unknown); 2],
            ..RecordedAnswers::default()
        };
        for _ in 0..2 {
            answers.confirm(Part::Two, accepted);
            let verdicts = answers.guesses.iter().map(|guess| guess.verdict);
            let verdicts: Vec<Verdict> = verdicts.collect();
            assert_eq!(verdicts, [Verdict::Unknown, Verdict::Right], "{accepted:?}");
        }
    }
}

/// Stores the verdict of this guess.
fn judge(answers: &mut RecordedAnswers, judged: &Guess) {
    answers.update_guess(judged, |guess| guess.set_verdict(judged.verdict));
}

#[test]
fn a_stored_verdict_stays() {
    let mut answers = RecordedAnswers::default();
    for verdict in [Verdict::Unknown, Verdict::Wrong, Verdict::Unknown] {
        judge(&mut answers, &guess("5", verdict));
    }
    assert_eq!(answers.guesses, [guess("5", Verdict::Wrong)]);
}

/// Two terminals send the same answer within a second, and the first guess was too early.
#[test]
fn a_verdict_is_that_of_the_last_guess_of_a_second() {
    let mut answers = RecordedAnswers {
        guesses: vec![
            guess("5", Verdict::WrongLevel),
            guess("5", Verdict::Unknown),
        ],
        ..RecordedAnswers::default()
    };
    judge(&mut answers, &guess("5", Verdict::Wrong));
    let expected = [guess("5", Verdict::WrongLevel), guess("5", Verdict::Wrong)];
    assert_eq!(answers.guesses, expected);
}

/// The reply to the second of two equal guesses has corrected the clock.
#[test]
fn a_time_is_that_of_the_last_guess_of_a_second() {
    let sent = guess("5", Verdict::Unknown);
    let later = sent.time + TimeDelta::seconds(7);
    let mut answers = RecordedAnswers {
        guesses: vec![sent.clone(), sent.clone()],
        ..RecordedAnswers::default()
    };
    answers.update_guess(&sent, |guess| guess.time = later);
    let times: Vec<_> = answers.guesses.iter().map(|guess| guess.time).collect();
    assert_eq!(times, [sent.time, later]);
}

proptest! {
    #[test]
    fn what_is_written_is_read_back(
        old in prop::option::of("[ -~\n]{0,9}"),
        part1 in prop::option::of("\\PC{0,9}"),
        answer in "\\PC*|[\"'\\\\\n\r\t]{0,6}",
    ) {
        let before = RecordedAnswers { part2: old, ..RecordedAnswers::default() };
        let text = before.edited_text("");
        let guesses = vec![guess(&answer, Verdict::Wrong)];
        let after = RecordedAnswers { part1, guesses, ..before };
        prop_assert_eq!(RecordedAnswers::parse(&after.edited_text(&text)), Ok(after));
    }
}
