//! The examples of a puzzle in a file: `day22.examples.toml`.
//!
//! ```toml
//! [[example]]
//! input = """
//! Player 1:
//! 9
//! """
//! part1 = 306
//! source = "page"
//! ```
//!
//! If `aoc` writes the file from a puzzle's page, the first line contains a checksum of the rest.
//! While the checksum matches, nobody has edited the file, and `aoc` rewrites it when it learns
//! more from the page. `aoc` never changes a file that the user has edited.

use aoc_solution::Part;
use serde::{Deserialize, Serialize};

use super::answers::answer;
use super::compare::is_blank_answer;
use super::trust::Trust;
use crate::files::{parse_toml, unix_lines, written_hash};

/// The beginning of the first line. The checksum and a period follow.
const MARK: &str = "# Written by aoc from the puzzle's page. Edit it at will: \
                    then aoc never changes it again. Checksum: ";

/// The comment above an example that may be wrong.
const DOUBT: &str = "# Not sure: compare it with the page. If it is right, remove the `# ` of each \
                     line:\n";

/// The comment above an example that the code for the real input cannot solve.
const OTHER_RULES: &str = "# Its rules differ from your input's, such as fewer steps or a smaller \
                           grid. To check it, add it to your code as an example with a function \
                           of its own:\n";

/// A small input with the answers that are known for it.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Example {
    pub input: String,
    /// `None` if the example has no answer to the part.
    #[serde(default, deserialize_with = "answer")]
    pub part1: Option<String>,
    #[serde(default, deserialize_with = "answer")]
    pub part2: Option<String>,
    #[serde(default, rename = "source")]
    pub trust: Trust,
}

/// All examples of a file, in the file's order.
#[derive(Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Examples {
    #[serde(default)]
    pub example: Vec<Example>,
}

/// The examples of a puzzle in its file.
pub struct ExamplesFile {
    pub examples: Vec<Example>,
    /// True if the user has written or edited the file.
    pub is_edited: bool,
}

impl Example {
    /// A certain example from a page, with the answers that the page shows.
    pub fn from_page(input: &str, answers: [Option<String>; 2]) -> Self {
        let [part1, part2] = answers;
        Self {
            input: input.to_owned(),
            part1,
            part2,
            trust: Trust::Page,
        }
    }

    /// An example with the answer to one part only.
    pub fn of_part(input: &str, part: Part, answer: &str, trust: Trust) -> Self {
        let mut answers = [None, None];
        answers[part.index()] = Some(answer.to_owned());
        Self {
            trust,
            ..Self::from_page(input, answers)
        }
    }

    pub fn answer(&self, part: Part) -> Option<&str> {
        let answer = match part {
            Part::One => self.part1.as_deref(),
            Part::Two => self.part2.as_deref(),
        };
        answer.filter(|answer| !is_blank_answer(answer))
    }

    /// True if the example has an answer to the part.
    pub fn has_answer_to(&self, part: Part) -> bool {
        self.answer(part).is_some()
    }

    /// True if both examples have an answer to the same part.
    fn checks_same_part(&self, other: &Self) -> bool {
        Part::BOTH
            .into_iter()
            .any(|part| self.has_answer_to(part) && other.has_answer_to(part))
    }

    /// The answers of the example, each as an example of its own.
    fn single_answers(&self) -> impl Iterator<Item = Self> {
        Part::BOTH.into_iter().filter_map(|part| {
            let answer = self.answer(part)?;
            Some(Self::of_part(&self.input, part, answer, self.trust))
        })
    }

    /// True if this new example makes the single answer of `old` superfluous. `old` is an example
    /// that was confirmed by the code or taken by the user.
    fn replaces(&self, old: &Self) -> bool {
        let may_replace =
            self.trust >= Trust::Page || self.input == old.input || old.trust == Trust::Confirmed;
        self.trust.is_active() && may_replace && self.checks_same_part(old)
    }
}

/// Adds an example. An example with the same text and the same trust gets its answers, unless that
/// example has an answer to the same part.
pub fn join_example(all: &mut Vec<Example>, new: Example) {
    let same_text = all.iter_mut().find(|one| {
        one.input == new.input && one.trust == new.trust && !one.checks_same_part(&new)
    });
    match same_text {
        Some(one) => {
            one.part1 = one.part1.take().or(new.part1);
            one.part2 = one.part2.take().or(new.part2);
        }
        None => all.push(new),
    }
}

