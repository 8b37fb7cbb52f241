//! Properties of the files that users edit by hand. Reading a file returns the written values, and
//! no text that a user wrote is lost. `just fuzz inputs` tests them for an hour.

use aoc_solution::Part;
use chrono::{DateTime, Utc};
use proptest::prelude::*;

use super::answers::{Guess, RecordedAnswers, Verdict};
use super::examples::{Example, is_untouched, merge_examples, render_examples};
use super::trust::Trust;
use crate::files::parse_toml;

fn instant() -> impl Strategy<Value = DateTime<Utc>> {
    (1_448_946_000_i64..4_000_000_000)
        .prop_map(|seconds| DateTime::from_timestamp(seconds, 0).expect("a time of this century"))
}

fn part() -> impl Strategy<Value = Part> {
    prop::sample::select(Part::BOTH.to_vec())
}

fn verdict() -> impl Strategy<Value = Verdict> {
    prop::sample::select(vec![
        Verdict::Right,
        Verdict::Wrong,
        Verdict::TooHigh,
        Verdict::TooLow,
        Verdict::TooRecent,
        Verdict::WrongLevel,
        Verdict::Unknown,
    ])
}

/// An answer as a person writes it into the file, with its meaning.
fn written_answer() -> impl Strategy<Value = (String, String)> {
    prop_oneof![
        (-9_999_i64..9_999_999).prop_map(|number| (number.to_string(), number.to_string())),
        "[a-zA-Z0-9#,.=\\[\\]-]{1,8}".prop_map(|text| (format!("'{text}'"), text)),
        "[a-zA-Z0-9#,.= é-]{1,8}".prop_map(|text| (format!("\"{text}\""), text)),
    ]
}

/// A comment with a unique number, to find it again.
fn comment(count: &mut usize, is_there: bool) -> String {
    if !is_there {
        return String::new();
    }
    *count += 1;
    format!("# note {count}.")
}

/// A file that a person has edited. Keys are in any order, and comments and empty lines are
/// anywhere. Guesses are in tables or in an array, and line ends are of either kind.
#[derive(Debug)]
struct EditedFile {
    text: String,
    comments: usize,
}

#[derive(Clone, Debug)]
struct Key {
    name: &'static str,
    value: String,
    has_comment: [bool; 2],
    has_gap: bool,
}

fn key(
    name: &'static str,
    value: impl Strategy<Value = String>,
) -> impl Strategy<Value = Option<Key>> {
    let parts = (value, any::<[bool; 2]>(), any::<bool>());
    prop::option::of(parts.prop_map(move |(value, has_comment, has_gap)| Key {
        name,
        value,
        has_comment,
        has_gap,
    }))
}

fn answer_key(name: &'static str) -> impl Strategy<Value = Option<Key>> {
    key(name, written_answer().prop_map(|(written, _)| written))
}

fn written_guess() -> impl Strategy<Value = ([String; 4], [bool; 2])> {
    let fields = (
        part(),
        written_answer(),
        verdict(),
        instant(),
        any::<[bool; 2]>(),
    );
    fields.prop_map(|(part, (answer, _), verdict, time, comments)| {
        let time = time.format("%Y-%m-%d %H:%M:%SZ").to_string();
        let fields = [
            u8::from(part).to_string(),
            answer,
            format!("'{verdict}'"),
            time,
        ];
        (fields, comments)
    })
}

