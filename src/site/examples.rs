//! Finds the examples on a puzzle's page, with their answers. Examples of past puzzles
//! are known (`locators`). For any other page there is a cautious rule: it takes the only
//! block that is introduced as an example and has the form of the input, and the only
//! emphasised value that answers the question. Uncertain examples become comments,
//! because a wrong one reports a correct solution as wrong, which costs more than a
//! missing one.

use std::collections::BTreeSet;
use std::mem;

use aoc_solution::Part;

use super::locators::known_examples;
use super::page::{Block, PuzzlePage, Span, text};
use crate::inputs::{Example, LikelyExample};
use crate::puzzle::Puzzle;

/// An example that lacks so many of the input's kinds of characters is uncertain.
const MISSING_KINDS: usize = 3;

/// The most texts that may be an example of a part, and the most values of each.
const MAX_LIKELY: usize = 3;

/// The longest answer. Longer values are texts that the page explains.
const MAX_ANSWER: usize = 48;

/// Words in an introduction to a new example.
const ANNOUNCING: &str = "example|examples|suppose|supposing|consider|imagine|instance";

/// Words in an introduction to an example that was shown before, or to its result.
const REFERRING_BACK: &str = "the example|this example|these examples|above|again|same|previous|\
                         earlier|after|becomes|produces|output|result|results|now|then|until";

/// Words in an introduction to an intermediate step.
const TRACING: &str = "after|now|then|next|step|round|becom|produc|result|final|turn|continu|once";

/// Words in a sentence about an example with special rules.
const DIFFERING: &str = "instead of|rather than|smaller|fewer|only|reduced|merely|however|larger";

/// Words in the paragraph of a value that may belong to another input.
const HYPOTHETICAL: &str = "however|unfortunately|of course|instead|alternatively|your puzzle \
                            input|your actual| had | were ";

/// Words in part two that refer to an example of part one.
const FROM_BEFORE: &str = "above|same|previous|earlier|original|first |second |other ";

/// Words in part two that refer to one of several examples.
const ONE_OF_SEVERAL: &str = "first example|second example|larger example|examples";

/// Finds the examples of a page. The user's `input` shows the form of inputs; without it,
/// nothing found by the rule is sure.
pub fn extract_examples(page: &PuzzlePage, puzzle: Puzzle, input: Option<&str>) -> Vec<Example> {
    let (mut examples, is_complete) = fitting_known_examples(page, puzzle, input);
    if !is_complete {
        let is_known = |text: &str| examples.iter().any(|it| it.input == text);
        let mut guesses = guess(page, input);
        guesses.retain(|guess| !is_known(&guess.input));
        examples.append(&mut guesses);
    }
    examples
}

/// Finds what may be an example of the page, beside its certain examples. The first text
/// and its first value are the most likely.
pub fn likely_examples(
    page: &PuzzlePage,
    puzzle: Puzzle,
    input: Option<&str>,
) -> Vec<LikelyExample> {
    let (known, is_complete) = fitting_known_examples(page, puzzle, input);
    let mut likely = Vec::new();
    for example in known.into_iter().filter(|example| example.is_doubtful) {
        for (part, answer) in Part::BOTH.into_iter().zip([example.part1, example.part2]) {
            likely.extend(answer.map(|answer| LikelyExample {
                part,
                input: example.input.clone(),
                answers: vec![answer],
            }));
        }
    }
    if !is_complete {
        let passages = Part::BOTH.map(|part| passages(page, part));
        for part in Part::BOTH {
            likely_by_rule(&passages, part, input, &mut likely);
        }
    }
    likely
}

/// Adds the texts of a part that have the form of the input, with the values behind them.
/// Part two may be about the texts of part one.
fn likely_by_rule(
    passages: &[Vec<Passage>; 2],
    part: Part,
    input: Option<&str>,
    likely: &mut Vec<LikelyExample>,
) {
    let own = &passages[part.index()];
    let mut texts = likely_texts(own, input);
    if part == Part::Two {
        let earlier = likely_texts(&passages[0], input).into_iter();
        texts.extend(earlier.map(|(_, text)| (0, text)));
    }
    let mut found = Vec::<LikelyExample>::new();
    for (start, text) in texts {
        let answers = likely_answers(&own[start..]);
        let is_new = found.iter().all(|other| other.input != text);
        if is_new && !answers.is_empty() && found.len() < MAX_LIKELY {
            found.push(LikelyExample {
                part,
                input: text.to_owned(),
                answers,
            });
        }
    }
    likely.append(&mut found);
}