/// Merges the examples of an old file with new ones. Confirmed and taken answers are kept until the
/// page has a certain example for the same part. A newer confirmed or taken example for the part
/// also replaces a confirmed answer, and any answer to the same text.
pub fn merge_examples(old: &str, new: &[Example]) -> Vec<Example> {
    let Examples { example: mut old } = parse_toml(old).unwrap_or_default();
    old.retain(|old| matches!(old.trust, Trust::Confirmed | Trust::Taken));
    let mut all = Vec::new();
    for old in old.iter().flat_map(Example::single_answers) {
        if !new.iter().any(|new| new.replaces(&old)) {
            join_example(&mut all, old);
        }
    }
    for active in new.iter().filter(|new| new.trust.is_active()) {
        join_example(&mut all, active.clone());
    }
    // An active answer is not repeated in a comment.
    let mut comments = Vec::new();
    let inactive = new.iter().filter(|new| !new.trust.is_active());
    for comment in inactive.flat_map(Example::single_answers) {
        let is_known = all
            .iter()
            .any(|known| known.input == comment.input && known.checks_same_part(&comment));
        if !is_known {
            join_example(&mut comments, comment);
        }
    }
    [all, comments].concat()
}

/// The text of a file with these examples. Active examples come first. The others are comments. If
/// the user removes the `# ` of a comment, it becomes an example that the user has taken.
pub fn render_examples(mut examples: Vec<Example>) -> String {
    examples.sort_by_key(|example| !example.trust.is_active());
    let mut text = String::new();
    for example in examples {
        let explanation = match example.trust {
            Trust::OtherRules => Some(OTHER_RULES),
            Trust::Likely => Some(DOUBT),
            Trust::Confirmed | Trust::Taken | Trust::Page | Trust::User => None,
        };
        let examples = Examples {
            example: vec![example],
        };
        let block = toml::to_string_pretty(&examples).expect("strings are TOML");
        text.push('\n');
        let Some(explanation) = explanation else {
            text += &block;
            continue;
        };
        text += explanation;
        for line in block.lines() {
            text += &format!("# {line}\n");
        }
    }
    if text.is_empty() {
        text += "\n# No example was found on the page.\n";
    }
    format!("{MARK}{}.\n{text}", written_hash(&text))
}

/// The certain and the likely examples in the text that [`render_examples`] has made. The likely
/// ones are comments.
pub fn parse_page_examples(text: &str) -> Vec<Example> {
    let text = unix_lines(text);
    let Examples { example: mut all } = parse_toml(&text).unwrap_or_default();
    all.retain(|example| example.trust == Trust::Page);
    for comment in text.split(DOUBT).skip(1) {
        let lines = comment.lines().map_while(|line| line.strip_prefix("# "));
        let block: Vec<&str> = lines.collect();
        let Examples { example } = parse_toml(&block.join("\n")).unwrap_or_default();
        all.extend(example.into_iter().map(|example| Example {
            trust: Trust::Likely,
            ..example
        }));
    }
    all
}