fn written_file() -> impl Strategy<Value = EditedFile> {
    let keys = (
        answer_key("part1"),
        answer_key("part2"),
        key(
            "not_before",
            instant().prop_map(|time| time.format("%Y-%m-%dT%H:%M:%S+00:00").to_string()),
        ),
        key(
            "clock_ahead",
            (-9_999_i64..9_999).prop_map(|seconds| seconds.to_string()),
        ),
    );
    let keys =
        keys.prop_map(|(a, b, c, d)| [a, b, c, d].into_iter().flatten().collect::<Vec<Key>>());
    let guesses = prop::collection::vec(written_guess(), 0..4);
    let form = (any::<bool>(), any::<bool>(), any::<bool>());
    (keys.prop_shuffle(), guesses, form).prop_map(|(keys, guesses, (is_inline, has_end, is_crlf))| {
        let mut comments = 0;
        let mut text = String::new();
        for key in keys {
            let [above, beside] = key.has_comment;
            if above {
                text += &format!("{}\n", comment(&mut comments, true));
            }
            text += &format!("{} = {} {}\n", key.name, key.value, comment(&mut comments, beside));
            if key.has_gap {
                text.push('\n');
            }
        }
        if is_inline && !guesses.is_empty() {
            text += "guess = [\n";
            for ([part, answer, verdict, time], [_, beside]) in &guesses {
                let comment = comment(&mut comments, *beside);
                text += &format!(
                    "  {{ part = {part}, answer = {answer}, verdict = {verdict}, time = {time} }}, {comment}\n"
                );
            }
            text += "]\n";
        } else {
            for ([part, answer, verdict, time], [above, beside]) in &guesses {
                text += &format!("{}\n[[guess]]\n", comment(&mut comments, *above));
                let comment = comment(&mut comments, *beside);
                text += &format!("time = {time}\npart = {part}\nanswer = {answer} {comment}\nverdict = {verdict}\n");
            }
        }
        if has_end {
            text += &format!("{}\n", comment(&mut comments, true));
        }
        if is_crlf {
            text = text.replace('\n', "\r\n");
        }
        EditedFile { text, comments }
    })
}

/// An edit of the file by `submit` or `accept`.
#[derive(Clone, Debug)]
enum Edit {
    Accept(Part, String),
    Withdraw(Part),
    Record(Part, String, Verdict, DateTime<Utc>),
    Confirm(Part, String),
    NotBefore(DateTime<Utc>),
}

fn edit() -> impl Strategy<Value = Edit> {
    let text = "[0-9a-z\"'\\\\# é]{1,6}";
    prop_oneof![
        (part(), text).prop_map(|(part, answer)| Edit::Accept(part, answer)),
        part().prop_map(Edit::Withdraw),
        (part(), text, verdict(), instant())
            .prop_map(|(part, answer, verdict, time)| Edit::Record(part, answer, verdict, time)),
        (part(), text).prop_map(|(part, answer)| Edit::Confirm(part, answer)),
        instant().prop_map(Edit::NotBefore),
    ]
}

fn apply(answers: &mut RecordedAnswers, edit: Edit) {
    match edit {
        Edit::Accept(part, answer) => answers.accept(part, &answer),
        Edit::Withdraw(part) => {
            if let Some(answer) = answers.accepted(part).map(str::to_owned) {
                answers.withdraw(part, &answer);
            }
        }
        Edit::Record(part, answer, verdict, time) => {
            let sent = Guess {
                part,
                answer,
                verdict,
                time,
            };
            answers.update_guess(&sent, |guess| guess.set_verdict(verdict));
        }
        Edit::Confirm(part, answer) => answers.confirm(part, Some(&answer)),
        Edit::NotBefore(time) => answers.not_before = Some(time),
    }
}

/// An example as aoc or a person writes it.
fn example() -> impl Strategy<Value = Example> {
    let answer = prop::option::of("[0-9a-z\"'\\\\#\n é]{0,6}");
    let trust = prop::sample::select(vec![
        Trust::OtherRules,
        Trust::Likely,
        Trust::Confirmed,
        Trust::Taken,
        Trust::Page,
        Trust::User,
    ]);
    let input = "[0-9a-z\"'\\\\#\n\r\t é]{0,12}";
    let parts = (input, answer.clone(), answer, trust);
    parts.prop_map(|(input, part1, part2, trust)| Example {
        input,
        part1,
        part2,
        trust,
    })
}

/// True if the text has the example's answer to the part, with the example's trust. Also true if
/// the example has none.
fn has_answer_of(all: &[Example], example: &Example, part: Part) -> bool {
    !example.has_answer_to(part)
        || all.iter().any(|one| {
            one.input == example.input
                && one.trust == example.trust
                && one.answer(part) == example.answer(part)
        })
}

/// The active examples in a file.
fn read(text: &str) -> Result<Vec<Example>, String> {
    parse_toml(text).map(|examples: super::examples::Examples| examples.example)
}