/// The texts with the form of the input and where they are, introduced ones first.
fn likely_texts<'a>(passages: &'a [Passage], input: Option<&str>) -> Vec<(usize, &'a str)> {
    let mut introduced = Vec::new();
    let mut others = Vec::new();
    for (index, passage) in passages.iter().enumerate() {
        if let Some(block) = &passage.block
            && passage.fits_input(input)
        {
            let is_introduced = passage.is_introduced();
            let texts = if is_introduced {
                &mut introduced
            } else {
                &mut others
            };
            texts.push((index, block.as_str()));
        }
    }
    introduced.append(&mut others);
    introduced
}

/// The last values before the question, then those in it.
fn likely_answers(passages: &[Passage]) -> Vec<String> {
    let question = passages.iter().rposition(Passage::is_question);
    let (before, question) = passages.split_at(question.unwrap_or(passages.len()));
    let mut answers = Vec::new();
    for passage in before.iter().rev().chain(question.first()) {
        for value in passage.values.iter().rev() {
            // Unfinished code gives 0 and 1 by chance.
            let is_answer = has_form_of_answer(value) && !matches!(value.as_str(), "0" | "1");
            if is_answer && !answers.contains(value) && answers.len() < MAX_LIKELY {
                answers.push(value.clone());
            }
        }
    }
    answers
}

fn has_form_of_answer(value: &str) -> bool {
    value.len() <= MAX_ANSWER && !value.contains(char::is_whitespace)
}

/// The examples of the table that fit the input, and whether they are all examples of the
/// page. If a row of the table does not fit, the rule is used as well.
fn fitting_known_examples(
    page: &PuzzlePage,
    puzzle: Puzzle,
    input: Option<&str>,
) -> (Vec<Example>, bool) {
    let Some(rows) = known_examples(page, puzzle) else {
        return (Vec::new(), false);
    };
    let count = rows.len();
    let mut examples: Vec<Example> = rows.into_iter().flatten().collect();
    if let Some(input) = input {
        examples.retain(|example| has_nearly_the_form(&example.input, input));
    }
    let is_complete = examples.len() == count;
    (examples, is_complete)
}

/// The paragraphs, lists and blocks of a part.
fn passages(page: &PuzzlePage, part: Part) -> Vec<Passage> {
    let mut passages = Vec::new();
    let mut introduction = String::new();
    if let Some(text) = page.part(part) {
        for block in &text.blocks {
            collect(block, &mut introduction, &mut passages);
        }
    }
    passages
}

/// Applies the rule for pages that are not in the table.
fn guess(page: &PuzzlePage, input: Option<&str>) -> Vec<Example> {
    let [first, second] = Part::BOTH.map(|part| passages(page, part));
    let one = shown_example(&first, Part::One, input);
    let two = shown_example(&second, Part::Two, input);
    let two = two.or_else(|| continued_example(&second, one.as_ref()?, input));
    let mut guesses: Vec<Example> = one.into_iter().chain(two).collect();
    if let [one, two] = &mut guesses[..]
        && (&one.input, one.is_doubtful) == (&two.input, two.is_doubtful)
    {
        one.part2 = two.part2.take();
        guesses.pop();
    }
    guesses
}

/// The example that a part itself shows: the first one, which is uncertain if there are
/// others.
fn shown_example(passages: &[Passage], part: Part, input: Option<&str>) -> Option<Example> {
    // The form is checked first: it separates inputs from pictures, traces and rules.
    let is_candidate = |at: &usize| passages[*at].fits_input(input);
    let candidates: Vec<usize> = (0..passages.len()).filter(is_candidate).collect();
    let introduced = candidates.iter().find(|at| passages[**at].is_introduced());
    // In part one it may be an example even without an introduction.
    let first = candidates.first().filter(|_| part == Part::One);
    let at = *introduced.or(first)?;
    let block = passages[at].block.as_ref()?;
    let is_rival = |index: &usize| {
        let other = &passages[*index];
        let is_trace = *index > at && other.is_traced() && !other.is_introduced();
        other.block.as_ref() != Some(block) && (part == Part::Two || !is_trace)
    };
    let start = at.saturating_sub(1);
    let is_sure = input.is_some()
        && introduced.is_some()
        && input.is_none_or(|input| missing_kinds(block, input) < MISSING_KINDS)
        && !candidates.iter().any(is_rival)
        && (part == Part::One || !passages[start..].iter().any(|it| it.mentions(FROM_BEFORE)));
    example_with_answer(passages, start, at, block, part, is_sure)
}