/// True if nobody has edited a file since `aoc` wrote it.
pub fn is_untouched(text: &str) -> bool {
    // Git may have changed the line ends.
    let text = unix_lines(text);
    let (sum, rest) = text
        .strip_prefix(MARK)
        .unwrap_or_default()
        .split_once(".\n")
        .unwrap_or_default();
    sum == written_hash(rest)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn parse_examples(text: &str) -> Result<Vec<Example>, String> {
        parse_toml(text).map(|examples: Examples| examples.example)
    }

    fn example(input: &str, part1: Option<&str>, part2: Option<&str>) -> Example {
        let answers = [part1, part2].map(|answer| answer.map(str::to_owned));
        Example::from_page(input, answers)
    }

    fn unsure(input: &str, part: Part, answer: &str) -> Example {
        Example::of_part(input, part, answer, Trust::Likely)
    }

    #[test]
    fn a_file_is_untouched_while_its_checksum_is_right() {
        let written = render_examples(Vec::new());
        for text in [
            written.replace('\n', "\r\n"),
            // This is the hash of an empty text.
            format!("{MARK}2d06800538d394c2.\n"),
            written,
        ] {
            assert!(is_untouched(&text), "{text}");
            assert!(!is_untouched(&(text.clone() + "# mine\n")), "{text}");
        }
    }

    #[test]
    fn what_is_not_sure_is_a_comment() {
        let small = Example {
            trust: Trust::OtherRules,
            ..example("1\n", Some("2"), None)
        };
        let extracted = vec![
            unsure("4  \n", Part::Two, "5"),
            example("9\n\n2\n", Some("306"), None),
            small,
        ];
        let text = render_examples(extracted.clone());
        assert_eq!(parse_examples(&text), Ok(vec![extracted[1].clone()]));
        insta::assert_snapshot!(text.replace("4  \n", "4__\n"), @r#"
        # Written by aoc from the puzzle's page. Edit it at will: then aoc never changes it again. Checksum: 81cef09078ddba39.

        [[example]]
        input = """
        9

        2
        """
        part1 = "306"
        source = "page"

        # Not sure: compare it with the page. If it is right, remove the `# ` of each line:
        # [[example]]
        # input = """
        # 4__
        # """
        # part2 = "5"
        # source = "page, taken by you"

        # Its rules differ from your input's, such as fewer steps or a smaller grid. To check it, add it to your code as an example with a function of its own:
        # [[example]]
        # input = """
        # 1
        # """
        # part1 = "2"
        # source = "page, taken by you"
        "#);
        // The user removes the marks.
        let (_, comments) = text.split_once("each line:\n").expect("comments");
        let (comment, _) = comments.split_once("\n\n").expect("an end");
        let examples = parse_examples(&comment.replace("# ", "")).expect("valid");
        assert_eq!(examples[0].input, extracted[0].input);
        // An example without marks counts as taken by the user.
        assert_eq!(examples[0].trust, Trust::Taken);
        assert!(render_examples(Vec::new()).ends_with("# No example was found on the page.\n"));
    }

    #[test]
    fn a_confirmed_example_stays_until_the_page_is_certain() {
        let confirmed = Example::of_part("9\n", Part::One, "306", Trust::Confirmed);
        let file = render_examples(merge_examples("", std::slice::from_ref(&confirmed)));
        let in_doubt = unsure("9\n", Part::One, "5");
        let part2 = example("9\n", None, Some("291"));
        let part1 = example("9\n", Some("6"), None);
        let elsewhere = example("8\n", Some("6"), None);
        let other = Example::of_part("8\n", Part::One, "5", Trust::Confirmed);
        let taken = Example::of_part("8\n", Part::One, "5", Trust::Taken);
        let both = example("9\n", Some("306"), Some("291"));
        let confirmed_part2 = Example::of_part("9\n", Part::Two, "291", Trust::Confirmed);
        let confirmed_both = Example {
            trust: Trust::Confirmed,
            ..both.clone()
        };
        for (name, (extracted, expected)) in [
            ("no example", (vec![], vec![confirmed.clone()])),
            (
                "its text in doubt",
                (vec![in_doubt], vec![confirmed.clone()]),
            ),
            (
                "another part",
                (vec![part2.clone()], vec![confirmed.clone(), part2]),
            ),
            ("the same part", (vec![part1.clone()], vec![part1])),
            (
                "with another text",
                (vec![elsewhere.clone()], vec![elsewhere]),
            ),
            ("both parts", (vec![both.clone()], vec![both])),
            (
                "the code confirms part 2 of the text",
                (vec![confirmed_part2], vec![confirmed_both.clone()]),
            ),
            (
                "the code gives another answer",
                (vec![other.clone()], vec![other]),
            ),
            (
                "the user takes another one",
                (vec![taken.clone()], vec![taken]),
            ),
        ] {
            let examples = merge_examples(&file, &extracted);
            assert_eq!(examples, expected, "{name}");
        }
        // A certain answer replaces only the confirmed answer to its part.
        let file = render_examples(vec![confirmed_both]);
        let certain = example("9\n", Some("306"), None);
        let part2 = Example::of_part("9\n", Part::Two, "291", Trust::Confirmed);
        assert_eq!(
            merge_examples(&file, std::slice::from_ref(&certain)),
            [part2, certain]
        );
    }

    /// Files written by an older `aoc` may have an entry for each part of a text.
    #[test]
    fn entries_of_one_text_are_joined_if_their_trust_is_the_same() {
        let of_part = |part, answer, trust| Example::of_part("9\n", part, answer, trust);
        let part1 = of_part(Part::One, "306", Trust::Confirmed);
        let part2 = of_part(Part::Two, "291", Trust::Confirmed);
        let taken = of_part(Part::Two, "291", Trust::Taken);
        let joined = Example {
            part2: part2.part2.clone(),
            ..part1.clone()
        };
        let file = render_examples(vec![part1.clone(), part2]);
        assert_eq!(merge_examples(&file, &[]), [joined]);
        let apart = vec![part1.clone(), taken];
        let file = render_examples(apart.clone());
        assert_eq!(merge_examples(&file, &[]), apart);
        // A page may have two answers to the same text.
        let certain = |answer| of_part(Part::One, answer, Trust::Page);
        let two_answers = [certain("306"), certain("307")];
        assert_eq!(merge_examples("", &two_answers), two_answers);
        // A comment keeps the part that no entry has.
        let unsure = Example {
            trust: Trust::Likely,
            ..example("9\n", Some("306"), Some("291"))
        };
        let comment = of_part(Part::Two, "291", Trust::Likely);
        assert_eq!(
            merge_examples("", &[part1.clone(), unsure]),
            [part1, comment]
        );
    }

    #[test]
    fn the_user_may_take_several_examples() {
        let take = |input, answer| Example::of_part(input, Part::One, answer, Trust::Taken);
        let (first, second) = (take("9\n", "306"), take("8\n", "5"));
        let file = render_examples(vec![first.clone()]);
        let in_doubt = unsure("7\n", Part::One, "4");
        let page = [
            second.clone(),
            unsure("8\n", Part::One, "5"),
            in_doubt.clone(),
        ];
        let both = vec![first.clone(), second, in_doubt];
        assert_eq!(merge_examples(&file, &page), both);
        // An example of the same text with another answer replaces it.
        let other = take("9\n", "307");
        assert_eq!(merge_examples(&file, std::slice::from_ref(&other)), [other]);
        // The page becomes certain, as it does when the input is downloaded.
        let certain = example("8\n", Some("5"), None);
        assert_eq!(
            merge_examples(&file, std::slice::from_ref(&certain)),
            [certain]
        );
        // An example that the code has confirmed does not replace one that the user has taken.
        let confirmed = Example::of_part("8\n", Part::One, "5", Trust::Confirmed);
        let kept = merge_examples(&file, std::slice::from_ref(&confirmed));
        assert_eq!(kept, [first, confirmed]);
    }

    #[test]
    fn the_mark_says_who_answers_for_an_example() {
        for (source, origin) in [
            ("source = 'page'", Trust::Page),
            ("source = 'page, taken by you'", Trust::Taken),
            ("source = 'page, confirmed by the code'", Trust::Confirmed),
            ("source = 'a friend'", Trust::User),
            ("", Trust::User),
        ] {
            let text = format!("[[example]]\ninput = ''\n{source}\n");
            let examples = parse_examples(&text).expect("valid");
            assert_eq!(examples[0].trust, origin, "{source}");
        }
    }

    #[test]
    fn people_write_numbers_and_mistakes() {
        let text = "[[example]]\ninput = '''\nPlayer 1:\n9\n'''\npart1 = 306\npart2 = 'a'\n\
                    [[example]]\ninput = '1'\n";
        let examples = parse_examples(text).expect("valid");
        let first = example("Player 1:\n9\n", Some("306"), Some("a"));
        let trust = Trust::User;
        assert_eq!(examples[0], Example { trust, ..first });
        assert_eq!(examples.len(), 2);
        let unknown = parse_examples("[[example]]\ninput = '1'\npart1 = ''\npart2 = ' '\n");
        let unknown = &unknown.expect("valid")[0];
        assert_eq!(Part::BOTH.map(|part| unknown.answer(part)), [None, None]);
        for (text, expected) in [
            ("[[exmaple]]", "line 1: unknown field `exmaple`"),
            (
                "[[example]]\ninput = ''\npart3 = 1",
                "line 3: unknown field `part3`",
            ),
            ("[[example]]\npart1 = 1", "line 1: missing field `input`"),
            (
                "[[example]]\ninput = 5",
                "line 2: invalid type: integer `5`",
            ),
        ] {
            let error = parse_examples(text).expect_err(text);
            assert!(error.starts_with(expected), "{error}");
        }
    }

    proptest! {
        #[test]
        fn every_example_survives(input in "\\PC*|[a\"'\\\\#\n\r\t]{0,9}", answer in "\\PC{0,9}") {
            let sure = example(&input, Some(&answer), None);
            let text = render_examples(vec![unsure(&input, Part::Two, &answer), sure.clone(), unsure(&answer, Part::One, &input)]);
            prop_assert!(is_untouched(&text));
            prop_assert!(is_untouched(&text.replace('\n', "\r\n")));
            prop_assert_eq!(parse_examples(&text), Ok(vec![sure.clone()]));
            let unsure = [unsure(&input, Part::Two, &answer), unsure(&answer, Part::One, &input)];
            let all = [vec![sure], unsure.to_vec()].concat();
            prop_assert_eq!(parse_page_examples(&text.replace('\n', "\r\n")), all);
        }
    }
}