proptest! {
    #[test]
    fn an_edit_by_hand_survives_every_session(
        file in written_file(),
        edits in prop::collection::vec(edit(), 0..6),
    ) {
        let mut answers: RecordedAnswers = parse_toml(&file.text).expect("a file");
        let before = answers.clone();
        prop_assert_eq!(answers.edited_text(&file.text), file.text.as_str());
        let mut text = file.text.clone();
        for edit in edits {
            apply(&mut answers, edit);
            let old = std::mem::take(&mut text);
            text = answers.edited_text(&old);
            // A file that was emptied has no line ends left.
            let has_lines = !old.is_empty() && !text.is_empty();
            prop_assert!(!has_lines || old.contains("\r\n") == text.contains("\r\n"));
            let read: RecordedAnswers = parse_toml(&text).expect("a file");
            prop_assert_eq!(&read, &answers, "{}", text);
        }
        for number in 1..=file.comments {
            let comment = format!("# note {number}.");
            prop_assert_eq!(text.matches(&comment).count(), 1, "{} in {}", comment, text);
        }
        // A guess that was sent keeps its answer, part and time.
        for (old, new) in before.guesses.iter().zip(&answers.guesses) {
            prop_assert_eq!((old.part, &old.answer, old.time), (new.part, &new.answer, new.time));
        }
    }

    #[test]
    fn no_file_of_answers_makes_an_edit_panic_or_lose_what_is_meant(
        text in "((part1|part2|guess|not_before|clock_ahead|verdict) ?= ?([0-9'\"\\[\\]{},]{0,4}|2020-12-22T05:00:00Z)(#[a-z]{0,3})?\r?\n|\\[\\[?guess\\]?\\]\n|\\PC{0,4}){0,6}",
        edit in edit(),
    ) {
        let mut answers: RecordedAnswers = parse_toml(&text).unwrap_or_default();
        apply(&mut answers, edit);
        let written = answers.edited_text(&text);
        let read: RecordedAnswers = parse_toml(&written).expect("a file");
        prop_assert_eq!(read, answers);
    }

    #[test]
    fn examples_are_read_as_they_were_written(examples in prop::collection::vec(example(), 0..5)) {
        let text = render_examples(examples.clone());
        prop_assert!(is_untouched(&text));
        let mut sure = examples;
        sure.retain(|example| example.trust.is_active());
        prop_assert_eq!(read(&text), Ok(sure));
    }

    /// A file that a person has edited is never mistaken for a file of `aoc`, so it is kept.
    #[test]
    fn any_edit_of_the_examples_is_seen(
        examples in prop::collection::vec(example(), 0..4),
        at in any::<prop::sample::Index>(),
        change in "[0-9a-z# \n]{1,3}",
        removes in 0_usize..4,
    ) {
        let text = render_examples(examples);
        let places: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
        let place = places[at.index(places.len())];
        let end = text.ceil_char_boundary(place + removes);
        let edited = format!("{}{change}{}", &text[..place], &text[end..]);
        let is_edited = edited.replace("\r\n", "\n") != text.replace("\r\n", "\n");
        prop_assert!(!is_edited || !is_untouched(&edited));
    }

    /// An answer that the user has taken is kept until the page is certain of its part, or until the
    /// user takes the same text with another answer. An answer that the code has confirmed is also
    /// replaced by another certain example.
    #[test]
    fn kept_examples_are_lost_to_certain_ones_only(
        old in prop::collection::vec(example(), 0..4),
        extracted in prop::collection::vec(example(), 0..4),
    ) {
        let file = render_examples(old.clone());
        let new = merge_examples(&file, &extracted);
        for example in old.iter().filter(|old| old.trust.is_active()) {
            let is_taken = match example.trust {
                Trust::Taken => true,
                Trust::Confirmed => false,
                _ => continue,
            };
            for part in Part::BOTH {
                let is_replaced = extracted.iter().any(|new| {
                    let is_of_page = !matches!(new.trust, Trust::Confirmed | Trust::Taken);
                    let may_replace = is_of_page || !is_taken || new.input == example.input;
                    new.trust.is_active() && new.has_answer_to(part) && may_replace
                });
                prop_assert!(is_replaced || has_answer_of(&new, example, part));
            }
        }
        // A certain example of the page is never left out.
        for example in extracted.iter().filter(|new| new.trust.is_active()) {
            let same_text = new.iter().any(|new| new.input == example.input);
            prop_assert!(same_text);
            prop_assert!(Part::BOTH.into_iter().all(|part| has_answer_of(&new, example, part)));
        }
    }
}