/// The example of part one with its answer to part two.
fn continued_example(passages: &[Passage], one: &Example, input: Option<&str>) -> Option<Example> {
    let block = &one.input;
    let start = passages.iter().position(|it| it.mentions("example|above"));
    let is_other =
        |it: &Passage| it.fits_input(input) && it.block.as_ref() != Some(block) && !it.is_traced();
    let is_unclear = |it: &Passage| it.mentions(ONE_OF_SEVERAL) || is_other(it);
    let is_sure = !one.is_doubtful && start.is_some() && !passages.iter().any(is_unclear);
    let start = start.unwrap_or_default();
    example_with_answer(passages, start, start, block, Part::Two, is_sure)
}

/// The answer in the passages from `from` on. The text about the example begins at
/// `start`.
fn example_with_answer(
    passages: &[Passage],
    start: usize,
    from: usize,
    input: &str,
    part: Part,
    is_sure: bool,
) -> Option<Example> {
    let question = passages.iter().rposition(Passage::is_question);
    let has_value = |at: &usize| !passages[*at].values.is_empty();
    let mut before = (from..question.unwrap_or(passages.len())).rev();
    let at = before.find(has_value);
    let at = at.or_else(|| question.filter(has_value).filter(|at| *at >= from))?;
    let (found, answer) = (&passages[at], passages[at].values.last()?);
    let question_numbers = question.map(|at| numbers(&passages[at].text));
    let text: String = passages[start..=at].iter().map(|it| &*it.text).collect();
    let is_more =
        |it: &Passage| !it.is_question() && (it.block.is_some() || !numbers(&it.text).is_empty());
    let is_one_value = !found.is_list && found.values.iter().all(|other| other == answer);
    let is_sure = is_sure
        && is_one_value
        && has_form_of_answer(answer)
        // The value may belong to another input.
        && !found.is_question()
        && !found.mentions(HYPOTHETICAL)
        && !passages[at + 1..].iter().any(is_more)
        // The example may follow special rules.
        && !passages[start..].iter().any(Passage::differs)
        && question_numbers.is_none_or(|asked| asked.is_subset(&numbers(&text)));
    let mut answers = [None, None];
    answers[part.index()] = Some(answer.clone());
    Some(Example::from_page(input, answers, is_sure))
}

/// A paragraph, a list or a block, in the order of reading.
#[derive(Default)]
struct Passage {
    /// Preformatted text as it would be in an input file: it ends with one line feed.
    block: Option<String>,
    /// The paragraph right before a block, in lower case.
    introduction: String,
    /// Any other text, in lower case.
    text: String,
    /// The emphasised codes in the text.
    values: Vec<String>,
    is_list: bool,
}

impl Passage {
    fn mentions(&self, phrases: &str) -> bool {
        contains_any(&self.text, phrases)
    }

    fn is_question(&self) -> bool {
        self.text.contains('?')
    }

    /// True if this is a block with the form of the input.
    fn fits_input(&self, input: Option<&str>) -> bool {
        let fits = |text: &String| input.is_none_or(|input| has_form(text, input));
        self.block.as_ref().is_some_and(fits)
    }

    /// True if the sentence before it announces a new example.
    fn is_introduced(&self) -> bool {
        let text = self.introduction.trim_end().strip_suffix(':');
        let mut sentences = text.unwrap_or_default().rsplit(['.', '?', '!']);
        let sentence = sentences.next().unwrap_or_default();
        let words: Vec<&str> = sentence.split(|c: char| !c.is_alphanumeric()).collect();
        let words = format!(" {} ", words.join(" "));
        let has_word = |list: &str| list.split('|').any(|it| words.contains(&format!(" {it} ")));
        has_word(ANNOUNCING) && !has_word(REFERRING_BACK)
    }

    /// True if the text before it describes an intermediate step.
    fn is_traced(&self) -> bool {
        contains_any(&self.introduction, TRACING)
    }

    /// True if a sentence says that the example differs from the real input.
    fn differs(&self) -> bool {
        let mut sentences = self.text.split(['.', '?', '!']);
        let is_wrapped = self.mentions("wrapped|legib|single line|single long line");
        is_wrapped || sentences.any(|it| it.contains("example") && contains_any(it, DIFFERING))
    }
}

fn contains_any(text: &str, phrases: &str) -> bool {
    phrases.split('|').any(|phrase| text.contains(phrase))
}

/// The numbers in a text, without thousands separators.
fn numbers(text: &str) -> BTreeSet<String> {
    let text = text.replace(',', "");
    let numbers = text.split(|c: char| !c.is_ascii_digit()).map(str::to_owned);
    numbers.filter(|it| !it.is_empty()).collect()
}

fn collect(block: &Block, introduction: &mut String, passages: &mut Vec<Passage>) {
    let is_code = |block: &Block| matches!(block, Block::Code(_));
    let mut passage = Passage::default();
    match block {
        Block::Heading(_) => return introduction.clear(),
        Block::List { items, .. } if items.iter().flatten().any(is_code) => {
            introduction.clear();
            let inner = items.iter().flatten();
            return inner.for_each(|block| collect(block, introduction, passages));
        }
        Block::Code(spans) => {
            let text = text(spans).replace("\r\n", "\n");
            passage.block = Some(text.trim_end_matches('\n').to_owned() + "\n");
            passage.introduction = mem::take(introduction);
        }
        Block::Paragraph(_) | Block::List { .. } => {
            for spans in paragraphs(block) {
                passage.text += &(text(spans).to_lowercase() + "\n");
                passage.values.append(&mut values(spans));
            }
            passage.is_list = matches!(block, Block::List { .. });
            introduction.clone_from(&passage.text);
        }
    }
    passages.push(passage);
}

/// All paragraphs, including those of nested lists.
fn paragraphs(block: &Block) -> Vec<&[Span]> {
    match block {
        Block::List { items, .. } => items.iter().flatten().flat_map(paragraphs).collect(),
        _ => vec![block.spans()],
    }
}

/// The emphasised codes: a whole code, or one side of an equation such as `745 * 993 =
/// 739785`.
fn values(spans: &[Span]) -> Vec<String> {
    let fits = |beside: Option<&Span>, is_equation: fn(&str) -> bool| match beside {
        Some(span) if span.code => is_equation(&span.text),
        // `<em>How far is <code>x</code>?</em>` emphasises a sentence.
        Some(span) => !(span.emphasis && span.text.contains(char::is_alphanumeric)),
        None => true,
    };
    let is_value = |at: &usize| {
        let span = &spans[*at];
        let before = at.checked_sub(1).and_then(|before| spans.get(before));
        span.code
            && span.emphasis
            && !span.text.trim().is_empty()
            && fits(before, |text| text.trim_end().ends_with('='))
            && fits(spans.get(at + 1), |text| text.trim_start().starts_with('='))
    };
    let values = (0..spans.len()).filter(is_value);
    values.map(|at| spans[at].text.trim().to_owned()).collect()
}

/// The kinds of characters in a text: digits, upper and lower case letters, blanks, and
/// every other character by itself.
fn kinds(text: &str) -> impl Iterator<Item = char> {
    let text = text.trim_end().chars();
    text.filter(|c| !matches!(c, '\r' | '\n')).map(|c| match c {
        '0'..='9' => '0',
        'a'..='z' => 'a',
        'A'..='Z' => 'A',
        '\t' => ' ',
        other => other,
    })
}

fn has_lines(text: &str) -> bool {
    text.trim_end().lines().count() > 1
}

/// True if a text looks like an input of the same puzzle: it has the same kinds of
/// characters and as many sections, with several lines where the input has several.
fn has_form(text: &str, input: &str) -> bool {
    let input_kinds: BTreeSet<char> = kinds(input).collect();
    let sections = |text: &str| -> Vec<bool> {
        let text = text.replace('\r', "");
        let sections = text.trim_matches('\n').split("\n\n");
        sections.map(has_lines).collect()
    };
    let (own, others) = (sections(text), sections(input));
    kinds(text).all(|kind| input_kinds.contains(&kind))
        && has_lines(text) == has_lines(input)
        && (own == others || own.len() > 1 && others.len() > 3)
}

/// The number of the input's kinds of characters that a text lacks.
fn missing_kinds(text: &str, input: &str) -> usize {
    let own: BTreeSet<char> = kinds(text).collect();
    let input: BTreeSet<char> = kinds(input).collect();
    input.difference(&own).count()
}

/// True if a known example can be parsed like this input.
fn has_nearly_the_form(text: &str, input: &str) -> bool {
    let input_kinds: BTreeSet<char> = kinds(input).chain(['-']).collect();
    let strange = kinds(text).filter(|kind| !input_kinds.contains(kind));
    strange.count() * 10 <= text.len() && (has_lines(input) || !has_lines(text))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::puzzle::{Day, Year};

    const UNKNOWN: Puzzle = Year(2030).day(Day(1));

    fn extract(puzzle: Puzzle, one: &str, two: &str, input: Option<&str>) -> Vec<Example> {
        let part = |text: &str| format!("<article class=\"day-desc\"><h2>T</h2>{text}</article>");
        let two = Some(two).filter(|two| !two.is_empty()).map(part);
        let html = format!("<main>{}{}</main>", part(one), two.unwrap_or_default());
        extract_examples(&PuzzlePage::parse(&html), puzzle, input)
    }

    /// The examples that are written of a page for an input of numbers in lines,
    /// such as `3=7` for the example `3` with the answer 7, and `# ` before what
    /// is in doubt.
    fn written(one: &str, two: &str, input: &str) -> Vec<String> {
        let show = |it: Example| {
            let mark = if it.is_doubtful { "# " } else { "" };
            let input = it.input.trim_end().replace('\n', ";");
            let [one, two] = [it.part1, it.part2].map(Option::unwrap_or_default);
            format!("{mark}{input}={one},{two}")
        };
        extract(UNKNOWN, one, two, Some(input))
            .into_iter()
            .map(show)
            .collect()
    }

    const INPUT: &str = "12\n7\n30\n2020\n";
    const EXAMPLE: &str = "<p>For example, suppose you have this list:</p><pre><code>1\n2\n3\n\
                           </code></pre>";
    const ANSWER: &str = "<p>Together, they give <code><em>6</em></code>.</p>";
    const QUESTION: &str = "<p>Look at your list. <em>What is the sum?</em></p>";

    #[test]
    fn the_plain_form_is_sure() {
        let one = [EXAMPLE, ANSWER, QUESTION].concat();
        let sum = ANSWER.replace("<code><em>6</em></code>", "<code>2 * 3 = <em>6</em></code>");
        let other = ANSWER.replace("<code><em>6</em></code>", "<em><code>6</code></em>");
        let trace = "<p>After one step, it is:</p><pre><code>5\n6\n</code></pre>";
        let picture = "<p>For example, it looks like:</p><pre><code>#.#\n..#\n</code></pre>";
        for page in [
            one.clone(),
            [EXAMPLE, &sum, QUESTION].concat(),
            [EXAMPLE, &other, QUESTION].concat(),
            [EXAMPLE, trace, ANSWER, QUESTION].concat(),
            // Before text and answer are paired, not after.
            [picture, EXAMPLE, picture, ANSWER, QUESTION].concat(),
        ] {
            assert_eq!(written(&page, "", INPUT), ["1;2;3=6,"], "{page}");
        }
        let two = "<p>In the above example, the product is <code><em>7</em></code>.</p>";
        let both = ["1;2;3=6,7"];
        assert_eq!(written(&one, &(two.to_owned() + QUESTION), INPUT), both);
        let own = "<p>They multiply. Consider these:</p><pre><code>4\n5\n</code></pre>\
                   <p>They give <em><code>20</code></em>.</p>";
        let own = own.to_owned() + QUESTION;
        assert_eq!(written(&one, &own, INPUT), ["1;2;3=6,", "4;5=,20"]);
    }

    /// Changes that make the plain form doubtful, with the reason above each of them.
    const DOUBTS: &str = "
        The question has numbers that the example has not (2016/10, 2019/12).
        What is the sum -> What is the sum</em> after 1000 steps <em>
        Positions named in words are no inputs (2020/15).
        <pre><code>1;2;3;</code></pre> -> <p>The first is <code>1</code>.</p>
        Steps that are the input itself, twice (2021/22).
        <p>Together -> <p>A larger example of the steps:</p><pre>7;8;</pre><p>Together
        The example is smaller (2020/9, 2024/14).
        <p>Look -> <p>However, this example has only 5 lines.</p><p>Look
        this list -> this smaller list
        More than one value, or one in a list.
        Together -> <code><em>5</em></code> and
        <p>Together -> <ul><li>A list: <code><em>6</em></code></li></ul><p hidden
        About another input (2022/23).
        Together -> If the first were 2, however
        <p>Look -> <p>In the larger example above, it is 7.</p><p>Look
        <p>Look -> <p>(The list is wrapped here for legibility.)</p><p>Look
        Nothing says that it is an example.
        For example, suppose you have -> You have
        A second example, and a variant (2023/10).
        <p>Together -> <p>Another example:</p><pre>7;8;</pre><p>Together
        <p>Together -> <p>It might be this:</p><pre>7;8;</pre><p>Together";

    #[test]
    fn what_is_in_doubt_is_a_comment() {
        let one = [EXAMPLE, ANSWER, QUESTION].concat();
        let replacements = DOUBTS.lines().filter_map(|line| line.split_once(" -> "));
        for (from, to) in replacements {
            let [from, to] = [from.trim(), to].map(|text| text.replace(';', "\n"));
            assert!(one.contains(&from), "{from}");
            let written = written(&one.replace(&from, &to), "", INPUT);
            assert!(written.iter().all(|it| it.starts_with('#')), "{to}");
        }
        for two in [
            "<p>Using the first example, it is <code><em>7</em></code>.</p>",
            "<p>It is <code><em>7</em></code>.</p>",
            "<p>In the example above it is one of these:</p><pre><code>8\n9\n</code></pre>\
             <p>So it is <code><em>7</em></code>.</p>",
            "<p>For example:</p><pre><code>8\n9\n</code></pre><p>The list from the example above \
             gives <code><em>7</em></code>.</p>",
        ] {
            let written = written(&one, &(two.to_owned() + QUESTION), INPUT);
            assert_eq!(written.len(), 2, "{written:?}");
            assert!(
                written[0] == "1;2;3=6," && written[1].starts_with('#'),
                "{written:?}"
            );
        }
        let without = extract(UNKNOWN, &one, "", None);
        assert!(matches!(&without[..], [only] if only.is_doubtful));
    }

    /// Part 1 and part 2 as `1: 5;6; = 7 8`.
    fn likely(one: &str, two: &str) -> Vec<String> {
        let part = |text: &str| format!("<article class=\"day-desc\"><h2>T</h2>{text}</article>");
        let page = PuzzlePage::parse(&format!("<main>{}{}</main>", part(one), part(two)));
        let mut lines = Vec::new();
        for example in likely_examples(&page, UNKNOWN, Some(INPUT)) {
            let text = example.input.replace('\n', ";");
            let answers = example.answers.join(" ");
            lines.push(format!("{}: {text} = {answers}", example.part));
        }
        lines
    }

    #[test]
    fn texts_and_values_that_may_be_an_example_are_candidates() {
        let block = |text: &str| format!("<pre><code>{text}\n</code></pre>");
        let value = |value: &str| format!("<p>It is <code><em>{value}</em></code>.</p>");
        let two_texts = block("5\n6") + EXAMPLE + &value("30") + &value("20") + QUESTION;
        // The introduced text is the first, and the last value.
        let found = ["1: 1;2;3; = 20 30", "1: 5;6; = 20 30"];
        assert_eq!(likely(&two_texts, ""), found);
        let many: String = (2..7).map(|n| block(&format!("{n}\n8"))).collect();
        let values: String = (2..7).map(|n| value(&n.to_string())).collect();
        let found = likely(&(many + &values + QUESTION), "");
        assert_eq!(
            found,
            ["1: 2;8; = 6 5 4", "1: 3;8; = 6 5 4", "1: 4;8; = 6 5 4"]
        );
        // What is no input, no answer, or a value of unfinished code.
        let none = block("#.#\n..#") + &value("7") + QUESTION;
        assert!(likely(&none, "").is_empty());
        let values = value("0") + &value("1") + &value("two words") + QUESTION;
        assert!(likely(&(EXAMPLE.to_owned() + &values), "").is_empty());
        // Part two may be about the text of part one.
        let two = value("40") + QUESTION;
        let both = ["1: 1;2;3; = 6", "2: 1;2;3; = 40"];
        assert_eq!(likely(&[EXAMPLE, ANSWER, QUESTION].concat(), &two), both);
        // An example of the table with other rules.
        let text = "<code>3</code> ".repeat(30);
        let page = format!("<main><article class=\"day-desc\">{text}</article></main>");
        let puzzle = Year(2016).day(Day(13));
        let found = likely_examples(&PuzzlePage::parse(&page), puzzle, None);
        assert_eq!(found.len(), 1);
    }

    #[test]
    fn a_text_without_three_of_the_inputs_kinds_is_in_doubt() {
        // Tracks with carts, and a loop without them.
        let input = "/->-\\ +\n|  v^ |\n\\-<--/\n";
        let page = |text: &str| EXAMPLE.replace("1\n2\n3\n", text) + ANSWER + QUESTION;
        for (name, text, is_sure) in [
            ("all kinds", "/->-\\ +\n|  v^ |\n\\-&lt;--/\n", true),
            ("two kinds less", "/->-\\ +\n|   v |\n\\----/\n", true),
            ("three kinds less", "/->-\\ +\n|     |\n\\----/\n", false),
        ] {
            let found = extract(UNKNOWN, &page(text), "", Some(input));
            assert_eq!(found.len(), 1, "{name}");
            assert_eq!(found[0].is_doubtful, !is_sure, "{name}");
        }
    }

    #[test]
    fn other_forms_than_the_inputs_are_no_inputs() {
        for (text, input, fits) in [
            ("1\n2\n", "12\n7\n", true),
            ("1 2\n3 4\n", "12\t7\n1\t2\n", true),
            ("a-1\n", "12\n", false),
            // Rules without messages (2020/19), states in one block (2018/13).
            ("0: 1\n1: 2\n", "0: 1\n\nab\n", false),
            ("..\n..\n\n..\n..\n", "...\n...\n", false),
            ("1,2\n", "1,2\n1,3\n", false),
            ("1\n\n2\n\n3\n", "1\n\n2\n\n3\n\n4\n\n5\n", true),
            // A long line that the page wraps (2021/20).
            ("..#\n#.#\n\n#..\n..#\n", "..##.#\n\n#..\n..#\n", false),
        ] {
            assert_eq!(has_form(text, input), fits, "{text}");
        }
        assert!(has_nearly_the_form(
            "<x=-1, y=0>\n<x=2, y=1>\n",
            "<x=1, y=2>\n<x=3, y=4>\n"
        ));
        assert!(!has_nearly_the_form("AoC 2017\n", "1,2,3\n"));
        assert!(!has_nearly_the_form("1\n2\n", "1,2,3\n"));
    }

    #[test]
    fn past_puzzles_are_known_where_the_page_is_theirs() {
        // 2020/6: the texts are codes within sentences.
        let codes = |n: usize| "<p>For example, <code>3</code> is so.</p>".repeat(n);
        let plain = [EXAMPLE, ANSWER, QUESTION].concat();
        let (first, second) = (codes(29), codes(15));
        for (year, day, one, two, input, examples, is_doubtful) in [
            (2020, 6, &first, &*second, None, 2, false),
            (2020, 6, &first, &second, Some("a\nb\n"), 0, false),
            // One with other rules, and a year's puzzle without an example.
            (2016, 13, &codes(30), "", None, 1, true),
            (2016, 25, &plain, "", Some(INPUT), 0, false),
            // The page is another one than the table's: the rule looks at it.
            (2020, 6, &plain, "", Some(INPUT), 1, false),
        ] {
            let found = extract(Year(year).day(Day(day)), one, two, input);
            assert_eq!(found.len(), examples, "{year}/{day}");
            assert!(found.iter().all(|it| it.is_doubtful == is_doubtful));
        }
    }

    proptest! {
        #[test]
        fn no_page_makes_it_panic(text in "(<(p|em|code|pre|ul|li)>|</(p|em|code|pre|ul)>|example:|above|\\?|=|[0-9]{1,3}|\n|\\PC){0,60}") {
            for input in [None, Some("1\n2\n")] {
                for it in extract(UNKNOWN, &text, &text, input) {
                    prop_assert!(it.part1.is_some() || it.part2.is_some());
                }
            }
        }
    }
}
